"""Model providers: what is configured for them, and our tools in the form their APIs take."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr, ValidationError

from lux_nb.engine.calls import current_call
from lux_nb.errors import InvalidRequest, PermissionDenied
from lux_nb.tools.definitions import Tool
from lux_nb.tools.stored_settings import read_value, read_values, write_value

if TYPE_CHECKING:
    from lux_nb.tools.service import Tools

_KEYS = {
    "anthropic": "anthropic_api_key",
    "openai": "openai_api_key",
    "openrouter": "openrouter_api_key",
    "xai": "openrouter_api_key",
    "mercury": "mercury_api_key",
    "compatible": "compatible_api_key",
}
"""Model providers, and the option of the kernel that holds the key of each."""
_KNOWN = ("apiKey", "model", "enabledTools", "maxTokens", "temperature", "functions", "topP")
_PREFIX = "model_provider:"
_PREFERRED = "preferred_model"


def is_model_provider(name: str) -> bool:
    """Tell whether a name is that of a model provider."""
    return name in _KEYS


async def configure_model_provider(
    tools: "Tools", name: str, config: Mapping[str, Any]
) -> dict[str, Any]:
    """Keep what is given for a model provider; a key goes to the running kernel only."""
    unknown = [key for key in config if key not in _KNOWN]
    if unknown:
        message = f"config.{unknown[0]}: unknown option."
        raise InvalidRequest(message, hint=f"There are: {', '.join(_KNOWN)}.")
    kept = {key: value for key, value in config.items() if key != "apiKey"}
    _check(tools, kept)
    if config.get("apiKey"):
        _take_key(tools, name, str(config["apiKey"]))
    store = tools.engine.store
    merged = {**(await read_value(store, f"{_PREFIX}{name}") or {}), **kept}
    await write_value(store, f"{_PREFIX}{name}", merged)
    if merged.get("model"):
        await write_value(store, _PREFERRED, name)
    return merged


async def model_providers(tools: "Tools") -> list[dict[str, Any]]:
    """Return each model provider with its configuration and whether it has a key."""
    stored = await read_values(tools.engine.store, _PREFIX)
    shown = []
    for name, option in _KEYS.items():
        has_key = getattr(tools.settings, option) is not None
        if has_key or name in stored:
            status = "configured" if has_key else "no key"
            shown.append(
                {"name": name, "kind": "model", "status": status, "config": stored.get(name, {})}
            )
    return shown


async def generation_defaults(tools: "Tools") -> dict[str, Any]:
    """Return model, temperature and maxTokens of the model provider configured last."""
    store = tools.engine.store
    name = await read_value(store, _PREFERRED)
    config = await read_value(store, f"{_PREFIX}{name}") if name else None
    keys = ("model", "temperature", "maxTokens")
    return {key: config[key] for key in keys if key in config} if config else {}


async def tools_for(tools: "Tools", name: str) -> list[dict[str, Any]]:
    """Return the tools a provider's models are offered, as its API takes them."""
    config = await read_value(tools.engine.store, f"{_PREFIX}{name}") or {}
    if config.get("functions") == "none":
        return []
    wanted = config.get("enabledTools") or config.get("functions")
    names = wanted if isinstance(wanted, list) else None
    usable = [tool for tool in tools.registry.find(status="active") if tool.available]
    chosen = usable if names is None else [tool for tool in usable if tool.name in names]
    return list(_in_form_of(name, chosen))


def _in_form_of(provider: str, tools: Iterable[Tool]) -> Iterable[dict[str, Any]]:
    for tool in tools:
        about = {"name": tool.name.replace(".", "_"), "description": tool.description}
        if provider == "anthropic":
            yield about | {"input_schema": tool.input_schema}
        else:
            yield {"type": "function", "function": about | {"parameters": tool.input_schema}}


def _check(tools: "Tools", kept: Mapping[str, Any]) -> None:
    for key in ("enabledTools", "functions"):
        if isinstance(kept.get(key), list):
            for name in kept[key]:
                tools.registry.get(str(name))  # an unknown tool is told now, not when it is used
    if "enabledTools" in kept and not isinstance(kept["enabledTools"], list):
        raise InvalidRequest("config.enabledTools: a list of names is needed.")
    functions = kept.get("functions", "auto")
    if not isinstance(functions, list) and functions not in ("auto", "none"):
        raise InvalidRequest("config.functions: auto, none or a list of names is needed.")
    for key, low, high in (("temperature", 0, 2), ("maxTokens", 1, 1_000_000), ("topP", 0, 1)):
        value = kept.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise InvalidRequest(f"config.{key}: a number is needed.")
        if value is not None and not low <= value <= high:
            raise InvalidRequest(f"config.{key}: must be from {low} to {high}.")


def _take_key(tools: "Tools", name: str, key: str) -> None:
    option = _KEYS[name]
    if current_call().author.kind == "assistant" and getattr(tools.settings, option) is not None:
        # Otherwise an assistant could have the user's questions answered by its own account.
        message = f"A key for {name} is set already, and an assistant may not replace it."
        raise PermissionDenied(message, hint=f"The user changes it with %lux config {option}=…")
    try:
        setattr(tools.settings, option, SecretStr(key))
    except ValidationError:
        raise InvalidRequest("config.apiKey: it can't be used.") from None

"""Settings: every option once, typed, from the environment or ``%lux config``."""

import json
from typing import Any, get_origin

from pydantic import AliasChoices, SecretStr, ValidationError
from pydantic.fields import FieldInfo

from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.options.calling import Calling
from lux_nb.options.places import Places
from lux_nb.options.providers import Providers
from lux_nb.options.serving import Serving
from lux_nb.options.thinking import Thinking
from lux_nb.options.tooling import Tooling

MASK = "••••••••"
READ_AT_START = frozenset({"lux_home", "lux_store", "log_level", "otel"})


class Settings(Serving, Tooling, Thinking, Calling, Providers, Places):
    """All options of lux_nb, with the environment names the five systems give them."""

    @property
    def store_url(self) -> str:
        """The URL of the store that is used."""
        if self.lux_store:
            return self.lux_store
        return f"sqlite:///{self.lux_home / 'lux.db'}"

    def described(self) -> list[dict[str, Any]]:
        """Return one row per option: name, environment name, value (secrets masked), help."""
        return [
            {
                "option": name,
                "environment": environment_name(field),
                "value": self._masked(name),
                "default": name not in self.model_fields_set,
                "help": field.description or "",
            }
            for name, field in type(self).model_fields.items()
        ]

    def option(self, name: str) -> dict[str, Any]:
        """Return the row of one option."""
        wanted = self._option_named(name)
        return next(row for row in self.described() if row["option"] == wanted)

    def change(self, name: str, text: str) -> Any:
        """Set an option of the running kernel from text, or raise a typed error."""
        name = self._option_named(name)
        field = type(self).model_fields[name]
        if name in READ_AT_START:
            message = f"{name} is read when the engine starts, so it can't be changed now."
            hint = f"Set {environment_name(field)} in the environment and restart the kernel."
            raise InvalidRequest(message, hint=hint, details={"field": name})
        try:
            setattr(self, name, _from_text(field, text))
        except ValidationError as error:
            raise _not_a_value(text, name, error.errors()[0]["msg"]) from None
        except json.JSONDecodeError as error:
            raise _not_a_value(text, name, f"it is not JSON ({error})") from None
        return self._masked(name)

    def _masked(self, name: str) -> Any:
        value = getattr(self, name)
        if isinstance(value, SecretStr):
            return MASK
        if name == "lux_store" and isinstance(value, str):
            from sqlalchemy.engine import make_url

            return make_url(value).render_as_string(hide_password=True)
        return value

    def _option_named(self, name: str) -> str:
        options = type(self).model_fields
        wanted = name.strip()
        for option, field in options.items():
            if wanted.lower() == option or wanted.upper() == environment_name(field):
                return option
        import difflib

        near = difflib.get_close_matches(wanted.lower(), options, n=3, cutoff=0.5)
        hint = f"Did you mean {', '.join(near)}?" if near else "%lux config lists all options."
        message = f"There is no option {wanted!r}."
        raise NotFound(message, hint=hint)


def environment_name(field: FieldInfo) -> str:
    """Return the environment variable of a settings field."""
    alias = field.validation_alias
    return str(alias.choices[0]) if isinstance(alias, AliasChoices) else ""


def read_settings() -> Settings:
    """Read the environment; what is wrong in it is an error that names the variable."""
    try:
        return Settings()
    except ValidationError as error:
        # Without the values: the variable may be a key.
        wrong = [f"{problem['loc'][0]}: {problem['msg']}" for problem in error.errors()]
        message = f"The environment has options that can't be used: {'; '.join(wrong)}."
        raise InvalidRequest(message, hint="Correct or unset them.") from None


def _not_a_value(text: str, name: str, reason: str) -> InvalidRequest:
    message = f"{text!r} is not a value for {name}: {reason}."
    return InvalidRequest(message, details={"field": name})


def _from_text(field: FieldInfo, text: str) -> Any:
    """Read what a user typed: JSON where it is meant, else the plain text; ``none`` clears."""
    stripped = text.strip()
    if stripped.lower() in {"none", "null", ""}:
        return None
    if stripped.startswith("[") and get_origin(field.annotation) is list:
        return json.loads(stripped)
    return stripped.strip("'\"")

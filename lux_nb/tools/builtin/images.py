"""Image generation through an OpenAI-compatible images endpoint."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.config import Settings
from lux_nb.errors import NotConfigured, ProviderError
from lux_nb.tools.builtin.files import FilePath, file_exists, opened_folder, replace_file
from lux_nb.tools.builtin.search_services import check_status
from lux_nb.tools.webhook import request

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

LARGEST_ANSWER = 64_000_000


def tools(engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield image generation."""

    async def image_generation(
        prompt: Annotated[str, Field(min_length=1, max_length=32_000, description="What to draw.")],
        size: Annotated[str, Field(pattern=r"^(\d{2,4}x\d{2,4}|auto)$")] = "1024x1024",
        count: Annotated[int, Field(ge=1, le=10, description="How many.")] = 1,
        output: Annotated[
            FilePath | None, Field(description="A file to write the first image to.")
        ] = None,
    ) -> dict[str, Any]:
        """Generate images with the configured model."""
        made = await generate(engine.settings, prompt, size, count)
        if output is not None:
            _write(engine.settings, output, made)
        return {"images": made, "prompt": prompt, "model": engine.settings.image_model}

    configuration = {"timeout": 300_000}
    yield (
        image_generation,
        {"category": "generation", "tags": ("image",), "configuration": configuration},
    )


async def generate(settings: Settings, prompt: str, size: str, count: int) -> list[dict[str, Any]]:
    """Ask the configured endpoint for images."""
    address, key = settings.image_url, settings.image_api_key
    if address is None and settings.openai_api_key is not None:
        address, key = settings.openai_base_url, key or settings.openai_api_key
    if address is None:
        hint = (
            "Set an OpenAI-compatible address with %lux config image_url=… (LUX_IMAGE_URL) and, "
            "where it needs one, image_api_key=…; or set openai_api_key."
        )
        raise NotConfigured("No provider is configured for 'image_generation'.", hint=hint)
    asked = {"model": settings.image_model, "prompt": prompt, "size": size, "n": count}
    answer = await request(
        "POST",
        f"{address.rstrip('/')}/images/generations",
        headers={"Authorization": f"Bearer {key.get_secret_value()}"} if key else {},
        json_body=asked,
        private=True,  # the address is the user's own setting
        most_bytes=LARGEST_ANSWER,
    )
    check_status(answer)
    found = answer.body.get("data") if isinstance(answer.body, dict) else None
    images = [_image(item) for item in found or [] if isinstance(item, dict)]
    if not images:
        raise ProviderError(f"{answer.url} answered no image.")
    return images


def _image(item: dict[str, Any]) -> dict[str, Any]:
    kept = {"b64_json": "base64", "url": "url", "revised_prompt": "revisedPrompt"}
    return {name: item[key] for key, name in kept.items() if item.get(key)}


def _write(settings: Settings, output: str, made: list[dict[str, Any]]) -> None:
    import base64
    from pathlib import Path

    encoded = made[0].pop("base64", None)
    if encoded is None:
        raise ProviderError("The service answered an address, not an image, so none was written.")
    with opened_folder(output, settings.allowed_roots or [Path.cwd()]) as (folder, name):
        file_exists(output, folder, name)
        replace_file(folder, name, base64.b64decode(encoded))
    made[0]["path"] = output

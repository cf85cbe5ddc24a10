"""What options are made of: their environment names and the kinds of values they take."""

import json
import os
from pathlib import Path
from typing import Annotated, Any

from pydantic import AliasChoices, BeforeValidator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


def variable(*names: str) -> AliasChoices:
    """Name the environment variables an option is read from."""
    return AliasChoices(*names)


def parse_size(text: str | int) -> int:
    """Read a size such as ``1mb``, ``512 KB`` or a plain number of bytes."""
    if isinstance(text, int):
        return text
    cleaned = text.strip().lower().replace(" ", "").removesuffix("b")
    units = {"k": 1024, "m": 1024**2, "g": 1024**3}
    unit = units.get(cleaned[-1:], 1)
    number = cleaned[:-1] if unit > 1 else cleaned
    try:
        return int(float(number) * unit)
    except (ValueError, OverflowError):
        message = f"{text!r} is not a size; write it as 500kb, 1mb or a number of bytes"
        raise ValueError(message) from None


def read_mapping(value: Any) -> Any:
    """Read a mapping that may be written as JSON."""
    return json.loads(value) if isinstance(value, str) else value or {}


def _read_folders(value: Any) -> Any:
    if isinstance(value, str):
        return [Path(part).expanduser() for part in value.split(os.pathsep) if part.strip()]
    return value


def _read_names(value: Any) -> Any:
    return value.replace(",", " ").split() if isinstance(value, str) else value


Size = Annotated[int, NoDecode, BeforeValidator(parse_size)]
Names = Annotated[list[str], NoDecode, BeforeValidator(_read_names)]
Folders = Annotated[list[Path], NoDecode, BeforeValidator(_read_folders)]


class OptionGroup(BaseSettings):
    """Options that belong together."""

    model_config = SettingsConfigDict(
        extra="ignore", populate_by_name=True, validate_assignment=True, env_ignore_empty=True
    )

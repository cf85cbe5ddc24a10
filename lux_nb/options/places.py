"""Where things are, which files models may read, and what cells show."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from lux_nb.options.kinds import Folders, OptionGroup, variable
from lux_nb.paths import lux_home


class Places(OptionGroup):
    """Where things are, which files models may read, and what cells show."""

    lux_home: Annotated[Path, Field(description="Folder of the store, models and logs.")] = Field(
        default_factory=lux_home, validation_alias=variable("LUX_HOME")
    )
    lux_store: str | None = Field(
        None,
        repr=False,  # it may hold a password
        validation_alias=variable("LUX_STORE"),
        description="SQLAlchemy URL of the store; SQLite under lux_home when not set.",
    )
    allowed_roots: Folders = Field(
        default_factory=list,
        validation_alias=variable("LUX_ALLOWED_ROOTS"),
        description="Folders whose files models may read; the notebook's folder when empty.",
    )
    max_file_size: int = Field(
        1_000_000,
        gt=0,
        validation_alias=variable("LUX_MAX_FILE_SIZE"),
        description="Largest file, in bytes, that is read for a model.",
    )
    progress: bool = Field(
        True,
        validation_alias=variable("LUX_PROGRESS"),
        description="Show a bar for a call from a cell that takes more than a second.",
    )

"""lux_nb: a Jupyter kernel as a shared thinking room.

``%load_ext lux_nb`` brings the magics; ``from lux_nb import lux`` brings the same as Python.
Nothing heavy is imported here: loading the extension must not be felt.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lux_nb.api import Lux

    lux: Lux

__version__ = "0.1.0"
__all__ = ["__version__", "load_ipython_extension", "lux", "unload_ipython_extension"]


def __getattr__(name: str) -> Any:
    if name == "lux":
        from lux_nb.api import the_lux

        return the_lux()
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)


def load_ipython_extension(shell: Any) -> None:
    """Register the magics and put ``lux`` into the namespace."""
    from lux_nb.magics.registration import register

    register(shell)


def unload_ipython_extension(shell: Any) -> None:
    """Take the magics away and close the engine; all that was written stays in the store."""
    from lux_nb.magics.registration import unregister

    unregister(shell)

"""Registering the magics, their completion and ``lux`` with a shell."""

from typing import Any

from lux_nb.kernel.comms import close_comms, open_comms
from lux_nb.magics.bias import BiasMagics
from lux_nb.magics.completion import install_completion
from lux_nb.magics.confer import ConferMagics
from lux_nb.magics.cortex import CortexMagics
from lux_nb.magics.fim import FimMagics
from lux_nb.magics.illuminate import IlluminateMagics
from lux_nb.magics.lux import LuxMagics
from lux_nb.magics.mcr import McrMagics
from lux_nb.magics.mercury import MercuryMagics
from lux_nb.magics.plan import PlanMagics
from lux_nb.magics.questions import install_questions, remove_questions
from lux_nb.magics.remember import RememberMagics
from lux_nb.magics.tools import ToolsMagics
from lux_nb.magics.trace import TraceMagics

MAGICS = (
    ConferMagics,
    LuxMagics,
    TraceMagics,
    BiasMagics,
    PlanMagics,
    IlluminateMagics,
    MercuryMagics,
    FimMagics,
    ToolsMagics,
    CortexMagics,
    RememberMagics,
    McrMagics,
)


class LazyLux:
    """``lux`` as it stands in the namespace before its first use: loading it costs time."""

    def __getattr__(self, name: str) -> Any:
        from lux_nb.api import the_lux

        return getattr(the_lux(), name)

    def __dir__(self) -> list[str]:
        from lux_nb.api import the_lux

        return dir(the_lux())

    def __repr__(self) -> str:
        return "<lux: lux.operations() lists what it can do>"


def register(shell: Any) -> None:
    """Register everything; loading twice changes nothing."""
    for magics in MAGICS:
        shell.register_magics(magics)
    install_completion(shell)
    install_questions(shell, {name for magics in MAGICS for name in magics.magics["line"]})
    shell.user_ns.setdefault("lux", LazyLux())
    # Not shown by %who: it is not the user's own variable.
    shell.user_ns_hidden.setdefault("lux", shell.user_ns["lux"])
    open_comms(shell)


def unregister(shell: Any) -> None:
    """Take the magics away and close the engine."""
    import sys

    for magics in MAGICS:
        for kind, names in magics.magics.items():
            for name in names:
                shell.magics_manager.magics[kind].pop(name, None)
    remove_questions(shell)
    close_comms(shell)
    if isinstance(shell.user_ns.get("lux"), LazyLux):
        del shell.user_ns["lux"]
    if "lux_nb.api" in sys.modules:
        from lux_nb.api import the_lux

        the_lux().close()

"""``lux.logic``: the operations of the logic domain."""

from lux_nb.api import Namespace


class LogicApi(Namespace):
    """Answer from English texts and prove from formulas."""

    toolset = "logic"

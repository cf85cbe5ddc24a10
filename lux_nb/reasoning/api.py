"""``lux.reasoning``: conversations, traces, bias checks and plans."""

from lux_nb.api import Namespace


class ReasoningApi(Namespace):
    """Confer, trace, check for bias, plan; and the threads and traces that come of it."""

    toolset = "reasoning"

    def _operations(self) -> list[str]:
        kinds = {"reasoning", "threads", "traces"}
        return [one.name for one in self._lux._catalogue.values() if one.toolset in kinds]

"""``lux.memory``: grounding of texts, and the operations of the memory domain."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from lux_nb.api import Namespace
from lux_nb.kernel.cells import current_author

if TYPE_CHECKING:
    import pandas as pd

    from lux_nb.memory.grounding import Grounding
    from lux_nb.memory.results import ContextGraph


class MemoryApi(Namespace):
    """Memory: projects and their contexts, and whether evidence bears a text out."""

    toolset = "memory"

    def ground(
        self,
        text: str,
        evidence: Sequence[Any],
        *,
        judge: Literal["offline", "llm"] = "offline",
        model: str | None = None,
    ) -> "Grounding":
        """Compare each claim of a text with evidence: supported, refuted or unmentioned.

        Offline by default. ``judge="llm"`` has a language model judge each claim, and the result's
        ``judge`` and ``judge_model`` say so.
        """
        from lux_nb.errors import InvalidRequest
        from lux_nb.memory.grounding import ground
        from lux_nb.memory.grounding.judge import judged_as_call

        if judge not in ("offline", "llm"):
            msg = f"judge={judge!r} is not known."
            raise InvalidRequest(msg, hint="It is 'offline' (no model is asked) or 'llm'.")
        found = ground(text, evidence)
        if judge == "offline":
            return found
        engine = self._lux.engine
        return engine.run(judged_as_call(engine, found, model, current_author()))

    def ground_frame(
        self, frame: "pd.DataFrame", claim: str = "claim", evidence: str = "evidence"
    ) -> "pd.DataFrame":
        """Ground each row of a frame, the claim in one column and its evidence in another."""
        from lux_nb.memory.grounding import ground_frame

        return ground_frame(frame, claim=claim, evidence=evidence)

    def graph(self, project_id: str, branch_id: str | None = None) -> "ContextGraph":
        """Return how contexts relate; it shows itself as a picture, ``plain()`` gives the data."""
        from lux_nb.memory.results import ContextGraph

        request = {"project_id": project_id, "branch_id": branch_id}
        graph = self._lux.run_operation("get_context_graph_info", request)
        assert isinstance(graph, ContextGraph)
        return graph

    def memory_audit(self, project_id: str) -> "pd.DataFrame":
        """Return every context of a project with its source, score, last use and reason."""
        from lux_nb.frames import audit_frame

        return audit_frame(self._lux.run_operation("memory_audit", {"project_id": project_id}))

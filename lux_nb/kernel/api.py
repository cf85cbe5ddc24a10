"""``lux.assistants``: who attached, what they ask for and did, and the human's answers."""

from typing import TYPE_CHECKING, Any

from lux_nb.api import Namespace

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from lux_nb.engine.consent_operations import ConsentRequestView, Consents
    from lux_nb.kernel.results import ActionList, AssistantList, UndoResult


class AssistantsApi(Namespace):
    """List assistants, allow and deny, see what they did, and undo it."""

    toolset = "assistants"

    def list(self) -> "AssistantList":
        """Return the assistants that attached, with colour, calls and what each may do."""
        return self._run("assistants_list")  # type: ignore[no-any-return]

    def pending(self) -> "Sequence[ConsentRequestView]":
        """Return the requests that wait for an answer."""
        return self._run("consent_list").pending  # type: ignore[no-any-return]

    def consents(self) -> "Consents":
        """Return what is asked and what was said."""
        return self._run("consent_list")  # type: ignore[no-any-return]

    def allow(
        self, what: str = "run", client: str | None = None, seconds: float | None = None
    ) -> "Consents":
        """Say yes: to a request by its id, or to run, write or spend."""
        from lux_nb.engine.scopes import SCOPES

        if what in SCOPES:
            given = {"scope": what, "client": client, "seconds": seconds}
            return self._run("consent_allow", **given)  # type: ignore[no-any-return]
        self._run("consent_answer", request_id=what, allow=True)
        return self.consents()

    def deny(self, what: str | None = None, client: str | None = None) -> "Consents":
        """Say no: to a request by its id or to a scope; alone it takes back every yes."""
        from lux_nb.engine.scopes import SCOPES

        if what is None or what in SCOPES:
            return self._run("consent_deny", scope=what, client=client)  # type: ignore[no-any-return]
        self._run("consent_answer", request_id=what, allow=False)
        return self.consents()

    def actions(self) -> "ActionList":
        """Return the runs of assistants' code, with what each changed."""
        return self._run("kernel_actions")  # type: ignore[no-any-return]

    def undo(self, count: int = 1, *, force: bool = False) -> "UndoResult":
        """Bring variables back as they were before the latest runs."""
        return self._run("kernel_undo", count=count, force=force)  # type: ignore[no-any-return]

    def frame(self) -> "pd.DataFrame":
        """Return everything assistants did, as a DataFrame."""
        return self._lux.frames.assistant_actions()

    def _run(self, name: str, **parameters: Any) -> Any:
        return self._lux.run_operation(name, parameters)

"""What assistants did, as a DataFrame over the event log."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from lux_nb.api import Lux

COLUMNS = [
    "at",
    "author_name",
    "what",
    "status",
    "error_code",
    "seconds",
    "cost",
    "code",
    "changed",
]


def assistant_actions(lux: "Lux", events: "pd.DataFrame") -> "pd.DataFrame":
    """Return the events of assistants that are more than reading."""
    operations = lux.engine.operations
    acting = {name for name in operations if not operations[name].reads_only}
    own = events[events["author_kind"] == "assistant"]
    # A run of code has an event of its own, which says more than that of the operation.
    is_call = (own["kind"] == "operation") & own["operation"].isin(acting - {"kernel_run"})
    is_refused = (own["kind"] == "operation") & (own["operation"] == "kernel_run")
    is_refused &= own["status"] != "ok"
    kept = own[is_call | is_refused | own["kind"].isin({"assistant_code", "consent"})].copy()
    kept["what"] = (
        kept["operation"]
        .astype("string")
        .where(kept["kind"] != "consent", "asked: " + kept["operation"].astype("string"))
    )
    payloads = kept["payload"].map(lambda payload: payload or {})
    kept["code"] = payloads.map(lambda payload: payload.get("code")).astype("string")
    kept["changed"] = payloads.map(lambda payload: payload.get("changed") or {}).astype("object")
    return kept[COLUMNS].reset_index(drop=True)

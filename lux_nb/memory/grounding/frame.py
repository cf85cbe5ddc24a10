"""Ground many claims at once, from a DataFrame to a DataFrame."""

from typing import TYPE_CHECKING, Any

from lux_nb.errors import InvalidRequest
from lux_nb.memory.grounding.grounder import default_grounder
from lux_nb.memory.grounding.results import risk_of, status_of

if TYPE_CHECKING:
    import pandas as pd


def ground_frame(
    df: "pd.DataFrame", *, claim: str = "claim", evidence: str = "evidence"
) -> "pd.DataFrame":
    """Return score, verdict, status and risk of every row, beside the row's own index.

    ``claim`` and ``evidence`` name the columns; an evidence cell may be a text or a list of texts.
    """
    import pandas as pd

    for parameter, column in (("claim", claim), ("evidence", evidence)):
        if column not in df.columns:
            msg = f"{parameter}={column!r} is not a column of the frame."
            raise InvalidRequest(msg, hint=f"The columns are: {', '.join(map(str, df.columns))}.")
    pairs = [
        (_text(said), _text(found)) for said, found in zip(df[claim], df[evidence], strict=True)
    ]
    rows = default_grounder().scores(pairs)
    for row in rows:
        row["status"] = status_of(row["score"])
        row["risk_level"] = risk_of(row["score"])
    columns = ["score", "verdict", "status", "risk_level", "refuted", "claims"]
    return pd.DataFrame(rows, index=df.index, columns=columns)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return "\n\n".join(str(part) for part in value)
    import pandas as pd

    return "" if pd.isna(value) else str(value)

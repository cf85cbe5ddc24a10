"""Why each context is kept, and whether it can be found."""

from lux_nb.memory.indexing import is_gated
from lux_nb.memory.records import Row
from lux_nb.memory.results import AuditRow, moment


def audit_row(row: Row) -> AuditRow:
    """Return what a context's audit says."""
    return AuditRow(
        context_id=row["id"],
        branch_id=row["branch_id"],
        role=row["role"],
        summary=row["summary"],
        source=row["source"],
        origin=row["origin"],
        author=row["author_name"],
        category=row["category"],
        grounding_score=row["grounding_score"],
        status=row["grounding_status"],
        duplicate_of=row["duplicate_of"],
        searchable=not is_gated(row),
        compressed=row["content"] is None,
        size_bytes=row["size_bytes"],
        created_at=moment(row["created_at"]),
        last_used=moment(row["last_used"]),
        uses=row["uses"],
        kept_because=kept_because(row),
    )


def kept_because(row: Row) -> str:
    """Return in one sentence why a context is there."""
    if row["duplicate_of"]:
        return f"repeats {row['duplicate_of']}, which is found in its place"
    if row["state"] == "pending":
        return "just saved; it is being verified"
    if row["source"] == "file":
        lines = row["metadata"] or {}
        return f"is in {row['origin']}, lines {lines.get('first_line')}–{lines.get('last_line')}"
    if row["source"] == "import":
        return "was imported by the user"
    if row["role"] == "user":
        return "was said by the user"
    reasons = {
        "ACCEPT": "is borne out by the project",
        "WARN": "is only partly borne out; left out of search until it is reviewed",
        "REJECT": "is not borne out by anything here; left out of search",
    }
    return reasons.get(row["grounding_status"], "was said by an assistant; there was no evidence")

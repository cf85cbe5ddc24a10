"""What is found out about a saved context: its category, its grounding, and whether it is new."""

from typing import TYPE_CHECKING, Any

from lux_nb.memory.records import Row, change_contexts, contexts_by_id, full_text
from lux_nb.memory.requests import RANKS

if TYPE_CHECKING:
    from lux_nb.memory.indexing import ProjectIndex
    from lux_nb.memory.service import Memory


async def judge(memory: "Memory", row: Row) -> dict[str, Any]:
    """Return the columns that judging a context fills."""
    text = full_text(row)
    index = await memory.index(row["project_id"])
    licensed = RANKS[memory.engine.settings.edition] >= RANKS["pro"]
    values: dict[str, Any] = {}
    if licensed:
        found = await memory.behind(memory.classifier.classify, text)
        values["category"] = found.category
    duplicate = await memory.behind(_duplicate, index, row, text)
    if duplicate is not None:
        await _count_repetition(memory, row, duplicate)
        return values | {"duplicate_of": duplicate}
    if licensed and row["role"] == "assistant":
        values |= await _grounding(memory, row, text)
    return values


def _duplicate(index: "ProjectIndex", row: Row, text: str) -> str | None:
    """Return the id of an earlier context of the branch that says the same."""
    from lux_nb.memory.search import find_near_duplicate

    found = find_near_duplicate(index.main, text, branch=row["branch_id"], own=row["id"])
    # Of two saved at the same time the later one is the repetition.
    return found.id if found and index.position(found.id) < row["position"] else None


async def _count_repetition(memory: "Memory", row: Row, duplicate: str) -> None:
    def write(connection: Any) -> None:
        earlier = contexts_by_id(connection, [duplicate]).get(duplicate)
        if earlier is None:
            return
        merged = [*(earlier["metadata"] or {}).get("merged", []), row["id"]]
        metadata = {**(earlier["metadata"] or {}), "merged": list(dict.fromkeys(merged))}
        values = {"metadata": metadata, "uses": earlier["uses"] + 1}
        change_contexts(connection, row["project_id"], {duplicate: values})

    await memory.store.write(write)


async def _grounding(memory: "Memory", row: Row, text: str) -> dict[str, Any]:
    """Hold an assistant's words against the project; with nothing to hold them to, no score."""
    from lux_nb.memory.evidence import gather
    from lux_nb.memory.grounding import ground

    sources = await gather(memory, row["project_id"], text, without={row["id"]})
    if not sources:
        return {}
    found = await memory.behind(ground, text, sources)
    if not found.claims:
        return {}
    return {"grounding_score": round(found.score, 4), "grounding_status": found.status}

"""Evidence for a text: the project's files, its git history, its contexts and given sources."""

import asyncio
import re
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lux_nb.memory.git import history
from lux_nb.memory.grounding import Evidence, Grounding, extract_claims
from lux_nb.memory.records import Row, contexts_by_id, full_text, project_row
from lux_nb.memory.scanning import project_files, read_text
from lux_nb.memory.search import Preferences

if TYPE_CHECKING:
    from lux_nb.memory.indexing import Answered, ProjectIndex
    from lux_nb.memory.service import Memory

_CLAIMS = 20
_PER_CLAIM = 5
_FILES = 20
_FILE_NAME = re.compile(r"[\w.][\w./-]*\.[A-Za-z]\w{0,9}\b")
_GIT_SOURCES = {"git", "git log", "git history", "commits"}


async def gather(
    memory: "Memory",
    project_id: str,
    text: str,
    given: Sequence[str] = (),
    without: Collection[str] = (),
) -> list[Evidence]:
    """Collect what a text can be held against.

    Given sources that name files, contexts or the git log are looked up; any other is taken as
    evidence itself. Files that the text names are read whether they were scanned or not.
    """
    project = await memory.store.read(lambda c: project_row(c, project_id))
    folder = Path(project["path"])
    index = await memory.index(project_id)
    named = [name for name in given if name.lower() not in _GIT_SOURCES]
    mentioned = _FILE_NAME.findall(text)
    files, resolved = await asyncio.to_thread(_files, folder, [*named, *mentioned])
    identifiers = await _found(memory, index, text)
    wanted = [name for name in [*named, *identifiers] if name not in without]
    rows = await memory.store.read(lambda c: contexts_by_id(c, wanted))
    mine = [row for row in rows.values() if row["project_id"] == project_id]
    read = {item.id for item in files}
    pieces = [_as_evidence(row) for row in mine if f"file:{row['origin']}" not in read]
    commits = await asyncio.to_thread(history, folder)
    plain = [name for name in named if name not in resolved and name not in rows]
    return [
        *files,
        *pieces,
        *(Evidence(f"git:{name}", message) for name, message in commits if message),
        *(Evidence(f"source:{number + 1}", one) for number, one in enumerate(plain)),
    ]


def place(identifier: str, line: int) -> str:
    """Return where evidence stands, as a reader would look it up."""
    kind, _, name = identifier.partition(":")
    names = {"file": "File", "git": "Git commit", "context": "Context", "source": "Given source"}
    return (
        f"{names.get(kind, kind)}: {name} line {line}"
        if kind == "file"
        else (f"{names.get(kind, kind)}: {name}")
    )


def evidence_items(grounding: Grounding) -> list[dict[str, Any]]:
    """Return the claims of a grounding with the place of their best evidence."""
    items = []
    for one in grounding.claims:
        best = one.matches[0] if one.matches else None
        items.append(
            {
                "claim": one.claim.text,
                "evidence": place(best.evidence_id, best.first_line) if best else None,
                "quote": best.text[:500] if best else None,
                "grounding": round(one.score, 4),
                "verified": one.verified,
                "verdict": one.verdict,
                "judged_by": one.judged_by,
                "reason": one.reason,
                "start": one.claim.start,
                "end": one.claim.end,
            }
        )
    return items


async def _found(memory: "Memory", index: "ProjectIndex", text: str) -> list[str]:
    """Search for each claim, one piece of work each, so that a search in between need not wait."""
    claims = [claim.text for claim in extract_claims(text)[:_CLAIMS]]
    found: dict[str, None] = {}
    for query in claims or [text[:500]]:
        answered = await memory.in_worker(partial(_search, index, query), urgent=False)
        found |= dict.fromkeys(hit.id for hit in answered.hits)
    return list(found)


def _search(index: "ProjectIndex", query: str) -> "Answered":
    return index.search(query, _PER_CLAIM, 0.05, Preferences(), all_=False)


def _files(folder: Path, names: Sequence[str]) -> tuple[list[Evidence], set[str]]:
    """Read the project's files that are named, by path or by name alone."""
    wanted = {name.removeprefix("./").removeprefix("File: ") for name in names}
    if not wanted or not folder.is_dir():
        return [], set()
    evidence: list[Evidence] = []
    resolved: set[str] = set()
    for file in project_files(folder, "full"):
        short = file.path.rpartition("/")[2]
        absolute = str(folder / file.path)
        matched = wanted & {file.path, short, absolute}
        text = read_text(folder / file.path) if matched and len(evidence) < _FILES else None
        if text:
            evidence.append(Evidence(f"file:{file.path}", text))
            resolved |= matched
    return evidence, resolved


def _as_evidence(row: Row) -> Evidence:
    text = full_text(row)
    if row["source"] == "file":
        first = int((row["metadata"] or {}).get("first_line", 1))
        return Evidence(f"file:{row['origin']}", text, first)
    return Evidence(f"context:{row['id']}", text)

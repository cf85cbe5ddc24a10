"""The Markdown file of each branch: front matter that says what it is, then its contexts."""

import os
import re
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lux_nb.errors import StorageError
from lux_nb.paths import private_folder

_FENCE = "---\n"


def branch_file(home: Path, project_id: str, branch_id: str) -> Path:
    """Return where the file of a branch is."""
    return home / "memory" / project_id / f"{branch_id}.md"


def front_matter(branch: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the head of a branch's file says."""
    return {
        "project_id": branch["project_id"],
        "branch_id": branch["id"],
        "branch_topic": branch["topic"],
        "parent_branch": branch["parent"],
        "git_branch": branch["git_branch"],
        "status": branch["status"],
        "created_at": branch["created_at"].isoformat(),
    }


def render(head: Mapping[str, Any], contexts: Iterable[Mapping[str, Any]] = ()) -> str:
    """Return the whole text of a branch's file."""
    import yaml  # type: ignore[import-untyped]

    values = dict(head)
    matter = yaml.safe_dump(values, allow_unicode=True, sort_keys=False)
    if yaml.safe_load(matter) != values:
        # Rare line separators are folded when they stand there plainly; escaped they stay.
        matter = yaml.safe_dump(values, allow_unicode=False, sort_keys=False)
    title = " ".join(str(head["branch_topic"]).split())
    return f"{_FENCE}{matter}{_FENCE}\n# {title}\n" + "".join(map(section, contexts))


def section(context: Mapping[str, Any]) -> str:
    """Return one context as a section of the file."""
    moment = context["created_at"].isoformat(timespec="seconds")
    return f"\n## {context['role']}, {moment} ({context['id']})\n\n{context['content']}\n"


def read_front_matter(text: str) -> dict[str, Any]:
    """Read the head of a branch's file, or say why it is none."""
    import yaml

    if not text.startswith(_FENCE):
        raise StorageError("A branch file has no front matter.")
    end = text.find("\n" + _FENCE, len(_FENCE) - 1)
    if end < 0:
        raise StorageError("The front matter of a branch file has no end.")
    try:
        values = yaml.safe_load(text[len(_FENCE) : end + 1])
    except yaml.YAMLError as error:
        raise StorageError(f"The front matter of a branch file can't be read: {error}.") from error
    if not isinstance(values, dict):
        raise StorageError("The front matter of a branch file is no mapping.")
    return values


def write_verified(path: Path, head: Mapping[str, Any], text: str) -> None:
    """Write a branch's file whole or not at all, read it again and compare."""
    try:
        write_atomically(path, text.encode("utf-8", "surrogatepass"))
        again = path.read_bytes().decode("utf-8", "surrogatepass")
    except OSError as error:
        raise _unwritable(path, error) from error
    # Another kernel may have added to it already; what it is must be as it was written.
    if read_front_matter(again) != dict(head):
        raise StorageError(f"The branch file {path} was written but reads back differently.")


def append(path: Path, text: str) -> None:
    """Add sections to the end of a branch's file."""
    try:
        with path.open("ab") as file:
            file.write(text.encode("utf-8", "surrogatepass"))
    except OSError as error:
        raise _unwritable(path, error) from error


def write_atomically(path: Path, content: bytes) -> None:
    """Put content in a file so that a reader sees the old or the new, never a part."""
    private_folder(path.parent)
    part = path.with_name(f".{uuid.uuid4().hex}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if part.read_bytes() != content:
            raise StorageError(f"{path} was written but reads back differently.")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def slug(topic: str) -> str:
    """Return a topic as the readable part of an id."""
    words = re.sub(r"[^a-z0-9]+", "_", topic.lower()).strip("_")
    return words[:60].strip("_") or "branch"


def _unwritable(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"The branch file {path} can't be written: {error.strerror}.",
        hint="Check that LUX_HOME is a folder you may write and that the disk has room.",
    )

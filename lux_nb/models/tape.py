"""Record and replay: model calls written beside the notebook, and answered from there.

A recording is a file of JSON lines, one per call, in the order in which the calls began. A
request that was recorded several times is answered by its first answer, then its second, and
so on; the last one is repeated. Recording and replaying the same file at once answers what is
known and adds what is new.
"""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lux_nb import errors
from lux_nb.config import Settings
from lux_nb.errors import InvalidRequest, LuxError, NotFound
from lux_nb.models.answers import hash_of
from lux_nb.models.replay_diff import difference, nearest
from lux_nb.models.secrets import known_secrets, mask_known, mask_secrets

AUTOMATIC = frozenset({"auto", "1", "true", "on", "yes"})
SUFFIX = ".lux.jsonl"
KEY_LENGTH = 16
REPLAY_MISS = "REPLAY_MISS"

Json = dict[str, Any]


@dataclass(slots=True)
class Slot:
    """The place of one call in a recording."""

    asked: Json
    line: str | None = None
    done: bool = False


@dataclass(slots=True)
class Recording:
    """What a file holds: requests with their answers, by key."""

    path: Path
    entries: dict[str, list[Json]] = field(default_factory=lambda: defaultdict(list))
    used: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @classmethod
    def read(cls, path: Path) -> "Recording":
        """Read a file of JSON lines."""
        recording = cls(path)
        try:
            text = path.read_text(encoding="utf-8", errors="surrogatepass")
        except OSError as error:
            message = f"The recording {path.name} can't be read: {error.strerror}."
            hint = "Record one with %lux record, or by LUX_RECORD."
            raise NotFound(message, code="RECORDING_NOT_FOUND", hint=hint) from error
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                recording.add(_entry(path, number, line))
        return recording

    def add(self, entry: Json) -> None:
        """Take one more call in."""
        self.entries[str(entry["key"])].append(entry)

    def next_answer(self, key: str) -> Json | None:
        """Return the next answer to a request, the last one again and again."""
        known = self.entries.get(key)
        if not known:
            return None
        index = min(self.used[key], len(known) - 1)
        self.used[key] += 1
        answer: Json = known[index]["answer"]
        return answer

    def requests(self) -> list[Json]:
        """Return all requests that were recorded."""
        return [known[0]["request"] for known in self.entries.values()]


class Tape:
    """What is recorded and what is replayed in this engine."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._recordings: dict[Path, Recording] = {}
        self._slots: list[Slot] = []
        self._writing: Path | None = None

    @property
    def active(self) -> bool:
        """Whether calls are recorded or replayed at all."""
        return bool(self._settings.record or self._settings.replay)

    def rewind(self) -> None:
        """Begin again: files are read anew, and a recording starts from nothing."""
        self._recordings.clear()
        self._slots.clear()
        self._writing = None

    def find(self, asked: Json, notebook: str | None) -> Json | None:
        """Return the recorded answer to a request; in strict replay a miss is an error."""
        if not self._settings.replay:
            return None
        path = recording_path(self._settings.replay, notebook)
        updating = self._records_to(path, notebook)
        recording = self._recording(path, may_be_new=updating)
        asked = self._clean(asked)
        answer = recording.next_answer(_key(asked))
        if answer is None and self._settings.replay_strict:
            raise _miss(asked, recording)
        if answer is not None and "error" in answer:
            raise _error_from(answer["error"])
        return answer

    def begin(self, asked: Json, notebook: str | None) -> Slot | None:
        """Take the next place in the recording, when there is one."""
        if not self._settings.record:
            return None
        path = recording_path(self._settings.record, notebook)
        if path != self._writing:
            self._start(path, notebook)
        slot = Slot(self._clean(asked))
        self._slots.append(slot)
        return slot

    def finish(self, slot: Slot | None, answer: Json) -> None:
        """Write the answer of a call, after those of the calls that began before it."""
        if slot is None:
            return
        entry = {"key": _key(slot.asked), "request": slot.asked, "answer": self._clean(answer)}
        slot.line = json.dumps(entry, ensure_ascii=False)
        self._close(slot)
        if self._writing in self._recordings:
            self._recordings[self._writing].add(entry)

    def fail(self, slot: Slot | None, error: BaseException) -> None:
        """Write that a call failed; an interrupted one leaves nothing."""
        if slot is None:
            return
        if isinstance(error, LuxError):
            self.finish(slot, {"error": _error_json(error, known_secrets(self._settings))})
        else:
            self._close(slot)

    def _close(self, slot: Slot) -> None:
        slot.done = True
        lines = []
        while self._slots and self._slots[0].done:
            line = self._slots.pop(0).line
            if line is not None:
                lines.append(line + "\n")
        if lines and self._writing is not None:
            with self._writing.open("a", encoding="utf-8", errors="surrogatepass") as file:
                file.writelines(lines)

    def _start(self, path: Path, notebook: str | None) -> None:
        replayed = self._settings.replay and recording_path(self._settings.replay, notebook)
        try:
            if path != replayed or not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("", encoding="utf-8")
        except OSError as error:
            message = f"The recording {path} can't be written: {error.strerror}."
            raise InvalidRequest(message, hint="Name another file.") from error
        self._slots.clear()
        self._writing = path

    def _records_to(self, path: Path, notebook: str | None) -> bool:
        record = self._settings.record
        return bool(record) and recording_path(str(record), notebook) == path

    def _recording(self, path: Path, *, may_be_new: bool) -> Recording:
        if path not in self._recordings:
            fresh = may_be_new and not path.exists()
            self._recordings[path] = Recording(path) if fresh else Recording.read(path)
        return self._recordings[path]

    def _clean(self, value: Json) -> Json:
        cleaned: Json = mask_known(value, known_secrets(self._settings))
        return cleaned


def recording_path(given: str, notebook: str | None) -> Path:
    """Return the file a setting means: named by the user, or beside the notebook."""
    if given.strip().lower() not in AUTOMATIC:
        return Path(given).expanduser().absolute()
    if notebook is None:
        return Path(f"notebook{SUFFIX}").absolute()
    return Path(notebook).with_suffix(SUFFIX).absolute()


def _key(asked: Json) -> str:
    return hash_of(asked)[:KEY_LENGTH]


def _entry(path: Path, number: int, line: str) -> Json:
    try:
        entry: Json = json.loads(line)
        entry["request"], entry["answer"]
        # A request edited by hand counts as what it now says.
        return {**entry, "key": _key(entry["request"])}
    except (ValueError, KeyError, TypeError) as error:
        message = f"Line {number} of the recording {path} is not a recorded call: {error}."
        hint = "Record again, or take the line out."
        raise InvalidRequest(message, code="RECORDING_DAMAGED", hint=hint) from None


def _miss(asked: Json, recording: Recording) -> NotFound:
    message = f"{recording.path.name} has no recorded call for this request."
    closest = nearest(asked, recording.requests())
    if closest is None:
        hint = "Nothing of this kind was recorded; record it with %lux record."
        return NotFound(message, code=REPLAY_MISS, hint=hint, details={"request": asked})
    diff = difference(closest, asked)
    hint = "Put the request back, or record it with %lux record."
    text = f"{message} The nearest one differs so:\n{diff}"
    return NotFound(text, code=REPLAY_MISS, hint=hint, details={"request": asked, "diff": diff})


def _error_json(error: LuxError, secrets: list[str]) -> Json:
    return {
        "type": type(error).__name__,
        "code": error.code,
        "message": mask_secrets(error.message, secrets),
        "hint": error.hint,
        "retry_after": error.retry_after,
    }


def _error_from(stored: Json) -> LuxError:
    kind = getattr(errors, str(stored.get("type")), LuxError)
    if not (isinstance(kind, type) and issubclass(kind, LuxError)):
        kind = LuxError
    return kind(
        stored["message"],
        code=stored["code"],
        hint=stored.get("hint"),
        retry_after=stored.get("retry_after"),
    )

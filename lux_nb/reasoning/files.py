"""Direct file access: files are read here, for the model, and never go back to the caller.

Only regular text files under the allowed roots are read. Each step of a path is opened without
following links, so nothing can be swapped in between the check and the read.
"""

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lux_nb.config import Settings
from lux_nb.errors import InvalidRequest, LuxError, NotFound, PermissionDenied

_OPEN_SAFELY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read for a model."""

    path: str
    text: str

    def delimited(self) -> str:
        """Return the text between markers that can't occur inside it."""
        mark = hashlib.sha256(f"{self.path}\0{self.text}".encode()).hexdigest()[:12]
        return f"<<<FILE {mark} {self.path}>>>\n{self.text}\n<<<END FILE {mark}>>>"


def read_for_model(paths: Sequence[str], settings: Settings) -> list[SourceFile]:
    """Read files under the folders that the settings allow; the notebook's folder if none."""
    if not paths:
        return []
    together = max(settings.max_request_size, settings.max_file_size)
    roots = settings.allowed_roots or [Path.cwd()]
    return read_files(paths, roots, settings.max_file_size, together)


def delimited(files: Sequence[SourceFile]) -> str:
    """Return all files as the model reads them."""
    return "\n\n".join(file.delimited() for file in files)


def read_files(
    paths: Sequence[str], roots: Sequence[Path], max_bytes: int, together: int | None = None
) -> list[SourceFile]:
    """Read all files, or none: the first that may not be read is an error."""
    files: list[SourceFile] = []
    size = 0
    for path in paths:
        files.append(read_file(path, roots, max_bytes))
        size += len(files[-1].text)
        if together is not None and size > together:
            message = f"The {len(paths)} files have more than {together:,} characters together."
            hint = "Name fewer files, or raise it with %lux config max_request_size=…"
            raise InvalidRequest(message, code="FILES_TOO_LARGE", hint=hint)
    return files


def read_file(path: str, roots: Sequence[Path], max_bytes: int) -> SourceFile:
    """Read one file under the allowed roots."""
    root, parts = _place(path, roots)
    with _opened(path, root, parts) as descriptor:
        data = _read_regular(path, descriptor, max_bytes)
    if b"\0" in data:
        raise _binary(path)
    try:
        return SourceFile(path, data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise _binary(path) from None


def _place(path: str, roots: Sequence[Path]) -> tuple[Path, tuple[str, ...]]:
    """Find the root a path lies under, by its text alone."""
    if not path or "\0" in path:
        message = "A file path is empty or holds a NUL character."
        raise InvalidRequest(message, code="FILE_PATH_INVALID", details={"path": path})
    try:
        given = Path(path).expanduser()
    except RuntimeError:
        message = f"The home folder in {path!r} is not known."
        details = {"path": path}
        raise InvalidRequest(message, code="FILE_PATH_INVALID", details=details) from None
    if ".." in given.parts:
        raise _refused(path, "FILE_PARENT_REFERENCE", "'..' is not allowed in a path")
    if not given.is_absolute():
        there = [root for root in roots if os.path.lexists(root / given)]
        return (there or list(roots))[0].resolve(), given.parts
    for root in roots:
        for base in (root.absolute(), root.resolve()):
            with contextlib.suppress(ValueError):
                return root.resolve(), given.relative_to(base).parts
    allowed = ", ".join(str(root) for root in roots)
    raise _refused(path, "FILE_OUTSIDE_ROOTS", f"it is outside the allowed folders ({allowed})")


@contextlib.contextmanager
def _opened(path: str, root: Path, parts: tuple[str, ...]) -> Iterator[int]:
    with contextlib.ExitStack() as opened:

        def enter(name: str | Path, flags: int, folder: int | None) -> int:
            descriptor = os.open(name, flags, dir_fd=folder)
            opened.callback(os.close, descriptor)
            return descriptor

        try:
            current = enter(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, None)
            for name in parts[:-1]:
                _no_link(path, name, current)
                current = enter(name, _OPEN_SAFELY | os.O_DIRECTORY, current)
            if parts:
                _no_link(path, parts[-1], current)
                current = enter(parts[-1], _OPEN_SAFELY, current)
        except OSError as error:
            raise _not_readable(path, error) from None
        yield current


def _no_link(path: str, name: str, folder: int) -> None:
    if stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
        raise _refused(path, "FILE_IS_SYMLINK", f"{name!r} is a symbolic link")


def _read_regular(path: str, descriptor: int, max_bytes: int) -> bytes:
    status = os.fstat(descriptor)
    if stat.S_ISDIR(status.st_mode):
        raise _refused(path, "FILE_NOT_REGULAR", "it is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise _refused(path, "FILE_NOT_REGULAR", "it is a device, pipe or socket")
    data = b""
    while len(data) <= max_bytes:
        piece = os.read(descriptor, min(1 << 20, max_bytes + 1 - len(data)))
        if not piece:
            return data
        data += piece
    size = max(status.st_size, len(data))
    message = f"The file {path!r} has {size:,} bytes; at most {max_bytes:,} are read."
    hint = "Name a smaller file, or raise it with %lux config max_file_size=…"
    raise InvalidRequest(message, code="FILE_TOO_LARGE", hint=hint, details={"path": path})


def _refused(path: str, code: str, reason: str) -> PermissionDenied:
    hint = "Allow another folder with %lux config allowed_roots=/some/folder"
    return PermissionDenied(
        f"The file {path!r} is not read: {reason}.",
        code=code,
        hint=hint if code == "FILE_OUTSIDE_ROOTS" else None,
        details={"path": path},
    )


def _binary(path: str) -> InvalidRequest:
    message = f"The file {path!r} is not UTF-8 text."
    return InvalidRequest(message, code="FILE_IS_BINARY", details={"path": path})


def _not_readable(path: str, error: OSError) -> LuxError:
    details = {"path": path}
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return NotFound(f"There is no file {path!r}.", code="FILE_NOT_FOUND", details=details)
    message = f"The file {path!r} can't be read: {error.strerror}."
    return PermissionDenied(message, code="FILE_NOT_READABLE", details=details)

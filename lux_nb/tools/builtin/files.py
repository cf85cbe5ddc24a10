"""Files: read, write, edit, delete, within the allowed folders only.

Each step of a path is opened without following links, so nothing can be swapped in between
the check and the use. A write goes to a new file that then takes the old one's place.
"""

import contextlib
import os
import stat
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from lux_nb.errors import Conflict, InvalidRequest, LuxError, NotFound, PermissionDenied
from lux_nb.reasoning.files import read_file as read_text_file

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
FilePath = Annotated[str, Field(description="Path of the file, below an allowed folder.")]
Listed = Iterator[tuple[Callable[..., Any], dict[str, Any]]]


def tools(engine: "Engine") -> Listed:
    """Yield the file tools."""
    about: dict[str, Any] = {"category": "filesystem", "tags": ("file",)}

    def roots() -> list[Path]:
        return engine.settings.allowed_roots or [Path.cwd()]

    def read_file(path: FilePath) -> dict[str, Any]:
        """Read a text file."""
        found = read_text_file(path, roots(), engine.settings.max_file_size)
        return {"path": path, "content": found.text, "size": len(found.text.encode())}

    def write_file(
        path: FilePath,
        content: Annotated[str, Field(description="The text to write.")],
        mode: Annotated[Literal["overwrite", "append", "create"], Field()] = "overwrite",
    ) -> dict[str, Any]:
        """Write a text file; the whole of it or nothing is written."""
        with opened_folder(path, roots()) as (folder, name):
            exists = file_exists(path, folder, name)
            if mode == "create" and exists:
                raise Conflict(f"There is a file {path!r} already.", code="FILE_EXISTS")
            before = _read(path, roots(), engine) if mode == "append" and exists else ""
            replace_file(folder, name, before + content)
        return {"path": path, "size": len((before + content).encode()), "created": not exists}

    def edit_file(
        path: FilePath,
        old: Annotated[str, Field(min_length=1, description="Text to replace; must be there.")],
        new: Annotated[str, Field(description="Text to put in its place.")],
        replace_all: bool = False,
    ) -> dict[str, Any]:
        """Replace a text in a file; it must occur exactly once unless replace_all is set."""
        before = _read(path, roots(), engine)
        count = before.count(old)
        if count == 0 or (count > 1 and not replace_all):
            reason = "is not in it" if count == 0 else f"is in it {count} times"
            message = f"The file {path!r} is left as it is: the text {reason}."
            raise InvalidRequest(message, code="EDIT_NOT_UNIQUE" if count else "EDIT_NOT_FOUND")
        with opened_folder(path, roots()) as (folder, name):
            replace_file(folder, name, before.replace(old, new))
        return {"path": path, "replacements": count}

    def delete_file(path: FilePath) -> dict[str, Any]:
        """Delete one file; folders are left alone."""
        with opened_folder(path, roots()) as (folder, name):
            if not file_exists(path, folder, name):
                raise NotFound(f"There is no file {path!r}.", code="FILE_NOT_FOUND")
            os.unlink(name, dir_fd=folder)
        return {"path": path, "deleted": True}

    def create_directory(
        path: Annotated[str, Field(description="Path of the folder, below an allowed one.")],
    ) -> dict[str, Any]:
        """Create a folder, and those above it that are missing."""
        with opened_folder(path, roots(), make=True) as (folder, name):
            with contextlib.suppress(FileExistsError):
                os.mkdir(name, 0o755, dir_fd=folder)
                return {"path": path, "created": True}
            if not stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                raise Conflict(f"{path!r} is there and is not a folder.", code="FILE_EXISTS")
        return {"path": path, "created": False}

    for function in (read_file, write_file, edit_file, delete_file, create_directory):
        yield function, dict(about)


@contextlib.contextmanager
def opened_folder(
    path: str, roots: Sequence[Path], *, make: bool = False
) -> Iterator[tuple[int, str]]:
    """Open the folder a path is in, step by step, and give the last name."""
    root, parts = place_below(path, roots)
    with contextlib.ExitStack() as opened:

        def enter(name: str | Path, folder: int | None) -> int:
            descriptor = os.open(name, _FOLDER, dir_fd=folder)
            opened.callback(os.close, descriptor)
            return descriptor

        try:
            current = enter(root, None)
            for name in parts[:-1]:
                if make:
                    with contextlib.suppress(FileExistsError):
                        os.mkdir(name, 0o755, dir_fd=current)
                current = enter(name, current)
        except OSError as error:
            raise _unreachable(path, error) from None
        yield current, parts[-1]


def place_below(path: str, roots: Sequence[Path]) -> tuple[Path, tuple[str, ...]]:
    """Find the allowed folder a path lies below, by its text alone."""
    if not path or "\0" in path:
        raise InvalidRequest("path: is empty or holds a NUL character.", code="FILE_PATH_INVALID")
    given = Path(path).expanduser()
    if ".." in given.parts:
        message = f"{path!r} is refused: '..' is not allowed in a path."
        raise PermissionDenied(message, code="FILE_PARENT_REFERENCE")
    for root in roots:
        real = root.resolve()
        for base in (root.absolute(), real):
            full = given if given.is_absolute() else base / given
            with contextlib.suppress(ValueError):
                parts = full.relative_to(base).parts
                if parts:
                    return real, parts
    allowed = ", ".join(str(root) for root in roots)
    message = f"{path!r} is refused: it is outside the allowed folders ({allowed})."
    hint = "Allow another folder with %lux config allowed_roots=/some/folder"
    raise PermissionDenied(message, code="FILE_OUTSIDE_ROOTS", hint=hint)


def _read(path: str, roots: Sequence[Path], engine: "Engine") -> str:
    return read_text_file(path, roots, engine.settings.max_file_size).text


def file_exists(path: str, folder: int, name: str) -> bool:
    """Tell whether a regular file is there; anything else under its name is refused."""
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(mode):
        kind = "a symbolic link" if stat.S_ISLNK(mode) else "not a regular file"
        raise PermissionDenied(f"{path!r} is refused: it is {kind}.", code="FILE_NOT_REGULAR")
    return True


def read_bytes(path: str, roots: Sequence[Path], most_bytes: int) -> bytes:
    """Read a file of any kind below the allowed folders, up to a size."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with opened_folder(path, roots) as (folder, name):
        if not file_exists(path, folder, name):
            raise NotFound(f"There is no file {path!r}.", code="FILE_NOT_FOUND")
        try:
            descriptor = os.open(name, flags, dir_fd=folder)
        except OSError as error:
            raise _unreachable(path, error) from None
    with os.fdopen(descriptor, "rb") as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        message = f"The file {path!r} is larger than {most_bytes:,} bytes."
        raise InvalidRequest(message, code="FILE_TOO_LARGE", details={"path": path})
    return data


def replace_file(folder: int, name: str, content: str | bytes) -> None:
    """Write a text or bytes beside a file and then put it in the file's place."""
    data = content.encode() if isinstance(content, str) else content
    temporary = f".{name[:100]}.{uuid.uuid4().hex[:8]}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(temporary, flags, 0o644, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            mode = stat.S_IMODE(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
            os.chmod(temporary, mode, dir_fd=folder)
        os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary, dir_fd=folder)
        raise


def _unreachable(path: str, error: OSError) -> LuxError:
    if isinstance(error, FileNotFoundError):
        message = f"A folder of {path!r} is not there."
        return NotFound(message, code="FILE_NOT_FOUND", hint="create_directory makes it.")
    reason = "a folder on the way is a symbolic link or a file"
    if not isinstance(error, NotADirectoryError) and error.errno != 40:
        reason = error.strerror or str(error)
    return PermissionDenied(f"{path!r} is refused: {reason}.", code="FILE_NOT_REACHABLE")

"""The configuration files of assistants, and the entry that makes them attach."""

import difflib
import json
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lux_nb.errors import InvalidRequest, StorageError

SERVER_NAME = "lux-nb"
BACKUP_SUFFIX = ".lux-nb-backup"


@dataclass(frozen=True, slots=True)
class Client:
    """An assistant: where its configuration is, and how it writes down a server."""

    name: str
    title: str
    user_file: Callable[[], Path]
    project_file: str | None
    section: str
    names_type: bool


def settings_folder() -> Path:
    """Return the folder where desktop applications keep their settings on this system."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if os.name == "nt":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


CLIENTS = {
    client.name: client
    for client in (
        Client(
            "claude-desktop",
            "Claude Desktop",
            lambda: settings_folder() / "Claude" / "claude_desktop_config.json",
            None,
            "mcpServers",
            names_type=False,
        ),
        Client(
            "cursor",
            "Cursor",
            lambda: Path.home() / ".cursor" / "mcp.json",
            ".cursor/mcp.json",
            "mcpServers",
            names_type=False,
        ),
        Client(
            "vscode",
            "VS Code",
            lambda: settings_folder() / "Code" / "User" / "mcp.json",
            ".vscode/mcp.json",
            "servers",
            names_type=True,
        ),
        Client(
            "claude-code",
            "Claude Code",
            lambda: Path.home() / ".claude.json",
            ".mcp.json",
            "mcpServers",
            names_type=True,
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Change:
    """What would be written, and where."""

    path: Path
    before: str
    after: str

    @property
    def is_needed(self) -> bool:
        """Whether the file says something else now."""
        return self.before != self.after

    def diff(self) -> str:
        """Return the change as a unified diff."""
        lines = difflib.unified_diff(
            self.before.splitlines(),
            self.after.splitlines(),
            fromfile=str(self.path),
            tofile=str(self.path),
            lineterm="",
        )
        return "\n".join(lines)

    def write(self) -> Path | None:
        """Write the file in one step and return the backup of what was there before."""
        target = self.path.resolve()
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            backup = None
            if target.exists():
                backup = target.with_name(target.name + BACKUP_SUFFIX)
                shutil.copy2(target, backup)
            _replace(target, self.after)
        except OSError as error:
            message = f"{self.path} can't be written: {error.strerror}."
            raise StorageError(message) from error
        return backup


def plan(client: Client, *, in_project: bool = False, toolsets: Sequence[str] = ()) -> Change:
    """Work out what the client's file must say for it to attach; nothing is written."""
    path = _file_of(client, in_project=in_project)
    before = _read(path)
    configuration = _parse(path, before)
    section = configuration.setdefault(client.section, {})
    if not isinstance(section, dict):
        message = f"{path}: {client.section!r} is not an object, so it was left as it is."
        raise InvalidRequest(message, code="BAD_CONFIGURATION")
    section[SERVER_NAME] = entry(client, toolsets)
    text = json.dumps(configuration, indent=_indentation(before), ensure_ascii=False)
    return Change(path, before, text + "\n")


def entry(client: Client, toolsets: Sequence[str] = ()) -> dict[str, Any]:
    """Return the server entry: the command of this very installation, by its full path."""
    command, *arguments = attach_command()
    if toolsets:
        arguments += ["--toolsets", ",".join(toolsets)]
    made: dict[str, Any] = {"type": "stdio"} if client.names_type else {}
    made.update(command=command, args=arguments)
    if os.environ.get("LUX_HOME"):
        # Without it the bridge would look for kernels in another folder than they register in.
        made["env"] = {"LUX_HOME": str(Path(os.environ["LUX_HOME"]).expanduser().absolute())}
    return made


def attach_command() -> list[str]:
    """Return the command that starts the bridge."""
    started = Path(sys.argv[0])
    beside = Path(sys.executable).parent / ("lux-nb.exe" if os.name == "nt" else "lux-nb")
    for script in (started, beside):
        if script.stem == "lux-nb" and script.is_file():
            return [str(script.absolute()), "attach"]
    return [sys.executable, "-m", "lux_nb.attach"]


def _file_of(client: Client, *, in_project: bool) -> Path:
    if not in_project:
        return client.user_file()
    if client.project_file is None:
        message = f"{client.title} has no configuration per project."
        raise InvalidRequest(message, hint="Leave --project out.")
    return Path.cwd() / client.project_file


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path} can't be read: {error}."
        raise StorageError(message) from error


def _parse(path: Path, text: str) -> dict[str, Any]:
    if not text.strip():
        return {}
    try:
        configuration = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"{path} is not valid JSON (line {error.lineno}: {error.msg})."
        hint = "It was left as it is. Mend it, or add the entry by hand."
        raise InvalidRequest(message, code="BAD_CONFIGURATION", hint=hint) from None
    if not isinstance(configuration, dict):
        message = f"{path} does not hold a JSON object, so it was left as it is."
        raise InvalidRequest(message, code="BAD_CONFIGURATION")
    return configuration


def _indentation(text: str) -> str | int:
    found = re.search(r"^([ \t]+)\S", text, re.MULTILINE)
    return found.group(1) if found else 2


def _replace(target: Path, text: str) -> None:
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise

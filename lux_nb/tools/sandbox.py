"""Code tools in a sandbox the operating system enforces: Landlock, seccomp and limits.

Python runs in a process of its own; JavaScript in QuickJS inside such a process. What can't
be enforced is refused with PERMISSION_DENIED; nothing is ever run unconfined.
"""

import json
import os
import platform
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from lux_nb.config import Settings
from lux_nb.errors import InvalidRequest, LuxError, PermissionDenied, TimedOut
from lux_nb.options.kinds import parse_size
from lux_nb.tools.definitions import Handler, Tool

LANGUAGES = ("python", "javascript")
DEFAULT_MEMORY = 256 * 1024**2
DEFAULT_SECONDS = 30.0
LARGEST_PAYLOAD = 100_000
_SYSTEM = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/dev/null", "/dev/urandom")
_PRIVATE = (
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 "
    "192.168.0.0/16 224.0.0.0/4 ::1/128 fc00::/7 fe80::/10"
).split()

# Landlock judges the opening of files, not the change of their modes, owners and times.
_DENIED_CALLS = (
    "fchmod fchmodat fchmodat2 fchown fchownat utimensat "
    "setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr"
).split()
# Only the oldest machines still have these.
_DENIED_OLD_CALLS = "chmod chown lchown utime utimes futimesat".split()

_RUN_PYTHON = """
import contextlib, io, json, sys
given = json.loads(sys.argv[1])
real, said = sys.stdout, io.StringIO()
space = {"__name__": "__tool__", "arguments": given["arguments"]}
with contextlib.redirect_stdout(said):
    exec(compile(given["code"], "<tool>", "exec"), space)
    run = space.get("run")
    result = run(**given["arguments"]) if callable(run) else space.get("result")
real.write(json.dumps({"result": result, "stdout": said.getvalue()}, default=str))
"""
_RUN_JAVASCRIPT = """
import json, sys, quickjs
given = json.loads(sys.argv[1])
context = quickjs.Context()
context.set_memory_limit(given["memory"])
context.set_max_stack_size(1024 * 1024)
said = []
context.add_callable("__say", lambda text: said.append(str(text)))
context.eval(
    "var console = {log: (...a) => { __say(a.map(x => typeof x === 'string' ? x : "
    "JSON.stringify(x)).join(' ')); }}; var arguments_ = JSON.parse("
    + json.dumps(json.dumps(given["arguments"])) + "); var args = arguments_;"
)
last = context.eval(given["code"])
text = context.eval(
    "typeof run === 'function' ? JSON.stringify(run(arguments_)) : "
    "typeof result !== 'undefined' ? JSON.stringify(result) : undefined"
)
if text is None:
    text = last.json() if isinstance(last, quickjs.Object) else json.dumps(last)
print(json.dumps({"result": json.loads(text) if text else None, "stdout": "\\n".join(said)}))
"""


@dataclass(frozen=True, slots=True)
class Permissions:
    """What code may do."""

    network: bool = False
    filesystem: Literal["none", "readonly", "readwrite"] = "none"
    paths: tuple[str, ...] = ()
    processes: bool = False
    memory: int = DEFAULT_MEMORY
    seconds: float = DEFAULT_SECONDS

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Permissions":
        """Read permissions under either of the names the spec gives them."""
        filesystem = given.get("filesystem", given.get("file_system", "none"))
        filesystem = {True: "readwrite", False: "none", None: "none"}.get(filesystem, filesystem)
        if filesystem not in {"none", "readonly", "readwrite"}:
            raise InvalidRequest("permissions.filesystem: must be none, readonly or readwrite.")
        try:
            memory = parse_size(given.get("memory", given.get("memory_limit", DEFAULT_MEMORY)))
            milliseconds = given.get("timeout", given.get("time_limit", DEFAULT_SECONDS * 1000))
            seconds = float(milliseconds) / 1000
        except (TypeError, ValueError) as error:
            raise InvalidRequest(f"permissions: {error}.") from None
        return cls(
            network=bool(given.get("network", given.get("network_access", False))),
            filesystem=filesystem,
            paths=tuple(str(path) for path in given.get("paths") or ()),
            processes=bool(given.get("processes", given.get("process_execution", False))),
            memory=max(memory, 32 * 1024**2),
            seconds=min(max(seconds, 0.05), 3600.0),
        )


def code_handler(tool: Tool, settings: Settings) -> Handler:
    """Return a function that runs a tool's code, or the code it is given, in the sandbox."""
    handler = tool.handler
    language = str(handler.get("language", "python")).lower()
    code = handler.get("code")
    if language not in LANGUAGES:
        raise InvalidRequest(f"handler.language: must be one of {', '.join(LANGUAGES)}.")
    if not isinstance(code, str) or not code.strip():
        raise InvalidRequest("handler.code: required.")

    def run(_sandbox: dict[str, Any] | None = None, **arguments: Any) -> Any:
        permissions = asked_permissions(tool.permissions, _sandbox)
        return run_code(language, code, arguments, permissions, settings)["result"]

    return run


def asked_permissions(
    configured: Mapping[str, Any], sandbox: Mapping[str, Any] | None
) -> Permissions:
    """Return the permissions of a call: the tool's, with those of the call in their place."""
    given = sandbox or {}
    if given.get("enabled") is False:
        message = "Code is never run without the sandbox."
        raise PermissionDenied(message, hint="Leave out sandbox.enabled.")
    return Permissions.read({**configured, **(given.get("permissions") or {})})


def run_code(
    language: str,
    code: str,
    arguments: Mapping[str, Any],
    permissions: Permissions,
    settings: Settings,
) -> dict[str, Any]:
    """Run code confined; returns its ``result`` and what it printed."""
    payload = {"code": code, "arguments": dict(arguments), "memory": permissions.memory // 2}
    text = json.dumps(payload, default=str)
    if len(text.encode()) > LARGEST_PAYLOAD:
        raise InvalidRequest(f"Code and arguments are larger than {LARGEST_PAYLOAD:,} bytes.")
    script = _RUN_JAVASCRIPT if language == "javascript" else _RUN_PYTHON
    ended = _confined(["-c", script, text], permissions, settings)
    if ended.success:
        try:
            made: dict[str, Any] = json.loads(ended.stdout)
        except ValueError:
            raise LuxError("The code's result is not JSON.", code="EXECUTION_ERROR") from None
        return made
    raise _failure(ended, permissions)


def _confined(command: list[str], permissions: Permissions, settings: Settings) -> Any:
    try:
        import sandlock  # type: ignore[import-untyped]
    except ImportError:
        message = "Code can't be confined here: the package sandlock is missing."
        raise PermissionDenied(message, hint="pip install sandlock quickjs") from None
    readable, writable = _folders(permissions, settings)
    if permissions.network and not settings.tools_network:
        message = "Code may not use the network."
        raise PermissionDenied(message, hint="Allow it with %lux config tools_network=true")
    try:
        box = sandlock.Sandbox(
            fs_readable=[*_runtime(), *readable],
            fs_writable=writable,
            net_deny=list(_PRIVATE) if permissions.network else [],
            extra_deny_syscalls=_denied_calls(),
            max_memory=permissions.memory,
            max_processes=32 if permissions.processes else 1,
            clean_env=True,
            no_coredump=True,
        )
        return box.run([sys.executable, "-I", "-B", *command], timeout=permissions.seconds)
    except (sandlock.SandlockError, OSError, RuntimeError, ValueError) as error:
        message = f"The sandbox can't be enforced here: {error}."
        hint = "It needs Linux with Landlock (kernel 5.13 or newer) and seccomp."
        raise PermissionDenied(message, hint=hint) from None


def _denied_calls() -> list[str]:
    old = _DENIED_OLD_CALLS if platform.machine() in {"x86_64", "AMD64"} else []
    return [*_DENIED_CALLS, *old]


def _runtime() -> list[str]:
    """Return the folders Python itself is read from."""
    folders = [*_SYSTEM, sys.prefix, sys.base_prefix, str(Path(sys.executable).resolve().parent)]
    return [folder for folder in dict.fromkeys(folders) if Path(folder).exists()]


def _folders(permissions: Permissions, settings: Settings) -> tuple[list[str], list[str]]:
    """Return the folders to read and to write, all of them below the allowed roots."""
    if permissions.filesystem == "none":
        return [], []
    roots = [root.resolve() for root in settings.allowed_roots or [Path.cwd()]]
    wanted = [Path(os.path.realpath(path)) for path in permissions.paths] or roots
    for path in wanted:
        if not any(path == root or root in path.parents for root in roots):
            message = f"Code may not reach {path}: it is outside the allowed folders."
            hint = "Allow another folder with %lux config allowed_roots=/some/folder"
            raise PermissionDenied(message, hint=hint)
    folders = [str(path) for path in wanted]
    return folders, folders if permissions.filesystem == "readwrite" else []


def _failure(ended: Any, permissions: Permissions) -> LuxError:
    reason = getattr(ended.reason, "name", "")
    if reason == "TIMEOUT":
        return TimedOut(f"The code took longer than {permissions.seconds:g} s and was ended.")
    said = ended.stderr.decode(errors="replace").strip()
    last = said.splitlines()[-1] if said else ended.error or f"exit code {ended.exit_code}"
    if reason == "KILLED" or "MemoryError" in last or "out of memory" in last:
        mebibytes = permissions.memory // 1024**2
        message = f"The code was ended by a limit of the sandbox (memory {mebibytes} MB): {last}"
        return LuxError(message, code="EXECUTION_ERROR", details={"limit": "memory"})
    if "PermissionError" in last or "Operation not permitted" in last:
        return PermissionDenied(f"The sandbox did not allow it: {last}", details={"stderr": said})
    return LuxError(
        f"The code failed: {last}", code="EXECUTION_ERROR", details={"stderr": said[-2000:]}
    )

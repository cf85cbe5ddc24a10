"""The exposure of running kernels: found out by looking and trying, not by asking alone."""

import json
import os
import stat
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from lux_nb.server.registry import KernelEntry, registry_folder, running_kernels

VERSION = "2026-07-28"
TRY_SECONDS = 5.0
LOOPBACK = {"127.0.0.1", "localhost", "::1"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked."""

    what: str
    told: str
    is_good: bool = True


@dataclass(slots=True)
class KernelAudit:
    """What was found about one kernel."""

    kernel_id: str
    pid: int
    notebook: str | None
    findings: list[Finding] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether nothing was found that should not be."""
        return all(finding.is_good for finding in self.findings)


def audit_kernels(folder: Path | None = None) -> list[KernelAudit]:
    """Look at every kernel that runs: address, authentication, files, clients, consents."""
    place = folder or registry_folder()
    return [_audit(entry, place) for entry in running_kernels(place)]


def _audit(entry: KernelEntry, folder: Path) -> KernelAudit:
    made = KernelAudit(entry.kernel_id, entry.pid, entry.notebook)
    made.findings = [
        _address(entry),
        _refuses(entry, "no token", {}, 401),
        _refuses(entry, "wrong token", {"authorization": "Bearer wrong"}, 401),
        _refuses(entry, "other host name", {**_token(entry), "host": "example.org"}, 421),
        _refuses(entry, "other origin", {**_token(entry), "origin": "http://example.org"}, 403),
        _private(folder / f"{entry.kernel_id}.json", "registry file"),
        _private(folder, "registry folder"),
        _clients(entry),
        *_consents(entry),
    ]
    return made


def _address(entry: KernelEntry) -> Finding:
    """Say where the process listens, as the system knows it."""
    import psutil  # type: ignore[import-untyped]

    try:
        open_sockets = psutil.Process(entry.pid).net_connections(kind="tcp")
    except psutil.Error:
        listening = {str(urlsplit(entry.url).hostname)}
    else:
        listening = {
            one.laddr.ip
            for one in open_sockets
            if one.status == psutil.CONN_LISTEN and one.laddr.port == entry.port
        }
    told = ", ".join(f"{address}:{entry.port}" for address in sorted(listening))
    return Finding("address", told or entry.url, is_good=listening <= LOOPBACK)


def _refuses(entry: KernelEntry, what: str, headers: Mapping[str, str], wanted: int) -> Finding:
    status, _ = _post(entry, "tools/list", {}, headers)
    refused = status in {wanted, 400, 401, 403, 421}
    told = f"refused (HTTP {status})" if refused else f"HTTP {status}: should be refused"
    return Finding(what, told, is_good=refused)


def _private(path: Path, what: str) -> Finding:
    try:
        facts = path.stat()
    except OSError as error:
        return Finding(what, f"can't be read: {error.strerror}", is_good=False)
    mode = stat.S_IMODE(facts.st_mode)
    if os.name != "posix":
        return Finding(what, str(path))
    own = facts.st_uid == os.getuid()
    told = f"mode {mode:04o}, {'yours' if own else f'of user {facts.st_uid}'}"
    return Finding(what, told, is_good=own and not mode & 0o077)


def _clients(entry: KernelEntry) -> Finding:
    """Name the processes that hold a connection to the kernel's port."""
    import psutil

    try:
        every = psutil.net_connections(kind="tcp")
    except psutil.Error:
        return Finding("clients attached", "not known: the system does not tell")
    pids = {
        one.pid
        for one in every
        if one.raddr and one.raddr.port == entry.port and one.pid and one.pid != os.getpid()
    }
    names = sorted(f"{_process_name(pid)} (pid {pid})" for pid in pids)
    return Finding("clients attached", ", ".join(names) or "none")


def _process_name(pid: int) -> str:
    import psutil

    try:
        words = psutil.Process(pid).cmdline()
        return "lux-nb attach" if "attach" in " ".join(words) else psutil.Process(pid).name()
    except psutil.Error:
        return "ended"


def _consents(entry: KernelEntry) -> list[Finding]:
    """Say what assistants may do, where the kernel keeps consents."""
    params = {"name": "consent_list", "arguments": {}}
    status, answer = _post(entry, "tools/call", params, _token(entry))
    result = answer.get("result") or {}
    if status != 200 or result.get("isError") or "structuredContent" not in result:
        return []
    told = result["structuredContent"]
    rules = [_rule(rule) for rule in told.get("rules") or []]
    waiting = len(told.get("pending") or [])
    return [Finding("consents", ", ".join(rules) or "none"), Finding("waiting", str(waiting))]


def _rule(rule: Mapping[str, Any]) -> str:
    verb = "may" if rule.get("allows") else "may not"
    left = rule.get("seconds_left")
    until = f" for {left:.0f} s" if isinstance(left, int | float) else ""
    return f"{rule.get('client') or 'all'} {verb} {rule.get('scope')}{until}"


def _token(entry: KernelEntry) -> dict[str, str]:
    return {"authorization": f"Bearer {entry.token}"}


def _post(
    entry: KernelEntry, method: str, params: Mapping[str, Any], headers: Mapping[str, str]
) -> tuple[int, dict[str, Any]]:
    meta = {
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "lux-nb audit", "version": "1"},
    }
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}
    sent = {
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": VERSION,
        "mcp-method": method,
        **({"mcp-name": params["name"]} if "name" in params else {}),
        **headers,
    }
    request = urllib.request.Request(entry.url, json.dumps(body).encode(), sent)  # noqa: S310
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=TRY_SECONDS) as response:
            return response.status, _read(response.read())
    except urllib.error.HTTPError as error:
        return error.code, {}
    except OSError:
        return 0, {}


def _read(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}

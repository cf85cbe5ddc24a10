"""How an error looks on each surface: mapped here, once, from the error tree.

==========  =====================================================================
surface     shape
==========  =====================================================================
lux.call    ``{"error": {"code", "message", "details", "hint"}}`` (raised in Python)
JSON-RPC    ``{"code": -32602, "message", "data": {"details", "code", "hint"}}``
Mercury     ``{"error": {"type", "message", "code", "retry_after"}}``
MCR         ``{"success": false, "error": CODE, "message", "details"}``
Cortex      ``{"success": false, "error": message, "error_code": CODE, "details"}``
MXF         ``{"success": false, "error": {"code", "message", "details"}}``
==========  =====================================================================
"""

import asyncio
import json
from typing import Any

from lux_nb.errors import Cancelled, InvalidRequest, LuxError

Payload = dict[str, Any]


def as_lux_error(error: BaseException) -> LuxError:
    """Turn anything that was raised into the error tree; what is unforeseen becomes the root."""
    if isinstance(error, LuxError):
        return error
    if isinstance(error, asyncio.CancelledError | KeyboardInterrupt):
        return Cancelled("The call was interrupted.")
    return LuxError(
        f"Something unforeseen went wrong: {type(error).__name__}: {error}",
        hint="The log file named by %lux status has the details.",
    )


def plain(error: LuxError) -> Payload:
    """Return the error as lux.call and the REST surface tell it."""
    return _without_none(
        {
            "code": error.code,
            "message": error.message,
            "details": error.details,
            "hint": error.hint,
            "retry_after": error.retry_after,
        }
    )


def json_rpc(error: LuxError) -> Payload:
    """Return the JSON-RPC error object of the Lux reference."""
    data = _without_none(
        {"details": error.details or error.message, "code": error.code, "hint": error.hint}
    )
    return {"code": error.json_rpc_code, "message": str(error), "data": data}


def mercury(error: LuxError) -> Payload:
    """Return the error object of the Mercury reference."""
    return {
        "error": _without_none(
            {
                "type": error.mercury_type,
                "message": str(error),
                "code": error.code,
                "retry_after": error.retry_after,
            }
        )
    }


def mcr(error: LuxError) -> Payload:
    """Return the failed ``tool_result`` payload of the MCR reference."""
    details = error.details if isinstance(error.details, str) else _text(error.details)
    code = "INVALID_INPUT" if error.code == InvalidRequest.default_code else error.code
    return _without_none(
        {"success": False, "error": code, "message": str(error), "details": details}
    )


def cortex(error: LuxError) -> Payload:
    """Return the error payload of the Cortex reference."""
    return {
        "success": False,
        "error": str(error),
        "error_code": error.code,
        "details": _text(error.details) or error.message,
    }


def mxf(error: LuxError) -> Payload:
    """Return the error payload of the MXF reference."""
    return {"success": False, "error": plain(error)}


BY_TOOLSET = {"models": mercury, "logic": mcr, "memory": cortex, "tools": mxf}
"""The references that give their tools' errors a shape of their own."""


def _text(details: Any) -> str | None:
    if details is None or isinstance(details, str):
        return details
    return json.dumps(details, ensure_ascii=False, default=str)


def _without_none(payload: Payload) -> Payload:
    return {name: value for name, value in payload.items() if value is not None}

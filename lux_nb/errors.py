"""Every error a user or an assistant can meet, in one tree.

::

    LuxError                      INTERNAL_ERROR      the root; also what is unforeseen
    ├── InvalidRequest            VALIDATION_ERROR    a parameter is missing or wrong
    ├── NotFound                  NOT_FOUND           a thread, session, file … is not there
    ├── UnknownOperation          UNKNOWN_OPERATION   no operation has this name
    ├── PermissionDenied          PERMISSION_DENIED   not allowed, or not consented to
    ├── Conflict                  CONFLICT            somebody else changed it meanwhile
    ├── NotConfigured             NOT_CONFIGURED      a key, extra or program is missing
    ├── AuthenticationFailed      AUTHENTICATION_FAILED   the provider refused the key
    ├── RateLimited               RATE_LIMITED        too many calls; retry_after says when
    ├── BudgetExceeded            BUDGET_EXCEEDED     the call could pass the budget
    ├── ProviderError             PROVIDER_ERROR      the model's service failed
    ├── TimedOut                  TIMEOUT             it took longer than its limit
    ├── StillRunning              STILL_RUNNING       it goes on as a job; the details name it
    ├── Cancelled                 CANCELLED           interrupted by the user or the client
    └── StorageError              STORAGE_ERROR       the store can't be read or written

An operation raises one of these with a finer ``code`` where a spec names one
(``SESSION_NOT_FOUND``, ``LICENSE_REQUIRED``); surfaces map the class, once, in
:mod:`lux_nb.engine.payloads`.
"""

from typing import Any, ClassVar


class LuxError(Exception):
    """An error with a code, a message, details and a hint about what to do next."""

    default_code: ClassVar[str] = "INTERNAL_ERROR"
    json_rpc_code: ClassVar[int] = -32603
    http_status: ClassVar[int] = 500
    mercury_type: ClassVar[str] = "api_error"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        details: Any = None,
        hint: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.details = details
        self.hint = hint
        self.retry_after = retry_after

    def __str__(self) -> str:
        return f"{self.message} {self.hint}" if self.hint else self.message

    def _render_traceback_(self) -> list[str]:
        """Show one short message in a cell instead of a traceback of ours."""
        lines = [f"{type(self).__name__} [{self.code}]: {self.message}"]
        if self.hint:
            lines.append(f"  → {self.hint}")
        return lines


class InvalidRequest(LuxError):
    """A parameter is missing, of the wrong type or out of range."""

    default_code = "VALIDATION_ERROR"
    json_rpc_code = -32602
    http_status = 400
    mercury_type = "validation_error"


class NotFound(LuxError):
    """The thing that was named does not exist."""

    default_code = "NOT_FOUND"
    json_rpc_code = -32602
    http_status = 404
    mercury_type = "validation_error"


class UnknownOperation(NotFound):
    """No operation is registered under this name."""

    default_code = "UNKNOWN_OPERATION"
    json_rpc_code = -32601


class PermissionDenied(LuxError):
    """It is not allowed, or nobody consented to it."""

    default_code = "PERMISSION_DENIED"
    json_rpc_code = -32600
    http_status = 403
    mercury_type = "validation_error"


class Conflict(LuxError):
    """The state changed in between, or the name is taken."""

    default_code = "CONFLICT"
    json_rpc_code = -32600
    http_status = 409
    mercury_type = "validation_error"


class NotConfigured(LuxError):
    """A key, an extra or a program is missing; the hint says how to get it."""

    default_code = "NOT_CONFIGURED"
    json_rpc_code = -32600
    http_status = 501
    mercury_type = "auth_error"


class AuthenticationFailed(LuxError):
    """The provider did not accept the key."""

    default_code = "AUTHENTICATION_FAILED"
    json_rpc_code = -32600
    http_status = 401
    mercury_type = "auth_error"


class RateLimited(LuxError):
    """Too many calls in the window; ``retry_after`` says when the next may come."""

    default_code = "RATE_LIMITED"
    http_status = 429
    mercury_type = "rate_limit"


class BudgetExceeded(LuxError):
    """The call could cost more than the budget leaves, so it was not made."""

    default_code = "BUDGET_EXCEEDED"
    http_status = 402


class ProviderError(LuxError):
    """The model's service failed or answered something unusable."""

    default_code = "PROVIDER_ERROR"
    http_status = 502


class TimedOut(LuxError):
    """It took longer than its limit."""

    default_code = "TIMEOUT"
    http_status = 504


class StillRunning(LuxError):
    """It takes longer than a client waits, and goes on as the job that the details name."""

    default_code = "STILL_RUNNING"
    http_status = 202


class Cancelled(LuxError):
    """The user or the client interrupted it."""

    default_code = "CANCELLED"
    http_status = 499


class StorageError(LuxError):
    """The store can't be read or written."""

    default_code = "STORAGE_ERROR"

"""Running a tool's function: coroutines on the loop, the rest in a thread, never forever."""

import asyncio
import contextvars
import inspect
import threading
from collections.abc import Awaitable, Callable
from typing import Any

from lux_nb.errors import LuxError, TimedOut


class Runner:
    """Calls functions with a time limit.

    Each plain function gets a daemon thread, so that one which hangs can neither block the
    others nor keep the kernel from ending.
    """

    async def run(
        self, name: str, function: Callable[..., Any], arguments: dict[str, Any], seconds: float
    ) -> Any:
        """Return what the function returns; its own errors become EXECUTION_ERROR."""
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                return await self._call(function, arguments)
        except TimeoutError as error:
            if limit.expired():
                message = f"{name!r} took longer than {seconds:g} s."
                hint = "Give it more time with the timeout option (milliseconds)."
                raise TimedOut(message, hint=hint, details={"tool": name}) from None
            raise execution_error(name, error) from error
        except LuxError:
            raise
        except Exception as error:
            raise execution_error(name, error) from error

    async def _call(self, function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
        if is_async(function):
            return await function(**arguments)
        result = await _in_thread(function, arguments)
        return await result if inspect.isawaitable(result) else result


def is_async(function: Callable[..., Any]) -> bool:
    """Tell whether calling a function gives a coroutine."""
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004 - it is looked at, not tested for
    )


def _in_thread(function: Callable[..., Any], arguments: dict[str, Any]) -> Awaitable[Any]:
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()
    context = contextvars.copy_context()

    def settle(result: Any, error: BaseException | None) -> None:
        if future.done():
            return  # nobody waits any more: it was cancelled or took too long
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def work() -> None:
        result: Any = None
        failure: Exception | None = None
        try:
            result = context.run(function, **arguments)
        except StopIteration as error:
            failure = RuntimeError(f"StopIteration: {error}")  # a future can't carry it
        except BaseException as error:
            failure = error if isinstance(error, Exception) else RuntimeError(repr(error))
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, failure)

    threading.Thread(target=work, name="lux-tool", daemon=True).start()
    return future


def execution_error(name: str, error: BaseException) -> LuxError:
    """Return the error that says a tool itself failed."""
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return LuxError(
        f"{name!r} failed: {reason}",
        code="EXECUTION_ERROR",
        details={"tool": name, "type": type(error).__name__, "reason": str(error)},
    )


def as_json(value: Any) -> Any:
    """Return a result as data JSON can hold; tables become a list of rows."""
    from pydantic_core import to_jsonable_python

    if hasattr(value, "to_dict") and hasattr(value, "columns"):
        value = value.to_dict(orient="records")
    return to_jsonable_python(value, fallback=_plain, inf_nan_mode="strings")


def _plain(value: Any) -> Any:
    """Turn numpy scalars and arrays, tables and whatever else into plain data."""
    if hasattr(value, "to_dict") and hasattr(value, "columns"):
        return value.to_dict(orient="records")
    for method in ("tolist", "to_dict", "isoformat"):
        if hasattr(value, method):
            return getattr(value, method)()
    return str(value)

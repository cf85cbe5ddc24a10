"""``/health`` and ``/metrics``: whether the kernel works, and what it did."""

import asyncio
import time
from typing import TYPE_CHECKING

from sqlalchemy import text
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from lux_nb import __version__
from lux_nb.server.metrics import CONTENT_TYPE, Metrics
from lux_nb.server.rest.answers import json_answer

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

CHECK_SECONDS = 5.0


def health_routes(engine: "Engine", metrics: Metrics) -> list[BaseRoute]:
    """Make the two routes; they need the token like any other."""

    async def health(request: HttpRequest) -> Response:
        checks = {"store": await _store(engine)}
        fine = all(state == "ok" for state in checks.values())
        told = {
            "status": "ok" if fine else "failing",
            "version": __version__,
            "uptime": round(time.monotonic() - metrics.started, 3),
            "operations": len(engine.operations),
            "checks": checks,
        }
        return json_answer(told, 200 if fine else 503)

    async def counted(request: HttpRequest) -> Response:
        return Response(metrics.text(), headers={"content-type": CONTENT_TYPE})

    return [
        Route("/health", health, methods=["GET"]),
        Route("/metrics", counted, methods=["GET"]),
    ]


async def _store(engine: "Engine") -> str:
    """Ask the store something small; its own message may hold a path or a password."""
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            await engine.store.read(
                lambda connection: connection.execute(text("SELECT 1")).scalar()
            )
    except Exception:
        return "failing"
    return "ok"

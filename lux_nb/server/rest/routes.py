"""The REST routes: those of the MXF reference, one for every operation, and their description."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from lux_nb.engine.operations import Operation
from lux_nb.engine.payloads import mxf
from lux_nb.server.calling import Caller, author_from
from lux_nb.server.peers import McpEngine
from lux_nb.server.rest.answers import (
    echo_correlation,
    error_answer,
    event_answer,
    json_answer,
    wants_events,
    wrapped_error,
)
from lux_nb.server.rest.bindings import Binding, bindings
from lux_nb.server.rest.reading import bound_parameters, read_body

OPERATIONS_PATH = "/api/operations"
OPENAPI_PATH = "/openapi.json"
CLIENT = "rest client"

Endpoint = Callable[[HttpRequest], Awaitable[Response]]


def rest_routes(engine: McpEngine) -> list[BaseRoute]:
    """Generate the REST routes of an engine from its operations."""
    rest = Rest(engine)
    made: list[BaseRoute] = [
        Route(binding.path, rest.bound(binding), methods=[binding.method])
        for binding in bindings(engine.operations)
    ]
    return [
        *made,
        Route(OPERATIONS_PATH, rest.list_operations, methods=["GET"]),
        Route(f"{OPERATIONS_PATH}/{{name}}", rest.run_operation, methods=["POST"]),
        Route(OPENAPI_PATH, rest.openapi, methods=["GET"]),
    ]


class Rest:
    """The endpoints; what they do is done by operations."""

    def __init__(self, engine: McpEngine) -> None:
        self._engine = engine
        self._caller = Caller(engine)

    def bound(self, binding: Binding) -> Endpoint:
        """Return the endpoint of a route of the table."""

        async def endpoint(request: HttpRequest) -> Response:
            try:
                declared = self._engine.operations[binding.operation]
                parameters = await bound_parameters(request, binding, declared)
                author = author_from(request.headers, CLIENT)
                result = await self._caller.run(declared.name, parameters, author)
                answer = json_answer({"success": True, "data": result.wire()})
            except Exception as error:
                answer = error_answer(self._caller, error, mxf)
            return echo_correlation(request, answer)

        return endpoint

    async def run_operation(self, request: HttpRequest) -> Response:
        """Run any operation by its name; its parameters are the body."""
        author = author_from(request.headers, CLIENT)
        try:
            declared = self._engine.operations[request.path_params["name"]]
            parameters = await read_body(request)
            if declared.streams and wants_events(request):
                declared.parse(parameters)  # what is wrong gets its status, not an event

                async def running(listener: Any) -> Any:
                    return await self._caller.run(declared.name, parameters, author, listener)

                answer = event_answer(self._caller, running)
            else:
                result = await self._caller.run(declared.name, parameters, author)
                answer = json_answer(result.wire())
        except Exception as error:
            answer = error_answer(self._caller, error, wrapped_error)
        return echo_correlation(request, answer)

    async def list_operations(self, request: HttpRequest) -> Response:
        """List the operations: what each does, and where its schema is."""
        return json_answer({"operations": [_row(o) for o in self._engine.operations.values()]})

    async def openapi(self, request: HttpRequest) -> Response:
        """Describe all routes."""
        from lux_nb.server.rest.openapi import openapi_document

        return json_answer(openapi_document(self._engine.operations))


def _row(declared: Operation) -> dict[str, Any]:
    return {
        "name": declared.name,
        "title": declared.title,
        "description": declared.summary,
        "toolset": declared.toolset,
        "streams": declared.streams,
        "spends": declared.spends,
        "writes": declared.writes,
        "runsCode": declared.runs_code,
        "url": f"{OPERATIONS_PATH}/{declared.name}",
    }

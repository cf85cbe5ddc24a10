"""Which route runs which operation: the REST interface of the MXF reference, as a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lux_nb.engine.operations import Operation

MCP = "/api/mcp"
CORRECTION = "/api/auto-correction"

META_TOOLS = (
    "error_diagnose",
    "auto_correction_status",
    "auto_correction_configure",
    "auto_correction_test",
    "auto_correction_insights",
    "tools_recommend",
    "tools_recommend_on_error",
    "tools_validate",
    "tools_discover",
    "tools_compare",
    "workflow_plan",
    "tool_help",
)
"""Tools about tools: operations of their own, executed by name like any other tool."""


@dataclass(frozen=True, slots=True)
class Binding:
    """One route and the operation behind it."""

    method: str
    path: str
    operation: str
    path_fields: Mapping[str, str] = field(default_factory=dict)
    """Variables of the path, and the request fields they fill; the same name when not told."""
    body_field: str | None = None
    """The request field that takes the whole body."""
    query: tuple[str, ...] | None = None
    """The request fields a query may give, where others would change something; else all."""
    from_arguments: bool = False
    """Whether the request is the body's ``arguments``, as when a tool is executed."""

    @property
    def variables(self) -> dict[str, str]:
        """The request field that each variable of the path fills."""
        names = [part[1:-1] for part in self.path.split("/") if part.startswith("{")]
        return {name: self.path_fields.get(name, name) for name in names}

    def allows(self, field: str) -> bool:
        """Tell whether a query may give a field."""
        return self.query is None or field in self.query

    @property
    def takes_body(self) -> bool:
        """Whether parameters come in a body; otherwise in the query."""
        return self.method in {"POST", "PUT"}


_PROVIDER = {"name": "provider"}

_TABLE = (
    Binding("GET", f"{MCP}/tools", "tools_list"),
    Binding("POST", f"{MCP}/tools", "tool_register"),
    Binding("POST", f"{MCP}/tools/batch", "tools_batch"),
    Binding("POST", f"{MCP}/tools/pipeline", "tools_pipeline"),
    Binding("POST", f"{MCP}/tools/init", "tools_init"),
    *(
        Binding("POST", f"{MCP}/tools/{name}/execute", name, from_arguments=True)
        for name in META_TOOLS
    ),
    Binding("GET", f"{MCP}/tools/{{toolId}}", "tool_get"),
    Binding("PUT", f"{MCP}/tools/{{toolId}}", "tool_update", body_field="changes"),
    Binding("DELETE", f"{MCP}/tools/{{toolId}}", "tool_remove"),
    Binding(
        "POST",
        f"{MCP}/tools/{{toolId}}/execute",
        "tool_execute",
        path_fields={"toolId": "toolName"},
    ),
    Binding("GET", f"{MCP}/tools/{{toolId}}/executions", "tool_executions"),
    Binding("GET", f"{MCP}/executions", "tool_executions"),
    Binding("DELETE", f"{MCP}/executions/{{executionId}}", "tool_cancel"),
    Binding("GET", f"{MCP}/analytics", "tools_analytics"),
    Binding("GET", f"{MCP}/cache", "tools_cache", query=()),
    Binding("PUT", f"{MCP}/cache", "tools_cache"),
    Binding("DELETE", f"{MCP}/cache", "tools_cache_clear"),
    Binding("GET", f"{MCP}/providers", "tools_provider_list"),
    Binding("POST", f"{MCP}/providers", "tools_provider_register"),
    Binding(
        "PUT",
        f"{MCP}/providers/{{name}}",
        "tools_provider_configure",
        path_fields=_PROVIDER,
        body_field="config",
    ),
    Binding("DELETE", f"{MCP}/providers/{{name}}", "tools_provider_unregister", _PROVIDER),
    Binding("POST", f"{MCP}/providers/{{name}}/refresh", "tools_provider_refresh", _PROVIDER),
    Binding("GET", f"{MCP}/providers/{{name}}/tools", "tools_provider_tools", _PROVIDER),
    Binding("GET", f"{MCP}/resources", "resources_list"),
    Binding("POST", f"{MCP}/resources", "resource_create"),
    Binding("GET", f"{MCP}/resources/{{resourceId}}", "resource_get"),
    Binding("PUT", f"{MCP}/resources/{{resourceId}}", "resource_update"),
    Binding("DELETE", f"{MCP}/resources/{{resourceId}}", "resource_delete"),
    Binding("POST", f"{MCP}/resources/{{resourceId}}/render", "resource_render"),
    Binding("GET", f"{MCP}/resources/{{resourceId}}/versions", "resource_versions"),
    Binding("GET", f"{CORRECTION}/status", "auto_correction_status"),
    Binding("GET", f"{CORRECTION}/analytics", "auto_correction_insights"),
    Binding("GET", f"{CORRECTION}/insights", "auto_correction_insights"),
    Binding("POST", f"{CORRECTION}/configure", "auto_correction_configure"),
    Binding("POST", f"{CORRECTION}/test", "auto_correction_test"),
    Binding("POST", f"{CORRECTION}/diagnose", "error_diagnose"),
    Binding("GET", f"{CORRECTION}/history", "auto_correction_history"),
    Binding(
        "GET", f"{CORRECTION}/patterns", "auto_correction_patterns", query=("minUsage", "toolId")
    ),
    Binding("POST", f"{CORRECTION}/patterns", "auto_correction_patterns"),
    Binding("GET", f"{CORRECTION}/circuit-breakers", "tools_circuits"),
    Binding(
        "POST",
        f"{CORRECTION}/circuit-breakers/{{tool}}/reset",
        "tools_circuit_reset",
        path_fields={"tool": "toolName"},
    ),
)


def bindings(operations: Mapping[str, Operation]) -> list[Binding]:
    """Return the routes whose operation is there, those with a fixed path first."""
    return [binding for binding in _TABLE if binding.operation in operations]

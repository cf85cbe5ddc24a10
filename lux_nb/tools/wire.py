"""Requests and results of the tools domain, whose names on the wire are in camelCase."""

from typing import Annotated, Any

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from lux_nb.engine.operations import Request, Result
from lux_nb.tools.executions import Context, Options
from lux_nb.tools.queue import Priority


class ToolRequest(Request):
    """A request with camelCase names; Python callers may use snake_case."""

    model_config = ConfigDict(alias_generator=to_camel)


class ToolResult(Result):
    """A result with camelCase names."""

    model_config = ConfigDict(alias_generator=to_camel)


ToolName = Annotated[str, Field(description="Name or id of a tool, as tools_list gives it.")]


class ExecuteOptions(ToolRequest):
    """How one call is run, where it differs from the tool's configuration."""

    timeout: Annotated[int | None, Field(ge=1, le=3_600_000, description="Milliseconds.")] = None
    retries: Annotated[int | None, Field(ge=0, le=20)] = None
    skip_cache: bool = False
    priority: Annotated[
        Priority, Field(description="Which calls start first while too many want to run.")
    ] = "normal"
    auto_correct: Annotated[bool, Field(description="Mend arguments that do not fit.")] = True

    def plain(self, sandbox: dict[str, Any] | None = None) -> Options:
        """Return the options as the executor takes them."""
        return Options(
            timeout=self.timeout,
            retries=self.retries,
            skip_cache=self.skip_cache,
            auto_correct=self.auto_correct,
            sandbox=sandbox,
            priority=self.priority,
        )


class ExecuteContext(ToolRequest):
    """For whom a call is made."""

    agent_id: str | None = None
    channel_id: str | None = None
    request_id: str | None = None
    conversation: Annotated[
        Any, Field(description="What was said before: a text or messages; values may come of it.")
    ] = None

    def plain(self) -> Context:
        """Return the context as the executor takes it."""
        return Context(self.agent_id, self.channel_id, self.request_id, self.conversation)

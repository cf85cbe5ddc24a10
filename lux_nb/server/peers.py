"""What the MCP surface needs of an engine: the kernel's own, or the one that says none runs."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Listener
from lux_nb.engine.jobs import Job, Jobs
from lux_nb.engine.operations import Operation, Request, Result
from lux_nb.engine.resources import Instance, Resource

if TYPE_CHECKING:
    from lux_nb.tools.resources.wire import ResourceView


class McpEngine(Protocol):
    """Operations and resources, and a way to run them."""

    @property
    def settings(self) -> Settings:
        """Where keys are known, so that they can be kept out of errors."""

    @property
    def operations(self) -> Mapping[str, Operation]:
        """The operations by wire name."""

    @property
    def resources(self) -> tuple[Resource, ...]:
        """The resources and templates."""

    async def call(
        self,
        name: str,
        parameters: Mapping[str, Any] | Request,
        *,
        author: Author,
        listener: Listener | None = None,
    ) -> Result:
        """Run an operation."""

    @property
    def jobs(self) -> Jobs:
        """The work that goes on behind calls."""

    async def begin(
        self, name: str, parameters: Mapping[str, Any] | Request, *, author: Author
    ) -> Job:
        """Run an operation as a job."""

    async def read_resource(self, uri: str) -> Result:
        """Return the state behind a URI."""

    async def list_instances(self, declared: Resource) -> list[Instance]:
        """Return what a URI template stands for now."""

    async def list_prompts(self) -> "list[ResourceView]":
        """Return the prompts that are kept."""

"""What all requests of the memory share: their ids, and errors with the code of the reference."""

from typing import Annotated, Any, Self

from pydantic import Field, ValidationError

from lux_nb.engine.operations import Request
from lux_nb.errors import InvalidRequest, LuxError, NotFound, PermissionDenied

ProjectId = Annotated[
    str, Field(min_length=1, description="Project ID, as initialize_context gives it.")
]
BranchId = Annotated[str, Field(min_length=1, description="Branch ID, as create_branch gives it.")]
ContextId = Annotated[
    str, Field(min_length=1, description="Context ID, as search_context gives it.")
]
RANKS = {"free": 0, "pro": 1, "enterprise": 2}


class MemoryRequest(Request):
    """A request whose missing or wrong parameters are ``INVALID_PARAMS``."""

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Self:
        """Validate parameters, or raise an error that names the field."""
        try:
            return super().model_validate(obj, **options)
        except ValidationError as error:
            raise _explained(cls, error) from None


def _explained(request: type[Request], error: ValidationError) -> LuxError:
    problems = []
    for problem in error.errors(include_url=False):
        field = ".".join(str(part) for part in problem["loc"]) or "request"
        reason = problem["msg"]
        if problem["type"] == "extra_forbidden":
            reason = f"unknown parameter; known are: {', '.join(request.model_fields)}"
        problems.append({"field": field, "problem": reason})
    text = "; ".join(f"{item['field']}: {item['problem']}" for item in problems)
    return invalid(text, details=problems)


def invalid(message: str, *, hint: str | None = None, details: Any = None) -> InvalidRequest:
    """Return the error for parameters that are missing or wrong."""
    return InvalidRequest(message, code="INVALID_PARAMS", hint=hint, details=details)


def no_project(project_id: str) -> NotFound:
    """Return the error for a project that is not there."""
    return NotFound(
        f"There is no project {project_id!r}.",
        code="PROJECT_NOT_FOUND",
        hint="Call initialize_context first; list_projects names those there are.",
    )


def no_branch(branch_id: str) -> NotFound:
    """Return the error for a branch that is not there."""
    return NotFound(
        f"There is no branch {branch_id!r} in this project.",
        code="BRANCH_NOT_FOUND",
        hint="Call create_branch first; list_branches names those there are.",
    )


def no_context(context_id: str) -> NotFound:
    """Return the error for a context that is not there."""
    return NotFound(
        f"There is no context {context_id!r} here.",
        code="INVALID_PARAMS",
        hint="search_context and memory_audit name the contexts there are.",
    )


def require_edition(engine: Any, needed: str, feature: str) -> None:
    """Refuse a feature that the edition set in the options does not have."""
    edition = engine.settings.edition
    if RANKS[edition] < RANKS[needed]:
        raise PermissionDenied(
            f"{feature} needs the {needed} edition; this is {edition}.",
            code="LICENSE_REQUIRED",
            hint=f"Set it with: %lux config edition={needed}",
        )

"""Database queries through SQLAlchemy: reading only, unless writing is asked for."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.errors import InvalidRequest, LuxError, PermissionDenied

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

MOST_ROWS = 10_000


def tools(engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the database tool."""

    def database_query(
        url: Annotated[str, Field(description="SQLAlchemy URL, such as sqlite:///data.db.")],
        query: Annotated[str, Field(description="One SQL statement; :name marks a parameter.")],
        parameters: dict[str, Any] = {},  # noqa: B006 - it is read only
        limit: Annotated[int, Field(ge=1, le=MOST_ROWS, description="Most rows.")] = 1000,
        read_only: Annotated[bool, Field(description="False lets the statement change data.")] = (
            True
        ),
    ) -> dict[str, Any]:
        """Run one SQL statement; data can't be changed unless read_only is false."""
        roots = engine.settings.allowed_roots or [Path.cwd()]
        return run_query(
            url, query, parameters=parameters, limit=limit, read_only=read_only, roots=roots
        )

    yield database_query, {"category": "integration", "tags": ("sql", "database", "data")}


def run_query(
    url: str,
    query: str,
    *,
    parameters: dict[str, Any],
    limit: int,
    read_only: bool,
    roots: list[Path],
) -> dict[str, Any]:
    """Run one statement in a transaction that is rolled back when it is read only."""
    from sqlalchemy import create_engine, text
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    try:
        database = create_engine(_checked(url, read_only, roots))
    except (ArgumentError, ImportError) as error:
        raise InvalidRequest(f"url: {error}.") from None
    try:
        with database.connect() as connection:
            _protect(connection, read_only)
            found = connection.execute(text(query), parameters)
            answer = _answer(found, limit)
            if read_only:
                connection.rollback()
            else:
                connection.commit()
            return answer
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        if read_only and ("readonly" in reason or "read-only" in reason or "query_only" in reason):
            message = f"The query would change data: {reason}."
            hint = "Pass read_only=false if that is meant."
            raise PermissionDenied(message, hint=hint) from None
        raise LuxError(f"The query failed: {reason}.", code="EXECUTION_ERROR") from None
    finally:
        database.dispose()


def _checked(url: str, read_only: bool, roots: list[Path]) -> Any:
    """Return the URL; a database file must lie below the allowed folders."""
    from sqlalchemy import make_url

    from lux_nb.tools.builtin.files import place_below

    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return parsed
    if not parsed.database or parsed.database == ":memory:":
        return parsed
    root, parts = place_below(parsed.database.removeprefix("file:").partition("?")[0], roots)
    path = root.joinpath(*parts)
    if path.resolve() != path:
        message = "The database is behind a symbolic link."
        raise PermissionDenied(message, code="FILE_IS_SYMLINK")
    mode = "ro" if read_only else "rw"
    return parsed.set(database=f"file:{path}", query={"mode": mode, "uri": "true"})


def _protect(connection: Any, read_only: bool) -> None:
    """Let the database itself refuse to change anything."""
    kind = connection.dialect.name
    if kind == "sqlite":
        # A query must not open other files, whatever folders are allowed.
        raw = connection.connection.driver_connection
        raw.setlimit(7, 0)  # SQLITE_LIMIT_ATTACHED
        if read_only:
            connection.exec_driver_sql("PRAGMA query_only = ON")
    elif read_only and kind in {"postgresql", "mysql", "mariadb"}:
        connection.exec_driver_sql("SET TRANSACTION READ ONLY")
    elif read_only:
        message = f"Reading only can't be enforced on {kind}."
        raise PermissionDenied(message, hint="Pass read_only=false if you trust the query.")


def _answer(found: Any, limit: int) -> dict[str, Any]:
    if not found.returns_rows:
        return {"rows": [], "columns": [], "rowCount": 0, "changed": found.rowcount}
    columns = list(found.keys())
    rows = [dict(row) for row in found.mappings().fetchmany(limit + 1)]
    cut = len(rows) > limit
    return {
        "rows": rows[:limit],
        "columns": columns,
        "rowCount": min(len(rows), limit),
        "truncated": cut,
    }

"""The registry: which tools there are, found by name or id, kept in the store."""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, select, update

from lux_nb.errors import Conflict, InvalidRequest, NotFound
from lux_nb.store.store import Store
from lux_nb.store.tool_tables import tools as tools_table
from lux_nb.tools.definitions import Configuration, Handler, Tool

CHANGEABLE = (
    "description",
    "longDescription",
    "category",
    "tags",
    "version",
    "status",
    "examples",
    "permissions",
    "requirements",
    "pricing",
    "author",
    "inputSchema",
    "outputSchema",
    "configuration",
)


class Registry:
    """All tools by name; those a user registered are stored, built-in ones are in the code."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tools: dict[str, Tool] = {}

    def __len__(self) -> int:
        return len(self._tools)

    def __contains__(self, name: str) -> bool:
        return name in self._tools

    async def load(self, built_in: Iterable[Tool], revive: Any) -> None:
        """Take the built-in tools and those of the store, whose handlers ``revive`` rebuilds."""
        self._tools = {tool.name: tool for tool in built_in}
        rows = await self._store.read(
            lambda connection: connection.execute(select(tools_table.c.definition)).scalars().all()
        )
        for definition in rows:
            stored = Tool.from_dict(definition)
            known = self._tools.get(stored.name)
            if known is not None and known.source == "internal":
                # What a user changed about a built-in tool: its settings, never its function.
                self._tools[stored.name] = replace(
                    known, status=stored.status, configuration=stored.configuration
                )
            else:
                self._tools[stored.name] = replace(stored, function=revive(stored))

    async def add(self, tool: Tool, *, replaces: bool) -> tuple[Tool, list[str]]:
        """Register a tool; returns it with warnings about what is unwise."""
        warnings = tool.check()
        known = self._tools.get(tool.name)
        if known is not None:
            if known.source == "internal":
                message = f"{tool.name!r} is the name of a built-in tool."
                raise Conflict(message, code="TOOL_EXISTS", hint="Choose another name.")
            if not replaces:
                message = f"There is a tool {tool.name!r} already."
                hint = "Choose another name, update it, or pass replace."
                raise Conflict(message, code="TOOL_EXISTS", hint=hint)
            tool = replace(tool, id=known.id)
        await self._save(tool)
        self._tools[tool.name] = tool
        return tool, warnings

    async def change(self, name: str, changes: Mapping[str, Any]) -> tuple[Tool, dict[str, Any]]:
        """Change what is said of a tool; returns it and the values that differ now."""
        tool = self.get(name)
        unknown = [key for key in changes if key not in CHANGEABLE]
        if unknown:
            message = f"{unknown[0]!r} can't be changed."
            raise InvalidRequest(message, hint=f"These can: {', '.join(CHANGEABLE)}.")
        before = tool.to_dict()
        merged = before | {key: value for key, value in changes.items() if key != "configuration"}
        if "configuration" in changes:
            made = Configuration.read(changes["configuration"], tool.configuration)
            merged["configuration"] = made.to_dict()
        changed = replace(Tool.from_dict(merged), function=tool.function)
        changed.check()
        await self._save(changed)
        self._tools[tool.name] = changed
        after = changed.to_dict()
        differing = [key for key in changes if before.get(key) != after.get(key)]
        return changed, {key: after.get(key) for key in differing}

    async def remove(self, name: str) -> Tool:
        """Forget a tool that a user registered."""
        tool = self.get(name)
        if tool.source == "internal":
            message = f"{tool.name!r} is built in and can't be removed."
            raise Conflict(message, hint="Its status can be set to disabled.")
        await self._store.write(
            lambda connection: connection.execute(
                delete(tools_table).where(tools_table.c.name == tool.name)
            )
        )
        del self._tools[tool.name]
        return tool

    def attach(self, name: str, function: Handler | None) -> None:
        """Give a tool its function again, or take it away."""
        self._tools[name] = replace(self.get(name), function=function)

    def get(self, name: str) -> Tool:
        """Return a tool by its name or id, or raise TOOL_NOT_FOUND with what comes near."""
        found = self._tools.get(name)
        if found is None:
            found = next((tool for tool in self._tools.values() if tool.id == name), None)
        if found is None:
            near = difflib.get_close_matches(name, self._tools, n=3, cutoff=0.5)
            hint = f"Did you mean {', '.join(near)}?" if near else "%tools list shows all of them."
            raise NotFound(
                f"There is no tool {name!r}.",
                code="TOOL_NOT_FOUND",
                hint=hint,
                details={"tool": name, "near": near},
            )
        return found

    def all(self) -> list[Tool]:
        """Return all tools by name."""
        return sorted(self._tools.values(), key=lambda tool: tool.name)

    def find(
        self,
        *,
        category: str | None = None,
        provider: str | None = None,
        source: str | None = None,
        tags: Iterable[str] = (),
        search: str | None = None,
        status: str | None = None,
    ) -> list[Tool]:
        """Return the tools that fit every filter given."""
        wanted = {tag.lower() for tag in tags}
        text = (search or "").lower()
        return [
            tool
            for tool in self.all()
            if category in {None, tool.category}
            and provider in {None, tool.provider}
            and source in {None, tool.source}
            and status in {None, tool.status}
            and wanted <= {tag.lower() for tag in tool.tags}
            and (text in tool.name.lower() or text in tool.description.lower())
        ]

    async def _save(self, tool: Tool) -> None:
        now = datetime.now(UTC)
        definition = tool.to_dict()

        def write(connection: Connection) -> None:
            changed = connection.execute(
                update(tools_table)
                .where(tools_table.c.name == tool.name)
                .values(definition=definition, updated_at=now)
            )
            if changed.rowcount == 0:
                values = {"id": tool.id, "name": tool.name, "definition": definition}
                row = values | {"created_at": now, "updated_at": now}
                connection.execute(tools_table.insert().values(row))

        await self._store.write(write)

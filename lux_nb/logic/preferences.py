"""What the user chose for translation and is kept: the active strategy, prompts of their own."""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, select

from lux_nb.errors import InvalidRequest
from lux_nb.logic.prompts import PROMPTS, Prompt, find_prompt
from lux_nb.logic.strategies import Strategy, find_strategy
from lux_nb.store.logic_tables import logic_settings as table

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

_STRATEGY = "strategy"
_PROMPT = "prompt:"


class Preferences:
    """Reads and writes what was chosen; all kernels of a store share it."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine

    async def strategy(self) -> Strategy:
        """Return the active strategy: the one that was set, or that of the settings."""
        chosen = await self._read(_STRATEGY)
        return find_strategy(chosen or self._engine.settings.logic_strategy)

    async def set_strategy(self, strategy_id: str) -> Strategy:
        """Make a strategy the active one."""
        strategy = find_strategy(strategy_id)
        await self._write(_STRATEGY, strategy.id)
        return strategy

    async def prompts(self) -> dict[str, Prompt]:
        """Return all prompts by name, those of the user in the place of the shipped ones."""
        query = select(table.c.name, table.c.value).where(table.c.name.startswith(_PROMPT))
        rows = await self._engine.store.read(lambda connection: connection.execute(query).all())
        own = {name.removeprefix(_PROMPT): Prompt(**json.loads(value)) for name, value in rows}
        return {name: own.get(name, shipped) for name, shipped in PROMPTS.items()}

    async def prompt(self, name: str) -> Prompt:
        """Return one prompt as it is used."""
        shipped = find_prompt(name)
        own = await self._read(f"{_PROMPT}{name}")
        return Prompt(**json.loads(own)) if own else shipped

    async def set_prompt(self, name: str, system: str | None, user: str | None) -> Prompt:
        """Replace parts of a prompt; with neither part the shipped prompt is used again."""
        shipped = find_prompt(name)
        if system is None and user is None:
            await self._write(f"{_PROMPT}{name}", None)
            return shipped
        now = await self.prompt(name)
        changed = Prompt(
            now.system if system is None else system, now.user if user is None else user
        )
        wrong = set(changed.variables) ^ set(shipped.variables)
        if wrong:
            known = ", ".join(f"{{{{{name}}}}}" for name in shipped.variables)
            message = f"A prompt {name} has to use these variables and no others: {known}."
            raise InvalidRequest(message, code="INVALID_INPUT", details={"wrong": sorted(wrong)})
        await self._write(f"{_PROMPT}{name}", json.dumps(asdict(changed)))
        return changed

    async def _read(self, name: str) -> str | None:
        query = select(table.c.value).where(table.c.name == name)
        return await self._engine.store.read(lambda connection: connection.execute(query).scalar())

    async def _write(self, name: str, value: str | None) -> None:
        def write(connection: Connection) -> None:
            connection.execute(delete(table).where(table.c.name == name))
            if value is not None:
                row = {"name": name, "value": value, "updated_at": datetime.now(UTC)}
                connection.execute(table.insert(), row)

        await self._engine.store.write(write)

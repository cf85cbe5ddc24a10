"""A budget that stops a call before it is made.

Each paid call takes what it may cost at most out of the budget before it is sent and gives the
rest back when it is done, in one transaction of the store. So calls that run at the same time,
also in other kernels, can't pass the budget together.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Select, func, or_, select, text

from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.errors import BudgetExceeded
from lux_nb.models.answers import ModelRequest
from lux_nb.models.prices import Price, price_of
from lux_nb.models.tokens import count_tokens
from lux_nb.models.types import FillRequest
from lux_nb.store.model_tables import spending
from lux_nb.store.store import Store

# Vocabularies differ and each message has a frame of its own, so a count is taken with a margin.
TOKEN_MARGIN = 1.15
TOKENS_PER_MESSAGE = 8
LEDGER_LOCK = 0x6C75786E63


@dataclass(frozen=True, slots=True)
class BudgetState:
    """How much of a budget is used."""

    limit: float | None
    per: str
    spent: float
    reserved: float

    @property
    def left(self) -> float | None:
        """Dollars that calls may still cost."""
        return None if self.limit is None else self.limit - self.spent - self.reserved


class Budget:
    """The ledger of what calls cost and may cost."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._started = datetime.now(UTC)

    def holds_for(self, author: Author) -> bool:
        """Tell whether a budget has to be kept for the calls of an author."""
        return self._settings.budget is not None or self._client_limit(author) is not None

    async def reserve(
        self, call_id: str, dollars: float | None, notebook: str | None, author: Author
    ) -> bool:
        """Take the worst case of a call out of the budget, or refuse the call.

        Returns whether anything was taken: without a budget, or for a free call, nothing is.
        """
        limits = [(self._settings.budget, None), (self._client_limit(author), author.name)]
        kept = [(limit, client) for limit, client in limits if limit is not None]
        if not kept or dollars == 0:
            return False
        if dollars is None:
            raise _unpriced(kept[0][0])
        now = datetime.now(UTC)
        until = now + timedelta(milliseconds=2 * self._settings.answer_timeout_ms)
        row = {
            "id": call_id,
            "at": now,
            "notebook": notebook,
            "dollars": dollars,
            "reserved_until": until,
            "client": client_of(author),
        }

        def write(connection: Connection) -> BudgetExceeded | None:
            _alone(connection)
            for limit, client in kept:
                query = self._used(notebook, now)
                if client is not None:
                    query = query.where(spending.c.client == client)
                used = float(connection.execute(query).scalar() or 0.0)
                if used + dollars > limit:
                    return _exceeded(limit, used, dollars, self._settings.budget_per, client)
            connection.execute(spending.insert(), row)
            return None

        refusal = await self._store.write(write)
        if refusal is not None:
            raise refusal
        return True

    def _client_limit(self, author: Author) -> float | None:
        return self._settings.client_budgets.get(client_of(author) or "")

    async def release(self, call_id: str) -> None:
        """Give back what was taken for a call that cost nothing."""
        await self._store.write(
            lambda c: c.execute(spending.delete().where(spending.c.id == call_id))
        )

    async def state(self, notebook: str | None) -> BudgetState:
        """Return how much is spent, taken and left."""
        now = datetime.now(UTC)
        total = self._used(notebook, now)
        taken = total.where(spending.c.reserved_until.is_not(None))
        all_of_it, reserved = await self._store.read(
            lambda c: (c.execute(total).scalar(), c.execute(taken).scalar())
        )
        held = float(reserved or 0.0)
        spent = float(all_of_it or 0.0) - held
        return BudgetState(self._settings.budget, self._settings.budget_per, spent, held)

    def _used(self, notebook: str | None, now: datetime) -> Select[Any]:
        """Return the query for what is spent and reserved where the budget counts."""
        alive = or_(spending.c.reserved_until.is_(None), spending.c.reserved_until > now)
        query = select(func.sum(spending.c.dollars)).where(alive)
        if self._settings.budget_per == "day":
            return query.where(spending.c.at >= _midnight(now))
        if notebook is None:
            # A kernel that does not know its notebook counts from its own start.
            return query.where(spending.c.notebook.is_(None), spending.c.at >= self._started)
        return query.where(spending.c.notebook == notebook)


def _alone(connection: Connection) -> None:
    """Let one kernel reserve at a time; SQLite's write transaction does so by itself."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LEDGER_LOCK})


def client_of(author: Author) -> str | None:
    """Return the assistant that spends, or None where the human does."""
    return author.name if author.kind == "assistant" else None


def settle(
    connection: Connection,
    call_id: str,
    cost: float | None,
    notebook: str | None,
    at: datetime,
    *,
    client: str | None = None,
) -> None:
    """Write what a call did cost in place of what was taken for it."""
    connection.execute(spending.delete().where(spending.c.id == call_id))
    if cost:
        row: dict[str, Any] = {"id": call_id, "at": at, "notebook": notebook, "dollars": cost}
        connection.execute(spending.insert(), {**row, "client": client})


def worst_case(
    request: ModelRequest, model: str, settings: Settings, *, free: bool
) -> float | None:
    """Return the most a request can cost in dollars, or None when no price is known."""
    if free and model not in settings.prices:
        return 0.0
    price: Price | None = price_of(model, settings.prices)
    if price is None:
        return None
    if isinstance(request, FillRequest):
        texts = [request.prompt, request.suffix]
    else:
        texts = [message.content for message in request.messages]
    prompt = sum(count_tokens(text) + TOKENS_PER_MESSAGE for text in texts) * TOKEN_MARGIN
    completion = request.max_tokens or settings.max_tokens
    return (prompt * price[0] + completion * price[1]) / 1_000_000


def _midnight(now: datetime) -> datetime:
    """Return when the day began where the user is."""
    local = now.astimezone()
    return local.replace(hour=0, minute=0, second=0, microsecond=0)


def may_cost(provider: Any, model: str, settings: Settings) -> bool:
    """Tell whether a call of a model can cost money; one on this machine does not."""
    from urllib.parse import urlsplit

    if model in settings.prices:
        return any(settings.prices[model])
    host = urlsplit(getattr(provider, "base_url", "")).hostname
    return not (provider.free or host in {"127.0.0.1", "localhost", "::1"})


def _exceeded(
    limit: float, used: float, dollars: float, per: str, client: str | None = None
) -> BudgetExceeded:
    left = max(0.0, limit - used)
    whose = f" of {client}" if client else ""
    message = (
        f"The call could cost ${dollars:.4f}, but of the budget{whose} of ${limit:.2f} per {per} "
        f"${left:.4f} is left."
    )
    return BudgetExceeded(
        message,
        hint="Lower max_tokens, use a cheaper model, or raise it with %lux budget.",
        details={
            "limit": limit,
            "used": used,
            "worst_case": dollars,
            "per": per,
            "client": client,
        },
    )


def _unpriced(limit: float) -> BudgetExceeded:
    message = f"No price is known for the model, so the budget of ${limit:.2f} can't be kept."
    hint = 'Give its price: %lux config prices={"model": [dollars in, dollars out]} per million.'
    return BudgetExceeded(message, code="PRICE_UNKNOWN", hint=hint)

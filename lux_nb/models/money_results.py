"""What the operations on money answer: the budget and the costs."""

from typing import Annotated, Any

from pydantic import Field

from lux_nb.engine.operations import Result
from lux_nb.models.budget import BudgetState


class BudgetView(Result):
    """A budget and how much of it is used, in dollars."""

    limit: float | None = None
    per: str
    spent: float
    reserved: Annotated[float, Field(description="What calls under way may cost at most.")]
    left: float | None = None

    @classmethod
    def of(cls, state: BudgetState) -> "BudgetView":
        """Make the view of a budget's state."""
        return cls(
            limit=state.limit,
            per=state.per,
            spent=state.spent,
            reserved=state.reserved,
            left=state.left,
        )

    def _table(self) -> Any:
        from lux_nb.display.footer import money
        from lux_nb.display.tables import KeyValues

        title = f"budget per {self.per}"
        values = {"budget": "none" if self.limit is None else money(self.limit)}
        values["spent"] = money(self.spent)
        if self.reserved:
            values["taken by running calls"] = money(self.reserved)
        if self.left is not None:
            values["left"] = money(max(0.0, self.left))
        return KeyValues(title, values)

    def __repr__(self) -> str:
        return repr(self._table())

    def _repr_html_(self) -> str:
        html: str = self._table()._repr_html_()
        return html


class CostRow(Result):
    """What one group of calls cost."""

    group: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float
    unpriced_calls: Annotated[int, Field(description="Calls whose price is not known.")] = 0


class CostReport(Result):
    """What model calls cost, by model, notebook, day, thread or author."""

    by: str
    rows: list[CostRow]
    total: float
    prices_of: Annotated[str, Field(description="Date of the shipped price table.")]

    def _table(self) -> Any:
        from lux_nb.display.footer import money
        from lux_nb.display.tables import Rows

        rows = [
            {
                self.by: row.group,
                "calls": row.calls,
                "prompt tokens": row.prompt_tokens,
                "completion tokens": row.completion_tokens,
                "cost": money(row.cost),
                "unpriced": row.unpriced_calls or "",
            }
            for row in self.rows
        ]
        columns = [self.by, "calls", "prompt tokens", "completion tokens", "cost", "unpriced"]
        return Rows(rows, columns)

    def __repr__(self) -> str:
        return repr(self._table())

    def _repr_html_(self) -> str:
        html: str = self._table()._repr_html_()
        return html

"""``lux.models``: models from Python, with plain texts in and out."""

import queue
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from lux_nb.api import Namespace
from lux_nb.engine.calls import Delta, Update
from lux_nb.engine.engine import cancel

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from lux_nb.models.money_results import BudgetView
    from lux_nb.models.results import ChatCompletion

Prompt = str | Sequence[dict[str, str]]


class ModelsApi(Namespace):
    """Chat, stream, fill and embed; see models, health and cost; set budget, tape and cache."""

    toolset = "models"

    def chat(self, prompt: Prompt, model: str | None = None, **options: Any) -> "ChatCompletion":
        """Return one answer to a text or to a list of messages."""
        parameters = _asked(prompt, model, options)
        result: Any = self._lux.run_operation("mercury_chat_completion", parameters)
        return result  # type: ignore[no-any-return]

    def stream(self, prompt: Prompt, model: str | None = None, **options: Any) -> Iterator[str]:
        """Yield an answer piece by piece; leaving the loop stops the model."""
        updates: queue.SimpleQueue[Update | None] = queue.SimpleQueue()
        parameters = _asked(prompt, model, options)
        work = self._lux._work("mercury_chat_stream", parameters, updates.put)
        future = self._lux.engine.submit(work)
        future.add_done_callback(lambda _: updates.put(None))
        try:
            while (update := updates.get()) is not None:
                if isinstance(update, Delta):
                    yield update.text
            future.result()
        finally:
            cancel(future)

    def fill(self, prompt: str, suffix: str, model: str | None = None, **options: Any) -> str:
        """Return the code that belongs between two pieces of code."""
        named = {} if model is None else {"model": model}
        parameters = {"prompt": prompt, "suffix": suffix, **named, **options}
        result: Any = self._lux.run_operation("mercury_fim_completion", parameters)
        return str(result.text)

    def vectors(self, texts: Sequence[str], model: str | None = None) -> "NDArray[np.float32]":
        """Return one row of numbers per text, close where the texts mean the same."""
        import numpy as np

        parameters = {"texts": list(texts), "model": model}
        result: Any = self._lux.run_operation("embed", parameters)
        return np.asarray(result.vectors, dtype=np.float32)

    def list(self) -> "pd.DataFrame":
        """Return the models of the configured providers as a DataFrame."""
        import pandas as pd

        result: Any = self._lux.run_operation("mercury_list_models", {})
        return pd.DataFrame(result.models, columns=["id", "owned_by", "created", "capabilities"])

    def costs(self, by: str = "model") -> "pd.DataFrame":
        """Return what calls cost as a DataFrame, by model, notebook, day, thread and so on."""
        return self._lux.frames.costs(by)

    def set_budget(
        self, dollars: float | None, per: Literal["notebook", "day"] | None = None
    ) -> "BudgetView":
        """Refuse calls that could pass a budget; None takes it away."""
        settings = self._lux.settings
        settings.budget = dollars
        if per is not None:
            settings.budget_per = per
        result: Any = self._lux.run_operation("models.budget", {})
        return result  # type: ignore[no-any-return]

    def record(self, file: str | None = "auto") -> None:
        """Write each model call to a file from now on; None ends it."""
        self._change(record=file)

    def replay(self, file: str | None = "auto", *, strict: bool = False) -> None:
        """Answer model calls from a file from now on; None ends it."""
        self._change(replay=file, replay_strict=strict)

    def _change(self, **settings: Any) -> None:
        engine = self._lux.engine
        engine.run(engine.models.change_tape(**settings))


def _asked(prompt: Prompt, model: str | None, options: dict[str, Any]) -> dict[str, Any]:
    messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else list(prompt)
    named = {} if model is None else {"model": model}
    return {"messages": messages, **named, **options}

"""Texts to vectors: static word vectors by default, a provider or a local model by name."""

import asyncio
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import current_call
from lux_nb.errors import NotConfigured
from lux_nb.models.budget import worst_case
from lux_nb.models.preparation import check_request_size
from lux_nb.models.recorder import Recorder
from lux_nb.models.tokens import count_tokens
from lux_nb.models.types import ChatRequest, Embedded, Finished, Message, Usage

if TYPE_CHECKING:
    from lux_nb.models.routing import Route
    from lux_nb.models.service import Models

STATIC = "static"
TRANSFORMERS = "sentence-transformers/"
TEXTS_PER_REQUEST = 256


async def embed(models: "Models", texts: Sequence[str], model: str | None) -> Embedded:
    """Return one vector per text, in their order."""
    wanted = model or models.settings.model_embedding
    if wanted == STATIC:
        return await asyncio.to_thread(_static, texts)
    if wanted.startswith(TRANSFORMERS):
        return await asyncio.to_thread(_transformed, texts, wanted.removeprefix(TRANSFORMERS))
    asked = {"kind": "embed", "model": wanted, "texts": list(texts)}
    notebook = models.notebook()
    known = models.tape.find(asked, notebook)
    if known is not None:
        return Embedded(known["vectors"], known["model"], known["prompt_tokens"])
    slot = models.tape.begin(asked, notebook)
    try:
        vectors = await _by_provider(models, texts, wanted)
    except BaseException as error:
        models.tape.fail(slot, error)
        raise
    stored = {
        "vectors": vectors.vectors,
        "model": vectors.model,
        "prompt_tokens": vectors.prompt_tokens,
    }
    models.tape.finish(slot, stored)
    return vectors


async def _by_provider(models: "Models", texts: Sequence[str], wanted: str) -> Embedded:
    await models.ready()
    chosen = models.route(wanted)
    parts = [
        list(texts[start : start + TEXTS_PER_REQUEST])
        for start in range(0, len(texts), TEXTS_PER_REQUEST)
    ]
    answers = [await _one_request(models, chosen, part) for part in parts]
    vectors = [vector for answer in answers for vector in answer.vectors]
    counted = [answer.prompt_tokens for answer in answers]
    total = sum(c for c in counted if c is not None) if None not in counted else None
    return Embedded(vectors, answers[-1].model if answers else chosen.model, total)


async def _one_request(models: "Models", chosen: "Route", texts: list[str]) -> Embedded:
    """Send one batch, under the same limits, budget and log as a chat."""
    provider = models.provider(chosen.provider)
    check_request_size({"model": chosen.model, "input": texts}, models.settings)
    request = ChatRequest(tuple(Message("user", text) for text in texts), chosen.model)
    recorder = Recorder(
        models,
        chosen.provider,
        chosen.model,
        request,
        show=False,
        free=provider.free,
        priced_as=chosen.model,
        notebook=models.notebook(),
    )
    author = current_call().author
    models.limiter.enter(author)
    await models.agreed(provider, chosen.model)
    if models.budget.holds_for(author):
        dollars = worst_case(request, chosen.model, models.settings, free=provider.free)
        recorder.reserved = await models.budget.reserve(
            recorder.id, dollars, recorder.notebook, author
        )
    try:
        answer: Embedded = await models.retried(lambda: provider.embed(texts, chosen.model))
    except BaseException as error:
        models.catalogue.note_failure(chosen.provider, error)
        await asyncio.shield(recorder.failed(error))
        raise
    used = answer.prompt_tokens
    tokens = used if used is not None else sum(count_tokens(text) for text in texts)
    recorder.receive(Finished("stop", Usage(tokens, 0, counted=used is None), answer.model))
    await recorder.finished()
    return answer


@cache
def _static_embedder() -> Any:
    from lux_nb.models.embedding_static import StaticEmbedder

    return StaticEmbedder()


def _static(texts: Sequence[str]) -> Embedded:
    vectors = _static_embedder().embed(list(texts))
    return Embedded(vectors.tolist(), STATIC, sum(count_tokens(text) for text in texts))


def _transformed(texts: Sequence[str], name: str) -> Embedded:
    vectors = _transformer(name).encode(list(texts), normalize_embeddings=True)
    return Embedded(vectors.tolist(), TRANSFORMERS + name, None)


@cache
def _transformer(name: str) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        message = "This model needs the package sentence-transformers."
        hint = "pip install 'lux-nb[transformers]'"
        raise NotConfigured(message, hint=hint) from error
    return SentenceTransformer(name)

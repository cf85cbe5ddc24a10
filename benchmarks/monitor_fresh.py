"""Traces that nothing of the monitor was made on: sound texts of other sets, and agents' calls.

No weight, threshold or rule was fitted or tuned on the texts named here. The agents' traces are
made from real calls: a sound one works through further calls of the same tools with other values
(pages, identifiers, dates), a looping one falls into repeating some of its last calls.
"""

import json
import random
import re
from typing import Any

from benchmarks.monitor_data import Trace, rows

_LONGEST = 40
_OPENINGS = ("I call", "Next I use", "Now I try", "Action:")


def sound_texts() -> dict[str, list[Trace]]:
    """Return sound texts by the set they come from, one sentence or premise a step."""
    abstracts = rows("memory/scifact")[0]["docs"][2000:2600]
    stories = {json.dumps(row["premises"]): row["conclusion"] for row in rows("logic/folio")}
    speeches = {row["evidence"] for row in rows("grounding/summedits_ectsum")}
    speeches |= {row["evidence"] for row in rows("grounding/summedits_news")}
    found = {
        "abstracts": [_trace(None, _sentences(document["text"])) for document in abstracts],
        "premises": [_trace(asked, json.loads(story)) for story, asked in stories.items()],
        "news and reports": [_trace(None, _sentences(speech)) for speech in sorted(speeches)],
    }
    return {
        name: [trace for trace in traces if len(trace.steps) > 2] for name, traces in found.items()
    }


def _trace(query: str | None, steps: list[str]) -> Trace:
    return Trace(query, steps[:_LONGEST], "fresh", "")


def _sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?])\s+(?=[A-Z])|\n+", text) if part.strip()]


def agent_traces(count: int = 150) -> tuple[list[Trace], list[Trace]]:
    """Return sound and looping traces of agents that call tools."""
    chance = random.Random(4)
    tasks = rows("toolcalls/gold_calls")
    sound, looping = [], []
    for _ in range(count):
        chosen = chance.sample(tasks, 3)
        steps = [
            _step(task, number, chance) for task in chosen for number in range(chance.randint(2, 4))
        ]
        query = " ".join(_question(task) for task in chosen)
        sound.append(Trace(query, steps, "agent", ""))
        cut = chance.randint(3, len(steps))
        period, times = chance.randint(1, 3), chance.randint(2, 4)
        again = [_said_otherwise(step, chance) for step in steps[cut - period : cut] * times]
        looping.append(Trace(query, steps[:cut] + again, "agent loop", ""))
    return sound, looping


def _question(task: dict[str, Any]) -> str:
    turns = task["question"][0]
    return " ".join(turn["content"] for turn in turns)


def _step(task: dict[str, Any], number: int, chance: random.Random) -> str:
    """Return one call: the accepted one, and after that the same tool with other values."""
    name, accepted = next(iter(task["accepted"].items()))
    values = {key: options[0] for key, options in accepted.items() if options and options[0] != ""}
    if number and values:
        key = chance.choice(sorted(values))
        values[key] = _varied(values[key], number, chance)
    opening = chance.choice(_OPENINGS)
    return f"{opening} {name}({json.dumps(values, default=str)})"


def _varied(value: Any, number: int, chance: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + number * chance.randint(1, 9)
    return f"{value} {chance.choice(('north', 'south', 'part', 'page', 'year'))} {number + 1}"


def _said_otherwise(step: str, chance: random.Random) -> str:
    """Repeat a call with other words before it, as agents do."""
    opening = next(words for words in _OPENINGS if step.startswith(words))
    return (
        chance.choice(("I call", "Let me try again:", "I retry", "Action:")) + step[len(opening) :]
    )

"""Traces that nothing of the monitor was made on: sound texts of other sets, and agents' calls.

No weight, threshold or rule was fitted or tuned on the texts named here. The agents' traces are
made from real calls: a sound one works through further calls of the same tools with other values
(pages, identifiers, dates), a looping one falls into repeating some of its last calls.
"""

import json
import random
import re
from collections.abc import Callable
from typing import Any

from benchmarks.monitor_data import Trace, rows

_LONGEST = 40
_OPENINGS = ("I call", "Next I use", "Now I try", "Let me use")
_RETRIES = ("I call", "Let me try again:", "I retry", "Let me use")


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
    """Return sound and looping traces of agents that call tools, written in several ways."""
    chance = random.Random(4)
    tasks = rows("toolcalls/gold_calls")
    sound, looping = [], []
    for number in range(count):
        write = _WRITTEN[number % len(_WRITTEN)]
        chosen = chance.sample(tasks, 3)
        calls = [
            _call(task, further, chance)
            for task in chosen
            for further in range(chance.randint(2, 4))
        ]
        query = " ".join(_question(task) for task in chosen)
        sound.append(Trace(query, [_said(call, write, chance) for call in calls], "agent", ""))
        cut = chance.randint(3, len(calls))
        period, times = chance.randint(1, 3), chance.randint(2, 4)
        again = calls[cut - period : cut] * times
        steps = [_said(call, write, chance) for call in calls[:cut]]
        steps += [_said(call, write, chance, _RETRIES) for call in again]
        looping.append(Trace(query, steps, "agent loop", ""))
    return sound, looping


def _question(task: dict[str, Any]) -> str:
    turns = task["question"][0]
    return " ".join(turn["content"] for turn in turns)


Call = tuple[str, dict[str, Any]]


def _call(task: dict[str, Any], number: int, chance: random.Random) -> Call:
    """Return one call: the accepted one, and after that the same tool with other values."""
    name, accepted = next(iter(task["accepted"].items()))
    values = {key: options[0] for key, options in accepted.items() if options and options[0] != ""}
    if number and values:
        key = chance.choice(sorted(values))
        values[key] = _varied(values[key], number, chance)
    return name, values


def _varied(value: Any, number: int, chance: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + number * chance.randint(1, 9)
    return f"{value} {chance.choice(('north', 'south', 'part', 'page', 'year'))} {number + 1}"


def _said(
    call: Call, write: Callable[[Call], str], chance: random.Random, openings: Any = _OPENINGS
) -> str:
    """Return a call as an agent says it, with other words before it each time."""
    return f"{chance.choice(openings)} {write(call)}"


def _as_function(call: Call) -> str:
    return f"{call[0]}({json.dumps(call[1], default=str)})"


def _as_keywords(call: Call) -> str:
    return f"{call[0]}({', '.join(f'{key}={value!r}' for key, value in call[1].items())})"


def _as_labels(call: Call) -> str:
    return f"\nAction: {call[0]}\nAction Input: {json.dumps(call[1], default=str)}"


def _as_object(call: Call) -> str:
    return json.dumps({"name": call[0], "arguments": call[1]}, default=str)


def _as_command(call: Call) -> str:
    return f"`{call[0]} {' '.join(f'--{key} {value}' for key, value in call[1].items())}`"


def _as_prose(call: Call) -> str:
    given = " and ".join(f"{key.replace('_', ' ')} {value}" for key, value in call[1].items())
    return f"the tool {call[0].replace('_', ' ')} for {given}."


_WRITTEN = (_as_function, _as_keywords, _as_labels, _as_object, _as_command, _as_prose)

"""Loading the extension beside bare IPython, and %%confer beside raw llama.cpp."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

HEAVY = ("pandas", "sklearn", "faiss", "mcp", "xllamacpp", "sqlalchemy", "httpx")
# Long enough an answer that tokens are counted, not what a cell costs once.
QUESTIONS = [
    "Explain how photosynthesis works, step by step, in detail. Begin with the light that reaches "
    "a leaf and end with the sugar, and name where in the cell each step takes place.",
    "We measured the growth of bean plants under red, blue and white light for three weeks. "
    "Describe how you would compare the three groups, which test you would choose and why.",
    "A colleague says that a correlation of 0.4 between two of our variables proves that one "
    "causes the other. Explain what else could be behind it, and how we could find out.",
]
"""The first warms both sides up. Each is asked twice: a new question, and one known already."""
TOKENS = 256
ROUNDS = 3
# Nobody runs cells back to back: after a pause the processor is slower at first, on both sides.
PAUSE = 0.2

BARE = """
import json, resource, sys
import IPython
print(json.dumps({"memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""

LOADED = f"""
import json, resource, sys, time
import IPython
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
before = time.perf_counter()
shell.run_line_magic("load_ext", "lux_nb")
seconds = time.perf_counter() - before
heavy = [name for name in {HEAVY!r} if name in sys.modules]
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({{"seconds": seconds, "heavy": heavy, "memory": memory}}))
"""

SHELL = """
import json, resource, sys, time
import IPython
from IPython.core.interactiveshell import InteractiveShell
InteractiveShell.instance()
print(json.dumps({"memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""

CONFER = f"""
import io, json, resource, sys, time
from contextlib import redirect_stdout
from datetime import datetime, timezone
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.run_line_magic("load_ext", "lux_nb")
results = []
for question in {QUESTIONS!r}:
  for _ in "ab":
    time.sleep({PAUSE})
    begun = datetime.now(timezone.utc)
    with redirect_stdout(io.StringIO()):
        shell.run_cell_magic("confer", "--new --temperature 0 -o reply", question)
    ended = datetime.now(timezone.utc)
    from lux_nb import lux
    call = lux.frames.calls().iloc[-1]
    first = (call.started_at - begun).total_seconds() + float(call.first_token_seconds)
    total = (ended - begun).total_seconds()
    rate = (int(call.completion_tokens) - 1) / (total - first)
    results.append([first, rate])
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({{"results": results[2:], "memory": memory}}))
"""

RAW = f"""
import json, resource, time
import xllamacpp
from lux_nb.config import Settings
from lux_nb.models.providers.embedded import model_threads
from lux_nb.reasoning.operations import INSTRUCTIONS
from lux_nb.setup.model import embedded_model_path
settings = Settings()
parameters = xllamacpp.CommonParams()
parameters.model.path = str(settings.embedded_model or embedded_model_path())
parameters.n_ctx = settings.embedded_context
parameters.n_parallel = 1
parameters.cpuparams.n_threads = model_threads(settings)
parameters.verbosity = -1
server = xllamacpp.Server(parameters)
body = {{
    "messages": [
        {{"role": "system", "content": INSTRUCTIONS}},
        {{"role": "user", "content": ""}},
    ],
    "temperature": 0, "max_tokens": {TOKENS}, "stream": True,
    "stream_options": {{"include_usage": True}},
}}
results = []
for question in {QUESTIONS!r}:
  body["messages"][1]["content"] = question
  for _ in "ab":
    time.sleep({PAUSE})
    begun = time.perf_counter()
    seen = {{}}
    def receive(piece):
        choices = piece.get("choices") or [{{}}]
        if choices[0].get("delta", {{}}).get("content") and "first" not in seen:
            seen["first"] = time.perf_counter() - begun
        if piece.get("usage"):
            seen["tokens"] = piece["usage"]["completion_tokens"]
        return False
    server.handle_chat_completions(body, receive)
    total = time.perf_counter() - begun
    results.append([seen["first"], (seen["tokens"] - 1) / (total - seen["first"])])
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({{"results": results[2:], "memory": memory}}))
"""


def run() -> list[dict[str, Any]]:
    """Measure loading and conferring."""
    return [*_loading(), *_conferring(), _interrupting()]


def _loading() -> list[dict[str, Any]]:
    bare, shells, loaded = [], [], []
    for _ in range(ROUNDS):
        bare.append(_timed(BARE))
        shells.append(_timed(SHELL))
        loaded.append(_timed(LOADED))
    more = statistics.median(run["wall"] for run in loaded) - statistics.median(
        run["wall"] for run in shells
    )
    heavy = ", ".join(loaded[0]["heavy"]) or "none"
    return [
        {
            "area": "loading",
            "measure": "%load_ext lux_nb, s more than a bare IPython shell",
            "ours": max(0.0, more),
            "beside": statistics.median(run["wall"] for run in bare),
            "beside_name": "import IPython",
            "goal": "< 0.3",
            "note": f"heavy packages imported: {heavy}; "
            f"the magic itself {statistics.median(r['seconds'] for r in loaded):.3f} s",
        },
        {
            "area": "loading",
            "measure": "peak memory with the extension, MB",
            "ours": statistics.median(run["memory"] for run in loaded),
            "beside": statistics.median(run["memory"] for run in shells),
            "beside_name": "IPython shell",
        },
    ]


def _conferring() -> list[dict[str, Any]]:
    # Alternated, so that a busy moment of the machine falls on both.
    pairs = [(_timed(CONFER), _timed(RAW)) for _ in range(2)]
    ours, raw = ([pair[side] for pair in pairs] for side in (0, 1))
    rates = [
        statistics.median(r[1] for run in runs for r in run["results"]) for runs in (ours, raw)
    ]
    return [
        _first_token("a new question", 0, ours, raw),
        _first_token("the same question again", 1, ours, raw),
        {
            "area": "confer",
            "measure": "tokens/s",
            "ours": rates[0],
            "beside": rates[1],
            "beside_name": "raw llama.cpp",
            "goal": "within 5 %",
            "note": f"ratio {rates[0] / rates[1]:.3f}",
        },
        {
            "area": "confer",
            "measure": "peak memory, MB",
            "ours": ours[0]["memory"],
            "beside": raw[0]["memory"],
            "beside_name": "raw llama.cpp",
        },
    ]


def _first_token(
    what: str, place: int, ours: list[dict[str, Any]], raw: list[dict[str, Any]]
) -> dict[str, Any]:
    mine, theirs = (
        statistics.median(r[0] for run in runs for r in run["results"][place::2])
        for runs in (ours, raw)
    )
    return {
        "area": "confer",
        "measure": f"first token of {what}, s",
        "ours": mine,
        "beside": theirs,
        "beside_name": "raw llama.cpp",
        "goal": "within 5 %",
        "note": f"{1000 * (mine - theirs):.1f} ms more, ratio {mine / theirs:.3f}",
    }


def _interrupting() -> dict[str, Any]:
    """Measure from the interrupt of a streaming cell to its end."""
    from jupyter_client.manager import KernelManager

    with tempfile.TemporaryDirectory() as home:
        manager = KernelManager()
        manager.kernel_cmd = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        manager.start_kernel(env={**_environment(home), "LUX_EMBEDDED_MAX_TOKENS": "2000"})
        client = manager.client()
        client.start_channels()
        client.wait_for_ready(timeout=60)
        client.execute_interactive("%load_ext lux_nb", output_hook=lambda _: None)
        took = [_interrupt_once(manager, client) for _ in range(ROUNDS)]
        client.stop_channels()
        manager.shutdown_kernel()
    return {
        "area": "confer",
        "measure": "interrupt of a streaming cell to its end, s",
        "ours": statistics.median(took),
        "goal": "< 0.5",
        "note": f"worst {max(took):.3f}",
    }


def _interrupt_once(manager: Any, client: Any) -> float:
    message_id = client.execute("%%confer --new\nWrite a very long story about a long road.")
    streaming = 0
    while streaming < 3:
        message = client.get_iopub_msg(timeout=120)
        streaming += message["msg_type"] == "update_display_data"
    begun = time.perf_counter()
    manager.interrupt_kernel()
    while client.get_shell_msg(timeout=60)["parent_header"]["msg_id"] != message_id:
        continue
    return time.perf_counter() - begun


def _timed(code: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as home:
        environment = _environment(home)
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        )
        wall = time.perf_counter() - started
    measured: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return {**measured, "wall": wall}


def _environment(home: str) -> dict[str, str]:
    return {
        **os.environ,
        "LUX_EMBEDDED_MAX_TOKENS": str(TOKENS),
        "LUX_EMBEDDED_MODEL": os.environ.get("LUX_EMBEDDED_MODEL") or _model(),
        "LUX_HOME": home,
        "IPYTHONDIR": home,
    }


def _model() -> str:
    from lux_nb.setup.model import embedded_model_path

    return str(embedded_model_path())


if __name__ == "__main__":
    from benchmarks.__main__ import table

    print(table(run()))

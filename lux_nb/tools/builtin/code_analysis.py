"""Code analysis by the analysers of the field: radon, bandit and ruff."""

import ast
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from lux_nb.errors import InvalidRequest, LuxError

MOST_CHARACTERS = 1_000_000
STYLE_RULES = "E,F,W,B,C4,N,PL,RET,SIM,UP"
STYLE_SECONDS = 30
_SECRET_TESTS = frozenset({"B105", "B106", "B107"})


def code_analysis(
    code: Annotated[str, Field(max_length=MOST_CHARACTERS, description="Python source.")],
    max_complexity: Annotated[int, Field(ge=1, description="Functions above it are named.")] = 10,
) -> dict[str, Any]:
    """Analyse Python source: complexity (radon), security (bandit) and style (ruff)."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        message = f"code: it is not valid Python: {error}."
        raise InvalidRequest(message, details={"line": line}) from None
    functions = list(_functions(code, tree))
    complexities = [item["complexity"] for item in functions]
    return {
        "language": "python",
        "lines": len(code.splitlines()),
        "functions": functions,
        "classes": sum(isinstance(node, ast.ClassDef) for node in ast.walk(tree)),
        "complexity": {
            "average": round(sum(complexities) / len(complexities), 2) if complexities else 0.0,
            "highest": max(complexities, default=0),
            "above": [f["name"] for f in functions if f["complexity"] > max_complexity],
            "maintainability": _maintainability(code),
        },
        "security": _security(code),
        "style": _style(code),
        "analysers": _versions(),
    }


def _functions(code: str, tree: ast.AST) -> Iterator[dict[str, Any]]:
    """Yield each function with its cyclomatic complexity, in the order of the source."""
    from radon.complexity import cc_visit
    from radon.visitors import Function

    nodes = {
        (node.name, node.lineno): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    def flat(blocks: Any) -> Iterator[Any]:
        for block in blocks:
            if isinstance(block, Function):
                yield block
                yield from flat(block.closures)

    for block in sorted(flat(cc_visit(code)), key=lambda block: block.lineno):
        node = nodes.get((block.name, block.lineno))
        given = node.args if node is not None else None
        yield {
            "name": block.fullname,
            "line": block.lineno,
            "length": block.endline - block.lineno + 1,
            "complexity": block.complexity,
            "parameters": len(given.args) + len(given.kwonlyargs) if given else 0,
            "documented": node is not None and ast.get_docstring(node) is not None,
        }


def _maintainability(code: str) -> float | None:
    """Return radon's index from 0 to 100, higher is better; None for code without any."""
    from radon.metrics import mi_visit

    return round(mi_visit(code, multi=True), 1) if code.strip() else None


def _security(code: str) -> list[dict[str, Any]]:
    from bandit.core import config, manager

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "code.py"
        file.write_text(code, encoding="utf-8")
        inspected = manager.BanditManager(config.BanditConfig(), "file", quiet=True)
        inspected.discover_files([str(file)])
        inspected.run_tests()
        issues = [issue.as_dict(with_code=False) for issue in inspected.get_issue_list()]
    return [
        {
            "line": issue["line_number"],
            "what": issue["test_id"],
            "name": issue["test_name"],
            # The message of these tests repeats the secret itself.
            "reason": "Possible hardcoded password"
            if issue["test_id"] in _SECRET_TESTS
            else issue["issue_text"],
            "severity": issue["issue_severity"].lower(),
            "confidence": issue["issue_confidence"].lower(),
        }
        for issue in sorted(issues, key=lambda issue: (issue["line_number"], issue["test_id"]))
    ]


def _style(code: str) -> list[dict[str, Any]]:
    """Return what ruff finds, with none of the settings of the folder the kernel runs in."""
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--quiet"]
    command += ["--select", STYLE_RULES, "--output-format", "json", "--exit-zero", "-"]
    done = subprocess.run(  # noqa: S603 - a program of ours; the code is its input, not run
        command, input=code, capture_output=True, text=True, timeout=STYLE_SECONDS, check=False
    )
    if done.returncode != 0:
        reason = done.stderr.strip().splitlines()[-1:] or ["no reason given"]
        raise LuxError(f"ruff failed: {reason[0]}", code="EXECUTION_ERROR")
    return [
        {
            "line": found["location"]["row"],
            "what": found["code"],
            "reason": found["message"],
            "fixable": found["fix"] is not None,
        }
        for found in json.loads(done.stdout or "[]")
    ]


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {name: version(name) for name in ("radon", "bandit", "ruff")}

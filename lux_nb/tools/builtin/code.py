"""Code: analysed from its syntax tree, and run in the sandbox."""

import ast
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from lux_nb.errors import InvalidRequest

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

_BRANCHES = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ExceptHandler,
    ast.IfExp,
    ast.Assert,
    ast.comprehension,
    ast.match_case,
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DANGEROUS = {
    "eval": "runs any expression",
    "exec": "runs any code",
    "os.system": "runs a shell command",
    "pickle.load": "can run code from what it reads",
    "pickle.loads": "can run code from what it reads",
    "marshal.loads": "reads data that can crash Python",
    "yaml.load": "can build any object unless given a safe loader",
    "tempfile.mktemp": "is open to a race for the file's name",
    "hashlib.md5": "is broken for security",
    "hashlib.sha1": "is broken for security",
}
_SECRET_WORDS = ("password", "passwd", "secret", "api_key", "apikey", "token")


def tools(engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the code tools."""

    def code_executor(
        code: Annotated[str, Field(description="Sets result, or defines run(…).")],
        language: Literal["python", "javascript"] = "python",
        arguments: Annotated[
            dict[str, Any], Field(description="Given to run, and as arguments (args in JS).")
        ] = {},  # noqa: B006 - it is read only
        permissions: Annotated[
            dict[str, Any],
            Field(description="network, filesystem (none|readonly|readwrite), paths, memory, …"),
        ] = {},  # noqa: B006
        _sandbox: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Run Python or JavaScript in a sandbox with no network and no files by default."""
        from lux_nb.tools.sandbox import asked_permissions, run_code

        allowed = asked_permissions(permissions, _sandbox)
        return run_code(language, code, arguments, allowed, engine.settings)

    yield (
        code_analysis,
        {"category": "analysis", "tags": ("code", "python", "complexity", "security")},
    )
    yield (
        code_executor,
        {
            "category": "utility",
            "tags": ("code", "sandbox", "python", "javascript"),
            "handler": {"type": "built-in", "sandboxed": True},
        },
    )


def code_analysis(
    code: Annotated[str, Field(max_length=1_000_000, description="Python source.")],
    max_complexity: Annotated[int, Field(ge=1, description="Functions above it are named.")] = 10,
) -> dict[str, Any]:
    """Analyse Python source: complexity of each function, risky calls and doubtful style."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        message = f"code: it is not valid Python: {error}."
        raise InvalidRequest(message, details={"line": line}) from None
    functions = [_function(node) for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)]
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
        },
        "security": list(_security(tree)),
        "style": list(_style(tree)),
    }


def complexity(node: ast.AST) -> int:
    """Return the cyclomatic complexity of a function: its branches and one."""
    total = 1
    for inner in _own_nodes(node):
        if isinstance(inner, _BRANCHES):
            total += 1
        elif isinstance(inner, ast.BoolOp):
            total += len(inner.values) - 1
    return total


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Walk a function without the functions defined inside it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, (*_FUNCTIONS, ast.Lambda)):
            yield from _own_nodes(child)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, Any]:
    return {
        "name": node.name,
        "line": node.lineno,
        "length": (node.end_lineno or node.lineno) - node.lineno + 1,
        "complexity": complexity(node),
        "parameters": len(node.args.args) + len(node.args.kwonlyargs),
        "documented": ast.get_docstring(node) is not None,
    }


def _security(tree: ast.AST) -> Iterator[dict[str, Any]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = _dotted(node.func)
            if name in _DANGEROUS:
                yield _issue(node, name, _DANGEROUS[name])
            if any(
                keyword.arg == "shell"
                and isinstance(keyword.value, ast.Constant)
                and keyword.value.value is True
                for keyword in node.keywords
            ):
                yield _issue(node, f"{name}(shell=True)", "runs a shell command")
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            secret = [n for n in names if any(word in n.lower() for word in _SECRET_WORDS)]
            if secret and isinstance(node.value.value, str) and len(node.value.value) >= 4:
                yield _issue(node, secret[0], "looks like a secret written into the code")


def _style(tree: ast.AST) -> Iterator[dict[str, Any]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.type is None:
            yield _issue(node, "except:", "also catches interrupts and exits")
        elif isinstance(node, _FUNCTIONS):
            defaults = [*node.args.defaults, *node.args.kw_defaults]
            if any(isinstance(item, ast.List | ast.Dict | ast.Set) for item in defaults):
                yield _issue(node, node.name, "has a default value that calls share")
        elif isinstance(node, ast.Compare) and any(
            isinstance(kind, ast.Eq | ast.NotEq) and _is_none(right)
            for kind, right in zip(node.ops, node.comparators, strict=True)
        ):
            yield _issue(node, "== None", "should be written with is")


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return ""


def _issue(node: ast.AST, what: str, reason: str) -> dict[str, Any]:
    return {"line": getattr(node, "lineno", None), "what": what, "reason": reason}

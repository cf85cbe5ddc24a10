"""First-order formulas: as nested lists, read from text and written as text.

A formula is one of ``["p", name, *arguments]``, ``["not", f]``, ``["and", f, g]``,
``["or", f, g]``, ``["xor", f, g]``, ``["imp", f, g]``, ``["iff", f, g]``, ``["all", variable, f]``,
``["ex", variable, f]``, ``["gen", variable, restriction, scope]`` (a generic statement: "a dog
barks") and ``["true"]``. A variable is text that starts with a question mark.
"""

import re
from typing import Any

from lux_nb.errors import InvalidRequest

Formula = list[Any]

_TOKEN = re.compile(
    r"\s*(<->|<=>|->|=>|[∀∃¬∧∨⊕→↔⟷⇒⇔~!&|^()\[\],=≠]|[^\s∀∃¬∧∨⊕→↔⟷⇒⇔~!&|^()\[\],=≠]+)"
)
_BINARY = {
    **dict.fromkeys(("∧", "&"), ("and", 4)),
    **dict.fromkeys(("∨", "|"), ("or", 3)),
    **dict.fromkeys(("⊕", "^"), ("xor", 3)),
    **dict.fromkeys(("→", "⇒", "->", "=>"), ("imp", 2)),
    **dict.fromkeys(("↔", "⟷", "⇔", "<->", "<=>"), ("iff", 1)),
}
_QUANTIFIERS = {"∀": "all", "∃": "ex", "forall": "all", "exists": "ex"}
_SIGNS = {"and": "∧", "or": "∨", "xor": "⊕", "imp": "→", "iff": "↔"}


def parse_formula(text: str) -> Formula:
    """Read a formula such as ``∀x (Dog(x) → ¬Cat(x))``."""
    return _Parser(text).parse()


def format_formula(formula: Formula) -> str:
    """Write a formula with the usual signs."""
    match formula:
        case ["true"]:
            text = "⊤"
        case ["p", "=", left, right]:
            text = f"{_term(left)} = {_term(right)}"
        case ["p", name, *arguments]:
            inside = ", ".join(_term(argument) for argument in arguments)
            text = f"{name}({inside})" if arguments else str(name)
        case ["not", inner]:
            text = f"¬{_grouped(inner)}"
        case ["all" | "ex" as kind, variable, inner]:
            text = f"{'∀' if kind == 'all' else '∃'}{_term(variable)} {_grouped(inner)}"
        case ["gen", variable, restriction, scope]:
            text = format_formula(["all", variable, ["imp", restriction, scope]])
        case [operator, left, right]:
            text = f"{_grouped(left)} {_SIGNS[operator]} {_grouped(right)}"
        case _:
            msg = f"This is not a formula: {formula!r}"
            raise InvalidRequest(msg)
    return text


def _term(term: object) -> str:
    text = str(term)
    return f"x{text[1:]}" if text.startswith("?") and text[1:].isdigit() else text.lstrip("?")


def _grouped(formula: Formula) -> str:
    text = format_formula(formula)
    return text if formula[0] in {"p", "not", "all", "ex", "true"} else f"({text})"


def _conjoined(tokens: list[str]) -> list[str]:
    # Two atoms side by side are meant as both: "Country(x) Near(y, x)".
    result: list[str] = []
    for index, token in enumerate(tokens):
        starts_atom = token[0].isalpha() and tokens[index + 1 : index + 2] == ["("]
        if result and result[-1] == ")" and starts_atom:
            result.append("∧")
        result.append(token)
    return result


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _conjoined(
            [{"[": "(", "]": ")"}.get(sign, sign) for sign in _TOKEN.findall(text.strip())]
        )
        self.position = 0
        self.bound: list[str] = []

    def parse(self) -> Formula:
        formula = self.binary(1)
        while self.peek() in {")", ".", ";"}:
            # A bracket closed once too often groups what stands before it.
            self.position += 1
            formula = self.continue_binary(formula)
        if self.peek() is not None:
            self.fail(f"{self.peek()!r} was not expected")
        return formula

    def peek(self) -> str | None:
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def take(self) -> str:
        sign = self.peek()
        if sign is None:
            self.fail("it ends too early")
        self.position += 1
        return str(sign)

    def fail(self, why: str) -> None:
        msg = f"The formula {self.text!r} can't be read: {why}."
        raise InvalidRequest(msg, code="SYNTAX_ERROR")

    def binary(self, least: int) -> Formula:
        left = self.unary()
        while (sign := self.peek()) in _BINARY:
            operator, strength = _BINARY[str(sign)]
            if strength < least:
                break
            self.position += 1
            # Implication groups to the right, the others to the left.
            right = self.binary(strength if operator == "imp" else strength + 1)
            left = [operator, left, right]
        return left

    def unary(self) -> Formula:
        sign = self.take()
        if sign in {"¬", "~", "!"}:
            return ["not", self.unary()]
        if sign in _QUANTIFIERS:
            return self.quantified(_QUANTIFIERS[sign])
        if sign == "(":
            inner = self.binary(1)
            if self.peek() == ")":
                self.position += 1
            return self.equality(inner)
        return self.atom(sign)

    def quantified(self, kind: str) -> Formula:
        variable = self.take()
        self.bound.append(variable)
        body = self.unary()
        # "∀x A(x) → B(x)": the quantifier reaches as far as its variable is used.
        if self.used_later(variable):
            self.position, body = self.restart(body), self.rest
        self.bound.pop()
        return [kind, f"?{variable}", body]

    def restart(self, body: Formula) -> int:
        self.rest = self.continue_binary(body)
        return self.position

    def continue_binary(self, left: Formula) -> Formula:
        while (sign := self.peek()) in _BINARY:
            operator, strength = _BINARY[str(sign)]
            self.position += 1
            right = self.binary(strength if operator == "imp" else strength + 1)
            left = [operator, left, right]
        return left

    def used_later(self, variable: str) -> bool:
        depth = 0
        for index in range(self.position, len(self.tokens)):
            sign = self.tokens[index]
            depth += (sign == "(") - (sign == ")")
            if depth < 0:
                return False
            rebound = index and self.tokens[index - 1] in _QUANTIFIERS
            if sign == variable and not rebound:
                return True
            if sign == variable and rebound:
                return False
        return False

    def atom(self, name: str) -> Formula:
        if name in _BINARY or name in {")", ","}:
            self.fail(f"{name!r} was not expected")
        arguments: list[str] = []
        if self.peek() == "(":
            self.position += 1
            while self.peek() not in {")", None}:
                words = []
                while self.peek() not in {",", ")", None}:
                    words.append(self.take())
                    if self.peek() == "(":
                        words.append(self.nested())
                arguments.append(self.term(" ".join(words)))
                if self.peek() == ",":
                    self.position += 1
            if self.peek() == ")":
                self.position += 1
            return ["p", name, *arguments]
        return self.equality(None, name)

    def nested(self) -> str:
        depth, parts = 0, []
        while self.peek() is not None:
            sign = self.take()
            depth += (sign == "(") - (sign == ")")
            parts.append(sign)
            if depth == 0:
                break
        return "".join(parts)

    def equality(self, inner: Formula | None, name: str = "") -> Formula:
        sign = self.peek()
        if inner is None and sign in {"=", "≠"}:
            self.position += 1
            equal = ["p", "=", self.term(name), self.term(self.take())]
            return equal if sign == "=" else ["not", equal]
        return ["p", name] if inner is None else inner

    def term(self, word: str) -> str:
        return f"?{word}" if word in self.bound else word

"""The kinds of things an assistant needs the human's yes for."""

from typing import Literal, get_args

Scope = Literal["run", "write", "spend"]
SCOPES: tuple[Scope, ...] = get_args(Scope)

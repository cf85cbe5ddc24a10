"""Read the calls out of what a model wrote."""

from lux_nb.tools.parsing.call import ParsedCall
from lux_nb.tools.parsing.parse import parse_call

__all__ = ["ParsedCall", "parse_call"]

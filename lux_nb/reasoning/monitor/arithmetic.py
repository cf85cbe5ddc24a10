"""The few operations that the measures are written in, for columns of thoughts and for one.

One thought costs most in the calls of numpy itself, so it is measured with plain numbers. The
formulas are the same: they take their operations from here.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Value = Any  # a column of numbers, or one number


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """How to compare, choose and round values of one shape."""

    maximum: Callable[[Value, Value], Value]
    minimum: Callable[[Value, Value], Value]
    where: Callable[[Value, Value, Value], Value]
    log1p: Callable[[Value], Value]
    exp: Callable[[Value], Value]
    rounded: Callable[[Value, int], Value]


_SCALES = tuple(10.0**digits for digits in range(7))


def _rounded_one(value: float, digits: int) -> float:
    # As numpy does it, not as round(value, digits) would: both ways have to agree.
    scale = _SCALES[digits]
    return round(value * scale) / scale


def _rounded_column(values: Value, digits: int) -> Value:
    return np.asarray(values, dtype=np.float64).round(digits) + 0.0


def _chosen(condition: Value, value: Value, otherwise: Value) -> Value:
    return value if condition else otherwise


def _larger(first: Value, second: Value) -> Value:
    return first if first >= second else second


def _smaller(first: Value, second: Value) -> Value:
    return first if first <= second else second


COLUMNS = Arithmetic(np.maximum, np.minimum, np.where, np.log1p, np.exp, _rounded_column)
PLAIN = Arithmetic(_larger, _smaller, _chosen, math.log1p, math.exp, _rounded_one)

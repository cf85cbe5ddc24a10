"""An attribute that is computed when it is first asked for."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801  (it is used as ``cached_property`` is)
    """Like ``functools.cached_property``, without the lock that Python 3.11 takes at every one.

    Two threads that ask at once may both compute the value; all values here are alike then.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[Any]) -> T: ...
    def __get__(self, instance: object | None, owner: type[Any]) -> T | Self:
        if instance is None:
            return self
        # Kept among the instance's own attributes, where it is found before this is asked again.
        value = instance.__dict__[self._name] = self._compute(instance)
        return value

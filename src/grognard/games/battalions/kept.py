"""Answers worth keeping: what is asked again and again until a unit moves."""

from collections.abc import Callable
from typing import Final, TypeVar

K = TypeVar("K")
T = TypeVar("T")

MOST_KEPT: Final = 64


class Kept(dict[K, T]):
    """Answers that are kept by what was asked; when there are many, all are forgotten."""

    def __init__(self, find: Callable[[K], T]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: K) -> T:
        if len(self) >= MOST_KEPT:
            self.clear()
        found = self[key] = self._find(key)
        return found

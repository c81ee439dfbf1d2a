"""What was worked out once and is asked again and again until a unit moves."""

from collections.abc import Callable
from typing import Final, TypeVar

K = TypeVar("K")
T = TypeVar("T")

MOST_REMEMBERED: Final = 64


class Memo(dict[K, T]):
    """Answers by what was asked; when there are many, all are forgotten. Faster than `lru_cache`: a dict."""

    def __init__(self, find: Callable[[K], T]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: K) -> T:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        found = self[key] = self._find(key)
        return found

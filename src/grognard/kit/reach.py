"""The cheapest way: one bounded search over places joined by exits with small whole prices.

A place is a hex or a box, an exit leads from one to another: a road, a railway or the way into a box is an
exit like any other. What hinders a mover is one small number per place, never a callable, so that the
compiled twin (`grognard.kit.compiled_reach`) can read it too.
"""

import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, Final

CLOSED: Final = 1 << 20
"""The price of an exit that may never be used."""

LARGE: Final = 3_000
"""Maps of so many places are searched by the compiled twin, if there is one. On smaller ones it gains little,
and numba takes a second to load."""
WIDE: Final = 300
"""Where movers go far, along roads over half the map, it is worth that from so many places on."""

Steps = tuple[tuple[int, int], ...]
Numbers = Sequence[int]
"""One small number per place, as a rule in bytes."""


class Graph:
    """Places and their exits: those of place p are numbered from first[p] up to first[p + 1].

    Exit e leads to the place ends[e]; a negative one is nowhere.
    """

    def __init__(self, first: Sequence[int], ends: Sequence[int], is_wide: bool = False) -> None:
        self.first = first
        self.ends = ends
        self.size = len(first) - 1
        self.is_large = self.size >= (WIDE if is_wide else LARGE)
        self.nothing = bytes(self.size)
        """No hindrance anywhere."""
        self.pairs: dict[tuple[int, int], tuple[int, int]] = {}
        """Places with a price: most exits into a place cost the same, so each pair is kept once."""
        self.arrays: Any = None  # the compiled twin's

    @classmethod
    def of_hexes(cls, neighbours: Sequence[int], is_wide: bool = False) -> "Graph":
        """The graph of a hex grid: its exits are 6 * hex + direction, as everywhere on a board.

        It `is_wide` if movers go far on it.
        """
        return cls(range(0, len(neighbours) + 1, 6), neighbours, is_wide)


class Going:
    """The price of every exit for one class of movers. It does not change; `changed` makes another."""

    def __init__(self, graph: Graph, prices: list[int]) -> None:
        self.graph = graph
        self.prices = prices
        self.steps: list[Steps | None] = [None] * graph.size
        """Where one can go from each place and the price, looked up when a search first comes there."""
        self.origin: tuple[Going, Mapping[int, int]] | None = None
        self.array: Any = None  # the compiled twin's

    def told(self) -> object:
        """What one going says: two with the same prices are the same to a test."""
        return (id(self.graph), self.prices)

    def steps_from(self, place: int) -> Steps:
        """The places that can be entered from a place, with their price, in the order of the exits."""
        graph = self.graph
        exits = slice(graph.first[place], graph.first[place + 1])
        pairs = zip(graph.ends[exits], self.prices[exits], strict=True)
        found = tuple(graph.pairs.setdefault(one, one) for one in pairs if one[0] >= 0 and one[1] < CLOSED)
        self.steps[place] = found
        return found

    def changed(self, exits: Mapping[int, int]) -> "Going":
        """The same going with other prices for some exits."""
        first = self.graph.first
        new = Going(self.graph, list(self.prices))
        new.steps = self.steps[:]
        new.origin = (self, exits)
        for exit, price in exits.items():
            new.prices[exit] = price
            new.steps[bisect_right(first, exit) - 1] = None
        return new


Listed = tuple[list[int], list[int]]
"""Places and what each costs, as two rows."""


class Reach:
    """Where a mover can come to: the cheapest cost to every place, the starts among them, and the way there.

    `came` has where each place is entered from. A search that finds thousands gives them as rows, and the
    dict is made only for who wants one.
    """

    def __init__(self, cost: dict[int, int] | None, came: Mapping[int, int]) -> None:
        self._cost = cost
        self.came = came

    @property
    def cost(self) -> dict[int, int]:
        """What it costs to come to each place."""
        if self._cost is None:
            self._cost = dict(zip(*self.listed, strict=True))
        return self._cost

    def without(self, place: int) -> "Reach":
        """The same but for one place, as a rule the one where the mover stands."""
        cost = self.cost.copy()
        cost.pop(place, None)
        return Reach(cost, self.came)

    @property
    def listed(self) -> Listed:
        """The places in the order in which they were found, and what each costs, to read only."""
        return list(self.cost), list(self.cost.values())

    @property
    def in_order(self) -> Listed:
        """The places in the order of their numbers, and what each costs, to read only."""
        places = sorted(self.cost)
        return places, list(map(self.cost.__getitem__, places))


def reach(
    going: Going,
    starts: Mapping[int, int],
    limit: int,
    closed: Numbers = b"",
    stop: Numbers = b"",
    enter: Numbers = b"",
    leave: Numbers = b"",
    sticky: Numbers = b"",
    slip: Numbers = b"",
    minimum: bool = False,
    passed: Numbers = b"",
) -> Reach:
    """Where a mover can come to within `limit`. `starts` are where it may begin, with what is spent already.

    What hinders it is one number per place; left out, nothing does. A `closed` place may not be entered, one
    with a `stop` ends the move of who enters (who begins in one, with nothing spent, has not entered it);
    `enter` and `leave` are surcharges. From one `sticky` place to another, as from zone of control to zone of
    control, it goes only where it may `slip` in.

    With `minimum` the first step takes no more than all there is: one open place is always in reach.
    Places are found in order of cost; of two ways that cost the same the one found first is taken. What
    is `passed` is no place to stay: it goes through, but such places are not among those it can come to.
    """
    search: Callable[..., Reach] = plain_reach
    if going.graph.is_large and not isinstance(enter, list) and not isinstance(leave, list):
        search = compiled_reach() or plain_reach
    return search(going, starts, limit, closed, stop, enter, leave, sticky, slip, minimum, passed)


def plain_reach(
    going: Going,
    starts: Mapping[int, int],
    limit: int,
    closed: Numbers = b"",
    stop: Numbers = b"",
    enter: Numbers = b"",
    leave: Numbers = b"",
    sticky: Numbers = b"",
    slip: Numbers = b"",
    minimum: bool = False,
    passed: Numbers = b"",
) -> Reach:
    """`reach` in plain Python."""
    nothing = going.graph.nothing
    closed, stop = closed or nothing, stop or nothing
    enter, leave = enter or nothing, leave or nothing
    sticky, slip = sticky or nothing, slip or nothing
    steps = going.steps
    beyond = limit + 1
    cost: dict[int, int] = {}
    known = cost.get
    came: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(beyond)]
    for start, spent in starts.items():
        if spent <= limit:
            cost[start] = spent
            buckets[spent].append(start)
    for paid, places in enumerate(buckets):
        for here in places:  # grows while it is walked
            if cost[here] != paid or (stop[here] and (paid or here in came)):
                continue
            base = paid + leave[here]
            held = sticky[here]
            grace = minimum and here not in came
            for there, price in steps[here] or going.steps_from(here):
                total = base + price + enter[there]
                if total >= known(there, beyond):
                    if not grace or there in cost:
                        continue
                    total = limit
                if closed[there] or (held and sticky[there] and not slip[there]):
                    continue
                cost[there] = total
                came[there] = here
                buckets[total].append(there)
    if passed:
        cost = {place: paid for place, paid in cost.items() if not passed[place]}
    return Reach(cost, came)


@cache
def compiled_reach() -> Callable[..., Reach] | None:
    """The compiled twin, if numba is installed and GROGNARD_PLAIN is not set."""
    if os.environ.get("GROGNARD_PLAIN") or find_spec("numba") is None:
        return None
    from grognard.kit import compiled_reach as compiled  # takes a second, so only when it is wanted

    return compiled.reach


def path_to(came: Mapping[int, int], goal: int) -> list[int]:
    """The places entered on the way to `goal`, in order, the start left out."""
    steps: list[int] = []
    while (before := came.get(goal, -1)) >= 0:
        steps.append(goal)
        goal = before
    steps.reverse()
    return steps


# -- numbers per place --------------------------------------------------------------------------


def toll(flags: bytes | bytearray, price: int) -> Numbers:
    """A surcharge wherever a place is flagged with a 1, as in a zone of control."""
    return [price * flag for flag in flags] if price > 255 else flags.translate(_TOLLS[price])


_TOLLS: Final = [bytes((0, price)) + bytes(254) for price in range(256)]


def with_flags(flags: bytearray, places: Iterable[int], flag: int = 1) -> bytearray:
    """The flags themselves, after those of some places are set."""
    for place in places:
        flags[place] = flag
    return flags


def either(*flags: bytes | bytearray) -> bytes:
    """The places that are flagged in any of these."""
    both = 0
    for one in flags:
        both |= int.from_bytes(one, "little")
    return both.to_bytes(len(flags[0]), "little")

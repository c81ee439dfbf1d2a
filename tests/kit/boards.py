"""Small boards at random, and every way over them tried one after another."""

from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import strategies as st

from grognard.core.board.hexes import Grid
from grognard.kit.group import Mover
from grognard.kit.reach import CLOSED, Going, Graph

PRICES = st.sampled_from([0, 1, 1, 2, 3, 7, CLOSED])


class Trip(NamedTuple):
    """Somebody's way: who goes, where it begins, and is one place always in reach?"""

    mover: Mover
    start: int
    minimum: bool


@st.composite
def graphs(draw: st.DrawFn, most: int = 3) -> Graph:
    """A hex grid, in half the cases with a box that has a way in and ways out."""
    rows = st.integers(1, max(2, most - 1))
    grid = draw(st.builds(Grid, st.integers(1, most), rows, st.sampled_from(["even", "odd"])))
    if draw(st.booleans()):
        return Graph.of_hexes(grid.neighbours)
    doors = draw(st.lists(st.integers(0, grid.size - 1), max_size=3))
    exits = [*(grid.neighbours[hex * 6 : hex * 6 + 6] for hex in range(grid.size)), doors]
    exits[draw(st.integers(0, grid.size - 1))].append(grid.size)
    first = [0]
    for ways in exits:
        first.append(first[-1] + len(ways))
    return Graph(first, [end for ways in exits for end in ways])


@st.composite
def goings(draw: st.DrawFn, graph: Graph) -> Going:
    return Going(graph, draw(st.lists(PRICES, min_size=len(graph.ends), max_size=len(graph.ends))))


@st.composite
def movers(draw: st.DrawFn, graph: Graph) -> Mover:
    """Somebody with any mixture of hindrances, each of which may be left out."""

    def numbers(most: int) -> bytes:
        if draw(st.booleans()):
            return b""
        return bytes(draw(st.lists(st.integers(0, most), min_size=graph.size, max_size=graph.size)))

    return Mover(
        draw(goings(graph)),
        limit=draw(st.integers(0, 12)),
        spent=draw(st.integers(0, 3)),
        closed=numbers(1),
        stop=numbers(1),
        enter=numbers(2),
        leave=numbers(3),
        sticky=numbers(1),
        slip=numbers(1),
    )


@st.composite
def trips(draw: st.DrawFn, most: int = 3) -> Trip:
    graph = draw(graphs(most))
    return Trip(draw(movers(graph)), draw(st.integers(0, graph.size - 1)), draw(st.booleans()))


@st.composite
def groups(draw: st.DrawFn, most: int = 3) -> tuple[list[Mover], int, bool]:
    """Up to three classes on one board, and where they start."""
    graph = draw(graphs(most))
    classes = draw(st.lists(movers(graph), min_size=1, max_size=3))
    return classes, draw(st.integers(0, graph.size - 1)), draw(st.booleans())


def every_way(
    movers: list[Mover], start: int, minimum: bool
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All ways without a loop that a group may go: the places, and what each class has spent."""
    begun = tuple(mover.spent for mover in movers)
    if all(mover.spent <= mover.limit for mover in movers):
        yield from _on(movers, (start,), begun, minimum)


def _on(
    movers: list[Mover], path: tuple[int, ...], spent: tuple[int, ...], minimum: bool
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    yield path, spent
    here = path[-1]
    if any(mover.stop and mover.stop[here] and (len(path) > 1 or mover.spent) for mover in movers):
        return
    graph = movers[0].going.graph
    for exit in range(graph.first[here], graph.first[here + 1]):
        there = graph.ends[exit]
        if there < 0 or there in path:
            continue
        totals = []
        for mover, paid in zip(movers, spent, strict=True):
            price = mover.going.prices[exit]
            if price == CLOSED or (mover.closed and mover.closed[there]):
                break
            if (
                mover.sticky
                and mover.sticky[here]
                and mover.sticky[there]
                and not (mover.slip and mover.slip[there])
            ):
                break
            total = paid + price
            total += mover.leave[here] if mover.leave else 0
            total += mover.enter[there] if mover.enter else 0
            if total > mover.limit:
                if not minimum or len(path) > 1:
                    break
                total = mover.limit
            totals.append(total)
        else:
            yield from _on(movers, (*path, there), tuple(totals), minimum)

"""The compiled search finds what the plain one does: on random boards and in every scenario of every game."""

import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.board.hexes import Grid
from grognard.kit import compiled_group
from grognard.kit import compiled_reach as compiled
from grognard.kit import group as kit_group
from grognard.kit import reach as kit
from grognard.kit.group import GroupReach, Mover, plain_together
from grognard.kit.reach import Going, Graph, Reach, compiled_reach, plain_reach, reach
from grognard.play.registry import find_system, game_ids
from kit.boards import Trip, groups, trips


def in_order(found: Reach) -> tuple[list[tuple[int, int]], dict[int, int]]:
    """The ways, and the costs in the order in which they were found."""
    assert found.listed == (list(found.cost), list(found.cost.values()))
    assert list(zip(*found.in_order, strict=True)) == sorted(found.cost.items())
    return list(found.cost.items()), dict(found.came)


@given(trips(most=6), st.dictionaries(st.integers(0, 36), st.integers(0, 4), max_size=2), st.integers(1, 4))
def test_on_random_boards_both_find_the_same(trip: Trip, others: dict[int, int], every: int) -> None:
    going, limit, spent, *hindrances = trip.mover
    size = going.graph.size
    starts = {trip.start: spent} | {place % size: begun for place, begun in others.items()}
    # A board may have boxes beside the graph: then rows are longer than it.
    longer = [row and bytes(row) + b"\x01" for row in hindrances]
    for passed, rows in ((b"", longer), (bytes(place % every == 0 for place in range(size)), hindrances)):
        asked = (going, starts, limit, *rows, trip.minimum, passed)
        assert in_order(compiled.reach(*asked)) == in_order(plain_reach(*asked))


@given(trips(most=6), st.data())
def test_a_changed_going_is_changed_for_both(trip: Trip, data: st.DataObject) -> None:
    going, limit, spent, *hindrances = trip.mover
    exits = st.dictionaries(st.integers(0, len(going.prices) - 1), st.integers(0, 3), max_size=4)
    for _ in range(2):
        going = going.changed(data.draw(exits))
        asked = (going, {trip.start: spent}, limit, *hindrances, trip.minimum, b"")
        assert in_order(compiled.reach(*asked)) == in_order(plain_reach(*asked))


@given(groups(most=5))
def test_on_random_boards_both_find_the_same_ways_of_a_group(group: tuple[list[Mover], int, bool]) -> None:
    assert rows(compiled_group.reach_together(*group)) == rows(plain_together(*group))


def test_a_group_with_more_ways_than_there_is_room_for_at_first() -> None:
    """Four classes that each prefer other hexes: thousands of ways of which none beats another."""
    grid, generator = Grid(14, 14), Random(3)
    graph = Graph.of_hexes(grid.neighbours)
    prices = [[generator.randint(1, 5) for _ in graph.ends] for _ in range(4)]
    group = [Mover(Going(graph, own), 36) for own in prices]
    plain = plain_together(group, 0)
    assert len(plain.places) > 2_048
    assert rows(compiled_group.reach_together(group, 0, False)) == rows(plain)


def rows(found: GroupReach) -> tuple[list[int], list[int], list[tuple[int, ...]]]:
    """Every way that a group can go, in order."""
    return found.places, found.before, found.spent


@pytest.mark.parametrize(
    ("game_id", "scenario"), [(id, one.id) for id in game_ids() for one in find_system(id).rules.scenarios()]
)
def test_in_every_scenario_both_find_the_same(
    game_id: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = 0

    def both(*asked: Any) -> Reach:
        nonlocal searches
        searches += 1
        plain = plain_reach(*asked)
        assert in_order(compiled.reach(*asked)) == in_order(plain)
        return plain

    def both_together(*asked: Any) -> GroupReach:
        plain = plain_together(*asked)
        assert rows(compiled_group.reach_together(*asked)) == rows(plain)
        return plain

    monkeypatch.setattr(kit, "plain_reach", both)
    monkeypatch.setattr(kit, "compiled_reach", lambda: None)
    monkeypatch.setattr(kit_group, "plain_together", both_together)
    monkeypatch.setattr(kit_group, "compiled_together", lambda: None)
    system, generator = find_system(game_id), Random(7)
    game = system.rules.start(scenario)
    for _ in range(500):
        if game.over:
            game = system.rules.start(scenario)
        ask = game.ask
        if "reach" in system.screen.overlays() and not ask.is_chance:
            system.screen.overlay(game.pos, ask.side, "reach")
        game.play(generator.choice(ask.options(ask.side)), ask.side)
    assert searches > 20


def large_map() -> Going:
    grid = Grid(60, 60)
    return Going(Graph.of_hexes(grid.neighbours), [1 + exit % 3 for exit in range(grid.size * 6)])


def test_a_large_map_is_searched_by_the_compiled_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(compiled, "reach", lambda going, starts, limit, *more: asked.append(limit))
    compiled_reach.cache_clear()
    reach(large_map(), {0: 0}, 5)
    monkeypatch.setenv("GROGNARD_PLAIN", "1")
    compiled_reach.cache_clear()
    assert reach(large_map(), {0: 0}, 5).cost[0] == 0
    compiled_reach.cache_clear()
    assert asked == [5]


def test_surcharges_beyond_a_byte_are_left_to_the_plain_search() -> None:
    going = large_map()
    dear = [300] * going.graph.size
    assert max(reach(going, {0: 0}, 400, enter=dear).cost.values()) < 400
    assert len(reach(going, {0: 0}, 400, leave=dear).cost) == 3


def test_a_game_on_a_small_map_does_not_load_numba() -> None:
    program = """
import sys
from grognard.games.red_god_of_war import SYSTEM
game = SYSTEM.rules.start("mars")
assert "numba" not in sys.modules and "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)

"""The whole move of a unit: where it can come to, at what cost and by which steps, as if taken one by one."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.panzerblitz.table import at, game_of, options, play, unit
from grognard.core.flow.chance import pick
from grognard.core.flow.flow import Game
from grognard.core.position import Frame
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.position import UNKNOWN, DropPosition
from grognard.games.panzerblitz.model.sight import knows
from grognard.games.panzerblitz.model.stacking import has_room
from grognard.games.panzerblitz.movement.costs import March, open_steps, reach_of
from grognard.games.panzerblitz.movement.movement import begin_march
from grognard.games.panzerblitz.table.ways import reach, reach_costs, route


def gone(pos: DropPosition, v: March, there: int, cost: int) -> tuple[DropPosition, March]:
    """The position after one more step."""
    after = pos.copy()
    for one in v.units:
        after.place(one, there)
    left = 0 if there in pos.mines else v.left - cost
    return after, v._replace(left=left, steps=v.steps + 1)


def stepped(pos: DropPosition, v: March) -> dict[int, int]:
    """The least that it costs to come to each hex and stop there, found by going hex by hex in every way."""
    best: dict[int, int] = {}
    most_left: dict[int, int] = {}
    to_try = [(pos, v, 0)]
    while to_try:
        pos, v, spent = to_try.pop()
        for there, cost in open_steps(pos, v):
            if spent + cost < best.get(there, 1 << 20):
                best[there] = spent + cost
            after, on = gone(pos, v, there, cost)
            if on.left > most_left.get(there, -1):
                most_left[there] = on.left
                to_try.append((after, on, spent + cost))
    start = pos.where[v.units[0]] if not v.steps else None
    return {hex: cost for hex, cost in best.items() if hex != start}


def halts(pos: DropPosition, v: March) -> dict[int, int]:
    """The hexes in which these units may end their move, with the cost of the whole way."""
    here, cost = pos.where[v.units[0]], reach_of(pos, v).cost
    return {hex: spent for hex, spent in cost.items() if hex != here and has_room(pos, hex, v.units)}


def check(pos: DropPosition, v: March) -> int:
    """Reach, costs and routes agree with going hex by hex; how many hexes are in reach?"""
    here = pos.where[v.units[0]]
    wanted = {
        hex: cost for hex, cost in stepped(pos, v).items() if hex != here and has_room(pos, hex, v.units)
    }
    assert halts(pos, v) == wanted
    pos = pos.copy()
    pos.stack = [*pos.stack, Frame("march", "Walk", v)]
    far = reach(pos)
    assert far == {hex: cost for hex, cost in wanted.items() if hex not in dict(open_steps(pos, v))}
    for goal in Random(len(far)).sample(sorted(far), min(6, len(far))):
        after, on, paid = pos, v, 0
        for verb, hex in route(pos, goal):
            assert verb == "go"
            cost = dict(open_steps(after, on))[hex]  # it is among the options
            after, on = gone(after, on, hex, cost)
            paid += cost
        assert (after.where[v.units[0]], paid) == (goal, far[goal])
    return len(wanted)


ROWS = st.lists(st.text(alphabet=".....wwt//^~gf", min_size=5, max_size=5), min_size=4, max_size=4)
MOVERS = {
    "german": ("pz4-1", "g-truck-1", "wagon-1", "g-rifle-1"),
    "russian": ("t34c-1", "r-truck-1", "r-rifle-1", "rifle-1-1"),
}
STACKS = {"german": "pz4-2 pz4-3 pz4-4", "russian": "t34c-2 t34c-3"}
"""As many as may stand in a hex."""


@st.composite
def drives(draw: st.DrawFn) -> tuple[Game, int]:
    """Somebody about to move over a small map with roads, friends, enemies, mines, blocks and wrecks."""
    names = [f"0{column}0{row}" for column in range(1, 6) for row in range(1, 5)]
    side = draw(st.sampled_from(["german", "russian"]))
    hexes = iter(draw(st.permutations(names)))
    mover = draw(st.sampled_from(MOVERS[side]))
    known = [id for ids in MOVERS.values() for id in ids if id != mover] + [STACKS[side]]
    units = {id: next(hexes) for id in [mover, *(id for id in known if draw(st.booleans()))]}
    marks: dict[str, Any] = {
        name: draw(st.sampled_from(names)) if draw(st.booleans()) else ""
        for name in ("mines", "blocks", "wrecks")
    }
    roads = {"a": "0101 0201 0302 0401 0501", "b": "0302 0303 0304"}
    options = {"experimental": draw(st.booleans()), "gully-exit-in-all": draw(st.booleans())}
    game = game_of(
        draw(ROWS), "MoveVehicles", side, units=units, map={"road": roads}, options=options, **marks
    )
    return game, unit(game, mover)


@pytest.mark.rule("pb.movement.1", "pb.movement.2", "pb.road.1", "pb.blocks.1", "pb.mines.1")
@settings(deadline=None)
@given(drives())
def test_on_any_small_map_the_reach_is_what_steps_come_to(drive: tuple[Game, int]) -> None:
    game, mover = drive
    check(game.pos, begin_march(game.pos, mover))


def marches(
    scenario: str, given: dict[str, bool], seed: int, answers: int
) -> Iterator[tuple[DropPosition, March]]:
    """Units in the middle of their moves, from a random game."""
    generator = Random(seed)
    game = SYSTEM.rules.start(scenario, given)
    for _ in range(answers):
        if game.over:
            return
        ask = game.ask
        v = game.pos.stack[-1].vars
        if ask.step == "Walk":
            yield game.pos, v
        choices = ask.options(ask.side)
        weights = list(enumerate(ask.weights)) or [(place, 1) for place in range(len(choices))]
        game.play(choices[pick(weights, generator)], ask.side)


@pytest.mark.parametrize("scenario", ["teaching", "crossroads", "red-drop"])
@pytest.mark.parametrize("experimental", [False, True])
def test_in_every_scenario_the_reach_is_what_steps_come_to(scenario: str, experimental: bool) -> None:
    every = 1 if scenario == "teaching" else 8
    asked = furthest = 0
    for pos, v in marches(scenario, {"experimental": experimental}, 5, 700):
        asked += 1
        if asked % every == 0:
            furthest = max(furthest, check(pos, v))
    assert asked > 15 and furthest > 12


@pytest.mark.rule("pb.balance.2")
@pytest.mark.parametrize("scenario", ["teaching", "crossroads"])
def test_unseen_enemies_do_not_show_in_the_reach(scenario: str) -> None:
    hidden = 0
    for pos, v in marches(scenario, {"hidden-movement": True}, 6, 700):
        without = pos.copy()
        for one in range(pos.content.units):
            if pos.where[one] >= 0 and not knows(pos, pos.mover, one):
                hidden += 1
                without.where[one] = UNKNOWN
        without.forget()
        assert halts(pos, v) == halts(without, v)
    assert hidden > 20


@pytest.mark.rule("pb.balance.2")
def test_a_route_leads_through_an_unseen_enemy_until_he_is_seen() -> None:
    game = game_of(
        ["." * 2 + "w" + "." * 2],
        "MoveVehicles",
        "german",
        units={"g-truck-1": "0101", "r-rifle-1": "0301"},
        map={"road": {"a": "0101 0201 0301 0401 0501"}},
        options={"hidden-movement": True},
    )
    play(game, "move g-truck-1")
    steps = route(game.pos, at(game, "0501"))
    assert [SYSTEM.words.write(game.pos, step) for step in steps] == [
        "go 0201",
        "go 0301",
        "go 0401",
        "go 0501",
    ]
    play(game, "go 0201")
    assert "go 0301" not in options(game)
    assert route(game.pos, at(game, "0501")) == ()


@pytest.mark.rule("pb.movement.4")
def test_a_unit_that_waits_off_the_map_comes_on_and_drives_on() -> None:
    game = game_of(
        ["." * 5] * 2,
        "MoveVehicles",
        "german",
        units={"g-truck-1": "waiting"},
        map={"areas": {"edge": "0101 0102"}},
        arrivals={"g-truck-1": 1},
    )
    play(game, "move g-truck-1")
    v = game.pos.stack[-1].vars
    assert check(game.pos, v) == 10
    names = game.pos.content.land.names
    assert [names[hex] for _, hex in route(game.pos, at(game, "0301"))] == ["0101", "0201", "0301"]
    assert route(game.pos, at(game, "0102")) == ()  # which is one step


@pytest.mark.rule("pb.movement.1")
def test_a_hex_next_to_the_unit_is_entered_at_once_at_the_price_of_the_step() -> None:
    """Round by the road it would be cheaper: who wants that goes there step by step."""
    game = game_of(
        ["./.", "..."],
        "MoveVehicles",
        "german",
        units={"pz4-1": "0101"},
        map={"road": {"a": "0101 0102 0202 0201"}},
    )
    play(game, "move pz4-1")
    v = game.pos.stack[-1].vars
    slope = at(game, "0201")
    assert halts(game.pos, v)[slope] == 3
    assert reach_costs(game.pos)[slope] == "3"
    assert route(game.pos, slope) == ()
    assert route(game.pos, at(game, "0101")) == ()
    assert "go 0201" in options(game)

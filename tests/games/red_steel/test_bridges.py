"""Bridges and banks hexside by hexside: where they lead, who goes on with them, and who destroys them."""

from typing import Any

import pytest

from games.red_steel.table import Table, table
from grognard.games.battalions.model.position import BUILT, ELIMINATED
from grognard.games.battalions.movement.entering import enter_hex
from grognard.games.battalions.movement.move import Move
from grognard.games.red_steel.model.position import SPANNING, Bridge
from grognard.games.red_steel.prut.bridge_building import (
    BeginBridgeTurn,
    BridgeWork,
    FinishBridges,
    begin_bridge,
    disturb_bridges,
    far_hexes,
    limber_bridge,
    touches,
)
from grognard.games.red_steel.prut.fording import (
    at_the_bank,
    can_ford,
    fording_refusal,
    landings,
    river_neighbours,
)

ARENA = ["......."] * 7
MIDDLE = "0404"
RING = ("0403", "0504", "0505", "0405", "0305", "0304")
"""The hexes around the middle one, clockwise from the north."""
FIRST, SECOND, GERMAN = "rom-bridge-eng-1", "rom-bridge-eng-2", "ger-bridge-eng"


def by_the_river(there: str, units: dict[str, str], kind: str = "river", **facts: Any) -> Table:
    """One hexside of the middle hex is a river or a stream; the middle hex lies on the west bank."""
    rows = {"rows": ARENA, "west": [MIDDLE], kind: [f"{MIDDLE}/{there}"]}
    facts.setdefault("turn", 5)
    return table(rows, units, procedure="movement", step="MoveAndFord", **facts)


def bridges(game: Table) -> list[tuple[int, str, str, int]]:
    names = game.pos.content.names
    return [(one.engineer, names[one.near], names[one.far], one.begun) for one in game.pos.all_bridges()]


# -- hexsides ---------------------------------------------------------------------------------------------


@pytest.mark.rule("rs.engineering.6", "rs.prut.2")
@pytest.mark.parametrize("there", RING)
@pytest.mark.parametrize("kind", ["river", "stream"])
def test_a_bridge_leads_over_any_river_or_stream_hexside_and_a_ford_over_the_river_alone(
    there: str, kind: str
) -> None:
    game = by_the_river(there, {FIRST: MIDDLE, SECOND: there, GERMAN: "0101", "i-67-inf": MIDDLE}, kind)
    far = {
        id: [game.pos.content.names[hex] for hex in far_hexes(game.pos, game.unit(id))]
        for id in (FIRST, SECOND)
    }
    assert far == {FIRST: [there], SECOND: [MIDDLE]}
    assert far_hexes(game.pos, game.unit(GERMAN)) == []
    opposite = [game.hex(there)] if kind == "river" else []
    assert river_neighbours(game.pos, game.hex(MIDDLE)) == opposite
    assert landings(game.pos, game.unit("i-67-inf")) == opposite
    units = [game.unit(id) for id in (FIRST, SECOND, GERMAN)]
    assert at_the_bank(game.pos, units) == (units[:2] if kind == "river" else [])


@pytest.mark.rule("rs.move-general.14b")
@pytest.mark.parametrize("there", RING)
def test_a_bridge_is_touched_in_and_around_both_its_ends(there: str) -> None:
    """The river has this one hexside, so nothing else parts anybody from an end."""
    game = by_the_river(there, {FIRST: "removed"}, bridges=[[FIRST, MIDDLE, there, 0]])
    (bridge,) = game.pos.all_bridges()
    distance = game.pos.content.grid.distance
    near = {hex for hex in range(49) for end in (bridge.near, bridge.far) if distance(hex, end) <= 1}
    assert {hex for hex in range(49) if touches(game.pos, bridge, hex)} == near


@pytest.mark.rule("rs.prut.2", "rs.prut.3")
@pytest.mark.parametrize("there", RING)
def test_a_bridge_opens_its_hexside_both_ways(there: str) -> None:
    """A lone battalion with points for more goes over the bridge at the road rate from either end."""
    for start, goal in ((MIDDLE, there), (there, MIDDLE)):
        units = {"recon-35": start, FIRST: "removed"}
        game = by_the_river(there, units, bridges=[[FIRST, MIDDLE, there, 0]]).play("axis: move recon-35")
        assert game.ask.options(0).cost(("to", game.hex(goal))) == 2


@pytest.mark.rule("rs.prut.1", "rs.prut.3")
@pytest.mark.parametrize(
    ("unit", "fords"),
    [
        ("i-67-inf", True),
        ("pio-35", True),
        ("9-calarasi", False),
        ("art-a-35", False),
        ("recon-35", False),
        ("i-1-tank", False),
        ("i-90-rr", False),
    ],
)
def test_who_is_of_a_kind_that_wades(unit: str, fords: bool) -> None:
    game = by_the_river(RING[0], {unit: MIDDLE})
    assert can_ford(game.pos, game.unit(unit)) is fords


@pytest.mark.rule("rs.prut.2b")
@pytest.mark.parametrize(
    ("state", "rule"),
    [("", ""), ("spent=0.5", "rs.prut.2"), ("replaced", "rp.movement-allowance.12")],
)
def test_a_ford_takes_a_whole_allowance(state: str, rule: str) -> None:
    game = by_the_river(RING[0], {"i-67-inf": f"{MIDDLE} {state}"})
    refusal = fording_refusal(game.pos, game.unit("i-67-inf"))
    assert (refusal.rule if refusal is not None else "") == rule


# -- work in two turns ---------------------------------------------------------------------------------------


@pytest.mark.rule("rs.engineering.7b", "rs.move-general.13b")
@pytest.mark.parametrize(
    ("state", "begun", "phasing", "left"),
    [
        (f"{MIDDLE} built", 4, "axis", "in place"),
        (f"{MIDDLE} built", 1, "axis", "in place"),
        (f"{MIDDLE} built", 5, "axis", "begun"),
        (f"{MIDDLE}", 4, "axis", "given up"),
        (f"{MIDDLE} built spent=0.5", 4, "axis", "given up"),
        ("0304 built", 4, "axis", "given up"),
        (f"{MIDDLE}", 4, "soviet", "begun"),
    ],
)
def test_what_becomes_of_a_bridge_when_movement_ends(state: str, begun: int, phasing: str, left: str) -> None:
    """It is turn 5. Beside it a bridge of another engineer is in place, and stays."""
    there = RING[0]
    units = {FIRST: state, SECOND: "removed"}
    game = by_the_river(
        there, units, phasing=phasing, bridges=[[FIRST, MIDDLE, there, begun], [SECOND, MIDDLE, "0305", 0]]
    )
    FinishBridges().run(game.game, Move())
    one, other = game.unit(FIRST), game.unit(SECOND)
    kept = {"in place": [(one, MIDDLE, there, 0)], "begun": [(one, MIDDLE, there, begun)], "given up": []}
    assert bridges(game) == [*kept[left], (other, MIDDLE, "0305", 0)]
    assert (game.pos.hex[one] == SPANNING) == (left == "in place")
    opened = (game.hex(MIDDLE), game.hex(there), True) in game.pos.spans()
    assert opened == (left == "in place")


@pytest.mark.rule("rs.engineering.7d", "rs.engineering.8b")
@pytest.mark.parametrize(("far", "up"), [("0403", [1]), ("0504", [0])])
def test_a_printed_bridge_stands_again_when_the_engineers_limber_what_they_laid_there(
    far: str, up: list[int]
) -> None:
    """Until then the counter is the bridge; beside the printed one it is a bridge of its own."""
    rows = {
        "rows": ARENA,
        "west": [MIDDLE],
        "river": [f"{MIDDLE}/0403", f"{MIDDLE}/0504"],
        "areas": {"bridge:ungheni": [MIDDLE, "0403"]},
    }
    units = {FIRST: f"{MIDDLE} built"}
    game = table(rows, units, turn=5, bridges=[[FIRST, MIDDLE, far, 4]])
    assert game.pos.content.printed_bridges == [(game.hex(MIDDLE), game.hex("0403"), False)]
    FinishBridges().run(game.game, Move())
    assert game.pos.standing == [0]
    assert (game.hex(MIDDLE), game.hex(far), True) in game.pos.spans()
    limber_bridge(game.game, game.unit(FIRST), game.hex(MIDDLE))
    assert game.pos.standing == up
    assert bool(game.pos.spans()) == bool(up[0])


@pytest.mark.rule("rs.engineering.7d", "rs.move-general.14a")
def test_a_rebuilt_bridge_is_lost_with_its_counter_and_the_printed_one_stays_down() -> None:
    rows = {
        "rows": ARENA,
        "west": [MIDDLE],
        "river": [f"{MIDDLE}/0403"],
        "areas": {"bridge:ungheni": [MIDDLE, "0403"]},
    }
    units = {FIRST: f"{MIDDLE} built", "i-90-rr": "0401"}
    game = table(rows, units, turn=5, bridges=[[FIRST, MIDDLE, "0403", 4]])
    FinishBridges().run(game.game, Move())
    enter_hex(game.game, (game.unit("i-90-rr"),), game.hex("0402"))
    assert (game.pos.standing, game.pos.spans()) == ([0], [])
    game.holds(f"unit {FIRST} at eliminated")


@pytest.mark.rule("rs.engineering.5", "rs.engineering.7")
def test_who_begins_elsewhere_gives_up_what_he_had_begun_and_nobody_elses() -> None:
    begun = [[FIRST, MIDDLE, RING[0], 4], [SECOND, "0305", "0306", 4]]
    game = by_the_river(RING[0], {FIRST: "0101", SECOND: "0305"}, bridges=begun)
    begin_bridge(game.game, game.unit(FIRST), game.hex("0201"))
    assert bridges(game) == [(game.unit(SECOND), "0305", "0306", 4), (game.unit(FIRST), "0101", "0201", 5)]
    assert game.pos.flags[game.unit(FIRST)] & BUILT


@pytest.mark.rule("rs.engineering.5c", "rs.engineering.7")
@pytest.mark.parametrize(("where", "asks"), [(MIDDLE, False), ("0504", True)])
def test_work_goes_on_without_a_question_where_it_was_begun_and_begins_anew_elsewhere(
    where: str, asks: bool
) -> None:
    rows = {"rows": ARENA, "west": [MIDDLE], "river": [f"{MIDDLE}/0403", "0504/0603"]}
    units = {FIRST: where, SECOND: "0101", "i-67-inf": "0101"}
    game = table(
        rows, units, procedure="player-turn", step="engineering", turn=5, bridges=[[FIRST, MIDDLE, "0403", 4]]
    )
    game.play(f"axis: bridge {FIRST}")
    assert bool(game.offers("across")) is asks
    if asks:
        game.play("axis: put-back")
        assert bridges(game) == [(game.unit(FIRST), MIDDLE, "0403", 4)]
        assert not game.pos.flags[game.unit(FIRST)] & BUILT
    else:
        assert game.pos.flags[game.unit(FIRST)] & BUILT
        assert game.refused(f"axis: bridge {FIRST}") == "rs.engineering.5"


@pytest.mark.rule("rs.engineering.8", "rs.engineering.9", "rs.engineering.6")
def test_why_a_bridge_is_not_limbered_and_an_end_not_taken() -> None:
    rows = {"rows": ARENA, "west": [MIDDLE], "river": [f"{MIDDLE}/0403", f"{MIDDLE}/0504"]}
    units = {FIRST: "removed", SECOND: MIDDLE, "i-67-inf": "0101"}
    game = table(
        rows, units, procedure="player-turn", step="engineering", turn=5, bridges=[[FIRST, MIDDLE, "0403", 0]]
    )
    assert game.offers("limber-bridge") == [FIRST]
    assert game.refused(f"axis: limber-bridge {SECOND}") == "rs.engineering.8"
    game.play(f"axis: limber-bridge {FIRST}")
    assert game.refused("axis: across 0504") == "rs.engineering.9"
    game.play("axis: put-back", f"axis: bridge {SECOND}")
    assert game.refused("axis: across 0403") == "rs.engineering.6"
    game.play("axis: across 0504")
    assert bridges(game) == [(game.unit(FIRST), MIDDLE, "0403", 0), (game.unit(SECOND), MIDDLE, "0504", 5)]


@pytest.mark.rule("rs.engineering.8a", "rs.movement-allowance.13")
def test_limbering_takes_one_bridge_up_and_ties_its_engineer_for_this_turn_alone() -> None:
    spans = [[FIRST, MIDDLE, RING[0], 0], [SECOND, MIDDLE, RING[1], 0]]
    game = by_the_river(RING[0], {FIRST: "removed", SECOND: "removed"}, bridges=spans)
    limber_bridge(game.game, game.unit(SECOND), game.hex(MIDDLE))
    assert bridges(game) == [(game.unit(FIRST), MIDDLE, RING[0], 0)]
    assert game.pos.lifted == [game.unit(SECOND)]
    game.holds(f"unit {SECOND} at {MIDDLE}", f"unit {FIRST} at removed")
    limber_bridge(game.game, game.unit(FIRST), game.hex(MIDDLE))
    assert game.pos.lifted == sorted([game.unit(FIRST), game.unit(SECOND)])
    BeginBridgeTurn().run(game.game, BridgeWork())
    assert game.pos.lifted == []


# -- losing them ------------------------------------------------------------------------------------------


@pytest.mark.rule("rs.move-general.12", "rs.move-general.14")
@pytest.mark.parametrize(
    ("unit", "hex", "begun", "left"),
    [
        ("i-90-rr", "0303", 0, "lost"),
        ("i-90-rr", "0402", 0, "lost"),
        ("i-90-rr", "0202", 0, "kept"),
        ("i-67-inf", "0303", 0, "kept"),
        ("i-90-rr", "0404", 4, "given up"),
        ("i-90-rr", "0304", 4, "given up"),
        ("i-90-rr", "0402", 4, "kept"),
        ("i-67-inf", "0304", 4, "kept"),
    ],
)
def test_who_comes_near_destroys_a_bridge_or_stops_the_work(
    unit: str, hex: str, begun: int, left: str
) -> None:
    """A bridge from 0404 to 0403. In place it is touched at either end; work is stopped at the builder's."""
    place = MIDDLE if begun else "removed"
    spans = [[FIRST, MIDDLE, "0403", begun], [SECOND, "0707", "0706", 0]]
    units = {FIRST: place, SECOND: "removed", unit: "0101"}
    game = by_the_river("0403", units, bridges=spans)
    disturb_bridges(game.game, game.unit(unit), game.hex(hex))
    first = [(game.unit(FIRST), MIDDLE, "0403", begun)] if left == "kept" else []
    assert bridges(game) == [*first, (game.unit(SECOND), "0707", "0706", 0)]
    assert (game.pos.hex[game.unit(FIRST)] == ELIMINATED) == (left == "lost")
    steps = game.pos.content.max_steps[game.unit(FIRST)]
    assert game.pos.lost_steps == [steps if left == "lost" else 0, 0]


@pytest.mark.rule("rs.engineering.7")
def test_four_numbers_make_a_bridge() -> None:
    spans = [[FIRST, MIDDLE, "0403", 4], [SECOND, "0707", "0706", 0]]
    game = by_the_river("0403", {FIRST: MIDDLE, SECOND: "removed"}, bridges=spans)
    one, two = game.unit(FIRST), game.unit(SECOND)
    numbers = [(one, game.hex(MIDDLE), game.hex("0403"), 4), (two, game.hex("0707"), game.hex("0706"), 0)]
    assert game.pos.all_bridges() == [Bridge(*values) for values in numbers]
    assert game.pos.bridge_of(two) == Bridge(*numbers[1])
    assert game.pos.bridge_of(game.pos.content.units) is None
    assert game.pos.spans() == [(game.hex("0707"), game.hex("0706"), True)]

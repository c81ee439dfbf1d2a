"""The edges of growth and loss: arrivals, rebuilding, Breakdowns, consolidation, what is wiped, breakout."""

from typing import Any

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from games.ocs.test_edges_fight import verbs
from games.ocs.test_edges_results import CORNER, rule_of, units_of
from games.ocs.test_growth import HOME, MOVE_MODE, WIDE, arriving, rebuilding
from grognard.core.position import NOTHING
from grognard.games.ocs.breakdown import absorb, can_absorb, detach, detach_refusal, free_breakdown
from grognard.games.ocs.breakout import (
    Breakouts,
    Escape,
    RollEscape,
    RollReturn,
    escape_refusal,
    has_way_out,
    is_near_friend,
    one_point,
)
from grognard.games.ocs.consolidation import are_alike, is_unfit, merge, partner, place_in
from grognard.games.ocs.losses import destroy, lose_step, survivors, wipe
from grognard.games.ocs.position import (
    ASTER,
    AWAY,
    BOREAL,
    COMBAT,
    DEAD,
    DG,
    FULL,
    MOVE,
    NEW,
    POOL,
    STRAT,
    WAITING,
)
from grognard.games.ocs.reinforcement import (
    Arrival,
    PlaceSupply,
    Rebuild,
    RollReplacements,
    RollSupply,
    entry_hex,
)
from grognard.games.ocs.replacement import bases, depot_for, depots, rebuild, repls_at, use_repls
from grognard.games.ocs.segments import Segment

# -- arrivals ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.reinforcement.4")
def test_where_arrivals_come_in() -> None:
    """Not at sea, the nearest first, the first of equals; and where all is blocked, where they should."""
    rows = ["..", "~.", "..", ".."]
    pos = position(rows, {"b11": "01.04", "b12": "01.02"})

    def entry(name: str) -> str:
        return pos.content.names[entry_hex(pos, hex(pos, name), ASTER)]

    assert hex(pos, "01.04") == 0
    assert (entry("01.04"), entry("01.02"), entry("01.01"), entry("02.03")) == (
        "01.01",
        "01.01",
        "01.01",
        "02.03",
    )
    pos.place(unit(pos, "b13"), hex(pos, "01.01"))
    assert entry("01.02") == "01.02"
    assert entry_hex(pos, hex(pos, "01.02"), BOREAL) == hex(pos, "01.02")


@pytest.mark.rule("ocs.reinforcement.1", "ocs.reinforcement.2", "ocs.fuel.8")
def test_how_units_come_in() -> None:
    """To their own hex, which may be the first of the map; aircraft to a base; trucks with a full load."""
    units = {
        "a24": {"hex": "waiting", "back": 1, "mode": "combat"},
        "af1": {"hex": "waiting", "back": 3, "active": False},
        "a17": {"hex": "waiting", "back": 3, "points": 2},
        "a41": {"hex": "waiting", "back": 3, "points": 2},
        "a22": "dead",
    }
    game = build(WIDE, units, turn=3, phase="reinforcement", bases={"aster": {"06.02": 1}}, **HOME, start={})
    pos = game.pos
    a24, af1, a17, a41, a22 = units_of(pos, "a24", "af1", "a17", "a41", "a22")
    pos.back[a22] = 3
    pos.content.arrival_hex[a24] = 0
    game.call("arrival", Arrival(ASTER))
    assert game.ask.step == "RollSupply"
    assert (pos.hex[a24], where(pos, "af1"), where(pos, "a17")) == (0, "06.02", "01.02")
    assert (pos.mode[a24], pos.fed[a24], pos.back[a24], pos.active[af1]) == (MOVE, NEW, 0, 1)
    assert (pos.cargo[a17], pos.cargo[a41], pos.hex[a22]) == (8, 0, DEAD)
    assert {event.facts for event in game.events if event.kind == "arrived"} == {
        (a24, 0),
        (af1, hex(pos, "06.02")),
        (a17, hex(pos, "01.02")),
        (a41, hex(pos, "01.02")),
    }


@pytest.mark.rule("ocs.reinforcement.3", "ocs.reinforcement.4")
def test_without_a_hex_to_come_to_nobody_comes() -> None:
    game = build(WIDE, {"a24": {"hex": "waiting", "back": 3}}, turn=3, phase="reinforcement")
    game.call("arrival", Arrival(ASTER))
    assert game.ask.step == "Rebuild"  # nor is supply rolled for
    assert game.pos.hex[unit(game.pos, "a24")] == WAITING


@pytest.mark.rule("ocs.sequence.9", "ocs.replacement.1")
def test_supply_comes_to_a_source_in_the_first_hex_and_who_rolls_for_it() -> None:
    home = {"sources": {"boreal": CORNER}, "control": {"boreal": [CORNER]}}
    pos = position(None, {}, **home)
    v = Arrival(BOREAL)
    for step in (RollSupply(), RollReplacements()):
        assert len(step.outcomes(pos, v)) == 11 and step.outcomes(pos, Arrival(ASTER)) == []
        assert step.roller(pos, v) == BOREAL
    assert v == (BOREAL, 0, 0, NOTHING, NOTHING)


@pytest.mark.rule("ocs.sequence.9", "ocs.port.8")
def test_how_much_goes_by_sea() -> None:
    selm, inland = position([], {}), position(None, {})
    step = PlaceSupply()
    assert verbs(step.options(selm, Arrival(BOREAL, tokens=3))) == {"by-sea": [0, 1, 2, 3]}
    assert step.options(selm, Arrival(BOREAL)) == [] and step.options(selm, Arrival(ASTER, tokens=3)) == []
    assert step.options(inland, Arrival(BOREAL, tokens=3)) == []
    inland.content.sea_box[BOREAL] = 0
    assert verbs(step.options(inland, Arrival(BOREAL, tokens=1))) == {"by-sea": [0, 1]}


@pytest.mark.rule("ocs.replacement.1", "ocs.replacement.2")
def test_repls_come_in_move_mode_until_the_pool_is_empty() -> None:
    game = arriving({})
    pos = game.pos
    for number in range(2, 17):
        pos.hex[unit(pos, f"a-pax-{number}")] = DEAD
    pos.forget()
    first = unit(pos, "a-pax-1")
    pos.mode[first], pos.fed[first] = STRAT, 3
    roll(game, 7, 12)
    assert (where(pos, "a-pax-1"), pos.mode[first], pos.fed[first]) == ("01.02", MOVE, NEW)
    here = pos.combat_units_at(hex(pos, "01.02"), ASTER)
    assert sorted(pos.content.kind[one] for one in here) == ["eq", "eq", "pax"]


# -- rebuilding -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.replacement.3", "ocs.modes.11")
def test_which_repls_of_a_hex_are_used() -> None:
    units = {"a-pax-1 a-pax-2 a-eq-1": MOVE_MODE, "a-pax-3": {"hex": "05.02", "mode": "dg"}, "a21": "05.02"}
    game = build(WIDE, units)
    pos, here = game.pos, hex(game.pos, "05.02")
    assert repls_at(pos, here, ASTER, "pax") == list(units_of(pos, "a-pax-1", "a-pax-2"))
    use_repls(game, here, ASTER, (1, 1))
    assert [pos.hex[one] for one in units_of(pos, "a-pax-1", "a-pax-2", "a-eq-1")] == [POOL, here, POOL]


@pytest.mark.rule("ocs.replacement.3", "ocs.replacement.5", "ocs.replacement.9")
def test_how_a_unit_comes_back() -> None:
    """A dead one with one step, in Move Mode, as if new; trucks with one point; a reduced one a step up."""
    units = {
        "a21": {"hex": "dead", "lost": 4},
        "a22": {"hex": "06.02", "lost": 2, "mode": "combat"},
        "a17": {"hex": "dead"},
        "at1": {"hex": "dead", "lost": 2, "active": False},
    }
    game = build(WIDE, units, bases={"aster": {"02.02": 1}})
    pos, here = game.pos, hex(game.pos, "05.02")
    a21, a22, a17, at1 = units_of(pos, "a21", "a22", "a17", "at1")
    pos.fed[a21] = 3
    for one in (a21, a22, a17, at1):
        rebuild(game, one, here)
    assert (pos.hex[a21], pos.steps(a21), pos.mode[a21], pos.fed[a21], pos.points[a21]) == (
        here,
        1,
        MOVE,
        NEW,
        0,
    )
    assert (where(pos, "a22"), pos.lost[a22], pos.mode[a22]) == ("06.02", 1, COMBAT)
    assert (pos.hex[a17], pos.points[a17], pos.lost[a17]) == (here, 1, 0)
    assert (where(pos, "at1"), pos.lost[at1], pos.active[at1]) == ("02.02", 1, 1)
    assert [event.facts for event in game.events] == [(one, here) for one in (a21, a22, a17, at1)]


@pytest.mark.rule("ocs.replacement.4")
def test_a_unit_in_the_first_hex_of_the_map_is_reduced_not_dead() -> None:
    game = build(None, {"a21": {"hex": CORNER, "lost": 2}})
    rebuild(game, unit(game.pos, "a21"), 0)
    assert game.pos.lost[unit(game.pos, "a21")] == 1


@pytest.mark.rule("ocs.replacement.3", "ocs.replacement.4")
def test_the_first_hex_of_the_map_is_on_the_map() -> None:
    """A reduced unit there gets its step there alone; an HQ there is an HQ that is left."""
    units = {"a21": {"hex": CORNER, "lost": 1}, "a02": "02.04", "a-pax-1 a-eq-1": "03.04"}
    pos = position(None, units, sources={"aster": "05.01"}, control={"aster": ["05.01"]})
    assert depots(pos, ASTER) == [hex(pos, "03.04")]
    assert depot_for(pos, unit(pos, "a21")) == NOTHING
    for id in ("a-pax-1", "a-eq-1"):
        pos.place(unit(pos, id), 0)
    assert depot_for(pos, unit(pos, "a21")) == 0
    pos.place(unit(pos, "a02"), 0)
    for id in ("a-pax-1", "a-eq-1"):
        pos.place(unit(pos, id), hex(pos, "05.01"))
    pos.touch()
    assert depot_for(pos, unit(pos, "a01")) == NOTHING


@pytest.mark.rule("ocs.replacement.7")
def test_what_is_paid_for_two_is_for_two_of_the_row_and_where_it_was_paid() -> None:
    repls = {"a-pax-1 a-eq-1": MOVE_MODE}
    dead = {"a33 a34 a31": "dead"}
    game = rebuilding({"a01": "03.02"} | repls | dead)
    play(game, "rebuild a33")
    pos = game.pos
    assert pos.hex[unit(pos, "a-pax-1")] == POOL and pos.hex[unit(pos, "a-eq-1")] >= 0
    play(game, "rebuild a31")  # another row: it is paid, and the credit is gone
    assert pos.hex[unit(pos, "a-eq-1")] == POOL
    assert options(game) == ["done"] and refusal(game, "rebuild a34").rule == "ocs.replacement.3"


@pytest.mark.rule("ocs.replacement.3", "ocs.consolidation.1", "ocs.airmission.25", "ocs.replacement.8")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("rebuild a21", "ocs.replacement.3"),
        ("merge a22", "ocs.consolidation.1"),
        ("build-gliders 05.02", "ocs.airmission.25"),
        ("rebuild-truck 05.02", "ocs.replacement.8"),
    ],
)
def test_why_nothing_is_rebuilt(text: str, rule: str) -> None:
    game = rebuilding({"a21 a22": "05.02"})
    assert options(game) == ["done"] and refusal(game, text).rule == rule
    assert play(game, "done").ask.step == "Breakout"


@pytest.mark.rule("ocs.replacement.8")
def test_trucks_are_rebuilt_while_some_are_lost_and_a_counter_is_free() -> None:
    units = {
        "a01": "10.10",
        "a-eq-1 a-eq-2": {"hex": "11.10", "mode": "move"},
        "a41": {"hex": "02.10", "points": 9},
    }
    game = build([], units, phase="reinforcement")
    pos, step = game.pos, Rebuild()
    v = Arrival(ASTER)
    here = hex(pos, "11.10")
    assert verbs(step.options(pos, v))["rebuild-truck"] == [here]
    truck = unit(pos, "a-truck-1")
    pos.mode[truck] = DG
    step.take(game, v, ("rebuild-truck", here))
    assert (pos.hex[truck], pos.points[truck], pos.mode[truck]) == (here, 1, MOVE)
    assert [pos.hex[unit(pos, f"a-eq-{number}")] for number in (1, 2)] == [POOL, here]
    assert "rebuild-truck" not in verbs(step.options(pos, v))  # ten are there again
    pos.points[unit(pos, "a41")] = 5
    for number in range(2, 13):
        pos.hex[unit(pos, f"a-truck-{number}")] = DEAD
    pos.forget()
    assert "rebuild-truck" not in verbs(step.options(pos, v))


@pytest.mark.rule("ocs.replacement.3")
@pytest.mark.parametrize("place", ["aster", "boreal"])
def test_units_in_a_box_are_of_no_use(place: str) -> None:
    """Neither HQs nor Repls in the sea box count."""
    pos = position([], {"b01": "20.10", "b-pax-1": {"hex": "20.10", "mode": "move"}})
    assert depots(pos, BOREAL) == [hex(pos, "20.10")]
    box = pos.content.hexes
    one = unit(pos, "b01" if place == "aster" else "b-pax-1")
    pos.place(one, box)
    assert depots(pos, BOREAL) == []


@pytest.mark.rule("ocs.replacement.9")
def test_a_base_in_the_last_hex_of_the_map_counts() -> None:
    pos = position(None, {}, bases={"boreal": {"05.01": 1, CORNER: 2}})
    assert bases(pos, BOREAL) == [0, pos.content.hexes - 1]


# -- losses -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.8", "ocs.results.13", "ocs.units.20")
def test_the_last_step_destroys() -> None:
    game = build(None, {"a23": {"hex": "03.03", "lost": 1}})
    a23 = unit(game.pos, "a23")
    lose_step(game, a23, "ocs.results.8")
    assert (game.pos.lost[a23], where(game.pos, "a23")) == (2, "03.03")
    lose_step(game, a23, "ocs.results.8")
    assert game.pos.hex[a23] == DEAD and survivors(game.pos, (a23,)) == []
    kinds = [event.kind for event in game.events]
    assert kinds == ["lost-step", "lost-step", "destroyed"]
    corner = position(None, {"a21": CORNER})
    assert survivors(corner, units_of(corner, "a21", "a22")) == [unit(corner, "a21")]


@pytest.mark.rule("ocs.units.20", "ocs.replacement.6", "ocs.units.14")
@pytest.mark.parametrize(
    ("id", "place"),
    [("a21", DEAD), ("a-pax-1", POOL), ("a-bd-4-1", POOL), ("a41", POOL), ("a17", DEAD), ("af1", DEAD)],
)
def test_where_the_destroyed_go(id: str, place: int) -> None:
    game = build(None, {id: {"hex": "03.03"}})
    destroy(game, unit(game.pos, id), "ocs.units.20")
    assert game.pos.hex[unit(game.pos, id)] == place
    assert game.events[-1].facts == (unit(game.pos, id), hex(game.pos, "03.03"))


@pytest.mark.rule("ocs.units.20")
def test_who_is_aboard_is_lost_with_the_craft() -> None:
    game = build([], {"al1": "12.10", "a35": "12.10", "a34": "12.10"})
    al1, a35 = units_of(game.pos, "al1", "a35")
    game.pos.craft[a35] = al1
    destroy(game, al1, "ocs.naval.1")
    assert (game.pos.hex[a35], where(game.pos, "a34")) == (DEAD, "12.10")


@pytest.mark.rule("ocs.units.20")
@pytest.mark.parametrize(("id", "mode", "face"), [("a21", COMBAT, 0), ("a-pax-1", MOVE, 1), ("a17", MOVE, 1)])
def test_all_markers_come_off_who_leaves_the_map(id: str, mode: int, face: int) -> None:
    pos = position(None, {id: "03.03"})
    one = unit(pos, id)
    plain = (pos.stocks, pos.oos, pos.flags, pos.fuel, pos.extender, pos.points, pos.cargo, pos.active)
    for field in (*plain, pos.home, pos.craft, pos.lost):
        field[one] = 1
    pos.mode[one], pos.face[one] = DG, 1 - face
    wipe(pos, one)
    assert [field[one] for field in plain] == [FULL, 0, 0, 0, 0, 0, 0, 0]
    assert (pos.home[one], pos.craft[one]) == (NOTHING, NOTHING)
    assert (pos.mode[one], pos.face[one], pos.lost[one]) == (mode, face, 0 if id == "a-pax-1" else 1)


# -- Breakdowns -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.breakdown.1", "ocs.breakdown.3", "ocs.breakdown.6")
@pytest.mark.parametrize(
    ("id", "lost", "rule"),
    [
        ("a21", 0, ""),
        ("a21", 2, ""),
        ("a21", 3, "ocs.breakdown.1"),
        ("a13", 0, "ocs.breakdown.1"),
        ("b11", 0, ""),
    ],
)
def test_who_detaches_a_regiment(id: str, lost: int, rule: str) -> None:
    pos = position(None, {id: {"hex": "03.03", "lost": lost}})
    assert rule_of(detach_refusal(pos, unit(pos, id))) == rule
    pos.content.combat_class[unit(pos, id)] = 0
    assert rule_of(detach_refusal(pos, unit(pos, id))) == "ocs.breakdown.1"


@pytest.mark.rule("ocs.breakdown.3", "ocs.breakdown.7")
def test_the_best_regiment_that_is_not_better() -> None:
    """Rating 4 takes a 4 while there is one, then a 3; rating 3 takes a 3; rating 2 a 2."""
    pos = position(None, {"a21 a22": "03.03", "b11": "01.01"})
    a21, a22, b11 = units_of(pos, "a21", "a22", "b11")
    best = [pos.content.roster.counters[free_breakdown(pos, one)].id for one in (a21, a22, b11)]
    assert best == ["a-bd-4-1", "a-bd-3-1", "b-bd-2-1"]
    for number in (1, 2, 3):
        pos.hex[unit(pos, f"a-bd-4-{number}")] = DEAD
    pos.forget()
    assert free_breakdown(pos, a21) == unit(pos, "a-bd-3-1")
    for number in (1, 2, 3):
        one = unit(pos, f"a-bd-4-{number}")
        pos.hex[one], pos.content.rating[one * 2] = POOL, 2
    pos.forget()
    assert free_breakdown(pos, a21) == unit(pos, "a-bd-3-1")  # better than a 2 that comes before it


@pytest.mark.rule("ocs.breakdown.3")
def test_a_division_takes_in_regiments_of_its_rating_and_better() -> None:
    ratings = {"a-bd-4-1": 4, "a-bd-4-3": 4, "a-bd-3-1": 3, "a-bd-3-2": 3, "a-bd-3-3": 3, "a-bd-3-6": 3}
    pos = position(None, {"a21 a22": {"hex": "03.03", "lost": 1}, " ".join(ratings): "03.03"})
    for id, rating in ratings.items():
        found = [can_absorb(pos, unit(pos, division), unit(pos, id)) for division in ("a21", "a22")]
        assert found == [rating >= 4, rating >= 3]


@pytest.mark.rule("ocs.breakdown.1", "ocs.breakdown.4")
def test_a_regiment_is_as_its_division_is() -> None:
    state = {"hex": "03.03", "mode": "move", "lost": 1, "oos": True, "flags": 3, "spent": 5, "stocks": "low"}
    game = build(None, {"a21": state})
    pos, a21 = game.pos, unit(game.pos, "a21")
    pos.fed[a21] = 2
    part = detach(game, a21)
    assert part == unit(pos, "a-bd-4-1") and (pos.lost[a21], pos.lost[part]) == (2, 0)
    fields = (pos.hex, pos.mode, pos.face, pos.stocks, pos.oos, pos.fed, pos.flags, pos.spent, pos.began)
    assert all(field[part] == field[a21] for field in fields)
    assert game.events[-1].facts == (a21, part)


@pytest.mark.rule("ocs.breakdown.3", "ocs.breakdown.4", "ocs.breakdown.5")
@pytest.mark.parametrize(
    "change", ["", "lost", "class", "hex", "mode", "face", "stocks", "oos", "side", "steps", "kind"]
)
def test_who_takes_a_regiment_in(change: str) -> None:
    """A reduced division of class Other, with the regiment in one hex and alike in every marker."""
    pos = position(
        None, {"a22": {"hex": "03.03", "lost": 1}, "a-bd-3-1": "03.03", "b-bd-3-1": "03.03", "a34": "03.03"}
    )
    a22, part = units_of(pos, "a22", "a-bd-3-1")
    content = pos.content
    if change == "lost":
        pos.lost[a22] = 0
    elif change == "class":
        content.combat_class[a22] = 1
    elif change == "steps":
        content.is_multi_step[a22] = False
    elif change == "side":
        part = unit(pos, "b-bd-3-1")
    elif change == "kind":
        part = unit(pos, "a34")
    elif change:
        field = getattr(pos, change)
        field[part] += 1
    assert can_absorb(pos, a22, part) is (change == "")


@pytest.mark.rule("ocs.breakdown.5")
def test_a_division_takes_in_what_it_lacks_and_each_regiment_goes_to_one() -> None:
    units = {
        "a22": {"hex": CORNER, "lost": 1},
        "a24": {"hex": CORNER, "lost": 1},
        "a-bd-3-1 a-bd-3-2 a-bd-3-3": CORNER,
    }
    game = build(None, units)
    pos = game.pos
    absorb(game, BOREAL)
    assert [pos.lost[one] for one in units_of(pos, "a22", "a24")] == [1, 1]
    absorb(game, ASTER)
    assert [pos.lost[one] for one in units_of(pos, "a22", "a24")] == [0, 0]
    assert [pos.hex[one] for one in units_of(pos, "a-bd-3-1", "a-bd-3-2", "a-bd-3-3")] == [POOL, POOL, 0]
    taken = [event.facts for event in game.events if event.kind == "absorbed"]
    assert taken == [units_of(pos, "a22", "a-bd-3-1"), units_of(pos, "a24", "a-bd-3-2")]


# -- consolidation ----------------------------------------------------------------------------------


@pytest.mark.rule("ocs.consolidation.1", "ocs.consolidation.2", "ocs.consolidation.5")
def test_who_is_alike_and_fit() -> None:
    units = {"b11 b12": {"hex": CORNER, "lost": 1}, "b13": CORNER}
    pos = position(None, units)
    b11, b12, b13 = units_of(pos, "b11", "b12", "b13")
    assert are_alike(pos, b11, b12) and not are_alike(pos, b11, b13)
    a12, b22 = units_of(pos, "a11", "a12")
    assert not are_alike(pos, a12, b22)
    assert partner(pos, b11) == b12 and not is_unfit(pos, b11)
    pos.lost[b12] = 0
    assert partner(pos, b11) == NOTHING and partner(pos, b12) == b11  # a whole one may give to a reduced one
    for field, value in ((pos.stocks, 1), (pos.mode, DG)):
        field[b12] = value
        assert is_unfit(pos, b12) and partner(pos, b12) == NOTHING
        field[b12] = FULL if field is pos.stocks else COMBAT
    pos.place(b11, NOTHING)
    assert partner(pos, b12) == NOTHING and partner(pos, b11) == NOTHING


@pytest.mark.rule("ocs.consolidation.2")
@pytest.mark.parametrize(("given", "taken", "left"), [(2, 1, 0), (1, 2, 0), (2, 2, 1), (0, 1, 0)])
def test_how_many_steps_are_given(given: int, taken: int, left: int) -> None:
    """Divisions of three: who lacks `taken` gets the steps of who lacks `given`, and none beyond three."""
    game = build(None, {"b11": {"hex": "03.03", "lost": given}, "b12": {"hex": "03.03", "lost": taken}})
    b11, b12 = units_of(game.pos, "b11", "b12")
    merge(game, b11)
    assert (game.pos.lost[b12], game.pos.hex[b11], game.pos.lost[b11]) == (left, DEAD, 3)


@pytest.mark.rule("ocs.consolidation.3", "ocs.consolidation.4")
@pytest.mark.parametrize("change", ["", "dg", "stocks", "alive", "same", "none", "off"])
def test_who_takes_the_place_of_a_dead_one(change: str) -> None:
    """Two tank brigades of one print; the living one is of no formation, the dead one of the corps."""
    pos = position(None, {"b24": CORNER, "b21": "dead"})
    b24, b21 = units_of(pos, "b24", "b21")
    pos.content.formation[b24] = -1
    pos.content.formation[b21] = 0
    if change == "dg":
        pos.mode[b24] = DG
    elif change == "stocks":
        pos.stocks[b24] = 1
    elif change == "alive":
        pos.place(b21, hex(pos, "03.03"))
    elif change == "same":
        pos.content.formation[b24] = 0
    elif change == "none":
        pos.content.formation[b21] = -1
    elif change == "off":
        pos.place(b24, WAITING)
    assert place_in(pos, b24) == (NOTHING if change else b21)


# -- breaking out -----------------------------------------------------------------------------------

AWAY_HOME: dict[str, Any] = {
    "sources": {"aster": "25.01"},
    "control": {"aster": ["25.01"]},
    "phase": "breakout",
}


@pytest.mark.rule("ocs.trace.21")
@pytest.mark.parametrize(("here", "near"), [("09.01", True), ("08.01", False)])
def test_a_friend_in_trace_within_fifteen_hexes(here: str, near: bool) -> None:
    pos = position(["." * 26], {"a21": here, "a22": "24.01", "a23": "01.01", "a24": "dead"}, **AWAY_HOME)
    assert is_near_friend(pos, unit(pos, "a21")) is near


@pytest.mark.rule("ocs.trace.21")
def test_friends_in_the_first_hex_count_and_friends_in_a_box_do_not() -> None:
    home: dict[str, Any] = {
        "sources": {"aster": "01.01"},
        "control": {"aster": ["01.01"]},
        "phase": "breakout",
    }
    pos = position(["." * 20], {"a21": "14.01", "a22": "01.01"}, **home)
    assert hex(pos, "01.01") == 0
    assert is_near_friend(pos, unit(pos, "a21")) and has_way_out(pos, unit(pos, "a21"))
    selm = position([], {"b11": "12.10", "b12": "13.10"}, phase="breakout")
    selm.place(unit(selm, "b12"), selm.content.hexes)
    selm.acting = BOREAL
    assert not has_way_out(selm, unit(selm, "b11")) and not is_near_friend(selm, unit(selm, "b11"))
    assert rule_of(escape_refusal(selm, unit(selm, "b12"))) == "ocs.trace.21"


@pytest.mark.rule("ocs.trace.21")
def test_trucks_need_a_way_out_of_zones_and_men_do_not() -> None:
    """An enemy beside the lane: his zone stops trucks, a man on foot slips by."""
    rows = ["." * 9, "~~~~.~~~~"]
    given: dict[str, Any] = {
        "sources": {"aster": "09.02"},
        "control": {"aster": ["09.02"]},
        "phase": "breakout",
    }
    pos = position(rows, {"a21 a32": "01.02", "a22": "08.02", "b11": "05.01"}, **given)
    assert has_way_out(pos, unit(pos, "a21")) and not has_way_out(pos, unit(pos, "a32"))


@pytest.mark.rule("ocs.trace.21", "ocs.trace.22")
def test_who_is_offered_a_breakout() -> None:
    units = {
        "a21": {"hex": "01.01", "fed": 0},
        "a22": "24.01",
        "a23": {"hex": "02.01", "fed": 3},
        "af1": "03.01",
    }
    pos = position(["." * 26], units, **AWAY_HOME)
    v = Segment(pos.phase, ASTER)
    assert verbs(Breakouts().offers(pos, v)) == {"break-out": [unit(pos, "a21")]}
    assert rule_of(Breakouts().refuse(pos, v, ("break-out", unit(pos, "a22")))) == "ocs.trace.21"
    pos.content.movement[unit(pos, "a21") * 2 : unit(pos, "a21") * 2 + 2] = [0, 0]
    assert rule_of(escape_refusal(pos, unit(pos, "a21"))) == "ocs.trace.21"


@pytest.mark.rule("ocs.trace.22")
@pytest.mark.parametrize(("points", "left"), [(1, 1), (2, 1), (5, 4)])
def test_one_point_of_transport_at_a_time(points: int, left: int) -> None:
    pos = position(None, {"a41": {"hex": "03.03", "points": points, "load": 3}})
    a41 = unit(pos, "a41")
    part = one_point(pos, a41)
    assert pos.ground_dump(hex(pos, "03.03"), ASTER) == 3 and (pos.cargo[a41], pos.cargo[part]) == (0, 0)
    assert (pos.points[part], pos.points[a41], part == a41) == (1, left, points == 1)
    full = position(None, {"a41": {"hex": "03.03", "points": 4}})
    for number in range(1, 13):
        full.hex[unit(full, f"a-truck-{number}")] = DEAD
    full.forget()
    for id in ("a42", "a44"):
        full.hex[unit(full, id)] = DEAD
    assert one_point(full, unit(full, "a41")) == unit(full, "a41")


@pytest.mark.rule("ocs.trace.22", "ocs.trace.23")
@pytest.mark.parametrize(("first", "die", "out"), [(1, 3, 0), (1, 4, 1), (0, 4, 0), (0, 5, 1)])
def test_five_and_more_slips_away(first: int, die: int, out: int) -> None:
    start = {"procedure": "breakout", "step": "Breakout"}
    game = build(
        None, {"b41": {"hex": "03.03", "points": 2}}, phase="breakout", acting="boreal", turn=4, start=start
    )
    pos, b41 = game.pos, unit(game.pos, "b41")
    pos.lost[b41] = 1
    game.call("escape", Escape(b41, first))
    game._ask = None
    assert Escape(b41, first).out == 0 and RollEscape().roller(pos, Escape(b41, first)) == BOREAL
    assert RollReturn().roller(pos, Escape(b41, first)) == BOREAL
    roll(game, die)
    assert game.events[0].facts == (b41, die, out)
    if out:
        roll(game, 2)
        assert (pos.hex[b41], pos.back[b41], pos.points[b41], pos.lost[b41]) == (AWAY, 6, 2, 1)
        assert game.events[0].facts == (b41, 6)
    else:
        assert pos.hex[b41] == POOL
    assert game.ask.step == "Breakout"

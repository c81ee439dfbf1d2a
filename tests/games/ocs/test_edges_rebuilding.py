"""The edges of growth: arrivals, supply, Repls, rebuilding."""

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from games.ocs.test_edges_fight import verbs
from games.ocs.test_edges_results import CORNER, units_of
from games.ocs.test_growth import HOME, MOVE_MODE, WIDE, arriving, rebuilding
from grognard.core.position import NOTHING
from grognard.games.ocs.model.position import (
    ASTER,
    BOREAL,
    COMBAT,
    DEAD,
    DG,
    MOVE,
    NEW,
    POOL,
    STRAT,
    WAITING,
)
from grognard.games.ocs.rear.reinforcements import (
    Arrival,
    PlaceSupply,
    Rebuild,
    RollReplacements,
    RollSupply,
    entry_hex,
)
from grognard.games.ocs.rear.replacements import bases, depot_for, depots, rebuild, repls_at, use_repls

# -- arrivals ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.reinforcement.4d")
def test_where_arrivals_come_in() -> None:
    """Not at sea, the nearest first, the first of equals; and where all is blocked, where they should."""
    rows = ["..", "~.", "..", ".."]
    pos = position(rows, {"b11": "01.04", "b12": "01.02"})

    def entry(name: str) -> str:
        return pos.content.names[entry_hex(pos, hex(pos, name), ASTER)]

    assert hex(pos, "01.04") == 0
    assert (entry("01.04"), entry("01.02"), entry("01.01"), entry("02.03")) == (
        "02.04",
        "02.03",
        "01.01",
        "02.03",
    )
    taken = {"b13": "01.01", "b14": "02.04", "b31": "02.02", "b37": "02.01", "b38": "02.03"}
    for id, there in taken.items():
        pos.place(unit(pos, id), hex(pos, there))
    assert entry("01.02") == "01.02"
    assert entry_hex(pos, hex(pos, "01.02"), BOREAL) == hex(pos, "01.02")


@pytest.mark.rule("ocs.reinforcement.1", "ocs.reinforcement.2a", "ocs.fuel.8", "ocs.reinforcement.5a")
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
    pos.put.back[a22] = 3
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


@pytest.mark.rule("ocs.sequence.9", "ocs.port.8", "ocs.basics.4c")
def test_how_much_goes_by_sea() -> None:
    selm, inland = position([], {}), position(None, {})
    step = PlaceSupply()
    assert verbs(step.options(selm, Arrival(BOREAL, tokens=3))) == {"by-sea": [0, 1, 2, 3]}
    assert step.options(selm, Arrival(BOREAL)) == [] and step.options(selm, Arrival(ASTER, tokens=3)) == []
    assert step.options(inland, Arrival(BOREAL, tokens=3)) == []
    inland.content.sea_box[BOREAL] = 0
    assert verbs(step.options(inland, Arrival(BOREAL, tokens=1))) == {"by-sea": [0, 1]}


@pytest.mark.rule("ocs.replacement.1a", "ocs.replacement.2")
def test_repls_come_in_move_mode_until_the_pool_is_empty() -> None:
    game = arriving({})
    pos = game.pos
    for number in range(2, 17):
        pos.put.hex[unit(pos, f"a-pax-{number}")] = DEAD
    pos.forget()
    first = unit(pos, "a-pax-1")
    pos.put.mode[first], pos.put.fed[first] = STRAT, 3
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


@pytest.mark.rule("ocs.replacement.3", "ocs.replacement.5", "ocs.replacement.9d")
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
    pos.put.fed[a21] = 3
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
    assert options(game)[0] == "done" and refusal(game, "rebuild a34").rule == "ocs.replacement.3"


@pytest.mark.rule(
    "ocs.replacement.3", "ocs.consolidation.1", "ocs.airmission.25", "ocs.replacement.8", "ocs.sequence.9d"
)
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


@pytest.mark.rule("ocs.replacement.8c")
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
    pos.put.mode[truck] = DG
    step.take(game, v, ("rebuild-truck", here))
    assert (pos.hex[truck], pos.points[truck], pos.mode[truck]) == (here, 1, MOVE)
    assert [pos.hex[unit(pos, f"a-eq-{number}")] for number in (1, 2)] == [POOL, here]
    assert "rebuild-truck" not in verbs(step.options(pos, v))  # ten are there again
    pos.put.points[unit(pos, "a41")] = 5
    for number in range(2, 13):
        pos.put.hex[unit(pos, f"a-truck-{number}")] = DEAD
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

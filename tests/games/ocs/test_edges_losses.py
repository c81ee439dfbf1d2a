"""The edges of loss: what is wiped, Breakdowns, consolidation, breakout."""

from typing import Any

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, position, unit, where
from games.ocs.test_edges_fight import verbs
from games.ocs.test_edges_results import CORNER, rule_of, units_of
from grognard.core.flow.flow import Game
from grognard.core.position import NOTHING
from grognard.games.ocs.combat.losses import destroy, lose_step, survivors, wipe
from grognard.games.ocs.model.position import (
    ASTER,
    AWAY,
    BOREAL,
    COMBAT,
    DEAD,
    DG,
    FULL,
    MOVE,
    POOL,
    WAITING,
)
from grognard.games.ocs.rear.breakdowns import absorb, can_absorb, detach, detach_refusal, free_breakdowns
from grognard.games.ocs.rear.consolidation import are_alike, is_unfit, merge, partner, place_in
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.sequence.segments import Segment
from grognard.games.ocs.supply.breakout import (
    Breakouts,
    Escape,
    RollEscape,
    RollReturn,
    escape_refusal,
    has_way_out,
    is_near_friend,
    one_point,
)

# -- losses -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.8b", "ocs.results.13", "ocs.units.20")
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


@pytest.mark.rule("ocs.units.20a", "ocs.replacement.6", "ocs.units.14")
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
    game.pos.put.craft[a35] = al1
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
    pos.put.mode[one], pos.put.face[one] = DG, 1 - face
    wipe(pos, one)
    assert [field[one] for field in plain] == [FULL, 0, 0, 0, 0, 0, 0, 0]
    assert (pos.home[one], pos.craft[one]) == (NOTHING, NOTHING)
    assert (pos.mode[one], pos.face[one], pos.lost[one]) == (mode, face, 0 if id == "a-pax-1" else 1)


# -- Breakdowns -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.breakdown.1b", "ocs.breakdown.1c", "ocs.breakdown.3", "ocs.breakdown.6")
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


@pytest.mark.rule("ocs.breakdown.3a", "ocs.breakdown.7a")
def test_the_best_regiment_that_is_not_better() -> None:
    """Rating 4 takes a 4 while there is one, then a 3; rating 3 takes a 3; rating 2 a 2."""
    pos = position(None, {"a21 a22": "03.03", "b11": "01.01"})
    a21, a22, b11 = units_of(pos, "a21", "a22", "b11")
    best = [pos.content.roster.counters[free_breakdowns(pos, one)[0]].id for one in (a21, a22, b11)]
    assert best == ["a-bd-4-1", "a-bd-3-1", "b-bd-2-1"]
    for number in (1, 2, 3):
        pos.put.hex[unit(pos, f"a-bd-4-{number}")] = DEAD
    pos.forget()
    assert free_breakdowns(pos, a21)[0] == unit(pos, "a-bd-3-1")
    for number in (1, 2, 3):
        one = unit(pos, f"a-bd-4-{number}")
        pos.put.hex[one], pos.content.rating[one * 2] = POOL, 2
    pos.forget()
    assert free_breakdowns(pos, a21)[0] == unit(pos, "a-bd-3-1")  # better than a 2 that comes before it


@pytest.mark.rule("ocs.breakdown.3b")
def test_a_division_takes_in_regiments_of_its_rating_and_better() -> None:
    ratings = {"a-bd-4-1": 4, "a-bd-4-3": 4, "a-bd-3-1": 3, "a-bd-3-2": 3, "a-bd-3-3": 3, "a-bd-3-6": 3}
    pos = position(None, {"a21 a22": {"hex": "03.03", "lost": 1}, " ".join(ratings): "03.03"})
    for id, rating in ratings.items():
        found = [can_absorb(pos, unit(pos, division), unit(pos, id)) for division in ("a21", "a22")]
        assert found == [rating >= 4, rating >= 3]


@pytest.mark.rule("ocs.breakdown.1a", "ocs.breakdown.4a")
def test_a_regiment_is_as_its_division_is() -> None:
    state = {"hex": "03.03", "mode": "move", "lost": 1, "oos": True, "flags": 3, "spent": 5, "stocks": "low"}
    game = build(None, {"a21": state})
    pos, a21 = game.pos, unit(game.pos, "a21")
    pos.put.fed[a21] = 2
    part = free_breakdowns(pos, a21)[0]
    detach(game, a21, part)
    assert part == unit(pos, "a-bd-4-1") and (pos.lost[a21], pos.lost[part]) == (2, 0)
    fields = (pos.hex, pos.mode, pos.face, pos.stocks, pos.oos, pos.fed, pos.flags, pos.spent, pos.began)
    assert all(field[part] == field[a21] for field in fields)
    assert game.events[-1].facts == (a21, part)


@pytest.mark.rule("ocs.breakdown.3", "ocs.breakdown.4b", "ocs.breakdown.5", "ocs.breakdown.1c")
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
        pos.put.lost[a22] = 0
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


@pytest.mark.rule("ocs.breakdown.5a")
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


@pytest.mark.rule("ocs.consolidation.1a", "ocs.consolidation.2", "ocs.consolidation.5")
def test_who_is_alike_and_fit() -> None:
    units = {"b11 b12": {"hex": CORNER, "lost": 1}, "b13": CORNER}
    pos = position(None, units)
    b11, b12, b13 = units_of(pos, "b11", "b12", "b13")
    assert are_alike(pos, b11, b12) and not are_alike(pos, b11, b13)
    a12, b22 = units_of(pos, "a11", "a12")
    assert not are_alike(pos, a12, b22)
    assert partner(pos, b11) == b12 and not is_unfit(pos, b11)
    pos.put.lost[b12] = 0
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
    assert [(event.kind, event.facts[0]) for event in game.events] == [("merged", b11)]


@pytest.mark.rule("ocs.consolidation.3a", "ocs.consolidation.4a", "ocs.consolidation.4c")
@pytest.mark.parametrize("change", ["", "dg", "stocks", "alive", "same", "none", "off"])
def test_who_takes_the_place_of_a_dead_one(change: str) -> None:
    """Two tank brigades of one print; the living one is of no formation, the dead one of the corps."""
    pos = position(None, {"b24": CORNER, "b21": "dead"})
    b24, b21 = units_of(pos, "b24", "b21")
    pos.content.formation[b24] = -1
    pos.content.formation[b21] = 0
    if change == "dg":
        pos.put.mode[b24] = DG
    elif change == "stocks":
        pos.put.stocks[b24] = 1
    elif change == "alive":
        pos.place(b21, hex(pos, "03.03"))
    elif change == "same":
        pos.content.formation[b24] = 0
    elif change == "none":
        pos.content.formation[b21] = -1
    elif change == "off":
        pos.place(b24, WAITING)
    assert place_in(pos, b24) == (NOTHING if change else b21)
    if not change:
        game = Game(PROCEDURES, pos)
        merge(game, b24)
        assert (pos.hex[b21], pos.hex[b24]) == (0, DEAD)
        assert [(event.kind, event.facts) for event in game.events] == [("merged", (b24, b21))]


# -- breaking out -----------------------------------------------------------------------------------

AWAY_HOME: dict[str, Any] = {
    "sources": {"aster": "25.01"},
    "control": {"aster": ["25.01"]},
    "phase": "breakout",
}


@pytest.mark.rule("ocs.trace.21e")
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


@pytest.mark.rule("ocs.trace.21d")
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


@pytest.mark.rule("ocs.trace.21a", "ocs.trace.22")
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


@pytest.mark.rule("ocs.trace.22e")
@pytest.mark.parametrize(("points", "left"), [(1, 1), (2, 1), (5, 4)])
def test_one_point_of_transport_at_a_time(points: int, left: int) -> None:
    pos = position(None, {"a41": {"hex": "03.03", "points": points, "load": 3}})
    a41 = unit(pos, "a41")
    part = one_point(pos, a41)
    assert pos.ground_dump(hex(pos, "03.03"), ASTER) == 3 and (pos.cargo[a41], pos.cargo[part]) == (0, 0)
    assert (pos.points[part], pos.points[a41], part == a41) == (1, left, points == 1)
    full = position(None, {"a41": {"hex": "03.03", "points": 4}})
    for number in range(1, 13):
        full.put.hex[unit(full, f"a-truck-{number}")] = DEAD
    full.forget()
    for id in ("a42", "a44"):
        full.put.hex[unit(full, id)] = DEAD
    assert one_point(full, unit(full, "a41")) == unit(full, "a41")


@pytest.mark.rule("ocs.trace.22", "ocs.trace.23b")
@pytest.mark.parametrize(("first", "die", "out"), [(1, 3, 0), (1, 4, 1), (0, 4, 0), (0, 5, 1)])
def test_five_and_more_slips_away(first: int, die: int, out: int) -> None:
    start = {"procedure": "breakout", "step": "Breakout"}
    game = build(
        None, {"b41": {"hex": "03.03", "points": 2}}, phase="breakout", acting="boreal", turn=4, start=start
    )
    pos, b41 = game.pos, unit(game.pos, "b41")
    pos.put.lost[b41] = 1
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

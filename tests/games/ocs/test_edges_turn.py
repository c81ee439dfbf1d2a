"""The edges of the turn: weather and first player, phases that begin and end, stacking, zones, victory."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, told, unit, where
from grognard.core.flow.flow import Game
from grognard.core.position import NOTHING, Frame
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.combat.losses import destroy
from grognard.games.ocs.model.position import (
    ASTER,
    ATTACKED,
    BARRAGED,
    BASE_WORK,
    BOREAL,
    COMBAT,
    DG,
    DROPPED,
    EXPLOIT,
    FIRED,
    HAD_ZOC,
    HEDGEHOG_WORK,
    MOVE,
    MOVED,
    PLEDGED,
    PORT_BROKEN,
    PORT_WORK,
    RELEASED,
    RESERVE,
    SHELLED,
    STRAT,
    OcsPosition,
)
from grognard.games.ocs.model.zoc import (
    has_zoc,
    is_stopped_by_zoc,
    may_still_move,
    negator,
    open_zones,
    pledge,
    who_matters,
    zones_of,
)
from grognard.games.ocs.movement.modes import (
    RESERVE_MOVE,
    disorganise,
    left,
    lose_reserve,
    mark_exploit,
    mode_name,
    orientation,
    recover,
    release,
    reserve_refusal,
)
from grognard.games.ocs.movement.stacking import crowded, excess, overrun_room_refusal, strat_excess, worth
from grognard.games.ocs.movement.variables import March
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.sequence.segments import (
    PRIVATE,
    Segment,
    begin_phase,
    is_movement,
    is_there,
    noun_of,
    private,
    segment,
)
from grognard.games.ocs.sequence.turn import Turn
from grognard.games.ocs.sequence.victory import (
    OcsVictory,
    attacker_of,
    holds,
    judge,
    level_of,
    points_of,
    score,
)
from grognard.games.ocs.table.words import PHASES

SIDES = ("aster", "boreal")
both = pytest.mark.parametrize("side", [ASTER, BOREAL])


def at_turn(step: str, v: dict[str, Any] | None = None, **given: Any) -> Game[OcsPosition]:
    """A game turn that stands at a step."""
    start = {"procedure": "game-turn", "step": step, "vars": v or {"rolls": ()}}
    return build([], given.pop("units", {}), start=start, **given)


# -- weather and first player ---------------------------------------------------------------------


@pytest.mark.rule("ocs.sequence.3", "ocs.sequence.4", "ocs.sequence.26")
def test_a_new_turn_begins_with_its_weather_and_forgets_an_agreement() -> None:
    game = at_turn("RollWeather", turn=2, calm=1, phase="clean-up", weather="clear")
    roll(game, 6)
    pos = game.pos
    assert (pos.weather, pos.calm, pos.phase) == (2, 0, 0)
    assert game.events[0].facts == (6, 2)
    assert game.ask.step == "RollFirst"


@pytest.mark.rule("ocs.sequence.5a", "ocs.option.22")
@pytest.mark.parametrize(
    ("first", "second", "option", "winner"),
    [
        (9, 5, False, ASTER),
        (5, 9, False, BOREAL),
        (7, 7, False, NOTHING),
        (7, 7, True, BOREAL),
        (8, 7, True, ASTER),
    ],
)
def test_the_higher_roll_chooses_and_a_tie_is_rolled_again(
    first: int, second: int, option: bool, winner: int
) -> None:
    game = at_turn("RollFirst", turn=2, first="boreal", options={"opt_hr_1_initiative_ties": option})
    assert game.ask.is_chance
    roll(game, first)
    assert game.ask.step == "RollFirst" and game.pos.stack[-1].vars.rolls == (first,)
    assert game.events[0].facts == (0, first)
    roll(game, second)
    assert game.events[0].facts == (1, second)
    if winner == NOTHING:
        assert game.ask.step == "RollFirst" and game.pos.stack[-1].vars.rolls == ()
        return
    assert (game.ask.step, game.ask.side) == ("ChooseOrder", winner)
    for text, leads in (("go-first", winner), ("go-second", 1 - winner)):
        chosen = game.copy()
        play(chosen, text)
        assert chosen.pos.first == leads == chosen.pos.phasing == chosen.pos.acting


@pytest.mark.rule("ocs.sequence.6")
def test_on_the_first_turn_nobody_rolls() -> None:
    game = at_turn("RollWeather", turn=1)
    roll(game, 1)
    assert game.ask.step not in ("RollFirst", "ChooseOrder")


@pytest.mark.rule("ocs.sequence.26a")
def test_a_turn_is_calm_if_both_agree() -> None:
    def asked(**more: Any) -> Game[OcsPosition]:
        given: dict[str, Any] = {"turn": 2, "first": "boreal", "options": {"opt_2_4_simulcast": True}}
        return at_turn("AgreeOnCalm", {"rolls": (), **more}, **given)

    game = asked()
    assert (game.ask.side, options(game)) == (BOREAL, ["keep-calm", "fight"])
    assert refusal(game, "go-first").rule == "ocs.sequence.26"
    fought = game.copy()
    play(fought, "fight")
    assert fought.pos.calm == 0 and fought.ask.step != "AgreeOnCalm"
    play(game, "keep-calm")
    assert game.pos.calm == 0 and game.ask.side == ASTER
    declined = game.copy()
    play(declined, "fight")
    assert declined.pos.calm == 0
    play(game, "keep-calm")
    assert game.pos.calm == 1 and game.ask.step != "AgreeOnCalm"
    assert asked(played=1).ask.step != "AgreeOnCalm"  # it is asked once a turn
    assert at_turn("AgreeOnCalm", turn=2).ask.step != "AgreeOnCalm"  # and only by the option


# -- player turns ---------------------------------------------------------------------------------


@pytest.mark.rule("ocs.sequence.2a", "ocs.sequence.23", "ocs.rail.3b")
@pytest.mark.parametrize(
    ("first", "played", "phasing"), [("aster", 0, 0), ("aster", 1, 1), ("boreal", 0, 1), ("boreal", 1, 0)]
)
def test_whose_player_turn_it_is(first: str, played: int, phasing: int) -> None:
    game = at_turn("BeginPlayerTurn", {"rolls": (), "played": played}, first=first, turn=2)
    fresh = at_turn("AgreeOnCalm", {"rolls": (), "played": played}, first=first, turn=2)
    for one in (game, fresh):
        one.pos.rail_used, one.pos.sea_used = [5, 6], [7, 8]
        one.pos.phasing = one.pos.acting = 1 - phasing
        assert one.ask.step == "Refit"
        pos = one.pos
        assert (pos.phasing, pos.acting) == (phasing, phasing)
        assert pos.rail_used[phasing] == pos.sea_used[phasing] == 0
        assert (pos.rail_used[1 - phasing], pos.sea_used[1 - phasing]) == (
            [5, 6][1 - phasing],
            [7, 8][1 - phasing],
        )


@both
@pytest.mark.rule(
    "ocs.sequence.20a", "ocs.sequence.20c", "ocs.sequence.21", "ocs.sequence.22", "ocs.modes.8b"
)
def test_clean_up_is_for_the_phasing_side_alone(side: int) -> None:
    units: Any = {
        "a11": {"hex": "01.01", "mode": "dg", "face": "move"},
        "a12": {"hex": "01.01", "mode": "exploit", "flags": HAD_ZOC},
        "a14": {"hex": "01.01", "mode": "reserve"},
        "b21": {"hex": "05.05", "mode": "dg", "face": "move"},
        "b22": {"hex": "05.05", "mode": "exploit", "flags": HAD_ZOC},
        "b31": {"hex": "05.05", "mode": "strat"},
        "a01": {"hex": "01.01", "fuel": True},
        "b01": {"hex": "05.05", "fuel": True},
    }
    start = {"procedure": "clean-up", "step": "CleanUp", "vars": {"phase": 14, "side": side}}
    game = build(None, units, phasing=SIDES[side], start=start)
    pos = game.pos
    pos.formation_fuel = [5, 6]
    pos.put.trainbusted[0], pos.put.trainbusted[1], pos.put.trainbusted[2] = 1, 2, 3
    assert game.ask is not None
    own, other = ((("a11", "a12"), ("b21", "b22")), (("b21", "b22"), ("a11", "a12")))[side]
    assert [pos.mode[unit(pos, id)] for id in own] == [MOVE, COMBAT]
    assert [pos.flags[unit(pos, id)] & HAD_ZOC for id in own] == [0, 0]
    assert [pos.mode[unit(pos, id)] for id in other] == [DG, EXPLOIT]
    assert pos.flags[unit(pos, other[1])] & HAD_ZOC
    assert (pos.mode[unit(pos, "a14")], pos.mode[unit(pos, "b31")]) == (RESERVE, STRAT)
    assert [pos.fuel[unit(pos, id)] for id in ("a01", "b01")] == [side, 1 - side]
    assert pos.formation_fuel == ([NOTHING, 6] if side == ASTER else [5, NOTHING])
    assert pos.trainbusted[:3] == ([0, 2, 2] if side == ASTER else [1, 0, 1])


@pytest.mark.rule("ocs.sequence.24a", "ocs.sequence.25", "ocs.trace.9", "ocs.sequence.1")
@pytest.mark.parametrize(("turn", "played", "over"), [(1, 0, False), (5, 1, False), (6, 1, True)])
def test_how_a_player_turn_ends(turn: int, played: int, over: bool) -> None:
    game = at_turn(
        "EndPlayerTurn", {"rolls": (), "played": played}, turn=turn, units={"a21": "04.11", "b11": "12.10"}
    )
    pos = game.pos
    pos.put.flags[unit(pos, "a21")] = DROPPED | SHELLED | HAD_ZOC
    pos.put.worked[0] = HEDGEHOG_WORK | BASE_WORK | PORT_WORK | PORT_BROKEN | BARRAGED | ATTACKED
    ask = game.ask
    if played == 0:
        assert ask.step == "Refit" and pos.phasing == 1 - pos.first
        assert pos.flags[unit(pos, "a21")] & DROPPED and pos.worked[0] & HEDGEHOG_WORK
        return
    assert pos.flags[unit(pos, "a21")] == HAD_ZOC and pos.worked[0] == BARRAGED | ATTACKED
    assert pos.over is over
    assert pos.turn == (turn if over else turn + 1)
    if not over:
        assert ask.step == "RollWeather"


# -- phases ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.sequence.2", "ocs.sequence.7")
@pytest.mark.parametrize("phase", list(PHASES)[1:14])
def test_a_phase_begins_with_its_first_segment(phase: str) -> None:
    begins = phase not in (
        "movement",
        "movement-barrage",
        "reaction-barrage",
        "combat",
        "exploitation-barrage",
        "exploitation-combat",
    )
    pos = position(None, {"a21": {"hex": "03.03", "flags": MOVED | DROPPED, "spent": 2}}, phase="supply")
    number = PHASES.index(phase)
    game = Game(PROCEDURES, pos)
    from grognard.games.ocs.sequence.segments import OpenSegment

    OpenSegment().run(game, Segment(number, BOREAL))
    assert (pos.phase, pos.acting) == (number, BOREAL)
    assert (pos.flags[unit(pos, "a21")], pos.spent[unit(pos, "a21")]) == (
        (DROPPED, 0) if begins else (MOVED | DROPPED, 8)
    )
    assert game.events[-1].facts == (number, BOREAL)


@pytest.mark.rule(
    "ocs.sequence.2b", "ocs.supply.7", "ocs.fuel.7", "ocs.port.1", "ocs.rail.12", "ocs.movement.6b"
)
def test_what_a_new_phase_forgets() -> None:
    pos = position(None, {"a21": "03.03", "a36": "02.02"})
    a21 = unit(pos, "a21")
    pos.put.flags[a21] = MOVED | FIRED | DROPPED | HAD_ZOC | SHELLED
    pos.put.flags[unit(pos, "a36")] = DROPPED
    pos.put.spent[a21], pos.put.gave_from[a21], pos.put.began[a21] = 5, 3, NOTHING
    pos.put.worked[4] = HEDGEHOG_WORK | BASE_WORK | PORT_WORK | PORT_BROKEN | BARRAGED | ATTACKED
    pos.put.port_used[4], pos.put.unloaded[4], pos.put.converted[unit(pos, "a36")] = 6, 7, 3
    begin_phase(pos)
    assert pos.flags[a21] == DROPPED | HAD_ZOC | SHELLED and pos.flags[unit(pos, "a36")] == DROPPED
    assert (pos.spent[a21], pos.gave_from[a21], pos.began[a21]) == (0, NOTHING, hex(pos, "03.03"))
    assert pos.began == pos.hex and pos.began is not pos.hex
    assert pos.worked[4] == HEDGEHOG_WORK | BASE_WORK | PORT_WORK | PORT_BROKEN
    assert (pos.port_used[4], pos.unloaded[4], pos.converted[unit(pos, "a36")]) == (0, 0, 0)


@pytest.mark.rule("ocs.sequence.14a", "ocs.movement.1")
def test_a_segment_is_the_phasing_sides_or_the_others() -> None:
    for phasing in (ASTER, BOREAL):
        pos = position(None, {}, phasing=SIDES[phasing])
        assert segment(4)(pos, ()) == Segment(4, phasing)
        assert segment(7, own=False)(pos, ()) == Segment(7, 1 - phasing)
    assert [name for number, name in enumerate(PHASES) if is_movement(number)] == [
        "movement",
        "reaction",
        "exploitation",
    ]


@pytest.mark.rule("ocs.fog.2")
def test_a_question_is_refused_for_what_exists_and_only_with_own_counters() -> None:
    pos = position(None, {"a21": "03.03", "b11": "05.05"})
    units, places = pos.content.units, pos.board.size
    assert (noun_of("move"), noun_of("to"), noun_of("no such verb")) == ("unit", "hex", "none")
    there = [is_there(pos, ("move", noun)) for noun in (-1, 0, units - 1, units)]
    assert there == [False, True, True, False]
    assert [is_there(pos, ("to", noun)) for noun in (-1, 0, places - 1, places)] == [False, True, True, False]
    assert is_there(pos, ("done", -1))
    game = build(None, {"a21": "03.03", "b11": "05.05"}, start={"procedure": "movement", "step": "Move"})
    assert refusal(game, "move b11").rule == "ocs.fog.2"
    assert refusal(game, "commit-all").rule == "ocs.sequence.2"
    assert refusal(game, "dig 01.01").rule != "ocs.sequence.2"
    assert "done" in options(game)


@pytest.mark.rule("ocs.fog.2")
def test_what_one_side_plans_is_hidden_or_without_names() -> None:
    pos = position(None, {"a21": "03.03"})
    march = Frame("march", "Marching", March((unit(pos, "a21"),), path=(3, 4), before=(1,), bridge=7))
    pos.stack = [march]
    assert private(pos, march, ASTER) == march and private(pos, march, BOREAL) is None
    pos.stack = [march, Frame("combat", "RollCombat", ())]
    shown = private(pos, march, BOREAL)
    assert shown == Frame("march", "Marching", March((), bridge=7))
    assert private(pos, march, ASTER) == march
    assert {"march", "fuel", "pay", "ride", "collapse", "retreat"} <= set(PRIVATE)


# -- stacking -------------------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.stacking.1a", "ocs.stacking.3b", "ocs.stacking.4c", "ocs.basics.4b", "ocs.overrun.12a")
def test_ten_re_are_enough_for_a_hex(side: int) -> None:
    # 4 + 4 + 1 + ½ + ½ of Aster, 3 + 3 + 3 + 1 of Boreal: ten RE; a Pax Repl is a quarter more.
    full = ("a21 a22 a14 a33 a34", "b11 b12 b13 b31")[side]
    more, trucks = (("a-pax-1", "a41"), ("b-pax-1", "b41"))[side]
    pos = position(None, {full: "03.03", trucks: {"hex": "03.03", "points": 9}})
    here = hex(pos, "03.03")
    assert excess(pos, here, side) == 0 and crowded(pos, side) == -1
    assert overrun_room_refusal(pos, here, side) is None
    pos.place(unit(pos, more), here)
    assert (excess(pos, here, side), excess(pos, here, 1 - side)) == (1, 0)
    assert (crowded(pos, side), crowded(pos, 1 - side)) == (here, -1)
    ruling = overrun_room_refusal(pos, here, side)
    assert ruling is not None and "¼ RE" in ruling.why and ruling.rule == "ocs.stacking.3"
    first = position(None, {f"{full} {more}": "01.05"})
    assert crowded(first, side) == 0
    boxes = [{"id": "off", "name": "off", "x": 0, "y": 0}]
    off = position(["..", ".."], {f"{full} {more}": "off"}, map={"boxes": boxes})
    assert excess(off, hex(off, "off"), side) == 0 and crowded(off, side) == -1


@pytest.mark.rule("ocs.option.19a", "ocs.option.19b")
@pytest.mark.parametrize(
    ("ids", "mode", "option", "over"),
    [
        ("a13 a14 a16", "strat", True, False),  # 3 RE
        ("a13 a14 a32", "strat", True, False),  # 3 RE, though of several formations
        ("a13 a14 a16 a32", "strat", True, True),  # 4 RE, one of them of no formation
        ("a13 a14 a16 a15", "strat", True, False),  # 3½ RE of one formation
        ("a13 a14 a16 a33", "strat", True, True),  # 3½ RE
        ("a21", "strat", True, False),  # one division of 4 RE
        ("a21 a33", "strat", True, True),
        ("a23 a33", "strat", True, True),  # 3½ RE of no formation
        ("a23", "strat", True, False),
        ("a21 a33", "strat", False, False),
        ("a21 a33", "move", True, False),
    ],
)
def test_by_the_option_three_re_in_strat_mode_are_enough(
    ids: str, mode: str, option: bool, over: bool
) -> None:
    units = {ids: {"hex": "03.03", "mode": mode}, "a22": "03.03"}
    pos = position(None, units, options={"opt_21_12c_strat_spacing": option})
    here = hex(pos, "03.03")
    found = strat_excess(pos, here, ASTER)
    assert found == (sorted(unit(pos, id) for id in ids.split()) if over else [])
    assert crowded(pos, ASTER) == (here if over else -1)


@both
@pytest.mark.rule("ocs.stacking.2b")
def test_the_owner_eliminates_until_the_hex_is_small_enough(side: int) -> None:
    full = ("a21 a22 a14 a33 a34 a-pax-1", "b11 b12 b13 b31 b-pax-1")[side]
    for acting in (ASTER, BOREAL):
        start = {"procedure": "movement", "step": "Move"}
        game = build(None, {full: "01.05"}, phasing=SIDES[acting], start=start)  # the first hex
        play(game, "done")
        assert (game.ask.step, game.ask.side) == ("RemoveExcess", side)
        assert sorted(options(game)) == sorted(f"eliminate {id}" for id in full.split())
        assert refusal(game, f"eliminate {('a24', 'b14')[side]}").rule == "ocs.stacking.2"
        usual = game.ask.usual(game.pos)
        assert usual == ("eliminate", unit(game.pos, ("a-pax-1", "b-pax-1")[side]))
        play(game, f"eliminate {('a33', 'b-pax-1')[side]}")
        assert game.ask.step != "RemoveExcess"
    pos = position(None, {"a21": {"hex": "03.03", "lost": 1}, "a11": "03.03"})
    assert worth(pos, None, ("eliminate", unit(pos, "a21"))) == (12, 20)
    assert worth(pos, None, ("eliminate", unit(pos, "a11"))) == (2, 6)


# -- zones ----------------------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.zoc.1", "ocs.zoc.2", "ocs.zoc.17a", "ocs.zoc.18")
def test_zones_and_who_negates_them_counted_by_hand(side: int) -> None:
    men, friend, truck = (("a21", "a34", "a41"), ("b11", "b31", "b41"))[side]
    foes = (("b12", "b13", "b31"), ("a22", "a23", "a34"))[side]
    units = {
        foes[0]: "03.03",
        foes[1]: {"hex": "01.05", "oos": True},
        foes[2]: {"hex": "05.01", "mode": "move"},
        men: "03.04",
        friend: {"hex": "03.02", "mode": "dg"},
        truck: {"hex": "02.03", "points": 1},
    }
    pos = position(None, units, acting=SIDES[side])
    content, here = pos.content, hex(pos, "03.03")
    zone = set(content.around[here])
    assert {place for place, flag in enumerate(zones_of(pos, 1 - side)) if flag} == zone
    assert pos.zoc(1 - side) == zones_of(pos, 1 - side)
    held = {hex(pos, "03.04"), hex(pos, "03.02")}
    assert {place for place, flag in enumerate(open_zones(pos, side)) if flag} == zone - held
    mover = unit(pos, men)
    assert {place for place, flag in enumerate(open_zones(pos, side, (mover,))) if flag} == zone - {
        hex(pos, "03.02")
    }
    for place in range(content.hexes):
        assert is_stopped_by_zoc(pos, place, side) == (place in zone - held)
        assert is_stopped_by_zoc(pos, place, side, (mover,)) == (place in zone - {hex(pos, "03.02")})
    assert who_matters(pos, side, ()) == ()
    far = unit(pos, ("a24", "b14")[side])
    assert who_matters(pos, side, (mover, far, unit(pos, truck))) == (mover, unit(pos, truck))
    assert negator(pos, hex(pos, "03.04"), side) == mover
    assert negator(pos, hex(pos, "03.04"), side, (mover,)) == NOTHING
    assert negator(pos, hex(pos, "02.03"), side) == NOTHING


@pytest.mark.rule("ocs.zoc.17")
def test_who_is_done_anyway_negates_first_and_is_not_held() -> None:
    units = {"a21 a22": "03.04", "a23": {"hex": "03.04", "flags": MOVED}, "b11": "03.03"}
    pos = position(None, units)
    here = hex(pos, "03.04")
    assert [may_still_move(pos, unit(pos, id)) for id in ("a21", "a23", "b11")] == [True, False, False]
    assert negator(pos, here, ASTER) == unit(pos, "a23")
    pledge(pos, here, ASTER)
    assert not pos.flags[unit(pos, "a21")] & PLEDGED and not pos.flags[unit(pos, "a23")] & PLEDGED
    pos.place(unit(pos, "a23"), hex(pos, "01.01"))
    assert negator(pos, here, ASTER) == unit(pos, "a21")
    assert negator(pos, here, ASTER, (unit(pos, "a21"),)) == unit(pos, "a22")
    pledge(pos, here, ASTER, (unit(pos, "a21"),))
    assert pos.flags[unit(pos, "a22")] & PLEDGED and not pos.flags[unit(pos, "a21")] & PLEDGED
    assert not may_still_move(pos, unit(pos, "a22")) and negator(pos, here, ASTER) == unit(pos, "a22")
    calm = position(None, {"a21": "03.04"})
    pledge(calm, hex(calm, "03.04"), ASTER)
    assert not calm.flags[unit(calm, "a21")]
    assert not has_zoc(pos, unit(pos, "a41"))


# -- modes ----------------------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.modes.21", "ocs.modes.23", "ocs.modes.31", "ocs.modes.36", "ocs.modes.8")
def test_markers_come_and_go_hex_by_hex_and_side_by_side(side: int) -> None:
    own, foe = (("a13", "a14"), ("b21", "b22"))[:: 1 if side == ASTER else -1]
    units: Any = {
        own[0]: {"hex": "03.03", "mode": "reserve"},
        own[1]: {"hex": "03.03", "mode": "reserve-move", "flags": HAD_ZOC | RELEASED | MOVED},
        foe[0]: {"hex": "03.03", "mode": "reserve"},
        foe[1]: {"hex": "04.04", "mode": "reserve"},
    }
    game = build(None, units)
    pos = game.pos
    one, two = unit(pos, own[0]), unit(pos, own[1])
    assert (orientation(pos, one), orientation(pos, two)) == (COMBAT, MOVE)
    lost = game.copy()
    lose_reserve(lost, hex(pos, "03.03"), side)
    assert [lost.pos.mode[unit(pos, id)] for id in (*own, *foe)] == [COMBAT, MOVE, RESERVE, RESERVE]
    hit = game.copy()
    disorganise(hit, hex(pos, "03.03"), side, "ocs.modes.31")
    assert [hit.pos.mode[unit(pos, id)] for id in (*own, *foe)] == [DG, DG, RESERVE, RESERVE]
    assert hit.pos.flags[two] == MOVED | RELEASED and told(hit) == ["disorganised"]
    again = hit.copy()
    disorganise(again, hex(pos, "03.03"), side, "ocs.modes.31")
    assert told(again) == []
    recover(hit.pos, side)
    assert [hit.pos.mode[unit(pos, id)] for id in own] == [COMBAT, MOVE]
    freed = game.copy()
    release(freed.pos, two)
    assert (freed.pos.mode[two], freed.pos.flags[two] & RELEASED) == (MOVE, RELEASED)
    pos.put.spent[one] = 3
    assert left(pos, one) == pos.content.movement[one * 2] - 3  # a quarter of the MA, in quarters


@pytest.mark.rule("ocs.modes.36a", "ocs.modes.12")
def test_organic_trucks_lose_their_reserve_marker_and_are_never_disorganised() -> None:
    game = build(None, {"a17": {"hex": "03.03", "mode": "reserve-move", "points": 2}, "a13": "03.03"})
    disorganise(game, hex(game.pos, "03.03"), ASTER, "ocs.modes.31")
    pos = game.pos
    assert (pos.mode[unit(pos, "a17")], pos.mode[unit(pos, "a13")]) == (MOVE, DG)
    assert [mode_name(mode) for mode in (COMBAT, MOVE, RESERVE, STRAT, DG, EXPLOIT, RESERVE_MOVE)] == [
        *("Combat", "Move", "Reserve", "Strat", "DG", "Exploit", "Reserve, Move side up")
    ]


# -- victory --------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.sequence.25", "ocs.sequence.24")
def test_points_are_for_hexes_held_by_somebody_in_supply() -> None:
    units = {"a21": {"hex": "03.03", "oos": True}, "a22": "04.04", "b11": "02.02"}
    given: dict[str, Any] = {"objectives": {"03.03": 4, "04.04": 2, "02.02": 8, "05.05": 1, "01.01": 16}}
    pos = position(None, units, control={"aster": ["05.05"]}, **given)
    held = {name: holds(pos, hex(pos, name)) for name in given["objectives"]}
    assert held == {"03.03": False, "04.04": True, "02.02": False, "05.05": True, "01.01": False}
    assert points_of(pos) == 3 and OcsVictory().points(pos) == 3
    sheet = score(pos)
    assert [term.value for term in sheet.terms] == ["0 of 16", "0 of 8", "0 of 4", "2 of 2", "1 of 1"]
    assert (sheet.title, sheet.total) == ("Points of Aster", "3")
    pos.place(unit(pos, "a22"), hex(pos, "03.03"))  # one of two is in supply
    assert holds(pos, hex(pos, "03.03"))


@both
@pytest.mark.rule("ocs.sequence.25")
def test_levels_of_victory_for_either_attacker(side: int) -> None:
    from math import inf

    results = []
    for points in range(9):
        pos = position(None, {}, objectives={"03.03": points}, control={SIDES[side]: ["03.03"]})
        victory = replace(pos.content.scenario.victory, attacker=SIDES[side])
        pos.content.scenario = replace(pos.content.scenario, victory=victory)
        assert attacker_of(pos) == side == OcsVictory().side(pos)
        game = Game(PROCEDURES, pos)
        judge(game)
        results.append((level_of(pos), pos.winner, pos.result))
        rungs = OcsVictory().ladder(pos)
        assert [rung[1] for rung in rungs] == [side, side, NOTHING, 1 - side, 1 - side]
        assert [rung[2] for rung in rungs] == [7, 5, 3, 1, -inf]
    levels = ["attacker-decisive", "attacker-marginal", "draw", "defender-marginal", "defender-decisive"]
    winners = [side, side, NOTHING, 1 - side, 1 - side]
    expected = [4, 3, 3, 2, 2, 1, 1, 0, 0]  # by points from 0 to 8
    assert results == [(level, winners[level], levels[level]) for level in expected]


@pytest.mark.rule("ocs.units.20")
def test_what_is_destroyed_is_told_and_gone() -> None:
    game = build(None, {"a21": "03.03"})
    destroy(game, unit(game.pos, "a21"), "ocs.units.20")
    assert told(game) == ["destroyed"] and not game.pos.is_on_map(unit(game.pos, "a21"))
    assert Turn() == ((), 0, 0) and where(build(None, {"a21": "03.03"}).pos, "a21") == "03.03"


@both
@pytest.mark.rule("ocs.zoc.2a", "ocs.zoc.18")
def test_a_zone_is_a_mark_on_each_of_its_hexes_and_only_they_matter(side: int) -> None:
    men, other, foe = (("a21", "a22", "b11"), ("b11", "b12", "a21"))[side]
    pos = position(None, {men: "03.03", other: "01.01", foe: "05.02"})
    beside = pos.content.around[hex(pos, "05.02")]
    assert zones_of(pos, 1 - side) == bytearray(int(place in beside) for place in range(pos.content.places))
    last = hex(pos, "05.01")
    assert pos.zoc(1 - side)[last] and last == pos.content.hexes - 1
    waiting = unit(pos, ("a24", "b14")[side])
    pos.place(waiting, -1)
    assert who_matters(pos, side, (unit(pos, men), unit(pos, other), waiting)) == ()
    pos.place(unit(pos, other), last)
    assert who_matters(pos, side, (unit(pos, men), unit(pos, other), waiting)) == (unit(pos, other),)


@pytest.mark.rule("ocs.modes.16", "ocs.modes.30")
def test_reserves_that_wait_need_no_marker_and_exploitation_is_told_to_its_side() -> None:
    units: Any = {"a13": {"hex": "03.03", "mode": "reserve"}, "a14": {"hex": "waiting", "mode": "reserve"}}
    pos = position(None, units, reserves={"aster": 1})
    assert reserve_refusal(pos, [unit(pos, "a13")], hex(pos, "04.04")) is None
    game = build(None, {"a13": "03.03", "b21": "04.04"})
    for id, sees in (("a13", [True, False]), ("b21", [False, True])):
        mark_exploit(game, unit(game.pos, id))
        event = game.events[-1]
        assert (event.kind, event.facts) == ("exploits", (unit(game.pos, id),))
        assert [event.open_to(one) for one in (ASTER, BOREAL)] == sees


@pytest.mark.rule("ocs.sequence.5", "ocs.sequence.2")
def test_the_order_of_the_turn_is_told() -> None:
    game = at_turn("RollFirst", turn=2)
    roll(game, 9, 5)
    play(game, "go-second")
    told_facts = {event.kind: event.facts for event in game.events}
    assert told_facts["order"] == (BOREAL, ASTER) and told_facts["player-turn"] == (BOREAL, 2)


ROUTINE = (
    *("FuelUnits", "DrawSupply", "SendSupply", "Restock", "Eat", "LoseToAttrition", "AgreeOnCalm"),
    *("PayAttack", "PayDefence", "DefendOnStocks", "Refit", "Breakout"),
    *("CollapseExtenders", "GiveUpVehicles", "DisplaceVehicles", "DisplacePlanes"),
)
WEIGHTY = ("Move", "Shell", "Assault", "Marching", "RailTo", "CollapseOwn", "RemoveExcess", "ChooseOrder")


@pytest.mark.rule("ocs.sequence.7", "ocs.sequence.11")
def test_payments_and_losses_have_usual_answers_and_moves_and_attacks_are_decided() -> None:
    steps = {step.name: step for procedure in PROCEDURES.values() for step in procedure.items}
    assert [name for name in ROUTINE if not getattr(steps[name], "is_routine", False)] == []
    assert [name for name in WEIGHTY if getattr(steps[name], "is_routine", False)] == []


@pytest.mark.rule("ocs.sequence.7", "ocs.sequence.14", "ocs.sequence.18a")
def test_only_the_reaction_phase_is_the_other_sides() -> None:
    sides = {}
    for name, procedure in PROCEDURES.items():
        if (
            procedure.vars is Segment
            and procedure.start is not None
            and name not in ("restocking", "feeding")
        ):
            pos = position(None, {}, phasing="boreal")
            made = procedure.start(pos, ())
            sides[name] = made.side
            assert PHASES[made.phase].split("-")[0] in name or name in (
                "combat-segment",
                "breakout",
                "supply-phase",
            )
    assert {name for name, side in sides.items() if side == ASTER} == {"reaction", "reaction-barrage"}
    assert len(sides) >= 12


@pytest.mark.rule("ocs.basics.9", "ocs.supply.3")
def test_the_table_counts_quarters_of_points_and_tokens_of_supply() -> None:
    screen = SYSTEM.screen
    assert (screen.cost_parts, screen.goods) == (4, ("SP", "T"))
    pos = position(None, {"a21": "03.03"}, objectives={"03.03": 2})
    assert screen.score_sheet(pos, ASTER) == score(pos) and screen.explain(pos) == []
    assert (screen.held(pos), screen.target(pos), screen.way(pos, ("to", 3))) == ((), NOTHING, None)
    march = build(None, {"a21": "03.03"}, start={"procedure": "movement", "step": "Move"})
    play(march, "move a21")
    assert screen.held(march.pos) == (unit(march.pos, "a21"),)
    way = screen.way(march.pos, ("to", hex(march.pos, "03.04")))
    assert way is not None and way[0] == (hex(march.pos, "03.03"), hex(march.pos, "03.04"))
    assert SYSTEM.sides == SIDES and SYSTEM.id == "ocs"

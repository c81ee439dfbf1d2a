"""The edges of acts of their own: scouting, attacks into empty hexes, overruns."""

from typing import Any

import pytest

from games.ocs.battle import answer_until
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from games.ocs.test_edges_fight import verbs
from games.ocs.test_edges_results import CORNER, rule_of, units_of
from games.ocs.test_option import fighting, scouting
from games.ocs.test_results import driving, resolved
from grognard.core.position import NOTHING
from grognard.games.ocs.combat.empty_hexes import GoInto, empty_hexes, occupy_refusal
from grognard.games.ocs.combat.recon import LookAt, Recon, Scouting, scout_refusal
from grognard.games.ocs.model.position import (
    ASTER,
    BOREAL,
    BUILT,
    DROPPED,
    FOUGHT,
    MOVED,
    MOVEMENT,
)
from grognard.games.ocs.movement.modes import left
from grognard.games.ocs.sequence.segments import (
    Segment,
)

# -- options ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.option.1c")
@pytest.mark.parametrize(
    ("state", "given", "can"),
    [
        ({}, {}, True),
        ({"flags": BUILT}, {}, False),
        ({"spent": 13.5}, {}, True),  # 4½ of 18 are left
        ({"spent": 13.75}, {}, False),
        ({}, {"dumps": {}}, False),
        ({}, {"dumps": {"aster": {"03.02": 1}}}, True),
        ({}, {"agreed": False}, False),
    ],
)
def test_who_may_scout(state: dict[str, Any], given: dict[str, Any], can: bool) -> None:
    spent = state.get("spent")
    state = {key: value for key, value in state.items() if key != "spent"}
    game = scouting({"a15": {"hex": "03.02", "mode": "move", **state}, "b11": "03.03"}, **given)
    a15 = unit(game.pos, "a15")
    if spent:
        game.pos.put.spent[a15] = int(spent * 4)
    assert (scout_refusal(game.pos, a15) is None) is can
    assert verbs(Recon().offers(game.pos, Segment(MOVEMENT, ASTER))) == ({"scout": [a15]} if can else {})


@pytest.mark.rule("ocs.option.1a", "ocs.option.1c", "ocs.option.1e", "ocs.fog.2")
def test_what_a_scout_of_boreal_learns() -> None:
    game = build(
        None,
        {"b21": {"hex": "03.02", "mode": "move"}, "a21 a34": "03.03"},
        acting="boreal",
        phasing="boreal",
        options={"opt_21_1_recon": True},
        dumps={"boreal": {"03.02": 3}},
        start={"procedure": "movement", "step": "Move"},
    )
    pos, b21 = game.pos, unit(game.pos, "b21")
    assert rule_of(scout_refusal(pos, b21)) == "ocs.option.1"  # tanks are no scouts
    game.call("recon", Scouting(BOREAL, b21))
    game._ask = None
    assert (
        options(game) == ["look-at 03.03", "stay"] and refusal(game, "look-at 03.04").rule == "ocs.option.1"
    )
    before = left(pos, b21)
    play(game.copy(), "stay")
    play(game, "look-at 03.03", "fuel-unit b21")
    told = next(event for event in game.events if event.kind == "scouted")
    assert told.facts == (hex(pos, "03.03"), 5, 2)  # four steps and one; anti-tank guns
    assert told.open_to(BOREAL) and not told.open_to(ASTER)
    assert before - left(pos, b21) == 12 and pos.flags[b21] & BUILT
    assert (
        pos.ground_dump(hex(pos, "03.02"), BOREAL) == 1
        and LookAt().side(pos, Scouting(BOREAL, b21)) == BOREAL
    )


@pytest.mark.rule("ocs.option.1")
def test_who_only_stays_has_not_scouted() -> None:
    game = scouting({"a15": {"hex": "03.02", "mode": "move"}, "b11": "03.03"})
    play(game, "scout a15", "stay")
    a15 = unit(game.pos, "a15")
    assert (game.pos.spent[a15], game.pos.flags[a15] & BUILT, game.ask.step) == (0, 0, "Move")
    assert Scouting()[:2] == (0, NOTHING)


@pytest.mark.rule("ocs.option.10a", "ocs.option.10c", "ocs.sequence.26")
@pytest.mark.parametrize(
    ("hexname", "tokens", "flags", "calm", "rule"),
    [
        ("02.02", 3, 0, 0, ""),
        (CORNER, 3, 0, 0, ""),
        ("02.02", 2, 0, 0, "ocs.option.10"),
        ("02.02", 0, DROPPED, 0, ""),
        ("02.02", 9, FOUGHT, 0, "ocs.option.10"),
        ("02.02", 9, 0, 1, "ocs.sequence.26"),
        ("waiting", 9, 0, 0, "ocs.option.10"),
    ],
)
def test_who_attacks_into_an_empty_hex(hexname: str, tokens: int, flags: int, calm: int, rule: str) -> None:
    """A division of three steps pays three tokens; who was dropped pays nothing."""
    dump = CORNER if hexname == "waiting" else hexname
    game = fighting(
        {"a23": {"hex": hexname, "flags": flags}, "b11": "05.05"},
        dumps={"aster": {dump: tokens}} if tokens else {},
    )
    game.pos.calm = calm
    assert rule_of(occupy_refusal(game.pos, unit(game.pos, "a23"))) == rule


@pytest.mark.rule("ocs.option.10a")
def test_into_which_hexes_boreal_goes() -> None:
    game = build(
        None,
        {"b11": "03.03", "a21": "03.04", "b13": "03.02"},
        phase="combat",
        acting="boreal",
        phasing="boreal",
        options={"opt_21_8_attack_empty": True},
        dumps={"boreal": {"03.03": 9}},
        start={"procedure": "combat-segment", "step": "Assault"},
    )
    pos, b11 = game.pos, unit(game.pos, "b11")
    found = {pos.content.names[one] for one in empty_hexes(pos, b11)}
    assert found == {"02.03", "02.04", "04.03", "04.04", "03.02"}
    play(game, "occupy b11")
    assert game.ask.side == BOREAL and refusal(game, "go-into 03.04").rule == "ocs.option.10"
    stays = play(game.copy(), "stay")
    assert where(stays.pos, "b11") == "03.03" and not stays.pos.flags[b11] & FOUGHT
    play(game, "go-into 02.04")
    assert where(pos, "b11") == "02.04" and pos.flags[b11] & FOUGHT
    assert pos.ground_dump(hex(pos, "03.03"), BOREAL) == 6
    assert GoInto().side(pos, Scouting(BOREAL, b11)) == BOREAL
    selm = position([], {"a35": "12.10"}, phase="combat", options={"opt_21_8_attack_empty": True})
    selm.place(unit(selm, "a35"), selm.content.hexes)
    assert empty_hexes(selm, unit(selm, "a35")) == []


# -- overruns ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.overrun.8", "ocs.overrun.3", "ocs.combat.2b")
def test_boreal_overruns() -> None:
    game = driving(
        {"b21": "02.03", "a34": "03.03"}, acting="boreal", phasing="boreal", dumps={"boreal": {"02.03": 9}}
    )
    play(game, "move b21")
    assert "overrun 03.03" in options(game) and refusal(game, "overrun 02.02").rule == "ocs.overrun.1"
    play(game, "overrun 03.03", "fuel-unit b21", "supply b21")
    v: Any = game.pos.stack[-1].vars
    assert (v.side, v.overrun, v.attackers) == (BOREAL, 1, units_of(game.pos, "b21"))
    assert game.pos.spent[unit(game.pos, "b21")] == 12


@pytest.mark.rule("ocs.overrun.3a")
@pytest.mark.parametrize(("spent", "can"), [(20, True), (21, False)])
def test_an_overrun_takes_three_mp(spent: int, can: bool) -> None:
    """Eight MP on its Combat side are 32 quarters; twelve must be left."""
    game = driving({"a11": "02.03", "b34": "03.03"})
    game.pos.put.spent[unit(game.pos, "a11")] = spent
    play(game, "move a11")
    assert ("overrun 03.03" in options(game)) is can


@pytest.mark.rule("ocs.overrun.8", "ocs.overrun.9", "ocs.zoc.4d")
@pytest.mark.parametrize(
    ("sides", "near", "bound"), [("ab", "", 0), ("ab", "04.04", 1), ("ba", "", 0), ("ba", "04.04", 1)]
)
def test_trucks_that_overran_are_stopped_by_the_next_zone(sides: str, near: str, bound: int) -> None:
    """The stack stands in the hex; its enemy reads only that a stack went; a zone there ends the move."""
    mover, beaten, other = ("a13", "b34", "b11") if sides == "ab" else ("b23", "a34", "a22")
    own, foe = ("aster", "boreal") if sides == "ab" else ("boreal", "aster")
    side = "ab".index(sides[0])
    units = {mover: {"hex": "02.03", "mode": "move"}, beaten: "03.03"} | ({other: near} if near else {})
    game = driving(units, acting=own, phasing=own, dumps={own: {"02.03": 20}, foe: {"05.05": 9}})
    play(game, f"move {mover}", "overrun 03.03", f"fuel-unit {mover}", f"supply {mover}")
    answer_until(game, "RollSurprise")
    resolved(game, dl=1)
    play(game, f"lose {beaten}")
    pos, one = game.pos, unit(game.pos, mover)
    march: Any = pos.stack[-1].vars
    assert (where(pos, mover), march.group, march.bound, march.bridge) == ("03.03", (one,), bound, NOTHING)
    assert pos.control[hex(pos, "03.03")] == side
    told = {event.kind: event for event in game.events}
    assert told["overran"].facts == (hex(pos, "03.03"), one) and not told["overran"].open_to(1 - side)
    assert told["stack-moved"].facts == (hex(pos, "02.03"), hex(pos, "03.03"), side)
    assert any(text.startswith("to ") for text in options(game)) is not bool(bound)


@pytest.mark.rule("ocs.overrun.8", "ocs.overrun.9b")
def test_an_overrun_that_fails_leaves_the_stack_where_it_is_and_one_that_dies_ends() -> None:
    for result, lost in (({"dl": 1}, ("b11",)), ({"al": 1}, ("a11",))):
        game = driving({"a11": "02.03", "b11": "03.03"})
        play(game, "move a11", "overrun 03.03", "fuel-unit a11", "supply a11")
        answer_until(game, "RollSurprise")
        resolved(game, **result)
        play(game, *(f"lose {id}" for id in lost))
        alive = lost == ("b11",)
        assert game.ask.step == ("Marching" if alive else "Move")
        assert (game.pos.hex[unit(game.pos, "a11")] >= 0) is alive and where(game.pos, "b11") == "03.03"


@pytest.mark.rule("ocs.overrun.10")
def test_who_retreats_from_an_overrun_has_moved() -> None:
    game = driving({"a11 a12": "02.03", "b11": "03.03"})
    play(
        game,
        "move a11",
        "join a12",
        "overrun 03.03",
        "fuel-unit a11",
        "fuel-unit a12",
        "supply a11",
        "supply a12",
    )
    answer_until(game, "RollSurprise")
    resolved(game, ao=1)
    play(game, "retreat-by 1")
    answer_until(game, "Move")
    assert all(game.pos.flags[one] & MOVED for one in units_of(game.pos, "a11", "a12"))
    assert all(game.pos.spent[one] == 12 for one in units_of(game.pos, "a11", "a12"))

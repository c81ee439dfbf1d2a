"""The edges of modes, fuel, guns and zones: one state on either side of every condition."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, play, position, unit
from grognard.core.flow.rulings import Ruling
from grognard.games.ocs.fire.artillery import aims_at, barrage_refusal, gun_refusal
from grognard.games.ocs.model.position import (
    ASTER,
    BOREAL,
    BUILT,
    CARRIED,
    COMBAT,
    DG,
    EXPLOIT,
    FIRED,
    FUELLED,
    HAD_ZOC,
    LANDED,
    MOVE,
    MOVED,
    PLEDGED,
    RELEASED,
    RESERVE,
    STRAT,
)
from grognard.games.ocs.model.zoc import (
    has_zoc,
    is_stopped_by_zoc,
    may_still_move,
    negator,
    open_zones,
    pledge,
)
from grognard.games.ocs.movement.modes import (
    RESERVE_MOVE,
    allowance,
    change_mode,
    disorganise,
    is_in_mode,
    mark_exploit,
    mode_refusal,
    recover,
    release_refusal,
    reserve_refusal,
)
from grognard.games.ocs.supply.fuel import burn, fuel_refusal, hqs_for, is_covered, is_fuelled

MOVEMENT = {"procedure": "movement", "step": "Move"}


def rule_of(ruling: Ruling) -> str:
    """The rule that refuses, or nothing."""
    return ruling.rule if ruling is not None else ""


# -- modes ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.modes.17", "ocs.modes.25b", "ocs.modes.30", "ocs.modes.34", "ocs.reaction.2a")
@pytest.mark.parametrize(
    ("phase", "mode", "flags", "quarters"),
    [
        # a11 has 8 MP on its Combat side, 14 on its Move side: quarters of a point
        ("movement", "combat", 0, 32),
        ("movement", "move", 0, 56),
        ("movement", "reserve", 0, 8),
        ("movement", "reserve-move", 0, 14),
        ("movement", "strat", 0, 112),
        ("movement", "dg", 0, 16),
        ("movement", "exploit", 0, 16),
        ("exploitation", "combat", RELEASED, 32),
        ("reaction", "combat", RELEASED, 16),
        ("reaction", "move", RELEASED, 28),
        ("movement", "move", CARRIED, 28),
        ("movement", "move", LANDED, 28),
        ("movement", "move", CARRIED | LANDED, 28),
        ("movement", "move", MOVED | PLEDGED, 56),
    ],
)
def test_what_a_mode_and_a_phase_leave_of_the_allowance(
    phase: str, mode: str, flags: int, quarters: int
) -> None:
    pos = position(None, {"a11": {"hex": "03.03", "mode": mode, "flags": flags}}, phase=phase)
    assert allowance(pos, unit(pos, "a11")) == quarters


@pytest.mark.rule("ocs.reaction.2")
def test_reaction_halves_all_who_were_released_their_trucks_too() -> None:
    units = {"a17": {"hex": "03.03", "mode": "move", "points": 2}, "a13": {"hex": "03.03", "mode": "move"}}
    pos = position(None, units, phase="reaction")
    assert (allowance(pos, unit(pos, "a17")), allowance(pos, unit(pos, "a13"))) == (45 * 4 // 2, 16 * 4 // 2)


FREE = ""
MODE_ROWS: list[tuple[str, Any, dict[str, Any], int, str]] = [
    # unit, its state, the rest, the mode it wants, the rule that refuses
    ("a21", {"mode": "move"}, {}, COMBAT, FREE),
    ("a21", {"mode": "move"}, {"phase": "reaction"}, COMBAT, "ocs.modes.7"),
    ("a21", {"mode": "move"}, {"acting": "boreal"}, COMBAT, "ocs.modes.7"),
    ("a21", {"mode": "move", "spent": 0.25}, {}, COMBAT, "ocs.modes.6"),
    ("a21", {"mode": "move", "flags": MOVED}, {}, COMBAT, "ocs.modes.6"),
    ("a21", {"mode": "move", "flags": PLEDGED}, {}, COMBAT, FREE),  # it spends no MP by turning over
    ("a21", {"mode": "move", "flags": PLEDGED | BUILT}, {}, COMBAT, "ocs.modes.6"),
    ("a21", {"mode": "move", "flags": FUELLED}, {}, COMBAT, FREE),
    ("af1", {}, {}, MOVE, "ocs.modes.1"),
    ("ad1", {}, {}, MOVE, "ocs.modes.1"),
    ("a41", {"points": 2}, {}, MOVE, "ocs.modes.12"),
    ("a17", {"points": 2}, {}, MOVE, FREE),
    ("a17", {"points": 2}, {}, RESERVE_MOVE, FREE),
    ("a17", {"points": 2}, {}, STRAT, "ocs.modes.12"),
    ("a17", {"points": 2}, {}, COMBAT, "ocs.modes.12"),
    ("a-pax-1", {}, {}, COMBAT, "ocs.modes.12"),
    ("a-pax-1", {}, {}, RESERVE, "ocs.modes.12"),
    ("a-pax-1", {}, {}, RESERVE_MOVE, FREE),
    ("a-pax-1", {}, {}, STRAT, FREE),
    ("a21", {"mode": "dg"}, {}, COMBAT, FREE),
    ("a21", {"mode": "dg"}, {}, MOVE, FREE),
    ("a21", {"mode": "dg"}, {}, STRAT, "ocs.modes.9"),
    ("a21", {"mode": "dg"}, {}, RESERVE, "ocs.modes.9"),
    ("a21", {"mode": "exploit"}, {}, COMBAT, "ocs.modes.8"),
    ("a21", {"mode": "combat"}, {"beside": "b11"}, RESERVE, "ocs.zoc.14"),
    ("a21", {"mode": "combat"}, {"beside": "b11"}, RESERVE_MOVE, "ocs.zoc.14"),
    ("a21", {"mode": "reserve"}, {"beside": "b11"}, RESERVE_MOVE, FREE),
    ("a21", {"mode": "combat"}, {"beside": "b11"}, STRAT, "ocs.zoc.15"),
    ("a21", {"mode": "combat"}, {"beside": "b11"}, MOVE, FREE),
    ("a21", {"mode": "combat"}, {"reserves": {"aster": 0}}, RESERVE, "ocs.modes.16"),
    ("a21", {"mode": "combat"}, {"reserves": {"aster": 1, "boreal": 0}}, RESERVE_MOVE, FREE),
    ("a21", {"mode": "combat"}, {"reserves": {"aster": 0}}, STRAT, FREE),
]


@pytest.mark.rule(
    "ocs.modes.5",
    "ocs.modes.6a",
    "ocs.modes.7",
    "ocs.modes.8b",
    "ocs.modes.9",
    "ocs.modes.12a",
    "ocs.modes.12b",
    "ocs.sequence.11a",
    "ocs.zoc.14a",
    "ocs.zoc.15a",
    "ocs.modes.1a",
    "ocs.modes.1b",
    "ocs.modes.1c",
    "ocs.modes.16a",
    "ocs.modes.20a",
    "ocs.airmission.13",
)
@pytest.mark.rule("ocs.zoc.14", "ocs.zoc.15", "ocs.modes.16", "ocs.modes.1")
@pytest.mark.parametrize(("id", "state", "more", "choice", "rule"), MODE_ROWS)
def test_who_may_change_into_which_mode(
    id: str, state: dict[str, Any], more: dict[str, Any], choice: int, rule: str
) -> None:
    more = dict(more)
    beside = more.pop("beside", "")
    units = {id: {"hex": "03.03", **state}} | ({beside: "03.04"} if beside else {})
    pos = position(None, units, **more)
    assert rule_of(mode_refusal(pos, unit(pos, id), choice)) == rule


@pytest.mark.rule("ocs.modes.3a", "ocs.modes.9", "ocs.modes.25a")
def test_what_a_change_of_mode_does_and_when_it_would_do_nothing() -> None:
    pos = position(None, {"a13": "03.03", "a14": {"hex": "03.03", "mode": "dg", "face": "move"}})
    a13, a14 = unit(pos, "a13"), unit(pos, "a14")
    assert [is_in_mode(pos, a13, choice) for choice in (COMBAT, MOVE, RESERVE, RESERVE_MOVE)] == [
        *(True, False, False, False)
    ]
    assert [is_in_mode(pos, a14, choice) for choice in (COMBAT, MOVE)] == [False, True]
    after = {}
    for choice in (RESERVE_MOVE, RESERVE, STRAT, COMBAT, MOVE):
        change_mode(pos, a13, choice)
        after[choice] = (pos.mode[a13], pos.face[a13])
        assert is_in_mode(pos, a13, choice)
        assert [is_in_mode(pos, a13, other) for other in (RESERVE, RESERVE_MOVE) if other != choice].count(
            True
        ) == 0
    assert after == {
        RESERVE_MOVE: (RESERVE, 1),
        RESERVE: (RESERVE, 0),
        STRAT: (STRAT, 1),
        COMBAT: (COMBAT, 0),
        MOVE: (MOVE, 1),
    }
    change_mode(pos, a14, COMBAT)  # the disorganised only turn over
    assert (pos.mode[a14], pos.face[a14]) == (DG, 0)
    change_mode(pos, a14, MOVE)
    assert (pos.mode[a14], pos.face[a14]) == (DG, 1)


@pytest.mark.rule("ocs.modes.16b", "ocs.modes.24", "ocs.stacking.5a")
def test_reserve_markers_are_counted_by_hexes_and_hedgehogs_hold_none() -> None:
    units = {
        "a11 a12": {"hex": "01.01", "mode": "reserve"},
        "a13": {"hex": "02.02", "mode": "reserve"},
        "a14": {"hex": "04.04", "mode": "reserve"},
        "a15": "05.05",
        "b11": {"hex": "05.01", "mode": "reserve"},
        "a16": {"hex": "dead", "mode": "reserve"},
    }
    pos = position(None, units, reserves={"aster": 3}, hedgehogs={"aster": {"03.03": 1}})
    a14 = [unit(pos, "a14")]

    def asked(name: str, group: list[int]) -> str:
        return rule_of(reserve_refusal(pos, group, hex(pos, name)))

    assert asked("04.04", a14) == "" and asked("01.01", a14) == "" and asked("05.02", a14) == ""
    assert asked("03.03", a14) == "ocs.modes.24"
    assert asked("03.03", [unit(pos, "a15")]) == ""  # no Reserve, no question
    pos.content.reserve_markers[ASTER] = 2
    assert asked("04.04", a14) == "ocs.modes.16"  # two other hexes have both
    assert asked("01.01", a14) == ""


@pytest.mark.rule("ocs.modes.21")
def test_only_reserves_on_the_map_are_released() -> None:
    units = {"a13": {"hex": "02.02", "mode": "reserve"}, "a14": "02.02"}
    pos = position(None, {**units, "a15": {"hex": "waiting", "mode": "reserve"}})
    rules = [rule_of(release_refusal(pos, unit(pos, id))) for id in ("a13", "a14", "a15")]
    assert rules == ["", "ocs.modes.21", "ocs.modes.21"]
    first = position(None, {"a13": {"hex": "01.05", "mode": "reserve"}})  # the first hex of the map
    assert rule_of(release_refusal(first, unit(first, "a13"))) == ""


@pytest.mark.rule("ocs.modes.31", "ocs.modes.32", "ocs.modes.33b", "ocs.modes.36b", "ocs.sequence.20")
def test_disorganisation_takes_the_whole_hex_and_clean_up_gives_it_back() -> None:
    units = {
        "a11": {"hex": "02.02", "mode": "exploit", "flags": HAD_ZOC | RELEASED | MOVED},
        "a13": {"hex": "02.02", "mode": "reserve", "face": "move"},
        "a17": {"hex": "02.02", "mode": "reserve-move", "points": 2},
        "a12": {"hex": "03.03", "mode": "exploit", "flags": HAD_ZOC},
        "b11": "02.02",
    }
    game = build(None, units, start=MOVEMENT)
    pos = game.pos
    disorganise(game, hex(pos, "02.02"), ASTER, "ocs.barrage.12")
    modes = {id: pos.mode[unit(pos, id)] for id in ("a11", "a13", "a17", "a12", "b11")}
    assert modes == {"a11": DG, "a13": DG, "a17": MOVE, "a12": EXPLOIT, "b11": COMBAT}
    assert pos.flags[unit(pos, "a11")] == MOVED | RELEASED  # it was released in this phase all the same
    told = len(game.events)
    disorganise(game, hex(pos, "02.02"), ASTER, "ocs.barrage.12")
    assert len(game.events) == told  # nobody was left to be disorganised
    recover(pos, ASTER)
    modes = {id: pos.mode[unit(pos, id)] for id in ("a11", "a13", "a12")}
    assert modes == {"a11": COMBAT, "a13": MOVE, "a12": COMBAT}
    assert not pos.flags[unit(pos, "a12")] & HAD_ZOC


@pytest.mark.rule("ocs.zoc.1b", "ocs.modes.30")
@pytest.mark.parametrize(
    ("state", "keeps"),
    [({}, True), ({"mode": "move"}, False), ({"oos": True}, False), ({"mode": "dg"}, False)],
)
def test_who_exploits_with_a_zone_had_one_before(state: dict[str, Any], keeps: bool) -> None:
    game = build(None, {"a11": {"hex": "02.02", **state}}, start=MOVEMENT)
    a11 = unit(game.pos, "a11")
    mark_exploit(game, a11)
    assert game.pos.mode[a11] == EXPLOIT and has_zoc(game.pos, a11) is keeps


# -- zones ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.zoc.17", "ocs.zoc.18")
def test_who_negates_a_zone_and_is_held_to_it() -> None:
    units = {
        "b11": "03.03",
        "a13 a14": {"hex": "03.02", "mode": "move"},
        "a15": {"hex": "03.02", "mode": "move", "flags": MOVED},
    }
    pos = position(None, units)
    here = hex(pos, "03.02")
    a13, a14, a15 = (unit(pos, id) for id in ("a13", "a14", "a15"))
    assert [may_still_move(pos, one) for one in (a13, a15, unit(pos, "b11"))] == [True, False, False]
    assert negator(pos, here, ASTER) == a15  # he cannot move any more, so it costs nothing
    assert negator(pos, here, ASTER, (a15,)) == a13
    assert negator(pos, here, ASTER, (a13, a15)) == a14
    assert negator(pos, here, ASTER, (a13, a14, a15)) == -1
    assert is_stopped_by_zoc(pos, here, ASTER, (a13, a14, a15))
    assert not is_stopped_by_zoc(pos, here, ASTER, (a13, a14))
    assert not is_stopped_by_zoc(pos, hex(pos, "01.01"), ASTER)
    pledge(pos, here, ASTER)
    assert [pos.flags[one] & PLEDGED for one in (a13, a14, a15)] == [0, 0, 0]
    pledge(pos, here, ASTER, (a15,))
    assert [bool(pos.flags[one] & PLEDGED) for one in (a13, a14, a15)] == [True, False, False]
    assert open_zones(pos, ASTER)[here] == 0 and open_zones(pos, ASTER, (a13, a14, a15))[here] == 1


@pytest.mark.rule("ocs.zoc.17")
def test_nobody_is_held_where_there_is_no_zone() -> None:
    pos = position(None, {"b11": "05.05", "a13": {"hex": "03.02", "mode": "move"}})
    pledge(pos, hex(pos, "03.02"), ASTER)
    assert pos.flags[unit(pos, "a13")] == 0


# -- fuel -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.5", "ocs.fuel.6", "ocs.fuel.7")
def test_who_has_fuel() -> None:
    units: dict[str, Any] = {
        "a01": {"hex": "03.03", "fuel": True},
        "a31": "03.02",  # independent tanks near the fuelled HQ
        "a11": "03.02",  # of a division: the HQ's fuel is not for them
        "a21": "03.02",  # on foot
        "a12": {"hex": "03.02", "flags": FUELLED},
        "a02": {"hex": "05.05", "mode": "move"},
    }
    pos = position(None, units)
    ids = ("a01", "a31", "a11", "a21", "a12", "a02")
    assert {id: is_fuelled(pos, unit(pos, id)) for id in ids} == {
        # another HQ is independent as well
        **dict.fromkeys(("a01", "a31", "a21", "a12", "a02"), True),
        "a11": False,
    }
    burn(pos, [unit(pos, "a31")])
    assert pos.gave_from[unit(pos, "a01")] == hex(pos, "03.03")
    assert pos.flags[unit(pos, "a31")] & FUELLED
    # An HQ that has given fuel and moved on gives from where it began, and from no other hex in this phase.
    pos.place(unit(pos, "a01"), hex(pos, "03.04"))
    pos.put.flags[unit(pos, "a31")] = 0
    assert is_fuelled(pos, unit(pos, "a31"))
    pos.put.gave_from[unit(pos, "a01")] = hex(pos, "05.01")
    pos.content.throw[unit(pos, "a01") * 2] = 0  # no farther than the hexes around it
    assert not is_fuelled(pos, unit(pos, "a31"))
    pos.content.throw[unit(pos, "a01") * 2] = 12


@pytest.mark.rule("ocs.fuel.4", "ocs.fuel.11")
@pytest.mark.parametrize(("tokens", "hqs"), [(3, []), (4, ["a01"])])
def test_an_hq_is_fuelled_for_a_whole_point(tokens: int, hqs: list[str]) -> None:
    units = {"a01": "01.05", "a31": "02.05", "a11": "02.05", "b11": "dead", "a02": "dead"}
    pos = position(None, units, dumps={"aster": {"01.04": tokens}})
    found = {id: hqs_for(pos, unit(pos, id)) for id in ("a31", "a11")}
    assert found == {"a31": [unit(pos, id) for id in hqs], "a11": []}
    pos.put.fuel[unit(pos, "a01")] = 1
    assert hqs_for(pos, unit(pos, "a31")) == []


@pytest.mark.rule("ocs.fuel.3c")
def test_a_formation_is_fuelled_as_far_as_its_source_reaches() -> None:
    """Five MP by truck over open ground and one hex more from the dump; the HQ on the other way throws 12."""
    rows = ["." * 12]
    units = {"a11": "01.01", "a12": "07.01", "a13": "08.01", "a31": "02.01", "a01": "12.01"}
    pos = position(rows, units)
    place, formation = hex(pos, "01.01"), pos.content.formation[unit(pos, "a11")]
    ids = ("a11", "a12", "a13", "a31")
    assert not any(is_covered(pos, unit(pos, id)) for id in ids)
    pos.put.formation_fuel[formation] = place
    assert [is_covered(pos, unit(pos, id)) for id in ids] == [True, True, False, False]
    pos.put.formation_fuel[formation] = pos.content.places + unit(pos, "a01")
    assert [is_covered(pos, unit(pos, id)) for id in ids] == [True, True, True, False]
    pos.place(unit(pos, "a01"), -2)
    assert not any(is_covered(pos, unit(pos, id)) for id in ids)


@pytest.mark.rule("ocs.fuel.11")
def test_a_dry_unit_stays_without_supply_and_goes_with_a_token() -> None:
    pos = position(None, {"a11": "03.03"})
    assert rule_of(fuel_refusal(pos, unit(pos, "a11"))) == "ocs.fuel.11"
    pos = position(None, {"a11": "03.03"}, dumps={"aster": {"03.04": 1}})
    assert rule_of(fuel_refusal(pos, unit(pos, "a11"))) == ""


# -- guns -----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.barrage.3",
    "ocs.barrage.5a",
    "ocs.barrage.34a",
    "ocs.barrage.39b",
    "ocs.sequence.16c",
    "ocs.sequence.12b",
    "ocs.sequence.18d",
    "ocs.modes.14a",
    "ocs.modes.18c",
    "ocs.modes.22b",
    "ocs.modes.26d",
    "ocs.option.11a",
    "ocs.option.11e",
)
@pytest.mark.rule("ocs.option.11", "ocs.sequence.12")
@pytest.mark.parametrize(
    ("id", "state", "phase", "option", "rule"),
    [
        ("a32", {}, "combat-barrage", False, ""),
        ("a21", {}, "combat-barrage", False, "ocs.barrage.3"),
        ("b32", {}, "combat-barrage", False, "ocs.barrage.3"),
        ("a32", {"hex": "waiting"}, "combat-barrage", False, "ocs.barrage.3"),
        ("a32", {"flags": RELEASED}, "movement-barrage", False, "ocs.sequence.12"),
        ("a32", {}, "reaction-barrage", False, "ocs.sequence.16"),
        ("a32", {"flags": RELEASED}, "reaction-barrage", False, ""),
        ("a32", {}, "reaction-barrage", True, ""),
        ("a32", {}, "exploitation-barrage", True, "ocs.sequence.16"),
        ("a32", {"flags": RELEASED}, "exploitation-barrage", False, ""),
        ("a32", {"mode": "reserve"}, "combat-barrage", False, "ocs.barrage.39"),
        ("a32", {"mode": "strat"}, "combat-barrage", False, "ocs.barrage.39"),
        ("a32", {"mode": "dg"}, "combat-barrage", False, ""),
        ("a32", {"mode": "move"}, "combat-barrage", False, ""),
        ("a32", {"flags": FIRED}, "combat-barrage", False, "ocs.barrage.5"),
        ("a32", {"hex": "07.03"}, "combat-barrage", False, ""),  # four hexes, its range
        ("a32", {"hex": "08.03"}, "combat-barrage", False, "ocs.barrage.34"),
        ("a32", {"hex": "03.03"}, "combat-barrage", False, "ocs.barrage.34"),
    ],
)
def test_which_guns_may_fire(id: str, state: dict[str, Any], phase: str, option: bool, rule: str) -> None:
    pos = position(
        ["." * 9] * 5,
        {id: {"hex": "04.03", **state}, "b11": "03.03"},
        phase=phase,
        acting="aster",
        options={"opt_21_9_reactive_artillery": option},
    )
    assert rule_of(gun_refusal(pos, unit(pos, id), hex(pos, "03.03"))) == rule


@pytest.mark.rule("ocs.barrage.7a", "ocs.barrage.7c", "ocs.barrage.6", "ocs.barrage.35", "ocs.sequence.26c")
def test_what_can_be_aimed_at_and_why_not() -> None:
    given: dict[str, Any] = {
        "bases": {"boreal": {"03.03": 1, "04.04": 2}, "aster": {"02.02": 1}},
        "ports": {"boreal": {"03.03": [3, 0]}, "aster": {"05.05": [3, 0]}},
        "phase": "combat-barrage",
    }
    pos = position(None, {"b11": "03.03", "a32": "03.01"}, **given, dumps={"aster": {"03.01": 20}})
    aims = {name: aims_at(pos, hex(pos, name), ASTER) for name in ("03.03", "04.04", "02.02", "05.05")}
    assert aims == {"03.03": [0, 1, 2], "04.04": [1], "02.02": [], "05.05": []}
    assert aims_at(pos, hex(pos, "02.02"), BOREAL) == [1]

    def why(name: str) -> str:
        return rule_of(barrage_refusal(pos, hex(pos, name), ASTER))

    assert [why(name) for name in ("03.03", "04.04", "02.02")] == ["", "", "ocs.barrage.7"]
    pos.stores = [0] * len(pos.stores)
    assert why("03.03") == "ocs.barrage.35"
    pos.put.hex[unit(pos, "a32")] = -2
    pos.forget()
    assert why("03.03") == "ocs.barrage.34"
    pos.put.worked[hex(pos, "03.03")] = 16
    assert why("03.03") == "ocs.barrage.6"
    pos.calm = 1
    assert why("03.03") == "ocs.sequence.26"


@pytest.mark.rule("ocs.movement.2", "ocs.modes.6")
def test_a_change_of_mode_is_taken_back_with_the_move() -> None:
    units = {"a13": "03.03", "a14": {"hex": "03.03", "mode": "dg", "face": "move"}}
    game = build(None, units, start=MOVEMENT, dumps={"aster": {"03.03": 9}})
    pos = game.pos
    a13, a14 = unit(pos, "a13"), unit(pos, "a14")
    play(game, "move a13", "join a14", "mode 1")
    assert (pos.mode[a13], pos.face[a13], pos.mode[a14], pos.face[a14]) == (MOVE, 1, DG, 1)
    play(game, "back")
    assert (pos.mode[a13], pos.face[a13], pos.mode[a14], pos.face[a14]) == (COMBAT, 0, DG, 1)

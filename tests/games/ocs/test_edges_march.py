"""A stack in hand: what it is offered, what each answer does, and why the rest is refused."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, told, unit, where
from grognard.core.flow.flow import Game
from grognard.core.flow.rulings import Ruling
from grognard.core.position import NOTHING
from grognard.games.ocs.model.ground import ALL
from grognard.games.ocs.model.position import (
    ASTER,
    BOREAL,
    COMBAT,
    DG,
    FUELLED,
    JOINED,
    MOVE,
    MOVED,
    PLEDGED,
    RELEASED,
    RESERVE,
    STRAT,
    OcsPosition,
)
from grognard.games.ocs.movement.march import (
    finish,
    goals,
    halt_refusal,
    join_refusal,
    modes_for,
    put_back,
    to_refusal,
)
from grognard.games.ocs.movement.modes import RESERVE_MOVE
from grognard.games.ocs.movement.reach import (
    _add_whole_steps,
    bare_price,
    classes_of,
    closed_hexes,
    could_enter,
    move_refusal,
    step_price,
    way_refusal,
    way_sheet,
    ways_of,
)
from grognard.games.ocs.movement.segment import begin_move_refusal
from grognard.games.ocs.movement.variables import March, bridges_of, is_fresh
from grognard.kit.group import Mover
from grognard.kit.reach import CLOSED, Going

MOVEMENT = {"procedure": "movement", "step": "Move"}
FUEL = {"aster": {"01.01": 40}}
WIDE = ["." * 9] * 7


def rule_of(ruling: Ruling) -> str:
    """The rule that refuses, or nothing."""
    return ruling.rule if ruling is not None else ""


def verbs(game: Game[OcsPosition]) -> dict[str, list[str]]:
    """The offered verbs, each with what may be named with it."""
    found: dict[str, list[str]] = {}
    for text in options(game):
        verb, _, noun = text.partition(" ")
        found.setdefault(verb, []).append(noun)
    return found


def offered(game: Game[OcsPosition], *names: str) -> dict[str, list[str]]:
    """Those of the offered verbs that are asked for."""
    return {verb: nouns for verb, nouns in verbs(game).items() if verb in names}


def group(pos: OcsPosition, *ids: str, **more: Any) -> March:
    return March(tuple(unit(pos, id) for id in ids), **more)


# -- who may begin --------------------------------------------------------------------------------

BEGIN_ROWS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("a21", {}, {}, ""),
    ("a21", {}, {"phase": "supply"}, "ocs.movement.1"),
    ("a21", {}, {"phase": "movement-barrage"}, "ocs.movement.1"),
    ("b11", {}, {}, "ocs.movement.1"),
    ("a21", {"hex": "waiting"}, {}, "ocs.movement.1"),
    ("a21", {"hex": "01.07"}, {}, ""),  # the first hex of the map
    ("a21", {"hex": "09.01"}, {}, ""),  # and the last
    ("af1", {}, {}, "ocs.air.15"),
    ("ad1", {}, {}, "ocs.naval.2"),
    ("a41", {"points": 5, "extender": True}, {}, "ocs.trace.15"),
    ("a41", {"points": 5}, {}, ""),
    ("a21", {"flags": PLEDGED}, {}, "ocs.zoc.17"),
    ("a21", {"flags": MOVED}, {}, "ocs.movement.2"),
    ("a21", {"flags": FUELLED}, {}, ""),
    ("a21", {}, {"phase": "reaction"}, "ocs.reaction.1"),
    ("a21", {"mode": "exploit"}, {"phase": "reaction"}, "ocs.reaction.1"),
    ("a21", {"flags": RELEASED}, {"phase": "reaction"}, ""),
    ("a21", {}, {"phase": "exploitation"}, "ocs.exploitation.1"),
    ("a21", {"mode": "exploit"}, {"phase": "exploitation"}, ""),
    ("a21", {"flags": RELEASED}, {"phase": "exploitation"}, ""),
    ("a41", {"points": 5, "flags": RELEASED}, {"phase": "reaction"}, "ocs.movement.1"),
    ("a41", {"points": 5, "flags": RELEASED}, {"phase": "exploitation"}, "ocs.movement.1"),
    ("a17", {"points": 5, "flags": RELEASED}, {"phase": "reaction"}, ""),
]


@pytest.mark.rule(
    "ocs.movement.1a",
    "ocs.movement.1b",
    "ocs.reaction.1a",
    "ocs.exploitation.1a",
    "ocs.zoc.17",
    "ocs.movement.2b",
    "ocs.sequence.11a",
    "ocs.combat.2b",
)
@pytest.mark.parametrize(("id", "state", "given", "rule"), BEGIN_ROWS)
def test_who_may_begin_to_move(id: str, state: dict[str, Any], given: dict[str, Any], rule: str) -> None:
    pos = position(WIDE, {id: {"hex": "05.04", **state}}, **given)
    assert rule_of(move_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule("ocs.movement.4b", "ocs.modes.6")
def test_without_an_allowance_a_unit_only_changes_its_mode_and_that_in_the_movement_phase() -> None:
    for phase, flags, rule in (("movement", 0, ""), ("reaction", RELEASED, "ocs.movement.4")):
        pos = position(WIDE, {"a01": {"hex": "05.04", "flags": flags, "fuel": True}}, phase=phase)
        assert rule_of(begin_move_refusal(pos, unit(pos, "a01"))) == rule  # an HQ on its Combat side
        pos.put.face[unit(pos, "a01")] = 1
        assert rule_of(begin_move_refusal(pos, unit(pos, "a01"))) == ""
    pos = position(WIDE, {"a21": {"hex": "05.04", "flags": MOVED}})
    assert rule_of(begin_move_refusal(pos, unit(pos, "a21"))) == "ocs.movement.2"


@pytest.mark.rule("ocs.capture.9")
def test_captured_vehicles_move_at_once_in_the_movement_phase_alone() -> None:
    for phase, flags, rule in (
        ("movement", JOINED, ""),
        ("movement", JOINED | MOVED, "ocs.movement.2"),
        ("exploitation", JOINED | RELEASED, "ocs.movement.1"),
    ):
        pos = position(WIDE, {"a41": {"hex": "05.04", "points": 1, "flags": flags}}, phase=phase)
        assert rule_of(begin_move_refusal(pos, unit(pos, "a41"))) == rule


@pytest.mark.rule("ocs.movement.2")
def test_a_stack_is_fresh_until_somebody_has_spent_or_done_something() -> None:
    pos = position(WIDE, {"a21 a22": "05.04"})
    both = group(pos, "a21", "a22")
    assert is_fresh(pos, both)
    assert not is_fresh(pos, both._replace(acted=1))
    pos.put.spent[unit(pos, "a22")] = 1
    assert not is_fresh(pos, both) and is_fresh(pos, group(pos, "a21"))
    assert bridges_of(both) == () and bridges_of(both._replace(bridge=0)) == (0,)


@pytest.mark.rule("ocs.movement.6", "ocs.movement.7")
def test_who_may_join_a_stack() -> None:
    units = {
        "a21 a22": "05.04",
        "a23": "05.05",
        "a24": {"hex": "05.04", "spent": 0.25},
        "a33": {"hex": "05.04", "flags": MOVED},
        "b11": "05.04",
    }
    pos = position(WIDE, units)
    v = group(pos, "a21")
    rules = {
        id: rule_of(join_refusal(pos, v, unit(pos, id))) for id in ("a21", "a22", "a23", "a24", "a33", "b11")
    }
    assert rules == {
        "a21": "ocs.movement.2",
        "a22": "",
        "a23": "ocs.movement.7",
        "a24": "ocs.movement.7",
        "a33": "ocs.movement.2",
        "b11": "ocs.movement.1",
    }
    assert rule_of(join_refusal(pos, v._replace(acted=1), unit(pos, "a22"))) == "ocs.movement.7"
    pos.put.spent[unit(pos, "a21")] = 1
    assert rule_of(join_refusal(pos, v, unit(pos, "a22"))) == "ocs.movement.7"


# -- where to -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.movement.3b", "ocs.modes.2")
@pytest.mark.parametrize(
    ("id", "mode", "spent", "quarters"),
    [
        ("a21", "combat", 0, 12),  # 3 Leg MP
        ("a21", "move", 0, 20),
        ("a21", "move", 3, 8),
        ("a21", "dg", 0, 6),
        ("a14", "combat", 0, 12),
        ("a31", "combat", 0, 24),  # 6 Track MP
        ("a33", "move", 0, 48),  # 12 Truck MP
    ],
)
def test_on_open_ground_a_stack_comes_as_many_hexes_as_it_has_points(
    id: str, mode: str, spent: int, quarters: int
) -> None:
    pos = position(WIDE, {id: {"hex": "05.04", "mode": mode, "spent": spent}}, dumps={"aster": {"05.04": 9}})
    here, away = hex(pos, "05.04"), pos.content.distance
    plain = {
        there: 4 * away(here, there)
        for there in range(pos.content.hexes)
        if there != here and 4 * away(here, there) <= quarters
    }
    assert goals(pos, group(pos, id)) == plain


@pytest.mark.rule("ocs.movement.6b")
def test_a_mixed_stack_goes_as_far_as_all_its_units_can_and_pays_what_the_dearest_pays() -> None:
    rows = ["....", "....", "w..."]
    # Foot pays 1 for the woods and tracks 2: the larger price is what is told.
    pos = position(rows, {"a21": "01.02", "a11": "01.02"}, dumps={"aster": {"01.02": 9}})
    found = goals(pos, group(pos, "a21", "a11"))
    assert (found[hex(pos, "01.01")], found[hex(pos, "01.03")]) == (8, 4)
    assert max(found.values()) <= 12  # the 3 MP of the infantry


@pytest.mark.rule("ocs.zoc.4", "ocs.fuel.11", "ocs.movement.3")
def test_a_stack_that_is_bound_or_dry_or_spent_goes_nowhere() -> None:
    pos = position(WIDE, {"a21": "05.04", "a11": "05.04"})
    foot = group(pos, "a21")
    assert goals(pos, foot)
    assert goals(pos, foot._replace(bound=1)) == {} and goals(pos, March(())) == {}
    assert goals(pos, group(pos, "a21", "a11")) == {}  # no fuel for the tanks
    pos.put.spent[unit(pos, "a21")] = 12
    assert goals(pos, foot) == {}
    pos.put.spent[unit(pos, "a21")] = 8
    assert set(goals(pos, foot)) == set(pos.content.around[hex(pos, "05.04")])


@pytest.mark.rule("ocs.modes.16", "ocs.modes.24a", "ocs.zoc.4")
def test_why_a_stack_does_not_go_to_a_hex() -> None:
    units = {"a14": {"hex": "05.04", "mode": "reserve-move"}, "a13": {"hex": "01.07", "mode": "reserve"}}
    given: dict[str, Any] = {"reserves": {"aster": 2}, "hedgehogs": {"aster": {"05.05": 1}}}
    pos = position(WIDE, units, dumps={"aster": {"05.04": 8}}, **given)
    one = group(pos, "a14")
    near, dug = hex(pos, "05.03"), hex(pos, "05.05")
    assert near in goals(pos, one) and dug not in goals(pos, one)
    assert rule_of(to_refusal(pos, one, dug)) == "ocs.modes.24"
    assert rule_of(to_refusal(pos, one, hex(pos, "09.01"))) == "ocs.movement.3"
    assert rule_of(to_refusal(pos, one._replace(bound=1), near)) == "ocs.zoc.4"
    pos.put.mode[unit(pos, "a14")] = MOVE
    assert dug in goals(pos, one)
    dry = position(WIDE, units, **given)
    assert rule_of(to_refusal(dry, group(dry, "a14"), near)) == "ocs.fuel.11"


@pytest.mark.rule("ocs.modes.28", "ocs.option.20")
def test_strat_mode_ends_in_trace_supply_and_by_the_option_at_a_direct_draw() -> None:
    rows = ["." * 30]
    # The source is at the left edge. Trace by draw leads 5 Truck MP and a hex; the HQ stands at the edge of
    # it, and its throw of 6 reaches the seven hexes beyond.
    units = {"a14": {"hex": "03.01", "mode": "strat"}, "a01": {"hex": "07.01", "mode": "move"}}
    for option, last in ((False, 14), (True, 7)):
        pos = position(
            rows,
            units,
            sources={"aster": "01.01"},
            dumps={"aster": {"03.01": 8}},
            options={"opt_21_12d_strat_draw": option},
        )
        found = goals(pos, group(pos, "a14"))
        assert max(found) == hex(pos, f"{last:02d}.01")
        a14 = unit(pos, "a14")
        rules = []
        for column in (7, 8, 14, 15):
            pos.place(a14, hex(pos, f"{column:02d}.01"))
            rules.append(rule_of(halt_refusal(pos, group(pos, "a14"))))
        assert rules == [
            "",
            "ocs.option.20" if option else "",
            "ocs.option.20" if option else "",
            "ocs.modes.28",
        ]
        pos.put.mode[a14] = MOVE
        assert rule_of(halt_refusal(pos, group(pos, "a14"))) == ""
        pos.place(a14, hex(pos, "03.01"))
        pos.set_mode(a14, STRAT)
        assert rule_of(to_refusal(pos, group(pos, "a14"), hex(pos, "15.01"))) == "ocs.modes.28"
        assert rule_of(to_refusal(pos, group(pos, "a14"), hex(pos, "30.01"))) == "ocs.modes.28"


@pytest.mark.rule("ocs.modes.24a")
def test_a_reserve_does_not_stay_in_a_hedgehog() -> None:
    units = {"a14": {"hex": "05.05", "mode": "reserve"}, "a13": {"hex": "05.05"}}
    pos = position(WIDE, units, hedgehogs={"aster": {"05.05": 1}})
    assert rule_of(halt_refusal(pos, group(pos, "a14"))) == "ocs.modes.24"
    assert rule_of(halt_refusal(pos, group(pos, "a13"))) == ""


@pytest.mark.rule("ocs.stacking.6c", "ocs.zoc.15b", "ocs.basics.22b", "ocs.movement.4", "ocs.movement.3")
def test_why_a_way_is_barred() -> None:
    units = {
        "a21": "05.04",
        "a14": {"hex": "05.04", "mode": "strat"},
        "a32": "05.04",
        "a01": "05.04",
        "b11": "05.02",
        "b41": {"hex": "06.06", "points": 1},
    }
    pos = position(WIDE, units)

    def why(id: str, goal: str) -> str:
        return rule_of(way_refusal(pos, (unit(pos, id),), hex(pos, goal)))

    assert why("a21", "05.02") == "ocs.stacking.6"
    assert why("a14", "05.03") == "ocs.zoc.15"
    assert why("a14", "06.06") == "ocs.basics.22"
    assert why("a32", "06.06") == "ocs.basics.22"
    assert why("a21", "06.06") == "ocs.movement.3"
    assert why("a21", "05.03") == "ocs.movement.3"  # a zone does not close a hex to who walks
    assert why("a01", "05.03") == "ocs.movement.4"  # an HQ on its Combat side has no MA
    closed = {id: closed_hexes(pos, [unit(pos, id)]) for id in ("a21", "a32", "a14")}
    at = {name: hex(pos, name) for name in ("05.02", "06.06", "05.03", "01.01")}
    assert {id: [name for name, place in at.items() if flags[place]] for id, flags in closed.items()} == {
        "a21": ["05.02"],
        "a32": ["05.02", "06.06"],
        "a14": ["05.02", "06.06", "05.03"],
    }
    mixed = closed_hexes(pos, [unit(pos, "a21"), unit(pos, "a32")])
    assert mixed[at["06.06"]] and not mixed[at["05.03"]]


@pytest.mark.rule("ocs.movement.6")
def test_the_classes_of_a_stack() -> None:
    pos = position(WIDE, {"a14": {"hex": "05.04", "mode": "move"}, "a21 a22 a11": "05.04"})
    numbers = {id: unit(pos, id) for id in ("a14", "a21", "a22", "a11")}
    assert classes_of(pos, [numbers[id] for id in ("a14", "a22", "a11", "a21")]) == (
        (numbers["a22"], numbers["a21"]),
        (numbers["a11"],),
        (numbers["a14"],),
    )


@pytest.mark.rule("ocs.movement.3", "ocs.airmission.6", "ocs.overrun.4b", "ocs.weather.1")
def test_the_price_of_a_step_with_weather_and_trainbusting() -> None:
    rows = ["...", "...", "..."]
    drawn = {"roads": {"primary-road": ["01.02 02.02"]}, "rivers": {"major-river": ["02.03/02.02"]}}
    prices = {}
    for weather in ("clear", "storm"):
        for busted in ((), ("03.01",)):
            pos = position(
                rows,
                {"a14": {"hex": "01.02", "mode": "move"}, "a21": "01.02", "a11": "01.02"},
                map=drawn,
                weather=weather,
                trainbusted={"aster": list(busted)},
            )
            road, bare, off = [], [], []
            for id in ("a14", "a11", "a21"):
                road.append(step_price(pos, unit(pos, id), hex(pos, "01.02"), hex(pos, "02.02")))
                bare.append(bare_price(pos, unit(pos, id), hex(pos, "01.02"), hex(pos, "02.02")))
                off.append(step_price(pos, unit(pos, id), hex(pos, "02.02"), hex(pos, "02.01")))
            prices[weather, bool(busted)] = (road, bare, off)
    # Trucks pay 2 in the open in a storm. The zone around 03.01 holds 02.02 and 02.01; on foot nobody minds.
    dear = {
        ("clear", False): ([2, 2, 4], [4, 4, 4], [4, 4, 4]),
        ("clear", True): ([6, 6, 4], [8, 8, 4], [8, 8, 4]),
        ("storm", False): ([2, 2, 4], [8, 4, 4], [8, 4, 4]),
        ("storm", True): ([6, 6, 4], [12, 8, 4], [12, 8, 4]),
    }
    assert prices == dear


@pytest.mark.rule("ocs.combat.8a", "ocs.engineer.3")
def test_who_could_enter_a_neighbouring_hex() -> None:
    rows = ["...", "~M.", "..."]
    pos = position(rows, {"a21": "01.01", "a14": {"hex": "01.01", "mode": "move"}, "a11": "01.01"})
    reach = {
        id: [could_enter(pos, unit(pos, id), hex(pos, name)) for name in ("02.02", "01.02", "02.01")]
        for id in ("a21", "a11", "a14")
        if pos.content.is_adjacent(hex(pos, "01.01"), hex(pos, "02.02"))
        or pos.content.is_adjacent(hex(pos, "01.01"), hex(pos, "02.01"))
    }
    # Mountains take all that tracks have, which is an entry; trucks never enter, and the sea is for nobody.
    assert reach["a21"][1:] == [False, True]
    assert reach["a11"][1:] == [False, True]
    assert reach["a14"][1:] == [False, True]
    over = position([".M."], {"a11": "01.01", "a14": {"hex": "01.01", "mode": "move"}, "a21": "01.01"})
    found = [could_enter(over, unit(over, id), hex(over, "02.01")) for id in ("a21", "a11", "a14")]
    assert found == [True, True, False]


@pytest.mark.rule("ocs.movement.15a", "ocs.movement.15b", "ocs.movement.6")
def test_a_mixed_stack_takes_a_step_that_costs_one_of_it_everything() -> None:
    # Mountains cost foot 3 and tracks all they have; only as the last step, with something left for it.
    pos = position(["..M.."], {"a21": {"hex": "01.01", "mode": "move"}, "a31": "01.01"})
    pair = [unit(pos, "a21"), unit(pos, "a31")]
    found = ways_of(pos, tuple(pair))
    by_name = {pos.content.names[place]: paid for place, paid in found.cost.items()}
    assert by_name == {"02.01": (4, 4), "03.01": (16, 24)}
    assert [pos.content.names[place] for place in found.paths[hex(pos, "03.01")]] == ["02.01", "03.01"]
    pos.put.spent[pair[1]] = 20  # one MP left: enough to come beside the mountain, nothing for it
    assert {pos.content.names[place] for place in ways_of(pos, tuple(pair)).cost} == {"02.01"}
    beside = position(
        [".M."], {"a21": {"hex": "01.01", "mode": "move"}, "a31": {"hex": "01.01", "spent": 5.75}}
    )
    group_of = [unit(beside, "a21"), unit(beside, "a31")]
    assert ways_of(beside, tuple(group_of)).cost == {hex(beside, "02.01"): (12, 1)}  # the last quarter
    tired = position([".M."], {"a21": {"hex": "01.01", "spent": 1}, "a31": "01.01"})  # 2 of 3 left on foot
    assert ways_of(tired, (unit(tired, "a21"), unit(tired, "a31"))).cost == {}
    held = position([".M."], {"a21": {"hex": "01.01", "mode": "move"}, "a31": "01.01", "b11": "02.01"})
    assert ways_of(held, (unit(held, "a21"), unit(held, "a31"))).cost == {}


@pytest.mark.rule("ocs.movement.3", "ocs.movement.4", "ocs.movement.15")
def test_the_sheet_of_a_move_adds_up_hex_by_hex() -> None:
    pos = position(["..w"], {"a21": {"hex": "01.01", "mode": "move"}})
    sheet = way_sheet(pos, (unit(pos, "a21"),), hex(pos, "03.01"))
    assert [(term.label, term.value) for term in sheet.terms] == [
        ("02.01 open", "1"),
        ("03.01 light-woods", "1"),
    ]
    assert (sheet.title, sheet.total) == ("Move to 03.01", "2 of 5 Leg MP")
    short = position(["..F"], {"a21": {"hex": "02.01", "mode": "reserve"}})
    sheet = way_sheet(short, (unit(short, "a21"),), hex(short, "03.01"))
    assert [term.value for term in sheet.terms] == ["2", "−1¼"]  # ¾ MP for a forest of 2
    assert sheet.total == "¾ of ¾ Leg MP"
    deep = position(["..s"], {"a31": "01.01"})
    sheet = way_sheet(deep, (unit(deep, "a31"),), hex(deep, "03.01"))
    assert [term.value for term in sheet.terms] == ["1", "5"] and sheet.total == "6 of 6 Track MP"


# -- the stack in hand ----------------------------------------------------------------------------


@pytest.mark.rule("ocs.movement.2a", "ocs.modes.6", "ocs.movement.7a")
def test_what_a_fresh_stack_is_offered() -> None:
    game = build(
        WIDE, {"a21 a22": "05.04", "a23": "05.05", "a33": {"hex": "05.04", "flags": MOVED}}, start=MOVEMENT
    )
    assert game.ask.side == ASTER
    play(game, "move a21")
    found = verbs(game)
    assert found["join"] == ["a22"] and found["detach"] == ["a21"]
    assert found["mode"] == [str(one) for one in (MOVE, RESERVE, STRAT, RESERVE_MOVE)]
    assert found["back"] == [""] and "halt" not in found and "drop" not in found
    assert not {"load", "unload", "take", "extend"} & found.keys()
    play(game, "mode 1")
    found = verbs(game)
    assert "mode" not in found and found["halt"] == [""] and found["back"] == [""]
    play(game, "join a22", "to 05.05")
    found = verbs(game)
    assert sorted(found["drop"]) == ["a21", "a22"] and found["halt"] == [""]
    assert not {"join", "detach", "mode", "back"} & found.keys()
    play(game, "drop a21")
    assert "drop" not in verbs(game)


@pytest.mark.rule("ocs.modes.6")
def test_an_answer_can_be_taken_back_with_its_mode() -> None:
    game = build(WIDE, {"a14 a13": {"hex": "05.04", "mode": "reserve-move"}}, dumps=FUEL, start=MOVEMENT)
    pos, a14, a13 = game.pos, unit(game.pos, "a14"), unit(game.pos, "a13")
    play(game, "move a14", "join a13", "mode 3")
    assert [pos.mode[one] for one in (a14, a13)] == [STRAT, STRAT]
    play(game, "back")
    assert [(pos.mode[one], pos.face[one]) for one in (a14, a13)] == [(RESERVE, 1), (RESERVE, 1)]
    assert not pos.flags[a14] & MOVED and game.ask.step == "Move"
    put_back(pos, March((a14, a13)))
    assert pos.mode[a14] == RESERVE
    put_back(pos, March((a14, a13), before=(2 * MOVE + 1, 2 * DG)))
    assert [(pos.mode[one], pos.face[one]) for one in (a14, a13)] == [(MOVE, 1), (DG, 0)]


@pytest.mark.rule("ocs.modes.6", "ocs.modes.9", "ocs.modes.12")
def test_the_modes_of_a_stack_are_those_that_change_something_for_somebody() -> None:
    units = {"a14": "05.04", "a13": {"hex": "05.04", "mode": "dg"}, "a-pax-1": "05.04"}
    pos = position(WIDE, units)
    assert modes_for(pos, [unit(pos, "a14")]) == [MOVE, RESERVE, STRAT, RESERVE_MOVE]
    assert modes_for(pos, [unit(pos, "a13")]) == [MOVE]
    assert modes_for(pos, [unit(pos, "a-pax-1")]) == [STRAT, RESERVE_MOVE]
    assert modes_for(pos, [unit(pos, id) for id in units]) == [MOVE, RESERVE, STRAT, RESERVE_MOVE]
    pos.set_mode(unit(pos, "a14"), MOVE)
    assert modes_for(pos, [unit(pos, "a14"), unit(pos, "a13")])[0] == COMBAT
    assert modes_for(pos, []) == []


@pytest.mark.rule("ocs.modes.6")
def test_a_change_of_mode_leaves_out_who_may_not_make_it() -> None:
    units = {"a14": "05.04", "a13": {"hex": "05.04", "mode": "dg"}}
    game = build(WIDE, units, start=MOVEMENT)
    play(game, "move a14", "join a13", "mode 3")
    pos = game.pos
    assert [pos.mode[unit(pos, id)] for id in ("a14", "a13")] == [STRAT, DG]


@pytest.mark.rule("ocs.engineer.2", "ocs.engineer.4b")
def test_an_engineer_that_leaves_takes_its_bridge_along_for_that_step_alone() -> None:
    drawn = {"rivers": {"minor-river": ["02.01/03.01", "04.01/05.01"]}}
    units = {"a33": "02.01"}
    game = build(["......"], units, map=drawn, dumps={"aster": {"02.01": 9}}, start=MOVEMENT)
    play(game, "move a33", "mode 1")
    march = game.pos.stack[-1].vars
    assert march.bridge == hex(game.pos, "02.01")
    play(game, "to 03.01", "fuel-unit a33")
    pos = game.pos
    assert pos.spent[unit(pos, "a33")] == 4  # the river is bridged
    assert pos.stack[-1].vars.bridge == NOTHING
    play(game, "to 05.01")
    assert pos.spent[unit(pos, "a33")] == 4 + 4 + 20  # and the next one is not
    plain = build(["......"], {"a34": "02.01"}, map=drawn, dumps={"aster": {"02.01": 9}}, start=MOVEMENT)
    play(plain, "move a34", "mode 1")
    assert plain.pos.stack[-1].vars.bridge == NOTHING


@pytest.mark.rule("ocs.breakdown.1", "ocs.movement.2")
def test_a_division_that_has_detached_is_no_longer_fresh() -> None:
    game = build(WIDE, {"a21": "05.04"}, start=MOVEMENT)
    play(game, "move a21", "detach a21")
    pos = game.pos
    march = pos.stack[-1].vars
    assert len(march.group) == 2 and march.acted == 1 and pos.content.is_breakdown[march.group[1]]
    assert "back" not in verbs(game) and len(verbs(game)["drop"]) == 2


@pytest.mark.rule("ocs.transport.3", "ocs.transport.4", "ocs.transport.5", "ocs.trace.10")
def test_what_transport_points_are_offered() -> None:
    def truck(state: dict[str, Any], **given: Any) -> dict[str, list[str]]:
        id = given.pop("id", "a41")
        units = {id: {"hex": "05.04", **state}} | given.pop("more", {})
        game = build(WIDE, units, start=MOVEMENT, **given)
        play(game, f"move {id}")
        return offered(game, "take", "load", "unload", "extend")

    assert truck({"points": 3}) == {"take": ["1", "2"]}
    assert truck({"points": 1}) == {}
    dump = {"aster": {"05.04": 3}}
    assert truck({"points": 1}, dumps=dump) == {"load": ["1", "2", "3"]}
    assert truck({"points": 2, "load": 6}, dumps=dump) == {
        "take": ["1"],
        "load": ["1", "2"],
        "unload": list("123456"),
    }
    assert truck({"points": 1, "load": 2}) == {}  # nobody is there to receive it
    assert truck({"points": 1, "load": 2}, bases={"aster": {"05.04": 1}}) == {"unload": ["1", "2"]}
    assert truck({"points": 5}, sources={"aster": "05.05"}) == {"take": list("1234"), "extend": [""]}
    assert truck({"points": 3}, id="a17", dumps=dump) == {"load": ["1", "2", "3"]}
    two = {"a42": {"hex": "05.04", "points": 2}}
    game = build(WIDE, {"a41": {"hex": "05.04", "points": 2}, **two}, dumps=dump, start=MOVEMENT)
    play(game, "move a41", "join a42")
    assert offered(game, "take", "load", "unload", "extend") == {}  # two counters at once handle nothing
    play(game, "back", "move a41", "load 2")
    found = verbs(game)
    assert found["load"] == ["1"] and found["take"] == ["1"] and "join" not in found


@pytest.mark.rule("ocs.transport.3", "ocs.transport.6")
def test_what_transport_points_do() -> None:
    game = build(
        WIDE, {"a41": {"hex": "05.04", "points": 3, "load": 6}}, dumps={"aster": {"05.04": 9}}, start=MOVEMENT
    )
    pos, a41 = game.pos, unit(game.pos, "a41")
    play(game, "move a41", "take 1")
    march = pos.stack[-1].vars
    (part,) = march.group
    assert part != a41 and march.acted == 1
    assert (pos.points[part], pos.cargo[part], pos.points[a41], pos.cargo[a41]) == (1, 4, 2, 2)
    play(game, "unload 3")
    assert (pos.cargo[part], pos.ground_dump(pos.hex[part], ASTER), pos.spent[part]) == (1, 12, 20)
    play(game, "load 2")
    assert (pos.cargo[part], pos.ground_dump(pos.hex[part], ASTER), pos.spent[part]) == (3, 10, 40)
    assert refusal(game, "back").rule == "ocs.movement.2"
    play(game, "halt")
    assert pos.flags[part] & MOVED and not pos.flags[a41] & MOVED


@pytest.mark.rule("ocs.trace.10")
def test_forming_an_extender_ends_the_move() -> None:
    game = build(WIDE, {"a41": {"hex": "05.04", "points": 5}}, sources={"aster": "05.05"}, start=MOVEMENT)
    play(game, "move a41", "extend")
    pos, a41 = game.pos, unit(game.pos, "a41")
    assert pos.extender[a41] and pos.flags[a41] & MOVED and game.ask.step == "Move"
    assert {"extended", "halted"} <= set(told(game))


@pytest.mark.rule("ocs.movement.7", "ocs.transport.3", "ocs.capture.9")
def test_who_has_finished_is_done_and_trucks_join_their_like() -> None:
    game = build(
        WIDE,
        {
            "a41": {"hex": "05.04", "points": 2, "load": 3, "flags": JOINED},
            "a42": {"hex": "05.04", "points": 1, "load": 4, "flags": MOVED},
            "a43": {"hex": "05.04", "points": 5, "extender": True},
            "a21": "05.04",
        },
    )
    pos = game.pos
    finish(game, [unit(pos, "a41"), unit(pos, "a43"), unit(pos, "a21")])
    assert pos.flags[unit(pos, "a41")] == MOVED and pos.flags[unit(pos, "a21")] == MOVED
    assert (pos.points[unit(pos, "a41")], pos.cargo[unit(pos, "a41")]) == (3, 7)
    assert where(pos, "a43") == "05.04" and pos.points[unit(pos, "a43")] == 5
    assert told(game) == ["halted"]
    assert game.events[0].facts == (unit(pos, "a41"), unit(pos, "a43"), unit(pos, "a21"))


@pytest.mark.rule("ocs.movement.2", "ocs.breakdown.1", "ocs.transport.7", "ocs.trace.10")
def test_why_an_answer_is_not_among_the_offered() -> None:
    units = {
        "a21": "05.04",
        "a11": {"hex": "05.04"},
        "a17": {"hex": "05.04", "points": 2, "load": 4},
        "a41": {"hex": "05.04", "points": 2},
        "b11": "05.06",
    }
    game = build(WIDE, units, start=MOVEMENT)
    play(game, "move a21")
    assert refusal(game, "to 05.06").rule == "ocs.stacking.6"
    assert refusal(game, "to 09.01").rule == "ocs.movement.3"
    assert refusal(game, "join a21").rule == "ocs.movement.2"
    assert refusal(game, "join b11").rule == "ocs.fog.2"
    assert refusal(game, "mode 0").rule == "ocs.movement.2"
    assert refusal(game, "unload 1").rule == "ocs.movement.2"  # no Transport Points are in hand
    assert refusal(game, "overrun 01.01").rule.startswith("ocs.overrun")
    play(game, "back", "move a11")
    assert refusal(game, "detach a11").rule == "ocs.breakdown.1"
    assert refusal(game, "detach a21").rule == "ocs.movement.2"
    play(game, "back", "move a17")
    assert refusal(game, "unload 1").rule == "ocs.transport.7"
    assert refusal(game, "extend").rule == "ocs.transport.7"
    assert refusal(game, "take 1").rule == "ocs.movement.2"
    play(game, "back", "move a41")
    assert refusal(game, "mode 0").rule == "ocs.modes.12"
    assert refusal(game, "extend").rule == "ocs.trace.10"


# -- on the way -----------------------------------------------------------------------------------


@pytest.mark.rule("ocs.movement.3", "ocs.fog.2", "ocs.movement.2a")
def test_each_step_is_paid_and_told_to_its_own_side_by_name() -> None:
    game = build(WIDE, {"a21": {"hex": "02.04", "mode": "move"}}, start=MOVEMENT)
    play(game, "move a21", "to 04.04")
    pos = game.pos
    moved = [event for event in game.events if event.kind == "moved"]
    veiled = [event for event in game.events if event.kind == "stack-moved"]
    assert len(moved) == len(veiled) == 1  # two hexes, told as one move
    assert moved[-1].facts == (hex(pos, "04.04"), unit(pos, "a21"))
    assert veiled[-1].facts[1:] == (hex(pos, "04.04"), ASTER) and veiled[0].facts[0] == hex(pos, "02.04")
    assert pos.spent[unit(pos, "a21")] == 8 and pos.control[hex(pos, "04.04")] == ASTER


@pytest.mark.rule("ocs.fuel.10", "ocs.zoc.17")
def test_who_keeps_a_zone_off_is_held_to_it_once_the_trucks_drive_on() -> None:
    rows = ["." * 6] * 3
    units = {"a33": {"hex": "01.02", "mode": "move"}, "a21": "03.02", "b11": "03.03"}
    game = build(rows, units, dumps={"aster": {"01.02": 8}}, start=MOVEMENT)
    pos = game.pos
    play(game, "move a33", "to 03.02", "fuel-unit a33")
    assert pos.flags[unit(pos, "a33")] & FUELLED
    assert not pos.stack[-1].vars.bound and not pos.flags[unit(pos, "a21")] & PLEDGED
    play(game, "to 05.02")
    assert pos.flags[unit(pos, "a21")] & PLEDGED
    alone = build(
        rows,
        {"a33": {"hex": "01.02", "mode": "move"}, "b11": "03.03"},
        dumps={"aster": {"01.02": 8}},
        start=MOVEMENT,
    )
    play(alone, "move a33", "to 03.02", "fuel-unit a33")
    assert alone.pos.stack[-1].vars.bound == 1
    assert offered(alone, "to", "halt") == {"halt": [""]}


# -- what a Movement Segment offers ---------------------------------------------------------------


@pytest.mark.rule("ocs.modes.7", "ocs.modes.21a", "ocs.capture.14", "ocs.trace.10")
def test_who_is_offered_in_which_segment() -> None:
    units = {
        "a21": "05.04",
        "a22": {"hex": "05.04", "mode": "reserve"},
        "a23": {"hex": "05.04", "flags": PLEDGED},
        "a24": {"hex": "waiting", "mode": "reserve"},
        "a43": {"hex": "07.04", "points": 5, "extender": True},
        "a42": {"hex": "08.04", "points": 5, "extender": True, "spent": 1},
        "b11": {"hex": "05.06", "mode": "reserve"},
    }
    found = {}
    for phase in ("movement", "reaction", "exploitation"):
        step = {"procedure": phase, "step": "Move"}
        side = {"phasing": "boreal", "acting": "aster"} if phase == "reaction" else {}
        game = build(WIDE, units, phase=phase, sources={"aster": "09.04"}, start=step, **side)
        found[phase] = offered(game, "move", "release", "break-up", "collapse")
        if phase == "movement":
            assert refusal(game, "release a22").rule == "ocs.modes.7"
            assert refusal(game, "break-up a42").rule == "ocs.trace.10"
            assert refusal(game, "collapse a42").rule == "ocs.trace.10"
            held = play(game.copy(), "move a23")  # to change its mode
            assert refusal(held, "to 05.05").rule == "ocs.zoc.17" == refusal(held, "detach a23").rule
            assert offered(held, "to", "join", "overrun", "detach") == {}
        else:
            assert refusal(game, "release a21").rule == "ocs.modes.21"
            assert refusal(game, "release b11").rule in ("ocs.modes.7", "ocs.fog.2")
            assert refusal(game, "break-up a43").rule == "ocs.trace.10"
    assert found["movement"] == {"move": ["a21", "a22", "a23"], "break-up": ["a43"], "collapse": ["a43"]}
    assert found["reaction"] == {"release": ["a22"]} == found["exploitation"]


@pytest.mark.rule("ocs.capture.14")
def test_without_a_hex_in_trace_there_is_nothing_to_collapse_to() -> None:
    units = {"a43": {"hex": "07.04", "points": 5, "extender": True}}
    game = build(WIDE, units, start=MOVEMENT)
    assert offered(game, "break-up", "collapse") == {"break-up": ["a43"]}
    assert refusal(game, "collapse a43").rule == "ocs.capture.14"
    play(game, "break-up a43")
    pos = game.pos
    assert not pos.extender[unit(pos, "a43")] and pos.spent[unit(pos, "a43")] == 20


@pytest.mark.rule("ocs.modes.21", "ocs.reaction.1", "ocs.modes.20b")
def test_a_released_reserve_may_move() -> None:
    step = {"procedure": "reaction", "step": "Move"}
    units = {"a22": {"hex": "05.04", "mode": "reserve-move"}}
    game = build(WIDE, units, phase="reaction", phasing="boreal", acting="aster", start=step)
    play(game, "release a22")
    pos, a22 = game.pos, unit(game.pos, "a22")
    assert pos.mode[a22] == MOVE and pos.flags[a22] & RELEASED and told(game)[0] == "released"
    assert offered(game, "move", "release") == {"move": ["a22"]}
    play(game, "move a22")
    # Half of 5 MP, and no change of mode in this phase.
    assert max(goals(pos, group(pos, "a22")).values()) == 8 and "mode" not in verbs(game)


@pytest.mark.rule("ocs.movement.3", "ocs.fog.2", "ocs.zoc.4")
@pytest.mark.parametrize("side", [ASTER, BOREAL])
def test_a_way_into_the_first_hex_of_the_map(side: int) -> None:
    men, name = (("a21", "aster"), ("b11", "boreal"))[side]
    game = build(WIDE, {men: {"hex": "02.07", "mode": "move"}}, phasing=name, start=MOVEMENT)
    play(game, f"move {men}", "to 01.07")
    pos = game.pos
    assert pos.hex[unit(pos, men)] == 0 and pos.stack[-1].vars.group == (unit(pos, men),)
    seen = {event.kind: [event.open_to(one) for one in (ASTER, BOREAL)] for event in game.events}
    assert seen["moved"] == [side == ASTER, side == BOREAL]
    assert seen["stack-moved"] == [side == BOREAL, side == ASTER]
    assert pos.stack[-1].vars.acted == 1


@pytest.mark.rule("ocs.movement.2", "ocs.capture.14")
def test_nobody_marches_into_a_box_and_an_owner_collapses_his_extender() -> None:
    boxes = [{"id": "off", "name": "off", "x": 0, "y": 0}]
    units = {"a21": "05.04", "a43": {"hex": "07.04", "points": 5, "extender": True}}
    game = build(WIDE, units, map={"boxes": boxes}, sources={"aster": "09.04"}, start=MOVEMENT)
    assert refusal(game, "dig off").rule == "ocs.sequence.2"
    play(game, "move a21")
    assert refusal(game, "to off").rule == refusal(game, "overrun off").rule == "ocs.movement.2"
    play(game, "back", "collapse a43")
    assert game.ask.step == "CollapseOwn"


@pytest.mark.rule("ocs.zoc.4", "ocs.movement.15", "ocs.movement.6")
def test_in_a_mixed_stack_a_zone_stops_the_trucks_before_a_step_that_takes_all() -> None:
    pos = position(["....."], {})
    content = pos.content
    step = content.exit(1, 2)
    foot = [4 if there >= 0 else CLOSED for there in content.neighbours]
    trucks = foot[:]
    foot[step] = ALL  # a chart in which a river takes all on foot and nothing of trucks
    for zone, reached in ((b"", {1: (4, 4), 2: (12, 8)}), (bytes([0, 1, 0, 0, 0]), {1: (4, 4)})):
        movers = [
            Mover(Going(content.graph, foot), 12, 0, bytes(5)),
            Mover(Going(content.graph, trucks), 20, 0, bytes(5), zone),
        ]
        cost: dict[int, tuple[int, ...]] = {1: (4, 4)}
        paths = {1: [1]}
        _add_whole_steps(movers, 0, cost, paths, minimum=False)
        assert cost == reached
        assert paths.get(2) == ([1, 2] if 2 in reached else None)
    within = {3: (8, 8)}
    _add_whole_steps([movers[0], movers[0]], 1, within, {}, minimum=False)
    assert within == {3: (8, 8), 2: (12, 12)}  # from where it starts too, and not back to it


@pytest.mark.rule("ocs.movement.4", "ocs.movement.15", "ocs.movement.6")
def test_a_mixed_stack_goes_its_one_hex_though_some_lack_the_mp_and_others_pay_all() -> None:
    """Mountains behind a river: 4 MP for a division that exploits with 1½, and all that the tanks have."""
    rivers = {"rivers": {"minor-river": ["03.02/03.03"]}}
    units = {"a21 a31": {"hex": "03.03", "mode": "exploit", "fuel": True}}
    rows = [".....", ".....", ".....", "..M..", "....."]
    pos = position(rows, units, map=rivers, phase="exploitation")
    ways = ways_of(pos, (unit(pos, "a21"), unit(pos, "a31")))
    there = hex(pos, "03.02")
    assert ways.cost[there] == (6, 12)  # all that each has, in quarters
    pos.put.spent[unit(pos, "a21")] = 1
    assert there not in ways_of(pos, (unit(pos, "a21"), unit(pos, "a31"))).cost


@pytest.mark.rule("ocs.modes.6b", "ocs.transport.3")
def test_on_the_way_no_mode_is_changed_and_trucks_join_in_the_first_hex_too() -> None:
    game = build(WIDE, {"a21": "05.04"}, start=MOVEMENT)
    play(game, "move a21", "to 05.05")
    assert not {"mode", "back", "join"} & verbs(game).keys() and "halt" in verbs(game)
    units = {"a41": {"hex": "01.07", "points": 2}, "a42": {"hex": "01.07", "points": 1, "flags": MOVED}}
    first = build(WIDE, units)
    finish(first, [unit(first.pos, "a41")])
    assert first.pos.points[unit(first.pos, "a41")] == 3

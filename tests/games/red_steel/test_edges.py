"""The edges of Red Steel's own rules: one state on either side of every condition."""

from typing import Any

import pytest

from games.red_steel.table import Table, table
from games.red_steel.test_prut import RIVER
from grognard.core.flow.rulings import Ruling
from grognard.games.battalions.combat.participation import current_morale
from grognard.games.battalions.guns.bombardment import Barrage
from grognard.games.battalions.model.position import CHECKED
from grognard.games.red_steel.guns.bombardment import strike_refusal
from grognard.games.red_steel.movement.departure import departure_refusal, leaving_refusal, piecemeal_refusal
from grognard.games.red_steel.movement.tank_breakdown import is_tank_breakdown, needs_check
from grognard.games.red_steel.prut.bridge_building import bridging_refusal, far_hexes, liftable, touches
from grognard.games.red_steel.prut.fording import can_ford, fording_refusal, landing_refusal, landings
from grognard.games.red_steel.prut.monitors import berths, steam_refusal
from grognard.games.red_steel.turn.air_units import cup
from grognard.games.red_steel.turn.attachment import attach_refusal, romanian_formations
from grognard.games.red_steel.turn.formation_chits import (
    activation_bar,
    box_number,
    formations_in_play,
    members,
    turn_modifier,
)
from grognard.games.red_steel.turn.militia import available, muster_refusal
from grognard.games.red_steel.turn.replacements import (
    Points,
    has_lost,
    is_romanian_infantry,
    replacement_refusal,
)
from grognard.games.red_steel.turn.victory import (
    departures,
    final_points,
    level_name,
    level_of,
    open_points,
    points,
    verdict,
    victory_sheet,
)

AXIS, SOVIET = 0, 1
LINE = ["........."]
NEAR: dict[str, Any] = {"procedure": "movement", "step": "MoveAndFord"}


def rule_of(ruling: Ruling) -> str:
    """The rule that refuses, or nothing."""
    return ruling.rule if ruling is not None else ""


def rules(game: Table, refusal: Any, *ids: str) -> dict[str, str]:
    """Which rule refuses each of these units."""
    return {id: rule_of(refusal(game.pos, game.unit(id))) for id in ids}


# -- the Prut -------------------------------------------------------------------------------------


@pytest.mark.rule("rs.prut.1", "rs.prut.2", "rs.prut.3")
def test_who_fords_and_where_they_land() -> None:
    units = {
        "i-67-inf": "0202",
        "ii-67-inf": "0202 spent=1",
        "i-ir-105": "0101",
        "11-rosiori": "0202",
        "i-90-rr": "0302",
        "ii-2-dor": "0201 moved",
    }
    game = table(RIVER, units, **NEAR)
    pos = game.pos
    assert rules(game, fording_refusal, *units) == {
        "i-67-inf": "",
        "ii-67-inf": "rs.prut.2",
        "i-ir-105": "rs.prut.2",  # not at the river
        "11-rosiori": "rs.prut.3",
        "i-90-rr": "rp.move-intel.1",  # of the other side
        "ii-2-dor": "rp.normal-move.1",
    }
    foot = {id: can_ford(pos, game.unit(id)) for id in units}
    assert foot == dict.fromkeys(units, True) | {"11-rosiori": False, "i-90-rr": False}
    one = game.unit("i-67-inf")
    assert landings(pos, one) == [game.hex("0303")]
    where = {name: rule_of(landing_refusal(pos, one, game.hex(name))) for name in ("0303", "0302", "0301")}
    assert where == {"0303": "", "0302": "rs.prut.2", "0301": "rs.prut.2"}


# -- bridges --------------------------------------------------------------------------------------


@pytest.mark.rule("rs.engineering.5b", "rs.engineering.6", "rs.engineering.8")
def test_who_builds_a_bridge_and_over_what() -> None:
    units = {
        "rom-bridge-eng-1": "0202",
        "ger-bridge-eng": "0101",
        "i-67-inf": "0202",
        "rom-bridge-eng-2": "0202 demoralized",
    }
    game = table(RIVER, units, **NEAR)
    pos = game.pos
    assert rules(game, bridging_refusal, *units) == {
        "rom-bridge-eng-1": "",
        "ger-bridge-eng": "rs.engineering.6",
        "i-67-inf": "rs.engineering.5",
        "rom-bridge-eng-2": "rp.engineering.2",
    }
    eng = game.unit("rom-bridge-eng-1")
    assert [pos.content.names[hex] for hex in far_hexes(pos, eng)] == ["0302", "0303"]
    pos.lifted = [eng]
    assert rule_of(bridging_refusal(pos, eng)) == "rs.engineering.5"
    pos.lifted = []
    pos.phasing = SOVIET
    assert rule_of(bridging_refusal(pos, eng)) == "rs.engineering.5"


@pytest.mark.rule("rs.engineering.8", "rs.engineering.6", "rs.move-general.14b")
def test_a_bridge_that_stands_is_limbered_and_touched() -> None:
    units = {"rom-bridge-eng-1": "removed", "ger-bridge-eng": "0202"}
    spans = [["rom-bridge-eng-1", "0202", "0302", 0]]
    game = table(RIVER, units, bridges=spans, **NEAR)
    pos = game.pos
    assert liftable(pos) == [game.unit("rom-bridge-eng-1")]
    assert [pos.content.names[hex] for hex in far_hexes(pos, game.unit("ger-bridge-eng"))] == ["0303"]
    (bridge,) = pos.all_bridges()
    near = {name for name in pos.content.names if touches(pos, bridge, game.hex(name))}
    # Both ends and all around them, but nothing that only the river joins to an end.
    assert near == {"0202", "0302", "0201", "0203", "0102", "0103", "0301", "0303", "0402", "0401"}
    pos.phasing = SOVIET
    assert liftable(pos) == []
    begun = table(RIVER, units, bridges=[["rom-bridge-eng-1", "0202", "0302", 3]], turn=3, **NEAR)
    assert liftable(begun.pos) == []


# -- chits ----------------------------------------------------------------------------------------


@pytest.mark.rule("rs.activation.1b", "rs.activation.4", "rs.reinforcements.7")
def test_whose_chits_are_in_play() -> None:
    units = {
        "i-90-rr": "0101",
        "35-mtn": "waiting arrives=12",
        "11-cav": "waiting arrives=13",
        "border-1": "0301",
    }
    game = table(LINE, units, phasing="soviet", turn=12, **NEAR)
    pos = game.pos
    ids = pos.content.formation_ids
    found = {id: ids.index(id) in formations_in_play(pos) for id in ("95 RD", "30 Mtn", "2 Cav")}
    assert found == {"95 RD": True, "30 Mtn": True, "2 Cav": False}
    assert members(pos, ids.index("95 RD")) == [game.unit("i-90-rr")]
    pos.absent = [ids.index("95 RD")]
    assert ids.index("95 RD") not in formations_in_play(pos)


@pytest.mark.rule("rs.activation.11", "rs.activation.12", "rs.reinforcements.7", "rs.monitors.1")
def test_who_may_act_while_a_formation_is_active() -> None:
    units = {"i-90-rr": "0101", "35-mtn": "0201", "border-1": "0301", "i-67-inf": "0901"}
    game = table(LINE, units, phasing="soviet", active="95 RD", turn=12, **NEAR)
    pos = game.pos
    free = {"i-90-rr": "", "35-mtn": "rs.activation.11", "border-1": "", "i-67-inf": ""}
    assert rules(game, activation_bar, *units) == free
    pos.active = -1
    assert rules(game, activation_bar, *units) == {
        **dict.fromkeys(("i-90-rr", "35-mtn", "border-1"), "rs.activation.11"),
        "i-67-inf": "",
    }
    pos.absent = [pos.content.formation_ids.index("95 RD")]
    assert rules(game, activation_bar, "i-90-rr") == {"i-90-rr": "rs.reinforcements.7"}
    pos.phasing = AXIS
    assert rules(game, activation_bar, "35-mtn") == {"35-mtn": ""}
    pos.lifted = [game.unit("i-67-inf")]
    assert rules(game, activation_bar, "i-67-inf") == {"i-67-inf": "rs.movement-allowance.13"}


@pytest.mark.rule("rs.activation-check.1", "rs.activation-check.2", "rs.activation.9")
def test_the_number_in_the_box_and_what_the_turn_adds() -> None:
    game = table(LINE, {"i-90-rr": "0101"}, phasing="soviet", turn=12, **NEAR)
    pos = game.pos
    table_ = pos.content.tables["activation-boxes"]
    for count in (1, 2, len(table_.rows), len(table_.rows) + 3):
        pos.boxes = list(range(count))
        row = str(min(count, len(table_.rows)))
        assert box_number(pos) == table_.integer(row, "number")
    parts = pos.content.tables["turn-modifiers"]
    early = parts.integer("before-5-july", "modifier")
    assert early
    for day, extra in ((2, early), (3, 0)):
        turn = next(turn for turn in range(1, 40) if pos.content.day(turn) == day)
        pos.turn = turn
        name = ("am", "mid-day", "pm", "night")[pos.content.part_of_day(turn)]
        assert turn_modifier(pos) == parts.integer(name, "modifier") + extra


# -- leaving the map ------------------------------------------------------------------------------


@pytest.mark.rule("rs.activation.15b", "rs.activation.18")
def test_who_leaves_the_map() -> None:
    units = {"i-90-rr": "0901", "ii-90-rr": "0801", "35-mtn": "0901", "i-67-inf": "0101"}
    game = table(LINE, units, phasing="soviet", active="95 RD", turn=12, **NEAR)
    game.pos.content.way_out = frozenset({game.hex("0901")})
    pos = game.pos
    assert rules(game, leaving_refusal, *units) == {
        "i-90-rr": "",
        **dict.fromkeys(("ii-90-rr", "35-mtn", "i-67-inf"), "rs.activation.15"),
    }
    assert rule_of(departure_refusal(pos)) == "rs.activation.15"
    pos.place(game.unit("ii-90-rr"), game.hex("0901"))
    assert rule_of(departure_refusal(pos)) == ""
    assert rules(game, piecemeal_refusal, "i-90-rr") == {"i-90-rr": "rs.activation.15"}
    pos.content.options["piecemeal-exit"] = True
    assert rules(game, piecemeal_refusal, "i-90-rr") == {"i-90-rr": "rs.activation.18"}
    pos.active = -1
    assert rule_of(departure_refusal(pos)) == "rs.activation.15"


# -- militia, monitors, aircraft, Germans with the Romanians --------------------------------------


@pytest.mark.rule("rs.militia.7", "rs.militia.8", "rs.militia.9", "rs.militia.10")
def test_where_militia_is_called_out() -> None:
    """The enemy in 0901; the limit is counted in hexes."""
    units = {"militia-1": "eliminated", "militia-2": "waiting arrives=999", "militia-3": "waiting arrives=12"}
    drawn = {"rows": ["T.T.T.T.T"], "holders": ["sssssssss"]}
    game = table(drawn, {**units, "i-67-inf": "0901"}, phasing="soviet", turn=12, **NEAR)
    pos = game.pos
    assert available(pos) == [game.unit("militia-1"), game.unit("militia-2")]
    least = pos.content.limit("militia-distance")
    found = {
        name: rule_of(muster_refusal(pos, game.hex(name)))
        for name in ("0201", "0101", "0301", "0501", "0701")
    }
    assert found["0201"] == "rs.militia.7"  # no town
    for name, far in (("0101", 8), ("0301", 6), ("0501", 4), ("0701", 2)):
        assert found[name] == ("rs.militia.8" if far < least else ""), name
    pos.control[game.hex("0101")] = AXIS
    assert rule_of(muster_refusal(pos, game.hex("0101"))) == "rs.militia.7"


@pytest.mark.rule("rs.monitors.1", "rs.movement-allowance.10")
def test_monitors_steam_once_in_their_turn() -> None:
    units = {"monitor": "0201", "i-67-inf": "0202"}
    game = table(RIVER, units, monitors={"monitor": "0301"}, **NEAR)
    pos, one = game.pos, game.unit("monitor")
    assert rule_of(steam_refusal(pos, one)) == ""
    assert rule_of(steam_refusal(pos, game.unit("i-67-inf"))) == "rs.monitors.1"
    assert berths(pos, one) == sorted(game.hex(name) for name in ("0201", "0202", "0203"))
    pos.phasing = SOVIET
    assert rule_of(steam_refusal(pos, one)) == "rs.monitors.1"


@pytest.mark.rule("rs.air-units.3", "rs.bombardment.14")
def test_the_cup_of_air_units_and_their_targets() -> None:
    air = {f"air-{number}": "waiting" for number in range(1, 4)}
    game = table(LINE, {"i-90-rr": "0301", "i-67-inf": "0101", **air}, **NEAR)
    pos = game.pos
    planes = [unit for unit, is_air in enumerate(pos.content.is_air) if is_air]
    assert cup(pos) == planes and len(planes) > 2
    pos.air = planes[:1]
    assert cup(pos) == planes[1:]
    hits = {
        name: rule_of(strike_refusal(pos, Barrage(), game.hex(name))) for name in ("0301", "0101", "0201")
    }
    assert hits == {"0301": "", "0101": "rs.bombardment.14", "0201": "rs.bombardment.14"}


@pytest.mark.rule("rs.formations.3", "rs.formations.5")
def test_which_germans_go_to_which_romanians() -> None:
    units = {"i-ir-105": "0101", "i-67-inf": "0201", "i-25-inf": "0301", "i-90-rr": "0901"}
    game = table(LINE, units, **NEAR)
    pos = game.pos
    assert rules(game, attach_refusal, *units) == {
        "i-ir-105": "",
        **dict.fromkeys(("i-67-inf", "i-25-inf", "i-90-rr"), "rs.formations.3"),
    }
    found = romanian_formations(pos)
    formation = pos.content.formation
    assert found == sorted({formation[game.unit("i-67-inf")], formation[game.unit("i-25-inf")]})
    pos.attached[game.unit("i-ir-105")] = found[0]
    assert romanian_formations(pos) == found[1:]
    pos.hex[game.unit("i-ir-105")] = -1
    assert rules(game, attach_refusal, "i-ir-105") == {"i-ir-105": "rs.formations.3"}


# -- replacements and tanks -----------------------------------------------------------------------


@pytest.mark.rule("rs.replacements.6", "rs.replacements.7", "rs.replacements.8", "rs.replacements.9")
@pytest.mark.rule("rs.replacements.10", "rs.replacements.11", "rs.replacements.12")
@pytest.mark.parametrize(
    ("id", "state", "rule"),
    [
        ("i-67-inf", "0101 steps=1", ""),
        ("i-67-inf", "0101", "rs.replacements.6"),
        ("i-67-inf", "0101 steps=1 oos", "rs.replacements.8"),
        ("i-67-inf", "0101 steps=1 disrupted", "rs.replacements.9"),
        ("i-67-inf", "0101 steps=1 demoralized", "rs.replacements.10"),
        ("i-ir-105", "0101 steps=1", "rs.replacements.12"),
        ("11-rosiori", "0101 steps=1", "rs.replacements.12"),
    ],
)
def test_who_gets_a_step(id: str, state: str, rule: str) -> None:
    game = table(["." * 15], {id: state, "i-90-rr": "1501"}, **NEAR)
    pos, one = game.pos, game.unit(id)
    assert rule_of(replacement_refusal(pos, Points(), one)) == rule
    assert has_lost(pos, one) is ("steps=1" in state)
    assert is_romanian_infantry(pos, one) is (id == "i-67-inf")
    if not rule:
        served = Points((pos.formation_of(one),))
        assert rule_of(replacement_refusal(pos, served, one)) == "rs.replacements.11"
        least = pos.content.limit("replacement-distance")
        pos.place(game.unit("i-90-rr"), pos.hex[one] + least)
        assert rule_of(replacement_refusal(pos, Points(), one)) == ""
        pos.place(game.unit("i-90-rr"), pos.hex[one] + least - 1)
        assert rule_of(replacement_refusal(pos, Points(), one)) == "rs.replacements.7"


@pytest.mark.rule("rs.soviet-move.1", "rs.soviet-move.2")
def test_which_tanks_are_rolled_for_and_when_they_break_down() -> None:
    units = {"30-tank": "0101", "i-1-tank": "0201", "i-90-rr": "0301", "1-44-tank": "0401"}
    game = table(LINE, units, phasing="soviet", **NEAR)
    pos = game.pos
    pos.flags[game.unit("1-44-tank")] = CHECKED
    found = {id: needs_check(pos, game.unit(id)) for id in units}
    assert found == {"30-tank": True, "i-1-tank": False, "i-90-rr": False, "1-44-tank": False}
    for id in ("30-tank", "1-44-tank"):
        one = game.unit(id)
        most = current_morale(pos, one) + (pos.armor_of(one) == 3)
        assert not is_tank_breakdown(pos, one, most) and is_tank_breakdown(pos, one, most + 1)


# -- victory --------------------------------------------------------------------------------------


@pytest.mark.rule("rs.turn-end.1")
def test_points_in_words() -> None:
    assert [points(halves) for halves in (0, 1, 2, 3, -1, -4, -5)] == [
        *("+0", "+½", "+1", "+1½", "-½", "-2", "-2½")
    ]
    assert [level_name(level) for level in ("axis-marginal", "draw")] == ["Axis marginal victory", "draw"]


@pytest.mark.rule("rs.turn-end.1", "rs.activation.16")
def test_what_counts_and_how_much() -> None:
    game = table(LINE, {"i-90-rr": "0101", "i-67-inf": "0901"}, turn=12, **NEAR)
    pos = game.pos
    pos.lost_steps[SOVIET], pos.lost_hqs, pos.axis_cost = 3, 2, 5
    assert open_points(pos) == [
        ("Soviet steps lost × 3", 3),
        ("Soviet HQs lost × 2", 12),
        ("Axis steps lost", -5),
    ]
    pos.result, pos.cut_off = "draw", 2
    assert final_points(pos)[-1] == ("Axis divisions cut off × 2", -20)
    pos.result, pos.cut_off = "", 0
    pos.lost_steps[SOVIET] = pos.lost_hqs = pos.axis_cost = 0
    assert open_points(pos) == []
    ids = pos.content.formation_ids
    formation = ids.index("95 RD")
    whole = sum(
        pos.content.max_steps[unit]
        for unit in pos.content.units_of[SOVIET]
        if pos.content.formation[unit] == formation and not pos.content.is_leader[unit]
    )
    half = -(-whole // 2)
    pos.departed = [formation, half]
    assert departures(pos) == [("95 RD marched off", -8)]
    pos.departed = [formation, half - 1]
    assert departures(pos) == []
    pos.departed = [formation, 1, formation, half - 1]
    assert departures(pos) == [("95 RD marched off", -8)]


@pytest.mark.rule("rs.turn-end.1")
def test_levels_of_victory() -> None:
    game = table(LINE, {"i-90-rr": "0101", "i-67-inf": "0901"}, **NEAR)
    pos = game.pos
    levels = pos.content.scenario.victory.levels
    if levels:
        for name, least in levels.items():
            assert level_of(pos, least * 2) == name
            assert level_of(pos, least * 2 - 1) != name
    assert level_of(pos, -1000) == "soviet-decisive"
    winner, level = verdict(pos)
    assert winner == {"axis": AXIS, "soviet": SOVIET}.get(level.split("-")[0], -1)
    told = victory_sheet(pos)
    assert told.title == "Axis points" and told.total.endswith("if the game ended now")

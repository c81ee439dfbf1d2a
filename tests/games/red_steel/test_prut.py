"""The Prut: crossings, zones of control, attacks, advances, bridges and monitors."""

from typing import Any

import pytest

from games.red_steel.table import Table, table
from grognard.games.battalions.combat.after.entering_in_combat import can_go
from grognard.games.battalions.combat.odds.strength import crossed

RIVER: dict[str, Any] = {
    "rows": ["......", "......", "......"],
    "west": ["0101", "0201", "0102", "0202", "0103", "0203"],
    "river": ["0201/0301", "0201/0302", "0202/0302", "0202/0303", "0203/0303"],
}
"""Six columns; the river runs between the second and the third."""


def sides_of(game: Table, hex: str) -> list[str]:
    content = game.pos.content
    here = game.hex(hex)
    exits = range(here * 6, here * 6 + 6)
    return sorted(content.names[content.neighbours[exit]] for exit in exits if content.ground.is_river[exit])


def moving(units: dict[str, str], **facts: Any) -> Table:
    return table(RIVER, units, procedure="movement", step="MoveAndFord", **facts)


@pytest.mark.rule("rs.prut.2a")
def test_foot_troops_of_the_axis_cross_with_their_whole_allowance() -> None:
    """MA 5; over either hexside of 0202; the crossing is the only move."""
    game = moving({"i-67-inf": "0202"})
    assert sides_of(game, "0202") == ["0302", "0303"]
    game.play("axis: ford i-67-inf")
    assert game.offers("land") == ["0302", "0303"]
    game.play("axis: land 0302")
    game.holds("unit i-67-inf at 0302", "unit i-67-inf spent 5", "control 0302 axis")
    assert game.refused("axis: move i-67-inf") == "rs.normal-move.1"
    moved = moving({"i-67-inf": "0202 spent=1"})
    assert moved.refused("axis: ford i-67-inf") == "rs.prut.2"


@pytest.mark.rule("rs.prut.2c")
def test_a_crossing_may_end_in_an_enemy_zone_but_not_on_the_enemy() -> None:
    """A rifle battalion in 0302 has a zone that reaches 0303."""
    game = moving({"i-67-inf": "0202", "i-90-rr": "0302"})
    game.holds("zoc soviet 0303 yes")
    game.play("axis: ford i-67-inf")
    assert game.offers("land") == ["0303"]


@pytest.mark.rule("rs.prut.3")
def test_cavalry_guns_and_vehicles_need_a_bridge() -> None:
    units = {"9-calarasi": "0202", "art-a-35": "0202 limbered", "recon-35": "0202", "i-1-tank": "0202"}
    game = moving(units)
    assert game.offers("ford") == []
    for unit in units:
        assert game.refused(f"axis: ford {unit}") == "rs.prut.3"


@pytest.mark.rule("rs.prut.1")
def test_soviet_units_never_cross_not_even_by_a_bridge() -> None:
    bridge = [["rom-bridge-eng-1", "0202", "0302", 0]]
    units = {"i-90-rr": "0303", "rom-bridge-eng-1": "removed"}
    facts = {"phasing": "soviet", "active": "95 RD", "turn": 12}
    game = moving(units, bridges=bridge, **facts)
    assert game.refused("soviet: ford i-90-rr") == "rs.prut.1"
    game.play("soviet: move i-90-rr")
    assert not {"0101", "0102", "0201", "0202", "0203"} & set(game.offers("to"))
    assert not can_go(game.pos, game.unit("i-90-rr"), game.hex("0302"), game.hex("0202"))


@pytest.mark.rule("rs.move-general.10")
def test_a_crossing_by_night_tires_nobody() -> None:
    """Turn 2 is the night of 2 July; a march of the same length disrupts."""
    game = moving({"i-67-inf": "0202", "ii-67-inf": "0101"}, turn=2)
    game.play("axis: ford i-67-inf", "axis: land 0302")
    game.holds("unit i-67-inf morale in-order")
    long = table(["......"], {"i-67-inf": "0101"}, procedure="movement", step="MoveAndFord", turn=2)
    long.play("axis: move i-67-inf", "axis: to 0601", "axis: halt")
    long.holds("unit i-67-inf morale disrupted")


@pytest.mark.rule("rs.attack-declare.6")
def test_who_has_crossed_does_not_attack() -> None:
    units = {"i-67-inf": "0302 crossed", "ii-67-inf": "0303", "i-90-rr": "0402"}
    game = table(RIVER, units, procedure="player-turn", step="attacks")
    game.play("axis: target 0402")
    assert game.offers("commit") == ["ii-67-inf"]
    assert game.refused("axis: commit i-67-inf") == "rs.attack-declare.6"


@pytest.mark.rule("rs.zoc.5a", "rs.zoc.5b")
def test_no_zone_reaches_over_the_prut_not_even_at_a_bridge() -> None:
    units = {"i-67-inf": "0202", "rom-bridge-eng-1": "removed"}
    game = moving(units, bridges=[["rom-bridge-eng-1", "0202", "0302", 0]])
    game.holds("zoc axis 0202 yes", "zoc axis 0201 yes", "zoc axis 0302 no", "zoc axis 0301 no")


@pytest.mark.rule("rs.prut.3")
def test_over_the_river_strength_is_halved_and_vehicles_attack_only_by_a_bridge() -> None:
    units = {"i-67-inf": "0202", "i-1-tank": "0202", "i-90-rr": "0302", "rom-bridge-eng-1": "removed"}
    game = table(RIVER, units, procedure="player-turn", step="attacks")
    here, there = game.hex("0202"), game.hex("0302")
    assert crossed(game.pos, here, there, True) == "great-river"
    game.play("axis: target 0302")
    assert game.offers("commit") == ["i-67-inf"]
    assert game.refused("axis: commit i-1-tank") == "rs.prut.3"
    spans = [["rom-bridge-eng-1", "0202", "0302", 0]]
    bridged = table(RIVER, units, procedure="player-turn", step="attacks", bridges=spans)
    bridged.play("axis: target 0302")
    assert bridged.offers("commit") == ["i-1-tank", "i-67-inf"]


@pytest.mark.rule("rs.advance.7a", "rs.retreat.15")
def test_after_combat_the_river_is_crossed_only_as_in_a_move() -> None:
    units = {"i-67-inf": "0202", "i-1-tank": "0202", "9-calarasi": "0202"}
    pos = moving(units).pos
    content = pos.content
    here, there = content.grid.index("0202"), content.grid.index("0302")
    able = {id: can_go(pos, content.roster.index[id], here, there) for id in units}
    assert able == {"i-67-inf": True, "i-1-tank": False, "9-calarasi": False}


# -- bridges --------------------------------------------------------------------------------------


def building(units: dict[str, str], **facts: Any) -> Table:
    return table(RIVER, units, procedure="player-turn", step="engineering", **facts)


@pytest.mark.rule("rs.engineering.5a", "rs.engineering.5b", "rs.engineering.6")
def test_a_bridge_engineer_begins_next_to_a_river() -> None:
    units = {"rom-bridge-eng-1": "0202", "rom-bridge-eng-2": "0101", "pio-35": "0202"}
    game = building(units, turn=4)
    assert game.offers("bridge") == ["rom-bridge-eng-1"]
    assert game.refused("axis: bridge rom-bridge-eng-2") == "rs.engineering.6"
    assert game.refused("axis: bridge pio-35") == "rs.engineering.5"
    game.play("axis: bridge rom-bridge-eng-1")
    assert game.offers("across") == ["0302", "0303"]
    game.play("axis: across 0302")
    game.holds("bridges none", "unit rom-bridge-eng-1 at 0202")


def to_the_end_of_movement(game: Table) -> None:
    while "Axis" not in game.asked() and not game.asked().endswith(("DeclareBombardment", "DeclareAttack")):
        if game.asked().startswith(("soviet", "chance")) or game.asked() == "over":
            return
        game.play("axis: done")


@pytest.mark.rule("rs.engineering.7a", "rs.engineering.7c")
def test_a_bridge_is_in_place_after_two_turns_of_work() -> None:
    """Begun in turn 4; in turn 5 the engineer goes on and does not move."""
    begun = [["rom-bridge-eng-1", "0202", "0302", 4]]
    units = {"rom-bridge-eng-1": "0202", "i-67-inf": "0101"}
    game = building(units, turn=5, bridges=begun)
    game.play("axis: bridge rom-bridge-eng-1")
    to_the_end_of_movement(game)
    game.holds("bridges 0202/0302", "unit rom-bridge-eng-1 at removed")
    left_off = building(units, turn=5, bridges=begun)
    to_the_end_of_movement(left_off)
    left_off.holds("bridges none", "unit rom-bridge-eng-1 at 0202")
    assert left_off.pos.bridges == []


@pytest.mark.rule("rs.prut.2", "rs.supply.17")
def test_a_bridge_carries_vehicles_at_the_road_rate() -> None:
    """The recon group pays 1 for the bridge from 0202 to 0302; without it nothing leads over."""
    units = {"recon-35": "0202", "rom-bridge-eng-1": "removed"}
    game = moving(units, bridges=[["rom-bridge-eng-1", "0202", "0302", 0]])
    game.play("axis: move recon-35")
    assert game.ask.options(0).cost(("to", game.hex("0302"))) == 2
    without = moving({"recon-35": "0202"}).play("axis: move recon-35")
    assert set(without.offers("to")) == {"0101", "0102", "0103", "0201", "0203"}


@pytest.mark.rule("rs.engineering.8", "rs.engineering.9", "rs.movement-allowance.13", "rs.strategic.5")
def test_a_bridge_is_limbered_into_either_hex_and_its_engineer_stays() -> None:
    units = {"rom-bridge-eng-1": "removed", "i-67-inf": "0101"}
    game = building(units, turn=5, bridges=[["rom-bridge-eng-1", "0202", "0302", 0]])
    game.play("axis: limber-bridge rom-bridge-eng-1")
    assert game.offers("across") == ["0202", "0302"]
    game.play("axis: across 0302")
    game.holds("unit rom-bridge-eng-1 at 0302", "bridges none")
    while not game.asked().endswith("StrategicMovement"):
        game.play("axis: done")
    assert game.refused("axis: march rom-bridge-eng-1") in ("rs.movement-allowance.13", "rs.strategic.5")
    game.play("axis: done")
    assert game.refused("axis: move rom-bridge-eng-1") == "rs.movement-allowance.13"


@pytest.mark.rule("rs.strategic.5")
def test_an_engineer_that_has_built_does_not_march() -> None:
    units = {"pio-35": "0101 built", "i-67-inf": "0101"}
    game = table(RIVER, units, procedure="movement", step="StrategicMovement")
    assert game.refused("axis: march pio-35") == "rs.strategic.5"


@pytest.mark.rule("rs.move-general.14a")
def test_an_enemy_next_to_an_end_of_a_bridge_destroys_it_with_its_engineer() -> None:
    """0402 is next to the bridge end 0302."""
    units = {"i-90-rr": "0501", "rom-bridge-eng-1": "removed"}
    facts = {"phasing": "soviet", "active": "95 RD", "turn": 12}
    game = moving(units, bridges=[["rom-bridge-eng-1", "0202", "0302", 0]], **facts)
    game.play("soviet: move i-90-rr", "soviet: to 0402")
    game.holds("bridges none", "unit rom-bridge-eng-1 at eliminated")


@pytest.mark.rule("rs.move-general.12a", "rs.move-general.13")
def test_an_enemy_next_to_the_builder_makes_him_start_over() -> None:
    units = {"i-90-rr": "0401", "rom-bridge-eng-1": "0202"}
    facts = {"phasing": "soviet", "active": "95 RD", "turn": 12}
    game = moving(units, bridges=[["rom-bridge-eng-1", "0202", "0302", 11]], **facts)
    game.play("soviet: move i-90-rr", "soviet: to 0302")
    assert game.pos.bridges == []
    game.holds("unit rom-bridge-eng-1 at 0202")


@pytest.mark.rule(
    "rs.engineering.3a", "rs.engineering.3b", "rs.engineering.4", "rs.engineering.11a", "rs.engineering.11b"
)
def test_only_engineers_dig_and_the_night_disrupts_them() -> None:
    """Turn 2 is a night turn; bridge work has no such effect."""
    units = {"pio-35": "0101", "pio-15": "0102 disrupted", "i-67-inf": "0103", "rom-bridge-eng-1": "0202"}
    game = building(units, turn=2)
    game.play("axis: bridge rom-bridge-eng-1", "axis: across 0302", "axis: done")
    assert game.offers("build") == ["pio-15", "pio-35"]
    game.play("axis: build pio-35", "axis: build pio-15")
    game.holds("unit pio-35 morale disrupted", "unit pio-15 morale demoralized")
    game.holds("unit rom-bridge-eng-1 morale in-order")


# -- monitors -------------------------------------------------------------------------------------


@pytest.mark.rule("rs.monitors.1", "rs.monitors.2a", "rs.monitors.5", "rs.movement-allowance.10")
def test_a_monitor_moves_along_the_river_and_points_to_a_hexside() -> None:
    game = moving({"monitor": "0201"}, monitors={"monitor": "0301"})
    assert game.refused("axis: move monitor") == "rs.monitors.1"
    game.play("axis: steam monitor")
    assert game.offers("berth") == ["0201", "0202", "0203"]
    game.play("axis: berth 0202")
    assert game.offers("point-to") == ["0302", "0303"]
    game.play("axis: point-to 0303")
    game.holds("unit monitor at 0202")
    assert game.pos.far_bank[game.unit("monitor")] == game.hex("0303")
    assert game.refused("axis: steam monitor") == "rs.normal-move.1"


@pytest.mark.rule("rs.monitors.1")
def test_a_monitor_does_not_go_along_with_troops_on_its_bank() -> None:
    game = moving({"monitor": "0201", "pio-15": "0201"}, monitors={"monitor": "0301"})
    game.play("axis: move pio-15")
    assert game.offers("with") == []
    assert game.refused("axis: with monitor") == "rs.monitors.1"


@pytest.mark.rule("rs.movement-allowance.10")
def test_a_monitor_goes_four_hexes_at_most() -> None:
    """A straight river beside seven bank hexes: from the first to the fifth."""
    rows = {
        "rows": [".."] * 7,
        "west": [f"010{row}" for row in range(1, 8)],
        "river": [f"010{row}/020{row}" for row in range(1, 8)],
    }
    game = table(
        rows, {"monitor": "0101"}, procedure="movement", step="MoveAndFord", monitors={"monitor": "0201"}
    )
    game.play("axis: steam monitor")
    assert game.offers("berth") == ["0101", "0102", "0103", "0104", "0105"]


@pytest.mark.rule("rs.monitors.3", "rs.monitors.4")
def test_bridges_and_zones_do_not_stop_a_monitor() -> None:
    units = {"monitor": "0201", "i-90-rr": "0302", "rom-bridge-eng-1": "removed"}
    spans = [["rom-bridge-eng-1", "0202", "0302", 0]]
    game = moving(units, monitors={"monitor": "0301"}, bridges=spans).play("axis: steam monitor")
    assert "0203" in game.offers("berth")


@pytest.mark.rule("rs.monitor-loss.1")
def test_a_monitor_is_lost_to_tanks_on_its_bank_hex_and_not_to_those_farther_away() -> None:
    for hex, where in (("0301", "eliminated"), ("0401", "0201")):
        units = {"monitor": "0201", "32-tank": hex, "i-90-rr": "0603"}
        facts = {"phasing": "soviet", "turn": 12, "monitors": {"monitor": "0301"}}
        game = table(RIVER, units, procedure="soviet-turn", step="LoseMonitors", **facts)
        game.asked()
        game.holds(f"unit monitor at {where}")

"""Landing craft: loading, landings with and without a roll, LSTs, DUKWs, Beach Assaults."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from grognard.core.flow.flow import Game
from grognard.games.ocs.combat.odds import attack_strength
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.position import ABSENT, DEAD, EMPTIED, FUELLED, LANDED, MOVED, POOL, OcsPosition
from grognard.games.ocs.model.scale import CAP, MP
from grognard.games.ocs.movement.modes import allowance, left
from grognard.games.ocs.sea.landing_craft import room_aboard
from grognard.games.ocs.sea.landing_rolls import groups_of, landing_row, landing_sheet
from grognard.games.ocs.sea.ships import sailing_hexes, sailing_range
from grognard.games.ocs.supply.draw_and_throw import lines_to, reachable
from grognard.games.ocs.supply.trace import plain_sources

COAST = [
    ".......",
    ".......",
    "..v.h..",
    "~~~~~~~",
    "~~~~~~~",
]
"""Land in rows 3 to 5, a village in 03.03, hills in 05.03, the sea south of it."""
PORT = {"aster": {"03.03": [3, 0]}}
MOVING = {"procedure": "movement", "step": "Move"}


def ashore(units: Any, **given: Any) -> Game[OcsPosition]:
    given.setdefault("start", MOVING)
    return build(COAST, units, **given)


# -- at the quay --------------------------------------------------------------------------------


@pytest.mark.rule("ocs.landing.1a", "ocs.landing.2", "ocs.port.1")
def test_craft_load_units_and_supply_up_to_their_points_within_the_port() -> None:
    """A division of 4 RE that walks takes 2 points, a battalion a quarter; the port passes 3 SP."""
    units = {"al1": {"hex": "03.03", "points": 2}, "a21 a35": {"hex": "03.03", "mode": "move"}}
    game = ashore(units, ports=PORT, dumps={"aster": {"03.03": 9}})
    play(game, "dock al1")
    assert options(game) == [
        "take-aboard a21",
        "take-aboard a35",
        *(f"load {n}" for n in range(1, 9)),
        "cast-off",
    ]
    play(game, "take-aboard a35")
    assert refusal(game, "take-aboard a21").rule == "ocs.landing.1"
    assert options(game) == [*(f"load {n}" for n in range(1, 8)), "put-ashore a35", "cast-off"]
    play(game, "load 7", "cast-off")
    al1 = unit(game.pos, "al1")
    assert room_aboard(game.pos, al1) == 0
    assert game.pos.hex[unit(game.pos, "a35")] == ABSENT
    assert game.pos.ground_dump(hex(game.pos, "03.03"), 0) == 2
    # 7T and a quarter of a point went through: 8T, of 12.
    assert game.pos.port_used[hex(game.pos, "03.03")] == 8 * CAP // 4


@pytest.mark.rule("ocs.landing.2a", "ocs.landing.2b")
def test_cargo_may_not_have_moved_and_is_loaded_only_in_a_port() -> None:
    units = {"al1": {"hex": "03.03", "points": 2}, "a35": {"hex": "03.03", "mode": "move", "spent": 1}}
    game = play(ashore(units, ports=PORT), "dock al1")
    assert refusal(game, "take-aboard a35").rule == "ocs.landing.2"
    away = ashore({"al1": {"hex": "04.03", "points": 2}, "a35": "04.03"}, ports=PORT)
    assert refusal(away, "dock al1").rule == "ocs.landing.2"


@pytest.mark.rule("ocs.port.1a", "ocs.landing.2a")
def test_a_port_passes_no_more_than_its_capacity() -> None:
    """1 SP: four tokens, and no division of 2 points beside them."""
    units = {"al1": {"hex": "03.03", "points": 4}, "a21": {"hex": "03.03", "mode": "move"}}
    game = ashore(units, ports={"aster": {"03.03": [1, 0]}}, dumps={"aster": {"03.03": 9}})
    play(game, "dock al1", "load 1")
    assert refusal(game, "take-aboard a21").rule == "ocs.port.1"
    assert options(game) == ["load 1", "load 2", "load 3", "unload 1", "cast-off"]


@pytest.mark.rule(
    "ocs.landing.6", "ocs.landing.7", "ocs.landing.9b", "ocs.landing.5", "ocs.basics.20d", "ocs.landing.4"
)
def test_through_a_port_supply_and_units_land_without_a_roll_and_move_no_more() -> None:
    for phase in ("movement", "reaction", "exploitation"):
        units = {"al1": {"hex": "03.03", "points": 2, "load": 3}, "a35": {"aboard": "al1", "mode": "move"}}
        side = {"phasing": "boreal", "acting": "aster"} if phase == "reaction" else {}
        game = ashore(units, ports=PORT, phase=phase, start={"procedure": phase, "step": "Move"}, **side)
        play(game, "dock al1", "unload 3", "put-ashore a35", "cast-off")
        pos = game.pos
        assert pos.ground_dump(hex(pos, "03.03"), 0) == 3 and where(pos, "a35") == "03.03"
        assert pos.flags[unit(pos, "a35")] & MOVED and pos.flags[unit(pos, "al1")] & MOVED


@pytest.mark.rule("ocs.landing.1b")
def test_craft_are_divided_and_combined() -> None:
    game = ashore({"al1": {"hex": "04.02", "points": 3}})
    play(game, "divide-craft al1", "take 2")
    pos, al1, al2 = game.pos, unit(game.pos, "al1"), unit(game.pos, "al2")
    assert (pos.points[al1], pos.points[al2], where(pos, "al2")) == (1, 2, "04.02")
    play(game, "combine-craft al2")
    assert (pos.points[al1], pos.points[al2], pos.hex[al1] < 0) == (0, 3, True)
    alone = ashore({"al1": {"hex": "04.02", "points": 1}})
    assert refusal(alone, "divide-craft al1").rule == "ocs.landing.1"


# -- sailing ------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.naval.2", "ocs.naval.4b", "ocs.stacking.7a", "ocs.stacking.7b", "ocs.naval.1b")
def test_landing_craft_sail_ten_hexes_and_to_the_coast() -> None:
    pos = position(
        COAST, {"al1": {"hex": "04.01", "points": 1}, "al4": {"hex": "04.01", "points": 1}, "b38": "02.03"}
    )
    al1 = unit(pos, "al1")
    assert (sailing_range(pos, al1), sailing_range(pos, unit(pos, "al4"))) == (10, 8)
    found = sailing_hexes(pos, al1)
    assert hex(pos, "04.03") in found and hex(pos, "04.04") not in found  # the coast, not the land behind it
    assert hex(pos, "02.03") not in found  # enemy combat units
    other = position(
        COAST, {"al1": {"hex": "04.01", "points": 1}, "bd1": "04.02", "b41": {"hex": "02.03", "points": 1}}
    )
    found = sailing_hexes(other, al1)
    assert hex(other, "04.02") not in found and hex(other, "02.03") in found  # a ship bars, trucks do not


@pytest.mark.rule("ocs.landing.3a", "ocs.landing.3b", "ocs.landing.3c", "ocs.landing.2a")
def test_craft_pass_between_box_and_map_at_the_entry_free_of_mp() -> None:
    boxes = {"boxes": [{"id": "sea", "name": "Sea", "kind": "sea", "x": 0, "y": 0}]}
    given = {"map": boxes, "sea_boxes": {"aster": "sea"}, "sea_entries": {"aster": ["01.01"]}}
    game = ashore({"al1": {"hex": "sea", "points": 1}, "a35": {"hex": "sea", "mode": "move"}}, **given)
    play(game, "dock al1", "take-aboard a35", "cast-off", "sail al1")
    assert "sail-to 07.01" in options(game)  # six hexes from 01.01
    play(game, "sail-to 01.01")
    assert game.pos.spent[unit(game.pos, "al1")] == 0
    assert refusal(game, "sail al1").rule == "ocs.naval.4"  # one direction only
    home = ashore({"al1": {"hex": "03.01", "points": 1}}, **given)
    play(home, "sail al1", "sail-to sea")
    assert where(home.pos, "al1") == "sea" and home.pos.spent[unit(home.pos, "al1")] == 2 * MP
    later = ashore({"al1": {"hex": "sea", "points": 1}, "a35": "sea"}, phase="exploitation", **given)
    later.pos.phase = 11
    assert refusal(later, "dock al1").rule == "ocs.landing.3"


# -- landings -----------------------------------------------------------------------------------


@pytest.mark.rule("ocs.landing.4", "ocs.landing.8", "ocs.landing.9a", "ocs.landing.5", "ocs.basics.19c")
def test_a_landing_in_the_open_succeeds_on_five_and_half_the_ma_is_left() -> None:
    units = {"al1": {"hex": "04.02", "points": 1}, "a35": {"aboard": "al1", "mode": "move"}}
    game = ashore(units)
    assert refusal(game, "land al1").rule == "ocs.landing.4"
    play(game, "sail al1", "sail-to 04.03", "land al1")
    assert refusal(game, "sail al1").rule == "ocs.naval.4"
    play(game, "roll-landings", "roll 5")
    pos, a35 = game.pos, unit(game.pos, "a35")
    assert where(pos, "a35") == "04.03" and pos.craft[a35] == -1
    assert pos.flags[a35] & LANDED and pos.flags[a35] & FUELLED
    assert allowance(pos, a35) == 5 * MP // 2
    assert pos.points[unit(pos, "al1")] == 1


@pytest.mark.rule("ocs.landing.8a")
def test_no_craft_sail_after_the_rolls() -> None:
    units = {
        "al1": {"hex": "04.03", "points": 1},
        "al2": {"hex": "06.02", "points": 1},
        "a35": {"aboard": "al1", "mode": "move"},
    }
    game = play(ashore(units), "land al1", "roll-landings", "roll 7")
    assert refusal(game, "sail al2").rule == "ocs.landing.8"


@pytest.mark.rule("ocs.landing.8d")
def test_a_mixed_landing_costs_half_the_craft_and_a_failure_half_the_units_too() -> None:
    """Open: mixed from 3, below it fails. A battalion of a quarter point takes one point of craft."""
    units = {"al1": {"hex": "04.03", "points": 2}, "a35": {"aboard": "al1", "mode": "move"}}
    mixed = play(ashore(units), "land al1", "roll-landings", "roll 4")
    al1, a35 = unit(mixed.pos, "al1"), unit(mixed.pos, "a35")
    play(mixed, f"roll {al1}")
    assert (mixed.pos.points[al1], where(mixed.pos, "a35")) == (1, "04.03")
    failed = play(ashore(units), "land al1", "roll-landings", "roll 2", f"roll {a35}", f"roll {al1}")
    assert (failed.pos.points[al1], failed.pos.hex[a35]) == (1, DEAD)


@pytest.mark.rule("ocs.landing.8")
def test_landings_that_nobody_rolled_for_are_rolled_at_the_end_of_the_segment() -> None:
    units = {"al1": {"hex": "04.03", "points": 1}, "a35": {"aboard": "al1", "mode": "move"}}
    game = play(ashore(units), "land al1", "done", "roll 12")
    assert where(game.pos, "a35") == "04.03"


@pytest.mark.rule("ocs.landing.8", "ocs.landing.8c")
def test_terrain_and_the_enemy_change_the_roll() -> None:
    """Hills need 7. A steady enemy next to the hex -2 and his zone -1; disorganised -1 without a zone."""
    units = {"al1": {"hex": "05.03", "points": 1}, "b38": "05.04", "ad1": "05.01", "bc1": "02.04"}
    pos = position(COAST, units)
    here = hex(pos, "05.03")
    assert landing_row(pos, here) == "hills"
    sheet = landing_sheet(pos, here, 0)
    assert [term.value for term in sheet.terms] == ["-2", "-1", "-1", "+1"] and sheet.total == "-3"
    weak = position(COAST, {"al1": {"hex": "05.03", "points": 1}, "b38": {"hex": "05.04", "mode": "dg"}})
    assert [term.value for term in landing_sheet(weak, here, 0).terms] == ["-1"]
    port = position(COAST, {}, ports={"boreal": {"03.03": [2, 0]}})
    assert landing_row(port, hex(port, "03.03")) == "village"  # quays or not, the harder of the two counts
    high = position(COAST, {}, ports={"boreal": {"05.03": [2, 0]}})
    assert landing_row(high, hex(high, "05.03")) == "hills"


@pytest.mark.rule("ocs.landing.8")
def test_as_few_groups_as_possible_of_three_re() -> None:
    """4 RE lands alone; 3 RE is full; 1, 1 and 1/2 RE go together."""
    pos = position(COAST, {})
    ids = ("a21", "a23", "a13", "a14", "a35")
    units = [unit(pos, id) for id in ids]
    found = [{pos.roster.counters[one].id for one in group} for group in groups_of(pos, units)]
    assert found == [{"a21"}, {"a23"}, {"a13", "a14", "a35"}]


@pytest.mark.rule("ocs.landing.6", "ocs.landing.4", "ocs.landing.7", "ocs.modes.13")
def test_who_cannot_land_with_a_roll() -> None:
    units = {"al1": {"hex": "04.03", "points": 2}, "a35": {"aboard": "al1", "mode": "move"}}
    late = ashore(units, phase="exploitation", start={"procedure": "exploitation", "step": "Move"})
    assert refusal(late, "land al1").rule == "ocs.landing.6"
    supply = ashore({"al1": {"hex": "04.03", "points": 2, "load": 4}, "a41": {"aboard": "al1", "points": 1}})
    assert refusal(supply, "land al1").rule == "ocs.landing.7"
    reserve = ashore({"al1": {"hex": "04.03", "points": 2}, "a35": {"aboard": "al1", "mode": "reserve"}})
    assert refusal(reserve, "land al1").rule == "ocs.modes.13"
    combat = ashore({"al1": {"hex": "04.03", "points": 2}, "a35": {"aboard": "al1", "mode": "combat"}})
    assert "land al1" in options(combat)


@pytest.mark.rule("ocs.landing.8e", "ocs.capture.1")
def test_what_lies_on_the_beach_is_captured_after_the_roll() -> None:
    units = {"al1": {"hex": "04.03", "points": 1}, "a35": {"aboard": "al1", "mode": "move"}}
    game = ashore(units, dumps={"boreal": {"04.03": 8}})
    play(game, "land al1", "roll-landings", "roll 9", "roll 6")
    assert game.pos.ground_dump(hex(game.pos, "04.03"), 1) == 0
    assert game.pos.ground_dump(hex(game.pos, "04.03"), 0) > 0


# -- LSTs and DUKWs -----------------------------------------------------------------------------


@pytest.mark.rule("ocs.landing.12a", "ocs.landing.12b", "ocs.landing.12c", "ocs.landing.12d", "ocs.port.7")
def test_an_lst_becomes_a_port_of_one_sp_from_the_next_phase_on() -> None:
    game = ashore({"al3": {"hex": "04.03", "points": 2}, "a35": {"aboard": "al3", "mode": "move"}})
    play(game, "beach-lst al3", "roll-landings", "roll 8")
    pos, here = game.pos, hex(game.pos, "04.03")
    assert pos.beach[here] == 0 and where(pos, "a35") == "04.03"
    assert pos.port_capacity(here) == 0 and here not in plain_sources(pos, 0)
    pos.put.worked[here] = 0
    assert pos.port_capacity(here) == 4 and here in plain_sources(pos, 0)
    assert pos.port_side[here] == -1  # so it cannot be barraged
    loaded = ashore({"al3": {"hex": "04.03", "points": 2, "load": 1}})
    assert refusal(loaded, "beach-lst al3").rule == "ocs.landing.12"
    there = ashore({"al3": {"hex": "03.03", "points": 2}}, ports=PORT)
    assert refusal(there, "beach-lst al3").rule == "ocs.landing.12"
    plain = ashore({"al1": {"hex": "04.03", "points": 2}})
    assert refusal(plain, "beach-lst al1").rule == "ocs.landing.12"


@pytest.mark.rule("ocs.landing.12e")
def test_an_enemy_who_enters_destroys_the_beached_lst() -> None:
    game = ashore({"a35": {"hex": "04.04", "mode": "move"}})
    here = hex(game.pos, "04.03")
    game.pos.put.beach[here] = 1
    play(game, "move a35", "to 04.03")
    assert game.pos.beach[here] == -1


@pytest.mark.rule("ocs.landing.10", "ocs.landing.11")
def test_dukws_triple_their_mp_ashore_and_stop_where_they_land_units() -> None:
    """Two hexes sailed leave 6 MP: 18 of 24 ashore."""
    game = ashore({"al4": {"hex": "04.01", "points": 1, "load": 4}})
    play(game, "sail al4", "sail-to 04.03", "go-ashore al4", "roll-landings", "roll 8")
    pos, a44 = game.pos, unit(game.pos, "a44")
    assert where(pos, "a44") == "04.03" and (pos.points[a44], pos.cargo[a44]) == (1, 4)
    assert left(pos, a44) == 18 * MP and not pos.flags[a44] & MOVED
    both = ashore({"al4": {"hex": "04.03", "points": 1}, "a35": {"aboard": "al4", "mode": "move"}})
    play(both, "go-ashore al4", "roll-landings", "roll 8")
    assert both.pos.flags[a44] & MOVED and where(both.pos, "a35") == "04.03"


@pytest.mark.rule("ocs.landing.10")
def test_dukws_that_go_afloat_have_a_third_of_their_mp() -> None:
    """24 less 12 spent: 12 left, 4 afloat."""
    game = ashore({"a44": {"hex": "04.03", "points": 2, "spent": 12}})
    play(game, "go-afloat a44")
    al4 = unit(game.pos, "al4")
    assert where(game.pos, "al4") == "04.03" and sailing_range(game.pos, al4) == 4
    assert game.pos.points[al4] == 2
    inland = ashore({"a44": {"hex": "04.05", "points": 2}})
    assert refusal(inland, "go-afloat a44").rule == "ocs.landing.10"


@pytest.mark.rule("ocs.landing.10a")
def test_dukws_carry_only_what_could_go_by_air() -> None:
    units = {"al4": {"hex": "03.03", "points": 5}, "a35 a33": {"hex": "03.03", "mode": "move"}}
    game = play(ashore(units, ports=PORT), "dock al4")
    assert refusal(game, "take-aboard a33").rule == "ocs.landing.10"  # motorised engineers
    assert "take-aboard a35" in options(game)


# -- supply afloat ------------------------------------------------------------------------------


@pytest.mark.rule("ocs.supply.21a", "ocs.supply.21b")
def test_supply_on_craft_serves_its_own_and_the_next_hex_and_no_hq_throws_it() -> None:
    units = {"al1": {"hex": "04.03", "points": 2, "load": 6}, "a35": "04.04", "a21": "04.05", "a01": "04.04"}
    pos = position(COAST, units)
    source = pos.content.places + unit(pos, "al1")
    assert [line.source for line in lines_to(pos, unit(pos, "a35"))] == [source]
    assert lines_to(pos, unit(pos, "a21")) == []  # two hexes away; the HQ beside it cannot throw it
    assert reachable(pos, 0, hex(pos, "04.04")) == []


# -- Beach Assaults -----------------------------------------------------------------------------


def storming(units: Any, **given: Any) -> Game[OcsPosition]:
    start = {"procedure": "combat-segment", "step": "Assault"}
    return build(COAST, units, phase="combat", start=start, **given)


BEACH = {
    "al1": {"hex": "05.02", "points": 2, "load": 8},
    "a35": {"aboard": "al1", "mode": "combat"},
    "b40": "05.03",
}
"""A battalion of 3 (rating 4) against militia of 2 (rating 0) in hills."""


@pytest.mark.rule("ocs.landing.13b", "ocs.landing.14a", "ocs.supply.21")
def test_an_assault_is_halved_by_the_beach_and_paid_from_the_craft() -> None:
    game = storming(BEACH)
    play(game, "assault-beach 05.03", "commit a35", "strike", "defend-beach", "supply a35")
    al1 = unit(game.pos, "al1")
    assert game.pos.cargo[al1] == 7
    while game.ask.step in ("PayDefence", "DefendOnStocks"):
        play(game, "decline" if "decline" in options(game) else options(game)[-1])
    play(game, "lead a35", "lead b40")
    assert options(game) == ["take-river 05.02", "take-ground 05.02"]
    play(game, "take-river 05.02")
    v = next(frame.vars for frame in game.pos.stack if frame.procedure == "combat")
    assert isinstance(v, Combat)
    assert attack_strength(game.pos, v, unit(game.pos, "a35")) == 3 / 2


@pytest.mark.rule("ocs.landing.14b", "ocs.landing.14d")
def test_who_does_not_drive_the_defenders_out_is_lost_with_the_craft() -> None:
    game = storming({**BEACH, "b40": "01.05", "b14": "05.03"})
    play(game, "assault-beach 05.03", "commit a35", "strike", "defend-beach", "supply a35")
    while game.ask.step not in ("RollSurprise",):
        play(game, options(game)[0])
    play(game, "roll 6", "roll 2")  # 1.5 to 7 in hills, no surprise, and the worst roll
    while game.ask.procedure in ("combat", "retreat"):
        if game.ask.step == "AttackerOption":
            assert options(game) == ["retreat-by 0"]  # his options are losses
        play(game, options(game)[0])
    pos = game.pos
    assert where(pos, "b14") == "05.03"
    assert pos.hex[unit(pos, "a35")] == DEAD and pos.hex[unit(pos, "al1")] == DEAD


@pytest.mark.rule("ocs.landing.13a")
def test_at_most_three_re_in_combat_mode_assault() -> None:
    units = {
        **BEACH,
        "al1": {"hex": "05.02", "points": 9, "load": 8},
        "a23 a13": {"aboard": "al1", "mode": "combat"},
        "a14": {"aboard": "al1", "mode": "move"},
    }
    game = play(storming(units), "assault-beach 05.03", "commit a23")
    assert refusal(game, "commit a13").rule == "ocs.landing.13"
    assert refusal(game, "commit a14").rule == "ocs.landing.13"
    empty = storming({**BEACH, "b40": "01.05"})
    assert refusal(empty, "assault-beach 05.03").rule == "ocs.landing.13"


@pytest.mark.rule("ocs.landing.16b", "ocs.landing.16c")
def test_a_defender_who_gives_the_beach_up_is_destroyed_and_they_land_without_paying() -> None:
    game = storming(BEACH)
    play(game, "assault-beach 05.03", "commit a35", "strike", "give-up-beach", "roll 7")
    pos = game.pos
    assert pos.hex[unit(pos, "b40")] == DEAD and where(pos, "a35") == "05.03"
    assert pos.cargo[unit(pos, "al1")] == 8
    assert pos.flags[unit(pos, "a35")] & MOVED and not pos.flags[unit(pos, "a35")] & LANDED


@pytest.mark.rule("ocs.landing.15")
def test_where_a_barrage_has_left_nobody_an_assault_is_a_landing() -> None:
    game = storming({**BEACH, "b40": "01.05"})
    game.pos.put.worked[hex(game.pos, "05.03")] |= EMPTIED
    play(game, "assault-beach 05.03", "commit a35", "strike", "roll 7")
    assert where(game.pos, "a35") == "05.03" and game.pos.flags[unit(game.pos, "a35")] & MOVED


@pytest.mark.rule("ocs.landing.14", "ocs.sequence.17d")
def test_who_drives_the_defenders_out_is_ashore() -> None:
    game = storming({**BEACH, "al1": {"hex": "05.02", "points": 2, "load": 8}, "a23": {"aboard": "al1"}})
    play(game, "assault-beach 05.03", "commit a23", "strike", "defend-beach", "supply a23")
    while game.ask.step not in ("RollSurprise",):
        play(game, options(game)[0])
    play(game, "roll 7", "roll 1", "roll 12")
    while game.ask.procedure in ("combat", "retreat", "capture"):
        play(game, options(game)[0])
    pos = game.pos
    assert where(pos, "a23") == "05.03" and pos.craft[unit(pos, "a23")] == -1
    assert pos.hex[unit(pos, "b40")] != hex(pos, "05.03") and pos.hex[unit(pos, "al1")] != POOL

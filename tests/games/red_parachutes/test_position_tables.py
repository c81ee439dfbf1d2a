"""The state of the game: what is kept from one question to the next is what would be found anew."""

from typing import Any

import pytest

from games.red_parachutes.battle import ARENA, NORTH, SOUTH, TARGET
from games.red_parachutes.table import table
from grognard.games.battalions.combat.declaration import Declare
from grognard.games.battalions.model.position import ELIMINATED, WAITING
from grognard.games.battalions.movement.move import Move, picked
from grognard.games.battalions.movement.reach import reach_of, strategic_bars
from grognard.games.battalions.table.combat_sheets import attack_on_table, shows, units_in_hand
from grognard.games.battalions.turn.supply import is_in_supply
from grognard.games.red_parachutes.model.content import load_content
from grognard.games.red_parachutes.model.setup import first_position

GERMAN, SOVIET, NOBODY = 0, 1, 2
UNITS = {
    "i-gr-80": NORTH,
    "ii-gr-80": "0101",
    "nehring": "0101",
    "i-a-309": TARGET,
    "smg-51": TARGET,
    "art-309": SOUTH,
    "1-5-gab": "0202 dispersed",
    "rybalko": "0707",
    "hq-309": "waiting",
}


def all_told(pos: Any) -> dict[str, Any]:
    """Everything that positions keep once it has been worked out."""
    hexes = range(pos.content.hexes)
    found: dict[str, Any] = {"at": [list(pos.at(hex)) for hex in hexes]}
    for side in (GERMAN, SOVIET):
        found[f"on map {side}"] = list(pos.on_map(side))
        found[f"leaders {side}"] = pos.leaders(side)
        found[f"hexes {side}"] = pos.hexes_of(side)
        found[f"signs {side}"] = pos.signs(side)
        found[f"held {side}"] = list(pos.held_hexes(side))
        found[f"zone {side}"] = pos.zoc(side)
        found[f"bars {side}"] = strategic_bars(pos, side)
    return found


def plain(pos: Any) -> dict[str, Any]:
    """The same, worked out unit by unit."""
    content = pos.content
    units = range(content.units)
    found: dict[str, Any] = {
        "at": [[unit for unit in units if pos.hex[unit] == hex] for hex in range(content.hexes)]
    }
    for side in (GERMAN, SOVIET):
        mine = [unit for unit in units if content.side[unit] == side and pos.hex[unit] >= 0]
        found[f"on map {side}"] = mine
        found[f"leaders {side}"] = [unit for unit in mine if content.is_leader[unit]]
        found[f"hexes {side}"] = sorted({pos.hex[unit] for unit in mine})
        fighting = [unit for unit in mine if not pos.dispersed[unit] and pos.defence_of(unit) > 0]
        found[f"held {side}"] = sorted({pos.hex[unit] for unit in fighting})
    return found


CHANGES = [
    ("i-gr-80", "0304"),
    ("i-gr-80", "0304"),
    ("smg-51", "0101"),
    ("hq-309", "0606"),
    ("i-a-309", "eliminated"),
    ("rybalko", "0706"),
    ("art-309", NORTH),
    ("nehring", "waiting"),
    ("i-a-309", TARGET),
]


@pytest.mark.rule("rp.general.10", "rp.move-general.12")
def test_whatever_is_moved_what_is_kept_is_what_would_be_found_anew() -> None:
    game = table(ARENA, UNITS)
    pos = game.pos
    for id, place in CHANGES:
        all_told(pos)
        off = {"eliminated": ELIMINATED, "waiting": WAITING}
        pos.place(game.unit(id), off[place] if place in off else game.hex(place))
        kept = all_told(pos)
        fresh = pos.copy()
        fresh.forget()
        assert kept == all_told(fresh)
        assert {name: kept[name] for name in plain(pos)} == plain(pos)
        assert pos.seen[game.unit(id)] == 0


@pytest.mark.rule("rp.zoc.7", "rp.zoc.6")
def test_a_changed_counter_is_looked_at_anew() -> None:
    game = table(ARENA, {"art-309": TARGET, "i-a-309": SOUTH})
    pos, gun, rifles = game.pos, game.unit("art-309"), game.unit("i-a-309")
    assert pos.zoc(SOVIET)[game.hex(NORTH)] and pos.is_held(game.hex(SOUTH), SOVIET)
    pos.ammunition[gun] = 0
    pos.changed(gun)
    assert not pos.zoc(SOVIET)[game.hex(NORTH)]
    assert pos.held_hexes(SOVIET) == sorted((game.hex(TARGET), game.hex(SOUTH)))
    pos.dispersed[rifles] = 1
    pos.changed(rifles)
    assert pos.held_hexes(SOVIET) == [game.hex(TARGET)]
    assert not pos.is_held(game.hex(SOUTH), SOVIET) and not pos.has_unit(game.hex(SOUTH), SOVIET)


@pytest.mark.rule("rp.strategic.4")
def test_control_and_the_beginning_of_a_phase_are_looked_at_anew() -> None:
    game = table(ARENA, {"i-gr-80": "0101"})
    pos, hex = game.pos, game.hex("0303")
    assert not strategic_bars(pos, GERMAN)[hex]
    pos.take_control(hex, SOVIET)
    assert (
        pos.control[hex] == SOVIET
        and strategic_bars(pos, GERMAN)[hex]
        and not strategic_bars(pos, SOVIET)[hex]
    )
    pos.take_control(hex, GERMAN)
    pos.taken = [hex]
    pos.kept_bars = [None, None]
    assert strategic_bars(pos, GERMAN)[hex]
    pos.forget_taken()
    assert pos.taken == [] and not strategic_bars(pos, GERMAN)[hex]


@pytest.mark.rule("rp.normal-move.1", "rp.supply.1")
def test_ways_and_supply_are_worked_out_anew_when_somebody_moves() -> None:
    rows = {"rows": ["."] * 6, "areas": {"exit:german": ["0101"]}}
    game = table(rows, {"i-gr-80": "0102", "hq-34": "0101", "i-a-309": "0106"})
    pos, unit = game.pos, game.unit("i-gr-80")
    v = picked(pos, Move(), unit)
    far = set(reach_of(pos, v).cost)
    assert game.hex("0105") in far and is_in_supply(pos, unit)
    pos.place(game.unit("i-a-309"), game.hex("0104"))
    assert game.hex("0105") not in reach_of(pos, v).cost
    pos.place(game.unit("hq-34"), WAITING)
    assert not is_in_supply(pos, unit)
    pos.spent[unit] = 8
    assert len(reach_of(pos, v).cost) < len(far)


@pytest.mark.rule(
    "rp.general.11", "rp.general.12", "rp.general.16", "rp.general.23", "rp.movement-allowance.20"
)
def test_what_a_dispersed_company_and_dismounted_recon_are_worth() -> None:
    game = table(ARENA, {"1-5-gab": NORTH, "recon-9-mc": SOUTH, "nehring": "0101", "hq-xxiv": "0101"})
    pos, company, recon = game.pos, game.unit("1-5-gab"), game.unit("recon-9-mc")
    front = (pos.attack_of(company), pos.defence_of(company), pos.at_of(company))
    assert front[0] > 0 and front[1] > 0
    pos.dispersed[company] = 1
    assert (pos.attack_of(company), pos.defence_of(company), pos.at_of(company)) == (0, front[1], 0)
    assert not pos.is_combat_unit(company)
    assert pos.armor_of(recon) > 0 and pos.mobility_of(recon) != 0
    pos.afoot[recon] = 1
    assert (pos.armor_of(recon), pos.mobility_of(recon), pos.movement_of(recon)) == (0, 0, 6)
    leader = game.unit("nehring")
    assert pos.movement_of(leader) == 14 and not pos.is_combat_unit(leader)


# -- setting up -----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.setup.2")
@pytest.mark.parametrize("scenario", ["bukrin", "first-boats", "teaching"])
def test_everything_is_where_the_scenario_says(scenario: str) -> None:
    pos = first_position(load_content(scenario))
    content, said = pos.content, pos.content.scenario
    companies = {id for ids in said.broken_down.values() for id in ids}
    for unit, counter in enumerate(pos.roster.counters):
        if counter.id in said.setup:
            assert content.names[pos.hex[unit]] == said.setup[counter.id]
            level = said.ammunition.get(counter.id, 2 if counter.kind == "artillery" else 0)
            assert pos.ammunition[unit] == level
        elif counter.id in said.broken_down:
            assert pos.steps[unit] == len(said.broken_down[counter.id])
        elif content.arrival_turn[unit]:
            assert pos.hex[unit] == WAITING
        if counter.id in said.setup and counter.id not in companies:
            assert pos.steps[unit] == said.strength.get(counter.id, content.max_steps[unit])
        assert pos.limbered[unit] == (counter.id in said.limbered)
    assert (pos.turn, pos.salvos) == (said.first_turn, list(said.salvos))
    for side in (GERMAN, SOVIET):
        assert {pos.control[hex] for hex in pos.hexes_of(side)} == {side}


# -- what lies on the table -------------------------------------------------------------------------------


@pytest.mark.rule("rp.attack-declare.1", "rp.move-intel.2")
@pytest.mark.parametrize("seen", [True, False])
def test_an_attack_that_is_being_named_is_its_owners_and_worked_out_if_he_has_looked(seen: bool) -> None:
    units = {
        "i-gr-80": NORTH,
        "i-a-309": TARGET + (" seen" if seen else ""),
        "1-5-gab": f"{TARGET} dispersed",
    }
    game = table(ARENA, units, procedure="attacks")
    assert attack_on_table(game.pos) is None and units_in_hand(game.pos) == () and shows(game.pos, SOVIET)
    game.play(f"german: target {TARGET}")
    assert attack_on_table(game.pos) is None
    game.play("german: commit i-gr-80")
    found = attack_on_table(game.pos)
    assert isinstance(game.pos.stack[-1].vars, Declare)
    assert found is not None and (found.target, found.attackers) == (
        game.hex(TARGET),
        (game.unit("i-gr-80"),),
    )
    assert units_in_hand(game.pos) == (game.unit("i-gr-80"),)
    assert shows(game.pos, GERMAN) is seen and not shows(game.pos, SOVIET)

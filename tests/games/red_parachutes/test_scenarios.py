"""Set-ups and arrivals: as typed here by hand, legal on the map, in supply, with looks for every name."""

from collections import Counter as Count
from random import Random
from typing import Final

import pytest

from grognard.core.content.player_files import PlayerFiles
from grognard.core.content.read import ContentError, counters_in_play
from grognard.draw.looks import looks_of
from grognard.games.battalions.model.position import BROKEN_DOWN, WAITING
from grognard.games.battalions.model.stacking import stacking_refusal
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.content import load_content, scenario_files
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET, ParachutePosition
from grognard.games.red_parachutes.model.setup import first_position

SCENARIOS: Final = ("teaching", "first-boats", "red-parachutes", "bukrin")

CAMPAIGN: Final = """
2915 PzAA 19
3013 Flak school
3419 HQ 34, I/GR 80, II/GR 80, III/GR 80, Pi 34, PzJg 34
3518 I/GR 107, II/GR 107, I/GR 253, II/GR 253
3418 I/AR 34, II/AR 34, III/AR 34, IV/AR 34
3620 HQ 57, I/GR 179, II/GR 179, I/GR 199, II/GR 199
3619 I/GR 217, II/GR 217, Pi 157, PzJg 157
3519 I/AR 157, II/AR 157, III/AR 157, IV/AR 157
3721 HQ 112, I/GR 110, II/GR 110, I/GR 256, II/GR 256
3720 I/GR 258, II/GR 258, Pi 112, PzJg 112
3520 I/AR 86, II/AR 86, III/AR 86, IV/AR 86
3617 HQ 10, I/GR(mot) 20, II/GR(mot) 20, I/GR(mot) 41, II/GR(mot) 41
3618 StuG Bn 10, AA 110, Pi 10, PzJg 10, StuG 239
3517 I/AR 10, II/AR 10, III/AR 10
2908 I/69 MB
3108 HQ 9 MC, II/69 MB, III/69 MB, 69 MB tank
3010 SMG 51, SMG 52, SMG 53
3006 HQ 6 GTC
2407 I/23 MRB
2308 HQ 7 GTC, II/23 MRB, III/23 MRB
2805 HQ 309, I/a/309, II/a/309, III/a/309, AT 309, Art 309
2804 I/b/309, II/b/309, III/b/309
2905 I/c/309, II/c/309, III/c/309
"""

# Turn, entry, alternate, how many counters, leaders included. Turn 5 is the morning of 23 September.
ARRIVALS: Final = [
    (3, "3301", "4410", 24),  # 22 September PM: brigades of 3rd Guards Tank Army, with Rybalko
    (5, "3219", "2522", 2),  # 23 AM: XXIV Panzer Corps, with Nehring
    (5, "3301", "4410", 29),  # 23 AM: 40th Army, with Moskalenko
    (9, "0114", "0105", 6),  # 24 AM: battle group of 19th Panzer
    (9, "3301", "4410", 46),  # 24 AM: 52nd Rifle Corps
    (11, "4410", "4422", 36),  # 24 PM: 47th Army
    (13, "0114", "0105", 12),  # 25 AM: the rest of 19th Panzer, with Kaellner
    (17, "3301", "4410", 31),  # 26 AM: two divisions, army artillery
    (19, "2033", "2633", 14),  # 26 PM: 255th Infantry, MG battalion
    (21, "0114", "0105", 12),  # 27 AM: 7th Panzer
    (23, "0105", "0114", 7),  # 27 PM: SS Das Reich, first part
    (23, "0114", "0105", 12),  # 27 PM: 20th Panzergrenadier
    (25, "2633", "2033", 16),  # 28 AM: XXXXVIII Panzer Corps, 72nd Infantry, with Knobelsdorff
    (25, "4410", "4422", 48),  # 28 AM: 27th Army
    (33, "0105", "0114", 8),  # 30 AM: the rest of Das Reich, rockets
    (37, "4422", "4410", 16),  # 1 October AM: 10th Tank Corps
    (45, "0114", "0105", 12),  # 3 October AM: 3rd Panzer
    (53, "3301", "4410", 13),  # 5 October AM: 1st Guards Cavalry Corps
    (69, "3301", "4410", 7),  # 9 October AM: breakthrough artillery
]


def first(scenario: str) -> ParachutePosition:
    """The position that a scenario prescribes, before anything has happened."""
    return first_position(load_content(scenario))


def test_the_scenarios_of_the_game() -> None:
    assert next(path.stem for path in scenario_files()) == "teaching"
    assert {one.id for one in SYSTEM.rules.scenarios()} == set(SCENARIOS)


def test_four_scenarios_and_their_turns() -> None:
    turns = {one.id: (one.first_turn, one.turns) for one in SYSTEM.rules.scenarios()}
    # 96 is the night of 15 October; 11 the afternoon of 24 September; 8 the night of the 23rd.
    assert turns == {
        "teaching": (6, 8),
        "first-boats": (1, 8),
        "red-parachutes": (11, 20),
        "bukrin": (1, 96),
    }


# -- the campaign -------------------------------------------------------------------------------------


@pytest.mark.rule("rp.turn-end.1")
def test_the_campaign_begins_as_typed_here() -> None:
    pos = first("bukrin")
    names = {counter.name: unit for unit, counter in enumerate(pos.roster.counters)}
    expected: dict[str, str] = {}
    for line in CAMPAIGN.strip().splitlines():
        hex, _, units = line.partition(" ")
        expected |= dict.fromkeys(units.split(", "), hex)
    assert len(expected) == 80
    grid = pos.content.grid
    placed = {name: grid.names[pos.hex[unit]] for name, unit in names.items() if pos.hex[unit] >= 0}
    assert placed == expected


def test_worn_divisions_begin_with_fewer_steps() -> None:
    pos = first("bukrin")
    content = pos.content
    lost = Count(
        pos.roster.counters[unit].parent
        for side in (GERMAN, SOVIET)
        for unit in pos.on_map(side)
        for _ in range(content.max_steps[unit] - pos.steps[unit])
    )
    assert lost == {"57 ID": 6, "112 ID": 6, "309 RD": 6}
    third = [pos.roster.index[f"iii-{regiment}-309"] for regiment in "abc"]
    assert all(pos.steps[unit] == 2 for unit in third)


def test_guns_east_of_the_river_begin_limbered_and_all_have_full_ammunition() -> None:
    pos = first("bukrin")
    guns = [unit for side in (GERMAN, SOVIET) for unit in pos.on_map(side) if pos.content.is_artillery[unit]]
    assert len(guns) == 16
    assert {bool(pos.limbered[unit]) == (pos.content.side[unit] == GERMAN) for unit in guns} == {True}
    assert {pos.ammunition[unit] for unit in guns} == {2}


@pytest.mark.rule("rp.reinforcements.1", "rp.reinforcements.4")
def test_arrivals_come_when_and_where_they_are_due() -> None:
    scenario = first("bukrin").content.scenario
    found = [(one.turn, *one.at, len(one.units)) for one in scenario.reinforcements if one.turn < 999]
    assert sorted(found) == sorted(ARRIVALS)


def test_nobody_of_the_order_of_battle_is_forgotten() -> None:
    pos = first("bukrin")
    scenario = pos.content.scenario
    playing = {*counters_in_play(scenario), *scenario.broken_down}
    pooled = {pos.roster.counters[unit].id for slots in pos.roster.pools.values() for unit in slots}
    assert {one.id for one in pos.roster.counters} - playing <= pooled
    assert len(playing - pooled) == 471
    waiting = [one for one in scenario.reinforcements if one.turn == 999]
    assert [len(one.units) for one in waiting] == [15, 15, 16]


@pytest.mark.rule("rp.bridgeheads.1")
def test_six_bridgeheads_in_all() -> None:
    pos = first("bukrin")
    names = pos.content.grid.names
    on_map = [(names[pair.near], names[pair.far]) for pair in pos.all_pairs() if pair.on_map]
    assert on_map == [("3108", "2908"), ("2407", "2608")]
    # 23 and 24 September PM, 30 September AM, 4 October AM.
    assert [pair.due for pair in pos.all_pairs() if not pair.on_map] == [7, 11, 33, 49]


@pytest.mark.rule("rp.breakdown.2", "rp.post-move.10")
def test_three_battalions_of_19th_panzer_come_by_companies() -> None:
    pos = first("bukrin")
    for id in ("pzr-27", "pzpi-19", "pzjg-19"):
        battalion = pos.roster.index[id]
        assert pos.hex[battalion] == BROKEN_DOWN
        companies = [unit for unit, of in enumerate(pos.source) if of == battalion]
        assert len(companies) == 3
        assert {pos.hex[unit] for unit in companies} == {WAITING}
        assert {pos.formation_of(unit) for unit in companies} == {pos.content.formation[battalion]}
        turns = sorted(pos.content.arrival_turn[unit] for unit in companies)
        assert turns == [9, 13, 13]


# -- every scenario -----------------------------------------------------------------------------------


@pytest.mark.rule("rp.post-move.6")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_set_ups_are_legal(scenario: str) -> None:
    pos = first(scenario)
    ground = pos.content.ground
    german, soviet = (set(pos.hexes_of(side)) for side in (GERMAN, SOVIET))
    assert german
    assert soviet
    assert not german & soviet
    for side in (GERMAN, SOVIET):
        for hex in pos.hexes_of(side):
            assert stacking_refusal(pos, pos.of_side_at(hex, side)) is None
            assert not ground.is_water[hex]
            assert pos.control[hex] == side
            for unit in pos.of_side_at(hex, side):
                is_swamp = ground.terrain[hex] == "swamp"
                assert not (is_swamp and pos.content.is_artillery[unit])
                assert 1 <= pos.steps[unit] <= pos.content.max_steps[unit]


@pytest.mark.rule("rp.reinforcements.4")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_entry_hexes_are_road_hexes_of_their_side(scenario: str) -> None:
    pos = first(scenario)
    board, content = pos.board, pos.content
    for arrival in content.scenario.reinforcements:
        side = content.side[pos.roster.index[arrival.units[0]]]
        assert {content.side[pos.roster.index[id]] for id in arrival.units} == {side}
        assert bool(arrival.at) == (arrival.turn != 999)
        assert arrival.turn >= content.scenario.first_turn
        for name in arrival.at:
            hex = content.grid.index(name)
            assert any(content.ground.is_linked(hex * 6 + d) for d in range(6))
            assert hex in content.exits[side] or board.places[hex].kind in ("town", "city")
            assert board.holder[hex] == side


def supply_steps(pos: ParachutePosition, side: int, start: int) -> dict[int, int]:
    """How long a path is from there to everywhere: over bridgeheads and the bridge, around enemy zones."""
    content = pos.content
    bridges: dict[int, list[int]] = {}
    if side == SOVIET:
        for pair in pos.all_pairs():
            if pair.on_map:
                bridges.setdefault(pair.near, []).append(pair.far)
                bridges.setdefault(pair.far, []).append(pair.near)
    if pos.bridge and content.bridge_water >= 0:
        bridges.setdefault(content.bridge_west, []).append(content.bridge_east)
        bridges.setdefault(content.bridge_east, []).append(content.bridge_west)
    zone = pos.zoc(1 - side)
    found, todo = {start: 0}, [start]
    for here in todo:
        beside = [(there, 1) for there in content.neighbours[here * 6 : here * 6 + 6] if there >= 0]
        for there, length in [*beside, *((far, 2) for far in bridges.get(here, []))]:
            is_open = pos.has_unit(there, side) or not (zone[there] or pos.has_unit(there, 1 - side))
            if is_open and not content.ground.is_water[there]:
                steps = found[here] + length
                if steps < found.get(there, 999):
                    found[there] = steps
                    todo.append(there)
    return found


@pytest.mark.rule("rp.supply.2", "rp.supply.3", "rp.supply.8")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everybody_begins_in_supply(scenario: str) -> None:
    pos = first(scenario)
    content = pos.content
    for side in (GERMAN, SOVIET):
        hqs = [unit for unit in pos.on_map(side) if content.is_hq[unit]]
        reach = {hq: supply_steps(pos, side, pos.hex[hq]) for hq in hqs}
        for hq in hqs:
            assert any(exit in reach[hq] for exit in content.exits[side]), content.unit_names[hq]
        for unit in pos.on_map(side):
            if content.is_hq[unit] or content.is_leader[unit]:
                continue
            formation = content.formation[unit]
            own = [hq for hq in hqs if side == GERMAN or formation < 0 or content.formation[hq] == formation]
            assert any(reach[hq].get(pos.hex[unit], 999) <= pos.value("range", hq) for hq in own), (
                content.unit_names[unit]
            )


@pytest.mark.rule("rp.bridgeheads.6", "rp.bridgeheads.7")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bridgeheads_span_one_water_hex(scenario: str) -> None:
    pos = first(scenario)
    content = pos.content
    grid = content.grid
    entries = [one for one in content.scenario.bridgeheads if one.near]
    assert entries
    for entry in entries:
        near, far = grid.index(entry.near), grid.index(entry.far)
        assert near in content.east_bank
        assert far in content.west_bank
        assert grid.distance(near, far) == 2
        between = set(grid.within(near, 1)) & set(grid.within(far, 1))
        assert between
        assert any(content.ground.is_water[hex] for hex in between)


@pytest.mark.rule("rp.setup.1a", "rp.setup.2", "rp.setup.3")
@pytest.mark.parametrize("scenario", ["red-parachutes", "bukrin"])
def test_three_brigades_wait_on_their_airfields(scenario: str) -> None:
    pos = first(scenario)
    content = pos.content
    assert [content.formation_ids[brigade] for brigade in content.brigades] == ["1 GAB", "3 GAB", "5 GAB"]
    for brigade in content.brigades:
        members = [unit for unit, formation in enumerate(content.formation) if formation == brigade]
        kinds = Count(content.kind[unit] for unit in members)
        assert kinds == {"parachute": 12, "hq": 1, "at": 1, "artillery": 1}
        assert {pos.hex[unit] for unit in members} == {WAITING}


@pytest.mark.rule("rp.strategic.4")
def test_the_east_bank_is_soviet_once_the_corps_has_gone() -> None:
    pos = first("red-parachutes")
    assert {pos.control[hex] for hex in pos.content.east_bank} == {SOVIET}
    before = first("bukrin")
    assert {before.control[hex] for hex in before.content.east_bank} == {GERMAN, SOVIET}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_victory_hex_is_a_place_on_the_west_bank(scenario: str) -> None:
    pos = first(scenario)
    victory = pos.content.scenario.victory
    for name, points in victory.hexes.items():
        hex = pos.content.grid.index(name)
        assert hex in pos.content.west_bank
        assert points > 0
    ladder = ("soviet-decisive", "soviet-marginal", "draw", "german-marginal")
    assert set(victory.levels) <= set(ladder)
    ordered = [victory.levels[level] for level in ladder if level in victory.levels]
    assert ordered == sorted(ordered, reverse=True)


# -- looks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_name_on_the_map_has_a_look(scenario: str) -> None:
    looks = looks_of(SYSTEM)
    board = first(scenario).board
    assert set(board.terrain_kinds) <= set(looks.terrain)
    assert set(board.side_kinds[1:]) <= set(looks.hexsides)
    assert set(board.link_kinds) <= set(looks.routes)
    assert {place.kind for place in board.places.values()} <= set(looks.places)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_badge_that_comes_up_has_a_look(scenario: str) -> None:
    looks = looks_of(SYSTEM)
    game, dice = SYSTEM.rules.start(scenario), Random(11)
    for _ in range(120):
        if game.over:
            break
        for side in (-1, GERMAN, SOVIET):
            view = SYSTEM.knowledge.project(game.pos, side)
            shown = {badge for piece in view.pieces for badge in piece.badges}
            assert shown | set(view.marks) | set(view.side_marks) <= set(looks.badges)
        side = game.ask.sides[dice.randrange(len(game.ask.sides))]
        options = game.ask.options(side)
        game.play(options[dice.randrange(len(options))], side)
    assert set(SYSTEM.screen.overlays()) <= set(looks.overlays)
    assert {counter.kind for counter in game.pos.roster.counters} <= set(looks.kinds)


def test_night_tints_the_map() -> None:
    looks = looks_of(SYSTEM)
    pos = first("teaching")
    assert looks.tint(SYSTEM.knowledge.project(pos, GERMAN).tracks) is None
    pos.turn = 8
    assert looks.tint(SYSTEM.knowledge.project(pos, GERMAN).tracks) == looks.tints["night"]


# -- a player's own --------------------------------------------------------------------------------------


def faults(text: str) -> list[str]:
    with pytest.raises(ContentError) as caught:
        load_content("", PlayerFiles({"own.toml": text}, scenario="own.toml"))
    return [fault.where for fault in caught.value.faults]


OWN: Final = """
id = "own"
base = "teaching"
title = "Our own"
summary = "The same with one thing changed."
"""


def test_all_faults_of_an_own_scenario_are_listed_at_once() -> None:
    text = """
    limbered = ["i-pzar-99"]
    brigades = ["9 GAB"]
    bridgeheads = [{ near = "3108", far = "9999" }, { near = "3108" }]
    salvos = [1]
    [holds]
    french = ["west-bank"]
    soviet = ["moon"]
    [broken_down]
    pzr-99 = ["ger-tank-co-1"]
    [strength]
    pzr-98 = 1
    """
    assert sorted(faults(OWN + text)) == [
        "bridgeheads[1]",
        "bridgeheads[2]",
        "brigades",
        "broken_down.ger-tank-co-1",
        "broken_down.pzr-99",
        "holds.french",
        "holds.soviet",
        "limbered.i-pzar-99",
        "salvos",
        "strength.pzr-98",
    ]


def test_an_own_scenario_can_give_ground_to_a_side() -> None:
    own = PlayerFiles({"own.toml": OWN + '[holds]\ngerman = ["west-bank"]'}, scenario="own.toml")
    pos = first_position(load_content("", own))
    grid = pos.content.grid
    assert pos.control[grid.index("2809")] == GERMAN, "it was Soviet on the map"
    assert pos.control[grid.index("2910")] == SOVIET, "whoever stands there holds it"


def test_a_battalion_that_is_broken_down_has_as_many_steps_as_companies() -> None:
    text = """
    [broken_down]
    pzr-27 = ["ger-tank-co-1", "ger-tank-co-2"]
    [setup]
    hq-19 = "2611"
    ger-tank-co-1 = "2711"
    ger-tank-co-2 = "2711"
    hq-9-mc = "3108"
    iii-69-mb = "3108"
    """
    pos = first_position(load_content("", PlayerFiles({"own.toml": OWN + text}, scenario="own.toml")))
    battalion = pos.roster.index["pzr-27"]
    assert pos.hex[battalion] == BROKEN_DOWN
    assert pos.steps[battalion] == 2
    company = pos.roster.index["ger-tank-co-2"]
    assert pos.source[company] == battalion
    assert pos.formation_of(company) == pos.content.formation[battalion]

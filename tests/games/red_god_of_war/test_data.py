"""The data of Red God of War: counts, cross references and the places where two files must agree."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import grognard.core
from grognard.core.board.board import Board, load_board
from grognard.core.board.hexes import Grid
from grognard.core.board.tables import Table, load_tables
from grognard.core.board.units import Roster, load_counters
from grognard.core.content.load import scenario_board
from grognard.core.content.read import Scenario, counters_in_play, load_scenario, place_faults
from grognard.games.red_god_of_war.model.scenario import RedGodScenario

DATA = Path(grognard.core.__path__[0]).parent / "games" / "red_god_of_war" / "data"
SCENARIOS = ("storm-on-the-vazuza", "mars", "jupiter", "teaching")
GERMAN_CORPS = ("VI", "XLI Pz", "XXIII", "XXVII", "XXXIX Pz", "XLVI Pz", "IX", "XX", "XII")
SOVIET_ARMIES = ("41", "22", "39", "30", "31", "20", "29", "5", "33")


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(DATA / "map.toml")


@pytest.fixture(scope="module")
def roster() -> Roster:
    return load_counters(DATA / "units.toml")


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return load_tables(DATA / "tables.toml")


def scenario(name: str) -> RedGodScenario:
    return load_scenario(DATA / "scenarios" / f"{name}.toml", RedGodScenario)


def names(board: Board, area: str) -> set[str]:
    return {board.grid.names[i] for i in board.areas[area]}


# The map


def test_the_map_has_its_terrain(board: Board) -> None:
    counts = dict.fromkeys(board.terrain_kinds, 0)
    for i in range(board.grid.size):
        counts[board.terrain_at(i)] += 1
    assert board.grid.size == 900
    woods = {"light-woods": 251, "heavy-woods": 160, "swamp": 14}
    assert counts == woods | {"clear": 445, "town": 28, "city": 2}
    assert board.terrain_at(board.grid.index("2009")) == "city"
    assert board.terrain_at(board.grid.index("1108")) == "swamp"
    assert board.terrain_at(board.grid.index("0202")) == "clear"


def test_the_thirty_places_stand_on_town_and_city_hexes(board: Board) -> None:
    assert len(board.places) == 30
    assert all(board.terrain_at(i) == place.kind for i, place in board.places.items())
    assert board.places[board.grid.index("0715")].name == "Belyi"


def test_rivers_roads_and_railways_are_complete(board: Board) -> None:
    assert len(board.rivers) == 20
    assert sorted(board.route_kinds.values()) == ["rail"] * 5 + ["road"] * 15
    rivers = [name for name, kind in board.river_kinds.items() if kind == "river"]
    assert rivers == ["Volga", "Dnieper (middle)", "Mezha (lower)", "Ugra"]
    # Nine sides are claimed by two names; each side is stored on both of its hexes.
    assert sum(len(pairs) for pairs in board.rivers.values()) == 370
    assert sum(1 for side in board.sides if side) == 2 * 361


def test_a_side_claimed_by_river_and_creek_is_a_river(board: Board) -> None:
    at = board.grid.index
    assert board.side_between(at("1605"), at("1606")) == "river"
    assert board.side_between(at("0814"), at("0815")) == "creek"
    assert board.side_between(at("2212"), at("2312")) == "creek"


def test_the_front_is_where_the_corps_and_armies_stand(board: Board) -> None:
    german = set().union(*(names(board, f"front:{corps}") for corps in GERMAN_CORPS))
    soviet = set().union(*(names(board, f"front:{army}") for army in SOVIET_ARMIES))
    assert len(german) == 58
    assert names(board, "improved") == german
    # Two second-line hexes are in the armies' lists on purpose.
    assert soviet - names(board, "front-line:soviet") == {"1807", "2311"}
    assert names(board, "front-line:soviet") <= soviet
    assert {board.holder[board.grid.index(n)] for n in german} == {0}
    assert {board.holder[board.grid.index(n)] for n in soviet} == {1}


def nearest(grid: Grid, i: int, hexes: frozenset[int]) -> int:
    return min(grid.distance(i, j) for j in hexes)


@pytest.mark.parametrize(("side", "commands", "reach"), [(0, GERMAN_CORPS, 4), (1, SOVIET_ARMIES, 3)])
def test_set_up_areas_follow_from_the_front_hexes(
    board: Board, roster: Roster, side: int, commands: tuple[str, ...], reach: int
) -> None:
    start = scenario("mars").setup
    fronts = {command: board.areas[f"front:{command}"] for command in commands}
    for command, own in fronts.items():
        hq = next(c for c in roster.counters if c.kind == "hq" and c.command == command)
        centre = frozenset({board.grid.index(start[hq.id])}) if side == 0 else own
        expected = set(own)
        for i in range(board.grid.size):
            mine = nearest(board.grid, i, own)
            others = min(nearest(board.grid, i, front) for name, front in fronts.items() if name != command)
            near = nearest(board.grid, i, centre) <= reach
            if board.holder[i] == side and near and mine <= others:
                expected.add(i)
        assert board.areas[f"setup:{command}"] == expected, command


def test_supply_sources_and_entry_hexes(board: Board) -> None:
    assert names(board, "source:german") == {"0128", "0129", "2030"}
    assert len(board.areas["source:soviet"]) == 30 + 29 + 15
    assert names(board, "entry:german") == {"0128", "0129"}
    assert names(board, "entry:german-rail") == {"1025"}
    lifeline = board.areas["rail:rzhev-vyazma"]
    assert lifeline <= set(board.routes["R2"])
    assert {board.grid.index("2009"), board.grid.index("2023")} <= lifeline
    assert len(lifeline) == 17


# The counters


def test_every_counter_is_there(roster: Roster) -> None:
    extra = [c for c in roster.counters if "extra" in c.traits]
    german = [c for c in roster.counters if c.side == "german"]
    soviet = [c for c in roster.counters if c.side == "soviet" and c not in extra]
    assert (len(german), len(soviet), len(extra)) == (67, 134, 6)
    for side in (german, soviet):
        assert sum(1 for c in side if c.kind == "hq") == 10
    assert {c.id for c in roster.counters if "luftwaffe" in c.traits} == {"2-lfd", "7-lfd"}
    assert {c.id for c in roster.counters if c.kind == "ski"} == {
        f"{number}-sib-rb" for number in (74, 75, 78, 91)
    }


def test_kinds_of_counter_by_side(roster: Roster) -> None:
    counts: dict[tuple[str, str], int] = {}
    for counter in roster.counters:
        key = (counter.side, counter.kind)
        counts[key] = counts.get(key, 0) + 1
    german = {"hq": 10, "inf": 31, "mech": 16, "tank": 7, "cav": 3}
    soviet = {"hq": 10, "inf": 68, "ski": 4, "mech": 13, "tank": 36 + 6, "cav": 3}
    expected = {("german", kind): number for kind, number in german.items()}
    assert counts == expected | {("soviet", kind): number for kind, number in soviet.items()}


@pytest.mark.parametrize(
    ("unit", "faces"),
    [
        ("78-id", [[7, 9, 4], [4, 5, 4]]),
        ("2-lfd", [[2, 4, 4], [1, 2, 4]]),
        ("gd-pz-abt", [[2, 1, 8]]),
        ("9pz-33-pz", [[4, 3, 8], [2, 1, 8]]),
        ("ss-cav-2", [[1, 2, 6]]),
        ("17-gds-rd", [[5, 5, 4], [3, 3, 4]]),
        ("19-mb", [[3, 2, 8], [2, 1, 8]]),
        ("3-gds-cd", [[2, 2, 6], [1, 1, 6]]),
        ("39-tr", [[1, 1, 8]]),
        ("186-tb", [[3, 1, 8]]),
        ("3ta-hq", [[4, 6]]),
    ],
)
def test_printed_values(roster: Roster, unit: str, faces: list[list[int]]) -> None:
    assert roster.counters[roster.index[unit]].faces == faces


def test_a_reduced_side_is_weaker_and_as_fast(roster: Roster) -> None:
    for counter in roster.counters:
        if len(counter.faces) == 2:
            full, reduced = counter.faces
            assert reduced[0] < full[0]
            assert reduced[1] < full[1]
            assert reduced[2] == full[2]


def test_formations_with_integrity(roster: Roster) -> None:
    whole = {name for name, formation in roster.formations.items() if formation.integrity}
    assert whole == {
        *("GD", "14 mot", "1 Pz", "5 Pz", "9 Pz", "12 Pz", "19 Pz", "20 Pz"),
        *("1 MC", "3 MC", "5 TC", "6 TC", "9 TC", "10 TC", "12 TC", "15 TC"),
    }
    assert len(roster.of_parent("1 MC")) == 5
    assert all(len(roster.of_parent(name)) >= 2 for name in whole)


def test_every_command_has_its_headquarters(roster: Roster) -> None:
    commands = {c.command for c in roster.counters if c.command}
    assert commands == {c.command for c in roster.counters if c.kind == "hq"}
    assert len(commands) == 20


# The tables


def test_combat_results_have_the_published_means(tables: dict[str, Table]) -> None:
    crt = tables["crt"]
    means = [[sum(crt.pair(d, c)[k] for d in crt.rows) / 6 for c in crt.columns] for k in (0, 1)]
    attacker = [3.17, 2.67, 2.17, 1.83, 1.50, 1.33, 1.00, 0.67, 0.50, 0.33, 0.17]
    defender = [0.00, 0.17, 0.33, 0.83, 1.17, 1.67, 2.00, 2.33, 2.83, 3.17, 3.67]
    assert means[0] == pytest.approx(attacker, abs=0.006)
    assert means[1] == pytest.approx(defender, abs=0.006)
    assert crt.pair("6", "1:3") == (2, 1)


def test_odds_modifiers_are_the_publishers(tables: dict[str, Table]) -> None:
    modifiers = tables["odds-modifiers"]
    assert len(modifiers.rows) == 14
    shifts = sorted(modifiers.integer(row, "shift") for row in modifiers.rows)
    assert shifts == [-2, -2, -1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1]
    assert modifiers.mark == "source"


def test_terrain_tables_know_every_terrain_of_the_map(board: Board, tables: dict[str, Table]) -> None:
    features = [*board.terrain_kinds, *board.side_kinds[1:]]
    assert all(tables["tec-movement"].has_row(kind) for kind in [*features, *board.link_kinds])
    assert all(tables["tec-combat"].has_row(kind) for kind in features)
    named = {tables["tec-combat"].text(row, "modifier") for row in tables["tec-combat"].rows} - {""}
    assert all(tables["odds-modifiers"].has_row(row) for row in named)
    assert tables["tec-movement"].halves("road", "mech") == 1
    assert tables["tec-movement"].halves("heavy-woods", "mech") == 6
    assert (tables["tec-movement"].mark, tables["tec-combat"].mark) == ("house", "source")


def test_tracks(tables: dict[str, Table]) -> None:
    stalin = tables["stalin-track"]
    assert [stalin.integer(box, "points") for box in stalin.rows] == [3, 4, 4, 3, 3, 2, 0, 0, 0]
    assert [stalin.text(box, "label") for box in stalin.rows][6:] == ["XI", "W1", "W2"]
    assert stalin.mark_of("1", "points") == "source"
    assert stalin.mark_of("2", "points") == "house"
    assert [tables["okw-track"].integer(box, "supply") for box in "12345"] == [0, 1, 1, 0, -1]
    impulse = tables["impulse-tracks"]
    assert impulse.cells == [["-", "-", 1, 2, 2, 3, 3, 4, 4, 5], ["-", "-", 1, 1, 2, 2, 3, 3, 4, 4]]
    assert impulse.is_blank("soviet", "2")
    assert tables["german-supply"].cells == [[2, 3, 3, 4, 4, 5]]
    assert tables["weather"].cells[1] == ["clear", "snow", "snow", "snow", "snow", "mud"]


def test_the_turn_track_runs_to_the_second_christmas_day(tables: dict[str, Table]) -> None:
    track = tables["turn-track"]
    assert len(track.rows) == 16
    assert track.cell("1", "first-day") == "1942-11-25"
    assert track.cell("16", "first-day") == "1942-12-25"
    assert [row for row in track.rows if track.integer(row, "recovery")] == [
        "3",
        "5",
        "7",
        "9",
        "11",
        "13",
        "15",
    ]


def test_objectives_of_the_table_are_those_of_the_map(board: Board, tables: dict[str, Table]) -> None:
    objectives = tables["victory-hexes"]
    for side, total in (("soviet", 70), ("german", 14)):
        worth = {
            row: objectives.integer(row, side) for row in objectives.rows if objectives.integer(row, side)
        }
        assert set(worth) == names(board, f"objective:{side}")
        assert sum(worth.values()) == total
    for row in objectives.rows:
        assert board.places[board.grid.index(row)].name == objectives.text(row, "place")
        held_by = board.holder[board.grid.index(row)]
        assert (objectives.integer(row, "german") > 0) == (held_by == 1)


def test_victory_levels_descend(tables: dict[str, Table]) -> None:
    levels = tables["victory-levels"]
    for column in levels.columns:
        bounds = [levels.integer(row, column) for row in levels.rows[:-1]]
        assert bounds == sorted(bounds, reverse=True)
        assert levels.is_blank(levels.rows[-1], column)
    assert [levels.integer("draw", column) for column in ("8 turns", "16 turns")] == [3, 5]


def test_every_rule_named_by_a_table_is_in_the_ledger(tables: dict[str, Table]) -> None:
    with (DATA / "ledger.toml").open("rb") as stream:
        ledger = tomllib.load(stream)
    known = {rule["id"] for rule in ledger["rule"]}
    assert len(known) == 207
    assert len(ledger["missing"]) == 49
    named = {rule for table in tables.values() for row in table.rows for rule in table.rules_of(row)}
    named |= {rule for table in tables.values() for rule in table.rules}
    assert named <= known
    assert "rgw.odds.5" in named


# The scenarios


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios_name_only_what_exists(name: str, roster: Roster, tables: dict[str, Table]) -> None:
    played = scenario(name)
    board = scenario_board(DATA, played)
    assert played.id == name
    assert place_faults(played, board.grid.names, board.areas, roster.index) == []
    assert played.victory.hexes in tables
    levels = played.victory.levels
    ladder = tables["victory-levels"]
    assert levels in ladder.columns if isinstance(levels, str) else set(levels) < set(ladder.rows)


@pytest.mark.parametrize(
    ("name", "turns", "placed", "in_play"),
    [("storm-on-the-vazuza", 8, 167, 201), ("mars", 16, 167, 201), ("jupiter", 16, 167, 207)],
)
def test_the_big_scenarios_use_every_counter(name: str, turns: int, placed: int, in_play: int) -> None:
    played = scenario(name)
    assert played.turns == turns
    assert len(played.setup) == placed
    assert len(counters_in_play(played)) == in_play
    assert played.markers.weather == "snow"
    assert (played.markers.supply_german, played.markers.supply_soviet) == (2, 2)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_unit_starts_in_its_set_up_area_on_its_own_side(name: str, roster: Roster) -> None:
    played = scenario(name)
    board = scenario_board(DATA, played)
    for unit, hex_name in played.setup.items():
        counter = roster.counters[roster.index[unit]]
        i = board.grid.index(hex_name)
        assert i in board.areas[f"setup:{counter.command}"], unit
        assert board.holder_sides[board.holder[i]] == counter.side


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_start_keeps_the_stacking_limits(name: str, roster: Roster) -> None:
    stacks: dict[str, list[str]] = {}
    for unit, hex_name in scenario(name).setup.items():
        counter = roster.counters[roster.index[unit]]
        if counter.kind != "hq":
            stacks.setdefault(counter.side + hex_name, []).append(counter.size)
    for where, sizes in stacks.items():
        divisions = sizes.count("XX")
        if where.startswith("soviet"):
            assert len(sizes) <= 4, where
            assert divisions <= 2, where
        else:
            assert (divisions == 1 and len(sizes) <= 5) or (divisions == 0 and len(sizes) <= 7), where


def test_reinforcements_come_when_the_schedule_says() -> None:
    turns: dict[str, int] = {}
    for arrival in scenario("mars").reinforcements:
        turns |= dict.fromkeys(arrival.units, arrival.turn)
        assert (arrival.when == "third-tank-army") == (arrival.turn == 0)
    expected = {"ss-cav-1": 2, "12pz-29-pz": 3, "xxx-hq": 4, "19pz-27-pz": 4, "20pz-21-pz": 5, "154-rb": 5}
    expected |= {"30-gds-rd": 6, "279-rd": 6, "24-tb": 7, "5-mrb": 7, "3ta-hq": 0, "179-tb": 0}
    assert {unit: turns[unit] for unit in expected} == expected
    assert len(turns) == 34


def test_jupiter_releases_the_tank_army_and_two_corps_on_turn_six(roster: Roster) -> None:
    released = [u for a in scenario("jupiter").reinforcements if a.turn == 6 for u in a.units]
    assert {c.id for c in roster.counters if c.command == "3T" or "extra" in c.traits} <= set(released)
    assert all(arrival.when == "" for arrival in scenario("jupiter").reinforcements)


def test_the_opening_attack_south_of_belyi_is_eight_to_one(board: Board, roster: Roster) -> None:
    assert opening_strength(board, roster, scenario("mars"), "41", "0617") == 33


def test_the_teaching_attack_is_five_to_one_before_modifiers(roster: Roster) -> None:
    played = scenario("teaching")
    board = scenario_board(DATA, played)
    assert board.grid.size == 20
    assert opening_strength(board, roster, played, "41", "0303") == 22
    assert roster.value(roster.index["2-lfd"], 0, "defence") == 4


def opening_strength(board: Board, roster: Roster, played: Scenario, army: str, target: str) -> int:
    """The attack strength of one army's units next to a hex."""
    total = 0
    for unit, hex_name in played.setup.items():
        number = roster.index[unit]
        near = board.grid.distance(board.grid.index(hex_name), board.grid.index(target)) == 1
        if near and roster.counters[number].command == army:
            total += roster.value(number, 0, "attack")
    return total


def test_taking_the_village_cuts_off_the_division_on_the_right() -> None:
    board = scenario_board(DATA, scenario("teaching"))

    def reaches_a_source(village_is_soviet: bool) -> bool:
        blocked = {board.grid.index(n) for n in ("0302", "0402", "0403", "0502", "0401")}
        if village_is_soviet:
            blocked |= {board.grid.index("0303"), board.grid.index("0304")}
        reached = {board.grid.index("0503")}
        for _ in range(board.grid.size):
            reached |= {
                j for i in reached for j in board.grid.neighbours[i * 6 : i * 6 + 6] if j >= 0
            } - blocked
        return bool(reached & board.areas["source:german"])

    assert reaches_a_source(village_is_soviet=False)
    assert not reaches_a_source(village_is_soviet=True)

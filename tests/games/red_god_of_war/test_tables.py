"""Whole tables read back against the printed rows, and what the rules make of them."""

import pytest

from games.red_god_of_war.table import table
from grognard.core.board.tables import Table, load_tables
from grognard.games.red_god_of_war.model.content import DATA, TOGGLES, WEATHERS, load_content
from grognard.kit.reach import CLOSED


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return load_tables(DATA / "tables.toml")


COMBAT = """
1:4-  4/0 4/0 3/0 3/0 3/0 2/0
1:3   4/0 3/0 3/0 2/0 2/0 2/1
1:2   3/0 3/0 2/0 2/0 2/1 1/1
1:1   3/0 2/0 2/1 2/1 1/1 1/2
2:1   2/0 2/1 2/1 1/1 1/2 1/2
3:1   2/1 2/1 1/1 1/2 1/2 1/3
4:1   2/1 1/1 1/2 1/2 1/3 0/3
5:1   1/1 1/2 1/2 1/3 0/3 0/3
6:1   1/2 1/2 1/3 0/3 0/3 0/4
7:1   1/2 1/3 0/3 0/3 0/4 0/4
8:1+  1/3 0/3 0/3 0/4 0/4 0/5
"""


@pytest.mark.rule("rgw.odds.8", "rgw.odds.2")
def test_the_combat_results_are_the_printed_ones(tables: dict[str, Table]) -> None:
    lines = [line.split() for line in COMBAT.split("\n") if line]
    crt = tables["crt"]
    assert crt.columns == [line[0] for line in lines]
    for label, *results in lines:
        assert ["{}/{}".format(*crt.pair(str(die), label)) for die in range(1, 7)] == results


SHIFTS = {
    "mud": -2,
    "heavy-woods-or-city": -2,
    "light-woods-or-town": -1,
    "improved-position": -1,
    "creek": -1,
    "tanks-with-infantry-defend": -1,
    "defender-hq": -1,
    "german-attack-in-snow": -1,
    "tanks-with-infantry-attack": 1,
    "attacker-hq": 1,
    "tank-superiority": 1,
    "first-attack": 1,
    "extra-supply-point": 1,
    "four-hexes": 1,
}


@pytest.mark.rule("rgw.odds.5")
def test_the_odds_modifiers_are_the_published_ones(tables: dict[str, Table]) -> None:
    modifiers = tables["odds-modifiers"]
    assert {row: modifiers.integer(row, "shift") for row in modifiers.rows} == SHIFTS
    assert all(modifiers.mark_of(row, "shift") == "source" for row in modifiers.rows)


MOVEMENT = {
    "clear": (1, 1),
    "light-woods": (1, 2),
    "heavy-woods": (2, 3),
    "swamp": (2, 4),
    "town": (1, 1),
    "city": (1, 1),
    "road": (1, 0.5),
    "rail": (1, 1),
    "creek": (0, 1),
    "river": (1, 2),
}


@pytest.mark.rule("rgw.tactical.1")
def test_the_terrain_chart_has_the_printed_costs(tables: dict[str, Table]) -> None:
    costs = tables["tec-movement"]
    assert {
        row: (costs.halves(row, "foot") / 2, costs.halves(row, "mech") / 2) for row in costs.rows
    } == MOVEMENT


@pytest.mark.rule("rgw.setup.8", "rgw.setup.9", "rgw.initial.7", "rgw.initial.11")
def test_the_two_leaders_tracks_are_the_printed_ones(tables: dict[str, Table]) -> None:
    stalin, okw = tables["stalin-track"], tables["okw-track"]
    assert [stalin.text(box, "label") for box in stalin.rows] == [
        "3",
        "4",
        "4",
        "3",
        "3",
        "2",
        "XI",
        "W1",
        "W2",
    ]
    assert [stalin.integer(box, "points") for box in stalin.rows] == [3, 4, 4, 3, 3, 2, 0, 0, 0]
    assert stalin.rows == [str(box) for box in range(1, 10)]
    assert [(okw.text(box, "label"), okw.integer(box, "supply")) for box in okw.rows] == [
        ("Halten", 0),
        ("Stehen", 1),
        ("Freigabe", 1),
        ("Knapp", 0),
        ("Hilfe!", -1),
    ]


@pytest.mark.rule("rgw.setup.5", "rgw.setup.6", "rgw.initial.14")
def test_limits_and_dates_are_the_printed_ones(tables: dict[str, Table]) -> None:
    limits = tables["limits"]
    assert {row: limits.integer(row, "value") for row in limits.rows} == {
        "enemy-zoc-entry": 1,
        "overrun-cost": 2,
        "retreat-hexes": 3,
        "advance-foot": 2,
        "advance-mech": 3,
        "supply-track": 12,
        "hq-escape": 5,
        "soviet-attacks": 2,
        "rail-units": 2,
    }
    army = tables["third-tank-army"]
    assert {row: army.integer(row, "value") for row in army.rows} == {
        "first-turn": 4,
        "last-box": 6,
        "release": 5,
    }
    effects = tables["weather-effects"]
    assert [
        [effects.integer(row, column) for column in effects.columns] for row in ("clear", "snow", "mud")
    ] == [
        [1, 1, 0, 0],
        [2, 1, -1, -1],
        [3, 3, 0, 0],
    ]


# -- what the rules make of the terrain chart ---------------------------------------------------

GROUND = {".": "clear", "l": "light-woods", "H": "heavy-woods", "s": "swamp", "T": "town", "C": "city"}
FACTOR = {"clear": 1, "snow": 2, "mud": 3}
UNITS = {"foot": "150-rd", "mech": "47-mb"}


@pytest.mark.rule("rgw.tactical.1", "rgw.tactical.3", "rgw.tactical.5a")
@pytest.mark.parametrize("weather", WEATHERS)
@pytest.mark.parametrize("ground", GROUND)
def test_every_terrain_costs_what_the_chart_says_in_every_weather(weather: str, ground: str) -> None:
    content = table([".", ground], {}).pos.content
    for column, kind in enumerate(("foot", "mech")):
        paid = content.exit_costs[column * 3 + WEATHERS.index(weather)][content.grid.index("0101") * 6 + 3]
        forbidden = ground == "s" and kind == "mech" and weather == "mud"
        expected = CLOSED if forbidden else int(MOVEMENT[GROUND[ground]][column] * 2 * FACTOR[weather])
        assert paid == expected
        assert (
            content.entry_costs[column * 3 + WEATHERS.index(weather)][content.grid.index("0102")] == expected
        )


@pytest.mark.rule("rgw.tactical.1")
@pytest.mark.parametrize("weather", WEATHERS)
@pytest.mark.parametrize("side", ["creek", "river"])
def test_creeks_and_rivers_are_added_and_a_road_or_railway_is_a_bridge(weather: str, side: str) -> None:
    pair = {side: ["0101/0102"]}
    plain = table({"rows": [".", "H"], **pair}, {}).pos.content
    by_road = table({"rows": [".", "H"], "road": [["0101", "0102"]], **pair}, {}).pos.content
    by_rail = table({"rows": [".", "H"], "rail": [["0101", "0102"]], **pair}, {}).pos.content
    both = table({"rows": [".", "H"], "road": [["0101", "0102"]], "rail": [["0101", "0102"]]}, {}).pos.content
    for column in (0, 1):
        row = column * 3 + WEATHERS.index(weather)
        factor = FACTOR[weather] * 2
        south, north = 3, plain.grid.index("0102") * 6
        assert (
            plain.exit_costs[row][south]
            == (MOVEMENT["heavy-woods"][column] + MOVEMENT[side][column]) * factor
        )
        assert plain.exit_costs[row][north] == (MOVEMENT["clear"][column] + MOVEMENT[side][column]) * factor
        assert by_road.exit_costs[row][south] == MOVEMENT["road"][column] * factor
        assert by_rail.exit_costs[row][south] == MOVEMENT["rail"][column] * factor
        assert both.exit_costs[row][south] == min(MOVEMENT["road"][column], MOVEMENT["rail"][column]) * factor
        # Marching pays the road or railway and knows no other way.
        assert plain.march_costs[row][south] == CLOSED
        assert by_road.march_costs[row][south] == MOVEMENT["road"][column] * factor
        assert both.march_costs[row][south] == both.exit_costs[row][south]
        # Off the map there is nothing to pay for.
        assert plain.exit_costs[row][0] == plain.march_costs[row][0] == CLOSED


@pytest.mark.rule("rgw.tactical.1")
def test_the_ground_of_a_step_has_a_name() -> None:
    drawn = {
        "rows": [".", "H", "s", "T"],
        "creek": ["0101/0102"],
        "road": [["0102", "0103"]],
        "rail": [["0103", "0104"]],
    }
    content = table(drawn, {}).pos.content
    at = content.grid.index
    assert content.ground_name(at("0101"), at("0102")) == "heavy-woods over a creek"
    assert content.ground_name(at("0102"), at("0101")) == "clear over a creek"
    assert content.ground_name(at("0102"), at("0103")) == "road"
    assert content.ground_name(at("0103"), at("0104")) == "railway"
    bare = table([".", "l"], {}).pos.content
    assert bare.ground_name(bare.grid.index("0101"), bare.grid.index("0102")) == "light-woods"


# -- content ------------------------------------------------------------------------------------


def test_the_counters_are_read_as_printed() -> None:
    game = table(["."], {"150-rd": "0101", "3-gds-cd": "0101", "gd-pz-abt": "0101", "41a-hq": "0101"})
    content = game.pos.content
    rd, cd, abt, hq = (game.unit(id) for id in ("150-rd", "3-gds-cd", "gd-pz-abt", "41a-hq"))
    assert [(content.attack[rd * 3 + n], content.defence[rd * 3 + n]) for n in (0, 1, 2)] == [
        (0, 0),
        (2, 2),
        (4, 4),
    ]
    assert [content.attack[abt * 3 + n] for n in (0, 1, 2)] == [0, 2, 0]
    assert [content.movement[cd * 3 + n] for n in (1, 2)] == [6, 6]
    assert (content.hq_range[hq], content.movement[hq * 3 + 1], content.hq_range[rd]) == (4, 6, 0)
    kinds = ("is_hq", "is_tank", "is_mech", "is_cavalry", "is_infantry", "is_division")
    flags = {
        "150-rd": (0, 0, 0, 0, 1, 1),
        "3-gds-cd": (0, 0, 0, 1, 0, 1),
        "gd-pz-abt": (0, 1, 1, 0, 0, 0),
        "gd-gren": (0, 0, 1, 0, 1, 0),
        "74-sib-rb": (0, 0, 0, 0, 1, 0),
        "41a-hq": (1, 0, 0, 0, 0, 0),
        "65-tb": (0, 1, 1, 0, 0, 0),
    }
    for id, expected in flags.items():
        assert tuple(getattr(content, kind)[game.unit(id)] for kind in kinds) == expected
    assert content.cost_column[hq] == content.cost_column[abt] == 1
    assert content.cost_column[rd] == content.cost_column[cd] == 0


def test_formations_list_their_units() -> None:
    content = table(["."], {}).pos.content
    index = content.roster.index
    corps = content.formation[index["19-mb"]]
    assert content.formation_ids[corps] == "1 MC"
    assert content.has_integrity[corps]
    assert content.members[corps] == [index[id] for id in ("19-mb", "35-mb", "37-mb", "65-tb", "219-tb")]
    assert content.formation[index["246-id"]] == -1


def test_objectives_and_arrivals_come_from_the_scenario() -> None:
    content = load_content("mars", {})
    assert content.scenario.id == "mars"
    at, unit = content.grid.index, content.roster.index
    assert (content.objective[1][at("2009")], content.objective[0][at("2009")]) == (10, 0)
    assert (content.objective[1][at("2210")], content.objective[0][at("2210")]) == (0, 3)
    assert sum(content.objective[1]) == 70
    assert content.arrival_turn[unit["12pz-5-pg"]] == 3
    assert [content.names[hex] for hex in content.arrival_places[unit["12pz-5-pg"]]] == [
        "0128",
        "0129",
        "1025",
    ]
    assert content.arrival_turn[unit["150-rd"]] == 0
    assert content.arrival_places[unit["24-tb"]] == []
    assert content.home_hq[unit["150-rd"]] == unit["41a-hq"]
    assert content.home_hq[unit["154-rb"]] == -1
    assert (content.is_swamp[at("1108")], content.is_city[at("2009")], content.is_city[at("0715")]) == (
        True,
        True,
        False,
    )
    assert (content.improved[at("0617")], content.improved[at("0816")]) == (True, False)
    assert len(content.lifeline) == 17
    assert [content.names[hex] for hex in content.sources[0]] == ["0128", "0129", "2030"]
    river, creek = at("1605") * 6 + 3, at("0814") * 6 + 3
    assert (content.is_river[river], content.is_creek[river]) == (True, False)
    assert (content.is_river[creek], content.is_creek[creek]) == (False, True)


def test_every_toggle_has_its_default_and_names_its_rule() -> None:
    defaults = {
        "free-setup": False,
        "hqs-stack-free": True,
        "lone-hq-gives-way": True,
        "halves-round-up": True,
        "one-activation": True,
        "coin-toss": False,
        "rail-in-mud": False,
        "control-in-passing": True,
        "corps-within-one-hex": True,
        "one-overrun-per-army": False,
        "overrun-needs-2-to-1": True,
        "extra-point-needs-supply": True,
        "first-attack-each-turn": False,
        "retreated-defend-again": False,
        "city-first-hit-is-step": False,
        "isolation-attrition": False,
        "chit-swap": False,
    }
    assert {toggle.id: toggle.default for toggle in TOGGLES} == defaults
    assert table(["."], {}).pos.content.options == defaults
    assert all(toggle.rule.startswith("rgw.") and toggle.text for toggle in TOGGLES)

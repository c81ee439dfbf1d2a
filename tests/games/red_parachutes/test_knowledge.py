"""What lies beside the map and on it for everybody to see, and what a side may guess of the other."""

from random import Random
from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.dnepr.crossing import Crossing
from grognard.games.red_parachutes.model.content import scenario_files
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET
from grognard.games.red_parachutes.table.knowledge import day_name, marks, tracks

RIVER = [".~.."] * 8
KANEV = {
    "rows": [".~.", ".~.", ".~."],
    "areas": {"kanev:west": ["0102"], "kanev:water": ["0201"], "kanev:east": ["0302"]},
}
FIELD = ["." * 25] * 25


def beside(pos: Any) -> dict[str, str]:
    return {track.label: track.value for track in tracks(pos)}


@pytest.mark.parametrize(
    ("day", "name"), [(0, "22 September"), (8, "30 September"), (9, "1 October"), (20, "12 October")]
)
def test_days_have_their_dates(day: int, name: str) -> None:
    assert day_name(day) == name


@pytest.mark.rule("rp.ammo-resupply.5", "rp.replacements.2", "rp.engineering.7", "rp.bridgeheads.1")
def test_the_numbers_beside_the_map() -> None:
    units = {"i-a-309": "0303"}
    game = table(RIVER, units, salvos=[3, 5], pairs=[["track", 7], ["0303", "0103"], ["track", 9]])
    assert beside(game.pos) == {
        "German salvos": "3",
        "Soviet salvos": "5",
        "German replacements": "none",
        "Kanev bridge": "stands",
        "Bridgeheads due": "turn 7, 9",
    }
    points = {"infantry": 2, "at-4": 1}
    game = table(RIVER, units, points=points, bridge=False, pairs=[["0303", "0103"]])
    assert beside(game.pos) == {
        "German salvos": "0",
        "Soviet salvos": "0",
        "German replacements": "2 infantry, 1 at-4",
        "Kanev bridge": "blown",
    }


@pytest.mark.rule("rp.bridgehead-improvement.2", "rp.setup.1", "rp.engineering.7")
def test_what_lies_on_hexes() -> None:
    pairs = [["0303", "0103"], ["0305", "0105", "improved"], ["track", 9]]
    game = table(RIVER, {"i-a-309": "0303"}, pairs=pairs, bridge=False)
    hex = game.hex
    assert marks(game.pos) == {
        "bridgehead": (hex("0303"), hex("0103")),
        "bridgehead-improved": (hex("0305"), hex("0105")),
        "drop-zone": (),
        "blown": (),
    }
    game = table(KANEV, {"i-a-309": "0302"}, bridge=False)
    assert marks(game.pos)["blown"] == (game.hex("0201"),)
    assert marks(table(KANEV, {"i-a-309": "0302"}).pos)["blown"] == ()


@pytest.mark.rule("rp.setup.1")
def test_a_drop_zone_lies_on_the_map_once_it_is_shown() -> None:
    units = {"1-5-gab": "waiting", "1-1-gab": "waiting"}
    game = table(FIELD, units, brigades=["5 GAB", "1 GAB"], zones=["1313", "1214"], turn=8)
    game.pos.shown_zones = [-1, game.hex("1214")]
    assert marks(game.pos)["drop-zone"] == (game.hex("1214"),)


# -- guesses ------------------------------------------------------------------------------------------


def boat(units: dict[str, str], **facts: Any) -> Table:
    facts = {"pairs": [["0303", "0103"]], "phasing": "soviet", **facts}
    return table(RIVER, units, procedure="movement", step="MoveAndCross", **facts)


@pytest.mark.rule("rp.dnepr.4", "rp.move-intel.2")
def test_the_germans_do_not_know_who_crosses_and_guess_one_who_can() -> None:
    units = {"i-a-309": "0303", "ii-a-309": "0303", "iii-a-309": "0308", "i-gr-80": "0108"}
    game = boat(units).play("soviet: cross i-a-309", "soviet: land 0103")
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    assert view.facts["stack"][-1].vars == Crossing()
    for seed in range(8):
        pos = SYSTEM.knowledge.sample(view, Random(seed))
        v = pos.stack[-1].vars
        assert isinstance(v, Crossing) and v.landing == game.hex("0103")
        assert pos.hex[v.unit] == game.hex("0303") and pos.content.side[v.unit] == SOVIET


@pytest.mark.rule("rp.setup.1")
def test_drop_zones_that_are_not_shown_are_guessed_among_those_allowed() -> None:
    """Ten hexes from every edge of 25 by 25: columns and rows 11 to 15."""
    units = {"1-5-gab": "waiting", "1-1-gab": "waiting", "i-gr-80": "0101"}
    game = table(FIELD, units, brigades=["5 GAB", "1 GAB"], zones=["1313", "1111"], turn=2)
    game.pos.shown_zones = [game.hex("1313"), -1]
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    allowed = {game.hex(f"{column}{row}") for column in range(11, 16) for row in range(11, 16)}
    guessed = [SYSTEM.knowledge.sample(view, Random(seed)).zones for seed in range(12)]
    assert {zones[0] for zones in guessed} == {game.hex("1313")}
    assert len({zones[1] for zones in guessed}) > 1 and {zones[1] for zones in guessed} <= allowed
    own = SYSTEM.knowledge.project(game.pos, SOVIET)
    assert SYSTEM.knowledge.sample(own, Random(1)).zones == [game.hex("1313"), game.hex("1111")]


@pytest.mark.rule("rp.setup.1")
def test_while_zones_are_written_only_those_before_are_guessed() -> None:
    units = {"1-5-gab": "waiting", "1-1-gab": "waiting"}
    game = table(FIELD, units, procedure="campaign", brigades=["5 GAB", "1 GAB"], turn=2)
    game.play("soviet: zone 1313")
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    zones = SYSTEM.knowledge.sample(view, Random(1)).zones
    assert zones[0] >= 0 and zones[1] == -1


def test_the_teaching_scenario_is_the_first() -> None:
    names = [path.stem for path in scenario_files()]
    assert names[0] == "teaching" and names[1:] == sorted(names[1:])

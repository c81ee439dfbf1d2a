"""Faults: all of them at once, each with a place that a program can go to."""

import pytest

from grognard.core.content.faults import Fault, Location
from grognard.core.content.player_files import PlayerFiles
from grognard.core.content.read import ContentError
from grognard.play.registry import find_system
from grognard.play.setting import scenario_of


@pytest.mark.parametrize(
    ("fault", "location"),
    [
        (Fault("setup.150-rd", "there is no hex '0999'"), Location("", "setup.150-rd", "0999", "150-rd")),
        (Fault("counter own-tb", "appears twice"), Location("", "counter own-tb", "", "own-tb")),
        (Fault("own.toml: counter own", "has no name"), Location("own.toml", "counter own", "", "own")),
        (
            Fault("bridge, map: route H1", "0201 and 0203 are not neighbours"),
            Location("bridge, map", "route H1", "0201"),
        ),
        (Fault("victory.hexes", "there is no hex '12.10'"), Location("", "victory.hexes", "12.10")),
        (Fault("area east", "there is no hex 'A1'"), Location("", "area east", "A1")),
        (Fault("markers.weather", "'fog' is not known here"), Location("", "markers.weather")),
        (Fault("map.toml", "is not valid TOML"), Location("map.toml")),
    ],
)
def test_a_fault_says_where_to_go(fault: Fault, location: Location) -> None:
    assert fault.location == location


TEXT = """
id = "Broken"
title = "Broken"
summary = "Faults in every file."
minutes = 10
turns = 2
map = "land.toml"
counters = "own.toml"
tables = "numbers.toml"
[markers]
weather = "fog"
[setup]
150-rd = "0909"
own-tb = "0101"
65-tb = "0303"
[victory]
hexes = { "0404" = { german = 1, soviet = 5 } }
levels = { draw = 1 }
"""
LAND = """
columns = 2
rows = 2
sides = ["german", "soviet"]
side_kinds = ["creek", "canal"]
link_kinds = ["road"]
terrain = { legend = { "." = "clear" }, rows = ["..", ".x"] }
[[routes]]
id = "R"
name = "Road"
kind = "road"
hexes = ["0101", "0505"]
"""
OWN = """
[[counter]]
id = "own-tb"
name = "Own"
side = "soviet"
kind = "tonk"
size = "X"
faces = [[1, 2, 3]]
"""
NUMBERS = '[[table]]\nname = "luck"\nrows = { a = [1] }'


def test_every_fault_of_all_files_is_told_in_one_pass() -> None:
    files = {"broken.toml": TEXT, "land.toml": LAND, "own.toml": OWN, "numbers.toml": NUMBERS}
    with pytest.raises(ContentError) as problem:
        scenario_of(find_system("red-god-of-war"), "", PlayerFiles(files, scenario="broken.toml"))
    told = str(problem.value)
    for part in (
        "id: 'Broken' is not a plain name",
        "land.toml: terrain.rows[2]: column 2: 'x' is not in the legend",
        "land.toml: route R: there is no hex '0505'",
        "map, side_kinds: there is no hexside 'canal'",
        "own.toml: counter own-tb: there is no kind 'tonk'",
        "numbers.toml: luck: is not a table of this game",
        "setup.150-rd: there is no hex '0909'",
        "setup.65-tb: there is no hex '0303'",
        "markers.weather",
        "victory.hexes",
    ):
        assert part in told, part
    assert "counter own-tb: is not in the counter list" not in told, "one fault is told once"

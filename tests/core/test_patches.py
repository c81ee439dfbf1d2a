"""Scenarios and maps that say only how they differ from another."""

from pathlib import Path

import pytest

from grognard.core.content.faults import ContentError
from grognard.core.content.patches import patched_map, patched_scenario
from grognard.core.content.player_files import PlayerFiles, read_player_files
from grognard.play.registry import find_system
from grognard.play.setting import open_setting, scenario_of

BASE = {
    "id": "base",
    "turns": 4,
    "setup": {"a": "0101", "b": "0102"},
    "markers": {"weather": "snow", "boxes": {"okw": 1}},
    "reinforcements": [
        {"turn": 2, "units": ["c", "d"], "at": ["0101"]},
        {"turn": 3, "units": ["e"], "at": []},
    ],
}


def test_single_counters_are_moved_added_and_taken_out() -> None:
    own = {"changes": {"setup": {"b": "0303", "c": "0201"}}, "remove": ["e", "a"]}
    found = patched_scenario(BASE, own, "x")
    assert found["setup"] == {"b": "0303", "c": "0201"}
    assert found["reinforcements"] == [{"turn": 2, "units": ["d"], "at": ["0101"]}]
    assert BASE["setup"] == {"a": "0101", "b": "0102"}, "the base itself stays"


def test_single_reinforcements_come_to_those_of_the_base_and_leave_their_old_places() -> None:
    own = {"changes": {"reinforcements": [{"turn": 5, "units": ["a", "e"], "at": ["0404"]}]}}
    found = patched_scenario(BASE, own, "x")
    assert found["setup"] == {"b": "0102"}
    assert [one["turn"] for one in found["reinforcements"]] == [2, 5]


def test_single_keys_of_tables_are_changed_and_taken_out() -> None:
    own = {"changes": {"markers": {"boxes": {"stalin": 2}}}, "remove": ["markers.weather"], "turns": 9}
    found = patched_scenario(BASE, own, "x")
    assert (found["markers"], found["turns"]) == ({"boxes": {"okw": 1, "stalin": 2}}, 9)
    whole = patched_scenario(BASE, {"markers": {"weather": "mud"}}, "x")
    assert whole["markers"] == {"weather": "mud"}, "outside of changes a table replaces the base's"


def test_what_is_not_there_cannot_be_taken_out() -> None:
    for name in ("nobody", "markers.fog", "turns", "setup.x.y"):
        with pytest.raises(ContentError, match="neither a counter nor a key"):
            patched_scenario(BASE, {"remove": [name]}, "x")


def test_a_map_changes_single_hexes_places_routes_and_rivers() -> None:
    base = {
        "columns": 2,
        "routes": [{"id": "r1", "hexes": ["0101"]}, {"id": "r2", "hexes": []}],
        "places": {"0101": {"name": "Klin"}},
        "areas": {"west": ["0101"]},
    }
    own = {
        "hexes": {"0102": "woods"},
        "routes": [{"id": "r1", "hexes": ["0201"]}],
        "places": {"0201": {"name": "Tver"}},
        "remove": ["route r2", "area west"],
    }
    found = patched_map(base, own, "x")
    assert found["routes"] == [{"id": "r1", "hexes": ["0201"]}]
    assert set(found["places"]) == {"0101", "0201"}
    assert (found["areas"], found["hexes"], found["columns"]) == ({}, {"0102": "woods"}, 2)
    with pytest.raises(ContentError, match="there is no 'river Volga' in the base"):
        patched_map(base, {"remove": ["river Volga"]}, "x")


THAW = """
base = "teaching"
id = "thaw"
title = "A thaw"
remove = ["150-rd"]
map = "map-thaw.toml"
[changes.markers]
weather = "mud"
"""
LATER = """
base = "thaw.toml"
id = "later"
turns = 2
"""


def test_files_on_files_on_a_game_are_taken_along_and_played(tmp_path: Path) -> None:
    system = find_system("red-god-of-war")
    plain = open_setting(system, "teaching", {}).pos
    meadow = "0204"
    (tmp_path / "thaw.toml").write_text(THAW)
    (tmp_path / "map-thaw.toml").write_text(f'base = "teaching"\n[hexes]\n"{meadow}" = "swamp"\n')
    (tmp_path / "later.toml").write_text(LATER)
    own = read_player_files(tmp_path / "later.toml")
    assert set(own.files) == {"later.toml", "thaw.toml", "map-thaw.toml"}
    pos = open_setting(system, "", {}, own).pos
    assert pos.board.terrain_at(pos.board.grid.index(meadow)) == "swamp"
    assert plain.board.terrain_at(plain.board.grid.index(meadow)) != "swamp"
    assert "150-rd" in plain.roster.index and "150-rd" not in pos.roster.index


def test_changes_without_a_base_are_refused() -> None:
    own = PlayerFiles({"x.toml": 'id = "x"\n[changes.setup]\n'}, scenario="x.toml")
    with pytest.raises(ContentError, match="there is no base to change"):
        scenario_of(find_system("red-god-of-war"), "", own)


def test_a_study_takes_a_patch_as_a_variant(tmp_path: Path) -> None:
    from grognard.study.plan import read_plan

    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[[match]]\ngame = "red-god-of-war"\nplayers = ["random", "random"]\ngames = 2\n'
        "[[variant]]\nname = \"mud\"\npatch = '''\nturns = 1\n[changes.markers]\nweather = \"mud\"\n'''\n"
    )
    base, mud = read_plan(plan).setups
    system = find_system("red-god-of-war")
    assert scenario_of(system, base.scenario, base.own).turns > 1
    assert scenario_of(system, mud.scenario, mud.own).turns == 1

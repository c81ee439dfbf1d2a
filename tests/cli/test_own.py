"""The command line and a player's own files: scenarios by file, tables printed and exported, pictures."""

import json
from pathlib import Path
from random import Random

import pytest

from cli.conftest import Run
from grognard.play import registry
from grognard.play.match import Match
from grognard.play.record import save_record
from grognard.play.registry import find_system
from grognard.play.setting import read_setting
from grognard.sim.bench import BenchScenario, _game_speed
from grognard.testing.playing import random_answer
from play.test_own import BRIDGE, MILL
from play.tiny import Tiny

RGW, PB = find_system("red-god-of-war"), find_system("panzerblitz")


@pytest.fixture(autouse=True)
def shelf(tiny: Tiny, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Both games beside the tiny one, and their own scenarios in the folder."""
    monkeypatch.setattr(registry, "_registered", {"tiny": tiny, RGW.id: RGW, PB.id: PB})
    (tmp_path / "bridge.toml").write_text(BRIDGE, "utf-8")
    (tmp_path / "mill.toml").write_text(MILL, "utf-8")


@pytest.mark.parametrize(("game", "file"), [("red-god-of-war", "bridge.toml"), ("panzerblitz", "mill.toml")])
def test_a_scenario_file_goes_wherever_a_scenario_goes(
    grognard: Run, game: str, file: str, tmp_path: Path
) -> None:
    words = ("simulate", game, "--scenario", file, "--games", "2")
    code, out, err = grognard(*words, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["scenario"] == file.removesuffix(".toml")
    assert grognard("fuzz", game, "--scenario", file, "--decisions", "60")[0] == 0
    code, out, _ = grognard("bench", game, "--hands", "--scenario", file, "--games", "1", "--json")
    assert code == 0
    assert list(json.loads(out)["hands"][game]) == [file.removesuffix(".toml")]
    players = ",".join(["random"] * 2)
    assert grognard("play", game, "--scenario", file, "--players", players, "--seed", "1")[0] == 0
    code, out, _ = grognard("show", game, "--scenario", file, "-o", "map.svg")
    assert code == 0
    assert "map.svg" in out
    assert (tmp_path / "map.svg").read_text("utf-8").startswith("<svg")


def test_a_record_on_a_scenario_file_needs_no_file_beside_it(grognard: Run, tmp_path: Path) -> None:
    id, own = read_setting(PB, str(tmp_path / "mill.toml"))
    match, dice = Match.new(PB, id, own=own), Random(1)
    while not PB.odds.on_table(match.pos):
        if match.over:
            match = Match.new(PB, id, own=own)
        match.answer(*random_answer(match.ask, dice))
    save_record(match, tmp_path / "fight.jsonl")
    (tmp_path / "mill.toml").unlink()
    for words in (
        ("odds", "fight.jsonl"),
        ("show", "fight.jsonl", "-o", "fight.svg"),
        ("replay", "fight.jsonl", "--verify"),
        ("report", "fight.jsonl"),
        ("branch", "fight.jsonl", "--at", "2", "-o", "again.jsonl"),
        ("play", "--resume", "fight.jsonl", "--players", "random,random", "--seed", "1"),
    ):
        code, _, err = grognard(*words)
        assert (code, err) == (0, ""), words


def test_speed_is_measured_on_a_scenario_file(tmp_path: Path) -> None:
    only = BenchScenario(*read_setting(PB, str(tmp_path / "mill.toml")))
    speed = _game_speed(PB, [only], 0.05, lambda what: None)
    assert list(speed.by_scenario) == ["mill"]
    assert speed.decisions_per_second > 0
    assert speed.profile


def test_a_scenario_without_its_game_is_told(grognard: Run) -> None:
    for words in (("bench", "--scenario", "mill.toml"), ("bench", "--hands", "--scenario", "mill.toml")):
        code, _, err = grognard(*words)
        assert code == 2
        assert "name the game too" in err


def test_a_scenario_is_drawn_without_a_record(grognard: Run, tmp_path: Path) -> None:
    assert grognard("show", "red-god-of-war", "--scenario", "teaching", "-o", "first.svg")[0] == 0
    assert "Berezovo" in (tmp_path / "first.svg").read_text("utf-8")
    code, _, err = grognard("show", "red-god-of-war", "--scenario", "nowhere", "-o", "x.svg")
    assert code == 2
    assert "known: teaching" in err


def test_a_faulty_scenario_is_one_list_of_faults(grognard: Run, tmp_path: Path) -> None:
    text = BRIDGE.replace('weather = "clear"', 'weather = "fog"').replace(
        '150-rd = "0202"', '150-rd = "0909"'
    )
    (tmp_path / "bad.toml").write_text(text, "utf-8")
    for words in (("play",), ("simulate",), ("fuzz",), ("show", "-o", "x.svg")):
        code, _, err = grognard(words[0], "red-god-of-war", "--scenario", "bad.toml", *words[1:])
        assert code == 2
        assert "bad.toml: 2 faults" in err
        assert "'fog' is not known here (one of: clear, snow, mud)" in err
        assert "there is no hex '0909'" in err


def test_tables_are_printed_exported_edited_and_played_with(grognard: Run, tmp_path: Path) -> None:
    code, out, _ = grognard("tables", "panzerblitz", "stacking")
    assert code == 0
    assert "stacking" in out
    assert "combat-results" not in out
    assert "combat-results" in grognard("tables", "panzerblitz")[1]
    listed = json.loads(grognard("tables", "panzerblitz", "stacking", "--json")[1])
    assert [table["name"] for table in listed] == ["stacking"]
    assert grognard("tables", "panzerblitz", "-o", "mine.toml")[0] == 0
    text = (tmp_path / "mine.toml").read_text("utf-8")
    assert "[[table]]" in text
    (tmp_path / "mine.toml").write_text(text.replace('"german" = [3]', '"german" = [9]'), "utf-8")
    words = ("simulate", "panzerblitz", "--games", "1", "--tables", "mine.toml")
    assert grognard(*words)[0] == 0
    code, _, err = grognard("tables", "panzerblitz", "luck")
    assert code == 2
    assert "known: combat-results" in err
    assert grognard("tables", "tiny")[0] == 0


def test_remarks_on_rows_are_printed_with_their_table(grognard: Run, tmp_path: Path) -> None:
    remark = "The longest range of any weapon."
    assert f"farthest: {remark}" in grognard("tables", "panzerblitz", "sight")[1]
    grognard("tables", "panzerblitz", "sight", "-o", "sight.toml")
    assert f"# {remark}" in (tmp_path / "sight.toml").read_text("utf-8")


def test_examples_of_the_game_are_named_without_their_folder(grognard: Run) -> None:
    code, out, _ = grognard("cases", "panzerblitz", "forts.toml")
    assert code == 0
    assert "forts.toml: " in out

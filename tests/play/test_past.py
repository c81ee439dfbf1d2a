"""Players of an earlier release: their package answers in a process of its own, from their side's view."""

from pathlib import Path

import pytest

from grognard.ai import past
from grognard.ai.past import PastPlayer, release_folder
from grognard.cli.error_messages import run_command
from grognard.core.position import NOTHING
from grognard.play.errors import InputError
from grognard.play.registry import find_system
from grognard.sim.league import pairs_of
from grognard.sim.one_game import PairedFortune, play_one

SOURCES = Path(past.__file__).parents[2]
"""The package that these tests run: a release like any other."""


def test_the_release_that_is_this_one_plays_as_this_one_does() -> None:
    """PanzerBlitz's staff draws nothing, so the same package gives the same game."""
    system = find_system("panzerblitz")
    here, there = (
        play_one(system, "teaching", [one, "staff"], seed=3, fortune=PairedFortune)
        for one in ("staff", f"staff@{SOURCES}")
    )
    assert (here.winner, here.result, here.decisions) == (there.winner, there.result, there.decisions)
    assert here.winner != NOTHING


def test_what_it_answers_is_offered_or_the_usual_answer_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    system = find_system("panzerblitz")
    game = system.rules.start("teaching", {})
    player = PastPlayer(f"staff@{SOURCES}", system)
    view = system.knowledge.project(game.pos, game.ask.side)
    mind = PairedFortune(1, 1, system.sides).mind(game.ask.side, 1)
    assert player.choose(system, view, game.ask, mind) in game.ask.options(game.ask.side)
    assert player.reason
    monkeypatch.setattr(player._process, "ask", lambda *_: (("fly", 3), "once it could"))
    found = player.choose(system, view, game.ask, mind)
    assert found == game.ask.usual(game.pos, game.ask.side)
    assert "not open any more" in player.reason


def test_it_is_given_its_view_and_a_number_to_draw_from_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    system = find_system("red-god-of-war")
    game = system.rules.start("teaching", {})
    side = game.ask.side
    player = PastPlayer(f"staff@{SOURCES}", system)
    view = system.knowledge.project(game.pos, side)
    told: list[tuple[object, ...]] = []

    def hear(*question: object) -> tuple[tuple[str, int], str]:
        told.append(question)
        return game.ask.usual(game.pos, side), ""

    monkeypatch.setattr(player._process, "ask", hear)
    player.choose(system, view, game.ask, PairedFortune(1, 1, system.sides).mind(side, 1))
    [(kind, _, seen, seed)] = told
    assert kind == "choose" and seen == view and isinstance(seed, int)


def test_a_release_is_a_folder_or_a_commit_of_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert release_folder(str(SOURCES)) == SOURCES
    assert release_folder(str(SOURCES.parent)) == SOURCES
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(past, "_git", lambda *_: b"")
    with pytest.raises(InputError, match="no release 'v9'"):
        release_folder("v9")


def test_each_player_meets_the_rival_and_not_the_others() -> None:
    assert pairs_of(["staff", "general", "staff"], "staff@v1") == [
        ("staff", "staff@v1"),
        ("general", "staff@v1"),
    ]


def test_the_league_against_a_release_says_how_surely(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["league", "panzerblitz", "--scenario", "teaching", "--against", str(SOURCES), "--games", "2"]
    assert run_command([*words, "-o", str(tmp_path)]) == 0
    assert "of the points" in capsys.readouterr().out
    assert "staff against staff@" in (tmp_path / "league.md").read_text("utf-8")


def test_what_is_wrong_over_there_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["league", "panzerblitz", "--scenario", "teaching", "--against", "v99.9"]) != 0
    assert "there is no release 'v99.9' here" in capsys.readouterr().err
    with pytest.raises(
        InputError, match="the release cannot answer: InputError: there is no player 'nobody'"
    ):
        PastPlayer(f"nobody@{SOURCES}", find_system("panzerblitz"))

"""What stands beside the choices: odds of targets, what each firer brings, every one of separate attacks."""

import pytest

from games.panzerblitz.table import game_of, play
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.play.notes import choice_notes


def beside(game: Game) -> dict[str, str]:
    """The notes of the side that is asked, by the choice as records write it."""
    found = choice_notes(SYSTEM, game, game.ask.side)
    return {SYSTEM.words.write(game.pos, choice): note for choice, note in found.items()}


@pytest.mark.rule("pb.fire.3", "pb.fire.8")
def test_a_target_has_its_best_odds_beside_it() -> None:
    # A T-34c has 12 of class A: against infantry half, 6. Two of them: 12 to 5 is 2-1.
    game = game_of(units={"t34c-1": "0101", "t34c-2": "0102", "security-1": "0303"})
    assert beside(game) == {"fire 0303": "at best 2-1"}


@pytest.mark.rule("pb.fire.3", "pb.terrain.7")
def test_what_a_firer_brings_and_the_odds_with_it() -> None:
    game = game_of(units={"t34c-1": "0101", "t34c-2": "0102", "security-1": "0303"})
    play(game, "fire 0303", "whole")
    assert beside(game) == {"add t34c-1": "6 at 3; then 1-1", "add t34c-2": "6 at 2; then 1-1"}
    play(game, "add t34c-1")
    assert beside(game) == {"add t34c-2": "6 at 2; then 2-1"}


@pytest.mark.rule("pb.elevation.1", "pb.weapons.5")
def test_fire_uphill_is_told_before_the_firer_is_chosen() -> None:
    # 13A at infantry: 6, and uphill 3. The SMG platoon is dead ground away from it all.
    rows = [".", "/", "^", "/", "/", "^"]
    game = game_of(rows, mover="german", units={"at75-1": "0101", "recon-1": "0102"})
    play(game, "fire 0102", "whole")
    assert beside(game)["add at75-1"].startswith("3 at 1, uphill: half of 6; then ")


@pytest.mark.rule("pb.fire.6")
def test_separate_attacks_are_told_one_by_one() -> None:
    units = {"t34c-1": "0101", "t34c-2": "0102", "security-1 wagon-1": "0303"}
    game = play(game_of(units=units), "fire 0303")
    # The wagon defends with 1, both with 6.
    said = beside(game)
    assert said["whole"] == "at best 2-1"
    assert said["aim wagon-1"] == "at best 4-1"
    assert said["separately"] == (
        "an attack on each, at best, if all fire at it: Security platoon 1 2-1; Wagon 1 4-1"
    )


@pytest.mark.rule("pb.fire.6")
def test_the_unit_that_is_assigned_is_named_and_its_sheet_shown() -> None:
    units = {"t34c-1": "0101", "t34c-2": "0102", "security-1 wagon-1": "0303"}
    game = play(game_of(units=units), "fire 0303", "separately")
    words, side = SYSTEM.words, game.ask.side
    assert (
        words.sentence(game.pos, game.ask, side) == "Who fires at Security platoon 1 in 0303, attack 1 of 2?"
    )
    play(game, "add t34c-1", "next")
    assert words.sentence(game.pos, game.ask, side) == "Who fires at Wagon 1 in 0303, attack 2 of 2?"
    play(game, "add t34c-2")
    titles = [sheet.title for sheet in SYSTEM.screen.explain(game.pos)]
    assert titles == ["Fire at Security platoon 1 in 0303", "Fire at Wagon 1 in 0303"]


@pytest.mark.rule("pb.overrun.7", "pb.overrun.8")
def test_an_overrun_has_its_best_odds_beside_it() -> None:
    # Two T-34c with their printed 12 against 5: 4-1, which no column better can pass; die -2.
    game = game_of(step="ChooseOverrun", units={"t34c-1 t34c-2": "0301", "security-1": "0303"})
    assert beside(game) == {"overrun 0303": "at best 4-1, die -2"}
    play(game, "overrun 0303")
    assert beside(game)["charge t34c-1"] == "attacks with 12"
    play(game, "charge t34c-1")
    assert set(beside(game).values()) == {"then 3-1, die -2"}  # 12 to 5 is 2-1, one column better


@pytest.mark.rule("pb.assault.3")
def test_an_assault_has_its_best_odds_beside_it() -> None:
    game = game_of(step="ChooseAssault", units={"recon-1": "0302", "security-1": "0303"})
    assert beside(game) == {"assault 0303": "at best 1-2, die -2"}  # 3 to 5


@pytest.mark.rule("pb.fire.10")
def test_odds_worse_than_the_chart_are_called_so_before_the_figures() -> None:
    game = game_of(step="ChooseAssault", units={"recon-1": "0101", "panther-1 panther-2": "0102"})
    # On the map there is room for the first words alone: half a ratio would be read as one.
    assert beside(game)["assault 0102"].startswith("too long, ")

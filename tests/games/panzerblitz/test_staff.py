"""The staff: sees only its view, always answers with an option, and beats chance."""

import time
from random import Random

import pytest

from games.panzerblitz.bench import game_of, play
from grognard.core.chance import CHANCE
from grognard.core.flow import Game
from grognard.core.position import Choice
from grognard.games.panzerblitz import GAME
from grognard.games.panzerblitz.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.staff import Staff


def answer(game: Game, staff: Staff, seed: int = 5) -> Choice:
    ask = game.ask
    return staff.choose(GAME, GAME.project(game.pos, ask.side), ask, Random(seed))


def fight(scenario: str, side: int, seed: int, options: dict[str, bool] | None = None) -> int:
    """The winner of a game in which the staff plays one side and chance the other."""
    dice = Random(seed)
    game = GAME.start(scenario, options)
    staff = Staff()
    while not game.over:
        ask = game.ask
        asked = ask.sides[0]
        choices = ask.options(asked)
        if asked == side:
            choice = staff.choose(GAME, GAME.project(game.pos, side), ask, dice)
            assert choice in choices
        else:
            choice = choices[dice.randrange(len(choices))]
        game.play(choice, asked)
    return int(game.pos.winner)


@pytest.mark.slow
@pytest.mark.parametrize("side", [RUSSIAN, GERMAN])
def test_the_staff_beats_chance_from_either_side(side: int) -> None:
    wins = [fight("crossroads", side, seed) for seed in range(6)]
    assert wins.count(side) >= 5
    assert wins.count(1 - side) == 0


@pytest.mark.slow
@pytest.mark.parametrize("side", [RUSSIAN, GERMAN])
def test_the_staff_beats_chance_in_the_whole_situation(side: int) -> None:
    assert [fight("red-drop", side, seed) for seed in range(4)] == [side] * 4


@pytest.mark.parametrize("option", ["hidden-movement", "blind-drop", "experimental", "indirect-fire"])
def test_the_staff_plays_with_every_option(option: str) -> None:
    assert fight("teaching", GERMAN, 3, {option: True}) in (-1, RUSSIAN, GERMAN)


@pytest.mark.rule("pb.forces.8", "pb.forces.5")
def test_the_germans_shoot_where_the_chances_are_best() -> None:
    units = {"rifle-1-1": "0101", "r-rifle-1": "0501", "stuh42-1": "0303"}
    game = game_of(mover="german", units=units)
    staff = Staff()
    assert shown(game, case_answer(game, staff)) == "fire 0101"
    play(game, "fire 0101")
    assert shown(game, case_answer(game, staff)) == "whole"
    play(game, "whole")
    assert shown(game, case_answer(game, staff)) == "add stuh42-1"
    play(game, "add stuh42-1")
    assert shown(game, case_answer(game, staff)) == "resolve"


def shown(game: Game, choice: Choice) -> str:
    return GAME.write(game.pos, choice)


def case_answer(game: Game, staff: Staff) -> Choice:
    """The answer in a case: its map is no scenario to load, so the staff is shown the position itself."""
    ask = game.ask
    view = GAME.project(game.pos, ask.side)
    staff._look(game.pos, view, ask)
    return staff._answer(game.pos, view, ask, ask.options(ask.side))


@pytest.mark.rule("pb.forces.10", "pb.forces.11")
def test_the_russians_drop_at_the_last_moment_and_not_onto_a_wirbelwind() -> None:
    game = GAME.start("red-drop")
    staff = Staff()
    play(game, "ready", "roll 3", "roll 4")
    assert answer(game, staff) == ("seal", -1)
    late = GAME.start("red-drop")
    late.pos.turn = 2
    play(late, "ready", "roll 3", "roll 4")
    first = answer(late, staff)
    assert first[0] == "drop"
    assert first[1] // 3 == 0
    late.play(first)
    verb, hex = answer(late, staff)
    assert verb == "target"
    assert not any(late.pos.content.is_flak[unit] for unit in late.pos.at(hex))


@pytest.mark.slow
@pytest.mark.rule("pb.forces.5")
def test_a_phase_takes_the_staff_less_than_five_seconds() -> None:
    game = GAME.start("red-drop")
    dice = Random(9)
    staff = [Staff(), Staff()]
    spent = 0.0
    worst = 0.0
    phase = ""
    while game.pos.turn < 3:
        ask = game.ask
        if ask.is_chance:
            choices = ask.options(CHANCE)
            game.play(choices[dice.randrange(len(choices))], CHANCE)
            continue
        if ask.procedure != phase and ask.procedure != "march":
            phase, spent = ask.procedure, 0.0
        begun = time.process_time()
        choice = answer(game, staff[ask.side])
        spent += time.process_time() - begun
        worst = max(worst, spent)
        game.play(choice, ask.side)
    assert worst < 5.0

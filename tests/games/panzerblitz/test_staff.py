"""The staff: sees only its view, always answers with an option, and beats chance."""

import os
from random import Random

import pytest

from games.panzerblitz.table import at, game_of, play, unit
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import Game
from grognard.core.position import Choice
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.games.panzerblitz.staff import player
from grognard.games.panzerblitz.staff.advice import Hunt, Worth
from grognard.games.panzerblitz.staff.danger import Danger
from grognard.games.panzerblitz.staff.player import Staff
from grognard.kit.temper import Temper

GAMES = int(os.environ.get("GAMES", "2"))
"""Games of the whole situation from each side; `make strength` plays more."""


def answer(game: Game, staff: Staff, seed: int = 5) -> Choice:
    ask = game.ask
    return staff.choose(SYSTEM, SYSTEM.knowledge.project(game.pos, ask.side), ask, Random(seed))


def fight(scenario: str, side: int, seed: int, options: dict[str, bool] | None = None) -> int:
    """The winner of a game in which the staff plays one side and chance the other."""
    dice = Random(seed)
    game = SYSTEM.rules.start(scenario, options)
    staff = Staff()
    while not game.over:
        ask = game.ask
        asked = ask.sides[0]
        choices = ask.options(asked)
        if asked == side:
            choice = staff.choose(SYSTEM, SYSTEM.knowledge.project(game.pos, side), ask, dice)
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
    assert [fight("red-drop", side, seed) for seed in range(GAMES)] == [side] * GAMES


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
    return SYSTEM.words.write(game.pos, choice)


def case_answer(game: Game, staff: Staff) -> Choice:
    """The answer in a case: its map is no scenario to load, so the staff is shown the position itself."""
    ask = game.ask
    answered = staff.answer(game.pos, ask.side, ask.step, list(ask.options(ask.side)))
    assert answered is not None
    return answered[0]


@pytest.mark.rule("pb.forces.10", "pb.forces.11")
def test_the_russians_drop_at_the_last_moment_and_not_onto_a_wirbelwind() -> None:
    game = SYSTEM.rules.start("red-drop")
    staff = Staff()
    play(game, "ready", "roll 3", "roll 4")
    assert answer(game, staff) == ("seal", -1)
    late = SYSTEM.rules.start("red-drop")
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
def test_the_staff_reckons_danger_once_in_a_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    """Danger costs most of its thinking: anew only when another phase begins or somebody has been lost."""
    reckoned: list[int] = []

    class Counted(Danger):
        def __init__(self, pos: DropPosition, side: int, temper: Temper) -> None:
            reckoned.append(side)
            super().__init__(pos, side, temper)

    monkeypatch.setattr(player, "Danger", Counted)
    game = SYSTEM.rules.start("red-drop")
    dice = Random(9)
    staff = [Staff(), Staff()]
    phases: set[tuple[object, ...]] = set()
    while game.pos.turn < 3:
        ask = game.ask
        if ask.is_chance:
            choices = ask.options(CHANCE)
            game.play(choices[dice.randrange(len(choices))], CHANCE)
            continue
        step = "Walk" if ask.step in ("MoveVehicles", "MoveFoot") else ask.step
        phases.add((ask.side, game.pos.turn, game.pos.mover, ask.procedure, step, *game.pos.lost))
        game.play(answer(game, staff[ask.side]), ask.side)
    assert 10 < len(reckoned) <= len(phases)


def test_the_staff_holds_its_fire_for_an_overrun_that_does_more() -> None:
    """Against infantry a tank gun counts half; an overrun counts the whole factor and a column more."""
    units = {"t34c-1": "0301", "security-1": "0303", "recon-1": "0505"}
    staff = Staff()
    game = game_of(units=units)
    assert shown(game, case_answer(game, staff)) == "done"
    play(game, "done")
    assert shown(game, case_answer(game, staff)) == "overrun 0303"


@pytest.mark.rule("pb.opportunity.1")
def test_the_staff_fires_at_who_comes_into_view_and_not_at_what_it_cannot_hurt() -> None:
    strip = ["........", "........"]
    options = {"experimental": True}
    game = game_of(strip, step="MoveVehicles", units={"t34c-1": "0501", "at75-1": "0101"}, options=options)
    play(game, "move t34c-1", "go 0401")
    staff = Staff()
    assert shown(game, case_answer(game, staff)) == "add at75-1"
    play(game, "add at75-1")
    assert shown(game, case_answer(game, staff)) == "resolve"
    weak = game_of(
        strip, step="MoveFoot", units={"r-guards-1": "0401", "halftrack-1": "0101"}, options=options
    )
    play(weak, "move r-guards-1", "go 0301")
    assert shown(weak, case_answer(weak, staff)) == "hold"


def test_a_spotter_is_worth_most_next_to_enemies_whom_others_can_fire_at() -> None:
    rows = ["..w....", ".......", "......."]
    units = {"rifle-1-1": "0301", "stuh42-1": "0601", "halftrack-1": "0103"}
    game = game_of(rows, mover="german", units=units)
    hunt, worth = Hunt(game.pos, GERMAN), Worth(game.pos)
    car = unit(game, "halftrack-1")
    beside, away = (hunt.scouting(game.pos, worth, car, at(game, hex)) for hex in ("0201", "0102"))
    assert beside > away == 0
    blind = game_of(rows, mover="german", units={"rifle-1-1": "0301", "halftrack-1": "0103"})
    alone = Hunt(blind.pos, GERMAN)
    assert alone.scouting(blind.pos, worth, car, at(blind, "0201")) < beside


def test_the_risk_of_a_hex_is_the_chance_of_the_results_table() -> None:
    """Three to one in the open: X on three of six, dispersal counted a quarter."""
    game = game_of(["......."], mover="german", units={"r-rifle-1": "0101", "g-rifle-1": "0701"})
    danger = Danger(game.pos, GERMAN)
    piece = unit(game, "wagon-1")
    assert danger.risk(at(game, "0401"), piece) == 1.0
    assert danger.risk(at(game, "0701"), piece) == 0.0


@pytest.mark.rule("pb.victory.5")
def test_in_the_last_turn_a_party_is_kept_for_every_road() -> None:
    roads = {"road": {"a": "0101 0201", "b": "0501 0502"}, "points": {"a": 2, "b": 3}}
    units = {"rifle-1-1 rifle-1-2": "0102", "recon-1": "0502", "r-rifle-1": "0503", "g-rifle-1": "0304"}
    game = game_of(map=roads, units=units, turn=10)
    assert Worth(game.pos).holders == {unit(game, id) for id in ("rifle-1-1", "rifle-1-2", "recon-1")}
    game.pos.turn = 9
    assert Worth(game.pos).holders == frozenset()

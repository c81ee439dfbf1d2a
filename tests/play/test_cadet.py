"""The player for beginners: the staff with mistakes."""

import random

import pytest

from grognard.ai import cadet
from grognard.ai.cadet import MINDS, Cadet
from grognard.ai.players import make_player
from grognard.core.flow.flow import Game
from grognard.games.red_parachutes import SYSTEM as PARACHUTES
from grognard.kit.temper import EVEN
from grognard.play.registry import find_system
from grognard.sim.one_game import play_one


def first_question(game: str) -> Game:
    system = find_system(game)
    found = system.rules.start("teaching")
    while found.ask.is_chance:
        found.play(found.ask.options(-1)[0], -1)
    return found


def test_it_is_minded_otherwise_in_every_turn_and_never_as_the_staff_is() -> None:
    game, player = first_question("red-parachutes"), Cadet()
    side = game.ask.side
    view = PARACHUTES.knowledge.project(game.pos, side)
    player.choose(PARACHUTES, view, game.ask, random.Random(1))
    staff = player._staff
    assert getattr(staff, "temper") != EVEN  # noqa: B009 - a staff by protocol
    assert EVEN not in MINDS
    player.choose(PARACHUTES, view, game.ask, random.Random(2))
    assert player._staff is staff


@pytest.mark.parametrize("game", ["panzerblitz", "red-god-of-war", "red-parachutes", "red-steel", "ocs"])
def test_its_mistakes_are_answers_that_are_offered_and_its_games_come_to_an_end(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It makes a mistake wherever it can: each answer is played, or the game would say that it is refused."""
    monkeypatch.setattr(cadet, "SLIPS", 1.0)
    found = play_one(find_system(game), "teaching", ["cadet", "cadet"], seed=4)
    assert found.decisions > 0
    assert found.result


def test_without_slips_it_is_a_staff_in_a_temper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cadet, "SLIPS", 0.0)
    monkeypatch.setattr(cadet, "MINDS", (EVEN,))
    game = first_question("red-parachutes")
    side = game.ask.side
    view = PARACHUTES.knowledge.project(game.pos, side)
    player, staff = make_player("cadet", PARACHUTES), PARACHUTES.staff()
    choice = player.choose(PARACHUTES, view, game.ask, random.Random(1))
    assert choice == staff.choose(PARACHUTES, view, game.ask, random.Random(1))
    assert getattr(player, "reason") == staff.reason  # noqa: B009 - a player by protocol

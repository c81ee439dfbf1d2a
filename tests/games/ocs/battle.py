"""Battles for tests: a fight set up on open ground, played up to its dice."""

from typing import Any

from games.ocs.bench import PLAIN, build, play
from grognard.core.flow.flow import Game
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.position import OcsPosition

COMBAT = {"procedure": "combat-segment", "step": "Assault"}


def battle(units: Any, rows: list[str] | None = None, **given: Any) -> Game[OcsPosition]:
    """The Combat Segment of Aster on a small map, both sides with plenty of supply in reach."""
    drawn = rows or PLAIN
    far = f"{len(drawn[0]):02d}.{len(drawn):02d}"
    dumps = {"aster": {"01.01": 40}, "boreal": {far: 40}}
    given = {"phase": "combat", "dumps": dumps, "start": COMBAT} | given
    return build(rows, units, **given)


def answer_until(game: Game[OcsPosition], *steps: str, limit: int = 60) -> Game[OcsPosition]:
    """Give usual answers until the game stands at one of these steps; dice are never rolled by it."""
    for _ in range(limit):
        if game.ask.step in steps or game.ask.is_chance:
            return game
        game.play(game.ask.usual(game.pos))
    raise AssertionError(f"never came to {steps}, but to {game.ask.step}")


def strike(game: Game[OcsPosition], target: str, *units: str) -> Game[OcsPosition]:
    """Attack a hex with these units, or with all who may, and settle everything up to the surprise roll."""
    play(game, f"attack {target}")
    if units:
        play(game, *(f"commit {id}" for id in units))
    else:
        play(game, "commit-all")
    play(game, "strike")
    return answer_until(game, "RollSurprise")


def roll(game: Game[OcsPosition], *dice: int) -> Game[OcsPosition]:
    """Answer rolls one after another."""
    for pips in dice:
        assert game.ask.is_chance, game.ask.step
        game.play(("roll", pips))
    return game


def fight(game: Game[OcsPosition]) -> Combat:
    """The vars of the combat that is fought now."""
    found = [frame.vars for frame in game.pos.stack if frame.procedure == "combat"]
    assert isinstance(found[-1], Combat)
    return found[-1]


def announced(game: Game[OcsPosition]) -> tuple[int, ...]:
    """What both sides showed before the dice: hex, ratings, strengths in twelfths, column, category."""
    return next(event.facts for event in game.events if event.kind == "announced")

"""What a player is told who clicks on something that cannot be chosen, in every installed game."""

from random import Random

import pytest

from conformance.playing import Setting, all_settings, play_on
from grognard.core.flow import Game
from grognard.core.position import Choice
from grognard.core.system import AnySystem

in_every_setting = pytest.mark.parametrize(
    "setting", [setting for setting in all_settings() if setting.game != "toy"], ids=str
)


def misclicks(system: AnySystem, game: Game, dice: Random) -> list[Choice]:
    """Hexes and visible counters, own and enemy, under the verbs of the Ask, that it does not offer."""
    ask = game.ask
    options = ask.options(ask.side)
    pieces = system.knowledge.show(game.pos, ask.side).pieces
    present = game.pos.board.grid.present()
    found: list[Choice] = []
    for verb in {verb for verb, _ in options if verb in system.words.verbs}:
        kind = system.words.verbs[verb].noun
        if kind == "hex":
            found += [(verb, dice.choice(present)) for _ in range(3)]
            found += [(verb, piece.hex) for piece in dice.sample(pieces, min(3, len(pieces)))]
        elif kind == "unit":
            found += [(verb, piece.unit) for piece in dice.sample(pieces, min(5, len(pieces)))]
    return [(verb, noun) for verb, noun in found if noun >= 0 and (verb, noun) not in options]


@in_every_setting
def test_a_misclick_is_answered_with_its_own_rule_and_reason(setting: Setting) -> None:
    system, game, dice = setting.system, setting.start(), Random(11)
    known = set(system.ledger.ids())
    told = 0
    for _ in play_on(game, dice, 500):
        if game.ask.is_chance:
            continue
        for choice in misclicks(system, game, dice):
            said = game.said_of(choice)
            assert said is not None, (game.ask.step, system.words.write(game.pos, choice))
            assert said.rule in known, said
            told += 1
    assert told > 100

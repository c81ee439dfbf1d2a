"""What a player is told who clicks on something that cannot be chosen."""

from random import Random

from grognard.core.flow.flow import AnyGame
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.testing.playing import Setting, play_on
from grognard.testing.suite import Suite

ANSWERS = 500


def misclicks(system: AnySystem, game: AnyGame, dice: Random) -> list[Choice]:
    """Hexes and visible counters, own and enemy, under the verbs of the Ask, that it does not offer."""
    ask = game.ask
    options = ask.options(ask.side)
    pieces = system.knowledge.show(game.pos, ask.side).pieces
    present = game.pos.board.grid.present()
    on_map = [piece for piece in pieces if piece.hex < game.pos.board.grid.size]
    found: list[Choice] = []
    for verb in {verb for verb, _ in options if verb in system.words.verbs}:
        kind = system.words.verbs[verb].noun
        if kind == "hex":
            found += [(verb, dice.choice(present)) for _ in range(3)]
            found += [(verb, piece.hex) for piece in dice.sample(on_map, min(3, len(on_map)))]
        elif kind == "unit":
            found += [(verb, piece.unit) for piece in dice.sample(pieces, min(5, len(pieces)))]
    return [(verb, noun) for verb, noun in found if noun >= 0 and (verb, noun) not in options]


class Misclicks(Suite):
    """A click on what is not offered is answered by a rule of the game, in its own words."""

    def test_a_misclick_is_answered_with_its_own_rule_and_reason(self, setting: Setting) -> None:
        system, dice = setting.system, Random(11)
        known = set(system.ledger.ids())
        given = told = 0
        while given < ANSWERS:  # a short game is played again
            game = setting.start()
            for _ in play_on(game, dice, ANSWERS - given):
                given += 1
                if game.ask.is_chance:
                    continue
                for choice in misclicks(system, game, dice):
                    said = game.said_of(choice)
                    assert said is not None, (game.ask.step, system.words.write(game.pos, choice))
                    assert said.rule in known, said
                    told += 1
        assert told > ANSWERS // 5

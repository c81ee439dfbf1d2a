"""Chits and air units where they lie beside the map."""

import pytest

from games.red_steel.table import Table, new_game
from grognard.core.flow.chance import CHANCE
from grognard.games.red_steel import SYSTEM
from grognard.games.red_steel.model.position import SteelPosition


def lying(pos: SteelPosition, box: str) -> list[str]:
    """What an onlooker sees in a box."""
    place = pos.board.find_place(box)
    pieces = [piece for piece in SYSTEM.knowledge.show(pos, -1).pieces if piece.hex == place]
    return [piece.text or pos.content.unit_names[piece.unit] for piece in pieces]


def played_to(step: str) -> Table:
    """The evening before Chisinau up to this step, everybody giving the usual answer."""
    game = new_game("chisinau")
    while game.ask.step != step:
        ask = game.ask
        choice = ask.options(CHANCE)[0] if ask.is_chance else ask.usual(game.pos)
        game.game.play(choice, ask.side)
    return game


@pytest.mark.rule("rs.activation.1", "rs.activation.9")
def test_a_chit_goes_from_the_cup_into_the_first_activation_box() -> None:
    game = played_to("DrawChit")
    ids = game.pos.content.formation_ids
    before = [ids[one] for one in game.pos.cup]
    assert lying(game.pos, "cup") == before
    game.game.play(game.ask.options(CHANCE)[0], CHANCE)
    drawn = ids[game.pos.active]
    assert lying(game.pos, "activation-1") == [drawn]
    assert sorted([*lying(game.pos, "cup"), drawn]) == sorted(before)
    assert lying(game.pos, "activation-2") == []


@pytest.mark.rule("rs.air-units.3a")
def test_air_units_that_are_drawn_leave_their_cup() -> None:
    game = new_game("chisinau")
    ask = game.ask
    assert ask.step == "RollAir"
    assert len(lying(game.pos, "air-cup")) == 8
    game.play("chance: roll 4")
    for left in (7, 6, 5, 4):
        game.game.play(game.ask.options(CHANCE)[0], CHANCE)
        assert (len(lying(game.pos, "air-cup")), len(lying(game.pos, "air-ready"))) == (left, 8 - left)

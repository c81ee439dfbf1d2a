"""What the usual answers and standing orders of PanzerBlitz come to on the map."""

import pytest

from games.panzerblitz.table import at, game_of, options, play, unit
from games.panzerblitz.test_opportunity import approach, move
from grognard.core.flow.flow import Game
from grognard.core.flow.steps import SEAL
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import RUSSIAN
from grognard.games.panzerblitz.model.position import DEAD, WAITING, DropPosition
from grognard.play.header import write_choice
from grognard.play.orders import forced


def answer(game: Game[DropPosition], policy: str = "") -> str:
    """What a policy answers to the Ask, the usual one if none is named."""
    ask, pos = game.ask, game.pos
    found = next(one for one in ask.policies if policy in ("", one.name))
    return write_choice(SYSTEM, pos, found.answer(pos, pos.stack[-1].vars, ask.options(ask.side)))


def answered(game: Game[DropPosition], policy: str = "") -> list[str]:
    """The answers by which a policy ends the question."""
    step, given = game.ask.step, []
    while game.ask.step == step:
        given.append(answer(game, policy))
        play(game, given[-1])
    return given


@pytest.mark.rule("pb.opportunity.1")
def test_nobody_fires_at_those_who_pass_or_all_do() -> None:
    assert answered(approach()) == ["hold"]
    assert answered(approach(**{"stug-1": "0102"}), "fire") == ["add stug-1", "add at75-1", "resolve"]


@pytest.mark.rule("pb.opportunity.4")
def test_nobody_fires_if_even_all_together_have_no_odds_to_roll_at() -> None:
    game = play(move(units={"su152-1": "0301", "mortar81-1": "0101"}), "move su152-1", "go 0201")
    assert options(game) == ["add mortar81-1", "hold"]
    assert answered(game, "fire") == ["hold"]


@pytest.mark.rule("pb.landing.6")
def test_nobody_moves_but_a_wagon_that_must_leave() -> None:
    more = [{"id": "wagon-1", "hex": "0101", "must-leave": True}, {"id": "g-truck-1", "hex": "0301"}]
    units = {"rifle-1-1": "0101"}
    game = game_of([".....", "....."], step="MoveVehicles", mover="german", more=more, units=units)
    assert options(game) == ["move wagon-1", "move g-truck-1"]
    play(game, answer(game))
    play(game, answer(game))
    assert game.pos.where[unit(game, "wagon-1")] not in (DEAD, at(game, "0101"))
    assert answer(game) == "halt"
    play(game, "halt")
    assert answer(game) == "done"


@pytest.mark.rule("pb.balance.2")
def test_with_hidden_movement_no_step_passes_by_itself() -> None:
    units = {"t34c-1": "0101", "at75-1": "0801"}
    for options_on, passes in (({}, True), ({"hidden-movement": True}, False)):
        game = game_of(["........"] * 2, step="ChooseAssault", units=units, options=options_on)
        assert (game.ask.step != "ChooseAssault") == passes
        if not passes:
            assert options(game) == ["done"]
            assert forced(SYSTEM, game, game.ask.side) is None


@pytest.mark.rule("pb.forces.6")
@pytest.mark.parametrize("hidden", [False, True])
def test_drop_orders_are_sealed_by_themselves_when_everybody_sees_that_nobody_is_left(hidden: bool) -> None:
    game = SYSTEM.rules.start("red-drop", {"free-setup": False, "hidden-movement": hidden})
    while game.ask.is_chance:
        game.play(game.ask.choices[0][0])
    assert game.ask.step == "WriteDrops"
    assert forced(SYSTEM, game, RUSSIAN) is None
    for company in game.pos.content.companies:
        if game.pos.where[company] == WAITING:
            game.pos.where[company] = DEAD
    game.pos.left = [0] * 9
    dropped = Game(game.procedures, game.pos)
    assert forced(SYSTEM, dropped, RUSSIAN) == (None if hidden else SEAL)

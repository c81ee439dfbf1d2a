"""What the engine accepts as an answer, what it refuses, and orders written in secret."""

from typing import Any

import pytest

from core.notes import Die, End, Note, Notes, Take, Vars, Write, begin, looped
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.events import Event
from grognard.core.flow.flow import ANYONE, OVER, Game
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.rulings import IllegalChoice, Refusal
from grognard.core.flow.steps import SEAL
from grognard.core.position import NOTHING, OPEN, Choice
from grognard.template.hill_fight import SYSTEM as HILL

# -- answering --------------------------------------------------------------------------------------


def taking() -> Game[Notes]:
    return begin(Procedure("main", Take(), End(), start=looped(3), vars=Vars, sees=OPEN))


def refusal_of(game: Game[Notes], *answer: Any) -> Refusal:
    before = game.pos.hash()
    with pytest.raises(IllegalChoice) as caught:
        game.play(*answer)
    assert game.pos.hash() == before
    return caught.value.refusal


def test_an_illegal_choice_carries_the_rule_the_reason_and_the_fix() -> None:
    refusal = refusal_of(taking(), ("take", 4))
    assert refusal == Refusal("rgw.none.1", "only 3 are left.", "Take fewer.")
    assert str(refusal) == "only 3 are left. [rgw.none.1] Take fewer."


def test_a_verb_that_is_not_asked_for_is_refused_with_those_that_are() -> None:
    refusal = refusal_of(taking(), ("give", 1))
    assert refusal.rule == "core.ask.options"
    assert refusal.why == "'give' is no answer to 'Takes one away until none is left.' as things stand."
    assert refusal.fix == "Now: take."


def test_a_roll_that_cannot_be_is_refused() -> None:
    game = begin(Procedure("main", Die(), End(), start=looped(1), vars=Vars, sees=OPEN))
    assert refusal_of(game, ("roll", 7), CHANCE).rule == "core.ask.options"


def test_the_wrong_side_and_the_wrong_number_are_refused() -> None:
    game = taking()
    assert refusal_of(game, ("take", 1), 1).rule == "core.ask.side"
    assert refusal_of(game, ("take", 1), CHANCE).rule == "core.ask.side"
    assert refusal_of(game, ("take", 1), 0, 1).rule == "core.ask.number"
    game.play(("take", 1), 0, 0)
    assert refusal_of(game, ("take", 1), 0, 0).why == "that answers Ask 0; the game is at Ask 1."


def test_a_finished_game_asks_nobody_and_refuses_all() -> None:
    game = taking()
    game.play(("take", 3))
    assert game.over
    assert game.ask is OVER
    assert game.ask.options(0) == []
    assert (game.pos.winner, game.pos.result) == (1, "done")
    for side in (ANYONE, CHANCE, 0, 1):
        assert refusal_of(game, ("take", 1), side).rule == "core.ask.over"


@pytest.mark.parametrize("noun", [1.0, True])
def test_an_answer_that_only_equals_an_option_is_taken_as_the_option(noun: Any) -> None:
    game = taking()
    game.play(("take", noun))
    assert [type(one) for one in game.pos.notes] == [int]
    assert type(game.pos.stack[-1].vars.left) is int


def test_play_returns_the_events_of_this_answer_only() -> None:
    class Telling(Take):
        def take(self, game: Game[Notes], v: Vars, choice: Choice) -> None:
            super().take(game, v, choice)
            game.tell("taken", choice[1], rule="rgw.none.1")

    game = begin(Procedure("main", Telling(), End(), start=looped(3), vars=Vars, sees=OPEN))
    game.play(("take", 1))
    (event,) = game.play(("take", 2))
    assert event == Event("taken", (2,), "rgw.none.1", -1)


def test_a_copy_plays_on_its_own() -> None:
    game = taking()
    twin = game.copy()
    twin.play(("take", 3))
    assert twin.over
    assert game.pos.notes == []
    assert game.ask.options(0) == [("take", 1), ("take", 2), ("take", 3)]


# -- secret orders ----------------------------------------------------------------------------------


def writing() -> Game[Notes]:
    return begin(Procedure("main", Write(), Note(9), End()))


def test_sealed_orders_wait_until_all_are_in() -> None:
    game = writing()
    asked = [game.ask.sides]
    game.play(("line", 1), 1)
    game.play(("line", 2), 1)
    assert game.play(SEAL, 1) == []
    asked.append(game.ask.sides)
    assert asked == [(0, 1), (0,)]
    assert refusal_of(game, ("line", 1), 1).rule == "core.ask.side"
    (told,) = game.play(SEAL, 0)
    assert told.facts == (0, 2)
    assert told.open_to(1)
    assert not told.open_to(0)
    assert game.pos.notes == [0, 2, 9]
    assert (game.pos.sealed, game.pos.drafts) == (0, [(), ()])


def test_a_repeated_line_takes_the_earlier_one_back() -> None:
    game = writing()
    for choice in (("line", 1), ("line", 2), ("line", 1)):
        game.play(choice, 0)
    assert game.pos.drafts[0] == (("line", 2),)


def test_each_side_counts_the_asks_it_knows_of() -> None:
    game = writing()
    game.play(("line", 1), 0)
    game.play(("line", 2), 0)
    assert [game.pos.number_for(side) for side in (CHANCE, 0, 1)] == [0, 2, 0]
    assert refusal_of(game, SEAL, 0, 1).rule == "core.ask.number"
    game.play(SEAL, 0, 2)
    game.play(SEAL, 1, 0)
    assert [game.pos.number_for(side) for side in (CHANCE, 0, 1)] == [1, 4, 1]


def test_a_secret_order_of_nobody_is_passed_over() -> None:
    game = begin(Procedure("main", Note(9), Write(), End()))
    assert game.over


def test_nothing_as_number_is_not_checked() -> None:
    game = taking()
    game.play(("take", 1), 0, NOTHING)
    assert game.pos.notes == [1]


def test_a_step_is_asked_only_about_what_exists() -> None:
    """Hill Fight has 42 hexes and six counters; what lies beyond them no rule of the game is asked about."""
    game = HILL.rules.start("teaching")
    game.play(("take", 0))
    asked_for = {verb for verb, _ in game.ask.options(0)}
    for choice in (("go", 42), ("go", -1), ("attack", 6), ("take", -2), ("done", 3), ("dance", 0)):
        assert game.said_of(choice) is None, choice
        rule = "hf.turn.1" if choice[0] in asked_for else "core.ask.options"
        assert game.why_not(choice, 0).rule == rule
    assert game.said_of(("go", 41)) == Refusal("hf.move.1", "it is farther than 3 points.")
    assert game.said_of(("attack", 5)) == Refusal("hf.attack.1", "it is not next to the attacker.")

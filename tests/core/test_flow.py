"""The engine that walks the sequence of play, on procedures of a line or two."""

import pytest

from core.notes import Die, Does, End, Note, Notes, Take, Vars, begin, looped
from grognard.core.flow import flow
from grognard.core.flow.chance import CHANCE, Outcome
from grognard.core.flow.flow import Game
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import Action, Roll
from grognard.core.position import OPEN, Choice, Frame

# -- walking ----------------------------------------------------------------------------------------


def test_actions_run_in_their_order_and_sub_procedures_between_them() -> None:
    inner = Procedure("inner", Note(2), Note(3))
    game = begin(Procedure("main", Note(1), inner, Note(4), End()))
    assert game.pos.notes == [1, 2, 3, 4]
    assert game.over


def test_a_sub_procedure_takes_the_vars_of_the_one_above_or_makes_its_own() -> None:
    inherits = Procedure("inherits", Take(), vars=Vars, sees=OPEN)
    game = begin(Procedure("main", inherits, End(), start=looped(2), vars=Vars, sees=OPEN))
    assert game.pos.stack[-1] == Frame("inherits", "Take", Vars(2, 0))
    own = Procedure("own", Take(), start=looped(1, 1), vars=Vars, sees=OPEN)
    game = begin(Procedure("main", own, End(), start=looped(2), vars=Vars, sees=OPEN))
    assert game.pos.stack[-1].vars == Vars(1, 1)
    assert game.ask.side == 1


def test_a_decision_repeats_until_it_has_no_options() -> None:
    game = begin(Procedure("main", Take(), Note(9), End(), start=looped(3), vars=Vars, sees=OPEN))
    game.play(("take", 1))
    assert game.ask.options(0) == [("take", 1), ("take", 2)]
    game.play(("take", 2))
    assert game.pos.notes == [1, 2, 9]


def test_a_decision_without_options_is_never_asked() -> None:
    game = begin(Procedure("main", Take(), Note(9), End(), start=looped(0), vars=Vars, sees=OPEN))
    assert game.over
    assert game.pos.notes == [9]


def test_a_roll_is_answered_once_and_passed_when_there_is_nothing_to_roll() -> None:
    game = begin(Procedure("main", Die(), Note(9), End(), start=looped(1), vars=Vars, sees=OPEN))
    assert game.ask.is_chance
    assert game.ask.choices == [[("roll", pips) for pips in range(1, 7)]]
    assert game.ask.weights == [1] * 6
    game.play(("roll", 4), CHANCE)
    assert game.pos.notes == [4, 9]
    game = begin(Procedure("main", Die(), End(), start=looped(0), vars=Vars, sees=OPEN))
    assert game.over


def test_call_runs_another_procedure_first_and_the_last_called_before_the_others() -> None:
    one, two = Procedure("one", Note(1)), Procedure("two", Note(2))
    call = Does("Call", ("call", "one", ()), ("call", "two", ()))
    game = begin(Procedure("main", call, Note(3), End()), one, two)
    assert game.pos.notes == [2, 1, 3]


def test_call_from_the_last_step_of_a_procedure() -> None:
    one = Procedure("one", Note(1))
    inner = Procedure("inner", Does("Call", ("call", "one", ())))
    game = begin(Procedure("main", inner, Note(2), End()), one)
    assert game.pos.notes == [1, 2]


def test_goto_leaves_out_steps_and_goes_back() -> None:
    skip = Does("Skip", ("goto", "Note3"))
    game = begin(Procedure("main", Note(1), skip, Note(2), Note(3), End()))
    assert game.pos.notes == [1, 3]


def test_goto_from_the_last_step_starts_the_procedure_again() -> None:
    class Again(Action[Notes, Vars]):
        title = "Again"

        def run(self, game: Game[Notes], v: Vars) -> None:
            if v.left:
                game.goto("Note1", v._replace(left=v.left - 1))

    inner = Procedure("inner", Note(1), Again(), start=looped(2), vars=Vars, sees=OPEN)
    game = begin(Procedure("main", inner, End()))
    assert game.pos.notes == [1, 1, 1]


def test_goto_an_unknown_step_says_so() -> None:
    with pytest.raises(ValueError, match="procedure main has no step Nowhere"):
        begin(Procedure("main", Does("Go", ("goto", "Nowhere")), End()))


def test_leave_ends_the_running_procedure_only() -> None:
    inner = Procedure("inner", Does("Leave", ("leave",)), Note(1))
    game = begin(Procedure("main", inner, Note(2), End()))
    assert game.pos.notes == [2]


def test_next_leaves_a_decision_that_still_has_options() -> None:
    class Once(Take):
        def take(self, game: Game[Notes], v: Vars, choice: Choice) -> None:
            game.next(v._replace(tag=7))

    class Tell(Action[Notes, Vars]):
        title = "Tell"

        def run(self, game: Game[Notes], v: Vars) -> None:
            game.pos.notes.append(v.tag)

    game = begin(Procedure("main", Once(), Tell(), End(), start=looped(5), vars=Vars, sees=OPEN))
    game.play(("take", 1))
    assert game.pos.notes == [7]


def test_the_caller_waits_below_and_goes_on_where_it_was() -> None:
    class Interrupted(Take):
        def take(self, game: Game[Notes], v: Vars, choice: Choice) -> None:
            super().take(game, v, choice)
            game.call("aside", Vars(1, 1))

    aside = Procedure("aside", Take(), vars=Vars, sees=OPEN)
    game = begin(Procedure("main", Interrupted(), End(), start=looped(2), vars=Vars, sees=OPEN), aside)
    game.play(("take", 1))
    assert [frame.step for frame in game.pos.stack] == ["Interrupted", "Take"]
    assert game.ask.sides == (1,)
    game.play(("take", 1), 1)
    assert game.ask.sides == (0,)
    assert game.pos.stack[-1].vars == Vars(1, 0)


def test_a_rule_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "LONGEST_RUN", 50)
    with pytest.raises(RuntimeError, match=r"no Ask after 50 steps, last at \('main', "):
        begin(Procedure("main", Note(1), Does("Back", ("goto", "Note1")), Note(2)))


def test_a_sequence_of_play_that_runs_out_says_so() -> None:
    with pytest.raises(ValueError, match="ran out before the game had a result"):
        begin(Procedure("main", Note(1)))


def test_an_ask_says_whether_its_outcomes_may_be_shown() -> None:
    class Cup(Die):
        hidden = True

    open_ask = begin(Procedure("main", Die(), End(), start=looped(1), vars=Vars, sees=OPEN)).ask
    secret = begin(Procedure("main", Cup(), End(), start=looped(1), vars=Vars, sees=OPEN)).ask
    assert [open_ask.hidden, secret.hidden] == [False, True]
    assert not begin(Procedure("main", Take(), End(), start=looped(1), vars=Vars, sees=OPEN)).ask.hidden


# -- building ---------------------------------------------------------------------------------------


def test_a_procedure_names_each_step_once() -> None:
    with pytest.raises(ValueError, match="procedure main names a step twice"):
        Procedure("main", Note(1), Note(1))


def test_two_procedures_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two procedures are called inner"):
        Procedure("main", Procedure("a", Procedure("inner", Note(1))), Procedure("inner", Note(2))).tree()


def test_a_procedure_may_stand_in_two_places() -> None:
    inner = Procedure("inner", Note(1))
    tree = Procedure("main", Procedure("a", inner), Procedure("b", inner)).tree()
    assert sorted(tree) == ["a", "b", "inner", "main"]


def test_a_step_is_titled_by_its_docstring_and_carries_its_rules() -> None:
    assert Take().title == "Takes one away until none is left."
    assert Take().rules == ("rgw.none.1",)


def test_a_step_that_lacks_what_its_kind_must_have_says_what() -> None:
    class Half(Roll[Notes, Vars]):
        title = "Half a roll"

        def outcomes(self, pos: Notes, v: Vars) -> list[Outcome]:
            return [(1, 1)]

    with pytest.raises(TypeError, match=r"the step Half lacks take$"):
        Half()  # type: ignore[abstract]  # that is what is tested

"""Ways to answer a Decision."""

from core.notes import End, Take, Vars, Write, begin, looped
from grognard.core.flow.offers import Offer, Options
from grognard.core.flow.policies import by_rank, by_verbs, first_of, first_option, last_option
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import SEAL
from grognard.core.position import NOTHING, OPEN

OPTIONS = Options([Offer("go", (3, 5, 4)), Offer("halt"), Offer("join", range(7, 9))])


def test_the_first_verb_that_is_offered_answers() -> None:
    policy = by_verbs("stop", "Stop.", "done", "halt", "go")
    assert policy.answer(None, None, OPTIONS) == ("halt", NOTHING)
    assert first_of(OPTIONS, "join") == ("join", 7)
    assert first_of(OPTIONS, "sleep") == ("go", 3), "where none is offered, the first of all"


def test_the_first_the_last_and_the_best() -> None:
    assert first_option("first", "First.").answer(None, None, OPTIONS) == ("go", 3)
    assert last_option("last", "Last.").answer(None, None, OPTIONS) == ("join", 8)
    far = by_rank("far", "Far.", lambda pos, v, choice: (choice[0] != "go", -choice[1]))
    assert far.answer(None, None, OPTIONS) == ("go", 5)


def test_without_a_policy_the_first_option_is_usual_and_a_secret_order_is_closed() -> None:
    asking = Procedure("ask", Take(), start=looped(3), vars=Vars, sees=OPEN)
    game = begin(Procedure("main", Write(), asking, End()))
    assert game.ask.usual(game.pos, 1) == SEAL
    game.play(("line", 1), 0)
    game.play(SEAL, 0)
    game.play(SEAL, 1)
    assert game.ask.usual(game.pos) == ("take", 1)

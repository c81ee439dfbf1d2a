"""Orders: previewed on what a side knows, carried out as far as they go, taken back as one."""

from random import Random

import pytest

from grognard.cli.typed_answers import understand_order
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.offers import Offer, Options
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.flow.steps import SEAL
from grognard.core.position import NOTHING, Choice, Frame
from grognard.games.panzerblitz.combat.fire import Attack
from grognard.play.errors import InputError
from grognard.play.match import Match
from grognard.play.orders import (
    EVERYTHING,
    LONGEST_ORDER,
    STOP,
    automatic,
    forced,
    give_order,
    peek,
    resume,
    settle,
)
from grognard.play.registry import find_system
from play.tiny import Act, Tiny

RED, BLUE = 0, 1
PASS = ("pass", NOTHING)


@pytest.fixture
def match(tiny: Tiny) -> Match:
    match = Match.new(tiny, "teaching")
    match.answer(RED, SEAL)
    match.answer(BLUE, SEAL)
    return match


def words(match: Match, text: str) -> list[Choice]:
    return understand_order(match, match.ask.side, text)


def test_a_peek_shows_the_ask_after_a_row_of_answers_and_changes_nothing(match: Match) -> None:
    before = match.pos.hash()
    seen = peek(match, RED, words(match, "move 0102 move 0202"))
    assert seen.refusal is None
    assert not seen.waits
    assert ("move", match.pos.board.grid.index("0303")) in seen.game.ask.options(RED)
    assert (match.pos.hash(), len(match.answers)) == (before, 2)


def test_a_row_that_the_peek_refuses_is_refused_whole(match: Match) -> None:
    with pytest.raises(IllegalChoice) as problem:
        give_order(match, RED, words(match, "move 0102 move 0403"))
    assert problem.value.refusal.rule == "tiny.move.2"
    assert len(match.answers) == 2


def test_an_order_is_taken_back_as_one(match: Match) -> None:
    before = match.pos.hash()
    give_order(match, RED, words(match, "move 0102 move 0202 move 0303"))
    assert len({answer.order for answer in match.answers[2:]}) == 1
    match.say(RED, "move 0302")
    match.undo(RED)
    assert match.pos.at[RED] == match.pos.board.grid.index("0303")
    match.undo(RED)
    assert match.pos.hash() == before
    assert len(match.answers) == 2


def side_by_side(match: Match) -> None:
    give_order(match, RED, words(match, "move 0102 move 0202 move 0303 pass"))


def test_an_order_waits_for_a_roll_and_goes_on_if_nothing_befell_it(match: Match) -> None:
    side_by_side(match)
    carried = give_order(match, BLUE, words(match, "attack red-1"))
    assert not carried.waits  # the die is chance's, the order has ended
    match.say(CHANCE, "roll 1")
    assert match.ask.side == RED


def test_the_rest_of_an_order_waits_at_another_sides_question(match: Match) -> None:
    row = words(match, "move 0102 pass move 0202")
    carried = give_order(match, RED, row)
    assert carried.waits
    assert match.ask.side == BLUE
    assert resume(match, RED) is None
    match.say(BLUE, "pass")
    went_on = resume(match, RED)
    assert went_on is not None
    assert went_on.why is None
    assert match.pos.at[RED] == match.pos.board.grid.index("0202")


def test_what_is_no_longer_offered_ends_the_rest_and_says_so(match: Match) -> None:
    give_order(match, RED, words(match, "move 0102 pass move 0303"))
    match.say(BLUE, "pass")
    went_on = resume(match, RED)
    assert went_on is not None
    assert went_on.why is not None
    assert went_on.why.rule == "core.order.options"
    assert resume(match, RED) is None


def test_taking_back_drops_what_waited(match: Match) -> None:
    give_order(match, RED, words(match, "move 0102 pass move 0202"))
    assert match.intentions
    match.take_back(RED)
    assert not match.intentions


@pytest.mark.parametrize("count", [0, LONGEST_ORDER + 1])
def test_rows_are_bounded(match: Match, count: int) -> None:
    with pytest.raises(InputError, match="an order has 1 to"):
        peek(match, RED, [("pass", NOTHING)] * count)


def test_an_order_names_the_ask_it_answers(match: Match) -> None:
    with pytest.raises(IllegalChoice) as problem:
        give_order(match, RED, words(match, "pass"), number=77)
    assert problem.value.refusal.rule == "core.ask.number"
    with pytest.raises(IllegalChoice):
        give_order(match, BLUE, words(match, "pass"))


def test_four_hundred_open_answers_are_taken_back_one_by_one(match: Match) -> None:
    names = [match.pos.hash()]
    for step in range(400):
        match.say(RED, "move 0102" if step % 2 == 0 else "move 0101")
        names.append(match.pos.hash())
    for name in names[-2::-1]:
        match.undo(RED)
        assert match.pos.hash() == name
    assert len(match.answers) == 2


def mars() -> Match:
    match = Match.new(find_system("red-god-of-war"), "teaching")
    lines = (
        "chance: roll 3, soviet: light 41a-hq, soviet: done, german: done, soviet: done, soviet: chit 41a-hq"
    )
    for line in [*lines.split(", "), "soviet: seal", "german: seal", "chance: draw 41a-hq", "soviet: all"]:
        who, _, what = line.partition(": ")
        match.say(CHANCE if who == "chance" else match.system.sides.index(who), what)
    return match


def test_a_line_of_words_is_an_order() -> None:
    match = mars()
    read = words(match, "target 0303 commit 150-rd commit 65-tb agreed")
    assert [verb for verb, _ in read] == ["target", "commit", "commit", "agreed"]
    with pytest.raises(InputError, match="no unit 'nobody'"):
        words(match, "move nobody to 0303")


def test_a_new_pick_closes_what_is_in_hand() -> None:
    system = find_system("red-god-of-war")
    match = Match.new(system, "storm-on-the-vazuza")
    from random import Random

    dice = Random(3)
    while match.ask.step != "TacticalMovement":
        options = match.ask.options(match.ask.side)
        match.answer(match.ask.side, options[dice.randrange(len(options))])
    side = match.ask.side
    first, second = match.ask.options(side).of("move")[:2]
    goal = peek(match, side, [("move", first)]).game.ask.options(side).of("to")[0]
    give_order(match, side, [("move", first), ("to", goal)])
    if match.ask.options(side).of("halt"):
        seen = peek(match, side, [("move", second)])
        assert seen.refusal is None
        assert seen.given == (("halt", NOTHING), ("move", second))


@pytest.fixture
def only_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """A duel in which nobody can do anything but pass."""
    monkeypatch.setattr(Act, "options", lambda self, pos, v: [Offer("pass")])


def test_nothing_is_answered_by_itself_where_there_is_a_choice(match: Match) -> None:
    assert automatic(match, RED, {}) is None
    assert settle(match, {}) == []


def test_the_only_answer_is_given_by_itself_unless_a_seat_wants_to_be_asked(
    match: Match, only_pass: None
) -> None:
    match.game = match.game.copy()
    assert automatic(match, RED, {RED: {EVERYTHING: STOP}}) is None
    assert automatic(match, RED, {RED: {"Act": STOP}}) is None
    assert automatic(match, RED, {}) == PASS
    settled = settle(match, {})
    assert [(one.side, one.choice) for one in settled] == [(RED, PASS), (BLUE, PASS)] * 3
    assert match.over


def test_the_end_of_a_phase_is_left_to_a_side_that_could_still_take_something_back(
    match: Match, request: pytest.FixtureRequest
) -> None:
    match.say(RED, "move 0102")
    request.getfixturevalue("only_pass")
    match.game = match.game.copy()
    assert match.ask.options(RED) == [PASS]
    assert automatic(match, RED, {}) is None
    match.answer(RED, PASS)
    assert automatic(match, BLUE, {}) == PASS


def test_a_step_that_always_asks_is_answered_for_a_person_against_computers(
    match: Match, only_pass: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Act, "always_asks", lambda self, pos, v: "it would tell")
    match.game = match.game.copy()
    assert settle(match, {}, people=[RED, BLUE]) == [], "the other would learn of it"
    assert settle(match, {RED: {EVERYTHING: STOP}}, people=[RED]) == [], "the seat wants to be asked"
    assert [one.choice for one in settle(match, {BLUE: {EVERYTHING: STOP}}, people=[RED])] == [PASS]
    assert match.ask.sides == (BLUE,), "a computer is asked everything"


def test_a_step_that_always_asks_is_answered_only_by_a_standing_order(
    match: Match, only_pass: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Act, "always_asks", lambda self, pos, v: "it would tell")
    match.game = match.game.copy()
    assert automatic(match, RED, {}) is None
    assert automatic(match, RED, {RED: {"Act": "pass"}}) == PASS


def test_putting_back_is_never_done_for_a_side_and_the_only_way_beside_it_is() -> None:
    system = find_system("panzerblitz")
    match = Match.new(system, "teaching", {"free-setup": False})
    frame = Frame("attack", "Aim", Attack(0))
    offers = {
        "the only way": ([Offer("whole"), Offer("cancel")], ("whole", NOTHING)),
        "nothing else": ([Offer("cancel")], None),
        "two ways": ([Offer("whole"), Offer("aim", (3,)), Offer("cancel")], None),
        "a step": ([Offer("go", (3,)), Offer("back")], None),
        "the only unit": ([Offer("add", (3,)), Offer("cancel")], ("add", 3)),
        "two units": ([Offer("add", (3, 4)), Offer("cancel")], None),
        "one more": ([Offer("add", (3,)), Offer("resolve"), Offer("cancel")], None),
    }
    for what, (offered, only) in offers.items():
        game = match.game.copy()
        game.pos.stack.append(frame)
        ask = game.ask
        ask.choices = [Options(offered)]
        assert forced(system, game, ask.side) == only, what


# -- standing orders ----------------------------------------------------------------------------------


def test_a_standing_order_answers_at_once_and_its_answers_go_back_with_the_order_before(match: Match) -> None:
    standing = {BLUE: {"Act": "pass"}}
    give_order(match, RED, words(match, "move 0102 pass"))
    before = len(match.answers)
    assert [(one.side, one.choice) for one in settle(match, standing)] == [(BLUE, PASS)]
    assert match.ask.side == RED
    assert {answer.order for answer in match.answers[before - 2 :]} == {match.orders}
    match.undo(RED)
    assert len(match.answers) == 2


def test_an_order_that_went_on_after_a_pause_shares_no_number_with_what_came_between(match: Match) -> None:
    give_order(match, RED, words(match, "move 0102 pass move 0202"))
    match.say(BLUE, "pass")
    resume(match, RED)
    match.say(RED, "move 0303")
    numbers = [answer.order for answer in match.answers[2:]]
    assert numbers == [numbers[0], numbers[0], numbers[2], numbers[0], numbers[4]]
    assert len(set(numbers)) == 3


def test_a_phase_with_nothing_to_do_passes_by_itself_while_all_can_be_taken_back() -> None:
    """After Movement in OCS nothing can be fired at: the barrages pass, and Undo still reaches the march."""
    match = Match.new(find_system("ocs"), "teaching")
    dice = Random(1)
    while match.ask.is_chance or match.ask.step != "Move":
        if match.ask.is_chance:
            match.roll(dice)
        else:
            match.answer(match.ask.sides[0], list(match.ask.options(match.ask.sides[0]))[-1])
        settle(match, {}, [RED])
    for words in ("move a22", "to 12.12", "halt"):
        match.say(RED, words)
    match.say(RED, "done")
    assert [one.choice for one in settle(match, {}, [RED])] == [("done", NOTHING)]
    assert match.can_undo(RED) is None
    match.undo(RED)
    assert match.ask.step == "Move" and match.can_undo(RED) is None

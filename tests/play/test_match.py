"""A match: answering, the log, and taking back."""

import random

import pytest

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.flow.steps import SEAL
from grognard.core.position import NOTHING
from grognard.play.errors import InputError
from grognard.play.match import Match
from grognard.play.record import record_text
from play.tiny import Tiny, TinyKnowledge

RED, BLUE = 0, 1


@pytest.fixture
def match(tiny: Tiny) -> Match:
    """After both sides sealed an empty plan: red acts."""
    match = Match.new(tiny, "teaching")
    match.answer(RED, SEAL)
    match.answer(BLUE, SEAL)
    return match


def side_by_side(match: Match) -> None:
    for text in ("move 0102", "move 0202", "move 0303", "pass"):
        match.say(RED, text)
    assert match.ask.side == BLUE


def test_an_unknown_scenario_names_the_known_ones(tiny: Tiny) -> None:
    with pytest.raises(InputError, match="known: teaching, long"):
        Match.new(tiny, "nowhere")


def test_an_unknown_option_names_the_known_ones(tiny: Tiny) -> None:
    with pytest.raises(InputError, match=r"no option 'fast' \(known: easy\)"):
        Match.new(tiny, "teaching", {"fast": True})


def test_options_reach_the_game_and_the_header(tiny: Tiny) -> None:
    match = Match.new(tiny, "teaching", {"easy": True})
    assert match.pos.needed == 3
    assert match.header.options == {"easy": True}
    assert Match.new(tiny, "teaching").header.options == {"easy": False}


def test_an_answer_changes_the_position_and_is_recorded(match: Match) -> None:
    match.say(RED, "move 0102")
    assert (match.answers[-1].by, match.answers[-1].do) == ("red", "move 0102")
    assert match.answers[-1].hash == match.pos.hash()
    assert match.log[-1].event.kind == "moved"


def test_an_illegal_answer_changes_nothing(match: Match) -> None:
    before, answers = match.pos.hash(), list(match.answers)
    with pytest.raises(IllegalChoice) as problem:
        match.say(RED, "move 0403")
    assert problem.value.refusal.rule == "tiny.move.2"
    with pytest.raises(IllegalChoice):
        match.say(BLUE, "pass")
    with pytest.raises(IllegalChoice):
        match.answer(RED, ("pass", NOTHING), number=99)
    with pytest.raises(InputError, match="no hex '9999'"):
        match.say(RED, "move 9999")
    assert (match.pos.hash(), match.answers) == (before, answers)


def test_a_crash_of_the_rules_leaves_the_position_whole(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    from play.tiny import PassOn

    def broken(self: object, game: object, v: object) -> None:
        raise ZeroDivisionError

    before = match.pos.hash()
    monkeypatch.setattr(PassOn, "run", broken)
    with pytest.raises(ZeroDivisionError):
        match.say(RED, "pass")
    assert match.pos.hash() == before
    monkeypatch.undo()
    match.say(RED, "pass")
    assert match.ask.side == BLUE


def test_undo_restores_the_position_before_the_answer(match: Match) -> None:
    before = [match.pos.hash()]
    for text in ("move 0102", "move 0202", "move 0302"):
        match.say(RED, text)
        before.append(match.pos.hash())
    for expected in before[-2::-1]:
        match.undo(RED)
        assert match.pos.hash() == expected
    assert len(match.answers) == 2
    assert not any(line.event.kind == "moved" for line in match.log)


def refused_undo(match: Match, side: int) -> str:
    before = record_text(match)
    with pytest.raises(IllegalChoice) as problem:
        match.undo(side)
    assert record_text(match) == before
    return problem.value.refusal.rule


def test_undo_does_not_cross_a_change_of_side(match: Match) -> None:
    match.say(RED, "move 0102")
    match.say(RED, "pass")
    assert refused_undo(match, RED) == "core.undo.side"
    assert refused_undo(match, BLUE) == "core.undo.reveal"  # of its own: what both had sealed was shown
    match.say(BLUE, "move 0402")
    assert refused_undo(match, RED) == "core.undo.side"
    match.undo(BLUE)


def test_undo_does_not_cross_a_roll(match: Match) -> None:
    side_by_side(match)
    match.say(BLUE, "attack red-1")
    assert match.ask.is_chance
    match.undo(BLUE)
    match.say(BLUE, "attack red-1")
    match.say(CHANCE, "roll 1")
    assert refused_undo(match, BLUE) == "core.undo.roll"
    assert refused_undo(match, CHANCE) == "core.undo.roll"


def test_undo_does_not_cross_a_look_at_something_hidden(match: Match) -> None:
    match.say(RED, "move 0102")
    match.say(RED, "peek")
    assert refused_undo(match, RED) == "core.undo.reveal"
    match.say(RED, "move 0202")
    match.undo(RED)
    assert refused_undo(match, RED) == "core.undo.reveal"


def test_a_game_can_say_itself_what_is_a_reveal(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TinyKnowledge, "is_reveal", lambda self, event: event.kind == "moved")
    match.say(RED, "peek")
    match.undo(RED)
    match.say(RED, "move 0102")
    assert refused_undo(match, RED) == "core.undo.reveal"


def test_secret_drafts_are_taken_back_one_by_one_and_apart(tiny: Tiny) -> None:
    match = Match.new(tiny, "teaching")
    match.say(RED, "plan 1")
    match.say(BLUE, "plan 2")
    match.say(RED, "seal")
    match.undo(RED)
    assert match.pos.drafts == [(("plan", 1),), (("plan", 2),)]
    match.undo(RED)
    assert match.pos.drafts == [(), (("plan", 2),)]
    assert refused_undo(match, RED) == "core.undo.nothing"
    match.say(RED, "seal")
    match.say(BLUE, "seal")
    assert refused_undo(match, BLUE) == "core.undo.reveal"
    assert refused_undo(match, RED) == "core.undo.reveal"


def test_the_log_shows_each_side_only_its_own_secrets(tiny: Tiny) -> None:
    match = Match.new(tiny, "teaching")
    for side, text in ((RED, "plan 1"), (RED, "seal"), (BLUE, "plan 2"), (BLUE, "seal")):
        match.say(side, text)
    planned = [
        [line.event.facts for line in match.log_for(side) if line.event.kind == "planned"]
        for side in (-1, 0, 1)
    ]
    assert planned == [[], [(0, 1)], [(1, 2)]]


def test_a_branch_shares_the_first_answers_and_then_goes_its_own_way(match: Match) -> None:
    match.say(RED, "move 0102")
    match.say(RED, "move 0202")
    other = match.branch(3)
    assert [answer.do for answer in other.answers] == ["seal", "seal", "move 0102"]
    assert other.header.branched is not None
    assert (other.header.branched.at, other.header.branched.hash) == (3, match.answers[2].hash)
    other.say(RED, "move 0101")
    assert match.answers[-1].do == "move 0202"
    with pytest.raises(InputError):
        match.branch(99)


def test_after_the_end_nothing_is_accepted(match: Match) -> None:
    while not match.over:
        match.say(match.ask.side, "pass")
    assert match.pos.result == "draw on time"
    assert match.winner == ""
    with pytest.raises(IllegalChoice):
        match.say(RED, "pass")
    assert refused_undo(match, BLUE) == "core.undo.over"


def test_chance_answers_by_weight(match: Match) -> None:
    side_by_side(match)
    match.say(BLUE, "attack red-1")
    match.roll(random.Random(1))
    assert match.answers[-1].by == "chance"
    assert match.answers[-1].do in {f"roll {pips}" for pips in range(1, 7)}

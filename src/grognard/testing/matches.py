"""A game at the table: records hold; taking back crosses no roll, no reveal and no change of side."""

from random import Random

import pytest

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.rulings import IllegalChoice
from grognard.play.match import Match
from grognard.play.record import load_record, record_text, verify_record
from grognard.testing.playing import Setting, playthrough, random_answer, shape
from grognard.testing.suite import Suite

ANSWERS = 250


def state_of(match: Match) -> tuple[object, ...]:
    """All that taking back must restore."""
    return (match.pos.hash(), shape(match.ask), list(match.answers), list(match.log))


def assert_stays(match: Match) -> None:
    """No side can take anything back here unless it has a secret draft of its own, and nothing changes."""
    before = state_of(match)
    for side in (CHANCE, *range(len(match.system.sides))):
        refusal = match.can_undo(side)
        if refusal is None:
            assert len(match.ask.sides) > 1 or match.ask.sides == (side,)
            continue
        assert refusal.rule.startswith("core.undo.")
        with pytest.raises(IllegalChoice):
            match.undo(side)
    assert state_of(match) == before


class Matches(Suite):
    """Records give the same game again, and taking back restores what was or is refused."""

    def test_taking_back_restores_what_was_or_is_refused(self, setting: Setting) -> None:
        match, generator = setting.match(), Random(5)
        for _ in range(ANSWERS):
            if match.over:
                break
            before = state_of(match)
            side, choice = random_answer(match.ask, generator)
            events = match.answer(side, choice)
            if side != CHANCE and match.can_undo(side) is None:
                # An event may be its author's own business and no reveal: who of a hidden stack moved.
                is_reveal = setting.system.knowledge.is_reveal
                assert not any(is_reveal(event) for event in events), "a reveal was taken back"
                match.undo(side)
                assert state_of(match) == before
                match.answer(side, choice)
            else:
                assert_stays(match)

    def test_nothing_is_taken_back_across_a_roll(self, setting: Setting) -> None:
        match, generator = setting.match(), Random(6)
        for _ in range(ANSWERS):
            if match.over:
                break
            side, choice = random_answer(match.ask, generator)
            match.answer(side, choice)
            if side == CHANCE:
                assert all(match.can_undo(one) is not None for one in range(len(setting.system.sides)))

    def test_a_record_gives_the_same_positions_again(self, setting: Setting) -> None:
        match = setting.match()
        for answer in playthrough(setting).answers[:ANSWERS]:
            match.answer(answer.side, answer.choice)
        text = record_text(match)
        assert verify_record(text, system=setting.system).fault is None
        again = load_record(text, system=setting.system)
        assert state_of(again) == state_of(match)
        assert record_text(again) == text
        half = len(match.answers) // 2
        branch = match.branch(half)
        assert branch.answers == match.answers[:half]

    def test_a_log_read_by_a_side_holds_only_what_is_open_to_it(self, setting: Setting) -> None:
        match = setting.match()
        for answer in playthrough(setting).answers[:ANSWERS]:
            match.answer(answer.side, answer.choice)
        for side in range(-1, len(setting.system.sides)):
            assert all(line.event.open_to(side) for line in match.log_for(side))

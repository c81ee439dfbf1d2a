"""Every game at the table: records hold; taking back crosses no roll, no reveal and no change of side."""

from random import Random

import pytest

from conformance.playing import Table, all_tables, playthrough, random_answer, shape
from grognard.core.chance import CHANCE
from grognard.core.events import EVERYBODY
from grognard.core.rulings import IllegalChoice
from grognard.play.game import Match
from grognard.play.record import load_record, record_text, verify_record

at_every_table = pytest.mark.parametrize("table", all_tables(), ids=str)

ANSWERS = 250


def new_match(table: Table) -> Match:
    return Match.new(table.system, table.scenario)


def state_of(match: Match) -> tuple[object, ...]:
    """All that taking back must restore."""
    return (match.pos.hash(), shape(match.ask), list(match.answers), list(match.log))


@at_every_table
def test_taking_back_restores_what_was_or_is_refused(table: Table) -> None:
    match, generator = new_match(table), Random(5)
    for _ in range(ANSWERS):
        if match.over:
            break
        before = state_of(match)
        side, choice = random_answer(match.ask, generator)
        events = match.answer(side, choice)
        if side != CHANCE and match.can_undo(side) is None:
            assert all(event.sees == EVERYBODY for event in events), "a reveal was taken back"
            match.undo(side)
            assert state_of(match) == before
            match.answer(side, choice)
        else:
            assert_stays(match)


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


@at_every_table
def test_nothing_is_taken_back_across_a_roll(table: Table) -> None:
    match, generator = new_match(table), Random(6)
    for _ in range(ANSWERS):
        if match.over:
            break
        side, choice = random_answer(match.ask, generator)
        match.answer(side, choice)
        if side == CHANCE:
            assert all(match.can_undo(one) is not None for one in range(len(table.system.sides)))


@at_every_table
def test_a_record_gives_the_same_positions_again(table: Table) -> None:
    match = new_match(table)
    for answer in playthrough(table).answers[:ANSWERS]:
        match.answer(answer.side, answer.choice)
    text = record_text(match)
    assert verify_record(text, system=table.system).fault is None
    again = load_record(text, system=table.system)
    assert state_of(again) == state_of(match)
    assert record_text(again) == text
    half = len(match.answers) // 2
    branch = match.branch(half)
    assert branch.answers == match.answers[:half]


@at_every_table
def test_a_log_read_by_a_side_holds_only_what_is_open_to_it(table: Table) -> None:
    match = new_match(table)
    for answer in playthrough(table).answers[:ANSWERS]:
        match.answer(answer.side, answer.choice)
    for side in range(-1, len(table.system.sides)):
        assert all(line.event.open_to(side) for line in match.log_for(side))

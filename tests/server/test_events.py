"""Stored events: which answers stand after take-backs, and what version 0.1.0 kept."""

from grognard.server.store.database import EventRow
from grognard.server.store.table_events import (
    Answered,
    AnsweredOne,
    AnswerInForce,
    Kept,
    Spoken,
    Undone,
    encode_event,
    read_events,
)
from grognard.server.store.table_events import answers_in_force as standing_of


def standing(*events: tuple[int, Kept]) -> list[AnswerInForce]:
    rows = [EventRow("t", seq, side, encode_event(kept)) for seq, (side, kept) in enumerate(events)]
    return standing_of(rows, read_events(rows))


def words(found: list[AnswerInForce]) -> list[str]:
    return [f"{one.do}{'' if one.hash else '?'}" for one in found]


def test_a_take_back_cancels_the_answers_it_names() -> None:
    found = standing(
        (0, Answered("a", "1", order=1)),
        (0, Answered("b", "2", order=2)),
        (0, Answered("c", "3", order=2)),
        (0, Undone(0, "u", [2, 3])),
        (0, Answered("d", "4", order=2)),
    )
    assert words(found) == ["a", "d"]
    assert [one.order for one in found] == [1, 2]


def test_what_others_wrote_in_secret_meanwhile_stays_and_its_position_has_another_name() -> None:
    found = standing((0, Answered("a", "1")), (1, Answered("b", "2")), (0, Undone(0, "u", [1])))
    assert words(found) == ["b?"]
    found = standing((0, Answered("a", "1")), (1, Answered("b", "2")), (0, Undone(0, "u")))
    assert words(found) == ["b?"]


def test_answers_and_take_backs_of_version_0_1_0_are_read() -> None:
    then = b'["a","move 0102","77aa",0,"m1"]', b'["u",0,"m2"]', b'["c",0,"m3","red","hello",5]'
    rows = [EventRow("t", seq, 0, body) for seq, body in enumerate((then[0], then[0], then[1], then[2]))]
    events = read_events(rows)
    assert isinstance(events[0], AnsweredOne)
    assert isinstance(events[3], Spoken)
    assert standing_of(rows, events) == [AnswerInForce(0, 0, "move 0102", "", -1)]

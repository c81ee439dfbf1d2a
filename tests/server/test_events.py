"""Stored events: which answers stand after take-backs."""

from grognard.server.store.database import EventRow
from grognard.server.store.table_events import (
    Answered,
    AnswerInForce,
    Kept,
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

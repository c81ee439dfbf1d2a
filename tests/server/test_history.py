"""Stored events: what was taken back is not played again, and a repeated message gets its old reply."""

import random
from pathlib import Path
from typing import Any

import pytest

from grognard.core.position import Position
from grognard.play.match import Match
from grognard.play.registry import find_system
from grognard.server.store.database import EventRow
from grognard.server.store.table_events import Answered, CannotGoOn, Undone, encode_event
from grognard.server.table.replaying import CHECKED, play_again
from grognard.server.table.table_match import TableMatch
from server.conftest import Eyes, House, settings_at
from server.test_damage import until_secret


def pairs(count: int, deep: int) -> tuple[Match, list[EventRow]]:
    """A match, and its events with so many answers that were taken back on top of others still open."""
    match = Match.new(find_system("red-god-of-war"), "mars")
    rows: list[EventRow] = []

    def answered(side: int) -> None:
        last = match.answers[-1]
        rows.append(
            EventRow("t", len(rows), side, encode_event(Answered(last.do, last.hash, 0, f"a{len(rows)}")))
        )

    generator = random.Random(1)
    while len(match._open) < deep:
        side = match.ask.side
        if match.ask.is_chance:
            match.roll(generator)
        else:
            match.answer(side, match.ask.options(side)[generator.randrange(2) - 1])
        answered(side)
    side = match.ask.side
    first = match.ask.options(side)[0]
    match.answer(side, first)
    answered(side)
    undone = EventRow("t", len(rows), side, encode_event(Undone(0, "u")))
    match.undo(side)
    once = rows[-1]
    rows.append(undone)
    for _ in range(count - 1):
        rows += [once._replace(seq=len(rows)), undone._replace(seq=len(rows) + 1)]
    return match, rows


def test_answers_taken_back_are_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match, rows = pairs(5_000, 12)
    played = 0
    real = TableMatch.answer

    def counted(self: TableMatch, *args: Any) -> Any:
        nonlocal played
        played += 1
        return real(self, *args)

    monkeypatch.setattr(TableMatch, "answer", counted)
    told = play_again(match.header, rows)
    assert told.match.answers == match.answers
    assert told.match.pos.hash() == match.pos.hash()
    assert told.match.can_undo(match.ask.side) == match.can_undo(match.ask.side)
    assert played == len(match.answers)


def stored(count: int) -> tuple[Match, list[EventRow]]:
    """A match of so many answers, and its events."""
    match = Match.new(find_system("red-god-of-war"), "mars")
    generator = random.Random(2)
    rows: list[EventRow] = []
    while len(rows) < count:
        side, options = match.ask.side, match.ask.options(match.ask.side)
        match.answer(side, options[generator.randrange(len(options))])
        last = match.answers[-1]
        rows.append(
            EventRow("t", len(rows), side, encode_event(Answered(last.do, last.hash, order=last.order)))
        )
    return match, rows


def test_names_of_positions_are_worked_out_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    match, rows = stored(3 * CHECKED + 5)
    named = 0
    real = Position.hash

    def counted(self: Position) -> str:
        nonlocal named
        named += 1
        return real(self)

    monkeypatch.setattr(Position, "hash", counted)
    assert play_again(match.header, rows).match.answers == match.answers
    # Three on the way and the last one; beside those, that of the start.
    assert named <= 6


@pytest.mark.parametrize("wrong", [CHECKED - 1, 2 * CHECKED - 1, 2 * CHECKED + 4])
def test_a_game_that_comes_out_otherwise_is_told_by_its_first_event(wrong: int) -> None:
    match, rows = stored(2 * CHECKED + 5)
    for place in (wrong, len(rows) - 1):
        answer = match.answers[place]
        rows[place] = rows[place]._replace(
            body=encode_event(Answered(answer.do, "0" * 16, order=answer.order))
        )
    with pytest.raises(CannotGoOn, match=f"the position after event {wrong} is another"):
        play_again(match.header, rows)


def test_of_two_events_that_are_otherwise_the_first_is_told_though_it_is_not_checked_at_once() -> None:
    match, rows = stored(CHECKED)
    for place in (3, len(rows) - 1):
        answer = match.answers[place]
        rows[place] = rows[place]._replace(
            body=encode_event(Answered(answer.do, "0" * 16, order=answer.order))
        )
    with pytest.raises(CannotGoOn, match="the position after event 3 is another"):
        play_again(match.header, rows)


def test_a_repeated_message_gets_the_same_reply_after_a_restart(tmp_path: Path) -> None:
    """An answer with the rolls that follow it, a secret one, one taken back, the taking back, a word."""
    path = tmp_path / "again.db"
    house = House(settings_at(path))
    made = house.table("me", "friend")
    seen: list[tuple[int, dict[str, Any], dict[str, Any]]] = []

    def ask(place: int, eyes: Eyes, type: str, **fields: Any) -> dict[str, Any]:
        message = {"type": type, "id": f"n{len(seen)}", **fields}
        reply = eyes.client.ask(**message)
        seen.append((place, message, reply))
        return reply

    try:
        eyes = [Eyes(*house.sit(made, place)) for place in (0, 1)]
        until_secret(eyes)
        for place, one in enumerate(eyes):
            assert one.ask is not None
            number = one.ask["number"]
            choice = next(option["do"] for option in one.ask["options"] if option["verb"] != "seal")
            assert ask(place, one, "answer", number=number, choice=choice)["type"] == "ok"
            assert ask(place, one, "undo")["type"] == "ok"
            assert ask(place, one, "answer", number=number, choice=choice)["type"] == "ok"
            assert ask(place, one, "chat", text="well")["type"] == "ok"
            # Both sealed: chance draws, and the reply counts what it answered.
            assert ask(place, one, "answer", number=number + 1, choice="seal")["type"] == "ok"
    finally:
        house.close()
    house = House(settings_at(path))
    try:
        clients = [house.sit(made, place)[0] for place in (0, 1)]
        for place, message, reply in seen:
            assert clients[place].ask(**message) == reply, message
        # An id is that of one message: another is not taken for it, nor carried out.
        for place, message, _ in seen:
            other = (
                {**message, "text": "another"}
                if message["type"] == "chat"
                else {**message, "side": 1 - place}
            )
            told = clients[place].ask(**other)
            assert (told["type"], told["code"]) == ("error", "bad-message"), message
    finally:
        house.close()


def test_an_order_gets_the_same_reply_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "orders.db"
    house = House(settings_at(path))
    made = house.table("me", "me")
    try:
        eyes = Eyes(*house.sit(made, 0))
        assert eyes.ask is not None
        words = [eyes.ask["options"][0]["do"]]
        message = {"type": "order", "id": "o1", "number": eyes.ask["number"], "choices": words}
        reply = eyes.client.ask(**message)
        assert reply["type"] == "order_done"
        assert eyes.client.ask(**message) == reply
    finally:
        house.close()
    house = House(settings_at(path))
    try:
        assert house.sit(made, 0)[0].ask(**message) == reply
    finally:
        house.close()

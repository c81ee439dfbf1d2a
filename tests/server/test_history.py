"""Stored events: what was taken back is not played again, and a repeated message gets its old reply."""

import random
from pathlib import Path
from typing import Any

import pytest

from grognard.play.match import Match
from grognard.play.registry import find_system
from grognard.server.database import EventRow
from grognard.server.events import Answered, Undone, encode
from grognard.server.history import TableMatch, play_again
from server.conftest import Eyes, House, settings_at
from server.test_damage import until_secret


def pairs(count: int, deep: int) -> tuple[Match, list[EventRow]]:
    """A match, and its events with so many answers that were taken back on top of others still open."""
    match = Match.new(find_system("red-god-of-war"), "mars")
    rows: list[EventRow] = []

    def answered(side: int) -> None:
        last = match.answers[-1]
        rows.append(EventRow("t", len(rows), side, encode(Answered(last.do, last.hash, 0, f"a{len(rows)}"))))

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
    undone = EventRow("t", len(rows), side, encode(Undone(0, "u")))
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

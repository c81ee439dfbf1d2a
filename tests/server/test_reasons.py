"""The computer's reasons stand on its own lines of the log, and only where nothing is hidden."""

from random import Random
from typing import Any

from grognard.ai.players import choose
from grognard.play.registry import find_system
from grognard.server.table.table_match import TableMatch
from server.conftest import Client, House

PB = "panzerblitz"
GERMAN = 1


def lesson() -> TableMatch:
    """The lesson of PanzerBlitz with the set-up begun: a platoon is in hand."""
    match = TableMatch.new(find_system(PB), "teaching")
    assert isinstance(match, TableMatch)
    match.say(GERMAN, "place g-smg-1")
    return match


def test_a_reason_stands_on_the_line_of_its_answer() -> None:
    match = lesson()
    told = len(match.log)
    match.say(GERMAN, "at 0103")
    match.say(GERMAN, "ready")
    match.note_reason(2, "shuts the road")
    assert [line.why for line in match.log] == [""] * told + ["shuts the road"] + [""] * (
        len(match.log) - told - 1
    )
    assert match.log[told].text == "SMG platoon 1 is set up in 0103."


def test_a_reason_for_an_answer_that_tells_nothing_goes_to_no_other_line() -> None:
    """Picking a unit up is told nowhere; what comes next is another answer's."""
    match = lesson()
    match.say(GERMAN, "at 0103")
    match.note_reason(1, "needed elsewhere")
    assert not any(line.why for line in match.log)


def test_the_reason_for_a_roll_stands_on_the_line_that_tells_what_came_of_it() -> None:
    """By fire: the answer that has the die rolled tells nothing itself."""
    match = lesson()
    match.say(GERMAN, "at 0303")
    players = [match.system.staff(), match.system.staff()]
    generator = Random(2)
    for _ in range(500):
        if match.ask.is_chance:
            match.roll(generator)
            continue
        side = match.ask.side
        choice = choose(players[side], match.system, match.pos, match.ask, side, generator)
        match.answer(side, choice)
        if choice[0] == "resolve" and match.log[-1].n < len(match.answers):
            break
    n = len(match.answers)
    match.roll(generator)
    match.note_reason(n, "promises much")
    assert [line.text.split()[0] for line in match.log if line.why] == ["Fire"]
    assert [line.n for line in match.log if line.why] == [n + 1]


def lines(client: Client, state: dict[str, Any], least: int) -> list[dict[str, Any]]:
    """The log of a state and of what follows, until it has so many lines."""
    found = list(state["log"])
    while len(found) < least:
        message = client.next()
        if message["type"] in ("state", "update"):
            found = found + message.get("log", []) if message["type"] == "update" else message["log"]
    return found


def test_a_player_reads_why_the_computer_set_a_unit_up_where_it_is(house: House) -> None:
    made = house.table("me", "staff", game=PB)
    client, state = house.sit(made, 0)
    told = lines(client, state, 3)
    placed = [line for line in told if line["kind"] == "set-up"]
    assert placed and all(line["why"].startswith("shuts the road at") for line in placed)
    assert all(line["why"].endswith(line["text"].split()[-1].rstrip(".")) for line in placed)
    assert not any(line.get("why") for line in told if line["kind"] == "turn" and line["n"] < placed[-1]["n"])


def test_with_hidden_movement_the_computer_keeps_its_reasons_to_itself(house: House) -> None:
    made = house.table("me", "staff", game=PB, options={"hidden-movement": True})
    client, state = house.sit(made, 0)
    told = lines(client, state, 1)
    assert not any(line.get("why") for line in told)
    assert not any(message["type"] == "thought" for message in client.heard)

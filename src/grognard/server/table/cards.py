"""Cards: a scenario on the shelf, and the games on a browser's list."""

from contextlib import suppress
from typing import Final, Literal

import msgspec

from grognard.core.content.read import Scenario
from grognard.core.flow.flow import AnyGame
from grognard.core.position import NOTHING
from grognard.play.errors import InputError
from grognard.play.header import Header
from grognard.play.registry import find_system
from grognard.play.setting import setting_title
from grognard.server.messages.shelf_bodies import ScenarioCard
from grognard.server.messages.table_bodies import OnwardOut, TableCard
from grognard.server.store.database import SeatRow, TableRow
from grognard.server.store.table_events import UNREADABLE, CannotGoOn, Damaged
from grognard.server.table.seating import HeldSeat

_KINDS: Final[dict[str, Literal["me", "friend", "watch"]]] = {
    "me": "me",
    "friend": "friend",
    "watch": "watch",
}


def table_card(row: TableRow, header: Header, game: AnyGame, seat: HeldSeat) -> TableCard:
    """A game as one of its seats may know it."""
    system, pos = find_system(header.game), game.pos
    side = seat.sides[0] if seat.sides else NOTHING
    return TableCard(
        table=row.id,
        game=system.id,
        title=system.title,
        scenario=header.scenario,
        scenario_title=setting_title(system, header.scenario, header.own),
        kind=seat.kind,
        sides=list(seat.sides),
        header=system.knowledge.project(pos, side).header,
        answers=pos.number_for(side),
        your_turn=not game.over and any(one in game.ask.sides for one in seat.sides),
        result=system.words.result(pos),
        created=row.created,
    )


class _Titles(msgspec.Struct):
    """As much of a header as a card needs."""

    game: str = ""
    scenario: str = ""


def closed_card(
    seat: SeatRow, row: TableRow, problem: CannotGoOn, onward: OnwardOut | None = None
) -> TableCard:
    """A game that cannot be gone on with, as far as its rows can be read."""
    named = _Titles()
    with suppress(*UNREADABLE):
        named = msgspec.json.decode(row.header, type=_Titles)
    title, scenario = named.game or "A damaged table", named.scenario
    with suppress(InputError):
        system = find_system(named.game)
        title, scenario = system.title, setting_title(system, named.scenario)
    return TableCard(
        table=row.id,
        game=named.game,
        title=title,
        scenario=named.scenario,
        scenario_title=scenario,
        kind=_KINDS.get(seat.kind, "watch"),
        sides=[],
        header="",
        answers=0,
        your_turn=False,
        result="",
        created=_whole(row.created),
        closed="damaged" if isinstance(problem, Damaged) else "foreign",
        why=problem.what,
        needs=problem.needs,
        onward=onward,
    )


def _whole(value: object) -> int:
    """A number as it was stored; a damaged row may hold anything."""
    return value if isinstance(value, int) else 0


def scenario_card(one: Scenario) -> ScenarioCard:
    """A scenario on the shelf."""
    turns = one.turns - one.first_turn + 1
    return ScenarioCard(one.id, one.title, one.summary, one.minutes, turns, one.notes)

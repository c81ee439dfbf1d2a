"""A table that is being made: its header and setup, its seats, and the answers that are given already."""

from typing import Final

import msgspec

from grognard.ai.players import make_player
from grognard.core.content.player_files import PlayerFiles
from grognard.play.cases import is_answer
from grognard.play.dice.lines import SCHEME, FairDice
from grognard.play.errors import InputError
from grognard.play.guide import play_opening
from grognard.play.header import FAIR_VERSION, Header, side_of
from grognard.play.match import Match
from grognard.play.registry import find_system
from grognard.play.setting import CASE, find_case, scenario_of
from grognard.server.messages.table_bodies import NewTable, SeatOut, SideSetup
from grognard.server.store.table_events import Answered, encode_event
from grognard.server.table.invitations import Invitation
from grognard.server.table.seating import HeldSeat, SideOf, TableSetup

FAIR: Final = ("fair", "strict")
"""Dice that nobody has to take on trust."""


def set_up(new: NewTable, own: PlayerFiles) -> tuple[Header, TableSetup, list[tuple[int, bytes]]]:
    """The header and setup of a new table, and the answers of an example given already. Raises InputError."""
    system = find_system(new.game)
    if len(new.sides) != len(system.sides):
        raise InputError(f"{len(new.sides)} players for the sides {', '.join(system.sides)}", "one for each")
    if new.dice in FAIR and (new.lesson or new.after):
        raise InputError("some of these answers are given already", "choose dice that the program rolls")
    for one in new.sides:
        if one.by == "computer":
            _check_level(one.level, new.game)
    sides = [SideOf("computer", one.level) if one.by == "computer" else SideOf("person") for one in new.sides]
    players = {
        name: who.level if who.by == "computer" else "human"
        for name, who in zip(system.sides, sides, strict=True)
    }
    scenario = scenario_of(system, "", own).id if own.scenario else new.scenario
    match = Match.new(system, scenario, new.options, own, players)
    if new.lesson:
        play_opening(match)
    elif new.after:
        _play_case(match, new.after)
    begun = [
        (side_of(system, one.by), encode_event(Answered(one.do, one.hash, order=one.order, faces=one.faces)))
        for one in match.answers
    ]
    return match.header, TableSetup(sides, new.dice, new.pace), begun


def _play_case(match: Match, count: int) -> None:
    """Gives the first answers of the example that the match begins with. Raises InputError."""
    system = match.system
    if not match.header.scenario.startswith(CASE):
        raise InputError("only an example of play has answers of its own", "leave `after` out")
    given = [line for line in find_case(system, match.header.scenario).play if is_answer(line)]
    if count > len(given):
        raise InputError(f"the example has {len(given)} answers", "begin after as many at most")
    for line in given[:count]:
        who, _, words = line.partition(":")
        match.say(side_of(system, who), words)


def _check_level(level: str, game: str) -> None:
    try:
        make_player(level, find_system(game))
    except (ImportError, NotImplementedError) as problem:
        raise InputError(f"'{level[:40]}' does not play this game yet", "choose another level") from problem


def with_fair_dice(header: Header, table: str, dice: str, seats: list[HeldSeat]) -> Header:
    """The header of a table with fair dice: it names whose values go into them."""
    persons = {str(one.place): [header.sides[side] for side in one.sides] for one in seats if one.sides}
    fair = FairDice(SCHEME, table, dice == "strict", persons)
    return msgspec.structs.replace(header, version=FAIR_VERSION, dice=fair)


def new_seats(sides: list[SideSetup]) -> list[HeldSeat]:
    """The seats of a new table: mine, one for each friend, and one to watch from."""
    mine = tuple(side for side, one in enumerate(sides) if one.by == "me")
    found = [HeldSeat(0, "me", mine)] if mine else []
    for side, one in enumerate(sides):
        if one.by == "friend":
            found.append(HeldSeat(len(found), "friend", (side,)))
    return [*found, HeldSeat(len(found), "watch", ())]


def seat_out(table: str, seat: HeldSeat, token: str) -> SeatOut:
    """A seat as its player is told of it, with the link that opens it."""
    return SeatOut(seat.kind, list(seat.sides), token, f"/#/t/{table}/{token}", seat.place)


def invitation_out(table: str, seat: HeldSeat, made: Invitation) -> SeatOut:
    """A friend's seat as whoever invites him is told of it."""
    link = f"/#/i/{table}/{made.token}"
    return SeatOut("friend", list(seat.sides), made.token, link, seat.place, True, made.code)

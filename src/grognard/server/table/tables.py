"""All tables of the server: made, opened from the disk, kept in memory while they are used."""

import asyncio
import logging
import random
from collections import OrderedDict
from contextlib import suppress
from time import time
from typing import Literal, NamedTuple, cast

import msgspec

from grognard.ai.players import make_player
from grognard.core.content import raise_faults
from grognard.core.flow import AnyGame
from grognard.core.own import NO_OWN, Own
from grognard.play.cases import is_answer
from grognard.play.errors import InputError, RecordError
from grognard.play.guide import play_opening
from grognard.play.header import VERSION, Header, side_of
from grognard.play.match import Match
from grognard.play.record import read_header
from grognard.play.registry import find_system, full_options
from grognard.play.setting import CASE, find_case, scenario_of
from grognard.server.cards import card, closed_card
from grognard.server.computers import Computer
from grognard.server.database import EventRow, SeatRow, TableRow
from grognard.server.drawings import Drawings
from grognard.server.events import UNREADABLE, Answered, CannotGoOn, Damaged, encode, record_of_rows
from grognard.server.history import play_again
from grognard.server.limits import Allowances, SharedMemory
from grognard.server.others import Others
from grognard.server.owners import owner_of
from grognard.server.pools import Pools, run_in
from grognard.server.ready import make_ready
from grognard.server.seating import Seat, Setup, SideOf
from grognard.server.secret import hashed, is_key, new_table_id, new_token
from grognard.server.settings import Settings
from grognard.server.shelf import scenario_card
from grognard.server.storage import Storage
from grognard.server.table import GameTable
from grognard.server.table_bodies import (
    FaultOut,
    NewTable,
    OwnChecked,
    OwnFiles,
    SeatOut,
    SideSetup,
    TableCard,
    TableMade,
)
from grognard.server.uploads import Uploads

log = logging.getLogger("grognard.server")

_setups = msgspec.json.Decoder(Setup)

_MOST_LISTED = 40


class NoSuchTable(Exception):
    """There is no table of that id, or no such seat at it; which of the two is not told."""


class Elsewhere(Exception):
    """A table that another worker serves: what is asked here must be asked there."""


class NotYours(Exception):
    """Something that only another seat of the table may do."""


class Open(NamedTuple):
    """A table in memory with its computer."""

    table: GameTable
    computer: Computer


class Tables:
    """The tables, their storage, and the threads that think."""

    def __init__(self, settings: Settings, shared: SharedMemory | None = None) -> None:
        self.settings = settings
        self.storage = Storage(settings.database)
        shared = shared or SharedMemory(settings.workers)
        self.allows = Allowances(settings.limits, shared, settings.worker)
        self.pools = Pools(settings.threads)
        self.drawings = Drawings(self.pools.drawing)
        self.uploads = Uploads()
        self._open: OrderedDict[str, Open] = OrderedDict()
        self._opening: dict[str, asyncio.Future[Open]] = {}
        self._others = Others(self.storage, self.pools.loading, settings.limits.live_games)

    async def start(self) -> None:
        """Make ready what threads share, and open the storage."""
        make_ready()
        await self.storage.open()

    async def stop(self) -> None:
        """Stop thinking, write what waits, close."""
        for table, computer in list(self._open.values()):
            table.stop()
            await computer.stop()
        await self.storage.close()
        self.pools.stop()

    # -- new tables -------------------------------------------------------------------------------

    async def make(self, new: NewTable, key: str) -> TableMade:
        """A new table. Raises InputError or ContentError where something about it cannot be."""
        own = NO_OWN
        if new.own is not None:
            own = _own(new.own)
            checked = await self.uploads.check(new.game, "" if own.scenario else new.scenario, own)
            raise_faults(own.scenario or own.tables, checked.faults)
        header, setup, begun = await run_in(self.pools.loading, _set_up, new, own)
        id = self._new_id()
        chosen = _seats(new.sides)
        tokens = [new_token() for _ in chosen]
        rows = [
            SeatRow(hashed(token), id, seat.place, seat.kind, ",".join(map(str, seat.sides)))
            for token, seat in zip(tokens, chosen, strict=True)
        ]
        encode = msgspec.json.encode
        row = TableRow(id, encode(header), encode(setup), int(time()))
        events = [EventRow(id, seq, *one) for seq, one in enumerate(begun)]
        await self.storage.add_table(row, rows, hashed(key) if is_key(key) else "", events)
        return TableMade(id, [_seat_out(id, *one) for one in zip(chosen, tokens, strict=True)])

    async def check_own(self, game: str, scenario: str, files: OwnFiles) -> OwnChecked:
        """What a player's own files are. Raises InputError."""
        system = find_system(game)
        own = _own(files)
        checked = await self.uploads.check(game, "" if own.scenario else scenario, own)
        faults = [FaultOut(fault.where, fault.what, fault.fix) for fault in checked.faults]
        if checked.scenario is None:
            return OwnChecked(None, {}, faults)
        return OwnChecked(
            scenario_card(checked.scenario), full_options(system, None, checked.scenario), faults
        )

    # -- opening ----------------------------------------------------------------------------------

    def is_mine(self, id: str) -> bool:
        """Does this worker serve the table of that id?"""
        return owner_of(id, self.settings.workers) == self.settings.worker

    def _new_id(self) -> str:
        """An id for a table that this worker serves."""
        while not self.is_mine(id := new_table_id()):
            pass
        return id

    async def open(self, id: str) -> Open:
        """The table of that id, rebuilt from its events if it is not in memory. Raises Elsewhere."""
        found = self._open.get(id)
        if found is not None:
            self._open.move_to_end(id)
            return found
        if not self.is_mine(id):
            raise Elsewhere
        under_way = self._opening.get(id)
        if under_way is None:
            under_way = self._opening[id] = asyncio.ensure_future(self._load(id))
            under_way.add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(under_way)

    async def can_open(self, id: str) -> bool:
        """Can this program go on with it?"""
        try:
            await self.open(id)
        except CannotGoOn:
            return False
        return True

    async def _load(self, id: str) -> Open:
        row = await self.storage.table(id)
        if row is None:
            raise NoSuchTable
        events = await self.storage.events_of(id)
        header = _header(row)
        setup = _setup(row)
        told = await run_in(self.pools.loading, play_again, header, events)
        if len(setup.sides) != len(told.match.system.sides):
            raise Damaged("how it was set up cannot be read")
        seed = self.settings.seed
        dice = random.SystemRandom() if seed is None else random.Random(seed)
        table = GameTable(id, header, setup, told, len(events), self.storage, self._gather, dice)
        computer = Computer(table, self.pools.computers, random.Random(seed))
        table.on_change = computer.poke
        await table.begin()
        found = self._open[id] = Open(table, computer)
        self._make_room()
        return found

    def _gather(self) -> float:
        return min(self.settings.gather_most, self.settings.gather * self.storage.batch)

    def _make_room(self) -> None:
        """Drop the longest unused tables that nobody sits at."""
        spare = len(self._open) - self.settings.limits.live_games
        if spare > 0:
            idle = [id for id, found in self._open.items() if found.table.is_idle()]
            for id in idle[:spare]:
                del self._open[id]

    # -- seats ------------------------------------------------------------------------------------

    async def seat_row(self, table: str, token: str, key: str = "") -> SeatRow:
        """The row of the seat that a token, or a browser's key, holds at a table. Raises NoSuchTable."""
        if token:
            row = await self.storage.seat(table, hashed(token))
            if row is not None:
                return row
        elif is_key(key):
            mine = [row for row, _ in await self.storage.seats_held(hashed(key), table)]
            if mine and table:
                # Playing comes before watching.
                return max(mine, key=lambda row: len(row.sides))
        raise NoSuchTable

    async def sit(self, table: str, token: str, key: str = "") -> tuple[Open, Seat]:
        """The table and the seat that a token or key holds there. Raises NoSuchTable, CannotGoOn."""
        row = await self.seat_row(table, token, key)
        found = await self.open(table)
        return found, _seat(row, found.table.setup)

    async def claim(self, token: str, key: str) -> None:
        """Put the seat of a token on a browser's list."""
        await self.storage.hold(hashed(key), hashed(token))

    async def renew(self, found: Open, seat: Seat, place: int, key: str) -> SeatOut:
        """A new secret for a seat; the old one opens nothing any more. Raises InputError, NotYours.

        Everybody may renew the own seat of a player, whoever set the table up all of them; the table is told.
        """
        table = found.table
        rows = {row.place: row for row in await self.storage.seats_of(table.id)}
        if place not in rows:
            raise InputError(f"there is no seat {place} at this table")
        if seat.kind != "me" and (place != seat.place or not seat.sides):
            raise NotYours
        own = _seat(rows[place], table.setup)
        token = new_token()
        is_mine = place == seat.place and is_key(key)
        await self.storage.renew_seat(table.id, place, hashed(token), hashed(key) if is_mine else "")
        table.audience.dismiss(place, "the link to this seat was made anew")
        names = " and ".join(table.system.sides[side] for side in own.sides) or "onlookers"
        await table.announce(f"The link for {names} was made anew; the old one opens nothing.")
        return _seat_out(table.id, own, token)

    async def mine(self, key: str) -> list[TableCard]:
        """The games on a browser's list, the newest first. One that cannot be opened keeps no other away."""
        held = await self.storage.seats_held(hashed(key))
        return [await self._listed(seat, row) for seat, row in held[:_MOST_LISTED]]

    async def _listed(self, seat: SeatRow, row: TableRow) -> TableCard:
        try:
            header = _header(row)
            return card(row, header, await self._game(row.id, header), _seat(seat, _setup(row)))
        except CannotGoOn as problem:
            return closed_card(seat, row, problem)
        except Exception:
            log.exception("table %s cannot be listed", row.id)
            return closed_card(seat, row, Damaged("it cannot be opened"))

    async def _game(self, table: str, header: Header) -> AnyGame:
        if self.is_mine(table):
            return (await self.open(table)).table.match.game
        return await self._others.game(table, header)

    async def record_as_stored(self, table: str) -> bytes:
        """The record of a table that cannot be opened, without playing it."""
        row = await self.storage.table(table)
        if row is None:
            raise NoSuchTable
        return record_of_rows(row.header, await self.storage.events_of(table))

    async def is_only_player(self, row: SeatRow) -> bool:
        """Does nobody else play at this table, by its seats?"""
        players = [seat for seat in await self.storage.seats_of(row.game) if seat.kind != "watch"]
        return players == [row]


class _Writer(msgspec.Struct):
    """As much of a header as says who can read it."""

    version: int
    grognard: str


def _header(row: TableRow) -> Header:
    try:
        return read_header(row.header, "table")
    except RecordError as problem:
        raise _strange(row.header) from problem


def _strange(header: bytes) -> CannotGoOn:
    """Why a header cannot be used: a later program wrote it, or it is damaged."""
    with suppress(*UNREADABLE):
        writer = msgspec.json.decode(header, type=_Writer)
        if writer.version > VERSION:
            return CannotGoOn("its header is of a later version", writer.grognard)
    return Damaged("its header cannot be read")


def _setup(row: TableRow) -> Setup:
    try:
        return _setups.decode(row.setup)
    except UNREADABLE as problem:
        raise Damaged("how it was set up cannot be read") from problem


def _own(files: OwnFiles) -> Own:
    """Raises ContentError where the parts do not go together."""
    own = Own(files.files, files.scenario, files.tables)
    raise_faults("own files", own.faults())
    if not own.scenario and not own.tables:
        raise InputError("the files are neither a scenario nor tables", "say which is which")
    return own


def _set_up(new: NewTable, own: Own) -> tuple[Header, Setup, list[tuple[int, bytes]]]:
    """The header and setup of a new table, and the answers of an example given already. Raises InputError."""
    system = find_system(new.game)
    if len(new.sides) != len(system.sides):
        raise InputError(f"{len(new.sides)} players for the sides {', '.join(system.sides)}", "one for each")
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
        (side_of(system, one.by), encode(Answered(one.do, one.hash, order=one.order)))
        for one in match.answers
    ]
    return match.header, Setup(sides, new.dice, new.pace), begun


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


def _seats(sides: list[SideSetup]) -> list[Seat]:
    """The seats of a new table: mine, one for each friend, and one to watch from."""
    mine = tuple(side for side, one in enumerate(sides) if one.by == "me")
    found = [Seat(0, "me", mine)] if mine else []
    for side, one in enumerate(sides):
        if one.by == "friend":
            found.append(Seat(len(found), "friend", (side,)))
    return [*found, Seat(len(found), "watch", ())]


def _seat_out(table: str, seat: Seat, token: str) -> SeatOut:
    return SeatOut(seat.kind, list(seat.sides), token, f"/#/t/{table}/{token}", seat.place)


def _seat(row: SeatRow, setup: Setup) -> Seat:
    """The seat of a row. Raises Damaged where it is none of this table's."""
    try:
        kind, sides = cast(Literal["me", "friend", "watch"], row.kind), tuple(row.numbers)
    except (ValueError, AttributeError) as problem:
        raise Damaged("this seat cannot be read") from problem
    people = setup.people()
    if kind not in ("me", "friend", "watch") or not all(side in people for side in sides):
        raise Damaged("this seat cannot be read")
    return Seat(row.place, kind, sides)

"""All tables of the server: made, opened from the disk, kept in memory while they are used."""

import asyncio
import logging
import random
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from time import time
from typing import Final, Literal, NamedTuple, cast

import msgspec

from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.content.read import Fault, is_file_name, plain_name, raise_faults
from grognard.core.flow.flow import AnyGame
from grognard.play.errors import InputError, RecordError
from grognard.play.header import VERSION, Header
from grognard.play.match import Match
from grognard.play.record import read_header
from grognard.play.registry import find_system, full_options
from grognard.play.setting import setting_title
from grognard.server.limits import Allowances, SharedMemory
from grognard.server.messages.table_bodies import (
    FaultOut,
    InvitationOut,
    NewTable,
    OnwardOut,
    OwnChecked,
    OwnFiles,
    SeatOut,
    TableCard,
    TableMade,
)
from grognard.server.settings import Settings
from grognard.server.store.database import EventRow, SeatRow, TableRow
from grognard.server.store.storage import NotKept, Storage
from grognard.server.store.table_events import (
    UNREADABLE,
    CannotGoOn,
    Damaged,
    record_of_rows,
)
from grognard.server.store.tokens import hashed, is_key, new_table_id, new_token
from grognard.server.table import playing_on
from grognard.server.table.cards import closed_card, scenario_card, table_card
from grognard.server.table.computers import Computer
from grognard.server.table.drawings import Drawings
from grognard.server.table.errors import NoSuchTable, NotYours, ServedElsewhere
from grognard.server.table.game_table import GameTable
from grognard.server.table.going_on import GoingOn
from grognard.server.table.invitations import CODED, UNTAKEN, Invitation, accept, invite, invited
from grognard.server.table.new_table import invitation_out, new_seats, seat_out, set_up
from grognard.server.table.preloading import preload
from grognard.server.table.replaying import Replay, play_again
from grognard.server.table.seating import HeldSeat, TableSetup
from grognard.server.table.snapshots import Misfit, go_on_from
from grognard.server.table.tables_elsewhere import TablesElsewhere
from grognard.server.table.thread_pools import Pools, run_in
from grognard.server.table.uploads import Uploads
from grognard.server.table.which_worker import owner_of

log = logging.getLogger("grognard.server")

EXPIRE_EVERY: Final = 3_600.0
_setups = msgspec.json.Decoder(TableSetup)


class OpenTable(NamedTuple):
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
        self.drawings = Drawings(self.pools.drawing, self.pools.strange)
        self.uploads = Uploads()
        self._expiring: asyncio.Task[None] | None = None
        self._open: OrderedDict[str, OpenTable] = OrderedDict()
        self._opening: dict[str, asyncio.Future[OpenTable]] = {}
        self.going_on = GoingOn(self.storage, self.pools.loading)
        self._others = TablesElsewhere(self.storage, self.pools.loading, settings.limits.live_games)

    async def start(self) -> None:
        """Make ready what threads share, and open the storage."""
        preload()
        await self.storage.open()
        if self.settings.expire_days and not self.settings.worker:
            self._expiring = asyncio.create_task(self._expire())

    async def _expire(self) -> None:
        """Take away what nobody has ever opened, and look again every hour."""
        while True:
            with suppress(NotKept):
                gone = await self.storage.expire(self.settings.expire_days)
                if gone:
                    log.warning("%d tables that nobody had opened were taken away", len(gone))
            await asyncio.sleep(EXPIRE_EVERY)

    async def stop(self) -> None:
        """Stop thinking, write what waits, close."""
        if self._expiring is not None:
            self._expiring.cancel()
        for table, computer in list(self._open.values()):
            table.stop()
            await computer.stop()
        await self.storage.close()
        self.pools.stop()

    # -- new tables -------------------------------------------------------------------------------

    async def make(self, new: NewTable, key: str) -> TableMade:
        """A new table. Raises InputError or ContentError where something about it cannot be."""
        own = NO_FILES
        if new.own is not None:
            own = _own(new.own)
            checked = await self.uploads.check(new.game, "" if own.scenario else new.scenario, own)
            raise_faults(own.scenario or own.tables, checked.faults)
        header, setup, begun = await run_in(self.pools.loading, set_up, new, own)
        id = self._new_id()
        chosen = new_seats(new.sides)
        made = [
            invite(new.codes) if seat.kind == "friend" else Invitation(new_token(), "") for seat in chosen
        ]
        rows = [
            SeatRow(
                hashed(one.token),
                id,
                seat.place,
                one.kind if seat.kind == "friend" else seat.kind,
                ",".join(map(str, seat.sides)),
            )
            for one, seat in zip(made, chosen, strict=True)
        ]
        encode = msgspec.json.encode
        row = TableRow(id, encode(header), encode(setup), int(time()))
        events = [EventRow(id, seq, *one) for seq, one in enumerate(begun)]
        codes = [(hashed(one.token), one.code_hash) for one in made if one.code]
        await self.storage.add_table(row, rows, hashed(key) if is_key(key) else "", events, codes)
        told = [
            invitation_out(id, seat, one) if seat.kind == "friend" else seat_out(id, seat, one.token)
            for seat, one in zip(chosen, made, strict=True)
        ]
        return TableMade(id, told)

    async def play_on(self, match: Match, setup: TableSetup, key: str) -> TableMade:
        """A new table that begins with the answers of this game."""
        id = self._new_id()
        seats = await playing_on.keep(self.storage, id, match, setup, hashed(key) if is_key(key) else "")
        return TableMade(id, [seat_out(id, seat, token) for seat, token in seats])

    async def check_own(self, game: str, scenario: str, files: OwnFiles) -> OwnChecked:
        """What a player's own files are. Raises InputError."""
        system = find_system(game)
        own = _own(files)
        checked = await self.uploads.check(game, "" if own.scenario else scenario, own)
        faults = [fault_out(fault) for fault in checked.faults]
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

    async def open(self, id: str) -> OpenTable:
        """The table of that id, rebuilt from its events if it is not in memory. Raises ServedElsewhere."""
        found = self._open.get(id)
        if found is not None:
            self._open.move_to_end(id)
            return found
        if not self.is_mine(id):
            raise ServedElsewhere
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

    async def _load(self, id: str) -> OpenTable:
        row = await self.storage.table(id)
        if row is None:
            raise NoSuchTable
        header = _header(row)
        setup = _setup(row)
        told, count = await self._told(id, header)
        if len(setup.sides) != len(told.match.system.sides):
            raise Damaged("how it was set up cannot be read")
        seed = self.settings.seed
        dice = random.SystemRandom() if seed is None else random.Random(seed)
        table = GameTable(id, header, setup, told, count, self.storage, self._gather, dice)
        thinking = self.pools.strange_computers if table.is_strange else self.pools.computers
        table.audience.untaken = _untaken(await self.storage.seats_of(id))
        computer = Computer(table, thinking, random.Random(seed))
        table.on_change = computer.poke
        await table.begin()
        found = self._open[id] = OpenTable(table, computer)
        await table.keep_if_idle()
        self._make_room()
        return found

    async def _told(self, id: str, header: Header) -> tuple[Replay, int]:
        """What a table's events make, and how many there are: from where it was kept whole, if it can be."""
        kept = await self.storage.snapshot(id)
        if kept is not None:
            first, body = kept
            later = await self.storage.events_of(id, first)
            if first + len(later) == await self.storage.how_many_events(id):
                try:
                    found = await run_in(self.pools.loading, go_on_from, header, body, later)
                    return found, first + len(later)
                except Misfit as problem:
                    log.info("table %s is played again from the first answer: %s", id, problem)
        events = await self.storage.events_of(id)
        return await run_in(self.pools.loading, play_again, header, events), len(events)

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
            if row is not None and row.kind not in UNTAKEN:
                return row
        elif is_key(key):
            mine = [row for row, _ in await self.storage.seats_held(hashed(key), table)]
            if mine and table:
                # Playing comes before watching.
                return max(mine, key=lambda row: len(row.sides))
        raise NoSuchTable

    async def sit(self, table: str, token: str, key: str = "") -> tuple[OpenTable, HeldSeat]:
        """The table and the seat that a token or key holds there. Raises NoSuchTable, CannotGoOn."""
        row = await self.seat_row(table, token, key)
        found = await self.open(table)
        return found, _seat(row, found.table.setup)

    async def claim(self, token: str, key: str) -> None:
        """Put the seat of a token on a browser's list."""
        await self.storage.hold(hashed(key), hashed(token))

    async def renew(
        self, found: OpenTable, seat: HeldSeat, place: int, key: str, with_code: bool = False
    ) -> SeatOut:
        """A new secret for a seat; the old one opens nothing any more. Raises InputError, NotYours.

        Everybody may renew the own seat of a player, whoever set the table up all of them; the table is told.
        For a friend's seat that is a new invitation, which the friend has to take.
        """
        table = found.table
        rows = {row.place: row for row in await self.storage.seats_of(table.id)}
        if place not in rows:
            raise InputError(f"there is no seat {place} at this table")
        if seat.kind != "me" and (place != seat.place or not seat.sides):
            raise NotYours
        old = rows[place]
        own = _seat(old, table.setup)
        invites = own.kind == "friend" and place != seat.place
        made = invite(with_code) if invites else Invitation(new_token(), "")
        new = old._replace(token_hash=hashed(made.token), kind=made.kind if invites else own.kind)
        is_mine = place == seat.place and is_key(key)
        await self.storage.renew_seat(old, new, hashed(key) if is_mine else "", made.code_hash)
        table.audience.untaken = _untaken([*(one for one in rows.values() if one != old), new])
        table.audience.dismiss(place, "the link to this seat was made anew")
        names = " and ".join(table.system.sides[side] for side in own.sides) or "onlookers"
        await table.announce(f"The link for {names} was made anew; the old one opens nothing.")
        return invitation_out(table.id, own, made) if invites else seat_out(table.id, own, made.token)

    async def invitation(self, table: str, token: str) -> InvitationOut:
        """What somebody is invited to. Raises NoSuchTable, CannotGoOn."""
        row = await invited(self.storage, table, token)
        there = (await self.open(table)).table
        sides = [there.system.sides[side] for side in row.numbers]
        title = setting_title(there.system, there.header.scenario, there.header.own)
        return InvitationOut(table, there.system.id, there.system.title, title, sides, row.kind == CODED)

    async def accept(self, table: str, token: str, code: str, key: str) -> SeatOut:
        """Take the seat of an invitation. Raises NoSuchTable, Forbidden, CannotGoOn."""
        there = (await self.open(table)).table
        row, fresh = await accept(self.storage, table, token, code, key if is_key(key) else "")
        seat = _seat(row, there.setup)
        there.audience.untaken -= set(seat.sides)
        there.audience.tell_people()
        names = " and ".join(there.system.sides[side] for side in seat.sides)
        await there.announce(f"The invitation for {names} was taken.")
        return seat_out(table, seat, fresh)

    async def mine(self, key: str, first: int = 0, count: int = 40) -> list[TableCard]:
        """The games on a browser's list, the latest activity first: `count` of them, so many left out.

        One that cannot be opened keeps no other away.
        """
        held = await self.storage.seats_held(hashed(key), "", first, count)
        return [await self._listed(seat, row) for seat, row in held]

    async def delete(self, table: str, token: str, key: str) -> None:
        """Whoever set a table up takes it away. Raises NoSuchTable, NotYours, ServedElsewhere."""
        row = await self.seat_row(table, token, key)
        if not self.is_mine(table):
            raise ServedElsewhere
        if row.kind != "me":
            raise NotYours
        there = self._open.pop(table, None)
        if there is not None:
            there.table.stop()
            await there.computer.stop()
            for seat in await self.storage.seats_of(table):
                there.table.audience.dismiss(seat.place, "the table was taken away by whoever set it up")
        await self.storage.delete(table)

    async def _listed(self, seat: SeatRow, row: TableRow) -> TableCard:
        try:
            header = _header(row)
            return table_card(row, header, await self._game(row.id, header), _seat(seat, _setup(row)))
        except CannotGoOn as problem:
            return closed_card(seat, row, problem, await self._onward(seat, row, problem))
        except Exception:
            log.exception("table %s cannot be listed", row.id)
            return closed_card(seat, row, Damaged("it cannot be opened"))

    async def _onward(self, seat: SeatRow, row: TableRow, problem: CannotGoOn) -> OnwardOut | None:
        """How a table would go on that cannot as it was; None where it cannot at all, or for an onlooker."""
        if isinstance(problem, Damaged) or not seat.sides:
            return None
        with suppress(CannotGoOn):
            return await self.going_on.offer(seat, _header(row))
        return None

    async def go_on(self, table: str, token: str, key: str) -> bool:
        """A player agrees that a table goes on under the rules of now; True where it does.

        Raises NoSuchTable, ServedElsewhere, CannotGoOn, NotYours.
        """
        seat, row = await self.seat_row(table, token, key), await self.storage.table(table)
        if row is None:
            raise NoSuchTable
        if not self.is_mine(table):
            raise ServedElsewhere
        if not seat.sides:
            raise NotYours
        if await self.can_open(table):
            return True
        return await self.going_on.agree(seat, _header(row))

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


def _setup(row: TableRow) -> TableSetup:
    try:
        return _setups.decode(row.setup)
    except UNREADABLE as problem:
        raise Damaged("how it was set up cannot be read") from problem


def fault_out(fault: Fault) -> FaultOut:
    """A fault with its place, as it is told."""
    at = fault.location
    return FaultOut(fault.where, fault.what, fault.fix, at.file, at.key, at.hex, at.counter)


def _own(files: OwnFiles) -> PlayerFiles:
    """Raises ContentError where the parts do not go together."""
    own = PlayerFiles(files.files, files.scenario, files.tables)
    names = [
        Fault(name[:80], "is no name of a file", f"small letters, digits, hyphens: {plain_name(name)}")
        for name in own.files
        if not is_file_name(name)
    ]
    raise_faults("own files", [*names, *own.faults()])
    if not own.scenario and not own.tables:
        raise InputError("the files are neither a scenario nor tables", "say which is which")
    return own


def _untaken(rows: Iterable[SeatRow]) -> set[int]:
    """The sides of those seats that friends are invited to and have not taken."""
    return {side for row in rows if row.kind in UNTAKEN for side in row.numbers}


def _seat(row: SeatRow, setup: TableSetup) -> HeldSeat:
    """The seat of a row. Raises Damaged where it is none of this table's."""
    try:
        kind, sides = cast(Literal["me", "friend", "watch"], row.kind), tuple(row.numbers)
        kind = "friend" if row.kind in UNTAKEN else kind
    except (ValueError, AttributeError) as problem:
        raise Damaged("this seat cannot be read") from problem
    people = setup.people()
    if kind not in ("me", "friend", "watch") or not all(side in people for side in sides):
        raise Damaged("this seat cannot be read")
    return HeldSeat(row.place, kind, sides)

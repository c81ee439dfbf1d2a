"""Everybody who looks at a table. Each guest sees through the eyes of one side."""

import asyncio
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Final, Literal

from grognard.core.flow.chance import CHANCE
from grognard.core.position import NOTHING
from grognard.play.header import Header
from grognard.play.setting import setting_title
from grognard.server.messages.from_server import People, Said, State, Thought, encode
from grognard.server.messages.parts import Person, Seat
from grognard.server.store.table_events import Spoken
from grognard.server.table import to_wire
from grognard.server.table.board_setting import setting_of
from grognard.server.table.channel import Channel, Common, Picture, common
from grognard.server.table.seating import Guest, TableSetup
from grognard.server.table.table_match import TableMatch

Gather = Callable[[], float]
"""For how long to gather what a side that is not asked sees: longer while the server has much to do."""

CHAT_LINES: Final = 100
"""What was said lately, as a state tells it."""
PEOPLE_WITHIN: Final = 0.03
"""Seconds within which those who come and go are gathered."""


class Audience:
    """The guests of one table and the channels they look through."""

    def __init__(self, id: str, header: Header, setup: TableSetup, match: TableMatch, gather: Gather) -> None:
        self.id = id
        self.header = header
        self.setup = setup
        self.guests: set[Guest] = set()
        self.pace = setup.pace
        self.paused = False
        self.chat: list[Said] = []
        self.untaken: set[int] = set()
        """The sides to which friends are invited who have not come yet."""
        self._match = match
        self._system = match.system
        self._gather = gather
        self._channels: dict[int, Channel] = {}
        self._said = 0
        """How often something was said."""
        self._watched: tuple[object, str] = (None, "")
        """The last state that was sent to somebody who watches, and what it was made of."""
        self._timer: asyncio.TimerHandle | None = None
        self._people_timer: asyncio.TimerHandle | None = None
        self._held = False
        """An answer is on its way to the disk: nothing may be shown now."""

    def remember(self, spoken: list[Spoken]) -> None:
        """What was said before."""
        self.chat = [Said(said.by, said.text, said.at) for said in spoken[-CHAT_LINES:]]

    def hold(self) -> None:
        """Show nothing until `show` or `restart`: what the match holds is not on disk yet."""
        self._held = True

    def note(self) -> None:
        """Before something is taken back: whoever may not know of it must not see that it was."""
        shared = common(self._system, self._match)
        for channel in self._channels.values():
            channel.note(shared)

    # -- compose ----------------------------------------------------------------------------------

    def show(self, author: int) -> None:
        """Send everybody what is new: at once to the author and to those asked, soon to the others."""
        self._held = False
        if not self._channels:
            return
        shared = common(self._system, self._match)
        now = monotonic()
        turned = self._turn_hot_seats(shared)
        at_once = shared.over is not None or CHANCE in shared.waiting
        for side, channel in self._channels.items():
            is_late = 0.0 < channel.due <= now
            if at_once or is_late or side == author or side in shared.waiting:
                channel.tell(shared)
            else:
                channel.due = channel.due or now + self._gather()
                self._set_timer(channel.due - now)
        for guest in turned:
            self._welcome(guest, shared)

    def restart(self, match: TableMatch) -> None:
        """Show the match anew: after something was taken back, or read from the disk again."""
        self._held = False
        self._match = match
        shared = common(self._system, match)
        turned = self._turn_hot_seats(shared)
        for channel in self._channels.values():
            picture = channel.restart(match, shared)
            if picture is not None:
                self._send_state(channel, picture)
        for guest in turned:
            self._welcome(guest, shared)

    def _send_state(self, channel: Channel, picture: Picture) -> None:
        """The whole state to all who look through these eyes, encoded once for all with the same sides."""
        texts: dict[tuple[int, ...], str] = {}
        for guest in self.guests:
            if guest in channel.listeners:
                sides = guest.seat.sides
                text = texts.get(sides) or texts.setdefault(sides, self._state(sides, channel, picture))
                guest.send(text)

    def _set_timer(self, late: float) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(late, self._show_late)

    def _show_late(self) -> None:
        """Send what was gathered; where an answer is being kept just now, it goes out after that."""
        self._timer = None
        late = [channel for channel in self._channels.values() if channel.due]
        if late and not self._held:
            shared = common(self._system, self._match)
            for channel in late:
                channel.tell(shared)

    def _turn_hot_seats(self, shared: Common) -> list[Guest]:
        """Those with several sides look through the eyes of the one that is asked."""
        turned: list[Guest] = []
        for guest in self.guests:
            if len(guest.seat.sides) > 1 and guest.looks not in shared.waiting:
                asked = [side for side in shared.waiting if side in guest.seat.sides]
                if asked:
                    self._unsubscribe(guest)
                    guest.looks = asked[0]
                    turned.append(guest)
        return turned

    # -- coming and going -------------------------------------------------------------------------

    def join(self, guest: Guest) -> None:
        """A socket sits down and gets the whole state."""
        shared = common(self._system, self._match)
        asked = [side for side in shared.waiting if side in guest.seat.sides]
        guest.looks = (asked or list(guest.seat.sides) or [NOTHING])[0]
        self.guests.add(guest)
        self._welcome(guest, shared)
        self.tell_people()

    def look(self, guest: Guest, side: int) -> None:
        """A hot seat turns to another of its sides."""
        self._unsubscribe(guest)
        guest.looks = side
        self._welcome(guest, common(self._system, self._match))

    def leave(self, guest: Guest) -> None:
        """A socket has closed."""
        if guest in self.guests:
            self.guests.discard(guest)
            self._unsubscribe(guest)
            self.tell_people()

    def dismiss(self, place: int, why: str) -> None:
        """Everybody in a seat must leave it."""
        for guest in [guest for guest in self.guests if guest.seat.place == place]:
            guest.dismiss(why)

    def _welcome(self, guest: Guest, shared: Common) -> None:
        """Send a guest the whole state and put it on the channel of the side it looks for."""
        channel = self._channel(guest)
        picture = channel.look(shared)
        channel.listeners.add(guest)
        if guest.seat.sides:
            guest.send(self._state(guest.seat.sides, channel, picture))
        else:
            guest.send(self._state_of_watchers(channel, picture))

    def _state_of_watchers(self, channel: Channel, picture: Picture) -> str:
        """The state for somebody who comes to watch: the one before it, as long as nothing has changed."""
        now = (channel.version, id(picture), self._said, self.people(), self.pace, self.paused)
        if self._watched[0] != now:
            self._watched = (now, self._state((), channel, picture))
        return self._watched[1]

    def _unsubscribe(self, guest: Guest) -> None:
        channel = self._channels.get(guest.looks)
        if channel is not None:
            channel.listeners.discard(guest)
            if not channel.listeners:
                del self._channels[guest.looks]
                if guest.looks == NOTHING:
                    self._watched = (None, "")

    def _channel(self, guest: Guest) -> Channel:
        side = guest.looks
        if side not in self._channels:
            self._channels[side] = Channel(self._system, self._match, side, guest.seat.sides, self.setup)
        return self._channels[side]

    def _state(self, sides: tuple[int, ...], channel: Channel, picture: Picture) -> str:
        shared, match = picture.common, self._match
        log, battles, rolls = to_wire.story(match, channel.side)
        kind: Literal["player", "watch"] = "player" if sides else "watch"
        state = State(
            table=self.id,
            game=self._system.id,
            scenario=self.header.scenario,
            title=setting_title(self._system, self.header.scenario, self.header.own),
            setting=setting_of(self.header, self.id),
            options=self.header.options,
            dice=self.setup.dice,
            seat=Seat(kind, list(sides)),
            side=channel.side,
            version=channel.version,
            scene=picture.scene,
            ask=picture.ask,
            waiting=shared.waiting,
            waiting_for=picture.waiting_for,
            place=picture.place,
            sheets=shared.sheets,
            target=shared.target,
            log=log,
            battles=battles,
            rolls=rolls,
            chat=self.chat,
            undo_barred=picture.undo_barred,
            standing=match.standing.get(channel.side, {}) if sides else {},
            people=self.people(),
            pace=self.pace,
            paused=self.paused,
            over=shared.over,
            is_private=len(sides) > 1 and self._is_private(channel.side, picture),
        )
        return encode(state).decode()

    def _is_private(self, side: int, picture: Picture) -> bool:
        """Does a side's picture show what onlookers may not see?"""
        if picture.ask is not None and picture.ask.is_secret:
            return True
        open_scene = to_wire.scene(self._system.knowledge.show(self._match.pos, NOTHING))
        return not to_wire.looks_alike(picture.scene, open_scene) or to_wire.has_private_lines(
            self._match, side
        )

    # -- people -----------------------------------------------------------------------------------

    def people(self) -> list[Person]:
        """Who plays each side, and who is here."""
        here = Counter(side for guest in self.guests for side in guest.seat.sides)
        return [
            Person(
                side,
                name,
                who.by,
                who.level,
                who.by == "computer" or here[side] > 0,
                here[side],
                side in self.untaken,
            )
            for side, (name, who) in enumerate(zip(self._system.sides, self.setup.sides, strict=True))
        ]

    def tell_people(self) -> None:
        """Tell everybody, soon, who is here and how fast the computer plays; many may come at once."""
        if self._people_timer is None:
            loop = asyncio.get_running_loop()
            self._people_timer = loop.call_later(PEOPLE_WITHIN, self._tell_people)

    def _tell_people(self) -> None:
        self._people_timer = None
        watching = sum(not guest.seat.sides for guest in self.guests)
        self.tell(People(self.people(), watching, self.pace, self.paused))

    def tell(self, message: People | Said | Thought) -> None:
        """Tell everybody something."""
        if isinstance(message, Said):
            self._said += 1
            self.chat.append(message)
            del self.chat[:-CHAT_LINES]
        if self.guests:
            text = encode(message).decode()
            for guest in self.guests:
                guest.send(text)

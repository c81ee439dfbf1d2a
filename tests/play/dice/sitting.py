"""A table with fair dice without a server: players with keys, and a game that is played at random."""

import random
from collections.abc import Collection

import msgspec

from grognard.core.flow.chance import CHANCE
from grognard.core.system import AnySystem
from grognard.play.dice.arithmetic import HashChain, player_chain, to_bytes, to_text
from grognard.play.dice.course import NOBODY
from grognard.play.dice.events import DiceEvent
from grognard.play.dice.lines import SERVER, FairDice
from grognard.play.dice.table import FairTable, ServerSeed
from grognard.play.dice.writing import fair_record
from grognard.play.header import FAIR_VERSION, Answer
from grognard.play.match import Match


class Page:
    """A player's page: the key of its chain."""

    def __init__(self, key: bytes, salt: bytes) -> None:
        self.salt = salt
        self.chain: HashChain = player_chain(key, salt)
        self.base = 0

    def value(self, k: int) -> str:
        return to_text(self.chain.value(k - self.base))


class Sitting:
    """A game at a table with fair dice; every side is a person's unless it is named as a computer's."""

    def __init__(
        self,
        system: AnySystem,
        scenario: str,
        strict: bool = False,
        witnesses: Collection[int] = (),
        computers: Collection[str] = (),
        seed: bytes = bytes(range(32)),
    ) -> None:
        self.system = system
        self.match = Match.new(system, scenario)
        persons = [side for side in system.sides if side not in computers]
        seats = {str(place): [side] for place, side in enumerate(persons)}
        dice = FairDice("grognard-dice-1", "c3V4aGZkc2Y", strict, seats, list(witnesses))
        header = msgspec.structs.replace(self.match.header, version=FAIR_VERSION, dice=dice)
        self.first = msgspec.json.encode(header)
        self.fair = FairTable(self.first, dice)
        self.happened: list[Answer | bytes] = []
        self.pages: dict[int, Page] = {}
        self.seed(seed)
        for place in dice.all:
            self.new_page(place, bytes([17 * (place + 1)]) * 32, bytes([place]) * 16)
        self.here = set(dice.all)

    def take(self, events: list[DiceEvent]) -> None:
        for one in events:
            count = len(self.fair.lines)
            self.fair.take(one, len(self.match.answers))
            self.happened += self.fair.lines[count:]

    def seed(self, seed: bytes) -> None:
        events = self.fair.lay_server(seed)
        self.fair.seeds.append(ServerSeed(self.fair._next_base(), seed))
        self.take(events)

    def new_page(self, place: int, key: bytes, salt: bytes) -> None:
        page = Page(key, salt)
        events = self.fair.lay(place, "", to_text(salt), to_text(page.chain.anchor))
        assert isinstance(events, list)
        self.take(events)
        page.base, self.pages[place] = self.fair.course.k, page

    def give(self, places: Collection[int]) -> None:
        for place in places:
            assert (
                self.fair.give(place, self.fair.course.k + 1, self.pages[place].value(self.fair.course.k + 1))
                is None
            )

    def close(self, givers: Collection[int] | None = None) -> None:
        """Those who are here give for the call under way, its author last."""
        call = self.fair.pending
        assert call is not None
        givers = (
            [one for one in call.need if one in self.here or call.why == "open"] if givers is None else givers
        )
        self.give(sorted(givers, key=lambda one: one == call.by))
        self.take([self.fair.mixed()])

    def open(self) -> None:
        called = self.fair.opening()
        if called is not None:
            self.take([called])
            self.close()

    def roll(self) -> None:
        """Chance answers; there is a call if one is needed."""
        self.open()
        throw = self.fair.throw(self.match)
        if throw is None:
            called = self.fair.roll(self.match.answers, self.here)
            assert called is not None
            self.take([called])
            self.close()
            throw = self.fair.throw(self.match)
        assert throw is not None
        self.fair.rolled(throw.draw, self.match.game, len(self.match.answers) + 1)
        self.match.answer(CHANCE, throw.choice, faces=throw.faces)
        self.note(throw.draw)

    def note(self, draw: tuple[int, ...] = ()) -> None:
        self.happened.append(msgspec.structs.replace(self.match.answers[-1], draw=draw))

    def play(self, answers: int, generator: random.Random) -> None:
        """So many answers at random, or until the game is over; people come and go."""
        while not self.match.over and len(self.match.answers) < answers:
            self.here = {one for one in self.fair.course.dice.all if generator.random() < 0.7}
            self.here |= set(self.fair.course.dice.witnesses)
            if self.match.ask.is_chance:
                authors = self.fair.course.authors(self.match.answers)
                self.here |= set(authors[-1:])
                if self.fair.course.dice.strict:
                    self.here = set(self.fair.course.dice.all)
                self.roll()
                continue
            before = self.match.ask.sides
            side = generator.choice(before)
            self.match.answer(side, generator.choice(self.match.ask.options(side)))
            self.note()
            place = self.fair.course._seats.get(self.system.sides[side], NOBODY)
            over = self.match.over or self.match.ask.is_chance
            if not over and side not in self.match.ask.sides and place != NOBODY:
                called = self.fair.part(place)
                if called is not None:
                    self.take([called])
                    self.close([place] if place in self.here else [])

    def text(self) -> bytes:
        ending: list[Answer | bytes] = []
        if self.match.over:
            end, keys = self.fair.ending(self.match.answers)
            ending = [end, *keys]
        return fair_record(self.first, [*self.happened, *ending])


def value_of(text: str) -> bytes:
    return to_bytes(text)


__all__ = ["SERVER", "Page", "Sitting", "value_of"]

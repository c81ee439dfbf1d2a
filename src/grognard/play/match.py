"""A game at the table: its position, the record of its answers, its log, and taking back."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.flow.chance import CHANCE, Random, faces_of, how_many_dice, pick
from grognard.core.flow.events import Event
from grognard.core.flow.flow import AnyGame, Ask
from grognard.core.flow.rulings import IllegalChoice, Refusal, Ruling
from grognard.core.position import NOTHING, Choice, Position
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.header import (
    Answer,
    Header,
    Origin,
    make_header,
    read_choice,
    side_name,
    side_of,
    write_choice,
)
from grognard.play.setting import open_setting, setting_options

_NOTHING_DONE = Refusal("core.undo.nothing", "there is nothing to undo.")
_ROLLED = Refusal("core.undo.roll", "dice were rolled since; what is rolled stays.")
_CALLED_FOR = Refusal(
    "core.undo.roll", "undo is closed: dice were asked for, and that may have shown something hidden."
)
_REVEALED = Refusal("core.undo.reveal", "undo is closed: something hidden was shown.")
_LEARNED = Refusal("core.undo.learned", "undo is closed: new information was revealed.")
_PASSED_ON = Refusal("core.undo.side", "undo is closed: the other side has been asked since.")
_ENDED = Refusal("core.undo.over", "the game is over.")

STRIDE: Final = 16
"""A position is kept for every so many answers that are open, so that taking back plays few again."""
MOST_KEPT: Final = 64
"""Positions kept; beyond that every second one goes."""


class LogLine(msgspec.Struct, frozen=True, gc=False):
    """One line of the log: after how many answers it happened, the event, its words, and perhaps why."""

    n: int
    event: Event
    text: str
    why: str = ""


class Given(msgspec.Struct, frozen=True, gc=False):
    """An answer that may still be taken back, and the order it belongs to."""

    side: int
    choice: Choice
    order: int
    is_automatic: bool = False


class TakeBack(NamedTuple):
    """What can still be taken back: the position before it, its answers, and what closed all others."""

    begun: AnyGame
    open: list[Given]
    barriers: dict[int, Refusal]
    is_passed_on: bool


class Intention(msgspec.Struct, frozen=True):
    """The rest of an order: what is still to be answered, and what its author saw when it had to wait."""

    order: int
    rest: tuple[Choice, ...]
    seen: tuple[object, ...]


class Match:
    """One game being played: `ask` shows the Ask, `answer` answers it, `undo` takes the last order back."""

    def __init__(self, system: AnySystem, header: Header, game: AnyGame) -> None:
        self.system = system
        self.header = header
        self.game = game
        self.answers: list[Answer] = []
        self.log: list[LogLine] = []
        self.warning = ""
        self.orders = 0
        """The number of the last order."""
        self._open: list[Given] = []
        self._begun: dict[int, Given] = {}
        """By order: the first of its answers that is open."""
        self._kept: list[AnyGame] = [game.copy()]
        """The game before the first open answer, and after every `_stride` of them."""
        self._stride = STRIDE
        self._barriers: dict[int, Refusal] = {}
        """By side: why the last it answered stays. What closed another side's answers tells it nothing."""
        self._passed_on = False
        """Is another side asked now? Then nothing can be taken back, unless it is answered for that side."""
        self.intentions: dict[int, Intention] = {}
        """By side: the rest of an order that waits for a roll or for another side's answer."""
        self._note(game.events)

    @classmethod
    def new(
        cls,
        system: AnySystem,
        scenario: str,
        options: Mapping[str, bool] | None = None,
        own: PlayerFiles = NO_FILES,
        players: Mapping[str, str] | None = None,
    ) -> "Match":
        """A match at its first Ask. Raises InputError for an unknown scenario, example or option."""
        chosen = setting_options(system, scenario, options, own)
        game = open_setting(system, scenario, chosen, own)
        return cls(system, make_header(system, scenario, chosen, own, players or {}, game.pos), game)

    # -- asking and answering -------------------------------------------------------------------

    @property
    def pos(self) -> Position:
        """The position now."""
        pos: Position = self.game.pos
        return pos

    @property
    def ask(self) -> Ask:
        """The Ask the match stands at."""
        return self.game.ask

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.game.over

    @property
    def winner(self) -> str:
        """The name of the side that won; nothing in a draw or before the end."""
        return "" if self.pos.winner == NOTHING else self.system.sides[self.pos.winner]

    def answer(
        self,
        side: int,
        choice: Choice,
        number: int = NOTHING,
        order: int = NOTHING,
        name: str = "",
        faces: tuple[int, ...] = (),
    ) -> list[Event]:
        """Answer the Ask for a side and return what happened.

        Raises IllegalChoice and changes nothing where the Ask does not offer it. `number` is the Ask
        that the side was looking at; `order` the order the answer belongs to, else it is one of its own;
        `name` that of the position after it, for those who know it and see to it that it is right;
        `faces` what the dice show whose total chance answers.
        """
        if self.over:
            raise IllegalChoice(Refusal("core.ask.over", "the game is over; nobody is asked anything."))
        pos = self.game.pos
        if order == NOTHING:
            order = self.orders + 1
        is_draft, unseen_before = self.game.is_secret, pos.unseen[0]
        if self._passed_on and order != self.orders:
            self._close(_PASSED_ON)
        before = None if side == CHANCE or is_draft else self._to_compare()
        try:
            events = self.game.play(choice, side, number)
        except IllegalChoice:
            raise
        except Exception:
            # A fault in a rule must not leave a half-made move on the table.
            self.game = self._rebuilt(self._open)
            raise
        # An order that waited goes on under its old number.
        self.orders = max(self.orders, order)
        text = write_choice(self.system, pos, choice)
        self.answers.append(
            Answer(
                len(self.answers) + 1, side_name(self.system, side), text, name or pos.hash(), order, faces
            )
        )
        self._note(events)
        given = Given(side, choice, order)
        self._open.append(given)
        author = self._begun.setdefault(order, given).side
        self._keep()
        is_shown = not is_draft or pos.unseen[0] == unseen_before
        self._set_barrier(side, author, is_draft, is_shown, events, before)
        return events

    def _to_compare(self) -> Position | None:
        """The position now, to be compared with the one after an answer; None where nothing is hidden."""
        if self.pos.is_open:
            return None
        pos: Position = self.pos.copy() if self._open else self._kept[0].pos
        return pos

    def was_automatic(self) -> None:
        """The last answer was given for its side: it goes back with its order, and is none of its own."""
        if self._open:
            last = self._open[-1]
            given = self._open[-1] = msgspec.structs.replace(last, is_automatic=True)
            if self._begun[last.order] is last:
                self._begun[last.order] = given

    def say(
        self,
        side: int,
        text: str,
        number: int = NOTHING,
        order: int = NOTHING,
        name: str = "",
        faces: tuple[int, ...] = (),
    ) -> list[Event]:
        """Answer in words: "advance 2213". Raises InputError for words the game does not know."""
        if self.over:
            raise IllegalChoice(Refusal("core.ask.over", "the game is over; nobody is asked anything."))
        choice = read_choice(self.system, self.pos, text)
        if faces and not self._are_faces(side, choice, faces):
            raise InputError(f"dice that show {', '.join(map(str, faces[:9]))} are not this roll")
        return self.answer(side, choice, number, order, name, faces)

    def _are_faces(self, side: int, choice: Choice, faces: tuple[int, ...]) -> bool:
        """Can dice that show these faces be what chance answers here?"""
        if side != CHANCE or not self.ask.is_chance:
            return False
        count = how_many_dice([noun for _, noun in self.ask.options(CHANCE)], self.ask.weights)
        return count == len(faces) and all(1 <= pips <= 6 for pips in faces) and sum(faces) == choice[1]

    def roll(self, generator: Random, order: int = NOTHING) -> list[Event]:
        """Let chance answer its Ask."""
        ask = self.ask
        if not ask.is_chance:
            raise InputError("chance is not asked now")
        options = ask.options(CHANCE)
        choice = options[pick(list(enumerate(ask.weights)), generator)]
        count = how_many_dice([noun for _, noun in options], ask.weights)
        faces = faces_of(count, choice[1], generator) if count > 1 else ()
        return self.answer(CHANCE, choice, order=order, faces=faces)

    # -- taking back ----------------------------------------------------------------------------

    def can_undo(self, side: int) -> Ruling:
        """None if this side may take its last order back, else why not."""
        if self._last_order(side) == NOTHING:
            return self._barriers.get(side, _NOTHING_DONE)
        return _PASSED_ON if self._passed_on else None

    def closes(self, side: int, choice: Choice) -> bool:
        """Would this answer of a side that is asked alone leave it nothing to take back?"""
        game, knowledge = self.game.copy(), self.system.knowledge
        if game.is_secret:
            return True
        events = game.play(choice, side)
        if game.over or game.ask.is_chance or game.ask.sides != (side,):
            return True
        if any(knowledge.is_reveal(event) for event in events):
            return True
        return not self.pos.is_open and knowledge.may_teach(self.pos, game.pos, side)

    def _last_order(self, side: int) -> int:
        """The last order that this side began and that may be taken back."""
        for order, first in reversed(self._begun.items()):
            if first.side == side and not first.is_automatic:
                return order
        return NOTHING

    def undo(self, side: int) -> list[int]:
        """Take back what is open of this side's last order, and return the places its answers had.

        Raises IllegalChoice where it may not.

        Never crosses a roll, a reveal or a change of side. Secret drafts are each side's own, so what
        another side has written meanwhile stays.
        """
        refusal = self.can_undo(side)
        if refusal is not None:
            raise IllegalChoice(refusal)
        return self.take_back(side)

    def take_back(self, side: int) -> list[int]:
        """Take the last open order of a side back without judging whether it may: it was judged before."""
        order = self._last_order(side)
        first = next((place for place, given in enumerate(self._open) if given.order == order), None)
        if first is None:
            raise IllegalChoice(self._barriers.get(side, _NOTHING_DONE))
        stays = [given for given in self._open[first:] if given.order != order]
        cut = len(self.answers) - len(self._open) + first
        taken = [answer.n for answer in self.answers[cut:] if answer.order == order]
        self.game = self._rebuilt(self._open[:first])
        del self._open[first:], self.answers[cut:], self._kept[first // self._stride + 1 :]
        stand = {given.order for given in self._open}
        self._begun = {order: given for order, given in self._begun.items() if order in stand}
        self.log = [line for line in self.log if line.n <= cut]
        self._passed_on = False
        self.intentions.pop(side, None)
        self.orders = max((answer.order for answer in self.answers[-len(self._open) - 1 :]), default=0)
        for given in stays:
            self.answer(given.side, given.choice, order=given.order)
        return taken

    def _keep(self) -> None:
        """Keep the position now and then; of many, every second one."""
        if len(self._open) % self._stride == 0:
            self._kept.append(self.game.copy())
            if len(self._kept) > MOST_KEPT:
                del self._kept[1::2]
                self._stride *= 2

    def _rebuilt(self, given: list[Given]) -> AnyGame:
        """The game after these first open answers, from the nearest position that was kept."""
        nearest = min(len(given) // self._stride, len(self._kept) - 1)
        game = self._kept[nearest].copy()
        for one in given[nearest * self._stride :]:
            game.play(one.choice, one.side)
        return game

    def _set_barrier(
        self,
        side: int,
        author: int,
        is_draft: bool,
        is_shown: bool,
        events: list[Event],
        before: Position | None,
    ) -> None:
        """Close what lies behind as soon as its author may not take it back."""
        knowledge = self.system.knowledge
        self._passed_on = False
        if self.over:
            self._close(_ENDED)
        elif side == CHANCE:
            self._close(_ROLLED)
        elif is_draft:
            if is_shown:
                self._close(_REVEALED)
        elif any(knowledge.is_reveal(event) for event in events):
            self._close(_REVEALED)
        elif before is not None and knowledge.may_teach(before, self.pos, author):
            self._close(_LEARNED)
        elif before is not None and side != author:
            # A standing order answered by what its side alone knows: whether it struck tells of that.
            self._close(_PASSED_ON)
        elif before is not None and self.ask.is_chance:
            # People who type their dice read what the attack comes to before they roll.
            self._close(_CALLED_FOR)
        elif not self.ask.is_chance and self.ask.sides != (author,):
            # The other side has seen what was done; before a roll nobody has been asked anything.
            self._passed_on = True

    def _close(self, barrier: Refusal) -> None:
        self._barriers |= {given.side: barrier for given in self._open}
        self._passed_on = False
        self._open = []
        self._begun = {}
        self._kept = [self.game.copy()]
        self._stride = STRIDE

    # -- going on from what was kept ----------------------------------------------------------------

    @property
    def open(self) -> TakeBack:
        """What can still be taken back."""
        return TakeBack(self._kept[0], self._open, self._barriers, self._passed_on)

    def stand_at(
        self, game: AnyGame, answers: list[Answer], log: list[LogLine], orders: int, open: TakeBack
    ) -> None:
        """Go on with a game as another match of it left it."""
        self.game, self.answers, self.log, self.orders = game, answers, log, orders
        self._kept, self._open, self._barriers, self._passed_on = (
            [open.begun],
            open.open,
            open.barriers,
            open.is_passed_on,
        )
        self._begun = {}
        for given in open.open:
            self._begun.setdefault(given.order, given)
        # Of the positions in between none was kept: the next is one that far.
        self._stride = STRIDE
        while self._stride <= len(open.open):
            self._stride *= 2

    # -- looking back ---------------------------------------------------------------------------

    def _note(self, events: list[Event]) -> None:
        n = len(self.answers)
        for event in events:
            self.log.append(LogLine(n, event, self.system.words.story(self.pos, event)))

    def log_for(self, side: int, since: int = 0) -> list[LogLine]:
        """The log as this side may read it; an onlooker (a negative side) reads only open lines."""
        return [line for line in self.log if line.n >= since and line.event.open_to(side)]

    def branch(self, at: int) -> "Match":
        """A new match that shares the first `at` answers of this one."""
        if not 0 <= at <= len(self.answers):
            raise InputError(f"there is no answer {at}", f"0 to {len(self.answers)}")
        there = self.answers[at - 1].hash if at else self.header.start
        header = msgspec.structs.replace(self.header, branched=Origin(there, at))
        game = open_setting(self.system, header.scenario, header.options, header.own)
        other = Match(self.system, header, game)
        for answer in self.answers[:at]:
            other.say(side_of(self.system, answer.by), answer.do, order=answer.order, faces=answer.faces)
        return other

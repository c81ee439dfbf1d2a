"""A game at the table: its position, the record of its answers, its log, and taking back."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from grognard.core.chance import CHANCE, Random, pick
from grognard.core.events import Event
from grognard.core.flow import AnyGame, Ask
from grognard.core.position import NOTHING, Choice, Position
from grognard.core.rulings import IllegalChoice, Refusal, Ruling
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.header import (
    Answer,
    Header,
    Origin,
    make_header,
    read_choice,
    side_name,
    write_choice,
)
from grognard.play.setting import open_setting, setting_hash, setting_options

_NOTHING_DONE = Refusal("core.undo.nothing", "this side has answered nothing that could be taken back.")
_ROLLED = Refusal("core.undo.roll", "chance has answered since; what is rolled stays rolled.")
_REVEALED = Refusal("core.undo.reveal", "something hidden has been shown since.")
_PASSED_ON = Refusal("core.undo.side", "another side has been asked since.")
_ENDED = Refusal("core.undo.over", "the game is over.")


class LogLine(msgspec.Struct, frozen=True, gc=False):
    """One line of the log: after how many answers it happened, the event, and its words."""

    n: int
    event: Event
    text: str


class _Given(msgspec.Struct, frozen=True, gc=False):
    """An answer that may still be taken back."""

    side: int
    choice: Choice


class Match:
    """One game being played: `ask` shows the Ask, `answer` answers it, `undo` takes the last answer back."""

    def __init__(self, system: AnySystem, header: Header, game: AnyGame, tables: Path | None = None) -> None:
        self.system = system
        self.header = header
        self.tables = tables
        self.game = game
        self.answers: list[Answer] = []
        self.log: list[LogLine] = []
        self.warning = ""
        self._open: list[_Given] = []
        self._barrier = _NOTHING_DONE
        self._base = game.copy()
        self._note(game.events)

    @classmethod
    def new(
        cls,
        system: AnySystem,
        scenario: str,
        options: Mapping[str, bool] | None = None,
        tables: Path | None = None,
        players: Mapping[str, str] | None = None,
    ) -> "Match":
        """A match at its first Ask. Raises InputError for an unknown scenario, example or option."""
        chosen = setting_options(system, scenario, options)
        game = open_setting(system, scenario, chosen, tables)
        data = setting_hash(system, scenario)
        header = make_header(system, scenario, data, chosen, tables, players or {}, game.pos)
        return cls(system, header, game, tables)

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

    def answer(self, side: int, choice: Choice, number: int = NOTHING) -> list[Event]:
        """Answer the Ask for a side and return what happened.

        Raises IllegalChoice and changes nothing where the Ask does not offer it. `number` is the Ask
        that the side was looking at.
        """
        if self.over:
            raise IllegalChoice(Refusal("core.ask.over", "the game is over; nobody is asked anything."))
        pos = self.game.pos
        is_draft = self.game.is_secret
        unseen_before = pos.unseen[0]
        offered = choice in self.ask.options(side)
        text = write_choice(self.system, pos, choice) if offered else ""
        try:
            events = self.game.play(choice, side, number)
        except IllegalChoice:
            raise
        except Exception:
            # A fault in a rule must not leave a half-made move on the table.
            self.game = self._rebuilt()
            raise
        self.answers.append(Answer(len(self.answers) + 1, side_name(self.system, side), text, pos.hash()))
        self._note(events)
        self._open.append(_Given(side, choice))
        self._set_barrier(side, is_draft, pos.unseen[0] == unseen_before, events)
        return events

    def _rebuilt(self) -> AnyGame:
        """The game after the answers so far, from the last one that is closed."""
        game = self._base.copy()
        for given in self._open:
            game.play(given.choice, given.side)
        return game

    def say(self, side: int, text: str, number: int = NOTHING) -> list[Event]:
        """Answer in words: "advance 2213". Raises InputError for words the game does not know."""
        if self.over:
            raise IllegalChoice(Refusal("core.ask.over", "the game is over; nobody is asked anything."))
        return self.answer(side, read_choice(self.system, self.pos, text), number)

    def roll(self, generator: Random) -> list[Event]:
        """Let chance answer its Ask."""
        ask = self.ask
        if not ask.is_chance:
            raise InputError("chance is not asked now")
        options = ask.options(CHANCE)
        place = pick(list(enumerate(ask.weights)), generator)
        return self.answer(CHANCE, options[place])

    # -- taking back ----------------------------------------------------------------------------

    def can_undo(self, side: int) -> Ruling:
        """None if this side may take its last answer back, else why not."""
        for given in self._open:
            if given.side == side:
                return None
        return self._barrier

    def undo(self, side: int) -> None:
        """Take back this side's last answer. Raises IllegalChoice where something stands between.

        Never crosses a roll, a reveal or a change of side. Secret drafts are each side's own, so what
        another side has written meanwhile stays.
        """
        refusal = self.can_undo(side)
        if refusal is not None:
            raise IllegalChoice(refusal)
        last = max(place for place, given in enumerate(self._open) if given.side == side)
        kept = self._open[:last] + self._open[last + 1 :]
        cut = len(self.answers) - len(self._open)
        self.game = self._base.copy()
        del self.answers[cut:]
        self.log = [line for line in self.log if line.n <= cut]
        self._open = []
        for given in kept:
            self.answer(given.side, given.choice)

    def _set_barrier(self, side: int, is_draft: bool, is_shown: bool, events: list[Event]) -> None:
        """Close what lies behind as soon as it may not be taken back."""
        if self.over:
            self._close(_ENDED)
        elif side == CHANCE:
            self._close(_ROLLED)
        elif is_draft:
            if is_shown:
                self._close(_REVEALED)
        elif any(self.system.knowledge.is_reveal(event) for event in events):
            self._close(_REVEALED)
        elif not self.ask.is_chance and self.ask.sides != (side,):
            # The other side has seen what was done; before a roll nobody has been asked anything.
            self._close(_PASSED_ON)

    def _close(self, barrier: Refusal) -> None:
        self._barrier = barrier
        self._open = []
        self._base = self.game.copy()

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
        game = open_setting(self.system, header.scenario, header.options, self.tables)
        other = Match(self.system, header, game, self.tables)
        for answer in self.answers[:at]:
            side = (
                CHANCE if answer.by == side_name(self.system, CHANCE) else self.system.sides.index(answer.by)
            )
            other.say(side, answer.do)
        return other

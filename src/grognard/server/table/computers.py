"""The computer at the table: it thinks in a thread, answers at the pace people want, and can be stopped.

Its pace tells nothing of what is hidden: it pauses only before an answer that somebody who watches sees, and
such an answer comes at a time counted from the last thing seen, however much it did and thought in between.
"""

import asyncio
import contextlib
import logging
import random
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Final

from grognard.ai.players import choose, make_player, reason_of
from grognard.core.flow.flow import OVER, AnyGame, Ask, Game
from grognard.core.position import Choice, Position
from grognard.core.system import Player
from grognard.play.header import write_choice
from grognard.server.messages.from_server import Thought
from grognard.server.table.game_table import GameTable, Reply
from grognard.server.table.to_wire import looks_alike, scene

log = logging.getLogger("grognard.server")

ENDING: Final = ("leave", "close", "drop", "end", "seal")
"""Roles of verbs that do nothing themselves: what is told after them is not their doing."""


LEAST: Final = 0.05
"""Seconds at least between two things seen, where some answers are hidden."""
SLOWEST: Final = 2.0
"""Seconds that such a pause is kept at most."""
CALM: Final = 10
"""Answers in time after which half of such a pause is tried."""


class Clock:
    """The time, and waiting for it."""

    def now(self) -> float:
        """Seconds since whenever."""
        return asyncio.get_running_loop().time()

    async def wait(self, nudge: asyncio.Event, until: float | None) -> bool:
        """Until then, or for ever; True if a nudge came before."""
        timeout = None if until is None else max(0.0, until - self.now())
        try:
            await asyncio.wait_for(nudge.wait(), timeout)
        except TimeoutError:
            return False
        return True


class Computer:
    """Answers for all sides of a table that the computer plays, while somebody is there to see it."""

    def __init__(
        self, table: GameTable, pool: Executor, generator: random.Random, clock: Clock | None = None
    ) -> None:
        self._clock = clock or Clock()
        self._seen: list[int] = []
        """The numbers of an onlooker's Ask and of each side's when something was seen last."""
        self._asked_then: set[int] = set()
        self._seen_at = 0.0
        self._is_showing = False
        """Is an answer given just now that somebody sees?"""
        self._slow = 0.0
        """The pause that is kept for a while, since it was needed once."""
        self._calm = 0
        self._table = table
        self._pool = pool
        self._players: dict[int, Player] = {}
        self._sides = {side for side, who in enumerate(table.setup.sides) if who.by == "computer"}
        self._task: asyncio.Task[None] | None = None
        self._nudge = asyncio.Event()
        self._steps = 0
        self._generator = generator

    def poke(self) -> None:
        """Something has changed: begin to play if it is the computer's turn."""
        self._look()
        if self._sides and (self._task is None or self._task.done()) and self._asked() is not None:
            self._task = asyncio.create_task(self._play())

    def set_pace(self, delay: int, paused: bool) -> None:
        """How fast to play from now on."""
        audience = self._table.audience
        audience.pace, audience.paused = delay, paused
        audience.tell_people()
        self._nudge.set()

    def step(self) -> None:
        """One answer while paused."""
        self._steps += 1
        self._nudge.set()

    async def stop(self) -> None:
        """Leave the table."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # -- playing ----------------------------------------------------------------------------------

    def _asked(self) -> int | None:
        """A side of the computer's that is asked, while anybody is at the table."""
        ask = self._table.match.ask
        if ask is OVER or not self._table.audience.guests:
            return None
        return next((side for side in ask.sides if side in self._sides), None)

    def _numbers(self, pos: Position) -> list[int]:
        """What an onlooker and each side have seen answered."""
        return [pos.number_for(side) for side in range(-1, len(self._table.system.sides))]

    def _watched(self, numbers: list[int]) -> list[int]:
        """Those of the numbers that somebody at the table sees."""
        return [numbers[side + 1] for side in sorted({one.looks for one in self._table.audience.guests})]

    def _look(self) -> None:
        """Note when something was seen."""
        match = self._table.match
        numbers, asked = self._numbers(match.pos), set(match.ask.sides)
        is_same = self._seen and self._watched(numbers) == self._watched(self._seen)
        if not is_same or asked != self._asked_then or self._is_showing:
            self._seen_at = self._clock.now()
        self._seen, self._asked_then, self._is_showing = numbers, asked, False

    async def _play(self) -> None:
        while (side := self._asked()) is not None:
            await self._answer(side)

    async def _wait(self) -> None:
        """The pause before an answer that is seen. A new pace begins it anew."""
        audience = self._table.audience
        while True:
            self._nudge.clear()
            if self._steps:
                self._steps -= 1
                return
            if not audience.guests:
                return
            if not await self._clock.wait(self._nudge, None if audience.paused else self._due()):
                return

    def _due(self) -> float:
        """When the next answer may be seen: a pause after the last, or twice as late, and so on.

        Between these times nobody learns for how long it thought, and so not of how much.
        """
        pace = self._table.audience.pace / 1000
        if self._table.match.pos.is_open:
            return self._seen_at + pace
        shortest, passed = max(pace, LEAST), self._clock.now() - self._seen_at
        usual = wait = max(shortest, self._slow)
        while wait < passed:
            wait *= 2
        self._calm += 1
        if wait > usual:
            # It goes on as slowly for a while, or this one pause would tell that it had much to think of.
            self._slow, self._calm = min(wait, SLOWEST), 0
        elif self._calm >= CALM:
            self._slow, self._calm = self._slow / 2, 0
        return self._seen_at + wait

    async def _answer(self, side: int) -> None:
        table = self._table
        async with table.lock:
            game = table.match.game
            ask, number, pos = game.ask, game.pos.number_for(side), game.pos.copy()
            is_secret = game.is_secret
        if side not in ask.sides:
            return
        player, choice = await self._think(side, pos, ask)
        is_seen = await self._will_be_seen(pos, ask.sides, side, choice)
        if is_seen:
            await self._wait()
            if not table.audience.guests:
                return
        words = write_choice(table.system, pos, choice)
        why = "" if is_secret else self._open_reason(pos, player)
        verb = table.system.words.verbs.get(choice[0])
        does = verb is not None and verb.role not in ENDING
        replies: list[Reply] = []
        self._is_showing = is_seen
        made = await table.answer(None, side, number, words, "", replies.append, why if does else "")
        self._is_showing = False
        if made and why:
            with contextlib.suppress(KeyError):
                table.audience.tell(Thought(side, table.system.words.label(pos, choice), why))
        elif not made and table.match.game.pos.number_for(side) == number:
            log.error("table %s: the computer's answer was refused: %s", table.id, replies)
            await asyncio.sleep(1)

    async def _will_be_seen(self, pos: Position, sides: Sequence[int], side: int, choice: Choice) -> bool:
        """Will anybody who watches see that this was answered?"""
        if pos.is_open and not self._table.match.game.is_secret:
            return True
        loop = asyncio.get_running_loop()
        try:
            looks = sorted({one.looks for one in self._table.audience.guests})
            return await loop.run_in_executor(self._pool, self._shows, pos, sides, side, choice, looks)
        except Exception:
            # A fault in a rule: what becomes of it is seen when it is answered.
            return True

    def _shows(
        self, pos: Position, sides: Sequence[int], side: int, choice: Choice, looks: Sequence[int]
    ) -> bool:
        """In the thread: does an answer show to those who look with these eyes?"""
        knowledge = self._table.system.knowledge
        after: AnyGame = Game(self._table.system.rules.procedures, pos.copy())
        after.play(choice, side)
        if after.over or any(after.pos.number_for(one) != pos.number_for(one) for one in looks):
            return True
        # Everybody sees who is asked; not that dice fall in secret.
        is_secret_roll = after.ask.is_chance and after.ask.hidden
        if not is_secret_roll and set(after.ask.sides) != set(sides):
            return True
        # A counter that moves before the eyes of somebody who is told nothing of it.
        return not all(
            looks_alike(*(scene(knowledge.show(there, one)) for there in (pos, after.pos))) for one in looks
        )

    def _open_reason(self, pos: Position, player: Player) -> str:
        """Why the player answered as it did; nothing where something is hidden that a reason could name."""
        unknown = any(piece.unit < 0 for piece in self._table.system.knowledge.show(pos, -1).pieces)
        return reason_of(player) if pos.is_open and not unknown else ""

    async def _think(self, side: int, pos: Position, ask: Ask) -> tuple[Player, Choice]:
        """What the player of this side answers; any option at all where it fails."""
        table = self._table
        loop = asyncio.get_running_loop()
        try:
            if side not in self._players:
                self._players[side] = make_player(table.setup.sides[side].level, table.system)
            player = self._players[side]
            choice = await loop.run_in_executor(
                self._pool, choose, player, table.system, pos, ask, side, self._generator
            )
            if choice in ask.options(side):
                return player, choice
            log.error("table %s: the computer chose what is not offered", table.id)
        except Exception:
            log.exception("table %s: the computer failed", table.id)
        stand_in = make_player("random", table.system)
        return stand_in, choose(stand_in, table.system, pos, ask, side, self._generator)

"""The computer at the table: it thinks in a thread, answers at the pace people want, and can be stopped."""

import asyncio
import contextlib
import logging
import random
from concurrent.futures import Executor
from typing import Final

from grognard.ai.players import choose, make_player, reason_of
from grognard.core.flow import OVER, Ask
from grognard.core.position import Choice, Position
from grognard.core.system import Player
from grognard.play.header import write_choice
from grognard.server.server_messages import Thought
from grognard.server.table import GameTable, Reply

log = logging.getLogger("grognard.server")

ENDING: Final = ("leave", "close", "drop", "end", "seal")
"""Roles of verbs that do nothing themselves: what is told after them is not their doing."""


class Computer:
    """Answers for all sides of a table that the computer plays, while somebody is there to see it."""

    def __init__(self, table: GameTable, pool: Executor, generator: random.Random) -> None:
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

    async def _play(self) -> None:
        while (side := self._asked()) is not None:
            if not self._table.match.game.is_secret:
                await self._wait()
            await self._answer(side)

    async def _wait(self) -> None:
        """The pause before an answer. A new pace begins it anew."""
        audience = self._table.audience
        while True:
            self._nudge.clear()
            if self._steps:
                self._steps -= 1
                return
            timeout = None if audience.paused else audience.pace / 1000
            try:
                await asyncio.wait_for(self._nudge.wait(), timeout)
            except TimeoutError:
                return
            if not audience.guests:
                return

    async def _answer(self, side: int) -> None:
        table = self._table
        async with table.lock:
            game = table.match.game
            ask, number, pos = game.ask, game.pos.number_for(side), game.pos.copy()
            is_secret = game.is_secret
        if side not in ask.sides:
            return
        player, choice = await self._think(side, pos, ask)
        words = write_choice(table.system, pos, choice)
        why = "" if is_secret else self._open_reason(pos, player)
        does = table.system.words.verbs[choice[0]].role not in ENDING
        replies: list[Reply] = []
        made = await table.answer(None, side, number, words, "", replies.append, why if does else "")
        if made and why:
            with contextlib.suppress(KeyError):
                table.audience.tell(Thought(side, table.system.words.label(pos, choice), why))
        elif not made and table.match.game.pos.number_for(side) == number:
            log.error("table %s: the computer's answer was refused: %s", table.id, replies)
            await asyncio.sleep(1)

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

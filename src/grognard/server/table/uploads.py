"""A player's own files: checked in a process of their own, which is ended when it takes too long.

What a stranger sends may be a map that keeps a rule busy for minutes. So it is set up once where that hurts
nobody; only what has been set up there in time is set up here.
"""

import asyncio
import multiprocessing
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

from grognard.core.content.player_files import PlayerFiles
from grognard.core.content.read import ContentError, Fault, Scenario
from grognard.play.errors import InputError
from grognard.play.registry import find_system
from grognard.play.setting import open_setting, scenario_of, setting_options

TIME_LIMIT: Final = 20.0
"""Seconds for one check, the start of its process included."""
MOST_HEXES: Final = 20_000
MOST_COUNTERS: Final = 2_200
"""The largest of our own scenarios has 700."""
MOST_WAITING: Final = 8
_MOST_KEPT: Final = 64
MOST_CHECKS: Final = 200
"""A worker that has made so many is ended: what it keeps of strangers' files goes with it."""


class TooManyUploads(Exception):
    """So many are being checked that another would wait too long."""


class Checked(NamedTuple):
    """What became of a check: the scenario that is played, or what is wrong."""

    scenario: Scenario | None
    faults: list[Fault]


class Uploads:
    """Checks one after the other; what has passed is remembered for a while."""

    def __init__(self, time_limit: float = TIME_LIMIT) -> None:
        self._time_limit = time_limit
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._known: OrderedDict[tuple[str, str, str], Checked] = OrderedDict()
        self._worker: _Worker | None = None

    async def check(self, game: str, scenario: str, own: PlayerFiles) -> Checked:
        """Can these files be played with? Raises TooManyUploads."""
        key = (game, scenario, own.key)
        found = self._known.get(key)
        if found is None:
            if self._waiting >= MOST_WAITING:
                raise TooManyUploads
            self._waiting += 1
            try:
                async with self._turn:
                    found = self._known.get(key) or await self._run(game, scenario, own)
            finally:
                self._waiting -= 1
        self._known[key] = found
        self._known.move_to_end(key)
        while len(self._known) > _MOST_KEPT:
            self._known.popitem(last=False)
        return found

    async def _run(self, game: str, scenario: str, own: PlayerFiles) -> Checked:
        if self._worker is None:
            self._worker = await asyncio.to_thread(_Worker)
        worker, is_well = self._worker, False
        try:
            worker.line.send((game, scenario, own))
            if not await asyncio.to_thread(worker.line.poll, self._time_limit):
                limit = f"takes longer than {self._time_limit:.0f} seconds to set up"
                return _refused(limit, "make it smaller")
            found: Checked = worker.line.recv()
            worker.checks += 1
            is_well = worker.checks < MOST_CHECKS
            return found
        except (EOFError, OSError):
            return _refused("cannot be set up", "leave out what is unusual about it")
        finally:
            if not is_well:
                self._worker = None
                await asyncio.to_thread(worker.end)

    def stop(self) -> None:
        """Ends the process that checks."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()


class _Worker:
    """A process that checks one set of files after another: a painted map is checked at every stroke."""

    def __init__(self) -> None:
        self.checks = 0
        self.line, there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        self._process = context.Process(target=_serve, args=(there, _work), daemon=True)
        self._process.start()
        there.close()

    def end(self) -> None:
        self._process.kill()
        self.line.close()
        self._process.join()


def _refused(what: str, fix: str) -> Checked:
    return Checked(None, [Fault("", what, fix)])


Work = Callable[[Connection, str, str, PlayerFiles], None]


def _serve(line: Connection, work: Work) -> None:
    """In the worker: check what comes, until nothing comes any more."""
    with suppress(EOFError):
        while True:
            work(line, *line.recv())


def _work(line: Connection, game: str, scenario: str, own: PlayerFiles) -> None:
    """One check."""
    line.send(check_own(game, scenario, own))


def check_own(game: str, scenario: str, own: PlayerFiles) -> Checked:
    """Set the files up: the scenario that is played with them, or every fault."""
    system = find_system(game)
    try:
        found = scenario_of(system, scenario, own)
        start = open_setting(system, scenario or found.id, setting_options(system, scenario, None, own), own)
        if start.pos.board.grid.size > MOST_HEXES:
            return _refused(f"has more than {MOST_HEXES:,} hexes", "play it at your own machine")
        if len(start.pos.roster.counters) > MOST_COUNTERS:
            return _refused(f"has more than {MOST_COUNTERS:,} counters", "play it at your own machine")
        return Checked(found, [])
    except ContentError as problem:
        faults = [
            fault
            if problem.file == own.scenario
            else Fault(f"{problem.file}: {fault.where}", fault.what, fault.fix)
            for fault in problem.faults
        ]
        return Checked(None, faults)
    except InputError as problem:
        return _refused(problem.what, problem.fix)

"""The computer players by name: ours, those of installed packages, and any class for who runs the program."""

import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from math import inf
from typing import Final

from grognard.ai.general import General
from grognard.ai.past import AT, PastPlayer
from grognard.ai.random_player import RandomPlayer
from grognard.core.flow.chance import Random
from grognard.core.flow.flow import Ask
from grognard.core.position import Choice, Position
from grognard.core.system import AnySystem, Player, PlaysSome, SaysWhy
from grognard.core.view import View
from grognard.core.words import counted
from grognard.play.errors import InputError

GROUP: Final = "grognard.players"
"""The entry-point group by which a package brings players: NAME = "module:Class"."""


# -- by name --------------------------------------------------------------------------------------


def _random(system: AnySystem, think: float | None) -> Player:
    return RandomPlayer()


def _staff(system: AnySystem, think: float | None) -> Player:
    try:
        return system.staff()
    except NotImplementedError as problem:
        raise InputError(f"{system.title} has no staff to play it yet", "use random") from problem


def _general(system: AnySystem, think: float | None) -> Player:
    _staff(system, think)  # whose plans it weighs
    return General(think)


_OURS: Final[dict[str, Callable[[AnySystem, float | None], Player]]] = {
    "general": _general,
    "random": _random,
    "staff": _staff,
}

THINK: Final = 5.0
"""Seconds that a player at a table takes over one phase at most, if it is one that searches."""


def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in _OURS}


def player_names() -> list[str]:
    """The names that `make_player` knows, without importing any."""
    return sorted({*_OURS, *_installed()})


def make_player(name: str, system: AnySystem, think: float | None = THINK) -> Player:
    """A fresh player of a known name. Raises InputError with the known names.

    Nothing else is ever imported, so the name may come from a stranger. `think`: seconds for one phase;
    None goes by no clock.
    """
    if think is not None and not 0 <= think < inf:
        raise InputError(f"nobody thinks for {think:g} seconds", "--think is 0 or more")
    if name in _OURS:
        return _OURS[name](system, think)
    entry = _installed().get(name)
    if entry is None:
        raise InputError(f"there is no player '{name[:60]}'", f"known: {', '.join(player_names())}")
    return _plugged(name, entry, system)


def seat_player(name: str, system: AnySystem, think: float | None = THINK) -> Player:
    """A fresh player of a known name, "module:Class" or "player@release": for whoever runs the program."""
    if AT in name:
        return PastPlayer(name, system)
    if ":" not in name:
        return make_player(name, system, think)
    # A module in the folder that the program is run in, too; after all else, so that it hides nothing.
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    return _plugged(name, EntryPoint(name, name, GROUP), system)


def make_players(names: Sequence[str], system: AnySystem, think: float | None = None) -> list[Player]:
    """One player for each side, in the order of the game's sides. Without `think` games can be repeated."""
    if len(names) != len(system.sides):
        sides = ", ".join(system.sides)
        raise InputError(
            f"{counted(len(names), 'player')} for {len(system.sides)} sides", f"one each for {sides}"
        )
    return [seat_player(name, system, think) for name in names]


# -- somebody else's ------------------------------------------------------------------------------


def _plugged(name: str, entry: EntryPoint, system: AnySystem) -> Player:
    """A player made from its class."""
    try:
        player = entry.load()()
    except Exception as problem:
        what = f"the player '{name[:60]}' cannot be made: {type(problem).__name__}: {problem}"
        raise InputError(what, "module:Class names a class that is made without arguments") from problem
    if not isinstance(player, Player):
        raise InputError(f"the player '{name[:60]}' has no method choose", "see docs/writing-a-player.md")
    if isinstance(player, PlaysSome) and system.id not in player.games:
        raise InputError(f"the player '{name[:60]}' does not play {system.title}")
    return _Guest(name, player)


class _Guest:
    """Somebody else's player. What goes wrong in it is told as its own fault, in one sentence."""

    def __init__(self, name: str, player: Player) -> None:
        self._name = name
        self._player = player

    @property
    def reason(self) -> str:
        """Why it gave its last answer, if it says."""
        return self._player.reason if isinstance(self._player, SaysWhy) else ""

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        try:
            choice = self._player.choose(system, view, ask, generator)
        except Exception as problem:
            what = f"the player '{self._name[:60]}' failed at {ask.step}: {type(problem).__name__}: {problem}"
            raise InputError(what) from problem
        if choice not in ask.options(view.side):
            raise InputError(
                f"the player '{self._name[:60]}' answered {choice!r} at {ask.step}, which is not offered"
            )
        return choice


def choose(
    player: Player, system: AnySystem, pos: Position, ask: Ask, side: int, generator: Random
) -> Choice:
    """The player's answer. It gets the view of its own side and nothing else of the position."""
    if isinstance(player, RandomPlayer) and not player.needs_view:
        return player.pick(ask.options(side), generator)
    return player.choose(system, system.knowledge.project(pos, side), ask, generator)


def reason_of(player: Player) -> str:
    """Why a computer player answered as it did, if it says."""
    return str(player.reason)[:2_000] if isinstance(player, SaysWhy) else ""

"""The computer players by name."""

from collections.abc import Callable, Sequence
from typing import Any

from grognard.ai.random import RandomPlayer
from grognard.core.chance import Random
from grognard.core.flow import Ask
from grognard.core.position import Choice
from grognard.core.system import AnySystem, Player
from grognard.play.errors import InputError

_makers: dict[str, Callable[[AnySystem], Player]] = {}


def player_kind(name: str) -> Callable[[Callable[[AnySystem], Player]], Callable[[AnySystem], Player]]:
    """Put a way to make players on the list, under a name."""

    def remember(maker: Callable[[AnySystem], Player]) -> Callable[[AnySystem], Player]:
        _makers[name] = maker
        return maker

    return remember


@player_kind("random")
def _random(system: AnySystem) -> Player:
    return RandomPlayer()


@player_kind("staff")
def _staff(system: AnySystem) -> Player:
    try:
        return system.staff()
    except NotImplementedError as problem:
        raise InputError(f"{system.title} has no staff to play it yet", "use random") from problem


def player_names() -> list[str]:
    """The names that `make_player` knows."""
    return sorted(_makers)


def make_player(name: str, system: AnySystem) -> Player:
    """A fresh player. Raises InputError with the known names."""
    if name not in _makers:
        raise InputError(f"there is no player '{name[:60]}'", f"known: {', '.join(player_names())}")
    return _makers[name](system)


def make_players(names: Sequence[str], system: AnySystem) -> list[Player]:
    """One player for each side, in the order of the game's sides."""
    if len(names) != len(system.sides):
        sides = ", ".join(system.sides)
        raise InputError(f"{len(names)} players for {len(system.sides)} sides", f"one each for {sides}")
    return [make_player(name, system) for name in names]


def choose(player: Player, system: AnySystem, pos: Any, ask: Ask, side: int, generator: Random) -> Choice:
    """The player's answer. It gets the view of its own side and nothing else of the position."""
    if isinstance(player, RandomPlayer) and not player.needs_view:
        return player.pick(ask.options(side), generator)
    return player.choose(system, system.knowledge.project(pos, side), ask, generator)


def reason_of(player: Player) -> str:
    """Why a computer player answered as it did, if it says."""
    said = getattr(player, "reason", "")  # a player may say why; not every one does
    return str(said() if callable(said) else said or "")[:2_000]

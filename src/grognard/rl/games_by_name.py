"""Games and scenarios as an environment is given them, and how they go through a pickle: by name."""

from importlib import import_module
from sys import modules

from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.registry import find_system, game_ids


def system_of(game: str | AnySystem) -> AnySystem:
    """The game of that id, or that stands as "module:NAME"; one that is here is taken as it is."""
    if not isinstance(game, str):
        return game
    module, colon, name = game.partition(":")
    found: AnySystem = getattr(import_module(module), name) if colon else find_system(game)
    return found


def name_of(system: AnySystem) -> str:
    """By what name `system_of` finds this game in another process. Raises InputError where there is none."""
    if system.id in game_ids() and find_system(system.id) is system:
        return system.id
    for module, content in list(modules.items()):
        for name, value in list(vars(content).items() if hasattr(content, "__dict__") else ()):
            if value is system and not name.startswith("_"):
                return f"{module}:{name}"
    raise InputError(
        f"{system.title} is no installed game, so another process cannot find it",
        "let a module hold it by a name, or install it",
    )

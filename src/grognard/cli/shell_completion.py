"""What a shell offers after a Tab, where that is not fixed: games and scenarios."""

from typing import Any


def complete_games(_: Any) -> list[str]:
    """The ids of the installed games."""
    from grognard.play.registry import game_ids

    return game_ids()


def complete_scenarios(context: Any) -> list[tuple[str, str]]:
    """The scenarios of the game that was named, each with its title."""
    from grognard.play.registry import find_system

    game = context["game"].raw
    return [(one.id, one.title) for one in find_system(game).rules.scenarios()] if game else []

"""The games on the shelf. Each is a package that names its AnySystem in the entry-point group."""

from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from grognard.core.content.read import ContentError, Scenario
from grognard.core.system import AnySystem, RuleSystem
from grognard.play.errors import InputError

GROUP: Final = "grognard.games"

_registered: dict[str, AnySystem] = {}


def register(system: AnySystem) -> None:
    """Put a game on the shelf of this process, beside the installed ones."""
    _registered[system.id] = system


def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def game_ids() -> list[str]:
    """The ids of all games, without importing any."""
    return sorted({*_registered, *_installed()})


def find_system(id: str) -> AnySystem:
    """The game of that id, imported now if it was not. Raises InputError with the known ids."""
    if id not in _registered:
        entry = _installed().get(id)
        if entry is None:
            known = ", ".join(game_ids()) or "none is installed"
            raise InputError(f"there is no game '{id[:60]}'", f"known: {known}")
        _registered[id] = _load(entry)
    return _registered[id]


def _load(entry: EntryPoint) -> AnySystem:
    try:
        system = entry.load()
    except ContentError:
        raise
    except Exception as problem:
        what = f"the game '{entry.name}' cannot be loaded: {type(problem).__name__}: {problem}"
        raise InputError(what, "reinstall the package it comes from") from problem
    if not isinstance(system, RuleSystem) or system.id != entry.name:
        raise InputError(f"the game '{entry.name}' does not export a rule system of that id")
    return system


def playable_games(on_fault: Callable[[str, Exception], object]) -> list[AnySystem]:
    """The games that can be loaded; one that cannot is told with its id and keeps no other from the shelf."""
    found: list[AnySystem] = []
    for id in game_ids():
        try:
            found.append(find_system(id))
        except (InputError, ContentError) as problem:
            on_fault(id, problem)
    return found


def find_scenario(system: AnySystem, id: str) -> Scenario:
    """The scenario of that id. Raises InputError with the known ids."""
    scenarios = system.rules.scenarios()
    for scenario in scenarios:
        if scenario.id == id:
            return scenario
    known = ", ".join(scenario.id for scenario in scenarios)
    raise InputError(f"{system.title} has no scenario '{id[:60]}'", f"known: {known}")


def side_number(system: AnySystem, name: str) -> int:
    """The number of a side by its name. Raises InputError with the known names."""
    lowered = [side.lower() for side in system.sides]
    if name.lower() not in lowered:
        raise InputError(f"{system.title} has no side '{name[:60]}'", f"known: {', '.join(system.sides)}")
    return lowered.index(name.lower())


def full_options(
    system: AnySystem, options: Mapping[str, bool] | None = None, scenario: Scenario | None = None
) -> dict[str, bool]:
    """Every toggle with its value: as given, else as the scenario has it, else the default.

    Raises InputError for unknown ones.
    """
    chosen = {toggle.id: toggle.default for toggle in system.rules.toggles()}
    unknown = [name for name in options or {} if name not in chosen]
    if unknown:
        named = ", ".join(repr(name[:60]) for name in unknown)
        raise InputError(f"{system.title} has no option {named}", f"known: {', '.join(chosen) or 'none'}")
    if scenario is not None:
        chosen.update({name: value for name, value in scenario.options.items() if name in chosen})
    chosen.update(options or {})
    return chosen

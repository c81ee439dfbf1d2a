"""Where a game can begin: at a scenario, or at the position of an example of play, "case:ITS-TITLE"."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar

from grognard.core.content.kit import is_kit, read_kit
from grognard.core.content.player_files import NO_FILES, PlayerFiles, player_tables, read_player_files
from grognard.core.content.read import ContentError, Fault, Scenario, is_slug
from grognard.core.flow.flow import AnyGame
from grognard.core.system import AnySystem
from grognard.play.cases import Case, case_files, load_cases, open_case
from grognard.play.errors import InputError
from grognard.play.registry import find_scenario, full_options

T = TypeVar("T")

CASE: Final = "case:"


def case_id(case: Case) -> str:
    """The name of a case as a setting: its title in small letters and hyphens."""
    return CASE + re.sub(r"[^a-z0-9]+", "-", case.title.lower()).strip("-")


@lru_cache(maxsize=32)
def _cases(system: AnySystem) -> dict[str, Case]:
    """The examples of a game by setting; a file with faults is left out."""
    found: dict[str, Case] = {}
    for path in case_files(system):
        try:
            cases = load_cases(path)
        except ContentError:
            continue
        found.update({case_id(case): case for case in cases})
    return found


def find_case(system: AnySystem, id: str) -> Case:
    """The example of play of that id. Raises InputError."""
    case = _cases(system).get(id)
    if case is None:
        raise InputError(
            f"{system.title} has no example '{id.removeprefix(CASE)[:80]}'", "see grognard cases"
        )
    return case


def setting_title(system: AnySystem, id: str, own: PlayerFiles = NO_FILES) -> str:
    """What a scenario or example is called. Raises InputError."""
    return find_case(system, id).title if id.startswith(CASE) else scenario_of(system, id, own).title


def setting_options(
    system: AnySystem, id: str, options: Mapping[str, bool] | None = None, own: PlayerFiles = NO_FILES
) -> dict[str, bool]:
    """The options a setting is played with. Raises InputError for unknown ones; an example has its own."""
    if not id.startswith(CASE):
        return full_options(system, options, scenario_of(system, id, own))
    fixed = find_case(system, id).options
    full_options(system, options)
    if options and dict(options) != fixed:
        raise InputError("an example of play has options of its own", "leave them out")
    return dict(fixed)


def open_setting(
    system: AnySystem, id: str, options: Mapping[str, bool] | None = None, own: PlayerFiles = NO_FILES
) -> AnyGame:
    """A game at the first Ask of a scenario or example. Raises InputError; ContentError for own files."""
    if not id.startswith(CASE):
        return _made(own, lambda: system.rules.start(id, dict(options or {}), own))
    if own.files:
        raise InputError("an example of play uses the tables of the game", "leave the own tables out")
    game = open_case(system, find_case(system, id))
    game.over  # noqa: B018 - walks on to the first Ask, as a scenario's start does
    return game


# -- a player's own files -------------------------------------------------------------------------


def read_setting(system: AnySystem, scenario: str, tables: Path | None = None) -> tuple[str, PlayerFiles]:
    """The id of a scenario, and the player's own files it is played with.

    NAME.toml is a file of the player's own, NAME.grognard a kit. Raises InputError and ContentError.
    """
    if is_kit(scenario):
        own = _read_own_kit(system, Path(scenario), tables)
    elif scenario.endswith(".toml"):
        own = read_player_files(Path(scenario), tables)
    elif is_slug(scenario) or not Path(scenario).is_file():
        return scenario, player_tables(tables)
    else:
        name = Path(scenario).name[:60]
        raise InputError(f"{name!r} is neither a scenario file nor a kit", "NAME.toml or NAME.grognard")
    return scenario_of(system, "", own).id, own


def _read_own_kit(system: AnySystem, path: Path, tables: Path | None) -> PlayerFiles:
    """The files of a kit of this game, with other tables where some are given."""
    kit = read_kit(path)
    if kit.index.game != system.id:
        fix = f"grognard play {kit.index.game[:40]} --scenario {path.name[:60]}"
        raise InputError(f"{path.name[:60]} is a kit for another game", fix)
    if tables is None:
        return kit.own
    more = player_tables(tables)
    name = next(iter(more.files))
    other = f"other-{name}" if name in kit.own.files else name
    return PlayerFiles({**kit.own.files, other: more.files[name]}, kit.own.scenario, other)


def scenario_of(system: AnySystem, id: str, own: PlayerFiles = NO_FILES) -> Scenario:
    """The scenario of that id, or the player's own. Raises InputError; ContentError for own files."""
    if not own.scenario:
        return find_scenario(system, id)
    return _made(own, lambda: system.rules.own_scenario(own))


def _made(own: PlayerFiles, make: Callable[[], T]) -> T:
    """What the rules make of a player's own files. Whatever the checks have missed is a fault of the file."""
    if not own.files:
        return make()
    try:
        return make()
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, StopIteration) as problem:
        what = f"does not fit the rules of this game: {type(problem).__name__}: {problem}"
        fault = Fault("", what[:300], "compare it with what ships with the game")
        raise ContentError(own.scenario or own.tables, [fault]) from problem

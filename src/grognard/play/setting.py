"""Where a game can begin: at a scenario, or at the position of an example of play, "case:ITS-TITLE"."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from grognard.core.content import ContentError
from grognard.core.flow import AnyGame
from grognard.core.own import NO_OWN, Own
from grognard.core.system import AnySystem
from grognard.play.cases import Case, case_files, load_cases, open_case
from grognard.play.errors import InputError
from grognard.play.registry import find_scenario, full_options

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


def setting_title(system: AnySystem, id: str) -> str:
    """What a scenario or example is called. Raises InputError."""
    return find_case(system, id).title if id.startswith(CASE) else find_scenario(system, id).title


def setting_options(system: AnySystem, id: str, options: Mapping[str, bool] | None = None) -> dict[str, bool]:
    """The options a setting is played with. Raises InputError for unknown ones; an example has its own."""
    if not id.startswith(CASE):
        return full_options(system, options, find_scenario(system, id))
    own = find_case(system, id).options
    full_options(system, options)
    if options and dict(options) != own:
        raise InputError("an example of play has options of its own", "leave them out")
    return dict(own)


def open_setting(
    system: AnySystem, id: str, options: Mapping[str, bool] | None = None, own: Own = NO_OWN
) -> AnyGame:
    """A game at the first Ask of a scenario or example. Raises InputError."""
    if not id.startswith(CASE):
        return system.rules.start(id, dict(options or {}), own)
    if own.files:
        raise InputError("an example of play uses the tables of the game", "leave the own tables out")
    game = open_case(system, find_case(system, id))
    game.over  # noqa: B018 - walks on to the first Ask, as a scenario's start does
    return game

"""The setting whose board and counters are asked for: a scenario, an example, or a table's own files."""

from collections import OrderedDict
from functools import lru_cache
from typing import Final

from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.flow.flow import AnyGame
from grognard.play.errors import InputError
from grognard.play.header import Header
from grognard.play.registry import find_system
from grognard.play.setting import open_setting, setting_options

OWN: Final = "own:"
"""So begins the setting of a table with own files; the name of these and the table that has them follow."""

MOST_OWNED: Final = 64


@lru_cache(maxsize=256)
def setting(game: str, name: str) -> AnyGame:
    """The start of a scenario, an example ("case:ITS-TITLE") or a table's own files ("own:KEY:TABLE").

    Raises InputError.
    """
    system = find_system(game)
    own = NO_FILES
    if name.startswith(OWN):
        if name not in _owned:
            raise InputError("there are no such files here", "open a table that is played with them")
        name, own = _owned[name]
    return open_setting(system, name, setting_options(system, name, None, own), own)


_owned: OrderedDict[str, tuple[str, PlayerFiles]] = OrderedDict()
"""The own files of tables somebody has looked at lately, by their setting, with the scenario's id."""


def setting_of(header: Header, table: str) -> str:
    """What names the board and counters of a table, for `setting`; own files are remembered for it."""
    if not header.own.scenario:
        return header.scenario
    name = f"{OWN}{header.own.key}:{table}"
    _owned[name] = (header.scenario, header.own)
    _owned.move_to_end(name)
    while len(_owned) > MOST_OWNED:
        _owned.popitem(last=False)
    return name

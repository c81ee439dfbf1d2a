"""Red Steel passes what every game passes."""

from collections.abc import Iterator
from random import Random

from games.red_steel.twins import stack_twins
from grognard.games.red_steel import SYSTEM
from grognard.games.red_steel.model.position import SteelPosition
from grognard.testing import Conformance
from grognard.testing.endings import pairs_of_a_kind
from grognard.testing.told_names import ToldNames

FAMILY = SYSTEM.folder.parent / "battalions"
PLAYED = (("teaching",), ("chisinau",), ("over-the-prut",))
"""The campaign is too long to be played through by chance again and again."""


class TestRedSteel(Conformance):
    system = SYSTEM
    played = PLAYED
    hides = True

    def twins(self, pos: SteelPosition, side: int) -> Iterator[SteelPosition]:
        return stack_twins(pos, side)

    def crowd(self, pos: SteelPosition, dice: Random) -> set[int]:
        pairs = list(pairs_of_a_kind(pos, lambda unit: pos.hex[unit] >= 0, dice))
        for unit, comrade in pairs:
            pos.place(unit, pos.hex[comrade])
        return {pos.hex[unit] for unit, _ in pairs}


class TestLogOfRedSteel(ToldNames):
    system = SYSTEM
    played = PLAYED
    family = FAMILY
    # A bridge lies open on the map, and is a counter. Who advances has shown himself in the combat: in an
    # example that begins after it nobody may be near who sees him.
    seen_all_the_same = ("advanced", "bridge-limbered")
    seldom_told = (
        *("division-arrives", "drives-off", "isolation-roll", "leader-away", "leader-back", "leader-tries"),
        *("leader-wounded", "pinned", "pursuit", "salvos", "thick-armor", "too-weak"),
    )

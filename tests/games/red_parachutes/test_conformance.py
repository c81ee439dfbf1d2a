"""Red Parachutes passes what every game passes."""

from collections.abc import Iterator
from random import Random

from games.red_parachutes.twins import stack_twins
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.position import ParachutePosition
from grognard.testing import Conformance
from grognard.testing.endings import pairs_of_a_kind
from grognard.testing.told_names import ToldNames

FAMILY = SYSTEM.folder.parent / "battalions"
PLAYED = (("teaching",), ("red-parachutes",), ("first-boats",))
"""The campaign is too long to be played through by chance again and again."""


class TestRedParachutes(Conformance):
    system = SYSTEM
    played = PLAYED
    hides = True

    def twins(self, pos: ParachutePosition, side: int) -> Iterator[ParachutePosition]:
        return stack_twins(pos, side)

    def crowd(self, pos: ParachutePosition, dice: Random) -> set[int]:
        pairs = list(pairs_of_a_kind(pos, lambda unit: pos.hex[unit] >= 0, dice))
        for unit, comrade in pairs:
            pos.place(unit, pos.hex[comrade])
        return {pos.hex[unit] for unit, _ in pairs}


class TestLogOfRedParachutes(ToldNames):
    system = SYSTEM
    played = PLAYED
    family = FAMILY
    seldom_told = (
        *("breakthrough", "drives-off", "leader-away", "leader-back", "leader-killed", "leader-wounded"),
        "thick-armor",
    )

"""PanzerBlitz: Red Drop passes what every game passes, with hidden movement too."""

from collections.abc import Iterator
from random import Random

from games.panzerblitz.twins import HIDDEN, drop_twins
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.testing import Conformance, HiddenPieces
from grognard.testing.endings import pairs_of_a_kind


class TestPanzerBlitz(Conformance):
    system = SYSTEM

    def crowd(self, pos: DropPosition, dice: Random) -> set[int]:
        pairs = list(pairs_of_a_kind(pos, lambda unit: pos.where[unit] >= 0 and pos.aboard[unit] < 0, dice))
        for unit, comrade in pairs:
            pos.place(unit, pos.where[comrade])
        return {pos.where[unit] for unit, _ in pairs}


class TestHiddenMovement(HiddenPieces):
    system = SYSTEM
    played = HIDDEN

    def twins(self, pos: DropPosition, side: int) -> Iterator[DropPosition]:
        return drop_twins(pos, side)

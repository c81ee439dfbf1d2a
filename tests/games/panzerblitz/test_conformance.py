"""PanzerBlitz: Red Drop passes what every game passes, with hidden movement too."""

from collections.abc import Iterator

from games.panzerblitz.twins import HIDDEN, drop_twins
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.position import DropPosition
from grognard.testing import Conformance, HiddenPieces


class TestPanzerBlitz(Conformance):
    system = SYSTEM


class TestHiddenMovement(HiddenPieces):
    system = SYSTEM
    played = HIDDEN

    def twins(self, pos: DropPosition, side: int) -> Iterator[DropPosition]:
        return drop_twins(pos, side)

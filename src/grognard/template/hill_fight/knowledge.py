"""What each side may know: everything. A game that hides something declares it in its position."""

from collections.abc import Callable

from grognard.core.chapter import NOTHING, Procedure
from grognard.core.knowledge import Knowledge
from grognard.core.view import Piece, Track, View
from grognard.template.hill_fight.content import Content
from grognard.template.hill_fight.position import HillFightPosition


class HillFightKnowledge(Knowledge[HillFightPosition]):
    """The look of a view, and the way back from it."""

    labels = ("Turn",)

    def __init__(self, procedures: dict[str, Procedure], contents: Callable[[str], Content]) -> None:
        super().__init__(procedures)
        self._contents = contents

    def project(self, pos: HillFightPosition, side: int) -> View:
        holders = [NOTHING] * pos.board.size
        pieces: list[Piece] = []
        for unit, hex in enumerate(pos.at):
            if hex >= 0:
                holders[hex] = pos.side_of(unit)
                badges = ("acted",) if pos.acted[unit] else ()
                pieces.append(Piece(hex, pos.side_of(unit), unit, pos.lost[unit], badges))
        return View(
            game="hill-fight",
            scenario=pos.content.key,
            side=side,
            number=pos.number_for(side),
            turn=pos.turn,
            header=f"Turn {pos.turn} of {pos.content.scenario.turns}",
            tracks=(Track("Turn", str(pos.turn), "hf.turn.1"),),
            pieces=tuple(pieces),
            holder=tuple(holders),
            facts=self.facts(pos, side),
        )

    def empty(self, view: View) -> HillFightPosition:
        return HillFightPosition(self._contents(view.scenario))

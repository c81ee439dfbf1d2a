"""The map of each turn's end: the printed board once for all, then who holds what and where counters are."""

from collections.abc import Sequence
from html import escape
from typing import Final

from grognard.core.board.board import Board
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.draw.board import board_scene, middle_of
from grognard.draw.geometry import HEX, num
from grognard.draw.holders import control_svg
from grognard.draw.looks import Looks
from grognard.draw.printed import BoardScene
from grognard.draw.svg_board import definitions, layers_svg, texts_svg

CARD: Final = HEX * 0.56
"""The side of a counter on these small maps."""


class Fronts:
    """The maps of one report. The board is defined once, in `board`, and used by each map."""

    def __init__(self, system: AnySystem, board: Board, looks: Looks) -> None:
        self._system = system
        self._board = board
        self._looks = looks
        self._printed: BoardScene = board_scene(board, looks)

    def board(self) -> str:
        """The printed board, to stand in the page before the maps."""
        printed = self._printed
        return (
            '<svg class="defs" aria-hidden="true"><defs>'
            f"{definitions(printed)}"
            f'<g id="ground">{layers_svg(printed, printed.ground)}</g>'
            f'<g id="lines">{layers_svg(printed, printed.lines)}</g>'
            f'<g id="names">{texts_svg(printed, printed.names)}</g>'
            "</defs></svg>"
        )

    @property
    def is_long(self) -> bool:
        """Is the board so much wider than high that a map needs a line of its own?"""
        left, upper, right, lower = self._printed.box
        return (right - left) > 2.2 * (lower - upper)

    def map(self, view: View, label: str) -> str:
        """The map of one moment."""
        left, upper, right, lower = self._printed.box
        box = f"{num(left)} {num(upper)} {num(right - left)} {num(lower - upper)}"
        control = tuple(self._system.sides[holder] if holder >= 0 else "" for holder in view.holder)
        return (
            f'<svg class="map" viewBox="{box}" role="img" aria-label="{escape(label)}">'
            f'<rect x="{num(left)}" y="{num(upper)}" width="100%" height="100%" '
            f'fill="{self._printed.margin}"/>'
            f'<use href="#ground"/>{control_svg(self._board, self._looks, control)}<use href="#lines"/>'
            f'{self._stacks(view)}<use href="#names"/></svg>'
        )

    def _stacks(self, view: View) -> str:
        """Each stack as a square of its side's colour, with how many counters it has."""
        stacks: dict[tuple[int, int], int] = {}
        for piece in view.pieces:
            if piece.hex >= 0:
                stacks[piece.hex, piece.side] = stacks.get((piece.hex, piece.side), 0) + 1
        return "".join(self._stack(*place, count) for place, count in stacks.items())

    def _stack(self, hex: int, side: int, count: int) -> str:
        look = self._looks.livery(self._system.sides[side])
        x, y = middle_of(self._board, hex)
        half = CARD / 2
        square = (
            f'<rect x="{num(x - half)}" y="{num(y - half)}" width="{num(CARD)}" height="{num(CARD)}" rx="5" '
            f'fill="{look.ground}" stroke="{look.ink}" stroke-width="3"/>'
        )
        words = (
            f'<text x="{num(x)}" y="{num(y + CARD * 0.22)}" text-anchor="middle" font-family="sans-serif" '
            f'font-size="{num(CARD * 0.62)}" font-weight="700" fill="{look.ink}">{count}</text>'
        )
        return square + (words if count > 1 else "")


def inks(looks: Looks, sides: Sequence[str]) -> list[str]:
    """The colour of each side's counters."""
    return [looks.livery(side).ground for side in sides]

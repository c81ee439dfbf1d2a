"""Extenders collapse: by an enemy who enters their hex, or because their owner wants it."""

from typing import NamedTuple

from grognard.core.chapter import Choice, Game, Offer, Procedure, Refusal, Ruling, first_option, rule
from grognard.games.ocs.ground import TRUCK
from grognard.games.ocs.paths import area_around
from grognard.games.ocs.position import MOVED, OcsPosition
from grognard.games.ocs.scale import MP
from grognard.games.ocs.segments import Veiled, private
from grognard.games.ocs.trace import trace_sources


@rule("ocs.capture.12", "ocs.capture.13")
def collapse_hexes(pos: OcsPosition, unit: int) -> list[int]:
    """Where an Extender can collapse to: within its range, in trace supply, enemies and terrain ignored."""
    content = pos.content
    side, here = content.side[unit], pos.hex[unit]
    far = content.extender_range[unit]
    near = [hex for hex in content.grid.within(here, far) if hex != here and not content.is_sea[hex]]
    sources = trace_sources(pos, side) - {here}
    draw = content.limit("draw-mp") * MP
    area = area_around(pos, sources, side, TRUCK, draw) if sources else {}
    return [hex for hex in near if hex in area and not pos.is_held_by(hex, 1 - side)]


class Collapse(NamedTuple):
    """An Extender that its owner collapses instead of moving it."""

    unit: int


@rule("ocs.capture.14", "ocs.capture.12")
class CollapseOwn(Veiled[OcsPosition, Collapse]):
    title = "Where does the Extender collapse to?"

    policies = (first_option("first", "To the first hex that will do."),)

    def side(self, pos: OcsPosition, v: Collapse) -> int:
        return pos.acting

    def options(self, pos: OcsPosition, v: Collapse) -> list[Offer]:
        return [Offer("displace", collapse_hexes(pos, v.unit))] if pos.extender[v.unit] else []

    def take(self, game: Game[OcsPosition], v: Collapse, choice: Choice) -> None:
        pos = game.pos
        pos.extender[v.unit] = 0
        pos.flags[v.unit] |= MOVED
        pos.place(v.unit, choice[1])
        game.tell("displaced", v.unit, choice[1], rule="ocs.capture.14")

    def why(self, pos: OcsPosition, v: Collapse, choice: Choice) -> Ruling:
        return Refusal(
            "ocs.capture.12", "an Extender collapses to a hex in its range that is in trace supply."
        )


collapse = Procedure("collapse", CollapseOwn(), title="An Extender collapses", vars=Collapse, sees=private)

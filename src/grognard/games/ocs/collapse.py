"""Extenders collapse: by an enemy who enters their hex, or because their owner wants it."""

from functools import lru_cache
from typing import NamedTuple

from grognard.core.chapter import Choice, Game, Offer, Procedure, Refusal, Ruling, first_option, rule
from grognard.games.ocs.ground import TRUCK
from grognard.games.ocs.paths import area_around, going_of, with_whole_steps
from grognard.games.ocs.position import MOVED, OcsPosition
from grognard.games.ocs.scale import MP
from grognard.games.ocs.segments import Veiled, private
from grognard.games.ocs.trace import trace_sources
from grognard.kit.reach import CLOSED, Going, reach


@rule("ocs.capture.12", "ocs.capture.13")
def collapse_hexes(pos: OcsPosition, unit: int) -> list[int]:
    """Where an Extender can collapse to: within its range, in trace supply that does not hang on itself."""
    content = pos.content
    side, here = content.side[unit], pos.hex[unit]
    sources = trace_sources(pos, side, without=unit)
    draw = content.limit("draw-mp") * MP
    area = area_around(pos, sources, side, TRUCK, draw) if sources else {}
    found = within_range(pos, unit).intersection(area)
    return sorted(hex for hex in found if hex != here and not pos.is_held_by(hex, 1 - side))


@rule("ocs.capture.12")
def within_range(pos: OcsPosition, unit: int) -> set[int]:
    """The hexes within an Extender's range in its MP; enemies are ignored, what is prohibited counts 1."""
    content = pos.content
    mobility, limit = content.extender_mobility[unit], content.extender_range[unit] * MP
    going = _all_passable(going_of(pos, content.side[unit], mobility))
    nothing = bytes(content.places)
    found = reach(going, {pos.hex[unit]: 0}, limit, closed=nothing)
    whole = with_whole_steps(going, found, limit, nothing, content.whole_hexes[mobility])
    return {hex for hex in whole.cost if not content.is_sea[hex]}


@lru_cache(maxsize=8)
def _all_passable(going: Going) -> Going:
    ends = going.graph.ends
    return going.changed(
        {exit: MP for exit, price in enumerate(going.prices) if price == CLOSED and ends[exit] >= 0}
    )


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

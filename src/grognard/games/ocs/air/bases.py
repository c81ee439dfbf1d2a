"""Air bases: refit, room, what can be unloaded, and aircraft at a base that is captured."""

from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_rank,
    only,
    rule,
)
from grognard.games.ocs.air.aircraft import (
    active_limit,
    active_over,
    bases_of,
    carrier_at,
    is_base_of,
    refit_limit,
)
from grognard.games.ocs.model.content import STRIP
from grognard.games.ocs.model.position import REFITTED, OcsPosition
from grognard.games.ocs.model.zoc import is_stopped_by_zoc, pledge
from grognard.games.ocs.sequence.segments import Asked, Segment, SegmentChapter, private
from grognard.games.ocs.supply.draw_and_throw import hold_lines, reachable, sources_of, total_of
from grognard.games.ocs.supply.payment import pay

DAMAGED_CARRIER = 2
"""The aircraft that a damaged carrier refits in a phase."""

# -- refit --------------------------------------------------------------------------------------


def inactive_at(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """The Inactive aircraft of a side in a hex."""
    return [plane for plane in pos.planes_at(hex, side) if not pos.active[plane]]


@rule("ocs.airbase.2", "ocs.airbase.3", "ocs.naval.7")
def refit_count(pos: OcsPosition, hex: int, side: int) -> int:
    """How many aircraft a refit at this base makes Active: by its level, by its room, by who waits.

    A carrier refits all it holds, a damaged one two.
    """
    carrier = carrier_at(pos, hex, side)
    if carrier != NOTHING:
        waiting = len(inactive_at(pos, hex, side))
        return min(waiting, DAMAGED_CARRIER) if pos.lost[carrier] else waiting
    room = active_limit(pos, hex) - len(active_over(pos, hex, side))
    return max(0, min(refit_limit(pos, hex), room, len(inactive_at(pos, hex, side))))


@rule("ocs.airbase.3", "ocs.airbase.4", "ocs.airbase.5", "ocs.zoc.3", "ocs.zoc.13", "ocs.naval.7")
def refit_refusal(pos: OcsPosition, hex: int, side: int) -> Ruling:
    """Why no refit can be made at a base now. Weather never prevents it."""
    if not 0 <= hex < pos.content.hexes or not is_base_of(pos, hex, side):
        return Refusal("ocs.airbase.3", "there is no friendly air base.")
    if pos.worked[hex] & REFITTED:
        return Refusal("ocs.airbase.3", "this base has refitted in this phase.")
    if not inactive_at(pos, hex, side):
        return Refusal("ocs.airbase.3", "no Inactive aircraft is there.")
    if not refit_count(pos, hex, side):
        return Refusal("ocs.airbase.2", f"the base holds its {active_limit(pos, hex)} Active aircraft.")
    if carrier_at(pos, hex, side) != NOTHING:
        return None
    if is_stopped_by_zoc(pos, hex, side):
        return Refusal("ocs.zoc.3", "the base is in an enemy Zone of Control that nobody negates.")
    if total_of(pos, side, sources_of(reachable(pos, side, hex))) < pos.content.cost("refit"):
        return Refusal("ocs.airbase.5", "no supply can be drawn by the base or thrown to it.")
    return None


class Refitting(NamedTuple):
    """A refit that is paid: where, and how many aircraft become Active."""

    side: int
    hex: int
    left: int


class Refits(SegmentChapter):
    """Bases make Inactive aircraft Active."""

    verbs = ("refit",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        return [Offer("refit", [hex for hex in bases_of(pos, v.side) if not refit_refusal(pos, hex, v.side)])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        pos, hex = game.pos, choice[1]
        is_free = carrier_at(pos, hex, v.side) != NOTHING
        lines = [] if is_free else reachable(pos, v.side, hex)
        pledge(pos, hex, v.side)
        hold_lines(pos, hex, lines[:1])
        pos.put.worked[hex] |= REFITTED
        count = refit_count(pos, hex, v.side)
        game.tell("refit", hex, rule="ocs.airbase.3")
        game.call("refit-planes", Refitting(v.side, hex, count))
        if not is_free:
            pay(game, v.side, pos.content.cost("refit"), sources_of(lines))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return refit_refusal(pos, choice[1], v.side)


@rule("ocs.airbase.3")
class ChooseToRefit(Asked[OcsPosition, Refitting]):
    title = "The owner chooses which aircraft become Active"

    policies = (by_rank("strongest", "Full-strength aircraft first.", lambda pos, v, one: pos.lost[one[1]]),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Refitting) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Refitting) -> list[Offer]:
        return [Offer("make-active", inactive_at(pos, v.hex, v.side) if v.left else [])]

    def take(self, game: Game[OcsPosition], v: Refitting, choice: Choice) -> None:
        game.pos.put.active[choice[1]] = 1
        game.tell("made-active", choice[1], rule="ocs.airbase.3", sees=only(v.side))
        game.update(v._replace(left=v.left - 1))

    def why(self, pos: OcsPosition, v: Refitting, choice: Choice) -> Ruling:
        return Refusal("ocs.airbase.3", "only an Inactive aircraft at this base becomes Active.")


refit_planes = Procedure("refit-planes", ChooseToRefit(), title="Refit", vars=Refitting, sees=private)


# -- unloading ----------------------------------------------------------------------------------


@rule("ocs.airbase.6")
def unloading_limit(pos: OcsPosition, hex: int) -> int:
    """The tokens that Air Transport may still unload at a base in this segment."""
    return max(0, base_capacity(pos, hex) - pos.flown_in[hex])


@rule("ocs.airbase.6")
def base_capacity(pos: OcsPosition, hex: int) -> int:
    """The tokens that Air Transport may unload at a base in a segment: two for each level."""
    return 2 * (1 if pos.base[hex] == STRIP else pos.base[hex])

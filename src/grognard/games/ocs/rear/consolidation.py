"""Consolidation: two reduced units become one."""

from grognard.core.chapter import NOTHING, Choice, Game, Offer, Refusal, Ruling, only, rule
from grognard.games.ocs.combat.losses import remove
from grognard.games.ocs.model.position import DEAD, DG, FULL, OcsPosition
from grognard.games.ocs.sequence.segments import Segment, SegmentChapter


def are_alike(pos: OcsPosition, one: int, other: int) -> bool:
    """Are two counters identical on both sides?"""
    counters = pos.roster.counters
    first, second = counters[one], counters[other]
    same = (first.kind, first.size, first.faces, first.steps, first.traits)
    return first.side == second.side and same == (
        second.kind,
        second.size,
        second.faces,
        second.steps,
        second.traits,
    )


@rule("ocs.consolidation.1", "ocs.consolidation.2", "ocs.consolidation.5")
def partner(pos: OcsPosition, unit: int) -> int:
    """The unit that takes another's steps in; NOTHING if there is none."""
    content = pos.content
    if pos.hex[unit] < 0:
        return NOTHING
    for other in pos.side_at(pos.hex[unit], content.side[unit]):
        if other == unit or not pos.lost[other] or not are_alike(pos, unit, other):
            continue
        if content.is_aircraft[unit]:
            if pos.lost[unit] and pos.active[unit] == pos.active[other]:
                return other
        elif content.is_multi_step[unit] and not any(is_unfit(pos, one) for one in (unit, other)):
            return other
    return NOTHING


@rule("ocs.consolidation.1")
def is_unfit(pos: OcsPosition, unit: int) -> bool:
    """Is a unit disorganised or short of stocks?"""
    return pos.mode[unit] == DG or pos.stocks[unit] != FULL


@rule("ocs.consolidation.1", "ocs.consolidation.2", "ocs.consolidation.3", "ocs.consolidation.4")
def merge_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit cannot give its steps to another, or take a dead one's place in a formation."""
    if partner(pos, unit) != NOTHING or place_in(pos, unit) != NOTHING:
        return None
    return Refusal("ocs.consolidation.1", "no identical unit that is fit is stacked with it, or dead.")


@rule("ocs.consolidation.3", "ocs.consolidation.4")
def place_in(pos: OcsPosition, unit: int) -> int:
    """A dead unit of a formation whose place this one can take; NOTHING if there is none."""
    content = pos.content
    if pos.hex[unit] < 0 or content.is_aircraft[unit] or content.is_multi_step[unit] or is_unfit(pos, unit):
        return NOTHING
    for other in content.units_of[content.side[unit]]:
        into = content.formation[other]
        if (
            pos.hex[other] == DEAD
            and into >= 0
            and into != content.formation[unit]
            and are_alike(pos, unit, other)
        ):
            return other
    return NOTHING


def merge(game: Game[OcsPosition], unit: int) -> None:
    """Give a unit's steps to its partner, or let it take the place of a dead one."""
    pos = game.pos
    other = partner(pos, unit)
    if other != NOTHING:
        steps = min(pos.steps(unit), pos.lost[other])
        pos.put.lost[other] -= steps
        game.tell("merged", unit, other, rule="ocs.consolidation.2", sees=only(pos.content.side[unit]))
        remove(pos, unit)
        pos.put.lost[unit] = pos.content.max_steps[unit]
        return
    other = place_in(pos, unit)
    put = pos.put
    for column in (put.mode, put.face, put.oos, put.fed, put.points, put.cargo, put.flags):
        column[other] = column[unit]
    pos.put.lost[other] = pos.put.points[unit] = pos.put.cargo[unit] = 0
    here = pos.hex[unit]
    pos.place(unit, DEAD)
    pos.place(other, here)
    game.tell("merged", unit, other, rule="ocs.consolidation.3", sees=only(pos.content.side[unit]))


class PlanesMerge(SegmentChapter):
    """Two reduced aircraft that are alike become one, in whatever phase it is."""

    verbs = ("merge",)

    @rule("ocs.consolidation.5")
    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        reduced = [plane for plane in pos.content.planes[v.side] if pos.lost[plane]]
        return [Offer("merge", [plane for plane in reduced if partner(pos, plane) != NOTHING])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        merge(game, choice[1])

    @rule("ocs.consolidation.5")
    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        if not pos.content.is_aircraft[choice[1]]:
            return Refusal("ocs.consolidation.1", "ground units consolidate in the Reinforcement Phase.")
        return Refusal("ocs.consolidation.5", "no reduced aircraft of its type and state is in its hex.")

"""Breakdowns (breakdown regiments): what a division detaches, and how it takes them in again."""

from typing import Any, Final, NamedTuple, Protocol

from grognard.core.chapter import (
    NOTHING,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    only,
    rule,
)
from grognard.games.ocs.model.ground import OTHER
from grognard.games.ocs.model.position import POOL, OcsPosition
from grognard.games.ocs.sequence.segments import Asked, private

DETACHES: Final = ("detach", "detach-choosing")
"""The answers by which a unit detaches a Breakdown."""


@rule("ocs.breakdown.1", "ocs.breakdown.2", "ocs.breakdown.3", "ocs.breakdown.6")
def detach_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit cannot detach a Breakdown as it begins to move, advance or retreat."""
    content = pos.content
    name = content.unit_names[unit]
    if not content.is_multi_step[unit] or content.combat_class[unit] != OTHER:
        return Refusal("ocs.breakdown.1", f"{name} is not a multi-step unit of class Other.")
    if pos.steps(unit) <= 1:
        return Refusal("ocs.breakdown.1", f"{name} has only its last step.")
    if not free_breakdowns(pos, unit):
        return Refusal("ocs.breakdown.3", f"no Breakdown of a rating up to that of {name} is left.")
    return None


@rule("ocs.breakdown.3", "ocs.breakdown.7")
def free_breakdowns(pos: OcsPosition, unit: int) -> list[int]:
    """The Breakdowns in the pool that are not better than the unit: one of each print, the best first."""
    content = pos.content
    side, rating = content.side[unit], content.rating[unit * 2]
    prints: dict[tuple[int, str], int] = {}
    for other in content.combat_units[side]:
        if content.is_breakdown[other] and pos.hex[other] == POOL and content.rating[other * 2] <= rating:
            values = content.rating[other * 2], str(content.roster.counters[other].faces)
            prints.setdefault(values, other)
    return sorted(prints.values(), key=lambda other: (-content.rating[other * 2], other))


@rule("ocs.breakdown.1", "ocs.breakdown.3")
def detach_offers(pos: OcsPosition, units: list[int]) -> list[Offer]:
    """Of these units those that may detach a Breakdown: the best, or one that the owner chooses."""
    choosing = [unit for unit in units if len(free_breakdowns(pos, unit)) > 1]
    return [Offer("detach", units), Offer("detach-choosing", choosing)]


@rule("ocs.breakdown.1", "ocs.breakdown.4", "ocs.breakdown.7")
def detach(game: Game[OcsPosition], unit: int, part: int) -> None:
    """Detach a Breakdown: a step of the unit is recorded as lost; it has the same mode and markers."""
    pos = game.pos
    pos.put.lost[unit] += 1
    put = pos.put
    for column in (put.mode, put.face, put.stocks, put.oos, put.fed, put.flags, put.spent, put.began):
        column[part] = column[unit]
    pos.place(part, pos.hex[unit])
    game.tell("detached", unit, part, rule="ocs.breakdown.1", sees=only(pos.content.side[unit]))


class Stack(Protocol):
    """The variables of what a division begins: a move, a retreat, an advance."""

    def with_part(self, part: int) -> tuple[Any, ...]:
        """The same with a Breakdown that belongs to it from now on."""


def part_from(game: Game[OcsPosition], v: Stack, choice: Choice) -> None:
    """A unit of a stack detaches its best Breakdown, or its owner is asked which."""
    verb, unit = choice
    if verb == "detach-choosing":
        game.call("detaching", Parting(game.pos.content.side[unit], unit))
        return
    part = free_breakdowns(game.pos, unit)[0]
    detach(game, unit, part)
    game.update(v.with_part(part))


class Parting(NamedTuple):
    """A unit whose owner chooses the Breakdown that it detaches."""

    side: int = 0
    unit: int = NOTHING


@rule("ocs.breakdown.3", "ocs.fog.2")
class WhichBreakdown(Asked[OcsPosition, Parting]):
    title = "Which Breakdown is detached?"

    policies = (by_verbs("best", "The best.", "breakdown"),)

    def side(self, pos: OcsPosition, v: Parting) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Parting) -> list[Offer]:
        return [Offer("breakdown", free_breakdowns(pos, v.unit)), Offer("back")]

    def take(self, game: Game[OcsPosition], v: Parting, choice: Choice) -> None:
        verb, part = choice
        if verb == "breakdown":
            stack: Any = game.caller()
            detach(game, v.unit, part)
            game.hand_back(stack.with_part(part))
        game.leave()

    def why(self, pos: OcsPosition, v: Parting, choice: Choice) -> Ruling:
        name = pos.content.unit_names[v.unit]
        return Refusal("ocs.breakdown.3", f"only a free Breakdown of a rating up to that of {name}.")


detaching = Procedure(
    "detaching", WhichBreakdown(), title="A Breakdown is detached", vars=Parting, sees=private
)


@rule("ocs.breakdown.3", "ocs.breakdown.4", "ocs.breakdown.5")
def can_absorb(pos: OcsPosition, unit: int, part: int) -> bool:
    """Must a reduced unit take this Breakdown in?"""
    content = pos.content
    if not content.is_breakdown[part] or not content.is_multi_step[unit] or not pos.lost[unit]:
        return False
    if content.combat_class[unit] != OTHER or content.rating[part * 2] < content.rating[unit * 2]:
        return False
    fields = (pos.hex, pos.mode, pos.face, pos.stocks, pos.oos)
    return content.side[unit] == content.side[part] and all(field[unit] == field[part] for field in fields)


@rule("ocs.breakdown.5")
def absorb(game: Game[OcsPosition], side: int) -> None:
    """The end of a phase: reduced units take in the Breakdowns stacked with them."""
    pos = game.pos
    content = pos.content
    parts = [u for u in content.combat_units[side] if content.is_breakdown[u] and pos.hex[u] >= 0]
    for part in parts:
        for unit in pos.combat_units_at(pos.hex[part], side):
            if can_absorb(pos, unit, part):
                pos.put.lost[unit] -= 1
                pos.place(part, POOL)
                game.tell("absorbed", unit, part, rule="ocs.breakdown.5", sees=only(side))
                break

"""After movement: too full hexes, field works that are finished or left, companies that join."""

from collections import Counter
from typing import NamedTuple

from grognard.core.chapter import Action, Choice, Decision, Game, Offer, Refusal, Ruling, by_rank, rule
from grognard.games.battalions.model.position import (
    BUILT,
    DIGGING,
    IMPROVED,
    BattalionPosition,
)
from grognard.games.battalions.model.stacking import battalions, excess, stacked
from grognard.games.battalions.model.unit_steps import eliminate
from grognard.games.battalions.movement.entering import clear_works
from grognard.games.battalions.movement.move import Move


class Crowd(NamedTuple):
    """The stacking check keeps nothing."""

    unit: int = -1


def crowded(pos: BattalionPosition) -> list[int]:
    """The hexes in which the phasing side has too many units. An HQ that stacks free only makes it fewer."""
    content, where, loads = pos.content, pos.hex, Counter[int]()
    for unit in pos.on_map(pos.phasing):
        if not content.is_leader[unit]:
            loads[where[unit]] += content.weight(pos, unit)
    most = content.limit("stacking")
    full = [hex for hex in sorted(loads) if loads[hex] > most and excess(pos, hex, pos.phasing)]
    return [hex for hex in full if content.is_checked(pos, hex)]


def victims(pos: BattalionPosition, hex: int) -> list[int]:
    """Units whose loss makes the hex less full: not leaders, nor an HQ that stacks free."""
    there = pos.of_side_at(hex, pos.phasing)
    now = stacked(pos, there)
    return [unit for unit in there if stacked(pos, [one for one in there if one != unit]) < now]


def weight(pos: BattalionPosition, v: object, choice: Choice) -> int:
    """What the loss of a unit costs its owner, as a rank: the most first."""
    unit = choice[1]
    return -(pos.attack_of(unit) + pos.defence_of(unit) + pos.value("support", unit))


@rule("rp.post-move.5", "rp.post-move.6")
class EliminateExcess(Decision[BattalionPosition, Move]):
    """The non-phasing player eliminates units of hexes that are too full, until each is within the limit."""

    title = "Stacking check"
    policies = (by_rank("strongest", "The strongest unit goes.", weight),)

    def side(self, pos: BattalionPosition, v: Move) -> int:
        return 1 - pos.phasing

    def options(self, pos: BattalionPosition, v: Move) -> list[Offer]:
        full = crowded(pos)
        return [Offer("discard", victims(pos, full[0]))] if full else []

    def take(self, game: Game[BattalionPosition], v: Move, choice: Choice) -> None:
        eliminate(game, choice[1], "rp.post-move.5")

    def refuse(self, pos: BattalionPosition, v: Move, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb != "discard":
            return None
        if pos.content.is_leader[unit]:
            return Refusal("rp.post-move.8", "leaders do not count for stacking.")
        return Refusal("rp.post-move.5", "it is not in the hex that is too full.")


@rule("rp.post-move.5")
class ShowExcess(Action[BattalionPosition, Move]):
    """Who is to choose among units must see them."""

    title = "Hexes that are too full are shown"

    def run(self, game: Game[BattalionPosition], v: Move) -> None:
        pos = game.pos
        for hex in crowded(pos):
            for unit in pos.of_side_at(hex, pos.phasing):
                pos.reveal(unit, 1 - pos.phasing)
            game.tell("too-full", hex, excess(pos, hex, pos.phasing), rule="rp.post-move.5")


@rule("rp.engineering.13", "rp.engineering.14", "rp.general.14")
class FinishWorks(Action[BattalionPosition, Move]):
    """Works are finished in the second turn of building, by an engineer battalion in the first.

    Works whose builders did not go on with them are given up.
    """

    title = "Field works are finished"

    def run(self, game: Game[BattalionPosition], v: Move) -> None:
        pos = game.pos
        for hex in range(pos.content.hexes):
            if pos.works[hex] != DIGGING or pos.works_side[hex] != pos.phasing:
                continue
            builders = [unit for unit in pos.of_side_at(hex, pos.phasing) if self.is_builder(pos, unit)]
            if not builders:
                self.leave_off(pos, hex)
            elif pos.begun[hex] < pos.turn or build_at_once(pos, builders):
                pos.works[hex] = IMPROVED
                game.tell("works-finished", hex, rule="rp.engineering.13")

    def is_builder(self, pos: BattalionPosition, unit: int) -> bool:
        """Has the unit built in its hex and stayed there?"""
        return bool(pos.flags[unit] & BUILT) and not pos.spent[unit]

    def leave_off(self, pos: BattalionPosition, hex: int) -> None:
        """Nobody has gone on with the works in this hex."""
        clear_works(pos, hex)


@rule("rp.engineering.14", "rp.general.24")
def build_at_once(pos: BattalionPosition, builders: list[int]) -> bool:
    """An engineer battalion needs one turn, and so do three companies that stand in for one."""
    return battalions(pos, [unit for unit in builders if pos.content.is_engineer[unit]]) > 0


@rule("rp.post-move.9")
class LeaveWorks(Action[BattalionPosition, Move]):
    """Improved positions without a unit of their side are removed."""

    title = "Empty works are removed"

    def run(self, game: Game[BattalionPosition], v: Move) -> None:
        pos = game.pos
        for hex in range(pos.content.hexes):
            own = pos.works[hex] == IMPROVED and pos.works_side[hex] == pos.phasing
            if own and not pos.has_unit(hex, pos.phasing):
                clear_works(pos, hex)
                game.tell("works-left", hex, rule="rp.post-move.9")

"""Steps that a result calls for: who chooses them, and from which units they may be taken."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.core.chapter import (
    NOTHING,
    OPEN,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_rank,
    rule,
)
from grognard.games.battalions.combat.attack import attacker, still_on_map, up
from grognard.games.battalions.combat.odds.armor import armor_value, is_armored
from grognard.games.battalions.model.position import RETREATED, BattalionPosition
from grognard.games.battalions.model.unit_steps import lose_step


class Losses(NamedTuple):
    """Steps that a side still owes, and who may pay them.

    `engineers`, `tanks` and `enemy` count steps that must come from engineers, from the best tanks, or that
    the enemy chooses; `second`: the enemy picks the second of the combat, `before` which the side has lost so
    many. `reserve` is a hex whose other units pay when all
    fighters are gone. `counts`: the steps are part of the defender's number. `walking`: on a retreat, where
    every unit can pay.
    """

    side: int
    units: tuple[int, ...]
    owed: int
    failed: tuple[int, ...] = ()
    reserve: int = NOTHING
    engineers: int = 0
    tanks: int = 0
    enemy: int = 0
    second: int = 0
    before: int = 0
    done: int = 0
    counts: int = 0
    walking: int = 0
    lost: tuple[int, ...] = ()


# -- how much there is to lose --------------------------------------------------------------------


@rule("rp.losses.5", "rs.losses.5")
def can_lose(pos: BattalionPosition, unit: int) -> bool:
    """Has a unit that took part an AS or DS above 0, so that a step may be taken from it?"""
    if pos.content.is_leader[unit]:
        return False
    if pos.content.side[unit] == pos.phasing:
        return pos.attack_of(unit) > 0
    return pos.defence_of(unit) > 0 and not pos.flags[unit] & RETREATED


@rule("rp.losses.20", "rs.losses.14", "rs.losses.17")
def others_in(pos: BattalionPosition, hex: int, side: int, units: Sequence[int]) -> list[int]:
    """Units of the stack that did not defend, who pay when all who did are gone, and not before.

    A defender who retreated into the hex has no strength to lose, but he is still there.
    """
    if hex < 0:
        return []
    content, there = pos.content, pos.of_side_at(hex, side)
    if any(pos.flags[unit] & RETREATED and unit in there for unit in still_on_map(pos, units)):
        return []
    others = [unit for unit in there if not content.is_leader[unit] and not content.is_afloat[unit]]
    return [unit for unit in others if not pos.flags[unit] & RETREATED and not pos.dispersed[unit]]


def capacity(pos: BattalionPosition, side: int, units: Sequence[int], reserve: int = NOTHING) -> int:
    """How many steps a side could lose in a combat."""
    fighters = [unit for unit in still_on_map(pos, units) if can_lose(pos, unit)]
    others = [unit for unit in others_in(pos, reserve, side, units) if unit not in fighters]
    return sum(pos.steps[unit] for unit in (*fighters, *others))


# -- who pays the next ----------------------------------------------------------------------------


@rule("rp.losses.6", "rp.losses.7", "rp.losses.17")
def candidates(pos: BattalionPosition, v: Losses) -> list[int]:
    """Units from which the next step may be taken, narrowed by the rules that come first."""
    units = [unit for unit in still_on_map(pos, v.units) if v.walking or can_lose(pos, unit)]
    if not units:
        return others_in(pos, v.reserve, v.side, v.units)
    failed = still_on_map(pos, v.failed)
    steady = [unit for unit in units if unit not in failed] or units
    if v.engineers:
        engineers = [unit for unit in steady if pos.content.is_engineer[unit]]
        if engineers:
            return engineers
    elif v.tanks:
        return best_tanks(pos, steady) or steady
    return steady


def best_tanks(pos: BattalionPosition, units: Sequence[int]) -> list[int]:
    """The tank units with the highest armor value."""
    tanks = [unit for unit in units if is_armored(pos, unit)]
    best = max((armor_value(pos, unit) for unit in tanks), default=0)
    return [unit for unit in tanks if armor_value(pos, unit) == best]


@rule("rp.losses.1", "rp.losses.2", "rp.losses.18")
def chooser(v: Losses) -> int:
    """The side that names the next unit: the owner, but for steps that the enemy may choose."""
    if v.engineers or v.tanks:
        return v.side
    return 1 - v.side if v.enemy or (v.second and v.before + v.done == 1) else v.side


@rule("rp.losses.2")
def enemy_picks_second(pos: BattalionPosition) -> int:
    """Does the enemy, by option, pick who loses the second step?"""
    return int(pos.content.options.get("enemy-picks-second-step", False))


@rule("rp.losses.6", "rp.losses.17", "rp.losses.18", "rp.losses.2")
def attacker_losses(pos: BattalionPosition, v: Any) -> Losses:
    """The steps an attacker owes, the engineers' half first, then what AT guns or the enemy decide."""
    rules = pos.content.combat
    owed = v.attack_steps
    engineers = up(owed) if v.engineers else 0
    chosen = min(up(owed), owed - engineers) if rules.enemy_chooses(v.lead) else 0
    return Losses(
        attacker(pos, v),
        v.took_part,
        owed,
        engineers=engineers,
        tanks=int(rules.loses_tank_first(v.lead)),
        enemy=chosen,
        second=enemy_picks_second(pos),
    )


def strength_lost(pos: BattalionPosition, v: Losses, choice: Choice) -> tuple[int, int]:
    """What a unit's next step is worth, attack and defence together; for the enemy the most first."""
    unit = choice[1]
    now = pos.attack_of(unit) + pos.defence_of(unit)
    left = pos.steps[unit] - 1
    content = pos.content
    after = content.printed_value("attack", unit, left) + content.printed_value("defence", unit, left)
    worth = now - (after if left else 0)
    return (worth if chooser(v) == v.side else -worth, unit)


@rule("rp.losses.1")
class LoseSteps(Decision[BattalionPosition, Losses]):
    title = "Choose a unit that loses a step"

    policies = (by_rank("weakest", "The step that costs its owner least, or the enemy most.", strength_lost),)
    is_routine = True

    def side(self, pos: BattalionPosition, v: Losses) -> int:
        return chooser(v)

    def options(self, pos: BattalionPosition, v: Losses) -> list[Offer]:
        return [Offer("lose", candidates(pos, v))] if v.owed else []

    def take(self, game: Game[BattalionPosition], v: Losses, choice: Choice) -> None:
        hex = game.pos.hex[choice[1]]
        lose_step(game, choice[1], why_lost(game))
        game.update(paid(v, hex))

    def refuse(self, pos: BattalionPosition, v: Losses, choice: Choice) -> Ruling:
        if choice[0] != "lose":
            return None
        return loss_refusal(pos, v, choice[1])


def why_lost(game: Game[BattalionPosition]) -> str:
    """The rule by which the steps are owed, for the log: the procedure that called for them knows."""
    caller: Any = game.caller()
    why: str = caller.why_steps
    return why


def paid(v: Losses, hex: int) -> Losses:
    """What is still owed after a step lost in a hex."""
    after = v._replace(owed=v.owed - 1, done=v.done + 1, lost=(*v.lost, hex))
    if v.engineers:
        return after._replace(engineers=v.engineers - 1)
    if v.tanks:
        return after._replace(tanks=0)
    return after._replace(enemy=max(0, v.enemy - 1))


def loss_refusal(pos: BattalionPosition, v: Losses, unit: int) -> Ruling:
    """Why no step is taken from this unit now."""
    name = pos.content.unit_names[unit]
    fighters = still_on_map(pos, v.units)
    if unit not in fighters:
        return Refusal("rp.losses.5", f"{name} did not take part directly in the combat.")
    if pos.content.side[unit] != pos.phasing and pos.flags[unit] & RETREATED:
        why = f"{name} has retreated into its hex in this player turn and defends with 0."
        return Refusal("rp.losses.5", why)
    if not can_lose(pos, unit):
        return Refusal("rp.losses.5", f"{name} has no strength to lose a step of.")
    if v.engineers:
        return Refusal("rp.losses.6", "this step comes from the engineers who opened the town.")
    if unit in still_on_map(pos, v.failed):
        return Refusal("rp.losses.7", f"{name} failed its morale check; others lose steps first.")
    return Refusal("rp.losses.17", "this step comes from the tank unit with the highest armor value.")


class CountLosses(Action[BattalionPosition, Losses]):
    title = "The losses are counted"

    def run(self, game: Game[BattalionPosition], v: Losses) -> None:
        """The caller keeps the hexes of steps lost, and how many steps of a number were paid."""
        below: Any = game.caller()
        below = below._replace(lost=tuple(sorted((*below.lost, *v.lost))))
        game.hand_back(below._replace(paid=below.paid + v.done) if v.counts else below)


losses = Procedure(
    "losses",
    LoseSteps(),
    CountLosses(),
    title="Step losses",
    rules=("rp.losses.1",),
    vars=Losses,
    sees=OPEN,
)

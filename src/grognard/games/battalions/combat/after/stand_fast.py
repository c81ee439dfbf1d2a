"""Stacks that owe hexes of retreat: each may try to stand fast, or gives way."""

from typing import Any, NamedTuple

from grognard.core.chapter import (
    D6,
    NOTHING,
    OPEN,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_rank,
    by_verbs,
    rule,
)
from grognard.games.battalions.combat.after.losses import Losses, can_lose, enemy_picks_second
from grognard.games.battalions.combat.after.owed import Aftermath
from grognard.games.battalions.combat.after.retreat import Retreat
from grognard.games.battalions.combat.attack import attacker, present, still_on_map
from grognard.games.battalions.combat.leader_attempts import leads
from grognard.games.battalions.combat.results import MAY_NOT_STAND, MAY_STAND, MUST_STAND
from grognard.games.battalions.model.markers import current_morale
from grognard.games.battalions.model.position import FOUND, RETREATED, BattalionPosition
from grognard.games.battalions.model.unit_steps import eliminate, lose_step

STAY: Choice = ("stay", NOTHING)


class FallingBack(NamedTuple):
    """One side's beaten stacks. `fighters` took part, but those that `failed` their morale check not fully.

    `enemies` are the hexes the enemy fights from, `before` the steps the side has lost by the result, `here`
    is the stack whose turn it is, `unit` tries to stand for it, `group` goes.
    """

    side: int
    hexes: int
    stacks: tuple[int, ...]
    fighters: tuple[int, ...]
    enemies: tuple[int, ...]
    battle: int
    stand: int
    failed: tuple[int, ...] = ()
    before: int = 0
    here: int = NOTHING
    unit: int = NOTHING
    group: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    paid: int = 0
    paths: tuple[tuple[int, ...], ...] = ()

    @property
    def why_steps(self) -> str:
        """The rule by which a stack that stands fast loses steps."""
        return "rp.stand-fast.7"


@rule("rp.stand-fast.1", "rp.stand-fast.3")
class DefenderFallsBack(Action[BattalionPosition, Aftermath]):
    """The defender first, if both have to go."""

    title = "The rest of the defender's number is hexes of retreat"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        side = 1 - attacker(pos, v)
        if v.defence_hexes and any(goes(pos, unit) for unit in pos.of_side_at(v.target, side)):
            call = FallingBack(
                side,
                v.defence_hexes,
                (v.target,),
                v.defenders,
                tuple(sorted(set(v.origins))),
                v.target,
                v.stand,
                v.defence_failed,
                v.paid if enemy_picks_second(pos) else 0,
            )
            game.call("falling-back", call)


@rule("rp.stand-fast.1", "rp.retreat.2", "rp.retreat.4")
class AttackerFallsBack(Action[BattalionPosition, Aftermath]):
    """Every hex with attackers that participated; if none is left, others in their hexes may still go."""

    title = "The rest of the attacker's number is hexes of retreat"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        if not v.attack_hexes:
            return
        fighters = still_on_map(pos, v.took_part)
        hexes = {pos.hex[unit] for unit in fighters} or set(v.origins)
        call = FallingBack(
            attacker(pos, v),
            v.attack_hexes,
            tuple(sorted(hexes)),
            v.took_part,
            (v.target,),
            v.target,
            MAY_STAND,
            before=v.attack_steps if enemy_picks_second(pos) else 0,
        )
        game.call("falling-back", call)


class NextStack(Action[BattalionPosition, FallingBack]):
    title = "The next beaten stack"

    def run(self, game: Game[BattalionPosition], v: FallingBack) -> None:
        if v.stacks:
            game.update(v._replace(here=v.stacks[0], stacks=v.stacks[1:], unit=NOTHING, group=()))
            return
        below: Any = game.caller()
        lost = tuple(sorted((*below.lost, *v.lost)))
        if v.side == game.pos.phasing:
            game.hand_back(below._replace(lost=lost))
        else:
            game.hand_back(below._replace(lost=lost, paid=below.paid + v.paid, paths=v.paths))
        game.leave()


# -- standing fast --------------------------------------------------------------------------------


@rule("rp.losses.5", "rp.stand-fast.7")
def who_may_stand(pos: BattalionPosition, v: FallingBack) -> list[int]:
    """The units of the stack that participated and can try for it.

    A stack of which nobody can lose a step has nothing to pay with: it retreats.
    """
    if v.stand == MAY_NOT_STAND or v.here == NOTHING:
        return []
    there = [unit for unit in still_on_map(pos, v.fighters) if pos.hex[unit] == v.here]
    if not any(can_lose(pos, unit) for unit in there):
        return []
    failed = still_on_map(pos, v.failed)
    return [unit for unit in there if unit not in failed]


@rule("rp.stand-fast.6", "rs.stand-fast.6")
def stand_modifier(pos: BattalionPosition, unit: int) -> int:
    """-1 with the leader of its formation in the hex, or where this game steadies it; never -2."""
    stack = pos.of_side_at(pos.hex[unit], pos.content.side[unit])
    led = any(pos.content.is_leader[one] and leads(pos, one, unit) for one in stack)
    return -1 if led or pos.content.combat.is_steadied(pos, unit) else 0


def steadiest(pos: BattalionPosition, v: FallingBack, choice: Choice) -> tuple[bool, int, int]:
    """The unit likeliest to stand; to give way comes last."""
    verb, unit = choice
    if verb != "stand-with":
        return (True, 0, 0)
    return (False, -(current_morale(pos, unit) - stand_modifier(pos, unit)), unit)


@rule("rp.stand-fast.2", "rp.stand-fast.4", "rp.stand-fast.9")
class ChooseToStand(Decision[BattalionPosition, FallingBack]):
    """A side names the unit whose morale it tries with. A determined defender must try."""

    title = "Try to stand fast, or give way"

    policies = (
        by_verbs("give-way", "Retreat where that is allowed.", "give-way"),
        by_rank("stand", "Always try to stand, with the steadiest unit.", steadiest),
    )

    def side(self, pos: BattalionPosition, v: FallingBack) -> int:
        return v.side

    def options(self, pos: BattalionPosition, v: FallingBack) -> list[Offer]:
        units = who_may_stand(pos, v) if v.unit == NOTHING else []
        if not units:
            return []
        offers = [Offer("stand-with", units)]
        return offers if v.stand == MUST_STAND else [*offers, Offer("give-way")]

    def take(self, game: Game[BattalionPosition], v: FallingBack, choice: Choice) -> None:
        game.next(v._replace(unit=choice[1]))

    def refuse(self, pos: BattalionPosition, v: FallingBack, choice: Choice) -> Ruling:
        if choice[0] == "give-way":
            return Refusal("rp.stand-fast.4", "a determined defence must try to stand fast.")
        if choice[0] != "stand-with":
            return None
        name = pos.content.unit_names[choice[1]]
        return Refusal("rp.stand-fast.5", f"{name} is no unit of this stack that participated.")


@rule("rp.stand-fast.5", "rp.stand-fast.7", "rp.stand-fast.8")
class RollToStand(Roll[BattalionPosition, FallingBack]):
    """Below the unit's morale the stack stays and pays a step for each hex."""

    title = "Roll to stand fast"

    def outcomes(self, pos: BattalionPosition, v: FallingBack) -> list[Outcome]:
        return D6 if v.unit != NOTHING else []

    def roller(self, pos: BattalionPosition, v: FallingBack) -> int:
        return v.side

    def take(self, game: Game[BattalionPosition], v: FallingBack, noun: int) -> None:
        pos = game.pos
        result = noun + stand_modifier(pos, v.unit)
        stands = result < current_morale(pos, v.unit)
        rule_id = "rp.stand-fast.7" if stands else "rp.stand-fast.8"
        needed = current_morale(pos, v.unit)
        game.tell("stands", v.unit, noun, result, int(stands), needed, rule=rule_id)
        if not stands:
            game.update(v._replace(unit=NOTHING))
            return
        units = tuple(unit for unit in v.fighters if stands_in(pos, unit, v.here))
        reserve = NOTHING if v.side == pos.phasing else v.here
        game.goto("NextStack", v)
        owed = Losses(v.side, units, v.hexes, v.failed, reserve, counts=1)
        if enemy_picks_second(pos):
            owed = owed._replace(second=1, before=v.before + v.paid)
        game.call("losses", owed)


def stands_in(pos: BattalionPosition, fighter: int, hex: int) -> bool:
    """Is a fighter, or what is left of it, in this hex?"""
    unit = present(pos, fighter)
    return unit != NOTHING and pos.hex[unit] == hex


# -- giving way -----------------------------------------------------------------------------------


@rule("rs.retreat.16", "rs.monitors.1")
def goes(pos: BattalionPosition, unit: int) -> bool:
    """Does a counter go when its hex must retreat? Not a ship, nor a dispersed company nobody has found."""
    is_hidden = pos.dispersed[unit] and not pos.flags[unit] & FOUND
    return not is_hidden and not pos.content.is_afloat[unit]


@rule("rp.retreat.1", "rp.retreat.2", "rp.retreat.13")
class GatherStack(Action[BattalionPosition, FallingBack]):
    """All units of an attacked hex go; of the attackers those that participated. Leaders go along."""

    title = "The stack gives way"

    def run(self, game: Game[BattalionPosition], v: FallingBack) -> None:
        pos = game.pos
        there = pos.of_side_at(v.here, v.side)
        if v.side != pos.phasing:
            game.update(v._replace(group=tuple(unit for unit in there if goes(pos, unit))))
            return
        fighters = still_on_map(pos, v.fighters)
        group = [unit for unit in there if unit in fighters]
        leaders = [unit for unit in there if pos.content.is_leader[unit]] if group else []
        game.update(v._replace(group=tuple(sorted((*group, *leaders)))))


@rule("rp.retreat.3", "rp.retreat.4")
class JoinRetreat(Decision[BattalionPosition, FallingBack]):
    title = "Other units of the hex may retreat too"

    policies = (
        by_verbs("stay", "They stay.", "stay"),
        by_verbs("all", "They all go along.", "go-along", "stay"),
    )
    is_routine = True

    def side(self, pos: BattalionPosition, v: FallingBack) -> int:
        return v.side

    def options(self, pos: BattalionPosition, v: FallingBack) -> list[Offer]:
        if v.side != pos.phasing:
            return []
        there = [unit for unit in pos.of_side_at(v.here, v.side) if not pos.content.is_afloat[unit]]
        others = [unit for unit in there if unit not in v.group]
        return [Offer("go-along", others), Offer(STAY[0])] if others else []

    def take(self, game: Game[BattalionPosition], v: FallingBack, choice: Choice) -> None:
        if choice == STAY:
            game.next()
        else:
            game.update(v._replace(group=tuple(sorted((*v.group, choice[1])))))

    def refuse(self, pos: BattalionPosition, v: FallingBack, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb != "go-along":
            return None
        name = pos.content.unit_names[unit]
        if unit in v.group:
            return Refusal("rp.retreat.2", f"{name} retreats already.")
        return Refusal("rp.retreat.3", f"{name} is not stacked with the units that retreat.")


@rule("rp.retreat.16", "rp.retreat.17")
class BeginRetreat(Action[BattalionPosition, FallingBack]):
    """Unlimbered guns are lost, but self-propelled ones are limbered and go, where the game says so."""

    title = "The retreat begins"

    def run(self, game: Game[BattalionPosition], v: FallingBack) -> None:
        pos = game.pos
        group = [unit for unit in v.group if leaves_with(game, unit)]
        game.goto("NextStack", v._replace(group=()))
        fighting = [unit for unit in group if not pos.content.is_leader[unit]]
        if fighting:
            game.call("retreat", Retreat((tuple(group),), v.hexes, v.enemies, v.battle))


@rule("rs.retreat.16", "rs.retreat.17")
def leaves_with(game: Game[BattalionPosition], unit: int) -> bool:
    """Can the unit go? An unlimbered gun cannot; who has retreated before may have to pay for it."""
    pos = game.pos
    rules = pos.content.combat
    if pos.content.is_artillery[unit] and not pos.limbered[unit]:
        if not (pos.content.is_sp[unit] and rules.sp_guns_retreat):
            eliminate(game, unit, "rp.retreat.16")
            return False
        pos.limbered[unit] = 1
        game.tell("drives-off", unit, rule="rp.retreat.17", sees=pos.viewers(unit))
    has_steps = not pos.content.is_leader[unit]
    if rules.second_retreat_costs and has_steps and pos.flags[unit] & RETREATED:
        return lose_step(game, unit, "rs.retreat.17") != NOTHING
    return True


falling_back = Procedure(
    "falling-back",
    NextStack(),
    ChooseToStand(),
    RollToStand(),
    GatherStack(),
    JoinRetreat(),
    BeginRetreat(),
    title="Stand fast or retreat",
    rules=("rp.stand-fast.1", "rp.retreat.5"),
    vars=FallingBack,
    sees=OPEN,
)

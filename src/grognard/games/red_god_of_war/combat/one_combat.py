"""Steps 4b and 4c: odds fixed, dice rolled, hits taken."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Refusal,
    Ruling,
    by_verbs,
    first_option,
    first_refusal,
    last_option,
    plain,
    rule,
)
from grognard.games.red_god_of_war.combat.losses import (
    STRONGEST_GAINS,
    WEAKEST_LOSES,
    lose_step,
    restore_step,
)
from grognard.games.red_god_of_war.combat.odds import Sheet, is_first_attack
from grognard.games.red_god_of_war.combat.retreat import begin_retreat, defenders_at
from grognard.games.red_god_of_war.model.active_side import ActiveSideDecides
from grognard.games.red_god_of_war.model.position import FOUGHT, RedGodPosition
from grognard.games.red_god_of_war.model.stacking import has_room
from grognard.games.red_god_of_war.supply.trace import is_in_range
from grognard.kit.steps import Die


class Combat(NamedTuple):
    """One attack under way. `owed` steps are still to be lost, `walk` hexes to be retreated.

    `origins` are the hexes the attackers fought from, in their order.
    """

    target: int
    attackers: tuple[int, ...]
    origins: tuple[int, ...]
    overrun: int = 0
    extra: int = NOTHING
    attacker_hits: int = 0
    defender_hits: int = 0
    owed: int = 0
    walk: int = NOTHING
    attackers_went: int = 0
    defenders: tuple[int, ...] = ()
    spare: int = 0
    refunded: int = 0


def begin_combat(game: Game[RedGodPosition], target: int, attackers: Sequence[int], overrun: bool) -> None:
    """Open one combat: the trail and the list of steps lost start empty."""
    pos = game.pos
    pos.trail.clear()
    pos.lost_steps.clear()
    for unit in attackers:
        pos.flags[unit] |= 0 if overrun else FOUGHT
    origins = tuple(pos.hex[unit] for unit in attackers)
    fighters = defenders_at(pos, target)
    defenders = tuple(unit for unit in pos.at(target) if unit in fighters or pos.content.is_hq[unit])
    game.tell("attack", target, *attackers, rule="rgw.overrun.1" if overrun else "rgw.declare.4")
    game.tell("defended", target, *defenders, rule="rgw.odds.1")
    game.call("combat", Combat(target, tuple(attackers), origins, int(overrun), defenders=defenders))


# -- 4b. odds and die ---------------------------------------------------------------------------


@rule("rgw.odds.6", "rgw.odds.7")
def extra_point_refusal(pos: RedGodPosition, attackers: Sequence[int]) -> Ruling:
    """Why the active HQ may not add a supply point to this attack (rule:10.15)."""
    content = pos.content
    hq = pos.active_hq
    is_unlit = not pos.lit[hq] and content.options["extra-point-needs-supply"]
    is_near = pos.hex[hq] >= 0 and any(is_in_range(pos, unit, hq) for unit in attackers)
    return first_refusal(
        (pos.sp[content.side[hq]] < 1, "rgw.initial.21", "no supply point is left."),
        (is_unlit, "rgw.odds.6", f"{content.unit_names[hq]} is not in combat supply."),
        (not is_near, "rgw.odds.6", f"no attacker is in range of {content.unit_names[hq]}."),
    )


@rule("rgw.odds.6", "rgw.odds.7")
class AddSupplyPoint(ActiveSideDecides[Combat]):
    title = "Spend an extra supply point on this attack, or not"

    policies = (
        by_verbs("keep", "Keep the supply point.", "save"),
        by_verbs("spend", "Spend a supply point on every attack.", "spend"),
    )

    def options(self, pos: RedGodPosition, v: Combat) -> list[Offer]:
        if v.overrun or v.extra >= 0 or extra_point_refusal(pos, v.attackers) is not None:
            return []
        return plain([("spend", NOTHING), ("save", NOTHING)])

    def take(self, game: Game[RedGodPosition], v: Combat, choice: Choice) -> None:
        spent = int(choice[0] == "spend")
        game.pos.sp[game.pos.active_side] -= spent
        if spent:
            game.tell("extra", game.pos.active_hq, rule="rgw.odds.6")
        game.next(v._replace(extra=spent))


def sheet_of(pos: RedGodPosition, v: Combat) -> Sheet:
    """The odds of the combat under way."""
    return Sheet(pos, v.target, v.attackers, bool(v.overrun), v.extra == 1)


@rule("rgw.odds.8", "rgw.odds.9", "rgw.losses.1")
class RollCombat(Die[RedGodPosition, Combat]):
    """The attacker then deals with his hits before the defender does."""

    title = "4b. Fix the odds and roll"

    def roller(self, pos: RedGodPosition, v: Combat) -> int:
        return pos.content.side[v.attackers[0]]

    def take(self, game: Game[RedGodPosition], v: Combat, noun: int) -> None:
        pos = game.pos
        sheet = sheet_of(pos, v)
        if not v.overrun and is_first_attack(pos, v.attackers):
            pos.opened[pos.army[v.attackers[0]]] = pos.turn
        on_attacker, on_defender = pos.content.tables["crt"].pair(str(noun), sheet.label)
        rows = [pos.content.tables["odds-modifiers"].rows.index(name) for name in sheet.shifts]
        sums = (sheet.attack, sheet.defence, *rows)
        game.tell("rolled", v.target, noun, sheet.column, on_attacker, on_defender, *sums, rule="rgw.odds.8")
        game.tell("strengths", v.target, *sheet.strengths(), rule="rgw.odds.1")
        forced = (on_attacker + 1) // 2
        game.update(
            v._replace(attacker_hits=on_attacker, defender_hits=on_defender, owed=forced, walk=NOTHING)
        )


# -- 4c. losses and retreats --------------------------------------------------------------------


def alive(pos: RedGodPosition, units: Sequence[int]) -> list[int]:
    """Those of the units that are still on the map and can take a hit: HQs cannot (rule:8.2)."""
    return [unit for unit in units if pos.hex[unit] >= 0 and not pos.content.is_hq[unit]]


@rule("rgw.losses.3", "rgw.losses.8")
class LoseSteps(ActiveSideDecides[Combat]):
    title = "Choose a unit to lose a step"

    policies = (WEAKEST_LOSES,)
    is_routine = True

    def units(self, v: Combat) -> tuple[int, ...]:
        return v.attackers

    def options(self, pos: RedGodPosition, v: Combat) -> list[Offer]:
        return plain([("lose", unit) for unit in alive(pos, self.units(v))] if v.owed else [])

    def take(self, game: Game[RedGodPosition], v: Combat, choice: Choice) -> None:
        if self.units(v) == v.attackers:
            game.pos.lost_steps.append(choice[1])
        lose_step(game, choice[1], self.rules[0])
        game.update(v._replace(owed=v.owed - 1))

    def refuse(self, pos: RedGodPosition, v: Combat, choice: Choice) -> Ruling:
        names = pos.content.unit_names
        match choice:
            case "lose", unit if unit in self.units(v):
                return Refusal(self.rules[0], f"{names[unit]} is an HQ or destroyed, and cannot lose a step.")
            case "lose", unit:
                return Refusal(self.rules[0], f"{names[unit]} is not one of your units in this combat.")
        return None


@rule("rgw.losses.2", "rgw.losses.3")
class AttackerForcedLosses(LoseSteps):
    title = "4c. The attacker loses half his hits, rounded up, as steps"


@rule("rgw.losses.4", "rgw.losses.5")
class AttackerChoosesRetreat(ActiveSideDecides[Combat]):
    title = "The attacker retreats for his other hits, or stands"

    policies = (
        first_option("stand", "Stand, and lose steps."),
        last_option("retreat", "Retreat as far as may be."),
    )

    def options(self, pos: RedGodPosition, v: Combat) -> list[Offer]:
        left = v.attacker_hits - (v.attacker_hits + 1) // 2
        if left <= 0 or not alive(pos, v.attackers):
            return []
        return plain([("retreat", hexes) for hexes in range(left + 1)])

    def take(self, game: Game[RedGodPosition], v: Combat, choice: Choice) -> None:
        game.next(v._replace(walk=choice[1], owed=v.attacker_hits // 2 - choice[1]))


@rule("rgw.losses.6")
class AttackerFurtherLosses(LoseSteps):
    title = "Hits not avoided by retreat are steps"


class AttackerRetreat(Action[RedGodPosition, Combat]):
    title = "All attackers retreat together"

    def run(self, game: Game[RedGodPosition], v: Combat) -> None:
        attackers = alive(game.pos, v.attackers)
        game.update(v._replace(walk=NOTHING, owed=0, attackers_went=max(v.walk, 0)))
        if v.walk > 0 and attackers:
            begin_retreat(game, attackers, v.walk, (v.target,))


@rule("rgw.losses.7")
class DefenderChoosesRetreat(Decision[RedGodPosition, Combat]):
    title = "The defender chooses how many hits to meet by retreat"

    policies = (
        last_option("retreat", "Retreat as far as may be."),
        first_option("stand", "Stand, and lose steps."),
    )

    def side(self, pos: RedGodPosition, v: Combat) -> int:
        return 1 - pos.content.side[v.attackers[0]]

    def options(self, pos: RedGodPosition, v: Combat) -> list[Offer]:
        if v.defender_hits == 0 or not alive(pos, v.defenders):
            return []
        longest = min(v.defender_hits, pos.content.limit("retreat-hexes"))
        if pos.content.is_city[v.target] and pos.content.options["city-first-hit-is-step"]:
            longest = min(longest, v.defender_hits - 1)
        return plain([("retreat", hexes) for hexes in range(longest + 1)])

    def take(self, game: Game[RedGodPosition], v: Combat, choice: Choice) -> None:
        game.next(v._replace(walk=choice[1], owed=v.defender_hits - choice[1]))


@rule("rgw.losses.8", "rgw.losses.7")
class DefenderLosses(LoseSteps):
    title = "The defender loses steps"

    def units(self, v: Combat) -> tuple[int, ...]:
        return v.defenders

    def side(self, pos: RedGodPosition, v: Combat) -> int:
        return 1 - pos.content.side[v.attackers[0]]


class DefenderRetreat(Action[RedGodPosition, Combat]):
    title = "The defenders retreat together"

    def run(self, game: Game[RedGodPosition], v: Combat) -> None:
        pos = game.pos
        holding = alive(pos, v.defenders)
        if not holding:
            game.update(v._replace(spare=v.owed + max(v.walk, 0)))
        elif v.walk > 0:
            hqs = [unit for unit in v.defenders if pos.content.is_hq[unit] and pos.hex[unit] == v.target]
            begin_retreat(game, [*holding, *hqs], v.walk, v.origins)


@rule("rgw.losses.11")
class RefundStep(ActiveSideDecides[Combat]):
    title = "The defender was destroyed with hits to spare: the attacker takes one lost step back"

    policies = (STRONGEST_GAINS,)
    is_routine = True

    def options(self, pos: RedGodPosition, v: Combat) -> list[Offer]:
        if v.spare < 1 or v.refunded or alive(pos, v.defenders):
            return []
        return plain(
            [("restore", unit) for unit in sorted(set(pos.lost_steps)) if self._has_place(pos, v, unit)]
        )

    @rule("rgw.stacking.9")
    def _has_place(self, pos: RedGodPosition, v: Combat, unit: int) -> bool:
        """A destroyed unit comes back to where it fought from, if those who retreated there leave it room."""
        return pos.hex[unit] >= 0 or has_room(pos, self._home(v, unit), (unit,))

    def _home(self, v: Combat, unit: int) -> int:
        return v.origins[v.attackers.index(unit)]

    def take(self, game: Game[RedGodPosition], v: Combat, choice: Choice) -> None:
        restore_step(game, choice[1], self._home(v, choice[1]), "rgw.losses.11")
        game.next(v._replace(refunded=1))

    def refuse(self, pos: RedGodPosition, v: Combat, choice: Choice) -> Ruling:
        names = pos.content.unit_names
        match choice:
            case "restore", unit if unit in pos.lost_steps:
                return Refusal("rgw.stacking.9", f"there is no room left where {names[unit]} fought from.")
            case "restore", unit:
                return Refusal("rgw.losses.11", f"{names[unit]} has lost no step in this combat.")
        return None

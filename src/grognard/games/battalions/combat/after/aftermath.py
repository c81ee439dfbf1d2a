"""What follows the roll of a combat, in the order of the rules: losses, leaders, markers, supply."""

from grognard.core.chapter import D6, OPEN, Action, Game, Outcome, Procedure, Roll, rule
from grognard.games.battalions.combat.after.advance import BeginAdvance
from grognard.games.battalions.combat.after.breakthrough import BeginBreakthrough
from grognard.games.battalions.combat.after.leader_casualty import Casualty
from grognard.games.battalions.combat.after.losses import Losses, attacker_losses, enemy_picks_second
from grognard.games.battalions.combat.after.owed import Aftermath
from grognard.games.battalions.combat.after.stand_fast import AttackerFallsBack, DefenderFallsBack
from grognard.games.battalions.combat.attack import attacker, still_on_map
from grognard.games.battalions.combat.results import DEMORALIZES, DISRUPTS, MAY_NOT_STAND
from grognard.games.battalions.model.markers import demoralize, disrupt
from grognard.games.battalions.model.position import (
    DEMORALIZED,
    IN_ORDER,
    ISOLATED,
    NO_RECOVERY,
    OOS,
    BattalionPosition,
)
from grognard.games.battalions.model.unit_steps import lose_step

PURSUED_ON = (1, 2)
ISOLATED_ON = (1, 2, 3)


@rule("rp.combat-options.6")
class RollPursuit(Roll[BattalionPosition, Aftermath]):
    """An assault on who retreats: a step is lost on a 1 or 2."""

    title = "Roll whether the pursued lose a step"

    def outcomes(self, pos: BattalionPosition, v: Aftermath) -> list[Outcome]:
        return D6 if v.pursued else []

    def roller(self, pos: BattalionPosition, v: Aftermath) -> int:
        return pos.phasing

    def take(self, game: Game[BattalionPosition], v: Aftermath, noun: int) -> None:
        game.tell("pursuit", v.target, noun, rule="rp.combat-options.6")
        game.update(v._replace(pursued=0, defence_steps=int(noun in PURSUED_ON)))


# -- losses ---------------------------------------------------------------------------------------


@rule("rp.losses.3")
class AttackerLosses(Action[BattalionPosition, Aftermath]):
    title = "The attacker loses half his number, rounded up, as steps"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        if v.attack_steps:
            game.call("losses", attacker_losses(game.pos, v))


@rule("rp.losses.4", "rp.losses.20")
class DefenderLosses(Action[BattalionPosition, Aftermath]):
    title = "The defender loses half his number, rounded down, as steps"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        if v.defence_steps:
            game.call(
                "losses",
                Losses(
                    1 - attacker(pos, v),
                    v.defenders,
                    v.defence_steps,
                    failed=v.defence_failed,
                    reserve=v.target,
                    second=enemy_picks_second(pos),
                    counts=1,
                ),
            )


@rule("rp.leader-casualty.1")
class FindLeaders(Action[BattalionPosition, Aftermath]):
    """Every leader in a hex that took part, even if no step was lost there; not if nobody fought."""

    title = "Leaders in the hexes of the combat are in danger"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        hexes = [] if v.unfought else sorted({v.target, *v.origins})
        leaders = [unit for hex in hexes for unit in pos.at(hex) if pos.content.is_leader[unit]]
        if v.reckoned:
            leaders = [leader for leader in leaders if could_steady(pos, v, leader)]
        checks = tuple((leader, v.lost.count(pos.hex[leader])) for leader in leaders)
        game.update(v._replace(leaders=checks, lost=()))


def could_steady(pos: BattalionPosition, v: Aftermath, leader: int) -> bool:
    """Could the defenders stand fast by this leader? For the odds attackers always give way."""
    return pos.hex[leader] == v.target and v.defence_hexes > 0 and v.stand != MAY_NOT_STAND


@rule("rp.leader-casualty.1")
class CheckLeaders(Action[BattalionPosition, Aftermath]):
    title = "Each leader is rolled for"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        if v.leaders:
            (leader, steps), *rest = v.leaders
            game.goto("CheckLeaders", v._replace(leaders=tuple(rest)))
            game.call("leader-casualty", Casualty(leader, steps, reckoned=v.reckoned))


# -- markers --------------------------------------------------------------------------------------


@rule("rp.combat-markers.1", "rp.combat-markers.2", "rp.combat-markers.3")
class PlaceMarkers(Action[BattalionPosition, Aftermath]):
    """On the units that participated, wherever they are now."""

    title = "Disruption and demoralization"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        mark(game, still_on_map(pos, v.took_part), v.attack_mark)
        mark(game, still_on_map(pos, v.full_defenders), v.defence_mark)
        if v.no_recovery:
            for unit in still_on_map(pos, v.defenders):
                pos.flags[unit] |= NO_RECOVERY


def mark(game: Game[BattalionPosition], units: list[int], what: int) -> None:
    """Disrupt or demoralize units. Who is demoralized again loses a step; disruption does nothing to him."""
    pos = game.pos
    for unit in units:
        before = pos.morale_state[unit]
        if what == DEMORALIZES and before == DEMORALIZED:
            lose_step(game, unit, "rp.combat-markers.3")
        elif what == DEMORALIZES:
            demoralize(pos, unit)
        elif what == DISRUPTS:
            disrupt(pos, unit)
        if pos.hex[unit] >= 0 and pos.morale_state[unit] != before:
            why = "rp.combat-markers.2" if before and what == DISRUPTS else "rp.combat-markers.1"
            game.tell("marked", unit, pos.morale_state[unit], rule=why, sees=pos.viewers(unit))


@rule("rp.combat-markers.4", "rp.combat-markers.5")
class NightDisruption(Action[BattalionPosition, Aftermath]):
    """Only the state before the result counts: this result's own markers are not pushed further."""

    title = "At night all attackers and their guns are disrupted"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        if not pos.is_night:
            return
        shaken = still_on_map(pos, v.shaken)
        for unit in still_on_map(pos, (*v.attackers, *v.guns)):
            before = pos.morale_state[unit]
            if unit in shaken:
                demoralize(pos, unit)
            elif before == IN_ORDER:
                disrupt(pos, unit)
            if pos.morale_state[unit] != before:
                rule_id = "rp.combat-markers.5" if unit in shaken else "rp.combat-markers.4"
                game.tell("marked", unit, pos.morale_state[unit], rule=rule_id, sees=pos.viewers(unit))


# -- supply ---------------------------------------------------------------------------------------


@rule("rp.combat-supply.1", "rp.combat-supply.2")
class IsolateAttackers(Action[BattalionPosition, Aftermath]):
    title = "Attackers out of supply are isolated; defenders roll for it"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        for unit in still_on_map(pos, v.attackers):
            if pos.supply[unit] == OOS:
                isolate(game, unit, "rp.combat-supply.1")
        hungry = [unit for unit in still_on_map(pos, v.defenders) if pos.supply[unit] == OOS]
        game.update(v._replace(hungry=() if v.reckoned else tuple(hungry)))


@rule("rp.combat-supply.2", "rp.combat-supply.3")
class RollIsolation(Roll[BattalionPosition, Aftermath]):
    """One roll for each unit; a 1, 2 or 3 isolates it."""

    title = "Each defender out of supply rolls for isolation"

    def outcomes(self, pos: BattalionPosition, v: Aftermath) -> list[Outcome]:
        return D6 if v.hungry else []

    def roller(self, pos: BattalionPosition, v: Aftermath) -> int:
        return 1 - pos.phasing

    def take(self, game: Game[BattalionPosition], v: Aftermath, noun: int) -> None:
        unit, *rest = v.hungry
        game.tell("isolation-roll", unit, noun, rule="rp.combat-supply.2", sees=game.pos.viewers(unit))
        if noun in ISOLATED_ON:
            isolate(game, unit, "rp.combat-supply.3")
        game.goto("RollIsolation", v._replace(hungry=tuple(rest)))


def isolate(game: Game[BattalionPosition], unit: int, why: str) -> None:
    """The Isolated marker takes the place of the OOS marker."""
    game.pos.supply[unit] = ISOLATED
    game.tell("isolated", unit, rule=why, sees=game.pos.viewers(unit))


# -- the end ---------------------------------------------------------------------------------------


@rule("rp.resolution.5")
class EndCombat(Action[BattalionPosition, Aftermath]):
    """Support markers go back to their guns, which may support another combat if they can."""

    title = "The combat is over"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        game.tell("combat-over", v.target, rule="rp.resolution.5")


aftermath = Procedure(
    "aftermath",
    RollPursuit(),
    AttackerLosses(),
    DefenderLosses(),
    FindLeaders(),
    CheckLeaders(),
    DefenderFallsBack(),
    AttackerFallsBack(),
    PlaceMarkers(),
    NightDisruption(),
    BeginAdvance(),
    IsolateAttackers(),
    RollIsolation(),
    BeginBreakthrough(),
    EndCombat(),
    title="One combat, after the roll",
    rules=("rp.sequence.6",),
    vars=Aftermath,
    sees=OPEN,
)

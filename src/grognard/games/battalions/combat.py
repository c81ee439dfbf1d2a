"""One combat from its first step to its last, and the phase of all attacks."""

from grognard.core.chapter import OPEN, Action, Game, Procedure, rule
from grognard.games.battalions.advance import BeginAdvance, advance
from grognard.games.battalions.aftermath import (
    Aftermath,
    AttackerLosses,
    CheckLeaders,
    DefenderLosses,
    FindLeaders,
    IsolateAttackers,
    NightDisruption,
    PlaceMarkers,
    RollIsolation,
    RollPursuit,
)
from grognard.games.battalions.armor import FixArmor
from grognard.games.battalions.at_fire import AimShot, RollHalfKill, RollShot
from grognard.games.battalions.battle import Combat, seen_combat, standing
from grognard.games.battalions.bombardment import Barrage, is_moved_into_combat
from grognard.games.battalions.breakthrough import BeginBreakthrough, breakthrough
from grognard.games.battalions.declare import Declare, DeclareAttack, NameDefenders, who_could_defend
from grognard.games.battalions.falling_back import AttackerFallsBack, DefenderFallsBack, falling_back
from grognard.games.battalions.knowledge import in_hand
from grognard.games.battalions.leaders import (
    AttackLeader,
    DefenceLeader,
    RollAttackLeader,
    RollDefenceLeader,
)
from grognard.games.battalions.losses import losses
from grognard.games.battalions.morale import AttackerParticipation, ChooseLevels, DefenderParticipation
from grognard.games.battalions.options import ChooseOptions, CrossOptions
from grognard.games.battalions.position import FOUND, BattalionPosition
from grognard.games.battalions.resolution import FixOdds, RollCombat
from grognard.games.battalions.retreat import retreat
from grognard.games.battalions.support import (
    DefenderAmmunition,
    DefensiveSupport,
    OffensiveSupport,
    most_support,
)
from grognard.games.battalions.surprise import AttemptSurprise, RollSurprise


@rule("rp.bombardment.2")
class BombardFirst(Action[BattalionPosition, Combat]):
    """By option, bombardments are made when the attacker's artillery is declared."""

    title = "Bombardment, where it is part of the attack"

    def run(self, game: Game[BattalionPosition], v: Combat) -> None:
        if is_moved_into_combat(game.pos):
            most = most_support(game.pos, v, 1 - game.pos.phasing)
            game.update(v._replace(defence_most=most))
            game.call("bombardment", Barrage(inside=1))


@rule("rp.bombardment.2", "rp.defend-declare.1")
class CountDefenders(Action[BattalionPosition, Combat]):
    """Whom that bombardment has struck defends as he is now; if all are gone others of the hex, or nobody."""

    title = "Who is left to defend"

    def run(self, game: Game[BattalionPosition], v: Combat) -> None:
        if not is_moved_into_combat(game.pos):
            return
        left = standing(game.pos, v.defenders) or who_could_defend(game.pos, v.target)
        if left:
            game.update(v._replace(defenders=tuple(left)))
        else:
            game.tell("called-off", v.target, rule="rp.bombardment.2")
            game.leave()


@rule("rp.resolution.5")
class EndCombat(Action[BattalionPosition, Aftermath]):
    """Support markers go back to their guns, which may support another combat if they can."""

    title = "The combat is over"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        game.tell("combat-over", v.target, rule="rp.resolution.5")


@rule("rp.para-search.4")
class EndCombatPhase(Action[BattalionPosition, Declare]):
    """Companies that were found are so until now."""

    title = "The combat phase ends"

    def run(self, game: Game[BattalionPosition], v: Declare) -> None:
        game.pos.flags = [flags & ~FOUND for flags in game.pos.flags]


combat = Procedure(
    "combat",
    NameDefenders(),
    ChooseOptions(),
    CrossOptions(),
    DefensiveSupport(),
    BombardFirst(),
    CountDefenders(),
    OffensiveSupport(),
    AttemptSurprise(),
    RollSurprise(),
    DefenderAmmunition(),
    ChooseLevels(),
    AttackerParticipation(),
    DefenderParticipation(),
    FixArmor(),
    AimShot(),
    RollShot(),
    RollHalfKill(),
    AttackLeader(),
    RollAttackLeader(),
    DefenceLeader(),
    RollDefenceLeader(),
    FixOdds(),
    RollCombat(),
    title="One combat, up to the roll",
    rules=("rp.sequence.6",),
    vars=Combat,
    sees=seen_combat,
)

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

attacks = Procedure(
    "attacks",
    DeclareAttack(),
    EndCombatPhase(),
    title="Attacks",
    rules=("rp.sequence.6", "rp.resolution.4"),
    start=lambda pos, v: Declare(),
    vars=Declare,
    sees=in_hand,
)

COMBAT_CALLED = [combat, aftermath, losses, falling_back, retreat, advance, breakthrough]
"""Procedures that combat calls from inside its steps."""

"""One combat from its first step up to the roll."""

from grognard.core.chapter import Action, Game, Procedure, rule
from grognard.games.battalions.combat.after.advance import advance
from grognard.games.battalions.combat.after.aftermath import aftermath
from grognard.games.battalions.combat.after.breakthrough import breakthrough
from grognard.games.battalions.combat.after.losses import losses
from grognard.games.battalions.combat.after.retreat import retreat
from grognard.games.battalions.combat.after.stand_fast import falling_back
from grognard.games.battalions.combat.at_fire import AimShot, RollHalfKill, RollShot
from grognard.games.battalions.combat.attack import Combat, seen_combat, still_on_map
from grognard.games.battalions.combat.combat_options import ChooseOptions, CrossOptions
from grognard.games.battalions.combat.declaration import NameDefenders, who_could_defend
from grognard.games.battalions.combat.leader_attempts import (
    AttackLeader,
    DefenceLeader,
    RollAttackLeader,
    RollDefenceLeader,
)
from grognard.games.battalions.combat.odds.armor import FixArmor
from grognard.games.battalions.combat.participation import (
    AttackerParticipation,
    ChooseLevels,
    DefenderParticipation,
)
from grognard.games.battalions.combat.resolution import FixOdds, RollCombat
from grognard.games.battalions.combat.surprise import AttemptSurprise, RollSurprise
from grognard.games.battalions.guns.bombardment import Barrage, is_moved_into_combat
from grognard.games.battalions.guns.support import (
    DefenderAmmunition,
    DefensiveSupport,
    OffensiveSupport,
    most_support,
)
from grognard.games.battalions.model.position import BattalionPosition


@rule("rp.bombardment.2")
class BombardFirst(Action[BattalionPosition, Combat]):
    """By option, bombardments are made when the attacker's artillery is declared: never in a breakthrough."""

    title = "Bombardment, where it is part of the attack"

    def run(self, game: Game[BattalionPosition], v: Combat) -> None:
        if is_moved_into_combat(game.pos) and not v.breakthrough:
            most = most_support(game.pos, v, 1 - game.pos.phasing)
            game.update(v._replace(defence_most=most))
            game.call("bombardment", Barrage(inside=1))


@rule("rp.bombardment.2", "rp.defend-declare.1")
class CountDefenders(Action[BattalionPosition, Combat]):
    """Whom that bombardment has struck defends as he is now; if all are gone others of the hex, or nobody."""

    title = "Who is left to defend"

    def run(self, game: Game[BattalionPosition], v: Combat) -> None:
        if not is_moved_into_combat(game.pos) or v.breakthrough:
            return
        left = still_on_map(game.pos, v.defenders) or who_could_defend(game.pos, v.target)
        if left:
            game.update(v._replace(defenders=tuple(left)))
        else:
            game.tell("called-off", v.target, rule="rp.bombardment.2")
            game.leave()


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


COMBAT_CALLED = [combat, aftermath, losses, falling_back, retreat, advance, breakthrough]
"""Procedures that combat calls from inside its steps."""

"""How an attack is measured, and how the players are taken to answer when its odds are worked out."""

from collections.abc import Mapping, Sequence
from typing import Final

from grognard.core.cards import Aim, Matrix, PlanLine, told
from grognard.core.chapter import NOTHING, SEAL, Ask, Choice, Event, Frame, Game
from grognard.core.system import Odds, Told
from grognard.games.battalions.combat.after.breakthrough import Breakthrough
from grognard.games.battalions.combat.after.stand_fast import FallingBack
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.combat_options import usual_option
from grognard.games.battalions.combat.declaration import Declare, begin_combat
from grognard.games.battalions.combat.participation import usual_level
from grognard.games.battalions.guns.bombardment import Barrage
from grognard.games.battalions.guns.support import points
from grognard.games.battalions.model.position import ABSENT, SIGN_UNIT, B, BattalionPosition
from grognard.games.battalions.table.card_choices import gun_plans, option_matrix, planned_answer
from grognard.games.battalions.table.combat_sheets import attack_on_table, top_vars
from grognard.games.battalions.table.knowledge import veiled

STANDS: Final = "if he stands fast"
GOES: Final = "if he gives way"

NOTE: Final = (
    "Standard against Defend; guns and leaders that the attacker sees are used; surprise is attempted where "
    "it may be; each side picks the highest morale level that half of its strength meets; who is weakest "
    "pays; a beaten attacker gives way; one unit advances. Ammunition that does not run out, days in "
    "hospital and isolation are left out."
)


ATTACK_ROLLS: Final = frozenset(
    (
        *("RollBreakthrough", "RollSurprise", "DefenderAmmunition", "AttackerParticipation"),
        *("DefenderParticipation", "RollShot", "RollHalfKill", "RollAttackLeader", "RollDefenceLeader"),
        "RollCombat",
    )
)
AIMS: Final[dict[str, Aim]] = {
    "RollBombardment": Aim("he loses a step or is shaken", lambda event: _is_struck(event), goes_on=True),
    "RollInfiltration": Aim("the stack slips through", told("infiltration", 4)),
    "RollToStand": Aim("the stack stands fast", told("stands", 3)),
}
UNCHOSEN: Final[dict[str, str]] = {
    "RollPursuit": "the options of both sides bring it about",
    "RollIsolation": "it follows a combat out of supply",
    "RollCasualty": "it follows a combat or a retreat",
    "RollDaysAway": "it follows a wound",
    "RollRecovery": "all who can recover roll",
    "RollSalvos": "it is rolled for in every morning",
    "RollDivisionLosses": "the division comes in any case",
}


def _is_struck(event: Event) -> bool:
    return event.kind == "bombarded" and bool(event.facts[2] or event.facts[3])


class CombatOdds(Odds[B]):
    """Steps lost by both sides, and whether the hex changes hands."""

    yes_or_no = ("hex taken", "called off")
    note = NOTE
    in_attacks = ATTACK_ROLLS

    def __init__(self, aims: Mapping[str, Aim], unchosen: Mapping[str, str]) -> None:
        """With the rolls that only this game has."""
        self.aims = {**AIMS, **aims}
        self.unchosen = {**UNCHOSEN, **unchosen}

    def lost_names(self, pos: B, side: int) -> tuple[str, str]:
        names = ("attacker steps lost", "defender steps lost")
        return names if side == pos.phasing else (names[1], names[0])

    def matrix(self, pos: B, side: int) -> Matrix | None:
        return option_matrix(pos, side)

    def plan_lines(self, pos: B, side: int) -> list[PlanLine]:
        return gun_plans(pos, side)

    def planned(self, pos: B, ask: Ask, plan: Sequence[Choice]) -> Choice | None:
        return planned_answer(pos, ask, plan)

    def roll_under_way(self, game: Game[B]) -> Game[B] | None:
        """A bombardment that is being declared, as if it were fired now."""
        v = top_vars(game.pos)
        if not isinstance(v, Barrage) or v.target == NOTHING or not v.picked or v.rolled:
            return None
        trial = game.copy()
        mission = Barrage(((v.target, *v.picked),), inside=v.inside)
        trial.pos.stack[-1] = Frame("bombardment", "NextBombardment", mission)
        return Game(trial.procedures, trial.pos)

    def on_table(self, pos: B) -> bool:
        """Is an attack being named with its attackers, or open with its dice not rolled?"""
        v = top_vars(pos)
        if isinstance(v, (Declare, Breakthrough)):
            return v.target != NOTHING and bool(v.picked)
        return isinstance(v, Combat)

    def attack_under_way(self, game: Game[B]) -> Game[B]:
        """The game in which only what bears on the fight is rolled for; an attack being named is begun."""
        trial = game.copy()
        pos = trial.pos
        v = top_vars(pos)
        if isinstance(v, Breakthrough):
            # Its leader's die comes first: who is not led through does not fight.
            drop_leaders(pos)
            pos.stack[-1] = Frame("breakthrough", "RollBreakthrough", v._replace(trying=1))
            return Game(trial.procedures, pos)
        if isinstance(v, Declare):
            drop_leaders(pos)
            begin_combat(trial, v.target, v.picked, False)
        trial.update(top_vars(pos)._replace(reckoned=1))
        return trial

    loss_unit = "steps"

    def losses(self, before: B, after: B) -> tuple[int, ...]:
        return tuple(after.lost_steps[side] - before.lost_steps[side] for side in (0, 1))

    def measure(self, before: B, after: B) -> dict[str, int]:
        """What an attack did; of a whole game, what both sides lost."""
        side = before.phasing
        attack = attack_on_table(before)
        if attack is None:
            sides = before.content.roster.sides
            return {
                f"{name} steps lost": lost
                for name, lost in zip(sides, self.losses(before, after), strict=True)
            }
        lost = [steps_of(before, one) - steps_of(after, one) for one in (0, 1)]
        taken = holds(after, attack.target, side) and not holds(before, attack.target, side)
        return {
            "attacker steps lost": lost[side],
            "defender steps lost": lost[1 - side],
            "hex taken": int(taken),
        }

    def tally(self, told: Told, event: Event) -> Told:
        """Whether the attack was called off."""
        return (1,) if event.kind == "called-off" else told

    def tallied(self, after: B, told: Told) -> dict[str, int]:
        return {"called off": int(bool(told))}

    def ways(self, pos: B) -> tuple[str, ...]:
        return (STANDS, GOES)

    def answer(self, pos: B, ask: Ask, way: str = "") -> Choice:
        options = ask.options(ask.side)
        v = top_vars(pos)
        if SEAL in options:
            return SEAL
        if ask.step == "ChooseOptions":
            return usual_option(pos, ask.side)
        if ask.step == "ChooseLevels":
            return ("morale-level", usual_level(pos, v, ask.side))
        if ask.step == "ChooseToStand" and isinstance(v, FallingBack) and v.side != pos.phasing:
            return ask.policies[way == STANDS].answer(pos, v, options)
        if ask.step in ("DefensiveSupport", "DefenceLeader"):
            return known_help(pos, v, ask)
        return ask.usual(pos)

    def hangs_on_hidden(self, pos: B) -> bool:
        """Only where somebody is in the attacked hex at whom the attacker has not looked."""
        attack = attack_on_table(pos)
        if attack is None:
            return False
        return bool(veiled(pos, 1 - pos.phasing, pos.phasing)[attack.target] & SIGN_UNIT)


def known_help(pos: BattalionPosition, v: Combat, ask: Ask) -> Choice:
    """Guns and leaders of the defender that the attacker has seen, the strongest first."""
    options = ask.options(ask.side)
    seen = [unit for unit in options.of("support") if pos.knows(pos.phasing, unit)]
    if ask.step == "DefensiveSupport":
        best = max(seen, key=lambda gun: (points(pos, v, gun), -gun), default=NOTHING)
        return ("agreed", NOTHING) if best == NOTHING else ("support", best)
    leaders = [unit for unit in options.of("leader") if pos.knows(pos.phasing, unit)]
    best = max(leaders, key=lambda one: (pos.value("tactical", one), -one), default=NOTHING)
    return ("no-leader", NOTHING) if best == NOTHING else ("leader", best)


def drop_leaders(pos: BattalionPosition) -> None:
    """A leader of the defender that the attacker has not seen is not reckoned with."""
    for unit in pos.on_map(1 - pos.phasing):
        if pos.content.is_leader[unit] and not pos.knows(pos.phasing, unit):
            pos.place(unit, ABSENT)


def steps_of(pos: BattalionPosition, side: int) -> int:
    """All steps of a side on the map, leaders left out."""
    return sum(pos.steps[unit] for unit in pos.on_map(side) if not pos.content.is_leader[unit])


def holds(pos: BattalionPosition, hex: int, side: int) -> bool:
    """Has a side a unit in the hex that can defend it?"""
    return any(pos.is_combat_unit(unit) for unit in pos.of_side_at(hex, side))

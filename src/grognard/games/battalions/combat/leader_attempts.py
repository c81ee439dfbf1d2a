"""Leaders in combat: one for each side may try to give a shift."""

from typing import Any

from grognard.core.chapter import (
    D6,
    NOTHING,
    Choice,
    Decision,
    Game,
    Offer,
    Outcome,
    Refusal,
    Roll,
    Ruling,
    by_rank,
    by_verbs,
    rule,
)
from grognard.games.battalions.combat.attack import Combat, is_near, participating, still_on_map
from grognard.games.battalions.model.position import BattalionPosition

MOST_ATTEMPTS = 2


def leads(pos: BattalionPosition, leader: int, unit: int) -> bool:
    """Is the unit of the leader's formation?"""
    return pos.formation_of(unit) in pos.content.leads[leader]


# -- the shift ----------------------------------------------------------------------------------


@rule("rp.odds-shifts.7", "rp.odds-shifts.9", "rp.morale.12")
def attempt_refusal(pos: BattalionPosition, v: Combat, leader: int) -> Ruling:
    """Why this leader cannot help in the combat."""
    content = pos.content
    name = content.unit_names[leader]
    if not content.is_leader[leader] or pos.hex[leader] < 0:
        return Refusal("rp.odds-shifts.7", f"{name} is not a leader on the map.")
    if pos.attempts[leader] >= MOST_ATTEMPTS:
        return Refusal("rp.odds-shifts.9", f"{name} has made his two attempts in this player turn.")
    # Attackers who failed their morale check are of no use to him; such defenders still fight.
    mine = participating(pos, v) if content.side[leader] == pos.phasing else still_on_map(pos, v.defenders)
    near = [unit for unit in mine if is_near(pos, pos.hex[leader], pos.hex[unit])]
    if not any(leads(pos, leader, unit) for unit in near):
        return Refusal("rp.odds-shifts.7", f"{name} is not near units of his formation in this combat.")
    return None


def leaders_at_hand(pos: BattalionPosition, v: Combat, side: int) -> list[int]:
    """The leaders of a side who can try to give a shift."""
    leaders = [unit for unit in pos.on_map(side) if pos.content.is_leader[unit]]
    return [leader for leader in leaders if attempt_refusal(pos, v, leader) is None]


def ablest(pos: BattalionPosition, v: Any, choice: Choice) -> tuple[bool, int, int]:
    """The highest tactical number; a leader rather than none."""
    verb, leader = choice
    return (verb != "leader", -pos.value("tactical", leader) if leader >= 0 else 0, leader)


@rule("rp.odds-shifts.7", "rp.odds-shifts.8")
class AttackLeader(Decision[BattalionPosition, Combat]):
    """One leader at most for each side."""

    title = "The attacker may use a leader"

    policies = (
        by_rank("ablest", "The leader with the highest tactical number tries.", ablest),
        by_verbs("none", "No leader is used.", "no-leader"),
    )
    is_routine = True

    def side(self, pos: BattalionPosition, v: Combat) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Combat) -> list[Offer]:
        leaders = leaders_at_hand(pos, v, self.side(pos, v))
        return [Offer("leader", leaders), Offer("no-leader")] if leaders else []

    def take(self, game: Game[BattalionPosition], v: Combat, choice: Choice) -> None:
        game.next(v._replace(leader=choice[1]))

    def refuse(self, pos: BattalionPosition, v: Combat, choice: Choice) -> Ruling:
        if choice[0] != "leader":
            return None
        if pos.content.side[choice[1]] != self.side(pos, v):
            return Refusal("rp.odds-shifts.7", f"{pos.content.unit_names[choice[1]]} is the enemy's.")
        return attempt_refusal(pos, v, choice[1])


@rule("rp.odds-shifts.7")
class RollAttackLeader(Roll[BattalionPosition, Combat]):
    title = "The attacker's leader tries"

    def outcomes(self, pos: BattalionPosition, v: Combat) -> list[Outcome]:
        return D6 if v.leader != NOTHING else []

    def roller(self, pos: BattalionPosition, v: Combat) -> int:
        return pos.content.side[v.leader]

    def take(self, game: Game[BattalionPosition], v: Combat, noun: int) -> None:
        pos = game.pos
        pos.attempts[v.leader] += 1
        number = pos.value("tactical", v.leader)
        helps = int(noun <= number)
        game.tell("leader-tries", v.leader, noun, helps, number, rule="rp.odds-shifts.7")
        game.update(self.after(v._replace(leader=NOTHING), helps))

    def after(self, v: Combat, helps: int) -> Combat:
        return v._replace(attack_leader=helps)


class DefenceLeader(AttackLeader):
    title = "The defender may use a leader"

    def side(self, pos: BattalionPosition, v: Combat) -> int:
        return 1 - pos.phasing


class RollDefenceLeader(RollAttackLeader):
    title = "The defender's leader tries"

    def after(self, v: Combat, helps: int) -> Combat:
        return v._replace(defence_leader=helps)

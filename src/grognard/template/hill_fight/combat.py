"""Attack: who can be attacked, what is needed, and what a hit does."""

from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    OPEN,
    Action,
    Explanation,
    Game,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    Term,
    rule,
)
from grognard.template.hill_fight.content import SIDES
from grognard.template.hill_fight.position import OFF_MAP, HillFightPosition


class Attack(NamedTuple):
    """Who attacks whom, and whether it hits."""

    attacker: int
    defender: int
    is_hit: int = 0


# -- questions --------------------------------------------------------------------------------------


def attack_refusal(pos: HillFightPosition, attacker: int, defender: int) -> Ruling:
    """Why a unit cannot attack another."""
    if pos.at[defender] < 0:
        return Refusal("hf.attack.1", "that unit is not on the map.")
    if pos.side_of(defender) == pos.side_of(attacker):
        return Refusal("hf.attack.1", "that is a friend.", "Attack an enemy.")
    if pos.board.grid.distance(pos.at[attacker], pos.at[defender]) != 1:
        return Refusal("hf.attack.1", "it is not next to the attacker.")
    return None


def targets(pos: HillFightPosition, attacker: int) -> list[int]:
    """The units that a unit can attack."""
    enemies = pos.units_of(1 - pos.side_of(attacker))
    return [enemy for enemy in enemies if attack_refusal(pos, attacker, enemy) is None]


@rule("hf.attack.2")
def needed(pos: HillFightPosition, v: Attack) -> int:
    """The least number on the die that hits."""
    return pos.content.hit[pos.at[v.defender]] - pos.content.strength(v.attacker, pos.lost[v.attacker])


def sheet(pos: HillFightPosition, v: Attack) -> Explanation:
    """What is needed, term by term."""
    hex = pos.at[v.defender]
    terms = (
        Term(
            f"asked for in {pos.board.terrain_at(hex)}", str(pos.content.hit[hex]), "hf.attack.2", house=True
        ),
        Term("strength", f"-{pos.content.strength(v.attacker, pos.lost[v.attacker])}", "hf.attack.2"),
    )
    return Explanation(f"Attack on {pos.board.place_name(hex)}", terms, str(needed(pos, v)))


# -- steps ------------------------------------------------------------------------------------------


@rule("hf.attack.2")
class RollAttack(Roll[HillFightPosition, Attack]):
    title = "The die is rolled"

    def outcomes(self, pos: HillFightPosition, v: Attack) -> list[Outcome]:
        return D6

    def roller(self, pos: HillFightPosition, v: Attack) -> int:
        return pos.side_of(v.attacker)

    def take(self, game: Game[HillFightPosition], v: Attack, noun: int) -> None:
        is_hit = int(noun >= needed(game.pos, v))
        game.tell("rolled", noun, is_hit, rule="hf.attack.2")
        game.update(v._replace(is_hit=is_hit))


@rule("hf.attack.3", "hf.win.2")
class LoseStep(Action[HillFightPosition, Attack]):
    title = "A hit takes a step"

    def run(self, game: Game[HillFightPosition], v: Attack) -> None:
        pos, unit = game.pos, v.defender
        if not v.is_hit:
            return
        pos.put.lost[unit] += 1
        if pos.lost[unit] < pos.roster.steps(unit):
            game.tell("reduced", unit, rule="hf.attack.2")
            return
        pos.put.at[unit] = OFF_MAP
        game.tell("removed", unit, rule="hf.attack.3")
        side = pos.side_of(unit)
        if not pos.units_of(side):
            game.end(1 - side, f"{SIDES[side].title()} has no units left")


attack = Procedure("attack", RollAttack(), LoseStep(), title="An attack", vars=Attack, sees=OPEN)

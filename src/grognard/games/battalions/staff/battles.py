"""How the staff fights a battle out: options, morale levels, standing fast, following up."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import DONE, NOTHING, Choice, Random
from grognard.games.battalions.combat.after.advance import Advance
from grognard.games.battalions.combat.after.stand_fast import FallingBack, steadiest
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.participation import usual_level
from grognard.games.battalions.combat.results import ASSAULT, DEFEND, DETERMINED, RETREAT, STANDARD, WITHDRAW
from grognard.games.battalions.staff.prospects import ATTACKS, fight_of, open_defences, worth_of
from grognard.games.battalions.staff.situation import Situation
from grognard.kit.mixed import drawn, shares
from grognard.kit.staff import Answer

GIVE_WAY: Final[Choice] = ("give-way", NOTHING)
WHY_ATTACK: Final = {ASSAULT: "the odds allow an assault", STANDARD: "an assault would cost too much"}
WHY: Final = {
    DEFEND: "the hex is to be held, but not at any price",
    WITHDRAW: "the hex is not worth the men",
    DETERMINED: "the hex is to be held",
    RETREAT: "there is nothing here to fight for",
}


def choose_option(now: Situation, v: Combat, mind: Random | None) -> Answer:
    """Both sides choose in secret: each option as often as the odds of all of them make it right.

    Without anything to draw from, the likeliest of them.
    """
    fight, defences = fight_of(now, v), open_defences(now.pos, v)
    table = [[worth_of(now, fight, attack, defence) for defence in defences] for attack in ATTACKS]
    if now.side == now.pos.phasing:
        option = ATTACKS[_choice(shares(table), mind)]
        return ("attack-option", option), WHY_ATTACK[option]
    turned = [[-row[column] for row in table] for column in range(len(defences))]
    option = defences[_choice(shares(turned), mind)]
    why = "they sell themselves dearly" if option == DETERMINED and not fight.prize else WHY[option]
    return ("defence-option", option), why


def _choice(chances: Sequence[float], mind: Random | None) -> int:
    return drawn(chances, mind) if mind else max(range(len(chances)), key=chances.__getitem__)


def choose_level(now: Situation, v: Combat) -> Answer:
    """The highest level that half of the strength meets without a roll."""
    level = usual_level(now.pos, v, now.side)
    return ("morale-level", level), f"most of them have a morale of {level}"


def stand_or_go(now: Situation, v: FallingBack, options: list[Choice]) -> Answer | None:
    """A goal is worth the steps that standing costs, as long as somebody is left to hold or to enter it."""
    pos = now.pos
    if GIVE_WAY not in options:
        return options[0], "they may not give way"
    units = [unit for verb, unit in options if verb == "stand-with"]
    left = sum(pos.steps[unit] for unit in units) - v.hexes
    won = _lies_open(now, v)
    prize = max(won, now.goals.get(v.here, 0.0))
    price = v.hexes * (max(map(now.step, units)) + now.strength * now.later)
    if left > 0 and prize > price:
        best = min((one for one in options if one != GIVE_WAY), key=lambda one: steadiest(pos, v, one))
        hex = v.battle if won == prize else v.here
        return best, f"{pos.board.place_name(hex)} is worth more than the men"
    return GIVE_WAY, "standing would cost more than the hex is worth"


def _lies_open(now: Situation, v: FallingBack) -> float:
    """What the attacked hex is worth, which attackers who stand can enter because nobody is left in it."""
    pos = now.pos
    if v.side != pos.phasing or pos.has_unit(v.battle, now.enemy) or pos.control[v.battle] == now.side:
        return 0.0
    return now.goals.get(v.battle, 0.0)


def follow_up(now: Situation, v: Advance, options: list[Choice]) -> Answer | None:
    """The best defenders go on, as many as the taken hex is worth; nobody leaves a goal for less."""
    pos = now.pos
    if v.unit != NOTHING:
        hexes = [hex for verb, hex in options if verb == "onto"]
        best = max(hexes, key=lambda hex: (_wanted(now, hex), hex == v.target, -hex), default=NOTHING)
        return None if best == NOTHING else (("onto", best), _why_onto(now, best))
    prize = now.goals.get(v.target, 0.0)
    if v.went and (not prize or len(v.went) >= HOLDERS or now.has_last_word):
        return DONE, "enough have followed"
    free = [unit for verb, unit in options if verb == "advance" and _may_leave(now, unit, prize)]
    men = [unit for unit in free if pos.defence_of(unit) > 0]
    if not men:
        return DONE, "nobody can be spared"
    best = max(men, key=lambda unit: (pos.defence_of(unit), -unit))
    return ("advance", best), "to hold what was taken" if prize else "the ground is won"


def _wanted(now: Situation, hex: int) -> float:
    return now.goals.get(hex, 0.0) if now.pos.control[hex] != now.side else 0.0


def _why_onto(now: Situation, hex: int) -> str:
    name = now.pos.board.place_name(hex)
    return f"{name} is a goal" if now.goals.get(hex) else f"into {name}, which is won"


def _may_leave(now: Situation, unit: int, prize: float) -> bool:
    """Is somebody left behind, or nothing to be held there that is worth as much?"""
    pos, here = now.pos, now.pos.hex[unit]
    kept = now.goals.get(here, 0.0)
    others = [one for one in pos.of_side_at(here, now.side) if one != unit and pos.defence_of(one) > 0]
    return bool(others) or not kept or kept < prize


HOLDERS: Final = 2
"""How many follow into a goal."""

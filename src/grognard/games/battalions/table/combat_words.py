"""Combat in sentences: its buttons, its questions, its lines of the log."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import Choice, Verb, counted
from grognard.games.battalions.aftermath import ISOLATED_ON, PURSUED_ON
from grognard.games.battalions.at_fire import LOWEST, effect_of
from grognard.games.battalions.position import BattalionPosition
from grognard.games.battalions.ratio import basic_level, level_name
from grognard.games.battalions.support import USES_AMMUNITION
from grognard.games.battalions.words import ORDERS, Story, names, place_name, side_name, unit_name

VERBS: Final = {
    "target": Verb("hex", "Attack {}", "aim", "harm"),
    "commit": Verb("unit", "{} attacks", "join", "harm"),
    "release": Verb("unit", "{} stays out", "leave", "quiet"),
    "all-attack": Verb("none", "All that can attack", "act", "harm"),
    "agreed": Verb("none", "Agreed", "close", "main"),
    "drop": Verb("none", "Not this one", "drop", "quiet"),
    "stay-out": Verb("unit", "{} does not defend", "act"),
    "attack-option": Verb("number", "Attack: {}", "set", "harm"),
    "defence-option": Verb("number", "Defence: {}", "set"),
    "morale-level": Verb("number", "Morale level {}", "set"),
    "support": Verb("unit", "{} supports", "join"),
    "withhold": Verb("unit", "{} holds its fire", "leave", "quiet"),
    "all-guns": Verb("none", "All guns in range", "act", "main"),
    "double": Verb("unit", "{} fires double, or not", "set"),
    "fire": Verb("unit", "{} bombards", "join", "harm"),
    "hold-fire": Verb("unit", "{} does not fire", "leave", "quiet"),
    "surprise": Verb("none", "Attempt surprise", "act", "harm"),
    "no-surprise": Verb("none", "No surprise", "act"),
    "shoot": Verb("unit", "Shoot at {}", "act", "harm"),
    "leader": Verb("unit", "{} leads", "act", "main"),
    "no-leader": Verb("none", "No leader", "act"),
    "stand-with": Verb("unit", "Stand fast with {}", "act", "main"),
    "give-way": Verb("none", "Give way", "act", "yield"),
    "withdraw": Verb("hex", "Retreat to {}", "act", "yield"),
    "go-along": Verb("unit", "{} goes along", "act", "yield"),
    "stay": Verb("none", "The others stay", "act"),
    "advance": Verb("unit", "{} advances", "pick"),
    "onto": Verb("hex", "Advance to {}", "go"),
    "put-back": Verb("none", "Leave it where it is", "drop", "quiet"),
}

ATTACK_NAMES: Final = ("Standard", "Probe", "Feint", "Assault")
DEFENCE_NAMES: Final = ("Defend", "Withdraw", "Determined Defense", "Retreat")
MARK_NAMES: Final = ("", ", disrupted", ", demoralized")

SENTENCES: Final[dict[str, str]] = {
    "DeclareBombardment": "Name a hex to bombard and the guns that fire at it, or be done.",
    "DeclareAttack": "Name a hex to attack and the units that attack it, or end the combat phase.",
    "NameDefenders": "More units stand in {where} than may defend it: name one that stays out.",
    "ChooseOptions": "Choose your option for the combat at {where}. The enemy does not see it yet.",
    "DefensiveSupport": "Commit guns to the defence of {where}.",
    "OffensiveSupport": "Commit guns to the attack on {where}.",
    "AttemptSurprise": "Attempt surprise at {where}? One gun at most supports it.",
    "ChooseLevels": "Pick your morale level for the combat at {where}. Units below it may not fight.",
    "AimShot": "AT fire: choose the attacking armor that the next shot is aimed at.",
    "AttackLeader": "A leader can try to shift the odds of your attack.",
    "DefenceLeader": "A leader can try to shift the odds of your defence.",
    "LoseSteps": "Choose a unit that loses a step; {owed} still to be lost.",
    "ChooseToStand": "Try to stand fast with one of the units, or give way.",
    "JoinRetreat": "Other units of the hex may retreat with the beaten attackers.",
    "WalkBack": "Choose the next hex of the retreat.",
    "AdvanceUnits": "Choose a unit to advance, or be done.",
    "DeclareBreakthrough": "Units that advanced may attack again.",
}


def number_name(choice: Choice) -> str:
    """The name of a number that a choice takes; "" if it is only a number."""
    verb, number = choice
    listed = {"attack-option": ATTACK_NAMES, "defence-option": DEFENCE_NAMES}.get(verb, ())
    return listed[number] if 0 <= number < len(listed) else ""


def _rolled(pos: BattalionPosition, hex: int, *facts: int) -> str:
    dice, column, attacker, mine, defender, theirs = facts
    result = f"attacker {attacker}{MARK_NAMES[mine]}; defender {defender}{MARK_NAMES[theirs]}"
    return f"The dice at {place_name(pos, hex)} show {dice} in column {column}: {result}."


def _participation(pos: BattalionPosition, side: int, die: int, *failed: int) -> str:
    who = f"{names(pos, failed)} fail to take full part" if failed else "all take part"
    return f"{side_name(pos, side)} participation roll {die}: {who}."


def _odds(pos: BattalionPosition, hex: int, attack: int, defence: int, level: int, column: int) -> str:
    basic = basic_level(attack, defence)
    shift = f", shifted to {level_name(level)}" if level != basic else ""
    return (
        f"{attack} against {defence} at {place_name(pos, hex)}: {level_name(basic)}{shift}, column {column}."
    )


def _shot(pos: BattalionPosition, gun: int, unit: int, index: int, roll: int) -> str:
    effect = effect_of(pos, index, roll) or "no effect"
    if effect == "kill":
        effect = "a hit on thick armor" if index <= LOWEST else "a kill"
    return f"{unit_name(pos, gun)} shoots at {unit_name(pos, unit)}, index {index:+d}: {roll}, {effect}."


def _ammunition_roll(pos: BattalionPosition, gun: int, die: int) -> str:
    used = "a level is used" if die in USES_AMMUNITION else "none is used"
    return f"Ammunition of {unit_name(pos, gun)}: {die}, {used}."


def _pursuit(pos: BattalionPosition, hex: int, die: int) -> str:
    caught = "a step is lost" if die in PURSUED_ON else "nothing is lost"
    return f"Pursuit from {place_name(pos, hex)}: {die}, {caught}."


def _isolation(pos: BattalionPosition, unit: int, die: int) -> str:
    return (
        f"Isolation of {unit_name(pos, unit)}: {die}, {'isolated' if die in ISOLATED_ON else 'not isolated'}."
    )


def _does(verb: str, units: Sequence[int]) -> str:
    """A verb as one or several do it."""
    return verb if len(units) > 1 else f"{verb}s"


def _moved(verb: str) -> Story:
    return lambda pos, hex, *units: f"{names(pos, units)} {_does(verb, units)} to {place_name(pos, hex)}."


def _result(steps: int, mark: int) -> str:
    parts = [counted(steps, "step")] if steps else []
    parts += [MARK_NAMES[mark].removeprefix(", ")] if mark else []
    return " and ".join(parts) or "no effect"


STORIES: Final[dict[str, Story]] = {
    "attack": lambda pos, hex, *units: (
        f"{names(pos, units)} {_does('attack', units)} {place_name(pos, hex)}."
    ),
    "stays-out": lambda pos, unit: f"{unit_name(pos, unit)} stays out of the defence.",
    "options": lambda pos, a, d: f"Options: {ATTACK_NAMES[a]} against {DEFENCE_NAMES[d]}.",
    "no-roll": lambda pos, hex, back: f"There is no fight at {place_name(pos, hex)}.",
    "supports": lambda pos, gun, unit, points: (
        f"{unit_name(pos, gun)} supports {unit_name(pos, unit)} with {counted(points, 'point')}."
    ),
    "ammunition": lambda pos, gun, level: (
        f"{unit_name(pos, gun)} has ammunition level {level}."
        if level
        else f"{unit_name(pos, gun)} is out of ammunition."
    ),
    "ammunition-roll": _ammunition_roll,
    "surprise": lambda pos, hex, die, works: (
        f"Surprise at {place_name(pos, hex)}: {die}, {'it succeeds' if works else 'it fails'}."
    ),
    "levels": lambda pos, a, d: f"Morale levels: attacker {a}, defender {d}.",
    "participation": _participation,
    "armor": lambda pos, armor, at: f"Armor level {armor} against AT level {at}.",
    "shot": _shot,
    "pinned": lambda pos, unit: f"{unit_name(pos, unit)} is pinned.",
    "leader-tries": lambda pos, leader, die, helps: (
        f"{unit_name(pos, leader)} tries: {die}, {'a shift' if helps else 'no shift'}."
    ),
    "called-off": lambda pos, hex: f"The attack on {place_name(pos, hex)} is called off.",
    "odds": _odds,
    "rolled": _rolled,
    "pursuit": _pursuit,
    "marked": lambda pos, unit, state: f"{unit_name(pos, unit)} is {ORDERS[state]}.",
    "isolated": lambda pos, unit: f"{unit_name(pos, unit)} is isolated.",
    "isolation-roll": _isolation,
    "stands": lambda pos, unit, die, result, stands: (
        f"{unit_name(pos, unit)} {'stands fast' if stands else 'does not stand'}: {die}, result {result}."
    ),
    "drives-off": lambda pos, unit: f"{unit_name(pos, unit)} is limbered and drives off.",
    "retreated": _moved("retreat"),
    "advanced": _moved("advance"),
    "breakthrough": lambda pos, leader, die, goes: (
        f"{unit_name(pos, leader)} leads a breakthrough: {die}, {'it goes in' if goes else 'it fails'}."
    ),
    "combat-over": lambda pos, hex: f"The combat at {place_name(pos, hex)} is over.",
    "bombards": lambda pos, hex, *guns: (
        f"{names(pos, guns)} {_does('bombard', guns)} {place_name(pos, hex)}."
    ),
    "bombarded": lambda pos, hex, dice, steps, mark: (
        f"Bombardment of {place_name(pos, hex)}: {dice}, {_result(steps, mark)}."
    ),
    "recovered": lambda pos, unit, state: f"{unit_name(pos, unit)} is {ORDERS[state]} again.",
    "not-recovered": lambda pos, unit, die: f"{unit_name(pos, unit)} does not recover: {die}.",
}
"""One line of the log for each kind of event."""

"""Combat in sentences: its buttons, its questions, its lines of the log."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import NOTHING, Choice, Verb, counted
from grognard.games.battalions.combat.after.aftermath import ISOLATED_ON, PURSUED_ON
from grognard.games.battalions.combat.at_fire import HALF_KILLS, LOWEST, effect_of
from grognard.games.battalions.combat.odds.ratio import basic_level, odds_name
from grognard.games.battalions.combat.odds.shifts import SHIFT_NAMES
from grognard.games.battalions.combat.surprise import SUCCEEDS
from grognard.games.battalions.guns.support import USES_AMMUNITION
from grognard.games.battalions.model.position import IN_ORDER, BattalionPosition
from grognard.games.battalions.table.words import (
    ORDERS,
    Story,
    does,
    modified,
    names,
    place_name,
    side_name,
    unit_name,
)

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


# -- odds and result --------------------------------------------------------------------------------


def _pairs(facts: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(facts[::2], facts[1::2], strict=True))


def _strength(pos: BattalionPosition, side: int, total: int, support: int, given: int, *parts: int) -> str:
    """Who adds how much to an attack or a defence, and what is lost of the guns over the limit."""
    added = [f"{unit_name(pos, unit)} {value}" for unit, value in _pairs(parts)]
    added += [f"guns {support}{f' of {given}' if given > support else ''}"] if given else []
    sums = f" = {total}" if len(added) > 1 else ""
    return f"{side_name(pos, side)} strength: {' + '.join(added) or '0'}{sums}."


def _ratio(attack: int, defence: int, *facts: int) -> str:
    """The ratio of two strengths, and the odds that it is shifted to."""
    basic, level = basic_level(attack, defence), facts[0]
    return f"{odds_name(basic)}, shifted to {odds_name(level)}" if level != basic else odds_name(basic)


def _shifts(shifts: Sequence[int]) -> str:
    terms = [f"{SHIFT_NAMES[number]} {shift:+d}" for number, shift in _pairs(shifts)]
    return f"; {', '.join(terms)}" if terms else ""


def _row(pos: BattalionPosition, hex: int, night: int) -> str:
    return "night" if night else pos.content.ground.terrain[hex].replace("-", " ")


def _odds(pos: BattalionPosition, hex: int, attack: int, defence: int, *facts: int) -> str:
    _, column, night, *shifts = facts
    where = f"{attack} against {defence} at {place_name(pos, hex)}: {_ratio(attack, defence, *facts)}"
    return f"{where}, column {column} ({_row(pos, hex, night)}{_shifts(shifts)})."


def _called_off(pos: BattalionPosition, hex: int, *facts: int) -> str:
    """An attack that is not made: nobody is left to fight it, or its odds are off the table."""
    begin = f"The attack on {place_name(pos, hex)} is called off"
    if not facts:
        return f"{begin}: nobody is left to defend."
    attack, defence, *rest = facts
    if not attack:
        return f"{begin}: nobody takes part."
    _, _, night, *shifts = rest
    odds = f"{attack} against {defence} is {_ratio(attack, defence, *rest)}"
    return f"{begin}: {odds}, off the left side of the table ({_row(pos, hex, night)}{_shifts(shifts)})."


def _rolled(pos: BattalionPosition, hex: int, *facts: int) -> str:
    """The final numbers, how they came about where they are not the printed ones, and what they cost."""
    dice, column, *numbers = facts
    results, owed, marks = _pairs(numbers[:6]), numbers[6:10], numbers[10:]
    final = (owed[0] + owed[1], owed[2] + owed[3])
    sides = [
        f"{who} {number}{MARK_NAMES[mark]}"
        for who, number, mark in zip(("attacker", "defender"), final, marks, strict=False)
    ]
    how = _how([*results, final], marks[2] != marks[1])
    costs = [
        f"{who} {_cost(*owed[place : place + 2])}"
        for who, place in (("attacker", 0), ("defender", 2))
        if any(owed[place : place + 2])
    ]
    paid = f" To pay: {'; '.join(costs)}." if costs else ""
    return (
        f"The dice at {place_name(pos, hex)} show {dice} in column {column}: {'; '.join(sides)}{how}.{paid}"
    )


_CHANGES: Final = ("at night", "by the options", "where the enemy cannot lose his steps")


def _how(results: Sequence[tuple[int, int]], routs: bool) -> str:
    """How the numbers came about; nothing where they are those of the table."""
    said = [
        f"{after[0]}/{after[1]} {why}"
        for before, after, why in zip(results, results[1:], _CHANGES, strict=False)
        if before != after
    ]
    said += ["demoralized by the options"] if routs else []
    return f" (in the table {results[0][0]}/{results[0][1]}, {', '.join(said)})" if said else ""


def _cost(steps: int, hexes: int) -> str:
    """What is to be paid for a number."""
    parts = [counted(steps, "step")] if steps else []
    parts += [f"{counted(hexes, 'hex', 'hexes')} of retreat"] if hexes else []
    return " and ".join(parts)


def _no_roll(pos: BattalionPosition, hex: int, back: int, attack: int, defence: int) -> str:
    options = f"{ATTACK_NAMES[attack]} against {DEFENCE_NAMES[defence]}"
    falls = f"the defender falls back {counted(back, 'hex', 'hexes')}" if back else "nobody falls back"
    return f"There is no fight at {place_name(pos, hex)}: {options}, {falls}."


# -- rolls before and after -------------------------------------------------------------------------


def _participation(pos: BattalionPosition, side: int, die: int, *rolled: int) -> str:
    """Who of those that rolled does not take full part, and up to which number each fails."""
    failed = [unit for unit, fails_to in _pairs(rolled) if die <= fails_to]
    limits = ", ".join(f"{unit_name(pos, unit)} on {fails_to} or less" for unit, fails_to in _pairs(rolled))
    does_fail = does("fail", "fails", failed)
    who = f"{names(pos, failed)} {does_fail} to take full part" if failed else "all take part"
    return f"{side_name(pos, side)} participation roll {die}: {who} (to fail: {limits})."


def _shot(pos: BattalionPosition, gun: int, unit: int, index: int, die: int, roll: int) -> str:
    effect = effect_of(pos, index, roll) or "no effect"
    if effect == "kill":
        effect = "a hit on thick armor" if index <= LOWEST else "a kill"
    shot = f"{unit_name(pos, gun)} shoots at {unit_name(pos, unit)}, index {index:+d}"
    return f"{shot}: {modified(die, roll)}: {effect}."


def _stands(pos: BattalionPosition, unit: int, die: int, result: int, stands: int, morale: int) -> str:
    what = "stands fast" if stands else "does not stand"
    return f"{unit_name(pos, unit)} {what}: {modified(die, result)}, less than {morale} needed."


def _bombarded(pos: BattalionPosition, hex: int, *facts: int) -> str:
    value, battalions, column, dice, steps, mark = facts
    name = pos.content.tables["bombardment"].columns[column]
    sums = f"{value} against {counted(battalions, 'battalion')}, read in column {name}"
    return f"Bombardment of {place_name(pos, hex)}: {sums}: {dice} rolled, {_result(steps, mark)}."


def _recovered(pos: BattalionPosition, unit: int, state: int, die: int, needed: int) -> str:
    """One state better than before; away from the enemy without a die."""
    now = "and is in order" if state == IN_ORDER else "from demoralization and is only disrupted now"
    roll = f": {die} rolled, {needed} or less needed" if die != NOTHING else ""
    return f"{unit_name(pos, unit)} recovers {now}{roll}."


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


def _moved(verb: str) -> Story:
    return lambda pos, hex, *units: (
        f"{names(pos, units)} {does(verb, f'{verb}s', units)} to {place_name(pos, hex)}."
    )


def _result(steps: int, mark: int) -> str:
    parts = [counted(steps, "step")] if steps else []
    parts += [MARK_NAMES[mark].removeprefix(", ")] if mark else []
    return " and ".join(parts) or "no effect"


STORIES: Final[dict[str, Story]] = {
    "attack": lambda pos, hex, *units: (
        f"{names(pos, units)} {does('attack', 'attacks', units)} {place_name(pos, hex)}."
    ),
    "stays-out": lambda pos, unit: f"{unit_name(pos, unit)} stays out of the defence.",
    "options": lambda pos, a, d: f"Options: {ATTACK_NAMES[a]} against {DEFENCE_NAMES[d]}.",
    "no-roll": _no_roll,
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
        f"Surprise at {place_name(pos, hex)}: {die} rolled, {max(SUCCEEDS)} or less needed: "
        f"{'it succeeds' if works else 'it fails'}."
    ),
    "levels": lambda pos, a, d: f"Morale levels: attacker {a}, defender {d}.",
    "participation": _participation,
    "armor": lambda pos, armor, at: f"Armor level {armor} against AT level {at}.",
    "shot": _shot,
    "pinned": lambda pos, unit: f"{unit_name(pos, unit)} is pinned.",
    "thick-armor": lambda pos, unit, die, kills: (
        f"The hit on the thick armor of {unit_name(pos, unit)}: {die} rolled, {max(HALF_KILLS)} or less "
        f"needed: {'a kill' if kills else 'no effect'}."
    ),
    "leader-tries": lambda pos, leader, die, helps, number: (
        f"{unit_name(pos, leader)} tries: {die} rolled, {number} or less needed: "
        f"{'a shift' if helps else 'no shift'}."
    ),
    "strength": _strength,
    "called-off": _called_off,
    "odds": _odds,
    "rolled": _rolled,
    "pursuit": _pursuit,
    "marked": lambda pos, unit, state: f"{unit_name(pos, unit)} is {ORDERS[state]}.",
    "isolated": lambda pos, unit: f"{unit_name(pos, unit)} is isolated.",
    "isolation-roll": _isolation,
    "stands": _stands,
    "drives-off": lambda pos, unit: f"{unit_name(pos, unit)} is limbered and drives off.",
    "retreated": _moved("retreat"),
    "advanced": _moved("advance"),
    "breakthrough": lambda pos, leader, die, goes, number: (
        f"{unit_name(pos, leader)} leads a breakthrough: {die} rolled, {number} or less needed: "
        f"{'it goes in' if goes else 'it fails'}."
    ),
    "combat-over": lambda pos, hex: f"The combat at {place_name(pos, hex)} is over.",
    "bombards": lambda pos, hex, *guns: (
        f"{names(pos, guns)} {does('bombard', 'bombards', guns)} {place_name(pos, hex)}."
    ),
    "bombarded": _bombarded,
    "too-weak": lambda pos, hex, value, battalions: (
        f"Bombardment of {place_name(pos, hex)}: {value} against {counted(battalions, 'battalion')} is too "
        "little for the table."
    ),
    "recovered": _recovered,
    "not-recovered": lambda pos, unit, die, needed: (
        f"{unit_name(pos, unit)} does not recover: {die} rolled, {needed} or less needed."
    ),
}
"""One line of the log for each kind of event."""

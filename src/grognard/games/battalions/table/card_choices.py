"""What the card of a combat offers: the options of both sides as a matrix, and guns that can be planned."""

from collections.abc import Sequence
from typing import Final

from grognard.core.cards import Matrix, PlanLine, TableCell
from grognard.core.chapter import SEAL, Ask, Choice
from grognard.games.battalions.combat.attack import AGREED, Combat
from grognard.games.battalions.combat.combat_options import defence_refusal, uses_options
from grognard.games.battalions.combat.declaration import who_could_defend
from grognard.games.battalions.combat.odds.odds_sheet import Sheet
from grognard.games.battalions.combat.odds.ratio import OFF_TABLE
from grognard.games.battalions.combat.results import ATTACK_OPTIONS, DEFENCE_OPTIONS
from grognard.games.battalions.guns.bombardment import (
    NO_COLUMN,
    Barrage,
    RollBombardment,
)
from grognard.games.battalions.guns.support import double_refusal, guns_in_range, points
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.table.combat_sheets import attack_on_table

BEFORE_THE_GUNS: Final = ("NameDefenders", "ChooseOptions", "DefensiveSupport", "OffensiveSupport")
"""Steps of a combat at which the attacker's guns are not committed."""

SAYS: Final[dict[Choice, str]] = {
    ("attack-option", 0): "Standard. Nothing is added and nothing taken off.",
    ("attack-option", 1): "Probe. Both sides lose less, and the odds are worse.",
    ("attack-option", 2): "Feint. Worse odds; you lose half. The hex falls only if he gives way.",
    ("attack-option", 3): "Assault. Better odds, and both sides lose more.",
    ("defence-option", 0): "Defend. Nothing is added; you may stand fast or give way.",
    ("defence-option", 1): "Withdraw. All of your number is hexes; the attacker loses less.",
    ("defence-option", 2): "Determined. The odds get better for you, and you must stand.",
    ("defence-option", 3): "Retreat. You leave without a fight, if the attack lets you.",
}


def still_to_choose(pos: BattalionPosition) -> bool:
    """Are the options of the attack on the table still to be chosen?"""
    step = pos.stack[-1].step
    is_combat = isinstance(pos.stack[-1].vars, Combat)
    return uses_options(pos) and (step in ("NameDefenders", "ChooseOptions") or not is_combat)


def option_matrix(pos: BattalionPosition, side: int) -> Matrix | None:
    """The four options of each side; the other's are barred only by what this side sees."""
    attack = attack_on_table(pos)
    if attack is None or side not in (0, 1) or not still_to_choose(pos):
        return None
    ours = [("attack-option", number) for number in range(len(ATTACK_OPTIONS))]
    theirs = [("defence-option", number) for number in range(len(DEFENCE_OPTIONS))]
    names = dict(zip(ours, ATTACK_OPTIONS, strict=True)) | dict(zip(theirs, DEFENCE_OPTIONS, strict=True))
    barred = {} if not knows_defenders(pos, attack, side) else _barred(pos, attack)
    if side == pos.phasing:
        return Matrix(tuple(ours), tuple(theirs), names, barred, SAYS)
    open_ones = tuple(one for one in theirs if one not in barred)
    return Matrix(open_ones, tuple(ours), names, {}, SAYS, high_is_good=False)


def knows_defenders(pos: BattalionPosition, v: Combat, side: int) -> bool:
    """Has the side looked at everybody who could defend the hex?"""
    return side != pos.phasing or all(
        pos.knows(side, unit) or pos.dispersed[unit] for unit in pos.of_side_at(v.target, 1 - side)
    )


def _barred(pos: BattalionPosition, v: Combat) -> dict[Choice, str]:
    defenders = v.defenders or tuple(who_could_defend(pos, v.target))
    refusals = {
        number: defence_refusal(pos, v._replace(defenders=defenders), number)
        for number in range(len(DEFENCE_OPTIONS))
    }
    return {
        ("defence-option", number): barred.why for number, barred in refusals.items() if barred is not None
    }


# -- guns -------------------------------------------------------------------------------------------


def gun_plans(pos: BattalionPosition, side: int) -> list[PlanLine]:
    """The attacker's guns in range: each is held, fires, or fires double."""
    v = attack_on_table(pos)
    top = pos.stack[-1]
    is_open = not isinstance(top.vars, Combat) or top.step in BEFORE_THE_GUNS
    if v is None or side != pos.phasing or v.breakthrough or not is_open:
        return []
    return [_gun_plan(pos, v, gun) for gun in guns_in_range(pos, v, side)]


def _gun_plan(pos: BattalionPosition, v: Combat, gun: int) -> PlanLine:
    fires = double_refusal(pos, v._replace(draft=(gun,)), gun) is None
    spends = pos.content.combat.spends_ammunition(pos, gun)
    ways: list[tuple[tuple[Choice, ...], str, str]] = [
        ((("support", gun),), f"Fire +{points(pos, v, gun)}", ""),
        ((("withhold", gun),), "Hold", ""),
    ]
    if fires:
        cost = f"Double leaves {pos.content.unit_names[gun]} out of ammunition and disrupted."
        ways.append(((("support", gun), ("double", gun)), f"Double +{points(pos, v, gun, True)}", cost))
    note = f"ammunition {pos.ammunition[gun]}" if spends else ""
    choices, names, costs = zip(*ways, strict=True)
    return PlanLine("OffensiveSupport", pos.content.unit_names[gun], note, choices, names, costs)


def planned_answer(pos: BattalionPosition, ask: Ask, plan: Sequence[Choice]) -> Choice | None:
    """Options and guns as they are planned; what the plan does not name is answered as usual."""
    v, options = pos.stack[-1].vars, ask.options(ask.side)
    if ask.step == "ChooseOptions":
        chosen = next((one for one in plan if one in options), None)
        return SEAL if chosen is None and SEAL in options else chosen
    if ask.step != "OffensiveSupport" or not isinstance(v, Combat):
        return None
    named = {noun for verb, noun in plan if verb in ("support", "withhold", "double")}
    if not named:
        return None
    twice = {noun for verb, noun in plan if verb == "double"}
    held = {noun for verb, noun in plan if verb == "withhold"}
    wanted = (named - held) | set(v.draft) - held
    for choice in options:
        verb, gun = choice
        if verb == "support" and gun in wanted:
            return choice
        if verb == "withhold" and gun in held:
            return choice
        if verb == "double" and (gun in twice) != (gun in v.twice) and gun in named:
            return choice
    return AGREED


# -- the cell ---------------------------------------------------------------------------------------


def table_cell(pos: BattalionPosition, noun: int) -> TableCell | None:
    """The cell that a combat roll or a bombardment hits."""
    top = pos.stack[-1]
    if top.step == "RollCombat" and isinstance(top.vars, Combat):
        column = Sheet(pos, top.vars).column
        return None if column == OFF_TABLE else TableCell("crt", str(noun), str(column))
    if top.step == "RollBombardment" and isinstance(top.vars, Barrage):
        column = RollBombardment().column(pos, top.vars)
        heading = pos.content.tables["bombardment"].columns
        return None if column == NO_COLUMN else TableCell("bombardment", str(noun), heading[column])
    return None

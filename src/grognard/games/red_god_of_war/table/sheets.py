"""The explanation sheets of what is on the table, and what an attack did as numbers."""

from grognard.core.cards import TableCell
from grognard.core.chapter import NOTHING, Ask, Choice, Event, Explanation, Game
from grognard.core.system import Told
from grognard.games.red_god_of_war.combat.declare import Declare, committed_to
from grognard.games.red_god_of_war.combat.odds import Sheet, declared_sheet
from grognard.games.red_god_of_war.combat.one_combat import Combat, begin_combat, sheet_of
from grognard.games.red_god_of_war.model.position import DEAD, GERMAN, SOVIET, WAITING, RedGodPosition


def sheet_on_table(pos: RedGodPosition) -> Sheet | None:
    """The attack under way or being declared."""
    for frame in reversed(pos.stack):
        v = frame.vars
        match v:
            case Combat():
                return sheet_of(pos, v)
            case Declare() if v.target >= 0:
                attackers = committed_to(pos, v.target)
                return declared_sheet(pos, v.target, attackers) if attackers else None
    return None


def target_on_table(pos: RedGodPosition) -> int:
    """The hex of the attack under way or being declared; NOTHING if there is none."""
    for frame in reversed(pos.stack):
        v = frame.vars
        if isinstance(v, (Combat, Declare)) and v.target >= 0:
            return v.target
    return NOTHING


def is_on_table(pos: RedGodPosition) -> bool:
    """Is an attack being declared with attackers named, or open with its die not rolled?"""
    match pos.vars:
        case Combat():
            return pos.stack[-1].step in ("AddSupplyPoint", "RollCombat")
        case Declare() as v:
            return v.target >= 0 and bool(committed_to(pos, v.target))
    return False


def attack_under_way(game: Game[RedGodPosition]) -> Game[RedGodPosition]:
    """The game with the attack on the table begun; one that is only being declared is begun on a copy."""
    v = game.pos.vars
    if not isinstance(v, Declare) or v.target < 0 or not is_on_table(game.pos):
        return game
    trial = game.copy()
    begin_combat(trial, v.target, committed_to(trial.pos, v.target), overrun=False)
    return trial


STANDS = "if he stands"
GOES = "if he goes"
WAYS = (STANDS, GOES)
"""What the odds leave to the defender: DefenderChoosesRetreat."""

WITH_POINT = "with the point, "
"""The attacker is asked for a supply point: told for both of his answers, AddSupplyPoint."""

ODDS_NOTE = (
    "The attacker stands, and keeps his extra supply point where it is not said that he spends it; a "
    "defender who goes retreats as far as his hits allow; the weakest lose steps; one unit advances into an "
    "emptied hex."
)
"""What the usual policies come to in a combat."""


def ways_of(pos: RedGodPosition) -> tuple[str, ...]:
    """The ways the odds are told in: the defender stands or goes; where a point may be spent, with it too."""
    is_asked = bool(pos.stack) and pos.stack[-1].step == "AddSupplyPoint"
    return (*WAYS, *(f"{WITH_POINT}{way}" for way in WAYS)) if is_asked else WAYS


def odds_answer(pos: RedGodPosition, ask: Ask, way: str = "") -> Choice:
    """How the odds take the players to answer: as usual, but for what the way says."""
    if ask.step == "DefenderChoosesRetreat" and way.endswith(STANDS):
        return ask.options(ask.side)[0]
    if ask.step == "AddSupplyPoint" and way.startswith(WITH_POINT):
        return ("spend", NOTHING)
    return ask.usual(pos)


def tally(told: Told, event: Event) -> Told:
    """The hits of the first combat die, the attacker's first."""
    return event.facts[3:5] if event.kind == "rolled" and not told else told


def tallied(told: Told) -> dict[str, int]:
    """The hits that were told."""
    return dict(zip(("attacker hits", "defender hits"), told, strict=True)) if told else {}


def sheets(pos: RedGodPosition) -> list[Explanation]:
    """Attack, defence and odds of what is on the table."""
    sheet = sheet_on_table(pos)
    return sheet.explanations() if sheet is not None and sheet.defenders else []


def steps_of(pos: RedGodPosition, side: int) -> int:
    """All steps a side has on the map."""
    return sum(pos.steps[unit] for unit in pos.content.combat_units[side] if pos.hex[unit] >= 0)


def steps_lost(before: RedGodPosition, after: RedGodPosition, side: int) -> int:
    """The steps that a side's units, also those that came in, have lost since. Who goes away is no loss."""
    return sum(
        before.steps[unit] - after.steps[unit]
        for unit in before.content.combat_units[side]
        if (before.hex[unit] >= 0 or before.hex[unit] == WAITING)
        and (after.hex[unit] >= 0 or after.hex[unit] == DEAD)
    )


def measure(before: RedGodPosition, after: RedGodPosition) -> dict[str, int]:
    """Steps lost by each side; of an attack, by attacker and defender, and whether its hex changed hands."""
    combat = next((frame.vars for frame in reversed(before.stack) if isinstance(frame.vars, Combat)), None)
    if combat is None:
        names = ("german steps lost", "soviet steps lost")
        return {name: steps_lost(before, after, side) for side, name in enumerate(names)}
    lost = [steps_of(before, side) - steps_of(after, side) for side in (GERMAN, SOVIET)]
    side = before.content.side[combat.attackers[0]]
    taken = after.control[combat.target] == side and before.control[combat.target] != side
    return {
        "attacker steps lost": lost[side],
        "defender steps lost": lost[1 - side],
        "hex taken": int(taken),
    }


UNCHOSEN = {
    "DrawChit": "a chit is drawn without a choice",
    "TossCoin": "a coin decides",
    "RollHalt": "it ends every impulse of an army that has fought",
    "RollGermanSupply": "it is rolled for in every turn",
    "RollWeather": "it is rolled for in every turn",
    "RollOkw": "it is rolled for in every turn",
    "RollHilfe": "it is rolled for in every turn",
    "RollStalin": "it is rolled for in every turn",
    "ReleaseThirdTankArmy": "it is rolled for as long as it may be",
}
"""Why a roll has no card: nobody chooses to make it."""


def attacking_side(pos: RedGodPosition) -> int:
    """The side whose attack is on the table."""
    for frame in reversed(pos.stack):
        v = frame.vars
        if isinstance(v, Combat):
            return pos.content.side[v.attackers[0]]
        if isinstance(v, Declare):
            return pos.active_side
    return NOTHING


def table_cell(pos: RedGodPosition, noun: int) -> TableCell | None:
    """The cell of the combat results that the die hits."""
    v = pos.vars
    if pos.stack[-1].step != "RollCombat" or not isinstance(v, Combat):
        return None
    return TableCell("crt", str(noun), sheet_of(pos, v).label)

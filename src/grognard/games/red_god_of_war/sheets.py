"""The explanation sheets of what is on the table, and what an attack did as numbers."""

from grognard.core.rulings import Explanation
from grognard.games.red_god_of_war.combat import Combat, Declare, committed_to, sheet_of
from grognard.games.red_god_of_war.odds import Sheet
from grognard.games.red_god_of_war.position import GERMAN, SOVIET, RedGodPosition


def sheet_on_table(pos: RedGodPosition) -> Sheet | None:
    """The attack under way or being declared."""
    for frame in reversed(pos.stack):
        v = frame.vars
        if isinstance(v, Combat):
            return sheet_of(pos, v)
        if isinstance(v, Declare) and v.target >= 0:
            attackers = committed_to(pos, v.target)
            return Sheet(pos, v.target, attackers, overrun=False, extra=False) if attackers else None
    return None


def is_on_table(pos: RedGodPosition) -> bool:
    """Is a combat open whose die has not been rolled?"""
    return any(
        frame.procedure == "combat" and frame.step in ("AddSupplyPoint", "RollCombat") for frame in pos.stack
    )


def sheets(pos: RedGodPosition) -> list[Explanation]:
    """Attack, defence and odds of what is on the table."""
    sheet = sheet_on_table(pos)
    return sheet.explanations() if sheet is not None and sheet.defenders else []


def steps_of(pos: RedGodPosition, side: int) -> int:
    """All steps a side has on the map."""
    return sum(pos.steps[unit] for unit in pos.content.combat_units[side] if pos.hex[unit] >= 0)


def measure(before: RedGodPosition, after: RedGodPosition) -> dict[str, int]:
    """Hits, steps lost by each side, and whether the attacked hex changed hands."""
    found = {
        "german steps lost": steps_of(before, GERMAN) - steps_of(after, GERMAN),
        "soviet steps lost": steps_of(before, SOVIET) - steps_of(after, SOVIET),
    }
    combat = next((frame.vars for frame in reversed(before.stack) if isinstance(frame.vars, Combat)), None)
    if combat is not None:
        side = before.content.side[combat.attackers[0]]
        names = ("german", "soviet")
        found["attacker steps lost"] = found[f"{names[side]} steps lost"]
        found["defender steps lost"] = found[f"{names[1 - side]} steps lost"]
        found["hex taken"] = int(
            after.control[combat.target] == side and before.control[combat.target] != side
        )
        found["hex emptied"] = int(after.men(combat.target) * (1 - 2 * side) >= 0)
    hits = next((frame.vars for frame in reversed(after.stack) if isinstance(frame.vars, Combat)), None)
    if hits is not None:
        found["attacker hits"], found["defender hits"] = hits.attacker_hits, hits.defender_hits
    return found

"""What stands beside a choice: odds of an attack, steps that a retreat or a hit costs, HQs in supply."""

from collections.abc import Sequence

from grognard.core.chapter import Choice, Game, Procedure, counted
from grognard.games.red_god_of_war.combat.declare import Declare, attack_refusal, committed_to, units_beside
from grognard.games.red_god_of_war.combat.odds import Sheet, declared_sheet
from grognard.games.red_god_of_war.combat.one_combat import Combat, sheet_of
from grognard.games.red_god_of_war.combat.retreat import Retreat
from grognard.games.red_god_of_war.model.position import RedGodPosition
from grognard.games.red_god_of_war.movement.walk import Move
from grognard.games.red_god_of_war.table.ways import way

Procedures = dict[str, Procedure]


def note(procedures: Procedures, pos: RedGodPosition, side: int, choice: Choice) -> str:
    """What one choice comes to, in a few words; "" where its name says it all. What decides it lies open."""
    match pos.vars, choice:
        case Declare() as v, _:
            return declared_odds(pos, v, choice)
        case Move() as v, ("overrun", hex):
            return f"odds {Sheet(pos, hex, v.group, True, False).label}"
        case Combat() as v, ("spend" | "save" as verb, _):
            return combat_row(sheet_of(pos, v._replace(extra=int(verb == "spend"))))
        case Combat() as v, ("retreat", _):
            return price_of(procedures, pos, v, side, choice)
        case Combat(), ("lose", unit):
            return after_hit(pos, unit)
        case Retreat(), ("withdraw", _):
            led = way(pos, choice)
            return led.sheet.total if led is not None else ""
        case _, ("chit" | "add", hq) if pos.lit[hq]:
            return "in combat supply"
    return ""


# -- before the die -------------------------------------------------------------------------------


def declared_odds(pos: RedGodPosition, v: Declare, choice: Choice) -> str:
    """The odds an attack would have: of a target the best there are, of a unit those with or without it."""
    match choice:
        case "target", hex:
            sheet = best_attack(pos, hex)
            return f"at best {sheet.label} with {counted(len(sheet.attackers), 'unit')}" if sheet else ""
        case "resolve", hex:
            return f"odds {declared_sheet(pos, hex, committed_to(pos, hex)).label}"
        case "commit" | "release" as verb, changed:
            others = [unit for unit in committed_to(pos, v.target) if unit != changed]
            then = sorted([*others, changed] if verb == "commit" else others)
            return f"then {declared_sheet(pos, v.target, then).label}" if then else "then no attack"
    return ""


def best_attack(pos: RedGodPosition, target: int) -> Sheet | None:
    """The attack with the best odds that can be declared: by all, or without one who spoils it."""
    able = [unit for unit in sorted(units_beside(pos, target)) if attack_refusal(pos, unit, target) is None]
    if not able:
        return None
    best = declared_sheet(pos, target, able)
    for spoiler in able:
        others = [unit for unit in best.attackers if unit != spoiler]
        sheet = declared_sheet(pos, target, others) if others else best
        best = sheet if sheet.column > best.column else best
    return best


def combat_row(sheet: Sheet) -> str:
    """A column of the combat results table, read by the die: attacker's hits, then the defender's."""
    crt = sheet.content.tables["crt"]
    pairs = [crt.pair(str(die), sheet.label) for die in range(1, 7)]
    hits = "  ".join(f"{attacker}/{defender}" for attacker, defender in pairs)
    means = [f"{sum(column) / 6:.1f}" for column in zip(*pairs, strict=True)]
    return f"{sheet.label}: hits by die 1 to 6, attacker/defender: {hits}; on average {'/'.join(means)}"


# -- after it -------------------------------------------------------------------------------------


def after_hit(pos: RedGodPosition, unit: int) -> str:
    """What a step less leaves of a unit."""
    if pos.steps[unit] == 1:
        return "destroyed"
    trial = pos.copy()
    trial.steps[unit] -= 1
    return f"left with attack {trial.attack_of(unit)}, defence {trial.defence_of(unit)}"


def price_of(procedures: Procedures, pos: RedGodPosition, v: Combat, side: int, choice: Choice) -> str:
    """What a side loses if it answers so and its stacks then go the safest way: steps, units, the hex."""
    game = Game(procedures, pos.copy())
    own = v.attackers if pos.content.side[v.attackers[0]] == side else v.defenders
    fighters = [unit for unit in own if pos.hex[unit] >= 0 and not pos.content.is_hq[unit]]
    game.play(choice, side)
    while not game.over and game.ask.side == side and game.ask.step in _STILL_PAYING:
        game.play(game.ask.usual(game.pos, side), side)
    return told_losses(pos, game.pos, fighters)


_STILL_PAYING = ("AttackerFurtherLosses", "DefenderLosses", "WalkBack")


def told_losses(before: RedGodPosition, after: RedGodPosition, units: Sequence[int]) -> str:
    """The steps and units that are lost between two positions."""
    lost = sum(before.steps[unit] - after.steps[unit] for unit in units)
    dead = [unit for unit in units if after.hex[unit] < 0]
    steps = counted(lost, "step") + " lost" if lost else "no step lost"
    if not dead:
        return steps
    if len(dead) == len(units):
        return f"{steps}, destroyed" if len(units) == 1 else f"{steps}, all destroyed"
    return f"{steps}, {', '.join(before.content.unit_names[unit] for unit in dead)} destroyed"

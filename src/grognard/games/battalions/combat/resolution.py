"""The roll of a combat, and what both sides owe by it."""

from typing import Final

from grognard.core.chapter import NOTHING, Action, Game, Outcome, Roll, rule
from grognard.core.flow.chance import dice
from grognard.games.battalions.combat.after.losses import capacity
from grognard.games.battalions.combat.after.owed import Aftermath
from grognard.games.battalions.combat.attack import Combat, attacker, participating, still_on_map
from grognard.games.battalions.combat.combat_options import cell_of
from grognard.games.battalions.combat.odds.armor import is_armored
from grognard.games.battalions.combat.odds.odds_sheet import Sheet
from grognard.games.battalions.combat.odds.ratio import OFF_TABLE
from grognard.games.battalions.combat.odds.shifts import engineers_help, shift_facts
from grognard.games.battalions.combat.results import (
    DEMORALIZES,
    DISRUPTS,
    MAY_NOT_STAND,
    UNMARKED,
    Cell,
    Numbers,
    attacker_split,
    changed,
    defender_split,
    numbers,
)
from grognard.games.battalions.model.position import DISRUPTED, BattalionPosition

TWO_DICE: Final = dice(2)
ROUT: Final = 3
"""Hexes owed that demoralize who withdraws before an assault."""


@rule("rp.resolution.3", "rp.odds-shifts.1")
class FixOdds(Action[BattalionPosition, Combat]):
    """The odds are what the sheet says. Ammunition already used stays used."""

    title = "Ratio, shifts and final odds"

    def run(self, game: Game[BattalionPosition], v: Combat) -> None:
        pos = game.pos
        sheet = Sheet(pos, v)
        for side, found in ((pos.phasing, sheet.attack), (1 - pos.phasing, sheet.defence)):
            facts = (side, found.total, *found.support, *found.parts)
            game.tell("strength", *facts, rule="rp.odds-shifts.1")
        if sheet.column == OFF_TABLE:
            game.tell("called-off", v.target, *odds_facts(sheet), rule="rp.resolution.3")
            game.leave()
            return
        game.tell("odds", v.target, *odds_facts(sheet), rule="rp.odds-shifts.2")


def odds_facts(sheet: Sheet) -> tuple[int, ...]:
    """The odds as an event tells them: strengths, final odds, column, whether it is night, the shifts."""
    totals = (sheet.attack.total, sheet.defence.total)
    if not sheet.attack.total:
        return totals
    return (*totals, sheet.level, sheet.column, int(sheet.pos.is_night), *shift_facts(sheet.shifts))


@rule("rp.resolution.1", "rp.resolution.2")
class RollCombat(Roll[BattalionPosition, Combat]):
    title = "The attacker rolls 2d6"

    def outcomes(self, pos: BattalionPosition, v: Combat) -> list[Outcome]:
        return TWO_DICE

    def roller(self, pos: BattalionPosition, v: Combat) -> int:
        return attacker(pos, v)

    def take(self, game: Game[BattalionPosition], v: Combat, noun: int) -> None:
        pos = game.pos
        column = Sheet(pos, v).column
        crt = pos.content.tables["crt"]
        found = numbers(crt, column, noun, pos.is_night)
        after = changed(found, cell_of(pos, v))
        owed = what_is_owed(pos, v, after)
        printed = numbers(crt, column, noun, False)
        steps = ((printed, found, after), owed)
        game.tell("rolled", v.target, noun, column, *result_facts(*steps), rule="rp.resolution.1")
        game.leave()  # nothing of how the roll came about matters any more
        game.call("aftermath", owed)


def result_facts(results: tuple[Numbers, ...], owed: Aftermath) -> list[int]:
    """A result as an event tells it: as printed, at night, by the options; and what each side owes by it."""
    facts = [number for result in results for number in (result.attacker, result.defender)]
    facts += [owed.attack_steps, owed.attack_hexes, owed.defence_steps, owed.defence_hexes]
    return [*facts, owed.attack_mark, owed.defence_mark, results[-1].defender_mark]


@rule("rp.losses.19")
def what_is_owed(pos: BattalionPosition, v: Combat, found: Numbers) -> Aftermath:
    """Steps and hexes of both sides. Who cannot lose all his steps takes one off the enemy's number."""
    cell = cell_of(pos, v)
    side = attacker(pos, v)
    ours, _ = attacker_split(found.attacker)
    theirs, _ = defender_split(found.defender, cell)
    spared_defender = ours > capacity(pos, side, took_part(v))
    spared_attacker = theirs > capacity(pos, 1 - side, v.defenders, v.target)
    attack_number = max(0, found.attacker - spared_attacker)
    defence_number = max(0, found.defender - spared_defender)
    attack_steps, attack_hexes = attacker_split(attack_number)
    defence_steps, defence_hexes = defender_split(defence_number, cell)
    routs = cell.effect == "demoralized" and defence_hexes >= ROUT
    return begun(pos, v, cell)._replace(
        engineers=int(engineers_help(pos, v)),
        lead=armor_lead(pos, v),
        defence_number=defence_number,
        attack_steps=attack_steps,
        attack_hexes=attack_hexes,
        defence_steps=defence_steps,
        defence_hexes=defence_hexes,
        attack_mark=found.attacker_mark,
        defence_mark=DEMORALIZES if routs else found.defender_mark,
    )


def took_part(v: Combat) -> tuple[int, ...]:
    """The attackers that did not fail their participation roll."""
    return tuple(unit for unit in v.attackers if unit not in v.attack_failed)


def armor_lead(pos: BattalionPosition, v: Combat) -> int:
    """How far the AT level is above the armor level; NOTHING if the attacker has no armour, or leads."""
    if not any(is_armored(pos, unit) for unit in participating(pos, v)):
        return NOTHING
    return max(NOTHING, v.at - v.armor)


def begun(pos: BattalionPosition, v: Combat, cell: Cell) -> Aftermath:
    """What is the same for every result."""
    guns = tuple(gun for gun, _ in v.attack_guns)
    return Aftermath(
        v.target,
        v.attackers,
        v.origins,
        v.defenders,
        v.breakthrough,
        v.attack_failed,
        v.defence_failed,
        guns,
        tuple(
            unit for unit in still_on_map(pos, (*v.attackers, *guns)) if pos.morale_state[unit] == DISRUPTED
        ),
        stand=cell.stand,
        advance=cell.advance,
        lost=v.lost,
        reckoned=v.reckoned,
    )


@rule("rp.combat-options.6")
def fall_back_unfought(game: Game[BattalionPosition], v: Combat, cell: Cell) -> None:
    """The options meet without a roll: the defender falls back as the matrix says, and nobody fires."""
    facts = (cell.fall_back, v.attack_option, v.defence_option)
    game.tell("no-roll", v.target, *facts, rule="rp.combat-options.6")
    after = begun(game.pos, v, cell)._replace(
        defence_number=cell.fall_back,
        defence_hexes=cell.fall_back,
        defence_mark=DISRUPTS if cell.effect == "disrupted" else UNMARKED,
        stand=MAY_NOT_STAND,
        unfought=1,
        pursued=int(cell.effect == "pursued"),
        no_recovery=int(cell.effect == "no-recovery"),
    )
    game.leave()
    game.call("aftermath", after)

"""The roll of a combat, and what both sides owe by it."""

from typing import Final

from grognard.core.chance import dice
from grognard.core.chapter import NOTHING, Action, Game, Outcome, Roll, rule
from grognard.games.battalions.aftermath import Aftermath
from grognard.games.battalions.armor import is_armored
from grognard.games.battalions.battle import Combat, attacker, participating, standing
from grognard.games.battalions.losses import capacity
from grognard.games.battalions.options import cell_of
from grognard.games.battalions.position import DISRUPTED, BattalionPosition
from grognard.games.battalions.ratio import OFF_TABLE
from grognard.games.battalions.results import (
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
from grognard.games.battalions.sheet import Sheet
from grognard.games.battalions.shifts import engineers_help

TWO_DICE: Final = dice(2)
ROUT: Final = 3
"""Hexes owed that demoralize who withdraws before an assault."""


@rule("rp.resolution.3", "rp.odds-shifts.1")
class FixOdds(Action[BattalionPosition, Combat]):
    """The odds are what the sheet says. Ammunition already used stays used."""

    title = "Ratio, shifts and final odds"

    def run(self, game: Game[BattalionPosition], v: Combat) -> None:
        sheet = Sheet(game.pos, v)
        if sheet.column == OFF_TABLE:
            game.tell("called-off", v.target, rule="rp.resolution.3")
            game.leave()
            return
        facts = (sheet.attack.total, sheet.defence.total, sheet.level, sheet.column)
        game.tell("odds", v.target, *facts, rule="rp.odds-shifts.2")


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
        found = numbers(pos.content.tables["crt"], column, noun, pos.is_night)
        game.tell("rolled", v.target, noun, column, *found, rule="rp.resolution.1")
        owed = what_is_owed(pos, v, changed(found, cell_of(pos, v)))
        game.leave()  # nothing of how the roll came about matters any more
        game.call("aftermath", owed)


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
        tuple(unit for unit in standing(pos, (*v.attackers, *guns)) if pos.morale_state[unit] == DISRUPTED),
        stand=cell.stand,
        advance=cell.advance,
        lost=v.lost,
        reckoned=v.reckoned,
    )


@rule("rp.combat-options.6")
def fall_back_unfought(game: Game[BattalionPosition], v: Combat, cell: Cell) -> None:
    """The options meet without a roll: the defender falls back as the matrix says, and nobody fires."""
    game.tell("no-roll", v.target, cell.fall_back, rule="rp.combat-options.6")
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

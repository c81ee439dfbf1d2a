"""Combat results: the odds column, the die, and what dispersal and destruction do."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import Action, Explanation, Game, Ruling, Term, first_refusal, rule
from grognard.games.panzerblitz.model.content import GERMAN
from grognard.games.panzerblitz.model.position import (
    DEAD,
    DISPERSED,
    FORT,
    FRESH,
    FROZEN,
    INSIDE,
    SPENT,
    DropPosition,
)
from grognard.games.panzerblitz.model.secrecy import tell_unit
from grognard.games.panzerblitz.model.stacking import has_room

TOO_LONG = -1
"""The column of odds worse than 1-4."""

BEST = 6
EVEN = 3


class Sheet(NamedTuple):
    """An attack worked out: what is shown before the die is what resolves it."""

    attack: int
    defence: int
    column: int
    modifier: int
    terms: tuple[Term, ...]

    def explanation(self, title: str, names: Sequence[str]) -> Explanation:
        """The sheet for the screen."""
        odds = names[self.column] if self.column >= 0 else "too long"
        return Explanation(title, self.terms, f"{odds}, die {self.modifier:+d}")


# -- questions ----------------------------------------------------------------------------------


@rule("pb.fire.8", "pb.fire.9", "pb.fire.10")
def odds_column(pos: DropPosition, attack: int, defence: int) -> int:
    """The column of the results table, rounded for the defender: 6 to 16 is 1-3. Better than 4-1 is 4-1.

    Worse than 1-4 is no attack, unless the players have agreed that it counts as 1-4.
    """
    if attack <= 0:
        return TOO_LONG
    if attack >= defence:
        return EVEN - 1 + min(4, attack // defence)
    worse = -(-defence // attack)
    if worse > 4:
        return 0 if pos.content.options["long-odds"] else TOO_LONG
    return EVEN + 1 - worse


@rule("pb.results.1", "pb.results.2")
def result_of(pos: DropPosition, column: int, die: int, modifier: int) -> str:
    """What the table says for a die roll after modification; its first and last rows hold beyond.

    Odds may have become too long after an attack was ordered, when unseen enemies stopped part of it.
    """
    if column == TOO_LONG:
        return "-"
    content = pos.content
    row = min(max(die + modifier, content.lowest_die), content.highest_die)
    return content.results[row - content.lowest_die][column]


@rule("pb.results.2")
def dispersed_modifier(pos: DropPosition, units: Sequence[int]) -> int:
    """The modifier for a dispersed target: every unit of it is dispersed."""
    men = [unit for unit in units if unit >= 0]
    if men and all(pos.marks[unit] & DISPERSED for unit in men):
        return pos.content.die_modifier("dispersed")
    return 0


def dispersed_terms(pos: DropPosition, units: Sequence[int]) -> list[Term]:
    """The line of a sheet for a dispersed target, if it is one."""
    weak = dispersed_modifier(pos, units)
    return [Term("die: dispersed target", f"{weak:+d}", "pb.results.2")] if weak else []


def cover_terms(pos: DropPosition, hex: int) -> list[Term]:
    """The line of a sheet for the defender's terrain, if it counts."""
    cover = pos.content.cover[hex]
    return [Term(f"die: {pos.content.land.ground[hex]}", f"{cover:+d}", "pb.terrain.7")] if cover else []


@rule("pb.fire.10")
def odds_refusal(pos: DropPosition, attack: int, defence: int) -> Ruling:
    """Why this attack may not be made."""
    is_long = odds_column(pos, attack, defence) == TOO_LONG
    odds = f"{attack} to {defence} is worse than 1-4."
    return first_refusal(
        (attack <= 0, "pb.fire.3", "nothing attacks with effect yet.", "Add a unit."),
        (is_long, "pb.fire.10", odds, "Add units or pick a weaker target."),
    )


# -- what happens to units ----------------------------------------------------------------------


@rule("pb.results.3", "pb.results.4", "pb.results.5", "pb.results.6", "pb.forts.2")
def apply_result(game: Game[DropPosition], units: Sequence[int], hex: int, result: str) -> None:
    """D disperses; DD disperses, and destroys what was dispersed before; X destroys.

    A fort falls only to X, and takes those inside with it; who stands on top is hit only if aimed at.
    """
    pos = game.pos
    struck = list(units)
    if FORT in struck:
        struck += [unit for unit in pos.at(hex) if pos.marks[unit] & INSIDE and unit not in struck]
        if result == "X":
            fall_of_fort(game, hex)
    before = {unit: pos.marks[unit] & DISPERSED for unit in struck if unit >= 0}
    for unit, was_dispersed in before.items():
        if pos.where[unit] != hex:
            continue
        if result == "X" or (result == "DD" and was_dispersed):
            destroy(game, unit)
        elif was_dispersed and result == "D":
            # It recovers when it would have. Who strikes a unit knows of it, seen or not.
            game.tell("still-dispersed", unit, hex, rule="pb.results.6")
        elif result in ("D", "DD"):
            disperse(game, unit)


def fall_of_fort(game: Game[DropPosition], hex: int) -> None:
    """The fort is gone."""
    place = game.pos.forts[::2].index(hex) * 2
    del game.pos.forts[place : place + 2]
    game.tell("fort-fell", hex, rule="pb.forts.2")


@rule("pb.results.5", "pb.results.9", "pb.transport.6", "pb.forces.18", "pb.forces.19")
def destroy(game: Game[DropPosition], unit: int, rule: str = "pb.results.5") -> None:
    """A unit is destroyed (eliminated), and its passenger shares its fate.

    Armoured vehicles and half-tracks leave a wreck. Every unit counts one for its side's losses, whatever
    it is worth.
    """
    pos = game.pos
    hex = pos.where[unit]
    game.tell("destroyed", unit, hex, rule=rule)
    if pos.is_loaded(unit):
        destroy(game, pos.set_down(unit), "pb.transport.6")
    pos.place(unit, DEAD)
    pos.marks[unit] = 0
    pos.lost[pos.content.side[unit]] += 1
    if pos.content.is_armoured[unit] and hex >= 0:
        pos.wrecks.append(hex)
        pos.wrecks.sort()
        game.tell("wreck", hex, rule="pb.results.9")


@rule("pb.results.3", "pb.transport.7")
def disperse(game: Game[DropPosition], unit: int) -> None:
    """A unit is dispersed. An armoured vehicle's rider gets off, and is lost if that overstacks the hex."""
    pos = game.pos
    content = pos.content
    pos.marks[unit] |= DISPERSED
    if content.side[unit] == pos.mover:
        pos.marks[unit] |= FRESH
    pos.look_again()
    game.tell("dispersed", unit, pos.where[unit], rule="pb.results.3")
    if pos.is_loaded(unit) and content.is_armoured[unit]:
        passenger = pos.set_down(unit)
        pos.marks[passenger] |= SPENT if content.side[unit] == pos.mover else 0
        if not has_room(pos, pos.where[unit], (passenger,)):
            destroy(game, passenger, "pb.transport.7")
        else:
            tell_unit(game, "unloaded", passenger, pos.where[unit], rule="pb.transport.7")


# -- the end of a player turn -------------------------------------------------------------------


@rule("pb.results.8", "pb.results.7")
class Recover(Action[DropPosition, tuple[()]]):
    """Those of the player whose turn ends, except what was dispersed during this very turn."""

    title = "Dispersed units recover"

    def run(self, game: Game[DropPosition], v: tuple[()]) -> None:
        pos = game.pos
        for unit in pos.content.units_of[pos.mover]:
            marks = pos.marks[unit]
            if marks & DISPERSED and not marks & FRESH:
                pos.marks[unit] = marks & ~DISPERSED
                pos.look_again()
                tell_unit(game, "recovered", unit, pos.where[unit], rule="pb.results.8")
        if pos.mover == GERMAN:
            for unit in pos.content.units_of[GERMAN]:
                pos.marks[unit] &= ~FROZEN
        pos.known_aims = None

"""Minefields: they strike whoever enters, and engineers try to clear them."""

from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    NOTHING,
    Choice,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    first_option,
    first_refusal,
    plain,
    rule,
)
from grognard.games.panzerblitz.combat.results import apply_result, result_of
from grognard.games.panzerblitz.model.position import FIRED, FORMED, SPENT, UNFIT, DropPosition
from grognard.games.panzerblitz.model.secrecy import MoverDecides, in_hand, tell_unit, witnesses
from grognard.kit.steps import Die


class MineAttack(NamedTuple):
    """The units that have just entered a minefield and are still to be attacked."""

    units: tuple[int, ...]
    hex: int


class Clearing(NamedTuple):
    """An engineer at work, and the minefield it tries to clear."""

    unit: int
    hex: int = NOTHING


# -- entering -----------------------------------------------------------------------------------


@rule("pb.mines.1", "pb.mines.2", "pb.mines.3", "pb.mines.4")
def enter_mines(game: Game[DropPosition], units: tuple[int, ...]) -> None:
    """Units of either side that enter stop, are attacked at once, and attack nobody this turn.

    Only entering counts: whoever stays is not attacked again.
    """
    hex = game.pos.where[units[0]]
    for unit in units:
        game.pos.marks[unit] |= FIRED
    game.call("mines", MineAttack(units, hex))


@rule("pb.mines.1", "pb.mines.4")
class MinesExplode(Roll[DropPosition, MineAttack]):
    title = "The minefield attacks a unit that entered it"

    def outcomes(self, pos: DropPosition, v: MineAttack) -> list[Outcome]:
        return D6 if v.units else []

    def take(self, game: Game[DropPosition], v: MineAttack, noun: int) -> None:
        """Always in the same column; neither terrain nor anything else changes the die."""
        unit = v.units[0]
        result = result_of(game.pos, game.pos.content.mine_column, noun, 0)
        tell_unit(game, "mined", unit, v.hex, noun, RESULTS.index(result), rule="pb.mines.1")
        apply_result(game, (unit,), v.hex, result)
        game.goto("MinesExplode", MineAttack(v.units[1:], v.hex))

    def sees(self, pos: DropPosition, v: MineAttack) -> int:
        return witnesses(pos, v.units[0])


RESULTS = ("-", "D", "DD", "X")


# -- clearing -----------------------------------------------------------------------------------


@rule("pb.engineers.1", "pb.engineers.2")
def acts_as_engineer(pos: DropPosition, unit: int) -> bool:
    """Is this an engineer, or a para-unit formed into one complete company? Pieces never are."""
    return pos.content.is_engineer[unit] or pos.is_whole(unit)


def mines_beside(pos: DropPosition, unit: int) -> list[int]:
    """The minefields next to a unit."""
    hex = pos.where[unit]
    if not pos.mines or hex < 0:
        return []
    return [there for there in pos.content.land.neighbours[hex * 6 : hex * 6 + 6] if there in pos.mines]


@rule("pb.mines.5")
def clearing_refusal(pos: DropPosition, unit: int) -> Ruling:
    """Why a unit may not clear mines: only an engineer next to them at the start, and instead of all else."""
    name = pos.content.unit_names[unit]
    is_engineer = pos.content.side[unit] == pos.mover and acts_as_engineer(pos, unit)
    is_spent = pos.marks[unit] & (SPENT | UNFIT | FORMED) or pos.aboard[unit] >= 0
    return first_refusal(
        (not is_engineer, "pb.mines.5", f"{name} is no engineer of yours."),
        (is_spent, "pb.mines.5", f"{name} cannot act this turn."),
        (not mines_beside(pos, unit), "pb.mines.5", f"{name} is not next to a minefield."),
    )


def sappers(pos: DropPosition) -> list[int]:
    """The units that may try to clear a minefield now."""
    beside = {there for hex in pos.mines for there in pos.content.land.neighbours[hex * 6 : hex * 6 + 6]}
    near = [unit for unit in pos.content.units_of[pos.mover] if pos.where[unit] in beside]
    return [unit for unit in near if clearing_refusal(pos, unit) is None]


@rule("pb.mines.5")
class PickMinefield(MoverDecides[Clearing]):
    title = "Which minefield is to be cleared"

    policies = (first_option("first", "The first minefield listed."),)

    def options(self, pos: DropPosition, v: Clearing) -> list[Offer]:
        return plain([("sweep", hex) for hex in sorted(mines_beside(pos, v.unit))])

    def take(self, game: Game[DropPosition], v: Clearing, choice: Choice) -> None:
        game.pos.marks[v.unit] |= SPENT
        game.next(Clearing(v.unit, choice[1]))

    def refuse(self, pos: DropPosition, v: Clearing, choice: Choice) -> Ruling:
        names, content = pos.content.land.names, pos.content
        match choice:
            case "sweep", hex if hex in pos.mines:
                return Refusal("pb.mines.5", f"{names[hex]} is not next to {content.unit_names[v.unit]}.")
            case "sweep", hex:
                return Refusal("pb.mines.5", f"no minefield is in {names[hex]}.")
        return None


@rule("pb.mines.6")
class ClearMines(Die[DropPosition, Clearing]):
    title = "The engineers try to clear the minefield"

    def roller(self, pos: DropPosition, v: Clearing) -> int:
        return pos.content.side[v.unit]

    def sees(self, pos: DropPosition, v: Clearing) -> int:
        return witnesses(pos, v.unit)

    def take(self, game: Game[DropPosition], v: Clearing, noun: int) -> None:
        pos = game.pos
        if noun <= pos.content.clearing:
            pos.mines.remove(v.hex)
            pos.known_ways = {}
            tell_unit(game, "cleared", v.unit, v.hex, noun, rule="pb.mines.6")
        else:
            tell_unit(game, "not-cleared", v.unit, v.hex, noun, rule="pb.mines.6")


mines = Procedure("mines", MinesExplode(), title="Minefield", vars=MineAttack, sees=in_hand)
clearing = Procedure(
    "clearing", PickMinefield(), ClearMines(), title="Mine clearing", vars=Clearing, sees=in_hand
)

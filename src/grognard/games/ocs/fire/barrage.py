"""Barrages: strength, shifts, the table, and what it does to the units of a hex."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from grognard.core.chapter import (
    D6,
    OPEN,
    Choice,
    Explanation,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    Term,
    by_rank,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.ocs.combat.losses import cheapest_step, lose_step
from grognard.games.ocs.combat.odds import category_of
from grognard.games.ocs.model.charts import barrage_cell, barrage_column, density_shift, shifted
from grognard.games.ocs.model.ground import CATEGORIES
from grognard.games.ocs.model.position import DG, EMPTIED, STRAT, OcsPosition
from grognard.games.ocs.model.scale import HALF, RE, re_text, rounded
from grognard.games.ocs.movement.modes import disorganise
from grognard.games.ocs.sequence.segments import Veiled

BY_GUNS: Final = 0
BY_AIR: Final = 1
BY_SHIP: Final = 2


class Shelling(NamedTuple):
    """A barrage on the combat units of a hex: who fires with how much, and what still has to be settled.

    `near` and `far` are an air barrage's shifts for the distance from base. `half` waits for its die.
    """

    target: int
    side: int
    strength: int
    kind: int = BY_GUNS
    spotted: int = 1
    near: int = 0
    far: int = 0
    half: int = 0
    owed: int = 0


# -- strength and shifts --------------------------------------------------------------------------


@rule("ocs.barrage.39", "ocs.modes.34", "ocs.barrage.37")
def gun_strength(pos: OcsPosition, unit: int) -> Fraction:
    """The Barrage Strength of a unit as it lies: half when disorganised, full Out of Supply."""
    return Fraction(pos.shown(pos.content.barrage, unit)) * (HALF if pos.mode[unit] == DG else 1)


@rule("ocs.basics.8", "ocs.barrage.1", "ocs.barrage.4")
def total_strength(pos: OcsPosition, units: Sequence[int]) -> int:
    """The strength of all who fire, rounded once."""
    return rounded(sum((gun_strength(pos, unit) for unit in units), Fraction(0)))


@rule("ocs.barrage.25")
def has_spotter(pos: OcsPosition, hex: int, side: int) -> bool:
    """Is a combat unit of the side next to the hex, ashore?"""
    return any(
        pos.craft[unit] < 0 for there in pos.content.around[hex] for unit in pos.combat_units_at(there, side)
    )


@rule("ocs.barrage.18", "ocs.barrage.19")
def density(pos: OcsPosition, hex: int, side: int) -> int:
    """The RE of combat units in a hex as a barrage counts them, in quarters: a division at most 3."""
    content = pos.content
    most = content.limit("density-of-a-division") * RE
    by_formation: dict[int, int] = {}
    total = 0
    for unit in pos.combat_units_at(hex, side):
        formation = content.formation[unit]
        if formation >= 0:
            by_formation[formation] = by_formation.get(formation, 0) + pos.size(unit)
        else:
            total += min(pos.size(unit), most) if content.is_multi_step[unit] else pos.size(unit)
    return total + sum(min(size, most) for size in by_formation.values())


@rule("ocs.barrage.17", "ocs.barrage.18", "ocs.barrage.20", "ocs.barrage.21", "ocs.barrage.22")
@rule("ocs.barrage.23", "ocs.barrage.24", "ocs.barrage.41", "ocs.option.5", "ocs.fog.5")
def shift_terms(pos: OcsPosition, v: Shelling) -> list[tuple[str, int, str]]:
    """Every shift that applies, with its name and rule, each at most once."""
    content = pos.content
    table = content.tables["barrage-shifts"]
    enemy = 1 - v.side
    size = density(pos, v.target, enemy)
    category = CATEGORIES[category_of(pos, v.target)] if v.target < content.hexes else "open"
    found = [(f"density {re_text(size)} RE", density_shift(content.tables, size), "ocs.barrage.18")]
    named = [("hedgehog", bool(pos.hedgehog[v.target]), "ocs.barrage.21")]
    named += [(category, category != "open", "ocs.barrage.22")]
    named += [("no-spotter", not v.spotted, "ocs.barrage.23")]
    strat = any(pos.mode[unit] == STRAT for unit in pos.combat_units_at(v.target, enemy))
    named += [("strat-mode", strat, "ocs.barrage.24")]
    named += [("short-range", bool(v.near), "ocs.barrage.41"), ("long-range", bool(v.far), "ocs.option.5")]
    found += [(name, table.integer(name, "shift"), id) for name, holds, id in named if holds]
    return [term for term in found if term[1]]


EFFECTS: Final = ("-", "DG", "1/2", "1", "2", "3")
"""What a barrage can come to, in the order of the numbers by which the log knows it."""
SHIFT_NAMES: Final = (
    "density",
    "hedgehog",
    *CATEGORIES,
    "no-spotter",
    "strat-mode",
    "short-range",
    "long-range",
)


def shift_facts(terms: list[tuple[str, int, str]]) -> list[int]:
    """The shifts as an event tells them: the place of each among the names, and how far it goes."""
    return [fact for name, shift, _ in terms for fact in (SHIFT_NAMES.index(name.partition(" ")[0]), shift)]


@rule("ocs.barrage.9")
def barrage_columns(pos: OcsPosition, v: Shelling) -> tuple[int, int]:
    """The column of the strength, and that after all shifts together."""
    tables = pos.content.tables
    first = barrage_column(tables, v.strength)
    shift = sum(term[1] for term in shift_terms(pos, v))
    return first, shifted(first, shift, len(tables["barrage"].columns) - 1)


def barrage_sheet(pos: OcsPosition, v: Shelling) -> Explanation:
    """Every number of a barrage: strength, column, shifts."""
    headings = pos.content.tables["barrage"].columns
    first, last = barrage_columns(pos, v)
    terms = [
        Term("strength", str(v.strength), "ocs.barrage.1"),
        Term("column", headings[first], "ocs.barrage.8"),
    ]
    terms += [Term(name, f"{shift:+d}", id) for name, shift, id in shift_terms(pos, v)]
    return Explanation(f"Barrage on {pos.content.names[v.target]}", tuple(terms), headings[last])


@rule("ocs.barrage.15", "ocs.barrage.28", "ocs.naval.11")
def effect_of(pos: OcsPosition, v: Shelling, cell: str) -> str:
    """A cell as it counts for this fire: ships are reduced, brackets may be only a DG."""
    if v.kind == BY_SHIP:
        table = pos.content.tables["ship-reduction"]
        return table.text(cell, "becomes") if table.has_row(cell) else cell
    if cell == "[1/2]":
        weak = pos.hedgehog[v.target] >= 3 or v.kind == BY_AIR or not v.spotted
        return "DG" if weak else "1/2"
    return cell


# -- the steps ------------------------------------------------------------------------------------


@rule("ocs.barrage.8", "ocs.barrage.11", "ocs.barrage.12", "ocs.barrage.13", "ocs.barrage.14")
@rule("ocs.barrage.27", "ocs.modes.31")
class RollBarrage(Roll[OcsPosition, Shelling]):
    title = "The barrage"

    def outcomes(self, pos: OcsPosition, v: Shelling) -> list[Outcome]:
        return dice(2)

    def take(self, game: Game[OcsPosition], v: Shelling, noun: int) -> None:
        pos = game.pos
        _, column = barrage_columns(pos, v)
        effect = effect_of(pos, v, barrage_cell(pos.content.tables, column, noun))
        told = (EFFECTS.index(effect), *shift_facts(shift_terms(pos, v)))
        game.tell("barrage-roll", v.target, noun, column, v.strength, *told, rule="ocs.barrage.8")
        if effect == "-":
            return
        disorganise(game, v.target, 1 - v.side, "ocs.barrage.12")
        if effect == "1/2":
            game.update(v._replace(half=1))
        elif effect != "DG":
            game.update(v._replace(owed=int(effect)))

    def roller(self, pos: OcsPosition, v: Shelling) -> int:
        return v.side


@rule("ocs.barrage.14")
class RollHalf(Roll[OcsPosition, Shelling]):
    title = "A step is lost on 4 to 6"

    def outcomes(self, pos: OcsPosition, v: Shelling) -> list[Outcome]:
        return D6 if v.half else []

    def take(self, game: Game[OcsPosition], v: Shelling, noun: int) -> None:
        game.tell("half-roll", noun, rule="ocs.barrage.14")
        game.update(v._replace(owed=int(noun >= 4)))

    def roller(self, pos: OcsPosition, v: Shelling) -> int:
        return v.side


@rule("ocs.barrage.13", "ocs.barrage.16", "ocs.results.12", "ocs.results.9", "ocs.landing.15")
class LoseToBarrage(Veiled[OcsPosition, Shelling]):
    title = "Steps are lost to a barrage"

    policies = (by_rank("cheapest", "A step of the unit that can best spare it.", cheapest_step),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Shelling) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Shelling) -> list[Offer]:
        return [Offer("lose", pos.combat_units_at(v.target, 1 - v.side))] if v.owed else []

    def take(self, game: Game[OcsPosition], v: Shelling, choice: Choice) -> None:
        game.update(v._replace(owed=v.owed - 1))
        lose_step(game, choice[1], "ocs.barrage.13")
        if not game.pos.is_held_by(v.target, 1 - v.side):
            game.pos.put.worked[v.target] |= EMPTIED

    def why(self, pos: OcsPosition, v: Shelling, choice: Choice) -> Ruling:
        return Refusal("ocs.barrage.16", "combat units of the hex lose the steps.")


shelling = Procedure(
    "shelling", RollBarrage(), RollHalf(), LoseToBarrage(), title="Barrage", vars=Shelling, sees=OPEN
)

"""Flak: when it is rolled, what is added, and which aircraft it hits."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import Explanation, Term, rule
from grognard.games.ocs.air.aircraft import is_fighter, is_patrolled
from grognard.games.ocs.air.mission.variables import MISSIONS, TRAINBUSTING
from grognard.games.ocs.model.content import STRIP
from grognard.games.ocs.model.position import OcsPosition


@rule("ocs.flak.1")
def is_under_flak(pos: OcsPosition, kind: int, hex: int, side: int) -> bool:
    """Is Flak rolled against a mission of `side`: always, never, or only in an enemy Patrol Zone?"""
    when = pos.content.tables["flak-missions"].text(MISSIONS[kind], "rolled")
    return when == "always" or (when == "in-patrol-zone" and is_patrolled(pos, hex, 1 - side))


@rule("ocs.flak.7")
def ship_flak(pos: OcsPosition, hex: int, side: int) -> int:
    """The Flak of all ships of a side in a hex."""
    ships = [unit for unit in pos.side_at(hex, side) if pos.content.is_ship[unit]]
    return sum(pos.shown(pos.content.flak, ship) for ship in ships)


@rule(
    *("ocs.flak.3", "ocs.flak.4", "ocs.flak.5", "ocs.flak.6", "ocs.flak.7"),
    *("ocs.flak.8", "ocs.flak.9", "ocs.flak.10", "ocs.flak.11"),
)
def flak_terms(pos: OcsPosition, kind: int, hex: int, planes: Sequence[int], side: int) -> list[Term]:
    """What is added to the roll of the side that is not flying, as things stand now. It costs no supply."""
    content, enemy = pos.content, 1 - side
    modifiers = content.tables["flak-modifiers"]

    def term(label: str, row: str, rule: str, times: int = 1) -> Term:
        return Term(label, f"{modifiers.integer(row, 'change') * times:+d}", rule)

    terms = []
    if len(planes) >= 3:
        terms.append(term("three or more aircraft", "three-aircraft", "ocs.flak.4"))
    if any(content.is_hq[unit] for unit in pos.side_at(hex, enemy)):
        terms.append(term("headquarters", "hq", "ocs.flak.5"))
    if pos.base_side[hex] == enemy and pos.base[hex] != STRIP:
        level = pos.base[hex]
        terms.append(term(f"air base of level {level}", "air-base-level", "ocs.flak.6", level))
    if content.printed_flak.get(hex):
        terms.append(term("printed Flak", "printed-flak", "ocs.flak.7", content.printed_flak[hex]))
    if ship_flak(pos, hex, enemy):
        terms.append(term("ships", "ship-flak", "ocs.flak.7", ship_flak(pos, hex, enemy)))
    if is_patrolled(pos, hex, enemy):
        if any(is_fighter(pos, plane) for plane in planes):
            terms.append(term("Patrol Zone, with a Fighter", "patrol-zone-fighter", "ocs.flak.8"))
        else:
            terms.append(term("Patrol Zone, without a Fighter", "patrol-zone-no-fighter", "ocs.flak.8"))
        if kind == TRAINBUSTING:
            terms.append(term("Trainbusting in a Patrol Zone", "patrol-zone-trainbusting", "ocs.flak.9"))
    return terms


FLAK_NAMES: Final = (
    *("three or more aircraft", "headquarters", "air base", "printed Flak", "ships"),
    *("Patrol Zone, with a Fighter", "Patrol Zone, without a Fighter", "Trainbusting in a Patrol Zone"),
)
"""What is added to a Flak roll, in the order of the numbers by which the log knows it."""


def flak_facts(terms: Sequence[Term]) -> list[int]:
    """The modifiers as an event tells them: the place of each among the names, and how much it is."""
    names = [term.label.partition(" of level")[0] for term in terms]
    return [
        fact
        for name, term in zip(names, terms, strict=True)
        for fact in (FLAK_NAMES.index(name), int(term.value))
    ]


@rule("ocs.flak.2", "ocs.flak.3")
def flak_sheet(pos: OcsPosition, kind: int, hex: int, planes: Sequence[int], side: int) -> Explanation:
    """The sheet of a Flak roll."""
    terms = flak_terms(pos, kind, hex, planes, side)
    needed = pos.content.tables["flak"].integer("roll", "step-lost-at")
    return Explanation(f"Flak: a step is lost on {needed} or more", tuple(terms), f"{flak_total(terms):+d}")


def flak_total(terms: Sequence[Term]) -> int:
    """The sum of a sheet's terms."""
    return sum(int(term.value) for term in terms)


@rule("ocs.flak.2")
def is_hit(pos: OcsPosition, modified: int) -> bool:
    """Does a modified Flak roll destroy a step?"""
    return modified >= pos.content.tables["flak"].integer("roll", "step-lost-at")


@rule("ocs.flak.13", "ocs.flak.12")
def planes_hit(pos: OcsPosition, planes: Sequence[int], roll: int) -> list[int]:
    """The Mission Loss Table: the aircraft of the stack one of which a die hits; the owner picks it.

    Only mission aircraft are affected, counted in the order of their stack.
    """
    cell = pos.content.tables["mission-loss"].text(str(len(planes)), str(roll))
    if cell.startswith("#"):
        return [planes[int(cell[1:]) - 1]]
    strengths = [pos.shown(pos.content.barrage, plane) for plane in planes]
    wanted = min(strengths) if cell == "weakest_barrage" else max(strengths)
    return [plane for plane, strength in zip(planes, strengths, strict=True) if strength == wanted]

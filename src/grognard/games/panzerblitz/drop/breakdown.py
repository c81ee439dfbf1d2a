"""Breakdown units, the pieces of a para-unit: their strength, how they join, and form their company again."""

from collections.abc import Sequence

from grognard.core.chapter import (
    DONE,
    NOTHING,
    Choice,
    Game,
    Offer,
    Refusal,
    Ruling,
    by_verbs,
    first_refusal,
    rule,
)
from grognard.games.panzerblitz.model.content import PARA_TYPES
from grognard.games.panzerblitz.model.position import (
    APART,
    DEAD,
    DISPERSED,
    FIRED,
    FORMED,
    FORT,
    INSIDE,
    LANDED,
    MOVED,
    DropPosition,
)
from grognard.games.panzerblitz.model.secrecy import Watched, tell_unit, with_done

SMG = PARA_TYPES.index("smg")


# -- strength -----------------------------------------------------------------------------------


@rule("pb.strength.1", "pb.strength.9", "pb.strength.10", "pb.strength.11", "pb.strength.12")
def group_defence(pos: DropPosition, piece: int, count: int) -> int:
    """The defence of so many pieces of one company: they add up, SMG pieces by their own table."""
    content = pos.content
    return content.smg_defence[count] if content.para_type[piece] == SMG else content.defence[piece] * count


@rule("pb.strength.3", "pb.strength.8", "pb.strength.13", "pb.strength.14", "pb.forts.1")
def defence_of(pos: DropPosition, units: Sequence[int], hex: int = NOTHING) -> int:
    """The defence factor of a target: units added up, pieces by company, only those that are attacked.

    The fort of the hex, where it is part of the target, adds its own factor; who is inside adds none.
    """
    content = pos.content
    total = 0
    counts: dict[int, int] = {}
    for unit in units:
        if unit == FORT:
            total += pos.fort_at(hex)
        elif content.is_piece[unit]:
            company = content.company[unit]
            counts[company] = counts.get(company, 0) + 1
        elif not pos.marks[unit] & INSIDE:
            total += content.defence[unit]
    for company, count in counts.items():
        total += group_defence(pos, content.pieces[company][0], count)
    return total


@rule("pb.strength.2", "pb.strength.4", "pb.strength.5", "pb.strength.6", "pb.strength.7")
def group_range(pos: DropPosition, piece: int, count: int) -> int:
    """The range of so many pieces of one company that fire together: their number, at most the company's."""
    content = pos.content
    return min(count * content.range[piece], content.range[content.company[piece]])


def fresh_pieces(pos: DropPosition, piece: int, spent: int) -> list[int]:
    """The pieces of the same company in the same hex that bear none of the marks in `spent`."""
    company = pos.content.company[piece]
    hex = pos.where[piece]
    return [
        other
        for other in pos.content.pieces[company]
        if pos.where[other] == hex and pos.aboard[other] < 0 and not pos.marks[other] & spent
    ]


# -- joining ------------------------------------------------------------------------------------


@rule("pb.joining.1", "pb.joining.2", "pb.joining.5")
def group_of(pos: DropPosition, unit: int) -> tuple[int, ...]:
    """The units that move as one with this one: pieces of its company that began the turn in its hex.

    Pieces that came into the hex this turn are not yet part of the group; they are from the next turn on.
    """
    return tuple(fresh_pieces(pos, unit, MOVED)) if pos.content.is_piece[unit] else (unit,)


@rule("pb.joining.5")
def group_refusal(pos: DropPosition, unit: int) -> Ruling:
    """Why a group may not move: one of its pieces has fired, is dispersed or has just landed."""
    for piece in group_of(pos, unit):
        if pos.marks[piece] & (FIRED | DISPERSED | LANDED) and piece != unit:
            why = f"{pos.content.unit_names[piece]} must stay, and pieces of one company may not be parted."
            return Refusal("pb.joining.5", why)
    return None


# -- forming ------------------------------------------------------------------------------------


@rule("pb.forming.1", "pb.forming.5", "pb.forming.6", "pb.forming.7", "pb.forming.8", "pb.joining.3")
def forming_refusal(pos: DropPosition, company: int) -> Ruling:
    """Why a company may not form now: all of its own pieces must begin the turn together."""
    content = pos.content
    name = content.unit_names[company]
    if not content.is_para[company] or pos.where[company] != APART:
        return Refusal("pb.joining.4", f"{name} is not broken down.")
    pieces = content.pieces[company]
    places = [pos.where[piece] for piece in pieces]
    dead = places.count(DEAD)
    have_landed = any(pos.marks[piece] & LANDED for piece in pieces)
    are_parted = len(set(places)) > 1 or any(pos.aboard[piece] >= 0 for piece in pieces)
    is_dispersed = any(pos.marks[piece] & DISPERSED for piece in pieces)
    recovery = "It may form when that has recovered."
    return first_refusal(
        (dead, "pb.forming.6", f"{name} has lost {dead} of its {len(pieces)} pieces."),
        (have_landed, "pb.forming.8", f"{name} landed this turn and forms no sooner than the next."),
        (are_parted, "pb.forming.1", f"the pieces of {name} are not all in one hex."),
        (is_dispersed, "pb.results.7", f"{name} has a dispersed piece.", recovery),
    )


@rule("pb.joining.3", "pb.joining.4", "pb.forming.1", "pb.forming.2", "pb.forming.4")
class FormCompanies(Watched[tuple[()]]):
    """The company may not attack in this turn, and moves without the road rate. It never breaks up again."""

    title = "Pieces that began the turn together may form their company"

    policies = (
        by_verbs("none", "No company forms.", "done"),
        by_verbs("all", "Every company forms that can.", "form", "done"),
    )

    def options(self, pos: DropPosition, v: tuple[()]) -> list[Offer]:
        able = [
            company
            for company in pos.content.companies
            if pos.where[company] == APART and forming_refusal(pos, company) is None
        ]
        return with_done(pos, Offer("form", able))

    def take(self, game: Game[DropPosition], v: tuple[()], choice: Choice) -> None:
        if choice == DONE:
            game.next()
        else:
            form(game, choice[1])

    def refuse(self, pos: DropPosition, v: tuple[()], choice: Choice) -> Ruling:
        return forming_refusal(pos, choice[1]) if choice[0] == "form" else None


@rule("pb.joining.4", "pb.forming.3")
def form(game: Game[DropPosition], company: int) -> None:
    """The pieces become one counter, for good."""
    pos = game.pos
    pieces = pos.content.pieces[company]
    hex = pos.where[pieces[0]]
    inside = pos.marks[pieces[0]] & INSIDE
    for piece in pieces:
        pos.place(piece, APART)
    pos.place(company, hex)
    pos.marks[company] = FORMED | inside
    tell_unit(game, "formed", company, hex, rule="pb.joining.3")

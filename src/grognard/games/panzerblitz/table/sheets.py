"""The attack on the table: its sheets, and whether it can be rolled for."""

from collections.abc import Sequence

from grognard.core.flow.rulings import Explanation, Term
from grognard.games.panzerblitz.combat.close_assault import Storm, assault_sheet
from grognard.games.panzerblitz.combat.fire import Attack
from grognard.games.panzerblitz.combat.melee import Melee
from grognard.games.panzerblitz.combat.overrun import Charge, overrun_sheet
from grognard.games.panzerblitz.combat.results import EVEN, Sheet
from grognard.games.panzerblitz.combat.targets import fire_sheet
from grognard.games.panzerblitz.model.position import (
    DropPosition,
)
from grognard.games.panzerblitz.model.sight import can_see


def sheets(pos: DropPosition) -> list[Explanation]:
    """The attack on the table."""
    odds, places = pos.content.odds_names, pos.content.land.names
    match attack_in_hand(pos):
        case Attack() as attack:
            return [
                with_sight(
                    pos,
                    attack.hex,
                    firers,
                    fire_sheet(pos, attack.hex, aim, firers).explanation(_fire_title(pos, attack, aim), odds),
                )
                for aim, firers in planned(attack)
            ]
        case Charge() | Storm() as attack:
            what = "Overrun of" if isinstance(attack, Charge) else "Close assault on"
            return [melee_sheet(pos, attack).explanation(f"{what} {places[attack.hex]}", odds)]
    return []


def melee_sheet(pos: DropPosition, v: Melee) -> Sheet:
    """The sheet of an overrun or a close assault."""
    return overrun_sheet(pos, v) if isinstance(v, Charge) else assault_sheet(pos, v)


def planned(attack: Attack) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """The attacks on a hex with their targets and firers: those that are agreed on, and the one in hand."""
    in_hand = ((attack.aim, attack.firers),) if attack.aim and attack.firers else ()
    return (*attack.plans, *in_hand)


def _fire_title(pos: DropPosition, attack: Attack, aim: Sequence[int]) -> str:
    """The hex that is fired at; of separate attacks also whom in it."""
    hex = pos.content.land.names[attack.hex]
    is_one_of_many = len(attack.plans) > 1 or (attack.plans and attack.aim) or attack.rest
    whom = pos.content.unit_names[aim[0]] if aim and aim[0] >= 0 and is_one_of_many else ""
    return f"Fire at {whom} in {hex}" if whom else f"Fire at {hex}"


def with_sight(pos: DropPosition, hex: int, firers: Sequence[int], sheet: Explanation) -> Explanation:
    """The sheet of a fire attack that begins with a line for each hex that is fired from."""
    terms: list[Term] = []
    for place in sorted({pos.where[unit] for unit in firers}):
        sees = can_see(pos.content.land, place, hex)
        label = f"line of sight from {pos.content.land.names[place]}"
        terms.append(
            Term(label, "clear" if sees else "by a command post", "pb.los.3" if sees else "pb.posts.1")
        )
    return sheet._replace(terms=(*terms, *sheet.terms))


def attack_in_hand(pos: DropPosition) -> Attack | Charge | Storm | None:
    """The attack that is being built or rolled for, once somebody takes part in it."""
    match pos.vars:
        case Attack() as v:
            return v if v.plans or (v.aim and v.firers) else None
        case Charge() | Storm() as v:
            return v if v.units else None
    return None


def is_on_table(pos: DropPosition) -> bool:
    """Has the attack in hand odds to be rolled at, or is its die about to be?"""
    if pos.stack and pos.stack[-1].step in ("FireRoll", "OverrunRoll", "AssaultRoll"):
        return True
    match attack_in_hand(pos):
        case Attack() as v:
            return not v.rest and fire_sheet(pos, v.hex, v.aim, v.firers).column >= (EVEN if v.plans else 0)
        case Charge() | Storm() as v:
            return v.picked < 0 and melee_sheet(pos, v).column >= 0
    return False


def table_sheet(pos: DropPosition) -> Sheet:
    """The sheet of the attack on the table."""
    match pos.vars:
        case Attack() as v:
            aim, firers = v.plans[0] if v.plans else (v.aim, v.firers)
            return fire_sheet(pos, v.hex, aim, firers)
        case Charge() | Storm() as v:
            return melee_sheet(pos, v)
    raise ValueError("no attack is on the table")

"""Revised rebuilds, an option: Repls come in with any HQ in trace, and half of them must be used at once."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Choice,
    Frame,
    Game,
    Offer,
    Refusal,
    Ruling,
    first_option,
    rule,
)
from grognard.games.ocs.model.ground import TRACK
from grognard.games.ocs.model.position import MOVE, NEW, POOL, OcsPosition
from grognard.games.ocs.model.scenario import SIDES
from grognard.games.ocs.sequence.segments import Veiled
from grognard.games.ocs.supply.trace import is_traced

KINDS = ("pax", "eq")
"""The Repls, in the order in which prices and counts name them."""


class Arrival(NamedTuple):
    """Whose phase it is, what came, and rebuilds that are paid already: how many, of which row, where."""

    side: int
    tokens: int = 0
    credit: int = 0
    row: int = NOTHING
    paid_hex: int = NOTHING


def arrival_as_known(pos: OcsPosition, frame: Frame, side: int) -> Frame:
    """The other side does not see what is rebuilt, and with what."""
    v = frame.vars
    if not isinstance(v, Arrival) or v.side == side:
        return frame
    return frame._replace(vars=v._replace(credit=0, row=NOTHING, paid_hex=NOTHING))


def is_revised(pos: OcsPosition) -> bool:
    """Is it played with revised rebuilds?"""
    return pos.content.options["opt_21_7_rebuilds"]


# -- prices ---------------------------------------------------------------------------------------


@rule("ocs.option.9")
def revised_price(pos: OcsPosition, unit: int, pax: int, eq: int) -> tuple[int, int]:
    """One Pax or one Eq, whatever it was; of a mixed price one Eq for a unit with Track MP on a side."""
    if pax and eq:
        tracked = TRACK in pos.content.mobility[unit * 2 : unit * 2 + 2]
        return (0, 1) if tracked else (1, 0)
    return int(pax > 0), int(eq > 0)


# -- arrival --------------------------------------------------------------------------------------


def place_repls(pos: OcsPosition, side: int, kind: str, count: int, hex: int) -> None:
    """Put so many new Repls of a kind in a hex, in Move Mode; no more than there are counters."""
    for _ in range(count):
        unit = pos.free_of_pool(f"{SIDES[side][0]}-{kind}")
        if unit != NOTHING:
            pos.set_mode(unit, MOVE)
            pos.put.fed[unit] = NEW
            pos.place(unit, hex)


@rule("ocs.option.9")
def repl_hexes(pos: OcsPosition, side: int, edge: int) -> list[int]:
    """Where new Repls may come in by the option: at the map edge, and with any HQ that is in trace supply."""
    content = pos.content
    hqs = [hq for hq in content.hqs[side] if 0 <= pos.hex[hq] < content.hexes and is_traced(pos, hq)]
    return [edge, *sorted({pos.hex[hq] for hq in hqs} - {edge})]


@rule("ocs.option.9")
class PlaceRepls(Veiled[OcsPosition, Arrival]):
    """Asked for one Repl after another, Pax first."""

    title = "Where does a new Repl come in?"

    policies = (first_option("edge", "At the map edge, as ever."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Arrival) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Arrival) -> list[Offer]:
        pax, eq = pos.pax_coming[v.side], pos.eq_coming[v.side]
        if not is_revised(pos) or not (pax or eq):
            return []
        verb = "pax-at" if pax else "eq-at"
        return [Offer(verb, repl_hexes(pos, v.side, edge_hex(pos, v.side)))]

    def take(self, game: Game[OcsPosition], v: Arrival, choice: Choice) -> None:
        pos, (verb, hex) = game.pos, choice
        coming = pos.put.pax_coming if verb == "pax-at" else pos.put.eq_coming
        coming[v.side] -= 1
        place_repls(pos, v.side, verb.removesuffix("-at"), 1, hex)

    def why(self, pos: OcsPosition, v: Arrival, choice: Choice) -> Ruling:
        return Refusal("ocs.option.9", "new Repls come in at the map edge, or with an HQ in trace supply.")


@rule("ocs.reinforcement.4", "ocs.basics.3")
def entry_hex(pos: OcsPosition, hex: int, side: int) -> int:
    """Where arrivals of a map-edge hex come in: the nearest free one of the edge, if enemies block it."""
    content = pos.content
    if hex < 0 or not pos.is_held_by(hex, 1 - side):
        return hex
    free = [one for one in content.edge if not content.is_sea[one] and not pos.is_held_by(one, 1 - side)]
    return min(free, key=lambda one: (content.distance(one, hex), one), default=hex)


def edge_hex(pos: OcsPosition, side: int) -> int:
    """Where what comes by the map edge comes in now."""
    return entry_hex(pos, pos.content.source[side], side)


# -- what must be used ----------------------------------------------------------------------------


@rule("ocs.option.9")
def must_use(received: int) -> int:
    """How many of the Repls of a kind that came in a turn must be used in it: at least half."""
    return (received + 1) // 2


@rule("ocs.option.9")
def take_in_repls(pos: OcsPosition, side: int, counts: Sequence[int]) -> None:
    """Pax and Eq that were rolled wait to be placed, and half of what came this turn must be used."""
    first = pos.repl_rolls == 0
    pos.put.pax_coming[side] = counts[0] + (0 if first else pos.pax_coming[side])
    pos.put.eq_coming[side] = counts[1] + (0 if first else pos.eq_coming[side])
    pos.put.pax_owed[side] = must_use(pos.pax_coming[side])
    pos.put.eq_owed[side] = must_use(pos.eq_coming[side])


def owed_of(pos: OcsPosition, side: int) -> tuple[int, int]:
    """The Pax and Eq that must still be used."""
    return pos.pax_owed[side], pos.eq_owed[side]


@rule("ocs.option.9")
def use_owed(pos: OcsPosition, side: int, price: tuple[int, int]) -> None:
    """These Repls are used: so many fewer are owed."""
    pos.put.pax_owed[side] = max(0, pos.pax_owed[side] - price[0])
    pos.put.eq_owed[side] = max(0, pos.eq_owed[side] - price[1])


@rule("ocs.option.9")
def lose_hoarded(pos: OcsPosition, side: int) -> None:
    """Repls that had to be used and were not are lost: nobody saves them."""
    units = pos.content.combat_units[side]
    for kind, count in zip(KINDS, owed_of(pos, side), strict=True):
        repls = [one for one in units if pos.content.kind[one] == kind and pos.hex[one] >= 0]
        for unit in repls[:count]:
            pos.place(unit, POOL)
    pos.put.pax_owed[side] = pos.put.eq_owed[side] = 0

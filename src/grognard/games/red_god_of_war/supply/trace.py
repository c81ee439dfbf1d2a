"""Supply: paths, sources, the three states and what they do to a unit."""

from grognard.core.chapter import Action, Game, rule
from grognard.games.red_god_of_war.model.position import (
    GERMAN,
    ISOLATED,
    SOVIET,
    SUPPLIED,
    UNSUPPLIED,
    RedGodPosition,
)
from grognard.kit.reach import with_flags

SWAPPED = bytes([1, 0]) + bytes(254)
"""Turns a zone's ones and zeros round: open is where no zone is."""


class Traces:
    """The supply paths of one side at one moment: joined hexes, and which areas hold a working source."""

    def __init__(self, pos: RedGodPosition, side: int) -> None:
        self.pos = pos
        sets = pos.content.hex_sets
        self.areas = sets.areas(sets.flagged(open_hexes(pos, side)))
        sources = working_sources(pos, side)
        self.fed = sum(area for area in self.areas if any(area >> source & 1 for source in sources))

    def joined(self, a: int, b: int) -> bool:
        """Is there a supply path between two hexes?"""
        for area in self.areas:
            if area >> a & 1:
                return area >> b & 1 > 0
        return False

    @rule("rgw.supply.4")
    def reaches_source(self, hex: int) -> bool:
        """Does a supply path of any length run from here to a source?"""
        return self.fed >> hex & 1 > 0


@rule("rgw.zoc.5", "rgw.zoc.6")
def open_hexes(pos: RedGodPosition, side: int) -> bytearray:
    """Hexes a supply path may use: no enemy unit in them, and in an enemy zone only beside a friend.

    An enemy HQ alone blocks only if by option it blocks movement too; a friendly HQ is a friend.
    """
    free = pos.zoc(1 - side).translate(SWAPPED)
    with_flags(free, pos.hexes_of(pos.content.units_of[side]))
    enemies = pos.content.combat_units if pos.content.options["lone-hq-gives-way"] else pos.content.units_of
    return with_flags(free, pos.hexes_of(enemies[1 - side]), 0)


def working_sources(pos: RedGodPosition, side: int) -> list[int]:
    """The supply sources of a side. The Soviet edge hexes work while the Soviets control them."""
    sources = pos.content.sources[side]
    return [hex for hex in sources if pos.control[hex] == SOVIET] if side == SOVIET else sources


@rule("rgw.supply.2", "rgw.supply.3")
def valid_hqs(pos: RedGodPosition, unit: int) -> list[int]:
    """The HQs on the map that may supply a unit: any for a German, only its own for a Soviet."""
    if pos.content.side[unit] == GERMAN:
        return [hq for hq in pos.content.hqs[GERMAN] if pos.hex[hq] >= 0]
    own = pos.army[unit]
    return [own] if own >= 0 and pos.hex[own] >= 0 else []


@rule("rgw.supply.5")
def is_in_range(pos: RedGodPosition, unit: int, hq: int) -> bool:
    """Is the unit within the printed range of the HQ, in plain hexes?"""
    return pos.content.distance(pos.hex[unit], pos.hex[hq]) <= pos.content.hq_range[hq]


@rule("rgw.supply.1", "rgw.supply.6", "rgw.supply.7", "rgw.supply.8", "rgw.supply.9")
def supply_state(pos: RedGodPosition, traces: Traces, unit: int) -> int:
    """Supplied, unsupplied or isolated: the best that any valid HQ gives.

    A unit that is out of range but has a path to its HQ is unsupplied, whatever that HQ itself reaches.
    """
    best = ISOLATED
    for hq in valid_hqs(pos, unit):
        if not traces.joined(pos.hex[unit], pos.hex[hq]):
            continue
        if is_in_range(pos, unit, hq) and traces.reaches_source(pos.hex[hq]):
            return SUPPLIED
        best = UNSUPPLIED
    return best


# -- effects ------------------------------------------------------------------------------------


@rule("rgw.effects.1", "rgw.effects.3", "rgw.effects.4", "rgw.effects.7", "rgw.effects.8", "rgw.supply.12")
def movement_allowance(pos: RedGodPosition, unit: int) -> int:
    """The allowance in force: halved and rounded up for mechanized units that are not supplied.

    Non-mechanized units (cavalry, foot, ski) and HQs always have their full allowance.
    """
    printed = pos.movement_of(unit)
    return (printed + 1) // 2 if pos.content.is_mech[unit] and pos.supply[unit] != SUPPLIED else printed


# -- step 6 of the initial segment --------------------------------------------------------------


@rule("rgw.initial.22", "rgw.initial.23", "rgw.supply.10", "rgw.supply.11")
class TraceSupply(Action[RedGodPosition, tuple[object, ...]]):
    """Every state left from the turn before is overwritten; the state is the marker."""

    title = "6. All units trace supply"

    def run(self, game: Game[RedGodPosition], v: object) -> None:
        pos = game.pos
        for side in (GERMAN, SOVIET):
            traces = Traces(pos, side)
            for unit in pos.content.combat_units[side]:
                if pos.hex[unit] >= 0:
                    state = supply_state(pos, traces, unit)
                    pos.supply[unit] = pos.traced[unit] = state
                    if state != SUPPLIED:
                        game.tell(
                            "supply", unit, state, rule="rgw.supply.10" if state == 1 else "rgw.supply.11"
                        )

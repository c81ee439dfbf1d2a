"""What lies where in the Operational Combat Series, reckoned plainly from counters and board for the referee.

Everything is worked out again for each question: nothing is remembered, so nothing can be stale.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from grognard.core.flow.chance import CHANCE

LEG, TRACK, TRUCK = 0, 1, 2
COMBAT, MOVE, RESERVE, STRAT, DG, EXPLOIT = range(6)
STORM = 2
REACTION = 7
CARRIED, LANDED, KEPT_ZONE = 64, 2048, 1024
AIR = ("fighter", "tactical-bomber", "strategic-bomber", "transport-plane")
WHEELS = ("truck", "wagon", "organic-truck")
AFLOAT = ("ship", "landing-craft", "lst", "dukw")
P, ALL = "P", "All"
HALF = Fraction(1, 2)

# The charts of movement and combat by terrain are the game's own (house): typed in once more.
GROUND: dict[str, tuple[Any, Any, Any]] = {
    "open": (1, 1, 1),
    "light-woods": (1, 2, 2),
    "forest": (2, 3, 4),
    "hills": (2, 2, 3),
    "mountain": (3, ALL, P),
    "swamp": (2, ALL, P),
    "village": (1, 1, 1),
    "minor-city": (1, 1, 1),
    "major-city": (1, 1, 1),
    "sea": (P, P, P),
}
RIVER: dict[str, tuple[Any, Any, Any]] = {"minor-river": (1, 2, 4), "major-river": (ALL, P, P)}
ROADS = {1: (1, HALF, HALF), 2: (1, 1, 1), 4: (1, 1, 2)}
"""By the bit of the link: primary road, secondary road, railway."""
FORCE = {
    "open": ("open", (2, 2, 1), (1, 1, 1)),
    "light-woods": ("close", (1, 1, 1), (1, 1, 1)),
    "forest": ("close", (HALF, 1, 1), (HALF, 1, 1)),
    "hills": ("close", (1, 1, 1), (1, 1, 1)),
    "mountain": ("very-close", (Fraction(1, 3), HALF, 1), (Fraction(1, 3), HALF, 1)),
    "swamp": ("very-close", (HALF, HALF, 1), (HALF, HALF, 1)),
    "village": ("close", (1, 1, 1), (1, 1, 1)),
    "minor-city": ("very-close", (HALF, HALF, 1), (HALF, 1, 1)),
    "major-city": ("extremely-close", (Fraction(1, 3), HALF, 1), (Fraction(1, 3), 1, 1)),
}
"""Category, then what multiplies Armor, Mech and others in attack and in defence."""
ACROSS = {"minor-river": (HALF, HALF, HALF), "major-river": (Fraction(1, 4), Fraction(1, 3), HALF)}


def rounded(value: Fraction) -> int:
    """One half goes up."""
    return int(value + HALF) if value >= 0 else -int(-value + HALF)


class World:
    """A position as its printed counters and its map say it."""

    def __init__(self, pos: Any) -> None:
        self.pos = pos
        self.roster, self.board = pos.roster, pos.board
        self.grid = pos.board.grid
        self.counters = pos.roster.counters
        self.options: dict[str, bool] = pos.content.options

    # -- counters -------------------------------------------------------------------------------

    def side(self, unit: int) -> int:
        return int(self.roster.sides.index(self.counters[unit].side))

    def kind(self, unit: int) -> str:
        return str(self.counters[unit].kind)

    def fights(self, unit: int) -> bool:
        return self.kind(unit) not in (*AIR, *WHEELS, *AFLOAT)

    def printed(self, unit: int, name: str, face: int | None = None) -> int:
        counter = self.counters[unit]
        names = self.roster.names_for(counter.kind)
        if name not in names:
            return 0
        shown = self.pos.face[unit] if face is None else face
        return int(counter.faces[min(shown, len(counter.faces) - 1)][names.index(name)])

    def strength(self, unit: int) -> int:
        if self.kind(unit) == "hq":
            return 1 if self.pos.face[unit] else 5
        return 1 if self.kind(unit) == "artillery" else self.printed(unit, "strength")

    def can_attack(self, unit: int) -> bool:
        if not self.fights(unit) or self.kind(unit) in ("hq", "artillery"):
            return False
        return "defends-only" not in self.counters[unit].traits and self.pos.mode[unit] not in (
            RESERVE,
            STRAT,
        )

    def steps(self, unit: int) -> int:
        counter = self.counters[unit]
        return int((counter.steps or len(counter.faces)) - self.pos.lost[unit])

    def is_division(self, unit: int) -> bool:
        return self.counters[unit].steps > 1 and self.fights(unit)

    def quarters(self, unit: int) -> int:
        """The RE of a combat unit in quarters."""
        counter = self.counters[unit]
        if counter.steps > 1:
            return 4 * self.steps(unit)
        if counter.kind in ("pax", "eq") or counter.size == "I":
            return 1
        return 2 if counter.size == "II" else 4

    def weight_class(self, unit: int) -> int:
        traits = self.counters[unit].traits
        return 0 if "armor" in traits else 1 if "mech" in traits else 2

    def anti_tank(self, unit: int) -> int:
        traits = self.counters[unit].traits
        if "armor" in traits or self.kind(unit) in ("anti-tank", "anti-aircraft"):
            return 2
        return (2 if "tank-symbol" in traits else 1) if "mech" in traits else 0

    def rating(self, unit: int) -> int:
        if self.pos.mode[unit] == STRAT:
            return 0
        return self.printed(unit, "rating") - (self.pos.mode[unit] == DG)

    def is_alone(self, unit: int) -> bool:
        """Is it independent: in no formation, and of one step?"""
        return self.fights(unit) and not self.is_division(unit) and not self.formation(unit)

    def formation(self, unit: int) -> str:
        parent = str(self.counters[unit].parent)
        return parent if parent in self.roster.formations else ""

    # -- places ---------------------------------------------------------------------------------

    def around(self, hex: int) -> list[int]:
        return [there for there in self.grid.neighbours[hex * 6 : hex * 6 + 6] if there >= 0]

    def ground(self, hex: int) -> str:
        return str(self.board.terrain_kinds[self.board.terrain[hex]])

    def hexside(self, here: int, there: int) -> str:
        exit = self.grid.neighbours.index(there, here * 6, here * 6 + 6)
        return str(self.board.side_kinds[self.board.sides[exit]])

    def links(self, here: int, there: int) -> int:
        return int(self.board.links[self.grid.neighbours.index(there, here * 6, here * 6 + 6)])

    def units_in(self, hex: int, side: int) -> list[int]:
        """The combat units of a side in a hex."""
        return [
            u for u, at in enumerate(self.pos.hex) if at == hex and self.side(u) == side and self.fights(u)
        ]

    def goods_in(self, hex: int, side: int) -> bool:
        """Has a side anything there that is no combat unit?"""
        pos = self.pos
        if pos.stores[side * self.board.size + hex]:
            return True
        if side in (pos.base_side[hex], pos.port_side[hex], pos.hedgehog_side[hex], pos.beach[hex]):
            return True
        return any(at == hex and self.side(u) == side and not self.fights(u) for u, at in enumerate(pos.hex))

    # -- zones ----------------------------------------------------------------------------------

    def has_zone(self, unit: int) -> bool:
        mode = self.pos.mode[unit]
        stands = mode == COMBAT or (mode == EXPLOIT and bool(self.pos.flags[unit] & KEPT_ZONE))
        return self.can_attack(unit) and stands and not self.pos.oos[unit]

    def zones(self, side: int) -> set[int]:
        """The hexes in a zone of this side."""
        found: set[int] = set()
        for unit, at in enumerate(self.pos.hex):
            if 0 <= at < self.grid.size and self.side(unit) == side and self.has_zone(unit):
                found.update(self.around(at))
        return found

    def open_zones(self, side: int, movers: Sequence[int] = ()) -> set[int]:
        """Enemy zones that nobody of this side negates; those who move do not."""
        return {
            hex for hex in self.zones(1 - side) if all(unit in movers for unit in self.units_in(hex, side))
        }

    def held(self, side: int) -> set[int]:
        """The hexes with combat units of a side."""
        return {
            at for u, at in enumerate(self.pos.hex) if at >= 0 and self.side(u) == side and self.fights(u)
        }

    # -- prices ---------------------------------------------------------------------------------

    def bridges(self, side: int) -> set[int]:
        """The hexes of working HQs and engineers."""
        pos = self.pos
        return {
            at
            for unit, at in enumerate(pos.hex)
            if 0 <= at < self.grid.size
            and self.side(unit) == side
            and self.kind(unit) in ("hq", "engineer")
            and (pos.mode[unit] == COMBAT or (pos.mode[unit] == DG and pos.face[unit] == 0))
        }

    def _one_way(self, here: int, there: int, way: int, storm: bool, bridged: bool, roads: bool) -> Any:
        ground = GROUND[self.ground(there)][way]
        if storm and way == TRUCK and self.ground(there) == "open":
            ground = 2
        river = self.hexside(here, there)
        if bridged and river:
            river = "minor-river" if river == "major-river" else ""
        crossing = RIVER[river][way] if river else 0
        off = P if P in (ground, crossing) else ALL if ALL in (ground, crossing) else ground + crossing
        along = [ROADS[bit][way] for bit in ROADS if self.links(here, there) & bit] if roads else []
        if not along:
            return off
        return min(along) if off in (P, ALL) else min([off, *along])

    def price(
        self, here: int, there: int, way: int, side: int, storm: bool, bridges: set[int], roads: bool = True
    ) -> Any:
        """What a step costs in MP; P if it, or the step back, is prohibited. Bridges only where they help."""
        found: Any = P
        for bridged in (False, True) if bridges & {here, there} else (False,):
            out = self._one_way(here, there, way, storm, bridged, roads)
            back = self._one_way(there, here, way, storm, bridged, roads)
            if P not in (out, back):
                found = out if found in (P, ALL) or (out != ALL and out < found) else found
        return found

    def busted(self, side: int, way: int) -> set[int]:
        """The hexes that cost this side 1 MP more for Trainbusting."""
        marked = {hex for hex, sides in enumerate(self.pos.trainbusted) if sides >> side & 1}
        if way == LEG:
            return marked
        return marked | {near for hex in marked for near in self.around(hex)}

    def allowance(self, unit: int) -> Fraction:
        pos = self.pos
        factor = {RESERVE: Fraction(1, 4), STRAT: Fraction(2), DG: HALF, EXPLOIT: HALF}
        found = Fraction(self.printed(unit, "movement")) * factor.get(pos.mode[unit], 1)
        found *= HALF if pos.phase == REACTION else 1
        return found * (HALF if pos.flags[unit] & (CARRIED | LANDED) else 1)

    def left(self, unit: int) -> Fraction:
        return self.allowance(unit) - Fraction(self.pos.spent[unit], 4)

    def way_of(self, unit: int) -> int:
        return self.printed(unit, "mobility")


def frames(pos: Any, procedure: str) -> Iterator[Any]:
    """The variables of this procedure, the latest first."""
    return (frame.vars for frame in reversed(pos.stack) if frame.procedure == procedure)


def nouns(ask: Any, verb: str) -> list[int]:
    """What an Ask offers for a verb."""
    options = ask.options(CHANCE if ask.is_chance else ask.side)
    return [noun for word, noun in options if word == verb]

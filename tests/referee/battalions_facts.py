"""A position of a battalion game read plainly: what a counter prints, what a hex is, whose zone it lies in.

Only the fields of a position, its board and the figures of its tables are read, and nothing of the rules.
"""

from typing import Any, ClassVar, Final

FOOT: Final = "foot"
MOTOR: Final = "motorized"
TRACKED: Final = "mechanized"

IN_ORDER, DISRUPTED, DEMORALIZED = 0, 1, 2
SUPPLIED, OUT, ISOLATED = 0, 1, 2

# The bits of a counter's flags that stop it from moving, or that combat asks for.
CROSSED, HELPED, REPLACED, RETURNED = 32, 16, 65536, 131072
HAS_MOVED, HAS_MARCHED, HAS_BUILT, HAS_SLIPPED = 1, 2, 4, 128
BLEW, FOUND, RETREATED, BEFORE = 8, 16384, 32768, 4194304


def up(number: int, divisor: int = 2) -> int:
    return -(-number // divisor)


class Printed:
    """What is printed on map and counters, read once for a game: sides, kinds, terrain, prices."""

    _known: ClassVar[dict[int, "Printed"]] = {}

    def __init__(self, content: Any) -> None:
        self.content = content  # kept, so that its number is not given to another
        roster, board = content.roster, content.board
        self.side = [roster.sides.index(counter.side) for counter in roster.counters]
        self.kind = [str(counter.kind) for counter in roster.counters]
        self.traits = [frozenset(counter.traits) for counter in roster.counters]
        self.terrain = [str(board.terrain_kinds[code]) for code in board.terrain]
        self.beside = [
            [
                (way, there)
                for way, there in enumerate(board.grid.neighbours[hex * 6 : hex * 6 + 6])
                if there >= 0
            ]
            for hex in range(board.grid.size)
        ]
        self.prices: dict[tuple[int, int, str, bool], int | None] = {}

    @classmethod
    def of(cls, content: Any) -> "Printed":
        found = cls._known.get(id(content))
        if found is None or found.content is not content:
            cls._known.clear()
            found = cls._known[id(content)] = Printed(content)
        return found


class Facts:
    """One position as it is now, made anew for every look."""

    def __init__(self, pos: Any) -> None:
        self.pos = pos
        self.once = Printed.of(pos.content)
        self.content = pos.content
        self.board = pos.board
        self.roster = pos.roster
        self.tables = pos.content.tables
        self.is_steel = pos.content.roster.sides[0] == "axis"
        self.hexes = range(pos.board.grid.size)
        self._zones: dict[int, set[int]] = {}
        self.stacks: dict[int, list[int]] = {}
        for unit, hex in enumerate(pos.hex):
            if hex >= 0:
                self.stacks.setdefault(hex, []).append(unit)

    # -- time -----------------------------------------------------------------------------------

    def limit(self, name: str) -> int:
        return int(self.tables["limits"].integer(name, "value"))

    @property
    def part(self) -> int:
        return (self.pos.turn - 1 + self.limit("first-part")) % 4

    @property
    def is_night(self) -> bool:
        return self.part == 3

    # -- counters -------------------------------------------------------------------------------

    def counter(self, unit: int) -> Any:
        return self.roster.counters[unit]

    def kind(self, unit: int) -> str:
        return self.once.kind[unit]

    def traits(self, unit: int) -> frozenset[str]:
        return self.once.traits[unit]

    def side(self, unit: int) -> int:
        return self.once.side[unit]

    def nation(self, unit: int) -> str:
        return str(self.roster.nation(unit))

    def is_leader(self, unit: int) -> bool:
        return self.kind(unit) == "leader"

    def is_gun(self, unit: int) -> bool:
        return self.kind(unit) == "artillery"

    def is_hq(self, unit: int) -> bool:
        return self.kind(unit) == "hq"

    def is_company(self, unit: int) -> bool:
        return self.counter(unit).size == "I"

    def is_battalion(self, unit: int) -> bool:
        return self.kind(unit) not in ("hq", "leader", "monitor") and not self.is_company(unit)

    def origin(self, unit: int) -> int:
        """The battalion of which it is a company or what is left."""
        while self.pos.source[unit] >= 0:
            unit = self.pos.source[unit]
        return unit

    def formation(self, unit: int) -> str:
        """The id of its formation; nothing if it is unassigned."""
        if self.is_steel:
            attached = max(self.pos.attached[unit], self.pos.attached[self.origin(unit)])
            if attached >= 0:
                return list(self.roster.formations)[attached]
        parent = self.counter(self.origin(unit)).parent
        return parent if parent in self.roster.formations else ""

    def regiment(self, unit: int) -> str:
        return str(self.counter(self.origin(unit)).command)

    def leads(self, leader: int, unit: int) -> bool:
        formation = self.formation(unit)
        return bool(formation) and f"leads:{formation}" in self.traits(leader)

    def mobility(self, unit: int) -> str:
        if self.is_leader(unit):
            return MOTOR
        if self.pos.afoot[unit]:
            return FOOT
        traits = self.traits(unit)
        return next((name for name in (FOOT, MOTOR, TRACKED) if name in traits), FOOT)

    def printed(self, unit: int, name: str) -> int:
        """A value of the face that is up."""
        counter = self.counter(unit)
        names = self.roster.names_for(counter.kind)
        if name not in names:
            return 0
        if self.is_leader(unit):
            face = counter.faces[-1] if self.pos.adc[unit] else counter.faces[0]
            return int(face[names.index(name)])
        steps = self.pos.steps[unit]
        if steps < 1:
            return 0
        face = counter.faces[min(self.roster.steps(unit) - steps, len(counter.faces) - 1)]
        return int(face[names.index(name)])

    def attack(self, unit: int) -> int:
        return 0 if self.pos.dispersed[unit] else self.printed(unit, "attack")

    def defence(self, unit: int) -> int:
        return self.printed(unit, "defence")

    def armor(self, unit: int) -> int:
        """The armor value, less two if isolated and two if demoralized."""
        if self.pos.afoot[unit] or self.pos.dispersed[unit]:
            return 0
        less = 2 * (self.pos.supply[unit] == ISOLATED) + 2 * (self.pos.morale_state[unit] == DEMORALIZED)
        return max(0, self.printed(unit, "armor") - less)

    def at(self, unit: int) -> int:
        """The AT value, less one if isolated and one if demoralized."""
        if self.pos.dispersed[unit]:
            return 0
        less = (self.pos.supply[unit] == ISOLATED) + (self.pos.morale_state[unit] == DEMORALIZED)
        return max(0, self.printed(unit, "at") - less)

    # -- who is where ---------------------------------------------------------------------------

    def stack(self, hex: int, side: int) -> list[int]:
        return [unit for unit in self.stacks.get(hex, ()) if self.side(unit) == side]

    def on_map(self, side: int) -> list[int]:
        return [unit for unit, hex in enumerate(self.pos.hex) if hex >= 0 and self.side(unit) == side]

    def is_noticed(self, unit: int) -> bool:
        """A flipped company is not, nor a leader among such alone."""
        if not self.is_leader(unit):
            return not self.pos.dispersed[unit]
        mates = [one for one in self.stack(self.pos.hex[unit], self.side(unit)) if not self.is_leader(one)]
        return not mates or not all(self.pos.dispersed[one] for one in mates)

    def has_unit(self, hex: int, side: int) -> bool:
        return any(self.is_noticed(unit) for unit in self.stack(hex, side))

    def holds(self, hex: int, side: int) -> bool:
        """Is a unit of this side there that can defend it?"""
        return any(not self.pos.dispersed[one] and self.defence(one) > 0 for one in self.stack(hex, side))

    # -- ground ---------------------------------------------------------------------------------

    def terrain(self, hex: int) -> str:
        return self.once.terrain[hex]

    def is_water(self, hex: int) -> bool:
        return self.terrain(hex) == "water"

    def hexside(self, here: int, way: int) -> str:
        return str(self.board.side_kinds[self.board.sides[here * 6 + way]])

    def beside(self, hex: int) -> list[tuple[int, int]]:
        """The six ways out of a hex, each with where it leads."""
        return self.once.beside[hex]

    def around(self, hex: int) -> list[int]:
        return [there for _, there in self.beside(hex)]

    def way(self, here: int, there: int) -> int:
        """The way from a hex to its neighbour; -1 if it is none."""
        return next((way for way, end in self.beside(here) if end == there), -1)

    def road(self, here: int, way: int) -> str:
        links = self.board.links[here * 6 + way]
        return "highway" if links & 2 else "road" if links & 1 else ""

    def price(self, here: int, way: int, mobility: str, marches: bool = False) -> int | None:
        """Half points to go this way: the road's rate, or the hex and a stream; None if it may not go."""
        key = (here, way, mobility, marches)
        if key not in self.once.prices:
            self.once.prices[key] = self._price(*key)
        return self.once.prices[key]

    def _price(self, here: int, way: int, mobility: str, marches: bool) -> int | None:
        there = self.board.grid.neighbours[here * 6 + way]
        side = self.hexside(here, way)
        if side == "river":
            return None
        costs = self.tables["terrain-movement"]
        found = []
        kind = self.terrain(there)
        if side != "impassable" and not costs.is_blank(kind, mobility):
            found.append(
                costs.halves(kind, mobility) + (costs.halves("stream", mobility) if side == "stream" else 0)
            )
        road = self.road(here, way)
        if road:
            found.append((self.tables["strategic-movement"] if marches else costs).halves(road, mobility))
        return min(found, default=None)

    def bridges(self) -> list[tuple[int, int, bool]]:
        """Bridges over the Prut that stand: both ends, and whether vehicles may use them."""
        if not self.is_steel:
            return []
        rows = [self.pos.bridges[place : place + 4] for place in range(0, len(self.pos.bridges), 4)]
        found = [(near, far, True) for _, near, far, begun in rows if not begun]
        printed = zip(self.pos.standing, self.content.printed_bridges, strict=True)
        return [*found, *(bridge for up, bridge in printed if up)]

    def combat_neighbours(self, hex: int) -> list[int]:
        """Adjacent in combat; the ends of the Kanev bridge are so while it stands."""
        found = self.around(hex)
        if not self.is_steel and self.pos.bridge:
            ends = [self.content.bridge_west, self.content.bridge_east]
            if hex in ends and min(ends) >= 0:
                found.append(ends[1 - ends.index(hex)])
        return found

    # -- zones ----------------------------------------------------------------------------------

    def zone(self, side: int, without: tuple[int, ...] = ()) -> set[int]:
        """The hexes in the zones of control of a side, as if some of its units were not there."""
        if not without and side in self._zones:
            return self._zones[side]
        found: set[int] = set()
        for hex in self.stacks:
            units = [one for one in self.stack(hex, side) if not self.pos.dispersed[one]]
            units = [one for one in units if one not in without]
            guns = any(self.is_gun(one) and self.pos.ammunition[one] > 0 for one in units)
            if not guns and sum(self.attack(one) for one in units) < 3:
                continue
            found.add(hex)
            classes = {self.mobility(one) for one in units if not self.is_leader(one)}
            for way, there in self.beside(hex):
                if not self.is_water(there) and any(self.price(hex, way, one) is not None for one in classes):
                    found.add(there)
        if not without:
            self._zones[side] = found
        return found

    # -- stacking -------------------------------------------------------------------------------

    def weight(self, unit: int) -> int:
        """What it counts in stacking: a unit is one, in Red Steel a battalion three companies."""
        if not self.is_steel:
            return 1
        if self.kind(unit) == "monitor":
            return 0
        if self.is_company(unit) or self.is_hq(unit):
            return 1
        return 6 if self.is_large(unit) else 3

    def is_large(self, unit: int) -> bool:
        traits = self.traits(unit)
        return "nkvd" in traits or ("mountain" in traits and self.pos.steps[unit] >= 3)

    def fits(self, hex: int, units: list[int]) -> bool:
        """Would these be within the limit of stacking in the hex? One HQ and all leaders are free."""
        side = self.side(units[0])
        there = [one for one in {*self.stack(hex, side), *units} if not self.is_leader(one)]
        free = max([self.weight(one) for one in there if self.is_hq(one)], default=0)
        return sum(self.weight(one) for one in there) - free <= (9 if self.is_steel else 5)

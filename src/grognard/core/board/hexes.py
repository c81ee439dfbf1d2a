"""Flat-top hexagons in columns: names, neighbours, distances, straight lines and drawing positions.

A hex is a small int everywhere else in the program: ``(row - 1) * columns + (column - 1)``.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Final

DIRECTION_NAMES: Final[tuple[str, ...]] = ("N", "NE", "SE", "S", "SW", "NW")
"""The six hexsides in order; the opposite of direction d is ``(d + 3) % 6``."""

OFF_MAP: Final[int] = -1

# Axial steps of the six directions, r growing southwards.
_STEP_Q: Final[tuple[int, ...]] = (0, 1, 1, 0, -1, -1)
_STEP_R: Final[tuple[int, ...]] = (-1, -1, 0, 1, 1, 0)

_COLUMN_WIDTH: Final[float] = sqrt(3.0) / 2.0
_RADIUS: Final[float] = 1.0 / sqrt(3.0)


def opposite(direction: int) -> int:
    """The direction that looks back: N for S, NE for SW, and so on."""
    return (direction + 3) % 6


def default_names(columns: int, rows: int) -> list[str]:
    """Names such as "0715" (column 07, row 15); three digits each when a map needs them."""
    width = 2 if columns <= 99 and rows <= 99 else 3
    return [f"{c:0{width}d}{r:0{width}d}" for r in range(1, rows + 1) for c in range(1, columns + 1)]


class _Line:
    """A displacement as steps in two neighbouring directions, neither count negative."""

    def __init__(self, dq: int, dr: int) -> None:
        self.dq: int = dq
        self.dr: int = dr
        self.u: int = 0
        self.v: int = 0
        self.u_steps: int = 0
        self.v_steps: int = 0
        # Half a hex across the line: three times the largest cross product with a corner.
        self.half_width: int = max(abs(dq + 2 * dr), abs(dq - dr), abs(2 * dq + dr))
        for d in range(6):
            e = (d + 1) % 6
            # Neighbouring directions form a basis of determinant 1, so the counts are whole numbers.
            along = dq * _STEP_R[e] - dr * _STEP_Q[e]
            across = _STEP_Q[d] * dr - _STEP_R[d] * dq
            if along >= 0 and across >= 0:
                self.u, self.v, self.u_steps, self.v_steps = d, e, along, across
                break


class Grid:
    """A map of hexes: who is next to whom, how far, in which direction.

    ``lower`` says which columns, counted from 1, are shifted half a hex south. Hexes in ``missing`` have an
    index and a name but are nobody's neighbour, so that ragged maps keep the plain arithmetic of full ones.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        lower: str = "even",
        names: list[str] | None = None,
        missing: frozenset[int] = frozenset(),
    ) -> None:
        if columns < 1 or rows < 1:
            raise ValueError("a map needs at least one column and one row")
        if lower not in ("even", "odd"):
            raise ValueError('lower must be "even" or "odd"')
        self.columns: int = columns
        self.rows: int = rows
        self.size: int = columns * rows
        self.lower: str = lower
        self.missing: frozenset[int] = missing
        self.names: list[str] = default_names(columns, rows) if names is None else list(names)
        if len(self.names) != self.size:
            raise ValueError(f"{self.size} names needed, {len(self.names)} given")
        self._by_name: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        if len(self._by_name) != self.size:
            raise ValueError("two hexes have the same name")
        # How far axial r of a column's top hex lies above zero.
        odd = 0 if lower == "even" else 1
        self._lift: list[int] = [(c + odd) // 2 for c in range(columns)]
        self.q: list[int] = [i % columns for i in range(self.size)]
        self.r: list[int] = [i // columns - self._lift[i % columns] for i in range(self.size)]
        self._within: dict[tuple[int, int], list[int]] = {}
        self._far: list[bytes | None] = [None] * self.size
        self.neighbours: list[int] = []
        for i in range(self.size):
            for d in range(6):
                j = self.at(self.q[i] + _STEP_Q[d], self.r[i] + _STEP_R[d])
                self.neighbours.append(OFF_MAP if i in missing else j)

    def at(self, q: int, r: int) -> int:
        """The hex at axial (q, r), or -1 when there is none."""
        if q < 0 or q >= self.columns:
            return OFF_MAP
        row = r + self._lift[q]
        if row < 0 or row >= self.rows:
            return OFF_MAP
        i = row * self.columns + q
        return OFF_MAP if i in self.missing else i

    def index(self, name: str) -> int:
        """The hex of that printed name; KeyError when the map has no such hex."""
        i = self._by_name[name]
        if i in self.missing:
            raise KeyError(name)
        return i

    def has(self, name: str) -> bool:
        """Is there a hex of that name on the map?"""
        i = self._by_name.get(name, OFF_MAP)
        return i != OFF_MAP and i not in self.missing

    def present(self) -> list[int]:
        """Every hex that is really on the map, in index order."""
        return [i for i in range(self.size) if i not in self.missing]

    def distance(self, a: int, b: int) -> int:
        """The number of hexes from a to b, not counting a."""
        dq = self.q[a] - self.q[b]
        dr = self.r[a] - self.r[b]
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def distances(self, a: int) -> bytes:
        """The distance from a hex to every other, one byte each; put together when first asked for."""
        known = self._far[a]
        if known is None:
            columns, rows = self.columns, self.rows
            row, column = divmod(a, columns)
            strips = self._strips[column % 2]
            first = columns - 1 - column
            known = b"".join(strips[rows - 1 + there - row][first : first + columns] for there in range(rows))
            self._far[a] = known
        return known

    @cached_property
    def _strips(self) -> list[list[bytes]]:
        """Distances from a hex in an even and in an odd column to all columns, by the difference in rows."""
        return [self._strip(parity) for parity in (0, 1)]

    def _strip(self, parity: int) -> list[bytes]:
        columns, rows = self.columns, self.rows
        odd = 0 if self.lower == "even" else 1
        lift = (parity + odd) // 2
        strips: list[bytes] = []
        for down in range(1 - rows, rows):
            strip: list[int] = []
            for right in range(1 - columns, columns):
                r = down - (parity + right + odd) // 2 + lift
                strip.append(min(255, max(abs(right), abs(r), abs(right + r))))
            strips.append(bytes(strip))
        return strips

    def step(self, a: int, direction: int) -> int:
        """The neighbour in that direction, or -1 off the map."""
        return self.neighbours[a * 6 + direction]

    def direction(self, a: int, b: int) -> int:
        """The direction from a to its neighbour b, or -1 when they are not adjacent."""
        around = self.neighbours[a * 6 : a * 6 + 6]
        return around.index(b) if b in around and b != OFF_MAP else OFF_MAP

    def side(self, a: int, direction: int) -> int:
        """The number of a hexside, the same from both its hexes: six times the lower one plus direction."""
        b = self.step(a, direction)
        return b * 6 + opposite(direction) if 0 <= b < a else a * 6 + direction

    def side_name(self, side: int) -> str:
        """A hexside as players write it: "0303/NE"."""
        return f"{self.names[side // 6]}/{DIRECTION_NAMES[side % 6]}"

    def find_side(self, name: str) -> int:
        """The hexside of that name, from whichever of its hexes it is named; -1 where there is none."""
        hex, _, direction = name.partition("/")
        if not self.has(hex) or direction not in DIRECTION_NAMES:
            return OFF_MAP
        return self.side(self.index(hex), DIRECTION_NAMES.index(direction))

    def within(self, a: int, radius: int) -> list[int]:
        """Every hex at most ``radius`` away, a included, in index order; kept, and so to read only."""
        kept = self._within.get((a, radius))
        if kept is not None:
            return kept
        reach = min(radius, self.columns + self.rows)
        found: list[int] = []
        for dq in range(-reach, reach + 1):
            for dr in range(max(-reach, -dq - reach), min(reach, reach - dq) + 1):
                i = self.at(self.q[a] + dq, self.r[a] + dr)
                if i != OFF_MAP:
                    found.append(i)
        found.sort()
        self._within[(a, radius)] = found
        return found

    def ray(self, a: int, direction: int, length: int) -> list[int]:
        """The hexes of a straight row from a (not included), cut short by the map edge."""
        hexes: list[int] = []
        here = a
        for _ in range(length):
            here = self.step(here, direction)
            if here == OFF_MAP:
                break
            hexes.append(here)
        return hexes

    def line_crossings(self, a: int, b: int) -> list[tuple[int, ...]]:
        """What a straight centre-to-centre line passes, in order, both ends included.

        One hex for each hex whose inside the line enters; a pair where it runs along the hexside between two.
        A line that only touches a corner does not pass that hex. Hexes off the map are left out.
        """
        far = self.distance(a, b)
        passed: list[tuple[int, ...]] = [(a,)]
        if far == 0:
            return passed
        line = _Line(self.q[b] - self.q[a], self.r[b] - self.r[a])
        for level in range(1, far):
            passed += self._passed_at(a, line, level)
        passed.append((b,))
        return passed

    def _passed_at(self, a: int, line: _Line, level: int) -> list[tuple[int, ...]]:
        """The hexes ``level`` away from a that the line enters or runs beside."""
        inside: list[tuple[int, int]] = []
        beside: list[int] = []
        dq, dr, u, v = line.dq, line.dr, line.u, line.v
        guess = level * line.u_steps // (line.u_steps + line.v_steps)
        for i in range(max(guess, level - line.v_steps), min(guess + 1, line.u_steps) + 1):
            cq = i * _STEP_Q[u] + (level - i) * _STEP_Q[v]
            cr = i * _STEP_R[u] + (level - i) * _STEP_R[v]
            off = 3 * abs(dq * cr - dr * cq)
            found = self.at(self.q[a] + cq, self.r[a] + cr)
            if found == OFF_MAP or off > line.half_width:
                continue
            if off < line.half_width:
                along = 2 * dq * cq + dq * cr + dr * cq + 2 * dr * cr
                inside.append((along, found))
            elif line.u_steps == line.v_steps:
                beside.append(found)
        if beside:
            return [tuple(sorted(beside))]
        inside.sort()
        return [(found,) for _, found in inside]

    def centre(self, i: int) -> tuple[float, float]:
        """The middle of a hex for drawing: x right, y down, hexes 1.0 high, the map starting at 0, 0."""
        column = i % self.columns
        lowered = (column % 2 == 1) == (self.lower == "even")
        return (_RADIUS + column * _COLUMN_WIDTH, i // self.columns + (1.0 if lowered else 0.5))

    def corners(self, i: int) -> list[tuple[float, float]]:
        """The six corners, clockwise from the top left, so that side d runs from corner d to corner d + 1."""
        x, y = self.centre(i)
        half = _RADIUS / 2.0
        return [
            (x - half, y - 0.5),
            (x + half, y - 0.5),
            (x + _RADIUS, y),
            (x + half, y + 0.5),
            (x - half, y + 0.5),
            (x - _RADIUS, y),
        ]

"""The line that supplies a unit, hex by hex; and of one without supply, where its line is cut and by whom."""

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.core.chapter import Explanation, Term, counted
from grognard.games.battalions.model.content import UNIT_SIGNS
from grognard.games.battalions.model.formations import may_be_unassigned
from grognard.games.battalions.model.position import GERMAN, BattalionPosition
from grognard.games.battalions.turn.supply import FAR, Traces, is_always_supplied, open_hexes


class SupplyLine(NamedTuple):
    """How a unit is supplied, or why it is not: the hexes of its line, and those where it is cut."""

    hexes: tuple[int, ...]
    cut: tuple[int, ...]
    sheet: Explanation


class _Way(NamedTuple):
    hexes: tuple[int, ...]
    length: int


class _Lines:
    """The search for lines of one side, as the map lies now."""

    def __init__(self, pos: BattalionPosition, side: int) -> None:
        self.pos = pos
        self.side = side
        self.traces = Traces(pos, side)
        self.free = open_hexes(pos, side)
        content = pos.content
        self.land = content.hex_sets.all & ~content.water_set
        self.exits = content.supply_exits(pos, side)

    def shortest(self, starts: Iterable[int], goal: int, free: int) -> _Way | None:
        """The shortest way from one of these hexes to a hex over those that are free."""
        content = self.pos.content
        came: dict[int, int] = {}
        best: dict[int, int] = {}
        queue: list[tuple[int, int]] = []
        for start in starts:
            if free >> start & 1:
                best[start] = 0
                heappush(queue, (0, start))
        while queue:
            length, here = heappop(queue)
            if length > best[here]:
                continue
            if here == goal:
                return self._walked_back(came, here, length)
            around = content.neighbours[here * 6 : here * 6 + 6]
            steps = [(there, 1) for there in around if there >= 0 and self._is_passable(here, there)]
            for there, more in [*steps, *self.traces.links.get(here, [])]:
                if not free >> there & 1:
                    continue
                if length + more < best.get(there, FAR):
                    best[there] = length + more
                    came[there] = here
                    heappush(queue, (length + more, there))
        return None

    def _is_passable(self, here: int, there: int) -> bool:
        content = self.pos.content
        if not content.fenced_set >> there & 1:
            return True
        return bool(content.unfenced[there] >> here & 1)

    @staticmethod
    def _walked_back(came: dict[int, int], goal: int, length: int) -> _Way:
        way = [goal]
        while way[-1] in came:
            way.append(came[way[-1]])
        return _Way(tuple(way), length)

    def blocks(self, way: _Way) -> tuple[int, ...]:
        """The hexes of a way over any land that no line of this side may enter."""
        return tuple(hex for hex in way.hexes if not self.free >> hex & 1)

    def blocker(self, hex: int) -> str:
        """Who keeps a line out of a hex: an enemy in it, or whose zone it lies in."""
        pos = self.pos
        signs = pos.signs(1 - self.side).translate(UNIT_SIGNS)
        if signs[hex]:
            return "the enemy stands there"
        around = pos.content.neighbours[hex * 6 : hex * 6 + 6]
        beside = [pos.content.names[there] for there in around if there >= 0 and signs[there]]
        return f"in the zone of the enemy in {' and '.join(beside)}" if beside else "in an enemy zone"


def supply_line(pos: BattalionPosition, unit: int) -> SupplyLine:
    """How this unit is supplied now, or why it is not; from nothing that its side does not see."""
    content = pos.content
    lines = _Lines(pos, content.side[unit])
    name = content.unit_names[unit]
    if is_always_supplied(pos, unit):
        term = Term("carries what it needs", "yes", "rp.supply.5")
        return SupplyLine((), (), Explanation(f"Supply of {name}", (term,), "in supply"))
    if content.is_hq[unit]:
        return _of_hq(lines, unit, name)
    return _of_unit(lines, unit, name)


def _of_hq(lines: _Lines, hq: int, name: str) -> SupplyLine:
    hexes, cut, terms = _to_the_edge(lines, hq)
    total = "out of supply" if terms and terms[-1].bad else "in supply"
    return SupplyLine(hexes, cut, Explanation(f"Supply of {name}", tuple(terms), total))


def _to_the_edge(lines: _Lines, hq: int) -> tuple[tuple[int, ...], tuple[int, ...], list[Term]]:
    """The line from an HQ to a road at the edge of the map, or where it is cut."""
    pos = lines.pos
    here, name = pos.hex[hq], pos.content.unit_names[hq]
    way = lines.shortest(lines.exits, here, lines.free)
    if way is not None:
        edge = pos.content.names[way.hexes[-1]]
        term = Term(f"{name} to the edge at {edge}", counted(way.length, "hex", "hexes"), "rp.supply.8")
        return way.hexes, (), [term]
    wish = lines.shortest(lines.exits, here, lines.land | 1 << here)
    if wish is None:
        return (), (), [Term(f"{name} to the edge", "no way by land", "rp.supply.12", bad=True)]
    cut = lines.blocks(wish)
    return (), cut, [_cut_term(lines, f"{name} to the edge", cut)]


def _cut_term(lines: _Lines, what: str, cut: tuple[int, ...]) -> Term:
    """The hexes that cut a line, the first with who does it."""
    names = lines.pos.content.names
    first = cut[0] if cut else -1
    if first < 0:
        return Term(what, "no way", "rp.supply.9", bad=True)
    more = f", and {counted(len(cut) - 1, 'hex', 'hexes')} more" if len(cut) > 1 else ""
    return Term(f"{what}: cut at {names[first]}", f"{lines.blocker(first)}{more}", "rp.supply.9", bad=True)


def _candidates(lines: _Lines, unit: int) -> list[int]:
    """The HQs on the map that this unit may be supplied by."""
    pos, content = lines.pos, lines.pos.content
    on_map = [one for one in pos.on_map(lines.side) if content.is_hq[one]]
    named = content.supply_hqs(pos, unit)
    if named is not None:
        return [one for one in on_map if one in named]
    if lines.side == GERMAN or may_be_unassigned(pos, unit):
        return on_map
    own = content.hq_of[pos.formation_of(unit)]
    return [one for one in on_map if one == own]


def _range(lines: _Lines, unit: int, hq: int) -> int:
    pos = lines.pos
    is_by_side = pos.content.supply_hqs(pos, unit) is None and lines.side == GERMAN
    return pos.content.limit("german-supply") if is_by_side else pos.value("range", hq)


def _of_unit(lines: _Lines, unit: int, name: str) -> SupplyLine:
    here, title = lines.pos.hex[unit], f"Supply of {name}"
    hqs = _candidates(lines, unit)
    if not hqs:
        term = Term("an HQ that may supply it", "none on the map", "rp.supply.2", bad=True)
        return SupplyLine((), (), Explanation(title, (term,), "out of supply"))
    best: tuple[int, SupplyLine] | None = None
    for hq in hqs:
        found = _by(lines, unit, hq, here, title)
        if best is None or found[0] < best[0]:
            best = found
    assert best is not None
    return best[1]


def _by(lines: _Lines, unit: int, hq: int, here: int, title: str) -> tuple[int, SupplyLine]:
    """The line through one HQ, and how bad it is: the least is told."""
    pos, content = lines.pos, lines.pos.content
    limit, hq_name = _range(lines, unit, hq), content.unit_names[hq]
    to_hq = f"to {hq_name} in {content.names[pos.hex[hq]]}"
    way = lines.shortest([pos.hex[hq]], here, lines.free)
    if way is not None and way.length <= limit:
        onward, cut, terms = _to_the_edge(lines, hq)
        first = Term(to_hq, f"{way.length} of {counted(limit, 'hex', 'hexes')}", "rp.supply.2")
        is_cut = any(term.bad for term in terms)
        total = "out of supply" if is_cut else "in supply"
        line = SupplyLine((*way.hexes, *onward[1:]), cut, Explanation(title, (first, *terms), total))
        return (1000 if is_cut else 0) + way.length, line
    wish = lines.shortest([pos.hex[hq]], here, lines.land | 1 << here)
    if wish is None:
        term = Term(to_hq, "no way by land", "rp.supply.12", bad=True)
        return 5000, SupplyLine((), (), Explanation(title, (term,), "out of supply"))
    if wish.length > limit:
        away = counted(wish.length, "hex", "hexes")
        term = Term(to_hq, f"too far: {away}, range {limit}", "rp.supply.3", bad=True)
        return 2000 + wish.length, SupplyLine((), (), Explanation(title, (term,), "out of supply"))
    cut = lines.blocks(wish)
    if not cut and way is not None:
        away = counted(way.length, "hex", "hexes")
        term = Term(to_hq, f"too far round the enemy: {away}, range {limit}", "rp.supply.3", bad=True)
    else:
        term = _cut_term(lines, to_hq, cut)
    return 1500 + wish.length, SupplyLine((), cut, Explanation(title, (term,), "out of supply"))


def supplied_hexes(pos: BattalionPosition, side: int) -> dict[int, str]:
    """The hexes from which a unit of this side, of whatever formation, has a line now."""
    traces = Traces(pos, side)
    area = 0
    for hq in traces.supplied_hqs:
        limit = pos.content.limit("german-supply") if side == GERMAN else pos.value("range", hq)
        area |= traces.spread([pos.hex[hq]], limit)
    return {hex: "in supply" for hex in range(pos.content.hexes) if area >> hex & 1}


def supplied(pos: BattalionPosition, side: int) -> frozenset[int]:
    """The units of a side that have a line now."""
    traces = Traces(pos, side)
    units = [unit for unit in pos.on_map(side) if not pos.content.is_leader[unit]]
    return frozenset(unit for unit in units if traces.reaches(unit))

"""Supply: paths from units to their HQs, and from HQs to roads that lead off the map."""

from collections.abc import Iterable

from grognard.core.chapter import Action, Game, rule
from grognard.games.battalions.model.content import UNIT_SIGNS
from grognard.games.battalions.model.formations import may_be_unassigned
from grognard.games.battalions.model.position import (
    GERMAN,
    ISOLATED,
    OOS,
    SUPPLIED,
    BattalionPosition,
)

FAR = 1 << 20
"""Any length."""


class Traces:
    """All supply paths of one side, as the map lies now."""

    def __init__(self, pos: BattalionPosition, side: int) -> None:
        self.pos = pos
        self.side = side
        self.links: dict[int, list[tuple[int, int]]] = _links(pos, side)
        self._free: int = open_hexes(pos, side)
        from_edge = self.spread(pos.content.supply_exits(pos, side), FAR)
        self.supplied_hqs: list[int] = [
            unit
            for unit in pos.on_map(side)
            if pos.content.is_hq[unit] and (is_always_supplied(pos, unit) or from_edge >> pos.hex[unit] & 1)
        ]
        self._in_supply = frozenset(self.supplied_hqs)
        self._within: dict[int, int] = {}
        self._areas: dict[frozenset[int], int] = {}
        self._german: int | None = None

    @rule("rp.supply.9", "rp.supply.10", "rp.supply.11", "rp.supply.12")
    def spread(self, starts: Iterable[int], limit: int) -> int:
        """The set of hexes that a path from one of these can come to within so many hexes.

        A path enters no blocked hex, crosses no impassable hexside, and the great river only where it may.
        """
        area, due = 0, {0: self._set(starts)}
        length, before = 0, -1
        while length <= limit and (area != before or due):
            before = area
            area |= self._ring(area) | due.pop(length, 0)
            for hex, ends in self.links.items():
                if area >> hex & 1 and not before >> hex & 1:
                    for end, more in ends:
                        due[length + more] = due.get(length + more, 0) | self._set([end])
            length += 1
        return area

    def _set(self, hexes: Iterable[int]) -> int:
        found = 0
        for hex in hexes:
            found |= 1 << hex
        return found & self._free

    def _ring(self, area: int) -> int:
        """The open hexes next to a set, those behind impassable hexsides and great rivers left out."""
        content = self.pos.content
        ring = content.hex_sets.spread(area) & self._free & ~area
        fenced = ring & content.fenced_set
        while fenced:
            here = fenced & -fenced
            if not content.unfenced[here.bit_length() - 1] & area:
                ring ^= here
            fenced ^= here
        return ring

    def within_range(self, hq: int) -> int:
        """The set of hexes within the range of an HQ."""
        found = self._within.get(hq)
        if found is None:
            found = self.spread([self.pos.hex[hq]], self.pos.value("range", hq))
            self._within[hq] = found
        return found

    def _within_any(self) -> int:
        """The hexes within the range of any HQ in supply: the Germans' all have the same."""
        if self._german is None:
            limit = self.pos.content.limit("german-supply")
            self._german = self.spread([self.pos.hex[hq] for hq in self.supplied_hqs], limit)
        return self._german

    @rule("rp.supply.2", "rp.supply.3", "rp.supply.4", "rp.supply.7", "rp.supply.8")
    def reaches(self, unit: int) -> bool:
        """Has this unit a path: an HQ to the map edge, another unit to an HQ that has one?"""
        pos = self.pos
        if is_always_supplied(pos, unit):
            return True
        if pos.content.is_hq[unit]:
            return unit in self.supplied_hqs
        return bool(self._area_for(unit) >> pos.hex[unit] & 1)

    def _area_for(self, unit: int) -> int:
        """The hexes from which a unit that is no HQ has a path."""
        content = self.pos.content
        named = content.supply_hqs(self.pos, unit)
        if named is not None:
            return self._area_of(named)
        if self.side == GERMAN:
            return self._within_any()
        if may_be_unassigned(self.pos, unit):
            return self._area_of(self._in_supply)
        own = content.hq_of[self.pos.formation_of(unit)]
        return self.within_range(own) if own in self._in_supply else 0

    def _area_of(self, hqs: frozenset[int]) -> int:
        """The hexes within the range of any of these HQs that are in supply."""
        found = self._areas.get(hqs)
        if found is None:
            found, by_range = 0, dict[int, list[int]]()
            for hq in hqs & self._in_supply:
                by_range.setdefault(self.pos.value("range", hq), []).append(self.pos.hex[hq])
            for limit, starts in by_range.items():
                found |= self.spread(starts, limit)
            self._areas[hqs] = found
        return found


MARKER_OFF = {OOS: "rp.supply.13", ISOLATED: "rp.supply.14"}
"""The rule that takes each marker off."""


@rule("rp.supply.5", "rp.supply.6")
def is_always_supplied(pos: BattalionPosition, unit: int) -> bool:
    """Parachutists and gliders carry what they need, all of the airborne brigades; so do ships."""
    return pos.content.is_airborne[unit] or pos.content.is_glider[unit] or pos.content.kind[unit] == "monitor"


@rule("rp.supply.9", "rp.supply.12")
def open_hexes(pos: BattalionPosition, side: int) -> int:
    """The set of hexes a path of this side may enter.

    Not those of the enemy, nor in an enemy zone without a friendly unit; dispersed enemies block nothing.
    """
    content, where = pos.content, pos.hex
    sets = content.hex_sets
    own = bytearray(content.hexes)
    for unit in pos.on_map(side):
        if not content.is_leader[unit]:
            own[where[unit]] = 1
    free = sets.flagged(own) | sets.all & ~sets.flagged(pos.zoc(1 - side)) & ~content.water_set
    return free & ~sets.flagged(pos.signs(1 - side).translate(UNIT_SIGNS))


def _links(pos: BattalionPosition, side: int) -> dict[int, list[tuple[int, int]]]:
    """Ways over the great river, both ways."""
    found: dict[int, list[tuple[int, int]]] = {}
    for a, b, length in pos.content.supply_links(pos, side):
        found.setdefault(a, []).append((b, length))
        found.setdefault(b, []).append((a, length))
    return found


def is_in_supply(pos: BattalionPosition, unit: int) -> bool:
    """Can a supply line be traced for this unit now?"""
    side = pos.content.side[unit]
    kept = pos.kept_traces[side]
    if kept is None or kept[0] != pos.supply_key():
        kept = (pos.supply_key(), Traces(pos, side))
        pos.kept_traces[side] = kept
    traces = kept[1]
    assert isinstance(traces, Traces)
    return traces.reaches(unit)


@rule("rp.supply.1", "rp.supply.13", "rp.supply.14", "rp.supply.15", "rp.general.8")
class CheckSupply(Action[BattalionPosition, tuple[()]]):
    """Markers come off who has a path and go on who has none; who was isolated stays so until he has one."""

    title = "Supply check"

    def run(self, game: Game[BattalionPosition], v: tuple[()]) -> None:
        pos = game.pos
        traces = Traces(pos, pos.phasing)
        for unit in pos.on_map(pos.phasing):
            if pos.content.is_leader[unit]:
                continue
            state = SUPPLIED if traces.reaches(unit) else max(pos.supply[unit], OOS)
            before = pos.supply[unit]
            if state != before:
                pos.supply[unit] = state
                rule_id = "rp.supply.15" if state else MARKER_OFF[before]
                game.tell("supply", unit, state, rule=rule_id, sees=pos.viewers(unit))

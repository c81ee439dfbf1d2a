"""The state of a game of Red Steel: what its family keeps, and chits, air units, bridges and stores."""

from typing import Final, NamedTuple

from grognard.core.chapter import EVERYBODY, NOTHING, OPEN, rule
from grognard.core.position import KNOWN, listed, number, per_unit
from grognard.games.battalions.model.position import GERMAN, REMOVED, SIGN_UNIT, SOVIET, BattalionPosition
from grognard.games.red_steel.model.content import SteelContent
from grognard.games.red_steel.model.scenario import STORES

__all__ = ["AXIS", "SOVIET", "SPANNING", "Bridge", "SteelPosition"]

AXIS: Final = GERMAN
SPANNING: Final = REMOVED
"""Where a bridge engineer is while its counter lies on its bridge side."""
BRIDGE: Final = 4


class Bridge(NamedTuple):
    """A bridge counter over a river hexside, in place or being built by an engineer."""

    engineer: int
    near: int
    """The hex of the engineer when he began."""
    far: int
    begun: int
    """The turn in which it was begun; 0: it is in place."""


class SteelPosition(BattalionPosition):
    """Formation chits, air units, bridges, ammunition tracks and losses besides what the family has."""

    content: SteelContent

    cup: list[int] = listed(OPEN)
    """The formations whose chits are in the cup, one entry for each chit."""
    boxes: list[int] = listed(OPEN)
    """The formations whose chits lie in the activation boxes, in the order of the boxes."""
    active: int = number(NOTHING, OPEN)
    """The formation that is moving."""
    withheld: list[int] = listed(OPEN)
    """Formations whose chits the Soviet player keeps out of the cup."""
    departed: list[int] = listed(OPEN)
    """Formations that have left the map by the east or south edge, and the steps they left with."""
    absent: list[int] = listed(OPEN)
    """Formations that a die has kept out of the game."""
    air: list[int] = listed(OPEN)
    """Air units that are available."""
    stores: list[int] = listed(OPEN)
    """Salvos for the rest of the game, in the order of STORES."""
    points: int = number(0, OPEN)
    """Romanian infantry replacement points."""
    bridges: list[int] = listed(OPEN)
    """Four numbers for each bridge counter, see Bridge."""
    standing: list[int] = listed(OPEN)
    """Does each printed bridge stand?"""
    lifted: list[int] = listed(OPEN)
    """Engineers that have limbered a bridge in this player turn."""
    far_bank: list[int] = per_unit(NOTHING, OPEN)
    """The east bank hex of the hexside on which a monitor lies; its hex is the west one."""
    alarmed: int = number(0, OPEN)
    """Has an Axis unit moved within 3 hexes of Chisinau?"""
    early: list[int] = listed(OPEN)
    """Hexes of Chisinau that the Axis took before 15 July."""
    axis_cost: int = number(0, OPEN)
    """What the Axis has lost in halves of a point: two for a German or tank step, one for another."""
    lost_hqs: int = number(0, OPEN)
    cut_off: int = number(0, OPEN)
    """How many divisions of the Axis were wholly cut off when the game ended."""
    attached: list[int] = per_unit(NOTHING, KNOWN)
    """The Romanian formation to which a German unit is assigned."""

    main_move = "MoveAndFord"

    def __init__(self, content: SteelContent) -> None:
        super().__init__(content)
        self.stores = [0] * len(STORES)
        self.standing = [0] * len(content.printed_bridges)

    # -- formations and stores ----------------------------------------------------------------------

    @rule("rs.formations.3", "rs.formations.5")
    def formation_of(self, unit: int) -> int:
        """A German unit assigned to a Romanian formation counts as part of it, and so do its companies."""
        origin = self.origin(unit)
        attached = max(self.attached[unit], self.attached[origin])  # `attached_to`, asked very often
        return self.content.formation[origin] if attached == NOTHING else attached

    def attached_to(self, unit: int) -> int:
        """The Romanian formation to which this unit is assigned, or the battalion it is part of."""
        return max(self.attached[unit], self.attached[self.origin(unit)])

    def clear(self, unit: int) -> None:
        """A company or remnant that goes back to its pool is assigned to nobody."""
        super().clear(unit)
        if self.content.pool_of[unit]:
            self.attached[unit] = NOTHING

    @rule("rs.ammo-resupply.4", "rs.setup.1", "rs.setup.2")
    def salvos_for(self, unit: int) -> int:
        """Ammunition of its own type and nationality; there is never more of it than at the start."""
        return self.stores[self.content.store_of(unit)]

    def spend_salvos(self, unit: int, count: int) -> None:
        self.stores[self.content.store_of(unit)] -= count

    def count_lost(self, unit: int, steps: int) -> None:
        """Soviet headquarters are counted for themselves."""
        content = self.content
        if content.side[unit] == SOVIET and content.is_hq[unit]:
            self.lost_hqs += steps
            return
        super().count_lost(unit, steps)
        if content.side[unit] == AXIS:
            self.axis_cost += steps * (2 if self.is_dear(unit) else 1)

    def is_dear(self, unit: int) -> bool:
        """Is it a unit of the Axis whose steps cost a whole point: of the Germans, or tanks?"""
        return self.content.nation[unit] == "german" or self.content.kind[unit] == "tank"

    def supply_key(self) -> object:
        return (self.turn, tuple(self.bridges), tuple(self.standing))

    def stacks_of(self, side: int) -> list[int]:
        """The hexes in which a side shows counters to everybody: hidden stacks, ships on both banks."""
        shown = {hex for hex, sign in enumerate(self.signs(side)) if sign & SIGN_UNIT}
        return sorted(shown.union(bank for _, bank in self.far_banks(side)))

    @rule("rs.monitors.2")
    def far_banks(self, side: int) -> list[tuple[int, int]]:
        """A monitor is in both bank hexes of its hexside."""
        content, banks = self.content, self.far_bank
        afloat = [unit for unit in content.monitors if content.side[unit] == side and self.hex[unit] >= 0]
        return [(unit, banks[unit]) for unit in afloat if banks[unit] != NOTHING]

    # -- what everybody sees ------------------------------------------------------------------------

    @rule("rs.monitors.2")
    def knows(self, side: int, unit: int) -> bool:
        """A monitor lies on the river for all to see."""
        return self.content.is_monitor[unit] or super().knows(side, unit)

    def viewers(self, unit: int) -> int:
        return EVERYBODY if self.content.is_monitor[unit] else super().viewers(unit)

    # -- bridges ------------------------------------------------------------------------------------

    def all_bridges(self) -> list[Bridge]:
        """The bridge counters, in place or being built."""
        count = len(self.bridges) // BRIDGE
        return [Bridge(*self.bridges[place * BRIDGE : place * BRIDGE + BRIDGE]) for place in range(count)]

    def set_bridges(self, bridges: list[Bridge]) -> None:
        self.bridges = [number for bridge in bridges for number in bridge]
        self.last_reach = None
        self.kept_traces = [None, None]

    def bridge_of(self, engineer: int) -> Bridge | None:
        """The bridge that an engineer builds or has built."""
        return next((bridge for bridge in self.all_bridges() if bridge.engineer == engineer), None)

    def spans(self) -> list[tuple[int, int, bool]]:
        """The hexsides that are bridged now, and whether vehicles may use the bridge."""
        found = [(one.near, one.far, True) for one in self.all_bridges() if not one.begun]
        for up, (near, far, vehicles) in zip(self.standing, self.content.printed_bridges, strict=True):
            if up:
                found.append((near, far, vehicles))
        return found

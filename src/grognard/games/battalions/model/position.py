"""The state of a game of the family: one flat list per property, one entry per counter or place."""

from bisect import insort
from typing import Final, NamedTuple, TypeVar

from grognard.core.chapter import NOTHING, OPEN, rule
from grognard.core.position import KNOWN, Position, listed, number, per_place, per_side, per_unit
from grognard.games.battalions.model.content import FOOT, Content

GERMAN: Final = 0
"""The side that moves first; in a game with allies, the whole Axis."""
SOVIET: Final = 1
NOBODY: Final = 2
"""Holds the hexes that are nobody's."""

# Where a counter is when it is not on the map.
WAITING: Final = -1  # comes later, by the schedule or by air
ABSENT: Final = -2  # not in play, or a company slot that is free
ELIMINATED: Final = -3
REDUCED: Final = -4  # its last step is on the map as another counter
BROKEN_DOWN: Final = -5  # its companies are on the map
REMOVED: Final = -6  # taken off the map for replacements
DISPLACED: Final = -7  # a leader driven off, back in the next AM turn
HURT: Final = -8  # a leader who was wounded or eliminated
HIDDEN: Final = -9  # in a view: on the map, nobody knows where

# The order a unit is in.
IN_ORDER: Final = 0
DISRUPTED: Final = 1
DEMORALIZED: Final = 2

# How it stands with its supply.
SUPPLIED: Final = 0
OOS: Final = 1
ISOLATED: Final = 2

FULL_AMMUNITION: Final = 2

# What a unit has done in this player turn.
MOVED: Final = 1  # its move is over
MARCHED: Final = 2  # strategically
BUILT: Final = 4
DEMOLISHED: Final = 8  # tried to blow a bridge
HELPED: Final = 16  # others over a river
CROSSED: Final = 32  # tried to cross the great river
LIMBERED_NOW: Final = 64  # limbered or unlimbered
INFILTRATED: Final = 128  # tried to
ENTERED: Final = 256  # came onto the map
LANDED: Final = 512
BOMBARDED: Final = 1024
SUPPORTED: Final = 2048  # an attack
ATTACKED: Final = 4096
SEARCHED: Final = 8192
FOUND: Final = 16384  # a dispersed company, until the combat phase ends
RETREATED: Final = 32768  # into its hex: DS 0 for the rest of the player turn
REPLACED: Final = 65536  # took a replacement point: MA 0
RETURNED: Final = 131072  # an HQ put back into play: MA 0
BROKE_THROUGH: Final = 262144
NO_RECOVERY: Final = 524288  # kept until the unit's own next recovery
FIRED_THIS_TURN: Final = 1048576  # bombarded in this game turn: an option bars its defensive support
ADVANCED: Final = 2097152
RETREATED_BEFORE: Final = 4194304  # the combat that is being fought: it may advance in it
CHECKED: Final = 8388608  # rolled for before it moves

ACTIVE_FLAGS: Final = (
    BUILT
    | DEMOLISHED
    | HELPED
    | CROSSED
    | LIMBERED_NOW
    | INFILTRATED
    | BOMBARDED
    | SUPPORTED
    | ATTACKED
    | SEARCHED
)
"""Whoever did one of these does not recover."""
TURN_FLAGS: Final = FIRED_THIS_TURN | REPLACED | RETURNED
"""What is forgotten when a game turn begins."""
LASTING_FLAGS: Final = NO_RECOVERY | TURN_FLAGS
"""What is not forgotten when a player turn begins."""

# What an enemy stack shows of itself, a bit each.
SIGN_UNIT: Final = 1
SIGN_COMBAT: Final = 2
SIGN_DISPERSED: Final = 4  # a flipped company

# Field works.
NO_WORKS: Final = 0
DIGGING: Final = 1
IMPROVED: Final = 2


class Felt(NamedTuple):
    """What a side feels of an enemy it does not see: where stacks stand, and their zones of control."""

    signs: bytes
    zone: bytes
    veiled: bytes
    """Signs of those units alone that the side does not know."""


class BattalionPosition(Position):
    """Units, hexes and tracks as small ints. `content` is what never changes; the caches are derived."""

    keeps_own_caches = True

    hex: list[int] = per_unit(ABSENT, KNOWN, HIDDEN)
    steps: list[int] = per_unit(0, KNOWN, 0)
    morale_state: list[int] = per_unit(IN_ORDER, KNOWN, 0)
    supply: list[int] = per_unit(SUPPLIED, KNOWN, 0)
    ammunition: list[int] = per_unit(0, KNOWN, 0)
    limbered: list[int] = per_unit(0, KNOWN, 0)
    dispersed: list[int] = per_unit(0, KNOWN, 0)
    """Is it an airborne unit on its "?" side, flipped as the rulebook says?"""
    afoot: list[int] = per_unit(0, KNOWN, 0)
    """Is it a recon unit that has been turned over to foot for good?"""
    source: list[int] = per_unit(NOTHING, KNOWN)
    """The battalion that a company or remnant was part of: it gives it formation and regiment."""
    left_over: list[int] = per_unit(0, KNOWN, 0)
    """Is it a company whose battalion was joined again without it? Then it stands for nobody but itself."""
    adc: list[int] = per_unit(0, KNOWN, 0)
    """Does a leader lie on his ADC side, as the deputy who commands for him?"""
    back: list[int] = per_unit(0, KNOWN, 0)
    """The turn from which a wounded leader can come back; 0: he is not away."""
    flags: list[int] = per_unit(0, KNOWN, 0)
    spent: list[int] = per_unit(0, KNOWN, 0)
    """Movement points spent in this player turn, in halves."""
    helped: list[int] = per_unit(0, KNOWN, 0)
    """How many companies an engineer has helped over a river in this turn; a battalion is three."""
    attempts: list[int] = per_unit(0, KNOWN, 0)
    """How often a leader has tried to give a shift in this player turn."""
    arrived: list[int] = per_unit(0, KNOWN, 0)
    """The turn in which it came onto the map, 0 for who was there at the start."""
    seen: list[int] = per_unit(0, OPEN)
    """The sides, a bit each, that have looked at it since it came to its hex."""
    control: list[int] = per_place(NOBODY, OPEN)
    works: list[int] = per_place(NO_WORKS, OPEN)
    works_side: list[int] = per_place(NOBODY, OPEN)
    begun: list[int] = per_place(0, OPEN)
    """The turn in which field works under construction were begun."""
    crossings: list[int] = per_place(0, OPEN)
    """How many units have tried to cross the great river from this hex in this player turn."""
    taken: list[int] = listed(OPEN)
    """Hexes that became friendly to the phasing side in this movement phase."""
    bombarded: list[int] = listed(OPEN)
    """Hexes that were bombarded in this phase."""
    shown_orders: list[int] = listed(OPEN)
    """What was last shown of secret orders: two options, or two morale levels, the attacker's first."""
    turn: int = number(1, OPEN)
    phasing: int = number(GERMAN, OPEN)
    salvos: list[int] = per_side(0, OPEN)
    lost_steps: list[int] = per_side(0, OPEN)
    """Steps lost by each side since the game began."""

    is_open = False  # the enemy does not see who moves in a stack
    main_move = "NormalMovement"
    """The step of normal movement, in which everybody is asked."""

    def __init__(self, content: Content) -> None:
        super().__init__(2, content.units, content.hexes)
        self._agree(content)
        self.felt: list[Felt | None] = [None, None]
        self._start_caches()

    def _agree(self, content: Content) -> None:
        self.content = content
        self.board = content.board
        self.roster = content.roster

    def _start_caches(self) -> None:
        self._at: list[list[int]] | None = None
        self._on_map: list[list[int] | None] = [None, None]
        self.kept_bars: list[bytes | None] = [None, None]
        self._zoc: list[bytes | None] = [None, None]
        self._signs: list[bytes | None] = [None, None]
        self._held: list[list[int] | None] = [None, None]
        self.last_reach: tuple[object, object] | None = None
        self.kept_traces: list[tuple[object, object] | None] = [None, None]

    def share_caches(self, old: "BattalionPosition") -> None:
        self._agree(old.content)
        self.felt = old.felt[:]
        self._start_caches()
        # A cache is replaced, never changed, so two positions may share it.
        self._on_map = old._on_map[:]
        self.kept_bars = old.kept_bars[:]
        self._zoc = old._zoc[:]
        self._signs = old._signs[:]

    def forget(self) -> None:
        self._start_caches()

    # -- time -----------------------------------------------------------------------------------

    @property
    def is_night(self) -> bool:
        return self.content.is_night(self.turn)

    @property
    def is_am(self) -> bool:
        return self.content.is_am(self.turn)

    # -- who is where ---------------------------------------------------------------------------

    def stacks(self) -> list[list[int]]:
        """The counters of every hex, of both sides, in the order of the counter list; to read only."""
        stacks = self._at
        if stacks is None:
            stacks = [[] for _ in range(self.content.hexes)]
            for unit, hex in enumerate(self.hex):
                if hex >= 0:
                    stacks[hex].append(unit)
            self._at = stacks
        return stacks

    def at(self, hex: int) -> list[int]:
        """The counters of a hex, of both sides, in the order of the counter list."""
        return self.stacks()[hex]

    def of_side_at(self, hex: int, side: int) -> list[int]:
        """The counters of one side in a hex, leaders and HQs included."""
        sides = self.content.side
        return [unit for unit in self.stacks()[hex] if sides[unit] == side]

    def on_map(self, side: int) -> list[int]:
        """The counters of a side that are on the map, in the order of the counter list; to read only."""
        found = self._on_map[side]
        if found is None:
            where = self.hex
            found = [unit for unit in self.content.units_of[side] if where[unit] >= 0]
            self._on_map[side] = found
        return found

    def leaders(self, side: int) -> list[int]:
        """The leaders of a side that are on the map."""
        where = self.hex
        return [leader for leader in self.content.leaders_of[side] if where[leader] >= 0]

    def hexes_of(self, side: int) -> list[int]:
        """The hexes in which a side has counters, in order."""
        return sorted(self.hex_set(side))

    def hex_set(self, side: int) -> set[int]:
        """The hexes in which a side has counters."""
        where = self.hex
        return {where[unit] for unit in self.on_map(side)}

    def far_banks(self, side: int) -> list[tuple[int, int]]:
        """The ships of a side, each with the hex in which it is besides its own."""
        return []

    def watch_set(self, side: int) -> set[int]:
        """The hexes from which a side sees the enemy: those of its counters, ships on both banks."""
        return self.hex_set(side).union(bank for _, bank in self.far_banks(side))

    # -- what a counter is worth ----------------------------------------------------------------

    @rule("rp.general.13")
    def value(self, name: str, unit: int) -> int:
        """A printed value of the side of the counter that is up; 0 if it prints none."""
        steps = 0 if self.adc[unit] else self.steps[unit]
        return self.content.printed_value(name, unit, steps)

    @rule("rp.general.11", "rp.general.23")
    def attack_of(self, unit: int) -> int:
        """The printed AS. A dispersed unit has none (rp.general.23)."""
        return 0 if self.dispersed[unit] else self.value("attack", unit)

    @rule("rp.general.12", "rp.general.23", "rp.para-search.9")
    def defence_of(self, unit: int) -> int:
        """The printed DS; a dispersed unit has that of its front."""
        return self.value("defence", unit)

    def morale_of(self, unit: int) -> int:
        """The printed morale."""
        return self.value("morale", unit)

    def armor_of(self, unit: int) -> int:
        """The printed armor value. Recon turned over to foot has none."""
        return 0 if self.afoot[unit] or self.dispersed[unit] else self.value("armor", unit)

    @rule("rp.general.16", "rp.general.23", "rp.para-search.9")
    def at_of(self, unit: int) -> int:
        """The printed AT value. A dispersed unit has none."""
        return 0 if self.dispersed[unit] else self.value("at", unit)

    def movement_of(self, unit: int) -> int:
        """The printed MA, before anything changes it."""
        if self.content.is_leader[unit]:
            return self.content.limit("leader-movement")
        if self.afoot[unit]:
            return self.content.limit("afoot-movement")
        return self.value("movement", unit)

    def mobility_of(self, unit: int) -> int:
        """FOOT, MOTORIZED or MECHANIZED."""
        return FOOT if self.afoot[unit] else self.content.mobility[unit]

    def origin(self, unit: int) -> int:
        """The counter whose formation and regiment hold for this one: the battalion a company is part of."""
        while self.source[unit] != NOTHING:
            unit = self.source[unit]
        return unit

    def formation_of(self, unit: int) -> int:
        """The formation printed for it, or for the battalion it is part of; -1: unassigned."""
        return self.content.formation[self.origin(unit)]

    def regiment_of(self, unit: int) -> str:
        """The regiment or brigade printed for it, or for the battalion it is part of."""
        return self.content.regiment[self.origin(unit)]

    def is_combat_unit(self, unit: int) -> bool:
        """Does it bar its hex to the enemy? Not a leader, nor DS 0, nor a dispersed unit."""
        return not self.dispersed[unit] and self.defence_of(unit) > 0

    @rule("rp.general.23", "rp.move-general.16")
    def lies_low(self, unit: int) -> bool:
        """Does the enemy not notice it: a dispersed unit, or a leader with nobody but such about him?"""
        is_leader = self.content.is_leader
        if not is_leader[unit]:
            return bool(self.dispersed[unit])
        here = self.of_side_at(self.hex[unit], self.content.side[unit])
        others = [self.dispersed[one] for one in here if not is_leader[one]]
        return bool(others) and all(others)

    # -- what can be felt of a side ---------------------------------------------------------------

    def signs(self, side: int) -> bytes:
        """What each hex shows of a side to everybody: SIGN_UNIT, SIGN_COMBAT, SIGN_DISPERSED."""
        felt = self.felt[side]
        if felt is not None:
            return felt.signs
        known = self._signs[side]
        if known is None:
            known = self._find_signs(side)
            self._signs[side] = known
        return known

    def _find_signs(self, side: int) -> bytes:
        found = bytearray(self.content.hexes)
        is_leader, dispersed = self.content.is_leader, self.dispersed
        for unit in self.on_map(side):
            if dispersed[unit] or (is_leader[unit] and self.lies_low(unit)):
                found[self.hex[unit]] |= SIGN_DISPERSED
            else:
                found[self.hex[unit]] |= SIGN_UNIT | SIGN_COMBAT * self.is_combat_unit(unit)
        return bytes(found)

    def is_held(self, hex: int, side: int) -> bool:
        """Does a combat unit of this side stand in the hex and bar it to the enemy?"""
        return bool(self.signs(side)[hex] & SIGN_COMBAT)

    def held_hexes(self, side: int) -> list[int]:
        """The hexes that combat units of this side bar to the enemy, in order; to read only."""
        held = self._held[side] if self.felt[side] is None else None
        if held is None:
            held = [hex for hex, sign in enumerate(self.signs(side)) if sign & SIGN_COMBAT]
            if self.felt[side] is None:
                self._held[side] = held
        return held

    def has_unit(self, hex: int, side: int) -> bool:
        """Is a counter of this side in the hex that can be noticed, if only a leader?"""
        return bool(self.signs(side)[hex] & SIGN_UNIT)

    def zoc(self, side: int) -> bytes:
        """One byte per hex: is it in a zone of control of `side`?"""
        felt = self.felt[side]
        if felt is not None:
            return felt.zone
        zone = self._zoc[side]
        if zone is None:
            from grognard.games.battalions.model.zoc import zones_of  # the chapter imports this file

            zone = zones_of(self, side)
            self._zoc[side] = zone
        return zone

    # -- changes --------------------------------------------------------------------------------

    def place(self, unit: int, hex: int) -> None:
        """Put a counter in a hex, or with a negative `hex` off the map. Nobody has looked at it there yet."""
        here = self.hex[unit]
        if here == hex:
            return
        if self._at is not None:
            if here >= 0:
                self._at[here].remove(unit)
            if hex >= 0:
                insort(self._at[hex], unit)  # kept in order, so that a copy lists the same options
        self.hex[unit] = hex
        self.seen[unit] = 0
        if here < 0 or hex < 0:
            self._on_map[self.content.side[unit]] = None
        self.changed(unit)

    def changed(self, unit: int) -> None:
        """Steps, ammunition, side or place of a counter have changed: drop what hangs on them."""
        side = self.content.side[unit]
        self._zoc[side] = None
        self._signs[side] = None
        self._held[side] = None
        self.felt[side] = None
        self.last_reach = None
        self.kept_traces = [None, None]

    def forget_taken(self) -> None:
        """A phase begins: what became friendly before it is friendly for all that follows."""
        self.taken = []
        self.kept_bars = [None, None]

    def take_control(self, hex: int, side: int) -> None:
        """The hex is friendly to this side now."""
        self.control[hex] = side
        self.kept_bars = [None, None]

    def count_lost(self, unit: int, steps: int) -> None:
        """So many steps of a counter are lost, or with a number below 0 do not count as lost."""
        self.lost_steps[self.content.side[unit]] += steps

    def salvos_for(self, unit: int) -> int:
        """The salvos in store that a gun can be given: those of its side."""
        return self.salvos[self.content.side[unit]]

    def spend_salvos(self, unit: int, count: int) -> None:
        """So many salvos are given to a gun."""
        self.salvos[self.content.side[unit]] -= count

    def clear(self, unit: int) -> None:
        """A counter leaves the map: what was true of it there is over."""
        self.morale_state[unit] = IN_ORDER
        self.supply[unit] = SUPPLIED
        self.limbered[unit] = 0
        self.dispersed[unit] = 0
        self.flags[unit] = 0
        self.spent[unit] = 0

    def supply_key(self) -> object:
        """What supply paths hang on besides the places of units, which drop the kept paths themselves."""
        return self.turn

    def reveal(self, unit: int, side: int) -> None:
        """Let a side know this counter until it goes elsewhere."""
        self.seen[unit] |= 1 << side

    def knows(self, side: int, unit: int) -> bool:
        """Does a side know this counter: its own, one beside the map, or one it has looked at?"""
        owner = self.content.side[unit]
        return side == owner or self.hex[unit] < 0 or (side >= 0 and bool(self.seen[unit] >> side & 1))

    def viewers(self, unit: int) -> int:
        """The sides that know this counter, as an event mask."""
        return 1 << self.content.side[unit] | self.seen[unit]


B = TypeVar("B", bound=BattalionPosition)
"""The position of a game of the family."""

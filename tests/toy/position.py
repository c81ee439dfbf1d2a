"""The toy game's position and the plain questions about it."""

from pathlib import Path
from typing import Annotated, Final, Literal, get_args

import msgspec

from grognard.core.board.board import Board
from grognard.core.board.units import Roster
from grognard.core.content.load import Contents, Loaded, load_all
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.content.read import Fault, Scenario
from grognard.core.position import (
    KNOWN,
    NOTHING,
    OPEN,
    SECRET,
    Position,
    listed,
    number,
    per_place,
    per_side,
    per_unit,
)

NORTH, SOUTH, PARTISANS = 0, 1, 2
Side = Literal["north", "south", "partisans"]
SIDES: Final[tuple[Side, ...]] = get_args(Side)
ENEMIES: Final = ((SOUTH, PARTISANS), (NORTH,), (NORTH,))
HOLD, MARCH = 0, 1
CHITS: Final = 4
"""Kinds of chit, which are also their values."""

TURNED_UP: Final = 1 << len(SIDES)
"""The bit of `seen` that says a counter lies face up for everybody, onlookers too."""

RESERVE, LOST = -1, -2
"""Places of a counter that is not on the map."""

FOLDER: Final = Path(__file__).parent


class Markers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each side has to spend, and the chits in the cup by their kind."""

    tokens: dict[Side, Annotated[int, msgspec.Meta(ge=0, le=99)]]
    chits: Annotated[list[int], msgspec.Meta(min_length=CHITS, max_length=CHITS)]


class ToyScenario(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of the toy game."""

    markers: Markers


class Setting:
    """What never changes in play: the map, the counters, the scenario."""

    def __init__(self, scenario: ToyScenario, board: Board, roster: Roster, key: str) -> None:
        self.scenario = scenario
        self.key = key
        self.board = board
        self.roster = roster
        self.side_of: list[int] = [SIDES.index(counter.side) for counter in roster.counters]
        self.strength: list[int] = [counter.faces[0][0] for counter in roster.counters]
        rough = board.terrain_kinds.index("rough")
        self.cost: list[int] = [2 if terrain == rough else 1 for terrain in board.terrain]
        self.ford: int = next(iter(board.places))
        self.chits: list[int] = scenario.markers.chits


SETTINGS: Final[Contents[Setting]] = Contents()


def setting(scenario: str, own: PlayerFiles = NO_FILES) -> Setting:
    """The setting of a scenario, or of a player's own, read once."""
    key = f"{own.scenario or scenario} {own.key}"

    def load() -> Setting:
        parts = load_all(FOLDER / "data", ToyScenario, scenario, own, (), _faults)
        return Setting(parts.scenario, parts.board, parts.roster, key)

    return SETTINGS.get(key, load)


def _faults(parts: Loaded[ToyScenario]) -> list[Fault]:
    """What the rules of the toy cannot read: it wants rough ground in its legend, and a ford."""
    if "rough" in parts.board.terrain_kinds and parts.board.places:
        return []
    return [Fault("map", "has no rough ground or no place", "the first place is the ford")]


class ToyPosition(Position):
    """Who stands where, who has seen what, and what is left to spend."""

    turn: int = number(0, OPEN)
    first: int = number(NORTH, OPEN)
    at: list[int] = per_unit(LOST, KNOWN, unknown=LOST)
    seen: list[int] = per_unit(0, KNOWN, unknown=0)
    spent: list[int] = per_place(0, OPEN)
    looked: list[int] = per_side(0, OPEN)
    tokens: list[int] = per_side(0, OPEN)
    stance: list[int] = per_side(HOLD, OPEN)
    cup: list[int] = listed(SECRET)
    hand: list[int] = listed(SECRET)
    barred: list[int] = listed(OPEN)
    """Hexsides that nobody crosses."""
    amount: list[int] = per_unit(0, OPEN)
    """Tokens in a depot."""
    hurt: list[int] = per_unit(0, OPEN)
    """Steps lost."""
    order: list[int] = listed(OPEN)
    """Counters in the order in which they were last laid on top of a stack."""

    def __init__(self, place: Setting) -> None:
        super().__init__(len(SIDES), len(place.side_of), place.board.size)
        self.place = place
        self.board = place.board
        self.roster = place.roster
        self.seen = [1 << side for side in place.side_of]
        self.cup = place.chits[:]
        self.hand = [0] * (len(SIDES) * CHITS)
        self._holder: list[int] | None = None

    def share_caches(self, old: "ToyPosition") -> None:
        self.place = old.place
        self.board = old.board
        self.roster = old.roster
        self._holder = old._holder

    def forget(self) -> None:
        self._holder = None

    # -- questions ------------------------------------------------------------------------------

    @property
    def holder(self) -> list[int]:
        """The side in each hex: derived, dropped whenever a counter moves."""
        if self._holder is None:
            self._holder = [NOTHING] * len(self.spent)
            for unit, hex in enumerate(self.at):
                if hex >= 0 and not self.is_depot(unit):
                    self._holder[hex] = self.place.side_of[unit]
        return self._holder

    def stack_at(self, hex: int) -> list[int]:
        """The counters in a hex."""
        return [unit for unit, place in enumerate(self.at) if place == hex]

    def foot_at(self, hex: int) -> list[int]:
        """The counters in a hex that walk and fight: all but depots."""
        return [unit for unit in self.stack_at(hex) if not self.is_depot(unit)]

    def is_depot(self, unit: int) -> bool:
        """Is this counter a depot, which holds no hex?"""
        return self.roster.counters[unit].kind == "depot"

    def is_top(self, unit: int) -> bool:
        """Does it lie on top of its stack, or nowhere?"""
        return (
            self.at[unit] < 0
            or self.is_depot(unit)
            or max(self.foot_at(self.at[unit]), key=self._laid) == unit
        )

    def _laid(self, unit: int) -> tuple[int, int]:
        return (self.order.index(unit) if unit in self.order else -1, -unit)

    def stacks(self, side: int) -> list[int]:
        """The hexes where a side stands."""
        return [hex for hex, holder in enumerate(self.holder) if holder == side]

    def reserve(self, side: int) -> list[int]:
        """The counters of a side that have yet to land."""
        return [unit for unit in self.stack_at(RESERVE) if self.place.side_of[unit] == side]

    def neighbours(self, hex: int) -> list[int]:
        """The hexes around a hex, those off the map left out."""
        grid = self.place.board.grid
        if hex >= grid.size:
            return []
        around = enumerate(grid.neighbours[hex * 6 : hex * 6 + 6])
        return [there for way, there in around if there >= 0 and grid.side(hex, way) not in self.barred]

    def is_enemy(self, hex: int, side: int) -> bool:
        """Does an enemy of this side stand there?"""
        return self.holder[hex] in ENEMIES[side]

    def is_ally(self, hex: int, side: int) -> bool:
        """Does another side that is no enemy stand there?"""
        return self.holder[hex] not in (NOTHING, side, *ENEMIES[side])

    def is_next_to(self, hex: int, side: int) -> bool:
        """Does this side stand in a neighbouring hex?"""
        return any(self.holder[there] == side for there in self.neighbours(hex))

    def allowance(self, side: int) -> int:
        """Movement points of a stack (toy.move.2)."""
        return 3 if self.stance[side] == MARCH else 2

    # -- changes --------------------------------------------------------------------------------

    def put_on_top(self, unit: int) -> None:
        """Lay a counter on top of its stack."""
        self.order = [*(one for one in self.order if one != unit), unit]

    def put(self, unit: int, hex: int) -> None:
        """Put a counter somewhere."""
        self.at[unit] = hex
        self._holder = None

    def show(self, units: list[int], side: int = NOTHING) -> None:
        """Turn counters up for a side, or for everybody."""
        for unit in units:
            self.seen[unit] |= 2 * TURNED_UP - 1 if side == NOTHING else 1 << side

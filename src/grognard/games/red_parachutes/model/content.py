"""What never changes in a game of Red Parachutes."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from grognard.core.board.board import Board
from grognard.core.board.tables import Table
from grognard.core.board.units import Roster
from grognard.core.chapter import Refusal, Ruling, rule
from grognard.core.content.load import load_all
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.flow.flow import AnyGame
from grognard.core.position import Position
from grognard.core.system import Toggle
from grognard.games.battalions.model.content import FOOT, Content, roster_in_play
from grognard.games.battalions.model.position import SOVIET
from grognard.games.red_parachutes.family import ParachuteCombat
from grognard.games.red_parachutes.model.scenario import (
    BRIDGE_EAST,
    BRIDGE_WATER,
    BRIDGE_WEST,
    EAST_BANK,
    EXITS,
    WEST_BANK,
    ParachuteScenario,
    part_faults,
)
from grognard.kit.reach import CLOSED, reach

if TYPE_CHECKING:
    from grognard.games.red_parachutes.model.position import ParachutePosition

DATA: Final = Path(__file__).parent.parent / "data"

TOGGLES: Final = [
    Toggle(
        "company-substitution", "Three companies of a type stand in for a battalion.", True, "rp.general.24"
    ),
    Toggle("extra-drop-die", "One die more for the number of companies dropped.", False, "rp.paradrop.11"),
    Toggle("bombardment-in-combat", "Bombardment is part of each attack.", False, "rp.bombardment.2"),
    Toggle("combat-options", "Attacker and defender choose options in secret.", True, "rp.combat-options.1"),
    Toggle("double-artillery", "The attacker may double a gun's support.", True, "rp.offensive-support.6"),
    Toggle("surprise", "The attacker may attempt surprise in AM and night turns.", True, "rp.surprise.1"),
    Toggle("enemy-picks-second-step", "The enemy picks who loses the second step.", False, "rp.losses.2"),
    Toggle(
        "bombard-bars-defense",
        "A gun that bombarded gives no support for the rest of the game turn.",
        False,
        "rp.defensive-support.20",
    ),
]


class ParachuteContent(Content):
    """The unchanging part of one game, with the Dnepr, its banks and its bridge."""

    scenario: ParachuteScenario
    combat = ParachuteCombat()

    def __init__(
        self, scenario: ParachuteScenario, board: Board, roster: Roster, tables: dict[str, Table]
    ) -> None:
        super().__init__(scenario, board, roster, tables, {one.id: one.default for one in TOGGLES})
        self.west_bank: frozenset[int] = board.area(WEST_BANK)
        self.east_bank: frozenset[int] = board.area(EAST_BANK)
        self.bridge_west: int = _single(board, BRIDGE_WEST)
        self.bridge_water: int = _single(board, BRIDGE_WATER)
        self.bridge_east: int = _single(board, BRIDGE_EAST)
        self.bridge_ends = frozenset((self.bridge_west, self.bridge_east))
        self.exits: list[list[int]] = [sorted(board.area(name)) for name in EXITS]
        """The road hexes at the map edge that are supply sources, by side."""
        self.is_costly: list[bool] = [
            not _is_plain(traits, mobility)
            for traits, mobility in zip(self.traits, self.mobility, strict=True)
        ]
        """Is it a guards, armored, motor or airborne unit, whose steps weigh more in the count of victory?"""
        self.brigades: list[int] = [self.formation_ids.index(id) for id in scenario.brigades]
        self.jumpers: list[list[int]] = [self._jumpers(brigade) for brigade in self.brigades]
        """The units of each brigade; leaders go with their HQ."""

    def _jumpers(self, brigade: int) -> list[int]:
        return [unit for unit, of in enumerate(self.formation) if of == brigade and not self.is_leader[unit]]

    @rule("rp.dnepr.1", "rp.dnepr.9")
    def river_bar(self, pos: Position, unit: int, here: int, there: int) -> Ruling:
        """The Dnepr parts the two hexes: not even on foot does a way lead over land."""
        if not self.ground.waters or there in reach(self.ground.going[FOOT], {here: 0}, CLOSED).cost:
            return None
        name = self.names[there]
        if self.side[unit] == SOVIET:
            why = f"{name} is across the Dnepr, which Soviet units cross at bridgeheads and the Kanev bridge."
            return Refusal("rp.dnepr.1", why)
        return Refusal("rp.dnepr.9", f"{name} is across the Dnepr.", "Cross it from a bank hex.")

    def entered(self, game: AnyGame, unit: int, hex: int, moves: bool) -> None:
        if hex in game.pos.pairs:
            from grognard.games.red_parachutes.dnepr.bridgeheads import (
                drive_off,  # the chapter imports this file
            )

            drive_off(game, unit, hex)

    def supply_exits(self, pos: Position, side: int) -> list[int]:
        return self.exits[side]

    def supply_links(self, pos: Position, side: int) -> list[tuple[int, int, int]]:
        from grognard.games.red_parachutes.dnepr.crossing import supply_links

        return supply_links(pos, side)

    def shut(self, pos: Position) -> tuple[int, ...]:
        stands = cast("ParachutePosition", pos).bridge or self.bridge_water < 0
        return () if stands else (self.bridge_water,)

    # -- the river --------------------------------------------------------------------------------

    @cached_property
    def boat_hexes(self) -> list[int]:
        """The hexes of the east bank that face one of the west bank."""
        return [hex for hex in sorted(self.east_bank) if self.facing(hex)]

    def facing(self, hex: int) -> tuple[int, ...]:
        """The hexes of the other bank that face this one; where is no river, none."""
        return self.all_facing[hex]

    @cached_property
    def all_facing(self) -> list[tuple[int, ...]]:
        """For every hex those of the other bank that face it."""
        banks = self.west_bank | self.east_bank
        return [self._facing(hex) if hex in banks else () for hex in range(self.hexes)]

    def _facing(self, hex: int) -> tuple[int, ...]:
        near = self.grid.within(hex, 2)
        return tuple(sorted(there for there in near if self.spans_river(hex, there)))

    def spans_river(self, a: int, b: int) -> bool:
        """Do two bank hexes face each other, with nothing but one all-water hex of the way between them?"""
        west, east = self.west_bank, self.east_bank
        if not ((a in west and b in east) or (a in east and b in west)):
            return False
        length = self.grid.distance(a, b)
        if length != 2:
            return length == 1
        between = {*self.neighbours[a * 6 : a * 6 + 6]} & {*self.neighbours[b * 6 : b * 6 + 6]} - {-1}
        return all(self.ground.is_water[hex] for hex in between)


def _is_plain(traits: frozenset[str], mobility: int) -> bool:
    """Riflemen, sappers and guns on foot that are neither guards nor airborne."""
    return mobility == FOOT and not traits & {"guards", "airborne"}


def _single(board: Board, area: str) -> int:
    return min(board.area(area), default=-1)


def scenario_files() -> list[Path]:
    """The scenario files that ship with the game, the teaching one first."""
    found = sorted((DATA / "scenarios").glob("*.toml"))
    return sorted(found, key=lambda path: path.stem != "teaching")


def load_content(scenario: str, own: PlayerFiles = NO_FILES) -> ParachuteContent:
    """Everything a game needs, checked; ContentError lists what is wrong."""
    toggles = [toggle.id for toggle in TOGGLES]
    parts = load_all(DATA, ParachuteScenario, scenario, own, toggles, part_faults)
    playing = roster_in_play(parts.scenario, parts.roster)
    return ParachuteContent(parts.scenario, parts.board, playing, parts.tables)

"""What never changes in a game of Red Steel, and where the family asks this game for its own rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import msgspec

from grognard.core.board.board import Board
from grognard.core.board.tables import Table
from grognard.core.board.units import Roster
from grognard.core.chapter import Ruling, rule
from grognard.core.content.load import load_all
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.flow.flow import AnyGame
from grognard.core.position import Position
from grognard.core.system import Toggle
from grognard.games.battalions.model.content import Bounds, Content, roster_in_play
from grognard.games.battalions.model.position import GERMAN, SOVIET
from grognard.games.red_steel.family import SteelCombat
from grognard.games.red_steel.model.scenario import (
    AXIS_EXITS,
    CITY,
    NORTH_EXITS,
    PRINTED,
    SOVIET_EXITS,
    STORES,
    WAY_OUT,
    WEST_BANK,
    SteelScenario,
    part_faults,
)
from grognard.games.red_steel.model.stacking import stack_words, weight

if TYPE_CHECKING:
    from grognard.games.red_steel.model.position import SteelPosition

DATA: Final = Path(__file__).parent.parent / "data"
FOOT_BRIDGE: Final = "ungheni"
"""The railway bridge: no motorized or mechanized unit may use it."""
TWO_CHITS: Final = "cavalry-corps"
NO_CHIT: Final = "garrison"

TOGGLES: Final = [
    Toggle(
        "company-substitution", "Three companies of a type stand in for a battalion.", True, "rs.general.26"
    ),
    Toggle("bombardment-in-combat", "Bombardment is part of each attack.", False, "rs.bombardment.3"),
    Toggle("combat-options", "Attacker and defender choose options in secret.", True, "rs.combat-options.1"),
    Toggle("double-artillery", "The attacker may double a gun's support.", True, "rs.offensive-support.7"),
    Toggle("surprise", "The attacker may attempt surprise in AM and night turns.", True, "rs.surprise.1"),
    Toggle("enemy-picks-second-step", "The enemy picks who loses the second step.", False, "rs.losses.2"),
    Toggle(
        "bombard-bars-defense",
        "A gun that bombarded gives no support for the rest of the game turn.",
        False,
        "rs.defensive-support.22",
    ),
    Toggle(
        "piecemeal-exit",
        "The divisions that are called away leave the map one unit at a time.",
        False,
        "rs.activation.18",
    ),
]


@rule(
    *("rs.engineering.11", "rs.leader-return.1", "rs.move-general.9", "rs.move-general.15", "rs.losses.11"),
    *("rs.supply.8", "rs.supply.9", "rs.movement-allowance.16"),
)
class SteelContent(Content):
    """The unchanging part of one game, with the Prut, Chisinau, chits and stores."""

    scenario: SteelScenario
    combat = SteelCombat()
    builders = frozenset()
    has_wounds = False
    guns_rest_at_night = True

    def __init__(
        self, scenario: SteelScenario, board: Board, roster: Roster, tables: dict[str, Table]
    ) -> None:
        super().__init__(scenario, board, roster, tables, {one.id: one.default for one in TOGGLES})
        self.west_bank: frozenset[int] = board.area(WEST_BANK)
        self.city: frozenset[int] = board.area(CITY)
        alarm = self.limit("garrison-alarm")
        self.near_city: frozenset[int] = frozenset(
            hex for place in self.city for hex in self.grid.within(place, alarm)
        )
        """Where an Axis unit alarms the garrison."""
        self.outside_city = bytes(hex not in self.city for hex in range(self.hexes))
        self.way_out: frozenset[int] = board.area(WAY_OUT)
        self.axis_exits: list[int] = sorted(board.area(AXIS_EXITS))
        self.north_exits: list[int] = sorted(board.area(NORTH_EXITS))
        self.soviet_exits: list[int] = sorted(board.area(SOVIET_EXITS))
        self.printed_names: list[str] = [one for one in PRINTED if len(board.area(f"bridge:{one}")) == 2]
        self.printed_bridges: list[tuple[int, int, bool]] = [
            self._printed(board, name) for name in self.printed_names
        ]
        self.bank_hexes: list[int] = sorted(
            {exit // 6 for exit, is_river in enumerate(self.ground.is_river) if is_river}
        )
        """The hexes beside the Prut."""
        self.across: dict[int, list[int]] = {
            hex: [self.neighbours[exit] for exit in range(hex * 6, hex * 6 + 6) if self.ground.is_river[exit]]
            for hex in self.bank_hexes
        }
        """The hexes on the other side of the Prut hexsides of each of them."""
        self.is_air: list[bool] = [kind == "air" for kind in self.kind]
        self.is_monitor: list[bool] = [kind == "monitor" for kind in self.kind]
        self.monitors: list[int] = [unit for unit, here in enumerate(self.is_monitor) if here]
        self.is_militia: list[bool] = ["militia" in traits for traits in self.traits]
        self.is_bridge: list[bool] = ["bridge" in traits for traits in self.traits]
        self.hqs_of_nation: dict[str, frozenset[int]] = {
            nation: frozenset(
                hq for hq in self.units_of[GERMAN] if self.is_hq[hq] and self.nation[hq] == nation
            )
            for nation in set(self.nation)
        }
        """The HQs of the Axis."""
        self.is_tied: list[bool] = ["chisinau" in traits for traits in self.traits]
        self.chits: list[int] = self._chits()
        """How many chits each formation has; none for those that are not Soviet."""
        self.with_chits: frozenset[int] = frozenset(
            formation for formation, chits in enumerate(self.chits) if chits
        )
        self.moves_with: dict[int, frozenset[int]] = {
            leader: self.leads[leader] & self.with_chits
            for leader in self.leaders_of[SOVIET]
            if self.leads[leader] & self.with_chits
        }
        """The formations of each Soviet leader: he moves when the chit of one of them is drawn."""

    def _printed(self, board: Board, name: str) -> tuple[int, int, bool]:
        hexes = board.area(f"bridge:{name}")
        west = next((hex for hex in sorted(hexes) if hex in self.west_bank), min(hexes))
        return west, next(hex for hex in hexes if hex != west), name != FOOT_BRIDGE

    @rule("rs.activation.1", "rs.activation.2")
    def _chits(self) -> list[int]:
        """One for each Soviet formation, two for the 2nd Cavalry, none for the garrison of Chisinau."""
        found = []
        for formation, kind in zip(self.roster.formations.values(), self.formation_kinds, strict=True):
            is_soviet = formation.side == self.roster.sides[SOVIET] and kind != NO_CHIT
            found.append((2 if kind == TWO_CHITS else 1) if is_soviet else 0)
        return found

    @rule("rs.setup.1", "rs.ammo-resupply.4")
    def store_of(self, unit: int) -> int:
        """The entry of the ammunition tracks for a gun: its nationality and type."""
        kind = "heavy" if "heavy" in self.traits[unit] else "light"
        return STORES.index(f"{self.nation[unit]}-{kind}")

    # -- what this game does differently: the rules are in the chapters, which import this file ---------

    def move_bar(self, pos: Position, unit: int) -> Ruling:
        from grognard.games.red_steel.turn.formation_chits import activation_bar

        here = cast("SteelPosition", pos)
        if self.side[unit] == GERMAN and not self.is_monitor[unit] and unit not in here.lifted:
            return None  # what is asked most often, answered at once
        return activation_bar(here, unit)

    def free_to_move(self, pos: Position, units: list[int]) -> list[int]:
        from grognard.games.red_steel.turn.formation_chits import unbarred

        return unbarred(cast("SteelPosition", pos), units)

    def bounds(self, pos: Position, unit: int) -> Bounds | None:
        if not self.is_tied[unit]:
            return None  # nearly everybody
        from grognard.games.red_steel.movement.garrison import garrison_bounds

        return garrison_bounds(cast("SteelPosition", pos), unit)

    def march_bar(self, pos: Position, unit: int) -> Ruling:
        from grognard.games.red_steel.prut.bridge_building import march_bar

        return march_bar(cast("SteelPosition", pos), unit)

    def free_to_march(self, pos: Position, units: list[int]) -> list[int]:
        from grognard.games.red_steel.prut.bridge_building import free_to_march

        return free_to_march(cast("SteelPosition", pos), units)

    @rule("rs.move-general.5")
    def also_on_foot(self, unit: int) -> bool:
        return "motorcycle" in self.traits[unit]

    def river_bar(self, pos: Position, unit: int, here: int, there: int) -> Ruling:
        from grognard.games.red_steel.prut.fording import river_bar

        return river_bar(cast("SteelPosition", pos), unit, here, there)

    def is_checked(self, pos: Position, hex: int) -> bool:
        from grognard.games.red_steel.turn.formation_chits import is_checked

        return is_checked(cast("SteelPosition", pos), hex)

    def entered(self, game: AnyGame, unit: int, hex: int, moves: bool) -> None:
        if moves and game.pos.bridges:
            from grognard.games.red_steel.prut.bridge_building import disturb_bridges

            disturb_bridges(game, unit, hex)
        if hex in self.near_city and self.side[unit] == GERMAN:
            from grognard.games.red_steel.movement.garrison import alarm_garrison

            alarm_garrison(game, hex)

    def open_exits(self, pos: Position, mobility: int) -> tuple[int, ...]:
        from grognard.games.red_steel.prut.fording import open_exits

        return open_exits(cast("SteelPosition", pos), mobility)

    def may_wade(self, pos: Position, unit: int, here: int, there: int) -> bool:
        from grognard.games.red_steel.prut.fording import may_wade

        return may_wade(cast("SteelPosition", pos), unit, here, there)

    def weight(self, pos: Position, unit: int) -> int:
        return weight(cast("SteelPosition", pos), unit)

    def stack_words(self, weight: int) -> str:
        return stack_words(weight)

    def may_be_unassigned(self, pos: Position, unit: int) -> bool | None:
        from grognard.games.red_steel.turn.supply import may_be_unassigned

        return may_be_unassigned(cast("SteelPosition", pos), unit)

    def supply_hqs(self, pos: Position, unit: int) -> frozenset[int] | None:
        from grognard.games.red_steel.turn.supply import supply_hqs

        return supply_hqs(cast("SteelPosition", pos), unit)

    def supply_exits(self, pos: Position, side: int) -> list[int]:
        from grognard.games.red_steel.turn.supply import supply_exits

        return supply_exits(cast("SteelPosition", pos), side)

    def supply_links(self, pos: Position, side: int) -> list[tuple[int, int, int]]:
        from grognard.games.red_steel.turn.supply import supply_links

        return supply_links(cast("SteelPosition", pos))


def load_counterparts() -> dict[str, str]:
    """Rules that the family cites by another game's number and that this one words in its own way."""
    return msgspec.toml.decode((DATA / "counterparts.toml").read_bytes(), type=dict[str, str])


def scenario_files() -> list[Path]:
    """The scenario files that ship with the game, the teaching one first."""
    found = sorted((DATA / "scenarios").glob("*.toml"))
    return sorted(found, key=lambda path: path.stem != "teaching")


def load_content(scenario: str, own: PlayerFiles = NO_FILES) -> SteelContent:
    """Everything a game needs, checked; ContentError lists what is wrong."""
    toggles = [toggle.id for toggle in TOGGLES]
    parts = load_all(DATA, SteelScenario, scenario, own, toggles, part_faults)
    playing = roster_in_play(parts.scenario, parts.roster)
    return SteelContent(parts.scenario, parts.board, playing, parts.tables)

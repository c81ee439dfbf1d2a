"""What never changes in a game of Red Steel, and where it bends the rules of its family."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import msgspec

from grognard.core.board import Board
from grognard.core.chapter import Refusal, Ruling, counted, rule
from grognard.core.flow import AnyGame
from grognard.core.own import NO_OWN, Own
from grognard.core.parts import load_parts
from grognard.core.position import Position
from grognard.core.system import Toggle
from grognard.core.tables import Table
from grognard.core.units import Roster
from grognard.games.battalions.content import FOOT, Bounds, Content, roster_in_play
from grognard.games.battalions.position import BUILT, GERMAN, SOVIET
from grognard.games.red_steel.combat_differences import SteelCombat
from grognard.games.red_steel.scenario import (
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

if TYPE_CHECKING:
    from grognard.games.red_steel.position import SteelPosition

DATA: Final = Path(__file__).parent / "data"
FOOT_BRIDGE: Final = "ungheni"
"""The railway bridge: no motorized or mechanized unit may use it."""
TWO_CHITS: Final = "cavalry-corps"
NO_CHIT: Final = "garrison"
BATTALION: Final = 3
LARGE_REGIMENT: Final = 6

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

    # -- moving -------------------------------------------------------------------------------------

    def move_bar(self, pos: Position, unit: int) -> Ruling:
        here = cast("SteelPosition", pos)
        if self.side[unit] == GERMAN and not self.is_monitor[unit] and unit not in here.lifted:
            return None  # what is asked most often, answered at once
        return _activation_bar(here, unit)

    def free_to_move(self, pos: Position, units: list[int]) -> list[int]:
        from grognard.games.red_steel.activation import unbarred  # the chapter imports this file

        return unbarred(cast("SteelPosition", pos), units)

    @rule("rs.soviet-move.4", "rs.soviet-move.5")
    def bounds(self, pos: Position, unit: int) -> Bounds | None:
        """The garrison of Chisinau moves about the city, and leaves it only when the Axis is near."""
        if not self.is_tied[unit] or cast("SteelPosition", pos).alarmed:
            return None
        why = f"{self.unit_names[unit]} stays in Chisinau until the Axis is near."
        return Bounds(self.outside_city, Refusal("rs.soviet-move.4", why))

    @rule("rs.strategic.5")
    def march_bar(self, pos: Position, unit: int) -> Ruling:
        here = cast("SteelPosition", pos)
        if self.is_engineer[unit] and (here.flags[unit] & BUILT or unit in here.lifted):
            return Refusal("rs.strategic.5", f"{self.unit_names[unit]} has done engineering work this turn.")
        return None

    def free_to_march(self, pos: Position, units: list[int]) -> list[int]:
        here = cast("SteelPosition", pos)
        flags, lifted = here.flags, here.lifted
        tired = [unit for unit in self.engineers_of[here.phasing] if flags[unit] & BUILT or unit in lifted]
        return [unit for unit in units if unit not in tired] if tired else units

    @rule("rs.move-general.5")
    def also_on_foot(self, unit: int) -> bool:
        return "motorcycle" in self.traits[unit]

    def entered(self, game: AnyGame, unit: int, hex: int) -> None:
        if game.pos.bridges:
            from grognard.games.red_steel.bridging import disturb_bridges  # the chapters import this file

            disturb_bridges(game, unit, hex)
        if hex in self.near_city and self.side[unit] == GERMAN:
            from grognard.games.red_steel.garrison import note_approach

            note_approach(game, hex)

    # -- the Prut -----------------------------------------------------------------------------------

    @rule("rs.prut.1", "rs.prut.3")
    def open_exits(self, pos: Position, mobility: int) -> tuple[int, ...]:
        """Both ways over every bridge, for the Axis: Soviet units may not cross the Prut at all."""
        here = cast("SteelPosition", pos)
        if here.phasing == SOVIET:
            return ()
        found = []
        for near, far, vehicles in here.spans():
            if vehicles or mobility == FOOT:
                found.append(near * 6 + self.grid.direction(near, far))
                found.append(far * 6 + self.grid.direction(far, near))
        return tuple(found)

    @rule("rs.advance.7", "rs.retreat.15", "rs.prut.1", "rs.prut.3")
    def may_wade(self, pos: Position, unit: int, here: int, there: int) -> bool:
        """After combat the Prut is crossed only where the unit could do so as a move."""
        from grognard.games.red_steel.prut import can_ford

        now = cast("SteelPosition", pos)
        if self.side[unit] == SOVIET:
            return False
        spans = [{near, far} for near, far, cars in now.spans() if cars or now.mobility_of(unit) == FOOT]
        return {here, there} in spans or can_ford(now, unit)

    # -- stacking -----------------------------------------------------------------------------------

    @rule("rs.post-move.6", "rs.post-move.7", "rs.post-move.9", "rs.post-move.10", "rs.post-move.11")
    def weight(self, pos: Position, unit: int) -> int:
        """In companies: three for a battalion, six for a large regiment, none for a monitor."""
        if self.is_monitor[unit]:
            return 0
        if self.is_company[unit] or self.is_hq[unit]:
            return 1
        return LARGE_REGIMENT if self.is_large(pos, unit) else BATTALION

    @rule("rs.post-move.6", "rs.post-move.9")
    def stack_words(self, weight: int) -> str:
        """Stacks are counted in companies, three to a battalion."""
        battalions, companies = divmod(weight, BATTALION)
        parts = [counted(battalions, "battalion")] if battalions else []
        if companies or not battalions:
            parts.append(counted(companies, "company", "companies"))
        return " and ".join(parts)

    @rule("rs.post-move.11", "rs.post-move.16")
    def is_large(self, pos: Position, unit: int) -> bool:
        """A mountain regiment with 3 or 4 steps and an NKVD regiment count as two battalions."""
        traits = self.traits[unit]
        return "nkvd" in traits or ("mountain" in traits and cast("SteelPosition", pos).steps[unit] >= 3)

    # -- supply -------------------------------------------------------------------------------------

    @rule("rs.formations.4", "rs.formations.5")
    def may_be_unassigned(self, pos: Position, unit: int) -> bool | None:
        """Only Romanian tank units; and of the Soviets the garrison, which has no chit."""
        now = cast("SteelPosition", pos)
        formation = now.formation_of(unit)
        if self.side[unit] == SOVIET:
            return not self.chits[formation]
        return self.nation[unit] == "romanian" and self.kind[unit] == "tank"

    @rule("rs.supply.3", "rs.supply.4", "rs.general.3", "rs.general.4", "rs.general.5", "rs.general.6")
    def supply_hqs(self, pos: Position, unit: int) -> frozenset[int] | None:
        """An Axis unit traces to any HQ of its own nation; Ukrainians count as Romanians."""
        if self.side[unit] == SOVIET:
            return None
        return self.hqs_of_nation[self.nation[unit]]

    @rule("rs.supply.11", "rs.supply.12", "rs.supply.13")
    def supply_exits(self, pos: Position, side: int) -> list[int]:
        if side == SOVIET:
            return self.soviet_exits
        late = cast("SteelPosition", pos).turn >= self.limit("north-edge-from")
        return self.axis_exits + self.north_exits if late else self.axis_exits

    @rule("rs.supply.17")
    def supply_links(self, pos: Position, side: int) -> list[tuple[int, int, int]]:
        return [(near, far, 1) for near, far, _ in cast("SteelPosition", pos).spans()]


def _activation_bar(pos: "SteelPosition", unit: int) -> Ruling:
    from grognard.games.red_steel.activation import activation_bar  # the chapter imports this file

    return activation_bar(pos, unit)


def load_counterparts() -> dict[str, str]:
    """Rules that the family cites by another game's number and that this one words in its own way."""
    return msgspec.toml.decode((DATA / "counterparts.toml").read_bytes(), type=dict[str, str])


def scenario_files() -> list[Path]:
    """The scenario files that ship with the game, the teaching one first."""
    found = sorted((DATA / "scenarios").glob("*.toml"))
    return sorted(found, key=lambda path: path.stem != "teaching")


def load_content(scenario: str, own: Own = NO_OWN) -> SteelContent:
    """Everything a game needs, checked; ContentError lists what is wrong."""
    toggles = [toggle.id for toggle in TOGGLES]
    parts = load_parts(DATA, SteelScenario, scenario, own, toggles, part_faults)
    playing = roster_in_play(parts.scenario, parts.roster)
    return SteelContent(parts.scenario, parts.board, playing, parts.tables)

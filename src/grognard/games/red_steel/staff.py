"""The staff of Red Steel: goals, the Prut and its bridges, aircraft, the monitor, militia."""

from math import inf
from typing import Any, Final

from grognard.core.chapter import DONE
from grognard.core.position import NOTHING, Choice
from grognard.games.battalions.guns.bombardment import NO_COLUMN, bombard_sheet, column_of, density
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.model.stacking import has_room
from grognard.games.battalions.staff.player import Answer, BattalionStaff
from grognard.games.battalions.staff.situation import Errands, Goals, Links, Situation
from grognard.games.red_steel.model.position import AXIS, SteelPosition
from grognard.games.red_steel.movement.tank_breakdown import needs_check
from grognard.games.red_steel.prut.fording import landings, river_neighbours
from grognard.games.red_steel.turn.militia import places
from grognard.games.red_steel.turn.victory import HQ, SteelVictory
from grognard.kit.foresight import Rung, Stakes

FORDING_COST: Final = 10
"""What a crossing is reckoned at, in halves of a movement point: a whole allowance on foot."""
PUT_BACK: Final[Choice] = ("put-back", NOTHING)
SUPPLIED: Final = 6
"""How far from a bridge, or from those who can build one, men may cross."""
WORTH_CROSSING: Final = 3
"""How near a goal has to be for those who cross without hope of a bridge."""


class SteelStaff(BattalionStaff):
    """A player of Red Steel."""

    def __init__(self) -> None:
        super().__init__()
        self.handlers |= {
            "MoveAndFord": self._move,
            "ChooseLanding": self._land,
            "Steam": self._steam,
            "WorkOnBridges": self._bridge,
            "DeclareStrikes": self._strike,
            "CallMilitia": self._call_militia,
            "PlaceMilitia": self._muster,
        }

    def goals(self, pos: BattalionPosition, side: int) -> Goals:
        """The hexes that count, and the far ends of the bridges, over which all supply comes."""
        assert isinstance(pos, SteelPosition)
        names = pos.content.scenario.victory.hexes
        found = {pos.content.grid.index(name): float(worth) for name, worth in names.items()}
        for bridge in pos.all_bridges():
            found[bridge.far] = found.get(bridge.far, 0.0) + BRIDGE
        return found

    def stakes(self, pos: BattalionPosition, side: int) -> Stakes:
        """Points as the side counts them, and the levels they climb; who wins is wanted twice as much."""
        assert isinstance(pos, SteelPosition)
        levels = [(one.least, one.winner) for one in VICTORY.ladder(pos) if one.least > -inf]
        sign = 1 if side == AXIS else -1
        # A side that counts downwards reaches the level below a bound half a point under it.
        rungs = [
            Rung(sign * least + (0 if side == AXIS else 0.5), 2.0 if _decides(side, place) else 1.0)
            for place, (least, _) in enumerate(levels)
        ]
        return Stakes(VICTORY.score(pos, side), tuple(rungs), self.turns_left(pos))

    def step_points(self, pos: BattalionPosition, unit: int) -> float:
        assert isinstance(pos, SteelPosition)
        if pos.content.side[unit] == AXIS:
            return 1.0 if pos.is_dear(unit) else 0.5
        return float(HQ) if pos.content.is_hq[unit] else 0.5

    def links(self, pos: BattalionPosition, side: int) -> Links:
        """Foot troops of the Axis cross the Prut anywhere."""
        if side != AXIS:
            return ()
        ground, neighbours = pos.content.ground, pos.content.neighbours
        return [
            (exit // 6, neighbours[exit], FORDING_COST)
            for exit, river in enumerate(ground.is_river)
            if river and neighbours[exit] >= 0
        ]

    def is_spared(self, pos: BattalionPosition, unit: int) -> bool:
        """Soviet tanks break down when they move."""
        return needs_check(pos, unit)

    def phase(self, pos: BattalionPosition) -> int:
        """Each Soviet formation has a phase of its own."""
        assert isinstance(pos, SteelPosition)
        return pos.active

    # -- bridges ------------------------------------------------------------------------------------

    def errands(self, now: Situation) -> Errands:
        """Bridge engineers go to the river, each to a place of its own, until they are done; militia stays
        in the town it has gathered to hold."""
        pos = now.pos
        assert isinstance(pos, SteelPosition)
        engineers = [unit for unit in pos.on_map(now.side) if pos.content.is_bridge[unit]]
        found = {
            unit: pos.hex[unit]
            for unit in pos.on_map(now.side)
            if pos.content.is_militia[unit] and pos.hex[unit] in now.goals
        }
        distance = pos.content.grid.distance
        sites = self._sites(now) if engineers else {}
        for unit in engineers:
            begun = pos.bridge_of(unit)
            free = [hex for hex in sites if hex not in found.values()]
            if begun is not None:
                found[unit] = begun.near
            elif free:
                here = pos.hex[unit]
                found[unit] = min(free, key=lambda hex: (distance(here, hex) * 2 + sites[hex], hex))
        return found

    def _sites(self, now: Situation) -> dict[int, float]:
        """West bank hexes from which a bridge would lead nearer to a goal, out of the enemy's sight."""
        pos = now.pos
        assert isinstance(pos, SteelPosition)
        spanned = {hex for near, far, _ in pos.spans() for hex in (near, far)}
        found: dict[int, float] = {}
        for hex in pos.content.bank_hexes:
            if hex in pos.content.west_bank and hex not in spanned and not _enemy_near(now, hex):
                ends = [far for far in river_neighbours(pos, hex) if far >= 0 and not _enemy_near(now, far)]
                held = [far for far in ends if pos.has_unit(far, now.side)]
                if ends:
                    found[hex] = min(now.to_goals(FOOT)[far] for far in held or ends) - HELD * bool(held)
        return found

    def _bridge(self, pos: BattalionPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        """Engineers at the river build where the far bank is nearest to a goal; bridges stay."""
        assert isinstance(pos, SteelPosition)
        now = self._situation(pos, side)
        if v.unit != NOTHING:
            ends = [hex for verb, hex in options if verb == "across" and hex in self._far_ends(now, v.unit)]
            if not ends:
                return PUT_BACK, "there is no bridge to build here"
            best = min(ends, key=lambda hex: (not pos.has_unit(hex, side), now.to_goals(FOOT)[hex], hex))
            return ("across", best), "the guns need a bridge"
        for verb, unit in options:
            if verb == "bridge" and self._far_ends(now, unit):
                return ("bridge", unit), "the guns need a bridge"
        return DONE, "no bridge is wanted here"

    def _far_ends(self, now: Situation, unit: int) -> list[int]:
        pos = now.pos
        assert isinstance(pos, SteelPosition)
        here = pos.hex[unit]
        if _enemy_near(now, here):
            return []
        return [far for far in river_neighbours(pos, here) if far >= 0 and not _enemy_near(now, far)]

    # -- over the Prut, and along it ------------------------------------------------------------------

    def _besides(self, pos: BattalionPosition, side: int, options: list[Choice]) -> Answer | None:
        """The monitor comes up; whoever can cross to the east bank does, where a bridge can follow."""
        assert isinstance(pos, SteelPosition)
        for verb, unit in options:
            if verb == "steam" and unit not in self._tried:
                self._tried.add(unit)
                return ("steam", unit), "its guns are wanted up the river"
        fording = [unit for verb, unit in options if verb == "ford" and unit not in self._tried]
        wanted = [
            unit
            for unit in fording
            if pos.hex[unit] in pos.content.west_bank
            and not pos.content.is_bridge[unit]
            and self._landing(pos, unit) != NOTHING
        ]
        if not wanted:
            return None
        best = max(wanted, key=lambda unit: (pos.attack_of(unit), -unit))
        self._tried.add(best)
        return ("ford", best), "the far bank is the goal"

    def _landing(self, pos: SteelPosition, unit: int) -> int:
        """Where it is worth while to land; NOTHING if nowhere."""
        now = self._now or self._situation(pos, pos.content.side[unit])  # as the phase began
        room = [hex for hex in landings(pos, unit) if has_room(pos, hex, [unit])]
        fit = [hex for hex in room if self._is_worth_crossing(pos, hex)]
        return min(fit, key=lambda hex: (now.to_goals(FOOT)[hex] + now.threat[hex] / 2, hex), default=NOTHING)

    def _is_worth_crossing(self, pos: SteelPosition, hex: int) -> bool:
        """Can a bridge follow, or is a goal at hand, to be taken or to be held?"""
        distance, content = pos.content.grid.distance, pos.content
        trains = [pos.hex[unit] for unit in pos.on_map(AXIS) if content.is_bridge[unit]]
        bridges = [near for near, _, _ in pos.spans()]
        goals = self.goals(pos, AXIS)
        return any(distance(hex, one) <= SUPPLIED for one in (*trains, *bridges)) or any(
            distance(hex, goal) <= WORTH_CROSSING for goal in goals
        )

    def _land(self, pos: BattalionPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        assert isinstance(pos, SteelPosition)
        best = self._landing(pos, v.unit) if v.unit != NOTHING else NOTHING
        return (
            (PUT_BACK, "it stays on this bank") if best == NOTHING else (("land", best), "nearest the goal")
        )

    def _steam(self, pos: BattalionPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        """As near to the enemy's stacks as it can, but not next to tanks."""
        content, distance = pos.content, pos.content.grid.distance
        enemies = pos.hexes_of(1 - side)
        tanks = [
            pos.hex[unit]
            for unit in pos.on_map(1 - side)
            if content.kind[unit] == "tank" and pos.hex[unit] >= 0
        ]

        def cost(hex: int) -> tuple[bool, int, int]:
            near_tank = any(distance(hex, tank) <= 2 for tank in tanks)
            return near_tank, min((distance(hex, one) for one in enemies), default=0), hex

        best = min((hex for verb, hex in options if verb in ("berth", "point-to")), key=cost, default=NOTHING)
        return (
            None if best == NOTHING else ((options[0][0], best), "in range of the enemy, clear of his tanks")
        )

    # -- from the air ---------------------------------------------------------------------------------

    def _strike(self, pos: BattalionPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        """Each plane against the stack on which it does most, best where our own men stand before it."""
        if not v.picked:
            planes = [unit for verb, unit in options if verb == "strike-with"]
            return (("strike-with", planes[0]), "planes that stay at home help nobody") if planes else None
        chosen = [mission[0] for mission in v.missions]
        worths = {
            hex: self._strike_worth(pos, side, v.picked[0], hex) - chosen.count(hex)
            for verb, hex in options
            if verb == "target"
        }
        best = max(worths, key=lambda hex: (worths[hex], hex), default=NOTHING)
        if best == NOTHING:
            return None
        return ("target", best), f"{pos.board.place_name(best)} is worth a strike"

    def _strike_worth(self, pos: BattalionPosition, side: int, plane: int, hex: int) -> float:
        total = bombard_sheet(pos, [plane], hex)[1]
        column = column_of(pos, total, density(pos, hex))
        faced = any(pos.is_held(there, side) for there in pos.content.grid.within(hex, 1) if there != hex)
        prize = min(2.0, self.goals(pos, side).get(hex, 0.0)) if faced else 0.0
        return (column if column != NO_COLUMN else -1.0) + 2.0 * faced + prize

    # -- militia --------------------------------------------------------------------------------------

    def _call_militia(
        self, pos: BattalionPosition, side: int, v: Any, options: list[Choice]
    ) -> Answer | None:
        assert isinstance(pos, SteelPosition)
        if not places(pos):
            return DONE, "there is no town to gather in"
        return ("call-out", NOTHING), "two faces of the die bring men, one helps the enemy"

    def _muster(self, pos: BattalionPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        """Where most is to be held, the nearest to the enemy first."""
        goals, distance = self.goals(pos, side), pos.content.grid.distance
        enemies = pos.hexes_of(1 - side)

        def worth(hex: int) -> tuple[float, int, int]:
            away = min((distance(hex, one) for one in enemies), default=0)
            return goals.get(hex, 0.0), -away, -hex

        best = max((hex for verb, hex in options if verb == "muster"), key=worth)
        return ("muster", best), f"{pos.board.place_name(best)} is to be held"


VICTORY: Final = SteelVictory()


def _decides(side: int, place: int) -> bool:
    """Does this bound, from the highest down, part victory from a draw for this side?"""
    return place == (1 if side == AXIS else 2)


BRIDGE: Final = 2.0
"""What the far end of a bridge that is built or being built is worth."""
HELD: Final = 6.0
"""What it is worth that our own men hold the far end of a bridge."""


def _enemy_near(now: Situation, hex: int) -> bool:
    """Could an enemy unit in or next to the hex destroy a bridge there?"""
    return any(now.pos.has_unit(there, now.enemy) for there in now.pos.content.grid.within(hex, 1))

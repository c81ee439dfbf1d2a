"""The rule-based opponent: drops along the roads, garrisons them, shoots at the best odds."""

from typing import Final

from grognard.core.chapter import CANCEL, DONE, NOTHING, Choice, rule
from grognard.games.panzerblitz.combat.close_assault import Storm, assault_sheet
from grognard.games.panzerblitz.combat.fire import RESOLVE, Attack
from grognard.games.panzerblitz.combat.opportunity_fire import HOLD
from grognard.games.panzerblitz.combat.overrun import Charge, exit_of
from grognard.games.panzerblitz.combat.results import BEST, odds_column
from grognard.games.panzerblitz.combat.targets import WHOLE, enemies_at, whole_target
from grognard.games.panzerblitz.drop.breakdown import defence_of
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.games.panzerblitz.movement.costs import March
from grognard.games.panzerblitz.sequence.setup import SettingUp
from grognard.games.panzerblitz.staff.advice import Hunt, Worth, road_distances
from grognard.games.panzerblitz.staff.attacks import (
    assault_gain,
    better_close,
    drive,
    next_stormer,
    overrun_gain,
    plan_fire,
    plan_snap,
    storm,
)
from grognard.games.panzerblitz.staff.danger import Danger
from grognard.games.panzerblitz.staff.drops import next_order
from grognard.games.panzerblitz.staff.moves import Moves
from grognard.games.panzerblitz.staff.setup import place
from grognard.kit.staff import Answer, StepStaff

ENOUGH: Final = 0.12
"""An attack worth less than this is not made."""

WHY_DROP: Final = {
    "drop": "it can jump no later",
    "target": "it comes down near roads that nobody goes for yet",
    "seal": "nobody else has to jump now",
}
"""Why an order for a drop is written, by its verb."""

MOST_TRIES: Final = 4
"""Attacks on one hex in one step."""

PART_OF: Final = {
    "Aim": "Fire",
    "AddFirers": "Fire",
    "JoinOverrun": "ChooseOverrun",
    "JoinAssault": "ChooseAssault",
    "MoveVehicles": "Walk",
    "MoveFoot": "Walk",
}
"""Steps at which the staff goes on with what it has reckoned at another."""


@rule("pb.forces.5", "pb.forces.8", "pb.forces.10")
class Staff(StepStaff):
    """A player for either side. It sees its own view and remembers only what it has planned for a step.

    The article's advice is built in: the worth of a piece is higher while its company is still complete,
    and drops go where the Germans are not.
    """

    otherwise = "the plan has come to nothing"

    _worth: Worth
    _danger: Danger
    _moves: Moves

    def __init__(self) -> None:
        super().__init__()
        self._key: tuple[object, ...] = ()
        self._tried: list[int] = []
        self._roads: dict[str, list[list[int]]] = {}
        self._promised = ""
        self.handlers = {
            "SetUp": self._set_up,
            "WriteDrops": self._drop,
            "FormCompanies": self._first,
            "Jump": self._first,
            "PickMinefield": self._first,
            "Fire": self._fire,
            "Aim": self._aim,
            "AddFirers": self._add,
            "OpportunityFire": self._snap,
            "ChooseOverrun": self._overrun,
            "JoinOverrun": self._charge,
            "ChooseAssault": self._assault,
            "JoinAssault": self._join,
            "MoveVehicles": self._move,
            "MoveFoot": self._move,
            "Walk": self._walk,
        }

    def look(self, pos: DropPosition, side: int, step: str) -> None:
        """Reckon worth and danger anew when another step begins."""
        part = PART_OF.get(step, step)
        key = (pos.turn, pos.mover, part, *pos.lost, side)
        if key != self._key:
            self._key = key
            self._tried.clear()
            self._worth = Worth(pos, self.temper)
            self._danger = Danger(pos, side, self.temper)
            self._moves = Moves(self._worth, self._danger, Hunt(pos, side), self._distances(pos))
            if part == "Fire":
                self._worth.reserved |= better_close(pos, self._worth, self._danger)
                self._worth.reserved |= self._moves.shy(pos)

    def _distances(self, pos: DropPosition) -> list[list[int]]:
        key = pos.content.scenario.id
        if key not in self._roads:
            self._roads[key] = road_distances(pos.content)
        return self._roads[key]

    # -- set-up, drops, movement ------------------------------------------------------------------

    def _set_up(self, pos: DropPosition, side: int, v: SettingUp, options: list[Choice]) -> Answer:
        return place(pos, self._worth, v, options)

    def _drop(self, pos: DropPosition, side: int, v: object, options: list[Choice]) -> Answer:
        choice = next_order(pos, options, self._danger, self._distances(pos))
        return choice, WHY_DROP[choice[0]]

    def _first(self, pos: DropPosition, side: int, v: object, options: list[Choice]) -> Answer:
        return options[0], "one is as good as another"

    def _move(self, pos: DropPosition, side: int, v: object, options: list[Choice]) -> Answer:
        return self._moves.pick(pos, options)

    def _walk(self, pos: DropPosition, side: int, v: March, options: list[Choice]) -> Answer:
        return self._moves.walk(pos, v, options)

    # -- fire -------------------------------------------------------------------------------------

    def _fire(self, pos: DropPosition, side: int, v: object, options: list[Choice]) -> Answer:
        """The best target, if one is worth a shot."""
        hexes = [hex for verb, hex in options if verb == "fire" and self._tried.count(hex) < MOST_TRIES]
        worth = {hex: plan_fire(pos, self._worth, Attack(hex)).worth for hex in hexes}
        return self._attack(pos, "fire", worth, ENOUGH, "no other shot is worth while")

    def _aim(self, pos: DropPosition, side: int, v: Attack, options: list[Choice]) -> Answer:
        aim = plan_fire(pos, self._worth, v).aim
        is_whole = aim == whole_target(pos, v.hex) or len(aim) != 1
        choice = WHOLE if is_whole else ("aim", aim[0])
        return choice if choice in options else options[0], "that is where it does most"

    def _add(self, pos: DropPosition, side: int, v: Attack, options: list[Choice]) -> Answer:
        plan = plan_fire(pos, self._worth, v)
        if plan.joins >= 0:
            return ("add", plan.joins), "better odds"
        return self._roll(bool(v.firers), "nobody can do harm there")

    def _snap(self, pos: DropPosition, side: int, v: Attack, options: list[Choice]) -> Answer:
        """Fire at who comes into view, if all who may do enough together."""
        unit = plan_snap(pos, self._worth, v, [noun for verb, noun in options if verb == "add"])
        if unit >= 0:
            return ("add", unit), "he has come into view"
        if RESOLVE in options:
            return RESOLVE, "that is enough"
        return (CANCEL if v.firers else HOLD), "he is not worth a shot"

    # -- overruns and close assaults --------------------------------------------------------------

    def _overrun(self, pos: DropPosition, side: int, v: object, options: list[Choice]) -> Answer:
        """The hex whose overrun gains most, what is lost beyond it counted."""
        worth = {
            hex: overrun_gain(pos, self._worth, self._danger, hex, drive(pos, self._worth, hex)[:3])
            for hex in self._untried(options, "overrun")
        }
        return self._attack(pos, "overrun", worth, 2 * ENOUGH, "no overrun is worth what comes after it")

    def _charge(self, pos: DropPosition, side: int, v: Charge, options: list[Choice]) -> Answer:
        """Join with the strongest until more would not help; come out where it is least dangerous."""
        if v.picked >= 0:
            origins = [hex for verb, hex in options if verb == "through"]
            best = min(origins, key=lambda hex: (self._danger.risk(exit_of(pos, v.hex, hex), v.picked), hex))
            return ("through", best), "it comes out where it is safest"
        strength = sum(pos.content.attack[unit] for unit in v.units)
        column = odds_column(pos, strength, defence_of(pos, enemies_at(pos, v.hex), v.hex))
        units = [unit for unit in drive(pos, self._worth, v.hex) if ("charge", unit) in options]
        if units and (column < 4 or RESOLVE not in options):
            return ("charge", units[0]), "better odds"
        return self._roll(RESOLVE in options, "nobody can drive there")

    def _assault(self, pos: DropPosition, side: int, v: object, options: list[Choice]) -> Answer:
        """The hex whose assault gains most, the answer to it counted."""
        worth = {
            hex: assault_gain(pos, self._worth, self._danger, storm(pos, self._worth, hex))
            for hex in self._untried(options, "assault")
        }
        return self._attack(pos, "assault", worth, 2 * ENOUGH, "no assault is worth what comes after it")

    def _join(self, pos: DropPosition, side: int, v: Storm, options: list[Choice]) -> Answer:
        if v.picked >= 0:
            origin = next_stormer(pos, self._worth, v._replace(picked=NOTHING), v.picked)[1]
            return ("from", origin), "it comes from the best cover"
        if assault_sheet(pos, v).column < BEST:
            unit, _ = next_stormer(pos, self._worth, v)
            if unit >= 0:
                return ("join", unit), "better odds"
        return self._roll(RESOLVE in options, "nobody can get there")

    # -- any attack -------------------------------------------------------------------------------

    def _untried(self, options: list[Choice], verb: str) -> list[int]:
        return [hex for one, hex in options if one == verb and hex not in self._tried]

    def _attack(
        self, pos: DropPosition, verb: str, worth: dict[int, float], least: float, otherwise: str
    ) -> Answer:
        """The hex that promises most, an average unit being 1; said again when the attack is carried out."""
        hex = max(worth, key=lambda one: self.temper.liked(worth[one], one), default=NOTHING)
        if hex < 0 or worth[hex] <= least:
            self._tried.append(NOTHING)
            return DONE, otherwise
        self._tried.append(hex)
        self._promised = f"{pos.content.land.names[hex]} promises a gain of {worth[hex]:.1f}"
        return (verb, hex), self._promised

    def _roll(self, is_ready: bool, otherwise: str) -> Answer:
        return (RESOLVE, self._promised or "that is enough") if is_ready else (CANCEL, otherwise)

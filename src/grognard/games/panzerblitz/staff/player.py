"""The rule-based opponent: drops along the roads, garrisons them, shoots at the best odds."""

from typing import Final

from grognard.core.chapter import NOTHING, Ask, Choice, Random, rule
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.games.panzerblitz.assault import Storm, assault_sheet
from grognard.games.panzerblitz.breakdown import DONE, defence_of
from grognard.games.panzerblitz.fire import CANCEL, RESOLVE, WHOLE, Attack
from grognard.games.panzerblitz.movement import March
from grognard.games.panzerblitz.opportunity import HOLD
from grognard.games.panzerblitz.overrun import Charge, exit_of
from grognard.games.panzerblitz.position import DropPosition
from grognard.games.panzerblitz.results import BEST, odds_column
from grognard.games.panzerblitz.setup import SettingUp
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
from grognard.games.panzerblitz.staff.moves import Answer, Moves
from grognard.games.panzerblitz.staff.setup import place
from grognard.games.panzerblitz.targets import enemies_at, whole_target

ENOUGH: Final = 0.12
"""An attack worth less than this is not made."""

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
class Staff:
    """A player for either side. It sees its own view and remembers only what it has planned for a step.

    `reason` says in a few words why the last choice was made.

    The article's advice is built in: the worth of a piece is higher while its company is still complete,
    and drops go where the Germans are not.
    """

    def __init__(self) -> None:
        self._key: tuple[int | str, ...] = ()
        self._tried: list[int] = []
        self._worth: Worth | None = None
        self._danger: Danger | None = None
        self._hunt: Hunt | None = None
        self._moves: Moves | None = None
        self._roads: dict[str, list[list[int]]] = {}
        self._promised = ""
        self.reason = ""

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """An answer to the Ask."""
        options = list(ask.options(view.side))
        if len(options) == 1:
            self.reason = "there is no other choice"
            return options[0]
        pos = system.knowledge.sample(view, generator)
        assert isinstance(pos, DropPosition)
        self._look(pos, view, ask)
        wanted, self.reason = self._answer(pos, view, ask, options)
        if wanted not in options:
            wanted, self.reason = ask.usual(pos, view.side), "the plan has come to nothing"
        return wanted

    def _look(self, pos: DropPosition, view: View, ask: Ask) -> None:
        """Reckon worth and danger anew when another step begins."""
        step = PART_OF.get(ask.step, ask.step)
        key = (view.turn, pos.mover, step, pos.lost[0], pos.lost[1], view.side)
        if key != self._key or self._worth is None:
            self._key = key
            self._tried.clear()
            self._worth = Worth(pos)
            self._danger = Danger(pos, view.side)
            self._hunt = Hunt(pos, view.side)
            self._moves = Moves(self._worth, self._danger, self._hunt, self._distances(pos))
            if step == "Fire":
                self._worth.reserved |= better_close(pos, self._worth, self._danger)
                self._worth.reserved |= self._moves.shy(pos)

    def _answer(self, pos: DropPosition, view: View, ask: Ask, options: list[Choice]) -> Answer:
        step = ask.step
        if step == "SetUp":
            assert self._worth is not None
            setting_up = pos.stack[-1].vars
            assert isinstance(setting_up, SettingUp)
            return place(pos, self._worth, setting_up, options)
        if step == "WriteDrops":
            assert self._danger is not None
            return next_order(pos, options, self._danger, self._distances(pos)), "as the wind blows"
        if step in ("FormCompanies", "Jump", "PickMinefield"):
            return options[0], "one is as good as another"
        if step == "Fire":
            return self._fire(pos, options)
        if step == "Aim":
            return self._aim(pos, options)
        if step == "AddFirers":
            return self._add(pos)
        if step == "OpportunityFire":
            return self._snap(pos, options)
        if step == "ChooseOverrun":
            return self._overrun(pos, options)
        if step == "JoinOverrun":
            return self._charge(pos, options)
        if step == "ChooseAssault":
            return self._assault(pos, options)
        if step == "JoinAssault":
            return self._join(pos, options)
        assert self._moves is not None
        if step in ("MoveVehicles", "MoveFoot"):
            return self._moves.pick(pos, options)
        v = pos.stack[-1].vars
        assert isinstance(v, March)
        return self._moves.walk(pos, v, options)

    # -- drops ----------------------------------------------------------------------------------

    def _distances(self, pos: DropPosition) -> list[list[int]]:
        key = pos.content.scenario.id
        if key not in self._roads:
            self._roads[key] = road_distances(pos.content)
        return self._roads[key]

    # -- attacks --------------------------------------------------------------------------------

    def _fire(self, pos: DropPosition, options: list[Choice]) -> Answer:
        """The best target, if one is worth a shot."""
        assert self._worth is not None
        best, choice = ENOUGH, DONE
        for verb, noun in options:
            if verb == "fire" and self._tried.count(noun) < MOST_TRIES:
                worth = plan_fire(pos, self._worth, Attack(noun)).worth
                if worth > best:
                    best, choice = worth, (verb, noun)
        self._tried.append(choice[1])
        return choice, self._promise(pos, choice, best, "no other shot is worth while")

    def _aim(self, pos: DropPosition, options: list[Choice]) -> Answer:
        assert self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Attack)
        aim = plan_fire(pos, self._worth, v).aim
        is_whole = aim == whole_target(pos, v.hex) or len(aim) != 1
        choice = WHOLE if is_whole else ("aim", aim[0])
        return choice if choice in options else options[0], "that is where it does most"

    def _add(self, pos: DropPosition) -> Answer:
        assert self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Attack)
        plan = plan_fire(pos, self._worth, v)
        if plan.joins >= 0:
            return ("add", plan.joins), "better odds"
        return (
            (RESOLVE, self._promised or "that is enough")
            if v.firers
            else (CANCEL, "nobody can do harm there")
        )

    def _snap(self, pos: DropPosition, options: list[Choice]) -> Answer:
        """Fire at who comes into view, if all who may do enough together."""
        assert self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Attack)
        unit = plan_snap(pos, self._worth, v, [noun for verb, noun in options if verb == "add"])
        if unit >= 0:
            return ("add", unit), "he has come into view"
        if RESOLVE in options:
            return RESOLVE, "that is enough"
        return (CANCEL if v.firers else HOLD), "he is not worth a shot"

    def _overrun(self, pos: DropPosition, options: list[Choice]) -> Answer:
        """The hex whose overrun gains most, what is lost beyond it counted."""
        assert self._worth is not None and self._danger is not None
        best, choice = 2 * ENOUGH, DONE
        for verb, hex in options:
            if verb == "overrun" and hex not in self._tried:
                units = drive(pos, self._worth, hex)[:3]
                worth = overrun_gain(pos, self._worth, self._danger, hex, units)
                if worth > best:
                    best, choice = worth, (verb, hex)
        self._tried.append(choice[1])
        return choice, self._promise(pos, choice, best, "no overrun is worth what comes after it")

    def _charge(self, pos: DropPosition, options: list[Choice]) -> Answer:
        """Join with the strongest until more would not help; come out where it is least dangerous."""
        assert self._danger is not None and self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Charge)
        if v.picked >= 0:
            origins = [hex for verb, hex in options if verb == "through"]
            danger = self._danger
            best = min(origins, key=lambda hex: (danger.risk(exit_of(pos, v.hex, hex), v.picked), hex))
            return ("through", best), "it comes out where it is safest"
        strength = sum(pos.content.attack[unit] for unit in v.units)
        column = odds_column(pos, strength, defence_of(pos, enemies_at(pos, v.hex), v.hex))
        units = [unit for unit in drive(pos, self._worth, v.hex) if ("charge", unit) in options]
        if units and (column < 4 or RESOLVE not in options):
            return ("charge", units[0]), "better odds"
        return (
            (RESOLVE, self._promised or "that is enough")
            if RESOLVE in options
            else (CANCEL, "nobody can drive there")
        )

    def _assault(self, pos: DropPosition, options: list[Choice]) -> Answer:
        """The hex whose assault gains most, the answer to it counted."""
        assert self._worth is not None and self._danger is not None
        best, choice = 2 * ENOUGH, DONE
        for verb, hex in options:
            if verb == "assault" and hex not in self._tried:
                v = storm(pos, self._worth, hex)
                worth = assault_gain(pos, self._worth, self._danger, v)
                if worth > best:
                    best, choice = worth, (verb, hex)
        self._tried.append(choice[1])
        return choice, self._promise(pos, choice, best, "no assault is worth what comes after it")

    def _join(self, pos: DropPosition, options: list[Choice]) -> Answer:
        assert self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Storm)
        if v.picked >= 0:
            origin = next_stormer(pos, self._worth, v._replace(picked=NOTHING), v.picked)[1]
            return ("from", origin), "it comes from the best cover"
        if assault_sheet(pos, v).column < BEST:
            unit, _ = next_stormer(pos, self._worth, v)
            if unit >= 0:
                return ("join", unit), "better odds"
        return (
            (RESOLVE, self._promised or "that is enough")
            if RESOLVE in options
            else (CANCEL, "nobody can get there")
        )

    def _promise(self, pos: DropPosition, choice: Choice, worth: float, otherwise: str) -> str:
        """What an attack promises, in units destroyed; said again when it is carried out."""
        if choice == DONE:
            return otherwise
        self._promised = f"{pos.content.land.names[choice[1]]} promises {worth:.1f} units"
        return self._promised

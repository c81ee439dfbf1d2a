"""The staff: it plans once for a segment from its own side's view, and carries the plan out by answers."""

from collections.abc import Callable
from typing import Any, Final

from grognard.core.chapter import DONE, HALT, NOTHING, Choice
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.position import MOVEMENT, SHELLED, OcsPosition
from grognard.games.ocs.model.scale import CAP, SP
from grognard.games.ocs.movement.variables import March
from grognard.games.ocs.rear.trains import Ride
from grognard.games.ocs.staff import battle, errands, flying, works
from grognard.games.ocs.staff.battle import Answer
from grognard.games.ocs.staff.flying import Sortie
from grognard.games.ocs.staff.marches import Marches
from grognard.games.ocs.staff.movers import is_waiting
from grognard.games.ocs.staff.orders import NO_MODE, Order, together
from grognard.games.ocs.staff.prospects import Charts, Prospect
from grognard.games.ocs.staff.rear import Rear
from grognard.games.ocs.staff.situation import Situation
from grognard.kit.staff import StepStaff

Handler = Callable[[OcsPosition, int, Any, list[Choice]], Answer | None]

BACK: Final[Choice] = ("back", NOTHING)
STRIKE: Final[Choice] = ("strike", NOTHING)
MOST_PLANS: Final = 6
"""How often a Movement Segment is planned again after overruns."""
OPEN_FIRE: Final[Choice] = ("open-fire", NOTHING)


class OcsStaff(StepStaff):
    """A player by rules of thumb. `reason` says in a few words why the last choice was made."""

    def __init__(self) -> None:
        super().__init__()
        self._charts: Charts | None = None
        self._segment: tuple[object, ...] = ()
        self._tried: set[Choice] = set()
        """What was begun in this segment: nothing is begun twice, whatever becomes of it."""
        self._orders: list[Order] = []
        self._runs_over = False
        """Was the plan one of overruns? Then the rest is planned after them."""
        self._overruns: list[Prospect] = []
        self._plans = 0
        self._spoiled: set[int] = set()
        """Hexes whose overrun could not be made: they are not planned again in this segment."""
        self._trains: list[tuple[Choice, int, str]] = []
        self._order: Order | None = None
        self._steps: list[Choice] = []
        self._station = NOTHING
        self._attack: Prospect | None = None
        self._barrage: Barrage | None = None
        self._sortie: Sortie | None = None
        self.handlers: dict[str, Handler] = {
            "ChooseOrder": self._first,
            "AgreeOnCalm": self._calm,
            "Refit": self._refit,
            "DeclareMission": self._declare,
            "NameTarget": self._name_target,
            "LoadCargo": self._load,
            "Intercept": self._intercept,
            "SailTo": self._sail,
            "AimGuns": self._broadside,
            "PlaceSupply": self._by_sea,
            "ShipTo": self._ship_to,
            "Breakout": self._break_out,
            "Move": self._move,
            "Marching": self._march,
            "RailTo": self._rail_to,
            "Shell": self._shell,
            "Aim": self._aim,
            "PickGuns": self._guns,
            "Assault": self._assault,
            "GatherAttackers": self._gather,
            "AttackerOption": self._attacker_option,
            "DefenderOption": self._defender_option,
            "WalkBack": self._walk_back,
            "Advance": self._advance,
        }

    # -- answering ----------------------------------------------------------------------------------

    def plan_anew(self) -> None:
        self._segment = ()

    def _now(self, pos: OcsPosition, side: int) -> Situation:
        if self._charts is None or self._charts.tables is not pos.content.tables:
            self._charts = Charts(pos.content.tables)
        return Situation(pos, side, self._charts, self.temper)

    def _begins(self, pos: OcsPosition, side: int) -> bool:
        """Is this the first answer of a segment? Then what was planned and tried before is forgotten."""
        segment = (pos.content.key, pos.turn, pos.phasing, pos.phase, side)
        if self._segment == segment:
            return False
        self._segment = segment
        self._tried = set()
        self._orders = []
        self._plans = 0
        self._spoiled = set()
        self._overruns = []
        return True

    def _untried(self, pos: OcsPosition, side: int, options: list[Choice], verb: str) -> list[int]:
        """The nouns of a verb with which nothing was begun yet in this segment."""
        self._begins(pos, side)
        return [noun for one, noun in options if one == verb and (one, noun) not in self._tried]

    # -- the turn -------------------------------------------------------------------------------------

    def _first(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        if pos.turn >= pos.content.scenario.turns:
            return ("go-second", NOTHING), "in the last turn the last word counts"
        return ("go-first", NOTHING), "whoever moves first sets the course"

    def _calm(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        if self._now(pos, side).attacks:
            return ("fight", NOTHING), "nothing is taken without fighting"
        return ("keep-calm", NOTHING), "time is on our side"

    def _break_out(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        """Only who starves tries, and only while there is time to come back."""
        now = self._now(pos, side)
        if now.turns_left >= 2:
            for verb, unit in options:
                if verb == "break-out" and pos.oos[unit] and pos.hex[unit] not in now.goals:
                    return (verb, unit), "it would starve where it is"
        return DONE, "nobody has to break out"

    # -- movement -------------------------------------------------------------------------------------

    def _plan(self, pos: OcsPosition, side: int) -> None:
        """Plan a Movement Segment when it begins."""
        again = self._runs_over and not self._orders and self._plans < MOST_PLANS
        if not self._begins(pos, side) and not again:
            return
        self._plans += 1
        marches = Marches(self._now(pos, side), self._spoiled, last=self._plans >= MOST_PLANS)
        marches.make()
        self._runs_over = marches.settled_by_overrun
        self._overruns = marches.overruns
        self._trains = []
        if not self._runs_over:
            rear = Rear(marches)
            rear.make()
            self._trains = rear.trains
        self._orders = together(marches.orders, pos)
        self._order = None

    def _move(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        """Trains first, then one order after another; Reserves are released as they are wanted."""
        self._plan(pos, side)
        fresh = [one for one in options if one not in self._tried]
        now = self._now(pos, side)
        first = self._fly(pos, side, options) or self._at_sea(pos, side, options) or works.work(now, fresh)
        if first is not None:
            self._tried.add(first[0])
            return first
        found = self._next_order(pos, side, options)
        while found is None and self._runs_over:
            # A second stack was to run over a hex that the first has cleared: the rest has no orders yet.
            self._plan(pos, side)
            found = self._next_order(pos, side, options)
        if found is not None:
            return found
        last = works.blow(now, fresh)
        if last is not None:
            self._tried.add(last[0])
            return last
        return DONE, "all orders are given"

    def _next_order(self, pos: OcsPosition, side: int, options: list[Choice]) -> Answer | None:
        """The first train or order of the plan that can still be begun."""
        while self._trains:
            choice, self._station, why = self._trains.pop(0)
            if choice in options:
                return choice, why
        while self._orders:
            order = self._orders[0]
            waiting = [unit for unit in order.units if is_waiting(pos, unit)]
            if pos.phase != MOVEMENT and waiting and ("release", waiting[0]) in options:
                return ("release", waiting[0]), order.why
            self._orders.pop(0)
            units = tuple(unit for unit in order.units if ("move", unit) in options)
            gone = any(verb == "overrun" and not pos.is_held_by(hex, 1 - side) for verb, hex in order.steps)
            if units and not gone:
                self._order = order._replace(units=units)
                self._steps = list(order.steps)
                return ("move", units[0]), order.why
        return None

    def _march(self, pos: OcsPosition, side: int, v: March, options: list[Choice]) -> Answer | None:
        """Gather the group, set its mode, and take its steps."""
        order = self._order
        if order is None or not v.group or v.group[0] not in order.units:
            return None
        for unit in order.units:
            if unit not in v.group and ("join", unit) in options:
                return ("join", unit), order.why
        if order.mode != NO_MODE and not v.before and ("mode", order.mode) in options:
            return ("mode", order.mode), order.why
        while self._steps:
            step = self._steps.pop(0)
            if step in options:
                return step, order.why
            fewer = [one for one in options if one[0] == step[0] and step[0] in ("load", "unload")]
            if fewer:
                return fewer[-1], order.why
            if step[0] == "overrun":
                self._steps = []
                self._spoiled.add(step[1])
        if v.acted and not v.bound:
            goals = self._now(pos, side).wanted
            free = [(verb, hex) for verb, hex in options if verb == "to" and hex in goals]
            if free and any(step[0] == "overrun" for step in order.steps):
                return max(free, key=lambda one: goals[one[1]]), "the way is open"
        for choice in (HALT, BACK):
            if choice in options:
                return choice, order.why
        return None

    def _rail_to(self, pos: OcsPosition, side: int, v: Ride, options: list[Choice]) -> Answer:
        choice: Choice = ("rail-to", self._station)
        if choice in options:
            return choice, f"{pos.content.names[self._station]} is nearest to where it is wanted"
        return ("stay", NOTHING), "the Rail Cap does not take it there any more"

    # -- air and sea ----------------------------------------------------------------------------------

    def _refit(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        """Every base that can refits; a drop into the enemy's arms is called off."""
        for verb, noun in options:
            if verb == "refit":
                return (verb, noun), "planes are wanted in the air"
            if verb == "cancel-plan" and pos.is_held_by(pos.plan_hex[noun], 1 - side):
                return (verb, noun), "the enemy stands where it was to land"
        return DONE, "no other base can refit"

    def _fly(self, pos: OcsPosition, side: int, options: list[Choice]) -> Answer | None:
        """A mission of a Movement Segment, before the moves."""
        ready = self._untried(pos, side, options, "fly")
        if not ready:
            return None
        now = self._now(pos, side)
        self._sortie = (
            flying.sweep(now, ready)
            or errands.hip_shoot(now, ready, self._overruns_to_come(now))
            or flying.movement_sortie(now, ready)
            or errands.supply_by_air(now, ready)
        )
        if self._sortie is None:
            return None
        self._tried.add(("fly", self._sortie.planes[0]))
        return ("fly", self._sortie.planes[0]), self._sortie.why

    def _overruns_to_come(self, now: Situation) -> list[Prospect]:
        """The overruns that are planned and not made yet."""
        steps = {step for order in self._orders for step in order.steps}
        ahead = [plan for plan in self._overruns if ("overrun", plan.target) in steps]
        return [plan for plan in ahead if plan.target in now.enemy_hexes]

    def _at_sea(self, pos: OcsPosition, side: int, options: list[Choice]) -> Answer | None:
        """Ships sail, and supply in the box goes to the port."""
        now = self._now(pos, side)
        boxes = [box for box in self._untried(pos, side, options, "ship-supply") if box >= pos.content.hexes]
        ships = self._untried(pos, side, options, "sail")
        ships = [ship for ship in ships if flying.out_of_range(now, ship, pos.hex[ship])]
        wanted: list[Answer] = [(("ship-supply", box), "supply goes to the port") for box in boxes]
        wanted += [(("sail", ship), "its guns are wanted elsewhere") for ship in ships]
        if not wanted:
            return None
        self._tried.add(wanted[0][0])
        return wanted[0]

    def _declare(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        return flying.declare(self._sortie, v, options)

    def _name_target(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        return ((self._sortie.aim, NOTHING), self._sortie.why) if self._sortie else None

    def _load(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        return flying.load_aircraft(self._sortie, v, options)

    def _intercept(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        return flying.intercept(self._now(pos, side), v, options)

    def _sail(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        return flying.sail(self._now(pos, side), v.ship, options)

    def _broadside(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        strength = sum(pos.shown(pos.content.barrage, ship) for ship in v.ships)
        return flying.broadside(self._now(pos, side), strength, options)

    def _by_sea(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        """As much as Sea Cap takes, while the port is ours and no enemy watches it."""
        port = pos.content.source_port[side]
        is_open = port >= 0 and pos.port_side[port] == side and not pos.zoc(1 - side)[port]
        most = min(v.tokens // 2, pos.content.sea_capacity(side) * SP // CAP) if is_open else 0
        return ("by-sea", most), "the coast is fed through its port" if most else "the railway is safer"

    def _ship_to(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        ports = [one for one in options if one[0] == "ship-to"]
        return (ports[0] if ports else ("stay", NOTHING)), "through the port"

    # -- fire and attacks -----------------------------------------------------------------------------

    def _shell(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        now = self._now(pos, side)
        ready = self._untried(pos, side, options, "fly")
        self._sortie = (flying.bombing(now, ready) or errands.trainbusting(now, ready)) if ready else None
        if self._sortie is not None:
            self._tried.add(("fly", self._sortie.planes[0]))
            return ("fly", self._sortie.planes[0]), self._sortie.why
        answer, self._barrage = battle.barrage(now, self._untried(pos, side, options, "barrage"))
        ships = self._untried(pos, side, options, "fire-ship")
        ships = [ship for ship in ships if not pos.flags[ship] & SHELLED]
        if answer[0] == DONE and ships:
            answer = ("fire-ship", ships[0]), "shells from the sea cost nothing"
        self._tried.add(answer[0])
        return answer

    def _aim(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        return (("aim", self._barrage.aim), "that is what matters there") if self._barrage else None

    def _guns(self, pos: OcsPosition, side: int, v: Barrage, options: list[Choice]) -> Answer | None:
        wanted = self._barrage.guns if self._barrage and self._barrage.target == v.target else ()
        if wanted and not v.guns and len(wanted) > 1 and ("fire-all", NOTHING) in options:
            free = [unit for verb, unit in options if verb == "fire-with"]
            if set(free) == set(wanted):
                return ("fire-all", NOTHING), "all guns that can"
        for gun in wanted:
            if gun not in v.guns and ("fire-with", gun) in options:
                return ("fire-with", gun), "it adds what is wanted"
        return (OPEN_FIRE, "that is the barrage") if OPEN_FIRE in options else None

    def _assault(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        hexes = self._untried(pos, side, options, "attack")
        answer, self._attack = battle.attack(self._now(pos, side), hexes)
        self._tried.add(answer[0])
        return answer

    def _gather(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        plan = self._attack
        if plan is None or plan.target != v.target:
            return None
        wanted = [one.unit for one in plan.strikers]
        free = [unit for verb, unit in options if verb == "commit"]
        if not v.attackers and set(free) == set(wanted):
            return ("commit-all", NOTHING), "all who may take part"
        for unit in wanted:
            if unit in free:
                return ("commit", unit), "it is wanted in the attack"
        return (STRIKE, "that is the attack") if STRIKE in options else None

    def _attacker_option(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        return battle.attacker_option(self._now(pos, side), v, options)

    def _defender_option(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        return battle.defender_option(self._now(pos, side), v, options)

    def _walk_back(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        return battle.walk_back(self._now(pos, side), v, options)

    def _advance(self, pos: OcsPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        return battle.advance(self._now(pos, side), v, options)

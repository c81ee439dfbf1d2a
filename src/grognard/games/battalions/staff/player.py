"""The staff: plans once for a phase from its own side's view, and carries the plan out choice by choice."""

from collections.abc import Callable
from typing import Any, Final

from grognard.core.chapter import DONE, HALT, NOTHING, Choice
from grognard.games.battalions.combat.after.advance import Advance
from grognard.games.battalions.combat.after.stand_fast import FallingBack
from grognard.games.battalions.combat.attack import AGREED, Combat
from grognard.games.battalions.combat.declaration import ALL_ATTACK, Declare, all_that_can, opened
from grognard.games.battalions.guns.bombardment import Barrage, guns_for
from grognard.games.battalions.guns.support import enough_guns
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.staff.battles import choose_level, choose_option, follow_up, stand_or_go
from grognard.games.battalions.staff.guns import barrage_worth
from grognard.games.battalions.staff.marches import Destination, Marches
from grognard.games.battalions.staff.prospects import Prospect, best_attack
from grognard.games.battalions.staff.situation import Aims, Errands, Goals, Links, Situation
from grognard.kit.foresight import Stakes
from grognard.kit.staff import Answer, StepStaff

__all__ = ["Answer", "BattalionStaff"]

Handler = Callable[[BattalionPosition, int, Any, list[Choice]], Answer | None]

LEAST_VALUE: Final = 0.3
LAST_VALUE: Final = 0.05
"""What an attack must promise, and what in the last turn."""
STRENGTH: Final = 0.5
"""What a step is worth for what it can still do, in points."""
LEAST_BARRAGE: Final = 0.05
"""What a bombardment must promise beyond its ammunition."""


class BattalionStaff(StepStaff):
    """A player by rules of thumb. `reason` says in a few words why the last choice was made."""

    def __init__(self) -> None:
        super().__init__()
        self._phase: tuple[object, ...] = ()
        self._plans: dict[int, Destination] = {}
        self._tried: set[int] = set()
        self._now: Situation | None = None
        self._attacks: dict[int, Prospect] = {}
        self.handlers: dict[str, Handler] = {
            "StrategicMovement": self._march,
            "NormalMovement": self._move,
            "DeclareAttack": self._attack,
            "DeclareBombardment": self._bombard,
            "ChooseOptions": self._option,
            "ChooseLevels": self._level,
            "ChooseToStand": self._stand,
            "AdvanceUnits": self._follow,
        }

    # -- what a game of the family says of itself ---------------------------------------------------

    def goals(self, pos: BattalionPosition, side: int) -> Goals:
        """What it is worth to this side to hold hexes."""
        return {}

    def stakes(self, pos: BattalionPosition, side: int) -> Stakes:
        """Where the side stands on the ladder of victory; without one every point is worth the same."""
        return Stakes(0.0, (), self.turns_left(pos))

    def step_points(self, pos: BattalionPosition, unit: int) -> float:
        """The points that a step of a unit brings the enemy."""
        return 0.5

    def turns_left(self, pos: BattalionPosition) -> int:
        """The turns that come after this one."""
        return int(pos.content.scenario.turns - pos.turn)

    def links(self, pos: BattalionPosition, side: int) -> Links:
        """Ways that are no plain steps."""
        return ()

    def errands(self, now: Situation) -> Errands:
        """Where units are wanted for what only they can do."""
        return {}

    def is_spared(self, pos: BattalionPosition, unit: int) -> bool:
        """Does the unit suffer by marching, so that it marches only for something?"""
        return False

    def phase(self, pos: BattalionPosition) -> int:
        """What besides turn and step begins plans anew."""
        return NOTHING

    # -- answering ----------------------------------------------------------------------------------

    def plan_anew(self) -> None:
        self._phase = ()

    def _situation(self, pos: BattalionPosition, side: int) -> Situation:
        mind = self.temper
        aims = Aims(
            {hex: worth * mind.goals * mind.at(hex) for hex, worth in self.goals(pos, side).items()},
            self.stakes(pos, side),
            lambda unit: self.step_points(pos, unit),
            STRENGTH,
            side == LAST and not self.turns_left(pos),
        )
        return Situation(pos, side, aims, self.links(pos, side), self.temper)

    # -- movement -----------------------------------------------------------------------------------

    def _march(self, pos: BattalionPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        return self._carry_out(pos, side, v, options, "march", strategic=True)

    def _move(self, pos: BattalionPosition, side: int, v: Any, options: list[Choice]) -> Answer | None:
        return self._carry_out(pos, side, v, options, "move", strategic=False)

    def _carry_out(
        self,
        pos: BattalionPosition,
        side: int,
        v: Any,
        options: list[Choice],
        verb: str,
        strategic: bool,
    ) -> Answer | None:
        """Take up the next unit with a plan, send it, put it down."""
        phase = (pos.content.key, pos.turn, side, verb, self.phase(pos))
        if self._phase != phase:
            self._phase = phase
            self._tried = set()
            self._now = self._situation(pos, side)
            spared = frozenset(unit for unit in pos.on_map(side) if self.is_spared(pos, unit))
            self._plans = Marches(self._now, strategic, self.errands(self._now), spared).make()
        if v.group:
            return self._send(pos, v, options)
        for unit, plan in self._plans.items():
            if unit not in self._tried and (verb, unit) in options:
                self._tried.add(unit)
                return (verb, unit), plan.why
        return self._besides(pos, side, options) or (DONE, "nobody else has to move")

    def _send(self, pos: BattalionPosition, v: Any, options: list[Choice]) -> Answer:
        unit = v.group[0]
        plan = self._plans.get(unit)
        if plan is not None and pos.hex[unit] != plan.hex:
            if ("to", plan.hex) in options:
                return ("to", plan.hex), plan.why
            if ("limber", unit) in options:
                return ("limber", unit), "the guns must come up"
        if ("unlimber", unit) in options and self._in_range(pos, unit):
            return ("unlimber", unit), "the enemy is in range"
        is_there = plan is None or pos.hex[unit] == plan.hex
        return HALT, "it has come where it was to go" if is_there else "the way is barred"

    @staticmethod
    def _in_range(pos: BattalionPosition, gun: int) -> bool:
        here, reach = pos.hex[gun], pos.value("range", gun)
        enemy = 1 - pos.content.side[gun]
        return any(pos.content.grid.distance(here, hex) <= reach for hex in pos.hexes_of(enemy))

    def _besides(self, pos: BattalionPosition, side: int, options: list[Choice]) -> Answer | None:
        """What a game lets units do besides moving; the games of the family know what that is worth."""
        return None

    # -- fire and attacks -----------------------------------------------------------------------------

    def _bombard(self, pos: BattalionPosition, side: int, v: Barrage, options: list[Choice]) -> Answer | None:
        """Guns that no attack needs, and that have ammunition to spare, fire where it promises most."""
        spare, attacked = self._spare_guns(pos, side)
        if v.target != NOTHING:
            more = [gun for verb, gun in options if verb == "fire" and gun in spare]
            if more:
                return ("fire", more[0]), "no attack needs it"
            return (AGREED, "that is the bombardment") if AGREED in options else None
        now, best, most = self._situation(pos, side), NOTHING, LEAST_BARRAGE
        for verb, hex in options:
            if verb == "target":
                guns = [gun for gun in guns_for(pos, v, hex) if gun in spare]
                worth = barrage_worth(now, guns, hex, hex in attacked)
                if worth > most:
                    best, most = hex, worth
        if best == NOTHING:
            return DONE, "no target is worth the ammunition"
        name = pos.board.place_name(best)
        why = "the guns prepare our attack on" if best in attacked else "the guns wear down the enemy in"
        return ("target", best), f"{why} {name}"

    def _spare_guns(self, pos: BattalionPosition, side: int) -> tuple[set[int], set[int]]:
        """Guns that support no attack worth making, and after a salvo still have one for the defence.

        And the hexes that are worth attacking.
        """
        now = self._situation(pos, side)
        needed: set[int] = set()
        attacked: set[int] = set()
        for hex in now.enemy_hexes:
            found = best_attack(now, hex)
            if found.value >= self._least(now):
                attacked.add(hex)
                needed.update(enough_guns(pos, opened(pos, hex, found.units), side))
        keep = 0 if now.has_last_word else 1
        fires = pos.content.fires
        guns = {gun for gun in pos.on_map(side) if fires[gun] and pos.ammunition[gun] > keep}
        return guns - needed, attacked

    @staticmethod
    def _least(now: Situation) -> float:
        """What an attack must promise: less when nothing can be kept for later."""
        return LEAST_VALUE if now.later else LAST_VALUE

    def _attack(self, pos: BattalionPosition, side: int, v: Declare, options: list[Choice]) -> Answer | None:
        """The attack that promises most, with those whom it is better for; then the next."""
        now = self._situation(pos, side)
        if v.target >= 0:
            return self._commit(now, v, options)
        found = [best_attack(now, hex) for verb, hex in options if verb == "target"]
        best = max(found, key=lambda one: self.temper.liked(one.value, one.target), default=None)
        if best is None or best.value < self._least(now):
            return DONE, "no other attack is worth while"
        name = pos.board.place_name(best.target)
        return ("target", best.target), f"{best.odds} on {name} promises {best.value:.1f} points"

    @staticmethod
    def _commit(now: Situation, v: Declare, options: list[Choice]) -> Answer | None:
        """Name those who take part, all at once where nobody is left out."""
        chosen = set(best_attack(now, v.target).units)
        if not v.picked and ALL_ATTACK in options and chosen == set(all_that_can(now.pos, v)):
            return ALL_ATTACK, "all who can take part"
        missing = [unit for verb, unit in options if verb == "commit" and unit in chosen]
        if missing:
            return ("commit", missing[0]), "the odds are best with these"
        return (AGREED, "that is the attack") if AGREED in options else None

    def _option(self, pos: BattalionPosition, side: int, v: Combat, options: list[Choice]) -> Answer | None:
        return choose_option(self._situation(pos, side), v, self.mind)

    def _level(self, pos: BattalionPosition, side: int, v: Combat, options: list[Choice]) -> Answer | None:
        return choose_level(self._situation(pos, side), v)

    def _stand(
        self, pos: BattalionPosition, side: int, v: FallingBack, options: list[Choice]
    ) -> Answer | None:
        return stand_or_go(self._situation(pos, side), v, options)

    def _follow(self, pos: BattalionPosition, side: int, v: Advance, options: list[Choice]) -> Answer | None:
        return follow_up(self._situation(pos, side), v, options)


LAST: Final = 1
"""The side whose player turn is the second of a turn."""

"""The staff: a player by rules of thumb that looks at its own side's view and nothing else."""

from collections.abc import Callable
from functools import partial
from typing import Any

from grognard.core.chapter import DONE, HALT, NOTHING, Choice
from grognard.games.red_god_of_war.combat.declare import Declare, attack_refusal, committed_to, declared_hexes
from grognard.games.red_god_of_war.combat.odds import Sheet
from grognard.games.red_god_of_war.model.position import RedGodPosition
from grognard.games.red_god_of_war.model.stacking import has_room
from grognard.games.red_god_of_war.movement.costs import march_reach, rail_reach, reach_of
from grognard.games.red_god_of_war.movement.walk import Move
from grognard.games.red_god_of_war.sequence.activation import is_due
from grognard.games.red_god_of_war.staff import answers, segment, weights
from grognard.games.red_god_of_war.staff.attacks import PlannedAttack, Planner, most_attacks, standing_reaches
from grognard.games.red_god_of_war.staff.estimate import Estimate
from grognard.games.red_god_of_war.staff.marches import Marches, Order, overrun_prospect
from grognard.games.red_god_of_war.staff.places import Places
from grognard.games.red_god_of_war.staff.worth import StaffWorth
from grognard.kit.staff import Answer, StepStaff

Phase = tuple[int, ...]
Reaction = Callable[[Estimate, RedGodPosition, Any, list[Choice]], Answer]
"""An answer that needs no plan: from the estimate, the position, vars and options."""


class Staff(StepStaff):
    """Plans once for a phase and carries the plan out choice by choice."""

    otherwise = "the plan has come to nothing"

    _worth: StaffWorth

    def __init__(self) -> None:
        super().__init__()
        self._key = ""
        self._now: Estimate | None = None
        self._base: Estimate | None = None
        self._base_phase: Phase = ()
        self._phase: Phase = ()
        self._orders: list[Order] = []
        self._tried: set[Choice] = set()
        self._attacks: list[PlannedAttack] = []
        self._ranks: tuple[Phase, dict[int, float]] = ((), {})
        reactions: dict[str, Reaction] = {
            "SendUnitAway": segment.dismiss,
            "WithdrawSoviets": segment.dismiss,
            "Recover": segment.recover,
            "Reassign": segment.reassign,
            "BringGermanHqs": segment.land,
            "ActivateUnits": segment.activate,
            "AddSupplyPoint": answers.extra_point,
            "AttackerForcedLosses": answers.lose,
            "AttackerFurtherLosses": answers.lose,
            "DefenderLosses": answers.lose,
            "AttackerChoosesRetreat": answers.fall_back,
            "DefenderChoosesRetreat": answers.defend,
            "WalkBack": answers.walk_back,
            "RefundStep": answers.restore,
            "AdvanceUnits": answers.advance,
        }
        self.handlers = {
            "PlaceSoviets": self._stay,
            "PlaceGermans": self._stay,
            "SupplySovietHqs": partial(self._by_rank, segment.supply),
            "SupplyGermanHqs": partial(self._by_rank, segment.supply),
            "SupplyArrivedHqs": self._supply_new,
            "PlaceChits": partial(self._by_rank, segment.chits),
            "BringSoviets": self._bring,
            "StrategicMovement": partial(self._move, False),
            "TacticalMovement": partial(self._move, False),
            "MechanizedMovement": partial(self._move, True),
            "DeclareAttacks": self._attack,
            "ResolveAttacks": self._resolve,
            **{step: partial(self._react, react) for step, react in reactions.items()},
        }

    def plan_anew(self) -> None:
        self._key = ""

    def look(self, pos: RedGodPosition, side: int, step: str) -> None:
        """Plans are for one game and run forward: after an undo, or in another game, they are made anew."""
        if pos.content.key != self._key:
            self._worth = StaffWorth(pos, self.temper)
            self._key = pos.content.key
            self._phase = self._base_phase = ()
            self._ranks = ((), {})
        self._now = None

    def _estimate(self, pos: RedGodPosition, side: int) -> Estimate:
        """The situation now; made once for each Ask, and its great maps once for each phase."""
        if self._now is None:
            again = len(pos.stack) > 2 and pos.stack[2].procedure == "mechanized"
            phase = (pos.turn, *pos.box, pos.active_hq, int(again))
            base = self._base if self._base_phase == phase else None
            self._now = Estimate(pos, side, self._worth, base)
            if base is None:
                self._worth.look(pos, side)
                if self._base is not None and self._base_phase[:-1] == phase[:-1]:
                    self._now.raid = self._base.raid  # the enemy has hardly moved since
                self._base, self._base_phase = self._now, phase
        return self._now

    # -- single decisions and the Initial Segment -----------------------------------------------------

    def _react(
        self, react: Reaction, pos: RedGodPosition, side: int, v: Any, options: list[Choice]
    ) -> Answer:
        """A decision that needs no plan."""
        return react(self._estimate(pos, side), pos, v, options)

    def _stay(self, pos: RedGodPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        return ("cancel", NOTHING) if v else DONE, "the prescribed set-up is good"

    def _ranked(self, pos: RedGodPosition, side: int) -> dict[int, float]:
        """What each HQ promises: supply points, chits and arrivals go by it."""
        key = (pos.turn, side)
        if self._ranks[0] != key:
            self._ranks = (key, segment.rank_hqs(self._estimate(pos, side), pos))
        return self._ranks[1]

    def _by_rank(
        self, share: Callable[..., Answer], pos: RedGodPosition, side: int, v: Any, options: list[Choice]
    ) -> Answer:
        return share(pos, side, self._ranked(pos, side), options)

    def _supply_new(self, pos: RedGodPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        return options[0], "a new HQ must act at once"

    def _bring(self, pos: RedGodPosition, side: int, v: Any, options: list[Choice]) -> Answer:
        return segment.bring(self._estimate(pos, side), pos, self._ranked(pos, side), v, options)

    # -- attacks --------------------------------------------------------------------------------------

    def _attack(self, pos: RedGodPosition, side: int, v: Declare, options: list[Choice]) -> Answer:
        """Declare what the plan says, take back what it does not, then the surest attack first."""
        phase = (pos.turn, *pos.box, pos.active_hq, 4)
        if self._phase != phase:
            self._phase = phase
            planner = Planner(self._estimate(pos, side), pos.copy(), side, standing_reaches(pos))
            self._attacks = planner.plan(most_attacks(pos, side))
        plan = {attack.target: attack for attack in self._attacks}
        if v.target >= 0:
            return self._commit(pos, v.target, plan.get(v.target), options)
        for hex in declared_hexes(pos):
            if hex not in plan and ("target", hex) in options:
                return ("target", hex), "that attack is not worth while"
        for attack in self._attacks:
            if ("target", attack.target) in options and _is_unfinished(pos, attack):
                odds = attack.prospect
                why = (
                    f"{odds.label} on {pos.board.place_name(attack.target)} promises {odds.value:.1f} points"
                )
                return ("target", attack.target), why
        return DONE, "no other attack is worth while"

    def _commit(
        self, pos: RedGodPosition, target: int, attack: PlannedAttack | None, options: list[Choice]
    ) -> Answer:
        units = attack.units if attack is not None else []
        for verb, unit in options:
            match verb:
                case "commit" if unit in units:
                    return (verb, unit), f"{pos.content.unit_names[unit]} is needed for the odds"
                case "release" if unit not in units:
                    return (verb, unit), f"{pos.content.unit_names[unit]} is not needed"
        return ("agreed", NOTHING), "that is the attack"

    def _resolve(self, pos: RedGodPosition, side: int, v: Declare, options: list[Choice]) -> Answer:
        """The surest first: it may cut off the others' retreat."""

        def column(hex: int) -> int:
            return Sheet(pos, hex, committed_to(pos, hex), overrun=False, extra=False).column

        best = max(options, key=lambda one: (column(one[1]), -one[1]))
        planned = next((one.prospect for one in self._attacks if one.target == best[1]), None)
        if planned is None:
            return best, "the surest attack first"
        return best, f"{planned.label} promises {planned.value:.1f} points"

    # -- movement -------------------------------------------------------------------------------------

    def _move(self, again: bool, pos: RedGodPosition, side: int, v: Move, options: list[Choice]) -> Answer:
        phase = (pos.turn, *pos.box, pos.active_hq, 5 if again else 3)
        if self._phase != phase:
            self._phase = phase
            self._orders = Marches(self._estimate(pos, side), pos, again).plan()
            self._tried = set()
        if v.group:
            return self._go(pos, side, v, options)
        for order in self._orders:
            lead = order.group[0]
            verb = order.way if order.way in ("strategic", "rail") else "move"
            if (verb, lead) not in options or (verb, lead) in self._tried:
                continue
            if order.way != "enter" and pos.hex[lead] == order.goal:
                continue
            if _can_go(pos, order):
                self._tried.add((verb, lead))  # picked up once and put back: it cannot go after all
                return (verb, lead), order.why
        if DONE in options:
            return DONE, "everybody is in place"
        return options[0], "somebody must make room"

    def _go(self, pos: RedGodPosition, side: int, v: Move, options: list[Choice]) -> Answer:
        """The group that was picked: its mates, its goal, then an overrun or what its points still allow."""
        lead = v.group[0]
        if pos.hex[lead] < 0:
            entries = [one for one in options if one != HALT]
            return segment.land(self._estimate(pos, side), pos, v, entries, lead)
        order = next((one for one in self._orders if set(v.group) & set(one.group)), None)
        if order is not None and not v.spent:
            for mate in order.group:
                if ("with", mate) in options:
                    return ("with", mate), order.why
            if ("to", order.goal) in options:
                return ("to", order.goal), order.why
        if v.way:
            return HALT, "the road is closed"
        hexes = [noun for verb, noun in options if verb == "overrun"]
        if hexes:
            value, target = overrun_prospect(self._estimate(pos, side), pos, v.group, pos.hex[lead], v.spent)
            if target in hexes:
                return ("overrun", target), f"the overrun promises {value:.1f} points"
        if order is not None and order.goal == pos.hex[lead]:
            return HALT, "it is where it should be"
        return self._wander(pos, side, v, options)

    def _wander(self, pos: RedGodPosition, side: int, v: Move, options: list[Choice]) -> Answer:
        """Without an order: the best hex within reach, or stay."""
        if pos.content.is_hq[v.group[0]]:
            return HALT, "it stays"
        if any(is_due(pos, mate) for mate in segment.corps_of(pos, v.group[0])):
            return HALT, "it waits for the others of its division"
        places = Places(self._estimate(pos, side), pos)
        hexes = [noun for verb, noun in options if verb == "to" and has_room(pos, noun, v.group)]
        best, gain = places.best(v.group, hexes)
        if gain > weights.LEAST_MOVE:
            return ("to", best), f"goes on to {pos.board.place_name(best)}"
        return HALT, "it is well where it is"


def _is_unfinished(pos: RedGodPosition, attack: PlannedAttack) -> bool:
    """Could somebody still be committed to this attack, or must somebody be released from it?"""
    target = attack.target
    if any(pos.target[unit] != target and not attack_refusal(pos, unit, target) for unit in attack.units):
        return True
    return any(unit not in attack.units for unit in committed_to(pos, target))


def _can_go(pos: RedGodPosition, order: Order) -> bool:
    """Can the order be carried out now?"""
    lead = order.group[0]
    here = pos.hex[lead]
    if order.way == "enter" or here < 0:
        return order.way == "enter" and here < 0
    group = tuple(unit for unit in order.group if pos.hex[unit] == here)
    if not has_room(pos, order.goal, group):
        return False
    match order.way:
        case "rail":
            return order.goal in rail_reach(pos, lead).cost
        case "strategic":
            return order.goal in march_reach(pos, lead).cost
    return order.goal in reach_of(pos, group, 0).cost

"""The staff: a player by rules of thumb that looks at its own side's view and nothing else."""

from collections.abc import Sequence
from typing import Any, Final

from grognard.core.chapter import NOTHING, Ask, Choice, Random
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.games.red_god_of_war.activation import is_due
from grognard.games.red_god_of_war.declare import Declare, attack_refusal, committed_to, declared_hexes
from grognard.games.red_god_of_war.movement import march_reach, rail_reach, reach_of
from grognard.games.red_god_of_war.odds import Sheet
from grognard.games.red_god_of_war.overrun import Move
from grognard.games.red_god_of_war.position import RedGodPosition
from grognard.games.red_god_of_war.stacking import has_room
from grognard.games.red_god_of_war.staff import answers, segment, weights
from grognard.games.red_god_of_war.staff.answers import Answer
from grognard.games.red_god_of_war.staff.attacks import Attack, Planner, most_attacks, standing_reaches
from grognard.games.red_god_of_war.staff.estimate import Estimate
from grognard.games.red_god_of_war.staff.marches import Marches, Order, overrun_prospect
from grognard.games.red_god_of_war.staff.places import Places
from grognard.games.red_god_of_war.staff.worth import Worth

DONE: Final[Choice] = ("done", NOTHING)
HALT: Final[Choice] = ("halt", NOTHING)
QUIET: Final = ("done", "halt", "stop", "seal", "cancel", "save", "agreed")
"""Verbs that end something: what to say when a plan has come to nothing."""

Phase = tuple[int, ...]


class Staff:
    """Plans once for a phase and carries the plan out choice by choice.

    `reason` says in a few words why the last choice was made.
    """

    def __init__(self) -> None:
        self.reason = ""
        self._worth: Worth | None = None
        self._key = ""
        self._number = NOTHING
        self._now: Estimate | None = None
        self._base: Estimate | None = None
        self._base_phase: Phase = ()
        self._phase: Phase = ()
        self._orders: list[Order] = []
        self._tried: set[Choice] = set()
        self._attacks: list[Attack] = []
        self._ranks: tuple[Phase, dict[int, float]] = ((), {})

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """The answer of the view's side. All it knows is a position sampled from that view."""
        options = list(ask.options(view.side))
        if len(options) == 1:
            self.reason = "there is no other choice"
            return options[0]
        pos: Any = system.knowledge.sample(view, generator)
        self._remember(pos, view)
        choice, self.reason = self._answer(pos, view.side, ask.step, options)
        if choice not in options:
            choice, self.reason = ask.usual(pos, view.side), "the plan has come to nothing"
        return choice

    def _remember(self, pos: RedGodPosition, view: View) -> None:
        """Plans are for one game and run forward: after an undo, or in another game, they are made anew."""
        if pos.content.key != self._key or view.number < self._number or self._worth is None:
            self._worth = Worth(pos)
            self._key = pos.content.key
            self._phase = ()
            self._ranks = ((), {})
            self._base_phase = ()
        if view.number != self._number:
            self._now = None
        self._number = view.number

    def _estimate(self, pos: RedGodPosition, side: int) -> Estimate:
        """The situation now; made once for each Ask, and its great maps once for each phase."""
        if self._now is None:
            assert self._worth is not None
            phase = (
                pos.turn,
                *pos.box,
                pos.active_hq,
                int(len(pos.stack) > 2 and pos.stack[2].procedure == "mechanized"),
            )
            base = self._base if self._base_phase == phase else None
            self._now = Estimate(pos, side, self._worth, base)
            if base is None:
                self._worth.look(pos, side)
                if self._base is not None and self._base_phase[:-1] == phase[:-1]:
                    self._now.take_raid(self._base)
                self._base, self._base_phase = self._now, phase
        return self._now

    # -- one method for each chapter ----------------------------------------------------------------

    def _answer(self, pos: RedGodPosition, side: int, step: str, options: list[Choice]) -> Answer:
        v: Any = pos.stack[-1].vars
        if step in ("StrategicMovement", "TacticalMovement", "MechanizedMovement"):
            return self._move(pos, side, step, v, options)
        if step in ("DeclareAttacks", "ResolveAttacks"):
            return self._attack(pos, side, v, options)
        if step in ("PlaceSoviets", "PlaceGermans"):
            return _way_out(options), "the prescribed set-up is good"
        if step in ("SupplySovietHqs", "SupplyGermanHqs", "PlaceChits", "BringSoviets", "SupplyArrivedHqs"):
            return self._allot(pos, side, step, v, options)
        return self._react(pos, side, step, v, options)

    def _allot(self, pos: RedGodPosition, side: int, step: str, v: Any, options: list[Choice]) -> Answer:
        """Supply points, chits and arrivals go by what each HQ promises."""
        key = (pos.turn, side)
        if self._ranks[0] != key:
            self._ranks = (key, segment.rank_hqs(self._estimate(pos, side), pos))
        ranks = self._ranks[1]
        if step == "PlaceChits":
            return segment.chits(pos, side, ranks, options)
        if step == "BringSoviets":
            return segment.bring(self._estimate(pos, side), pos, ranks, v, options)
        if step == "SupplyArrivedHqs":
            return options[0], "a new HQ must act at once"
        return segment.supply(pos, side, ranks, options)

    def _react(self, pos: RedGodPosition, side: int, step: str, v: Any, options: list[Choice]) -> Answer:
        """Single decisions that need no plan."""
        estimate = self._estimate(pos, side)
        if step in ("SendUnitAway", "WithdrawSoviets"):
            return segment.dismiss(estimate, pos, options)
        if step == "Recover":
            return segment.recover(estimate, pos, options)
        if step == "Reassign":
            return segment.reassign(estimate, pos, v, options)
        if step == "BringGermanHqs":
            return segment.land(estimate, pos, options)
        if step == "ActivateUnits":
            return segment.activate(estimate, pos, options)
        if step == "AddSupplyPoint":
            return answers.extra_point(estimate, pos, v)
        if step in ("AttackerForcedLosses", "AttackerFurtherLosses", "DefenderLosses"):
            return answers.lose(estimate, pos, options)
        if step == "AttackerChoosesRetreat":
            return answers.fall_back(estimate, pos, v, options)
        if step == "DefenderChoosesRetreat":
            return answers.defend(estimate, pos, v, options)
        if step == "WalkBack":
            return answers.walk_back(estimate, pos, v, options)
        if step == "RefundStep":
            return answers.restore(estimate, pos, options)
        if step == "AdvanceUnits":
            return answers.advance(estimate, pos, v, options)
        return _way_out(options), "the staff has no opinion"

    # -- attacks --------------------------------------------------------------------------------------

    def _attack(self, pos: RedGodPosition, side: int, v: Declare, options: list[Choice]) -> Answer:
        """Declare what the plan says, take back what it does not, then the surest attack first."""
        if options[0][0] == "resolve":
            return self._resolve(pos, options)
        phase = (pos.turn, *pos.box, pos.active_hq, 4)
        if self._phase != phase:
            self._phase = phase
            self._attacks = self._plan_attacks(pos, side)
        plan = {attack.target: attack for attack in self._attacks}
        if v.target >= 0:
            return self._commit(pos, v.target, plan.get(v.target), options)
        for hex in declared_hexes(pos):
            if hex not in plan and ("target", hex) in options:
                return ("target", hex), "that attack is not worth while"
        for attack in self._attacks:
            if ("target", attack.target) in options and _is_unfinished(pos, attack):
                odds = attack.prospect
                why = f"{odds.label} on {pos.content.names[attack.target]} promises {odds.value:.1f} points"
                return ("target", attack.target), why
        return DONE, "no other attack is worth while"

    def _plan_attacks(self, pos: RedGodPosition, side: int) -> list[Attack]:
        trial = pos.copy()
        reaches = standing_reaches(pos)
        return Planner(self._estimate(pos, side), trial, side, reaches).plan(most_attacks(pos, side))

    def _commit(
        self, pos: RedGodPosition, target: int, attack: Attack | None, options: list[Choice]
    ) -> Answer:
        units = attack.units if attack is not None else []
        names = pos.content.unit_names
        for verb, unit in options:
            if verb == "commit" and unit in units:
                return (verb, unit), f"{names[unit]} is needed for the odds"
            if verb == "release" and unit not in units:
                return (verb, unit), f"{names[unit]} is not needed"
        return ("agreed", NOTHING), "that is the attack"

    def _resolve(self, pos: RedGodPosition, options: list[Choice]) -> Answer:
        """The surest first: it may cut off the others' retreat."""

        def column(hex: int) -> int:
            return Sheet(pos, hex, committed_to(pos, hex), overrun=False, extra=False).column

        best = max(options, key=lambda one: (column(one[1]), -one[1]))
        planned = next((one.prospect for one in self._attacks if one.target == best[1]), None)
        if planned is None:
            return best, "the surest attack first"
        return best, f"{planned.label} promises {planned.value:.1f} points"

    # -- movement -------------------------------------------------------------------------------------

    def _move(self, pos: RedGodPosition, side: int, step: str, v: Move, options: list[Choice]) -> Answer:
        again = step == "MechanizedMovement"
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
            return segment.land(self._estimate(pos, side), pos, entries, lead)
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
        home = pos.hex[v.group[0]]
        hexes = [noun for verb, noun in options if verb == "to" and has_room(pos, noun, v.group)]
        places.lift(v.group)
        stay = places.score(v.group, home)
        best = max(hexes, key=lambda hex: (places.score(v.group, hex), -hex), default=NOTHING)
        gain = places.score(v.group, best) - stay if best >= 0 else 0.0
        places.drop(v.group, home)
        if gain > weights.LEAST_MOVE:
            return ("to", best), f"goes on to {pos.content.names[best]}"
        return HALT, "it is well where it is"


def _is_unfinished(pos: RedGodPosition, attack: Attack) -> bool:
    """Could somebody still be committed to this attack, or must somebody be released from it?"""
    target = attack.target
    if any(pos.target[unit] != target and not attack_refusal(pos, unit, target) for unit in attack.units):
        return True
    return any(unit not in attack.units for unit in committed_to(pos, target))


def _can_go(pos: RedGodPosition, order: Order) -> bool:
    """Can the order be carried out now?"""
    lead = order.group[0]
    if order.way == "enter":
        return pos.hex[lead] < 0
    if pos.hex[lead] < 0:
        return False
    here = pos.hex[lead]
    group = tuple(unit for unit in order.group if pos.hex[unit] == here)
    if not has_room(pos, order.goal, group):
        return False
    if order.way == "rail":
        return order.goal in rail_reach(pos, lead).cost
    if order.way == "strategic":
        return order.goal in march_reach(pos, lead).cost
    return order.goal in reach_of(pos, group, 0).cost


def _way_out(options: Sequence[Choice]) -> Choice:
    """The quietest option."""
    for verb in QUIET:
        for choice in options:
            if choice[0] == verb:
                return choice
    return options[0]

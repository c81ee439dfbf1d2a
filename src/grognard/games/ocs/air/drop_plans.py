"""Drop Plans: which unit is to be dropped where and on which turn, written in secret two turns ahead."""

from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    only,
    rule,
)
from grognard.games.ocs.air.mission.loading import is_para
from grognard.games.ocs.model.position import DEAD, POOL, OcsPosition
from grognard.games.ocs.sequence.segments import Asked, Segment, SegmentChapter, private

AHEAD = 2
"""A plan is written at least so many turns ahead."""


class Planning(NamedTuple):
    """A plan that is being written."""

    side: int
    unit: int
    hex: int = NOTHING


@rule("ocs.airmission.15", "ocs.airmission.16", "ocs.airmission.11")
def plan_refusal(pos: OcsPosition, unit: int, side: int) -> Ruling:
    """Why no Drop Plan can be written for a unit."""
    content = pos.content
    name = content.unit_names[unit]
    if content.side[unit] != side or not content.is_combat[unit] or pos.hex[unit] in (DEAD, POOL):
        return Refusal("ocs.airmission.16", f"{name} cannot be dropped.")
    if pos.plan_turn[unit]:
        return Refusal("ocs.airmission.16", f"{name} is on a plan already.", "Cancel that first.")
    if not content.is_light(unit):
        return Refusal("ocs.airmission.11", f"{name} is too heavy to go by air.")
    if not is_para(pos, unit) and not any(pos.gliders):
        return Refusal("ocs.airmission.15", f"{name} has no parachutes, and there are no gliders.")
    if not plan_turns(pos):
        return Refusal("ocs.airmission.16", "a plan is written two turns ahead, and the game is over then.")
    return None


def plan_turns(pos: OcsPosition) -> range:
    """The turns for which a plan can be written now."""
    return range(pos.turn + AHEAD, pos.content.scenario.turns + 1)


def planned(pos: OcsPosition, side: int) -> list[int]:
    """The units of a side that are on a plan."""
    return [unit for unit in pos.content.combat_units[side] if pos.plan_turn[unit]]


class DropPlans(SegmentChapter):
    """Plans are written, cancelled and put off, in the Aircraft Refit Phase."""

    verbs = ("plan-drop", "cancel-plan", "delay-plan")

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        units = pos.content.light_units[v.side]
        later = [unit for unit in planned(pos, v.side) if pos.plan_turn[unit] < pos.content.scenario.turns]
        return [
            Offer("plan-drop", [unit for unit in units if plan_refusal(pos, unit, v.side) is None]),
            Offer("cancel-plan", planned(pos, v.side)),
            Offer("delay-plan", later),
        ]

    @rule("ocs.airmission.17")
    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        verb, unit = choice
        pos = game.pos
        if verb == "plan-drop":
            game.call("drop-plan", Planning(v.side, unit))
        elif verb == "delay-plan":
            pos.put.plan_turn[unit] += 1
            game.tell("plan", unit, pos.plan_hex[unit], pos.plan_turn[unit], sees=only(v.side))
        else:
            forget_plan(pos, unit)
            game.tell("no-plan", unit, rule="ocs.airmission.17", sees=only(v.side))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb == "plan-drop" or pos.content.side[unit] != v.side:
            return plan_refusal(pos, unit, v.side)
        if not pos.plan_turn[unit]:
            return Refusal("ocs.airmission.17", f"{pos.content.unit_names[unit]} is on no plan.")
        return Refusal("ocs.airmission.17", "the game is over before the turn after that of the drop.")


def forget_plan(pos: OcsPosition, unit: int) -> None:
    """A unit is on no plan any more."""
    pos.put.plan_hex[unit], pos.put.plan_turn[unit] = NOTHING, 0


@rule("ocs.airmission.16", "ocs.airmission.17")
def lapse_plans(game: Game[OcsPosition], side: int) -> None:
    """At the end of a Movement Phase the plans of this turn that were not flown lapse."""
    pos = game.pos
    for unit in planned(pos, side):
        if pos.plan_turn[unit] <= pos.turn:
            forget_plan(pos, unit)
            game.tell("no-plan", unit, rule="ocs.airmission.16", sees=only(side))


@rule("ocs.airmission.16")
class PlanHex(Asked[OcsPosition, Planning]):
    title = "Where is the unit to be dropped?"

    policies = (by_verbs("none", "Nowhere.", "no-drop"),)

    def side(self, pos: OcsPosition, v: Planning) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Planning) -> list[Offer]:
        if v.hex != NOTHING:
            return []
        land = [hex for hex in range(pos.content.hexes) if not pos.content.is_sea[hex]]
        return [Offer("plan-hex", land), Offer("no-drop")]

    def take(self, game: Game[OcsPosition], v: Planning, choice: Choice) -> None:
        if choice[0] == "no-drop":
            game.leave()
        else:
            game.next(v._replace(hex=choice[1]))

    def why(self, pos: OcsPosition, v: Planning, choice: Choice) -> Ruling:
        return Refusal("ocs.airmission.22", "nothing is dropped on the sea or off the map.")


@rule("ocs.airmission.16")
class PlanTurn(Asked[OcsPosition, Planning]):
    title = "On which turn is it to be dropped?"

    policies = (by_verbs("soonest", "As soon as can be.", "plan-turn"),)

    def side(self, pos: OcsPosition, v: Planning) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Planning) -> list[Offer]:
        return [Offer("plan-turn", plan_turns(pos))]

    def take(self, game: Game[OcsPosition], v: Planning, choice: Choice) -> None:
        pos = game.pos
        pos.put.plan_hex[v.unit], pos.put.plan_turn[v.unit] = v.hex, choice[1]
        game.tell("plan", v.unit, v.hex, choice[1], rule="ocs.airmission.16", sees=only(v.side))
        game.leave()

    def why(self, pos: OcsPosition, v: Planning, choice: Choice) -> Ruling:
        return Refusal("ocs.airmission.16", "a plan is written at least two turns ahead.")


drop_plan = Procedure("drop-plan", PlanHex(), PlanTurn(), title="A Drop Plan", vars=Planning, sees=private)

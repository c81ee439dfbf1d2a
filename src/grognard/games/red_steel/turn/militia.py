"""Local militia: the Soviet player may call it out in the morning."""

from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    OPEN,
    Choice,
    Decision,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    first_option,
    rule,
)
from grognard.games.battalions.model.position import ELIMINATED, WAITING
from grognard.games.battalions.model.stacking import has_room
from grognard.games.red_steel.model.position import AXIS, SOVIET, SteelPosition

NEVER = 999
"""The turn of arrival of militia that does not come by itself."""


class Muster(NamedTuple):
    """Has the militia been called, and how many battalions are still to be placed?"""

    called: int = 0
    due: int = 0


@rule("rs.militia.9", "rs.militia.10")
def available(pos: SteelPosition) -> list[int]:
    """Militia that can be called out: never those that have still to come as reinforcements."""
    content = pos.content
    return [
        unit
        for unit in content.units_of[SOVIET]
        if content.is_militia[unit]
        and (
            pos.hex[unit] == ELIMINATED or (pos.hex[unit] == WAITING and content.arrival_turn[unit] >= NEVER)
        )
    ]


@rule("rs.militia.7", "rs.militia.8")
def muster_refusal(pos: SteelPosition, hex: int) -> Ruling:
    """Why militia is not placed in this hex."""
    content = pos.content
    name = content.names[hex]
    if not content.ground.is_town[hex] or pos.control[hex] != SOVIET:
        return Refusal("rs.militia.7", f"{name} is no town or city that the Soviets hold.")
    least = content.limit("militia-distance")
    if any(content.grid.distance(hex, there) < least for there in pos.stacks_of(AXIS)):
        return Refusal("rs.militia.8", f"an Axis unit is nearer than {least} hexes to {name}.")
    units = available(pos)
    if units and not has_room(pos, hex, units[:1]):
        return Refusal("rs.militia.7", f"{name} is full.")
    return None


def places(pos: SteelPosition) -> list[int]:
    return [hex for hex in range(pos.content.hexes) if muster_refusal(pos, hex) is None]


@rule("rs.militia.1")
class CallMilitia(Decision[SteelPosition, Muster]):
    """He need not try: a 6 helps the enemy."""

    title = "Call out the militia"
    policies = (by_verbs("none", "No militia is called out.", "done"),)

    def side(self, pos: SteelPosition, v: Muster) -> int:
        return SOVIET

    def options(self, pos: SteelPosition, v: Muster) -> list[Offer]:
        return [Offer("call-out"), Offer("done")] if available(pos) else []

    def take(self, game: Game[SteelPosition], v: Muster, choice: Choice) -> None:
        game.next(Muster(int(choice[0] == "call-out")))


@rule("rs.militia.2", "rs.militia.3", "rs.militia.4", "rs.militia.5", "rs.militia.6")
class RollMilitia(Roll[SteelPosition, Muster]):
    """1 brings two battalions, 2 four; 6 brings the Romanians a replacement point."""

    title = "Who answers the call?"

    def outcomes(self, pos: SteelPosition, v: Muster) -> list[Outcome]:
        return D6 if v.called else []

    def roller(self, pos: SteelPosition, v: Muster) -> int:
        return SOVIET

    def take(self, game: Game[SteelPosition], v: Muster, noun: int) -> None:
        pos = game.pos
        table = pos.content.tables["militia"]
        count = table.integer(str(noun), "battalions")
        points = table.integer(str(noun), "romanian-points")
        pos.points += points
        game.tell("militia", noun, count, points, rule="rs.militia.2")
        game.update(Muster(1, count))


@rule("rs.militia.7", "rs.militia.8")
class PlaceMilitia(Decision[SteelPosition, Muster]):
    """One battalion after another, as long as there are battalions and places."""

    title = "Place the militia"
    policies = (first_option("first", "The first place."),)

    def side(self, pos: SteelPosition, v: Muster) -> int:
        return SOVIET

    def options(self, pos: SteelPosition, v: Muster) -> list[Offer]:
        return [Offer("muster", places(pos))] if v.due and available(pos) else []

    def take(self, game: Game[SteelPosition], v: Muster, choice: Choice) -> None:
        pos = game.pos
        unit = available(pos)[0]
        pos.steps[unit] = pos.content.max_steps[unit]
        pos.place(unit, choice[1])
        game.tell("mustered", choice[1], rule="rs.militia.7")
        game.update(Muster(1, v.due - 1))

    def refuse(self, pos: SteelPosition, v: Muster, choice: Choice) -> Ruling:
        verb, hex = choice
        return muster_refusal(pos, hex) if verb == "muster" else None


militia = Procedure(
    "militia",
    CallMilitia(),
    RollMilitia(),
    PlaceMilitia(),
    title="Soviet militia",
    rules=("rs.militia.1",),
    start=lambda pos, v: Muster(),
    vars=Muster,
    sees=OPEN,
)

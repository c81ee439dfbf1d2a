"""River monitors: guns on the Prut."""

from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    OPEN,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    first_option,
    rule,
)
from grognard.games.battalions.model.position import MOVED
from grognard.games.battalions.model.unit_steps import eliminate
from grognard.games.battalions.movement.entering import disturb_works
from grognard.games.red_steel.model.position import SOVIET, SteelPosition
from grognard.games.red_steel.prut.fording import river_neighbours


class Course(NamedTuple):
    """The monitor under way, and the west bank hex it comes to."""

    unit: int = NOTHING
    hex: int = NOTHING


@rule("rs.monitors.1", "rs.monitors.3", "rs.monitors.4", "rs.monitors.5")
def steam_refusal(pos: SteelPosition, unit: int) -> Ruling:
    """Why this unit does not steam along the Prut now. Bridges and zones of control are no hindrance."""
    content = pos.content
    name = content.unit_names[unit]
    if not content.is_monitor[unit] or content.side[unit] != pos.phasing or pos.hex[unit] < 0:
        return Refusal("rs.monitors.1", f"{name} is no monitor of the phasing player.")
    if pos.flags[unit] & MOVED:
        return Refusal("rs.normal-move.1", f"{name} has made its move.")
    return None


@rule("rs.movement-allowance.10", "rs.monitors.1")
def berths(pos: SteelPosition, unit: int) -> list[int]:
    """The west bank hexes that a monitor can come to: up to 4 hexes along the river, where it is too."""
    content = pos.content
    found = {pos.hex[unit]}
    for _ in range(content.limit("monitor-move")):
        ring = {there for hex in found for there in content.neighbours[hex * 6 : hex * 6 + 6] if there >= 0}
        found |= {hex for hex in ring if hex in content.west_bank and river_neighbours(pos, hex)}
    return sorted(found)


@rule("rs.monitors.2", "rs.movement-allowance.10")
def course_refusal(pos: SteelPosition, v: Course, choice: Choice) -> Ruling:
    """Why the monitor does not go to this bank hex, or does not point there."""
    verb, hex = choice
    content = pos.content
    name = content.names[hex]
    if verb == "point-to":
        return Refusal("rs.monitors.2", f"no hexside of the Prut parts {name} from {content.names[v.hex]}.")
    if hex not in content.west_bank or not river_neighbours(pos, hex):
        return Refusal("rs.monitors.1", f"{name} is not on the west bank of the Prut.")
    most = content.limit("monitor-move")
    why = f"{name} is farther than {most} hexes along the river."
    return Refusal("rs.movement-allowance.10", why)


@rule("rs.monitors.2", "rs.movement-allowance.10")
class Steam(Decision[SteelPosition, Course]):
    """First the bank hex, then the hexside to which the monitor points."""

    title = "A monitor under way"
    policies = (first_option("first", "The first place."),)

    def side(self, pos: SteelPosition, v: Course) -> int:
        return pos.phasing

    def options(self, pos: SteelPosition, v: Course) -> list[Offer]:
        if v.unit == NOTHING:
            return []
        if v.hex == NOTHING:
            return [Offer("berth", berths(pos, v.unit))]
        return [Offer("point-to", river_neighbours(pos, v.hex))]

    def take(self, game: Game[SteelPosition], v: Course, choice: Choice) -> None:
        verb, hex = choice
        pos = game.pos
        if verb == "berth":
            game.update(v._replace(hex=hex))
            return
        pos.place(v.unit, v.hex)
        pos.far_bank[v.unit] = hex
        pos.flags[v.unit] |= MOVED
        disturb_works(game, v.hex, pos.phasing)
        game.tell("steamed", v.unit, v.hex, hex, rule="rs.monitors.2")
        game.next()

    def refuse(self, pos: SteelPosition, v: Course, choice: Choice) -> Ruling:
        fits = choice[0] == ("berth" if v.hex == NOTHING else "point-to")
        return course_refusal(pos, v, choice) if fits and v.unit != NOTHING else None


steaming = Procedure(
    "steaming",
    Steam(),
    title="A monitor under way",
    rules=("rs.monitors.1",),
    vars=Course,
    sees=OPEN,
)


@rule("rs.monitor-loss.1")
class LoseMonitors(Action[SteelPosition, tuple[()]]):
    """A monitor with a Soviet tank unit in either bank hex of its hexside is eliminated."""

    title = "Monitors next to Soviet tanks"

    def run(self, game: Game[SteelPosition], v: tuple[()]) -> None:
        pos = game.pos
        content = pos.content
        tanks = {pos.hex[unit] for unit in pos.on_map(SOVIET) if content.kind[unit] == "tank"}
        for unit in range(content.units):
            if content.is_monitor[unit] and pos.hex[unit] >= 0:
                if tanks & {pos.hex[unit], pos.far_bank[unit]}:
                    eliminate(game, unit, "rs.monitor-loss.1")

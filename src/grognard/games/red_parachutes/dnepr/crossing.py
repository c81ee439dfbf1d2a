"""The Dnepr: who may try to cross, where, and how the roll goes; the Kanev bridge."""

from typing import NamedTuple, cast

from grognard.core.chapter import (
    NOTHING,
    Choice,
    Explanation,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    Term,
    first_option,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.core.position import Position
from grognard.games.battalions.model.content import FOOT, MECHANIZED
from grognard.games.battalions.model.position import CROSSED, HELPED, MOVED, BattalionPosition
from grognard.games.battalions.model.secrecy import Watched, seen_without_hand
from grognard.games.battalions.model.unit_steps import lose_step
from grognard.games.battalions.movement.entering import enter_hex
from grognard.games.battalions.movement.fatigue import night_move, run_dry
from grognard.games.battalions.movement.move import mover_refusal
from grognard.games.battalions.movement.reach import burden, helpers
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET, Bridgehead, ParachutePosition

DROWNING = 12
CROSSING = "crossing"
UNSEEN = "enemy guns"
CHANGES = ("engineer", "night", "enemy next to landing", UNSEEN, "no bridgehead")
"""What can change the roll, in the order of the sheet."""


class Crossing(NamedTuple):
    """A unit that tries to cross, and where it means to land."""

    unit: int = -1
    landing: int = NOTHING


# -- geography ------------------------------------------------------------------------------------


@rule("rp.bridgeheads.6", "rp.bridgeheads.7", "rp.dnepr.9")
def spans_river(pos: ParachutePosition, a: int, b: int) -> bool:
    """Do two bank hexes face each other, with nothing but one all-water hex of the way between them?"""
    return pos.content.spans_river(a, b)


def facing(pos: ParachutePosition, hex: int) -> tuple[int, ...]:
    """The hexes of the other bank that face this one."""
    return pos.content.facing(hex)


@rule("rp.supply.12")
def supply_links(position: Position, side: int) -> list[tuple[int, int, int]]:
    """Where supply crosses the Dnepr: the bridge while it stands, and for the Soviets their bridgeheads.

    The water hex on the way counts as one.
    """
    pos = cast(ParachutePosition, position)
    content = pos.content
    found: list[tuple[int, int, int]] = []
    if pos.bridge and content.bridge_water >= 0:
        found.append((content.bridge_west, content.bridge_east, 2))
    if side == SOVIET:
        distance = content.grid.distance
        found += [
            (pair.near, pair.far, distance(pair.near, pair.far)) for pair in pos.all_pairs() if pair.on_map
        ]
    return found


# -- who may try ------------------------------------------------------------------------------------


def usable_pairs(pos: ParachutePosition, hex: int) -> dict[int, int]:
    """The bridgeheads in this hex that can still be used, by their place, each with the hex it leads to."""
    return {
        place: pair.far if hex == pair.near else pair.near
        for place, pair in enumerate(pos.all_pairs())
        if hex in (pair.near, pair.far) and pair.crossed < crossers(pos, pair)
    }


@rule("rp.dnepr.3", "rp.bridgehead-improvement.4")
def crossers(pos: ParachutePosition, pair: Bridgehead) -> int:
    """How many units may try at a bridgehead in one turn: three, five at an improved one."""
    return pos.content.limit("crossers") + pos.content.limit("improved-crossers") * bool(pair.improved)


@rule("rp.dnepr.1", "rp.dnepr.7", "rp.dnepr.8")
def landing_hexes(pos: ParachutePosition, hex: int, side: int) -> list[int]:
    """Where one could land from a hex: the Soviets at the other counter of a bridgehead, Germans opposite."""
    ends = usable_pairs(pos, hex).values() if side == SOVIET else facing(pos, hex)
    return [end for end in dict.fromkeys(ends) if not pos.is_held(end, 1 - side)]


def landings(pos: ParachutePosition, unit: int) -> list[int]:
    """Where a unit could land from where it stands."""
    return landing_hexes(pos, pos.hex[unit], pos.content.side[unit])


def fit_to_cross(pos: ParachutePosition, units: list[int]) -> list[int]:
    """Those of these units, which may be moved, that `crossing_refusal` says nothing against."""
    where, spent, limbered, is_gun = pos.hex, pos.spent, pos.limbered, pos.content.is_artillery
    if pos.phasing == SOVIET:
        banks = pos.bridgehead_hexes()
        units = [unit for unit in units if where[unit] in banks]
    else:
        facing = pos.content.all_facing
        units = [unit for unit in units if facing[where[unit]]]
    ready = [unit for unit in units if not spent[unit] and (limbered[unit] or not is_gun[unit])]
    open_banks = {hex for hex in {where[unit] for unit in ready} if _is_open(pos, hex)}
    return [unit for unit in ready if where[unit] in open_banks]


def _is_open(pos: ParachutePosition, hex: int) -> bool:
    """May one more of the phasing side try from this bank hex, and is there a landing?"""
    if pos.phasing == GERMAN and pos.crossings[hex] >= pos.content.limit("crossers"):
        return False
    return bool(landing_hexes(pos, hex, pos.phasing))


@rule("rp.dnepr.3", "rp.dnepr.7", "rp.movement-allowance.13")
def crossing_refusal(pos: ParachutePosition, unit: int) -> Ruling:
    """Why this unit may not try to cross the Dnepr now."""
    content = pos.content
    name = content.unit_names[unit]
    barred = mover_refusal(pos, unit)
    if barred is not None:
        return barred
    if pos.spent[unit]:
        return Refusal("rp.movement-allowance.13", f"{name} has moved: a crossing leaves no other movement.")
    if content.is_artillery[unit] and not pos.limbered[unit]:
        return Refusal("rp.move-general.4", f"{name} is not limbered.")
    hex = pos.hex[unit]
    if content.side[unit] == SOVIET:
        used = [pair for pair in pos.all_pairs() if hex in (pair.near, pair.far)]
        if not used:
            return Refusal("rp.dnepr.1", f"{name} is at no bridgehead.")
        if not usable_pairs(pos, hex):
            return Refusal("rp.dnepr.3", "as many units as may have tried to cross here this turn.")
    elif not facing(pos, hex):
        return Refusal("rp.dnepr.9", f"no hex of the other bank faces {content.names[hex]}.")
    elif pos.crossings[hex] >= content.limit("crossers"):
        return Refusal("rp.dnepr.7", f"three units have tried to cross from {content.names[hex]} this turn.")
    if not landings(pos, unit):
        return Refusal("rp.dnepr.5", "the other bank is held by the enemy.")
    return None


# -- the roll ---------------------------------------------------------------------------------------


@rule("rp.dnepr.5", "rp.dnepr.6")
def crossing_row(pos: BattalionPosition, unit: int) -> str:
    """The row of the river crossing table; an HQ counts as infantry."""
    content = pos.content
    kind, traits = content.kind[unit], content.traits[unit]
    if kind in ("hq", "leader", "parachute"):
        return "foot"
    if kind == "cavalry":
        return "cavalry"
    if kind == "at" or traits & {"mortar", "glider", "light"}:
        return "light"
    if pos.mobility_of(unit) == MECHANIZED and kind != "recon":
        return "armor"
    if kind == "artillery":
        return "heavy"
    return "foot" if pos.mobility_of(unit) == FOOT else "heavy"


@rule("rp.dnepr.12", "rp.dnepr.13")
def helper_for(pos: ParachutePosition, unit: int) -> int:
    """An engineer beside the crossing who can help this unit: in its hex or next to it. NOTHING if none."""
    load = burden(pos, (unit,))
    distance = pos.content.grid.distance
    for engineer in helpers(pos, pos.content.side[unit], load):
        near = distance(pos.hex[engineer], pos.hex[unit]) <= 1
        if near and engineer != unit and not pos.flags[engineer] & CROSSED:
            return engineer
    return NOTHING


def crossing_terms(pos: ParachutePosition, v: Crossing) -> list[Term]:
    """What changes the roll, term by term; a low result is good."""
    content = pos.content
    values = content.tables["crossing-modifiers"]
    side = content.side[v.unit]
    near = [hex for hex in content.neighbours[v.landing * 6 : v.landing * 6 + 6] if hex >= 0]
    applies = {
        "engineer": helper_for(pos, v.unit) != NOTHING,
        "night": pos.is_night,
        "enemy-next-to-landing": any(pos.is_held(hex, 1 - side) for hex in near),
        "enemy-guns": not pos.is_night and _under_guns(pos, v.landing, 1 - side),
        "no-bridgehead": side == GERMAN,
    }
    return [
        Term(
            name.replace("-", " "),
            str(values.integer(name, "modifier")),
            "rp.dnepr.12" if name == "engineer" else "rp.dnepr.5",
            house=name != "engineer",
        )
        for name, yes in applies.items()
        if yes
    ]


def _under_guns(pos: ParachutePosition, hex: int, side: int) -> bool:
    """Can an unlimbered gun of this side with ammunition reach the hex, and a unit of it see there?"""
    content = pos.content
    distance = content.grid.distance
    seen = 1 if content.ground.is_shelter[hex] else 2
    units = pos.on_map(side)
    if not any(distance(pos.hex[unit], hex) <= seen for unit in units if not pos.dispersed[unit]):
        return False
    return any(
        content.is_artillery[unit]
        and pos.ammunition[unit] > 0
        and not pos.limbered[unit]
        and distance(pos.hex[unit], hex) <= pos.value("range", unit)
        for unit in units
    )


def crossing_sheet(pos: ParachutePosition, v: Crossing) -> Explanation:
    """The number to roll and what openly changes the roll; guns that nobody sees may hinder it besides."""
    row = crossing_row(pos, v.unit)
    number = pos.content.tables[CROSSING].integer(row, "cross-on")
    known = [term for term in crossing_terms(pos, v) if term.label != UNSEEN]
    terms = [Term(f"crosses on ({row})", str(number), "rp.dnepr.5", True), *known]
    return Explanation(f"{pos.content.unit_names[v.unit]} crosses", tuple(terms), f"{number} or less")


@rule("rp.dnepr.5")
class ChooseLanding(Watched[ParachutePosition, Crossing]):
    """Where on the other bank the unit means to land."""

    title = "Where does it land?"
    policies = (first_option("first", "The first bank hex opposite."),)
    is_routine = True

    def side(self, pos: ParachutePosition, v: Crossing) -> int:
        return pos.phasing

    def options(self, pos: ParachutePosition, v: Crossing) -> list[Offer]:
        if v.unit == NOTHING:
            # To the other side nobody is named who crosses.
            return [Offer("land", pos.content.boat_hexes[:1])]
        return [Offer("land", landings(pos, v.unit))] if v.landing == NOTHING else []

    def take(self, game: Game[ParachutePosition], v: Crossing, choice: Choice) -> None:
        game.next(v._replace(landing=choice[1]))

    def refuse(self, pos: ParachutePosition, v: Crossing, choice: Choice) -> Ruling:
        if choice[0] != "land":
            return None
        name = pos.content.names[choice[1]]
        if pos.is_held(choice[1], 1 - pos.phasing):
            return Refusal("rp.dnepr.5", f"{name} is held by the enemy.")
        return Refusal("rp.dnepr.9", f"{name} does not lie opposite, with one all-water hex between.")


def over_water(pos: ParachutePosition, unit: int, landing: int) -> tuple[int, ...]:
    """The way of a crossing, over the water hex between where there is one."""
    here = pos.hex[unit]
    if pos.content.grid.direction(here, landing) >= 0:
        return (here, landing)
    around = pos.content.neighbours[here * 6 : here * 6 + 6]
    between = (hex for hex in around if hex >= 0 and pos.content.grid.direction(hex, landing) >= 0)
    return (here, next(between, here), landing)


@rule("rp.dnepr.4", "rp.dnepr.5", "rp.dnepr.12")
class RollCrossing(Roll[ParachutePosition, Crossing]):
    """2d6 for each unit: not above the number of its row, and it is across."""

    title = "Does it cross the Dnepr?"

    def outcomes(self, pos: ParachutePosition, v: Crossing) -> list[Outcome]:
        return dice(2)

    def roller(self, pos: ParachutePosition, v: Crossing) -> int:
        return pos.phasing

    def take(self, game: Game[ParachutePosition], v: Crossing, noun: int) -> None:
        pos = game.pos
        if v.unit == NOTHING:
            return
        terms = crossing_terms(pos, v)
        result = noun + sum(int(term.value) for term in terms)
        number = pos.content.tables[CROSSING].integer(crossing_row(pos, v.unit), "cross-on")
        across = noun != DROWNING and result <= number
        _use_crossing(pos, v)
        changes = [fact for term in terms for fact in (CHANGES.index(term.label), int(term.value))]
        # Who tries is its owner's business; the enemy sees that somebody does, and the dice.
        game.tell("crosses", v.unit, number, *changes, rule="rp.dnepr.5", sees=pos.viewers(v.unit))
        facts = (pos.hex[v.unit], v.landing, noun, result, int(across))
        game.tell("crossing", *facts, rule="rp.dnepr.5")
        pos.flags[v.unit] |= CROSSED | MOVED
        is_leader = pos.content.is_leader[v.unit]
        drowns = noun == DROWNING and not is_leader  # a leader has no step to lose
        unit = lose_step(game, v.unit, "rp.dnepr.5") if drowns else v.unit
        if unit == NOTHING:
            return
        # An attempt counts as moving the whole allowance, also for what is left of a unit.
        run_dry(game, unit)
        if pos.is_night and not is_leader:
            night_move(game, unit)
        if across:
            enter_hex(game, (unit,), v.landing)


def _use_crossing(pos: ParachutePosition, v: Crossing) -> None:
    """The attempt counts at its bridgehead or bank hex, and for the engineer who helps."""
    hex = pos.hex[v.unit]
    if pos.content.side[v.unit] == SOVIET:
        place = next(place for place, end in usable_pairs(pos, hex).items() if end == v.landing)
        pair = pos.pair(place)
        pos.set_pair(place, pair._replace(crossed=pair.crossed + 1))
    else:
        pos.crossings[hex] += 1
    engineer = helper_for(pos, v.unit)
    if engineer != NOTHING:
        pos.helped[engineer] += burden(pos, (v.unit,))
        pos.last_reach = None
        pos.flags[engineer] |= HELPED


crossing = Procedure(
    "crossing",
    ChooseLanding(),
    RollCrossing(),
    title="Crossing the Dnepr",
    vars=Crossing,
    sees=seen_without_hand,
)

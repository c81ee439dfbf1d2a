"""Parachute drops: brigades jump at night, and the wind takes them where it will."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    NOTHING,
    Action,
    Choice,
    Decision,
    Frame,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    counted,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.battalions.model.position import (
    FULL_AMMUNITION,
    HURT,
    LANDED,
    WAITING,
)
from grognard.games.battalions.model.secrecy import Watched
from grognard.games.battalions.model.unit_steps import eliminate, put_in_box
from grognard.games.battalions.movement.entering import take_control
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET, ParachutePosition

LOST = -1
ON_TARGET = 0
ANY_NUMBER = 999
AIMING_DISTANCE = 2
NIGHT_RULES = ("rp.paradrop.8", "rp.paradrop.9", "rp.paradrop.10", "rp.paradrop.12")
"""The rule of each night's number of companies, from 23 September on."""


class Drop(NamedTuple):
    """A brigade's jump: how many companies may, who is in hand, who aims where, and who is in the air."""

    brigade: int = -1
    allowed: int = 0
    group: tuple[int, ...] = ()
    aims: tuple[tuple[int, int], ...] = ()
    falling: int = NOTHING
    over: int = NOTHING
    multiplier: int = 0
    direction: int = 0
    tried: tuple[int, ...] = ()


def seen_by_soviets(pos: ParachutePosition, frame: Frame, side: int) -> Frame | None:
    """Which brigade drops is open; who aims where is the Soviet player's affair."""
    if side == SOVIET:
        return frame
    v = frame.vars
    return Frame(frame.procedure, frame.step, Drop(v[0], v[1], tried=v[-1]))


# -- which brigades -----------------------------------------------------------------------------------


def waiting(pos: ParachutePosition, brigade: int) -> list[int]:
    """Units of a brigade, by its place in the list, that have not jumped yet; leaders go with their HQ."""
    where = pos.hex
    return [unit for unit in pos.content.jumpers[brigade] if where[unit] == WAITING]


@rule("rp.paradrop.8", "rp.paradrop.9", "rp.paradrop.10", "rp.paradrop.11", "rp.paradrop.12")
def drop_dice(pos: ParachutePosition) -> int:
    """How many dice tell the number of companies: ANY_NUMBER once none do, 0 before the first night."""
    table = pos.content.tables["drop-dice"]
    reached = [row for row in table.rows if int(row) <= pos.turn]
    if not reached:
        return 0
    column = "with-extra" if pos.content.options.get("extra-drop-die") else "dice"
    row = max(reached, key=int)
    return ANY_NUMBER if table.is_blank(row, column) else table.integer(row, column)


def night_rule(pos: ParachutePosition) -> str:
    """The rule that says how many dice are rolled this night: one on the 23rd, a die more each night."""
    nights = [row for row in pos.content.tables["drop-dice"].rows if int(row) <= pos.turn]
    return NIGHT_RULES[min(len(nights), len(NIGHT_RULES)) - 1]


@rule("rp.paradrop.1", "rp.paradrop.7")
def brigade_refusal(pos: ParachutePosition, v: Drop, brigade: int) -> Ruling:
    """Why this brigade does not drop now."""
    if not pos.is_night:
        return Refusal("rp.paradrop.1", "brigades drop in night turns only.")
    if not drop_dice(pos):
        return Refusal("rp.paradrop.8", "the first drop is in the night of 23 September.")
    if brigade in v.tried:
        return Refusal("rp.paradrop.7", "this brigade has been rolled for this turn.")
    if pos.zones[brigade] == NOTHING:
        return Refusal("rp.setup.1", "no drop zone has been written down for this brigade.")
    if not waiting(pos, brigade):
        return Refusal("rp.paradrop.7", "all of this brigade has jumped.")
    return None


@rule("rp.paradrop.7")
class SelectBrigade(Decision[ParachutePosition, Drop]):
    """Which brigade tries to drop next, or none."""

    title = "Select a brigade to drop"
    policies = (by_verbs("all", "Every brigade that can.", "brigade", "done"),)

    def side(self, pos: ParachutePosition, v: Drop) -> int:
        return SOVIET

    def options(self, pos: ParachutePosition, v: Drop) -> list[Offer]:
        if pos.phasing != SOVIET:
            return []
        places = range(len(pos.content.brigades))
        fit = [place for place in places if brigade_refusal(pos, v, place) is None]
        return [Offer("brigade", fit), Offer("done")] if fit else []

    def take(self, game: Game[ParachutePosition], v: Drop, choice: Choice) -> None:
        if choice[0] == "done":
            game.leave()
        else:
            pos = game.pos
            pos.shown_zones[choice[1]] = pos.zones[choice[1]]
            count = ANY_NUMBER if drop_dice(pos) == ANY_NUMBER else 0
            game.tell("brigade", choice[1], pos.zones[choice[1]], rule="rp.paradrop.7")
            game.next(Drop(brigade=choice[1], allowed=count, tried=(*v.tried, choice[1])))

    def refuse(self, pos: ParachutePosition, v: Drop, choice: Choice) -> Ruling:
        verb, brigade = choice
        if verb == "brigade" and 0 <= brigade < len(pos.content.brigades):
            return brigade_refusal(pos, v, brigade)
        return None


@rule("rp.paradrop.8", "rp.paradrop.9", "rp.paradrop.10")
class RollCompanies(Roll[ParachutePosition, Drop]):
    """The dice of the date tell how many companies the aircraft can carry."""

    title = "How many companies can be dropped?"

    def outcomes(self, pos: ParachutePosition, v: Drop) -> list[Outcome]:
        if v.brigade < 0 or v.allowed == ANY_NUMBER:
            return []
        return dice(drop_dice(pos))

    def roller(self, pos: ParachutePosition, v: Drop) -> int:
        return SOVIET

    def take(self, game: Game[ParachutePosition], v: Drop, noun: int) -> None:
        game.tell("companies", v.brigade, noun, rule=night_rule(game.pos))
        game.update(v._replace(allowed=noun))


# -- aiming -------------------------------------------------------------------------------------------


def is_company(pos: ParachutePosition, unit: int) -> bool:
    """Does it count against the number of companies rolled?"""
    return pos.content.kind[unit] == "parachute"


def aimed(v: Drop, unit: int) -> bool:
    return any(unit == one for one, _ in v.aims)


@rule("rp.paradrop.13", "rp.paradrop.14")
def jumper_refusal(pos: ParachutePosition, v: Drop, unit: int) -> Ruling:
    """Why this unit may not be placed for its jump."""
    name = pos.content.unit_names[unit]
    if unit not in pos.content.jumpers[v.brigade] or pos.hex[unit] != WAITING:
        return Refusal("rp.paradrop.7", f"{name} is no unit of the brigade that waits to jump.")
    if aimed(v, unit) or unit in v.group:
        return Refusal("rp.paradrop.13", f"{name} has its aiming point.")
    used = sum(is_company(pos, one) for one, _ in v.aims) + sum(is_company(pos, one) for one in v.group)
    if is_company(pos, unit) and used >= v.allowed:
        return Refusal(night_rule(pos), f"{counted(v.allowed, 'company', 'companies')} can jump, no more.")
    if v.group and is_company(pos, unit) != is_company(pos, v.group[0]):
        return Refusal("rp.paradrop.14", "companies are placed first, the others on top of them.")
    if not is_company(pos, unit) and not landing_places(pos, v):
        return Refusal("rp.paradrop.14", f"there is no company that is not dispersed to place {name} on.")
    return None


@rule("rp.paradrop.13", "rp.paradrop.14", "rp.paradrop.23")
def aim_refusal(pos: ParachutePosition, v: Drop, hex: int) -> Ruling:
    """Why the units in hand may not be placed in this hex."""
    content = pos.content
    name = content.names[hex]
    if content.ground.is_water[hex]:
        return Refusal("rp.paradrop.23", f"{name} is all water.")
    if pos.has_unit(hex, GERMAN):
        return Refusal("rp.paradrop.23", f"an enemy unit is in {name}.")
    if all(is_company(pos, unit) for unit in v.group):
        if content.grid.distance(hex, pos.zones[v.brigade]) > AIMING_DISTANCE:
            return Refusal("rp.paradrop.13", f"{name} is more than 2 hexes from the drop zone.")
    elif hex not in gathered_hexes(pos, v):
        return Refusal("rp.paradrop.14", f"no parachute company that is not dispersed is in {name}.")
    return None


@rule("rp.paradrop.14")
def gathered_hexes(pos: ParachutePosition, v: Drop) -> set[int]:
    """Where a parachute company is face up: placed for this drop, or gathered before."""
    formation = pos.content.brigades[v.brigade]
    placed = {hex for unit, hex in v.aims if is_company(pos, unit)}
    return placed | {
        pos.hex[unit]
        for unit in pos.on_map(SOVIET)
        if is_company(pos, unit) and not pos.dispersed[unit] and pos.formation_of(unit) == formation
    }


@rule("rp.paradrop.14", "rp.paradrop.23")
def landing_places(pos: ParachutePosition, v: Drop) -> list[int]:
    """Where HQ, AT units and gliders can be placed: on companies that are face up, if no enemy is there."""
    free = [hex for hex in sorted(gathered_hexes(pos, v)) if not pos.content.ground.is_water[hex]]
    return [hex for hex in free if not pos.has_unit(hex, GERMAN)]


@rule("rp.paradrop.14")
def left_behind(pos: ParachutePosition, v: Drop) -> list[int]:
    """HQ, AT units and gliders that must still be placed: once companies of the brigade jump, they do too."""
    if v.group or not any(is_company(pos, unit) for unit, _ in v.aims) or not landing_places(pos, v):
        return []
    return [unit for unit in waiting(pos, v.brigade) if not is_company(pos, unit) and not aimed(v, unit)]


@rule("rp.paradrop.13", "rp.paradrop.14")
class PlaceJumpers(Watched[ParachutePosition, Drop]):
    """Companies are placed within 2 hexes of the drop zone, HQ, AT and gliders on companies."""

    title = "Place the units that jump"
    policies = (by_verbs("all", "All that can jump, over the first hex.", "over", "jump", "done"),)

    def side(self, pos: ParachutePosition, v: Drop) -> int:
        return SOVIET

    def options(self, pos: ParachutePosition, v: Drop) -> list[Offer]:
        if v.brigade < 0:
            return []
        units = [unit for unit in waiting(pos, v.brigade) if jumper_refusal(pos, v, unit) is None]
        if v.group:
            return [Offer("over", self._hexes(pos, v)), Offer("beside", units), Offer("cancel")]
        if not units and not v.aims:
            return []
        return [Offer("jump", units), *([] if left_behind(pos, v) else [Offer("done")])]

    def _hexes(self, pos: ParachutePosition, v: Drop) -> Sequence[int]:
        if not is_company(pos, v.group[0]):
            return landing_places(pos, v)
        near = sorted(pos.content.grid.within(pos.zones[v.brigade], AIMING_DISTANCE))
        return [hex for hex in near if aim_refusal(pos, v, hex) is None]

    def take(self, game: Game[ParachutePosition], v: Drop, choice: Choice) -> None:
        verb, noun = choice
        if verb == "done":
            game.next()
        elif verb == "cancel":
            game.update(v._replace(group=()))
        elif verb == "over":
            aims = (*v.aims, *((unit, noun) for unit in v.group))
            game.update(v._replace(group=(), aims=aims))
        else:
            game.update(v._replace(group=(*v.group, noun)))

    def refuse(self, pos: ParachutePosition, v: Drop, choice: Choice) -> Ruling:
        verb, noun = choice
        if v.brigade < 0:
            return None
        if verb in ("jump", "beside"):
            return jumper_refusal(pos, v, noun)
        if verb == "over" and v.group:
            return aim_refusal(pos, v, noun)
        if verb == "done" and left_behind(pos, v):
            names = " and ".join(pos.content.unit_names[unit] for unit in left_behind(pos, v))
            return Refusal("rp.paradrop.14", f"{names} must be placed as well, on a company.")
        return None


# -- falling ------------------------------------------------------------------------------------------


class NextJumper(Action[ParachutePosition, Drop]):
    """One unit after another leaves its aircraft; after the last the next brigade may be selected."""

    title = "The next unit jumps"

    def run(self, game: Game[ParachutePosition], v: Drop) -> None:
        if v.aims:
            (unit, hex), rest = v.aims[0], v.aims[1:]
            cleared = v._replace(aims=rest, falling=unit, over=hex, multiplier=0, direction=0)
            game.goto("RollDrop", cleared)
        elif v.brigade >= 0:
            game.goto("SelectBrigade", Drop(tried=v.tried))
        else:
            game.leave()


@rule("rp.paradrop.15", "rp.paradrop.16")
class RollDrop(Roll[ParachutePosition, Drop]):
    """3d6 on the Drop Table: lost, on target, or scattered with a multiplier."""

    title = "How does the unit land?"

    def outcomes(self, pos: ParachutePosition, v: Drop) -> list[Outcome]:
        return dice(3)

    def roller(self, pos: ParachutePosition, v: Drop) -> int:
        return SOVIET

    def take(self, game: Game[ParachutePosition], v: Drop, noun: int) -> None:
        if v.falling == NOTHING:
            # To the other side nobody is named who is in the air.
            game.goto("NextJumper", v)
            return
        multiplier = game.pos.content.tables["drop"].integer(str(noun), "multiplier")
        if multiplier == LOST:
            lose_jumper(game, v.falling, "rp.paradrop.16")
            game.goto("NextJumper", v)
        elif multiplier == ON_TARGET:
            land(game, v.falling, v.over)
            game.goto("NextJumper", v)
        else:
            game.goto("RollDirection", v._replace(multiplier=multiplier))


@rule("rp.paradrop.17")
class RollDirection(Roll[ParachutePosition, Drop]):
    """A die on the scatter diagram."""

    title = "Which way does it drift?"

    def outcomes(self, pos: ParachutePosition, v: Drop) -> list[Outcome]:
        return D6

    def roller(self, pos: ParachutePosition, v: Drop) -> int:
        return SOVIET

    def take(self, game: Game[ParachutePosition], v: Drop, noun: int) -> None:
        direction = game.pos.content.tables["scatter"].integer(str(noun), "direction")
        game.update(v._replace(direction=direction))


@rule("rp.paradrop.18", "rp.paradrop.19")
class RollDistance(Roll[ParachutePosition, Drop]):
    """A further die times the multiplier is the distance in hexes; the map edge stops it."""

    title = "How far does it drift?"

    def outcomes(self, pos: ParachutePosition, v: Drop) -> list[Outcome]:
        return D6

    def roller(self, pos: ParachutePosition, v: Drop) -> int:
        return SOVIET

    def take(self, game: Game[ParachutePosition], v: Drop, noun: int) -> None:
        if v.falling != NOTHING:
            land(game, v.falling, drift(game.pos, v.over, v.direction, noun * v.multiplier))
        game.goto("NextJumper", v)


@rule("rp.paradrop.18", "rp.paradrop.19")
def drift(pos: ParachutePosition, hex: int, direction: int, length: int) -> int:
    """Where a unit comes down that drifts so many hexes: beyond the map, in the last hex of its line."""
    for _ in range(length):
        there = pos.content.grid.step(hex, direction)
        if there < 0:
            return hex
        hex = there
    return hex


@rule("rp.paradrop.20", "rp.paradrop.21", "rp.paradrop.22")
def land(game: Game[ParachutePosition], unit: int, hex: int) -> None:
    """In water or among the enemy it is eliminated; else it lies flipped to "?", a glider on its front."""
    pos = game.pos
    content = pos.content
    if content.ground.is_water[hex] or pos.has_unit(hex, GERMAN):
        game.tell("fell", hex, rule="rp.paradrop.20")
        lose_jumper(game, unit, "rp.paradrop.20")
        return
    if content.is_glider[unit]:
        pos.ammunition[unit] = FULL_AMMUNITION
        pos.limbered[unit] = 1
        take_control(pos, hex, SOVIET)
    else:
        pos.dispersed[unit] = 1
    pos.arrived[unit] = pos.turn
    pos.place(unit, hex)
    pos.flags[unit] |= LANDED
    pos.changed(unit)
    why = "rp.paradrop.22" if content.is_glider[unit] else "rp.paradrop.21"
    game.tell("landed", unit, hex, rule=why, sees=pos.viewers(unit))
    game.tell("drop", hex, rule=why)  # everybody sees which side of a counter is up
    for leader in _leaders_with(pos, unit):
        pos.place(leader, hex)
        pos.arrived[leader] = pos.turn


def _leaders_with(pos: ParachutePosition, hq: int) -> list[int]:
    """Leaders who jump with this HQ."""
    content = pos.content
    return [
        unit
        for unit in content.units_of[SOVIET]
        if content.is_leader[unit] and content.leader_hq[unit] == hq and pos.hex[unit] == WAITING
    ]


def lose_jumper(game: Game[ParachutePosition], unit: int, why: str) -> None:
    """A unit is lost in the drop, and the leader who jumped with it."""
    pos = game.pos
    for leader in _leaders_with(pos, unit):
        put_in_box(pos, leader, HURT)
    eliminate(game, unit, why)


paradrop = Procedure(
    "paradrop",
    SelectBrigade(),
    RollCompanies(),
    PlaceJumpers(),
    NextJumper(),
    RollDrop(),
    RollDirection(),
    RollDistance(),
    title="Parachute drops",
    rules=("rp.paradrop.1",),
    start=lambda pos, v: Drop(),
    vars=Drop,
    sees=seen_by_soviets,
)

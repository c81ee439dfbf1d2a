"""Amphibious landings: groups, the roll, what is lost; LSTs that become ports; DUKWs."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chance import dice
from grognard.core.chapter import (
    NOTHING,
    OPEN,
    Action,
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
    rule,
)
from grognard.games.ocs.capture import enter_hex
from grognard.games.ocs.craft import crafts_at, go_ashore, is_dukw, is_lst, mark_rolled, riders_of
from grognard.games.ocs.losses import destroy, survivors
from grognard.games.ocs.naval import is_coastal, lose_craft
from grognard.games.ocs.position import (
    ABSENT,
    BEACHED,
    BUILT,
    COMBAT,
    DEAD,
    DG,
    FUELLED,
    LANDED,
    MOVE,
    MOVED,
    MOVEMENT,
    WAITING,
    OcsPosition,
)
from grognard.games.ocs.scale import CAP, MP, RE
from grognard.games.ocs.segments import Chapter, Segment
from grognard.games.ocs.units import transport_size

GROUP = 3 * RE
"""What lands with one roll, in quarters of an RE."""
ASHORE = 3
"""A DUKW's MP on land for each that it has left afloat."""


class Landing(NamedTuple):
    """Landings that are rolled for, hex by hex and group by group."""

    side: int
    hexes: tuple[int, ...]
    afloat: int = NOTHING
    """Where the craft are: in the hex itself, or next to it in a Beach Assault."""
    units: tuple[int, ...] = ()
    """Who has still to land in the first of the hexes; all who can, if the landing has just come to it."""
    group: tuple[int, ...] = ()
    still: int = 0
    """1 if those who land do not move after it."""
    units_lost: int = 0
    craft_lost: int = 0
    failed: int = 0


# -- declaring ------------------------------------------------------------------------------------


@rule("ocs.modes.13", "ocs.landing.4", "ocs.landing.7")
def landers(pos: OcsPosition, craft: int) -> list[int]:
    """The combat units aboard that can land: in Combat or Move Mode. Supply and vehicles need a port."""
    return [
        unit
        for unit in riders_of(pos, craft)
        if pos.content.is_combat[unit] and pos.mode[unit] in (COMBAT, MOVE)
    ]


@rule("ocs.landing.4", "ocs.landing.5", "ocs.landing.6", "ocs.sequence.26")
def beach_refusal(pos: OcsPosition, craft: int) -> Ruling:
    """Why landing craft cannot try a landing where they are."""
    content = pos.content
    name, hex = content.unit_names[craft], pos.hex[craft]
    if not content.is_craft[craft] or content.side[craft] != pos.acting:
        return Refusal("ocs.landing.4", f"{name} is no landing craft of this side.")
    if pos.phase != MOVEMENT:
        return Refusal("ocs.landing.6", "landings with a roll are made in the Movement Phase.")
    if not 0 <= hex < content.hexes or not content.is_coast[hex]:
        return Refusal("ocs.landing.4", f"{name} is in no coastal hex.")
    if pos.is_held_by(hex, 1 - pos.acting):
        return Refusal("ocs.landing.4", "enemy combat units are there.")
    if pos.flags[craft] & (LANDED | BUILT):
        return Refusal("ocs.landing.5", f"{name} unloads already.")
    return None


@rule("ocs.landing.4", "ocs.landing.7", "ocs.modes.13")
def land_refusal(pos: OcsPosition, craft: int) -> Ruling:
    """Why nobody can land from these craft."""
    refused = beach_refusal(pos, craft)
    if refused is not None or landers(pos, craft):
        return refused
    if any(pos.content.is_combat[unit] for unit in riders_of(pos, craft)):
        return Refusal("ocs.modes.13", "who lands is in Combat or Move Mode.")
    return Refusal("ocs.landing.7", "no combat unit is aboard.")


@rule("ocs.landing.12")
def lst_refusal(pos: OcsPosition, craft: int) -> Ruling:
    """Why an LST cannot become a port where it is."""
    refused = beach_refusal(pos, craft)
    if refused is not None:
        return refused
    hex, content = pos.hex[craft], pos.content
    if not is_lst(pos, craft):
        return Refusal("ocs.landing.12", f"{content.unit_names[craft]} is no LST.")
    if hex in content.port_capacity or pos.beach[hex] != NOTHING:
        return Refusal("ocs.landing.12", "there is a port already.")
    return left_aboard(pos, craft, "ocs.landing.12")


def left_aboard(pos: OcsPosition, craft: int, rule: str) -> Ruling:
    """What is aboard that cannot land with the craft itself, if anything."""
    supply = pos.cargo[craft] and not is_dukw(pos, craft)
    if supply or set(riders_of(pos, craft)) - set(landers(pos, craft)):
        return Refusal(rule, "what is aboard cannot land with it.")
    return None


@rule("ocs.landing.10")
def ashore_refusal(pos: OcsPosition, craft: int) -> Ruling:
    """Why DUKWs cannot go ashore where they are."""
    if not is_dukw(pos, craft):
        return Refusal("ocs.landing.10", f"{pos.content.unit_names[craft]} is no DUKW afloat.")
    return beach_refusal(pos, craft) or left_aboard(pos, craft, "ocs.landing.10")


@rule("ocs.landing.10")
def afloat_refusal(pos: OcsPosition, truck: int) -> Ruling:
    """Why DUKWs ashore cannot go afloat."""
    content = pos.content
    name, hex = content.unit_names[truck], pos.hex[truck]
    if "dukw" not in content.traits[truck] or other_half(pos, truck) == NOTHING:
        return Refusal("ocs.landing.10", f"{name} does not float.")
    if pos.phase != MOVEMENT or content.side[truck] != pos.acting or pos.flags[truck] & MOVED:
        return Refusal(
            "ocs.landing.10", f"{name} goes afloat in its Movement Phase, before its move is over."
        )
    if not 0 <= hex < content.hexes or not content.is_coast[hex]:
        return Refusal("ocs.landing.10", f"{name} is in no coastal hex.")
    return None


def other_half(pos: OcsPosition, unit: int) -> int:
    """The counter of DUKWs ashore for one afloat, and the other way round; NOTHING if it is in use."""
    content = pos.content
    if content.is_craft[unit]:
        found = [one for one in content.transports[content.side[unit]] if "dukw" in content.traits[one]]
    else:
        found = [one for one in content.crafts[content.side[unit]] if content.kind[one] == "dukw"]
    free = [one for one in found if pos.hex[one] < 0]
    return free[0] if free else NOTHING


def turn_into(pos: OcsPosition, old: int, new: int) -> None:
    """DUKWs change from one counter to the other with their points and load."""
    hex = pos.hex[old]
    pos.points[new], pos.cargo[new] = pos.points[old], pos.cargo[old]
    pos.points[old] = pos.cargo[old] = 0
    pos.flags[old] = pos.flags[new] = 0
    pos.place(old, WAITING)
    pos.place(new, hex)


@rule("ocs.landing.10")
def go_afloat(pos: OcsPosition, truck: int) -> None:
    """DUKWs go afloat: a third of the MP that are left."""
    content, craft = pos.content, other_half(pos, truck)
    left = content.movement[truck * 2] * MP - pos.spent[truck]
    turn_into(pos, truck, craft)
    pos.spent[craft] = content.movement[craft * 2] * MP - left // ASHORE


@rule("ocs.landing.10", "ocs.landing.11")
def come_ashore(pos: OcsPosition, craft: int, with_units: bool) -> None:
    """DUKWs come ashore with three times the MP that are left; where units land with them they stop."""
    content, truck = pos.content, other_half(pos, craft)
    left = content.movement[craft * 2] * MP - pos.spent[craft]
    turn_into(pos, craft, truck)
    pos.spent[truck] = content.movement[truck * 2] * MP - ASHORE * left
    if with_units:
        pos.flags[truck] |= MOVED


class Beaches(Chapter):
    """Landing craft end their move on a beach; then the rolls are made."""

    verbs = ("land", "beach-lst", "go-ashore", "go-afloat", "roll-landings")

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        crafts = pos.content.crafts[v.side]
        trucks = pos.content.transports[v.side] if crafts else []
        found = [
            Offer("land", [one for one in crafts if land_refusal(pos, one) is None]),
            Offer("beach-lst", [one for one in crafts if lst_refusal(pos, one) is None]),
            Offer("go-ashore", [one for one in crafts if ashore_refusal(pos, one) is None]),
            Offer("go-afloat", [one for one in trucks if afloat_refusal(pos, one) is None]),
        ]
        return [*found, Offer("roll-landings")] if landing_hexes(pos, v.side) else found

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        pos, (verb, unit) = game.pos, choice
        if verb == "roll-landings":
            make_landings(game, v.side)
        elif verb == "go-afloat":
            go_afloat(pos, unit)
        else:
            pos.flags[unit] |= MOVED | LANDED | (BUILT if verb != "land" else 0)

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        why = {
            "land": land_refusal,
            "beach-lst": lst_refusal,
            "go-ashore": ashore_refusal,
            "go-afloat": afloat_refusal,
        }
        return why[choice[0]](pos, choice[1]) if choice[0] in why else None


def landing_hexes(pos: OcsPosition, side: int) -> tuple[int, ...]:
    """The hexes where landings wait for their rolls."""
    waiting = [one for one in pos.content.crafts[side] if pos.flags[one] & LANDED and pos.hex[one] >= 0]
    return tuple(sorted({pos.hex[one] for one in waiting}))


def make_landings(game: Game[OcsPosition], side: int) -> None:
    """Roll for all landings that were begun."""
    game.call("landing", Landing(side, landing_hexes(game.pos, side)))


@rule("ocs.landing.8")
class LandAtLast(Action[OcsPosition, Segment]):
    title = "Landings that were not rolled for are"

    def run(self, game: Game[OcsPosition], v: Segment) -> None:
        if landing_hexes(game.pos, v.side):
            make_landings(game, v.side)


# -- the rolls ------------------------------------------------------------------------------------


@rule("ocs.landing.8")
def groups_of(pos: OcsPosition, units: Sequence[int]) -> list[tuple[int, ...]]:
    """Units in as few groups of up to 3 RE as can be, the largest first; a larger unit lands alone."""
    groups: list[list[int]] = []
    for unit in sorted(units, key=lambda one: (-pos.size(one), one)):
        fitting = [group for group in groups if pos.size_of([*group, unit]) <= GROUP]
        if fitting:
            fitting[0].append(unit)
        else:
            groups.append([unit])
    return [tuple(group) for group in groups]


@rule("ocs.landing.8")
def landing_sheet(pos: OcsPosition, hex: int, side: int) -> Explanation:
    """What is added to the roll of a landing, and what it needs."""
    content, enemy = pos.content, 1 - side
    table = content.tables["landing-modifiers"]
    near = [unit for there in content.around[hex] for unit in pos.combat_units_at(there, enemy)]
    guns = [
        unit
        for unit in content.combat_units[enemy]
        if is_coastal(pos, unit)
        and pos.hex[unit] >= 0
        and content.distance(pos.hex[unit], hex) <= pos.shown(content.range, unit)
    ]
    support = [
        ship
        for ship in content.ships[side]
        if 0 <= pos.hex[ship] < content.hexes
        and pos.shown(content.barrage, ship)
        and content.distance(pos.hex[ship], hex) <= pos.shown(content.range, ship)
    ]
    steady = any(pos.mode[unit] != DG for unit in near)
    holds = {
        "enemy-adjacent": steady,
        "dg-enemy-adjacent": bool(near) and not steady,
        "ezoc": bool(pos.zoc(enemy)[hex]),
        "coastal-artillery": bool(guns),
        "ship-support": bool(support),
    }
    terms = [
        Term(row.replace("-", " "), f"{table.integer(row, 'change'):+d}", "ocs.landing.8")
        for row, is_so in holds.items()
        if is_so
    ]
    total = sum(int(term.value) for term in terms)
    needed = content.tables["amphibious-landing"].integer(landing_row(pos, hex), "success")
    return Explanation(f"Landing in {content.names[hex]}: {needed} or more", tuple(terms), f"{total:+d}")


@rule("ocs.landing.4", "ocs.landing.8")
def landing_row(pos: OcsPosition, hex: int) -> str:
    """The row of the table: a port, whoever holds it, else the terrain of the hex."""
    return "port" if hex in pos.content.port_capacity else pos.content.terrain_name[hex]


@rule("ocs.landing.8", "ocs.landing.9", "ocs.landing.15")
class NextLanding(Action[OcsPosition, Landing]):
    title = "The next group lands"

    def run(self, game: Game[OcsPosition], v: Landing) -> None:
        pos = game.pos
        if not v.hexes:
            mark_rolled(pos, v.side)
            game.leave()
            return
        hex = v.hexes[0]
        afloat = v.afloat if v.afloat != NOTHING else hex
        waiting = [one for one in crafts_at(pos, afloat, v.side) if pos.flags[one] & LANDED]
        units = v.units or tuple(unit for craft in waiting for unit in landers(pos, craft))
        groups = groups_of(pos, [unit for unit in units if pos.hex[unit] == ABSENT])
        if groups:
            rest = tuple(unit for unit in units if unit not in groups[0])
            game.update(v._replace(units=rest, group=groups[0]))
        elif not works_of(pos, afloat, v.side):  # else they have a roll of their own
            for craft in crafts_at(pos, afloat, v.side):
                pos.flags[craft] &= ~(LANDED | BUILT)
            game.goto("NextLanding", Landing(v.side, v.hexes[1:], still=v.still))


def works_of(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """LSTs that become ports and DUKWs that go ashore here."""
    return [craft for craft in crafts_at(pos, hex, side) if pos.flags[craft] & BUILT]


@rule("ocs.landing.8", "ocs.landing.12", "ocs.landing.10")
class RollLanding(Roll[OcsPosition, Landing]):
    title = "Two dice for the landing"

    def outcomes(self, pos: OcsPosition, v: Landing) -> list[Outcome]:
        return dice(2) if v.hexes else []

    def roller(self, pos: OcsPosition, v: Landing) -> int:
        return v.side

    def take(self, game: Game[OcsPosition], v: Landing, noun: int) -> None:
        pos, hex = game.pos, v.hexes[0]
        modified = noun + int(landing_sheet(pos, hex, v.side).total)
        table, row = pos.content.tables["amphibious-landing"], landing_row(pos, hex)
        is_safe = modified >= table.integer(row, "success")
        failed = modified < table.integer(row, "mixed")
        afloat = v.afloat if v.afloat != NOTHING else hex
        used = sum(transport_size(pos, unit) for unit in v.group)
        works = sum(pos.points[craft] for craft in works_of(pos, afloat, v.side)) if not v.group else 0
        points = -(-used // CAP) + works
        game.tell("landing-roll", hex, noun, modified, rule="ocs.landing.8")
        game.update(
            v._replace(
                craft_lost=0 if is_safe else (points + 1) // 2,
                units_lost=(len(v.group) + 1) // 2 if failed else 0,
                failed=int(failed),
            )
        )


@rule("ocs.landing.8")
class RollDrowned(Roll[OcsPosition, Landing]):
    title = "Which units are lost?"

    def outcomes(self, pos: OcsPosition, v: Landing) -> list[Outcome]:
        return [(unit, 1) for unit in v.group] if v.units_lost else []

    def take(self, game: Game[OcsPosition], v: Landing, noun: int) -> None:
        group = tuple(unit for unit in v.group if unit != noun)
        game.goto("RollDrowned", v._replace(group=group, units_lost=v.units_lost - 1))
        destroy(game, noun, "ocs.landing.8")


@rule("ocs.landing.8", "ocs.landing.9", "ocs.landing.11", "ocs.landing.12")
class ComeAshore(Action[OcsPosition, Landing]):
    title = "The group is ashore; craft are lost"

    def run(self, game: Game[OcsPosition], v: Landing) -> None:
        pos, hex = game.pos, v.hexes[0]
        afloat = v.afloat if v.afloat != NOTHING else hex
        game.goto("NextLanding", v._replace(group=()))
        for unit in v.group:
            go_ashore(pos, unit, hex)
            pos.flags[unit] |= MOVED if v.still else LANDED | FUELLED
            game.tell("landed", unit, hex, rule="ocs.landing.4")
        for craft in works_of(pos, afloat, v.side):
            pos.flags[craft] &= ~BUILT
            if not v.failed:
                finish_work(game, craft, hex, bool(v.group))
        if v.craft_lost and crafts_at(pos, afloat, v.side):
            lose_craft(game, v.side, afloat, v.craft_lost)
        landed = survivors(pos, v.group)
        if landed:
            enter_hex(game, landed, hex)


@rule("ocs.landing.12", "ocs.landing.10")
def finish_work(game: Game[OcsPosition], craft: int, hex: int, with_units: bool) -> None:
    """An LST is a port, which works from the next phase on; DUKWs drive up the beach."""
    pos = game.pos
    if is_dukw(pos, craft):
        if other_half(pos, craft) != NOTHING:
            come_ashore(pos, craft, with_units)
        return
    pos.beach[hex] = pos.content.side[craft]
    pos.worked[hex] |= BEACHED
    pos.points[craft] = 0
    pos.place(craft, DEAD)
    game.tell("beach-port", hex, rule="ocs.landing.12")


landing = Procedure(
    "landing",
    NextLanding(),
    RollLanding(),
    RollDrowned(),
    ComeAshore(),
    title="Amphibious landing",
    vars=Landing,
    sees=OPEN,
)

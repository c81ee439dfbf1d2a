"""The rolls for amphibious landings: groups, the Amphibious Landing Table, what is lost, who comes ashore."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    OPEN,
    Action,
    Explanation,
    Game,
    Outcome,
    Procedure,
    Roll,
    Term,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.ocs.combat.capture import enter_hex
from grognard.games.ocs.combat.losses import destroy, survivors
from grognard.games.ocs.model.position import (
    ABSENT,
    BEACHED,
    BUILT,
    DEAD,
    DG,
    FUELLED,
    LANDED,
    MOVED,
    OcsPosition,
)
from grognard.games.ocs.model.scale import CAP, RE
from grognard.games.ocs.model.units import transport_size
from grognard.games.ocs.sea.craft_losses import lose_craft
from grognard.games.ocs.sea.dukws import come_ashore, other_half
from grognard.games.ocs.sea.landing_craft import crafts_at, go_ashore, is_dukw, landers, mark_rolled
from grognard.games.ocs.sea.ships import is_coastal
from grognard.games.ocs.sequence.fog import tell_own

GROUP = 3 * RE
"""What lands with one roll, in quarters of an RE."""


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


def landing_hexes(pos: OcsPosition, side: int) -> tuple[int, ...]:
    """The hexes where landings wait for their rolls."""
    waiting = [one for one in pos.content.crafts[side] if pos.flags[one] & LANDED and pos.hex[one] >= 0]
    return tuple(sorted({pos.hex[one] for one in waiting}))


def make_landings(game: Game[OcsPosition], side: int) -> None:
    """Roll for all landings that were begun."""
    game.call("landing", Landing(side, landing_hexes(game.pos, side)))


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
    """The row of the Amphibious Landing Table: the ground of the hex, or its port where that is harder."""
    ground = pos.content.terrain_name[hex]
    rows = [ground, "port"] if hex in pos.content.port_capacity else [ground]
    table = pos.content.tables["amphibious-landing"]
    return max(rows, key=lambda row: (table.integer(row, "success"), table.integer(row, "mixed")))


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
                pos.put.flags[craft] &= ~(LANDED | BUILT)
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
            pos.put.flags[unit] |= MOVED if v.still else LANDED | FUELLED
            tell_own(game, v.side, ("landed", unit, hex), ("stack-arrived", hex, v.side), "ocs.landing.4")
        for craft in works_of(pos, afloat, v.side):
            pos.put.flags[craft] &= ~BUILT
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
    pos.put.beach[hex] = pos.content.side[craft]
    pos.put.worked[hex] |= BEACHED
    pos.put.points[craft] = 0
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

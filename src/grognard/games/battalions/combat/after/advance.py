"""Advance after combat: who may follow, how far, and along which way."""

from itertools import pairwise
from typing import Any, NamedTuple

from grognard.core.chapter import (
    DONE,
    NOTHING,
    OPEN,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Options,
    Policy,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    first_of,
    rule,
)
from grognard.games.battalions.combat.after.entering_in_combat import can_go, come_into
from grognard.games.battalions.combat.after.owed import Aftermath
from grognard.games.battalions.combat.attack import attacker, beside, is_near, still_on_map
from grognard.games.battalions.combat.attack_limits import TANKS
from grognard.games.battalions.combat.results import NO_LIMIT
from grognard.games.battalions.model.content import FOOT, MOTORIZED
from grognard.games.battalions.model.position import (
    ADVANCED,
    CROSSED,
    RETREATED,
    RETREATED_BEFORE,
    BattalionPosition,
)
from grognard.games.battalions.model.stacking import has_room
from grognard.games.battalions.model.zoc import zones_without


class Advance(NamedTuple):
    """Who may follow, how far, and along which ways; none: nobody has retreated and any way is open.

    `origins` are the attackers' hexes. `went` are those who have advanced, each with the hex it came from and
    the hexes it went; `unit` is in hand.
    """

    target: int
    length: int
    ways: tuple[tuple[int, ...], ...]
    origins: tuple[int, ...]
    attackers: tuple[int, ...]
    failed: tuple[int, ...]
    defenders: tuple[int, ...]
    unit: int = NOTHING
    went: tuple[tuple[int, int, int], ...] = ()
    lost: tuple[int, ...] = ()


# -- is it won, and how far -----------------------------------------------------------------------


@rule("rp.advance.22")
def is_won(pos: BattalionPosition, v: Aftermath) -> bool:
    """Is no enemy combat unit left in the attacked hex?"""
    return not pos.is_held(v.target, 1 - attacker(pos, v))


@rule("rp.advance.1", "rp.advance.18")
def length_of(pos: BattalionPosition, v: Aftermath) -> int:
    """As many hexes as the defender retreated; if he is no more, what of his number is left, at least 1."""
    gone = max((len(path) - 1 for path in v.paths), default=0)
    if not still_on_map(pos, v.defenders):
        gone = max(gone, 1, v.defence_number - v.paid - gone)
    return min(gone, v.advance)


@rule("rp.advance.1", "rp.advance.2", "rp.advance.18", "rp.para-search.12", "rp.morale.12")
class BeginAdvance(Action[BattalionPosition, Aftermath]):
    """Units in the hexes of attackers that won. Those in the hex of a found company do not advance.

    Where anybody has retreated, if only a headquarters that did not fight, they follow its path.
    """

    title = "The attackers may advance"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        if not is_won(pos, v):
            return
        ways = tuple(_free_part(pos, v, path) for path in v.paths if len(path) > 1)
        fought = {hex for unit, hex in zip(v.attackers, v.origins, strict=True) if unit in v.took_part}
        origins = tuple(sorted(fought - {v.target}))
        game.call(
            "advance",
            Advance(
                v.target,
                length_of(pos, v),
                ways,
                origins,
                v.attackers,
                v.attack_failed,
                v.defenders,
                lost=v.lost,
            ),
        )


def _free_part(pos: BattalionPosition, v: Aftermath, path: tuple[int, ...]) -> tuple[int, ...]:
    """A path of retreat without its last hex, if those who went it stand there."""
    return path[:-1] if pos.is_held(path[-1], 1 - attacker(pos, v)) else path


# -- how far a unit may go ------------------------------------------------------------------------


@rule(
    *("rp.advance.8", "rp.advance.9", "rp.advance.10", "rp.advance.11", "rp.advance.12", "rp.advance.13"),
    *("rs.advance.8", "rs.advance.9", "rs.advance.10", "rs.advance.11"),
)
def longest(pos: BattalionPosition, unit: int) -> int:
    """The most hexes a unit may advance, by its arm and side. A leader goes as far as those he is with."""
    content = pos.content
    if content.is_leader[unit]:
        return NO_LIMIT
    column = content.roster.sides[content.side[unit]]
    return content.tables["advance-limits"].integer(arm_of(pos, unit), column)


def arm_of(pos: BattalionPosition, unit: int) -> str:
    """The row of the table of advances."""
    content = pos.content
    kind, mobility = content.kind[unit], pos.mobility_of(unit)
    if content.is_artillery[unit]:
        return "sp-artillery" if content.is_sp[unit] else "artillery"
    if kind == "cavalry":
        return "cavalry"
    if mobility == FOOT:
        return "foot"
    if kind in (*TANKS, "recon", "mechanized") or (kind == "infantry" and mobility == MOTORIZED):
        return "mobile-arms"
    return "motorized"


@rule("rp.advance.5", "rp.advance.6", "rp.advance.21", "rp.advance.20", "rp.morale.12")
def advance_refusal(pos: BattalionPosition, v: Advance, unit: int) -> Ruling:
    """Why a unit may not advance at all."""
    content = pos.content
    name = content.unit_names[unit]
    if content.side[unit] != pos.phasing or pos.hex[unit] < 0:
        return Refusal("rp.advance.1", f"{name} is not of the winning side.")
    if any(unit == one for one, _, _ in v.went):
        return Refusal("rp.advance.1", f"{name} has advanced.")
    if pos.hex[unit] not in v.origins or not is_near(pos, pos.hex[unit], v.target):
        return Refusal("rp.advance.6", f"{name} was not next to the defender with units that attacked.")
    if pos.flags[unit] & (RETREATED | RETREATED_BEFORE) == RETREATED:
        return Refusal("rp.advance.5", f"{name} has retreated in this combat.")
    if unit in still_on_map(pos, v.failed):
        return Refusal("rp.morale.12", f"{name} took no part in the attack.")
    if content.is_afloat[unit]:
        return Refusal("rs.monitors.1", f"{name} does not go ashore.")
    if longest(pos, unit) == 0:
        return Refusal("rp.advance.13", f"{name} is artillery that does not drive itself.")
    if follows_others(pos, unit) and not those_ahead(pos, v, unit):
        return Refusal("rp.advance.21", f"{name} advances only with a unit of its hex that attacked.")
    return None


def follows_others(pos: BattalionPosition, unit: int) -> bool:
    """HQs and leaders win no ground alone."""
    return pos.content.is_hq[unit] or pos.content.is_leader[unit]


def those_ahead(pos: BattalionPosition, v: Advance, unit: int) -> list[int]:
    """How many hexes the units went that attacked from this unit's hex and have advanced."""
    fought = still_on_map(pos, v.attackers)
    return [hexes for one, hex, hexes in v.went if hex == pos.hex[unit] and one in fought]


@rule("rp.advance.14", "rp.advance.15", "rp.advance.2", "rp.advance.4")
def hexes_ahead(pos: BattalionPosition, v: Advance, unit: int) -> dict[int, tuple[int, ...]]:
    """The hexes a unit may advance to, stacking left out, each with the way there.

    Each enemy zone that it leaves takes one off; that of its own hex only if others than the beaten exert it.
    The first hex may always be entered.
    """
    most = min(longest(pos, unit), v.length)
    if pos.content.is_leader[unit]:
        most = min(most, max(those_ahead(pos, v, unit), default=0))
    start = pos.hex[unit]
    enemy = 1 - pos.content.side[unit]
    if most < 1 or not can_go(pos, unit, start, v.target):
        return {}
    zone = pos.zoc(enemy)
    spent = int(bool(zone[start]) and zones_without(pos, enemy, still_on_map(pos, v.defenders))[start])
    found: dict[int, tuple[int, ...]] = {v.target: (v.target,)}
    ahead: list[tuple[tuple[int, ...], int]] = [((v.target,), spent)]
    while ahead:
        way, lost = ahead.pop(0)
        lost += bool(zone[way[-1]])
        came = way[-2] if len(way) > 1 else start
        if len(way) + 1 > most - lost or pos.content.combat.ends_advance(pos, came, way[-1]):
            continue
        for there in next_hexes(pos, v, way):
            if there not in found and not pos.is_held(there, enemy) and can_go(pos, unit, way[-1], there):
                found[there] = (*way, there)
                ahead.append(((*way, there), lost))
    return found


@rule("rp.advance.2")
def next_hexes(pos: BattalionPosition, v: Advance, way: tuple[int, ...]) -> list[int]:
    """Where a way may go on: along a path of retreat; anywhere if nobody has gone one."""
    if not v.ways:
        return [there for there in beside(pos, way[-1]) if there not in way]
    return sorted({path[len(way)] for path in v.ways if path[: len(way)] == way and len(path) > len(way)})


@rule("rp.advance.3", "rp.advance.17")
def goals(pos: BattalionPosition, v: Advance, unit: int) -> list[int]:
    """The hexes in which the unit's advance may end: those with room for it."""
    return [hex for hex in hexes_ahead(pos, v, unit) if has_room(pos, hex, (unit,))]


def who_may_advance(pos: BattalionPosition, v: Advance) -> list[int]:
    units = [unit for hex in v.origins for unit in pos.of_side_at(hex, pos.phasing)]
    return [unit for unit in sorted(units) if advance_refusal(pos, v, unit) is None and goals(pos, v, unit)]


# -- the question ---------------------------------------------------------------------------------


def one_advances(pos: BattalionPosition, v: Advance, options: Options) -> Choice:
    """The strongest defender among those who can go, into the taken hex, if nobody is there yet."""
    if v.unit != NOTHING:
        return ("onto", v.target) if ("onto", v.target) in options else options[0]
    if v.went:
        return DONE
    units = options.of("advance")
    return ("advance", max(units, key=lambda unit: (pos.defence_of(unit), -unit)))


def all_advance(pos: BattalionPosition, v: Advance, options: Options) -> Choice:
    """Everybody who can, into the taken hex."""
    if v.unit != NOTHING:
        return ("onto", v.target) if ("onto", v.target) in options else options[0]
    return first_of(options, "advance", "done")


@rule("rp.advance.1", "rp.advance.2")
class AdvanceUnits(Decision[BattalionPosition, Advance]):
    """One unit after the other, each with the hex it goes to."""

    title = "Advance after combat"

    policies = (
        Policy("one", "One unit, the best in defence, enters the taken hex.", one_advances),
        Policy("all", "All that can enter the taken hex.", all_advance),
        by_verbs("none", "Nobody advances.", "done", "put-back"),
    )

    def side(self, pos: BattalionPosition, v: Advance) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Advance) -> list[Offer]:
        if v.unit != NOTHING:
            return [Offer("onto", goals(pos, v, v.unit)), Offer("put-back")]
        units = who_may_advance(pos, v)
        return [Offer("advance", units), Offer(DONE[0])] if units else []

    def take(self, game: Game[BattalionPosition], v: Advance, choice: Choice) -> None:
        verb, noun = choice
        if choice == DONE:
            game.next()
        elif verb == "advance":
            game.update(v._replace(unit=noun))
        elif verb == "put-back":
            game.update(v._replace(unit=NOTHING))
        else:
            self._go(game, v, noun)

    @rule("rp.advance.19")
    def _go(self, game: Game[BattalionPosition], v: Advance, goal: int) -> None:
        """Hex by hex: a lone enemy leader on the way is treated as in movement."""
        pos = game.pos
        way = hexes_ahead(pos, v, v.unit)[goal]
        went = (*v.went, (v.unit, pos.hex[v.unit], len(way)))
        game.update(v._replace(unit=NOTHING, went=went))
        pos.flags[v.unit] |= ADVANCED
        for came, hex in pairwise((pos.hex[v.unit], *way)):
            if pos.content.combat.wades(pos, came, hex):
                pos.flags[v.unit] |= CROSSED
            come_into(game, (v.unit,), hex, "advanced", "rp.advance.1")

    def refuse(self, pos: BattalionPosition, v: Advance, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "advance":
            name = pos.content.unit_names[noun]
            full = Refusal("rp.advance.3", f"there is no hex with room that {name} may enter.")
            return advance_refusal(pos, v, noun) or _ground_refusal(pos, v, noun) or full
        if verb == "onto" and v.unit != NOTHING:
            return goal_refusal(pos, v, noun)
        return None


@rule("rp.advance.4", "rs.advance.7")
def _ground_refusal(pos: BattalionPosition, v: Advance, unit: int) -> Ruling:
    """Why a unit cannot even enter the hex that was attacked."""
    here, content = pos.hex[unit], pos.content
    if v.length < 1:
        return Refusal("rp.advance.1", "the defender has not given ground.")
    if can_go(pos, unit, here, v.target):
        return None
    own = content.river_bar(pos, unit, here, v.target)
    why = f"{content.unit_names[unit]} may not enter {content.names[v.target]} from where it stands."
    return own or Refusal("rp.advance.4", why)


def goal_refusal(pos: BattalionPosition, v: Advance, hex: int) -> Ruling:
    """Why the unit in hand may not advance to this hex."""
    name = pos.content.names[hex]
    ahead = hexes_ahead(pos, v, v.unit)
    if hex in ahead:
        return Refusal("rp.advance.3", f"{name} is full.")
    if v.ways and not any(hex in path for path in v.ways):
        return Refusal("rp.advance.2", f"{name} is not on the path of the retreat.")
    unit = pos.content.unit_names[v.unit]
    return Refusal("rp.advance.1", f"{name} is farther than {unit} may advance, or closed to it.")


class CountAdvance(Action[BattalionPosition, Advance]):
    title = "The advance is over"

    def run(self, game: Game[BattalionPosition], v: Advance) -> None:
        below: Any = game.caller()
        game.hand_back(below._replace(went=tuple(sorted(unit for unit, _, _ in v.went))))


advance = Procedure(
    "advance",
    AdvanceUnits(),
    CountAdvance(),
    title="Advance",
    rules=("rp.advance.1",),
    vars=Advance,
    sees=OPEN,
)

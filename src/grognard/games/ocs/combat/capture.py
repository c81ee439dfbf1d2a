"""Entering a hex of the enemy's goods: dumps, vehicles, works, aircraft and ships are taken or scattered."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    NOTHING,
    OPEN,
    Action,
    Choice,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_rank,
    first_option,
    only,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.ocs.air.aircraft import bases_within, has_place_for, range_of
from grognard.games.ocs.combat.losses import destroy, lose_step, remove
from grognard.games.ocs.model.charts import six
from grognard.games.ocs.model.content import Content
from grognard.games.ocs.model.position import JOINED, MOVED, MOVEMENT, NEW, POOL, TAKEN, OcsPosition
from grognard.games.ocs.model.scale import SP, percent
from grognard.games.ocs.model.units import is_attack_capable
from grognard.games.ocs.sequence.fog import tell_carried, tell_own
from grognard.games.ocs.sequence.segments import Veiled
from grognard.games.ocs.supply.extenders import collapse_hexes


class Capture(NamedTuple):
    """Whose hex is entered by whom, and what is still to be settled there.

    `column` is the row of the table now rolled for, `owed` the points of it that are captured; `moving` are
    the counters that must displace, `planes` those whose base is lost.
    """

    hex: int
    side: int
    advance: int = 0
    column: int = 0
    owed: int = 0
    tokens: int = 0
    moving: tuple[int, ...] = ()
    planes: tuple[int, ...] = ()


COLUMNS = ("trucks", "wagons")


# -- entering -------------------------------------------------------------------------------------


@rule("ocs.rail.15", "ocs.stacking.6", "ocs.capture.1", "ocs.results.27", "ocs.landing.12")
def enter_hex(game: Game[OcsPosition], group: Sequence[int], hex: int, advance: bool = False) -> None:
    """Put units into a hex: it is theirs, and what the enemy has there is taken."""
    pos = game.pos
    side = pos.content.side[group[0]]
    for unit in group:
        pos.place(unit, hex)
    if any(pos.content.is_combat[unit] for unit in group):
        pos.put.control[hex] = side
    taker = any(is_attack_capable(pos, unit) for unit in group)
    if taker and pos.beach[hex] == 1 - side:
        pos.put.beach[hex] = NOTHING
        game.tell("beach-lost", hex, rule="ocs.landing.12")
    if taker and not pos.is_held_by(hex, 1 - side) and pos.has_enemy_goods(hex, side):
        planes = tuple(pos.planes_at(hex, 1 - side))
        game.call("capture", Capture(hex, side, int(advance), planes=planes))


@rule("ocs.capture.15", "ocs.capture.16", "ocs.capture.19", "ocs.capture.20", "ocs.capture.21")
@rule("ocs.hedgehog.5", "ocs.option.16")
class TakeWorks(Action[OcsPosition, Capture]):
    title = "Hedgehog, air base and port change hands; ships and gliders are lost"

    def run(self, game: Game[OcsPosition], v: Capture) -> None:
        pos, hex = game.pos, v.hex
        pos.put.worked[hex] |= TAKEN
        put = pos.put
        works = ((put.hedgehog_side, 15), (put.base_side, 16), (put.port_side, 21))
        for owner, number in works:
            if owner[hex] == 1 - v.side:
                owner[hex] = v.side
                game.tell("captured", hex, v.side, rule=f"ocs.capture.{number}")
                if owner is put.base_side:
                    pos.put.gliders[hex] = 0
                if owner is put.hedgehog_side and pos.content.options["opt_21_11_construction"]:
                    pos.put.hedgehog[hex] -= 1
                    owner[hex] = v.side if pos.hedgehog[hex] else NOTHING
        for unit in pos.side_at(hex, 1 - v.side):
            if pos.content.is_ship[unit]:
                destroy(game, unit, "ocs.capture.20")


@rule("ocs.capture.2", "ocs.capture.3")
class RollDump(Roll[OcsPosition, Capture]):
    """The Capture Table for the dump on the ground."""

    title = "How much of the dump is captured?"

    def outcomes(self, pos: OcsPosition, v: Capture) -> list[Outcome]:
        return D6 if pos.ground_dump(v.hex, 1 - v.side) else []

    def take(self, game: Game[OcsPosition], v: Capture, noun: int) -> None:
        pos = game.pos
        there = pos.ground_dump(v.hex, 1 - v.side)
        taken = percent(there, six(pos.content.tables["capture"], "dump", noun))
        pos.add_dump(v.hex, 1 - v.side, -there)
        pos.add_dump(v.hex, v.side, taken)
        game.tell("dump-captured", v.hex, v.side, taken, there, noun, rule="ocs.capture.3")

    def roller(self, pos: OcsPosition, v: Capture) -> int:
        return v.side


# -- Extenders ------------------------------------------------------------------------------------


@rule("ocs.capture.12", "ocs.capture.13")
class CollapseExtenders(Veiled[OcsPosition, Capture]):
    title = "An Extender collapses"

    policies = (first_option("first", "To the first hex that will do."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Capture) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Capture) -> list[Offer]:
        unit = self._extender(pos, v)
        return [Offer("displace", collapse_hexes(pos, unit))] if unit != NOTHING else []

    @staticmethod
    def _extender(pos: OcsPosition, v: Capture) -> int:
        """The next Extender of the hex that has somewhere to go."""
        found = [unit for unit in pos.side_at(v.hex, 1 - v.side) if pos.extender[unit]]
        return next((unit for unit in found if collapse_hexes(pos, unit)), NOTHING)

    def take(self, game: Game[OcsPosition], v: Capture, choice: Choice) -> None:
        unit = self._extender(game.pos, v)
        game.pos.put.extender[unit] = 0
        game.pos.place(unit, choice[1])
        tell_carried(game, "displaced", v.hex, choice[1], unit, "ocs.capture.12")

    def why(self, pos: OcsPosition, v: Capture, choice: Choice) -> Ruling:
        return Refusal(
            "ocs.capture.12", "an Extender collapses to a hex in its range that is in trace supply."
        )


class StrandedExtenders(Action[OcsPosition, Capture]):
    title = "An Extender with no way out is an ordinary Transport Point"

    def run(self, game: Game[OcsPosition], v: Capture) -> None:
        pos = game.pos
        for unit in pos.side_at(v.hex, 1 - v.side):
            pos.put.extender[unit] = 0


# -- vehicles -------------------------------------------------------------------------------------


@rule("ocs.capture.4")
def column_of(content: Content, unit: int) -> int:
    """The column that a Transport Point is rolled on: wagons are those of MA 10 or less."""
    return int(content.movement[unit * 2] <= content.limit("wagon-ma"))


def vehicles(pos: OcsPosition, v: Capture) -> list[int]:
    """The loser's Transport Points in the hex that are rolled for on the present column."""
    found = pos.transports_at(v.hex, 1 - v.side)
    return [unit for unit in found if column_of(pos.content, unit) == v.column and unit not in v.moving]


@rule("ocs.capture.1", "ocs.capture.2", "ocs.capture.4", "ocs.capture.5")
class RollVehicles(Roll[OcsPosition, Capture]):
    """The Capture Table for trucks, then for wagons."""

    title = "How many of the vehicles are captured?"

    def outcomes(self, pos: OcsPosition, v: Capture) -> list[Outcome]:
        return D6 if vehicles(pos, v) else []

    def take(self, game: Game[OcsPosition], v: Capture, noun: int) -> None:
        pos = game.pos
        units = vehicles(pos, v)
        share = six(pos.content.tables["capture"], COLUMNS[v.column], noun)
        points = percent(sum(pos.points[unit] for unit in units), share)
        tokens = percent(sum(pos.cargo[unit] for unit in units), share)
        game.tell("vehicles-captured", v.hex, v.side, points, tokens, noun, v.column, rule="ocs.capture.5")
        game.update(v._replace(owed=points, tokens=tokens))

    def roller(self, pos: OcsPosition, v: Capture) -> int:
        return v.side


@rule("ocs.capture.8")
class GiveUpVehicles(Veiled[OcsPosition, Capture]):
    title = "Which vehicles are captured?"

    policies = (first_option("first", "Those named first."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Capture) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Capture) -> list[Offer]:
        left = [unit for unit in vehicles(pos, v) if pos.points[unit]]
        return [Offer("give-up", left)] if v.owed else []

    def take(self, game: Game[OcsPosition], v: Capture, choice: Choice) -> None:
        pos, unit = game.pos, choice[1]
        points = min(v.owed, pos.points[unit])
        pos.put.points[unit] -= points
        receive(pos, v.side, v.hex, v.column, points)
        game.update(v._replace(owed=v.owed - points))

    def why(self, pos: OcsPosition, v: Capture, choice: Choice) -> Ruling:
        return Refusal("ocs.capture.8", "vehicles of the column that was rolled are captured.")


@rule("ocs.capture.9", "ocs.capture.11")
def receive(pos: OcsPosition, side: int, hex: int, column: int, points: int) -> None:
    """Captured Transport Points are ordinary ones of the captor; they may move at once in Movement."""
    content = pos.content
    kind = ("truck", "wagon")[column]
    own = [unit for unit in content.transports[side] if content.kind[unit] == kind]
    here = [unit for unit in own if pos.hex[unit] == hex and pos.flags[unit] & JOINED]
    free = [unit for unit in own if pos.hex[unit] == POOL]
    for unit in (here or free)[:1]:
        if pos.hex[unit] != hex:
            pos.place(unit, hex)
            pos.put.flags[unit] = JOINED if pos.phase == MOVEMENT else JOINED | MOVED
            pos.put.spent[unit], pos.put.began[unit], pos.put.fed[unit] = 0, hex, NEW
        pos.put.points[unit] += points


@rule("ocs.capture.5", "ocs.capture.6", "ocs.capture.10")
class DivideLoads(Action[OcsPosition, Capture]):
    title = "Loads are divided; what has no vehicle is lost"

    def run(self, game: Game[OcsPosition], v: Capture) -> None:
        pos, side = game.pos, v.side
        units = vehicles(pos, v)
        load = sum(pos.cargo[unit] for unit in units) - v.tokens
        for unit in units:
            pos.put.cargo[unit] = min(load, pos.points[unit] * SP)
            load -= pos.cargo[unit]
            if not pos.points[unit]:
                game.tell("all-captured", unit, v.hex, rule="ocs.capture.5", sees=only(1 - side))
                remove(pos, unit)
        riding = [unit for unit in units if pos.hex[unit] == v.hex]
        if riding:
            # Loads and vehicles are rounded apart: what is over rides along, as in the rulebook's example.
            pos.put.cargo[riding[-1]] += load
        tokens = v.tokens
        for unit in pos.transports_at(v.hex, side):
            if pos.flags[unit] & JOINED and column_of(pos.content, unit) == v.column:
                taken = min(tokens, pos.points[unit] * SP - pos.cargo[unit])
                pos.put.cargo[unit] += taken
                tokens -= taken
        pos.add_dump(v.hex, side, tokens)
        v = v._replace(tokens=0, moving=(*v.moving, *riding))
        if v.column == 0:
            game.goto("RollVehicles", v._replace(column=1))
        else:
            game.update(v)


def nearest_home(pos: OcsPosition, v: Capture, choice: Choice) -> tuple[bool, int, int]:
    """Hexes out of enemy zones and near the own source first."""
    hex, loser = choice[1], 1 - v.side
    source = pos.content.source[loser]
    far = pos.content.distance(hex, source) if source >= 0 else 0
    return (bool(pos.zoc(v.side)[hex]), far, hex)


@rule("ocs.capture.6", "ocs.capture.7")
class DisplaceVehicles(Veiled[OcsPosition, Capture]):
    title = "Vehicles that got away are placed"

    policies = (by_rank("home", "Out of enemy zones, towards the own source.", nearest_home),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Capture) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Capture) -> list[Offer]:
        if not v.moving:
            return []
        return [Offer("displace", displacement_hexes(pos, v.moving[0], v.hex))]

    def take(self, game: Game[OcsPosition], v: Capture, choice: Choice) -> None:
        game.pos.place(v.moving[0], choice[1])
        tell_carried(game, "displaced", v.hex, choice[1], v.moving[0], "ocs.capture.6")
        game.update(v._replace(moving=v.moving[1:]))

    def why(self, pos: OcsPosition, v: Capture, choice: Choice) -> Ruling:
        return Refusal("ocs.capture.6", "trucks displace up to 10 hexes, wagons up to 5.")


@rule("ocs.capture.6", "ocs.capture.7")
def displacement_hexes(pos: OcsPosition, unit: int, start: int) -> list[int]:
    """Where displaced Transport Points can be placed: nothing on the way matters."""
    content = pos.content
    name = ("truck-displacement", "wagon-displacement")[column_of(content, unit)]
    enemy = pos.men_of(1 - content.side[unit])
    return [
        hex
        for hex in content.grid.within(start, content.limit(name))
        if hex != start and not enemy[hex] and not content.is_sea[hex]
    ]


# -- aircraft -------------------------------------------------------------------------------------


@rule("ocs.capture.17")
class RollPlanes(Roll[OcsPosition, Capture]):
    """The Air Base Capture Table."""

    title = "An aircraft at the captured base may lose a step"

    def outcomes(self, pos: OcsPosition, v: Capture) -> list[Outcome]:
        return dice(2) if v.planes else []

    def take(self, game: Game[OcsPosition], v: Capture, noun: int) -> None:
        pos, plane = game.pos, v.planes[0]
        table = pos.content.tables["air-base-capture"]
        total = noun + pos.active[plane] * table.integer("active", "value")
        total += v.advance * table.integer("advance", "value")
        is_hit = total <= table.integer("step-loss-at-most", "value")
        rolled = (v.hex, noun, total, int(is_hit))
        tell_own(game, 1 - v.side, ("base-roll", plane, *rolled), ("parked-roll", *rolled), "ocs.capture.17")
        if is_hit:
            lose_step(game, plane, "ocs.capture.17")


@rule("ocs.capture.18", "ocs.naval.6")
def refuges(pos: OcsPosition, plane: int, start: int) -> list[int]:
    """The friendly bases within twice an aircraft's range, and carriers with room for it."""
    side, far = pos.content.side[plane], 2 * range_of(pos, plane)
    return sorted(base for base in bases_within(pos, side, start, far) if has_place_for(pos, (plane,), base))


@rule("ocs.capture.18")
class DisplacePlanes(Veiled[OcsPosition, Capture]):
    title = "The aircraft flies to another base"

    policies = (first_option("first", "To the first base in range."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Capture) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Capture) -> list[Offer]:
        if not v.planes or game_over_for(pos, v.planes[0]):
            return []
        return [Offer("fly-to", refuges(pos, v.planes[0], v.hex))]

    def take(self, game: Game[OcsPosition], v: Capture, choice: Choice) -> None:
        plane = v.planes[0]
        game.pos.place(plane, choice[1])
        game.pos.put.active[plane] = 0
        game.tell("flew-off", plane, choice[1], rule="ocs.capture.18")
        game.goto("RollPlanes", v._replace(planes=v.planes[1:]))

    def why(self, pos: OcsPosition, v: Capture, choice: Choice) -> Ruling:
        return Refusal("ocs.capture.18", "it flies to a friendly base within twice its range.")


def game_over_for(pos: OcsPosition, plane: int) -> bool:
    """Is the aircraft already gone?"""
    return pos.hex[plane] < 0


@rule("ocs.capture.18")
class StrandedPlanes(Action[OcsPosition, Capture]):
    title = "An aircraft without a base in range is destroyed"

    def run(self, game: Game[OcsPosition], v: Capture) -> None:
        if not v.planes:
            return
        plane = v.planes[0]
        if game.pos.hex[plane] == v.hex:
            destroy(game, plane, "ocs.capture.18")
        game.goto("RollPlanes", v._replace(planes=v.planes[1:]))


capture = Procedure(
    "capture",
    TakeWorks(),
    RollDump(),
    CollapseExtenders(),
    StrandedExtenders(),
    RollVehicles(),
    GiveUpVehicles(),
    DivideLoads(),
    DisplaceVehicles(),
    RollPlanes(),
    DisplacePlanes(),
    StrandedPlanes(),
    title="Capture",
    vars=Capture,
    sees=OPEN,
)

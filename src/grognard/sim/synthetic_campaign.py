"""A campaign larger than any boxed game, to time movement by: the ground and the armies, and nobody fights.

A hundred by a hundred hexes with a net of roads, forty boxes beside the map that are entered from towns, two
thousand counters of which a hundred and fifty a side move: men, tanks and trucks, each at its own prices.
"""

import random
from collections.abc import Callable
from time import process_time
from typing import Final, NamedTuple

import msgspec

from grognard.core.board.hexes import Grid, opposite
from grognard.core.flow.flow import Game
from grognard.core.flow.offers import Offer
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import Decision
from grognard.core.knowledge import Knowledge
from grognard.core.position import NOTHING, OPEN, Choice, Position, number, per_unit
from grognard.core.view import Piece, View
from grognard.kit.reach import CLOSED, Going, Graph, Reach, compiled_reach, path_to, plain_reach, reach, toll
from grognard.kit.walk import WalkOn

SPAN: Final = 100
BOXES: Final = 40
COUNTERS: Final = 2_000
MOVABLE: Final = 150
"""Counters of a side that move; the rest lie where they are: dumps, works and markers."""
STACK: Final = 4
"""Movable counters of a side that may stop in a hex."""

FOOT, TRACK, TRUCK = range(3)
ALLOWANCE: Final = (20, 48, 256)
"""What each class may spend, in quarters of a point."""
GROUND: Final = ("clear", "woods", "hills", "marsh")
PRICES: Final = ((4, 4, 8, 12), (4, 8, 12, 20), (8, 16, CLOSED, CLOSED))
"""The price of entering each kind of ground, by class, in quarters."""
ROAD: Final = (2, 2, 2)
DOOR: Final = 8
"""The price of going into a box or coming out of it."""
ENTER_ZONE: Final = 8


class Ground:
    """The map and the armies: what never changes. `search` is the reach that moves are searched by."""

    def __init__(self, search: Callable[..., Reach] = reach) -> None:
        generator = random.Random(1944)
        self.search = search
        self.grid = Grid(SPAN, SPAN)
        self.hexes: int = self.grid.size
        self.places: int = self.hexes + BOXES
        self.kind: list[int] = generator.choices(range(4), (10, 5, 3, 2), k=self.hexes)
        self.towns: list[int] = generator.sample(range(self.hexes), BOXES)
        self.going: list[Going] = self._going(self._roads())
        self.side: list[int] = [unit % 2 for unit in range(COUNTERS)]
        self.kinds: list[int] = generator.choices((FOOT, TRACK, TRUCK), (9, 4, 2), k=COUNTERS)
        self.movers: list[list[int]] = [list(range(side, 2 * MOVABLE, 2)) for side in (0, 1)]
        self.start: list[int] = [self._place(unit, generator) for unit in range(COUNTERS)]

    def _place(self, unit: int, generator: random.Random) -> int:
        """Each army on its own half, the trucks in the rear."""
        depth = generator.randrange(30, 48) if self.kinds[unit] == TRUCK else generator.randrange(3, 30)
        middle = SPAN // 2
        column = middle - depth if self.side[unit] == 0 else middle + depth - 1
        return generator.randrange(SPAN) * SPAN + column

    def _roads(self) -> set[int]:
        """The exits along roads: every eighth row and column of the map."""
        roads: set[int] = set()
        for line in range(4, SPAN, 8):
            for first, direction in ((line, 3), (line * SPAN, 2)):
                here = first
                for step in range(SPAN - 1):
                    # A row is gone along by south-east and north-east in turn.
                    way = direction if direction == 3 else 2 - step % 2
                    there = self.grid.step(here, way)
                    if there < 0:
                        break
                    roads |= {here * 6 + way, there * 6 + opposite(way)}
                    here = there
        return roads

    def _going(self, roads: set[int]) -> list[Going]:
        """The places as one graph: six exits of each hex, and a door both ways between a town and its box."""
        first, ends, exits = [0], list[int](), list[int]()
        doors = {town: self.hexes + box for box, town in enumerate(self.towns)}
        for hex in range(self.hexes):
            exits += range(hex * 6, hex * 6 + 6)
            ends += self.grid.neighbours[hex * 6 : hex * 6 + 6]
            if hex in doors:
                exits.append(NOTHING)
                ends.append(doors[hex])
            first.append(len(ends))
        for town in self.towns:
            exits.append(NOTHING)
            ends.append(town)
            first.append(len(ends))
        graph = Graph(first, ends)
        return [
            Going(
                graph,
                [
                    DOOR if exit < 0 else ROAD[one] if exit in roads else PRICES[one][self.kind[there]]
                    for exit, there in zip(exits, ends, strict=True)
                ],
            )
            for one in (FOOT, TRACK, TRUCK)
        ]


class CampaignPosition(Position):
    """Where the counters are, and who has moved."""

    where: list[int] = per_unit(NOTHING, OPEN)
    moved: list[int] = per_unit(0, OPEN)
    mover: int = number(0, OPEN)
    turn: int = number(1, OPEN)

    def __init__(self, ground: Ground) -> None:
        super().__init__(2, COUNTERS, ground.places)
        self.ground = ground
        self.where = ground.start[:]
        self.forget()

    def share_caches(self, old: "CampaignPosition") -> None:
        self.ground = old.ground
        self.forget()

    def forget(self) -> None:
        self._men: list[bytearray] | None = None
        self._zone: list[bytes | None] = [None, None]
        self.last_reach: tuple[int, Reach] | None = None

    def men_of(self, side: int) -> bytearray:
        """How many movable counters of a side are in each place."""
        if self._men is None:
            self._men = [bytearray(self.ground.places), bytearray(self.ground.places)]
            for one in (0, 1):
                for unit in self.ground.movers[one]:
                    self._men[one][self.where[unit]] += 1
        return self._men[side]

    def zone_of(self, side: int) -> bytes:
        """The hexes next to men and tanks of a side."""
        zone = self._zone[side]
        if zone is None:
            ground = self.ground
            found = bytearray(ground.places)
            for unit in ground.movers[side]:
                hex = self.where[unit]
                if ground.kinds[unit] != TRUCK and hex < ground.hexes:
                    for there in ground.grid.neighbours[hex * 6 : hex * 6 + 6]:
                        if there >= 0:
                            found[there] = 1
            zone = self._zone[side] = bytes(found)
        return zone

    def place(self, unit: int, place: int) -> None:
        """Put a movable counter into a place."""
        side = self.ground.side[unit]
        men = self.men_of(side)
        men[self.where[unit]] -= 1
        men[place] += 1
        self.where[unit] = place
        self._zone[side] = None
        self.last_reach = None


def reach_of(pos: CampaignPosition, unit: int) -> Reach:
    """Where a unit can come to: searched once for the Ask and its answer."""
    if pos.last_reach is None or pos.last_reach[0] != unit:
        pos.last_reach = (unit, _reach(pos, unit))
    return pos.last_reach[1]


def _reach(pos: CampaignPosition, unit: int) -> Reach:
    """Men and tanks stick in enemy zones, trucks stop in them."""
    ground = pos.ground
    kind, enemy = ground.kinds[unit], 1 - ground.side[unit]
    zone, closed, limit = pos.zone_of(enemy), pos.men_of(enemy), ALLOWANCE[kind]
    starts = {pos.where[unit]: 0}
    if kind == TRUCK:
        return ground.search(ground.going[kind], starts, limit, closed=closed, stop=zone)
    tolls = {"enter": toll(zone, ENTER_ZONE), "leave": toll(zone, limit // 2)}
    return ground.search(ground.going[kind], starts, limit, closed=closed, **tolls, sticky=zone, minimum=True)


def full_hexes(pos: CampaignPosition, side: int) -> list[int]:
    """The hexes in which as many of a side stand as may; boxes hold any number."""
    found: list[int] = []
    men, hexes = pos.men_of(side), pos.ground.hexes
    hex = men.find(STACK, 0, hexes)
    while hex >= 0:
        found.append(hex)
        hex = men.find(STACK, hex + 1, hexes)
    return found


class Picked(NamedTuple):
    """The unit in hand."""

    unit: int = NOTHING


class Walk(NamedTuple):
    """A unit on its way."""

    unit: int
    path: tuple[int, ...]


class MoveUnits(Decision[CampaignPosition, Picked]):
    title = "Every unit moves or halts"
    no_policy = "a field for measuring"

    def side(self, pos: CampaignPosition, v: Picked) -> int:
        return pos.mover

    def options(self, pos: CampaignPosition, v: Picked) -> list[Offer]:
        moved = pos.moved
        if v.unit < 0:
            return [Offer("move", [unit for unit in pos.ground.movers[pos.mover] if not moved[unit]])]
        places, costs = (row[1:] for row in reach_of(pos, v.unit).listed)  # all but where it stands
        for place in full_hexes(pos, pos.mover):
            if place in places:
                costs.pop(places.index(place))
                places.remove(place)
        return [Offer("to", places, costs), Offer("halt")]

    def take(self, game: Game[CampaignPosition], v: Picked, choice: Choice) -> None:
        verb, noun = choice
        if verb == "move":
            game.update(Picked(noun))
            return
        pos = game.pos
        way = path_to(reach_of(pos, v.unit).came, noun) if verb == "to" else []
        pos.moved[v.unit] = 1
        if all(pos.moved[unit] for unit in pos.ground.movers[pos.mover]):
            pos.turn += pos.mover
            pos.mover = 1 - pos.mover
            pos.moved = [0] * COUNTERS
        game.update(Picked())
        game.call("walk", Walk(v.unit, tuple(way)))


class GoOn(WalkOn[CampaignPosition, Walk]):
    title = "The unit goes place by place"

    def enter(self, game: Game[CampaignPosition], v: Walk, place: int) -> None:
        game.pos.place(v.unit, place)


campaign = Procedure("campaign", MoveUnits(), start=lambda pos, v: Picked(), vars=Picked, sees=OPEN)
walk = Procedure("walk", GoOn(), vars=Walk, sees=OPEN)


class CampaignKnowledge(Knowledge[CampaignPosition]):
    """Everything is open."""

    def __init__(self) -> None:
        super().__init__(campaign.tree() | walk.tree())

    def project(self, pos: CampaignPosition, side: int) -> View:
        sides = pos.ground.side
        pieces = tuple([Piece(place, sides[unit], unit) for unit, place in enumerate(pos.where)])
        return View(
            game="campaign",
            scenario="campaign",
            side=side,
            number=pos.number,
            turn=pos.turn,
            header=f"Turn {pos.turn}",
            tracks=(),
            pieces=pieces,
            holder=(),
            facts=self.facts(pos, side),
        )


def start(search: Callable[..., Reach] = reach) -> Game[CampaignPosition]:
    """The campaign at its first Ask."""
    game = Game(campaign.tree() | walk.tree(), CampaignPosition(Ground(search)))
    game.begin(campaign.name)
    return game


# -- measuring ----------------------------------------------------------------------------------


class Moving(msgspec.Struct):
    """What the reach of one kind of search costs, by the processor's clock."""

    what_may_this_unit_do_ms: float
    """The Ask of the unit with the most destinations: searched and listed."""
    answers_per_second: float
    """Random movement: a unit, then where to."""


class CampaignSpeed(msgspec.Struct):
    """The synthetic campaign. `compiled` is null where numba is not installed."""

    hexes: int
    boxes: int
    counters: int
    destinations: int
    """The most that a unit has."""
    compiled: Moving | None
    plain: Moving
    encode_us: float
    """The time to write out the offers with the most destinations, and their length in bytes."""
    encoded_bytes: int
    copy_us: float
    hash_us: float
    view_us: float


def measure(seconds: float) -> CampaignSpeed:
    """Times the campaign for so many seconds in all, more or less."""
    game = start()
    pos = game.pos
    most, unit = max((len(_reach(pos, unit).cost), unit) for units in pos.ground.movers for unit in units)
    pos.mover = pos.ground.side[unit]
    offers = [(one.verb, one.nouns, one.costs) for one in MoveUnits().options(pos, Picked(unit))]
    write = msgspec.json.Encoder().encode
    knowledge = CampaignKnowledge()
    part = seconds / 8
    return CampaignSpeed(
        hexes=pos.ground.hexes,
        boxes=BOXES,
        counters=COUNTERS,
        destinations=most - 1,
        compiled=_moving(reach, unit, 2 * part) if compiled_reach() is not None else None,
        plain=_moving(plain_reach, unit, 2 * part),
        encode_us=1e6 * _least(lambda: write(offers), part),
        encoded_bytes=len(write(offers)),
        copy_us=1e6 * _least(pos.copy, part),
        hash_us=1e6 * _least(pos.hash, part),
        view_us=1e6 * _least(lambda: knowledge.project(pos, 0), part),
    )


def _moving(search: Callable[..., Reach], unit: int, seconds: float) -> Moving:
    game = start(search)
    pos, step = game.pos, MoveUnits()

    def ask() -> list[Offer]:
        pos.last_reach = None
        return step.options(pos, Picked(unit))

    mover, pos.mover = pos.mover, pos.ground.side[unit]
    took = _least(ask, seconds / 4)
    pos.mover = mover
    return Moving(1e3 * took, _random_movement(game, seconds))


def _random_movement(game: Game[CampaignPosition], seconds: float) -> float:
    """Answers a second: every unit of a side, one after the other, goes anywhere it can."""
    generator = random.Random(2)
    answers, began = 0, process_time()
    while process_time() - began < seconds:
        for _ in range(2 * MOVABLE):
            options = game.ask.options(game.ask.side)
            game.play(options[int(generator.random() * len(options))])
        answers += 2 * MOVABLE
    return answers / (process_time() - began)


def _least(work: Callable[[], object], seconds: float) -> float:
    """The shortest time of one call, since noise only adds."""
    work()
    best, began = float("inf"), process_time()
    while process_time() - began < seconds:
        once = process_time()
        work()
        best = min(best, process_time() - once)
    return best

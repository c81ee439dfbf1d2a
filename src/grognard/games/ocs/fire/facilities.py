"""Barrages on facilities: air bases with their aircraft, ports, and Trainbusting."""

from typing import Final, NamedTuple

from grognard.core.chapter import D6, OPEN, Game, Outcome, Procedure, Roll, rule
from grognard.games.ocs.combat.losses import lose_step
from grognard.games.ocs.model.charts import facility_cell
from grognard.games.ocs.model.content import STRIP
from grognard.games.ocs.model.position import OcsPosition

UNITS: Final = 0
BASE: Final = 1
PORT: Final = 2
TRAINS: Final = 3
AIMS: Final = ("units", "air-base", "port", "trains")


class Damaging(NamedTuple):
    """A barrage on a facility: the aircraft that still roll for themselves, and what hits them."""

    target: int
    side: int
    strength: int
    aim: int
    planes: tuple[int, ...] = ()
    hit_on: int = 0


@rule("ocs.barrage.29", "ocs.barrage.30", "ocs.barrage.31", "ocs.barrage.32", "ocs.barrage.33")
@rule("ocs.airmission.5", "ocs.airbase.7")
class RollFacility(Roll[OcsPosition, Damaging]):
    title = "The barrage on a facility"

    def outcomes(self, pos: OcsPosition, v: Damaging) -> list[Outcome]:
        return D6

    def take(self, game: Game[OcsPosition], v: Damaging, noun: int) -> None:
        pos, hex = game.pos, v.target
        damage = facility_cell(pos.content.tables, v.strength, noun)
        game.tell("facility-roll", hex, noun, v.aim, v.strength, rule="ocs.barrage.29")
        if v.aim == BASE:
            if pos.base[hex] != STRIP:
                pos.put.base[hex] = max(1, pos.base[hex] - damage.hits)
            if damage.planes:
                planes = tuple(pos.planes_at(hex, 1 - v.side))
                game.update(v._replace(planes=planes, hit_on=damage.planes))
        elif v.aim == PORT:
            pos.put.port_hits[hex] = min(pos.content.limit("port-hits"), pos.port_hits[hex] + damage.hits)
        elif damage.star:
            pos.put.trainbusted[hex] |= 1 << (1 - v.side)
            game.tell("trainbusted", hex, 1 - v.side, rule="ocs.airmission.5")

    def roller(self, pos: OcsPosition, v: Damaging) -> int:
        return v.side


@rule("ocs.barrage.31")
class RollParked(Roll[OcsPosition, Damaging]):
    title = "An aircraft at the base is hit?"

    def outcomes(self, pos: OcsPosition, v: Damaging) -> list[Outcome]:
        return D6 if v.planes else []

    def take(self, game: Game[OcsPosition], v: Damaging, noun: int) -> None:
        plane = v.planes[0]
        game.goto("RollParked", v._replace(planes=v.planes[1:]))
        if noun >= v.hit_on:
            lose_step(game, plane, "ocs.barrage.31")


facility = Procedure(
    "facility", RollFacility(), RollParked(), title="Barrage on a facility", vars=Damaging, sees=OPEN
)

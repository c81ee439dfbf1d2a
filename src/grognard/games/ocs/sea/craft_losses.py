"""Landing craft that are lost, drawn by lot, and their cargo with them."""

from typing import NamedTuple

from grognard.core.chapter import NOTHING, OPEN, Action, Game, Outcome, Procedure, Roll, rule
from grognard.games.ocs.combat.losses import destroy
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.sea.landing_craft import TOKEN, crafts_at, riders_of, room_aboard


class CraftLosses(NamedTuple):
    """Points of landing craft that are lost in a hex."""

    side: int
    hex: int
    owed: int


def lose_craft(game: Game[OcsPosition], side: int, hex: int, points: int) -> None:
    """Points of landing craft are lost, drawn by lot with their cargo."""
    game.call("craft-losses", CraftLosses(side, hex, points))


@rule("ocs.naval.15", "ocs.landing.8")
class RollCraft(Roll[OcsPosition, CraftLosses]):
    title = "Which landing craft are lost?"

    def outcomes(self, pos: OcsPosition, v: CraftLosses) -> list[Outcome]:
        if not v.owed:
            return []
        return [(craft, pos.points[craft]) for craft in crafts_at(pos, v.hex, v.side) if pos.points[craft]]

    def take(self, game: Game[OcsPosition], v: CraftLosses, noun: int) -> None:
        pos = game.pos
        pos.put.points[noun] -= 1
        pos.put.lost[noun] = int(pos.content.kind[noun] == "lst")
        game.tell("craft-lost", noun, rule="ocs.naval.15")
        game.update(v._replace(owed=v.owed - 1))
        if not pos.points[noun]:
            destroy(game, noun, "ocs.naval.15")


@rule("ocs.naval.15", "ocs.landing.8")
class RollOverboard(Roll[OcsPosition, CraftLosses]):
    title = "Which cargo is lost with them?"

    def outcomes(self, pos: OcsPosition, v: CraftLosses) -> list[Outcome]:
        craft = self._overloaded(pos, v)
        if craft == NOTHING:
            return []
        tokens = [(craft, pos.cargo[craft])] if pos.cargo[craft] else []
        return [*((unit, 1) for unit in riders_of(pos, craft)), *tokens]

    @staticmethod
    def _overloaded(pos: OcsPosition, v: CraftLosses) -> int:
        found = [craft for craft in crafts_at(pos, v.hex, v.side) if room_aboard(pos, craft) < 0]
        return found[0] if found else NOTHING

    def take(self, game: Game[OcsPosition], v: CraftLosses, noun: int) -> None:
        pos = game.pos
        if pos.content.is_craft[noun]:
            pos.put.cargo[noun] -= min(pos.cargo[noun], -(room_aboard(pos, noun) // TOKEN))
        else:
            destroy(game, noun, "ocs.naval.15")
        game.goto("RollOverboard", v)


class NextLoss(Action[OcsPosition, CraftLosses]):
    title = "The next point"

    def run(self, game: Game[OcsPosition], v: CraftLosses) -> None:
        if v.owed and crafts_at(game.pos, v.hex, v.side):
            game.goto("RollCraft", v)


craft_losses = Procedure(
    "craft-losses",
    RollCraft(),
    RollOverboard(),
    NextLoss(),
    title="Landing craft are lost",
    vars=CraftLosses,
    sees=OPEN,
)

"""Movement as this game has it: the family's, with crossings of the Prut, monitors, tanks and departures."""

from grognard.core.chapter import Choice, Game, Offer, Ruling, rule
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.movement import infiltration
from grognard.games.battalions.movement import strategic_movement as strategic
from grognard.games.battalions.movement.move import Move
from grognard.games.battalions.movement.normal_movement import NormalMovement
from grognard.games.red_steel.model.position import SOVIET, SteelPosition
from grognard.games.red_steel.movement.departure import Departure, departure_refusal, piecemeal_refusal
from grognard.games.red_steel.movement.tank_breakdown import TankCheck, needs_check
from grognard.games.red_steel.prut.fording import Fording, fit_to_ford, fording_refusal
from grognard.games.red_steel.prut.monitors import Course, steam_refusal
from grognard.games.red_steel.turn.formation_chits import members


@rule("rs.sequence.6", "rs.prut.2", "rs.activation.14", "rs.soviet-move.1")
class MoveAndFord(NormalMovement):
    """Normal moves, crossings of the Prut, monitors under way, and a formation that leaves the map."""

    title = "Normal movement and crossings"

    def extra_offers(self, pos: BattalionPosition, units: list[int]) -> list[Offer]:
        assert isinstance(pos, SteelPosition)
        monitors = pos.content.monitors
        offers = [
            Offer("ford", fit_to_ford(pos, units)),
            Offer("steam", [unit for unit in monitors if steam_refusal(pos, unit) is None]),
        ]
        if pos.phasing == SOVIET:
            alone = members(pos, pos.active) if pos.content.options.get("piecemeal-exit", False) else []
            offers.append(Offer("depart", [unit for unit in alone if piecemeal_refusal(pos, unit) is None]))
            if departure_refusal(pos) is None:
                offers.append(Offer("depart-all"))
        return offers

    def take(self, game: Game[BattalionPosition], v: Move, choice: Choice) -> None:
        if choice[0] in ("move", "with") and needs_check(game.pos, choice[1]):
            game.call("tank-check", TankCheck(choice[1]))
        else:
            super().take(game, v, choice)

    def take_extra(self, game: Game[BattalionPosition], v: Move, choice: Choice) -> None:
        verb, unit = choice
        pos = game.pos
        assert isinstance(pos, SteelPosition)
        if verb == "ford":
            game.call("fording", Fording(unit))
        elif verb == "steam":
            game.call("steaming", Course(unit))
        elif verb == "depart":
            game.call("departure", Departure((unit,)))
        else:
            game.call("departure", Departure(tuple(members(pos, pos.active))))

    def refuse_extra(self, pos: BattalionPosition, v: Move, choice: Choice) -> Ruling:
        assert isinstance(pos, SteelPosition)
        verb, unit = choice
        if verb == "depart-all":
            return departure_refusal(pos)
        if v.group:
            return None
        chapters = {"ford": fording_refusal, "steam": steam_refusal, "depart": piecemeal_refusal}
        return chapters[verb](pos, unit) if verb in chapters else None


@rule("rs.strategic.1", "rs.strategic.2", "rs.soviet-move.1")
class StrategicMovement(strategic.StrategicMovement):
    """Tanks are rolled for before they march, too."""

    def take(self, game: Game[BattalionPosition], v: Move, choice: Choice) -> None:
        if choice[0] in ("march", "with") and needs_check(game.pos, choice[1]):
            game.call("tank-check", TankCheck(choice[1], 1))
        else:
            super().take(game, v, choice)


@rule("rs.infiltration.1", "rs.infiltration.4", "rs.soviet-move.1")
class Infiltrate(infiltration.Infiltrate):
    """And before they infiltrate."""

    def take(self, game: Game[BattalionPosition], v: Move, choice: Choice) -> None:
        if choice[0] in ("slip", "with") and needs_check(game.pos, choice[1]):
            game.call("tank-check", TankCheck(choice[1]))
        else:
            super().take(game, v, choice)

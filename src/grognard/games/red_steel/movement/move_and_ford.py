"""Movement as this game has it: the family's, with crossings of the Prut, monitors, tanks and departures."""

from grognard.core.chapter import D6, NOTHING, Choice, Game, Offer, Outcome, Procedure, Roll, Ruling, rule
from grognard.games.battalions import infiltration, strategic
from grognard.games.battalions.movement import Move
from grognard.games.battalions.normal_move import NormalMovement
from grognard.games.battalions.position import BattalionPosition
from grognard.games.battalions.quiet import within_moving
from grognard.games.battalions.reinforcements import Arrivals, BringIn
from grognard.games.red_steel.activation import members
from grognard.games.red_steel.departure import Departure, departure_refusal, piecemeal_refusal
from grognard.games.red_steel.monitors import Course, steam_refusal
from grognard.games.red_steel.position import SOVIET, SteelPosition
from grognard.games.red_steel.prut import Fording, fit_to_ford, fording_refusal
from grognard.games.red_steel.tanks import TankCheck, needs_check


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


# -- reinforcements -------------------------------------------------------------------------------


@rule("rs.reinforcements.7")
class RollEither(Roll[SteelPosition, tuple[()]]):
    """A die says which of two tank divisions comes, if any."""

    title = "Which tank division comes?"

    def outcomes(self, pos: SteelPosition, v: tuple[()]) -> list[Outcome]:
        return D6 if pos.turn == pos.content.scenario.either.turn else []

    def roller(self, pos: SteelPosition, v: tuple[()]) -> int:
        return SOVIET

    def take(self, game: Game[SteelPosition], v: tuple[()], noun: int) -> None:
        choose_division(game, noun)


@rule("rs.reinforcements.7")
def choose_division(game: Game[SteelPosition], die: int) -> None:
    """1 or 2 the first, 3 or 4 the second, 5 or 6 none; who does not come is out of the game."""
    pos = game.pos
    ids = pos.content.formation_ids
    named = [ids.index(id) for id in pos.content.scenario.either.formations]
    comes = named[(die - 1) // 2] if (die - 1) // 2 < len(named) else NOTHING
    pos.absent = sorted(one for one in named if one != comes)
    game.tell("tank-division", die, comes, rule="rs.reinforcements.7")


reinforcements = Procedure(
    "reinforcements",
    BringIn(),
    title="Reinforcements",
    rules=("rs.reinforcements.1",),
    start=lambda pos, v: Arrivals(),
    vars=Arrivals,
    sees=within_moving,
)

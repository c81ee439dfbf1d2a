"""The sequence of play: set-up, then player turns of fire, vehicles, close assault, foot and recovery."""

from grognard.core.chapter import Action, Game, Procedure, rule
from grognard.games.panzerblitz.combat.close_assault import assault, assaults
from grognard.games.panzerblitz.combat.fire import attack, fire
from grognard.games.panzerblitz.combat.minefields import clearing, mines
from grognard.games.panzerblitz.combat.opportunity_fire import opportunity
from grognard.games.panzerblitz.combat.overrun import overrun
from grognard.games.panzerblitz.combat.results import Recover
from grognard.games.panzerblitz.drop.breakdown import FormCompanies
from grognard.games.panzerblitz.drop.drop import drop, landing, orders
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.games.panzerblitz.movement.movement import foot, march, vehicles
from grognard.games.panzerblitz.sequence.setup import WriteBlind, set_up_board
from grognard.games.panzerblitz.sequence.victory import EndOfTurn


@rule("pb.sequence.1", "pb.sequence.5")
class BeginRussianTurn(Action[DropPosition, tuple[()]]):
    title = "The Russian player turn begins; it is the first of the two"

    player = RUSSIAN

    def run(self, game: Game[DropPosition], v: tuple[()]) -> None:
        game.pos.next_player(self.player)
        game.tell("turn", game.pos.turn, self.player, rule="pb.sequence.1")


@rule("pb.sequence.1")
class BeginGermanTurn(BeginRussianTurn):
    title = "The German player turn begins"

    player = GERMAN


russian_turn = Procedure(
    *("russian-turn", BeginRussianTurn(), drop, FormCompanies(), fire, vehicles, assaults, foot, Recover()),
    title="Russian player turn",
)
german_turn = Procedure(
    *("german-turn", BeginGermanTurn(), fire, vehicles, assaults, foot, Recover()), title="German player turn"
)

CALLED = (orders, landing, attack, clearing, mines, march, opportunity, overrun, assault)
"""Procedures that steps call when they are needed."""

panzerblitz = Procedure(
    *("panzerblitz", WriteBlind(), set_up_board, russian_turn, german_turn, EndOfTurn()),
    title="Sequence of play",
)

"""The sequence of play, as on the player aid."""

from grognard.core.chapter import OPEN, Action, Game, Procedure, rule
from grognard.games.battalions.ammunition import salvos
from grognard.games.battalions.breakdown import BreakDown, recombination
from grognard.games.battalions.combat import COMBAT_CALLED, attacks
from grognard.games.battalions.infiltration import infiltration
from grognard.games.battalions.leader_casualty import Casualty, RollCasualty
from grognard.games.battalions.leader_return import ReturnHqs, ReturnLeaders
from grognard.games.battalions.move_intel import ExamineAfter, ExamineBefore
from grognard.games.battalions.movement import Move
from grognard.games.battalions.normal_move import walk
from grognard.games.battalions.post_move import EliminateExcess, LeaveWorks, ShowExcess
from grognard.games.battalions.quiet import around_moving, moving, within_moving
from grognard.games.battalions.recovery import recovery
from grognard.games.battalions.supply import CheckSupply
from grognard.games.battalions.turn import BeginPlayerTurn, BeginTurn
from grognard.games.red_steel.activation import (
    CheckActivation,
    Disband,
    DrawChit,
    FillCup,
    NextChit,
    WithholdChits,
)
from grognard.games.red_steel.air import air_draw, bombardment
from grognard.games.red_steel.attachment import attachment
from grognard.games.red_steel.bridging import FinishBridges, FinishWorks, engineering
from grognard.games.red_steel.departure import departure
from grognard.games.red_steel.militia import militia
from grognard.games.red_steel.monitors import LoseMonitors, steaming
from grognard.games.red_steel.moving import (
    Infiltrate,
    MoveAndFord,
    RollEither,
    StrategicMovement,
    reinforcements,
)
from grognard.games.red_steel.position import AXIS, SOVIET, SteelPosition
from grognard.games.red_steel.prut import fording
from grognard.games.red_steel.replacements import replacements
from grognard.games.red_steel.tanks import tank_check
from grognard.games.red_steel.victory import divisions_cut_off, verdict

Nothing = tuple[()]

initial = Procedure(
    "initial",
    air_draw,
    militia,
    replacements,
    attachment,
    WithholdChits(),
    ReturnLeaders(),
    ReturnHqs(),
    title="Initial Segment",
    rules=("rs.sequence.3",),
)

post_move = Procedure(
    "post-move",
    ExamineAfter(),
    ShowExcess(),
    EliminateExcess(),
    FinishWorks(),
    FinishBridges(),
    LeaveWorks(),
    recombination,
    title="After movement",
    rules=("rs.post-move.1",),
    start=lambda pos, v: Move(),
    vars=Move,
    sees=within_moving,
)

movement = Procedure(
    "movement",
    ExamineBefore(),
    reinforcements,
    BreakDown(),
    StrategicMovement(),
    MoveAndFord(),
    Infiltrate(),
    post_move,
    title="Movement",
    rules=("rs.sequence.6",),
    start=lambda pos, v: Move(),
    vars=Move,
    sees=moving,
)

activation = Procedure(
    "activation",
    RollEither(),
    FillCup(),
    salvos,
    Disband(),
    NextChit(),
    DrawChit(),
    engineering,
    movement,
    CheckActivation(),
    title="Formation chits",
    rules=("rs.sequence.5",),
    sees=around_moving,
)

axis_turn = Procedure(
    "player-turn",
    BeginPlayerTurn(),
    CheckSupply(),
    salvos,
    engineering,
    movement,
    bombardment,
    attacks,
    recovery,
    title="Axis player turn",
    rules=("rs.sequence.4",),
    sees=around_moving,
)

soviet_turn = Procedure(
    "soviet-turn",
    BeginPlayerTurn(),
    CheckSupply(),
    activation,
    bombardment,
    attacks,
    LoseMonitors(),
    recovery,
    title="Soviet player turn",
    rules=("rs.sequence.4", "rs.sequence.8"),
)


@rule("rs.sequence.1", "rs.sequence.4", "rs.sequence.7")
class AxisPlayerTurn(Action[SteelPosition, Nothing]):
    """The Axis player turn."""

    title = "Axis player turn"

    def run(self, game: Game[SteelPosition], v: Nothing) -> None:
        game.pos.phasing = AXIS
        game.call("player-turn", ())


@rule("rs.sequence.1", "rs.sequence.5", "rs.sequence.8", "rs.sequence.9")
class SovietPlayerTurn(Action[SteelPosition, Nothing]):
    """The Soviet player turn: the same steps, but movement goes by chits."""

    title = "Soviet player turn"

    def run(self, game: Game[SteelPosition], v: Nothing) -> None:
        game.pos.phasing = SOVIET
        game.call("soviet-turn", ())


@rule("rs.turn-end.1", "rs.sequence.1")
class EndTurn(Action[SteelPosition, Nothing]):
    """The turn marker is advanced; after the last turn the game is over."""

    title = "Game Turn Indication"

    def run(self, game: Game[SteelPosition], v: Nothing) -> None:
        pos = game.pos
        if pos.turn >= pos.content.scenario.turns:
            pos.cut_off = divisions_cut_off(pos)
            game.end(*verdict(pos))
        else:
            pos.turn += 1
            game.goto("BeginTurn")


# Leaders are hurt or not; nobody comes back from a wound.
leader_casualty = Procedure(
    "leader-casualty",
    RollCasualty(),
    title="Leader casualty",
    rules=("rs.leader-casualty.1",),
    vars=Casualty,
    sees=OPEN,
)

campaign = Procedure(
    "campaign",
    BeginTurn(),
    AxisPlayerTurn(),
    SovietPlayerTurn(),
    EndTurn(),
    title="Red Steel",
    rules=("rs.sequence.1",),
)

# Called from inside other steps, so not in the tree of the turn.
CALLED = [
    *(initial, axis_turn, soviet_turn, walk, infiltration, fording, steaming, tank_check, departure),
    *(leader_casualty, *COMBAT_CALLED),
]

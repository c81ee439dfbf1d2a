"""The sequence of play, as on the player aid."""

from grognard.core.chapter import OPEN, Procedure
from grognard.games.battalions.combat.after.leader_casualty import Casualty, RollCasualty
from grognard.games.battalions.combat.combat import COMBAT_CALLED
from grognard.games.battalions.combat.declaration import attacks
from grognard.games.battalions.guns.ammunition import salvos
from grognard.games.battalions.movement.company_breakdown import BreakDown, recombination
from grognard.games.battalions.movement.infiltration import infiltration
from grognard.games.battalions.movement.intelligence import ExamineAfter, ExamineBefore
from grognard.games.battalions.movement.move import Move
from grognard.games.battalions.movement.normal_movement import walk
from grognard.games.battalions.movement.post_move import EliminateExcess, LeaveWorks, ShowExcess
from grognard.games.battalions.turn.leader_return import ReturnHqs, ReturnLeaders
from grognard.games.battalions.turn.player_turns import BeginPlayerTurn, BeginTurn
from grognard.games.battalions.turn.recovery import recovery
from grognard.games.battalions.turn.seen_sequence import seen_around_moving, seen_moving, seen_within_moving
from grognard.games.battalions.turn.supply import CheckSupply
from grognard.games.red_steel.guns.bombardment import bombardment
from grognard.games.red_steel.movement.departure import departure
from grognard.games.red_steel.movement.move_and_ford import Infiltrate, MoveAndFord, StrategicMovement
from grognard.games.red_steel.movement.reinforcements import RollEither, reinforcements
from grognard.games.red_steel.movement.tank_breakdown import tank_check
from grognard.games.red_steel.prut.bridge_building import FinishBridges, FinishWorks, engineering
from grognard.games.red_steel.prut.fording import fording
from grognard.games.red_steel.prut.monitors import LoseMonitors, steaming
from grognard.games.red_steel.turn.air_units import air_draw
from grognard.games.red_steel.turn.attachment import attachment
from grognard.games.red_steel.turn.formation_chits import (
    CheckActivation,
    Disband,
    DrawChit,
    FillCup,
    NextChit,
    WithholdChits,
)
from grognard.games.red_steel.turn.militia import militia
from grognard.games.red_steel.turn.player_turns import AxisPlayerTurn, EndTurn, SovietPlayerTurn
from grognard.games.red_steel.turn.replacements import replacements

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
    sees=seen_within_moving,
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
    sees=seen_moving,
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
    sees=seen_around_moving,
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
    sees=seen_around_moving,
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

"""The sequence of play, as on the player aid."""

from grognard.core.procedures import Procedure
from grognard.games.battalions.ammunition import german_salvos, salvos, soviet_salvos
from grognard.games.battalions.bombardment import bombardment
from grognard.games.battalions.breakdown import BreakDown, recombination
from grognard.games.battalions.combat import COMBAT_CALLED, attacks
from grognard.games.battalions.infiltration import Infiltrate, infiltration
from grognard.games.battalions.leader_casualty import leader_casualty
from grognard.games.battalions.leader_return import ReturnHqs, ReturnLeaders
from grognard.games.battalions.move_intel import ExamineAfter, ExamineBefore
from grognard.games.battalions.movement import Move
from grognard.games.battalions.normal_move import walk
from grognard.games.battalions.post_move import EliminateExcess, FinishWorks, LeaveWorks, ShowExcess
from grognard.games.battalions.quiet import around_moving, moving, within_moving
from grognard.games.battalions.recovery import recovery
from grognard.games.battalions.reinforcements import reinforcements
from grognard.games.battalions.strategic import StrategicMovement
from grognard.games.battalions.supply import CheckSupply
from grognard.games.battalions.turn import BeginPlayerTurn, BeginTurn, FirstPlayerTurn, SecondPlayerTurn
from grognard.games.red_parachutes.bridgeheads import bridgeheads, improvement
from grognard.games.red_parachutes.consolidation import consolidation
from grognard.games.red_parachutes.demolition import engineering
from grognard.games.red_parachutes.dnepr import crossing
from grognard.games.red_parachutes.drop_zones import drop_zones
from grognard.games.red_parachutes.moving import MoveAndCross
from grognard.games.red_parachutes.para_search import para_search
from grognard.games.red_parachutes.paradrop import paradrop
from grognard.games.red_parachutes.replacements import replacements
from grognard.games.red_parachutes.turn_end import EndTurn

initial = Procedure(
    "initial",
    replacements,
    improvement,
    german_salvos,
    soviet_salvos,
    ReturnLeaders(),
    ReturnHqs(),
    title="Initial Segment",
    rules=("rp.sequence.3",),
)

post_move = Procedure(
    "post-move",
    ExamineAfter(),
    ShowExcess(),
    EliminateExcess(),
    FinishWorks(),
    LeaveWorks(),
    recombination,
    consolidation,
    paradrop,
    title="After movement",
    rules=("rp.post-move.1",),
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
    MoveAndCross(),
    Infiltrate(),
    post_move,
    title="Movement",
    rules=("rp.sequence.5",),
    start=lambda pos, v: Move(),
    vars=Move,
    sees=moving,
)

combat_phase = Procedure(
    "combat-phase",
    para_search,
    attacks,
    title="Combat",
    rules=("rp.sequence.6",),
)

player_turn = Procedure(
    "player-turn",
    BeginPlayerTurn(),
    CheckSupply(),
    salvos,
    bridgeheads,
    engineering,
    movement,
    bombardment,
    combat_phase,
    recovery,
    title="Player turn",
    rules=("rp.sequence.4",),
    sees=around_moving,
)

campaign = Procedure(
    "campaign",
    drop_zones,
    BeginTurn(),
    FirstPlayerTurn(),
    SecondPlayerTurn(),
    EndTurn(),
    title="Red Parachutes",
    rules=("rp.sequence.1",),
)

# Called from inside other steps, so not in the tree of the turn.
CALLED = [initial, player_turn, walk, infiltration, crossing, leader_casualty, *COMBAT_CALLED]

"""The sequence of play, as on the player aid."""

from grognard.core.flow.procedures import Procedure
from grognard.games.battalions.combat.after.leader_casualty import leader_casualty
from grognard.games.battalions.combat.combat import COMBAT_CALLED
from grognard.games.battalions.combat.declaration import attacks
from grognard.games.battalions.guns.ammunition import german_salvos, salvos, soviet_salvos
from grognard.games.battalions.guns.bombardment import bombardment
from grognard.games.battalions.movement.company_breakdown import BreakDown, recombination
from grognard.games.battalions.movement.infiltration import Infiltrate, infiltration
from grognard.games.battalions.movement.intelligence import ExamineAfter, ExamineBefore
from grognard.games.battalions.movement.move import Move
from grognard.games.battalions.movement.normal_movement import walk
from grognard.games.battalions.movement.post_move import EliminateExcess, FinishWorks, LeaveWorks, ShowExcess
from grognard.games.battalions.movement.reinforcements import reinforcements
from grognard.games.battalions.movement.strategic_movement import StrategicMovement
from grognard.games.battalions.turn.leader_return import ReturnHqs, ReturnLeaders
from grognard.games.battalions.turn.player_turns import (
    BeginPlayerTurn,
    BeginTurn,
    FirstPlayerTurn,
    SecondPlayerTurn,
)
from grognard.games.battalions.turn.recovery import recovery
from grognard.games.battalions.turn.seen_sequence import seen_around_moving, seen_moving, seen_within_moving
from grognard.games.battalions.turn.supply import CheckSupply
from grognard.games.red_parachutes.airborne.consolidation import consolidation
from grognard.games.red_parachutes.airborne.drop_zones import drop_zones
from grognard.games.red_parachutes.airborne.para_search import para_search
from grognard.games.red_parachutes.airborne.paradrop import paradrop
from grognard.games.red_parachutes.dnepr.bridgeheads import bridgeheads, improvement
from grognard.games.red_parachutes.dnepr.crossing import crossing
from grognard.games.red_parachutes.dnepr.kanev_bridge import engineering
from grognard.games.red_parachutes.dnepr.move_and_cross import MoveAndCross
from grognard.games.red_parachutes.turn.replacements import replacements
from grognard.games.red_parachutes.turn.turn_end import EndTurn

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
    sees=seen_within_moving,
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
    sees=seen_moving,
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
    sees=seen_around_moving,
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

"""The sequence of play, as on the player aid."""

from grognard.core.chapter import OPEN, Procedure
from grognard.games.red_god_of_war.combat.advance import advance
from grognard.games.red_god_of_war.combat.combat import combat, combat_phase
from grognard.games.red_god_of_war.combat.retreat import retreat
from grognard.games.red_god_of_war.movement.movement import mechanized, movement
from grognard.games.red_god_of_war.movement.walk import walk
from grognard.games.red_god_of_war.sequence.activation import (
    Activated,
    ActivateUnits,
    DrawChit,
    Impulse,
    TossCoin,
)
from grognard.games.red_god_of_war.sequence.chits import PlaceChits
from grognard.games.red_god_of_war.sequence.initial_segment import (
    InitialSegment,
    Recover,
    RollGermanSupply,
    RollWeather,
    SupplyGermanHqs,
    SupplySovietHqs,
)
from grognard.games.red_god_of_war.sequence.leaders import (
    CorpsOrDivisions,
    ReceiveSovietPoints,
    RollHilfe,
    RollOkw,
    RollStalin,
    SendUnitAway,
    WithdrawSoviets,
)
from grognard.games.red_god_of_war.sequence.operational_halt import FillBox, RollHalt
from grognard.games.red_god_of_war.sequence.reinforcements import ReleaseThirdTankArmy, arrivals, reassignment
from grognard.games.red_god_of_war.sequence.setup import PlaceGermans, PlaceSoviets
from grognard.games.red_god_of_war.sequence.turn import Attrition, EndImpulse, EndTurn, PlayImpulses
from grognard.games.red_god_of_war.supply.recheck import RecheckSupply
from grognard.games.red_god_of_war.supply.trace import TraceSupply

initial = Procedure(
    "initial",
    RollGermanSupply(),
    RollWeather(),
    RollOkw(),
    RollHilfe(),
    SendUnitAway(),
    RollStalin(),
    ReceiveSovietPoints(),
    WithdrawSoviets(),
    CorpsOrDivisions(),
    ReleaseThirdTankArmy(),
    Recover(),
    SupplySovietHqs(),
    SupplyGermanHqs(),
    reassignment,
    TraceSupply(),
    arrivals,
    PlaceChits(),
    TossCoin(),
    title="Initial Segment",
    rules=("rgw.sequence.2",),
    start=lambda pos, v: InitialSegment(),
    vars=InitialSegment,
    sees=OPEN,
)


impulse = Procedure(
    "impulse",
    DrawChit(),
    ActivateUnits(),
    Activated(),
    RecheckSupply(),
    movement,
    combat_phase,
    mechanized,
    FillBox(),
    RollHalt(),
    EndImpulse(),
    title="Impulse",
    rules=("rgw.sequence.3",),
    start=lambda pos, v: Impulse(),
    vars=Impulse,
    sees=OPEN,
)

campaign = Procedure(
    "campaign",
    PlaceSoviets(),
    PlaceGermans(),
    initial,
    PlayImpulses(),
    Attrition(),
    EndTurn(),
    title="Red God of War",
)

# Called from inside other steps, so not in the tree of the turn.
CALLED = [impulse, walk, combat, retreat, advance]

"""The sequence of play, as on the player aid."""

from grognard.core.chapter import OPEN, Procedure
from grognard.games.red_god_of_war.activation import Activated, ActivateUnits, DrawChit, Impulse, TossCoin
from grognard.games.red_god_of_war.advance import BeginAdvance, advance
from grognard.games.red_god_of_war.combat import (
    AddSupplyPoint,
    AttackerChoosesRetreat,
    AttackerForcedLosses,
    AttackerFurtherLosses,
    AttackerRetreat,
    Combat,
    DefenderChoosesRetreat,
    DefenderLosses,
    DefenderRetreat,
    RefundStep,
    RollCombat,
)
from grognard.games.red_god_of_war.declare import Declare, DeclareAttacks, ResolveAttacks
from grognard.games.red_god_of_war.initial import (
    Recover,
    RollGermanSupply,
    RollWeather,
    Segment,
    SupplyGermanHqs,
    SupplySovietHqs,
)
from grognard.games.red_god_of_war.leaders import (
    CorpsOrDivisions,
    ReceiveSovietPoints,
    RollHilfe,
    RollOkw,
    RollStalin,
    SendUnitAway,
    WithdrawSoviets,
)
from grognard.games.red_god_of_war.march import walk
from grognard.games.red_god_of_war.overrun import FinishOverrun
from grognard.games.red_god_of_war.phases import mechanized, movement
from grognard.games.red_god_of_war.reinforce import ReleaseThirdTankArmy, arrivals, reassignment
from grognard.games.red_god_of_war.retreat import retreat
from grognard.games.red_god_of_war.setup import PlaceGermans, PlaceSoviets
from grognard.games.red_god_of_war.supply import RecheckSupply, TraceSupply
from grognard.games.red_god_of_war.turn import (
    Attrition,
    EndImpulse,
    EndTurn,
    FillBox,
    PlaceChits,
    PlayImpulses,
    RollHalt,
)

combat = Procedure(
    "combat",
    AddSupplyPoint(),
    RollCombat(),
    AttackerForcedLosses(),
    AttackerChoosesRetreat(),
    AttackerFurtherLosses(),
    AttackerRetreat(),
    DefenderChoosesRetreat(),
    DefenderLosses(),
    DefenderRetreat(),
    RefundStep(),
    BeginAdvance(),
    FinishOverrun(),
    title="One combat",
    vars=Combat,
    sees=OPEN,
)

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
    start=lambda pos, v: Segment(),
    vars=Segment,
    sees=OPEN,
)

combat_phase = Procedure(
    "combat-phase",
    DeclareAttacks(),
    ResolveAttacks(),
    title="4. Combat Phase",
    start=lambda pos, v: Declare(),
    vars=Declare,
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

"""The Combat Phase (step 4 of an impulse), and one combat from the odds to the advance."""

from grognard.core.chapter import OPEN, Procedure
from grognard.games.red_god_of_war.combat.advance import BeginAdvance
from grognard.games.red_god_of_war.combat.declare import Declare, DeclareAttacks, ResolveAttacks
from grognard.games.red_god_of_war.combat.one_combat import (
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
from grognard.games.red_god_of_war.combat.overrun import FinishOverrun

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

combat_phase = Procedure(
    "combat-phase",
    DeclareAttacks(),
    ResolveAttacks(),
    title="4. Combat Phase",
    start=lambda pos, v: Declare(),
    vars=Declare,
    sees=OPEN,
)

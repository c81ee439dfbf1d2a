"""A ground combat: its nine steps in the order of the chart."""

from grognard.core.chapter import Procedure
from grognard.games.ocs.combat.attacks import (
    Announce,
    ChooseTerrain,
    GatherAttackers,
    NameLeader,
    NameRival,
    RollCombat,
    RollShift,
    RollSurprise,
)
from grognard.games.ocs.combat.overrun import FinishOverrun
from grognard.games.ocs.combat.payments import BeginCombat, DefendOnStocks, PayAttack, PayDefence
from grognard.games.ocs.combat.results import (
    Advance,
    AttackerGoesBack,
    AttackerIsBack,
    AttackerLoses,
    AttackerOption,
    DefenderGoesBack,
    DefenderIsBack,
    DefenderLoses,
    DefenderOption,
    Exploit,
)
from grognard.games.ocs.combat.secrecy import combat_as_known
from grognard.games.ocs.combat.variables import Combat

combat = Procedure(
    "combat",
    GatherAttackers(),
    PayAttack(),
    BeginCombat(),
    PayDefence(),
    DefendOnStocks(),
    NameLeader(),
    NameRival(),
    ChooseTerrain(),
    Announce(),
    RollSurprise(),
    RollShift(),
    RollCombat(),
    AttackerLoses(),
    AttackerOption(),
    AttackerGoesBack(),
    AttackerIsBack(),
    DefenderLoses(),
    DefenderOption(),
    DefenderGoesBack(),
    DefenderIsBack(),
    Exploit(),
    Advance(),
    FinishOverrun(),
    title="Combat",
    rules=("ocs.combat.1",),
    vars=Combat,
    sees=combat_as_known,
)
"""The nine steps of a combat, in the order of the chart."""

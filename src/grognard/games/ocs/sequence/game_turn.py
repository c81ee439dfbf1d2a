"""The sequence of play, as on the player aid."""

from typing import Final

from grognard.core.chapter import OPEN, Procedure, by_verbs
from grognard.core.steps import Step
from grognard.games.ocs.air import return_flight
from grognard.games.ocs.airbase import Refits, refit_planes
from grognard.games.ocs.aircombat import air_combat
from grognard.games.ocs.airdrop import air_drop
from grognard.games.ocs.airmission import Missions, mission
from grognard.games.ocs.airplans import DropPlans, drop_plan
from grognard.games.ocs.barrage import shelling
from grognard.games.ocs.beach import BeachAssaults, beach_assault
from grognard.games.ocs.breakout import Breakouts, escape
from grognard.games.ocs.broadside import ShipGunfire, broadside
from grognard.games.ocs.capture import capture
from grognard.games.ocs.collapse import collapse
from grognard.games.ocs.combat import Attacks
from grognard.games.ocs.craft import LandingCraft, craft_losses, dividing, docking
from grognard.games.ocs.dumps import Blasts, blowing
from grognard.games.ocs.facility import facility
from grognard.games.ocs.fuel import fuel
from grognard.games.ocs.guns import Gunfire, barrage
from grognard.games.ocs.landing import Beaches, LandAtLast, landing
from grognard.games.ocs.march import march
from grognard.games.ocs.moves import Moves
from grognard.games.ocs.naval import Ships, sailing, ship_fire
from grognard.games.ocs.option import EmptyAttacks, Recon, occupation, recon
from grognard.games.ocs.port import Shipping, voyage
from grognard.games.ocs.position import (
    BREAKOUT,
    CLEAN_UP,
    COMBAT_BARRAGE,
    COMBAT_SEGMENT,
    EXPLOITATION,
    EXPLOITATION_BARRAGE,
    EXPLOITATION_COMBAT,
    MOVEMENT,
    MOVEMENT_BARRAGE,
    REACTION,
    REACTION_BARRAGE,
    REFIT,
)
from grognard.games.ocs.reinforcement import reinforcement_phase
from grognard.games.ocs.results import combat
from grognard.games.ocs.retreat import retreat
from grognard.games.ocs.segments import Acting, Chapter, OpenSegment, Segment, segment
from grognard.games.ocs.stacking import RemoveExcess
from grognard.games.ocs.supply import paying
from grognard.games.ocs.supply_phase import supply_phase
from grognard.games.ocs.trains import Trains, riding
from grognard.games.ocs.turn import (
    AgreeOnCalm,
    BeginPlayerTurn,
    ChooseOrder,
    CleanUp,
    EndPhase,
    EndPlayerTurn,
    RollFirst,
    RollWeather,
    Turn,
)
from grognard.games.ocs.work import Works

REFITS: Final[list[Chapter]] = [Refits(), DropPlans()]
"""What is done in the Aircraft Refit Phase."""
MOVERS: Final[list[Chapter]] = [
    *(Moves(), Trains(), Works(), Blasts(), Missions(), Ships(), Shipping(), LandingCraft(), Beaches()),
    Recon(),
]
"""What is done in Movement Segments."""
FIRE: Final[list[Chapter]] = [Gunfire(), Missions(), ShipGunfire()]
"""What fires in Barrage Segments."""


class Refit(Acting):
    title = "Aircraft are refitted"

    policies = (
        by_verbs("all", "Every base that can refits.", "refit", "done"),
        by_verbs("done", "No base refits.", "done"),
    )
    is_routine = True


class Breakout(Acting):
    title = "Units without trace may break out"

    is_routine = True


class Move(Acting):
    title = "Units move, work and fly"


class Shell(Acting):
    title = "Barrages"


class Assault(Acting):
    title = "Attacks"


def _phase(
    name: str, title: str, phase: int, *acts: Step, own: bool = True, rules: tuple[str, ...] = ()
) -> Procedure:
    """A segment: it opens, a side acts, and full hexes are thinned out at its end."""
    steps = (OpenSegment(), *acts, RemoveExcess(), EndPhase())
    return Procedure(
        name, *steps, title=title, rules=rules, start=segment(phase, own), vars=Segment, sees=OPEN
    )


player_turn = Procedure(
    "player-turn",
    _phase("refit-phase", "A. Aircraft Refit Phase", REFIT, Refit(*REFITS), rules=("ocs.sequence.8",)),
    reinforcement_phase,
    _phase("breakout", "C. Breakout Segment", BREAKOUT, Breakout(Breakouts()), rules=("ocs.sequence.10",)),
    _phase(
        "movement",
        "C. Movement Segment",
        MOVEMENT,
        Move(*MOVERS),
        LandAtLast(),
        rules=("ocs.sequence.11",),
    ),
    _phase(
        "movement-barrage", "C. Barrage Segment", MOVEMENT_BARRAGE, Shell(*FIRE), rules=("ocs.sequence.12",)
    ),
    supply_phase,
    _phase(
        "reaction",
        "E. Reaction Phase, movement",
        REACTION,
        Move(*MOVERS),
        own=False,
        rules=("ocs.sequence.14",),
    ),
    _phase(
        "reaction-barrage",
        "E. Reaction Phase, barrage",
        REACTION_BARRAGE,
        Shell(*FIRE),
        own=False,
        rules=("ocs.sequence.16",),
    ),
    _phase(
        "combat-barrage", "F. Combat Phase, barrage", COMBAT_BARRAGE, Shell(*FIRE), rules=("ocs.sequence.17",)
    ),
    _phase(
        "combat-segment",
        "F. Combat Phase",
        COMBAT_SEGMENT,
        Assault(Attacks(), BeachAssaults(), EmptyAttacks()),
        rules=("ocs.sequence.17",),
    ),
    _phase("exploitation", "G. Exploitation Phase", EXPLOITATION, Move(*MOVERS), rules=("ocs.sequence.18",)),
    _phase(
        "exploitation-barrage",
        "G. Exploitation Phase, barrage",
        EXPLOITATION_BARRAGE,
        Shell(*FIRE),
        rules=("ocs.sequence.18",),
    ),
    _phase(
        "exploitation-combat",
        "G. Exploitation Phase, combat",
        EXPLOITATION_COMBAT,
        Assault(Attacks(), EmptyAttacks()),
        rules=("ocs.sequence.18",),
    ),
    Procedure(
        "clean-up", CleanUp(), title="H. Clean Up Phase", start=segment(CLEAN_UP), vars=Segment, sees=OPEN
    ),
    title="A Player Turn",
    rules=("ocs.sequence.7",),
    start=lambda pos, v: (),
)

game_turn = Procedure(
    "game-turn",
    RollWeather(),
    RollFirst(),
    ChooseOrder(),
    AgreeOnCalm(),
    BeginPlayerTurn(),
    player_turn,
    EndPlayerTurn(),
    title="The Operational Combat Series",
    rules=("ocs.sequence.1",),
    start=lambda pos, v: Turn(),
    vars=Turn,
    sees=OPEN,
)

# Called from inside other steps, so not in the tree of the turn.
CALLED: Final = [
    march,
    fuel,
    paying,
    capture,
    collapse,
    combat,
    retreat,
    riding,
    barrage,
    shelling,
    facility,
    escape,
    blowing,
    mission,
    air_combat,
    return_flight,
    air_drop,
    refit_planes,
    drop_plan,
    sailing,
    ship_fire,
    broadside,
    voyage,
    craft_losses,
    docking,
    dividing,
    landing,
    beach_assault,
    recon,
    occupation,
]

PROCEDURES: Final[dict[str, Procedure]] = game_turn.tree()
"""Every procedure by name."""
for _procedure in CALLED:
    PROCEDURES.update(_procedure.tree())

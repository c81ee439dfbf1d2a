"""The sequence of play, as on the player aid."""

from typing import Final

from grognard.core.chapter import OPEN, Procedure, by_verbs
from grognard.core.flow.steps import Step
from grognard.games.ocs.air.aircraft import return_flight
from grognard.games.ocs.air.bases import Refits, refit_planes
from grognard.games.ocs.air.combat import air_combat
from grognard.games.ocs.air.drop_plans import DropPlans, drop_plan
from grognard.games.ocs.air.drops import air_drop
from grognard.games.ocs.air.mission.declaration import Missions
from grognard.games.ocs.air.mission.procedure import mission
from grognard.games.ocs.combat.attacks import Attacks
from grognard.games.ocs.combat.capture import capture
from grognard.games.ocs.combat.empty_hexes import EmptyAttacks, occupation
from grognard.games.ocs.combat.procedure import combat
from grognard.games.ocs.combat.recon import Recon, recon
from grognard.games.ocs.combat.retreat import retreat
from grognard.games.ocs.fire.artillery import Gunfire, barrage
from grognard.games.ocs.fire.barrage import shelling
from grognard.games.ocs.fire.facilities import facility
from grognard.games.ocs.model.position import (
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
from grognard.games.ocs.movement.march import march
from grognard.games.ocs.movement.segment import StackMoves
from grognard.games.ocs.movement.stacking import RemoveExcess
from grognard.games.ocs.rear.breakdowns import detaching
from grognard.games.ocs.rear.consolidation import PlanesMerge
from grognard.games.ocs.rear.newcomers import newcomer
from grognard.games.ocs.rear.reinforcements import reinforcement_phase
from grognard.games.ocs.rear.trains import Trains, riding
from grognard.games.ocs.rear.work_parties import Construction, site
from grognard.games.ocs.sea.beach_assaults import BeachAssaults, beach_assault
from grognard.games.ocs.sea.craft_losses import craft_losses
from grognard.games.ocs.sea.gunfire import ShipGunfire, broadside
from grognard.games.ocs.sea.landing_craft import LandingCraft, dividing, docking
from grognard.games.ocs.sea.landing_rolls import landing
from grognard.games.ocs.sea.landings import Beaches, LandAtLast
from grognard.games.ocs.sea.ports import Shipping, voyage
from grognard.games.ocs.sea.ship_fire import ship_fire
from grognard.games.ocs.sea.ships import Ships, sailing
from grognard.games.ocs.sequence.segments import Acting, OpenSegment, Segment, SegmentChapter, segment
from grognard.games.ocs.sequence.turn import (
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
from grognard.games.ocs.supply.breakout import Breakouts, escape
from grognard.games.ocs.supply.dumps import DumpBlowing, blowing
from grognard.games.ocs.supply.extenders import collapse
from grognard.games.ocs.supply.fuel import fuel
from grognard.games.ocs.supply.payment import paying
from grognard.games.ocs.supply.phase import supply_phase

REFITS: Final[list[SegmentChapter]] = [Refits(), DropPlans(), PlanesMerge()]
"""What is done in the Aircraft Refit Phase."""
MOVERS: Final[list[SegmentChapter]] = [
    *(
        StackMoves(),
        Trains(),
        Construction(),
        DumpBlowing(),
        Missions(),
        Ships(),
        Shipping(),
        LandingCraft(),
        Beaches(),
    ),
    *(Recon(), PlanesMerge()),
]
"""What is done in Movement Segments."""
FIRE: Final[list[SegmentChapter]] = [Gunfire(), Missions(), ShipGunfire(), PlanesMerge()]
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
        Assault(Attacks(), BeachAssaults(), EmptyAttacks(), PlanesMerge()),
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
        Assault(Attacks(), EmptyAttacks(), PlanesMerge()),
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
    detaching,
    escape,
    blowing,
    mission,
    air_combat,
    return_flight,
    air_drop,
    refit_planes,
    drop_plan,
    newcomer,
    site,
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

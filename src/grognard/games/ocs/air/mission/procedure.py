"""An air mission, from the declaration to the flight home: steps A to G of the mission sequence."""

from grognard.core.chapter import Procedure
from grognard.games.ocs.air.mission.bombing import NameTarget
from grognard.games.ocs.air.mission.declaration import (
    CarryOutMission,
    DeclareMission,
    PlaceAircraft,
    declared,
)
from grognard.games.ocs.air.mission.flight_home import FlyOn, GoHome
from grognard.games.ocs.air.mission.interception import (
    AfterInterception,
    Intercept,
    OrderOfStack,
    RollFlak,
    RollMissionLoss,
    TakeFlakLoss,
)
from grognard.games.ocs.air.mission.loading import JettisonCargo, LoadCargo
from grognard.games.ocs.air.mission.variables import Mission

mission = Procedure(
    "mission",
    DeclareMission(),
    NameTarget(),
    LoadCargo(),
    PlaceAircraft(),
    Intercept(),
    AfterInterception(),
    OrderOfStack(),
    RollFlak(),
    RollMissionLoss(),
    TakeFlakLoss(),
    JettisonCargo(),
    CarryOutMission(),
    FlyOn(),
    GoHome(),
    title="Air mission",
    vars=Mission,
    sees=declared,
)

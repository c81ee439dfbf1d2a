"""The sequence of play, as on the player aid."""

from grognard.core.flow import Procedure
from grognard.games.battalions.turn import BeginPlayerTurn, BeginTurn, FirstPlayerTurn, SecondPlayerTurn
from grognard.games.red_parachutes.turn_end import EndTurn

player_turn = Procedure(
    "player-turn",
    BeginPlayerTurn(),
    title="Player turn",
    rules=("rp.sequence.4",),
)

campaign = Procedure(
    "campaign",
    BeginTurn(),
    FirstPlayerTurn(),
    SecondPlayerTurn(),
    EndTurn(),
    title="Red Parachutes",
    rules=("rp.sequence.1",),
)

initial = Procedure("initial", BeginPlayerTurn(), title="Initial Segment", rules=("rp.sequence.3",))

# Called from inside other steps, so not in the tree of the turn.
CALLED = [initial, player_turn]

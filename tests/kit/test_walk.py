"""A walk enters place after place, waits for what befalls the walker, and ends early if it must."""

from typing import NamedTuple

from grognard.core.flow.chance import D6, Outcome
from grognard.core.flow.flow import Game
from grognard.core.flow.offers import Offer
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import Decision, Roll
from grognard.core.position import OPEN, Choice, Position, number
from grognard.kit.walk import WalkOn

MINED = 3


class Lane(Position):
    """Somebody in a lane of ten places, and whether he is hurt."""

    at: int = number(0, OPEN)
    hurt: int = number(0, OPEN)

    def __init__(self) -> None:
        super().__init__(1, 0, 10)


class Way(NamedTuple):
    """The places still to enter."""

    path: tuple[int, ...] = ()


class Choose(Decision[Lane, Way]):
    title = "Where to"

    def side(self, pos: Lane, v: Way) -> int:
        return 0

    def options(self, pos: Lane, v: Way) -> list[Offer]:
        return [Offer("to", range(pos.at + 1, 10)), Offer("done")]

    def take(self, game: Game[Lane], v: Way, choice: Choice) -> None:
        if choice[0] == "done":
            game.end(0, "done")
        else:
            game.next(Way(tuple(range(game.pos.at + 1, choice[1] + 1))))


class Go(WalkOn[Lane, Way]):
    title = "He goes"

    def enter(self, game: Game[Lane], v: Way, place: int) -> None:
        game.pos.at = place
        game.tell("entered", place, len(v.path))
        if place == MINED:
            game.call("mine", ())

    def goes_on(self, pos: Lane, v: Way) -> bool:
        return not pos.hurt

    def arrive(self, game: Game[Lane], v: Way) -> None:
        game.tell("arrived", game.pos.at, len(v.path))
        game.goto("Choose", Way())


class Blast(Roll[Lane, tuple[()]]):
    title = "A six hurts"

    def outcomes(self, pos: Lane, v: tuple[()]) -> list[Outcome]:
        return D6

    def take(self, game: Game[Lane], v: tuple[()], noun: int) -> None:
        game.pos.hurt = int(noun == 6)


MINE = Procedure("mine", Blast())
LANE = Procedure("lane", Choose(), Go(), vars=Way, sees=OPEN, start=lambda pos, v: Way())


def lane() -> Game[Lane]:
    game = Game({"lane": LANE, "mine": MINE}, Lane())
    game.begin("lane")
    return game


def told(game: Game[Lane]) -> list[tuple[str, int, int]]:
    return [(event.kind, *event.facts) for event in game.events]


def test_a_walk_that_nothing_befalls_goes_to_its_end_at_once() -> None:
    game = lane()
    game.play(("to", 2))
    assert told(game) == [("entered", 1, 1), ("entered", 2, 0), ("arrived", 2, 0)]
    assert game.ask.step == "Choose"


def test_dice_in_the_middle_come_first_and_the_way_waits_in_the_vars() -> None:
    game = lane()
    game.play(("to", 5))
    assert game.ask.is_chance and game.pos.at == MINED
    assert game.pos.stack[0] == ("lane", "Go", Way((4, 5)))
    twin = game.copy()
    game.play(("roll", 2))
    assert told(game) == [("entered", 4, 1), ("entered", 5, 0), ("arrived", 5, 0)]
    twin.play(("roll", 6))
    assert told(twin) == [("arrived", MINED, 2)]
    assert (twin.pos.at, twin.ask.step) == (MINED, "Choose")


def test_what_befalls_the_walker_at_his_goal_is_settled_before_he_has_arrived() -> None:
    game = lane()
    game.play(("to", MINED))
    assert game.ask.is_chance and game.pos.stack[0].vars == Way()
    game.play(("roll", 1))
    assert told(game) == [("arrived", MINED, 0)]

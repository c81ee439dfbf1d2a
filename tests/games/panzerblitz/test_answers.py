"""Answers about nothing: a unit, hex or order that does not exist is refused, and by no rule of the game."""

import pytest

from games.panzerblitz.table import game_of, play
from grognard.core.flow.flow import Game
from grognard.core.flow.rulings import IllegalChoice

UNITS = {"r-rifle-1 t34c-2": "0202", "r-engineer-1": "0203", "security-1": "0303", "wagon-1": "0504"}


def setting_up() -> Game:
    areas = {"areas": {"west": "0101 0102", "east": "0501 0502"}}
    setup = {"maultier-1": "0501", "wagon-1": "0101"}
    return game_of(step="SetUp", mover="german", map=areas, setup=setup, **{"west force": "wagon-1"})


def placing() -> Game:
    return play(setting_up(), "place wagon-1")


def jumping() -> Game:
    return game_of(step="Jump", wind="light S", orders={"para-rifle-1": "0101"}, units=UNITS)


def forming() -> Game:
    pieces = {" ".join(f"rifle-1-{n}" for n in range(1, 6)): "0102"}
    return game_of(step="FormCompanies", units=UNITS | pieces)


def firing() -> Game:
    return game_of(units=UNITS, mines="0204")


def aiming() -> Game:
    return play(firing(), "fire 0303")


def sweeping() -> Game:
    return play(firing(), "clear r-engineer-1")


def adding() -> Game:
    return play(aiming(), "whole")


def driving() -> Game:
    return game_of(step="MoveVehicles", units=UNITS)


def snapping() -> Game:
    given = {"options": {"experimental": True}, "units": {"t34c-2": "0501", "at75-1": "0101"}}
    return play(game_of(step="MoveVehicles", **given), "move t34c-2", "go 0401")


def walking() -> Game:
    return play(driving(), "move t34c-2")


def overrunning() -> Game:
    return game_of(step="ChooseOverrun", units=UNITS)


def charging() -> Game:
    return play(overrunning(), "overrun 0303")


def storming() -> Game:
    return game_of(step="ChooseAssault", units=UNITS)


def joining() -> Game:
    return play(storming(), "assault 0303")


def rule_of(game: Game, verb: str, noun: int) -> str:
    """The rule that refuses an answer; 'none' where it is refused only because nobody offered it."""
    try:
        game.copy().play((verb, noun))
    except IllegalChoice as problem:
        unsaid = ("that is not among the options", f"'{verb}' is no answer to")
        return "none" if problem.refusal.why.startswith(unsaid) else problem.refusal.rule
    return "allowed"


@pytest.mark.parametrize(
    ("begin", "verb", "about", "first", "last"),
    [
        (setting_up, "place", "units", "pb.forces.3", "pb.forces.3"),
        (placing, "at", "hexes", "allowed", "pb.forces.3"),
        (jumping, "jump", "units", "pb.forces.6", "pb.forces.6"),
        (forming, "form", "units", "pb.joining.4", "pb.joining.4"),
        (firing, "fire", "hexes", "pb.fire.1", "pb.fire.1"),
        (firing, "clear", "units", "pb.mines.5", "pb.mines.5"),
        (sweeping, "sweep", "hexes", "pb.mines.5", "pb.mines.5"),
        (aiming, "aim", "units", "pb.fire.4", "pb.fire.4"),
        (adding, "add", "units", "pb.fire.1", "pb.sequence.4"),
        (adding, "aim", "units", "pb.targets.2", "pb.targets.2"),
        (driving, "move", "units", "pb.movement.4", "pb.sequence.1"),
        (snapping, "add", "units", "pb.opportunity.1", "pb.opportunity.2"),
        (walking, "go", "hexes", "pb.movement.1", "pb.movement.1"),
        (walking, "load", "units", "pb.transport.1", "pb.transport.1"),
        (overrunning, "overrun", "hexes", "pb.overrun.3", "pb.overrun.3"),
        (charging, "charge", "units", "pb.fire.1", "pb.overrun.1"),
        (storming, "assault", "hexes", "pb.assault.1", "pb.assault.1"),
        (joining, "join", "units", "pb.assault.1", "pb.assault.1"),
    ],
)
def test_the_first_and_the_last_are_judged_by_a_rule_and_what_is_beyond_them_is_not(
    begin: object, verb: str, about: str, first: str, last: str
) -> None:
    assert callable(begin)
    game: Game = begin()
    content = game.pos.content
    count = content.units if about == "units" else content.land.size
    assert rule_of(game, verb, 0) == first
    assert rule_of(game, verb, count - 1) == last
    for nobody in (-2, -1, count, count + 1000):
        assert rule_of(game, verb, nobody) == "none"


@pytest.mark.parametrize(
    "begin",
    [
        *(setting_up, placing, forming, firing, aiming, sweeping, adding, driving, snapping, walking),
        *(overrunning, charging, storming, joining),
    ],
)
@pytest.mark.parametrize("verb", ["jump", "target", "tea"])
def test_a_verb_of_another_step_is_no_answer(begin: object, verb: str) -> None:
    assert callable(begin)
    for noun in (0, 14, 22, 117):
        assert rule_of(begin(), verb, noun) == "none"

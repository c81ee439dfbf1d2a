"""The log adds up: an opponent with the charts in hand can check every line of it."""

from typing import Any

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, play, unit
from games.ocs.skies import flying
from grognard.core.flow.flow import Game
from grognard.games.ocs.model.position import ASTER, BOREAL, OcsPosition
from grognard.games.ocs.sequence.turn import Turn
from grognard.games.ocs.table.log import story

MOVING = {"procedure": "movement", "step": "Move"}


def read(game: Game[OcsPosition], side: int) -> list[str]:
    """What a side reads of the last answer."""
    return [story(game.pos, event) for event in game.events if event.open_to(side)]


def shelled(given: dict[str, Any], dice: int, *, target: str = "b11") -> list[str]:
    units = {"a32": "03.01", "a21": "03.02", target: "03.03"}
    dumps = {"aster": {"03.01": 9}}
    start = {"procedure": "combat-barrage", "step": "Shell"}
    game = build(None, units, phase="combat-barrage", start=start, dumps=dumps, **given)
    play(game, "barrage 03.03", "aim 0", "fire-with a32", "open-fire")
    while not game.ask.is_chance:
        game.play(game.ask.usual(game.pos))
    return read(roll(game, dice), BOREAL)


@pytest.mark.rule("ocs.barrage.17", "ocs.barrage.8", "ocs.barrage.28")
def test_a_barrage_is_told_with_its_column_every_shift_and_what_the_cell_counts_as() -> None:
    """A brigade with 34: column 25-40. A hedgehog is left 1; of level 3 it makes a DG of [1/2]."""
    lines = shelled({"hedgehogs": {"boreal": {"03.03": 3}}}, 9)
    assert lines[0] == (
        "Barrage of 03.03 with 34 (column 25-40, hedgehog -1): 9 at 17-24: [1/2], which counts as DG."
    )
    small = shelled({}, 7, target="b31")
    assert small[0] == "Barrage of 03.03 with 34 (column 25-40, density -1): 7 at 17-24: DG."
    assert shelled({}, 2)[0] == "Barrage of 03.03 with 34 (column 25-40): 2 at 25-40: no effect."


@pytest.mark.rule("ocs.flak.2", "ocs.flak.3a")
def test_flak_is_told_with_all_that_is_added() -> None:
    """Headquarters +1, an air base of level 2 +2: 8 is 11, and 7 is 10."""
    for dice, end in (
        (8, ": 11, 11 or more hits: a step is lost."),
        (7, ": 10, 11 or more hits: no effect."),
    ):
        units = {"at1": "04.11", "b01 b11": "20.10"}
        game = flying(units, "movement-barrage", bases={"aster": {"04.11": 2}, "boreal": {"20.10": 2}})
        play(game, "fly at1", "bomb 20.10", "at-units")
        line = next(line for line in read(roll(game, dice), ASTER) if line.startswith("Flak"))
        assert line == f"Flak over 20.10: {dice} rolled, headquarters +1, air base +2{end}"


@pytest.mark.rule("ocs.capture.3", "ocs.capture.5", "ocs.capture.17")
def test_what_is_captured_is_told_with_its_dice_and_nobody_captured_is_said_to_be_destroyed() -> None:
    units = {
        "a21": {"hex": "02.03", "mode": "move"},
        "b41": {"hex": "03.03", "points": 1},
        "bt1": {"hex": "03.03", "active": False},
    }
    bases = {"boreal": {"03.03": 1, "05.05": 1}}
    game = build(None, units, start=MOVING, dumps={"boreal": {"03.03": 8}}, bases=bases)
    lines: list[str] = []
    for text in ("move a21", "to 03.03", "roll 6", "roll 6"):
        lines += read(play(game, text), BOREAL)
    assert "The dump in 03.03: 6 rolled, Aster captures 1 SP 2T of 2 SP; the rest is lost." in lines
    assert any(
        line.startswith("Trucks in 03.03: 6 rolled, Aster captures 1 Transport Point") for line in lines
    )
    while not game.ask.is_chance:
        game.play(game.ask.usual(game.pos))
        lines += read(game, BOREAL)
    assert any(line.endswith("is captured to the last vehicle in 03.03.") for line in lines)
    roll(game, 6)
    name = game.pos.content.unit_names[unit(game.pos, "bt1")]
    assert read(game, BOREAL)[0] == f"{name} at the captured base in 03.03: 6 rolled: a step is lost."
    assert read(game, ASTER)[0] == "An aircraft at the captured base in 03.03: 6 rolled: a step is lost."
    assert not any("b41" in line and "destroyed" in line for line in lines)


@pytest.mark.rule("ocs.sequence.5")
def test_who_chose_who_goes_first_is_told() -> None:
    for answer, line in (
        ("go-first", "Aster has the choice and goes first."),
        ("go-second", "Aster has the choice and lets Boreal go first."),
    ):
        game = build(None, {}, turn=2, turns=6, start={})
        game.call("game-turn", Turn())
        game.pos.stack[-1] = game.pos.stack[-1]._replace(step="RollFirst")
        roll(game, 9, 5)
        assert line in read(play(game, answer), BOREAL)


@pytest.mark.rule("ocs.movement.3", "ocs.fog.2")
def test_a_trip_is_one_line_up_to_where_something_befell_it() -> None:
    rows = ["." * 12] * 3
    game = build(rows, {"a41": {"hex": "01.02", "points": 2}}, start=MOVING)
    play(game, "move a41", "to 11.02")
    name = game.pos.content.unit_names[unit(game.pos, "a41")]
    assert read(game, ASTER) == [f"{name}: to 11.02."]
    assert read(game, BOREAL) == ["A stack of Aster goes from 01.02 to 11.02."]
    taking = build(
        rows, {"a21": {"hex": "01.02", "mode": "move"}}, start=MOVING, hedgehogs={"boreal": {"03.02": 1}}
    )
    play(taking, "move a21", "to 04.02")
    assert read(taking, BOREAL)[:2] == [
        "A stack of Aster goes from 01.02 to 03.02.",
        "Aster takes the works in 03.02.",
    ]

"""The line that is shown supplies; where none is shown the rule finds none, and the reason is true."""

import pytest

from games.red_parachutes.table import table
from grognard.games.battalions.turn.supply_lines import supply_line
from grognard.play.registry import find_system
from grognard.testing.playing import Setting, playthrough, some

ROW = [".............."]
EXIT = {"exit:german": ["0101"]}


@pytest.mark.parametrize("game", ["red-parachutes", "red-steel"])
def test_a_line_is_shown_for_those_and_only_those_that_are_in_supply(game: str) -> None:
    system = find_system(game)
    stops = some(playthrough(Setting(system, "teaching")).stops, 12)
    seen = {True: 0, False: 0}
    for stop in stops:
        pos = stop.game.pos
        for side in (0, 1):
            supplied = system.screen.supplied(pos, side)
            assert supplied is not None
            for unit in pos.on_map(side):
                line = system.screen.supply_line(pos, unit)
                if line is None:
                    continue
                is_in = line.sheet.total == "in supply"
                assert is_in == (unit in supplied), (pos.content.unit_names[unit], line)
                assert is_in or any(term.bad for term in line.sheet.terms)
                seen[is_in] += 1
                if line.hexes:
                    assert line.hexes[0] == pos.hex[unit]
                    pairs = zip(line.hexes, line.hexes[1:], strict=False)
                    far = [pair for pair in pairs if pos.content.grid.distance(*pair) > 1]
                    assert len(far) <= 1, "beside the great river a line goes from hex to hex"
    assert seen[True] > 20


def reason(*units: tuple[str, str], exits: dict[str, list[str]] = EXIT, unit: str = "i-gr-80") -> str:
    """Why a unit is out of supply, in the words of its sheet."""
    game = table({"rows": ROW, "areas": exits}, dict(units), step="CheckSupply")
    pos = game.pos
    sheet = supply_line(pos, pos.content.roster.index[unit]).sheet
    assert sheet.total == "out of supply"
    return "; ".join(f"{term.label}: {term.value}" for term in sheet.terms if term.bad)


def test_the_reason_names_the_hex_that_cuts_the_line_and_who_does_it() -> None:
    said = reason(("hq-10", "0101"), ("i-gr-80", "0801"), ("i-69-mb", "0501"))
    assert "cut at 0" in said
    assert "the enemy" in said
    assert "0501" in said


def test_the_reason_says_how_far_is_too_far() -> None:
    assert "too far: 13 hexes, range 12" in reason(("hq-10", "0101"), ("i-gr-80", "1401"))


def test_without_a_headquarters_that_is_the_reason() -> None:
    assert "none on the map" in reason(("i-gr-80", "0801"))


def test_a_headquarters_that_is_cut_off_feeds_nobody() -> None:
    said = reason(("hq-10", "0801"), ("i-gr-80", "0901"), ("i-69-mb", "0401"))
    assert "HQ 10 to the edge" in said

"""Answers that belong elsewhere: boxes where a hex is asked for, and words of other steps."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.core.flow.rulings import IllegalChoice, Refusal

LINE = {"i-gr-80": "2213", "ii-gr-80": "2213", "i-a-309": "2211", "ii-a-309": "2211"}
"""Two hexes apart, on the map of the campaign."""
NEAR = {"i-gr-80": "2213", "ii-gr-80": "2213", "i-ar-34": "2214", "i-a-309": "2212", "ii-a-309": "2212"}


def placed(procedure: str, step: str, units: dict[str, str], *lines: str, **facts: Any) -> Table:
    game = table({}, units, procedure=procedure, step=step, scenario="bukrin", **facts)
    return game.play(*lines)


def answer(game: Table, verb: str, noun: int) -> Refusal:
    with pytest.raises(IllegalChoice) as caught:
        game.game.copy().play((verb, noun), game.ask.side)
    return caught.value.refusal


FAR_OFF = {"i-gr-80": "2213", "i-a-309": "4001"}
BOATS = {"i-a-309": "1907", "ii-a-309": "1907"}
JUMPERS = {"1-5-gab": "waiting", "2-5-gab": "waiting"}
DROP = {"brigades": ["5 GAB"], "zones": ["2213"], "turn": 8, "phasing": "soviet"}
LOST = {"i-gr-80": "2213", "1-5-gab": "2213 dispersed"}

MORNING = {"phasing": "soviet", "pairs": [["track", 1]]}
RIVER = {"phasing": "soviet", "pairs": [["1907", "1808"]]}
JUMP = ("soviet: brigade 0", "chance: roll 2", "soviet: jump 1-5-gab")

STEPS: list[tuple[str, str, dict[str, str], tuple[str, ...], dict[str, Any], str]] = [
    ("movement", "MoveAndCross", LINE, ("german: move i-gr-80",), {}, "to"),
    ("movement", "StrategicMovement", FAR_OFF, ("german: march i-gr-80",), {}, "to"),
    ("movement", "Infiltrate", NEAR, ("german: slip i-gr-80",), {}, "infiltrate"),
    ("attacks", "", NEAR, (), {}, "target"),
    ("bombardment", "", NEAR, (), {}, "target"),
    ("bridgeheads", "", BOATS, ("soviet: lay 0",), MORNING, "bank"),
    ("movement", "MoveAndCross", BOATS, ("soviet: cross i-a-309",), RIVER, "land"),
    ("campaign", "", JUMPERS, (), {"brigades": ["5 GAB"], "turn": 2}, "zone"),
    ("post-move", "paradrop", JUMPERS, JUMP, DROP, "over"),
    ("combat-phase", "para-search", LOST, (), {}, "search"),
]


@pytest.mark.rule("rp.normal-move.1", "rp.strategic.4", "rp.attack-declare.1", "rp.bombardment.6")
@pytest.mark.rule("rp.bridgeheads.6", "rp.dnepr.9", "rp.setup.2", "rp.paradrop.13", "rp.para-search.1")
@pytest.mark.parametrize("given", STEPS, ids=lambda given: f"{given[0]}-{given[-1]}")
def test_a_box_is_no_hex_and_words_of_other_steps_are_no_answer(given: tuple[Any, ...]) -> None:
    procedure, step, units, lines, facts, verb = given
    game = placed(procedure, step, units, *lines, **facts)
    first = game.pos.content.hexes
    for box in (first, first + len(game.pos.board.boxes) - 1):
        assert answer(game, verb, box).rule.startswith("rp.")
    for unit in (0, game.pos.content.units - 1):
        assert answer(game, "shoot", unit).rule == "core.ask.options"


@pytest.mark.parametrize(
    ("procedure", "step", "turn"),
    [("engineering", "BuildWorks", 2), ("movement", "BreakDown", 2), ("replacements", "SpendPoints", 21)],
)
def test_words_of_other_steps_are_no_answer_where_units_are_named(
    procedure: str, step: str, turn: int
) -> None:
    game = placed(procedure, step, {**LINE, "i-gr-107": "2214 steps=2"}, turn=turn)
    for unit in range(game.pos.content.units):
        assert answer(game, "shoot", unit).rule == "core.ask.options"

"""The boxes beside the map: who lies in which, and for how long one waits out of sight."""

from collections import Counter as Count

import pytest

from grognard.games.battalions.model.boxes import boxed
from grognard.games.battalions.model.position import BROKEN_DOWN, ELIMINATED, REDUCED, REMOVED
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.content import load_content
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET, ParachutePosition
from grognard.games.red_parachutes.model.setup import first_position


@pytest.fixture
def pos() -> ParachutePosition:
    return first_position(load_content("bukrin"))


def boxes(pos: ParachutePosition) -> dict[str, int]:
    """How many counters lie in each box."""
    return dict(Count(pos.board.place_id(piece.hex) for piece in boxed(pos)))


def box_of(pos: ParachutePosition, id: str) -> str:
    unit = pos.roster.index[id]
    found = [pos.board.place_id(piece.hex) for piece in boxed(pos) if piece.unit == unit]
    return found[0] if found else ""


def test_the_arrivals_of_the_next_day_are_shown(pos: ParachutePosition) -> None:
    # Turn 3: 24 Soviet counters; turn 5: 29 more and two German ones. 24 September is too far away.
    expected = {"soviet-arrivals": 53, "german-arrivals": 2, "german-broken-down": 3}
    brigades = {"airborne-1": 15, "airborne-3": 15, "airborne-5": 16}
    assert boxes(pos) == expected | brigades
    pos.turn = 5
    assert box_of(pos, "i-pzgr-73") == "german-arrivals"
    assert box_of(pos, "i-pzgr-74") == ""


@pytest.mark.rule("rp.losses.14", "rp.losses.15", "rp.breakdown.2")
def test_every_fate_has_its_box(pos: ParachutePosition) -> None:
    index = pos.roster.index
    fates = {
        "i-gr-80": (ELIMINATED, "german-eliminated"),
        "ii-gr-80": (REDUCED, "german-reduced"),
        "iii-gr-80": (BROKEN_DOWN, "german-broken-down"),
        "i-gr-107": (REMOVED, ""),
        "i-a-309": (ELIMINATED, "soviet-eliminated"),
        "i-69-mb": (REDUCED, "soviet-reduced"),
    }
    for id, (fate, box) in fates.items():
        pos.place(index[id], fate)
        assert box_of(pos, id) == box


def test_a_counter_in_a_box_shows_its_strength(pos: ParachutePosition) -> None:
    unit = pos.roster.index["i-gr-80"]
    pos.steps[unit] = 2
    pos.place(unit, BROKEN_DOWN)
    (piece,) = [one for one in boxed(pos) if one.unit == unit]
    assert (piece.face, piece.steps, piece.side) == (1, 2, GERMAN)
    pos.steps[unit] = 0
    pos.place(unit, ELIMINATED)
    (piece,) = [one for one in boxed(pos) if one.unit == unit]
    assert piece.face == 0


def test_everybody_sees_the_boxes_and_nobody_on_the_map_is_in_one(pos: ParachutePosition) -> None:
    hexes = pos.content.hexes
    views = [SYSTEM.knowledge.project(pos, side) for side in (GERMAN, SOVIET)]
    shown = [{piece for piece in view.pieces if piece.hex >= hexes} for view in views]
    assert shown[0] == shown[1] == set(boxed(pos))
    assert all(pos.hex[piece.unit] < 0 for piece in shown[0])


def test_a_map_without_boxes_shows_none() -> None:
    assert boxed(first_position(load_content("teaching"))) == []

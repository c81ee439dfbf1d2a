"""Drawn maps, keys, places and claims of examples of play."""

import pytest

from grognard.core.content.read import ContentError
from grognard.kit.cases import (
    Drawing,
    check_claim,
    check_keys,
    differs,
    drawn_board,
    frames_to,
    names_in,
    place_called,
    place_word,
    unit_called,
    yes_or_no,
)
from grognard.template.hill_fight import SYSTEM
from grognard.template.hill_fight.sequence import Turn, main

DRAWING = Drawing(
    {".": "clear", "w": "woods"}, ("creek",), ("road",), {"n": "north", "s": "south"}, own=("worth",)
)


def test_rows_alone_are_a_map() -> None:
    board = drawn_board([".w", ".."], DRAWING)
    assert (board.grid.columns, board.grid.rows) == (2, 2)
    assert [board.terrain_at(hex) for hex in range(4)] == ["clear", "woods", "clear", "clear"]
    assert board.holder == [1, 1, 1, 1], "who is last holds what nobody is said to hold"


def test_a_table_has_hexsides_routes_areas_and_holders() -> None:
    board = drawn_board(
        {
            "rows": ["...", "..."],
            "holders": ["nns", "nss"],
            "creek": ["0101/0102"],
            "road": {"main": "0101 0201", "side": ["0201", "0301"]},
            "areas": {"west": "0101 0102"},
            "worth": {"main": 3},
        },
        DRAWING,
    )
    a, b, c = (board.grid.index(name) for name in ("0101", "0102", "0201"))
    assert board.holder == [0, 0, 1, 0, 1, 1]
    assert board.side_between(a, b) == "creek"
    assert board.side_between(a, c) == ""
    assert board.is_linked(a, c, "road")
    assert not board.is_linked(a, b, "road")
    assert board.area("west") == {a, b}
    assert list(board.routes) == ["main", "side"]


@pytest.mark.parametrize(
    ("drawn", "why"),
    [("", "draws no rows"), ({}, "draws no rows"), ({"rows": ["."], "crek": []}, "there is no key 'crek'")],
)
def test_what_is_wrong_with_a_drawing_is_said(drawn: object, why: str) -> None:
    with pytest.raises(ContentError, match=why):
        drawn_board(drawn, DRAWING)  # type: ignore[arg-type] # as a file may have it


def test_misspelt_keys_are_faults_with_their_place_and_what_is_known() -> None:
    data = {"units": [{"id": "a"}, {"id": "b", "hx": "0101"}], "set": {"trun": 3}}
    with pytest.raises(ContentError) as caught:
        check_keys(data, ("id", "hex"), ("turn",))
    assert [(one.where, one.what, one.fix) for one in caught.value.faults] == [
        ("units[2]", "there is no key 'hx'", "known: hex, id"),
        ("set", "there is no key 'trun'", "known: turn"),
    ]


def test_counters_and_places_have_names() -> None:
    pos = SYSTEM.rules.start("teaching").pos
    assert unit_called(pos, "blue-1") == 3
    assert place_called(pos, "0101", {"gone": -2}) == 0
    assert place_called(pos, "gone", {"gone": -2}) == -2
    assert place_word(pos, 1, {}) == "0201"
    assert place_word(pos, -2, {"gone": -2}) == "gone"
    assert place_word(pos, -3, {"gone": -2}) == "-3"
    for wrong in ("9999", "lost"):
        with pytest.raises(ContentError, match="there is no place"):
            place_called(pos, wrong, {"gone": -2})
    with pytest.raises(ContentError, match="there is no counter 'green-1'"):
        unit_called(pos, "green-1")


def test_frames_lead_to_a_step_and_on_after_it() -> None:
    assert frames_to(main, "Act") == [("game", "blue-turn", ()), ("red-turn", "Act", Turn(0))]
    assert frames_to(main, "Act", ["red-turn"]) == [("game", "CloseTurn", ()), ("blue-turn", "Act", Turn(1))]
    assert frames_to(main, "CloseTurn") == [("game", "CloseTurn", ())]
    with pytest.raises(ContentError, match="there is no step 'Teatime'"):
        frames_to(main, "Teatime")


def test_claims_are_found_by_their_first_word() -> None:
    pos = SYSTEM.rules.start("teaching").pos
    claims = {"turn": lambda pos, words: differs(pos.turn, words[0])}
    assert check_claim(claims, pos, "turn 1") is None
    assert check_claim(claims, pos, "turn 2") == "it is 1"
    assert check_claim(claims, pos, "trun 1") == "no claim begins with 'trun'; known: turn"
    assert [yes_or_no(value) for value in (4, 0)] == ["yes", "no"]
    assert names_in("a b") == names_in(["a", "b"]) == ["a", "b"]

"""Positions are copied, dumped, restored and named."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from grognard.core.board import Board
from grognard.core.flow import Action, Procedure
from grognard.core.hexes import Grid
from grognard.core.position import Frame, Position
from grognard.core.system import RuleSystem, Verb


class Where(NamedTuple):
    """Vars with a row in them."""

    hex: int
    path: tuple[tuple[int, int], ...] = ()


class Flat(Position):
    """Fields of each allowed kind."""

    def __init__(self) -> None:
        super().__init__(2)
        self.row: list[int] = [1, 2]
        self.pairs: list[tuple[int, int]] = [(1, 2)]
        self.turn = 3
        self.word = "snow"
        self.cache: list[int] | None = None

    def fields(self) -> tuple[str, ...]:
        return ("row", "pairs", "turn", "word")

    def copy(self) -> "Flat":
        twin = Flat()
        twin.copy_flow(self)
        twin.row, twin.pairs = self.row[:], self.pairs[:]
        twin.turn, twin.word, twin.cache = self.turn, self.word, self.cache
        return twin

    def forget(self) -> None:
        self.cache = None


class Nothing(Action):
    """Nothing happens"""


class Small(RuleSystem):
    """Three hexes of a two by two map; 0201 is not there."""

    title = "Small"

    def board(self, pos: Flat) -> Board:
        return Board(Grid(2, 2, missing=frozenset({1})), "", "house", "")


SYSTEM = Small(
    Procedure("main", Procedure("walk", Nothing(), vars=Where), Nothing()),
    {"go": Verb("number", "Go {}"), "stop": Verb("none", "Stop"), "enter": Verb("hex", "Enter {}")},
    Path(),
)


@pytest.fixture
def pos() -> Flat:
    found = Flat()
    found.stack = [Frame("main", "walk", ()), Frame("walk", "Nothing", Where(5, ((1, 2), (3, 4))))]
    found.drafts[1] = (("go", 1), ("stop", -1))
    found.drafted = [0, 2]
    found.sealed = 2
    found.number = 7
    return found


def through_json(pos: Flat) -> Flat:
    restored = SYSTEM.restore(Flat(), json.loads(json.dumps(pos.dump())))
    assert isinstance(restored, Flat)
    return restored


def test_a_position_comes_back_from_text_with_the_types_it_had(pos: Flat) -> None:
    back = through_json(pos)
    assert back.dump() == pos.dump()
    assert back.hash() == pos.hash()
    assert [type(frame) for frame in back.stack] == [Frame, Frame]
    assert back.stack[1].vars == Where(5, ((1, 2), (3, 4)))
    assert type(back.stack[1].vars) is Where
    assert back.drafts == [(), (("go", 1), ("stop", -1))]
    assert back.pairs == [(1, 2)]
    assert type(back.pairs[0]) is tuple


def test_a_restored_position_has_lists_of_its_own(pos: Flat) -> None:
    back = SYSTEM.restore(pos, pos.dump())
    assert isinstance(back, Flat)
    back.row.append(9)
    back.drafted[0] = 9
    back.stack.pop()
    assert pos.row == [1, 2]
    assert pos.drafted == [0, 2]
    assert len(pos.stack) == 2


def test_a_restored_position_has_no_derived_maps(pos: Flat) -> None:
    pos.cache = [1]
    back = SYSTEM.restore(pos, pos.dump())
    assert isinstance(back, Flat)
    assert back.cache is None


def test_a_copy_is_equal_and_independent(pos: Flat) -> None:
    twin = pos.copy()
    assert twin.hash() == pos.hash()
    twin.drafted[0] = 5
    twin.drafts[0] = (("go", 1),)
    twin.stack.clear()
    twin.row[0] = 9
    assert pos.row == [1, 2]
    assert twin.hash() != pos.hash()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", 8),
        ("sealed", 3),
        ("winner", 0),
        ("result", "a draw"),
        ("turn", 4),
        ("word", "mud"),
        ("row", [2, 1]),
        ("drafted", [1, 2]),
        ("stack", []),
        ("drafts", [(), ()]),
    ],
)
def test_every_field_is_in_the_hash(pos: Flat, field: str, value: Any) -> None:
    before = pos.hash()
    setattr(pos, field, value)
    assert pos.hash() != before
    assert through_json(pos).hash() == pos.hash()


def test_a_hash_is_sixteen_hex_digits_and_does_not_hang_on_caches(pos: Flat) -> None:
    before = pos.hash()
    pos.cache = [4]
    assert pos.hash() == before
    assert len(before) == 16
    assert int(before, 16) >= 0


def test_a_drawn_game_is_over_without_a_winner(pos: Flat) -> None:
    assert not pos.over
    pos.result = "a draw"
    assert pos.over


READABLE = {
    "go 3": ("go", 3),
    " go  -2 ": ("go", -2),
    "stop": ("stop", -1),
    "enter 0202": ("enter", 3),
}


@pytest.mark.parametrize("text", READABLE)
def test_choices_are_read(pos: Flat, text: str) -> None:
    assert SYSTEM.read(pos, text) == READABLE[text]


NO_NUMBERS = ["go", "go x", "go 3 4", "go ٣", "go --3", "go 3-", "go -", "go " + "9" * 40]
NO_HEXES = ["enter", "enter 0901", "enter 0201", "enter -1"]


@pytest.mark.parametrize("text", ["", "fly 3", "stop 3", *NO_NUMBERS, *NO_HEXES])
def test_what_is_no_choice_is_a_value_error_in_our_words(pos: Flat, text: str) -> None:
    with pytest.raises(ValueError, match=r"takes|is called|there is no hex") as caught:
        SYSTEM.read(pos, text)
    assert len(str(caught.value)) < 120

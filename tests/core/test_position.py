"""Positions are copied, dumped, restored and named."""

import json
from typing import Any, NamedTuple

import pytest

from grognard.core.board.board import Board
from grognard.core.board.hexes import Grid
from grognard.core.flow.flow import Game
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import Action
from grognard.core.position import KNOWN, OPEN, OWNER, Frame, Position, listed, number, per_side, per_unit
from grognard.core.system import Rules, Words
from grognard.core.words import Verb


class Where(NamedTuple):
    """Vars with a row in them."""

    hex: int
    path: tuple[tuple[int, int], ...] = ()


class Flat(Position):
    """Fields of each allowed kind."""

    row: list[int] = listed(OPEN)
    of_units: list[int] = per_unit(-4, KNOWN)
    of_sides: list[int] = per_side(0, OWNER)
    turn: int = number(3, OPEN)
    plan: int = number(0, 1)

    def __init__(self) -> None:
        super().__init__(2, units=3)
        self.row = [1, 2]
        self.cache: list[int] | None = None
        self.board = Board(Grid(2, 2, missing=frozenset({1})), "", "house", "")

    def share_caches(self, old: "Flat") -> None:
        self.cache, self.board = old.cache, old.board

    def forget(self) -> None:
        self.cache = None


class Later(Flat):
    """A later version of the game has one field more."""

    added: int = number(9, OPEN)


class Nothing(Action[Flat, tuple[object, ...]]):
    title = "Nothing happens"

    def run(self, game: Game[Flat], v: tuple[object, ...]) -> None:
        pass


RULES = Rules[Flat](
    Procedure("main", Procedure("walk", Nothing(), vars=Where, sees=OPEN), Nothing()),
)
WORDS = Words[Flat](
    {
        "go": Verb("number", "Go {}", "act"),
        "stop": Verb("none", "Stop", "end"),
        "enter": Verb("hex", "Enter {}", "go"),
    }
)


@pytest.fixture
def pos() -> Flat:
    found = Flat()
    found.stack = [Frame("main", "walk", ()), Frame("walk", "Nothing", Where(5, ((1, 2), (3, 4))))]
    found.drafts[1] = (("go", 1), ("stop", -1))
    found.unseen = [2, 2, 0]
    found.sealed = 2
    found.number = 7
    return found


def through_json(pos: Flat) -> Flat:
    restored = RULES.restore(Flat(), json.loads(json.dumps(pos.dump())))
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
    assert back.of_units == [-4, -4, -4]


def test_a_restored_position_has_lists_of_its_own(pos: Flat) -> None:
    back = RULES.restore(pos, pos.dump())
    assert isinstance(back, Flat)
    back.row.append(9)
    back.unseen[0] = 9
    back.stack.pop()
    assert pos.row == [1, 2]
    assert pos.unseen == [2, 2, 0]
    assert len(pos.stack) == 2


def test_a_restored_position_has_no_derived_maps(pos: Flat) -> None:
    pos.cache = [1]
    back = RULES.restore(pos, pos.dump())
    assert isinstance(back, Flat)
    assert back.cache is None


def test_a_copy_is_equal_and_independent(pos: Flat) -> None:
    twin = pos.copy()
    assert twin.hash() == pos.hash()
    twin.unseen[0] = 5
    twin.drafts[0] = (("go", 1),)
    twin.stack.clear()
    twin.row[0] = 9
    assert pos.row == [1, 2]
    assert twin.hash() != pos.hash()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("sealed", 3),
        ("winner", 0),
        ("result", "a draw"),
        ("turn", 4),
        ("of_units", [-4, -4, 1]),
        ("of_sides", [0, 1]),
        ("plan", 1),
        ("row", [2, 1]),
        ("stack", []),
        ("drafts", [(), ()]),
    ],
)
def test_every_field_is_in_the_hash(pos: Flat, field: str, value: Any) -> None:
    before = pos.hash()
    setattr(pos, field, value)
    assert pos.hash() != before
    assert through_json(pos).hash() == pos.hash()


def test_bookkeeping_names_no_position(pos: Flat) -> None:
    before = pos.hash(), pos.values()
    pos.number, pos.unseen = 99, [1, 2, 3]
    assert (pos.hash(), pos.values()) == before


def test_a_field_that_a_later_version_adds_renames_nothing(pos: Flat) -> None:
    later = RULES.restore(Later(), pos.dump())
    assert later.hash() == pos.hash()
    assert isinstance(later, Later)
    later.added = 1
    assert later.hash() != pos.hash()


def test_a_var_that_has_its_default_renames_nothing(pos: Flat) -> None:
    class Longer(NamedTuple):
        hex: int
        path: tuple[tuple[int, int], ...] = ()
        more: int = 7

    before = pos.hash()
    v = pos.stack[1].vars
    pos.stack[1] = Frame("walk", "Nothing", Longer(*v))
    assert pos.hash() == before
    pos.stack[1] = Frame("walk", "Nothing", Longer(*v, more=8))
    assert pos.hash() != before


def test_fields_are_declared_once_and_copied_whole() -> None:
    assert [field.name for field in Later.declared] == [
        "row",
        "of_units",
        "of_sides",
        "turn",
        "plan",
        "added",
    ]
    later = Later()
    later.added, later.of_units = 4, [1, 2, 3]
    twin = later.copy()
    assert twin.values() == later.values()
    twin.of_units[0] = 9
    assert later.of_units == [1, 2, 3]


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
    assert WORDS.read(pos, text) == READABLE[text]


NO_NUMBERS = ["go", "go x", "go 3 4", "go ٣", "go --3", "go 3-", "go -", "go " + "9" * 40]
NO_HEXES = ["enter", "enter 0901", "enter 0201", "enter -1"]


@pytest.mark.parametrize("text", ["", "fly 3", "stop 3", *NO_NUMBERS, *NO_HEXES])
def test_what_is_no_choice_is_a_value_error_in_our_words(pos: Flat, text: str) -> None:
    with pytest.raises(ValueError, match=r"takes|is called|there is no hex") as caught:
        WORDS.read(pos, text)
    assert len(str(caught.value)) < 120

"""Facts made from a position are kept until something that they read is written, and not a moment longer."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pytest

from grognard.core import derived
from grognard.core.derived import Shelves
from grognard.core.derived import derived as kept_fact
from grognard.core.freshness import WrittenPastTheDoor, sealed, stale, undeclared
from grognard.core.position import OPEN, Position, listed, number, per_side, per_unit


class Roster:
    """Two counters of the first side and two of the second."""

    side_of: ClassVar[list[int]] = [0, 0, 1, 1]


class Camp(Position):
    shelves: ClassVar[Shelves] = {"zones": ("at/own", "mode/own"), "stacks": ("at",)}

    at: Sequence[int] = per_unit(0, OPEN)
    mode: Sequence[int] = per_unit(0, OPEN)
    spent: Sequence[int] = per_unit(0, OPEN)
    points: Sequence[int] = per_side(0, OPEN)
    taken: Sequence[int] = listed(OPEN)
    turn: int = number(1, OPEN)

    def __init__(self) -> None:
        super().__init__(2, 4)
        self.roster = Roster()  # type: ignore[assignment]

    def share_caches(self, old: "Camp") -> None:
        self.roster = old.roster


made: list[str] = []
"""The facts made since the test began, by name."""


@pytest.fixture(autouse=True)
def nothing_made() -> None:
    made.clear()


@kept_fact("zones/own")
def zones(pos: Camp, side: int) -> list[int]:
    made.append(f"zones {side}")
    return [pos.at[unit] + pos.mode[unit] for unit in range(4) if Roster.side_of[unit] == side]


@kept_fact("stacks")
def stacks(pos: Camp) -> dict[int, int]:
    made.append("stacks")
    return {place: unit for unit, place in enumerate(pos.at)}


@kept_fact()
def worth(pos: Camp, side: int, factor: int = 1) -> int:
    made.append("worth")
    return (sum(zones(pos, side)) + sum(pos.spent) + pos.turn) * factor


def ask_all(pos: Camp) -> None:
    zones(pos, 0), zones(pos, 1), stacks(pos), worth(pos, 0)
    made.clear()


def made_again(pos: Camp) -> set[str]:
    zones(pos, 0), zones(pos, 1), stacks(pos), worth(pos, 0)
    return set(made)


Write = Callable[[Camp], None]


def put(field: str, entry: int, value: int) -> Write:
    def write(pos: Camp) -> None:
        getattr(pos.put, field)[entry] = value

    return write


def assign(field: str, value: Any) -> Write:
    def write(pos: Camp) -> None:
        setattr(pos, field, value)

    return write


@pytest.mark.parametrize(
    ("write", "again"),
    [
        (put("at", 0, 5), {"zones 0", "stacks", "worth"}),
        (put("at", 3, 5), {"zones 1", "stacks", "worth"}),
        (put("mode", 1, 5), {"zones 0", "worth"}),
        (put("mode", 2, 5), {"zones 1", "worth"}),
        (put("spent", 2, 5), {"worth"}),
        (put("points", 1, 5), {"worth"}),
        (put("mode", 1, 0), set()),
        (assign("turn", 2), {"worth"}),
        (assign("turn", 1), set()),
        (assign("taken", [4]), {"worth"}),
        (assign("at", [1, 0, 0, 0]), {"zones 0", "zones 1", "stacks", "worth"}),
        (assign("at", [0, 0, 0, 0]), set()),
        (Camp.forget, {"zones 0", "zones 1", "stacks", "worth"}),
    ],
)
def test_a_write_takes_away_the_facts_that_read_it(write: Write, again: set[str]) -> None:
    pos = Camp()
    ask_all(pos)
    write(pos)
    assert stale(pos) == []
    made.clear()
    assert made_again(pos) == again


def test_a_fact_is_made_once_for_each_set_of_arguments() -> None:
    pos = Camp()
    assert [worth(pos, 0), worth(pos, 0, 1), worth(pos, 0, factor=1), worth(pos, 0, 3)] == [1, 1, 1, 3]
    assert made.count("worth") == 2


def test_a_door_is_there_for_columns_only() -> None:
    pos = Camp()
    for name in ("turn", "stack", "no_such_field"):
        with pytest.raises(AttributeError, match=name):
            _ = getattr(pos.put, name)[0]
    assert pos.put.at[2] == 0


def test_a_door_leads_to_the_column_that_is_there_now() -> None:
    pos = Camp()
    pos.put.mode[0] = 1
    given = [7, 7, 7, 7]
    pos.mode = given
    pos.put.mode[1] = 2
    assert (pos.mode, given) == ([7, 2, 7, 7], [7, 7, 7, 7])


@pytest.mark.parametrize("asked", [False, True])
def test_a_copy_goes_on_with_the_facts_and_then_goes_its_own_way(asked: bool) -> None:
    pos = Camp()
    if asked:
        ask_all(pos)
    copy = pos.copy()
    assert asked is (made_again(copy) == set())
    made.clear()
    copy.put.at[0] = 9
    pos.put.mode[2] = 4
    assert (zones(copy, 0), zones(pos, 0)) == ([9, 0], [0, 0])
    assert (zones(copy, 1), zones(pos, 1)) == ([0, 0], [4, 0])
    assert (pos.at, copy.at) == ([0, 0, 0, 0], [9, 0, 0, 0])
    assert stale(pos) == stale(copy) == []


def test_an_empty_shelf_is_not_shared_with_a_copy() -> None:
    pos = Camp()
    copy = pos.copy()
    copy.put.at[0] = 9  # nothing is kept yet: no shelf has to be emptied
    assert (zones(pos, 0), zones(copy, 0)) == ([0, 0], [9, 0])


def test_a_dump_that_is_loaded_leaves_no_fact() -> None:
    pos, other = Camp(), Camp()
    other.put.at[1] = 3
    ask_all(pos)
    pos.load(other.dump(), lambda *parts: None)  # type: ignore[arg-type,return-value]
    assert zones(pos, 0) == [0, 3]
    assert stale(pos) == []


def test_a_shelf_names_declared_fields() -> None:
    with pytest.raises(ValueError, match=r"shelf 'zones' reads 'att/own', which is no declared field"):
        derived.Plan({"zones": ("att/own",)}, ["at"])
    with pytest.raises(ValueError, match="at/theirs"):
        derived.Plan({"zones": ("at/theirs",)}, ["at"])


# -- what holds facts to the truth -----------------------------------------------------------------


def test_a_write_past_the_door_is_seen_by_comparison() -> None:
    pos = Camp()
    ask_all(pos)
    pos.mode[1] = 5  # type: ignore[index]
    assert sorted(stale(pos)) == [f"{__name__}.worth(0, 1)", f"{__name__}.zones(0,)"]


PAST: dict[str, Write] = {
    "entry": lambda pos: pos.mode.__setitem__(1, 5),  # type: ignore[attr-defined]
    "append": lambda pos: pos.taken.append(5),  # type: ignore[attr-defined]
    "extend": lambda pos: pos.taken.extend([5]),  # type: ignore[attr-defined]
    "sort": lambda pos: pos.mode.sort(),  # type: ignore[attr-defined]
    "delete": lambda pos: pos.mode.__delitem__(0),  # type: ignore[attr-defined]
    "add": lambda pos: pos.taken.__iadd__([5]),  # type: ignore[attr-defined]
}


@pytest.mark.parametrize("name", PAST)
def test_a_sealed_position_refuses_writes_past_its_doors(name: str) -> None:
    with sealed():
        new = Camp()
        taken_over = Camp().copy()
        assigned = Camp()
        assigned.mode, assigned.taken = [1, 2, 3, 4], [1]
        for pos in (new, taken_over, assigned):
            with pytest.raises(WrittenPastTheDoor):
                PAST[name](pos)
            pos.put.mode[1] = 5
            pos.turn = 3
            assert (pos.mode[1], pos.turn) == (5, 3)
            assert zones(pos, 0)[1] == 5
    Camp().mode[1] = 5  # type: ignore[index]


@kept_fact("stacks")
def reads_too_much(pos: Camp) -> list[int]:
    return [pos.turn, *pos.at[1:3], pos.points[0]]


@kept_fact("zones/own")
def reads_the_enemy(pos: Camp, side: int) -> int:
    return pos.at[2] if pos.mode.count(1) == 0 else 0


@kept_fact("stacks")
def asks_too_much(pos: Camp) -> list[int]:
    return zones(pos, 1)


@kept_fact()
def reads_the_flow(pos: Camp) -> int:
    return len(pos.stack) + pos.turn


@pytest.mark.parametrize(
    ("fact", "args", "says"),
    [
        (reads_too_much, (), ["reads_too_much reads points", "reads_too_much reads turn"]),
        (reads_the_enemy, (0,), ["reads_the_enemy reads at of side 1", "reads_the_enemy reads mode"]),
        (asks_too_much, (), ["asks_too_much reads mode of side 1"]),
        (reads_the_flow, (), ["reads_the_flow reads stack"]),
        (zones, (0,), []),
        (stacks, (), []),
        (worth, (1,), []),
    ],
)
def test_what_a_fact_reads_beyond_its_shelf_is_found(
    fact: Any, args: tuple[int, ...], says: list[str]
) -> None:
    pos = Camp()
    fact(pos, *args)
    found = [one for one in undeclared(pos) if one.startswith(f"{__name__}.{fact.__name__} ")]
    assert found == [f"{__name__}.{line}" for line in says]

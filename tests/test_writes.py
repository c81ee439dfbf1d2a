"""A position is written through its doors: no game changes a column, or drops what is kept, in any other way.

The type checker refuses most of this, for columns are declared as Sequences. This test needs no types and
finds also what goes round them: a column under another name, a field of the object itself.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import grognard
from grognard.core.position import Position
from grognard.play.registry import find_system

GAMES = Path(grognard.__file__).parent / "games"

DONE = {"ocs": "ocs"}
"""The folder of each game that writes through doors, with a game whose position tells the columns."""

MUTATORS = {"append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"}
MUTATORS |= {"__setitem__", "__delitem__", "__iadd__"}
DROPS = {"forget", "touch", "changed"}
"""What took facts away by hand."""

MAY_FORGET = {"ocs/table/large_campaign.py"}
"""A benchmark: it measures what is not kept yet."""


@cache
def columns_of(game: str) -> frozenset[str]:
    system = find_system(game)
    pos: Position = system.rules.start(system.rules.scenarios()[0].id).pos
    return frozenset(field.name for field in pos.declared if field.is_list)


def faults_in(source: str, columns: frozenset[str], may_forget: bool = False) -> list[str]:
    """Each line that writes past a door, and how."""
    tree = ast.parse(source)
    found: dict[int, str] = {}
    for node in ast.walk(tree):
        for target in _written(node):
            if isinstance(target, ast.Subscript) and _is_column(target.value, columns):
                found[target.lineno] = "writes an entry past its door"
        if isinstance(node, ast.AugAssign) and _is_column(node.target, columns):
            found[node.lineno] = "changes a column in place"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in MUTATORS and _is_column(node.func.value, columns):
                found[node.lineno] = "changes a column in place"
            if node.func.attr in DROPS and not node.args and not may_forget:
                found[node.lineno] = "drops facts by hand"
        if isinstance(node, ast.Attribute) and node.attr in ("__dict__", "__setattr__"):
            found[node.lineno] = "goes round the position"
        if isinstance(node, ast.FunctionDef):
            found |= dict.fromkeys(_written_by_another_name(node, columns), "writes a column by another name")
    return [f"{line}: {what}" for line, what in sorted(found.items())]


def _written(node: ast.AST) -> Iterator[ast.expr]:
    """What a statement writes."""
    waiting: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        waiting = [*node.targets]
    elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.comprehension):
        waiting = [node.target]
    elif isinstance(node, ast.Delete):
        waiting = [*node.targets]
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        waiting = [node.optional_vars]
    while waiting:
        target = waiting.pop()
        if isinstance(target, ast.Tuple | ast.List):
            waiting += target.elts
        elif isinstance(target, ast.Starred):
            waiting.append(target.value)
        else:
            yield target


def _is_column(node: ast.expr, columns: frozenset[str]) -> bool:
    """A column itself, and not its door."""
    if not isinstance(node, ast.Attribute) or node.attr not in columns:
        return False
    owner = node.value
    return _name_of(owner) in ("pos", "self", "twin", "new", "other") or (
        isinstance(owner, ast.Attribute) and owner.attr == "pos"
    )


def _name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _written_by_another_name(function: ast.FunctionDef, columns: frozenset[str]) -> Iterator[int]:
    """The lines where a name that stands for a column is written."""
    names: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                names |= _bound(target, node.value, columns)
        elif isinstance(node, ast.For) and any(_holds_column(part, columns) for part in ast.walk(node.iter)):
            names |= {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
    for node in ast.walk(function):
        for target in _written(node):
            if isinstance(target, ast.Subscript) and _name_of(target.value) in names:
                yield target.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in MUTATORS and _name_of(node.func.value) in names:
                yield node.lineno


def _bound(target: ast.expr, value: ast.expr, columns: frozenset[str]) -> set[str]:
    """The names that are bound to a column by an assignment."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = zip(target.elts, value.elts, strict=True)
        return set().union(*(_bound(one, other, columns) for one, other in pairs))
    chosen = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
    if isinstance(target, ast.Name) and any(_is_column(one, columns) for one in chosen):
        return {target.id}
    return set()


def _holds_column(node: ast.AST, columns: frozenset[str]) -> bool:
    """Is it a tuple or list in which a column stands itself?"""
    return isinstance(node, ast.Tuple | ast.List) and any(_is_column(one, columns) for one in node.elts)


@pytest.mark.parametrize("folder", DONE)
def test_a_game_writes_through_doors_and_drops_nothing_by_hand(folder: str) -> None:
    columns = columns_of(DONE[folder])
    for path in sorted((GAMES / folder).rglob("*.py")):
        name = str(path.relative_to(GAMES))
        faults = faults_in(path.read_text("utf-8"), columns, may_forget=name in MAY_FORGET)
        assert faults == [], f"{name}:{faults}"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("pos.mode[unit] = 1", "past its door"),
        ("pos.mode[unit] |= 1", "past its door"),
        ("game.pos.mode[unit] += 1", "past its door"),
        ("pos.turn, pos.mode[unit] = 1, 2", "past its door"),
        ("del pos.mode[unit]", "past its door"),
        ("pos.mode[2:4] = [1, 2]", "past its door"),
        ("for pos.mode[unit] in range(3): pass", "past its door"),
        ("pos.mode += [1]", "in place"),
        ("pos.mode.append(1)", "in place"),
        ("pos.mode.__setitem__(unit, 1)", "in place"),
        ("modes = pos.mode\n    modes[unit] = 1", "another name"),
        ("modes = pos.mode if unit else pos.face\n    modes[unit] -= 1", "another name"),
        ("a, modes = 1, pos.mode\n    modes.sort()", "another name"),
        ("for field in (pos.mode, pos.face):\n        field[unit] = 1", "another name"),
        ("for field, n in ((pos.mode, 1), (pos.face, 2)):\n        field[unit] = n", "another name"),
        ("pos.__dict__['phase'] = 1", "goes round"),
        ("object.__setattr__(pos, 'phase', 1)", "goes round"),
        ("pos.touch()", "by hand"),
        ("pos.forget()", "by hand"),
        ("pos.put.mode[unit] |= pos.mode[0]", ""),
        ("pos.mode = [1, 2]", ""),
        ("modes = [*pos.mode]\n    modes[unit] = 1", ""),
        ("modes = pos.put.mode\n    modes[unit] = 1", ""),
        ("found[pos.mode[unit]] = 1", ""),
        ("content.mode[unit] = 1", ""),
    ],
)
def test_every_way_past_a_door_is_found(line: str, says: str) -> None:
    source = f"def change(pos, game, unit):\n    {line}\n"
    faults = faults_in(source, frozenset({"mode", "face"}))
    assert bool(faults) is bool(says) and all(says in fault for fault in faults)

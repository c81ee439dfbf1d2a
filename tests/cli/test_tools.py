"""The tools that look at the tests: the mutants and the index."""

import ast
import importlib.util
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"tool_{name}", TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


RULES = '''
"""A docstring with 7 in it."""

from typing import NamedTuple


class Vars(NamedTuple):
    hits: int | None = 0


def can_enter(cost: int, left: int = 4) -> bool:
    """Is 3 enough?"""
    if cost > left and not cost == 99:
        return False
    total = cost + 1
    values = [0]
    values[0] = total
    values.append(2)
    assert cost < 100, "never 100"
    return "a 5" in f"{total + 1}" or left >= cost
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rules.py").write_text(RULES)
    (tmp_path / "staff.py").write_text("x = 1 + 1\n")
    (tmp_path / "words.py").write_text("x = 1 + 1\n")
    return tmp_path


def test_every_mutant_is_one_real_change_that_compiles(folder: Path) -> None:
    mutants = tool("mutants").make_mutants([folder], 1000, 1)
    plain = ast.unparse(ast.parse(RULES)) + "\n"
    assert len(mutants) > 15
    assert len({mutant.source for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        compile(mutant.source, mutant.file, "exec")
        assert mutant.source != plain
        assert mutant.line > 0
        assert ast.get_docstring(ast.parse(mutant.source)) == "A docstring with 7 in it."
        assert '"never 100"' in mutant.source or "'never 100'" in mutant.source
        assert "int | None" in mutant.source
        assert "left: int=4" in mutant.source


@pytest.mark.parametrize(
    "change",
    [
        "cost > left  ->  cost >= left",
        "cost == 99  ->  cost != 99",
        "left >= cost  ->  left > cost",
        "cost + 1  ->  cost - 1",
        "not cost == 99  ->  cost == 99",
        "cost > left and (not cost == 99)  ->  cost > left or not cost == 99",
        "if cost > left and (not cost == 99)  ->  if not (cost > left and (not cost == 99))",
        "dropped: values[0] = total",
        "dropped: values.append(2)",
        "99  ->  100",
        "99  ->  98",
        "False  ->  True",
    ],
)
def test_the_kinds_of_change(folder: Path, change: str) -> None:
    assert change in {mutant.change for mutant in tool("mutants").make_mutants([folder], 1000, 1)}


def test_the_sample_depends_on_the_seed_only_and_leaves_prose_and_players_out(folder: Path) -> None:
    make = tool("mutants").make_mutants
    assert make([folder], 10, 1) == make([folder], 10, 1)
    assert make([folder], 10, 1) != make([folder], 10, 2)
    assert len(make([folder], 10, 1)) == 10
    assert {mutant.file for mutant in make([folder], 1000, 1)} == {f"{folder.name}/rules.py"}


def test_a_game_of_a_family_is_made_of_its_own_rules_and_those_of_the_family(tmp_path: Path) -> None:
    written = {
        "family": "def doubled(cost):\n    return 2 * cost\n",
        "older": "from grognard.games.family.rules import doubled\n\nSTACKING = 3\n",
        "younger": "from grognard.games.family.rules import doubled\nfrom grognard.kit.dice import D6\n",
        "stranger": "STACKING = 4\n",
    }
    for name, text in written.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.py").write_text(text)
    mutants = tool("mutants")
    assert mutants.packages(tmp_path / "older") == [tmp_path / "older", tmp_path / "family"]
    assert mutants.packages(tmp_path / "stranger") == [tmp_path / "stranger"]
    assert mutants.kin(tmp_path / "older") == ["older", "younger"]
    assert mutants.kin(tmp_path / "younger") == ["younger", "older"]
    assert mutants.kin(tmp_path / "stranger") == ["stranger"]
    folders = mutants.packages(tmp_path / "older")
    sampled = {mutant.file for mutant in mutants.make_mutants(folders, 1000, 1)}
    assert sampled == {"older/rules.py", "family/rules.py"}
    only = {mutant.file for mutant in mutants.make_mutants(folders, 1000, 1, "family/")}
    assert only == {"family/rules.py"}


TINY = '''
def can_enter(cost: int, left: int) -> bool:
    """Nothing calls this before the tests run."""
    return cost <= left


def limit(side: int) -> int:
    """This is called while the tests are collected, and its answer kept."""
    return 2 if side == 0 else 3


def idle(cost: int) -> bool:
    """No test looks at this."""
    return cost > 5
'''

TINY_TESTS = """
from grognard.games.tiny.rules import can_enter, limit

LIMITS = [limit(side) for side in (0, 1)]


def test_points_that_just_suffice_are_enough() -> None:
    assert can_enter(3, 3)
    assert not can_enter(4, 3)


def test_two_of_one_side_and_three_of_the_other() -> None:
    assert LIMITS == [2, 3]
"""


def test_what_the_tests_look_at_is_caught_and_the_rest_is_listed(tmp_path: Path) -> None:
    game = tmp_path / "src" / "grognard" / "games" / "tiny"
    tests = tmp_path / "tests" / "games" / "tiny"
    for place in (game, tests, tmp_path / "src" / "grognard" / "core", tmp_path / "tools"):
        place.mkdir(parents=True)
    for package in (game, game.parent, game.parent.parent, tmp_path / "src" / "grognard" / "core"):
        (package / "__init__.py").touch()
    (game / "rules.py").write_text(TINY)
    (tests / "test_tiny.py").write_text(TINY_TESTS)
    for name in ("mutants.py", "mutant_runs.py"):
        (tmp_path / "tools" / name).write_text((TOOLS / name).read_text("utf-8"), "utf-8")
    done = subprocess.run(
        [sys.executable, tmp_path / "tools" / "mutants.py", "tiny", "--aim", "0.99"],
        capture_output=True,
        text=True,
        check=False,
    )
    *survivors, total = done.stdout.splitlines()
    assert {line.split(": ")[0] for line in survivors} == {"tiny/rules.py:14"}
    assert sorted(line.split(": ")[1] for line in survivors) == [
        "5  ->  4",
        "5  ->  6",
        "cost > 5  ->  cost >= 5",
    ]
    caught, made = int(total.split()[0]), int(total.split()[2])
    assert (made - caught, done.returncode) == (3, 1)
    assert made >= 12
    (tests / "test_tiny.py").write_text(TINY_TESTS.replace("[2, 3]", "[2, 2]"))
    red = subprocess.run(
        [sys.executable, tmp_path / "tools" / "mutants.py", "tiny"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "the tests do not pass on the unchanged rules" in red.stderr


def test_an_unknown_game_is_told() -> None:
    done = subprocess.run(
        [sys.executable, TOOLS / "mutants.py", "chess"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "there is no game 'chess'" in done.stderr


def test_the_index_reads_marks_on_tests_classes_modules_and_parameters(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_a.py").write_text(
        textwrap.dedent("""
        import pytest
        pytestmark = [pytest.mark.slow, pytest.mark.rule("x.all.1")]
        @pytest.mark.rule("x.move.10", "x.move.2")
        def test_one(): ...
        @pytest.mark.rule("x.move.2")
        class TestGroup:
            @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("x.move.3"))])
            def test_two(self, n): ...
            def helper(self): ...
        """)
    )
    module = tool("index_tests")
    found = module.index(tests)
    assert list(found) == ["x.all.1", "x.move.2", "x.move.3", "x.move.10"]
    assert found["x.move.2"] == ["tests/test_a.py::TestGroup::test_two", "tests/test_a.py::test_one"]
    assert found["x.move.3"] == ["tests/test_a.py::TestGroup::test_two"]
    import tomllib

    assert tomllib.loads(module.index_text(found))["tests"] == found


def test_tests_of_a_shared_rule_are_indexed_for_both_games() -> None:
    """One rule of the second game is tested in the first, one in its own tests, one nowhere."""
    ledger = {
        "game": {"prefix": "se"},
        "rule": [
            {"id": "se.zoc.1", "same_as": "fi.zoc.7"},
            {"id": "se.zoc.2"},
            {"id": "se.zoc.3", "same_as": "fi.zoc.8"},
        ],
    }
    everything = {"fi.zoc.7": ["tests/a.py::test_one"], "se.zoc.2": ["tests/b.py::test_two"]}
    assert tool("index_tests").of_game(ledger, everything) == {
        "se.zoc.1": ["tests/a.py::test_one"],
        "se.zoc.2": ["tests/b.py::test_two"],
    }

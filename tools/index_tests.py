"""Writes each game's index of tests: which tests show which rule, by their `@pytest.mark.rule("id", ...)`.

    python tools/index_tests.py

The index (data/tests.toml in the game's folder) ships with the package, so that `grognard ledger` and
`grognard rules` can name the tests where the tests themselves are not installed. Git does not keep it: an
install writes it (hatch_build.py), and so does every run of the tests.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GAMES = Path("src/grognard/games")


def marked_ids(node: ast.expr) -> list[str]:
    """The ids of a `pytest.mark.rule(...)` expression, or nothing."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return [named for element in node.elts for named in marked_ids(element)]
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "rule":
        return []
    return [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def tests_in(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Every test of a module with the ids it is marked with, the module's and its class's included."""
    whole: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets
        ):
            whole += marked_ids(node.value)
    yield from _tests(tree.body, whole, "")


def _tests(body: list[ast.stmt], above: list[str], prefix: str) -> Iterator[tuple[str, list[str]]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            own = [named for mark in node.decorator_list for named in marked_ids(mark)]
            yield from _tests(node.body, above + own, f"{prefix}{node.name}::")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test"):
            own = [named for mark in node.decorator_list for named in marked_ids(mark)]
            # A mark on one parameter set of a test counts for the test.
            inside = [
                n
                for mark in node.decorator_list
                for c in ast.walk(mark)
                if c is not mark
                for n in _param_ids(c)
            ]
            yield f"{prefix}{node.name}", [*above, *own, *inside]


def _param_ids(node: ast.AST) -> list[str]:
    if isinstance(node, ast.keyword) and node.arg == "marks":
        return marked_ids(node.value)
    return []


def index(tests: Path) -> dict[str, list[str]]:
    """The names of the tests that show each rule."""
    found: dict[str, set[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        place = path.relative_to(tests.parent).as_posix()
        for name, ids in tests_in(ast.parse(path.read_text("utf-8"))):
            for named in ids:
                found.setdefault(named, set()).add(f"{place}::{name}")
    return {named: sorted(found[named]) for named in sorted(found, key=_order)}


def _rule_of(named: str) -> str:
    """The rule of a clause: `rgw.zoc.2` for `rgw.zoc.2a`."""
    return re.sub(r"(?<=\d)[a-z]$", "", named)


def _order(named: str) -> tuple[str, int, str]:
    head, _, tail = named.rpartition(".")
    digits = "".join(character for character in tail if character.isdigit())
    return (head, int(digits or 0), tail)


def index_text(listed: dict[str, list[str]]) -> str:
    """The index as TOML."""
    lines = [
        "# Which tests show which rule. Written by tools/index_tests.py (make index); do not edit.",
        "",
        "[tests]",
    ]
    for named, names in listed.items():
        quoted = "".join(f'\n    "{name}",' for name in names)
        lines.append(f'"{named}" = [{quoted}\n]')
    return "\n".join(lines) + "\n"


def of_game(ledger: dict[str, Any], everything: dict[str, list[str]]) -> dict[str, list[str]]:
    """What concerns one game: tests of its own rules, and of those that are the same in another game."""
    prefix = f"{ledger['game']['prefix']}."
    mine = {named: names for named, names in everything.items() if named.startswith(prefix)}
    theirs: dict[str, set[str]] = {}
    for named, names in everything.items():
        theirs.setdefault(_rule_of(named), set()).update(names)
    for entry in ledger["rule"]:
        shown = {*mine.get(entry["id"], []), *theirs.get(entry.get("same_as", ""), ())}
        if shown:
            mine[entry["id"]] = sorted(shown)
    return {named: mine[named] for named in sorted(mine, key=_order)}


def write_indexes(root: Path = ROOT) -> dict[str, int]:
    """Write the index of each game whose index has changed; how many rules tests show, by game."""
    everything = index(root / "tests")
    written: dict[str, int] = {}
    for ledger in sorted((root / GAMES).glob("*/data/ledger.toml")):
        shown = of_game(tomllib.loads(ledger.read_text("utf-8")), everything)
        path, text = ledger.parent / "tests.toml", index_text(shown)
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            written[ledger.parent.parent.name] = len(shown)
    return written


if __name__ == "__main__":
    for game, rules in write_indexes().items():
        print(f"{game}: {rules} rules shown by tests")

"""Changes a game's rule code in small ways and counts how many of the changes its tests catch.

    python tools/mutants.py GAME [--count N] [--seed K] [--workers W] [--near] [--json]

Each mutant is one change in one file, made in a copy of the package; the game's tests and cases run against
the copy. A test that fails, crashes or does not end in time catches it. What survives is listed with its
place: it is a rule that the tests cite without testing. Kept playthroughs and the suite that every game
passes notice any change of play; they are left out, so that what counts is what the tests of rules see.
A game of a family is made of its own rules and the family's, which the tests of all its games try.
"""

import argparse
import ast
import json
import random
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "grognard"

# Prose, opponents, map overlays, the reading of cases, speed hooks and maps made to time them are no rules.
NOT_RULES = ("staff", "words", "overlays", "examples", "bench", "scale", "campaign", "__init__")

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


class Mutant(NamedTuple):
    """One change: where, what it was and is, the whole new text of the file, and the function it is in."""

    file: str
    line: int
    change: str
    source: str
    function: str


# -- making mutants -----------------------------------------------------------------------------


def changes(tree: ast.AST) -> int:
    """How many changes a file offers."""
    walker = _Changer(-1)
    walker.visit(tree)
    return walker.count


class _Changer(ast.NodeTransformer):
    """Makes the change with one number and leaves the rest; with -1 it only counts."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.count = 0
        self.line = 0
        self.change = ""

    def _chosen(self) -> bool:
        self.count += 1
        return self.count - 1 == self.wanted

    def _did(self, old: ast.AST, new: ast.AST) -> ast.AST:
        self.line = getattr(old, "lineno", 0)
        self.change = f"{_short(old)}  ->  {_short(new)}"
        return ast.copy_location(new, old)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        for place, operator in enumerate(node.ops):
            if type(operator) in COMPARISONS and self._chosen():
                ops = [*node.ops]
                ops[place] = COMPARISONS[type(operator)]()
                return self._did(node, ast.Compare(node.left, ops, node.comparators))
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        if self._chosen():
            swapped: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            return self._did(node, ast.BoolOp(swapped, node.values))
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        # `X | None` in an annotation never gets here: annotations are not visited.
        if type(node.op) in ARITHMETIC and self._chosen():
            return self._did(node, ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if isinstance(node.op, ast.Not) and self._chosen():
            return self._did(node, node.operand)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, bool):
            if self._chosen():
                return self._did(node, ast.Constant(not node.value))
        elif isinstance(node.value, int):
            for step in (1, -1):
                if self._chosen():
                    return self._did(node, ast.Constant(node.value + step))
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        if self._chosen():
            flipped = ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
            self.line, self.change = node.lineno, f"if {_short(node.test)}  ->  if not ({_short(node.test)})"
            return ast.copy_location(flipped, node)
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        if self._chosen():
            return self._did(node, ast.IfExp(node.test, node.orelse, node.body))
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Constant):
            return node  # a docstring
        return self._dropped(node) if self._chosen() else self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        return self._dropped(node) if self._chosen() else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        # Dropping a name's only assignment crashes at once; dropping a change of the position does not.
        if (
            all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets)
            and self._chosen()
        ):
            return self._dropped(node)
        node.value = self.visit(node.value)
        return node

    def visit_Continue(self, node: ast.Continue) -> ast.AST:
        return self._dropped(node) if self._chosen() else node

    def _dropped(self, node: ast.stmt) -> ast.AST:
        self.line, self.change = node.lineno, f"dropped: {_short(node)}"
        return ast.copy_location(ast.Pass(), node)

    # Not rules: annotations, decorators, defaults of named tuples, imports, raised messages.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else text[:67] + "..."


def rule_files(folder: Path) -> list[Path]:
    """The files that hold a game's rules."""
    return [
        path
        for path in sorted(folder.rglob("*.py"))
        if not any(part.startswith(NOT_RULES) for part in path.relative_to(folder).parts)
    ]


def packages(folder: Path) -> list[Path]:
    """The packages a game's rules are in: its own, and those of other folders of games that it imports."""
    named = {
        name
        for path in folder.rglob("*.py")
        for name in re.findall(r"^from grognard\.games\.(\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    return [folder, *sorted(folder.parent / name for name in named - {folder.name})]


def kin(folder: Path) -> list[str]:
    """A game and then the others that share a package of rules with it: their tests try that package too."""
    family = set(packages(folder)[1:])
    others = (path for path in sorted(folder.parent.iterdir()) if path.is_dir() and path != folder)
    return [folder.name, *(other.name for other in others if family & set(packages(other)[1:]))]


def make_mutants(folders: list[Path], count: int, seed: int, only: str = "") -> list[Mutant]:
    """A random sample of the changes the rule files offer, without repeats.

    `only` is what the name of a file begins with, with or without its package.
    """
    places: list[tuple[Path, int]] = []
    for path in (path for folder in folders for path in rule_files(folder)):
        if path.name.startswith(only) or _file(path, folders).startswith(only):
            places += [(path, number) for number in range(changes(ast.parse(path.read_text("utf-8"))))]
    generator = random.Random(f"mutants:{seed}")
    found: list[Mutant] = []
    for path, number in generator.sample(places, min(count, len(places))):
        tree = ast.parse(path.read_text("utf-8"))
        changer = _Changer(number)
        changed = ast.fix_missing_locations(changer.visit(tree))
        source = ast.unparse(changed) + "\n"
        function = _function(tree, changer.line)
        found.append(Mutant(_file(path, folders), changer.line, changer.change, source, function))
    return found


def _file(path: Path, folders: list[Path]) -> str:
    """The name of a file with its package."""
    return path.relative_to(folders[0].parent).as_posix()


def _function(tree: ast.AST, line: int, inside: str = "") -> str:
    """The outermost function around a line, by its qualified name; empty where there is none."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.lineno <= line <= (
            node.end_lineno or 0
        ):
            name = f"{inside}{node.name}"
            return name if isinstance(node, ast.FunctionDef) else _function(node, line, f"{name}.")
    return ""


# -- the whole run ------------------------------------------------------------------------------


def try_all(
    mutants: list[Mutant], tests: list[Path], workers: int, marks: str, only_near: bool = False
) -> list[bool]:
    """Which of the mutants are caught, in order."""
    # Here and not above: pytest and all it brings is needed only to run.
    from mutant_runs import Bench

    results: list[bool] = []

    def told(code: int) -> None:
        results.append(code != 0)
        _progress(len(results), len(mutants), sum(results))

    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        bench = Bench(ROOT, Path(scratch), tests, marks, only_near)
        code = bench.try_unchanged()
        if code != 0:
            sys.exit(f"the tests do not pass on the unchanged rules (exit code {code}); mend that first")
        changes = [bench.change(mutant.file, mutant.function, mutant.source) for mutant in mutants]
        return [code != 0 for code in bench.run(changes, workers, told)]


def _progress(done: int, total: int, caught: int) -> None:
    if sys.stderr.isatty():
        filled = 30 * done // total
        end = "\n" if done == total else ""
        bar = "█" * filled + "·" * (30 - filled)
        print(f"\r{bar} {done}/{total}, {caught} caught", end=end, file=sys.stderr, flush=True)


def main() -> int:
    """Prints the share of the mutants that are caught and where the others are."""
    parser = argparse.ArgumentParser(description="Count how many small changes of the rules the tests catch.")
    parser.add_argument("game", help="the game's id, such as red-god-of-war")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--tests", type=Path, action="append", help="test folders in place of those of the game and its kin"
    )
    parser.add_argument("--only", default="", help="change only the rule files whose name begins so")
    parser.add_argument(
        "--marks", default="not slow and not golden", help="the tests to run, as a pytest mark expression"
    )
    parser.add_argument(
        "--near", action="store_true", help="run only the tests that enter the changed function"
    )
    parser.add_argument("--aim", type=float, default=0.0, help="exit 1 below this share, such as 0.85")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    folder = PACKAGE / "games" / arguments.game.replace("-", "_")
    tests = arguments.tests or [ROOT / "tests" / "games" / name for name in kin(folder)]
    if not folder.is_dir() or not all(path.exists() for path in tests):
        print(f"there is no game '{arguments.game}' with rules and tests", file=sys.stderr)
        return 2
    mutants = make_mutants(packages(folder), arguments.count, arguments.seed, arguments.only)
    if not mutants:
        print(f"'{arguments.game}' has no rule code to change", file=sys.stderr)
        return 2
    caught = try_all(
        mutants,
        [path.resolve() for path in tests],
        arguments.workers,
        arguments.marks,
        arguments.near,
    )
    return _report(mutants, caught, arguments)


def _report(mutants: list[Mutant], caught: list[bool], arguments: Any) -> int:
    survivors = sorted(
        (mutant for mutant, was in zip(mutants, caught, strict=True) if not was), key=lambda m: m[:2]
    )
    share = sum(caught) / len(mutants)
    if arguments.json:
        listed = [{"file": m.file, "line": m.line, "change": m.change} for m in survivors]
        counts = {"mutants": len(mutants), "caught": sum(caught), "share": share}
        print(
            json.dumps(
                {"game": arguments.game, "seed": arguments.seed, **counts, "survivors": listed}, indent=2
            )
        )
    else:
        for mutant in survivors:
            print(f"{mutant.file}:{mutant.line}: {mutant.change}")
        print(f"{sum(caught)} of {len(mutants)} mutants caught: {100 * share:.1f} % (seed {arguments.seed})")
    return 1 if share < arguments.aim else 0


if __name__ == "__main__":
    sys.exit(main())

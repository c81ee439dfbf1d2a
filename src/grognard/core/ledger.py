"""The numbered rules of a game, and which code and tests do them.

`@rule("rgw.zoc.12")` names the rule that a step, question or table row carries out. The decorator
only remembers the ids; what the ledger command reports is read from the source itself, so a
citation cannot claim more than the text says.
"""

import ast
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

_T = TypeVar("_T")
_cited: dict[str, tuple[str, ...]] = {}


def rule(*ids: str) -> Callable[[_T], _T]:
    """Mark a step, a question or a table as the place that does these rules."""

    def remember(thing: _T) -> _T:
        if isinstance(thing, type):  # steps carry their rules to the screen; questions only name theirs
            _cited[_name(thing)] = ids
        return thing

    return remember


def rules_of(thing: Any) -> tuple[str, ...]:
    """The ids `thing` was marked with."""
    return _cited.get(_name(thing), ())


def _name(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}"


class LedgerRule(msgspec.Struct, frozen=True):
    """One atomic rule in our words, with the reading taken where the source is unclear."""

    id: str
    text: str
    who: str = ""
    kind: str = ""
    reading: str = ""
    example: str = ""
    toggle: str = ""
    source: str = msgspec.field(name="from", default="")
    lines: list[int] = []
    needs: list[str] = []
    same_as: str = ""
    """The rule of another game that is the same in effect: its code and tests do this one too."""

    @property
    def chapter(self) -> str:
        """The middle part of the id; what is not in the source has a chapter of its own."""
        return FILLED.id if ":" in self.id else self.id.split(".")[1]


class Chapter(msgspec.Struct, frozen=True):
    """A heading of the ledger and when its rules are in force."""

    id: str
    title: str
    when: str = ""


FILLED: Final = Chapter("filled", "Where the source is silent: rules of ours")


class Missing(msgspec.Struct, frozen=True):
    """Something the source points to but does not contain, and what we use in its place."""

    id: str
    name: str = ""
    status: str = ""
    reading: str = ""


class Ledger(msgspec.Struct, frozen=True):
    """All rules of one game, in the order of its document."""

    game: dict[str, str]
    chapter: list[Chapter]
    rule: list[LedgerRule]
    missing: list[Missing] = []

    def readable(self) -> list[LedgerRule]:
        """Every rule, then those that the source only points to, as we fill them in."""
        ours = [one for one in self.missing if one.id.startswith("rule:")]
        return [
            *self.rule,
            *(LedgerRule(one.id, one.name, reading=one.reading, source="house") for one in ours),
        ]

    def find(self, id: str) -> LedgerRule | None:
        """The rule with this id, or the one that is the same as that rule of another game."""
        own = next((entry for entry in self.rule if entry.id == id), None)
        return own or next((entry for entry in self.rule if entry.same_as == id), None)

    def shared(self) -> dict[str, list[str]]:
        """The rules of this game that are the same as a rule of another, by the id of that one."""
        found: dict[str, list[str]] = {}
        for entry in self.rule:
            if entry.same_as:
                found.setdefault(entry.same_as, []).append(entry.id)
        return found

    def ids(self) -> list[str]:
        return [entry.id for entry in self.rule]


def load_ledger(path: Path) -> Ledger:
    """The ledger in a TOML file."""
    return msgspec.toml.decode(path.read_bytes(), type=Ledger)


class Citation(msgspec.Struct, frozen=True):
    """A place in the code that names a rule."""

    id: str
    file: str
    line: int
    owner: str


def citations(folder: Path, prefix: str) -> list[Citation]:
    """Every place in the Python files of `folder` whose code (not a comment or docstring) names a rule id."""
    found: list[Citation] = []
    for path in sorted(folder.rglob("*.py")):
        found.extend(_citations_in(path.read_text("utf-8"), path.relative_to(folder).as_posix(), prefix))
    return found


def _citations_in(source: str, file: str, prefix: str) -> Iterable[Citation]:
    wanted = re.compile(rf"^{re.escape(prefix)}\.[a-z0-9-]+\.[0-9a-z]+$")

    def walk(node: ast.AST, owner: str) -> Iterable[Citation]:
        inside = owner
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            inside = f"{owner}.{node.name}" if owner else node.name
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Constant) and isinstance(child.value, str) and wanted.match(child.value):
                yield Citation(child.value, file, child.lineno, inside)
            yield from walk(child, inside)

    return walk(ast.parse(source), "")

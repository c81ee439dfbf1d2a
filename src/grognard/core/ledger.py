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

_OURS: Final = Path(__file__).parents[1]

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
    clauses: dict[str, str] = {}
    """What it says one by one, by letter; none for a rule that says one thing."""
    words: list[str] = []
    """Other words a player may look for: the source's, and the usual ones. Only to be found by."""
    same_as: str = ""
    """The rule of another game that is the same in effect: its code and tests do this one too."""

    @property
    def chapter(self) -> str:
        """The middle part of the id; what is not in the source has a chapter of its own."""
        return FILLED.id if ":" in self.id else self.id.split(".")[1]

    @property
    def clause_ids(self) -> list[str]:
        """The ids of its clauses, `rgw.zoc.2a`; its own where it says one thing."""
        return [f"{self.id}{letter}" for letter in self.clauses] or [self.id]


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

    def clause_ids(self) -> list[str]:
        """What there is to show: every clause, and every rule that has none."""
        return [id for entry in self.rule for id in entry.clause_ids]

    def citable(self) -> list[str]:
        """What tests and examples may name: rules, and clauses of them."""
        return [*self.ids(), *(id for entry in self.rule for id in entry.clause_ids if entry.clauses)]


def rule_of(id: str) -> str:
    """The rule that a clause belongs to: `rgw.zoc.2` for `rgw.zoc.2a`."""
    return re.sub(r"(?<=\d)[a-z]$", "", id)


def load_ledger(path: Path) -> Ledger:
    """The ledger in a TOML file."""
    return msgspec.toml.decode(path.read_bytes(), type=Ledger)


def search(rules: Iterable[LedgerRule], words: str, is_typing: bool = False) -> list[LedgerRule]:
    """The rules with all these words in their id, text or reading, or in what the source calls them.

    Words are whole ones; `flip*` is the beginning of one, and so is the last while somebody is typing it.
    """
    wanted = re.findall(r"\w+\*?", words.lower())
    if not wanted:
        return [] if words.strip() else list(rules)
    if is_typing:
        wanted[-1] = wanted[-1].rstrip("*") + "*"
    parts = [re.compile(rf"\b{word[:-1]}" if word.endswith("*") else rf"\b{word}\b") for word in wanted]
    return [one for one in rules if all(part.search(_searched(one)) for part in parts)]


def _searched(entry: LedgerRule) -> str:
    return "\n".join((entry.id, entry.text, entry.reading, *entry.clauses.values(), *entry.words)).lower()


class Citation(msgspec.Struct, frozen=True):
    """A place in the code that names a rule."""

    id: str
    file: str
    """The file's path in its package."""
    line: int
    owner: str


def citations(folder: Path, prefix: str) -> list[Citation]:
    """Every place in the Python files of `folder` whose code (not a comment or docstring) names a rule id."""
    found: list[Citation] = []
    above = _above_package(folder)
    for path in sorted(folder.rglob("*.py")):
        found.extend(_citations_in(path.read_text("utf-8"), path.relative_to(above).as_posix(), prefix))
    return found


def _above_package(folder: Path) -> Path:
    """Where the paths of a package's files begin: of our own after `grognard`, of others with their name."""
    if not (folder / "__init__.py").is_file():
        return folder
    while (folder / "__init__.py").is_file() and folder != _OURS:
        folder = folder.parent
    return folder


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

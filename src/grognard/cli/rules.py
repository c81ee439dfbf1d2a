"""The command `rules`: one rule with its code and tests, or all rules with some words in them."""

import tomllib
from collections.abc import Sequence
from typing import Any

from grognard.cli.games import known_games
from grognard.cli.output import console, emit
from grognard.core.ledger import LedgerRule, search
from grognard.core.system import AnySystem
from grognard.play.cases import Case, case_files, load_cases, rules_shown
from grognard.play.errors import InputError
from grognard.play.registry import find_system


def show_rules(words: str, json: bool, first: AnySystem | None = None, game: str = "") -> int:
    """A rule by id, or every rule with these words: of the named game, else of the first if it has any."""
    if game:
        found = find_rules(words, [find_system(game)])
    else:
        found = (find_rules(words, [first]) if first is not None else []) or find_rules(words)
    if not found:
        fix = "try one word, the beginning of one (flip*), or see: grognard ledger GAME"
        raise InputError(f"no rule has the id or the words '{words[:60]}'", fix)
    full = len(found) <= 3
    described = _described(found) if full or json else []
    if json:
        emit(described)
        return 0
    out = console()
    if not full:
        for _, entry in found:
            out.print(f"{entry.id:<18} {entry.text}")
        return 0
    for one in described:
        out.print(rule_text(one))
    return 0


def find_rules(words: str, systems: Sequence[AnySystem] | None = None) -> list[tuple[AnySystem, LedgerRule]]:
    """The rule of that id, else all that have every word, those that have them in a row first.

    Of these games, or of all.
    """
    systems = known_games() if systems is None else systems
    exact = [(system, entry) for system in systems for entry in system.ledger.readable() if entry.id == words]
    if exact:
        return exact
    found = [(system, entry) for system in systems for entry in search(system.ledger.readable(), words)]
    phrase = words.lower().rstrip("*")
    return sorted(found, key=lambda one: not any(phrase in said.lower() for said in _said(one[1])))


def _said(entry: LedgerRule) -> tuple[str, ...]:
    return (entry.id, entry.text, entry.reading, *entry.clauses.values(), *entry.words)


def _described(found: list[tuple[AnySystem, LedgerRule]]) -> list[dict[str, Any]]:
    """These rules with the code, cases and tests of each."""
    systems = {system.id: system for system, _ in found}
    places = {id: system.citations() for id, system in systems.items()}
    cases = {id: rules_shown(all_cases(system)) for id, system in systems.items()}
    tests = {id: tests_of(system) for id, system in systems.items()}
    return [
        {
            "id": entry.id,
            "game": system.id,
            "text": entry.text,
            "reading": entry.reading,
            "clauses": entry.clauses,
            "words": entry.words,
            "toggle": entry.toggle,
            "code": [
                {"file": one.file, "line": one.line, "owner": one.owner}
                for one in places[system.id]
                if one.id == entry.id
            ],
            "cases": cases[system.id].get(entry.id, []),
            "tests": sorted(
                {name for id in (entry.id, *entry.clause_ids) for name in tests[system.id].get(id, [])}
            ),
        }
        for system, entry in found
    ]


def rule_text(one: dict[str, Any]) -> str:
    """A described rule for people."""
    lines = [f"{one['id']}  ({one['game']})", f"  {one['text']}"]
    if one["reading"]:
        lines.append(f"  Reading: {one['reading']}")
    if one["words"]:
        lines.append(f"  Also found by: {', '.join(one['words'])}")
    if one["toggle"]:
        lines.append(f"  Option: {one['toggle']}")
    lines += [f"  {letter}: {text}" for letter, text in one["clauses"].items()]
    lines += [f"  Code: {place['file']}:{place['line']} {place['owner']}".rstrip() for place in one["code"]]
    lines += [f"  Case: {title}" for title in one["cases"]]
    lines += [f"  Test: {name}" for name in one["tests"]]
    return "\n".join(lines)


def tests_of(system: AnySystem) -> dict[str, list[str]]:
    """The names of the tests that show each rule, from the index that ships with the game."""
    path = system.folder / "data" / "tests.toml"
    if not path.is_file():
        return {}
    found: dict[str, list[str]] = tomllib.loads(path.read_text("utf-8")).get("tests", {})
    return found


def all_cases(system: AnySystem) -> list[Case]:
    """Every case that ships with the game."""
    return [case for path in case_files(system) for case in load_cases(path)]

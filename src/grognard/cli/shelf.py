"""The commands about games and their rules: games, ledger, rules, cases."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table

from grognard.cli.guard import FAULT, complain
from grognard.cli.output import console, emit
from grognard.core.content import ContentError
from grognard.core.ledger import LedgerRule
from grognard.core.system import AnySystem
from grognard.core.tables import Table as GameTable
from grognard.core.tables import load_tables, tables_text
from grognard.play.cases import Case, CaseResult, case_files, load_cases, rules_shown, run_cases
from grognard.play.errors import InputError
from grognard.play.registry import find_system, game_ids


def show_games(json: bool) -> int:
    """Every game with its scenarios."""
    systems = _playable()
    if json:
        emit(
            [
                {
                    "id": system.id,
                    "title": system.title,
                    "summary": system.summary,
                    "sides": system.sides,
                    "folder": str(system.folder),
                    "scenarios": [
                        {
                            "id": s.id,
                            "title": s.title,
                            "summary": s.summary,
                            "turns": s.turns,
                            "minutes": s.minutes,
                        }
                        for s in system.rules.scenarios()
                    ],
                    "options": [toggle._asdict() for toggle in system.rules.toggles()],
                }
                for system in systems
            ]
        )
        return 0
    out = console()
    for system in systems:
        out.print(f"{system.id}: {system.title}", style="bold")
        out.print(f"  {system.summary}".rstrip())
        for scenario in system.rules.scenarios():
            out.print(f"  {scenario.id:<20} {scenario.title} ({scenario.minutes} min): {scenario.summary}")
    return 0


def _playable() -> list[AnySystem]:
    """The games that can be loaded; one that cannot is told and keeps no other from the shelf."""
    found: list[AnySystem] = []
    for name in game_ids():
        try:
            found.append(find_system(name))
        except (InputError, ContentError) as problem:
            complain(str(problem), FAULT)
    return found


# -- the ledger ---------------------------------------------------------------------------------


class Standing(msgspec.Struct):
    """How much of a game's ledger is done. `missing` lacks a place in the code or a test."""

    rules: int
    cited: int
    tested: int
    missing: list[str]
    uncited: list[str]
    untested: list[str]
    unknown: list[str]
    """Ids that the code or a test names and the ledger does not have."""


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


def standing(system: AnySystem) -> Standing:
    """The state of the ledger."""
    ids = system.ledger.ids()
    cited = {citation.id for citation in system.citations()}
    tested = {*rules_shown(all_cases(system)), *tests_of(system)}
    known = set(ids)
    uncited = [one for one in ids if one not in cited]
    untested = [one for one in ids if one not in tested]
    return Standing(
        rules=len(ids),
        cited=len(ids) - len(uncited),
        tested=len(ids) - len(untested),
        missing=[one for one in ids if one not in cited or one not in tested],
        uncited=uncited,
        untested=untested,
        unknown=sorted((cited | tested) - known),
    )


def show_ledger(game: str, json: bool) -> int:
    """The state of a game's ledger."""
    system = find_system(game)
    state = standing(system)
    if json:
        emit(state)
        return 0
    out = console()
    out.print(
        f"{system.title}: {state.cited} of {state.rules} rules cited, {state.tested} of {state.rules} tested"
    )
    for label, listed in (("not in the code", state.uncited), ("not tested", state.untested)):
        if listed:
            out.print(f"{label}: {', '.join(listed)}")
    if state.unknown:
        out.print(f"named but not in the ledger: {', '.join(state.unknown)}")
    return 0


# -- tables -------------------------------------------------------------------------------------


def show_tables(game: str, names: list[str], output: Path | None, json: bool) -> int:
    """The tables of a game: printed, or exported as a file to edit."""
    found = _tables(find_system(game), names)
    if output is not None:
        output.write_text(tables_text(found), "utf-8")
        console().print(f"{output.name}: {len(found)} tables; edit them and play with --tables {output.name}")
        return 0
    if json:
        emit([_table(one) for one in found])
        return 0
    out = console()
    for one in found:
        out.print(f"{one.name}: {one.title}", style="bold")
        drawn = Table("", *one.columns)
        for row in one.rows:
            drawn.add_row(row, *(_printed(one, row, column) for column in one.columns))
        out.print(drawn)
        if one.note:
            out.print(f"  {one.note}", style="dim")
        for row in one.rows:
            if one.note_of(row):
                out.print(f"  {row}: {one.note_of(row)}", style="dim")
    out.print("A star marks values of ours where the source is silent, a p those of a player.", style="dim")
    return 0


def _tables(system: AnySystem, names: list[str]) -> list[GameTable]:
    path = system.folder / "data" / "tables.toml"
    known = load_tables(path) if path.is_file() else {}
    wrong = [name for name in names if name not in known]
    if wrong:
        what = f"{system.title} has no table {', '.join(repr(name[:60]) for name in wrong)}"
        raise InputError(what, f"known: {', '.join(known) or 'none'}")
    return [known[name] for name in names or known]


def _printed(table: GameTable, row: str, column: str) -> str:
    mark = {"house": "*", "player": "p"}.get(table.mark_of(row, column), "")
    return f"{table.text(row, column)}{mark}"


def _table(table: GameTable) -> dict[str, Any]:
    return {
        "name": table.name,
        "title": table.title,
        "columns": table.columns,
        "rows": dict(zip(table.rows, table.cells, strict=True)),
        "marks": {row: [table.mark_of(row, column) for column in table.columns] for row in table.rows},
        "form": table.form,
        "rules": table.rules,
        "note": table.note,
        "row_notes": table.entry.row_notes,
    }


# -- one rule -----------------------------------------------------------------------------------


def show_rules(words: str, json: bool, first: AnySystem | None = None) -> int:
    """A rule by id, or every rule with these words in it; of the first game, if it has any."""
    found = find_rules(words, [first]) if first is not None else []
    found = found or find_rules(words)
    if not found:
        raise InputError(
            f"no rule has the id or the words '{words[:60]}'", "try one word, or see: grognard ledger GAME"
        )
    full = len(found) <= 3
    described = [_described(system, entry) for system, entry in found] if full or json else []
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
    """The rule of that id, else all that contain every word; of these games, or of all."""
    systems = _playable() if systems is None else systems
    exact = [(system, entry) for system in systems for entry in system.ledger.readable() if entry.id == words]
    if exact:
        return exact
    wanted = words.lower().split()
    return [
        (system, entry)
        for system in systems
        for entry in system.ledger.readable()
        if all(word in f"{entry.id} {entry.text} {entry.reading}".lower() for word in wanted)
    ]


def _described(system: AnySystem, entry: LedgerRule) -> dict[str, Any]:
    places = [one for one in system.citations() if one.id == entry.id]
    return {
        "id": entry.id,
        "game": system.id,
        "text": entry.text,
        "reading": entry.reading,
        "toggle": entry.toggle,
        "code": [{"file": one.file, "line": one.line, "owner": one.owner} for one in places],
        "cases": rules_shown(all_cases(system)).get(entry.id, []),
        "tests": tests_of(system).get(entry.id, []),
    }


def rule_text(one: dict[str, Any]) -> str:
    """A described rule for people."""
    lines = [f"{one['id']}  ({one['game']})", f"  {one['text']}"]
    if one["reading"]:
        lines.append(f"  Reading: {one['reading']}")
    if one["toggle"]:
        lines.append(f"  Option: {one['toggle']}")
    lines += [f"  Code: {place['file']}:{place['line']} {place['owner']}".rstrip() for place in one["code"]]
    lines += [f"  Case: {title}" for title in one["cases"]]
    lines += [f"  Test: {name}" for name in one["tests"]]
    return "\n".join(lines)


# -- cases --------------------------------------------------------------------------------------


def _case_file(system: AnySystem, file: Path) -> Path:
    """The file that was named; a bare name may be one of the game's own."""
    own = system.folder / "cases" / file
    return own if file.name == str(file) and own.is_file() and not file.exists() else file


def show_cases(game: str, file: Path | None, json: bool, export: Path | None) -> int:
    """Runs the examples of a game, or those of one file."""
    system = find_system(game)
    results = run_cases(system, [_case_file(system, file)] if file is not None else case_files(system))
    failed = [result for result in results if not result.passed]
    if export is not None:
        _export(results, export)
    if json:
        emit(
            {
                "cases": len(results),
                "passed": len(results) - len(failed),
                "failed": [_failure(result) for result in failed],
                "titles": [result.case.title for result in results],
            }
        )
        return FAULT if failed else 0
    out = console()
    for result in results:
        out.print(f"{'ok  ' if result.passed else 'FAIL'} {result.case.file}: {result.case.title}")
        for fault in result.faults:
            out.print(f"       {fault}")
    if file is not None:
        _tell(results)
    out.print(f"{len(results) - len(failed)} of {len(results)} examples hold")
    return FAULT if failed else 0


def _failure(result: CaseResult) -> dict[str, Any]:
    return {"file": result.case.file, "title": result.case.title, "faults": result.faults}


def _tell(results: list[CaseResult]) -> None:
    """The examples of one file as a player reads them."""
    out = console()
    for result in results:
        table = Table(title=result.case.title, show_header=False, title_justify="left")
        table.add_row(result.case.story.strip())
        table.add_row("\n".join(result.lines))
        table.add_row(f"Rules: {', '.join(result.case.rules)}")
        out.print(table)


def _export(results: list[CaseResult], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, result in enumerate(results, 1):
        name = f"{Path(result.case.file).stem}-{number:03d}.json"
        value = {"title": result.case.title, "before": result.before, "after": result.after}
        (folder / name).write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")

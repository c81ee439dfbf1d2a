"""The command `cases`: runs the examples of play of a game."""

from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table

from grognard.cli.error_messages import FAULT
from grognard.cli.output import console, emit
from grognard.core.system import AnySystem
from grognard.play.cases import CaseResult, case_files, run_cases
from grognard.play.registry import find_system


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


def _case_file(system: AnySystem, file: Path) -> Path:
    """The file that was named; a bare name may be one of the game's own."""
    own = system.folder / "cases" / file
    return own if file.name == str(file) and own.is_file() and not file.exists() else file


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

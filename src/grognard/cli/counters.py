"""The command counters: a sheet of a game's counters to begin with in a spreadsheet."""

import csv
import io
from pathlib import Path

from grognard.cli.output import console, emit
from grognard.core.board.units import Counter, Roster
from grognard.core.content.load import scenario_counters
from grognard.core.words import counted
from grognard.play.registry import find_system

_PLAIN = ("id", "name", "side", "kind", "size", "parent", "command", "traits", "steps")


def show_counters(game: str, as_csv: bool, output: Path | None, json: bool) -> int:
    """Prints the kinds of counter of a game, or writes a sheet with an example of each."""
    system = find_system(game)
    roster = scenario_counters(system.folder / "data", system.rules.scenarios()[0])
    if as_csv:
        text = sheet(roster)
        if output is not None:
            output.write_text(text, "utf-8")
        else:
            console().print(text, end="", markup=False, highlight=False, soft_wrap=True)
        return 0
    kinds = {kind: roster.names_for(kind) for kind in roster.kinds}
    if json:
        emit({"game": system.id, "sides": roster.sides, "kinds": kinds})
        return 0
    out = console()
    out.print(f"{system.title}: {counted(len(roster.counters), 'counter')}, sides {', '.join(roster.sides)}")
    for kind, values in kinds.items():
        out.print(f"  {kind}: {', '.join(values)}", highlight=False)
    out.print(f"A sheet to begin with: grognard counters {system.id} --csv -o mine.csv")
    return 0


def sheet(roster: Roster) -> str:
    """A table of counters, its header and one or two examples of each kind: as the workshop reads it."""
    examples = _examples(roster)
    most = max(len(one.faces) for one in examples)
    values = list(dict.fromkeys(name for kind in roster.kinds for name in roster.names_for(kind)))
    columns = [name if face == 1 else f"{name} {face}" for face in range(1, most + 1) for name in values]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*_PLAIN, *columns, "start"])
    for one in examples:
        printed = {
            name if face == 1 else f"{name} {face}": value
            for face, side in enumerate(one.faces, 1)
            for name, value in zip(roster.names_for(one.kind), side, strict=True)
        }
        plain = [one.id, one.name, one.side, one.kind, one.size, one.parent, one.command]
        steps = one.steps or ""
        writer.writerow(
            [*plain, "; ".join(one.traits), steps, *(printed.get(name, "") for name in columns), ""]
        )
    return stream.getvalue()


def _examples(roster: Roster) -> list[Counter]:
    """The first counter of each side and kind."""
    found = {(one.kind, one.side): one for one in reversed(roster.counters)}
    return [one for kind in roster.kinds for (its, _), one in sorted(found.items()) if its == kind]

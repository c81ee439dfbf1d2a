"""The commands about records: odds, show, replay, report, branch."""

from pathlib import Path
from typing import Any

from rich.table import Table

from grognard.cli.guard import FAULT, complain
from grognard.cli.output import console, emit, share
from grognard.cli.words import won
from grognard.core.position import NOTHING
from grognard.core.rulings import Explanation
from grognard.play.errors import InputError
from grognard.play.gestures import told_as_orders
from grognard.play.header import side_of
from grognard.play.match import Match
from grognard.play.record import load_record, save_record, verify_record
from grognard.play.registry import side_number


def _load(record: Path, at: int | None, tables: Path | None, force: bool) -> Match:
    match = load_record(record, tables, force, at)
    if match.warning:
        complain(match.warning, 0)
    return match


def _side(match: Match, name: str) -> int:
    return side_number(match.system, name) if name else -1


# -- odds ---------------------------------------------------------------------------------------


def show_odds(record: Path, at: int | None, tables: Path | None, force: bool, json: bool) -> int:
    """The attack on the table: its sheet and what it will do."""
    from grognard.analysis.odds import outcomes, table

    match = _load(record, at, tables, force)
    if not match.system.odds.on_table(match.pos):
        if at is not None:
            raise InputError(f"no attack is on the table after answer {at}", _where(match))
        last = _attacks(match)[-1:]
        if not last:
            raise InputError(f"{record.name} has no attack in it")
        match = match.branch(last[0])
    sheets = match.system.screen.explain(match.pos)
    found = outcomes(match.system, match.game)
    if json:
        emit(
            {
                "at": len(match.answers),
                "sheets": [_sheet(sheet) for sheet in sheets],
                "outcomes": table(found),
                "means": {name: float(found.mean(name)) for name in found.names()},
                "lines": found.lines,
            }
        )
        return 0
    out = console()
    out.print(f"After answer {len(match.answers)}:")
    for sheet in sheets:
        out.print(sheet.text())
    out.print(odds_table(found))
    if match.system.odds.note:
        out.print(match.system.odds.note, style="dim")
    return 0


def _sheet(sheet: Explanation) -> dict[str, Any]:
    terms = [{"label": t.label, "value": t.value, "rule": t.rule, "house": t.house} for t in sheet.terms]
    return {"title": sheet.title, "terms": terms, "total": sheet.total}


def odds_table(found: Any) -> Table:
    """The outcomes of a distribution, the likeliest first."""
    names = found.names()
    table = Table("chance", "", *names)
    for leaf, chance in sorted(found.chances.items(), key=lambda item: -item[1]):
        values = dict(leaf)
        table.add_row(str(chance), share(float(chance)), *(str(values.get(name, 0)) for name in names))
    table.add_section()
    table.add_row("mean", "", *(f"{float(found.mean(name)):.2f}" for name in names))
    return table


def _attacks(match: Match) -> list[int]:
    """After which answers an attack was on the table."""
    walk = match.branch(0)
    found: list[int] = []
    for answer in match.answers:
        walk.say(side_of(match.system, answer.by), answer.do)
        if not walk.over and match.system.odds.on_table(walk.pos):
            found.append(answer.n)
    return found


def _where(match: Match) -> str:
    found = _attacks(match)
    return (
        f"one is after answer {', '.join(map(str, found[-5:]))}" if found else "this record has none so far"
    )


# -- pictures and stories -----------------------------------------------------------------------


def show_map(
    record: Path, output: Path, at: int | None, side: str, overlay: str, tables: Path | None, force: bool
) -> int:
    """Draws the position of a record into a file."""
    from grognard.cli.picture import write_picture
    from grognard.draw.position import scene_of

    match = _load(record, at, tables, force)
    scene = scene_of(match.system, match.pos, _side(match, side), overlay)
    write_picture(output, match.pos.board, scene)
    console().print(f"{output.name}: {match.system.title} after {len(match.answers)} answers")
    return 0


def show_replay(
    record: Path, verify: bool, at: int | None, side: str, tables: Path | None, force: bool, json: bool
) -> int:
    """Tells the game of a record, or checks it."""
    if verify:
        return _verify(record, tables, json)
    match = _load(record, at, tables, force)
    lines = match.log_for(_side(match, side))
    orders = [0, *told_as_orders(match.system, match.answers)]
    if json:
        emit(
            [
                {"n": line.n, "order": orders[line.n], "text": line.text, "rule": line.event.rule}
                for line in lines
            ]
        )
        return 0
    out = console()
    last = NOTHING
    for line in lines:
        rule = f"  [{line.event.rule}]" if line.event.rule else ""
        # An order is numbered once, by its first answer.
        number = "" if orders[line.n] == last else line.n
        last = orders[line.n]
        out.print(f"{number:>6}  {line.text}{rule}")
    out.print(_ending(match))
    return 0


def _ending(match: Match) -> str:
    if not match.over:
        return f"After {len(match.answers)} answers the game is still on."
    return f"{won(match)}."


def _verify(record: Path, tables: Path | None, json: bool) -> int:
    verdict = verify_record(record, tables)
    match = verdict.match
    assert match is not None
    if json:
        fault = verdict.fault.faults[0] if verdict.fault else None
        emit(
            {
                "record": record.name,
                "game": match.system.id,
                "scenario": match.header.scenario,
                "answers": verdict.answers,
                "verified": verdict.fault is None,
                "good": verdict.verified,
                "fault": {"where": fault.where, "what": fault.what, "fix": fault.fix} if fault else None,
                "torn": match.warning,
                "over": match.over,
                "winner": match.winner,
                "result": match.pos.result,
                "hash": match.pos.hash(),
            }
        )
        return 0 if verdict.fault is None else FAULT
    if verdict.fault is not None:
        return complain(str(verdict.fault), FAULT)
    if match.warning:
        complain(match.warning, 0)
    console().print(f"{record.name}: all {verdict.answers} answers hold. {_ending(match)}")
    return 0


def show_report(record: Path, tables: Path | None, force: bool, json: bool) -> int:
    """Sums a record up."""
    from grognard.analysis.report import battle_report

    match = _load(record, None, tables, force)
    report = battle_report(match)
    if json:
        emit(report)
        return 0
    out = console()
    out.print(f"{match.system.title}, {report.scenario}: {_ending(match)}")
    names = list(report.turns[-1].measures) if report.turns else []
    turns = Table("turn", "answers", *names)
    for turn in report.turns:
        turns.add_row(str(turn.turn), str(turn.answers), *(str(turn.measures.get(name, 0)) for name in names))
    out.print(turns)
    luck = Table("roll", "after", "rolls", "mean percentile")
    for line in report.luck:
        luck.add_row(line.step, line.after, str(line.rolls), f"{line.mean_percentile:.0f}")
    out.print(luck)
    return 0


def make_branch(record: Path, at: int, output: Path, tables: Path | None, force: bool) -> int:
    """Writes a new record with the first answers of another."""
    whole = load_record(record, tables, force, at)
    save_record(whole.branch(at), output)
    console().print(
        f"{output.name}: {at} answers of {record.name}; play on with: grognard play --resume {output.name}"
    )
    return 0

"""The commands about records: odds, show, replay, report, branch."""

from pathlib import Path

from rich.table import Table

from grognard.cli.error_messages import FAULT, complain
from grognard.cli.output import console, emit
from grognard.cli.prompt_words import won
from grognard.core.position import NOTHING
from grognard.play.errors import InputError
from grognard.play.gestures import told_as_orders
from grognard.play.match import Match
from grognard.play.record import load_record, save_record, verify_record
from grognard.play.registry import find_system, game_ids, side_number
from grognard.play.setting import read_setting, setting_title


def _load(record: Path, at: int | None, tables: Path | None, force: bool) -> Match:
    match = load_record(record, tables, force, at)
    if match.warning:
        complain(match.warning, 0)
    return match


def _side(match: Match, name: str) -> int:
    return side_number(match.system, name) if name else -1


def odds_of(record: Path, at: int | None, side: str, tables: Path | None, force: bool, json: bool) -> int:
    """The attack on the table of a record: its sheet and what it will do."""
    from grognard.cli.odds import show_odds

    return show_odds(_load(record, at, tables, force), at, side, json)


def plan_of(
    record: Path, name: str, at: int | None, side: str, tables: Path | None, force: bool, json: bool
) -> int:
    """One of the game's plans for a side, or which there are."""
    from grognard.cli.look_up import plan_lines
    from grognard.cli.odds import sheet_out

    match = _load(record, at, tables, force)
    system = match.system
    asked = 0 if match.over or match.ask.is_chance else match.ask.side
    whose = side_number(system, side) if side else asked
    lines = plan_lines(system, match.pos, whose, name)
    if json:
        sheets = system.screen.plan(match.pos, whose, name) if name else []
        plans = {"plans": system.screen.plans(), "side": system.sides[whose]}
        emit({**plans, "sheets": [sheet_out(sheet) for sheet in sheets]})
        return 0
    for line in lines:
        console().print(line)
    return 0


# -- pictures and stories -----------------------------------------------------------------------


def show_map(
    record: Path, output: Path, at: int | None, side: str, overlay: str, tables: Path | None, force: bool
) -> int:
    """Draws the position of a record into a file."""
    if str(record) in game_ids() and not record.is_file():
        raise InputError(f"'{record}' is a game, not a record", "name one of its scenarios: --scenario S")
    from grognard.cli.picture import write_picture
    from grognard.draw.position import scene_of

    match = _load(record, at, tables, force)
    scene = scene_of(match.system, match.pos, _side(match, side), overlay)
    write_picture(output, match.pos.board, scene)
    console().print(f"{output.name}: {match.system.title} after {len(match.answers)} answers")
    return 0


def show_start(game: str, scenario: str, output: Path, side: str, overlay: str, tables: Path | None) -> int:
    """Draws a scenario before play into a file."""
    from grognard.cli.picture import write_picture
    from grognard.draw.position import scene_of

    system = find_system(game)
    setting, own = read_setting(system, scenario, tables)
    match = Match.new(system, setting, own=own)
    scene = scene_of(system, match.pos, _side(match, side), overlay)
    write_picture(output, match.pos.board, scene)
    console().print(f"{output.name}: {system.title}, {setting_title(system, setting, own)}")
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


def show_report(record: Path, tables: Path | None, force: bool, json: bool, html: Path | None = None) -> int:
    """Sums a record up: in numbers, or as a page."""
    from grognard.analysis.after_action import battle_report

    match = _load(record, None, tables, force)
    if html is not None:
        from grognard.report.page import report_page
        from grognard.report.story import tell_story

        try:
            html.write_text(report_page(match.system, match.pos.board, tell_story(match)), "utf-8")
        except OSError as problem:
            raise InputError(f"'{html.name}' cannot be written: {problem.strerror}") from problem
        console().print(f"Written into {html.name}")
        return 0
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

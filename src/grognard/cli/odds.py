"""The odds of an attack on the terminal: of a record, or of the game that is being played."""

from typing import Any

from rich.console import Console
from rich.table import Table

from grognard.analysis.cards import card_for
from grognard.analysis.distribution import Distribution, table
from grognard.analysis.odds import Forecast
from grognard.cli.output import console, emit, share
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.rulings import Explanation
from grognard.core.position import NOTHING
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.header import side_of
from grognard.play.match import Match
from grognard.play.registry import side_number


def show_odds(match: Match, at: int | None, side: str, json: bool) -> int:
    """The attack on the table, or the last one there was: its sheet and what it will do."""
    if not _is_rolled_for(match):
        if at is not None:
            raise InputError(f"no attack is on the table after answer {at}", _where(match))
        last = _attacks(match)[-1:]
        if not last:
            raise InputError("the record has no attack in it")
        match = match.branch(last[0])
    system = match.system
    knows = side_number(system, side) if side else _attacker(match)
    found = odds_for(match, knows)
    if found is None:
        raise InputError(f"{system.sides[knows]} sees no attack on the table", "name the other --side")
    sheets = system.screen.explain(match.pos)
    if json:
        emit(
            {
                "at": len(match.answers),
                "side": system.sides[knows],
                "sheets": [sheet_out(sheet) for sheet in sheets],
                "ways": [_way(way, chances) for way, chances in found.ways.items()],
                "draws": found.draws,
                "note": system.odds.note,
            }
        )
        return 0
    out = console()
    out.print(f"After answer {len(match.answers)}, as {system.sides[knows]} knows it:")
    for sheet in sheets:
        out.print(sheet.text())
    print_odds(out, system, found)
    return 0


def odds_for(match: Match, side: int) -> Forecast | None:
    """The odds of the attack or roll on the table from what a side knows; None where it sees none."""
    found = card_for(match.system, match.system.knowledge.project(match.pos, side))
    return None if found is None else found.forecast


def print_odds(out: Console, system: AnySystem, found: Forecast) -> None:
    """The outcomes in each way, and how they were come by."""
    for way, chances in found.ways.items():
        if way:
            out.print(f"{way[0].upper()}{way[1:]}:")
        out.print(odds_table(chances))
    for line in (how_found(found), system.odds.note):
        if line:
            out.print(line, style="dim")


def odds_table(found: Distribution) -> Table:
    """The outcomes of a distribution, the likeliest first."""
    names = found.names()
    made = Table("chance", "" if found.is_exact else "between", *names)
    for leaf, chance in sorted(found.chances.items(), key=lambda item: -item[1]):
        values = [str(dict(leaf).get(name, 0)) for name in names]
        low, high = found.between(leaf)
        sure = str(chance) if found.is_exact else share(float(chance))
        made.add_row(sure, share(low) if found.is_exact else f"{share(low)} and {share(high)}", *values)
    made.add_section()
    made.add_row("mean", "", *(f"{float(found.mean(name)):.2f}" for name in names))
    return made


def how_found(found: Forecast) -> str:
    """Where not every line was followed in a known position: what was drawn instead."""
    lines = max(chances.sampled for chances in found.ways.values())
    drawn = [f"{lines:,} lines of play"] if lines else []
    if found.draws:
        drawn.append(f"{found.draws} positions of what is not seen")
    return f"Drawn at random: {' in '.join(drawn)}; intervals at 95 %." if drawn else ""


# -- of a record --------------------------------------------------------------------------------


def _attacker(match: Match) -> int:
    """The side whose attack it is: the one that is asked, or that answered last before the die."""
    if not match.ask.is_chance:
        return match.ask.side
    sides = [side_of(match.system, answer.by) for answer in match.answers]
    return next((side for side in reversed(sides) if side != CHANCE), NOTHING)


def _way(way: str, found: Distribution) -> dict[str, Any]:
    return {
        "way": way,
        "outcomes": table(found),
        "means": {name: float(found.mean(name)) for name in found.names()},
        "plays": found.plays,
        "sampled": found.sampled,
    }


def sheet_out(sheet: Explanation) -> dict[str, Any]:
    """A sheet as plain values."""
    terms = [{"label": t.label, "value": t.value, "rule": t.rule, "house": t.house} for t in sheet.terms]
    return {"title": sheet.title, "terms": terms, "total": sheet.total}


def _is_rolled_for(match: Match) -> bool:
    """Is there an attack on the table, or another roll that somebody has chosen to make?"""
    odds, ask = match.system.odds, match.ask
    if match.over:
        return False
    is_roll = ask.is_chance and ask.step in odds.aims
    return odds.on_table(match.pos) or is_roll or odds.roll_under_way(match.game) is not None


def _attacks(match: Match) -> list[int]:
    """After which answers an attack was on the table."""
    walk = match.branch(0)
    found: list[int] = []
    for answer in match.answers:
        walk.say(side_of(match.system, answer.by), answer.do)
        if _is_rolled_for(walk):
            found.append(answer.n)
    return found


def _where(match: Match) -> str:
    found = _attacks(match)
    return (
        f"one is after answer {', '.join(map(str, found[-5:]))}" if found else "this record has none so far"
    )

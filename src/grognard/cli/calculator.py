"""A game's calculators on the terminal: values as NAME=VALUE, sheets and chances in return."""

from collections.abc import Sequence

from rich.table import Table

from grognard.analysis.distribution import Distribution, table
from grognard.cli.odds import sheet_out
from grognard.cli.output import console, emit, share
from grognard.core.calculator import BadValue, Calculator
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.registry import find_system


def show_calculator(game: str, given: Sequence[str], json: bool) -> int:
    """Works out what the values come to; without any, says which there are."""
    system = find_system(game)
    calculator, rest = _pick(system, given)
    if not rest and not json:
        _show_fields(system, calculator)
        return 0
    try:
        found = calculator.work_out(dict(_pair(text) for text in rest))
    except BadValue as problem:
        raise InputError(str(problem), f"grognard odds {game} {calculator.id}") from problem
    ways = {way: Distribution(chances, 0) for way, chances in found.ways.items()}
    if json:
        outcomes = [{"way": way, "outcomes": table(chances)} for way, chances in ways.items()]
        sheets = [sheet_out(sheet) for sheet in found.sheets]
        emit({"game": game, "calculator": calculator.id, "sheets": sheets, "ways": outcomes})
        return 0
    out = console()
    for sheet in found.sheets:
        out.print(sheet.text())
    for way, chances in ways.items():
        if way:
            out.print(f"{way[0].upper()}{way[1:]}:")
        out.print(_by_number(chances))
    if calculator.note:
        out.print(calculator.note, style="dim")
    return 0


def _pick(system: AnySystem, given: Sequence[str]) -> tuple[Calculator, Sequence[str]]:
    if not system.calculators:
        raise InputError(f"{system.title} has no calculator", "name a record with an attack in it")
    if given and "=" not in given[0]:
        named = {one.id: one for one in system.calculators}
        if given[0] not in named:
            raise InputError(f"{system.title} has no sum '{given[0][:40]}'", f"known: {', '.join(named)}")
        return named[given[0]], given[1:]
    return system.calculators[0], given


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise InputError(f"'{text[:40]}' is no value", "write NAME=VALUE")
    return name, value


def _by_number(found: Distribution) -> Table:
    """Each of the measured numbers by itself: how likely its values are, and its mean."""
    made = Table("", "how likely each number is", "mean")
    for name in found.names():
        parts = [f"{value}: {share(float(chance))}" for value, chance in found.of(name).items()]
        made.add_row(name, ", ".join(parts), f"{float(found.mean(name)):.2f}")
    return made


def _show_fields(system: AnySystem, calculator: Calculator) -> None:
    out = console()
    out.print(f"{system.title}: {calculator.title}", style="bold")
    made = Table("NAME", "what it is", "left out")
    for field in calculator.fields:
        choices = f" ({', '.join(field.choices)})" if field.choices else ""
        made.add_row(field.name, f"{field.label}{choices}", field.default)
    out.print(made)
    others = [one for one in system.calculators if one is not calculator]
    for one in others:
        out.print(f"Also: grognard odds {system.id} {one.id} …  {one.title}")

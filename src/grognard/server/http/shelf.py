"""The games on the shelf as the client needs them: cards, the sequence of play in outline, calculators."""

from functools import lru_cache
from typing import Literal

from grognard.ai.players import make_player, player_names
from grognard.analysis.distribution import Distribution
from grognard.core.calculator import BadValue, Calculator
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import Decision, Roll, Sealed, Step
from grognard.core.system import AnySystem
from grognard.draw.looks import looks_of
from grognard.draw.position import position_svg
from grognard.play.errors import InputError
from grognard.play.guide import guide_of
from grognard.play.registry import find_system
from grognard.play.standing_orders import rare_orders
from grognard.server.messages import shelf_bodies as bodies
from grognard.server.table import to_wire
from grognard.server.table.board_setting import setting
from grognard.server.table.cards import scenario_card


@lru_cache
def game_card(game: str) -> bodies.GameCard:
    """A game on the shelf."""
    system = find_system(game)
    scenarios = [scenario_card(one) for one in system.rules.scenarios()]
    scenarios.sort(key=lambda one: (one.id != "teaching", one.minutes))
    return bodies.GameCard(
        id=system.id,
        title=system.title,
        summary=system.summary,
        prefix=system.prefix,
        sides=list(system.sides),
        scenarios=scenarios,
        toggles=[bodies.ToggleCard(*toggle) for toggle in system.rules.toggles()],
        levels=_levels(system),
        picture=f"/api/games/{system.id}/picture.svg",
        calculators=[calculator_form(one) for one in system.calculators],
    )


def _levels(system: AnySystem) -> list[str]:
    """The computer players that this game has, the strongest of the plain ones first."""
    found: list[str] = []
    for name in player_names():
        try:
            make_player(name, system)
        except (InputError, ImportError, NotImplementedError):
            continue
        found.append(name)
    return sorted(found, key=lambda name: (name == "random", name != "staff", name))


@lru_cache(maxsize=64)
def picture(game: str) -> str:
    """The first scenario of a game, drawn."""
    start = setting(game, game_card(game).scenarios[0].id)
    return position_svg(find_system(game), start.pos, -1)


@lru_cache
def info(game: str) -> bodies.GameInfo:
    """What the table needs of a game beside its board."""
    system = find_system(game)
    looks = looks_of(system)
    inside = system.rules.main.tree()
    called = [one for name, one in system.rules.procedures.items() if name not in inside]
    nested = {item.name for one in called for item in one.items if isinstance(item, Procedure)}
    return bodies.GameInfo(
        card=game_card(game),
        outline=outline(system.rules.main),
        called=[outline(one) for one in called if one.name not in nested],
        verbs={name: verb.noun for name, verb in system.words.verbs.items()},
        overlays=system.screen.overlays(),
        tones=looks.overlays,
        headings=looks.headings,
        has_sight=system.screen.has_sight,
        plans=system.screen.plans(),
        motions=system.screen.motions,
        guide=_guide(system),
        rare=rare_orders(system),
    )


def _guide(system: AnySystem) -> bodies.GuideOut | None:
    found = guide_of(system)
    if found is None:
        return None
    return bodies.GuideOut(found.scenario, system.sides.index(found.side), found.start)


def outline(procedure: Procedure) -> bodies.OutlineItem:
    """A procedure with everything in it, as a player aid prints it."""
    items = [
        outline(item) if isinstance(item, Procedure) else _step(procedure.name, item)
        for item in procedure.items
    ]
    return bodies.OutlineItem(procedure.name, "procedure", procedure.title, [], items)


def _step(procedure: str, step: Step) -> bodies.OutlineItem:
    kind: Literal["decision", "roll", "sealed", "action"] = "action"
    if isinstance(step, Decision):
        kind = "decision"
    elif isinstance(step, Roll):
        kind = "roll"
    elif isinstance(step, Sealed):
        kind = "sealed"
    return bodies.OutlineItem(f"{procedure}/{step.name}", kind, step.title, list(step.rules))


# -- calculators ----------------------------------------------------------------------------------


def calculator_form(calculator: Calculator) -> bodies.CalculatorOut:
    """The form of a calculator."""
    fields = [
        bodies.FieldOut(one.name, one.label, one.default, list(one.choices)) for one in calculator.fields
    ]
    return bodies.CalculatorOut(calculator.id, calculator.title, fields, calculator.note)


def calculated(game: str, id: str, values: dict[str, str]) -> bodies.CalculatedOut:
    """What these values come to. Raises InputError where there is no such sum, or for a bad value."""
    system = find_system(game)
    calculator = next((one for one in system.calculators if one.id == id), None)
    if calculator is None:
        raise InputError(f"{system.title} has no sum '{id[:40]}'")
    try:
        found = calculator.work_out(values)
    except BadValue as problem:
        raise InputError(str(problem)) from problem
    ways = {way: Distribution(chances, 0) for way, chances in found.ways.items()}
    names = list(dict.fromkeys(name for one in ways.values() for name in one.names()))
    return bodies.CalculatedOut(
        [to_wire.sheet(sheet) for sheet in found.sheets],
        names,
        [to_wire.way_odds(way, one) for way, one in ways.items()],
        [name for name in names if name in calculator.yes_or_no],
    )

"""The games as the client needs them: cards, outlines, boards, counters, rules and examples."""

import gzip
import logging
from collections import OrderedDict
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import msgspec

from grognard.ai.players import make_player, player_names
from grognard.analysis.distribution import Distribution
from grognard.core.board import Board
from grognard.core.calculator import BadValue, Calculator
from grognard.core.content import ContentError, Scenario
from grognard.core.flow import AnyGame
from grognard.core.ledger import FILLED
from grognard.core.own import NO_OWN, Own
from grognard.core.procedures import Procedure
from grognard.core.steps import Decision, Roll, Sealed, Step
from grognard.core.system import AnySystem
from grognard.core.units import Counter
from grognard.draw.board import board_scene
from grognard.draw.counters import SPRITE, badge_svg, counter_svg, pips_svg
from grognard.draw.looks import Badge, Livery, Looks, looks_of
from grognard.draw.position import position_svg
from grognard.draw.scene import back_of, face_of
from grognard.play.cases import (
    Case,
    CaseStep,
    case_files,
    case_steps,
    load_cases,
    rules_shown,
    run_case,
)
from grognard.play.errors import InputError
from grognard.play.guide import guide_of
from grognard.play.header import Header
from grognard.play.registry import find_system, game_ids
from grognard.play.setting import case_id, open_setting, setting_options
from grognard.server import compose
from grognard.server import shelf_bodies as bodies
from grognard.server.owners import OWN

log = logging.getLogger("grognard.server")

MOST_OWNED: Final = 64


def known_games() -> list[AnySystem]:
    """Every game that can be loaded; one that cannot is told in the log and left out."""
    found: list[AnySystem] = []
    for id in game_ids():
        try:
            found.append(find_system(id))
        except (InputError, ContentError):
            log.exception("the game %s cannot be loaded", id)
    return found


# -- cards ----------------------------------------------------------------------------------------


def scenario_card(one: Scenario) -> bodies.ScenarioCard:
    """A scenario on the shelf."""
    turns = one.turns - one.first_turn + 1
    return bodies.ScenarioCard(one.id, one.title, one.summary, one.minutes, turns, one.notes)


@lru_cache
def card(game: str) -> bodies.GameCard:
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
        [compose.sheet(sheet) for sheet in found.sheets],
        names,
        [compose.way_odds(way, one) for way, one in ways.items()],
        [name for name in names if name in calculator.yes_or_no],
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


@lru_cache
def info(game: str) -> bodies.GameInfo:
    """What the table needs of a game beside its board."""
    system = find_system(game)
    looks = looks_of(system)
    inside = system.rules.main.tree()
    called = [one for name, one in system.rules.procedures.items() if name not in inside]
    nested = {item.name for one in called for item in one.items if isinstance(item, Procedure)}
    return bodies.GameInfo(
        card=card(game),
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


# -- boards and counters --------------------------------------------------------------------------


@lru_cache(maxsize=256)
def setting(game: str, name: str) -> AnyGame:
    """The start of a scenario, an example ("case:ITS-TITLE") or a table's own files ("own:KEY:TABLE").

    Raises InputError.
    """
    system = find_system(game)
    own = NO_OWN
    if name.startswith(OWN):
        if name not in _owned:
            raise InputError("there are no such files here", "open a table that is played with them")
        name, own = _owned[name]
    return open_setting(system, name, setting_options(system, name, None, own), own)


_owned: OrderedDict[str, tuple[str, Own]] = OrderedDict()
"""The own files of tables somebody has looked at lately, by their setting, with the scenario's id."""


def setting_of(header: Header, table: str) -> str:
    """What names the board and counters of a table, for `setting`; own files are remembered for it."""
    if not header.own.scenario:
        return header.scenario
    name = f"{OWN}{header.own.key}:{table}"
    _owned[name] = (header.scenario, header.own)
    _owned.move_to_end(name)
    while len(_owned) > MOST_OWNED:
        _owned.popitem(last=False)
    return name


class Printed(NamedTuple):
    """The printed picture of a board as it is sent, and a name that changes with it."""

    name: str
    data: bytes
    packed: bytes
    """Gzipped."""


@lru_cache(maxsize=32)
def printed(game: str, name: str) -> Printed:
    """The printed picture of a setting's board."""
    system = find_system(game)
    scene = board_scene(setting(game, name).pos.board, looks_of(system))
    data = msgspec.json.encode(scene)
    return Printed(scene.hash(), data, gzip.compress(data, 6, mtime=0))


@lru_cache(maxsize=64)
def picture(game: str) -> str:
    """The first scenario of a game, drawn."""
    start = setting(game, card(game).scenarios[0].id)
    return position_svg(find_system(game), start.pos, -1)


@lru_cache(maxsize=64)
def board(game: str, name: str) -> bodies.BoardOut:
    """The map of a setting."""
    system = find_system(game)
    found = setting(game, name).pos.board
    grid = found.grid
    looks = looks_of(system)
    centres = [grid.centre(i) for i in range(grid.size)]
    return bodies.BoardOut(
        title=found.title,
        mark=found.mark,
        note=found.note,
        columns=grid.columns,
        rows=grid.rows,
        lower=grid.lower,
        names=[found.place_id(place) for place in range(found.size)],
        boxes=[bodies.BoxOut(grid.size + k, box.name, box.note) for k, box in enumerate(found.boxes)],
        missing=sorted(grid.missing),
        x=[round(x, 4) for x, _ in centres],
        y=[round(y, 4) for _, y in centres],
        terrain=found.terrain,
        terrain_kinds=found.terrain_kinds,
        terrain_words=[looks.words(looks.terrain_look(kind), kind) for kind in found.terrain_kinds],
        sides=found.sides,
        side_kinds=found.side_kinds,
        side_words=[looks.words(looks.hexside(kind), kind) for kind in found.side_kinds],
        links=found.links,
        link_kinds=found.link_kinds,
        link_words=[looks.words(looks.route(kind), kind) for kind in found.link_kinds],
        places=[bodies.PlaceOut(i, p.name, p.kind, p.mark, p.note) for i, p in found.places.items()],
        rivers=_rivers(found),
        routes=[
            bodies.RouteOut(id, found.route_names[id], found.route_kinds[id], list(hexes))
            for id, hexes in found.routes.items()
        ],
        areas={area: sorted(hexes) for area, hexes in found.areas.items()},
        layers=found.layers,
        liveries=[_livery(looks.livery(side)) for side in system.sides],
        badges={badge: _badge(look) for badge, look in looks.badges.items()},
        tints=[
            bodies.TintOut(one.colour, one.strength, one.track, one.values) for one in looks.tints.values()
        ],
        scene=printed(game, name).name,
    )


def _rivers(found: Board) -> list[bodies.RiverOut]:
    return [
        bodies.RiverOut(name, found.river_kinds[name], [(a, found.grid.direction(a, b)) for a, b in pairs])
        for name, pairs in found.rivers.items()
    ]


def _livery(look: Livery) -> bodies.LiveryOut:
    return bodies.LiveryOut(
        look.ground, look.ink, look.box, look.box_ink, look.frame, look.pattern, look.shade
    )


def _badge(look: Badge) -> bodies.BadgeOut:
    return bodies.BadgeOut(look.words, badge_svg(look))


@lru_cache(maxsize=64)
def counters(game: str, name: str) -> list[bodies.CounterOut]:
    """The counters of a setting; their place is the unit's number."""
    system = find_system(game)
    roster = setting(game, name).pos.roster
    sides = {side: number for number, side in enumerate(system.sides)}
    looks = looks_of(system)
    return [
        bodies.CounterOut(
            id=one.id,
            name=one.name,
            side=sides.get(one.side, -1),
            kind=one.kind,
            kind_words=looks.words(looks.kind(one.kind, one.traits), one.kind),
            size=one.size,
            faces=one.faces,
            value_names=roster.names_for(one.kind),
            parent=one.parent,
            command=one.command,
            traits=one.traits,
            mark=one.mark,
            note=one.note,
        )
        for one in roster.counters
    ]


@lru_cache(maxsize=16)
def sprites(game: str, name: str) -> bodies.Sprites:
    """Every counter face of a setting, drawn."""
    system = find_system(game)
    looks = looks_of(system)
    roster = setting(game, name).pos.roster
    drawn = [[_drawn(one, i, looks) for i in range(len(one.faces))] for one in roster.counters]
    unknown = [counter_svg(back_of(side), looks) for side in system.sides]
    pips = {
        unit: [pips_svg(face_of(one, left=left), looks) for left in range(1, one.steps + 1)]
        for unit, one in enumerate(roster.counters)
        if one.steps > 1
    }
    goods = {
        text: [counter_svg(back_of(side, text=text), looks) for side in system.sides]
        for text in system.screen.goods
    }
    return bodies.Sprites(SPRITE, drawn, unknown, pips, goods)


def _drawn(counter: Counter, face: int, looks: Looks) -> str:
    """A face of a counter; without pips where these change and the face does not."""
    shown = face_of(counter, face)
    return counter_svg(msgspec.structs.replace(shown, steps=1) if counter.steps else shown, looks)


@lru_cache(maxsize=4_096)
def counter(game: str, name: str, unit: int, face: int, badges: tuple[str, ...]) -> str:
    """One counter with its badges. Raises InputError."""
    system = find_system(game)
    roster = setting(game, name).pos.roster
    if not 0 <= unit < len(roster.counters):
        raise InputError(f"there is no counter {unit}")
    one = roster.counters[unit]
    if not 0 <= face < len(one.faces):
        raise InputError(f"counter {unit} has no face {face}")
    return counter_svg(face_of(one, face, badges), looks_of(system))


# -- rules and examples ---------------------------------------------------------------------------


@lru_cache
def cases(game: str) -> list[Case]:
    """The examples of a game; a faulty file is told in the log and left out."""
    system = find_system(game)
    found: list[Case] = []
    for path in case_files(system):
        try:
            found += load_cases(path, rules=system.ledger.ids())
        except ContentError:
            log.exception("the examples in %s cannot be read", path.name)
    return found


def _case(game: str, number: int) -> Case:
    found = cases(game)
    if not 1 <= number <= len(found):
        raise InputError(f"there is no example {number}", f"1 to {len(found)}")
    return found[number - 1]


def case_cards(game: str) -> list[bodies.CaseCard]:
    """The examples of a game by number, from 1 on."""
    return [_case_card(number, case) for number, case in enumerate(cases(game), 1)]


def _case_card(number: int, case: Case) -> bodies.CaseCard:
    return bodies.CaseCard(number, case.title, case.story, case.rules, case_id(case))


@lru_cache(maxsize=256)
def case(game: str, number: int) -> bodies.CaseOut:
    """An example line by line."""
    system = find_system(game)
    found = _case(game, number)
    start = CaseStep("", "", "", [], "", "", 0, setting(game, case_id(found)).copy())
    steps = [start, *(step for step in case_steps(system, found) if step.who)]
    sides: list[int] = []
    for step in steps:
        asked = [one for one in step.game.ask.sides if one >= 0]
        sides.append(asked[0] if asked else sides[-1] if sides else -1)
    return bodies.CaseOut(
        card=_case_card(number, found),
        steps=[_case_step(system, step, side) for step, side in zip(steps, sides, strict=True)],
        expect=found.expect,
        faults=run_case(system, found).faults,
    )


def _case_step(system: AnySystem, step: CaseStep, side: int) -> bodies.CaseStepOut:
    game = step.game
    return bodies.CaseStepOut(
        who=step.who,
        label=step.label,
        told=step.told,
        rule=step.rule,
        answers=step.answers,
        side=side,
        scene=compose.scene(system.knowledge.show(game.pos, side)),
        sentence=system.words.sentence(game.pos, game.ask, side)
        if side in game.ask.sides
        else game.ask.title,
        sheets=[] if game.over else compose.sheets(system, game.pos),
        is_over=game.over,
    )


@lru_cache
def _shown(game: str) -> dict[str, list[int]]:
    """The numbers of the cases that show each rule."""
    by_title = {one.title: number for number, one in enumerate(cases(game), 1)}
    return {rule: [by_title[title] for title in titles] for rule, titles in rules_shown(cases(game)).items()}


def rules(game: str, words: str) -> bodies.RulesOut:
    """The ledger, or those of its rules that have all these words."""
    ledger = find_system(game).ledger
    wanted = words.lower().split()
    found = [
        bodies.RuleOut(
            id=one.id,
            chapter=one.chapter,
            text=one.text,
            reading=one.reading,
            example=one.example,
            toggle=one.toggle,
            source=one.source,
            needs=one.needs,
            cases=_shown(game).get(one.id, []),
        )
        for one in ledger.readable()
        if all(word in f"{one.id} {one.text} {one.reading}".lower() for word in wanted)
    ]
    chapters = [bodies.ChapterOut(one.id, one.title, one.when) for one in (*ledger.chapter, FILLED)]
    return bodies.RulesOut(game, find_system(game).title, chapters, found)

"""The bodies of the HTTP routes of the shelf: games, boards, counters, rules and cases."""

from typing import Literal

import msgspec

from grognard.server.messages.parts import Scene, Sheet, WayOdds


class ScenarioCard(msgspec.Struct, frozen=True):
    """A scenario on the shelf."""

    id: str
    title: str
    summary: str
    minutes: int
    turns: int
    notes: list[str]


class ToggleCard(msgspec.Struct, frozen=True):
    """A reading that players can switch."""

    id: str
    text: str
    default: bool
    rule: str


class FieldOut(msgspec.Struct, frozen=True):
    """A value that a calculator asks for; one of `choices`, if there are any."""

    name: str
    label: str
    default: str
    choices: list[str]


class CalculatorOut(msgspec.Struct, frozen=True):
    """A sum of a game that needs no position: its form."""

    id: str
    title: str
    fields: list[FieldOut]
    note: str


class CalculatedOut(msgspec.Struct, frozen=True):
    """What a calculator has found."""

    sheets: list[Sheet]
    names: list[str]
    """The things whose chances are told."""
    ways: list[WayOdds]
    yes_or_no: list[str]


class GameCard(msgspec.Struct, frozen=True):
    """A game on the shelf."""

    id: str
    title: str
    summary: str
    prefix: str
    sides: list[str]
    scenarios: list[ScenarioCard]
    toggles: list[ToggleCard]
    levels: list[str]
    """The computer players that can play it."""
    picture: str
    """The address of a picture of its teaching scenario."""
    calculators: list[CalculatorOut] = []
    """Sums that need no game, for people who play on paper."""


class OutlineItem(msgspec.Struct, frozen=True):
    """A line of the sequence of play. `id` is "procedure" or "procedure/step"."""

    id: str
    kind: Literal["procedure", "decision", "roll", "sealed", "action"]
    title: str
    rules: list[str]
    items: list["OutlineItem"] = []


class GuideOut(msgspec.Struct, frozen=True):
    """The lesson of a game: which scenario, who learns, and what it is all about."""

    scenario: str
    side: int
    start: str


class GameInfo(msgspec.Struct, frozen=True):
    """What the table needs of a game beside its board."""

    card: GameCard
    outline: OutlineItem
    """The main procedure."""
    called: list[OutlineItem]
    """Procedures that steps of the outline call, such as a combat."""
    verbs: dict[str, str]
    """The kind of noun of each verb: none, hex, unit or number."""
    overlays: dict[str, str]
    """What each overlay shows."""
    tones: dict[str, Literal["plain", "good", "bad"]]
    """How the hexes of an overlay are lit; plain for those left out."""
    headings: list[str]
    """Events whose line in the log is a heading."""
    has_sight: bool
    plans: dict[str, str]
    """Sheets that help a side to plan: name and what each tells."""
    """Lines of sight between hexes can be asked for."""
    motions: dict[str, tuple[str, ...]]
    guide: GuideOut | None
    """Events that move units, and what each of their facts is: "unit", "to", "origin", "landing" or ""."""


class PlaceOut(msgspec.Struct, frozen=True):
    """A named hex."""

    hex: int
    name: str
    kind: str
    mark: str
    note: str


class RiverOut(msgspec.Struct, frozen=True):
    """A feature along hexsides: each side is a hex and a direction (N, NE, SE, S, SW, NW as 0 to 5)."""

    name: str
    kind: str
    sides: list[tuple[int, int]]


class RouteOut(msgspec.Struct, frozen=True):
    """A road or railway through hexes."""

    id: str
    name: str
    kind: str
    hexes: list[int]


class BoxOut(msgspec.Struct, frozen=True):
    """A place beside the map."""

    place: int
    name: str
    note: str


class LiveryOut(msgspec.Struct, frozen=True):
    """How a side looks."""

    ground: str
    ink: str
    box: str
    box_ink: str
    frame: str
    pattern: str
    shade: str


class BadgeOut(msgspec.Struct, frozen=True):
    """A small sign on a counter or in a hex."""

    words: str
    svg: str
    """Drawn around 0, 0 in a box that reaches 12 to each side."""


class TintOut(msgspec.Struct, frozen=True):
    """A wash over the map while the track of that label shows one of the values."""

    colour: str
    strength: float
    track: str
    values: list[str]


class BoardOut(msgspec.Struct, frozen=True):
    """A map. Hexes are flat-top, numbered row by row; `x`, `y` are centres with hexes 1.0 high."""

    title: str
    mark: str
    note: str
    columns: int
    rows: int
    lower: str
    """Which columns, counted from 1, lie half a hex lower: "even" or "odd"."""
    names: list[str]
    """Of the hexes, then of the boxes beside the map."""
    boxes: list[BoxOut]
    missing: list[int]
    x: list[float]
    y: list[float]
    terrain: list[int]
    terrain_kinds: list[str]
    terrain_words: list[str]
    sides: list[int]
    """Six for each hex, an index of `side_kinds`; 0 is nothing."""
    side_kinds: list[str]
    side_words: list[str]
    links: list[int]
    """Six for each hex, a bit for each of `link_kinds`."""
    link_kinds: list[str]
    link_words: list[str]
    places: list[PlaceOut]
    rivers: list[RiverOut]
    routes: list[RouteOut]
    areas: dict[str, list[int]]
    layers: dict[str, list[int]]
    liveries: list[LiveryOut]
    """One for each side of the game."""
    badges: dict[str, BadgeOut]
    tints: list[TintOut]
    scene: str
    """The name of its printed picture, a `BoardScene`: `…/scene/NAME` never changes."""


class CounterOut(msgspec.Struct, frozen=True):
    """A counter as printed. Its number in the list is the `unit` of pieces and options."""

    id: str
    name: str
    side: int
    kind: str
    kind_words: str
    size: str
    faces: list[list[int]]
    value_names: list[str]
    parent: str
    command: str
    traits: list[str]
    mark: str
    note: str
    steps: int = 0
    """How many steps it has at full strength; 0 for one that has none to lose, such as a leader."""


class Sprites(msgspec.Struct, frozen=True):
    """Every counter face as an SVG document; `svg[unit][face]`, without badges."""

    box: tuple[int, int, int, int]
    """Left, top, width, height of each document; the card lies at 0, 0 and is 100 wide."""
    svg: list[list[str]]
    unknown: list[str]
    """The back of each side's counters."""
    pips: dict[int, list[str]]
    """By unit, for counters whose steps their faces do not tell: the pips of one step left, of two, …"""
    goods: dict[str, list[str]] = {}
    """What is no counter, such as supply, by its text and then by side."""


class ChartRow(msgspec.Struct, frozen=True):
    """A row of a table: its label, its cells as they are printed, whose values they are, and a remark."""

    label: str
    cells: list[str]
    marks: list[str]
    note: str = ""


class ChartOut(msgspec.Struct, frozen=True):
    """A table of the game as this setting plays it."""

    name: str
    title: str
    columns: list[str]
    rows: list[ChartRow]
    rules: list[str]
    note: str = ""


class RuleOut(msgspec.Struct, frozen=True):
    """A rule of the ledger with its reading and the examples that show it."""

    id: str
    chapter: str
    text: str
    reading: str
    example: str
    toggle: str
    source: str
    needs: list[str]
    cases: list[int]
    """Numbers of the cases that show it."""


class ChapterOut(msgspec.Struct, frozen=True):
    """A heading of the ledger."""

    id: str
    title: str
    when: str


class RulesOut(msgspec.Struct, frozen=True):
    """The rules of a game, or those that a search found."""

    game: str
    title: str
    chapters: list[ChapterOut]
    rules: list[RuleOut]


class CaseCard(msgspec.Struct, frozen=True):
    """An example of play."""

    number: int
    title: str
    story: str
    rules: list[str]
    setting: str
    """Names its board and counters, and the scenario of a table that begins with it."""


class CaseStepOut(msgspec.Struct, frozen=True):
    """An example after an answer, or after one that is refused; the first is what it begins with."""

    who: str
    label: str
    """What was answered, as its button says it."""
    told: list[str]
    """What came of it, in sentences, or why it is refused."""
    rule: str
    """The rule that refuses it."""
    answers: int
    """How many answers of the example have been given: a table can begin after as many."""
    side: int
    """Whose view this is: of the side that is asked."""
    scene: Scene
    sentence: str
    sheets: list[Sheet]
    is_over: bool
    """Nobody is left to play on from here."""


class CaseOut(msgspec.Struct, frozen=True):
    """An example of play, line by line."""

    card: CaseCard
    steps: list[CaseStepOut]
    expect: list[str]
    faults: list[str]

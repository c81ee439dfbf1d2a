"""How a game looks, read from its own file `data/looks.toml`: liveries, badges, ground, lines, names, tints.

Names of nations, terrain, routes and badges mean nothing here: whatever is drawn stands in the file. What a
file does not name looks plain. docs/looks-format.md describes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import dist
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from grognard.core.board.board import Board
from grognard.core.board.own_kinds import Colour, Hexside, Route, Stroke, Terrain, Texture, Words
from grognard.core.content.read import Fault, decode_toml, raise_faults
from grognard.core.system import AnySystem
from grognard.core.view import Track
from grognard.draw.symbols import symbols

SERIF: Final[str] = "'Source Serif Pro', 'Source Serif 4', Georgia, serif"
SANS: Final[str] = "'Source Sans Pro', 'Source Sans 3', Helvetica, Arial, sans-serif"
INK: Final[str] = "#3b352b"

Share = Annotated[float, Meta(ge=0, le=1)]
ValuePlace = Annotated[int, Meta(ge=0, le=30)]
"""A value of a counter by its place in the counter's face, counted from 0."""
BesideValue = Annotated[str, Meta(pattern=r"^[A-Za-z]{0,2}[0-9]{1,2}$")]
"""The same with the letters that are printed before it: "a4" is the letter a and the fifth value."""

Tone = Literal["plain", "good", "bad"]

NEAR: Final[float] = 40.0
"""Two liveries whose grounds lie nearer than this in red, green and blue are one colour to the eye."""


class Livery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a nation's counters look. Pattern and frame tell nations apart without any colour."""

    ground: Colour
    ink: Colour
    box: Colour
    box_ink: Colour
    frame: Literal["double", "heavy", "dashed", "notched"]
    pattern: Literal["plain", "slant", "bars", "dots"]
    shade: Colour
    """The colour of its ground on the map."""
    words: Words = ""


class Badge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small sign on a counter or in a hex; its shape says as much as its colour."""

    sign: Annotated[str, Meta(min_length=1, max_length=2)]
    words: Words
    ground: Colour
    shape: Literal["round", "square", "diamond"] = "round"


class PlaceName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the name of a place is written."""

    size: Annotated[float, Meta(ge=6, le=40)] = 14.5
    weight: Literal[400, 600, 700] = 600
    least: Annotated[float, Meta(ge=0, le=200)] = 26
    """Pixels of a hex from which on it is written."""
    floor: Annotated[float, Meta(ge=6, le=40)] = 9.5
    """It never has less pixels than this."""
    sign: Texture | Literal[""] = ""
    """What is strewn around the middle of such a hex: the houses of a village; nothing: no sign."""
    strokes: Annotated[int, Meta(ge=1, le=20)] = 5
    """How many of them."""
    ink: Colour = "#5b4a3e"


class Tint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wash over the whole map while a track beside it says one of these words: weather, night."""

    colour: Colour
    strength: Share
    track: str
    values: Annotated[list[str], Meta(min_length=1)]


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of counter shows in its frame: a symbol of `draw/data/symbols.toml`, or letters."""

    symbol: str = ""
    letters: Annotated[str, Meta(max_length=3)] = ""
    named: bool = True
    """Is the counter's own name printed on it?"""
    words: Words = ""
    row: list[ValuePlace] = []
    """Which of its values stand in the row at the foot; nothing: those that the counters of the game say.
    This and the next are for the layout "sides"."""
    beside: list[BesideValue] = []


class Counters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where counters print what: values in a row at the foot, or one in each corner, or some at the sides."""

    layout: Literal["row", "corners", "sides"] = "row"
    row: list[ValuePlace] = []
    """Which values stand at the foot of a counter with sides, by their places; nothing: all."""
    beside: list[BesideValue] = []
    """Which stand beside its symbol, each with the letters before it: the first left of it, the others right.
    A 0 is not printed."""
    letters: dict[str, Annotated[str, Meta(max_length=2)]] = {}
    """Traits that are printed, and the letter of each; in the corners only."""
    short: dict[str, str] = {}
    """Parts of names that are printed shorter; in the corners only."""


class Looks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a looks file."""

    paper: Colour = "#f4ecd8"
    margin: Colour = "#e9dfc6"
    nations: dict[str, Livery] = {}
    """By the name of a side, of a nation, or of a trait that has a uniform of its own."""
    badges: dict[str, Badge] = {}
    terrain: dict[str, Terrain] = {}
    """In the order of painting."""
    hexsides: dict[str, Hexside] = {}
    routes: dict[str, Route] = {}
    places: dict[str, PlaceName] = {}
    tints: dict[str, Tint] = {}
    kinds: dict[str, Kind] = {}
    counters: Counters = Counters()
    overlays: dict[str, Tone] = {}
    headings: list[str] = []
    """Events whose line in the log is a heading."""

    def livery(self, side: str, nation: str = "", traits: tuple[str, ...] = ()) -> Livery:
        """The livery of a counter: of its nation, of its first trait that has one, or of its side."""
        return self.nations.get(self.nation(side, nation, traits), PLAIN_LIVERIES[0])

    def nation(self, side: str, nation: str = "", traits: tuple[str, ...] = ()) -> str:
        """The name that a counter's livery goes by."""
        return next((name for name in (nation, *traits) if name in self.nations), side)

    def badge(self, name: str) -> Badge:
        """The badge of that name; one without a look shows its first letter."""
        return self.badges.get(name) or Badge(name[:1].upper() or "?", _spoken(name), "#5c6670", "square")

    def terrain_look(self, kind: str) -> Terrain:
        """The look of a terrain."""
        return self.terrain.get(kind, PLAIN_TERRAIN)

    def hexside(self, kind: str) -> Hexside:
        """The look of a kind of hexside."""
        return self.hexsides.get(kind, PLAIN_HEXSIDE)

    def route(self, kind: str) -> Route:
        """The look of a kind of route."""
        return self.routes.get(kind, PLAIN_ROUTE)

    def place(self, kind: str) -> PlaceName:
        """How the name of such a place is written."""
        return self.places.get(kind, PlaceName())

    def kind(self, name: str, traits: Iterable[str] = ()) -> Kind:
        """What such a counter shows; one without a look shows its first letters.

        A kind can look otherwise with a trait: "infantry motorized" goes before "infantry".
        """
        with_trait = (self.kinds.get(f"{name} {trait}") for trait in traits)
        found = next((look for look in with_trait if look is not None), None)
        return found or self.kinds.get(name) or Kind(letters=name[:3].upper())

    def tint(self, tracks: tuple[Track, ...]) -> Tint | None:
        """The tint that the tracks beside the map ask for."""
        shown = {(track.label, track.value) for track in tracks}
        for tint in self.tints.values():
            if any((tint.track, value) in shown for value in tint.values):
                return tint
        return None

    def on(self, board: Board) -> Looks:
        """These looks with those of the kinds that a map adds: its own, or of what each is like."""
        if not board.likes:
            return self
        replaced = msgspec.structs.replace
        terrain = {
            n: k.look or replaced(self.terrain_look(k.like), words="") for n, k in board.new_terrain.items()
        }
        hexsides = {
            n: k.look or replaced(self.hexside(k.like), words="") for n, k in board.new_hexsides.items()
        }
        routes = {n: k.look or replaced(self.route(k.like), words="") for n, k in board.new_routes.items()}
        return replaced(
            self,
            terrain=self.terrain | terrain,
            hexsides=self.hexsides | hexsides,
            routes=self.routes | routes,
        )

    def words(self, look: Livery | Terrain | Hexside | Route | Kind, name: str) -> str:
        """What a look stands for, in words; its name if the file has none."""
        return look.words or _spoken(name)


PLAIN_LIVERIES: Final[tuple[Livery, ...]] = (
    Livery("#a9b3a6", "#191d19", "#dde3d8", "#191d19", "double", "plain", "#5d6f66"),
    Livery("#8c5535", "#fff4dd", "#f0dcb4", "#2c170a", "heavy", "slant", "#a8512c"),
    Livery("#c9b673", "#2a240d", "#efe5bd", "#2a240d", "dashed", "dots", "#a08a34"),
    Livery("#9dbcd6", "#10202e", "#dceaf5", "#10202e", "notched", "bars", "#4f7fa8"),
)
"""For the sides of a game without looks, in their order."""
PLAIN_TERRAIN: Final = Terrain()
PLAIN_HEXSIDE: Final = Hexside([Stroke("#8a7a5c", 4.0)])
PLAIN_ROUTE: Final = Route([Stroke("#8a5f42", 4.6), Stroke("#f0d9a8", 2.6)])
PLAIN: Final = Looks()


def _spoken(name: str) -> str:
    return name.replace("-", " ")


def in_order(names: Iterable[str], table: Iterable[str]) -> list[str]:
    """Names in the order of a table of looks; those that are not in it come last."""
    place = {name: k for k, name in enumerate(table)}
    return sorted(names, key=lambda name: (place.get(name, len(place)), name))


def load_looks(source: Path | str | bytes, name: str = "") -> Looks:
    """The looks in a file; ContentError lists every fault."""
    file, looks = decode_toml(source, Looks, name)
    raise_faults(file, [*_unknown_names(looks), *_alike(looks)])
    return looks


@cache
def looks_of(system: AnySystem) -> Looks:
    """The looks of a game, read once; plain ones if it has no file. Raises ContentError."""
    path = system.folder / "data" / "looks.toml"
    if not path.is_file():
        return Looks(nations=dict(zip(system.sides, PLAIN_LIVERIES, strict=False)))
    looks = load_looks(path)
    bare = [side for side in system.sides if side not in looks.nations]
    raise_faults(path.name, [Fault(f"nations.{side}", "the side has no livery", "add it") for side in bare])
    return looks


def _unknown_names(looks: Looks) -> list[Fault]:
    """Looks that name others which are not there."""
    faults: list[Fault] = []
    for name, terrain in looks.terrain.items():
        if terrain.under and terrain.under not in looks.terrain:
            faults.append(Fault(f"terrain.{name}.under", f"there is no terrain {terrain.under!r}"))
    for name, route in looks.routes.items():
        if route.aside and route.aside not in looks.routes:
            faults.append(Fault(f"routes.{name}.aside", f"there is no route {route.aside!r}"))
    for name, kind in looks.kinds.items():
        if kind.symbol and kind.letters:
            faults.append(Fault(f"kinds.{name}", "has a symbol and letters", "give one of them"))
        if kind.symbol and kind.symbol not in symbols():
            known = ", ".join(one for one in symbols() if one)
            faults.append(Fault(f"kinds.{name}.symbol", f"there is no symbol {kind.symbol!r}", known))
    return faults


def _alike(looks: Looks) -> list[Fault]:
    """Nations that somebody could take for each other: by colour, or in grey by pattern and frame."""
    faults: list[Fault] = []
    names = list(looks.nations)
    for k, name in enumerate(names):
        for other in names[:k]:
            one, two = looks.nations[name], looks.nations[other]
            if (one.pattern, one.frame) == (two.pattern, two.frame):
                faults.append(Fault(f"nations.{name}", f"has the pattern and frame of {other}", "change one"))
            if _apart(one.ground, two.ground) < NEAR:
                faults.append(
                    Fault(f"nations.{name}.ground", f"is too near to that of {other}", "change one")
                )
    return faults


def _apart(a: str, b: str) -> float:
    """How far two colours lie apart."""
    return dist(_channels(a), _channels(b))


def _channels(colour: str) -> list[int]:
    digits = colour[1:] if len(colour) == 7 else "".join(one * 2 for one in colour[1:])
    return [int(digits[k : k + 2], 16) for k in (0, 2, 4)]

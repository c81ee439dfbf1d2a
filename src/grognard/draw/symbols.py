"""The signs that drawings are made of: NATO symbols of counters, strokes of terrain."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from math import cos, pi, sin
from random import Random
from typing import Final

from grognard.draw.geometry import num

_WHEELS: Final = "M58,131 a13,13 0 1 0 26,0 a13,13 0 1 0 -26,0 M116,131 a13,13 0 1 0 26,0 a13,13 0 1 0 -26,0"
_HULL: Final = "!M38,106 h124 l-18,28 h-88 z"


def _aircraft(span: int, chord: int, engines: tuple[int, ...]) -> str:
    """A machine from above, its nose up, with so much wing to each side and engines so far out."""
    wing = span - 7
    body = (
        f"M100,54 q7,8 7,26 l{wing},{chord} 0,11 -{wing},-2 -3,28 17,8 0,8 -42,0 0,-8 17,-8"
        f" -3,-28 -{wing},2 0,-11 {wing},-{chord} q0,-18 7,-26 z"
    )
    return body + "".join(f" M{100 + side * out - 4},74 h8 v20 h-8 z" for out in engines for side in (-1, 1))


_OURS: Final[dict[str, list[str]]] = {
    "truck": ["M25,112 l150,0", _WHEELS],
    "wagon": [
        "M68,100 a32,32 0 1 0 64,0 a32,32 0 1 0 -64,0",
        "M68,100 h64 M100,68 v64 M77,77 l46,46 M123,77 l-46,46",
    ],
    "rails": ["M36,86 h128 M36,114 h128", "M56,76 v48 M85,76 v48 M115,76 v48 M144,76 v48"],
    "fighter": ["!" + _aircraft(46, 12, ())],
    "bomber": ["!" + _aircraft(60, 10, (26,))],
    "heavy-bomber": ["!" + _aircraft(70, 8, (24, 46))],
    "transport-plane": [_aircraft(60, 10, (26,))],
    "ship": [_HULL, "!M72,106 v-16 h18 v-22 h12 v22 h26 v16 z"],
    "landing-craft": ["M36,92 v40 h106 l26,-40 h-14 l-20,26 h-84 v-26 z"],
    "landing-ship": [_HULL, "M60,106 v-20 h22 v20 M108,106 v-12 h40"],
    "floating-truck": ["M36,92 h128 l-18,24 h-92 z", _WHEELS],
}
"""Symbols of ours, for what NATO has none or none that can be told apart at arm's length."""


@cache
def symbols() -> dict[str, list[str]]:
    """The lines of each symbol inside its frame; a leading ! means filled."""
    text = (files("grognard.draw") / "data" / "symbols.toml").read_text(encoding="utf-8")
    table: dict[str, list[str]] = tomllib.loads(text)
    return {**table, **_OURS}


def _tuft(x: float, y: float, dice: Random) -> str:
    return f"M{num(x)} {num(y)}h{num(2 + 3 * dice.random())}"


def _leaf(x: float, y: float, dice: Random) -> str:
    """A round crown with its shadow line."""
    r = 2.6 + 1.4 * dice.random()
    crown = f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 1 {num(2 * r)} 0"
    return crown + f"m-{num(r * 0.6)} {num(r * 0.5)}h{num(r)}"


def _fir(x: float, y: float, dice: Random) -> str:
    h = 6.5 + 2.5 * dice.random()
    w = h * 0.36
    crown = f"M{num(x - w)} {num(y)}l{num(w)} {num(-h)} {num(w)} {num(h)}"
    return crown + f"M{num(x)} {num(y - h * 0.4)}v{num(h * 0.65)}"


def _reed(x: float, y: float, dice: Random) -> str:
    w = 9 + 5 * dice.random()
    blades = f"M{num(x - 2.4)} {num(y)}l-1.6-4M{num(x)} {num(y)}v-5.4M{num(x + 2.4)} {num(y)}l1.6-4"
    return f"M{num(x - w / 2)} {num(y)}h{num(w)}{blades}"


def _hachure(x: float, y: float, dice: Random) -> str:
    """Strokes that run downhill from the middle of the hex."""
    far = max((x * x + y * y) ** 0.5, 1.0)
    reach = 7 + 5 * dice.random()
    return f"M{num(x)} {num(y)}l{num(x / far * reach)} {num(y / far * reach)}"


def _ditch(x: float, y: float, dice: Random) -> str:
    """The two banks of a cut in the ground."""
    w = 6 + 3 * dice.random()
    return f"M{num(x - w)} {num(y)}q{num(w)}-4 {num(2 * w)} 0m0 5q-{num(w)}-4-{num(2 * w)} 0"


def _wave(x: float, y: float, dice: Random) -> str:
    w = 7 + 4 * dice.random()
    return f"M{num(x - w)} {num(y)}q{num(w / 2)}-2.4 {num(w)} 0q{num(w / 2)} 2.4 {num(w)} 0"


def _blocks(x: float, y: float, dice: Random) -> str:
    w, h = 5 + 4 * dice.random(), 4 + 3 * dice.random()
    return f"M{num(x - w / 2)} {num(y - h / 2)}h{num(w)}v{num(h)}h-{num(w)}z"


def _isle(x: float, y: float, dice: Random) -> str:
    """A low island, longer than wide, lying any way round."""
    turn = dice.random() * pi
    length, breadth = 9 + 6 * dice.random(), 3.4 + 2.2 * dice.random()
    ax, ay = cos(turn) * length, sin(turn) * length
    bx, by = -sin(turn) * breadth * 2, cos(turn) * breadth * 2
    ends = f"M{num(x - ax)} {num(y - ay)}Q{num(x + bx)} {num(y + by)} {num(x + ax)} {num(y + ay)}"
    return ends + f"Q{num(x - bx)} {num(y - by)} {num(x - ax)} {num(y - ay)}z"


STROKES: Final[dict[str, Callable[[float, float, Random], str]]] = {
    "tuft": _tuft,
    "leaf": _leaf,
    "fir": _fir,
    "reed": _reed,
    "hachure": _hachure,
    "ditch": _ditch,
    "wave": _wave,
    "blocks": _blocks,
    "isle": _isle,
}
FILLED: Final[frozenset[str]] = frozenset({"blocks", "isle"})
"""Signs that are filled; the others are strokes."""

"""Side colours, badges and fonts: everything about the look that is a matter of taste, in one place."""

from __future__ import annotations

from typing import Final

import msgspec

SERIF: Final[str] = "'Source Serif Pro', 'Source Serif 4', Georgia, serif"
SANS: Final[str] = "'Source Sans Pro', 'Source Sans 3', Helvetica, Arial, sans-serif"

PAPER: Final[str] = "#f4ecd8"
MARGIN_PAPER: Final[str] = "#e9dfc6"
INK: Final[str] = "#3b352b"


class Livery(msgspec.Struct, frozen=True):
    """How a side's counters look. Pattern and frame tell the sides apart without any colour."""

    ground: str
    ink: str
    box: str
    box_ink: str
    frame: str = "double"
    """double, heavy, dashed or notched."""
    pattern: str = "plain"
    """plain, slant, bars or dots."""
    shade: str = "#000"
    """The colour of the side's ground on the map."""


LIVERIES: Final[dict[str, Livery]] = {
    "field-grey": Livery("#a9b3a6", "#191d19", "#dde3d8", "#191d19", "double", "plain", "#5d6f66"),
    "earth-brown": Livery("#8c5535", "#fff4dd", "#f0dcb4", "#2c170a", "heavy", "slant", "#a8512c"),
    "khaki": Livery("#c9b673", "#2a240d", "#efe5bd", "#2a240d", "dashed", "dots", "#a08a34"),
    "air-blue": Livery("#9dbcd6", "#10202e", "#dceaf5", "#10202e", "notched", "bars", "#4f7fa8"),
}

_BY_SIDE: Final[dict[str, str]] = {
    "german": "field-grey",
    "axis": "field-grey",
    "soviet": "earth-brown",
    "allied": "earth-brown",
    "romanian": "khaki",
}

TRAIT_LIVERIES: Final[dict[str, str]] = {"luftwaffe": "air-blue", "romanian": "khaki"}
"""Counters of a side with a uniform of their own."""


class Badge(msgspec.Struct, frozen=True):
    """A small sign on a counter or in a hex; its shape says as much as its colour."""

    sign: str
    words: str
    ground: str
    shape: str = "round"
    """round, square or diamond."""


BADGES: Final[dict[str, Badge]] = {
    "disrupted": Badge("D", "disrupted", "#c8861a", "diamond"),
    "out-of-supply": Badge("S", "out of supply", "#b3261e", "round"),
    "isolated": Badge("I", "isolated", "#7a1712", "diamond"),
    "unsupplied": Badge("S", "no combat supply", "#b3261e", "round"),
    "ammunition": Badge("A", "low on ammunition", "#6b4a9c", "square"),
    "moved": Badge("M", "has moved", "#5c6670", "square"),
    "fought": Badge("F", "has fought", "#5c6670", "square"),
    "active": Badge("!", "active headquarters", "#2c7a3f", "round"),
    "dispersed": Badge("D", "dispersed", "#c8861a", "diamond"),
    "fired": Badge("F", "has fired", "#5c6670", "square"),
    "landed": Badge("▼", "landed this turn", "#2b5d8c", "round"),
    "landed-upon": Badge("▼", "landed upon: neither moves nor fires", "#b3261e", "round"),
    "must-leave": Badge("↗", "must leave the hex", "#b3261e", "square"),
    "loaded": Badge("+", "carries a passenger", "#2c7a3f", "square"),
    "aboard": Badge("↑", "aboard", "#2c7a3f", "round"),
    "in-fort": Badge("▣", "in the fort", "#6b4a2a", "square"),
    "mines": Badge("✱", "minefield", "#7a1712", "diamond"),
    "block": Badge("✕", "block", "#4a3a22", "square"),
    "fort": Badge("▣", "fort", "#6b4a2a", "square"),
    "wreck": Badge("w", "wreck", "#3c3c3c", "round"),
    "supply-point": Badge("P", "supply point", "#2c7a3f", "square"),
}


def livery_of(side: str, traits: tuple[str, ...] = ()) -> Livery:
    """The livery of a side; a name nobody told us about always gets the same one of the four."""
    for trait in traits:
        if trait in TRAIT_LIVERIES:
            return LIVERIES[TRAIT_LIVERIES[trait]]
    name = _BY_SIDE.get(side) or sorted(LIVERIES)[sum(map(ord, side)) % len(LIVERIES)]
    return LIVERIES[name]


def badge_of(name: str) -> Badge:
    """The badge of that name; an unknown one shows its first letter."""
    return BADGES.get(name) or Badge(name[:1].upper(), name.replace("-", " "), "#5c6670", "square")

"""Counter faces: NATO symbol, size, designation, printed values, steps and badges, in a box of 100 by 100.

Sides differ in colour, in the pattern of the ground and in the frame, so that they can be told apart in grey.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from grognard.draw.geometry import num
from grognard.draw.liveries import SANS, Badge, Livery, badge_of, livery_of
from grognard.draw.scene import Face
from grognard.draw.words import safe

SPRITE: Final[tuple[int, int, int, int]] = (-6, -12, 112, 112)
"""Left, top, width and height of a counter's own document; the card lies at 0, 0 and is 100 wide."""
_SIZE_WIDTH: Final[float] = 9.0
_PATTERNS: Final[dict[str, str]] = {
    "plain": "",
    "slant": "M4 30L30 4M4 56L56 4M4 82L82 4M14 98L98 14M40 98L98 40M66 98L98 66",
    "bars": "M4 16H96M4 64H96M4 72H96M4 80H96M4 88H96",
    "dots": "M10 10h.1M10 30h.1M10 50h.1M10 70h.1M90 10h.1M90 30h.1M90 50h.1M90 70h.1M30 10h.1M70 10h.1",
}


_CORNERS: Final = ((8, 29, "start"), (92, 29, "end"), (8, 94, "start"), (92, 94, "end"))
"""Where the four values of a tactical counter, one with a weapon class, are printed."""
_SHORT: Final = re.compile(r" (company|platoon)\b")

_WHEELS: Final[dict[str, list[str]]] = {
    "truck": [
        "M25,112 l150,0",
        "M58,131 a13,13 0 1 0 26,0 a13,13 0 1 0 -26,0 M116,131 a13,13 0 1 0 26,0 a13,13 0 1 0 -26,0",
    ],
    "wagon": [
        "M68,100 a32,32 0 1 0 64,0 a32,32 0 1 0 -64,0",
        "M68,100 h64 M100,68 v64 M77,77 l46,46 M123,77 l-46,46",
    ],
}
"""Symbols of ours, so that trucks and wagons can be told apart."""

# Tactical kinds and the symbol they are drawn with.
ALIASES: Final[dict[str, str]] = {
    **dict.fromkeys(("infantry", "rifle", "guards", "smg"), "inf"),
    **dict.fromkeys(("para-company", "breakdown"), "para"),
    **dict.fromkeys(("anti-tank-gun", "tank-destroyer"), "at"),
    "cavalry": "cav",
    "engineer": "eng",
    "half-track": "mech",
    "self-propelled-gun": "sp-art",
    "self-propelled-flak": "aa",
    "rocket-launcher": "art",
    "command-post": "hq",
}


@cache
def symbols() -> dict[str, list[str]]:
    """The lines of each NATO symbol inside its frame."""
    text = (files("grognard.draw") / "data" / "symbols.toml").read_text(encoding="utf-8")
    table: dict[str, list[str]] = tomllib.loads(text)
    return {**table, **_WHEELS}


def counter_svg(face: Face, pixels: int = 100) -> str:
    """One counter as an SVG document of its own, its card ``pixels`` wide; badges need the room of SPRITE."""
    livery = livery_of(face.side, face.traits)
    left, top, wide, high = SPRITE
    size = f'width="{num(wide * pixels / 100)}" height="{num(high * pixels / 100)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{left} {top} {wide} {high}">'
        f"<title>{safe(describe(face))}</title>{ground(livery)}{marks(face)}</svg>"
    )


def describe(face: Face) -> str:
    """A counter in words, for tooltips and readers."""
    values = "-".join(str(value) for value in face.values)
    parts = [f"{face.name} ({face.side} {face.kind} {face.size})".replace(" )", ")"), values]
    if face.steps > 1:
        parts.append(f"{face.steps - face.losses} of {face.steps} steps")
    parts += [badge_of(badge).words for badge in face.badges]
    return ", ".join(parts)


def ground(livery: Livery) -> str:
    """The blank counter of a side: card, pattern and frame."""
    card = f'<rect x="1" y="1" width="98" height="98" rx="9" fill="{livery.ground}" stroke="#1c1712"/>'
    pattern = _PATTERNS[livery.pattern]
    if pattern:
        wide = "5" if livery.pattern == "dots" else "2.5"
        style = f'fill="none" stroke="{livery.box}" stroke-opacity=".22" stroke-linecap="round"'
        card += f'<path d="{pattern}" {style} stroke-width="{wide}"/>'
    return card + _frame(livery)


def _frame(livery: Livery) -> str:
    ring = '<rect x="{0}" y="{0}" width="{1}" height="{1}" rx="{2}" fill="none" stroke="{3}" {4}/>'
    if livery.frame == "double":
        return ring.format(5, 90, 6, livery.ink, 'stroke-width="1.2" stroke-opacity=".55"')
    if livery.frame == "heavy":
        return ring.format(3.2, 93.6, 7.5, livery.box, 'stroke-width="4.4"')
    if livery.frame == "dashed":
        return ring.format(4.5, 91, 6, livery.ink, 'stroke-width="2" stroke-dasharray="7 4"')
    corners = "M5 16V5H16M84 5H95V16M95 84V95H84M16 95H5V84"
    return f'<path d="{corners}" fill="none" stroke="{livery.ink}" stroke-width="2"/>'


def marks(face: Face) -> str:
    """Everything printed on the card."""
    livery = livery_of(face.side, face.traits)
    parts = []
    if face.losses:
        parts.append(f'<path d="M2 52L52 2H24L2 24Z" fill="{livery.box}" fill-opacity=".45"/>')
    parts.append(_size_bars(face.size, livery.ink))
    parts.append(_pips(face, livery))
    weapon = next((trait[6:].upper() for trait in face.traits if trait.startswith("class-")), "")
    if weapon and len(face.values) == len(_CORNERS):
        parts.append(_in_the_corners(face, weapon, livery))
    else:
        parts.append(symbol(face.kind, livery))
        parts.append(_at_the_side(face.command or face.parent, 16.5, livery))
        parts.append(_at_the_side(_designation(face), 93.5, livery))
        parts.append(_values(face, livery))
    for i, name in enumerate(face.badges[:4]):
        # On the upper edge, where they hide neither the size nor the designation.
        parts.append(badge(badge_of(name), 89.0 - 21.0 * i, 1.0, 10.0))
    return "".join(parts)


def symbol(kind: str, livery: Livery, place: str = "translate(14 5.5) scale(.36)") -> str:
    """The NATO symbol; a kind without one shows its letters in the frame."""
    ink = livery.box_ink
    frame = f'<path d="M25 50H175V150H25Z" fill="{livery.box}" stroke="{ink}" stroke-width="7"/>'
    kind = ALIASES.get(kind, kind)
    lines = symbols().get(kind)
    if lines is None:
        letters = safe(kind[:3].upper())
        inside = (
            f'<text x="100" y="122" font-size="64" font-weight="700" fill="{ink}" text-anchor="middle" '
            f'font-family="{SANS}">{letters}</text>'
        )
    else:
        inside = "".join(_line(line, ink) for line in lines)
    return f'<g transform="{place}">{frame}{inside}</g>'


def _line(data: str, ink: str) -> str:
    if data.startswith("!"):
        return f'<path d="{data[1:]}" fill="{ink}"/>'
    return f'<path d="{data}" fill="none" stroke="{ink}" stroke-width="7"/>'


def _size_bars(size: str, ink: str) -> str:
    """Crosses and strokes above the symbol: XX for a division, III for a regiment."""
    left = 50.0 - _SIZE_WIDTH * (len(size) - 1) / 2
    strokes: list[str] = []
    for i, letter in enumerate(size):
        x = left + i * _SIZE_WIDTH
        if letter == "X":
            strokes.append(f"M{num(x - 3.2)} 9.5l6.4 8.5M{num(x + 3.2)} 9.5l-6.4 8.5")
        elif letter == "I":
            strokes.append(f"M{num(x)} 9.5v8.5")
    return f'<path d="{"".join(strokes)}" stroke="{ink}" stroke-width="2.2"/>' if strokes else ""


def _pips(face: Face, livery: Livery) -> str:
    """One pip for each step, hollow when lost; a counter of one step needs none."""
    if face.steps < 2:
        return ""
    dots: list[str] = []
    for i in range(min(face.steps, 6)):
        fill = livery.ink if i < face.steps - face.losses else "none"
        dots.append(
            f'<circle cx="{11.5 + 8.5 * (i % 2)}" cy="{12 + 8 * (i // 2)}" r="2.9" fill="{fill}" '
            f'stroke="{livery.ink}" stroke-width="1.3"/>'
        )
    return "".join(dots)


def _designation(face: Face) -> str:
    """The name without what the counter already says by its symbol or command."""
    if face.kind == "hq":
        return ""
    return face.name


def _at_the_side(text: str, x: float, livery: Livery) -> str:
    """Small words along the left or right edge, reading upwards, shrunk to fit."""
    if not text:
        return ""
    size = min(14.0, 46.0 / (0.54 * len(text)))
    return (
        f'<text transform="translate({num(x)} 43) rotate(-90)" text-anchor="middle" font-family="{SANS}" '
        f'font-size="{num(size)}" font-weight="600" fill="{livery.ink}">{safe(text)}</text>'
    )


def _values(face: Face, livery: Livery) -> str:
    text = "-".join(str(value) for value in face.values)
    size = min(32.0, 80.0 / (0.5 * max(len(text), 1)))
    return (
        f'<text x="50" y="90" text-anchor="middle" font-family="{SANS}" font-size="{num(size)}" '
        f'font-weight="700" fill="{livery.ink}">{text}</text>'
    )


def _in_the_corners(face: Face, weapon: str, livery: Livery) -> str:
    """Attack, range, defence and movement in the corners; weapon class, symbol and name between them."""
    parts = [symbol(face.kind, livery, "translate(18 15) scale(.32)")]
    style = f'font-family="{SANS}" font-weight="700" fill="{livery.ink}"'
    for value, (x, y, anchor) in zip(face.values, _CORNERS, strict=True):
        parts.append(f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="24" {style}>{value}</text>')
    if face.values[0]:
        parts.append(f'<text x="16" y="53" text-anchor="middle" font-size="15" {style}>{safe(weapon)}</text>')
    name = _SHORT.sub("", face.name.replace(", piece ", "/"))
    size = min(12.5, 88.0 / (0.53 * len(name)))
    parts.append(
        f'<text x="50" y="75" text-anchor="middle" font-size="{num(size)}" {style}>{safe(name)}</text>'
    )
    return "".join(parts)


def badge(look: Badge, x: float, y: float, r: float) -> str:
    """A small sign with its middle at x, y."""
    style = f'fill="{look.ground}" stroke="#fff" stroke-width="{num(r / 6)}"'
    if look.shape == "round":
        shape = f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" {style}/>'
    elif look.shape == "diamond":
        d = r * 1.2
        step = num(d)
        shape = f'<path d="M{num(x)} {num(y - d)}l{step} {step}-{step} {step}-{step}-{step}Z" {style}/>'
    else:
        s = r * 0.92
        shape = (
            f'<rect x="{num(x - s)}" y="{num(y - s)}" width="{num(2 * s)}" height="{num(2 * s)}" '
            f'rx="{num(r / 4)}" {style}/>'
        )
    return shape + (
        f'<text x="{num(x)}" y="{num(y + r * 0.45)}" text-anchor="middle" font-family="{SANS}" '
        f'font-size="{num(r * 1.35)}" font-weight="700" fill="#fff">{safe(look.sign)}</text>'
    )

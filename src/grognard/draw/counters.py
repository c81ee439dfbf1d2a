"""Counter faces: NATO symbol, size, designation, printed values, steps and badges, in a box of 100 by 100.

Nations differ in colour, in the pattern of the ground and in the frame, so that they differ in grey too.
"""

from __future__ import annotations

from typing import Final

from grognard.draw.geometry import num
from grognard.draw.lettering import safe
from grognard.draw.looks import SANS, Badge, Kind, Livery, Looks
from grognard.draw.scene import HIDDEN, Face
from grognard.draw.symbols import symbols

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
"""Where the four values of a counter that prints them in its corners stand."""


def counter_svg(face: Face, looks: Looks, pixels: int = 100) -> str:
    """One counter as an SVG document of its own, its card ``pixels`` wide; badges need the room of SPRITE."""
    livery = looks.livery(face.side, face.nation, face.traits)
    left, top, wide, high = SPRITE
    size = f'width="{num(wide * pixels / 100)}" height="{num(high * pixels / 100)}"'
    strength = _strength(face, looks)
    data = f' data-strength="{strength}"' if strength else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{left} {top} {wide} {high}"'
        f"{data}>"
        f"<title>{safe(describe(face, looks))}</title>{ground(livery)}{marks(face, looks)}</svg>"
    )


def _strength(face: Face, looks: Looks) -> str:
    """The one value that is read from afar: the first of the row that is not 0."""
    if face.kind == HIDDEN:
        return ""
    row = _row(face, looks).split("-") if looks.counters.layout != "corners" else map(str, face.values)
    return next((value for value in row if value not in ("0", "")), "")


def describe(face: Face, looks: Looks) -> str:
    """A counter in words, for tooltips and readers."""
    if face.kind == HIDDEN:
        parts = [f"{face.name or 'unknown counter'} ({face.side})"]
    else:
        kind = looks.words(looks.kind(face.kind, face.traits), face.kind)
        parts = [f"{face.name} ({' '.join(filter(None, (face.side, kind, face.size)))})"]
        parts.append(" ".join(filter(None, (_row(face, looks), *_beside(face, looks)))))
    if face.amount:
        parts.append(f"{face.amount} of it")
    if face.steps > 1:
        parts.append(f"{face.steps - face.losses} of {face.steps} steps")
    parts += [looks.badge(badge).words for badge in face.badges]
    return ", ".join(parts)


def ground(livery: Livery) -> str:
    """The blank counter of a nation: card, pattern and frame."""
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


def marks(face: Face, looks: Looks) -> str:
    """Everything printed on the card."""
    livery = looks.livery(face.side, face.nation, face.traits)
    kind = _back(face) if face.kind == HIDDEN else looks.kind(face.kind, face.traits)
    parts = []
    if face.losses:
        parts.append(f'<path d="M2 52L52 2H24L2 24Z" fill="{livery.box}" fill-opacity=".45"/>')
    parts.append(_size_bars(face.size, livery.ink))
    parts.append(_pips(face, livery))
    if looks.counters.layout == "corners" and len(face.values) == len(_CORNERS):
        parts.append(_in_the_corners(face, kind, looks, livery))
    elif looks.counters.layout == "sides":
        parts.append(_with_sides(face, kind, looks, livery))
    else:
        parts.append(symbol(kind, livery))
        parts.append(_at_the_side(face.command or face.parent, 16.5, livery))
        parts.append(_at_the_side(face.name if kind.named else "", 93.5, livery))
        parts.append(_values(_row(face, looks), livery))
    if face.amount:
        parts.append(_amount(face.amount))
    for i, name in enumerate(face.badges[:4]):
        # On the upper edge, where they hide neither the size nor the designation.
        parts.append(badge(looks.badge(name), 89.0 - 21.0 * i, 1.0, 10.0))
    return "".join(parts)


def _back(face: Face) -> Kind:
    """What is printed on a piece that is no counter, or none that is known."""
    return Kind(letters=face.name or HIDDEN, named=False)


def symbol(kind: Kind, livery: Livery, place: str = "translate(14 5.5) scale(.36)") -> str:
    """The NATO symbol, or the letters that stand for one."""
    ink = livery.box_ink
    frame = f'<path d="M25 50H175V150H25Z" fill="{livery.box}" stroke="{ink}" stroke-width="7"/>'
    if kind.letters:
        inside = (
            f'<text x="100" y="122" font-size="64" font-weight="700" fill="{ink}" text-anchor="middle" '
            f'font-family="{SANS}">{safe(kind.letters)}</text>'
        )
    else:
        inside = "".join(_line(line, ink) for line in symbols()[kind.symbol])
    return f'<g class="symbol" transform="{place}">{frame}{inside}</g>'


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
            f'<circle class="fine" cx="{11.5 + 8.5 * (i % 2)}" cy="{12 + 8 * (i // 2)}" r="2.9" '
            f'fill="{fill}" stroke="{livery.ink}" stroke-width="1.3"/>'
        )
    return "".join(dots)


def _at_the_side(text: str, x: float, livery: Livery) -> str:
    """Small words along the left or right edge, reading upwards, shrunk to fit."""
    if not text:
        return ""
    size = min(14.0, 46.0 / (0.54 * len(text)))
    return (
        f'<text class="fine" transform="translate({num(x)} 43) rotate(-90)" text-anchor="middle" '
        f'font-family="{SANS}" font-size="{num(size)}" font-weight="600" '
        f'fill="{livery.ink}">{safe(text)}</text>'
    )


def _row(face: Face, looks: Looks) -> str:
    """The values at the foot of a counter."""
    values = face.values
    if looks.counters.layout == "sides":
        row = looks.kind(face.kind, face.traits).row or looks.counters.row or range(len(values))
        values = tuple(values[k] for k in row if k < len(values))
    return "-".join(str(value) for value in values)


def _beside(face: Face, looks: Looks) -> list[str]:
    """The values beside the symbol, each with its letters; nothing where one is 0."""
    if looks.counters.layout != "sides":
        return []
    found: list[str] = []
    for text in looks.kind(face.kind, face.traits).beside or looks.counters.beside:
        letters = text.rstrip("0123456789")
        place = int(text[len(letters) :])
        value = face.values[place] if place < len(face.values) else 0
        found.append(f"{letters}{value}" if value else "")
    return found


def _values(text: str, livery: Livery, y: float = 90, most: float = 32.0) -> str:
    size = min(most, 80.0 / (0.5 * max(len(text), 1)))
    return (
        f'<text class="row" x="50" y="{num(y)}" text-anchor="middle" font-family="{SANS}" '
        f'font-size="{num(size)}" font-weight="700" fill="{livery.ink}">{text}</text>'
    )


def _with_sides(face: Face, kind: Kind, looks: Looks, livery: Livery) -> str:
    """Some values in a row at the foot, others left and right of the symbol, the name between them."""
    parts = [symbol(kind, livery, "translate(18 8.5) scale(.32)")]
    style = f'font-family="{SANS}" font-weight="700" fill="{livery.ink}"'
    left, *right = [*_beside(face, looks), ""]
    if left:
        place = 'class="fine" x="15" y="47.5" text-anchor="middle"'
        parts.append(f'<text {place} font-size="20" {style}>{safe(left)}</text>')
    shown = [text for text in right if text]
    for k, text in enumerate(shown):
        y, size = 46.5 + 15 * (k - (len(shown) - 1) / 2), min(15.0, 19.0 / (0.53 * len(text)))
        place = f'x="85" y="{num(y)}" text-anchor="middle" font-size="{num(size)}"'
        parts.append(f'<text class="fine" {place} {style}>{text}</text>')
    parts.append(_fitted(face.parent, (93, 20.5), "end", 11.0, 32.0, livery))
    parts.append(_fitted(face.name if kind.named else "", (50, 70.5), "middle", 13.0, 88.0, livery))
    parts.append(_values(_row(face, looks), livery, 92.0, 25.0))
    return "".join(parts)


def _fitted(text: str, at: tuple[float, float], anchor: str, most: float, wide: float, livery: Livery) -> str:
    """Words of a size that fits."""
    if not text:
        return ""
    size = min(most, wide / (0.53 * len(text)))
    return (
        f'<text class="fine" x="{num(at[0])}" y="{num(at[1])}" text-anchor="{anchor}" font-family="{SANS}" '
        f'font-size="{num(size)}" font-weight="600" fill="{livery.ink}">{safe(text)}</text>'
    )


def _in_the_corners(face: Face, kind: Kind, looks: Looks, livery: Livery) -> str:
    """Attack, range, defence and movement in the corners; a letter, symbol and name between them."""
    parts = [symbol(kind, livery, "translate(18 15) scale(.32)")]
    style = f'font-family="{SANS}" font-weight="700" fill="{livery.ink}"'
    for value, (x, y, anchor) in zip(face.values, _CORNERS, strict=True):
        place = f'x="{x}" y="{y}" text-anchor="{anchor}"'
        parts.append(f'<text class="corner" {place} font-size="24" {style}>{value}</text>')
    letters = looks.counters.letters
    letter = next((letters[trait] for trait in face.traits if trait in letters), "")
    if letter and face.values[0]:
        place = 'class="fine" x="16" y="53" text-anchor="middle"'
        parts.append(f'<text {place} font-size="15" {style}>{safe(letter)}</text>')
    name = face.name
    for words, shorter in looks.counters.short.items():
        name = name.replace(words, shorter)
    size = min(12.5, 88.0 / (0.53 * max(len(name), 1)))
    parts.append(
        f'<text class="fine" x="50" y="75" text-anchor="middle" font-size="{num(size)}" {style}>'
        f"{safe(name)}</text>"
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


def _amount(amount: int) -> str:
    """How much there is, over the foot of the card."""
    return (
        '<rect x="18" y="66" width="64" height="31" rx="15.5" fill="#2f2a22" stroke="#fff" stroke-width="2"/>'
        f'<text x="50" y="90" text-anchor="middle" font-family="{SANS}" font-size="25" font-weight="700" '
        f'fill="#fff">{amount}</text>'
    )


def pips_svg(face: Face, looks: Looks) -> str:
    """The pips of a counter alone, for one whose steps its sides do not tell."""
    pips = _pips(face, looks.livery(face.side, face.nation, face.traits))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{pips}</svg>'


def badge_svg(look: Badge) -> str:
    """A badge as an SVG document of its own around 0, 0, its sign 10 from the middle to the edge."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 24 24">{badge(look, 0, 0, 10)}</svg>'

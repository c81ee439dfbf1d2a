"""The pictures that tools/architecture.py makes: packages in layers with arrows between them, as SVG."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

CHAPTERS = ("sequence", "movement", "supply", "combat", "fire", "air", "sea", "rear")
"""In the order of the rulebook; any others come after them."""

LAYERS = ("system", "table", "staff", "model")
"""What is no chapter; all chapters together lie between table and model."""

DOWN = {("system", "table"), ("table", "chapters"), ("chapters", "model")}
DOWN |= {("system", "staff"), ("staff", "table"), ("staff", "chapters"), ("staff", "model")}
IMPLIED = {("system", "chapters"), ("system", "model"), ("table", "model")}
"""The imports that the layers of a game allow, those left out that follow from others."""

LOOSE = {("web", "server"), ("play", "games")}
"""Known to each other without an import: by messages, and by entry points."""

COLUMNS = {
    0.0: ("web", "report", "draw"),
    0.4: ("games",),
    0.5: ("server",),
    1.0: ("testing", "analysis", "play"),
    1.3: ("core",),
    1.85: ("kit",),
    2.0: ("cli", "study", "sim", "rl", "ai", "template"),
}
"""Where each package stands in its row, so that arrows cross seldom; any other stands at the right."""

Arrows = set[tuple[str, str]]
Points = set[tuple[float, float]]


class Package(NamedTuple):
    """A package as it is drawn: its size, the packages in it, and those beside it that it imports."""

    name: str
    files: int
    lines: int
    parts: tuple[str, ...]
    imports: frozenset[str]

    @property
    def size(self) -> str:
        files = f"{_rounded(self.files)} file{'s' if self.files != 1 else ''}"
        return f"{files}, {_rounded(self.lines)} lines"


def _rounded(number: int) -> str:
    """Two digits say enough, and stay true for longer."""
    unit = 10 ** max(0, len(str(number)) - 2)
    return f"{round(number / unit) * unit:,}"


def arrows_of(found: Mapping[str, Package]) -> Arrows:
    """Who imports whom."""
    return {(one.name, other) for one in found.values() for other in one.imports}


def needed(arrows: Arrows) -> Arrows:
    """The arrows that do not follow from others: what a package imports may import the third itself."""
    below: dict[str, set[str]] = {}
    for one, other in arrows:
        below.setdefault(one, set()).add(other)

    def leads(start: str, goal: str, seen: set[str]) -> bool:
        for one in below.get(start, set()) - seen:
            seen.add(one)
            if one == goal or leads(one, goal, seen):
                return True
        return False

    return {
        (one, goal)
        for one, goal in arrows
        if not any(leads(other, goal, {one, other}) for other in below[one] - {goal})
    }


# -- drawing --------------------------------------------------------------------------------------

INK, FAINT, PAPER, CARD, RIM, WRONG = "#2f2a22", "#7a6f5c", "#f6f1e4", "#fffdf6", "#c9b98f", "#b3261e"
WIDE = 940
BOX_WIDE, BOX_HIGH, GAP = 200, 62, 46


class Box(NamedTuple):
    """A rectangle on the picture."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def middle(self) -> float:
        return self.x + self.wide / 2

    @property
    def foot(self) -> float:
        return self.y + self.high


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "middle") -> str:
    """Words in the picture."""
    style = {"name": 'font-size="15" font-weight="600"', "": 'font-size="12"'}.get(kind, 'font-size="11"')
    fill = FAINT if kind == "faint" else INK
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{fill}" {style}>{words}</text>'


def frame(box: Box, fill: str = CARD) -> str:
    """The outline of a box."""
    return (
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.wide:g}" height="{box.high:g}" rx="7" '
        f'fill="{fill}" stroke="{RIM}"/>'
    )


def card(package: Package, box: Box) -> list[str]:
    """A package: its name, what lies in it, its size."""
    rows = [(package.name, "name")]
    if package.parts:
        rows.append((" · ".join(package.parts), ""))
    rows.append((package.size, "faint"))
    top = box.y + (box.high - 17 * len(rows)) / 2 + 14
    return [frame(box), *(text(box.middle, top + 17 * n, *row) for n, row in enumerate(rows))]


def line(points: Sequence[tuple[float, float]], dashed: bool = False, wrong: bool = False) -> str:
    """An arrow through these points, upright in each."""
    path = f"M{points[0][0]:g} {points[0][1]:g}"
    for (ax, ay), (bx, by) in pairwise(points):
        half = (ay + by) / 2
        path += f" L{bx:g} {by:g}" if ax == bx else f" C{ax:g} {half:g} {bx:g} {half:g} {bx:g} {by:g}"
    style = ' stroke-dasharray="5 4"' if dashed else ""
    colour, head = (WRONG, "wrong") if wrong else (INK, "head")
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-opacity=".6" stroke-width="1.3"{style} '
        f'marker-end="url(#{head})"/>'
    )


def picture(high: float, title: str, parts: Iterable[str]) -> str:
    """The whole SVG."""
    heads = "".join(
        f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        f'orient="auto"><path d="M0 0.5L8 4L0 7.5Z" fill="{colour}"/></marker>'
        for name, colour in (("head", INK), ("wrong", WRONG))
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high:g}" role="img">',
            f'<title>{title}</title><defs>{heads}</defs><g font-family="sans-serif">',
            f'<rect width="{WIDE}" height="{high:g}" fill="{PAPER}"/>',
            *parts,
            "</g></svg>\n",
        ]
    )


def rows_of(layers: Sequence[Sequence[str]], arrows: Arrows) -> list[list[str]]:
    """The layers, those put side by side that do not know each other."""
    rows: list[list[str]] = []
    for layer in layers:
        if rows and not any((one, other) in arrows for one in rows[-1] for other in layer):
            rows[-1] += layer
        else:
            rows.append(list(layer))
    return rows


def boxes_of(rows: Sequence[Sequence[str]], found: Mapping[str, Package]) -> dict[str, Box]:
    """Where each package is drawn."""
    boxes = {}
    columns = {name: column for column, names in COLUMNS.items() for name in names}
    y = 24.0
    for row in rows:
        for name in row:
            wide = max(BOX_WIDE, 6.2 * len(" · ".join(found[name].parts)) + 24)
            middle = WIDE / 2 + (columns.get(name, 2.5) - 1) * (BOX_WIDE + 80)
            boxes[name] = Box(middle - wide / 2, y, wide, BOX_HIGH)
        y += BOX_HIGH + GAP
    return boxes


def way(
    leaves: tuple[float, float], comes: tuple[float, float], boxes: Iterable[Box], taken: Points
) -> list[tuple[float, float]]:
    """From one box down to another, past the boxes in the rows between and apart from other arrows."""
    points = [leaves]
    rows = {box.y: box.high for box in boxes if leaves[1] < box.y < comes[1] - BOX_HIGH}
    for y, high in sorted(rows.items()):
        middle = y + high / 2
        straight = leaves[0] + (comes[0] - leaves[0]) * (middle - leaves[1]) / (comes[1] - leaves[1])
        row = [box for box in boxes if box.y == y]
        sides = [straight, *(x for box in row for x in (box.x - 24, box.x + box.wide + 24))]
        sides += [x + by for x, at in taken if at == middle for by in (-20, 20)]
        free = [
            x
            for x in sides
            if not any(box.x - 23 < x < box.x + box.wide + 23 for box in row)
            and not any(abs(x - other) < 19 for other, at in taken if at == middle)
        ]
        x = min(free, key=lambda one: (abs(one - straight), one))
        taken.add((x, middle))
        is_close = any(box.x - 60 < x < box.x + box.wide + 60 for box in row)
        points += [(x, y), (x, y + high)] if is_close else [(x, middle)]
    return [*points, comes]


def spread(box: Box, others: Sequence[str], boxes: Mapping[str, Box]) -> dict[str, float]:
    """Where on a side of a box the arrow from or to each of the others begins, in their order."""
    order = sorted(others, key=lambda name: (boxes[name].middle, boxes[name].y, name))
    step = min(34.0, (box.wide - 30) / max(1, len(order)))
    return {name: box.middle + (n - (len(order) - 1) / 2) * step for n, name in enumerate(order)}


def ends_of(drawn: Arrows, boxes: Mapping[str, Box]) -> dict[tuple[str, str], tuple[float, float]]:
    """Where each arrow leaves and where it comes in; upright where it can be."""
    leaves = {one: spread(boxes[one], [b for a, b in drawn if a == one], boxes) for one in boxes}
    comes = {one: spread(boxes[one], [a for a, b in drawn if b == one], boxes) for one in boxes}
    ends = {}
    for one, other in drawn:
        x, goal = leaves[one][other], comes[other][one]
        if len(comes[other]) == 1 and abs(x - goal) < boxes[other].wide / 3:
            goal = x
        elif len(leaves[one]) == 1 and abs(x - goal) < boxes[one].wide / 3:
            x = goal
        ends[one, other] = x, goal
    return ends


def draw_program(found: Mapping[str, Package], layers: Sequence[Sequence[str]]) -> str:
    """The packages of the program in their layers."""
    drawn = needed(arrows_of(found)) | LOOSE
    boxes = boxes_of(rows_of(layers, arrows_of(found) | LOOSE), found)
    ends = ends_of(drawn, boxes)
    parts = []
    taken: Points = set()
    for one, other in sorted(drawn):
        x, goal = ends[one, other]
        is_up = boxes[one].y >= boxes[other].y
        points = way((x, boxes[one].foot), (goal, boxes[other].y - 2), boxes.values(), taken)
        parts.append(line(points, (one, other) in LOOSE, is_up))
    for package in found.values():
        parts += card(package, boxes[package.name])
    foot = max(box.foot for box in boxes.values()) + 30
    note = "An arrow goes from who imports to what is imported; one that follows from others is left out. "
    note += "Dashed: messages of the server, entry points of games."
    return picture(foot + 16, "The packages of the program", [*parts, text(WIDE / 2, foot, note, "faint")])


def draw_game(found: Mapping[str, Package], game: str) -> str:
    """The layers of a game: the chapters as a square of dots, as they lean on each other in many ways."""
    chapters = in_order(set(found) - set(LAYERS))
    left, wide, row, column = 24.0, 690.0, 29.0, 60.0
    square = Box(left, 210, wide, 62 + row * len(chapters))
    beside = left + wide + 42
    boxes = {
        "system": Box(left, 24, WIDE - 2 * left, 50),
        "table": Box(left, 118, wide, 50),
        "chapters": square,
        "staff": Box(beside, 118, WIDE - left - beside, square.foot - 118),
        "model": Box(left, square.foot + GAP, WIDE - 2 * left, 50),
    }
    band = {name: "chapters" if name in chapters else name for name in found}
    arrows = {(band[one], band[other]) for one, other in arrows_of(found) if band[one] != band[other]}
    parts = []
    for one, other in sorted(arrows - IMPLIED):
        is_wrong = (one, other) not in DOWN
        parts.append(line(straight(boxes[one], boxes[other], 15 * is_wrong), wrong=is_wrong))
    for name in LAYERS:
        parts += card(found[name], boxes[name]) if name in found else []
    parts += [frame(square), text(left + 16, square.y + 24, "chapters", "name", "start")]
    for n, name in enumerate(chapters):
        y = square.y + 54 + row * (n + 0.5)
        columns = [left + wide - 8 - column * (len(chapters) - m - 0.5) for m in range(len(chapters))]
        parts.append(text(columns[n], square.y + 44, name, "small"))
        parts.append(
            f'<path d="M{left + 12:g} {y - row / 2:g}h{wide - 24:g}" stroke="{RIM}" stroke-opacity=".5"/>'
        )
        parts.append(text(left + 16, y + 4, name, "", "start"))
        parts.append(text(left + 80, y + 4, found[name].size, "faint", "start"))
        parts.append(
            f'<rect x="{columns[n] - 5:g}" y="{y - 5:g}" width="10" height="10" rx="2" fill="{RIM}"/>'
        )
        for x, other in zip(columns, chapters, strict=True):
            if other in found[name].imports:
                parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{INK}"/>')
    foot = boxes["model"].foot + 30
    note = "A dot: the chapter of the row imports that of the column."
    note += " Red: against the layers." if arrows - DOWN - IMPLIED else ""
    return picture(foot + 16, f"The layers of {game}", [*parts, text(WIDE / 2, foot, note, "faint")])


def in_order(chapters: Iterable[str]) -> list[str]:
    """Chapters as the rulebook has them."""
    return sorted(
        chapters, key=lambda name: (CHAPTERS.index(name) if name in CHAPTERS else len(CHAPTERS), name)
    )


def straight(start: Box, goal: Box, aside: float) -> list[tuple[float, float]]:
    """The shortest way from one box to another beside, below or above it."""
    if start.y < goal.foot and goal.y < start.foot:
        low = min(start, goal, key=lambda box: box.high)
        y = low.y + low.high / 2 + aside
        ends = (start.x, goal.x + goal.wide + 2) if start.x > goal.x else (start.x + start.wide, goal.x - 2)
        return [(x, y) for x in ends]
    x = min(start, goal, key=lambda box: box.wide).middle + aside
    return [(x, y) for y in ((start.foot, goal.y - 2) if start.y < goal.y else (start.y, goal.foot + 2))]

"""The pictures of a study, each one SVG that stands alone: on the page, and as a file beside it."""

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from grognard.core.board.board import Board
from grognard.draw.board import board_scene, middle_of
from grognard.draw.geometry import HEX, num
from grognard.draw.looks import Looks
from grognard.draw.svg_board import definitions, layers_svg, texts_svg
from grognard.study.statistics import Estimate, share_at

WIDE: Final = 720
HIGH: Final = 260
LEFT, RIGHT, TOP, FOOT = 56, 16, 30, 40
INKS: Final = ("#2b5d8c", "#b3261e", "#2c7a3f", "#8a5a00", "#6a3d9a", "#4d4d4d")
DASHES: Final = ("", "7 4", "2 4", "10 3 2 3", "5 2", "1 3")
_STYLE: Final = (
    "text{font:11px sans-serif;fill:#6b6250}.name{font-weight:700;fill:#2f2a22}.rule{stroke:#e2d9c0}"
    ".zero{stroke:#6b6250;stroke-width:1.4}"
)

Named = tuple[str, Sequence[float]]
"""A variant and its values."""


class Plot:
    """A frame with scales. Across and up are in the values' own units."""

    def __init__(
        self, across: tuple[float, float], up: tuple[float, float], words: tuple[str, str], high: int = HIGH
    ) -> None:
        self.across = _widened(across)
        self.up = _widened(up)
        self.words = words
        self.high = high
        self.parts: list[str] = []

    def x(self, value: float) -> float:
        """Where a value lies across."""
        low, high = self.across
        return LEFT + (WIDE - LEFT - RIGHT) * (value - low) / (high - low)

    def y(self, value: float) -> float:
        """Where a value lies, the highest on top."""
        low, high = self.up
        return TOP + (self.high - TOP - FOOT) * (high - value) / (high - low)

    def add(self, svg: str) -> None:
        """Draws something."""
        self.parts.append(svg)

    def line(self, points: Sequence[tuple[float, float]], place: int, wide: float = 2.2) -> None:
        """A line through points, in the ink of the so-manieth."""
        if points:
            path = "M" + "L".join(f"{self.x(a):.1f} {self.y(b):.1f}" for a, b in points)
            self.add(f'<path d="{path}" fill="none" stroke-width="{wide}" {stroke(place)}/>')

    def band(self, points: Sequence[tuple[float, float, float]], place: int) -> None:
        """What lies between two lines."""
        if points:
            there = [f"{self.x(a):.1f} {self.y(high):.1f}" for a, _, high in points]
            back = [f"{self.x(a):.1f} {self.y(low):.1f}" for a, low, _ in reversed(points)]
            path = f"M{'L'.join([*there, *back])}Z"
            self.add(f'<path d="{path}" fill="{INKS[place % len(INKS)]}" fill-opacity=".16"/>')

    def names(self, names: Sequence[str]) -> None:
        """Which ink is whose."""
        room = (WIDE - LEFT - RIGHT) / max(1, len(names))
        for place, name in enumerate(names):
            x = LEFT + room * place
            self.add(f'<path d="M{x:.1f} 14h24" stroke-width="3" {stroke(place)}/>')
            self.add(f'<text class="name" x="{x + 30:.1f}" y="18">{escape(name[:28])}</text>')

    def svg(self, label: str) -> str:
        """The whole chart."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDE} {self.high}" '
            f'role="img" aria-label="{escape(label)}"><style>{_STYLE}</style>'
            f"{self._behind()}{''.join(self.parts)}</svg>"
        )

    def _across(self) -> list[float]:
        """Values to name across; turns are whole."""
        found = ticks(*self.across)
        return [value for value in found if value == round(value)] if self.words[0] == "turn" else found

    def _behind(self) -> str:
        parts: list[str] = []
        foot = self.high - FOOT
        for value in ticks(*self.up):
            y = self.y(value)
            parts.append(f'<path class="rule" d="M{LEFT} {y:.1f}H{WIDE - RIGHT}"/>')
            parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_axis(value)}</text>')
        for value in self._across():
            x = self.x(value)
            kind = "zero" if value == 0 else "rule"
            parts.append(f'<path class="{kind}" d="M{x:.1f} {TOP}V{foot}"/>')
            parts.append(f'<text x="{x:.1f}" y="{foot + 15}" text-anchor="middle">{_axis(value)}</text>')
        across, up = self.words
        parts.append(
            f'<text x="{WIDE - RIGHT}" y="{self.high - 6}" text-anchor="end">{escape(across)}</text>'
        )
        middle = (TOP + foot) / 2
        parts.append(
            f'<text x="12" y="{middle:.0f}" text-anchor="middle" transform="rotate(-90 12 {middle:.0f})">'
            f"{escape(up)}</text>"
        )
        return "".join(parts)


def stroke(place: int) -> str:
    """Ink and dashes of the so-manieth line; nobody needs colours to tell them apart."""
    dash = DASHES[place % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'stroke="{INKS[place % len(INKS)]}"{dashes}'


def _widened(ends: tuple[float, float]) -> tuple[float, float]:
    low, high = ends
    return (low - 0.5, high + 0.5) if high <= low else (low, high)


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round values between two, a handful of them."""
    raw = (high - low) / about
    size = 10.0 ** floor(log10(raw))
    step = next(size * more for more in (1, 2, 5, 10) if size * more >= raw)
    return [n * step for n in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def _axis(value: float) -> str:
    text = f"{abs(value):.10g}"
    return f"−{text}" if value < 0 else text


# -- the charts -----------------------------------------------------------------------------------


def share_chart(rows: Sequence[tuple[str, float, float, float]]) -> str:
    """Shares of games won, each with its interval: name, share, and the ends of the interval."""
    high = TOP + FOOT + 26 * len(rows)
    plot = Plot((0.0, 100.0), (0.0, float(len(rows))), ("% of games won", ""), high)
    plot.up = (0.0, float(len(rows)))
    parts = [f'<path class="zero" d="M{plot.x(50):.1f} {TOP}V{high - FOOT}"/>']
    for place, (name, share, low, top) in enumerate(rows):
        y = TOP + 26 * place + 13
        ink = INKS[place % len(INKS)]
        parts.append(
            f'<rect x="{plot.x(0):.1f}" y="{y - 8}" width="{plot.x(100 * share) - plot.x(0):.1f}" '
            f'height="16" fill="{ink}" fill-opacity=".45"/>'
            f'<path d="M{plot.x(100 * low):.1f} {y + 7}H{plot.x(100 * top):.1f}" stroke="#2f2a22" '
            'stroke-width="2"/>'
            f'<text class="name" x="{LEFT + 6}" y="{y + 4}">{escape(name[:60])} {100 * share:.1f} %</text>'
        )
    for value in (0, 25, 50, 75, 100):
        x = plot.x(value)
        parts.append(f'<text x="{x:.1f}" y="{high - FOOT + 15}" text-anchor="middle">{value}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDE} {high}" role="img" '
        f'aria-label="Shares of games won"><style>{_STYLE}</style>{"".join(parts)}'
        f'<text x="{WIDE - RIGHT}" y="{high - 6}" text-anchor="end">% of games won; the line is the 95 % '
        "interval</text></svg>"
    )


def histogram(
    named: Sequence[Named], across: str, marks: Sequence[tuple[str, float]] = (), bins: int = 24
) -> str:
    """How often each value came, as steps; `marks` are values with a name, such as levels of victory."""
    values = [value for _, some in named for value in some]
    inside = [value for _, value in marks if min(values) <= value <= max(values)]
    low, high = min([*values, *inside]), max([*values, *inside])
    step = max(_round_step((high - low) / bins), 1e-9)
    start = floor(low / step) * step
    count = max(1, floor((high - start) / step) + 1)
    shares: list[list[float]] = []
    for _, some in named:
        tally = [0] * count
        for value in some:
            tally[min(count - 1, floor((value - start) / step + 1e-9))] += 1
        shares.append([100 * n / max(1, len(some)) for n in tally])
    top = max(max(one) for one in shares)
    plot = Plot((start, start + count * step), (0.0, top * 1.08), (across, "% of games"))
    for name, value in marks:
        if plot.across[0] <= value <= plot.across[1]:
            x = plot.x(value)
            plot.add(f'<path d="M{x:.1f} {TOP}V{HIGH - FOOT}" stroke="#b08900" stroke-dasharray="4 3"/>')
            plot.add(
                f'<text x="{x - 4:.1f}" y="{TOP + 4}" text-anchor="end" '
                f'transform="rotate(-90 {x - 4:.1f} {TOP + 4})">{escape(name)}</text>'
            )
    for place, some_shares in enumerate(shares):
        points = [(start, 0.0)]
        for n, share in enumerate(some_shares):
            points += [(start + n * step, share), (start + (n + 1) * step, share)]
        plot.line([*points, (start + count * step, 0.0)], place)
    plot.names([name for name, _ in named])
    return plot.svg(f"How often: {across}")


def _round_step(raw: float) -> float:
    """A round width of a bin: a quarter, a half, 1, 2, 5, 10, and so on."""
    sizes = [0.05, 0.1, 0.25, 0.5, *(base * 10**more for more in range(6) for base in (1, 2, 5))]
    return next((size for size in sizes if size >= raw), raw)


def course(named: Sequence[tuple[str, dict[int, Sequence[float]]]], up: str) -> str:
    """A number turn by turn: the median as a line, and of the first the band that half the games lie in."""
    values = [value for _, turns in named for some in turns.values() for value in some]
    turns = sorted({turn for _, some in named for turn in some})
    plot = Plot((turns[0], turns[-1]), (min(0.0, *values), max(0.0, *values)), ("turn", up))
    for place, (_, some) in enumerate(named):
        if place == 0:
            plot.band([(turn, share_at(one, 0.25), share_at(one, 0.75)) for turn, one in some.items()], 0)
        plot.line([(turn, share_at(one, 0.5)) for turn, one in some.items()], place)
    plot.names([name for name, _ in named])
    return plot.svg(f"{up}, turn by turn")


def means(named: Sequence[tuple[str, dict[int, Estimate]]], up: str) -> str:
    """Means turn by turn."""
    top = max(one.mean for _, turns in named for one in turns.values())
    turns = sorted({turn for _, some in named for turn in some})
    plot = Plot((turns[0], turns[-1]), (0.0, max(top * 1.05, 1.0)), ("turn", up))
    for place, (_, some) in enumerate(named):
        plot.line([(turn, one.mean) for turn, one in some.items()], place)
    plot.names([name for name, _ in named])
    return plot.svg(f"{up}, turn by turn")


def ranked(rows: Sequence[tuple[str, float, float, float]], across: str) -> str:
    """Changes with their intervals, one below the other: name, mean, and the ends of the interval."""
    high = TOP + FOOT + 20 * len(rows)
    ends = [value for _, _, low, top in rows for value in (low, top)]
    plot = Plot((min(0.0, *ends), max(0.0, *ends)), (0.0, 1.0), (across, ""), high)
    plot.up = (0.0, 1.0)
    for place, (name, mean, low, top) in enumerate(rows):
        y = TOP + 20 * place + 12
        plot.add(
            f'<path d="M{plot.x(low):.1f} {y}H{plot.x(top):.1f}" stroke="#2b5d8c" stroke-width="2"/>'
            f'<circle cx="{plot.x(mean):.1f}" cy="{y}" r="4" fill="#2b5d8c"/>'
            f'<text class="name" x="{LEFT + 4}" y="{y - 3}" fill-opacity=".85">{escape(name[:70])}</text>'
        )
    return plot.svg(across)


def battle_map(board: Board, looks: Looks, places: dict[int, int], ink: Callable[[int], str]) -> str:
    """Where battles were fought: a disc for each hex, as large as they were many."""
    printed = board_scene(board, looks)
    left, upper, right, lower = printed.box
    box = f"{num(left)} {num(upper)} {num(right - left)} {num(lower - upper)}"
    most = max(places.values(), default=1)
    discs: list[str] = []
    for hex, count in places.items():
        x, y = middle_of(board, hex)
        radius = HEX * (0.14 + 0.42 * (count / most) ** 0.5)
        discs.append(
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{ink(hex)}" fill-opacity=".55" '
            f'stroke="#2f2a22" stroke-width="2"/><text x="{num(x)}" y="{num(y + HEX * 0.1)}" '
            f'text-anchor="middle" font-family="sans-serif" font-size="{num(HEX * 0.26)}" font-weight="700" '
            f'fill="#fff" stroke="#2f2a22" stroke-width="2" paint-order="stroke">{count}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label="Where battles were '
        f'fought"><defs>{definitions(printed)}</defs>'
        f'<rect x="{num(left)}" y="{num(upper)}" width="100%" height="100%" fill="{printed.margin}"/>'
        f"{layers_svg(printed, printed.ground)}{layers_svg(printed, printed.lines)}"
        f"{''.join(discs)}{texts_svg(printed, printed.names)}</svg>"
    )

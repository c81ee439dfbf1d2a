"""The ratings of a league as a picture: a row for each player, a bar for its interval."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

WIDE: Final = 640
ROW: Final = 26
HEAD: Final = 34
FOOT: Final = 30
LEFT: Final = 130
INK: Final = "#2f2a22"
BAR: Final = "#8a6d3b"


class Row(NamedTuple):
    """A player under a heading, its rating and the interval; without a player the row is the heading."""

    name: str
    rating: float = 0.0
    low: float = 0.0
    high: float = 0.0
    is_heading: bool = False


def ratings_picture(rows: Sequence[Row]) -> str:
    """The whole picture as SVG. All rows share one scale, whose zero is the mean of the players."""
    rated = [row for row in rows if not row.is_heading]
    reach = max([100.0, *(abs(value) for row in rated for value in (row.low, row.high))]) * 1.05
    bottom = HEAD + ROW * len(rows)
    height = bottom + FOOT

    def x(value: float) -> float:
        return LEFT + (WIDE - LEFT - 20) * (value + reach) / (2 * reach)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height}" role="img">',
        '<title>Ratings of the players</title><g font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDE}" height="{height}" fill="#f6f1e4"/>',
    ]
    for mark in range(-int(reach // 200) * 200, int(reach // 200) * 200 + 1, 200):
        parts.append(f'<path d="M{x(mark):.1f} {HEAD - 8}V{bottom}" stroke="{INK}" stroke-opacity=".2"/>')
        told = f"{mark:+d}" if mark else "0"
        parts.append(f'<text x="{x(mark):.1f}" y="18" text-anchor="middle" fill="{INK}">{told}</text>')
    for place, row in enumerate(rows):
        y = HEAD + ROW * place + ROW / 2
        weight = ' font-weight="bold"' if row.is_heading else ""
        parts.append(f'<text x="10" y="{y + 4:.1f}" fill="{INK}"{weight}>{escape(row.name)}</text>')
        if not row.is_heading:
            parts.append(
                f'<path d="M{x(row.low):.1f} {y:.1f}H{x(row.high):.1f}" stroke="{BAR}" stroke-width="6"/>'
            )
            parts.append(f'<circle cx="{x(row.rating):.1f}" cy="{y:.1f}" r="5" fill="{INK}"/>')
    told = "Elo points, 0 being the mean of the players; the bars are 95 % intervals"
    parts.append(f'<text x="{WIDE - 20}" y="{height - 10}" text-anchor="end" fill="{INK}">{told}</text>')
    return "".join(parts) + "</g></svg>\n"

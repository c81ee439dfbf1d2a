"""Draws docs/pictures/performance.svg from benchmarks/releases.toml: `python -m benchmarks.plot`."""

import tomllib
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent
PICTURE: Final = HERE.parent / "docs" / "pictures" / "performance.svg"
_WIDE, _LEFT, _RIGHT, _BAR, _GAP, _TITLE = 720, 210, 70, 13, 8, 34
_INKS: Final = ("#a99f86", "#2b5d8c", "#2c7a3f", "#b3261e")
_STYLE: Final = "text{font:12px sans-serif;fill:#2f2a22}.title{font-weight:700}"


class Chart(NamedTuple):
    """One measure: what it is, and for each row its value in each release."""

    title: str
    rows: dict[str, list[float]]


def read() -> tuple[list[str], list[Chart]]:
    """The releases in their order, and the charts."""
    kept = tomllib.loads((HERE / "releases.toml").read_text("utf-8"))
    return kept["releases"], [Chart(one["title"], one["rows"]) for one in kept["chart"]]


def drawn() -> str:
    """The whole picture."""
    releases, charts = read()
    parts = [_legend(releases)]
    y = 44
    for chart in charts:
        parts.append(f'<text class="title" x="8" y="{y}">{escape(chart.title)}</text>')
        y += 12
        most = max(value for values in chart.rows.values() for value in values)
        for name, values in chart.rows.items():
            parts.append(_row(name, values, most, y))
            y += len(values) * _BAR + _GAP
        y += _TITLE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {y - _TITLE}" role="img" '
        f'aria-label="Speed by release"><style>{_STYLE}</style>'
        f'<rect width="100%" height="100%" fill="#fffdf6"/>{"".join(parts)}</svg>\n'
    )


def _legend(releases: list[str]) -> str:
    return "".join(
        f'<rect x="{8 + 150 * n}" y="8" width="12" height="12" fill="{_INKS[n]}"/>'
        f'<text x="{26 + 150 * n}" y="18">{escape(name)}</text>'
        for n, name in enumerate(releases)
    )


def _row(name: str, values: list[float], most: float, y: int) -> str:
    middle = y + len(values) * _BAR // 2 + 4
    found = f'<text x="{_LEFT - 8}" y="{middle}" text-anchor="end">{escape(name)}</text>'
    for n, value in enumerate(values):
        wide = (_WIDE - _LEFT - _RIGHT) * value / most
        top = y + n * _BAR
        found += f'<rect x="{_LEFT}" y="{top}" width="{wide:.1f}" height="{_BAR - 2}" fill="{_INKS[n]}"/>'
        found += f'<text x="{_LEFT + wide + 5:.1f}" y="{top + 10}">{value:,g}</text>'
    return found


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")

"""Writes src/grognard/draw/data/symbols.toml: the NATO symbols we use, taken from the milsymbol package.

The package unpacks 109,000 symbols (0.75 s, 120 MB) before it draws one; the table needs thirty.
"""

from __future__ import annotations

import re
from pathlib import Path

from milsymbol import Symbol

TARGET = Path(__file__).parents[1] / "src" / "grognard" / "draw" / "data" / "symbols.toml"

# Kind of counter: mobility amplifier and entity with its two modifiers, as in APP-6.
CODES = {
    "": ("00", "0000000000"),
    "inf": ("00", "1211000000"),
    "ski": ("41", "1211000000"),
    "mot": ("00", "1211040000"),
    "mech": ("00", "1211020000"),
    "para": ("00", "1211000001"),
    "mountain": ("00", "1211000027"),
    "tank": ("00", "1205000000"),
    "cav": ("00", "1213000000"),
    "recon": ("00", "1213000000"),
    "art": ("00", "1303000000"),
    "sp-art": ("00", "1303010000"),
    "mortar": ("00", "1308000000"),
    "at": ("00", "1204000000"),
    "aa": ("00", "1301000000"),
    "eng": ("00", "1407000000"),
    "supply": ("00", "1634000000"),
}


def shapes(amplifier: str, code: str) -> list[str]:
    """The path data of a symbol's lines, the frame left out; a leading "!" means filled."""
    found: list[str] = []
    svg = Symbol(f"100310{amplifier.rjust(4, '0')}{code}").as_svg()
    for tag, attributes in re.findall(r"<(path|circle|g transform)([^>]*)>", svg)[1:]:
        fill = "" if 'stroke="none"' not in attributes else "!"
        if tag == "circle":
            x, y, r = (float(re.search(rf'\b{k}="([\d.]+)"', attributes)[1]) for k in ("cx", "cy", "r"))
            found.append(f"!M{x - r:g},{y} a{r:g},{r:g} 0 1 0 {2 * r:g},0 a{r:g},{r:g} 0 1 0 {-2 * r:g},0")
        elif tag == "path":
            found.append(fill + re.search(r'\bd="([^"]*)"', attributes)[1].strip())
    return found


def main() -> None:
    """Write the table."""
    lines = [
        "# Written by tools/symbols.py from milsymbol; see LICENSE-milsymbol.txt.",
        "# Lines inside a frame from 25,50 to 175,150; a leading ! means filled.",
        "",
    ]
    for kind, (amplifier, code) in CODES.items():
        drawn = shapes(amplifier, code)
        if amplifier == "41":
            # The ski hangs below the frame and would sit on the printed values: move it inside.
            drawn = [*drawn[:-1], "M65,131 l10,10 60,0"]
        items = ", ".join(f'"{shape}"' for shape in drawn)
        lines.append(f'"{kind}" = [{items}]')
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""The lights of the map: none is an army's colour, for any kind of eyes, and they differ from each other.

CIEDE2000 between colours, as they are seen with all cones and with one kind missing (Machado 2009).
"""

import math
import re
from pathlib import Path

import pytest

from grognard.draw import looks_of
from grognard.play.registry import find_system

PALETTE = Path(__file__).parents[2] / "web" / "src" / "map" / "palette.ts"
GAMES = ("red-god-of-war", "red-parachutes", "red-steel", "ocs", "panzerblitz")
MEANINGS = ("may", "chosen", "target")
EYES = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
Lab = tuple[float, float, float]


def linear(text: str) -> list[float]:
    parts = [int(text[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(text: str, eyes: str) -> Lab:
    """A colour as these eyes see it, in CIELAB."""
    rgb = linear(text)
    r, g, b = (
        min(1.0, max(0.0, sum(k * part for k, part in zip(row, rgb, strict=True)))) for row in EYES[eyes]
    )
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2)
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    middle = (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(middle - 30))
        + 0.24 * math.cos(math.radians(2 * middle))
        + 0.32 * math.cos(math.radians(3 * middle + 6))
        - 0.20 * math.cos(math.radians(4 * middle - 63))
    )
    rotation = 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    rotation *= -math.sin(math.radians(60 * math.exp(-(((middle - 275) / 25) ** 2))))
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, hue / sh
    return math.sqrt(dl**2 + dc**2 + dh**2 + rotation * dc * dh)


def smallest(colour: str, others: set[str]) -> float:
    return min(difference(seen(colour, eyes), seen(one, eyes)) for eyes in EYES for one in others)


def lights(name: str) -> dict[str, str]:
    """The colours of a mode, as the client has them."""
    block = PALETTE.read_text("utf-8").split(f"const {name}:")[1].split("};")[0]
    return dict(re.findall(r'(\w+): "(#[0-9a-f]{6})"', block))


def armies() -> set[str]:
    """The ground of every counter of every game."""
    grounds: set[str] = set()
    for game in GAMES:
        looks = looks_of(find_system(game))
        grounds |= {livery.ground for livery in looks.nations.values()}
    return grounds


@pytest.mark.parametrize(("mode", "least"), [("DAY", 10.0), ("NIGHT", 11.5)])
def test_no_light_is_an_armys_colour_nor_another_lights(mode: str, least: float) -> None:
    colours = lights(mode)
    for meaning in MEANINGS:
        others = {colours[one] for one in MEANINGS if one != meaning}
        assert smallest(colours[meaning], armies()) >= least, meaning
        assert smallest(colours[meaning], others) >= least, meaning

"""Counters show what they print, and the sides differ without colour."""

import re
from xml.etree import ElementTree

import pytest

from grognard.draw import Face, counter_svg
from grognard.draw.counters import ground, symbols
from grognard.draw.liveries import LIVERIES, livery_of

INFANTRY = Face("german", "inf", "XX", "246 ID", (6, 8, 4), command="XLI Pz", steps=2)


def texts(svg: str) -> list[str]:
    return [
        element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")
    ]


def without_colour(svg: str) -> str:
    return re.sub(r"#[0-9a-f]{3,6}", "#", svg)


def test_a_counter_prints_its_values_name_and_command() -> None:
    assert {"6-8-4", "246 ID", "XLI Pz"} <= set(texts(counter_svg(INFANTRY)))


@pytest.mark.parametrize("values", [(0,), (4, 6), (10, 12, 8), (1, 2, 3, 4)])
def test_any_number_of_values_fits_on_the_card(values: tuple[int, ...]) -> None:
    svg = counter_svg(Face("german", "inf", "XX", "1 ID", values))
    text = "-".join(str(value) for value in values)
    printed = re.search(rf'font-size="([\d.]+)" font-weight="700" fill="[^"]*">{text}<', svg)
    assert printed is not None
    assert float(printed[1]) * 0.5 * len(text) <= 81


def test_a_tactical_counter_prints_its_values_in_the_corners() -> None:
    tank = Face("russian", "tank", "", "T-34c 1", (12, 6, 9, 11), traits=("class-a", "vehicle"))
    assert texts(counter_svg(tank)) == ["12", "6", "9", "11", "A", "T-34c 1"]
    piece = Face("russian", "breakdown", "", "Rifle 1, piece 3", (1, 1, 3, 1), traits=("class-i",))
    assert texts(counter_svg(piece))[-1] == "Rifle 1/3"
    truck, wagon = (
        Face("german", kind, "", "X", (0, 0, 1, 9), traits=("class-c",)) for kind in ("truck", "wagon")
    )
    assert counter_svg(truck).replace("truck", "wagon") != counter_svg(wagon), "their symbols differ"


def test_the_sides_differ_in_grey() -> None:
    german, soviet = without_colour(ground(livery_of("german"))), without_colour(ground(livery_of("soviet")))
    assert german != soviet


def test_every_livery_has_a_frame_and_pattern_of_its_own() -> None:
    drawn = {without_colour(ground(livery)) for livery in LIVERIES.values()}
    assert len(drawn) == len(LIVERIES)


def test_a_lost_step_is_a_hollow_pip() -> None:
    full = counter_svg(INFANTRY)
    reduced = counter_svg(Face("german", "inf", "XX", "246 ID", (3, 4, 4), steps=2, losses=1))
    assert full.count("<circle") == reduced.count("<circle") == 2
    assert len(re.findall(r'<circle[^>]*fill="none"', full)) == 0
    assert len(re.findall(r'<circle[^>]*fill="none"', reduced)) == 1


@pytest.mark.parametrize("kind", ["inf", "ski", "cav", "mech", "tank"])
def test_every_kind_has_its_own_symbol(kind: str) -> None:
    others = [lines for other, lines in symbols().items() if other not in (kind, "recon", "cav")]
    assert symbols()[kind] not in others


def test_a_kind_without_symbol_shows_its_letters() -> None:
    assert "HQ" in texts(counter_svg(Face("soviet", "hq", "XXXX", "41A HQ", (4, 6))))


def test_a_trait_can_change_the_uniform() -> None:
    assert livery_of("german", ("luftwaffe",)) != livery_of("german")


def test_a_badge_nobody_defined_shows_its_letter_and_says_its_name() -> None:
    svg = counter_svg(Face("german", "inf", "XX", "1 ID", (1, 1, 1), badges=("very-cold",)))
    assert "V" in texts(svg)
    assert "very cold" in svg


@pytest.mark.parametrize("name", ['<script>alert("x")</script>', "a&b", "'\"", "\x00\x1b", "]]>", "\ud800"])
def test_a_hostile_name_stays_text(name: str) -> None:
    svg = counter_svg(Face(name, name, name, name, (1, 2, 3), command=name, parent=name, badges=(name,)))
    root = ElementTree.fromstring(svg.encode())
    assert not [element for element in root.iter() if element.tag.endswith("script")]

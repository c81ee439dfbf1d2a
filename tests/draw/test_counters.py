"""Counters show what they print, and nations differ without colour."""

import re
from xml.etree import ElementTree

import pytest
from msgspec import structs

from grognard.core.board.units import Counter
from grognard.draw import Face, counter_svg, face_of, looks_of
from grognard.draw.counters import ground, pips_svg
from grognard.draw.looks import PLAIN, PLAIN_LIVERIES, Counters, Kind, Livery
from grognard.draw.scene import back_of
from grognard.draw.symbols import symbols
from grognard.play.registry import find_system

RED_GOD = looks_of(find_system("red-god-of-war"))
PANZERBLITZ = looks_of(find_system("panzerblitz"))
INFANTRY = Face("german", "inf", "XX", "246 ID", (6, 8, 4), command="XLI Pz", steps=2)


def texts(svg: str) -> list[str]:
    return [
        element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")
    ]


def without_colour(svg: str) -> str:
    return re.sub(r"#[0-9a-f]{3,6}", "#", svg)


def test_a_counter_prints_its_values_name_and_command() -> None:
    assert {"6-8-4", "246 ID", "XLI Pz"} <= set(texts(counter_svg(INFANTRY, RED_GOD)))


@pytest.mark.parametrize("values", [(0,), (4, 6), (10, 12, 8), (1, 2, 3, 4)])
def test_any_number_of_values_fits_on_the_card(values: tuple[int, ...]) -> None:
    svg = counter_svg(Face("german", "inf", "XX", "1 ID", values), RED_GOD)
    text = "-".join(str(value) for value in values)
    printed = re.search(rf'font-size="([\d.]+)" font-weight="700" fill="[^"]*">{text}<', svg)
    assert printed is not None
    assert float(printed[1]) * 0.5 * len(text) <= 81


def test_a_tactical_counter_prints_its_values_in_the_corners() -> None:
    tank = Face("russian", "tank", "", "T-34c 1", (12, 6, 9, 11), traits=("class-a", "vehicle"))
    assert texts(counter_svg(tank, PANZERBLITZ)) == ["12", "6", "9", "11", "A", "T-34c 1"]
    piece = Face("russian", "breakdown", "", "Rifle 1, piece 3", (1, 1, 3, 1), traits=("class-i",))
    assert texts(counter_svg(piece, PANZERBLITZ))[-1] == "Rifle 1/3"
    truck, wagon = (
        Face("german", kind, "", "X", (0, 0, 1, 9), traits=("class-c",)) for kind in ("truck", "wagon")
    )
    drawn = [counter_svg(one, PANZERBLITZ).replace("truck", "wagon") for one in (truck, wagon)]
    assert drawn[0] != drawn[1], "their symbols differ"


@pytest.mark.parametrize("liveries", [PLAIN_LIVERIES, tuple(RED_GOD.nations.values())])
def test_nations_differ_in_grey(liveries: tuple[Livery, ...]) -> None:
    assert len({without_colour(ground(livery)) for livery in liveries}) == len(liveries)


def test_a_lost_step_is_a_hollow_pip() -> None:
    full = counter_svg(INFANTRY, RED_GOD)
    reduced = counter_svg(Face("german", "inf", "XX", "246 ID", (3, 4, 4), steps=2, losses=1), RED_GOD)
    assert full.count("<circle") == reduced.count("<circle") == 2
    assert len(re.findall(r'<circle[^>]*fill="none"', full)) == 0
    assert len(re.findall(r'<circle[^>]*fill="none"', reduced)) == 1


@pytest.mark.parametrize("kind", ["inf", "ski", "cav", "mech", "tank"])
def test_every_kind_has_its_own_symbol(kind: str) -> None:
    others = [lines for other, lines in symbols().items() if other not in (kind, "recon", "cav")]
    assert symbols()[kind] not in others


def test_a_kind_can_show_letters_instead_of_a_symbol_and_no_name() -> None:
    said = texts(counter_svg(Face("soviet", "hq", "XXXX", "41A HQ", (4, 6)), RED_GOD))
    assert "HQ" in said
    assert "41A HQ" not in said


def test_a_kind_without_a_look_shows_its_letters() -> None:
    assert "ZEP" in texts(counter_svg(Face("soviet", "zeppelin", "", "L 59", (4,)), RED_GOD))


def test_the_back_of_a_counter_tells_only_whose_it_is() -> None:
    backs = [counter_svg(back_of(side), RED_GOD) for side in ("german", "soviet")]
    assert [texts(back)[0] for back in backs] == ["?", "?"]
    assert backs[0] != backs[1]


def pips(svg: str) -> tuple[int, int]:
    """How many pips there are, and how many of them are hollow."""
    return svg.count("<circle"), len(re.findall(r'<circle[^>]*fill="none"', svg))


def test_steps_can_stand_apart_from_faces() -> None:
    column = Counter("column", "Column", "german", "inf", "III", [[3], [1]], steps=4)
    assert pips(counter_svg(face_of(column, 0, left=3), RED_GOD)) == (4, 1)
    assert pips(counter_svg(face_of(column, 1, left=3), RED_GOD)) == (4, 1), "the other face is a mode"
    assert pips(counter_svg(face_of(column, 1), RED_GOD)) == (4, 0)
    assert pips(pips_svg(face_of(column, left=1), RED_GOD)) == (4, 3)
    assert pips(counter_svg(face_of(structs.replace(column, steps=0), 1), RED_GOD)) == (2, 1)


def test_an_amount_is_printed_on_the_card() -> None:
    depot = Counter("depot", "Depot", "german", "inf", "", [[0]])
    assert "12" in texts(counter_svg(face_of(depot, amount=12), RED_GOD))
    assert "12 of it" in counter_svg(face_of(depot, amount=12), RED_GOD)


def test_a_nation_has_a_livery_besides_its_side() -> None:
    allies = Counter("one", "One", "german", "inf", "", [[1]], nation="luftwaffe")
    card = counter_svg(face_of(allies), RED_GOD)
    assert RED_GOD.nations["luftwaffe"].ground in card
    assert RED_GOD.nations["german"].ground not in card


def test_a_trait_can_change_the_uniform() -> None:
    assert RED_GOD.livery("german", traits=("luftwaffe",)) != RED_GOD.livery("german")


def test_a_badge_nobody_defined_shows_its_letter_and_says_its_name() -> None:
    svg = counter_svg(Face("german", "inf", "XX", "1 ID", (1, 1, 1), badges=("very-cold",)), RED_GOD)
    assert "V" in texts(svg)
    assert "very cold" in svg


@pytest.mark.parametrize("name", ['<script>alert("x")</script>', "a&b", "'\"", "\x00\x1b", "]]>", "\ud800"])
def test_a_hostile_name_stays_text(name: str) -> None:
    face = Face(name, name, name, name, (1, 2, 3), command=name, parent=name, badges=(name,))
    svg = counter_svg(face, PLAIN)
    root = ElementTree.fromstring(svg.encode())
    assert not [element for element in root.iter() if element.tag.endswith("script")]


# -- values beside the symbol ------------------------------------------------------------------------

SIDES = structs.replace(
    RED_GOD,
    counters=Counters(layout="sides", row=[0, 1, 2], beside=["3", "a4", "t5"]),
    kinds={"inf": Kind(symbol="inf"), "art": Kind(symbol="art", row=[6, 2], beside=["3", "b5"])},
)


def test_some_values_stand_at_the_foot_and_others_beside_the_symbol() -> None:
    recon = Face("german", "inf", "II", "PzAA 19", (4, 4, 13, 5, 1, 2), parent="19 Pz")
    assert texts(counter_svg(recon, SIDES)) == ["5", "a1", "t2", "19 Pz", "PzAA 19", "4-4-13"]


def test_a_value_of_0_is_not_printed_beside_the_symbol() -> None:
    tank = Face("german", "inf", "II", "PzR 27", (6, 5, 10, 4, 4, 0))
    assert texts(counter_svg(tank, SIDES)) == ["4", "a4", "PzR 27", "6-5-10"]
    bare = Face("german", "inf", "II", "Train", (0, 1, 5))
    assert texts(counter_svg(bare, SIDES)) == ["Train", "0-1-5"]


def test_a_kind_can_choose_the_values_at_its_foot() -> None:
    gun = Face("german", "art", "II", "I/AR 34", (0, 1, 5, 3, 9, 8, 7))
    assert texts(counter_svg(gun, SIDES)) == ["3", "b8", "I/AR 34", "7-5"]
    short = Face("german", "art", "II", "I/AR 34", (0, 1, 5))
    assert "5" in texts(counter_svg(short, SIDES)), "values that a counter has not are left out"


def test_the_values_are_read_out_as_they_are_printed() -> None:
    recon = Face("german", "inf", "II", "PzAA 19", (4, 4, 13, 5, 1, 0))
    assert "4-4-13 5 a1" in counter_svg(recon, SIDES)

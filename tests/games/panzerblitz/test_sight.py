"""Line of sight: the same both ways, and explained hexside by hexside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.panzerblitz.table import at, game_of, play, unit
from grognard.core.flow.rulings import Term
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.position import LOUD
from grognard.games.panzerblitz.model.sight import (
    can_see,
    crossings,
    explain_sight,
    hexsides,
    runs_along_edge,
    visible_from,
)

LAND = SYSTEM.rules.content("red-drop").land
HEXES = st.sampled_from(LAND.hexes)


@pytest.mark.rule("pb.los.3")
@given(a=HEXES, b=HEXES)
def test_who_sees_is_seen(a: int, b: int) -> None:
    if LAND.grid.distance(a, b) > 20:
        return
    land = LAND
    one = [crossing.blocks for crossing in crossings(land, a, b)]
    other = [crossing.blocks for crossing in crossings(land, b, a)]
    assert any(one) == any(other)
    assert can_see(land, a, b) == can_see(land, b, a)


@pytest.mark.rule("pb.los.3a")
@given(a=HEXES, b=HEXES)
def test_the_line_crosses_as_many_sides_as_it_passes_hexes(a: int, b: int) -> None:
    far = LAND.grid.distance(a, b)
    if 0 < far <= 20:
        for first, second in hexsides(LAND, a, b):
            assert LAND.grid.distance(first, second) == 1 or runs_along_edge(LAND, a, b, (first,))
        line = LAND.grid.line_crossings(a, b)
        pairs = sum(1 for hexes in line if len(hexes) == 2 or runs_along_edge(LAND, a, b, hexes))
        # A pair is one side run along; the hexes before and after it are not parted by a side of the line.
        assert len(hexsides(LAND, a, b)) == len(line) - 1 - pairs


@pytest.mark.rule("pb.los.4", "pb.los.3a")
def test_the_explanation_names_every_hexside_and_which_one_blocks() -> None:
    game = game_of([".", "w", "w", "."])
    found = SYSTEM.screen.sight(game.pos, 0, at(game, "0101"), at(game, "0104"))
    assert not found.is_clear
    assert [one.blocks for one in found.crossed] == [False, True, False]
    sheet = found.sheet
    assert [(term.label, term.value) for term in sheet.terms] == [
        ("ground to ground", "3 hexes"),
        ("0101 / 0102", "open"),
        ("0102 / 0103: edge of woods (green)", "blocks"),
        ("0103 / 0104", "open"),
    ]
    assert [term.rule for term in sheet.terms] == ["pb.los.3", "pb.los.4", "pb.los.4", "pb.los.4"]
    assert sheet.total == "not seen"


@pytest.mark.rule("pb.los.10a", "pb.los.3b")
def test_the_explanation_of_gullies_and_neighbours() -> None:
    game = game_of([".", ".", "g"])
    found = SYSTEM.screen.sight(game.pos, 0, at(game, "0101"), at(game, "0103"))
    hidden = found.sheet
    assert found.crossed[-1] == (at(game, "0103"), at(game, "0103"), "gully", True)
    assert ("blocks", "pb.los.10") in [(term.value, term.rule) for term in hidden.terms]
    assert hidden.total == "not seen"
    near = SYSTEM.screen.sight(game.pos, 0, at(game, "0102"), at(game, "0103"))
    beside = near.sheet
    assert near.is_clear
    assert near.crossed == ()
    assert beside.total == "seen"
    assert [term.value for term in beside.terms] == ["1 hex", "open"]


@pytest.mark.rule("pb.los.7b")
@pytest.mark.parametrize(("crest", "seen"), [("0102/0103", False), ("0103/0104", False), ("0104/0105", True)])
def test_a_crest_blocks_towards_a_hilltop_up_to_half_way(crest: str, seen: bool) -> None:
    game = game_of([".", "/", "/", "/", "/", "^"], map={"brown": [crest]})
    assert can_see(game.pos.content.land, at(game, "0101"), at(game, "0106")) is seen
    assert can_see(game.pos.content.land, at(game, "0106"), at(game, "0101")) is seen


def test_an_attack_explains_the_sight_of_its_firers() -> None:
    game = game_of(mover="german", units={"rifle-1-1": "0201", "stuh42-1": "0204"})
    play(game, "fire 0201", "whole", "add stuh42-1")
    titles = [sheet.title for sheet in SYSTEM.screen.explain(game.pos)]
    assert titles == ["Fire at 0201"]
    fire = SYSTEM.screen.explain(game.pos)[0]
    assert fire.terms[0] == Term("line of sight from 0204", "clear", "pb.los.3")
    assert fire.total == "4-1, die +0"
    assert ("StuH 42: 14H at 3", "14") in [(term.label, term.value) for term in fire.terms]


def test_the_overlay_marks_what_the_unit_in_hand_sees() -> None:
    game = game_of([".", "w", "w", "."], step="MoveFoot", units={"recon-1": "0101"})
    assert SYSTEM.screen.overlay(game.pos, 0, "sight") == {}
    play(game, "move recon-1")
    seen = SYSTEM.screen.overlay(game.pos, 0, "sight")
    assert {game.pos.content.land.names[hex] for hex in seen} == {"0101", "0102"}
    assert sorted(seen) == visible_from(game.pos.content.land, at(game, "0101"), 20)
    assert unit(game, "recon-1") >= 0
    assert explain_sight(game.pos.content.land, at(game, "0101"), at(game, "0103")).total == "not seen"


@pytest.mark.rule("pb.los.1")
def test_the_line_to_cover_says_whether_the_side_has_a_spotter() -> None:
    game = game_of([".", ".", "w"], units={"recon-1": "0101", "security-1": "0103"})
    here, there = at(game, "0101"), at(game, "0103")
    last = SYSTEM.screen.sight(game.pos, 0, here, there).sheet.terms[-1]
    assert (last.label, last.value, last.rule) == ("units in the woods of 0103", "not spotted", "pb.los.1")
    game.pos.place(unit(game, "recon-1"), at(game, "0102"))
    assert SYSTEM.screen.sight(game.pos, 0, here, there).sheet.terms[-1].value == "spotted"
    assert SYSTEM.screen.sight(game.pos, -1, here, there).sheet.terms[-1].rule != "pb.los.1", (
        "onlookers have no spotters"
    )


@pytest.mark.rule("pb.balance.2", "pb.los.1")
def test_the_line_tells_nothing_about_enemies_nobody_has_seen() -> None:
    options = {"hidden-movement": True, "experimental": True}
    told = []
    for place in ("0502", "0402"):
        units = {"recon-1": "0102", "security-1": place}
        game = game_of([".wwww"] * 3, options=options, units=units)
        game.pos.marks[unit(game, "security-1")] |= LOUD
        game.pos.look_again()
        told.append(SYSTEM.screen.sight(game.pos, 0, at(game, "0102"), at(game, "0502")))
    assert told[0] == told[1]
    assert told[0].sheet.terms[-1].value == "not spotted"


@pytest.mark.rule("pb.los.3", "pb.fire.2", "pb.los.1")
def test_a_refused_target_says_what_the_nearest_unit_lacks() -> None:
    def why(rows: list[str], there: str, **units: str) -> str:
        given = {name.replace("_", "-"): place for name, place in units.items()}
        game = game_of(rows, units={**given, "wagon-1": there, "wagon-2": "0201"})
        return str(game.why_not(SYSTEM.words.read(game.pos, f"fire {there}"), 0))

    wood = why(["..", "w.", "w.", ".."], "0104", t34c_1="0101")
    assert wood == (
        "T-34c 1 has no line of sight to 0104: edge of woods (green) between 0102 and 0103. [pb.los.3]"
    )
    far = why(["." * 2] * 10, "0110", t34c_1="0101")
    assert far == "0110 is 9 hexes away and the range of T-34c 1 is 6. [pb.fire.2]"
    cover = why(["..", "..", "..", "w."], "0104", t34c_1="0101")
    assert cover.startswith("nobody of yours is next to the woods of 0104 to spot for you. [pb.los.1]")


@pytest.mark.rule("pb.los.3c")
def test_a_line_along_the_edge_of_the_map_crosses_no_side_of_the_hexes_there() -> None:
    """One of these lines runs along an outer side of a hex with nothing beyond it: the hex is not entered."""
    game = game_of(["...", "..."], map={"green": ["0101/0201", "0201/0301"]})
    ends = [(a, b) for a in ("0101", "0102") for b in ("0301", "0302")]
    edge = [
        (a, b)
        for a, b in ends
        if any(first == second for first, second in hexsides(game.pos.content.land, at(game, a), at(game, b)))
    ]
    assert edge
    for a, b in edge:
        assert can_see(game.pos.content.land, at(game, a), at(game, b))
        sheet = explain_sight(game.pos.content.land, at(game, a), at(game, b))
        assert any("along the edge of the map" in term.label for term in sheet.terms)

"""Chapter setup: the position before the first Ask, and free placement."""

import msgspec
import pytest

from games.red_god_of_war.table import new_game, table
from grognard.core.content.player_files import PlayerFiles
from grognard.games.red_god_of_war.model.content import load_content
from grognard.games.red_god_of_war.model.position import GERMAN, SNOW, SOVIET, WAITING, RedGodPosition
from grognard.games.red_god_of_war.model.scenario import Markers
from grognard.games.red_god_of_war.sequence.setup import first_position, placing_refusal, setup_area


@pytest.fixture(scope="module")
def mars() -> RedGodPosition:
    return new_game("mars").pos


@pytest.mark.rule("rgw.setup.1a")
def test_every_unit_starts_in_the_hex_the_scenario_names_at_full_strength(mars: RedGodPosition) -> None:
    content = mars.content
    placed = {content.roster.index[id]: hex for id, hex in content.scenario.setup.items()}
    assert len(placed) == 167
    for unit, hex in placed.items():
        assert content.names[mars.hex[unit]] == hex
        assert mars.steps[unit] == len(content.roster.counters[unit].faces)
    waiting = set(content.units_of[GERMAN] + content.units_of[SOVIET]) - set(placed)
    assert len(waiting) == 34
    assert {mars.hex[unit] for unit in waiting} == {WAITING}


@pytest.mark.rule("rgw.setup.1")
def test_soviet_units_start_assigned_to_the_hq_of_their_army(mars: RedGodPosition) -> None:
    index = mars.content.roster.index
    armies = {
        "150-rd": "41a-hq",
        "238-rd": "22a-hq",
        "136-rb": "39a-hq",
        "42-rd": "33a-hq",
        "179-tb": "3ta-hq",
    }
    for unit, hq in armies.items():
        assert mars.army[index[unit]] == index[hq]
    for unit in [*mars.content.units_of[GERMAN], *mars.content.hqs[SOVIET], index["154-rb"]]:
        assert mars.army[unit] == -1


@pytest.mark.rule(
    "rgw.setup.5", "rgw.setup.6", "rgw.setup.7", "rgw.setup.8", "rgw.setup.9", "rgw.activation.1a"
)
def test_markers_start_where_the_scenario_puts_them(mars: RedGodPosition) -> None:
    # The game stands at its first Ask, before any roll.
    assert (mars.sp, mars.turn, mars.weather) == ([2, 2], 1, SNOW)
    assert (mars.stalin, mars.okw, mars.drawer) == (0, 0, SOVIET)
    new_game("teaching").holds("sp german 0", "sp soviet 0", "turn 1", "weather clear", "stalin 1", "okw 1")


@pytest.mark.rule("rgw.setup.5a", "rgw.setup.5b", "rgw.setup.6", "rgw.setup.7a")
def test_another_scenario_may_put_each_marker_elsewhere() -> None:
    text = """
    id = "later"
    base = "teaching"
    title = "Later"
    summary = "The same place, two turns on."
    minutes = 10
    turns = 5
    first_turn = 3
    [markers]
    weather = "mud"
    supply-german = 4
    supply-soviet = 7
    stalin-box = 5
    okw-box = 3
    first-draw = "german"
    """
    pos = first_position(load_content("", {}, PlayerFiles({"later.toml": text}, scenario="later.toml")))
    assert (pos.turn, pos.weather, pos.sp) == (3, 2, [4, 7])
    assert (pos.stalin, pos.okw, pos.drawer) == (4, 2, GERMAN)


@pytest.mark.rule("rgw.setup.5", "rgw.setup.8", "rgw.setup.9")
def test_markers_the_scenario_does_not_name_start_at_nothing_and_leftmost() -> None:
    content = table(["."], {}).pos.content
    content.scenario = msgspec.structs.replace(content.scenario, markers=Markers())
    pos = first_position(content)
    assert (pos.sp, pos.weather, pos.stalin, pos.okw, pos.drawer) == ([0, 0], SNOW, 0, 0, SOVIET)


@pytest.mark.rule("rgw.setup.1")
def test_the_front_line_divides_the_map(mars: RedGodPosition) -> None:
    at = mars.content.grid.index
    assert mars.control[at("0715")] == GERMAN
    assert mars.control[at("0516")] == SOVIET
    assert mars.control == [max(holder, 0) for holder in mars.content.board.holder]


@pytest.mark.rule("rgw.setup.2", "rgw.setup.3")
def test_each_corps_and_army_has_a_printed_area(mars: RedGodPosition) -> None:
    content = mars.content
    areas = {setup_area(mars, hq) for hq in [*content.hqs[GERMAN], *content.hqs[SOVIET]] if mars.hex[hq] >= 0}
    assert len(areas) == 18
    assert all(areas)
    for unit in [*content.units_of[GERMAN], *content.units_of[SOVIET]]:
        if mars.hex[unit] >= 0:
            assert placing_refusal(mars, unit, mars.hex[unit]) is None


@pytest.mark.rule("rgw.setup.3a", "rgw.setup.4")
def test_with_free_set_up_a_unit_may_go_to_every_hex_of_its_area_and_no_other() -> None:
    game = new_game("teaching", free_setup=True)
    assert game.asked() == "soviet PlaceSoviets"
    assert "47-mb" not in game.offers("pick")  # it comes on turn 2
    assert game.offers("pick") == sorted(
        [
            "41a-hq",
            "150-rd",
            "74-sib-rb",
            "65-tb",
            "219-tb",
            "17-gds-rd",
            "93-rd",
            "22a-hq",
            "238-rd",
            "185-rd",
        ]
    )
    game.play("soviet: pick 238-rd")
    assert game.offers("place") == ["0101", "0102", "0201", "0202"]
    game.play("soviet: place 0102", "soviet: pick 93-rd")
    # 0302 is full; the division's own hex counts without it.
    assert game.offers("place") == ["0301", "0401", "0402", "0501", "0502"]
    assert game.refused("soviet: place 0302") == "rgw.stacking.5"
    assert game.refused("soviet: place 0201") == "rgw.setup.3"
    game.play("soviet: cancel", "soviet: done", "german: pick 330-id")
    assert game.offers("place") == ["0104", "0404", "0503", "0504"]
    game.play("german: place 0404", "german: done")
    game.holds("unit 330-id at 0404", "unit 238-rd at 0102")
    assert game.asked() == "chance RollGermanSupply"


@pytest.mark.rule("rgw.setup.3b")
def test_without_the_option_nobody_is_asked_to_place() -> None:
    assert new_game("teaching").asked() == "chance RollGermanSupply"


@pytest.mark.rule("rgw.setup.3", "rgw.stacking.5")
def test_a_german_hex_is_full_at_set_up_too() -> None:
    units = {"246-id": "0203", "86-id": "0303", "1pz-1-pg": "0303", "150-rd": "0302"}
    game = table(None, units, scenario="teaching", procedure="campaign", options={"free-setup": True})
    game.play("soviet: done", "german: pick 246-id")
    assert game.refused("german: place 0303") == "rgw.stacking.5"
    assert game.refused("german: place 0302") == "rgw.setup.3"
    game.play("german: cancel", "german: pick 1pz-1-pg")
    assert "0203" in game.offers("place")

"""Chapter supply: range, paths, sources and the three states."""

import pytest

from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.model.position import GERMAN, ISOLATED, SOVIET, SUPPLIED, UNSUPPLIED
from grognard.games.red_god_of_war.supply.trace import (
    Traces,
    is_in_range,
    open_hexes,
    supply_state,
    valid_hqs,
    working_sources,
)


def column(length: int, units: dict[str, str], **areas: list[str]) -> Table:
    """A map one hex wide: what is on the way is in the way."""
    named = {f"source:{side}": hexes for side, hexes in areas.items()}
    return table({"rows": ["."] * length, "areas": named}, units, procedure="initial", step="TraceSupply")


def state(game: Table, unit: str) -> int:
    index = game.unit(unit)
    return supply_state(game.pos, Traces(game.pos, game.pos.content.side[index]), index)


@pytest.mark.rule("rgw.supply.1", "rgw.supply.6", "rgw.supply.7", "rgw.supply.8", "rgw.supply.9a")
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize(
    ("away", "source", "blocked", "expected"),
    [
        (4, True, "", SUPPLIED),
        (5, True, "", UNSUPPLIED),
        (0, True, "", SUPPLIED),
        (4, False, "", UNSUPPLIED),
        (5, False, "", UNSUPPLIED),
        (4, True, "path", ISOLATED),
        (5, True, "path", ISOLATED),
        (4, True, "source", UNSUPPLIED),
        (5, True, "source", UNSUPPLIED),
    ],
)
def test_the_three_tests_give_the_three_states(
    side: str, away: int, source: bool, blocked: str, expected: int
) -> None:
    # From north to south: unit … HQ at 0108 … source at 0112.
    unit, hq, enemy = (
        ("246-id", "xli-pz-hq", "104-tb") if side == "german" else ("150-rd", "41a-hq", "gd-gren")
    )
    units = {unit: f"01{8 - away:02d}", hq: "0108"}
    if blocked:
        units[enemy] = {"path": "0106", "source": "0110"}[blocked]
    game = column(12, units, **{side: ["0112"]} if source else {})
    assert state(game, unit) == expected


@pytest.mark.rule("rgw.supply.4")
def test_the_path_to_the_source_may_be_of_any_length() -> None:
    assert state(column(40, {"246-id": "0101", "xli-pz-hq": "0102"}, german=["0140"]), "246-id") == SUPPLIED


@pytest.mark.rule("rgw.supply.5a")
def test_range_is_the_plain_distance_not_more_than_the_printed_number() -> None:
    game = column(9, {"246-id": "0101", "xli-pz-hq": "0105"})
    unit, hq = game.unit("246-id"), game.unit("xli-pz-hq")
    assert game.pos.content.hq_range[hq] == 4
    assert is_in_range(game.pos, unit, hq)
    game.pos.place(hq, game.hex("0106"))
    assert not is_in_range(game.pos, unit, hq)
    game.pos.place(hq, game.hex("0101"))
    assert is_in_range(game.pos, unit, hq)


@pytest.mark.rule("rgw.supply.2b")
def test_a_german_unit_takes_the_best_state_of_several_hqs() -> None:
    # VI is near, XXIII six hexes away; the only source lies beyond XXIII.
    units = {"246-id": "0103", "vi-hq": "0101", "xxiii-hq": "0109"}
    game = column(12, units, german=["0112"])
    assert state(game, "246-id") == SUPPLIED  # VI reaches the source as well
    assert {game.pos.content.unit_names[hq] for hq in valid_hqs(game.pos, game.unit("246-id"))} == {
        "VI HQ",
        "XXIII HQ",
    }
    game = column(12, units | {"104-tb": "0102"}, german=["0112"])
    assert state(game, "246-id") == UNSUPPLIED  # only XXIII can be reached, six hexes off
    game = column(12, units | {"104-tb": "0105"}, german=["0112"])
    assert state(game, "246-id") == UNSUPPLIED  # only VI, in range and cut off
    game = column(12, units | {"104-tb": "0102", "65-tb": "0105"}, german=["0112"])
    assert state(game, "246-id") == ISOLATED


@pytest.mark.rule("rgw.supply.3", "rgw.supply.9b")
def test_a_soviet_unit_knows_only_the_hq_it_is_assigned_to() -> None:
    units = {"150-rd": "0102", "22a-hq": "0103", "41a-hq": "0101"}
    game = column(4, units, soviet=["0104"])
    assert valid_hqs(game.pos, game.unit("150-rd")) == [game.unit("41a-hq")]
    assert state(game, "150-rd") == SUPPLIED
    assert state(column(4, {"150-rd": "0102", "22a-hq": "0103"}, soviet=["0104"]), "150-rd") == ISOLATED
    lost = column(4, units | {"41a-hq": "dead"}, soviet=["0104"])
    assert valid_hqs(lost.pos, lost.unit("150-rd")) == []
    assert state(lost, "150-rd") == ISOLATED
    assigned = column(4, {"150-rd": "0102 army=22a-hq", "22a-hq": "0103"}, soviet=["0104"])
    assert state(assigned, "150-rd") == SUPPLIED


@pytest.mark.rule("rgw.supply.9a")
def test_a_german_hq_off_the_map_supplies_nobody() -> None:
    game = column(4, {"246-id": "0102", "vi-hq": "dead", "xxx-hq": "waiting"}, german=["0104"])
    assert valid_hqs(game.pos, game.unit("246-id")) == []
    assert state(game, "246-id") == ISOLATED


# -- paths --------------------------------------------------------------------------------------


def opened(game: Table, side: int) -> set[str]:
    return {game.pos.content.names[hex] for hex, free in enumerate(open_hexes(game.pos, side)) if free}


@pytest.mark.rule("rgw.zoc.5a", "rgw.zoc.5b", "rgw.zoc.6a")
def test_open_hexes_are_those_without_enemies_and_outside_their_zones_or_with_a_friend() -> None:
    units = {"150-rd": "0201", "104-tb": "0103", "22a-hq": "0304", "246-id": "0302", "vi-hq": "0202"}
    game = table(["...", "...", "...", "..."], units)
    everything = set(game.pos.content.names)
    # The Soviet division's zone is 0101, 0102, 0202, 0301, 0302; friends stand in 0202 and 0302.
    assert opened(game, GERMAN) == everything - {"0201", "0103", "0101", "0102", "0301"}
    # The German division's zone is 0201, 0202, 0301, 0303, 0401 and 0402 where they exist.
    assert opened(game, SOVIET) == everything - {"0302", "0301", "0303", "0202"}


@pytest.mark.rule("rgw.zoc.6b")
def test_the_hexes_of_the_unit_and_of_the_hq_never_fail_the_test() -> None:
    drawn = {"rows": ["..", "..", ".."], "areas": {"source:german": ["0102"]}}
    game = table(drawn, {"246-id": "0101", "xli-pz-hq": "0102", "150-rd": "0201", "93-rd": "0202"})
    assert state(game, "246-id") == SUPPLIED


@pytest.mark.rule("rgw.zoc.6c", "rgw.supply.4")
def test_a_source_works_only_if_a_path_may_enter_it() -> None:
    units = {"246-id": "0101", "xli-pz-hq": "0101"}
    assert state(column(6, units, german=["0104"]), "246-id") == SUPPLIED
    assert state(column(6, units | {"150-rd": "0104"}, german=["0104"]), "246-id") == UNSUPPLIED
    assert state(column(6, units | {"150-rd": "0105"}, german=["0104"]), "246-id") == UNSUPPLIED
    garrison = units | {"150-rd": "0105", "gd-gren": "0104", "gd-fus": "0103"}
    assert state(column(6, garrison, german=["0104"]), "246-id") == SUPPLIED


@pytest.mark.rule("rgw.supply.4")
def test_soviet_edge_hexes_are_sources_while_the_soviets_control_them() -> None:
    game = column(5, {"150-rd": "0102", "41a-hq": "0102"}, soviet=["0101", "0105"], german=["0103"])
    assert len(working_sources(game.pos, SOVIET)) == 2
    for hex in ("0101", "0105"):
        assert state(game, "150-rd") == SUPPLIED
        game.pos.control[game.hex(hex)] = GERMAN
    assert working_sources(game.pos, SOVIET) == []
    assert state(game, "150-rd") == UNSUPPLIED
    # A German source needs no control marker.
    game.pos.control[game.hex("0103")] = SOVIET
    assert working_sources(game.pos, GERMAN) == [game.hex("0103")]


@pytest.mark.rule("rgw.supply.1")
def test_paths_of_two_pockets_do_not_join() -> None:
    game = column(7, {"246-id": "0101", "xli-pz-hq": "0107", "150-rd": "0104"}, german=["0107"])
    traces = Traces(game.pos, GERMAN)
    at = game.hex
    assert traces.joined(at("0101"), at("0102"))
    assert not traces.joined(at("0101"), at("0107"))
    assert not traces.joined(at("0104"), at("0104"))  # a closed hex is joined to nothing
    assert traces.reaches_source(at("0106"))
    assert not traces.reaches_source(at("0102"))
    assert not traces.reaches_source(at("0104"))


# -- step 6 -------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.supply.10a", "rgw.supply.11", "rgw.initial.22", "rgw.initial.23a")
def test_step_six_gives_every_unit_on_the_map_its_state_and_tells_the_markers() -> None:
    units = {
        "xli-pz-hq": "0101",
        "246-id": "0102 isolated",
        "1pz-1-pg": "0106",
        "150-rd": "0108",
        "41a-hq": "0109",
    }
    units |= {"238-rd": "0110", "104-tb": "dead isolated", "12pz-5-pg": "waiting isolated"}
    game = column(12, units, german=["0101"], soviet=["0112"])
    assert game.asked() == "german and soviet PlaceChits"
    events = [
        (event.kind, game.pos.content.unit_names[event.facts[0]], event.rule) for event in game.game.events
    ]
    game.holds("unit 246-id is supplied", "unit 150-rd is supplied", "unit 238-rd is isolated")
    game.holds("unit 1pz-1-pg is unsupplied")
    assert events == [
        ("supply", "1Pz/1 PG", "rgw.supply.10"),
        ("supply", "238 RD", "rgw.supply.11"),
    ]
    assert [game.pos.traced[game.unit(id)] for id in ("246-id", "1pz-1-pg", "238-rd")] == [0, 1, 2]
    # Who is not on the map is not traced for.
    assert game.pos.supply[game.unit("12pz-5-pg")] == ISOLATED


@pytest.mark.rule("rgw.supply.12a")
def test_an_hq_gets_no_state_in_step_six() -> None:
    game = column(5, {"41a-hq": "0101", "246-id": "0103", "xli-pz-hq": "0105"})
    assert game.asked() == "german and soviet PlaceChits"
    game.holds("unit 41a-hq is supplied", "unit xli-pz-hq is supplied", "unit 246-id is unsupplied")
    assert all(event.facts[0] == game.unit("246-id") for event in game.game.events)

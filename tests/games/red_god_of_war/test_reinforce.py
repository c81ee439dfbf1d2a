"""Chapter reinforce: arrivals of both sides, the 3rd Tank Army, reassignments."""

from typing import Any

import pytest

from games.red_god_of_war.table import Table, new_game, table
from grognard.games.red_god_of_war.model.position import FREE, PAID, SOVIET
from grognard.games.red_god_of_war.movement.walk import entry_cost, entry_hexes
from grognard.games.red_god_of_war.sequence.activation import is_due
from grognard.games.red_god_of_war.sequence.reinforcements import (
    german_places,
    may_be_released,
    places_for,
    whole_corps,
)


def german(at: str, unit: str = "12pz-5-pg", rows: list[str] | None = None, **more: Any) -> Table:
    """A German unit due on turn 3, about to be activated by XLI Panzer Corps in 0102."""
    drawn: dict[str, Any] = {"rows": rows or ["."] * 5, "holders": more.pop("holders", ["g"] * 5)}
    drawn |= more.pop("drawn", {})
    units = {"xli-pz-hq": "0102", unit: f"waiting arrives=3 at={at}"} | more.pop("units", {})
    facts = {"turn": 3, "cup": ["xli-pz-hq"]} | more
    return table(drawn, units, procedure="impulse", **facts)


@pytest.mark.rule("rgw.reinforce.1a")
@pytest.mark.parametrize(("turn", "due"), [(2, False), (3, True), (4, True)])
def test_a_reinforcement_is_due_from_its_turn_on(turn: int, due: bool) -> None:
    game = german("0105", turn=turn)
    assert is_due(game.pos, game.unit("12pz-5-pg")) is due
    game.play("chance: draw xli-pz-hq")
    if due:
        assert game.offers("activate") == ["12pz-5-pg"]
    else:
        assert game.asked() == "german TacticalMovement"


@pytest.mark.rule("rgw.reinforce.1")
def test_units_on_the_map_dead_or_withdrawn_are_not_due() -> None:
    for where in ("0101", "dead", "withdrawn"):
        game = table(["."], {"12pz-5-pg": where, "vi-hq": "0101"}, turn=9)
        assert not is_due(game.pos, game.unit("12pz-5-pg"))


@pytest.mark.rule("rgw.reinforce.2c")
def test_a_reinforcement_is_activated_by_an_hq_in_range_of_its_entry_hex_or_nearest_to_it() -> None:
    far = ["."] * 14
    game = german("0114", rows=far, holders=["g"] * 14).play("chance: draw xli-pz-hq")
    assert game.offers("activate") == ["12pz-5-pg"]  # out of range, but no HQ is nearer
    game = german("0114", rows=far, holders=["g"] * 14, units={"vi-hq": "0113"}).play(
        "chance: draw xli-pz-hq"
    )
    assert game.asked() == "german TacticalMovement"
    game = german("0106", rows=far, holders=["g"] * 14, units={"vi-hq": "0106"}).play(
        "chance: draw xli-pz-hq"
    )
    assert game.offers("activate") == ["12pz-5-pg"]  # in range, though another is nearer


@pytest.mark.rule("rgw.reinforce.2a", "rgw.zoc.9")
@pytest.mark.parametrize(
    ("unit", "ground", "weather", "cost"),
    [
        ("12pz-5-pg", ".", "clear", 1),
        ("12pz-5-pg", ".", "mud", 3),
        ("12pz-5-pg", "l", "clear", 2),
        ("12pz-5-pg", "H", "snow", 6),
        ("12pz-5-pg", "H", "mud", 8),  # more than it has: all it has
        ("ss-cav-1", "H", "clear", 2),
        ("ss-cav-1", "s", "mud", 6),
        ("ss-cav-1", "T", "snow", 2),
    ],
)
def test_the_entry_hex_is_paid_for_as_the_first_hex_of_the_move(
    unit: str, ground: str, weather: str, cost: int
) -> None:
    game = german("0105", unit, rows=[".", ".", ".", ".", ground], weather=weather)
    assert entry_cost(game.pos, game.unit(unit), game.hex("0105")) == cost * 2


@pytest.mark.rule("rgw.reinforce.2")
def test_mechanized_units_cannot_enter_by_a_swamp_in_mud() -> None:
    for unit, hexes in (("12pz-5-pg", 0), ("ss-cav-1", 1)):
        game = german("0105", unit, rows=[".", ".", ".", ".", "s"], weather="mud").play(
            "chance: draw xli-pz-hq"
        )
        assert len(entry_hexes(game.pos, game.unit(unit))) == hexes


@pytest.mark.rule("rgw.reinforce.2a", "rgw.zoc.9")
def test_an_entry_hex_in_an_enemy_zone_costs_one_more() -> None:
    game = german("0104", units={"150-rd": "0105"})
    assert entry_cost(game.pos, game.unit("12pz-5-pg"), game.hex("0104")) == 4


@pytest.mark.rule("rgw.reinforce.2", "rgw.stacking.11d")
def test_no_reinforcement_enters_a_hex_held_by_the_enemy_or_full() -> None:
    game = german("0105,0103", units={"104-tb": "0105"}).play("chance: draw xli-pz-hq", "german: all")
    assert [game.pos.content.names[hex] for hex in entry_hexes(game.pos, game.unit("12pz-5-pg"))] == ["0103"]
    seven = ["gd-gren", "gd-fus", "gd-pz-abt", "14-11-mot", "14-53-mot", "5pz-13-pg", "5pz-14-pg"]
    game = german("0105", units=dict.fromkeys(seven, "0105")).play("chance: draw xli-pz-hq")
    assert entry_hexes(game.pos, game.unit("12pz-5-pg")) == []
    hq_alone = german("0105", units={"41a-hq": "0105"}).play("chance: draw xli-pz-hq")
    assert len(entry_hexes(hq_alone.pos, hq_alone.unit("12pz-5-pg"))) == 1


@pytest.mark.rule("rgw.reinforce.2e")
@pytest.mark.parametrize(
    ("units", "soviet", "works"),
    [({}, [], True), ({"150-rd": "0105"}, [], False), ({}, ["0104"], False), ({"104-tb": "0105"}, [], True)],
)
def test_the_railhead_works_while_german_and_outside_soviet_zones(
    units: dict[str, str], soviet: list[str], works: bool
) -> None:
    drawn = {"areas": {"entry:german-rail": ["0104"]}}
    game = german("0104", drawn=drawn, units=units, control_soviet=soviet).play("chance: draw xli-pz-hq")
    assert bool(entry_hexes(game.pos, game.unit("12pz-5-pg"))) is works
    if works:
        game.play("german: all", "german: move 12pz-5-pg", "german: enter 0104")
        assert game.refused("german: move 12pz-5-pg") == "rgw.tactical.1"
        assert game.pos.railed == 0  # outside the capacity of rail movement


@pytest.mark.rule("rgw.reinforce.2d")
def test_a_reinforcement_is_supplied_in_its_impulse_and_takes_control_of_its_hex() -> None:
    game = german("0105", control_soviet=["0105"])
    game.pos.supply[game.unit("12pz-5-pg")] = 2
    game.play("chance: draw xli-pz-hq", "german: all", "german: move 12pz-5-pg")
    assert game.options("german") == ["enter 0105", "halt"]
    game.play("german: halt").holds("unit 12pz-5-pg at waiting")
    game.play("german: move 12pz-5-pg", "german: enter 0105")
    game.holds("control 0105 german", "unit 12pz-5-pg is supplied", "reach 12pz-5-pg 0101 5")
    assert "12Pz/5 PG arrives at 0105." in game.told


@pytest.mark.rule("rgw.reinforce.2")
def test_after_entering_a_unit_may_move_again_in_the_mechanized_phase() -> None:
    game = german("0105").play(
        "chance: draw xli-pz-hq", "german: all", "german: move 12pz-5-pg", "german: enter 0105"
    )
    game.play("german: halt", "german: done")
    assert game.asked() == "german MechanizedMovement"
    assert "12pz-5-pg" in game.offers("move")


@pytest.mark.rule("rgw.reinforce.2")
def test_one_that_did_not_enter_does_not_move_in_the_mechanized_phase() -> None:
    game = german("0105").play("chance: draw xli-pz-hq", "german: all", "german: done")
    assert game.offers("move") == ["xli-pz-hq"]
    assert game.refused("german: move 12pz-5-pg") == "rgw.mech.4"


# -- Soviet arrivals ----------------------------------------------------------------------------


def arrivals(units: dict[str, str], rows: Any = None, **facts: Any) -> Table:
    return table(rows or ["...", "...", "..."], units, procedure="initial", step="arrivals", turn=6, **facts)


@pytest.mark.rule("rgw.reinforce.3a", "rgw.reinforce.4a", "rgw.reinforce.6a", "rgw.reinforce.6b")
def test_a_soviet_arrival_belongs_to_the_hq_it_is_placed_with_and_is_supplied() -> None:
    units = {
        "41a-hq": "0101",
        "22a-hq": "0302",
        "39a-hq": "waiting",
        "30-gds-rd": "waiting isolated arrives=6",
    }
    game = arrivals(units).play("soviet: bring 30-gds-rd")
    assert game.offers("assign") == ["22a-hq", "41a-hq"]
    game.play("soviet: cancel", "soviet: bring 30-gds-rd", "soviet: assign 22a-hq")
    game.holds("unit 30-gds-rd at 0302", "unit 30-gds-rd army 22a-hq", "unit 30-gds-rd is supplied")
    assert game.pos.traced[game.unit("30-gds-rd")] == 0
    assert game.pos.lit[game.unit("30-gds-rd")] == 0
    assert game.pos.steps[game.unit("30-gds-rd")] == 2


@pytest.mark.rule("rgw.reinforce.5a", "rgw.reinforce.5b")
def test_arrivals_that_fit_nowhere_are_not_offered() -> None:
    full = {"41a-hq": "0101", "150-rd": "0101", "93-rd": "0101", "74-sib-rb": "0101", "75-sib-rb": "0101"}
    game = arrivals(full | {"24-tb": "waiting arrives=6"})
    assert game.asked() == "german and soviet PlaceChits"
    game = arrivals(full | {"24-tb": "waiting arrives=6", "22a-hq": "0302"})
    assert game.offers("bring") == ["24-tb"]
    game.play("soviet: bring 24-tb")
    assert game.refused("soviet: assign 41a-hq") == "rgw.reinforce.5"
    game.play("soviet: assign 22a-hq").holds("unit 24-tb at 0302")


@pytest.mark.rule("rgw.reinforce.4b", "rgw.reinforce.7", "rgw.reinforce.8")
def test_a_new_soviet_hq_lands_on_a_soviet_source_free_of_german_zones_and_costs_nothing() -> None:
    at = "0101,0201,0301,0303"
    units = {"3ta-hq": f"waiting arrives=6 at={at}", "41a-hq": "0102", "246-id": "0302", "gd-gren": "0303"}
    game = arrivals(units, sp_soviet=3, control_german=["0101"])
    # 0101 is German, 0301 in the division's zone, 0303 held by the enemy.
    assert [hex for _, hex in places_for(game.pos, game.unit("3ta-hq"))] == []
    game = arrivals(units | {"246-id": "0103"}, sp_soviet=3, control_german=["0101"])
    game.play("soviet: bring 3ta-hq")
    assert game.offers("land") == ["0201", "0301"]
    game.play("soviet: land 0301").holds("unit 3ta-hq at 0301", "lit 3ta-hq yes", "sp soviet 3")
    assert game.pos.lit[game.unit("3ta-hq")] == FREE
    assert game.pos.army[game.unit("3ta-hq")] == -1


@pytest.mark.rule("rgw.reinforce.7", "rgw.reinforce.8")
def test_the_free_combat_supply_is_not_refunded_at_a_halt() -> None:
    from grognard.games.red_god_of_war.sequence.operational_halt import operational_halt

    game = table(["...", "..."], {"3ta-hq": "0101", "41a-hq": "0201 lit", "22a-hq": "0301 lit"}, sp_soviet=1)
    game.pos.lit[game.unit("3ta-hq")] = FREE
    game.pos.activated[game.unit("22a-hq")] = 1
    assert game.pos.lit[game.unit("41a-hq")] == PAID
    operational_halt(game.game, SOVIET)
    game.holds("sp soviet 2", "lit 41a-hq no", "lit 3ta-hq yes", "lit 22a-hq yes")


@pytest.mark.rule("rgw.reinforce.9a", "rgw.reinforce.9b")
def test_a_soviet_unit_held_back_is_offered_every_turn_after() -> None:
    for turn in (5, 6, 9):
        game = table(
            ["."],
            {"41a-hq": "0101", "154-rb": "waiting arrives=5", "24-tb": "waiting arrives=7"},
            procedure="initial",
            step="arrivals",
            turn=turn,
        )
        assert game.offers("bring") == (["154-rb", "24-tb"] if turn == 9 else ["154-rb"])
        game.play("soviet: done").holds("unit 154-rb at waiting")
        assert game.asked() == "german and soviet PlaceChits"


@pytest.mark.rule("rgw.reinforce.9d")
def test_a_german_hq_cannot_be_held_back() -> None:
    units = {"xxx-hq": "waiting arrives=4 at=0101,0102", "vi-hq": "0103"}
    game = arrivals(units, rows=[".", ".", "."])
    assert game.options("german") == ["land 0101", "land 0102"]


@pytest.mark.rule("rgw.initial.27c")
def test_a_german_hq_waits_while_its_entry_hex_is_lost() -> None:
    drawn = {"rows": ["."] * 4, "holders": ["g"] * 4, "areas": {"entry:german-rail": ["0102"]}}
    units = {"xxx-hq": "waiting arrives=4 at=0102", "vi-hq": "0101"}
    fits = arrivals(units, drawn)
    assert german_places(fits.pos, fits.unit("xxx-hq")) == [fits.hex("0102")]
    for lost in (
        arrivals(units, drawn, control_soviet=["0102"]),
        arrivals(units | {"150-rd": "0103"}, drawn),
        arrivals(units | {"104-tb": "0102"}, drawn),
    ):
        assert german_places(lost.pos, lost.unit("xxx-hq")) == []
        assert lost.asked() == "german and soviet PlaceChits"
    plain = {"rows": ["."] * 4, "holders": ["g"] * 4}
    assert arrivals(units | {"150-rd": "0103"}, plain).offers("land") == ["0102"]


# -- the 3rd Tank Army --------------------------------------------------------------------------


def tank_army(**facts: Any) -> Table:
    drawn = {"rows": ["..", ".."], "areas": {"objective:third-tank-army": ["0101", "0201"]}}
    units = {"41a-hq": "0102", "3ta-hq": "waiting arrives=0 at=0202", "179-tb": "waiting arrives=0"}
    given = {"turn": 4, "stalin": 6, "control_german": ["0101"]} | facts
    return table(drawn, units, procedure="initial", step="ReleaseThirdTankArmy", **given)


@pytest.mark.rule("rgw.reinforce.10a")
@pytest.mark.parametrize(
    ("facts", "rolls"),
    [
        ({}, True),
        ({"turn": 3}, False),
        ({"turn": 12}, True),
        ({"stalin": 1}, True),
        ({"stalin": 7}, False),
        ({"stalin": 9}, False),
        ({"released": 4}, False),
        ({"control_german": ["0101", "0201"]}, False),
    ],
)
def test_the_release_is_rolled_for_from_turn_four_with_a_great_town_and_a_patient_stalin(
    facts: dict[str, Any], rolls: bool
) -> None:
    game = tank_army(**facts)
    assert may_be_released(game.pos) is rolls
    assert (game.asked() == "chance ReleaseThirdTankArmy") is rolls


@pytest.mark.rule("rgw.reinforce.10")
def test_without_an_army_that_waits_nobody_rolls() -> None:
    drawn = {"rows": ["."], "areas": {"objective:third-tank-army": ["0101"]}}
    game = table(drawn, {"41a-hq": "0101", "24-tb": "waiting arrives=7"}, turn=5)
    assert not may_be_released(game.pos)


@pytest.mark.rule("rgw.reinforce.10b")
@pytest.mark.parametrize("die", range(1, 7))
def test_five_and_six_release_the_army(die: int) -> None:
    game = tank_army().play(f"chance: roll {die}")
    assert game.pos.released == (4 if die >= 5 else 0)
    assert game.asked() == ("soviet BringSoviets" if die >= 5 else "german and soviet PlaceChits")
    if die >= 5:
        assert game.offers("bring") == ["179-tb", "3ta-hq"]


@pytest.mark.rule("rgw.reinforce.10c")
def test_in_the_campaign_the_army_waits_for_five_towns_and_comes_from_the_east() -> None:
    pos = new_game("mars").pos
    content = pos.content
    towns = {content.names[hex] for hex in content.board.area("objective:third-tank-army")}
    assert towns == {"2009", "2015", "1310", "0715", "2619"}
    hq = content.roster.index["3ta-hq"]
    assert {content.names[hex][:2] for hex in content.arrival_places[hq]} == {"30"}
    assert len(content.arrival_places[hq]) == len(content.board.area("source:soviet-east")) > 0


# -- reassignment -------------------------------------------------------------------------------

ARMIES = {"41a-hq": "0101", "22a-hq": "0201", "39a-hq": "0301"}
CORPS = {"19-mb": "0101", "35-mb": "0102", "65-tb": "0103"}


def reassigning(units: dict[str, str], **facts: Any) -> Table:
    return table(["...", "...", "..."], units, procedure="initial", step="reassignment", **facts)


@pytest.mark.rule("rgw.reinforce.11a", "rgw.reinforce.11f")
def test_units_on_the_map_can_be_reassigned_and_no_others() -> None:
    units = ARMIES | {
        "150-rd": "0101",
        "93-rd": "dead",
        "262-rd": "waiting",
        "74-sib-rb": "0202",
        "246-id": "0303",
    }
    game = reassigning(units)
    assert game.offers("reassign") == ["150-rd", "74-sib-rb"]
    game.play("soviet: reassign 150-rd")
    assert sorted(game.options("soviet")) == ["assign 22a-hq", "assign 39a-hq", "cancel"]
    assert game.refused("soviet: assign 41a-hq") == "rgw.reinforce.11"
    game.play("soviet: cancel", "soviet: done").holds("unit 150-rd army 41a-hq")


@pytest.mark.rule("rgw.reinforce.11")
def test_with_a_single_army_there_is_nothing_to_reassign() -> None:
    assert reassigning({"41a-hq": "0101", "150-rd": "0101"}).asked() == "german and soviet PlaceChits"


@pytest.mark.rule("rgw.reinforce.11b")
def test_a_second_brigade_must_be_a_brigade_of_the_same_army() -> None:
    units = ARMIES | {
        "104-tb": "0101",
        "74-sib-rb": "0303",
        "150-rd": "0101",
        "114-rb": "0201",
        "39-tr": "0202",
    }
    units |= {"75-sib-rb": "dead"}
    game = reassigning(units).play("soviet: reassign 104-tb")
    assert game.offers("also") == ["74-sib-rb"]
    game.play("soviet: also 74-sib-rb")
    assert game.offers("also") == []
    game.play("soviet: assign 39a-hq").holds("unit 104-tb army 39a-hq", "unit 74-sib-rb army 39a-hq")
    assert game.told[:2] == ["104 TB now belongs to 39A HQ.", "74 Sib RB now belongs to 39A HQ."]
    division = reassigning(units).play("soviet: reassign 150-rd")
    assert division.offers("also") == []
    regiment = reassigning(units).play("soviet: reassign 39-tr")
    assert regiment.offers("also") == ["114-rb"]


@pytest.mark.rule("rgw.reinforce.11c")
def test_a_corps_of_one_army_goes_as_a_whole() -> None:
    units = ARMIES | CORPS | {"22-tb": "0202", "3-gds-cd": "0202", "25-tb": "0203", "26-gds-rd": "0203"}
    game = reassigning(units | {"20a-hq": "0302", "37-mb": "dead"})
    names = [game.pos.content.roster.counters[unit].id for unit in whole_corps(game.pos)]
    assert sorted(names) == sorted([*(id for id in CORPS if id != "37-mb"), "22-tb", "3-gds-cd", "26-gds-rd"])
    assert game.offers("reassign-corps") == sorted(names)
    game.play("soviet: reassign-corps 19-mb")
    assert sorted(game.options("soviet")) == ["assign 20a-hq", "assign 22a-hq", "assign 39a-hq", "cancel"]
    game.play("soviet: assign 22a-hq").holds(*[f"unit {id} army 22a-hq" for id in CORPS])
    torn = reassigning(ARMIES | CORPS | {"65-tb": "0103 army=39a-hq"})
    assert whole_corps(torn.pos) == []


@pytest.mark.rule("rgw.reinforce.11")
@pytest.mark.parametrize("brigade", CORPS)
def test_any_brigade_names_its_corps(brigade: str) -> None:
    game = reassigning(ARMIES | CORPS).play(f"soviet: reassign-corps {brigade}", "soviet: assign 39a-hq")
    game.holds(*[f"unit {id} army 39a-hq" for id in CORPS])


@pytest.mark.rule("rgw.reinforce.11")
@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ("65-tb", "the corps of 65 TB is divided among several armies."),
        ("19-mb", "the corps of 19 MB is divided among several armies."),
        ("25-tb", "25 TB is not of a corps."),
        ("104-tb", "104 TB is not of a corps."),
        ("219-tb", "219 TB is no Soviet combat unit on the map."),
        ("22a-hq", "22A HQ is no Soviet combat unit on the map."),
        ("246-id", "246 ID is no Soviet combat unit on the map."),
    ],
)
def test_why_a_corps_is_not_reassigned(unit: str, why: str) -> None:
    others = {"25-tb": "0101", "104-tb": "0101", "219-tb": "dead", "246-id": "0303"}
    game = reassigning(ARMIES | {"19-mb": "0101", "65-tb": "0103 army=39a-hq"} | others)
    refusal = game.refusal(f"soviet: reassign-corps {unit}")
    assert (refusal.rule, refusal.why) == ("rgw.reinforce.11", why)


@pytest.mark.rule("rgw.reinforce.11d", "rgw.reinforce.12")
def test_one_reassignment_a_turn_and_both_players_see_it() -> None:
    from grognard.games.red_god_of_war import SYSTEM

    game = reassigning(ARMIES | {"150-rd": "0101", "93-rd": "0101"})
    game.play("soviet: reassign 150-rd", "soviet: assign 22a-hq")
    assert game.asked() == "german and soviet PlaceChits"
    for side in (0, 1, -1):
        view = SYSTEM.knowledge.project(game.pos, side)
        assert view.facts["army"][game.unit("150-rd")] == game.unit("22a-hq")
    # Next turn the new army is the one it may leave.
    game.play("german: seal", "soviet: seal", *["chance: roll 2"] * 4, "soviet: done")
    assert game.asked() == "soviet Reassign"
    game.play("soviet: reassign 150-rd")
    assert game.offers("assign") == ["39a-hq", "41a-hq"]


@pytest.mark.rule("rgw.reinforce.2b", "rgw.tactical.1")
@pytest.mark.parametrize(("letter", "left"), [(".", 3), ("H", 2)])
def test_after_its_entry_hex_a_reinforcement_goes_on_with_the_points_it_has_left(
    letter: str, left: int
) -> None:
    """A division has four points; heavy woods take two of them."""
    rows = {"rows": [f"{letter}......"], "holders": ["ggggggg"]}
    units = {"vi-hq": "0301", "246-id": "waiting arrives=2 at=0101"}
    facts = {"procedure": "movement", "step": "TacticalMovement", "turn": 2}
    game = table(rows, units, active="vi-hq", **facts)
    game.play("german: move 246-id", "german: enter 0101")
    assert game.asked() == "german TacticalMovement"
    assert game.offers("to") == [f"0{column}01" for column in range(2, 2 + left)]
    assert game.offers("with") == []


@pytest.mark.rule("rgw.reinforce.2")
def test_a_reinforcement_that_is_not_brought_in_waits() -> None:
    rows = {"rows": ["......."], "holders": ["ggggggg"]}
    units = {"vi-hq": "0301", "246-id": "waiting arrives=2 at=0101"}
    facts = {"procedure": "movement", "step": "TacticalMovement", "turn": 2}
    game = table(rows, units, active="vi-hq", **facts).play("german: move 246-id", "german: halt")
    game.holds("unit 246-id is waiting")
    assert "246-id" in game.offers("move")

"""The options on HQs and on control bind every way into a hex, not only moves."""

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET, attack
from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.model.position import DEAD
from grognard.games.red_god_of_war.sequence.victory import scoring_class

STAYS = {"lone-hq-gives-way": False}
STACKED = {"hqs-stack-free": False}
NOT_IN_PASSING = {"control-in-passing": False}
PANZERS = {"xxxix-pz-hq": "0101 lit", "5pz-31-pz": "0202", "5pz-13-pg": "0202", "5pz-14-pg": "0202"}
STEP = ("movement", "TacticalMovement")


def moving(
    rows: dict[str, object], units: dict[str, str], active: str, options: dict[str, bool], **facts: object
) -> Table:
    """Tactical movement under an option."""
    return table(rows, units, procedure=STEP[0], step=STEP[1], active=active, options=options, **facts)


# -- lone-hq-gives-way --------------------------------------------------------------------------


@pytest.mark.rule("rgw.stacking.11c")
@pytest.mark.parametrize("gives_way", [True, False])
def test_nobody_advances_onto_an_hq_that_does_not_give_way(gives_way: bool) -> None:
    men = {"150-rd": NORTH, "262-rd": NORTH, "17-gds-rd": NORTH}
    defenders = {"ss-cav-1": TARGET, "xxxix-pz-hq": TARGET}
    game = attack(men, defenders, options={"lone-hq-gives-way": gives_way})
    game.play("chance: roll 6", "german: retreat 0", "german: lose ss-cav-1")
    assert (game.asked() == "soviet AdvanceUnits") is gives_way
    game.holds(f"control {TARGET} german" if not gives_way else "unit ss-cav-1 is dead")


@pytest.mark.rule("rgw.stacking.11a", "rgw.overrun.1e")
@pytest.mark.parametrize("gives_way", [True, False])
def test_an_overrun_does_not_drive_off_an_hq_that_does_not_give_way(gives_way: bool) -> None:
    units = {**PANZERS, "114-rb": "0302", "20a-hq": "0302"}
    options = {"lone-hq-gives-way": gives_way}
    game = moving({"rows": ["......."] * 4}, units, "xxxix-pz-hq", options)
    game.play("german: move 5pz-31-pz", "german: with 5pz-13-pg", "german: with 5pz-14-pg")
    game.play("german: overrun 0302", "chance: roll 6", "soviet: retreat 0", "soviet: lose 114-rb")
    game.holds(f"unit 5pz-31-pz at {'0302' if gives_way else '0202'}")
    if not gives_way:
        game.holds("unit 20a-hq at 0302", "control 0302 soviet")


@pytest.mark.rule("rgw.zoc.5")
@pytest.mark.parametrize(("gives_way", "state"), [(True, "supplied"), (False, "isolated")])
def test_an_hq_that_does_not_give_way_bars_supply_paths(gives_way: bool, state: str) -> None:
    rows = {"rows": ["....."], "areas": {"source:german": ["0101"]}, "holders": ["ggggg"]}
    units = {"vi-hq": "0101", "41a-hq": "0301", "246-id": "0501"}
    game = table(rows, units, step="TraceSupply", options={"lone-hq-gives-way": gives_way})
    assert game.asked() == "german and soviet PlaceChits"
    game.holds(f"unit 246-id is {state}")


@pytest.mark.rule("rgw.stacking.11a", "rgw.movement.3")
@pytest.mark.parametrize("gives_way", [True, False])
def test_an_hq_that_does_not_give_way_bars_the_road(gives_way: bool) -> None:
    road = {"rows": ["....."], "road": [["0101", "0201", "0301", "0401", "0501"]], "holders": ["ggggg"]}
    units = {"vi-hq": "0101", "246-id": "0101", "41a-hq": "0301"}
    options = {"lone-hq-gives-way": gives_way}
    game = table(road, units, procedure="movement", active="vi-hq", options=options, control_german=["0301"])
    game.play("german: strategic 246-id")
    assert ("0501" in game.offers("to")) is gives_way


# -- hqs-stack-free -----------------------------------------------------------------------------


@pytest.mark.rule("rgw.stacking.12a", "rgw.reinforce.4b")
@pytest.mark.parametrize("free", [True, False])
def test_a_soviet_hq_arrives_where_there_is_room_for_it(free: bool) -> None:
    rows = {"rows": ["..", ".."], "areas": {"source:soviet": ["0101", "0201"]}, "holders": ["ss", "ss"]}
    four = dict.fromkeys(("150-rd", "93-rd", "74-sib-rb", "75-sib-rb"), "0101")
    units = {"41a-hq": "0202", **four, "3ta-hq": "waiting arrives=2 at=0101,0201"}
    game = table(rows, units, step="arrivals", turn=2, options={"hqs-stack-free": free})
    game.play("soviet: bring 3ta-hq")
    assert game.offers("land") == (["0101", "0201"] if free else ["0201"])
    if not free:
        assert game.refusal("soviet: land 0101").why == "0101 is full."


@pytest.mark.rule("rgw.stacking.12a", "rgw.initial.27c")
@pytest.mark.parametrize("free", [True, False])
def test_a_german_hq_arrives_where_there_is_room_for_it(free: bool) -> None:
    rows = {"rows": ["..", ".."], "holders": ["gg", "gg"]}
    five = dict.fromkeys(("246-id", "5pz-31-pz", "5pz-13-pg", "5pz-14-pg", "9pz-33-pz"), "0101")
    units = {"vi-hq": "0202", **five, "xxx-hq": "waiting arrives=2 at=0101,0102"}
    game = table(rows, units, step="arrivals", turn=2, options={"hqs-stack-free": free})
    assert game.offers("land") == (["0101", "0102"] if free else ["0102"])


@pytest.mark.rule("rgw.stacking.12a", "rgw.stacking.11e")
@pytest.mark.parametrize("free", [True, False])
def test_an_hq_driven_off_goes_where_there_is_room_for_it(free: bool) -> None:
    rows = {"rows": ["........", "........"], "holders": ["ggssssss", "ggssssss"]}
    five = dict.fromkeys(("246-id", "5pz-31-pz", "5pz-13-pg", "5pz-14-pg", "9pz-33-pz"), "0201")
    full = dict.fromkeys(("86-id", "1pz-1-pz", "1pz-1-pg", "1pz-113-pg", "gd-gren"), "0101")
    units = {"41a-hq": "0801", "150-rd": "0801", "vi-hq": "0701", **five, **full, "110-id": "0202"}
    game = moving(rows, units, "41a-hq", {"hqs-stack-free": free})
    game.play("soviet: move 150-rd", "soviet: to 0701")
    assert game.pos.hex[game.unit("vi-hq")] >= 0
    where = game.pos.content.names[game.pos.hex[game.unit("vi-hq")]]
    assert (where in ("0201", "0101")) is free, where


# -- control-in-passing -------------------------------------------------------------------------


@pytest.mark.rule("rgw.movement.7c")
def test_a_hex_changes_hands_where_the_move_ends_however_it_is_ordered() -> None:
    rows = {"rows": ["......"], "holders": ["sggggg"]}
    units = {"41a-hq": "0101", "150-rd": "0101"}
    game = moving(rows, units, "41a-hq", NOT_IN_PASSING)
    game.play("soviet: move 150-rd", "soviet: to 0201", "soviet: to 0301", "soviet: to 0401")
    game.holds("control 0201 german", "control 0301 german", "control 0401 german")
    game.play("soviet: halt")
    game.holds("control 0201 german", "control 0301 german", "control 0401 soviet")


@pytest.mark.rule("rgw.movement.7c")
def test_a_retreat_takes_only_the_hex_where_it_ends() -> None:
    rows = {"rows": ARENA, "holders": ["sssssss"] * 7}
    game = attack({"150-rd": NORTH, "262-rd": NORTH}, {"246-id": TARGET}, rows, options=NOT_IN_PASSING)
    game.play("chance: roll 6")
    game.play("soviet: lose 150-rd", "german: retreat 2", "german: withdraw 0405", "german: withdraw 0406")
    game.holds("unit 246-id at 0406", "control 0405 soviet", "control 0406 german")


@pytest.mark.rule("rgw.movement.7c")
def test_an_advance_takes_only_the_hex_where_it_ends() -> None:
    rows = {"rows": ARENA, "holders": ["ggggggg"] * 7}
    game = attack({"150-rd": NORTH, "262-rd": NORTH}, {"246-id": TARGET}, rows, options=NOT_IN_PASSING)
    game.play("chance: roll 6")
    game.play("soviet: lose 150-rd", "german: retreat 2", "german: withdraw 0405", "german: withdraw 0406")
    game.play("soviet: advance 262-rd", "soviet: onward 0405", "soviet: stop")
    game.holds("unit 262-rd at 0405", f"control {TARGET} german", "control 0405 soviet")


@pytest.mark.rule("rgw.movement.7c")
def test_an_overrun_takes_the_hex_only_if_the_move_ends_there() -> None:
    units = {**PANZERS, "114-rb": "0302"}
    rows = {"rows": ["......."] * 4, "holders": ["gssssss"] * 4}
    game = moving(rows, units, "xxxix-pz-hq", NOT_IN_PASSING)
    game.play("german: move 5pz-31-pz", "german: with 5pz-13-pg", "german: with 5pz-14-pg")
    game.play("german: overrun 0302", "chance: roll 6", "soviet: retreat 0", "soviet: lose 114-rb")
    game.play("german: to 0502", "german: halt")
    game.holds("control 0302 soviet", "control 0402 soviet", "control 0502 german")


# -- the pace of a stack, and who scores --------------------------------------------------------


@pytest.mark.rule("rgw.overrun.1a", "rgw.tactical.1b")
def test_a_division_of_mixed_supply_overruns_at_its_lowest_allowance() -> None:
    units = {**PANZERS, "5pz-14-pg": "0202 unsupplied", "114-rb": "0302"}
    game = moving({"rows": ["......."] * 4}, units, "xxxix-pz-hq", {})
    game.play("german: move 5pz-31-pz", "german: with 5pz-14-pg", "german: with 5pz-13-pg")
    game.holds("reach 5pz-31-pz 0204 2")
    assert "0206" not in game.offers("to") and "0302" in game.offers("overrun")
    game.play("german: overrun 0302", "chance: roll 6", "soviet: retreat 0", "soviet: lose 114-rb")
    assert "0402" in game.offers("to")  # three of four points are spent
    assert "0502" not in game.offers("to")


@pytest.mark.rule("rgw.tactical.1b")
def test_units_of_different_divisions_do_not_wait_for_each_other() -> None:
    units = {"xxxix-pz-hq": "0101", "5pz-31-pz": "0202", "9pz-33-pz": "0202 unsupplied"}
    game = moving({"rows": ["......."] * 4}, units, "xxxix-pz-hq", {})
    game.play("german: move 5pz-31-pz")
    assert game.refused("german: with 9pz-33-pz") == "rgw.tactical.1"


@pytest.mark.rule("rgw.turn.5b")
def test_a_battalion_counts_in_no_row_of_the_schedule() -> None:
    game = table({"rows": ["..."]}, {"vi-hq": "0101", "41a-hq": "0301", "gd-pz-abt": "dead"})
    battalion = game.unit("gd-pz-abt")
    assert game.pos.hex[battalion] == DEAD
    assert scoring_class(game.pos, battalion) == ""


# -- after combat -------------------------------------------------------------------------------


@pytest.mark.rule("rgw.advance.5a", "rgw.advance.6a")
@pytest.mark.parametrize(("die", "hexes", "onward"), [(4, 2, ["0405"]), (6, 3, ["0304", "0405", "0504"])])
def test_defenders_who_died_at_bay_leave_their_path_and_the_hits_that_were_left(
    die: int, hexes: int, onward: list[str]
) -> None:
    """They go one hex and die of the next: their path is open, and as many hexes as hits are over."""
    men = {"150-rd": NORTH, "262-rd": NORTH, "17-gds-rd": NORTH}
    behind = {"114-rb": "0306 idle", "74-sib-rb": "0406 idle", "75-sib-rb": "0506 idle"}
    game = attack(men, {"246-id": f"{TARGET} steps=1", **behind})
    game.play(f"chance: roll {die}", "soviet: lose 150-rd", f"german: retreat {hexes}")
    game.play("german: withdraw 0405")
    game.holds("unit 246-id is dead")
    if game.asked() == "soviet RefundStep":
        game.play("soviet: restore 150-rd")
    game.play("soviet: advance 262-rd")
    assert [hex for hex in game.offers("onward") if hex in ("0304", "0405", "0504")] == onward

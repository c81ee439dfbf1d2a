"""Chapter halt: the impulse track, the halt die and what a halt undoes."""

from typing import Any

import pytest

from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.model.position import FREE, PAID, UNLIT
from grognard.games.red_god_of_war.sequence.operational_halt import halt_number

HQS = {"41a-hq": "0101", "22a-hq": "0201", "39a-hq": "0301", "vi-hq": "0401", "ix-hq": "0501"}
TRACKS = {
    "soviet": [0, 0, 1, 2, 2, 3, 3, 4, 4, 5],
    "german": [0, 0, 1, 1, 2, 2, 3, 3, 4, 4],
}


def ending(side: str, boxes: int, units: dict[str, str] | None = None, **facts: Any) -> Table:
    """The end of an impulse of a side that has filled so many boxes before."""
    box = [boxes, 0] if side == "german" else [0, boxes]
    active = "vi-hq" if side == "german" else "41a-hq"
    facts.setdefault("cup", ["22a-hq", "39a-hq", "ix-hq"])
    return table(
        ["....."],
        {**HQS, **(units or {})},
        procedure="impulse",
        step="FillBox",
        active=active,
        box=box,
        **facts,
    )


@pytest.mark.rule("rgw.halt.1", "rgw.halt.2")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_the_numbers_of_the_impulse_tracks(side: str) -> None:
    game = ending(side, 0)
    number = ("german", "soviet").index(side)
    found = []
    for box in range(1, 11):
        game.pos.box[number] = box
        found.append(halt_number(game.pos, number))
    assert found == TRACKS[side]
    game.pos.box[number] = 12  # beyond the printed boxes the last one counts
    assert halt_number(game.pos, number) == TRACKS[side][-1]


@pytest.mark.rule("rgw.halt.1", "rgw.halt.2a", "rgw.halt.2b")
@pytest.mark.parametrize(
    ("boxes", "asked"), [(0, "DrawChit"), (1, "DrawChit"), (2, "RollHalt"), (9, "RollHalt")]
)
def test_a_die_is_rolled_where_the_box_has_a_number(boxes: int, asked: str) -> None:
    for side in ("german", "soviet"):
        game = ending(side, boxes)
        assert game.asked() == f"chance {asked}"
        other = "soviet" if side == "german" else "german"
        game.holds(f"box {side} {boxes + 1}", f"box {other} 0")


@pytest.mark.rule("rgw.halt.3a", "rgw.halt.3b", "rgw.halt.4")
@pytest.mark.parametrize(("weather", "highest"), [("clear", 2), ("snow", 3), ("mud", 2)])
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_a_modified_die_not_above_the_number_is_a_halt(weather: str, highest: int, die: int) -> None:
    """The fourth Soviet box bears a 2."""
    game = ending("soviet", 3, weather=weather).play(f"chance: roll {die}")
    game.holds(f"halted soviet {'yes' if die <= highest else 'no'}", "halted german no")


@pytest.mark.rule("rgw.halt.4")
def test_the_fourth_german_box_is_kinder() -> None:
    ending("german", 3).play("chance: roll 1").holds("halted german yes", "halted soviet no")
    ending("german", 3).play("chance: roll 2").holds("halted german no")
    ending("german", 3, weather="snow").play("chance: roll 2").holds("halted german yes")


@pytest.mark.rule("rgw.halt.5", "rgw.halt.8", "rgw.halt.6")
@pytest.mark.parametrize(("side", "left"), [("soviet", ["ix-hq"]), ("german", ["22a-hq", "39a-hq"])])
def test_only_the_halted_players_chits_leave_the_cup(side: str, left: list[str]) -> None:
    game = ending(side, 5).play("chance: roll 1")
    assert game.offers("draw", "chance") == left
    assert any(line.startswith("Taken out of the cup: ") for line in game.told)


@pytest.mark.rule("rgw.halt.7a", "rgw.halt.7c", "rgw.halt.7d")
def test_points_come_back_from_paid_hqs_that_did_not_activate() -> None:
    """41 has activated; 22 is paid and in the cup, 39 paid but not put in, 30 lit for nothing, IX German."""
    units = {
        "41a-hq": "0101 lit",
        "22a-hq": "0201 lit",
        "39a-hq": "0301 lit",
        "30a-hq": "0101 lit",
        "ix-hq": "0501 lit",
    }
    game = ending("soviet", 5, units, cup=["22a-hq", "ix-hq"], sp_soviet=4, sp_german=7)
    game.pos.lit[game.unit("30a-hq")] = 2
    game.play("chance: roll 1")
    game.holds("sp soviet 6", "sp german 7", "lit 41a-hq yes", "lit 22a-hq no", "lit 39a-hq no")
    game.holds("lit 30a-hq yes", "lit ix-hq yes")


def driven_off(lit: int = PAID, holders: str = "ggssssss") -> Table:
    """5th Panzer's grenadiers drive the HQ of 22nd Army off; then 41st Army is to end the third impulse."""
    game = table(
        {"rows": ["." * len(holders)], "holders": [holders]},
        {"vi-hq": "0101", "5pz-13-pg": "0101", "22a-hq": "0201", "41a-hq": f"0{len(holders)}01 lit"},
        procedure="movement",
        step="TacticalMovement",
        active="vi-hq",
        box=[0, 2],
        cup=["22a-hq", "41a-hq"],
        sp_soviet=4,
    )
    game.pos.lit[game.unit("22a-hq")] = lit
    return game.play("german: move 5pz-13-pg", "german: to 0201")


END = ["german: halt", "german: done", "german: done", "chance: draw 41a-hq", "soviet: done", "soviet: done"]


@pytest.mark.rule("rgw.halt.7c", "rgw.stacking.11")
@pytest.mark.parametrize(("die", "points"), [(1, 5), (6, 4)])
def test_a_paid_hq_driven_off_before_it_activated_gives_its_point_back_at_a_halt(
    die: int, points: int
) -> None:
    game = driven_off()
    game.holds("unit 22a-hq at 0701", "lit 22a-hq no", "sp soviet 4")
    game.play(*END, f"chance: roll {die}").holds(f"sp soviet {points}")


@pytest.mark.rule("rgw.halt.7", "rgw.stacking.11")
@pytest.mark.parametrize("lit", [UNLIT, FREE])
def test_an_hq_driven_off_that_cost_nothing_gives_nothing_back(lit: int) -> None:
    driven_off(lit).play(*END, "chance: roll 1").holds("sp soviet 4")


@pytest.mark.rule("rgw.halt.7", "rgw.stacking.11")
def test_a_paid_hq_that_found_no_refuge_gives_its_point_back_too() -> None:
    game = driven_off(holders="ggsss")
    game.holds("unit 22a-hq is dead", "chits soviet 1")
    game.play(*END, "chance: roll 1").holds("sp soviet 5")


@pytest.mark.rule("rgw.halt.7")
def test_the_point_of_a_driven_off_hq_is_owed_for_that_turn_only() -> None:
    game = driven_off().play(*END, "chance: roll 6")
    game.play("chance: draw 22a-hq", "soviet: done", "soviet: done", "chance: roll 6")
    game.holds("turn 2", "sp soviet 4")
    assert game.pos.flags[game.unit("22a-hq")] == 0


@pytest.mark.rule("rgw.halt.7")
def test_refunded_points_do_not_exceed_the_track() -> None:
    game = ending("german", 5, {"ix-hq": "0501 lit"}, sp_german=12).play("chance: roll 1")
    game.holds("sp german 12", "lit ix-hq no")


@pytest.mark.rule("rgw.halt.7f")
def test_without_a_halt_nothing_comes_back() -> None:
    game = ending("soviet", 5, {"22a-hq": "0201 lit"}, sp_soviet=4).play("chance: roll 6")
    game.holds("sp soviet 4", "lit 22a-hq yes", "chits soviet 2")


@pytest.mark.rule("rgw.halt.7b")
def test_an_hq_activated_earlier_in_the_turn_gives_nothing_back() -> None:
    game = table(
        ["....."],
        {**HQS, "22a-hq": "0201 lit", "41a-hq": "0101 lit"},
        procedure="impulse",
        cup=["22a-hq", "41a-hq", "ix-hq"],
        box=[0, 1],
    )
    game.play("chance: draw 22a-hq", "soviet: done", "soviet: done")
    game.play("chance: draw 41a-hq", "soviet: done", "soviet: done", "chance: roll 1")
    game.holds("halted soviet yes", "sp soviet 0", "lit 22a-hq yes")


@pytest.mark.rule("rgw.halt.2")
def test_the_roll_is_told() -> None:
    game = ending("soviet", 3).play("chance: roll 2")
    assert "Soviet halt roll 2 against 2: Operational Halt!" in game.told
    game = ending("soviet", 3).play("chance: roll 3")
    assert "Soviet halt roll 3 against 2: no halt." in game.told


@pytest.mark.rule("rgw.stacking.11", "rgw.activation.10")
def test_a_driven_off_hq_has_neither_moved_nor_activated() -> None:
    game = driven_off().play("german: halt", "german: done", "german: done", "chance: draw 22a-hq")
    game.holds("unit 22a-hq active yes")
    assert game.offers("move") == ["22a-hq"]

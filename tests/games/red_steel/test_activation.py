"""Formation chits: the cup, the boxes, the check, and who may move."""

import pytest

from games.red_steel.table import Table, new_game, table
from grognard.games.red_steel.turn.formation_chits import turn_modifier

LINE = ["......"]
UNITS = {"i-90-rr": "0101", "35-mtn": "0301", "border-1": "0501", "11-cav": "0601"}


def drawing(turn: int = 12, **facts: object) -> Table:
    """Before the first chit of a Soviet turn: 95 RD, 30 Mtn and 2 Cav have units on the map."""
    return table(
        LINE, UNITS, procedure="soviet-turn", step="activation", phasing="soviet", turn=turn, **facts
    )


@pytest.mark.rule("rs.activation.1a", "rs.activation.2", "rs.activation.7", "rs.sequence.5")
def test_the_cup_holds_a_chit_for_each_formation_and_two_for_the_cavalry() -> None:
    """Border guards are unassigned and have none."""
    game = drawing().play("soviet: done")
    game.holds("cup 95 RD,30 Mtn,2 Cav,2 Cav", "boxes none")
    assert game.asked() == "chance DrawChit"


@pytest.mark.rule("rs.activation.8a", "rs.activation.9", "rs.activation.11", "rs.activation.12")
def test_a_drawn_chit_goes_to_the_first_free_box_and_only_its_formation_moves() -> None:
    game = drawing().play("soviet: done")
    game.play(f"chance: roll {game.pos.content.formation_ids.index('95 RD')}")
    game.holds("boxes 95 RD", "active 95 RD", "cup 30 Mtn,2 Cav,2 Cav")
    while not game.asked().endswith("MoveAndFord"):
        game.play("soviet: done")
    assert game.offers("move") == ["border-1", "i-90-rr"]
    assert game.refused("soviet: move 35-mtn") == "rs.activation.11"


@pytest.mark.rule("rs.activation.13", "rs.activation.14")
def test_an_unassigned_unit_moves_in_one_pass_only() -> None:
    """Border guards that have moved with 95 RD do not move again with 30 Mtn."""
    units = {"i-90-rr": "0101", "35-mtn": "0301", "border-1": "0501 moved"}
    game = table(
        LINE, units, procedure="movement", step="MoveAndFord", phasing="soviet", active="30 Mtn", turn=12
    )
    assert game.offers("move") == ["35-mtn"]
    assert game.refused("soviet: move border-1") == "rs.normal-move.1"


@pytest.mark.rule("rs.activation.11a", "rs.activation.12")
def test_nobody_of_another_formation_goes_along_with_the_active_one() -> None:
    """95 RD is active: its battalion takes border guards along, who have no chit, but no mountain men."""
    units = {"i-90-rr": "0101", "35-mtn": "0101", "border-1": "0101"}
    game = table(
        LINE, units, procedure="movement", step="MoveAndFord", phasing="soviet", active="95 RD", turn=12
    )
    game.play("soviet: move i-90-rr")
    assert game.offers("with") == ["border-1"]
    assert game.refused("soviet: with 35-mtn") == "rs.activation.11"


@pytest.mark.rule("rs.activation.8b", "rs.activation-check.3")
def test_with_an_empty_cup_movement_is_over_even_if_the_check_lets_it_go_on() -> None:
    game = table(
        LINE,
        {"i-90-rr": "0101", "i-67-inf": "0301"},
        procedure="activation",
        step="CheckActivation",
        phasing="soviet",
        turn=12,
        active="95 RD",
        boxes=["95 RD"],
        cup=[],
    )
    game.play("chance: roll 12")
    game.holds("active none", "cup none")
    assert game.asked() == "soviet DeclareBombardment"


@pytest.mark.rule("rs.activation.10")
def test_the_second_chit_of_the_cavalry_is_ignored_and_takes_no_box() -> None:
    cavalry = {"11-cav": "0601", "35-mtn": "0301"}
    game = table(
        LINE,
        cavalry,
        procedure="activation",
        step="DrawChit",
        phasing="soviet",
        turn=12,
        cup=["2 Cav", "30 Mtn"],
        boxes=["2 Cav"],
    )
    ids = game.pos.content.formation_ids
    game.play(f"chance: roll {ids.index('2 Cav')}")
    assert game.asked() == "chance DrawChit"
    game.holds("boxes 2 Cav", "cup 30 Mtn", "active none")
    game.play(f"chance: roll {ids.index('30 Mtn')}")
    game.holds("boxes 2 Cav,30 Mtn", "active 30 Mtn")


def checking(turn: int, boxes: list[str]) -> Table:
    return table(
        LINE,
        UNITS,
        procedure="activation",
        step="CheckActivation",
        phasing="soviet",
        turn=turn,
        boxes=boxes,
        cup=["2 Cav"],
    )


@pytest.mark.rule("rs.activation-check.1b")
def test_the_turn_modifier_is_2_in_the_morning_and_one_less_before_5_july() -> None:
    """Turn 11 is 5 July AM: +2; turn 12 mid-day +1, 13 PM 0, 14 night -1; turn 7, 4 July AM: +2 - 1."""
    found = {turn: turn_modifier(checking(turn, ["95 RD"]).pos) for turn in (7, 10, 11, 12, 13, 14)}
    assert found == {7: 1, 10: -2, 11: 2, 12: 1, 13: 0, 14: -1}


@pytest.mark.rule("rs.activation-check.2", "rs.activation-check.3")
def test_movement_goes_on_only_above_the_number_of_the_box() -> None:
    """The third box has the number 4; in a PM turn nothing is added: 4 ends it, 5 goes on."""
    boxes = ["95 RD", "30 Mtn", "15 MD"]
    units = UNITS | {"i-a-mr": "0201"}
    facts = {"phasing": "soviet", "turn": 13, "boxes": boxes, "cup": ["2 Cav"]}
    ended = table(LINE, units, procedure="activation", step="CheckActivation", **facts)
    ended.play("chance: roll 4")
    assert not ended.asked().endswith("DrawChit")
    ended.holds("active none")
    on = table(LINE, units, procedure="activation", step="CheckActivation", **facts)
    on.play("chance: roll 5")
    assert on.asked() == "chance DrawChit"


@pytest.mark.rule("rs.activation.3a")
def test_chits_may_be_withheld_from_4_july_on() -> None:
    """Turn 3 is 3 July AM, turn 7 is 4 July AM."""
    early = table(LINE, UNITS, procedure="initial", step="WithholdChits", turn=3)
    assert not early.asked().endswith("WithholdChits")
    late = table(LINE, UNITS, procedure="initial", step="WithholdChits", turn=7)
    number = late.pos.content.formation_ids.index("95 RD")
    late.play(f"soviet: withhold-chit {number}")
    assert late.pos.withheld == [number]
    late.play(f"soviet: return-chit {number}")
    assert late.pos.withheld == []


@pytest.mark.rule("rs.activation.4a", "rs.activation.1b")
def test_a_formation_without_units_on_the_map_has_no_chit_but_one_that_arrives_has() -> None:
    """A battalion of 15 MD waits for turn 11, one of 150 RD for turn 47; 30 Mtn is eliminated."""
    units = {
        "i-90-rr": "0101",
        "35-mtn": "eliminated",
        "i-a-mr": "waiting arrives=11 at=0601",
        "i-a-150": "waiting arrives=47 at=0601",
    }
    game = table(LINE, units, procedure="soviet-turn", step="activation", phasing="soviet", turn=11)
    game.play("soviet: done")
    game.holds("cup 95 RD,15 MD")


@pytest.mark.rule("rs.activation.5", "rs.activation.6")
def test_a_formation_that_is_given_up_is_lost_and_counts_as_lost() -> None:
    """Rifle battalions have two steps each; the chit leaves the cup."""
    units = UNITS | {"ii-90-rr": "0201 steps=1"}
    game = table(LINE, units, procedure="soviet-turn", step="activation", phasing="soviet", turn=12)
    game.play(f"soviet: disband {game.pos.content.formation_ids.index('95 RD')}")
    game.holds("unit i-90-rr at eliminated", "unit ii-90-rr at eliminated", "lost soviet 3")
    game.holds("cup 30 Mtn,2 Cav,2 Cav", "halves 3")


@pytest.mark.rule("rs.reinforcements.7a", "rs.reinforcements.8")
def test_reinforcements_of_a_formation_come_when_it_is_active_and_others_in_any_pass() -> None:
    units = {
        "i-90-rr": "0101",
        "i-a-mr": "waiting arrives=11 at=0601",
        "border-1": "waiting arrives=11 at=0501",
    }
    facts = {"phasing": "soviet", "turn": 11}
    other = table(LINE, units, procedure="movement", step="reinforcements", active="95 RD", **facts)
    assert other.offers("bring") == ["border-1"]
    assert other.refused("soviet: bring i-a-mr") == "rs.activation.11"
    own = table(LINE, units, procedure="movement", step="reinforcements", active="15 MD", **facts)
    assert own.offers("bring") == ["border-1", "i-a-mr"]


@pytest.mark.rule("rs.reinforcements.7")
def test_a_die_brings_one_of_two_tank_divisions_or_none() -> None:
    """1 or 2 the 44th, 3 or 4 the 47th, 5 or 6 neither."""
    units = {"1-44-tank": "waiting arrives=39 at=0601", "1-47-tank": "waiting arrives=39 at=0601"}
    either = {"turn": 39, "formations": ["44 TD", "47 TD"]}
    for die, cup in ((1, "44 TD"), (2, "44 TD"), (3, "47 TD"), (4, "47 TD"), (5, ""), (6, "")):
        rows = units | {"i-90-rr": "0101"}
        game = table(
            LINE, rows, procedure="soviet-turn", step="activation", phasing="soviet", turn=39, either=either
        )
        game.play(f"chance: roll {die}", "soviet: done")
        game.holds(f"cup 95 RD{',' if cup else ''}{cup}")


@pytest.mark.rule("rs.activation.17", "rs.activation.11b")
def test_unassigned_engineers_and_those_of_the_active_formation_build_in_its_pass() -> None:
    units = {"sapper-95": "0101", "sapper-11": "0301"}
    game = table(
        LINE, units, procedure="activation", step="engineering", phasing="soviet", active="95 RD", turn=12
    )
    assert game.offers("build") == ["sapper-95"]
    assert game.refused("soviet: build sapper-11") == "rs.activation.11"


@pytest.mark.rule("rs.bombardment.1a")
def test_only_activated_formations_and_unassigned_units_attack() -> None:
    """95 RD was activated, 30 Mtn was not; both stand next to a Romanian battalion, and so do guards."""
    units = {"i-90-rr": "0101", "35-mtn": "0301", "border-1": "0102", "i-67-inf": "0201"}
    facts = {"phasing": "soviet", "turn": 12, "boxes": ["95 RD"]}
    game = table(["...", "..."], units, procedure="soviet-turn", step="attacks", **facts)
    game.play("soviet: target 0201")
    assert game.offers("commit") == ["border-1", "i-90-rr"]
    assert game.refused("soviet: commit 35-mtn") == "rs.bombardment.1"


@pytest.mark.rule(
    "rs.sequence.1", "rs.sequence.3", "rs.sequence.4", "rs.sequence.5a", "rs.sequence.5b", "rs.sequence.8"
)
def test_a_game_turn_has_its_parts_in_order() -> None:
    """The first turn is a PM turn without an Initial Segment: the Axis begins."""
    game = new_game("over-the-prut")
    assert game.asked().startswith("axis")
    rules = game.game.procedures
    names = [item.name for item in rules["initial"].items]
    assert names[:3] == ["air-draw", "militia", "replacements"]
    assert names[-2:] == ["ReturnLeaders", "ReturnHqs"]
    soviet = [item.name for item in rules["soviet-turn"].items]
    assert soviet[1:] == ["CheckSupply", "activation", "bombardment", "attacks", "LoseMonitors", "recovery"]
    chits = [item.name for item in rules["activation"].items]
    assert chits[:3] == ["RollEither", "FillCup", "salvos"]  # ammunition once for all, before the first draw
    assert chits[3:] == [
        *("Disband", "NextChit", "DrawChit", "engineering", "movement", "CheckActivation"),
    ]
    axis = [item.name for item in rules["player-turn"].items]
    assert axis[1:] == [
        "CheckSupply",
        "salvos",
        "engineering",
        "movement",
        "bombardment",
        "attacks",
        "recovery",
    ]
    assert [item.name for item in rules["campaign"].items] == [
        *("BeginTurn", "AxisPlayerTurn", "SovietPlayerTurn", "EndTurn")
    ]

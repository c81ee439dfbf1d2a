"""Either side of a limit: the last point, the last hit, the farthest hex, the least strength."""

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET, attack
from games.red_god_of_war.table import Table, table
from games.red_god_of_war.test_advance import destroyed, farthest, pursuit
from games.red_god_of_war.test_movement import RAIL, ROAD, marching
from games.red_god_of_war.test_notes import beside
from games.red_god_of_war.test_overrun import PANZER, moving, stacked, together
from games.red_god_of_war.test_policies import answer
from games.red_god_of_war.test_reinforce import german
from games.red_god_of_war.test_ways import lines, way
from grognard.games.red_god_of_war.combat.losses import (
    leaver_rank,
    step_gained,
    step_lost,
    strength,
    strength_of,
)
from grognard.games.red_god_of_war.combat.odds import basic_column, divided
from grognard.games.red_god_of_war.table.notes import told_losses

MEN = {"17-gds-rd": NORTH, "48-mb": NORTH}  # 8 against a regiment of 2: 4:1


# -- hits to spare ------------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.11", "rgw.advance.6")
@pytest.mark.parametrize("hexes", [0, 1, 2])
def test_hits_that_were_to_be_met_by_retreat_are_spare_too_when_the_last_defender_dies(hexes: int) -> None:
    """Three hits on a regiment of one step: two are over, whatever part of them was to be walked."""
    game = attack(MEN, {"ss-cav-1": TARGET}, ["......."] * 10).play("chance: roll 6")
    game.play(f"german: retreat {hexes}", "german: lose ss-cav-1")
    assert farthest(game, "48-mb", ["0405", "0406", "0407"]) == 2


@pytest.mark.rule("rgw.losses.11")
@pytest.mark.parametrize("hexes", [0, 1])
def test_one_hit_over_gives_a_step_back_and_one_hex_beyond(hexes: int) -> None:
    """4:1, die 4: a hit on the attacker, two on the regiment."""
    game = attack(MEN, {"ss-cav-1": TARGET}).play("chance: roll 4", "soviet: lose 17-gds-rd")
    game.play(f"german: retreat {hexes}", "german: lose ss-cav-1")
    assert game.options("soviet") == ["restore 17-gds-rd"]
    assert farthest(game.play("soviet: restore 17-gds-rd"), "48-mb", ["0405", "0406"]) == 1


@pytest.mark.rule("rgw.losses.4", "rgw.losses.6a")
def test_an_attacker_who_stands_is_asked_once() -> None:
    """1:1, die 1: three hits, two forced; of the third he is asked, and pays it as a step."""
    game = attack({"150-rd": NORTH, "262-rd": NORTH}, {"246-id": TARGET}).play("chance: roll 1")
    game.play("soviet: lose 150-rd", "soviet: lose 262-rd")
    assert game.options("soviet") == ["retreat 0", "retreat 1"]
    game.play("soviet: retreat 0")
    assert game.asked() == "soviet AttackerFurtherLosses"
    game.play("soviet: lose 150-rd")
    assert game.asked() == "soviet MechanizedMovement"
    game.holds("unit 150-rd is dead", "unit 262-rd steps 1", f"unit 262-rd at {NORTH}")


# -- strength -----------------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.2")
@pytest.mark.parametrize(
    ("id", "printed"),
    [("150-rd", [0, 4, 8]), ("17-gds-rd", [0, 6, 10]), ("246-id", [0, 7, 14]), ("65-tb", [0, 4])],
)
def test_the_strength_of_a_unit_is_its_attack_and_defence_by_steps(id: str, printed: list[int]) -> None:
    game = table(["."], {id: "0101"})
    unit = game.unit(id)
    assert [strength(game.pos, unit, steps) for steps in range(len(printed))] == printed
    assert strength_of(game.pos, (unit, unit)) == 2 * printed[-1]
    for steps in range(1, len(printed)):
        game.pos.steps[unit] = steps
        assert step_lost(game.pos, None, ("lose", unit)) == printed[steps] - printed[steps - 1]
        game.pos.steps[unit] = steps - 1
        assert step_gained(game.pos, None, ("restore", unit)) == printed[steps - 1] - printed[steps]


@pytest.mark.rule("rgw.initial.12")
def test_one_division_leaves_before_two_brigades_and_a_corps_as_a_whole() -> None:
    units = {"150-rd": "0101", "74-sib-rb": "0101", "65-tb": "0201", "35-mb": "0201 steps=1", "37-mb": "dead"}
    game = table(["..."], units)
    ranks = {
        text: leaver_rank(game.pos, None, (text.split()[0], game.unit(text.split()[1])))
        for text in ("dismiss 150-rd", "dismiss 74-sib-rb", "dismiss-corps 65-tb")
    }
    assert ranks == {
        "dismiss 150-rd": (False, 8),
        "dismiss 74-sib-rb": (True, 6),
        "dismiss-corps 65-tb": (False, 4 + 3),
    }


@pytest.mark.rule("rgw.odds.2a", "rgw.odds.2b")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 4, 0),
        (33, 100, 0),  # 1:3 takes a third
        (1, 3, 1),
        (49, 100, 1),
        (1, 2, 2),
        (99, 100, 2),
        (1, 1, 3),
        (19, 10, 3),
        (2, 1, 4),
        (79, 10, 9),
        (8, 1, 10),
        (12, 1, 14),
        (1, 0, 10),
    ],
)
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, column: int) -> None:
    assert basic_column(attack, defence) == column


@pytest.mark.rule("rgw.effects.2", "rgw.effects.5")
@pytest.mark.parametrize(
    ("strength", "by", "up", "down"),
    [(0, 2, 0, 0), (1, 2, 1, 1), (5, 2, 3, 2), (4, 4, 1, 1), (9, 4, 3, 2), (3, 4, 1, 1)],
)
def test_a_strength_that_is_cut_is_never_less_than_one(strength: int, by: int, up: int, down: int) -> None:
    for rounds_up, expected in ((True, up), (False, down)):
        game = table(["."], {"150-rd": "0101"}, options={"halves-round-up": rounds_up})
        assert divided(game.pos, strength, by) == expected


# -- retreats -----------------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.9", "rgw.losses.10")
def test_the_usual_way_back_leads_far_from_every_attacker() -> None:
    """Lone brigades exert no zone: 0305 and 0504 lie next to where they fought, 0405 and 0505 two away."""
    game = attack({"65-tb": NORTH, "219-tb": "0304"}, {"ss-cav-1": TARGET})
    game.holds("odds 3:1")
    game.play("chance: roll 5", "soviet: lose 65-tb", "german: retreat 2")
    assert game.offers("withdraw") == ["0305", "0405", "0504", "0505"]
    assert answer(game) in ("withdraw 0405", "withdraw 0505")


@pytest.mark.rule("rgw.losses.9", "rgw.zoc.15")
def test_a_hex_in_an_enemy_zone_is_shown_as_one_that_a_friend_opens() -> None:
    game = attack(
        {"17-gds-rd": NORTH, "262-rd": NORTH}, {"ss-cav-1": TARGET, "150-rd": "0604", "86-id": "0505"}
    )
    game.holds("odds 4:1")
    game.play("chance: roll 2", "soviet: lose 17-gds-rd", "german: retreat 1")
    assert lines(way(game, "withdraw 0505")) == [
        ("hex 1 of 1", "0505", "rgw.losses.9"),
        ("in an enemy zone, with a friend in it", "allowed", "rgw.zoc.15"),
    ]
    assert lines(way(game, "withdraw 0405")) == [("hex 1 of 1", "0405", "rgw.losses.9")]


# -- advances -----------------------------------------------------------------------------------


@pytest.mark.rule("rgw.advance.7", "rgw.advance.8", "rgw.zoc.11")
@pytest.mark.parametrize(
    ("hexes", "others", "unit", "onward", "terms", "total"),
    [
        (3, {}, "48-mb", "0405", [("longest advance", "3", "rgw.advance.8")], "1 more after it"),
        (1, {}, "48-mb", "0505", [("longest advance", "3", "rgw.advance.8")], "0 more after it"),
        (3, {}, "17-gds-rd", "0405", [("longest advance", "2", "rgw.advance.7")], "0 more after it"),
    ],
)
def test_the_sheet_of_an_advance(
    hexes: int, others: dict[str, str], unit: str, onward: str, terms: list[tuple[str, str, str]], total: str
) -> None:
    game = pursuit(hexes, others).play(f"soviet: advance {unit}")
    found = way(game, f"onward {onward}")
    assert lines(found) == [*terms, ("hexes gone", "−1", "rgw.advance.5")]
    assert found.sheet.total == total


@pytest.mark.rule("rgw.zoc.11")
def test_an_enemy_zone_that_is_left_is_a_line_of_the_advance() -> None:
    game = pursuit(3, {"246-id": "0305"}, hq="0701").play("soviet: advance 48-mb")
    found = way(game, "onward 0405")
    assert lines(found) == [
        ("longest advance", "3", "rgw.advance.8"),
        ("hexes gone", "−1", "rgw.advance.5"),
        ("enemy zones left", "−1", "rgw.zoc.11"),
    ]
    assert found.sheet.total == "0 more after it"


@pytest.mark.rule("rgw.advance.6")
def test_an_advance_at_the_edge_of_the_map_offers_only_hexes_of_the_map() -> None:
    """Two hexes beyond are open to the brigade; from 0404 of four rows nothing lies to the south."""
    game = attack(MEN, {"ss-cav-1": TARGET}, ["......."] * 4).play("chance: roll 6", "german: retreat 0")
    game.play("german: lose ss-cav-1", "soviet: advance 48-mb")
    assert game.offers("onward") == ["0304", "0403", "0504"]
    assert destroyed().play("soviet: advance 48-mb").offers("onward") == [
        "0304",
        "0305",
        "0403",
        "0405",
        "0504",
        "0505",
    ]


# -- moves --------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.overrun.7", "rgw.tactical.1")
def test_what_was_spent_before_an_overrun_is_its_first_line() -> None:
    game = together(moving({**stacked(PANZER, "0202"), "28-tb": "0502"}, ARENA), PANZER)
    game.play("german: to 0402")
    found = way(game, "overrun 0502")
    assert lines(found) == [
        ("already spent", "2", "rgw.tactical.1"),
        ("0502 clear", "1", "rgw.tactical.1"),
        ("the overrun", "2", "rgw.overrun.7"),
    ]
    assert found.sheet.total == "5 of 8 MP"
    fresh = together(moving({**stacked(PANZER, "0402"), "28-tb": "0502"}, ARENA), PANZER)
    found = way(fresh, "overrun 0502")
    assert [label for label, _, _ in lines(found)] == ["0502 clear", "the overrun"]
    assert found.sheet.total == "3 of 8 MP"
    assert beside(fresh)["overrun 0502"] == "odds 8:1+"  # 7 to 1, and one for tanks with infantry


@pytest.mark.rule("rgw.tactical.1")
def test_what_was_spent_before_is_the_first_line_of_a_move() -> None:
    game = table(["....."], {"41a-hq": "0101", "150-rd": "0101"}, procedure="movement", active="41a-hq")
    game.play("soviet: move 150-rd", "soviet: to 0301")
    found = way(game, "to 0401")
    assert lines(found) == [("already spent", "2", "rgw.tactical.1"), ("0401 clear", "1", "rgw.tactical.1")]
    assert found.sheet.total == "3 of 4 MP"


@pytest.mark.rule("rgw.tactical.1", "rgw.movement.3")
def test_half_a_point_spent_is_a_whole_point_less_to_go_with() -> None:
    rows = {"rows": ["............"] * 2, "road": [["0101", "0201"]]}
    game = table(
        rows,
        {"41a-hq": "0101", "104-tb": "0101"},
        procedure="movement",
        step="TacticalMovement",
        active="41a-hq",
    )
    game.play("soviet: move 104-tb")
    assert game.refusal("soviet: to 1201").why == "1201 is out of reach with 8 MP left."
    game.play("soviet: to 0201")
    assert game.refusal("soviet: to 1201").why == "1201 is out of reach with 7 MP left."


@pytest.mark.rule("rgw.zoc.7", "rgw.movement.1")
def test_a_unit_that_waits_off_the_map_is_in_nobodys_zone() -> None:
    """246 ID watches the last hex of the map, 1202; who waits is told that he is not activated."""
    units = {"150-rd": "0101", "262-rd": "waiting idle", "246-id": "1102"}
    game = marching(ROAD, {**units, "41a-hq": "0102"})
    assert game.refused("soviet: strategic 262-rd") == "rgw.movement.1"


@pytest.mark.rule("rgw.reinforce.2", "rgw.zoc.9")
def test_the_train_takes_the_whole_move_and_a_zone_at_the_entry_is_a_line() -> None:
    rail = german("0104", drawn={"areas": {"entry:german-rail": ["0104"]}})
    rail.play("chance: draw xli-pz-hq", "german: all", "german: move 12pz-5-pg")
    found = way(rail, "enter 0104")
    assert lines(found) == [("off the train: the whole move", "8", "rgw.reinforce.2")]
    assert found.sheet.total == "8 of 8 MP"
    watched = german("0104", units={"150-rd": "0105"})
    watched.play("chance: draw xli-pz-hq", "german: all", "german: move 12pz-5-pg")
    found = way(watched, "enter 0104")
    assert lines(found) == [
        ("0104 clear", "1", "rgw.tactical.1"),
        ("into an enemy zone", "1", "rgw.zoc.9"),
    ]
    assert found.sheet.total == "2 of 8 MP"


@pytest.mark.rule("rgw.movement.6a")
@pytest.mark.parametrize(
    ("first", "second", "allowed"),
    [("1pz-1-pg", "5pz-13-pg", True), ("1pz-1-pg", "246-id", False), ("246-id", "1pz-1-pg", False)],
)
def test_the_railway_carries_one_division_or_two_smaller_units(
    first: str, second: str, allowed: bool
) -> None:
    game = marching(RAIL, {first: "0101", second: "0201", "5pz-14-pg": "0301"}, hq="xli-pz-hq")
    game.play(f"german: rail {first}", "german: to 1001")
    assert (second in game.offers("rail")) is allowed
    if allowed:
        game.play(f"german: rail {second}", "german: to 0901")
        assert game.refused("german: rail 5pz-14-pg") == "rgw.movement.6"


# -- control ------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.movement.7", "rgw.initial.3", "rgw.initial.9")
@pytest.mark.parametrize(("worth", "taken", "lost"), [(2, 0, 0), (3, 1, 0), (4, 1, 0), (5, 1, 1)])
def test_the_leaders_hear_of_a_town_worth_three_and_of_one_worth_five(
    worth: int, taken: int, lost: int
) -> None:
    rows = {"rows": ["...."], "holders": ["ssgg"], "objectives": {"0301": [worth, 0]}}
    facts = {"procedure": "movement", "step": "TacticalMovement", "active": "41a-hq"}
    game = table(rows, {"41a-hq": "0101", "150-rd": "0201"}, **facts)
    game.play("soviet: move 150-rd", "soviet: to 0301")
    assert (game.pos.took_objective, game.pos.lost_objective) == (taken, lost)


@pytest.mark.rule("rgw.movement.7", "rgw.initial.9")
def test_a_town_the_germans_take_back_moves_no_soviet_leader() -> None:
    rows = {"rows": ["...."], "holders": ["ssss"], "objectives": {"0301": [5, 0]}}
    facts = {"procedure": "movement", "step": "TacticalMovement", "active": "vi-hq"}
    game = table(rows, {"vi-hq": "0401", "330-id": "0401"}, **facts)
    game.play("german: move 330-id", "german: to 0301")
    game.holds("control 0301 german")
    assert (game.pos.took_objective, game.pos.lost_objective) == (0, 0)


# -- notes --------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.8", "rgw.losses.6")
def test_an_hq_with_the_beaten_stack_is_not_counted_among_its_losses() -> None:
    """8 to 4, less one for the HQ beside it: 1:1, and with a 6 two hits on a division of one step."""
    game = attack({"150-rd": NORTH, "262-rd": NORTH}, {"246-id": f"{TARGET} steps=1", "xx-hq": TARGET})
    game.holds("odds 1:1")
    game.play("chance: roll 6", "soviet: lose 150-rd")
    assert beside(game) == {
        "retreat 0": "1 step lost, destroyed",
        "retreat 1": "1 step lost, destroyed",
        "retreat 2": "no step lost",
    }


@pytest.mark.rule("rgw.losses.2")
def test_losses_are_told_by_what_is_left_of_the_stack() -> None:
    game = table(["."], {"150-rd": "0101", "262-rd": "0101 steps=1"})
    pair = [game.unit("150-rd"), game.unit("262-rd")]

    def told(*left: int) -> str:
        after = game.pos.copy()
        for unit, steps in zip(pair, left, strict=True):
            after.steps[unit] = steps
            if not steps:
                after.place(unit, -2)
        return told_losses(game.pos, after, pair)

    assert told(2, 1) == "no step lost"
    assert told(1, 1) == "1 step lost"
    assert told(1, 0) == "2 steps lost, 262 RD destroyed"
    assert told(0, 0) == "3 steps lost, all destroyed"


@pytest.mark.rule("rgw.declare.1", "rgw.odds.5")
def test_the_best_attack_leaves_out_who_spoils_it() -> None:
    """5 to 4 with the HQ in range is 2:1; the division beyond its range makes 7 to 4, without it 1:1."""
    units = {
        "41a-hq": "0101 lit",
        "17-gds-rd": NORTH,
        "150-rd": "0405 steps=1",
        "246-id": f"{TARGET} steps=1",
    }
    game = table(ARENA, units, procedure="combat-phase", active="41a-hq", opened=["41a-hq"])
    assert beside(game) == {f"target {TARGET}": "at best 2:1 with 1 unit"}
    game.play(f"soviet: target {TARGET}", "soviet: commit 17-gds-rd", "soviet: agreed", "soviet: done")
    assert beside(game) == {f"resolve {TARGET}": "odds 2:1"}


def in_range(hq: str) -> Table:
    units = {"41a-hq": f"{hq} lit", "17-gds-rd": NORTH, "246-id": TARGET}
    game = table(ARENA, units, procedure="combat-phase", active="41a-hq", opened=["41a-hq"], sp_soviet=1)
    game.play(f"soviet: target {TARGET}", "soviet: commit 17-gds-rd", "soviet: agreed", "soviet: done")
    return game.play(f"soviet: resolve {TARGET}")


@pytest.mark.rule("rgw.odds.6d", "rgw.odds.7", "rgw.supply.5")
@pytest.mark.parametrize(
    ("hq", "asked"),
    [("0101", "soviet AddSupplyPoint"), ("0407", "soviet AddSupplyPoint"), ("0107", "chance RollCombat")],
)
def test_a_point_is_added_within_four_hexes_of_the_hq(hq: str, asked: str) -> None:
    game = in_range(hq)
    away = game.pos.content.distance(game.hex(hq), game.hex(NORTH))
    assert away == (4 if asked.startswith("soviet") else 5)
    assert game.asked() == asked

"""Chapter losses: hits, steps, retreats, units at bay and the step given back."""

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET, attack, drawn
from games.red_god_of_war.table import Table
from grognard.games.red_god_of_war.combat.retreat import Retreat, retreat_refusal

BIG = {"150-rd": NORTH, "262-rd": NORTH}
PANZER = ("5pz-31-pz", "5pz-13-pg", "5pz-14-pg")
HARD = dict.fromkeys(PANZER, TARGET)  # 16 in defence


def steps(game: Table, *ids: str) -> list[int]:
    return [game.pos.steps[game.unit(id)] for id in ids]


# -- the attacker -------------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.2", "rgw.losses.4a")
@pytest.mark.parametrize(
    ("die", "letter", "hits", "forced"),
    [("1", "C", 4, 2), ("3", "C", 3, 2), ("6", "C", 2, 1), ("6", ".", 1, 1)],
)
def test_half_the_hits_rounded_up_must_be_steps(die: str, letter: str, hits: int, forced: int) -> None:
    game = attack(BIG, HARD, drawn(letter)).play(f"chance: roll {die}")
    for _ in range(forced):
        assert game.asked() == "soviet AttackerForcedLosses"
        game.play("soviet: lose 150-rd" if game.pos.steps[game.unit("150-rd")] else "soviet: lose 262-rd")
    left = hits - forced
    if left:
        assert game.offers("retreat") == [str(number) for number in range(left + 1)]
    else:
        assert not game.asked().startswith("soviet Attacker")


@pytest.mark.rule("rgw.losses.3b")
def test_only_units_that_attacked_take_the_hits() -> None:
    game = attack({"150-rd": NORTH}, {**HARD, "262-rd": NORTH, "41a-hq": "0401"}).play("chance: roll 3")
    assert game.offers("lose") == ["150-rd"]


@pytest.mark.rule("rgw.losses.4b", "rgw.losses.6a")
@pytest.mark.parametrize(("hexes", "lost"), [("0", ["150-rd", "262-rd"]), ("1", ["262-rd"]), ("2", [])])
def test_four_hits_met_by_steps_or_retreat_in_any_mix(hexes: str, lost: list[str]) -> None:
    game = attack(BIG, HARD, drawn("C")).play("chance: roll 1", "soviet: lose 150-rd", "soviet: lose 262-rd")
    game.play(f"soviet: retreat {hexes}")
    for id in lost:
        assert game.asked() == "soviet AttackerFurtherLosses"
        game.play(f"soviet: lose {id}")
    for hex in ("0402", "0401")[: int(hexes)]:
        if game.asked() == "soviet WalkBack":
            game.play(f"soviet: withdraw {hex}")
    assert steps(game, "150-rd", "262-rd") == [1 - ("150-rd" in lost), 1 - ("262-rd" in lost)]
    if hexes == "2":
        game.holds("unit 150-rd at 0401", "unit 262-rd at 0401")
    assert game.asked().split()[1] not in ("WalkBack", "AttackerFurtherLosses")


@pytest.mark.rule("rgw.losses.5a")
def test_all_attackers_retreat_from_every_hex_they_fought_from() -> None:
    game = attack({"150-rd": NORTH, "262-rd": "0504"}, {**HARD, "93-rd": NORTH}, drawn("C"))
    game.play("chance: roll 6", "soviet: lose 150-rd", "soviet: retreat 1")
    assert game.asked() == "soviet WalkBack"
    game.play("soviet: withdraw 0402")
    assert game.asked() == "soviet WalkBack"
    game.play("soviet: withdraw 0603")
    game.holds("unit 150-rd at 0402", "unit 262-rd at 0603", "unit 93-rd at 0403", "unit 262-rd steps 2")
    assert game.asked() == "soviet MechanizedMovement"


@pytest.mark.rule("rgw.losses.6", "rgw.losses.4b")
def test_further_steps_come_before_the_retreat() -> None:
    game = attack({"150-rd": NORTH, "262-rd": "0504"}, HARD, drawn("C"))
    game.play("chance: roll 1", "soviet: lose 150-rd", "soviet: lose 150-rd", "soviet: retreat 1")
    assert game.asked() == "soviet AttackerFurtherLosses"
    assert game.offers("lose") == ["262-rd"]
    game.play("soviet: lose 262-rd")
    assert game.asked() == "soviet WalkBack"
    game.play("soviet: withdraw 0603")
    game.holds("unit 262-rd at 0603", "unit 150-rd is dead")


@pytest.mark.rule("rgw.losses.2")
def test_attackers_wiped_out_owe_nothing_more() -> None:
    game = attack({"74-sib-rb": NORTH}, HARD).play("chance: roll 1", "soviet: lose 74-sib-rb")
    assert game.asked() == "soviet MechanizedMovement"
    game.holds("unit 74-sib-rb is dead")


@pytest.mark.rule("rgw.losses.1", "rgw.losses.7a")
def test_the_attacker_deals_with_his_hits_before_the_defender() -> None:
    game = attack({"17-gds-rd": NORTH, "262-rd": NORTH}, {"78-id": f"{TARGET} steps=1"}).play(
        "chance: roll 3"
    )
    assert game.asked() == "soviet AttackerForcedLosses"
    game.play("soviet: lose 262-rd", "soviet: retreat 0", "soviet: lose 262-rd")
    assert game.asked() == "german DefenderChoosesRetreat"


# -- the defender -------------------------------------------------------------------------------

FOES = {"19-mb": TARGET, "35-mb": TARGET}


def beaten(foes: dict[str, str] | None = None, die: int = 6, **more: str) -> Table:
    """5th Panzer attacks two brigades at 4:1; with a 6 they take three hits and the attacker none."""
    game = attack(dict.fromkeys(PANZER, NORTH), {**(foes or FOES), **more})
    game.holds("odds 4:1")
    return game.play(f"chance: roll {die}")


@pytest.mark.rule("rgw.losses.7b", "rgw.losses.7c", "rgw.losses.8a")
@pytest.mark.parametrize("hexes", [0, 1, 2, 3])
def test_three_hits_are_met_by_any_mix_of_steps_and_hexes(hexes: int) -> None:
    game = beaten()
    assert game.asked() == "soviet DefenderChoosesRetreat"
    assert game.offers("retreat") == ["0", "1", "2", "3"]
    game.play(f"soviet: retreat {hexes}")
    for id in ["19-mb", "35-mb", "19-mb"][: 3 - hexes]:
        assert game.asked() == "soviet DefenderLosses"
        game.play(f"soviet: lose {id}")
    for hex in ["0405", "0406", "0407"][:hexes]:
        assert game.asked() == "soviet WalkBack"
        game.play(f"soviet: withdraw {hex}")
    assert sum(steps(game, "19-mb", "35-mb")) == 4 - (3 - hexes)
    if hexes:
        game.holds(f"unit 35-mb at 040{4 + hexes}")
    else:
        game.holds("unit 35-mb at 0404", "unit 19-mb is dead")


@pytest.mark.rule("rgw.losses.7d")
def test_no_retreat_is_longer_than_three_hexes() -> None:
    game = attack(dict.fromkeys(PANZER, NORTH), {"29-32-tr": TARGET}).play("chance: roll 6")
    assert game.offers("retreat") == ["0", "1", "2", "3"]
    game.play("soviet: retreat 3", "soviet: lose 29-32-tr")  # the other two of five hits are steps
    assert game.asked() == "german AdvanceUnits"


@pytest.mark.rule("rgw.losses.7")
def test_a_defender_without_hits_is_not_asked() -> None:
    game = attack({"74-sib-rb": NORTH}, HARD).play("chance: roll 1", "soviet: lose 74-sib-rb")
    assert game.asked().startswith("soviet")
    assert steps(game, *PANZER) == [2, 2, 2]


@pytest.mark.rule("rgw.losses.8b")
def test_an_hq_takes_no_hits_and_retreats_with_the_stack() -> None:
    game = attack(dict.fromkeys(PANZER, NORTH), {**FOES, "22a-hq": TARGET}).play("chance: roll 6")
    game.play("soviet: retreat 2")
    assert game.offers("lose") == ["19-mb", "35-mb"]
    game.play("soviet: lose 19-mb", "soviet: withdraw 0405", "soviet: withdraw 0406")
    game.holds("unit 22a-hq at 0406", "unit 19-mb at 0406")


@pytest.mark.rule("rgw.losses.7")
@pytest.mark.parametrize(
    ("letter", "agreed", "odds", "die", "most"),
    [
        ("C", True, "5:1", 5, "2"),
        ("C", False, "5:1", 5, "3"),
        (".", True, "7:1", 3, "3"),
        ("T", True, "6:1", 4, "3"),
    ],
)
def test_by_option_the_first_of_three_hits_in_a_city_is_a_step(
    letter: str, agreed: bool, odds: str, die: int, most: str
) -> None:
    men = dict.fromkeys(PANZER, NORTH) | {"102-id": NORTH, "9pz-33-pz": "0304"}
    game = attack(men, FOES, drawn(letter), options={"city-first-hit-is-step": agreed})
    game.holds(f"odds {odds}")
    game.play(f"chance: roll {die}")
    assert game.offers("retreat")[-1] == most


# -- where a retreat may go ---------------------------------------------------------------------


def retreating(hexes: int, foes: dict[str, str], **more: str) -> Table:
    """Soviets attack at 4:1 and the defender meets all of his one, two or three hits by retreat."""
    game = attack({"17-gds-rd": NORTH, "262-rd": NORTH}, {**foes, **more})
    game.holds("odds 4:1")
    game.play(f"chance: roll {2 * hexes}")
    if hexes < 3:
        game.play("soviet: lose 17-gds-rd")
    return game.play(f"german: retreat {hexes}")


CAVALRY = {"ss-cav-1": TARGET}


@pytest.mark.rule("rgw.losses.10", "rgw.losses.9")
def test_a_retreat_goes_away_from_the_attackers() -> None:
    game = retreating(3, CAVALRY)
    assert game.offers("withdraw") == ["0305", "0405", "0505"]  # 0304 and 0504 are in their zone
    assert game.refused("german: withdraw 0304") == "rgw.zoc.14"
    assert game.refused("german: withdraw 0406") == "rgw.losses.10"
    game.play("german: withdraw 0305")
    assert game.offers("withdraw") == ["0204", "0205", "0306"]
    game.play("german: withdraw 0205")
    assert game.offers("withdraw") == ["0105", "0106", "0206"]
    game.play("german: withdraw 0106")
    game.holds("unit ss-cav-1 at 0106", "unit ss-cav-1 steps 1", "control 0106 german")


@pytest.mark.rule("rgw.losses.10")
def test_beside_an_enemy_that_exerts_no_zone_is_no_nearer() -> None:
    game = attack({"65-tb": NORTH, "219-tb": "0504"}, CAVALRY)
    game.holds("odds 3:1")
    game.play("chance: roll 5", "soviet: lose 65-tb", "german: retreat 2")
    assert game.offers("withdraw") == ["0304", "0305", "0405", "0505"]
    game.play("german: withdraw 0304")
    assert game.offers("withdraw") == ["0203", "0204", "0303"]


@pytest.mark.rule("rgw.losses.10d")
@pytest.mark.parametrize(
    ("enemies", "there", "rule"),
    [
        (["0402"], "0403", "rgw.losses.10"),  # from two hexes away to one
        (["0402"], "0504", ""),  # still two
        (["0402"], "0405", ""),  # three
        (["0402", "0406"], "0405", "rgw.losses.10"),  # nearer to the nearest of them
        (["0401", "0406"], "0304", ""),
        (["0404"], "0405", ""),
    ],
)
def test_no_step_brings_a_unit_nearer_to_where_the_enemy_fought_from(
    enemies: list[str], there: str, rule: str
) -> None:
    game = attack({"65-tb": NORTH}, CAVALRY)
    game.pos.place(game.unit("65-tb"), game.hex("0101"))
    unit = game.unit("ss-cav-1")
    v = Retreat((), 2, tuple(game.hex(hex) for hex in enemies), (unit,), (unit,), game.hex(TARGET))
    refusal = retreat_refusal(game.pos, v, (unit,), game.hex(there))
    assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("rgw.losses.10b", "rgw.zoc.15a")
@pytest.mark.parametrize(("friend", "allowed"), [("0505", True), ("0506", False)])
def test_a_hex_in_an_enemy_zone_needs_a_friend(friend: str, allowed: bool) -> None:
    game = retreating(1, CAVALRY, **{"150-rd": "0604", "86-id": friend})
    game.holds("zoc soviet 0505 yes")
    assert ("0505" in game.offers("withdraw")) is allowed
    if not allowed:
        assert game.refused("german: withdraw 0505") == "rgw.zoc.14"


@pytest.mark.rule("rgw.zoc.15b", "rgw.losses.10")
@pytest.mark.parametrize(("friend", "rule"), [("0101", "rgw.zoc.14"), ("0304", "")])
def test_units_retreating_together_are_no_friends_to_each_other(friend: str, rule: str) -> None:
    """150 RD would step aside into 0304, in the zone of 5th Panzer, where only 262 RD of its party stands."""
    game = attack({"150-rd": NORTH, "262-rd": "0304"}, {**HARD, "74-sib-rb": friend}, drawn("C"))
    game.play("chance: roll 6", "soviet: lose 150-rd", "soviet: retreat 1")
    if rule:
        assert game.refused("soviet: withdraw 0304") == rule
    else:
        assert "0304" in game.offers("withdraw")


@pytest.mark.rule("rgw.losses.10", "rgw.losses.9")
def test_terrain_closed_to_a_unit_is_closed_to_its_retreat() -> None:
    rows = [*ARENA[:4], "..sss..", *ARENA[5:]]
    men = {"17-gds-rd": NORTH, "262-rd": NORTH, "104-tb": NORTH}
    game = attack(men, {"gd-pz-abt": TARGET}, rows, weather="mud")
    game.holds("odds 8:1+")
    game.play("chance: roll 2", "german: retreat 3")
    game.holds("unit gd-pz-abt is dead")  # tanks find no way through the swamp in mud
    assert game.asked() == "soviet AdvanceUnits"
    game = attack(men, CAVALRY, rows, weather="mud")
    game.holds("odds 5:1")
    game.play("chance: roll 5", "german: retreat 3")
    assert game.offers("withdraw") == ["0305", "0405", "0505"]


# -- at bay -------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.6b", "rgw.losses.7")
@pytest.mark.parametrize(("hexes", "left"), [(3, [0, 0]), (2, [1, 1])])
def test_a_unit_that_cannot_finish_its_retreat_loses_a_step_for_each_missing_hex(
    hexes: int, left: list[int]
) -> None:
    """Behind 0405 a line of lone regiments bars every way; they exert no zone but hold their hexes."""
    wall = {"ss-cav-1": "0406", "ss-cav-2": "0306", "ss-cav-3": "0506"}
    game = beaten(die=6 if hexes == 3 else 4, **wall)
    if hexes == 2:
        game.play("german: lose 5pz-31-pz")
    game.play(f"soviet: retreat {hexes}", "soviet: withdraw 0405")
    assert game.offers("withdraw") == []
    assert game.offers("split") == ["19-mb", "35-mb"]
    game.play("soviet: split 19-mb")
    assert steps(game, "19-mb", "35-mb") == left
    if hexes == 2:
        game.holds("unit 19-mb at 0405", "unit 35-mb at 0405")


@pytest.mark.rule("rgw.losses.6")
def test_a_unit_at_bay_with_steps_enough_stays_where_it_is() -> None:
    game = attack({"330-id": NORTH, "5pz-13-pg": NORTH}, {"48-mb": TARGET, "246-id": "0405"})
    game.holds("odds 4:1")
    game.play("chance: roll 2", "german: lose 330-id", "soviet: retreat 1")
    game.holds("unit 48-mb at 0404", "unit 48-mb steps 1")
    assert game.asked() == "german MechanizedMovement"


@pytest.mark.rule("rgw.losses.6", "rgw.losses.5b")
def test_attackers_at_bay_each_lose_a_step() -> None:
    wall = {"246-id": "0402", "5pz-13-pg": "0304", "5pz-14-pg": "0504"}
    game = attack({"17-gds-rd": NORTH, "262-rd": NORTH}, {**CAVALRY, **wall}, hq="0107")
    game.holds("odds 4:1")
    game.play("chance: roll 1", "soviet: lose 17-gds-rd", "soviet: retreat 1")
    assert game.offers("withdraw") == []
    game.play("soviet: split 262-rd")
    assert steps(game, "17-gds-rd", "262-rd") == [0, 1]
    assert game.pos.lost_steps == [game.unit(id) for id in ("17-gds-rd", "262-rd", "17-gds-rd")]


# -- splitting ----------------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.5", "rgw.losses.7")
def test_a_stack_may_part_at_any_hex_of_its_retreat() -> None:
    game = beaten().play("soviet: retreat 3", "soviet: withdraw 0405", "soviet: split 35-mb")
    game.play("soviet: withdraw 0306", "soviet: withdraw 0307")
    assert game.asked() == "soviet WalkBack"
    game.play("soviet: withdraw 0406", "soviet: withdraw 0407")
    game.holds("unit 35-mb at 0307", "unit 19-mb at 0407")
    names = [game.pos.content.names[hex] for hex in game.pos.trail]
    assert names == ["0405", "0306", "0307", "0406", "0407"]


@pytest.mark.rule("rgw.losses.5")
def test_a_lone_unit_and_a_unit_with_an_hq_do_not_split() -> None:
    men = {"17-gds-rd": NORTH, "262-rd": NORTH, "93-rd": "0304"}
    game = attack(men, {"ss-cav-1": TARGET, "xx-hq": TARGET})
    game.holds("odds 5:1")
    game.play("chance: roll 1", "soviet: lose 93-rd", "german: retreat 1")
    assert game.offers("split") == []
    game.play("german: withdraw 0405")
    game.holds("unit xx-hq at 0405")


# -- the step given back ------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.11a", "rgw.losses.11b")
@pytest.mark.parametrize(
    ("foe", "die", "asked"),
    [
        ({"ss-cav-1": TARGET}, 4, "soviet RefundStep"),  # one step, two hits: one to spare
        ({"ss-cav-1": TARGET}, 2, "soviet AdvanceUnits"),  # one step, one hit
        ({"ss-cav-1": TARGET}, 6, "soviet AdvanceUnits"),  # no hit on the attacker to give back
        ({"5pz-13-pg": f"{TARGET} steps=1"}, 4, "soviet RefundStep"),
    ],
)
def test_a_step_comes_back_only_if_the_defender_dies_with_hits_to_spare(
    foe: dict[str, str], die: int, asked: str
) -> None:
    game = attack({"17-gds-rd": NORTH, "262-rd": NORTH}, foe).play(f"chance: roll {die}")
    if game.asked() == "soviet AttackerForcedLosses":
        game.play("soviet: lose 17-gds-rd")
    game.play("german: retreat 0", f"german: lose {next(iter(foe))}")
    assert game.asked() == asked


@pytest.mark.rule("rgw.losses.11b")
def test_nothing_comes_back_while_a_defender_lives() -> None:
    men = {"17-gds-rd": NORTH, "262-rd": NORTH, "93-rd": "0304"}
    game = attack(men, {"ss-cav-1": TARGET, "gd-pz-abt": TARGET})
    game.holds("odds 4:1")
    game.play("chance: roll 2", "soviet: lose 17-gds-rd", "german: retreat 0", "german: lose gd-pz-abt")
    assert game.asked() == "soviet MechanizedMovement"
    assert steps(game, "17-gds-rd") == [1]


@pytest.mark.rule("rgw.losses.11")
def test_the_step_given_back_is_no_loss_any_more() -> None:
    game = attack({"150-rd": NORTH, "262-rd": NORTH}, CAVALRY, drawn("l"))
    game.holds("odds 3:1")
    game.play("chance: roll 4", "soviet: lose 262-rd", "german: retreat 0", "german: lose ss-cav-1")
    assert game.offers("restore") == ["262-rd"]
    assert game.pos.steps_this_turn == 1
    game.play("soviet: restore 262-rd")
    assert steps(game, "150-rd", "262-rd") == [2, 2]
    assert game.pos.steps_this_turn == 0
    assert game.asked() == "soviet AdvanceUnits"


@pytest.mark.rule("rgw.losses.11")
def test_a_defender_that_dies_at_bay_with_hits_to_spare_gives_the_step_back_too() -> None:
    """Choosing a retreat that cannot be made is no way to keep the attacker's loss from being refunded."""
    game = attack({"330-id": NORTH, "5pz-13-pg": NORTH}, {"114-rb": TARGET, "246-id": "0405"})
    game.holds("odds 4:1")
    game.play("chance: roll 4", "german: lose 330-id", "soviet: retreat 2")
    game.holds("unit 114-rb is dead")
    assert game.asked() == "german RefundStep"
    game.play("german: restore 330-id", "german: advance 330-id")
    assert "0305" in game.offers("onward")  # and one hit over is one hex beyond


@pytest.mark.rule("rgw.losses.11")
def test_a_stack_that_dies_at_bay_in_two_groups_spares_what_the_longer_lived_leaves() -> None:
    """Three hexes not made: the one-step brigade dies of the first, 48 MB of the second; one hit is over."""
    foes = {"48-mb": TARGET, "114-rb": TARGET, "246-id": "0405"}
    game = attack(dict.fromkeys(PANZER, NORTH), foes)
    game.holds("odds 4:1")
    game.play("chance: roll 5", "german: lose 5pz-31-pz", "soviet: retreat 3", "soviet: split 114-rb")
    game.holds("unit 48-mb is dead", "unit 114-rb is dead")
    game.play("german: restore 5pz-31-pz", "german: advance 5pz-13-pg", "german: onward 0305")
    assert game.offers("onward") == []


@pytest.mark.rule("rgw.losses.11d")
def test_a_retreat_already_made_is_not_undone() -> None:
    game = attack({"17-gds-rd": NORTH}, {"ss-cav-1": TARGET}, opened=[])
    game.holds("odds 3:1")
    game.play("chance: roll 1", "soviet: lose 17-gds-rd", "soviet: retreat 1", "soviet: withdraw 0402")
    game.play("german: retreat 0", "german: lose ss-cav-1")
    assert game.asked() == "soviet MechanizedMovement"
    game.holds("unit 17-gds-rd at 0402", "control 0404 german")


# -- what a death means -------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.2")
@pytest.mark.parametrize(
    ("foe", "died"),
    [
        ({"246-id": f"{TARGET} steps=1"}, 1),
        ({"ss-cav-1": TARGET}, 0),
        ({"5pz-13-pg": f"{TARGET} steps=1", "5pz-14-pg": "0707"}, 0),
        ({"5pz-13-pg": f"{TARGET} steps=1", "5pz-14-pg": "dead"}, 1),
    ],
)
def test_the_leaders_hear_of_a_german_division_destroyed(foe: dict[str, str], died: int) -> None:
    game = attack({"17-gds-rd": NORTH, "262-rd": NORTH, "93-rd": "0304", "134-rd": "0304"}, foe)
    game.play("chance: roll 5")
    if game.asked() == "soviet AttackerForcedLosses":
        game.play("soviet: lose 93-rd")
    game.play("german: retreat 0", f"german: lose {next(iter(foe))}")
    assert game.pos.division_died == died


@pytest.mark.rule("rgw.losses.11")
def test_a_division_given_back_was_never_destroyed() -> None:
    game = attack({"330-id": f"{NORTH} steps=1", "102-id": "0304"}, {"114-rb": TARGET})
    game.holds("odds 4:1")
    game.play("chance: roll 4", "german: lose 330-id")
    assert game.pos.division_died == 1
    game.play("soviet: retreat 0", "soviet: lose 114-rb", "german: restore 330-id")
    assert game.pos.division_died == 0


@pytest.mark.rule("rgw.losses.11")
def test_a_corps_given_back_was_never_destroyed() -> None:
    game = attack({"65-tb": NORTH, "17-gds-rd": NORTH}, {"ss-cav-1": TARGET, "35-mb": "dead"})
    game.holds("odds 5:1")
    game.play("chance: roll 3", "soviet: lose 65-tb")
    assert game.pos.corps_destroyed == 1
    game.play("german: retreat 0", "german: lose ss-cav-1", "soviet: restore 65-tb")
    assert game.pos.corps_destroyed == 0
    game.holds("unit 65-tb at 0403", "unit 65-tb steps 1")


@pytest.mark.rule("rgw.losses.2")
def test_a_corps_is_destroyed_with_its_last_brigade_and_rifle_corps_do_not_count() -> None:
    game = attack({"65-tb": NORTH, "219-tb": NORTH}, HARD).play("chance: roll 1", "soviet: lose 65-tb")
    assert game.pos.corps_destroyed == 0
    game.play("soviet: lose 219-tb")
    assert game.pos.corps_destroyed == 1
    assert game.pos.steps_this_turn == 2
    game = attack({"74-sib-rb": NORTH}, HARD).play("chance: roll 1", "soviet: lose 74-sib-rb")
    assert game.pos.corps_destroyed == 0


@pytest.mark.rule("rgw.losses.2")
def test_german_steps_do_not_count_as_soviet_losses() -> None:
    game = beaten(die=1)
    game.play("german: lose 5pz-31-pz")
    assert game.pos.steps_this_turn == 0


# -- headquarters -------------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.10", "rgw.stacking.11")
def test_retreaters_drive_off_a_lone_enemy_hq() -> None:
    rows = {"rows": ["......."] * 12, "holders": ["sssssss"] * 12}
    men = {"17-gds-rd": NORTH, "262-rd": NORTH}
    game = attack(men, {**CAVALRY, "22a-hq": "0405 lit"}, rows, cup=["22a-hq"])
    game.play("chance: roll 2", "soviet: lose 17-gds-rd", "german: retreat 1", "german: withdraw 0405")
    game.holds("unit ss-cav-1 at 0405", "lit 22a-hq no", "cup 22a-hq yes", "control 0405 german")
    distance = game.pos.content.distance
    assert distance(game.hex("0405"), game.pos.hex[game.unit("22a-hq")]) == 5
    assert game.pos.barred[game.unit("22a-hq")] == 2


@pytest.mark.rule("rgw.losses.10", "rgw.stacking.11g")
def test_an_hq_with_nowhere_to_go_is_lost_with_its_chit() -> None:
    men = {"17-gds-rd": NORTH, "262-rd": NORTH}
    game = attack(
        men, {**CAVALRY, "22a-hq": "0405"}, {"rows": ARENA, "holders": ["ggggggg"] * 7}, cup=["22a-hq"]
    )
    game.play("chance: roll 2", "soviet: lose 17-gds-rd", "german: retreat 1", "german: withdraw 0405")
    game.holds("unit 22a-hq is dead", "cup 22a-hq no")

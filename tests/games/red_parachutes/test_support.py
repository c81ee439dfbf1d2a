"""Chapters defensive-support and offensive-support: guns of both sides, their worth and their ammunition."""

import pytest

from games.red_parachutes.battle import (
    AM,
    ARENA,
    MIDDAY,
    NIGHT,
    NORTH,
    TARGET,
    attack,
    choose,
    levels,
    odds,
    run_on,
)
from games.red_parachutes.table import Table, table
from grognard.games.battalions.guns.support import formation_halves, most_support, points, total_support

FOOT = {"i-gr-80": NORTH}
RIFLES = {"i-a-309": TARGET, "ii-a-309": TARGET}
BEHIND = "0407"  # three hexes south of the target
FRONT = "0401"  # two hexes north of the attackers


def defending(guns: dict[str, str], attackers: dict[str, str] | None = None, **facts: object) -> Table:
    """At the question for the defender's guns."""
    game = choose(attack(attackers or FOOT, {**RIFLES, **guns}, **facts))  # type: ignore[arg-type]  # facts of a case
    assert game.asked() == "soviet DefensiveSupport"
    return game


def attacking(guns: dict[str, str], attackers: dict[str, str] | None = None, **facts: object) -> Table:
    """At the question for the attacker's guns, the defender having committed none."""
    return defending(guns, attackers, **facts).play("soviet: agreed")


def worth(game: Table, gun: str, twice: bool = False) -> int:
    return points(game.pos, game.pos.stack[-1].vars, game.unit(gun), twice)


# -- who may fire -----------------------------------------------------------------------------------


@pytest.mark.rule("rp.defensive-support.1", "rp.defensive-support.2")
def test_guns_are_added_and_taken_back_until_it_is_agreed() -> None:
    game = defending({"art-309": BEHIND, "gun-bde-1": BEHIND})
    assert game.offers("support") == ["art-309", "gun-bde-1"]
    game.play("soviet: support art-309")
    assert game.offers("withhold") == ["art-309"]
    game.play("soviet: withhold art-309", "soviet: support gun-bde-1", "soviet: agreed")
    assert "Gun Bde 1 supports I/a/309 with 10 points." in game.told
    assert game.asked() == "german OffensiveSupport"


@pytest.mark.rule("rp.defensive-support.1")
def test_all_guns_in_range_is_one_order() -> None:
    """The limit is DS 8: the brigade's 10 are enough, the division's 6 would be lost."""
    game = defending({"art-309": BEHIND, "gun-bde-1": BEHIND}).play("soviet: all-guns")
    assert game.offers("withhold") == ["gun-bde-1"]


@pytest.mark.rule("rp.defensive-support.3")
def test_the_supported_unit_is_within_range() -> None:
    """A mortar regiment reaches 2 hexes, a divisional regiment 5."""
    game = defending({"mortar-regt-1": BEHIND, "art-309": BEHIND})
    assert game.offers("support") == ["art-309"]
    assert game.refused("soviet: support mortar-regt-1") == "rp.defensive-support.3"
    assert defending({"mortar-regt-1": "0406"}).offers("support") == ["mortar-regt-1"]


@pytest.mark.rule(
    "rp.defensive-support.4",
    "rp.defensive-support.5",
    "rp.defensive-support.7",
    "rp.defensive-support.8",
    "rp.defend-declare.6",
    "rp.defensive-support.6",
)
@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (f"{BEHIND} bombarded", "rp.defensive-support.4"),
        (f"{BEHIND} demoralized", "rp.defensive-support.5"),
        (f"{BEHIND} limbered", "rp.defensive-support.7"),
        (f"{BEHIND} ammunition=0", "rp.defensive-support.8"),
        ("0405", ""),
        (f"{BEHIND} disrupted", ""),
        (f"{BEHIND} marched", ""),
    ],
)
def test_what_keeps_a_gun_from_supporting(state: str, rule: str) -> None:
    game = defending({"art-309": state})
    if rule:
        assert game.refused("soviet: support art-309") == rule
        assert game.offers("support") == []
    else:
        assert game.offers("support") == ["art-309"]


@pytest.mark.rule("rp.defensive-support.6", "rp.defend-declare.6")
def test_a_gun_in_an_enemy_zone_of_control_is_silent() -> None:
    game = defending({"art-309": "0406", "pi-34": "0507"})
    assert game.refused("soviet: support art-309") == "rp.defend-declare.6"


@pytest.mark.rule("rp.attack-declare.8a", "rp.attack-declare.8b", "rp.attack-declare.10a")
def test_a_gun_that_marched_supports_an_attack_if_it_is_not_in_an_enemy_zone() -> None:
    game = attacking({"i-ar-34": f"{FRONT} marched", "iv-ar-34": NORTH})
    assert game.offers("support") == ["i-ar-34"]
    assert game.refused("german: support iv-ar-34") == "rp.attack-declare.10"


@pytest.mark.rule("rp.attack-declare.10b")
def test_a_gun_that_attacks_does_not_support_the_same_attack() -> None:
    """Mortars with an AS of 1 beside a stack without a zone: if they do not attack they may fire."""
    units = {"hq-34": TARGET, "i-a-309": "0405", "mortar-regt-1": "0405", "mortar-regt-2": "0405"}
    game = table(ARENA, units, procedure="attacks", phasing="soviet", turn=MIDDAY)
    game.play(f"soviet: target {TARGET}", "soviet: commit i-a-309", "soviet: commit mortar-regt-1")
    game.play("soviet: agreed")
    choose(game).play("german: agreed")
    assert game.offers("support") == ["mortar-regt-2"]
    assert game.refused("soviet: support mortar-regt-1") == "rp.attack-declare.10"


@pytest.mark.rule("rp.defensive-support.20", "rp.defensive-support.4")
@pytest.mark.parametrize(("bars", "offered"), [(False, ["i-ar-34"]), (True, [])])
def test_an_option_bars_guns_that_bombarded_in_the_game_turn(bars: bool, offered: list[str]) -> None:
    units = {"i-gr-80": TARGET, "i-ar-34": f"{FRONT} fired-this-turn"}
    game = attack({"i-a-309": "0405"}, units, by="soviet", options={"bombard-bars-defense": bars})
    choose(game)
    assert game.offers("support") == offered
    if bars:
        assert game.refused("german: support i-ar-34") == "rp.defensive-support.20"


@pytest.mark.rule("rp.bombardment.5")
def test_a_gun_that_bombarded_does_not_support_the_attack() -> None:
    game = attacking({"i-ar-34": f"{FRONT} bombarded"})
    assert game.refused("german: support i-ar-34") == "rp.bombardment.5"


@pytest.mark.rule("rp.defensive-support.1")
def test_only_own_artillery_supports() -> None:
    game = defending({"i-ar-34": FRONT, "iii-a-309": BEHIND})
    assert game.refused("soviet: support i-ar-34") == "rp.defensive-support.1"
    assert game.refused("soviet: support iii-a-309") == "rp.defensive-support.1"


# -- what it is worth -------------------------------------------------------------------------------


@pytest.mark.rule("rp.defensive-support.9a", "rp.defense-strength.9")
def test_support_of_a_defence_counts_up_to_the_printed_ds() -> None:
    """DS 4 and 4 against support of 6 and 10: only 8 count, and the total is 16."""
    game = defending({"art-309": BEHIND, "gun-bde-1": BEHIND})
    game.play("soviet: support art-309", "soviet: support gun-bde-1", "soviet: agreed")
    v = game.pos.stack[-1].vars
    assert sum(given for _, given in v.defence_guns) == 16
    assert total_support(game.pos, v, 1) == 8
    assert odds(game)[1] == 16


@pytest.mark.rule("rp.defensive-support.9b", "rp.defensive-support.15", "rs.defensive-support.10")
@pytest.mark.parametrize(
    ("guns", "given", "counted"), [(["art-309"], 3, 3), (["art-309", "gun-bde-1"], 8, 4)]
)
def test_the_printed_ds_limits_what_the_night_has_left_of_the_support(
    guns: list[str], given: int, counted: int
) -> None:
    """A battalion of DS 4 at night: 6 halved are 3, all of which count; with 10 halved besides 4 of 8 do."""
    rifles = {"i-a-309": TARGET, **dict.fromkeys(guns, BEHIND)}
    game = choose(attack(FOOT, rifles, turn=NIGHT))
    game.play(*(f"soviet: support {gun}" for gun in guns), "soviet: agreed")
    v = game.pos.stack[-1].vars
    assert sum(points for _, points in v.defence_guns) == given
    assert total_support(game.pos, v, 1) == counted


@pytest.mark.rule("rp.offensive-support.3")
def test_support_of_an_attack_counts_up_to_twice_the_printed_as() -> None:
    """One battalion of AS 4: 8 of 12 points count."""
    game = attacking({"i-ar-34": FRONT, "iv-ar-34": FRONT})
    game.play("german: support i-ar-34", "german: support iv-ar-34", "german: agreed")
    assert odds(game)[0] == 4 + 8


@pytest.mark.rule("rp.offensive-support.3")
def test_the_limit_of_the_ledgers_example() -> None:
    """AS 5 and 4 next to the defender: 18."""
    game = attacking({}, {"i-pzgr-73": NORTH, "ii-pzgr-73": NORTH})
    assert most_support(game.pos, game.pos.stack[-1].vars, 0) == 18


@pytest.mark.rule(
    "rp.defensive-support.10a", "rp.defensive-support.11a", "rp.defensive-support.11b", "rp.formations.2b"
)
def test_a_german_gun_gives_half_to_a_strange_formation() -> None:
    """Strength 7 for another division gives 4, rounded up; for its own 7."""
    strange = {"i-pzgr-73": NORTH}
    assert worth(attacking({"iv-ar-34": FRONT}, strange), "iv-ar-34") == 4
    assert worth(attacking({"iv-ar-34": FRONT}), "iv-ar-34") == 7


@pytest.mark.rule("rp.defensive-support.12")
@pytest.mark.parametrize("where", [FRONT, "0302", "0501"])
def test_a_german_gun_next_to_the_other_hq_gives_all(where: str) -> None:
    """With it, and in two hexes next to it."""
    game = attacking({"iv-ar-34": FRONT, "hq-19": where}, {"i-pzgr-73": NORTH})
    assert worth(game, "iv-ar-34") == 7


@pytest.mark.rule("rp.defensive-support.12")
def test_a_german_gun_two_hexes_from_the_other_hq_gives_half() -> None:
    game = attacking({"iv-ar-34": FRONT, "hq-19": "0601"}, {"i-pzgr-73": NORTH})
    assert worth(game, "iv-ar-34") == 4


@pytest.mark.rule("rp.defensive-support.13", "rp.defensive-support.14")
def test_a_soviet_gun_gives_a_strange_formation_nothing_or_half() -> None:
    """The divisional regiment of 6 supports another division: 0; next to that division's HQ 3."""
    other = {"i-a-161": TARGET}
    game = choose(attack(FOOT, {**other, "art-309": BEHIND}))
    assert game.offers("support") == []
    assert game.refused("soviet: support art-309") == "rp.defensive-support.13"
    game = choose(attack(FOOT, {**other, "art-309": BEHIND, "hq-161": BEHIND}))
    assert worth(game, "art-309") == 3


@pytest.mark.rule("rp.defensive-support.14")
def test_half_of_a_soviet_gun_is_rounded_up() -> None:
    """The glider battery of 3 next to the HQ of the division it helps gives 2."""
    game = choose(attack(FOOT, {"i-a-161": TARGET, "glider-5-gab": "0406", "hq-161": BEHIND}))
    assert worth(game, "glider-5-gab") == 2


@pytest.mark.rule("rp.defensive-support.10", "rp.defensive-support.2")
def test_a_gun_helps_the_unit_it_can_help_most() -> None:
    """Of a mixed stack the marker lies on the unit of the gun's own division."""
    game = choose(attack(FOOT, {"i-a-161": TARGET, "i-a-309": TARGET, "art-309": BEHIND}))
    game.play("soviet: support art-309", "soviet: agreed")
    assert "Art 309 supports I/a/309 with 6 points." in game.told


@pytest.mark.rule("rp.defensive-support.10b")
def test_an_unassigned_gun_helps_everybody_in_full() -> None:
    assert worth(defending({"gun-bde-1": BEHIND}), "gun-bde-1") == 10


@pytest.mark.rule("rp.defensive-support.15", "rp.defensive-support.16b", "rp.defensive-support.11b")
def test_night_halves_and_fractions_are_rounded_once() -> None:
    """7 for a strange formation at night: 7 / 2 / 2 = 1.75, so 2; for its own 3.5, so 4."""
    assert worth(attacking({"iv-ar-34": FRONT}, {"i-pzgr-73": NORTH}, turn=NIGHT), "iv-ar-34") == 2
    assert worth(attacking({"iv-ar-34": FRONT}, turn=NIGHT), "iv-ar-34") == 4


@pytest.mark.rule("rp.offensive-support.4", "rp.offensive-support.5")
def test_a_disrupted_gun_gives_an_attack_one_less() -> None:
    """5 gives 4. In defence disruption takes nothing off."""
    assert worth(attacking({"i-ar-34": f"{FRONT} disrupted"}), "i-ar-34") == 4
    assert worth(defending({"art-309": f"{BEHIND} disrupted"}), "art-309") == 6


@pytest.mark.rule("rp.defensive-support.16a")
def test_only_the_worst_of_formation_and_disruption_counts() -> None:
    """Strength 5, disrupted, strange: half of 5 is 2.5 and worse than 4, so 3; at night a quarter, 2."""
    strange = {"i-pzgr-73": NORTH}
    assert worth(attacking({"i-ar-34": f"{FRONT} disrupted"}, strange), "i-ar-34") == 3
    assert worth(attacking({"i-ar-34": f"{FRONT} disrupted"}, strange, turn=NIGHT), "i-ar-34") == 2


@pytest.mark.rule("rp.offensive-support.5")
def test_disruption_does_not_bring_a_gun_below_two() -> None:
    """The glider battery of 3 gives 2 when disrupted, as would one of 2."""
    units = {"i-gr-80": TARGET, "glider-5-gab": "0407 disrupted"}
    game = choose(attack({"1-5-gab": "0405", "2-5-gab": "0405"}, units, by="soviet")).play("german: agreed")
    assert worth(game, "glider-5-gab") == 2


# -- ammunition -------------------------------------------------------------------------------------


@pytest.mark.rule("rp.offensive-support.1", "rp.offensive-support.2", "rp.recovery.1")
@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 0)])
def test_support_of_an_attack_always_costs_a_level(before: int, after: int) -> None:
    game = attacking({"i-ar-34": f"{FRONT} ammunition={before}"})
    game.play("german: support i-ar-34", "german: agreed")
    game.holds(f"unit i-ar-34 ammunition {after}", "unit i-ar-34 flag supported")


@pytest.mark.rule("rp.offensive-support.6a", "rp.offensive-support.7", "rp.offensive-support.8")
@pytest.mark.parametrize(("state", "after"), [("in-order", "disrupted"), ("disrupted", "demoralized")])
def test_a_doubled_gun_is_out_of_ammunition_and_disrupted(state: str, after: str) -> None:
    """Strength 5 gives 10; disrupted 4 gives 8. All of it is under the limit of 16."""
    attackers = {"i-gr-80": NORTH, "ii-gr-80": NORTH}
    game = attacking({"i-ar-34": f"{FRONT} {state}"}, attackers)
    assert game.refused("german: double i-ar-34") == "rp.offensive-support.6"
    game.play("german: support i-ar-34", "german: double i-ar-34", "german: agreed")
    game.holds("unit i-ar-34 ammunition 0", f"unit i-ar-34 morale {after}")
    assert odds(game)[0] == 8 + (10 if state == "in-order" else 8)


@pytest.mark.rule("rp.offensive-support.6")
def test_a_double_can_be_taken_back() -> None:
    game = attacking({"i-ar-34": FRONT})
    game.play("german: support i-ar-34", "german: double i-ar-34", "german: double i-ar-34", "german: agreed")
    game.holds("unit i-ar-34 ammunition 1", "unit i-ar-34 morale in-order")


@pytest.mark.rule("rp.offensive-support.6b")
def test_doubling_is_an_option_and_the_attackers_alone() -> None:
    game = attacking({"i-ar-34": FRONT}, options={"double-artillery": False}).play("german: support i-ar-34")
    assert game.refused("german: double i-ar-34") == "rp.offensive-support.6"
    game = defending({"art-309": BEHIND}).play("soviet: support art-309")
    assert game.refused("soviet: double art-309") == "rp.offensive-support.6"


@pytest.mark.rule("rp.offensive-support.6", "rp.defensive-support.15")
def test_a_doubled_gun_at_night_is_rounded_after_the_doubling() -> None:
    """7 strange at night is 1.75; doubled 3.5, so 4."""
    game = attacking({"iv-ar-34": FRONT}, {"i-pzgr-73": NORTH}, turn=NIGHT)
    assert worth(game, "iv-ar-34", twice=True) == 4


@pytest.mark.rule(
    "rp.defensive-support.17a",
    "rp.defensive-support.17b",
    "rp.defensive-support.18",
    "rp.defensive-support.19",
    "rp.ammo-resupply.1a",
)
@pytest.mark.parametrize(("before", "die", "after"), [(2, 1, 1), (2, 2, 1), (2, 3, 2), (1, 2, 0), (1, 3, 1)])
def test_a_defending_gun_rolls_for_its_ammunition(before: int, die: int, after: int) -> None:
    game = defending({"art-309": f"{BEHIND} ammunition={before}"})
    game.play("soviet: support art-309", "soviet: agreed", "german: agreed")
    assert game.asked() == "chance DefenderAmmunition"
    game.play(f"chance: roll {die}")
    game.holds(f"unit art-309 ammunition {after}")
    assert game.asked() == "german and soviet ChooseLevels"


@pytest.mark.rule("rp.defensive-support.17a")
def test_every_gun_that_supported_rolls_for_itself() -> None:
    game = defending({"art-309": BEHIND, "gun-bde-1": BEHIND})
    game.play("soviet: support art-309", "soviet: support gun-bde-1", "soviet: agreed", "german: agreed")
    game.play("chance: roll 1", "chance: roll 6")
    game.holds("unit art-309 ammunition 1", "unit gun-bde-1 ammunition 2")


@pytest.mark.rule("rp.resolution.5", "rp.offensive-support.2")
def test_a_gun_may_support_the_next_attack_if_it_has_ammunition() -> None:
    units = {"ii-gr-80": "0505", "iii-a-309": "0605", "i-ar-34": FRONT}
    game = attacking(units).play("german: support i-ar-34", "german: agreed")
    run_on(levels(game, 1, 1), "DeclareAttack", 7)
    game.play("german: target 0605", "german: commit ii-gr-80", "german: agreed")
    choose(game).play("soviet: agreed")
    assert "i-ar-34" in game.offers("support")


# -- surprise ---------------------------------------------------------------------------------------


@pytest.mark.rule("rp.surprise.1")
@pytest.mark.parametrize(("turn", "asked"), [(AM, True), (MIDDAY, False), (NIGHT, True)])
def test_surprise_is_for_the_morning_and_the_night(turn: int, asked: bool) -> None:
    game = attacking({}, turn=turn).play("german: agreed")
    assert (game.asked() == "german AttemptSurprise") == asked


@pytest.mark.rule("rp.surprise.1")
def test_surprise_is_an_option_of_the_game() -> None:
    game = attacking({}, turn=AM, options={"surprise": False}).play("german: agreed")
    assert game.asked() == "german and soviet ChooseLevels"


@pytest.mark.rule("rp.surprise.5")
def test_who_has_committed_two_guns_may_not_try() -> None:
    game = attacking({"i-ar-34": FRONT, "iv-ar-34": FRONT}, turn=AM)
    game.play("german: support i-ar-34", "german: support iv-ar-34", "german: agreed")
    assert game.asked() == "german and soviet ChooseLevels"
    game = attacking({"i-ar-34": FRONT}, turn=AM).play("german: support i-ar-34", "german: agreed")
    assert game.asked() == "german AttemptSurprise"


@pytest.mark.rule(
    "rp.surprise.2", "rp.surprise.3a", "rp.surprise.3b", "rp.odds-shifts.4", "rp.defensive-support.17c"
)
@pytest.mark.parametrize("die", [1, 2])
def test_a_surprise_silences_the_guns_and_shifts_the_odds(die: int) -> None:
    """4 against 8 is 1:2; 1R makes it 1:1. No ammunition is rolled for."""
    game = defending({"art-309": BEHIND}, turn=AM).play("soviet: support art-309", "soviet: agreed")
    game.play("german: agreed", "german: surprise", f"chance: roll {die}")
    assert game.asked() == "german and soviet ChooseLevels"
    levels(game, 1, 1)
    assert odds(game) == (4, 8, "1:1", 4)
    game.holds("unit art-309 ammunition 2")


@pytest.mark.rule("rp.surprise.2", "rp.surprise.4")
def test_a_failed_surprise_is_a_normal_combat() -> None:
    """4 against 8 and 6 of the gun: 1:4, off the table."""
    game = defending({"art-309": BEHIND}, turn=AM).play("soviet: support art-309", "soviet: agreed")
    game.play("german: agreed", "german: surprise", "chance: roll 3")
    assert game.asked() == "chance DefenderAmmunition"
    game.play("chance: roll 6")
    assert odds(game)[:3] == (4, 14, "1:4")


# -- the edges --------------------------------------------------------------------------------------


@pytest.mark.rule("rp.defensive-support.1", "rp.defensive-support.9")
def test_all_guns_stops_when_the_limit_is_reached() -> None:
    """DS 4, 4 and 2 are 10: the brigade's 10 are enough to the point. With 6 chosen before, 10 are added."""
    guns = {"art-309": BEHIND, "gun-bde-1": BEHIND}
    game = defending({**guns, "smg-51": TARGET}).play("soviet: all-guns")
    assert game.offers("withhold") == ["gun-bde-1"]
    game = defending(guns).play("soviet: support art-309", "soviet: all-guns")
    assert game.offers("withhold") == ["art-309", "gun-bde-1"]
    assert game.offers("all-guns") == []


@pytest.mark.rule("rp.defensive-support.9")
def test_all_guns_is_no_button_where_what_more_they_add_would_be_lost() -> None:
    """DS 8 is the limit: the brigade's 10 reach it, the division's 6 do not. A gun can be named alone."""
    guns = {"art-309": BEHIND, "gun-bde-1": BEHIND}
    game = defending(guns).play("soviet: support gun-bde-1")
    assert ("all-guns", -1) not in list(game.game.ask.options(1))
    assert game.offers("support") == ["art-309"]
    game = defending(guns).play("soviet: support art-309")
    assert ("all-guns", -1) in list(game.game.ask.options(1))


@pytest.mark.rule("rp.defensive-support.1")
def test_a_gun_is_not_added_twice_nor_taken_back_if_it_does_not_fire() -> None:
    game = defending({"art-309": BEHIND, "gun-bde-1": BEHIND}).play("soviet: support art-309")
    assert game.refused("soviet: support art-309") == "rp.defensive-support.1"
    assert game.refused("soviet: withhold gun-bde-1") == "rp.defensive-support.1"


@pytest.mark.rule("rp.offensive-support.6")
def test_a_doubled_gun_that_is_taken_back_is_not_doubled_when_it_is_added_again() -> None:
    game = attacking({"i-ar-34": FRONT})
    game.play("german: support i-ar-34", "german: double i-ar-34", "german: withhold i-ar-34")
    game.play("german: support i-ar-34", "german: agreed")
    game.holds("unit i-ar-34 ammunition 1", "unit i-ar-34 morale in-order")


@pytest.mark.rule("rp.defensive-support.12", "rp.defensive-support.14")
def test_an_hq_that_is_not_on_the_map_helps_nobody() -> None:
    game = attacking({"iv-ar-34": FRONT, "hq-19": "eliminated"}, {"i-pzgr-73": NORTH})
    assert worth(game, "iv-ar-34") == 4


@pytest.mark.rule("rp.defensive-support.13", "rp.defensive-support.14")
def test_an_unassigned_unit_has_no_hq_for_a_gun_to_be_near() -> None:
    """Not even that of the last formation of the list, the Third Guards Tank Army."""
    units = {"art-309": "0402", "hq-3-gta": "0402", "sapper-a": "0404", "i-69-mb": "0405", "hq-9-mc": "0401"}
    game = table(ARENA, units)
    assert game.pos.content.hq_of[-1] == game.unit("hq-3-gta")
    gun = game.unit("art-309")
    assert formation_halves(game.pos, gun, game.unit("sapper-a")) == 0
    assert formation_halves(game.pos, gun, game.unit("i-69-mb")) == 1

"""Rules 5.4 and 5.5: a division or corps is all its units, those that are still to arrive included."""

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET, attack
from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.combat.losses import destroy, restore_step
from grognard.games.red_god_of_war.sequence.victory import net_points

GONE = ("dead", "withdrawn")
TANKS = ("24-tb", "41-tb", "70-tb")  # 5th Tank Corps without its motor rifle brigade
REST = "5-mrb"
REGIMENTS = ("12pz-29-pz", "12pz-5-pg")  # 12th Panzer without its third regiment
THIRD = "12pz-25-pg"


# -- doubling -----------------------------------------------------------------------------------


@pytest.mark.rule("rgw.odds.3c", "rgw.reinforce.1")
@pytest.mark.parametrize(("third", "defence"), [("waiting", 5), ("dead", 10), ("withdrawn", 10), ("0707", 5)])
def test_a_division_defends_doubled_when_nobody_of_it_is_elsewhere_or_still_to_come(
    third: str, defence: int
) -> None:
    game = attack({"150-rd": NORTH}, {**dict.fromkeys(REGIMENTS, TARGET), THIRD: third})
    game.holds(f"defence {defence}")


@pytest.mark.rule("rgw.odds.3")
@pytest.mark.parametrize(("third", "strength"), [("waiting", 4), ("dead", 8), ("withdrawn", 8)])
def test_a_division_attacks_doubled_when_nobody_of_it_is_still_to_come(third: str, strength: int) -> None:
    game = attack(dict.fromkeys(REGIMENTS, NORTH), {"150-rd": TARGET, THIRD: third})
    game.holds(f"attack {strength}")


@pytest.mark.rule("rgw.odds.3")
def test_a_lone_regiment_of_a_division_that_waits_is_not_doubled() -> None:
    germans = {REGIMENTS[0]: TARGET, REGIMENTS[1]: "waiting", THIRD: "waiting"}
    attack({"150-rd": NORTH}, germans).holds("defence 2")


# -- overruns -----------------------------------------------------------------------------------


def charging(group: tuple[str, ...], others: dict[str, str], hq: str, army: str = "") -> Table:
    """The group has been picked up as one stack, next to a weak enemy."""
    side = "german" if hq == "xxxix-pz-hq" else "soviet"
    foe = "114-rb" if side == "german" else "ss-cav-1"
    units = {id: f"{NORTH} {army}".strip() for id in group}
    game = table(
        ARENA,
        {hq: "0401 lit", **units, **others, foe: TARGET},
        procedure="movement",
        step="TacticalMovement",
        active=hq,
    )
    game.play(f"{side}: move {group[0]}", *(f"{side}: with {id}" for id in group[1:]))
    return game


@pytest.mark.rule("rgw.overrun.1", "rgw.overrun.3")
@pytest.mark.parametrize("third", ["waiting", *GONE])
def test_a_german_division_overruns_only_when_nobody_of_it_is_still_to_come(third: str) -> None:
    game = charging(REGIMENTS, {THIRD: third}, "xxxix-pz-hq")
    if third in GONE:
        assert game.offers("overrun") == [TARGET]
        return
    refusal = game.refusal(f"german: overrun {TARGET}")
    assert refusal.rule == "rgw.overrun.3"
    assert refusal.why == "units of the division or corps are still to arrive."


@pytest.mark.rule("rgw.overrun.1", "rgw.overrun.3")
@pytest.mark.parametrize("rest", ["waiting", *GONE])
def test_a_soviet_corps_overruns_only_when_nobody_of_it_is_still_to_come(rest: str) -> None:
    game = charging(TANKS, {REST: rest}, "41a-hq", "army=41a-hq")
    assert game.offers("overrun") == ([TARGET] if rest in GONE else [])
    if rest == "waiting":
        assert game.refused(f"soviet: overrun {TARGET}") == "rgw.overrun.3"


# -- what a death means -------------------------------------------------------------------------


def corps(rest: str, ids: tuple[str, ...] = TANKS, last: str = REST) -> Table:
    return table(ARENA, {"41a-hq": "0401", **dict.fromkeys(ids, NORTH), last: rest}, turn=7)


def kill(game: Table, *ids: str) -> int:
    """The points after these units are destroyed, Soviet less German."""
    for id in ids:
        destroy(game.game, game.unit(id), "rgw.losses.2")
    return net_points(game.pos)


@pytest.mark.rule("rgw.turn.5", "rgw.losses.2")
def test_the_point_for_a_corps_waits_for_the_brigade_that_is_still_to_come() -> None:
    game = corps("waiting")
    assert kill(game, *TANKS) == -1  # two brigades, no corps
    game.pos.place(game.unit(REST), game.hex(TARGET))
    assert kill(game, REST) == -3  # four brigades and the corps, once


@pytest.mark.rule("rgw.turn.5", "rgw.losses.2")
@pytest.mark.parametrize("rest", GONE)
def test_brigades_destroyed_or_sent_away_do_not_keep_a_corps_alive(rest: str) -> None:
    assert kill(corps(rest), *TANKS) == (-3 if rest == "dead" else -2)


@pytest.mark.rule("rgw.turn.5")
def test_a_cavalry_corps_dies_with_its_last_division_too() -> None:
    game = corps("waiting", ("3-gds-cd", "4-gds-cd"), "20-cd")
    assert kill(game, "3-gds-cd", "4-gds-cd") == -2
    game.pos.place(game.unit("20-cd"), game.hex(TARGET))
    assert kill(game, "20-cd") == -4


@pytest.mark.rule("rgw.losses.11", "rgw.turn.5")
@pytest.mark.parametrize(("rest", "points"), [("waiting", -1), ("dead", -3)])
def test_a_brigade_given_back_takes_back_just_what_its_death_gave(rest: str, points: int) -> None:
    game = corps(rest)
    before = kill(game, *TANKS[:2])
    assert kill(game, TANKS[2]) == points
    restore_step(game.game, game.unit(TANKS[2]), game.hex(NORTH), "rgw.losses.11")
    assert net_points(game.pos) == before


@pytest.mark.rule("rgw.initial.9")
@pytest.mark.parametrize(("third", "died"), [("waiting", 0), ("dead", 1), ("withdrawn", 1)])
def test_stalin_hears_of_a_german_division_when_all_of_it_is_gone(third: str, died: int) -> None:
    game = table(ARENA, {"vi-hq": "0401", **dict.fromkeys(REGIMENTS, NORTH), THIRD: third})
    kill(game, *REGIMENTS)
    assert game.pos.division_died == died


# -- sent away and reassigned -------------------------------------------------------------------


@pytest.mark.rule("rgw.initial.12")
def test_a_corps_that_leaves_for_stalingrad_takes_its_waiting_brigades_along() -> None:
    units = {"41a-hq": "0401", "24-tb": NORTH, "41-tb": "waiting", "70-tb": "dead", REST: "waiting"}
    game = table(ARENA, units, step="RollStalin", turn=7, stalin=8).play("chance: roll 2")
    game.play("soviet: dismiss-corps 24-tb")
    game.holds("unit 24-tb is withdrawn", "unit 41-tb is withdrawn", f"unit {REST} is withdrawn")
    game.holds("unit 70-tb is dead")


@pytest.mark.rule("rgw.initial.12")
def test_a_corps_that_is_wholly_off_the_map_is_not_sent_away() -> None:
    units = {"41a-hq": "0401", "24-tb": "waiting", "41-tb": "waiting", "150-rd": NORTH, "93-rd": NORTH}
    game = table(ARENA, units, step="RollStalin", turn=7, stalin=8).play("chance: roll 2")
    assert game.options("soviet") == ["dismiss 150-rd", "dismiss 93-rd"]


@pytest.mark.rule("rgw.reinforce.11")
def test_a_corps_is_reassigned_with_its_brigades_on_the_map() -> None:
    """One that waits is assigned when it comes (rgw.reinforce.3)."""
    units = dict.fromkeys(TANKS, f"{NORTH} army=41a-hq") | {REST: "waiting"}
    game = table(ARENA, {"41a-hq": "0401", "22a-hq": "0402", **units}, step="reassignment", turn=7)
    game.play("soviet: reassign-corps 24-tb", "soviet: assign 22a-hq")
    game.holds(*(f"unit {id} army 22a-hq" for id in TANKS))
    assert game.pos.army[game.unit(REST)] == -1


@pytest.mark.rule("rgw.odds.3", "rgw.losses.2")
def test_the_first_division_of_the_list_is_a_division_like_any_other() -> None:
    """Grossdeutschland, formation number 0."""
    units = {"gd-gren": TARGET, "gd-fus": TARGET, "gd-pz-abt": "dead"}
    attack({"150-rd": NORTH}, units).holds("defence 16")
    game = table(ARENA, {"vi-hq": "0401", "gd-gren": NORTH, "gd-fus": NORTH})
    assert game.pos.content.formation[game.unit("gd-gren")] == 0
    kill(game, "gd-gren")
    assert game.pos.division_died == 0
    kill(game, "gd-fus")
    assert game.pos.division_died == 1


@pytest.mark.rule("rgw.overrun.1")
def test_a_corps_in_the_corner_is_together() -> None:
    units = dict.fromkeys(TANKS[:2], "0101 army=41a-hq")
    units |= {TANKS[2]: "0102 army=41a-hq", REST: "dead"}
    game = table(
        ARENA,
        {"41a-hq": "0301 lit", **units, "ss-cav-1": "0201"},
        procedure="movement",
        step="TacticalMovement",
        active="41a-hq",
        options={"overrun-needs-2-to-1": False},
    )
    game.play("soviet: move 24-tb", "soviet: with 41-tb")
    assert game.offers("overrun") == ["0201"]

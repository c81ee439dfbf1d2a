"""Chapter recovery: who has rested comes back into order."""

from typing import Any

import pytest

from games.red_parachutes.battle import ARENA, MIDDAY, NORTH, TARGET
from games.red_parachutes.table import Table, table
from grognard.games.battalions.model.position import NO_RECOVERY
from grognard.games.battalions.model.stacking import is_beside_enemy
from grognard.games.battalions.movement.entering import enter_hex
from grognard.games.battalions.turn.leader_return import hosts
from grognard.games.red_parachutes.turn.replacements import unit_refusal


def resting(state: str, where: str = NORTH, enemy: dict[str, str] | None = None, **facts: Any) -> Table:
    """The recovery of a German battalion."""
    facts.setdefault("turn", MIDDAY)
    units = {"i-gr-80": f"{where} {state}", **(enemy or {"i-a-309": TARGET})}
    game = table(ARENA, units, procedure="recovery", **facts)
    assert not game.game.over
    return game


@pytest.mark.rule("rp.recovery.2", "rp.recovery.3", "rp.recovery.4")
@pytest.mark.parametrize(("before", "after"), [("disrupted", "in-order"), ("demoralized", "disrupted")])
def test_away_from_the_enemy_units_recover_by_themselves(before: str, after: str) -> None:
    resting(before, "0101").holds(f"unit i-gr-80 morale {after}")


@pytest.mark.rule("rp.recovery.4")
def test_two_hexes_from_the_enemy_is_away() -> None:
    resting("disrupted", "0402").holds("unit i-gr-80 morale in-order")


@pytest.mark.rule("rp.recovery.5a", "rp.recovery.5b")
@pytest.mark.parametrize(
    ("state", "die", "after"),
    [
        ("disrupted", 3, "in-order"),
        ("disrupted", 4, "disrupted"),
        ("demoralized", 2, "disrupted"),
        ("demoralized", 3, "demoralized"),
        ("isolated disrupted", 2, "in-order"),
        ("isolated disrupted", 3, "disrupted"),
    ],
)
def test_next_to_the_enemy_a_unit_rolls_against_its_morale_now(state: str, die: int, after: str) -> None:
    """Morale 3, one less for demoralization and one for isolation."""
    game = resting(state)
    assert game.asked() == "chance RollRecovery"
    game.play(f"chance: roll {die}").holds(f"unit i-gr-80 morale {after}")


@pytest.mark.rule("rp.recovery.1b", "rp.recovery.1c", "rp.recovery.1d", "rp.recovery.1e")
@pytest.mark.parametrize(
    "act",
    [
        *("spent=1", "spent=0.5", "built", "attacked", "bombarded", "supported", "crossed", "helped"),
        *("demolished", "limbered-now", "infiltrated", "searched", "marched"),
    ],
)
def test_who_has_done_something_does_not_recover(act: str) -> None:
    resting(f"disrupted {act}", "0101").holds("unit i-gr-80 morale disrupted")


@pytest.mark.rule("rp.recovery.1f")
@pytest.mark.parametrize("act", ["retreated", "moved", "entered"])
def test_retreat_and_defence_are_no_activity(act: str) -> None:
    resting(f"disrupted {act}", "0101").holds("unit i-gr-80 morale in-order")


@pytest.mark.rule("rp.recovery.1a")
def test_only_the_phasing_player_recovers() -> None:
    game = resting("disrupted", "0101", {"i-a-309": f"{TARGET} disrupted"})
    game.holds("unit i-a-309 morale disrupted")


@pytest.mark.rule("rp.recovery.1", "rp.combat-options.6")
def test_a_feint_keeps_a_unit_from_its_next_recovery_and_no_longer() -> None:
    game = resting("disrupted no-recovery", "0101")
    game.holds("unit i-gr-80 morale disrupted")
    assert not game.pos.flags[game.unit("i-gr-80")] & NO_RECOVERY


@pytest.mark.rule("rp.recovery.1")
def test_units_in_order_roll_for_nothing() -> None:
    assert resting("in-order").ask.step != "RollRecovery"


@pytest.mark.rule("rp.turn-end.1a")
def test_after_the_soviet_turn_the_marker_goes_on_by_one() -> None:
    game = table(
        ARENA, {"i-gr-80": "0101", "i-a-309": "0707"}, procedure="recovery", phasing="soviet", turn=MIDDAY
    )
    assert not game.game.over
    game.holds(f"turn {MIDDAY + 1}", "phasing german")


@pytest.mark.rule("rp.hq-return.2b", "rp.recovery.4", "rp.move-general.14a", "rp.replacements.12")
@pytest.mark.parametrize(
    ("enemy", "state", "noticed"),
    [("i-a-309", "", True), ("rybalko", "", True), ("1-5-gab", "dispersed", False)],
)
def test_four_rules_agree_on_what_an_enemy_unit_next_to_one_is(enemy: str, state: str, noticed: bool) -> None:
    """A leader alone is one, for nobody can tell; a dispersed company is none; rivers do not matter."""
    rows = {"rows": ["......"] * 3, "river": ["0202/0302"]}
    units = {"i-gr-80": "0202 steps=2", "hq-34": "eliminated", enemy: f"0302 {state}"}
    game = table(rows, units)
    unit = game.unit("i-gr-80")
    assert is_beside_enemy(game.pos, game.hex("0202"), 0) is noticed
    assert hosts(game.pos, game.unit("hq-34")) == ([] if noticed else [unit])
    assert (unit_refusal(game.pos, unit) is not None) is noticed
    facts = {"phasing": "soviet", "works": {"0202": "digging german"}}
    near = table(rows | {"river": []}, units | {enemy: f"0403 {state}"}, **facts)
    enter_hex(near.game, [near.unit(enemy)], near.hex("0302"))
    near.holds(f"works 0202 {'none' if noticed else 'digging german'}")

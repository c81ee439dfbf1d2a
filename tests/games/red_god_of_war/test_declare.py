"""Chapter declare: attacks are announced, and what becomes of an announcement."""

from typing import Any

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET
from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.combat.declare import attack_refusal


def declaring(units: dict[str, str], hq: str = "41a-hq", rows: Any = None, **facts: Any) -> Table:
    facts.setdefault("opened", ["41a-hq"])
    return table(rows or ARENA, {hq: "0401", **units}, procedure="combat-phase", active=hq, **facts)


def declare(game: Table, hex: str, *ids: str) -> Table:
    side = game.asked().split()[0]
    return game.play(f"{side}: target {hex}", *(f"{side}: commit {id}" for id in ids), f"{side}: agreed")


FOES = {"246-id": TARGET, "253-id": "0304", "86-id": "0504"}
RIFLES = {"150-rd": NORTH, "262-rd": NORTH, "74-sib-rb": NORTH}


@pytest.mark.rule("rgw.declare.1c")
def test_attacking_is_never_compulsory() -> None:
    game = declaring({**RIFLES, **FOES})
    assert game.options("soviet") == ["target 0304", "target 0404", "target 0504", "done"]
    game.play("soviet: done")
    assert game.asked() == "soviet MechanizedMovement"


@pytest.mark.rule("rgw.declare.1")
def test_without_an_enemy_in_reach_there_is_no_declaration() -> None:
    game = declaring({"150-rd": NORTH, "246-id": "0405"})
    assert game.asked() == "soviet MechanizedMovement"


@pytest.mark.rule("rgw.declare.1")
def test_a_hex_with_a_lone_hq_is_no_target() -> None:
    game = declaring({"150-rd": NORTH, "xx-hq": TARGET, "246-id": "0304"})
    assert game.offers("target") == ["0304"]
    assert game.refused("soviet: target 0404") == "rgw.declare.1"


@pytest.mark.rule("rgw.declare.1", "rgw.declare.5")
def test_a_unit_can_be_taken_back_until_the_announcement_ends() -> None:
    game = declaring({**RIFLES, **FOES}).play("soviet: target 0404", "soviet: commit 150-rd")
    assert game.offers("release") == ["150-rd"]
    assert game.offers("commit") == ["262-rd", "74-sib-rb"]
    game.play("soviet: release 150-rd", "soviet: agreed", "soviet: target 0304")
    assert game.offers("commit") == ["150-rd", "262-rd", "74-sib-rb"]


@pytest.mark.rule("rgw.declare.8a")
def test_a_hex_named_without_attackers_does_not_count() -> None:
    game = declaring({**RIFLES, **FOES})
    declare(declare(declare(game, "0404"), "0304", "150-rd"), "0504", "262-rd")
    assert game.refused("soviet: target 0404") == "rgw.declare.8"
    assert game.offers("target") == ["0304", "0504"]
    game.play("soviet: target 0504", "soviet: release 262-rd", "soviet: agreed")
    assert "0404" in game.offers("target")


@pytest.mark.rule("rgw.declare.9")
def test_the_germans_have_no_such_limit() -> None:
    foes = {"150-rd": TARGET, "262-rd": "0304", "93-rd": "0504"}
    game = declaring({"102-id": NORTH, "5pz-13-pg": NORTH, "5pz-14-pg": NORTH, **foes}, "xxxix-pz-hq")
    declare(declare(game, "0404", "102-id"), "0304", "5pz-13-pg")
    assert game.offers("target") == ["0304", "0404", "0504"]


@pytest.mark.rule("rgw.declare.5", "rgw.declare.2", "rgw.declare.3")
def test_the_reasons_why_a_unit_may_not_attack() -> None:
    game = declaring(
        {**RIFLES, "93-rd": f"{NORTH} idle", "134-rd": "0402", "17-gds-rd": "waiting active", **FOES}
    )
    declare(game, "0304", "150-rd")
    game.play("soviet: target 0404")
    assert game.offers("commit") == ["262-rd", "74-sib-rb"]
    assert game.refused("soviet: commit 150-rd") == "rgw.declare.5"
    assert game.refused("soviet: commit 93-rd") == "rgw.declare.2"
    assert game.refused("soviet: commit 134-rd") == "rgw.declare.3"
    assert game.refused("soviet: commit 17-gds-rd") == "rgw.declare.3"
    assert game.refused("soviet: commit 246-id") == "rgw.declare.2"
    assert game.refused("soviet: commit 41a-hq") == "rgw.stacking.12"


@pytest.mark.rule("rgw.declare.3b")
@pytest.mark.parametrize(("side", "offered"), [("river", ["150-rd"]), ("creek", ["104-tb", "150-rd"])])
def test_only_rivers_stop_tanks(side: str, offered: list[str]) -> None:
    rows = {"rows": ARENA, side: ["0403/0404"]}
    game = declaring({"150-rd": NORTH, "104-tb": NORTH, **FOES}, rows=rows).play("soviet: target 0404")
    assert game.offers("commit") == offered


@pytest.mark.rule("rgw.declare.3")
def test_a_river_between_other_hexes_does_not_matter() -> None:
    rows = {"rows": ARENA, "river": ["0304/0404", "0404/0504", "0402/0403"]}
    game = declaring({"104-tb": NORTH, **FOES}, rows=rows).play("soviet: target 0404")
    assert game.offers("commit") == ["104-tb"]


@pytest.mark.rule("rgw.declare.5", "rgw.declare.6", "rgw.declare.4")
def test_a_unit_that_has_fought_does_not_fight_again() -> None:
    game = declaring({**RIFLES, **FOES})
    declare(declare(game, "0404", "150-rd", "262-rd"), "0304", "74-sib-rb")
    game.play("soviet: done", "soviet: resolve 0404")
    game.holds("attack 8", "defence 8")
    game.play("chance: roll 4", "soviet: lose 150-rd", "soviet: retreat 0", "soviet: lose 262-rd")
    game.play("german: retreat 0", "german: lose 246-id")
    assert game.options("soviet") == ["resolve 0304"]
    for id in ("150-rd", "262-rd"):
        refusal = attack_refusal(game.pos, game.unit(id), game.hex("0304"))
        assert refusal is not None and refusal.rule == "rgw.declare.5"
    game.play("soviet: resolve 0304")
    game.holds("attack 3")


@pytest.mark.rule("rgw.declare.1a", "rgw.declare.1b", "rgw.declare.4")
def test_attacks_are_announced_to_both_players_and_resolved_in_any_order() -> None:
    game = declaring({**RIFLES, **FOES})
    declare(declare(game, "0404", "150-rd"), "0304", "262-rd", "74-sib-rb").play("soviet: done")
    assert "Attack on 0304 declared: 74 Sib RB, 262 RD." in game.told
    assert "Attack on 0404 declared: 150 RD." in game.told
    assert game.options("soviet") == ["resolve 0304", "resolve 0404"]
    game.play("soviet: resolve 0404", "chance: roll 1")
    assert "Attack on 0404 by 150 RD." in game.told


@pytest.mark.rule("rgw.declare.3", "rgw.declare.1")
def test_a_unit_drawn_away_by_an_advance_no_longer_attacks() -> None:
    """150 RD, announced against 0303, joins the advance into 0404 and cannot reach 0303 any more."""
    game = declaring({"17-gds-rd": NORTH, "150-rd": NORTH, "ss-cav-1": TARGET, "86-id": "0303"})
    declare(declare(game, "0404", "17-gds-rd"), "0303", "150-rd").play("soviet: done", "soviet: resolve 0404")
    game.play("chance: roll 5", "soviet: lose 17-gds-rd", "german: retreat 2", "german: withdraw 0405")
    game.play("german: withdraw 0406", "soviet: advance 150-rd", "soviet: stop", "soviet: done")
    assert game.asked() == "soviet MechanizedMovement"
    game.holds("unit 150-rd at 0404", "unit 86-id at 0303")


@pytest.mark.rule("rgw.declare.7b")
def test_an_overrun_leaves_the_right_to_attack() -> None:
    units = {"5pz-31-pz": NORTH, "5pz-13-pg": NORTH, "5pz-14-pg": NORTH, "150-rd": TARGET}
    game = table(
        ARENA,
        {"xxxix-pz-hq": "0401 lit", **units},
        procedure="movement",
        step="TacticalMovement",
        active="xxxix-pz-hq",
    )
    game.play(
        "german: move 5pz-31-pz", "german: with 5pz-13-pg", "german: with 5pz-14-pg", "german: overrun 0404"
    )
    game.play(
        "chance: roll 1",
        "german: lose 5pz-31-pz",
        "german: retreat 0",
        "german: lose 5pz-13-pg",
        "german: done",
    )
    assert game.asked() == "german DeclareAttacks"
    game.play("german: target 0404")
    assert game.offers("commit") == ["5pz-13-pg", "5pz-14-pg", "5pz-31-pz"]


@pytest.mark.rule("rgw.declare.2")
def test_announcements_do_not_outlive_the_impulse() -> None:
    game = declaring(
        {"17-gds-rd": NORTH, "150-rd": NORTH, "ss-cav-1": TARGET, "86-id": "0303"}, cup=["41a-hq"]
    )
    declare(declare(game, "0404", "17-gds-rd"), "0303", "150-rd").play("soviet: done", "soviet: resolve 0404")
    game.play("chance: roll 5", "soviet: lose 17-gds-rd", "german: retreat 2", "german: withdraw 0405")
    game.play(
        "german: withdraw 0406", "soviet: advance 150-rd", "soviet: stop", "soviet: done", "soviet: done"
    )
    assert game.asked() == "chance DrawChit"
    assert set(game.pos.target) == {-1}
    assert game.pos.trail == [] and game.pos.lost_steps == []

"""Six hexsides: whatever a rule says of the hexes around a unit it says of all six, and of no seventh."""

from typing import Any

import pytest

from games.red_god_of_war.table import Table, table

ARENA = ["......."] * 7
HOME = "0404"
AROUND = ["0403", "0504", "0505", "0405", "0305", "0304"]
FAR = [f"0{column}0{row}" for column in range(1, 8) for row in range(1, 8)]
FURTHER = [hex for hex in FAR if hex != HOME and hex not in AROUND]
PANZER = ("5pz-31-pz", "5pz-13-pg", "5pz-14-pg")
DIVISIONS = ["330-id", "7-lfd", "205-id", "2-lfd", "78-id"]

each_way = pytest.mark.parametrize("way", AROUND)


def moving(
    units: dict[str, str], rows: Any = None, hq: str = "xx-hq", at: str = "0101", **facts: Any
) -> Table:
    facts.setdefault("step", "TacticalMovement")
    return table(rows or ARENA, {hq: f"{at} lit", **units}, procedure="movement", active=hq, **facts)


def next_to(hex: str) -> str:
    """The hex after this one around HOME."""
    return AROUND[(AROUND.index(hex) + 1) % 6]


# -- movement -----------------------------------------------------------------------------------


@pytest.mark.rule("rgw.stacking.7")
@each_way
def test_a_unit_can_make_room_by_stepping_out_over_any_side(way: str) -> None:
    """86 ID comes from the next side; all other hexes around are full."""
    full = [hex for hex in AROUND if hex not in (way, next_to(way))]
    units = {"246-id": HOME, "86-id": next_to(way), **dict(zip(DIVISIONS, full, strict=False))}
    game = moving(units).play("german: move 86-id")
    assert HOME in game.offers("to")
    game.play(f"german: to {HOME}", "german: halt")
    assert game.options("german") == ["move 246-id"]
    game.play("german: move 246-id")
    assert way in game.offers("to")
    game = moving({**units, DIVISIONS[4]: way}).play("german: move 86-id")
    assert HOME not in game.offers("to")


@pytest.mark.rule("rgw.movement.3", "rgw.movement.4")
@pytest.mark.parametrize("kind", ["road", "rail"])
@each_way
def test_roads_and_railways_are_followed_over_any_side(way: str, kind: str) -> None:
    rows = {"rows": ARENA, "holders": ["g" * 7] * 7, kind: [[HOME, way]]}
    game = moving({"246-id": HOME}, rows, step="StrategicMovement", at="0107")
    verb = "strategic" if kind == "road" else "rail"
    assert "246-id" in game.offers(verb)
    assert game.play(f"german: {verb} 246-id").offers("to") == [way]


@pytest.mark.rule("rgw.overrun.1c")
@each_way
def test_an_overrun_is_possible_over_any_side(way: str) -> None:
    game = moving({**dict.fromkeys(PANZER, HOME), "114-rb": way})
    game.play(f"german: move {PANZER[0]}", *(f"german: with {id}" for id in PANZER[1:]))
    assert game.offers("overrun") == [way]


# -- combat -------------------------------------------------------------------------------------


def declaring(units: dict[str, str], hq: str = "41a-hq", **facts: Any) -> Table:
    facts.setdefault("opened", ["41a-hq"])
    return table(ARENA, {hq: "0101", **units}, procedure="combat-phase", active=hq, **facts)


@pytest.mark.rule("rgw.declare.3a")
@each_way
def test_a_unit_attacks_over_any_side(way: str) -> None:
    game = declaring({"150-rd": HOME, "246-id": way})
    assert game.offers("target") == [way]
    assert game.play(f"soviet: target {way}").offers("commit") == ["150-rd"]


@pytest.mark.rule("rgw.declare.3a")
def test_nobody_attacks_further_than_the_next_hex() -> None:
    for hex in FURTHER:
        if hex != "0101":
            assert declaring({"150-rd": HOME, "246-id": hex}).asked() == "soviet MechanizedMovement"


@pytest.mark.rule("rgw.declare.1d", "rgw.advance.3a", "rgw.odds.1a")
def test_all_six_hexes_around_may_attack_and_advance() -> None:
    ids = ["150-rd", "262-rd", "93-rd", "234-rd", "134-rd", "17-gds-rd"]
    game = declaring({**dict(zip(ids, AROUND, strict=True)), "ss-cav-1": HOME}).play(f"soviet: target {HOME}")
    assert game.offers("commit") == sorted(ids)
    game.play(*(f"soviet: commit {id}" for id in ids)).holds("attack 25", "shift four-hexes yes")
    game.play("soviet: agreed", "soviet: done", f"soviet: resolve {HOME}", "chance: roll 6")
    game.play("german: retreat 0", "german: lose ss-cav-1")
    assert game.offers("advance") == sorted(ids)


@pytest.mark.rule("rgw.losses.10d")
@each_way
def test_a_beaten_unit_goes_back_over_the_sides_away_from_the_enemy(way: str) -> None:
    """Never nearer: the opposite side and its two neighbours are open."""
    game = declaring({"150-rd": way, "17-gds-rd": way, "ss-cav-1": HOME})
    game.play(f"soviet: target {HOME}", "soviet: commit 150-rd", "soviet: commit 17-gds-rd", "soviet: agreed")
    game.play("soviet: done", f"soviet: resolve {HOME}", "chance: roll 2", "soviet: lose 150-rd")
    game.play("german: retreat 1")
    opposite = AROUND.index(way) + 3
    assert game.offers("withdraw") == sorted(AROUND[(opposite + turn) % 6] for turn in (-1, 0, 1))


@pytest.mark.rule("rgw.advance.6", "rgw.advance.12")
def test_with_the_defender_dead_a_mechanized_unit_goes_on_over_any_side() -> None:
    game = declaring({**dict.fromkeys(PANZER, "0403"), "114-rb": HOME}, hq="xx-hq")
    game.play(f"german: target {HOME}", *(f"german: commit {id}" for id in PANZER), "german: agreed")
    game.play("german: done", f"german: resolve {HOME}", "chance: roll 6", "soviet: retreat 0")
    game.play("soviet: lose 114-rb", f"german: advance {PANZER[1]}")
    assert game.offers("onward") == sorted(AROUND)


# -- supply and recovery ------------------------------------------------------------------------


@pytest.mark.rule("rgw.initial.17a")
def test_an_enemy_in_any_of_the_six_hexes_around_keeps_a_unit_from_recovering() -> None:
    rows = {"rows": ARENA, "areas": {"source:german": [HOME]}, "holders": ["g" * 7] * 7}
    for hex in [*AROUND, *FURTHER]:
        units = {"246-id": f"{HOME} steps=1", "xx-hq": HOME, "114-rb": hex}
        game = table(rows, units, step="Recover", turn=3)
        assert (game.asked() == "german Recover") is (hex in FURTHER)


@pytest.mark.rule("rgw.supply.1", "rgw.zoc.5")
@each_way
def test_a_supply_path_leaves_over_any_side_that_is_open(way: str) -> None:
    """Enemies stand in all other hexes around, alone and without zones."""
    names = ["114-rb", "28-tb", "81-tb", "25-tb", "104-tb"]
    enemies = dict(zip(names, [hex for hex in AROUND if hex != way], strict=True))
    rows = {"rows": ARENA, "areas": {"source:german": ["0202"]}, "holders": ["g" * 7] * 7}
    game = table(rows, {"246-id": HOME, "xx-hq": "0202", **enemies}, step="TraceSupply")
    assert game.asked()
    game.holds("unit 246-id is supplied")
    closed = table(rows, {"246-id": HOME, "xx-hq": "0202", **enemies, "74-sib-rb": way}, step="TraceSupply")
    assert closed.asked()
    closed.holds("unit 246-id is isolated")


@pytest.mark.rule("rgw.declare.3", "rgw.odds.5")
@each_way
def test_a_river_or_creek_counts_over_any_side(way: str) -> None:
    for kind, attack, creek in (("river", 2, "no"), ("creek", 4, "yes")):
        rows = {"rows": ARENA, kind: [f"{HOME}/{way}"]}
        game = table(
            rows,
            {"41a-hq": "0101", "150-rd": HOME, "246-id": way},
            procedure="combat-phase",
            active="41a-hq",
            opened=["41a-hq"],
        )
        game.play(f"soviet: target {way}", "soviet: commit 150-rd")
        game.holds(f"attack {attack}", f"shift creek {creek}")


@pytest.mark.rule("rgw.advance.5", "rgw.advance.11")
def test_the_path_of_one_retreat_does_not_serve_after_another_combat() -> None:
    """SS Cav/1 has gone back by 0305; who then takes 0304 on foot follows SS Cav/2 and nobody else."""
    units = {"150-rd": "0403", "17-gds-rd": "0403", "262-rd": "0303", "93-rd": "0303"}
    game = declaring({**units, "ss-cav-1": HOME, "ss-cav-2": "0304"})
    game.play(f"soviet: target {HOME}", "soviet: commit 150-rd", "soviet: commit 17-gds-rd", "soviet: agreed")
    game.play("soviet: target 0304", "soviet: commit 262-rd", "soviet: commit 93-rd", "soviet: agreed")
    game.play("soviet: done", f"soviet: resolve {HOME}", "chance: roll 3", "soviet: lose 150-rd")
    game.play("german: retreat 2", "german: withdraw 0305", "german: withdraw 0306", "soviet: done")
    game.play("soviet: resolve 0304", "chance: roll 3", "soviet: lose 93-rd", "german: retreat 2")
    game.play("german: withdraw 0204", "german: withdraw 0104", "soviet: advance 262-rd")
    assert game.offers("onward") == ["0204"]
    assert game.refused("soviet: onward 0305") == "rgw.advance.11"

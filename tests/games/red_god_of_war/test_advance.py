"""Chapter advance: who follows, how far, and where."""

from typing import Any

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET, attack
from games.red_god_of_war.table import Table
from grognard.games.red_god_of_war.combat.advance import Advance, advance_left, longest_advance

MEN = {"17-gds-rd": NORTH, "48-mb": NORTH}  # 8 against a regiment of 2: 4:1
CAVALRY = {"ss-cav-1": TARGET}
SOUTH = ["0405", "0406", "0407"]
DEEP = ["......."] * 10


def pursuit(hexes: int, others: dict[str, str] | None = None, rows: Any = None, **facts: Any) -> Table:
    """The regiment retreats due south; with one or two hits the division loses a step first."""
    game = attack(MEN, {**CAVALRY, **(others or {})}, rows or DEEP, **facts)
    game.holds("odds 4:1")
    game.play(f"chance: roll {2 * hexes}")
    if hexes < 3:
        game.play("soviet: lose 17-gds-rd")
    return game.play(f"german: retreat {hexes}", *(f"german: withdraw {hex}" for hex in SOUTH[:hexes]))


def destroyed(die: int = 6, men: dict[str, str] | None = None, others: dict[str, str] | None = None) -> Table:
    """The regiment stands and dies: with a 6 it has two hits to spare, with a 4 one, with a 2 none."""
    game = attack(men or MEN, {**CAVALRY, **(others or {})}, DEEP)
    game.play(f"chance: roll {die}")
    if die < 6:
        game.play("soviet: lose 17-gds-rd")
    game.play("german: retreat 0", "german: lose ss-cav-1")
    if die == 4:
        game.play("soviet: restore 17-gds-rd")
    return game


def farthest(game: Table, unit: str, way: list[str]) -> int:
    """How many hexes beyond the attacked one the unit gets along this way."""
    game.play(f"soviet: advance {unit}")
    gone = 0
    for hex in way:
        if hex not in game.offers("onward"):
            break
        game.play(f"soviet: onward {hex}")
        gone += 1
    game.play("soviet: stop")
    return gone


@pytest.mark.rule(
    "rgw.advance.7a", "rgw.advance.7b", "rgw.advance.8", "rgw.advance.9a", "rgw.advance.9b", "rgw.advance.10"
)
@pytest.mark.parametrize(("weather", "foot", "mech"), [("clear", 2, 3), ("snow", 1, 2), ("mud", 2, 3)])
def test_the_longest_advance_by_class_and_weather(weather: str, foot: int, mech: int) -> None:
    game = attack(
        MEN | {"104-tb": NORTH}, CAVALRY | {"3-gds-cd": "0304", "74-sib-rb": "0504"}, weather=weather
    )
    for id in ("17-gds-rd", "3-gds-cd", "74-sib-rb"):
        assert longest_advance(game.pos, game.unit(id)) == foot
    for id in ("48-mb", "104-tb"):
        assert longest_advance(game.pos, game.unit(id)) == mech


@pytest.mark.rule("rgw.advance.5a", "rgw.advance.5b", "rgw.advance.7", "rgw.advance.8")
@pytest.mark.parametrize(("hexes", "foot", "mech"), [(1, 0, 0), (2, 1, 1), (3, 1, 2)])
def test_nobody_goes_further_beyond_than_the_defenders_path_or_his_own_limit(
    hexes: int, foot: int, mech: int
) -> None:
    """The hex the defenders stand in now cannot be entered, so the last hex of the path stays theirs."""
    assert farthest(pursuit(hexes), "17-gds-rd", SOUTH) == foot
    assert farthest(pursuit(hexes), "48-mb", SOUTH) == mech


@pytest.mark.rule("rgw.advance.12b", "rgw.advance.11")
@pytest.mark.parametrize(("hexes", "mech"), [(1, 1), (2, 2), (3, 2)])
def test_off_the_path_a_mechanized_unit_goes_as_far_as_the_defenders_retreated(hexes: int, mech: int) -> None:
    assert farthest(pursuit(hexes), "48-mb", ["0505", "0605", "0606"]) == mech
    game = pursuit(hexes).play("soviet: advance 17-gds-rd")
    assert game.refused("soviet: onward 0505") == "rgw.advance.11"


@pytest.mark.rule("rgw.advance.12a", "rgw.advance.4")
def test_the_attacked_hex_comes_first_for_all() -> None:
    game = pursuit(3).play("soviet: advance 48-mb")
    game.holds("unit 48-mb at 0404")
    assert game.offers("onward") == ["0304", "0305", "0403", "0405", "0504", "0505"]
    assert game.refused("soviet: onward 0406") == "rgw.advance.5"


@pytest.mark.rule("rgw.advance.6a", "rgw.advance.6b")
@pytest.mark.parametrize(("die", "foot", "mech"), [(2, 0, 0), (4, 1, 1), (6, 1, 2)])
def test_hits_left_over_are_hexes_beyond_in_any_direction(die: int, foot: int, mech: int) -> None:
    assert farthest(destroyed(die), "17-gds-rd", ["0505", "0605"]) == foot
    assert farthest(destroyed(die), "48-mb", ["0305", "0205", "0206"]) == mech
    if die == 2:
        game = destroyed(2).play("soviet: advance 48-mb")
        assert game.refused("soviet: onward 0405") == "rgw.advance.6"


@pytest.mark.rule("rgw.advance.6c", "rgw.advance.5")
def test_if_some_retreat_and_some_die_the_path_rule_holds() -> None:
    foes = {"ss-cav-1": TARGET, "gd-pz-abt": TARGET}
    game = attack(MEN | {"262-rd": "0304"}, foes, DEEP)
    game.holds("odds 4:1")
    game.play("chance: roll 6", "german: retreat 2", "german: lose gd-pz-abt")
    game.play("german: withdraw 0405", "german: withdraw 0406", "soviet: advance 17-gds-rd")
    assert game.offers("onward") == ["0405"]


@pytest.mark.rule("rgw.advance.5c")
def test_every_path_of_a_stack_that_parted_serves() -> None:
    foes = {"ss-cav-1": TARGET, "gd-pz-abt": TARGET}
    game = attack(MEN | {"262-rd": "0304"}, foes | {"93-rd": "0707"}, DEEP)
    game.play("chance: roll 6", "german: retreat 3", "german: withdraw 0405", "german: withdraw 0406")
    game.play("german: split ss-cav-1", "german: withdraw 0307", "german: withdraw 0507")
    game.play("soviet: advance 17-gds-rd", "soviet: onward 0405")
    assert game.offers("onward") == []
    game.play("soviet: stop", "soviet: advance 48-mb", "soviet: onward 0405")
    assert game.offers("onward") == ["0305", "0306", "0404", "0406", "0505", "0506"]


@pytest.mark.rule("rgw.advance.1a")
def test_no_advance_while_an_enemy_is_left_in_the_hex() -> None:
    game = attack(MEN, {"ss-cav-1": TARGET, "ss-cav-2": TARGET})
    game.play("chance: roll 4", "soviet: lose 17-gds-rd", "german: retreat 0", "german: lose ss-cav-1")
    assert game.asked() == "soviet MechanizedMovement"


@pytest.mark.rule("rgw.advance.1b", "rgw.advance.3")
def test_no_advance_by_anybody_when_the_attackers_retreated() -> None:
    game = attack(MEN, {**CAVALRY, "262-rd": "0304"})
    game.play("chance: roll 1", "soviet: lose 17-gds-rd", "soviet: retreat 1", "soviet: withdraw 0402")
    game.play("german: retreat 1", "german: withdraw 0405")
    assert game.asked() == "soviet MechanizedMovement"
    game.holds("control 0404 german")


@pytest.mark.rule("rgw.advance.2a", "rgw.advance.3b", "rgw.advance.3c")
def test_each_unit_advances_for_itself_once() -> None:
    game = pursuit(3, {"262-rd": "0304", "134-rd": "0304 idle", "93-rd": "0303", "22a-hq": "0403"})
    assert game.offers("advance") == ["134-rd", "17-gds-rd", "262-rd", "48-mb"]
    game.play("soviet: advance 134-rd", "soviet: stop")
    assert game.offers("advance") == ["17-gds-rd", "262-rd", "48-mb"]
    assert game.refused("soviet: advance 134-rd") == "rgw.advance.3"
    assert game.refused("soviet: advance 93-rd") == "rgw.advance.3"
    assert game.refused("soviet: advance 22a-hq") == "rgw.advance.3"
    game.play("soviet: advance 17-gds-rd", "soviet: stop")
    assert game.offers("advance") == ["262-rd", "48-mb"]  # 262 RD could pass through the two divisions
    game.play("soviet: advance 262-rd")
    assert game.options("soviet") == ["onward 0405"]
    game.play("soviet: onward 0405", "soviet: stop", "soviet: done")
    assert game.asked() == "soviet MechanizedMovement"
    game.holds("unit 17-gds-rd at 0404", "unit 134-rd at 0404", "unit 262-rd at 0405", "unit 48-mb at 0403")


@pytest.mark.rule("rgw.advance.3a")
def test_neighbours_advance_even_if_every_attacker_died() -> None:
    game = attack(
        {"48-mb": f"{NORTH} steps=1", "17-gds-rd": f"{NORTH} steps=1"}, {**CAVALRY, "262-rd": "0304"}
    )
    game.holds("odds 2:1")
    game.play("chance: roll 2", "soviet: lose 48-mb", "soviet: retreat 0", "soviet: lose 17-gds-rd")
    game.play("german: retreat 1", "german: withdraw 0405")
    assert game.offers("advance") == ["262-rd"]


@pytest.mark.rule("rgw.advance.13", "rgw.advance.4", "rgw.movement.7c")
def test_an_advance_costs_nothing_and_takes_control() -> None:
    """Heavy woods and an enemy zone make no difference; the unit that moved all it had may still advance."""
    rows = {"rows": [*ARENA[:3], "...H...", "...H...", *ARENA[5:]], "holders": ["ggggggg"] * 7}
    game = attack(MEN | {"104-tb": NORTH}, {**CAVALRY}, rows)
    game.holds("odds 4:1")
    game.play("chance: roll 6", "german: retreat 3", *(f"german: withdraw {hex}" for hex in SOUTH))
    game.play("soviet: advance 48-mb", "soviet: onward 0405", "soviet: onward 0406", "soviet: stop")
    game.holds("control 0404 soviet", "control 0405 soviet", "control 0406 soviet", "control 0407 german")


@pytest.mark.rule("rgw.advance.5", "rgw.stacking.11c")
@pytest.mark.parametrize(("gives_way", "offered"), [(True, True), (False, False)])
def test_no_advance_into_an_occupied_hex_but_over_a_lone_hq(gives_way: bool, offered: bool) -> None:
    others = {"gd-pz-abt": "0405", "xx-hq": "0505"}
    game = attack(MEN, CAVALRY | others, options={"lone-hq-gives-way": gives_way})
    game.holds("odds 3:1")  # the HQ supports the defence
    game.play("chance: roll 6", "soviet: lose 17-gds-rd", "german: retreat 0", "german: lose ss-cav-1")
    game.play("soviet: restore 17-gds-rd", "soviet: advance 48-mb")
    assert game.refused("soviet: onward 0405") == "rgw.stacking.11"
    assert ("0505" in game.offers("onward")) is offered


# -- zones --------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.zoc.11", "rgw.zoc.12b")
@pytest.mark.parametrize(
    ("watcher", "watched", "foot", "mech"),
    [
        ("0101", [], 1, 2),
        ("0402", [NORTH], 0, 1),  # the hex the attackers start from
        ("0305", [TARGET, "0405"], 0, 1),
        ("0506", ["0405"], 1, 1),  # on the way only
        ("0603", [], 1, 2),
    ],
)
def test_every_enemy_zone_left_takes_a_hex_off_the_maximum(
    watcher: str, watched: list[str], foot: int, mech: int
) -> None:
    game = pursuit(3, {"246-id": watcher}, hq="0701")
    assert [hex for hex in (NORTH, TARGET, "0405") if game.pos.zoc(0)[game.hex(hex)]] == watched
    assert farthest(game, "48-mb", SOUTH) == mech
    assert farthest(pursuit(3, {"246-id": watcher}, hq="0701"), "17-gds-rd", SOUTH) == foot


@pytest.mark.rule("rgw.zoc.11")
def test_the_attacked_hex_may_always_be_entered() -> None:
    game = pursuit(3, {"246-id": "0402"}, weather="snow", hq="0701")
    game.play("soviet: advance 17-gds-rd")
    game.holds("unit 17-gds-rd at 0404")
    v = Advance(game.hex(TARGET), (), 3, ())
    assert advance_left(game.pos, v, game.unit("48-mb")) == 1  # two in snow, less one for the zone


@pytest.mark.rule("rgw.zoc.11c")
def test_the_first_hex_is_allowed_even_if_the_zone_takes_all() -> None:
    game = pursuit(3, {"246-id": "0402"}, weather="snow", hq="0701")
    v = Advance(game.hex(TARGET), (), 3, ())
    assert advance_left(game.pos, v, game.unit("17-gds-rd")) == 1


# -- stacking -----------------------------------------------------------------------------------


@pytest.mark.rule("rgw.stacking.8", "rgw.stacking.10b")
def test_a_full_hex_may_be_passed_on_the_way() -> None:
    """Three divisions follow: the third may only pass through 0404, and there must be room behind it."""
    others = {"262-rd": "0304", "134-rd": "0304"}
    game = pursuit(3, others).play(
        "soviet: advance 262-rd", "soviet: stop", "soviet: advance 134-rd", "soviet: stop"
    )
    assert "17-gds-rd" in game.offers("advance")
    game.play("soviet: advance 17-gds-rd")
    assert game.options("soviet") == ["onward 0405"]
    game = pursuit(1, others).play(
        "soviet: advance 262-rd", "soviet: stop", "soviet: advance 134-rd", "soviet: stop"
    )
    assert game.offers("advance") == ["48-mb"]  # nothing lies open beyond


@pytest.mark.rule("rgw.advance.4")
def test_terrain_closed_to_a_unit_stops_its_advance() -> None:
    rows = [*ARENA[:3], "...s...", "..s.s..", *ARENA[5:]]
    game = attack(
        {"17-gds-rd": NORTH, "262-rd": NORTH, "134-rd": "0304"},
        {**CAVALRY, "48-mb": NORTH},
        rows,
        weather="mud",
    )
    game.holds("attack 7", "odds 1:1")
    game.play("chance: roll 6", "soviet: lose 262-rd", "german: retreat 2")
    game.play("german: withdraw 0405", "german: withdraw 0406")
    assert game.offers("advance") == ["134-rd", "17-gds-rd", "262-rd"]


@pytest.mark.rule("rgw.advance.2")
def test_nobody_goes_onward_before_he_advances() -> None:
    refusal = pursuit(3).refusal("soviet: onward 0405")
    assert refusal.rule == "core.ask.options"
    assert refusal.fix == "Now: advance, done."

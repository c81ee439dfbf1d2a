"""Chapter zoc: who exerts a zone, where it reaches, and what it does."""

import pytest

from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.combat.losses import lose_step
from grognard.games.red_god_of_war.model.content import CORPS
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET
from grognard.games.red_god_of_war.model.zoc import exerts_zoc, zones_of
from grognard.games.red_god_of_war.movement.costs import move_sheet, step_cost, zoc_exit_cost

FIELD = ["...", "...", "...", "..."]


def zone(game: Table, side: int) -> set[str]:
    return {game.pos.content.names[hex] for hex, inside in enumerate(game.pos.zoc(side)) if inside}


@pytest.mark.rule("rgw.zoc.1a", "rgw.zoc.1b", "rgw.zoc.2a", "rgw.zoc.2c", "rgw.zoc.4a")
@pytest.mark.parametrize(
    ("stack", "exerts"),
    [
        (["1pz-1-pg"], False),
        (["1pz-1-pg", "1pz-113-pg"], True),
        (["1pz-1-pg", "gd-pz-abt"], False),  # a battalion adds nothing
        (["gd-pz-abt", "xli-pz-hq", "vi-hq"], False),
        (["1pz-1-pg", "xli-pz-hq"], False),
        (["2-lfd"], True),
        (["74-sib-rb"], False),
        (["74-sib-rb", "39-tr"], True),  # a brigade and a regiment
        (["39-tr", "29-32-tr"], True),
        (["65-tb", "219-tb"], True),
        (["3-gds-cd"], True),
        (["41a-hq"], False),
        (["41a-hq", "22a-hq"], False),
        (["65-tb", "41a-hq"], False),
    ],
)
def test_a_division_or_two_regiments_or_brigades_exert_a_zone(stack: list[str], exerts: bool) -> None:
    game = table(FIELD, dict.fromkeys(stack, "0202"))
    assert exerts_zoc(game.pos, [game.unit(id) for id in stack]) is exerts
    side = game.pos.content.side[game.unit(stack[0])]
    around = {"0201", "0302", "0303", "0203", "0103", "0102"}
    assert zone(game, side) == (around if exerts else set())
    assert zone(game, 1 - side) == set()


@pytest.mark.rule("rgw.zoc.4b")
@pytest.mark.parametrize("state", ["unsupplied", "isolated"])
def test_supply_does_not_matter_for_a_zone(state: str) -> None:
    assert "0201" in zone(table(FIELD, {"150-rd": f"0202 {state} steps=1"}), SOVIET)


@pytest.mark.rule("rgw.zoc.3b")
def test_a_zone_reaches_all_six_hexes_whatever_lies_between() -> None:
    drawn = {
        "rows": ["HsH", "C.s", "TlH", "..."],
        "river": ["0202/0203", "0202/0303"],
        "creek": ["0202/0102", "0202/0201"],
    }
    around = {"0201", "0302", "0303", "0203", "0103", "0102"}
    assert zone(table(drawn, {"246-id": "0202"}), GERMAN) == around


@pytest.mark.rule("rgw.zoc.3a")
def test_a_zone_ends_at_the_edge_of_the_map() -> None:
    assert zone(table(FIELD, {"246-id": "0101"}), GERMAN) == {"0102", "0201"}


@pytest.mark.rule("rgw.zoc.4")
def test_the_zone_goes_when_the_unit_goes() -> None:
    game = table(FIELD, {"150-rd": "0202 steps=1", "2-lfd": "0304"})
    assert game.pos.zoc(SOVIET)[game.hex("0201")]
    assert not game.pos.zoc(GERMAN)[game.hex("0201")]
    lose_step(game.game, game.unit("150-rd"), "rgw.losses.2")
    assert zone(game, SOVIET) == set()
    game.pos.place(game.unit("2-lfd"), game.hex("0101"))
    assert zone(game, GERMAN) == {"0102", "0201"}


@pytest.mark.rule("rgw.zoc.3")
def test_the_zone_of_one_stack_can_be_left_out() -> None:
    game = table(FIELD, {"150-rd": "0201", "93-rd": "0204"})
    rest = zones_of(game.pos, SOVIET, game.hex("0201"))
    assert {game.pos.content.names[hex] for hex, inside in enumerate(rest) if inside} == {
        "0203",
        "0104",
        "0304",
    }


# -- strategic and rail movement ----------------------------------------------------------------


@pytest.mark.rule("rgw.zoc.7a", "rgw.zoc.8a", "rgw.movement.3a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_a_march_neither_starts_in_nor_enters_an_enemy_zone(side: str) -> None:
    chain = [["0101", "0102", "0103", "0104", "0105"]]
    enemy, hq, near, far = ("150-rd", "xli-pz-hq", "246-id", "1pz-1-pg")
    if side == "soviet":
        enemy, hq, near, far = ("246-id", "41a-hq", "150-rd", "47-mb")
    drawn = {"rows": ["."] * 6, "holders": [side[0]] * 6, "road": chain}
    units = {enemy: "0101", near: "0102", far: "0105", hq: "0106"}
    game = table(drawn, units, procedure="movement", active=hq)
    assert game.offers("strategic") == [far]
    assert game.refused(f"{side}: strategic {near}") == "rgw.zoc.7"
    game.play(f"{side}: strategic {far}")
    assert game.offers("to") == ["0103", "0104"]
    assert game.refused(f"{side}: to 0102") == "rgw.zoc.8"


# -- costs --------------------------------------------------------------------------------------


def moving(
    unit: str, where: str, enemies: dict[str, str], weather: str = "clear", rows: list[str] | None = None
) -> Table:
    """A German unit about to move, with its HQ far behind."""
    drawn = {"rows": rows or ["....."] * 6, "holders": ["ggggg"] * 6}
    units = enemies | {unit: f"{where} active", "xli-pz-hq": "0506"}
    game = table(
        drawn, units, procedure="movement", step="TacticalMovement", active="xli-pz-hq", weather=weather
    )
    return game.play(f"german: move {unit}")


@pytest.mark.rule("rgw.zoc.9a", "rgw.zoc.9b")
@pytest.mark.parametrize(("weather", "cost"), [("clear", "2"), ("snow", "3"), ("mud", "4")])
def test_entering_a_zone_costs_one_more_in_any_weather_and_once_for_two_zones(
    weather: str, cost: str
) -> None:
    for enemies in ({"150-rd": "0301"}, {"150-rd": "0301", "93-rd": "0401"}):
        game = moving("246-id", "0303", enemies, weather)
        game.holds(f"reach 246-id 0302 {cost}")


@pytest.mark.rule("rgw.zoc.10a")
@pytest.mark.parametrize(
    ("unit", "cost"),
    [
        ("1pz-1-pg", 4),
        ("1pz-1-pz", 4),
        ("246-id", 2),
        ("ss-cav-1", 3),
        ("xli-pz-hq", 3),
    ],
)
def test_leaving_a_zone_costs_half_the_allowance(unit: str, cost: int) -> None:
    game = table(FIELD, {unit: "0202"})
    assert zoc_exit_cost(game.pos, game.unit(unit)) == cost * 2
    game.pos.supply[game.unit(unit)] = 1
    halved = unit.startswith("1pz")
    assert zoc_exit_cost(game.pos, game.unit(unit)) == (2 if halved else cost) * 2


@pytest.mark.rule("rgw.zoc.10b")
@pytest.mark.parametrize(("printed", "supplied", "unsupplied"), [(5, 3, 2), (7, 4, 2), (1, 1, 1)])
def test_half_an_odd_allowance_is_rounded_up(printed: int, supplied: int, unsupplied: int) -> None:
    game = table(FIELD, {"1pz-1-pg": "0202"})
    unit = game.unit("1pz-1-pg")
    game.pos.content.movement[unit * 3 + 2] = printed
    assert zoc_exit_cost(game.pos, unit) == supplied * 2
    game.pos.supply[unit] = 2
    assert zoc_exit_cost(game.pos, unit) == unsupplied * 2


@pytest.mark.rule("rgw.zoc.9b", "rgw.zoc.10c", "rgw.zoc.13d")
@pytest.mark.parametrize(("weather", "into", "out"), [("clear", 2, 5), ("snow", 3, 6), ("mud", 4, 7)])
def test_the_charges_of_zones_are_not_multiplied_by_the_weather(weather: str, into: int, out: int) -> None:
    game = table(FIELD, {"150-rd": "0201", "1pz-1-pg": "0202"}, weather=weather)
    group = (game.unit("1pz-1-pg"),)
    zone, free = game.hex("0202"), game.hex("0203")
    assert step_cost(game.pos, group, free, zone) == into * 2
    assert step_cost(game.pos, group, zone, free) == out * 2
    # The friendly unit that stays put would make this step legal; it pays for both zones.
    assert step_cost(game.pos, group, zone, game.hex("0302")) == (into + out - (into - 1)) * 2


@pytest.mark.rule("rgw.zoc.9", "rgw.zoc.10")
def test_the_sheet_of_a_move_shows_the_charges_of_zones_with_their_rules() -> None:
    game = moving("1pz-1-pg", "0302", {"150-rd": "0301"})
    sheet = move_sheet(game.pos, (game.unit("1pz-1-pg"),), 0, game.hex("0303"))
    assert [(term.value, term.rule) for term in sheet.terms] == [("1", "rgw.tactical.1"), ("4", "rgw.zoc.10")]
    assert sheet.total == "5 of 8 MP"
    entering = moving("1pz-1-pg", "0303", {"150-rd": "0301"})
    sheet = move_sheet(entering.pos, (entering.unit("1pz-1-pg"),), 2, entering.hex("0302"))
    assert [(term.value, term.rule) for term in sheet.terms] == [
        ("1", "rgw.tactical.1"),
        ("1", "rgw.tactical.1"),
        ("1", "rgw.zoc.9"),
    ]
    assert sheet.total == "3 of 8 MP"


@pytest.mark.rule("rgw.zoc.10d")
def test_the_minimum_move_out_of_a_zone_takes_the_whole_allowance() -> None:
    game = moving("246-id", "0302", {"150-rd": "0301"}, "mud", ["HHHHH"] * 6)
    game.holds("reach 246-id 0303 4")
    game.play("german: to 0303")
    assert "246-id" not in game.offers("move")


@pytest.mark.rule("rgw.zoc.10")
def test_the_minimum_move_is_only_for_units_that_have_not_moved() -> None:
    game = moving("1pz-1-pg", "0305", {"150-rd": "0301"})
    game.play("german: to 0302")  # three hexes and a zone: 4 MP
    game.holds("reach 1pz-1-pg 0303 never")
    assert game.refused("german: to 0303") == "rgw.zoc.10"


@pytest.mark.rule("rgw.zoc.12a")
def test_the_minimum_move_does_not_break_the_ban_on_zone_to_zone() -> None:
    game = moving("246-id", "0302", {"150-rd": "0301"}, "mud", ["HHHHH"] * 6)
    assert game.refused("german: to 0401") == "rgw.zoc.12"
    game.holds("reach 246-id 0401 never", "reach 246-id 0201 never")


@pytest.mark.rule("rgw.zoc.12")
def test_one_zone_on_either_end_is_no_hindrance() -> None:
    game = moving("1pz-1-pg", "0304", {"150-rd": "0301"})
    game.holds("reach 1pz-1-pg 0302 3", "reach 1pz-1-pg 0303 1")
    leaving = moving("1pz-1-pg", "0302", {"150-rd": "0301"})
    leaving.holds("reach 1pz-1-pg 0303 5", "reach 1pz-1-pg 0304 6")


@pytest.mark.rule("rgw.zoc.13a")
@pytest.mark.parametrize("friend", ["246-id active", "246-id idle", "vi-hq idle", "gd-pz-abt idle"])
def test_any_friend_that_has_not_moved_opens_the_hex(friend: str) -> None:
    id, word = friend.split()
    moving("1pz-1-pg", "0102", {"150-rd": "0201", id: f"0202 {word}"}).holds("reach 1pz-1-pg 0202 6")


@pytest.mark.rule("rgw.zoc.13")
def test_an_enemy_hq_in_the_hex_is_no_friend() -> None:
    # The way round by 0103 is still open for 7; the direct step would have cost 6.
    moving("1pz-1-pg", "0102", {"150-rd": "0201", "41a-hq": "0202"}).holds("reach 1pz-1-pg 0202 7")


@pytest.mark.rule("rgw.zoc.13")
def test_an_idle_friend_serves_before_an_active_one_is_pinned() -> None:
    enemies = {"150-rd": "0201", "246-id": "0202", "1pz-113-pg": "0202 idle"}
    game = moving("1pz-1-pg", "0102", enemies).play("german: to 0202", "german: halt")
    assert "246-id" in game.offers("move")


@pytest.mark.rule("rgw.zoc.13c")
def test_a_pinned_friend_serves_again_and_may_not_move_in_the_mechanized_phase() -> None:
    units = {
        "150-rd": "0201",
        "1pz-113-pg": "0202",
        "1pz-1-pg": "0102",
        "gd-gren": "0102",
        "xli-pz-hq": "0204",
    }
    drawn = {"rows": FIELD, "holders": ["ggg"] * 4}
    game = table(drawn, units, procedure="movement", step="TacticalMovement", active="xli-pz-hq")
    game.play("german: move 1pz-1-pg", "german: to 0202", "german: halt")
    assert game.refused("german: move 1pz-113-pg") == "rgw.zoc.13"
    game.play("german: move gd-gren", "german: to 0202", "german: halt", "german: done", "german: done")
    assert game.asked() == "german MechanizedMovement"
    assert game.refused("german: move 1pz-113-pg") == "rgw.zoc.13"
    assert "1pz-1-pg" in game.offers("move")


@pytest.mark.rule("rgw.zoc.13b")
def test_a_unit_that_stirred_in_the_first_phase_opens_no_way_in_the_second() -> None:
    units = {"150-rd": "0201", "246-id": "0203", "1pz-1-pg": "0102", "xli-pz-hq": "0304", "93-rd": "0103"}
    drawn = {"rows": FIELD, "holders": ["ggg"] * 4}
    still = table(drawn, units | {"246-id": "0202"}, procedure="mechanized", active="xli-pz-hq")
    still.play("german: move 1pz-1-pg").holds("reach 1pz-1-pg 0202 6")
    moved = table(drawn, units | {"246-id": "0202"}, procedure="mechanized", active="xli-pz-hq")
    moved.pos.flags[moved.unit("246-id")] |= 4
    moved.play("german: move 1pz-1-pg").holds("reach 1pz-1-pg 0202 never")


@pytest.mark.rule("rgw.zoc.13", "rgw.stacking.7")
def test_the_friend_that_is_pinned_by_a_newcomer_cannot_make_room_for_it() -> None:
    idle = dict.fromkeys(["gd-gren", "gd-fus", "gd-pz-abt", "14-11-mot"], "0202 idle")
    drawn = {"rows": FIELD, "holders": ["ggg"] * 4}
    units = {"150-rd": "0201", "246-id": "0202", "1pz-1-pg": "0102", "xli-pz-hq": "0204"}
    full = dict.fromkeys(["gd-gren", "gd-fus", "gd-pz-abt", "14-11-mot"], "0202")
    game = table(drawn, units | full, procedure="movement", step="TacticalMovement", active="xli-pz-hq")
    game.play("german: move 1pz-1-pg")
    assert "0202" in game.offers("to")  # one is pinned, another can leave
    game = table(drawn, units | idle, procedure="movement", step="TacticalMovement", active="xli-pz-hq")
    game.play("german: move 1pz-1-pg")
    # An idle unit serves, so the active division is free to leave; but then no fifth is too many.
    assert "0202" in game.offers("to")


# -- advance and retreat ------------------------------------------------------------------------


def advancing(unit: str, start: str, enemies: dict[str, str], **facts: str) -> Table:
    vars = {"target": "0303", "waiting": [unit], "beyond": 5, "trail": []}
    units = enemies | {unit: start, "41a-hq": "0101"}
    game = table(["....."] * 6, units, procedure="advance", vars=vars, active="41a-hq", **facts)
    return game.play(f"soviet: advance {unit}")


def longest(game: Table, way: list[str]) -> int:
    """How many hexes of the way an advancing unit can go, the taken hex included."""
    for gone, hex in enumerate(way, 1):
        if hex not in game.offers("onward"):
            return gone
        game.play(f"soviet: onward {hex}")
    return len(way) + 1


@pytest.mark.rule("rgw.zoc.11a", "rgw.zoc.11b", "rgw.zoc.11c")
@pytest.mark.parametrize(
    ("unit", "enemies", "weather", "hexes"),
    [
        ("47-mb", {}, "clear", 3),
        ("47-mb", {"246-id": "0203"}, "clear", 2),  # leaves the taken hex
        ("47-mb", {"246-id": "0201"}, "clear", 2),  # leaves the starting hex
        ("47-mb", {"246-id": "0202"}, "clear", 1),  # both: the taken hex, and no more
        ("47-mb", {"246-id": "0202"}, "snow", 1),
        ("47-mb", {"246-id": "0201"}, "snow", 1),
        ("150-rd", {}, "clear", 2),
        ("150-rd", {"246-id": "0203"}, "clear", 1),
        ("150-rd", {"246-id": "0202"}, "snow", 1),  # never less than the taken hex
    ],
)
def test_each_enemy_zone_left_shortens_an_advance_by_one(
    unit: str, enemies: dict[str, str], weather: str, hexes: int
) -> None:
    game = advancing(unit, "0302", enemies, weather=weather)
    assert longest(game, ["0403", "0404", "0405"]) == hexes


@pytest.mark.rule("rgw.zoc.11b")
def test_a_zone_left_on_the_way_counts_as_well() -> None:
    # 0403 is in the zone of the division in 0503: the brigade may enter it but not leave it for a third hex.
    game = advancing("47-mb", "0302", {"246-id": "0504"})
    assert longest(game, ["0403", "0404"]) == 2


def retreating(units: dict[str, str], beaten: list[str], hexes: int = 1) -> Table:
    enemies = ["0302"]
    vars = {"queue": [["0303", 0, *beaten]], "hexes": hexes, "enemies": enemies, "party": beaten}
    return table(["....."] * 6, units, procedure="retreat", vars=vars, active="xli-pz-hq", cup=["vi-hq"])


@pytest.mark.rule("rgw.zoc.14", "rgw.zoc.15")
def test_a_retreat_enters_an_enemy_zone_only_where_a_friend_stands() -> None:
    enemies = {"246-id": "0302", "86-id": "0402", "xli-pz-hq": "0101", "vi-hq": "0101"}
    game = retreating(enemies | {"150-rd": "0303"}, ["150-rd"])
    assert game.refused("soviet: withdraw 0403") == "rgw.zoc.14"
    assert game.offers("withdraw") == ["0203", "0304"]
    for friend in ("104-tb", "41a-hq"):
        game = retreating(enemies | {"150-rd": "0303", friend: "0403"}, ["150-rd"])
        assert game.offers("withdraw") == ["0203", "0304", "0403"]
    enemy_hq = retreating(enemies | {"150-rd": "0303", "vi-hq": "0403"}, ["150-rd"])
    assert enemy_hq.refused("soviet: withdraw 0403") == "rgw.zoc.14"


@pytest.mark.rule("rgw.zoc.15b")
def test_units_retreating_together_are_no_friends_for_each_other() -> None:
    enemies = {"246-id": "0302", "86-id": "0503", "xli-pz-hq": "0101", "vi-hq": "0101"}
    game = retreating(
        enemies | {"150-rd": "0303", "93-rd": "0303", "74-sib-rb": "0404"}, ["150-rd", "93-rd"], 2
    )
    game.play("soviet: split 150-rd", "soviet: withdraw 0304", "soviet: withdraw 0404")
    # 93 RD follows: 0403 is in the zone of the division in 0503 and empty; 0304 is free.
    assert game.refused("soviet: withdraw 0403") == "rgw.zoc.14"
    game.pos.place(game.unit("150-rd"), game.hex("0403"))
    assert game.refused("soviet: withdraw 0403") == "rgw.zoc.14"
    game.pos.place(game.unit("74-sib-rb"), game.hex("0403"))
    assert "0403" in game.copy().offers("withdraw")


@pytest.mark.rule("rgw.zoc.14", "rgw.stacking.11b", "rgw.losses.10a")
def test_a_german_retreat_is_bound_by_soviet_zones() -> None:
    vars = {"queue": [["0303", 0, "246-id"]], "hexes": 1, "enemies": ["0302"], "party": ["246-id"]}
    units = {"246-id": "0303", "150-rd": "0302", "93-rd": "0402", "41a-hq": "0101"}
    game = table(["....."] * 6, units, procedure="retreat", vars=vars, active="41a-hq")
    assert game.refused("german: withdraw 0403") == "rgw.zoc.14"
    assert game.refused("german: withdraw 0402") == "rgw.stacking.11"
    assert game.offers("withdraw") == ["0203", "0304"]


@pytest.mark.rule("rgw.zoc.14", "rgw.zoc.15")
def test_the_corner_of_the_map_is_a_hex_like_any_other_for_a_retreat() -> None:
    vars = {"queue": [["0102", 0, "246-id"]], "hexes": 1, "enemies": ["0103"], "party": ["246-id"]}
    units = {"246-id": "0102", "104-tb": "0103", "41a-hq": "0105"}
    game = table([".."] * 5, units, procedure="retreat", vars=vars, active="41a-hq")
    assert "0101" in game.offers("withdraw")
    vars |= {"queue": [["0101", 0, "246-id"]], "enemies": ["0102"]}
    game = table([".."] * 5, units | {"246-id": "0101", "104-tb": "0102"}, procedure="retreat", vars=vars)
    assert game.offers("withdraw", "german") == ["0201"]


@pytest.mark.rule("rgw.zoc.13")
@pytest.mark.parametrize(("friend", "pinned"), [("0405", True), ("0405 idle", False)])
def test_only_an_activated_friend_is_pinned_and_told_so(friend: str, pinned: bool) -> None:
    units = {"41a-hq": "0401", "150-rd": "0404", "262-rd": friend, "246-id": "0505"}
    game = table(["......."] * 7, units, procedure="movement", step="TacticalMovement", active="41a-hq")
    game.play("soviet: move 150-rd", "soviet: to 0405")
    line = "262 RD covers the move and may not move itself."
    assert (line in game.told) is pinned


@pytest.mark.rule("rgw.zoc.2b")
def test_a_corps_of_ones_own_exerts_a_zone_alone() -> None:
    """No printed counter but HQs is of that size; a player's own may be."""
    game = table({"rows": ["...", "...", "..."]}, {"104-tb": "0202", "41a-hq": "0303"})
    game.holds("zoc soviet 0201 no")
    game.pos.content.unit_size[game.unit("104-tb")] = CORPS
    game.pos.forget()
    game.holds("zoc soviet 0201 yes", "zoc soviet 0203 yes")

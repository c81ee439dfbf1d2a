"""The edges of landing craft, landings and Beach Assaults: one state on either side of each limit."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, told, unit, where
from games.ocs.test_edges_modes import rule_of
from games.ocs.test_landing import BEACH, COAST, PORT, ashore, storming
from grognard.core.flow.flow import Game
from grognard.games.ocs.model.position import (
    ABSENT,
    ASTER,
    ATTACKED,
    BARRAGED,
    BEACHED,
    BOREAL,
    BUILT,
    CARRIED,
    DEAD,
    DG,
    EMPTIED,
    FOUGHT,
    FUELLED,
    LANDED,
    MOVED,
    PLEDGED,
    WAITING,
    OcsPosition,
)
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.sea.beach_assaults import assault_refusal, bases_at_sea, storm_troops
from grognard.games.ocs.sea.craft_losses import CraftLosses, RollCraft, RollOverboard, lose_craft
from grognard.games.ocs.sea.dukws import other_half
from grognard.games.ocs.sea.landing_craft import (
    crafts_at,
    divide_refusal,
    dock_refusal,
    goes_by_air,
    others_alike,
    riders_of,
    spare_counter,
)
from grognard.games.ocs.sea.landing_rolls import (
    Landing,
    RollDrowned,
    RollLanding,
    groups_of,
    landing_hexes,
    landing_sheet,
    works_of,
)
from grognard.games.ocs.sea.landings import (
    afloat_refusal,
    ashore_refusal,
    beach_refusal,
    land_refusal,
    lst_refusal,
)
from grognard.games.ocs.sea.ships import sailing_range

STRAIT = ["....", "~~~~", "...."]
"""All land is coast: the first hex, 01.03, as well as the last, 04.01."""
BOX: dict[str, Any] = {
    "map": {"boxes": [{"id": "sea", "name": "Sea", "kind": "sea", "x": 0, "y": 0}]},
    "sea_boxes": {"aster": "sea"},
    "sea_entries": {"aster": ["01.02"]},
}


def numbers(pos: OcsPosition, ids: str) -> list[int]:
    return [unit(pos, id) for id in ids.split()]


def vars_of(game: Game[OcsPosition]) -> Any:
    return game.pos.stack[-1].vars


# -- who is where ------------------------------------------------


@pytest.mark.rule("ocs.landing.4", "ocs.landing.10")
@pytest.mark.parametrize(("place", "on_coast"), [("01.03", 1), ("04.01", 1), ("02.02", 0), ("sea", 0)])
@pytest.mark.parametrize("phasing", ["aster", "boreal"])
def test_a_coast_is_a_hex_of_the_map_from_the_first_to_the_last(
    place: str, on_coast: int, phasing: str
) -> None:
    units = {"al1": {"hex": place, "points": 1}, "a44": {"hex": place, "points": 1}}
    pos = position(STRAIT, units, acting=phasing, **BOX)
    mine = phasing == "aster"
    assert (rule_of(beach_refusal(pos, unit(pos, "al1"))) == "") is (mine and bool(on_coast))
    assert (rule_of(afloat_refusal(pos, unit(pos, "a44"))) == "") is (mine and bool(on_coast))


@pytest.mark.rule("ocs.landing.4", "ocs.landing.10")
@pytest.mark.parametrize("off", [WAITING, DEAD, ABSENT])
def test_who_is_off_the_map_is_on_no_coast(off: int) -> None:
    """The last hexes of this map are coast, which a count from the end would find."""
    pos = position(STRAIT, {"al1": {"hex": "01.03", "points": 1}, "a44": {"hex": "01.03", "points": 1}})
    al1, a44 = numbers(pos, "al1 a44")
    pos.place(al1, off)
    pos.place(a44, off)
    assert rule_of(beach_refusal(pos, al1)) == "ocs.landing.4"
    assert rule_of(afloat_refusal(pos, a44)) == "ocs.landing.10"


@pytest.mark.rule("ocs.landing.4")
def test_own_units_do_not_bar_a_landing_of_either_side() -> None:
    for side, own, enemy in (("aster", "a35", "b38"), ("boreal", "b38", "a35")):
        pos = position(STRAIT, {"al1": {"hex": "01.03", "points": 1}, own: "01.03"}, acting=side)
        al1 = unit(pos, "al1")
        pos.content.side[al1] = pos.acting
        assert rule_of(beach_refusal(pos, al1)) == ""
        pos.place(unit(pos, enemy), hex(pos, "01.03"))
        assert rule_of(beach_refusal(pos, al1)) == "ocs.landing.4"


@pytest.mark.rule("ocs.landing.12b", "ocs.landing.10", "ocs.landing.7")
@pytest.mark.parametrize(
    ("rider", "state", "load", "lst", "dukw"),
    [
        ("a35", {"mode": "combat"}, 0, "", ""),
        ("a35", {"mode": "move"}, 0, "", ""),
        ("a35", {"mode": "reserve"}, 0, "ocs.landing.12", "ocs.landing.10"),
        ("a35", {"mode": "strat"}, 1, "ocs.landing.12", "ocs.landing.10"),
        ("a41", {"points": 1}, 0, "ocs.landing.12", "ocs.landing.10"),
        ("a35", {"mode": "move"}, 1, "ocs.landing.12", ""),
    ],
)
def test_what_lands_with_an_lst_and_with_dukws(
    rider: str, state: dict[str, Any], load: int, lst: str, dukw: str
) -> None:
    for craft, why, rule in (("al3", lst_refusal, lst), ("al4", ashore_refusal, dukw)):
        units = {craft: {"hex": "01.03", "points": 4, "load": load}, rider: {"aboard": craft, **state}}
        pos = position(STRAIT, units)
        assert rule_of(why(pos, unit(pos, craft))) == rule


@pytest.mark.rule("ocs.landing.10d", "ocs.landing.12")
def test_dukws_and_lsts_need_a_beach_as_others_do() -> None:
    pos = position(STRAIT, {"al3 al4": {"hex": "02.02", "points": 1}})
    al3, al4 = numbers(pos, "al3 al4")
    assert [rule_of(lst_refusal(pos, al3)), rule_of(ashore_refusal(pos, al4))] == ["ocs.landing.4"] * 2
    pos.phase = 11
    pos.place(al3, hex(pos, "02.01"))
    pos.place(al4, hex(pos, "02.01"))
    assert [rule_of(lst_refusal(pos, al3)), rule_of(ashore_refusal(pos, al4))] == ["ocs.landing.6"] * 2
    assert rule_of(land_refusal(pos, al3)) == "ocs.landing.6"


# -- DUKWs ------------------------------------------------


@pytest.mark.rule("ocs.landing.10")
def test_the_other_counter_of_dukws_is_the_one_that_is_not_in_use() -> None:
    pos = position(STRAIT, {"a44": {"hex": "01.03", "points": 1}})
    a44, al4 = numbers(pos, "a44 al4")
    assert (other_half(pos, a44), other_half(pos, al4)) == (al4, -1)  # 01.03 is a hex like others
    pos.place(al4, hex(pos, "01.03"))
    assert other_half(pos, a44) == -1 and rule_of(afloat_refusal(pos, a44)) == "ocs.landing.10"
    pos.place(a44, WAITING)
    assert other_half(pos, al4) == a44
    pos.place(al4, WAITING)
    assert (other_half(pos, a44), other_half(pos, al4)) == (al4, a44)


@pytest.mark.rule("ocs.landing.10c")
@pytest.mark.parametrize(
    ("spent", "hexes"), [(0, 8), (3, 7), (4, 6), (12, 4), (13, 3), (15, 3), (22, 0), (24, 0)]
)
def test_going_afloat_divides_the_mp_by_three(spent: int, hexes: int) -> None:
    """Whole hexes of what is left of 24, over 3."""
    flags = FUELLED | CARRIED
    game = ashore({"a44": {"hex": "04.03", "points": 2, "load": 5, "spent": spent, "flags": flags}})
    play(game, "go-afloat a44")
    pos = game.pos
    a44, al4 = numbers(pos, "a44 al4")
    assert sailing_range(pos, al4) == hexes
    assert (pos.points[al4], pos.cargo[al4], where(pos, "al4"), pos.flags[al4]) == (2, 5, "04.03", 0)
    assert (pos.points[a44], pos.cargo[a44], pos.hex[a44]) == (0, 0, WAITING)
    assert "sail al4" in options(game)


@pytest.mark.rule("ocs.landing.10c", "ocs.landing.8")
@pytest.mark.parametrize(("sailed", "left"), [(0, 24), (1, 21), (7, 3), (8, 0)])
def test_going_ashore_triples_the_mp(sailed: int, left: int) -> None:
    game = ashore({"al4": {"hex": "04.03", "points": 3, "load": 6, "spent": sailed}})
    play(game, "go-ashore al4")
    assert game.pos.flags[unit(game.pos, "al4")] == MOVED | LANDED | BUILT
    play(game, "roll-landings", "roll 5")
    pos = game.pos
    a44, al4 = numbers(pos, "a44 al4")
    assert 24 * MP - pos.spent[a44] == left * MP
    assert (pos.points[a44], pos.cargo[a44], pos.flags[a44] & MOVED) == (3, 6, 0)
    assert (pos.points[al4], pos.cargo[al4], pos.hex[al4], pos.flags[al4] & (MOVED | LANDED | BUILT)) == (
        *(0, 0, WAITING, 0),
    )
    assert "roll-landings" not in options(game)


@pytest.mark.rule("ocs.landing.10", "ocs.landing.8")
def test_dukws_whose_roll_fails_stay_afloat_and_lose_half() -> None:
    game = ashore({"al4": {"hex": "04.03", "points": 3}})
    play(game, "go-ashore al4", "roll-landings", "roll 2")
    al4 = unit(game.pos, "al4")
    play(game, f"roll {al4}", f"roll {al4}")
    pos = game.pos
    assert (pos.points[al4], where(pos, "al4")) == (1, "04.03")
    assert pos.hex[unit(pos, "a44")] < 0 and not pos.flags[al4] & (LANDED | BUILT)


@pytest.mark.rule("ocs.landing.10")
def test_dukws_without_a_counter_for_the_land_stay_afloat() -> None:
    game = ashore({"al4": {"hex": "04.03", "points": 3}, "a44": {"hex": "01.04", "points": 1}})
    play(game, "go-ashore al4", "roll-landings", "roll 9")
    assert where(game.pos, "al4") == "04.03" and where(game.pos, "a44") == "01.04"
    assert game.pos.points[unit(game.pos, "al4")] == 3


# -- declaring ------------------------------------------------


@pytest.mark.rule("ocs.landing.4", "ocs.landing.5", "ocs.landing.10", "ocs.landing.12")
def test_what_is_offered_on_a_beach_and_what_it_marks() -> None:
    units = {
        **{id: {"hex": "04.03", "points": 2} for id in ("al1", "al2", "al3", "al4")},
        "a35": {"aboard": "al1", "mode": "move"},
    }
    game = ashore(units)
    pos = game.pos
    al1, al2, al3, al4 = numbers(pos, "al1 al2 al3 al4")
    beach = [
        text for text in options(game) if text.split()[0] in ("land", "beach-lst", "go-ashore", "go-afloat")
    ]
    assert beach == ["land al1", "beach-lst al3", "go-ashore al4"]
    assert "roll-landings" not in options(game)
    assert refusal(game, "roll-landings").rule == "ocs.sequence.2"
    assert refusal(game, "land al2").rule == "ocs.landing.7"
    assert refusal(game, "beach-lst al1").rule == "ocs.landing.12"
    assert refusal(game, "go-ashore al1").rule == "ocs.landing.10"
    assert refusal(game, "go-afloat a44").rule == "ocs.landing.10"
    assert landing_hexes(pos, ASTER) == ()
    play(game, "land al1", "beach-lst al3")
    assert [pos.flags[one] for one in (al1, al2, al3, al4)] == [MOVED | LANDED, 0, MOVED | LANDED | BUILT, 0]
    assert landing_hexes(pos, ASTER) == (hex(pos, "04.03"),) and landing_hexes(pos, BOREAL) == ()
    assert works_of(pos, hex(pos, "04.03"), ASTER) == [al3]
    assert "roll-landings" in options(game)


@pytest.mark.rule("ocs.landing.8")
def test_landings_wait_in_the_order_of_their_hexes_and_only_on_the_map() -> None:
    pos = position(STRAIT, {"al1 al2": {"hex": "04.01", "points": 1}, "al3": {"hex": "01.03", "points": 1}})
    al1, al2, al3 = numbers(pos, "al1 al2 al3")
    for craft in (al1, al2, al3):
        pos.put.flags[craft] = LANDED
    assert landing_hexes(pos, ASTER) == (hex(pos, "01.03"), hex(pos, "04.01"))
    pos.put.flags[al3] = MOVED | BUILT
    assert landing_hexes(pos, ASTER) == (hex(pos, "04.01"),)
    pos.place(al1, DEAD)
    pos.place(al2, WAITING)
    assert landing_hexes(pos, ASTER) == ()


# -- the rolls ------------------------------------------------


@pytest.mark.rule("ocs.landing.8b")
@pytest.mark.parametrize(
    ("ids", "groups"),
    [
        ("a13 a14 a16", ["a13 a14 a16"]),  # three RE and no more
        ("a13 a14 a16 a35", ["a13 a14 a16", "a35"]),
        ("a23 a35 a33", ["a23", "a33 a35"]),
        ("a21 a35", ["a21", "a35"]),  # who is larger than a group fills one
        ("a21 a22 a35 a33", ["a21", "a22", "a33 a35"]),
        ("", []),
    ],
)
def test_groups_are_as_few_as_can_be(ids: str, groups: list[str]) -> None:
    pos = position(COAST, {})
    name = {unit(pos, id): id for id in ids.split()}
    found = [" ".join(sorted(name[one] for one in group)) for group in groups_of(pos, list(name))]
    assert found == groups


@pytest.mark.rule("ocs.landing.8")
def test_a_unit_joins_the_first_group_that_has_room_for_it() -> None:
    """Two divisions of 3 RE with a step lost each leave an RE beside both."""
    pos = position(COAST, {})
    a23, b11, a13 = numbers(pos, "a23 b11 a13")
    for one in (a23, b11):
        pos.put.lost[one] = 1
    assert [pos.size(one) for one in (a23, b11, a13)] == [8, 8, 4]
    first, second = sorted((a23, b11))
    assert groups_of(pos, [a13, b11, a23]) == [(first, a13), (second,)]


LONG = ["." * 12, "~" * 12]


@pytest.mark.rule("ocs.landing.8", "ocs.naval.16")
@pytest.mark.parametrize(
    ("id", "column", "row", "label"),
    [
        ("bc1", 7, 2, "coastal artillery"),  # six hexes
        ("bc1", 8, 2, ""),
        ("ad1", 4, 1, "ship support"),  # three hexes
        ("ad1", 5, 1, ""),
        ("ac1", 4, 1, "ship support"),
        ("bd2", 4, 1, ""),
        ("b32", 4, 2, ""),  # guns, but not of the coast
        ("b41", 2, 2, ""),
    ],
)
def test_how_far_guns_change_a_landing(id: str, column: int, row: int, label: str) -> None:
    pos = position(LONG, {id: f"{column:02d}.0{row}"})
    sheet = landing_sheet(pos, hex(pos, "01.02"), ASTER)
    assert [term.label for term in sheet.terms] == ([label] if label else [])


@pytest.mark.rule("ocs.landing.8")
def test_who_is_off_the_map_changes_no_landing() -> None:
    pos = position(STRAIT, {}, **BOX)
    for id in ("ad1", "bc1", "b38"):
        for place in (WAITING, DEAD, hex(pos, "sea")):
            if id != "bc1" or place < 0:
                pos.place(unit(pos, id), place)
                assert landing_sheet(pos, hex(pos, "01.03"), ASTER).terms == ()
    for column in (1, 4):
        pos.place(unit(pos, "ad1"), hex(pos, f"{column:02d}.02"))
        assert landing_sheet(pos, hex(pos, "02.03"), ASTER).total == "+1"
    first = position(["~~", ".."], {"ad1": "01.02"})  # the first hex is a hex
    assert landing_sheet(first, hex(first, "01.01"), ASTER).total == "+1"


@pytest.mark.rule("ocs.landing.8")
@pytest.mark.parametrize(
    ("riders", "points", "drowned"),
    [
        ("a35", 1, 1),  # a quarter of a point
        ("a33 a34", 1, 1),  # one point
        ("a33 a34 a35", 2, 2),  # a point and a quarter
        ("a13 a33", 2, 1),  # a point and a half
        ("a13 a14 a16", 3, 2),
    ],
)
@pytest.mark.parametrize("roll", [2, 3, 4, 5])
def test_half_the_craft_and_half_the_units_of_a_group_are_lost(
    riders: str, points: int, drowned: int, roll: int
) -> None:
    """In the open 5 is safe and 3 mixed; halves are rounded up."""
    game = build(COAST, {"al1": {"hex": "04.03", "points": 9}, riders: {"aboard": "al1", "mode": "move"}})
    pos = game.pos
    game.call("landing", Landing(ASTER, (hex(pos, "04.03"),), units=tuple(numbers(pos, riders))))
    assert game.ask.step == "RollLanding"
    RollLanding().take(game, vars_of(game), roll)
    v = vars_of(game)
    half = -(-points // 2)
    assert v.craft_lost == (0 if roll >= 5 else half)
    assert v.units_lost == (drowned if roll < 3 else 0) and v.failed == int(roll < 3)
    drawn = RollDrowned().outcomes(pos, v)
    assert drawn == ([(one, 1) for one in v.group] if roll < 3 else [])


@pytest.mark.rule("ocs.landing.8", "ocs.landing.12")
@pytest.mark.parametrize(("points", "lost"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_craft_that_come_ashore_themselves_count_with_their_points(points: int, lost: int) -> None:
    game = ashore({"al3": {"hex": "04.03", "points": points}, "al1": {"hex": "04.03", "points": 5}})
    play(game, "beach-lst al3", "roll-landings")
    assert game.ask.step == "RollLanding"
    assert vars_of(game).group == ()
    RollLanding().take(game, vars_of(game), 3)
    assert vars_of(game).craft_lost == lost


@pytest.mark.rule("ocs.landing.8b", "ocs.landing.9a", "ocs.landing.5")
def test_each_group_and_each_hex_has_its_own_roll_and_then_all_craft_lie_still() -> None:
    units = {
        "al1": {"hex": "04.03", "points": 9},
        "a21 a23": {"aboard": "al1", "mode": "combat"},
        "al2": {"hex": "06.03", "points": 1},
        "a35": {"aboard": "al2", "mode": "move"},
        "al3": {"hex": "04.03", "points": 1},
        "a33": {"aboard": "al3", "mode": "move"},
    }
    game = play(ashore(units), "land al1", "land al2", "roll-landings")
    pos = game.pos
    a21, a23, a35, a33 = numbers(pos, "a21 a23 a35 a33")
    assert vars_of(game).group == (a21,) and vars_of(game).units == (a23,)
    play(game, "roll 5")
    assert told(game)[:2] == ["landing-roll", "landed"]
    assert (where(pos, "a21"), pos.hex[a23]) == ("04.03", ABSENT)
    assert pos.craft[a21] == -1 and pos.flags[a21] == LANDED | FUELLED
    assert vars_of(game).group == (a23,)
    play(game, "roll 6")
    assert where(pos, "a23") == "04.03" and vars_of(game).group == (a35,)
    assert not any(pos.flags[craft] & FOUGHT for craft in numbers(pos, "al1 al2 al3"))
    play(game, "roll 7")
    assert where(pos, "a35") == "06.03"
    assert pos.hex[a33] == ABSENT and pos.craft[a33] == unit(pos, "al3")  # these did not unload
    for craft in numbers(pos, "al1 al2 al3 al4"):
        assert pos.flags[craft] & FOUGHT and not pos.flags[craft] & LANDED
    assert game.ask.step == "Move" and "roll-landings" not in options(game)
    assert refusal(game, "sail al3").rule == "ocs.landing.8"


@pytest.mark.rule("ocs.landing.8d")
def test_a_failed_landing_drowns_half_the_group_and_the_rest_is_ashore() -> None:
    units = {"al1": {"hex": "04.03", "points": 2}, "a33 a34 a35": {"aboard": "al1", "mode": "move"}}
    game = play(ashore(units), "land al1", "roll-landings", "roll 2")
    pos = game.pos
    a34, a35 = numbers(pos, "a34 a35")
    play(game, f"roll {a34}")
    assert game.ask.step == "RollDrowned" and pos.hex[a34] == DEAD
    play(game, f"roll {a35}")
    assert (pos.hex[a35], where(pos, "a33")) == (DEAD, "04.03")
    al1 = unit(pos, "al1")
    play(game, f"roll {al1}")
    assert pos.points[al1] == 1 and game.ask.step == "Move"


@pytest.mark.rule("ocs.landing.12d")
def test_a_beached_lst_is_a_counter_no_more() -> None:
    game = ashore({"al3": {"hex": "04.03", "points": 2}})
    play(game, "beach-lst al3", "roll-landings", "roll 5")
    pos, al3, here = game.pos, unit(game.pos, "al3"), hex(game.pos, "04.03")
    assert (pos.beach[here], pos.points[al3], pos.hex[al3]) == (ASTER, 0, DEAD)
    assert pos.worked[here] == BEACHED
    assert "roll-landings" not in options(game)


@pytest.mark.rule("ocs.landing.12a", "ocs.naval.15")
def test_an_lst_whose_roll_fails_is_no_port_and_loses_half() -> None:
    game = ashore({"al3": {"hex": "04.03", "points": 2}})
    play(game, "beach-lst al3", "roll-landings", "roll 2")
    pos, al3 = game.pos, unit(game.pos, "al3")
    play(game, f"roll {al3}")
    assert (pos.beach[hex(pos, "04.03")], pos.points[al3], pos.lost[al3]) == (-1, 1, 1)
    assert where(pos, "al3") == "04.03" and not pos.flags[al3] & (LANDED | BUILT)


# -- craft at a quay ------------------------------------------------


@pytest.mark.rule("ocs.landing.3c", "ocs.landing.2")
@pytest.mark.parametrize(
    ("place", "phase", "flags", "rule"),
    [
        ("sea", "movement", 0, ""),
        ("sea", "movement", MOVED, "ocs.landing.3"),
        ("sea", "reaction", 0, "ocs.landing.3"),
        ("03.03", "movement", MOVED, ""),
        ("03.03", "reaction", 0, ""),
        ("03.03", "exploitation", MOVED, ""),
        ("03.03", "supply", 0, "ocs.landing.1"),
    ],
)
def test_when_craft_are_at_a_quay(place: str, phase: str, flags: int, rule: str) -> None:
    units = {"al1": {"hex": place, "points": 1, "flags": flags}}
    given = {**BOX, "sea_entries": {"aster": ["01.01"]}}
    pos = position(COAST, units, ports=PORT, phase=phase, acting="aster", **given)
    assert rule_of(dock_refusal(pos, unit(pos, "al1"))) == rule


@pytest.mark.rule("ocs.landing.10", "ocs.airmission.11")
def test_light_is_a_walking_combat_unit_of_up_to_ten_mp_in_move_mode() -> None:
    pos = position(COAST, {})
    a21, a41 = numbers(pos, "a21 a41")
    content = pos.content
    content.movement[a21 * 2] = 11  # in Combat Mode it does not matter
    for points, light in ((10, True), (11, False), (5, True)):
        content.movement[a21 * 2 + 1] = points
        assert goes_by_air(pos, a21) is light
    content.mobility[a21 * 2 + 1] = 1
    assert not goes_by_air(pos, a21)
    content.mobility[a41 * 2 + 1], content.movement[a41 * 2 + 1] = 0, 5
    assert not goes_by_air(pos, a41)


@pytest.mark.rule("ocs.landing.1", "ocs.port.1")
@pytest.mark.parametrize(
    ("port", "dump", "points", "load", "most", "least"),
    [
        (1, 9, 5, 0, 4, 0),  # the port passes four tokens
        (3, 2, 5, 0, 2, 0),  # the dump
        (3, 9, 1, 0, 4, 0),  # the craft
        (3, 9, 1, 3, 1, 3),
        (1, 9, 9, 7, 4, 4),
        (3, 9, 1, 4, 0, 4),
    ],
)
def test_how_much_is_loaded_and_unloaded(
    port: int, dump: int, points: int, load: int, most: int, least: int
) -> None:
    units = {"al1": {"hex": "03.03", "points": points, "load": load}}
    game = ashore(units, ports={"aster": {"03.03": [port, 0]}}, dumps={"aster": {"03.03": dump}})
    play(game, "dock al1")
    assert options(game) == [
        *(f"load {tokens}" for tokens in range(1, most + 1)),
        *(f"unload {tokens}" for tokens in range(1, least + 1)),
        "cast-off",
    ]


@pytest.mark.rule("ocs.landing.1", "ocs.landing.2b", "ocs.landing.5", "ocs.port.1", "ocs.port.2")
def test_units_at_a_quay() -> None:
    units = {
        "al1": {"hex": "03.03", "points": 4},
        "a33": {"hex": "03.03", "mode": "move"},
        "a35": {"aboard": "al1", "mode": "move"},
        "a21": {"aboard": "al1", "mode": "move"},
    }
    game = play(ashore(units, ports={"aster": {"03.03": [1, 0]}}), "dock al1")
    pos, here = game.pos, hex(game.pos, "03.03")
    al1, a33, a35 = numbers(pos, "al1 a33 a35")
    assert options(game) == ["take-aboard a33", "put-ashore a21", "put-ashore a35", "cast-off"]
    play(game, "take-aboard a33")
    assert (pos.hex[a33], pos.craft[a33], pos.port_used[here], pos.flags[al1]) == (ABSENT, al1, 8, 0)
    assert "put-ashore a21" not in options(game)  # larger than the port, and not its only traffic
    assert refusal(game, "put-ashore a21").rule == "ocs.port.1"
    play(game, "put-ashore a35")
    assert (where(pos, "a35"), pos.craft[a35], pos.port_used[here]) == ("03.03", -1, 12)
    assert pos.flags[a35] == MOVED | CARRIED and pos.flags[al1] == MOVED
    assert refusal(game, "take-aboard a35").rule == "ocs.landing.2"
    play(game, "cast-off")
    assert game.ask.step == "Move"


@pytest.mark.rule("ocs.landing.1")
def test_a_part_of_divided_craft_is_like_the_whole() -> None:
    game = ashore({"al1": {"hex": "04.02", "points": 3, "spent": 2, "flags": PLEDGED, "mode": "dg"}})
    pos = game.pos
    al1, al2 = numbers(pos, "al1 al2")
    pos.put.face[al1], pos.put.lost[al1] = 1, 1
    play(game, "divide-craft al1")
    assert options(game) == ["take 1", "take 2"] and refusal(game, "take 3").rule == "ocs.landing.1"
    play(game, "take 1")
    assert (pos.points[al1], pos.points[al2], where(pos, "al2")) == (2, 1, "04.02")
    part = (pos.spent[al2], pos.flags[al2], pos.mode[al2], pos.face[al2], pos.lost[al2])
    assert part == (2 * MP, PLEDGED, DG, 1, 1)
    assert others_alike(pos, al1) == [al2] and game.ask.step == "Move"


@pytest.mark.rule("ocs.landing.1")
def test_which_counters_are_spare() -> None:
    pos = position(STRAIT, {"al1": {"hex": "01.03", "points": 2}, "al3": {"hex": "01.03", "points": 2}})
    al1, al2, al3 = numbers(pos, "al1 al2 al3")
    assert spare_counter(pos, al1) == al2 and rule_of(divide_refusal(pos, al1)) == ""
    assert spare_counter(pos, al3) == -1  # there is one LST counter, and landing craft are no LSTs
    pos.content.arrival_turn[al2] = 3
    assert spare_counter(pos, al1) == -1
    pos.content.arrival_turn[al2] = 0
    pos.place(al2, hex(pos, "01.03"))
    assert spare_counter(pos, al1) == -1
    pos.place(al2, DEAD)
    assert spare_counter(pos, al1) == al2
    pos.put.points[al2] = 1
    assert spare_counter(pos, al1) == -1
    pos.place(al2, hex(pos, "01.03"))
    assert others_alike(pos, al1) == [al2] and others_alike(pos, al3) == []  # in the first hex too
    assert crafts_at(pos, hex(pos, "01.03"), BOREAL) == []


@pytest.mark.rule("ocs.landing.1")
def test_what_is_offered_to_craft_at_sea_and_why_not() -> None:
    units = {
        "al1": {"hex": "04.02", "points": 2},
        "al3": {"hex": "03.03", "points": 1},
        "al4": {"hex": "04.02", "points": 2},
        "a35": {"aboard": "al4", "mode": "move"},
    }
    game = ashore(units, ports=PORT)
    mine = [text for text in options(game) if text.split()[0] in ("dock", "divide-craft", "combine-craft")]
    assert mine == ["dock al3", "divide-craft al1"]
    assert refusal(game, "dock al1").rule == "ocs.landing.2"
    assert refusal(game, "divide-craft al4").rule == "ocs.landing.1"
    assert refusal(game, "combine-craft al1").rule == "ocs.landing.1"
    pair = ashore({"al1 al2": {"hex": "04.02", "points": 2}})
    assert {"combine-craft al1", "combine-craft al2"} <= set(options(pair))


# -- lost with their cargo ------------------------------------------------


@pytest.mark.rule("ocs.naval.15b", "ocs.landing.8", "ocs.units.17b")
def test_which_craft_are_lost_is_drawn_by_their_points() -> None:
    units = {
        "al1": {"hex": "04.02", "points": 3},
        "al2": {"hex": "04.02"},
        "al3": {"hex": "05.02", "points": 1},
    }
    game = ashore(units)
    pos = game.pos
    al1, al2, al3 = numbers(pos, "al1 al2 al3")
    here = hex(pos, "04.02")
    assert RollCraft().outcomes(pos, CraftLosses(ASTER, here, 1)) == [(al1, 3)]
    assert RollCraft().outcomes(pos, CraftLosses(ASTER, here, 0)) == []
    pos.put.points[al2] = 2
    assert RollCraft().outcomes(pos, CraftLosses(ASTER, here, 2)) == [(al1, 3), (al2, 2)]
    lose_craft(game, ASTER, here, 3)
    play(game, f"roll {al2}", f"roll {al2}")
    assert pos.hex[al2] == DEAD and pos.lost[al1] == 0
    play(game, f"roll {al1}")
    assert pos.points[al1] == 2 and game.ask.step == "Move"
    few = ashore(units)
    lose_craft(few, ASTER, hex(pos, "05.02"), 4)  # more than there are
    play(few, f"roll {al3}")
    assert few.pos.hex[al3] == DEAD and few.ask.step == "Move"


@pytest.mark.rule("ocs.naval.15b")
def test_what_craft_can_carry_no_longer_is_drawn_and_lost() -> None:
    """Two points carry 8T: a battalion of a quarter point and 7T. One point is left: 4T too much."""
    units = {"al1": {"hex": "04.02", "points": 2, "load": 7}, "a35": {"aboard": "al1"}}
    for first, cargo in (("token", 3), ("unit", 4)):
        game = ashore(units)
        pos = game.pos
        al1, a35 = numbers(pos, "al1 a35")
        lose_craft(game, ASTER, hex(pos, "04.02"), 1)
        play(game, f"roll {al1}")
        assert RollOverboard().outcomes(pos, vars_of(game)) == [(a35, 1), (al1, 7)]
        if first == "unit":
            play(game, f"roll {a35}")
            assert pos.hex[a35] == DEAD and game.ask.step == "RollOverboard"
        play(game, f"roll {al1}")
        assert pos.cargo[al1] == cargo and game.ask.step == "Move"
        assert riders_of(pos, al1) == ([a35] if first == "token" else [])


@pytest.mark.rule("ocs.naval.15", "ocs.basics.15")
def test_a_token_that_is_only_half_too_much_is_lost_whole() -> None:
    """Replacements of an eighth of a point and 8T on two points less one: 4½T too much, five are lost."""
    game = ashore({"al1": {"hex": "04.02", "points": 2, "load": 7}, "a-pax-1": {"aboard": "al1"}})
    pos, al1 = game.pos, unit(game.pos, "al1")
    lose_craft(game, ASTER, hex(pos, "04.02"), 1)
    play(game, f"roll {al1}")
    play(game, f"roll {al1}")
    assert pos.cargo[al1] == 3 and game.ask.step == "Move"


# -- Beach Assaults ------------------------------------------------


@pytest.mark.rule("ocs.landing.13a", "ocs.landing.15", "ocs.sequence.26b", "ocs.combat.6", "ocs.sequence.17d")
def test_which_hexes_can_be_assaulted() -> None:
    game = storming({**BEACH, "b38": "04.04", "b39": "07.03"})
    pos = game.pos

    def why(name: str) -> str:
        return rule_of(assault_refusal(pos, hex(pos, name)))

    assert why("05.03") == ""
    assert why("04.04") == "ocs.landing.13"  # not on the coast
    assert why("04.03") == "ocs.landing.13"  # nobody is there
    assert why("07.03") == "ocs.landing.13"  # no craft next to it
    pos.put.worked[hex(pos, "04.03")] = BARRAGED  # fire at a port, say: nobody stood there
    assert why("04.03") == "ocs.landing.13"
    pos.put.worked[hex(pos, "04.03")] = BARRAGED | EMPTIED
    assert why("04.03") == ""
    pos.put.worked[hex(pos, "05.03")] = BARRAGED | ATTACKED
    assert why("05.03") == "ocs.combat.6"
    pos.put.worked[hex(pos, "05.03")] = 0
    pos.calm = 1
    assert why("05.03") == "ocs.sequence.26"
    pos.calm = 0
    pos.phase = 13
    assert why("05.03") == "ocs.landing.13"


@pytest.mark.rule("ocs.landing.13")
def test_the_first_and_the_last_hex_of_a_map_can_be_assaulted_and_nothing_beyond() -> None:
    units = {"al1": {"hex": "01.02", "points": 2}, "a35": {"aboard": "al1"}, "b38": "01.03", "b39": "04.01"}
    pos = position(STRAIT, units, phase="combat", **BOX)
    assert rule_of(assault_refusal(pos, hex(pos, "01.03"))) == ""
    assert rule_of(assault_refusal(pos, hex(pos, "sea"))) == "ocs.landing.13"
    pos.place(unit(pos, "al1"), hex(pos, "04.02"))
    assert rule_of(assault_refusal(pos, hex(pos, "04.01"))) == ""
    assert rule_of(assault_refusal(pos, -1)) == "ocs.landing.13"


@pytest.mark.rule("ocs.landing.13")
@pytest.mark.parametrize(
    ("id", "state", "ready"),
    [
        ("a35", {}, True),
        ("a35", {"mode": "move"}, False),
        ("a35", {"flags": FOUGHT}, False),
        ("a35", {"flags": MOVED}, True),
        ("a41", {"points": 1}, False),
    ],
)
def test_who_storms_a_beach(id: str, state: dict[str, Any], ready: bool) -> None:
    units = {"al1": {"hex": "05.02", "points": 4}, id: {"aboard": "al1", **state}, "b40": "05.03"}
    pos = position(COAST, units, phase="combat")
    found = [unit(pos, id)] if ready else []
    assert storm_troops(pos, hex(pos, "05.02"), ASTER) == found
    assert storm_troops(pos, hex(pos, "04.02"), ASTER) == []
    assert storm_troops(pos, hex(pos, "05.02"), BOREAL) == []
    assert bases_at_sea(pos, hex(pos, "05.03"), ASTER) == ([hex(pos, "05.02")] if ready else [])


@pytest.mark.rule("ocs.landing.13a")
def test_assaults_come_from_one_hex() -> None:
    units = {
        **BEACH,
        "al2": {"hex": "04.03", "points": 2},
        "a33": {"aboard": "al2", "mode": "combat"},
        "a34": {"aboard": "al1", "mode": "combat"},
    }
    game = storming(units)
    assert [text for text in options(game) if text.startswith("assault")] == ["assault-beach 05.03"]
    assert refusal(game, "assault-beach 06.03").rule == "ocs.landing.13"
    play(game, "assault-beach 05.03")
    assert set(options(game)) == {"commit a33", "commit a34", "commit a35", "call-off"}
    play(game, "commit a35")
    assert set(options(game)) == {"commit a34", "strike", "call-off"}
    assert refusal(game, "commit a33").rule == "ocs.landing.13"
    assert refusal(game, "commit a35").rule == "ocs.landing.13"
    play(game, "call-off")
    assert game.ask.step == "Assault"


@pytest.mark.rule("ocs.landing.15", "ocs.landing.13")
def test_a_hex_is_assaulted_once_also_if_it_is_only_landed_in() -> None:
    game = storming({**BEACH, "b40": "01.05", "a33": {"aboard": "al1", "mode": "combat"}})
    pos, there = game.pos, hex(game.pos, "05.03")
    pos.put.worked[there] |= EMPTIED
    play(game, "assault-beach 05.03", "commit a35", "strike")
    assert game.ask.step == "RollLanding"  # nobody is asked whether he gives it up
    assert vars_of(game).afloat == hex(pos, "05.02") and vars_of(game).still == 1
    play(game, "roll 12")
    assert pos.worked[there] & ATTACKED
    assert pos.flags[unit(pos, "a35")] & (MOVED | LANDED | FUELLED) == MOVED
    assert where(pos, "al1") == "05.02" and riders_of(pos, unit(pos, "al1")) == [unit(pos, "a33")]
    assert refusal(game, "assault-beach 05.03").rule == "ocs.combat.6"


@pytest.mark.rule("ocs.landing.15", "ocs.landing.8")
def test_craft_of_a_landing_next_to_them_are_lost_where_they_are() -> None:
    game = storming({**BEACH, "b40": "01.05", "al2": {"hex": "05.03", "points": 1}})
    pos = game.pos
    pos.put.worked[hex(pos, "05.03")] |= EMPTIED
    play(game, "assault-beach 05.03", "commit a35", "strike", "roll 5")  # hills: mixed from 4, safe from 7
    al1 = unit(pos, "al1")
    play(game, f"roll {al1}")
    assert pos.points[al1] == 1 and pos.points[unit(pos, "al2")] == 1
    assert where(pos, "a35") == "05.03"


@pytest.mark.rule("ocs.landing.16a", "ocs.landing.16b")
def test_only_the_defenders_of_the_beach_are_given_up() -> None:
    game = storming({**BEACH, "b38": "05.03", "b39": "06.03", "b41": {"hex": "05.03", "points": 1}})
    play(game, "assault-beach 05.03", "commit a35", "strike")
    assert options(game) == ["defend-beach", "give-up-beach"] and game.ask.side == BOREAL
    play(game, "give-up-beach")
    pos = game.pos
    assert [pos.hex[one] for one in numbers(pos, "b40 b38")] == [DEAD, DEAD]
    assert where(pos, "b39") == "06.03" and where(pos, "b41") == "05.03"
    assert game.ask.step == "RollLanding"


@pytest.mark.rule("ocs.landing.14d", "ocs.supply.21")
def test_who_has_no_supply_stays_aboard_and_his_craft_are_not_lost() -> None:
    units = {
        **BEACH,
        "b40": "01.05",
        "b14": "05.03",
        "al1": {"hex": "05.02", "points": 2, "load": 1},
        "al2": {"hex": "05.02", "points": 2},
        "a33": {"aboard": "al2", "mode": "combat"},
    }
    game = storming(units)
    play(game, "assault-beach 05.03", "commit a35", "commit a33", "strike", "defend-beach")
    play(game, "supply a35", "leave-out a33")
    pos = game.pos
    while game.ask.step != "RollSurprise":
        assert not game.ask.is_chance, game.ask.step
        play(game, options(game)[0])
    play(game, "roll 6", "roll 2")
    while game.ask.procedure in ("combat", "retreat"):
        play(game, options(game)[0])
    a33, al2 = numbers(pos, "a33 al2")
    assert [pos.hex[one] for one in numbers(pos, "a35 al1")] == [DEAD, DEAD]
    assert (pos.hex[a33], pos.craft[a33], where(pos, "al2")) == (ABSENT, al2, "05.02")
    assert where(pos, "b14") == "05.03"


@pytest.mark.rule("ocs.landing.14", "ocs.capture.1", "ocs.basics.20b")
def test_who_storms_ashore_takes_the_beach_as_after_an_advance() -> None:
    units = {**BEACH, "a23": {"aboard": "al1", "mode": "combat"}, "a35": "01.04"}
    game = storming(units, dumps={"boreal": {"05.03": 8}})
    play(game, "assault-beach 05.03", "commit a23", "strike", "defend-beach", "supply a23")
    while game.ask.step != "RollSurprise":
        play(game, options(game)[0])
    play(game, "roll 7", "roll 1", "roll 12")
    while game.ask.procedure in ("combat", "retreat"):
        play(game, options(game)[0])
    assert game.ask.procedure == "capture" and vars_of(game).advance == 1
    pos = game.pos
    a23 = unit(pos, "a23")
    assert (where(pos, "a23"), pos.craft[a23]) == ("05.03", -1) and pos.flags[a23] & MOVED
    assert where(pos, "al1") == "05.02"


@pytest.mark.rule("ocs.landing.13", "ocs.landing.3")
def test_craft_in_the_box_and_off_the_map_assault_nothing() -> None:
    given = {**BOX, "sea_entries": {"aster": ["01.01"]}}
    units = {**BEACH, "al2": {"hex": "sea", "points": 1}, "a33": {"aboard": "al2", "mode": "combat"}}
    game = storming({**units, "al3": {"hex": "waiting", "points": 1}}, **given)
    assert [text for text in options(game) if text.startswith("assault")] == ["assault-beach 05.03"]

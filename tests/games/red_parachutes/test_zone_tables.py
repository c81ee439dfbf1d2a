"""Zones of control hex by hex, tiredness, morale levels and limits of stacks against plain statements."""

from itertools import product
from typing import Any

import pytest

from games.red_parachutes.battle import ARENA, MIDDAY, NIGHT, NORTH, TARGET
from games.red_parachutes.table import table
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.attack_limits import (
    LONE,
    AttackParty,
    BattalionPlace,
    may_attack,
    may_defend,
)
from grognard.games.battalions.combat.combat_options import is_outrun
from grognard.games.battalions.combat.participation import (
    below,
    fails,
    highest_level,
    morale_shift,
    usual_level,
)
from grognard.games.battalions.model.zoc import zones_of, zones_without
from grognard.games.battalions.movement.allowance import marches_double
from grognard.games.battalions.movement.fatigue import moved_far, tire
from grognard.games.battalions.movement.move import Move, picked
from grognard.games.battalions.movement.normal_movement import finish, just, without

GERMAN, SOVIET = 0, 1
GROUND = ["..W..S.", ".~..S..", "...X...", "..~....", ".S..T..", "....~..", ".......", "...S..."]
STACKS: list[dict[str, str]] = [
    {"i-a-309": "0301"},
    {"i-a-309": "0603 steps=1"},
    {"smg-51": "0404"},
    {"smg-51": "0404", "i-a-309": "0404 steps=1"},
    {"art-309": "0505"},
    {"art-309": "0505 ammunition=0"},
    {"1-5-gab": "0404 dispersed", "2-5-gab": "0404 dispersed"},
    {"rybalko": "0302", "hq-309": "0302"},
    {"69-mb-tank": "0605", "i-69-mb": "0303"},
]


def plain_zone(pos: Any, side: int) -> set[int]:
    """A stack with AS 3 or a gun with ammunition: its hex and those around that its units may enter."""
    content = pos.content
    found = set()
    for hex in range(content.hexes):
        here = [unit for unit in pos.at(hex) if content.side[unit] == side and not pos.dispersed[unit]]
        guns = any(content.is_artillery[unit] and pos.ammunition[unit] for unit in here)
        if not guns and sum(pos.attack_of(unit) for unit in here) < 3:
            continue
        found.add(hex)
        for there in range(content.hexes):
            if content.grid.distance(hex, there) == 1 and not content.ground.is_water[there]:
                way = hex * 6 + content.grid.direction(hex, there)
                classes = [pos.mobility_of(unit) for unit in here if not content.is_leader[unit]]
                if any(content.ground.going[one].prices[way] < 1000 for one in classes):
                    found.add(there)
    return found


@pytest.mark.rule("rp.zoc.4a", "rp.zoc.4b", "rp.zoc.5", "rp.zoc.6", "rp.zoc.7", "rp.zoc.8")
@pytest.mark.parametrize("units", STACKS)
@pytest.mark.parametrize("walls", [[], ["0404/0403", "0505/0405", "0301/0401"]])
def test_where_a_zone_reaches(units: dict[str, str], walls: list[str]) -> None:
    known = {id: text for id, text in units.items() if id != "69-mb-tank"}
    rows = {"rows": GROUND, "impassable": walls, "road": [["0404", "0403"], ["0605", "0705"]]}
    game = table(rows, {**known, "i-gr-80": "0108"})
    zone = plain_zone(game.pos, SOVIET)
    assert {hex for hex, yes in enumerate(zones_of(game.pos, SOVIET)) if yes} == zone
    assert {hex for hex, yes in enumerate(game.pos.zoc(SOVIET)) if yes} == zone
    spared = [game.unit(id) for id in known]
    assert not any(zones_without(game.pos, SOVIET, spared))
    assert {hex for hex, yes in enumerate(game.pos.zoc(SOVIET)) if yes} == zone


# -- tiredness --------------------------------------------------------------------------------------


@pytest.mark.rule(
    "rp.move-general.5", "rp.move-general.7", "rp.move-general.8", "rp.strategic.9", "rp.strategic.10"
)
@pytest.mark.parametrize("unit", ["i-gr-80", "ii-pzgr-73"])
@pytest.mark.parametrize("turn", [MIDDAY, NIGHT])
@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("strategic", [False, True])
def test_what_a_move_does_to_a_unit(unit: str, turn: int, order: int, strategic: bool) -> None:
    """Foot 5, motorized 12 points: more than half of it, rounded up, is far. A march may go beyond all."""
    on_foot = unit == "i-gr-80"
    most = 5 if on_foot else 12
    twice = strategic and on_foot and order == 0
    game = table(ARENA, {unit: NORTH}, turn=turn)
    pos, one = game.pos, game.unit(unit)
    for spent in range(1, (2 * most if twice else most) * 2 + 1):
        pos.spent[one], pos.morale_state[one], pos.supply[one] = spent, order, 1
        assert marches_double(pos, one) == (on_foot and order == 0)
        tire(game.game, one, most * 2 * (2 if twice else 1), strategic)
        far = spent > (6 if on_foot else 12)
        forced = twice and spent > most * 2
        marched = 2 if turn == NIGHT else 1
        expected = marched if forced else order + (far and turn == NIGHT)
        assert pos.morale_state[one] == expected, spent
        assert pos.supply[one] == (2 if far and not on_foot else 1), spent
        if not strategic:
            assert moved_far(pos, one, most * 2) == far


@pytest.mark.rule("rp.post-move.4", "rp.normal-move.1")
def test_who_has_spent_nothing_has_not_moved() -> None:
    game = table(ARENA, {"i-gr-80": NORTH, "ii-gr-80": f"{NORTH} spent=1"})
    group = (game.unit("i-gr-80"), game.unit("ii-gr-80"))
    for strategic, flag in ((0, 1), (1, 2)):
        game.pos.flags = [0] * len(game.pos.flags)
        finish(game.game, Move(group, (10, 10), (0, 2), strategic))
        assert [game.pos.flags[unit] for unit in group] == [0, flag]


@pytest.mark.rule("rp.move-general.9")
def test_a_gun_that_is_put_down_leaves_the_others_in_hand() -> None:
    game = table(ARENA, {"i-gr-80": NORTH, "ii-gr-80": f"{NORTH} spent=1", "i-ar-34": f"{NORTH} limbered"})
    v = Move()
    for id in ("i-gr-80", "i-ar-34", "ii-gr-80"):
        v = picked(game.pos, v, game.unit(id))
    gun = game.unit("i-ar-34")
    assert just(v, gun) == Move((gun,), (v.allowances[1],), (0,))
    rest = (v.group[0], v.group[2])
    assert without(v, gun) == Move(rest, (v.allowances[0], v.allowances[2]), (0, 2))


# -- morale and options -----------------------------------------------------------------------------


@pytest.mark.rule("rp.morale.15", "rp.morale.16", "rp.morale.17b", "rp.odds-shifts.5")
def test_the_shift_of_the_levels() -> None:
    """The attacker's lead, 3 at most; half the defender's, rounded up, 2 at most; 0 if none is picked."""
    left = {1: -1, 2: -1, 3: -2, 4: -2, 5: -2, 6: -2}
    v = Combat(0, (), ())
    for mine, theirs in product(range(7), range(7)):
        lead = mine - theirs
        expected = min(lead, 3) if lead >= 0 else left[-lead]
        assert morale_shift(v._replace(attack_level=mine, defence_level=theirs)) == expected
    assert morale_shift(v._replace(attack_level=-1, defence_level=3)) == 0


@pytest.mark.rule("rp.morale.3b", "rp.morale.6", "rp.morale.7")
def test_levels_that_a_side_may_pick_and_who_is_below_them() -> None:
    """The demoralized have one less; an HQ without attack strength raises no attacker's level."""
    units = {"i-gr-80": NORTH, "ii-gr-80": f"{NORTH} demoralized", "hq-34": NORTH, "i-a-309": TARGET}
    game = table(ARENA, units)
    one, two, hq, foe = (game.unit(id) for id in units)
    pos = game.pos
    morale = {unit: pos.morale_of(unit) for unit in (one, two, hq, foe)}
    v = Combat(game.hex(TARGET), (one, two, hq), (), (foe,))
    assert highest_level(pos, v, GERMAN) == morale[one]
    assert highest_level(pos, v, SOVIET) == morale[foe]
    assert highest_level(pos, v._replace(attackers=(hq,)), GERMAN) == 0
    assert usual_level(pos, v, GERMAN) == morale[one]
    assert usual_level(pos, v._replace(attackers=(two,)), GERMAN) == morale[two] - 1
    assert usual_level(pos, v._replace(attackers=(hq,)), GERMAN) == 0
    assert below(pos, (one, two), morale[one]) == {two: 1}
    assert below(pos, (one, two), morale[one] + 1) == {one: 1, two: 2}


@pytest.mark.rule("rp.morale.9", "rp.morale.10", "rp.morale.11")
def test_who_fails_by_how_far_he_is_below() -> None:
    pos = table(ARENA, {"i-gr-80": NORTH}).pos
    rows = pos.content.tables["morale-participation"]
    for gap, die in product(range(1, 6), range(1, 7)):
        assert fails(pos, gap, die) == (die <= rows.integer(str(3 if gap > 3 else gap), "fails-to"))


@pytest.mark.rule("rp.combat-options.3")
@pytest.mark.parametrize(
    ("attackers", "defenders", "outrun"),
    [
        (("ii-pzgr-73",), ("i-a-309",), True),
        (("ii-pzgr-73", "i-gr-80"), ("i-a-309",), False),
        (("i-gr-80",), ("i-a-309",), False),
    ],
)
def test_only_where_every_attacker_is_faster_nobody_withdraws(
    attackers: tuple[str, ...], defenders: tuple[str, ...], outrun: bool
) -> None:
    game = table(ARENA, {**dict.fromkeys(attackers, NORTH), **dict.fromkeys(defenders, TARGET)})
    units = [tuple(game.unit(id) for id in ids) for ids in (attackers, defenders)]
    assert is_outrun(game.pos, Combat(game.hex(TARGET), units[0], (), units[1])) is outrun


# -- limits of stacks ---------------------------------------------------------------------------------


def ways(
    battalions: int, tanks: int, infantry: int, lone: int, substitution: bool
) -> list[tuple[int, int, int]]:
    """Three companies of a type may be one battalion, as often as there are three."""
    most = infantry // 3 if substitution else 0
    return [(battalions + made, tanks, infantry + lone - 3 * made) for made in range(most + 1)]


@pytest.mark.rule("rp.attack-declare.3", "rp.attack-declare.4", "rp.defend-declare.3", "rp.defend-declare.4")
@pytest.mark.parametrize("substitution", [True, False])
def test_how_many_may_fight(substitution: bool) -> None:
    for same, others, tanks, infantry, lone in product(range(4), range(3), range(2), range(5), range(2)):
        battalions = [BattalionPlace("80")] * same + [BattalionPlace(f"r{n}") for n in range(others)]
        battalions += [BattalionPlace("", True)] * tanks
        party = AttackParty(battalions, {kind: n for kind, n in (("infantry", infantry), (LONE, lone)) if n})
        counted = ways(len(battalions), tanks, infantry, lone, substitution)
        attack = any((b <= 2 and c <= 2) or (b == 3 and t > 0 and c == 0) for b, t, c in counted)
        besides = others + tanks + infantry + lone
        attack = attack or (same == 3 and others == 0 and besides <= 1)
        assert may_attack(party, substitution) == attack, party
        for sides in (1, 3, 4, 6):
            if sides < 4:
                defend = len(battalions) <= 2 and len(battalions) + infantry + lone <= 4
            else:
                defend = any(b <= 3 and c <= 1 for b, _, c in counted)
            assert may_defend(party, sides, substitution) == defend, (party, sides)

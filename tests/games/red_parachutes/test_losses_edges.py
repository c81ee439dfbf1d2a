"""Losses, markers and retreats as tables: who chooses, what is left to pay, which hex ranks how."""

from itertools import product

import pytest

from games.red_parachutes.battle import ARENA, NORTH, RING_AROUND, SOUTH, TARGET
from games.red_parachutes.table import table
from grognard.games.battalions.combat.after.advance import (
    Advance,
    advance_refusal,
    goal_refusal,
    length_of,
    next_hexes,
)
from grognard.games.battalions.combat.after.aftermath import could_steady, mark
from grognard.games.battalions.combat.after.losses import (
    Losses,
    candidates,
    chooser,
    loss_refusal,
    others_in,
    paid,
    strength_lost,
)
from grognard.games.battalions.combat.after.owed import Aftermath
from grognard.games.battalions.combat.after.retreat import (
    Retreat,
    leads_away,
    rank,
    retreat_hexes,
    way_refusal,
)
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.attack_limits import party_of
from grognard.games.battalions.combat.declaration import who_may_stay_out
from grognard.games.battalions.combat.results import DEMORALIZES, DISRUPTS, MAY_NOT_STAND, MAY_STAND, UNMARKED
from grognard.games.battalions.model.markers import disrupt, recover
from grognard.games.battalions.model.unit_steps import stand_in

GERMAN, SOVIET = 0, 1
IN_ORDER, DISRUPTED, DEMORALIZED = 0, 1, 2


# -- losses ----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.losses.1", "rp.losses.2", "rp.losses.18b")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_who_names_the_next_unit(side: int) -> None:
    """The owner those of engineers and tanks; the enemy what he may choose, and by option the second step."""
    for engineers, tanks, enemy, second, done in product((0, 1), (0, 1), (0, 2), (0, 1), (0, 1, 2)):
        v = Losses(side, (), 3, engineers=engineers, tanks=tanks, enemy=enemy, second=second, done=done)
        by_enemy = not engineers and not tanks and (enemy > 0 or (second == 1 and done == 1))
        assert chooser(v) == (1 - side if by_enemy else side)


@pytest.mark.rule("rp.losses.6", "rp.losses.17", "rp.losses.18")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((2, 1, 1), (1, 1, 1)),
        ((0, 1, 1), (0, 0, 1)),
        ((0, 0, 2), (0, 0, 1)),
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_what_is_still_owed_after_a_step(before: tuple[int, int, int], after: tuple[int, int, int]) -> None:
    engineers, tanks, enemy = before
    v = paid(Losses(0, (), 3, engineers=engineers, tanks=tanks, enemy=enemy, done=1, lost=(7,)), 9)
    assert (v.engineers, v.tanks, v.enemy) == after
    assert (v.owed, v.done, v.lost) == (2, 2, (7, 9))


@pytest.mark.rule("rp.losses.5", "rp.losses.6b", "rp.losses.7", "rp.losses.17")
def test_from_whom_the_next_step_comes_and_why_not_from_others() -> None:
    """Tanks with armor 4 before those with less; engineers for the town; who failed his check comes last."""
    ids = ("i-gr-80", "pi-34", "pzr-27", "ger-tank-co-1", "ii-gr-80")
    units = dict.fromkeys(ids, NORTH) | {
        "ger-tank-co-1": f"{NORTH} of=pzr-27",
        "i-a-309": TARGET,
        "i-gr-107": NORTH,
    }
    game = table(ARENA, units)
    pos = game.pos
    rifles, sappers, tanks, company, failed = (game.unit(id) for id in ids)
    fighters = (rifles, sappers, tanks, company, failed)
    plain = Losses(GERMAN, fighters, 2, failed=(failed,))
    assert candidates(pos, plain) == sorted((rifles, sappers, tanks, company))
    assert candidates(pos, plain._replace(engineers=1)) == [sappers]
    assert candidates(pos, plain._replace(engineers=1, units=(rifles,))) == [rifles]
    assert candidates(pos, plain._replace(tanks=1)) == sorted((tanks, company))
    assert candidates(pos, plain._replace(tanks=1, units=(rifles, failed))) == [rifles]
    assert candidates(pos, plain._replace(units=(failed,))) == [failed]
    why = {
        "rp.losses.5": loss_refusal(pos, plain, game.unit("i-gr-107")),
        "rp.losses.6": loss_refusal(pos, plain._replace(engineers=1), rifles),
        "rp.losses.7": loss_refusal(pos, plain, failed),
        "rp.losses.17": loss_refusal(pos, plain._replace(tanks=1), rifles),
    }
    assert {rule: refusal.rule for rule, refusal in why.items() if refusal is not None} == {
        rule: rule for rule in why
    }


@pytest.mark.rule("rp.losses.20")
def test_others_of_the_hex_are_those_who_are_neither_leaders_nor_scattered() -> None:
    """Nor who retreated into it; while such a one is among the defenders, not all of them are gone."""
    units = {
        "i-a-309": TARGET,
        "rybalko": TARGET,
        "1-5-gab": f"{TARGET} dispersed",
        "ii-a-309": f"{TARGET} retreated",
        "i-gr-80": NORTH,
    }
    game = table(ARENA, units)
    found = others_in(game.pos, game.hex(TARGET), SOVIET, ())
    assert found == [game.unit("i-a-309")]
    assert others_in(game.pos, game.hex(TARGET), SOVIET, (game.unit("ii-a-309"),)) == []
    assert others_in(game.pos, -1, SOVIET, ()) == []


@pytest.mark.rule("rp.losses.1")
def test_what_a_step_is_worth_to_its_owner_and_to_the_enemy() -> None:
    """A German battalion 4-5, 3-4 with two steps: 2. A gun with its only step all it has."""
    game = table(ARENA, {"i-gr-80": NORTH, "i-ar-34": NORTH})
    battalion, gun = game.unit("i-gr-80"), game.unit("i-ar-34")
    value = game.pos.content.printed_value
    step = sum(value(name, battalion, 3) - value(name, battalion, 2) for name in ("attack", "defence"))
    whole = sum(value(name, gun, 1) for name in ("attack", "defence"))
    assert step > 0 and whole > 0
    for by_enemy, sign in ((0, 1), (1, -1)):
        v = Losses(GERMAN, (battalion, gun), 1, enemy=by_enemy)
        assert strength_lost(game.pos, v, ("lose", battalion)) == (sign * step, battalion)
        assert strength_lost(game.pos, v, ("lose", gun)) == (sign * whole, gun)


@pytest.mark.rule("rp.losses.14", "rp.breakdown.3b")
def test_who_stands_in_for_a_battalion_is_in_the_same_state() -> None:
    units = {"i-gr-80": "0203 demoralized oos moved spent=2 arrived=3 seen steps=2"}
    game = table(ARENA, units)
    pos, of = game.pos, game.unit("i-gr-80")
    slot = pos.content.company_slots[of][0]
    stand_in(pos, slot, of)
    for name in ("hex", "morale_state", "supply", "flags", "spent", "arrived", "seen"):
        assert getattr(pos, name)[slot] == getattr(pos, name)[of] != 0, name
    assert pos.source[slot] == of and pos.steps[slot] == pos.content.max_steps[slot]


# -- markers ---------------------------------------------------------------------------------------


@pytest.mark.rule("rp.combat-markers.1", "rp.combat-markers.2", "rp.combat-markers.3")
@pytest.mark.parametrize(
    ("what", "before", "after", "steps"),
    [
        (UNMARKED, "in-order", IN_ORDER, 3),
        (DISRUPTS, "in-order", DISRUPTED, 3),
        (DISRUPTS, "disrupted", DEMORALIZED, 3),
        (DISRUPTS, "demoralized", DEMORALIZED, 3),
        (DEMORALIZES, "in-order", DEMORALIZED, 3),
        (DEMORALIZES, "disrupted", DEMORALIZED, 3),
        (DEMORALIZES, "demoralized", DEMORALIZED, 2),
    ],
)
def test_what_a_marker_does(what: int, before: str, after: int, steps: int) -> None:
    game = table(ARENA, {"i-gr-80": f"{NORTH} {before}", "nehring": NORTH, "hq-xxiv": SOUTH})
    unit, leader = game.unit("i-gr-80"), game.unit("nehring")
    mark(game.game, [unit], what)
    assert (game.pos.morale_state[unit], game.pos.steps[unit]) == (after, steps)
    disrupt(game.pos, leader)
    assert game.pos.morale_state[leader] == IN_ORDER


@pytest.mark.rule("rp.recovery.2", "rp.recovery.3")
def test_recovery_is_one_step_and_never_more_than_order() -> None:
    for before, after in (("demoralized", DISRUPTED), ("disrupted", IN_ORDER), ("in-order", IN_ORDER)):
        game = table(ARENA, {"i-gr-80": f"{NORTH} {before}"})
        recover(game.pos, game.unit("i-gr-80"))
        assert game.pos.morale_state[game.unit("i-gr-80")] == after


@pytest.mark.rule("rp.stand-fast.6")
@pytest.mark.parametrize(
    ("where", "hexes", "stand", "could"),
    [
        (TARGET, 1, MAY_STAND, True),
        (NORTH, 1, MAY_STAND, False),
        (TARGET, 0, MAY_STAND, False),
        (TARGET, 1, MAY_NOT_STAND, False),
    ],
)
def test_which_leader_could_steady_a_stand(where: str, hexes: int, stand: int, could: bool) -> None:
    game = table(ARENA, {"rybalko": where, "i-a-309": TARGET})
    v = Aftermath(game.hex(TARGET), (), (), (), defence_hexes=hexes, stand=stand)
    assert could_steady(game.pos, v, game.unit("rybalko")) is could


# -- retreat and advance ---------------------------------------------------------------------------


@pytest.mark.rule("rp.retreat.8")
@pytest.mark.parametrize("enemies", [[NORTH], [NORTH, SOUTH], list(RING_AROUND)])
def test_a_hex_leads_away_if_it_is_farther_from_every_attacker(enemies: list[str]) -> None:
    game = table(ARENA, {"i-a-309": TARGET})
    away = game.pos.content.grid.distance
    foes = tuple(game.hex(name) for name in enemies)
    v = Retreat((), 1, foes, game.hex(TARGET))
    for here, there in product((game.hex(TARGET), game.hex("0202"), game.hex("0606")), range(49)):
        farther = all(away(there, foe) > away(here, foe) for foe in foes)
        assert leads_away(game.pos, v, here, there) is farther


@pytest.mark.rule(
    "rp.retreat.6", "rp.retreat.7", "rp.retreat.9", "rp.retreat.10", "rp.retreat.11", "rp.retreat.5a"
)
@pytest.mark.parametrize(
    ("friends", "zone", "expected"),
    [(0, False, 0), (4, False, 0), (5, False, 1), (0, True, 4), (1, True, 2), (4, True, 2), (5, True, 3)],
)
def test_how_a_hex_ranks(friends: int, zone: bool, expected: int) -> None:
    """Five units may stack; the one that retreats is the fifth or the sixth. An enemy may be in 0202."""
    mates = ("ii-a-309", "iii-a-309", "i-b-309", "ii-b-309", "iii-b-309")[:friends]
    units = {"i-a-309": "0204", **dict.fromkeys(mates, "0203"), "i-gr-80": "0202" if zone else "0707"}
    game = table(ARENA, units)
    assert rank(game.pos, [game.unit("i-a-309")], game.hex("0203")) == expected


@pytest.mark.rule("rp.retreat.5", "rp.retreat.15")
def test_where_a_retreat_may_not_go_and_why() -> None:
    """Around 0404: an enemy in 0403, the battle in 0504, water in 0505; a lone enemy leader in 0405."""
    rows = [*ARENA[:4], "....~..", *ARENA[5:]]
    game = table(rows, {"i-a-309": TARGET, "i-gr-80": NORTH, "nehring": SOUTH, "hq-xxiv": "0101"})
    unit = game.unit("i-a-309")
    v = Retreat((), 1, (game.hex(NORTH),), game.hex("0504"), group=(unit,), path=(game.hex("0504"),))
    why = {}
    for name in (*RING_AROUND, "0202"):
        refusal = way_refusal(game.pos, v, (unit,), game.hex(name))
        why[name] = refusal.rule if refusal is not None else ""
    assert why == {
        "0403": "rp.retreat.15",
        "0504": "rp.retreat.5",
        "0505": "rp.retreat.15",
        "0405": "rp.retreat.15",
        "0305": "",
        "0304": "",
        "0202": "rp.retreat.5",
    }
    assert [game.pos.content.names[hex] for hex in retreat_hexes(game.pos, v)] == ["0305"]


@pytest.mark.rule("rp.advance.2")
def test_where_an_advance_goes_on() -> None:
    game = table(ARENA, {"i-gr-80": NORTH, "i-a-309": TARGET})
    hexes = {name: game.hex(name) for name in (TARGET, "0405", "0406", "0306", "0304")}
    a, b, c, d = (hexes[name] for name in (TARGET, "0405", "0406", "0306"))
    v = Advance(a, 3, ((a, b, c), (a, b, d), (a,)), (), (), (), ())
    assert next_hexes(game.pos, v, (a,)) == [b]
    assert next_hexes(game.pos, v, (a, b)) == sorted((c, d))
    assert next_hexes(game.pos, v, (a, b, c)) == []
    free = v._replace(ways=())
    around = {hex for hex in range(49) if game.pos.content.grid.distance(hex, b) == 1} - {a}
    assert set(next_hexes(game.pos, free, (a, b))) == around
    off = goal_refusal(game.pos, v._replace(unit=game.unit("i-gr-80")), hexes["0304"])
    assert off is not None and off.rule == "rp.advance.2"


@pytest.mark.rule("rp.advance.1a", "rp.advance.18b")
@pytest.mark.parametrize(
    ("alive", "path", "number", "paid_for", "most", "length"),
    [
        (True, 0, 4, 0, 9, 0),
        (True, 2, 4, 0, 9, 2),
        (True, 2, 4, 0, 1, 1),
        (False, 0, 0, 0, 9, 1),
        (False, 0, 4, 1, 9, 3),
        (False, 1, 4, 1, 9, 2),
        (False, 3, 4, 0, 9, 3),
        (False, 0, 4, 4, 9, 1),
        (False, 0, 4, 0, 2, 2),
    ],
)
def test_how_far_the_victors_go(
    alive: bool, path: int, number: int, paid_for: int, most: int, length: int
) -> None:
    """As far as the defender went; over the dead what is left of his number, at least 1."""
    game = table(ARENA, {"i-gr-80": NORTH, "i-a-309": TARGET if alive else "eliminated"})
    way = tuple(range(path + 1))
    v = Aftermath(
        game.hex(TARGET),
        (),
        (),
        (game.unit("i-a-309"),),
        defence_number=number,
        advance=most,
        paid=paid_for,
        paths=(way,),
    )
    assert length_of(game.pos, v) == length
    if path == 0:
        assert length_of(game.pos, v._replace(paths=())) == length


# -- how a stack counts ----------------------------------------------------------------------------


@pytest.mark.rule("rp.defend-declare.7", "rp.defend-declare.8", "rp.defend-declare.9", "rp.attack-declare.5")
@pytest.mark.parametrize(
    ("units", "battalions", "companies"),
    [
        (("i-gr-80", "pzr-27", "nehring"), [False, True], {}),
        (("hq-34",), [], {}),
        (("hq-34", "hq-xxiv"), [], {"": 1}),
        (("ger-tank-co-1", "ger-stug-co-1", "ger-eng-co-1"), [], {"tank": 2, "engineer": 1}),
        (("ger-inf-rem-1",), [], {"": 1}),
    ],
)
def test_how_units_count_in_a_combat(
    units: tuple[str, ...], battalions: list[bool], companies: dict[str, int]
) -> None:
    """The first HQ is free, each further one and each remnant a company by itself; tanks are tanks."""
    of = {
        "ger-tank-co-1": "pzr-27",
        "ger-stug-co-1": "stug-239",
        "ger-eng-co-1": "pi-34",
        "ger-inf-rem-1": "i-gr-80",
    }
    boxed = {of[id]: "broken-down" for id in units if id in of}
    game = table(ARENA, {**dict.fromkeys(units, NORTH), **boxed})
    found = party_of(game.pos, [game.unit(id) for id in units])
    assert [one.is_tank for one in found.battalions] == battalions
    assert sorted(found.companies.values()) == sorted(companies.values())
    assert {kind for kind in found.companies if kind in ("tank", "engineer")} == {
        kind for kind in companies if kind
    }


@pytest.mark.rule("rp.defend-declare.3", "rp.defend-declare.4")
@pytest.mark.parametrize(
    ("sides", "battalions", "out"),
    [(1, 2, 0), (1, 3, 3), (3, 3, 3), (4, 3, 0), (4, 4, 4), (6, 4, 4)],
)
def test_two_battalions_defend_and_three_against_an_attack_from_four_sides(
    sides: int, battalions: int, out: int
) -> None:
    rifles = ("i-a-309", "ii-a-309", "iii-a-309", "i-b-309")[:battalions]
    game = table(ARENA, dict.fromkeys(rifles, TARGET))
    origins = tuple(game.hex(name) for name in RING_AROUND[:sides])
    v = Combat(game.hex(TARGET), (), origins, tuple(game.unit(id) for id in rifles), 0)
    assert len(who_may_stay_out(game.pos, v)) == out


@pytest.mark.rule("rp.defend-declare.3a", "rp.defend-declare.4", "rp.defend-declare.8")
@pytest.mark.parametrize(
    ("sides", "units", "out"),
    [
        (1, ("i-a-309", "ii-a-309", "smg-51", "1-5-gab", "2-5-gab"), 5),
        (1, ("i-a-309", "ii-a-309", "smg-51", "1-5-gab"), 0),
        (4, ("i-a-309", "ii-a-309", "iii-a-309", "smg-51", "1-5-gab"), 2),
        (4, ("i-a-309", "ii-a-309", "iii-a-309", "smg-51"), 0),
        (1, ("i-a-309", "ii-a-309", "smg-51", "1-5-gab", "hq-309"), 0),
        (1, ("i-a-309", "ii-a-309", "smg-51", "1-5-gab", "hq-309", "hq-161"), 6),
    ],
)
def test_four_counters_defend_or_three_battalions_and_a_company(
    sides: int, units: tuple[str, ...], out: int
) -> None:
    """The first HQ does not count, the second does: then either of them may stay out."""
    game = table(ARENA, dict.fromkeys(units, TARGET))
    origins = tuple(game.hex(name) for name in RING_AROUND[:sides])
    v = Combat(game.hex(TARGET), (), origins, tuple(game.unit(id) for id in units), 0)
    assert len(who_may_stay_out(game.pos, v)) == out


@pytest.mark.rule(
    "rp.advance.1", "rp.advance.5", "rp.advance.6", "rp.advance.13", "rp.advance.21", "rp.morale.12"
)
@pytest.mark.parametrize(
    ("unit", "state", "rule"),
    [
        ("i-gr-80", NORTH, ""),
        ("i-gr-80", "waiting", "rp.advance.1"),
        ("i-a-309", NORTH, "rp.advance.1"),
        ("i-gr-80", "0402", "rp.advance.6"),
        ("i-gr-80", "0305", "rp.advance.6"),
        ("i-gr-80", f"{NORTH} retreated", "rp.advance.5"),
        ("i-gr-80", f"{NORTH} retreated retreated-before", ""),
        ("ii-gr-80", NORTH, "rp.morale.12"),
        ("i-ar-34", NORTH, "rp.advance.13"),
        ("hq-34", NORTH, "rp.advance.21"),
        ("nehring", NORTH, "rp.advance.21"),
    ],
)
def test_who_may_follow_the_beaten(unit: str, state: str, rule: str) -> None:
    """From 0403, where attackers stood, as they did in 0402, not next to 0404.

    ii-gr-80 took no part.
    """
    game = table(ARENA, {"ii-gr-80": "0707", "hq-xxiv": "0101"} | {unit: state})
    origins = (game.hex(NORTH), game.hex("0402"))
    v = Advance(
        game.hex(TARGET),
        1,
        (),
        origins,
        (game.unit("i-gr-80") if unit == "i-gr-80" else 0,),
        (game.unit("ii-gr-80"),),
        (),
    )
    refusal = advance_refusal(game.pos, v, game.unit(unit))
    assert (refusal.rule if refusal is not None else "") == rule

"""Guns, leaders and looking at stacks: each condition on both its sides."""

from itertools import product

import pytest

from games.red_parachutes.battle import ARENA, MIDDAY, NIGHT, NORTH, SOUTH, TARGET
from games.red_parachutes.table import table
from grognard.games.battalions.combat.after.leader_casualty import Casualty, RollCasualty, RollDaysAway
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.guns.ammunition import emptiest, resupply, resupply_refusal, salvo_price
from grognard.games.battalions.guns.support import enough_guns, fire_refusal, most_support, support_quarters
from grognard.games.battalions.model.formations import may_be_unassigned
from grognard.games.battalions.model.position import ABSENT, DISPLACED, HURT
from grognard.games.battalions.movement.intelligence import examine_from, look_distance
from grognard.games.battalions.movement.limbering import limber, limber_refusal, unlimber, unlimber_refusal
from grognard.games.battalions.movement.move import Move
from grognard.games.battalions.table.combat_odds import drop_leaders, holds, steps_of

GERMAN, SOVIET = 0, 1
FED = {"rows": ["."] * 6, "areas": {"exit:german": ["0101"], "exit:soviet": ["0101"]}}


# -- ammunition ---------------------------------------------------------------------------------------


@pytest.mark.rule(
    "rp.ammo-resupply.2",
    "rp.ammo-resupply.3",
    "rp.ammo-resupply.9",
    "rp.ammo-resupply.10",
    "rp.ammo-resupply.1b",
)
@pytest.mark.parametrize(
    ("unit", "state", "salvos", "rule"),
    [
        ("i-ar-34", "0102 ammunition=1", 1, ""),
        ("i-ar-34", "0102 ammunition=0", 1, ""),
        ("i-ar-34", "0102 ammunition=2", 1, "rp.ammo-resupply.10"),
        ("i-ar-34", "0102 ammunition=1", 0, "rp.ammo-resupply.9"),
        ("i-ar-34", "waiting ammunition=1", 1, "rp.ammo-resupply.2"),
        ("i-gr-80", "0102", 1, "rp.ammo-resupply.2"),
        ("art-309", "0102 ammunition=1", 1, "rp.ammo-resupply.2"),
    ],
)
def test_which_gun_gets_ammunition(unit: str, state: str, salvos: int, rule: str) -> None:
    game = table(FED, {unit: state, "hq-34": "0101"}, salvos=[salvos, salvos])
    refusal = resupply_refusal(game.pos, game.unit(unit), GERMAN)
    assert (refusal.rule if refusal is not None else "") == rule
    if not rule:
        before = game.pos.ammunition[game.unit(unit)]
        resupply(game.game, game.unit(unit))
        assert game.pos.ammunition[game.unit(unit)] == before + 1
        assert game.pos.salvos == [0, salvos]


@pytest.mark.rule("rp.ammo-resupply.9", "rp.ammo-resupply.11")
def test_regiments_cost_two_salvos_and_the_emptiest_are_served_first() -> None:
    units = {
        "i-ar-34": f"{NORTH} ammunition=1",
        "iv-ar-34": f"{NORTH} ammunition=1",
        "ii-ar-34": f"{NORTH} ammunition=0",
    }
    game = table(ARENA, {**units, "art-309": TARGET})
    light, heavy, empty = (game.unit(id) for id in units)
    assert [salvo_price(game.pos, unit) for unit in (light, game.unit("art-309"))] == [1, 2]
    assert game.pos.value("support", heavy) > game.pos.value("support", light)
    orders = [("done", -1), *(("resupply", unit) for unit in (light, heavy, empty))]
    ranked = sorted(orders, key=lambda one: emptiest(game.pos, None, one))
    assert [noun for _, noun in ranked] == [empty, heavy, light, -1]


# -- limbering ------------------------------------------------------------------------------------------


@pytest.mark.rule("rp.limbering.1", "rp.limbering.2", "rp.limbering.3", "rp.limbering.4")
@pytest.mark.parametrize(
    ("state", "letter", "enemy", "unlimbers", "limbers"),
    [
        ("limbered", ".", "0707", "", "rp.limbering.1"),
        ("", ".", "0707", "rp.limbering.2", ""),
        ("limbered landed", ".", "0707", "rp.limbering.4", "rp.limbering.1"),
        ("limbered", ".", "0405", "rp.limbering.2", "rp.limbering.1"),
        ("", ".", "0405", "rp.limbering.2", ""),
        ("limbered", "S", "0707", "rp.limbering.3", "rp.limbering.1"),
    ],
)
def test_when_a_gun_is_turned(state: str, letter: str, enemy: str, unlimbers: str, limbers: str) -> None:
    rows = [*ARENA[:3], f"...{letter}...", *ARENA[4:]]
    game = table(rows, {"i-ar-34": f"{TARGET} {state}", "i-gr-80": TARGET, "i-a-309": enemy})
    gun, rifles = game.unit("i-ar-34"), game.unit("i-gr-80")
    v = Move((gun, rifles), (20, 10), (0, 0))
    for refusal, rule in ((unlimber_refusal, unlimbers), (limber_refusal, limbers)):
        found = refusal(game.pos, v, gun)
        assert (found.rule if found is not None else "") == rule
        men = refusal(game.pos, v, rifles)
        assert men is not None and men.rule == "rp.limbering.1"
        away = refusal(game.pos, Move((rifles,), (10,), (0,)), gun)
        assert away is not None and away.rule == "rp.limbering.3"


@pytest.mark.rule("rp.limbering.3a")
@pytest.mark.parametrize("verb", ["limber", "unlimber"])
def test_turning_a_gun_takes_its_points_and_not_more_than_it_has(verb: str) -> None:
    game = table(ARENA, {"i-ar-34": TARGET + (" limbered" if verb == "unlimber" else "")})
    gun = game.unit("i-ar-34")
    price = game.pos.value(verb, gun) * 2
    refusal = unlimber_refusal if verb == "unlimber" else limber_refusal
    assert refusal(game.pos, Move((gun,), (price,), (0,)), gun) is None
    if price:
        short = refusal(game.pos, Move((gun,), (price - 1,), (0,)), gun)
        assert short is not None and short.rule == "rp.limbering.3"
    (unlimber if verb == "unlimber" else limber)(game.game, gun)
    assert game.pos.spent[gun] == max(price, 1)
    game.holds(
        f"unit i-ar-34 limbered {'no' if verb == 'unlimber' else 'yes'}", "unit i-ar-34 flag limbered-now"
    )


# -- support --------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "rp.defensive-support.4", "rp.defensive-support.5", "rp.defensive-support.7", "rp.bombardment.5"
)
@pytest.mark.parametrize(
    ("state", "phasing", "rule"),
    [
        ("", "german", ""),
        ("", "soviet", ""),
        ("bombarded", "german", "rp.bombardment.5"),
        ("bombarded", "soviet", "rp.defensive-support.4"),
        ("fired-this-turn", "soviet", ""),
        ("demoralized", "german", "rp.defensive-support.5"),
        ("disrupted", "german", ""),
        ("limbered", "german", "rp.defensive-support.7"),
        ("ammunition=0", "german", "rp.defensive-support.8"),
        ("ammunition=1", "german", ""),
    ],
)
def test_what_keeps_a_gun_from_supporting(state: str, phasing: str, rule: str) -> None:
    game = table(ARENA, {"i-ar-34": f"0401 {state}", "i-a-309": "0707"}, phasing=phasing)
    refusal = fire_refusal(game.pos, game.unit("i-ar-34"))
    assert (refusal.rule if refusal is not None else "") == rule


@pytest.mark.rule("rp.defensive-support.20")
@pytest.mark.parametrize(("phasing", "rule"), [("soviet", "rp.defensive-support.20"), ("german", "")])
def test_by_option_who_bombarded_in_this_game_turn_does_not_support_a_defence(
    phasing: str, rule: str
) -> None:
    units = {"i-ar-34": "0401 fired-this-turn", "iv-ar-34": "0401", "i-a-309": "0707"}
    game = table(ARENA, units, phasing=phasing, options={"bombard-bars-defense": True})
    refusal = fire_refusal(game.pos, game.unit("i-ar-34"))
    assert (refusal.rule if refusal is not None else "") == rule
    assert fire_refusal(game.pos, game.unit("iv-ar-34")) is None


@pytest.mark.rule("rp.defensive-support.6", "rp.attack-declare.10a", "rp.defend-declare.6")
@pytest.mark.parametrize(
    ("phasing", "rule"), [("german", "rp.attack-declare.10"), ("soviet", "rp.defend-declare.6")]
)
def test_a_gun_in_an_enemy_zone_supports_nobody(phasing: str, rule: str) -> None:
    game = table(ARENA, {"i-ar-34": NORTH, "i-a-309": TARGET}, phasing=phasing)
    refusal = fire_refusal(game.pos, game.unit("i-ar-34"))
    assert refusal is not None and refusal.rule == rule


@pytest.mark.rule("rp.defensive-support.15", "rp.offensive-support.4", "rp.offensive-support.5")
@pytest.mark.parametrize("phasing", ["german", "soviet"])
@pytest.mark.parametrize("turn", [MIDDAY, NIGHT])
@pytest.mark.parametrize("order", ["in-order", "disrupted"])
def test_support_in_quarters(phasing: str, turn: int, order: str) -> None:
    """A disrupted gun that supports an attack gives one less, if more than 2; at night half."""
    game = table(
        ARENA, {"iv-ar-34": f"0401 {order}", "i-gr-80": NORTH, "i-a-309": "0707"}, phasing=phasing, turn=turn
    )
    gun = game.unit("iv-ar-34")
    printed = game.pos.value("support", gun)
    assert printed > 2
    points = printed - (order == "disrupted" and phasing == "german")
    assert support_quarters(game.pos, gun, game.unit("i-gr-80")) == points * (2 if turn == NIGHT else 4)
    game.pos.content.printed["support"][gun * 5 + 1] = 2
    assert support_quarters(game.pos, gun, game.unit("i-gr-80")) == 2 * (2 if turn == NIGHT else 4)


@pytest.mark.rule("rp.defensive-support.9", "rp.offensive-support.3")
def test_guns_are_taken_as_long_as_what_they_add_counts() -> None:
    """AS 4: 8 points count. The strongest come first, those chosen by hand stay."""
    units = {
        "i-gr-80": NORTH,
        "i-ar-34": "0401",
        "ii-ar-34": "0401",
        "iii-ar-34": "0401",
        "iv-ar-34": "0401",
        "i-a-309": TARGET,
    }
    game = table(ARENA, units)
    attacker, one, two, three, four, foe = (game.unit(id) for id in units)
    v = Combat(game.hex(TARGET), (attacker,), (game.hex(NORTH),), (foe,))
    assert most_support(game.pos, v, GERMAN) == 2 * game.pos.attack_of(attacker)
    assert most_support(game.pos, v, SOVIET) == game.pos.defence_of(foe)
    worth = {gun: support_quarters(game.pos, gun, attacker) // 4 for gun in (one, two, three, four)}
    chosen = enough_guns(game.pos, v, GERMAN)
    ranked = sorted(worth, key=lambda gun: (-worth[gun], gun))
    total, expected = 0, []
    for gun in ranked:
        if total < 8:
            expected.append(gun)
            total += worth[gun]
    assert chosen == tuple(sorted(expected)) and len(chosen) < 4
    assert one in enough_guns(game.pos, v._replace(draft=(one,)), GERMAN)


# -- leaders --------------------------------------------------------------------------------------------


@pytest.mark.rule("rp.leader-casualty.2a", "rp.leader-casualty.3", "rp.move-general.17")
@pytest.mark.parametrize("displaced", [0, 1])
@pytest.mark.parametrize("adc", [0, 1])
def test_every_roll_for_a_leader(displaced: int, adc: int) -> None:
    """Killed up to 2 and the steps lost, wounded one above that, else unhurt or driven off."""
    start = table(ARENA, {"nehring": NORTH, "hq-xxiv": "0101"})
    leader = start.unit("nehring")
    start.pos.adc[leader] = adc
    for lost, die in product(range(4), range(2, 13)):
        game = start.copy()
        game.game.call("leader-casualty", Casualty(leader, lost, displaced))
        v = Casualty(leader, lost, displaced)
        RollCasualty().take(game.game, v, die)
        where = game.pos.hex[leader]
        if die <= 3 + lost:
            assert where == HURT
        else:
            assert where == (DISPLACED if displaced else game.hex(NORTH))
        wounded = game.pos.stack[-1].vars.wounded
        assert wounded == (die == 3 + lost and not adc)


@pytest.mark.rule("rp.leader-casualty.4")
@pytest.mark.parametrize("die", [2, 7, 12])
def test_a_wounded_leader_is_away_two_days_for_each_pip(die: int) -> None:
    """A day has four turns."""
    game = table(ARENA, {"nehring": "hurt", "hq-xxiv": "0101"}, turn=6)
    RollDaysAway().take(game.game, Casualty(game.unit("nehring"), wounded=1), die)
    assert game.pos.back[game.unit("nehring")] == 6 + 8 * die


@pytest.mark.rule("rp.formations.2a", "rp.formations.3b", "rp.formations.4")
@pytest.mark.parametrize(
    ("unit", "free"),
    [
        ("i-gr-80", True),
        ("i-ar-34", True),
        ("sapper-a", True),
        ("i-a-309", False),
        ("art-309", False),
        ("i-69-mb", True),
        ("1-5-gab", True),
        ("recon-9-mc", True),
    ],
)
def test_whom_his_owner_may_call_unassigned(unit: str, free: bool) -> None:
    game = table(ARENA, {unit: NORTH})
    assert may_be_unassigned(game.pos, game.unit(unit)) is free
    if unit == "recon-9-mc":
        game.pos.afoot[game.unit(unit)] = 1
        assert may_be_unassigned(game.pos, game.unit(unit))


# -- looking ----------------------------------------------------------------------------------------------


@pytest.mark.rule("rp.move-intel.2a", "rp.move-intel.3", "rp.move-intel.4")
@pytest.mark.parametrize("turn", [MIDDAY, NIGHT])
@pytest.mark.parametrize("letter", [".", "T", "C", "W"])
def test_stacks_are_looked_at_from_two_hexes_or_one(turn: int, letter: str) -> None:
    most = 1 if turn == NIGHT or letter in "TC" else 2
    rows = [*ARENA[:3], f"...{letter}...", *ARENA[4:]]
    units = {"i-a-309": TARGET, "1-5-gab": f"{TARGET} dispersed", "i-gr-80": "0101"}
    game = table(rows, units, turn=turn)
    assert look_distance(game.pos, game.hex(TARGET)) == most
    for hex in range(49):
        now = game.copy()
        examine_from(now.game, [hex])
        away = game.pos.content.grid.distance(hex, game.hex(TARGET))
        assert now.pos.knows(GERMAN, game.unit("i-a-309")) == (away <= most), game.pos.content.names[hex]
        assert not now.pos.knows(GERMAN, game.unit("1-5-gab"))


@pytest.mark.rule("rp.odds-shifts.7")
def test_for_the_odds_no_leader_is_there_that_was_not_seen() -> None:
    units = {
        "i-a-309": f"{TARGET} seen",
        "ii-a-309": TARGET,
        "rybalko": SOUTH,
        "iii-a-309": SOUTH,
        "i-gr-80": NORTH,
    }
    game = table(ARENA, units)
    pos = game.pos
    assert [steps_of(pos, side) for side in (GERMAN, SOVIET)] == [3, 6]
    assert holds(pos, game.hex(TARGET), SOVIET) and not holds(pos, game.hex(TARGET), GERMAN)
    drop_leaders(pos)
    gone = [id for id in units if pos.hex[game.unit(id)] == ABSENT]
    assert gone == ["rybalko"]

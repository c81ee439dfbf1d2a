"""Results as arithmetic: how a number is split, altered and owed, and what goes with a combat to its end."""

import pytest

from games.red_parachutes.battle import ARENA, NIGHT, NORTH, RING_AROUND, TARGET, arena
from games.red_parachutes.table import table
from grognard.games.battalions.combat.attack import Combat, attack_hexes, is_near, origin_of, range_to, up
from grognard.games.battalions.combat.odds.shifts import (
    attack_integrity,
    defence_integrity,
    engineers_help,
    is_enveloped,
    regiment_of,
)
from grognard.games.battalions.combat.resolution import armor_lead, begun, what_is_owed
from grognard.games.battalions.combat.results import (
    DEMORALIZES,
    DISRUPTS,
    MAY_STAND,
    NO_LIMIT,
    UNMARKED,
    Cell,
    Numbers,
    attacker_split,
    changed,
    defender_split,
    numbers,
)
from grognard.games.battalions.combat.surprise import surprise_refusal

CELL = Cell(True, 0, "0", "0", "down", MAY_STAND, 0, NO_LIMIT, "")


@pytest.mark.rule("rp.losses.3", "rp.losses.4", "rp.stand-fast.1")
@pytest.mark.parametrize("number", range(9))
def test_half_of_a_number_is_steps_and_the_rest_hexes(number: int) -> None:
    """The attacker's half is rounded up, the defender's down, or as the matrix says."""
    low, high = number // 2, number - number // 2
    assert attacker_split(number) == (high, low)
    assert defender_split(number, CELL) == (low, high)
    assert defender_split(number, CELL._replace(split="up")) == (high, low)
    assert defender_split(number, CELL._replace(split="hexes")) == (0, number or 1)


@pytest.mark.rule("rp.combat-options.6b")
@pytest.mark.parametrize(
    ("change", "after"),
    [
        ("0", [0, 1, 2, 5]),
        ("1", [1, 2, 3, 6]),
        ("-1", [0, 0, 1, 4]),
        ("half", [0, 0, 1, 2]),
        ("one", [0, 1, 1, 1]),
    ],
)
def test_how_the_matrix_alters_a_number(change: str, after: list[int]) -> None:
    for number, expected in zip((0, 1, 2, 5), after, strict=True):
        found = Numbers(number, DISRUPTS, number, DEMORALIZES)
        assert changed(found, CELL._replace(attacker=change)) == found._replace(attacker=expected)
        assert changed(found, CELL._replace(defender=change)) == found._replace(defender=expected)


@pytest.mark.rule("rp.resolution.2b", "rp.combat-markers.1")
def test_every_result_of_the_table_is_read_as_it_is_printed() -> None:
    """A number, then D or M or nothing, on both sides of the stroke; at night a defender's is 3 at most."""
    crt = table(ARENA, {"i-gr-80": NORTH}).pos.content.tables["crt"]
    marks = {"D": DISRUPTS, "M": DEMORALIZES}
    for column in range(1, len(crt.columns) + 1):
        for roll in range(2, 13):
            text = crt.text(str(roll), str(column))
            halves = []
            for part in text.split("/"):
                letter = part[-1] if part[-1:] in marks else ""
                halves.append((int(part.removesuffix(letter) or 0), marks.get(letter, UNMARKED)))
            (ours, our_mark), (theirs, their_mark) = halves
            assert numbers(crt, column, roll, False) == (ours, our_mark, theirs, their_mark)
            assert numbers(crt, column, roll, True) == (ours, our_mark, min(theirs, 3), their_mark)


@pytest.mark.rule("rp.losses.19a", "rp.losses.19b", "rp.losses.3", "rp.losses.4")
@pytest.mark.parametrize(
    ("mine", "theirs", "found", "owed"),
    [
        (3, 2, (2, 4), (1, 1, 2, 2)),
        (1, 2, (2, 4), (1, 1, 2, 2)),
        (1, 2, (3, 4), (2, 1, 1, 2)),
        (3, 1, (2, 2), (1, 1, 1, 1)),
        (3, 1, (2, 4), (1, 0, 2, 2)),
        (3, 1, (0, 4), (0, 0, 2, 2)),
        (1, 2, (3, 0), (2, 1, 0, 0)),
    ],
)
def test_who_cannot_lose_all_his_steps_takes_one_off_the_enemys_number(
    mine: int, theirs: int, found: tuple[int, int], owed: tuple[int, int, int, int]
) -> None:
    """Steps and hexes of the attacker, then of the defender: 4 is two and two, 3 two and one."""
    game = table(ARENA, {"i-gr-80": f"{NORTH} steps={mine}", "i-a-309": f"{TARGET} steps={theirs}"})
    v = Combat(game.hex(TARGET), (game.unit("i-gr-80"),), (game.hex(NORTH),), (game.unit("i-a-309"),))
    after = what_is_owed(game.pos, v, Numbers(found[0], DISRUPTS, found[1], DEMORALIZES))
    assert (after.attack_steps, after.attack_hexes, after.defence_steps, after.defence_hexes) == owed
    assert (after.attack_mark, after.defence_mark) == (DISRUPTS, DEMORALIZES)
    assert after.defence_number == after.defence_steps + after.defence_hexes


@pytest.mark.rule("rp.combat-markers.5", "rp.leader-casualty.1")
def test_what_goes_with_a_combat_to_its_end() -> None:
    units = {
        "i-gr-80": f"{NORTH} disrupted",
        "ii-gr-80": NORTH,
        "i-ar-34": "0402 disrupted",
        "i-a-309": TARGET,
    }
    game = table(ARENA, units)
    one, two, gun, foe = (game.unit(id) for id in units)
    v = Combat(
        game.hex(TARGET),
        (one, two),
        (game.hex(NORTH),) * 2,
        (foe,),
        breakthrough=1,
        attack_guns=((gun, 3),),
        attack_failed=(two,),
        defence_failed=(foe,),
        lost=(7,),
        reckoned=1,
    )
    after = begun(game.pos, v, CELL._replace(stand=2, advance=1))
    assert (after.target, after.attackers, after.origins, after.defenders) == v[:4]
    assert (after.breakthrough, after.attack_failed, after.defence_failed) == (1, (two,), (foe,))
    assert (after.guns, after.shaken, after.stand, after.advance) == ((gun,), (one, gun), 2, 1)
    assert (after.lost, after.reckoned) == ((7,), 1)
    assert (after.took_part, after.full_defenders) == ((one,), ())


@pytest.mark.rule("rp.losses.17", "rp.losses.18")
@pytest.mark.parametrize(
    ("unit", "armor", "at", "lead"),
    [
        ("pzr-27", 3, 3, 0),
        ("pzr-27", 3, 5, 2),
        ("pzr-27", 3, 2, -1),
        ("pzr-27", 3, 0, -1),
        ("i-gr-80", 0, 5, -1),
    ],
)
def test_how_far_guns_are_better_than_tanks(unit: str, armor: int, at: int, lead: int) -> None:
    game = table(ARENA, {unit: NORTH})
    v = Combat(game.hex(TARGET), (game.unit(unit),), (game.hex(NORTH),), armor=armor, at=at)
    assert armor_lead(game.pos, v) == lead


# -- shifts -----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.odds-shifts.16")
@pytest.mark.parametrize("count", range(1, 7))
def test_an_attack_from_four_hexes_envelops(count: int) -> None:
    ids = ("i-gr-80", "ii-gr-80", "iii-gr-80", "i-gr-107", "ii-gr-107", "pi-34")[:count]
    game = table(ARENA, dict(zip(ids, RING_AROUND, strict=False)))
    units, origins = tuple(game.unit(id) for id in ids), tuple(game.hex(hex) for hex in RING_AROUND[:count])
    v = Combat(game.hex(TARGET), units, origins)
    assert attack_hexes(game.pos, v) == sorted(origins)
    assert is_enveloped(game.pos, v) == (count >= 4)
    fewer = v._replace(attack_failed=units[:1])
    assert is_enveloped(game.pos, fewer) == (count >= 5)
    assert [origin_of(v, unit) for unit in units] == list(origins)


@pytest.mark.rule(
    "rp.odds-shifts.10b", "rp.odds-shifts.11", "rp.odds-shifts.12", "rp.odds-shifts.13", "rs.odds-shifts.11b"
)
@pytest.mark.parametrize(
    ("third", "attacks", "defends"),
    [
        (NORTH, 1, 1),
        ("0304", 1, 1),
        ("0402", 0, 1),
        (f"{NORTH} demoralized", 0, 1),
        (f"{NORTH} disrupted", 1, 1),
        ("eliminated", 1, 1),
    ],
)
def test_a_whole_regiment_beside_the_defender_in_order(third: str, attacks: int, defends: int) -> None:
    units = {"i-gr-80": NORTH, "ii-gr-80": NORTH, "iii-gr-80": third}
    game = table(ARENA, units)
    one, two = game.unit("i-gr-80"), game.unit("ii-gr-80")
    v = Combat(game.hex(TARGET), (one,), (game.hex(NORTH),))
    assert attack_integrity(game.pos, v) == attacks
    defended = Combat(game.hex(NORTH), (), (), (one,))
    assert defence_integrity(game.pos, defended) == defends
    game.pos.morale_state[one] = 2
    assert defence_integrity(game.pos, defended) == 0
    lone = table(ARENA, {"i-gr-80": NORTH})
    assert regiment_of(lone.pos, lone.unit("i-gr-80")) == []
    assert sorted(regiment_of(game.pos, two)) == sorted(unit for unit in game.pos.on_map(0))


@pytest.mark.rule("rp.odds-shifts.17")
@pytest.mark.parametrize(
    ("letter", "engineers", "helps"),
    [("T", (NORTH,), True), ("C", (NORTH,), True), (".", (NORTH,), False), ("T", (), False)],
)
def test_engineers_in_every_hex_of_the_attack_open_a_town(
    letter: str, engineers: tuple[str, ...], helps: bool
) -> None:
    units = {"i-gr-80": NORTH} | ({"pi-34": NORTH} if engineers else {})
    game = table(arena(letter), {**units, "ii-gr-80": "0304"})
    ids = [game.unit(id) for id in units]
    v = Combat(game.hex(TARGET), tuple(ids), (game.hex(NORTH),) * len(ids))
    assert engineers_help(game.pos, v) is helps
    wider = Combat(game.hex(TARGET), (*ids, game.unit("ii-gr-80")), (*v.origins, game.hex("0304")))
    assert not engineers_help(game.pos, wider)
    assert not engineers_help(game.pos, v._replace(attack_failed=tuple(ids)))


@pytest.mark.rule("rp.surprise.1", "rp.surprise.5")
@pytest.mark.parametrize(
    ("turn", "guns", "rule"),
    [
        (1, 0, ""),
        (1, 1, ""),
        (1, 2, "rp.surprise.5"),
        (2, 0, "rp.surprise.1"),
        (3, 0, "rp.surprise.1"),
        (NIGHT, 1, ""),
    ],
)
def test_when_surprise_is_tried(turn: int, guns: int, rule: str) -> None:
    game = table(ARENA, {"i-gr-80": NORTH}, turn=turn)
    v = Combat(game.hex(TARGET), (0,), (0,), attack_guns=((0, 1),) * guns)
    refusal = surprise_refusal(game.pos, v)
    assert (refusal.rule if refusal is not None else "") == rule
    off = table(ARENA, {"i-gr-80": NORTH}, turn=1, options={"surprise": False})
    assert surprise_refusal(off.pos, v._replace(attack_guns=())) is not None


@pytest.mark.rule("rp.general.13")
def test_halves_are_rounded_up_and_near_is_one_hex() -> None:
    assert [up(value) for value in range(6)] == [0, 1, 1, 2, 2, 3]
    assert [up(value, 3) for value in range(8)] == [0, 1, 1, 1, 2, 2, 2, 3]
    game = table(ARENA, {"i-ar-34": TARGET})
    distance = game.pos.content.grid.distance
    for hex in range(49):
        assert is_near(game.pos, game.hex(TARGET), hex) == (distance(game.hex(TARGET), hex) <= 1)
        assert range_to(game.pos, game.unit("i-ar-34"), hex) == distance(game.hex(TARGET), hex)

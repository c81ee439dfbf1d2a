"""Results table and option matrix, read by hand."""

import pytest

from grognard.core.board.tables import load_tables
from grognard.games.battalions.combat.results import (
    ASSAULT,
    ATTACK_OPTIONS,
    DEFENCE_OPTIONS,
    DEFEND,
    DEMORALIZES,
    DETERMINED,
    DISRUPTS,
    FEINT,
    MAY_NOT_STAND,
    MAY_STAND,
    MUST_STAND,
    NO_LIMIT,
    PROBE,
    RETREAT,
    STANDARD,
    UNMARKED,
    WITHDRAW,
    Numbers,
    attacker_split,
    cell,
    changed,
    defender_split,
    numbers,
)
from grognard.games.red_parachutes.model.content import DATA

TABLES = load_tables(DATA / "tables.toml")
CRT = TABLES["crt"]
MATRIX = TABLES["option-matrix"]


@pytest.mark.rule("rp.resolution.2", "rp.combat-markers.1")
@pytest.mark.parametrize(
    ("column", "roll", "found"),
    [
        (1, 2, (4, DEMORALIZES, 0, UNMARKED)),
        (4, 7, (1, UNMARKED, 0, UNMARKED)),
        (7, 7, (1, UNMARKED, 2, UNMARKED)),
        (8, 7, (1, UNMARKED, 2, DISRUPTS)),
        (12, 7, (0, UNMARKED, 3, DEMORALIZES)),
        (12, 12, (0, UNMARKED, 6, DEMORALIZES)),
        (8, 12, (0, UNMARKED, 4, DISRUPTS)),
        (3, 7, (1, DISRUPTS, 0, UNMARKED)),
    ],
)
def test_the_table_is_read_by_column_and_dice(
    column: int, roll: int, found: tuple[int, int, int, int]
) -> None:
    assert numbers(CRT, column, roll, night=False) == found


def test_every_entry_depends_on_column_and_dice_together() -> None:
    """The house table is a diagonal: equal sums give equal entries."""
    by_sum: dict[int, set[str]] = {}
    for roll in range(2, 13):
        for column in range(1, 13):
            by_sum.setdefault(roll + column, set()).add(CRT.text(str(roll), str(column)))
    assert all(len(entries) == 1 for entries in by_sum.values())
    assert len(by_sum) == 22


@pytest.mark.parametrize(
    ("column", "attacker", "defender", "owes"),
    [
        (1, 1.28, 0.00, 8),
        (4, 1.00, 0.17, 42),
        (7, 0.72, 0.58, 83),
        (10, 0.28, 1.08, 100),
        (12, 0.08, 1.44, 100),
    ],
)
def test_mean_losses_are_those_of_the_check_values(
    column: int, attacker: float, defender: float, owes: int
) -> None:
    plain = cell(MATRIX, STANDARD, DEFEND)
    ways = {roll: 6 - abs(7 - roll) for roll in range(2, 13)}
    found = {roll: numbers(CRT, column, roll, night=False) for roll in ways}
    steps = sum(ways[roll] * attacker_split(one.attacker)[0] for roll, one in found.items()) / 36
    theirs = sum(ways[roll] * defender_split(one.defender, plain)[0] for roll, one in found.items()) / 36
    goes = sum(ways[roll] for roll, one in found.items() if defender_split(one.defender, plain)[1]) / 36
    assert (round(steps, 2), round(theirs, 2), round(goes * 100)) == (attacker, defender, owes)


@pytest.mark.rule("rp.resolution.6")
def test_at_night_a_defender_owes_three_at_most() -> None:
    assert numbers(CRT, 8, 12, night=True) == (0, UNMARKED, 3, DISRUPTS)


@pytest.mark.rule("rp.losses.3", "rp.losses.4", "rp.stand-fast.1")
def test_half_of_a_number_is_steps_and_the_rest_hexes() -> None:
    plain = cell(MATRIX, STANDARD, DEFEND)
    assert [attacker_split(number) for number in range(5)] == [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]
    assert [defender_split(number, plain) for number in range(7)] == [
        *((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3))
    ]


@pytest.mark.rule("rp.combat-options.6a")
@pytest.mark.parametrize(
    ("attack", "defence", "shift", "after"),
    [
        (STANDARD, DEFEND, 0, (2, 3)),
        (STANDARD, WITHDRAW, 0, (1, 3)),
        (STANDARD, DETERMINED, -1, (3, 3)),
        (PROBE, DEFEND, -1, (1, 2)),
        (PROBE, DETERMINED, -2, (1, 2)),
        (FEINT, DEFEND, -1, (1, 1)),
        (ASSAULT, DEFEND, 1, (3, 4)),
        (ASSAULT, WITHDRAW, 1, (2, 4)),
        (ASSAULT, DETERMINED, 0, (3, 4)),
    ],
)
def test_the_matrix_changes_odds_and_numbers(
    attack: int, defence: int, shift: int, after: tuple[int, int]
) -> None:
    found = cell(MATRIX, attack, defence)
    now = changed(Numbers(2, 0, 3, 0), found)
    assert found.has_roll
    assert (found.shift, now.attacker, now.defender) == (shift, *after)


@pytest.mark.rule("rp.combat-options.6")
def test_a_number_does_not_fall_below_nothing() -> None:
    assert changed(Numbers(0, 0, 0, 0), cell(MATRIX, PROBE, DEFEND))[::2] == (0, 0)


@pytest.mark.rule("rp.combat-options.6c")
@pytest.mark.parametrize(
    ("attack", "defence", "hexes", "advance", "effect"),
    [
        (STANDARD, RETREAT, 2, 1, ""),
        (PROBE, WITHDRAW, 1, 1, ""),
        (PROBE, RETREAT, 1, 0, ""),
        (FEINT, WITHDRAW, 2, 1, "disrupted"),
        (FEINT, DETERMINED, 0, NO_LIMIT, "no-recovery"),
        (FEINT, RETREAT, 2, 1, ""),
        (ASSAULT, RETREAT, 2, 2, "pursued"),
    ],
)
def test_some_options_meet_without_a_roll(
    attack: int, defence: int, hexes: int, advance: int, effect: str
) -> None:
    found = cell(MATRIX, attack, defence)
    assert not found.has_roll
    assert (found.fall_back, found.advance, found.effect) == (hexes, advance, effect)


@pytest.mark.rule("rp.combat-options.6", "rp.losses.4")
def test_who_withdraws_before_a_standard_attack_gives_ground_and_no_steps() -> None:
    found = cell(MATRIX, STANDARD, WITHDRAW)
    assert [defender_split(number, found) for number in (0, 1, 4)] == [(0, 1), (0, 1), (0, 4)]
    assert found.advance == 1


@pytest.mark.rule("rp.combat-options.6")
def test_an_assault_on_a_determined_defence_costs_both_sides_more() -> None:
    found = cell(MATRIX, ASSAULT, DETERMINED)
    assert [defender_split(number, found) for number in (1, 3, 4)] == [(1, 0), (2, 1), (2, 2)]


@pytest.mark.rule("rp.stand-fast.4", "rp.stand-fast.9")
def test_the_defence_option_says_whether_he_may_stand() -> None:
    for attack, _ in enumerate(ATTACK_OPTIONS):
        stands = [cell(MATRIX, attack, defence) for defence, _ in enumerate(DEFENCE_OPTIONS)]
        assert stands[DEFEND].stand == MAY_STAND
        assert stands[WITHDRAW].stand == stands[RETREAT].stand == MAY_NOT_STAND
        assert stands[DETERMINED].stand == MUST_STAND or not stands[DETERMINED].has_roll

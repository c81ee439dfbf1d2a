"""Odds of planned attacks and barrages: exact, by both terrain choices, and the same as many dice."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from games.ocs.battle import battle
from games.ocs.bench import build, play
from grognard.analysis.distribution import Distribution
from grognard.analysis.graph import AttackSetting
from grognard.analysis.odds import (
    DRAWS,
    drawn,
    forecast,
    imagined,
    paused_after,
    procedure_ended,
    usual_policy,
)
from grognard.core.flow.flow import Game
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.model.charts import combat_cell, read_result
from grognard.games.ocs.table.attack_odds import ALONE, GROUND, RIVER, WITH_GROUND, WITH_RIVER

MINOR = {"rivers": {"minor-river": ["03.02/03.03"]}}
BARRAGE = {"procedure": "combat-barrage", "step": "Shell"}
DUMPS = {"aster": {"01.01": 40}, "boreal": {"05.05": 40}}
TWO_DICE = Counter(a + b for a, b in product(range(1, 7), repeat=2))


def shelled(units: dict[str, Any], **given: Any) -> Game[Any]:
    given = {"phase": "combat-barrage", "dumps": DUMPS, "start": BARRAGE, **given}
    return play(build(None, units, **given), "barrage 03.03", "aim 0", "fire-all")


def by_dice(game: Game[Any], way: str, lines: int = 400) -> Distribution:
    """The same attack played so many times with real dice."""
    trial = paused_after(SYSTEM.odds.attack_under_way(game))
    attack = AttackSetting(SYSTEM, trial, procedure_ended, [usual_policy(SYSTEM, way)])
    return drawn(attack, 0, lines, random.Random(7))


def assert_close(exact: Distribution, played: Distribution) -> None:
    """Every chance lies within five standard errors of what was played."""
    for name in exact.names():
        there = played.of(name)
        for value, chance in exact.of(name).items():
            error = (float(chance * (1 - chance)) / played.sampled) ** 0.5
            assert abs(float(there.get(value, Fraction(0)) - chance)) <= 5 * error + 1e-9, (name, value)


@pytest.mark.rule("ocs.combat.34", "ocs.combat.33")
def test_surprise_by_the_ratings() -> None:
    """Rating 5 against 2: three more. Seven or more surprises (21 of 36), two alone is surprised."""
    game = battle({"a11": "03.02", "b11": "03.03"})
    (found,) = forecast(SYSTEM, [play(game, "attack 03.03", "commit-all")]).ways.values()
    assert found.is_exact
    assert found.of("attacker surprises")[1] == Fraction(21, 36)
    assert found.of("defender surprises")[1] == Fraction(1, 36)


@pytest.mark.rule("ocs.combat.34c", "ocs.hedgehog.4")
def test_a_hedgehog_of_any_level_takes_one_off_surprise() -> None:
    """Rating 5 against 2 and a hedgehog: two more. Eight or more (15 of 36); three or less (3 of 36)."""
    game = battle({"a11": "03.02", "b11": "03.03"}, hedgehogs={"boreal": {"03.03": 3}})
    (found,) = forecast(SYSTEM, [play(game, "attack 03.03", "commit-all")]).ways.values()
    assert found.of("attacker surprises")[1] == Fraction(15, 36)
    assert found.of("defender surprises")[1] == Fraction(3, 36)


@pytest.mark.rule("ocs.combat.34", "ocs.combat.35", "ocs.combat.36c", "ocs.results.2")
def test_every_roll_of_an_attack_counted_by_hand() -> None:
    """Twenty against twelve in the open is 2:1, column 5; ratings 4 and 2. All dice, one by one."""
    game = battle({"a21": "03.02", "b11": "03.03"})
    tables = game.pos.content.tables
    lost: Counter[int] = Counter()
    for first, first_weight in TWO_DICE.items():
        total = first + 2
        shift = 1 if total >= 10 else -1 if total <= 5 else 0
        for die in range(1, 7):
            for roll, weight in TWO_DICE.items():
                cell = read_result(combat_cell(tables, min(max(5 + shift * die, 0), 12), roll + 2))
                presses = cell.defender_option or cell.exploit
                steps = cell.attacker_loses + (cell.attacker_option if presses else 0)
                lost[min(steps, 4)] += first_weight * weight
    (found,) = forecast(SYSTEM, [play(game, "attack 03.03", "commit-all")]).ways.values()
    assert found.of("attacker steps lost") == {
        steps: Fraction(count, 36 * 6 * 36) for steps, count in sorted(lost.items())
    }


@pytest.mark.rule("ocs.combat.20", "ocs.combat.21")
def test_both_terrain_choices_are_told_and_the_river_is_worse_for_tanks() -> None:
    game = battle({"a11 a21": "03.02", "b11": "03.03"}, map=MINOR)
    found = forecast(SYSTEM, [play(game, "attack 03.03", "commit-all")])
    assert list(found.ways) == [RIVER, GROUND]
    river, ground = found.ways[RIVER], found.ways[GROUND]
    assert river.mean("attacker steps lost") > ground.mean("attacker steps lost")
    assert river.mean("defender steps lost") < ground.mean("defender steps lost")
    assert_close(river, by_dice(game, RIVER))
    assert_close(ground, by_dice(game, GROUND))


@pytest.mark.rule("ocs.combat.20")
def test_without_a_hexside_there_is_nothing_to_choose() -> None:
    game = battle({"a21": "03.02", "b11": "03.03"})
    assert list(forecast(SYSTEM, [play(game, "attack 03.03", "commit-all")]).ways) == [""]


@pytest.mark.rule("ocs.barrage.8", "ocs.barrage.14", "ocs.barrage.18")
def test_a_barrage_by_hand() -> None:
    """54 points on 3 RE in the open: 41-68, no shift, spotted.

    Two is nothing; seven to ten are 1/2, with or without brackets; eleven and twelve are a step. A step: half
    of (6 + 5 + 4 + 3) and all of (2 + 1), of 36.
    """
    game = shelled({"a16 a32": "03.01", "a21": "03.02", "b11": "03.03"})
    alone = forecast(SYSTEM, [game]).ways[ALONE]
    assert alone.of("disorganised by the barrage")[1] == Fraction(35, 36)
    assert alone.of("defender steps lost")[1] == Fraction(9 + 3, 36)
    assert alone.of("attacker steps lost") == {0: Fraction(1)}


@pytest.mark.rule("ocs.barrage.12", "ocs.combat.18", "ocs.modes.34")
def test_a_barrage_and_the_attack_after_it_in_sequence() -> None:
    """The attack meets a disorganised defender, half as strong and rated one less, or a smaller one."""
    game = shelled({"a16 a32": "03.01", "a21": "03.02", "b11": "03.03"}, map=MINOR)
    found = forecast(SYSTEM, [game])
    assert list(found.ways) == [ALONE, WITH_RIVER, WITH_GROUND]
    after = found.ways[WITH_RIVER]
    assert after.is_exact
    # Surprise: 4 - 2 against whom the barrage missed (1 of 36), else 4 - 1.
    expected = Fraction(1, 36) * Fraction(15, 36) + Fraction(35, 36) * Fraction(21, 36)
    assert after.of("attacker surprises")[1] == expected
    assert_close(after, by_dice(game, WITH_RIVER))
    assert_close(found.ways[WITH_GROUND], by_dice(game, WITH_GROUND))


@pytest.mark.rule("ocs.barrage.34")
def test_a_barrage_without_anybody_next_to_the_hex_stands_alone() -> None:
    game = shelled({"a16 a32": "03.01", "b11": "03.03"})
    found = forecast(SYSTEM, [game])
    assert list(found.ways) == [""]
    # No spotter: three columns left of 41-68 is 12-16, and brackets are only a DG: eleven 1/2, twelve a step.
    assert found.ways[""].of("defender steps lost")[1] == Fraction(1, 36) + Fraction(1, 36)


def foggy(units: list[dict[str, Any]], *answers: str) -> Game[Any]:
    """An attack on 03.03 in the open whose sides see only the tops of each other's stacks."""
    data = {
        "title": "fog",
        "map": {"rows": ["........"] * 6},
        "units": units,
        "start": {"procedure": "combat-segment", "step": "Assault"},
        "set": {"phase": "combat", "dumps": {"aster": {"02.01": 40}, "boreal": {"06.05": 40}}},
    }
    return play(SYSTEM.cases.position(data), "attack 03.03", "commit-all", *answers)


def told(game: Game[Any], side: int) -> Distribution:
    """What a side reads of the attack on the table."""
    (found,) = forecast(SYSTEM, imagined(SYSTEM, SYSTEM.knowledge.project(game.pos, side))).ways.values()
    return found


ASTER, BOREAL = 0, 1
WITH_ANOTHER = [
    {"id": "a34 a22", "hex": "03.02"},
    {"id": "a33", "hex": "01.01"},
    {"id": "b11", "hex": "03.03"},
]
ALONE_THERE = [
    {"id": "a22", "hex": "03.02"},
    {"id": "a34 a33", "hex": "01.01"},
    {"id": "b11", "hex": "03.03"},
]


@pytest.mark.rule("ocs.fog.2", "ocs.fog.4")
def test_the_defender_reckons_with_all_who_may_come_along() -> None:
    """A battalion is under the division that attacks or under the engineers: he cannot tell.

    With it they are 18 to 12 and on a better column than the division alone, 16 to 12: he reads of both.
    """
    both, alone = foggy(WITH_ANOTHER, "strike", "supply-all"), foggy(ALONE_THERE, "strike", "supply a22")
    low, high = (forecast(SYSTEM, [game]).ways[""].mean("defender steps lost") for game in (alone, both))
    for game in (both, alone):
        assert game.ask.step == "PayDefence"
        read = told(game, BOREAL)
        assert len(read.parts) == DRAWS and not read.is_exact
        assert low < read.mean("defender steps lost") < high
        assert {part.mean("defender steps lost") for part in read.parts} == {low, high}


@pytest.mark.rule("ocs.combat.9", "ocs.combat.12", "ocs.fog.4")
def test_the_attacker_takes_it_that_the_defence_is_paid_for() -> None:
    """He is not told; after the payment his odds are what they were before it."""
    game = foggy(WITH_ANOTHER, "strike", "supply-all")
    before = told(game, ASTER)
    play(game, "pay-defence")
    assert game.ask.step == "NameLeader"
    assert told(game, ASTER).chances == before.chances == forecast(SYSTEM, [game]).ways[""].chances


@pytest.mark.rule("ocs.combat.17", "ocs.fog.4")
def test_the_best_rating_is_taken_to_lead() -> None:
    """The parachutists (4) lead the division (3) against 2: two more, eight or more surprises (15 of 36)."""
    units = [{"id": "a35 a22", "hex": "03.02"}, {"id": "b11", "hex": "03.03"}]
    game = foggy(units, "strike", "supply-all", "pay-defence", "lead a35")
    assert game.ask.step == "NameRival"
    assert told(game, BOREAL).of("attacker surprises")[1] == Fraction(15, 36)


@pytest.mark.rule("ocs.fog.4")
def test_what_both_sides_have_shown_is_what_resolves() -> None:
    """Strengths and ratings on the table: 18 can only be the division and the battalion beside it."""
    game = foggy(WITH_ANOTHER, "strike", "supply-all", "pay-defence", "lead a22", "lead b11")
    assert game.ask.is_chance and SYSTEM.odds.on_table(game.pos)
    truth = forecast(SYSTEM, [game]).ways[""].chances
    assert told(game, ASTER).chances == truth
    assert told(game, BOREAL).chances == truth


@pytest.mark.rule("ocs.fog.4", "ocs.combat.12")
def test_a_defence_that_was_not_paid_for_is_known_by_its_strength() -> None:
    """Six in the open: a division of 12 at half. Whoever else is hidden in Boreal is not with it."""
    units = [{"id": "a22", "hex": "03.02"}, {"id": "b11", "hex": "03.03"}, {"id": "b12 b34", "hex": "06.05"}]
    game = foggy(units, "strike", "supply a22", "decline", "decline", "lead a22", "lead b11")
    view = SYSTEM.knowledge.project(game.pos, ASTER)
    assert all(
        len(one.pos.combat_units_at(one.pos.vars.target, BOREAL)) == 1 for one in imagined(SYSTEM, view)
    )


@pytest.mark.rule("ocs.combat.1")
def test_nothing_is_on_the_table_before_anybody_attacks() -> None:
    game = battle({"a21": "03.02", "b11": "03.03"})
    assert not SYSTEM.odds.on_table(game.pos)
    assert not SYSTEM.odds.on_table(play(game, "attack 03.03").pos)
    assert SYSTEM.odds.on_table(play(game, "commit a21").pos)


def test_a_whole_game_is_measured_too() -> None:
    """Between two positions without an attack: what each side has lost."""
    game = battle({"a21": "03.02", "b11": "03.03"})
    after = battle({"a21": {"hex": "03.02", "lost": 1}, "b11": {"hex": "03.03", "lost": 2}})
    found = SYSTEM.odds.measure(game.pos, after.pos)
    assert found == {"aster steps lost": 1, "boreal steps lost": 2}


@pytest.mark.rule("ocs.overrun.8", "ocs.fog.2")
def test_who_is_overrun_is_told_that_the_hex_can_be_taken() -> None:
    """He sees that a stack drives at him, not who is in it; whoever it is, it comes in if he is beaten."""
    units = [{"id": "a11", "hex": "02.03"}, {"id": "b34", "hex": "03.03"}]
    dumps = {"aster": {"02.03": 9}, "boreal": {"05.05": 9}}
    rows = [".....", ".....", ".....", ".....", "....."]
    start = {"procedure": "movement", "step": "Move"}
    data = {"title": "t", "map": {"rows": rows}, "units": units, "start": start, "set": {"dumps": dumps}}
    game = play(SYSTEM.cases.position(data), "move a11", "overrun 03.03", "fuel-unit a11", "supply a11")
    while game.ask.side == 0:
        game.play(game.ask.usual(game.pos))
    assert game.ask.step == "PayDefence"
    for side in (0, 1):
        view = SYSTEM.knowledge.project(game.pos, side)
        assert forecast(SYSTEM, imagined(SYSTEM, view)).ways[""].mean("hex taken") > 0

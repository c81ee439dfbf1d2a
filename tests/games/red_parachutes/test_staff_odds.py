"""What the staff reckons with: who can really come, what guns do, who is better left out, secret options."""

from collections import Counter
from random import Random

import pytest

from games.red_parachutes.battle import ARENA, MIDDAY, NORTH, SOUTH, TARGET, attack
from games.red_parachutes.table import Table, table
from grognard.games.battalions.combat.declaration import Declare, all_that_can
from grognard.games.battalions.combat.results import ASSAULT, STANDARD, WITHDRAW
from grognard.games.battalions.staff import battles
from grognard.games.battalions.staff.battles import choose_option
from grognard.games.battalions.staff.guns import barrage_worth
from grognard.games.battalions.staff.prospects import Forecast, best_attack, prospect
from grognard.games.battalions.staff.situation import Aims, Situation
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET
from grognard.kit.foresight import Stakes


def seen(game: Table, side: int, goals: dict[int, float] | None = None, turns: int = 3) -> Situation:
    aims = Aims(goals or {}, Stakes(0.0, (), turns), lambda one: 0.5, 0.5, False)
    return Situation(game.pos, side, aims)


# -- who can come ---------------------------------------------------------------------------------


def moving(rows: list[str], units: dict[str, str]) -> Table:
    facts = {"procedure": "movement", "step": "MoveAndCross", "phasing": "german", "turn": MIDDAY}
    return table(rows, units, **facts)


def test_the_enemy_is_feared_where_his_points_take_him_and_beside_that() -> None:
    """Rifles have five points: five clear hexes down the column, and the attack goes one farther."""
    game = moving(["."] * 12, {"i-a-309": "0101", "i-gr-80": "0112"})
    coming = seen(game, GERMAN).coming
    assert game.pos.movement_of(game.unit("i-a-309")) == 5
    assert coming[game.hex("0107")] == game.pos.attack_of(game.unit("i-a-309"))
    assert coming[game.hex("0108")] == 0


def test_a_river_that_he_cannot_cross_keeps_him_away() -> None:
    """As the crow flies it is two hexes."""
    game = moving([".~~."] * 4, {"i-a-309": "0401", "i-gr-80": "0101"})
    assert seen(game, GERMAN).coming[game.hex("0102")] == 0


# -- guns -----------------------------------------------------------------------------------------

GUNS = {"i-ar-34": "0402", "iv-ar-34": "0402"}
CROWD = {"i-a-309": TARGET, "ii-a-309": TARGET, "iii-a-309": TARGET}


def firing(salvos: int, crowd: dict[str, str]) -> tuple[Table, float]:
    units = {"i-gr-80": NORTH, **GUNS, **crowd}
    game = table(ARENA, units, procedure="bombardment", phasing="german", turn=MIDDAY)
    game.pos.salvos[GERMAN] = salvos
    guns = [game.unit(id) for id in GUNS]
    return game, barrage_worth(seen(game, GERMAN), guns, game.hex(TARGET), is_attacked=False)


def test_guns_fire_sooner_at_a_crowd_and_with_salvos_in_store() -> None:
    """Nothing is lost where the gun is filled up again next morning."""
    many, few = firing(6, CROWD)[1], firing(6, {"i-a-309": TARGET})[1]
    empty = firing(0, CROWD)[1]
    assert many > few
    assert many > empty


def test_a_hex_that_is_to_be_attacked_is_worth_more_to_guns() -> None:
    game, alone = firing(6, CROWD)
    guns = [game.unit(id) for id in GUNS]
    assert barrage_worth(seen(game, GERMAN), guns, game.hex(TARGET), is_attacked=True) > alone


def test_what_cannot_be_seen_or_hurt_is_worth_nothing() -> None:
    game, _ = firing(6, CROWD)
    now = seen(game, GERMAN)
    assert barrage_worth(now, [], game.hex(TARGET), is_attacked=False) == 0.0
    assert barrage_worth(now, [game.unit("i-ar-34")], game.hex("0101"), is_attacked=False) == 0.0


# -- who attacks ----------------------------------------------------------------------------------


def test_an_attack_leaves_out_those_without_whom_it_promises_more() -> None:
    """Whatever the odds, nobody is named whose leaving out is better, and not one more is left out."""
    units = {"i-gr-80": NORTH, "ii-gr-80": f"{NORTH} demoralized", "pi-34": SOUTH, "i-a-309": TARGET}
    game = table(ARENA, units, procedure="attacks", phasing="german", turn=MIDDAY)
    now, target = seen(game, GERMAN), game.hex(TARGET)
    everybody = all_that_can(game.pos, Declare(target))
    best = best_attack(now, target)
    assert best.value >= prospect(now, target, everybody).value
    for unit in best.units if len(best.units) > 1 else ():
        fewer = tuple(one for one in best.units if one != unit)
        assert prospect(now, target, fewer).value <= best.value


# -- secret options -------------------------------------------------------------------------------


def options_of(side: int, draws: int) -> Counter[int]:
    game = attack({"i-gr-80": NORTH, "ii-gr-80": NORTH}, CROWD)
    now, v = seen(game, side), game.pos.stack[-1].vars
    mind = Random(1)
    return Counter(choose_option(now, v, mind)[0][1] for _ in range(draws))


def test_options_that_meet_in_secret_are_mixed_where_each_has_its_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An assault gains against who withdraws, a standard attack against who holds out."""

    def worth(now: Situation, fight: Forecast, attack: int, defence: int) -> float:
        return float((attack == ASSAULT) == (defence == WITHDRAW))

    monkeypatch.setattr(battles, "worth_of", worth)
    by_attacker = options_of(GERMAN, 200)
    assert by_attacker[ASSAULT] == pytest.approx(100, abs=30)
    assert by_attacker[STANDARD] == 200 - by_attacker[ASSAULT]
    assert options_of(SOVIET, 200)[WITHDRAW] == pytest.approx(100, abs=30)


def test_an_option_that_is_best_whatever_the_other_does_is_always_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(battles, "worth_of", lambda now, fight, attack, defence: attack - 2.0 * defence)
    assert set(options_of(GERMAN, 50)) == {ASSAULT}
    assert len(set(options_of(SOVIET, 50))) == 1


def test_the_staff_has_its_mind_from_whoever_asks() -> None:
    game = attack({"i-gr-80": NORTH, "ii-gr-80": NORTH}, CROWD)
    staff, side = SYSTEM.staff(), game.ask.side
    mind = Random(3)
    staff.choose(SYSTEM, SYSTEM.knowledge.project(game.pos, side), game.ask, mind)
    assert getattr(staff, "mind", None) is mind

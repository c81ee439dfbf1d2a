"""The staff thinks one step further: the answer, the ladder, the last turn, what is left behind."""

import random
from typing import Any

import pytest

from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET
from grognard.games.red_god_of_war.staff.answers import walks_of
from grognard.games.red_god_of_war.staff.attacks import prospect
from grognard.games.red_god_of_war.staff.estimate import Estimate
from grognard.games.red_god_of_war.staff.marches import Marches
from grognard.games.red_god_of_war.staff.places import Places
from grognard.games.red_god_of_war.staff.player import Staff
from grognard.games.red_god_of_war.staff.worth import StaffWorth
from grognard.kit.temper import EVEN, Temper

VILLAGE: dict[str, Any] = {
    "rows": ["....."] * 5,
    "holders": ["sssss", "sssss", "ggggg", "ggggg", "ggggg"],
    "objectives": {"0303": [5, 0]},
    "areas": {"source:german": ["0305"], "source:soviet": ["0101..0501"]},
}
"""A village worth five points to the Soviets in the middle of a plain."""

STORMERS = {"41a-hq": "0301", "150-rd": "0302", "17-gds-rd": "0302", "65-tb": "0302", "93-rd": "0402"}
PANZERS = {"1pz-1-pz": "0304", "1pz-1-pg": "0304", "1pz-113-pg": "0304"}


def said(game: Table) -> str:
    ask = game.ask
    view = SYSTEM.knowledge.project(game.pos, ask.side)
    return SYSTEM.words.write(game.pos, Staff().choose(SYSTEM, view, ask, random.Random(7)))


def estimate_of(game: Table, side: int) -> Estimate:
    worth = StaffWorth(game.pos)
    worth.look(game.pos, side)
    return Estimate(game.pos, side, worth)


def places_of(game: Table, side: int) -> Places:
    return Places(estimate_of(game, side), game.pos.copy())


def score(places: Places, units: list[int], hex: int) -> float:
    home = places.pos.hex[units[0]]
    places.lift(units)
    found = places.score(units, hex)
    places.drop(units, home)
    return found


# -- garrisons --------------------------------------------------------------------------------------


def test_a_weak_division_falls_and_a_panzer_division_beside_it_does_not() -> None:
    """16 against 4 is 4:1, with a column for a prepared attack 5:1: only a 1 brings a single hit."""
    game = table(VILLAGE, {**STORMERS, **PANZERS, "2-lfd": "0303"}, scenario="teaching")
    estimate = estimate_of(game, GERMAN)
    lone = [game.unit("2-lfd")]
    hex = game.hex("0303")
    assert estimate.blows[0][hex] == 16
    panzers = [game.unit(id) for id in PANZERS]
    alone = estimate.falls(hex, lone)
    assert alone == 5 / 6
    assert estimate.falls(hex, [*lone, *panzers], extra=8) < 0.1


def test_the_panzer_division_goes_where_the_village_needs_it() -> None:
    """A hex that somebody holds already is not safe: what counts is how much less likely it falls."""
    game = table(VILLAGE, {**STORMERS, **PANZERS, "2-lfd": "0303", "xli-pz-hq": "0305"}, scenario="teaching")
    places = places_of(game, GERMAN)
    panzers = [game.unit(id) for id in PANZERS]
    village = score(places, panzers, game.hex("0303"))
    assert village > max(score(places, panzers, game.hex(hex)) for hex in ("0304", "0204", "0404"))


def test_a_second_strong_division_in_a_safe_place_adds_little() -> None:
    """3 against 8 is 1:3, with a column 1:2: no die brings the two hits that would destroy a division."""
    units = {"41a-hq": "0301", "74-sib-rb": "0302", "246-id": "0303", "86-id": "0304", "xli-pz-hq": "0305"}
    game = table(VILLAGE, units)
    places = places_of(game, GERMAN)
    first, second = game.unit("246-id"), game.unit("86-id")
    assert places.held((second,), (first,), game.hex("0303")) == 0
    assert places.held((second,), (), game.hex("0303")) > 1


# -- who can still act, the ladder and the last turn ------------------------------------------------


def test_an_army_that_has_acted_in_the_last_turn_threatens_nobody() -> None:
    units = {**STORMERS, "2-lfd": "0303", "xli-pz-hq": "0305"}
    hex = "0303"
    threats: list[float] = []
    for turn in (3, 2):
        game = table(VILLAGE, units, scenario="teaching", turn=turn)
        game.pos.activated[game.unit("41a-hq")] = 1
        threats.append(estimate_of(game, GERMAN).threat[game.hex(hex)])
    assert threats == [0.0, 12.0]  # three quarters of 16: others move before it


@pytest.mark.parametrize(("turn", "answer"), [(3, "target 0303"), (1, "done")])
def test_in_the_last_turn_a_lost_village_is_attacked_at_odds_refused_before(turn: int, answer: str) -> None:
    """12 against 5, no support: 1:1. Steps are good for nothing afterwards; the village decides the game."""
    units = {
        "17-gds-rd": "0303",
        "41a-hq": "0301",
        "246-id": "0304 active",
        "86-id": "0203 active",
        "xli-pz-hq": "0305",
    }
    start = {"procedure": "combat-phase", "step": "DeclareAttacks", "active": "xli-pz-hq"}
    game = table(VILLAGE, units, scenario="teaching", turn=turn, control_soviet=["0303"], **start)
    assert said(game) == answer


def test_a_point_counts_by_the_level_it_reaches() -> None:
    """5 points win the lesson for the Soviets: at 4 in the last turn one more is worth much, at 1 little."""
    units = {"41a-hq": "0301", "150-rd": "0302", "xli-pz-hq": "0305"}
    rows = {**VILLAGE, "objectives": {"0105": [4, 0], "0205": [1, 0]}}
    near = table(rows, units, scenario="teaching", turn=3, control_soviet=["0105"])
    far = table(rows, units, scenario="teaching", turn=3, control_soviet=["0205"])
    assert estimate_of(near, SOVIET).worth.point > 1.5 * estimate_of(far, SOVIET).worth.point


# -- ground -----------------------------------------------------------------------------------------


def test_ground_that_leads_nowhere_is_worth_little() -> None:
    rows = {**VILLAGE, "rows": ["." * 12] * 5, "holders": ["s" * 12] * 2 + ["g" * 12] * 3}
    units = {"41a-hq": "0301", "150-rd": "0302", "246-id": "0303", "xli-pz-hq": "0305"}
    estimate = estimate_of(table(rows, units), SOVIET)
    game = table(rows, units)
    assert estimate.matters(game.hex("0304"), GERMAN) > 2 * estimate.matters(game.hex("1205"), GERMAN)


def test_an_attack_that_would_empty_a_village_of_ours_is_not_made() -> None:
    """The garrison could help against 0503, but the 93rd Division beside the village walks in behind it."""
    rows = {**VILLAGE, "objectives": {"0303": [5, 0]}}
    units = {
        "246-id": "0303 active",
        "xli-pz-hq": "0305 lit",
        "41a-hq": "0301",
        "150-rd": "0302",
        "93-rd": "0302",
        "74-sib-rb": "0504",
    }
    start = {"procedure": "movement", "step": "TacticalMovement", "active": "xli-pz-hq"}
    game = table(rows, units, scenario="teaching", **start)
    marches = Marches(estimate_of(game, GERMAN), game.pos, again=False)
    assert all(order.group != (game.unit("246-id"),) for order in marches.plan())


# -- retreats ---------------------------------------------------------------------------------------


def test_a_stack_that_can_only_retreat_split_goes_apart() -> None:
    """Each hex behind holds a division or two, and two may stack: none takes both."""
    units = {
        "150-rd": "0303",
        "93-rd": "0303",
        "262-rd": "0202",
        "234-rd": "0402",
        "41a-hq": "0301",
        "134-rd": "0302",
        "17-gds-rd": "0302",
        "246-id": "0304",
        "xli-pz-hq": "0305",
    }
    vars: dict[str, Any] = {
        "target": "0303",
        "attackers": ["246-id"],
        "origins": ["0304"],
        "defender_hits": 4,
        "defenders": ["150-rd", "93-rd"],
    }
    game = table(
        ["....."] * 5,
        units,
        procedure="combat",
        step="DefenderChoosesRetreat",
        vars=vars,
        active="xli-pz-hq",
    )
    both = [game.unit("150-rd"), game.unit("93-rd")]
    assert walks_of(game.pos, both, [game.hex("0304")], 1) == [1, 1]
    assert said(game) != "retreat 0"  # four hits on four steps: who stays is destroyed


# -- second moves and arrivals ------------------------------------------------------------------------


def test_a_mobile_unit_does_not_drive_home_from_what_it_took() -> None:
    """The brigade alone in the village is not safe, but it is all that holds five points."""
    units = {
        "19-mb": "0303 active",
        "150-rd": "0302",
        "41a-hq": "0301 lit",
        "1pz-1-pz": "0305",
        "1pz-1-pg": "0305",
        "xli-pz-hq": "0505",
    }
    start = {"procedure": "mechanized", "step": "MechanizedMovement", "active": "41a-hq"}
    game = table(VILLAGE, units, scenario="teaching", turn=2, control_soviet=["0303"], **start)
    orders = Marches(estimate_of(game, SOVIET), game.pos, again=True).plan()
    assert all(game.unit("19-mb") not in order.group for order in orders)


def test_a_corps_arrives_with_one_army_that_has_room_for_all_of_it() -> None:
    """Four may stack: with the 41st there is room for one brigade, with the 22nd for both."""
    units = {
        "41a-hq": "0301",
        "150-rd": "0301",
        "93-rd": "0301",
        "74-sib-rb": "0301",
        "22a-hq": "0101",
        "246-id": "0305",
        "65-tb": "waiting arrives=2",
        "219-tb": "waiting arrives=2",
    }
    options = {"hqs-stack-free": True}
    start = {"procedure": "arrivals", "step": "BringSoviets"}
    game = table(VILLAGE, units, scenario="teaching", turn=2, options=options, **start)
    for _ in range(2):
        game.play(f"soviet: {said(game)}")
        assert said(game) == "assign 22a-hq"
        game.play("soviet: assign 22a-hq")


def test_german_reinforcements_enter_and_wait_for_each_other() -> None:
    """They stand off the map, which is no place they could be at already; the first waits for the rest."""
    units = {
        "xli-pz-hq": "0305 lit",
        "1pz-1-pz": "waiting arrives=2 at=0305",
        "1pz-1-pg": "waiting arrives=2 at=0305",
        "41a-hq": "0301",
        "150-rd": "0302",
    }
    start = {"procedure": "movement", "step": "TacticalMovement", "active": "xli-pz-hq"}
    game = table(VILLAGE, units, scenario="teaching", turn=2, **start)
    came: list[str] = []
    for _ in range(12):
        if game.asked() != "german TacticalMovement":
            break
        answer = said(game)
        game.play(f"german: {answer}")
        came += [answer] if answer.startswith(("enter", "halt")) else []
    assert came[:2] == ["enter 0305", "halt"]
    where = sorted(game.pos.hex[game.unit(id)] for id in ("1pz-1-pz", "1pz-1-pg"))
    assert where[0] >= 0 and game.hex("0305") in where


# -- tempers --------------------------------------------------------------------------------------


def test_who_is_after_objectives_counts_the_village_twice() -> None:
    game = table(VILLAGE, {**STORMERS, "2-lfd": "0303"}, scenario="teaching")
    stakes = []
    for temper in (EVEN, Temper(goals=2.0)):
        worth = StaffWorth(game.pos, temper)
        worth.look(game.pos, GERMAN)
        stakes.append(worth.at_stake(game.hex("0303"), GERMAN))
    assert stakes[1] == 2 * stakes[0] > 0


def test_who_dares_counts_the_harm_he_does_once_more_and_what_he_takes_as_ever() -> None:
    game = table(VILLAGE, {**STORMERS, "2-lfd": "0303"}, scenario="teaching")
    target, units = game.hex("0303"), [game.unit(id) for id in ("150-rd", "17-gds-rd", "65-tb")]
    values = []
    for daring in (1.0, 2.0, 3.0):
        worth = StaffWorth(game.pos, Temper(daring=daring))
        worth.look(game.pos, SOVIET)
        values.append(prospect(Estimate(game.pos, SOVIET, worth), game.pos, target, units).value)
    done = values[1] - values[0]
    assert done > 0
    assert values[2] - values[1] == pytest.approx(done)


def test_who_holds_counts_the_line_that_only_he_covers_twice() -> None:
    game = table(VILLAGE, {**STORMERS, "2-lfd": "0303"}, scenario="teaching")
    division = game.unit("2-lfd")
    covers = []
    for temper in (EVEN, Temper(hold=2.0)):
        worth = StaffWorth(game.pos, temper)
        worth.look(game.pos, GERMAN)
        places = Places(Estimate(game.pos, GERMAN, worth), game.pos.copy())
        covers.append(places.leaves(division))
    assert covers[1] == pytest.approx(2 * covers[0])
    assert covers[0] > 0

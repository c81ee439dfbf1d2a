"""The staff: goals before small fights, guns for the attacks that need them, tanks only for something."""

from random import Random
from typing import Any

from games.red_steel.table import Table, table
from grognard.core.position import Choice
from grognard.games.battalions.combat.after.stand_fast import FallingBack
from grognard.games.battalions.combat.results import DEFEND, MAY_STAND, STANDARD
from grognard.games.battalions.staff.battles import stand_or_go
from grognard.games.battalions.staff.prospects import Forecast, best_option, worth_of
from grognard.games.battalions.staff.situation import Aims, Situation
from grognard.games.red_steel import SYSTEM
from grognard.games.red_steel.model.position import AXIS, SOVIET
from grognard.games.red_steel.staff import SteelStaff
from grognard.kit.foresight import Stakes
from grognard.kit.temper import Temper

FIELD = ["......", "......", "......", "......"]
LEVELS = {"axis-decisive": 20, "axis-marginal": 14, "draw": 10, "soviet-marginal": 4}


def field(units: dict[str, str], goals: dict[str, int], **facts: Any) -> Table:
    victory = {"hexes": goals, "levels": LEVELS}
    return table(FIELD, units, **({"turn": 4, "victory": victory} | facts))


def answer(game: Table, staff: SteelStaff | None = None) -> tuple[str, str]:
    """What the staff of the asked side does, in words, and why."""
    player = staff or SteelStaff()
    ask = game.ask
    view = SYSTEM.knowledge.project(game.pos, ask.sides[0])
    choice = player.choose(SYSTEM, view, ask, Random(1))
    return SYSTEM.words.write(game.pos, choice), player.reason


def seen(game: Table, side: int, goals: dict[str, float], last_word: bool = False) -> Situation:
    """A side for which every point is worth the same, early in the game: a step half a point, and as much
    again for what it can still do."""
    found = {game.hex(name): worth for name, worth in goals.items()}
    return Situation(game.pos, side, Aims(found, Stakes(0.0, (), 4), lambda unit: 0.5, 0.5, last_word))


# -- marches --------------------------------------------------------------------------------------


def moving(units: dict[str, str], goals: dict[str, int], **facts: Any) -> Table:
    return field(units, goals, procedure="movement", step="MoveAndFord", **facts)


def test_a_goal_that_nobody_holds_is_taken() -> None:
    """The battalion could go on to the guns behind; it takes the village that counts."""
    game = moving({"i-67-inf": "0102", "57-art": "0604"}, {"0302": 4}, control_soviet=["0302"])
    staff = SteelStaff()
    assert answer(game, staff) == ("move i-67-inf", "0302 is there for the taking")


def test_the_last_man_in_a_goal_stays_while_the_enemy_can_come() -> None:
    units = {"i-67-inf": "0302", "i-90-rr": "0602"}
    game = moving(units, {"0302": 4}, control_axis=["0302"])
    assert answer(game)[0] == "done"


def test_soviet_tanks_are_spared_until_they_have_been_checked() -> None:
    """Every march of theirs may cost a step; others march as they like."""
    game = moving({"32-tank": "0102", "i-90-rr": "0103", "i-67-inf": "0602"}, {}, phasing="soviet")
    staff = SteelStaff()
    assert staff.is_spared(game.pos, game.unit("32-tank"))
    assert not staff.is_spared(game.pos, game.unit("i-90-rr"))
    assert not staff.is_spared(game.pos, game.unit("i-67-inf"))


# -- battles --------------------------------------------------------------------------------------


def beaten(game: Table, where: str, hexes: int, fighter: str) -> tuple[FallingBack, list[Choice]]:
    unit, here = game.unit(fighter), game.hex(where)
    v = FallingBack(AXIS, hexes, (), (unit,), (), here, MAY_STAND, here=here)
    return v, [("stand-with", unit), ("give-way", -1)]


def test_a_stack_stands_for_a_goal_and_gives_way_elsewhere() -> None:
    """One hex costs a step, worth 0.5 in points and 0.5 for later: less than 4, more than nothing."""
    game = field({"i-67-inf": "0302", "i-90-rr": "0402"}, {})
    v, options = beaten(game, "0302", 1, "i-67-inf")
    found = stand_or_go(seen(game, AXIS, {"0302": 4.0}), v, options)
    assert found is not None and found[0] == ("stand-with", game.unit("i-67-inf"))
    found = stand_or_go(seen(game, AXIS, {}), v, options)
    assert found is not None and found[0] == ("give-way", -1)


def test_nobody_stands_who_would_be_no_more() -> None:
    game = field({"i-67-inf": "0302 steps=1", "i-90-rr": "0402"}, {})
    v, options = beaten(game, "0302", 1, "i-67-inf")
    found = stand_or_go(seen(game, AXIS, {"0302": 4.0}), v, options)
    assert found is not None and found[0] == ("give-way", -1)


def test_better_odds_and_a_prize_promise_more() -> None:
    game = field({"i-67-inf": "0302", "i-90-rr": "0402"}, {}, phasing="axis")
    now = seen(game, AXIS, {})
    plain = Forecast(game.hex("0402"), 1, "clear", steps=3, stands=0.2, gain=0.5, cost=0.5, prize=0.0)
    value = best_option(now, plain)[0]
    assert best_option(now, plain._replace(level=4))[0] > value
    assert best_option(now, plain._replace(prize=4.0))[0] > value
    assert best_option(now, plain._replace(terrain="city"))[0] < value
    assert best_option(now, plain._replace(risk=4.0))[0] < value


def test_an_attack_off_the_table_is_hopeless() -> None:
    """1:4 has no column in any row, whatever option is chosen: an assault shifts it to 1:3, which a city
    does not print either."""
    game = field({"i-67-inf": "0302", "i-90-rr": "0402"}, {}, phasing="axis")
    fight = Forecast(game.hex("0402"), -3, "city", steps=3, stands=0.2, gain=0.5, cost=0.5, prize=6.0)
    assert best_option(seen(game, AXIS, {}), fight)[0] < 0


# -- the ladder -----------------------------------------------------------------------------------


def test_both_sides_read_the_levels_from_their_own_end() -> None:
    """14 points win for the Axis; fewer than 10, 9½ at most, for the Soviets."""
    game = field({"i-67-inf": "0302", "i-90-rr": "0402"}, {})
    staff = SteelStaff()
    axis, soviet = staff.stakes(game.pos, AXIS), staff.stakes(game.pos, SOVIET)
    assert [(rung.least, rung.weight) for rung in axis.rungs] == [(20, 1), (14, 2), (10, 1), (4, 1)]
    assert [(rung.least, rung.weight) for rung in soviet.rungs] == [
        (-19.5, 1),
        (-13.5, 1),
        (-9.5, 2),
        (-3.5, 1),
    ]


def test_a_step_is_worth_what_the_points_say() -> None:
    game = field({"i-67-inf": "0302", "i-ir-105": "0303", "i-1-tank": "0304", "hq-95": "0602"}, {})
    staff = SteelStaff()
    worth = {id: staff.step_points(game.pos, game.unit(id)) for id in ("i-67-inf", "i-ir-105", "i-1-tank")}
    assert worth == {"i-67-inf": 0.5, "i-ir-105": 1.0, "i-1-tank": 1.0}
    assert staff.step_points(game.pos, game.unit("hq-95")) == 3.0


# -- tempers --------------------------------------------------------------------------------------


def test_who_is_after_objectives_counts_them_twice() -> None:
    game = moving({"i-67-inf": "0102", "57-art": "0604"}, {"0302": 4})
    staff = SteelStaff()
    staff.temper = Temper(goals=2.0)
    assert staff._situation(game.pos, AXIS).goals[game.hex("0302")] == 8.0


def test_who_dares_counts_the_losses_of_the_other_side() -> None:
    """An attacker counts the defender's; a defender counts the attacker's, which makes the attack worse."""
    game = moving({"i-67-inf": "0102", "57-art": "0604"}, {})
    fight = Forecast(game.hex("0604"), 4, "clear", 2, 0.0, 0.5, 0.5, 0.0)
    for side, makes_better in ((AXIS, True), (SOVIET, False)):
        even = seen(game, side, {})
        bold = Situation(game.pos, side, aims_of(even), (), Temper(daring=2.0))
        values = [worth_of(now, fight, STANDARD, DEFEND) for now in (even, bold)]
        assert (values[1] > values[0]) is makes_better
        assert values[0] != values[1]


def aims_of(now: Situation) -> Aims:
    return Aims(now.goals, now.stakes, now.step, now.strength, now.has_last_word)

"""Red Steel's own rules stated again over whole tables: chits, aircraft, departures, points, bridges."""

from itertools import product
from typing import Any

import pytest

from games.red_steel.table import Table, table
from grognard.games.battalions.guns.bombardment import Barrage
from grognard.games.battalions.model.position import ABSENT, BUILT, ELIMINATED
from grognard.games.red_steel.guns.bombardment import NextBombardment
from grognard.games.red_steel.movement.departure import Depart, Departure, leaving_refusal
from grognard.games.red_steel.movement.garrison import alarm_garrison
from grognard.games.red_steel.movement.reinforcements import choose_division
from grognard.games.red_steel.prut.monitors import LoseMonitors
from grognard.games.red_steel.turn.air_units import Morning, RollAir
from grognard.games.red_steel.turn.formation_chits import (
    DrawChit,
    FillCup,
    NextChit,
    activation_bar,
    formations_in_play,
    unbarred,
)
from grognard.games.red_steel.turn.replacements import restore
from grognard.games.red_steel.turn.victory import departures, divisions_cut_off, full_strength, open_points

AXIS, SOVIET = 0, 1
LINE = ["........."]
NEAR: dict[str, Any] = {"procedure": "movement", "step": "MoveAndFord"}


def line(units: dict[str, str], **facts: Any) -> Table:
    return table(LINE, units, **{**NEAR, "turn": 12, **facts})


def number(game: Table, id: str) -> int:
    found: int = game.pos.content.formation_ids.index(id)
    return found


# -- chits ----------------------------------------------------------------------------------------


@pytest.mark.rule("rs.activation.11", "rs.activation.12", "rs.activation.13", "rs.monitors.1")
@pytest.mark.parametrize("active", ["", "95 RD", "30 Mtn", "2 Cav"])
@pytest.mark.parametrize("phasing", ["axis", "soviet"])
def test_those_who_are_offered_are_those_whom_nothing_bars(active: str, phasing: str) -> None:
    """Every unit on the map, with a formation kept out of the game and an engineer who limbered a bridge."""
    soviets = {"i-90-rr": "0101", "35-mtn": "0201", "11-cav": "0301", "border-1": "0401"}
    units = {**soviets, "i-67-inf": "0901", "rom-bridge-eng-1": "0901", "monitor": "0901"}
    facts = {"active": active} if active else {}
    game = line(units, phasing=phasing, **facts)
    pos = game.pos
    for absent, lifted in product(([], [number(game, "2 Cav")]), ([], [game.unit("rom-bridge-eng-1")])):
        pos.absent, pos.lifted = absent, lifted
        mine = pos.on_map(pos.phasing)
        free = [unit for unit in mine if activation_bar(pos, unit) is None]
        assert unbarred(pos, mine) == free
        if phasing == "axis":
            assert free == [
                game.unit(id) for id in ("i-67-inf", "rom-bridge-eng-1") if game.unit(id) not in lifted
            ]
        elif not active:
            assert free == []
        else:
            of = {"95 RD": "i-90-rr", "30 Mtn": "35-mtn", "2 Cav": "11-cav"}
            out = active == "2 Cav" and absent
            assert set(free) == {game.unit("border-1")} | (set() if out else {game.unit(of[active])})


@pytest.mark.rule("rs.activation.1", "rs.activation.4c")
@pytest.mark.parametrize(
    ("state", "counts"),
    [
        ("waiting arrives=11", True),
        ("waiting arrives=12", True),
        ("waiting arrives=13", False),
        ("eliminated", False),
        ("0301", True),
    ],
)
def test_a_chit_is_in_play_for_who_is_there_or_has_come_to_the_edge(state: str, counts: bool) -> None:
    game = line({"i-90-rr": "0101", "35-mtn": state}, phasing="soviet")
    formation = number(game, "30 Mtn")
    assert (formation in formations_in_play(game.pos)) is counts


@pytest.mark.rule("rs.activation.1", "rs.activation.2", "rs.activation.3b")
def test_the_cup_is_filled_anew_without_the_chits_that_are_withheld() -> None:
    units = {"i-90-rr": "0101", "35-mtn": "0201", "11-cav": "0301"}
    game = line(units, phasing="soviet", active="95 RD", boxes=["95 RD"])
    game.pos.withheld = [number(game, "30 Mtn")]
    FillCup().run(game.game, ())
    game.holds("cup 95 RD,2 Cav,2 Cav", "boxes none", "active none")
    weights = dict(DrawChit().outcomes(game.pos, ()))
    assert weights == {number(game, "95 RD"): 1, number(game, "2 Cav"): 2}


@pytest.mark.rule("rs.activation.3b")
def test_only_what_is_in_play_is_withheld_and_only_what_is_withheld_comes_back() -> None:
    units = {"i-90-rr": "0101", "35-mtn": "0201", "11-cav": "eliminated"}
    game = table(LINE, units, procedure="initial", step="WithholdChits", turn=7)
    game.play(
        f"soviet: withhold-chit {number(game, '30 Mtn')}", f"soviet: withhold-chit {number(game, '95 RD')}"
    )
    assert game.pos.withheld == sorted([number(game, "30 Mtn"), number(game, "95 RD")])
    assert game.offers("withhold-chit") == []
    game.play(f"soviet: return-chit {number(game, '95 RD')}")
    assert game.pos.withheld == [number(game, "30 Mtn")]
    assert len(game.offers("withhold-chit")) == 1


@pytest.mark.rule("rs.activation.5")
def test_a_formation_that_is_given_up_keeps_its_chit_while_others_of_it_wait_at_the_edge() -> None:
    for state, cup in (
        ("waiting arrives=12 at=0101", "95 RD,30 Mtn"),
        ("waiting arrives=13 at=0101", "30 Mtn"),
    ):
        units = {"i-90-rr": "0101", "ii-90-rr": state, "35-mtn": "0301"}
        game = table(LINE, units, procedure="soviet-turn", step="activation", phasing="soviet", turn=12)
        assert game.asked() == "soviet Disband"
        game.play(f"soviet: disband {number(game, '95 RD')}")
        game.holds(f"cup {cup}", "unit i-90-rr at eliminated", "unit 35-mtn at 0301")


@pytest.mark.rule("rs.activation.7")
def test_before_each_chit_nobody_is_active() -> None:
    game = line({"i-90-rr": "0101"}, phasing="soviet", active="95 RD", cup=["95 RD"])
    NextChit().run(game.game, ())
    game.holds("active none", "cup 95 RD")


@pytest.mark.rule("rs.reinforcements.7")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_keeps_one_division_or_both_out(die: int) -> None:
    units = {"1-44-tank": "waiting arrives=39", "1-47-tank": "waiting arrives=39", "i-90-rr": "0101"}
    game = line(units, turn=39, phasing="soviet", either={"turn": 39, "formations": ["44 TD", "47 TD"]})
    choose_division(game.game, die)
    names = [game.pos.content.formation_ids[one] for one in game.pos.absent]
    assert sorted(names) == {1: ["47 TD"], 2: ["47 TD"], 3: ["44 TD"], 4: ["44 TD"]}.get(
        die, ["44 TD", "47 TD"]
    )


# -- aircraft -------------------------------------------------------------------------------------


@pytest.mark.rule("rs.air-units.2", "rs.air-units.3c")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_and_three_at_least_and_never_more_than_the_cup_holds(die: int) -> None:
    for there in (2, 8):
        units = {f"air-{place}": "waiting" for place in range(1, there + 1)} | {"i-67-inf": "0101"}
        game = table(LINE, units, procedure="initial", step="air-draw", turn=3)
        game.play(f"chance: roll {die}")
        while game.asked() == "chance DrawAir":
            game.play(f"chance: {game.options('chance')[0]}")
        game.holds(f"air {min(there, max(die, 3))}")
        assert all(game.pos.steps[unit] == 1 for unit in game.pos.air)
        assert game.pos.air == sorted(game.pos.air)
    nobody = line({"i-67-inf": "0101"})
    assert RollAir().outcomes(nobody.pos, Morning()) == []


@pytest.mark.rule("rs.bombardment.25", "rs.bombardment.9a")
def test_aircraft_that_struck_are_gone_and_leave_the_hex_open_and_guns_close_it() -> None:
    units = {
        "air-1": "waiting",
        "air-2": "waiting",
        "art-a-35": "0101",
        "i-67-inf": "0201",
        "i-90-rr": "0301",
    }
    game = line(units, air=["air-1", "air-2"])
    target = game.hex("0301")
    for firing, air, closed in (("air-1", ["air-2"], []), ("art-a-35", ["air-1", "air-2"], [target])):
        now = game.copy()
        NextBombardment().run(now.game, Barrage(((target, now.unit(firing)),)))
        assert [now.pos.roster.counters[unit].id for unit in now.pos.air] == air
        assert now.pos.bombarded == closed


@pytest.mark.rule("rs.bombardment.4", "rs.bombardment.16", "rs.air-units.3")
def test_why_an_air_unit_is_not_sent() -> None:
    units = {
        "air-1": "waiting",
        "air-2": "waiting",
        "air-3": "waiting",
        "i-67-inf": "0201",
        "i-90-rr": "0301",
    }
    game = table(LINE, units, procedure="player-turn", step="bombardment", turn=4, air=["air-1", "air-3"])
    assert game.offers("strike-with") == ["air-1", "air-3"]
    assert game.refused("axis: strike-with i-67-inf") == "rs.bombardment.4"
    assert game.refused("axis: strike-with air-2") == "rs.air-units.3"
    game.play("axis: strike-with air-1", "axis: drop")
    assert game.offers("strike-with") == ["air-1", "air-3"]
    game.play("axis: strike-with air-1", "axis: target 0301")
    assert game.offers("strike-with") == ["air-3"]
    assert game.refused("axis: strike-with air-1") == "rs.bombardment.16"


@pytest.mark.rule("rs.bombardment.14")
@pytest.mark.parametrize(("enemy", "asked"), [("0301", True), ("waiting", False)])
def test_where_there_is_nobody_to_strike_nobody_is_asked_for_planes(enemy: str, asked: bool) -> None:
    """Planes that could be taken up and never sent would be taken up and dropped for ever."""
    units = {"air-1": "waiting", "i-67-inf": "0201", "i-90-rr": enemy}
    game = table(LINE, units, procedure="player-turn", step="bombardment", turn=4, air=["air-1"])
    assert (game.ask.step == "DeclareStrikes") == asked


@pytest.mark.rule("rs.monitor-loss.1a", "rs.monitor-loss.1c")
@pytest.mark.parametrize(
    ("tank", "hex", "lost"),
    [
        ("32-tank", "0201", True),
        ("32-tank", "0301", True),
        ("32-tank", "0401", False),
        ("i-90-rr", "0301", False),
    ],
)
def test_tanks_on_either_bank_sink_a_monitor(tank: str, hex: str, lost: bool) -> None:
    rows = {"rows": LINE, "west": ["0201"], "river": ["0201/0301"]}
    units = {"monitor": "0201", tank: hex}
    game = table(rows, units, monitors={"monitor": "0301"}, phasing="soviet", turn=12, **NEAR)
    LoseMonitors().run(game.game, ())
    assert (game.pos.hex[game.unit("monitor")] == ELIMINATED) is lost


# -- leaving the map ------------------------------------------------------------------------------


def at_the_edge(units: dict[str, str]) -> Table:
    game = table(LINE, units, phasing="soviet", active="95 RD", turn=12, **NEAR)
    game.pos.content.way_out = frozenset({game.hex("0901")})
    return game


@pytest.mark.rule("rs.activation.15c")
@pytest.mark.parametrize(
    ("spent", "rule"), [("4", ""), ("4.5", "rs.activation.15"), ("5", "rs.activation.15")]
)
def test_leaving_costs_a_point(spent: str, rule: str) -> None:
    """A rifle battalion has 5."""
    game = at_the_edge({"i-90-rr": f"0901 spent={spent}"})
    refusal = leaving_refusal(game.pos, game.unit("i-90-rr"))
    assert (refusal.rule if refusal is not None else "") == rule


@pytest.mark.rule("rs.activation.15", "rs.activation.16")
def test_those_who_leave_are_written_down_with_their_steps() -> None:
    """Two and one steps; who is off the map already, does not leave again."""
    units = {"i-90-rr": "0901", "ii-90-rr": "0901 steps=1", "iii-90-rr": "eliminated"}
    game = at_the_edge(units)
    group = tuple(game.unit(id) for id in units)
    Depart().run(game.game, Departure(group))
    assert game.pos.departed == [number(game, "95 RD"), 3]
    assert [game.pos.hex[unit] for unit in group] == [ABSENT, ABSENT, ELIMINATED]
    Depart().run(game.game, Departure(group[2:]))
    assert game.pos.departed == [number(game, "95 RD"), 3]
    assert game.pos.lost_steps == [0, 0]


# -- replacements -----------------------------------------------------------------------------------


@pytest.mark.rule("rs.replacements.4")
def test_a_step_more_or_a_battalion_in_place_of_its_remnant() -> None:
    game = line(
        {
            "i-67-inf": "0101 steps=1",
            "ii-67-inf": "reduced",
            "rom-inf-rem-1": "0301 of=ii-67-inf seen arrived=4 moved",
        }
    )
    pos = game.pos
    whole, boxed, remnant = (game.unit(id) for id in ("i-67-inf", "ii-67-inf", "rom-inf-rem-1"))
    assert restore(game.game, whole) == whole and pos.steps[whole] == 2
    flags, seen = pos.flags[remnant], pos.seen[remnant]
    assert flags and seen
    assert restore(game.game, remnant) == boxed
    game.holds("unit ii-67-inf at 0301", "unit ii-67-inf steps 2", "unit rom-inf-rem-1 at absent")
    assert (pos.flags[boxed], pos.seen[boxed], pos.arrived[boxed]) == (flags, seen, 4)


# -- points -------------------------------------------------------------------------------------------


@pytest.mark.rule("rs.turn-end.1")
def test_hexes_count_for_who_holds_them_and_twice_if_taken_early() -> None:
    victory = {"hexes": {"0101": 3, "0501": 2, "0901": 4}, "levels": {}}
    game = line({"i-67-inf": "0101", "i-90-rr": "0901"}, victory=victory, control_soviet=["0501"])
    assert open_points(game.pos) == [("0101", 6)]
    game.pos.control[game.hex("0501")] = AXIS
    game.pos.early = [game.hex("0501")]
    assert open_points(game.pos) == [("0101", 6), ("0501, taken early", 8)]


@pytest.mark.rule("rs.soviet-move.4", "rs.soviet-move.5")
@pytest.mark.parametrize(
    ("hex", "turn", "early", "alarmed"),
    [("0801", 50, True, 1), ("0801", 51, False, 1), ("0701", 50, False, 1)],
)
def test_the_city_taken_before_15_july_is_written_down(
    hex: str, turn: int, early: bool, alarmed: int
) -> None:
    """Turn 51 is the morning of 15 July: two turns on the 2nd and four on every other day."""
    rows = {"rows": LINE, "areas": {"chisinau": ["0801"]}}
    game = table(rows, {"i-67-inf": "0101"}, turn=turn, **NEAR)
    alarm_garrison(game.game, game.hex(hex))
    assert game.pos.early == ([game.hex(hex)] if early else [])
    assert game.pos.alarmed == alarmed
    alarm_garrison(game.game, game.hex(hex))
    assert game.pos.early == ([game.hex(hex)] if early else [])


@pytest.mark.rule("rs.activation.16")
@pytest.mark.parametrize(
    ("turn", "state", "counts"), [(25, "0101", False), (26, "0101", True), (26, "eliminated", False)]
)
def test_a_division_called_away_that_is_still_there_counts_from_its_turn_on(
    turn: int, state: str, counts: bool
) -> None:
    game = line({"i-a-mr": state, "i-90-rr": "0201"}, turn=turn, called_away={"15 MD": 26})
    assert departures(game.pos) == ([("15 MD was called away", 12)] if counts else [])
    game.pos.departed = [number(game, "15 MD"), 99]
    assert len(departures(game.pos)) == counts


@pytest.mark.rule("rs.activation.16")
def test_the_whole_strength_of_a_formation_is_that_of_its_own_units_without_leaders() -> None:
    game = line({"i-90-rr": "0101 steps=1", "ii-90-rr": "eliminated", "35-mtn": "0201", "i-67-inf": "0901"})
    assert full_strength(game.pos, number(game, "95 RD")) == 4


@pytest.mark.rule("rs.turn-end.1")
def test_divisions_are_cut_off_when_none_of_their_units_is_supplied() -> None:
    """35 ID stands by its HQ at the road in, 15 ID far from one."""
    rows = {"rows": ["." * 30], "areas": {"exit:axis": ["0101"]}}
    units = {"hq-35": "0101", "i-67-inf": "0301", "i-25-inf": "3001", "i-90-rr": "2001"}
    game = table(rows, units, turn=12, **NEAR)
    assert divisions_cut_off(game.pos) == 1
    alone = table(rows, {"hq-35": "0101", "i-67-inf": "0301", "i-90-rr": "2001"}, turn=12, **NEAR)
    assert divisions_cut_off(alone.pos) == 0


# -- stacks, stores and marches -----------------------------------------------------------------------


@pytest.mark.rule("rs.post-move.6", "rs.post-move.9")
@pytest.mark.parametrize(
    ("weight", "words"),
    [
        (0, "0 companies"),
        (1, "1 company"),
        (2, "2 companies"),
        (3, "1 battalion"),
        (4, "1 battalion and 1 company"),
        (11, "3 battalions and 2 companies"),
    ],
)
def test_stacks_in_words(weight: int, words: str) -> None:
    assert line({"i-67-inf": "0101"}).pos.content.stack_words(weight) == words


@pytest.mark.rule("rs.post-move.11", "rs.post-move.16", "rs.post-move.6", "rs.post-move.7", "rs.post-move.10")
@pytest.mark.parametrize(
    ("unit", "state", "weight"),
    [
        ("35-mtn", "steps=4", 6),
        ("35-mtn", "steps=3", 6),
        ("35-mtn", "steps=2", 3),
        ("175-nkvd", "", 6),
        ("i-90-rr", "", 3),
        ("hq-95", "", 1),
        ("monitor", "", 0),
    ],
)
def test_what_a_counter_weighs_in_companies(unit: str, state: str, weight: int) -> None:
    game = line({unit: f"0101 {state}"})
    assert game.pos.content.weight(game.pos, game.unit(unit)) == weight


@pytest.mark.rule("rs.strategic.5")
def test_engineers_that_worked_do_not_march_and_others_do() -> None:
    game = line(
        {"pio-35": "0101 built", "pio-15": "0101", "i-67-inf": "0101 built", "rom-bridge-eng-1": "0101"}
    )
    pos = game.pos
    units = [game.unit(id) for id in ("pio-35", "pio-15", "i-67-inf", "rom-bridge-eng-1")]
    assert pos.flags[units[2]] & BUILT
    pos.lifted = [units[3]]
    barred = {unit for unit in units if pos.content.march_bar(pos, unit) is not None}
    assert barred == {units[0], units[3]}
    assert pos.content.free_to_march(pos, units) == [unit for unit in units if unit not in barred]


@pytest.mark.rule("rs.prut.1", "rs.prut.3", "rs.advance.7", "rs.retreat.15")
def test_a_foot_bridge_carries_men_and_no_vehicles_and_nobody_of_the_soviets() -> None:
    rows = {
        "rows": LINE,
        "west": ["0201"],
        "river": ["0201/0301"],
        "areas": {"bridge:ungheni": ["0201", "0301"]},
    }
    units = {"i-67-inf": "0201", "i-1-tank": "0201", "9-calarasi": "0201", "i-90-rr": "0301"}
    game = table(rows, units, standing=["ungheni"], turn=12, **NEAR)
    pos, content = game.pos, game.pos.content
    west, east = game.hex("0201"), game.hex("0301")
    way = content.grid.direction(west, east)
    both = (west * 6 + way, east * 6 + (way + 3) % 6)
    assert [content.open_exits(pos, mobility) for mobility in (0, 1, 2)] == [both, (), ()]
    wades = {id: content.may_wade(pos, game.unit(id), west, east) for id in units}
    assert wades == {"i-67-inf": True, "i-1-tank": False, "9-calarasi": True, "i-90-rr": False}
    pos.standing = [0]
    assert content.open_exits(pos, 0) == ()
    wades = {id: content.may_wade(pos, game.unit(id), west, east) for id in units}
    assert wades == {"i-67-inf": True, "i-1-tank": False, "9-calarasi": False, "i-90-rr": False}
    pos.standing, pos.phasing = [1], SOVIET
    assert content.open_exits(pos, 0) == ()


@pytest.mark.rule("rs.turn-end.1", "rs.general.3")
@pytest.mark.parametrize(
    ("unit", "steps", "cost", "soviet", "hqs"),
    [
        ("i-67-inf", 2, 2, 0, 0),
        ("i-ir-105", 2, 4, 0, 0),
        ("i-1-tank", 1, 2, 0, 0),
        ("i-90-rr", 2, 0, 2, 0),
        ("hq-95", 1, 0, 0, 1),
        ("hq-35", 1, 1, 0, 0),
    ],
)
def test_what_lost_steps_cost(unit: str, steps: int, cost: int, soviet: int, hqs: int) -> None:
    """German and tank steps two halves, others one; Soviet headquarters are counted for themselves."""
    game = line({unit: "0101"})
    game.pos.count_lost(game.unit(unit), steps)
    assert (game.pos.axis_cost, game.pos.lost_steps[SOVIET], game.pos.lost_hqs) == (cost, soviet, hqs)

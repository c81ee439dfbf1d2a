"""What the staff does with its men: by night, at the river, before a hex that lies open."""

from random import Random

import pytest

from games.red_parachutes.battle import NORTH, TARGET
from games.red_parachutes.table import Table, table
from grognard.ai.players import choose as ask_player
from grognard.ai.players import make_player, reason_of
from grognard.games.battalions.combat.after.stand_fast import FallingBack
from grognard.games.battalions.model.position import CROSSED, IMPROVED, IN_ORDER
from grognard.games.battalions.staff.battles import stand_or_go
from grognard.games.battalions.staff.foresight import defence_of
from grognard.games.battalions.staff.situation import Aims, Situation
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET
from grognard.kit.foresight import Stakes

RIVER = [".~.."] * 8
PAIR = [["0303", "0103"]]
NOON, NIGHT = 2, 4


def moving(units: dict[str, str], phasing: str, **facts: object) -> Table:
    return table(
        RIVER, units, procedure="movement", step="MoveAndCross", phasing=phasing, pairs=PAIR, **facts
    )


def answers(game: Table, side: int) -> list[tuple[str, str]]:
    """What the staff does at this question until it is done, and why."""
    staff, mind, found = make_player("staff", SYSTEM), Random(1), []
    step = game.ask.step
    while game.ask.step == step and side in game.ask.sides:
        choice = ask_player(staff, SYSTEM, game.pos, game.ask, side, mind)
        found.append((SYSTEM.words.write(game.pos, choice), reason_of(staff)))
        game.game.play(choice, side)
    return found


@pytest.mark.parametrize(("turn", "order"), [(NOON, "to 0103"), (NIGHT, "to 0105")])
def test_men_go_as_far_by_night_as_they_can_in_order(turn: int, order: str) -> None:
    """On foot 5 points, five hexes to the bridgehead; by night more than three disrupt."""
    game = moving({"i-gr-80": "0108"}, "german", turn=turn)
    assert order in [did for did, _ in answers(game, GERMAN)]
    assert game.pos.morale_state[game.unit("i-gr-80")] == IN_ORDER


def test_an_hq_crosses_after_its_men_and_says_so() -> None:
    alone = moving({"hq-309": "0303"}, "soviet", turn=NOON)
    assert "cross hq-309" not in [did for did, _ in answers(alone, SOVIET)]
    after = moving({"hq-309": "0303", "i-a-309": "0103"}, "soviet", turn=NOON)
    assert ("cross hq-309", "its men are over the river") in answers(after, SOVIET)


@pytest.mark.parametrize(
    ("left", "does"),
    [({}, "stand-with i-gr-80"), ({"i-a-309": TARGET}, "give-way")],
)
def test_attackers_stand_before_a_goal_that_lies_open(left: dict[str, str], does: str) -> None:
    """The hex is worth 6 points, the step that standing costs 1; the enemy may still be there."""
    game = table(["......."] * 7, {"i-gr-80": NORTH, **left}, procedure="attacks", phasing="german")
    pos, unit, goal = game.pos, game.unit("i-gr-80"), game.hex(TARGET)
    pos.control[goal] = SOVIET
    aims = Aims({goal: 6.0}, Stakes(0.0, (), 3), lambda one: 0.5, 0.5, False)
    here = game.hex(NORTH)
    v = FallingBack(GERMAN, 1, (here,), (unit,), (goal,), goal, 0, here=here)
    options = [("stand-with", unit), ("give-way", -1)]
    answer = stand_or_go(Situation(pos, GERMAN, aims), v, options)
    assert answer is not None
    assert SYSTEM.words.write(pos, answer[0]) == does


# -- the river ------------------------------------------------------------------------------------


def test_nobody_crosses_into_a_hex_that_is_full() -> None:
    """Five counters stack; the enemy would choose who of six is lost."""
    there = [f"{battalion}-{regiment}-309" for regiment in "ab" for battalion in ("i", "ii", "iii")][:5]
    full = moving({**dict.fromkeys(there, "0103"), "i-c-309": "0303"}, "soviet", turn=NOON)
    for unit in there:
        full.pos.flags[full.unit(unit)] |= CROSSED  # they have just come and make no room
    assert "cross i-c-309" not in [did for did, _ in answers(full, SOVIET)]
    free = moving({**dict.fromkeys(there[:4], "0103"), "i-c-309": "0303"}, "soviet", turn=NOON)
    assert "cross i-c-309" in [did for did, _ in answers(free, SOVIET)]


def test_each_bridgehead_has_a_landing_of_its_own() -> None:
    game = table(
        RIVER, {"i-a-309": "0303"}, procedure="bridgeheads", phasing="soviet",
        pairs=[["track", 2], ["track", 2], ["track", 2]], turn=NOON,
    )  # fmt: skip
    answers(game, SOVIET)
    pairs = game.pos.all_pairs()
    assert all(pair.on_map for pair in pairs)
    assert len({pair.far for pair in pairs}) == 3


BRIDGE = {
    "rows": [".~........", ".~........"],
    "road": [["0101", "0201", "0301"]],
    "areas": {"kanev:west": ["0101"], "kanev:water": ["0201"], "kanev:east": ["0301"]},
}


@pytest.mark.parametrize(
    ("units", "does", "why"),
    [
        ({"i-a-309": "1001"}, "demolish pi-34", "everybody is over the river"),
        ({"hq-34": "0401", "i-a-309": "1001"}, "done", "some of ours are still beyond it"),
        ({"hq-34": "0401", "i-a-309": "0501"}, "demolish pi-34", "before the enemy is upon it"),
    ],
)
def test_the_bridge_is_blown_behind_the_last_or_before_the_first(
    units: dict[str, str], does: str, why: str
) -> None:
    game = table(BRIDGE, {"pi-34": "0101", **units}, procedure="engineering", phasing="german")
    assert answers(game, GERMAN)[0] == (does, why)


def test_while_the_bridge_stands_an_engineer_waits_at_it_and_guns_come_home() -> None:
    units = {"pi-34": "0102", "i-gr-80": "0302", "hq-34": "0302", "i-a-309": "1001"}
    game = table(BRIDGE, units, procedure="movement", step="MoveAndCross", phasing="german", turn=NOON)
    did = answers(game, GERMAN)
    assert ("to 0101", "wanted in 0101") in did
    assert game.pos.hex[game.unit("pi-34")] == game.hex("0101")
    assert game.pos.hex[game.unit("hq-34")] in map(game.hex, ("0101", "0102"))


def test_an_attack_is_planned_against_works_as_they_count() -> None:
    game = table(["......."] * 7, {"i-gr-80": NORTH, "i-a-309": TARGET}, phasing="german")
    pos, target = game.pos, game.hex(TARGET)
    now = Situation(pos, GERMAN, Aims({}, Stakes(0.0, (), 3), lambda one: 0.5, 0.5, False))
    bare = defence_of(now, target).strength
    pos.works[target], pos.works_side[target] = IMPROVED, SOVIET
    assert defence_of(now, target).strength == (3 * bare + 1) // 2

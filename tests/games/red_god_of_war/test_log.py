"""The log of a turn tells every roll, every decision and every change, each with its rule."""

import pytest

from games.red_god_of_war.battle import NORTH, TARGET, attack
from games.red_god_of_war.table import Table, table
from grognard.core.flow.events import Event
from grognard.games.red_god_of_war import SYSTEM

LINE = {"rows": ["......."], "holders": ["ggggsss"], "areas": {"source:german": ["0101"]}}
UNITS = {"vi-hq": "0201", "246-id": "0301 steps=1", "41a-hq": "0601", "150-rd": "0701"}


def told(game: Table, *lines: str) -> list[tuple[str, str]]:
    """What these answers bring, each line of the log with its rule."""
    found: list[tuple[str, str]] = []
    for line in lines:
        game.play(line)
        found += [(event.rule, SYSTEM.words.story(game.pos, event)) for event in game.game.events]
    return found


@pytest.mark.rule("rgw.initial.1", "rgw.initial.2", "rgw.initial.3", "rgw.initial.9", "rgw.initial.10")
def test_the_rolls_of_the_initial_segment_are_told() -> None:
    game = table(LINE, UNITS, turn=2, sp_german=1, sp_soviet=2, weather="clear")
    assert told(game, "chance: roll 4", "chance: roll 5", "chance: roll 2", "chance: roll 3")[:7] == [
        ("rgw.sequence.2", "Initial Segment."),
        ("rgw.initial.1", "German supply roll: 4."),
        ("rgw.initial.1", "The German player receives 4 supply points and has 5."),
        ("rgw.initial.2", "Weather roll 5: snow."),
        ("rgw.initial.3", "OKW roll 2: the marker stands at Halten."),
        ("rgw.initial.9", "Stalin Attitude roll 3: the marker stands at 3 (box 1 of 9)."),
        ("rgw.initial.10", "The Soviet player receives 3 supply points and has 5."),
    ]


@pytest.mark.rule("rgw.initial.5", "rgw.initial.6")
def test_a_call_for_help_is_told_with_the_unit_that_leaves() -> None:
    game = table(LINE, {**UNITS, "1pz-1-pz": "0301"}, step="RollHilfe", turn=2, okw=5)
    assert told(game, "chance: roll 6")[0] == ("rgw.initial.5", "Hilfe! roll 6.")
    assert told(game, "german: dismiss 1pz-1-pz")[0] == (
        "rgw.initial.6",
        "1Pz/1 Pz leaves for another front.",
    )


@pytest.mark.rule("rgw.initial.14", "rgw.initial.19", "rgw.initial.20", "rgw.supply.10", "rgw.supply.11")
def test_recovery_combat_supply_and_tracing_are_told() -> None:
    game = table(
        LINE,
        {**UNITS, "262-rd": "0401 army=22a-hq", "22a-hq": "dead"},
        step="Recover",
        turn=3,
        sp_german=1,
        sp_soviet=1,
    )
    assert told(game, "soviet: light 41a-hq", "soviet: done") == [
        ("rgw.initial.18", "41A HQ is in combat supply.")
    ]
    assert told(game, "german: light vi-hq", "german: done", "soviet: done") == [
        ("rgw.initial.20", "VI HQ is in combat supply."),
        ("rgw.supply.10", "150 RD is unsupplied."),  # the army has no source on this map
        ("rgw.supply.11", "262 RD is isolated."),
    ]


@pytest.mark.rule("rgw.initial.14")
def test_a_unit_that_recovers_is_told() -> None:
    game = table(LINE, UNITS, step="Recover", turn=3)
    assert told(game, "german: recover 246-id")[0] == ("rgw.initial.14", "246 ID is back at full strength.")


@pytest.mark.rule("rgw.initial.25", "rgw.activation.4", "rgw.activation.8", "rgw.halt.1", "rgw.impulse.6")
def test_chits_draws_impulses_and_the_end_of_the_turn_are_told() -> None:
    game = table(LINE, UNITS, step="PlaceChits", turn=1)
    assert told(game, "soviet: chit 41a-hq", "soviet: seal", "german: seal") == [
        ("rgw.initial.25", "The German player has 0 chits in the cup."),
        ("rgw.initial.25", "The Soviet player has 1 chit in the cup."),
    ]
    assert told(game, "chance: draw 41a-hq") == [
        ("rgw.activation.4", "The Soviet player draws the chit of 41A HQ (Soviet).")
    ]
    all_in = told(game, "soviet: all")
    assert all_in[0] == ("rgw.activation.8", "Activated: 41A HQ, 150 RD.")
    assert all_in[1][0] == "rgw.recheck.4" and all_in[1][1].startswith("Recheck: 150 RD is now ")
    end = told(game, "soviet: done", "soviet: done")
    assert end == [
        ("rgw.sequence.3", "Mechanized Movement Phase."),
        ("rgw.halt.1", "Soviet impulse 1 is over."),
        ("rgw.impulse.6", "End of turn 1."),
    ]


@pytest.mark.rule("rgw.activation.2")
def test_the_coin_is_told() -> None:
    game = table(LINE, UNITS, step="TossCoin", options={"coin-toss": True}, cup=["41a-hq"])
    line = ("rgw.activation.2", "The coin gives the German player the first draw.")
    assert told(game, "chance: toss 0") == [line]
    assert told(game, "chance: draw 41a-hq")[0][1] == "The German player draws the chit of 41A HQ (Soviet)."


@pytest.mark.rule("rgw.reinforce.10")
@pytest.mark.parametrize(("die", "what"), [(4, "held back"), (5, "released")])
def test_the_release_of_the_third_tank_army_is_told(die: int, what: str) -> None:
    rows = {"rows": ["....."], "areas": {"objective:third-tank-army": ["0101"]}, "holders": ["sssss"]}
    units = {"41a-hq": "0101", "3ta-hq": "waiting arrives=0"}
    game = table(rows, units, step="ReleaseThirdTankArmy", turn=4)
    assert told(game, f"chance: roll {die}")[0] == ("rgw.reinforce.10", f"3rd Tank Army roll {die}: {what}.")


@pytest.mark.rule("rgw.movement.3", "rgw.movement.4", "rgw.tactical.1")
def test_a_move_is_told_by_the_way_it_is_made() -> None:
    line = [["0101", "0201", "0301", "0401"]]
    for kind, verb, rule, how in (
        ("road", "strategic", "rgw.movement.3", "by strategic movement"),
        ("rail", "rail", "rgw.movement.4", "by rail"),
    ):
        rows = {"rows": ["......."], "holders": ["ggggggg"], kind: line}
        game = table(rows, {"vi-hq": "0701", "246-id": "0101"}, procedure="movement", active="vi-hq")
        assert told(game, f"german: {verb} 246-id", "german: to 0301") == [
            (rule, f"246 ID moves from 0101 to 0301 {how}.")
        ]
    game = table(LINE, UNITS, procedure="movement", step="TacticalMovement", active="vi-hq")
    assert told(game, "german: move 246-id", "german: to 0401") == [
        ("rgw.tactical.1", "246 ID moves from 0301 to 0401 for 1 MP.")
    ]


@pytest.mark.rule("rgw.reinforce.2", "rgw.reinforce.4", "rgw.initial.27", "rgw.initial.28")
def test_arrivals_are_told() -> None:
    rows = {**LINE, "areas": {"source:soviet": ["0601"]}}
    units = {**UNITS, "30-gds-rd": "waiting arrives=2", "xxx-hq": "waiting arrives=2 at=0101"}
    game = table(rows, units, step="arrivals", turn=2, sp_german=1)
    assert told(game, "soviet: bring 30-gds-rd", "soviet: assign 41a-hq")[0] == (
        "rgw.reinforce.3",
        "30 Gds RD arrives at 0601 and belongs to 41A HQ.",
    )
    assert told(game, "german: land 0101") == [("rgw.initial.27", "XXX HQ arrives at 0101.")]
    assert told(game, "german: light xxx-hq")[0] == ("rgw.initial.28", "XXX HQ is in combat supply.")
    entry = table(
        LINE,
        {**UNITS, "86-id": "waiting arrives=2 at=0101"},
        procedure="movement",
        step="TacticalMovement",
        active="vi-hq",
        turn=2,
    )
    assert told(entry, "german: move 86-id", "german: enter 0101") == [
        ("rgw.reinforce.2", "86 ID arrives at 0101.")
    ]


@pytest.mark.rule("rgw.odds.6", "rgw.odds.8", "rgw.losses.2", "rgw.losses.11")
def test_a_combat_is_told_from_its_point_to_the_step_given_back() -> None:
    game = attack(
        {"74-sib-rb": NORTH, "17-gds-rd": NORTH, "262-rd": NORTH},
        {"ss-cav-1": TARGET, "41a-hq": "0401 lit"},
        sp_soviet=1,
    )
    odds = "12 to 2 is 6:1, +1 attacker HQ, +1 extra supply point"
    assert told(game, "soviet: spend", "chance: roll 1") == [
        ("rgw.odds.6", "41A HQ spends a supply point on the attack."),
        (
            "rgw.odds.8",
            f"8:1+ on 0404 ({odds}), die 1: 1 hit on the attacker, 3 on the defender.",
        ),
        ("rgw.odds.1", "0404: attack 12 (74 Sib RB 3, 17 Gds RD 5, 262 RD 4), defence 2 (SS Cav/1 2)."),
    ]
    assert told(game, "soviet: lose 74-sib-rb", "german: retreat 0", "german: lose ss-cav-1") == [
        ("rgw.losses.2", "74 Sib RB loses its last step."),
        ("rgw.losses.2", "74 Sib RB is destroyed."),
        ("rgw.losses.8", "SS Cav/1 loses its last step."),
        ("rgw.losses.8", "SS Cav/1 is destroyed."),
    ]
    back = "74 Sib RB gets a step back: the defenders died with hits to spare."
    assert told(game, "soviet: restore 74-sib-rb") == [("rgw.losses.11", back)]


@pytest.mark.rule("rgw.setup.1")
def test_a_unit_set_up_is_told() -> None:
    game = table(None, {}, scenario="mars", procedure="campaign", opening=True, options={"free-setup": True})
    assert game.asked() == "soviet PlaceSoviets"
    hex = game.play("soviet: pick 150-rd").offers("place")[0]
    found = told(game, f"soviet: place {hex}")
    assert found[0][0] == "rgw.setup.1" and found[0][1].startswith(f"150 RD sets up in {hex}")


@pytest.mark.rule("rgw.odds.1", "rgw.odds.2")
def test_an_attack_names_both_sides_and_how_its_odds_came_about() -> None:
    """8 to 8 is 1:1; without the HQ in combat supply nothing is added."""
    game = attack({"150-rd": NORTH, "262-rd": NORTH}, {"246-id": TARGET})
    assert "0404 is defended by 246 ID." in game.told
    game.play("chance: roll 6")
    assert "1:1 on 0404 (8 to 8 is 1:1), die 6: 1 hit on the attacker, 2 on the defender." in game.told


@pytest.mark.rule("rgw.initial.1", "rgw.initial.3")
def test_a_supply_roll_shows_what_is_added() -> None:
    """A four gives four points; Stehen, the second box of the OKW, adds one, a cut railway takes one."""
    assert (
        told(table(LINE, UNITS, turn=2, okw=2), "chance: roll 4")[1][1]
        == "German supply roll: 4 (4, +1 OKW)."
    )
    pos = table(LINE, UNITS).pos
    line = SYSTEM.words.story(pos, Event("die", (4, 4, 1, -1, 0), "rgw.initial.1"))
    assert line == "German supply roll: 4 (4, +1 OKW, −1 railway cut)."
    least = SYSTEM.words.story(pos, Event("die", (1, 2, -1, -1, 1), "rgw.initial.1"))
    assert least == "German supply roll: 1 (2, −1 OKW, −1 railway cut, at least 1)."


@pytest.mark.rule("rgw.halt.7")
def test_points_that_come_back_say_so() -> None:
    event = Event("points", (1, 2, 5), "rgw.halt.7")
    pos = table(LINE, UNITS).pos
    line = "The Soviet player gets 2 supply points back of HQs that did not act and has 5."
    assert SYSTEM.words.story(pos, event) == line


@pytest.mark.rule("rgw.initial.8b", "rgw.initial.10", "rgw.initial.11")
@pytest.mark.parametrize(
    ("turn", "box", "line"),
    [
        (1, 1, ("rgw.initial.8", "The Soviet player receives 3 supply points and has 3.")),
        (2, 1, ("rgw.initial.10", "The Soviet player receives 3 supply points and has 3.")),
        (2, 7, ("rgw.initial.11", "The Soviet player receives no supply points: Stalin calls units away.")),
    ],
)
def test_soviet_points_are_told_with_the_rule_that_gives_them(
    turn: int, box: int, line: tuple[str, str]
) -> None:
    game = table(LINE, UNITS, step="RollGermanSupply", turn=turn, stalin=box)
    game.play("chance: roll 1")
    lines = [(event.rule, SYSTEM.words.story(game.pos, event)) for event in game.game.events]
    while game.asked().startswith("chance"):
        lines += told(game, "chance: roll 3")
    assert line in lines


@pytest.mark.rule("rgw.reinforce.7", "rgw.reinforce.8")
def test_a_soviet_hq_that_arrives_is_told_to_be_in_supply_for_nothing() -> None:
    rows = {**LINE, "areas": {"source:soviet": ["0701"]}}
    units = {"vi-hq": "0201", "41a-hq": "0601", "3ta-hq": "waiting arrives=2 at=0701"}
    game = table(rows, units, step="arrivals", turn=2)
    assert told(game, "soviet: bring 3ta-hq", "soviet: land 0701")[:2] == [
        ("rgw.reinforce.4", "3TA HQ arrives at 0701."),
        ("rgw.reinforce.8", "3TA HQ is in combat supply, free of charge in the turn it arrives."),
    ]


@pytest.mark.rule("rgw.odds.1", "rgw.odds.5a")
def test_the_sums_of_the_log_can_be_added_up() -> None:
    """Cut attackers over a river into a swamp, isolated defenders: every number of both strengths is told."""
    rows = {
        "rows": [*(["......."] * 3), "...s...", *(["......."] * 3)],
        "river": ["0403/0404"],
    }
    men = {"150-rd": f"{NORTH} unsupplied", "17-gds-rd": "0304", "262-rd": "0504 isolated"}
    game = attack(men, {"246-id": f"{TARGET} isolated"}, rows)
    game.play("chance: roll 6")
    event = next(event for event in game.game.events if event.kind == "strengths")
    line = SYSTEM.words.story(game.pos, event)
    for side in line.rstrip(".").split(": ")[1].split("), "):
        total, _, terms = side.partition(" (")
        numbers = [
            int(word.replace("−", "-"))
            for term in terms.rstrip(")").split(", ")
            for word in term.split()
            if word.lstrip("+−").isdigit() and (word[0] in "+−" or word == term.split()[-1])
        ]
        assert sum(numbers) == int(total.split()[-1]), line
    assert "across a river" in line and "into a swamp" in line and "isolated" in line


@pytest.mark.rule("rgw.turn.5b")
def test_the_end_of_the_game_tells_where_the_points_came_from() -> None:
    rows = {"rows": ["......."], "holders": ["ggggsss"], "objectives": {"0101": [0, 3], "0701": [5, 0]}}
    units = {**UNITS, "86-id": "dead", "262-rd": "dead", "gd-pz-abt": "dead"}
    game = table(rows, units, procedure="campaign", step="EndTurn", turn=2, turns=2)
    assert game.asked() == "over"
    lines = [SYSTEM.words.story(game.pos, event) for event in game.game.events]
    score = "0101 −3, 0701 +5, infantry division × 1 +2, Soviet division × 1 −1"
    assert [line for line in lines if line.startswith("Points")] == [
        f"Points, Soviet less German: {score}. In all +3: {SYSTEM.words.result(game.pos)}."
    ]

"""What buttons, log, sheets and the end of the game say."""

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET, attack
from games.red_god_of_war.table import Table, table
from grognard.core.flow.events import Event
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET
from grognard.games.red_god_of_war.sequence.victory import level_name

POS = SYSTEM.rules.start("teaching").pos


def told(kind: str, *facts: int) -> str:
    return SYSTEM.words.story(POS, Event(kind, facts))


def test_one_hex_is_not_hexes_and_a_coin_names_a_side() -> None:
    assert [SYSTEM.words.label(POS, ("retreat", hexes)) for hexes in range(3)] == [
        "Retreat not at all: lose steps",
        "Retreat 1 hex",
        "Retreat 2 hexes",
    ]
    assert SYSTEM.words.label(POS, ("toss", SOVIET)) == "First draw: Soviet"
    assert SYSTEM.words.label(POS, ("toss", 9)) == "First draw: 9", (
        "a foolish answer is spelt out, not a fault"
    )
    assert SYSTEM.words.label(POS, ("roll", 4)) == "Roll 4"


def test_the_log_counts_in_good_english() -> None:
    unit, other = (POS.content.roster.index[id] for id in ("150-rd", "65-tb"))
    hex = POS.hex[unit]
    place = POS.content.names[hex]
    assert told("chits", SOVIET, 1) == "The Soviet player has 1 chit in the cup."
    assert told("chits", SOVIET, 2) == "The Soviet player has 2 chits in the cup."
    assert told("points", GERMAN, 1, 4) == "The German player receives 1 supply point and has 4."
    assert "1 hit on the attacker, 0 on the defender" in told("rolled", hex, 3, 2, 1, 0, 4, 8, 0)
    assert told("retreated", hex, unit) == f"150 RD retreats to {place}."
    assert told("retreated", hex, unit, other) == f"150 RD, 65 TB retreat to {place}."
    assert told("overran", hex, unit) == f"150 RD overruns {place}."
    assert told("overran", hex, unit, other) == f"150 RD, 65 TB overrun {place}."


@pytest.mark.rule("rgw.odds.5")
def test_a_sheet_writes_names_as_players_do() -> None:
    game = attack({"150-rd": "0403"}, {"246-id": TARGET, "xx-hq": "0407"})
    labels = [term.label for sheet in SYSTEM.screen.explain(game.pos) for term in sheet.terms]
    assert "defender HQ" in labels


@pytest.mark.rule("rgw.turn.5")
def test_the_end_is_told_in_words() -> None:
    pos = SYSTEM.rules.start("teaching").pos
    open_total = SYSTEM.screen.score_sheet(pos, SOVIET).total
    assert open_total.endswith(" victory if the game ended now")
    assert SYSTEM.knowledge.project(pos, SOVIET).header.endswith("Initial Segment")
    assert SYSTEM.words.result(pos) == ""
    pos.stack.clear()
    pos.winner, pos.result = GERMAN, "german-major"
    assert SYSTEM.words.result(pos) == "German major victory"
    assert SYSTEM.screen.score_sheet(pos, SOVIET).total == open_total.removesuffix(" if the game ended now")
    assert SYSTEM.knowledge.project(pos, SOVIET).header.endswith("the game is over")
    assert level_name("draw") == "draw"


# -- the log ------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.halt.3", "rgw.halt.4")
@pytest.mark.parametrize(
    ("weather", "line"),
    [
        ("snow", "Soviet halt roll 3 −1 snow against 2: Operational Halt!"),
        ("clear", "Soviet halt roll 3 against 2: no halt."),
        ("mud", "Soviet halt roll 3 against 2: no halt."),
    ],
)
def test_a_halt_roll_shows_what_the_weather_does_to_it(weather: str, line: str) -> None:
    game = table(
        ["..."],
        {"41a-hq": "0101"},
        procedure="impulse",
        step="FillBox",
        active="41a-hq",
        box=[0, 3],
        weather=weather,
    )
    assert line in game.play("chance: roll 3").told


def opening(step: str, **facts: int) -> Table:
    return table(["..."], {"41a-hq": "0101", "vi-hq": "0301"}, step=step, turn=2, **facts)


@pytest.mark.rule("rgw.initial.9", "rgw.initial.10")
def test_boxes_that_say_the_same_are_told_apart() -> None:
    """The second and third box both give four points; XI there is once."""
    for box, where in ((2, "4 (box 2 of 9)"), (3, "4 (box 3 of 9)"), (7, "XI")):
        game = opening("RollStalin", stalin=box).play("chance: roll 3")
        assert f"Stalin Attitude roll 3: the marker stands at {where}." in game.told
        track = {track.label: track.value for track in SYSTEM.knowledge.project(game.pos, SOVIET).tracks}
        assert track["Stalin Attitude"] == where
    game = opening("RollStalin", stalin=3, division_died=1).play("chance: roll 1")
    assert "Stalin Attitude roll 1 −1 division destroyed: the marker stands at 4 (box 2 of 9)." in game.told


@pytest.mark.rule("rgw.initial.3")
def test_an_okw_roll_shows_what_modifies_it() -> None:
    assert "OKW roll 3: the marker stands at Halten." in opening("RollOkw").play("chance: roll 3").told
    lost = opening("RollOkw", lost_objective=1).play("chance: roll 4")
    assert "OKW roll 4 −1 objective lost: the marker stands at Halten." in lost.told


def in_order(game: Table, *lines: str) -> None:
    """The log has these lines one after another."""
    first = game.told.index(lines[0])
    assert game.told[first : first + len(lines)] == list(lines)


PRIZES = {
    "rows": ARENA,
    "holders": ["ggggggg"] * 7,
    "objectives": {"0403": [4, 0], TARGET: [3, 0]},
}


@pytest.mark.rule("rgw.movement.7", "rgw.stacking.11")
def test_a_move_is_told_before_what_it_brings() -> None:
    game = table(
        PRIZES,
        {"41a-hq": "0401", "104-tb": "0401", "vi-hq": "0404"},
        procedure="movement",
        step="TacticalMovement",
        active="41a-hq",
    )
    game.play("soviet: move 104-tb", "soviet: to 0404")
    in_order(
        game,
        "104 TB moves from 0401 to 0404 for 3 MP.",
        "0403 is in Soviet hands (4 VP).",
        "0404 is in Soviet hands (3 VP).",
        "VI HQ gives way and sets up again at 0101.",
    )


@pytest.mark.rule("rgw.losses.6")
def test_units_at_bay_are_told_before_the_steps_they_lose() -> None:
    ring = {"93-rd": "0304", "234-rd": "0504", "134-rd": "0405", "262-rd": "0305", "238-rd": "0505"}
    game = attack({"17-gds-rd": NORTH, "150-rd": NORTH}, {"ss-cav-1": TARGET, **ring})
    game.play("chance: roll 6", "german: retreat 3")
    in_order(
        game, "SS Cav/1 finds no way back: 3 hexes to go, a step for each.", "SS Cav/1 loses its last step."
    )


@pytest.mark.rule("rgw.advance.4", "rgw.losses.9")
def test_a_retreat_and_an_advance_are_told_before_the_hex_they_take() -> None:
    game = attack(
        {"17-gds-rd": NORTH, "150-rd": NORTH},
        {"ss-cav-1": TARGET},
        {**PRIZES, "objectives": {TARGET: [3, 0], "0405": [2, 1]}},
        control_soviet=["0405"],
    )
    game.play("chance: roll 4", "soviet: lose 150-rd", "german: retreat 2")
    game.play("german: withdraw 0405", "german: withdraw 0406", "soviet: advance 17-gds-rd")
    in_order(game, "SS Cav/1 retreats to 0405.", "0405 is in German hands (2 VP).")
    in_order(game, "17 Gds RD advances to 0404.", "0404 is in Soviet hands (3 VP).")


PANZER = ("5pz-31-pz", "5pz-13-pg", "5pz-14-pg")


@pytest.mark.rule("rgw.overrun.1")
@pytest.mark.parametrize(
    ("die", "answers", "end"),
    [
        (
            6,
            ["soviet: retreat 0", "soviet: lose 37-mb", "soviet: lose 37-mb"],
            "5Pz/31 Pz, 5Pz/13 PG, 5Pz/14 PG overrun 0404.",
        ),
        (
            2,
            ["german: lose 5pz-31-pz", "soviet: retreat 0", "soviet: lose 37-mb"],
            "5Pz/31 Pz, 5Pz/13 PG, 5Pz/14 PG do not take 0404: the overrun has failed and the move is over.",
        ),
    ],
)
def test_an_overrun_names_its_units_when_it_begins_and_when_it_ends_where_it_began(
    die: int, answers: list[str], end: str
) -> None:
    game = table(
        ARENA,
        {"xxxix-pz-hq": "0401 lit", **dict.fromkeys(PANZER, NORTH), "37-mb": TARGET},
        procedure="movement",
        step="TacticalMovement",
        active="xxxix-pz-hq",
    )
    game.play("german: move 5pz-31-pz", "german: with 5pz-13-pg", "german: with 5pz-14-pg")
    game.play("german: overrun 0404", f"chance: roll {die}", *answers)
    assert "Overrun of 0404 by 5Pz/31 Pz, 5Pz/13 PG, 5Pz/14 PG." in game.told
    assert end in game.told

"""What buttons, log, sheets and the end of the game say."""

import pytest

from games.red_god_of_war.battle import TARGET, attack
from grognard.core.events import Event
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.position import GERMAN, SOVIET
from grognard.games.red_god_of_war.victory import level_name

POS = SYSTEM.rules.start("teaching").pos


def told(kind: str, *facts: int) -> str:
    return SYSTEM.words.story(POS, Event(kind, facts))


def test_one_hex_is_not_hexes_and_a_coin_names_a_side() -> None:
    assert [SYSTEM.words.label(POS, ("retreat", hexes)) for hexes in range(3)] == [
        "Retreat 0 hexes",
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
    assert "1 hit on the attacker, 0 on the defender" in told("rolled", hex, 3, 2, 1, 0)
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
    open_total = SYSTEM.screen.standing(pos, SOVIET).total
    assert open_total.endswith(" victory if the game ended now")
    assert SYSTEM.knowledge.project(pos, SOVIET).header.endswith("Initial Segment")
    assert SYSTEM.words.result(pos) == ""
    pos.stack.clear()
    pos.winner, pos.result = GERMAN, "german-major"
    assert SYSTEM.words.result(pos) == "German major victory"
    assert SYSTEM.screen.standing(pos, SOVIET).total == open_total.removesuffix(" if the game ended now")
    assert SYSTEM.knowledge.project(pos, SOVIET).header.endswith("the game is over")
    assert level_name("draw") == "draw"

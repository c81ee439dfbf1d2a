"""What an attack did as numbers, who is ahead, and what stands beside the map."""

import pytest

from games.red_god_of_war.battle import NORTH, TARGET, attack
from games.red_god_of_war.table import Table, table
from games.red_god_of_war.test_edges import declaring
from games.red_god_of_war.test_turn import ending
from games.red_god_of_war.test_views import filled
from grognard.core.chapter import Event
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET
from grognard.games.red_god_of_war.sequence.victory import ladder
from grognard.games.red_god_of_war.table.sheets import sheets, steps_of, tallied, tally

MEN = {"17-gds-rd": NORTH, "48-mb": NORTH}  # 8 against a regiment of 2: 4:1


def pursued(advance: bool) -> tuple[Table, Table]:
    """4:1, die 4: a step of the attacker, two hits on the regiment, which goes back two hexes."""
    before = attack(MEN, {"ss-cav-1": TARGET})
    after = before.copy().play("chance: roll 4", "soviet: lose 17-gds-rd", "german: retreat 2")
    after.play("german: withdraw 0405", "german: withdraw 0406")
    return before, after.play("soviet: advance 48-mb") if advance else after.play("soviet: done")


@pytest.mark.rule("rgw.losses.2", "rgw.advance.4")
@pytest.mark.parametrize("advance", [True, False])
def test_an_attack_is_measured_in_steps_and_in_the_hex(advance: bool) -> None:
    before, after = pursued(advance)
    found = SYSTEM.odds.measure(before.pos, after.pos)
    assert found == {"attacker steps lost": 1, "defender steps lost": 0, "hex taken": int(advance)}
    assert SYSTEM.odds.losses(before.pos, after.pos) == (0, 1)


@pytest.mark.rule("rgw.losses.2")
def test_a_hex_that_was_the_attackers_before_is_not_taken() -> None:
    before, after = pursued(advance=True)
    before.pos.control[before.hex(TARGET)] = SOVIET
    assert SYSTEM.odds.measure(before.pos, after.pos)["hex taken"] == 0


@pytest.mark.rule("rgw.losses.2")
def test_a_german_attack_is_measured_from_the_german_side() -> None:
    before = attack({"330-id": NORTH, "5pz-13-pg": NORTH}, {"114-rb": TARGET})  # 8 to 2
    after = before.copy().play("chance: roll 4", "german: lose 330-id", "soviet: retreat 0")
    after.play("soviet: lose 114-rb")
    found = SYSTEM.odds.measure(before.pos, after.pos)
    assert found == {"attacker steps lost": 1, "defender steps lost": 1, "hex taken": 0}
    assert SYSTEM.odds.losses(before.pos, after.pos) == (1, 1)


@pytest.mark.rule("rgw.losses.2")
def test_without_an_attack_the_steps_of_both_sides_are_measured() -> None:
    units = {"150-rd": "0101", "246-id": "0301", "ss-cav-1": "0301", "93-rd": "waiting"}
    before = table(["..."], units)
    assert [steps_of(before.pos, side) for side in (GERMAN, SOVIET)] == [3, 2]
    after = before.pos.copy()
    after.steps[before.unit("246-id")] -= 1
    found = SYSTEM.odds.measure(before.pos, after)
    assert found == {"german steps lost": 1, "soviet steps lost": 0}


@pytest.mark.rule("rgw.odds.8")
def test_the_hits_of_the_first_die_are_told_and_no_others() -> None:
    game = attack(MEN, {"ss-cav-1": TARGET}).play("chance: roll 4")
    rolled = next(event for event in game.game.events if event.kind == "rolled")
    assert tallied(tally((), rolled)) == {"attacker hits": 1, "defender hits": 2}
    assert tally((0, 3), rolled) == (0, 3)
    assert tally((), Event("step", (1, 2), "rgw.losses.2")) == ()
    assert tallied(()) == {}


@pytest.mark.rule("rgw.losses.7")
def test_the_odds_let_the_defender_stand_or_go() -> None:
    game = attack(MEN, {"ss-cav-1": TARGET}).play("chance: roll 6")
    answers = [SYSTEM.odds.answer(game.pos, game.ask, way) for way in ("if he stands", "if he goes", "")]
    assert answers == [("retreat", 0), ("retreat", 3), ("retreat", 3)]


@pytest.mark.rule("rgw.odds.6")
def test_the_odds_spend_the_point_only_where_the_way_says_so() -> None:
    game = attack(MEN, {"ss-cav-1": TARGET}, sp_soviet=1, options={"extra-point-needs-supply": False})
    assert game.asked() == "soviet AddSupplyPoint"
    ways = ("with the point, if he stands", "if he stands")
    assert [SYSTEM.odds.answer(game.pos, game.ask, way)[0] for way in ways] == ["spend", "save"]


@pytest.mark.rule("rgw.declare.1", "rgw.odds.1")
def test_an_attack_that_is_being_declared_is_begun_on_a_copy() -> None:
    game = declaring().play("soviet: target 0101")
    assert SYSTEM.odds.attack_under_way(game.game) is game.game, "nobody has been named"
    assert sheets(game.pos) == []
    game.play("soviet: commit 150-rd")
    trial = SYSTEM.odds.attack_under_way(game.game)
    assert trial is not game.game
    assert (trial.ask.step, game.ask.step) == ("RollCombat", "DeclareAttacks")
    assert [sheet.total for sheet in sheets(game.pos)] == ["4", "8", "1:2"]
    assert SYSTEM.screen.declared(game.pos) == (game.hex("0101"),)


@pytest.mark.rule("rgw.odds.5", "rgw.odds.6")
def test_each_modifier_on_the_sheet_names_its_rule() -> None:
    """8 to 8 in light woods, with the point: the woods are of the table, the point has a rule of its own."""
    rows = [*["......."] * 3, "...l...", *["......."] * 3]
    facts = {"sp_soviet": 1, "options": {"extra-point-needs-supply": False}}
    game = attack({"150-rd": NORTH, "262-rd": NORTH}, {"246-id": TARGET}, rows, **facts)
    game.play("soviet: spend")
    lines = [(term.label, term.value, term.rule) for term in sheets(game.pos)[2].terms]
    assert lines == [
        ("8 against 8", "1:1", "rgw.odds.2"),
        ("light woods or town", "-1", "rgw.odds.5"),
        ("extra supply point", "+1", "rgw.odds.6"),
    ]


# -- who is ahead -------------------------------------------------------------------------------


@pytest.mark.rule("rgw.turn.5")
@pytest.mark.parametrize(("net", "rung"), [(12, "soviet-marginal"), (11, "draw"), (4, "german-marginal")])
def test_points_are_the_soviets_and_what_is_good_for_them_is_bad_for_the_germans(net: int, rung: str) -> None:
    pos = ending({"0101": [net, 0]}, turn=15).pos
    victory = SYSTEM.victory
    assert (victory.side(pos), victory.points(pos)) == (SOVIET, net)
    assert (victory.score(pos, SOVIET), victory.score(pos, GERMAN)) == (net, -net)
    assert victory.rung(pos).name == rung


@pytest.mark.rule("rgw.turn.5")
def test_the_ladder_names_the_points_of_every_level() -> None:
    sheet = ladder(ending({"0101": [12, 0]}, turn=15).pos)
    assert [(term.label, term.value) for term in sheet.terms] == [
        ("Soviet decisive victory", "+31 or more"),
        ("Soviet major victory", "+20 or more"),
        ("Soviet marginal victory", "+12 or more"),
        ("draw", "+5 or more"),
        ("German marginal victory", "-5 or more"),
        ("German major victory", "-18 or more"),
        ("German decisive victory", "less than -18"),
    ]
    assert sheet.total == "+12, Soviet marginal victory"


# -- beside the map -----------------------------------------------------------------------------


@pytest.mark.rule("rgw.initial.24")
def test_each_side_is_shown_its_own_chits_and_an_onlooker_none() -> None:
    pos = filled().pos
    shown = {
        side: [track.value for track in SYSTEM.screen.secrets(pos, side)] for side in (GERMAN, SOVIET, -1)
    }
    assert shown == {GERMAN: ["IX HQ"], SOVIET: ["41A HQ"], -1: []}
    pos.cup = []
    assert SYSTEM.screen.secrets(pos, GERMAN)[0].value == "none"


@pytest.mark.rule("rgw.supply.3", "rgw.supply.10")
def test_a_counter_tells_its_supply_and_its_army() -> None:
    game = filled()
    told = {
        id: SYSTEM.screen.about(game.pos, game.unit(id)) for id in ("150-rd", "93-rd", "246-id", "41a-hq")
    }
    assert told == {
        "150-rd": "unsupplied, under 41A HQ",
        "93-rd": "isolated, under 41A HQ",
        "246-id": "supplied",
        "41a-hq": "supplied",
    }
    game.pos.army[game.unit("150-rd")] = game.unit("vi-hq")  # number 0 is a counter like any other
    assert SYSTEM.screen.about(game.pos, game.unit("150-rd")) == "unsupplied, under VI HQ"

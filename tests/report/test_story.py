"""The story of a game: battles, score, turning points and luck, as far as the reader may know them."""

from random import Random

import msgspec
import pytest

from games.red_god_of_war.battle import NORTH, TARGET, attack
from grognard.ai.players import choose, make_players
from grognard.analysis.after_action import battle_report
from grognard.core.flow.chance import CHANCE
from grognard.core.system import AnySystem
from grognard.draw.looks import looks_of
from grognard.games.ocs import SYSTEM as OCS
from grognard.games.panzerblitz import SYSTEM as PB
from grognard.games.panzerblitz.sequence.victory import _fraction
from grognard.games.red_god_of_war import SYSTEM as RGW
from grognard.play.match import Match
from grognard.report.page import report_page
from grognard.report.story import EVERYTHING, Story, rated, tell_story


def played(system: AnySystem, scenario: str, most: int = 10_000, **options: bool) -> Match:
    """A game between staffs."""
    match, dice = Match.new(system, scenario, options), Random(3)
    players = make_players(["staff", "staff"], system)
    while not match.over and len(match.answers) < most:
        if match.ask.is_chance:
            match.roll(dice)
        else:
            side = match.ask.side
            match.answer(side, choose(players[side], system, match.pos, match.ask, side, dice))
    return match


@pytest.fixture(scope="module")
def lesson() -> Match:
    return played(RGW, "teaching")


@pytest.fixture(scope="module")
def story(lesson: Match) -> Story:
    return tell_story(lesson)


# -- the dice -------------------------------------------------------------------------------------


def test_luck_is_what_the_die_gave_beyond_the_mean() -> None:
    """At 1:1 a division of two steps that goes loses none; the attackers lose half their hits, rounded up.

    By the table 3/0 2/0 2/1 2/1 1/1 1/2 for the dice 1 to 6: forced steps 2 1 1 1 1 1, and the attacker
    stands, so that the rest of his hits are steps too: 3 2 2 2 1 1 in all, 11 sixths on average.
    """
    game = attack({"150-rd": NORTH, "262-rd": NORTH}, {"246-id": TARGET})
    for die, lost in zip(range(1, 7), (3, 2, 2, 2, 1, 1), strict=True):
        fate = rated(RGW, game.game, ("roll", die))
        assert fate.losses == pytest.approx((0, 11 / 6))
        assert fate.more == pytest.approx((0, lost - 11 / 6))
    mean = sum(rated(RGW, game.game, ("roll", die)).points or 0 for die in range(1, 7))
    assert mean == pytest.approx(0)


def test_luck_of_a_barrage_is_whom_it_disorganised() -> None:
    """Its die hardly ever takes a step: what it is for is counted, against what it does on average."""
    match = played(OCS, "teaching", 68)
    story = tell_story(match)
    barrage = next(battle for battle in story.battles if battle.title.startswith("Barrage"))
    assert any("disorganised" in line for line in barrage.lines)
    assert barrage.shaken is not None and barrage.shaken > 0
    before = match.branch(barrage.n - 1)
    fates = [rated(OCS, before.game, option) for option in before.ask.options(CHANCE)]
    weights = before.ask.weights
    assert sum(fate.shaken[1] * weight for fate, weight in zip(fates, weights, strict=True)) == pytest.approx(
        0
    )
    assert {fate.shaken[1] > 0 for fate in fates} == {True, False}
    assert story.luck[barrage.side].shaken == pytest.approx(
        sum(one.shaken or 0 for one in story.battles if one.side == barrage.side)
    )
    assert page_of(match).count("units disorganised") > 1
    assert "units disorganised" not in page_of(Match.new(PB, "teaching"))


def test_a_level_on_the_way_counts_in_parts() -> None:
    assert [_fraction([17, 21, 25], points) for points in (0, 17, 19, 21, 25, 30)] == [0, 1, 1.5, 2, 3, 3]
    # At most 7, 4 and 2 losses.
    assert [_fraction([-7, -4, -2], -lost) for lost in (0, 2, 3, 4, 7)] == [3, 3, 2.5, 2, 1]
    assert _fraction([-7, -4, -2], -12) == 0


# -- the story ------------------------------------------------------------------------------------


def test_every_roll_of_an_attack_is_a_battle(lesson: Match, story: Story) -> None:
    rolled = [line for line in lesson.log if line.event.kind == "rolled"]
    assert [battle.n for battle in story.battles] == [line.n for line in rolled]
    for battle, line in zip(story.battles, rolled, strict=True):
        assert battle.lines[0] == line.text
        assert battle.odds in line.text
        assert battle.die == f"die {line.event.facts[1]}"


def test_losses_add_up_to_what_is_gone(lesson: Match, story: Story) -> None:
    steps = [0, 0]
    for line in lesson.log:
        if line.event.kind in ("step", "restored", "recovered"):
            side = lesson.pos.roster.side_of[line.event.facts[0]]
            steps[side] += 1 if line.event.kind == "step" else -1
    assert story.turns[-1].losses == tuple(steps)
    assert sum(sum(battle.losses) for battle in story.battles) <= sum(steps) + 2


def test_the_score_ends_as_the_game_does(lesson: Match, story: Story) -> None:
    assert story.score[0].change == 0
    assert story.score[-1].score == RGW.victory.points(lesson.pos)
    assert sum(moment.change for moment in story.score) == story.score[-1].score - story.score[0].score
    greatest = max(story.score, key=lambda moment: abs(moment.change))
    assert greatest in story.turning_points
    assert all(moment.lines for moment in story.turning_points)
    assert [turn.turn for turn in story.turns] == [1, 2, 3]


def test_a_story_is_the_same_for_who_plays_against_the_computer_where_all_is_open(lesson: Match) -> None:
    """But for how many answers came before: those to secret orders of others he does not count."""
    mine, all_of_it = tell_story(lesson, 0), tell_story(lesson, EVERYTHING)
    replace = msgspec.structs.replace
    assert [replace(one, n=0) for one in mine.battles] == [replace(one, n=0) for one in all_of_it.battles]
    assert mine.answers == lesson.pos.number_for(0) < all_of_it.answers == len(lesson.answers)
    assert mine.turns[-1].n == mine.answers


@pytest.mark.parametrize("reader", [0, 1])
def test_a_report_counts_what_its_reader_has_seen_answered(lesson: Match, reader: int) -> None:
    report = battle_report(lesson, reader)
    assert report.answers == sum(turn.answers for turn in report.turns) == lesson.pos.number_for(reader)
    assert battle_report(lesson).answers == len(lesson.answers)


# -- what is hidden -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hidden() -> Match:
    return played(PB, "crossroads", 260, **{"hidden-movement": True})


def seen_by(match: Match, side: int) -> set[str]:
    return {line.text for line in match.log_for(side)}


@pytest.mark.parametrize("reader", [0, 1, -1])
def test_nothing_hidden_is_told(hidden: Match, reader: int) -> None:
    story = tell_story(hidden, reader)
    told = {line for battle in story.battles for line in battle.lines}
    told |= {line for moment in story.turning_points for line in moment.lines}
    assert told <= seen_by(hidden, reader)
    assert len(story.battles) < len(tell_story(hidden).battles)
    for turn in story.turns:
        assert turn.view.side == reader
    if reader != 0:
        assert story.score == ()  # only the Russian knows which roads are cut
        assert all(battle.luck is None for battle in story.battles)
        assert all(turn.score is None for turn in story.turns)
    assert "may know" in report_page(PB, hidden.pos.board, story)


def test_when_all_is_open_everybody_is_on_the_map(hidden: Match) -> None:
    last = tell_story(hidden).turns[-1].view
    there = sum(hex >= 0 for hex in hidden.pos.where)
    assert len(last.pieces) == there


# -- the page -------------------------------------------------------------------------------------


def page_of(match: Match) -> str:
    return report_page(match.system, match.pos.board, tell_story(match))


def test_the_page_needs_nothing_else(lesson: Match) -> None:
    page = page_of(lesson)
    assert page.startswith("<!doctype html>")
    for fetched in ("http:", "https:", "src=", "<script", "@import", "url(//", "<link"):
        assert fetched not in page.replace("url(#half", "")
    assert "@media print" in page


def test_the_page_has_all_parts_in_the_colours_of_the_counters(lesson: Match, story: Story) -> None:
    page = page_of(lesson)
    for heading in (
        "The score through the game",
        "Losses",
        "Turning points",
        "Turn by turn",
        "Whom the dice helped",
    ):
        assert f"<h2>{heading}</h2>" in page
    assert page.count('class="map"') == len(story.turns)
    assert page.count("<tr><td>") == len(story.battles) + 2
    for side in RGW.sides:
        assert looks_of(RGW).livery(side).ground in page


def test_a_game_that_has_just_begun_has_a_page() -> None:
    page = page_of(Match.new(PB, "teaching"))
    assert "The game is still going on." in page
    assert "Battles rolled for<b>0</b>" in page


def test_what_somebody_typed_is_not_obeyed(lesson: Match) -> None:
    bad = msgspec.structs.replace(tell_story(lesson), scenario="<script>alert(1)</script>\x1b[2J")
    page = report_page(RGW, lesson.pos.board, bad)
    assert "<script" not in page
    assert "\x1b" not in page


def test_chance_is_no_side_of_the_story(story: Story) -> None:
    assert all(battle.side != CHANCE for battle in story.battles)
    assert sum(one.rolls for one in story.luck) == len(story.battles)

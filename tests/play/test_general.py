"""The player that searches, and the league in which players are rated."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from grognard.ai import general, playout
from grognard.ai.general import General
from grognard.ai.players import make_player
from grognard.ai.playout import End, OutOfTime, Playout, TurnPlan, is_near_the_end, judged, value
from grognard.cli.error_messages import run_command
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import Ask
from grognard.core.flow.steps import SEAL
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.games.red_god_of_war import SYSTEM as RED_GOD
from grognard.kit.temper import EVEN, Tempered
from grognard.play.registry import find_system
from grognard.sim.league import Bout, Meeting, pairs_of, play_league, rated, scores, strengths
from play import tiny


class Timid:
    """A staff that attacks when it is left no choice, and always passes else."""

    reason = "better not"

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: random.Random) -> Choice:
        options = ask.options(view.side)
        return next((one for one in options if one[0] in ("pass", "seal")), options[0])


class TimidDuel(tiny.Tiny):
    def staff(self) -> Timid:
        return Timid()


@pytest.fixture
def duel(tmp_path: Path) -> TimidDuel:
    tiny.make(tmp_path)
    return TimidDuel(tmp_path)


def beside(system: tiny.Tiny, blue_lost: int, needed: int, turn: int = 3) -> View:
    """Red's view in the last turn, or another: its unit stands beside the blue one."""
    game = system.rules.start("teaching")
    game.play(SEAL, 0)
    game.play(SEAL, 1)
    pos = game.pos
    pos.turn, pos.at, pos.losses, pos.needed = turn, [0, 1], [0, blue_lost], needed
    view: View = system.knowledge.project(pos, 0)
    return view


def answer(system: tiny.Tiny, view: View, seed: int = 1) -> tuple[Choice, str]:
    player = General()
    pos = system.knowledge.sample(view, random.Random(0))
    ask = tiny.Game(system.rules.procedures, pos).ask
    return player.choose(system, view, ask, random.Random(seed)), player.reason


def watched(monkeypatch: pytest.MonkeyPatch) -> list[TurnPlan]:
    """The plans that games are played on after, as they are tried."""
    tried: list[TurnPlan] = []
    after = Playout.after

    def note(self: Playout, plan: TurnPlan) -> End:
        tried.append(plan)
        return after(self, plan)

    monkeypatch.setattr(Playout, "after", note)
    return tried


def test_it_does_what_wins_although_its_staff_would_not(duel: TimidDuel) -> None:
    """One step is left of blue, and an attack hits with every die."""
    choice, reason = answer(duel, beside(duel, 1, 1))
    assert choice == ("attack", 1)
    assert "100% of the best" in reason
    assert "where the staff would 'pass'" in reason


def test_it_keeps_to_the_staff_where_nothing_else_is_better(duel: TimidDuel) -> None:
    """No die hits, so that every answer comes to the same draw."""
    choice, reason = answer(duel, beside(duel, 1, 7))
    assert choice == ("pass", NOTHING)
    assert reason.startswith("better not; ")


def test_without_a_clock_the_same_dice_give_the_same_answer(duel: TimidDuel) -> None:
    found = {answer(duel, beside(duel, 1, 4), 5) for _ in range(3)}
    assert len(found) == 1


def test_answers_that_come_to_the_same_are_tried_once_and_no_more(
    duel: TimidDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No die hits: of the staff's answer and each other one only one game is played on."""
    tried = watched(monkeypatch)
    answer(duel, beside(duel, 1, 7))
    assert len(tried) == len(set(tried)) > 1


def test_an_answer_that_is_better_is_tried_on_and_others_are_not(
    duel: TimidDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = watched(monkeypatch)
    answer(duel, beside(duel, 1, 1))
    counts = Counter(plan.choice[0] for plan in tried if plan.choice is not None)
    assert counts["attack"] == counts["pass"] == general.MOST_TRIALS
    assert all(counts[verb] <= general.MOST_RIVALS for verb in counts if verb not in ("attack", "pass"))


def test_games_that_meet_in_one_position_go_on_as_one(
    duel: TimidDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To peek and pass leaves the board as to pass does: the second game is not played to its end."""
    view = beside(duel, 1, 7)
    asked: list[int] = []
    choose = Timid.choose

    def count(self: Timid, system: AnySystem, view: View, ask: Ask, generator: random.Random) -> Choice:
        asked.append(view.side)
        return choose(self, system, view, ask, generator)

    monkeypatch.setattr(Timid, "choose", count)
    game = Playout(duel, view, 1)
    first = game.after(TurnPlan(choice=("pass", NOTHING)))
    assert asked == [1]
    assert game.after(TurnPlan(choice=("peek", NOTHING))) == first
    assert asked == [1, 0]


class Restless(Timid):
    """A staff that walks to and fro for ever once it has left its hex."""

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: random.Random) -> Choice:
        here = view.facts["at"][view.side]
        if view.side == 0 and here != 0:
            return ("move", 4 if here != 4 else 5)
        return super().choose(system, view, ask, generator)


class RestlessDuel(tiny.Tiny):
    def staff(self) -> Restless:
        return Restless()


def test_an_answer_after_which_the_staff_goes_in_circles_is_worth_nothing(tmp_path: Path) -> None:
    tiny.make(tmp_path)
    system = RestlessDuel(tmp_path)
    game = Playout(system, beside(system, 1, 7), 1)
    assert game.after(TurnPlan(choice=("move", 4))) == (0.0, 0.0)
    assert game.after(TurnPlan(choice=("pass", NOTHING))).level == 0.5


def test_it_ends_what_its_staff_would_never_end(tmp_path: Path) -> None:
    """The usual answer is to pass."""
    tiny.make(tmp_path)
    system = RestlessDuel(tmp_path)
    view = beside(system, 1, 7)
    game = tiny.Game(system.rules.procedures, system.knowledge.sample(view, random.Random(0)))
    game.play(("move", 4), 0)
    player = General(0.0)
    for _ in range(3 * general.OFTEN):
        choice = player.choose(system, system.knowledge.project(game.pos, 0), game.ask, random.Random(1))
        game.play(choice, 0)
        if choice[0] == "pass":
            break
    assert game.ask.side != 0


def test_it_sees_nothing_but_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two positions that differ in what the Germans wrote in secret give the Soviets' general one view."""
    monkeypatch.setattr(general, "MOST_TRIALS", 3)
    game = RED_GOD.rules.start("teaching")
    while not (game.is_secret and set(game.ask.sides) == {0, 1}):
        game.play(game.ask.usual(game.pos), game.ask.side)
    other = game.copy()
    other.play(next(one for one in other.ask.options(0) if one != SEAL), 0)
    views = [RED_GOD.knowledge.project(one.pos, 1) for one in (game, other)]
    assert game.pos.hash() != other.pos.hash()
    assert views[0] == views[1]
    chosen = [
        General().choose(RED_GOD, view, one.ask, random.Random(3))
        for view, one in zip(views, (game, other), strict=True)
    ]
    assert chosen[0] == chosen[1]


class Moody(Timid):
    """A staff that attacks only when it is not of an even temper."""

    def __init__(self) -> None:
        self.temper = EVEN

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: random.Random) -> Choice:
        found = [one for one in ask.options(view.side) if one[0] == "attack"]
        return found[0] if found and self.temper != EVEN else super().choose(system, view, ask, generator)


class MoodyDuel(tiny.Tiny):
    def staff(self) -> Moody:
        return Moody()


def asked_of(player: General, system: tiny.Tiny, view: View) -> Choice:
    pos = system.knowledge.sample(view, random.Random(0))
    return player.choose(system, view, tiny.Game(system.rules.procedures, pos).ask, random.Random(1))


def test_it_takes_the_temper_that_wins_and_keeps_it_for_the_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Single answers are not looked at. In another turn it has its own temper again."""
    tiny.make(tmp_path)
    system = MoodyDuel(tmp_path)
    monkeypatch.setattr(general, "MOST_RIVALS", 0)
    player = General()
    assert asked_of(player, system, beside(system, 1, 1)) == ("attack", 1)
    assert "100% of the best, else" in player.reason
    monkeypatch.setattr(player, "_purse", -1_000_000)
    assert asked_of(player, system, beside(system, 1, 7)) == ("attack", 1)
    assert asked_of(player, system, beside(system, 1, 7, turn=2)) == ("pass", NOTHING)


def test_it_begins_every_turn_with_the_staff_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has nothing to think with and does what the even staff does: no temper comes from elsewhere."""
    tiny.make(tmp_path)
    monkeypatch.setattr(general, "AT_FIRST", -1_000_000)
    assert asked_of(General(), MoodyDuel(tmp_path), beside(MoodyDuel(tmp_path), 1, 7))[0] == "pass"


def test_the_staffs_own_plan_is_always_among_those_that_are_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny.make(tmp_path)
    tried = watched(monkeypatch)
    monkeypatch.setattr(general, "MOST_RIVALS", 0)
    asked_of(General(), MoodyDuel(tmp_path), beside(MoodyDuel(tmp_path), 1, 4))
    assert TurnPlan(EVEN) in tried
    assert {plan.choice for plan in tried} == {None}
    assert len(set(tried)) > 2


def test_whole_plans_are_halved_and_the_last_two_are_tried_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every plan but the first attacks, and what comes of it hangs on the dice."""
    tiny.make(tmp_path)
    tried = watched(monkeypatch)
    monkeypatch.setattr(general, "MOST_RIVALS", 0)
    asked_of(General(), MoodyDuel(tmp_path), beside(MoodyDuel(tmp_path), 1, 4))
    counts = sorted(Counter(tried).values())
    assert Counter(tried)[TurnPlan(EVEN)] == counts[-1] == general.MOST_TRIALS
    assert counts[0] <= 2 < counts[-1]


class Ticks:
    """A clock that goes on by a hundredth of a second whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


def test_a_phase_has_one_clock_for_all_its_questions(
    duel: TimidDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is asked in a phase, it thinks no longer than that; in the next it has time again."""
    ticks = Ticks()
    monkeypatch.setattr(general, "perf_counter", ticks)
    monkeypatch.setattr(playout, "perf_counter", ticks)
    monkeypatch.setattr(general, "PATIENCE", 10_000)
    player = General(1.0)
    for _ in range(40):
        asked_of(player, duel, beside(duel, 1, 4))
    assert 0.5 < ticks.now < 2.0
    before = ticks.now
    asked_of(player, duel, beside(duel, 1, 4, turn=2))
    assert ticks.now > before + 0.1


def test_a_game_that_is_played_on_is_broken_off_when_the_time_is_up(duel: TimidDuel) -> None:
    with pytest.raises(OutOfTime):
        Playout(duel, beside(duel, 1, 4), 1, until=0.0).after(TurnPlan())


def test_games_are_played_to_the_end_when_it_is_near_and_else_through_the_enemys_turn() -> None:
    """Four turns are eight half-turns."""
    game = RED_GOD.rules.start("teaching")
    turns = game.pos.content.scenario.turns
    assert is_near_the_end(game.pos, turns - 3)
    assert not is_near_the_end(game.pos, turns - 4)


def test_what_it_plays_on_goes_by_the_answers_at_the_table(
    duel: TimidDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nothing at first it thinks only when answers have been given, and each gives it so many."""
    tried = watched(monkeypatch)
    monkeypatch.setattr(general, "AT_FIRST", 0)
    view = beside(duel, 1, 1)
    assert view.number == 2
    for spends, thinks in ((0, False), (1, True)):
        monkeypatch.setattr(general, "SPENDS", spends)
        tried.clear()
        answer(duel, view)
        assert bool(tried) is thinks


def test_with_a_clock_it_thinks_however_little_it_has_left(
    duel: TimidDuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(general, "AT_FIRST", -1_000_000)
    assert asked_of(General(600.0), duel, beside(duel, 1, 1)) == ("attack", 1)


def test_a_position_is_worth_its_level_and_who_wins_counts_most(duel: TimidDuel) -> None:
    pos = duel.rules.start("teaching").pos
    assert value(duel, pos, 0, False) == pytest.approx(1 - value(duel, pos, 1, False))
    ends = {}
    for name, winner in (("won", 0), ("drawn", NOTHING), ("lost", 1)):
        pos.winner, pos.result = winner, "the end"
        ends[name] = judged(duel, pos, 0).level
    assert ends == {"won": 1.0, "drawn": 0.5, "lost": 0.0}


def test_of_two_games_of_one_level_the_one_with_more_points_promises_more(duel: TimidDuel) -> None:
    """Both are drawn; in the first blue has lost a step, in the second red."""
    pos = duel.rules.start("teaching").pos
    pos.result = "draw on time"
    ends = []
    for losses in ([0, 1], [1, 0]):
        pos.losses = losses
        ends.append(judged(duel, pos, 0))
    assert ends[0].level == ends[1].level == 0.5
    assert ends[0].promise > ends[1].promise


def test_it_can_be_seated_by_name_and_thinks_no_longer_than_it_is_told() -> None:
    player = make_player("general", RED_GOD, 0.0)
    game = RED_GOD.rules.start("teaching")
    while game.ask.is_chance:
        game.play(game.ask.options(CHANCE)[0], CHANCE)
    side = game.ask.side
    view = RED_GOD.knowledge.project(game.pos, side)
    staff = RED_GOD.staff().choose(RED_GOD, view, game.ask, random.Random(1))
    assert player.choose(RED_GOD, view, game.ask, random.Random(1)) == staff


# -- the league -----------------------------------------------------------------------------------


def test_who_wins_ten_times_as_often_is_400_points_better() -> None:
    found = strengths(("a", "b"), [Bout(("a", "b"), 11_000, 10_000.0)])
    assert found["a"] - found["b"] == pytest.approx(400, abs=1)
    assert found["a"] == pytest.approx(-found["b"])


def test_a_rating_is_passed_on_by_who_was_met() -> None:
    """a beats b as b beats c; a and c never met."""
    found = strengths(("a", "b", "c"), [Bout(("a", "b"), 3_000, 2_000.0), Bout(("b", "c"), 3_000, 2_000.0)])
    assert found["a"] - found["b"] == pytest.approx(found["b"] - found["c"], abs=1)
    assert found["a"] - found["c"] == pytest.approx(2 * 400 * 0.30103, abs=3)


def test_intervals_shrink_with_games_and_hold_the_rating() -> None:
    few = rated([Meeting("g", "s", ("a", "b"), (6, 3), 1)]).overall[0]
    many = rated([Meeting("g", "s", ("a", "b"), (600, 300), 100)]).overall[0]
    for one in (few, many):
        assert one.player == "a"
        assert one.low <= one.rating <= one.high
        assert one.share == 0.65
    assert few.low < 0 < many.low
    assert many.high - many.low < (few.high - few.low) / 5


def test_scores_are_told_from_both_sides() -> None:
    found = scores([Meeting("g", "s", ("a", "b"), (6, 3), 1), Meeting("g", "t", ("a", "b"), (1, 0), 0)])
    assert found == {("a", "b"): (7, 1, 3), ("b", "a"): (3, 1, 7)}


def test_a_league_is_kept_in_its_folder_and_not_played_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["league", "panzerblitz", "--scenario", "teaching", "--players", "random,staff"]
    assert run_command([*words, "--games", "4", "-o", str(tmp_path)]) == 0
    kept = json.loads((tmp_path / "league.json").read_text("utf-8"))
    assert [(one["players"], sum(one["won"]) + one["drawn"]) for one in kept] == [(["random", "staff"], 4)]
    assert "random against staff" in (tmp_path / "league.md").read_text("utf-8")
    assert (tmp_path / "league.svg").read_text("utf-8").startswith("<svg")
    kept[0]["won"] = [4, 0]
    (tmp_path / "league.json").write_text(json.dumps(kept), "utf-8")
    assert run_command([*words, "--games", "4", "-o", str(tmp_path)]) == 0
    assert "random against staff: 4 won, 0 drawn, 0 lost" in capsys.readouterr().out
    others = [*words[:-1], "random,grognard.ai.random_player:RandomPlayer"]
    assert run_command([*others, "--games", "2", "-o", str(tmp_path)]) == 0
    assert len(json.loads((tmp_path / "league.json").read_text("utf-8"))) == 2


def test_a_league_that_is_interrupted_goes_on_with_the_games_that_are_missing() -> None:
    """Ten games are kept and two more played: together they are the twelve of a league in one go."""
    fields, players = [("panzerblitz", "teaching")], pairs_of(("random", "staff"))
    whole = play_league(fields, players, 12).meetings
    kept: list[Meeting] = []

    def interrupt(found: list[Meeting]) -> None:
        kept[:] = found
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_league(fields, players, 12, keep=interrupt)
    assert [one.games for one in kept] == [10]
    told: list[int] = []
    assert play_league(fields, players, 12, known=kept, progress=told.append).meetings == whole
    assert told == [10, 12]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--players", "staff"], "a league needs two players at least"),
        (["--games", "1"], "too few games"),
        (["--scenario", "atlantis"], "no game has a scenario atlantis"),
        (["--players", "staff,nobody"], "there is no player 'nobody'"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["league", "panzerblitz", *words]) != 0
    assert told in capsys.readouterr().err


# -- the games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["panzerblitz", "red-god-of-war", "red-parachutes", "red-steel", "ocs"])
def test_every_staff_is_even_and_can_be_minded_otherwise(id: str) -> None:
    staff = find_system(id).staff()
    assert isinstance(staff, Tempered)
    assert staff.temper == EVEN

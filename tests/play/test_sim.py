"""Many games, the fuzzer and the benchmark."""

import random
from typing import Any

import pytest

from grognard.ai.players import choose, make_player, make_players
from grognard.core.flow.flow import Game
from grognard.core.flow.offers import Offer
from grognard.core.position import NOTHING
from grognard.core.system import Words
from grognard.play import registry
from grognard.play.errors import InputError
from grognard.sim import many_games, one_game
from grognard.sim.bench import bench
from grognard.sim.fuzz import fuzz
from grognard.sim.many_games import GamesPlan, simulate, wilson
from grognard.sim.one_game import EndlessGame, play_one
from play.tiny import Act, Lose, NextTurn, PassOn, Tiny, TinyKnowledge, TinyRules, WritePlans


@pytest.fixture
def shelf(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    monkeypatch.setattr(registry, "_registered", {"tiny": tiny})
    monkeypatch.setattr(registry, "_installed", dict)
    return tiny


def without_times(plan: GamesPlan, **more: Any) -> tuple[Any, ...]:
    found = simulate(plan, **more)
    return (
        found.wins_by_side,
        found.wins_by_player,
        found.results,
        found.decisions,
        found.rolls,
        found.mean_measures,
    )


def test_one_game_is_the_same_for_the_same_seed(tiny: Tiny) -> None:
    games = [play_one(tiny, "long", ["random", "random"], seed, 3) for seed in (1, 1, 2)]
    keys = [(game.winner, game.result, game.decisions, game.rolls, game.measures) for game in games]
    assert keys[0] == keys[1]
    assert keys[0] != keys[2]


def test_turns_are_counted_from_the_first_of_the_scenario() -> None:
    """The lesson of Red Steel has three, cut out of the middle of the campaign."""
    assert play_one(registry.find_system("red-steel"), "teaching", ["random", "random"], 1, 1).turns == 3


@pytest.mark.parametrize("game", ["red-god-of-war", "panzerblitz", "red-parachutes", "red-steel", "ocs"])
def test_of_a_whole_game_the_losses_of_each_side_are_told(game: str) -> None:
    """Who comes in later is no loss undone, and nobody is the attacker of a whole game."""
    system = registry.find_system(game)
    for number in range(2):
        measures = play_one(system, "teaching", ["random", "random"], 5, number).measures
        assert [name.split()[0] for name in measures] == list(system.sides)
        assert all(lost >= 0 for lost in measures.values()), measures


@pytest.mark.usefixtures("shelf")
def test_results_do_not_depend_on_the_number_of_processes() -> None:
    plan = GamesPlan("tiny", "long", ["staff", "random"], 40, 7)
    assert without_times(plan) == without_times(plan, jobs=2, start_method="fork")


@pytest.mark.usefixtures("shelf")
def test_wins_draws_and_results_add_up() -> None:
    heard: list[int] = []
    found = simulate(GamesPlan("tiny", "long", ["staff", "random"], 50, 1), progress=heard.append)
    assert heard == list(range(1, 51))
    assert sum(found.wins_by_side.values()) + found.draws == found.games == 50
    assert sum(found.results.values()) == 50
    assert found.wins_by_player == {"staff": found.wins_by_side["red"], "random": found.wins_by_side["blue"]}
    assert found.wins_by_player["staff"] > found.wins_by_player["random"]
    low, high = found.intervals["player"]["staff"]
    assert low < found.wins_by_player["staff"] / 50 < high
    assert found.mean_measures["blue lost"] > found.mean_measures["red lost"]
    assert found.mean_turns > 1


@pytest.mark.usefixtures("shelf")
def test_swapped_games_seat_each_player_on_both_sides() -> None:
    found = simulate(GamesPlan("tiny", "long", ["staff", "random"], 60, 1, swap=True))
    assert found.wins_by_player["staff"] > found.wins_by_player["random"]
    assert min(found.wins_by_side.values()) > 10
    plan = GamesPlan("tiny", "long", ["staff", "random"], 4, swap=True)
    assert [plan.seating(n) for n in range(3)] == [
        (0, ["staff", "random"]),
        (0, ["random", "staff"]),
        (1, ["staff", "random"]),
    ]


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_broken_game_is_counted_and_the_others_go_on(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = many_games.play_one

    def play(*words: Any) -> Any:
        if words[4] in (2, 5):
            raise KeyError("vineyard")
        return whole(*words)

    monkeypatch.setattr(many_games, "play_one", play)
    plan = GamesPlan("tiny", "long", ["staff", "random"], 8, 1)
    found = simulate(plan, jobs, start_method="fork")
    assert [one.number for one in found.broken] == [2, 5]
    assert found.broken[0].reason == "KeyError: 'vineyard'"
    assert found.games == 6 == sum(found.wins_by_side.values()) + found.draws


@pytest.mark.usefixtures("shelf")
def test_where_all_games_break_the_sums_are_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*words: Any) -> Any:
        raise ValueError("no")

    monkeypatch.setattr(many_games, "play_one", play)
    found = simulate(GamesPlan("tiny", "long", ["staff", "random"], 2, 1))
    assert (found.games, len(found.broken), found.mean_turns) == (0, 2, 0)


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    "plan",
    [
        GamesPlan("chess", "long", ["random", "random"], 1),
        GamesPlan("tiny", "none", ["random", "random"], 1),
        GamesPlan("tiny", "long", ["random"], 1),
        GamesPlan("tiny", "long", ["random", "genius"], 1),
        GamesPlan("tiny", "long", ["random", "random"], 0),
        GamesPlan("tiny", "long", ["random", "random"], 1, options={"fast": True}),
    ],
)
def test_a_bad_plan_is_refused_before_the_first_game(plan: GamesPlan) -> None:
    with pytest.raises(InputError):
        simulate(plan)


def test_wilson_intervals_have_their_known_values() -> None:
    assert wilson(95, 100) == pytest.approx((0.8882, 0.9785), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)


def test_an_endless_game_is_noticed(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_game, "LONGEST_GAME", 50)
    monkeypatch.setattr(NextTurn, "run", lambda self, game, v: None)
    with pytest.raises(EndlessGame):
        play_one(tiny, "long", ["random", "random"])


def test_a_player_sees_only_the_view_of_its_side(tiny: Tiny) -> None:
    seen: list[Any] = []

    class Watcher:
        def choose(self, system: Any, view: Any, ask: Any, generator: Any) -> Any:
            seen.append(view)
            return ask.options(view.side)[0]

    game = tiny.rules.start("teaching")
    choose(Watcher(), tiny, game.pos, game.ask, 1, random.Random(1))
    assert seen == [tiny.knowledge.project(game.pos, 1)]


def test_random_play_costs_no_view(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TinyKnowledge, "project", lambda self, pos, side: 1 // 0)
    game = tiny.rules.start("teaching")
    player = make_player("random", tiny)
    import random

    assert choose(player, tiny, game.pos, game.ask, 0, random.Random(1)) in game.ask.options(0)


def test_unknown_players_and_games_without_staff_are_told(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="known: general, random, staff"):
        make_player("genius", tiny)
    with pytest.raises(InputError, match="one each for red, blue"):
        make_players(["random"], tiny)

    def none(self: Any) -> Any:
        raise NotImplementedError

    monkeypatch.setattr(Tiny, "staff", none)
    with pytest.raises(InputError, match="no staff"):
        make_player("staff", tiny)


# -- fuzzing ------------------------------------------------------------------------------------


def test_a_sound_game_has_no_fault(tiny: Tiny) -> None:
    found = fuzz(tiny, 3000, 1)
    assert found.fault is None
    assert found.decisions >= 3000
    assert found.games > 10


def broken(tiny: Tiny, **more: Any) -> str:
    found = fuzz(tiny, 5000, 1, **more)
    assert found.fault is not None
    return found.fault.reason


def test_the_fuzzer_finds_a_crash(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lose, "run", lambda self, game, v: 1 // 0)
    assert "crashed: ZeroDivisionError" in broken(tiny)


def test_the_fuzzer_finds_a_dead_end(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WritePlans, "options", lambda self, pos, v, side, draft: [])
    assert "dead end" in broken(tiny)


def test_the_fuzzer_finds_a_game_without_end(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NextTurn, "run", lambda self, game, v: None)
    monkeypatch.setattr(Lose, "run", lambda self, game, v: None)
    assert "no end after 400 answers" in broken(tiny, longest_game=400)


def test_the_fuzzer_finds_an_option_offered_twice(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Act, "options", lambda self, pos, v: [Offer("pass"), Offer("pass")])
    assert "twice" in broken(tiny)


def test_the_fuzzer_finds_options_that_change_the_position(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sly(self: Any, pos: Any, v: Any) -> Any:
        pos.secret[0] += 1
        return [Offer("pass")]

    monkeypatch.setattr(Act, "options", sly)
    assert "making the options of main.Act changes the position" in broken(tiny)


def test_the_fuzzer_finds_options_that_differ_when_asked_again(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = [0]

    def fickle(self: Any, pos: Any, v: Any) -> Any:
        count[0] += 1
        return [Offer("plan", [count[0] % 9]), Offer("pass")]

    monkeypatch.setattr(Act, "options", fickle)
    assert "asked again" in broken(tiny)


def test_the_fuzzer_finds_a_field_that_is_not_saved(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    def shuffled(self: Any, game: Game, v: Any) -> None:
        game.pos.active = 1 - game.pos.active
        count[0] += 1
        game.pos.secret[1] = count[0]
        game.goto("NextTurn" if game.pos.active == 0 else "Act")

    count = [0]
    monkeypatch.setattr(PassOn, "run", shuffled)
    assert "does not replay" in broken(tiny)


def test_the_fuzzer_finds_words_that_mean_something_else(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Words, "read", lambda self, pos, text: ("pass", NOTHING))
    assert "does not mean" in broken(tiny)


def test_the_record_of_a_fault_leads_up_to_it(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lose, "run", lambda self, game, v: 1 // 0)
    found = fuzz(tiny, 5000, 1)
    assert found.fault is not None
    assert found.fault.match.ask.is_chance


# -- speed --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("shelf")
def test_the_benchmark_measures_what_it_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    def hooks(self: Any, hexes: int) -> Any:
        return {"reach": lambda: list(range(hexes)), "supply": lambda: None}

    monkeypatch.setattr(TinyRules, "searches", hooks)
    speed = bench(quick=True, games=["tiny"])
    game = speed.games["tiny"]
    assert game.decisions_per_second > 100
    assert game.answers_per_second >= game.decisions_per_second
    assert set(game.growth) == {900, 3600, 14400}
    assert game.growth[14400]["reach"] > game.growth[900]["reach"] == game.reach_us
    assert game.copy_us > 0
    assert game.odds_us is None or game.odds_us > 0
    assert (speed.long_odds.ways, speed.long_odds.plays > 50_000) == (4, True)
    assert 0 < sum(row["share"] for row in game.profile) <= 1.01
    if game.python_chess_moves_per_second is None:
        assert "not installed" in speed.note
    else:
        assert game.ratio_to_python_chess == pytest.approx(
            game.decisions_per_second / game.python_chess_moves_per_second
        )

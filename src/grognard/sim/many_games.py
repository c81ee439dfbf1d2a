"""Many games: over processes, with results that depend on the seed and not on their number."""

import math
import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from time import perf_counter
from typing import Final

import msgspec

from grognard.ai.players import make_players
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.position import NOTHING
from grognard.play.errors import InputError
from grognard.play.registry import find_system
from grognard.play.setting import open_setting, setting_options
from grognard.sim.one_game import Fortune, Outcome, PairedFortune, play_one

_Z: Final = 1.959963984540054


class GamesPlan(msgspec.Struct, frozen=True):
    """What to play: everything a worker needs, and nothing that cannot be sent to it."""

    game: str
    scenario: str
    players: list[str]
    games: int
    seed: int = 0
    options: dict[str, bool] = {}
    own: PlayerFiles = NO_FILES
    swap: bool = False
    think: float | None = None
    """Seconds for one phase of a player that searches; without, its games do not hang on the clock."""
    first: int = 0
    """The number of the first game, where others have been played before."""
    paired: bool = False
    """Do swapped games roll alike at the same step of the same turn, however they came there?"""

    @property
    def numbers(self) -> range:
        """The numbers of its games, which their dice hang on."""
        return range(self.first, self.first + self.games)

    def seating(self, number: int) -> tuple[int, list[str]]:
        """Which dice a game is played with, and who sits where. Swapped games share their dice."""
        if not self.swap:
            return number, self.players
        return number // 2, self.players[::-1] if number % 2 else self.players


class BrokenGame(msgspec.Struct, frozen=True):
    """A game that a fault of the program ended."""

    number: int
    reason: str


class GamesSummary(msgspec.Struct):
    """The results of many games, broken ones left out. `intervals` are 95 % intervals of shares of wins."""

    game: str
    scenario: str
    players: list[str]
    seed: int
    games: int
    wins_by_side: dict[str, int]
    wins_by_player: dict[str, int]
    draws: int
    intervals: dict[str, dict[str, tuple[float, float]]]
    results: dict[str, int]
    mean_turns: float
    decisions: int
    rolls: int
    mean_decisions: float
    decisions_per_second: float
    seconds: float
    mean_measures: dict[str, float]
    longest_thought: dict[str, float]
    """Seconds of the longest unbroken run of answers, by player."""
    broken: list[BrokenGame] = []


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score; (0, 1) where nothing was played.

    Where draws count as halves of a win it is a little wide.
    """
    if games == 0:
        return (0.0, 1.0)
    share = wins / games
    scale = 1 + _Z * _Z / games
    middle = (share + _Z * _Z / (2 * games)) / scale
    half = _Z * math.sqrt(share * (1 - share) / games + _Z * _Z / (4 * games * games)) / scale
    return (max(0.0, middle - half), min(1.0, middle + half))


def simulate(
    plan: GamesPlan,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    start_method: str = "spawn",
) -> GamesSummary:
    """Plays the games of a plan and sums them up; `progress` is told how many are done."""
    plan = _checked(plan, jobs)
    began = perf_counter()
    outcomes: dict[int, Outcome | BrokenGame] = {}
    for number, outcome in _played(plan, min(jobs, plan.games), start_method):
        outcomes[number] = outcome
        if progress is not None:
            progress(len(outcomes))
    ordered = [outcomes[number] for number in plan.numbers]
    broken = [one for one in ordered if isinstance(one, BrokenGame)]
    whole = [one for one in ordered if isinstance(one, Outcome)]
    found = summarise(plan, whole, perf_counter() - began)
    found.broken = broken
    return found


def _checked(plan: GamesPlan, jobs: int) -> GamesPlan:
    """The plan with all its options filled in. Says before the first game what is wrong with it."""
    if plan.games < 1 or jobs < 1:
        raise InputError("nothing to play", "--games and --jobs are 1 or more")
    system = find_system(plan.game)
    options = setting_options(system, plan.scenario, plan.options, plan.own)
    make_players(plan.players, system, plan.think)
    if plan.own.files:
        open_setting(system, plan.scenario, options, plan.own)
    return msgspec.structs.replace(plan, options=options)


def _play(plan: GamesPlan, number: int) -> Outcome | BrokenGame:
    """One game. A fault in it is told of; the others go on."""
    system = find_system(plan.game)
    dice, players = plan.seating(number)
    fortune = PairedFortune if plan.paired else Fortune
    try:
        return play_one(
            system, plan.scenario, players, plan.seed, dice, plan.options, plan.own, plan.think, fortune
        )
    except InputError:
        raise  # a player or a file that will not do in any game
    except Exception as problem:
        return BrokenGame(number, f"{type(problem).__name__}: {problem}"[:300])


def _play_some(plan: GamesPlan, numbers: Sequence[int]) -> list[tuple[int, Outcome | BrokenGame]]:
    return [(number, _play(plan, number)) for number in numbers]


def _played(plan: GamesPlan, jobs: int, start_method: str) -> Iterator[tuple[int, Outcome | BrokenGame]]:
    if jobs == 1:
        for number in plan.numbers:
            yield number, _play(plan, number)
        return
    # Small parcels keep all workers busy to the end and the progress bar moving.
    size = max(1, min(20, plan.games // (jobs * 8)))
    parcels = [plan.numbers[place : place + size] for place in range(0, plan.games, size)]
    context = multiprocessing.get_context(start_method)
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        open_work: set[Future[list[tuple[int, Outcome | BrokenGame]]]] = {
            pool.submit(_play_some, plan, parcel) for parcel in parcels
        }
        try:
            while open_work:
                done, open_work = wait(open_work, return_when=FIRST_COMPLETED)
                for future in done:
                    yield from future.result()
        finally:
            for future in open_work:
                future.cancel()


def summarise(plan: GamesPlan, outcomes: Sequence[Outcome], seconds: float) -> GamesSummary:
    """What the outcomes come to."""
    system = find_system(plan.game)
    games = len(outcomes)
    by_side = dict.fromkeys(system.sides, 0)
    by_player = dict.fromkeys(plan.players, 0)
    longest = dict.fromkeys(plan.players, 0.0)
    results: dict[str, int] = {}
    for outcome in outcomes:
        results[outcome.result] = results.get(outcome.result, 0) + 1
        if outcome.winner != NOTHING:
            by_side[system.sides[outcome.winner]] += 1
            by_player[outcome.players[outcome.winner]] += 1
        for name, time in zip(outcome.players, outcome.longest, strict=True):
            longest[name] = max(longest[name], round(time, 4))
    decisions = sum(outcome.decisions for outcome in outcomes)
    return GamesSummary(
        game=plan.game,
        scenario=plan.scenario,
        players=plan.players,
        seed=plan.seed,
        games=games,
        wins_by_side=by_side,
        wins_by_player=by_player,
        draws=games - sum(by_side.values()),
        intervals={"side": _intervals(by_side, games), "player": _intervals(by_player, games)},
        results=dict(sorted(results.items(), key=lambda item: -item[1])),
        mean_turns=sum(outcome.turns for outcome in outcomes) / max(games, 1),
        decisions=decisions,
        rolls=sum(outcome.rolls for outcome in outcomes),
        mean_decisions=decisions / max(games, 1),
        decisions_per_second=decisions / max(seconds, 1e-9),
        seconds=seconds,
        mean_measures=_means([outcome.measures for outcome in outcomes]),
        longest_thought=longest,
    )


def _intervals(wins: Mapping[str, int], games: int) -> dict[str, tuple[float, float]]:
    return {name: wilson(won, games) for name, won in wins.items()}


def _means(measures: Sequence[Mapping[str, int]]) -> dict[str, float]:
    names = {name: None for one in measures for name in one}
    return {name: sum(one.get(name, 0) for one in measures) / len(measures) for name in names}

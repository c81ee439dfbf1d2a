"""How fast the rules are: random play, copies, searches on growing maps, and where the time goes."""

import cProfile
import importlib
import os
import platform
import pstats
import random
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any, Final, NamedTuple

import msgspec

from grognard.analysis.odds import forecast, imagined
from grognard.core.board.hexes import Grid
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import AnyGame
from grognard.core.position import Position
from grognard.core.system import AnySystem
from grognard.kit.areas import HexSets
from grognard.kit.reach import Going, Graph, reach
from grognard.play.registry import find_system, game_ids
from grognard.play.setting import open_setting, setting_options
from grognard.sim.bench_rows import Rows, measure_rows, microseconds
from grognard.sim.long_attack import EmptyField, LongAttackAlone, called_in
from grognard.sim.one_game import play_one
from grognard.sim.synthetic_campaign import CampaignSpeed, measure

SIZES: Final = (900, 3_600, 14_400)
"""Hexes of the maps that growth is measured on."""
_TOP: Final = 15
_ATTACKS: Final = 20
"""Attacks of a game to take the mean of."""
_LONGEST_SEARCH: Final = 5_000
"""Answers within which to look for them."""


class GameSpeed(msgspec.Struct):
    """The speed of one game. Times are microseconds; null where the game offers nothing to measure."""

    decisions_per_second: float
    answers_per_second: float
    python_chess_moves_per_second: float | None
    """The yardstick, measured between the scenarios; null without python-chess."""
    ratio_to_python_chess: float | None
    by_scenario: dict[str, float]
    steps_per_second: float | None
    """Of the learner's environment; null without the extra `rl`. With observations below."""
    observed_steps_per_second: float | None
    rows: Rows
    copy_us: float
    hash_us: float
    odds_us: float | None
    reach_us: float | None
    supply_us: float | None
    growth: dict[int, dict[str, float]]
    profile: list[dict[str, Any]]


class LongOdds(msgspec.Struct):
    """The odds of an attack of twelve rolls, each way of its defender; seconds of the processor."""

    ways: int
    plays: int
    seconds: float


class Speed(msgspec.Struct):
    """All that `grognard bench` measures."""

    python_chess_moves_per_second: float | None
    """The mean of what was measured beside each game."""
    note: str
    python: str
    cores: int
    games: dict[str, GameSpeed]
    core: dict[int, dict[str, float]]
    long_odds: LongOdds
    campaign: CampaignSpeed


class BenchScenario(NamedTuple):
    """A scenario that is measured: its id, and the player's own files it is played with."""

    scenario: str
    own: PlayerFiles = NO_FILES

    def start(self, system: AnySystem) -> AnyGame:
        """A new game with the scenario's own options."""
        return open_setting(system, self.scenario, self.options(system), self.own)

    def options(self, system: AnySystem) -> dict[str, bool]:
        """The options it is played with."""
        return setting_options(system, self.scenario, own=self.own)


def bench(
    quick: bool = False,
    games: list[str] | None = None,
    tell: Callable[[str], None] | None = None,
    only: BenchScenario | None = None,
) -> Speed:
    """Measures everything; `tell` hears what is being measured. `only`: this scenario of the one game."""
    say = tell or (lambda what: None)
    systems = [find_system(game) for game in games or game_ids()]
    seconds = 1.0 if quick else 8.0
    speeds: dict[str, GameSpeed] = {}
    for system in systems:
        played = [only] if only else [BenchScenario(scenario.id) for scenario in system.rules.scenarios()]
        speeds[system.id] = _game_speed(system, played, seconds, say)
    measured = [one.python_chess_moves_per_second for one in speeds.values()]
    yardsticks = [rate for rate in measured if rate is not None]
    say("the odds of a long attack")
    long_odds = _long_odds()
    say("a campaign of 10,000 hexes")
    campaign = measure(seconds)
    say("searches on growing maps")
    return Speed(
        python_chess_moves_per_second=mean(yardsticks) if yardsticks else None,
        note=""
        if yardsticks
        else "python-chess is not installed: pip install 'grognard[bench]' gives the yardstick",
        python=platform.python_version(),
        cores=os.cpu_count() or 1,
        games=speeds,
        core={size: _kit_growth(size) for size in SIZES},
        long_odds=long_odds,
        campaign=campaign,
    )


class Yardstick:
    """Random chess with python-chess: a list of all legal moves, then push one.

    It is taken between the scenarios of a game, since machines are not equally fast from minute to minute.
    """

    def __init__(self) -> None:
        # By name at run time: a yardstick under another licence, never part of this program.
        self._chess = importlib.import_module("chess")
        self._generator = random.Random(1)
        self._board = self._chess.Board()
        self.moves = 0
        self.seconds = 0.0

    @property
    def moves_per_second(self) -> float:
        """Of all that was played so far."""
        return self.moves / self.seconds

    def play(self, seconds: float) -> None:
        """Plays on for so long."""
        began = process_time()
        while process_time() - began < seconds:
            for _ in range(50):
                options = list(self._board.legal_moves)
                if not options or self._board.halfmove_clock > 100:
                    self._board = self._chess.Board()
                    continue
                self._board.push(options[int(self._generator.random() * len(options))])
                self.moves += 1
        self.seconds += process_time() - began


def _yardstick() -> Yardstick | None:
    """None without python-chess."""
    try:
        return Yardstick()
    except ImportError:
        return None


def _game_speed(
    system: AnySystem, played: list[BenchScenario], seconds: float, say: Callable[[str], None]
) -> GameSpeed:
    by_scenario: dict[str, float] = {}
    chess = _yardstick()
    decisions = answers = 0
    spent = 0.0
    share = seconds / len(played)
    for one in played:
        if chess:
            say("python-chess, random play")
            chess.play(share)
        say(f"{system.id}, random play of {one.scenario}")
        made, given, took = _random_play(system, one, share)
        by_scenario[one.scenario] = made / took
        # The teaching map is tiny and would flatter the figure.
        if one.scenario != "teaching" or len(played) == 1:
            decisions, answers, spent = decisions + made, answers + given, spent + took
    say(f"{system.id}, steps of a learner")
    steps, observed = _learner_steps(system, played[-1], seconds / 8)
    say(f"{system.id}, the staff, views, learners in batches")
    last = played[-1]
    rows = measure_rows(system, last.scenario, _lesson(system, last), seconds / 8, last.own)
    say(f"{system.id}, positions")
    pos = _middle(system, played[-1])
    growth = {size: _hooks(system, size, seconds) for size in SIZES}
    say(f"{system.id}, profile")
    return GameSpeed(
        decisions_per_second=decisions / spent,
        answers_per_second=answers / spent,
        python_chess_moves_per_second=chess.moves_per_second if chess else None,
        ratio_to_python_chess=decisions / spent / chess.moves_per_second if chess else None,
        by_scenario=by_scenario,
        steps_per_second=steps,
        observed_steps_per_second=observed,
        rows=rows,
        copy_us=microseconds(pos.copy),
        hash_us=microseconds(pos.hash),
        odds_us=_odds(system, played[-1]),
        reach_us=growth[SIZES[0]].get("reach"),
        supply_us=growth[SIZES[0]].get("supply"),
        growth=growth,
        profile=profile(system, played[-1]),
    )


def _lesson(system: AnySystem, played: BenchScenario) -> str:
    """What the staff plays to be timed: the lesson, where there is one and nothing else is measured alone."""
    ids = [scenario.id for scenario in system.rules.scenarios()]
    return "teaching" if "teaching" in ids else played.scenario


def _random_play(system: AnySystem, played: BenchScenario, seconds: float) -> tuple[int, int, float]:
    """Decisions, answers with chance's, and the time they took: whole games, at least one."""
    players = ["random"] * len(system.sides)
    (scenario, own), options = played, played.options(system)
    play_one(system, scenario, players, "warm", 0, options, own)
    decisions = answers = number = 0
    spent = 0.0
    while spent < seconds:
        began = process_time()
        outcome = play_one(system, scenario, players, "bench", number, options, own)
        spent += process_time() - began
        decisions += outcome.decisions
        answers += outcome.decisions + outcome.rolls
        number += 1
    return decisions, answers, spent


def _learner_steps(
    system: AnySystem, played: BenchScenario, seconds: float
) -> tuple[float | None, float | None]:
    """Steps of the environment of a scenario, without and with observations."""
    try:
        from grognard.rl.speed import measure_steps
    except ImportError:
        return None, None
    found = measure_steps(system, played.scenario, seconds, played.own)
    return found.plain, found.observed


def _middle(system: AnySystem, played: BenchScenario) -> Position:
    """A position a while into a random game."""
    generator = random.Random(2)
    game = played.start(system)
    pos: Position = game.pos
    for _ in range(300):
        if game.over:
            break
        side = game.ask.side
        pos = game.pos.copy()
        game.play(generator.choice(game.ask.options(side)), side)
    return pos


def _odds(system: AnySystem, played: BenchScenario) -> float | None:
    """The time the odds of an attack take, from the attacker's view to the numbers: the mean of several."""
    generator = random.Random(3)
    game = played.start(system)
    side = 0
    took: list[float] = []
    for _ in range(_LONGEST_SEARCH):
        if game.over or len(took) == _ATTACKS:
            break
        ask = game.ask
        if ask.is_chance and system.odds.on_table(game.pos):
            began = process_time()
            forecast(system, imagined(system, system.knowledge.project(game.pos, side)))
            took.append(process_time() - began)
        side = side if ask.is_chance else ask.side
        asked = CHANCE if ask.is_chance else side
        game.play(generator.choice(ask.options(asked)), asked)
    return 1e6 * sum(took) / len(took) if took else None


def _long_odds() -> LongOdds:
    game = called_in({}, EmptyField(2))
    began = process_time()
    found = forecast(LongAttackAlone(), [game])
    return LongOdds(len(found.ways), max(one.plays for one in found.ways.values()), process_time() - began)


def _hooks(system: AnySystem, hexes: int, seconds: float) -> dict[str, float]:
    """What the game itself offers to measure on a map of so many hexes.

    A game offers `Rules.searches(hexes)`: callables by name, such as "reach", "supply" and "copy".
    """
    return {name: microseconds(work, seconds / 40) for name, work in system.rules.searches(hexes).items()}


def _kit_growth(hexes: int) -> dict[str, float]:
    """The kit's own searches on a plain square map."""
    side = round(hexes**0.5)
    grid = Grid(side, side)
    middle = (side // 2) * side + side // 2
    going = Going(Graph.of_hexes(grid.neighbours), [2] * len(grid.neighbours))
    sets, land = HexSets(grid), b"\x01" * grid.size
    return {
        "reach": microseconds(lambda: reach(going, {middle: 0}, 16)),
        "areas": microseconds(lambda: sets.areas(sets.flagged(land)), 0.2),
    }


def profile(system: AnySystem, played: BenchScenario) -> list[dict[str, Any]]:
    """The functions that take most of the time of one random game, with their share of it."""
    players = ["random"] * len(system.sides)
    watch = cProfile.Profile()
    options = played.options(system)
    watch.runcall(play_one, system, played.scenario, players, "profile", 0, options, played.own)
    stats: Any = pstats.Stats(watch)
    total = stats.total_tt or 1.0
    rows = sorted(stats.stats.items(), key=lambda item: -item[1][2])[:_TOP]
    return [
        {
            "function": _place(file, line, function),
            "share": round(own / total, 4),
            "with_calls": round(below / total, 4),
            "calls": calls,
        }
        for (file, line, function), (_, calls, own, below, _) in rows
    ]


def _place(file: str, line: int, function: str) -> str:
    # Only the tail of the path: where the program is installed is nobody's business.
    return f"{'/'.join(Path(file).parts[-2:])}:{line} {function}" if line else function

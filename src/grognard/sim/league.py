"""A league: players against each other in many scenarios, and how strong each is by the games it won.

A rating is in Elo points: 400 more are ten times as many wins. Nobody's is beyond what a few games can show:
each is also given a drawn game or two against the mean of all.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import log10
from typing import Final, NamedTuple

import msgspec

from grognard.ai.past import AT
from grognard.play.errors import InputError
from grognard.play.registry import find_system
from grognard.sim.many_games import GamesPlan, simulate

PRIOR: Final = 2.0
"""Drawn games against the mean that everybody is given, so that who won all is not without bounds."""

ROUNDS: Final = 200
"""Steps of the search for ratings: it gains a digit in a few dozen."""

RESAMPLED: Final = 200
"""Leagues that could have ended otherwise, for the intervals."""


SLICE: Final = 10
"""Games after which a meeting is kept as far as it has come: an interrupt loses no more."""


class Meeting(msgspec.Struct, frozen=True):
    """Two players in one scenario, from both sides in turn: games won by each, and drawn."""

    game: str
    scenario: str
    players: tuple[str, str]
    won: tuple[int, int]
    drawn: int

    @property
    def games(self) -> int:
        """How many they played."""
        return sum(self.won) + self.drawn


class Rating(msgspec.Struct, frozen=True):
    """A player's strength in Elo points, the mean of all being 0, and the 95 % interval."""

    player: str
    rating: float
    low: float
    high: float
    games: int
    share: float
    """Of the points: a drawn game is half a one."""


class Bout(NamedTuple):
    """What a meeting says of two players: their games, and the points of the first."""

    players: tuple[str, str]
    games: int
    points: float


class League(msgspec.Struct, frozen=True):
    """What was played and what it says."""

    meetings: list[Meeting]
    overall: list[Rating]
    by_game: dict[str, list[Rating]]


def pairs_of(players: Sequence[str], rival: str = "") -> list[tuple[str, str]]:
    """Who meets whom: each of the players each other one, or each the rival where there is one."""
    if rival:
        return [(name, rival) for name in dict.fromkeys(players)]
    if len(set(players)) < 2:
        raise InputError("a league needs two players at least", "--players staff,general,random")
    # By name, so that a league is gone on with in whatever order they are named.
    return list(combinations(sorted(set(players)), 2))


def play_league(
    fields: Sequence[tuple[str, str]],
    pairs: Sequence[tuple[str, str]],
    games: int,
    seed: int = 1,
    jobs: int = 1,
    think: float | None = None,
    progress: Callable[[int], None] | None = None,
    known: Sequence[Meeting] = (),
    keep: Callable[[list[Meeting]], None] | None = None,
) -> League:
    """Lets each pair meet in every (game, scenario), half the games from each side, and rates the players.

    `known` meetings are gone on with if they have too few games; `keep` is handed all after each few games.
    """
    if games < 2:
        raise InputError("too few games", "--games is 2 or more: one from each side")
    games -= games % 2
    found = {(one.game, one.scenario, one.players): one for one in known}
    done = 0
    for key in [(game, scenario, pair) for game, scenario in fields for pair in pairs]:
        while True:
            one = found.get(key, Meeting(*key, (0, 0), 0))
            if progress is not None:
                progress(done + min(one.games, games))
            if one.games >= games:
                break
            count = min(SLICE, games - one.games)
            found[key] = _go_on(one, count, seed, jobs, think)
            if keep is not None:
                keep(list(found.values()))
        done += games
    return rated(list(found.values()))


def _go_on(one: Meeting, count: int, seed: int, jobs: int, think: float | None) -> Meeting:
    """The meeting with so many games more."""
    sides = len(find_system(one.game).sides)
    if sides != 2:
        raise InputError(f"{one.game} is played by {sides} sides", "a league is for games of two")
    plan = GamesPlan(
        one.game,
        one.scenario,
        list(one.players),
        count,
        seed,
        swap=True,
        think=think,
        first=one.games,
        paired=any(AT in name for name in one.players),
    )
    found = simulate(plan, jobs)
    if found.broken:
        raise RuntimeError(f"game {found.broken[0].number}: {found.broken[0].reason}")
    first, second = (won + found.wins_by_player[name] for won, name in zip(one.won, one.players, strict=True))
    return Meeting(one.game, one.scenario, one.players, (first, second), one.drawn + found.draws)


# -- ratings --------------------------------------------------------------------------------------


def rated(meetings: Sequence[Meeting]) -> League:
    """The ratings over all these meetings, and over those of each game."""
    games = dict.fromkeys(one.game for one in meetings)
    return League(
        list(meetings),
        ratings(meetings),
        {game: ratings([one for one in meetings if one.game == game]) for game in games},
    )


def ratings(meetings: Sequence[Meeting]) -> list[Rating]:
    """Everybody's rating, the best first. Intervals are from leagues that could have ended otherwise."""
    players = list(dict.fromkeys(name for one in meetings for name in one.players))
    bouts = [_bout(one) for one in meetings]
    found = strengths(players, bouts)
    generator = random.Random(1)
    others = [strengths(players, [_otherwise(one, generator) for one in meetings]) for _ in range(RESAMPLED)]
    rows: list[Rating] = []
    for name in players:
        # As far from the rating as those leagues spread about their middle, which lies nearer the mean:
        # where somebody won everything, what could have been otherwise is only ever worse.
        spread = sorted(one[name] for one in others)
        low, middle, high = (spread[int(share * RESAMPLED)] for share in (0.025, 0.5, 0.975))
        games, points = _tally(name, bouts)
        rating = found[name]
        rows.append(
            Rating(name, rating, rating + low - middle, rating + high - middle, games, points / max(games, 1))
        )
    return sorted(rows, key=lambda row: -row.rating)


def strengths(players: Sequence[str], bouts: Sequence[Bout]) -> dict[str, float]:
    """The ratings under which these results are likeliest (Bradley and Terry; a draw is half a win)."""
    strength = dict.fromkeys(players, 1.0)
    for _ in range(ROUNDS):
        new: dict[str, float] = {}
        for name in players:
            weight = PRIOR / (strength[name] + 1.0)
            for bout in bouts:
                if name in bout.players:
                    weight += bout.games / sum(strength[player] for player in bout.players)
            new[name] = (_tally(name, bouts)[1] + PRIOR / 2) / weight
        strength = new
    mean = sum(log10(one) for one in strength.values()) / len(strength)
    return {name: 400 * (log10(one) - mean) for name, one in strength.items()}


def _tally(name: str, bouts: Sequence[Bout]) -> tuple[int, float]:
    """The games of a player and its points."""
    own = [bout for bout in bouts if name in bout.players]
    points = sum(bout.points if bout.players[0] == name else bout.games - bout.points for bout in own)
    return sum(bout.games for bout in own), points


def _bout(one: Meeting) -> Bout:
    return Bout(one.players, one.games, one.won[0] + one.drawn / 2)


def _otherwise(one: Meeting, generator: random.Random) -> Bout:
    """A meeting as it could have ended, by shares that its results leave likely (Jeffreys's prior)."""
    first, second, drawn = (generator.gammavariate(count + 0.5, 1.0) for count in (*one.won, one.drawn))
    return Bout(one.players, one.games, one.games * (first + drawn / 2) / (first + second + drawn))


def scores(meetings: Sequence[Meeting]) -> Mapping[tuple[str, str], tuple[int, int, int]]:
    """Won, drawn and lost of every player against every other, over all meetings."""
    found: dict[tuple[str, str], tuple[int, int, int]] = {}
    for one in meetings:
        for me, other in ((0, 1), (1, 0)):
            key = (one.players[me], one.players[other])
            won, drawn, lost = found.get(key, (0, 0, 0))
            found[key] = (won + one.won[me], drawn + one.drawn, lost + one.won[other])
    return found

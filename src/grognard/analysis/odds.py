"""The odds of an attack: all that chance can answer, played through the real rules from what a side knows."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from grognard.analysis.distribution import Distribution, Leaf, mixture
from grognard.analysis.graph import (
    LONGEST_LINE,
    Abandoned,
    AttackSetting,
    EndlessAttack,
    PlayLine,
    Policy,
    TooManyPlays,
    Until,
    chances,
    forks,
)
from grognard.core.flow.chance import CHANCE, Random, pick
from grognard.core.flow.flow import AnyGame, Ask, Game
from grognard.core.flow.offers import Offer
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import Decision
from grognard.core.position import NOTHING, Choice, Frame, Position
from grognard.core.system import AnySystem, Odds
from grognard.core.view import View

MOST_PLAYS: Final = Odds.most_plays
"""Measured: 23 µs each in a small game and 40 in one of 200 counters on 900 hexes."""
LINES: Final = 1_000
"""Lines to draw then, for each way: no interval is wider than 6.2 points."""
DRAWS: Final = 100
"""Positions to draw of what is hidden: where all agree, no interval is wider than 4.6 points."""


class Forecast(NamedTuple):
    """What an attack does, for each way of answering the question it leaves open; "" if it leaves none."""

    ways: dict[str, Distribution]

    @property
    def names(self) -> list[str]:
        """The numbers that were measured."""
        return list(dict.fromkeys(name for found in self.ways.values() for name in found.names()))

    @property
    def draws(self) -> int:
        """How many positions were drawn of what is hidden; 0 where nothing is."""
        return max(len(found.parts) for found in self.ways.values())


# -- how the players answer ---------------------------------------------------------------------


def first_option(game: AnyGame, ask: Ask) -> Choice:
    """The first option of whoever is asked."""
    return ask.options(ask.side)[0]


def usual_policy(system: AnySystem, way: str = "", plan: Sequence[Choice] = ()) -> Policy:
    """How the odds of this game answer for the players, in one of its ways; a plan comes before it."""
    if not plan:
        return lambda game, ask: system.odds.answer(game.pos, ask, way)

    def answer(game: AnyGame, ask: Ask) -> Choice:
        planned = system.odds.planned(game.pos, ask, plan)
        return system.odds.answer(game.pos, ask, way) if planned is None else planned

    return answer


def never() -> bool:
    """Somebody always wants to know."""
    return False


# -- where an attack ends -----------------------------------------------------------------------


class _Pause(Decision[Position, tuple[Any, ...]]):
    title = "The attack is over"

    def side(self, pos: Position, v: tuple[Any, ...]) -> int:
        return 0

    def options(self, pos: Position, v: tuple[Any, ...]) -> list[Offer]:
        return [Offer(_GO_ON[0])]

    def take(self, game: Game[Position], v: tuple[Any, ...], choice: Choice) -> None:
        game.next()


_GO_ON: Final[Choice] = ("go-on", NOTHING)
_PAUSE: Final = Procedure("(pause)", _Pause())


def paused_after(game: AnyGame) -> AnyGame:
    """A copy of the game that asks once more as soon as its running procedure has ended.

    The rest of the turn must not run: what it does is no outcome of the attack. The pause has its caller's
    variables, for what the attack hands back.
    """
    other: AnyGame = Game({**game.procedures, _PAUSE.name: _PAUSE}, game.pos.copy())
    stack = other.pos.stack
    stack.insert(-1, Frame(_PAUSE.name, _Pause.__name__, stack[-2].vars if len(stack) > 1 else ()))
    return other


def procedure_ended(game: AnyGame) -> bool:
    """Has the procedure ended after which the game was to pause?"""
    return game.ask.procedure == _PAUSE.name


# -- what it does -------------------------------------------------------------------------------


def outcomes(
    system: AnySystem,
    game: AnyGame,
    policy: Policy | None = None,
    until: Until | None = None,
    most_plays: int = 0,
) -> Distribution:
    """What happens from here until the attack is over, as one policy answers. `game` does not change.

    The attack is the running procedure, unless `until` says when it is over. What happened is the game's
    `measure(before, after)`, with its tally of the events on the way.
    """
    if until is None:
        attack = _attack(system, game, [policy or usual_policy(system)])
    else:
        attack = AttackSetting(system, game, until, [policy or usual_policy(system)])
    return _worked_out(attack, most_plays or system.odds.most_plays, LINES, random.Random(0))[0]


def forecast(
    system: AnySystem,
    games: Sequence[AnyGame],
    most_plays: int = 0,
    plan: Sequence[Choice] = (),
    is_left: Callable[[], bool] = never,
) -> Forecast:
    """The odds of the attack on the table, in each way, if any of these games is as likely as the others.

    `most_plays` 0 is as many as the game allows. The questions that a `plan` answers are answered by it.
    """
    ways = system.odds.ways(games[0].pos) or ("",)
    policies = [usual_policy(system, way, plan) for way in ways]

    def setting(game: AnyGame) -> AttackSetting:
        return _attack(system, game, policies)._replace(is_left=is_left)

    return mixed(system, games, ways, setting, most_plays)


def mixed(
    system: AnySystem,
    games: Sequence[AnyGame],
    ways: Sequence[str],
    setting: Callable[[AnyGame], AttackSetting],
    most_plays: int = 0,
) -> Forecast:
    """What happens in each way, where any of these games is as likely as the others."""
    plays = most_plays or system.odds.most_plays
    keys = [system.odds.bears_on(game.pos) or (number,) for number, game in enumerate(games)]
    apart = dict(zip(keys, games, strict=True))
    share = plays // len(apart), max(1, LINES // len(apart)), random.Random(0)
    worked = {key: _worked_out(setting(game), *share) for key, game in apart.items()}
    parts = [worked[key] for key in keys]
    found = {way: mixture([part[place] for part in parts]) for place, way in enumerate(ways)}
    # A question that is never asked, or whose answer changes nothing, is not open.
    first, *others = found.values()
    return Forecast({"": first} if all(other.chances == first.chances for other in others) else found)


def imagined(system: AnySystem, view: View) -> list[AnyGame]:
    """Games that could be the true one as far as this view knows, the same for the same view.

    One is enough where nothing that an attack hangs on is hidden.
    """
    generator = random.Random(view.hash_source())
    first = system.knowledge.sample(view, generator)
    more = DRAWS - 1 if system.odds.hangs_on_hidden(first) else 0
    drawn = [first, *(system.knowledge.sample(view, generator) for _ in range(more))]
    return [Game(system.rules.procedures, pos) for pos in drawn]


def _attack(system: AnySystem, game: AnyGame, policies: Sequence[Policy]) -> AttackSetting:
    return AttackSetting(system, paused_after(system.odds.attack_under_way(game)), procedure_ended, policies)


def _worked_out(attack: AttackSetting, most_plays: int, lines: int, generator: Random) -> list[Distribution]:
    """The distribution of each way: exact, or drawn where that takes more plays."""
    try:
        found, plays = chances(attack, most_plays)
    except TooManyPlays:
        return [drawn(attack, way, lines, generator) for way in range(len(attack.policies))]
    return [Distribution(one, plays) for one in found]


def drawn(attack: AttackSetting, way: int, lines: int, generator: Random) -> Distribution:
    """The distribution of one way by so many lines of play, chance answering at random."""
    counts: dict[Leaf, int] = {}
    plays = 0
    for _ in range(lines):
        if attack.is_left():
            raise Abandoned
        line = PlayLine(attack.game.copy(), (), (way,))
        for _ in range(LONGEST_LINE):
            (line,) = forks(attack, line)
            if line.is_over:
                break
            ask = line.game.ask
            choice = ask.options(CHANCE)[pick(list(enumerate(ask.weights)), generator)]
            line = line._replace(told=attack.tally(line.told, line.game.play(choice, CHANCE)))
            plays += 1
        else:
            raise EndlessAttack(f"no end after {LONGEST_LINE:,} rolls")
        leaf = attack.measured(line)
        counts[leaf] = counts.get(leaf, 0) + 1
    return Distribution({leaf: Fraction(n, lines) for leaf, n in counts.items()}, plays, lines)

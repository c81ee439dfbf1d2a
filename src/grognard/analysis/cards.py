"""The card before a roll: what it is for and how likely that is, from nothing but what one side knows.

A card is worked out on the positions that `imagined` draws of a view: the same for the same view, so that
all cells of a matrix and all answers at hand are compared on one set of them.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from grognard.analysis.distribution import Leaf
from grognard.analysis.graph import AttackSetting
from grognard.analysis.odds import (
    Forecast,
    forecast,
    imagined,
    mixed,
    never,
    paused_after,
    procedure_ended,
    usual_policy,
)
from grognard.core.cards import NO_GOAL, Aim, Goal, Matrix, PlanLine
from grognard.core.flow.events import Event
from grognard.core.flow.flow import AnyGame, Game
from grognard.core.flow.rulings import Explanation, IllegalChoice
from grognard.core.position import Choice, Position
from grognard.core.system import AnySystem, Odds, Told
from grognard.core.view import View

MOST_ANSWERS = 12
"""Answers at hand whose chances are told with the question."""
NO_ROLLS = ("end", "drop", "close", "leave")
"""Roles of verbs that begin no roll of their own: what chance answers after them nobody has chosen."""


class OddsCard(NamedTuple):
    """A roll that is about to be chosen or made: what it is for, how likely, at what price."""

    kind: str
    """"attack", as the game measures one; "roll", any other."""
    title: str
    target: int
    goal: Goal
    lost: tuple[str, str]
    """The measured numbers that this side loses, and the other."""
    forecast: Forecast
    sheets: list[Explanation]
    matrix: Matrix | None = None
    plans: Sequence[PlanLine] = ()
    step: str = ""


class Answer(NamedTuple):
    """One answer at hand, and the card of the roll that it leads to."""

    choice: Choice
    card: OddsCard


class Cell(NamedTuple):
    """What one option does against another."""

    row: Choice
    column: Choice
    forecast: Forecast


# -- what the side knows ----------------------------------------------------------------------------


class Known(NamedTuple):
    """What a side knows of a game after some answers of its own: games that could be the true one, and the
    one in which what it does not know is absent."""

    system: AnySystem
    side: int
    games: list[AnyGame]
    bare: AnyGame

    def after(self, *choices: Choice) -> "Known | None":
        """The same after more answers; games that refuse one are left out. None where nothing is left."""
        games = [game for one in self.games if (game := _played(one, choices, self.side)) is not None]
        bare = _played(self.bare, choices, self.side)
        return None if bare is None or not games else self._replace(games=games, bare=bare)


def _played(game: AnyGame, choices: Sequence[Choice], side: int) -> AnyGame | None:
    trial = game.copy()
    try:
        for choice in choices:
            trial.play(choice, side)
    except IllegalChoice:
        return None
    return trial


def known(system: AnySystem, view: View) -> Known:
    """What a view tells."""
    bare: AnyGame = Game(system.rules.procedures, system.knowledge.bare(view))
    return Known(system, view.side, imagined(system, view), bare)


# -- one card ---------------------------------------------------------------------------------------


def card_of(now: Known, plan: Sequence[Choice] = (), is_left: Callable[[], bool] = never) -> OddsCard | None:
    """The card of what is on the table, or of the roll that chance is asked for; None without either."""
    if now.games[0].over:
        return None
    pos, odds = now.games[0].pos, now.system.odds
    if odds.on_table(pos):
        return _attack_card(now, plan, is_left) if now.system.screen.shows_attack(pos, now.side) else None
    if now.games[0].ask.is_chance:
        return _roll_card(now, is_left)
    begun = [odds.roll_under_way(game) for game in now.games]
    ready = [game for game in begun if game is not None]
    return _roll_card(now._replace(games=ready), is_left) if len(ready) == len(begun) else None


def _attack_card(now: Known, plan: Sequence[Choice], is_left: Callable[[], bool]) -> OddsCard:
    system, side, pos = now.system, now.side, now.games[0].pos
    sheets = system.screen.card_sheets(now.bare.pos, side)
    target = system.screen.target(pos)
    return OddsCard(
        "attack",
        sheets[0].title if sheets else f"Attack on {pos.board.place_name(target)}",
        target,
        system.odds.goal(pos, side),
        system.odds.lost_names(pos, side),
        forecast(system, now.games, plan=plan, is_left=is_left),
        sheets,
        system.odds.matrix(pos, side),
        system.odds.plan_lines(pos, side),
    )


def cells_of(
    now: Known,
    matrix: Matrix,
    row: Choice,
    plan: Sequence[Choice] = (),
    is_left: Callable[[], bool] = never,
) -> list[Cell]:
    """What a row of the matrix does against each column that is not barred."""
    open_ones = [column for column in matrix.columns if column not in matrix.barred]
    rest = [choice for choice in plan if choice not in matrix.rows]
    return [
        Cell(row, column, forecast(now.system, now.games, plan=(row, column, *rest), is_left=is_left))
        for column in open_ones
    ]


# -- a roll that is no attack -----------------------------------------------------------------------


class RollOdds(Odds[Any]):
    """Whether a roll came off, and what both sides have lost by it."""

    def __init__(self, odds: Odds[Any], aim: Aim, sides: Sequence[str], before: Position) -> None:
        self.aim = aim
        self._before = before
        self._odds = odds
        self._names = [f"{side} {odds.loss_unit} lost" for side in sides]

    def lost(self, side: int) -> tuple[str, str]:
        """The names of this side's losses, and of the other's."""
        return (self._names[side], self._names[1 - side]) if side in (0, 1) else ("", "")

    def measure(self, before: Position, after: Position) -> dict[str, int]:
        return dict(zip(self._names, self._odds.losses(before, after), strict=False))

    def tally(self, told: Told, event: Event) -> Told:
        return (1,) if self.aim.came_off(event) else told

    def tallied(self, after: Position, told: Told) -> dict[str, int]:
        is_changed = self.aim.changed is not None and self.aim.changed(self._before, after)
        return {self.aim.what: int(bool(told) or is_changed)}


def _roll_card(now: Known, is_left: Callable[[], bool]) -> OddsCard | None:
    system, side, first = now.system, now.side, now.games[0]
    step = first.ask.step
    aim = system.odds.aims.get(step) if first.ask.is_chance else None
    if aim is None:
        return None
    pos = first.pos

    def setting(game: AnyGame) -> AttackSetting:
        trial = paused_after(game)
        begun = trial.pos.number

        def is_over(line: AnyGame) -> bool:
            if procedure_ended(line):
                return True
            ask, is_new = line.ask, line.pos.number > begun
            return is_new and (ask.step == step or not (ask.is_chance or aim.goes_on))

        odds = RollOdds(system.odds, aim, system.sides, trial.pos)
        return AttackSetting(system, trial, is_over, [usual_policy(system)], odds, is_left)

    sheets = system.screen.card_sheets(now.bare.pos, side)
    games = now.games if system.odds.hangs_on_hidden(pos) else now.games[:1]
    found = mixed(system, games, ("",), setting)
    goal = Goal((aim.what,), aim.what)
    title = sheets[0].title if sheets else first.ask.title
    lost = RollOdds(system.odds, aim, system.sides, pos).lost(side)
    return OddsCard("roll", title, system.screen.target(pos), goal, lost, found, sheets, step=step)


# -- the answers at hand ----------------------------------------------------------------------------


def answers_at_hand(
    now: Known, plan: Sequence[Choice] = (), is_left: Callable[[], bool] = never
) -> list[Answer]:
    """The answers that lead straight to a roll with a card, where there are few of them."""
    first, verbs = now.bare, now.system.words.verbs
    if first.over or now.side not in first.ask.sides:
        return []
    options = [
        choice
        for choice in first.ask.options(now.side)
        if choice[0] in verbs and verbs[choice[0]].role not in NO_ROLLS
    ]
    if len(options) > MOST_ANSWERS:
        return []
    found = []
    for choice in options:
        then = now.after(choice)
        if then is not None and not then.games[0].over and then.games[0].ask.is_chance:
            card = card_of(then, plan, is_left)
            if card is not None:
                found.append(Answer(choice, card))
    return found


def chance_of(found: Forecast, goal: Goal) -> tuple[float, float]:
    """The least and the greatest chance of the goal, over the ways to answer the open question."""
    if goal == NO_GOAL:
        return 0.0, 0.0
    shares = [
        float(sum(chance for leaf, chance in one.chances.items() if _is_reached(leaf, goal)))
        for one in found.ways.values()
    ]
    return min(shares), max(shares)


def _is_reached(leaf: Leaf, goal: Goal) -> bool:
    return any(name in goal.names and value >= 1 for name, value in leaf)


def mean_of(found: Forecast, name: str) -> tuple[float, float]:
    """The least and the greatest mean of a measured number, over the same ways."""
    means = [float(one.mean(name)) for one in found.ways.values()] if name else [0.0]
    return min(means), max(means)


def card_for(system: AnySystem, view: View) -> OddsCard | None:
    """The card of what lies on the table now, as a side knows it."""
    return card_of(known(system, view))

"""The rows of a study: one for each game, for each of its turns and for each of its battles."""

from typing import Any, Final

import msgspec

from grognard.core.flow.flow import AnyGame
from grognard.core.flow.steps import Roll
from grognard.core.position import NOTHING, Choice, Position
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.registry import find_system
from grognard.report.story import Fate, rated
from grognard.sim.one_game import PairedFortune, play_one
from grognard.study.plan import StudySetup

_DIGITS: Final = 6
"""Of means and luck, so that the last bits of a sum make no difference between machines."""


class GameRow(msgspec.Struct, frozen=True):
    """How one game went. Points are those of the ladder of victory, for the side that it counts for."""

    match: str
    variant: str
    number: int
    game: str
    scenario: str
    first: str
    """Who played the first side."""
    second: str
    winner: str
    """The side, or nothing in a draw."""
    result: str
    score_side: str
    score: float
    turns: int
    decisions: int
    rolls: int
    battles: int
    lost_first: int
    lost_second: int
    luck_first: float | None
    """Points of the score that the side's own dice in battles gave it beyond the average."""
    luck_second: float | None


class TurnRow(msgspec.Struct, frozen=True):
    """The end of a turn: the score, and all that was lost so far."""

    match: str
    variant: str
    number: int
    turn: int
    score: float
    lost_first: int
    lost_second: int


class BattleRow(msgspec.Struct, frozen=True):
    """An attack that was rolled for."""

    match: str
    variant: str
    number: int
    battle: int
    turn: int
    side: str
    """Whose dice they were."""
    hex: str
    odds: str
    """As the sheet on the table says at its last roll."""
    dice: str
    lost_first: int
    lost_second: int
    taken: int | None
    """Did the hex change hands? None where the game does not say."""
    luck: float | None


class Broken(msgspec.Struct, frozen=True, tag="broken"):
    """A game that the rules could not play to its end: with values that nobody has tried that may be."""

    match: str
    variant: str
    number: int
    what: str


class Played(msgspec.Struct, frozen=True, tag="played"):
    """All rows of a game, and the time it took, which is no part of them."""

    game: GameRow
    turns: list[TurnRow]
    battles: list[BattleRow]
    seconds: float


def try_game(setup: StudySetup, number: int) -> Played | Broken:
    """Plays one game of a study; one that breaks off is told as such and stops nobody."""
    try:
        return play_game(setup, number)
    except InputError:
        raise
    except Exception as problem:
        what = f"{type(problem).__name__}: {problem}"[:300]
        return Broken(setup.match, setup.variant, number, what)


def play_game(setup: StudySetup, number: int) -> Played:
    """Plays one game of a study. The rows hang on nothing but the setup and the number."""
    system = find_system(setup.game)
    dice, players = setup.seating(number)
    books: list[Notebook] = []

    def watch(game: AnyGame) -> Notebook:
        books.append(Notebook(system, setup, number, game))
        return books[0]

    outcome = play_one(
        system,
        setup.scenario,
        players,
        setup.seed,
        dice,
        setup.options,
        setup.own,
        fortune=PairedFortune,
        watch=watch,
    )
    book = books[0]
    pos = book.pos
    lucks = [book.luck_of(side) for side in system.sides]
    row = GameRow(
        match=setup.match,
        variant=setup.variant,
        number=number,
        game=setup.game,
        scenario=setup.scenario,
        first=players[0],
        second=players[1],
        winner=system.sides[outcome.winner] if outcome.winner != NOTHING else "",
        result=outcome.result,
        score_side=system.sides[system.victory.side(pos)],
        score=_rounded(system.victory.points(pos)),
        turns=outcome.turns,
        decisions=outcome.decisions,
        rolls=outcome.rolls,
        battles=len(book.battles),
        lost_first=book.lost[0],
        lost_second=book.lost[1],
        luck_first=lucks[0],
        luck_second=lucks[1],
    )
    return Played(row, book.turns, book.battles, outcome.seconds)


class _Battle(msgspec.Struct):
    """An attack whose end is not reached yet."""

    turn: int
    side: str
    target: int
    before: Position
    lost: tuple[int, int]
    odds: str = ""
    dice: list[str] = []
    luck: float | None = None


class Notebook:
    """Watches a game and writes its turns and battles down."""

    def __init__(self, system: AnySystem, setup: StudySetup, number: int, game: AnyGame) -> None:
        self.turns: list[TurnRow] = []
        self.battles: list[BattleRow] = []
        self.lost: tuple[int, int] = (0, 0)
        self.pos: Any = game.pos
        self._system = system
        self._setup = setup
        self._number = number
        self._turn = system.knowledge.turn(game.pos)
        self._since: Position = game.pos.copy()
        self._open: _Battle | None = None

    def rolls(self, game: AnyGame, choice: Choice) -> None:
        """Chance is about to answer: perhaps for a battle."""
        system, pos = self._system, game.pos
        if not system.odds.on_table(pos):
            return
        if self._open is None:
            self._begin(game)
        battle = self._open
        if battle is None:
            return
        sheets = system.screen.explain(pos)
        battle.odds = sheets[-1].total if sheets else battle.odds
        battle.dice.append(system.words.noun(pos, choice) or choice[0])
        if self._setup.luck:
            fate: Fate = rated(system, game, choice)
            sign = 1.0 if battle.side == system.sides[system.victory.side(pos)] else -1.0
            battle.luck = (battle.luck or 0.0) + sign * fate.points

    def answered(self, game: AnyGame) -> None:
        """After every answer: has a battle ended, or a turn?"""
        self.pos = game.pos
        battle = self._open
        if battle is not None and (game.over or self._system.screen.target(game.pos) != battle.target):
            self._end_battle(battle)
        turn = self._system.knowledge.turn(game.pos)
        if turn != self._turn or game.over:
            self._end_turn()
            self._turn = turn

    def luck_of(self, side: str) -> float | None:
        """What a side's dice gave it in all battles; None where nobody worked it out."""
        lucks = [battle.luck for battle in self.battles if battle.side == side and battle.luck is not None]
        return _rounded(sum(lucks)) if self._setup.luck else None

    def _begin(self, game: AnyGame) -> None:
        system, pos = self._system, game.pos
        self._count()
        frame = pos.stack[-1]
        step = system.rules.procedures[frame.procedure].item[frame.step]
        roller = step.roller(pos, frame.vars) if isinstance(step, Roll) else NOTHING
        side = system.sides[roller] if roller >= 0 else ""
        self._open = _Battle(self._turn, side, system.screen.target(pos), pos.copy(), self.lost)

    def _end_battle(self, battle: _Battle) -> None:
        self._open = None
        self._count()
        measured = self._system.odds.measure(battle.before, self.pos)
        self.battles.append(
            BattleRow(
                match=self._setup.match,
                variant=self._setup.variant,
                number=self._number,
                battle=len(self.battles),
                turn=battle.turn,
                side=battle.side,
                hex=self.pos.board.place_id(battle.target) if battle.target >= 0 else "",
                odds=battle.odds,
                dice=" ".join(battle.dice),
                lost_first=self.lost[0] - battle.lost[0],
                lost_second=self.lost[1] - battle.lost[1],
                taken=measured.get("hex taken"),
                luck=None if battle.luck is None else _rounded(battle.luck),
            )
        )

    def _end_turn(self) -> None:
        self._count()
        score = _rounded(self._system.victory.points(self.pos))
        names = self._setup.match, self._setup.variant, self._number
        self.turns.append(TurnRow(*names, self._turn, score, *self.lost))

    def _count(self) -> None:
        """Adds what was lost since the last count. A unit that comes back must not undo what it lost."""
        more = self._system.odds.losses(self._since, self.pos)
        if more:
            self.lost = (self.lost[0] + more[0], self.lost[1] + more[1])
        self._since = self.pos.copy()


def _rounded(value: float) -> float:
    return round(value, _DIGITS) + 0.0

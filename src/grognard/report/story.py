"""The story of a game: its battles, how the score went, what turned it, and whom the dice helped.

A story is told to a reader. Whoever may not know something yet finds nothing of it here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import AnyGame
from grognard.core.flow.steps import Roll
from grognard.core.position import NOTHING, Choice, Position
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.play.header import read_choice, side_of
from grognard.play.match import LogLine, Match
from grognard.play.setting import setting_title

EVERYTHING: Final = -2
"""The reader of a game that is over, or who plays all sides: nothing is kept from him."""

TURNING_POINTS: Final = 6
_LONGEST_BATTLE: Final = 200


class Battle(msgspec.Struct, frozen=True):
    """An attack that was rolled for. Losses are by side; `luck` is what the die gave the roller."""

    turn: int
    n: int
    """After how many answers it was rolled for."""
    side: int
    """The side whose die it was."""
    title: str
    odds: str
    die: str
    lines: tuple[str, ...]
    """What came of it, as the log tells."""
    losses: tuple[int, ...]
    expected: tuple[float, ...]
    """The losses that the dice give on average, as the odds take the players to answer."""
    by_dice: tuple[float, ...]
    """How many of the losses, more than on average, this die brought."""
    luck: float | None
    """In points of the score more than the dice give on average, for the roller; None where none are told."""
    shaken: float | None = None
    """Enemy units more than on average that lost their order, less own ones; None where none are counted."""


class Moment(msgspec.Struct, frozen=True):
    """The score at a time; `change` above 0 is good for the side that the score counts for."""

    turn: int
    n: int
    score: float
    change: float = 0.0
    lines: tuple[str, ...] = ()


class Turn(msgspec.Struct, frozen=True):
    """The end of a turn: the position as the reader may see it, and the score if he may know it."""

    turn: int
    n: int
    score: float | None
    losses: tuple[int, ...]
    """All that each side has lost since the beginning."""
    view: View


class SideLuck(msgspec.Struct, frozen=True):
    """What a side's own dice gave it beyond the average."""

    side: int
    rolls: int
    points: float | None
    """Of the score."""
    harm: float
    """Enemy losses beyond the average, less own ones."""
    shaken: float | None = None
    """Enemy units that lost their order beyond the average, less own ones; None where none are counted."""


class Story(msgspec.Struct, frozen=True):
    """All of it."""

    game: str
    title: str
    scenario: str
    sides: tuple[str, ...]
    reader: int
    answers: int
    result: str
    winner: str
    score_side: int
    score_unit: str
    loss_unit: str
    shaken_unit: str
    battles: tuple[Battle, ...]
    score: tuple[Moment, ...]
    """Whenever it changed, the beginning first; nothing where the reader may not know it."""
    turning_points: tuple[Moment, ...]
    turns: tuple[Turn, ...]
    luck: tuple[SideLuck, ...]


def tell_story(match: Match, reader: int = EVERYTHING) -> Story:
    """The story of a match as far as it has been played, to one reader: a side, an onlooker or EVERYTHING."""
    walk = _Walk(match, reader)
    for answer in match.answers:
        walk.step(side_of(match.system, answer.by), answer.do)
    walk.end()
    system = match.system
    return Story(
        game=system.id,
        title=system.title,
        scenario=setting_title(system, match.header.scenario, match.header.own),
        sides=system.sides,
        reader=reader,
        answers=walk.count(),
        result=system.words.result(match.pos),
        winner=match.winner,
        score_side=system.victory.side(match.pos),
        score_unit=system.victory.unit,
        loss_unit=system.odds.loss_unit,
        shaken_unit=system.odds.shaken_unit,
        battles=tuple(walk.battles),
        score=tuple(walk.score),
        turning_points=_turning_points(walk.score),
        turns=tuple(walk.turns.values()),
        luck=_luck(system, walk.battles),
    )


def _turning_points(score: Sequence[Moment]) -> tuple[Moment, ...]:
    """The greatest changes of the score, in the order in which they came."""
    changed = [moment for moment in score if moment.change]
    greatest = sorted(changed, key=lambda moment: -abs(moment.change))[:TURNING_POINTS]
    return tuple(sorted(greatest, key=lambda moment: moment.n))


def _luck(system: AnySystem, battles: Sequence[Battle]) -> tuple[SideLuck, ...]:
    found: list[SideLuck] = []
    for side in range(len(system.sides)):
        own = [battle for battle in battles if battle.side == side]
        points = [battle.luck for battle in own if battle.luck is not None]
        shaken = [battle.shaken for battle in own if battle.shaken is not None]
        found.append(
            SideLuck(
                side,
                len(own),
                sum(points) if points else None,
                sum(harm_of(side, battle.by_dice) for battle in own),
                sum(shaken) if shaken else None,
            )
        )
    return tuple(found)


def harm_of(side: int, more: Sequence[float]) -> float:
    """What this much more on each side means to one of them: the enemy's, less its own."""
    return sum(-one if other == side else one for other, one in enumerate(more))


# -- walking through the game -----------------------------------------------------------------------


class _Open(msgspec.Struct):
    """A battle whose end is not reached yet."""

    turn: int
    n: int
    side: int
    title: str
    odds: str
    die: str
    target: int
    before: Position
    fate: "Fate"
    luck: float | None
    is_told: bool
    lines: list[str]


class _Walk:
    """Plays the answers of a match again and writes down what happens."""

    def __init__(self, match: Match, reader: int) -> None:
        self.system = match.system
        self.reader = reader
        self.match = match.branch(0)
        self.lost = self.system.odds.losses(self.match.pos, self.match.pos)
        """What each side has lost so far."""
        self.battles: list[Battle] = []
        self.turns: dict[int, Turn] = {}
        self.score: list[Moment] = []
        self._fought: _Open | None = None
        self._first = self.match.pos.number_for(reader)
        self._keep_score(self._turn(), ())

    def step(self, side: int, words: str) -> None:
        """One answer."""
        match = self.match
        turn, pos = self._turn(), match.pos
        if side == CHANCE and self.system.odds.on_table(pos):
            self._end_battle()
            self._fought = self._begin(turn, read_choice(self.system, pos, words))
        first, before = len(match.log), pos.copy()
        match.say(side, words)
        more = self.system.odds.losses(before, match.pos)
        self.lost = tuple(lost + one for lost, one in zip(self.lost, more, strict=True))
        lines = [line.text for line in match.log[first:] if self._reads(line)]
        if self._fought is not None:
            self._fought.lines += lines
            if match.over or self.system.screen.target(match.pos) != self._fought.target:
                self._end_battle()
        self._keep_score(turn, tuple(lines))
        # The last answer of a turn leaves the position it ended with.
        self.turns[turn] = self._turn_end(turn)

    def end(self) -> None:
        """The record ends here."""
        self._end_battle()

    def count(self) -> int:
        """The answers so far; of those that others gave in secret the reader knows nothing."""
        if self.reader == EVERYTHING:
            return len(self.match.answers)
        return self.match.pos.number_for(self.reader) - self._first

    def _reads(self, line: LogLine) -> bool:
        return self.reader == EVERYTHING or line.event.open_to(self.reader)

    def _turn(self) -> int:
        return self.system.knowledge.show(self.match.pos, NOTHING).turn

    # -- the score --------------------------------------------------------------------------------

    def _score(self) -> float | None:
        """The score, if the reader may know it now."""
        pos = self.match.pos
        if self.reader != EVERYTHING and self.system.screen.score_sheet(pos, self.reader) is None:
            return None
        return self.system.victory.points(pos)

    def _keep_score(self, turn: int, lines: tuple[str, ...]) -> None:
        now = self._score()
        if now is None:
            return
        last = self.score[-1].score if self.score else None
        if last is None or now != last:
            change = 0.0 if last is None else now - last
            self.score.append(Moment(turn, self.count(), now, change, lines))

    def _turn_end(self, turn: int) -> Turn:
        pos = self.match.pos
        return Turn(turn, self.count(), self._score(), self.lost, self._view(pos))

    def _view(self, pos: Position) -> View:
        """The position as the reader sees it; for whom nothing is hidden, all that any side sees."""
        knowledge = self.system.knowledge
        if self.reader != EVERYTHING:
            return knowledge.show(pos, self.reader)
        views = [knowledge.show(pos, side) for side in range(len(self.system.sides))]
        own = [[piece for piece in view.pieces if piece.side == view.side] for view in views]
        return msgspec.structs.replace(views[0], pieces=tuple(piece for pieces in own for piece in pieces))

    # -- battles ----------------------------------------------------------------------------------

    def _begin(self, turn: int, choice: Choice) -> _Open:
        match, system = self.match, self.system
        pos, ask = match.pos, match.ask
        sheets = system.screen.explain(pos)
        step = system.rules.procedures[ask.procedure].item[ask.step]
        roller = step.roller(pos, pos.stack[-1].vars) if isinstance(step, Roll) else NOTHING
        fate = rated(system, match.game, choice)
        is_known = self._score() is not None
        sign = 1.0 if roller == system.victory.side(pos) else -1.0
        return _Open(
            turn=turn,
            n=self.count() + 1,
            side=roller,
            title=sheets[0].title if sheets else ask.title,
            odds=sheets[-1].total if sheets else "",
            die=f"die {choice[1]}" if _is_number(system, choice) else system.words.label(pos, choice),
            target=system.screen.target(pos),
            before=pos.copy(),
            fate=fate,
            luck=fate.points * sign if is_known else None,
            is_told=self.reader == EVERYTHING or system.screen.shows_attack(pos, self.reader),
            lines=[],
        )

    def _end_battle(self) -> None:
        fought, self._fought = self._fought, None
        if fought is not None and fought.is_told:
            losses = self.system.odds.losses(fought.before, self.match.pos)
            self.battles.append(
                Battle(
                    fought.turn,
                    fought.n,
                    fought.side,
                    fought.title,
                    fought.odds,
                    fought.die,
                    tuple(fought.lines),
                    losses,
                    fought.fate.losses,
                    fought.fate.more,
                    fought.luck,
                    harm_of(fought.side, fought.fate.shaken) if fought.fate.shaken else None,
                )
            )


def _is_number(system: AnySystem, choice: Choice) -> bool:
    verb = system.words.verbs.get(choice[0])
    return verb is not None and verb.noun == "number"


# -- what the dice give -----------------------------------------------------------------------------


class Fate(NamedTuple):
    """What an answer of chance gave beyond the mean of all that it could give."""

    points: float
    """Of the score."""
    losses: tuple[float, ...]
    """The mean losses by side."""
    more: tuple[float, ...]
    """Losses by side beyond that."""
    shaken: tuple[float, ...]
    """Units by side that lost their order, beyond the mean; nothing where none are counted."""


def rated(system: AnySystem, game: AnyGame, choice: Choice) -> Fate:
    """How this answer of chance compares with the others it could have given.

    Each is followed to the end of the attack, the players answering as the odds take them to: the choices
    of the players are no luck.
    """
    ask = game.ask
    total = sum(ask.weights)
    ends = {option: _fought_out(system, game, option) for option in ask.options(CHANCE)}
    shares = {option: weight / total for option, weight in zip(ends, ask.weights, strict=True)}
    usual, more = _beyond({at: system.odds.losses(game.pos, end) for at, end in ends.items()}, shares, choice)
    _, shaken = _beyond({at: system.odds.shaken(game.pos, end) for at, end in ends.items()}, shares, choice)
    points = {option: system.victory.points(end) for option, end in ends.items()}
    mean = sum(points[option] * share for option, share in shares.items())
    return Fate(points[choice] - mean, usual, more, shaken)


def _beyond(
    counts: Mapping[Choice, Sequence[int]], shares: Mapping[Choice, float], choice: Choice
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Counts by side: their mean over all that could be rolled, and how far what was rolled is above it."""
    means = tuple(
        sum(counts[option][side] * share for option, share in shares.items())
        for side in range(len(counts[choice]))
    )
    return means, tuple(one - mean for one, mean in zip(counts[choice], means, strict=True))


def _fought_out(system: AnySystem, game: AnyGame, choice: Choice) -> Any:
    """The position at the end of the attack after this answer of chance, or at the next roll."""
    target = system.screen.target(game.pos)
    trial = game.copy()
    trial.play(choice, CHANCE)
    for _ in range(_LONGEST_BATTLE):
        if trial.over or trial.ask.is_chance or system.screen.target(trial.pos) != target:
            break
        ask = trial.ask
        trial.play(system.odds.answer(trial.pos, ask), ask.side)
    return trial.pos

"""What a study found: each match and variant in numbers, variants beside the base, values by their weight."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from grognard.play.registry import find_system
from grognard.sim.many_games import wilson
from grognard.study.folder import read_broken, read_rows
from grognard.study.plan import BASE, Study, StudySetup
from grognard.study.rows import BattleRow, GameRow, TurnRow
from grognard.study.statistics import Difference, Estimate, correlation, difference, estimate


class SideFound(msgspec.Struct, frozen=True):
    """How one side fared."""

    won: int
    share: float
    low: float
    high: float
    lost: Estimate
    luck: Estimate | None
    luck_and_score: float | None
    """How closely its luck goes together with its score."""


class PlayerFound(msgspec.Struct, frozen=True):
    """How one player fared from both seats; a drawn game is half a one in its share."""

    won: int
    drawn: int
    lost: int
    share: float
    low: float
    high: float


class OddsFound(msgspec.Struct, frozen=True):
    """All attacks at the same odds."""

    odds: str
    battles: int
    taken: float | None
    """The share that took the hex."""
    lost_own: float
    """The mean losses of whoever rolled."""
    lost_enemy: float


class Found(msgspec.Struct, frozen=True):
    """A match in one variant."""

    variant: str
    games: int
    drawn: int
    sides: dict[str, SideFound]
    results: dict[str, int]
    score: Estimate
    turns: Estimate
    decisions: Estimate
    odds: list[OddsFound]
    players: dict[str, PlayerFound]
    """Where two players change seats: how each fared."""


class Compared(msgspec.Struct, frozen=True):
    """A variant less the base, with the same dice."""

    variant: str
    score: Difference
    won: Difference
    """In shares of games that the side won whose points are counted."""


class Weight(msgspec.Struct, frozen=True):
    """What a house value is worth: the score with it higher and lower, less the score as it is."""

    value: str
    up: Difference | None
    down: Difference | None

    @property
    def size(self) -> float:
        """The greater of the two changes."""
        return max(abs(one.mean) for one in (self.up, self.down) if one is not None)


class MatchFound(msgspec.Struct, frozen=True):
    """All that was found of one match."""

    match: str
    game: str
    scenario: str
    sides: list[str]
    players: list[str]
    score_side: str
    unit: str
    variants: list[Found]
    compared: list[Compared]
    weights: list[Weight]

    def lines(self) -> Iterator[str]:
        """In a few lines for a terminal."""
        for one in self.variants:
            wins = ", ".join(
                f"{name} {side.share:.1%} ({side.low:.1%} to {side.high:.1%})"
                for name, side in one.sides.items()
            )
            score = f"{one.score.mean:+.2f} ({one.score.low:+.2f} to {one.score.high:+.2f}) {self.unit}"
            yield f"{self.match}, {one.variant}: {one.games} games, {wins}; {self.score_side} {score}"
            for name, player in one.players.items():
                yield f"  {name}: {fared(player)}"
        for other in self.compared:
            yield f"  {other.variant} less {BASE}: {told(other.score, self.unit)}"
        for weight in self.weights[:5]:
            changes = [
                f"{sign}1: {one.mean:+.2f}" for sign, one in (("+", weight.up), ("−", weight.down)) if one
            ]
            yield f"  {weight.value} {', '.join(changes)} {self.unit}"


class StudySummary(msgspec.Struct, frozen=True):
    """The whole study."""

    title: str
    matches: list[MatchFound]
    left_out: list[str]
    broken: list[str]
    """Games that the rules could not play to their end."""

    def lines(self) -> Iterator[str]:
        """In a few lines for a terminal."""
        for match in self.matches:
            yield from match.lines()
        yield from (f"broke off: {line}" for line in self.broken)


def told(one: Difference, unit: str) -> str:
    """A difference in words, with what it would take to be sure."""
    text = f"{one.mean:+.2f} ({one.low:+.2f} to {one.high:+.2f}) {unit} in {one.games} pairs"
    if one.is_decided:
        return f"{text}, decided"
    return f"{text}, no difference seen" if one.more_games is None else f"{text}, open: {needed(one)}"


def fared(one: PlayerFound) -> str:
    """How a player fared, in words."""
    points = f"{one.share:.1%} ({one.low:.1%} to {one.high:.1%}) of the points"
    return f"{one.won} won, {one.drawn} drawn, {one.lost} lost; {points}"


def needed(one: Difference) -> str:
    """How many more games would decide it."""
    return f"about {one.more_games:,} pairs more would decide it, if it is as it looks"


def summarise(study: Study, folder: Path) -> StudySummary:
    """What the rows of a folder come to."""
    games, _, battles = read_rows(folder)
    found: list[MatchFound] = []
    for setups in study.matches().values():
        rows = {setup.variant: _of(games, setup) for setup in setups}
        if rows[setups[0].variant]:
            found.append(_match(setups, rows, battles))
    broken = [f"{one.match}, {one.variant}, {one.number}: {one.what}" for one in read_broken(folder)]
    return StudySummary(study.title, found, study.left_out, broken)


def _of(rows: Sequence[GameRow], setup: StudySetup) -> list[GameRow]:
    return [row for row in rows if (row.match, row.variant) == (setup.match, setup.variant)]


def _match(
    setups: list[StudySetup], rows: dict[str, list[GameRow]], battles: Sequence[BattleRow]
) -> MatchFound:
    base = setups[0]
    system = find_system(base.game)
    plain = [setup for setup in setups if not setup.changed and rows[setup.variant]]
    first = rows[base.variant]
    return MatchFound(
        match=base.match,
        game=base.game,
        scenario=base.scenario,
        sides=list(system.sides),
        players=base.players,
        score_side=first[0].score_side,
        unit=system.victory.unit,
        variants=[_found(setup, rows[setup.variant], system.sides, battles) for setup in plain],
        compared=[compare(setup.variant, first, rows[setup.variant]) for setup in plain[1:]],
        weights=_weights(setups, rows),
    )


def _found(
    setup: StudySetup, games: list[GameRow], sides: Sequence[str], battles: Sequence[BattleRow]
) -> Found:
    fought = [row for row in battles if (row.match, row.variant) == (setup.match, setup.variant)]
    results: dict[str, int] = {}
    for row in games:
        results[row.result] = results.get(row.result, 0) + 1
    return Found(
        variant=setup.variant,
        games=len(games),
        drawn=sum(row.winner == "" for row in games),
        sides={side: _side(games, side, place) for place, side in enumerate(sides)},
        results=dict(sorted(results.items(), key=lambda one: -one[1])),
        score=estimate([row.score for row in games]),
        turns=estimate([row.turns for row in games]),
        decisions=estimate([row.decisions for row in games]),
        odds=_odds(fought, sides),
        players={name: _player(games, name, sides) for name in setup.players} if is_swapped(setup) else {},
    )


def is_swapped(setup: StudySetup) -> bool:
    """Do two different players change seats, so that sides say nothing of them?"""
    return setup.swap and len(set(setup.players)) > 1


def _player(games: list[GameRow], name: str, sides: Sequence[str]) -> PlayerFound:
    seats = [sides[(row.first, row.second).index(name)] for row in games]
    won = sum(row.winner == seat for row, seat in zip(games, seats, strict=True))
    drawn = sum(row.winner == "" for row in games)
    points = won + drawn / 2
    low, high = wilson(points, len(games))
    return PlayerFound(won, drawn, len(games) - won - drawn, points / len(games), low, high)


def _side(games: list[GameRow], side: str, place: int) -> SideFound:
    won = sum(row.winner == side for row in games)
    low, high = wilson(won, len(games))
    lucky = [(row, (row.luck_first, row.luck_second)[place]) for row in games]
    lucks = [(row, luck) for row, luck in lucky if luck is not None]
    scores = [(luck, row.score if row.score_side == side else -row.score) for row, luck in lucks]
    return SideFound(
        won=won,
        share=won / len(games),
        low=low,
        high=high,
        lost=estimate([(row.lost_first, row.lost_second)[place] for row in games]),
        luck=estimate([luck for _, luck in lucks]) if lucks else None,
        luck_and_score=correlation(scores),
    )


def _odds(battles: Sequence[BattleRow], sides: Sequence[str]) -> list[OddsFound]:
    groups: dict[str, list[BattleRow]] = {}
    for row in battles:
        groups.setdefault(row.odds, []).append(row)
    found: list[OddsFound] = []
    for odds, rows in groups.items():
        taken = [row.taken for row in rows if row.taken is not None]
        lost = [(row.lost_first, row.lost_second) for row in rows]
        own = [sides.index(row.side) if row.side else 0 for row in rows]
        found.append(
            OddsFound(
                odds=odds,
                battles=len(rows),
                taken=sum(taken) / len(taken) if taken else None,
                lost_own=sum(pair[side] for pair, side in zip(lost, own, strict=True)) / len(rows),
                lost_enemy=sum(pair[1 - side] for pair, side in zip(lost, own, strict=True)) / len(rows),
            )
        )
    return sorted(found, key=lambda one: -one.battles)


def pairs(first: Sequence[GameRow], second: Sequence[GameRow]) -> list[tuple[GameRow, GameRow]]:
    """The games of two variants that have the same dice."""
    numbered = {row.number: row for row in second}
    return [(row, numbered[row.number]) for row in first if row.number in numbered]


def compare(variant: str, base: Sequence[GameRow], other: Sequence[GameRow]) -> Compared:
    """A variant less the base, pair by pair."""
    both = pairs(base, other)
    return Compared(
        variant,
        difference([(one.score, two.score) for one, two in both]),
        difference([(_has_won(one), _has_won(two)) for one, two in both]),
    )


def _has_won(row: GameRow) -> float:
    return float(row.winner == row.score_side)


def _weights(setups: list[StudySetup], rows: dict[str, list[GameRow]]) -> list[Weight]:
    """The house values by what they are worth, the weightiest first."""
    base = rows[setups[0].variant]
    found: dict[str, dict[bool, Difference]] = {}
    for setup in setups:
        if setup.changed and rows[setup.variant]:
            changed = compare(setup.variant, base, rows[setup.variant]).score
            found.setdefault(setup.changed, {})[setup.by > 0] = changed
    weights = [Weight(value, both.get(True), both.get(False)) for value, both in found.items()]
    return sorted(weights, key=lambda weight: -weight.size)


def by_turn(rows: Sequence[TurnRow]) -> dict[int, list[TurnRow]]:
    """The ends of turns, turn by turn."""
    found: dict[int, list[TurnRow]] = {}
    for row in rows:
        found.setdefault(row.turn, []).append(row)
    return dict(sorted(found.items()))

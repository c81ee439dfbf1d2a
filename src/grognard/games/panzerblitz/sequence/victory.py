"""Victory: roads cut, German units destroyed, and the levels of both sides."""

from math import inf
from typing import Final

from grognard.core.chapter import NOTHING, Action, Explanation, Game, Term, counted, rule
from grognard.core.victory import Rung
from grognard.games.panzerblitz.model.content import GERMAN, GERMAN_LOSSES, LEVELS, RUSSIAN, RUSSIAN_POINTS
from grognard.games.panzerblitz.model.position import DropPosition


@rule("pb.victory.3", "pb.victory.4")
def cuts_roads(pos: DropPosition, unit: int) -> bool:
    """Does this unit cut the roads of its hex? Any Russian unit but empty transport does, even dispersed."""
    if pos.content.side[unit] != RUSSIAN or pos.where[unit] < 0:
        return False
    return not pos.content.is_transport[unit] or pos.is_loaded(unit)


@rule("pb.victory.6", "pb.victory.7", "pb.victory.8", "pb.victory.10", "pb.victory.11", "pb.victory.12")
@rule("pb.victory.13", "pb.victory.14", "pb.victory.15", "pb.victory.16", "pb.victory.17", "pb.victory.18")
@rule("pb.victory.19", "pb.victory.20", "pb.victory.9", "pb.victory.1")
def cut_roads(pos: DropPosition) -> list[int]:
    """The scoring roads that are cut now, each once. A unit on an intersection cuts all that meet in it."""
    where = pos.where
    held = {
        where[unit] for unit in pos.content.units_of[RUSSIAN] if where[unit] >= 0 and cuts_roads(pos, unit)
    }
    return [number for number, hexes in enumerate(pos.content.road_hexes) if not held.isdisjoint(hexes)]


def road_points(pos: DropPosition) -> int:
    """What the Russian player would score now."""
    return sum(pos.content.road_points[number] for number in cut_roads(pos))


@rule("pb.victory.24", "pb.victory.25", "pb.victory.26")
def russian_level(pos: DropPosition, points: int) -> int:
    """0 for none, then 1 to 3 for marginal, tactical, strategic: at least so many points."""
    return max(
        [n for n, name in enumerate(LEVELS, 1) if points >= pos.content.level(RUSSIAN_POINTS, name)],
        default=0,
    )


@rule("pb.victory.21", "pb.victory.22", "pb.victory.23", "pb.victory.2", "pb.forces.18")
def german_level(pos: DropPosition, losses: int) -> int:
    """0 for none, then 1 to 3: at most so many German units destroyed."""
    return max(
        [n for n, name in enumerate(LEVELS, 1) if losses <= pos.content.level(GERMAN_LOSSES, name)],
        default=0,
    )


@rule("pb.victory.27")
def verdict(pos: DropPosition) -> tuple[int, int]:
    """The winner and the level of victory: the lower level is taken from the higher. NOTHING in a draw."""
    russian = russian_level(pos, road_points(pos))
    german = german_level(pos, pos.lost[GERMAN])
    if russian == german:
        return (NOTHING, 0)
    return (RUSSIAN, russian - german) if russian > german else (GERMAN, german - russian)


def margin(pos: DropPosition) -> float:
    """Russian level less German one, with what is on the way to the next: half the points for it are half.

    At the end only whole levels count.
    """
    if pos.over:
        return float(russian_level(pos, road_points(pos)) - german_level(pos, pos.lost[GERMAN]))
    russian = _fraction([pos.content.level(RUSSIAN_POINTS, name) for name in LEVELS], road_points(pos))
    german = _fraction([-pos.content.level(GERMAN_LOSSES, name) for name in LEVELS], -pos.lost[GERMAN])
    return russian - german


def _fraction(least: list[int], points: int) -> float:
    """The level that these points are, by what each level takes at least; a part of one on the way to it."""
    level = sum(points >= one for one in least)
    below = least[level - 1] if level else 0 if least[0] > 0 else least[0] - 3
    if level == len(least) or least[level] <= below:
        return float(level)
    return level + max(0.0, (points - below) / (least[level] - below))


def score(pos: DropPosition) -> Explanation:
    """How the game stands: every road that is cut, the German losses, and what both are worth."""
    content = pos.content
    terms = [
        Term(
            content.board.route_names[id],
            str(content.road_points[road]),
            "pb.victory.8",
            id in content.scenario.victory.roads,
        )
        for road in cut_roads(pos)
        for id in [content.road_ids[road]]
    ]
    points, losses = road_points(pos), pos.lost[GERMAN]
    terms += [
        Term("points for roads", str(points), "pb.victory.8"),
        Term(
            "Russian level",
            level_name(russian_level(pos, points)),
            "pb.victory.24",
            content.has_own_levels(RUSSIAN_POINTS),
        ),
        Term("German units destroyed", str(losses), "pb.forces.18"),
        Term(
            "German level",
            level_name(german_level(pos, losses)),
            "pb.victory.21",
            content.has_own_levels(GERMAN_LOSSES),
        ),
    ]
    title = "How the game ended" if pos.over else "If the game ended now"
    return Explanation(title, tuple(terms), result_text(pos))


def ladder(pos: DropPosition) -> Explanation:
    """What each level takes: points for the Russians, few losses for the Germans."""
    content = pos.content
    is_own = content.has_own_levels(RUSSIAN_POINTS), content.has_own_levels(GERMAN_LOSSES)
    points = [counted(content.level(RUSSIAN_POINTS, name), "point") for name in LEVELS]
    terms = [
        Term(f"Russian {name}", f"{least} or more", "pb.victory.24", is_own[0])
        for name, least in zip(LEVELS, points, strict=True)
    ]
    for name in LEVELS:
        most = content.level(GERMAN_LOSSES, name)
        losses = (
            f"{counted(most, 'loss', 'losses')} or fewer" if most > 0 else "no loss" if not most else "never"
        )
        terms.append(Term(f"German {name}", losses, "pb.victory.21", is_own[1]))
    return Explanation("Levels; the lower is taken from the higher", tuple(terms), "")


def level_name(level: int) -> str:
    """A level in words; 0 is none."""
    return LEVELS[level - 1] if level else "none"


def result_text(pos: DropPosition) -> str:
    """The result in words."""
    return _result(*verdict(pos))


def _result(winner: int, level: int) -> str:
    if winner == NOTHING:
        return "draw"
    return f"{'Russian' if winner == RUSSIAN else 'German'} {LEVELS[level - 1]} victory"


_WORST: Final = -len(LEVELS)

RUNGS: Final = (
    *(Rung(_result(RUSSIAN, level), RUSSIAN, level - 0.5) for level in range(len(LEVELS), 0, -1)),
    Rung("draw", NOTHING, -0.5),
    *(Rung(_result(GERMAN, -level), GERMAN, level - 0.5) for level in range(-1, _WORST, -1)),
    Rung(_result(GERMAN, -_WORST), GERMAN, -inf),
)
"""The levels by Russian less German, each from half a level below it on."""


@rule("pb.victory.5", "pb.victory.27", "pb.sequence.5")
class EndOfTurn(Action[DropPosition, tuple[()]]):
    title = "The turn ends; after the last one roads and losses are judged"

    def run(self, game: Game[DropPosition], v: tuple[()]) -> None:
        pos = game.pos
        if pos.turn < pos.content.turns:
            pos.turn += 1
            game.goto("russian-turn")
            return
        game.tell("judged", road_points(pos), pos.lost[GERMAN], *cut_roads(pos), rule="pb.victory.27")
        game.end(verdict(pos)[0], result_text(pos))

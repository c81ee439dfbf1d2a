"""Foolish answers: under the verbs of every Ask in the examples of play, whatever it does not offer."""

from collections.abc import Iterator

from grognard.core.flow.flow import AnyGame
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.play.cases import Case, case_steps

SEEN_ENOUGH = 3
"""So many Asks of one step are tried with the same verbs."""


def asks_of(system: AnySystem, cases: list[Case]) -> Iterator[AnyGame]:
    """The games of the examples wherever a side is asked; no step too often."""
    seen: dict[tuple[str, ...], int] = {}
    for case in cases:
        for step in case_steps(system, case):
            game = step.game
            if game.over or game.ask.is_chance:
                continue
            verbs = {verb for side in game.ask.sides for verb, _ in game.ask.options(side)}
            key = (game.ask.step, *sorted(verbs))
            seen[key] = seen.get(key, 0) + 1
            if seen[key] <= SEEN_ENOUGH:
                yield game


def nouns(system: AnySystem, game: AnyGame, verb: str) -> list[int]:
    """The nouns that exist for a verb: counters or hexes; none for other verbs."""
    kind = system.words.verbs[verb].noun
    if kind == "unit":
        return list(range(len(game.pos.roster.counters)))
    return game.pos.board.grid.present() if kind == "hex" else []


def unheard(system: AnySystem, game: AnyGame) -> list[str]:
    """Foolish answers that are answered wrongly: what is there without a rule, or what is not by a rule."""
    wrong: list[str] = []
    known = set(system.ledger.ids())
    for side in game.ask.sides:
        options = set(game.ask.options(side))
        for verb in sorted({verb for verb, _ in options if verb in system.words.verbs}):
            there = nouns(system, game, verb)
            is_unit = system.words.verbs[verb].noun == "unit"
            end = len(there) if is_unit else game.pos.board.size
            tried = [(verb, noun) for noun in (*there, -1, -2, end, end + 1) if there]
            fools = [choice for choice in tried if choice not in options]
            wrong += [f"{game.ask.step}: {one}" for one in fools if not _is_right(game, one, there, known)]
    return wrong


def _is_right(game: AnyGame, choice: Choice, there: list[int], known: set[str]) -> bool:
    said = game.said_of(choice)
    return said is not None and said.rule in known if choice[1] in there else said is None

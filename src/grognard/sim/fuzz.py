"""Random play that looks for faults: crashes, dead ends, endless games, changes nobody made."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import Ask
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.freshness import sealed, stale, undeclared
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.play.errors import RecordError
from grognard.play.header import read_choice, side_name, write_choice
from grognard.play.match import Match
from grognard.play.record import load_record, record_text

LONGEST_GAME: Final = 100_000
DEEP_EVERY: Final = 12
"""About one Ask in so many gets the expensive checks."""


class Fault(NamedTuple):
    """What was found, and the match as it stood before."""

    reason: str
    match: Match


class Findings(NamedTuple):
    """How much was played, and the first fault if there was one."""

    decisions: int
    games: int
    fault: Fault | None


class _Broken(Exception):
    """A property that does not hold."""


def fuzz(
    system: AnySystem,
    decisions: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    longest_game: int = LONGEST_GAME,
    only: tuple[str, PlayerFiles] | None = None,
) -> Findings:
    """Plays at random over all scenarios and options until a fault is found or so many answers are given.

    `only`: one scenario, and the player's own files it is played with.
    """
    with sealed():
        return _fuzz(system, decisions, random.Random(f"fuzz:{seed}"), progress, longest_game, only)


def _fuzz(
    system: AnySystem,
    decisions: int,
    generator: random.Random,
    progress: Callable[[int], None] | None,
    longest_game: int,
    only: tuple[str, PlayerFiles] | None,
) -> Findings:
    played = games = 0
    while played < decisions:
        match = _new_match(system, generator, only)
        games += 1
        try:
            _play(match, generator, min(longest_game, decisions - played), longest_game)
            _check_replay(match)
        except _Broken as problem:
            return Findings(played + len(match.answers), games, Fault(str(problem), match))
        except RecordError as problem:
            reason = f"its record does not replay: {problem.faults[0]}"
            return Findings(played + len(match.answers), games, Fault(reason, match))
        played += len(match.answers)
        if progress is not None:
            progress(min(played, decisions))
    return Findings(played, games, None)


def _new_match(system: AnySystem, generator: random.Random, only: tuple[str, PlayerFiles] | None) -> Match:
    drawn = generator.choice(system.rules.scenarios()).id
    scenario, own = only or (drawn, NO_FILES)
    options = {toggle.id: toggle.default != (generator.random() < 0.3) for toggle in system.rules.toggles()}
    return Match.new(system, scenario, options, own, dict.fromkeys(system.sides, "fuzz"))


def _play(match: Match, generator: random.Random, most: int, longest_game: int) -> None:
    while not _guarded(lambda: match.over, "the walk to the next Ask"):
        if len(match.answers) >= most:
            if most >= longest_game:
                raise _Broken(f"no end after {longest_game:,} answers")
            return
        ask = match.ask
        _check_ask(ask)
        _guarded(partial(_check_facts, match), "a comparison of facts")
        if generator.randrange(DEEP_EVERY) == 0:
            _guarded(partial(_check_deep, match, generator), "a check")
        side = generator.choice(ask.sides)
        options = ask.options(side)
        if side == CHANCE:
            choice = options[generator.choices(range(len(options)), ask.weights)[0]]
        else:
            choice = options[generator.randrange(len(options))]
        told = f"{side_name(match.system, side)}: {write_choice(match.system, match.pos, choice)}"
        _guarded(partial(match.answer, side, choice), f"the answer '{told}'")
        if generator.randrange(DEEP_EVERY * 2) == 0:
            _guarded(partial(_check_undo, match, side, choice), "taking back")


def _guarded(work: Callable[[], Any], what: str) -> Any:
    """The result of `work`; whatever goes wrong in it is a fault of the rules."""
    try:
        return work()
    except _Broken:
        raise
    except IllegalChoice as problem:
        raise _Broken(f"{what} was offered and then refused: {problem}") from problem
    except Exception as problem:
        raise _Broken(f"{what} crashed: {type(problem).__name__}: {problem}") from problem


def _check_ask(ask: Ask) -> None:
    where = f"{ask.procedure}.{ask.step}"
    if not ask.sides:
        raise _Broken(f"{where} asks nobody")
    for choices in ask.choices:
        if not choices:
            raise _Broken(f"{where} has no option: a dead end")
        if len(set(choices)) != len(choices):
            twice = next(choice for choice in choices if choices.count(choice) > 1)
            raise _Broken(f"{where} offers {twice} twice")
    if ask.is_chance and (len(ask.weights) != len(ask.choices[0]) or min(ask.weights) <= 0):
        raise _Broken(f"{where} has outcomes without a weight")


def _check_facts(match: Match) -> None:
    """Every fact that is kept is as it would be if it were made now, and reads what its shelf names."""
    for fact in stale(match.pos):
        raise _Broken(f"{fact} is kept, and is not true any more")
    for fact in undeclared(match.pos):
        raise _Broken(f"{fact}, which its shelf does not name")


def _check_deep(match: Match, generator: random.Random) -> None:
    """The expensive checks: asking twice, words, views, copies, saving, and what must be refused."""
    system, pos, ask = match.system, match.pos, match.ask
    name = pos.hash()
    other = match.game.copy()
    again = other.ask
    if other.pos.hash() != name:
        raise _Broken(f"making the options of {ask.procedure}.{ask.step} changes the position")
    if again.choices != ask.choices or again.weights != ask.weights:
        raise _Broken(f"{ask.procedure}.{ask.step} offers something else when asked again")
    _check_words(match)
    saved = msgspec.msgpack.decode(msgspec.msgpack.encode(pos.dump()))
    if system.rules.restore(pos, saved).hash() != name:
        raise _Broken("a saved position comes back different")
    if pos.copy().hash() != name:
        raise _Broken("a copy of the position is different")
    _check_refusals(match, generator)
    if pos.hash() != name:
        raise _Broken(f"looking at {ask.procedure}.{ask.step} changes the position")


def _check_words(match: Match) -> None:
    """Everything a screen would show, and every option there and back through its text."""
    system, pos, ask = match.system, match.pos, match.ask
    for side, choices in zip(ask.sides, ask.choices, strict=True):
        system.words.sentence(pos, ask, side)
        for choice in choices:
            text = write_choice(system, pos, choice)
            if read_choice(system, pos, text) != choice:
                raise _Broken(f"'{text}' does not mean {choice}")
            if choice[0] in system.words.verbs:
                system.words.label(pos, choice)
    for side in range(-1, len(system.sides)):
        system.knowledge.project(pos, side)
    for sheet in system.screen.explain(pos):
        sheet.text()


def _check_refusals(match: Match, generator: random.Random) -> None:
    """Nothing outside the Ask is accepted."""
    ask = match.ask
    for side in range(-1, len(match.system.sides)):
        for _ in range(4):
            choice = _some_choice(match, generator)
            if choice not in ask.options(side):
                _must_refuse(match, side, choice, NOTHING)
    side = ask.sides[0]
    _must_refuse(match, side, ask.options(side)[0], match.game.pos.number_for(side) + 1)


def _must_refuse(match: Match, side: int, choice: Choice, number: int) -> None:
    try:
        match.answer(side, choice, number)
    except IllegalChoice as problem:
        if not problem.refusal.rule or not problem.refusal.why:
            raise _Broken(f"{choice} is refused without a rule") from problem
        return
    raise _Broken(f"{choice} by side {side} was accepted outside the Ask")


def _some_choice(match: Match, generator: random.Random) -> Choice:
    verb = generator.choice([*match.system.words.verbs])
    kind = match.system.words.verbs[verb].noun
    if kind == "hex":
        return (verb, generator.randrange(match.pos.board.size))
    if kind == "unit":
        return (verb, generator.randrange(len(match.pos.roster.counters)))
    return (verb, generator.randrange(-1, 100) if kind == "number" else NOTHING)


def _check_undo(match: Match, side: int, choice: Choice) -> None:
    """An answer taken back and given again leads to the same position."""
    if side == CHANCE or match.can_undo(side) is not None:
        return
    after, count = match.pos.hash(), len(match.answers)
    match.undo(side)
    if len(match.answers) != count - 1:
        raise _Broken("taking back one answer took back more")
    match.answer(side, choice)
    if match.pos.hash() != after:
        raise _Broken("an answer taken back and given again leads elsewhere")


def _check_replay(match: Match) -> None:
    again = load_record(record_text(match), system=match.system)
    if again.pos.hash() != match.pos.hash():
        raise _Broken("its record ends in another position")

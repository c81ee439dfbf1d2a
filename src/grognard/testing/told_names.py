"""The log names no counter that its reader cannot see: every kind of event, in examples and golden games."""

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

from grognard.core.flow.flow import AnyGame
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.play.cases import case_files, is_answer, load_cases, open_case
from grognard.play.header import read_choice, side_of
from grognard.play.record import open_start, read_record
from grognard.testing.playing import Setting, random_answer
from grognard.testing.suite import Suite

RANDOM_ANSWERS = 600


class Told(NamedTuple):
    """A line of the log that a side read, and which enemy counters it names, seen or not."""

    kind: str
    line: str
    named: tuple[int, ...]
    unseen: tuple[int, ...]


def kinds_in_source(folder: Path) -> set[str]:
    """The kinds of event that the rules of a game tell, by name: `game.tell("moved", ...)`."""
    calls = [
        node
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell"
    ]
    kinds = [call.args[0].value for call in calls if call.args and isinstance(call.args[0], ast.Constant)]
    return {kind for kind in kinds if isinstance(kind, str)}


def seen_by(system: AnySystem, pos: Any, side: int) -> set[int]:
    """The counters on the map that a side sees."""
    return {piece.unit for piece in system.knowledge.show(pos, side).pieces}


def answers_given(system: AnySystem, settings: Iterable[Setting]) -> Iterator[tuple[AnyGame, int, Choice]]:
    """Every answer of the examples and golden games, and of some random play, each before it is given."""
    for path in case_files(system):
        for case in load_cases(path):
            game = open_case(system, case)
            for line in case.play:
                who, _, text = line.partition(":")
                if is_answer(line):
                    yield game, side_of(system, who), read_choice(system, game.pos, text.strip())
    for path in sorted((system.folder / "golden").glob("*.jsonl")):
        record = read_record(path)
        game = open_start(record, None, False, system).game
        for answer in record.answers:
            yield game, side_of(system, answer.by), read_choice(system, game.pos, answer.do)
    for setting in settings:
        game, dice = setting.start(), Random(11)
        for _ in range(RANDOM_ANSWERS):
            if not game.over:
                yield game, *random_answer(game.ask, dice)


@contextmanager
def numbered_names(content: Any) -> Iterator[list[str]]:
    """While this lasts counters are called by their numbers: many share a name, or a part of one."""
    names: list[str] = content.unit_names
    content.unit_names = [f"<{unit}>" for unit in range(len(names))]
    try:
        yield content.unit_names
    finally:
        content.unit_names = names


def told_by(system: AnySystem, game: AnyGame, side: int, choice: Choice) -> Iterator[Told]:
    """Gives an answer; every line of the log that a side reads of it, with the enemy counters it names."""
    owner, sides = game.pos.roster.side_of, range(len(system.sides))
    seen = [seen_by(system, game.pos, one) for one in sides]
    with numbered_names(game.pos.content) as names:
        events = game.play(choice, side)
        lines = [system.words.story(game.pos, event) for event in events]
    later: list[set[int]] = []
    for event, line in zip(events, lines, strict=True):
        yield Told(event.kind, line, (), ())
        there = [unit for unit, name in enumerate(names) if name in line]
        for reader in sides:
            named = tuple(unit for unit in there if owner[unit] != reader)
            if named and event.open_to(reader):
                later = later or [seen_by(system, game.pos, one) for one in sides]
                on_map = {
                    piece.unit for one in sides for piece in system.knowledge.show(game.pos, one).pieces
                }
                hidden = on_map - seen[reader] - later[reader]
                yield Told(event.kind, line, named, tuple(unit for unit in named if unit in hidden))


@cache
def all_told(system: AnySystem, settings: tuple[Setting, ...]) -> list[Told]:
    """Every line of the log of all these answers."""
    given = answers_given(system, settings)
    return [told for game, side, choice in given for told in told_by(system, game, side, choice)]


class ToldNames(Suite):
    """The log names nobody whom its reader cannot see, in a game that hides counters."""

    family: ClassVar[Path | None] = None
    """The folder of rules that the game shares with others."""
    seen_all_the_same: ClassVar[tuple[str, ...]] = ()
    """Kinds of event that name counters which are seen while it happens, though neither before nor after."""
    seldom_told: ClassVar[tuple[str, ...]] = ()
    """Kinds of event that no example brings about."""

    def told(self) -> list[Told]:
        """What is told in the examples and games of this game."""
        return all_told(self.system, tuple(self.settings()))

    def test_every_kind_of_event_is_told_in_some_example_or_known_to_be_rare(self) -> None:
        kinds = kinds_in_source(self.system.folder)
        kinds |= kinds_in_source(self.family) if self.family else set()
        assert kinds - {told.kind for told in self.told()} == set(self.seldom_told)

    def test_no_line_of_the_log_names_a_counter_that_its_reader_cannot_see(self) -> None:
        leaks = {told for told in self.told() if told.unseen}
        assert {told for told in leaks if told.kind not in self.seen_all_the_same} == set()
        assert {told.kind for told in leaks} == set(self.seen_all_the_same)

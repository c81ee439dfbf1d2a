"""Executable examples of play: a small position, the answers with their dice, and what must come of it.

`docs/cases.md` describes the file. The part `cases` of a rule system does two things: `position(data)` builds
the game of a case, and `check(pos, text)` says what is wrong with a claim, or None if it holds.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard.core.content.read import ContentError, Fault, convert, parse_toml, raise_faults, read_source
from grognard.core.flow.flow import AnyGame
from grognard.core.flow.rulings import IllegalChoice, Refusal
from grognard.core.ledger import rule_of
from grognard.core.position import NOTHING
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.header import read_choice, side_of, write_choice


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where in the sequence of play a case begins: procedure, step, and the procedure's vars by name."""

    procedure: str = ""
    step: str = ""
    vars: dict[str, Any] = {}


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One example. `map`, `units`, `set` and `start` are read by the game."""

    title: str
    rules: list[str]
    story: str
    play: list[str] = []
    expect: list[str] = []
    scenario: str = ""
    map: str | list[str] | dict[str, Any] = ""
    units: list[dict[str, Any]] = []
    set: dict[str, Any] = {}
    start: Start = Start()
    options: dict[str, bool] = {}
    file: str = ""

    @property
    def rule_ids(self) -> list[str]:
        """The rules it shows; `rules` may name single clauses of them."""
        return list(dict.fromkeys(rule_of(named) for named in self.rules))


class CaseStep(NamedTuple):
    """One line of an example that has been played, and the game after it."""

    line: str
    who: str
    label: str
    """What was answered or tried, as its button says it; nothing for a claim."""
    told: list[str]
    """What came of it, in sentences; of what was tried, why it is refused."""
    rule: str
    """The rule that refuses it."""
    fault: str
    answers: int
    """How many answers have been given so far."""
    game: AnyGame


class CaseResult(NamedTuple):
    """Whether a case holds: its faults, and the position it ended in as plain values."""

    case: Case
    faults: list[str]
    lines: list[str]
    """What was played, with the story of each answer, for the reader."""
    before: dict[str, Any]
    after: dict[str, Any]

    @property
    def passed(self) -> bool:
        return not self.faults


# -- reading ------------------------------------------------------------------------------------


def case_files(system: AnySystem) -> list[Path]:
    """The files of examples that ship with a game."""
    return sorted((system.folder / "cases").glob("*.toml"))


def load_cases(source: Path | str | bytes, name: str = "", rules: Iterable[str] = ()) -> list[Case]:
    """The cases of a file, one or many. ContentError lists every fault; `rules` are the ids that exist."""
    file, data = read_source(source, name)
    values = parse_toml(data, file)
    entries = values.get("case") if "case" in values else [values]
    if not isinstance(entries, list) or ("case" in values and len(values) > 1):
        fault = Fault("", "mixes [[case]] with other keys", "put every key under a [[case]]")
        raise ContentError(file, [fault])
    cases: list[Case] = []
    faults: list[Fault] = []
    known = frozenset(rules)
    for number, entry in enumerate(entries, 1):
        where = f"case {number}" if "case" in values else ""
        try:
            case = convert(entry, Case, file)
        except ContentError as problem:
            faults += [_under(where, fault) for fault in problem.faults]
            continue
        faults += [_under(where, fault) for fault in _case_faults(case, known)]
        cases.append(msgspec.structs.replace(case, file=file))
    raise_faults(file, faults)
    return cases


def _under(where: str, fault: Fault) -> Fault:
    place = f"{where}, {fault.where}" if where and fault.where else where or fault.where
    return Fault(place, fault.what, fault.fix)


def _case_faults(case: Case, known: frozenset[str]) -> list[Fault]:
    faults: list[Fault] = []
    for key, text in (("title", case.title), ("story", case.story)):
        if not text.strip():
            faults.append(Fault(key, "is empty", "write it for a player"))
    if not case.rules:
        faults.append(Fault("rules", "is empty", "name the rules it shows"))
    if known:
        faults += [
            Fault("rules", f"there is no rule {named!r}", "see the ledger")
            for named in case.rules
            if named not in known
        ]
    if not case.expect and not any(line.split(":")[0] in _CLAIMS for line in case.play):
        faults.append(Fault("expect", "is empty", "say what must come of it"))
    for number, line in enumerate(case.play, 1):
        problem = _line_fault(line)
        if problem:
            faults.append(Fault(f"play[{number}]", problem, "such as 'german: move 1513'"))
    return faults


_CLAIMS = ("refuse", "expect", "offers", "lacks", "asked")


def _line_fault(line: str) -> str:
    word, colon, rest = line.partition(":")
    if not colon or not rest.strip():
        return f"{line[:60]!r} has no 'who: what'"
    if word in ("offers", "lacks", "refuse") and ":" not in rest:
        return f"{line[:60]!r} does not say which side"
    if word == "refuse" and "->" not in rest:
        return f"{line[:60]!r} does not name the rule after '->'"
    return ""


# -- running ------------------------------------------------------------------------------------


def open_case(system: AnySystem, case: Case) -> AnyGame:
    """The game of a case before its first answer."""
    return system.cases.position(msgspec.to_builtins(case))


def run_cases(system: AnySystem, paths: Sequence[Path]) -> list[CaseResult]:
    """The results of every case in these files. Faulty files raise one ContentError for all of them."""
    faults: list[Fault] = []
    cases: list[Case] = []
    for path in paths:
        try:
            cases += load_cases(path, rules=system.ledger.citable())
        except ContentError as problem:
            faults += [_under(problem.file, fault) for fault in problem.faults]
    raise_faults("cases", faults)
    return [run_case(system, case) for case in cases]


def run_case(system: AnySystem, case: Case) -> CaseResult:
    """Plays one case and compares. A fault in it is told, never raised."""
    try:
        game = open_case(system, case)
    except Exception as problem:
        return CaseResult(case, [f"cannot be set up: {type(problem).__name__}: {problem}"], [], {}, {})
    before = _frozen(game)
    run = _Run(system, game)
    for number, step in enumerate(run.steps(case.play), 1):
        if step.fault:
            run.faults.append(f"play[{number}] {step.line!r}: {step.fault}")
            if is_answer(step.line):
                return CaseResult(case, run.faults, run.told, before, _frozen(run.game))
    for number, text in enumerate(case.expect, 1):
        fault = run.claim(text)
        if fault:
            run.faults.append(f"expect[{number}] {text!r}: {fault}")
    return CaseResult(case, run.faults, run.told, before, _frozen(run.game))


def case_steps(system: AnySystem, case: Case) -> list[CaseStep]:
    """An example line by line, up to an answer that cannot be played. Raises what `open_case` raises."""
    run = _Run(system, open_case(system, case))
    return [step._replace(game=step.game.copy()) for step in run.steps(case.play)]


def is_answer(line: str) -> bool:
    """Is this line of play an answer, not a claim about the position?"""
    return line.partition(":")[0] not in _CLAIMS


def _frozen(game: AnyGame) -> dict[str, Any]:
    """The position as plain values of its own."""
    dump: dict[str, Any] = msgspec.msgpack.decode(msgspec.msgpack.encode(game.pos.dump()), strict=False)
    return dump


class _Run:
    """A case being played."""

    def __init__(self, system: AnySystem, game: AnyGame) -> None:
        self.system = system
        self.game = game
        self.faults: list[str] = []
        self.told: list[str] = []
        self.stories: list[str] = []
        self.refusals: list[Refusal] = []

    def steps(self, play: Iterable[str]) -> Iterator[CaseStep]:
        """Carries out one line after the other. The game of a step is the one that goes on."""
        answers = 0
        for line in play:
            who, label = self._words(line)
            heard, refused = len(self.stories), len(self.refusals)
            fault = self.line(line)
            answers += is_answer(line) and not fault
            barred = self.refusals[refused:]
            told = [f"{one.why} {one.fix}".strip() for one in barred] or self.stories[heard:]
            rule = barred[0].rule if barred else ""
            yield CaseStep(line, who, label, told, rule, fault, answers, self.game)
            if fault and is_answer(line):
                return  # what follows would be played from a position the author did not mean

    def _words(self, line: str) -> tuple[str, str]:
        """Who answers or tries what in this line, as the button says it; nothing for a claim."""
        if line.startswith("refuse:"):
            line = line.partition(":")[2].rpartition("->")[0]
        elif not is_answer(line):
            return "", ""
        who, _, text = line.strip().partition(":")
        try:
            choice = read_choice(self.system, self.game.pos, text.strip())
        except InputError:
            return who, text.strip()
        known = choice[0] in self.system.words.verbs
        return who, self.system.words.label(self.game.pos, choice) if known else text.strip()

    def line(self, line: str) -> str:
        """Carries out one line of play; what went wrong, or nothing."""
        word, _, rest = line.partition(":")
        rest = rest.strip()
        try:
            if word == "expect":
                return self.claim(rest)
            if word == "asked":
                return self.claim(f"asked {rest}")
            if word == "refuse":
                return self._refuse(rest)
            if word in ("offers", "lacks"):
                return self._offers(rest, word == "offers")
            return self._answer(word, rest)
        except IllegalChoice as problem:
            return f"refused: {problem.refusal}"
        except InputError as problem:
            return str(problem)
        except Exception as problem:
            # A crash of the rules is the worst fault a case can find; the report goes on to the next case.
            return f"the rules crash: {type(problem).__name__}: {problem}"

    def _answer(self, who: str, text: str) -> str:
        side = side_of(self.system, who)
        if self.game.over:
            return "the game is over"
        events = self.game.play(read_choice(self.system, self.game.pos, text), side)
        stories = [self.system.words.story(self.game.pos, event) for event in events]
        self.stories += stories
        self.told.append(f"{who}: {text}" + "".join(f"\n    {story}" for story in stories))
        return ""

    def _refuse(self, rest: str) -> str:
        """An answer that must not be accepted, and the rule that forbids it."""
        attempt, _, rule = rest.rpartition("->")
        who, _, text = attempt.partition(":")
        before = self.game.pos.hash()
        side = side_of(self.system, who.strip())
        choice = read_choice(self.system, self.game.pos, text.strip())
        try:
            self.game.copy().play(choice, side)
        except IllegalChoice as problem:
            if problem.refusal.rule != rule.strip():
                return f"refused by {problem.refusal.rule} instead: {problem.refusal.why}"
            self.told.append(f"{attempt.strip()} is refused: {problem.refusal}")
            self.refusals.append(problem.refusal)
            return "" if self.game.pos.hash() == before else "the refused answer changed the position"
        return "it is allowed"

    def _offers(self, rest: str, wanted: bool) -> str:
        who, _, text = rest.partition(":")
        side = side_of(self.system, who.strip())
        options = self.game.ask.options(side)
        for one in text.split("|"):
            choice = read_choice(self.system, self.game.pos, one.strip())
            if (choice in options) != wanted:
                said = ", ".join(write_choice(self.system, self.game.pos, option) for option in options)
                return (
                    f"{one.strip()!r} is {'not ' if wanted else ''}offered; the options are: {said or 'none'}"
                )
        return ""

    def claim(self, text: str) -> str:
        """What is wrong with a claim about the position, or nothing."""
        word, _, rest = text.strip().partition(" ")
        pos = self.game.pos
        if word == "asked":
            return self._asked(rest.strip())
        if word == "result":
            self.game.over  # noqa: B018 - walks on to the next Ask
            return "" if pos.result == rest else f"the result is {pos.result or 'open'!r}"
        if word == "winner":
            self.game.over  # noqa: B018 - as above
            winner = "nobody" if pos.winner == NOTHING else self.system.sides[pos.winner]
            return "" if winner == rest else f"the winner is {winner}"
        if word == "log":
            return (
                "" if any(rest in story for story in self.stories) else f"the log has no line with {rest!r}"
            )
        try:
            return self.system.cases.check(pos, text) or ""
        except Exception as problem:
            return f"cannot be checked: {type(problem).__name__}: {problem}"

    def _asked(self, rest: str) -> str:
        """Who is asked now, and at which step: "german", "german DefenderRetreat"."""
        if self.game.over:
            return "the game is over"
        ask = self.game.ask
        who, _, step = rest.partition(" ")
        side = side_of(self.system, who)
        if side not in ask.sides or (step and step != ask.step):
            named = [("chance" if one < 0 else self.system.sides[one]) for one in ask.sides]
            return f"it is {' and '.join(named)} at {ask.step}"
        return ""


def rules_shown(cases: Iterable[Case]) -> dict[str, list[str]]:
    """The titles of the cases that show each rule, in any of its clauses."""
    shown: dict[str, list[str]] = {}
    for case in cases:
        for named in case.rule_ids:
            shown.setdefault(named, []).append(case.title)
    return shown

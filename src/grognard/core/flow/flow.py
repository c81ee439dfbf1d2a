"""The engine that walks the sequence of play.

A rule system is a tree of procedures; a procedure is a list of steps, as in a player aid. The
engine keeps its place in frames on the Position's stack and stops only where somebody must decide.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Final, Generic

from grognard.core.flow.chance import CHANCE, Outcome
from grognard.core.flow.events import EVERYBODY, Event
from grognard.core.flow.offers import NO_OPTIONS, Offer, Options
from grognard.core.flow.policies import Policy
from grognard.core.flow.procedures import Procedure, Procedures, known_stack
from grognard.core.flow.rulings import IllegalChoice, Refusal, Ruling
from grognard.core.flow.steps import SEAL, Action, Decision, P, Roll, Sealed, Step
from grognard.core.position import NOTHING, Choice, Frame, Position

ANYONE: Final = -2
"""Whichever side is asked."""

LONGEST_RUN: Final = 100_000
"""Steps the engine may take without asking anybody; more is a rule that never ends."""


Outlook = tuple[int, list[list[Frame]]]
"""A side, and where the sequence stands as each of its onlookers knows it."""

_frame: Callable[[tuple[str, str, tuple[Any, ...]]], Frame] = partial(tuple.__new__, Frame)
"""What `Frame` makes, without a call of Python code: every step that is passed needs one."""


class Ask:
    """What the engine stopped at: who decides, at which step, by which rules, among which options."""

    def __init__(self, number: int, procedure: str, step: Step, sides: tuple[int, ...]) -> None:
        self.number = number
        self.procedure = procedure
        self.item = step
        self.step = step.name
        self.sides = sides
        self.side = sides[0]
        """The side to answer; the first where several answer in secret."""
        self.is_chance = sides[0] == CHANCE
        self.choices: list[Options] = []
        self.weights: list[int] = []
        self.outlook: Outlook = (ANYONE, [])

    @property
    def title(self) -> str:
        return self.item.title

    @property
    def rules(self) -> tuple[str, ...]:
        return self.item.rules

    @property
    def hidden(self) -> bool:
        """Would the list of outcomes show what a player may not know?"""
        return isinstance(self.item, Roll) and self.item.hidden

    @property
    def is_secret(self) -> bool:
        """Are sealed orders wanted?"""
        return isinstance(self.item, Sealed)

    @property
    def policies(self) -> tuple[Policy, ...]:
        """How it is usually answered, the usual way first."""
        return self.item.policies if isinstance(self.item, Decision) else ()

    def options(self, side: int) -> Options:
        """What this side may answer now; nothing if it is not asked."""
        return self.choices[self.sides.index(side)] if side in self.sides else NO_OPTIONS

    def usual(self, pos: Position, side: int = ANYONE) -> Choice:
        """The usual answer at this position; where none is, a secret order is closed as it stands."""
        options = self.options(self.side if side == ANYONE else side)
        if self.policies:
            return self.policies[0].answer(pos, pos.stack[-1].vars, options)
        return SEAL if SEAL in options else options[0]


class Game(Generic[P]):
    """A rule system at work on one Position: `ask` shows the Ask, `play` answers it."""

    def __init__(self, procedures: dict[str, Procedure], pos: P) -> None:
        self.procedures = procedures
        self.pos = pos
        self.events: list[Event] = []
        self._ask: Ask | None = None
        self._ids: Mapping[str, str] = procedures.ids if isinstance(procedures, Procedures) else {}

    # -- what the players use -------------------------------------------------------------------

    @property
    def ask(self) -> Ask:
        """The Ask the game stands at; OVER, which asks nobody, when the game has ended."""
        if self._ask is None:
            self._ask = self._advance()
        return self._ask

    @property
    def over(self) -> bool:
        """Has the game ended? Walks on to the next Ask to know."""
        pos = self.pos
        if self._ask is None and not pos.over:
            self._look()
        return pos.over

    @property
    def is_secret(self) -> bool:
        """Does the Ask want sealed orders?"""
        return self.ask.is_secret

    def play(self, choice: Choice, side: int = ANYONE, number: int = NOTHING) -> list[Event]:
        """Answer the Ask and return what happened. Raises IllegalChoice and changes nothing if it may not be.

        `side` and `number` say who answers and which Ask was looked at; left out, the Ask's own count.
        """
        ask = self.ask
        if ask is OVER:
            raise IllegalChoice(Refusal("core.ask.over", "the game is over."))
        if side == ANYONE:
            side = ask.side
        if side not in ask.sides:
            raise IllegalChoice(Refusal("core.ask.side", "it is not this side that is asked."))
        if number != NOTHING and number != self.pos.number_for(side):
            now = self.pos.number_for(side)
            raise IllegalChoice(
                Refusal("core.ask.number", f"that answers Ask {number}; the game is at Ask {now}.")
            )
        offered = ask.options(side).found(choice)
        if offered is None:
            raise IllegalChoice(self.why_not(choice, side))
        self.events = []
        self._ask = None
        frame: Frame = self.pos.stack[-1]
        step = ask.item
        is_seen = self.pos.is_open or isinstance(step, Sealed)
        before = None if is_seen else self._outlook(ask, side)
        self.pos.number += 1
        if isinstance(step, Decision):
            step.take(self, frame.vars, offered)
        elif isinstance(step, Roll):
            self._go(frame)
            step.take(self, frame.vars, offered[1])
        elif isinstance(step, Sealed):
            self._write(step, frame, side, offered)
        self._look()
        if before is not None:
            self._count_unseen(before)
        return self.events

    def _outlook(self, ask: Ask, author: int) -> Outlook:
        """What all but the author know of where the sequence stands: looked up once for each Ask."""
        if ask.outlook[0] != author:
            pos = self.pos
            known = [known_stack(self.procedures, pos, one) for one in _onlookers(pos, author)]
            ask.outlook = author, known
        return ask.outlook

    def _count_unseen(self, before: Outlook) -> None:
        """Note for whom this answer did not happen: nothing was told to them, and they see no other step."""
        pos = self.pos
        if pos.over:
            return
        told = 0
        for event in self.events:
            told |= event.sees
        if told == EVERYBODY:
            return
        author, known = before
        now = self._outlook(self.ask, author)[1]
        for place, side in enumerate(_onlookers(pos, author)):
            is_told = side >= 0 and told >> side & 1
            if not is_told and now[place] == known[place]:
                pos.unseen[side + 1] += 1

    def why_not(self, choice: Choice, side: int) -> Refusal:
        """The rule that keeps this choice out of the options, as well as the game can say."""
        said = self.said_of(choice)
        if said is not None:
            return said
        step = self._item(self.pos.stack[-1])
        verbs = list(dict.fromkeys(offer.verb for offer in self.ask.options(side).offers))
        if choice[0] not in verbs:
            why = f"'{choice[0]}' is no answer to '{step.title}' as things stand."
            return Refusal("core.ask.options", why, f"Now: {', '.join(verbs)}.")
        rule = step.rules[0] if isinstance(step, Step) and step.rules else "core.ask.options"
        return Refusal(rule, f"that is not among the options of '{step.title}'.")

    def said_of(self, choice: Choice) -> Ruling:
        """What the step itself says against a choice that it does not offer; None if nothing.

        A step is asked only about what exists.
        """
        frame: Frame = self.pos.stack[-1]
        step = self._item(frame)
        known = self.procedures
        if isinstance(known, Procedures) and known.nouns and not known.is_there(self.pos, choice):
            return None
        if not isinstance(step, (Decision, Sealed)):
            return None
        said = step.refuse(self.pos, frame.vars, choice)
        return said if said is None else said._replace(rule=self._ids.get(said.rule, said.rule))

    def copy(self) -> "Game[P]":
        """A game of its own on a copy of the position."""
        return Game(self.procedures, self.pos.copy())

    def after(self, choice: Choice, side: int = ANYONE) -> "Game[P]":
        """A game of its own in which this answer has been given; its `events` tell what came of it."""
        new = self.copy()
        new._ask = self.ask  # the same Ask: its options need not be found again
        new.play(choice, side)
        return new

    # -- what the steps use ---------------------------------------------------------------------

    def tell(self, kind: str, *facts: int, rule: str = "", sees: int = EVERYBODY) -> None:
        """Put an event in the log."""
        self.events.append(Event(kind, facts, self._ids.get(rule, rule), sees))

    def update(self, v: tuple[Any, ...]) -> None:
        """Replace the vars of the running procedure."""
        stack = self.pos.stack
        top = stack[-1]
        stack[-1] = _frame((top.procedure, top.step, v))

    def next(self, v: tuple[Any, ...] | None = None) -> None:
        """Leave the running Decision for the step after it."""
        frame: Frame = self.pos.stack[-1]
        self._go(frame if v is None else _frame((frame.procedure, frame.step, v)))

    def goto(self, step: str, v: tuple[Any, ...] | None = None) -> None:
        """Go on at another step of the running procedure."""
        top: Frame = self.pos.stack[-1]
        if step not in self.procedures[top.procedure].item:
            raise ValueError(f"procedure {top.procedure} has no step {step}")
        self.pos.stack[-1] = _frame((top.procedure, step, top.vars if v is None else v))

    def call(self, procedure: str, v: tuple[Any, ...]) -> None:
        """Run another procedure first; the running one goes on when it ends."""
        self.pos.stack.append(_frame((procedure, self.procedures[procedure].items[0].name, v)))

    def caller(self) -> tuple[Any, ...]:
        """The vars of the procedure that called the running one."""
        vars: tuple[Any, ...] = self.pos.stack[-2].vars
        return vars

    def hand_back(self, v: tuple[Any, ...]) -> None:
        """Replace the vars of the procedure that called the running one: its result."""
        below: Frame = self.pos.stack[-2]
        self.pos.stack[-2] = _frame((below.procedure, below.step, v))

    def leave(self) -> None:
        """End the running procedure now."""
        self.pos.stack.pop()

    def end(self, winner: int, result: str) -> None:
        """End the game. `winner` is NOTHING in a draw."""
        self.pos.winner = winner
        self.pos.result = result
        self.pos.stack.clear()

    # -- the walk -------------------------------------------------------------------------------

    def begin(self, main: str) -> None:
        """Put the first frame of the game on the stack and walk to the first Ask."""
        procedure = self.procedures[main]
        v = procedure.start(self.pos, ()) if procedure.start else ()
        self.call(main, v)
        self._look()

    def _item(self, frame: Frame) -> "Step | Procedure":
        return self.procedures[frame.procedure].item[frame.step]

    def _go(self, frame: Frame) -> None:
        """Move the top frame on; past the last step it ends."""
        name, step, v = frame
        self.pos.stack[-1] = _frame((name, self.procedures[name].after[step], v))

    def _write(self, step: Sealed[P, Any], frame: Frame, side: int, choice: Choice) -> None:
        pos = self.pos
        if choice == SEAL:
            pos.sealed |= 1 << side
        else:
            pos.drafts[side] = step.write(pos, frame.vars, side, pos.drafts[side], choice)
        if all(pos.sealed >> one & 1 for one in step.sides(pos, frame.vars)):
            drafts = pos.drafts[:]
            pos.drafts = [() for _ in drafts]
            pos.sealed = 0
            self._go(frame)
            step.reveal(self, frame.vars, drafts)
        else:
            for other in range(len(pos.unseen)):
                pos.unseen[other] += other != side + 1

    def _look(self) -> None:
        """Walk to the next Ask or to the end of the game."""
        if not self.pos.over:
            self._ask = self._advance() if self.pos.stack else None

    def _advance(self) -> Ask:
        pos = self.pos
        stack: list[Frame] = pos.stack
        procedures = self.procedures
        for _ in range(LONGEST_RUN):
            if not stack:
                if pos.over:
                    return OVER
                raise ValueError("the sequence of play ran out before the game had a result")
            frame = stack[-1]
            if frame.step == "":
                stack.pop()
                continue
            item = procedures[frame.procedure].item[frame.step]
            if isinstance(item, Decision):
                options = Options(item.options(pos, frame.vars))
                if options.offers:
                    ask = Ask(pos.number, frame.procedure, item, (item.side(pos, frame.vars),))
                    ask.choices.append(options)
                    return ask
                self._go(frame)
            elif isinstance(item, Action):
                self._go(frame)
                item.run(self, frame.vars)
            elif isinstance(item, Roll):
                outcomes = item.outcomes(pos, frame.vars)
                if outcomes:
                    return self._chance(frame, item, outcomes)
                self._go(frame)
            elif isinstance(item, Sealed):
                if item.sides(pos, frame.vars):
                    return self._secret(frame, item)
                self._go(frame)
            elif isinstance(item, Procedure):
                self._go(frame)
                v = item.start(pos, frame.vars) if item.start else frame.vars
                stack.append(_frame((item.name, item.items[0].name, v)))
        raise RuntimeError(f"no Ask after {LONGEST_RUN} steps, last at {stack[-1][:2]}")

    def _chance(self, frame: Frame, step: Roll[P, Any], outcomes: list[Outcome]) -> Ask:
        ask = Ask(self.pos.number, frame.procedure, step, (CHANCE,))
        ask.choices.append(Options([Offer(step.verb, [noun for noun, _ in outcomes])]))
        ask.weights = [weight for _, weight in outcomes]
        return ask

    def _secret(self, frame: Frame, step: Sealed[P, Any]) -> Ask:
        pos = self.pos
        open_sides = tuple(side for side in step.sides(pos, frame.vars) if not pos.sealed >> side & 1)
        ask = Ask(pos.number, frame.procedure, step, open_sides)
        for side in open_sides:
            ask.choices.append(Options(step.options(pos, frame.vars, side, pos.drafts[side])))
        return ask


def _onlookers(pos: Position, author: int) -> tuple[int, ...]:
    """Those who look on while a side answers: whoever has none, and every other side."""
    return _all_but(author, len(pos.drafts))


@cache
def _all_but(author: int, sides: int) -> tuple[int, ...]:
    return tuple(side for side in range(NOTHING, sides) if side != author)


AnyGame = Game[Any]
"""A running game of whatever rule system."""


class _Over(Step):
    title = "The game is over"


OVER: Final = Ask(NOTHING, "", _Over(), (ANYONE,))
OVER.choices.append(NO_OPTIONS)
"""The Ask of a finished game: nobody is asked anything."""

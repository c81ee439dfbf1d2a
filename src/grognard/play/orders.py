"""Orders: a row of answers previewed, given and taken back as one, and answers that are given by themselves.

A peek plays on the position that a side knows, never on the true one, so that two positions which the
side cannot tell apart give the same peek. An order is judged whole by its peek and then carried out;
what has been carried out stays.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from grognard.core.flow.events import Event
from grognard.core.flow.flow import AnyGame, Game
from grognard.core.flow.offers import Offer, Options
from grognard.core.flow.rulings import IllegalChoice, Refusal, Ruling
from grognard.core.flow.steps import SEAL, Decision, Sealed
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.match import Intention, Match

LONGEST_ORDER: Final = 200
MOST_AUTOMATIC: Final = 1_000
"""Answers given by themselves in a row; more is a policy that never ends its question."""

StandingOrders = Mapping[int, Mapping[str, str]]
"""Standing orders: by side and step the name of the policy that answers."""

STOP: Final = "ask"
"""The standing order of a side that wants to be asked even where there is only one answer."""

PLAIN: Final = "plain"
"""The standing order that answers only where a case is plain."""

EVERYTHING: Final = "*"
"""In place of a step: all steps."""

ASK_ALL: Final[Mapping[str, str]] = {EVERYTHING: STOP}
"""A side that answers everything itself, as computers do."""


class Peek(NamedTuple):
    """What a side would see after a row of answers."""

    game: AnyGame
    """The game that the side knows, after the answers."""
    given: tuple[Choice, ...]
    """The answers as they would be given, implied ones included."""
    rest: tuple[Choice, ...]
    """The answers that could not be looked at: they come after a roll or another side's question."""
    refusal: Ruling
    """Why the next answer may not be given; None if all may."""

    @property
    def waits(self) -> bool:
        """Does the row stop before its end, at a roll or at another side's question?"""
        return bool(self.rest)


class Carried(NamedTuple):
    """What became of an order."""

    events: list[Event]
    waits: bool
    why: Ruling
    """Why it stopped before its end; None if it did not, or if it waits."""


# -- peeking ----------------------------------------------------------------------------------------


def known_game(match: Match, side: int) -> AnyGame:
    """The game as far as a side knows it: what it does not know is absent."""
    knowledge = match.system.knowledge
    return Game(match.game.procedures, knowledge.bare(knowledge.project(match.pos, side)))


def peek(match: Match, side: int, choices: Sequence[Choice]) -> Peek:
    """The Ask after these answers, as the side knows it. Changes nothing."""
    _check_length(choices)
    game = known_game(match, side)
    given: list[Choice] = []
    rest = list(choices)
    while rest and (not given or _is_asked(game, side)):
        if rest[0] == SEAL and SEAL in game.ask.options(side):
            # What comes of it hangs on what others have written: nothing to look at beforehand.
            return Peek(game, (*given, SEAL), tuple(rest[1:]), None)
        try:
            rest[:1] = spelled_out(match.system, game, side, rest[0])
            game.play(rest[0], side)
        except IllegalChoice as problem:
            return Peek(game, tuple(given), (), problem.refusal)
        given.append(rest.pop(0))
    return Peek(game, tuple(given), tuple(rest), None)


def spelled_out(system: AnySystem, game: AnyGame, side: int, choice: Choice) -> list[Choice]:
    """The choice with what it implies: what is in hand is closed first, a far hex is come to step by step."""
    verb = system.words.verbs.get(choice[0])
    if verb is None or not _is_asked(game, side) or choice in game.ask.options(side):
        return [choice]
    if verb.role == "go":
        return list(system.screen.route(game.pos, choice)) or [choice]
    return _with_close(system, game, side, choice) if verb.role in _CLOSES else [choice]


_CLOSES: Final = ("pick", "aim", "act", "split", "end")
"""Roles of verbs that put down what is in hand, where that can be taken back."""


def _check_length(choices: Sequence[Choice]) -> None:
    if not 0 < len(choices) <= LONGEST_ORDER:
        raise InputError(f"an order has 1 to {LONGEST_ORDER} answers, not {len(choices)}")


def _is_asked(game: AnyGame, side: int) -> bool:
    return not game.over and side in game.ask.sides


def _with_close(system: AnySystem, game: AnyGame, side: int, choice: Choice) -> list[Choice]:
    """The choice; where it takes up another counter while one is in hand, what closes that goes before it."""
    for offer in game.ask.options(side).offers:
        known = system.words.verbs.get(offer.verb)
        if known is not None and known.role == "close" and known.noun == "none":
            close = (offer.verb, NOTHING)
            trial = game.copy()
            events = trial.play(close, side)
            hidden = any(system.knowledge.is_reveal(event) for event in events)
            if not hidden and _is_asked(trial, side) and choice in trial.ask.options(side):
                return [close, choice]
    return [choice]


# -- giving orders ----------------------------------------------------------------------------------


def give_order(match: Match, side: int, choices: Sequence[Choice], number: int = NOTHING) -> Carried:
    """Carry an order out. Raises IllegalChoice and changes nothing where its peek refuses it.

    It stops where the true game refuses an answer that the side could not know to be refused, or where
    something comes into its view, and it waits at a roll or at another side's question.
    """
    if number != NOTHING and number != match.pos.number_for(side):
        now = match.pos.number_for(side)
        raise IllegalChoice(
            Refusal("core.ask.number", f"that answers Ask {number}; the game is at Ask {now}.")
        )
    if match.over or side not in match.ask.sides:
        raise IllegalChoice(Refusal("core.ask.side", "it is not this side that is asked."))
    rest = tuple(choices)
    # What the Ask offers is the same in all positions that the side cannot tell apart: one answer is
    # judged by that.
    if len(choices) != 1 or choices[0] not in match.ask.options(side):
        seen = peek(match, side, choices)
        if seen.refusal is not None:
            raise IllegalChoice(seen.refusal)
        rest = (*seen.given, *seen.rest)
    match.intentions.pop(side, None)
    return _carry_on(match, side, rest, match.orders + 1)


def _carry_on(match: Match, side: int, rest: Sequence[Choice], order: int) -> Carried:
    events: list[Event] = []
    sight = _in_sight(match, side)
    for place, choice in enumerate(rest):
        if not _is_asked(match.game, side):
            match.intentions[side] = Intention(order, tuple(rest[place:]), _state(match, side))
            return Carried(events, True, None)
        try:
            events += match.answer(side, choice, order=order)
        except IllegalChoice as problem:
            return Carried(events, False, problem.refusal)
        if place + 1 < len(rest) and _in_sight(match, side) - sight:
            return Carried(events, False, _CAME_INTO_VIEW)
    return Carried(events, False, None)


_CAME_INTO_VIEW = Refusal("core.order.sight", "something came into view; the rest of the order was left.")
_HAPPENED = Refusal("core.order.changed", "something happened meanwhile; the rest of the order was left.")
_NOT_OFFERED = Refusal("core.order.options", "the next answer of the order is not offered any more.")


def _in_sight(match: Match, side: int) -> set[tuple[int, int]]:
    """The counters of others that a side sees; nothing where all is open, for nothing can come into view."""
    if match.pos.is_open:
        return set()
    pieces = match.system.knowledge.show(match.pos, side).pieces
    return {(piece.side, piece.unit) for piece in pieces if piece.side != side}


def _state(match: Match, side: int) -> tuple[object, ...]:
    """What must not change while an order waits: the counters in hand as the side sees them; its sight."""
    held = match.system.screen.held(match.pos)
    pieces = match.system.knowledge.show(match.pos, side).pieces
    own = tuple(piece for piece in pieces if piece.unit in held and piece.side == side)
    return (own, frozenset(_in_sight(match, side)))


def resume(match: Match, side: int) -> Carried | None:
    """Go on with the order of a side that waited, if it is asked now; None where nothing waits.

    What happened to its pieces or came into view ends it, and so does an answer not offered any more.
    """
    waiting = match.intentions.get(side)
    if waiting is None or not _is_asked(match.game, side):
        return None
    del match.intentions[side]
    if _state(match, side) != waiting.seen:
        return Carried([], False, _HAPPENED)
    if waiting.rest[0] not in match.ask.options(side):
        return Carried([], False, _NOT_OFFERED)
    return _carry_on(match, side, waiting.rest, waiting.order)


# -- answers that are given by themselves -----------------------------------------------------------


def automatic(match: Match, side: int, standing: StandingOrders, is_alone: bool = False) -> Choice | None:
    """The answer given for a side without asking it: the only one, or that of a standing order.

    None where it must decide, where a step always asks, and where the answer would end a phase in which
    the side has acted so that it could not take back any more what it can take back now.
    """
    wish = standing.get(side)
    if wish:
        ask = match.ask
        policy = wish.get(ask.step, wish.get(EVERYTHING, ""))
        for one in ask.policies:
            if one.name == policy:
                return one.answer(match.pos, match.pos.stack[-1].vars, ask.options(side))
        if policy == STOP:
            return None
        if policy == PLAIN:
            choice = plain_case(match, side, is_alone)
            if choice is not None:
                return choice
    choice = forced(match.system, match.game, side, is_alone)
    if choice is None or role_of(match.system, choice[0]) != "end":
        return choice
    return choice if match.can_undo(side) is not None or not match.closes(side, choice) else None


def plain_case(match: Match, side: int, is_alone: bool) -> Choice | None:
    """The answer of a plain case, where nobody learns from it that it was one; None where there is none."""
    step, v = match.ask.item, match.pos.stack[-1].vars
    if not isinstance(step, Decision) or (not is_alone and step.always_asks(match.pos, v)):
        return None
    return step.plain_answer(match.pos, v, match.ask.options(side))


def forced(system: AnySystem, game: AnyGame, side: int, is_alone: bool = False) -> Choice | None:
    """The only answer that a side has, if everybody may know that it is the only one; None if it has others.

    A side is alone if computers play all others: then nobody is there who could learn from it.

    A way of doing something, or the one unit that can take part in it, counts as the only answer although
    what is in hand could also be put back: taking the order back does the same. Putting back is never done
    for a side.
    """
    ask = game.ask
    only = _only_way_on(system, ask.options(side))
    if only is None:
        return None
    step, v = ask.item, game.pos.stack[-1].vars
    if isinstance(step, Decision):
        return None if not is_alone and step.always_asks(game.pos, v) else only
    is_open = isinstance(step, Sealed) and step.is_forced_openly(game.pos, v, side)
    return only if is_open else None


def _only_way_on(system: AnySystem, options: Options) -> Choice | None:
    """The one choice beside those that put back what is in hand; None where there are more, or none."""
    only: Offer | None = None
    for offer in options.offers:
        if role_of(system, offer.verb) != "drop":
            if only is not None or len(offer.nouns) > 1:
                return None
            only = offer
    if only is None or (len(options) > 1 and role_of(system, only.verb) not in ("set", "join")):
        return None
    return (only.verb, only.nouns[0])


def role_of(system: AnySystem, verb: str) -> str:
    """The role of a verb; closing a secret order is the engine's own."""
    known = system.words.verbs.get(verb)
    return "seal" if known is None else known.role


class Settled(NamedTuple):
    """An answer given by itself, or an order that went on or was left, for one side."""

    side: int
    choice: Choice | None
    why: Ruling
    title: str
    """The question."""


def answers_itself(match: Match, standing: StandingOrders, people: Collection[int] = ()) -> bool:
    """Is the question on the table one that `settle` answers?"""
    if match.over or match.ask.is_chance:
        return False
    return any(
        automatic(match, side, standing, _is_alone(side, people)) is not None for side in match.ask.sides
    )


def _is_alone(side: int, people: Collection[int]) -> bool:
    return list(people) == [side]


def settle(match: Match, standing: StandingOrders, people: Collection[int] = ()) -> list[Settled]:
    """Go on with orders that waited and give automatic answers until somebody must decide or roll.

    `people` are the sides that persons play: one of them is alone. Without it nobody is.
    """
    done: list[Settled] = []
    for _ in range(MOST_AUTOMATIC):
        ask = match.ask
        if match.over or ask.is_chance:
            return done
        went_on = False
        title = ask.title
        for side in ask.sides:
            carried = resume(match, side)
            if carried is not None:
                done.append(Settled(side, None, carried.why, title))
                went_on = True
                break
            choice = automatic(match, side, standing, is_alone=_is_alone(side, people))
            if choice is not None:
                match.answer(side, choice, order=match.orders)
                match.was_automatic()
                done.append(Settled(side, choice, None, title))
                went_on = True
                break
        if not went_on:
            return done
    raise RuntimeError(f"{MOST_AUTOMATIC} answers were given by themselves in a row")

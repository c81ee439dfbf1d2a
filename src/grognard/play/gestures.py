"""Answers told as orders: which of them belong together, and with how many gestures a person gives them.

A gesture is one press, drag, button or key. The rule that counts them is the one that the screen goes by:
roles of verbs, and nothing else of a game.
"""

from collections.abc import Sequence
from typing import Final

from grognard.core.flow.flow import AnyGame
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.play.header import Answer, side_name
from grognard.play.match import Match
from grognard.play.notes import choice_notes
from grognard.play.orders import LONGEST_ORDER, role_of, spelled_out

_OVER: Final = frozenset(("close", "drop", "end", "seal", "chance", "split", "merge"))
"""Roles after which nothing is in hand."""

_WALKING: Final = frozenset(("go", "close"))
"""Roles that go on with a move, even where others have answered meanwhile."""


# -- which answers are one order ----------------------------------------------------------------------


def goes_on(roles: Sequence[str], role: str, is_interrupted: bool) -> bool:
    """Does an answer of this role belong to the order whose answers had these roles?

    `is_interrupted`: has chance or another side answered since its last?
    """
    if not roles or roles[-1] in _OVER or role in ("pick", "end", "chance", "split"):
        return False
    if is_interrupted:
        return role in _WALKING and roles[-1] == "go"
    if roles[0] == "act":
        return role in _WALKING
    if role in ("act", "merge"):
        return roles[0] in ("pick", "aim", "join")
    if role == "aim":
        return "aim" not in roles
    # The next line of a secret order: what it sets has been aimed already.
    return role != "set" or roles[0] != "set" or "aim" not in roles


def running_order(system: AnySystem, answers: Sequence[Answer], by: str, verb: str) -> int:
    """The number of the order this side has begun and an answer with this verb goes on with; or NOTHING."""
    row: list[Answer] = []
    for answer in reversed(answers[-2 * LONGEST_ORDER :]):
        if row and answer.order != row[0].order:
            if answer.by == by:
                break
        elif row or answer.by == by:
            row.append(answer)
    if not row or row[-1].by != by:
        return NOTHING  # what was answered for a side belongs to another's order
    roles = [role_of(system, answer.do.partition(" ")[0]) for answer in reversed(row) if answer.by == by]
    is_interrupted = answers[-1].by != by
    return row[0].order if goes_on(roles, role_of(system, verb), is_interrupted) else NOTHING


def order_for(match: Match, side: int, choice: Choice) -> int:
    """The number of the order to which a computer's answer belongs."""
    number = running_order(match.system, match.answers, side_name(match.system, side), choice[0])
    return match.orders + 1 if number == NOTHING else number


def told_as_orders(system: AnySystem, answers: Sequence[Answer]) -> list[int]:
    """For each answer of a record the number of its order. One that has no numbers is told by roles."""
    if len({answer.order for answer in answers}) < len(answers) or not answers:
        return [answer.order for answer in answers]
    told: list[Answer] = []
    for number, answer in enumerate(answers, 1):
        verb = answer.do.partition(" ")[0]
        order = running_order(system, told, answer.by, verb)
        told.append(Answer(answer.n, answer.by, answer.do, "", number if order == NOTHING else order))
    return [answer.order for answer in told]


# -- with how many gestures ---------------------------------------------------------------------------


class _OrderGestures:
    """What a side takes in hand in one order, while its gestures are counted."""

    def __init__(self, order: int = NOTHING) -> None:
        self.order = order
        self.taken: set[int] = set()
        """The counters that were picked and joined."""
        self.place = NOTHING
        self.top = NOTHING
        """Where the first lay, and the uppermost counter there that could have been picked."""
        self.joining: list[int] = []
        self.joinable: set[int] = set()
        """Those who join one after another, and all that could when the first did."""
        self.alike: list[set[int]] = []
        """Of a secret order those among them who bear the same note."""
        self.goal = NOTHING
        self.company: set[int] = set()
        """Where they were sent, and who could still have joined them then."""
        self.paid = 0
        """The gestures so far for taking and sending them."""
        self.walks = False
        self.has_set = False
        """Was the last answer one that sets? Where nothing but the seal can follow, it seals the order."""
        self.closing: tuple[AnyGame, Choice] | None = None
        """An answer that closes, and the game before it: whether it was implied the next one shows."""


class GestureCounter:
    """Counts the gestures of each side while a game is played.

    Each pick, join and set is one, and so are a press on a hex and a button. A drag takes the uppermost
    counter of a stack and all that can go with it, or one counter out of a spread stack: one gesture; it does
    not matter whether a computer sent them off one by one, if they could have gone together. A counter that
    is put upon others to become one with them takes all along in the same way. "All that can" is one, and
    one more for each that is taken away again; in a secret order so are all who bear the same note. A walk
    hex by hex is one press on its end. Closing is implied by what is taken up next, sealing by the one thing
    that a secret order can say.
    """

    def __init__(self, system: AnySystem) -> None:
        self.system = system
        self.gestures = [0] * len(system.sides)
        self._hands = [_OrderGestures() for _ in system.sides]
        self._before = self._hands[:]

    def count(self, match: Match, side: int, choice: Choice, order: int) -> None:
        """A person is about to give this answer as part of this order."""
        role = role_of(self.system, choice[0])
        hand = self._hands[side]
        self._count_close(side, choice, hand)
        if role != "join" or hand.order != order:
            self._count_joined(side, hand)
        if hand.order != order:
            self._before[side] = hand
            hand = self._hands[side] = _OrderGestures(order)
        if role == "pick":
            self._pick(match, side, choice, hand)
        elif role == "join":
            self._join(match, side, choice, hand)
        elif role == "go":
            self._go(match, side, choice, hand)
        elif role == "merge":
            self._merge(side, hand)
        elif role == "close":
            hand.closing = (match.game.copy(), choice)
        elif role != "seal" or not hand.has_set or len(match.ask.options(side)) > 1:
            self.gestures[side] += 1
        if role != "go":
            hand.walks = False
        hand.has_set = role == "set"

    def _count_close(self, side: int, choice: Choice, hand: _OrderGestures) -> None:
        """The close before this answer costs a gesture unless the answer implies it."""
        if hand.closing is not None:
            before, close = hand.closing
            self.gestures[side] += spelled_out(self.system, before, side, choice) != [close, choice]
            hand.closing = None

    def _count_joined(self, side: int, hand: _OrderGestures) -> None:
        """Those who joined did so one by one, or all at once and the rest was taken away."""
        some = [hand.joinable, *hand.alike]
        cost = min(len(hand.joining), *(1 + len(one.symmetric_difference(hand.joining)) for one in some))
        hand.taken.update(hand.joining)
        hand.joining = []
        hand.paid += cost
        self.gestures[side] += cost

    def _pick(self, match: Match, side: int, choice: Choice, hand: _OrderGestures) -> None:
        verb, noun = choice
        hand.taken, hand.top = {noun}, noun
        if self.system.words.verbs[verb].noun == "unit":
            pieces = self.system.knowledge.show(match.pos, side).pieces
            hand.place = next((piece.hex for piece in pieces if piece.unit == noun), NOTHING)
            offered = set(match.ask.options(side).of(verb))
            stack = [piece.unit for piece in pieces if piece.hex == hand.place and piece.unit in offered]
            hand.top = stack[-1] if stack else noun
        hand.paid = 1
        self.gestures[side] += 1

    def _join(self, match: Match, side: int, choice: Choice, hand: _OrderGestures) -> None:
        if not hand.joining:
            hand.joinable = set(match.ask.options(side).of(choice[0]))
            hand.alike = self._alike(match, side, choice[0]) if match.ask.is_secret else []
        hand.joining.append(choice[1])

    def _alike(self, match: Match, side: int, verb: str) -> list[set[int]]:
        """The counters of a verb that bear the same note: a button takes them all."""
        notes = choice_notes(self.system, match.game, side)
        said = {noun: note for (one, noun), note in notes.items() if one == verb}
        return [{noun for noun in said if said[noun] == word} for word in set(said.values())]

    def _merge(self, side: int, hand: _OrderGestures) -> None:
        """Put upon its like a counter takes all along that can: a drag. Some of them are pressed before."""
        was = hand.paid
        hand.paid = 1 if hand.joinable <= hand.taken else hand.paid + 1
        self.gestures[side] += hand.paid - was

    def _go(self, match: Match, side: int, choice: Choice, hand: _OrderGestures) -> None:
        if hand.walks:
            return
        # Where several answers make a way, the screen shows its end: one press walks there.
        hand.walks = self.system.screen.reach(match.pos) is not None
        before, was = self._before[side], hand.paid
        hand.paid += 1
        if hand.taken and hand.goal == NOTHING:
            hand.goal = choice[1]
            hand.company = self._company(match, side)
            if len(hand.taken) == 1 and hand.place >= 0:
                hand.paid = 1  # dragged, out of its stack where that is spread
            if (before.place, before.goal) == (hand.place, hand.goal) and hand.taken <= before.company:
                was += before.paid
                hand.company = before.company - hand.taken
                hand.taken |= before.taken
                hand.top = before.top
                # One after the other, or pressed with those who went before.
                hand.paid = min(before.paid + hand.paid, len(hand.taken) + 1)
            if hand.top in hand.taken and not hand.company:
                hand.paid = 1  # a drag
        self.gestures[side] += hand.paid - was

    def _company(self, match: Match, side: int) -> set[int]:
        """The counters that could join what is in hand."""
        offers = match.ask.options(side).offers
        return {n for offer in offers if role_of(self.system, offer.verb) == "join" for n in offer.nouns}

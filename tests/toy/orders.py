"""Orders written in secret, chits drawn from the cup, looking at a stack."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.flow.chance import Outcome
from grognard.core.flow.events import only
from grognard.core.flow.flow import Game
from grognard.core.flow.offers import Offer, plain
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.rulings import Refusal, Ruling
from grognard.core.flow.steps import SEAL, Action, Roll, Sealed
from grognard.core.ledger import rule
from grognard.core.position import OPEN, Choice
from toy.position import CHITS, HOLD, MARCH, NORTH, SOUTH, ToyPosition


@rule("toy.plan.1", "toy.plan.2")
class WriteOrders(Sealed[ToyPosition, tuple[()]]):
    title = "North and South each write a stance and a bid"

    def sides(self, pos: ToyPosition, v: tuple[()]) -> tuple[int, ...]:
        return (NORTH, SOUTH)

    def options(self, pos: ToyPosition, v: tuple[()], side: int, draft: tuple[Choice, ...]) -> list[Offer]:
        found: list[Choice] = [("stance", HOLD), ("stance", MARCH)]
        found += [("bid", amount) for amount in range(pos.tokens[side] + 1)]
        if any(verb == "stance" for verb, _ in draft):
            found.append(SEAL)
        return plain(found)

    def write(
        self, pos: ToyPosition, v: tuple[()], side: int, draft: tuple[Choice, ...], choice: Choice
    ) -> tuple[Choice, ...]:
        if choice in draft:
            return tuple(line for line in draft if line != choice)
        return (*(line for line in draft if line[0] != choice[0]), choice)

    def reveal(self, game: Game[ToyPosition], v: tuple[()], drafts: Sequence[tuple[Choice, ...]]) -> None:
        pos = game.pos
        bids = [0, 0]
        for side in (NORTH, SOUTH):
            for verb, noun in drafts[side]:
                if verb == "stance":
                    pos.stance[side] = noun
                else:
                    bids[side] = noun
            pos.tokens[side] -= bids[side]
            game.tell("orders", side, pos.stance[side], bids[side], rule="toy.plan.1")
        pos.first = SOUTH if bids[SOUTH] > bids[NORTH] else NORTH
        game.tell("first", pos.first, rule="toy.plan.3")

    def refuse(self, pos: ToyPosition, v: tuple[()], choice: Choice) -> Ruling:
        if choice == SEAL:
            return Refusal("toy.plan.2", "the order has no stance yet.", "Choose one first.")
        if choice[0] == "bid":
            return Refusal("toy.plan.2", f"{choice[1]} is not an amount this side can pay.")
        return None


class Drawing(NamedTuple):
    """Whose hand goes into the cup."""

    side: int


@rule("toy.cup.1", "toy.cup.2")
class DrawChit(Roll[ToyPosition, Drawing]):
    title = "A chit is drawn from the cup"

    verb = "draw"
    hidden = True

    def outcomes(self, pos: ToyPosition, v: Drawing) -> list[Outcome]:
        return [(kind, left) for kind, left in enumerate(pos.cup) if left]

    def sees(self, pos: ToyPosition, v: Drawing) -> int:
        return only(v.side)

    def take(self, game: Game[ToyPosition], v: Drawing, noun: int) -> None:
        pos = game.pos
        pos.cup[noun] -= 1
        pos.hand[v.side * CHITS + noun] += 1
        game.tell("drew", v.side, rule="toy.cup.1")
        game.tell("chit", noun, rule="toy.cup.1", sees=only(v.side))


class NextDrawer(Action[ToyPosition, Drawing]):
    title = "The other side draws"

    def run(self, game: Game[ToyPosition], v: Drawing) -> None:
        if v.side == NORTH:
            game.goto("DrawChit", Drawing(SOUTH))


def _north_draws(pos: ToyPosition, v: tuple[()]) -> Drawing:
    return Drawing(NORTH)


def may_look(pos: ToyPosition, side: int, hex: int) -> Ruling:
    """May this side look at the stack there?"""
    if not pos.is_enemy(hex, side):
        return Refusal("toy.peek.2", "no enemy stack lies there.")
    if not pos.is_next_to(hex, side):
        return Refusal("toy.peek.2", "it is not next to a stack of this side.")
    if pos.looked[side]:
        return Refusal("toy.peek.2", "this side has looked already.", "Wait for the next turn.")
    if not pos.tokens[side]:
        return Refusal("toy.peek.2", "a look costs a token and there is none.")
    return None


@rule("toy.peek.1", "toy.peek.2")
def look(game: Game[ToyPosition], side: int, hex: int) -> None:
    """One side pays and sees the stack; the others see only that it looked."""
    pos = game.pos
    pos.tokens[side] -= 1
    pos.looked[side] = 1
    units = pos.stack_at(hex)
    pos.show(units, side)
    game.tell("looked", side, hex, rule="toy.peek.2")
    game.tell("saw", *units, rule="toy.peek.1", sees=only(side) | only(pos.holder[hex]))


drawing = Procedure(
    "drawing", DrawChit(), NextDrawer(), title="Chits are drawn", start=_north_draws, vars=Drawing, sees=OPEN
)

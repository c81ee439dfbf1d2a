"""What larger games need, in small: boxes, hexsides, pools with amounts, steps, the order of a stack."""

from typing import NamedTuple

from grognard.core.flow.flow import Game
from grognard.core.flow.offers import Offer
from grognard.core.flow.policies import by_verbs, first_option
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.rulings import Refusal, Ruling
from grognard.core.flow.steps import Decision
from grognard.core.ledger import rule
from grognard.core.position import NOTHING, OPEN, Choice
from toy.position import LOST, SIDES, ToyPosition


def camp_of(pos: ToyPosition, side: int) -> int:
    """The box of a side; NOTHING in a scenario without camps."""
    return pos.board.find_place(f"{SIDES[side]}-camp")


@rule("toy.camp.1")
def may_muster(pos: ToyPosition, side: int, unit: int) -> Ruling:
    """May this counter be sent from the camp into the field, or home?"""
    if pos.place.side_of[unit] != side or pos.at[unit] < 0 or camp_of(pos, side) < 0:
        return Refusal("toy.camp.1", "it is no counter of this side on the map or in its camp.")
    if pos.spent[pos.at[unit]]:
        return Refusal("toy.camp.1", "its stack has moved.", "Wait for the next turn.")
    return None


@rule("toy.camp.2")
def may_bar(pos: ToyPosition, side: int, place: int) -> Ruling:
    """May this side bar a hexside? It stands beside it, pays a token, and nobody has barred it."""
    if camp_of(pos, side) < 0 or not pos.tokens[side]:
        return Refusal("toy.camp.2", "a barrier costs a token of a side that has a camp.")
    if pos.holder[place // 6] != side or place in pos.barred:
        return Refusal("toy.camp.2", "the hexside is barred, or nobody of this side stands at it.")
    return None


def free_depots(pos: ToyPosition, side: int) -> list[int]:
    """The depots of the side's pool that lie nowhere."""
    pool = pos.roster.pools.get(f"{SIDES[side][0]}-depot", [])
    return [unit for unit in pool if pos.at[unit] == LOST]


@rule("toy.camp.3")
def may_stock(pos: ToyPosition, side: int, hex: int) -> Ruling:
    """May tokens be laid down here? One depot a hex, while the pool lasts."""
    if not free_depots(pos, side) or not pos.tokens[side]:
        return Refusal("toy.camp.3", "there is no depot or no token left.")
    if pos.holder[hex] != side or any(pos.is_depot(unit) for unit in pos.stack_at(hex)):
        return Refusal("toy.camp.3", "a depot lies with a stack of its side, one in a hex.")
    return None


@rule("toy.camp.5")
def may_lay_on_top(pos: ToyPosition, side: int, unit: int) -> Ruling:
    """May this counter be laid on top of its stack, where losses fall first?"""
    if pos.place.side_of[unit] != side or pos.is_top(unit) or not pos.tokens[side]:
        return Refusal("toy.camp.5", "it lies on top, is not this side's, or there is no token for it.")
    return None


def refuse(pos: ToyPosition, side: int, choice: Choice) -> Ruling:
    """Why one of the camp's choices is not offered."""
    verb, noun = choice
    if verb in ("muster", "top") and 0 <= noun < len(pos.at):
        return (may_muster if verb == "muster" else may_lay_on_top)(pos, side, noun)
    if verb == "stock" and 0 <= noun < pos.board.grid.size:
        return may_stock(pos, side, noun)
    return may_bar(pos, side, noun) if verb == "bar" and 0 <= noun < pos.board.grid.size * 6 else None


def offers(pos: ToyPosition, side: int) -> list[Offer]:
    """What a side may do in its turn beside moving."""
    if camp_of(pos, side) < 0:
        return []
    hexes = pos.board.grid.size
    grid = pos.board.grid
    own = [unit for unit in range(len(pos.at)) if not pos.is_depot(unit)]
    held = [hex for hex in pos.stacks(side) if hex < hexes]
    sides = sorted({grid.side(hex, way) for hex in held for way in range(6)})
    return [
        Offer("muster", [unit for unit in own if may_muster(pos, side, unit) is None]),
        Offer("bar", [place for place in sides if may_bar(pos, side, place) is None]),
        Offer("stock", [hex for hex in held if may_stock(pos, side, hex) is None]),
        Offer("top", [unit for unit in own if may_lay_on_top(pos, side, unit) is None]),
    ]


def take(game: Game[ToyPosition], side: int, choice: Choice) -> bool:
    """Carry out one of the camp's choices; False if it is none of them."""
    pos, (verb, noun) = game.pos, choice
    if verb == "muster":
        game.call("muster", Muster(side, noun))
    elif verb == "stock":
        game.call("stock", Stock(side, noun))
    elif verb == "bar":
        pos.tokens[side] -= 1
        pos.barred = sorted([*pos.barred, noun])
        game.tell("barred", noun, rule="toy.camp.2")
    elif verb == "top":
        pos.tokens[side] -= 1
        pos.put_on_top(noun)
        game.tell("on-top", noun, rule="toy.camp.5")
    else:
        return False
    return True


class Muster(NamedTuple):
    """The counter that is sent."""

    side: int
    unit: int


@rule("toy.camp.1")
class SendTo(Decision[ToyPosition, Muster]):
    title = "The counter goes from its camp to the map, or home"

    policies = (by_verbs("home", "Send it home.", "send"),)

    def side(self, pos: ToyPosition, v: Muster) -> int:
        return v.side

    def options(self, pos: ToyPosition, v: Muster) -> list[Offer]:
        camp, here = camp_of(pos, v.side), pos.at[v.unit]
        grid = pos.board.grid
        first = [row * grid.columns for row in range(grid.rows)]
        free = [hex for hex in first if pos.holder[hex] in (NOTHING, v.side)]
        return [Offer("send", [place for place in (*free, camp) if place != here]), Offer("stay")]

    def take(self, game: Game[ToyPosition], v: Muster, choice: Choice) -> None:
        if choice[0] == "send":
            game.pos.put(v.unit, choice[1])
            game.pos.put_on_top(v.unit)
            game.pos.spent[choice[1]] = 1
            game.tell("sent", v.side, choice[1], rule="toy.camp.1")
        game.leave()

    def refuse(self, pos: ToyPosition, v: Muster, choice: Choice) -> Ruling:
        return Refusal("toy.camp.1", "a counter goes home, or to a hex of the first column without enemies.")


class Stock(NamedTuple):
    """Where a depot is laid down."""

    side: int
    hex: int


@rule("toy.camp.3")
class LayDown(Decision[ToyPosition, Stock]):
    title = "How many tokens are laid down"

    policies = (first_option("one", "Lay down one token."),)

    def side(self, pos: ToyPosition, v: Stock) -> int:
        return v.side

    def options(self, pos: ToyPosition, v: Stock) -> list[Offer]:
        return [Offer("lay", range(1, pos.tokens[v.side] + 1))]

    def take(self, game: Game[ToyPosition], v: Stock, choice: Choice) -> None:
        pos = game.pos
        depot = free_depots(pos, v.side)[0]
        pos.tokens[v.side] -= choice[1]
        pos.amount[depot] = choice[1]
        pos.put(depot, v.hex)
        pos.show([depot])
        game.tell("stocked", v.side, v.hex, choice[1], rule="toy.camp.3")
        game.leave()

    def refuse(self, pos: ToyPosition, v: Stock, choice: Choice) -> Ruling:
        return Refusal("toy.camp.3", f"lay down one to {pos.tokens[v.side]} tokens.")


muster = Procedure("muster", SendTo(), title="A counter is sent", vars=Muster, sees=OPEN)
stock = Procedure("stock", LayDown(), title="A depot is laid down", vars=Stock, sees=OPEN)

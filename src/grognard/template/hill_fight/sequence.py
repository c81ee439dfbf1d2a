"""The sequence of play, all of it on one page."""

from collections.abc import Callable
from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    OPEN,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    rule,
)
from grognard.template.hill_fight.combat import Attack, attack, attack_refusal, targets
from grognard.template.hill_fight.content import BLUE, RED
from grognard.template.hill_fight.movement import destinations, move_refusal
from grognard.template.hill_fight.position import HillFightPosition
from grognard.template.hill_fight.victory import CloseTurn


class Turn(NamedTuple):
    """Whose turn it is, and the unit in hand."""

    side: int
    unit: int = NOTHING


class OpenTurn(Action[HillFightPosition, tuple[()]]):
    title = "A turn begins"

    def run(self, game: Game[HillFightPosition], v: tuple[()]) -> None:
        game.pos.turn += 1
        game.pos.acted = [0] * len(game.pos.acted)
        game.tell("turn", game.pos.turn)


def act_refusal(pos: HillFightPosition, side: int, unit: int) -> Ruling:
    """Why a unit cannot act."""
    if pos.side_of(unit) != side:
        return Refusal("hf.turn.1", "it is not this side's unit.")
    if pos.at[unit] < 0:
        return Refusal("hf.turn.1", "it is not on the map.")
    if pos.acted[unit]:
        return Refusal("hf.turn.1", "it has acted.", "Wait for the next turn.")
    return None


@rule("hf.turn.1", "hf.move.1", "hf.attack.1")
class Act(Decision[HillFightPosition, Turn]):
    """A unit is taken in hand, and then it moves or attacks."""

    title = "Units move or attack"

    policies = (by_verbs("rest", "Nobody acts.", "done", "put-back"),)

    def side(self, pos: HillFightPosition, v: Turn) -> int:
        return v.side

    def options(self, pos: HillFightPosition, v: Turn) -> list[Offer]:
        if v.unit == NOTHING:
            free = [unit for unit in pos.units_of(v.side) if act_refusal(pos, v.side, unit) is None]
            return [Offer("take", free), Offer("done")] if free else []
        found = destinations(pos, v.unit)
        return [
            Offer("go", list(found), list(found.values())),
            Offer("attack", targets(pos, v.unit)),
            Offer("put-back"),
        ]

    def take(self, game: Game[HillFightPosition], v: Turn, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        if verb == "take":
            game.update(v._replace(unit=noun))
        elif verb == "done":
            game.next()
        else:
            game.update(v._replace(unit=NOTHING))
            if verb == "put-back":
                return
            pos.put.acted[v.unit] = 1
            if verb == "go":
                game.tell("moved", v.unit, noun, rule="hf.move.1")
                pos.put.at[v.unit] = noun
            else:
                game.tell("attacked", v.unit, noun, rule="hf.attack.1")
                game.call("attack", Attack(v.unit, noun))

    def refuse(self, pos: HillFightPosition, v: Turn, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "take":
            return act_refusal(pos, v.side, noun)
        if v.unit == NOTHING:
            return None
        if verb == "go":
            return move_refusal(pos, v.unit, noun)
        return attack_refusal(pos, v.unit, noun) if verb == "attack" else None


def _of(side: int) -> Callable[[object, object], Turn]:
    return lambda pos, v: Turn(side)


main = Procedure(
    "game",
    OpenTurn(),
    Procedure("red-turn", Act(), title="Red's turn", start=_of(RED), vars=Turn, sees=OPEN),
    Procedure("blue-turn", Act(), title="Blue's turn", start=_of(BLUE), vars=Turn, sees=OPEN),
    CloseTurn(),
    title="A turn",
)

CALLED = (attack,)
"""Procedures that steps call and that are not in the tree."""

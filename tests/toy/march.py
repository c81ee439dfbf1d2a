"""A stack's move: the path, the walk, opportunity fire in the middle of it; and the landing that scatters."""

from typing import NamedTuple

from grognard.core.flow.chance import D6, Outcome
from grognard.core.flow.flow import Game
from grognard.core.flow.offers import Offer, plain
from grognard.core.flow.policies import by_verbs
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.rulings import Refusal, Ruling
from grognard.core.flow.steps import Action, Decision, Roll
from grognard.core.ledger import rule
from grognard.core.position import NOTHING, OPEN, Choice
from toy.battle import WEAKEST, open_battle
from toy.position import ENEMIES, LOST, ToyPosition


class March(NamedTuple):
    """The path from its first hex on, and how many legs of it are walked."""

    side: int
    path: tuple[int, ...]
    walked: int


def price(pos: ToyPosition, path: tuple[int, ...]) -> int:
    """The movement points of a path."""
    return sum(pos.place.cost[hex] for hex in path[1:])


@rule("toy.move.2", "toy.move.3", "toy.move.4")
def may_step(pos: ToyPosition, v: March, hex: int) -> Ruling:
    """May the path go on into this hex?"""
    if pos.is_enemy(v.path[-1], v.side):
        return Refusal("toy.move.4", "the path ends where the enemy stands.", "Confirm or take back.")
    if hex not in pos.neighbours(v.path[-1]):
        return Refusal("toy.move.3", "a path goes from hex to neighbouring hex.")
    if pos.is_ally(hex, v.side):
        return Refusal("toy.move.4", "an ally stands there.")
    if price(pos, (*v.path, hex)) > pos.allowance(v.side):
        return Refusal("toy.move.2", "the movement points do not suffice.")
    return None


@rule("toy.move.3")
class LayPath(Decision[ToyPosition, March]):
    title = "The path is laid hex by hex"

    policies = (by_verbs("walk", "The stack walks the path as it is laid.", "confirm", "back"),)

    def side(self, pos: ToyPosition, v: March) -> int:
        return v.side

    def options(self, pos: ToyPosition, v: March) -> list[Offer]:
        around = pos.neighbours(v.path[-1])
        found: list[Choice] = [("leg", hex) for hex in around if may_step(pos, v, hex) is None]
        found.append(("back", NOTHING))
        if len(v.path) > 1:
            found.append(("confirm", NOTHING))
        return plain(found)

    def take(self, game: Game[ToyPosition], v: March, choice: Choice) -> None:
        verb, hex = choice
        if verb == "leg":
            game.update(v._replace(path=(*v.path, hex)))
        elif verb == "confirm":
            game.next()
        elif len(v.path) > 1:
            game.update(v._replace(path=v.path[:-1]))
        else:
            game.leave()

    def refuse(self, pos: ToyPosition, v: March, choice: Choice) -> Ruling:
        verb, hex = choice
        if verb == "leg" and 0 <= hex < len(pos.spent):
            return may_step(pos, v, hex)
        return None


@rule("toy.move.1", "toy.fire.1")
class Walk(Action[ToyPosition, March]):
    title = "The stack walks one leg of its path"

    def run(self, game: Game[ToyPosition], v: March) -> None:
        pos = game.pos
        here = v.path[v.walked]
        stack = pos.foot_at(here)
        if v.walked + 1 == len(v.path) or pos.holder[here] != v.side:
            pos.spent[here] = 1
            return
        there = v.path[v.walked + 1]
        if pos.is_enemy(there, v.side):
            pos.spent[here] = 1
            open_battle(game, v.side, here, there)
            return
        for unit in stack:
            pos.put(unit, there)
        game.tell("moved", v.side, here, there, rule="toy.move.1")
        game.goto("Walk", v._replace(walked=v.walked + 1))
        # The last called is asked first, so the list is turned round.
        for shooter in reversed(ENEMIES[v.side]):
            if pos.is_next_to(there, shooter):
                game.call("opportunity", Opportunity(shooter, v.side, there))


class Opportunity(NamedTuple):
    """Who may fire at which mover, and where."""

    shooter: int
    target: int
    hex: int
    hit: int = 0


@rule("toy.fire.1")
class OpenFire(Decision[ToyPosition, Opportunity]):
    title = "The other side may fire at the moving stack"

    policies = (
        by_verbs("hold", "Never fire at those who pass.", "hold-fire"),
        by_verbs("fire", "Fire at everybody who passes.", "fire"),
    )

    def side(self, pos: ToyPosition, v: Opportunity) -> int:
        return v.shooter

    def options(self, pos: ToyPosition, v: Opportunity) -> list[Offer]:
        # The shot before may have removed the last counter.
        if not pos.tokens[v.shooter] or pos.holder[v.hex] != v.target:
            return []
        return plain([("fire", NOTHING), ("hold-fire", NOTHING)])

    def take(self, game: Game[ToyPosition], v: Opportunity, choice: Choice) -> None:
        if choice[0] == "hold-fire":
            game.leave()
            return
        game.pos.tokens[v.shooter] -= 1
        game.tell("fired", v.shooter, v.hex, rule="toy.fire.1")
        game.goto("RollFire")

    def refuse(self, pos: ToyPosition, v: Opportunity, choice: Choice) -> Ruling:
        return Refusal("toy.fire.1", "the stack stands under the guns: fire or hold fire.")


class NobodyFires(Action[ToyPosition, Opportunity]):
    title = "The move goes on"

    def run(self, game: Game[ToyPosition], v: Opportunity) -> None:
        game.leave()


@rule("toy.fire.2")
class RollFire(Roll[ToyPosition, Opportunity]):
    title = "Five or six hits"

    def outcomes(self, pos: ToyPosition, v: Opportunity) -> list[Outcome]:
        return D6

    def take(self, game: Game[ToyPosition], v: Opportunity, noun: int) -> None:
        game.tell("fire-roll", noun, rule="toy.fire.2")
        game.update(v._replace(hit=int(noun >= 5)))


@rule("toy.fire.2")
class RemoveHit(Decision[ToyPosition, Opportunity]):
    title = "The mover removes a counter"

    policies = (WEAKEST,)
    is_routine = True

    def side(self, pos: ToyPosition, v: Opportunity) -> int:
        return v.target

    def options(self, pos: ToyPosition, v: Opportunity) -> list[Offer]:
        return plain([("lose", unit) for unit in pos.stack_at(v.hex)] if v.hit else [])

    def take(self, game: Game[ToyPosition], v: Opportunity, choice: Choice) -> None:
        remove(game, choice[1], "toy.fire.2")
        game.update(v._replace(hit=0))


def remove(game: Game[ToyPosition], unit: int, why: str) -> None:
    """Take a counter off the map and show it to all."""
    pos = game.pos
    pos.put(unit, LOST)
    pos.show([unit])
    game.tell("lost", unit, rule=why)


class Landing(NamedTuple):
    """What lands and where it is aimed."""

    unit: int
    aim: int


@rule("toy.drop.2")
class Scatter(Roll[ToyPosition, Landing]):
    title = "A direction and a distance are rolled"

    verb = "scatter"

    def outcomes(self, pos: ToyPosition, v: Landing) -> list[Outcome]:
        return [(way * 3 + far, 3 - far) for way in range(6) for far in range(3)]

    def take(self, game: Game[ToyPosition], v: Landing, noun: int) -> None:
        pos = game.pos
        grid = pos.place.board.grid
        way, far = divmod(noun, 3)
        row = [v.aim, *grid.ray(v.aim, way, far)]
        side = pos.place.side_of[v.unit]
        if len(row) <= far or pos.is_enemy(row[-1], side) or pos.is_ally(row[-1], side):
            remove(game, v.unit, "toy.drop.3")
            return
        pos.put(v.unit, row[-1])
        pos.show([v.unit])
        pos.spent[row[-1]] = 1
        game.tell("landed", v.unit, row[-1], rule="toy.drop.2")


march = Procedure("march", LayPath(), Walk(), title="A stack moves", vars=March, sees=OPEN)
opportunity = Procedure(
    "opportunity",
    OpenFire(),
    NobodyFires(),
    RollFire(),
    RemoveHit(),
    title="Opportunity fire",
    vars=Opportunity,
    sees=OPEN,
)
landing = Procedure("landing", Scatter(), title="Parachutists land", vars=Landing, sees=OPEN)

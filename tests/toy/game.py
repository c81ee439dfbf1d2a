"""The Ford: the toy game's sequence of play, and what each side may know of it."""

from typing import Any, NamedTuple

from grognard.core.board import Board
from grognard.core.chance import Random
from grognard.core.content import Scenario
from grognard.core.events import Event
from grognard.core.flow import Action, Ask, Decision, Game, Procedure
from grognard.core.ledger import rule
from grognard.core.position import NOTHING, Choice
from grognard.core.rulings import Explanation, Refusal, Ruling
from grognard.core.system import Player, RuleSystem, Verb
from grognard.core.units import Roster
from grognard.core.view import Piece, Track, View
from toy.battle import Battle, battle, sheet
from toy.march import Landing, March, landing, march, opportunity
from toy.orders import WriteOrders, drawing, look, may_look
from toy.position import (
    CHITS,
    FOLDER,
    LOST,
    NORTH,
    PARTISANS,
    RESERVE,
    SIDES,
    SOUTH,
    TURNED_UP,
    ToyPosition,
    setting,
)


class OpenTurn(Action):
    """A turn begins"""

    def run(self, game: Game, v: tuple[()]) -> None:
        pos: ToyPosition = game.pos
        pos.turn += 1
        pos.spent = [0] * len(pos.spent)
        pos.looked = [0] * len(SIDES)
        game.tell("turn", pos.turn)


class Campaign(NamedTuple):
    """Whose turn to act it is, and the how-manieth."""

    side: int
    rank: int


@rule("toy.move.1", "toy.peek.2", "toy.drop.1")
class Act(Decision):
    """A side moves its stacks, looks, and lands its parachutists"""

    def side(self, pos: ToyPosition, v: Campaign) -> int:
        return v.side

    def options(self, pos: ToyPosition, v: Campaign) -> list[Choice]:
        hexes = range(len(pos.spent))
        found: list[Choice] = [("order", hex) for hex in hexes if may_order(pos, v.side, hex) is None]
        found += [("look", hex) for hex in hexes if may_look(pos, v.side, hex) is None]
        found += [("land", hex) for hex in hexes if may_land(pos, v.side, hex) is None]
        return [*found, ("pass", NOTHING)]

    def take(self, game: Game, v: Campaign, choice: Choice) -> None:
        verb, hex = choice
        if verb == "order":
            game.call("march", March(v.side, (hex,), 0))
        elif verb == "look":
            look(game, v.side, hex)
        elif verb == "land":
            game.call("landing", Landing(game.pos.reserve(v.side)[0], hex))
        else:
            game.next()

    def refuse(self, pos: ToyPosition, v: Campaign, choice: Choice) -> Ruling:
        verb, hex = choice
        asked = {"order": may_order, "look": may_look, "land": may_land}.get(verb)
        if asked is None or not 0 <= hex < len(pos.spent):
            return None
        return asked(pos, v.side, hex)


def may_order(pos: ToyPosition, side: int, hex: int) -> Ruling:
    """May the stack there be moved?"""
    if pos.holder[hex] != side:
        return Refusal("toy.move.1", "no stack of this side is there.")
    if pos.spent[hex]:
        return Refusal("toy.move.1", "that stack has moved.", "Wait for the next turn.")
    return None


def may_land(pos: ToyPosition, side: int, hex: int) -> Ruling:
    """May a landing be aimed there?"""
    if not pos.reserve(side):
        return Refusal("toy.drop.1", "nothing is left to land.")
    if pos.holder[hex] not in (NOTHING, side):
        return Refusal("toy.drop.1", "the hex is taken.")
    return None


@rule("toy.plan.3")
class NextSide(Action):
    """The next side acts"""

    def run(self, game: Game, v: Campaign) -> None:
        pos: ToyPosition = game.pos
        if v.rank < 2:
            side = PARTISANS if v.rank == 1 else NORTH + SOUTH - pos.first
            game.goto("Act", Campaign(side, v.rank + 1))


@rule("toy.win.1", "toy.win.2")
class CloseTurn(Action):
    """The turn ends, and perhaps the game"""

    def run(self, game: Game, v: tuple[()]) -> None:
        pos: ToyPosition = game.pos
        if not pos.stacks(NORTH) and not pos.reserve(NORTH):
            game.end(SOUTH, "North is gone")
        elif pos.turn < pos.place.scenario.turns:
            game.goto("OpenTurn")
        else:
            holder = pos.holder[pos.place.ford]
            winner = SOUTH if holder == NOTHING else holder
            game.end(winner, f"{SIDES[winner]} has the ford")


def _first_acts(pos: ToyPosition, v: tuple[()]) -> Campaign:
    return Campaign(pos.first, 0)


campaign = Procedure("campaign", Act(), NextSide(), title="The sides act", start=_first_acts, vars=Campaign)
main = Procedure("turn", OpenTurn(), WriteOrders(), drawing, campaign, CloseTurn(), title="A turn")

VERBS = {
    "stance": Verb("number", "Take stance {}"),
    "bid": Verb("number", "Bid {}"),
    "seal": Verb("none", "Seal the order"),
    "draw": Verb("number", "Draw {}"),
    "order": Verb("hex", "Order the stack at {}"),
    "look": Verb("hex", "Look at the stack at {}"),
    "land": Verb("hex", "Land at {}"),
    "scatter": Verb("number", "Scatter {}"),
    "leg": Verb("hex", "Go on to {}"),
    "back": Verb("none", "Take the last leg back"),
    "confirm": Verb("none", "Walk"),
    "fire": Verb("none", "Fire"),
    "hold-fire": Verb("none", "Hold fire"),
    "roll": Verb("number", "Roll {}"),
    "lose": Verb("unit", "Remove {}"),
    "commit": Verb("number", "Commit {} tokens"),
    "chit": Verb("number", "Play the chit {}"),
    "no-chit": Verb("none", "Play no chit"),
    "pass": Verb("none", "Pass"),
}


class _FirstOption:
    """A player without ideas."""

    def choose(self, system: RuleSystem, view: View, ask: Ask, generator: Random) -> Choice:
        options = ask.options(view.side)
        return options[generator.randrange(len(options))]


class Toy(RuleSystem):
    """The Ford."""

    id = "toy"
    prefix = "toy"
    title = "The Ford"
    summary = "Three sides, one river crossing, for tests."
    sides = SIDES

    def __init__(self) -> None:
        super().__init__(main, VERBS, FOLDER)
        for called in (march, opportunity, landing, battle):
            self.procedures.update(called.tree())

    def scenarios(self) -> list[Scenario]:
        return [setting(name).scenario for name in ("teaching", "long")]

    def start(self, scenario: str, options: dict[str, bool] | None = None, tables: Any = None) -> Game:
        if scenario not in ("teaching", "long"):
            raise ValueError(f"{self.title} has no scenario {scenario!r}")
        place = setting(scenario)
        pos = ToyPosition(place)
        for unit, hex in place.scenario.setup.items():
            number = place.roster.index[unit]
            para = place.roster.counters[number].kind == "para"
            pos.put(number, RESERVE if para else place.board.grid.index(hex))
        pos.tokens = [int(place.scenario.markers[f"tokens-{side}"]) for side in SIDES]
        game = Game(self.procedures, pos)
        game.begin("turn")
        return game

    def board(self, pos: ToyPosition) -> Board:
        return pos.place.board

    def roster(self, pos: ToyPosition) -> Roster:
        return pos.place.roster

    # -- what a side knows ----------------------------------------------------------------------

    def project(self, pos: ToyPosition, side: int) -> View:
        eyes = TURNED_UP | (1 << side if side >= 0 else 0)
        pieces = [
            Piece(hex, pos.place.side_of[unit], unit if pos.seen[unit] & eyes else NOTHING)
            for unit, hex in enumerate(pos.at)
            if hex >= 0
        ]
        own = range(side * CHITS, side * CHITS + CHITS) if side >= 0 else range(0)
        facts: dict[str, Any] = {
            "stack": [list(frame) for frame in pos.stack],
            "counted": pos.number,
            "written": pos.drafted[side] if side >= 0 else 0,
            "draft": pos.drafts[side] if side >= 0 else (),
            "sealed": pos.sealed,
            "result": (pos.winner, pos.result),
            "first": pos.first,
            "spent": tuple(pos.spent),
            "looked": tuple(pos.looked),
            "tokens": tuple(pos.tokens),
            "stance": tuple(pos.stance),
            "reserve": tuple(pos.stack_at(RESERVE)),
            "lost": tuple(pos.stack_at(LOST)),
            "seen": {
                unit: pos.seen[unit] for unit in range(len(pos.at)) if self._knows_mask(pos, unit, side)
            },
            "hand": tuple(pos.hand[i] for i in own),
            "hands": tuple(sum(pos.hand[one * CHITS : one * CHITS + CHITS]) for one in range(len(SIDES))),
            "in_cup": sum(pos.cup),
            "unseen_chits": tuple(
                pos.cup[kind] + sum(pos.hand[kind::CHITS]) - (pos.hand[own[kind]] if own else 0)
                for kind in range(CHITS)
            ),
        }
        return View(
            game=self.id,
            scenario=pos.place.scenario.id,
            side=side,
            number=pos.number + facts["written"],
            turn=pos.turn,
            header=f"Turn {pos.turn} of {pos.place.scenario.turns}",
            tracks=tuple(Track(f"Tokens of {name}", str(pos.tokens[i])) for i, name in enumerate(SIDES)),
            # Sorted by what is seen: the order of the counters would tell which is which.
            pieces=tuple(sorted(pieces, key=lambda piece: (piece.hex, piece.unit))),
            holder=tuple(pos.holder),
            facts=facts,
        )

    def _knows_mask(self, pos: ToyPosition, unit: int, side: int) -> bool:
        """Does this side know who has seen the counter? Its owner does, and all do once it lies face up."""
        return bool(pos.seen[unit] & TURNED_UP) or pos.place.side_of[unit] == side

    def sample(self, view: View, generator: Random) -> ToyPosition:
        place = setting(view.scenario)
        facts = view.facts
        pos = ToyPosition(place)
        pos.turn, pos.first = view.turn, facts["first"]
        pos.winner, pos.result = facts["result"]
        pos.number, pos.sealed = facts["counted"], facts["sealed"]
        pos.spent, pos.looked = list(facts["spent"]), list(facts["looked"])
        pos.tokens, pos.stance = list(facts["tokens"]), list(facts["stance"])
        pos.stack = [self._frame(*parts) for parts in facts["stack"]]
        if view.side >= 0:
            pos.drafts[view.side] = facts["draft"]
            pos.drafted[view.side] = facts["written"]
        for side in (NORTH, SOUTH):
            if side != view.side and pos.sealed >> side & 1:
                pos.drafts[side] = (("stance", generator.randrange(2)),)
        self._sample_pieces(pos, view, generator)
        self._sample_chits(pos, view, generator)
        return pos

    def _sample_pieces(self, pos: ToyPosition, view: View, generator: Random) -> None:
        for unit in view.facts["reserve"]:
            pos.put(unit, RESERVE)
        for piece in view.pieces:
            if piece.unit != NOTHING:
                pos.put(piece.unit, piece.hex)
                pos.seen[piece.unit] |= 1 << view.side if view.side >= 0 else 0
        known = {piece.unit for piece in view.pieces} | {*view.facts["reserve"], *view.facts["lost"]}
        for side in range(len(SIDES)):
            hidden = [unit for unit, own in enumerate(pos.place.side_of) if own == side and unit not in known]
            for piece in view.pieces:
                if piece.side == side and piece.unit == NOTHING:
                    pos.put(hidden.pop(generator.randrange(len(hidden))), piece.hex)
        for unit, mask in view.facts["seen"].items():
            pos.seen[unit] = mask

    def _sample_chits(self, pos: ToyPosition, view: View, generator: Random) -> None:
        left = [kind for kind, count in enumerate(view.facts["unseen_chits"]) for _ in range(count)]
        pos.cup = [0] * CHITS
        for side, held in enumerate(view.facts["hands"]):
            if side == view.side:
                pos.hand[side * CHITS : side * CHITS + CHITS] = view.facts["hand"]
                continue
            for _ in range(held):
                pos.hand[side * CHITS + left.pop(generator.randrange(len(left)))] += 1
        for kind in left:
            pos.cup[kind] += 1

    # -- words and measures ---------------------------------------------------------------------

    def story(self, pos: ToyPosition, event: Event) -> str:
        return f"{event.kind} {' '.join(map(str, event.facts))}".rstrip()

    def explain(self, pos: ToyPosition) -> list[Explanation]:
        """The battle's sheet once both stacks are turned up; before that it would tell what lies hidden."""
        top = pos.stack[-1].vars if pos.stack else ()
        return [sheet(pos, top)] if isinstance(top, Battle) and top.shown else []

    def on_table(self, pos: ToyPosition) -> bool:
        return bool(self.explain(pos))

    def measure(self, before: ToyPosition, after: ToyPosition) -> dict[str, int]:
        lost = {SIDES[side]: 0 for side in range(len(SIDES))}
        for unit, side in enumerate(before.place.side_of):
            lost[SIDES[side]] += int(before.at[unit] != LOST and after.at[unit] == LOST)
        return {f"{side} lost": count for side, count in lost.items()}

    def staff(self) -> Player:
        return _FirstOption()


SYSTEM = Toy()

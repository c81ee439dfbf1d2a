"""The Ford: the toy game's sequence of play, and what each side may know of it."""

from math import inf
from typing import Any, NamedTuple

from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.content.read import Scenario
from grognard.core.flow.chance import Random
from grognard.core.flow.flow import Ask, Game
from grognard.core.flow.offers import Offer
from grognard.core.flow.policies import by_verbs
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.rulings import Explanation, Refusal, Ruling
from grognard.core.flow.steps import Action, Decision
from grognard.core.knowledge import Knowledge
from grognard.core.ledger import rule
from grognard.core.position import NOTHING, OPEN, Choice
from grognard.core.system import AnySystem, Cases, Odds, Player, Rules, RuleSystem, Screen, Words
from grognard.core.victory import Ladder, Rung, Victory
from grognard.core.view import Piece, Track, View
from grognard.core.words import Verb
from toy import camp
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
    SETTINGS,
    SIDES,
    SOUTH,
    TURNED_UP,
    ToyPosition,
    setting,
)


class OpenTurn(Action[ToyPosition, tuple[()]]):
    title = "A turn begins"

    def run(self, game: Game[ToyPosition], v: tuple[()]) -> None:
        pos = game.pos
        pos.turn += 1
        pos.spent = [0] * len(pos.spent)
        pos.looked = [0] * len(SIDES)
        game.tell("turn", pos.turn)


class Campaign(NamedTuple):
    """Whose turn to act it is, and the how-manieth."""

    side: int
    rank: int


@rule("toy.move.1", "toy.peek.2", "toy.drop.1")
class Act(Decision[ToyPosition, Campaign]):
    title = "A side moves its stacks, looks, and lands its parachutists"

    policies = (by_verbs("pass", "Nobody moves.", "pass"),)

    def side(self, pos: ToyPosition, v: Campaign) -> int:
        return v.side

    def options(self, pos: ToyPosition, v: Campaign) -> list[Offer]:
        hexes = range(pos.board.grid.size)
        return [
            Offer("order", [hex for hex in hexes if may_order(pos, v.side, hex) is None]),
            Offer("look", [hex for hex in hexes if may_look(pos, v.side, hex) is None]),
            Offer("land", [hex for hex in hexes if may_land(pos, v.side, hex) is None]),
            *camp.offers(pos, v.side),
            Offer("pass"),
        ]

    def take(self, game: Game[ToyPosition], v: Campaign, choice: Choice) -> None:
        verb, hex = choice
        if verb == "order":
            game.call("march", March(v.side, (hex,), 0))
        elif verb == "look":
            look(game, v.side, hex)
        elif verb == "land":
            game.call("landing", Landing(game.pos.reserve(v.side)[0], hex))
        elif not camp.take(game, v.side, choice):
            game.next()

    def refuse(self, pos: ToyPosition, v: Campaign, choice: Choice) -> Ruling:
        verb, hex = choice
        asked = {"order": may_order, "look": may_look, "land": may_land}.get(verb)
        if asked is None:
            return camp.refuse(pos, v.side, choice)
        if not 0 <= hex < pos.board.grid.size:
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
class NextSide(Action[ToyPosition, Campaign]):
    title = "The next side acts"

    def run(self, game: Game[ToyPosition], v: Campaign) -> None:
        pos = game.pos
        if v.rank < 2:
            side = PARTISANS if v.rank == 1 else NORTH + SOUTH - pos.first
            game.goto("Act", Campaign(side, v.rank + 1))


@rule("toy.win.1", "toy.win.2")
class CloseTurn(Action[ToyPosition, tuple[()]]):
    title = "The turn ends, and perhaps the game"

    def run(self, game: Game[ToyPosition], v: tuple[()]) -> None:
        pos = game.pos
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


campaign = Procedure(
    "campaign", Act(), NextSide(), title="The sides act", start=_first_acts, vars=Campaign, sees=OPEN
)
main = Procedure("turn", OpenTurn(), WriteOrders(), drawing, campaign, CloseTurn(), title="A turn")

VERBS = {
    "stance": Verb("number", "Take stance {}", "set"),
    "bid": Verb("number", "Bid {}", "set"),
    "seal": Verb("none", "Seal the order", "seal"),
    "draw": Verb("number", "Draw {}", "chance"),
    "order": Verb("hex", "Order the stack at {}", "pick"),
    "look": Verb("hex", "Look at the stack at {}", "act"),
    "land": Verb("hex", "Land at {}", "go"),
    "scatter": Verb("number", "Scatter {}", "chance"),
    "leg": Verb("hex", "Go on to {}", "go"),
    "back": Verb("none", "Take the last leg back", "drop", "quiet"),
    "confirm": Verb("none", "Walk", "close", "main"),
    "fire": Verb("none", "Fire", "act", "harm"),
    "hold-fire": Verb("none", "Hold fire", "end", "quiet"),
    "roll": Verb("number", "Roll {}", "chance"),
    "lose": Verb("unit", "Remove {}", "act", "harm"),
    "commit": Verb("number", "Commit {} tokens", "set"),
    "chit": Verb("number", "Play the chit {}", "set"),
    "no-chit": Verb("none", "Play no chit", "act", "quiet"),
    "muster": Verb("unit", "Send {}", "pick"),
    "send": Verb("hex", "To {}", "go"),
    "stay": Verb("none", "Leave it where it is", "drop", "quiet"),
    "bar": Verb("side", "Bar {}", "act"),
    "stock": Verb("hex", "Lay tokens down at {}", "pick"),
    "lay": Verb("number", "Lay down {}", "set"),
    "top": Verb("unit", "Lay {} on top", "act"),
    "pass": Verb("none", "Pass", "end"),
}


class _FirstOption:
    """A player without ideas."""

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        options = ask.options(view.side)
        return options[generator.randrange(len(options))]


class ToyRules(Rules[ToyPosition]):
    def __init__(self) -> None:
        super().__init__(main, (march, opportunity, landing, battle, camp.muster, camp.stock))

    def scenarios(self) -> list[Scenario]:
        return [setting(name).scenario for name in ("teaching", "long", "camp")]

    def own_scenario(self, own: PlayerFiles) -> Scenario:
        return setting("", own).scenario

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, own: PlayerFiles = NO_FILES
    ) -> Game[ToyPosition]:
        place = setting(scenario, own)
        pos = ToyPosition(place)
        for unit, hex in place.scenario.setup.items():
            number = place.roster.index[unit]
            para = place.roster.counters[number].kind == "para"
            pos.put(number, RESERVE if para else place.board.find_place(hex))
        pos.tokens = [place.scenario.markers.tokens.get(side, 0) for side in SIDES]
        game = Game(self.procedures, pos)
        game.begin("turn")
        return game


class _Last:
    """Chance that always picks the first, for guesses that must be equal wherever the view is."""

    def random(self) -> float:
        return 0.0

    def randrange(self, start: int, /) -> int:
        return 0


class ToyKnowledge(Knowledge[ToyPosition]):
    """Counters lie face down until they are turned up; chits in hand are their owner's."""

    def project(self, pos: ToyPosition, side: int) -> View:
        pieces = [
            Piece(
                hex,
                pos.place.side_of[unit],
                unit if self.knows(pos, side, "at", unit) else NOTHING,
                badges=("spent",) if pos.spent[hex] else (),
                steps=self._steps(pos, side, unit),
                amount=pos.amount[unit],
            )
            for unit, hex in enumerate(pos.at)
            if hex >= 0
        ]
        return View(
            game="toy",
            scenario=pos.place.key,
            side=side,
            number=pos.number_for(side),
            turn=pos.turn,
            header=f"Turn {pos.turn} of {pos.place.scenario.turns}",
            tracks=(
                Track("Turn", str(pos.turn)),
                *(Track(f"Tokens of {name}", str(pos.tokens[i])) for i, name in enumerate(SIDES)),
            ),
            # Sorted by what is seen: the order of the counters would tell which is which.
            pieces=tuple(sorted(pieces, key=lambda piece: (piece.hex, piece.unit))),
            holder=tuple(pos.holder[: pos.board.grid.size]),
            facts=self.facts(pos, side),
            marks={"crossing": (pos.place.ford,)},
            side_marks={"barrier": tuple(pos.barred)} if pos.barred else {},
        )

    def _steps(self, pos: ToyPosition, side: int, unit: int) -> int:
        """The steps of a known counter that has more than it has faces."""
        most = pos.roster.steps(unit)
        return most - pos.hurt[unit] if most > 1 and self.knows(pos, side, "at", unit) else 0

    def knows(self, pos: ToyPosition, side: int, field: str, entry: int) -> bool:
        """Where a counter is: those who have seen it. Who has seen it: its owner, and all once it is up."""
        if field == "seen":
            return bool(pos.seen[entry] & TURNED_UP) or pos.place.side_of[entry] == side
        eyes = TURNED_UP | (1 << side if side >= 0 else 0)
        return bool(pos.seen[entry] & eyes) or pos.at[entry] < 0

    def facts(self, pos: ToyPosition, side: int) -> dict[str, Any]:
        known = super().facts(pos, side)
        own = range(side * CHITS, side * CHITS + CHITS) if side >= 0 else range(0)
        known["lost"] = tuple(pos.stack_at(LOST))
        known["hidden"] = [
            sorted(hex for unit, hex in enumerate(pos.at) if self._is_hidden(pos, side, unit, one))
            for one in range(len(SIDES))
        ]
        known["hand_of_side"] = tuple(pos.hand[i] for i in own)
        known["hands"] = tuple(sum(pos.hand[one * CHITS : one * CHITS + CHITS]) for one in range(len(SIDES)))
        known["unseen_chits"] = tuple(
            pos.cup[kind] + sum(pos.hand[kind::CHITS]) - (pos.hand[own[kind]] if own else 0)
            for kind in range(CHITS)
        )
        return known

    def _is_hidden(self, pos: ToyPosition, side: int, unit: int, owner: int) -> bool:
        return pos.place.side_of[unit] == owner and not self.knows(pos, side, "at", unit)

    def empty(self, view: View) -> ToyPosition:
        return ToyPosition(SETTINGS.find(view.scenario))

    def bare(self, view: View) -> ToyPosition:
        """Where unknown counters lie is known, and not which: any of them will do."""
        pos = super().bare(view)
        self.guess(pos, view, _Last())
        pos.forget()
        return pos

    def guess(self, pos: ToyPosition, view: View, generator: Random) -> None:
        for side in (NORTH, SOUTH):
            if side != view.side and pos.sealed >> side & 1:
                pos.drafts[side] = (("stance", generator.randrange(2)),)
        self._guess_pieces(pos, view, generator)
        self._guess_chits(pos, view, generator)

    def _guess_pieces(self, pos: ToyPosition, view: View, generator: Random) -> None:
        lost = set(view.facts["lost"])
        for side, hexes in enumerate(view.facts["hidden"]):
            unknown = [
                unit
                for unit, own in enumerate(pos.place.side_of)
                if own == side and pos.at[unit] == LOST and unit not in lost
            ]
            for hex in hexes:
                pos.put(unknown.pop(generator.randrange(len(unknown))), hex)
        for unit, mask in enumerate(pos.seen):
            # Whoever has not seen the counter does not know who has: at least its owner.
            pos.seen[unit] = mask or 1 << pos.place.side_of[unit]
            if mask == 0 and self._has_seen(view, unit):
                pos.seen[unit] |= 1 << view.side

    def _has_seen(self, view: View, unit: int) -> bool:
        return view.side >= 0 and any(piece.unit == unit for piece in view.pieces)

    def _guess_chits(self, pos: ToyPosition, view: View, generator: Random) -> None:
        left = [kind for kind, count in enumerate(view.facts["unseen_chits"]) for _ in range(count)]
        pos.cup = [0] * CHITS
        for side, held in enumerate(view.facts["hands"]):
            if side == view.side:
                pos.hand[side * CHITS : side * CHITS + CHITS] = view.facts["hand_of_side"]
                continue
            for _ in range(held):
                pos.hand[side * CHITS + left.pop(generator.randrange(len(left)))] += 1
        for kind in left:
            pos.cup[kind] += 1


class ToyScreen(Screen[ToyPosition]):
    def explain(self, pos: ToyPosition) -> list[Explanation]:
        """The battle's sheet once both stacks are turned up; before that it would tell what lies hidden."""
        top = pos.stack[-1].vars if pos.stack else ()
        return [sheet(pos, top)] if isinstance(top, Battle) and top.shown else []


class ToyOdds(Odds[ToyPosition]):
    def on_table(self, pos: ToyPosition) -> bool:
        return bool(ToyScreen().explain(pos))

    def measure(self, before: ToyPosition, after: ToyPosition) -> dict[str, int]:
        lost = {SIDES[side]: 0 for side in range(len(SIDES))}
        for unit, side in enumerate(before.place.side_of):
            lost[SIDES[side]] += int(before.at[unit] != LOST and after.at[unit] == LOST)
        return {f"{side} lost": count for side, count in lost.items()}


class ToyVictory(Victory[ToyPosition]):
    """Who has the ford; South also has it while nobody stands there."""

    def points(self, pos: ToyPosition) -> float:
        side = pos.winner if pos.over else pos.holder[pos.place.ford]
        return {NORTH: 1.0, PARTISANS: -1.0}.get(side, 0.0)

    def ladder(self, pos: ToyPosition) -> Ladder:
        return tuple(
            Rung(f"{SIDES[side]} has the ford", side, least)
            for side, least in ((NORTH, 1.0), (SOUTH, 0.0), (PARTISANS, -inf))
        )


class Toy(RuleSystem[ToyPosition]):
    """The Ford."""

    id = "toy"
    prefix = "toy"
    title = "The Ford"
    summary = "Three sides, one river crossing, for tests."
    sides = SIDES
    folder = FOLDER

    def __init__(self) -> None:
        super().__init__()
        self.rules = ToyRules()
        self.knowledge = ToyKnowledge(self.rules.procedures)
        self.words = Words(VERBS)
        self.screen = ToyScreen()
        self.odds = ToyOdds()
        self.victory = ToyVictory()
        self.cases = Cases()

    def staff(self) -> Player:
        return _FirstOption()


SYSTEM = Toy()

"""A battle: three sides answer in turn, then the stacks are shown and the die decides."""

from typing import NamedTuple

from grognard.core.flow.chance import D6, Outcome
from grognard.core.flow.flow import Game
from grognard.core.flow.offers import Offer, plain
from grognard.core.flow.policies import by_rank, by_verbs, first_option, last_option
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.rulings import Explanation, Refusal, Ruling, Term
from grognard.core.flow.steps import Action, Decision, Roll
from grognard.core.ledger import rule
from grognard.core.position import NOTHING, OPEN, Choice
from toy.position import CHITS, HOLD, LOST, NORTH, PARTISANS, SOUTH, ToyPosition


class Battle(NamedTuple):
    """Who fights where, and what has been put in. Everything in here is public."""

    attacker: int
    defender: int
    origin: int
    target: int
    tokens: tuple[int, int, int] = (0, 0, 0)
    """By attacker, defender and the third side, in that order."""
    chits: tuple[int, int] = (NOTHING, NOTHING)
    loser: int = NOTHING
    shown: int = 0

    @property
    def third(self) -> int:
        """The side that is not in the battle."""
        return NORTH + SOUTH + PARTISANS - self.attacker - self.defender


def open_battle(game: Game[ToyPosition], attacker: int, origin: int, target: int) -> None:
    """A stack goes at an enemy one."""
    defender = game.pos.holder[target]
    game.tell("battle", attacker, defender, origin, target, rule="toy.move.4")
    game.call("battle", Battle(attacker, defender, origin, target))


def sheet(pos: ToyPosition, v: Battle) -> Explanation:
    """The sum that the die is added to."""
    strength = pos.place.strength
    terms = [Term("attacking stack", f"{sum(strength[u] for u in pos.stack_at(v.origin)):+}", "toy.battle.3")]
    terms.append(
        Term("defending stack", f"{-sum(strength[u] for u in pos.stack_at(v.target)):+}", "toy.battle.3")
    )
    # The third side is always the ally of whoever fights North.
    signs = (1, -1, 1 if v.attacker != NORTH else -1)
    for label, sign, amount in zip(("attacker", "defender", "ally"), signs, v.tokens, strict=True):
        terms.append(Term(f"tokens of the {label}", f"{sign * amount:+}", "toy.battle.1"))
    for label, sign, chit in zip(("attacker", "defender"), signs[:2], v.chits, strict=True):
        if chit != NOTHING:
            terms.append(Term(f"chit of the {label}", f"{sign * chit:+}", "toy.battle.2"))
    if pos.stance[v.defender] == HOLD:
        terms.append(Term("defender holds", "-1", "toy.battle.3", house=True))
    total = sum(int(term.value) for term in terms)
    return Explanation("Battle", tuple(terms), f"{total:+}")


WEAKEST = by_rank(
    "weakest", "The weakest counter is removed.", lambda pos, v, choice: pos.place.strength[choice[1]]
)


class _Commit(Decision[ToyPosition, Battle]):
    title = "Tokens are committed"

    policies = (
        first_option("none", "No tokens are committed."),
        last_option("all", "All tokens are committed."),
    )

    place = 0

    def side(self, pos: ToyPosition, v: Battle) -> int:
        return (v.attacker, v.defender, v.third)[self.place]

    def options(self, pos: ToyPosition, v: Battle) -> list[Offer]:
        return plain([("commit", amount) for amount in range(pos.tokens[self.side(pos, v)] + 1)])

    def take(self, game: Game[ToyPosition], v: Battle, choice: Choice) -> None:
        side = self.side(game.pos, v)
        game.pos.tokens[side] -= choice[1]
        game.tell("committed", side, choice[1], rule="toy.battle.1")
        tokens = list(v.tokens)
        tokens[self.place] = choice[1]
        game.next(v._replace(tokens=(tokens[0], tokens[1], tokens[2])))

    def refuse(self, pos: ToyPosition, v: Battle, choice: Choice) -> Ruling:
        has = pos.tokens[self.side(pos, v)]
        return Refusal("toy.battle.1", f"commit none to {has} tokens.")


@rule("toy.battle.1")
class AttackerCommits(_Commit):
    title = "The attacker commits tokens"


@rule("toy.battle.1")
class DefenderCommits(_Commit):
    title = "The defender commits tokens"

    place = 1


@rule("toy.battle.1")
class AllyCommits(_Commit):
    title = "The third side helps its ally with tokens"

    place = 2


class _PlayChit(Decision[ToyPosition, Battle]):
    title = "A chit may be played"

    policies = (
        by_verbs("none", "No chit is played.", "no-chit"),
        by_rank("best", "The best chit is played.", lambda pos, v, choice: -choice[1]),
    )

    place = 0

    def side(self, pos: ToyPosition, v: Battle) -> int:
        return (v.attacker, v.defender)[self.place]

    def options(self, pos: ToyPosition, v: Battle) -> list[Offer]:
        base = self.side(pos, v) * CHITS
        held: list[Choice] = [("chit", kind) for kind in range(CHITS) if pos.hand[base + kind]]
        # How many chits a side holds is public, so being passed over tells nothing.
        return plain([*held, ("no-chit", NOTHING)] if held else [])

    def take(self, game: Game[ToyPosition], v: Battle, choice: Choice) -> None:
        side = self.side(game.pos, v)
        verb, kind = choice
        if verb == "no-chit":
            game.next()
            return
        game.pos.hand[side * CHITS + kind] -= 1
        game.tell("played-chit", side, kind, rule="toy.battle.2")
        chits = (kind, v.chits[1]) if self.place == 0 else (v.chits[0], kind)
        game.next(v._replace(chits=chits))


@rule("toy.battle.2")
class AttackerPlaysChit(_PlayChit):
    title = "The attacker may play a chit"


@rule("toy.battle.2")
class DefenderPlaysChit(_PlayChit):
    title = "The defender may answer with a chit"

    place = 1


@rule("toy.battle.3")
class ShowStacks(Action[ToyPosition, Battle]):
    title = "Both stacks are turned up"

    def run(self, game: Game[ToyPosition], v: Battle) -> None:
        pos = game.pos
        units = pos.stack_at(v.origin) + pos.stack_at(v.target)
        pos.show(units)
        game.tell("shown", *units, rule="toy.battle.3")
        game.update(v._replace(shown=1))


@rule("toy.battle.4")
class RollBattle(Roll[ToyPosition, Battle]):
    title = "The die decides"

    def outcomes(self, pos: ToyPosition, v: Battle) -> list[Outcome]:
        return D6

    def take(self, game: Game[ToyPosition], v: Battle, noun: int) -> None:
        total = noun + int(sheet(game.pos, v).total)
        loser = v.defender if total >= 4 else v.attacker
        game.tell("battle-roll", noun, total, loser, rule="toy.battle.4")
        game.update(v._replace(loser=loser))


@rule("toy.battle.5", "toy.camp.4", "toy.camp.5")
class LoserRemoves(Decision[ToyPosition, Battle]):
    title = "The loser removes a counter"

    policies = (WEAKEST,)
    is_routine = True

    def side(self, pos: ToyPosition, v: Battle) -> int:
        return v.loser

    def options(self, pos: ToyPosition, v: Battle) -> list[Offer]:
        if v.loser == NOTHING:
            return []
        beaten = pos.foot_at(v.target if v.loser == v.defender else v.origin)
        # toy.camp.5: where there are camps, the one on top.
        return [Offer("lose", [unit for unit in beaten if not pos.board.boxes or pos.is_top(unit)])]

    def take(self, game: Game[ToyPosition], v: Battle, choice: Choice) -> None:
        pos = game.pos
        left = pos.roster.steps(choice[1]) - pos.hurt[choice[1]] - 1
        if left:
            pos.hurt[choice[1]] += 1
        else:
            pos.put(choice[1], LOST)
        game.tell("lost", choice[1], rule="toy.battle.5")
        game.update(v._replace(loser=NOTHING))

    def refuse(self, pos: ToyPosition, v: Battle, choice: Choice) -> Ruling:
        return Refusal("toy.battle.5", "the loss comes out of the beaten stack.")


@rule("toy.battle.6")
class MoveIn(Action[ToyPosition, Battle]):
    title = "The attacker enters an emptied hex"

    def run(self, game: Game[ToyPosition], v: Battle) -> None:
        pos = game.pos
        if pos.holder[v.target] != NOTHING or pos.holder[v.origin] != v.attacker:
            return
        for unit in pos.foot_at(v.origin):
            pos.put(unit, v.target)
        pos.spent[v.target] = 1
        game.tell("moved", v.attacker, v.origin, v.target, rule="toy.battle.6")


battle = Procedure(
    "battle",
    AttackerCommits(),
    DefenderCommits(),
    AllyCommits(),
    AttackerPlaysChit(),
    DefenderPlaysChit(),
    ShowStacks(),
    RollBattle(),
    LoserRemoves(),
    MoveIn(),
    title="Battle",
    vars=Battle,
    sees=OPEN,
)

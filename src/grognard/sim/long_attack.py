"""An attack with as many dice as the longest that a boxed game asks for, to time its odds by.

Both sides write one of four options in secret; two formations roll whether they take part, three batteries
whether they run out of ammunition, six anti-tank guns shoot; then the assault is rolled for and each side
chooses its losses. All of it stands in the variables of the procedure, so that any game can call it.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.core.flow.chance import D6, Outcome, dice
from grognard.core.flow.events import Event
from grognard.core.flow.flow import AnyGame, Ask, Game
from grognard.core.flow.offers import Offer
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import SEAL, Decision, Roll, Sealed
from grognard.core.position import OPEN, Choice, Position
from grognard.core.system import Odds, Rules, RuleSystem, Told

OPTIONS: Final = (
    ("probe", "assault", "infiltrate", "go all out"),
    ("screen", "hold", "strike back", "die hard"),
)
"""What the attacker and the defender may write."""
WAYS: Final = tuple(f"if they {option}" for option in OPTIONS[1])
"""What the odds leave open: the defender's option."""
ASSAULT: Final = OPTIONS[0].index("assault")

FORMATIONS, BATTERIES, GUNS = 2, 3, 6
_TWO_DICE: Final = dice(2)


class LongAttack(NamedTuple):
    """One attack: what was written, and what is left of both sides. `rolls` counts the like dice in a row."""

    options: tuple[int, int] = (0, 0)
    rolls: int = 0
    stays_out: tuple[int, ...] = (0,) * FORMATIONS
    ammunition: tuple[int, ...] = (1,) * BATTERIES
    tanks: tuple[int, ...] = (2, 2)
    is_shaken: int = 0
    attackers: tuple[int, ...] = (3, 3, 2)
    defenders: tuple[int, ...] = (2, 2, 2, 2)
    owed: tuple[int, int] = (0, 0)


class WriteOptions(Sealed[Position, LongAttack]):
    title = "Both sides write an option in secret"

    def sides(self, pos: Position, v: LongAttack) -> tuple[int, ...]:
        return (0, 1)

    def options(self, pos: Position, v: LongAttack, side: int, draft: tuple[Choice, ...]) -> list[Offer]:
        return [Offer(SEAL[0])] if draft else [Offer("stance", range(len(OPTIONS[side])))]

    def reveal(self, game: Game[Position], v: LongAttack, drafts: Sequence[tuple[Choice, ...]]) -> None:
        written = (drafts[0][0][1], drafts[1][0][1])
        game.update(v._replace(options=written))


class _Row(Roll[Position, LongAttack]):
    """Like dice one after another."""

    many = 1
    on: list[Outcome] = D6

    def outcomes(self, pos: Position, v: LongAttack) -> list[Outcome]:
        return self.on

    def take(self, game: Game[Position], v: LongAttack, noun: int) -> None:
        v = self.rolled(game, v, noun)._replace(rolls=v.rolls + 1)
        if v.rolls < self.many:
            game.goto(self.name, v)
        else:
            game.update(v._replace(rolls=0))

    def rolled(self, game: Game[Position], v: LongAttack, noun: int) -> LongAttack:
        raise NotImplementedError


class TakePart(_Row):
    title = "Each formation rolls whether it takes part"

    many = FORMATIONS

    def rolled(self, game: Game[Position], v: LongAttack, noun: int) -> LongAttack:
        is_bold = v.options[v.rolls] == 3
        return v._replace(stays_out=more(v.stays_out, v.rolls)) if noun > 4 + is_bold else v


class Ammunition(_Row):
    title = "Each battery may run out of ammunition"

    many = BATTERIES

    def rolled(self, game: Game[Position], v: LongAttack, noun: int) -> LongAttack:
        return v if noun > 2 else v._replace(ammunition=less(v.ammunition, v.rolls))


class AntiTankFire(_Row):
    title = "Each anti-tank gun shoots at the first tanks that are left"

    many = GUNS
    on = _TWO_DICE

    def rolled(self, game: Game[Position], v: LongAttack, noun: int) -> LongAttack:
        game.tell("shot", noun)
        if noun == 8:
            return v._replace(is_shaken=1)
        return v._replace(tanks=hit(v.tanks, (noun >= 9) + (noun == 12)))


class RollAssault(_Row):
    title = "The assault is rolled for"

    on = _TWO_DICE

    def rolled(self, game: Game[Position], v: LongAttack, noun: int) -> LongAttack:
        total = noun + shift(v)
        owed = (max(0, (14 - total) // 3), max(0, (total - 4) // 3))
        game.tell("assault", noun, total, *owed)
        return v._replace(owed=owed)


class ChooseLosses(Decision[Position, LongAttack]):
    title = "Each side chooses the units that lose a step, the attacker first"

    def side(self, pos: Position, v: LongAttack) -> int:
        return 0 if v.owed[0] and any(v.attackers) else 1

    def options(self, pos: Position, v: LongAttack) -> list[Offer]:
        side = self.side(pos, v)
        steps = (v.attackers, v.defenders)[side]
        return [Offer("loses", [unit for unit, left in enumerate(steps) if left])] if v.owed[side] else []

    def take(self, game: Game[Position], v: LongAttack, choice: Choice) -> None:
        side, unit = self.side(game.pos, v), choice[1]
        game.tell("step", side, unit)
        if side == 0:
            v = v._replace(attackers=less(v.attackers, unit), owed=(v.owed[0] - 1, v.owed[1]))
        else:
            v = v._replace(defenders=less(v.defenders, unit), owed=(v.owed[0], v.owed[1] - 1))
        game.update(v)


def shift(v: LongAttack) -> int:
    """What is added to the dice of the assault."""
    attack, defence = v.options
    written = (-1, 1, 0, 2)[attack] - (-1, 0, 1, 2)[defence]
    return written - v.stays_out[0] + v.stays_out[1] + sum(v.ammunition) + sum(v.tanks) // 2 - v.is_shaken


def more(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    """The counts with one more in a place."""
    return tuple(count + (number == place) for number, count in enumerate(counts))


def less(steps: tuple[int, ...], unit: int) -> tuple[int, ...]:
    """The steps when a unit has lost one."""
    return tuple(left - (number == unit) for number, left in enumerate(steps))


def hit(steps: tuple[int, ...], hits: int) -> tuple[int, ...]:
    """The steps when the first units that are left have taken these hits."""
    for _ in range(min(hits, sum(steps))):
        steps = less(steps, next(unit for unit, left in enumerate(steps) if left))
    return steps


long_attack = Procedure(
    "long-attack",
    WriteOptions(),
    TakePart(),
    Ammunition(),
    AntiTankFire(),
    RollAssault(),
    ChooseLosses(),
    title="A long attack",
    vars=LongAttack,
    sees=OPEN,
)


# -- its odds -----------------------------------------------------------------------------------


class LongAttackOdds(Odds[Position]):
    """The odds of the long attack, in whatever game it is called."""

    note = "The attacker writes an assault; both sides lose steps in the order of their units."

    def ways(self, pos: Position) -> tuple[str, ...]:
        return WAYS

    def answer(self, pos: Position, ask: Ask, way: str = WAYS[0]) -> Choice:
        options = ask.options(ask.side)
        if ask.step != WriteOptions.__name__ or SEAL in options:
            return options[0]
        return options[WAYS.index(way) if ask.side else ASSAULT]

    def tally(self, told: Told, event: Event) -> Told:
        """Steps that the attacker and the defender have lost."""
        return more(told or (0, 0), event.facts[0]) if event.kind == "step" else told

    def tallied(self, after: Position, told: Told) -> dict[str, int]:
        return dict(zip(("attacker steps lost", "defender steps lost"), told or (0, 0), strict=True))


class LongAttackAlone(RuleSystem[Position]):
    """The attack and nothing else."""

    id = "long-attack"
    title = "A long attack"
    sides = ("attacker", "defender")

    def __init__(self) -> None:
        super().__init__()
        self.rules = Rules(long_attack)
        self.odds = LongAttackOdds()


class EmptyField(Position):
    """Nothing but the attack."""


def called_in(procedures: dict[str, Procedure], pos: Position) -> AnyGame:
    """A game that stands at the beginning of the attack."""
    game: AnyGame = Game({**procedures, **long_attack.tree()}, pos)
    game.call(long_attack.name, LongAttack())
    return game

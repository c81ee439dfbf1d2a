"""Leaders in danger: eliminated, wounded, or driven off."""

from typing import NamedTuple

from grognard.core.chapter import OPEN, Game, Outcome, Procedure, Roll, rule
from grognard.core.flow.chance import dice
from grognard.games.battalions.model.content import PARTS_OF_DAY
from grognard.games.battalions.model.position import DISPLACED, HURT, B, BattalionPosition
from grognard.games.battalions.model.unit_steps import put_in_box

ELIMINATED_UP_TO = 2
WOUNDED_AT = 3
DAYS_PER_PIP = 2


class Casualty(NamedTuple):
    """A leader to be rolled for, the steps lost in his hex, and whether he leaves it if he is unhurt.

    `reckoned`: only the odds of a combat are being worked out, to which his days away do not matter.
    """

    leader: int
    lost: int = 0
    displaced: int = 0
    wounded: int = 0
    reckoned: int = 0


@rule("rp.leader-casualty.1", "rp.leader-casualty.2", "rp.leader-casualty.3", "rp.move-general.16")
class RollCasualty(Roll[BattalionPosition, Casualty]):
    """2d6: eliminated up to 2 and the steps lost, wounded at exactly 3 and the steps lost."""

    title = "Is the leader hurt?"

    def outcomes(self, pos: BattalionPosition, v: Casualty) -> list[Outcome]:
        # Of several units that come in at once each finds the same leader; he is rolled for once.
        return dice(2) if pos.hex[v.leader] >= 0 else []

    def roller(self, pos: BattalionPosition, v: Casualty) -> int:
        return pos.content.side[v.leader]

    def take(self, game: Game[BattalionPosition], v: Casualty, noun: int) -> None:
        pos = game.pos
        facts = (v.leader, noun, ELIMINATED_UP_TO + v.lost)
        if noun <= ELIMINATED_UP_TO + v.lost:
            game.tell("leader-killed", *facts, rule="rp.leader-casualty.2")
            put_in_box(pos, v.leader, HURT)
        elif noun == WOUNDED_AT + v.lost and pos.content.has_wounds:
            game.tell("leader-wounded", *facts, rule="rp.leader-casualty.3")
            put_in_box(pos, v.leader, HURT)
            # Of an ADC, a deputy, it does not matter how long he is away: the next one takes his place.
            game.update(v._replace(wounded=1 - max(pos.adc[v.leader], v.reckoned)))
        elif v.displaced:
            displace(game, v.leader, noun)
        else:
            game.tell("leader-unhurt", *facts, rule="rp.leader-casualty.1")


@rule("rp.move-general.17")
def displace(game: Game[B], leader: int, rolled: int) -> None:
    """He leaves the map, and comes back in the Initial Segment of the next AM turn."""
    game.tell("leader-displaced", leader, rolled, rule="rp.move-general.17")
    put_in_box(game.pos, leader, DISPLACED)


@rule("rp.leader-casualty.4")
class RollDaysAway(Roll[BattalionPosition, Casualty]):
    """A wounded leader is away for twice as many days as a new roll shows."""

    title = "How long is the leader away?"

    def outcomes(self, pos: BattalionPosition, v: Casualty) -> list[Outcome]:
        return dice(2) if v.wounded else []

    def roller(self, pos: BattalionPosition, v: Casualty) -> int:
        return pos.content.side[v.leader]

    def take(self, game: Game[BattalionPosition], v: Casualty, noun: int) -> None:
        days = noun * DAYS_PER_PIP
        game.pos.back[v.leader] = game.pos.turn + days * PARTS_OF_DAY
        game.tell("leader-away", v.leader, days, rule="rp.leader-casualty.4")


leader_casualty = Procedure(
    "leader-casualty",
    RollCasualty(),
    RollDaysAway(),
    title="Leader casualty",
    vars=Casualty,
    sees=OPEN,
)

"""The Pre-Turn Phase (weather, who goes first), Clean Up Phase, Turn End Phase, the end of the game."""

from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    NOTHING,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Outcome,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.ocs.air.drop_plans import lapse_plans
from grognard.games.ocs.model.position import (
    CLEAN_UP,
    DROPPED,
    MOVEMENT,
    PHASE_WORK,
    PRE_TURN,
    SHELLED,
    WEATHERS,
    OcsPosition,
)
from grognard.games.ocs.movement.modes import recover
from grognard.games.ocs.rear.breakdowns import absorb
from grognard.games.ocs.sequence.segments import LAST_SEGMENTS, Segment
from grognard.games.ocs.sequence.victory import judge


class Turn(NamedTuple):
    """The rolls for the first player, and how many player turns are over."""

    rolls: tuple[int, ...] = ()
    played: int = 0
    agreed: int = 0


@rule("ocs.sequence.1", "ocs.sequence.3", "ocs.sequence.4", "ocs.weather.1")
class RollWeather(Roll[OcsPosition, Turn]):
    """Weather Determination, with which the Pre-Turn Phase begins."""

    title = "Weather"

    def outcomes(self, pos: OcsPosition, v: Turn) -> list[Outcome]:
        return D6

    def take(self, game: Game[OcsPosition], v: Turn, noun: int) -> None:
        pos = game.pos
        pos.phase = PRE_TURN
        pos.calm = 0
        pos.weather = WEATHERS.index(pos.content.tables["weather"].text(str(noun), "name"))
        game.tell("weather", noun, pos.weather, rule="ocs.sequence.4")
        game.update(Turn())


@rule("ocs.sequence.5", "ocs.sequence.6")
class RollFirst(Roll[OcsPosition, Turn]):
    """First Player Determination, the second segment of the Pre-Turn Phase: both sides roll."""

    title = "Who chooses to go first?"

    def outcomes(self, pos: OcsPosition, v: Turn) -> list[Outcome]:
        fixed = pos.turn == pos.content.scenario.first_turn
        return [] if fixed or len(v.rolls) == 2 else dice(2)

    def take(self, game: Game[OcsPosition], v: Turn, noun: int) -> None:
        rolls = (*v.rolls, noun)
        game.tell("first-roll", len(v.rolls), noun, rule="ocs.sequence.5")
        ties = game.pos.content.options["opt_hr_1_initiative_ties"]
        if len(rolls) == 2 and rolls[0] == rolls[1] and not ties:
            rolls = ()
        if len(rolls) < 2:
            game.goto("RollFirst", v._replace(rolls=rolls))
        else:
            game.update(v._replace(rolls=rolls))

    def roller(self, pos: OcsPosition, v: Turn) -> int:
        return len(v.rolls)


@rule("ocs.sequence.5", "ocs.option.22")
def chooser(pos: OcsPosition, v: Turn) -> int:
    """The side that rolled more; on a tie, by the house rule, the last first player."""
    first, second = v.rolls
    if first == second:
        return pos.first
    return 0 if first > second else 1


@rule("ocs.sequence.5")
class ChooseOrder(Decision[OcsPosition, Turn]):
    title = "The winner of the roll goes first or second"

    policies = (by_verbs("first", "He goes first.", "go-first"),)

    def side(self, pos: OcsPosition, v: Turn) -> int:
        return chooser(pos, v)

    def options(self, pos: OcsPosition, v: Turn) -> list[Offer]:
        return [Offer("go-first"), Offer("go-second")] if v.rolls else []

    def take(self, game: Game[OcsPosition], v: Turn, choice: Choice) -> None:
        winner = chooser(game.pos, v)
        game.pos.first = winner if choice[0] == "go-first" else 1 - winner
        game.tell("order", game.pos.first, winner, rule="ocs.sequence.5")
        game.next(v._replace(rolls=()))

    def refuse(self, pos: OcsPosition, v: Turn, choice: Choice) -> Ruling:
        return Refusal("ocs.sequence.5", "choose to go first or second.")


@rule("ocs.sequence.26")
class AgreeOnCalm(Decision[OcsPosition, Turn]):
    title = "A turn without fighting?"

    policies = (
        by_verbs("fight", "Every turn is fought.", "fight"),
        by_verbs("calm", "No fighting.", "keep-calm"),
    )
    is_routine = True

    def side(self, pos: OcsPosition, v: Turn) -> int:
        return 1 - pos.first if v.agreed else pos.first

    def options(self, pos: OcsPosition, v: Turn) -> list[Offer]:
        if not pos.content.options["opt_2_4_simulcast"] or v.agreed > 1 or v.played:
            return []
        return [Offer("keep-calm"), Offer("fight")]

    def take(self, game: Game[OcsPosition], v: Turn, choice: Choice) -> None:
        if choice[0] == "fight":
            game.next()
            return
        game.update(v._replace(agreed=v.agreed + 1))
        game.pos.calm = int(v.agreed == 1)

    def refuse(self, pos: OcsPosition, v: Turn, choice: Choice) -> Ruling:
        return Refusal("ocs.sequence.26", "agree to a turn without fighting, or do not.")


@rule("ocs.sequence.2", "ocs.sequence.23")
class BeginPlayerTurn(Action[OcsPosition, Turn]):
    title = "A Player Turn begins"

    def run(self, game: Game[OcsPosition], v: Turn) -> None:
        pos = game.pos
        pos.phasing = pos.acting = pos.first if v.played == 0 else 1 - pos.first
        pos.put.rail_used[pos.phasing] = pos.put.sea_used[pos.phasing] = 0
        game.tell("player-turn", pos.phasing, pos.turn, rule="ocs.sequence.2")


@rule("ocs.breakdown.5", "ocs.formation.1", "ocs.formation.2", "ocs.formation.3")
class EndPhase(Action[OcsPosition, Segment]):
    title = "A segment ends, and with the last one of a phase Breakdowns are taken in"

    def run(self, game: Game[OcsPosition], v: Segment) -> None:
        if v.phase in LAST_SEGMENTS:
            take_in(game, v.side)
        if v.phase == MOVEMENT:
            lapse_plans(game, v.side)


@rule("ocs.breakdown.5")
def take_in(game: Game[OcsPosition], side: int) -> None:
    """A phase is over: both sides take their Breakdowns in, the one that acted first."""
    for one in (side, 1 - side):
        absorb(game, one)


@rule("ocs.sequence.20", "ocs.sequence.21", "ocs.sequence.22", "ocs.airmission.8")
class CleanUp(Action[OcsPosition, Segment]):
    title = "H. Clean Up Phase"

    def run(self, game: Game[OcsPosition], v: Segment) -> None:
        pos = game.pos
        content = pos.content
        pos.phase, pos.acting = CLEAN_UP, v.side
        recover(pos, v.side)
        for hq in content.hqs[v.side]:
            pos.put.fuel[hq] = 0
        for formation, members in enumerate(content.members):
            if members and content.side[members[0]] == v.side:
                pos.put.formation_fuel[formation] = NOTHING
        pos.trainbusted = [marks & ~(1 << v.side) for marks in pos.trainbusted]
        game.tell("clean-up", v.side, rule="ocs.sequence.20")
        take_in(game, v.side)


@rule("ocs.sequence.23", "ocs.sequence.24", "ocs.sequence.25")
class EndPlayerTurn(Action[OcsPosition, Turn]):
    """The second Player Turn is followed by the Turn End Phase."""

    title = "The other player's turn, or the end of the game turn"

    def run(self, game: Game[OcsPosition], v: Turn) -> None:
        pos = game.pos
        if v.played == 0:
            game.goto("BeginPlayerTurn", v._replace(played=1))
            return
        pos.flags = [flags & ~(DROPPED | SHELLED) for flags in pos.flags]
        pos.worked = [done & PHASE_WORK for done in pos.worked]
        pos.rebased = [0] * len(pos.rebased)
        if pos.turn >= pos.content.scenario.turns:
            judge(game)
        else:
            pos.turn += 1
            game.goto("RollWeather", Turn())

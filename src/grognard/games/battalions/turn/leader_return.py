"""Leaders and HQs come back in the morning."""

from grognard.core.chapter import Action, Choice, Game, Offer, Refusal, Ruling, first_option, rule
from grognard.games.battalions.model.position import (
    DISPLACED,
    ELIMINATED,
    GERMAN,
    HURT,
    IN_ORDER,
    RETURNED,
    SOVIET,
    B,
    BattalionPosition,
)
from grognard.games.battalions.model.secrecy import Watched
from grognard.games.battalions.model.stacking import is_beside_enemy
from grognard.games.battalions.movement.entering import take_control


@rule(
    "rp.leader-return.1",
    "rp.leader-return.2",
    "rp.leader-return.3",
    "rp.leader-return.4",
    "rp.general.15",
)
class ReturnLeaders(Action[BattalionPosition, tuple[()]]):
    """Hurt leaders are replaced by their deputy (ADC), displaced ones return, wounded ones when it is time.

    Each comes to the HQ of his formation; if that is not on the map he waits.
    """

    title = "Leaders return"

    def run(self, game: Game[BattalionPosition], v: tuple[()]) -> None:
        pos = game.pos
        for side in (GERMAN, SOVIET):
            for leader in pos.content.units_of[side]:
                if pos.content.is_leader[leader]:
                    return_leader(game, leader)


def return_leader(game: Game[B], leader: int) -> None:
    """Bring a leader back if he is away, or the true one in place of his ADC if he has recovered."""
    pos = game.pos
    hq = pos.content.leader_hq[leader]
    if hq < 0 or pos.hex[hq] < 0:
        return
    healed = 0 < pos.back[leader] <= pos.turn
    if healed and (pos.hex[leader] == HURT or pos.adc[leader]):
        pos.back[leader] = 0
        pos.adc[leader] = 0
        _place(game, leader, hq, "rp.leader-return.3")
    elif pos.hex[leader] == HURT:
        pos.adc[leader] = 1
        _place(game, leader, hq, "rp.leader-return.1")
    elif pos.hex[leader] == DISPLACED:
        _place(game, leader, hq, "rp.leader-return.2")


def _place(game: Game[B], leader: int, hq: int, why: str) -> None:
    pos = game.pos
    pos.place(leader, pos.hex[hq])
    pos.steps[leader] = 1
    game.tell("leader-back", leader, pos.adc[leader], rule=why, sees=pos.viewers(leader))


# -- HQs ------------------------------------------------------------------------------------------


def lost_hqs(pos: BattalionPosition, side: int) -> list[int]:
    """Eliminated HQs that can come back: some unit of their formation can take them."""
    content = pos.content
    return [
        unit
        for unit in content.units_of[side]
        if content.is_hq[unit] and pos.hex[unit] == ELIMINATED and hosts(pos, unit)
    ]


@rule("rp.hq-return.1", "rp.hq-return.2")
def hosts(pos: BattalionPosition, hq: int) -> list[int]:
    """The units of its formation on which an HQ can return: on the map and not next to an enemy unit."""
    content = pos.content
    side = content.side[hq]
    return [
        unit
        for unit in pos.on_map(side)
        if pos.formation_of(unit) == content.formation[hq]
        and not content.is_leader[unit]
        and not is_beside_enemy(pos, pos.hex[unit], side)
    ]


@rule("rp.hq-return.1", "rp.hq-return.2", "rp.general.5")
class ReturnHqs(Watched[BattalionPosition, tuple[()]]):
    """Each eliminated HQ is put on a unit of its formation that its owner chooses; the German begins."""

    title = "HQs return"
    policies = (first_option("first", "The first unit of its formation that can take it."),)
    is_routine = True

    def side(self, pos: BattalionPosition, v: tuple[()]) -> int:
        return GERMAN if lost_hqs(pos, GERMAN) else SOVIET

    def options(self, pos: BattalionPosition, v: tuple[()]) -> list[Offer]:
        lost = [*lost_hqs(pos, GERMAN), *lost_hqs(pos, SOVIET)]
        return [Offer("rejoin", hosts(pos, lost[0]))] if lost else []

    def take(self, game: Game[BattalionPosition], v: tuple[()], choice: Choice) -> None:
        pos = game.pos
        hq = [*lost_hqs(pos, GERMAN), *lost_hqs(pos, SOVIET)][0]
        pos.place(hq, pos.hex[choice[1]])
        pos.steps[hq] = pos.content.max_steps[hq]
        pos.morale_state[hq] = IN_ORDER
        pos.flags[hq] |= RETURNED
        take_control(pos, pos.hex[hq], pos.content.side[hq])
        game.tell("hq-back", hq, pos.hex[hq], rule="rp.hq-return.1", sees=pos.viewers(hq))

    def refuse(self, pos: BattalionPosition, v: tuple[()], choice: Choice) -> Ruling:
        verb, unit = choice
        lost = [*lost_hqs(pos, GERMAN), *lost_hqs(pos, SOVIET)]
        if verb != "rejoin" or not lost:
            return None
        own = pos.content.side[unit] == pos.content.side[lost[0]] and pos.hex[unit] >= 0
        if not own or pos.formation_of(unit) != pos.content.formation[lost[0]]:
            return Refusal("rp.hq-return.1", "it is no unit of the HQ's formation on the map.")
        return Refusal("rp.hq-return.2", "it is next to an enemy unit.")

"""The supply recheck (step 2 of an impulse): the activated units trace again, through the active HQ."""

from grognard.core.chapter import Action, Game, rule
from grognard.games.red_god_of_war.model.position import (
    ARRIVED,
    GERMAN,
    ISOLATED,
    MOVEMENT_PHASE,
    SUPPLIED,
    UNSUPPLIED,
    RedGodPosition,
)
from grognard.games.red_god_of_war.supply.trace import Traces, is_in_range, supply_state


@rule("rgw.recheck.2", "rgw.recheck.6", "rgw.recheck.7", "rgw.recheck.8", "rgw.recheck.9", "rgw.recheck.10")
def rechecked_state(pos: RedGodPosition, traces: Traces, unit: int) -> int:
    """The state of an activated unit: the worst of what it was, a new trace, and one step down for failing.

    A German reinforcement that is still to enter counts as supplied for its impulse (rgw.reinforce.2).
    """
    if pos.hex[unit] < 0 or (pos.flags[unit] & ARRIVED and pos.content.side[unit] == GERMAN):
        return SUPPLIED
    before = pos.supply[unit]
    traced = supply_state(pos, traces, unit)
    hq = pos.active_hq
    if traced == SUPPLIED:
        fed = traces.joined(pos.hex[unit], pos.hex[hq]) and traces.reaches_source(pos.hex[hq])
        traced = SUPPLIED if fed else UNSUPPLIED
    lowered = before
    if recheck_rule(pos, unit):
        lowered = min(before + 1, ISOLATED)
    return max(before, traced, lowered)


def recheck_rule(pos: RedGodPosition, unit: int) -> str:
    """The requirement of the recheck that an activated unit fails; empty if it meets all three."""
    if pos.traced[unit] != SUPPLIED:
        return "rgw.recheck.3"
    if not pos.lit[pos.active_hq]:
        return "rgw.recheck.4"
    return "rgw.recheck.5" if pos.hex[unit] >= 0 and not is_in_range(pos, unit, pos.active_hq) else ""


@rule("rgw.recheck.1", "rgw.recheck.11")
class RecheckSupply(Action[RedGodPosition, tuple[object, ...]]):
    """The state found here stays until the next trace, also for defence."""

    title = "2. Supply recheck of the activated units"

    def run(self, game: Game[RedGodPosition], v: object) -> None:
        pos = game.pos
        traces = Traces(pos, pos.active_side)
        for unit in pos.active_units():
            if pos.content.is_hq[unit]:
                continue  # rgw.supply.12: an HQ has no supply state of its own
            state = rechecked_state(pos, traces, unit)
            if state != pos.supply[unit]:
                pos.supply[unit] = state
                game.tell("recheck", unit, state, rule=recheck_rule(pos, unit) or "rgw.recheck.9")
        game.tell("phase", MOVEMENT_PHASE, rule="rgw.sequence.3")

"""Missions besides sweeps and bombs: Hip Shoots before overruns, Trainbusting, supply for who is cut off."""

from collections.abc import Sequence
from typing import Final

from grognard.games.ocs.air.aircraft import bases_of, is_strategic, range_of
from grognard.games.ocs.air.mission.bombing import is_short_range, strength_of
from grognard.games.ocs.air.mission.declaration import mission_refusal
from grognard.games.ocs.air.mission.loading import tokens_at_hand
from grognard.games.ocs.air.mission.variables import DROP, HIP_SHOOT, TRAINBUSTING, TRANSPORT, Mission
from grognard.games.ocs.fire.barrage import BY_AIR, Shelling
from grognard.games.ocs.model.charts import facility_cell
from grognard.games.ocs.model.ground import TRUCK
from grognard.games.ocs.model.position import EXPLOITATION_BARRAGE, MOVEMENT
from grognard.games.ocs.model.scale import CAP, RE, SP
from grognard.games.ocs.rear.railways import destinations, rail_path
from grognard.games.ocs.staff.flying import LEAST_BOMBS, PLANE, Sortie, flak_risk, gets_through
from grognard.games.ocs.staff.prospects import Prospect, prospect, shells_of
from grognard.games.ocs.staff.situation import Situation
from grognard.games.ocs.supply.draw_and_throw import drawn_from, total_of

RAIL: Final = 0.5
"""What it is worth that trains pay twice in the enemy's next turn, in steps."""
LEAST_TRAINS: Final = 0.1
FED: Final = 0.4
"""What it is worth to feed an RE that would be Out of Supply, in steps."""


def _promise(now: Situation, worth: float, kind: int, plane: int, hex: int) -> float:
    """What an aircraft alone promises at a hex, with Flak there and Fighters that could intercept it."""
    flak = PLANE * flak_risk(now.pos, kind, hex, (plane,), now.side)
    return worth * gets_through(now, (plane,), hex) - flak


def hip_shoot(now: Situation, ready: Sequence[int], overruns: Sequence[Prospect]) -> Sortie | None:
    """One aircraft at a hex that is about to be overrun, if it helps enough that it is disorganised."""
    pos = now.pos
    best: Sortie | None = None
    for plan in overruns:
        plain = prospect(now, plan.target, plan.strikers, overrun=True).value
        for plane in ready:
            if mission_refusal(pos, (plane,), HIP_SHOOT, plan.target, now.side) is not None:
                continue
            near = int(is_short_range(pos, (plane,), plan.target))
            fire = Shelling(plan.target, now.side, strength_of(pos, (plane,)), BY_AIR, spotted=1, near=near)
            shells = shells_of(pos, fire)
            after = prospect(now, plan.target, plan.strikers, overrun=True, dg=shells.dg).value
            gain = after - plain + shells.steps * now.step
            value = _promise(now, gain, HIP_SHOOT, plane, plan.target)
            if value >= LEAST_BOMBS and (best is None or value > best.value):
                why = f"a Hip Shoot before the overrun of {pos.content.names[plan.target]} adds {value:.1f}"
                best = Sortie(value, (plane,), "hip-shoot", plan.target, why, "at-units")
    return best


def trainbusting(now: Situation, ready: Sequence[int]) -> Sortie | None:
    """Bombers that found nothing better, against the railway from the enemy's map edge to his front.

    It is flown in the last segment that allows it: the marker hurts the enemy in his next turn alone.
    """
    pos, content = now.pos, now.pos.content
    if pos.phase != EXPLOITATION_BARRAGE or pos.phasing != now.side or not _moves_again(now):
        return None
    best: Sortie | None = None
    for hex in _railway(now):
        for plane in ready:
            far = content.distance(pos.hex[plane], hex) > range_of(pos, plane)
            if far or mission_refusal(pos, (plane,), TRAINBUSTING, hex, now.side) is not None:
                continue
            strength = strength_of(pos, (plane,))
            hits = sum(facility_cell(content.tables, strength, roll).star for roll in range(1, 7)) / 6
            value = _promise(now, RAIL * hits, TRAINBUSTING, plane, hex) + 0.05 * is_strategic(pos, plane)
            if value >= LEAST_TRAINS and (best is None or value > best.value):
                why = f"trains through {content.names[hex]} are to pay twice"
                best = Sortie(value, (plane,), "trainbust", hex, why)
    return best


def _moves_again(now: Situation) -> bool:
    """Has the enemy a turn to come?"""
    return now.pos.turn < now.pos.content.scenario.turns or now.pos.first == now.side


def _railway(now: Situation) -> list[int]:
    """The hexes between the enemy's map edge and the station nearest to us, where his supply goes."""
    pos, content = now.pos, now.pos.content
    source = content.source[now.enemy]
    if source < 0 or not content.rail_cap[now.enemy] or not content.has_rail[source]:
        return []
    ours = [pos.hex[unit] for unit in content.combat_units[now.side] if 0 <= pos.hex[unit] < content.hexes]
    stations = destinations(pos, now.enemy, source, CAP // SP)
    if not ours or not stations:
        return []
    front = min(stations, key=lambda one: (min(content.distance(one, hex) for hex in ours), one))
    way = rail_path(pos, now.enemy, source, front)
    return [hex for hex in way if not any(pos.trainbusted[one] for one in (hex, *content.around[hex]))]


def supply_by_air(now: Situation, ready: Sequence[int]) -> Sortie | None:
    """Tokens for the largest stack that would starve: landed at a base beside it, or dropped on it."""
    pos, content = now.pos, now.pos.content
    lifts = [plane for plane in ready if pos.shown(content.capacity, plane)]
    if pos.phase != MOVEMENT or not lifts:
        return None
    best: Sortie | None = None
    for hex, size in _starving(now).items():
        ends = [(TRANSPORT, "carry-to", base) for base in _bases_beside(now, hex)]
        for kind, verb, end in [*ends, (DROP, "drop-at", hex)]:
            for plane in lifts:
                if mission_refusal(pos, (plane,), kind, end, now.side) is not None:
                    continue
                if not tokens_at_hand(pos, Mission(now.side, (plane,), kind, end)):
                    continue
                sure = 1.0 if kind == TRANSPORT else 0.7
                value = _promise(now, sure * FED * size / RE, kind, plane, end)
                if value >= LEAST_BOMBS and (best is None or value > best.value):
                    why = f"the stack in {content.names[hex]} is cut off and must be fed"
                    best = Sortie(value, (plane,), verb, end, why, tokens=-(-size // RE))
    return best


def _starving(now: Situation) -> dict[int, int]:
    """Own hexes out of trace supply with nothing to eat in reach, and the quarters of RE in them."""
    pos, content = now.pos, now.pos.content
    hexes = {pos.hex[unit] for unit in content.combat_units[now.side] if 0 <= pos.hex[unit] < content.hexes}
    return {
        hex: pos.size_of(pos.combat_units_at(hex, now.side))
        for hex in sorted(hexes - now.trace)
        if not total_of(pos, now.side, drawn_from(pos, hex, now.side, TRUCK))
    }


def _bases_beside(now: Situation, hex: int) -> list[int]:
    """Own air bases in a hex or next to it."""
    return [base for base in bases_of(now.pos, now.side) if now.pos.content.distance(base, hex) <= 1]

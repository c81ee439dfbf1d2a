"""Behind the front: guns come into range, HQs follow their men, Repls go to the HQs, supply comes forward."""

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.core.position import NOTHING, Choice
from grognard.games.ocs.model.content import COMBAT_SIDE, MOVE_SIDE
from grognard.games.ocs.model.ground import TRUCK
from grognard.games.ocs.model.position import COMBAT, MOVE, MOVEMENT
from grognard.games.ocs.model.scale import CAP, MP, SP
from grognard.games.ocs.model.units import transport_size
from grognard.games.ocs.movement.reach import mover_of
from grognard.games.ocs.movement.step_costs import supply_reach, with_adjacent
from grognard.games.ocs.rear.railways import destinations, entrain_refusal, freight_hexes, freight_limit
from grognard.games.ocs.staff.marches import Marches
from grognard.games.ocs.staff.orders import Order, may_take
from grognard.games.ocs.supply.draw_and_throw import drawn_from, total_of
from grognard.games.ocs.supply.trace import draw_area
from grognard.games.ocs.supply.transport import handling
from grognard.kit.reach import reach

SAFE: Final = 2
"""How far from the enemy guns stay, at least."""
HQ_SAFE: Final = 3
COVERED: Final = 0.7
"""The part of the men that an HQ must reach, else it follows them."""
SHORTER: Final = 3
"""How many hexes nearer a train must bring its load."""


class Rear:
    """The moves of those who do not fight, planned after the fighters' moves."""

    def __init__(self, marches: Marches) -> None:
        self.marches = marches
        self.now = marches.now
        self.pos = marches.pos
        self.trains: list[tuple[Choice, int, str]] = []
        """What goes by rail: the answer that begins it, the station it goes to, and why."""
        self._taken: dict[int, int] = {}
        """Tokens of dumps that trains or trucks take."""

    def make(self) -> None:
        """Orders for guns, HQs, Repls, trucks and trains."""
        content = self.pos.content
        for unit in self.marches.movers:
            if content.is_artillery[unit]:
                self._gun(unit)
            elif content.is_hq[unit]:
                self._hq(unit)
            elif content.is_repl[unit]:
                self._repl(unit)
            elif not content.can_attack[unit] and unit not in self.marches.settled:
                self._stay(unit, "guards where it stands")
        if self.pos.phase == MOVEMENT:
            self._trains()
            self._trucks()

    def _stay(self, unit: int, why: str) -> None:
        mode = COMBAT if may_take(self.pos, unit, COMBAT) else MOVE
        self.marches.settle(unit, self.pos.hex[unit], mode, why)

    # -- guns -------------------------------------------------------------------------------------

    def _gun(self, gun: int) -> None:
        """Near enough to fire at what is attacked, else at any enemy, and out of his sight."""
        pos, now, content = self.pos, self.now, self.pos.content
        here = pos.hex[gun]
        far = content.range[gun * 2 + COMBAT_SIDE]
        wanted = [attack.target for attack in self.marches.attacks] or now.enemy_hexes

        def short(hex: int) -> int:
            return max(0, min((content.distance(hex, one) for one in wanted), default=0) - far)

        if short(here) == 0 and now.away(here) >= SAFE:
            self._stay(gun, "the enemy is in range")
            return
        best = (self._exposed(gun, here) + 8 * short(here) + 1, here, COMBAT)
        for mode in (COMBAT, MOVE):
            for hex, paid in self.marches.reach(gun, mode).items():
                if hex != here and self.marches.room(hex) >= pos.size(gun):
                    cost = 8 * short(hex) + self._exposed(gun, hex) + paid / (4 * MP)
                    best = min(best, (cost + (1.5 if mode == MOVE else 0), hex, mode))
        _, hex, mode = best
        why = "the guns are ready"
        if hex != here:
            why = "the guns come up" if short(hex) < short(here) else "the guns get out of the way"
        self.marches.settle(gun, hex, mode, why)

    def _exposed(self, unit: int, hex: int) -> float:
        """What it costs to stand near the enemy, without friends, or without supply."""
        now, pos = self.now, self.pos
        cost = 6.0 * max(0, SAFE - now.away(hex)) + (0.0 if hex in now.trace else 10.0)
        if now.threat[hex] and not now.defence_at(hex, (unit,)):
            cost += min(6.0, now.threat[hex] / 4)
        return cost if pos.content.is_artillery[unit] else 2 * cost

    # -- HQs --------------------------------------------------------------------------------------

    def _hq(self, hq: int) -> None:
        """An HQ throws from where it is as long as it reaches its men, and then follows them."""
        pos, now, content = self.pos, self.now, self.pos.content
        here = pos.hex[hq]
        men = self._men(hq)
        if pos.phase != MOVEMENT:
            return
        share = self._share(hq, here, COMBAT_SIDE, men)
        area = draw_area(pos, now.side, TRUCK)

        def cost(hex: int) -> float:
            far = sum(content.distance(hex, one) for one in men) / max(1, len(men))
            close = 4.0 * max(0, HQ_SAFE - now.away(hex))
            return far + close + (0.0 if hex in area else 8.0) + min(6.0, now.threat[hex] / 5)

        # Who is about to attack needs his HQ where it throws from, and the enemy will be busy.
        calm = now.attacks and self.marches.attacks and now.away(here) > 1
        in_danger = now.away(here) < HQ_SAFE and now.threat[here] > 3 * now.defence_at(here)
        flees = bool(now.turns_left) and in_danger and not calm
        best = here
        if men and (flees or share < COVERED):
            best = min(self.marches.reach(hq, MOVE), key=lambda hex: (cost(hex), hex))
            # On its Move side it throws half as far in this turn: it goes only where it is needed more.
            if flees:
                keeps = self._share(hq, best, MOVE_SIDE, men) >= 0.7 * share
            else:
                keeps = self._share(hq, best, COMBAT_SIDE, men) >= share + 0.25
            best = best if keeps else here
        if best == here and not flees:
            best = self._ahead(hq, men, share)
        if best == here:
            self._stay(hq, "throws from here")
        else:
            why = "out of the enemy's reach" if flees else "follows its men, to throw from nearer"
            self.marches.settle(hq, best, MOVE, why)

    def _ahead(self, hq: int, men: Sequence[int], share: float) -> int:
        """Nearer to the next objective if an HQ cannot throw there, and loses nobody by going."""
        pos, now, content = self.pos, self.now, self.pos.content
        here = pos.hex[hq]
        if not (now.attacks and now.turns_left and men and now.wanted):
            return here
        goal = min(now.wanted, key=lambda one: (min(content.distance(one, hex) for hex in men), one))
        if self._share(hq, here, COMBAT_SIDE, [goal]):
            return here
        needed = sum(one.steps for attack in self.marches.attacks for one in attack.strikers)
        area = draw_area(pos, now.side, TRUCK)
        able = [
            hex
            for hex in self.marches.reach(hq, MOVE)
            if hex in area
            and now.away(hex) >= HQ_SAFE
            and content.distance(hex, goal) + SHORTER <= content.distance(here, goal)
            and self._share(hq, hex, MOVE_SIDE, men) >= share
            and total_of(pos, now.side, drawn_from(pos, hex, now.side, TRUCK)) >= needed
        ]
        return min(
            able,
            key=lambda hex: (content.distance(hex, goal) + min(6.0, now.threat[hex] / 5), hex),
            default=here,
        )

    def _men(self, hq: int) -> list[int]:
        """Where the fighters will stand that are nearer to this HQ than to another."""
        pos, content = self.pos, self.pos.content
        hqs = [one for one in content.hqs[self.now.side] if pos.hex[one] >= 0]
        found = []
        for unit in content.combat_units[self.now.side]:
            hex = self.marches.ends.get(unit, pos.hex[unit])
            if 0 <= hex < content.hexes and content.can_attack[unit] and not content.is_repl[unit]:
                if min(hqs, key=lambda one: (content.distance(pos.hex[one], hex), one)) == hq:
                    found.append(hex)
        return found

    def _share(self, hq: int, hex: int, face: int, men: Iterable[int]) -> float:
        """The part of these hexes that an HQ would throw to from a hex."""
        pos, content = self.pos, self.pos.content
        limit = content.throw[hq * 2 + face] * MP
        area = with_adjacent(
            content, supply_reach(pos, hex, self.now.side, content.throw_mobility[hq], limit).cost
        )
        hexes = list(men)
        return sum(one in area for one in hexes) / max(1, len(hexes))

    # -- Repls ------------------------------------------------------------------------------------

    def _repl(self, unit: int) -> None:
        """To an HQ that can rebuild with it, the nearest one."""
        pos, content = self.pos, self.pos.content
        here = pos.hex[unit]
        hqs = [pos.hex[hq] for hq in content.hqs[self.now.side] if pos.hex[hq] >= 0]
        if not hqs or pos.phase != MOVEMENT:
            return

        def far(hex: int) -> int:
            return min(content.distance(hex, one) for one in hqs)

        if far(here) <= 2:
            return
        found = self.marches.reach(unit, MOVE)
        zone = pos.zoc(self.now.enemy)
        best = min(
            (hex for hex in found if not zone[hex] and self.now.away(hex) > HQ_SAFE),
            key=lambda hex: (max(2, far(hex)), hex),
            default=here,
        )
        if far(best) < far(here):
            self.marches.settle(unit, best, MOVE, "replacements go to the HQ")

    # -- trucks -----------------------------------------------------------------------------------

    def depots(self) -> list[int]:
        """Where supply is wanted: with the HQs that have men at the front, the emptiest first."""
        pos, content = self.pos, self.pos.content
        found = []
        for hq in content.hqs[self.now.side]:
            hex = self.marches.ends.get(hq, pos.hex[hq])
            if 0 <= hex < content.hexes and self._men(hq) and self.now.away(hex) >= SAFE:
                found.append((pos.dump_at(hex, self.now.side), hex))
        return [hex for _, hex in sorted(found)]

    def _trucks(self) -> None:
        """Loaded trucks drive to the HQs; empty ones fetch a load from behind first."""
        pos, content = self.pos, self.pos.content
        depots = self.depots()
        if not depots:
            return
        for unit in content.transports[self.now.side]:
            here = pos.hex[unit]
            usable = 0 <= here < content.hexes and not content.is_organic[unit] and not pos.extender[unit]
            if not usable or not pos.points[unit]:
                continue
            depot = min(depots, key=lambda hex: (content.distance(here, hex) // 6, depots.index(hex), hex))
            if pos.cargo[unit]:
                self._deliver(unit, depot)
            else:
                self._fetch(unit, depot, depots)

    def _ways(self, unit: int, here: int, spent: int) -> dict[int, int]:
        """Where a truck comes to from a hex with so much of its allowance spent."""
        pos = self.pos
        was, before = pos.hex[unit], pos.spent[unit]
        pos.put.hex[unit], pos.put.spent[unit] = here, spent
        one = mover_of(pos, (unit,), (unit,), ())
        pos.put.hex[unit], pos.put.spent[unit] = was, before
        if one.limit <= 0:
            return {here: 0}
        return reach(one.going, {here: 0}, one.limit, one.closed, one.stop, one.enter).cost

    def _deliver(self, unit: int, depot: int) -> None:
        """Drive to a depot and unload, or as near as one gets."""
        pos = self.pos
        steps, at, left = self._drive(unit, pos.hex[unit], 0, depot)
        if at == depot and left >= handling(pos, unit):
            steps = (*steps, ("unload", pos.cargo[unit]))
        if steps:
            why = f"supply for the front goes to {pos.content.names[at]}"
            self.marches.orders.append(Order((unit,), NOTHING, steps, why))

    def _fetch(self, unit: int, depot: int, depots: Sequence[int]) -> None:
        """Load at a dump behind and bring it forward in one go, as far as the trucks come."""
        pos, content = self.pos, self.pos.content
        side, price = self.now.side, handling(pos, unit)
        ways = self._ways(unit, pos.hex[unit], 0)
        limit = content.movement[unit * 2] * MP
        best: tuple[float, int] | None = None
        for hex, paid in ways.items():
            there = pos.ground_dump(hex, side) - pos.unloaded[hex] - self._taken.get(hex, 0)
            gain = min(content.distance(hex, one) for one in depots)
            forward = self.now.away(hex) > self.now.away(depot)
            if there < SP or gain < SHORTER or not forward or paid + price > limit:
                continue
            worth = min(there, pos.points[unit] * SP) * min(gain, 8) - paid / MP
            if best is None or worth > best[0]:
                best = (worth, hex)
        if best is None:
            return
        hex = best[1]
        tokens = min(
            pos.points[unit] * SP, pos.ground_dump(hex, side) - pos.unloaded[hex] - self._taken.get(hex, 0)
        )
        self._taken[hex] = self._taken.get(hex, 0) + tokens
        spent = ways[hex] + price
        first: tuple[Choice, ...] = (("to", hex),) if hex != pos.hex[unit] else ()
        steps, at, left = self._drive(unit, hex, spent, depot)
        steps = (*first, ("load", tokens), *steps)
        if at == depot and left >= price:
            steps = (*steps, ("unload", tokens))
        why = f"supply of {content.names[hex]} is brought to {content.names[at]}"
        self.marches.orders.append(Order((unit,), NOTHING, steps, why))

    def _drive(self, unit: int, here: int, spent: int, depot: int) -> tuple[tuple[Choice, ...], int, int]:
        """The step of a drive towards a depot, where it ends, and what is left of the allowance then."""
        content, now = self.pos.content, self.now
        limit = content.movement[unit * 2] * MP
        ways = self._ways(unit, here, spent)
        ready = [hex for hex in ways if now.away(hex) >= SAFE or hex == here]
        best = min(ready, key=lambda hex: (content.distance(hex, depot), ways[hex], hex))
        left = limit - spent - ways[best]
        return ((("to", best),) if best != here else ()), best, left

    # -- trains -----------------------------------------------------------------------------------

    def _trains(self) -> None:
        """Supply, then units far from the front, go to the station nearest to where they are wanted."""
        pos, content, now = self.pos, self.pos.content, self.now
        depots = self.depots()
        if not depots:
            return

        def far(hex: int) -> int:
            return min(content.distance(hex, one) for one in depots)

        for hex in freight_hexes(pos, now.side):
            ends = [one for one in destinations(pos, now.side, hex, CAP // SP) if now.away(one) >= HQ_SAFE]
            best = min(ends, key=lambda one: (far(one), one), default=hex)
            if far(best) + SHORTER <= far(hex) and now.away(best) < now.away(hex):
                why = f"supply goes by rail to {content.names[best]}"
                self.trains.append((("send-supply", hex), best, why))
                self._taken[hex] = freight_limit(pos, now.side, hex, best)
        for unit in content.combat_units[now.side]:
            if pos.hex[unit] < 0 or pos.mode[unit] != MOVE or entrain_refusal(pos, unit) is not None:
                continue
            here = pos.hex[unit]
            stations = destinations(pos, now.side, here, transport_size(pos, unit), unit)
            ends = [one for one in stations if now.away(one) >= SAFE]
            best = min(ends, key=lambda one: (far(one), one), default=here)
            if far(best) + 2 * SHORTER <= far(here):
                self.trains.append((("entrain", unit), best, f"by rail to {content.names[best]}"))

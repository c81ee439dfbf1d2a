"""How good it is to stand in a hex: goals, line, danger, supply and company, weighed against each other."""

from collections.abc import Sequence

from grognard.core.chapter import NOTHING
from grognard.games.red_god_of_war.combat.odds import basic_column, has_divisional_integrity
from grognard.games.red_god_of_war.model.formations import whole_formation
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET, WAITING, RedGodPosition
from grognard.games.red_god_of_war.model.zoc import exerts_zoc
from grognard.games.red_god_of_war.staff import weights
from grognard.games.red_god_of_war.staff.estimate import Estimate
from grognard.kit.foresight import garrison

HQ_FOLLOWS = 1
"""An HQ moves after its units: a unit may stand this much beyond its range."""


class Places:
    """Scores hexes for units on a working copy of the position; units are lifted while they look around."""

    def __init__(self, estimate: Estimate, pos: RedGodPosition) -> None:
        self.estimate = estimate
        self.pos = pos
        self.content = pos.content
        self.side = estimate.side
        self.covered = estimate.cover_of(pos)

    # -- lifting and putting down -----------------------------------------------------------------

    def lift(self, group: Sequence[int]) -> None:
        """Take units off the board."""
        self.drop(group, WAITING)

    def drop(self, group: Sequence[int], hex: int) -> None:
        """Put units down in a hex."""
        for unit in group:
            self._shift(unit, hex)

    def _shift(self, unit: int, hex: int) -> None:
        touched = [one for one in (self.pos.hex[unit], hex) if one >= 0]
        for one in touched:
            self._count(one, -1)
        self.pos.place(unit, hex)
        for one in touched:
            self._count(one, 1)

    def _count(self, hex: int, by: int) -> None:
        for there in self.estimate.covers(self.pos, hex):
            self.covered[there] += by

    # -- the score --------------------------------------------------------------------------------

    def score(self, group: Sequence[int], hex: int) -> float:
        """What it is worth that these units, lifted now, stand in this hex."""
        whim = weights.A_WHIM * self.estimate.worth.temper.whim(hex, group[0])
        return weights.PULL[self.side] * self.estimate.pull[hex] + self.ground(group, hex) + whim

    def ground(self, group: Sequence[int], hex: int) -> float:
        """The score without the pull of goals further on: what the hex itself gives and costs."""
        stack = self.pos.combat_units_at(hex)
        total = self.held(group, stack, hex)
        total += self._cover(group, hex)
        total += self._company(group, stack)
        total -= self.estimate.worth.temper.safety * self._danger(group, stack, hex)
        total -= self._hunger(group, hex)
        return total

    def best(self, group: Sequence[int], hexes: Sequence[int]) -> tuple[int, float]:
        """Of these hexes the one where a group does most good, and what it gains there; NOTHING of none."""
        home = self.pos.hex[group[0]]
        self.lift(group)
        stay = self.score(group, home)
        best = max(hexes, key=lambda hex: (self.score(group, hex), -hex), default=NOTHING)
        gain = self.score(group, best) - stay if best >= 0 else 0.0
        self.drop(group, home)
        return best, gain

    def held(self, group: Sequence[int], stack: Sequence[int], hex: int) -> float:
        """What the hex itself brings: an objective taken or made safer, or a prepared position manned."""
        estimate, side = self.estimate, self.side
        worth = estimate.worth
        if not worth.prize[hex]:
            stands = side == GERMAN and self.content.improved[hex] and not stack and estimate.threat[hex]
            return weights.STAND * worth.future if stands else 0.0
        together = [*stack, *group]
        falls = estimate.falls(hex, together, self._integrity(together, group))
        if self.pos.control[hex] != side:
            return weights.TAKE * worth.at_stake(hex, 1 - side) * (1.0 - weights.REPLY * falls)
        alone = estimate.falls(hex, stack, self._integrity(stack, ()))
        return worth.temper.hold * garrison(worth.at_stake(hex, side), alone, falls)

    def leaves(self, unit: int) -> float:
        """What the side gives up if this unit leaves its hex: cover of the line, and what it holds there."""
        home = self.pos.hex[unit]
        self.lift((unit,))
        lost = self.held((unit,), self.pos.combat_units_at(home), home) + self._cover((unit,), home)
        self.drop((unit,), home)
        return lost

    def _cover(self, group: Sequence[int], hex: int) -> float:
        """The hexes of the line that only these units would cover."""
        need, covered = self.estimate.need, self.covered
        stack = self.pos.at(hex)
        gain = 0.0 if covered[hex] else need[hex]
        if exerts_zoc(self.pos, [*stack, *group]) and not exerts_zoc(self.pos, stack):
            for there in self.content.neighbours[hex * 6 : hex * 6 + 6]:
                if there >= 0 and not covered[there]:
                    gain += need[there]
        return self.estimate.worth.temper.hold * gain

    def _company(self, group: Sequence[int], stack: Sequence[int]) -> float:
        """Whole divisions are doubled; tanks and infantry help each other."""
        content = self.content
        together = [*stack, *group]
        total = 0.0
        formation = content.formation[group[0]]
        if formation >= 0 and content.has_integrity[formation] and self.side == GERMAN:
            mates = [unit for unit in content.members[formation] if self.pos.hex[unit] >= 0]
            here = sum(content.formation[unit] == formation for unit in stack)
            whole = len(mates) + len(group)
            if whole > 1:
                total += weights.WHOLE_DIVISION * (here + len(group) - 1) / (whole - 1)
        tanks = any(content.is_tank[unit] for unit in together)
        if tanks and any(content.is_infantry[unit] for unit in together):
            total += weights.COMBINED
        return total

    def _danger(self, group: Sequence[int], stack: Sequence[int], hex: int) -> float:
        """The harm an enemy attack would do here with these units, less what it would do without them."""
        if not self.estimate.threat[hex]:
            return 0.0
        return self._harm([*stack, *group], hex, group) - self._harm(stack, hex, ())

    def _harm(self, units: Sequence[int], hex: int, group: Sequence[int]) -> float:
        if not units:
            return 0.0
        estimate, worth = self.estimate, self.estimate.worth
        defence = sum(self.pos.defence_of(unit) for unit in units)
        defence += self._integrity(units, group)
        column = basic_column(int(estimate.threat[hex]), defence) + estimate.shift_at(hex, self.side)
        hits = worth.mean_on_defender[max(0, min(len(worth.mean_on_defender) - 1, column))]
        step = min(worth.step(self.pos, unit) for unit in units)
        if self._has_way_out(hex):
            ground = worth.hex_to(hex, self.side, estimate.matters(hex, self.side))
            step = (step + min(step, ground)) / 2
        else:
            step *= 2
        return weights.ATTACKED * hits * step

    def _integrity(self, units: Sequence[int], group: Sequence[int]) -> int:
        """The defence that whole divisions add."""
        if self.side != GERMAN:
            return 0
        content, pos = self.content, self.pos
        extra = sum(pos.defence_of(unit) for unit in units if has_divisional_integrity(pos, unit))
        formation = content.formation[group[0]] if group else -1
        if formation >= 0 and len(group) > 1 and content.has_integrity[formation]:
            # The division is the group, lifted.
            if all(unit in group for unit in whole_formation(pos, formation)):
                extra += sum(pos.defence_of(unit) for unit in group)
        return extra

    def _has_way_out(self, hex: int) -> bool:
        pos, zone = self.pos, self.estimate.zone
        around = [there for there in self.content.neighbours[hex * 6 : hex * 6 + 6] if there >= 0]
        free = [there for there in around if not pos.is_enemy_held(there, self.side)]
        return any(not zone[there] or pos.has_friend(there, self.side) for there in free)

    def _hunger(self, group: Sequence[int], hex: int) -> float:
        """What being out of supply or range would cost."""
        cost = 0.0
        if not self.estimate.is_fed(hex):
            cost += weights.CUT_OFF * len(group)
        away = self.from_hq(group[0], hex)
        if away > HQ_FOLLOWS:
            cost += weights.OUT_OF_RANGE * min(away - HQ_FOLLOWS, 3) * len(group)
        return cost

    def from_hq(self, unit: int, hex: int) -> int:
        """How far beyond the range of its nearest valid HQ a hex lies; 0 or less is in range."""
        content, pos = self.content, self.pos
        if self.side == SOVIET:
            hqs = [pos.army[unit]] if pos.army[unit] >= 0 else []
        else:
            hqs = content.hqs[GERMAN]
        return min(
            (content.distance(pos.hex[hq], hex) - content.hq_range[hq] for hq in hqs if pos.hex[hq] >= 0),
            default=0,
        )

    # -- headquarters -----------------------------------------------------------------------------

    def score_hq(self, hq: int, hex: int, units: Sequence[int]) -> float:
        """An HQ wants its units in range, and no enemy near unless troops stand before it."""
        content, pos = self.content, self.pos
        total = 0.0
        for unit in units:
            away = content.distance(hex, pos.hex[unit])
            beyond = away - content.hq_range[hq]
            care = weights.HQ_IN_RANGE if beyond <= 0 else -weights.HQ_BEYOND * min(beyond, 6)
            strength = pos.attack_of(unit) + 1.0
            if self.side == GERMAN and self._has_other_hq(unit, hq):
                strength *= weights.HQ_OTHERS_UNIT
            total += strength * (care - weights.HQ_NEARER * away)
        return total - self._peril_of_hq(hex)

    def _peril_of_hq(self, hex: int) -> float:
        peril = 0.0
        if not self.pos.has_friend(hex, self.side):
            peril += weights.HQ_THREAT * min(self.estimate.threat[hex], 10)
            if self.estimate.zone[hex]:
                peril += weights.HQ_ALONE_IN_ZONE
        elif self.estimate.zone[hex]:
            peril += weights.HQ_IN_ZONE
        if not self.estimate.is_fed(hex):
            peril += weights.HQ_CUT_OFF
        return peril

    def _has_other_hq(self, unit: int, hq: int) -> bool:
        """Is this German in range of another HQ too?"""
        content, pos = self.content, self.pos
        return any(
            other != hq
            and pos.hex[other] >= 0
            and content.distance(pos.hex[other], pos.hex[unit]) <= content.hq_range[other]
            for other in content.hqs[GERMAN]
        )

"""What the enemy can do in his next turn to a unit, hex by hex: the staff's reply risk."""

from typing import Final

from grognard.core.board.hexes import opposite
from grognard.games.panzerblitz.combat.overrun import charge_reach
from grognard.games.panzerblitz.combat.results import BEST, odds_column, result_of
from grognard.games.panzerblitz.combat.targets import firepower
from grognard.games.panzerblitz.model.content import CLASS_I, GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DISPERSED, DropPosition
from grognard.games.panzerblitz.model.sight import can_see
from grognard.kit.foresight import any_of
from grognard.kit.temper import EVEN, Temper

CLOSE_LIKELY: Final = 0.7
"""How likely the enemy who could overrun or storm a unit does it: he may have better to do."""

DISPERSED_PART: Final = 0.25
"""Being dispersed is so much of being lost."""

MOST_CHARGERS: Final = 2
"""Vehicles that overrun one hex together."""


class Danger:
    """What the enemy can bring to bear on a hex in his next turn.

    He fires first, from where he stands and at what is spotted now; then his vehicles overrun and his
    infantry storms. Who is dispersed does none of it, and after the last German turn nothing comes.
    """

    def __init__(self, pos: DropPosition, side: int, temper: Temper = EVEN) -> None:
        self.pos = pos
        self.safety = temper.safety
        self.side = side
        content = pos.content
        is_last = pos.turn == content.turns
        is_over = is_last and side == GERMAN == pos.mover
        # Who is dispersed in the last German turn still cuts his road.
        self.dispersal = 0.0 if is_last and side == RUSSIAN else DISPERSED_PART
        enemies = [
            unit
            for unit in content.units_of[1 - side]
            if pos.where[unit] >= 0 and pos.aboard[unit] < 0 and not pos.marks[unit] & DISPERSED
            if not is_over
        ]
        self.eyes = {pos.where[unit] for unit in enemies}
        self.guns = [
            (unit, pos.where[unit], content.range[unit])
            for unit in enemies
            if content.attack[unit] and not content.is_piece[unit]
        ]
        self.stormers = [
            (content.attack[unit], pos.where[unit]) for unit in enemies if content.assaults[unit]
        ]
        self.chargers = [unit for unit in enemies if content.is_armoured[unit] and content.attack[unit]]
        self.known: dict[int, tuple[float, float, float, float, float]] = {}

    def at(self, hex: int, armoured: bool) -> float:
        """Attack factors that bear on a unit in this hex."""
        hard, soft, storm, over_hard, over_soft = self._factors(hex)
        return (hard if armoured else soft) + storm + (over_hard if armoured else over_soft)

    def risk(self, hex: int, unit: int) -> float:
        """The chance that a unit in this hex is lost in the next enemy turn, dispersal counted in part.

        Who is careful fears more than there is to fear.
        """
        content = self.pos.content
        hard, soft, storm, over_hard, over_soft = self._factors(hex)
        fire, charge = (hard, over_hard) if content.is_armoured[unit] else (soft, over_soft)
        cover = content.cover[hex]
        defence = content.defence[unit]
        by_fire = self._harm(int(fire), defence, cover)
        if not storm and not charge:
            return min(1.0, self.safety * by_fire)
        # At close quarters the whole stack is attacked, and defends together.
        mates = [one for one in self.pos.at(hex) if one != unit and content.side[one] == self.side]
        defence += sum(content.defence[one] for one in mates)
        by_storm = self._harm(int(storm), defence, cover + content.die_modifier("close assault"))
        by_charge = self._harm(int(charge), defence, content.die_modifier("overrun"), 1)
        return min(1.0, self.safety * any_of((by_fire, CLOSE_LIKELY * by_storm, CLOSE_LIKELY * by_charge)))

    def reply(self, unit: int, hex: int) -> float:
        """How much likelier a unit is lost in this hex than where it is."""
        return max(0.0, self.risk(hex, unit) - self.risk(self.pos.where[unit], unit))

    def _harm(self, attack: int, defence: int, modifier: int, better: int = 0) -> float:
        column = odds_column(self.pos, attack, max(1, defence))
        if column < 0:
            return 0.0
        column = min(column + better, BEST)
        results = [result_of(self.pos, column, die, modifier) for die in range(1, 7)]
        return sum(1.0 if one == "X" else 0.0 if one == "-" else self.dispersal for one in results) / 6.0

    def _factors(self, hex: int) -> tuple[float, float, float, float, float]:
        found = self.known.get(hex)
        if found is None:
            found = self._reckon(hex)
            self.known[hex] = found
        return found

    def _reckon(self, hex: int) -> tuple[float, float, float, float, float]:
        """Fire at armour, fire at anything else, infantry within a step that storms, armour that overruns.

        Overruns count twice: of armour, and of anything else.
        """
        pos = self.pos
        content = pos.content
        land = content.land
        hard = soft = 0.0
        spotted = not land.conceals[hex] or not self.eyes.isdisjoint(land.neighbours[hex * 6 : hex * 6 + 6])
        for unit, here, longest in self.guns if spotted else ():
            if 0 < content.distance(here, hex) <= longest and can_see(land, here, hex):
                hard += firepower(pos, unit, hex, True)
                soft += firepower(pos, unit, hex, False)
        storm = sum(strength for strength, here in self.stormers if content.distance(here, hex) <= 2)
        over_hard, over_soft = self._overruns(hex)
        return (hard, soft, storm, over_hard, over_soft)

    def _overruns(self, hex: int) -> tuple[float, float]:
        """The strongest vehicles that could drive through a hex together, as far as all their points go."""
        pos, content = self.pos, self.pos.content
        if not content.land.is_open[hex] or hex in pos.mines or hex in pos.blocks or pos.fort_at(hex):
            return (0.0, 0.0)
        able = [unit for unit in self.chargers if drives_through(pos, unit, hex)]
        power = sorted(((content.attack[unit], unit) for unit in able), reverse=True)
        hard = [attack for attack, unit in power if content.weapon[unit] != CLASS_I]
        soft = [attack for attack, _ in power]
        return (float(sum(hard[:MOST_CHARGERS])), float(sum(soft[:MOST_CHARGERS])))


def drives_through(pos: DropPosition, unit: int, hex: int) -> bool:
    """Can this vehicle pay its way to a hex, straight through and out beyond it, if its exit is clear?"""
    content = pos.content
    around, costs = content.land.neighbours, content.exit_cost[content.column[unit]]
    if content.distance(pos.where[unit], hex) > content.move[unit]:
        return False
    reached, budget = charge_reach(pos, unit).cost, content.move[unit] * 2
    for direction in range(6):
        entry, back = around[hex * 6 + direction], opposite(direction)
        if entry in reached and around[hex * 6 + back] >= 0:
            through = costs[entry * 6 + back] + costs[hex * 6 + back]
            if reached[entry] + through <= budget:
                return True
    return False

"""Morale levels: which units take part in a combat, and the shift that the levels give."""

from collections.abc import Sequence

from grognard.core.chapter import (
    D6,
    NOTHING,
    SEAL,
    Choice,
    Game,
    Offer,
    Outcome,
    Refusal,
    Roll,
    Ruling,
    Sealed,
    rule,
)
from grognard.games.battalions.combat.after.losses import can_lose
from grognard.games.battalions.combat.attack import Combat, up
from grognard.games.battalions.model.markers import current_morale
from grognard.games.battalions.model.position import BattalionPosition

MOST_RIGHT = 3
MOST_LEFT = 2


def fighters(pos: BattalionPosition, v: Combat, side: int) -> tuple[int, ...]:
    """The declared units of a side."""
    return v.attackers if side == pos.phasing else v.defenders


def strength_printed(pos: BattalionPosition, unit: int) -> int:
    """AS of an attacker, DS of a defender, as printed."""
    if pos.content.side[unit] == pos.phasing:
        return pos.attack_of(unit)
    return pos.defence_of(unit)


@rule("rp.morale.3")
def highest_level(pos: BattalionPosition, v: Combat, side: int) -> int:
    """The highest level a side may pick: the morale of the best of its units that have a strength.

    Who has just retreated into the hex has none, and counts only where nobody else is.
    """
    printed = [unit for unit in fighters(pos, v, side) if strength_printed(pos, unit) > 0]
    able = [unit for unit in printed if can_lose(pos, unit)] or printed
    return max((current_morale(pos, unit) for unit in able), default=0)


def usual_level(pos: BattalionPosition, v: Combat, side: int) -> int:
    """The highest level that at least half of the strength meets without a roll."""
    units = fighters(pos, v, side)
    total = sum(strength_printed(pos, unit) for unit in units)
    for level in range(highest_level(pos, v, side), 0, -1):
        met = sum(strength_printed(pos, unit) for unit in units if current_morale(pos, unit) >= level)
        if 2 * met >= total:
            return level
    return 0


@rule("rp.morale.1", "rp.morale.2")
class ChooseLevels(Sealed[BattalionPosition, Combat]):
    """Picked in secret and shown together."""

    title = "Each side picks a morale level in secret"

    def sides(self, pos: BattalionPosition, v: Combat) -> tuple[int, ...]:
        return (pos.phasing, 1 - pos.phasing)

    def is_forced_openly(self, pos: BattalionPosition, v: Combat, side: int) -> bool:
        return highest_level(pos, v, side) == 0

    def options(self, pos: BattalionPosition, v: Combat, side: int, draft: tuple[Choice, ...]) -> list[Offer]:
        if draft:
            return [Offer(SEAL[0])]
        return [Offer("morale-level", range(highest_level(pos, v, side) + 1))]

    def reveal(self, game: Game[BattalionPosition], v: Combat, drafts: Sequence[tuple[Choice, ...]]) -> None:
        side = game.pos.phasing
        # In what a side knows of the game the other's order is absent; it is taken for the highest.
        levels = [
            draft[0][1] if draft else highest_level(game.pos, v, one) for one, draft in enumerate(drafts)
        ]
        chosen = v._replace(attack_level=levels[side], defence_level=levels[1 - side])
        game.pos.shown_orders = [chosen.attack_level, chosen.defence_level]
        game.tell("levels", chosen.attack_level, chosen.defence_level, rule="rp.morale.2")
        game.update(chosen)

    def refuse(self, pos: BattalionPosition, v: Combat, choice: Choice) -> Ruling:
        if choice[0] != "morale-level":
            return None
        return Refusal("rp.morale.3", f"no unit of that side has a morale of {choice[1]}.")


# -- who takes part -----------------------------------------------------------------------------


@rule("rp.morale.6", "rp.morale.7")
def below(pos: BattalionPosition, units: Sequence[int], level: int) -> dict[int, int]:
    """The units whose morale is below their side's level, and by how much."""
    gaps = {unit: level - current_morale(pos, unit) for unit in units}
    return {unit: gap for unit, gap in gaps.items() if gap > 0}


@rule("rp.morale.9", "rp.morale.10", "rp.morale.11")
def fails(pos: BattalionPosition, gap: int, roll: int) -> bool:
    """Does a unit so far below the level fail on this roll?"""
    return roll <= fails_to(pos, gap)


def fails_to(pos: BattalionPosition, gap: int) -> int:
    """The highest roll on which a unit so far below the level fails."""
    return pos.content.tables["morale-participation"].integer(str(min(gap, 3)), "fails-to")


@rule("rp.morale.8", "rp.morale.12")
class AttackerParticipation(Roll[BattalionPosition, Combat]):
    """One die for all units of the side that are below its level."""

    title = "The attacker rolls for units below his morale level"

    def level(self, v: Combat) -> int:
        return v.attack_level

    def mine(self, pos: BattalionPosition) -> int:
        return pos.phasing

    def outcomes(self, pos: BattalionPosition, v: Combat) -> list[Outcome]:
        return D6 if below(pos, fighters(pos, v, self.mine(pos)), self.level(v)) else []

    def roller(self, pos: BattalionPosition, v: Combat) -> int:
        return self.mine(pos)

    def take(self, game: Game[BattalionPosition], v: Combat, noun: int) -> None:
        pos = game.pos
        side = self.mine(pos)
        gaps = below(pos, fighters(pos, v, side), self.level(v))
        failed = tuple(unit for unit, gap in gaps.items() if fails(pos, gap, noun))
        rolled = [number for unit, gap in gaps.items() for number in (unit, fails_to(pos, gap))]
        game.tell("participation", side, noun, *rolled, rule="rp.morale.8")
        game.update(self.after(v, failed))

    def after(self, v: Combat, failed: tuple[int, ...]) -> Combat:
        return v._replace(attack_failed=failed)


@rule("rp.morale.8", "rp.morale.13", "rp.morale.14")
class DefenderParticipation(AttackerParticipation):
    title = "The defender rolls for units below his morale level"

    def level(self, v: Combat) -> int:
        return v.defence_level

    def mine(self, pos: BattalionPosition) -> int:
        return 1 - pos.phasing

    def after(self, v: Combat, failed: tuple[int, ...]) -> Combat:
        return v._replace(defence_failed=failed)


# -- the shift ----------------------------------------------------------------------------------


@rule("rp.morale.15", "rp.morale.16", "rp.morale.17", "rp.odds-shifts.5")
def morale_shift(v: Combat) -> int:
    """To the right by the attacker's lead, at most 3; to the left by half the defender's, at most 2."""
    if v.attack_level == NOTHING:
        return 0
    lead = v.attack_level - v.defence_level
    return min(lead, MOST_RIGHT) if lead >= 0 else -min(up(-lead), MOST_LEFT)

"""One combat: who fights whom, what has been chosen and rolled, and questions that all its steps ask."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol

from grognard.core.position import NOTHING, Choice, Frame
from grognard.games.battalions.model.position import BattalionPosition

AGREED: Final[Choice] = ("agreed", NOTHING)

NOT_TRIED: Final = 0
FAILED: Final = 1
SURPRISED: Final = 2


class Combat(NamedTuple):
    """An attack up to its roll. Guns are pairs of a gun and the points it gives.

    `origins` are the hexes the attackers fight from, in their order. `draft` are guns that are being chosen,
    `twice` those of them that fire double; `attack_most` and `defence_most` are the most that counts, kept
    once somebody is lost before the roll. `shots` are firing units with their values, one for each step.
    `lost` are the hexes of steps lost so far. `reckoned`: only the odds are being worked out.
    """

    target: int
    attackers: tuple[int, ...]
    origins: tuple[int, ...]
    defenders: tuple[int, ...] = ()
    breakthrough: int = 0
    attack_option: int = 0
    defence_option: int = 0
    draft: tuple[int, ...] = ()
    twice: tuple[int, ...] = ()
    attack_guns: tuple[tuple[int, int], ...] = ()
    defence_guns: tuple[tuple[int, int], ...] = ()
    attack_most: int = NOTHING
    defence_most: int = NOTHING
    firing: tuple[int, ...] = ()
    surprise: int = NOT_TRIED
    attack_level: int = NOTHING
    defence_level: int = NOTHING
    attack_failed: tuple[int, ...] = ()
    defence_failed: tuple[int, ...] = ()
    armor: int = 0
    at: int = 0
    armor_shift: int = 0
    massed: int = 0
    shots: tuple[tuple[int, int], ...] = ()
    aim: int = NOTHING
    half_kill: int = 0
    pinned: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    leader: int = NOTHING
    attack_leader: int = 0
    defence_leader: int = 0
    reckoned: int = 0


def seen_combat(pos: Any, frame: Frame, side: int) -> Frame:
    """A combat as a side may know it: guns that are being chosen are their owner's business."""
    v = frame.vars
    asked = pos.phasing if frame.step == "OffensiveSupport" else 1 - pos.phasing
    if isinstance(v, Combat) and side != asked and (v.draft or v.twice):
        return Frame(frame.procedure, frame.step, v._replace(draft=(), twice=()))
    return frame


# -- who is left --------------------------------------------------------------------------------


def present(pos: BattalionPosition, unit: int) -> int:
    """The counter that stands for a fighter now: itself, its last company or remnant; NOTHING if gone."""
    if pos.hex[unit] >= 0:
        return unit
    slots = pos.content.last_slots[unit]
    lasts = [slot for slot in slots if pos.source[slot] == unit and not pos.left_over[slot]]
    return next((slot for slot in lasts if pos.hex[slot] >= 0), NOTHING)


def still_on_map(pos: BattalionPosition, units: Iterable[int]) -> list[int]:
    """The counters on the map that stand for these fighters, in their order."""
    found = dict.fromkeys(present(pos, unit) for unit in units)
    found.pop(NOTHING, None)
    return list(found)


def participating(pos: BattalionPosition, v: "Combat") -> list[int]:
    """The attackers that passed their participation roll and are still there."""
    return still_on_map(pos, [unit for unit in v.attackers if unit not in v.attack_failed])


def origin_of(v: Combat, unit: int) -> int:
    """The hex a declared attacker fights from."""
    return v.origins[v.attackers.index(unit)]


class AnyCombat(Protocol):
    """A combat before or after its roll."""

    @property
    def attackers(self) -> tuple[int, ...]: ...


def attacker(pos: BattalionPosition, v: AnyCombat) -> int:
    """The side that attacks."""
    return pos.content.side[v.attackers[0]]


# -- places -------------------------------------------------------------------------------------


def beside(pos: BattalionPosition, hex: int) -> tuple[int, ...]:
    """The hexes adjacent in combat: the six around, and the far end of a bridge over the great river."""
    content = pos.content
    if hex not in content.bridge_ends:
        return content.around[hex]
    far = content.combat.other_end(pos, hex)
    return content.around[hex] if far == NOTHING else (*content.around[hex], far)


def is_near(pos: BattalionPosition, one: int, other: int) -> bool:
    """Are two hexes the same or adjacent?"""
    return one == other or other in beside(pos, one)


def distance(pos: BattalionPosition, one: int, other: int) -> int:
    return pos.content.grid.distance(one, other)


def range_to(pos: BattalionPosition, gun: int, hex: int) -> int:
    """How far a hex is from a gun."""
    distance = pos.content.grid.distance
    return min([distance(here, hex) for here in pos.content.combat.gun_hexes(pos, gun)])


def attack_hexes(pos: BattalionPosition, v: Combat) -> list[int]:
    """The hexes of attackers that participate. The target's own hex counts where a found company is in it."""
    hexes = [origin_of(v, unit) for unit in v.attackers if unit not in v.attack_failed]
    return sorted(set(hexes))


def up(value: int, divisor: int = 2) -> int:
    """A fraction rounded up."""
    return -(-value // divisor)


def counter_names(pos: BattalionPosition, units: Sequence[int]) -> str:
    """Several units in words."""
    return ", ".join(pos.content.unit_names[unit] for unit in units)

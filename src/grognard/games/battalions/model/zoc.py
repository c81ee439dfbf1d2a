"""Zones of control: which stacks exert one, and where it reaches."""

from collections.abc import Sequence

from grognard.core.ledger import rule
from grognard.games.battalions.model.position import BattalionPosition


@rule("rp.zoc.6", "rp.zoc.7", "rp.zoc.8")
def exerts_zoc(pos: BattalionPosition, units: Sequence[int]) -> bool:
    """A stack of one side exerts a zone with a total AS of 3, or with a gun that has ammunition.

    Printed AS of the sides that are up: disruption and supply do not matter. Dispersed, that is flipped,
    units add nothing.
    """
    total = 0
    for unit in units:
        if pos.content.is_artillery[unit] and pos.ammunition[unit] > 0:
            return True
        total += pos.attack_of(unit)
    return total >= pos.content.limit("zoc-strength")


@rule("rp.zoc.4", "rp.zoc.5", "rs.zoc.5")
def zones_of(pos: BattalionPosition, side: int) -> bytes:
    """One byte per hex: the hex of every exerting stack, and those next to it that its units could enter.

    No zone reaches onto water, and so none across the great river, not even along a bridge.
    """
    content = pos.content
    zone = bytearray(content.hexes)
    for hex in pos.hexes_of(side):
        units = [unit for unit in pos.of_side_at(hex, side) if not pos.dispersed[unit]]
        if exerts_zoc(pos, units):
            zone[hex] = 1
            for mobility in {pos.mobility_of(unit) for unit in units if not content.is_leader[unit]}:
                for there in content.ground.beside[mobility][hex]:
                    zone[there] = 1
    return bytes(zone)


def zones_without(pos: BattalionPosition, side: int, spared: Sequence[int]) -> bytes:
    """The zones of a side as if these units were not there."""
    trial = pos.copy()
    for unit in spared:
        trial.place(unit, -1)
    return trial.zoc(side)


@rule("rp.general.10")
def in_enemy_zoc(pos: BattalionPosition, hex: int, side: int) -> bool:
    """Is the hex inside a zone of control of the other side (an EZOC)?"""
    return bool(pos.zoc(1 - side)[hex])


@rule("rp.zoc.9")
def ignores_zoc(pos: BattalionPosition, unit: int) -> bool:
    """Dispersed (flipped) companies go where they like."""
    return bool(pos.dispersed[unit])

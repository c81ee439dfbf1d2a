"""Supply: the HQs, map edges and bridges by which each side traces it, and who is unassigned."""

from grognard.core.chapter import rule
from grognard.games.red_steel.model.position import SOVIET, SteelPosition


@rule("rs.formations.4", "rs.formations.5")
def may_be_unassigned(pos: SteelPosition, unit: int) -> bool:
    """Only Romanian tank units; and of the Soviets the garrison, which has no chit."""
    content = pos.content
    if content.side[unit] == SOVIET:
        return not content.chits[pos.formation_of(unit)]
    return content.nation[unit] == "romanian" and content.kind[unit] == "tank"


@rule("rs.supply.3", "rs.supply.4", "rs.general.3", "rs.general.4", "rs.general.5", "rs.general.6")
def supply_hqs(pos: SteelPosition, unit: int) -> frozenset[int] | None:
    """An Axis unit traces to any HQ of its own nation; Ukrainians count as Romanians."""
    content = pos.content
    if content.side[unit] == SOVIET:
        return None
    return content.hqs_of_nation[content.nation[unit]]


@rule("rs.supply.11", "rs.supply.12", "rs.supply.13")
def supply_exits(pos: SteelPosition, side: int) -> list[int]:
    """The Soviets trace to the east edge, the Axis to the west and after 12 July to the north edge too."""
    content = pos.content
    if side == SOVIET:
        return content.soviet_exits
    late = pos.turn >= content.limit("north-edge-from")
    return content.axis_exits + content.north_exits if late else content.axis_exits


@rule("rs.supply.17")
def supply_links(pos: SteelPosition) -> list[tuple[int, int, int]]:
    """Over every bridge, which counts as one hex."""
    return [(near, far, 1) for near, far, _ in pos.spans()]

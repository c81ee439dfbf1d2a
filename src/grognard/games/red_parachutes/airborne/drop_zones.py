"""Drop zones: one hex for each airborne brigade, written down in secret before play."""

from typing import NamedTuple

from grognard.core.chapter import (
    OPEN,
    Choice,
    Decision,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_rank,
    only,
    rule,
)
from grognard.games.red_parachutes.model.position import SOVIET, ParachutePosition


class Writing(NamedTuple):
    """The brigade whose drop zone is written next."""

    brigade: int = 0


@rule("rp.setup.3")
def edge_distance(pos: ParachutePosition, hex: int) -> int:
    """How many hexes it is to the nearest hex of the map edge."""
    grid = pos.content.grid
    column, row = hex % grid.columns, hex // grid.columns
    # Up and down a column is the shortest way to the top and bottom row.
    return min(column, grid.columns - 1 - column, row, grid.rows - 1 - row)


@rule("rp.setup.2", "rp.setup.3")
def zone_refusal(pos: ParachutePosition, hex: int) -> Ruling:
    """Why this hex is no drop zone."""
    name = pos.content.names[hex]
    if hex not in pos.content.west_bank:
        return Refusal("rp.setup.2", f"{name} is not on the west side of the Dnepr.")
    least = pos.content.limit("drop-zone-edge")
    if edge_distance(pos, hex) < least:
        why = f"{name} is {edge_distance(pos, hex)} hexes from the map edge; {least} are needed."
        return Refusal("rp.setup.3", why)
    return None


def zone_hexes(pos: ParachutePosition) -> list[int]:
    """The hexes that `zone_refusal` says nothing against."""
    least = pos.content.limit("drop-zone-edge")
    return [hex for hex in sorted(pos.content.west_bank) if edge_distance(pos, hex) >= least]


def near_middle(pos: ParachutePosition, v: Writing, choice: Choice) -> int:
    """The deeper inside the map, the better."""
    return -edge_distance(pos, choice[1])


@rule("rp.setup.1")
class WriteDropZones(Decision[ParachutePosition, Writing]):
    """Fixed for the game, and shown when the brigade first drops; brigades may share a hex."""

    title = "Write down the drop zones"
    policies = (by_rank("middle", "As far from the map edge as can be.", near_middle),)

    def side(self, pos: ParachutePosition, v: Writing) -> int:
        return SOVIET

    def options(self, pos: ParachutePosition, v: Writing) -> list[Offer]:
        if v.brigade >= len(pos.content.brigades):
            return []
        return [Offer("zone", zone_hexes(pos))]

    def take(self, game: Game[ParachutePosition], v: Writing, choice: Choice) -> None:
        pos = game.pos
        pos.zones[v.brigade] = choice[1]
        game.tell("drop-zone", v.brigade, choice[1], rule="rp.setup.1", sees=only(SOVIET))
        game.update(Writing(v.brigade + 1))

    def refuse(self, pos: ParachutePosition, v: Writing, choice: Choice) -> Ruling:
        verb, hex = choice
        return zone_refusal(pos, hex) if verb == "zone" else None


drop_zones = Procedure(
    "drop-zones",
    WriteDropZones(),
    title="Drop zones",
    rules=("rp.setup.1",),
    start=lambda pos, v: Writing(),
    vars=Writing,
    sees=OPEN,
)

"""Bridgeheads on the Dnepr: placed, moved, taken off, driven off and improved."""

from grognard.core.flow import Game
from grognard.core.ledger import rule
from grognard.core.position import NOTHING
from grognard.games.red_parachutes.position import GERMAN, Pair, ParachutePosition


@rule("rp.move-general.11")
def drive_off(game: Game[ParachutePosition], unit: int, hex: int) -> None:
    """A German unit that enters either hex of a pair sends it to the Turn track, one turn ahead."""
    pos = game.pos
    if pos.content.side[unit] != GERMAN:
        return
    for place, pair in enumerate(pos.all_pairs()):
        if pair.on_map and hex in (pair.near, pair.far):
            pos.set_pair(place, Pair(NOTHING, NOTHING, 0, pos.turn + 1, pair.crossed))
            game.tell("bridgehead-lost", place, hex, pos.turn + 1, rule="rp.move-general.11")

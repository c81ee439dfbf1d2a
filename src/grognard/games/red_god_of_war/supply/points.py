"""Supply points: what the German roll gives, and what the track holds."""

from grognard.core.chapter import Game, rule
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET, RedGodPosition


@rule("rgw.initial.13")
def add_points(game: Game[RedGodPosition], side: int, points: int, why: str) -> None:
    """Unspent points are kept; above the end of the track they are lost."""
    pos = game.pos
    pos.sp[side] = min(pos.sp[side] + points, pos.content.limit("supply-track"))
    game.tell("points", side, points, pos.sp[side], rule=why)


def is_lifeline_cut(pos: RedGodPosition) -> bool:
    """Is a hex of the Rzhev-Vyazma railway Soviet, or in a Soviet zone with no German unit in it?"""
    zone = pos.zoc(SOVIET)
    return any(
        pos.control[hex] == SOVIET or (zone[hex] and not pos.has_friend(hex, GERMAN))
        for hex in pos.content.lifeline
    )


@rule("rgw.initial.1", "rgw.initial.3")
def supply_shares(pos: RedGodPosition, die: int) -> tuple[int, int, int, int]:
    """What the German supply points of a die are made of: die, OKW box, cut railway, the least there is."""
    tables = pos.content.tables
    modifiers = tables["german-supply-modifiers"]
    rolled = tables["german-supply"].integer("points", str(die))
    box = tables["okw-track"].integer(str(pos.okw + 1), "supply")
    cut = modifiers.integer("rail-cut", "value") if is_lifeline_cut(pos) else 0
    raised = max(0, modifiers.integer("minimum", "value") - (rolled + box + cut))
    return rolled, box, cut, raised

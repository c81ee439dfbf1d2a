"""Positions of Red God of War that differ only in what a side may not know: the enemy's chits."""

from collections.abc import Iterator

from grognard.games.red_god_of_war.model.position import RedGodPosition
from grognard.games.red_god_of_war.sequence.chits import placeable_chits


def cup_twins(pos: RedGodPosition, side: int) -> Iterator[RedGodPosition]:
    """Another of the enemy's HQs has its chit in the cup, or stands in his secret order."""
    enemy = 1 - side
    others = [hq for hq in placeable_chits(pos, enemy) if hq not in pos.put_in and not pos.activated[hq]]
    for chit in [hq for hq in pos.cup if pos.content.side[hq] == enemy]:
        for other in others:
            twin = pos.copy()
            twin.cup = sorted({*pos.cup, other} - {chit})
            twin.put_in = sorted({*pos.put_in, other} - {chit})
            twin.forget()
            yield twin
    drafted = {hq for _, hq in pos.drafts[enemy]}
    for place, (verb, _) in enumerate(pos.drafts[enemy]):
        for other in [hq for hq in placeable_chits(pos, enemy) if hq not in drafted and verb == "chit"]:
            twin = pos.copy()
            twin.drafts[enemy] = tuple(
                (verb, other) if one == place else line for one, line in enumerate(pos.drafts[enemy])
            )
            yield twin

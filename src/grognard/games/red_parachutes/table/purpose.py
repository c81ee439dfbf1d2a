"""What the battle is for: hexes that count for the Soviets, and what else does."""

from grognard.core.score import Objective, Worth, number
from grognard.games.red_parachutes.model.position import SOVIET, ParachutePosition
from grognard.games.red_parachutes.turn.victory import QUARTERS

YEAR = 1943
_STEPS = {
    "german": "German step lost",
    "soviet": "Soviet step lost",
    "costly": "Soviet guards, armor or airborne step lost, besides",
}


def objectives(pos: ParachutePosition) -> list[Objective]:
    """The hexes with points for the Soviets, the dearest first; who holds a hex everybody knows."""
    found = [
        Objective(hex, pos.board.place_name(hex), worth, SOVIET, pos.control[hex] == SOVIET)
        for name, worth in pos.content.scenario.victory.hexes.items()
        for hex in [pos.content.grid.index(name)]
    ]
    return sorted(found, key=lambda one: (-one.points, one.hex))


def worths(pos: ParachutePosition) -> list[Worth]:
    """What else counts for the Soviets in this scenario."""
    victory = pos.content.scenario.victory
    found = [
        Worth(label, number(worth))
        for label, worth in (
            ("each bridgehead", victory.per_bridgehead),
            ("the Kanev bridge, taken whole", victory.bridge),
            ("ten battalions in supply beyond the ring", victory.per_ten_battalions),
            ("German division with under half its steps", victory.worn_division),
        )
        if worth
    ]
    found += [
        Worth(label, number(victory.per_step[key] / QUARTERS))
        for key, label in _STEPS.items()
        if victory.per_step.get(key)
    ]
    if victory.hexes:
        found.append(Worth("at the end a hex counts only if it is in supply", ""))
    if victory.collapse_from:
        label = "no Soviet unit on the west bank, from turn"
        found.append(Worth(f"{label} {victory.collapse_from} on", "Germans win"))
    if victory.breakthrough:
        label = f"{victory.breakthrough} armored battalions in supply at the western edge"
        found.append(Worth(label, "Soviets win"))
    return found

"""What each side knows: its own counters, what it has looked at, and what it feels of the rest."""

from collections.abc import Callable
from typing import Any, Final

from grognard.core.chance import Random
from grognard.core.flow import Procedure
from grognard.core.knowledge import Knowledge
from grognard.core.ledger import rule
from grognard.core.position import Frame
from grognard.core.view import Piece, View
from grognard.games.battalions.content import Content
from grognard.games.battalions.position import (
    DEMORALIZED,
    DISRUPTED,
    ENTERED,
    GERMAN,
    HIDDEN,
    ISOLATED,
    MARCHED,
    MOVED,
    OOS,
    SIGN_DISPERSED,
    SIGN_UNIT,
    SOVIET,
    B,
    BattalionPosition,
    Felt,
)

_BADGES: Final = ((MOVED, "moved"), (MARCHED, "marched"), (ENTERED, "entered"))


@rule("rp.move-intel.2")
class StackKnowledge(Knowledge[B]):
    """Enemy stacks are hidden: that one is there is known, and where its zone reaches, no more."""

    def __init__(self, procedures: dict[str, Procedure], contents: Callable[[str], Content]) -> None:
        super().__init__(procedures)
        self._contents = contents

    def knows(self, pos: B, side: int, field: str, entry: int) -> bool:
        return pos.knows(side, entry)

    def facts(self, pos: B, side: int) -> dict[str, Any]:
        """What is declared, and what is felt of each side that is hidden: its signs and its zones."""
        known = super().facts(pos, side)
        known["content"] = pos.content.key
        known["felt"] = tuple(
            None if one == side else (pos.signs(one), pos.zoc(one)) for one in (GERMAN, SOVIET)
        )
        return known

    def bare(self, view: View) -> B:
        pos = super().bare(view)
        feel(pos, view)
        return pos

    def guess(self, pos: B, view: View, generator: Random) -> None:
        """Hidden counters are put where stacks are known to stand; what is felt of them stays as it is."""
        for side in (GERMAN, SOVIET):
            if side != view.side:
                _fill(pos, side, view.facts["felt"][side][0], generator)
        feel(pos, view)


def feel(pos: BattalionPosition, view: View) -> None:
    """Let a position made from a view show what that view feels of hidden stacks."""
    for side, felt in enumerate(view.facts["felt"]):
        pos.felt[side] = None if felt is None else Felt(*felt)


def _fill(pos: BattalionPosition, side: int, signs: bytes, generator: Random) -> None:
    """Put the hidden counters of a side into the hexes that show signs of it, one in each first."""
    hidden = [unit for unit in pos.content.units_of[side] if pos.hex[unit] == HIDDEN]
    bare = {hex for hex, sign in enumerate(signs) if sign} - {
        pos.hex[unit] for unit in pos.content.units_of[side]
    }
    empty = sorted(bare)
    everywhere = [hex for hex, sign in enumerate(signs) if sign]
    while hidden:
        unit = hidden.pop(generator.randrange(len(hidden)))
        pool = empty or everywhere
        hex = pool[generator.randrange(len(pool))] if pool else -1
        if empty:
            empty.remove(hex)
        pos.hex[unit] = hex
        pos.steps[unit] = pos.content.max_steps[unit]


# -- frames ---------------------------------------------------------------------------------------


def in_hand(pos: Any, frame: Frame, side: int) -> Frame | None:
    """A step of the phasing player with units in hand: to others its vars are as at its beginning."""
    if side == pos.phasing:
        return frame
    return Frame(frame.procedure, frame.step, type(frame.vars)())


# -- the table ------------------------------------------------------------------------------------


def pieces(pos: BattalionPosition, side: int) -> tuple[Piece, ...]:
    """Every counter on the map as a side sees it; a hidden stack is one piece, whatever is in it."""
    found = [
        _piece(pos, unit) for one in (GERMAN, SOVIET) for unit in pos.on_map(one) if pos.knows(side, unit)
    ]
    for one in (GERMAN, SOVIET):
        if one != side:
            found += _hidden(pos, one, side)
    return tuple(found)


def _hidden(pos: BattalionPosition, owner: int, side: int) -> list[Piece]:
    signs: dict[int, int] = {}
    for unit in pos.on_map(owner):
        if not pos.knows(side, unit):
            bit = SIGN_DISPERSED if pos.dispersed[unit] else SIGN_UNIT
            signs[pos.hex[unit]] = signs.get(pos.hex[unit], 0) | bit
    found: list[Piece] = []
    for hex, sign in sorted(signs.items()):
        if sign & SIGN_UNIT:
            found.append(Piece(hex, owner))
        if sign & SIGN_DISPERSED:
            found.append(Piece(hex, owner, badges=("dispersed",), text="?"))
    return found


def _piece(pos: BattalionPosition, unit: int) -> Piece:
    content = pos.content
    badges = [name for bit, name in _BADGES if pos.flags[unit] & bit]
    if pos.morale_state[unit] == DISRUPTED:
        badges.append("disrupted")
    elif pos.morale_state[unit] == DEMORALIZED:
        badges.append("demoralized")
    if pos.supply[unit] == OOS:
        badges.append("out-of-supply")
    elif pos.supply[unit] == ISOLATED:
        badges.append("isolated")
    if content.is_artillery[unit]:
        badges.append("limbered" if pos.limbered[unit] else "unlimbered")
        badges.append(f"ammunition-{pos.ammunition[unit]}")
    if pos.dispersed[unit]:
        badges.append("dispersed")
    faces = len(pos.roster.counters[unit].faces)
    face = pos.adc[unit] if content.is_leader[unit] else content.max_steps[unit] - pos.steps[unit]
    steps = 0 if content.is_leader[unit] else pos.steps[unit]
    return Piece(pos.hex[unit], content.side[unit], unit, min(face, faces - 1), tuple(badges), steps=steps)

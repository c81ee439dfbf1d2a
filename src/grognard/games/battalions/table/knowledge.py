"""What each side knows: its own counters, what it has looked at, and what it feels of the rest."""

from collections.abc import Callable
from functools import lru_cache
from itertools import compress
from typing import Any, ClassVar, Final

from grognard.core.chapter import Event, Options, Procedure, Random, Sealed, rule
from grognard.core.flow.procedures import Procedures
from grognard.core.knowledge import Eyes, Knowledge
from grognard.core.view import Piece, Track, View
from grognard.games.battalions.model.boxes import boxed
from grognard.games.battalions.model.content import Content
from grognard.games.battalions.model.position import (
    DEMORALIZED,
    DIGGING,
    DISRUPTED,
    ENTERED,
    GERMAN,
    HIDDEN,
    IMPROVED,
    ISOLATED,
    MARCHED,
    MOVED,
    NOBODY,
    OOS,
    SIGN_COMBAT,
    SIGN_DISPERSED,
    SIGN_UNIT,
    SOVIET,
    WAITING,
    B,
    BattalionPosition,
    Felt,
)
from grognard.games.battalions.model.scale import part_name, turn_in_play

REVEALS: Final = ("examined", "found", "too-full")
"""Events by which somebody learns what was hidden."""

_BADGES: Final = ((MOVED, "moved"), (MARCHED, "marched"), (ENTERED, "entered"))
_SHOWN: Final = MOVED | MARCHED | ENTERED


@rule("rp.move-intel.2")
class StackKnowledge(Knowledge[B]):
    """Enemy stacks are hidden: that one is there is known, and where its zone reaches, no more."""

    game: str
    labels: ClassVar[tuple[str, ...]] = ("Turn", "Day", "Time")
    marked: ClassVar[tuple[str, ...]] = ("ip", "digging")

    def __init__(self, procedures: dict[str, Procedure], contents: Callable[[str], Content]) -> None:
        super().__init__(procedures)
        self._contents = contents

    # -- what a game of the family says of itself ---------------------------------------------------

    def day_name(self, day: int) -> str:
        """A day by its number, the first being 0."""
        raise NotImplementedError

    def tracks(self, pos: B) -> tuple[Track, ...]:
        """The numbers beside the map that are this game's own."""
        return ()

    def marks(self, pos: B) -> dict[str, tuple[int, ...]]:
        """What lies on hexes besides field works."""
        return {}

    def side_marks(self, pos: B) -> dict[str, tuple[int, ...]]:
        """What lies on hexsides."""
        return {}

    def beside(self, pos: B) -> list[Piece]:
        """What lies beside the map and is no unit in a box."""
        return []

    # -- the table ----------------------------------------------------------------------------------

    def turn(self, pos: B) -> int:
        return pos.turn

    def project(self, pos: B, side: int) -> View:
        return self._view(pos, side, self.facts(pos, side))

    def show(self, pos: B, side: int) -> View:
        return self._view(pos, side, {})

    def _view(self, pos: B, side: int, facts: dict[str, Any]) -> View:
        return View(
            game=self.game,
            scenario=pos.content.scenario.id,
            side=side,
            number=pos.number_for(side),
            turn=pos.turn,
            header=self._header(pos),
            tracks=(*self._clock(pos), *self.tracks(pos)),
            pieces=(*pieces(pos, side), *boxed(pos), *self.beside(pos)),
            holder=_holder(pos.control),
            facts=facts,
            marks=self.marks(pos) | works(pos),
            side_marks=self.side_marks(pos),
        )

    def _header(self, pos: B) -> str:
        """When it is and whose turn."""
        content = pos.content
        whose = content.roster.sides[pos.phasing].capitalize()
        part = "the game is over" if pos.over else f"{whose} player turn"
        when = f"{self.day_name(content.day(pos.turn))}, {part_name(content, pos.turn)}"
        return f"Turn {self._count(pos)}, {when}, {part}"

    def _count(self, pos: B) -> str:
        """The turn and the last one, as they are counted in this scenario."""
        content = pos.content
        return f"{turn_in_play(content, pos.turn)} of {turn_in_play(content, content.scenario.turns)}"

    def _clock(self, pos: B) -> tuple[Track, ...]:
        content = pos.content
        rule_id = self.own_rule("rp.turn-end.1")
        return (
            Track("Turn", self._count(pos), rule_id),
            Track("Day", self.day_name(content.day(pos.turn)), rule_id),
            Track("Time", part_name(content, pos.turn), self.own_rule("rp.general.22")),
        )

    def own_rule(self, id: str) -> str:
        """A rule of the family by the number of the game that is played."""
        known = self.procedures
        return known.ids.get(id, id) if isinstance(known, Procedures) else id

    def eyes(self, pos: B, side: int) -> Eyes:
        knows = pos.knows
        known = [knows(side, unit) for unit in range(pos.content.units)]
        return lambda field: known

    def facts(self, pos: B, side: int) -> dict[str, Any]:
        """What is declared, and what is felt of each side that is hidden: its signs and its zones."""
        known = super().facts(pos, side)
        known["content"] = pos.content.key
        known["felt"] = tuple(
            None if one == side else (pos.signs(one), pos.zoc(one), veiled(pos, one, side))
            for one in (GERMAN, SOVIET)
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
                _fill(pos, side, Felt(*view.facts["felt"][side]), generator)
        pos.forget()
        feel(pos, view)
        self._guess_orders(pos, view.side, generator)

    def _guess_orders(self, pos: B, side: int, generator: Random) -> None:
        """Others who have sealed a secret order have written one of those they may."""
        if not pos.stack or not pos.sealed:
            return
        frame = pos.stack[-1]
        step = self.procedures[frame.procedure].item[frame.step]
        if isinstance(step, Sealed):
            for other in step.sides(pos, frame.vars):
                if other != side and pos.sealed >> other & 1:
                    choices = Options(step.options(pos, frame.vars, other, ()))
                    pos.drafts[other] = (choices[generator.randrange(len(choices))],)

    def is_reveal(self, event: Event) -> bool:
        """Own moves that the enemy does not follow are no secret to who made them; what is looked at is."""
        return event.kind in REVEALS

    def may_teach(self, before: B, after: B, side: int) -> bool:
        """Has a recon unit ended a move? It looks around from where it stands."""
        recon = after.content.is_recon
        return any(
            recon[unit] and after.flags[unit] & ~before.flags[unit] & (MOVED | MARCHED)
            for unit in (after.content.units_of[side] if side >= 0 else [])
        )


def feel(pos: BattalionPosition, view: View) -> None:
    """Let a position made from a view show what that view feels of hidden stacks."""
    for side, felt in enumerate(view.facts["felt"]):
        pos.felt[side] = None if felt is None else Felt(*felt)


def veiled(pos: BattalionPosition, owner: int, side: int) -> bytes:
    """What each hex shows of those counters of a side that the other does not know."""
    felt = pos.felt[owner]
    if felt is not None and side >= 0:
        return felt.veiled
    # In a position made from a view: an onlooker knows less than the side whose view it was.
    found = bytearray(pos.content.hexes if felt is None else felt.veiled)
    for unit in pos.on_map(owner):
        if not pos.knows(side, unit):
            hex = pos.hex[unit]
            low = pos.lies_low(unit) if felt is None else not felt.signs[hex] & SIGN_UNIT
            found[hex] |= SIGN_DISPERSED if low else SIGN_UNIT
    return bytes(found)


def _fill(pos: BattalionPosition, side: int, felt: Felt, generator: Random) -> None:
    """Put the hidden counters of a side into the hexes that show signs of them, one in each first.

    A "?" wants an airborne unit, a stack that bars its hex one that can.
    """
    content = pos.content
    hidden = _shuffled([unit for unit in content.units_of[side] if pos.hex[unit] == HIDDEN], generator)
    for unit in hidden:
        pos.steps[unit] = content.max_steps[unit]
    stacks = [hex for hex, sign in enumerate(felt.veiled) if sign & SIGN_UNIT]
    lost = [hex for hex, sign in enumerate(felt.veiled) if sign & SIGN_DISPERSED]
    for hex in lost:
        _settle(pos, hidden, hex, content.is_airborne, 1)
    fighting = [not leader for leader in content.is_leader]
    for hex in stacks:
        wanted = fighting if felt.signs[hex] & SIGN_COMBAT else content.is_leader
        _settle(pos, hidden, hex, wanted, 0)
    for unit in hidden:
        places = stacks if stacks and not (lost and content.is_airborne[unit]) else lost or stacks
        pos.hex[unit] = places[generator.randrange(len(places))] if places else WAITING
        pos.dispersed[unit] = int(places is lost)


def _settle(pos: BattalionPosition, hidden: list[int], hex: int, wanted: list[bool], dispersed: int) -> None:
    """Put one of the hidden counters into a hex, of the wanted kind if there is one."""
    unit = next((one for one in hidden if wanted[one]), hidden[0] if hidden else HIDDEN)
    if unit != HIDDEN:
        hidden.remove(unit)
        pos.hex[unit] = hex
        pos.dispersed[unit] = dispersed


def _shuffled(units: list[int], generator: Random) -> list[int]:
    pool, found = list(units), []
    while pool:
        found.append(pool.pop(generator.randrange(len(pool))))
    return found


# -- counters and works -----------------------------------------------------------------------------


def _holder(control: list[int]) -> tuple[int, ...]:
    """Who holds each hex."""
    if NOBODY not in control:
        return tuple(control)
    return tuple([-1 if holder == NOBODY else holder for holder in control])


def works(pos: BattalionPosition) -> dict[str, tuple[int, ...]]:
    """Field works, finished and under construction."""
    found = [(hex, kind) for hex, kind in enumerate(pos.works[: pos.content.hexes]) if kind]
    return {
        "ip": tuple([hex for hex, kind in found if kind == IMPROVED]),
        "digging": tuple([hex for hex, kind in found if kind == DIGGING]),
    }


def pieces(pos: BattalionPosition, side: int) -> tuple[Piece, ...]:
    """Every counter on the map as a side sees it; a hidden stack is one piece, whatever is in it."""
    knows = pos.knows
    found = [_piece(pos, unit) for one in (GERMAN, SOVIET) for unit in pos.on_map(one) if knows(side, unit)]
    for one in (GERMAN, SOVIET):
        if one != side:
            found += _hidden(pos, one, side)
    return tuple(found)


def _hidden(pos: BattalionPosition, owner: int, side: int) -> list[Piece]:
    found: list[Piece] = []
    shown = veiled(pos, owner, side)
    for hex in compress(range(len(shown)), shown):
        if shown[hex] & SIGN_UNIT:
            found.append(_stack(hex, owner))
        if shown[hex] & SIGN_DISPERSED:
            found.append(_lost(hex, owner))
    return found


@lru_cache(maxsize=1 << 12)
def _stack(hex: int, owner: int) -> Piece:
    """A stack that nobody has looked at."""
    return Piece(hex, owner)


@lru_cache(maxsize=1 << 10)
def _lost(hex: int, owner: int) -> Piece:
    """Somebody dispersed."""
    return Piece(hex, owner, badges=("dispersed",), text="?")


def _piece(pos: BattalionPosition, unit: int) -> Piece:
    content = pos.content
    lost = pos.adc[unit] if content.is_leader[unit] else content.max_steps[unit] - pos.steps[unit]
    return _piece_of(
        pos.hex[unit],
        content.side[unit],
        unit,
        min(lost, len(pos.roster.counters[unit].faces) - 1),
        0 if content.is_leader[unit] else pos.steps[unit],
        pos.flags[unit] & _SHOWN,
        pos.morale_state[unit],
        pos.supply[unit],
        (pos.limbered[unit], pos.ammunition[unit]) if content.is_artillery[unit] else None,
        pos.dispersed[unit],
    )


@lru_cache(maxsize=1 << 15)
def _piece_of(
    hex: int,
    side: int,
    unit: int,
    face: int,
    steps: int,
    flags: int,
    morale: int,
    supply: int,
    guns: tuple[int, int] | None,
    dispersed: int,
) -> Piece:
    """A counter with its markers. Kept: a screen is drawn after every answer, and few counters change."""
    badges = [name for bit, name in _BADGES if flags & bit]
    if morale == DISRUPTED:
        badges.append("disrupted")
    elif morale == DEMORALIZED:
        badges.append("demoralized")
    if supply == OOS:
        badges.append("out-of-supply")
    elif supply == ISOLATED:
        badges.append("isolated")
    if guns is not None:
        limbered, ammunition = guns
        badges.append("limbered" if limbered else "unlimbered")
        badges.append(f"ammunition-{ammunition}")
    if dispersed:
        badges.append("dispersed")
    return Piece(hex, side, unit, face, tuple(badges), steps=steps)

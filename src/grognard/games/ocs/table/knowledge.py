"""What each side knows: of an enemy stack its top, of an enemy base its top aircraft; the rest is hidden."""

from collections.abc import Callable
from functools import lru_cache
from itertools import compress
from typing import Any, Final

from grognard.core.chapter import NOTHING, Event, Frame, Procedure, Random, rule
from grognard.core.knowledge import Eyes, Knowledge
from grognard.core.view import Piece, Track, View
from grognard.games.ocs.air.aircraft import is_fighter
from grognard.games.ocs.air.combat import Dogfight
from grognard.games.ocs.combat.capture import Capture
from grognard.games.ocs.combat.odds import totals
from grognard.games.ocs.combat.retreat import Retreat, ways_back
from grognard.games.ocs.combat.secrecy import guessed_combat
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.content import Content
from grognard.games.ocs.model.position import (
    ABSENT,
    DG,
    EXPLOIT,
    MOVE,
    MOVED,
    RESERVE,
    STRAT,
    WEATHERS,
    OcsPosition,
)
from grognard.games.ocs.model.scale import CAP, SP, parts_text, rounded
from grognard.games.ocs.model.zoc import has_zoc
from grognard.games.ocs.sequence.fog import height_in_stack, top_unit
from grognard.games.ocs.sequence.victory import points_of
from grognard.games.ocs.supply.breakout import Escape
from grognard.games.ocs.supply.phase import Feeding
from grognard.games.ocs.table.words import SIDE_WORDS, header

Contents = Callable[[str], Content]
"""The content of a game by its key."""

POINTS: Final = "SP"
GOODS: Final = (POINTS, "T")
"""Supply on the ground: points, and the tokens that are less than one."""

REVEALS: Final = ("announced", "scouted", "dump-captured", "vehicles-captured")
"""Events by which a side learns what the other had hidden."""

EYE_TO_EYE: Final = ("capture", "escape", "air-combat")
"""Procedures in which counters are seen that lie hidden otherwise."""

MARKED: Final = {RESERVE: "reserve", STRAT: "strat", DG: "dg", EXPLOIT: "exploit"}


@rule("ocs.fog.1", "ocs.fog.3")
def top_plane(pos: OcsPosition, place: int, side: int) -> int:
    """The Active aircraft of a base that the enemy sees: a Fighter if there is one; NOTHING if none is."""
    planes = [plane for plane in pos.planes_at(place, side) if pos.active[plane]]
    shown = [plane for plane in planes if is_fighter(pos, plane)] or planes
    return max(shown, key=lambda plane: height_in_stack(pos, plane), default=NOTHING)


@rule("ocs.fog.1", "ocs.fog.2")
def is_seen(pos: OcsPosition, side: int, unit: int) -> bool:
    """Does a side see this counter: its own, one off the map, a ship, or the top of an enemy stack?"""
    content = pos.content
    owner, place = content.side[unit], pos.hex[unit]
    if owner == side:
        return True
    if place < 0 or content.is_ship[unit]:
        return place != ABSENT
    if is_being_captured(pos, place, owner) or is_breaking_out(pos, unit):
        return True
    if content.is_aircraft[unit]:
        return is_plane_seen(pos, unit, place, owner)
    return unit == top_unit(pos, place, owner)


@rule("ocs.trace.23")
def is_breaking_out(pos: OcsPosition, unit: int) -> bool:
    """Is it being rolled for this unit whether it gets away, before the eyes of both?"""
    return any(isinstance(frame.vars, Escape) and frame.vars.unit == unit for frame in pos.stack)


@rule("ocs.capture.1")
def is_being_captured(pos: OcsPosition, place: int, owner: int) -> bool:
    """Is what this side has in the hex being divided, before the eyes of both?"""
    captures = [frame.vars for frame in pos.stack if isinstance(frame.vars, Capture)]
    return any(v.hex == place and v.side != owner for v in captures)


@rule("ocs.fog.1", "ocs.fog.6")
def is_plane_seen(pos: OcsPosition, plane: int, place: int, owner: int) -> bool:
    """Does the enemy see an aircraft: on a mission, in an air combat, or on top at its base?"""
    if pos.home[plane] != NOTHING or plane == top_plane(pos, place, owner):
        return True
    fights = (frame.vars for frame in pos.stack if frame.procedure == "air-combat")
    return pos.active[plane] > 0 and any(isinstance(v, Dogfight) and v.hex == place for v in fights)


def seen_units(pos: OcsPosition, side: int) -> list[bool]:
    """`is_seen` of every counter. Of each enemy stack the top is found once."""
    content, hexes = pos.content, pos.hex
    if any(isinstance(one.vars, (Escape, Capture)) or one.procedure == "air-combat" for one in pos.stack):
        return [is_seen(pos, side, unit) for unit in range(content.units)]
    found = [True] * content.units
    tops: dict[tuple[int, int], int] = {}
    for owner in (0, 1):
        for unit in content.units_of[owner] if owner != side else ():
            place = hexes[unit]
            if place < 0 or content.is_aircraft[unit] or content.is_ship[unit]:
                found[unit] = is_seen(pos, side, unit)
                continue
            top = tops.get((owner, place))
            if top is None:
                top = tops[owner, place] = top_unit(pos, place, owner)
            found[unit] = unit == top
    return found


@rule("ocs.air.2", "ocs.naval.14")
def shows_losses(pos: OcsPosition, unit: int) -> bool:
    """Does a counter turn to its other side when it loses a step?"""
    return pos.content.is_aircraft[unit] or pos.content.is_ship[unit]


class OcsKnowledge(Knowledge[OcsPosition]):
    """Own counters are known; of the enemy's those on top, and that something lies in a hex, not how much."""

    labels = ("Turn", "Weather", "Victory points", *(f"Rail Cap, {name}" for name in SIDE_WORDS))
    marked = (
        *(f"hedgehog-{level}" for level in range(1, 5)),
        *(f"air-base-{level}" for level in range(1, 4)),
        *("air-strip", "port", "trainbusting"),
    )

    def __init__(self, procedures: dict[str, Procedure], contents: Contents) -> None:
        super().__init__(procedures)
        self._contents = contents

    @rule("ocs.fog.2")
    def eyes(self, pos: OcsPosition, side: int) -> Eyes:
        content = pos.content
        seen = seen_units(pos, side)
        losses = [
            content.side[unit] == side or (seen[unit] and shows_losses(pos, unit))
            for unit in range(content.units)
        ]
        stores = [owner == side for owner in (0, 1) for _ in range(content.places)]
        acting = [pos.acting == side] * content.places
        rebased = [(count < 0) == side for count in pos.rebased]
        others = {
            "lost": losses,
            "stores": stores,
            "rebased": rebased,
            "unloaded": acting,
            "flown_in": acting,
        }
        return lambda field: others.get(field.name, seen)

    def turn(self, pos: OcsPosition) -> int:
        return pos.turn

    def project(self, pos: OcsPosition, side: int) -> View:
        return self._view(pos, side, self.facts(pos, side))

    def show(self, pos: OcsPosition, side: int) -> View:
        return self._view(pos, side, {})

    def facts(self, pos: OcsPosition, side: int) -> dict[str, Any]:
        """What is declared, and the hexes in which something of the enemy's lies that can be taken."""
        known = super().facts(pos, side)
        known["content"] = pos.content.key
        known["goods"] = tuple(_goods(pos, one) for one in (0, 1))
        return known

    def _view(self, pos: OcsPosition, side: int, facts: dict[str, Any]) -> View:
        return View(
            game="ocs",
            scenario=pos.content.scenario.id,
            side=side,
            number=pos.number_for(side),
            turn=pos.turn,
            header=header(pos),
            tracks=tracks(pos),
            pieces=tuple(pieces(pos, side)),
            holder=tuple(pos.control[: pos.content.hexes]),
            facts=facts,
            marks=marks(pos),
        )

    # -- taking back ------------------------------------------------------------------------------

    @rule("ocs.fog.4", "ocs.option.1")
    def is_reveal(self, event: Event) -> bool:
        """Who moved and what was spent is no secret to its own side; what the other has shown it is."""
        return event.kind in REVEALS

    @rule("ocs.fog.2", "ocs.fog.6", "ocs.capture.1")
    def may_teach(self, before: OcsPosition, after: OcsPosition, side: int) -> bool:
        """Has something begun in which a side sees more of the other than the tops of his stacks?"""
        begun = [frame.procedure for frame in after.stack if frame.procedure in EYE_TO_EYE]
        return bool(begun) and begun != [f.procedure for f in before.stack if f.procedure in EYE_TO_EYE]

    # -- from a view to a position ----------------------------------------------------------------

    def empty(self, view: View) -> OcsPosition:
        return OcsPosition(self._contents(view.facts["content"]))

    def bare(self, view: View) -> OcsPosition:
        """What is not known is absent; where goods are known to lie, a token of them does."""
        pos = super().bare(view)
        lay_goods(pos, view)
        guess_combats(pos)
        return pos

    @rule("ocs.fog.2", "ocs.fog.4")
    def guess(self, pos: OcsPosition, view: View, generator: Random) -> None:
        """Hidden counters are put under the tops of enemy stacks; of a combat as its strengths say."""
        lay_goods(pos, view)
        content = pos.content
        tops = seen_tops(pos, view.side)
        others = [unit for unit in range(content.units) if content.side[unit] != view.side]
        hidden = {unit: hiding_places(pos, view, unit, tops) for unit in others if pos.hex[unit] == ABSENT}
        for _ in range(MOST_TRIES):
            for unit, hexes in hidden.items():
                if hexes:
                    hide(pos, unit, hexes[generator.randrange(len(hexes))], tops)
            if is_as_shown(pos, view.side):
                break
        guess_combats(pos)


MOST_TRIES: Final = 30
"""How often counters are hidden anew until the strengths of a combat are those that were shown."""


@rule("ocs.fog.2")
def hide(pos: OcsPosition, unit: int, place: int, tops: dict[int, int]) -> None:
    """Lay a counter under others: in a mode that changes no zone, or where it fights, in that of the top."""
    pos.put.hex[unit] = place
    pos.put.mode[unit], pos.put.face[unit] = MOVE, 1
    pos.put.points[unit] = int(pos.content.is_transport[unit])
    fights = [frame.vars for frame in pos.stack if isinstance(frame.vars, (Combat, Barrage))]
    if any(place == v.target or place in getattr(v, "origins", ()) for v in fights):
        top = tops.get(place, NOTHING)
        if (
            pos.content.is_combat[unit]
            and top != NOTHING
            and height_in_stack(pos, unit) < height_in_stack(pos, top)
        ):
            pos.put.mode[unit], pos.put.face[unit] = pos.mode[top], pos.face[top]
            if has_zoc(pos, unit) and not has_zoc(pos, top):  # it would be the one that shows
                pos.put.mode[unit], pos.put.face[unit] = MOVE, 1


@rule("ocs.fog.4")
def is_as_shown(pos: OcsPosition, side: int) -> bool:
    """Could this be the combat whose strengths lie on the table? True where none do, or losses were taken."""
    frame = pos.stack[-1] if pos.stack else None
    if frame is None or not isinstance(frame.vars, Combat) or not frame.vars.shown or frame.step not in DICE:
        return True
    v = guessed_combat(pos, frame.vars, frame.step)
    whole, bare = totals(pos, v), totals(pos, v._replace(supplied=()))
    strengths = v.shown[3:5]
    if side == v.side:
        return strengths[1] in (rounded(whole[1] * 12), rounded(bare[1] * 12))
    return strengths[0] == rounded(whole[0] * 12)


DICE: Final = ("RollSurprise", "RollShift", "RollCombat")
"""The steps of a combat in which strengths are shown and nothing is lost yet."""


@rule("ocs.fog.4")
def guess_combats(pos: OcsPosition) -> None:
    """Combats and meals under way get units, so that they can be played on."""
    for place, frame in enumerate(pos.stack):
        if isinstance(frame.vars, Combat):
            pos.stack[place] = frame._replace(vars=guessed_combat(pos, frame.vars, frame.step))
        elif isinstance(frame.vars, Feeding) and frame.step == "Eat" and not frame.vars.hungry:
            units = pos.content.combat_units[frame.vars.side]
            hungry = tuple(unit for unit in units if pos.hex[unit] >= 0)[
                :1
            ]  # somebody is, or nobody is asked
            pos.stack[place] = frame._replace(vars=frame.vars._replace(hungry=hungry))
    top = pos.stack[-1] if pos.stack else None
    if top is not None and isinstance(top.vars, Combat) and top.step in WALKING:
        pos.stack.extend(guessed_retreat(pos, top.vars, WALKING[top.step]))


WALKING: Final = {"AttackerIsBack": 0, "DefenderIsBack": 1}
"""Where a combat stands while its attackers (0) or defenders (1) walk back."""


@rule("ocs.fog.2")
def guessed_retreat(pos: OcsPosition, v: Combat, walks: int) -> list[Frame]:
    """Somebody of the other side walks back from a combat: the nearest who can, by a hex."""
    side = v.side if not walks else 1 - v.side
    units = [unit for unit in pos.content.combat_units[side] if 0 <= pos.hex[unit] < pos.content.hexes]
    for unit in sorted(units, key=lambda one: pos.content.distance(pos.hex[one], v.target)):
        walk = Retreat(side, 1, (v.target,) if not walks else v.origins, (), (unit,), (pos.hex[unit],))
        if ways_back(pos, walk):
            return [Frame("retreat", "WalkBack", walk)]
    return []


def seen_tops(pos: OcsPosition, side: int) -> dict[int, int]:
    """The enemy combat unit that is seen in each hex."""
    content = pos.content
    enemies = [unit for one in (0, 1) if one != side for unit in content.combat_units[one]]
    return {pos.hex[unit]: unit for unit in enemies if 0 <= pos.hex[unit] < content.places}


def hiding_places(pos: OcsPosition, view: View, unit: int, tops: dict[int, int]) -> list[int]:
    """Where a hidden counter may be: under a stack whose top it would not be, at a base, or among goods."""
    content = pos.content
    side = content.side[unit]
    if content.is_aircraft[unit]:
        return [hex for hex in range(content.hexes) if pos.base[hex] and pos.base_side[hex] == side]
    if content.is_transport[unit]:
        goods: tuple[int, ...] = view.facts["goods"][side]
        return [hex for hex in goods if hex < content.hexes and not is_being_captured(pos, hex, side)]
    rank = height_in_stack(pos, unit)
    return sorted(
        hex
        for hex, top in tops.items()
        if content.side[top] == side and (has_zoc(pos, top) or rank < height_in_stack(pos, top))
    )


def lay_goods(pos: OcsPosition, view: View) -> None:
    """Unknown amounts are nothing, but for a token wherever goods are known to lie."""
    pos.stores = [max(0, tokens) for tokens in pos.stores]
    for side, hexes in enumerate(view.facts["goods"]):
        for hex in hexes if side != view.side else ():
            pos.put.stores[side * pos.content.places + hex] = 1


def _goods(pos: OcsPosition, side: int) -> tuple[int, ...]:
    """The places with supply or vehicles of a side."""
    places = pos.content.places
    ground = pos.stores[side * places : side * places + places]
    found = set(compress(range(places), ground))
    found |= {pos.hex[unit] for unit in pos.content.transports[side] if pos.hex[unit] >= 0}
    return tuple(sorted(found))


# -- the table ------------------------------------------------------------------------------------


def pieces(pos: OcsPosition, side: int) -> list[Piece]:
    """The counters that a side sees, and supply on the ground; of enemy goods only that they are there."""
    content = pos.content
    seen = seen_units(pos, side)
    found: list[Piece] = []
    for owner in (0, 1):  # first, so that counters lie on top of supply
        for place in _goods(pos, owner):
            if owner != side:
                found.append(Piece(place, owner, text=POINTS))
                continue
            amounts = divmod(pos.ground_dump(place, owner), SP)
            found += [
                Piece(place, owner, text=text, amount=amount)
                for text, amount in zip(GOODS, amounts, strict=True)
                if amount
            ]
    return found + [
        _piece(pos, unit, content.side[unit] == side)
        for unit in range(content.units)
        if pos.hex[unit] >= 0 and seen[unit]
    ]


def _piece(pos: OcsPosition, unit: int, own: bool) -> Piece:
    content = pos.content
    face = min(pos.lost[unit], 1) if shows_losses(pos, unit) else pos.face[unit]
    return _piece_of(
        (pos.hex[unit], content.side[unit], unit),
        min(face, len(pos.roster.counters[unit].faces) - 1),
        MARKED.get(pos.mode[unit], ""),
        bool(pos.oos[unit]),
        (pos.stocks[unit], bool(pos.fuel[unit]), bool(pos.flags[unit] & MOVED)) if own else (0, False, False),
        bool(pos.extender[unit]),
        bool(content.is_aircraft[unit] and not pos.active[unit]),
        pos.steps(unit) if own and content.max_steps[unit] > 1 else 0,
        pos.points[unit] if own and content.is_transport[unit] else 0,
    )


@lru_cache(maxsize=1 << 15)
def _piece_of(
    who: tuple[int, int, int],
    face: int,
    mode: str,
    oos: bool,
    own: tuple[int, bool, bool],
    extender: bool,
    inactive: bool,
    steps: int,
    amount: int,
) -> Piece:
    """A counter with its markers. Kept: a screen is drawn after every answer, and few counters change."""
    stocks, fuel, moved = own
    badges = [mode] if mode else []
    badges += ["oos"] if oos else []
    badges += [("", "low", "exhausted")[stocks]] if stocks else []
    badges += ["fuel"] if fuel else []
    badges += ["moved"] if moved else []
    badges += ["extender"] if extender else []
    badges += ["inactive"] if inactive else []
    return Piece(*who, face, tuple(badges), steps=steps, amount=amount)


def marks(pos: OcsPosition) -> dict[str, tuple[int, ...]]:
    """Works on the map: hedgehogs and air bases by level, ports by hits, Trainbusting."""
    hexes = range(pos.content.hexes)
    dug = list(compress(hexes, pos.hedgehog))
    bases = list(compress(hexes, pos.base))
    found: dict[str, tuple[int, ...]] = {}
    for level in range(1, 5):
        found[f"hedgehog-{level}"] = tuple([hex for hex in dug if pos.hedgehog[hex] == level])
    for level in range(1, 4):
        found[f"air-base-{level}"] = tuple([hex for hex in bases if pos.base[hex] == level])
    found["air-strip"] = tuple([hex for hex in bases if pos.base[hex] > 3])
    found["port"] = tuple([hex for hex in hexes if pos.port_side[hex] >= 0])
    found["trainbusting"] = tuple(compress(hexes, pos.trainbusted))
    return {name: places for name, places in found.items() if places}


def tracks(pos: OcsPosition) -> tuple[Track, ...]:
    """The numbers beside the map."""
    content = pos.content
    rows = [
        Track("Turn", f"{pos.turn} of {content.scenario.turns}", "ocs.sequence.24"),
        Track("Weather", WEATHERS[pos.weather], "ocs.weather.1", house=True),
        Track("Victory points", str(points_of(pos)), "ocs.sequence.25", house=True),
    ]
    for side, name in enumerate(SIDE_WORDS):
        left = content.rail_capacity(side) - pos.rail_used[side]
        rows.append(Track(f"Rail Cap, {name}", parts_text(left, CAP), "ocs.rail.3", house=True))
    return tuple(rows)

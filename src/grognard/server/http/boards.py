"""The board of a setting as the client needs it: map, counters, and both drawn."""

import gzip
from functools import lru_cache
from typing import NamedTuple

import msgspec

from grognard.core.board.board import Board
from grognard.core.board.units import Counter
from grognard.draw.board import board_scene
from grognard.draw.counters import SPRITE, badge_svg, counter_svg, pips_svg
from grognard.draw.looks import Badge, Livery, Looks, looks_of
from grognard.draw.scene import back_of, face_of
from grognard.play.errors import InputError
from grognard.play.registry import find_system
from grognard.server.messages import shelf_bodies as bodies
from grognard.server.table.board_setting import setting


class Printed(NamedTuple):
    """The printed picture of a board as it is sent, and a name that changes with it."""

    name: str
    data: bytes
    packed: bytes
    """Gzipped."""


@lru_cache(maxsize=32)
def printed(game: str, name: str) -> Printed:
    """The printed picture of a setting's board."""
    system = find_system(game)
    scene = board_scene(setting(game, name).pos.board, looks_of(system))
    data = msgspec.json.encode(scene)
    return Printed(scene.hash(), data, gzip.compress(data, 6, mtime=0))


@lru_cache(maxsize=64)
def board(game: str, name: str) -> bodies.BoardOut:
    """The map of a setting."""
    system = find_system(game)
    found = setting(game, name).pos.board
    grid = found.grid
    looks = looks_of(system)
    centres = [grid.centre(i) for i in range(grid.size)]
    return bodies.BoardOut(
        title=found.title,
        mark=found.mark,
        note=found.note,
        columns=grid.columns,
        rows=grid.rows,
        lower=grid.lower,
        names=[found.place_id(place) for place in range(found.size)],
        boxes=[bodies.BoxOut(grid.size + k, box.name, box.note) for k, box in enumerate(found.boxes)],
        missing=sorted(grid.missing),
        x=[round(x, 4) for x, _ in centres],
        y=[round(y, 4) for _, y in centres],
        terrain=found.terrain,
        terrain_kinds=found.terrain_kinds,
        terrain_words=[looks.words(looks.terrain_look(kind), kind) for kind in found.terrain_kinds],
        sides=found.sides,
        side_kinds=found.side_kinds,
        side_words=[looks.words(looks.hexside(kind), kind) for kind in found.side_kinds],
        links=found.links,
        link_kinds=found.link_kinds,
        link_words=[looks.words(looks.route(kind), kind) for kind in found.link_kinds],
        places=[bodies.PlaceOut(i, p.name, p.kind, p.mark, p.note) for i, p in found.places.items()],
        rivers=_rivers(found),
        routes=[
            bodies.RouteOut(id, found.route_names[id], found.route_kinds[id], list(hexes))
            for id, hexes in found.routes.items()
        ],
        areas={area: sorted(hexes) for area, hexes in found.areas.items()},
        layers=found.layers,
        liveries=[_livery(looks.livery(side)) for side in system.sides],
        badges={badge: _badge(look) for badge, look in looks.badges.items()},
        tints=[
            bodies.TintOut(one.colour, one.strength, one.track, one.values) for one in looks.tints.values()
        ],
        scene=printed(game, name).name,
    )


def _rivers(found: Board) -> list[bodies.RiverOut]:
    return [
        bodies.RiverOut(name, found.river_kinds[name], [(a, found.grid.direction(a, b)) for a, b in pairs])
        for name, pairs in found.rivers.items()
    ]


def _livery(look: Livery) -> bodies.LiveryOut:
    return bodies.LiveryOut(
        look.ground, look.ink, look.box, look.box_ink, look.frame, look.pattern, look.shade
    )


def _badge(look: Badge) -> bodies.BadgeOut:
    return bodies.BadgeOut(look.words, badge_svg(look))


@lru_cache(maxsize=64)
def counters(game: str, name: str) -> list[bodies.CounterOut]:
    """The counters of a setting; their place is the unit's number."""
    system = find_system(game)
    roster = setting(game, name).pos.roster
    sides = {side: number for number, side in enumerate(system.sides)}
    looks = looks_of(system)
    # Where some counters say how many steps they have, a face is a mode or a side, and no step.
    tells_steps = any(one.steps for one in roster.counters)
    return [
        bodies.CounterOut(
            id=one.id,
            name=one.name,
            side=sides.get(one.side, -1),
            kind=one.kind,
            kind_words=looks.words(looks.kind(one.kind, one.traits), one.kind),
            size=one.size,
            faces=one.faces,
            value_names=roster.names_for(one.kind),
            parent=one.parent,
            command=one.command,
            traits=one.traits,
            mark=one.mark,
            note=one.note,
            steps=one.steps or (0 if tells_steps else len(one.faces)),
        )
        for one in roster.counters
    ]


@lru_cache(maxsize=16)
def sprites(game: str, name: str) -> bodies.Sprites:
    """Every counter face of a setting, drawn."""
    system = find_system(game)
    looks = looks_of(system)
    roster = setting(game, name).pos.roster
    drawn = [[_drawn(one, i, looks) for i in range(len(one.faces))] for one in roster.counters]
    unknown = [counter_svg(back_of(side), looks) for side in system.sides]
    pips = {
        unit: [pips_svg(face_of(one, left=left), looks) for left in range(1, one.steps + 1)]
        for unit, one in enumerate(roster.counters)
        if one.steps > 1
    }
    goods = {
        text: [counter_svg(back_of(side, text=text), looks) for side in system.sides]
        for text in system.screen.goods
    }
    return bodies.Sprites(SPRITE, drawn, unknown, pips, goods)


def _drawn(counter: Counter, face: int, looks: Looks) -> str:
    """A face of a counter; without pips where these change and the face does not."""
    shown = face_of(counter, face)
    return counter_svg(msgspec.structs.replace(shown, steps=1) if counter.steps else shown, looks)


@lru_cache(maxsize=4_096)
def counter(game: str, name: str, unit: int, face: int, badges: tuple[str, ...]) -> str:
    """One counter with its badges. Raises InputError."""
    system = find_system(game)
    roster = setting(game, name).pos.roster
    if not 0 <= unit < len(roster.counters):
        raise InputError(f"there is no counter {unit}")
    one = roster.counters[unit]
    if not 0 <= face < len(one.faces):
        raise InputError(f"counter {unit} has no face {face}")
    return counter_svg(face_of(one, face, badges), looks_of(system))

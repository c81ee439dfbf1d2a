"""What the workshop paints with: the kinds of a game, its counters, and what a new scenario begins with.

The workshop computes no rule. What it makes are the texts that anybody can write by hand, and the checks are
those of `POST /api/games/GAME/own`.
"""

from functools import lru_cache
from typing import Literal

import msgspec

from grognard.core.board.board import Board
from grognard.core.content.load import scenario_board, scenario_counters
from grognard.core.content.read import decode_toml
from grognard.core.system import AnySystem
from grognard.draw.looks import looks_of
from grognard.play.errors import InputError
from grognard.play.registry import find_system
from grognard.server.messages import workshop_bodies as bodies


class WorkshopFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game says of its workshop, in data/workshop.toml."""

    rest: str = ""
    """What a new scenario says besides its map, set-up and victory."""
    victory: str = ""
    """What its victory says besides the hexes."""
    objective: Literal["", "points", "sides"] = ""
    """What a hex is worth: one number, one for each side, or nothing."""
    areas: dict[str, str] = {}
    """The areas that the rules read, and what each is for."""


@lru_cache
def workshop(game: str) -> bodies.WorkshopOut:
    """All that the workshop needs of a game. Raises InputError where it has none."""
    system = find_system(game)
    path = system.folder / "data" / "workshop.toml"
    if not path.is_file():
        raise InputError(f"there is no workshop for {system.title} yet", "write the files by hand")
    said = decode_toml(path, WorkshopFile)[1]
    boards = _boards(system)
    looks = looks_of(system)
    roster = scenario_counters(system.folder / "data", system.rules.scenarios()[0])
    pooled = {unit for units in roster.pools.values() for unit in units}
    hexsides = _longest([board.side_kinds[1:] for board in boards])
    routes = _longest([board.link_kinds for board in boards])
    return bodies.WorkshopOut(
        game=system.id,
        title=system.title,
        sides=list(system.sides),
        shades=[looks.livery(side).shade for side in system.sides],
        holders=_longest([board.holder_sides for board in boards]),
        terrain=[
            # What has no ground of its own is known by its strokes; the first kind is the open ground.
            bodies.KindOut(kind, looks.words(look, kind), look.fill or (look.ink if place else looks.paper))
            for place, (kind, look) in enumerate(looks.terrain.items())
        ],
        hexsides=[
            bodies.KindOut(kind, looks.words(looks.hexside(kind), kind), looks.hexside(kind).strokes[0].ink)
            for kind in hexsides
        ],
        routes=[
            bodies.KindOut(kind, looks.words(looks.route(kind), kind), looks.route(kind).strokes[0].ink)
            for kind in routes
        ],
        places=list(looks.places) or ["town"],
        areas=[bodies.AreaKind(name, words) for name, words in said.areas.items()],
        objective=said.objective,
        rest=said.rest.strip(),
        victory=said.victory.strip(),
        kinds={kind: roster.names_for(kind) for kind in roster.kinds},
        counters=[
            bodies.CounterRow(one.id, one.name, one.side, one.kind, one.size, one.faces)
            for unit, one in enumerate(roster.counters)
            if unit not in pooled
        ],
        formations=list(roster.formations),
    )


def _boards(system: AnySystem) -> list[Board]:
    return [scenario_board(system.folder / "data", scenario) for scenario in system.rules.scenarios()]


def _longest(lists: list[list[str]]) -> list[str]:
    """The fullest of these: the order of kinds is the game's, and a small map may leave some out."""
    return max(lists, key=lambda names: len(names), default=[])

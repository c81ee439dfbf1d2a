"""Writes a board, its counters, sprites and first scene as JSON, to work on the client without a server.

.venv/bin/python web/bench/capture.py red-god-of-war mars > web/bench/fixture.json
"""

import sys

import msgspec

from grognard.draw.counters import SPRITE, counter_svg
from grognard.draw.liveries import BADGES, livery_of
from grognard.draw.scene import Face, face_of
from grognard.play.match import Match
from grognard.play.registry import find_system


def main() -> None:
    game, scenario = sys.argv[1:3]
    system = find_system(game)
    pos = Match.new(system, scenario, {}).game.pos
    board, roster = system.board(pos), system.roster(pos)
    grid = board.grid
    view = system.project(pos, 1)
    out = {
        "board": {
            "title": board.title,
            "mark": board.mark,
            "note": board.note,
            "columns": grid.columns,
            "rows": grid.rows,
            "lower": grid.lower,
            "names": grid.names,
            "missing": sorted(grid.missing),
            "x": [],
            "y": [],
            "terrain": board.terrain,
            "terrain_kinds": board.terrain_kinds,
            "sides": board.sides,
            "side_kinds": board.side_kinds,
            "links": board.links,
            "link_kinds": board.link_kinds,
            "places": [
                {"hex": i, "name": p.name, "kind": p.kind, "mark": p.mark, "note": p.note}
                for i, p in board.places.items()
            ],
            "rivers": [
                {
                    "name": n,
                    "kind": board.river_kinds[n],
                    "sides": [(a, grid.direction(a, b)) for a, b in pairs],
                }
                for n, pairs in board.rivers.items()
            ],
            "routes": [],
            "areas": {},
            "layers": {},
            "liveries": [livery_of(side) for side in system.sides],
            "badges": BADGES,
        },
        "sprites": {
            "box": SPRITE,
            "svg": [
                [counter_svg(face_of(c, losses)) for losses in range(len(c.faces))] for c in roster.counters
            ],
            "unknown": [counter_svg(Face(side, "unknown", "", "?", ())) for side in system.sides],
        },
        "pieces": view.pieces,
        "holder": view.holder,
        "marks": view.marks,
    }
    sys.stdout.buffer.write(msgspec.json.encode(out))


if __name__ == "__main__":
    main()

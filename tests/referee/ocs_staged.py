"""Staged positions of the Operational Combat Series: small maps, units at random, the middle of a phase."""

import random
from typing import Any

from grognard.core.flow.flow import AnyGame
from grognard.core.system import AnySystem

COLUMNS, ROWS = 9, 8
LETTERS = "........wwFFhhhMsvvcC"
PHASES = (
    ("combat", "combat-segment", "Assault"),
    ("combat", "combat-segment", "Assault"),
    ("combat-barrage", "combat-barrage", "Shell"),
    ("movement", "movement", "Move"),
    ("exploitation", "exploitation", "Move"),
)
MODES = ("combat", "combat", "combat", "move", "reserve", "strat", "dg", "exploit")
FOOT = ("combat", "combat", "combat", "combat", "move", "dg")


def staged(system: AnySystem, generator: random.Random) -> AnyGame:
    """A game at such a position; drawn again while the game finds fault with it."""
    for _ in range(50):
        try:
            game = system.cases.position(_drawn(system, generator))
            game.over  # noqa: B018 - walks on to the first Ask
            return game
        except Exception:
            continue
    raise RuntimeError("no staged position could be set up")


def _name(column: int, row: int) -> str:
    return f"{column:02d}.{row:02d}"


def _drawn(system: AnySystem, generator: random.Random) -> dict[str, Any]:
    rows = ["".join(generator.choice(LETTERS) for _ in range(COLUMNS)) for _ in range(ROWS)]
    phase, procedure, step = generator.choice(PHASES)
    phasing = generator.choice(("aster", "boreal"))
    ids = [c.id for c in _roster(system) if _is_land(c)]
    chosen = {*generator.sample(ids, 24), "a33", generator.choice(("a01", "b01"))}
    front = generator.randint(3, COLUMNS - 3)
    units = [_unit(system, id, phase, front, generator) for id in sorted(chosen)]
    dumps = {
        side: {
            _name(generator.randint(1, COLUMNS), generator.randint(1, ROWS)): generator.randint(1, 12)
            for _ in range(3)
        }
        for side in ("aster", "boreal")
    }
    hedgehogs = {
        side: {_place(side, front, generator): generator.randint(1, 4)} for side in ("aster", "boreal")
    }
    agreed = {
        key: generator.random() < 0.25
        for key in ("opt_21_2_proportional_loss", "opt_21_3_independents", "opt_21_9_reactive_artillery")
    }
    return {
        "title": "staged",
        "map": {"rows": rows, "rivers": _rivers(generator), "roads": _roads(generator)},
        "units": units,
        "options": agreed,
        "set": {
            "phase": phase,
            "phasing": phasing,
            "turns": 3,
            "weather": generator.choice(("clear", "clear", "overcast", "storm")),
            "dumps": dumps,
            "hedgehogs": hedgehogs,
            "trainbusted": {phasing: [_name(generator.randint(1, COLUMNS), 4)]},
            "sources": {"aster": "01.04", "boreal": _name(COLUMNS, 4)},
        },
        "start": {"procedure": procedure, "step": step},
    }


def _roster(system: AnySystem) -> Any:
    return system.rules.start("selm-river", {}).pos.roster.counters


def _is_land(counter: Any) -> bool:
    kinds = ("truck", "wagon", "organic-truck", "pax", "eq", "breakdown")
    return len(counter.faces) == 2 and counter.kind not in kinds and counter.id[1] in "0123"


def _place(side: str, front: int, generator: random.Random) -> str:
    own = (1, front) if side == "aster" else (front, COLUMNS)
    return _name(generator.randint(*own), generator.randint(2, ROWS - 1))


def _unit(system: AnySystem, id: str, phase: str, front: int, generator: random.Random) -> dict[str, Any]:
    side = "aster" if id[0] == "a" else "boreal"
    column = front if side == "aster" else front + 1
    near = min(
        COLUMNS, max(1, column + generator.choice((-1, 0, 0, 0, 1)) * (1 if generator.random() < 0.5 else 0))
    )
    found: dict[str, Any] = {
        "id": id,
        "hex": _name(near, generator.randint(2, ROWS - 1)),
        "mode": generator.choice(FOOT if generator.random() < 0.7 else MODES),
        "oos": generator.random() < 0.1,
    }
    if id in ("a21", "a22", "a23", "a24", "b11", "b12", "b13", "b14"):
        found["lost"] = generator.choice((0, 0, 1, 2))
    return found


def _rivers(generator: random.Random) -> dict[str, list[str]]:
    """Hexsides between neighbours of one column, and down the middle."""
    found: dict[str, list[str]] = {"minor-river": [], "major-river": []}
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS):
            if generator.random() < 0.3:
                kind = generator.choice(("minor-river", "minor-river", "major-river"))
                found[kind].append(f"{_name(column, row)}/{_name(column, row + 1)}")
    return {kind: sides for kind, sides in found.items() if sides}


def _roads(generator: random.Random) -> dict[str, list[str]]:
    """Straight chains along columns."""
    found: dict[str, list[str]] = {}
    for kind in ("primary-road", "secondary-road", "railroad"):
        column = generator.randint(1, COLUMNS)
        found[kind] = [" ".join(_name(column, row) for row in range(1, ROWS + 1))]
    return found

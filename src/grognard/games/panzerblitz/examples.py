"""Executable examples of play: a position from a case file, and claims about it.

A case draws a small map (`map.rows`, the letters of the board files), places `units`, and says in `set` and
`start` what else holds and where in the sequence of play it begins.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from grognard.core.content import ContentError, Fault, Reinforcement, load_scenario, raise_faults
from grognard.core.flow import Game, Procedure
from grognard.core.hexes import DIRECTION_NAMES, Grid, default_names
from grognard.core.parts import scenario_board, scenario_path
from grognard.core.position import Frame
from grognard.games.panzerblitz.assault import Storm, assault_sheet
from grognard.games.panzerblitz.content import (
    DATA,
    GERMAN,
    RUSSIAN,
    SIDES,
    SPEEDS,
    Content,
    counters,
    game_tables,
    land_of,
)
from grognard.games.panzerblitz.fire import Attack
from grognard.games.panzerblitz.overrun import Charge, overrun_sheet
from grognard.games.panzerblitz.position import (
    ABSENT,
    APART,
    DEAD,
    DISPERSED,
    FIRED,
    FORMED,
    FROZEN,
    INSIDE,
    LANDED,
    MOVED,
    MUST_LEAVE,
    SHOWN,
    WAITING,
    DropPosition,
)
from grognard.games.panzerblitz.results import Sheet
from grognard.games.panzerblitz.scenario import DropScenario, Markers, Victory
from grognard.games.panzerblitz.sequence import panzerblitz, set_up
from grognard.games.panzerblitz.sight import can_see, is_spotted, knows
from grognard.games.panzerblitz.stacking import weight_at
from grognard.games.panzerblitz.targets import fire_sheet
from grognard.games.panzerblitz.victory import cut_roads, german_level, road_points, russian_level
from grognard.games.panzerblitz.words import MUSTERS

LETTERS: Final = {
    ".": "clear",
    "w": "woods",
    "t": "town",
    "/": "slope",
    "^": "hilltop",
    "~": "swamp",
    "g": "gully",
    "f": "ford",
    "o": "pond",
}

FLAGS: Final = {
    "dispersed": DISPERSED,
    "fired": FIRED,
    "moved": MOVED,
    "landed": LANDED,
    "frozen": FROZEN,
    "formed": FORMED,
    "must-leave": MUST_LEAVE,
    "inside": INSIDE,
    "shown": SHOWN,
}

PLACES: Final = {"dead": DEAD, "apart": APART, "waiting": WAITING, "absent": ABSENT}


# -- a position ---------------------------------------------------------------------------------


def map_text(drawn: dict[str, Any]) -> str:
    """A board file from a small drawing: rows of letters, roads as chains, crests as pairs of hexes.

    Woods next to woods get a green bar, towns a gray one, and hilltops an orange rim, as on the boards.
    """
    rows: list[str] = drawn["rows"]
    width, height = len(rows[0]), len(rows)
    bars: dict[str, list[str]] = {
        "green": [],
        "gray": [],
        "brown": list(drawn.get("crests", [])),
        "orange": [],
    }
    names = default_names(width, height)
    grid = Grid(width, height, "even", names)
    for a in range(grid.size):
        for b in grid.neighbours[a * 6 : a * 6 + 6]:
            if b <= a:
                continue
            ends = {rows[a // width][a % width], rows[b // width][b % width]}
            colour = "green" if ends == {"w"} else "gray" if ends == {"t"} else ""
            if "^" in ends and len(ends) == 2:
                colour = "orange"
            if colour:
                bars[colour].append(f"{names[a]}/{names[b]}")
    lines = [f"columns = {width}", f"rows = {height}", 'link_kinds = ["road"]']
    lines += ['side_kinds = ["green", "gray", "brown", "orange"]', "[terrain]"]
    lines.append("legend = { " + ", ".join(f'"{k}" = "{v}"' for k, v in LETTERS.items()) + " }")
    lines.append("rows = [" + ", ".join(f'"{row}"' for row in rows) + "]")
    for colour, sides in bars.items():
        lines += ["[[rivers]]", f'name = "{colour}"', f'kind = "{colour}"', f"sides = {_list(sides)}"]
    for id, chain in drawn.get("roads", {}).items():
        lines += [
            "[[routes]]",
            f'id = "{id}"',
            f'name = "{id}"',
            'kind = "road"',
            f"hexes = {_list(chain.split())}",
        ]
    lines += ["[areas]"] + [
        f'"{name}" = {_list(hexes.split())}' for name, hexes in drawn.get("areas", {}).items()
    ]
    return "\n".join(lines) + "\n"


def _list(words: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def case_content(data: dict[str, Any], id: str) -> Content:
    """The map, forces and options of a case. Its scenario has an id of its own, as its map is its own too."""
    given = data.get("set", {})
    if data.get("scenario"):
        scenario = load_scenario(scenario_path(DATA, data["scenario"]), DropScenario)
    else:
        drawn = data.get("map") or {}
        if not isinstance(drawn, dict) or "rows" not in drawn:
            raise ContentError("case", [Fault("map", "draws no rows", 'map = { rows = ["..."] }')])
        markers = Markers(
            paraforces={force: kinds.split() for force, kinds in given.get("paraforces", {}).items()},
            west_area=["west"],
            east_area=["east"],
            west_force=given.get("west force", "").split(),
        )
        arrivals = [
            Reinforcement(units=[i], at=["edge"], turn=n) for i, n in given.get("arrivals", {}).items()
        ]
        scenario = DropScenario(
            id=id,
            title=data["title"],
            summary=data["story"],
            minutes=5,
            turns=given.get("turns", 10),
            map=map_text(drawn),
            setup=dict(given.get("setup", {})),
            markers=markers,
            reinforcements=arrivals,
            victory=Victory(roads=drawn.get("points", {})),
        )
    scenario = msgspec.structs.replace(scenario, id=id)
    content = Content(scenario, land_of(scenario_board(DATA, scenario)), counters(), game_tables())
    content.agree(data.get("options", {}))
    return content


def case_game(
    procedures: dict[str, Procedure], data: dict[str, Any], frame: Callable[..., Frame], id: str
) -> Game[DropPosition]:
    """The game of a case, at the step at which it starts."""
    _key_faults(data)
    content = case_content(data, id)
    pos = set_up(content)
    _place_units(pos, data.get("units", []))
    _apply(pos, data.get("set", {}))
    start = data.get("start", {})
    step = start.get("step") or "Fire"
    pos.stack = [frame(name, at, v) for name, at, v in path_to(step, pos.mover)]
    if start.get("vars"):
        raise ContentError("case", [Fault("start.vars", "is not used in this game", "leave it out")])
    return Game(procedures, pos)


UNIT_KEYS: Final = frozenset({"id", "at", "aboard", *FLAGS})
SET_KEYS: Final = frozenset(
    {"turn", "turns", "mover", "mines", "blocks", "wrecks", "forts", "wind", "lost", "orders"}
    | {"paraforces", "arrivals", "setup", "west force"}
)


def _key_faults(data: dict[str, Any]) -> None:
    """A misspelt key is a fault, not an example of nothing."""
    faults = [
        Fault("units", f"there is no key {key!r}")
        for entry in data.get("units", [])
        for key in entry
        if key not in UNIT_KEYS
    ]
    faults += [Fault("set", f"there is no key {key!r}") for key in data.get("set", {}) if key not in SET_KEYS]
    raise_faults("case", faults)


def _place_units(pos: DropPosition, units: list[dict[str, Any]]) -> None:
    content = pos.content
    index = content.roster.index
    broken: set[int] = set()
    for entry in units:
        for id in str(entry["id"]).split():
            unit = index[id]
            place = str(entry.get("at", "waiting"))
            pos.where[unit] = PLACES[place] if place in PLACES else content.grid.index(place)
            if pos.cargo[unit] >= 0:  # riders of the scenario's set-up
                pos.where[pos.cargo[unit]] = pos.where[unit]
            for flag, bit in FLAGS.items():
                if entry.get(flag):
                    pos.marks[unit] |= bit
            if entry.get("aboard"):
                carrier = index[entry["aboard"]]
                pos.aboard[unit], pos.cargo[carrier] = carrier, unit
                pos.where[unit] = pos.where[carrier]
            if content.is_piece[unit]:
                broken.add(content.company[unit])
            elif content.is_para[unit]:
                for piece in content.pieces[unit]:
                    pos.where[piece] = APART if pos.where[unit] >= 0 else pos.where[unit]
    for company in broken:
        pos.where[company] = APART
        # Pieces a case does not name are lost.
        for piece in content.pieces[company]:
            if pos.where[piece] == ABSENT:
                pos.where[piece] = DEAD
    pos.forget()


def _apply(pos: DropPosition, given: dict[str, Any]) -> None:
    content = pos.content
    grid = content.grid
    pos.turn = given.get("turn", pos.turn)
    pos.mover = SIDES.index(given.get("mover", SIDES[pos.mover]))
    for name in ("mines", "blocks", "wrecks"):
        if name in given:
            setattr(pos, name, sorted(grid.index(hex) for hex in str(given[name]).split()))
    if "forts" in given:
        pos.forts = [
            number for hex, strength in given["forts"].items() for number in (grid.index(hex), strength)
        ]
    if "wind" in given:
        speed, _, way = str(given["wind"]).partition(" ")
        pos.wind_speed, pos.wind_way = SPEEDS.index(speed), DIRECTION_NAMES.index(way)
    for side, count in given.get("lost", {}).items():
        pos.lost[SIDES.index(side)] = count
    for company, target in given.get("orders", {}).items():
        unit = content.roster.index[company]
        pos.orders += [unit, grid.index(target)]
        for one in (unit, *content.pieces[unit]):
            pos.where[one] = WAITING
    if given.get("paraforces"):
        for company in content.companies:
            if pos.where[company] == ABSENT:
                for one in (company, *content.pieces[company]):
                    pos.where[one] = WAITING
    pos.forget()


def path_to(step: str, mover: int) -> list[tuple[str, str, tuple[Any, ...]]]:
    """The frames of a game that stands at a step of a player turn: procedure, step, and empty vars."""
    other = "german-turn" if mover == RUSSIAN else "russian-turn"

    def find(procedure: Procedure) -> list[tuple[str, str, tuple[Any, ...]]]:
        for number, item in enumerate(procedure.items):
            v = procedure.start(None, ()) if procedure.start else ()
            if not isinstance(item, Procedure):
                if item.name == step:
                    return [(procedure.name, step, v)]
            elif item.name != other:
                below = find(item)
                if below:
                    later = procedure.items[number + 1 :]
                    return [(procedure.name, later[0].name if later else "", v), *below]
        return []

    found = find(panzerblitz)
    if not found:
        raise ContentError(
            "case", [Fault("start.step", f"there is no step {step!r}", "see the sequence of play")]
        )
    return found


# -- claims -------------------------------------------------------------------------------------


def check(pos: DropPosition, text: str) -> str | None:
    """What is wrong with a claim, or None if it holds. `docs/games/panzerblitz.md` lists the claims."""
    parts = text.split()
    if parts[0] in _CLAIMS:
        return _CLAIMS[parts[0]](pos, parts[1:])
    if parts[0] in pos.content.roster.index and len(parts) > 1:
        return _about_unit(pos, pos.content.roster.index[parts[0]], parts[1:])
    return f"no claim begins with {parts[0]!r}"


def _about_unit(pos: DropPosition, unit: int, parts: list[str]) -> str | None:
    names = pos.content.land.names
    word = parts[0]
    hex = pos.where[unit]
    is_at = names[hex] if hex >= 0 else next((k for k, v in PLACES.items() if v == hex), str(hex))
    if word == "at":
        return _same(is_at, parts[1])
    if word in PLACES:
        return _same(is_at, word)
    if word == "aboard":
        return _same(pos.aboard[unit], pos.content.roster.index[parts[1]])
    if word == "not" and parts[1] in FLAGS:
        return f"it is {parts[1]}" if pos.marks[unit] & FLAGS[parts[1]] else None
    if word == "ashore":
        return _same(pos.aboard[unit], -1)
    if word in FLAGS:
        return None if pos.marks[unit] & FLAGS[word] else f"it is not {word}"
    if word in ("seen", "unseen"):
        return _same(knows(pos, SIDES.index(parts[2]), unit), word == "seen")
    return f"nothing is known about {word!r}"


def _same(found: object, wanted: object) -> str | None:
    return None if found == wanted else f"it is {found}"


def table_sheet(pos: DropPosition) -> Sheet:
    """The sheet of the attack on the table."""
    v = pos.stack[-1].vars
    if isinstance(v, Attack):
        aim, firers = v.plans[0] if v.plans else (v.aim, v.firers)
        return fire_sheet(pos, v.hex, aim, firers)
    if isinstance(v, Charge):
        return overrun_sheet(pos, v)
    if isinstance(v, Storm):
        return assault_sheet(pos, v)
    raise ValueError("no attack is on the table")


def _hex(pos: DropPosition, name: str) -> int:
    return pos.content.grid.index(name)


def _odds(pos: DropPosition, parts: list[str]) -> str | None:
    column = table_sheet(pos).column
    return _same(pos.content.odds_names[column] if column >= 0 else "none", parts[0])


def _level(pos: DropPosition, parts: list[str]) -> str | None:
    if SIDES.index(parts[0]) == RUSSIAN:
        return _same(russian_level(pos, road_points(pos)), int(parts[1]))
    return _same(german_level(pos, pos.lost[GERMAN]), int(parts[1]))


def _weight(pos: DropPosition, parts: list[str]) -> str | None:
    """weight HEX SIDE PARTS, in 120ths of a company."""
    return _same(weight_at(pos, _hex(pos, parts[0]), SIDES.index(parts[1])), int(parts[2]))


def _cut(pos: DropPosition, parts: list[str]) -> str | None:
    return _same(sorted(pos.content.road_ids[n] for n in cut_roads(pos)), sorted(parts))


def _marked(field: str) -> Callable[[DropPosition, list[str]], str | None]:
    def claim(pos: DropPosition, parts: list[str]) -> str | None:
        held = pos.forts[::2] if field == "forts" else getattr(pos, field)
        return _same(sorted({pos.content.land.names[hex] for hex in held}), sorted(parts))

    return claim


_CLAIMS: Final[dict[str, Callable[[DropPosition, list[str]], str | None]]] = {
    "odds": _odds,
    "attack": lambda pos, parts: _same(table_sheet(pos).attack, int(parts[0])),
    "defence": lambda pos, parts: _same(table_sheet(pos).defence, int(parts[0])),
    "die": lambda pos, parts: _same(table_sheet(pos).modifier, int(parts[0])),
    "points": lambda pos, parts: _same(road_points(pos), int(parts[0])),
    "cut": _cut,
    "level": _level,
    "lost": lambda pos, parts: _same(pos.lost[SIDES.index(parts[0])], int(parts[1])),
    "weight": _weight,
    "mines": _marked("mines"),
    "blocks": _marked("blocks"),
    "wrecks": _marked("wrecks"),
    "forts": _marked("forts"),
    "turn": lambda pos, parts: _same(pos.turn, int(parts[0])),
    "mover": lambda pos, parts: _same(SIDES[pos.mover], parts[0]),
    "sees": lambda pos, parts: _same(
        can_see(pos.content.land, _hex(pos, parts[0]), _hex(pos, parts[1])), True
    ),
    "blind": lambda pos, parts: _same(
        can_see(pos.content.land, _hex(pos, parts[0]), _hex(pos, parts[1])), False
    ),
    "spotted": lambda pos, parts: _same(is_spotted(pos, _hex(pos, parts[0]), pos.mover), True),
    "unspotted": lambda pos, parts: _same(is_spotted(pos, _hex(pos, parts[0]), pos.mover), False),
    "left": lambda pos, parts: _same(pos.left[MUSTERS[parts[0]]], int(parts[1])),
}

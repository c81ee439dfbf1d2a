"""Examples of play: the positions they start from and the claims they make (docs/cases.md)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from grognard.core.board.board import Board, MapFile, build_board
from grognard.core.board.hexes import DIRECTION_NAMES, Grid
from grognard.core.content.load import scenario_board, scenario_counters, scenario_path
from grognard.core.content.read import ContentError, Fault, Reinforcement, convert, load_scenario
from grognard.core.system import CaseData
from grognard.games.panzerblitz.model.content import (
    DATA,
    GERMAN,
    RUSSIAN,
    SIDES,
    SPEEDS,
    Content,
    game_tables,
    land_of,
)
from grognard.games.panzerblitz.model.position import (
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
from grognard.games.panzerblitz.model.scenario import DropScenario, Markers, VictoryConditions
from grognard.games.panzerblitz.model.sight import can_see, is_spotted, knows
from grognard.games.panzerblitz.model.stacking import weight_at
from grognard.games.panzerblitz.sequence.sequence import panzerblitz
from grognard.games.panzerblitz.sequence.setup import first_position
from grognard.games.panzerblitz.sequence.victory import cut_roads, german_level, road_points, russian_level
from grognard.games.panzerblitz.table.sheets import table_sheet
from grognard.games.panzerblitz.table.words import MUSTERS
from grognard.kit.cases import (
    Claim,
    Drawing,
    check_keys,
    differs,
    drawn_map,
    frames_to,
    names_in,
    place_called,
    place_word,
    unit_called,
)

LETTERS: Final[Mapping[str, str]] = {
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

DRAWING: Final = Drawing(LETTERS, ("green", "gray", "brown", "orange"), ("road",), own=("points",))
OFF: Final = {"dead": DEAD, "apart": APART, "waiting": WAITING, "absent": ABSENT}


UNIT_KEYS: Final = frozenset({"id", "hex", "aboard", *FLAGS})
SET_KEYS: Final = frozenset(
    {"turn", "turns", "mover", "mines", "blocks", "wrecks", "forts", "wind", "lost", "orders"}
    | {"paraforces", "arrivals", "setup", "west force"}
)


# -- a position ---------------------------------------------------------------------------------


def drawn_land(drawn: CaseData | list[str] | str) -> Board:
    """A drawn board. Woods next to woods get a green bar, towns a gray one, and hilltops an orange rim."""
    values = drawn_map(drawn, DRAWING)
    rows: list[str] = values["terrain"]["rows"]
    width = len(rows[0])
    grid = Grid(width, len(rows))
    bars: dict[str, list[str]] = {}
    for a in range(grid.size):
        for b in grid.neighbours[a * 6 : a * 6 + 6]:
            colour = _bar({rows[a // width][a % width], rows[b // width][b % width]}) if b > a else ""
            if colour:
                bars.setdefault(colour, []).append(f"{grid.names[a]}/{grid.names[b]}")
    for colour, sides in bars.items():
        values["rivers"].append({"name": f"{colour} bars", "kind": colour, "sides": sides})
    return build_board(convert(values, MapFile, "case map"), "case map")


def _bar(ends: set[str]) -> str:
    """The colour of the bar between two hexes of this ground."""
    if "^" in ends and len(ends) == 2:
        return "orange"
    return "green" if ends == {"w"} else "gray" if ends == {"t"} else ""


def case_content(data: CaseData, id: str) -> Content:
    """The map, forces and options of a case. Its scenario has an id of its own, as its map is its own too."""
    if data.get("scenario"):
        base = load_scenario(scenario_path(DATA, data["scenario"]), DropScenario)
        scenario, board = msgspec.structs.replace(base, id=id), scenario_board(DATA, base)
    else:
        scenario, board = _case_scenario(data, id), drawn_land(data.get("map", ""))
    roster, options = scenario_counters(DATA, scenario), data.get("options", {})
    return Content(scenario, land_of(board), roster, game_tables(), options)


def _case_scenario(data: CaseData, id: str) -> DropScenario:
    given, drawn = data.get("set", {}), data.get("map", "")
    forces: Any = {force: names_in(kinds) for force, kinds in given.get("paraforces", {}).items()}
    return DropScenario(
        id=id,
        title=data["title"],
        summary=data["story"],
        minutes=5,
        turns=given.get("turns", 10),
        setup=dict(given.get("setup", {})),
        markers=Markers(
            paraforces=forces,
            west_area=["west"],
            east_area=["east"],
            west_force=names_in(given.get("west force", "")),
        ),
        reinforcements=[
            Reinforcement(units=[unit], at=["edge"], turn=turn)
            for unit, turn in given.get("arrivals", {}).items()
        ],
        victory=VictoryConditions(roads=drawn.get("points", {}) if isinstance(drawn, dict) else {}),
    )


def case_position(data: CaseData, id: str) -> tuple[Content, DropPosition]:
    """The content and the position of a case, at the step at which it starts."""
    check_keys(data, UNIT_KEYS, SET_KEYS)
    content = case_content(data, id)
    pos = first_position(content)
    _place_units(pos, data.get("units", []))
    _apply(pos, data.get("set", {}))
    start = data.get("start", {})
    if start.get("vars"):
        raise ContentError("case", [Fault("start.vars", "is not used in this game", "leave it out")])
    other = "german-turn" if pos.mover == RUSSIAN else "russian-turn"
    pos.stack = frames_to(panzerblitz, start.get("step") or "Fire", [other])
    return content, pos


def _place_units(pos: DropPosition, units: list[CaseData]) -> None:
    content = pos.content
    broken: set[int] = set()
    for entry in units:
        for id in names_in(entry["id"]):
            unit = unit_called(pos, id)
            pos.where[unit] = place_called(pos, entry.get("hex", "waiting"), OFF)
            if pos.cargo[unit] >= 0:  # riders of the scenario's set-up
                pos.where[pos.cargo[unit]] = pos.where[unit]
            for flag, bit in FLAGS.items():
                if entry.get(flag):
                    pos.marks[unit] |= bit
            if entry.get("aboard"):
                carrier = unit_called(pos, entry["aboard"])
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


def _apply(pos: DropPosition, given: CaseData) -> None:
    content = pos.content
    grid = content.grid
    pos.turn = given.get("turn", pos.turn)
    pos.mover = SIDES.index(given.get("mover", SIDES[pos.mover]))
    for name, field in (("mines", pos.mines), ("blocks", pos.blocks), ("wrecks", pos.wrecks)):
        if name in given:
            field[:] = sorted(grid.index(hex) for hex in names_in(given[name]))
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


# -- claims -------------------------------------------------------------------------------------


def _unit(pos: DropPosition, parts: list[str]) -> str | None:
    unit, word, said = unit_called(pos, parts[0]), parts[1], parts[2:]
    match word:
        case "at":
            return differs(place_word(pos, pos.where[unit], OFF), said[0])
        case "aboard":
            carrier = pos.aboard[unit]
            return differs(pos.roster.counters[carrier].id if carrier >= 0 else "nobody", said[0])
    if word != "is":
        return f"nothing is known about {word!r}"
    wanted = said[0] != "not"
    flag = said[not wanted]
    if flag in ("seen", "unseen"):
        return _same(knows(pos, SIDES.index(said[-1]), unit), (flag == "seen") == wanted)
    if flag not in FLAGS:
        return f"nothing is known about {flag!r}"
    return _same(bool(pos.marks[unit] & FLAGS[flag]), wanted)


def _same(found: object, wanted: object) -> str | None:
    return differs(found, str(wanted))


def _hex(pos: DropPosition, name: str) -> int:
    return pos.content.grid.index(name)


def _odds(pos: DropPosition, parts: list[str]) -> str | None:
    column = table_sheet(pos).column
    return _same(pos.content.odds_names[column] if column >= 0 else "none", parts[0])


def _level(pos: DropPosition, parts: list[str]) -> str | None:
    if SIDES.index(parts[0]) == RUSSIAN:
        return _same(russian_level(pos, road_points(pos)), int(parts[1]))
    return _same(german_level(pos, pos.lost[GERMAN]), int(parts[1]))


def _marked(field: Callable[[DropPosition], list[int]]) -> Claim[DropPosition]:
    def claim(pos: DropPosition, parts: list[str]) -> str | None:
        return _same(sorted({pos.content.land.names[hex] for hex in field(pos)}), sorted(parts))

    return claim


CLAIMS: Final[Mapping[str, Claim[DropPosition]]] = {
    "unit": _unit,
    "odds": _odds,
    "attack": lambda pos, parts: _same(table_sheet(pos).attack, int(parts[0])),
    "defence": lambda pos, parts: _same(table_sheet(pos).defence, int(parts[0])),
    "die": lambda pos, parts: _same(table_sheet(pos).modifier, int(parts[0])),
    "points": lambda pos, parts: _same(road_points(pos), int(parts[0])),
    "cut": lambda pos, parts: _same(sorted(pos.content.road_ids[n] for n in cut_roads(pos)), sorted(parts)),
    "level": _level,
    "lost": lambda pos, parts: _same(pos.lost[SIDES.index(parts[0])], int(parts[1])),
    "weight": lambda pos, parts: _same(  # HEX SIDE PARTS, in 120ths of a company
        weight_at(pos, _hex(pos, parts[0]), SIDES.index(parts[1])), int(parts[2])
    ),
    "mines": _marked(lambda pos: pos.mines),
    "blocks": _marked(lambda pos: pos.blocks),
    "wrecks": _marked(lambda pos: pos.wrecks),
    "forts": _marked(lambda pos: pos.forts[::2]),
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

"""Examples of play in Red Parachutes: the positions they start from and the claims they make."""

from functools import cache
from typing import Any, Final

from grognard.core.board.board import Board
from grognard.core.board.hexes import Grid
from grognard.core.board.tables import Table, load_tables
from grognard.core.board.units import Roster, load_counters
from grognard.core.chapter import NOTHING, Frame, Procedure
from grognard.core.content.load import scenario_board, scenario_path
from grognard.core.content.read import convert, load_scenario
from grognard.games.battalions.model.content import roster_in_play
from grognard.games.battalions.table import cases as family
from grognard.games.battalions.table.cases import Claim, differs
from grognard.games.red_parachutes.model.content import DATA, ParachuteContent
from grognard.games.red_parachutes.model.position import POINT_TYPES, Bridgehead, ParachutePosition
from grognard.games.red_parachutes.model.scenario import EAST_BANK, WEST_BANK, ParachuteScenario
from grognard.games.red_parachutes.sequence import CALLED, campaign

SET_KEYS: Final = (
    *family.COMMON_KEYS,
    *("bridge", "pairs", "points", "zones", "shown_zones", "turns", "brigades"),
)


def case_position(data: dict[str, Any]) -> tuple[ParachuteContent, ParachutePosition]:
    """The position a case begins with: a map of its own or a scenario's, only the units it names."""
    family.check_keys(data["units"], data.get("set", {}), SET_KEYS)
    content = _content(data)
    pos = ParachutePosition(content)
    family.lay_out(pos, data, _set_own)
    start = data.get("start", {})
    known = campaign.tree() | {one.name: one for called in CALLED for one in called.tree().values()}
    family.start_frames(pos, start, known, _below(pos, start.get("procedure") or "player-turn", known))
    return content, pos


def _below(pos: ParachutePosition, name: str, known: dict[str, Procedure]) -> list[Frame]:
    """The frames under the one a case starts at: what comes after it in the turn."""
    if name == "campaign":
        return []
    turn = Frame("campaign", "EndTurn" if pos.phasing else "SecondPlayerTurn", ())
    frames = [turn]
    if name == "initial":
        return [Frame("campaign", "FirstPlayerTurn", ())]
    for outer in ("initial", "player-turn", "movement", "post-move", "combat-phase"):
        items = known[outer].items if outer in known else []
        names = [item.name for item in items]
        if name in names:
            if outer != "player-turn":
                frames = _below(pos, outer, known)
            after = names.index(name) + 1
            values = known[outer].vars() if known[outer].vars is not tuple else ()
            return [*frames, Frame(outer, names[after] if after < len(names) else "", values)]
    return frames


def _content(data: dict[str, Any]) -> ParachuteContent:
    drawn = data.get("map") or None
    board = _drawn(drawn) if drawn else _scenario_board(data["scenario"])
    scenario = convert(family.case_scenario(data, board, 96, ("brigades",)), ParachuteScenario, "case")
    return ParachuteContent(scenario, board, roster_in_play(scenario, _counters()), dict(_tables()))


def _drawn(drawn: dict[str, Any] | list[str]) -> Board:
    """A drawn map whose banks are found: west is the land joined to the hex `west`, or to the first."""
    rows = drawn["rows"] if isinstance(drawn, dict) else drawn
    grid = Grid(len(rows[0]), len(rows))
    codes = "".join(rows)
    land = {hex for hex, code in enumerate(codes) if code != "~"}
    named = drawn.get("west", "") if isinstance(drawn, dict) else ""
    first = grid.index(named) if named else next((hex for hex in _by_column(grid) if hex in land), -1)
    west = _joined(grid, land, first) if land else set()
    plain = family.drawn_board(drawn, {})
    areas = {WEST_BANK: [plain.grid.names[hex] for hex in sorted(west)]}
    areas[EAST_BANK] = [plain.grid.names[hex] for hex in sorted(land - west)]
    return family.drawn_board(drawn, areas)


def _by_column(grid: Grid) -> list[int]:
    return sorted(range(grid.size), key=lambda hex: (hex % grid.columns, hex))


def _joined(grid: Grid, land: set[int], start: int) -> set[int]:
    found, open_hexes = {start}, [start]
    while open_hexes:
        here = open_hexes.pop()
        for there in grid.neighbours[here * 6 : here * 6 + 6]:
            if there in land and there not in found:
                found.add(there)
                open_hexes.append(there)
    return found


@cache
def _scenario_board(name: str) -> Board:
    return scenario_board(DATA, load_scenario(scenario_path(DATA, name), ParachuteScenario))


@cache
def _tables() -> dict[str, Table]:
    return load_tables(DATA / "tables.toml")


@cache
def _counters() -> Roster:
    return load_counters(DATA / "units.toml")


def _set_own(pos: ParachutePosition, given: dict[str, Any]) -> None:
    """Pairs are written ["near", "far"], with "improved" after them, or ["track", turn]."""
    grid = pos.content.grid
    pos.bridge = int(given.get("bridge", True))
    pos.points = [given.get("points", {}).get(kind, 0) for kind in POINT_TYPES]
    for entry in given.get("pairs", []):
        if entry[0] == "track":
            pair = Bridgehead(NOTHING, NOTHING, 0, entry[1], 0)
        else:
            pair = Bridgehead(grid.index(entry[0]), grid.index(entry[1]), int("improved" in entry), 0, 0)
        pos.pairs += list(pair)
    count = len(pos.content.brigades)
    zones = [grid.index(hex) for hex in given.get("zones", [])]
    pos.zones = zones or [NOTHING] * count
    pos.shown_zones = [grid.index(hex) for hex in given.get("shown_zones", [])] or [NOTHING] * count


# -- claims ---------------------------------------------------------------------------------------


def _claim_pair(pos: ParachutePosition, words: list[str]) -> str | None:
    """pair 1 at 0203 0401, pair 1 improved yes, pair 1 due 6, pair 1 crossed 2."""
    pair = pos.pair(int(words[0]) - 1)
    names = pos.content.names
    if words[1] == "at":
        found = f"{names[pair.near]} {names[pair.far]}" if pair.on_map else "track"
        return differs(found, " ".join(words[2:]))
    value = {"improved": "yes" if pair.improved else "no", "due": pair.due, "crossed": pair.crossed}[words[1]]
    return differs(value, words[2])


CLAIMS: Final[dict[str, Claim]] = {
    **family.CLAIMS,
    "pair": _claim_pair,
    "bridge": lambda pos, w: differs("stands" if pos.bridge else "blown", w[0]),
    "points": lambda pos, w: differs(pos.points[POINT_TYPES.index(w[0])], w[1]),
    "zone": lambda pos, w: differs(
        pos.content.names[pos.zones[int(w[0]) - 1]] if pos.zones[int(w[0]) - 1] >= 0 else "none", w[1]
    ),
}


def check(pos: ParachutePosition, text: str) -> str | None:
    """What is wrong with a claim; None if it holds."""
    return family.check(pos, text, CLAIMS)

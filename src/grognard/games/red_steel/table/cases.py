"""Examples of play in Red Steel: the positions they start from and the claims they make."""

from functools import cache
from typing import Any, Final

from grognard.core.board.board import Board
from grognard.core.board.tables import Table, load_tables
from grognard.core.board.units import Roster, load_counters
from grognard.core.chapter import Frame, Procedure
from grognard.core.content.load import scenario_board, scenario_path
from grognard.core.content.read import convert, load_scenario
from grognard.games.battalions.model.content import roster_in_play
from grognard.games.battalions.table import cases as family
from grognard.games.battalions.table.cases import Claim, differs
from grognard.games.red_steel.model.content import DATA, SteelContent
from grognard.games.red_steel.model.position import Bridge, SteelPosition
from grognard.games.red_steel.model.scenario import STORES, SteelScenario
from grognard.games.red_steel.sequence import CALLED, campaign
from grognard.games.red_steel.turn.victory import open_points

SIDES: Final = ("axis", "soviet")
SET_KEYS: Final = (
    *("turn", "phasing", "works", "begun", "control_axis", "control_soviet", "turns"),
    *(
        "active",
        "boxes",
        "cup",
        "withheld",
        "stores",
        "points",
        "bridges",
        "standing",
        "monitors",
        "alarmed",
        "air",
    ),
    *("called_away", "either", "victory"),
)


def case_position(data: dict[str, Any]) -> tuple[SteelContent, SteelPosition]:
    """The position a case begins with: a map of its own or a scenario's, only the units it names."""
    family.check_keys(data["units"], data.get("set", {}), SET_KEYS)
    content = _content(data)
    pos = SteelPosition(content)
    family.lay_out(pos, data, _set_own)
    start = data.get("start", {})
    known = campaign.tree() | {one.name: one for called in CALLED for one in called.tree().values()}
    family.start_frames(pos, start, known, _below(pos, start.get("procedure") or "player-turn", known))
    return content, pos


def _below(pos: SteelPosition, name: str, known: dict[str, Procedure]) -> list[Frame]:
    """The frames under the one a case starts at: what comes after it in the turn."""
    if name == "campaign":
        return []
    if name == "initial":
        return [Frame("campaign", "AxisPlayerTurn", ())]
    turn = "soviet-turn" if pos.phasing else "player-turn"
    for outer in ("initial", turn, "activation", "movement", "post-move"):
        names = [item.name for item in known[outer].items]
        if name in names:
            after = names.index(name) + 1
            values = known[outer].vars() if known[outer].vars is not tuple else ()
            here = Frame(outer, names[after] if after < len(names) else "", values)
            return [*_below(pos, outer, known), here]
    return [Frame("campaign", "EndTurn" if pos.phasing else "SovietPlayerTurn", ())]


def _content(data: dict[str, Any]) -> SteelContent:
    drawn = data.get("map") or None
    board = _drawn(drawn) if drawn else _scenario_board(data["scenario"])
    values = family.case_scenario(data, board, 62, ("called_away", "either", "victory"))
    scenario = convert(values, SteelScenario, "case")
    return SteelContent(scenario, board, roster_in_play(scenario, _counters()), dict(_tables()))


def _drawn(drawn: dict[str, Any] | list[str]) -> Board:
    """A drawn map; its west bank is what the key `west` names."""
    areas = {"west-bank": drawn.get("west", [])} if isinstance(drawn, dict) else {}
    return family.drawn_board(drawn, areas, SIDES)


@cache
def _scenario_board(name: str) -> Board:
    return scenario_board(DATA, load_scenario(scenario_path(DATA, name), SteelScenario))


@cache
def _tables() -> dict[str, Table]:
    return load_tables(DATA / "tables.toml")


@cache
def _counters() -> Roster:
    return load_counters(DATA / "units.toml")


def _set_own(pos: SteelPosition, given: dict[str, Any]) -> None:
    """Formations by name; bridges as [engineer, near, far, turn begun]; monitors as {id: far hex}."""
    content, grid = pos.content, pos.content.grid
    number = content.formation_ids.index
    if "active" in given:
        pos.active = number(given["active"])
    pos.boxes = [number(id) for id in given.get("boxes", [given["active"]] if "active" in given else [])]
    pos.cup = [number(id) for id in given.get("cup", [])]
    pos.withheld = [number(id) for id in given.get("withheld", [])]
    pos.stores = [given.get("stores", {}).get(name, 0) for name in STORES]
    pos.points = given.get("points", 0)
    pos.alarmed = int(given.get("alarmed", False))
    pos.air = [family.unit_of(pos, id) for id in given.get("air", [])]
    pos.standing = [int(name in given.get("standing", [])) for name in content.printed_names]
    pos.set_bridges(
        [
            Bridge(family.unit_of(pos, id), grid.index(near), grid.index(far), begun)
            for id, near, far, begun in given.get("bridges", [])
        ]
    )
    for id, hex in given.get("monitors", {}).items():
        pos.far_bank[family.unit_of(pos, id)] = grid.index(hex)


# -- claims ---------------------------------------------------------------------------------------


def _named(pos: SteelPosition, formations: list[int]) -> str:
    return ",".join(pos.content.formation_ids[one] for one in formations) or "none"


def _bridges(pos: SteelPosition) -> str:
    names = pos.content.names
    return ",".join(f"{names[near]}/{names[far]}" for near, far, _ in pos.spans()) or "none"


CLAIMS: Final[dict[str, Claim]] = {
    **family.CLAIMS,
    "cup": lambda pos, w: differs(_named(pos, pos.cup), " ".join(w)),
    "boxes": lambda pos, w: differs(_named(pos, pos.boxes), " ".join(w)),
    "active": lambda pos, w: differs(_named(pos, [pos.active] if pos.active >= 0 else []), " ".join(w)),
    "store": lambda pos, w: differs(pos.stores[STORES.index(w[0])], w[1]),
    "points": lambda pos, w: differs(pos.points, w[0]),
    "bridges": lambda pos, w: differs(_bridges(pos), w[0]),
    "alarmed": lambda pos, w: differs("yes" if pos.alarmed else "no", w[0]),
    "air": lambda pos, w: differs(len(pos.air), w[0]),
    "halves": lambda pos, w: differs(sum(worth for _, worth in open_points(pos)), w[0]),
}


def check(pos: SteelPosition, text: str) -> str | None:
    """What is wrong with a claim; None if it holds."""
    return family.check(pos, text, CLAIMS)

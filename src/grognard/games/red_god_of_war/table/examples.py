"""Examples of play: the positions they start from and the claims they make (docs/cases.md)."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from grognard.core.board.board import Board
from grognard.core.chapter import Frame, halves
from grognard.core.content.load import scenario_board, scenario_counters, scenario_path, scenario_tables
from grognard.core.content.read import ContentError, Fault, convert, load_scenario
from grognard.core.system import CaseData
from grognard.games.red_god_of_war.combat.odds import Sheet
from grognard.games.red_god_of_war.model.content import DATA, WEATHERS, Content, load_content
from grognard.games.red_god_of_war.model.position import (
    ACTIVE,
    DEAD,
    GERMAN,
    PAID,
    SOVIET,
    SPENT,
    WAITING,
    WITHDRAWN,
    RedGodPosition,
)
from grognard.games.red_god_of_war.model.scenario import SIDES, RedGodScenario
from grognard.games.red_god_of_war.movement.costs import reach_of
from grognard.games.red_god_of_war.movement.walk import Move
from grognard.games.red_god_of_war.sequence.activation import Impulse, activation_refusal, units_to_activate
from grognard.games.red_god_of_war.sequence.sequence import CALLED, campaign
from grognard.games.red_god_of_war.sequence.setup import first_position
from grognard.games.red_god_of_war.sequence.victory import net_points
from grognard.games.red_god_of_war.supply.trace import movement_allowance
from grognard.games.red_god_of_war.table.sheets import sheet_on_table
from grognard.games.red_god_of_war.table.words import STATES
from grognard.kit.cases import (
    Claim,
    Drawing,
    check_keys,
    differs,
    drawn_board,
    place_called,
    place_word,
    unit_called,
    yes_or_no,
)

OFF = {"waiting": WAITING, "dead": DEAD, "withdrawn": WITHDRAWN}
DRAWING = Drawing(
    {".": "clear", "l": "light-woods", "H": "heavy-woods", "s": "swamp", "T": "town", "C": "city"},
    ("creek", "river"),
    ("road", "rail"),
    {"g": "german", "s": "soviet"},
    own=("objectives",),
)


UNIT_KEYS = ("id", "hex", "steps", "supply", "traced", "lit", "army", "active", "arrives", "at")
MARKS = ("took_objective", "lost_objective", "division_died", "steps_last_turn", "released", "box")
SET_KEYS = (
    *("opening", "active", "turn", "turns", "weather", "sp_german", "sp_soviet", "stalin", "okw"),
    *("cup", "last_chits", "control_german", "control_soviet", "opened", "spent", "barred", *MARKS),
)


# -- set-up -------------------------------------------------------------------------------------


def case_position(data: CaseData, id: str) -> tuple[Content, RedGodPosition]:
    """The position a case begins with: a map of its own or a scenario's, only the units it names."""
    check_keys(data, UNIT_KEYS, SET_KEYS)
    if data.get("set", {}).get("opening"):
        return _opening(data)
    content = _content(data)
    pos = RedGodPosition(content)
    pos.control = [max(holder, GERMAN) for holder in content.board.holder]
    content.options |= data.get("options", {})
    for entry in data["units"]:
        _place(pos, entry)
    _markers(pos, data.get("set", {}))
    _activate(pos, data)
    _start(pos, data.get("start", {}))
    return content, pos


def _opening(data: CaseData) -> tuple[Content, RedGodPosition]:
    """A whole scenario as it is set up, before the first Ask: `set = { opening = true }`."""
    content = load_content(data["scenario"], data.get("options", {}))
    pos = first_position(content)
    pos.stack = [Frame("campaign", "PlaceSoviets", ())]
    return content, pos


def _content(data: CaseData) -> Content:
    """Counters and tables as ever; the scenario holds just the units of the case."""
    base, board = _base(data.get("scenario") or "mars", not data.get("map"))
    board = board or drawn_board(data["map"], DRAWING)
    arrivals = [
        {"units": [entry["id"]], "at": entry.get("at", ["hq"]), "turn": entry["arrives"]}
        for entry in data["units"]
        if "arrives" in entry
    ]
    setup = {entry["id"]: entry["hex"] for entry in data["units"] if entry.get("hex", "") in board.grid.names}
    off = [entry["id"] for entry in data["units"] if entry["id"] not in setup and "arrives" not in entry]
    if off:
        arrivals.append({"units": off, "at": ["hq"], "turn": 99})
    hexes = _objectives(data["map"]) if data.get("map") else base.victory.hexes
    values = {
        "id": "case",
        "title": data["title"],
        "summary": "an example of play",
        "minutes": 1,
        "turns": data.get("set", {}).get("turns", base.turns),
        "setup": setup,
        "reinforcements": arrivals,
        "victory": {"hexes": hexes, "levels": base.victory.levels},
    }
    scenario = msgspec.structs.replace(convert(values, RedGodScenario, "case"), markers=base.markers)
    return Content(scenario, board, scenario_counters(DATA, scenario), scenario_tables(DATA, scenario))


@cache
def _base(name: str, with_map: bool) -> tuple[RedGodScenario, Board | None]:
    """A scenario of the game, and its map if it is wanted."""
    base = load_scenario(scenario_path(DATA, name), RedGodScenario)
    return base, scenario_board(DATA, base) if with_map else None


def _objectives(drawn: CaseData | list[str]) -> CaseData:
    """The victory hexes of a drawn map: `objectives = { "0303" = [soviet, german] }`."""
    given = drawn.get("objectives", {}) if isinstance(drawn, dict) else {}
    return {hex: {"soviet": soviet, "german": german} for hex, (soviet, german) in given.items()}


def _place(pos: RedGodPosition, entry: CaseData) -> None:
    content = pos.content
    unit = unit_called(pos, entry["id"])
    where = entry.get("hex", "waiting")
    pos.hex[unit] = place_called(pos, where, OFF)
    pos.steps[unit] = entry.get("steps", 0 if where == "dead" else content.max_steps[unit])
    pos.supply[unit] = STATES.index(entry.get("supply", "supplied"))
    pos.traced[unit] = STATES.index(entry.get("traced", entry.get("supply", "supplied")))
    pos.lit[unit] = PAID if entry.get("lit") else 0
    if content.side[unit] == SOVIET and not content.is_hq[unit]:
        pos.army[unit] = unit_called(pos, entry["army"]) if "army" in entry else content.home_hq[unit]
    if pos.hex[unit] >= 0:
        pos.control[pos.hex[unit]] = content.side[unit]


def _markers(pos: RedGodPosition, given: CaseData) -> None:
    pos.turn = given.get("turn", 1)
    pos.weather = WEATHERS.index(given.get("weather", "clear"))
    pos.sp = [given.get("sp_german", 0), given.get("sp_soviet", 0)]
    pos.stalin = given.get("stalin", 1) - 1
    pos.okw = given.get("okw", 1) - 1
    pos.cup = sorted(unit_called(pos, id) for id in given.get("cup", []))
    pos.put_in = pos.cup[:]
    pos.last_put_in = sorted(unit_called(pos, id) for id in given.get("last_chits", []))
    for name in MARKS:
        if name in given:
            setattr(pos, name, given[name])
    for side in SIDES:
        for hex in given.get(f"control_{side}", []):
            pos.control[pos.content.grid.index(hex)] = SIDES.index(side)
    for id in given.get("opened", []):
        pos.opened[unit_called(pos, id)] = 1
    for id in given.get("spent", []):
        pos.flags[unit_called(pos, id)] |= SPENT
    for id, turn in given.get("barred", {}).items():
        pos.barred[unit_called(pos, id)] = turn


def _activate(pos: RedGodPosition, data: CaseData) -> None:
    """`active` names the HQ whose chit is drawn; its units are active unless an entry says otherwise."""
    active = data.get("set", {}).get("active")
    if not active:
        return
    pos.active_hq = unit_called(pos, active)
    pos.drawer = pos.active_side
    pos.activated[pos.active_hq] = 1
    pos.flags[pos.active_hq] |= ACTIVE | SPENT
    if data.get("start", {}).get("procedure") == "impulse":
        return  # the case itself names the units
    for entry in data["units"]:
        unit = unit_called(pos, entry["id"])
        if entry.get("active", activation_refusal(pos, unit) is None):
            pos.flags[unit] |= ACTIVE | SPENT


def _start(pos: RedGodPosition, start: CaseData) -> None:
    """Put the frames on the stack that lead to the named step."""
    name = start.get("procedure") or "initial"
    known = campaign.tree() | {one.name: one for called in CALLED for one in called.tree().values()}
    procedure, impulse = known[name], known["impulse"]
    step = start.get("step") or procedure.items[0].name
    if step not in procedure.item:
        raise ContentError(
            "start", [Fault("step", f"{step!r} is no step of {name}", ", ".join(procedure.item))]
        )
    given = {key: _value(pos, value) for key, value in start.get("vars", {}).items()}
    values = procedure.vars(**given) if procedure.vars is not tuple else ()
    pos.stack = [Frame("campaign", "PlayImpulses", ())] if name != "campaign" else []
    if name in impulse.item:
        pos.stack.append(Frame("impulse", impulse.after[name], Impulse()))
    if name == "impulse" and step == "ActivateUnits" and not start.get("vars"):
        values = Impulse(tuple(units_to_activate(pos)))
    pos.stack.append(Frame(name, step, values))


def _value(pos: RedGodPosition, value: Any) -> Any:
    """Names of hexes and units as their numbers."""
    if isinstance(value, list):
        return tuple(_value(pos, one) for one in value)
    if isinstance(value, str):
        return pos.content.grid.index(value) if value in pos.content.names else unit_called(pos, value)
    return value


# -- claims -------------------------------------------------------------------------------------


def _claim_unit(pos: RedGodPosition, words: list[str]) -> str | None:
    unit = unit_called(pos, words[0])
    hex = pos.hex[unit]
    where = place_word(pos, hex, OFF)
    facts: dict[str, Callable[[], object]] = {
        "at": lambda: where,
        "is": lambda: where if hex < 0 else STATES[pos.supply[unit]],
        "steps": lambda: pos.steps[unit],
        "army": lambda: pos.content.roster.counters[pos.army[unit]].id,
        "allowance": lambda: movement_allowance(pos, unit),
        "active": lambda: yes_or_no(pos.flags[unit] & ACTIVE),
    }
    return differs(facts[words[1]](), words[2])


def _claim_reach(pos: RedGodPosition, words: list[str]) -> str | None:
    """reach UNIT HEX COST, or "never" for a hex it cannot come to."""
    v = pos.stack[-1].vars
    unit = unit_called(pos, words[0])
    group, spent = (v.group, v.spent) if isinstance(v, Move) and unit in v.group else ((unit,), 0)
    cost = reach_of(pos, group, spent).cost
    hex = pos.content.grid.index(words[1])
    return differs(halves(cost[hex]) if hex in cost else "never", words[2])


def _claim_sheet(read: Callable[[Sheet, list[str]], object]) -> Claim[RedGodPosition]:
    """A claim on the attack on the table; what is said of it stands last."""

    def claim(pos: RedGodPosition, words: list[str]) -> str | None:
        sheet = sheet_on_table(pos)
        return "no attack is on the table" if sheet is None else differs(read(sheet, words), words[-1])

    return claim


CLAIMS: dict[str, Claim[RedGodPosition]] = {
    "unit": _claim_unit,
    "reach": _claim_reach,
    "attack": _claim_sheet(lambda sheet, w: sheet.attack),
    "defence": _claim_sheet(lambda sheet, w: sheet.defence),
    "odds": _claim_sheet(lambda sheet, w: sheet.label),
    "shift": _claim_sheet(lambda sheet, w: yes_or_no(w[0] in sheet.shifts)),  # NAME yes|no
    "control": lambda pos, w: differs(SIDES[pos.control[pos.content.grid.index(w[0])]], w[1]),
    "zoc": lambda pos, w: differs(yes_or_no(pos.zoc(SIDES.index(w[0]))[pos.content.grid.index(w[1])]), w[2]),
    "sp": lambda pos, w: differs(pos.sp[SIDES.index(w[0])], w[1]),
    "turn": lambda pos, w: differs(pos.turn, w[0]),
    "weather": lambda pos, w: differs(WEATHERS[pos.weather], w[0]),
    "stalin": lambda pos, w: differs(pos.stalin + 1, w[0]),
    "okw": lambda pos, w: differs(pos.okw + 1, w[0]),
    "lit": lambda pos, w: differs(yes_or_no(pos.lit[unit_called(pos, w[0])]), w[1]),
    "barred": lambda pos, w: differs(pos.barred[unit_called(pos, w[0])], w[1]),
    "box": lambda pos, w: differs(pos.box[SIDES.index(w[0])], w[1]),
    "halted": lambda pos, w: differs(yes_or_no(pos.halted[SIDES.index(w[0])]), w[1]),
    "chits": lambda pos, w: differs(sum(pos.content.side[hq] == SIDES.index(w[0]) for hq in pos.cup), w[1]),
    "cup": lambda pos, w: differs(yes_or_no(unit_called(pos, w[0]) in pos.cup), w[1]),
    "points": lambda pos, w: differs(net_points(pos), w[0]),
}

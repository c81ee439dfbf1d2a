"""Examples of play: the positions they start from and the claims they make (docs/cases.md)."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from grognard.core.board.board import Board, MapFile, build_board
from grognard.core.board.tables import Table, load_tables
from grognard.core.board.units import Roster, load_counters
from grognard.core.content.load import scenario_board, scenario_path
from grognard.core.content.read import ContentError, Fault, convert, load_scenario, raise_faults
from grognard.core.position import NOTHING, Frame
from grognard.games.ocs.model.content import COMBAT_SIDE, DATA, MOVE_SIDE, STRIP, Content
from grognard.games.ocs.model.position import (
    ABSENT,
    DEAD,
    EXHAUSTED,
    FULL,
    LOW,
    MODES,
    MOVED,
    POOL,
    TRACED,
    WAITING,
    WEATHERS,
    OcsPosition,
)
from grognard.games.ocs.model.scale import MP, mp_text, supply_text
from grognard.games.ocs.model.scenario import SIDES, OcsScenario
from grognard.games.ocs.model.setup import first_position, start_mode
from grognard.games.ocs.sequence.turn import Turn
from grognard.games.ocs.table.words import PHASES

LEGEND: Final = {
    ".": "open",
    "w": "light-woods",
    "F": "forest",
    "h": "hills",
    "M": "mountain",
    "s": "swamp",
    "v": "village",
    "c": "minor-city",
    "C": "major-city",
    "~": "sea",
}
STOCKS: Final = {"full": FULL, "low": LOW, "exhausted": EXHAUSTED}
OFF: Final = {"waiting": WAITING, "dead": DEAD, "pool": POOL}
UNIT_KEYS: Final = (
    *("id", "hex", "mode", "face", "lost", "stocks", "oos", "fed", "points", "load", "extender", "active"),
    *("fuel", "spent", "flags", "back", "plan", "aboard"),
)
SET_KEYS: Final = (
    *(
        "turn",
        "turns",
        "calm",
        "phase",
        "acting",
        "phasing",
        "weather",
        "first",
        "dumps",
        "bases",
        "strips",
        "ports",
    ),
    *("hedgehogs", "control", "trainbusted", "sources", "source_ports", "rail_cap", "sea_cap", "reserves"),
    *(
        "hip_shoot",
        "gliders",
        "opening",
        "rail_used",
        "objectives",
        "sea_boxes",
        "sea_entries",
        "gauge",
        "flak",
        "caches",
    ),
)


# -- set-up -------------------------------------------------------------------------------------


def case_position(data: dict[str, Any]) -> tuple[Content, OcsPosition]:
    """The position a case begins with: a map of its own or a scenario's, only the units it names."""
    _check_keys(data)
    content = _content(data)
    content.options.update(data.get("options", {}))
    pos = first_position(content)
    given = data.get("set", {})
    if not given.get("opening"):
        _clear(pos)
    for entry in data.get("units", []):
        _place(pos, entry)
    _marks(pos, given)
    pos.began = pos.hex[:]
    _start(pos, data.get("start", {}))
    return content, pos


def _check_keys(data: dict[str, Any]) -> None:
    """A misspelt key would make a case that shows nothing, so it is a fault."""
    faults = [
        Fault(f"units[{number}]", f"there is no key {key!r}", f"known: {', '.join(UNIT_KEYS)}")
        for number, entry in enumerate(data.get("units", []), 1)
        for key in entry
        if key not in UNIT_KEYS
    ]
    faults += [
        Fault("set", f"there is no key {key!r}", f"known: {', '.join(SET_KEYS)}")
        for key in data.get("set", {})
        if key not in SET_KEYS
    ]
    raise_faults("case", faults)


def _content(data: dict[str, Any]) -> Content:
    """Counters and tables as ever, on the scenario's map or a small one."""
    given = data.get("set", {})
    base = load_scenario(scenario_path(DATA, data.get("scenario") or "selm-river"), OcsScenario)
    roster, tables = _shipped()
    if not data.get("map") and not given.get("turns"):
        return Content(base, scenario_board(DATA, base), roster, dict(tables))
    board = _board(data["map"]) if data.get("map") else scenario_board(DATA, base)
    own = _sides(given) if data.get("map") else {side: base.sides[side] for side in SIDES}
    values = {
        "id": "case",
        "title": data.get("title", "case"),
        "summary": "an example of play",
        "minutes": 1,
        "turns": given.get("turns", base.turns),
        "sides": own,
        "victory": {"hexes": given.get("objectives", {})},
    }
    scenario = convert(values, OcsScenario, "case")
    return Content(scenario, board, roster, dict(tables))


def _sides(given: dict[str, Any]) -> dict[str, Any]:
    """What each side has, from the keys of a case; four Reserve markers unless it says otherwise."""
    keys = {"sources": "source", "source_ports": "port", "rail_cap": "rail-cap", "sea_cap": "sea-cap"}
    keys |= {"hip_shoot": "hip-shoot", "reserves": "reserve-markers", "sea_boxes": "sea-box"}
    keys |= {"sea_entries": "sea-entry"}
    found: dict[str, Any] = {side: {"reserve-markers": 4} for side in SIDES}
    for key, name in keys.items():
        for side, value in given.get(key, {}).items():
            found[side][name] = value
    return found


@cache
def _shipped() -> tuple[Roster, dict[str, Table]]:
    return load_counters(DATA / "units.toml"), load_tables(DATA / "tables.toml")


def hex_names(columns: int, rows: int) -> list[str]:
    """Names of hexes as the series writes them: column and row, rows from the bottom."""
    return [f"{column:02d}.{row:02d}" for row in range(rows, 0, -1) for column in range(1, columns + 1)]


def _board(drawn: dict[str, Any]) -> Board:
    """A small map: `rows` from the top, `rivers` and `roads` by kind."""
    rows = drawn["rows"]
    rivers = [
        {"name": f"{kind}", "kind": kind, "sides": sides} for kind, sides in drawn.get("rivers", {}).items()
    ]
    routes = [
        {"id": f"{kind}-{number}", "name": kind, "kind": kind, "hexes": chain.split()}
        for kind, chains in drawn.get("roads", {}).items()
        for number, chain in enumerate(chains, 1)
    ]
    values = {
        "columns": len(rows[0]),
        "rows": len(rows),
        "names": hex_names(len(rows[0]), len(rows)),
        "sides": list(SIDES),
        "side_kinds": ["minor-river", "major-river"],
        "link_kinds": ["primary-road", "secondary-road", "railroad", "multi-track"],
        "terrain": {"legend": LEGEND, "rows": rows},
        "rivers": rivers,
        "routes": routes,
        "boxes": drawn.get("boxes", []),
    }
    return build_board(convert(values, MapFile, "case map"), "case map")


def _clear(pos: OcsPosition) -> None:
    """Take everything off the map that the case does not name."""
    content = pos.content
    pooled = {unit for units in content.roster.pools.values() for unit in units}
    for unit in range(content.units):
        pos.put.hex[unit] = POOL if unit in pooled else DEAD
        pos.put.back[unit] = 0
        pos.put.points[unit] = pos.put.cargo[unit] = 0
        pos.put.plan_hex[unit], pos.put.plan_turn[unit] = NOTHING, 0
        start_mode(pos, unit, "")
    for field in ("hedgehog", "base", "port_hits", "gliders", "stores"):
        setattr(pos, field, [0] * len(getattr(pos, field)))
    for field in ("base_side", "hedgehog_side", "port_side"):
        setattr(pos, field, [NOTHING] * len(getattr(pos, field)))


def _place(pos: OcsPosition, entry: dict[str, Any]) -> None:
    """Put a counter on the map, several of one kind of entry where `id` names several."""
    content = pos.content
    for id in entry["id"].split():
        unit = content.roster.index[id]
        where = entry.get("hex", "dead")
        pos.put.hex[unit] = OFF[where] if where in OFF else content.board.find_place(where)
        start_mode(pos, unit, entry.get("mode", ""))
        if "face" in entry:
            pos.put.face[unit] = MOVE_SIDE if entry["face"] == "move" else COMBAT_SIDE
        pos.put.stocks[unit] = STOCKS[entry.get("stocks", "full")]
        pos.put.oos[unit] = int(entry.get("oos", False))
        pos.put.fed[unit] = entry.get("fed", TRACED)
        pos.put.points[unit] = entry.get("points", 0)
        pos.put.cargo[unit] = entry.get("load", 0)
        pos.put.extender[unit] = int(entry.get("extender", False))
        pos.put.active[unit] = int(entry.get("active", content.is_aircraft[unit]))
        pos.put.lost[unit] = entry.get("lost", 0)
        pos.put.fuel[unit] = int(entry.get("fuel", False))
        pos.put.spent[unit] = int(entry.get("spent", 0) * MP)
        pos.put.flags[unit] = entry.get("flags", 0)
        pos.put.back[unit] = entry.get("back", 0)
        if "aboard" in entry:
            pos.put.hex[unit], pos.put.craft[unit] = ABSENT, content.roster.index[entry["aboard"]]
        if "plan" in entry:
            hex, turn = entry["plan"]
            pos.put.plan_hex[unit], pos.put.plan_turn[unit] = content.grid.index(hex), turn


def _marks(pos: OcsPosition, given: dict[str, Any]) -> None:
    content = pos.content
    index, places = content.grid.index, content.places
    pos.turn = given.get("turn", pos.turn)
    pos.calm = given.get("calm", 0)
    pos.weather = WEATHERS.index(given.get("weather", "clear"))
    pos.first = SIDES.index(given.get("first", "aster"))
    pos.phasing = SIDES.index(given.get("phasing", "aster"))
    pos.acting = SIDES.index(given.get("acting", SIDES[pos.phasing]))
    pos.phase = PHASES.index(given.get("phase", "movement"))
    for side, dumps in given.get("dumps", {}).items():
        for name, tokens in dumps.items():
            place = content.board.find_place(name)
            if place < 0:
                raise ContentError("case", [Fault(f"set.dumps.{side}", f"there is no place {name!r}", "")])
            pos.put.stores[SIDES.index(side) * places + place] = tokens
    for side, bases in given.get("bases", {}).items():
        for name, level in bases.items():
            pos.put.base[index(name)], pos.put.base_side[index(name)] = level, SIDES.index(side)
    for side, strips in given.get("strips", {}).items():
        for name in strips:
            pos.put.base[index(name)], pos.put.base_side[index(name)] = STRIP, SIDES.index(side)
    for side, ports in given.get("ports", {}).items():
        for name, (capacity, hits) in ports.items():
            pos.put.port_side[index(name)], pos.put.port_hits[index(name)] = SIDES.index(side), hits
            content.port_capacity[index(name)] = capacity
    for side, works in given.get("hedgehogs", {}).items():
        for name, level in works.items():
            pos.put.hedgehog[index(name)], pos.put.hedgehog_side[index(name)] = level, SIDES.index(side)
    for side, hexes in given.get("control", {}).items():
        for name in hexes:
            pos.put.control[index(name)] = SIDES.index(side)
    for side, hexes in given.get("trainbusted", {}).items():
        for name in hexes:
            pos.put.trainbusted[index(name)] |= 1 << SIDES.index(side)
    for side, hexes in given.get("gauge", {}).items():
        for name in hexes:
            pos.put.gauge[index(name)] = SIDES.index(side)
    for name, value in given.get("flak", {}).items():
        content.printed_flak[index(name)] = value
    content.has_gliders = content.has_gliders or "gliders" in given
    for name, count in given.get("gliders", {}).items():
        pos.put.gliders[index(name)] = count
    for side, count in given.get("caches", {}).items():
        pos.put.cache[SIDES.index(side)] = count
    for side, used in given.get("rail_used", {}).items():
        pos.put.rail_used[SIDES.index(side)] = used
    for unit, place in enumerate(pos.hex):
        if 0 <= place < content.hexes and content.is_combat[unit]:
            pos.put.control[place] = content.side[unit]


def _start(pos: OcsPosition, start: dict[str, Any]) -> None:
    """Begin in the middle of the sequence of play; a segment of a Player Turn is followed by the next one."""
    if not start.get("procedure"):
        return
    from grognard.games.ocs.sequence.game_turn import (  # the chapters' tests need no sequence
        PROCEDURES,
        player_turn,
    )

    procedure = PROCEDURES[start["procedure"]]
    names = start.get("vars", {})
    made = procedure.start(pos, ()) if procedure.start and not names else procedure.vars(**names)
    if procedure.name in player_turn.item:
        turn = Turn(played=int(pos.phasing != pos.first))
        pos.stack = [Frame("game-turn", "EndPlayerTurn", turn)]
        pos.stack.append(Frame("player-turn", player_turn.after[procedure.name], ()))
    pos.stack.append(Frame(procedure.name, start.get("step") or procedure.items[0].name, made))


# -- claims -------------------------------------------------------------------------------------


def check(pos: OcsPosition, text: str) -> str | None:
    """What is wrong with a claim about a position, or None: "hex a11 12.10", "dump aster 04.10 60"."""
    word, *rest = text.split()
    if word not in CLAIMS:
        raise ContentError("case", [Fault(text, "is no claim", f"known: {', '.join(CLAIMS)}")])
    count, answer = CLAIMS[word]
    found = answer(pos, rest[:count])
    return None if found == " ".join(rest[count:]) else f"{text}: it is {found}"


def _unit(pos: OcsPosition, id: str) -> int:
    return pos.content.roster.index[id]


def _side(name: str) -> int:
    return list[str](SIDES).index(name)


def _where(pos: OcsPosition, subject: list[str]) -> str:
    place = pos.hex[_unit(pos, subject[0])]
    if place >= 0:
        return pos.board.place_id(place)
    return {WAITING: "waiting", DEAD: "dead", POOL: "pool"}.get(place, "away")


def _yes(value: object) -> str:
    return "yes" if value else "no"


Answer = Callable[[OcsPosition, list[str]], str]


def _field(name: str, words: tuple[str, ...] = ()) -> tuple[int, Answer]:
    """A claim about a field of a unit: its number, or the word for it."""

    def answer(pos: OcsPosition, subject: list[str]) -> str:
        value = getattr(pos, name)[_unit(pos, subject[0])]
        return words[value] if words else str(value)

    return 1, answer


NO_YES: Final = ("no", "yes")

CLAIMS: Final[dict[str, tuple[int, Answer]]] = {
    "hex": (1, _where),
    "mode": _field("mode", MODES),
    "face": _field("face", ("combat", "move")),
    "lost": _field("lost"),
    "stocks": _field("stocks", tuple(STOCKS)),
    "oos": _field("oos", NO_YES),
    "points": _field("points"),
    "load": _field("cargo"),
    "active": _field("active", NO_YES),
    "extender": _field("extender", NO_YES),
    "fuel": _field("fuel", NO_YES),
    "back": _field("back"),
    "spent": (1, lambda pos, s: mp_text(pos.spent[_unit(pos, s[0])])),
    "dump": (2, lambda pos, s: str(pos.ground_dump(pos.board.find_place(s[1]), _side(s[0])))),
    "supply": (2, lambda pos, s: supply_text(pos.dump_at(pos.board.find_place(s[1]), _side(s[0])))),
    "zoc": (2, lambda pos, s: _yes(pos.zoc(_side(s[0]))[pos.content.grid.index(s[1])])),
    "hedgehog": (1, lambda pos, s: str(pos.hedgehog[pos.content.grid.index(s[0])])),
    "base": (1, lambda pos, s: str(pos.base[pos.content.grid.index(s[0])])),
    "port": (1, lambda pos, s: supply_text(pos.port_capacity(pos.content.grid.index(s[0])))),
    "trainbusted": (
        2,
        lambda pos, s: _yes(pos.trainbusted[pos.content.grid.index(s[1])] >> _side(s[0]) & 1),
    ),
    "gliders": (1, lambda pos, s: str(pos.gliders[pos.content.grid.index(s[0])])),
    "beach": (1, lambda pos, s: [*SIDES, "nobody"][pos.beach[pos.content.grid.index(s[0])]]),
    "done": (1, lambda pos, s: _yes(pos.flags[_unit(pos, s[0])] & MOVED)),
    "control": (1, lambda pos, s: [*SIDES, "nobody"][pos.control[pos.content.grid.index(s[0])]]),
    "weather": (0, lambda pos, s: WEATHERS[pos.weather]),
    "turn": (0, lambda pos, s: str(pos.turn)),
    "phase": (0, lambda pos, s: PHASES[pos.phase]),
    "phasing": (0, lambda pos, s: SIDES[pos.phasing]),
}

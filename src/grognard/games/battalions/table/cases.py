"""Examples of play in the games of the family: the words for counters and for claims (docs/cases.md)."""

from collections.abc import Callable
from typing import Any, Final

from grognard.core.board.board import Board, MapFile, build_board
from grognard.core.chapter import Frame, Procedure
from grognard.core.content.read import ContentError, Fault, convert, raise_faults
from grognard.games.battalions.model import position as p
from grognard.games.battalions.model.position import B, BattalionPosition
from grognard.games.battalions.model.scale import halves

SIDES: Final = ("german", "soviet")
SUPPLY: Final = ("supplied", "oos", "isolated")
MORALE: Final = ("in-order", "disrupted", "demoralized")
WORKS: Final = ("none", "digging", "ip")
OFF: Final = {
    "waiting": p.WAITING,
    "absent": p.ABSENT,
    "eliminated": p.ELIMINATED,
    "reduced": p.REDUCED,
    "broken-down": p.BROKEN_DOWN,
    "removed": p.REMOVED,
    "displaced": p.DISPLACED,
    "hurt": p.HURT,
}
FLAGS: Final = {
    "moved": p.MOVED,
    "marched": p.MARCHED,
    "built": p.BUILT,
    "demolished": p.DEMOLISHED,
    "helped": p.HELPED,
    "crossed": p.CROSSED,
    "limbered-now": p.LIMBERED_NOW,
    "infiltrated": p.INFILTRATED,
    "entered": p.ENTERED,
    "landed": p.LANDED,
    "bombarded": p.BOMBARDED,
    "supported": p.SUPPORTED,
    "attacked": p.ATTACKED,
    "searched": p.SEARCHED,
    "found": p.FOUND,
    "retreated": p.RETREATED,
    "retreated-before": p.RETREATED_BEFORE,
    "replaced": p.REPLACED,
    "returned": p.RETURNED,
    "broke-through": p.BROKE_THROUGH,
    "advanced": p.ADVANCED,
    "fired-this-turn": p.FIRED_THIS_TURN,
    "no-recovery": p.NO_RECOVERY,
}
LEGEND: Final = {
    ".": "clear",
    "R": "rough",
    "W": "woods",
    "X": "woods-on-rough",
    "S": "swamp",
    "T": "town",
    "C": "city",
    "~": "water",
}
UNIT_KEYS: Final = (
    *("id", "hex", "steps", "supply", "morale", "ammunition", "limbered", "dispersed", "afoot", "of"),
    *("adc", "back", "flags", "spent", "helped", "attempts", "arrived", "arrives", "at", "seen"),
)
NUMBERS: Final = ("back", "helped", "attempts", "arrived", "adc", "afoot", "dispersed")


# -- maps -----------------------------------------------------------------------------------------


def drawn_board(
    drawn: dict[str, Any] | list[str], areas: dict[str, list[str]], sides: tuple[str, str] = SIDES
) -> Board:
    """A small map drawn in the case: terrain; by name stream, river, impassable, road, highway, holders.

    Holders are rows of g, s and - for nobody; left out, land is the first side's.
    """
    if isinstance(drawn, list):
        drawn = {"rows": drawn}
    rows = drawn["rows"]
    holders = drawn.get("holders") or [_land(row) for row in rows]
    legend = {"g": {"holder": sides[0]}, "s": {"holder": sides[1]}, "-": {"holder": "nobody"}}
    values: dict[str, Any] = {
        "columns": len(rows[0]),
        "rows": len(rows),
        "sides": [*sides, "nobody"],
        "side_kinds": ["stream", "impassable", "river"],
        "link_kinds": ["road", "highway"],
        "terrain": {"legend": LEGEND, "rows": rows},
        "holders": {"legend": legend, "rows": holders},
        "rivers": [
            {"name": f"a {kind}", "kind": kind, "sides": drawn[kind]}
            for kind in ("stream", "impassable", "river")
            if kind in drawn
        ],
        "routes": [
            {"id": f"{kind}{number}", "name": kind, "kind": kind, "hexes": chain}
            for kind in ("road", "highway")
            for number, chain in enumerate(drawn.get(kind, []))
        ],
        "areas": {**areas, **drawn.get("areas", {})},
    }
    return build_board(convert(values, MapFile, "case map"), "case map")


def _land(row: str) -> str:
    return "".join("-" if code == "~" else "g" for code in row)


# -- counters -------------------------------------------------------------------------------------


def check_keys(entries: list[dict[str, Any]], given: dict[str, Any], set_keys: tuple[str, ...]) -> None:
    """A misspelt key would make a case that shows nothing, so it is a fault."""
    faults = [
        Fault(f"units[{number}]", f"there is no key {key!r}", f"known: {', '.join(UNIT_KEYS)}")
        for number, entry in enumerate(entries, 1)
        for key in entry
        if key not in UNIT_KEYS
    ]
    faults += [
        Fault("set", f"there is no key {key!r}", f"known: {', '.join(set_keys)}")
        for key in given
        if key not in set_keys
    ]
    raise_faults("case", faults)


def unit_of(pos: BattalionPosition, id: str) -> int:
    if id not in pos.content.roster.index:
        raise ContentError("case", [Fault("units", f"there is no counter {id!r}", "see units.toml")])
    return pos.content.roster.index[id]


def place_unit(pos: BattalionPosition, entry: dict[str, Any]) -> None:
    """Put a counter where a case says, in the state it says. A gun is unlimbered unless it is "limbered"."""
    content = pos.content
    unit = unit_of(pos, entry["id"])
    where = entry.get("hex", "waiting")
    pos.hex[unit] = OFF[where] if where in OFF else content.grid.index(where)
    pos.steps[unit] = entry.get("steps", 0 if where == "eliminated" else content.max_steps[unit])
    pos.supply[unit] = SUPPLY.index(entry.get("supply", "supplied"))
    pos.morale_state[unit] = MORALE.index(entry.get("morale", "in-order"))
    pos.ammunition[unit] = entry.get("ammunition", 2 if content.is_artillery[unit] else 0)
    pos.limbered[unit] = int(entry.get("limbered", False))
    for name in NUMBERS:
        if name in entry:
            getattr(pos, name)[unit] = int(entry[name])
    pos.spent[unit] = round(entry.get("spent", 0) * 2)
    if "of" in entry:
        pos.source[unit] = unit_of(pos, entry["of"])
    for name in entry.get("flags", []):
        pos.flags[unit] |= FLAGS[name]
    pos.seen[unit] = int(entry.get("seen", False)) << (1 - content.side[unit])
    if pos.hex[unit] >= 0:
        pos.control[pos.hex[unit]] = content.side[unit]


def mark_left_over(pos: BattalionPosition) -> None:
    """Who is `of` a battalion on the map was left over by it; of a reduced one the first is its last step."""
    for battalion in sorted(set(pos.source)):
        if battalion >= 0 and (pos.hex[battalion] >= 0 or pos.hex[battalion] == p.REDUCED):
            members = [slot for slot, of in enumerate(pos.source) if of == battalion]
            last = pos.content.last_slots[battalion] if pos.hex[battalion] == p.REDUCED else ()
            stands = [slot for slot in members if slot in last][:1]
            for slot in members:
                pos.left_over[slot] = int(slot not in stands)


def set_common(pos: BattalionPosition, given: dict[str, Any]) -> None:
    """Turn, phasing side, salvos, control, field works."""
    pos.turn = given.get("turn", 2)
    sides = pos.content.roster.sides
    pos.phasing = sides.index(given.get("phasing", sides[0]))
    pos.salvos = list(given.get("salvos", [0, 0]))
    grid = pos.content.grid
    for number, side in enumerate(sides):
        for hex in given.get(f"control_{side}", []):
            pos.control[grid.index(hex)] = number
    for hex, text in given.get("works", {}).items():
        kind, side = text.split()
        place = grid.index(hex)
        pos.works[place], pos.works_side[place] = WORKS.index(kind), sides.index(side)
        pos.begun[place] = given.get("begun", pos.turn - 1)


COMMON_KEYS: Final = ("turn", "phasing", "salvos", "control_german", "control_soviet", "works", "begun")


def case_scenario(data: dict[str, Any], board: Board, turns: int, own: tuple[str, ...]) -> dict[str, Any]:
    """The scenario of a case as a file would have it: the units it names, and the game's `own` keys."""
    given = data.get("set", {})
    setup = {one["id"]: one["hex"] for one in data["units"] if one.get("hex", "") in board.grid.names}
    arrivals = [
        {"units": [one["id"]], "at": one.get("at", []), "turn": one.get("arrives", 999)}
        for one in data["units"]
        if one["id"] not in setup
    ]
    return {
        "id": "case",
        "title": data["title"],
        "summary": "an example of play",
        "minutes": 1,
        "turns": given.get("turns", turns),
        "setup": setup,
        "strength": {one["id"]: one.get("steps", 1) for one in data["units"] if _is_weak(one)},
        "reinforcements": arrivals,
        **{key: given[key] for key in own if key in given},
    }


def _is_weak(entry: dict[str, Any]) -> bool:
    """Has the unit lost steps before the case begins?"""
    return "steps" in entry or entry.get("hex") == "reduced"


def lay_out(pos: B, data: dict[str, Any], set_own: Callable[[B, dict[str, Any]], None]) -> None:
    """Everything that a case says of its position, but where the turn stands."""
    given = data.get("set", {})
    content = pos.content
    pos.control = [holder if holder in (0, 1) else 2 for holder in content.board.holder]
    content.options.update(data.get("options", {}))
    for entry in data["units"]:
        place_unit(pos, entry)
    mark_left_over(pos)
    set_common(pos, given)
    set_own(pos, given)
    pos.forget()


def start_frames(
    pos: BattalionPosition, start: dict[str, Any], known: dict[str, Procedure], below: list[Frame]
) -> None:
    """Put the frames on the stack that lead to the named step; `below` are those under it."""
    procedure = known[start.get("procedure") or "player-turn"]
    step = start.get("step") or procedure.items[0].name
    if step not in procedure.item:
        raise ContentError(
            "start", [Fault("step", f"{step!r} is no step of {procedure.name}", ", ".join(procedure.item))]
        )
    given = {key: number_of(pos, value) for key, value in start.get("vars", {}).items()}
    values = procedure.vars(**given) if procedure.vars is not tuple else ()
    pos.stack = [*below, Frame(procedure.name, step, values)]


def number_of(pos: BattalionPosition, value: Any) -> Any:
    """Names of hexes and units as their numbers."""
    if isinstance(value, list):
        return tuple(number_of(pos, one) for one in value)
    if isinstance(value, str):
        return pos.content.grid.index(value) if value in pos.content.names else unit_of(pos, value)
    return value


# -- claims ---------------------------------------------------------------------------------------

Claim = Callable[[Any, list[str]], str | None]


def differs(found: object, said: str) -> str | None:
    return None if str(found) == said else f"it is {found}"


def where_is(pos: BattalionPosition, unit: int) -> str:
    hex = pos.hex[unit]
    return pos.content.names[hex] if hex >= 0 else next(name for name, code in OFF.items() if code == hex)


def _claim_unit(pos: BattalionPosition, words: list[str]) -> str | None:
    """unit ID at 0303, unit ID is disrupted, unit ID steps 2 …"""
    unit = unit_of(pos, words[0])
    facts: dict[str, Callable[[], object]] = {
        "at": lambda: where_is(pos, unit),
        "morale": lambda: MORALE[pos.morale_state[unit]],
        "supply": lambda: SUPPLY[pos.supply[unit]],
        "steps": lambda: pos.steps[unit],
        "ammunition": lambda: pos.ammunition[unit],
        "limbered": lambda: _yes(pos.limbered[unit]),
        "dispersed": lambda: _yes(pos.dispersed[unit]),
        "adc": lambda: _yes(pos.adc[unit]),
        "back": lambda: pos.back[unit],
        "spent": lambda: halves(pos.spent[unit]),
        "seen": lambda: _yes(pos.seen[unit]),
        "flag": lambda: words[2] if pos.flags[unit] & FLAGS[words[2]] else f"not {words[2]}",
    }
    return differs(facts[words[1]](), words[2])


def _yes(value: int) -> str:
    return "yes" if value else "no"


def _claim_works(pos: BattalionPosition, words: list[str]) -> str | None:
    """works HEX none, works HEX ip german."""
    place = pos.content.grid.index(words[0])
    kind = WORKS[pos.works[place]]
    found = kind if kind == "none" else f"{kind} {pos.content.roster.sides[pos.works_side[place]]}"
    return differs(found, " ".join(words[1:]))


def _claim_control(pos: BattalionPosition, words: list[str]) -> str | None:
    return differs(
        (*pos.content.roster.sides, "nobody")[pos.control[pos.content.grid.index(words[0])]], words[1]
    )


def _side(pos: BattalionPosition, name: str) -> int:
    return pos.content.roster.sides.index(name)


CLAIMS: Final[dict[str, Claim]] = {
    "unit": _claim_unit,
    "works": _claim_works,
    "control": _claim_control,
    "zoc": lambda pos, w: differs(_yes(pos.zoc(_side(pos, w[0]))[pos.content.grid.index(w[1])]), w[2]),
    "turn": lambda pos, w: differs(pos.turn, w[0]),
    "phasing": lambda pos, w: differs(pos.content.roster.sides[pos.phasing], w[0]),
    "salvos": lambda pos, w: differs(pos.salvos[_side(pos, w[0])], w[1]),
    "lost": lambda pos, w: differs(pos.lost_steps[_side(pos, w[0])], w[1]),
}


def check(pos: BattalionPosition, text: str, claims: dict[str, Claim]) -> str | None:
    """What is wrong with a claim such as "unit i-gr-80 at 0303"; None if it holds."""
    word, *rest = text.split()
    claim = claims.get(word)
    if claim is None:
        return f"no claim begins with {word!r}; known: {', '.join(sorted(claims))}"
    return claim(pos, rest)

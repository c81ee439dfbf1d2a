"""Executable examples of play: a position from a case, and claims about it (`docs/cases.md`)."""

from collections.abc import Mapping
from typing import Final

import msgspec

from grognard.core.content.load import Loaded, scenario_counters, scenario_path, scenario_tables
from grognard.core.content.read import load_scenario
from grognard.core.system import CaseData
from grognard.kit.cases import (
    Claim,
    Drawing,
    check_keys,
    differs,
    drawn_board,
    frames_to,
    place_called,
    place_word,
    unit_called,
)
from grognard.template.hill_fight.combat import Attack, needed
from grognard.template.hill_fight.content import DATA, SIDES, Content
from grognard.template.hill_fight.movement import destinations
from grognard.template.hill_fight.position import OFF_MAP, HillFightPosition
from grognard.template.hill_fight.scenario import HillFightScenario, Victory
from grognard.template.hill_fight.sequence import main

DRAWING: Final = Drawing({".": "clear", "w": "woods", "h": "hill"})
OFF: Final = {"removed": OFF_MAP}
UNIT_KEYS: Final = ("id", "hex", "lost", "acted")
SET_KEYS: Final = ("turn", "mover")


def case_position(data: CaseData) -> tuple[Content, HillFightPosition]:
    """The content and the position of a case."""
    check_keys(data, UNIT_KEYS, SET_KEYS)
    content = _content(data)
    pos = HillFightPosition(content)
    for entry in data["units"]:
        unit = unit_called(pos, entry["id"])
        pos.put.at[unit] = place_called(pos, entry["hex"], OFF)
        pos.put.lost[unit] = entry.get("lost", 0)
        pos.put.acted[unit] = int(entry.get("acted", False))
    given = data.get("set", {})
    mover = given.get("mover", SIDES[0])
    pos.turn = given.get("turn", 1)
    others = [f"{side}-turn" for side in SIDES if side != mover]
    pos.stack = frames_to(main, data.get("start", {}).get("step") or "Act", others)
    return content, pos


def _content(data: CaseData) -> Content:
    """The map of the case, with the counters and tables of the game; its hill is the first on the map."""
    base = load_scenario(scenario_path(DATA, "teaching"), HillFightScenario)
    board = drawn_board(data["map"], DRAWING)
    hills = [hex for hex in range(board.size) if board.terrain_at(hex) == "hill"]
    scenario = msgspec.structs.replace(base, victory=Victory(board.place_id((hills or [0])[0])))
    parts = Loaded(scenario, board, scenario_counters(DATA, base), scenario_tables(DATA, base))
    return Content(parts)


# -- claims -----------------------------------------------------------------------------------------


def _unit(pos: HillFightPosition, words: list[str]) -> str | None:
    """unit U at HEX, unit U steps N."""
    unit = unit_called(pos, words[0])
    if words[1] == "at":
        return differs(place_word(pos, pos.at[unit], OFF), words[2])
    return differs(pos.roster.steps(unit) - pos.lost[unit], words[2])


def _reach(pos: HillFightPosition, words: list[str]) -> str | None:
    """reach U HEX COST, or "never"."""
    cost = destinations(pos, unit_called(pos, words[0]))
    return differs(cost.get(pos.board.find_place(words[1]), "never"), words[2])


def _needed(pos: HillFightPosition, words: list[str]) -> str | None:
    """needed N: the least number that hits in the attack on the table."""
    v = pos.stack[-1].vars
    return differs(needed(pos, v) if isinstance(v, Attack) else "no attack", words[0])


CLAIMS: Final[Mapping[str, Claim[HillFightPosition]]] = {
    "unit": _unit,
    "reach": _reach,
    "needed": _needed,
    "turn": lambda pos, words: differs(pos.turn, words[0]),
}

"""Attacks on the table: everybody in place, the attack declared, and short ways to the roll.

The target is 0404 of a map of seven by seven clear hexes. Around it, clockwise from the north: 0403, 0504,
0505, 0405, 0305, 0304.
"""

from typing import Any

from games.red_parachutes.table import Table, table
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.odds.odds_sheet import Sheet
from grognard.games.battalions.combat.odds.ratio import odds_name
from grognard.games.battalions.combat.odds.shifts import shift_terms

ARENA = ["......."] * 7
TARGET = "0404"
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = "0403", "0504", "0505", "0405", "0305", "0304"
RING_AROUND = (NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST)
MIDDAY, AM, NIGHT = 2, 1, 4
"""Turn numbers by their part of the day."""

OPTIONS = {"standard": 0, "probe": 1, "feint": 2, "assault": 3}
DEFENCES = {"defend": 0, "withdraw": 1, "determined": 2, "retreat": 3}


def drawn(letter: str) -> list[str]:
    """The arena with this terrain in the attacked hex."""
    return [*ARENA[:3], f"...{letter}...", *ARENA[4:]]


def arena(letter: str = ".", **more: Any) -> dict[str, Any]:
    """The same with streams, roads and areas by name."""
    return {"rows": drawn(letter), **more}


def other(side: str) -> str:
    return "soviet" if side == "german" else "german"


def attack(
    attackers: dict[str, str],
    others: dict[str, str],
    rows: list[str] | dict[str, Any] | None = None,
    by: str = "german",
    target: str = TARGET,
    **facts: Any,
) -> Table:
    """The first group attacks the target; the game stands at the first Ask of the combat."""
    facts.setdefault("turn", MIDDAY)
    game = table(rows or ARENA, {**attackers, **others}, procedure="attacks", phasing=by, **facts)
    game.play(f"{by}: target {target}", *(f"{by}: commit {id}" for id in attackers))
    return game.play(f"{by}: agreed")


def choose(game: Table, mine: str = "standard", theirs: str = "defend") -> Table:
    """Both sides choose their options."""
    by = side_of_phasing(game)
    game.play(f"{by}: attack-option {OPTIONS[mine]}", f"{by}: seal")
    return game.play(f"{other(by)}: defence-option {DEFENCES[theirs]}", f"{other(by)}: seal")


def side_of_phasing(game: Table) -> str:
    return ("german", "soviet")[game.pos.phasing]


def no_guns(game: Table) -> Table:
    """Neither side commits artillery; no surprise is tried."""
    by = side_of_phasing(game)
    game.play(f"{other(by)}: agreed", f"{by}: agreed")
    return game.play(f"{by}: no-surprise") if game.ask.step == "AttemptSurprise" else game


def levels(game: Table, mine: int, theirs: int) -> Table:
    """Both sides pick their morale levels."""
    by = side_of_phasing(game)
    game.play(f"{by}: morale-level {mine}", f"{by}: seal")
    return game.play(f"{other(by)}: morale-level {theirs}", f"{other(by)}: seal")


def to_roll(
    game: Table, mine: str = "standard", theirs: str = "defend", level: tuple[int, int] = (1, 1)
) -> Table:
    """The shortest way to the roll of the combat: no guns, both at a level that all meet, no leaders."""
    choose(game, mine, theirs)
    no_guns(game)
    levels(game, *level)
    while game.ask.step in ("AttackLeader", "DefenceLeader"):
        game.play(f"{('german', 'soviet')[game.ask.side]}: no-leader")
    return game


def run_on(game: Table, step: str, *dice: int) -> Table:
    """Answer as usual, with these dice and then the middle of what can be rolled, until a step is asked."""
    left = list(dice)
    while game.ask.step != step:
        ask = game.ask
        if ask.is_chance:
            outcomes = ask.options(ask.side)
            game.game.play(("roll", left.pop(0)) if left else outcomes[len(outcomes) // 2])
        else:
            game.game.play(ask.usual(game.pos), ask.side)
    return game


def odds(game: Table) -> tuple[int, int, str, int]:
    """Attack, defence, final odds and column of the combat on the table."""
    v = game.pos.stack[-1].vars
    assert isinstance(v, Combat)
    sheet = Sheet(game.pos, v)
    return (sheet.attack.total, sheet.defence.total, odds_name(sheet.level), sheet.column)


def shifts(game: Table) -> dict[str, str]:
    """The shifts of the combat on the table, by name."""
    v = game.pos.stack[-1].vars
    assert isinstance(v, Combat)
    return {term.label: term.value for term in shift_terms(game.pos, v)}

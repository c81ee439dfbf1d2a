"""What a player may look at from the prompt: stacks, units, and how the game stands."""

from typing import Any

from grognard.cli.prompt_words import ground
from grognard.core.position import NOTHING
from grognard.core.system import AnySystem
from grognard.core.view import Piece, View
from grognard.core.words import counted
from grognard.draw.looks import Looks, looks_of
from grognard.play.errors import InputError


def stack_lines(system: AnySystem, pos: Any, side: int, typed: str) -> list[str]:
    """A hex: its ground, who holds it, and every counter that the side sees in it."""
    place = find_place(pos, typed)
    view = system.knowledge.show(pos, side)
    looks = looks_of(system)
    board = pos.board
    holder = view.holder[place] if place < len(view.holder) else NOTHING
    held = f", held by the {system.sides[holder]} side" if holder != NOTHING else ""
    marks = [looks.badge(mark).words for mark, places in view.marks.items() if place in places]
    there = [piece for piece in view.pieces if piece.hex == place]
    return [
        f"  {', '.join([board.place_name(place), ground(pos, place), *marks])}{held}",
        *(f"    {piece_line(system, pos, looks, piece)}" for piece in there),
        *([] if there else ["    nobody is there"]),
    ]


def unit_lines(system: AnySystem, pos: Any, side: int, typed: str) -> list[str]:
    """The counters that a side sees, hex by hex: its own, or those of the side that is named."""
    if typed and typed.casefold() not in system.sides:
        raise InputError(f"there is no side '{typed[:40]}'", f"known: {', '.join(system.sides)}")
    whose = system.sides.index(typed.casefold()) if typed else side
    view: View = system.knowledge.show(pos, side)
    looks = looks_of(system)
    found = sorted((piece for piece in view.pieces if piece.side == whose), key=lambda piece: piece.hex)
    return [
        f"  {pos.board.place_id(piece.hex):<8} {piece_line(system, pos, looks, piece)}" for piece in found
    ] or ["  nobody is on the map"]


def piece_line(system: AnySystem, pos: Any, looks: Looks, piece: Piece) -> str:
    """A counter in words: its name, printed values, steps and markers."""
    if piece.unit < 0:
        side = system.sides[piece.side]
        goods = f"{piece.text} ({side})" if piece.text else f"an unknown {side} unit"
        return f"{goods}, {piece.amount}" if piece.amount else goods
    counter = pos.roster.counters[piece.unit]
    face = counter.faces[min(piece.face, len(counter.faces) - 1)]
    values = zip(pos.roster.names_for(counter.kind), face, strict=True)
    badges = [looks.badge(badge).words for badge in piece.badges]
    # What the game says of a counter in words need not be said again by its badge.
    about = system.screen.about(pos, piece.unit)
    parts = [
        f"{counter.name} ({system.sides[piece.side]} {counter.kind.replace('-', ' ')})",
        ", ".join(f"{name} {value}" for name, value in values),
        _steps(pos, piece),
        about,
        *(badge for badge in badges if badge not in about),
        piece.text,
    ]
    return "; ".join(part for part in parts if part)


def _steps(pos: Any, piece: Piece) -> str:
    """The steps a counter has left, or how much of it there is."""
    if piece.amount:
        return f"{piece.amount} of it"
    if piece.steps:
        return f"{counted(piece.steps, 'step')} left"
    steps = pos.roster.steps(piece.unit)
    return f"{steps - piece.face} of {steps} steps" if steps > 1 else ""


def find_place(pos: Any, typed: str) -> int:
    """A hex by its number or by the name of the town in it. Raises InputError where there is none."""
    board = pos.board
    for name in (typed, typed.upper()):
        if board.find_place(name) >= 0:
            return int(board.find_place(name))
    named = [hex for hex, place in board.places.items() if place.name.casefold() == typed.casefold()]
    if len(named) != 1:
        raise InputError(f"there is no hex '{typed[:40]}' on this map", "stack HEX")
    return int(named[0])


def plan_lines(system: AnySystem, pos: Any, side: int, typed: str) -> list[str]:
    """One of the game's plans for a side; without a name, which there are."""
    plans = system.screen.plans()
    if not plans:
        raise InputError(f"{system.title} has no plans to show")
    if not typed:
        return [f"  {name:<12} {what}" for name, what in plans.items()]
    if typed not in plans:
        raise InputError(f"there is no plan '{typed[:40]}'", f"known: {', '.join(plans)}")
    sheets = system.screen.plan(pos, side, typed)
    return [line for sheet in sheets for line in sheet.text().splitlines()] or ["  nothing to tell"]


def status_lines(system: AnySystem, pos: Any, side: int) -> list[str]:
    """Turn and tracks, what only this side knows, the score term by term and the levels of victory."""
    view = system.knowledge.show(pos, side)
    tracks = (*view.tracks, *system.screen.secrets(pos, side))
    lines = [view.header]
    lines += [f"  {track.label}: {track.value}{' (house)' if track.house else ''}" for track in tracks]
    score = system.screen.score_sheet(pos, side)
    for sheet in (score, system.screen.levels(pos)):
        if sheet is not None:
            lines += sheet.text().splitlines()
    if score is not None:
        lines.append(f"Your score: {system.victory.score(pos, side):+g} {system.victory.unit}")
    return lines

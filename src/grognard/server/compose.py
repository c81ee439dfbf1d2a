"""What a side sees, as messages: scene, Ask, sheets and log, all in the game's own words."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, Literal

from msgspec import UNSET

from grognard.core.board import Board
from grognard.core.chance import CHANCE
from grognard.core.flow import OVER, SEAL, AnyGame, Ask, Sealed
from grognard.core.position import NOTHING, Choice
from grognard.core.rulings import Explanation, Ruling
from grognard.core.system import AnySystem
from grognard.core.units import Roster
from grognard.core.view import View
from grognard.play.header import write_choice
from grognard.play.match import LogLine
from grognard.server.history import Fought, Rolled, TableMatch
from grognard.server.wire import (
    AskView,
    Barred,
    Battle,
    Changes,
    Dice,
    Ending,
    Line,
    Option,
    Scene,
    Sheet,
    SheetTerm,
)

LOG_LINES: Final = 200
"""Lines of the log that come with a state."""
BATTLES: Final = 12
"""Battles that come with a state."""

_KINDS: Final[dict[str, Literal["none", "hex", "unit", "number"]]] = {
    "none": "none",
    "hex": "hex",
    "unit": "unit",
    "number": "number",
}


def scene(view: View) -> Scene:
    """A view without the game's own fields, which are for computer players."""
    return Scene(
        view.side, view.number, view.turn, view.header, view.tracks, view.pieces, view.holder, view.marks
    )


def changes(before: Scene, after: Scene) -> Changes:
    """What is different between two scenes of one side."""
    return Changes(
        number=after.number,
        header=UNSET if before.header == after.header else after.header,
        turn=UNSET if before.turn == after.turn else after.turn,
        tracks_length=len(after.tracks) if len(after.tracks) != len(before.tracks) else UNSET,
        tracks=_patch(before.tracks, after.tracks),
        pieces_length=len(after.pieces) if len(after.pieces) != len(before.pieces) else UNSET,
        pieces=_patch(before.pieces, after.pieces),
        holder=_patch(before.holder, after.holder),
        marks=UNSET if before.marks == after.marks else after.marks,
    )


def _patch(before: tuple[Any, ...], after: tuple[Any, ...]) -> list[tuple[int, Any]]:
    """The places of `after` whose value is another than before."""
    if before == after:
        return []
    old = len(before)
    return [(i, value) for i, value in enumerate(after) if i >= old or before[i] != value]


# -- the Ask --------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _kept(board: Board, roster: Roster) -> dict[Choice, Option]:
    """The buttons of a map and its counters, without price or share: their words hang on nothing else."""
    return {}


def buttons(system: AnySystem, pos: Any, choices: Iterable[Choice]) -> list[Option]:
    """Choices as buttons."""
    kept = _kept(pos.board, pos.roster)
    found = []
    for choice in choices:
        one = kept.get(choice)
        if one is None:
            one = kept[choice] = _option(system, pos, choice)
        found.append(one)
    return found


def _tagged(one: Option, cost: str = "", share: float | None = None) -> Option:
    """A button with its price, or with its chance."""
    if not cost and share is None:
        return one
    return Option(one.do, one.verb, one.label, one.kind, one.noun, cost, share)


def _option(system: AnySystem, pos: Any, choice: Choice) -> Option:
    verb, noun = choice
    text = write_choice(system, pos, choice)
    known = system.words.verbs.get(verb)
    if known is None:
        return Option(text, verb, "Seal" if choice == SEAL else verb, "none", noun)
    return Option(text, verb, system.words.label(pos, choice), _KINDS.get(known.noun, "number"), noun)


def ask_view(system: AnySystem, game: AnyGame, side: int) -> AskView | None:
    """The Ask as a side sees it; None if it is not asked. CHANCE sees its own where dice are typed in."""
    ask, pos = game.ask, game.pos
    if side not in ask.sides or ask is OVER:
        return None
    choices = ask.options(side)
    costs = _costs(system, pos, side, choices)
    typed = choices[0][0] if side == CHANCE and ask.hidden else ""
    if typed:
        options = []
    elif side == CHANCE:
        total = sum(ask.weights)
        shares = [weight / total for weight in ask.weights]
        dice = zip(buttons(system, pos, choices), shares, strict=True)
        options = [_tagged(one, share=share) for one, share in dice]
    else:
        options = buttons(system, pos, choices)
        if costs:
            options = [_tagged(o, costs.get(o.noun, "")) if o.kind == "hex" else o for o in options]
    secret = is_secret(system, ask)
    return AskView(
        number=game.pos.number_for(side),
        side=side,
        procedure=ask.procedure,
        step=ask.step,
        title=ask.title,
        sentence=system.words.sentence(pos, ask, side),
        rules=list(ask.rules),
        options=options,
        is_chance=side == CHANCE,
        typed=typed,
        is_secret=secret,
        held=system.screen.held(pos) if side >= 0 else (),
        target=system.screen.target(pos) if side >= 0 else NOTHING,
        draft=buttons(system, pos, pos.drafts[side]) if secret else [],
    )


def is_secret(system: AnySystem, ask: Ask) -> bool:
    """Is this Ask for sealed orders?"""
    procedure = system.rules.procedures.get(ask.procedure)
    return procedure is not None and isinstance(procedure.item[ask.step], Sealed)


def _costs(system: AnySystem, pos: Any, side: int, choices: Iterable[Choice]) -> Mapping[int, str]:
    """What each hex costs, where the game has an overlay for that and hexes are offered."""
    if side < 0 or "reach" not in system.screen.overlays():
        return {}
    to_hexes = _to_hexes(system)
    for verb, _ in choices:
        if verb in to_hexes:
            return system.screen.overlay(pos, side, "reach")
    return {}


@lru_cache
def _to_hexes(system: AnySystem) -> frozenset[str]:
    """The verbs that take a hex."""
    return frozenset(name for name, verb in system.words.verbs.items() if verb.noun == "hex")


def place(game: AnyGame) -> list[str]:
    """Where the sequence of play stands: the procedures under way, then the step."""
    ask = game.ask
    if ask is OVER:
        return []
    found = [frame.procedure for frame in game.pos.stack]
    return [*found, f"{ask.procedure}/{ask.step}"]


def waiting(game: AnyGame) -> list[int]:
    """The sides that are asked."""
    return [] if game.ask is OVER else list(game.ask.sides)


def sheets(system: AnySystem, pos: Any) -> list[Sheet]:
    """The sheets of what is on the table."""
    return [sheet(said) for said in system.screen.explain(pos)]


def sheet(said: Explanation) -> Sheet:
    """A sheet for the wire."""
    return Sheet(said.title, [SheetTerm(*term) for term in said.terms], said.total)


def barred(ruling: Ruling) -> Barred | None:
    """A ruling for the wire."""
    return None if ruling is None else Barred(ruling.rule, ruling.why, ruling.fix)


def ending(system: AnySystem, game: AnyGame) -> Ending | None:
    """How the game ended, if it has."""
    return Ending(game.pos.winner, system.words.result(game.pos)) if game.over else None


# -- the log --------------------------------------------------------------------------------------


def lines(match: TableMatch, side: int, found: Iterable[LogLine]) -> list[Line]:
    """Those of these lines that a side may read, numbered as it counts."""
    return [
        Line(match.number_at(line.n, side), line.event.kind, line.text, line.event.rule, line.event.facts)
        for line in found
        if line.event.open_to(side)
    ]


def dice(match: TableMatch, side: int, found: Iterable[Rolled]) -> list[Dice]:
    """Those of these rolls that a side may know."""
    return [
        Dice(match.number_at(roll.n, side), roll.title, roll.label, roll.do, roll.share, roll.rule)
        for roll in found
        if roll.event.open_to(side)
    ]


def battles(match: TableMatch, side: int, found: Iterable[Fought]) -> list[Battle]:
    """Those of these attacks that a side may know of, numbered as it counts."""
    return [
        Battle(
            match.number_at(one.begin, side),
            match.number_at(one.roll - 1, side),
            [sheet(said) for said in one.sheets],
            match.number_at(one.until, side) if one.until <= len(match.answers) else NOTHING,
        )
        for one in found
        if one.event.open_to(side)
    ]


def story(match: TableMatch, side: int) -> tuple[list[Line], list[Battle], list[Dice]]:
    """The end of the log, the battles it tells from their beginning, and their dice, for a side."""
    log = [line for line in match.log if line.event.open_to(side)]
    first = log[-LOG_LINES].n + 1 if len(log) > LOG_LINES else 0
    fought = [one for one in match.battles[-BATTLES:] if one.begin >= first and one.event.open_to(side)]
    rolled = [roll for roll in match.rolled if fought and roll.n >= fought[0].begin]
    told = lines(match, side, log[-LOG_LINES:])
    return told, battles(match, side, fought), dice(match, side, rolled)


def viewer(side: int) -> int:
    """The side to project for: all onlookers are one."""
    return side if side >= 0 else NOTHING

"""What a side sees, as messages: scene, Ask, sheets and log, all in the game's own words."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET

from grognard.analysis.distribution import Distribution
from grognard.core.board.board import Board
from grognard.core.board.units import Roster
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import OVER, AnyGame
from grognard.core.flow.offers import Offer
from grognard.core.flow.policies import Policy
from grognard.core.flow.procedures import known_stack
from grognard.core.flow.rulings import Explanation, Ruling
from grognard.core.flow.steps import SEAL
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.core.words import Verb
from grognard.play.guide import spoken
from grognard.play.header import write_choice
from grognard.play.match import LogLine
from grognard.play.notes import Notes, choice_notes
from grognard.server.messages.parts import (
    AskView,
    Barred,
    Battle,
    Changes,
    ChartCell,
    Dice,
    Ending,
    Line,
    OfferView,
    Option,
    PolicyView,
    Scene,
    Sheet,
    SheetTerm,
    Tip,
    WayOdds,
)
from grognard.server.table.plain_words import came_of
from grognard.server.table.table_match import FOR_YOU, FoughtBattle, ShownRoll, TableMatch

LOG_LINES: Final = 200
"""Lines of the log that come with a state."""
BATTLES: Final = 12
"""Battles that come with a state."""

_NO_NOTES: Final[Notes] = {}

_KINDS: Final[dict[str, Literal["none", "hex", "side", "unit", "number"]]] = {
    "none": "none",
    "hex": "hex",
    "side": "side",
    "unit": "unit",
    "number": "number",
}


def scene(view: View) -> Scene:
    """A view without the game's own fields, which are for computer players."""
    seen = (view.side, view.number, view.turn, view.header, view.tracks, view.pieces, view.holder)
    return Scene(*seen, view.marks, view.side_marks)


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
        side_marks=UNSET if before.side_marks == after.side_marks else after.side_marks,
    )


def looks_alike(one: Scene, other: Scene) -> bool:
    """Do two sides see the same, whatever each counts?"""
    return msgspec.structs.replace(one, side=other.side, number=other.number) == other


def _patch(before: tuple[Any, ...], after: tuple[Any, ...]) -> list[tuple[int, Any]]:
    """The places of `after` whose value is another than before."""
    if before is after or before == after:
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


def _option(system: AnySystem, pos: Any, choice: Choice) -> Option:
    verb, noun = choice
    text = write_choice(system, pos, choice)
    known = system.words.verbs.get(verb)
    if known is None:
        return Option(text, verb, "Seal" if choice == SEAL else verb, "none", noun)
    return Option(text, verb, system.words.label(pos, choice), _KINDS[known.noun], noun)


def offer_view(
    system: AnySystem,
    pos: Any,
    offer: Offer,
    shares: list[float] | None = None,
    notes: Notes = _NO_NOTES,
) -> OfferView:
    """An offer for the wire; only numbers that have names of their own bring them."""
    verb = system.words.verbs.get(offer.verb, _SEALING)
    if verb.noun == "none" and not notes and not shares and not offer.costs:
        return _button(offer.verb, verb)
    is_range = isinstance(offer.nouns, range) and offer.nouns.step == 1
    words, names = _numbers(system, pos, offer) if verb.noun == "number" and not is_range else ([], [])
    return OfferView(
        verb=offer.verb,
        kind=_KINDS[verb.noun],
        role=verb.role,
        phrase=verb.phrase,
        tone=verb.tone,
        nouns=[] if is_range or verb.noun == "none" else list(offer.nouns),
        low=offer.nouns[0] if is_range else 0,
        high=offer.nouns[-1] if is_range else -1,
        costs=list(offer.costs or ()),
        words=words,
        names=names,
        notes=[(noun, notes[offer.verb, noun]) for noun in offer.nouns if (offer.verb, noun) in notes]
        if notes
        else [],
        shares=shares or [],
        manner=_manner(verb),
    )


@lru_cache(maxsize=1 << 10)
def _button(name: str, verb: Verb) -> OfferView:
    """The offer of a verb without a noun; to read only."""
    return OfferView(name, _KINDS[verb.noun], verb.role, verb.phrase, verb.tone, manner=_manner(verb))


def _manner(verb: Verb) -> Literal["", "rare", "grave"]:
    return "grave" if verb.manner == "grave" else "rare" if verb.manner == "rare" else ""


def _numbers(system: AnySystem, pos: Any, offer: Offer) -> tuple[list[str], list[str]]:
    """What to write for each number of an offer and how a button names it; nothing where it is the number."""
    plain = [str(noun) for noun in offer.nouns]
    words = [system.words.noun(pos, (offer.verb, noun)) for noun in offer.nouns]
    names = [system.words.name(pos, (offer.verb, noun)) for noun in offer.nouns]
    if words != plain:
        return words, names
    return [], [] if names == plain else names


_SEALING: Final = Verb("none", "Seal", "seal")
"""Closing a secret order is the engine's own word, where a game has none."""


def ask_view(system: AnySystem, game: AnyGame, side: int, scenario: str = "") -> AskView | None:
    """The Ask as a side sees it; None if it is not asked. CHANCE sees its own where dice are typed in.

    `scenario` is the one that is played: a lesson has its guide.
    """
    ask = game.ask
    if side not in ask.sides or ask is OVER:
        return None
    return _dice_view(system, game) if side == CHANCE else _side_view(system, game, side, scenario)


def _side_view(system: AnySystem, game: AnyGame, side: int, scenario: str) -> AskView:
    """The Ask of a side."""
    ask, pos, screen = game.ask, game.pos, system.screen
    options = ask.options(side)
    policies = ask.policies
    reach = screen.reach(pos)
    notes = choice_notes(system, game, side)
    tip = spoken(system, scenario, game, side, notes)
    is_secret = ask.is_secret
    return AskView(
        number=pos.number_for(side),
        side=side,
        procedure=ask.procedure,
        step=ask.step,
        title=ask.title,
        sentence=system.words.sentence(pos, ask, side),
        rules=list(ask.rules),
        offers=[offer_view(system, pos, offer, None, notes) for offer in options.offers],
        reach=None if reach is None else offer_view(system, pos, reach),
        cost_parts=screen.cost_parts,
        usual=write_choice(system, pos, policies[0].answer(pos, pos.vars, options)) if policies else "",
        policies=_policy_views(policies),
        is_secret=is_secret,
        held=screen.held(pos),
        target=screen.target(pos),
        draft=buttons(system, pos, pos.drafts[side]) if is_secret else [],
        tip=None if tip is None else Tip(tip.do, tip.tries, tip.why),
    )


def _dice_view(system: AnySystem, game: AnyGame) -> AskView:
    """The Ask of chance, whose dice are typed in."""
    ask, pos = game.ask, game.pos
    options, total = ask.options(CHANCE), sum(ask.weights)
    typed = options[0][0] if ask.hidden else ""
    shares = [weight / total for weight in ask.weights]
    notes = choice_notes(system, game, CHANCE)
    return AskView(
        number=pos.number_for(CHANCE),
        side=CHANCE,
        procedure=ask.procedure,
        step=ask.step,
        title=ask.title,
        sentence=system.words.sentence(pos, ask, CHANCE),
        rules=list(ask.rules),
        offers=[] if typed else [offer_view(system, pos, offer, shares, notes) for offer in options.offers],
        cost_parts=system.screen.cost_parts,
        is_chance=True,
        typed=typed,
    )


@lru_cache(maxsize=1 << 10)
def _policy_views(policies: tuple[Policy, ...]) -> list[PolicyView]:
    """The policies of a step for the wire; to read only."""
    return [PolicyView(one.name, one.text) for one in policies]


def place(game: AnyGame, side: int) -> tuple[list[str], str]:
    """Where the sequence of play stands as a side knows it, and what is being asked there.

    The procedures under way, then the step; and the title of that step.
    """
    known = [] if game.ask is OVER else known_stack(game.procedures, game.pos, side)
    if not known:
        return [], game.ask.title
    procedure, step, _ = known[-1]
    names = [*[frame.procedure for frame in known], f"{procedure}/{step}"]
    return names, game.procedures[procedure].item[step].title


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
        Line(
            match.number_at(line.n, side),
            line.event.kind,
            line.text,
            line.event.rule,
            line.event.facts,
            line.why,
            match.way_of(line, side),
            spoken_of(match.pos.board, line),
        )
        for line in found
        if line.event.open_to(side)
    ]


def spoken_of(board: Board, line: LogLine) -> tuple[int, ...]:
    """The places that a line of the log names: those of its facts that are places and stand in its words."""
    places = dict.fromkeys(fact for fact in line.event.facts if 0 <= fact < board.size)
    return tuple(
        place for place in places if _names(line.text, board.place_id(place), board.place_name(place))
    )


def _names(text: str, *names: str) -> bool:
    """Does one of these names stand in the text, as a word of its own?"""
    return any(name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)


def has_private_lines(match: TableMatch, side: int) -> bool:
    """Does the end of the log tell a side what onlookers are not told?"""
    log = [line.event for line in match.log if line.event.open_to(side)]
    return any(not one.open_to(NOTHING) and one.kind != FOR_YOU for one in log[-LOG_LINES:])


def dice(match: TableMatch, side: int, found: Iterable[ShownRoll]) -> list[Dice]:
    """Those of these rolls that a side may know."""
    return [
        Dice(
            match.number_at(roll.n, side),
            *(roll.title, roll.label, roll.do, roll.share, roll.rule),
            *(roll.faces, roll.worse, None if roll.cell is None else ChartCell(*roll.cell)),
        )
        for roll in found
        if roll.event.open_to(side)
    ]


def battles(match: TableMatch, side: int, found: Iterable[FoughtBattle]) -> list[Battle]:
    """Those of these attacks that a side may know of, numbered as it counts."""
    return [
        Battle(
            match.number_at(one.begin, side),
            match.number_at(one.roll - 1, side),
            [sheet(said) for said in one.sheets],
            match.number_at(one.until, side) if one.until <= len(match.answers) else NOTHING,
            came_of(
                match.system,
                match.pos,
                [
                    line.event
                    for line in match.log[bisect_left(match.log, one.begin + 1, key=lambda line: line.n) :]
                    if line.n <= one.until and line.event.open_to(side)
                ],
            ),
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


def way_odds(way: str, found: Distribution) -> WayOdds:
    """A distribution as it goes over the wire."""
    chances: dict[str, list[tuple[int, float, float, float]]] = {}
    for name in found.names():
        between = found.intervals(name)
        chances[name] = [(value, float(share), *between[value]) for value, share in found.of(name).items()]
    means = {name: float(found.mean(name)) for name in found.names()}
    return WayOdds(way, chances, means, found.plays, found.sampled)

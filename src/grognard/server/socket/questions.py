"""Questions that change nothing: why, overlays, odds and hints. Heavy ones run in a thread."""

import random
from collections.abc import Sequence
from typing import Any

from grognard.ai.players import choose, make_player, reason_of
from grognard.analysis.odds import forecast, imagined
from grognard.core.flow.flow import OVER, AnyGame, Ask
from grognard.core.flow.rulings import Explanation
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem, Way
from grognard.core.view import View
from grognard.play.errors import InputError
from grognard.play.header import read_choice, write_choice
from grognard.play.orders import known_game, peek
from grognard.server.messages.from_server import (
    HintShown,
    OddsShown,
    OverlayShown,
    PathShown,
    Peeked,
    PlanShown,
    Refused,
    Ruling,
    ScoreShown,
    SightShown,
    Trouble,
)
from grognard.server.messages.parts import SightCross
from grognard.server.table import to_wire
from grognard.server.table.moment import Moment
from grognard.server.table.table_match import TableMatch

MOST_STAGES = 6
"""Answers in hand before each of which a computer thinks for its hint; of a longer row before the first."""


def why(match: TableMatch, side: int, id: str, words: str) -> Ruling | Refused:
    """Would this choice be allowed?"""
    game = match.game
    if match.over or side not in game.ask.sides:
        return _nobody(match, id)
    try:
        choice = read_choice(match.system, game.pos, words)
    except InputError as problem:
        return Refused(id, "core.ask.words", problem.what, problem.fix)
    if choice in game.ask.options(side):
        return Ruling(id, True)
    return Ruling(id, False, *game.why_not(choice, side))


def peeked(match: TableMatch, side: int, id: str, words: list[str]) -> Peeked | Refused:
    """The Ask after a row of answers, played on nothing but what the side knows."""
    if match.over or side not in match.ask.sides:
        return _not_asked(id)
    try:
        choices = [read_choice(match.system, match.pos, one) for one in words]
    except InputError as problem:
        return Refused(id, "core.ask.words", problem.what, problem.fix)
    seen = peek(match, side, choices)
    system, game = match.system, seen.game
    return Peeked(
        id=id,
        given=[write_choice(system, game.pos, choice) for choice in seen.given],
        ask=None if game.over else to_wire.ask_view(system, game, side, match.header.scenario),
        sheets=[] if game.over else to_wire.sheets(system, game.pos),
        waits=seen.waits,
        refused=to_wire.barred(seen.refusal),
    )


def why_here(match: TableMatch, side: int, id: str, hex: int, unit: int, after: list[str]) -> Ruling:
    """Why a click on this hex, or on this counter in it, chooses nothing; at least what is wanted instead."""
    system, game = match.system, match.game
    if match.over or side not in game.ask.sides:
        return _nobody(match, id)
    game = game_after(match, side, after)
    is_seen = any(
        piece.unit == unit and piece.hex == hex for piece in system.knowledge.show(match.pos, side).pieces
    )
    counter = unit if unit >= 0 and is_seen else NOTHING
    nouns = {"hex": hex if hex < game.pos.board.size else NOTHING, "unit": counter}
    is_own = counter >= 0 and game.pos.roster.counters[counter].side == system.sides[side]
    # With something in hand, or on an enemy, a click means the place; else the counter.
    kinds = ("unit", "hex") if is_own and not system.screen.held(game.pos) else ("hex", "unit")
    options = game.ask.options(side)
    verbs = list(dict.fromkeys(verb for verb, _ in options if verb in system.words.verbs))
    for kind in kinds:
        for verb in verbs:
            if (
                system.words.verbs[verb].noun == kind
                and nouns[kind] >= 0
                and (verb, nouns[kind]) not in options
            ):
                said = game.said_of((verb, nouns[kind]))
                if said is not None:
                    return Ruling(id, False, *said)
    rule = game.ask.rules[0] if game.ask.rules else "core.ask.options"
    wanted = system.words.sentence(game.pos, game.ask, side)
    return Ruling(id, False, rule, "there is nothing to choose here now.", wanted)


def game_after(match: TableMatch, side: int, words: list[str]) -> AnyGame:
    """The game that a side knows after answers that are not given yet; the true one where they cannot be."""
    if not words:
        return match.game
    try:
        seen = peek(match, side, [read_choice(match.system, match.pos, one) for one in words])
    except InputError:
        return match.game
    is_there = seen.refusal is None and not seen.game.over and side in seen.game.ask.sides
    return seen.game if is_there else match.game


def _nobody(match: TableMatch, id: str) -> Ruling:
    if match.over:
        return Ruling(id, False, "core.ask.over", "the game is over.")
    return Ruling(id, False, "core.ask.side", "it is not this side that is asked.")


def path(match: TableMatch, side: int, id: str, words: str, after: list[str]) -> PathShown | Refused:
    """The way a choice goes that is offered or in reach, and its price term by term."""
    game = game_after(match, side, after)
    try:
        choice = read_choice(match.system, game.pos, words)
    except InputError as problem:
        return Refused(id, "core.ask.words", problem.what, problem.fix)
    if side not in game.ask.sides:
        return _not_asked(id)
    screen = match.system.screen
    if choice in game.ask.options(side):
        way = screen.way(game.pos, choice)
    else:
        route = screen.route(game.pos, choice)
        if not route:
            return Refused(id, *game.why_not(choice, side))
        reach = screen.reach(game.pos)
        way = _long_way(match.system, game if after else known_game(match, side), side, route)
        if way is not None and reach is not None and reach.costs is not None:
            cost = reach.costs[list(reach.nouns).index(choice[1])] / screen.cost_parts
            way = way._replace(sheet=way.sheet._replace(total=f"{cost:g} in all"))
    return PathShown(id) if way is None else PathShown(id, list(way.hexes), to_wire.sheet(way.sheet))


def _long_way(system: AnySystem, game: AnyGame, side: int, route: Sequence[Choice]) -> Way | None:
    """The way of several answers as one, on a game that this may change; beyond a question it is not told."""
    whole: Way | None = None
    for choice in route:
        if game.over or side not in game.ask.sides or choice not in game.ask.options(side):
            break
        step = system.screen.way(game.pos, choice)
        if step is not None:
            whole = step if whole is None else _joined(whole, step)
        game.play(choice, side)
    return whole


def _joined(first: Way, then: Way) -> Way:
    title, terms, total = then.sheet
    return Way((*first.hexes, *then.hexes[1:]), Explanation(title, (*first.sheet.terms, *terms), total))


def _not_asked(id: str) -> Refused:
    return Refused(id, "core.ask.side", "it is not this side that is asked.")


def overlay(match: TableMatch, side: int, id: str, name: str) -> OverlayShown | Trouble:
    """A map overlay for a side."""
    offered = match.system.screen.overlays()
    if name not in offered:
        return Trouble("unknown", f"there is no overlay '{name[:60]}'", f"known: {', '.join(offered)}", id)
    found = match.system.screen.overlay(match.pos, side, name)
    return OverlayShown(id, name, offered[name], sorted(found.items()))


def sight(match: TableMatch, side: int, id: str, here: int, there: int) -> SightShown | Trouble:
    """The line of sight between two hexes, from what a side may know."""
    system = match.system
    if not system.screen.has_sight:
        return Trouble("unknown", f"{system.title} has no lines of sight", "", id)
    present = set(match.pos.board.grid.present())
    if here not in present or there not in present:
        return Trouble("unknown", "there is no such hex on this map", "", id)
    found = system.screen.sight(match.pos, side, here, there)
    crossed = [SightCross(*one) for one in found.crossed]
    return SightShown(id, here, there, found.is_clear, crossed, to_wire.sheet(found.sheet))


def score_sheet(match: TableMatch, side: int, id: str) -> ScoreShown:
    """How the game stands, as far as a side may know."""
    system, pos = match.system, match.pos
    found = system.screen.score_sheet(pos, side)
    if found is None:
        return ScoreShown(id)
    return ScoreShown(id, to_wire.sheet(found), system.victory.score(pos, side), system.victory.unit)


def plan(match: TableMatch, side: int, id: str, name: str) -> PlanShown | Trouble:
    """One of the game's plans, from what a side may know."""
    system = match.system
    if name not in system.screen.plans():
        return Trouble("unknown", f"{system.title} has no such plan", "", id)
    return PlanShown(id, [to_wire.sheet(sheet) for sheet in system.screen.plan(match.pos, side, name)])


# -- odds -----------------------------------------------------------------------------------------


def attack_seen(match: TableMatch, side: int, id: str) -> View | Trouble:
    """What a side knows while it sees an attack on the table; without one nothing heavy is begun."""
    system, pos = match.system, match.pos
    if match.over or not system.odds.on_table(pos) or not system.screen.shows_attack(pos, side):
        return _no_attack(id)
    return system.knowledge.project(pos, side)


def _no_attack(id: str) -> Trouble:
    return Trouble("not-now", "there is no attack on the table.", "declare one first", id)


def odds(system: AnySystem, view: View, id: str) -> OddsShown | Trouble:
    """The chances of the attack on the table, from nothing but what this side knows."""
    try:
        games = imagined(system, view)
    except NotImplementedError:
        return Trouble("not-now", f"{system.title} cannot tell odds yet.", "", id)
    pos = games[0].pos
    if not system.odds.on_table(pos) or not system.screen.shows_attack(pos, view.side):
        return _no_attack(id)
    found = forecast(system, games)
    return OddsShown(
        id=id,
        names=found.names,
        ways=[to_wire.way_odds(way, chances) for way, chances in found.ways.items()],
        sheets=to_wire.sheets(system, pos),
        yes_or_no=[name for name in found.names if name in system.odds.yes_or_no],
        draws=found.draws,
        note=system.odds.note,
    )


def odds_then(moment: Moment, id: str) -> OddsShown | Trouble:
    """The chances of the attack on the table at a moment of the past, from what the side knew then."""
    return odds(moment.system, moment.view(), id)


# -- hints ----------------------------------------------------------------------------------------


def stages(match: TableMatch, side: int, after: list[str]) -> list[tuple[Any, Ask]]:
    """The game now and after each of these answers, for a player who thinks from the first of them on."""
    cuts = range(len(after) + 1) if len(after) <= MOST_STAGES else (0, len(after))
    games = [game_after(match, side, after[:cut]) for cut in cuts]
    return [(game.pos.copy(), game.ask) for game in games]


def hint(
    system: AnySystem, seen: list[tuple[Any, Ask]], side: int, id: str, level: str
) -> HintShown | Trouble | Refused:
    """What a computer player would answer at the last of these; before it he had the others to plan at."""
    if any(ask is OVER or side not in ask.sides for _, ask in seen):
        return Refused(id, "core.ask.side", "it is not this side that is asked.")
    try:
        player, dice = make_player(level, system), random.Random()
        for pos, ask in seen:
            choice = choose(player, system, pos, ask, side, dice)
    except (InputError, ImportError, NotImplementedError) as problem:
        return Trouble("unknown", f"nobody can give a hint: {problem}"[:300], "", id)
    return HintShown(id, to_wire.buttons(system, pos, [choice])[0], reason_of(player))

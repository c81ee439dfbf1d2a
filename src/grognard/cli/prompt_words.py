"""How a terminal game talks: options by number and by word, with what is known of each."""

from collections.abc import Iterable
from typing import Any

from grognard.core.flow.flow import AnyGame
from grognard.core.flow.offers import Options
from grognard.core.flow.steps import SEAL
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.play.header import write_choice
from grognard.play.match import Match
from grognard.play.notes import Notes, choice_notes
from grognard.play.orders import EVERYTHING, STOP
from grognard.play.standing_orders import StandingOrders, steps_with_policies

SHOWN = 24
"""Options of one verb shown before the rest is left out."""
WIDTH = 100
"""Letters that a line of short entries may have."""


def label(system: AnySystem, pos: Any, choice: Choice) -> str:
    """A choice as a button would say it."""
    if choice[0] in system.words.verbs:
        return system.words.label(pos, choice)
    return "Close the secret order" if choice == SEAL else write_choice(system, pos, choice)


def won(match: Match) -> str:
    """Who won, and how."""
    result = match.system.words.result(match.pos)
    return f"{f'The {match.winner.capitalize()} player wins' if match.winner else 'A draw'}: {result}"


def grouped(options: Iterable[Choice]) -> dict[str, list[tuple[int, Choice]]]:
    """The options by verb, each with the number a player may type for it."""
    groups: dict[str, list[tuple[int, Choice]]] = {}
    for number, choice in enumerate(options, 1):
        groups.setdefault(choice[0], []).append((number, choice))
    return groups


def option_lines(system: AnySystem, game: AnyGame, side: int, every: bool = False) -> list[str]:
    """The numbered options, a line for a small group and a list of nouns for a large one.

    Beside each stands what is known of it: its price, the ground, what it comes to.
    """
    pos = game.pos
    options = game.ask.options(side)
    notes = choice_notes(system, game, side)
    drafted = set(pos.drafts[side]) if side >= 0 else set()
    lines: list[str] = []
    for verb, group in grouped(options).items():
        told = {choice: _beside(system, pos, options, choice, notes) for _, choice in group}
        if len(group) <= 6 or any(choice in notes for _, choice in group):
            shown = group if every else group[:SHOWN]
            for number, choice in shown:
                beside = f"   ({told[choice]})" if told[choice] else ""
                mark = "   * in your order; again takes it out" if choice in drafted else ""
                lines.append(f"  {number:>3}  {label(system, pos, choice)}{beside}{mark}")
        else:
            shown = group if every else group[:SHOWN]
            lines.append(f"  {system.words.verbs[verb].phrase.replace('{}', '…')}")
            cells = [_cell(system, pos, number, choice, told[choice]) for number, choice in shown]
            lines += in_columns(cells)
        if len(group) > len(shown):
            lines.append(f"       … and {len(group) - len(shown)} more (type: options)")
    return [*lines, *_further(system, pos, side, every)]


def ground(pos: Any, place: int) -> str:
    """The terrain of a hex in words."""
    return "beside the map" if pos.board.is_box(place) else pos.board.terrain_at(place).replace("-", " ")


def points(cost: int, parts: int) -> str:
    """A price in points, from the parts that it is counted in."""
    whole, rest = divmod(cost, parts)
    half = "½" if rest and parts == 2 else f" {rest}/{parts}" if rest else ""
    return f"{whole or ''}{half}" if half else str(whole)


def in_columns(cells: list[str], width: int = WIDTH) -> list[str]:
    """Short entries side by side."""
    if not cells:
        return []
    widest = max(len(cell) for cell in cells) + 3
    per_line = max(1, (width - 7) // widest)
    rows = [cells[first : first + per_line] for first in range(0, len(cells), per_line)]
    return ["       " + "".join(f"{cell:<{widest}}" for cell in row).rstrip() for row in rows]


def _cell(system: AnySystem, pos: Any, number: int, choice: Choice, beside: str) -> str:
    return f"{number}:{system.words.name(pos, choice)}" + (f" {beside}" if beside else "")


def _beside(system: AnySystem, pos: Any, options: Options, choice: Choice, notes: Notes) -> str:
    """The price of a choice, the ground of its hex, and what it comes to."""
    cost = options.cost(choice)
    verb = system.words.verbs.get(choice[0])
    said = [f"{points(cost, system.screen.cost_parts)} MP"] if cost is not None else []
    if verb is not None and verb.noun == "hex" and choice[1] < pos.board.grid.size:
        said.append(ground(pos, choice[1]))
    return ", ".join([*said, *([notes[choice]] if choice in notes else [])])


def _further(system: AnySystem, pos: Any, side: int, every: bool) -> list[str]:
    """Where what is in hand can come by several answers: typed like any other hex."""
    reach = system.screen.reach(pos) if side >= 0 else None
    if reach is None:
        return []
    costs = reach.costs or [0] * len(reach.nouns)
    far = sorted(zip(costs, reach.nouns, strict=True))
    shown = far if every else far[:SHOWN]
    cells = [
        f"{system.words.noun(pos, (reach.verb, noun))} {points(cost, system.screen.cost_parts)} MP, "
        f"{ground(pos, noun)}"
        for cost, noun in shown
    ]
    more = [f"       … and {len(far) - len(shown)} more (type: options)"] if len(far) > len(shown) else []
    return [f"  further on ({reach.verb} HEX)", *in_columns(cells), *more]


def standing_lines(system: AnySystem, orders: StandingOrders, every: bool) -> list[str]:
    """The standing orders that are set; with `every`, all questions and the policies to choose from."""
    lines: list[str] = []
    for one in steps_with_policies(system):
        chosen = orders.get(one.step, "")
        if not every and not chosen:
            continue
        lines.append(f"  {one.step}  {one.title}")
        lines += [
            f"    {'*' if policy.name == chosen else ' '} {policy.name:<12} {policy.text}"
            for policy in one.policies
            if every or policy.name == chosen
        ]
        if chosen == STOP:
            lines.append("    * You are asked even where there is only one answer.")
    if orders.get(EVERYTHING) == STOP:
        lines.append("  You are asked everything else.")
    return lines or ["  No standing orders are set."]

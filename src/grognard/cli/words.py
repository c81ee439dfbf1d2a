"""How a terminal game talks: options by number and by word, and what a typed line means."""

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.core.flow import SEAL, Ask
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.header import read_choice, write_choice
from grognard.play.match import Match
from grognard.play.orders import EVERYTHING, STOP, read_order
from grognard.play.standing import StandingOrders, steps_with_policies

SHOWN = 24
"""Options of one verb shown before the rest is left out."""


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


def option_lines(system: AnySystem, pos: Any, ask: Ask, side: int, every: bool = False) -> list[str]:
    """The numbered options, a line for a small group and a list of nouns for a large one."""
    lines: list[str] = []
    for verb, group in grouped(ask.options(side)).items():
        if len(group) <= 6:
            lines += [f"  {number:>3}  {label(system, pos, choice)}" for number, choice in group]
            continue
        shown = group if every else group[:SHOWN]
        listed = "  ".join(f"{number}:{system.words.noun(pos, choice)}" for number, choice in shown)
        rest = len(group) - len(shown)
        more = f"  … and {rest} more (type: options)" if rest else ""
        phrase = system.words.verbs[verb].phrase.replace("{}", "…")
        lines.append(f"  {phrase}  {listed}{more}")
    return lines


def understand(system: AnySystem, pos: Any, options: Sequence[Choice], typed: str) -> Choice:
    """The choice that a typed line means: a number of the list, "verb noun", a lone verb or a lone noun.

    Raises InputError where nothing or several fit. A choice outside the options comes back as it is, so
    that the rules can say why it is refused.
    """
    typed = " ".join(typed.split())
    if typed.isascii() and typed.isdigit() and len(typed) < 5 and not _is_noun(system, pos, options, typed):
        place = int(typed)
        if not 1 <= place <= len(options):
            raise InputError(f"there is no option {place}", f"1 to {len(options)}")
        return options[place - 1]
    named = [choice for choice in options if typed in (choice[0], _noun(system, pos, choice))]
    if len(named) == 1:
        return named[0]
    if len(named) > 1:
        verbs = ", ".join(dict.fromkeys(write_choice(system, pos, choice) for choice in named[:5]))
        raise InputError(f"'{typed[:40]}' could be several", f"such as: {verbs}")
    return read_choice(system, pos, typed)


def understand_order(match: Match, side: int, typed: str) -> list[Choice]:
    """The answers that a typed line means: one in any of the ways of `understand`, or a row in words."""
    words = typed.split()
    verb = match.system.words.verbs.get(words[0])
    if len(words) > (2 if verb is not None and verb.noun != "none" else 1):
        return read_order(match.system, match, typed)
    return [understand(match.system, match.pos, match.ask.options(side), typed)]


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


def _noun(system: AnySystem, pos: Any, choice: Choice) -> str:
    return system.words.noun(pos, choice) if choice[0] in system.words.verbs else ""


def _is_noun(system: AnySystem, pos: Any, options: Sequence[Choice], typed: str) -> bool:
    """Is this number the name of a hex on offer? Hexes have four digits and win over option numbers."""
    return len(typed) >= 4 and any(_noun(system, pos, choice) == typed for choice in options)

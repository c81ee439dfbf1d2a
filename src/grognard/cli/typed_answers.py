"""What a typed line means: a number of the list, the words of the record, or the words that are shown.

Capitals make no difference, and a name may have spaces in it: "Move 150 RD together with 65 TB to 0303".
"""

from collections.abc import Collection, Sequence
from typing import Any

from grognard.cli.prompt_words import label
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.core.words import Verb
from grognard.play.errors import InputError
from grognard.play.header import read_choice, write_choice
from grognard.play.match import Match


def understand(system: AnySystem, pos: Any, options: Sequence[Choice], typed: str) -> Choice:
    """The choice that a typed line means: a number of the list, "verb noun", a lone verb or a lone noun.

    Raises InputError where nothing or several fit. A choice outside the options comes back as it is, so
    that the rules can say why it is refused.
    """
    choices = _understood(system, pos, options, typed)
    if len(choices) != 1:
        raise InputError(f"'{typed[:40]}' is more than one answer")
    return choices[0]


def understand_order(match: Match, side: int, typed: str) -> list[Choice]:
    """The answers that a typed line means: one in any of the ways of `understand`, or a row in words."""
    return _understood(match.system, match.pos, match.ask.options(side), typed)


def _understood(system: AnySystem, pos: Any, options: Sequence[Choice], typed: str) -> list[Choice]:
    typed = " ".join(typed.split())
    place = pos.board.find_place(typed)
    if place >= 0 and not any(noun == place for noun in _hexes(system, options)):
        return [_unoffered_hex(system, pos, options, place)]
    if typed.isascii() and typed.isdigit() and len(typed) < 5 and not _is_noun(system, pos, options, typed):
        place = int(typed)
        if not 1 <= place <= len(options):
            raise InputError(f"there is no option {place}", f"1 to {len(options)}")
        return [options[place - 1]]
    said = typed.casefold()
    named = [choice for choice in options if said in _shown(system, pos, choice)]
    if len(named) == 1:
        return named
    if len(named) > 1:
        verbs = ", ".join(dict.fromkeys(write_choice(system, pos, choice) for choice in named[:5]))
        raise InputError(f"'{typed[:40]}' could be several", f"such as: {verbs}")
    return _row(system, pos, options, typed)


def _shown(system: AnySystem, pos: Any, choice: Choice) -> set[str]:
    """All that a choice may be called."""
    if choice[0] not in system.words.verbs:
        return {choice[0].casefold(), label(system, pos, choice).casefold()}
    words = system.words
    said = (choice[0], words.noun(pos, choice), words.name(pos, choice), words.label(pos, choice))
    return {one.casefold() for one in (*said, words.write(pos, choice)) if one}


def _is_noun(system: AnySystem, pos: Any, options: Sequence[Choice], typed: str) -> bool:
    """Is this number the name of a hex on offer? Hexes have four digits and win over option numbers."""
    verbs = system.words.verbs
    known = (choice for choice in options if choice[0] in verbs)
    return len(typed) >= 4 and any(system.words.noun(pos, choice) == typed for choice in known)


def _hexes(system: AnySystem, options: Sequence[Choice]) -> list[int]:
    verbs = system.words.verbs
    return [noun for verb, noun in options if verb in verbs and verbs[verb].noun == "hex"]


def _unoffered_hex(system: AnySystem, pos: Any, options: Sequence[Choice], place: int) -> Choice:
    """A lone hex that is not on offer: one that several answers come to, or one that the rules refuse."""
    far = system.screen.reach(pos)
    if far is not None and place in far.nouns:
        return (far.verb, place)
    verbs = list(dict.fromkeys(verb for verb, _ in options if verb in system.words.verbs))
    about = [verb for verb in verbs if system.words.verbs[verb].noun == "hex"]
    name = pos.board.place_id(place)
    if len(about) == 1:
        return (about[0], place)
    if not about:
        raise InputError(f"no hex is asked for now, not '{name}'", f"now: {', '.join(verbs)}")
    raise InputError(f"what about {name}?", f"say: {' or '.join(f'{verb} {name}' for verb in about)}")


# -- a row of answers -------------------------------------------------------------------------------


def _row(system: AnySystem, pos: Any, options: Sequence[Choice], typed: str) -> list[Choice]:
    """The choices of a line such as "move 150-rd with 65-tb to 0303". Raises InputError for unknown words."""
    words = typed.split()
    starts = _beginnings(system.words.verbs, {choice[0] for choice in options})
    found: list[Choice] = []
    while words:
        size, verbs = _verbs(starts, words)
        del words[:size]
        found.append(_first_that_reads(system, pos, verbs, words))
    return found


def _first_that_reads(system: AnySystem, pos: Any, verbs: list[str], words: list[str]) -> Choice:
    """Of verbs that are shown alike the first whose noun comes next; takes the noun off the words."""
    problem: InputError | None = None
    for verb in verbs:
        known = system.words.verbs.get(verb)
        rest = words[:]
        noun = "" if known is None or known.noun == "none" else _noun(system, pos, known, rest)
        try:
            choice = read_choice(system, pos, f"{verb} {noun}")
        except InputError as unread:
            problem = problem or unread
            continue
        words[:] = rest
        return choice
    raise problem or InputError("nothing was typed")


def _beginnings(verbs: dict[str, Verb], offered: Collection[str]) -> dict[str, list[str]]:
    """By the words before its noun the verbs that may be meant: its name, or how its button begins.

    Those on offer come first.
    """
    found: dict[str, list[str]] = {}
    for name in sorted(verbs, key=lambda name: name not in offered):
        phrase, _, rest = verbs[name].phrase.partition("{}")
        for said in (name, phrase.strip() if not rest else ""):
            if said and name not in found.setdefault(said.casefold(), []):
                found[said.casefold()].append(name)
    return found


def _verbs(starts: dict[str, list[str]], words: list[str]) -> tuple[int, list[str]]:
    """How many words the longest beginning takes, and the verbs it may mean."""
    for size in range(len(words), 0, -1):
        said = " ".join(words[:size]).casefold()
        if said in starts:
            return size, starts[said]
    return 1, [words[0]]  # reading it says that there is none of that name


def _noun(system: AnySystem, pos: Any, verb: Verb, words: list[str]) -> str:
    """Takes the noun off the front of the words and gives it as records write it."""
    if verb.noun == "unit":
        for counter in sorted(pos.roster.counters, key=lambda one: -len(one.name)):
            for called in (counter.name, counter.id):
                size = len(called.split())
                if " ".join(words[:size]).casefold() == called.casefold():
                    del words[:size]
                    return str(counter.id)
    noun = words.pop(0) if words else ""
    if verb.noun == "hex" and pos.board.find_place(noun) < 0:
        return noun.upper() if pos.board.find_place(noun.upper()) >= 0 else noun
    return noun

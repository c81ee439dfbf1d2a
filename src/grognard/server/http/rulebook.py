"""The rules of a game and its examples of play, as the client needs them."""

import logging
from functools import lru_cache

from grognard.core.content.read import ContentError
from grognard.core.ledger import FILLED, search
from grognard.core.system import AnySystem
from grognard.play.cases import (
    Case,
    CaseStep,
    case_files,
    case_steps,
    load_cases,
    rules_shown,
    run_case,
)
from grognard.play.errors import InputError
from grognard.play.registry import find_system
from grognard.play.setting import case_id
from grognard.server.messages import shelf_bodies as bodies
from grognard.server.table import to_wire
from grognard.server.table.board_setting import setting

log = logging.getLogger("grognard.server")


@lru_cache
def cases(game: str) -> list[Case]:
    """The examples of a game; a faulty file is told in the log and left out."""
    system = find_system(game)
    found: list[Case] = []
    for path in case_files(system):
        try:
            found += load_cases(path, rules=system.ledger.citable())
        except ContentError:
            log.exception("the examples in %s cannot be read", path.name)
    return found


def _case(game: str, number: int) -> Case:
    found = cases(game)
    if not 1 <= number <= len(found):
        raise InputError(f"there is no example {number}", f"1 to {len(found)}")
    return found[number - 1]


def case_cards(game: str) -> list[bodies.CaseCard]:
    """The examples of a game by number, from 1 on."""
    return [_case_card(number, case) for number, case in enumerate(cases(game), 1)]


def _case_card(number: int, case: Case) -> bodies.CaseCard:
    return bodies.CaseCard(number, case.title, case.story, case.rule_ids, case_id(case))


@lru_cache(maxsize=256)
def case(game: str, number: int) -> bodies.CaseOut:
    """An example line by line."""
    system = find_system(game)
    found = _case(game, number)
    start = CaseStep("", "", "", [], "", "", 0, setting(game, case_id(found)).copy())
    steps = [start, *(step for step in case_steps(system, found) if step.who)]
    sides: list[int] = []
    for step in steps:
        asked = [one for one in step.game.ask.sides if one >= 0]
        sides.append(asked[0] if asked else sides[-1] if sides else -1)
    return bodies.CaseOut(
        card=_case_card(number, found),
        steps=[_case_step(system, step, side) for step, side in zip(steps, sides, strict=True)],
        expect=found.expect,
        faults=run_case(system, found).faults,
    )


def _case_step(system: AnySystem, step: CaseStep, side: int) -> bodies.CaseStepOut:
    game = step.game
    return bodies.CaseStepOut(
        who=step.who,
        label=step.label,
        told=step.told,
        rule=step.rule,
        answers=step.answers,
        side=side,
        scene=to_wire.scene(system.knowledge.show(game.pos, side)),
        sentence=system.words.sentence(game.pos, game.ask, side)
        if side in game.ask.sides
        else game.ask.title,
        sheets=[] if game.over else to_wire.sheets(system, game.pos),
        is_over=game.over,
    )


@lru_cache
def _shown(game: str) -> dict[str, list[int]]:
    """The numbers of the cases that show each rule."""
    by_title = {one.title: number for number, one in enumerate(cases(game), 1)}
    return {rule: [by_title[title] for title in titles] for rule, titles in rules_shown(cases(game)).items()}


def rules(game: str, words: str) -> bodies.RulesOut:
    """The ledger, or those of its rules that have all these words, the last of which may only have begun."""
    ledger = find_system(game).ledger
    found = [
        bodies.RuleOut(
            id=one.id,
            chapter=one.chapter,
            text=one.text,
            reading=one.reading,
            example=one.example,
            toggle=one.toggle,
            source=one.source,
            needs=one.needs,
            cases=_shown(game).get(one.id, []),
        )
        for one in search(ledger.readable(), words, is_typing=True)
    ]
    chapters = [bodies.ChapterOut(one.id, one.title, one.when) for one in (*ledger.chapter, FILLED)]
    return bodies.RulesOut(game, find_system(game).title, chapters, found)

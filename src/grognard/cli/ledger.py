"""The command `ledger`: how much of a game's ledger is done."""

import msgspec

from grognard.cli.output import console, emit
from grognard.cli.rules import all_cases, tests_of
from grognard.core.ledger import rule_of
from grognard.core.system import AnySystem
from grognard.play.registry import find_system


class LedgerState(msgspec.Struct):
    """How much of a game's ledger is done. `missing` lacks a place in the code or a test."""

    rules: int
    cited: int
    tested: int
    clauses: int
    shown: int
    """Clauses that a test or a case shows: more than one for a rule that says several things."""
    missing: list[str]
    uncited: list[str]
    untested: list[str]
    """Rules and clauses that no test or case shows."""
    unknown: list[str]
    """Ids that the code or a test names and the ledger does not have."""


def ledger_state(system: AnySystem) -> LedgerState:
    """The state of the ledger."""
    ledger = system.ledger
    ids, clauses = ledger.ids(), ledger.clause_ids()
    cited = {rule_of(citation.id) for citation in system.citations()}
    named = {named for case in all_cases(system) for named in case.rules} | {*tests_of(system)}
    tested = {rule_of(one) for one in named}
    shown = named | {clause for rule in ledger.rule if rule.same_as in named for clause in rule.clause_ids}
    return LedgerState(
        rules=len(ids),
        cited=sum(one in cited for one in ids),
        tested=sum(one in tested for one in ids),
        clauses=len(clauses),
        shown=sum(one in shown for one in clauses),
        missing=[one for one in ids if one not in cited or one not in tested],
        uncited=[one for one in ids if one not in cited],
        untested=[one for one in clauses if one not in shown],
        unknown=sorted((cited | named) - {*ledger.citable()}),
    )


def show_ledger(game: str, json: bool) -> int:
    """The state of a game's ledger."""
    system = find_system(game)
    state = ledger_state(system)
    if json:
        emit(state)
        return 0
    out = console()
    out.print(
        f"{system.title}: {state.cited} of {state.rules} rules cited, {state.tested} tested; "
        f"{state.shown} of {state.clauses} clauses tested"
    )
    for label, listed in (("not in the code", state.uncited), ("not tested", state.untested)):
        if listed:
            out.print(f"{label}: {', '.join(listed)}")
    if state.unknown:
        out.print(f"named but not in the ledger: {', '.join(state.unknown)}")
    return 0

"""The rules of a family under the numbers of the game that is played.

The code that several games share cites the ids of one of them. A game whose ledger numbers these rules
otherwise gives its procedures and sheets a Numbering, and shows its own ids everywhere.
"""

from collections.abc import Iterable, Mapping
from copy import copy

from grognard.core.flow.procedures import Procedure
from grognard.core.flow.rulings import Explanation
from grognard.core.flow.steps import Step
from grognard.core.ledger import Ledger
from grognard.core.position import OPEN


class Numbering:
    """What each rule of a family is called in a game's own ledger."""

    def __init__(self, ledger: Ledger, counterparts: Mapping[str, str] | None = None) -> None:
        """`counterparts` are rules that the game words in its own way, by the id that the family cites;
        what is the same in both (`same_as`) is in the ledger."""
        same = {id: own[0] for id, own in ledger.shared().items()}
        self.ids: dict[str, str] = same | dict(counterparts or {})
        self._own = frozenset(ledger.ids())

    def rules(self, ids: Iterable[str]) -> tuple[str, ...]:
        """These rules by this game's numbers; those that it does not have are left out."""
        found = (self.ids.get(id, id) for id in ids)
        return tuple(dict.fromkeys(id for id in found if id in self._own))

    def sheet(self, sheet: Explanation) -> Explanation:
        """A sheet whose terms name this game's rules."""
        terms = tuple(term._replace(rule=self.ids.get(term.rule, term.rule)) for term in sheet.terms)
        return sheet._replace(terms=terms)

    def procedures(self, procedures: Iterable[Procedure]) -> list[Procedure]:
        """Procedures of their own for this game, with all below them: other games use those given, too."""
        made: dict[Procedure, Procedure] = {}
        return [self._procedure(one, made) for one in procedures]

    def _procedure(self, procedure: Procedure, made: dict[Procedure, Procedure]) -> Procedure:
        if procedure not in made:
            items = [
                self._procedure(item, made) if isinstance(item, Procedure) else self._step(item)
                for item in procedure.items
            ]
            made[procedure] = Procedure(
                procedure.name,
                *items,
                title=procedure.title,
                rules=self.rules(procedure.rules),
                start=procedure.start,
                vars=procedure.vars,
                sees=procedure.sees or OPEN,
            )
        return made[procedure]

    def _step(self, step: Step) -> Step:
        twin = copy(step)
        twin.rules = self.rules(step.rules)
        return twin

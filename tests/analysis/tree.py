"""The odds of an attack by plain enumeration: every line of play to its end. Slow, and easily right."""

from fractions import Fraction

from grognard.analysis.distribution import Leaf
from grognard.analysis.graph import Policy, Until
from grognard.analysis.odds import paused_after, procedure_ended, usual_policy
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.events import Event
from grognard.core.flow.flow import AnyGame
from grognard.core.system import AnySystem


def enumerated(
    system: AnySystem, game: AnyGame, policy: Policy | None = None, until: Until | None = None
) -> dict[Leaf, Fraction]:
    """How likely each outcome is."""
    policy, ended = policy or usual_policy(system), until or procedure_ended
    game = game if until else paused_after(system.odds.attack_under_way(game))
    found: dict[Leaf, Fraction] = {}
    todo: list[tuple[AnyGame, Fraction, list[Event]]] = [(game.copy(), Fraction(1), [])]
    while todo:
        now, chance, events = todo.pop()
        while not (now.over or ended(now) or now.ask.is_chance):
            events = [*events, *now.play(policy(now, now.ask), now.ask.side)]
        if now.over or ended(now):
            told: tuple[int, ...] = ()
            for event in events:
                told = system.odds.tally(told, event)
            leaf = tuple(
                {**system.odds.measure(game.pos, now.pos), **system.odds.tallied(now.pos, told)}.items()
            )
            found[leaf] = found.get(leaf, Fraction(0)) + chance
            continue
        total = sum(now.ask.weights)
        for choice, weight in zip(now.ask.options(CHANCE), now.ask.weights, strict=True):
            branch = now.copy()
            todo.append((branch, chance * weight / total, [*events, *branch.play(choice, CHANCE)]))
    return found

"""What a person does in a turn: computer games told as orders, with standing orders for routine questions."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from grognard.ai.players import choose, make_players
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.position import NOTHING
from grognard.core.system import AnySystem
from grognard.play.gestures import GestureCounter, order_for
from grognard.play.match import Match
from grognard.play.orders import StandingOrders, settle
from grognard.play.registry import find_system, game_ids
from grognard.play.standing_orders import routine_orders
from grognard.sim.one_game import generator_for


class SideEffort(msgspec.Struct):
    """Means for a turn of one side: its answers one by one, and the gestures a person makes to give them."""

    answers: float
    gestures: float
    plain: float
    """The gestures of somebody who has set no standing orders."""


class ScenarioEffort(msgspec.Struct):
    """One scenario: its sides, and the share of all Asks that were answered by themselves."""

    sides: dict[str, SideEffort]
    automatic: float


class Effort(NamedTuple):
    """What one game took, by side."""

    turns: int
    answers: list[int]
    gestures: list[int]
    automatic: int

    @property
    def share(self) -> float:
        """The part of all answers that were given by themselves."""
        return self.automatic / max(1, sum(self.answers))


def measure_effort(
    games: Sequence[str] = (),
    number: int = 2,
    tell: Callable[[str], None] | None = None,
    only: tuple[str, PlayerFiles] | None = None,
) -> dict[str, dict[str, ScenarioEffort]]:
    """The hands of every scenario, or of that one with its files, by game, from so many staff games each.

    Each side has the standing orders of whoever is tired of routine; the staff answers the rest.
    """
    found: dict[str, dict[str, ScenarioEffort]] = {}
    for game in games or game_ids():
        system = find_system(game)
        for scenario, own in [only] if only else [(one.id, NO_FILES) for one in system.rules.scenarios()]:
            if tell:
                tell(f"{game}, hands of {scenario}")
            found.setdefault(game, {})[scenario] = scenario_effort(system, scenario, number, own)
    return found


def scenario_effort(
    system: AnySystem, scenario: str, number: int, own: PlayerFiles = NO_FILES
) -> ScenarioEffort:
    """The hands of one scenario, from so many games."""
    standing = dict.fromkeys(range(len(system.sides)), routine_orders(system))
    told = [play_told(system, scenario, game, standing, own) for game in range(number)]
    plain = [play_told(system, scenario, game, {}, own) for game in range(number)]
    sides = {
        name: SideEffort(
            _mean([one.answers[side] / one.turns for one in told]),
            _mean([one.gestures[side] / one.turns for one in told]),
            _mean([one.gestures[side] / one.turns for one in plain]),
        )
        for side, name in enumerate(system.sides)
    }
    return ScenarioEffort(sides, round(sum(one.share for one in told) / number, 3))


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 1)


def turn_of(system: AnySystem, match: Match) -> int:
    """The turn that the table shows."""
    return system.knowledge.project(match.pos, NOTHING).turn


def play_told(
    system: AnySystem, scenario: str, number: int, standing: StandingOrders, own: PlayerFiles = NO_FILES
) -> Effort:
    """A staff game told as orders, with these standing orders."""
    match = Match.new(system, scenario, own=own)
    first = turn_of(system, match)  # a scenario may begin in the middle of a campaign
    players = make_players(["staff"] * len(system.sides), system)
    minds = [generator_for("hands", number, side) for side in system.sides]
    dice = generator_for("hands", number, "chance")
    hands = GestureCounter(system)
    answers = [0] * len(system.sides)
    automatic = 0
    while True:
        for settled in settle(match, standing):
            answers[settled.side] += 1
            automatic += 1
        if match.over:
            break
        if match.ask.is_chance:
            match.roll(dice)
            continue
        side = match.ask.side
        choice = choose(players[side], system, match.pos, match.ask, side, minds[side])
        order = order_for(match, side, choice)
        hands.count(match, side, choice, order)
        match.answer(side, choice, order=order)
        answers[side] += 1
    turns = turn_of(system, match) - first + 1
    return Effort(turns, answers, hands.gestures, automatic)

"""Who is offered is who nothing is said against: the short lists and the long questions agree."""

import random
from collections.abc import Callable

import pytest

from games.red_parachutes.table import new_game
from grognard.core.flow.chance import CHANCE
from grognard.games.battalions.combat.declaration import (
    attack_refusal,
    attack_targets,
    target_refusal,
    touches_enemy,
)
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.movement.company_breakdown import Joining, join_refusal
from grognard.games.battalions.movement.move import mover_refusal
from grognard.games.battalions.movement.reach import near_enemy
from grognard.games.battalions.movement.strategic_movement import march_refusal
from grognard.games.battalions.table.subject import subject_of
from grognard.games.battalions.turn.engineering import dig_refusal
from grognard.games.red_parachutes.dnepr.crossing import crossing_refusal
from grognard.games.red_parachutes.dnepr.move_and_cross import dismount_refusal
from grognard.games.red_parachutes.model.position import ParachutePosition

Long = Callable[[ParachutePosition], list[int]]


def _units(pos: BattalionPosition) -> range:
    return range(pos.content.units)


def _marchers(pos: ParachutePosition) -> list[int]:
    near = near_enemy(pos, pos.phasing)
    return [unit for unit in _units(pos) if march_refusal(pos, unit, near) is None]


def _attackable(pos: ParachutePosition) -> list[int]:
    own = pos.on_map(pos.phasing)
    hexes = [hex for hex in range(pos.content.hexes) if target_refusal(pos, hex) is None]
    return [hex for hex in hexes if any(attack_refusal(pos, unit, hex) is None for unit in own)]


LONG: dict[tuple[str, str], Long] = {
    ("StrategicMovement", "march"): _marchers,
    ("MoveAndCross", "move"): lambda pos: [u for u in _units(pos) if mover_refusal(pos, u) is None],
    ("MoveAndCross", "cross"): lambda pos: [u for u in _units(pos) if crossing_refusal(pos, u) is None],
    ("MoveAndCross", "dismount"): lambda pos: [u for u in _units(pos) if dismount_refusal(pos, u) is None],
    ("BuildWorks", "build"): lambda pos: [u for u in _units(pos) if dig_refusal(pos, u) is None],
    ("Recombine", "combine"): lambda pos: [u for u in _units(pos) if join_refusal(pos, Joining(), u) is None],
    ("DeclareAttack", "target"): _attackable,
}
ASKED = {
    "teaching": {"MoveAndCross", "DeclareAttack"},
    "first-boats": {"StrategicMovement", "MoveAndCross", "BuildWorks", "DeclareAttack"},
    "red-parachutes": {"StrategicMovement", "MoveAndCross", "BuildWorks", "Recombine", "DeclareAttack"},
}
"""The steps that a few hundred answers come to."""


@pytest.mark.rule(
    "rp.strategic.3", "rp.engineering.9", "rp.post-move.10", "rp.attack-declare.1", "rp.dnepr.3"
)
@pytest.mark.parametrize("scenario", ASKED)
def test_who_is_offered_is_who_nothing_is_said_against(scenario: str) -> None:
    generator = random.Random(4)
    game = new_game(scenario).game
    compared: set[str] = set()
    for _ in range(700):
        if game.over:
            break
        ask = game.ask
        side = CHANCE if ask.is_chance else ask.side
        options = ask.options(side)
        held = subject_of(game.pos.stack[-1].vars)
        for (step, verb), long in LONG.items() if not held.units and held.target < 0 else ():
            if ask.step == step:
                assert options.of(verb) == long(game.pos), (step, verb, game.pos.turn)
                compared.add(step)
        game.play(options[generator.randrange(len(options))], side)
    assert compared >= ASKED[scenario]


@pytest.mark.rule("rp.attack-declare.1")
def test_the_combat_phase_asks_who_stands_next_to_the_enemy() -> None:
    """Nobody is near at the start of the first evening; then every target shows that somebody is."""
    game = new_game("first-boats").game
    assert not touches_enemy(game.pos)
    assert attack_targets(game.pos) == []


@pytest.mark.rule("rp.setup.1")
@pytest.mark.parametrize(("scenario", "stands"), [("first-boats", 0), ("red-parachutes", 0), ("bukrin", 1)])
def test_the_kanev_bridge_stands_only_when_the_campaign_begins(scenario: str, stands: int) -> None:
    assert new_game(scenario).pos.bridge == stands

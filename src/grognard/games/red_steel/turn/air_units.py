"""Axis air units: drawn from a cup in the morning."""

from typing import NamedTuple

from grognard.core.chapter import D6, OPEN, Game, Outcome, Procedure, Roll, draw, rule
from grognard.games.red_steel.model.position import AXIS, SteelPosition


class Morning(NamedTuple):
    """How many air units are still to be drawn."""

    due: int = 0


def cup(pos: SteelPosition) -> list[int]:
    """The air units in the cup."""
    return [unit for unit, is_air in enumerate(pos.content.is_air) if is_air and unit not in pos.air]


@rule("rs.air-units.1", "rs.air-units.2")
class RollAir(Roll[SteelPosition, Morning]):
    """One die, but at least 3. Unused units of the day before are back in the cup."""

    title = "How many air units are available?"

    def outcomes(self, pos: SteelPosition, v: Morning) -> list[Outcome]:
        return D6 if any(pos.content.is_air) else []

    def roller(self, pos: SteelPosition, v: Morning) -> int:
        return AXIS

    def take(self, game: Game[SteelPosition], v: Morning, noun: int) -> None:
        pos = game.pos
        pos.air = []
        count = max(noun, pos.content.limit("least-air"))
        game.tell("air", noun, count, rule="rs.air-units.2")
        game.update(Morning(count))


@rule("rs.air-units.3")
class DrawAir(Roll[SteelPosition, Morning]):
    """Blindly, one after another; if the cup holds fewer, all are taken."""

    title = "Draw an air unit"

    def outcomes(self, pos: SteelPosition, v: Morning) -> list[Outcome]:
        return draw(cup(pos)) if v.due else []

    def roller(self, pos: SteelPosition, v: Morning) -> int:
        return AXIS

    def take(self, game: Game[SteelPosition], v: Morning, noun: int) -> None:
        pos = game.pos
        pos.air = sorted([*pos.air, noun])
        pos.steps[noun] = 1
        game.tell("air-drawn", noun, rule="rs.air-units.3")
        game.goto("DrawAir", Morning(v.due - 1))


air_draw = Procedure(
    "air-draw",
    RollAir(),
    DrawAir(),
    title="Axis air units",
    rules=("rs.air-units.1",),
    start=lambda pos, v: Morning(),
    vars=Morning,
    sees=OPEN,
)

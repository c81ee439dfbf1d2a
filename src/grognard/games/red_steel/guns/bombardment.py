"""Axis air units: drawn from a cup in the morning, each striking a hex of its own."""

from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    OPEN,
    Choice,
    Decision,
    Frame,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    draw,
    rule,
)
from grognard.games.battalions.bombardment import (
    Barrage,
    BombardmentLosses,
    BombardmentMarkers,
    DeclareBombardment,
    RollBombardment,
    is_moved_into_combat,
)
from grognard.games.battalions.bombardment import NextBombardment as FireGuns
from grognard.games.battalions.position import BattalionPosition
from grognard.games.red_steel.position import AXIS, SteelPosition


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


# -- strikes --------------------------------------------------------------------------------------


@rule("rs.bombardment.13", "rs.bombardment.14", "rs.bombardment.16", "rs.general.17")
def strike_refusal(pos: SteelPosition, v: Barrage, target: int) -> Ruling:
    """Why a hex is not struck: any hex with an enemy unit will do, spotted or not."""
    if not pos.is_held(target, 1 - pos.phasing):
        return Refusal("rs.bombardment.14", f"no enemy unit is in {pos.content.names[target]}.")
    return None


@rule(
    *("rs.bombardment.3", "rs.bombardment.4", "rs.bombardment.14", "rs.bombardment.16"),
    "rs.defensive-support.15",
)
class DeclareStrikes(Decision[SteelPosition, Barrage]):
    """Each available air unit may be sent against a hex, before the guns are told off."""

    title = "Declare air strikes"
    policies = (by_verbs("none", "No air strikes.", "done", "drop"),)

    def side(self, pos: SteelPosition, v: Barrage) -> int:
        return pos.phasing

    def options(self, pos: SteelPosition, v: Barrage) -> list[Offer]:
        if v.inside != is_moved_into_combat(pos):
            return []
        free = [unit for unit in pos.air if all(unit not in mission[1:] for mission in v.missions)]
        targets = pos.held_hexes(1 - pos.phasing) if pos.phasing == AXIS and free else []
        if v.picked:
            return [Offer("target", targets), Offer("drop")]
        return [Offer("strike-with", free), Offer("done")] if targets else []

    def take(self, game: Game[SteelPosition], v: Barrage, choice: Choice) -> None:
        verb, noun = choice
        if verb == "done":
            game.next(v._replace(picked=()))
        elif verb == "strike-with":
            game.update(v._replace(picked=(noun,)))
        elif verb == "drop":
            game.update(v._replace(picked=()))
        else:
            game.update(v._replace(missions=(*v.missions, (noun, *v.picked)), picked=()))

    def refuse(self, pos: SteelPosition, v: Barrage, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "target":
            return strike_refusal(pos, v, noun)
        if verb != "strike-with":
            return None
        name = pos.content.unit_names[noun]
        if not pos.content.is_air[noun]:
            return Refusal("rs.bombardment.4", f"{name} is no air unit.", "Guns are told off afterwards.")
        if noun not in pos.air:
            return Refusal("rs.air-units.3", f"{name} is in the cup.")
        return Refusal("rs.bombardment.16", f"{name} has its target.")


@rule("rs.bombardment.25")
class NextBombardment(FireGuns):
    """Air units go back into the cup when they have bombarded."""

    def run(self, game: Game[BattalionPosition], v: Barrage) -> None:
        pos = game.pos
        assert isinstance(pos, SteelPosition)
        used = v.missions[0][1:] if v.missions else ()
        before = list(pos.bombarded)
        super().run(game, v)
        if any(pos.content.is_air[unit] for unit in used):
            pos.air = [unit for unit in pos.air if unit not in used]
            pos.bombarded = before  # an air strike leaves the hex open to the guns


def seen_barrage(pos: SteelPosition, frame: Frame, side: int) -> Frame:
    """Strikes and bombardments are shown when they are carried out; before, only their owner sees them."""
    if side == pos.phasing or frame.step not in ("DeclareStrikes", "DeclareBombardment"):
        return frame
    return Frame(frame.procedure, frame.step, Barrage(inside=frame.vars[3]))


bombardment = Procedure(
    "bombardment",
    DeclareStrikes(),
    DeclareBombardment(),
    NextBombardment(),
    RollBombardment(),
    BombardmentLosses(),
    BombardmentMarkers(),
    title="Bombardment",
    rules=("rs.bombardment.4",),
    start=lambda pos, v: Barrage(),
    vars=Barrage,
    sees=seen_barrage,
)

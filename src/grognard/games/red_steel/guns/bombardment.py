"""Air strikes, each against a hex of its own, and the bombardments of the guns."""

from grognard.core.chapter import (
    Choice,
    Decision,
    Frame,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    rule,
)
from grognard.games.battalions.guns.bombardment import (
    Barrage,
    BombardmentLosses,
    BombardmentMarkers,
    DeclareBombardment,
    RollBombardment,
    is_moved_into_combat,
)
from grognard.games.battalions.guns.bombardment import NextBombardment as FireGuns
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.red_steel.model.position import AXIS, SteelPosition


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


def seen_strikes(pos: SteelPosition, frame: Frame, side: int) -> Frame:
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
    sees=seen_strikes,
)

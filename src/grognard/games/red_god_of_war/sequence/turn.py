"""A turn from the first impulse to its end: impulses until the cup is empty, attrition, and the markers."""

from grognard.core.chapter import NOTHING, Action, Game, rule
from grognard.games.red_god_of_war.combat.losses import lose_step
from grognard.games.red_god_of_war.model.position import (
    GERMAN,
    IMPULSE_FLAGS,
    ISOLATED,
    SOVIET,
    TURN_FLAGS,
    UNLIT,
    RedGodPosition,
)
from grognard.games.red_god_of_war.sequence.activation import Impulse
from grognard.games.red_god_of_war.sequence.victory import tell_points, verdict

# -- impulses -----------------------------------------------------------------------------------


@rule("rgw.impulse.3", "rgw.impulse.4", "rgw.sequence.1")
class PlayImpulses(Action[RedGodPosition, tuple[object, ...]]):
    title = "Impulses follow each other until the cup is empty"

    def run(self, game: Game[RedGodPosition], v: object) -> None:
        if game.pos.cup:
            game.goto("PlayImpulses")
            game.call("impulse", Impulse())


@rule("rgw.impulse.1")
class EndImpulse(Action[RedGodPosition, tuple[object, ...]]):
    title = "The impulse ends, and its player draws the next chit"

    def run(self, game: Game[RedGodPosition], v: object) -> None:
        pos = game.pos
        if pos.cup:
            pos.drawer = pos.active_side
        for unit in [*pos.content.units_of[GERMAN], *pos.content.units_of[SOVIET]]:
            pos.flags[unit] &= ~IMPULSE_FLAGS
            pos.target[unit] = NOTHING
        pos.known_active = None
        pos.railed = 0
        pos.army_overran = 0
        pos.trail.clear()
        pos.lost_steps.clear()


# -- end of the turn ----------------------------------------------------------------------------


@rule("rgw.effects.8")
class Attrition(Action[RedGodPosition, tuple[object, ...]]):
    title = "By option, units isolated two turns running lose a step"

    def run(self, game: Game[RedGodPosition], v: object) -> None:
        pos = game.pos
        if not pos.content.options["isolation-attrition"]:
            return
        for unit in [*pos.content.combat_units[GERMAN], *pos.content.combat_units[SOVIET]]:
            if pos.hex[unit] < 0:
                continue
            if pos.traced[unit] != ISOLATED:
                pos.hungry[unit] = 0
            elif pos.hungry[unit]:
                lose_step(game, unit, "rgw.effects.8")
            else:
                pos.hungry[unit] = 1


@rule("rgw.impulse.5", "rgw.impulse.6", "rgw.turn.1", "rgw.turn.5")
class EndTurn(Action[RedGodPosition, tuple[object, ...]]):
    """All HQs are flipped to their unsupplied sides, and the cup, the chits' container, is empty."""

    title = "End of the turn: HQs flip, tracks clear, the Turn marker moves on"

    def run(self, game: Game[RedGodPosition], v: object) -> None:
        pos = game.pos
        for unit in [*pos.content.units_of[GERMAN], *pos.content.units_of[SOVIET]]:
            pos.lit[unit] = UNLIT
            pos.activated[unit] = 0
            pos.flags[unit] &= ~TURN_FLAGS
        pos.cup = []
        pos.last_put_in = pos.put_in
        pos.put_in = []
        pos.box = [0, 0]
        pos.halted = [0, 0]
        pos.active_hq = NOTHING
        pos.drawer = 1 - pos.drawer  # rgw.activation.1: whoever did not make the last draw
        pos.steps_last_turn = pos.steps_this_turn
        pos.steps_this_turn = 0
        game.tell("turn", pos.turn, rule="rgw.impulse.6")
        if pos.turn >= pos.content.scenario.turns:
            tell_points(game)
            winner, result = verdict(pos)
            game.end(winner, result)
        else:
            pos.turn += 1
            game.goto("initial")

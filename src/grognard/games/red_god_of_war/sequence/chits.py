"""Chits into the cup, the end of an impulse and of a turn, and the winner."""

from collections.abc import Sequence

from grognard.core.chapter import (
    D6,
    NOTHING,
    SEAL,
    Action,
    Choice,
    Game,
    Offer,
    Outcome,
    Roll,
    Ruling,
    Sealed,
    first_refusal,
    plain,
    rule,
)
from grognard.games.red_god_of_war.activation import Impulse
from grognard.games.red_god_of_war.content import WEATHERS
from grognard.games.red_god_of_war.initial import add_points
from grognard.games.red_god_of_war.losses import lose_step
from grognard.games.red_god_of_war.position import (
    ARRIVED,
    GERMAN,
    IMPULSE_FLAGS,
    ISOLATED,
    OWED,
    PAID,
    SOVIET,
    TURN_FLAGS,
    UNLIT,
    RedGodPosition,
)
from grognard.games.red_god_of_war.scenario import SIDES
from grognard.games.red_god_of_war.victory import verdict

# -- chits --------------------------------------------------------------------------------------


def placeable(pos: RedGodPosition, side: int) -> list[int]:
    """HQs whose chit the owner may choose: on the map, not barred, not arriving (those go in anyway)."""
    return [
        hq
        for hq in pos.content.hqs[side]
        if pos.hex[hq] >= 0 and pos.barred[hq] != pos.turn and not pos.flags[hq] & ARRIVED
    ]


@rule("rgw.turn.2", "rgw.turn.3", "rgw.turn.4")
def must_follow_last_turn(pos: RedGodPosition, side: int) -> bool:
    """Only the Soviets, and only from their second turn, must put in the same chits with one change."""
    return side == SOVIET and pos.turn > pos.content.scenario.first_turn


def repeated_chits(pos: RedGodPosition) -> list[int]:
    """Last turn's Soviet chits, which go in again."""
    return [hq for hq in placeable(pos, SOVIET) if hq in pos.last_put_in and not was_barred(pos, hq)]


def was_barred(pos: RedGodPosition, hq: int) -> bool:
    """Was this HQ driven off, so that its chit had to stay out last turn?"""
    return pos.barred[hq] == pos.turn - 1 and pos.barred[hq] > 0


@rule("rgw.turn.2")
def returns_freely(pos: RedGodPosition, hq: int) -> bool:
    """Was this HQ's chit kept out of last turn's set by a bar? Its return is no change (rule:7.4).

    A chit that was not in the cup before the bar has nothing to return to: it is one more like any other.
    """
    return was_barred(pos, hq) and hq in pos.last_put_in


def chits_chosen(pos: RedGodPosition, side: int, draft: Sequence[Choice]) -> set[int]:
    """The chits that go into the cup by this secret order: its own, last turn's, those of new arrivals."""
    chosen = {hq for verb, hq in draft if verb in ("chit", "add")}
    if must_follow_last_turn(pos, side):
        chosen |= set(repeated_chits(pos)) - {hq for verb, hq in draft if verb == "drop"}
    return chosen | {hq for hq in pos.content.hqs[side] if pos.flags[hq] & ARRIVED and pos.hex[hq] >= 0}


@rule("rgw.initial.24", "rgw.initial.25", "rgw.initial.26", "rgw.initial.27")
class PlaceChits(Sealed[RedGodPosition, tuple[object, ...]]):
    title = "7. Both sides put impulse chits in the cup, in secret"

    def is_forced_openly(self, pos: RedGodPosition, v: object, side: int) -> bool:
        return not placeable(pos, side)  # which HQs could put a chit in is seen on the map

    def sides(self, pos: RedGodPosition, v: object) -> tuple[int, ...]:
        return (GERMAN, SOVIET)

    def options(self, pos: RedGodPosition, v: object, side: int, draft: tuple[Choice, ...]) -> list[Offer]:
        hqs = placeable(pos, side)
        if not must_follow_last_turn(pos, side):
            return plain([*(("chit", hq) for hq in hqs), SEAL])
        same = repeated_chits(pos)
        options: list[Choice] = [("chit", hq) for hq in hqs if hq not in same and returns_freely(pos, hq)]
        changes = [line for line in draft if line[0] in ("add", "drop")]
        options.extend(changes)  # a change can be taken back
        may_add = not any(verb == "add" for verb, _ in changes)
        may_drop = not any(verb == "drop" for verb, _ in changes)
        if not pos.content.options["chit-swap"]:
            may_add = may_drop = not changes
        if may_add:
            options.extend(("add", hq) for hq in hqs if hq not in same and not returns_freely(pos, hq))
        if may_drop:
            options.extend(("drop", hq) for hq in same)
        return plain([*options, SEAL])

    def refuse(self, pos: RedGodPosition, v: object, choice: Choice) -> Ruling:
        verb, hq = choice
        if verb not in ("chit", "add", "drop"):
            return None
        name = pos.content.unit_names[hq]
        driven = f"{name} was driven off; its chit stays out (house rule HQ)."
        arriving = f"{name} arrives this turn; its chit is in the cup anyway."
        return first_refusal(
            (not pos.content.is_hq[hq] or pos.hex[hq] < 0, "rgw.initial.24", f"{name} is no HQ on the map."),
            (pos.barred[hq] == pos.turn, "rgw.stacking.11", driven),
            (pos.flags[hq] & ARRIVED, "rgw.initial.27", arriving),
            (True, "rgw.turn.2", "the Soviets put in last turn's chits with one more or one fewer."),
        )

    def reveal(self, game: Game[RedGodPosition], v: object, drafts: Sequence[tuple[Choice, ...]]) -> None:
        pos = game.pos
        chits: set[int] = set()
        for side in (GERMAN, SOVIET):
            chosen = chits_chosen(pos, side, drafts[side])
            game.tell("chits", side, len(chosen), rule="rgw.initial.25")
            chits |= chosen
        pos.cup = sorted(chits)
        # Whoever is barred keeps his place in the set of chits, so that his return is no change.
        barred = {hq for hq in pos.last_put_in if pos.barred[hq] == pos.turn}
        pos.put_in = sorted(chits | barred)


# -- impulses -----------------------------------------------------------------------------------


@rule("rgw.impulse.3", "rgw.impulse.4", "rgw.sequence.1")
class PlayImpulses(Action[RedGodPosition, tuple[object, ...]]):
    title = "Impulses follow each other until the cup is empty"

    def run(self, game: Game[RedGodPosition], v: object) -> None:
        if game.pos.cup:
            game.goto("PlayImpulses")
            game.call("impulse", Impulse())


def halt_number(pos: RedGodPosition, side: int) -> int:
    """The number in the box the side has just filled; 0 where there is none."""
    table = pos.content.tables["impulse-tracks"]
    row, column = SIDES[side], str(min(pos.box[side], len(table.columns)))
    return 0 if table.is_blank(row, column) else table.integer(row, column)


@rule("rgw.halt.1")
class FillBox(Action[RedGodPosition, tuple[object, ...]]):
    title = "6. The chit goes into the leftmost empty box of the impulse track"

    def run(self, game: Game[RedGodPosition], v: object) -> None:
        pos = game.pos
        pos.box[pos.active_side] += 1
        game.tell("box", pos.active_side, pos.box[pos.active_side], rule="rgw.halt.1")


@rule("rgw.halt.2", "rgw.halt.3", "rgw.halt.4")
class RollHalt(Roll[RedGodPosition, tuple[object, ...]]):
    title = "6. Operational Halt roll"

    def outcomes(self, pos: RedGodPosition, v: object) -> list[Outcome]:
        return D6 if halt_number(pos, pos.active_side) else []

    def roller(self, pos: RedGodPosition, v: tuple[object, ...]) -> int:
        return pos.active_side

    def take(self, game: Game[RedGodPosition], v: object, noun: int) -> None:
        pos = game.pos
        side = pos.active_side
        modifier = pos.content.tables["weather-effects"].integer(WEATHERS[pos.weather], "halt-die")
        number = halt_number(pos, side)
        halted = noun + modifier <= number
        game.tell("halt", side, noun, number, int(halted), modifier, pos.weather, rule="rgw.halt.4")
        if halted:
            halt(game, side)


@rule("rgw.halt.5", "rgw.halt.6", "rgw.halt.7", "rgw.halt.8")
def halt(game: Game[RedGodPosition], side: int) -> None:
    """The side takes its chits out of the cup and its points back from HQs that did not activate."""
    pos = game.pos
    pos.halted[side] = 1
    removed = [hq for hq in pos.cup if pos.content.side[hq] == side]
    pos.cup = [hq for hq in pos.cup if pos.content.side[hq] != side]
    game.tell("removed", *removed, rule="rgw.halt.5")
    paid = [hq for hq in pos.content.hqs[side] if pos.lit[hq] == PAID or pos.flags[hq] & OWED]
    idle = [hq for hq in paid if not pos.activated[hq]]
    for hq in idle:
        pos.lit[hq] = UNLIT
    if idle:
        add_points(game, side, len(idle), "rgw.halt.7")


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
            winner, result = verdict(pos)
            game.end(winner, result)
        else:
            pos.turn += 1
            game.goto("initial")

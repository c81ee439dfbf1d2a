"""The Initial Segment: supply and weather rolls, recovery, combat supply. The leaders are in leaders.py."""

from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    DONE,
    Choice,
    Game,
    Offer,
    Outcome,
    Refusal,
    Ruling,
    by_rank,
    by_verbs,
    first_refusal,
    plain,
    rule,
)
from grognard.games.red_god_of_war.combat.losses import step_gained
from grognard.games.red_god_of_war.model.content import WEATHERS
from grognard.games.red_god_of_war.model.position import (
    GERMAN,
    INITIAL_SEGMENT,
    ISOLATED,
    PAID,
    SOVIET,
    UNLIT,
    RedGodPosition,
)
from grognard.games.red_god_of_war.supply.points import add_points, supply_shares
from grognard.games.red_god_of_war.supply.trace import Traces, supply_state
from grognard.kit.steps import Die, SideDecides

HILFE_NOTHING, HILFE_INFANTRY, HILFE_TANK = 0, 1, 2


class InitialSegment(NamedTuple):
    """What the Initial Segment still demands: units to withdraw, and what has been done."""

    hilfe: int = HILFE_NOTHING
    corps: int = 0
    divisions: int = 0
    brigades: int = 0


# -- step 1: German rolls -----------------------------------------------------------------------


@rule("rgw.initial.1")
class RollGermanSupply(Die[RedGodPosition, InitialSegment]):
    title = "1. German supply roll"

    by = GERMAN

    def take(self, game: Game[RedGodPosition], v: InitialSegment, noun: int) -> None:
        shares = supply_shares(game.pos, noun)
        game.tell("phase", INITIAL_SEGMENT, rule="rgw.sequence.2")
        game.tell("die", noun, *shares, rule="rgw.initial.1")
        add_points(game, GERMAN, sum(shares), "rgw.initial.1")


class FromTurnTwo(Die[RedGodPosition, InitialSegment]):
    """A die on every turn but the first."""

    def outcomes(self, pos: RedGodPosition, v: InitialSegment) -> list[Outcome]:
        return D6 if pos.turn > 1 else []


@rule("rgw.initial.2", "rgw.initial.4")
class RollWeather(FromTurnTwo):
    title = "1. Weather roll, from turn 2"

    def take(self, game: Game[RedGodPosition], v: InitialSegment, noun: int) -> None:
        pos = game.pos
        weather = WEATHERS.index(pos.content.tables["weather"].text(WEATHERS[pos.weather], str(noun)))
        thaw = pos.content.tables["thaw"]
        if WEATHERS[weather] == "mud" and not thaw.integer("first", "turn") <= pos.turn <= thaw.integer(
            "last", "turn"
        ):
            weather = WEATHERS.index("snow")
        pos.weather = weather
        game.tell("weather", noun, weather, rule="rgw.initial.2")


# -- step 3: recovery ---------------------------------------------------------------------------


@rule("rgw.initial.15", "rgw.initial.16", "rgw.initial.17")
def recovery_refusal(pos: RedGodPosition, traces: Traces, unit: int) -> Ruling:
    """Why this German unit may not be turned back to full strength."""
    content = pos.content
    name, hex = content.unit_names[unit], pos.hex[unit]
    is_whole = hex < 0 or pos.steps[unit] >= content.max_steps[unit]
    is_cut_off = hex >= 0 and supply_state(pos, traces, unit) == ISOLATED
    around = [there for there in content.neighbours[hex * 6 : hex * 6 + 6] if there >= 0] if hex >= 0 else []
    is_near = any(pos.is_enemy_held(there, GERMAN) for there in around)
    return first_refusal(
        (is_whole, "rgw.initial.14", f"{name} is not a reduced unit on the map."),
        (content.is_tank[unit], "rgw.initial.15", f"{name} is a tank unit."),
        (is_cut_off, "rgw.initial.16", f"{name} is isolated."),
        (is_near, "rgw.initial.17", f"{name} is next to an enemy unit."),
    )


def recovery_rank(pos: RedGodPosition, v: InitialSegment, choice: Choice) -> tuple[bool, int]:
    """Who recovers first; nobody last."""
    return (True, 0) if choice == DONE else (False, step_gained(pos, v, choice))


@rule("rgw.initial.14")
class Recover(SideDecides[RedGodPosition, InitialSegment]):
    """It is turned back to its full-strength side."""

    title = "3. On certain turns one reduced German unit recovers"

    policies = (
        by_rank("strongest", "The unit recovers that gains most strength.", recovery_rank),
        by_verbs("none", "Nobody recovers.", "done"),
    )

    asked = GERMAN

    def options(self, pos: RedGodPosition, v: InitialSegment) -> list[Offer]:
        track = pos.content.tables["turn-track"]
        if not track.has_row(str(pos.turn)) or not track.integer(str(pos.turn), "recovery"):
            return []
        traces = Traces(pos, GERMAN)
        fit: list[Choice] = [
            ("recover", unit)
            for unit in pos.content.combat_units[GERMAN]
            if pos.steps[unit] and recovery_refusal(pos, traces, unit) is None
        ]
        return plain([*fit, DONE] if fit else [])

    def take(self, game: Game[RedGodPosition], v: InitialSegment, choice: Choice) -> None:
        if choice != DONE:
            game.pos.steps[choice[1]] += 1
            game.tell("recovered", choice[1], rule="rgw.initial.14")
        game.next()

    def refuse(self, pos: RedGodPosition, v: InitialSegment, choice: Choice) -> Ruling:
        match choice:
            case "recover", unit if unit in pos.content.combat_units[GERMAN]:
                return recovery_refusal(pos, Traces(pos, GERMAN), unit)
            case "recover", unit:
                name = pos.content.unit_names[unit]
                return Refusal("rgw.initial.14", f"{name} is no German combat unit; only those recover.")
        return None


# -- steps 4 and 5: combat supply ---------------------------------------------------------------


def supply_refusal(pos: RedGodPosition, unit: int, side: int, rule_id: str) -> Ruling:
    """Why a side may not put this unit in combat supply."""
    name, is_own_hq = pos.content.unit_names[unit], unit in pos.content.hqs[side]
    return first_refusal(
        (not is_own_hq, rule_id, f"{name} is not one of your HQs; only they are put in combat supply."),
        (pos.hex[unit] < 0, rule_id, f"{name} is not on the map."),
        (pos.lit[unit], "rgw.initial.19", f"{name} is in combat supply already."),
        (not pos.sp[side], "rgw.initial.21", "no supply point is left.", "Take one back from another HQ."),
    )


@rule("rgw.initial.18", "rgw.initial.19", "rgw.initial.21")
class SupplySovietHqs(SideDecides[RedGodPosition, InitialSegment]):
    """One supply point each: an HQ in combat supply is flipped to its supplied side."""

    title = "4. Put Soviet HQs in combat supply"

    policies = (
        by_verbs("all", "As many HQs as there are points for, as they are listed.", "light", "done"),
        by_verbs("none", "All points are kept.", "done"),
    )

    asked = SOVIET

    def options(self, pos: RedGodPosition, v: InitialSegment) -> list[Offer]:
        side = self.asked
        hqs = [hq for hq in pos.content.hqs[side] if pos.hex[hq] >= 0]
        lit: list[Choice] = [("unlight", hq) for hq in hqs if pos.lit[hq] == PAID]
        dark: list[Choice] = [("light", hq) for hq in hqs if pos.lit[hq] == UNLIT] if pos.sp[side] else []
        return plain([*dark, *lit, DONE] if dark or lit else [])

    def take(self, game: Game[RedGodPosition], v: InitialSegment, choice: Choice) -> None:
        pos = game.pos
        side = self.asked
        match choice:
            case "light", hq:
                pos.sp[side] -= 1
                pos.lit[hq] = PAID
            case "unlight", hq:
                pos.sp[side] += 1
                pos.lit[hq] = UNLIT
            case _:
                for one in pos.content.hqs[side]:
                    if pos.lit[one]:
                        game.tell("lit", one, rule=self.rules[0])
                game.next()

    def refuse(self, pos: RedGodPosition, v: InitialSegment, choice: Choice) -> Ruling:
        match choice:
            case "light" | "unlight", unit:
                why = f"{pos.content.unit_names[unit]} has been given no supply point."
                return supply_refusal(pos, unit, self.asked, self.rules[0]) or Refusal(self.rules[0], why)
        return None


@rule("rgw.initial.20")
class SupplyGermanHqs(SupplySovietHqs):
    """The same for the German player: his HQs are flipped at one supply point each."""

    title = "5. Put German HQs in combat supply"

    asked = GERMAN

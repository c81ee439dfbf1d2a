"""The two leaders in step 1 and 2 of the Initial Segment: the OKW's directives and Stalin's attitude."""

from grognard.core.chapter import (
    Action,
    Choice,
    Game,
    Offer,
    Outcome,
    Refusal,
    Ruling,
    plain,
    rule,
)
from grognard.games.red_god_of_war.combat.losses import MOBILE_CORPS, WEAKEST_LEAVES, withdraw_unit
from grognard.games.red_god_of_war.model.formations import survivors, whole_formation
from grognard.games.red_god_of_war.model.position import GERMAN, ISOLATED, SOVIET, RedGodPosition
from grognard.games.red_god_of_war.sequence.initial_segment import (
    HILFE_NOTHING,
    HILFE_TANK,
    FromTurnTwo,
    InitialSegment,
)
from grognard.games.red_god_of_war.supply.points import add_points
from grognard.games.red_god_of_war.supply.trace import Traces, supply_state
from grognard.kit.steps import SideDecides

# -- step 1: the OKW ----------------------------------------------------------------------------


@rule("rgw.initial.3", "rgw.initial.4")
class RollOkw(FromTurnTwo):
    title = "1. OKW Directive roll, from turn 2"

    by = GERMAN

    def take(self, game: Game[RedGodPosition], v: InitialSegment, noun: int) -> None:
        pos = game.pos
        table = pos.content.tables["okw-modifiers"]
        first, last = (table.integer("stalingrad-relief", f"{end}-turn") for end in ("from", "to"))
        applies = {
            "stalingrad-relief": first <= pos.turn <= last,
            "objective-lost": bool(pos.lost_objective),
        }
        names = [name for name in table.rows if applies[name]]
        die = noun + sum(table.integer(name, "modifier") for name in names)
        pos.lost_objective = 0
        boxes = len(pos.content.tables["okw-track"].rows)
        if die >= pos.content.tables["okw-result"].integer("right", "from"):
            pos.okw = min(pos.okw + 1, boxes - 1)
        game.tell("okw", noun, die, pos.okw, *map(table.rows.index, names), rule="rgw.initial.3")


@rule("rgw.initial.5")
class RollHilfe(FromTurnTwo):
    """While the OKW marker stands in the last box."""

    title = "1. Hilfe!: does a German unit leave?"

    def outcomes(self, pos: RedGodPosition, v: InitialSegment) -> list[Outcome]:
        is_last = pos.okw == len(pos.content.tables["okw-track"].rows) - 1
        return super().outcomes(pos, v) if is_last else []

    by = GERMAN

    def take(self, game: Game[RedGodPosition], v: InitialSegment, noun: int) -> None:
        leaves = game.pos.content.tables["hilfe"].text("leaves", str(noun))
        game.tell("hilfe", noun, rule="rgw.initial.5")
        game.update(v._replace(hilfe=("nothing", "infantry", "tank").index(leaves)))


def hilfe_units(pos: RedGodPosition, demand: int) -> list[int]:
    """The German units that may be sent away; never an isolated one."""
    content = pos.content
    traces = Traces(pos, GERMAN)
    here = [
        unit
        for unit in content.combat_units[GERMAN]
        if pos.hex[unit] >= 0 and supply_state(pos, traces, unit) != ISOLATED
    ]
    regiments = [unit for unit in here if content.is_mech[unit] and not content.is_tank[unit]]
    if demand == HILFE_TANK:
        return [unit for unit in here if content.is_tank[unit]] or regiments
    return sorted(
        regiments + [unit for unit in here if content.is_division[unit] and content.is_infantry[unit]]
    )


@rule("rgw.initial.6")
class SendUnitAway(SideDecides[RedGodPosition, InitialSegment]):
    title = "1. Choose the German unit that leaves"

    policies = (WEAKEST_LEAVES,)

    asked = GERMAN

    def options(self, pos: RedGodPosition, v: InitialSegment) -> list[Offer]:
        return plain([("dismiss", unit) for unit in hilfe_units(pos, v.hilfe)] if v.hilfe else [])

    def take(self, game: Game[RedGodPosition], v: InitialSegment, choice: Choice) -> None:
        withdraw_unit(game, choice[1], "rgw.initial.6")
        game.next(v._replace(hilfe=HILFE_NOTHING))

    def refuse(self, pos: RedGodPosition, v: InitialSegment, choice: Choice) -> Ruling:
        names = pos.content.unit_names
        match choice:
            case "dismiss", unit if unit in pos.content.combat_units[GERMAN] and pos.hex[unit] >= 0:
                why = f"{names[unit]} is isolated, or not of the kind that is called for."
                return Refusal("rgw.initial.6", why)
            case "dismiss", unit:
                return Refusal("rgw.initial.6", f"{names[unit]} is no German combat unit on the map.")
        return None


# -- step 2: Stalin -----------------------------------------------------------------------------


def stalin_modifiers(pos: RedGodPosition) -> list[str]:
    """What modifies the attitude die (rule:11.1): rows of the table."""
    table = pos.content.tables["stalin-modifiers"]
    held = max(
        (worth for hex, worth in enumerate(pos.content.objective[SOVIET]) if pos.control[hex] == SOVIET),
        default=0,
    )
    great = table.integer("no-great-objective", "threshold")
    applies = {
        "objective-taken": bool(pos.took_objective),
        "division-destroyed": bool(pos.division_died),
        "no-great-objective": held < great and pos.turn >= table.integer("no-great-objective", "from-turn"),
        "heavy-losses": pos.steps_last_turn >= table.integer("heavy-losses", "threshold"),
    }
    return [name for name in table.rows if applies[name]]


def stalin_die(pos: RedGodPosition, die: int) -> int:
    """The attitude die after its modifiers."""
    table = pos.content.tables["stalin-modifiers"]
    return die + sum(table.integer(name, "modifier") for name in stalin_modifiers(pos))


def stalin_label(pos: RedGodPosition) -> str:
    """What the box of the marker says."""
    return pos.content.tables["stalin-track"].text(str(pos.stalin + 1), "label")


def removal(pos: RedGodPosition, what: str) -> int:
    """What the box of Stalin's marker takes away: its times, corps, divisions or brigades; 0 for nothing."""
    table, label = pos.content.tables["stalin-removal"], stalin_label(pos)
    return table.integer(label, what) if table.has_row(label) else 0


@rule("rgw.initial.9", "rgw.initial.8")
class RollStalin(FromTurnTwo):
    title = "2. Stalin Attitude roll, from turn 2"

    by = SOVIET

    def take(self, game: Game[RedGodPosition], v: InitialSegment, noun: int) -> None:
        pos = game.pos
        tables = pos.content.tables
        die = stalin_die(pos, noun)
        modifiers = [tables["stalin-modifiers"].rows.index(name) for name in stalin_modifiers(pos)]
        last = len(tables["stalin-track"].rows) - 1
        if die >= tables["stalin-result"].integer("right", "from"):
            pos.stalin = min(pos.stalin + 1, last)
        elif die <= tables["stalin-result"].integer("left", "to") and not tables["stalin-removal"].has_row(
            stalin_label(pos)
        ):
            pos.stalin = max(pos.stalin - 1, 0)
        pos.took_objective = 0
        pos.division_died = 0
        game.tell("stalin", noun, die, pos.stalin, *modifiers, rule="rgw.initial.9")


@rule("rgw.initial.7", "rgw.initial.10", "rgw.initial.11", "rgw.initial.12")
class ReceiveSovietPoints(Action[RedGodPosition, InitialSegment]):
    title = "2. Soviet supply points, or units leave for Stalingrad"

    def run(self, game: Game[RedGodPosition], v: InitialSegment) -> None:
        pos = game.pos
        points = pos.content.tables["stalin-track"].integer(str(pos.stalin + 1), "points")
        paid = "rgw.initial.10" if pos.turn > 1 else "rgw.initial.8"
        is_empty = pos.content.tables["stalin-removal"].has_row(stalin_label(pos))
        add_points(game, SOVIET, points, "rgw.initial.11" if is_empty else paid)
        if removal(pos, "corps"):
            game.update(v._replace(corps=removal(pos, "times")))
        else:
            game.update(v._replace(divisions=removal(pos, "times")))


def corps_on_map(pos: RedGodPosition) -> list[int]:
    """One unit of each Soviet tank, mechanized or cavalry corps that is on the map."""
    mobile = [number for number, kind in enumerate(pos.content.formation_kinds) if kind in MOBILE_CORPS]
    return sorted(survivors(pos, number)[0] for number in mobile if survivors(pos, number))


def soviets_of_size(pos: RedGodPosition, divisions: bool) -> list[int]:
    """Soviet rifle divisions, or the brigades and regiments, on the map."""
    content = pos.content
    return [
        unit
        for unit in content.combat_units[SOVIET]
        if pos.hex[unit] >= 0
        and content.is_division[unit] == divisions
        and (not divisions or not content.is_cavalry[unit])
    ]


@rule("rgw.initial.12")
class WithdrawSoviets(SideDecides[RedGodPosition, InitialSegment]):
    """XI: one rifle division or two brigades. W1, W2: a whole mobile corps, or two divisions without one."""

    title = "2. Choose the Soviet units that leave for Stalingrad"

    policies = (WEAKEST_LEAVES,)

    asked = SOVIET

    def options(self, pos: RedGodPosition, v: InitialSegment) -> list[Offer]:
        if v.brigades:
            return plain([("dismiss", unit) for unit in soviets_of_size(pos, divisions=False)])
        if v.corps:
            return plain([("dismiss-corps", unit) for unit in corps_on_map(pos)])
        if not v.divisions:
            return []
        options: list[Choice] = [("dismiss", unit) for unit in soviets_of_size(pos, divisions=True)]
        if removal(pos, "brigades"):
            options.extend(("dismiss", unit) for unit in soviets_of_size(pos, divisions=False))
        return plain(options)

    def take(self, game: Game[RedGodPosition], v: InitialSegment, choice: Choice) -> None:
        pos = game.pos
        verb, unit = choice
        is_corps = verb == "dismiss-corps"
        # Brigades of a corps that are still to arrive go with it.
        for one in whole_formation(pos, pos.content.formation[unit]) if is_corps else [unit]:
            withdraw_unit(game, one, "rgw.initial.12")
        if is_corps:
            game.update(v._replace(corps=v.corps - 1))
        elif v.brigades:
            game.update(v._replace(brigades=v.brigades - 1))
        elif pos.content.is_division[unit]:
            game.update(v._replace(divisions=v.divisions - 1))
        else:
            game.update(v._replace(divisions=v.divisions - 1, brigades=removal(pos, "brigades") - 1))

    def refuse(self, pos: RedGodPosition, v: InitialSegment, choice: Choice) -> Ruling:
        if choice[0] not in ("dismiss", "dismiss-corps"):
            return None
        name = pos.content.unit_names[choice[1]]
        if choice[1] not in pos.content.combat_units[SOVIET] or pos.hex[choice[1]] < 0:
            return Refusal("rgw.initial.12", f"{name} is no Soviet combat unit on the map.")
        formation = pos.content.formation[choice[1]]
        corps = survivors(pos, formation) if formation >= 0 else []
        if choice[0] == "dismiss-corps" and v.corps and corps and corps[0] in corps_on_map(pos):
            first = pos.content.unit_names[corps[0]]
            return Refusal(
                "rgw.initial.12", f"{name} goes with its corps.", f"Send the corps of {first} away."
            )
        wanted = "a brigade" if v.brigades else "a mobile corps" if v.corps else "a rifle division"
        return Refusal("rgw.initial.12", f"{name} will not do: {wanted} must leave.")


class CorpsOrDivisions(Action[RedGodPosition, InitialSegment]):
    title = "2. Where no mobile corps is left, two divisions go in place of each"

    def run(self, game: Game[RedGodPosition], v: InitialSegment) -> None:
        if v.corps:
            owed = v.corps * removal(game.pos, "divisions")
            game.goto("WithdrawSoviets", v._replace(corps=0, divisions=owed))
        else:
            game.update(v._replace(divisions=0, brigades=0))

"""Formation chits: drawn one after another, and each Soviet formation moves when its chit is drawn."""

from collections import Counter
from typing import Final

from grognard.core.chapter import (
    NOTHING,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Outcome,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.battalions.model.position import BUILT, MOVED, WAITING
from grognard.games.battalions.model.unit_steps import eliminate, remove
from grognard.games.red_steel.model.position import SOVIET, SteelPosition

Nothing = tuple[()]
PARTS: Final = ("am", "mid-day", "pm", "night")
FIFTH_OF_JULY: Final = 3
"""The number of that day, 2 July being 0."""


# -- whose chits are in play ----------------------------------------------------------------------


@rule("rs.formations.1", "rs.leader-return.2")
def belongs_to(pos: SteelPosition, unit: int, formation: int) -> bool:
    """Is it a unit of this formation, or a leader whose place is on its HQ?"""
    content = pos.content
    if content.is_leader[unit]:
        hq = content.leader_hq[unit]
        return hq >= 0 and content.formation[hq] == formation
    return pos.formation_of(unit) == formation


def members(pos: SteelPosition, formation: int) -> list[int]:
    """The units of a Soviet formation on the map, and the leader of its HQ."""
    return [unit for unit in pos.on_map(SOVIET) if belongs_to(pos, unit, formation)]


def fielded(pos: SteelPosition) -> set[int]:
    """The Soviet formations with units on the map."""
    return {pos.formation_of(unit) for unit in pos.on_map(SOVIET)}


@rule("rs.activation.1", "rs.activation.4", "rs.reinforcements.7")
def _is_in_play(pos: SteelPosition, formation: int, on_the_map: set[int]) -> bool:
    """Has it units on the map, or does it arrive this turn or wait at the edge? Then its chit is in play."""
    content = pos.content
    if not content.chits[formation] or formation in pos.absent:
        return False
    if formation in on_the_map:
        return True
    return any(
        pos.hex[unit] == WAITING and 0 < content.arrival_turn[unit] <= pos.turn
        for unit in content.units_of[SOVIET]
        if content.formation[unit] == formation
    )


def formations_in_play(pos: SteelPosition) -> list[int]:
    on_the_map = fielded(pos)
    return [one for one in range(len(pos.content.chits)) if _is_in_play(pos, one, on_the_map)]


@rule("rs.activation.11", "rs.activation.12", "rs.activation.13", "rs.reinforcements.8", "rs.activation.17")
def activation_bar(pos: SteelPosition, unit: int) -> Ruling:
    """Why a unit may not move, build or come in now: another formation is active, or a rule ties it down."""
    content = pos.content
    if content.is_monitor[unit]:
        why = f"{content.unit_names[unit]} moves only along the Prut."
        return Refusal("rs.monitors.1", why, "Let it steam.")
    if unit in pos.lifted:
        why = f"{content.unit_names[unit]} has limbered a bridge this turn."
        return Refusal("rs.movement-allowance.13", why)
    if content.side[unit] != SOVIET or pos.phasing != SOVIET:
        return None
    formation = pos.formation_of(unit)
    if formation in pos.absent:
        return Refusal("rs.reinforcements.7", f"{content.formation_ids[formation]} does not come.")
    if pos.active == NOTHING:
        return Refusal("rs.activation.11", "no formation is active.")
    if formation >= 0 and content.chits[formation] and formation != pos.active:
        why = f"{content.formation_ids[formation]} is not the active formation."
        return Refusal("rs.activation.11", why)
    if pos.active not in content.moves_with.get(unit, (pos.active,)):
        why = f"{content.unit_names[unit]} does not lead the active formation."
        return Refusal("rs.activation.11", why)
    return None


def unbarred(pos: SteelPosition, units: list[int]) -> list[int]:
    """Those of these units of the phasing side that `activation_bar` says nothing against."""
    content = pos.content
    elsewhere = {*content.monitors, *pos.lifted}
    ready = [unit for unit in units if unit not in elsewhere] if elsewhere else units
    if pos.phasing != SOVIET:
        return ready
    if pos.active == NOTHING:
        return []
    resting = content.with_chits - {pos.active} | {*pos.absent}
    idle = {leader for leader, led in content.moves_with.items() if pos.active not in led}
    return [unit for unit in ready if pos.formation_of(unit) not in resting and unit not in idle]


@rule("rs.post-move.1", "rs.post-move.5")
def is_checked(pos: SteelPosition, hex: int) -> bool:
    """Could anybody in the hex have moved in this pass? A hex too full since a retreat waits for its chit."""
    if pos.phasing != SOVIET:
        return True
    idle = pos.content.with_chits - {pos.active}
    there = [unit for unit in pos.of_side_at(hex, SOVIET) if not pos.content.is_leader[unit]]
    return any(pos.formation_of(unit) not in idle for unit in there)


# -- withholding chits ----------------------------------------------------------------------------


@rule("rs.activation.3")
class WithholdChits(Decision[SteelPosition, Nothing]):
    """From 4 July on chits may be kept out of the cup, and put back in a later Initial Segment."""

    title = "Withhold formation chits"
    policies = (by_verbs("none", "No change.", "done"),)
    is_routine = True
    is_rare = True

    def side(self, pos: SteelPosition, v: Nothing) -> int:
        return SOVIET

    def options(self, pos: SteelPosition, v: Nothing) -> list[Offer]:
        if pos.turn < pos.content.limit("withhold-from"):
            return []
        playing = formations_in_play(pos)
        free = [one for one in playing if one not in pos.withheld]
        kept = [one for one in playing if one in pos.withheld]
        return [Offer("withhold-chit", free), Offer("return-chit", kept), Offer("done")] if playing else []

    def take(self, game: Game[SteelPosition], v: Nothing, choice: Choice) -> None:
        verb, formation = choice
        pos = game.pos
        if verb == "done":
            game.next()
        elif verb == "withhold-chit":
            pos.withheld = sorted([*pos.withheld, formation])
        else:
            pos.withheld = [one for one in pos.withheld if one != formation]


# -- the cup --------------------------------------------------------------------------------------


@rule("rs.activation.1", "rs.activation.2", "rs.activation.4")
class FillCup(Action[SteelPosition, Nothing]):
    """The chits of all formations in play or arriving go into the cup; the boxes are empty."""

    title = "Chits into the cup"

    def run(self, game: Game[SteelPosition], v: Nothing) -> None:
        pos = game.pos
        pos.boxes = []
        pos.active = NOTHING
        pos.cup = [
            formation
            for formation in formations_in_play(pos)
            if formation not in pos.withheld
            for _ in range(pos.content.chits[formation])
        ]


@rule("rs.activation.4")
def drop_chits(pos: SteelPosition) -> None:
    """Chits of formations that have no unit left, and none at the edge, leave play, withheld ones too."""
    playing = formations_in_play(pos)
    pos.cup = [formation for formation in pos.cup if formation in playing]
    pos.withheld = [formation for formation in pos.withheld if formation in playing]


@rule("rs.activation.5", "rs.activation.6")
class Disband(Decision[SteelPosition, Nothing]):
    """A formation may be eliminated voluntarily: all its units on the map are lost, and count so."""

    title = "Eliminate a formation voluntarily"
    policies = (by_verbs("none", "No formation is given up.", "done"),)
    is_routine = True
    is_rare = True

    def side(self, pos: SteelPosition, v: Nothing) -> int:
        return SOVIET

    def options(self, pos: SteelPosition, v: Nothing) -> list[Offer]:
        found = sorted(fielded(pos) & pos.content.with_chits)
        return [Offer("disband", found), Offer("done")] if found else []

    def take(self, game: Game[SteelPosition], v: Nothing, choice: Choice) -> None:
        verb, formation = choice
        pos = game.pos
        if verb == "done":
            game.next()
            return
        game.tell("disbanded", formation, rule="rs.activation.5")
        for unit in members(pos, formation):
            # A leader has no step that could count.
            lose = remove if pos.content.is_leader[unit] else eliminate
            lose(game, unit, "rs.activation.5")
        drop_chits(pos)


@rule("rs.activation.4", "rs.activation.7", "rs.activation.8", "rs.sequence.5")
class NextChit(Action[SteelPosition, Nothing]):
    """The loop goes on as long as there are chits; that of a formation without units leaves play."""

    title = "The next chit"

    def run(self, game: Game[SteelPosition], v: Nothing) -> None:
        pos = game.pos
        pos.active = NOTHING
        drop_chits(pos)
        if not pos.cup:
            game.leave()


@rule("rs.activation.8", "rs.activation.9", "rs.activation.10")
class DrawChit(Roll[SteelPosition, Nothing]):
    """A chit is drawn blindly; the second of the 2nd Cavalry is ignored and takes no box."""

    title = "Draw a formation chit"

    def outcomes(self, pos: SteelPosition, v: Nothing) -> list[Outcome]:
        return sorted(Counter(pos.cup).items())  # two chits of one formation are drawn twice as often

    def roller(self, pos: SteelPosition, v: Nothing) -> int:
        return SOVIET

    def take(self, game: Game[SteelPosition], v: Nothing, noun: int) -> None:
        pos = game.pos
        cup = list(pos.cup)
        cup.remove(noun)
        pos.cup = cup
        if noun in pos.boxes:
            game.tell("chit-ignored", noun, rule="rs.activation.10")
            game.goto("NextChit")
            return
        pos.boxes = [*pos.boxes, noun]
        pos.active = noun
        game.tell("chit", noun, len(pos.boxes), rule="rs.activation.9")


# -- does it go on? -------------------------------------------------------------------------------


@rule("rs.activation.9", "rs.activation-check.2")
def box_number(pos: SteelPosition) -> int:
    """The number in the box of the active formation."""
    boxes = pos.content.tables["activation-boxes"]
    return boxes.integer(str(min(len(pos.boxes), len(boxes.rows))), "number")


@rule("rs.activation-check.1")
def turn_modifier(pos: SteelPosition) -> int:
    """What the turn adds to the roll."""
    table = pos.content.tables["turn-modifiers"]
    found = table.integer(PARTS[pos.content.part_of_day(pos.turn)], "modifier")
    if pos.content.day(pos.turn) < FIFTH_OF_JULY:
        found += table.integer("before-5-july", "modifier")
    return found


@rule("rs.activation.14", "rs.activation.17", "rs.reinforcements.8")
def end_pass(pos: SteelPosition) -> None:
    """Unassigned units that came in, moved or built in this pass do no more in another."""
    for unit in pos.on_map(SOVIET):
        if pos.formation_of(unit) not in pos.content.with_chits:
            if pos.spent[unit] or pos.flags[unit] & BUILT:
                pos.flags[unit] |= MOVED


@rule("rs.activation-check.1", "rs.activation-check.2", "rs.activation-check.3")
class CheckActivation(Roll[SteelPosition, Nothing]):
    """2d6 and the turn modifier: not higher than the number in the box, and all Soviet movement is over."""

    title = "Does Soviet movement go on?"

    def outcomes(self, pos: SteelPosition, v: Nothing) -> list[Outcome]:
        return dice(2)

    def roller(self, pos: SteelPosition, v: Nothing) -> int:
        return SOVIET

    def take(self, game: Game[SteelPosition], v: Nothing, noun: int) -> None:
        pos = game.pos
        result, needed = noun + turn_modifier(pos), box_number(pos)
        goes_on = result > needed
        game.tell("activation-check", noun, result, needed, int(goes_on), rule="rs.activation-check.2")
        end_pass(pos)
        pos.active = NOTHING
        if goes_on:
            game.goto("NextChit")

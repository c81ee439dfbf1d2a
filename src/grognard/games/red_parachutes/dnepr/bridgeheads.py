"""Bridgeheads on the Dnepr: placed, moved, taken off, driven off and improved."""

from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    NOTHING,
    OPEN,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Options,
    Outcome,
    Policy,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    first_of,
    rule,
)
from grognard.games.battalions.model.scale import turn_in_play
from grognard.games.battalions.turn.seen_sequence import seen_preparing
from grognard.games.red_parachutes.dnepr.crossing import facing, spans_river
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET, Bridgehead, ParachutePosition

IMPROVES_ON = 1
TURNS_AWAY = 2


@rule("rp.move-general.11")
def drive_off(game: Game[ParachutePosition], unit: int, hex: int) -> None:
    """A German unit that enters either hex of a pair sends it to the Turn track, one turn ahead."""
    pos = game.pos
    if pos.content.side[unit] != GERMAN:
        return
    for place, pair in enumerate(pos.all_pairs()):
        if pair.on_map and hex in (pair.near, pair.far):
            pos.set_pair(place, Bridgehead(NOTHING, NOTHING, 0, pos.turn + 1, pair.crossed))
            game.tell("bridgehead-lost", place, hex, pos.turn + 1, rule="rp.move-general.11")


# -- in the Soviet player turn ------------------------------------------------------------------------


class SettingBridgeheads(NamedTuple):
    """The pair in hand, the hex chosen for its arrow counter, and the pairs that are settled this turn."""

    pair: int = -1
    near: int = -1
    settled: tuple[int, ...] = ()


@rule("rp.bridgeheads.3", "rp.bridgeheads.8")
def bank_hexes(pos: ParachutePosition, place: int) -> list[int]:
    """Where the arrow counter may lie: on the Soviet side opposite a free hex, if moved at most 2 away."""
    pair = pos.pair(place)
    reach = pos.content.limit("bridgehead-move")
    distance = pos.content.grid.distance
    return [
        hex
        for hex in pos.content.boat_hexes
        if (not pair.on_map or distance(hex, pair.near) <= reach)
        and not pos.has_unit(hex, GERMAN)
        and far_hexes(pos, hex)
    ]


@rule("rp.bridgeheads.4", "rp.bridgeheads.6", "rp.bridgeheads.7")
def far_hexes(pos: ParachutePosition, near: int) -> list[int]:
    """Where the other counter may lie: on the German side facing the first, with no German unit in it."""
    return [hex for hex in facing(pos, near) if not pos.has_unit(hex, GERMAN)]


@rule("rp.bridgeheads.1")
def can_be_placed(pos: ParachutePosition, place: int) -> bool:
    """Does the pair lie on the Turn track, in the space of this turn or an earlier one?"""
    pair = pos.pair(place)
    return not pair.on_map and pair.due <= pos.turn and bool(bank_hexes(pos, place))


def men_waiting(pos: ParachutePosition, bank: int) -> float:
    """The Soviet units on the east bank near a hex, for each bridgehead that they would share."""
    content, near = pos.content, set(pos.content.grid.within(bank, MEN_NEAR))
    men = [
        unit for unit in pos.on_map(SOVIET) if pos.hex[unit] in near and pos.hex[unit] in content.east_bank
    ]
    return len(men) / (1 + sum(pair.near in near for pair in pos.all_pairs()))


def place_all(pos: ParachutePosition, v: SettingBridgeheads, options: Options) -> Choice:
    """Bridgeheads that are due are placed where most men wait; those on the map stay."""
    banks = options.of("bank")
    if banks:
        return "bank", max(banks, key=lambda hex: (men_waiting(pos, hex), -hex))
    return first_of(options, "lay", "bank", "opposite", "done")


MEN_NEAR = 3
"""Men within so many hexes of a crossing are waiting for it."""


@rule("rp.bridgeheads.1", "rp.bridgeheads.2", "rp.bridgeheads.9")
class SetBridgeheads(Decision[ParachutePosition, SettingBridgeheads]):
    """Pairs that are due are placed; those on the map may be moved or taken off."""

    title = "Bridgeheads"
    policies = (
        Policy("place", "Those that are due are placed where most men wait, the others stay.", place_all),
    )

    def side(self, pos: ParachutePosition, v: SettingBridgeheads) -> int:
        return SOVIET

    def options(self, pos: ParachutePosition, v: SettingBridgeheads) -> list[Offer]:
        if pos.phasing != SOVIET:
            return []
        if v.near >= 0:
            return [Offer("opposite", far_hexes(pos, v.near)), Offer("cancel")]
        if v.pair >= 0:
            return [Offer("bank", bank_hexes(pos, v.pair)), Offer("cancel")]
        free = [place for place in range(len(pos.all_pairs())) if place not in v.settled]
        due = [place for place in free if can_be_placed(pos, place)]
        lying = [place for place in free if pos.pair(place).on_map]
        if not due and not lying:
            return []
        movable = [place for place in lying if bank_hexes(pos, place)]
        return [
            Offer("lay", due),
            Offer("shift", movable),
            Offer("lift", lying),
            Offer("done"),
        ]

    def take(self, game: Game[ParachutePosition], v: SettingBridgeheads, choice: Choice) -> None:
        verb, noun = choice
        if verb == "done":
            game.next(SettingBridgeheads())
        elif verb == "cancel":
            game.update(v._replace(pair=-1, near=-1))
        elif verb in ("lay", "shift"):
            game.update(v._replace(pair=noun))
        elif verb == "bank":
            game.update(v._replace(near=noun))
        elif verb == "lift":
            withdraw(game, noun)
            game.update(v._replace(settled=(*v.settled, noun)))
        else:
            lay(game, v.pair, v.near, noun)
            game.update(SettingBridgeheads(settled=(*v.settled, v.pair)))

    def refuse(self, pos: ParachutePosition, v: SettingBridgeheads, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb in ("bank", "opposite") and v.pair >= 0:
            return bank_refusal(pos, v, noun)
        if verb in ("lay", "shift", "lift") and 0 <= noun < len(pos.all_pairs()):
            return _pair_refusal(pos, v, noun, verb)
        return None


def bank_refusal(pos: ParachutePosition, v: SettingBridgeheads, hex: int) -> Ruling:
    """Why a counter of the pair in hand may not lie in this hex."""
    content = pos.content
    name = content.names[hex]
    if pos.has_unit(hex, GERMAN):
        return Refusal("rp.bridgeheads.4", f"a German unit is in {name}.")
    if v.near >= 0:
        if hex not in content.west_bank:
            return Refusal("rp.bridgeheads.4", f"{name} is not on the German side of the river.")
        if not spans_river(pos, v.near, hex):
            why = f"{content.names[v.near]} and {name} have more than one all-water hex between them."
            return Refusal("rp.bridgeheads.6", why)
        return None
    if hex not in content.east_bank:
        return Refusal("rp.bridgeheads.3", f"{name} is not on the Soviet side of the river.")
    pair = pos.pair(v.pair)
    if pair.on_map and content.grid.distance(hex, pair.near) > content.limit("bridgehead-move"):
        return Refusal("rp.bridgeheads.8", f"{name} is more than 2 hexes from where the bridgehead lies.")
    return Refusal("rp.bridgeheads.6", f"no free hex of the German side faces {name}.")


def _pair_refusal(pos: ParachutePosition, v: SettingBridgeheads, place: int, verb: str) -> Ruling:
    if place in v.settled:
        return Refusal("rp.bridgeheads.8", "this bridgehead has been placed or moved this turn.")
    pair = pos.pair(place)
    if verb == "lay":
        if pair.on_map:
            return Refusal("rp.bridgeheads.1", "this bridgehead lies on the map.")
        return Refusal(
            "rp.bridgeheads.1", f"this bridgehead is due in turn {turn_in_play(pos.content, pair.due)}."
        )
    if not pair.on_map:
        return Refusal("rp.bridgeheads.2", "this bridgehead is not on the map.")
    return Refusal("rp.bridgeheads.6", "there is no hex for it near by.")


@rule("rp.bridgeheads.5")
def lay(game: Game[ParachutePosition], place: int, near: int, far: int) -> None:
    """A pair that is placed or moved lies on its unimproved side."""
    pos = game.pos
    pos.set_pair(place, Bridgehead(near, far, 0, 0, pos.pair(place).crossed))
    game.tell("bridgehead", place, near, far, rule="rp.bridgeheads.1")


@rule("rp.bridgeheads.9", "rp.bridgeheads.10")
def withdraw(game: Game[ParachutePosition], place: int) -> None:
    """A pair taken off goes to the first AM turn that is at least two turns later."""
    pos = game.pos
    due = pos.content.next_am(pos.turn + TURNS_AWAY)
    pos.set_pair(place, Bridgehead(NOTHING, NOTHING, 0, due, pos.pair(place).crossed))
    game.tell("bridgehead-withdrawn", place, due, rule="rp.bridgeheads.10")


class ForgetCrossings(Action[ParachutePosition, SettingBridgeheads]):
    """Each player turn units may try anew."""

    title = "Crossings begin anew"

    def run(self, game: Game[ParachutePosition], v: SettingBridgeheads) -> None:
        pos = game.pos
        for place, pair in enumerate(pos.all_pairs()):
            pos.set_pair(place, pair._replace(crossed=0))


bridgeheads = Procedure(
    "bridgeheads",
    ForgetCrossings(),
    SetBridgeheads(),
    title="Bridgeheads",
    rules=("rp.bridgeheads.1",),
    start=lambda pos, v: SettingBridgeheads(),
    vars=SettingBridgeheads,
    sees=seen_preparing,
)


# -- improvement, in the Initial Segment --------------------------------------------------------------


class Improving(NamedTuple):
    """The pair that is rolled for next."""

    pair: int = 0


def next_unimproved(pos: ParachutePosition, first: int) -> int:
    """The next pair on the map that is not improved; NOTHING if there is none, or on the first turn."""
    if pos.turn == pos.content.scenario.first_turn:
        return NOTHING
    for place in range(first, len(pos.all_pairs())):
        if pos.pair(place).on_map and not pos.pair(place).improved:
            return place
    return NOTHING


@rule(
    "rp.bridgehead-improvement.1",
    "rp.bridgehead-improvement.2",
    "rp.bridgehead-improvement.3",
    "rp.general.18",
)
class ImproveBridgehead(Roll[ParachutePosition, Improving]):
    """A die for each unimproved pair: a 1 turns both its counters to the side marked +2."""

    title = "Is the bridgehead improved?"

    def outcomes(self, pos: ParachutePosition, v: Improving) -> list[Outcome]:
        return [] if next_unimproved(pos, v.pair) == NOTHING else D6

    def roller(self, pos: ParachutePosition, v: Improving) -> int:
        return SOVIET

    def take(self, game: Game[ParachutePosition], v: Improving, noun: int) -> None:
        pos = game.pos
        place = next_unimproved(pos, v.pair)
        if noun == IMPROVES_ON:
            pos.set_pair(place, pos.pair(place)._replace(improved=1))
        game.tell("improvement", place, noun, rule="rp.bridgehead-improvement.2")
        game.goto("ImproveBridgehead", Improving(place + 1))


improvement = Procedure(
    "bridgehead-improvement",
    ImproveBridgehead(),
    title="Bridgehead improvement",
    start=lambda pos, v: Improving(),
    vars=Improving,
    sees=OPEN,
)

"""Step 1 of an impulse: the draw, and which units activate."""

from typing import NamedTuple

from grognard.core.chapter import (
    DONE,
    NOTHING,
    Action,
    Choice,
    Game,
    Offer,
    Outcome,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    draw,
    plain,
    rule,
)
from grognard.games.red_god_of_war.model.active_side import ActiveSideDecides
from grognard.games.red_god_of_war.model.content import UNTIL_RELEASED
from grognard.games.red_god_of_war.model.position import (
    ACTIVE,
    GERMAN,
    IMPULSE_FLAGS,
    SOVIET,
    SPENT,
    WAITING,
    RedGodPosition,
)

ALL: Choice = ("all", NOTHING)


class Impulse(NamedTuple):
    """The units that could activate with the drawn HQ, found once when its chit is drawn."""

    ready: tuple[int, ...] = ()


@rule("rgw.activation.5", "rgw.activation.6")
def german_reaches(pos: RedGodPosition, hq: int, hex: int) -> bool:
    """Is the hex in the HQ's range, or is no other German HQ nearer to it?"""
    content = pos.content
    away = content.distance(pos.hex[hq], hex)
    if away <= content.hq_range[hq]:
        return True
    others = [other for other in content.hqs[GERMAN] if pos.hex[other] >= 0]
    return all(content.distance(pos.hex[other], hex) >= away for other in others)


@rule("rgw.reinforce.1", "rgw.reinforce.2")
def is_due(pos: RedGodPosition, unit: int) -> bool:
    """Is this unit waiting off the map, with its turn of arrival come?"""
    if pos.hex[unit] != WAITING:
        return False
    turn = pos.content.arrival_turn[unit]
    return turn <= pos.turn or (turn == UNTIL_RELEASED and pos.released > 0)


@rule("rgw.activation.9", "rgw.halt.6")
def activation_refusal(pos: RedGodPosition, unit: int) -> Ruling:
    """Why this unit cannot activate with the HQ whose chit was drawn."""
    content = pos.content
    hq = pos.active_hq
    name, commander = content.unit_names[unit], content.unit_names[hq]
    if content.side[unit] != content.side[hq]:
        return Refusal("rgw.activation.4", f"{name} is not of the side whose chit was drawn.")
    if content.is_hq[unit]:
        return Refusal("rgw.activation.10", f"{name} is an HQ; only {commander} is activated, of itself.")
    if content.side[hq] == SOVIET:
        if pos.hex[unit] < 0 or pos.army[unit] != hq:
            return Refusal("rgw.activation.7", f"{name} is not assigned to {commander}.")
        return None
    if content.options["one-activation"] and pos.flags[unit] & SPENT:
        return Refusal("rgw.activation.9", f"{name} has activated this turn.")
    if pos.hex[unit] < 0 and not is_due(pos, unit):
        return Refusal("rgw.reinforce.1", f"{name} is not on the map, and not due to come.")
    places = [pos.hex[unit]] if pos.hex[unit] >= 0 else content.arrival_places[unit]
    if any(german_reaches(pos, hq, hex) for hex in places):
        return None
    return Refusal("rgw.activation.6", f"{name} is out of range of {commander}, and another HQ is nearer.")


def units_to_activate(pos: RedGodPosition) -> list[int]:
    """The units that could activate with the drawn HQ."""
    return [
        unit for unit in pos.content.combat_units[pos.active_side] if activation_refusal(pos, unit) is None
    ]


# -- steps --------------------------------------------------------------------------------------


@rule("rgw.activation.2")
class TossCoin(Roll[RedGodPosition, tuple[object, ...]]):
    title = "A coin decides who draws first"

    verb = "toss"

    def outcomes(self, pos: RedGodPosition, v: object) -> list[Outcome]:
        return [(GERMAN, 1), (SOVIET, 1)] if pos.content.options["coin-toss"] else []

    def take(self, game: Game[RedGodPosition], v: object, noun: int) -> None:
        game.pos.drawer = noun
        game.tell("toss", noun, rule="rgw.activation.2")


@rule("rgw.activation.1", "rgw.activation.3", "rgw.activation.4", "rgw.impulse.1", "rgw.impulse.2")
class DrawChit(Roll[RedGodPosition, tuple[object, ...]]):
    """Blind: every chit in the cup, the common container, is equally likely."""

    title = "1. Draw a chit: its owner activates that HQ"

    verb = "draw"
    hidden = True

    def outcomes(self, pos: RedGodPosition, v: object) -> list[Outcome]:
        return draw(pos.cup)

    def roller(self, pos: RedGodPosition, v: tuple[object, ...]) -> int:
        return pos.drawer

    def take(self, game: Game[RedGodPosition], v: object, noun: int) -> None:
        pos = game.pos
        pos.cup.remove(noun)
        game.tell("drew", pos.drawer, noun, rule="rgw.activation.4")
        pos.active_hq = noun
        pos.activated[noun] = 1
        pos.set_active(noun, True)  # rgw.activation.10: the HQ takes part itself
        pos.flags[noun] |= SPENT
        game.update(Impulse(tuple(units_to_activate(pos))))


@rule("rgw.activation.8", "rgw.activation.10")
class ActivateUnits(ActiveSideDecides[Impulse]):
    title = "Name the units that activate"

    policies = (
        by_verbs("all", "All that can activate do.", "all", "done"),
        by_verbs("hq-alone", "Nobody activates but the HQ.", "done"),
    )
    is_routine = True

    def options(self, pos: RedGodPosition, v: Impulse) -> list[Offer]:
        if not v.ready:
            return []
        options: list[Choice] = [("activate", unit) for unit in v.ready if not pos.flags[unit] & ACTIVE]
        if options:
            options.append(ALL)
        options.extend([("leave", unit) for unit in v.ready if pos.flags[unit] & ACTIVE])
        options.append(DONE)
        return plain(options)

    def take(self, game: Game[RedGodPosition], v: Impulse, choice: Choice) -> None:
        pos = game.pos
        match choice:
            case "activate", unit:
                pos.set_active(unit, True)
            case "leave", unit:
                pos.set_active(unit, False)
            case _:
                for unit in v.ready if choice == ALL else ():
                    pos.set_active(unit, True)
                game.next(Impulse())

    def refuse(self, pos: RedGodPosition, v: Impulse, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb not in ("activate", "leave"):
            return None
        why = f"{pos.content.unit_names[unit]} is {'named already' if verb == 'activate' else 'not named'}."
        return activation_refusal(pos, unit) or Refusal("rgw.activation.8", why)


class Activated(Action[RedGodPosition, tuple[object, ...]]):
    title = "The chosen units are activated"

    def run(self, game: Game[RedGodPosition], v: object) -> None:
        pos = game.pos
        for unit in pos.active_units():
            pos.flags[unit] = pos.flags[unit] & ~IMPULSE_FLAGS | ACTIVE | SPENT  # a clean slate
        game.tell("activated", *pos.active_units(), rule="rgw.activation.8")

"""Setting up a game: units to their hexes, markers to their boxes, and the players' changes to it."""

from grognard.core.chapter import (
    CANCEL,
    DONE,
    Choice,
    Game,
    Offer,
    Refusal,
    Ruling,
    by_verbs,
    first_refusal,
    plain,
    rule,
)
from grognard.games.red_god_of_war.model.content import WEATHERS, Content
from grognard.games.red_god_of_war.model.position import (
    GERMAN,
    SOVIET,
    WAITING,
    RedGodPosition,
)
from grognard.games.red_god_of_war.model.stacking import has_room
from grognard.kit.steps import SideDecides


@rule("rgw.setup.1", "rgw.setup.5", "rgw.setup.6", "rgw.setup.7", "rgw.setup.8", "rgw.setup.9")
def first_position(content: Content) -> RedGodPosition:
    """The position before the first Ask, as the scenario prescribes it."""
    pos = RedGodPosition(content)
    scenario = content.scenario
    for unit in [*content.units_of[GERMAN], *content.units_of[SOVIET]]:
        pos.hex[unit] = WAITING
        pos.steps[unit] = content.max_steps[unit]
        if content.side[unit] == SOVIET and not content.is_hq[unit]:
            pos.army[unit] = content.home_hq[unit]
    for id, hex in scenario.setup.items():
        pos.hex[content.roster.index[id]] = content.grid.index(hex)
    pos.control = [max(holder, GERMAN) for holder in content.board.holder]
    markers = scenario.markers
    pos.turn = scenario.first_turn
    pos.weather = WEATHERS.index(markers.weather)
    pos.sp = [markers.supply_german, markers.supply_soviet]
    pos.stalin = markers.stalin_box - 1
    pos.okw = markers.okw_box - 1
    pos.drawer = SOVIET if markers.first_draw == "soviet" else GERMAN
    return pos


# -- free set-up --------------------------------------------------------------------------------


def setup_area(pos: RedGodPosition, unit: int) -> frozenset[int]:
    """The printed area of the unit's corps or army."""
    return pos.content.board.area(f"setup:{pos.content.roster.counters[unit].command}")


@rule("rgw.setup.3", "rgw.setup.2", "rgw.stacking.5")
def placing_refusal(pos: RedGodPosition, unit: int, hex: int) -> Ruling:
    """Why the unit may not be set up in the hex."""
    name, place = pos.content.unit_names[unit], pos.content.names[hex]
    return first_refusal(
        (hex not in setup_area(pos, unit), "rgw.setup.3", f"{place} is not in the set-up area of {name}."),
        (not has_room(pos, hex, (unit,)), "rgw.stacking.5", f"{place} is full."),
    )


@rule("rgw.setup.1", "rgw.setup.4")
class PlaceSoviets(SideDecides[RedGodPosition, tuple[int, ...]]):
    title = "Set-up: the Soviet player places his units"

    policies = (by_verbs("as-given", "The units stay where the scenario puts them.", "done", "cancel"),)

    asked = SOVIET

    def options(self, pos: RedGodPosition, v: tuple[int, ...]) -> list[Offer]:
        if not pos.content.options["free-setup"]:
            return []  # the scenario names exact hexes, and those win
        if v:
            area = [hex for hex in sorted(setup_area(pos, v[0])) if placing_refusal(pos, v[0], hex) is None]
            return plain([*(("place", hex) for hex in area), CANCEL])
        units = [unit for unit in pos.content.units_of[self.asked] if pos.hex[unit] >= 0]
        return plain([*(("pick", unit) for unit in units), DONE])

    def take(self, game: Game[RedGodPosition], v: tuple[int, ...], choice: Choice) -> None:
        match choice:
            case "done", _:
                game.next(())
            case "pick", unit:
                game.update((unit,))
            case "place", hex:
                game.pos.place(v[0], hex)
                game.tell("placed", v[0], hex, rule="rgw.setup.1")
                game.update(())
            case _:
                game.update(())

    def refuse(self, pos: RedGodPosition, v: tuple[int, ...], choice: Choice) -> Ruling:
        match choice:
            case "place", hex if v:
                return placing_refusal(pos, v[0], hex)
            case "pick", unit:
                return Refusal("rgw.setup.1", f"{pos.content.unit_names[unit]} is not yours to place.")
        return None


class PlaceGermans(PlaceSoviets):
    title = "Set-up: the German player places his units, with the Soviets in view"

    asked = GERMAN

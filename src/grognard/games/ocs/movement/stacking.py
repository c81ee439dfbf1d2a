"""Stacking: ten RE of combat units in a hex at the end of every segment."""

from collections.abc import Sequence

from grognard.core.chapter import Choice, Game, Offer, Refusal, Ruling, by_rank, rule
from grognard.games.ocs.combat.losses import destroy
from grognard.games.ocs.model.position import STRAT, OcsPosition
from grognard.games.ocs.model.scale import RE, re_text
from grognard.games.ocs.sequence.segments import Segment, Veiled


@rule("ocs.stacking.1", "ocs.stacking.4")
def excess(pos: OcsPosition, hex: int, side: int) -> int:
    """How many quarters of an RE a hex has beyond the stacking limit; boxes have none."""
    if hex >= pos.content.hexes:
        return 0
    return max(0, pos.size_of(pos.combat_units_at(hex, side)) - pos.content.limit("stacking-re") * RE)


@rule("ocs.stacking.3")
def overrun_room_refusal(pos: OcsPosition, hex: int, side: int) -> Ruling:
    """Why the hex that an overrun is made from is too full."""
    over = excess(pos, hex, side)
    if not over:
        return None
    name = pos.content.names[hex]
    return Refusal("ocs.stacking.3", f"{name} holds {re_text(over)} RE too many to overrun from.")


@rule("ocs.option.19")
def strat_excess(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """With the option: the units in Strat Mode of a hex that has more than 3 RE of them."""
    content = pos.content
    if not content.options["opt_21_12c_strat_spacing"]:
        return []
    units = [unit for unit in pos.combat_units_at(hex, side) if pos.mode[unit] == STRAT]
    formations = {content.formation[unit] for unit in units}
    alone = len(units) == 1 or (len(formations) == 1 and -1 not in formations)
    return units if pos.size_of(units) > 3 * RE and not alone else []


def crowded(pos: OcsPosition, side: int) -> int:
    """The first hex of a side that is too full; -1 if none is."""
    men = pos.men_of(side)
    for hex in [hex for hex, count in enumerate(men) if count > 1 and hex < pos.content.hexes]:
        if excess(pos, hex, side) or strat_excess(pos, hex, side):
            return hex
    return -1


def worth(pos: OcsPosition, v: object, choice: Choice) -> tuple[int, int]:
    """How much is lost with a unit: small ones first, then those that are weaker in Combat Mode."""
    unit = choice[1]
    return (pos.size(unit), pos.content.strength[unit * 2])


@rule("ocs.stacking.2")
class RemoveExcess(Veiled[OcsPosition, Segment]):
    title = "A hex is too full: units are eliminated"

    policies = (by_rank("least", "The smallest and weakest unit goes.", worth),)

    def side(self, pos: OcsPosition, v: Segment) -> int:
        """The side that acts first, then the other, whose retreats may have crowded a hex."""
        return v.side if crowded(pos, v.side) >= 0 else 1 - v.side

    def options(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        side = self.side(pos, v)
        hex = crowded(pos, side)
        if hex < 0:
            return []
        units: Sequence[int] = strat_excess(pos, hex, side) or pos.combat_units_at(hex, side)
        return [Offer("eliminate", units)]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        destroy(game, choice[1], "ocs.stacking.2")

    def why(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return Refusal("ocs.stacking.2", "choose a unit of the hex that is too full.")

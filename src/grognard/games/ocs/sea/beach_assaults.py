"""Beach Assaults: units on landing craft attack a coastal hex."""

from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    OPEN,
    Action,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    rule,
)
from grognard.games.ocs.combat.capture import enter_hex
from grognard.games.ocs.combat.losses import destroy, survivors
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.position import (
    ABSENT,
    ATTACKED,
    COMBAT,
    COMBAT_SEGMENT,
    EMPTIED,
    FOUGHT,
    MOVED,
    OcsPosition,
)
from grognard.games.ocs.sea.landing_craft import crafts_at, riders_of
from grognard.games.ocs.sea.landing_rolls import GROUP, Landing
from grognard.games.ocs.sequence.segments import Asked, Segment, SegmentChapter


class BeachAssault(NamedTuple):
    """A Beach Assault: the hex, where the craft are, and who attacks."""

    side: int
    target: int
    afloat: int = NOTHING
    units: tuple[int, ...] = ()
    crafts: tuple[int, ...] = ()
    """The craft of each of them."""


def storm_troops(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """The units in Combat Mode on landing craft in a hex that can still attack."""
    aboard = [unit for craft in crafts_at(pos, hex, side) for unit in riders_of(pos, craft)]
    can_attack = pos.content.can_attack
    return [
        unit
        for unit in aboard
        if can_attack[unit] and pos.mode[unit] == COMBAT and not pos.flags[unit] & FOUGHT
    ]


def bases_at_sea(pos: OcsPosition, target: int, side: int) -> list[int]:
    """The hexes next to a target where units on landing craft are ready."""
    return [hex for hex in pos.content.around[target] if storm_troops(pos, hex, side)]


@rule("ocs.landing.13", "ocs.landing.15", "ocs.sequence.26")
def assault_refusal(pos: OcsPosition, target: int) -> Ruling:
    """Why a hex cannot be assaulted from the sea now; one that a barrage has emptied is landed in."""
    content, side = pos.content, pos.acting
    if not 0 <= target < content.hexes or not content.is_coast[target]:
        return Refusal("ocs.landing.13", "that is no coastal hex.")
    if pos.phase != COMBAT_SEGMENT:
        return Refusal("ocs.landing.13", "Beach Assaults are made in the Combat Phase.")
    if pos.calm:
        return Refusal("ocs.sequence.26", "this turn is played without fighting.")
    emptied = bool(pos.worked[target] & EMPTIED)
    if not pos.is_held_by(target, 1 - side) and not emptied:
        return Refusal("ocs.landing.13", "no enemy combat unit is there.")
    if pos.worked[target] & ATTACKED:
        return Refusal("ocs.combat.6", "the hex has been attacked in this segment.")
    if not bases_at_sea(pos, target, side):
        return Refusal("ocs.landing.13", "nobody in Combat Mode is on landing craft next to it.")
    return None


class BeachAssaults(SegmentChapter):
    """Attacks from landing craft, in the Combat Segment of the Combat Phase."""

    verbs = ("assault-beach",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        content = pos.content
        near = {
            there
            for craft in content.crafts[v.side]
            if 0 <= pos.hex[craft] < content.hexes
            for there in content.around[pos.hex[craft]]
        }
        return [Offer("assault-beach", [hex for hex in sorted(near) if assault_refusal(pos, hex) is None])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        game.call("beach-assault", BeachAssault(v.side, choice[1]))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return assault_refusal(pos, choice[1])


@rule("ocs.landing.13")
class GatherStormTroops(Asked[OcsPosition, BeachAssault]):
    title = "Who assaults the beach? Up to 3 RE from one hex"

    policies = (by_verbs("call-off", "Nobody.", "call-off"),)

    def side(self, pos: OcsPosition, v: BeachAssault) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: BeachAssault) -> list[Offer]:
        places = [v.afloat] if v.afloat != NOTHING else bases_at_sea(pos, v.target, v.side)
        units = [unit for place in places for unit in storm_troops(pos, place, v.side)]
        free = [unit for unit in units if self._refusal(pos, v, unit) is None]
        return [Offer("commit", free), *([Offer("strike")] if v.units else []), Offer("call-off")]

    def take(self, game: Game[OcsPosition], v: BeachAssault, choice: Choice) -> None:
        verb, unit = choice
        if verb == "commit":
            afloat = game.pos.hex[game.pos.craft[unit]]
            game.update(v._replace(units=(*v.units, unit), afloat=afloat))
        elif verb == "strike":
            game.next(v._replace(crafts=tuple(game.pos.craft[unit] for unit in v.units)))
        else:
            game.leave()

    @staticmethod
    def _refusal(pos: OcsPosition, v: BeachAssault, unit: int) -> Ruling:
        if unit in v.units:
            return Refusal("ocs.landing.13", "it takes part already.")
        if pos.size_of([*v.units, unit]) > GROUP:
            return Refusal("ocs.landing.13", "at most 3 RE assault a beach.")
        return None

    def why(self, pos: OcsPosition, v: BeachAssault, choice: Choice) -> Ruling:
        ashore = Refusal(
            "ocs.landing.13", "only units in Combat Mode on landing craft of one hex next to it."
        )
        return self._refusal(pos, v, choice[1]) or ashore


@rule("ocs.landing.16", "ocs.landing.15")
class GiveUpBeach(Asked[OcsPosition, BeachAssault]):
    title = "Before anything is rolled the defender may let them land: his units are destroyed"

    policies = (by_verbs("defend", "The beach is defended.", "defend-beach"),)

    def side(self, pos: OcsPosition, v: BeachAssault) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: BeachAssault) -> list[Offer]:
        if not pos.is_held_by(v.target, 1 - v.side):
            return []
        return [Offer("defend-beach"), Offer("give-up-beach")]

    def take(self, game: Game[OcsPosition], v: BeachAssault, choice: Choice) -> None:
        game.next()
        if choice[0] == "give-up-beach":
            for unit in game.pos.combat_units_at(v.target, 1 - v.side):
                destroy(game, unit, "ocs.landing.16")


@rule("ocs.landing.13", "ocs.landing.15", "ocs.landing.16")
class StormBeach(Action[OcsPosition, BeachAssault]):
    title = "They fight, or land where nobody is left"

    def run(self, game: Game[OcsPosition], v: BeachAssault) -> None:
        pos = game.pos
        if pos.is_held_by(v.target, 1 - v.side):
            for unit in v.units:
                pos.place(unit, v.afloat)  # for the combat: they are in their craft all the time
            game.call("combat", Combat(v.target, v.side, attackers=v.units, beach=1))
            return
        pos.put.worked[v.target] |= ATTACKED
        game.leave()
        game.call("landing", Landing(v.side, (v.target,), v.afloat, v.units, still=1))


@rule("ocs.landing.14")
class FinishAssault(Action[OcsPosition, BeachAssault]):
    title = "Those who drove the defenders out are ashore; else all are lost with their craft"

    def run(self, game: Game[OcsPosition], v: BeachAssault) -> None:
        pos = game.pos
        left_out = [unit for unit in survivors(pos, v.units) if not pos.flags[unit] & FOUGHT]
        for unit in left_out:
            pos.place(unit, ABSENT)  # for want of supply: still aboard
        alive = [unit for unit in survivors(pos, v.units) if unit not in left_out]
        if pos.is_held_by(v.target, 1 - v.side):
            used = {craft for unit, craft in zip(v.units, v.crafts, strict=True) if unit not in left_out}
            for craft in sorted(used):
                destroy(game, craft, "ocs.landing.14")
        elif alive:
            for unit in alive:
                pos.put.craft[unit] = NOTHING
                pos.put.flags[unit] |= MOVED
            enter_hex(game, alive, v.target, advance=True)


beach_assault = Procedure(
    "beach-assault",
    GatherStormTroops(),
    GiveUpBeach(),
    StormBeach(),
    FinishAssault(),
    title="Beach Assault",
    vars=BeachAssault,
    sees=OPEN,
)

"""The log of aircraft and ships: one line for each kind of event."""

from grognard.core.words import counted
from grognard.games.ocs.air.flak import FLAK_NAMES, is_hit
from grognard.games.ocs.air.mission.variables import MISSIONS
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.scale import SP, supply_text
from grognard.games.ocs.table.words import SIDE_WORDS


def is_one(tokens: int) -> bool:
    """Is it one token or one SP, so that a verb is in the singular?"""
    return tokens in (1, SP)


def goes(tokens: int) -> str:
    return "goes" if is_one(tokens) else "go"


def is_are(tokens: int) -> str:
    return "is" if is_one(tokens) else "are"


class AirLogTeller:
    """A method for each kind of event; its arguments are the event's facts."""

    pos: OcsPosition
    unit: list[str]

    def at(self, place: int) -> str:
        raise NotImplementedError

    def all(self, units: tuple[int, ...]) -> str:
        raise NotImplementedError

    # -- missions

    def mission(self, kind: int, hex: int, *planes: int) -> str:
        return f"{MISSIONS[kind].replace('-', ' ').capitalize()} at {self.at(hex)}: {self.all(planes)}."

    def mission_over(self, hex: int) -> str:
        return f"Nobody is left over {self.at(hex)}: the mission is over."

    def intercepted(self, plane: int, hex: int) -> str:
        return f"{self.unit[plane]} intercepts over {self.at(hex)}."

    def air_combat(self, ours: int, theirs: int, dice: int, modified: int) -> str:
        aborts = (
            "the attacker aborts"
            if modified <= 6
            else "both abort"
            if modified == 7
            else "the defender aborts"
        )
        return (
            f"{self.unit[ours]} attacks {self.unit[theirs]}: {dice}, with the ratings {modified}: {aborts}."
        )

    def roles_swapped(self, side: int) -> str:
        return "Nobody on the attacking side can attack any more: the other side does."

    def aborted(self, plane: int) -> str:
        return f"{self.unit[plane]} aborts."

    def plane_hit(self, plane: int) -> str:
        return f"{self.unit[plane]} loses a step."

    def plane_lost(self, plane: int) -> str:
        return f"{self.unit[plane]} is lost."

    def returned(self, plane: int, base: int) -> str:
        return f"{self.unit[plane]} returns to {self.at(base)}, Inactive."

    def flak(self, hex: int, dice: int, modified: int, *terms: int) -> str:
        added = [
            f"{FLAK_NAMES[name]} {value:+d}" for name, value in zip(terms[::2], terms[1::2], strict=True)
        ]
        total = f", {', '.join(added)}: {modified}" if added else ""
        needed = self.pos.content.tables["flak"].integer("roll", "step-lost-at")
        end = "a step is lost" if is_hit(self.pos, modified) else "no effect"
        return f"Flak over {self.at(hex)}: {dice} rolled{total}, {needed} or more hits: {end}."

    # -- cargo

    def flown_in(self, hex: int, tokens: int) -> str:
        return f"{supply_text(tokens)} {is_are(tokens)} flown into {self.at(hex)}."

    def landed_by_air(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} lands at {self.at(hex)}."

    def dropped(self, unit: int, hex: int, dice: int, modified: int, safe: int) -> str:
        end = "it comes down safely" if safe else "it is lost"
        return f"{self.unit[unit]} drops at {self.at(hex)}: {dice}, modified {modified}: {end}."

    def troops_dropped(self, hex: int, dice: int, modified: int, safe: int) -> str:
        end = "they come down safely" if safe else "they are lost"
        return f"Troops drop at {self.at(hex)}: {dice}, modified {modified}: {end}."

    def token_dropped(self, hex: int, dice: int, modified: int, safe: int) -> str:
        end = "safe" if safe else "lost"
        return f"A token is dropped at {self.at(hex)}: {dice}, modified {modified}: {end}."

    def tokens_lost(self, hex: int, tokens: int) -> str:
        return f"{supply_text(tokens)} {is_are(tokens)} lost on the way to {self.at(hex)}."

    def plan(self, unit: int, hex: int, turn: int) -> str:
        return f"Drop Plan: {self.unit[unit]} at {self.at(hex)} on turn {turn}."

    def no_plan(self, unit: int) -> str:
        return f"{self.unit[unit]} is on no Drop Plan any more."

    # -- bases and ships

    def refit(self, hex: int) -> str:
        return f"Refit at {self.at(hex)}."

    def based(self, plane: int, hex: int) -> str:
        return f"{self.unit[plane]} is based at {self.at(hex)}."

    def made_active(self, plane: int) -> str:
        return f"{self.unit[plane]} is Active."

    def sailed(self, ship: int, here: int, there: int) -> str:
        return f"{self.unit[ship]} sails to {self.at(there)}."

    def ship_fire(self, ship: int, dice: int) -> str:
        return f"Fire at {self.unit[ship]}: {dice}."

    def ship_hit(self, ship: int, hits: int) -> str:
        return f"{self.unit[ship]} is {counted(hits, 'time')} hit." if hits else f"{self.unit[ship]} is DG."

    def scouted(self, hex: int, steps: int, level: int) -> str:
        told = ("no anti-tank", "light anti-tank", "heavy anti-tank")[level]
        return f"Scouts in front of {self.at(hex)}: {counted(steps, 'step')}, {told}."

    def gliders_built(self, hex: int) -> str:
        return f"Two Glider Points are built in {self.at(hex)}."

    def cache_spent(self, side: int, hq: int) -> str:
        return f"A Supply Cache is spent at {self.unit[hq]}."

    def cache_gone(self, side: int) -> str:
        return f"{SIDE_WORDS[side]} spends a Supply Cache."

    def craft_lost(self, craft: int) -> str:
        return f"{self.unit[craft]} loses a point."

    def landing_roll(self, hex: int, dice: int, modified: int) -> str:
        return f"Landing in {self.at(hex)}: {dice}, modified {modified}."

    def landed(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} lands in {self.at(hex)}."

    def beach_port(self, hex: int) -> str:
        return f"An LST in {self.at(hex)} is a port from the next phase on."

    def beach_lost(self, hex: int) -> str:
        return f"The LST in {self.at(hex)} is lost."

    def shipped(self, unit: int, there: int) -> str:
        return f"{self.unit[unit]} goes by sea to {self.at(there)}."

    def shipped_supply(self, here: int, there: int, tokens: int) -> str:
        return f"{supply_text(tokens)} {goes(tokens)} by sea from {self.at(here)} to {self.at(there)}."

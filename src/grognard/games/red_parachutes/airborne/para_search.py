"""The Germans comb their own hexes for dispersed companies, which the rulebook calls flipped."""

from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    NOTHING,
    OPEN,
    Choice,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    rule,
)
from grognard.games.battalions.model.position import FOUND, MARCHED, SEARCHED
from grognard.games.battalions.model.secrecy import Watched
from grognard.games.battalions.model.stacking import BATTALION, is_battalion
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET, ParachutePosition

FOUND_UP_TO = 2


class Search(NamedTuple):
    """The hex that is searched now."""

    target: int = NOTHING


def lost_companies(pos: ParachutePosition, hex: int) -> list[int]:
    """Dispersed (flipped) airborne units in the hex that have not been found."""
    return [
        unit for unit in pos.of_side_at(hex, SOVIET) if pos.dispersed[unit] and not pos.flags[unit] & FOUND
    ]


@rule("rp.para-search.2", "rp.para-search.5")
def search_party(pos: ParachutePosition, hex: int) -> list[int]:
    """The next battalion in the hex that can search, or three companies of a type; none that marched.

    Each makes one attempt.
    """
    content = pos.content
    free = [
        unit
        for unit in pos.of_side_at(hex, GERMAN)
        if not pos.flags[unit] & (MARCHED | SEARCHED) and not content.is_hq[unit]
    ]
    whole = [unit for unit in free if is_battalion(pos, unit)]
    if whole:
        return whole[:1]
    companies = [unit for unit in free if content.company_type[unit]]
    for type in sorted({content.company_type[unit] for unit in companies}):
        alike = [unit for unit in companies if content.company_type[unit] == type]
        if len(alike) >= BATTALION:
            return alike[:BATTALION]
    return []


@rule("rp.para-search.1")
def search_refusal(pos: ParachutePosition, hex: int) -> Ruling:
    """Why this hex is not searched."""
    name = pos.content.names[hex]
    if not lost_companies(pos, hex):
        return Refusal("rp.para-search.1", f"there is nobody to be found in {name}.")
    if not pos.of_side_at(hex, GERMAN):
        return Refusal("rp.para-search.1", f"no German unit is in {name}.")
    if not search_party(pos, hex):
        if any(pos.flags[unit] & MARCHED for unit in pos.of_side_at(hex, GERMAN)):
            return Refusal("rp.para-search.2", f"the units in {name} moved strategically.")
        return Refusal("rp.para-search.5", f"no battalion in {name} has an attempt left.")
    return None


def shares_hex(pos: ParachutePosition) -> bool:
    """Do Germans stand where companies lie dispersed? Both sides see that, but not who the Germans are."""
    return any(lost_companies(pos, hex) for hex in pos.hexes_of(GERMAN))


@rule("rp.para-search.1", "rp.para-search.3", "rp.sequence.6", "rp.sequence.8")
class ChooseSearch(Watched[ParachutePosition, Search]):
    """One attempt after another, each against one dispersed (flipped) company."""

    title = "Search for parachutists"
    policies = (by_verbs("all", "Every battalion that can searches.", "search", "done"),)

    def side(self, pos: ParachutePosition, v: Search) -> int:
        return GERMAN

    def options(self, pos: ParachutePosition, v: Search) -> list[Offer]:
        if pos.phasing != GERMAN or not shares_hex(pos):
            return []
        hexes = [hex for hex in pos.hexes_of(GERMAN) if search_refusal(pos, hex) is None]
        return [Offer("search", hexes), Offer("done")]

    def take(self, game: Game[ParachutePosition], v: Search, choice: Choice) -> None:
        if choice[0] == "done":
            game.leave()
        else:
            game.next(Search(choice[1]))

    def refuse(self, pos: ParachutePosition, v: Search, choice: Choice) -> Ruling:
        verb, hex = choice
        return search_refusal(pos, hex) if verb == "search" else None


@rule("rp.para-search.3", "rp.para-search.4", "rp.para-search.5")
class RollSearch(Roll[ParachutePosition, Search]):
    """A 1 or 2 finds a company: it can be attacked until the combat phase ends."""

    title = "Is a company found?"

    def outcomes(self, pos: ParachutePosition, v: Search) -> list[Outcome]:
        return D6 if v.target != NOTHING else []

    def roller(self, pos: ParachutePosition, v: Search) -> int:
        return GERMAN

    def take(self, game: Game[ParachutePosition], v: Search, noun: int) -> None:
        pos = game.pos
        for unit in search_party(pos, v.target):
            pos.flags[unit] |= SEARCHED
        game.tell("search", v.target, noun, rule="rp.para-search.3")
        if noun <= FOUND_UP_TO:
            found = lost_companies(pos, v.target)[0]
            pos.flags[found] |= FOUND
            pos.reveal(found, GERMAN)
            game.tell("found", found, v.target, rule="rp.para-search.4")
        game.goto("ChooseSearch", Search())


para_search = Procedure(
    "para-search",
    ChooseSearch(),
    RollSearch(),
    title="Search for dispersed parachutists",
    rules=("rp.para-search.1",),
    start=lambda pos, v: Search(),
    vars=Search,
    sees=OPEN,
)

"""Who has won: the scenario's points and levels."""

from grognard.core.ledger import rule
from grognard.core.position import NOTHING
from grognard.core.rulings import Explanation, Term
from grognard.games.red_god_of_war.position import DEAD, GERMAN, ISOLATED, SOVIET, RedGodPosition


def eliminated(pos: RedGodPosition, side: int) -> dict[str, int]:
    """How many units of each scoring class have been destroyed."""
    content = pos.content
    tally = dict.fromkeys(pos.content.tables["victory-schedule"].rows, 0)
    for unit in content.units_of[side]:
        if pos.hex[unit] == DEAD:
            name = scoring_class(pos, unit)
            tally[name] += name != ""
    return tally


def scoring_class(pos: RedGodPosition, unit: int) -> str:
    """The row of the schedule that a destroyed unit counts in."""
    content = pos.content
    if content.side[unit] == SOVIET:
        if content.is_hq[unit]:
            return "soviet-hq"
        return "soviet-division" if content.is_division[unit] else "soviet-brigade"
    if content.is_hq[unit]:
        return "german-hq"
    if content.is_division[unit]:
        luftwaffe = "luftwaffe" in content.roster.counters[unit].traits
        return "luftwaffe-division" if luftwaffe else "infantry-division"
    return "regiment"


def is_railway_cut_at_the_end(pos: RedGodPosition) -> bool:
    """Does a Soviet unit that is not isolated stand on the Rzhev-Vyazma railway?"""
    return any(
        not pos.content.is_hq[unit] and pos.content.side[unit] == SOVIET and pos.supply[unit] != ISOLATED
        for hex in pos.content.lifeline
        for unit in pos.at(hex)
    )


def score(pos: RedGodPosition) -> tuple[int, Explanation]:
    """Net points, Soviet less German, with every term."""
    content = pos.content
    terms: list[Term] = []
    net = 0
    for hex in content.objective_hexes:
        for side, sign in ((SOVIET, 1), (GERMAN, -1)):
            worth = content.objective[side][hex]
            if worth and pos.control[hex] == side:
                place = content.board.places[hex].name if hex in content.board.places else content.names[hex]
                terms.append(Term(place, f"{sign * worth:+d}", "rgw.turn.5", house=True))
                net += sign * worth
    tally = eliminated(pos, GERMAN)
    for name, count in eliminated(pos, SOVIET).items():
        tally[name] += count
    tally["soviet-corps"] = pos.corps_destroyed
    tally["railway-cut"] = int(is_railway_cut_at_the_end(pos))
    schedule = content.tables["victory-schedule"]
    for name, count in tally.items():
        if count == 0:
            continue
        sign = 1 if schedule.text(name, "side") == "soviet" else -1
        points = sign * schedule.integer(name, "points") * (count // schedule.integer(name, "each"))
        if points:
            terms.append(
                Term(f"{name.replace('-', ' ')} × {count}", f"{points:+d}", "rgw.turn.5", house=True)
            )
            net += points
    return net, Explanation("Victory points, Soviet less German", tuple(terms), f"{net:+d}")


@rule("rgw.turn.5")
def verdict(pos: RedGodPosition) -> tuple[int, str]:
    """The winner and the level of victory by the scenario's ladder."""
    net, _ = score(pos)
    levels = pos.content.tables["victory-levels"]
    column = str(pos.content.scenario.victory["levels"])
    for name in levels.rows:
        if levels.is_blank(name, column) or net >= levels.integer(name, column):
            side = {"soviet": SOVIET, "german": GERMAN}.get(name.split("-")[0], NOTHING)
            return side, name
    return NOTHING, "draw"

"""Who has won: the scenario's points and levels."""

from collections import Counter

from grognard.core.chapter import NOTHING, Explanation, Game, Term, rule
from grognard.games.red_god_of_war.model.content import BATTALION, spoken
from grognard.games.red_god_of_war.model.position import DEAD, GERMAN, ISOLATED, SOVIET, RedGodPosition


def eliminated(pos: RedGodPosition) -> Counter[str]:
    """How many units of each scoring class have been destroyed, where there are any."""
    dead = [unit for units in pos.content.units_of for unit in units if pos.hex[unit] == DEAD]
    return Counter(filter(None, (scoring_class(pos, unit) for unit in dead)))


def scoring_class(pos: RedGodPosition, unit: int) -> str:
    """The row of the schedule that a destroyed unit counts in; "" for a battalion, which counts in none."""
    content = pos.content
    if content.unit_size[unit] == BATTALION:
        return ""
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


def points(pos: RedGodPosition) -> list[tuple[str, int]]:
    """What counts now: its name, and its points, above 0 for the Soviets."""
    content = pos.content
    places = content.board.places
    named = [
        (places[hex].name if hex in places else content.names[hex], worth) for hex, worth in objectives(pos)
    ]
    return [*named, *((f"{spoken(row)} × {count}", worth) for row, count, worth in schedule_points(pos))]


def objectives(pos: RedGodPosition) -> list[tuple[int, int]]:
    """The victory hexes that count, each with its points, above 0 for the Soviets."""
    worth = pos.content.objective
    held = [(hex, pos.control[hex]) for hex in pos.content.objective_hexes if pos.control[hex] >= 0]
    points = [(hex, worth[side][hex] if side == SOVIET else -worth[side][hex]) for hex, side in held]
    return [(hex, worth) for hex, worth in points if worth]


def schedule_points(pos: RedGodPosition) -> list[tuple[str, int, int]]:
    """The rows of the schedule that count, each with its number and its points, above 0 for the Soviets."""
    tally = eliminated(pos)
    if pos.corps_destroyed:
        tally["soviet-corps"] = pos.corps_destroyed
    if is_railway_cut_at_the_end(pos):
        tally["railway-cut"] = 1
    schedule = pos.content.tables["victory-schedule"]
    scored: list[tuple[str, int, int]] = []
    for name, count in tally.items():
        worth = count // schedule.integer(name, "each") * schedule.integer(name, "points")
        if worth:
            scored.append((name, count, worth if schedule.text(name, "side") == "soviet" else -worth))
    return scored


def net_points(pos: RedGodPosition) -> int:
    """Soviet points less German ones."""
    return sum(worth for _, worth in points(pos))


def score(pos: RedGodPosition) -> Explanation:
    """Net points, Soviet less German, with every term."""
    terms = [Term(label, f"{worth:+d}", "rgw.turn.5", house=True) for label, worth in points(pos)]
    ending = "" if pos.over else " if the game ended now"
    total = f"{net_points(pos):+d}, {level_name(verdict(pos)[1])}{ending}"
    return Explanation("Victory points, Soviet less German", tuple(terms), total)


def ladder(pos: RedGodPosition) -> Explanation:
    """The levels of victory, each with the net points it takes."""
    terms: list[Term] = []
    above = ""
    for name, least in dict(pos.content.levels).items():
        takes = f"less than {above}" if least is None else f"{least:+d} or more"
        terms.append(Term(level_name(name), takes, "rgw.turn.5", house=True))
        above = above if least is None else f"{least:+d}"
    total = f"{net_points(pos):+d}, {level_name(verdict(pos)[1])}"
    return Explanation("Levels of victory by points, Soviet less German", tuple(terms), total)


def level_name(level: str) -> str:
    """A level of the ladder in words: "german-major" is a German major victory."""
    return f"{spoken(level)} victory" if "-" in level else level


def tell_points(game: Game[RedGodPosition]) -> None:
    """Put in the log what each place and each row of the schedule has brought."""
    pos = game.pos
    places, rows = objectives(pos), pos.content.tables["victory-schedule"].rows
    scored = [(rows.index(name), count, worth) for name, count, worth in schedule_points(pos)]
    level = [name for name, _ in pos.content.levels].index(verdict(pos)[1])
    facts = [fact for group in (*places, *scored) for fact in group]
    game.tell("final", net_points(pos), level, len(places), *facts, rule="rgw.turn.5")


@rule("rgw.turn.5")
def verdict(pos: RedGodPosition) -> tuple[int, str]:
    """The winner and the level of victory by the scenario's ladder."""
    net = net_points(pos)
    name = next(name for name, least in pos.content.levels if least is None or net >= least)
    return {"soviet": SOVIET, "german": GERMAN}.get(name.split("-")[0], NOTHING), name

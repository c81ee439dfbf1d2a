"""What the battle is for: hexes that count for whoever holds them, and what else does."""

from grognard.core.score import Objective, Worth, number
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET, RedGodPosition

_LABELS = {
    "railway-cut": "the Rzhev-Vyazma railway cut at the end",
    "infantry-division": "German infantry division destroyed",
    "luftwaffe-division": "Luftwaffe division destroyed",
    "regiment": "German regiment destroyed",
    "german-hq": "German HQ destroyed",
    "soviet-division": "Soviet division destroyed",
    "soviet-brigade": "Soviet brigades destroyed, every",
    "soviet-corps": "Soviet corps destroyed",
    "soviet-hq": "Soviet HQ destroyed",
}
YEAR = 1942


def objectives(pos: RedGodPosition) -> list[Objective]:
    """The victory hexes, the dearest first: what each gives to its holder, else to who would take it."""
    found: list[Objective] = []
    for hex in pos.content.objective_hexes:
        held = pos.control[hex]
        worth = [pos.content.objective[side][hex] for side in (GERMAN, SOVIET)]
        counts = held >= 0 and worth[held] > 0
        side = held if counts else SOVIET if worth[SOVIET] else GERMAN
        found.append(Objective(hex, pos.board.place_name(hex), worth[side], side, counts))
    return sorted(found, key=lambda one: (-one.points, one.hex))


def worths(pos: RedGodPosition) -> list[Worth]:
    """The schedule of other points, Soviet ones above 0."""
    schedule = pos.content.tables["victory-schedule"]
    found: list[Worth] = []
    for name in schedule.rows:
        each, points = schedule.integer(name, "each"), schedule.integer(name, "points")
        label = _LABELS.get(name, name.replace("-", " "))
        sign = 1 if schedule.text(name, "side") == "soviet" else -1
        found.append(Worth(f"{label} {each}" if each > 1 else label, number(sign * points)))
    return found


def date(pos: RedGodPosition) -> str:
    """The days of the turn."""
    track = pos.content.tables["turn-track"]
    days = track.text(str(pos.turn), "dates") if track.has_row(str(pos.turn)) else ""
    return f"{days} {YEAR}" if days else ""

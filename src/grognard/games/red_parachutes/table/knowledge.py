"""What each side knows in Red Parachutes: hidden stacks as in the family, and secret drop zones."""

from typing import cast

from grognard.core.chapter import NOTHING, Frame, Random
from grognard.core.view import Track, View
from grognard.games.battalions.model.scale import turn_in_play
from grognard.games.battalions.table.knowledge import StackKnowledge
from grognard.games.red_parachutes.airborne.drop_zones import Writing, zone_hexes
from grognard.games.red_parachutes.dnepr.crossing import Crossing, crossing_refusal, landings
from grognard.games.red_parachutes.model.content import ParachuteContent
from grognard.games.red_parachutes.model.position import GERMAN, POINT_TYPES, SOVIET, ParachutePosition


class ParachuteKnowledge(StackKnowledge[ParachutePosition]):
    """Stacks are hidden until somebody looks, drop zones until a brigade drops."""

    game = "red-parachutes"
    labels = (
        *StackKnowledge.labels,
        *("German salvos", "Soviet salvos", "German replacements", "Kanev bridge", "Bridgeheads due"),
    )
    marked = (*StackKnowledge.marked, "bridgehead", "bridgehead-improved", "drop-zone", "blown")

    def day_name(self, day: int) -> str:
        return day_name(day)

    def tracks(self, pos: ParachutePosition) -> tuple[Track, ...]:
        return tracks(pos)

    def marks(self, pos: ParachutePosition) -> dict[str, tuple[int, ...]]:
        return marks(pos)

    def empty(self, view: View) -> ParachutePosition:
        return ParachutePosition(cast(ParachuteContent, self._contents(view.facts["content"])))

    def bare(self, view: View) -> ParachutePosition:
        pos = super().bare(view)
        if not pos.zones:
            pos.zones = list(pos.shown_zones)
        return pos

    def guess(self, pos: ParachutePosition, view: View, generator: Random) -> None:
        """Drop zones written down in secret may be any that are allowed, and who crosses any that can."""
        super().guess(pos, view, generator)
        _guess_crossing(pos, generator)
        if view.side != SOVIET:
            allowed = zone_hexes(pos)
            written = _zones_written(pos)
            pos.zones = [
                allowed[generator.randrange(len(allowed))]
                if place < written and zone == NOTHING and allowed
                else zone
                for place, zone in enumerate(pos.shown_zones)
            ]


def _guess_crossing(pos: ParachutePosition, generator: Random) -> None:
    """Somebody crosses the river whom this side has not seen: one of those who could."""
    top = pos.stack[-1] if pos.stack else None
    if top is None or not isinstance(top.vars, Crossing) or top.vars.unit != NOTHING:
        return
    able = [unit for unit in pos.on_map(pos.phasing) if crossing_refusal(pos, unit) is None]
    able = [unit for unit in able if landings(pos, unit)]
    if not able:
        pos.stack.pop()
        return
    unit = able[generator.randrange(len(able))]
    shores = landings(pos, unit)
    landing = NOTHING if top.step == "ChooseLanding" else shores[generator.randrange(len(shores))]
    pos.stack[-1] = Frame(top.procedure, top.step, Crossing(unit, landing))


def _zones_written(pos: ParachutePosition) -> int:
    """How many brigades have a drop zone."""
    top = pos.stack[-1] if pos.stack else None
    if top is not None and isinstance(top.vars, Writing):
        return top.vars.brigade
    return len(pos.content.brigades)


def day_name(day: int) -> str:
    """A day by its number; the first is 22 September."""
    date = 22 + day
    return f"{date} September" if date <= 30 else f"{date - 30} October"


def tracks(pos: ParachutePosition) -> tuple[Track, ...]:
    """The numbers beside the map."""
    points = [f"{count} {kind}" for count, kind in zip(pos.points, POINT_TYPES, strict=True) if count]
    rows = [
        Track("German salvos", str(pos.salvos[GERMAN]), "rp.ammo-resupply.5"),
        Track("Soviet salvos", str(pos.salvos[SOVIET]), "rp.ammo-resupply.5"),
        Track("German replacements", ", ".join(points) or "none", "rp.replacements.2"),
        Track("Kanev bridge", "stands" if pos.bridge else "blown", "rp.engineering.7"),
    ]
    due = [str(turn_in_play(pos.content, pair.due)) for pair in pos.all_pairs() if not pair.on_map]
    if due:
        rows.append(Track("Bridgeheads due", f"turn {', '.join(due)}", "rp.bridgeheads.1"))
    return tuple(rows)


def marks(pos: ParachutePosition) -> dict[str, tuple[int, ...]]:
    """What lies on hexes: bridgeheads, drop zones, a blown bridge."""
    on_map = [pair for pair in pos.all_pairs() if pair.on_map]
    return {
        "bridgehead": tuple(hex for pair in on_map if not pair.improved for hex in (pair.near, pair.far)),
        "bridgehead-improved": tuple(
            hex for pair in on_map if pair.improved for hex in (pair.near, pair.far)
        ),
        "drop-zone": tuple(hex for hex in pos.shown_zones if hex != NOTHING),
        "blown": () if pos.bridge or pos.content.bridge_water < 0 else (pos.content.bridge_water,),
    }

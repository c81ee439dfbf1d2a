"""What each side knows in Red Steel: stacks are hidden as in the family, all else is open."""

from typing import cast

from grognard.core.chapter import NOTHING, counted, rule
from grognard.core.view import Piece, Track, View
from grognard.games.battalions.table.knowledge import StackKnowledge
from grognard.games.red_steel.model.content import SteelContent
from grognard.games.red_steel.model.position import AXIS, SOVIET, SteelPosition
from grognard.games.red_steel.model.scenario import STORES

FIRST_DAY = 2


@rule("rs.move-intel.2", "rs.breakthrough.2", "rs.general.12")
class SteelKnowledge(StackKnowledge[SteelPosition]):
    """Stacks are hidden until somebody looks; all else lies open."""

    game = "red-steel"
    labels = (
        *StackKnowledge.labels,
        *("Ammunition", "Romanian replacements", "Air units", "Cup", "Activated", "Moving"),
    )
    marked = (*StackKnowledge.marked, "bridge", "bridging", "monitor")

    def day_name(self, day: int) -> str:
        return day_name(day)

    def tracks(self, pos: SteelPosition) -> tuple[Track, ...]:
        return tracks(pos)

    def side_marks(self, pos: SteelPosition) -> dict[str, tuple[int, ...]]:
        return side_marks(pos)

    def beside(self, pos: SteelPosition) -> list[Piece]:
        return [*chits(pos), *air_units(pos)]

    def empty(self, view: View) -> SteelPosition:
        return SteelPosition(cast(SteelContent, self._contents(view.facts["content"])))


def day_name(day: int) -> str:
    """A day by its number; the first is 2 July."""
    return f"{FIRST_DAY + day} July"


def tracks(pos: SteelPosition) -> tuple[Track, ...]:
    """The numbers beside the map."""
    content = pos.content
    ids = content.formation_ids
    held = [
        f"{store_name(name)} {counted(count, 'salvo')}"
        for count, name in zip(pos.stores, STORES, strict=True)
        if count
    ]
    rows = [
        Track("Ammunition", ", ".join(held) or "none", "rs.setup.1"),
        Track("Romanian replacements", str(pos.points), "rs.replacements.3"),
        Track(
            "Air units", ", ".join(content.unit_names[unit] for unit in pos.air) or "none", "rs.air-units.3"
        ),
        Track("Cup", ", ".join(ids[one] for one in pos.cup) or "empty", "rs.activation.1"),
        Track("Activated", ", ".join(ids[one] for one in pos.boxes) or "none", "rs.activation.9"),
    ]
    if pos.active != NOTHING:
        rows.append(Track("Moving", ids[pos.active], "rs.activation.11"))
    return tuple(rows)


def store_name(store: str) -> str:
    """A kind of ammunition as players say it: Romanian light."""
    return store.replace("-", " ").capitalize()


@rule("rs.activation.1", "rs.activation.3", "rs.activation.9")
def chits(pos: SteelPosition) -> list[Piece]:
    """Formation chits where they lie: in the cup, withheld, or in the activation boxes."""
    board, ids = pos.board, pos.content.formation_ids
    found: list[Piece] = []
    for place, formations in (("cup", pos.cup), ("withheld", pos.withheld)):
        box = board.find_place(place)
        found += [Piece(box, SOVIET, text=ids[formation]) for formation in formations if box >= 0]
    for number, formation in enumerate(pos.boxes, 1):
        box = board.find_place(f"activation-{number}")
        if box >= 0:
            badges = ("active",) if formation == pos.active else ()
            found.append(Piece(box, SOVIET, badges=badges, text=ids[formation]))
    return found


@rule("rs.air-units.1", "rs.air-units.3")
def air_units(pos: SteelPosition) -> list[Piece]:
    """Air units that are available, and those in the cup."""
    ready, cup = pos.board.find_place("air-ready"), pos.board.find_place("air-cup")
    units = [unit for unit, is_air in enumerate(pos.content.is_air) if is_air]
    found = [Piece(ready if unit in pos.air else cup, AXIS, unit) for unit in units]
    return [piece for piece in found if piece.hex >= 0]


def side_marks(pos: SteelPosition) -> dict[str, tuple[int, ...]]:
    """What lies on hexsides: bridges, and the monitor that points to one."""
    grid, content = pos.content.grid, pos.content
    monitors = [unit for unit in content.monitors if pos.hex[unit] >= 0]

    def sides(pairs: list[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(grid.side(here, grid.direction(here, there)) for here, there in pairs)

    return {
        "bridge": sides([(near, far) for near, far, _ in pos.spans()]),
        "bridging": sides([(one.near, one.far) for one in pos.all_bridges() if one.begun]),
        "monitor": sides([(pos.hex[unit], pos.far_bank[unit]) for unit in monitors]),
    }

"""What the screen can show of a position: the sheets of an attack, and overlays for the map."""

from typing import Final

from grognard.core.position import NOTHING
from grognard.core.rulings import Explanation
from grognard.games.panzerblitz.assault import Storm, assault_sheet
from grognard.games.panzerblitz.content import RUSSIAN
from grognard.games.panzerblitz.fire import Attack
from grognard.games.panzerblitz.movement import March
from grognard.games.panzerblitz.overrun import Charge, overrun_sheet
from grognard.games.panzerblitz.position import DropPosition
from grognard.games.panzerblitz.sight import FARTHEST, explain_sight, visible_from
from grognard.games.panzerblitz.targets import fire_sheet
from grognard.games.panzerblitz.victory import cut_roads, score_sheet

OVERLAYS: Final = {
    "sight": "What the unit in hand sees, or what can be seen from the hex under attack",
    "roads": "The scoring roads and what each is worth",
    "cut": "Scoring roads that are cut now",
}


# -- sheets -------------------------------------------------------------------------------------


def sheets(pos: DropPosition) -> list[Explanation]:
    """The attack on the table with the line of sight of each firer, and how the game stands."""
    found: list[Explanation] = []
    attack = attack_in_hand(pos)
    if attack is not None:
        names = pos.content.odds_names
        hex = pos.content.land.names[attack.hex]
        if isinstance(attack, Attack):
            for aim, firers in attack.plans or ((attack.aim, attack.firers),):
                found.append(fire_sheet(pos, attack.hex, aim, firers).explanation(f"Fire at {hex}", names))
                places = sorted({pos.where[unit] for unit in firers})
                found += [explain_sight(pos.content.land, place, attack.hex) for place in places]
        elif isinstance(attack, Charge):
            sheet = overrun_sheet(pos, attack.hex, attack.units)
            found.append(sheet.explanation(f"Overrun of {hex}", names))
        else:
            found.append(assault_sheet(pos, attack).explanation(f"Close assault on {hex}", names))
    if not pos.content.hidden:
        # With hidden movement the roads would tell where unseen Russians stand.
        found.append(score_sheet(pos))
    return found


def attack_in_hand(pos: DropPosition) -> Attack | Charge | Storm | None:
    """The attack that is being built or rolled for, once somebody takes part in it."""
    if not pos.stack:
        return None
    v = pos.stack[-1].vars
    if isinstance(v, Attack):
        return v if v.plans or (v.aim and v.firers) else None
    if isinstance(v, (Charge, Storm)):
        return v if v.units else None
    return None


# -- overlays -----------------------------------------------------------------------------------


def overlay(pos: DropPosition, side: int, name: str) -> dict[int, str]:
    """A label for each hex the overlay marks."""
    content = pos.content
    if name == "sight":
        hex = hex_in_hand(pos, side)
        return {} if hex < 0 else dict.fromkeys(visible_from(content.land, hex, FARTHEST), "seen")
    found: dict[int, str] = {}
    if name == "roads":
        for points, hexes in zip(content.road_points, content.road_hexes, strict=True):
            for hex in hexes:
                found[hex] = f"{found[hex]}+{points}" if hex in found else str(points)
    elif name == "cut" and (side == RUSSIAN or not content.hidden):
        for number in cut_roads(pos):
            found.update(dict.fromkeys(content.road_hexes[number], "cut"))
    return found


def hex_in_hand(pos: DropPosition, side: int) -> int:
    """The hex of the unit that is being moved, or the target of the attack being built."""
    if not pos.stack or (pos.content.hidden and side != pos.mover):
        return NOTHING
    v = pos.stack[-1].vars
    if isinstance(v, March):
        return pos.where[v.units[0]]
    return v.hex if isinstance(v, (Attack, Charge, Storm)) else NOTHING

"""Bridge engineers: bridges built in two turns, limbered in one, and lost to whoever comes near."""

from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
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
from grognard.games.battalions.model.markers import is_demoralized
from grognard.games.battalions.model.position import BUILT, ELIMINATED, BattalionPosition
from grognard.games.battalions.model.secrecy import Watched
from grognard.games.battalions.model.unit_steps import put_in_box
from grognard.games.battalions.movement import post_move
from grognard.games.battalions.movement.entering import enter_hex
from grognard.games.battalions.movement.move import Move
from grognard.games.battalions.turn import engineering as digging
from grognard.games.battalions.turn.engineering import Engineering
from grognard.games.battalions.turn.seen_sequence import seen_preparing
from grognard.games.red_steel.model.position import SPANNING, Bridge, SteelPosition


class BridgeWork(NamedTuple):
    """The engineer who chooses a hexside."""

    unit: int = NOTHING


# -- building -------------------------------------------------------------------------------------


@rule("rs.engineering.6")
def far_hexes(pos: SteelPosition, unit: int) -> list[int]:
    """The hexes behind the river and stream hexsides of an engineer's hex that no bridge leads to yet."""
    content, hex = pos.content, pos.hex[unit]
    spans = [{near, far} for near, far, _ in pos.spans()]
    found = []
    for exit in range(hex * 6, hex * 6 + 6):
        there = content.neighbours[exit]
        is_river = content.ground.is_river[exit] or content.ground.is_stream[exit]
        if there >= 0 and is_river and {hex, there} not in spans:
            found.append(there)
    return found


@rule("rs.engineering.5", "rs.engineering.6")
def bridging_refusal(pos: SteelPosition, unit: int) -> Ruling:
    """Why this unit does not begin or go on with a bridge."""
    content = pos.content
    name = content.unit_names[unit]
    if content.side[unit] != pos.phasing or pos.hex[unit] < 0 or not content.is_bridge[unit]:
        return Refusal("rs.engineering.5", f"{name} is no bridge engineer of the phasing player on the map.")
    if is_demoralized(pos, unit):
        return Refusal("rp.engineering.2", f"{name} is demoralized.")
    if pos.flags[unit] & BUILT or unit in pos.lifted:
        return Refusal("rs.engineering.5", f"{name} is at work already.")
    if not far_hexes(pos, unit):
        return Refusal("rs.engineering.6", f"{name} is not next to a river.")
    return content.move_bar(pos, unit)


@rule("rs.engineering.8", "rs.engineering.9")
def liftable(pos: SteelPosition) -> list[int]:
    """The engineers of the phasing side whose bridges are in place."""
    mine = pos.content.side
    found = [one for one in pos.all_bridges() if not one.begun and mine[one.engineer] == pos.phasing]
    return [one.engineer for one in found]


@rule("rs.engineering.5", "rs.engineering.7", "rs.engineering.8", "rs.engineering.9")
class WorkOnBridges(Watched[SteelPosition, BridgeWork]):
    """Bridges are begun, gone on with, or limbered into either of the hexes they join.

    Whoever has bridge engineers is asked, wherever they stand: that is hidden.
    """

    title = "Bridge engineers"
    policies = (by_verbs("none", "Nobody works on bridges.", "done", "put-back"),)
    is_routine = True

    def side(self, pos: SteelPosition, v: BridgeWork) -> int:
        return pos.phasing

    def options(self, pos: SteelPosition, v: BridgeWork) -> list[Offer]:
        if v.unit != NOTHING:
            return [Offer("across", self._ends(pos, v.unit)), Offer("put-back")]
        engineers = [unit for unit in pos.on_map(pos.phasing) if pos.content.is_bridge[unit]]
        fit = [unit for unit in engineers if bridging_refusal(pos, unit) is None]
        placed = liftable(pos)
        if not engineers and not placed:
            return []
        return [Offer("bridge", fit), Offer("limber-bridge", placed), Offer("done")]

    def _ends(self, pos: SteelPosition, unit: int) -> list[int]:
        bridge = pos.bridge_of(unit)
        if bridge is not None and not bridge.begun:
            return [end for end in (bridge.near, bridge.far) if not pos.is_held(end, 1 - pos.phasing)]
        return far_hexes(pos, unit)

    def take(self, game: Game[SteelPosition], v: BridgeWork, choice: Choice) -> None:
        verb, noun = choice
        pos = game.pos
        if verb == "done":
            game.next(BridgeWork())
        elif verb == "put-back":
            game.update(BridgeWork())
        elif verb == "limber-bridge":
            game.update(BridgeWork(noun))
        elif verb == "bridge":
            begun = pos.bridge_of(noun)
            if begun is not None and begun.begun and begun.near == pos.hex[noun]:
                pos.flags[noun] |= BUILT
            else:
                game.update(BridgeWork(noun))
        elif pos.hex[v.unit] == SPANNING:
            game.update(BridgeWork())
            limber_bridge(game, v.unit, noun)
        else:
            begin_bridge(game, v.unit, noun)
            game.update(BridgeWork())

    def refuse(self, pos: SteelPosition, v: BridgeWork, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "bridge":
            return bridging_refusal(pos, noun)
        if verb == "limber-bridge":
            name = pos.content.unit_names[noun]
            return Refusal("rs.engineering.8", f"{name} has no bridge of the phasing player in place.")
        if verb == "across" and v.unit != NOTHING:
            return self._end_refusal(pos, v.unit, noun)
        return None

    def _end_refusal(self, pos: SteelPosition, unit: int, hex: int) -> Ruling:
        name = pos.content.names[hex]
        if pos.hex[unit] == SPANNING:
            if pos.is_held(hex, 1 - pos.phasing):
                return Refusal("rs.engineering.9", f"{name} is held by the enemy.")
            return Refusal("rs.engineering.9", f"{name} is not one of the hexes that the bridge joins.")
        return Refusal("rs.engineering.6", f"no river without a bridge parts {name} from the engineers.")


@rule("rs.engineering.5")
def begin_bridge(game: Game[SteelPosition], unit: int, far: int) -> None:
    """The engineer begins a bridge over this hexside; what he had begun elsewhere is given up."""
    pos = game.pos
    others = [one for one in pos.all_bridges() if one.engineer != unit]
    pos.set_bridges([*others, Bridge(unit, pos.hex[unit], far, pos.turn)])
    pos.flags[unit] |= BUILT
    game.tell("bridge-begun", pos.hex[unit], far, rule="rs.engineering.5")


@rule("rs.engineering.8", "rs.engineering.9", "rs.movement-allowance.13")
def limber_bridge(game: Game[SteelPosition], unit: int, hex: int) -> None:
    """The counter is turned to its engineer side and placed at one end; it does not move this turn.

    A bridge printed on the map that was down there has been rebuilt with it, and stands by itself now.
    """
    pos = game.pos
    bridge = pos.bridge_of(unit)
    if bridge is not None and restores_printed(pos, bridge):
        game.tell("bridge", bridge.near, bridge.far, rule="rs.engineering.8")
    pos.set_bridges([one for one in pos.all_bridges() if one.engineer != unit])
    pos.lifted = sorted([*pos.lifted, unit])
    game.tell("bridge-limbered", unit, hex, rule="rs.engineering.8")
    enter_hex(game, (unit,), hex, moves=False)


@rule("rs.engineering.8")
def restores_printed(pos: SteelPosition, bridge: Bridge) -> bool:
    """Was a printed bridge down where this counter lay? Then it stands again; say whether it was so."""
    for place, (near, far, _) in enumerate(pos.content.printed_bridges):
        if {near, far} == {bridge.near, bridge.far} and not pos.standing[place]:
            pos.standing[place] = 1
            return True
    return False


@rule("rs.engineering.7", "rs.move-general.13")
class FinishBridges(Action[SteelPosition, Move]):
    """After the second turn of work without a move the bridge is in place; who left off has lost it."""

    title = "Bridges are finished"

    def run(self, game: Game[SteelPosition], v: Move) -> None:
        pos = game.pos
        kept: list[Bridge] = []
        for bridge in pos.all_bridges():
            unit = bridge.engineer
            if not bridge.begun or pos.content.side[unit] != pos.phasing:
                kept.append(bridge)
            elif not pos.flags[unit] & BUILT or pos.spent[unit] or pos.hex[unit] != bridge.near:
                game.tell("bridge-given-up", bridge.near, rule="rs.move-general.13")
            elif bridge.begun < pos.turn:
                kept.append(bridge._replace(begun=0))
                put_in_box(pos, unit, SPANNING)
                game.tell("bridge", bridge.near, bridge.far, rule="rs.engineering.7")
            else:
                kept.append(bridge)
        pos.set_bridges(kept)


class BeginBridgeTurn(Action[SteelPosition, BridgeWork]):
    """Who limbered a bridge in the last player turn is free again."""

    title = "Engineering begins"

    def run(self, game: Game[SteelPosition], v: BridgeWork) -> None:
        game.pos.lifted = []


@rule("rs.strategic.5")
def march_bar(pos: SteelPosition, unit: int) -> Ruling:
    """Who has built, dug or limbered a bridge in this turn does not move strategically."""
    content = pos.content
    if content.is_engineer[unit] and (pos.flags[unit] & BUILT or unit in pos.lifted):
        return Refusal("rs.strategic.5", f"{content.unit_names[unit]} has done engineering work this turn.")
    return None


def free_to_march(pos: SteelPosition, units: list[int]) -> list[int]:
    """Those of these units that `march_bar` says nothing against."""
    flags, lifted = pos.flags, pos.lifted
    engineers = pos.content.engineers_of[pos.phasing]
    tired = [unit for unit in engineers if flags[unit] & BUILT or unit in lifted]
    return [unit for unit in units if unit not in tired] if tired else units


# -- bridges and field works ----------------------------------------------------------------------


@rule("rs.engineering.7", "rs.engineering.13")
class BuildWorks(digging.BuildWorks):
    """Who digs has left off his bridge. Works that were not gone on with for a turn are begun anew."""

    def take(self, game: Game[BattalionPosition], v: Engineering, choice: Choice) -> None:
        pos = game.pos
        assert isinstance(pos, SteelPosition)
        if choice[0] == "build":
            unit = choice[1]
            hex, bridge = pos.hex[unit], pos.bridge_of(unit)
            if bridge is not None:
                pos.set_bridges([one for one in pos.all_bridges() if one.engineer != unit])
                game.tell("bridge-given-up", bridge.near, rule="rs.engineering.7")
            if pos.begun[hex] < pos.turn - 1:
                pos.begun[hex] = pos.turn
        super().take(game, v, choice)


@rule("rs.engineering.13", "rs.activation.11")
class FinishWorks(post_move.FinishWorks):
    """Who works on a bridge does not dig there. Soviet works wait for the chit of their builders."""

    def is_builder(self, pos: BattalionPosition, unit: int) -> bool:
        assert isinstance(pos, SteelPosition)
        return super().is_builder(pos, unit) and pos.bridge_of(unit) is None

    def leave_off(self, pos: BattalionPosition, hex: int) -> None:
        assert isinstance(pos, SteelPosition)
        engineers = [unit for unit in pos.of_side_at(hex, pos.phasing) if pos.content.is_engineer[unit]]
        if not any(pos.formation_of(unit) in pos.cup for unit in engineers):
            super().leave_off(pos, hex)


# -- losing them ----------------------------------------------------------------------------------


@rule("rs.move-general.14")
def touches(pos: SteelPosition, bridge: Bridge, hex: int) -> bool:
    """Is a hex in or next to an end of a bridge? Across a great river only over the bridged hexside."""
    content = pos.content
    for end in (bridge.near, bridge.far):
        if hex == end:
            return True
        direction = content.grid.direction(end, hex)
        if direction >= 0 and not content.ground.is_river[end * 6 + direction]:
            return True
    return False


@rule("rs.move-general.12", "rs.move-general.14")
def disturb_bridges(game: Game[SteelPosition], unit: int, hex: int) -> None:
    """An enemy that moves near destroys a bridge with its engineer, or makes who builds one start over."""
    pos = game.pos
    content = pos.content
    kept: list[Bridge] = []
    for bridge in pos.all_bridges():
        if content.side[bridge.engineer] == content.side[unit]:
            kept.append(bridge)
        elif not bridge.begun and touches(pos, bridge, hex):
            pos.count_lost(bridge.engineer, pos.steps[bridge.engineer])
            put_in_box(pos, bridge.engineer, ELIMINATED)
            game.tell("bridge-lost", bridge.near, bridge.far, rule="rs.move-general.14")
        elif bridge.begun and content.grid.distance(hex, bridge.near) <= 1:
            game.tell("bridge-given-up", bridge.near, rule="rs.move-general.12")
        else:
            kept.append(bridge)
    if len(kept) < len(pos.all_bridges()):
        pos.set_bridges(kept)


engineering = Procedure(
    "engineering",
    BeginBridgeTurn(),
    WorkOnBridges(),
    BuildWorks(),
    title="Engineering",
    rules=("rs.engineering.1",),
    start=lambda pos, v: BridgeWork(),
    vars=BridgeWork,
    sees=seen_preparing,
)

"""Blowing dumps."""

from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    Choice,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    last_option,
    rule,
)
from grognard.games.ocs.model.charts import six
from grognard.games.ocs.model.position import BLOWN, OcsPosition
from grognard.games.ocs.model.scale import percent
from grognard.games.ocs.sequence.segments import Segment, SegmentChapter, Veiled, is_movement, private
from grognard.games.ocs.supply.draw_and_throw import all_sources, place_of, take_tokens


class Blowing(NamedTuple):
    """The dump that is blown, and how many tokens of it are tried for."""

    hex: int
    side: int
    tokens: int = 0


@rule("ocs.dumps.3")
def all_at(pos: OcsPosition, hex: int, side: int) -> int:
    """All tokens of a side in a hex, on the ground, on trucks and on Organic Trucks."""
    return pos.ground_dump(hex, side) + sum(pos.cargo[unit] for unit in pos.transports_at(hex, side))


@rule("ocs.dumps.2", "ocs.dumps.3", "ocs.dumps.4", "ocs.sequence.15", "ocs.sequence.19")
def blow_refusal(pos: OcsPosition, hex: int, side: int) -> Ruling:
    """Why a dump may not be blown now."""
    name = pos.board.place_name(hex)
    if not is_movement(pos.phase) or pos.acting != side:
        return Refusal("ocs.dumps.2", "dumps are blown in the own Movement Segments.")
    if not all_at(pos, hex, side):
        return Refusal("ocs.dumps.3", f"there is no supply of yours in {name}.")
    if pos.worked[hex] & BLOWN:
        return Refusal("ocs.dumps.4", f"the dump in {name} was tried in this phase.")
    return None


class DumpBlowing(SegmentChapter):
    """Dumps that may be blown in a Movement Segment."""

    verbs = ("blow",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        hexes = sorted({place_of(pos, source) for source in all_sources(pos, v.side)})
        return [Offer("blow", [hex for hex in hexes if blow_refusal(pos, hex, v.side) is None])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        game.call("blow", Blowing(choice[1], v.side))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return blow_refusal(pos, choice[1], v.side) if 0 <= choice[1] < pos.content.places else None


@rule("ocs.dumps.3")
class HowMuch(Veiled[OcsPosition, Blowing]):
    title = "How much of the dump is blown?"

    policies = (last_option("all", "All of it."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Blowing) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Blowing) -> list[Offer]:
        return [Offer("tokens", range(1, all_at(pos, v.hex, v.side) + 1))] if not v.tokens else []

    def take(self, game: Game[OcsPosition], v: Blowing, choice: Choice) -> None:
        game.next(v._replace(tokens=choice[1]))

    def why(self, pos: OcsPosition, v: Blowing, choice: Choice) -> Ruling:
        return Refusal("ocs.dumps.3", "so much supply is not there.")


@rule("ocs.dumps.1", "ocs.dumps.4")
class RollBlow(Roll[OcsPosition, Blowing]):
    """The Dump Blowing Table."""

    title = "How much is destroyed?"

    def outcomes(self, pos: OcsPosition, v: Blowing) -> list[Outcome]:
        return D6

    def take(self, game: Game[OcsPosition], v: Blowing, noun: int) -> None:
        pos = game.pos
        gone = percent(v.tokens, six(pos.content.tables["dump-blowing"], "destroyed", noun))
        pos.put.worked[v.hex] |= BLOWN
        game.tell("blew", v.hex, noun, gone, rule="ocs.dumps.1")
        plain = min(gone, pos.dump_at(v.hex, v.side))
        take_tokens(pos, v.side, v.hex, plain)
        for unit in pos.transports_at(v.hex, v.side):
            if pos.content.is_organic[unit]:
                used = min(gone - plain, pos.cargo[unit])
                pos.put.cargo[unit] -= used
                plain += used

    def roller(self, pos: OcsPosition, v: Blowing) -> int:
        return v.side


blowing = Procedure("blow", HowMuch(), RollBlow(), title="A dump is blown", vars=Blowing, sees=private)

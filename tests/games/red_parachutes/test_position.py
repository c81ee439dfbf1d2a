"""What the position keeps: bits and boxes of their own, who is where, who knows whom, and how it is shown."""

import pytest

from games.red_parachutes.table import table
from grognard.games.battalions.model import position
from grognard.games.battalions.model.position import (
    LASTING_FLAGS,
    NO_RECOVERY,
    TURN_FLAGS,
)
from grognard.games.battalions.table.cases import FLAGS
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET

COLUMN = ["."] * 8
BOXES = (
    *("WAITING", "ABSENT", "ELIMINATED", "REDUCED", "BROKEN_DOWN", "REMOVED", "DISPLACED", "HURT"),
    "HIDDEN",
)


def test_every_flag_is_a_bit_of_its_own() -> None:
    bits = [*FLAGS.values(), position.CHECKED]
    assert all(bit > 0 and bit & (bit - 1) == 0 for bit in bits)
    assert len(set(bits)) == len(bits)


def test_every_box_is_a_place_of_its_own_off_the_map() -> None:
    codes = [getattr(position, name) for name in BOXES]
    assert codes == [-1, -2, -3, -4, -5, -6, -7, -8, -9]


def test_what_is_forgotten_and_when() -> None:
    """A player turn forgets all but what lasts; a game turn forgets fire, replacements and HQs put back."""
    assert {name for name, bit in FLAGS.items() if bit & TURN_FLAGS} == {
        "fired-this-turn",
        "replaced",
        "returned",
    }
    assert LASTING_FLAGS & ~TURN_FLAGS == NO_RECOVERY


@pytest.mark.rule("rp.sequence.7", "rp.replacements.3")
def test_a_player_turn_begins_afresh() -> None:
    state = "0101 moved marched built spent=3 no-recovery fired-this-turn replaced"
    game = table(COLUMN, {"i-gr-80": state, "i-a-309": "0108 moved", "nehring": "0101", "hq-xxiv": "0101"})
    game.pos.attempts[game.unit("nehring")] = 2
    assert game.asked() != "over"
    pos, unit = game.pos, game.unit("i-gr-80")
    assert {name for name, bit in FLAGS.items() if pos.flags[unit] & bit} == {
        *("no-recovery", "fired-this-turn", "replaced"),
    }
    assert (pos.spent[unit], pos.attempts[game.unit("nehring")]) == (0, 0)


# -- who is where -------------------------------------------------------------------------------------


@pytest.mark.rule("rp.move-intel.2")
def test_a_counter_that_is_put_elsewhere_is_there_and_nobody_has_looked_at_it() -> None:
    game = table(COLUMN, {"i-gr-80": "0101 seen", "ii-gr-80": "0102", "i-a-309": "0105", "pi-34": "reduced"})
    pos, unit, hex = game.pos, game.unit, game.hex
    assert pos.at(hex("0101")) == [unit("i-gr-80")]
    assert pos.on_map(GERMAN) == sorted([unit("i-gr-80"), unit("ii-gr-80")])
    pos.place(unit("i-gr-80"), hex("0102"))
    assert pos.at(hex("0101")) == [] and pos.seen[unit("i-gr-80")] == 0
    assert pos.at(hex("0102")) == sorted([unit("i-gr-80"), unit("ii-gr-80")])
    pos.place(unit("pi-34"), hex("0105"))
    assert pos.of_side_at(hex("0105"), GERMAN) == [unit("pi-34")]
    assert unit("pi-34") in pos.on_map(GERMAN)
    pos.place(unit("pi-34"), position.ELIMINATED)
    assert pos.on_map(GERMAN) == sorted([unit("i-gr-80"), unit("ii-gr-80")])
    assert pos.hexes_of(GERMAN) == [hex("0102")] and pos.hexes_of(SOVIET) == [hex("0105")]


@pytest.mark.rule("rp.move-intel.2")
def test_a_side_knows_its_own_counters_those_beside_the_map_and_those_it_has_looked_at() -> None:
    game = table(COLUMN, {"i-gr-80": "0101", "ii-gr-80": "0101 seen", "pi-34": "eliminated"})
    pos, unit = game.pos, game.unit
    assert [pos.knows(GERMAN, unit(id)) for id in ("i-gr-80", "ii-gr-80", "pi-34")] == [True, True, True]
    assert [pos.knows(SOVIET, unit(id)) for id in ("i-gr-80", "ii-gr-80", "pi-34")] == [False, True, True]
    assert [pos.knows(-1, unit(id)) for id in ("i-gr-80", "ii-gr-80", "pi-34")] == [False, False, True]
    assert [pos.viewers(unit(id)) for id in ("i-gr-80", "ii-gr-80")] == [0b01, 0b11]
    pos.reveal(unit("i-gr-80"), SOVIET)
    assert pos.knows(SOVIET, unit("i-gr-80")) and pos.viewers(unit("i-gr-80")) == 0b11


@pytest.mark.rule("rp.general.23", "rp.move-intel.2")
def test_what_a_hex_shows_of_a_side() -> None:
    """A leader alone is a unit that bars nothing; dispersed companies show themselves as such."""
    units = {"i-a-309": "0101", "rybalko": "0102", "1-5-gab": "0103 dispersed", "2-5-gab": "0104 dispersed"}
    game = table(COLUMN, {**units, "smg-51": "0104", "hq-3-gta": "0108"})
    pos, hexes = game.pos, [game.hex(f"010{n}") for n in range(1, 6)]
    assert [pos.signs(SOVIET)[hex] for hex in hexes] == [3, 1, 4, 7, 0]
    assert [pos.is_held(hex, SOVIET) for hex in hexes] == [True, False, False, True, False]
    assert [pos.has_unit(hex, SOVIET) for hex in hexes] == [True, True, False, True, False]
    assert pos.held_hexes(SOVIET) == [game.hex("0101"), game.hex("0104"), game.hex("0108")]


def test_a_counter_taken_off_the_map_is_clean() -> None:
    game = table(COLUMN, {"i-ar-34": "0101 disrupted oos limbered moved spent=2"})
    unit = game.unit("i-ar-34")
    game.pos.clear(unit)
    game.holds("unit i-ar-34 morale in-order", "unit i-ar-34 supply supplied", "unit i-ar-34 limbered no")
    assert (game.pos.flags[unit], game.pos.spent[unit], game.pos.dispersed[unit]) == (0, 0, 0)


# -- how it is shown ----------------------------------------------------------------------------------


def test_pieces_carry_badges_for_their_states() -> None:
    units = {
        "i-gr-80": "0101 disrupted oos moved steps=2",
        "pzr-27": "0101 demoralized isolated marched",
        "i-ar-34": "0101 limbered ammunition=1",
        "iv-ar-34": "0101",
        "nehring": "0101 adc entered",
        "hq-xxiv": "0101",
    }
    game = table(COLUMN, {**units, "1-5-gab": "0104 dispersed"})
    shown = {
        game.pos.roster.counters[piece.unit].id: piece
        for side in (GERMAN, SOVIET)
        for piece in SYSTEM.knowledge.project(game.pos, side).pieces
        if piece.unit >= 0 and piece.side == side
    }
    assert {id: piece.badges for id, piece in shown.items()} == {
        "i-gr-80": ("moved", "disrupted", "out-of-supply"),
        "pzr-27": ("marched", "demoralized", "isolated"),
        "i-ar-34": ("limbered", "ammunition-1"),
        "iv-ar-34": ("unlimbered", "ammunition-2"),
        "nehring": ("entered",),
        "hq-xxiv": (),
        "1-5-gab": ("dispersed",),
    }
    assert [(shown[id].face, shown[id].steps) for id in ("i-gr-80", "pzr-27", "nehring")] == [
        (1, 2),
        (0, 3),
        (1, 0),
    ]


@pytest.mark.rule("rp.general.22", "rp.engineering.12")
def test_the_header_the_clock_and_the_field_works() -> None:
    works = {"0101": "ip german", "0103": "digging german"}
    game = table(COLUMN, {"i-gr-80": "0101", "ii-gr-80": "0103"}, turn=8, works=works)
    view = SYSTEM.knowledge.project(game.pos, SOVIET)
    assert view.header == "Turn 8 of 96, 23 September, night, German player turn"
    assert [(track.label, track.value) for track in view.tracks[:3]] == [
        ("Turn", "8 of 96"),
        ("Day", "23 September"),
        ("Time", "night"),
    ]
    assert (view.marks["ip"], view.marks["digging"]) == ((game.hex("0101"),), (game.hex("0103"),))
    game.pos.result = "draw"
    assert SYSTEM.knowledge.project(game.pos, SOVIET).header.endswith("the game is over")

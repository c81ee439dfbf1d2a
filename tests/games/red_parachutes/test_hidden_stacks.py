"""What a side sees of hidden stacks, and what it may take them for."""

from random import Random

import pytest

from games.red_parachutes.battle import arena
from games.red_parachutes.table import Table, table
from grognard.games.battalions.model.position import HIDDEN, SIGN_DISPERSED, SIGN_UNIT, WAITING
from grognard.games.battalions.movement.reinforcements import due, entry_cost, entry_refusal
from grognard.games.battalions.table.knowledge import pieces, veiled, works
from grognard.games.red_parachutes import SYSTEM

GERMAN, SOVIET, ONLOOKER = 0, 1, -1
ROWS = ["......."] * 4
UNITS = {
    "i-gr-80": "0101",
    "i-a-309": "0301",
    "ii-a-309": "0301 seen",
    "1-5-gab": "0301 dispersed",
    "rybalko": "0402",
    "2-5-gab": "0504 dispersed",
    "hq-309": "0603 seen",
}


def hidden() -> Table:
    return table(ROWS, UNITS)


def signs(found: bytes) -> dict[int, int]:
    return {hex: sign for hex, sign in enumerate(found) if sign}


@pytest.mark.rule("rp.move-intel.2")
def test_a_veil_lies_on_those_who_have_not_been_looked_at() -> None:
    game = hidden()
    here = game.hex
    unknown = {
        here("0301"): SIGN_UNIT | SIGN_DISPERSED,
        here("0402"): SIGN_UNIT,
        here("0504"): SIGN_DISPERSED,
    }
    assert signs(veiled(game.pos, SOVIET, GERMAN)) == unknown
    assert signs(veiled(game.pos, SOVIET, ONLOOKER)) == unknown | {here("0603"): SIGN_UNIT}
    assert signs(veiled(game.pos, SOVIET, SOVIET)) == {}
    assert signs(veiled(game.pos, GERMAN, SOVIET)) == {here("0101"): SIGN_UNIT}
    # A position made from the Germans' view: an onlooker of it knows no more.
    seen = SYSTEM.knowledge.bare(SYSTEM.knowledge.project(game.pos, GERMAN))
    assert signs(veiled(seen, SOVIET, GERMAN)) == unknown
    assert signs(veiled(seen, SOVIET, ONLOOKER)) == unknown | {here("0603"): SIGN_UNIT}


@pytest.mark.rule("rp.move-intel.2")
def test_a_hidden_stack_is_one_piece_and_a_hidden_question_mark_another() -> None:
    game = hidden()
    shown = [(piece.hex, piece.side, piece.unit, piece.text) for piece in pieces(game.pos, GERMAN)]
    known = [
        (game.hex(hex), side, game.unit(id), "")
        for id, hex, side in (("i-gr-80", "0101", 0), ("ii-a-309", "0301", 1), ("hq-309", "0603", 1))
    ]
    assert sorted(piece for piece in shown if piece[2] >= 0) == sorted(known)
    veils = [
        (game.hex("0301"), 1, ""),
        (game.hex("0301"), 1, "?"),
        (game.hex("0402"), 1, ""),
        (game.hex("0504"), 1, "?"),
    ]
    assert sorted((hex, side, text) for hex, side, unit, text in shown if unit < 0) == sorted(veils)


@pytest.mark.rule("rp.move-intel.2")
def test_hidden_counters_are_guessed_into_the_hexes_that_show_them() -> None:
    """An airborne company under each "?", a fighter where a hex is barred, a leader where it is not."""
    game = hidden()
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    unknown = [game.unit(id) for id in ("i-a-309", "1-5-gab", "rybalko", "2-5-gab")]
    guesses = [SYSTEM.knowledge.sample(view, Random(seed)) for seed in range(12)]
    for pos in guesses:
        at = {unit: pos.hex[unit] for unit in unknown}
        assert HIDDEN not in at.values()
        lost = {unit: at[unit] for unit in unknown if pos.dispersed[unit]}
        assert sorted(lost.values()) == [game.hex("0301"), game.hex("0504")]
        assert all(pos.content.is_airborne[unit] for unit in lost)
        assert at[game.unit("i-a-309")] == game.hex("0301") and at[game.unit("rybalko")] == game.hex("0402")
        assert [pos.steps[unit] for unit in unknown] == [pos.content.max_steps[unit] for unit in unknown]
        assert pos.signs(SOVIET) == game.pos.signs(SOVIET) and pos.zoc(SOVIET) == game.pos.zoc(SOVIET)
    assert len({pos.hex[unknown[1]] for pos in guesses}) == 2


@pytest.mark.rule("rp.move-intel.2")
def test_more_hidden_counters_than_stacks_share_them() -> None:
    units = {"i-gr-80": "0101", "i-a-309": "0301", "ii-a-309": "0301", "iii-a-309": "0504", "i-b-309": "0504"}
    game = table(ROWS, units)
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    stacks = {game.hex("0301"), game.hex("0504")}
    for seed in range(8):
        pos = SYSTEM.knowledge.sample(view, Random(seed))
        where = [pos.hex[game.unit(id)] for id in units if id != "i-gr-80"]
        assert set(where) == stacks and not any(pos.dispersed)
    own = SYSTEM.knowledge.sample(SYSTEM.knowledge.project(game.pos, SOVIET), Random(1))
    assert own.hex == game.pos.hex


@pytest.mark.rule("rp.move-intel.2")
def test_of_those_left_over_the_airborne_are_scattered_and_the_others_stand_with_others() -> None:
    rifles, jumpers = ("i-a-309", "ii-a-309", "iii-a-309"), ("1-5-gab", "2-5-gab", "3-5-gab")
    units = dict.fromkeys(rifles, "0301") | dict.fromkeys(jumpers, "0504 dispersed") | {"i-gr-80": "0101"}
    game = table(ROWS, units)
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    for seed in range(6):
        pos = SYSTEM.knowledge.sample(view, Random(seed))
        assert {pos.hex[game.unit(id)] for id in rifles} == {game.hex("0301")}
        assert not any(pos.dispersed[game.unit(id)] for id in rifles)
        scattered = [pos.hex[game.unit(id)] == game.hex("0504") for id in jumpers]
        assert [bool(pos.dispersed[game.unit(id)]) for id in jumpers] == scattered
        assert sum(scattered) >= 2


@pytest.mark.rule("rp.move-intel.2")
@pytest.mark.parametrize(
    ("unit", "flag", "teaches"),
    [
        ("pzaa-19", "moved", True),
        ("pzaa-19", "marched", True),
        ("pzaa-19", "built", False),
        ("i-gr-80", "moved", False),
    ],
)
def test_only_recon_that_has_just_ended_a_move_learns_something(unit: str, flag: str, teaches: bool) -> None:
    before = table(ROWS, {unit: "0101"}).pos
    after = table(ROWS, {unit: f"0101 {flag}"}).pos
    assert SYSTEM.knowledge.may_teach(before, after, GERMAN) is teaches
    assert not SYSTEM.knowledge.may_teach(after, after, GERMAN)
    assert not SYSTEM.knowledge.may_teach(before, after, SOVIET)
    assert not SYSTEM.knowledge.may_teach(before, after, ONLOOKER)


@pytest.mark.rule("rp.engineering.13")
def test_works_are_seen_by_their_state() -> None:
    game = table(ROWS, {"i-gr-80": "0101"}, works={"0101": "ip german", "0202": "digging german"})
    assert works(game.pos) == {"ip": (game.hex("0101"),), "digging": (game.hex("0202"),)}


# -- who comes in, and what it costs --------------------------------------------------------------------


@pytest.mark.rule("rp.reinforcements.5")
@pytest.mark.parametrize("there", ["0403", "0504", "0505", "0405", "0305", "0304"])
def test_a_road_from_any_side_of_the_entry_hex_gives_its_rate(there: str) -> None:
    """Woods: 2 on foot, 4 motorized; along a road 1."""
    units = {"i-gr-80": "waiting arrives=2 at=0404", "ii-pzgr-73": "waiting arrives=2 at=0404"}
    road = table(arena("W", road=[["0404", there]]), units)
    plain = table(arena("W", road=[]), units)
    for unit, cost in (("i-gr-80", 4), ("ii-pzgr-73", 8)):
        assert entry_cost(road.pos, road.unit(unit), road.hex("0404")) == 2
        assert entry_cost(plain.pos, plain.unit(unit), plain.hex("0404")) == cost


@pytest.mark.rule("rp.reinforcements.1", "rp.reinforcements.5")
@pytest.mark.parametrize(
    ("unit", "state", "rule"),
    [
        ("i-gr-80", "waiting arrives=2 at=0101", ""),
        ("i-gr-80", "waiting arrives=1 at=0101", ""),
        ("i-gr-80", "waiting arrives=3 at=0101", "rp.reinforcements.1"),
        ("i-gr-80", "waiting arrives=2", "rp.reinforcements.1"),
        ("i-gr-80", "eliminated arrives=2 at=0101", "rp.reinforcements.1"),
        ("i-a-309", "waiting arrives=2 at=0101", "rp.reinforcements.1"),
        ("ii-pzgr-73", "waiting arrives=2 at=0102", "rp.reinforcements.5"),
    ],
)
def test_who_may_come_in_in_turn_2(unit: str, state: str, rule: str) -> None:
    """0102 is swamp, which vehicles do not enter."""
    game = table([".", "S"], {unit: state, "ii-gr-80": "0101"})
    refusal = entry_refusal(game.pos, game.unit(unit))
    assert (refusal.rule if refusal is not None else "") == rule
    is_due = unit != "i-a-309" and state.startswith("waiting") and "arrives=3" not in state
    assert due(game.pos) == ([game.unit(unit)] if is_due else [])
    assert game.pos.hex[game.unit(unit)] in (WAITING, -3)

"""Fire, results, overrun, assault and mines at their edges."""

from fractions import Fraction
from functools import reduce

import pytest

from games.panzerblitz.table import at, game_of, options, play, refusal, unit
from grognard.analysis.odds import outcomes
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.combat.results import apply_result, dispersed_modifier, result_of
from grognard.games.panzerblitz.combat.targets import (
    attack_refusal,
    fire_targets,
    firepower,
    fires_uphill,
    lines_of_fire,
    whole_target,
)
from grognard.games.panzerblitz.drop.breakdown import defence_of, group_defence, group_range
from grognard.games.panzerblitz.model.position import (
    DISPERSED,
    FIRED,
    FORMED,
    FORT,
    FRESH,
    FROZEN,
    INSIDE,
    LANDED,
    LOUD,
    MOVED,
)
from grognard.games.panzerblitz.table.sheets import table_sheet


def names(game: Game, hexes: list[int]) -> list[str]:
    return [game.pos.content.land.names[hex] for hex in hexes]


@pytest.mark.rule(
    "pb.results.7b", "pb.landing.2a", "pb.landing.10a", "pb.forming.2a", "pb.fire.1b", "pb.sequence.3"
)
@pytest.mark.parametrize(
    ("mark", "rule"),
    [
        (DISPERSED, "pb.results.7"),
        (LANDED, "pb.landing.2"),
        (FROZEN, "pb.landing.10"),
        (FORMED, "pb.forming.2"),
        (FIRED, "pb.fire.1"),
        (MOVED, "pb.sequence.3"),
        (INSIDE, ""),
    ],
)
def test_who_may_not_attack(mark: int, rule: str) -> None:
    game = game_of(units={"recon-1": "0101"})
    one = unit(game, "recon-1")
    assert attack_refusal(game.pos, one) is None
    game.pos.marks[one] |= mark
    found = attack_refusal(game.pos, one)
    assert (found.rule if found else "") == rule


@pytest.mark.rule("pb.sequence.4a", "pb.fire.1", "pb.transport.4")
def test_enemies_carriers_and_passengers_do_not_attack() -> None:
    more = [
        {"id": "r-truck-1", "hex": "0101"},
        {"id": "recon-1", "aboard": "r-truck-1"},
        {"id": "g-rifle-1", "hex": "0303"},
    ]
    game = game_of(more=more)
    rules = {}
    for id in ("r-truck-1", "recon-1", "g-rifle-1", "r-rifle-1"):
        found = attack_refusal(game.pos, unit(game, id))
        rules[id] = found.rule if found else ""
    assert rules == {
        "r-truck-1": "pb.fire.1",
        "recon-1": "pb.transport.4",
        "g-rifle-1": "pb.sequence.4",
        "r-rifle-1": "pb.fire.1",
    }


@pytest.mark.rule(
    "pb.weapons.2a",
    "pb.weapons.2b",
    "pb.weapons.2c",
    "pb.weapons.3a",
    "pb.weapons.3b",
    "pb.weapons.3c",
    "pb.weapons.4",
    "pb.weapons.5b",
    "pb.weapons.1a",
    "pb.weapons.1b",
)
@pytest.mark.parametrize(
    ("id", "far", "armoured", "strength"),
    [
        ("panther-1", 6, True, 32),
        ("panther-1", 7, True, 16),
        ("panther-1", 1, False, 8),
        ("at75-1", 3, True, 26),
        ("at75-1", 4, True, 13),
        ("at75-1", 4, False, 6),
        ("stuh42-1", 6, True, 14),
        ("stuh42-1", 7, True, 7),
        ("stuh42-1", 7, False, 14),
        ("mortar81-1", 6, True, 3),
        ("mortar81-1", 7, True, 1),
        ("mortar81-1", 7, False, 3),
        ("g-rifle-1", 2, True, 0),
        ("g-rifle-1", 2, False, 3),
    ],
)
def test_what_a_weapon_does(id: str, far: int, armoured: bool, strength: int) -> None:
    game = game_of(["."] * 9, mover="german", units={id: "0101"})
    assert firepower(game.pos, unit(game, id), at(game, f"01{1 + far:02d}"), armoured) == strength


@pytest.mark.rule("pb.elevation.1", "pb.elevation.2", "pb.weapons.5b")
def test_uphill() -> None:
    game = game_of(
        [".", "/", "^", "/", "/", "^"], mover="german", units={"at75-1": "0101", "g-smg-1": "0104"}
    )
    hexes = [at(game, f"010{n}") for n in range(1, 7)]
    ground, slope, top, slope2, slope3, top2 = hexes
    assert fires_uphill(game.pos, ground, slope)
    assert fires_uphill(game.pos, ground, top)
    assert fires_uphill(game.pos, slope2, top2)
    assert not fires_uphill(game.pos, slope3, top2)
    assert not fires_uphill(game.pos, slope2, top)
    assert not fires_uphill(game.pos, slope, slope2)
    assert not fires_uphill(game.pos, top, ground)
    # 13A at infantry: 6, and uphill 3.
    assert firepower(game.pos, unit(game, "at75-1"), slope, False) == 3
    assert firepower(game.pos, unit(game, "at75-1"), slope, True) == 13


@pytest.mark.rule(
    "pb.strength.1",
    "pb.strength.9a",
    "pb.strength.9b",
    "pb.strength.10",
    "pb.strength.11",
    "pb.strength.12a",
    "pb.strength.12b",
    "pb.strength.3a",
    "pb.strength.8b",
    "pb.strength.13",
)
@pytest.mark.rule("pb.strength.13", "pb.strength.14", "pb.strength.3")
def test_the_defence_of_pieces() -> None:
    game = game_of(units={"smg-1-1": "0101"})
    number = lambda *ids: [unit(game, id) for id in ids]  # noqa: E731
    smg = unit(game, "smg-1-1")
    assert [group_defence(game.pos, smg, n) for n in range(1, 9)] == [1, 2, 3, 4, 5, 8, 10, 12]
    assert [group_defence(game.pos, unit(game, "rifle-1-1"), n) for n in range(1, 6)] == [3, 6, 9, 12, 15]
    assert defence_of(game.pos, number("guards-1-1", "guards-1-2", "rifle-1-1", "t34c-1")) == 6 + 3 + 9
    assert (
        defence_of(
            game.pos, number(*(f"smg-1-{n}" for n in range(1, 5)), *(f"smg-2-{n}" for n in range(1, 4)))
        )
        == 7
    )


@pytest.mark.rule("pb.strength.2", "pb.strength.6", "pb.strength.3b", "pb.strength.4b")
def test_the_range_of_pieces() -> None:
    game = game_of(units={"smg-1-1": "0101"})
    assert [group_range(game.pos, unit(game, "rifle-1-1"), n) for n in range(1, 6)] == [1, 2, 3, 4, 4]
    assert [group_range(game.pos, unit(game, "guards-1-1"), n) for n in range(1, 7)] == [1, 2, 3, 4, 5, 5]
    assert [group_range(game.pos, unit(game, "smg-1-1"), n) for n in range(1, 9)] == [1] * 8


@pytest.mark.rule("pb.strength.5a", "pb.strength.7a")
def test_comrades_already_firing_lend_their_number() -> None:
    units = {"rifle-1-1 rifle-1-2 rifle-1-3 rifle-1-4": "0103", "wagon-1": "0101", "rifle-2-1": "0103"}
    game = game_of([".", ".", ".", "."], units=units)
    play(game, "fire 0101", "whole")
    assert "add rifle-2-1" not in options(game)
    play(game, "add rifle-1-3")
    firers = game.pos.stack[-1].vars.firers
    assert firers == (unit(game, "rifle-1-3"), unit(game, "rifle-1-1"))
    play(game, "add rifle-1-2")
    assert len(game.pos.stack[-1].vars.firers) == 3
    play(game, "resolve", "roll 6")
    # One piece is left; alone it does not reach.
    assert not [text for text in options(game) if text.startswith("fire")]


@pytest.mark.rule("pb.los.1", "pb.los.2")
def test_lines_of_fire_need_spotting_range_and_sight() -> None:
    rows = [".w.....", ".......", ".......", "......."]
    units = {"rifle-1-1": "0201", "rifle-2-1": "0701", "stuh42-1": "0203", "security-1": "0104"}
    game = game_of(rows, mover="german", units=units)
    assert names(game, fire_targets(game.pos)) == ["0701"]
    assert lines_of_fire(game.pos)[at(game, "0701")] == [unit(game, "stuh42-1")]
    spotting = game_of(rows, mover="german", units=units | {"wagon-1": "0101"})
    assert names(spotting, fire_targets(spotting.pos)) == ["0201", "0701"]
    assert lines_of_fire(spotting.pos)[at(spotting, "0201")] == [
        unit(game, "stuh42-1"),
        unit(game, "security-1"),
    ]


def test_lines_of_fire_are_found_again_when_somebody_moves() -> None:
    game = game_of(mover="german", units={"rifle-1-1": "0101", "stuh42-1": "0103"})
    assert names(game, fire_targets(game.pos)) == ["0101"]
    game.pos.place(unit(game, "rifle-1-1"), at(game, "0505"))
    assert names(game, fire_targets(game.pos)) == ["0505"]


@pytest.mark.rule("pb.weapons.1")
def test_infantry_alone_has_no_target_in_armour() -> None:
    game = game_of(units={"panther-1": "0101", "recon-1": "0102", "halftrack-1 wagon-1": "0202"})
    assert names(game, fire_targets(game.pos)) == ["0202"]


@pytest.mark.rule("pb.fire.11b")
def test_against_a_tie_infantry_may_fire_and_counts_nothing() -> None:
    units = {"halftrack-1 wagon-1": "0202", "r-rifle-1": "0203", "t34c-1": "0204"}
    game = game_of(units=units)
    play(game, "fire 0202", "whole", "add t34c-1")
    assert SYSTEM.cases.check(game.pos, "attack 6") is None
    play(game, "add r-rifle-1")
    # Soft: 6 + 5 = 11. Armoured: 24 + 0 = 24. The defender is soft.
    assert SYSTEM.cases.check(game.pos, "attack 11") is None


@pytest.mark.rule("pb.results.2c")
def test_a_target_is_dispersed_only_as_a_whole() -> None:
    game = game_of(units={"recon-1 r-rifle-1": "0101"})
    pair = [unit(game, "recon-1"), unit(game, "r-rifle-1")]
    assert dispersed_modifier(game.pos, pair) == 0
    game.pos.marks[pair[0]] |= DISPERSED
    assert dispersed_modifier(game.pos, pair) == 0
    assert dispersed_modifier(game.pos, pair[:1]) == -1
    game.pos.marks[pair[1]] |= DISPERSED
    assert dispersed_modifier(game.pos, pair) == -1
    assert dispersed_modifier(game.pos, [FORT]) == 0


@pytest.mark.rule("pb.results.3", "pb.results.4a", "pb.results.4b", "pb.results.5", "pb.results.6")
@pytest.mark.parametrize(
    ("result", "fresh", "dispersed"),
    [
        ("-", "fine", "dispersed"),
        ("D", "dispersed", "dispersed"),
        ("DD", "dispersed", "dead"),
        ("X", "dead", "dead"),
    ],
)
def test_results(result: str, fresh: str, dispersed: str) -> None:
    more = [{"id": "recon-1", "hex": "0101", "dispersed": True}]
    game = game_of(mover="german", units={"r-rifle-1": "0101", "cavalry-1": "0101"}, more=more)
    pair = [unit(game, "r-rifle-1"), unit(game, "recon-1")]
    apply_result(game, pair, at(game, "0101"), result)

    def state(one: int) -> str:
        dead = game.pos.where[one] == -2
        return "dead" if dead else "dispersed" if game.pos.marks[one] & DISPERSED else "fine"

    assert [state(one) for one in pair] == [fresh, dispersed]
    assert state(unit(game, "cavalry-1")) == "fine"
    assert game.pos.lost[0] == [fresh, dispersed].count("dead")
    assert game.pos.wrecks == []


@pytest.mark.rule("pb.results.8")
def test_only_what_the_enemy_dispersed_recovers_at_once() -> None:
    game = game_of(mover="russian", units={"recon-1": "0101", "g-rifle-1": "0303"})
    apply_result(game, [unit(game, "recon-1")], at(game, "0101"), "D")
    apply_result(game, [unit(game, "g-rifle-1")], at(game, "0303"), "D")
    assert game.pos.marks[unit(game, "recon-1")] & FRESH
    assert not game.pos.marks[unit(game, "g-rifle-1")] & FRESH


@pytest.mark.rule("pb.forts.1", "pb.forts.2", "pb.forts.3a")
def test_a_manned_fort_is_part_of_the_whole_target() -> None:
    more = [{"id": "g-rifle-1", "hex": "0101", "inside": True}, {"id": "g-rifle-2", "hex": "0101"}]
    game = game_of(more=more, units={"su152-1": "0104"}, forts={"0101": 20, "0303": 40})
    hex = at(game, "0101")
    assert whole_target(game.pos, hex) == (FORT, unit(game, "g-rifle-2"))
    assert defence_of(game.pos, whole_target(game.pos, hex), hex) == 28
    assert defence_of(game.pos, (FORT,), hex) == 20
    assert game.pos.fort_at(at(game, "0303")) == 40
    assert game.pos.fort_at(at(game, "0202")) == 0
    apply_result(game, (FORT,), hex, "DD")
    assert game.pos.marks[unit(game, "g-rifle-1")] & DISPERSED
    assert not game.pos.marks[unit(game, "g-rifle-2")] & DISPERSED
    apply_result(game, (FORT,), hex, "X")
    assert game.pos.where[unit(game, "g-rifle-1")] == -2
    assert game.pos.where[unit(game, "g-rifle-2")] == hex
    assert game.pos.forts == [at(game, "0303"), 40]


@pytest.mark.rule("pb.forts.1")
def test_an_empty_fort_is_no_target_and_adds_nothing() -> None:
    game = game_of(units={"g-rifle-2": "0101", "su152-1": "0104"}, forts={"0101": 20})
    assert whole_target(game.pos, at(game, "0101")) == (unit(game, "g-rifle-2"),)


@pytest.mark.rule("pb.balance.4a")
def test_only_fire_from_cover_is_loud_and_only_with_the_option() -> None:
    for options_, rows, loud in (
        ({"experimental": True}, ["w", ".", "."], True),
        ({"experimental": True}, [".", ".", "."], False),
        ({}, ["w", ".", "."], False),
    ):
        game = game_of(rows, units={"r-rifle-1": "0101", "wagon-1": "0103"}, options=options_)
        play(game, "fire 0103", "whole", "add r-rifle-1", "resolve")
        assert bool(game.pos.marks[unit(game, "r-rifle-1")] & LOUD) is loud


@pytest.mark.rule("pb.posts.2b")
@pytest.mark.parametrize(("rows", "fires"), [(8, True), (6, False)])
def test_indirect_fire_only_beyond_half_range(rows: int, fires: bool) -> None:
    drawn = [".", "/", "/"] + ["."] * (rows - 3)
    units = {"rifle-1-1": "0101", "maultier-1": f"01{rows:02d}", "g-post-1": "0102"}
    game = game_of(
        drawn, mover="german", units=units, map={"brown": ["0102/0103"]}, options={"indirect-fire": True}
    )
    assert (at(game, "0101") in fire_targets(game.pos)) is fires
    blind = game_of(drawn, mover="german", units=units, map={"brown": ["0102/0103"]})
    assert at(blind, "0101") not in fire_targets(blind.pos)
    lost = game_of(
        drawn, mover="german", units=units, map={"brown": ["0102/0103"]}, options={"indirect-fire": True}
    )
    lost.pos.marks[unit(lost, "g-post-1")] |= DISPERSED
    assert at(lost, "0101") not in fire_targets(lost.pos)


@pytest.mark.rule("pb.posts.2c")
def test_tanks_do_not_fire_indirectly() -> None:
    drawn = [".", "/", "/", ".", ".", ".", ".", "."]
    units = {"rifle-1-1": "0101", "panther-1": "0108", "g-post-1": "0102"}
    game = game_of(
        drawn, mover="german", units=units, map={"brown": ["0102/0103"]}, options={"indirect-fire": True}
    )
    assert fire_targets(game.pos) == []


def test_an_attack_can_be_taken_back_until_the_die_is_rolled() -> None:
    game = game_of(mover="german", units={"rifle-1-1 rifle-1-2": "0101", "stuh42-1": "0103"})
    before, number = game.pos.hash(), game.pos.number
    play(game, "fire 0101", "aim rifle-1-1", "aim rifle-1-2", "add stuh42-1", "cancel")
    game.pos.number = number
    assert game.pos.hash() == before


@pytest.mark.rule("pb.overrun.4", "pb.overrun.5")
def test_an_overrun_needs_the_points_to_the_hex_beyond() -> None:
    # A wagon's worth of tank: six points reach entry four hexes on, the target and the exit.
    for length, works in ((5, True), (6, False)):
        rows = ["."] * (length + 3)
        game = game_of(
            rows,
            step="ChooseOverrun",
            mover="german",
            units={"rifle-1-1": f"01{length:02d}", "grille-1": "0101"},
        )
        found = game.ask.step == "ChooseOverrun" and game.pos.mover == 1
        assert (found and "overrun 0105" in options(game)) is works


@pytest.mark.rule("pb.overrun.5c")
def test_the_exit_must_have_room() -> None:
    units = {"rifle-1-1": "0103", "pz4-1": "0105", "g-rifle-1 g-rifle-2": "0102"}
    game = game_of(["."] * 6, step="ChooseOverrun", mover="german", units=units)
    assert "overrun 0103" in options(game)
    play(game, "overrun 0103", "charge pz4-1", "through 0104", "resolve", "roll 6")
    assert game.pos.where[unit(game, "pz4-1")] == at(game, "0102")
    full = game_of(["."] * 6, step="ChooseOverrun", mover="german", units=units | {"g-rifle-3": "0102"})
    assert full.ask.step != "ChooseOverrun"


@pytest.mark.rule("pb.overrun.5c", "pb.overrun.9")
def test_vehicles_that_come_out_together_need_room_together() -> None:
    units = {"rifle-1-1": "0103", "pz4-1": "0105", "pz4-2": "0106", "g-rifle-1 g-rifle-2": "0102"}
    game = game_of(["."] * 6, step="ChooseOverrun", mover="german", units=units)
    play(game, "overrun 0103", "charge pz4-1", "through 0104")
    assert "charge pz4-2" not in options(game)
    full = refusal(game, "charge pz4-2")
    assert (full.rule, full.why) == ("pb.stack.1", "4 units would stand in 0102; 3 may.")
    assert refusal(game, "charge pz4-1").why == "PzKw IV 1 is in the attack already."


@pytest.mark.rule("pb.overrun.5", "pb.stack.1")
def test_an_overrun_that_finds_no_room_beyond_is_refused_for_that() -> None:
    units = {
        "rifle-1-1": "0103",
        "rifle-2-1": "0107",
        "pz4-1": "0105",
        "g-rifle-1 g-rifle-2 g-rifle-3": "0102",
    }
    game = game_of(["."] * 9, step="ChooseOverrun", mover="german", units=units)
    assert options(game) == ["overrun 0107", "done"]
    assert refusal(game, "overrun 0103").rule == "pb.stack.1"
    play(game, "overrun 0107", "charge pz4-1")
    assert refusal(game, "through 0108").rule == "pb.overrun.4"


@pytest.mark.rule("pb.overrun.7", "pb.overrun.8", "pb.overrun.4b")
def test_an_overrun_marks_its_vehicles_as_spent() -> None:
    units = {"rifle-1-1": "0103", "pz4-1": "0105", "wagon-1": "0106", "t34c-1": "0101"}
    game = game_of(["."] * 6, step="ChooseOverrun", mover="german", units=units)
    play(game, "overrun 0103", "charge pz4-1", "through 0104", "resolve")
    assert game.ask.sides == (CHANCE,)
    assert SYSTEM.odds.on_table(game.pos)
    play(game, "roll 1")
    assert game.pos.where[unit(game, "rifle-1-1")] == -2
    assert game.pos.marks[unit(game, "pz4-1")] & (FIRED | MOVED) == FIRED | MOVED
    assert not SYSTEM.odds.on_table(game.pos)


@pytest.mark.rule("pb.assault.2c", "pb.mines.2")
def test_no_step_of_an_assault_leads_onto_mines_or_into_a_full_hex() -> None:
    units = {"security-1": "0101", "r-rifle-1": "0103"}
    game = game_of([".", ".", "."], step="ChooseAssault", units=units)
    play(game, "assault 0101", "join r-rifle-1")
    assert options(game) == ["from 0102", "cancel"]
    mined = game_of([".", ".", "."], step="ChooseAssault", units=units, mines="0102")
    assert mined.ask.step != "ChooseAssault"
    full = game_of([".", ".", "."], step="ChooseAssault", units=units | {"t34c-1 t34c-2": "0102"})
    assert full.ask.step != "ChooseAssault"


@pytest.mark.rule("pb.assault.1a")
def test_cavalry_storms_and_guns_do_not() -> None:
    game = game_of(
        step="ChooseAssault",
        units={"security-1": "0101", "cavalry-1 mortar82-1": "0102", "r-truck-1": "0201"},
    )
    play(game, "assault 0101")
    assert options(game) == ["join cavalry-1", "cancel"]
    assert refusal(game, "join mortar82-1").rule == "pb.assault.1"


@pytest.mark.rule("pb.assault.2", "pb.joining.5")
def test_single_pieces_may_storm_from_where_they_stand() -> None:
    game = game_of(step="ChooseAssault", units={"wagon-1": "0101", "rifle-1-1 rifle-1-2": "0102"})
    play(game, "assault 0101", "join rifle-1-2", "from 0102")
    assert game.pos.stack[-1].vars.units == (unit(game, "rifle-1-2"),)
    play(game, "join rifle-1-1")
    # Its comrade stays, so it cannot step away.
    assert options(game) == ["from 0102", "cancel"]


@pytest.mark.rule("pb.assault.5a", "pb.engineers.3")
def test_two_engineers_alone_are_not_enough() -> None:
    units = {"mortar81-1": "0101", "r-engineer-1 recon-1": "0102"}
    game = game_of(step="ChooseAssault", units=units)
    play(game, "assault 0101", "join r-engineer-1", "from 0102")
    assert SYSTEM.cases.check(game.pos, "odds 1-1") is None
    play(game, "join recon-1", "from 0102")
    assert SYSTEM.cases.check(game.pos, "attack 6") is None
    assert SYSTEM.cases.check(game.pos, "odds 3-1") is None


@pytest.mark.rule("pb.mines.1b", "pb.mines.2")
@pytest.mark.parametrize(("die", "state"), [(1, "dead"), (2, "dispersed"), (5, "dispersed"), (6, "fine")])
def test_mines_attack_at_two_to_one(die: int, state: str) -> None:
    units = {"r-rifle-1": "0102", "recon-1": "0505"}
    game = game_of(["w....", ".....", ".....", ".....", "....."], step="MoveFoot", units=units, mines="0101")
    play(game, "move r-rifle-1", "go 0101", f"roll {die}")
    one = unit(game, "r-rifle-1")
    dead = game.pos.where[one] == -2
    assert state == ("dead" if dead else "dispersed" if game.pos.marks[one] & DISPERSED else "fine")
    assert game.ask.step == "MoveFoot"


@pytest.mark.rule("pb.mines.5b", "pb.mines.6")
def test_an_engineer_chooses_among_minefields() -> None:
    game = game_of(units={"r-engineer-1": "0202", "recon-1": "0505"}, mines="0201 0203 0505")
    assert options(game) == ["clear r-engineer-1", "done"]
    play(game, "clear r-engineer-1")
    assert options(game) == ["sweep 0201", "sweep 0203"]
    play(game, "sweep 0203", "roll 2")
    assert names(game, game.pos.mines) == ["0201", "0505"]
    assert game.pos.marks[unit(game, "r-engineer-1")] & (FIRED | MOVED) == FIRED | MOVED


def test_what_an_attack_did_is_measured() -> None:
    units = {"rifle-1-1 rifle-1-2": "0101", "stuh42-1": "0103", "wagon-1": "0505"}
    game = game_of(mover="german", units=units)
    play(game, "fire 0101", "whole", "add stuh42-1", "resolve")
    assert SYSTEM.odds.on_table(game.pos)
    after = game.copy()
    play(after, "roll 3")
    assert SYSTEM.odds.tallied(after.pos, reduce(SYSTEM.odds.tally, after.events, ())) == {
        "russian units dispersed": 2,
        "german units dispersed": 0,
    }
    assert SYSTEM.odds.measure(game.pos, after.pos) == {
        "russian units destroyed": 0,
        "german units destroyed": 0,
    }
    worse = game.copy()
    play(worse, "roll 1")
    assert SYSTEM.odds.measure(game.pos, worse.pos)["russian units destroyed"] == 2
    assert (
        SYSTEM.odds.tallied(worse.pos, reduce(SYSTEM.odds.tally, worse.events, ()))["russian units dispersed"]
        == 0
    )


@pytest.mark.parametrize("step", ["Fire", "ChooseOverrun", "ChooseAssault"])
def test_the_odds_of_an_attack_are_what_its_die_does_and_no_more(step: str) -> None:
    """The last attack of a turn: had the rest of the turn run, mines and recovery would show."""
    more = [{"id": "t34c-2", "hex": "0501", "dispersed": True}]
    units = {"t34c-1": "0301", "recon-1": "0402", "g-rifle-1": "0302"}
    orders = {
        "Fire": ("fire 0302", "whole", "add t34c-1", "add recon-1", "resolve"),
        "ChooseOverrun": ("overrun 0302", "charge t34c-1", "through 0301", "resolve"),
        "ChooseAssault": ("assault 0302", "join recon-1", "from 0402", "resolve"),
    }
    game = play(game_of(step=step, units=units, more=more), *orders[step])
    found = outcomes(SYSTEM, game)
    assert found.total() == 1
    assert found.plays == 6
    column, modifier = sheet_column(game)
    for kind in ("destroyed", "dispersed"):
        results = [result_of(game.pos, column, die, modifier) for die in range(1, 7)]
        hits = sum(result in (("X",) if kind == "destroyed" else ("D", "DD")) for result in results)
        assert found.at_least(f"german units {kind}", 1) == Fraction(hits, 6)
        assert found.at_least(f"russian units {kind}", 1) == 0


def sheet_column(game: Game) -> tuple[int, int]:
    sheet = table_sheet(game.pos)
    return sheet.column, sheet.modifier


@pytest.mark.rule("pb.fire.4", "pb.fire.6")
def test_why_there_is_nothing_to_separate_and_no_fort_to_aim_at() -> None:
    units = {"t34c-1": "0101", "wagon-1": "0303"}
    game = game_of(units=units)
    play(game, "fire 0303")
    assert refusal(game, "separately").why == "there is only one unit to aim at."
    assert refusal(game, "fort").why == "0303 has no fort with units outside it."


@pytest.mark.rule("pb.fire.6")
def test_separate_attacks_go_on_to_the_next_unit_until_the_last() -> None:
    units = {"t34c-1": "0101", "t34c-2": "0102", "wagon-1 wagon-2": "0303"}
    game = game_of(units=units)
    play(game, "fire 0303", "separately", "add t34c-1")
    assert refusal(game, "resolve").fix == "Say next."
    play(game, "next", "add t34c-2")
    assert refusal(game, "next").fix == "Say resolve."

"""Modes: allowances, voluntary changes, Reserves, disorganisation, exploitation."""

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from grognard.games.ocs.model.content import COMBAT_SIDE, MOVE_SIDE
from grognard.games.ocs.model.position import (
    ASTER,
    BOREAL,
    CARRIED,
    COMBAT,
    DG,
    EXPLOIT,
    MOVE,
    RELEASED,
    RESERVE,
    STRAT,
    VOLUNTARY,
    OcsPosition,
)
from grognard.games.ocs.movement.modes import (
    RESERVE_MOVE,
    allowance,
    change_mode,
    disorganise,
    lose_reserve,
    mark_exploit,
    mode_refusal,
    orientation,
    recover,
    release,
    reserve_refusal,
)

MOVEMENT = {"procedure": "movement", "step": "Move"}


@pytest.mark.rule(
    "ocs.modes.17",
    "ocs.modes.25b",
    "ocs.modes.30",
    "ocs.modes.34c",
    "ocs.basics.9a",
    "ocs.modes.2",
    "ocs.modes.3b",
    "ocs.modes.10",
    "ocs.modes.14a",
)
@pytest.mark.parametrize(
    ("mode", "quarters"),
    [
        ("combat", 24),  # MA 6
        ("move", 64),  # MA 16
        ("reserve", 6),  # a quarter of 6
        ("reserve-move", 16),
        ("strat", 128),  # twice 16
        ("dg", 12),
        ("exploit", 12),
    ],
)
def test_allowance_by_mode_is_never_rounded(mode: str, quarters: int) -> None:
    pos = position(None, {"a13": {"hex": "01.01", "mode": mode}})
    assert allowance(pos, unit(pos, "a13")) == quarters


@pytest.mark.rule("ocs.reaction.2a", "ocs.exploitation.2", "ocs.modes.22a", "ocs.modes.30b")
def test_released_reserves_have_half_in_reaction_and_all_in_exploitation() -> None:
    entry = {"a21": {"hex": "01.01", "flags": RELEASED}}
    react = position(None, entry, phase="reaction", phasing="boreal", acting="aster")
    exploit = position(None, entry, phase="exploitation")
    assert (allowance(react, unit(react, "a21")), allowance(exploit, unit(exploit, "a21"))) == (6, 12)
    marked = position(None, {"a13 a21": {"hex": "01.01", "mode": "exploit"}}, phase="exploitation")
    # Set piece 9: 3 MP and 1½ MP.
    assert [allowance(marked, unit(marked, id)) for id in ("a13", "a21")] == [12, 6]


@pytest.mark.rule("ocs.basics.19b", "ocs.airmission.12b")
def test_half_the_allowance_with_air_transport() -> None:
    pos = position(None, {"a35": {"hex": "01.01", "mode": "move", "flags": CARRIED}})
    assert allowance(pos, unit(pos, "a35")) == 10


@pytest.mark.rule("ocs.modes.6a", "ocs.modes.7", "ocs.modes.20b", "ocs.airmission.13")
def test_modes_change_only_in_the_own_movement_phase_before_moving() -> None:
    for given in ({"phase": "reaction"}, {"phase": "exploitation"}, {"acting": "boreal"}):
        pos = position(None, {"a21": "01.01"}, **given)
        ruling = mode_refusal(pos, unit(pos, "a21"), MOVE)
        assert ruling is not None and ruling.rule == "ocs.modes.7"
    begun = position(None, {"a21": {"hex": "01.01", "spent": 1}})
    ruling = mode_refusal(begun, unit(begun, "a21"), MOVE)
    assert ruling is not None and ruling.rule == "ocs.modes.6"
    fresh = position(None, {"a21": "01.01"})
    assert mode_refusal(fresh, unit(fresh, "a21"), MOVE) is None


@pytest.mark.rule("ocs.modes.5", "ocs.modes.6c", "ocs.modes.10", "ocs.modes.14")
def test_a_unit_that_stays_may_change_its_mode_without_fuel() -> None:
    game = build(None, {"a11": "03.03"}, start=MOVEMENT)
    play(game, "move a11", "mode 1", "halt")
    assert game.pos.mode[unit(game.pos, "a11")] == MOVE
    assert where(game.pos, "a11") == "03.03"
    assert game.pos.spent[unit(game.pos, "a11")] == 0
    assert "move a11" not in options(game)


@pytest.mark.rule("ocs.modes.6")
def test_a_choice_of_mode_can_be_put_back() -> None:
    game = build(None, {"a11 a21": "03.03"}, start=MOVEMENT)
    play(game, "move a21", "join a11", "mode 3", "back")
    assert [game.pos.mode[unit(game.pos, id)] for id in ("a11", "a21")] == [COMBAT, COMBAT]
    assert "move a21" in options(game)


@pytest.mark.rule("ocs.zoc.14a", "ocs.zoc.15a")
@pytest.mark.parametrize(("mode", "rule"), [(RESERVE, "ocs.zoc.14"), (STRAT, "ocs.zoc.15")])
def test_no_reserve_and_no_strat_in_an_enemy_zone(mode: int, rule: str) -> None:
    # A friend in the hex negates nothing here.
    pos = position(None, {"a21 a22": "03.02", "b11": "03.03"})
    ruling = mode_refusal(pos, unit(pos, "a21"), mode)
    assert ruling is not None and ruling.rule == rule
    assert mode_refusal(pos, unit(pos, "a21"), MOVE) is None
    calm = position(None, {"a21": "03.02", "b11": {"hex": "03.03", "mode": "move"}})
    assert mode_refusal(calm, unit(calm, "a21"), mode) is None


@pytest.mark.rule(
    "ocs.modes.12a",
    "ocs.modes.12b",
    "ocs.modes.12c",
    "ocs.modes.1b",
    "ocs.transport.8a",
    "ocs.replacement.2a",
)
def test_who_can_be_in_which_mode() -> None:
    units = {"b-pax-1": {"hex": "01.01", "mode": "move"}, "b41": {"hex": "01.01", "points": 2}}
    pos = position(None, units | {"bf1": "01.01"}, phasing="boreal")
    pax, trucks, plane = (unit(pos, id) for id in ("b-pax-1", "b41", "bf1"))

    def allowed(one: int) -> list[int]:
        return [mode for mode in (*VOLUNTARY, RESERVE_MOVE) if mode_refusal(pos, one, mode) is None]

    assert allowed(pax) == [MOVE, STRAT, RESERVE_MOVE]
    assert allowed(trucks) == []
    assert allowed(plane) == []
    own = position(None, {"a17": {"hex": "01.01", "points": 2}})
    organic = unit(own, "a17")
    assert [m for m in (*VOLUNTARY, RESERVE_MOVE) if mode_refusal(own, organic, m) is None] == [
        MOVE,
        RESERVE_MOVE,
    ]


@pytest.mark.rule("ocs.modes.9", "ocs.modes.8", "ocs.modes.3")
def test_a_disorganised_unit_only_turns_over() -> None:
    pos = position(None, {"a13": {"hex": "03.03", "mode": "dg"}})
    one = unit(pos, "a13")
    assert [mode for mode in VOLUNTARY if mode_refusal(pos, one, mode) is None] == [COMBAT, MOVE]
    change_mode(pos, one, MOVE)
    assert (pos.mode[one], pos.face[one]) == (DG, MOVE_SIDE)
    assert allowance(pos, one) == 32  # half of 16


@pytest.mark.rule("ocs.modes.20a", "ocs.modes.3")
def test_the_owner_chooses_the_side_a_reserve_shows() -> None:
    pos = position(None, {"a13": "03.03"})
    one = unit(pos, "a13")
    change_mode(pos, one, RESERVE_MOVE)
    assert (pos.mode[one], pos.face[one]) == (RESERVE, MOVE_SIDE)
    change_mode(pos, one, RESERVE)
    assert (pos.mode[one], pos.face[one]) == (RESERVE, COMBAT_SIDE)


@pytest.mark.rule("ocs.modes.16b", "ocs.stacking.5a")
def test_markers_count_hexes_and_not_units() -> None:
    units = {"a21 a22": {"hex": "01.01", "mode": "reserve"}, "a23": {"hex": "05.05", "mode": "reserve"}}
    pos = position(None, units | {"a31": {"hex": "03.03", "mode": "reserve"}}, reserves={"aster": 2})
    one = [unit(pos, "a31")]
    assert reserve_refusal(pos, one, hex(pos, "01.01")) is None
    ruling = reserve_refusal(pos, one, hex(pos, "03.03"))
    assert ruling is not None and ruling.rule == "ocs.modes.16"
    more = position(None, units | {"a31": {"hex": "03.03", "mode": "reserve"}}, reserves={"aster": 3})
    assert reserve_refusal(more, [unit(more, "a31")], hex(more, "03.03")) is None


@pytest.mark.rule("ocs.modes.16a", "ocs.modes.16c")
def test_units_gather_under_one_marker() -> None:
    units = {"a14": {"hex": "03.03", "mode": "reserve"}, "a21": "03.04"}
    game = build(None, units, reserves={"aster": 1}, start=MOVEMENT)
    play(game, "move a21", "mode 2")
    # 3 MP a quarter each: the one hex that is always allowed, and only the hex with the marker.
    assert [text for text in options(game) if text.startswith("to")] == ["to 03.03"]
    assert "halt" not in options(game)
    assert refusal(game, "to 03.05").rule == "ocs.modes.16"
    play(game, "to 03.03", "halt")
    assert where(game.pos, "a21") == "03.03"


@pytest.mark.rule("ocs.modes.24a")
def test_no_reserve_stays_in_a_hedgehog() -> None:
    game = build(None, {"a21": "03.03"}, hedgehogs={"aster": {"03.03": 1, "03.04": 2}}, start=MOVEMENT)
    play(game, "move a21", "mode 2")
    assert "halt" not in options(game)
    assert refusal(game, "halt").rule == "ocs.modes.24"
    assert refusal(game, "to 03.04").rule == "ocs.modes.24"
    play(game, "to 03.02")
    assert "halt" in options(game)


@pytest.mark.rule("ocs.modes.21c", "ocs.modes.7", "ocs.reaction.1", "ocs.sequence.14")
def test_reserves_are_released_one_by_one_in_reaction() -> None:
    units = {"b21 b22": {"hex": "03.03", "mode": "reserve"}, "b11": "05.05", "a21": "01.01"}
    game = build(
        None,
        units,
        phase="reaction",
        acting="boreal",
        start={"procedure": "reaction", "step": "Move"},
        dumps={"boreal": {"03.03": 20}},
    )
    assert "release b21" in options(game) and "move b21" not in options(game)
    assert refusal(game, "move b11").rule == "ocs.reaction.1"
    assert refusal(game, "release b11").rule == "ocs.modes.21"
    play(game, "release b21")
    assert game.pos.mode[unit(game.pos, "b21")] == COMBAT
    assert "move b21" in options(game) and "release b22" in options(game)
    play(game, "move b21", "to 03.04", "fuel-unit b21", "halt")
    assert where(game.pos, "b21") == "03.04"
    assert game.pos.mode[unit(game.pos, "b22")] == RESERVE


@pytest.mark.rule("ocs.modes.21a")
def test_release_is_refused_in_the_movement_phase() -> None:
    game = build(None, {"a13": {"hex": "03.03", "mode": "reserve"}}, start=MOVEMENT)
    assert refusal(game, "release a13").rule == "ocs.modes.7"


@pytest.mark.rule("ocs.modes.21b", "ocs.modes.3")
def test_release_gives_the_mode_of_the_side_that_shows() -> None:
    pos = position(None, {"a13": {"hex": "01.01", "mode": "reserve-move"}})
    release(pos, unit(pos, "a13"))
    assert pos.mode[unit(pos, "a13")] == MOVE == orientation(pos, unit(pos, "a13"))


@pytest.mark.rule("ocs.modes.28", "ocs.modes.25c")
def test_strat_mode_ends_in_trace_supply() -> None:
    rows = ["." * 24] * 3
    game = build(
        rows,
        {"a14": "02.02"},
        sources={"aster": "01.02"},
        control={"aster": ["01.02"]},
        dumps={"aster": {"02.02": 4}},
        start=MOVEMENT,
    )
    play(game, "move a14", "mode 3")
    # 36 MP, but trace reaches only 6 hexes beyond the source.
    ends = [text for text in options(game) if text.startswith("to ")]
    assert "to 07.02" in ends and "to 08.02" not in ends
    assert refusal(game, "to 08.02").rule == "ocs.modes.28"


@pytest.mark.rule("ocs.zoc.15b", "ocs.modes.25")
def test_strat_mode_never_enters_an_enemy_zone_not_even_negated() -> None:
    rows = ["." * 8] * 5
    units = {"a14": {"hex": "01.03", "mode": "strat"}, "a21": "05.03", "b11": "06.03"}
    game = build(
        rows,
        units,
        sources={"aster": "01.03"},
        control={"aster": ["01.03"]},
        dumps={"aster": {"01.03": 4}},
        start=MOVEMENT,
    )
    play(game, "move a14")
    assert "to 04.03" in options(game)
    assert "to 05.03" not in options(game)
    assert refusal(game, "to 05.03").rule == "ocs.zoc.15"


@pytest.mark.rule(
    "ocs.modes.31", "ocs.modes.32", "ocs.modes.33a", "ocs.modes.4", "ocs.modes.8a", "ocs.results.7a"
)
def test_disorganisation_takes_the_whole_hex() -> None:
    modes = {"b21": "reserve", "b22": "strat", "b23": "exploit", "b31": "move", "b11": "combat"}
    game = build(None, {id: {"hex": "03.03", "mode": mode} for id, mode in modes.items()} | {"b12": "03.04"})
    faces = [game.pos.face[unit(game.pos, id)] for id in modes]
    disorganise(game, hex(game.pos, "03.03"), BOREAL, "ocs.modes.32")
    assert all(game.pos.mode[unit(game.pos, id)] == DG for id in modes)
    assert [game.pos.face[unit(game.pos, id)] for id in modes] == faces
    assert game.pos.mode[unit(game.pos, "b12")] == COMBAT


@pytest.mark.rule("ocs.modes.36a", "ocs.modes.36b")
def test_organic_trucks_leave_reserve_and_are_never_disorganised() -> None:
    game = build(None, {"a17": {"hex": "03.03", "mode": "reserve-move", "points": 2}, "a21": "03.03"})
    disorganise(game, hex(game.pos, "03.03"), ASTER, "ocs.modes.36")
    assert game.pos.mode[unit(game.pos, "a17")] == MOVE


@pytest.mark.rule("ocs.modes.23a")
def test_a_result_takes_the_reserve_marker_off() -> None:
    game = build(
        None, {"b21": {"hex": "03.03", "mode": "reserve"}, "b23": {"hex": "03.03", "mode": "reserve-move"}}
    )
    lose_reserve(game, hex(game.pos, "03.03"), BOREAL)
    assert [game.pos.mode[unit(game.pos, id)] for id in ("b21", "b23")] == [COMBAT, MOVE]


@pytest.mark.rule("ocs.sequence.20", "ocs.modes.8b", "ocs.modes.30a")
def test_clean_up_takes_own_markers_off_by_orientation() -> None:
    units = {
        "a11": {"hex": "01.01", "mode": "dg", "face": "move"},
        "a21": {"hex": "01.01", "mode": "exploit"},
    }
    pos = position(None, units | {"b11": {"hex": "03.03", "mode": "dg"}})
    recover(pos, ASTER)
    assert [pos.mode[unit(pos, id)] for id in ("a11", "a21", "b11")] == [MOVE, COMBAT, DG]


@pytest.mark.rule("ocs.modes.30", "ocs.zoc.1b", "ocs.results.28", "ocs.modes.8a")
def test_an_exploit_marker_keeps_the_zone_that_the_unit_had() -> None:
    game = build(
        None, {"a21": "03.03", "a13": {"hex": "01.01", "mode": "move"}, "a22": {"hex": "05.05", "oos": True}}
    )
    for id in ("a21", "a13", "a22"):
        mark_exploit(game, unit(game.pos, id))
    pos: OcsPosition = game.pos
    assert all(pos.mode[unit(pos, id)] == EXPLOIT for id in ("a21", "a13", "a22"))
    zone = pos.zoc(ASTER)
    assert zone[hex(pos, "03.04")] and not zone[hex(pos, "01.02")] and not zone[hex(pos, "05.04")]

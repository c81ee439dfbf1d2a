"""The edges of construction: who works where, what is offered, what a job changes and what it costs."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, told, unit
from grognard.core.flow.flow import Game
from grognard.games.ocs.model.content import STRIP
from grognard.games.ocs.model.ground import LEG
from grognard.games.ocs.model.position import (
    ASTER,
    BASE_WORK,
    BOREAL,
    BUILT,
    COMBAT,
    HEDGEHOG_WORK,
    MOVED,
    PLEDGED,
    PORT_BROKEN,
    PORT_WORK,
    OcsPosition,
)
from grognard.games.ocs.rear.construction import (
    JOBS,
    engineers_near,
    free_engineers,
    has_workers,
    is_workable,
    job_refusal,
    may_use_troops,
    near_on_foot,
    repair_price,
    sites_of,
    troops_at,
    work_hexes,
    workers_for,
)
from grognard.games.ocs.supply.availability import has_supply
from grognard.kit.reach import CLOSED

MOVEMENT = {"procedure": "movement", "step": "Move"}
SIDES = ("aster", "boreal")
both = pytest.mark.parametrize("side", [ASTER, BOREAL])
ROWS = ["...~....", "..~.....", ".M......", "........", "..~~~~~~"]


def site(side: int, tokens: int = 60, **given: Any) -> Game[OcsPosition]:
    """Men, an HQ and works of a side on a small map, another's beside them."""
    own, other = SIDES[side], SIDES[1 - side]
    hq, men, battalion, enemy, far = (
        ("a01", "a21", "a34", "b11", "a14"),
        ("b01", "b13", "b39", "a22", "b31"),
    )[side]
    units = {
        hq: {"hex": "02.05", **given.pop("state", {})},
        men: "05.04",
        battalion: "07.03",
        far: {"hex": "06.02", "mode": "move"},
        enemy: "03.05",
    }
    base: dict[str, Any] = {
        "phasing": own,
        "dumps": {own: {"02.05": tokens, "05.04": tokens}, other: {"07.03": 9}},
        "hedgehogs": {own: {"05.04": 2, "02.04": 4, "07.03": 1}, other: {"01.04": 1}},
        "bases": {own: {"05.04": 3, "02.05": 1, "01.05": 2}, other: {"02.03": 2}},
        "strips": {own: ["02.04"]},
        "ports": {own: {"05.04": [3, 4], "02.05": [1, 0], "01.05": [2, 3]}, other: {"02.03": [2, 1]}},
    }
    return build(ROWS, units, start=MOVEMENT, **(base | given))


@both
@pytest.mark.rule("ocs.engineer.6", "ocs.engineer.8", "ocs.hedgehog.2", "ocs.airbase.8", "ocs.port.5")
@pytest.mark.parametrize("tokens", [0, 1, 3, 4, 7, 8])
@pytest.mark.parametrize("option", [False, True])
def test_what_is_offered_is_what_is_not_refused(side: int, tokens: int, option: bool) -> None:
    game = site(side, tokens, options={"opt_21_11_construction": option})
    pos = game.pos
    offered = set(options(game))
    for job in JOBS:
        for place in range(pos.content.hexes):
            ruling = job_refusal(pos, job, place, side)
            name = f"{job} {pos.content.names[place]}"
            assert (name in offered) is (ruling is None), name
            assert has_workers(pos, JOBS[job], place, side) is bool(workers_for(pos, JOBS[job], place, side))
    if tokens == 8 and not option:
        # Raising a hedgehog: the HQ within two hexes, or the division where it stands.
        assert {"dig 05.04", "dig 02.05", "dig 01.05"} <= offered
        assert not {"dig 02.04", "dig 01.04", "dig 07.03", "dig 06.02", "dig 03.05"} & offered


@both
@pytest.mark.rule("ocs.engineer.6", "ocs.engineer.7a")
def test_the_hexes_near_an_engineer_are_two_steps_on_foot(side: int) -> None:
    pos = site(side).pos
    content = pos.content
    prices = content.fair[LEG]
    for goal in range(content.hexes):
        near = {goal}
        for _ in range(2):
            near |= {
                here
                for there in near
                for here in content.around[there]
                if prices[content.exit(here, there)] != CLOSED
            }
        assert near_on_foot(content, goal) == near
        sites = {place for place in range(content.hexes) if goal in near_on_foot(content, place)}
        assert sites_of(content, goal) == sites
    hq = unit(pos, ("a01", "b01")[side])
    assert free_engineers(pos, side) == {hex(pos, "02.05"): [hq]}
    reached = {place for place in range(content.hexes) if engineers_near(pos, place, side)}
    assert reached == sites_of(content, hex(pos, "02.05"))
    workable = {place for place in range(content.hexes) if is_workable(pos, place, side)}
    sea = {place for place in range(content.hexes) if content.is_sea[place]}
    assert workable == set(range(content.hexes)) - sea - {hex(pos, "03.05")}
    men = {hex(pos, "05.04"), hex(pos, "07.03")}
    assert set(work_hexes(pos, side)) == men | set(content.grid.within(hex(pos, "02.05"), 2))


@both
@pytest.mark.rule("ocs.engineer.7")
def test_who_moved_or_stands_off_the_map_does_not_work(side: int) -> None:
    hq = ("a01", "b01")[side]
    for state in ({"spent": 1}, {"flags": MOVED}, {"flags": BUILT}, {"mode": "move"}, {"hex": "waiting"}):
        pos = site(side, state=state).pos
        assert free_engineers(pos, side) == {}
        assert hex(pos, "02.05") not in work_hexes(pos, side)
    first = position(ROWS, {hq: "01.05"})
    assert free_engineers(first, side) == {0: [unit(first, hq)]} and 0 in work_hexes(first, side)


@pytest.mark.rule("ocs.hedgehog.2", "ocs.airbase.9", "ocs.engineer.9", "ocs.airbase.8a")
def test_troops_are_asked_before_engineers_and_both_need_supply() -> None:
    units = {"a21": "05.04", "a33": "05.03", "a34": "07.01"}
    pos = position(["." * 8] * 5, units, dumps={"aster": {"05.04": 8}})
    a21, a33, here = unit(pos, "a21"), unit(pos, "a33"), hex(pos, "05.04")
    assert workers_for(pos, JOBS["dig"], here, ASTER) == [a21]
    assert workers_for(pos, JOBS["build-base"], here, ASTER) == [a33]  # only engineers build bases
    assert workers_for(pos, JOBS["break-port"], here, ASTER) == [a21]
    assert workers_for(pos, JOBS["repair-port"], here, ASTER) == [a33]
    pos.add_dump(here, ASTER, -1)
    assert workers_for(pos, JOBS["dig"], here, ASTER) == [] and not has_supply(pos, a21, 8)
    assert workers_for(pos, JOBS["fill-in"], here, ASTER) == [a21]
    pos.put.mode[a21] = 1
    assert workers_for(pos, JOBS["fill-in"], here, ASTER) == [a33]
    assert troops_at(pos, hex(pos, "07.01"), ASTER) == []  # a battalion is half an RE


@pytest.mark.rule("ocs.option.14", "ocs.hedgehog.2")
def test_by_the_option_troops_dig_only_the_first_level() -> None:
    for option in (False, True):
        pos = position(
            None, {}, hedgehogs={"aster": {"02.02": 1}}, options={"opt_21_11_construction": option}
        )
        fresh, dug = hex(pos, "03.03"), hex(pos, "02.02")
        assert may_use_troops(pos, JOBS["dig"], fresh) and may_use_troops(pos, JOBS["dig"], dug) is not option
        assert may_use_troops(pos, JOBS["fill-in"], dug) and may_use_troops(pos, JOBS["reduce-base"], dug)
        assert not may_use_troops(pos, JOBS["build-base"], fresh)


@pytest.mark.rule("ocs.option.15", "ocs.port.6")
@pytest.mark.parametrize(
    ("capacity", "hits", "price"), [(1, 1, 3), (1, 4, 1), (2, 3, 3), (2, 1, 4), (5, 4, 4)]
)
def test_by_the_option_a_small_port_is_repaired_for_what_it_passes(
    capacity: int, hits: int, price: int
) -> None:
    for option in (False, True):
        ports = {"aster": {"03.03": [capacity, hits]}}
        pos = position(None, {}, ports=ports, options={"opt_21_11_construction": option})
        assert repair_price(pos, hex(pos, "03.03")) == (price if option else 4)


JOB_ROWS: list[tuple[str, dict[str, Any], str, list[int], int, int]] = [
    # job, what is there, the field, its value before and after, the mark, the price
    ("dig", {}, "hedgehog", [0, 1], HEDGEHOG_WORK, 8),
    ("dig", {"hedgehogs": {"own": {"03.03": 3}}}, "hedgehog", [3, 4], HEDGEHOG_WORK, 8),
    ("fill-in", {"hedgehogs": {"own": {"03.03": 2}}}, "hedgehog", [2, 1], HEDGEHOG_WORK, 0),
    ("fill-in", {"hedgehogs": {"own": {"03.03": 1}}}, "hedgehog", [1, 0], HEDGEHOG_WORK, 0),
    ("build-base", {}, "base", [0, 1], BASE_WORK, 4),
    ("build-base", {"bases": {"own": {"03.03": 2}}}, "base", [2, 3], BASE_WORK, 4),
    ("build-base", {"strips": {"own": ["03.03"]}}, "base", [STRIP, 1], BASE_WORK, 3),
    ("reduce-base", {"bases": {"own": {"03.03": 3}}}, "base", [3, 2], BASE_WORK, 0),
    ("repair-port", {"ports": {"own": {"03.03": [3, 2]}}}, "port_hits", [2, 1], PORT_WORK, 4),
    ("break-port", {"ports": {"own": {"03.03": [3, 2]}}}, "port_hits", [2, 3], PORT_BROKEN, 0),
]


@both
@pytest.mark.rule(
    "ocs.hedgehog.2a",
    "ocs.hedgehog.3",
    "ocs.airbase.7",
    "ocs.airbase.8a",
    "ocs.airbase.9a",
    "ocs.supply.6d",
    "ocs.engineer.6a",
    "ocs.engineer.8a",
    "ocs.engineer.8b",
    "ocs.port.5",
    "ocs.port.6",
)
@pytest.mark.rule("ocs.port.5", "ocs.port.6", "ocs.supply.6", "ocs.engineer.8")
@pytest.mark.parametrize(("job", "given", "field", "values", "mark", "price"), JOB_ROWS)
def test_what_a_job_does(
    side: int, job: str, given: dict[str, Any], field: str, values: list[int], mark: int, price: int
) -> None:
    own, hq = SIDES[side], ("a01", "b01")[side]
    state = {key: {own: value["own"]} for key, value in given.items()}
    game = build(None, {hq: "03.04"}, dumps={own: {"03.04": 9}}, phasing=own, start=MOVEMENT, **state)
    pos, place = game.pos, hex(game.pos, "03.03")
    assert getattr(pos, field)[place] == values[0]
    play(game, f"{job} 03.03")
    assert getattr(pos, field)[place] == values[1]
    assert pos.worked[place] == mark and pos.flags[unit(pos, hq)] == PLEDGED | BUILT
    assert pos.ground_dump(hex(pos, "03.04"), side) == 9 - price
    event = next(event for event in game.events if event.kind == "worked")
    assert event.facts == (list(JOBS).index(job), place, side)
    if field in ("hedgehog", "base"):
        assert getattr(pos, f"{field}_side")[place] == (side if values[1] else -1)
    assert not [text for text in options(game) if text.split()[0] in JOBS]  # the one engineer has worked
    again = job_refusal(pos, job, place, side)
    assert again is not None
    pos.put.flags[unit(pos, hq)] = 0
    after = job_refusal(pos, job, place, side)
    assert after is not None and after.rule.split(".")[1] in ("hedgehog", "airbase", "port")


@pytest.mark.rule("ocs.airbase.1b", "ocs.airbase.1c", "ocs.airbase.7a")
def test_air_strips_are_built_where_the_game_has_them() -> None:
    from msgspec.structs import replace

    for has_strips in (False, True):
        game = build(
            None,
            {"a33": "03.03"},
            dumps={"aster": {"03.03": 2}},
            bases={"aster": {"02.03": 1}},
            start=MOVEMENT,
        )
        pos = game.pos
        opening = replace(pos.content.scenario.opening, air_strips=has_strips)
        pos.content.scenario = replace(pos.content.scenario, opening=opening)
        strips = [text for text in options(game) if text.startswith("build-strip")]
        assert ("build-strip 03.03" in strips) is has_strips and "build-strip 02.03" not in strips
        if has_strips:
            play(game, "build-strip 03.03")
            here = hex(pos, "03.03")
            assert (pos.base[here], pos.base_side[here], pos.worked[here]) == (STRIP, ASTER, BASE_WORK)
            assert pos.ground_dump(here, ASTER) == 1
            pos.put.worked[hex(pos, "04.03")] = BASE_WORK
            pos.put.flags[unit(pos, "a33")] = 0
            rules = [
                job_refusal(pos, "build-strip", hex(pos, name), ASTER) for name in ("04.03", "03.03", "03.04")
            ]
            assert [ruling.rule if ruling else "" for ruling in rules] == [
                "ocs.airbase.1",
                "ocs.airbase.1",
                "",
            ]
        else:
            assert refusal(game, "build-strip 03.03").rule == "ocs.airbase.1"


@pytest.mark.rule("ocs.modes.24b", "ocs.modes.23")
def test_digging_under_a_reserve_takes_its_marker_and_other_work_does_not() -> None:
    for job, mode in (("dig", COMBAT), ("build-base", 2)):
        units = {"a33": "03.04", "a21": {"hex": "03.03", "mode": "reserve"}}
        game = build(None, units, dumps={"aster": {"03.04": 9}}, start=MOVEMENT)
        play(game, f"{job} 03.03")
        assert game.pos.mode[unit(game.pos, "a21")] == mode


@pytest.mark.rule("ocs.engineer.9", "ocs.supply.9", "ocs.sequence.15b")
def test_work_is_paid_for_the_worker_and_is_of_the_own_movement_phase() -> None:
    game = build(None, {"a33": "01.01"}, dumps={"aster": {"01.01": 5, "02.01": 6}}, start=MOVEMENT)
    play(game, "dig 02.01")
    assert game.ask.step == "DrawSupply" and options(game) == ["from 01.01", "from 02.01"]
    assert "worked" in told(game)
    other = build(
        None,
        {"a33": "01.01"},
        phase="reaction",
        phasing="boreal",
        acting="aster",
        dumps={"aster": {"01.01": 9}},
        start={"procedure": "reaction", "step": "Move"},
    )
    assert not [text for text in options(other) if text.split()[0] in JOBS]
    assert refusal(other, "dig 01.01").rule == "ocs.sequence.15"
    far = build(["." * 8], {"a33": "01.01"}, start=MOVEMENT)
    want = refusal(far, "dig 01.01")
    assert want.rule == "ocs.hedgehog.2" and "with 2 SP in reach" in want.why
    free = build(["." * 8], {"a33": "01.01"}, hedgehogs={"aster": {"08.01": 1}}, start=MOVEMENT)
    assert "in reach" not in refusal(free, "fill-in 08.01").why

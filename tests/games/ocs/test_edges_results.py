"""The edges of results and retreats: who goes where, who follows, what is asked and what is not."""

from typing import Any

import pytest

from games.ocs.battle import answer_until, battle, fight, strike
from games.ocs.bench import hex, options, play, position, refusal, unit, where
from games.ocs.test_results import lone, resolved
from grognard.games.ocs.combat.losses import cheapest_step
from grognard.games.ocs.combat.results import loss_refusal
from grognard.games.ocs.combat.retreat import (
    GoAlong,
    Retreat,
    WalkBack,
    back_refusal,
    begin_retreat,
    leads_back,
    safety,
    turn_to_move,
    ways_back,
)
from grognard.games.ocs.model.content import MOVE_SIDE
from grognard.games.ocs.model.position import BOREAL, COMBAT, DG, MOVE, OcsPosition

CORNER = "01.05"
"""The hex with the number 0 on a small map."""


def rule_of(ruling: Any) -> str:
    return ruling.rule if ruling is not None else ""


def units_of(pos: OcsPosition, *ids: str) -> tuple[int, ...]:
    return tuple(unit(pos, id) for id in ids)


def names(pos: OcsPosition, hexes: list[int]) -> set[str]:
    return {pos.content.names[one] for one in hexes}


# -- losses and options -----------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.8", "ocs.results.9")
def test_the_step_that_is_spared_best() -> None:
    """Of those who may lose it: who has more steps; of equals who is weaker."""
    pos = position(None, {"a21 a22 a23 a31 a34": "03.02"})
    v: Any = None
    a21, a22, a23, a31, a34 = units_of(pos, "a21", "a22", "a23", "a31", "a34")
    ranked = sorted((a31, a23, a21, a34, a22), key=lambda one: cheapest_step(pos, v, ("lose", one)))
    assert ranked == [a22, a21, a23, a34, a31]


@pytest.mark.rule("ocs.combat.4", "ocs.results.10")
def test_a_unit_in_the_first_hex_of_the_map_is_there() -> None:
    pos = position(None, {"a21 a31": CORNER})
    a21, a31 = units_of(pos, "a21", "a31")
    assert pos.hex[a21] == 0
    assert rule_of(loss_refusal(pos, (a21, a31), a21, (), a31)) == "ocs.results.10"
    assert rule_of(loss_refusal(pos, (a21, a31), a21, (a21,), a21)) == "ocs.results.11"


@pytest.mark.rule("ocs.results.3", "ocs.results.14")
def test_an_attacker_who_dies_of_his_option_sends_nobody_back() -> None:
    """Two owed, one taken as a retreat: the step kills him, and the hex is not handed to the defender."""
    game = resolved(lone("a31"), ao=2)
    play(game, "retreat-by 1", "lose a31")
    assert game.ask.step == "Assault"
    assert where(game.pos, "b11") == "03.03"


@pytest.mark.rule("ocs.results.5b")
def test_without_an_option_of_the_attacker_nothing_lapses() -> None:
    game = resolved(lone("a31"), al=1, do=1)
    play(game, "lose a31")
    assert options(game) == ["retreat-by 1", "retreat-by 0"]


@pytest.mark.rule("ocs.results.5a", "ocs.results.5c", "ocs.results.6a")
@pytest.mark.parametrize(("hexes", "lapses"), [(0, False), (1, True), (2, True)])
def test_the_attackers_retreat_frees_the_defender_and_a_step_does_not(hexes: int, lapses: bool) -> None:
    game = resolved(lone(), ao=2, do=1, e=4)
    play(game, f"retreat-by {hexes}", *["lose a21"] * (2 - hexes))
    answer_until(game, "DefenderOption")
    assert options(game) == (["ignore"] if lapses else []) + ["retreat-by 1", "retreat-by 0"]
    v = fight(game)
    assert (bool(v.attackers_went), v.exploit) == (lapses, 0 if lapses else 4)
    assert game.pos.lost[unit(game.pos, "a21")] == 2 - hexes


@pytest.mark.rule("ocs.results.3", "ocs.results.17c")
@pytest.mark.parametrize(("side", "option"), [("ao", 1), ("do", 1), ("do", 3)])
def test_only_what_adds_up_meets_an_option(side: str, option: int) -> None:
    game = resolved(lone(), **{side: option})
    assert options(game) == [f"retreat-by {hexes}" for hexes in range(option, -1, -1)]
    assert refusal(game, f"retreat-by {option + 1}").rule == "ocs.results.3"


@pytest.mark.rule("ocs.results.8", "ocs.combat.4")
def test_a_defender_of_the_hex_loses_and_no_other() -> None:
    units = {"a21": "03.02", "b11 b31": "03.03", "b13": "05.05"}
    game = resolved(strike(battle(units), "03.03"), dl=2)
    chief = fight(game).rival
    first = "b11" if chief == unit(game.pos, "b11") else "b31"
    assert options(game) == [f"lose {first}"]
    assert refusal(game, "lose b13").rule == "ocs.combat.4"
    play(game, f"lose {first}")
    assert len(options(game)) == 1 and options(game) != [f"lose {first}"]
    assert game.pos.lost[unit(game.pos, first)] == 1 or game.pos.hex[unit(game.pos, first)] < 0


# -- advance ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.25b")
def test_what_is_no_advance_is_refused() -> None:
    game = resolved(lone("a21", "b34"), dl=1)
    play(game, "lose b34")
    assert options(game) == ["advance a21", "detach a21", "detach-choosing a21", "stay-put"]
    assert refusal(game, "done").rule == "ocs.results.25"
    assert refusal(game, "detach a22").rule == "ocs.results.26"
    play(game, "stay-put")
    assert where(game.pos, "a21") == "03.02" and game.ask.step == "Assault"


@pytest.mark.rule("ocs.results.23", "ocs.results.25")
def test_who_cannot_move_as_it_lies_turns_over_to_advance() -> None:
    """A counter whose Combat side has no MA shows its Move side in the hex that it took; others stay."""
    for id, face in (("a01", MOVE_SIDE), ("a21", 0)):
        game = strike(battle({"a21 a01": "03.02", "b34": "03.03"}), "03.03")
        one = unit(game.pos, id)
        resolved(game, dl=1)
        frame = game.pos.stack[-1]
        game.pos.stack[-1] = frame._replace(vars=fight(game)._replace(attackers=(one,), settled=(one,)))
        play(game, "lose b34", f"advance {id}")
        assert (where(game.pos, id), game.pos.face[one]) == ("03.03", face)


@pytest.mark.rule("ocs.results.27a", "ocs.capture.17")
def test_an_advance_captures_an_air_base_as_an_advance() -> None:
    """Aircraft there roll two better or worse by it: the capture knows that it was an advance."""
    game = battle({"a21": "03.02", "b34 bf1": "03.03"}, bases={"boreal": {"03.03": 1}})
    resolved(strike(game, "03.03"), dl=1)
    play(game, "lose b34", "advance a21")
    taken: Any = next(frame.vars for frame in game.pos.stack if frame.procedure == "capture")
    assert taken.advance == 1


@pytest.mark.rule("ocs.results.26")
def test_who_left_the_map_does_not_advance() -> None:
    game = resolved(strike(battle({"a21 a31": "03.02", "b34": "03.03"}), "03.03"), al=1, dl=1)
    play(game, "lose a31", "lose b34")
    assert [text for text in options(game) if text.startswith("advance")] == ["advance a21"]


@pytest.mark.rule("ocs.results.14", "ocs.hq.2")
def test_who_need_not_go_back_stays_as_he_lies() -> None:
    game = resolved(lone("a21", "b01"), al=1)
    play(game, "lose a21")
    assert game.ask.step == "Assault"
    assert (game.pos.face[unit(game.pos, "b01")], where(game.pos, "b01")) == (0, "03.03")


# -- where to ---------------------------------------------------------------------------------------


def retreat_of(pos: OcsPosition, ids: str, hexes: int, barred: tuple[str, ...] = ()) -> Retreat:
    group = units_of(pos, *ids.split())
    return Retreat(
        pos.content.side[group[0]],
        hexes,
        tuple(hex(pos, name) for name in barred),
        (),
        group=group,
        way=(pos.hex[group[0]],),
    )


@pytest.mark.rule("ocs.results.15", "ocs.results.17", "ocs.results.18a", "ocs.results.18b", "ocs.basics.22c")
def test_why_a_group_does_not_step_back() -> None:
    rows = [".....", ".....", "..~..", ".....", "....."]
    units = {"b11": "03.02", "b32": "03.02", "a21": "02.02", "a41": {"hex": "04.02", "points": 1}}
    pos = position(rows, units)

    def why(ids: str, there: str, barred: tuple[str, ...] = ()) -> str:
        v = retreat_of(pos, ids, 1, barred)
        return rule_of(back_refusal(pos, v, v.group, v.way[-1], hex(pos, there)))

    assert why("b11", "03.01") == ""
    assert why("b11", "05.05") == "ocs.results.15"
    assert why("b11", "02.02") == "ocs.results.18"
    assert why("b11", "03.01", ("03.01",)) == "ocs.results.18"
    assert why("b11", "03.03") == "ocs.results.17"
    assert why("b11", "04.02") == ""  # infantry takes the trucks
    assert why("b32", "04.02") == "ocs.basics.22"  # guns do not
    assert why("b11 b32", "04.02") == "ocs.basics.22"


@pytest.mark.rule("ocs.results.15b", "ocs.results.16")
def test_a_way_may_be_as_bent_as_it_must() -> None:
    """Two owed, round the start to the only hex at distance 2, in four steps or in five."""
    rows = ["~~~~~", "~...~", "~~..~", "~~~~.", "~~~~~"]
    pos = position(rows, {"b11": "03.03"})
    found = names(pos, ways_back(pos, retreat_of(pos, "b11", 2)))
    assert found == {"02.04", "03.04", "04.04", "04.03"}


@pytest.mark.rule("ocs.results.21", "ocs.results.19", "ocs.results.20", "ocs.modes.27")
@pytest.mark.parametrize(
    ("mode", "harmed"), [("combat", False), ("dg", True), ("strat", True), ("move", False)]
)
def test_ways_through_zones_are_for_those_they_do_not_harm(mode: str, harmed: bool) -> None:
    """03.04 is out of all zones; 02.03 and 04.03 are next to the enemy in 03.02."""
    pos = position(None, {"b11": {"hex": "03.03", "mode": mode}, "a21": "03.02"})
    found = names(pos, ways_back(pos, retreat_of(pos, "b11", 1, ("03.02",))))
    free = {"02.04", "03.04", "04.04"}
    assert found == (free if harmed else free | {"02.03", "04.03"})


@pytest.mark.rule("ocs.results.16b", "ocs.results.17")
def test_where_every_way_harms_all_are_open_and_none_that_ends_short() -> None:
    ring = {"a21": "03.02", "a22": "02.05", "a23": "04.05", "a24": "01.03", "a13": "05.03"}
    pos = position(None, {"b11": {"hex": "03.03", "mode": "dg"}, **ring})
    assert names(pos, ways_back(pos, retreat_of(pos, "b11", 1))) == {
        "02.03",
        "02.04",
        "03.04",
        "04.04",
        "04.03",
    }
    assert ways_back(pos, retreat_of(pos, "b11", 5)) == []


def lane(*land: str) -> list[str]:
    """A lane down the third column, with the sea on either side but for these hexes."""
    return [
        "".join("." if column == 3 or f"{column:02d}.{row:02d}" in land else "~" for column in range(1, 6))
        for row in range(5, 0, -1)
    ]


@pytest.mark.rule("ocs.results.19", "ocs.results.20", "ocs.results.21")
@pytest.mark.parametrize(
    ("owed", "enemy", "harmless"),
    [
        (3, "03.01", False),  # a zone over the third hex, after the second has disorganised
        (2, "03.02", True),  # over the second alone
        (2, "02.04", False),  # over the first and the second
        (2, "02.05", True),  # over the first alone
        (1, "02.04", True),
    ],
)
def test_a_zone_harms_who_was_disorganised_on_the_way(owed: int, enemy: str, harmless: bool) -> None:
    pos = position(lane(enemy), {"b11": "03.05", "a21": enemy})
    v = retreat_of(pos, "b11", owed)
    first = hex(pos, "03.04")
    assert leads_back(pos, v, first, is_dg=False, harmless=True) is harmless
    assert leads_back(pos, v, first, is_dg=False, harmless=False)
    assert names(pos, ways_back(pos, v)) == {"03.04"}


# -- the walk ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.14b", "ocs.results.22")
def test_every_stack_goes_back_by_itself() -> None:
    """Attackers from three hexes: each of them is walked back one hex."""
    units = {"a21": "03.02", "a22": "02.03", "a24": "04.03", "b11": "03.03"}
    game = resolved(strike(battle(units), "03.03"), ao=1)
    play(game, "retreat-by 1")
    answer_until(game, "DefenderLoses", "Advance", "Assault")
    assert not {where(game.pos, id) for id in ("a21", "a22", "a24")} & {"03.02", "02.03", "04.03"}


@pytest.mark.rule("ocs.results.17b", "ocs.results.22", "ocs.movement.12c")
def test_who_has_no_way_with_the_others_goes_alone_or_dies() -> None:
    """Trucks do not go into the swamp, men on foot do."""
    rows = ["~~~~~", "~~s~~", "~~.~~", "~~.~~", "~~~~~"]
    units = {"a21": "03.02", "b11": "03.03", "b23": {"hex": "03.03", "mode": "move"}}
    game = resolved(strike(battle(units, rows, dumps={"aster": {"03.02": 40}}), "03.03"), do=1)
    play(game, "retreat-by 1")
    answer_until(game, "Advance")
    assert where(game.pos, "b11") == "03.04"
    assert game.pos.hex[unit(game.pos, "b23")] < 0


@pytest.mark.rule("ocs.results.23a", "ocs.hq.2a")
@pytest.mark.parametrize(
    ("id", "mode", "ma", "found"),
    [
        ("b01", "combat", 0, (MOVE_SIDE, MOVE)),
        ("b01", "dg", 0, (MOVE_SIDE, DG)),
        ("b01", "combat", 3, (MOVE_SIDE, MOVE)),  # an HQ must, even if it could go as it lies
        ("b31", "combat", 3, (0, COMBAT)),
        ("b31", "combat", 0, (MOVE_SIDE, MOVE)),
    ],
)
def test_who_turns_to_its_move_side_to_go_back(id: str, mode: str, ma: int, found: tuple[int, int]) -> None:
    pos = position(None, {id: {"hex": "03.03", "mode": mode}})
    one = unit(pos, id)
    pos.content.movement[one * 2] = ma
    turn_to_move(pos, one)
    assert (pos.face[one], pos.mode[one]) == found


@pytest.mark.rule("ocs.results.23c")
def test_who_can_move_on_neither_side_is_destroyed() -> None:
    """The coastal battery stays behind for good; the division beside it goes."""
    game = battle({"a21": "03.02", "b11 bc1": "03.03"})
    resolved(strike(game, "03.03"), do=1)
    play(game, "retreat-by 1")
    assert game.pos.hex[unit(game.pos, "bc1")] < 0 and where(game.pos, "b11") == "03.03"
    alone = resolved(lone("a21", "bc1"), do=1)
    play(alone, "retreat-by 1")
    assert alone.pos.hex[unit(alone.pos, "bc1")] < 0 and alone.ask.step == "Advance"


@pytest.mark.rule("ocs.results.24a", "ocs.transport.8b")
def test_who_of_the_hex_may_go_along() -> None:
    """Combat units and Organic Trucks that can move: not the group, nor who waits for his own retreat."""
    units = {"a21 a22 a31 a32": "03.02", "a17 a41": {"hex": "03.02", "points": 2}, "a23": "02.02"}
    pos = position(None, units)
    step = GoAlong()
    v = retreat_of(pos, "a21", 1)._replace(queue=((pos.hex[unit(pos, "a22")], unit(pos, "a22")),))

    def along(v: Retreat) -> list[tuple[str, list[int]]]:
        return [(offer.verb, list(offer.nouns)) for offer in step.options(pos, v)]

    others = sorted(units_of(pos, "a17", "a31", "a32"))
    (verb, found), (last, _) = along(v)
    assert (verb, sorted(found), last) == ("go-along", others, "go-back")
    pos.content.movement[unit(pos, "a32") * 2 + MOVE_SIDE] = 0
    assert unit(pos, "a32") not in along(v)[0][1]
    assert along(retreat_of(pos, "a21 a22 a31 a17", 1)) == []


@pytest.mark.rule("ocs.results.14", "ocs.results.16", "ocs.breakdown.2b")
def test_a_stack_splits_only_where_it_starts() -> None:
    units = {"a21": "03.02", "b11 b31": "03.03"}
    game = resolved(strike(battle(units), "03.03"), do=2)
    play(game, "retreat-by 2")
    assert {"split b11", "split b31", "detach b11"} <= set(options(game))
    assert refusal(game, "detach b31").rule == "ocs.results.16"
    play(game, "withdraw 03.04")
    assert all(text.startswith("withdraw") for text in options(game))
    assert refusal(game, "split b11").rule == "ocs.results.16"
    assert refusal(game, "withdraw 03.03").rule == "ocs.results.16"
    assert refusal(game, "withdraw 05.01").rule == "ocs.results.15"
    single = resolved(lone("a21", "b31"), do=1)
    play(single, "retreat-by 1")
    assert all(text.startswith("withdraw") for text in options(single))


@pytest.mark.rule("ocs.results.16")
def test_a_box_is_no_hex_to_retreat_to() -> None:
    pos = position([], {"b11": "12.10"})
    v = retreat_of(pos, "b11", 1)
    box = pos.content.hexes
    assert rule_of(WalkBack().why(pos, v, ("withdraw", box))) == "ocs.results.16"
    assert rule_of(WalkBack().why(pos, v, ("withdraw", box - 1))) == "ocs.results.15"


@pytest.mark.rule("ocs.results.19a", "ocs.results.20", "ocs.results.21a")
def test_the_second_hex_disorganises_and_a_zone_does_and_nothing_else() -> None:
    """Three owed in the open: whole in the first hex, disorganised from the second on, no step lost."""
    rows = ["......."] * 7
    dumps = {"aster": {"04.01": 40}, "boreal": {"04.07": 40}}
    game = resolved(strike(battle({"a21": "04.02", "b11": "04.03"}, rows, dumps=dumps), "04.03"), do=3)
    play(game, "retreat-by 3")
    b11 = unit(game.pos, "b11")
    modes = []
    for name in ("04.04", "04.05", "04.06"):
        play(game, f"withdraw {name}")
        modes.append(game.pos.mode[b11])
    assert modes == [COMBAT, DG, DG] and game.pos.lost[b11] == 0 and game.ask.step == "Advance"


@pytest.mark.rule("ocs.results.21b", "ocs.results.12b", "ocs.stacking.5b")
def test_one_disorganised_unit_of_the_stack_loses_the_step() -> None:
    """Of a stack that was disorganised in part, only who was so loses it, and one step for a hex."""
    ring = {"a21": "03.02", "a22": "02.05", "a23": "04.05", "a24": "01.03", "a13": "05.03"}
    dumps = {"aster": {"01.01": 40, "03.01": 9}}
    units = ring | {
        "b11": {"hex": "03.03", "mode": "dg"},
        "b13": "03.03",
        "b14": {"hex": "03.03", "mode": "dg"},
    }
    game = resolved(strike(battle(units, dumps=dumps), "03.03", "a21"), do=1)
    play(game, "retreat-by 1", "withdraw 03.04")
    assert game.ask.step == "SufferZone"
    assert options(game) == ["lose b11", "lose b14"]
    assert refusal(game, "lose b13").rule == "ocs.results.21"
    play(game, "lose b14")
    assert [game.pos.lost[unit(game.pos, id)] for id in ("b11", "b13", "b14")] == [0, 0, 1]
    assert game.pos.mode[unit(game.pos, "b13")] == DG and game.ask.step != "SufferZone"


@pytest.mark.rule("ocs.results.16")
def test_the_usual_way_back() -> None:
    """As one, out of zones, and of two hexes the one nearer to the own source, which may be the first hex."""
    pos = position(None, {"b11": "03.03", "a21": "03.02"}, sources={"boreal": CORNER})
    v = retreat_of(pos, "b11", 1)

    def rank(verb: str, name: str = "") -> tuple[int, ...]:
        return safety(pos, v, (verb, hex(pos, name) if name else v.group[0]))

    assert rank("withdraw", "02.04") < rank("withdraw", "04.04") < rank("withdraw", "02.03") < rank("split")
    assert rank("withdraw", "02.03") < rank("detach")
    free = position(None, {"b11": "03.03", "a21": "03.02"})
    first = safety(free, retreat_of(free, "b11", 1), ("withdraw", hex(free, "02.04")))
    other = safety(free, retreat_of(free, "b11", 1), ("withdraw", hex(free, "04.04")))
    assert first == other


@pytest.mark.rule("ocs.results.14", "ocs.results.16a", "ocs.results.18a")
def test_whose_retreat_it_is() -> None:
    game = lone()
    begin_retreat(game, units_of(game.pos, "b11"), 1, [hex(game.pos, "03.04")])
    game._ask = None
    assert game.ask.side == BOREAL and game.ask.step == "WalkBack"
    assert "withdraw 03.04" not in options(game) and "withdraw 02.04" in options(game)

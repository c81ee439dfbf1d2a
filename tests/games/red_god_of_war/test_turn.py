"""Chapter turn: chits from turn to turn, and who has won."""

from typing import Any

import pytest

from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.model.position import ARRIVED
from grognard.games.red_god_of_war.movement.entering import displace_hq
from grognard.games.red_god_of_war.sequence.victory import net_points, score, verdict

HQS = {
    "20a-hq": "0101",
    "31a-hq": "0201",
    "39a-hq": "0301",
    "30a-hq": "0401",
    "vi-hq": "0501",
    "ix-hq": "0601",
}
LAST = ["20a-hq", "31a-hq", "39a-hq"]


def choosing(
    turn: int = 2, last: list[str] | None = None, units: dict[str, str] | None = None, **facts: Any
) -> Table:
    return table(
        ["........"],
        {**HQS, **(units or {})},
        procedure="initial",
        step="PlaceChits",
        turn=turn,
        last_chits=LAST if last is None else last,
        **facts,
    )


def cup(game: Table) -> list[str]:
    return sorted(game.pos.content.roster.counters[hq].id for hq in game.pos.cup)


@pytest.mark.rule("rgw.turn.2a", "rgw.turn.2b", "rgw.turn.2c")
@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ([], ["20a-hq", "31a-hq", "39a-hq"]),
        (["add 30a-hq"], ["20a-hq", "30a-hq", "31a-hq", "39a-hq"]),
        (["drop 20a-hq"], ["31a-hq", "39a-hq"]),
        (["drop 20a-hq", "drop 20a-hq"], ["20a-hq", "31a-hq", "39a-hq"]),
        (["drop 20a-hq", "drop 20a-hq", "add 30a-hq"], ["20a-hq", "30a-hq", "31a-hq", "39a-hq"]),
    ],
)
def test_the_soviets_put_in_last_turns_chits_with_one_change(changes: list[str], found: list[str]) -> None:
    game = choosing().play(*(f"soviet: {change}" for change in changes), "soviet: seal", "german: seal")
    assert cup(game) == found
    assert game.pos.put_in == game.pos.cup


@pytest.mark.rule("rgw.turn.2d")
def test_a_second_change_is_refused_until_the_first_is_taken_back() -> None:
    game = choosing()
    assert game.options("soviet") == ["add 30a-hq", "drop 39a-hq", "drop 31a-hq", "drop 20a-hq", "seal"]
    game.play("soviet: drop 20a-hq")
    assert game.options("soviet") == ["drop 20a-hq", "seal"]
    assert game.refused("soviet: add 30a-hq") == "rgw.turn.2"
    assert game.refused("soviet: chit 30a-hq") == "rgw.turn.2"


@pytest.mark.rule("rgw.turn.2")
def test_by_option_one_chit_may_be_swapped() -> None:
    game = choosing(options={"chit-swap": True}).play("soviet: drop 20a-hq")
    assert game.options("soviet") == ["drop 20a-hq", "add 30a-hq", "seal"]
    game.play("soviet: add 30a-hq")
    assert game.options("soviet") == ["drop 20a-hq", "add 30a-hq", "seal"]
    game.play("soviet: seal", "german: seal")
    assert cup(game) == ["30a-hq", "31a-hq", "39a-hq"]


@pytest.mark.rule("rgw.turn.2")
def test_after_an_empty_turn_one_chit_may_go_in() -> None:
    game = choosing(last=[]).play("soviet: add 20a-hq")
    assert game.options("soviet") == ["add 20a-hq", "seal"]
    game.play("soviet: seal", "german: seal")
    assert cup(game) == ["20a-hq"]


@pytest.mark.rule("rgw.turn.2f")
def test_an_hq_off_the_map_is_no_change() -> None:
    game = choosing(units={"39a-hq": "dead"})
    assert game.options("soviet") == ["add 30a-hq", "drop 31a-hq", "drop 20a-hq", "seal"]
    assert game.refused("soviet: drop 39a-hq") == "rgw.initial.24"
    game.play("soviet: add 30a-hq", "soviet: seal", "german: seal")
    assert cup(game) == ["20a-hq", "30a-hq", "31a-hq"]


@pytest.mark.rule("rgw.turn.2f", "rgw.initial.27b")
def test_an_arriving_hq_goes_in_by_itself_and_is_no_change() -> None:
    game = choosing()
    for id in ("30a-hq", "ix-hq"):
        game.pos.flags[game.unit(id)] |= ARRIVED
    assert game.options("soviet") == ["drop 39a-hq", "drop 31a-hq", "drop 20a-hq", "seal"]
    assert game.offers("chit", "german") == ["vi-hq"]
    assert game.refused("soviet: add 30a-hq") == "rgw.initial.27"
    game.play("soviet: drop 20a-hq", "soviet: seal", "german: seal")
    assert cup(game) == ["30a-hq", "31a-hq", "39a-hq", "ix-hq"]


@pytest.mark.rule("rgw.turn.2f", "rgw.stacking.11")
@pytest.mark.parametrize(
    ("turn", "options"),
    [
        (2, ["add 30a-hq", "drop 31a-hq", "drop 20a-hq", "seal"]),  # its absence is no change
        (3, ["chit 39a-hq", "add 30a-hq", "drop 31a-hq", "drop 20a-hq", "seal"]),  # nor its return
        (4, ["add 39a-hq", "add 30a-hq", "drop 31a-hq", "drop 20a-hq", "seal"]),  # later it is
    ],
)
def test_a_barred_chit_stays_out_one_turn_and_returns_freely(turn: int, options: list[str]) -> None:
    last = LAST if turn < 4 else ["20a-hq", "31a-hq"]
    game = choosing(turn, last, barred={"39a-hq": 2})
    assert game.options("soviet") == options
    if turn == 2:
        assert game.refused("soviet: add 39a-hq") == "rgw.stacking.11"


def to_the_next_turn(game: Table) -> None:
    """Everybody lets his impulses pass, whatever is rolled and drawn."""
    turn = game.pos.turn
    while game.pos.turn == turn or game.asked() != "german and soviet PlaceChits":
        options = game.ask.options(game.ask.side)
        choice = next((one for one in options if one[0] == "done"), options[-1])
        game.game.play(choice, game.ask.side)


@pytest.mark.rule("rgw.turn.2", "rgw.stacking.11")
@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("in_the_cup", [True, False])
def test_only_a_chit_that_was_in_the_cup_returns_freely_after_its_hq_was_driven_off(
    in_the_cup: bool, again: bool
) -> None:
    """39th Army is driven off on turn 1, and perhaps a second time while its chit is barred."""
    chits = ["20a-hq", *(["39a-hq"] if in_the_cup else [])]
    game = table(
        {"rows": ["." * 14], "holders": ["gg" + "s" * 12]},
        {"20a-hq": "0801", "30a-hq": "0801", "39a-hq": "0201", "vi-hq": "0101", "5pz-13-pg": "0101"},
        procedure="movement",
        step="TacticalMovement",
        active="vi-hq",
        cup=chits,
    )
    game.play("german: move 5pz-13-pg", "german: to 0201").holds("barred 39a-hq 2")
    to_the_next_turn(game)
    assert game.options("soviet") == ["add 30a-hq", "drop 20a-hq", "seal"]
    game.play("soviet: seal", "german: seal").holds("chits soviet 1", "cup 39a-hq no")
    if again:
        displace_hq(game.game, game.unit("39a-hq"))
        to_the_next_turn(game)
        assert game.options("soviet") == ["add 30a-hq", "drop 20a-hq", "seal"]
        game.play("soviet: seal", "german: seal")
    to_the_next_turn(game)
    verb = "chit" if in_the_cup else "add"
    assert game.offers(verb, "soviet") == (["39a-hq"] if in_the_cup else ["30a-hq", "39a-hq"])
    game.play(f"soviet: {verb} 39a-hq")
    assert bool(game.offers("add", "soviet") == ["30a-hq"]) is in_the_cup
    game.play("soviet: seal", "german: seal").holds("chits soviet 2", "cup 39a-hq yes")


@pytest.mark.rule("rgw.turn.2")
def test_a_chit_left_out_by_choice_before_its_hq_was_driven_off_does_not_return_freely() -> None:
    game = choosing(2, LAST).play("soviet: drop 39a-hq", "soviet: seal", "german: seal")
    displace_hq(game.game, game.unit("39a-hq"))
    to_the_next_turn(game)
    game.play("soviet: seal", "german: seal")
    to_the_next_turn(game)
    assert game.offers("chit", "soviet") == []
    assert game.offers("add", "soviet") == ["30a-hq", "39a-hq"]


@pytest.mark.rule("rgw.turn.2")
def test_a_barred_chit_that_is_not_taken_back_is_a_change_a_turn_later() -> None:
    game = choosing(3, LAST, barred={"39a-hq": 2}).play("soviet: seal", "german: seal")
    assert cup(game) == ["20a-hq", "31a-hq"]
    to_the_next_turn(game)
    assert game.offers("add", "soviet") == ["30a-hq", "39a-hq"]


@pytest.mark.rule("rgw.turn.3", "rgw.stacking.11f")
def test_a_german_hq_driven_off_sits_out_too() -> None:
    game = choosing(barred={"ix-hq": 2})
    assert game.offers("chit", "german") == ["vi-hq"]
    assert game.refused("german: chit ix-hq") == "rgw.stacking.11"


@pytest.mark.rule("rgw.turn.3", "rgw.turn.4")
@pytest.mark.parametrize("turn", [1, 2, 9])
def test_free_choice_for_the_germans_always_and_for_the_soviets_on_turn_1(turn: int) -> None:
    game = choosing(turn, [*LAST, "vi-hq"])
    assert game.offers("chit", "german") == ["ix-hq", "vi-hq"]
    assert game.offers("chit", "soviet") == (["20a-hq", "30a-hq", "31a-hq", "39a-hq"] if turn == 1 else [])
    game.play("german: seal", "soviet: seal")
    assert cup(game) == ([] if turn == 1 else LAST)


@pytest.mark.rule("rgw.turn.2e")
def test_put_in_counts_not_drawn() -> None:
    """Chits lost to a halt are still chits of last turn."""
    game = table(
        ["........"],
        HQS,
        procedure="impulse",
        step="FillBox",
        active="20a-hq",
        box=[0, 5],
        cup=["31a-hq", "39a-hq"],
    )
    game.pos.put_in = sorted(game.unit(id) for id in LAST)
    game.play("chance: roll 1")
    game.holds("turn 2")
    assert game.pos.last_put_in == sorted(game.unit(id) for id in LAST)


# -- the end ------------------------------------------------------------------------------------


def ending(points: dict[str, list[int]], units: dict[str, str] | None = None, **facts: Any) -> Table:
    rows = {
        "rows": ["........"],
        "holders": ["ssssgggg"],
        "objectives": points,
        "areas": facts.pop("areas", {}),
    }
    return table(
        rows,
        {"41a-hq": "0201", "vi-hq": "0801", **(units or {})},
        procedure="impulse",
        step="FillBox",
        active="41a-hq",
        **{"turn": 16, **facts},
    )


@pytest.mark.rule("rgw.turn.5b")
@pytest.mark.parametrize(
    ("net", "result", "winner"),
    [
        (31, "soviet-decisive", 1),
        (30, "soviet-major", 1),
        (20, "soviet-major", 1),
        (19, "soviet-marginal", 1),
        (12, "soviet-marginal", 1),
        (11, "draw", -1),
        (5, "draw", -1),
        (4, "german-marginal", 0),
        (-5, "german-marginal", 0),
        (-6, "german-major", 0),
        (-18, "german-major", 0),
        (-19, "german-decisive", 0),
    ],
)
def test_the_ladder_of_victory(net: int, result: str, winner: int) -> None:
    points = {"0101": [net, 0]} if net > 0 else {"0701": [0, -net]}
    game = ending(points)
    assert net_points(game.pos) == net
    assert verdict(game.pos) == (winner, result)
    assert game.game.over
    assert (game.pos.result, game.pos.winner) == (result, winner)


@pytest.mark.rule("rgw.turn.5")
def test_only_gains_count_for_either_side() -> None:
    """A Soviet hex worth points to the Germans counts for nobody, and the other way round."""
    game = ending({"0101": [0, 3], "0701": [5, 0], "0301": [4, 0], "0601": [0, 2]})
    assert net_points(game.pos) == 4 - 2


@pytest.mark.rule("rgw.turn.5b")
@pytest.mark.parametrize(
    ("dead", "points"),
    [
        (["246-id"], 2),
        (["2-lfd"], 1),
        (["5pz-31-pz"], 1),
        (["gd-pz-abt"], 0),
        (["ss-cav-1"], 1),
        (["ix-hq"], 2),
        (["150-rd"], -1),
        (["74-sib-rb"], 0),
        (["74-sib-rb", "114-rb"], -1),
        (["74-sib-rb", "114-rb", "39-tr"], -1),
        (["22a-hq"], -2),
        (["150-rd", "246-id", "5pz-31-pz"], 2),
    ],
)
def test_points_for_units_destroyed(dead: list[str], points: int) -> None:
    game = ending({}, dict.fromkeys(dead, "dead") | {"86-id": "withdrawn", "93-rd": "withdrawn"})
    assert net_points(game.pos) == points


@pytest.mark.rule("rgw.turn.5")
def test_a_corps_destroyed_is_a_point_for_the_germans() -> None:
    game = ending({})
    game.pos.corps_destroyed = 2
    assert net_points(game.pos) == -2


@pytest.mark.rule("rgw.turn.5")
@pytest.mark.parametrize(
    ("unit", "points"),
    [
        ("150-rd 0601", 3),
        ("150-rd 0601 isolated", 0),
        ("150-rd 0601 unsupplied", 3),
        ("22a-hq 0601", 0),
        ("86-id 0601", 0),
    ],
)
def test_the_railway_is_cut_by_a_soviet_unit_that_is_not_isolated(unit: str, points: int) -> None:
    id, where = unit.split(maxsplit=1)
    game = ending({}, {id: where}, areas={"rail:rzhev-vyazma": ["0601", "0701"]})
    assert net_points(game.pos) == points


@pytest.mark.rule("rgw.turn.5")
def test_the_score_is_explained() -> None:
    game = ending({"0101": [10, 0], "0701": [0, 3]}, {"246-id": "dead"})
    sheet = score(game.pos)
    assert sheet.total.startswith("+9, ")
    assert [(term.label, term.value) for term in sheet.terms] == [
        ("0101", "+10"),
        ("0701", "-3"),
        ("infantry division × 1", "+2"),
    ]


@pytest.mark.rule("rgw.turn.5a", "rgw.turn.1")
@pytest.mark.parametrize(("turn", "over"), [(15, False), (16, True)])
def test_the_game_ends_with_the_last_turn(turn: int, over: bool) -> None:
    game = ending({"0101": [31, 0]}, turn=turn)
    assert game.game.over is over
    if not over:
        game.holds("turn 16")
        assert game.asked() == "chance RollGermanSupply"


@pytest.mark.rule("rgw.turn.2", "rgw.stacking.11")
def test_a_chit_barred_long_ago_is_one_of_the_set_again() -> None:
    game = choosing(5, LAST, barred={"39a-hq": 2})
    assert game.options("soviet") == ["add 30a-hq", "drop 39a-hq", "drop 31a-hq", "drop 20a-hq", "seal"]
    game.play("soviet: seal", "german: seal")
    assert cup(game) == ["20a-hq", "31a-hq", "39a-hq"]

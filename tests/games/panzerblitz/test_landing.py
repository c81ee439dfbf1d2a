"""Coming down: orders and who hears of them, wagons, loaded carriers, sliding, and what the log tells."""

from typing import Any

import pytest

from games.panzerblitz.table import at, game_of, log, options, play, refusal, unit
from grognard.core.flow.flow import Game
from grognard.core.flow.rulings import IllegalChoice
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.drop.drop import is_drop_turn, next_company, see_landing
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import FROZEN, LANDED, MUST_LEAVE, SHOWN


def jumped(company: str, target: str, die: int, wind: str = "light S", **given: Any) -> Game:
    """A game in which one company has jumped and its die is rolled."""
    game = game_of(step="Jump", wind=wind, orders={company: target}, **given)
    return play(game, f"jump {company}", f"roll {die}")


def marks(game: Game, id: str) -> int:
    return game.pos.marks[unit(game, id)]


# -- orders -------------------------------------------------------------------------------------


@pytest.mark.rule("pb.forces.6", "pb.forces.13")
@pytest.mark.parametrize(("force", "last"), [("I", 2), ("II", 4), ("III", 6)])
@pytest.mark.parametrize("kind", ["rifle", "guards", "smg"])
def test_a_single_company_of_any_force_keeps_the_drop_turns_of_that_force(
    force: str, kind: str, last: int
) -> None:
    game = game_of(paraforces={force: kind})
    for turn in range(1, 8):
        game.pos.turn = turn
        assert is_drop_turn(game.pos) is (turn <= last)


@pytest.mark.rule("pb.forces.14a")
@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("I-guards", "paraforce I has no guards company left."),
        ("II-rifle", "paraforce II has no rifle company left."),
        ("II-smg", "paraforce II has no smg company left."),
        ("III-guards", "paraforce III has no guards company left."),
    ],
)
def test_a_company_that_a_force_does_not_have_cannot_drop(order: str, words: str) -> None:
    given = {"I": "rifle smg", "II": "guards", "III": "rifle smg"}
    game = game_of(step="OpenOrders", paraforces=given)
    play(game, "roll 1", "roll 1")
    assert options(game) == [
        "drop I-rifle",
        "drop I-smg",
        "drop II-guards",
        "drop III-rifle",
        "drop III-smg",
        "seal",
    ]
    assert refusal(game, f"drop {order}").why == words


@pytest.mark.rule("pb.forces.13", "pb.forces.14")
@pytest.mark.parametrize(
    ("turn", "offered"),
    [
        (2, ["I-rifle", "I-smg", "II-rifle", "II-smg", "III-rifle", "III-smg"]),
        (3, ["II-rifle", "II-smg", "III-rifle", "III-smg"]),
        (5, ["III-rifle", "III-smg"]),
    ],
)
def test_each_company_drops_on_the_turns_of_its_own_force(turn: int, offered: list[str]) -> None:
    game = game_of(step="OpenOrders", turn=turn, paraforces=dict.fromkeys(("I", "II", "III"), "rifle smg"))
    play(game, "roll 1", "roll 1")
    assert options(game) == [*(f"drop {name}" for name in offered), "seal"]
    for force, last in (("I", 2), ("II", 4)):
        for kind in ("rifle", "guards", "smg"):
            if turn > last:
                said = refusal(game, f"drop {force}-{kind}")
                assert said.rule == "pb.forces.13"
                assert said.why == f"paraforce {force} drops on turns 1 to {last}."


@pytest.mark.rule("pb.dispersal.10")
@pytest.mark.parametrize("choice", [("drop", -1), ("drop", 9), ("target", 3), ("jump", 33)])
def test_what_is_no_order_at_all_is_refused_without_a_rule_of_the_drop(choice: tuple[str, int]) -> None:
    game = game_of(step="OpenOrders", paraforces={"I": "rifle"})
    play(game, "roll 1", "roll 1")
    with pytest.raises(IllegalChoice) as problem:
        game.copy().play(choice)
    assert problem.value.refusal.rule in ("core.ask.options", "pb.dispersal.10")
    said = ("that is not among the options", f"'{choice[0]}' is no answer to")
    assert problem.value.refusal.why.startswith(said)


@pytest.mark.rule("pb.dispersal.10b")
def test_taking_back_a_finished_order_leaves_the_earlier_ones_alone() -> None:
    game = game_of(step="OpenOrders", paraforces={"I": "rifle rifle smg"})
    play(game, "roll 1", "roll 1", "drop I-rifle", "target 0101", "drop I-smg", "target 0202", "recall")
    assert game.pos.drafts[RUSSIAN] == (("drop", 0), ("target", at(game, "0101")))
    play(game, "drop I-rifle", "target 0303", "seal")
    assert game.pos.orders == [
        *(unit(game, "para-rifle-1"), at(game, "0101")),
        *(unit(game, "para-rifle-2"), at(game, "0303")),
    ]


@pytest.mark.rule("pb.breakdown.4", "pb.forces.7b")
def test_companies_of_a_type_get_their_counters_in_order_whatever_their_targets() -> None:
    game = game_of(paraforces={"I": "rifle rifle rifle"})
    first, second, third = (unit(game, f"para-rifle-{n}") for n in (1, 2, 3))
    assert next_company(game.pos, 0) == first
    # A target that happens to bear the number of a company takes no counter away.
    game.pos.orders = [first, second]
    assert next_company(game.pos, 0) == second
    game.pos.orders = [first, third, second, third]
    assert next_company(game.pos, 0) == third


@pytest.mark.rule("pb.forces.9", "pb.balance.2")
def test_with_hidden_movement_only_the_russian_hears_of_jump_and_die() -> None:
    for hidden in (False, True):
        game = game_of(
            ["w....", *["....."] * 4],
            step="Jump",
            wind="medium S",
            orders={"para-rifle-1": "0101"},
            options={"hidden-movement": hidden},
        )
        play(game, "jump para-rifle-1")
        told = {event.kind: event for event in game.events}
        assert told["dropping"].facts == (unit(game, "para-rifle-1"), at(game, "0101"))
        assert told["dropping"].rule == "pb.dispersal.10"
        assert told["dropping"].open_to(RUSSIAN)
        assert told["dropping"].open_to(GERMAN) is not hidden
        assert (
            bool(
                SYSTEM.rules.procedures["landing"].items[1].sees(game.pos, game.pos.stack[-1].vars) >> GERMAN
                & 1
            )
            is not hidden
        )
        play(game, "roll 3")
        told = {event.kind: event for event in game.events}
        assert told["dispersal"].open_to(RUSSIAN)
        assert told["dispersal"].open_to(GERMAN) is not hidden


# -- coming down --------------------------------------------------------------------------------


@pytest.mark.rule(
    "pb.dispersal.13", "pb.dispersal.14", "pb.dispersal.1b", "pb.dispersal.4a", "pb.dispersal.11"
)
def test_the_log_names_the_row_and_where_each_piece_lands() -> None:
    game = jumped("para-rifle-1", "0101", 4, "medium S")
    assert log(game)[:6] == [
        "pb.dispersal.11 Para Rifle company 1 is scattered by medium wind: die 4, row C.",
        "pb.dispersal.13 Rifle 1, piece 1 lands in 0101.",
        "pb.dispersal.13 Rifle 1, piece 2 lands in 0101.",
        "pb.dispersal.13 Rifle 1, piece 3 lands in 0102.",
        "pb.dispersal.13 Rifle 1, piece 4 lands in 0103.",
        "pb.dispersal.13 Rifle 1, piece 5 lands in 0104.",
    ]


@pytest.mark.rule("pb.landing.3", "pb.landing.14b")
def test_the_log_tells_why_pieces_are_lost() -> None:
    edge = jumped("para-rifle-1", "0103", 3, "medium S", rows=["."] * 3)
    assert [line.split(" ")[0] for line in log(edge)[1:6]] == [
        *["pb.dispersal.13"] * 2,
        *["pb.landing.3"] * 3,
    ]
    pond = jumped("para-rifle-1", "0101", 1, rows=["o", "."])
    assert (
        log(pond)[1] == "pb.landing.14 Rifle 1, piece 1 is lost in landing at 0101: it comes down in a pond."
    )
    full = {"t34c-1 t34c-2": "0101", "t34c-3 t34c-4": "0102"}
    slid = jumped("para-rifle-1", "0101", 1, rows=["."] * 3, units=full)
    assert log(slid)[1] == "pb.landing.14 Rifle 1, piece 1 is lost in landing at 0102: there is no room."


@pytest.mark.rule("pb.landing.6", "pb.landing.14", "pb.stacking.2")
def test_a_wagon_gives_way_only_where_somebody_finds_room_beside_it() -> None:
    # Two Russian units already share the hex with the wagon: all five slide on, and it may stay.
    full = {"t34c-1 t34c-2": "0102", "wagon-1": "0102"}
    game = jumped("para-rifle-1", "0102", 1, units=full)
    assert not marks(game, "wagon-1") & MUST_LEAVE
    assert [game.pos.where[unit(game, f"rifle-1-{n}")] for n in range(1, 6)] == [at(game, "0103")] * 5
    half = jumped("para-rifle-1", "0102", 1, units={"t34c-1": "0102", "wagon-1": "0102"})
    assert marks(half, "wagon-1") & MUST_LEAVE
    assert "pb.landing.6 Wagon 1 must leave 0102: paratroops have landed there." in log(half)


@pytest.mark.rule("pb.landing.14c", "pb.stacking.2c")
def test_one_that_fits_stays_when_the_others_slide() -> None:
    mates = {"t34c-1": "0101", "rifle-2-1 rifle-2-2 rifle-2-3 rifle-2-4": "0101"}
    game = jumped("para-smg-1", "0101", 1, units=mates)
    # A fifth of a company is free: an eighth fits once.
    where = [game.pos.where[unit(game, f"smg-1-{n}")] for n in range(1, 9)]
    assert where == [at(game, "0101"), *[at(game, "0102")] * 7]
    assert all(marks(game, f"smg-1-{n}") & LANDED for n in range(1, 9))


@pytest.mark.rule("pb.landing.4", "pb.landing.9b", "pb.landing.10")
def test_everybody_in_the_hex_is_pinned_and_a_truck_keeps_its_passenger() -> None:
    more = [
        {"id": "g-truck-1", "hex": "0202"},
        {"id": "security-1", "aboard": "g-truck-1"},
        {"id": "g-rifle-1", "hex": "0202"},
        {"id": "g-rifle-2", "hex": "0303"},
    ]
    game = jumped("para-rifle-1", "0202", 1, more=more)
    assert all(marks(game, id) & FROZEN for id in ("g-truck-1", "security-1", "g-rifle-1"))
    assert not marks(game, "g-rifle-2") & FROZEN
    assert game.pos.aboard[unit(game, "security-1")] == unit(game, "g-truck-1")
    told = log(game)
    assert "pb.landing.9 Rifle platoon 1 in 0202 is landed upon and can neither move nor fire." in told
    assert "pb.landing.4 Rifle 1, piece 1 is lost in landing at 0202: Germans are there." in told
    # The passenger cannot act from the lorry it sits on, nor be set down and act.
    assert game.pos.lost == [5, 0]


@pytest.mark.rule("pb.landing.7a", "pb.landing.8", "pb.landing.9")
def test_a_loaded_wagon_unloads_and_the_log_says_so() -> None:
    more = [{"id": "wagon-1", "hex": "0202"}, {"id": "security-1", "aboard": "wagon-1"}]
    game = jumped("para-rifle-1", "0202", 1, more=more)
    assert game.pos.cargo[unit(game, "wagon-1")] == -1
    assert game.pos.at(at(game, "0202")) == sorted((unit(game, "wagon-1"), unit(game, "security-1")))
    assert not marks(game, "wagon-1") & MUST_LEAVE
    told = log(game)
    assert "pb.landing.7 Security platoon 1 gets off in 0202." in told
    assert (
        "pb.landing.8 Rifle 1, piece 1 is lost in landing at 0202: it comes down on a loaded wagon." in told
    )


# -- who sees it --------------------------------------------------------------------------------


@pytest.mark.rule("pb.balance.3")
def test_only_germans_on_the_boards_see_a_landing_and_from_the_corner_too() -> None:
    given = {"options": {"hidden-movement": True}, "rows": ["....."] * 5}
    corner = game_of(units={"g-rifle-1": "0101", "rifle-1-1": "0305"}, **given)
    piece = unit(corner, "rifle-1-1")
    see_landing(corner.pos, piece, at(corner, "0104"))
    assert corner.pos.marks[piece] & SHOWN
    away = game_of(units={"g-rifle-1": "waiting", "rifle-1-1": "0501"}, **given)
    see_landing(away.pos, piece, at(away, "0501"))
    assert not away.pos.marks[piece] & SHOWN


@pytest.mark.rule("pb.balance.2", "pb.balance.3")
def test_without_hidden_movement_nobody_needs_to_be_shown() -> None:
    game = jumped("para-rifle-1", "0101", 1, units={"g-rifle-1": "0103"})
    assert not marks(game, "rifle-1-1") & SHOWN


@pytest.mark.rule("pb.balance.3")
def test_a_landing_that_is_seen_is_known_at_once() -> None:
    game = game_of(
        ["w", "w", "w", ".", "."],
        units={"g-rifle-1": "0104", "rifle-1-1": "0101"},
        options={"hidden-movement": True},
    )
    piece = unit(game, "rifle-1-1")
    assert piece not in [one.unit for one in SYSTEM.knowledge.project(game.pos, GERMAN).pieces]
    see_landing(game.pos, piece, at(game, "0101"))
    assert piece in [one.unit for one in SYSTEM.knowledge.project(game.pos, GERMAN).pieces]

"""What an attack does: forts and those inside, carriers and their passengers, wrecks, and recovery."""

from functools import reduce
from typing import Any

import pytest

from games.panzerblitz.table import at, game_of, log, play, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.combat.results import (
    Sheet,
    apply_result,
    destroy,
    disperse,
    odds_column,
    odds_refusal,
)
from grognard.games.panzerblitz.model.position import DEAD, DISPERSED, FORT, FRESH, FROZEN, INSIDE, SPENT


def state(game: Game, id: str) -> str:
    one = unit(game, id)
    if game.pos.where[one] == DEAD:
        return "dead"
    return "dispersed" if game.pos.marks[one] & DISPERSED else "fine"


def fort(**given: Any) -> Game:
    """A fort with one platoon inside, one dispersed platoon inside and one on top."""
    more = [
        {"id": "g-rifle-1", "hex": "0202", "inside": True},
        {"id": "g-rifle-2", "hex": "0202", "inside": True, "dispersed": True},
        {"id": "g-rifle-3", "hex": "0202"},
    ]
    return game_of(more=more, forts={"0101": 7, "0202": 20}, **given)


@pytest.mark.rule("pb.forts.2a", "pb.forts.2b", "pb.results.3", "pb.results.4")
@pytest.mark.parametrize(
    ("result", "fresh", "shaken", "stands"),
    [
        ("-", "fine", "dispersed", True),
        ("D", "dispersed", "dispersed", True),
        ("DD", "dispersed", "dead", True),
        ("X", "dead", "dead", False),
    ],
)
def test_what_strikes_the_fort_strikes_those_inside_and_not_those_on_top(
    result: str, fresh: str, shaken: str, stands: bool
) -> None:
    game = fort()
    apply_result(game, (FORT,), at(game, "0202"), result)
    assert (state(game, "g-rifle-1"), state(game, "g-rifle-2")) == (fresh, shaken)
    assert state(game, "g-rifle-3") == "fine"
    assert (game.pos.fort_at(at(game, "0202")) == 20) is stands
    assert game.pos.fort_at(at(game, "0101")) == 7
    assert ("pb.forts.2 The fort in 0202 is destroyed." in log(game)) is (result == "X")


@pytest.mark.rule("pb.forts.2", "pb.fire.7")
def test_who_is_aimed_at_on_top_is_struck_and_the_fort_is_not() -> None:
    game = fort()
    apply_result(game, (unit(game, "g-rifle-3"),), at(game, "0202"), "X")
    assert [state(game, f"g-rifle-{n}") for n in (1, 2, 3)] == ["fine", "dispersed", "dead"]
    assert game.pos.fort_at(at(game, "0202")) == 20


@pytest.mark.rule("pb.forts.1", "pb.forts.2")
def test_the_strength_of_one_fort_is_not_mistaken_for_the_place_of_another() -> None:
    game = game_of(units={"recon-1": "0505"})
    # The first fort, in hex 3, has the number of the second one's hex as its strength.
    game.pos.forts = [3, 8, 8, 30]
    assert [game.pos.fort_at(hex) for hex in (3, 8, 30, 0)] == [8, 30, 0, 0]
    apply_result(game, (FORT,), 8, "X")
    assert game.pos.forts == [3, 8]


@pytest.mark.rule("pb.transport.6a", "pb.forces.18a", "pb.results.9b")
def test_a_carrier_dies_with_its_passenger_and_both_are_counted_and_told() -> None:
    more = [{"id": "halftrack-1", "hex": "0202"}, {"id": "g-rifle-1", "aboard": "halftrack-1"}]
    game = game_of(more=more, wrecks="0303")
    destroy(game, unit(game, "halftrack-1"))
    assert (state(game, "halftrack-1"), state(game, "g-rifle-1")) == ("dead", "dead")
    assert game.pos.lost == [0, 2]
    assert game.pos.cargo[unit(game, "halftrack-1")] == game.pos.aboard[unit(game, "g-rifle-1")] == -1
    assert game.pos.wrecks == sorted((at(game, "0202"), at(game, "0303")))
    assert log(game) == [
        "pb.results.5 Half-track 1 is destroyed in 0202.",
        "pb.transport.6 Rifle platoon 1 is destroyed in 0202.",
        "pb.results.9 A wreck is left in 0202.",
    ]


@pytest.mark.rule("pb.results.9a")
@pytest.mark.parametrize(("id", "wreck"), [("panther-1", True), ("wagon-1", False), ("at75-1", False)])
def test_only_armour_leaves_a_wreck_and_in_the_corner_too(id: str, wreck: bool) -> None:
    game = game_of(units={id: "0101"})
    game.pos.marks[unit(game, id)] = DISPERSED | SPENT
    destroy(game, unit(game, id))
    assert game.pos.wrecks == ([0] if wreck else [])
    assert game.pos.marks[unit(game, id)] == 0
    assert game.pos.at(0) == []


@pytest.mark.rule("pb.results.9")
def test_a_vehicle_that_is_not_on_the_map_leaves_no_wreck() -> None:
    game = game_of(units={"panther-1": "waiting"})
    destroy(game, unit(game, "panther-1"))
    assert game.pos.wrecks == []
    assert game.pos.lost == [0, 1]


@pytest.mark.rule("pb.results.3", "pb.results.8")
@pytest.mark.parametrize(("mover", "fresh"), [("russian", True), ("german", False)])
def test_who_is_dispersed_in_its_own_turn_is_marked_to_wait(mover: str, fresh: bool) -> None:
    game = game_of(units={"recon-1": "0101"}, mover=mover)
    disperse(game, unit(game, "recon-1"))
    assert game.pos.marks[unit(game, "recon-1")] == (DISPERSED | FRESH if fresh else DISPERSED)
    assert log(game) == ["pb.results.3 Recon company is dispersed in 0101."]


@pytest.mark.rule("pb.results.6", "pb.results.8")
@pytest.mark.parametrize("mover", ["russian", "german"])
def test_a_d_on_a_dispersed_unit_is_no_new_dispersal(mover: str) -> None:
    """Not in the log, not in the odds, and it does not put off the recovery."""
    more = [{"id": "recon-1", "hex": "0101", "dispersed": True}]
    game = game_of(more=more, units={"r-rifle-1": "0101"}, mover=mover)
    apply_result(game, (unit(game, "recon-1"), unit(game, "r-rifle-1")), 0, "D")
    assert game.pos.marks[unit(game, "recon-1")] == DISPERSED
    assert sorted(log(game)) == [
        "pb.results.3 Rifle company 1 is dispersed in 0101.",
        "pb.results.6 Recon company is dispersed already in 0101, and stays so.",
    ]
    assert (
        SYSTEM.odds.tallied(game.pos, reduce(SYSTEM.odds.tally, game.events, ()))["russian units dispersed"]
        == 1
    )


@pytest.mark.rule("pb.results.4", "pb.results.6")
def test_a_dd_still_destroys_who_was_dispersed_and_disperses_the_others() -> None:
    more = [{"id": "recon-1", "hex": "0101", "dispersed": True}]
    game = game_of(more=more, units={"r-rifle-1": "0101"})
    apply_result(game, (unit(game, "recon-1"), unit(game, "r-rifle-1")), 0, "DD")
    assert (state(game, "recon-1"), state(game, "r-rifle-1")) == ("dead", "dispersed")


@pytest.mark.rule("pb.transport.7a")
@pytest.mark.parametrize(("mover", "spent"), [("russian", True), ("german", False)])
def test_riders_that_are_thrown_off_stand_beside_their_tank(mover: str, spent: bool) -> None:
    more = [{"id": "t34c-1", "hex": "0101"}, {"id": "r-rifle-1", "aboard": "t34c-1"}]
    game = game_of(more=more, mover=mover)
    disperse(game, unit(game, "t34c-1"))
    rider = unit(game, "r-rifle-1")
    assert game.pos.at(0) == [unit(game, "t34c-1"), rider]
    assert game.pos.marks[rider] == (SPENT if spent else 0)
    assert log(game)[-1] == "pb.transport.7 Rifle company 1 gets off in 0101."


@pytest.mark.rule("pb.transport.6b", "pb.transport.7")
def test_the_passenger_of_a_dispersed_truck_stays_aboard() -> None:
    more = [{"id": "r-truck-1", "hex": "0101"}, {"id": "r-rifle-1", "aboard": "r-truck-1"}]
    game = game_of(more=more)
    disperse(game, unit(game, "r-truck-1"))
    assert game.pos.aboard[unit(game, "r-rifle-1")] == unit(game, "r-truck-1")
    assert len(log(game)) == 1


@pytest.mark.rule("pb.transport.7b", "pb.stack.1")
def test_riders_without_room_are_lost_and_the_log_names_the_rule() -> None:
    more = [{"id": "t34c-1", "hex": "0202"}, {"id": "r-rifle-1", "aboard": "t34c-1"}]
    game = game_of(more=more, units={"t34c-2": "0202"})
    disperse(game, unit(game, "t34c-1"))
    assert state(game, "r-rifle-1") == "dead"
    assert log(game)[-1] == "pb.transport.7 Rifle company 1 is destroyed in 0202."


@pytest.mark.rule("pb.results.5", "pb.transport.7")
def test_who_died_with_its_carrier_is_not_struck_again() -> None:
    # The rider of the first tank has no room and is lost; it is not part of the target.
    more = [{"id": "t34c-1", "hex": "0202"}, {"id": "r-rifle-1", "aboard": "t34c-1"}]
    game = game_of(more=more, units={"t34c-2": "0202"})
    units = [unit(game, id) for id in ("t34c-1", "t34c-2")]
    apply_result(game, [*units, unit(game, "recon-1")], at(game, "0202"), "D")
    assert game.pos.lost == [1, 0]
    assert not game.pos.marks[unit(game, "recon-1")] & DISPERSED


@pytest.mark.rule("pb.results.7", "pb.results.8a")
def test_only_the_side_whose_turn_ends_recovers_and_it_is_told() -> None:
    more = [
        {"id": "recon-1", "hex": "0101", "dispersed": True},
        {"id": "r-rifle-1", "hex": "0202"},
        {"id": "wagon-1", "hex": "0505", "dispersed": True, "frozen": True},
    ]
    game = game_of(step="Recover", more=more, units={"panther-1": "0504"})
    assert game.ask.step == "Fire"
    assert [state(game, id) for id in ("recon-1", "r-rifle-1", "wagon-1")] == ["fine", "fine", "dispersed"]
    assert "pb.results.8 Recon company recovers in 0101." in log(game)
    assert not [line for line in log(game) if "Rifle company" in line]
    assert game.pos.marks[unit(game, "wagon-1")] & FROZEN


@pytest.mark.rule("pb.results.8")
def test_the_side_that_recovers_keeps_everything_else_it_is_marked_with() -> None:
    more = [{"id": "g-rifle-1", "hex": "0202", "dispersed": True, "inside": True, "frozen": True}]
    game = game_of(step="Recover", mover="german", more=more, forts={"0202": 20}, units={"recon-1": "0505"})
    assert game.ask.step == "MoveFoot"
    assert game.pos.marks[unit(game, "g-rifle-1")] == INSIDE


@pytest.mark.rule("pb.fire.10", "pb.fire.3")
def test_the_refusal_of_long_odds_names_the_numbers() -> None:
    pos = game_of().pos
    worse = odds_refusal(pos, 4, 17)
    assert worse is not None
    assert (worse.rule, worse.why) == ("pb.fire.10", "4 to 17 is worse than 1-4.")
    nobody = odds_refusal(pos, 0, 17)
    assert nobody is not None
    assert (nobody.rule, nobody.why) == ("pb.fire.3", "nothing attacks with effect yet.")
    assert odds_refusal(pos, 4, 16) is None


@pytest.mark.rule("pb.fire.8", "pb.fire.10")
def test_the_total_of_a_sheet_is_the_column_and_the_die() -> None:
    names = SYSTEM.rules.content("teaching").odds_names
    assert Sheet(4, 16, 0, 1, ()).explanation("Fire", names).total == "1-4, die +1"
    assert Sheet(40, 16, 6, -2, ()).explanation("Fire", names).total == "4-1, die -2"
    assert Sheet(1, 16, -1, 0, ()).explanation("Fire", names).total == "too long, die +0"


@pytest.mark.rule("pb.results.4", "pb.results.2", "pb.fire.6c")
def test_the_first_of_two_separate_attacks_does_not_disperse_the_second_target() -> None:
    units = {"recon-1 r-engineer-1": "0201", "stuh42-1": "0203", "maultier-1": "0103", "wagon-1": "0505"}
    game = game_of(mover="german", units=units)
    play(game, "fire 0201", "separately", "add stuh42-1", "next", "add maultier-1", "resolve")
    play(game, "roll 5")
    assert [state(game, id) for id in ("recon-1", "r-engineer-1")] == ["dispersed", "fine"]
    assert game.ask.is_chance
    play(game, "roll 6")
    assert [state(game, id) for id in ("recon-1", "r-engineer-1")] == ["dispersed", "dead"]


@pytest.mark.rule("pb.fire.8", "pb.fire.9", "pb.fire.10b")
def test_every_ratio_has_its_column_and_long_odds_only_by_agreement() -> None:
    usual, agreed = game_of(), game_of(options={"long-odds": True})
    columns = {(4, 16): 0, (6, 16): 1, (3, 9): 1, (4, 9): 1, (1, 2): 2, (7, 8): 2, (8, 8): 3, (15, 8): 3}
    columns |= {(2, 1): 4, (3, 1): 5, (4, 1): 6, (5, 1): 6, (40, 1): 6}
    for (attack, defence), column in columns.items():
        assert odds_column(usual.pos, attack, defence) == odds_column(agreed.pos, attack, defence) == column
    for attack, defence in ((3, 13), (1, 5), (1, 20)):
        assert (odds_column(usual.pos, attack, defence), odds_column(agreed.pos, attack, defence)) == (-1, 0)
    assert odds_column(agreed.pos, 0, 1) == -1

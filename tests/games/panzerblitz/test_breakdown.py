"""Breakdown units: groups that ride, forming inside a fort, and what forming costs the turn."""

import pytest

from games.panzerblitz.table import at, game_of, log, options, play, refusal, unit
from grognard.games.panzerblitz.combat.targets import firing_range
from grognard.games.panzerblitz.drop.breakdown import defence_of, fresh_pieces, group_of, group_refusal
from grognard.games.panzerblitz.model.position import DISPERSED, FIRED, FORMED, FROZEN, INSIDE, LANDED, MOVED

RIFLES = [f"rifle-1-{n}" for n in range(1, 6)]


@pytest.mark.rule("pb.joining.5", "pb.transport.4", "pb.strength.5")
@pytest.mark.parametrize("tank", ["t34c-1", "t34c-2"])
def test_a_piece_that_rides_is_no_part_of_the_group_on_the_ground(tank: str) -> None:
    more = [{"id": tank, "hex": "0101"}, {"id": "rifle-1-1", "aboard": tank}]
    game = game_of(more=more, units={"rifle-1-2 rifle-1-3": "0101", "wagon-1": "0505"})
    pair = (unit(game, "rifle-1-2"), unit(game, "rifle-1-3"))
    assert group_of(game.pos, pair[0]) == pair
    assert firing_range(game.pos, pair[0]) == 2


@pytest.mark.rule("pb.forming.1a")
@pytest.mark.parametrize("tank", ["t34c-1", "t34c-2"])
def test_a_company_does_not_form_while_one_of_its_pieces_rides(tank: str) -> None:
    more = [{"id": tank, "hex": "0101"}, {"id": "rifle-1-1", "aboard": tank}]
    ready = {" ".join(f"guards-1-{n}" for n in range(1, 7)): "0303"}
    game = game_of(step="FormCompanies", more=more, units={" ".join(RIFLES[1:]): "0101"} | ready)
    assert options(game) == ["form para-guards-1", "done"]
    assert refusal(game, "form para-rifle-1").rule == "pb.forming.1"


@pytest.mark.rule("pb.joining.5b")
@pytest.mark.parametrize(
    ("mark", "held"), [(FIRED, True), (DISPERSED, True), (LANDED, True), (MOVED, False), (FROZEN, False)]
)
def test_what_keeps_one_piece_keeps_its_group(mark: int, held: bool) -> None:
    game = game_of(units={"rifle-1-1 rifle-1-2": "0101"})
    first, second = unit(game, "rifle-1-1"), unit(game, "rifle-1-2")
    assert group_refusal(game.pos, first) is None
    game.pos.marks[second] |= mark
    found = group_refusal(game.pos, first)
    assert (found is not None) is held
    if found:
        assert found.rule == "pb.joining.5"
        assert found.why == "Rifle 1, piece 2 must stay, and pieces of one company may not be parted."
    # What a piece has done itself is told by the rule for that, not as a bar of its group.
    assert group_refusal(game.pos, second) is None


@pytest.mark.rule("pb.joining.1", "pb.joining.2", "pb.joining.5c")
def test_whoever_came_this_turn_is_not_yet_of_the_group_and_other_hexes_never_are() -> None:
    units = {"rifle-1-1 rifle-1-2": "0101", "rifle-1-3": "0102", "rifle-2-1": "0101", "recon-1": "0101"}
    game = game_of(units=units)
    one, two = unit(game, "rifle-1-1"), unit(game, "rifle-1-2")
    assert group_of(game.pos, two) == (one, two)
    game.pos.marks[two] |= MOVED
    assert group_of(game.pos, one) == (one,)
    assert fresh_pieces(game.pos, one, 0) == [one, two]
    assert group_of(game.pos, unit(game, "recon-1")) == (unit(game, "recon-1"),)


@pytest.mark.rule("pb.joining.3", "pb.forming.2", "pb.forming.3")
def test_a_formed_company_is_marked_and_the_log_names_it() -> None:
    game = game_of(step="FormCompanies", units={" ".join(RIFLES): "0202", "wagon-1": "0204"})
    play(game, "form para-rifle-1")
    assert game.pos.marks[unit(game, "para-rifle-1")] == FORMED
    assert log(game)[0] == "pb.joining.3 Para Rifle company 1 forms in 0202."
    # Its fire would reach the wagon, but nobody may fire: the turn goes on to the foot step.
    assert game.ask.step == "MoveFoot"
    assert options(game) == ["move para-rifle-1", "done"]


@pytest.mark.rule("pb.forming.1b")
def test_forming_is_a_choice_and_pieces_that_do_not_form_may_fire() -> None:
    game = game_of(step="FormCompanies", units={" ".join(RIFLES): "0202", "wagon-1": "0204"})
    play(game, "done")
    assert game.ask.step == "Fire"
    assert options(game) == ["fire 0204", "done"]


@pytest.mark.rule("pb.stack.5", "pb.joining.3")
@pytest.mark.parametrize("inside", [True, False])
def test_pieces_in_a_fort_form_in_it_and_those_on_top_on_top(inside: bool) -> None:
    more = [{"id": id, "hex": "0202", "inside": inside} for id in RIFLES]
    game = game_of(step="FormCompanies", more=more, forts={"0202": 20})
    play(game, "form para-rifle-1")
    assert bool(game.pos.marks[unit(game, "para-rifle-1")] & INSIDE) is inside


@pytest.mark.rule("pb.forts.1a", "pb.strength.1")
def test_who_is_inside_a_fort_adds_nothing_to_its_defence() -> None:
    more = [{"id": "r-rifle-1", "hex": "0202", "inside": True}, {"id": "recon-1", "hex": "0202"}]
    game = game_of(more=more, forts={"0202": 20})
    inside, outside = unit(game, "r-rifle-1"), unit(game, "recon-1")
    assert defence_of(game.pos, (inside,), at(game, "0202")) == 0
    assert defence_of(game.pos, (-9, inside, outside), at(game, "0202")) == 20 + 4

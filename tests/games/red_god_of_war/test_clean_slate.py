"""What an impulse and a turn leave behind, who is held in hand, and what a look at the table finds."""

import pytest

from games.red_god_of_war.battle import NORTH, TARGET, attack
from games.red_god_of_war.table import Table, new_game, table
from games.red_god_of_war.test_notes import beside
from games.red_god_of_war.test_reinforce import ARMIES, CORPS, reassigning
from games.red_god_of_war.test_views import filled
from games.red_god_of_war.test_ways import held
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.model.position import (
    GERMAN,
    IMPULSE_FLAGS,
    PAID,
    SOVIET,
    SPENT,
    TURN_FLAGS,
    UNLIT,
)

UNITS = {"41a-hq": "0101", "22a-hq": "0201", "150-rd": "0101", "vi-hq": "0501", "246-id": "0501"}


def impulse_over(cup: list[str], drawer: int) -> Table:
    """The last step of an impulse of 41st Army; whatever can lie about does."""
    game = table(["....."], UNITS, procedure="impulse", step="FillBox", active="41a-hq", turn=2, cup=cup)
    pos = game.pos
    pos.drawer = drawer
    pos.railed, pos.army_overran, pos.trail, pos.lost_steps = 2, 1, [1, 2], [3]
    for id in UNITS:
        pos.flags[game.unit(id)] = IMPULSE_FLAGS | TURN_FLAGS
        pos.target[game.unit(id)] = game.hex("0301")
    return game


@pytest.mark.rule("rgw.impulse.1")
def test_an_impulse_leaves_nothing_but_what_lasts_for_the_turn() -> None:
    game = impulse_over(["vi-hq"], GERMAN)
    assert game.asked() == "chance DrawChit"
    pos = game.pos
    assert (pos.railed, pos.army_overran, pos.trail, pos.lost_steps) == (0, 0, [], [])
    assert {pos.flags[game.unit(id)] for id in UNITS} == {TURN_FLAGS}
    assert {pos.target[game.unit(id)] for id in UNITS} == {-1}
    assert pos.active_units() == []
    assert pos.drawer == SOVIET, "whose impulse it was draws the next chit"


@pytest.mark.rule("rgw.impulse.5", "rgw.impulse.6", "rgw.activation.1b", "rgw.turn.1", "rgw.activation.9b")
@pytest.mark.parametrize("drawer", [GERMAN, SOVIET])
def test_a_turn_leaves_nothing_but_its_losses_and_its_chits(drawer: int) -> None:
    game = impulse_over([], drawer)
    pos = game.pos
    hqs = [game.unit(id) for id in ("41a-hq", "vi-hq")]
    for hq in hqs:
        pos.lit[hq], pos.activated[hq] = PAID, 1
    pos.put_in, pos.last_put_in = hqs, []
    pos.box, pos.halted = [5, 0], [1, 0]
    pos.steps_this_turn, pos.steps_last_turn = 7, 4
    assert game.asked() == "chance RollGermanSupply"
    assert pos.turn == 3
    assert {pos.lit[hq] for hq in hqs} == {UNLIT}
    assert {pos.activated[hq] for hq in hqs} == {0}
    assert {pos.flags[game.unit(id)] for id in UNITS} == {0}
    assert (pos.cup, pos.put_in, pos.last_put_in) == ([], [], hqs)
    assert (pos.box, pos.halted, pos.active_hq) == ([0, 0], [0, 0], -1)
    assert pos.drawer == 1 - drawer, "who did not make the last draw of the turn makes the next"
    assert (pos.steps_last_turn, pos.steps_this_turn) == (7, 0)


@pytest.mark.rule("rgw.activation.8", "rgw.activation.9")
def test_the_chosen_units_begin_their_impulse_with_a_clean_slate() -> None:
    game = table(["....."], UNITS, procedure="impulse", step="ActivateUnits", active="41a-hq")
    unit = game.unit("150-rd")
    game.pos.flags[unit] = IMPULSE_FLAGS & ~1
    game.play("soviet: activate 150-rd", "soviet: done")
    assert game.pos.flags[unit] == 1 | SPENT


# -- in hand ------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.setup.1")
def test_a_unit_picked_up_at_set_up_is_held_in_hand() -> None:
    game = new_game("teaching", free_setup=True)
    assert game.asked() == "soviet PlaceSoviets"
    assert held(game) == []
    game.play("soviet: pick 238-rd")
    assert held(game) == ["238-rd"]
    assert held(game.play("soviet: cancel")) == []


@pytest.mark.rule("rgw.reinforce.11")
def test_units_picked_for_another_army_are_held_in_hand() -> None:
    left = dict.fromkeys(CORPS, "dead") | {"19-mb": "0101", "104-tb": "0101"}
    game = reassigning(ARMIES | left)
    assert held(game) == []
    game.play("soviet: reassign 19-mb", "soviet: also 104-tb")
    assert held(game) == ["19-mb", "104-tb"]


@pytest.mark.rule("rgw.advance.2")
def test_nobody_is_held_in_hand_before_he_advances() -> None:
    game = attack({"17-gds-rd": NORTH, "48-mb": NORTH}, {"ss-cav-1": TARGET}).play("chance: roll 6")
    assert held(game) == []
    game.play("german: retreat 0", "german: lose ss-cav-1")
    assert (game.asked(), held(game)) == ("soviet AdvanceUnits", [])
    assert held(game.play("soviet: advance 48-mb")) == ["48-mb"]


# -- a look at the table ------------------------------------------------------------------------


@pytest.mark.rule("rgw.turn.5")
def test_a_second_look_sees_what_has_changed() -> None:
    game = filled()

    def net() -> str:
        tracks = SYSTEM.knowledge.show(game.pos, GERMAN).tracks
        return next(track.value for track in tracks if track.label.startswith("Victory points"))

    assert net() == "+0"
    game.pos.corps_destroyed = 1
    assert net() == "-1"
    unit = game.unit("150-rd")
    game.pos.steps[unit] = 1
    pieces = {piece.unit: piece.face for piece in SYSTEM.knowledge.show(game.pos, GERMAN).pieces}
    assert pieces[unit] == 1


@pytest.mark.rule("rgw.halt.1", "rgw.initial.24")
def test_a_look_carries_no_facts_and_no_halt_number_before_the_first_box() -> None:
    game = filled(active="41a-hq")
    view = SYSTEM.knowledge.show(game.pos, SOVIET)
    assert view.facts == {}
    assert "Halt number" not in [track.label for track in view.tracks]
    assert SYSTEM.screen.target(game.pos) == -1


# -- arrivals and notes -------------------------------------------------------------------------


@pytest.mark.rule("rgw.reinforce.3", "rgw.reinforce.5")
def test_why_a_unit_is_not_brought_in() -> None:
    """Two divisions stand with the only HQ: a brigade finds room there, a third division does not."""
    units = {"41a-hq": "0101", "150-rd": "0101", "262-rd": "0101", "vi-hq": "0501"}
    units |= {"30-gds-rd": "waiting arrives=4", "104-tb": "waiting arrives=4", "93-rd": "waiting arrives=5"}
    game = table(["....."], units | {"246-id": "waiting arrives=4 at=0501"}, step="arrivals", turn=4)
    assert game.options("soviet") == ["bring 104-tb", "done"]
    rules = {id: game.refused(f"soviet: bring {id}") for id in ("30-gds-rd", "93-rd", "246-id", "150-rd")}
    assert rules == {
        "30-gds-rd": "rgw.reinforce.5",
        "93-rd": "rgw.reinforce.3",
        "246-id": "rgw.reinforce.3",
        "150-rd": "rgw.reinforce.3",
    }


@pytest.mark.rule("rgw.losses.2", "rgw.losses.4")
def test_a_unit_that_is_dead_already_is_no_part_of_what_a_retreat_costs() -> None:
    """1:1, die 1: three hits. 150 RD dies of the two that are forced; the third is 262 RD's to meet."""
    game = attack({"150-rd": NORTH, "262-rd": NORTH}, {"246-id": TARGET}).play("chance: roll 1")
    game.play("soviet: lose 150-rd", "soviet: lose 150-rd")
    assert beside(game) == {"retreat 0": "1 step lost", "retreat 1": "no step lost"}

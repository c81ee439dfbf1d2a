"""Standing orders as data: what can be set, all that is wrong at once, and setting them one by one."""

import msgspec
import pytest

from grognard.play.errors import InputError
from grognard.play.orders import EVERYTHING, PLAIN, STOP
from grognard.play.registry import find_system, game_ids
from grognard.play.standing_orders import (
    OFF,
    change_standing,
    check_standing,
    find_step,
    rare_orders,
    routine_orders,
    steps_with_policies,
)

RED_GOD = find_system("red-god-of-war")
PANZERBLITZ = find_system("panzerblitz")


def test_every_question_with_a_policy_is_listed_once_in_the_order_of_play() -> None:
    steps = [one.step for one in steps_with_policies(RED_GOD)]
    assert len(set(steps)) == len(steps)
    assert steps.index("SupplySovietHqs") < steps.index("ActivateUnits") < steps.index("DeclareAttacks")
    fire = find_step(PANZERBLITZ, "opportunityfire")
    assert [policy.name for policy in fire.policies] == ["hold", "fire"]
    assert fire.policies[0].text == "Never fire at those who pass."


def test_the_list_can_be_sent() -> None:
    sent = msgspec.json.decode(msgspec.json.encode(steps_with_policies(RED_GOD)))
    assert {"step", "title", "is_routine", "is_rare", "policies"} == set(sent[0])


def test_what_is_rarely_done_is_left_out_and_nothing_else_is() -> None:
    # What needs no choice is done where it is plain; "agreed" and "stay" leave all as it is.
    for game in game_ids():
        assert set(rare_orders(find_system(game)).values()) <= {"none", PLAIN, "agreed", "stay"}, (
            "nothing is done for a player unasked"
        )
    assert "Disband" in rare_orders(find_system("red-steel"))
    assert "AttackerForcedLosses" not in rare_orders(RED_GOD)


def test_all_that_is_wrong_is_said_at_once() -> None:
    wrong = {"AddSupplyPoint": "hoard", "Nothing": "keep", EVERYTHING: "keep", "WalkBack": "safest"}
    with pytest.raises(InputError) as problem:
        check_standing(RED_GOD, wrong)
    first, second, third = str(problem.value).split("; ")
    assert first == "'AddSupplyPoint' has no policy 'hoard', only keep, spend, ask"
    assert second == "there is no question 'Nothing'"
    assert third == "'*' has no policy 'keep', only ask"


def test_standing_orders_are_set_and_taken_back_one_by_one() -> None:
    orders = change_standing(RED_GOD, {}, "addsupplypoint", "keep")
    assert orders == {"AddSupplyPoint": "keep"}
    orders = change_standing(RED_GOD, orders, "AddSupplyPoint", "spend")
    orders = change_standing(RED_GOD, orders, "WalkBack", STOP)
    orders = change_standing(RED_GOD, orders, EVERYTHING, STOP)
    assert orders == {"AddSupplyPoint": "spend", "WalkBack": STOP, EVERYTHING: STOP}
    assert change_standing(RED_GOD, orders, EVERYTHING, OFF) == {"AddSupplyPoint": "spend", "WalkBack": STOP}
    with pytest.raises(InputError, match="no question 'Sleep'"):
        change_standing(RED_GOD, {}, "Sleep", "long")
    with pytest.raises(InputError, match="no policy 'nowhere'"):
        change_standing(RED_GOD, {}, "WalkBack", "nowhere")


def test_routine_questions_are_left_to_what_is_usual() -> None:
    orders = routine_orders(RED_GOD)
    assert check_standing(RED_GOD, orders) == orders
    assert orders["ActivateUnits"] == "all"
    assert "TacticalMovement" not in orders

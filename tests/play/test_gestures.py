"""Answers told as orders, and the gestures a person makes to give them."""

from random import Random

import pytest

from grognard.ai.players import choose, make_player
from grognard.cli.typed_answers import understand_order
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.steps import SEAL
from grognard.play.gestures import GestureCounter, goes_on, order_for, told_as_orders
from grognard.play.header import read_choice
from grognard.play.match import Match
from grognard.play.orders import settle, spelled_out
from grognard.play.registry import find_system
from grognard.sim.effort import play_told, scenario_effort
from play.test_orders import mars
from play.tiny import Tiny

ORDERS = [
    ["pick", "join", "join", "go", "close"],
    ["pick", "go", "go"],
    ["pick", "aim"],
    ["pick", "act", "go", "close"],
    ["aim", "join", "leave", "join", "close"],
    ["aim", "set", "join", "act"],
    ["join", "join", "seal"],
    ["set", "aim"],
    ["set", "set", "seal"],
    ["act", "go", "go", "close"],
    ["pick", "join", "merge"],
    ["split"],
    ["end"],
    ["go"],
]


@pytest.mark.parametrize("roles", ORDERS, ids=" ".join)
def test_roles_that_make_one_order(roles: list[str]) -> None:
    for place in range(1, len(roles)):
        assert goes_on(roles[:place], roles[place], is_interrupted=False)


@pytest.mark.parametrize(
    ("roles", "role"),
    [
        (["pick", "go"], "pick"),
        (["pick", "go"], "end"),
        (["pick", "close"], "go"),
        (["act"], "act"),
        (["aim", "join"], "aim"),
        (["set", "aim"], "set"),
        (["set"], "act"),
        ([], "join"),
        (["split"], "split"),
        (["pick", "split"], "go"),
        (["pick", "join", "merge"], "join"),
    ],
)
def test_roles_that_begin_another_order(roles: list[str], role: str) -> None:
    assert not goes_on(roles, role, is_interrupted=False)


def test_a_walk_goes_on_when_others_have_answered_and_nothing_else_does() -> None:
    assert goes_on(["pick", "go"], "go", is_interrupted=True)
    assert goes_on(["pick", "go"], "close", is_interrupted=True)
    assert not goes_on(["pick", "go"], "act", is_interrupted=True)
    assert not goes_on(["pick", "aim"], "go", is_interrupted=True)


# -- orders of a computer, and of a record --------------------------------------------------------------


def given(match: Match, lines: str, hands: GestureCounter | None = None) -> None:
    """A computer's answers, each with the order it belongs to by its role; it stops where it must first."""
    side = match.ask.side
    for choice in understand_order(match, side, lines):
        for one in spelled_out(match.system, match.game, side, choice):
            order = order_for(match, side, one)
            if hands is not None:
                hands.count(match, side, one, order)
            match.answer(side, one, order=order)


def test_a_computers_answers_are_told_as_orders() -> None:
    match = mars()
    before = len(match.answers)
    given(match, "move 150-rd with 74-sib-rb to 0202 move 65-tb to 0402 done target 0303 commit 219-tb")
    first = match.answers[before].order
    told = [(answer.do, answer.order - first) for answer in match.answers[before:]]
    assert [order for _, order in told] == [0, 0, 0, 1, 1, 1, 2, 3, 3]
    assert [do for do, order in told if order == 1] == ["move 65-tb", "to 0402", "halt"]


def test_what_was_answered_for_a_side_belongs_to_anothers_order_and_is_not_gone_on_with(tiny: Tiny) -> None:
    match = Match.new(tiny, "teaching")
    match.answer(0, SEAL)
    match.answer(1, SEAL)
    match.say(0, "pass")
    match.say(1, "move 0402", order=match.orders)
    assert order_for(match, 1, ("move", 7)) == match.orders + 1


def test_a_record_without_numbers_is_told_by_roles(tiny: Tiny) -> None:
    match = mars()
    for line in ("move 150-rd", "with 74-sib-rb", "to 0202", "done"):
        match.say(match.ask.side, line)
    orders = told_as_orders(match.system, match.answers)
    assert len(orders) == len(match.answers)
    assert orders[-4] == orders[-3] == orders[-2] != orders[-1]
    # One that has numbers keeps them.
    match.say(match.ask.side, "target 0303", order=match.orders)
    assert told_as_orders(match.system, match.answers) == [answer.order for answer in match.answers]


# -- gestures -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "gestures", "why"),
    [
        (
            "move 150-rd to 0202",
            1,
            "the counter is dragged out of its stack, which spreads under the pointer",
        ),
        ("move 150-rd to 0202 move 65-tb", 2, "stopping is implied by what is taken up next"),
        ("move 150-rd with 74-sib-rb to 0202", 3, "two of four counters, and the hex"),
        ("move 150-rd to 0202 move 74-sib-rb to 0202", 2, "each is dragged"),
        ("move 65-tb with 219-tb to 0202", 1, "the top of the stack is dragged, with who can go along"),
        ("move 17-gds-rd with 93-rd to 0401", 1, "a whole stack is dragged"),
        ("move 17-gds-rd to 0401 move 93-rd to 0401", 1, "the same one after the other"),
        ("move 17-gds-rd to 0401 move 93-rd to 0501", 2, "one is dragged out of the stack, and who is left"),
        ("move 41a-hq to 0401", 1, "a lone counter is a stack"),
        ("done target 0303 commit 150-rd", 3, "a button, the hex, the counter"),
    ],
)
def test_gestures_of_moves(lines: str, gestures: int, why: str) -> None:
    match = mars()
    hands = GestureCounter(match.system)
    given(match, lines, hands)
    hands.count(match, 1, ("done", -1), match.orders + 1)  # so that what is in hand is counted
    assert hands.gestures[1] - 1 == gestures, why


def test_all_that_can_is_one_gesture_and_one_for_each_that_is_taken_away() -> None:
    match = mars()
    hands = GestureCounter(match.system)
    everybody = "commit 150-rd commit 74-sib-rb commit 17-gds-rd commit 93-rd commit 65-tb"
    given(match, f"done target 0303 {everybody} agreed done", hands)
    # Two buttons, the hex, all that can, without the sixth; that this is the attack is implied.
    assert hands.gestures[1] == 5


@pytest.mark.parametrize(
    ("chits", "gestures", "why"),
    [
        ("41a-hq 20a-hq 5a-hq", 2, "all in combat supply, and the seal"),
        ("41a-hq 20a-hq 5a-hq 22a-hq", 3, "one more of those who are not"),
        ("41a-hq 20a-hq", 3, "each by itself, or all but one: as many"),
    ],
)
def test_the_chits_of_all_hqs_in_supply_are_one_gesture(chits: str, gestures: int, why: str) -> None:
    match, dice = Match.new(find_system("red-god-of-war"), "mars"), Random(1)
    while match.ask.step != "SupplySovietHqs":
        settle(match, {})
        if match.ask.is_chance:
            match.roll(dice)
        elif match.ask.step != "SupplySovietHqs":
            match.answer(match.ask.side, match.ask.options(match.ask.side)[-1])
    for hq in ("41a-hq", "20a-hq", "5a-hq"):
        match.say(1, f"light {hq}")
    while match.ask.step != "PlaceChits":
        match.say(match.ask.side, "done")
    hands = GestureCounter(match.system)
    for line in (*(f"chit {hq}" for hq in chits.split()), "seal"):
        choice = read_choice(match.system, match.pos, line)
        order = order_for(match, 1, choice)
        hands.count(match, 1, choice, order)
        match.answer(1, choice, order=order)
    assert hands.gestures[1] == gestures, why


def test_an_option_that_is_the_whole_order_seals_it() -> None:
    """In an attack of the family the option is one press; the chits of a cup are sealed apart."""
    system = find_system("red-parachutes")
    match, dice, hands = Match.new(system, "teaching"), Random(1), GestureCounter(system)
    player, pressed = make_player("staff", system), 0
    while pressed < 2:
        if match.ask.is_chance:
            match.roll(dice)
            continue
        side = match.ask.side
        before = hands.gestures[side]
        choice = choose(player, system, match.pos, match.ask, side, dice)
        order = order_for(match, side, choice)
        hands.count(match, side, choice, order)
        match.answer(side, choice, order=order)
        if choice == SEAL:
            assert hands.gestures[side] == before, match.ask.step
            pressed += 1


@pytest.mark.parametrize(
    ("companies", "gestures", "why"),
    [
        (3, 1, "one is dragged upon the others"),
        (2, 3, "two of three are pressed, and one of them is dragged upon the other"),
    ],
)
def test_gestures_of_a_battalion_that_comes_apart_and_is_joined_again(
    companies: int, gestures: int, why: str
) -> None:
    match = Match.new(find_system("red-parachutes"), "teaching")
    hands = GestureCounter(match.system)
    given(match, "done break ii-pzgr-73", hands)
    assert hands.gestures[0] == 2, "a button; the battalion is pulled off its hex"
    given(match, "done done done")
    first, *others = [f"ger-mot-co-{number}" for number in range(1, companies + 1)]
    given(match, f"combine {first} {' '.join(f'also {one}' for one in others)} form ii-pzgr-73", hands)
    assert hands.gestures[0] - 2 == gestures, why


def test_a_walk_hex_by_hex_is_a_press_on_its_end() -> None:
    system = find_system("panzerblitz")
    match, dice = Match.new(system, "teaching", {"free-setup": False}), Random(2)
    while match.ask.step != "MoveVehicles":
        settle(match, {})
        side = match.ask.side
        if side == CHANCE:
            match.roll(dice)
        elif match.ask.step != "MoveVehicles":
            match.answer(side, match.ask.options(side)[-1])
    side = match.ask.side
    hands = GestureCounter(system)
    for _ in range(4):
        choices = match.ask.options(side)
        verb = "move" if choices.of("move") else "go"
        choice = (verb, choices.of(verb)[0])
        order = order_for(match, side, choice)
        hands.count(match, side, choice, order)
        match.answer(side, choice, order=order)
    assert match.pos.stack[-1].vars.steps == 3
    assert hands.gestures[side] <= 2


# -- the bench ------------------------------------------------------------------------------------------


def test_the_hands_of_a_scenario() -> None:
    system = find_system("panzerblitz")
    found = scenario_effort(system, "teaching", 1)
    assert set(found.sides) == {"russian", "german"}
    for side in found.sides.values():
        assert 0 < side.gestures <= side.answers
        assert side.plain >= side.gestures, "standing orders spare some, and cost none"
    assert 0 < found.automatic < 1


def test_hands_are_the_same_twice_and_standing_orders_spare_some() -> None:
    system = find_system("red-god-of-war")
    effort = play_told(system, "teaching", 0, {})
    assert effort == play_told(system, "teaching", 0, {})
    assert sum(effort.gestures) < sum(effort.answers)

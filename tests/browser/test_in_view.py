"""What is asked is in view: on opening, reload, undo, in the replay, when a computer acts, on a phone too."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, GAME, ME, PB, Hands

Opener = Callable[..., Watched]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
DESK: dict[str, Any] = {}
SOVIET_MOVES = ["roll 3", "done", "done", "chit 41a-hq", "chit 22a-hq", "seal"]


def to_the_moves(hands: Hands) -> None:
    """The first Soviet impulse of the lesson, up to tactical movement."""
    hands.do(*SOVIET_MOVES)
    hands.toss()
    hands.do("draw 41a-hq", "all")
    hands.page.wait_for_selector("[data-testid=ask][data-step=TacticalMovement]")


def look_away(hands: Hands, hex: str) -> None:
    """The player's wheel goes close to the lower right corner of the map, away from this hex."""
    page = hands.page
    box = page.locator("[data-testid=map]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4)
    for _ in range(12):
        page.mouse.wheel(0, -240)
        hands.rest()
    assert not hands.is_in_view(hex)


def places(hands: Hands, verb: str) -> list[str]:
    return [one.split()[1] for one in hands.options() if one.startswith(f"{verb} ")]


def out_of_view(hands: Hands, units: list[str]) -> list[str]:
    """Those of these counters that are not to be seen."""
    lies = {unit: hands.map("counter", unit)["hex"] for unit in units}
    seen = hands.in_view(list(lies.values()))
    return [unit for unit, hex in lies.items() if hex not in seen]


def beyond(page: Page) -> int:
    """How many places the arrows at the edges of the map count."""
    return sum(int(one) for one in page.locator("[data-testid=beyond] small").all_inner_texts())


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_where_a_counter_can_go_is_in_view_after_taking_it_reloading_and_undoing(
    server: Server, open_page: Opener, window: dict[str, Any]
) -> None:
    page = open_page(**window).page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    units = places(hands, "move")
    assert units
    assert out_of_view(hands, units) == [], "they can move and are not to be seen"
    page.reload()
    hands.wait_for_ask()
    assert out_of_view(hands, units) == [], "after a reload"
    hands.do("move 150-rd")
    goals = places(hands, "to")
    assert len(goals) > 2
    assert hands.in_view(goals) == goals
    hands.do(f"to {goals[0]}")
    look_away(hands, goals[0])
    before = hands.state()
    page.locator("[data-testid=undo]").click()
    hands.wait_past(before)
    assert out_of_view(hands, units) == [], "after an undo"


@pytest.mark.parametrize("scenario", ["mars", "jupiter"])
def test_on_a_phone_a_large_map_opens_where_most_is_asked_and_arrows_point_to_the_rest(
    server: Server, open_page: Opener, scenario: str
) -> None:
    page = open_page(**PHONE).page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME], dice="rolled", scenario=scenario)["table"])
    hands.wait_for_ask()
    hands.rest()
    where = [hands.map("counter", unit)["hex"] for unit in places(hands, "light")]
    seen = hands.in_view(where)
    assert seen, "something that can be chosen is on the screen"
    assert beyond(page) >= len(where) - len(seen) > 0
    for _ in range(12):
        arrow = page.locator("[data-testid=beyond][data-edge=right], [data-testid=beyond][data-edge=left]")
        if not arrow.count():
            break
        before = hands.in_view(where)
        arrow.first.click()
        now = hands.in_view(where)
        assert now != before, "a press brings something in"
        seen += now
        if set(seen) == set(where):
            break
    assert len(set(seen)) > len(where) / 2


def test_what_is_replayed_is_in_view(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    hands.do("move 150-rd")
    goal = places(hands, "to")[0]
    hands.do(f"to {goal}")
    look_away(hands, goal)
    page.keyboard.press("[")
    page.wait_for_selector("text=Looking back at")
    page.keyboard.press("]")
    page.wait_for_function(
        "goal => document.querySelector(`[data-testid=mirror] li[data-hex='${goal}']`)", arg=goal
    )
    assert hands.is_in_view(goal), "the order that is shown again moved somebody there"


def test_an_attack_of_the_computer_is_brought_into_view(server: Server, open_page: Opener) -> None:
    page = open_page(**PHONE).page
    hands = Hands(page, server.url)
    made = hands.set_up([COMPUTER, COMPUTER], dice="rolled", game=PB, scenario="crossroads", pace=10_000)
    hands.sit_down(made["table"])
    page.get_by_role("button", name="Pause").click()
    step = page.get_by_role("button", name="One step")
    seen = set()
    for _ in range(400):
        before = hands.number()
        step.click()
        page.wait_for_function(
            "n => Number(document.querySelector('[data-testid=table]').dataset.number) > n", arg=before
        )
        target = page.get_attribute("[data-testid=table]", "data-target")
        if target and target not in seen:
            assert hands.is_in_view(target), f"{target} is attacked out of view"
            seen.add(target)
        if len(seen) > 2:
            break
    assert len(seen) > 2


def test_the_ask_folds_into_a_line_over_the_map_and_all_of_the_window_is_map_at_a_key(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME], game=GAME, dice="rolled")["table"])
    hands.wait_for_ask()

    def share() -> float:
        box = page.locator("[data-testid=map]").bounding_box()
        assert box is not None
        return box["width"] * box["height"] / (1440 * 860)

    assert 0.6 <= share() < 0.9
    page.get_by_role("button", name="Hide question").click()
    page.wait_for_selector("[data-testid=ask-strip]")
    assert "combat supply" in page.inner_text("[data-testid=ask-strip]")
    assert share() > 0.85
    page.reload()
    page.wait_for_selector("[data-testid=ask-strip]")
    page.keyboard.press("f")
    hands.rest()
    assert share() == 1
    before = hands.number()
    page.keyboard.press("d")
    page.wait_for_function(
        "n => Number(document.querySelector('[data-testid=table]').dataset.number) > n", arg=before
    )
    page.get_by_role("button", name="Panels").click()
    page.wait_for_selector("[data-testid=ask-strip]", state="detached")
    assert 0.6 <= share() < 0.9

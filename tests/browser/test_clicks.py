"""A click on the map means the hex that is seen there, however quick the hand, whatever lies on it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, GAME, ME, PB, Hands, stand_between
from browser.test_hands_on import to_the_moves

Opener = Callable[..., Watched]

_COVERED = """(names) => {
  const map = document.querySelector("[data-testid=map]");
  const box = map.getBoundingClientRect();
  return names.filter((name) => {
    const [x, y] = map.whereIs(name);
    return !document.elementFromPoint(box.x + x, box.y + y)?.closest("[data-testid=map]");
  });
}"""

_ALL_GO_THROUGH = """() => {
  const { left, top, right, bottom } = document.querySelector("[data-testid=dice]").getBoundingClientRect();
  for (let x = left + 1; x < right; x += 4)
    for (let y = top + 1; y < bottom; y += 4)
      if (!document.elementFromPoint(x, y)?.closest("[data-testid=map]")) return false;
  return true;
}"""


def _covered(page: Page, columns: int, rows: int) -> list[str]:
    """The hexes whose middle a click does not reach."""
    names = [f"{column:02}{row:02}" for column in range(1, columns + 1) for row in range(1, rows + 1)]
    found: list[str] = page.evaluate(_COVERED, names)
    return found


def _sit_behind(hands: Hands, passed: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
    """The Soviet player's first Ask, over a line on which `passed` stands."""
    made = hands.set_up([COMPUTER, ME], dice="rolled")
    stand_between(hands.page, passed)
    hands.sit_down(made["table"])
    hands.wait_for_turn()


@pytest.mark.parametrize("wide", [1440, 1024, 390])
@pytest.mark.parametrize(("game", "columns", "rows"), [(GAME, 5, 4), (PB, 6, 5)])
def test_nothing_lies_over_a_hex_of_a_map_that_is_whole_in_view(
    server: Server, open_page: Opener, game: str, columns: int, rows: int, wide: int
) -> None:
    page = open_page(viewport={"width": wide, "height": 800}).page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([ME, COMPUTER], dice="rolled", game=game)["table"])
    hands.wait_for_ask()
    hands.where("0101")
    assert _covered(page, columns, rows) == []


def test_a_map_that_is_whole_in_view_stays_so_when_its_window_changes(
    server: Server, open_page: Opener
) -> None:
    page = open_page(viewport={"width": 390, "height": 800}).page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.wait_for_ask()
    hands.where("0101")
    for high in (620, 900):
        page.set_viewport_size({"width": 390, "height": high})
        page.wait_for_function("high => innerHeight === high", arg=high)
        hands.rest()
        assert _covered(page, 5, 4) == []
    small = hands.where("0501")[0] - hands.where("0101")[0]
    page.set_viewport_size({"width": 780, "height": 900})
    assert hands.where("0501")[0] - hands.where("0101")[0] > 1.2 * small, "and uses the room"
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    near = hands.where("0501")[0] - hands.where("0101")[0]
    page.set_viewport_size({"width": 390, "height": 800})
    assert hands.where("0501")[0] - hands.where("0101")[0] == pytest.approx(near), "a part stays as near"


def test_dice_lie_on_the_map_without_taking_its_clicks_and_a_click_hurries_them(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    page.clock.install()
    hands.to_the_fire("0603", "0504", "0403")
    hands.answer_on_map("fire 0303")
    hands.do("resolve")
    there = hands.where("0401")
    hands.stop_time()
    hands.do("roll 1")
    dice = page.locator("[data-testid=dice]")
    dice.wait_for()
    assert page.evaluate(_ALL_GO_THROUGH)
    page.clock.run_for(1000)
    page.locator("[data-testid=dice] strong").get_by_text("1", exact=True).wait_for()
    page.mouse.click(*there)
    dice.wait_for(state="detached")


def test_the_next_ask_can_be_answered_before_the_reply_to_the_last_is_here(
    server: Server, open_page: Opener
) -> None:
    hands = Hands(open_page().page, server.url)
    held: list[str] = []
    is_slow = False

    def without_replies(message: dict[str, Any]) -> dict[str, Any] | None:
        if not is_slow or message["type"] != "ok":
            return message
        held.append(message["id"])
        return None

    _sit_behind(hands, without_replies)
    is_slow = True
    hands.do("light 41a-hq", "light 22a-hq", "done")
    assert len(held) == 3, "no reply has reached the page"


def test_a_page_that_cannot_go_on_says_so_and_opens_again(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    is_odd = False

    def twice(message: dict[str, Any]) -> dict[str, Any]:
        if is_odd and message.get("ask"):
            message["ask"]["offers"] *= 2
        return message

    _sit_behind(hands, twice)
    stopped = page.get_by_role("heading", name="This page cannot go on")
    is_odd = True
    page.locator('[data-do="light 41a-hq"]').click()
    stopped.wait_for()
    is_odd = False
    page.get_by_role("button", name="Open it again").click()
    hands.wait_for_ask()
    assert "unlight 41a-hq" in hands.options(), "the answer was kept"
    is_odd = True
    page.locator('[data-do="unlight 41a-hq"]').click()
    stopped.wait_for()
    page.get_by_role("link", name="Back to the shelf").click()
    page.get_by_role("button", name="Learn Red God of War").wait_for()


def test_a_stack_that_was_clicked_does_not_spread_over_the_next_hex(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    hands.do("move 150-rd")
    hands.answer_on_map("to 0402")
    page.wait_for_timeout(400)
    assert hands.map("spread") == ""


def test_a_spread_stack_folds_once_nothing_in_it_can_be_chosen(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    page.mouse.move(*hands.where("0302"))
    page.wait_for_function("() => document.querySelector('[data-testid=map]').spread() === '0302'")
    for choice, spread in (("move 219-tb", "0302"), ("to 0201", "")):
        before = hands.state()
        page.eval_on_selector_all("[data-testid=ask] details", "all => all.forEach(e => e.open = true)")
        page.locator(f'[data-testid=ask] [data-do="{choice}"]').press("Enter")
        hands.wait_past(before)
        assert hands.map("spread") == spread, choice

"""A gesture is a thought: counters and a hex, a drag, a far hex, all attackers; each is one order."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, PB, Hands
from browser.test_hands_on import to_the_moves

Opener = Callable[..., Watched]


def at_the_moves(server: Server, open_page: Opener) -> tuple[Watched, Hands]:
    watched = open_page()
    hands = Hands(watched.page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    return watched, hands


def orders(watched: Watched) -> list[list[str]]:
    said: list[dict[str, Any]] = [json.loads(frame) for frame in watched.sent]
    return [one["choices"] for one in said if one["type"] == "order"]


def sent(watched: Watched) -> int:
    """How many messages that change the game were sent."""
    return sum(json.loads(frame)["type"] in ("answer", "order", "undo") for frame in watched.sent)


def press(hands: Hands, id: str) -> None:
    """Spreads the stack of a counter by pointing at it, and presses the counter."""
    hands.page.mouse.move(*hands.on_screen(*hands.map("counter", id)["at"]))
    if hands.map("counter", id)["of"] > 1:
        hands.page.wait_for_function("() => document.querySelector('[data-testid=map]').spread()")
    before = hands.state()
    hands.page.mouse.click(*hands.on_screen(*hands.map("counter", id)["at"]))
    hands.wait_past(before)


def drag(hands: Hands, start: str, end: str) -> None:
    page = hands.page
    (x, y), there = hands.where(start), hands.where(end)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12)
    page.mouse.move(*there, steps=3)
    page.wait_for_selector("[data-testid=in-hand]")
    page.mouse.up()


def hand(page: Page) -> str:
    return page.get_attribute("[data-testid=table]", "data-hand") or ""


def test_counters_and_a_hex_are_one_order_one_undo_and_one_step_of_the_replay(
    server: Server, open_page: Opener
) -> None:
    watched, hands = at_the_moves(server, open_page)
    page = watched.page
    number, before = hands.number(), sent(watched)
    press(hands, "65-tb")
    press(hands, "219-tb")
    assert hand(page) == "move 65-tb, with 219-tb"
    page.mouse.move(*hands.where("0401"))
    page.locator("[data-testid=path]").get_by_text("Move to 0401").wait_for()
    assert sent(watched) == before, "nothing is answered while counters are chosen"
    hands.click_hex("0401")
    page.wait_for_function("() => !document.querySelector('[data-testid=table]').dataset.hand")
    assert orders(watched)[-1] == ["move 65-tb", "with 219-tb", "to 0401"]
    assert hands.map("counter", "65-tb")["hex"] == hands.map("counter", "219-tb")["hex"] == "0401"
    page.keyboard.press("[")
    page.get_by_text(f"Looking back at answer {number} of").wait_for()
    assert hands.map("counter", "65-tb")["hex"] == "0302"
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    page.wait_for_function(
        "n => Number(document.querySelector('[data-testid=table]').dataset.number) === n", arg=number
    )
    assert hands.map("counter", "65-tb")["hex"] == hands.map("counter", "219-tb")["hex"] == "0302"


def test_a_dragged_stack_takes_along_who_can_go_together(server: Server, open_page: Opener) -> None:
    watched, hands = at_the_moves(server, open_page)
    drag(hands, "0302", "0401")
    watched.page.wait_for_function("() => !document.querySelector('[data-testid=table]').dataset.hand")
    assert orders(watched) == [["move 219-tb", "with 65-tb", "to 0401"]]
    # What has points left is still in the game's hand; another counter is simply taken.
    press(hands, "41a-hq")
    hands.click_hex("0201")
    watched.page.wait_for_function("() => !document.querySelector('[data-testid=table]').dataset.hand")
    assert hands.map("counter", "41a-hq")["hex"] == "0201"


def test_a_counter_is_dragged_alone_out_of_its_spread_stack(server: Server, open_page: Opener) -> None:
    watched, hands = at_the_moves(server, open_page)
    page = watched.page
    page.mouse.move(*hands.on_screen(*hands.map("counter", "150-rd")["at"]))
    page.wait_for_function("() => document.querySelector('[data-testid=map]').spread()")
    page.mouse.move(*hands.on_screen(*hands.map("counter", "150-rd")["at"]))
    page.mouse.down()
    page.mouse.move(*hands.where("0202"), steps=4)
    page.wait_for_selector("[data-testid=in-hand]")
    page.mouse.up()
    page.wait_for_function("() => !document.querySelector('[data-testid=table]').dataset.hand")
    assert orders(watched)[-1] == ["move 150-rd", "to 0202"]


def test_escape_lets_go_and_nothing_had_been_sent(server: Server, open_page: Opener) -> None:
    watched, hands = at_the_moves(server, open_page)
    before, options = sent(watched), hands.options()
    press(hands, "41a-hq")
    assert "to 0201" in hands.options()
    watched.page.keyboard.press("Escape")
    watched.page.wait_for_function("() => !document.querySelector('[data-testid=table]').dataset.hand")
    assert (sent(watched), hands.options()) == (before, options)


def test_a_drop_where_it_cannot_go_says_why(server: Server, open_page: Opener) -> None:
    watched, hands = at_the_moves(server, open_page)
    before = sent(watched)
    drag(hands, "0302", "0504")
    watched.page.locator("[data-testid=refusal] .rule").wait_for()
    assert sent(watched) == before
    assert hand(watched.page) == ""


def test_all_attackers_at_once_then_one_is_taken_away(server: Server, open_page: Opener) -> None:
    watched, hands = at_the_moves(server, open_page)
    page = watched.page
    page.keyboard.press("d")
    page.wait_for_selector('[data-testid=ask] [data-do="target 0303"]', state="attached")
    hands.answer_on_map("target 0303")
    before = hands.state()
    page.locator("[data-testid=all-that-can]").click()
    hands.wait_past(before)
    inside = [one for one in hands.options() if one.startswith("release ")]
    assert len(orders(watched)[-1]) == len(inside) > 2
    assert not [one for one in hands.options() if one.startswith("commit ")]
    hands.do(inside[0])
    assert inside[0] not in hands.options()


def test_a_far_hex_is_driven_to_with_one_press(server: Server, open_page: Opener) -> None:
    watched = open_page()
    page = watched.page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([ME, ME], game=PB)["table"])
    for _ in range(20):
        hands.lift_curtain()
        if "move t34c-1" in hands.options():
            break
        plain = next(one for one in ("roll 3", "ready", "seal", "done") if one in hands.options())
        hands.do(plain)
    number = hands.number()
    hands.do("move t34c-1")
    page.mouse.move(*hands.where("0403"))
    page.locator("[data-testid=path]").get_by_text("in all").wait_for()
    assert page.locator("[data-testid=path] tbody tr").count() > 1
    hands.click_hex("0403")
    page.wait_for_function("() => !document.querySelector('[data-testid=table]').dataset.hand")
    assert orders(watched) == [["move t34c-1", "go 0403"]]
    assert hands.map("counter", "t34c-1")["hex"] == "0403"
    assert hands.number() > number + 2, "hex by hex in the record"
    page.keyboard.press("u")
    page.wait_for_function(
        "n => Number(document.querySelector('[data-testid=table]').dataset.number) === n", arg=number
    )


def test_the_map_has_most_of_the_window_and_all_of_it_at_a_key(server: Server, open_page: Opener) -> None:
    watched, hands = at_the_moves(server, open_page)
    page = watched.page

    def share() -> float:
        box = page.locator("[data-testid=map]").bounding_box()
        assert box is not None
        return box["width"] * box["height"] / (1440 * 860)

    assert share() > 0.6
    page.keyboard.press("f")
    hands.rest()
    assert share() > 0.9
    page.keyboard.press("Escape")
    hands.rest()
    assert 0.6 < share() < 0.9
    assert "Your move" in page.title()

"""A finger on the map cannot rest on a hex: the first tap shows the way and its price, the second goes."""

import json
from collections.abc import Callable

from playwright.sync_api import Locator, Page

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, PB, Hands
from browser.test_access import violations
from browser.test_hands_on import to_the_moves

Opener = Callable[..., Watched]
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}


def tap(page: Page, hands: Hands, hex: str) -> None:
    page.touchscreen.tap(*hands.where(hex))


def picked_up(server: Server, watched: Watched) -> Hands:
    """The 150th Rifle Division is in hand."""
    hands = Hands(watched.page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    hands.do("move 150-rd")
    return hands


def tapped_once(server: Server, watched: Watched) -> tuple[Hands, Locator]:
    """The same after the first tap, with the card that it opens."""
    hands = picked_up(server, watched)
    card = watched.page.locator(".way [data-testid=path]")
    tap(watched.page, hands, "0201")
    card.wait_for()
    return hands, card


def answers(watched: Watched) -> list[str]:
    said = [json.loads(frame) for frame in watched.sent]
    rows = {"answer": lambda one: [one["choice"]], "order": lambda one: one["choices"]}
    return [choice for one in said if one["type"] in rows for choice in rows[one["type"]](one)]


def in_hand(page: Page) -> list[str]:
    """What is chosen and not sent."""
    return (page.get_attribute("[data-testid=table]", "data-hand") or "").split(", ")


def test_a_tap_on_a_stack_only_spreads_it_also_where_one_counter_alone_can_be_chosen(
    server: Server, open_page: Opener
) -> None:
    watched = open_page(**PHONE)
    page = watched.page
    hands = picked_up(server, watched)
    given = answers(watched)
    assert [one for one in hands.options() if one.startswith("with ")] == ["with 74-sib-rb"]
    tap(page, hands, "0302")
    page.wait_for_function("() => document.querySelector('[data-testid=map]').spread() === '0302'")
    page.wait_for_timeout(300)
    assert answers(watched) == given
    before = hands.state()
    page.touchscreen.tap(*hands.on_screen(*hands.map("counter", "74-sib-rb")["at"]))
    hands.wait_past(before)
    assert answers(watched) == given
    assert in_hand(page) == ["move 150-rd", "with 74-sib-rb"]


def test_the_first_tap_shows_the_way_and_the_second_goes(server: Server, open_page: Opener) -> None:
    watched = open_page(**PHONE)
    page = watched.page
    hands, card = tapped_once(server, watched)
    before = hands.state()
    assert card.get_attribute("data-do") == "to 0201"
    assert card.locator("tbody tr").count() > 0
    assert "of 4 MP" in card.inner_text()
    assert card.get_by_role("button", name="Move here").is_visible()
    # Another hex, another way; nothing is done yet.
    tap(page, hands, "0501")
    page.wait_for_selector(".way [data-do='to 0501']")
    assert "out of an enemy zone" in card.inner_text()
    box, (x, y) = card.bounding_box(), hands.where("0501")
    assert box is not None
    assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    assert violations(page) == []
    assert hands.state() == before
    tap(page, hands, "0501")
    hands.wait_past(before)
    assert answers(watched)[-1] == "to 0501"
    assert card.count() == 0


def test_the_button_on_the_card_goes_too_and_an_unlit_hex_says_why(server: Server, open_page: Opener) -> None:
    watched = open_page(**PHONE)
    page = watched.page
    hands, card = tapped_once(server, watched)
    before = hands.state()
    tap(page, hands, "0504")
    page.locator("[data-testid=refusal] .rule").wait_for()
    assert card.count() == 0, "a tap elsewhere puts the way away"
    tap(page, hands, "0201")
    card.get_by_role("button", name="Not yet").tap()
    card.wait_for(state="detached")
    tap(page, hands, "0201")
    card.wait_for()
    assert hands.state() == before, "after a No the next tap is a first one again"
    card.get_by_role("button", name="Move here").tap()
    hands.wait_past(before)
    assert answers(watched)[-1] == "to 0201"


def test_a_hex_without_a_price_needs_one_tap(server: Server, open_page: Opener) -> None:
    watched = open_page(**PHONE)
    hands = Hands(watched.page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    hands.do("done")
    assert "target 0303" in hands.options()
    before = hands.state()
    tap(watched.page, hands, "0303")
    hands.wait_past(before)
    assert answers(watched)[-1] == "target 0303"


def test_a_tap_spreads_a_stack_and_the_next_takes_a_counter(server: Server, open_page: Opener) -> None:
    watched = open_page(**PHONE)
    page = watched.page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    before = hands.state()
    tap(page, hands, "0402")
    page.wait_for_function("() => document.querySelector('[data-testid=map]').spread() === '0402'")
    page.wait_for_timeout(300)
    assert hands.state() == before, "none of them is meant yet"
    assert page.locator("[data-testid=refusal], [data-testid=menu]").count() == 0
    x, y = hands.where("0402")
    page.touchscreen.tap(x - 24, y)
    hands.wait_past(before)
    assert in_hand(page)[-1].startswith("move ")
    # The stack is folded again: the hex beside it can be reached.
    tap(page, hands, "0401")
    page.wait_for_selector(".way [data-do='to 0401']")


def test_the_mouse_goes_at_the_first_click_on_the_same_screen(server: Server, open_page: Opener) -> None:
    watched = open_page(**PHONE)
    hands = picked_up(server, watched)
    before = hands.state()
    hands.click_hex("0201")
    hands.wait_past(before)
    assert answers(watched)[-1] == "to 0201"


def test_a_tapped_drop_shows_where_it_lands(server: Server, open_page: Opener) -> None:
    watched = open_page(**PHONE)
    page = watched.page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([ME, COMPUTER], dice="rolled", game=PB)["table"])
    hands.wait_for_ask()
    hands.do("drop I-rifle")
    tap(page, hands, "0304")
    page.locator(".way caption").get_by_text("Where the pieces land, on average").wait_for()
    page.locator(".way").get_by_role("button", name="Onto 0304").tap()
    page.wait_for_selector('[data-testid=ask] [data-do="seal"]', state="attached")
    assert answers(watched)[-1] == "target 0304"

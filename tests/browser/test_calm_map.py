"""A map that stays still: what is picked up or dragged moves no view, and the way that was shown stays."""

import json
from collections.abc import Callable

import pytest

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, Hands
from browser.test_hands_on import to_the_moves

Opener = Callable[..., Watched]
CORNERS = ("0101", "0504", "0302")


def near(hands: Hands, hex: str, notches: int = 6) -> None:
    """The wheel goes close to a hex, and the map has been left alone since."""
    hands.page.mouse.move(*hands.where(hex))
    for _ in range(notches):
        hands.page.mouse.wheel(0, -60)
        hands.rest()
    hands.page.wait_for_timeout(4_200)


def places(hands: Hands) -> list[list[float]]:
    """Where some hexes are on the screen, in whole pixels."""
    hands.rest()
    return [[round(one) for one in hands.map("whereIs", hex)] for hex in CORNERS]


def at_the_moves(server: Server, open_page: Opener, width: int, height: int) -> tuple[Watched, Hands]:
    watched = open_page(viewport={"width": width, "height": height})
    hands = Hands(watched.page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    return watched, hands


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
def test_a_stack_that_is_dragged_lands_where_it_was_put_and_the_view_stays(
    server: Server, open_page: Opener, width: int, height: int
) -> None:
    watched, hands = at_the_moves(server, open_page, width, height)
    page = watched.page
    near(hands, "0302")
    before = places(hands)
    goal = hands.where("0401")
    x, y = hands.where("0302")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12)
    page.wait_for_selector("[data-testid=in-hand]")
    assert places(hands) == before, "picking up moves nothing"
    page.mouse.move(*goal, steps=4)
    page.mouse.up()
    page.wait_for_function("() => !document.querySelector('[data-testid=table]').dataset.hand")
    assert hands.map("counter", "65-tb")["hex"] == "0401"
    assert places(hands) == before, "neither does putting down"


def test_a_counter_that_is_pressed_moves_no_view_however_far_it_can_go(
    server: Server, open_page: Opener
) -> None:
    _watched, hands = at_the_moves(server, open_page, 1280, 720)
    near(hands, "0302")
    before, number = places(hands), hands.state()
    hands.page.mouse.click(*hands.where("0302"))
    if hands.page.locator("[data-testid=menu]").count():
        hands.page.locator("[data-testid=menu] [data-do^='move']").first.click()
    hands.wait_past(number)
    assert hands.page.get_attribute("[data-testid=table]", "data-hand")
    assert places(hands) == before


def test_at_the_edge_the_map_goes_along_under_a_dragged_counter(server: Server, open_page: Opener) -> None:
    watched, hands = at_the_moves(server, open_page, 1280, 720)
    page = watched.page
    near(hands, "0302", 9)
    box = page.locator("[data-testid=map]").bounding_box()
    assert box is not None
    x, y = hands.where("0302")
    before = places(hands)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12)
    page.wait_for_selector("[data-testid=in-hand]")
    page.mouse.move(x, box["y"] + box["height"] - 3, steps=4)
    page.wait_for_function(
        "before => document.querySelector('[data-testid=map]').whereIs('0302')[1] < before - 40",
        arg=before[2][1],
    )
    page.mouse.move(x, box["y"] + box["height"] / 2)
    rest = places(hands)
    page.wait_for_timeout(400)
    assert places(hands) == rest, "away from the edge it stands still"
    page.mouse.up()


def test_the_way_that_was_shown_is_the_arrow_that_stays(server: Server, open_page: Opener) -> None:
    watched, hands = at_the_moves(server, open_page, 1440, 900)
    page = watched.page
    hands.do("move 150-rd")
    page.mouse.move(*hands.where("0501"))
    page.wait_for_selector("[data-testid=path][data-do='to 0501']")
    told = [json.loads(one) for frame in watched.frames for one in frame.splitlines()]
    way = [one["hexes"] for one in told if one["type"] == "path" and one.get("hexes")][-1]
    assert len(way) > 2
    hands.click_hex("0501")
    page.wait_for_function("() => !document.querySelector('[data-testid=table]').dataset.hand")
    hands.rest()
    assert way in [arrow["hexes"] for arrow in hands.map("arrows")]

"""Reach as an outline, prices along the way, counters at a distance, supply on a key, drawers, warnings."""

from collections.abc import Callable

import pytest

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, Hands
from browser.test_hands_on import to_the_moves

Opener = Callable[..., Watched]
_PIXEL = """([x, y]) => {
  const canvas = document.querySelector("[data-testid=map] canvas");
  const scale = canvas.width / canvas.clientWidth;
  const at = canvas.getContext("2d").getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1);
  return [...at.data].slice(0, 3);
}"""


def pixel(hands: Hands, hex: str, dx: float = 0, dy: float = 0) -> list[int]:
    """The colour of the map near the middle of a hex; the offset is in parts of a hex's height."""
    hands.rest()
    x, y = hands.map("whereIs", hex)
    _, below = hands.map("whereIs", f"{hex[:2]}{int(hex[2:]) + 1:02}")
    high = below - y
    found: list[int] = hands.page.evaluate(_PIXEL, [x + dx * high, y + dy * high])
    return found


def test_the_reach_is_an_outline_and_the_ground_below_it_stays_as_it_is(
    server: Server, open_page: Opener
) -> None:
    page = open_page(viewport={"width": 1440, "height": 900}, color_scheme="light").page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    spot = ("0501", 0.0, 0.2)
    before = pixel(hands, *spot)
    hands.do("move 150-rd")
    assert "to 0501" in hands.options()
    page.mouse.move(3, 3)
    after = pixel(hands, *spot)
    assert max(abs(one - other) for one, other in zip(before, after, strict=True)) < 24, (before, after)
    # The light of what is chosen is the same violet in every game.
    edges = [pixel(hands, "0501", 0.0, -0.5 + k / 100) for k in range(-3, 4)]
    assert any(blue > 180 and red < 130 and green < 80 for red, green, blue in edges), edges


@pytest.mark.parametrize(("notches", "detail"), [(-12, "far"), (0, "near")])
def test_counters_show_less_and_larger_from_afar(
    server: Server, open_page: Opener, notches: int, detail: str
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.wait_for_ask()
    page.mouse.move(*hands.where("0302"))
    for _ in range(abs(notches)):
        page.mouse.wheel(0, 60)
        hands.rest()
    assert hands.map("detail") == detail
    _, y = hands.map("whereIs", "0302")
    _, below = hands.map("whereIs", "0303")
    if below - y >= 24:
        assert hands.map("card") >= 24


def test_supply_is_one_key_away_with_the_line_and_the_reason(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    made = hands.set_up([COMPUTER, ME], dice="rolled", game="red-parachutes", scenario="first-boats")
    hands.sit_down(made["table"])
    hands.wait_for_ask()  # what the other side did is known with it
    if page.locator("[data-testid=start-turn]").count():
        page.locator("[data-testid=start-turn]").click()
    page.keyboard.press("s")
    page.get_by_role("button", name="Supply", exact=True).wait_for()
    page.mouse.move(*hands.where("2908"))
    told = page.locator("[data-testid=supply-lines]")
    told.wait_for()
    assert "to HQ 9 MC in 3108" in told.inner_text()
    assert "in supply" in told.inner_text()
    assert [arrow for arrow in hands.map("arrows") if arrow["tone"] == "supply"]
    page.keyboard.press("z")
    page.wait_for_selector("text=Zones of control that are known")
    page.keyboard.press("z")
    page.wait_for_selector("text=Zones of control that are known", state="detached")


def test_a_move_that_cuts_units_off_is_warned_of_before_it_is_made(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    made = hands.set_up([COMPUTER, ME], dice="rolled", game="red-parachutes", scenario="first-boats")
    hands.sit_down(made["table"])
    for _ in range(12):
        hands.wait_for_ask()
        if "move hq-6-gtc" in hands.options():
            break
        hands.do("done")
    hands.do("move hq-6-gtc")
    page.mouse.move(*hands.where("3604"))
    warning = page.locator("[data-testid=path-warning]")
    warning.wait_for()
    assert "Out of supply after this move: SMG 51, SMG 52, SMG 53." in warning.inner_text()


def test_boxes_beside_the_map_are_drawers_and_the_map_fills_its_pane(
    server: Server, open_page: Opener
) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).page
    hands = Hands(page, server.url)
    made = hands.set_up([COMPUTER, ME], dice="rolled", game="red-parachutes", scenario="first-boats")
    hands.sit_down(made["table"])
    hands.wait_for_ask()
    page.get_by_role("button", name="Question", exact=True).click()
    page.get_by_role("button", name="Show the whole map").click()
    hands.rest()
    left, right = (hands.map("whereIs", hex)[0] for hex in ("2010", "3610"))
    assert 0 < left < right < 390
    assert (right - left) / 390 > 0.72
    drawers = page.locator("[data-testid=drawers]")
    drawers.get_by_role("button", name="Off the map").click()
    assert drawers.locator(".piece").count() > 0

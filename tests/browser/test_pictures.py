"""The pictures of the documentation, taken from the real thing: GROGNARD_PICTURES=1, or `make pictures`."""

import os
from collections.abc import Callable

import pytest

from browser.conftest import ROOT, Server, Watched
from browser.hands import COMPUTER, ME, Hands

pytestmark = pytest.mark.skipif("GROGNARD_PICTURES" not in os.environ, reason="only when pictures are wanted")

FOLDER = ROOT / "docs" / "pictures"
Opener = Callable[..., Watched]


def test_pictures_of_the_table(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    page.goto(server.url)
    page.wait_for_selector("article img")
    page.wait_for_timeout(800)
    page.screenshot(path=FOLDER / "shelf.png")
    hands.sit_down(hands.set_up([COMPUTER, ME], scenario="mars", dice="rolled")["table"])
    hands.wait_for_ask()
    page.mouse.move(*hands.where("2211"))
    for _ in range(2):
        page.mouse.wheel(0, -70)
        page.wait_for_timeout(600)
    page.wait_for_timeout(1500)
    page.screenshot(path=FOLDER / "table.png")
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"], "?learn")
    hands.do("roll 3")
    page.wait_for_timeout(7000)
    page.screenshot(path=FOLDER / "learn.png")


@pytest.mark.parametrize("name", ["combat", "dark", "phone"])
def test_pictures_of_an_attack(server: Server, open_page: Opener, name: str) -> None:
    size = {"width": 390, "height": 780} if name == "phone" else {"width": 1440, "height": 860}
    page = open_page(viewport=size, color_scheme="dark" if name == "dark" else "light").page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"], "?learn" if name == "dark" else "")
    hands.to_the_attack()
    page.mouse.move(5, 400)
    page.wait_for_timeout(7500)
    page.screenshot(path=FOLDER / f"{name}.png")
    if name == "combat":
        hands.do("agreed")
        hands.click_hex("0204")
        page.locator("[data-testid=refusal]").wait_for()
        page.mouse.move(5, 400)
        page.wait_for_timeout(500)
        page.screenshot(path=FOLDER / "refusal.png")

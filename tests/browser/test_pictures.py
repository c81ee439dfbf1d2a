"""The pictures of the documentation, taken from the real thing: GROGNARD_PICTURES=1, or `make pictures`."""

import os
from collections.abc import Callable

import pytest

from browser.conftest import ROOT, Server, Watched
from browser.hands import COMPUTER, ME, PB, Hands
from browser.test_make import begin, drawn_map, lay_grid, paint

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


def test_a_picture_of_the_workshop(server: Server, open_page: Opener) -> None:
    page = open_page().page
    begin(page, server.url)
    eye = lay_grid(page, drawn_map())
    paint(page, eye)
    page.get_by_role("tab", name="Set-up").click()
    page.get_by_role("button", name="Show the whole map").click()
    for counter, number in (("41a-hq", "0101"), ("150-rd", "0302"), ("2-lfd", "0403"), ("xli-pz-hq", "0505")):
        page.locator("[data-testid=find-counter]").fill(counter)
        page.locator(f"[data-counter='{counter}']").click()
        eye.press(number)
    page.get_by_role("tab", name="Scenario").click()
    for name, text in (("title", "Lovetsk, October"), ("summary", "A division holds a town on the road.")):
        page.locator(f"[data-testid=fact-{name}]").fill(text)
        page.locator(f"[data-testid=fact-{name}]").press("Tab")
    page.get_by_role("tab", name="Map").click()
    page.get_by_role("button", name="Show the whole map").click()
    page.get_by_text("No faults").wait_for()
    page.screenshot(path=FOLDER / "workshop.png")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    download.value.save_as(ROOT / "docs" / "kits" / download.value.suggested_filename)


def test_pictures_of_panzerblitz(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([ME, COMPUTER], scenario="red-drop", game=PB, pace=1000)["table"])
    hands.do("roll 5", "roll 3", "drop I-guards", "target 2-J-9", "seal")
    hands.do("roll 4")  # a lone company jumps by itself
    page.wait_for_timeout(2300)
    page.screenshot(path=FOLDER / "panzerblitz-drop.png")
    page.locator("[data-testid=dice]").wait_for(state="detached")
    page.mouse.move(700, 500)
    page.mouse.down()
    page.mouse.move(700, 420, steps=4)
    page.wait_for_timeout(200)
    page.mouse.up()
    page.wait_for_timeout(900)
    page.get_by_role("button", name="Line of sight").click()
    hands.click_hex("2-I-2")
    hands.click_hex("2-K-7")
    page.locator("[data-testid=sight] ol").wait_for()
    page.mouse.move(5, 400)
    page.wait_for_timeout(7000)
    page.screenshot(path=FOLDER / "panzerblitz-sight.png")
    hands.to_the_fire("0603", "0504", "0403")
    hands.do("fire 0303")
    page.locator("[data-testid=odds]").wait_for()
    page.mouse.move(5, 400)
    page.wait_for_timeout(7500)
    page.screenshot(path=FOLDER / "panzerblitz-fire.png")


def test_picture_of_panzerblitz_on_a_phone_in_the_dark(server: Server, open_page: Opener) -> None:
    page = open_page(viewport={"width": 390, "height": 780}, color_scheme="dark").page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([ME, COMPUTER], dice="rolled", scenario="red-drop", game=PB)["table"])
    hands.wait_for_ask()
    page.wait_for_timeout(7500)
    page.screenshot(path=FOLDER / "panzerblitz-phone.png")

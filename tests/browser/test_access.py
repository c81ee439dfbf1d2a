"""Everything from the keyboard, in words, on a phone, in the dark."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.conftest import ROOT, Server, Watched
from browser.hands import COMPUTER, ME, Hands

Opener = Callable[..., Watched]
SAID = "document.querySelector('[data-testid=said]').textContent"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    """What axe finds."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make web")
    page.evaluate(Path(AXE).read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']} at {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found["violations"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("wide", [1440, 390])
def test_axe_finds_nothing_on_any_page(server: Server, open_page: Opener, scheme: str, wide: int) -> None:
    page = open_page(viewport={"width": wide, "height": 800}, color_scheme=scheme).page
    page.goto(server.url)
    page.wait_for_selector("article")
    assert violations(page) == []
    page.goto(f"{server.url}#/new/red-god-of-war")
    page.wait_for_selector("form")
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= wide, "nothing sticks out"
    page.goto(f"{server.url}#/rules/red-god-of-war/rgw.zoc.1")
    page.wait_for_selector("article")
    assert violations(page) == []
    page.goto(f"{server.url}#/case/red-god-of-war/1")
    page.wait_for_selector("[data-testid=map]")
    assert violations(page) == []
    hands = Hands(page, server.url)
    made = hands.set_up([COMPUTER, ME])
    hands.sit_down(made["table"], "?learn")
    hands.wait_for_ask()
    assert violations(page) == []
    if wide > 800:
        hands.to_the_attack()
        hands.settle_numbers()
        page.locator("[data-testid=odds]").wait_for()
        assert violations(page) == []
        page.goto(f"{server.url}#/report/{made['table']}")
        page.wait_for_selector("text=The luck ledger")
        assert violations(page) == []


def test_the_arrow_keys_walk_the_map_and_read_it_out(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.do("roll 3")
    page.keyboard.press("m")
    heard = [""]
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        page.wait_for_function(f"before => {SAID} !== before", arg=heard[-1])
        heard.append(str(page.evaluate(SAID)))
    assert len(set(heard[1:])) == 4
    assert all(re.search("held by the (German|Soviet) side", words) for words in heard[1:])


def test_a_choice_can_be_made_with_the_keyboard_alone(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.do("roll 3")
    page.keyboard.press("m")
    page.keyboard.press("n")
    page.wait_for_function(f"() => {SAID}.includes('1 of its counters can be chosen')")
    before = hands.state()
    page.keyboard.press("Enter")
    hands.wait_past(before)
    page.keyboard.press("a")
    focused = page.evaluate("() => document.activeElement.dataset.do ?? ''")
    assert focused in hands.options()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.dataset.do ?? ''") in hands.options()
    # An answer by key leaves the keyboard on the next Ask, and not on what takes the answer back.
    page.keyboard.press("a")
    before = hands.state()
    page.keyboard.press("Enter")
    hands.wait_past(before)
    page.wait_for_function("() => document.activeElement.dataset.do === 'done'")
    assert "unlight 41a-hq" in hands.options()
    # What the computer would do is two keys away.
    page.keyboard.press("h")
    hinted = page.wait_for_selector("[data-testid=ask] [data-do].hinted", state="attached").get_attribute(
        "data-do"
    )
    page.keyboard.press("a")
    assert page.evaluate("() => document.activeElement.dataset.do") == hinted
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] #keys-title")


def test_a_phone_gives_the_map_the_screen_and_the_ask_a_sheet(server: Server, open_page: Opener) -> None:
    page = open_page(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True).page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.do("roll 3")
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390, "nothing sticks out"
    map_box = page.locator("[data-testid=map]").bounding_box()
    ask_box = page.locator("[data-testid=ask]").bounding_box()
    assert map_box is not None
    assert ask_box is not None
    assert map_box["width"] == 390
    assert ask_box["y"] >= map_box["y"] + map_box["height"] - 1
    x, y = hands.where("0301")
    before = hands.state()
    page.touchscreen.tap(x, y)
    hands.wait_past(before)
    for tab in ("Sequence", "Log"):
        page.get_by_role("button", name=tab, exact=True).click()
    page.get_by_role("button", name="Log", exact=True).click()
    tall = page.locator("[data-testid=map]").bounding_box()
    assert tall is not None
    assert tall["height"] > 600, "a second touch of the tab gives the map the whole screen"


def test_on_a_phone_the_log_opens_at_its_end(server: Server, open_page: Opener) -> None:
    page = open_page(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True).page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.to_the_attack()
    page.get_by_role("button", name="Log", exact=True).click()
    log = page.get_by_label("What happened")
    log.wait_for()
    assert log.evaluate("list => list.scrollHeight > list.clientHeight + 50"), "there is more than fits"
    page.wait_for_function(
        "list => list.scrollTop + list.clientHeight >= list.scrollHeight - 2", arg=log.element_handle()
    )


def test_rules_can_be_searched_and_a_case_opens_as_a_position(server: Server, open_page: Opener) -> None:
    page = open_page().page
    page.goto(f"{server.url}#/rules/red-god-of-war")
    page.wait_for_selector("article")
    everything = page.locator("article").count()
    page.get_by_label("Search the rules").fill("retreat")
    page.wait_for_function("n => document.querySelectorAll('article').length < n", arg=everything)
    assert page.locator("article").count() > 0
    page.goto(f"{server.url}#/case/red-god-of-war/1")
    page.wait_for_selector("[data-testid=mirror] li", state="attached")
    assert page.get_by_role("button", name="Play on from here").is_visible()


def test_a_reading_opens_the_house_rule_that_it_names(server: Server, open_page: Opener) -> None:
    page = open_page().page
    page.goto(f"{server.url}#/rules/red-god-of-war/rgw.losses.10")
    page.wait_for_selector("article")
    page.locator("article", has_text="house rule 8.3").first.get_by_role(
        "button", name="house rule 8.3"
    ).first.click()
    read = page.get_by_role("dialog")
    assert "Retreats" in read.inner_text()
    assert "hex by hex" in read.inner_text()
    assert not violations(page)

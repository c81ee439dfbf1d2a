"""Battles in the combat window: whole after a reload or a broken line, and a page for each attack."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, PB, Hands

Opener = Callable[..., Watched]
ROLLED = {"fire", "overran", "stormed"}


def story(page: Page) -> dict[str, Any]:
    """All that the combat window shows."""
    found: dict[str, Any] = page.evaluate(
        """() => {
          const combat = document.querySelector("[data-testid=combat]");
          const all = (selector) => [...combat.querySelectorAll(selector)];
          return {
            title: combat.querySelector("h2").textContent,
            stage: combat.dataset.stage,
            totals: all("dl dd").map((one) => one.textContent),
            dice: all(".dice > span").map((one) => one.innerText),
            kinds: all("[data-testid=battle-story] li").map((one) => one.dataset.kind),
            lines: all("[data-testid=battle-story] li").map((one) => one.innerText),
            sheets: all("details tbody tr").map((one) => one.textContent),
            odds: all("[data-testid=odds] .number").map((one) => one.textContent),
          };
        }"""
    )
    return found


def into_the_losses(page: Page, hands: Hands) -> dict[str, Any]:
    """The story of an attack on Berezovo after its die and the first loss."""
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.to_the_attack()
    hands.do("agreed", "done", "save", "roll 5", "lose 150-rd")
    page.wait_for_selector("[data-testid=battle-story] >> text=150 RD loses a step")
    page.wait_for_selector('[data-testid=ask] [data-do="advance 150-rd"]')
    page.locator("[data-testid=odds]").wait_for()
    told = story(page)
    assert [kind for kind in told["kinds"] if kind != "strengths"][:4] == [
        "attack",
        "defended",
        "rolled",
        "step",
    ]
    assert told["stage"] == "rolled"
    assert len(told["dice"]) == 1
    assert told["sheets"] and told["odds"]
    return told


def test_after_a_reload_the_battle_is_told_from_its_beginning(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    told = into_the_losses(page, hands)
    page.reload()
    page.locator("[data-testid=odds]").wait_for()
    assert story(page) == told
    # It goes on as if nobody had left, and what is over stays to be read until it is closed.
    hands.do("advance 150-rd", "done")
    page.wait_for_selector("[data-testid=combat][data-stage=over]")
    over = story(page)
    assert over["lines"][: len(told["lines"])] == told["lines"]
    assert "advanced" in over["kinds"]
    page.reload()
    page.locator("[data-testid=odds]").wait_for()
    assert story(page) == over
    page.locator("[data-testid=combat]").get_by_role("button", name="Close").click()
    page.reload()
    page.get_by_role("button", name="The last battle").click()
    assert story(page)["lines"] == over["lines"]


def test_after_the_line_was_down_the_battle_is_told_from_its_beginning(
    mortal_server: Server, open_page: Opener
) -> None:
    watched = open_page()
    page = watched.page
    hands = Hands(page, mortal_server.url)
    told = into_the_losses(page, hands)
    before = len(watched.frames)
    mortal_server.kill()
    mortal_server.start_again()
    while not any('"type":"state"' in frame for frame in watched.frames[before:]):
        page.wait_for_timeout(50)
    hands.wait_for_ask()
    page.locator("[data-testid=odds]").wait_for()
    assert story(page) == told
    hands.do("advance 150-rd", "done")
    page.wait_for_selector("[data-testid=battle-story] [data-kind=advanced]")


def test_each_attack_of_a_quick_computer_is_a_page_of_its_own(server: Server, open_page: Opener) -> None:
    watched = open_page()
    page = watched.page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, COMPUTER], dice="rolled", game=PB)["table"])
    page.wait_for_selector("[data-testid=waiting] a.primary")
    rolled = [line["text"] for line in lines_told(watched) if line["kind"] in ROLLED]
    assert len(rolled) > 2
    shown = page.locator("[data-testid=battle-pages] span")
    assert shown.inner_text() == f"Battle {len(rolled)} of {len(rolled)}"
    told = [story(page)]
    for _ in rolled[1:]:
        page.get_by_role("button", name="The battle before").click()
        told.insert(0, story(page))
    assert page.get_by_role("button", name="The battle before").is_disabled()
    for text, one in zip(rolled, told, strict=True):
        of_a_roll = [line for line, kind in zip(one["lines"], one["kinds"], strict=True) if kind in ROLLED]
        assert len(of_a_roll) == len(one["dice"]) == 1
        assert of_a_roll[0].startswith(text)
        assert text.startswith(one["title"]), "the sheets are those of this attack"
        assert one["stage"] == "over"
        assert one["sheets"]


def test_while_an_attack_is_built_it_is_the_one_on_the_panel_and_its_chart_above_the_fold(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    into_the_losses(page, hands)
    hands.do("advance 150-rd", "done")
    page.wait_for_selector("[data-testid=combat][data-stage=over]")
    # The next impulse: a hex is named, and nobody attacks it yet.
    for _ in range(30):
        hands.wait_for_ask()
        options = hands.options()
        if any(one.startswith("target ") for one in options):
            break
        if "typed-draw" in page.inner_html("[data-testid=ask]"):
            hands.do("draw 22a-hq")
        else:
            wanted = ("toss 1", "all", "roll 1", "go 0", "hold", "stay", "done", "agreed")
            hands.do(next((one for one in wanted if one in options), options[0]))
    target = next(one for one in hands.options() if one.startswith("target "))
    hands.do(target)
    hands.settle_numbers()
    assert page.locator("[data-testid=combat][data-stage=over]").count() == 0
    page.get_by_role("button", name="The last battle").click()
    assert story(page)["title"] == "Attack on 0303"
    hands.do(next(one for one in hands.options() if one.startswith("commit ")))
    page.wait_for_selector("[data-testid=combat][data-stage=built]")
    assert story(page)["title"] == f"Attack on {target.split()[1]}"
    for wide, high in ((1440, 860), (1024, 768)):
        page.set_viewport_size({"width": wide, "height": high})
        box = page.locator("[data-testid=odds-brief]").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < high
    pages = page.inner_text("[data-testid=battle-pages] span")
    page.locator("[data-testid=undo]").click()
    page.wait_for_selector("[data-testid=combat][data-stage=built]", state="detached")
    page.get_by_role("button", name="The last battle").click()
    after = story(page)
    assert after["title"] == "Attack on 0303"
    assert "advanced" in after["kinds"], "the book survives an undo"
    assert pages == "Battle 2 of 2"


def lines_told(watched: Watched) -> list[dict[str, Any]]:
    """The lines of the log as state and updates brought them."""
    messages = [json.loads(text) for frame in watched.frames for text in frame.split("\n")]
    return [line for one in messages if one["type"] in ("state", "update") for line in one.get("log", [])]

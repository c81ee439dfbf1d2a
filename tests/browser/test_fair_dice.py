"""Fair dice in the browser: two pages put their values together, and a record is checked without a server."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from browser.conftest import STATIC, Server, Watched
from browser.hands import FRIEND, ME, Hands, take_seat
from grognard.play.registry import find_system
from play.dice.sitting import Sitting

Opener = Callable[..., Watched]

PRESS = """() => {
  const found = [...document.querySelectorAll("[data-testid=ask] [data-do]")];
  const usual = found.find((one) => ["done", "pass", "ready", "seal", "none"].includes(one.dataset.do));
  (usual ?? found[found.length - 1])?.click();
}"""
"""Presses what ends something, else whatever is offered last."""


def told(page: Page) -> str:
    """What the menu says of the dice."""
    words = page.evaluate("() => document.querySelector('[data-testid=dice-report]')?.textContent ?? ''")
    return str(words)


def rolls(page: Page) -> int:
    words = told(page).split(" rolls")[0].split()
    return int(words[-1]) if words and words[-1].isdigit() else 0


def play_until_rolled(pages: list[Page], count: int) -> None:
    """Everybody presses what is offered until there were so many rolls."""
    for _ in range(900):
        if rolls(pages[0]) >= count:
            return
        for page in pages:
            page.evaluate(PRESS)
        pages[0].wait_for_timeout(60)
    raise AssertionError(f"only this was rolled: {told(pages[0])}")


def address(server: Server, made: dict[str, Any], place: int) -> str:
    return server.url + str(made["seats"][place]["link"]).lstrip("/")


def test_two_pages_roll_together_come_back_and_go_on_with_another_device(
    server: Server, open_page: Opener
) -> None:
    mine, friends = open_page().page, open_page().page
    hands = Hands(mine, server.url)
    made = hands.set_up([FRIEND, ME], dice="fair")
    mine.goto(address(server, made, 0))
    mine.wait_for_selector("[data-testid=map]")
    take_seat(friends, address(server, made, 1))
    play_until_rolled([mine, friends], 1)
    assert "all checked" in told(mine) and "all checked" in told(friends)
    # Opened again, it reads all lines once more and holds them against what it kept.
    mine.reload()
    mine.wait_for_selector("[data-testid=map]")
    play_until_rolled([mine, friends], rolls(friends) + 1)
    assert "all checked" in told(mine)
    assert mine.locator("[data-testid=dice-alarm]").count() == 0
    # Another browser has no key until the link for it brings one.
    other = open_page().page
    other.goto(address(server, made, 0))
    other.wait_for_selector("[data-testid=dice-key]")
    key = mine.evaluate(
        """() => {
          const name = Object.keys(localStorage).find((one) => one.startsWith("grognard.dice."));
          return JSON.parse(localStorage[name]).key;
        }"""
    )
    other.get_by_label("The link or key").fill(f"http://anywhere/#/t/x/y/{key}")
    other.get_by_role("button", name="Bring it here").click()
    other.locator("[data-testid=dice-key]").wait_for(state="detached")
    mine.goto("about:blank")
    play_until_rolled([other, friends], rolls(friends) + 1)
    assert "all checked" in told(other)


def test_a_friend_is_proposed_fair_dice(server: Server, open_page: Opener) -> None:
    page = open_page().page
    page.goto(f"{server.url}#/new/red-god-of-war")
    page.wait_for_selector("form")
    assert page.get_by_label("The program rolls").is_checked()
    page.locator("select").first.select_option("friend")
    assert page.get_by_label("Fair dice that prove themselves").is_checked()
    page.get_by_label("Every roll waits until").check()
    with page.expect_request("**/api/tables") as made:
        page.locator("form button.primary, form button[type=submit]").first.click()
    assert made.value.post_data_json["dice"] == "strict"


def test_a_record_is_checked_from_the_disk_without_a_server(
    client: Path, browser: Browser, tmp_path: Path
) -> None:
    sitting = Sitting(find_system("red-god-of-war"), "teaching")
    sitting.play(400, random.Random(2))
    record, page_file = tmp_path / "game.jsonl", tmp_path / "verify.html"
    record.write_bytes(sitting.text())
    page_file.write_bytes((STATIC.parent / "verify.html").read_bytes())
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(page_file.as_uri())
    page.locator("#record").set_input_files(record)
    page.wait_for_selector("#found .good")
    assert "all checked" in page.inner_text("#found")
    receipt = page.inner_text("#found").split("Receipt ")[1].split()[0]
    page.locator("#receipt").fill(receipt)
    page.locator("#receipt").dispatch_event("change")
    page.wait_for_selector("#found .good")
    text = record.read_text()
    record.write_text(text.replace('"draw":[', '"draw":[1', 1))
    page.locator("#record").set_input_files([])
    page.locator("#record").set_input_files(record)
    page.wait_for_selector("#found .bad")
    assert "sum is not right" in page.inner_text("#found")
    context.close()

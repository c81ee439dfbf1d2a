"""My games on the shelf and the links to a table: the damaged is saved, what went astray is made anew."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from browser.conftest import Server, Watched
from browser.hands import Hands, take_seat
from grognard.play.record import verify_record

Opener = Callable[..., Watched]
ME = {"by": "me"}
FRIEND = {"by": "friend"}


def test_a_damaged_game_is_listed_and_its_record_saved(
    mortal_server: Server, open_page: Opener, tmp_path: Path
) -> None:
    page = open_page().page
    hands = Hands(page, mortal_server.url)
    bad = hands.set_up([ME, ME], dice="rolled")["table"]
    hands.sit_down(bad)
    hands.wait_for_ask()
    good = hands.set_up([ME, ME], dice="rolled")["table"]
    mortal_server.kill()
    with sqlite3.connect(mortal_server.data) as database:
        database.execute("update tables set setup = 'nonsense' where id = ?", (bad,))
    mortal_server.start_again()
    page.goto(mortal_server.url)
    page.reload()
    page.wait_for_selector("text=damaged: how it was set up cannot be read")
    assert page.locator(f"a[href='#/t/{good}']").count() == 1
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save its record").click()
    path = tmp_path / "saved.jsonl"
    saved.value.save_as(path)
    assert verify_record(path).fault is None


def test_links_are_made_anew_and_the_old_ones_open_nothing(server: Server, open_page: Opener) -> None:
    mine, friends = open_page(), open_page()
    hands = Hands(mine.page, server.url)
    made = hands.set_up([ME, FRIEND], dice="rolled")
    take_seat(friends.page, f"{server.url}{made['seats'][1]['link'].lstrip('/')}")
    hands.sit_down(made["table"])
    mine.page.get_by_role("button", name="Share").click()
    field = mine.page.get_by_label("Seat for your friend")
    old = field.input_value()
    mine.page.get_by_role("button", name="New link for: Seat for your friend").click()
    mine.page.wait_for_function("old => document.querySelector('dialog input').value !== old", arg=old)
    friends.page.wait_for_selector("text=made anew")
    fresh = open_page().page
    take_seat(fresh, field.input_value())
    # One's own too: the page goes on with the new one.
    own = mine.page.get_by_label("Your own seat").input_value()
    mine.page.get_by_role("button", name="New link for: Your own seat").click()
    mine.page.wait_for_function("token => !location.href.includes(token)", arg=own.split("/")[-1])
    mine.page.wait_for_selector("[data-testid=map]")
    mine.page.wait_for_selector("[data-testid=ask], [data-testid=waiting]")
    mine.page.get_by_role("button", name="Share").click()
    assert mine.page.get_by_label("Your own seat").input_value() != own

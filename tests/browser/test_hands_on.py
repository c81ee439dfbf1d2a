"""A hand on the map: ways and their price, refusals, battles, examples of play, and what is taken home."""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, FRIEND, ME, Hands
from grognard.play.record import verify_record

Opener = Callable[..., Watched]
RGW = "red-god-of-war"
PB = "panzerblitz"


def to_the_moves(hands: Hands) -> None:
    """From the first Ask, dice typed in, to the moves of the 41st Army."""
    hands.to_the_draw()
    hands.do("draw 41a-hq", "all")


def messages(watched: Watched, kind: str) -> list[str]:
    return [frame for frame in watched.sent if f'"type":"{kind}"' in frame]


# -- ways ---------------------------------------------------------------------------------------


def test_the_way_under_the_pointer_is_drawn_with_its_price_term_by_term(
    server: Server, open_page: Opener
) -> None:
    watched = open_page()
    page = watched.page
    page.clock.install()
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    hands.do("move 150-rd")
    card = page.locator("[data-testid=path]")
    page.mouse.move(*hands.where("0501"))
    card.wait_for()
    assert card.get_attribute("data-do") == "to 0501"
    lines = card.locator("tbody tr").all_inner_texts()
    assert any("out of an enemy zone" in line and "rgw.zoc.10" in line for line in lines)
    assert "house" in lines[0]
    assert "4 of 4 MP" in card.inner_text()
    # Each hex is asked for once, and only when the pointer rests on it.
    way = {hex: hands.where(hex) for hex in ("0201", "0501")}
    before = len(messages(watched, "path"))
    hands.stop_time()
    for hex, at in way.items():
        page.mouse.move(*at, steps=12)
        page.clock.run_for(500)
        page.wait_for_selector(f"[data-testid=path][data-do='to {hex}']")
    assert [json.loads(one)["choice"] for one in messages(watched, "path")[before:]] == ["to 0201"]
    page.clock.resume()
    # The price stays to be read, and its rule opens, while the pointer is elsewhere.
    card.locator(".rule").first.click()
    page.wait_for_selector("dialog[open] .text")


def test_the_keyboard_cursor_has_the_price_too(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    hands.do("move 150-rd")
    page.locator("[data-testid=map]").focus()
    page.keyboard.press("n")
    card = page.locator("[data-testid=path]")
    card.wait_for()
    first = card.get_attribute("data-do")
    page.keyboard.press("n")
    page.wait_for_function(
        "first => document.querySelector('[data-testid=path]').dataset.do !== first", arg=first
    )


def test_panzerblitz_tells_the_price_of_the_next_step(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    page.goto(server.url)
    page.wait_for_selector("h1")
    page.goto(f"{server.url}#/case/{PB}/{case_of_a_move(server)}")
    page.get_by_role("button", name="Play on from here").click()
    hands.wait_for_ask()
    move = next(one for one in hands.options() if one.startswith("move "))
    hands.do(move)
    step = next(one for one in hands.options() if one.startswith("go "))
    page.mouse.move(*hands.where(step.split()[1]))
    card = page.locator("[data-testid=path]")
    card.wait_for()
    assert "left" in card.inner_text()
    assert "pb." in card.inner_text()


def case_of_a_move(server: Server) -> int:
    """The first example of PanzerBlitz that begins with the step of a unit."""
    for number, case in cases(server, PB):
        labels = [one["label"] for one in case["steps"]]
        if len(labels) > 2 and labels[1].startswith("Move ") and labels[2].startswith("to "):
            return number
    raise AssertionError("no example begins with a move")


def cases(server: Server, game: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The examples of a game with their numbers."""
    base = f"{server.url}api/games/{game}/cases"
    for card in json.loads(urllib.request.urlopen(base, timeout=20).read()):
        yield (
            card["number"],
            json.loads(urllib.request.urlopen(f"{base}/{card['number']}", timeout=20).read()),
        )


# -- refusals -----------------------------------------------------------------------------------


def test_a_click_on_a_unit_that_cannot_be_chosen_says_why_in_both_games(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.do("roll 3")
    note, aside = page.locator("[data-testid=refusal]"), page.locator("[data-testid=aside]")
    hands.click_hex("0303")
    aside.wait_for()
    assert "not one of your HQs" in aside.inner_text()
    assert aside.locator(".rule").inner_text() == "rgw.initial.18"
    assert note.count() == 0, "it was only looked at"
    hands.sit_down(hands.set_up([ME, ME], game=PB)["table"])
    hands.lift_curtain()
    hands.do("place security-1")
    offered = {one.removeprefix("at ") for one in hands.options()}
    hands.click_hex(next(hex for hex in ("0601", "0105", "0605") if hex not in offered))
    note.wait_for()
    assert note.locator(".rule").inner_text() == "pb.forces.3"
    assert "outside the set-up area" in note.inner_text()


# -- hot seat -----------------------------------------------------------------------------------


def test_behind_the_curtain_nothing_of_the_next_player_can_be_read(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([ME, ME])["table"])
    curtain = page.locator(".curtain .primary")
    for _ in range(20):
        if hands.is_at_the_curtain():
            break
        options = hands.options()
        hands.do(next(one for one in ("roll 3", "done", "seal") if one in options))
    told = ["[data-testid=log]", "[data-testid=map]", "[data-testid=ask]", "nav.left h2", "input[type=range]"]
    assert [page.locator(one).count() for one in told] == [0] * len(told)
    page.keyboard.press("[")
    assert page.locator(".past").count() == 0
    curtain.click()
    hands.wait_for_ask()
    assert all(page.locator(one).count() for one in told)


# -- battles ------------------------------------------------------------------------------------


def test_the_story_of_a_battle_stays_until_it_is_closed(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.to_the_attack()
    hands.settle_numbers()
    combat = page.locator("[data-testid=combat]")
    combat.wait_for()
    assert combat.get_attribute("data-stage") == "built"
    totals = combat.locator("dl").inner_text()
    page.locator('[data-testid=ask] [data-do="commit 93-rd"]').click()
    page.wait_for_function(
        "before => document.querySelector('[data-testid=combat] dl').innerText !== before", arg=totals
    )
    hands.do("release 93-rd", "agreed", "done")
    hands.do("save")
    page.locator("[data-testid=odds]").wait_for()
    hands.do("roll 5")
    page.wait_for_selector("[data-testid=combat][data-stage=rolled]")
    assert combat.locator("dl").inner_text() == totals, "the sheets stay those it was fought with"
    assert "die 5" in page.inner_text("[data-testid=battle-story]")
    hands.do("lose 150-rd")
    page.wait_for_selector("[data-testid=battle-story] >> text=150 RD loses a step")
    page.wait_for_selector('[data-testid=ask] [data-do="advance 150-rd"]')
    hands.do("advance 150-rd", "done")
    page.wait_for_selector("[data-testid=combat][data-stage=over]")
    story = page.locator("[data-testid=battle-story] li").all_inner_texts()
    kinds = page.eval_on_selector_all(
        "[data-testid=battle-story] li", "all => all.map(one => one.dataset.kind)"
    )
    assert kinds.index("rolled") < kinds.index("advanced"), story
    assert page.locator("[data-testid=odds]").count() == 1
    combat.get_by_role("button", name="Close").click()
    combat.wait_for(state="detached")


def test_a_fire_attack_of_panzerblitz_has_its_chart_before_the_die_and_its_story_after(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    number, steps = case_of_a_fire(server)
    page.goto(f"{server.url}#/case/{PB}/{number}")
    page.wait_for_selector("[data-testid=map]")
    for _ in range(steps):
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Play on from here").click()
    hands.wait_for_ask()
    page.locator("[data-testid=odds]").wait_for()
    assert page.locator("[data-testid=odds] .number").count() > 1
    sheets = page.locator("[data-testid=combat] tbody tr").all_inner_texts()
    assert any("attack factors" in line for line in sheets)
    assert any("defence factors" in line for line in sheets)
    hands.do("resolve")
    page.wait_for_selector("[data-testid=combat][data-stage=over]")
    assert "die" in page.inner_text("[data-testid=battle-story] li")
    page.locator("[data-testid=odds]").wait_for()


def case_of_a_fire(server: Server) -> tuple[int, int]:
    """The first example of an attack by fire that goes as far as the die, and how far that is."""
    for number, case in cases(server, PB):
        labels = [one["label"] for one in case["steps"]]
        if "Roll the die" in labels and labels[1].startswith("Fire at"):
            return number, labels.index("Roll the die") - 1
    raise AssertionError("no example fires")


# -- examples -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [RGW, PB])
def test_an_example_is_stepped_through_and_played_on_from_there(
    server: Server, open_page: Opener, game: str
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    number = long_case(server, game)
    page.goto(f"{server.url}#/case/{game}/{number}")
    page.wait_for_selector("[data-testid=map]")
    lines = page.locator("aside ol > li")
    assert page.inner_text("[data-testid=case-step]").startswith("0 of")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Next").click()
    assert lines.nth(1).get_attribute("aria-current") == "step"
    shown = page.locator("[data-testid=mirror] li").all_text_contents()
    page.get_by_role("button", name="Play on from here").click()
    hands.wait_for_ask()
    assert page.locator("[data-testid=mirror] li").all_text_contents() == shown
    assert hands.number() == 2
    # The table goes on, and remembers that it began with an example.
    table = page.url.split("/t/")[1].split("?")[0]
    page.goto(server.url)
    page.goto(f"{server.url}#/t/{table}")
    hands.wait_for_ask()
    assert hands.number() == 2


def long_case(server: Server, game: str) -> int:
    """An example with several answers, none of them chance's, at its start."""
    for number, case in cases(server, game):
        steps = case["steps"]
        if len(steps) > 4 and steps[2]["answers"] == 2 and steps[3]["who"] in ("german", "soviet", "russian"):
            return number
    raise AssertionError("no example is that long")


# -- taken home ---------------------------------------------------------------------------------


def saved(page: Page, button: str, folder: Path) -> Path:
    """What a button of the menu downloads."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button).click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def test_record_and_pictures_are_downloaded_and_the_record_replays(
    server: Server, open_page: Opener, tmp_path: Path
) -> None:
    page = open_page(accept_downloads=True).page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    page.get_by_text("Menu", exact=True).click()
    png = saved(page, "Download the picture (PNG)", tmp_path)
    assert png.read_bytes().startswith(b"\x89PNG")
    svg = saved(page, "Download the picture (SVG)", tmp_path)
    assert svg.read_text("utf-8").startswith("<svg")
    record = saved(page, "Download the record", tmp_path)
    verdict = verify_record(record)
    assert verdict.fault is None
    assert verdict.verified > 8
    command = [sys.executable, "-m", "grognard.cli", "replay", str(record), "--verify"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert f"all {verdict.verified} answers hold" in done.stdout
    page.get_by_role("link", name="After-action report").click()
    page.wait_for_selector("text=The luck ledger")
    assert saved(page, "Download the last map", tmp_path).stat().st_size > 1000
    assert saved(page, "Download the record", tmp_path).read_bytes() == record.read_bytes()


def test_a_record_with_the_secrets_of_others_is_refused_in_words(server: Server, open_page: Opener) -> None:
    watched = open_page()
    page = watched.page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([FRIEND, ME])["table"])
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Download the record").click()
    page.wait_for_selector("[role=alert] >> text=opens when the game is over")
    watched.errors.clear()  # the browser's own note of the refusal


def test_a_position_is_shared_by_its_link(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    page.get_by_label("One order back").click()
    page.wait_for_selector("text=Looking back at answer")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("This position").input_value()
    number = int(link.split("?at=")[1])
    shown = page.locator("[data-testid=mirror] li").all_text_contents()
    other = open_page().page
    other.goto(link)
    other.wait_for_selector(f"text=Looking back at answer {number}")
    assert other.locator("[data-testid=mirror] li").all_text_contents() == shown
    assert other.locator("[data-testid=ask]").count() == 0, "onlookers answer nothing"


# -- typed draws --------------------------------------------------------------------------------


def test_a_typed_draw_lists_nothing_of_the_cup(server: Server, open_page: Opener) -> None:
    watched = open_page()
    hands = Hands(watched.page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.to_the_draw()
    watched.page.wait_for_selector("[data-testid=typed-draw]")
    assert not [frame for frame in watched.frames if '"draw vi-hq"' in frame or "Draw VI" in frame]
    hands.do("draw 41a-hq")
    assert hands.step() == "ActivateUnits"

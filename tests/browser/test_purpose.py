"""What the battle is for: briefing, score and ladder in the header, objectives as flags, turns from 1."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, Hands

Opener = Callable[..., Watched]
SCENARIOS = {
    "red-parachutes": ("teaching", "Turn 1 of 3, 23 September", "3010", "your decisive victory"),
    "red-steel": ("chisinau", "Turn 1 of 8, 15 July", "5224", "10 more: Soviet marginal victory"),
    "red-god-of-war": ("teaching", "Turn 1 of 3", "0303", "marginal victory"),
    "panzerblitz": ("teaching", "Set-up, before turn 1 of 4", "0103", "Russian marginal level"),
    "ocs": ("teaching", "Turn 1 of 2", "13.10", "victory"),
}
"""A scenario of each game: how its header begins, a hex that counts, and what the next level is called."""


def seats(game: str) -> list[dict[str, str]]:
    """The seat that is asked first, so that nobody has to be waited for."""
    first = {"red-steel": 0, "panzerblitz": 1, "ocs": 0}.get(game, 1)
    return [ME if side == first else COMPUTER for side in (0, 1)]


@pytest.mark.parametrize("game", SCENARIOS)
def test_every_game_opens_with_its_briefing_and_the_header_says_who_wins_and_what_the_next_level_takes(
    server: Server, open_page: Opener, game: str
) -> None:
    scenario, turn, hex, level = SCENARIOS[game]
    page = open_page().page
    hands = Hands(page, server.url)
    made = hands.set_up(seats(game), dice="rolled", scenario=scenario, game=game, briefed=True)
    hands.sit_down(made["table"])
    briefing = page.locator("[data-testid=briefing]")
    briefing.wait_for()
    told = briefing.inner_text()
    assert "You command the" in told
    assert "What wins" in told
    assert "What counts" in told
    assert len(briefing.locator(".situation").inner_text().split(". ")) >= 3
    assert briefing.locator(".counts b").count() > 1
    score = page.locator("[data-testid=score-line]")
    assert level in score.inner_text()
    flags = hands.map("flags")
    assert hex in [flag["hex"] for flag in flags]
    assert all(flag["points"] for flag in flags)
    page.keyboard.press("Enter")
    briefing.wait_for(state="detached")
    hands.wait_for_ask()
    assert turn in page.inner_text("[data-testid=header]")
    # One key away, and by the score too; once read it does not come by itself.
    page.keyboard.press("b")
    briefing.wait_for()
    page.keyboard.press("Escape")
    briefing.wait_for(state="detached")
    score.click()
    briefing.wait_for()
    page.keyboard.press("b")
    briefing.wait_for(state="detached")
    page.reload()
    hands.wait_for_ask()
    expect(score).to_contain_text(level)
    assert briefing.count() == 0


def test_what_tints_the_map_is_named_in_the_header(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    sides = [COMPUTER, ME]
    hands.sit_down(hands.set_up(sides, dice="rolled", scenario="storm-on-the-vazuza")["table"])
    hands.wait_for_ask()
    assert "snow" in page.inner_text("[data-testid=header]")


def test_six_lines_of_the_log_are_in_sight_and_each_lights_its_hex(server: Server, open_page: Opener) -> None:
    page = open_page(viewport={"width": 1440, "height": 900}).page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.to_the_draw()
    hands.do("draw 41a-hq", "all", "move 150-rd", "to 0202")
    recent = page.locator("[data-testid=recent] li")
    assert recent.count() == 6
    assert hands.map("pointed") == []
    line = page.locator("[data-testid=recent] li button").filter(has_text="0202").first
    line.hover()
    page.wait_for_function("() => document.querySelector('[data-testid=map]').pointed().length")
    assert set(hands.map("pointed")) == {"0302", "0202"}
    page.mouse.move(5, 300)
    page.wait_for_function("() => !document.querySelector('[data-testid=map]').pointed().length")
    page.get_by_label("Unfold the log").click()
    page.locator("[data-testid=log] li.place").last.hover()
    page.wait_for_function("() => document.querySelector('[data-testid=map]').pointed().length")


def test_on_a_phone_the_briefing_has_the_screen_and_the_score_a_line(
    server: Server, open_page: Opener
) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).page
    hands = Hands(page, server.url)
    made = hands.set_up(
        [COMPUTER, ME], dice="rolled", game="red-parachutes", scenario="first-boats", briefed=True
    )
    hands.sit_down(made["table"])
    box = page.locator("[data-testid=briefing]").bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (390, 844)
    hands.begin()
    hands.wait_for_ask()
    header = page.locator("header").first.bounding_box()
    assert header is not None
    assert header["height"] < 110
    assert "Turn 1 of 8" in page.inner_text("[data-testid=header]")
    assert "9 more: your marginal victory" in page.inner_text("[data-testid=score-line]")

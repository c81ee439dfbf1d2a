"""After the other side's turn: arrows that stay, battles marked, three sentences, a way back through it."""

from collections.abc import Callable
from typing import Any

import pytest

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, Hands

Opener = Callable[..., Watched]


def wait_for_story(hands: Hands, orders: int = 60) -> None:
    """Answers as usual until the other side has had a turn worth telling."""
    page = hands.page
    for _ in range(orders):
        assert hands.wait_for_turn() != "over"
        if page.locator("[data-testid=turn-story]").count():
            return
        before = hands.state()
        options = hands.options()
        plain = [one for one in ("done", "seal", "agreed", "none") if one in options]
        usual = page.locator("[data-testid=ask] .primary")
        if plain:
            hands.do(plain[0])
        elif usual.count():
            usual.first.click()
            hands.wait_past(before)
        else:
            hands.do(options[0])
    raise AssertionError("the other side does nothing")


@pytest.mark.parametrize(
    ("game", "scenario", "sides"),
    [
        ("red-parachutes", "teaching", [COMPUTER, ME]),
        ("red-steel", "chisinau", [COMPUTER, ME]),
        ("red-god-of-war", "teaching", [ME, COMPUTER]),
        ("ocs", "teaching", [COMPUTER, ME]),
    ],
)
def test_three_sentences_and_arrows_tell_the_other_sides_turn_until_the_next_order(
    server: Server, open_page: Opener, game: str, scenario: str, sides: list[dict[str, Any]]
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    made = hands.set_up(sides, dice="rolled", scenario=scenario, game=game)
    hands.sit_down(made["table"])
    wait_for_story(hands)
    story = page.locator("[data-testid=turn-story]")
    assert story.locator("ol li").count() == 3
    assert all(line.endswith(".") for line in story.locator("ol li").all_inner_texts())
    arrows, happened = hands.map("arrows"), hands.map("happened")
    assert [arrow for arrow in arrows if arrow["tone"] in ("move", "retreat")] or happened
    # They are there after a reload too, and when the card has been put away.
    page.reload()
    story.wait_for()
    hands.wait_for_turn()
    assert hands.map("arrows") == arrows
    page.locator("body").press("Enter")
    story.wait_for(state="detached")
    assert hands.map("arrows") == arrows
    assert hands.map("happened") == happened
    number = hands.number()
    page.keyboard.press("[")
    page.get_by_text("Looking back at answer").wait_for()
    page.keyboard.press("Escape")
    assert hands.number() == number, "looking back is no order"
    wait = hands.state()
    button = page.locator("[data-testid=ask] .primary")
    if button.count():
        button.first.click()
        hands.wait_past(wait)
        assert not [one for one in hands.map("arrows") if one in arrows and len(arrows) > 1]

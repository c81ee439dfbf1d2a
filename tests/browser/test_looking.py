"""Whoever only looks: at a counter, as an onlooker, at log and chat on a phone, at what a guide means."""

from collections.abc import Callable

import pytest

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, Hands
from browser.test_hands_on import to_the_moves

Opener = Callable[..., Watched]


def test_a_counter_that_is_looked_at_refuses_nothing(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    assert not any(one.startswith("to ") for one in hands.options()), "nothing is in hand"
    before = hands.state()
    hands.click_hex("0303")
    aside = page.locator("[data-testid=stack] [data-testid=aside]")
    aside.wait_for()
    assert aside.inner_text().startswith("Not now:"), "who wants to know why finds it with the counters"
    assert page.locator("[data-testid=refusal]").count() == 0
    assert hands.state() == before
    hands.do("move 150-rd")
    hands.click_hex("0303")
    page.locator("[data-testid=refusal]").wait_for()
    assert aside.count() == 0, "with a counter in hand a press means to go there"


def test_an_onlooker_is_not_told_what_he_loses(server: Server, open_page: Opener) -> None:
    hands = Hands(open_page().page, server.url)
    made = hands.set_up([COMPUTER, ME])
    hands.sit_down(made["table"])
    hands.to_the_attack()
    seen = next(seat["token"] for seat in made["seats"] if seat["kind"] == "watch")
    page = open_page().page
    page.goto(f"{server.url}#/t/{made['table']}/{seen}")
    card = page.locator("[data-testid=target-card]")
    card.wait_for()
    heard = page.locator("[data-testid=announced]")
    heard.get_by_text("per cent").wait_for()
    for told in (card.inner_text(), heard.text_content() or "", page.inner_text("[data-testid=waiting]")):
        assert "You" not in told
    hands.page.locator("[data-testid=target-card]").get_by_text("You lose").wait_for()


@pytest.mark.parametrize("tab", ["Log", "Chat"])
def test_on_a_phone_log_and_chat_have_room_to_be_read(server: Server, open_page: Opener, tab: str) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.to_the_draw()
    page.get_by_role("button", name="Log", exact=True).tap()
    page.get_by_role("tab", name=tab).tap()
    lines = page.get_by_role("list", name="What happened" if tab == "Log" else "Chat")
    box = lines.bounding_box()
    assert box is not None
    assert box["height"] > 80
    assert box["y"] + box["height"] <= 844


@pytest.mark.parametrize("game", ["Red God of War", "PanzerBlitz"])
def test_in_a_lesson_the_adviser_says_what_the_guide_says_and_it_pulses(
    server: Server, open_page: Opener, game: str
) -> None:
    watched = open_page(reduced_motion="no-preference")
    page = watched.page
    hands = Hands(page, server.url)
    hands.learn(game)
    agreed = 0
    for _ in range(6):
        wanted = page.get_attribute("[data-testid=guide]", "data-try")
        if wanted not in hands.options():
            break
        meant = page.locator(f'[data-testid=ask] [data-do="{wanted}"]').first
        moves = meant.evaluate("one => one.getAnimations().map((each) => each.animationName)")
        assert any("meant" in name for name in moves)
        page.locator(".hint button").first.click()
        said = page.locator(".hint [role=status]")
        said.wait_for()
        assert page.locator("[data-testid=ask] .hinted").first.get_attribute("data-do") == wanted
        agreed += 1
        hands.do(wanted)
        hands.wait_for_turn()
    assert agreed > 1
    assert not any('"type":"hint"' in frame for frame in watched.sent), "no other adviser was asked"

"""What is rare stands under More, what destroys is asked twice, nothing ends a step with a unit in hand."""

from collections.abc import Callable

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, Hands
from browser.test_access import violations
from browser.test_hands_on import to_the_moves

Opener = Callable[..., Watched]


def test_a_formation_is_given_up_under_more_and_only_when_asked_for_twice(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    made = hands.set_up([COMPUTER, ME], dice="rolled", scenario="chisinau", game="red-steel")
    hands.sit_down(made["table"])
    for _ in range(40):
        if hands.wait_for_turn() == "Disband":
            break
        hands.do(next(one for one in ("done", "seal", "agreed", *hands.options()) if one in hands.options()))
    before = hands.state()
    more = page.locator("[data-testid=more]")
    given_up = more.locator("[data-do^=disband]").first
    assert not given_up.is_visible(), "it is not the first thing that is pressed"
    assert page.locator("[data-testid=ask] .primary").all_inner_texts()[0].startswith("Done")
    more.locator("summary").click()
    given_up.click()
    question = page.locator("[data-testid=grave]")
    question.wait_for()
    assert violations(page) == []
    page.keyboard.press("Enter")
    question.wait_for(state="hidden")
    hands.settle()
    assert hands.state() == before, "Enter keeps it"
    given_up.click()
    question.wait_for()
    question.locator("button:not(.primary)").click()
    hands.wait_past(before)


def test_nothing_ends_the_step_while_a_unit_is_in_hand(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    to_the_moves(hands)
    assert "done" in hands.options()
    assert "ends: Tactical movement" in page.inner_text("[data-testid=ask] [data-do=done]")
    hands.do("move 150-rd")
    before = hands.state()
    assert "done" not in hands.options()
    page.keyboard.press("d")
    hands.settle()
    assert hands.state() == before, "the counter is still in hand, and the step goes on"

"""From any place in the replay the game can be played on, at a table of its own."""

from collections.abc import Callable

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, FRIEND, ME, Hands

Opener = Callable[..., Watched]


def test_a_game_is_played_on_from_a_place_in_its_replay(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.do("roll 3", "light 41a-hq", "light 22a-hq", "done")
    before, last = page.url, hands.number()
    page.get_by_label("Place in the game").fill("2")
    page.wait_for_selector("text=Looking back at answer 2")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_function("before => location.href !== before", arg=before)
    assert hands.wait_for_turn() == "SupplySovietHqs"
    assert hands.number() == 2 < last
    hands.do("light 22a-hq")
    page.goto(before)
    hands.settle()
    assert hands.number() >= last, "the first game stays as it was"


def test_while_a_friend_plays_nobody_plays_on_by_himself(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([FRIEND, ME], dice="rolled")["table"])
    hands.do("light 41a-hq")
    page.get_by_label("Place in the game").fill("1")
    page.wait_for_selector("text=Looking back at answer 1")
    assert page.get_by_role("button", name="Play on from here").count() == 0

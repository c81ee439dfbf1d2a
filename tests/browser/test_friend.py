"""A friend by a link: his page opens again and tells him what happened; both speak in one folded line."""

from collections.abc import Callable

from browser.conftest import Server, Watched
from browser.hands import FRIEND, ME, Hands

Opener = Callable[..., Watched]
_BELOW = """(label) => {
  const box = document.querySelector(`[aria-label="${label}"]`).getBoundingClientRect();
  return box.height < 20 || box.bottom > innerHeight;
}"""


def test_a_friend_comes_back_by_the_link_and_is_spoken_to(server: Server, open_page: Opener) -> None:
    page, other = open_page().page, open_page().page
    hands = Hands(page, server.url)
    made = hands.set_up([FRIEND, ME], dice="rolled")
    hands.sit_down(made["table"])
    other.goto(f"{server.url}{made['seats'][1]['link'].lstrip('/')}")
    other.wait_for_selector("[data-testid=map]")
    # Now his browser knows the seat: the second time must not differ from the first.
    other.reload()
    other.wait_for_selector("[data-testid=map]")
    other.get_by_role("button", name="Share").click()
    assert other.locator("dialog[open] input").first.input_value().endswith(made["seats"][1]["token"])
    other.keyboard.press("Escape")

    page.get_by_role("tab", name="Chat").click()
    said = "Say something to the table"
    assert not page.evaluate(_BELOW, said), "there is room to write though the log is folded"
    page.get_by_label(said).fill("To the brook!")
    page.keyboard.press("Enter")
    other.wait_for_selector("[data-testid=unread]")
    other.get_by_role("tab", name="Chat").click()
    other.wait_for_selector("text=To the brook!")
    assert other.locator("[data-testid=unread]").count() == 0

    other.goto("about:blank")
    hands.do("light 41a-hq", "light 22a-hq", "done")
    other.goto(f"{server.url}{made['seats'][1]['link'].lstrip('/')}")
    note = other.locator("[data-testid=since]")
    note.wait_for()
    assert "Since you left" in note.inner_text()
    note.get_by_role("button", name="Show me").click()
    other.wait_for_selector("text=Looking back at answer")
    # It ends by itself where the friend is asked.
    other.wait_for_selector("[data-testid=ask][data-step=SupplyGermanHqs]")
    assert note.count() == 0

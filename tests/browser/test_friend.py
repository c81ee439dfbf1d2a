"""A friend by a link: his page opens again and tells him what happened; both speak in one folded line."""

from collections.abc import Callable

from browser.conftest import Server, Watched
from browser.hands import FRIEND, ME, Hands, take_seat

Opener = Callable[..., Watched]
_BELOW = """(label) => {
  const box = document.querySelector(`[aria-label="${label}"]`).getBoundingClientRect();
  return box.height < 20 || box.bottom > innerHeight;
}"""


def test_a_friend_comes_back_by_the_link_and_is_spoken_to(server: Server, open_page: Opener) -> None:
    watched = open_page()
    page, other = open_page().page, watched.page
    hands = Hands(page, server.url)
    made = hands.set_up([FRIEND, ME], dice="rolled")
    hands.sit_down(made["table"])
    take_seat(other, f"{server.url}{made['seats'][1]['link'].lstrip('/')}")
    # Now his browser knows the seat: the second time must not differ from the first.
    other.reload()
    other.wait_for_selector("[data-testid=map]")
    other.get_by_role("button", name="Share").click()
    own = other.locator("dialog[open] input").first.input_value()
    assert f"#/t/{made['table']}/" in own and made["seats"][1]["token"] not in own
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
    # The invitation was used: his browser asked in vain, and went on with his own seat.
    note = other.locator("[data-testid=since]")
    note.wait_for()
    assert "Since you left" in note.inner_text()
    note.get_by_role("button", name="Show me").click()
    other.wait_for_selector("text=Looking back at answer")
    # It ends by itself where the friend is asked.
    other.wait_for_selector("[data-testid=ask][data-step=SupplyGermanHqs]")
    assert note.count() == 0
    assert [said for said in watched.errors if "404" not in said] == []
    watched.errors.clear()


def test_a_seat_is_taken_once_with_the_code_and_whoever_invited_sees_it(
    server: Server, open_page: Opener
) -> None:
    page, guest, late = open_page().page, open_page(), open_page()
    other, third = guest.page, late.page
    hands = Hands(page, server.url)
    made = hands.set_up([ME, FRIEND], codes=True)
    hands.sit_down(made["table"])
    assert "invited" in page.inner_text(".people")
    seat = next(one for one in made["seats"] if one["kind"] == "friend")
    link = f"{server.url}{seat['link'].lstrip('/')}"
    other.goto(link)
    other.get_by_label("four digits").fill("0000" if seat["code"] != "0000" else "1111")
    other.get_by_role("button", name="Take the seat").click()
    other.wait_for_selector("text=that is not the code")
    other.get_by_label("four digits").fill(seat["code"])
    other.get_by_role("button", name="Take the seat").click()
    other.wait_for_selector("[data-testid=map]")
    page.wait_for_function("() => !document.querySelector('.people').innerText.includes('invited')")
    third.goto(link)
    third.wait_for_selector("text=Somebody has taken this seat")
    # A second browser in a seat is seen by everybody.
    second = open_page().page
    second.goto(other.url)
    second.wait_for_selector("[data-testid=map]")
    page.wait_for_selector("text=2 connections")
    for watched, status in ((guest, "403"), (late, "404")):
        assert len(watched.errors) == 1 and status in watched.errors[0]
        watched.errors.clear()

"""A laptop's window: nothing is cut off, the page does not scroll, what the guide means is in sight."""

from collections.abc import Callable

import pytest

from browser.conftest import Server, Watched
from browser.hands import Hands

Opener = Callable[..., Watched]
_LOOK = """() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  const header = document.querySelector("[data-testid=header]");
  const guide = document.querySelector("[data-testid=guide]").getBoundingClientRect();
  const meant = [...document.querySelectorAll("[data-testid=ask] .hinted")];
  const seen = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  return {
    page: [scrollWidth, scrollHeight],
    isHeaderWhole: header.innerText !== "" && header.scrollWidth <= header.clientWidth,
    guideTop: guide.top,
    unseen: meant.filter((one) => !seen(one)).map((one) => one.dataset.do),
  };
}"""


@pytest.mark.parametrize(
    ("title", "has_words_alone"),
    [
        ("Red God of War", True),
        ("PanzerBlitz", True),
        ("Red Parachutes", False),
        ("The Operational Combat Series", False),
    ],
)
def test_a_lesson_opens_whole_in_a_small_window(
    server: Server, open_page: Opener, title: str, has_words_alone: bool
) -> None:
    page = open_page(viewport={"width": 1280, "height": 720}).page
    hands = Hands(page, server.url)
    hands.learn(title)
    found = page.evaluate(_LOOK)
    assert found["page"] == [1280, 720], "the page is as long as the window, however long its lists"
    assert found["isHeaderWhole"], "turn and phase are not cut off"
    assert found["guideTop"] > 0, "the guide is read from its first line"
    if has_words_alone:
        assert found["unseen"] == [], "what is not on the map is to be seen beside it"


def test_on_a_phone_the_guide_and_what_it_means_are_both_in_sight(server: Server, open_page: Opener) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).page
    Hands(page, server.url).learn("PanzerBlitz")
    found = page.evaluate(_LOOK)
    assert found["page"] == [390, 844]
    assert found["unseen"] == []
    side = page.locator("aside.right").bounding_box()
    assert side is not None
    assert found["guideTop"] > side["y"], "the sheet is not scrolled past what is to be done"


_HIDDEN = """() => {
  const seen = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  const hidden = [];
  for (const one of document.querySelectorAll("main :is(input:checked, select, summary, button)")) {
    if (!one.checkVisibility()) continue;
    one.focus();
    if (!seen(one) || !seen(document.querySelector("button[type=submit]"))) hidden.push(one.outerHTML);
  }
  return hidden;
}"""


@pytest.mark.parametrize("window", [(1440, 860), (1280, 720), (390, 844), (3840, 2160)], ids=str)
def test_the_table_can_be_set_up_without_scrolling(
    server: Server, open_page: Opener, window: tuple[int, int]
) -> None:
    """In every game, and whatever one has come to with the keyboard."""
    page = open_page(viewport={"width": window[0], "height": window[1]}).page
    for game in ("red-god-of-war", "panzerblitz", "red-parachutes", "red-steel", "ocs"):
        page.goto("about:blank")
        page.goto(f"{server.url}#/new/{game}")
        page.wait_for_selector("button[type=submit]")
        assert page.evaluate(_HIDDEN) == [], game
        assert page.evaluate("() => document.documentElement.scrollWidth") == window[0]

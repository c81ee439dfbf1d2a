"""Finding things in a large game: the search box, the list of units, and a screen on which all grows."""

from collections.abc import Callable

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, Hands

Opener = Callable[..., Watched]


def mars(server: Server, watched: Watched) -> Hands:
    """The Soviet player puts HQs in combat supply."""
    hands = Hands(watched.page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME], dice="rolled", scenario="mars")["table"])
    hands.wait_for_ask()
    return hands


def test_a_few_letters_find_a_unit_and_enter_acts_on_it(server: Server, open_page: Opener) -> None:
    hands = mars(server, open_page())
    page = hands.page
    page.locator("[data-testid=map]").focus()
    page.keyboard.press("Control+k")
    page.locator("[data-testid=finder] input").wait_for()
    page.keyboard.type("5a h")
    first = page.locator("[data-testid=finder] [aria-selected=true]")
    assert "5A HQ" in first.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=finder]", state="hidden")
    where = hands.map("counter", "5a-hq")["hex"]
    assert hands.is_in_view(where)
    assert "5A HQ" in page.inner_text("[data-testid=stack]")
    before = hands.state()
    page.keyboard.press("Enter")
    hands.wait_past(before)
    assert "unlight 5a-hq" in hands.options(), "Enter on the map acts where the search box led"


def test_the_search_box_opens_rules_places_and_commands(server: Server, open_page: Opener) -> None:
    hands = mars(server, open_page())
    page = hands.page
    page.get_by_role("button", name="Find").click()
    page.keyboard.type("rgw.zoc.12")
    page.locator("[data-testid=finder] [role=option]").first.click()
    assert "rgw.zoc.12" in page.inner_text("dialog[open]")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("sychevka")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=stack] h3:has-text('Sychevka')")
    page.keyboard.press("Control+k")
    page.keyboard.type("supply overlay")
    page.keyboard.press("Enter")
    page.wait_for_selector("[aria-label=Overlays] [aria-pressed=true]")
    page.keyboard.press("Control+k")
    page.keyboard.type("no such thing anywhere")
    assert "Nothing has all these words" in page.inner_text("[data-testid=finder]")


def test_the_list_of_units_says_who_can_act_and_does_it(server: Server, open_page: Opener) -> None:
    hands = mars(server, open_page())
    page = hands.page
    page.get_by_role("button", name="Units", exact=True).click()
    units = page.locator("[data-testid=units]")
    able = units.get_by_role("button", name="can act now")
    able.click()
    rows = units.locator("[data-unit]")
    assert rows.count() == sum(one.startswith("light ") for one in hands.options())
    able.click()
    units.get_by_role("button", name="not can act now").wait_for()
    assert units.locator(".act").count() == 0, "these have nothing to do now"
    units.get_by_role("button", name="not can act now").click()
    units.get_by_label("Search the units").fill("22a hq")
    before = hands.state()
    units.locator(".act").first.click()
    hands.wait_past(before)
    assert "unlight 22a-hq" in hands.options()
    assert hands.is_in_view(hands.map("counter", "22a-hq")["hex"])


def test_on_a_large_screen_letters_and_counters_grow(server: Server, open_page: Opener) -> None:
    sizes = []
    for wide, high in ((1440, 900), (3840, 2160)):
        hands = mars(server, open_page(viewport={"width": wide, "height": high}))
        hands.rest()
        (x1, _), (x2, _) = hands.map("whereIs", "1010"), hands.map("whereIs", "1110")
        letters = hands.page.evaluate("() => parseFloat(getComputedStyle(document.body).fontSize)")
        counter = hands.page.locator("[data-testid=ask] canvas").first.bounding_box()
        assert counter is not None
        sizes.append((letters, counter["width"], x2 - x1))
    for small, large in zip(*sizes, strict=True):
        assert large > 1.6 * small


def test_what_ends_the_step_stays_in_sight_below_a_long_list(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    made = hands.set_up([ME, COMPUTER], dice="rolled", scenario="selm-river", game="ocs")
    hands.sit_down(made["table"])
    hands.wait_for_ask()
    hands.do("done")
    page.wait_for_selector("[data-testid=ask][data-step=Move]")
    box = page.locator("[data-testid=ask] [data-do=done]").bounding_box()
    assert box is not None and box["y"] + box["height"] <= 860, "Done is below the window"
    hands.rest()
    counter = hands.map("counter", "a02")
    page.mouse.click(*hands.on_screen(*counter["at"]))
    page.wait_for_selector("[data-testid=in-hand]:has-text('II Corps HQ')")
    assert not page.locator("[data-testid=menu]").count(), "works in its hex are no question now"

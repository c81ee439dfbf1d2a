"""Manners of the table: what is open closes, who is waited for is called, nothing is hidden for nothing."""

import json
from collections.abc import Callable
from typing import Any

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, FRIEND, ME, PB, Hands, take_seat

Opener = Callable[..., Watched]


def test_a_curtain_falls_only_where_something_hidden_would_show(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([ME, ME])["table"])
    hands.do("roll 3")
    page.wait_for_selector("[data-testid=ask][data-step=SupplySovietHqs]")
    assert page.locator("[data-testid=curtain]").count() == 0, "combat supply is open to all"
    hands.do("light 41a-hq")
    to_the_curtain(hands)
    assert page.locator("[data-testid=map], [data-testid=ask]").count() == 0, "nothing shows below it"
    page.locator(".curtain .primary").click()
    assert hands.wait_for_turn() == "PlaceChits", "the cup is secret"


def to_the_curtain(hands: Hands) -> None:
    """Everything that is open to both is passed over."""
    for _ in range(12):
        if hands.is_at_the_curtain():
            return
        hands.do("done")
    raise AssertionError("nothing is secret")


def test_who_has_nothing_to_hide_sees_no_curtain(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([ME, ME])["table"])
    hands.do("roll 3")
    to_the_curtain(hands)
    page.get_by_role("button", name="nothing to hide").click()
    assert hands.wait_for_turn() == "PlaceChits"
    first = page.inner_text("[data-testid=ask]")
    hands.do("seal")
    assert hands.wait_for_turn() == "PlaceChits"
    assert page.locator("[data-testid=curtain]").count() == 0
    assert page.inner_text("[data-testid=ask]") != first, "the other side's cup"
    page.get_by_text("Menu", exact=True).click()
    assert page.get_by_label("Nothing to hide: no curtain").is_checked()


def test_escape_closes_what_is_open_one_after_the_other(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.do("roll 3")
    page.get_by_role("button", name="Supply", exact=True).click()
    page.wait_for_selector(".what")
    page.mouse.move(*hands.where("0302"))
    page.wait_for_function("() => document.querySelector('[data-testid=map]').spread() === '0302'")
    page.get_by_text("Menu", exact=True).click()
    assert page.locator("details[open] .menu").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("details[open] .menu").count() == 0
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector(".what", state="detached")
    assert hands.map("spread") == ""
    page.get_by_role("button", name="Share").click()
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")


_CALLS = """
  window.called = [];
  class Note {
    static permission = "granted";
    static requestPermission() { return Promise.resolve("granted"); }
    constructor(title, { body }) { window.called.push([title, body]); }
    close() { window.called.push("closed"); }
  }
  window.Notification = Note;
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    createOscillator() { window.called.push("note"); return super.createOscillator(); }
  };
  Document.prototype.hasFocus = () => window.isHere ?? true;
"""


def test_a_player_who_looks_elsewhere_is_called(server: Server, open_page: Opener) -> None:
    page, other = open_page().page, open_page().page
    page.add_init_script(_CALLS)
    hands, friend = Hands(page, server.url), Hands(other, server.url)
    made = hands.set_up([ME, FRIEND])
    hands.sit_down(made["table"])
    page.get_by_text("Menu", exact=True).click()
    page.get_by_label("Notify me when it is my move").check()
    page.get_by_label("A quiet sound when it is my move").check()
    page.keyboard.press("Escape")
    page.evaluate("() => { window.called = []; window.isHere = false; }")
    link = next(seat["link"] for seat in made["seats"] if seat["kind"] == "friend")
    take_seat(other, f"{server.url}{link.lstrip('/')}")
    hands.do("roll 3")
    page.evaluate("() => { window.called = []; }")
    friend.wait_for_ask()
    assert "Your move" not in page.title()
    assert "icon.svg" in str(page.get_attribute("link[rel=icon]", "href"))
    other.locator('[data-testid=ask] [data-do="done"]').click()
    page.wait_for_function("() => document.title.includes('Your move')")
    assert "icon-calling.svg" in str(page.get_attribute("link[rel=icon]", "href"))
    page.wait_for_function("() => window.called.length > 2")
    called = page.evaluate("() => window.called")
    assert called.count("note") == 2
    title, body = next(one for one in called if isinstance(one, list))
    assert title == "Your move"
    assert "Red God of War" in body


def test_digits_are_dice_and_d_is_done(server: Server, open_page: Opener) -> None:
    watched = open_page()
    page = watched.page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.wait_for_ask()
    before = hands.number()
    page.keyboard.press("9")
    page.wait_for_timeout(200)
    assert hands.number() == before, "no die shows a nine"
    page.keyboard.press("3")
    page.wait_for_selector("[data-testid=ask][data-step=SupplySovietHqs]")
    page.keyboard.press("d")
    page.wait_for_selector("[data-testid=ask][data-step=SupplySovietHqs]", state="detached")
    assert any("typed_die" in sent and "roll 3" in sent for sent in watched.sent)


def test_share_warns_of_an_address_that_nobody_else_can_open(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([ME, FRIEND])["table"])
    page.get_by_role("button", name="Share").click()
    page.wait_for_selector("[data-testid=local-address]")
    assert "on this computer alone" in page.inner_text("[data-testid=local-address]")
    page.keyboard.press("Escape")

    def known(route: Any) -> None:
        body = {"ok": True, "version": "1", "network": ["http://192.168.7.5:8000/"]}
        route.fulfill(status=200, content_type="application/json", body=json.dumps(body))

    page.route("**/api/health", known)
    page.get_by_role("button", name="Share").click()
    page.wait_for_function(
        "() => document.querySelector('dialog[open] input').value.startsWith('http://192.168.7.5:8000/#/')"
    )
    assert "http://192.168.7.5:8000/" in page.inner_text("[data-testid=local-address]")


_BRIGHTNESS = """() => {
  const mini = document.querySelector("canvas.mini");
  const { data } = mini.getContext("2d").getImageData(0, 0, mini.width, mini.height);
  let sum = 0;
  for (let k = 0; k < data.length; k += 4) sum += data[k] + data[k + 1] + data[k + 2];
  return sum / (0.75 * data.length);
}"""
"""The mean of the minimap's pixels."""


def test_the_minimap_follows_the_dark(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME], dice="rolled", scenario="mars")["table"])
    hands.wait_for_ask()
    page.wait_for_function(f"() => ({_BRIGHTNESS})() > 40")
    hands.rest()
    light = float(page.evaluate(_BRIGHTNESS))
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Dark colours").click()
    # Without a touch of the map.
    page.wait_for_function(f"light => ({_BRIGHTNESS})() < light - 20", arg=light)


def test_the_lines_of_the_report_have_the_colours_of_the_counters(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    made = hands.set_up([COMPUTER, COMPUTER], dice="rolled", game=PB)
    hands.sit_down(made["table"])
    page.wait_for_selector("[data-testid=waiting] a.primary")
    board = page.evaluate("() => fetch('/api/games/panzerblitz/settings/teaching/board').then(r => r.json())")
    frames = [livery["frame"] for livery in board["liveries"]]
    assert frames[0] != frames[1]
    page.goto(f"{server.url}#/report/{made['table']}")
    page.wait_for_selector(f'polyline[stroke="{frames[0]}"]', state="attached")
    names = [text.strip() for text in page.locator("main ul li").all_inner_texts()]
    inks = page.eval_on_selector_all("main ul line", "all => all.map(one => one.getAttribute('stroke'))")
    for name, ink in zip(names, inks, strict=True):
        side = next(k for k, word in enumerate(("Russian", "German")) if name.startswith(word))
        assert ink == frames[side]

"""Red Parachutes at the table: options chosen face down, and a drop that is seen to drift."""

from collections.abc import Callable

from playwright.sync_api import Page

from browser.conftest import Server, Watched
from browser.hands import ME, RANDOM, Hands

Opener = Callable[..., Watched]
RP = "red-parachutes"
MOST_ASKS = 120
PLAIN = ("arrive", "agreed", "seal", "done", "halt", "give-way")
"""What a hurried player answers, the first that is offered."""


def _sit_down(server: Server, open_page: Opener, pace: int = 0) -> tuple[Page, Hands]:
    """The Soviet player of the drop, against a German who plays at random; the drop zones are written."""
    page = open_page().page
    page.set_default_timeout(60_000)
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([RANDOM, ME], dice="rolled", scenario=RP, game=RP, pace=pace)["table"])
    for _ in range(3):
        hands.wait_for_ask()
        hands.answer_on_map("zone 1717")
    return page, hands


def _pass_to(hands: Hands, wanted: str) -> None:
    """Answers what is asked as shortly as can be until this verb is offered."""
    for _ in range(MOST_ASKS):
        assert hands.wait_for_turn() != "over"
        options = hands.options()
        if any(one.split()[0] == wanted for one in options):
            return
        hands.do(next((one for one in PLAIN if one in options), options[0]))
    raise AssertionError(f"nobody is asked for {wanted}")


def _shown_options(page: Page) -> int:
    """How often the log has told both options."""
    return page.locator(".log").inner_text().count("Options: ")


def test_an_option_lies_face_down_until_both_are_sealed(server: Server, open_page: Opener) -> None:
    page, hands = _sit_down(server, open_page)
    page.get_by_role("button", name="Log").click()
    _pass_to(hands, "lay")
    _pass_to(hands, "target")
    if hands.step() == "DeclareBombardment":
        hands.do("done")
        _pass_to(hands, "target")
    hands.do(next(one for one in hands.options() if one.startswith("target")), "all-attack", "agreed")
    _pass_to(hands, "attack-option")
    ask = page.locator("[data-testid=ask]")
    assert "The enemy does not see it yet." in ask.inner_text()
    buttons = ask.locator("[data-do^=attack-option]").all_inner_texts()
    assert [text.split()[-1] for text in buttons] == ["Standard", "Probe", "Feint", "Assault"]
    before = _shown_options(page)
    hands.do("attack-option 1")
    assert _shown_options(page) == before, "chosen, not shown"
    hands.do("seal")
    page.wait_for_function(
        "before => document.querySelector('.log').innerText.split('Options: ').length - 1 > before",
        arg=before,
    )
    assert "Options: Probe against " in page.locator(".log").inner_text()


def test_companies_are_seen_to_drift_from_their_drop_zone(server: Server, open_page: Opener) -> None:
    page, hands = _sit_down(server, open_page)
    _pass_to(hands, "brigade")
    hands.do(next(one for one in hands.options() if one.startswith("brigade")))
    hands.wait_for_ask()
    company = next(one for one in hands.options() if one.startswith("jump")).split()[1]
    box = hands.map("counter", company)["hex"]
    hands.do(f"jump {company}")
    aim = next(one for one in hands.options() if one.startswith("over"))
    hands.do(aim, "done")
    page.wait_for_function("() => document.querySelector('[data-testid=map]').flying() > 0")
    page.wait_for_function("() => document.querySelector('[data-testid=map]').flying() === 0")
    landed = hands.map("counter", company)["hex"]
    told = page.locator(".log").inner_text()
    assert landed != box, "it has left the box of its brigade"
    assert f"lands in {landed}" in told or "nobody gets away" in told

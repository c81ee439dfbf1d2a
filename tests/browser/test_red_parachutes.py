"""Red Parachutes at the table: options face down, a drop that is seen to drift, dragged companies."""

from collections.abc import Callable

from playwright.sync_api import Page

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, RANDOM, Hands, stand_between
from browser.test_orders import hand, orders, sent

Opener = Callable[..., Watched]
RP = "red-parachutes"
MOST_ASKS = 120
PLAIN = ("arrive", "agreed", "seal", "done", "halt", "give-way")
"""What a hurried player answers, the first that is offered."""


def _sit_down(server: Server, open_page: Opener, pace: int = 0) -> tuple[Page, Hands]:
    """The Soviet player of the drop, against a German who plays at random; the drop zones are written."""
    page = open_page().page
    page.clock.install()  # before the page opens, for who wants to stop it
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([RANDOM, ME], dice="rolled", scenario=RP, game=RP, pace=pace)["table"])
    for _ in range(3):
        hands.wait_for_ask()
        hands.answer_on_map("zone 1717")
    return page, hands


def _pass_to(hands: Hands, wanted: str, step: str = "") -> None:
    """Answers what is asked as shortly as can be until this verb is offered, in this step if one is named."""
    for _ in range(MOST_ASKS):
        asked = hands.wait_for_turn()
        assert asked != "over"
        options = hands.options()
        if step in ("", asked) and any(one.split()[0] == wanted for one in options):
            return
        hands.do(next((one for one in PLAIN if one in options), options[0]))
    raise AssertionError(f"nobody is asked for {wanted}")


def _shown_options(page: Page) -> int:
    """How often the log has told both options."""
    return page.locator(".log").inner_text().count("Options: ")


def test_an_option_is_sealed_with_one_press_and_shown_with_the_enemys(
    server: Server, open_page: Opener
) -> None:
    page, hands = _sit_down(server, open_page)
    page.get_by_role("button", name="Log").click()
    _pass_to(hands, "lay")
    _pass_to(hands, "target", step="DeclareAttack")  # bombardments have targets too
    hands.do(next(one for one in hands.options() if one.startswith("target")), "all-attack", "agreed")
    _pass_to(hands, "attack-option")
    ask = page.locator("[data-testid=ask]")
    assert "The enemy does not see it yet." in ask.inner_text()
    buttons = ask.locator("[data-do^=attack-option]").all_inner_texts()
    assert [text.split()[-1] for text in buttons] == ["Standard", "Probe", "Feint", "Assault"]
    before = _shown_options(page)
    hands.do("attack-option 1")  # the whole order: nothing can be written after it, and it is sealed with it
    page.wait_for_function(
        "before => document.querySelector('.log').innerText.split('Options: ').length - 1 > before",
        arg=before,
    )
    assert "Options: Probe against " in page.locator(".log").inner_text()


def test_options_can_be_pressed_while_their_chances_are_still_worked_out(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    keeps_cards = False
    stand_between(page, lambda message: None if keeps_cards and message["type"] == "card" else message)
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([RANDOM, ME], dice="rolled", scenario="teaching", game=RP)["table"])
    _pass_to(hands, "target", step="DeclareAttack")
    hands.do(next(one for one in hands.options() if one.startswith("target")), "all-attack")
    page.wait_for_selector("[data-testid=matrix] .chosen")
    keeps_cards = True
    hands.do("agreed")
    page.wait_for_selector("[data-testid=ask][data-step=ChooseOptions]")
    assert len([one for one in hands.options() if one.startswith("attack-option")]) == 4


def test_companies_are_seen_to_drift_from_their_drop_zone(server: Server, open_page: Opener) -> None:
    page, hands = _sit_down(server, open_page)
    _pass_to(hands, "brigade")
    hands.do(next(one for one in hands.options() if one.startswith("brigade")))
    hands.wait_for_ask()
    company = next(one for one in hands.options() if one.startswith("jump")).split()[1]
    box = hands.map("counter", company)["hex"]
    hands.do(f"jump {company}")
    aim = next(one for one in hands.options() if one.startswith("over"))
    hands.do(aim)
    # The HQ and the guns of the brigade jump too, upon a company.
    while "done" not in hands.options():
        hands.do(hands.options()[-1])
        hands.do(next(one for one in hands.options() if one.startswith("over")))
    hands.stop_time()
    hands.do("done")
    page.wait_for_function("() => document.querySelector('[data-testid=map]').flying() > 0")
    page.clock.resume()
    page.wait_for_function("() => document.querySelector('[data-testid=map]').flying() === 0")
    landed = hands.map("counter", company)["hex"]
    told = page.locator(".log").inner_text()
    assert landed != box, "it has left the box of its brigade"
    assert f"lands in {landed}" in told or "nobody gets away" in told


# -- battalions and companies ---------------------------------------------------------------------------


def _pull(hands: Hands, id: str, upon: str) -> None:
    """Drags a counter out of its spread stack, onto a hex or upon another counter of the stack."""
    page = hands.page
    page.mouse.move(*hands.on_screen(3, 3))
    page.mouse.move(*hands.where(hands.map("counter", id)["hex"]))
    page.wait_for_function(
        "name => document.querySelector('[data-testid=map]').spread() === name",
        arg=hands.map("counter", id)["hex"],
    )
    x, y = hands.on_screen(*hands.map("counter", id)["at"])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y + 8)
    page.wait_for_selector("[data-testid=in-hand]")
    hands.settle()
    mate = hands.map("counter", upon)
    page.mouse.move(*(hands.on_screen(*mate["at"]) if mate else hands.where(upon)), steps=3)


def _stack(hands: Hands, *ids: str) -> list[str]:
    """Those of these counters that are on the map, and where."""
    found = {id: hands.map("counter", id) for id in ids}
    return [f"{id} {where['hex']}" for id, where in found.items() if where]


def test_a_battalion_is_pulled_apart_and_its_companies_are_put_together(
    server: Server, open_page: Opener
) -> None:
    watched = open_page()
    page, hands = watched.page, Hands(watched.page, server.url)
    hands.sit_down(hands.set_up([ME, COMPUTER], dice="rolled", scenario="teaching", game=RP)["table"])
    companies = ["ger-mot-co-1", "ger-mot-co-2", "ger-mot-co-3"]
    hands.wait_for_ask()
    hands.do("done")
    # Let go over its own stack it stays whole; off its hex it comes apart.
    number, before = hands.number(), sent(watched)
    _pull(hands, "ii-pzgr-73", "pzaa-19")
    assert "II/PzGR 73 into 3 companies" in page.inner_text("[data-testid=in-hand]")
    page.mouse.up()
    page.wait_for_function("() => !document.querySelector('[data-testid=table]').dataset.hand")
    assert sent(watched) == before
    _pull(hands, "ii-pzgr-73", "2712")
    state = hands.state()
    page.mouse.up()
    hands.wait_past(state)
    assert _stack(hands, "ii-pzgr-73", *companies) == [f"{one} 2811" for one in companies]
    page.keyboard.press("u")
    page.wait_for_function(
        "n => Number(document.querySelector('[data-testid=table]').dataset.number) === n", arg=number
    )
    assert _stack(hands, "ii-pzgr-73", *companies) == ["ii-pzgr-73 2811"]
    hands.do("break ii-pzgr-73", "done", "done", "done")
    # After the moves one of them is put upon another: all three become the battalion again, in one order.
    assert hands.step() == "Recombine"
    number = hands.number()
    _pull(hands, companies[2], companies[0])
    assert hand(page) == f"combine {companies[2]}"
    assert hands.map("spread") == "2811"
    state = hands.state()
    page.mouse.up()
    hands.wait_past(state)
    page.wait_for_function("() => !document.querySelector('[data-testid=table]').dataset.hand")
    assert orders(watched)[-1] == [
        f"combine {companies[2]}",
        f"also {companies[0]}",
        f"also {companies[1]}",
        "form ii-pzgr-73",
    ]
    assert _stack(hands, "ii-pzgr-73", *companies) == ["ii-pzgr-73 2811"]
    page.keyboard.press("u")
    page.wait_for_function(
        "n => Number(document.querySelector('[data-testid=table]').dataset.number) === n", arg=number
    )
    assert _stack(hands, "ii-pzgr-73", *companies) == [f"{one} 2811" for one in companies]
    # Those that were pressed before are meant and no others: two companies make a reduced battalion.
    page.mouse.move(*hands.on_screen(3, 3))
    page.mouse.move(*hands.where("2811"))
    page.wait_for_function("() => document.querySelector('[data-testid=map]').spread() === '2811'")
    page.mouse.click(*hands.on_screen(*hands.map("counter", companies[0])["at"]))
    page.wait_for_selector("[data-testid=in-hand]")
    _pull(hands, companies[0], companies[1])
    state = hands.state()
    page.mouse.up()
    hands.wait_past(state)
    page.wait_for_function("() => !document.querySelector('[data-testid=table]').dataset.hand")
    assert orders(watched)[-1] == [f"combine {companies[0]}", f"also {companies[1]}", "form ii-pzgr-73"]

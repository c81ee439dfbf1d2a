"""PanzerBlitz at the table: a whole game by clicking, lines of sight, the drop in the wind, fire."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, ME, PB, Hands
from browser.test_access import violations

Opener = Callable[..., Watched]
ON_MAP = ("target", "fire", "go", "overrun", "through", "assault", "from")
"""Verbs whose hex is clicked on the map."""


def test_a_newcomer_plays_the_mill_road_to_its_end_by_clicking(server: Server, open_page: Opener) -> None:
    watched = open_page()
    hands = Hands(watched.page, server.url)
    assert "paratroops" in hands.learn("PanzerBlitz")
    dice = random.Random(7)
    said, clicks = hands.play_to_the_end(lambda _: _choose(hands, dice), ON_MAP)
    assert {"WriteDrops", "Jump", "Walk", "MoveFoot"} <= set(said)
    assert clicks > 2, "a drive across the board is one of them"
    usual = "Choose one of the"
    assert not [step for step, words in said.items() if usual in words], "the guide has words for every step"
    assert watched.hosts == {f"127.0.0.1:{server.port}"}


def _choose(hands: Hands, dice: random.Random) -> str:
    """Drops what there is, fires and storms where it can, and walks west."""
    options = hands.options()
    by_verb: dict[str, list[str]] = {}
    for option in options:
        by_verb.setdefault(option.split()[0], []).append(option)
    if "target" in by_verb:
        return dice.choice(["target 0304", "target 0404", "target 0305"])
    if "done" in options and "move" not in by_verb and dice.random() < 0.3:
        return "done"
    for verb in ("drop", "seal", "jump", "form", "fire", "whole", "assault", "overrun", "from", "through"):
        if verb in by_verb:
            return dice.choice(by_verb[verb])
    if "resolve" in options and dice.random() < 0.7:
        return "resolve"
    for verb in ("add", "join", "charge"):
        if verb in by_verb:
            return by_verb[verb][0]
    if "go" in by_verb and dice.random() < 0.8:
        return dice.choice(by_verb["go"])
    if "move" in by_verb and dice.random() < 0.8:
        return by_verb["move"][0]
    for plain in ("halt", "resolve", "done", "back", "cancel"):
        if plain in options:
            return plain
    return dice.choice(options)


def test_on_three_boards_what_is_asked_is_in_view_and_counters_stay_readable(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    made = hands.set_up([COMPUTER, ME], dice="rolled", scenario="red-drop", game=PB)
    hands.sit_down(made["table"])
    hands.wait_for_ask()
    assert page.inner_text("[data-testid=header]") == "Set-up, before turn 1 of 10"
    placed = [hands.map("counter", one.split()[1])["hex"] for one in hands.options() if one != "ready"]
    seen = hands.in_view(placed)
    assert seen, "something that can be placed is to be seen"
    column = seen[0].rsplit("-", 1)[0]
    assert hands.is_in_view(f"{column}-1"), "the boards are low: all their rows are shown"
    assert hands.is_in_view(f"{column}-10")
    hands.do("ready")
    hands.wait_for_ask()
    # Vehicles of all three boards: each shows where it can go, wherever the last one was.
    for unit in ("maultier-1", "pz4-1", "wagon-1"):
        hands.do(f"move {unit}")
        places = [one.split()[1] for one in hands.options() if one.startswith("go ")]
        assert len(places) > 10, "the whole drive, not the next hex"
        assert page.locator("[data-testid=ask] summary").first.inner_text().startswith("To …")
        assert hands.is_in_view(hands.map("counter", unit)["hex"])
        assert len(hands.in_view(places)) > len(places) / 2
        page.keyboard.press("Escape")
        page.wait_for_selector(f'[data-testid=ask] [data-do="move {unit}"]', state="attached")
    # The second Russian turn drops companies far apart.
    while page.inner_text("[data-testid=header]").startswith("Turn 1"):
        hands.do("done")
        hands.wait_for_ask()
    here, there = hands.where("2-M-1"), hands.where("2-M-2")
    assert abs(there[1] - here[1]) > 40
    page.goto(f"{server.url}#/report/{made['table']}")
    page.locator(".maps.long img").first.wait_for()
    picture = page.locator(".maps img").first.bounding_box()
    assert picture is not None
    assert picture["width"] > 900, "three boards side by side have a line of their own"
    assert "The game is still going on." in page.inner_text("main")
    assert "Russian units destroyed" in page.inner_text("thead >> nth=0")


def test_a_slow_computer_can_be_told_to_answer_at_once(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME], dice="rolled", game=PB, pace=10_000)["table"])
    hands.do("ready")
    page.get_by_role("button", name="At once").click()
    hands.wait_for_ask()
    assert "German player turn" in page.inner_text("[data-testid=header]")


# -- lines of sight -------------------------------------------------------------------------------


def _at_the_mill(server: Server, open_page: Opener, **options: object) -> tuple[Page, Hands]:
    page = open_page(**options).page
    page.clock.install()
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([ME, COMPUTER], dice="rolled", game=PB)["table"])
    hands.wait_for_ask()
    return page, hands


def test_two_clicks_show_a_line_of_sight_and_what_blocks_it(server: Server, open_page: Opener) -> None:
    page, hands = _at_the_mill(server, open_page)
    page.get_by_role("button", name="Line of sight").click()
    panel = page.locator("[data-testid=sight]")
    hands.click_hex("0101")
    # The line follows the pointer before the second click.
    page.mouse.move(*hands.where("0302"))
    panel.get_by_text("0101 to 0302: in sight.").wait_for()
    hands.click_hex("0401")
    panel.get_by_text("0101 to 0401: out of sight, edge of woods (green) between 0201 and 0301.").wait_for()
    page.mouse.move(*hands.where("0404"))
    page.wait_for_timeout(200)
    assert "0101 to 0401" in panel.inner_text(), "the chosen end stays"
    number = hands.number()
    assert page.locator("[data-testid=refusal]").count() == 0
    panel.get_by_role("button", name="pb.los.4").first.click()
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    # A dragged line is one as well.
    page.mouse.move(*hands.where("0404"))
    page.mouse.down()
    page.mouse.move(*hands.where("0503"), steps=4)
    page.mouse.move(*hands.where("0601"), steps=4)
    page.mouse.up()
    panel.get_by_text("0404 to 0601: ").wait_for()
    assert hands.number() == number, "looking changes nothing"
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")


def test_the_keyboard_alone_finds_a_line_of_sight_and_reads_it_out(server: Server, open_page: Opener) -> None:
    page, _ = _at_the_mill(server, open_page)
    page.keyboard.press("l")
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    spoken = page.locator("[data-testid=sight] [aria-live=polite]")
    here = (spoken.text_content() or "").removeprefix("From ").split(":")[0]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.wait_for_function(
        "() => / to .*sight/.test(document.querySelector('[data-testid=sight] [aria-live]').textContent)"
    )
    page.keyboard.press("Enter")
    assert (spoken.text_content() or "").startswith(f"{here} to ")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("wide", [1440, 390])
def test_axe_finds_nothing_beside_wind_and_sight(
    server: Server, open_page: Opener, scheme: str, wide: int
) -> None:
    page, hands = _at_the_mill(
        server, open_page, viewport={"width": wide, "height": 800}, color_scheme=scheme
    )
    page.keyboard.press("l")
    hands.click_hex("0201")
    hands.click_hex("0301")
    page.locator("[data-testid=sight] ol").wait_for()
    page.wait_for_timeout(300)
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= wide


def test_a_game_without_lines_of_sight_has_no_such_tool(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.wait_for_ask()
    assert page.get_by_role("button", name="Line of sight").count() == 0
    page.keyboard.press("l")
    assert page.locator("[data-testid=sight]").count() == 0


# -- the drop -------------------------------------------------------------------------------------


def _jump(hands: Hands, stops_time: bool = False) -> None:
    """A lone company needs no order to jump; where time stands still it stays in the air."""
    hands.do("drop I-rifle", "target 0303")
    if stops_time:
        hands.stop_time()
    hands.do("seal")
    hands.wait_for_ask()
    assert "jump para-rifle-1" not in hands.options()


def test_the_wind_is_on_the_map_and_a_company_drifts_with_it(server: Server, open_page: Opener) -> None:
    page, hands = _at_the_mill(server, open_page)
    wind = page.locator("[data-testid=compass]")
    assert "blowing" in wind.inner_text()
    before = hands.where("0101"), hands.where("0604")
    _jump(hands, stops_time=True)
    assert hands.map("flying") > 0, "pieces are in the air"
    page.clock.resume()
    page.wait_for_function("() => document.querySelector('[data-testid=map]').flying() === 0")
    assert (hands.where("0101"), hands.where("0604")) == before, "a map that is whole in view keeps still"
    assert "lands in" in page.inner_text(".log") or "lost in landing" in page.inner_text(".log")


def test_a_hex_pointed_at_shows_where_a_drop_would_land(server: Server, open_page: Opener) -> None:
    page, hands = _at_the_mill(server, open_page)
    hands.do("drop I-rifle")
    page.mouse.move(*hands.where("0304"))
    page.locator("[data-testid=path]").get_by_text("Where the pieces land, on average").wait_for()
    assert hands.options()[-1] == "recall", "nothing is ordered yet"


def test_a_click_ends_the_show_and_who_wants_no_motion_sees_none(server: Server, open_page: Opener) -> None:
    page, hands = _at_the_mill(server, open_page)
    _jump(hands, stops_time=True)
    assert hands.map("flying") > 0
    page.locator("[data-testid=map]").click(position={"x": 5, "y": 300})
    assert hands.map("flying") == 0
    _, calm = _at_the_mill(server, open_page, reduced_motion="reduce")
    _jump(calm, stops_time=True)
    assert calm.map("flying") == 0


def test_every_badge_on_the_map_is_in_the_legend(server: Server, open_page: Opener) -> None:
    page, hands = _at_the_mill(server, open_page)
    _jump(hands)
    page.get_by_role("button", name="Sequence", exact=True).click()
    page.get_by_text("Badges on the map").click()
    badges = page.locator("[data-testid=legend] li").all_inner_texts()
    landed = "lands in" in page.inner_text(".log")
    assert any("landed this turn" in words for words in badges) is landed
    assert landed or any("landed upon" in words for words in badges)


# -- fire -----------------------------------------------------------------------------------------


def _to_the_fire(server: Server, open_page: Opener, *way: str) -> tuple[Page, Hands]:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.to_the_fire(*way)
    return page, hands


def test_an_enemy_that_cannot_be_fired_at_says_why_where_it_is_clicked(
    server: Server, open_page: Opener
) -> None:
    page, hands = _to_the_fire(server, open_page, "0603", "0504")
    assert "fire 0302" in hands.options()
    assert "fire 0303" not in hands.options()
    hands.click_hex("0303")
    note = page.locator("[data-testid=refusal]")
    note.wait_for()
    assert "obody of yours is next to the town of 0303" in note.inner_text()
    assert "pb.los.1" in note.inner_text()
    at, box = hands.where("0303"), note.bounding_box()
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - at[0]) < 250, "the answer is where the question was"


def test_the_odds_of_a_fire_attack_are_known_before_the_die(server: Server, open_page: Opener) -> None:
    page, hands = _to_the_fire(server, open_page, "0603", "0504", "0403")
    hands.answer_on_map("fire 0303")  # the tank alone can fire there: it is in the attack by itself
    assert "Who fires at 0303" in page.inner_text("#ask-sentence")
    page.locator("[data-testid=odds]").wait_for()
    combat = page.inner_text("[data-testid=combat]")
    assert "line of sight from 0403" in combat
    assert "German units dispersed" in combat
    hands.do("resolve", "roll 1")
    page.wait_for_selector("[data-testid=dice]")
    assert "Fire at 0303" in page.inner_text(".log")

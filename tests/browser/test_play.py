"""A person at the table, in a real browser."""

import os
import random
from collections.abc import Callable

import pytest

from browser.conftest import ROOT, Server, Watched
from browser.hands import COMPUTER, FRIEND, ME, Hands, take_seat

Opener = Callable[..., Watched]


def test_a_newcomer_plays_the_teaching_scenario_to_its_end_by_clicking(
    server: Server, open_page: Opener
) -> None:
    watched = open_page()
    page = watched.page
    hands = Hands(page, server.url)
    assert "Berezovo" in hands.learn("Red God of War")
    dice = random.Random(5)
    said, clicks = hands.play_to_the_end(
        lambda step: _choose(hands, step, dice), ("to", "target", "withdraw", "resolve")
    )
    # The dice are real: which battles come is theirs to say.
    assert {"SupplySovietHqs", "PlaceChits", "ActivateUnits"} <= set(said)
    assert clicks > 0
    assert "the game is over" in page.inner_text("[data-testid=header]")
    ending = page.inner_text("[data-testid=waiting]")
    assert "player wins" in ending or "A draw" in ending
    assert "victory" in ending or "draw" in ending, "in words, not by the name of a table's row"
    assert "ended now" not in ending
    assert page.eval_on_selector("aside.right", "aside => aside.scrollWidth <= aside.clientWidth")
    page.get_by_role("link", name="After-action report").first.click()
    page.wait_for_selector("text=The luck ledger")
    page.locator("figure img").first.wait_for()
    if "GROGNARD_PICTURES" in os.environ:
        page.wait_for_timeout(800)
        page.screenshot(path=ROOT / "docs" / "pictures" / "report.png", full_page=True)
    assert watched.hosts == {f"127.0.0.1:{server.port}"}


def _choose(hands: Hands, step: str, dice: random.Random) -> str:
    """Attacks where it can, moves a little, and goes on."""
    options = hands.options()
    drafted = hands.page.locator(".draft li").count()
    chits = [one for one in options if one.split()[0] in ("chit", "add")]
    if chits and drafted < len(chits):
        return chits[drafted]
    if step == "DeclareAttacks" and "done" in options and dice.random() < 0.5:
        return "done"
    for verb in (
        "light",
        "all",
        "agreed" if dice.random() < 0.4 else "commit",
        "target",
        "resolve",
        "lose",
        "withdraw",
    ):
        found = [one for one in options if one.split()[0] == verb]
        if found and step not in ("Reassign", "BringSoviets"):
            return dice.choice(found)
    if step == "TacticalMovement" and dice.random() < 0.6:
        moves = [one for one in options if one.split()[0] in ("move", "to")]
        if moves:
            return dice.choice(moves)
    for plain in ("done", "seal", "agreed", "halt"):
        if plain in options:
            return plain
    return dice.choice(options)


def test_a_refused_click_is_answered_where_it_was_made_with_the_rule(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.to_the_draw()
    hands.do("draw 41a-hq", "all", "move 41a-hq")
    before = hands.state()
    hands.click_hex("0404")
    note = page.locator("[data-testid=refusal]")
    note.wait_for()
    at, box = hands.where("0404"), note.bounding_box()
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - at[0]) < 250
    assert abs(box["y"] + box["height"] / 2 - at[1]) < 150
    rule = note.locator(".rule").inner_text()
    assert rule.startswith("rgw.")
    assert hands.state() == before
    note.locator(".rule").click()
    page.wait_for_selector("dialog[open] .text")
    assert rule in page.inner_text("#rule-title")


def test_an_attack_shows_both_sheets_and_the_exact_chances_before_the_dice(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.to_the_attack()
    combat = page.locator("[data-testid=combat]")
    combat.wait_for()
    assert combat.locator("table caption").all_inner_texts()
    assert "2:1" in combat.inner_text()
    page.locator("[data-testid=odds]").wait_for()
    # At 2:1 he is hit once on three faces of the die, twice on two: standing, he holds out against one hit.
    taken = page.locator("[data-testid=odds] tr[data-way]").all_inner_texts()
    assert [row.split() for row in taken] == [
        ["if", "he", "stands", "33", "%"],
        ["if", "he", "goes", "83", "%"],
    ]


def test_undo_takes_the_last_answer_back(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.wait_for_ask()
    hint = page.get_by_role("button", name="What would the computer do?")
    assert hint.count() == 0, "nobody chooses what the dice show"
    hands.do("roll 3")
    assert hint.count() == 1
    assert page.locator("[data-testid=undo]").is_disabled(), "what is rolled stays rolled"
    hands.do("light 41a-hq")
    assert "light 41a-hq" not in hands.options()
    before = hands.state()
    page.locator("[data-testid=undo]").click()
    hands.wait_past(before)
    assert "light 41a-hq" in hands.options()


def test_the_slider_goes_back_and_forth_through_the_game(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    made = hands.set_up([COMPUTER, ME])
    hands.sit_down(made["table"])
    hands.to_the_attack()
    now = hands.number()
    page.get_by_label("Place in the game").fill("0")
    page.wait_for_selector("text=Looking back at answer 0")
    assert "Initial Segment" in page.inner_text("[data-testid=header]")
    assert page.locator("[data-testid=ask]").count() == 0, "the past cannot be answered"
    page.get_by_label("One order on").click()
    page.wait_for_selector("text=Looking back at answer 1")
    page.get_by_role("button", name="Back to now").click()
    hands.wait_for_ask()
    assert hands.number() == now
    # A link to a position opens it.
    watch = next(seat for seat in made["seats"] if seat["kind"] == "watch")
    other = open_page().page
    other.goto(f"{server.url}#/t/{made['table']}/{watch['token']}?at=3")
    other.wait_for_selector("text=Looking back at answer 3")


def test_what_one_side_writes_in_secret_never_reaches_the_other_browser(
    server: Server, open_page: Opener
) -> None:
    soviet, german = open_page(), open_page()
    mine = Hands(soviet.page, server.url)
    made = mine.set_up([FRIEND, ME])
    mine.sit_down(made["table"])
    link = next(seat["link"] for seat in made["seats"] if seat["kind"] == "friend")
    take_seat(german.page, server.url + link.lstrip("/"))
    theirs = Hands(german.page, server.url)
    # Each side types its own dice.
    theirs.do("roll 3")
    mine.do("light 41a-hq", "light 22a-hq", "done")
    theirs.wait_for_ask()
    theirs.do("done")
    mine.do("done")
    theirs.wait_for_ask()
    heard = -1
    while heard != len(german.frames):
        heard = len(german.frames)
        german.page.wait_for_timeout(500)
    number, frames = theirs.number(), len(german.frames)
    mine.do("chit 41a-hq", "chit 22a-hq")
    german.page.wait_for_timeout(400)
    assert soviet.page.locator(".draft li").count() == 2
    assert theirs.number() == number
    assert german.frames[frames:] == [], "not even a sign of life while the other side writes"
    mine.do("seal")
    theirs.wait_for_ask()
    theirs.do("chit vi-hq", "seal")
    mine.wait_for_ask()
    secrets = ("chit 41a-hq", "chit 22a-hq", "Chit of 41A", "Chit of 22A")
    assert not [frame for frame in german.frames if any(secret in frame for secret in secrets)]
    assert not [frame for frame in soviet.frames if "chit vi-hq" in frame or "Chit of VI" in frame]
    assert any("chit 41a-hq" in frame for frame in soviet.frames), "the writer sees the own order"


def test_a_killed_server_in_mid_combat_loses_nothing(mortal_server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, mortal_server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.to_the_attack()
    before, options = hands.number(), hands.options()
    mortal_server.kill()
    page.wait_for_selector("text=The connection is lost")
    # An answer given while the line is down is sent when it is back, once.
    page.locator('[data-testid=ask] [data-do="commit 93-rd"]').click()
    mortal_server.start_again()
    page.wait_for_selector('[data-testid=ask] [data-do="release 93-rd"]')
    assert hands.number() == before + 1
    assert "commit 93-rd" in options
    hands.do("agreed")


def test_a_dragged_counter_moves(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([COMPUTER, ME])["table"])
    hands.to_the_draw()
    hands.do("draw 41a-hq", "all")
    page.mouse.move(*hands.where("0301"))
    page.mouse.down()
    page.mouse.move(*hands.where("0302"), steps=4)
    page.mouse.move(*hands.where("0401"), steps=4)
    page.mouse.up()
    page.wait_for_selector("[data-testid=mirror] li[data-hex='0401']", state="attached")
    assert "41A HQ" in (page.text_content("[data-testid=mirror] li[data-hex='0401']") or "")


@pytest.mark.parametrize("level", ["staff", "random"])
def test_every_game_on_the_shelf_opens_its_first_ask(server: Server, open_page: Opener, level: str) -> None:
    page = open_page().page
    page.goto(server.url)
    page.wait_for_selector("article")
    for index in range(page.locator("article").count()):
        page.goto(server.url)
        page.locator("article").nth(index).get_by_role("link", name="Play").click()
        page.locator("select").first.select_option(f"computer:{level}")
        page.get_by_role("button", name="Set up the table").click()
        page.wait_for_selector("[data-testid=map]")
        page.wait_for_selector("[data-testid=ask] [data-do], [data-testid=waiting]", state="attached")

"""Lessons in the real browser, doing literally what the guide says."""

import re
from collections.abc import Callable

import pytest

from browser.conftest import Server, Watched
from browser.hands import Hands

Opener = Callable[..., Watched]
ON_MAP = ("to", "target", "go", "overrun", "through", "fire", "barrage", "attack")
"""Verbs whose hex is pressed on the map."""
HEX = re.compile(r"\d\d\.?\d\d")
NAMED = re.compile(r"\b(?:0[1-6]0[1-5]|2[0-8][23]\d|(?:2[6-9]|3[0-2])(?:0[7-9]|1[0-2])|1\d\.1\d)\b")
"""A hex of one of the lessons, where a sentence names it."""


def pressed(hands: Hands) -> str:
    """What the guide wants to be pressed now; where it names a kind of answer, the first of that kind."""
    wanted = str(hands.page.get_attribute("[data-testid=guide]", "data-try"))
    if not wanted or " " in wanted:
        return wanted
    offered = hands.page.eval_on_selector_all(
        "[data-testid=ask] [data-do]:not(.taken)", "all => all.map(e => e.dataset.do)"
    )
    return next(one for one in offered if one.split()[0] == wanted)


@pytest.mark.parametrize("window", [(1440, 900), (1280, 720), (390, 844)], ids=str)
@pytest.mark.parametrize(
    ("title", "battle"),
    [
        ("Red God of War", "Attack on 0303"),
        ("PanzerBlitz", "Overrun of 0302"),
        ("Red Parachutes", "Attack on 3010"),
        ("Red Steel", "Attack on 2333"),
        ("The Operational Combat Series", "Barrage on 13.10"),
    ],
)
def test_the_lesson_done_to_the_letter(
    server: Server, open_page: Opener, title: str, battle: str, window: tuple[int, int]
) -> None:
    width, height = window
    page = open_page(
        viewport={"width": width, "height": height}, has_touch=width < 800, is_mobile=width < 800
    ).page
    hands = Hands(page, server.url)
    hands.learn(title)
    given: list[str] = []
    battles: list[str] = []
    for _ in range(160):
        step = hands.wait_for_turn()
        if step == "over":
            break
        said = page.inner_text("[data-testid=guide] .do")
        wanted = pressed(hands)
        assert wanted, f"the guide is silent at {step}"
        if given and wanted == given[-1] and " " in wanted:
            # Done already: the line says what follows.
            wanted = "done"
        offered = hands.options()
        assert wanted in offered, f"{said!r} sends to {wanted}, which is not there"
        named = NAMED.findall(said)
        assert hands.in_view(named) == named, f"not all hexes of {said!r} are to be seen"
        if wanted.split()[0] in ON_MAP and HEX.fullmatch(wanted.split()[1]):
            hands.answer_on_map(wanted)
        else:
            hands.do(wanted)
        given.append(wanted)
        # In one look: the panel of a battle that is over goes by itself.
        battles += page.locator("[data-testid=combat] h2").all_inner_texts()
    assert hands.step() == "over", given[-5:]
    assert battles[0].startswith(battle), "the learner's own attack is the first battle of the game"
    # What next; and who comes back by "My games" finds the lesson as it was.
    onward = page.locator("[data-testid=after-lesson]")
    table = page.url.split("?")[0]
    page.goto(server.url)
    page.goto(table)
    onward.wait_for()
    assert onward.get_by_role("button", name="Next lesson").count() == 1
    onward.get_by_role("button", name="Again").click()
    hands.begin()
    assert hands.wait_for_turn() != "over"
    assert page.url.split("?")[0] != table
    assert page.inner_text("[data-testid=guide] .do")

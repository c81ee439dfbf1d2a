"""Whatever is offered can be chosen where it lies: mouse, finger and keys answer at random, on the map first.

`make hands` plays; each run is another game. A failure names the answers and keeps a picture.
"""

import json
import math
import os
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from browser.conftest import Server, Watched
from browser.hands import GAME, ME, PB, RANDOM, Hands

Opener = Callable[..., Watched]
ANSWERS = int(os.environ.get("ANSWERS", "0"))
pytestmark = pytest.mark.skipif(not ANSWERS, reason="a run of its own: make hands")
SEATS = [
    (PB, "teaching", 0),
    (PB, "crossroads", 1),
    (PB, "red-drop", 0),
    (GAME, "teaching", 1),
    (GAME, "mars", 0),
]
DESK = {"viewport": {"width": 1440, "height": 860}}
PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
_ANSWERED = "Number(document.querySelector('[data-testid=table]').dataset.number) !== number"


class Mouse(Hands):
    """Clicks on the hex or the counter, on the button where neither is in reach."""

    screen = DESK
    most = 10_000

    def __init__(self, watched: Watched, url: str) -> None:
        super().__init__(watched.page, url)
        self.watched = watched

    def give(self, choice: str) -> None:
        noun = choice.partition(" ")[2]
        counter = self.map("counter", noun)
        is_hex = math.isfinite(self.map("whereIs", noun)[0])
        hex = counter["hex"] if counter else noun if is_hex else ""
        before = self.state()
        if not hex or not self.reaches(hex):
            self.press_button(choice)
        elif counter:
            self.press_counter(noun, hex, counter["of"])
        else:
            self.press_hex(choice, hex)
        if self.state() == before and self.page.locator("[data-testid=menu]").count():
            self.pick(choice)
        self.wait_past(before)
        assert self.answers()[-1] == choice

    def answers(self) -> list[str]:
        said = [json.loads(frame) for frame in self.watched.sent]
        return [one["choice"] for one in said if one["type"] == "answer"]

    def reaches(self, hex: str) -> bool:
        """Can the hex be seen and pressed?"""
        self.page.mouse.move(1, 1)
        if not self.is_in_view(hex) or self.map("spread") not in ("", hex):
            return False
        there = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('[data-testid=map]')"
        return bool(self.page.evaluate(there, self.where(hex)))

    def press(self, at: tuple[float, float]) -> None:
        self.page.mouse.click(*at)

    def spread(self, hex: str) -> None:
        self.page.mouse.move(*self.where(hex))

    def press_counter(self, id: str, hex: str, of: int) -> None:
        if of > 1 and not self.map("spread"):
            self.spread(hex)
            self.page.wait_for_function(
                "(hex) => document.querySelector('[data-testid=map]').spread() === hex", arg=hex
            )
        self.press(self.on_screen(*self.map("counter", id)["at"]))

    def press_hex(self, choice: str, hex: str) -> None:
        self.press(self.where(hex))

    def press_button(self, choice: str) -> None:
        self.do(choice)

    def pick(self, choice: str) -> None:
        self.page.locator(f'[data-testid=menu] [data-do="{choice}"]').click()


class Finger(Mouse):
    """Taps: a stack is spread by the first, and where there is a way to be read the second goes."""

    screen = PHONE

    def press(self, at: tuple[float, float]) -> None:
        self.page.touchscreen.tap(*at)

    def spread(self, hex: str) -> None:
        self.press(self.where(hex))

    def press_hex(self, choice: str, hex: str) -> None:
        before = self.state()
        self.press(self.where(hex))
        self.page.wait_for_function(
            f"""([choice, number]) => {_ANSWERED}
              || document.querySelector(`.way [data-do="${{choice}}"], [data-testid=menu]`)""",
            arg=[choice, before],
        )
        if self.page.locator(".way").count():
            self.press(self.where(hex))


class Keys(Mouse):
    """Goes from lit hex to lit hex on the map, and by Tab from button to button."""

    # Of a long list the last are reached as the first, only later.
    most = 40

    def reaches(self, hex: str) -> bool:
        self.page.keyboard.press("m")
        for _ in range(40):
            self.page.keyboard.press("n")
            said = self.page.inner_text("[data-testid=said]")
            if re.match(rf"{hex}\b", said):
                return True
        return False

    def press_counter(self, id: str, hex: str, of: int) -> None:
        self.press_hex(id, hex)

    def press_hex(self, choice: str, hex: str) -> None:
        before = self.state()
        self.page.keyboard.press("Enter")
        self.page.wait_for_function(
            f"(number) => {_ANSWERED} || document.querySelector('[data-testid=menu]')", arg=before
        )

    def focused(self) -> str:
        found = self.page.evaluate(
            "() => document.activeElement?.dataset.do ?? document.activeElement?.tagName"
        )
        return str(found)

    def press_button(self, choice: str) -> None:
        for walk in ("Tab", "Shift+Tab"):
            self.page.keyboard.press("a")
            for _ in range(60):
                here = self.focused()
                if here == choice:
                    self.page.keyboard.press("Enter")
                    return
                if here == "SUMMARY":
                    self.page.keyboard.press("Enter")
                self.page.keyboard.press(walk)
        raise AssertionError(f"Tab does not come to '{choice}'")

    def pick(self, choice: str) -> None:
        for _ in range(40):
            if self.focused() == choice:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"the arrow does not come to '{choice}'")


@pytest.mark.parametrize("kind", [Mouse, Finger, Keys])
@pytest.mark.parametrize(("game", "scenario", "side"), SEATS)
def test_a_hand_can_choose_whatever_it_is_offered(
    server: Server,
    open_page: Opener,
    tmp_path: Path,
    game: str,
    scenario: str,
    side: int,
    kind: type[Mouse],
) -> None:
    hands = kind(open_page(**kind.screen), server.url)
    sides = [RANDOM, RANDOM]
    sides[side] = ME
    hands.sit_down(hands.set_up(sides, dice="rolled", scenario=scenario, game=game)["table"])
    given: list[str] = []
    for _ in range(ANSWERS):
        step = hands.wait_for_turn()
        if step == "over":
            break
        given.append(random.choice(hands.options()[: kind.most]))
        try:
            hands.give(given[-1])
        except Exception as problem:
            picture = tmp_path / "hand.png"
            hands.page.screenshot(path=picture)
            told = f"{step} after {given}; sent {hands.answers()[-3:]}; {picture}"
            raise AssertionError(told) from problem

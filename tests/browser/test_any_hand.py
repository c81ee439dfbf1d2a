"""Whatever is offered can be chosen where it lies: hands that answer at random, on the map wherever they can.

Each run plays another game; `make hands` plays longer ones. A failure names the answers and keeps a picture.
"""

import json
import math
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from browser.conftest import Server, Watched
from browser.hands import GAME, ME, PB, RANDOM, Hands

Opener = Callable[..., Watched]
ANSWERS = int(os.environ.get("ANSWERS", "12"))
SEATS = [
    (PB, "teaching", 0),
    (PB, "crossroads", 1),
    (PB, "red-drop", 0),
    (GAME, "teaching", 1),
    (GAME, "mars", 0),
]
MOUSE = {"viewport": {"width": 1440, "height": 860}}
FINGER = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}


class AnyHand(Hands):
    """A mouse or a finger that goes to the map first."""

    def __init__(self, watched: Watched, url: str, is_finger: bool) -> None:
        super().__init__(watched.page, url)
        self.watched = watched
        self.is_finger = is_finger

    def press(self, at: tuple[float, float]) -> None:
        if self.is_finger:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def is_free(self, hex: str) -> bool:
        """Can the hex be seen and pressed?"""
        if not self.is_in_view(hex):
            return False
        there = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('[data-testid=map]')"
        return bool(self.page.evaluate(there, self.where(hex)))

    def give(self, choice: str) -> None:
        """Answers with a press on the hex or the counter, or on the button where neither is in reach."""
        self.page.mouse.move(1, 1)
        noun = choice.partition(" ")[2]
        counter = self.map("counter", noun)
        is_hex = math.isfinite(self.map("whereIs", noun)[0])
        hex = counter["hex"] if counter else noun if is_hex else ""
        if not hex or not self.is_free(hex) or self.map("spread") not in ("", hex):
            self.do(choice)
            return
        before = self.number()
        if counter:
            self.press_counter(noun, hex, counter["of"])
        else:
            self.press_hex(choice, hex)
        menu = self.page.locator("[data-testid=menu]")
        if self.number() == before and menu.count():
            menu.locator(f'[data-do="{choice}"]').click()
        self.wait_past(before)
        assert self.answers()[-1] == choice

    def press_counter(self, id: str, hex: str, of: int) -> None:
        if of > 1 and not self.map("spread"):
            before = self.number()
            if self.is_finger:
                self.press(self.where(hex))
            else:
                self.page.mouse.move(*self.where(hex))
            self.page.wait_for_function(
                """([hex, number]) => document.querySelector("[data-testid=map]").spread() === hex
                  || Number(document.querySelector("[data-testid=table]").dataset.number) !== number""",
                arg=[hex, before],
            )
            if self.number() != before:
                return
        self.press(self.on_screen(*self.map("counter", id)["at"]))

    def press_hex(self, choice: str, hex: str) -> None:
        """A finger presses twice where there is a way to be read first."""
        before = self.number()
        self.press(self.where(hex))
        if not self.is_finger:
            return
        self.page.wait_for_function(
            """([choice, number]) => document.querySelector(`.way [data-do="${choice}"], [data-testid=menu]`)
              || Number(document.querySelector("[data-testid=table]").dataset.number) !== number""",
            arg=[choice, before],
        )
        if self.page.locator(".way").count():
            self.press(self.where(hex))

    def answers(self) -> list[str]:
        said = [json.loads(frame) for frame in self.watched.sent]
        return [one["choice"] for one in said if one["type"] == "answer"]


@pytest.mark.parametrize("how", [MOUSE, FINGER], ids=["mouse", "finger"])
@pytest.mark.parametrize(("game", "scenario", "side"), SEATS)
def test_a_hand_finds_on_the_map_whatever_it_is_offered(
    server: Server,
    open_page: Opener,
    tmp_path: Path,
    game: str,
    scenario: str,
    side: int,
    how: dict[str, object],
) -> None:
    hands = AnyHand(open_page(**how), server.url, how is FINGER)
    sides = [RANDOM, RANDOM]
    sides[side] = ME
    hands.sit_down(hands.set_up(sides, dice="rolled", scenario=scenario, game=game)["table"])
    given: list[str] = []
    for _ in range(ANSWERS):
        step = hands.wait_for_turn()
        if step == "over":
            break
        given.append(random.choice(hands.options()))
        try:
            hands.give(given[-1])
        except Exception as problem:
            picture = tmp_path / "hand.png"
            hands.page.screenshot(path=picture)
            told = f"{step} after {given}; sent {hands.answers()[-3:]}; {picture}"
            raise AssertionError(told) from problem

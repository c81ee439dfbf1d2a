"""What a choice comes to stands where it is made, and what the enemy can do is shown on demand."""

from collections.abc import Callable

import pytest

from browser.conftest import Server, Watched
from browser.hands import COMPUTER, GAME, ME, PB, Hands

Opener = Callable[..., Watched]


def test_odds_and_losses_stand_beside_the_choices(server: Server, open_page: Opener) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    hands.learn("Red God of War")
    hands.do("all", "done")

    def beside(choice: str) -> str:
        return page.locator(f'[data-testid=ask] [data-do="{choice}"] small').inner_text()

    # 150, 74, 65 and 219 attack with 4 + 3 + 3 + 3, 17 Gds and 93 with 5 + 4, against 4: 22 to 4 is 5:1 and
    # a river or town may shift it; the table works it out, the screen shows it.
    assert "at best" in beside("target 0303")
    assert "2:1" in beside("target 0503"), "17 Gds RD and 93 RD, 9 against 8 in the open: shifted once"
    hands.do("target 0303")
    assert beside("commit 150-rd").startswith("then ")
    hands.do("commit 150-rd", "commit 65-tb", "agreed", "done")
    page.wait_for_selector("[data-testid=ask][data-step=AddSupplyPoint]")
    assert beside("spend") != beside("save"), "both tables before the point is spent"


@pytest.mark.parametrize("game", [GAME, PB])
def test_the_threat_overlay_is_drawn_in_both_games(server: Server, open_page: Opener, game: str) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    sides = [COMPUTER, ME] if game == GAME else [ME, COMPUTER]
    hands.sit_down(hands.set_up(sides, game=game, dice="rolled")["table"])
    hands.wait_for_ask()
    page.get_by_role("button", name="Threat", exact=True).click()
    page.wait_for_selector(".what")
    told = page.inner_text(".what")
    assert "next turn" in told
    count = int(told.split()[-2])
    assert count > 5, told
    page.keyboard.press("Escape")
    page.wait_for_selector(".what", state="detached")

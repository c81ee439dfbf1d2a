"""A whole turn by hand: what the hand does is what the rule for gestures counts."""

import os
from collections.abc import Callable

import pytest

from browser.conftest import Server, Watched
from browser.gestures import Player
from browser.hands import COMPUTER, ME, Hands

WHOLE = "TURN" in os.environ
"""All of the turn (make hands), or the first orders of it."""

FIRST_ORDERS = 12
SOVIET = 1


@pytest.mark.timeout(1200)
def test_a_turn_of_mars_takes_the_gestures_that_are_counted(
    server: Server, open_page: Callable[..., Watched]
) -> None:
    hands = Hands(open_page().page, server.url)
    made = hands.set_up([COMPUTER, ME], dice="rolled", scenario="mars")
    hands.sit_down(made["table"])
    hands.page.get_by_label("Show the whole map").click()
    player = Player(hands, made, SOVIET)
    orders = 0
    while WHOLE or orders < FIRST_ORDERS:
        if not player.is_asked() or player.turn > 1:
            break
        player.play_order()
        orders += 1
    # The rule counts a stack that could have gone together once, where this player sends it one by one.
    counted = player.counted.gestures[SOVIET]
    # The dice are the server's own: a dozen orders can hold one large stack more or less.
    assert counted <= player.by_hand <= counted * 1.1 + (2 if WHOLE else 6)
    if WHOLE:
        print(f"{player.answers} answers, {player.by_hand} gestures by hand, {counted} by the rule")

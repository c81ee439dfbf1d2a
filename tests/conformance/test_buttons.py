"""What the table in the browser offers is what the rules offer, on whatever map it is."""

from random import Random

import pytest

from conformance.playing import all_games, play_on, settings
from grognard.core.chance import CHANCE
from grognard.play.header import read_choice
from grognard.server.compose import ask_view


@pytest.mark.parametrize("game", all_games())
def test_a_button_names_the_hex_and_the_counter_of_its_own_scenario(game: str) -> None:
    """Scenarios of one game share counters, not maps: hex 7 of one is not called as hex 7 of the other."""
    for turn in range(2):
        for setting in settings(game):
            system, match = setting.system, setting.start()
            for _ in play_on(match, Random(turn), 60):
                for side in match.ask.sides:
                    shown = ask_view(system, match, side)
                    assert shown is not None
                    if side == CHANCE and shown.typed:
                        continue
                    choices = match.ask.options(side)
                    assert [read_choice(system, match.pos, one.do) for one in shown.options] == choices
                    assert [(one.verb, one.noun) for one in shown.options] == choices

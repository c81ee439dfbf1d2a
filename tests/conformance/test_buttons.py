"""What the table in the browser offers is what the rules offer, on whatever map it is."""

from random import Random

import pytest

from conformance.playing import all_games, play_on, settings
from grognard.core.chance import CHANCE
from grognard.core.position import NOTHING, Choice
from grognard.play.header import read_choice, write_choice
from grognard.server.compose import ask_view
from grognard.server.wire import OfferView


def written_out(offer: OfferView) -> list[Choice]:
    if offer.kind == "none":
        return [(offer.verb, NOTHING)]
    return [(offer.verb, noun) for noun in offer.nouns or range(offer.low, offer.high + 1)]


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
                    offered = [choice for offer in shown.offers for choice in written_out(offer)]
                    assert offered == choices
                    for choice in choices:
                        # By name, as players write it, and by number, as the page does.
                        assert (
                            read_choice(system, match.pos, write_choice(system, match.pos, choice)) == choice
                        )
                        number = "" if choice[1] < 0 else f" #{choice[1]}"
                        assert read_choice(system, match.pos, f"{choice[0]}{number}") == choice

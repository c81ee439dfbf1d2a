"""What the table in the browser offers is what the rules offer, on whatever map it is."""

from random import Random

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import AnyGame
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.play.header import read_choice, write_choice
from grognard.server.messages.parts import OfferView
from grognard.server.table.to_wire import ask_view
from grognard.testing.playing import play_on
from grognard.testing.suite import Suite


def written_out(offer: OfferView) -> list[Choice]:
    if offer.kind == "none":
        return [(offer.verb, NOTHING)]
    return [(offer.verb, noun) for noun in offer.nouns or range(offer.low, offer.high + 1)]


class Buttons(Suite):
    """What a screen offers can be written and read, by name and by number."""

    def test_a_button_names_the_hex_and_the_counter_of_its_own_scenario(self) -> None:
        """Scenarios of one game share counters, not maps: hex 7 has another name in each."""
        for turn in range(2):
            for setting in self.settings():
                match = setting.start()
                for _ in play_on(match, Random(turn), 60):
                    for side in match.ask.sides:
                        check_buttons(self.system, match, side)

    def test_a_button_that_is_shown_does_something(self) -> None:
        """Whoever presses one has another question then, or another position."""
        for setting in self.settings():
            game = setting.start()
            for _ in play_on(game, Random(3), 150):
                for side in game.ask.sides if not game.ask.is_chance else ():
                    for offer in game.ask.options(side).offers:
                        verb = self.system.words.verbs.get(offer.verb)
                        if verb is not None and verb.noun == "none":
                            after = game.copy()
                            after.play((offer.verb, NOTHING), side)
                            assert changed(game, after), (game.ask.step, offer.verb)

    def test_a_note_is_only_on_verbs_that_the_screen_names_for_it(self) -> None:
        """Of other verbs nobody asks for one."""
        screen = self.system.screen
        for setting in self.settings():
            game = setting.start()
            for _ in play_on(game, Random(5), 150):
                for side in game.ask.sides if not game.ask.is_chance else ():
                    for verb, noun in game.ask.options(side):
                        assert verb in screen.noted or not screen.note(game.pos, side, (verb, noun)), verb


def changed(before: AnyGame, after: AnyGame) -> bool:
    """Is anything different that is more than a count of answers?"""
    return after.over or before.pos.stack != after.pos.stack or before.pos.hash() != after.pos.hash()


def check_buttons(system: AnySystem, match: AnyGame, side: int) -> None:
    """Every option is offered once, and each of its two names means it."""
    shown = ask_view(system, match, side)
    assert shown is not None
    if side == CHANCE and shown.typed:
        return
    choices = match.ask.options(side)
    assert [choice for offer in shown.offers for choice in written_out(offer)] == choices
    for choice in choices:
        # By name, as players write it, and by number, as the page does.
        assert read_choice(system, match.pos, write_choice(system, match.pos, choice)) == choice
        number = "" if choice[1] < 0 else f" #{choice[1]}"
        assert read_choice(system, match.pos, f"{choice[0]}{number}") == choice

"""The nine properties of the design, each held by a test that every game passes."""

import ast
import re
import tomllib
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random, getstate
from typing import Any

import pytest

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.events import EVERYBODY
from grognard.core.flow.flow import AnyGame
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.flow.steps import SEAL
from grognard.core.position import NOTHING, Choice, Frame
from grognard.core.system import AnySystem
from grognard.play.registry import game_ids
from grognard.testing.playing import (
    MOST_ANSWERS,
    ONLOOKER,
    Setting,
    fresh,
    perft,
    play_on,
    playthrough,
    random_answer,
    shape,
    some,
    through_text,
)
from grognard.testing.suite import Suite

CORE_RULES = {"core.ask.side", "core.ask.number", "core.ask.options", "core.ask.over"}


FOOLISH_ANSWERS = 200


def is_plain(value: Any, *, frozen: bool = False) -> bool:
    """Is this an int, a string, or a row of such? `frozen` allows no lists."""
    if isinstance(value, tuple) or (isinstance(value, list) and not frozen):
        return all(is_plain(one, frozen=True) for one in value)
    return type(value) in (int, str)


def known_rules(system: AnySystem) -> set[str]:
    return {*system.ledger.ids(), *CORE_RULES}


def imported(path: Path) -> list[str]:
    """The names of all modules a file imports."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
    return found


def refused(game: AnyGame, choice: Choice, side: int, number: int = NOTHING) -> str:
    """The rule that refuses this answer; the position must not change."""
    before = game.pos.hash()
    with pytest.raises(IllegalChoice) as caught:
        game.play(choice, side, number)
    assert game.pos.hash() == before
    assert caught.value.refusal.why
    return caught.value.refusal.rule


def _nonsense(dice: Random) -> str:
    """A verb of no game."""
    return "".join(
        chr(dice.choice((dice.randrange(128), dice.randrange(0xD800)))) for _ in range(dice.randrange(8))
    )


def _any_number(dice: Random) -> int:
    """Mostly a number that could be something's, sometimes one beyond all."""
    return dice.choice(
        (dice.randrange(-3, 40), dice.randrange(-3, 1200), dice.randrange(-(1 << 70), 1 << 70))
    )


class NineProperties(Suite):
    """The nine properties of the design, each held by a test."""

    # -- 1. the flow is data ----------------------------------------------------------------------------

    def test_property_1_the_flow_is_data(self, setting: Setting) -> None:
        for stop in playthrough(setting).stops:
            for frame in stop.game.pos.stack:
                assert type(frame) is Frame
                assert is_plain(tuple(frame), frozen=True)
                assert isinstance(frame.vars, setting.system.rules.procedures[frame.procedure].vars)

    def test_save_load_and_copy_agree_at_every_ask(self, setting: Setting) -> None:
        for stop in playthrough(setting).stops:
            loaded = through_text(setting, stop.game.pos)
            copied = stop.game.copy()
            for twin in (loaded, copied):
                assert twin.pos.hash() == stop.before
                assert shape(twin.ask) == shape(stop.game.ask)
                assert [type(frame.vars) for frame in twin.pos.stack] == [
                    type(frame.vars) for frame in stop.game.pos.stack
                ]
                assert tuple(twin.play(stop.answer.choice, stop.answer.side)) == stop.events
                assert twin.pos.hash() == stop.after

    def test_a_loaded_game_plays_on_like_the_first(self, setting: Setting) -> None:
        for stop in some(playthrough(setting).stops, 8):
            first, loaded = stop.game.copy(), through_text(setting, stop.game.pos)
            for answer in play_on(first, Random(stop.number), 60):
                assert first.pos.hash() == loaded.pos.hash()
                loaded.play(answer.choice, answer.side)

    # -- 2. chance is a player --------------------------------------------------------------------------

    def test_property_2_chance_is_a_player(self, setting: Setting) -> None:
        for stop in playthrough(setting).stops:
            ask = stop.game.ask
            if not ask.is_chance:
                assert ask.weights == []
                continue
            assert ask.sides == (CHANCE,)
            assert all(type(weight) is int and weight > 0 for weight in ask.weights)
            assert len(ask.weights) == len(ask.choices[0]) == len(set(ask.choices[0]))
            assert sum(Fraction(weight, sum(ask.weights)) for weight in ask.weights) == 1

    def test_playing_rolls_nothing_by_itself(self, setting: Setting) -> None:
        state = getstate()
        for stop in some(playthrough(setting).stops, 20):
            stop.game.copy().play(stop.answer.choice, stop.answer.side)
        assert getstate() == state

    def test_replay_of_the_answers_gives_the_same_positions(self, setting: Setting) -> None:
        played = playthrough(setting)
        names = {stop.number: stop.before for stop in played.stops}
        game = setting.start()
        for number, answer in enumerate(played.answers):
            if number in names:
                assert game.pos.hash() == names[number]
            game.play(answer.choice, answer.side)
        assert game.over
        assert game.pos.hash() == played.end

    # -- 3. every refusal and every number explains itself ----------------------------------------------

    def test_property_3_refusals_and_numbers_explain_themselves(self, setting: Setting) -> None:
        known = known_rules(setting.system)
        for stop in some(playthrough(setting).stops, 120):
            for sheet in setting.system.screen.explain(stop.game.pos):
                assert sheet.title
                assert sheet.total in sheet.text()
                for term in sheet.terms:
                    assert term.rule in known, term
            assert stop.game.pos.hash() == stop.before

    # -- 4. rules have ids ------------------------------------------------------------------------------

    def test_property_4_rules_have_ids(self) -> None:
        system = self.system
        ledger = system.ledger.ids()
        assert [rule for rule, count in Counter(ledger).items() if count > 1] == []
        cited = {citation.id for citation in system.citations()}
        assert sorted(cited - set(ledger)) == [], "cited by code, not in the ledger"
        assert sorted(set(ledger) - cited) == [], "in the ledger, cited by no code"
        for procedure in system.rules.procedures.values():
            for part in (procedure, *procedure.items):
                assert set(part.rules) <= set(ledger), part.name

    def test_every_rule_that_a_reading_names_can_be_read(self) -> None:
        system = self.system
        rules = system.ledger.readable()
        name = re.compile(rf"\b(?:rule:[\w-]+(?:\.\d+)*|{system.prefix}\.[a-z-]+\.\d+)")
        named = {found for one in rules for found in name.findall(f"{one.text} {one.reading}")}
        assert sorted(named - {one.id for one in rules}) == []

    def test_steps_and_events_cite_rules_of_the_ledger(self, setting: Setting) -> None:
        known = known_rules(setting.system)
        for stop in playthrough(setting).stops:
            assert set(stop.game.ask.rules) <= known
            assert {event.rule for event in stop.events if event.rule} <= known

    # -- 5. tables, maps, units and scenarios are data --------------------------------------------------

    def test_property_5_content_is_data(self) -> None:
        system = self.system
        for path in sorted((system.folder / "data").rglob("*.toml")):
            assert tomllib.loads(path.read_text("utf-8")), path.name
        scenarios = [scenario.id for scenario in system.rules.scenarios()]
        assert "teaching" in scenarios
        assert len(set(scenarios)) == len(scenarios)

    def test_every_toggle_can_be_switched(self, setting: Setting) -> None:
        switched = [{toggle.id: not toggle.default} for toggle in setting.system.rules.toggles()]
        if setting.scenario != "teaching":
            # All at once: reading the content of a large scenario anew for each takes long.
            switched = [{name: value for one in switched for name, value in one.items()}]
        for options in switched:
            game = setting.system.rules.start(setting.scenario, options)
            for _ in play_on(game, Random(1), 40):
                assert game.ask.options(game.ask.side)

    # -- 7. the core knows no game ----------------------------------------------------------------------

    def test_property_7_a_game_imports_only_core_kit_and_itself(self) -> None:
        folder = self.system.folder
        home = type(self.system).__module__.rpartition(".")[0]
        # A package that two games share is no game itself and may be imported.
        others = {name.replace("-", "_") for name in game_ids()} - {folder.name}
        for path in sorted(folder.rglob("*.py")):
            for name in imported(path):
                if name.startswith("grognard.") and not f"{name}.".startswith(f"{home}."):
                    _, part, *rest = name.split(".")
                    shared = part == "games" and rest[0] not in others
                    assert part in ("core", "kit") or shared, f"{path.name} imports {name}"

    # -- 8. positions are flat --------------------------------------------------------------------------

    def test_property_8_positions_are_flat(self, setting: Setting) -> None:
        for stop in some(playthrough(setting).stops, 120):
            pos = stop.game.pos
            for field in pos.declared:
                assert is_plain(getattr(pos, field.name)), field.name
            assert all(is_plain(draft, frozen=True) for draft in pos.drafts)

    def test_playing_a_copy_leaves_the_original_alone(self, setting: Setting) -> None:
        for stop in some(playthrough(setting).stops, 20):
            for twin in (
                stop.game.copy(),
                fresh(setting, setting.system.rules.restore(stop.game.pos, stop.game.pos.dump())),
            ):
                for _ in play_on(twin, Random(stop.number), 30):
                    pass
                assert stop.game.pos.hash() == stop.before

    def test_derived_maps_are_caches(self, setting: Setting) -> None:
        for stop in some(playthrough(setting).stops, 120):
            twin = stop.game.copy()
            twin.pos.forget()
            assert twin.pos.hash() == stop.before
            assert shape(fresh(setting, twin.pos).ask) == shape(stop.game.ask)

    # -- 9. choices are checked against the Ask ---------------------------------------------------------

    def test_property_9_choices_are_checked_against_the_ask_and_its_number(self, setting: Setting) -> None:
        sides = range(-3, len(setting.system.sides) + 2)
        for stop in some(playthrough(setting).stops, 40):
            game = stop.game.copy()
            side, choice = stop.answer
            now = game.pos.number_for(side)
            for number in (now - 1, now + 1, now + 1000):
                if number != NOTHING:
                    assert refused(game, choice, side, number) == "core.ask.number"
            for other in sides:
                if other not in game.ask.sides and other != -2:
                    assert refused(game, choice, other) == "core.ask.side"
            game.play(choice, side, now)
            assert game.pos.hash() == stop.after

    def test_nothing_outside_the_ask_is_accepted(self, setting: Setting) -> None:
        stops, dice = playthrough(setting).stops, Random(17)
        verbs = [*setting.system.words.verbs, SEAL[0]]
        for _ in range(FOOLISH_ANSWERS):
            game = dice.choice(stops).game.copy()
            side = dice.choice(game.ask.sides)
            choice = (dice.choice([dice.choice(verbs), _nonsense(dice)]), _any_number(dice))
            if choice not in game.ask.options(side):
                assert refused(game, choice, side) in known_rules(setting.system)

    def test_nothing_is_accepted_after_the_end(self, setting: Setting) -> None:
        played = playthrough(setting)
        game = played.stops[-1].game.copy()
        for _ in play_on(game, Random(1), MOST_ANSWERS):
            pass
        for side in range(-2, len(setting.system.sides)):
            assert refused(game, played.answers[-1].choice, side) == "core.ask.over"

    # -- the walk itself --------------------------------------------------------------------------------

    @pytest.mark.parametrize("seed", [2, 3])
    def test_random_play_comes_to_an_end(self, setting: Setting, seed: int) -> None:
        game = setting.start()
        for _ in play_on(game, Random(seed), MOST_ANSWERS):
            pass
        assert game.over
        assert game.pos.result
        assert game.pos.winner in range(-1, len(setting.system.sides))
        assert game.pos.stack == []

    def test_an_ask_always_has_an_option(self, setting: Setting) -> None:
        for stop in playthrough(setting).stops:
            ask = stop.game.ask
            for side, choices in zip(ask.sides, ask.choices, strict=True):
                assert choices
                assert len(set(choices)) == len(choices)
                assert side == CHANCE or 0 <= side < len(setting.system.sides)
            assert ask.title

    def test_asking_changes_nothing_and_is_the_same_twice(self, setting: Setting) -> None:
        for stop in some(playthrough(setting).stops, 200):
            pos = stop.game.pos.copy()
            first = shape(fresh(setting, pos).ask)
            assert shape(fresh(setting, pos).ask) == first == shape(stop.game.ask)
            assert pos.hash() == stop.before

    def test_the_number_of_the_ask_only_grows(self, setting: Setting) -> None:
        sides = range(ONLOOKER, len(setting.system.sides))
        for one, other in pairwise(playthrough(setting).stops):
            assert all(one.game.pos.number_for(side) <= other.game.pos.number_for(side) for side in sides)
            answering = one.answer.side
            assert one.game.pos.number_for(answering) < other.game.pos.number_for(answering)

    def test_choices_can_be_written_and_read_back(self, setting: Setting) -> None:
        system = setting.system
        for stop in some(playthrough(setting).stops, 60):
            pos = stop.game.pos
            for choices in stop.game.ask.choices:
                for choice in choices:
                    assert system.words.read(pos, system.words.write(pos, choice)) == choice
                    assert "{}" not in system.words.label(pos, choice)
            for side in stop.game.ask.sides:
                assert system.words.sentence(pos, stop.game.ask, side)
            for event in stop.events:
                assert isinstance(system.words.story(pos, event), str)
                assert event.sees == EVERYBODY or 0 < event.sees < 1 << len(system.sides)
            assert pos.hash() == stop.before

    def test_two_starts_are_the_same_position(self, setting: Setting) -> None:
        assert setting.start().pos.hash() == setting.start().pos.hash()
        assert perft(setting.start(), 1) == len(setting.start().ask.options(setting.start().ask.side))
        assert random_answer(setting.start().ask, Random(1)) == random_answer(setting.start().ask, Random(1))

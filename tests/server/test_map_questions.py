"""What the screen asks while a hand is on the map: ways and their price, misclicks, sheets of a battle."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.play.match import Match
from grognard.play.registry import find_system
from grognard.server.table.channel import Channel, common
from grognard.server.table.seating import TableSetup
from grognard.server.table.table_match import TableMatch
from server.conftest import RGW, Client, Eyes, House

PB = "panzerblitz"
Ask = dict[str, Any]


def play_until(house: House, game: str, wanted: Callable[[Ask], bool], dice: str = "rolled") -> Eyes:
    """A hot-seat game at the first Ask that is wanted."""
    eyes = Eyes(*house.sit(house.table("me", "me", game=game, dice=dice), 0))
    for side in (0, 1):
        assert eyes.client.ask("set_standing", side=side, orders={"*": "ask"})["type"] == "ok"
    dice_of = Random(5)
    for _ in range(600):
        eyes.wait()
        if eyes.ask is None:
            break
        if wanted(eyes.ask):
            return eyes
        options = eyes.ask["options"]
        choice = options[dice_of.randrange(len(options))]["do"] if options else ""
        assert give(eyes, choice)["type"] == "ok"
    raise AssertionError("no such Ask came up")


def give(eyes: Eyes, choice: str) -> dict[str, Any]:
    """An answer or a typed die; no choice: a draw that is not listed."""
    ask = eyes.ask
    assert ask is not None
    if not ask.get("is_chance"):
        return eyes.answer(choice)
    hqs = ("41a-hq", "22a-hq", "vi-hq", "xli-pz-hq")
    return eyes.type_die(*([choice] if choice else [f"draw {hq}" for hq in hqs]))


def priced(ask: Ask) -> list[dict[str, Any]]:
    """Hexes with a cost, for a unit in hand."""
    return [one for one in ask["options"] if one.get("cost") and one["verb"] in ("to", "go")]


@pytest.mark.parametrize("game", [RGW, PB])
def test_the_way_to_a_lit_hex_costs_what_the_hex_says(house: House, game: str) -> None:
    eyes = play_until(house, game, lambda ask: bool(priced(ask)))
    ask = eyes.ask
    assert ask is not None
    here = {piece["unit"]: piece["hex"] for piece in eyes.state["scene"]["pieces"]}
    for option in priced(ask):
        shown = eyes.client.ask("path", choice=option["do"], side=ask["side"])
        assert shown["type"] == "path"
        assert shown["hexes"][-1] == option["noun"]
        assert shown["hexes"][0] == here.get(ask["held"][0], option["noun"])
        assert shown["sheet"]["total"].split()[0] == option["cost"]
        assert all(term["rule"] for term in shown["sheet"]["terms"])


def test_the_way_of_what_is_not_offered_or_not_ones_own_is_not_told(house: House) -> None:
    eyes = play_until(house, RGW, lambda ask: bool(priced(ask)))
    assert eyes.ask is not None
    side = eyes.ask["side"]
    assert eyes.client.ask("path", choice="to 0000", side=side)["rule"] == "core.ask.words"
    offered = {option["noun"] for option in eyes.ask["options"] if option["kind"] == "hex"}
    names = house.get(f"/api/games/{RGW}/settings/teaching/board").json()["names"]
    far = next(hex for hex in range(len(names)) if hex not in offered)
    assert eyes.client.ask("path", choice=f"to {names[far]}", side=side)["type"] == "refused"
    assert eyes.client.ask("path", choice="to 0101", side=1 - side)["rule"] == "core.ask.side"
    made = house.table("me", "friend")
    watcher, _ = house.sit(made, 2)
    assert watcher.ask("path", choice="to 0101", side=0)["code"] == "not-yours"
    assert watcher.ask("why_here", hex=0, side=0)["code"] == "not-yours"


def refusals(client: Client, eyes: Eyes) -> list[dict[str, Any]]:
    """What is said to a click on each counter and on some hexes where nothing can be chosen."""
    ask = eyes.ask
    assert ask is not None
    lit = {(option["kind"], option["noun"]) for option in ask["options"]}
    found: list[dict[str, Any]] = []
    for piece in eyes.state["scene"]["pieces"]:
        if piece["hex"] >= 0 and not {("hex", piece["hex"]), ("unit", piece["unit"])} & lit:
            place = {"hex": piece["hex"], "unit": piece["unit"], "side": ask["side"]}
            found.append(client.ask("why_here", **place))
    return found


@pytest.mark.parametrize("game", [RGW, PB])
def test_a_misclick_is_answered_with_a_rule_whatever_is_asked(house: House, game: str) -> None:
    eyes = Eyes(*house.sit(house.table("me", "me", game=game), 0))
    rules: set[str] = set()
    dice = Random(7)
    for _ in range(60):
        eyes.wait()
        if eyes.state["over"] is not None:
            break
        for ruling in refusals(eyes.client, eyes)[:4]:
            assert ruling["type"] == "ruling"
            assert not ruling["allowed"]
            assert ruling["why"]
            assert "among the options" not in ruling["why"]
            rules.add(ruling["rule"])
        eyes.answer(pick=dice.randrange(1000))
    assert len(rules) > 3


def test_a_click_that_no_verb_answers_tells_what_is_wanted(house: House) -> None:
    eyes = play_until(house, RGW, lambda ask: all(one["kind"] == "none" for one in ask["options"]))
    assert eyes.ask is not None
    ruling = eyes.client.ask("why_here", hex=0, side=eyes.ask["side"])
    assert ruling["fix"] == eyes.ask["sentence"]
    beyond = eyes.client.ask("why_here", hex=999_999, unit=999_999, side=eyes.ask["side"])
    assert beyond["fix"] == eyes.ask["sentence"]


def test_the_sheets_of_an_attack_stay_as_it_was_rolled_until_it_is_over(house: House) -> None:
    eyes = play_until(house, RGW, lambda ask: ask["step"] == "RollCombat", dice="typed")
    before = eyes.state["sheets"]
    assert before
    assert eyes.ask is not None
    target = eyes.ask.get("target", -1)
    losses = 0
    for _ in range(60):
        ask = eyes.ask
        assert ask is not None
        give(eyes, ask["options"][0]["do"])
        eyes.wait()
        assert eyes.ask is not None
        if not eyes.state["sheets"] or eyes.ask["step"] == "RollCombat":
            break
        losses += 1
        assert eyes.state["sheets"] == before
        assert eyes.ask.get("target", -1) == target or target < 0
    assert losses > 0


def test_the_sheets_of_hidden_attackers_are_shown_to_their_own_side_only() -> None:
    system, dice = find_system(PB), Random(3)
    seen = 0
    for _ in range(6):
        new = Match.new(system, "teaching", {"hidden-movement": True})
        match = TableMatch(system, new.header, new.game)
        for _ in range(400):
            if match.over:
                break
            if match.ask.is_chance:
                match.roll(dice)
                continue
            sheets = [
                Channel(system, match, side, (), TableSetup([])).picture(common(system, match)).common.sheets
                for side in (-1, 0, 1)
            ]
            if any(sheets):
                asked = match.ask.side
                assert [side for side in (-1, 0, 1) if sheets[side + 1]] == [asked]
                seen += 1
            options = match.ask.options(match.ask.side)
            attack = [one for one in options if one[0] in ("fire", "whole", "add", "assault", "join", "from")]
            match.answer(match.ask.side, dice.choice(attack or options))
    assert seen > 0


def test_a_place_in_the_game_is_the_same_for_the_link_that_onlookers_get(house: House) -> None:
    made = house.table("me", "me")
    eyes = Eyes(*house.sit(made, 0))
    for turn in range(30):
        eyes.wait()
        eyes.answer(pick=turn * 7)
    watch = made["seats"][-1]["token"]
    differing = 0
    for n in range(eyes.state["scene"]["number"]):
        mine = eyes.client.ask("replay_at", n=n)
        theirs = house.get(f"/api/tables/{made['table']}/at/{mine['onlooker']}", watch).json()
        assert theirs["n"] == mine["onlooker"]
        assert [piece["hex"] for piece in theirs["scene"]["pieces"]] == [
            piece["hex"] for piece in mine["scene"]["pieces"]
        ]
        differing += mine["onlooker"] != mine["n"]
    assert differing > 0, "the side has written secret orders, which onlookers do not count"


def test_an_undo_into_an_attack_brings_its_sheets_back() -> None:
    system, dice = find_system(RGW), Random(2)
    checked = 0
    for _ in range(40):
        new = Match.new(system, "teaching")
        match = TableMatch(system, new.header, new.game)
        for _ in range(300):
            if match.over:
                break
            if match.ask.is_chance:
                match.roll(dice)
                continue
            side = match.ask.side
            was_fought = match.sheets() if match.ask.procedure in ("advance", "retreat", "combat") else []
            options = match.ask.options(side)
            match.answer(side, options[dice.randrange(len(options))])
            if was_fought and not match.over and not match.sheets() and match.can_undo(side) is None:
                match.undo(side)
                assert match.sheets() == was_fought
                checked += 1
                match.answer(side, match.ask.options(side)[-1])
    assert checked > 0

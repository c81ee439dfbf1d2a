"""Scenarios of a player's own: what the rules of this game can read, and what they refuse to."""

import pytest

from grognard.core.content.player_files import PlayerFiles
from grognard.core.content.read import ContentError
from grognard.games.red_god_of_war.model.content import Content, load_content

HEAD = """
id = "own"
base = "teaching"
title = "Own"
summary = "The first game, changed."
minutes = 10
turns = 3
"""


def loaded(text: str) -> Content:
    return load_content("", {}, PlayerFiles({"own.toml": HEAD + text}, scenario="own.toml"))


def faults(text: str) -> str:
    """What is told about a scenario that cannot be played."""
    with pytest.raises(ContentError) as problem:
        loaded(text)
    return str(problem.value)


def counter(faces: str, size: str = "X", more: str = "") -> str:
    lines = (
        f'id = "own-tb"\nname = "Own TB"\nside = "soviet"\nkind = "tank"\nsize = "{size}"\nfaces = {faces}'
    )
    return f"counters = '''\n[[counter]]\n{lines}\n{more}\n'''\n"


@pytest.mark.rule("rgw.losses.2")
@pytest.mark.parametrize("faces", ["[[3, 1, 8]]", "[[3, 1, 8], [1, 1, 8]]"])
def test_a_counter_of_ones_own_has_one_step_or_two(faces: str) -> None:
    content = loaded(counter(faces) + '[setup]\nown-tb = "0302"\n41a-hq = "0301"\n')
    assert content.max_steps[content.roster.index["own-tb"]] == faces.count("8")


@pytest.mark.rule("rgw.losses.2")
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (counter("[[3, 1, 8], [2, 1, 8], [1, 1, 8]]"), "has more steps than the rules know"),
        (counter("[[3, 1, 8]]", more="steps = 2"), "has more steps than the rules know"),
        (counter("[[3, 1, 8]]", size="I"), "there is no size 'I'"),
    ],
)
def test_a_counter_the_rules_cannot_read_is_refused(text: str, fault: str) -> None:
    told = faults(text)
    assert f"counter own-tb: {fault}" in told
    assert "counter 150-rd" not in told, "those of the game are in order"


@pytest.mark.rule("rgw.setup.8", "rgw.setup.9")
@pytest.mark.parametrize(("track", "last"), [("stalin", 9), ("okw", 5)])
def test_a_marker_lies_in_a_box_of_its_track(track: str, last: int) -> None:
    """Stalin's track has nine boxes, that of the OKW five."""
    loaded(f"[markers]\n{track}-box = {last}\n")
    told = faults(f"[markers]\n{track}-box = {last + 1}\n")
    assert f"markers.{track}-box: there is no box {last + 1}" in told
    assert f"1 to {last}" in told


@pytest.mark.rule("rgw.turn.5")
@pytest.mark.parametrize(
    ("victory", "fault"),
    [
        ('hexes = "crt"\nlevels = "teaching"', "there is no table 'crt' of victory hexes"),
        ('hexes = "victory-hexes"\nlevels = "teaching"', "there is no hex "),  # of the great map
        ('levels = "teaching"\nhexes = { "0909" = { soviet = 1 } }', "there is no hex '0909'"),
        ('hexes = {}\nlevels = "3 turns"', "there is no column '3 turns' of victory levels"),
        ("hexes = {}\nlevels = { triumph = 3 }", "victory.levels.triumph: is no level of victory"),
    ],
)
def test_what_wins_must_be_on_the_map_and_in_the_tables(victory: str, fault: str) -> None:
    told = faults(f"[victory]\n{victory}\n")
    assert fault in told
    assert told.count("victory.hexes:") + told.count("victory.levels") >= 1


@pytest.mark.rule("rgw.turn.5")
def test_levels_of_ones_own_keep_their_order_and_end_in_a_german_decisive_victory() -> None:
    hexes = '{ "0303" = { soviet = 4, german = 1 } }'
    text = f"[victory]\nhexes = {hexes}\nlevels = {{ draw = 0, soviet-major = 3 }}\n"
    content = loaded(text)
    assert content.levels == [("soviet-major", 3), ("draw", 0), ("german-decisive", None)]
    hex = content.grid.index("0303")
    assert content.objective_hexes == [hex]
    assert [content.objective[side][hex] for side in (0, 1)] == [1, 4]


@pytest.mark.rule("rgw.reinforce.10")
def test_the_only_event_that_brings_units_in_is_the_release_of_the_third_tank_army() -> None:
    coming = '[[reinforcements]]\nunits = ["104-tb"]\nat = ["0101"]\nwhen = "{}"\n'
    content = loaded(coming.format("third-tank-army"))
    assert content.arrival_turn[content.roster.index["104-tb"]] > 16
    assert "reinforcements[1].when: 'thaw' is no event" in faults(coming.format("thaw"))

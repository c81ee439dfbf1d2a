"""A plan is a file: what it means, and everything that is wrong with it at once."""

from pathlib import Path

import pytest

from grognard.core.content.read import ContentError
from grognard.play.registry import find_system
from grognard.study.plan import CHANGED, Study, change_own, house_values, read_plan, tables_of


def faults(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    with pytest.raises(ContentError) as told:
        read_plan(path)
    return str(told.value)


def test_every_match_is_played_as_it_is_and_in_the_variants_of_its_game(study: Study) -> None:
    found = [(one.match, one.variant, one.players, one.games) for one in study.setups]
    assert found == [
        ("mars", "base", ["random", "staff"], 4),
        ("mars", "dear divisions", ["random", "staff"], 4),
        ("drop", "base", ["random", "random"], 2),
    ]
    assert study.games == 10


def test_a_change_is_more_or_less_with_a_sign_and_else_the_value(study: Study) -> None:
    system = find_system("red-god-of-war")
    tables = tables_of(system, "teaching", study.setups[1].own)
    assert tables["victory-schedule"].integer("soviet-division", "points") == 2
    assert tables["victory-schedule"].integer("railway-cut", "points") == 5
    assert tables["victory-schedule"].integer("german-hq", "points") == 2
    assert tables_of(system, "teaching")["victory-schedule"].integer("soviet-division", "points") == 1


def test_a_second_change_keeps_the_first() -> None:
    system = find_system("red-god-of-war")
    first = change_own(system, "teaching", study_own(), {"victory-schedule.german-hq.points": 9})
    second = change_own(system, "teaching", first, {"victory-schedule.regiment.points": "-1"})
    tables = tables_of(system, "teaching", second)
    assert second.tables == CHANGED
    assert tables["victory-schedule"].integer("german-hq", "points") == 9
    assert tables["victory-schedule"].integer("regiment", "points") == 0


def study_own() -> object:
    from grognard.core.content.player_files import NO_FILES

    return NO_FILES


def test_all_faults_of_a_plan_are_told_at_once(tmp_path: Path) -> None:
    told = faults(
        tmp_path / "plan.toml",
        """
games = 3
[[match]]
game = "red-god-of-war"
players = ["random"]
[[match]]
game = "chess"
[[match]]
game = "panzerblitz"
scenario = "nowhere"
[[match]]
game = "panzerblitz"
options = { weather-control = true }
[[variant]]
name = "base"
[[variant]]
name = "two"
game = "panzerblitz"
tables = "missing.toml"
""",
    )
    for part in (
        "1 player for 2 sides",
        "there is no game 'chess'",
        "has no scenario 'nowhere'",
        "no option 'weather-control'",
        "'base' is empty or taken",
        "missing.toml",
    ):
        assert part in told


def test_wrong_types_and_unknown_keys_are_told_with_their_place(tmp_path: Path) -> None:
    told = faults(tmp_path / "plan.toml", 'games = 0\nspeed = 3\n[[match]]\ngame = 7\nswap = "yes"\n')
    for part in ("games", "speed: is not a known key", "match[1].game", "match[1].swap"):
        assert part in told


def test_a_change_of_what_is_not_there_is_told(tmp_path: Path) -> None:
    told = faults(
        tmp_path / "plan.toml",
        '[[match]]\ngame = "red-god-of-war"\n[[variant]]\nname = "x"\nchange = { "no.such.value" = 1 }\n',
    )
    assert "no.such.value: is no value of these tables" in told


def test_sensitivity_tries_every_house_value_up_and_down(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(
        'games = 1\n[[match]]\ngame = "red-god-of-war"\n[sensitivity]\ntables = ["victory-schedule"]\n',
        "utf-8",
    )
    study = read_plan(path)
    table = tables_of(find_system("red-god-of-war"), "teaching")["victory-schedule"]
    values = house_values([table])
    # Nine rows, each with its points and how many make them.
    assert len(values) == 18
    tried = {(setup.changed, setup.by) for setup in study.setups if setup.changed}
    left_out = {line.partition(":")[0] for line in study.left_out}
    wanted = {(value, by) for value in values for by in (1, -1)}
    assert tried | {(name[:-3], int(name[-2:])) for name in left_out} == wanted


def test_a_study_is_the_same_however_many_games_are_played(plan_file: Path) -> None:
    key = read_plan(plan_file).key
    text = plan_file.read_text("utf-8")
    plan_file.write_text(text.replace("games = 4", "games = 40"), "utf-8")
    assert read_plan(plan_file).key == key
    plan_file.write_text(text.replace("seed = 3", "seed = 4"), "utf-8")
    assert read_plan(plan_file).key != key


def test_swapped_games_change_seats_and_keep_the_dice(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('[[match]]\ngame = "panzerblitz"\nplayers = ["staff", "random"]\nswap = true\n', "utf-8")
    (setup,) = read_plan(path).setups
    assert [setup.seating(number) for number in (0, 1, 2)] == [
        (0, ["staff", "random"]),
        (0, ["random", "staff"]),
        (1, ["staff", "random"]),
    ]

"""Which rules the code cites is read from the code itself."""

from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.core.ledger import (
    FILLED,
    Ledger,
    LedgerRule,
    citations,
    load_ledger,
    rule,
    rule_of,
    rules_of,
    search,
)

SOURCE = '''
"""abc.move.9 is only talked about here, and so is abc.move.8."""

# abc.move.7
from grognard.core.ledger import rule

TABLE = {"abc.table.1": 3, "xyz.table.1": 4}


@rule("abc.move.1", "abc.move.2")
class Walk:
    """Walks (abc.move.3)."""

    @rule("abc.move.4")
    def may(self):
        return Refusal("abc.move.5", "see abc.move.6")


def note():
    "abc.move.10"
    return f"abc.move.{11}"
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "walk.py").write_text(SOURCE, "utf-8")
    return tmp_path


def test_citations_are_string_constants_of_the_prefix_and_nothing_else(folder: Path) -> None:
    found = {citation.id for citation in citations(folder, "abc")}
    assert {"abc.table.1", "abc.move.1", "abc.move.2", "abc.move.4", "abc.move.5"} <= found
    assert found.isdisjoint({f"abc.move.{n}" for n in (3, 6, 7, 8, 9, 11)})
    assert "xyz.table.1" not in found


def test_a_docstring_that_is_only_an_id_is_no_citation(folder: Path) -> None:
    assert "abc.move.10" not in {citation.id for citation in citations(folder, "abc")}


def test_a_citation_says_where_it_stands(folder: Path) -> None:
    (citation,) = [one for one in citations(folder, "abc") if one.id == "abc.move.5"]
    assert citation.file == "deep/walk.py"
    assert citation.owner == "Walk.may"
    assert SOURCE.split("\n")[citation.line - 1].strip().startswith("return Refusal")


def test_files_of_one_name_are_told_apart_by_their_paths_in_the_package(folder: Path) -> None:
    """A package of somebody's own is named with its files; of a plain folder only what is in it."""
    package = folder / "deep" / "river"
    for part in (package, package / "rail", package / "road"):
        part.mkdir()
        (part / "__init__.py").write_text("", "utf-8")
        (part / "zoc.py").write_text('ZOC = "abc.zoc.1"\n', "utf-8")

    def files(place: Path) -> list[str]:
        return [one.file for one in citations(place, "abc") if one.id == "abc.zoc.1"]

    assert files(package) == ["river/rail/zoc.py", "river/road/zoc.py", "river/zoc.py"]
    assert files(package / "rail") == ["river/rail/zoc.py"]
    assert files(folder)[0] == "deep/river/rail/zoc.py"


def test_files_of_our_own_games_are_told_after_the_name_of_the_program() -> None:
    ours = Path(grognard.__file__).parent / "games" / "ocs"
    found = {one.file for one in citations(ours, "ocs") if one.id == "ocs.zoc.1"}
    assert found
    assert all(file.startswith("games/ocs/") for file in found)
    assert all((ours.parents[1] / file).is_file() for file in found)


def test_a_decorator_belongs_to_what_it_decorates(folder: Path) -> None:
    owners = {citation.id: citation.owner for citation in citations(folder, "abc")}
    assert owners["abc.move.1"] == "Walk"
    assert owners["abc.move.4"] == "Walk.may"
    assert owners["abc.table.1"] == ""


def test_a_marked_step_carries_its_rules_and_a_question_only_names_them() -> None:
    @rule("abc.move.1", "abc.move.2")
    class Marked:
        pass

    @rule("abc.move.3")
    def marked() -> None: ...

    class Heir(Marked):
        pass

    assert rules_of(Marked) == ("abc.move.1", "abc.move.2")
    assert rules_of(marked) == ()
    assert rules_of(Heir) == ()


def test_a_ledger_is_read_and_searched(tmp_path: Path) -> None:
    path = tmp_path / "ledger.toml"
    path.write_text(
        '[game]\nid = "abc"\n[[chapter]]\nid = "move"\ntitle = "Movement"\n'
        '[[rule]]\nid = "abc.move.1"\ntext = "Walk."\nfrom = "a card"\nlines = [3]\n',
        "utf-8",
    )
    ledger: Ledger = load_ledger(path)
    assert ledger.ids() == ["abc.move.1"]
    found = ledger.find("abc.move.1")
    assert found is not None
    assert (found.chapter, found.source, found.lines) == ("move", "a card", [3])
    assert ledger.find("abc.move.2") is None


def test_rules_that_the_source_only_points_to_are_read_in_a_chapter_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "ledger.toml"
    path.write_text(
        '[game]\nid = "abc"\n[[chapter]]\nid = "move"\ntitle = "Movement"\n'
        '[[rule]]\nid = "abc.move.1"\ntext = "Retreat as the rulebook says."\n'
        '[[missing]]\nid = "rule:8.3"\nname = "Retreats"\nreading = "Hex by hex."\n'
        '[[missing]]\nid = "map:roads"\nname = "Roads"\nreading = "On the board."\n',
        "utf-8",
    )
    ledger = load_ledger(path)
    assert ledger.ids() == ["abc.move.1"]
    shown = [(one.id, one.chapter, one.text, one.reading) for one in ledger.readable()]
    assert shown == [
        ("abc.move.1", "move", "Retreat as the rulebook says.", ""),
        ("rule:8.3", FILLED.id, "Retreats", "Hex by hex."),
    ]


FOUND = (
    LedgerRule("abc.zoc.1", "A zone of control stops whoever enters."),
    LedgerRule("abc.zoc.12", "Armour may leave.", words=["tank breakdown", "flipped"]),
    LedgerRule("abc.move.1", "An army moves.", reading="Silent: zones end with it."),
)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("zoc", ["abc.zoc.1", "abc.zoc.12"]),
        ("Zone CONTROL", ["abc.zoc.1"]),
        ("zone*", ["abc.zoc.1", "abc.move.1"]),
        ("arm", []),
        ("arm*", ["abc.zoc.12", "abc.move.1"]),
        ("zoc 12", ["abc.zoc.12"]),
        ("abc.zoc", ["abc.zoc.1", "abc.zoc.12"]),
        ("tank breakdown", ["abc.zoc.12"]),
        ("armour flipped", ["abc.zoc.12"]),
        ("...", []),
        (" ", ["abc.zoc.1", "abc.zoc.12", "abc.move.1"]),
    ],
)
def test_rules_are_found_by_whole_words_of_ours_and_of_the_source(words: str, found: list[str]) -> None:
    assert [one.id for one in search(FOUND, words)] == found


def test_the_word_that_somebody_is_typing_may_only_have_begun() -> None:
    assert [one.id for one in search(FOUND, "control zo", is_typing=True)] == ["abc.zoc.1"]
    assert search(FOUND, "cont zone", is_typing=True) == []


GAMES = Path(grognard.__file__).parent / "games"


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/data/ledger.toml")), ids=lambda path: path.parts[-3])
def test_the_words_of_the_source_are_single_terms_that_our_text_lacks(path: Path) -> None:
    rules = load_ledger(path).rule
    assert any(one.words for one in rules)
    for one in rules:
        assert len(one.words) == len(set(one.words)), one.id
        ours = msgspec.structs.replace(one, words=[], clauses={})
        for term in one.words:
            assert 1 <= len(term.split()) <= 3, (one.id, term)
            assert not search([ours], term), f"{one.id} says '{term}' itself"


@pytest.mark.parametrize(
    ("game", "words", "found"),
    [
        ("red_steel", "tank breakdown", "rs.soviet-move.1"),
        ("red_steel", "undemoralized", "rs.odds-shifts.11"),
        ("red_parachutes", "machine guns", "rp.engineering.10"),
        ("red_parachutes", "vacant", "rp.retreat.11"),
        ("red_god_of_war", "vacant", "rgw.halt.1"),
        ("red_god_of_war", "container", "rgw.turn.3"),
        ("panzerblitz", "flipped", "pb.results.7"),
        ("panzerblitz", "armored target", "pb.stacking.3"),
        ("ocs", "flipped", "ocs.modes.3"),
        ("ocs", "disorganized", "ocs.modes.31"),
    ],
)
def test_a_player_who_knows_the_source_finds_the_rule(game: str, words: str, found: str) -> None:
    rules = load_ledger(GAMES / game / "data" / "ledger.toml").readable()
    assert found in [one.id for one in search(rules, words)]


def test_a_ledger_of_the_wrong_shape_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "ledger.toml"
    path.write_text("[game]\nid = 3\n", "utf-8")
    with pytest.raises(msgspec.ValidationError):
        load_ledger(path)


SHARED = """
[game]
id = "second"
prefix = "se"
[[chapter]]
id = "zoc"
title = "Zones"
[[rule]]
id = "se.zoc.1"
text = "As in the first game."
same_as = "fi.zoc.7"
[[rule]]
id = "se.zoc.2"
text = "Its own."
"""


def test_a_rule_that_is_the_same_as_one_of_another_game_is_found_under_both_ids(tmp_path: Path) -> None:
    """The code of a family names the rules of its first game; the ledger of the second follows."""
    path = tmp_path / "ledger.toml"
    path.write_text(SHARED, "utf-8")
    ledger = load_ledger(path)
    found = ledger.find("fi.zoc.7")
    assert found is not None
    assert found.id == "se.zoc.1"
    assert ledger.find("fi.zoc.2") is None
    assert ledger.shared() == {"fi.zoc.7": ["se.zoc.1"]}


def test_a_rule_that_says_several_things_has_lettered_clauses(tmp_path: Path) -> None:
    path = tmp_path / "ledger.toml"
    path.write_text(
        'chapter = []\ngame = { id = "abc" }\n'
        '[[rule]]\nid = "abc.move.1"\ntext = "Foot and horse move."\n'
        'clauses.a = "Foot moves 3."\nclauses.b = "Horse moves 5."\n'
        '[[rule]]\nid = "abc.move.2"\ntext = "Guns do not."\n'
    )
    ledger = load_ledger(path)
    assert ledger.ids() == ["abc.move.1", "abc.move.2"]
    assert ledger.clause_ids() == ["abc.move.1a", "abc.move.1b", "abc.move.2"]
    assert ledger.citable() == ["abc.move.1", "abc.move.2", "abc.move.1a", "abc.move.1b"]
    assert [rule_of(id) for id in ledger.clause_ids()] == ["abc.move.1", "abc.move.1", "abc.move.2"]
    assert [rule.id for rule in search(ledger.rule, "horse moves 5")] == ["abc.move.1"]

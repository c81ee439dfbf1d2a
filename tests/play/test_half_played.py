"""Half-played games of every release go on: as they were, or under the rules of now with every answer.

`make fixtures` writes the games of a release (tools/half_played.py). A game whose rules have still the
edition that it was begun with must go on as it was: a rule that changes raises the edition.
"""

import tarfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from grognard.core.position import NOTHING
from grognard.play.editions import Course, GivenBefore, play_on
from grognard.play.header import side_of
from grognard.play.record import Record, open_start, read_record
from grognard.play.registry import game_ids

FOLDER: Final = Path(__file__).parents[1] / "fixtures" / "half_played"
RELEASES: Final = sorted(FOLDER.glob("*.tar.xz"))
GOES_ON: Final = 0.95
"""At least such a share of a release's games keeps every answer."""


def games_of(release: Path) -> list[Record]:
    with tarfile.open(release) as archive:
        files = [(entry.name, archive.extractfile(entry)) for entry in archive.getmembers()]
        return [read_record(file.read(), name) for name, file in files if file is not None]


def course_of(record: Record) -> Course:
    match = open_start(record, None, True)
    given = [
        GivenBefore(side_of(match.system, one.by), one.do, one.hash, one.order or NOTHING)
        for one in record.answers
    ]
    return play_on(match, given, match.header.start == record.header.start)


def test_a_release_is_kept_with_every_scenario_of_every_game() -> None:
    assert RELEASES
    for game in game_ids():
        assert any(record.header.game == game for record in games_of(RELEASES[-1]))


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name.removesuffix(".tar.xz"))
def test_half_played_games_go_on(release: Path, record_property: Callable[[str, object], None]) -> None:
    games = games_of(release)
    assert games and all(record.answers for record in games)
    how: Counter[str] = Counter()
    changed: list[str] = []
    cut: list[str] = []
    for record in games:
        course = course_of(record)
        same = "as they were" if course.is_same else "under other rules"
        how[same if course.is_whole else "not with every answer"] += 1
        if not course.is_whole:
            cut.append(f"{record.file}: {course.kept} of {course.answers} answers stand; {course.rule}")
        edition = open_start(record, None, True).system.edition
        if not course.is_same and record.header.edition == edition:
            changed.append(f"{record.file}: answer {course.since} leads elsewhere in edition {edition} too")
    told = ", ".join(f"{count} {what}" for what, count in how.items())
    record_property("told", f"half-played games of {release.name.removesuffix('.tar.xz')}: {told}")
    assert not changed, "a rule has changed and the edition has not (`edition` in the game's system.py)"
    assert len(games) - len(cut) >= GOES_ON * len(games), "\n".join(cut)

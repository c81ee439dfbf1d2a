"""Writes half-played games of every game and scenario as this release plays them: later ones go on with them.

    make fixtures                     tests/fixtures/half_played/VERSION.tar.xz

Run it when a release is made, after the editions of the rules were raised; the files of earlier releases
stay. tests/play/test_half_played.py plays them all again and tells how many go on. Positions are named after
every so many answers only, which keeps the files small.
"""

import io
import random
import sys
import tarfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from grognard import __version__
from grognard.ai.players import choose, make_player
from grognard.play.match import Match
from grognard.play.record import text_of
from grognard.play.registry import find_system, game_ids

FOLDER: Final = Path(__file__).parents[1] / "tests" / "fixtures" / "half_played"
ANSWERS: Final = {"random": 400, "staff": 300}
"""At most so many of each kind of player."""
SEEDS: Final = {"random": (1, 2), "staff": (3,)}
NAMED: Final = 8
"""After every so many answers the position is named, and after the last."""


class Wanted(NamedTuple):
    """A game to be played."""

    game: str
    scenario: str
    level: str
    seed: int

    @property
    def file(self) -> str:
        """Its name in the archive."""
        return f"{self.game}-{self.scenario}-{self.level}-{self.seed}.jsonl"


def wanted() -> list[Wanted]:
    """Every scenario of every game, by each kind of player."""
    return [
        Wanted(game, scenario.id, level, seed)
        for game in game_ids()
        for scenario in find_system(game).rules.scenarios()
        for level, seeds in SEEDS.items()
        for seed in seeds
    ]


def played(one: Wanted) -> bytes:
    """The record of a game that is not over: one that ends is left in its middle."""
    match = _match(one, ANSWERS[one.level])
    if match.over:
        match = _match(one, len(match.answers) // 2)
    last = len(match.answers)
    answers = [
        answer if answer.n % NAMED == 0 or answer.n == last else msgspec.structs.replace(answer, hash="")
        for answer in match.answers
    ]
    return text_of(match.header, answers)


def _match(one: Wanted, most: int) -> Match:
    system, dice = find_system(one.game), random.Random(f"{one.file}")
    match = Match.new(system, one.scenario, players=dict.fromkeys(system.sides, one.level))
    players = [make_player(one.level, system, None) for _ in system.sides]
    while not match.over and len(match.answers) < most:
        if match.ask.is_chance:
            match.roll(dice)
            continue
        side = dice.choice(match.ask.sides)
        match.answer(side, choose(players[side], system, match.pos, match.ask, side, dice))
    return match


def main() -> int:
    """Write the archive of this release."""
    FOLDER.mkdir(exist_ok=True)
    games = wanted()
    with ProcessPoolExecutor(2) as workers:
        texts = list(workers.map(played, games, chunksize=1))
    path = FOLDER / f"{__version__}.tar.xz"
    with tarfile.open(path, "w:xz", preset=9) as archive:
        for one, text in zip(games, texts, strict=True):
            entry = tarfile.TarInfo(one.file)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    print(f"{path.name}: {len(games)} half-played games, {path.stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

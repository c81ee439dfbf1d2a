"""Names mean nothing to who draws: the toy game with all of them changed paints the same pixels."""

import os
import subprocess
import sys
from pathlib import Path

from toy.nonsense import NAMES, write_nonsense

TESTS = Path(__file__).parents[1]
PLAY = """
import sys
from hashlib import sha256
from random import Random
from grognard.draw.looks import looks_of
from grognard.draw.png import to_png
from grognard.draw.position import position_svg
from toy.game import SYSTEM

game, dice = SYSTEM.rules.start("teaching"), Random(5)
looks = looks_of(SYSTEM)
names = [*SYSTEM.words.verbs, *looks.terrain, *looks.kinds, *looks.badges, *looks.places]
print("|".join(sorted(names)))
while not game.over:
    side = game.ask.sides[0]
    options = game.ask.options(side)
    game.play(options[dice.randrange(len(options))], side)
    if game.pos.number % 12 == 0:
        svg = position_svg(SYSTEM, game.pos, max(side, 0))
        print(game.pos.number, sha256(to_png(svg)).hexdigest())
"""


def pictures(folder: Path) -> list[str]:
    """What a game of the toy in that folder paints, every few answers, after all its names."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_a_game_whose_names_are_nonsense_paints_the_same_pixels(tmp_path: Path) -> None:
    write_nonsense(tmp_path)
    plain, nonsense = pictures(TESTS), pictures(tmp_path)
    names = [set(one[0].split("|")) for one in (plain, nonsense)]
    assert names[1] == {NAMES.get(name, name) for name in names[0]}
    assert names[0] & names[1] == {"roll", "seal"}, "every other name is changed"
    assert len(plain) > 4
    assert plain[1:] == nonsense[1:]

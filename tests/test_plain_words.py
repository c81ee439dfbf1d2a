"""One word for one thing: docs/words.md has the words of the program, and retired ones stay out of it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "words.md").read_text("utf-8")
BEFORE, _, AFTER = PAGE.partition("## Not any more")
ROW = re.compile(r"^\| ([^|]+?) \| [^|]+ \|$", re.MULTILINE)
WORDS = [word for word in ROW.findall(BEFORE) if word not in ("word", "---")]
RETIRED = [word for word in ROW.findall(AFTER) if word not in ("retired", "---")]
PROGRAM = {
    path.relative_to(ROOT): path.read_text("utf-8")
    for folder, ends in (("src/grognard", ("py", "toml")), ("web/src", ("svelte", "ts")))
    for end in ends
    for path in sorted((ROOT / folder).rglob(f"*.{end}"))
}


def test_the_page_has_the_words_of_screen_and_log() -> None:
    assert 55 <= len(WORDS) <= 75
    assert len(set(WORDS)) == len(WORDS), "one word, one meaning"
    whole = "\n".join(PROGRAM.values()).lower()
    assert [word for word in WORDS if word not in whole] == [], "the program says these no more"


@pytest.mark.parametrize("wording", RETIRED)
def test_a_retired_wording_stays_out_of_the_program(wording: str) -> None:
    assert [str(path) for path, text in PROGRAM.items() if wording.lower() in text.lower()] == []

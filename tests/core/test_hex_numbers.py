"""Printed hex numbers by rule."""

import re
from pathlib import Path

import pytest

from grognard.core.board.board import load_board
from grognard.core.board.hex_numbers import HexNumbers, hex_numbers
from grognard.core.content.read import ContentError

DOCS = Path(__file__).parent.parent.parent / "docs" / "board-format.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (HexNumbers(), ["0101", "0201", "0102", "0202"]),
        (HexNumbers("1001", rows="up"), ["1002", "1102", "1001", "1101"]),
        (HexNumbers("0101", across="left"), ["0201", "0101", "0202", "0102"]),
        (HexNumbers("0510", leads="row"), ["0510", "0511", "0610", "0611"]),
        (HexNumbers("101", digits=1), ["101", "201", "102", "202"]),
        (HexNumbers("1.09"), ["1.09", "2.09", "1.10", "2.10"]),
        (HexNumbers("Z1", leads="row"), ["Z1", "Z2", "AA1", "AA2"]),
        (HexNumbers("hex"), []),
        (HexNumbers("123"), []),
    ],
)
def test_numbers_follow_the_rule(rule: HexNumbers, expected: list[str]) -> None:
    assert hex_numbers(rule, 2, 2) == expected


def test_a_map_may_count_by_rule_or_by_list_but_not_both() -> None:
    plain = 'columns = 2\nrows = 1\nterrain = { legend = { "." = "clear" }, rows = [".."] }\n'
    assert load_board(plain + 'numbering = { first = "A1" }').grid.names == ["A1", "B1"]
    with pytest.raises(ContentError, match="stands beside names"):
        load_board(plain + 'names = ["a", "b"]\nnumbering = { first = "A1" }')
    with pytest.raises(ContentError, match=r"numbering\.first: 'one' is no number"):
        load_board(plain + 'numbering = { first = "one" }')


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_of_the_format_loads(text: str) -> None:
    assert load_board(text).size > 0


def test_the_documented_numbers_are_those_of_the_example() -> None:
    text = next(one for one in EXAMPLES if "numbering = { first" in one and "1002 1102" in one)
    assert load_board(text).grid.names == ["1002", "1102", "1202", "1001", "1101", "1201"]

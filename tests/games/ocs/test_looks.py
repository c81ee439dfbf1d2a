"""Everything of the series that is drawn has a look."""

from itertools import chain

from grognard.draw.looks import looks_of
from grognard.draw.position import position_svg
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.model.content import load_content
from grognard.games.ocs.table.knowledge import MARKED


def test_every_name_has_a_look() -> None:
    looks = looks_of(SYSTEM)
    content = load_content("selm-river")
    board = content.board
    assert set(board.terrain_kinds) <= set(looks.terrain)
    assert set(board.side_kinds[1:]) <= set(looks.hexsides)
    assert set(board.link_kinds) <= set(looks.routes)
    assert {place.kind for place in board.places.values()} <= set(looks.places)
    assert set(content.roster.kinds) <= set(looks.kinds)
    assert set(SYSTEM.screen.overlays()) <= set(looks.overlays)
    view = SYSTEM.knowledge.show(SYSTEM.rules.start("selm-river").pos, 0)
    badges = chain(MARKED.values(), view.marks, *(piece.badges for piece in view.pieces))
    assert set(badges) <= set(looks.badges)


def test_a_position_is_drawn_for_each_side() -> None:
    game = SYSTEM.rules.start("teaching")
    pictures = {position_svg(SYSTEM, game.pos, side) for side in (0, 1)}
    assert len(pictures) == 2 and all("<svg" in picture for picture in pictures)

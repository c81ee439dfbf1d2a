"""What a learner sees: a slot for each thing, finite numbers, and always what a fresh look would show."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from grognard.core.system import AnySystem
from grognard.core.view import Piece
from grognard.games.red_steel import SYSTEM as RED_STEEL
from grognard.play.registry import find_system, game_ids
from grognard.rl.coder import MAP
from grognard.rl.episodes import Episodes
from grognard.rl.picture import differences
from grognard.template.hill_fight import SYSTEM as HILL_FIGHT

GAMES = sorted({*game_ids(), RED_STEEL.id})
RGW = "red-god-of-war"


def system_of(game: str) -> AnySystem:
    return RED_STEEL if game == RED_STEEL.id else find_system(game)


def scenarios(system: AnySystem) -> list[str]:
    """The lesson and the largest of the others that is no campaign of hours."""
    ids = [scenario.id for scenario in system.rules.scenarios()]
    return ids[:1] + ids[-1:]


def play(deal: Episodes, count: int, seed: int = 1) -> Iterator[int]:
    """Random answers; yields the side before each."""
    generator = random.Random(seed)
    deal.deal(seed)
    for _ in range(count):
        if deal.over:
            deal.deal(None)
        yield deal.side
        deal.act(generator.randrange(len(deal.actions.rows)))


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_of_what_changed_is_that_of_a_fresh_look(game: str) -> None:
    system = system_of(game)
    for scenario in scenarios(system):
        deal = Episodes(system, scenario)
        for number, side in enumerate(play(deal, 160)):
            seen = deal.observation(side)
            if number % 8:
                continue
            fresh = deal.clone().observation(side)
            for name, array in fresh.items():
                assert np.array_equal(seen[name], array), (scenario, number, name)
            assert deal.coder.space.contains(seen)


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_view_shows_has_a_place_of_its_own(game: str) -> None:
    system = system_of(game)
    for scenario in scenarios(system):
        deal = Episodes(system, scenario)
        coder = deal.coder
        assert len(set(coder.tracks)) == len(coder.tracks)
        assert len(set(coder.planes)) == len(coder.planes)
        for side in play(deal, 200):
            view = system.knowledge.show(deal.game.pos, side)
            assert {line.label for line in view.tracks} <= set(coder.labels)
            assert {*view.marks, *view.side_marks} <= set(system.knowledge.marked)
            badges = {badge for piece in view.pieces if piece.unit >= 0 for badge in piece.badges}
            assert badges <= set(coder.badges)


def test_two_tracks_never_share_a_slot() -> None:
    deal = Episodes(find_system(RGW), "teaching")
    deal.deal(1)
    pos, coder = deal.game.pos, deal.coder
    before = deal.observation(0)["tracks"]
    pos.stalin += 1
    after = deal.observation(0)["tracks"]
    changed = [coder.tracks[slot] for slot in np.flatnonzero(before != after)]
    assert "stalin" in changed and not any("supply" in name for name in changed)


def test_planes_are_a_map_with_an_index_and_neighbours() -> None:
    system = find_system(RGW)
    deal = Episodes(system, "teaching")
    deal.deal(1)
    coder, board = deal.coder, deal.game.pos.board
    planes = deal.observation(0)["planes"]
    assert planes.shape == (len(coder.planes), board.grid.rows, board.grid.columns)
    view = system.knowledge.show(deal.game.pos, 0)
    own = np.zeros(planes.shape[1:])
    for piece in view.pieces:
        row, column = coder.cells[piece.hex]
        own[row, column] += (piece.side == 0) / 8
    assert np.array_equal(planes[MAP.index("own")], own)
    hex = board.grid.size // 2
    assert coder.neighbours[hex].tolist() == board.grid.neighbours[hex * 6 : hex * 6 + 6]


def test_boxes_lie_in_rows_below_the_map() -> None:
    system = system_of("red-steel")
    boxed = next(s.id for s in system.rules.scenarios() if Episodes(system, s.id).game.pos.board.boxes)
    coder = Episodes(system, boxed).coder
    grid = coder.board.grid
    assert coder.places > grid.size
    assert coder.cells[grid.size].tolist() == [grid.rows, 0]
    assert set(coder.neighbours[grid.size].tolist()) == {-1}


def test_the_ground_has_routes_hexsides_and_objectives() -> None:
    deal = Episodes(find_system(RGW), "teaching")
    coder, pos = deal.coder, deal.game.pos
    ground = dict(zip(coder.ground_planes, coder.ground.reshape(len(coder.ground), -1), strict=True))
    for hex in range(pos.board.grid.size):
        assert ground[pos.board.terrain_at(hex)][hex] == 1
        near = pos.board.grid.neighbours[hex * 6]  # to the north
        if near >= 0:
            assert ground["road N"][hex] == pos.board.is_linked(hex, near, "road")
            assert ground["creek N"][hex] == (pos.board.side_between(hex, near) == "creek")
    flags = {one.hex for one in coder.system.screen.objectives(pos, 0)}
    worth = sum(ground[f"objective of {side}"] for side in coder.system.sides)
    assert flags == set(np.flatnonzero(worth).tolist())


def test_counters_tell_kind_strength_movement_and_supply() -> None:
    deal = Episodes(find_system(RGW), "teaching")
    deal.deal(1)
    pos, coder = deal.game.pos, deal.coder
    unit = next(
        u
        for u, hex in enumerate(pos.hex)
        if hex >= 0 and "attack" in coder.roster.names_for(coder.roster.counters[u].kind)
    )
    pos.supply[unit] = 1  # unsupplied
    pos.forget()
    seen = deal.observation(pos.content.side[unit])
    row = dict(zip(coder.counter_columns, seen["counters"][unit], strict=True))
    values = dict(zip(coder.value_columns, seen["values"][unit], strict=True))
    assert row["side"] == 1 and row["place"] == pos.hex[unit] + 1
    assert row["unsupplied"] == 1
    assert list(coder.kinds)[row["kind"] - 1] == coder.roster.counters[unit].kind
    face = row["face"]
    for name in ("attack", "movement"):
        assert values[name] == pytest.approx(coder.roster.value(unit, face, name) / coder.highest[name])


def test_turns_left_count_down() -> None:
    deal = Episodes(find_system("panzerblitz"), "teaching")
    found = []
    for side in play(deal, 400, seed=3):
        tracks = dict(zip(deal.coder.tracks, deal.observation(side)["tracks"], strict=True))
        found.append((int(deal.game.pos.turn), float(tracks["turns left"])))
        if deal.game.pos.turn == 4:
            break
    assert dict(found) == pytest.approx({1: 0.75, 2: 0.5, 3: 0.25, 4: 0.0})


@pytest.mark.parametrize(
    ("old", "new", "gone", "come"),
    [
        ("abc", "abc", "", ""),
        ("abc", "axc", "b", "x"),
        ("abcd", "acd", "b", ""),
        ("acd", "abcd", "", "b"),
        ("", "ab", "", "ab"),
        ("aab", "ab", "a", ""),
    ],
)
def test_what_is_gone_and_what_has_come(old: str, new: str, gone: str, come: str) -> None:
    def pieces(letters: str) -> tuple[Piece, ...]:
        return tuple(Piece(0, 0, text=letter) for letter in letters)

    assert tuple(map(tuple, differences(pieces(old), pieces(new)))) == (pieces(gone), pieces(come))


def test_a_game_without_looks_is_observed() -> None:
    deal = Episodes(HILL_FIGHT, "teaching")
    for side in play(deal, 60):
        assert deal.coder.space.contains(deal.observation(side))

"""The score of each game in positions whose points are counted by hand."""

import pytest

from grognard.core.position import NOTHING
from grognard.core.system import AnySystem
from grognard.games.ocs import SYSTEM as OCS
from grognard.games.panzerblitz import SYSTEM as DROP
from grognard.games.panzerblitz.model.content import GERMAN
from grognard.games.red_god_of_war import SYSTEM as RGW
from grognard.games.red_parachutes import SYSTEM as RP
from grognard.games.red_steel import SYSTEM as RS
from grognard.play.registry import find_system, game_ids


def scores(system: AnySystem, pos: object) -> list[float]:
    """What the views of both sides and of an onlooker count."""
    return [system.score(system.knowledge.project(pos, side)) for side in (0, 1, NOTHING)]


def test_of_ocs_the_attacker_counts_his_hexes() -> None:
    """Selm River: 2 points for 17.10 and 1 for 14.10, both taken by Aster, who attacks."""
    pos = OCS.rules.start("selm-river").pos
    before = OCS.victory.points(pos)
    grid = pos.board.grid
    taken = [(grid.index("17.10"), 2), (grid.index("14.10"), 1)]
    more = sum(points for hex, points in taken if pos.control[hex] != 0)
    for hex, _ in taken:
        pos.control[hex] = 0
    pos.forget()
    assert more > 0
    assert scores(OCS, pos) == [before + more, -before - more, before + more]
    assert [rung.least for rung in OCS.victory.ladder(pos)[:-1]] == [7, 5, 3, 1]


def test_of_panzerblitz_levels_are_counted_with_what_is_on_the_way() -> None:
    """Teaching: nobody cuts a road. Losses of 4, 0 and never are the German levels: 0 are a tactical one."""
    pos = DROP.rules.start("teaching").pos
    assert DROP.victory.rung(pos)._replace(least=0.0) == ("German tactical victory", GERMAN, 0.0)
    assert scores(DROP, pos) == [-2.0, 2.0, -2.0]
    pos.lost[GERMAN] = 4
    assert scores(DROP, pos) == [-1.0, 1.0, -1.0]
    pos.lost[GERMAN] = 3  # one of the four losses that lie between the two levels is still to come
    assert scores(DROP, pos) == [-1.25, 1.25, -1.25]


def test_of_red_god_of_war_soviet_points_are_counted_less_german_ones() -> None:
    """Each Soviet corps that is gone is a German point."""
    pos = RGW.rules.start("teaching").pos
    german, soviet, open_to_all = scores(RGW, pos)
    assert german == -soviet == -open_to_all
    pos.corps_destroyed = 3
    assert scores(RGW, pos) == [german + 3, soviet - 3, soviet - 3]


def test_of_red_parachutes_soviet_points_come_in_quarters() -> None:
    """Teaching: a lost German step is 8 quarters, a lost Soviet one takes 4; ladder 18, 9, 0, no draw."""
    pos = RP.rules.start("teaching").pos
    before = RP.victory.points(pos)
    pos.lost_steps[:] = [1, 3]
    assert scores(RP, pos) == [-(before + 2 - 3), before + 2 - 3, before + 2 - 3]
    assert [rung.least for rung in RP.victory.ladder(pos)[:-1]] == [18, 9, 0]


def test_of_red_steel_axis_points_come_in_halves() -> None:
    """Three lost Soviet steps are 1½, an HQ is 3; the ladder is the scenario's."""
    pos = RS.rules.start("over-the-prut").pos
    before = RS.victory.points(pos)
    pos.lost_steps[1] = 3
    pos.lost_hqs = 1
    assert scores(RS, pos) == [before + 4.5, -before - 4.5, before + 4.5]
    levels = pos.content.scenario.victory.levels
    named = ("axis-decisive", "axis-marginal", "draw", "soviet-marginal")
    assert [rung[:3] for rung in RS.victory.ladder(pos)[:-1]] == [
        (name, winner, levels[name]) for name, winner in zip(named, (0, 0, NOTHING, 1), strict=True)
    ]


@pytest.mark.parametrize("game", game_ids())
def test_what_a_whole_game_cost_can_be_measured(game: str) -> None:
    """Many games sum up what both sides lost from the first position to the last."""
    system = find_system(game)
    pos = system.rules.start("teaching").pos
    assert all(count == 0 for count in system.odds.measure(pos, pos).values())
    assert system.odds.losses(pos, pos) == (0, 0)

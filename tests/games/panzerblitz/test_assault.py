"""Close assault: who may storm from where, the step before it, engineers, and each hex once a turn."""

import pytest

from games.panzerblitz.table import at, game_of, log, options, play, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.combat.close_assault import (
    Storm,
    assault_origins,
    assault_refusal,
    assault_sheet,
    assault_targets,
    engineers_help,
    joiners,
    origin_refusal,
)
from grognard.games.panzerblitz.drop.breakdown import group_of
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import (
    DEAD,
    DISPERSED,
    FIRED,
    FORMED,
    FROZEN,
    LANDED,
    MOVED,
    SPENT,
)


def places(game: Game, hexes: list[int]) -> list[str]:
    return [game.pos.content.land.names[hex] for hex in hexes]


def sheet(game: Game, hex: str, *stormers: tuple[str, str]) -> tuple[int, int, str, int]:
    """Attack, defence, odds and die of an assault by these units from these hexes."""
    v = Storm(
        at(game, hex),
        tuple(unit(game, id) for id, _ in stormers),
        tuple(at(game, place) for _, place in stormers),
    )
    found = assault_sheet(game.pos, v)
    return (found.attack, found.defence, game.pos.content.odds_names[found.column], found.modifier)


# -- from where ---------------------------------------------------------------------------------


@pytest.mark.rule("pb.assault.1b", "pb.assault.2")
@pytest.mark.parametrize("hex", ["0302", "0402", "0403", "0304", "0203", "0202"])
def test_infantry_storms_from_its_hex_or_from_one_beside_it_that_touches_the_target(hex: str) -> None:
    game = game_of(units={"wagon-1": "0303", "r-rifle-1": hex})
    land = game.pos.content.land
    one = unit(game, "r-rifle-1")
    around = set(land.neighbours[at(game, "0303") * 6 : at(game, "0303") * 6 + 6])
    own = set(land.neighbours[at(game, hex) * 6 : at(game, hex) * 6 + 6]) | {at(game, hex)}
    assert assault_origins(game.pos, Storm(at(game, "0303")), one) == sorted(around & own)
    assert assault_targets(game.pos, ()) == [at(game, "0303")]


@pytest.mark.rule("pb.assault.2a")
def test_one_step_is_all_and_it_may_be_taken_from_the_corner() -> None:
    two = game_of(units={"wagon-1": "0301", "r-rifle-1": "0101"})
    assert places(two, assault_origins(two.pos, Storm(at(two, "0301")), unit(two, "r-rifle-1"))) == ["0201"]
    three = game_of(units={"wagon-1": "0401", "r-rifle-1": "0101"})
    assert assault_origins(three.pos, Storm(at(three, "0401")), unit(three, "r-rifle-1")) == []
    assert assault_targets(three.pos, ()) == []
    corner = game_of(units={"wagon-1": "0101", "r-rifle-1": "0301"})
    assert assault_targets(corner.pos, ()) == [0]


@pytest.mark.rule("pb.assault.2c", "pb.mines.2", "pb.terrain.6", "pb.movement.1")
def test_no_step_leads_into_a_pond_onto_mines_or_into_the_enemy() -> None:
    for rows, given in (
        ([".", "o", "."], {}),
        ([".", ".", "."], {"mines": "0102"}),
        ([".", ".", "."], {"units": {"wagon-2": "0102"}}),
    ):
        units = {"wagon-1": "0101", "r-rifle-1": "0103", **given.pop("units", {})}
        game = game_of(rows, units=units, **given)
        assert assault_origins(game.pos, Storm(0), unit(game, "r-rifle-1")) == []
    green = game_of(["w", "w", "w"], units={"wagon-1": "0101", "r-rifle-1": "0103"})
    assert places(green, assault_origins(green.pos, Storm(0), unit(green, "r-rifle-1"))) == ["0102"]


@pytest.mark.rule("pb.assault.2", "pb.stacking.1")
def test_those_who_step_into_one_hex_need_room_in_it_together() -> None:
    units = {"wagon-1": "0101", "r-rifle-1 r-rifle-2": "0103", "t34c-1": "0102", "r-rifle-3": "0203"}
    game = game_of([".....", ".....", "....."], step="ChooseAssault", units=units)
    play(game, "assault 0101", "join r-rifle-1", "from 0102")
    assert options(game) == ["resolve", "cancel"]
    full = refusal(game, "join r-rifle-2")
    assert (full.rule, full.why) == ("pb.stacking.1", "3 units would stand in 0102; 2 may.")
    assert refusal(game, "join r-rifle-3").why == "Rifle company 3 is more than a step away."
    assert refusal(game, "join r-rifle-1").why == "Rifle company 1 is in the assault already."


@pytest.mark.rule("pb.joining.5", "pb.assault.2")
def test_a_group_of_pieces_steps_and_storms_as_one() -> None:
    units = {"wagon-1": "0101", "rifle-1-1 rifle-1-2": "0103", "rifle-2-1": "0103"}
    game = game_of([".", ".", "."], step="ChooseAssault", units=units)
    play(game, "assault 0101", "join rifle-1-2", "from 0102")
    v = game.pos.stack[-1].vars
    assert v.units == (unit(game, "rifle-1-1"), unit(game, "rifle-1-2"))
    assert v.origins == (at(game, "0102"), at(game, "0102"))
    assert options(game) == ["join rifle-2-1", "resolve", "cancel"]
    play(game, "resolve", "roll 6")
    assert [game.pos.where[one] for one in v.units] == [at(game, "0102")] * 2
    assert game.pos.where[unit(game, "rifle-2-1")] == at(game, "0103")
    held = game_of([".", ".", "."], units=units)
    held.pos.marks[unit(held, "rifle-1-1")] |= FIRED
    assert assault_origins(held.pos, Storm(0), unit(held, "rifle-1-2")) == []


TWO = {"wagon-1": "0101", "wagon-2": "0303", "rifle-1-1 rifle-1-2": "0102", "r-rifle-1": "0403"}


def stormed(piece: str = "rifle-1-1", **more: str) -> Game:
    """Of two pieces in 0102, next to one wagon and two hexes from another, one has stormed the first."""
    game = game_of(step="ChooseAssault", units=TWO | more)
    return play(game, "assault 0101", f"join {piece}", "from 0102", "resolve", "roll 6")


@pytest.mark.rule("pb.joining.1", "pb.joining.5")
@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_when_one_of_two_pieces_storms_from_its_hex_the_other_does_not_walk_off(
    first: int, second: int
) -> None:
    game = play(stormed(f"rifle-1-{first}"), "done")
    assert game.ask.step == "MoveFoot"
    assert options(game) == ["move r-rifle-1", "done"]
    told = refusal(game, f"move rifle-1-{second}")
    assert told.rule == "pb.joining.5"
    assert told.why.startswith(f"Rifle 1, piece {first} must stay")


@pytest.mark.rule("pb.joining.1", "pb.joining.5")
def test_when_one_of_two_pieces_storms_the_other_storms_only_from_where_it_stands() -> None:
    game = stormed(**{"wagon-3": "0103"})
    assert options(game) == ["assault 0103", "assault 0303", "done"]
    play(game, "assault 0303")
    assert options(game) == ["join r-rifle-1", "cancel"]
    assert refusal(game, "join rifle-1-2").rule == "pb.joining.5"
    play(game, "cancel", "assault 0103", "join rifle-1-2")
    assert options(game) == ["from 0102", "cancel"]
    assert refusal(game, "from 0202").rule == "pb.joining.5"


@pytest.mark.rule("pb.joining.5")
def test_a_hex_that_only_a_parted_piece_could_storm_is_refused_for_that() -> None:
    units = {"wagon-1": "0101", "wagon-2": "0303", "wagon-3": "0103", "rifle-1-1 rifle-1-2": "0102"}
    game = game_of(step="ChooseAssault", units=units)
    play(game, "assault 0101", "join rifle-1-1", "from 0102", "resolve", "roll 6")
    assert options(game) == ["assault 0103", "done"]
    assert refusal(game, "assault 0303").rule == "pb.joining.5"


@pytest.mark.rule("pb.joining.1", "pb.joining.5")
def test_pieces_that_stormed_together_from_their_hex_are_still_a_group_next_turn() -> None:
    game = game_of(step="ChooseAssault", units=TWO)
    play(
        game,
        "assault 0101",
        "join rifle-1-1",
        "from 0102",
        "join rifle-1-2",
        "from 0102",
        "resolve",
        "roll 6",
    )
    pieces = (unit(game, "rifle-1-1"), unit(game, "rifle-1-2"))
    assert group_of(game.pos, pieces[1]) == pieces
    while game.pos.mover == RUSSIAN:
        play(game, "done")
    while game.pos.mover == GERMAN:
        play(game, options(game)[-1])
    assert group_of(game.pos, pieces[1]) == pieces


@pytest.mark.rule("pb.joining.5c", "pb.joining.2")
def test_a_group_that_has_stepped_up_does_not_hold_those_it_came_to() -> None:
    """Who came into the hex this turn is not yet of the group there, whether it walked or stormed."""
    units = {"wagon-1": "0101", "rifle-1-1": "0103", "rifle-1-2": "0102", "wagon-2": "0505"}
    game = game_of(step="ChooseAssault", units=units)
    play(game, "assault 0101", "join rifle-1-1", "from 0102", "resolve", "roll 6")
    play(game, *(["done"] if game.ask.step == "ChooseAssault" else []))
    assert options(game) == ["move rifle-1-2", "done"]


@pytest.mark.rule("pb.assault.1", "pb.assault.2", "pb.stack.1", "pb.movement.1", "pb.terrain.6")
def test_the_hexes_to_storm_from_are_those_that_nothing_bars() -> None:
    rows = ["..o..", ".....", ".....", ".....", "....."]
    units = {"wagon-1": "0302", "wagon-2": "0203", "r-rifle-1 r-rifle-2": "0402", "t34c-1 t34c-2": "0303"}
    units |= {"rifle-1-1 rifle-1-2": "0204", "rifle-2-1": "0402", "recon-1": "0101"}
    game = game_of(rows, step="ChooseAssault", units=units, mines="0403")
    pos = game.pos
    v = Storm(at(game, "0302"))
    for id in ("r-rifle-1", "r-rifle-2", "rifle-1-1", "rifle-1-2", "rifle-2-1", "recon-1"):
        one = unit(game, id)
        free = [hex for hex in range(25) if origin_refusal(pos, v, one, hex) is None]
        assert free == assault_origins(pos, v, one)


# -- who ----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "pb.assault.1", "pb.assault.2b", "pb.landing.2b", "pb.landing.10b", "pb.forming.2b", "pb.results.7b"
)
@pytest.mark.parametrize("mark", [FIRED, MOVED, DISPERSED, LANDED, FROZEN, FORMED])
def test_who_has_acted_or_may_not_attack_does_not_storm(mark: int) -> None:
    game = game_of(units={"wagon-1": "0101", "r-rifle-1": "0102"})
    one = unit(game, "r-rifle-1")
    assert joiners(game.pos, Storm(0)) == [one]
    assert assault_refusal(game.pos, one) is None
    game.pos.marks[one] |= mark
    assert joiners(game.pos, Storm(0)) == assault_targets(game.pos, ()) == []
    assert assault_refusal(game.pos, one) is not None


@pytest.mark.rule("pb.assault.1a", "pb.transport.4")
@pytest.mark.parametrize("tank", ["t34c-1", "t34c-2"])
def test_only_infantry_and_cavalry_on_their_feet_storm(tank: str) -> None:
    more = [
        {"id": tank, "hex": "0102"},
        {"id": "r-rifle-1", "aboard": tank},
        {"id": "recon-1", "hex": "waiting"},
    ]
    game = game_of(more=more, units={"wagon-1": "0101", "mortar82-1": "0102"})
    assert joiners(game.pos, Storm(0)) == assault_targets(game.pos, ()) == []
    game.pos.place(unit(game, "cavalry-1"), at(game, "0201"))
    assert joiners(game.pos, Storm(0)) == [unit(game, "cavalry-1")]
    assert joiners(game.pos, Storm(0, (unit(game, "cavalry-1"),), (at(game, "0201"),))) == []
    assert assault_targets(game.pos, ()) == [0]
    assert assault_targets(game.pos, (0,)) == []
    rules = {}
    for id in (tank, "r-rifle-1", "recon-1", "mortar82-1"):
        found = assault_refusal(game.pos, unit(game, id))
        assert found is not None
        rules[id] = found.rule
    assert rules == {
        tank: "pb.assault.1",
        "r-rifle-1": "pb.transport.4",
        "recon-1": "pb.fire.1",
        "mortar82-1": "pb.assault.1",
    }


@pytest.mark.rule("pb.assault.1", "pb.landing.6")
def test_the_side_that_moves_storms_hexes_with_enemies_and_no_others() -> None:
    units = {
        "wagon-1": "0101",
        "rifle-1-1": "0101",
        "r-rifle-1": "0102",
        "r-rifle-2": "0202",
        "g-rifle-1": "0402",
    }
    russian = game_of(units=units)
    # The wagon that shares its hex with a piece can be stormed like any other enemy within a step.
    assert places(russian, assault_targets(russian.pos, ())) == ["0101", "0402"]
    german = game_of(mover="german", units=units)
    assert places(german, assault_targets(german.pos, ())) == ["0202"]


# -- the sheet ----------------------------------------------------------------------------------


@pytest.mark.rule("pb.assault.3a", "pb.elevation.3b", "pb.weapons.1c", "pb.fire.9", "pb.assault.1c")
def test_printed_factors_count_uphill_and_against_armour_and_four_to_one_is_the_best() -> None:
    game = game_of(
        ["^/..."], units={"panther-1": "0101", "r-smg-1": "0201", "wagon-1": "0401", "para-smg-1": "0501"}
    )
    assert sheet(game, "0101", ("r-smg-1", "0201")) == (8, 12, "1-2", -2)
    assert sheet(game, "0401", ("para-smg-1", "0501")) == (8, 1, "4-1", -2)


@pytest.mark.rule("pb.assault.5b", "pb.engineers.1a", "pb.engineers.2a", "pb.engineers.3")
def test_engineers_help_together_with_others_out_of_their_own_hex() -> None:
    units = {
        "g-rifle-1": "0202",
        "r-engineer-1 r-rifle-1": "0203",
        "r-rifle-2": "0201",
        "guards-1-1 guards-1-2": "0303",
        "para-rifle-1": "0302",
    }
    game = game_of(units=units)

    def help(*stormers: tuple[str, str]) -> bool:
        v = Storm(
            at(game, "0202"),
            tuple(unit(game, id) for id, _ in stormers),
            tuple(at(game, place) for _, place in stormers),
        )
        return engineers_help(game.pos, v)

    sappers = ("r-engineer-1", "0203")
    assert not help(sappers)
    assert help(sappers, ("r-rifle-1", "0203"))
    assert help(("r-rifle-1", "0203"), sappers)
    assert not help(sappers, ("r-rifle-2", "0201"))
    assert not help(("r-rifle-1", "0203"), ("r-rifle-2", "0203"))
    assert not help(("guards-1-1", "0303"), ("guards-1-2", "0303"))
    assert help(("para-rifle-1", "0302"))
    assert not help()
    # A company that is still apart is no engineer, whatever its counter says.
    assert not help(("para-guards-1", "0302"))
    assert sheet(game, "0202", sappers, ("r-rifle-1", "0203")) == (8, 8, "2-1", -2)
    assert sheet(game, "0202", sappers, ("r-rifle-2", "0201")) == (8, 8, "1-1", -2)


@pytest.mark.rule("pb.forts.3b", "pb.assault.3a", "pb.assault.3c", "pb.terrain.7", "pb.results.2")
def test_fort_garrison_ground_and_dispersal_all_count() -> None:
    more = [
        {"id": "g-rifle-1", "hex": "0101", "inside": True},
        {"id": "g-rifle-2", "hex": "0101"},
        {"id": "wagon-1", "hex": "0301", "dispersed": True},
    ]
    game = game_of(
        ["w.t", "..."], more=more, units={"r-smg-1": "0102", "r-rifle-1": "0302"}, forts={"0101": 20}
    )
    assert sheet(game, "0101", ("r-smg-1", "0102")) == (8, 28, "1-4", -1)
    assert sheet(game, "0301", ("r-rifle-1", "0302")) == (5, 1, "4-1", -2)


@pytest.mark.rule("pb.assault.5", "pb.fire.10")
def test_engineers_help_at_the_longest_odds_and_not_beyond() -> None:
    more = [{"id": "g-rifle-1", "hex": "0101", "inside": True}]
    game = game_of(more=more, units={"para-rifle-1": "0102"}, forts={"0101": 20})
    assert sheet(game, "0101", ("para-rifle-1", "0102")) == (5, 20, "1-3", -2)
    game.pos.forts = [0, 21]
    storm = Storm(0, (unit(game, "para-rifle-1"),), (at(game, "0102"),))
    found = assault_sheet(game.pos, storm)
    assert found.column == -1
    assert [term.value for term in found.terms if term.label in ("odds", "engineers")] == ["too long"]


# -- how it goes --------------------------------------------------------------------------------


@pytest.mark.rule("pb.assault.2", "pb.assault.3", "pb.assault.4")
def test_the_stormers_step_up_are_spent_and_the_hex_has_had_its_assault() -> None:
    units = {"g-rifle-1": "0101", "r-smg-1": "0103", "r-rifle-1": "0201", "r-rifle-2": "0102"}
    game = game_of(step="ChooseAssault", units=units)
    play(game, "assault 0101", "join r-smg-1", "from 0102", "join r-rifle-1")
    assert "cancel" in options(game)
    play(game, "from 0201", "resolve")
    assert log(game) == ["pb.sequence.1 Close assaults.", "pb.assault.2 SMG company moves to 0102."]
    play(game, "roll 6")
    line, factors = log(game)
    assert line.startswith("pb.assault.3 Close assault on 0101 by SMG company and Rifle company 1 at 1-1, ")
    assert line.endswith("die 6 −2 close assault: no effect.")
    assert factors == (
        "pb.assault.3 0101: 13 (SMG company: 8; Rifle company 1: 5) to 8, printed factors: 1-1."
    )
    # Both have attacked; only one of them has moved.
    for id, hex, marks in (("r-smg-1", "0102", SPENT), ("r-rifle-1", "0201", FIRED)):
        assert game.pos.marks[unit(game, id)] == marks
        assert game.pos.where[unit(game, id)] == at(game, hex)
    # The second company could still storm, but not this hex.
    assert game.ask.step != "ChooseAssault"


@pytest.mark.rule("pb.assault.4")
def test_another_hex_may_still_be_stormed_and_the_first_is_refused() -> None:
    units = {
        "wagon-1": "0101",
        "wagon-2": "0301",
        "r-rifle-1": "0102",
        "r-rifle-2": "0302",
        "r-rifle-3": "0201",
    }
    game = game_of(step="ChooseAssault", units=units)
    assert options(game) == ["assault 0101", "assault 0301", "done"]
    play(game, "assault 0101", "join r-rifle-1", "from 0102", "resolve", "roll 6")
    assert game.pos.where[unit(game, "wagon-1")] == DEAD
    assert options(game) == ["assault 0301", "done"]
    assert refusal(game, "assault 0101").rule == "pb.assault.4"
    assert refusal(game, "assault 0505").rule == "pb.assault.1"
    play(game, "assault 0301", "join r-rifle-2", "cancel")
    assert options(game) == ["assault 0301", "done"]
    play(game, "done")
    assert game.ask.step == "MoveFoot"
    assert options(game) == ["move r-rifle-2", "move r-rifle-3", "done"]


@pytest.mark.rule("pb.assault.3", "pb.fire.10")
def test_the_odds_must_be_there_before_the_die() -> None:
    game = game_of(
        step="ChooseAssault", mover="german", units={"r-rifle-1": "0101", "security-1 g-smg-1": "0102"}
    )
    play(game, "assault 0101", "join security-1", "from 0102")
    assert options(game) == ["join g-smg-1", "cancel"]
    assert refusal(game, "resolve").rule == "pb.fire.10"
    play(game, "join g-smg-1", "from 0102")
    assert options(game) == ["resolve", "cancel"]
    assert SYSTEM.cases.check(game.pos, "odds 1-2") is None
    weak = game_of(
        step="ChooseAssault", mover="german", units={"r-rifle-1": "0101", "security-1 security-2": "0102"}
    )
    play(weak, "assault 0101", "join security-1", "from 0102", "join security-2", "from 0102")
    # Four to sixteen is 1-4, and that is enough.
    assert options(weak) == ["resolve", "cancel"]

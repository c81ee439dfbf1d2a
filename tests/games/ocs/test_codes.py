"""Numbers that stand for names in a position: no two of a kind are alike, and bits never overlap."""

import pytest

from grognard.games.ocs.model import position as p
from grognard.games.ocs.model.content import COMBAT_SIDE, MOVE_SIDE, STRIP
from grognard.games.ocs.model.ground import LEG, TRACK, TRUCK
from grognard.games.ocs.model.scale import CAP, MP, RE, SP
from grognard.games.ocs.table.words import PHASES

UNIT_FLAGS = (
    *(p.MOVED, p.PLEDGED, p.FUELLED, p.FIRED, p.FOUGHT, p.RELEASED, p.CARRIED, p.DROPPED, p.BUILT, p.FLEW),
    *(p.HAD_ZOC, p.LANDED, p.SHELLED, p.JOINED, p.TARGETED),
)
KEPT_FLAGS = (p.DROPPED, p.HAD_ZOC, p.SHELLED)
"""Those that outlast a phase."""
TURN_WORK = (p.HEDGEHOG_WORK, p.BASE_WORK, p.PORT_WORK, p.PORT_BROKEN)
PHASE_WORK = (p.BARRAGED, p.BLOWN, p.REFITTED, p.ATTACKED, p.CONVERTED, p.BEACHED, p.TAKEN, p.EMPTIED)


def is_one_bit(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


@pytest.mark.parametrize("bits", [UNIT_FLAGS, (*TURN_WORK, *PHASE_WORK)])
def test_every_mark_is_a_bit_of_its_own(bits: tuple[int, ...]) -> None:
    assert all(is_one_bit(bit) for bit in bits)
    assert len(set(bits)) == len(bits)


@pytest.mark.rule("ocs.sequence.2")
def test_the_end_of_a_phase_forgets_what_was_done_in_it_and_no_more() -> None:
    assert sum(flag for flag in UNIT_FLAGS if flag not in KEPT_FLAGS) == p.PHASE_FLAGS
    assert sum(PHASE_WORK) == p.PHASE_WORK


@pytest.mark.rule("ocs.modes.1")
def test_modes_and_places_off_the_map() -> None:
    named = dict(zip(p.MODES, range(6), strict=True))
    assert named == {
        "combat": p.COMBAT,
        "move": p.MOVE,
        "reserve": p.RESERVE,
        "strat": p.STRAT,
        "dg": p.DG,
        "exploit": p.EXPLOIT,
    }
    off = (p.WAITING, p.DEAD, p.POOL, p.ABSENT, p.AWAY)
    assert len(set(off)) == 5 and all(place < 0 for place in off)
    assert (p.FULL, p.LOW, p.EXHAUSTED) == (0, 1, 2)  # stocks are used up one by one
    assert len({p.NEW, p.TRACED, p.ATE, p.STARVED, p.EXEMPT}) == 5
    assert len({COMBAT_SIDE, MOVE_SIDE}) == 2 and len({LEG, TRACK, TRUCK}) == 3
    assert STRIP > 4  # no level of a base


@pytest.mark.rule("ocs.sequence.1", "ocs.sequence.2")
def test_phases_follow_each_other_as_in_the_sequence_of_play() -> None:
    in_order = (
        *(p.PRE_TURN, p.REFIT, p.REINFORCEMENT, p.BREAKOUT, p.MOVEMENT, p.MOVEMENT_BARRAGE, p.SUPPLY),
        *(p.REACTION, p.REACTION_BARRAGE, p.COMBAT_BARRAGE, p.COMBAT_SEGMENT, p.EXPLOITATION),
        *(p.EXPLOITATION_BARRAGE, p.EXPLOITATION_COMBAT, p.CLEAN_UP),
    )
    assert in_order == tuple(range(len(PHASES)))
    assert (PHASES[p.MOVEMENT], PHASES[p.SUPPLY], PHASES[p.CLEAN_UP]) == ("movement", "supply", "clean-up")
    assert p.WEATHERS[p.CLEAR] == "clear" and p.WEATHERS[p.OVERCAST] == "overcast"
    assert p.WEATHERS[p.STORM] == "storm"


@pytest.mark.rule("ocs.basics.9", "ocs.basics.13", "ocs.supply.3")
def test_the_parts_that_things_are_counted_in() -> None:
    """A token is a quarter of an SP, a company a quarter of an RE; a Pax by two tracks takes a part."""
    assert (MP, SP, RE, CAP) == (4, 4, 4, 16)

"""The counters: formations complete, types with their values, pools that fit, leaders, and how they look."""

from collections import Counter as Count
from math import ceil
from typing import Final

import pytest

from grognard.core.board.units import Counter, Roster, load_counters
from grognard.draw.counters import counter_svg
from grognard.draw.looks import Looks, load_looks
from grognard.draw.scene import face_of
from grognard.games.battalions.model.scenario import CLASSES
from grognard.games.red_parachutes.model.content import DATA, load_content

# Formation, its headquarters' movement and range, and how many units it has besides.
FORMATIONS: Final = {
    "XXIV": (12, 12, 2),
    "XXXXVIII": (12, 12, 2),
    "34 ID": (5, 12, 13),
    "57 ID": (5, 12, 12),
    "112 ID": (5, 12, 12),
    "255 ID": (5, 12, 12),
    "72 ID": (5, 12, 13),
    "10 PzG": (12, 12, 11),
    "19 Pz": (12, 12, 11),
    "7 Pz": (12, 12, 11),
    "20 PzG": (12, 12, 11),
    "SS DR": (12, 12, 12),
    "3 Pz": (12, 12, 11),
    **dict.fromkeys(
        (f"{number} RD" for number in (309, 161, 253, 237, 23, 30, 218, 38, 29, 147, 155, 241, 337)),
        (6, 6, 11),
    ),
    "42 Gds": (6, 6, 11),
    "68 Gds": (6, 6, 11),
    "6 GTC": (12, 10, 17),
    "7 GTC": (12, 10, 11),
    "9 MC": (12, 10, 14),
    "10 TC": (12, 10, 14),
    "1 GCC": (8, 10, 12),
    "1 GAB": (6, 0, 14),
    "3 GAB": (6, 0, 14),
    "5 GAB": (6, 0, 14),
    "40 A": (12, 10, 0),
    "3 GTA": (12, 10, 0),
}

# A counter of each type: kind, class, size; strength sides to the last step; movement, morale, armor, AT; how
# many there are.
TYPES: Final = {
    "i-gr-80": ("infantry", "foot", "II", "4-5 3-4 1-1", 5, 3, 0, 1, 14),
    "i-gr-179": ("infantry", "foot", "II", "3-4 2-3 1-1", 5, 3, 0, 1, 18),
    "i-gr-mot-20": ("infantry", "motorized", "II", "4-5 3-4 1-1", 12, 4, 0, 2, 17),
    "i-pzgr-73": ("mechanized", "mechanized", "II", "5-5 4-4 1-1", 11, 4, 0, 2, 3),
    "i-pzgr-d": ("infantry", "motorized", "II", "6-6 4-4 1-1", 12, 5, 0, 2, 4),
    "pi-34": ("engineer", "foot", "II", "4-4 3-3 2-2", 5, 4, 0, 1, 5),
    "pzpi-19": ("engineer", "motorized", "II", "4-4 3-3 2-2", 10, 4, 0, 1, 6),
    "pzaa-19": ("recon", "mechanized", "II", "4-4 3-3 1-1", 13, 4, 1, 1, 6),
    "corps-mg-bn": ("mg", "foot", "II", "2-5 2-4 1-2", 5, 3, 0, 1, 1),
    "pzr-27": ("tank", "mechanized", "II", "6-5 4-4 2-2", 10, 4, 4, 0, 3),
    "pzr-2-panther": ("tank", "mechanized", "II", "8-6 6-4 3-2", 10, 4, 5, 0, 1),
    "stug-239": ("assault-gun", "mechanized", "II", "4-5 3-4 1-2", 10, 4, 4, 0, 3),
    "pzjg-34": ("at", "motorized", "II", "1-3 1-2 1-1", 10, 3, 0, 4, 11),
    "ss-flak-2": ("flak", "motorized", "II", "1-3 1-2", 8, 4, 0, 5, 1),
    "flak-school": ("infantry", "foot", "I", "1-2", 5, 3, 0, 0, 1),
    "i-a-309": ("infantry", "foot", "II", "3-4 2-2", 5, 2, 0, 0, 117),
    "i-a-42-gds": ("infantry", "foot", "II", "4-4 2-2", 5, 3, 0, 0, 18),
    "i-22-mrb": ("infantry", "motorized", "II", "4-4 2-2", 11, 3, 0, 1, 17),
    "i-69-mb": ("mechanized", "motorized", "II", "4-4 1-1", 11, 3, 0, 1, 9),
    "smg-51": ("smg", "foot", "I", "2-2", 6, 3, 0, 0, 3),
    "1-5-gab": ("parachute", "foot", "I", "1-2", 6, 4, 0, 0, 36),
    "i-1-gcd": ("cavalry", "foot", "III", "4-3 2-2", 8, 3, 0, 0, 9),
    "69-mb-tank": ("tank", "mechanized", "II", "4-3 2-2", 11, 3, 4, 0, 11),
    "2-51-gtb-tank": ("tank", "mechanized", "II", "3-2 2-1", 11, 3, 3, 0, 11),
    "su-6-gtc": ("assault-gun", "mechanized", "III", "3-3 2-2", 10, 3, 4, 0, 4),
    "at-regt-1": ("at", "motorized", "III", "1-4 1-2", 10, 3, 0, 4, 2),
    "at-309": ("at", "foot", "II", "1-2", 5, 2, 0, 3, 15),
    "at-5-gab": ("at", "foot", "I", "1-1", 6, 4, 0, 2, 3),
    "sapper-a": ("engineer", "foot", "II", "3-3 2-2", 6, 3, 0, 0, 4),
    "recon-9-mc": ("recon", "mechanized", "II", "3-3 2-2", 12, 3, 1, 0, 4),
}

# A gun of each type: class, size; AS-DS; movement, morale, AT; support, bombardment, range; limber, unlimber;
# how many there are.
GUNS: Final = {
    "i-ar-34": ("foot", "II", "0-1", 5, 3, 0, 5, 5, 5, 2, 2, 15),
    "i-pzar-19": ("motorized", "II", "0-1", 12, 3, 0, 5, 5, 5, 4, 4, 10),
    "iv-ar-34": ("foot", "II", "0-1", 5, 3, 0, 7, 8, 6, 3, 3, 5),
    "iii-pzar-19": ("motorized", "II", "0-1", 12, 3, 0, 7, 8, 6, 4, 4, 6),
    "i-pzar-7": ("mechanized", "II", "0-1", 10, 4, 0, 5, 5, 5, 0, 2, 2),
    "i-rocket-regt": ("motorized", "II", "0-1", 12, 3, 0, 7, 9, 3, 2, 4, 2),
    "art-309": ("foot", "III", "0-1", 5, 2, 0, 6, 7, 5, 2, 2, 15),
    "gun-bde-1": ("motorized", "X", "0-1", 8, 3, 0, 10, 14, 8, 6, 6, 7),
    "mortar-regt-1": ("motorized", "III", "1-1", 8, 3, 0, 8, 8, 2, 1, 1, 2),
    "rocket-regt-1": ("motorized", "III", "0-1", 12, 3, 0, 9, 12, 3, 2, 4, 1),
    "rocket-bde-1": ("motorized", "X", "0-1", 12, 3, 0, 9, 12, 3, 2, 4, 2),
    "glider-5-gab": ("foot", "II", "1-1", 3, 4, 2, 3, 3, 3, 1, 1, 3),
}

# Leader: whom he leads, his headquarters; bonus for foot, for motor units, tactical number; those of his ADC.
LEADERS: Final = {
    "nehring": ("XXIV 34_ID 57_ID 112_ID 255_ID 10_PzG 19_Pz", "hq-xxiv", [1, 2, 4], [1, 1, 3]),
    "knobelsdorff": ("XXXXVIII 72_ID 7_Pz 20_PzG SS_DR 3_Pz", "hq-xxxxviii", [1, 2, 4], [1, 1, 3]),
    "kaellner": ("19_Pz", "hq-19", [1, 2, 4], [1, 1, 3]),
    "rybalko": ("3_GTA 6_GTC 7_GTC 9_MC", "hq-3-gta", [1, 2, 3], [1, 1, 2]),
    "moskalenko": (
        "40_A 309_RD 161_RD 253_RD 42_Gds 68_Gds 237_RD 38_RD 29_RD",
        "hq-40-army",
        [1, 2, 3],
        [1, 1, 2],
    ),
    "sidorchuk": ("5_GAB", "hq-5-gab", [1, 2, 3], [1, 1, 2]),
}


@pytest.fixture(scope="module")
def roster() -> Roster:
    return load_counters(DATA / "units.toml")


@pytest.fixture(scope="module")
def looks() -> Looks:
    return load_looks(DATA / "looks.toml")


def named(counter: Counter, label: str) -> list[str]:
    return [trait.removeprefix(f"{label}:") for trait in counter.traits if trait.startswith(f"{label}:")]


def mobility(counter: Counter) -> str:
    (found,) = [trait for trait in counter.traits if trait in CLASSES]
    return found


def sides(roster: Roster, counter: Counter) -> list[str]:
    """The strength of a unit step by step, the last as its company or remnant has it."""
    faces = list(counter.faces)
    faces += [roster.counters[roster.pools[pool][0]].faces[0] for pool in named(counter, "last")]
    return [f"{face[0]}-{face[1]}" for face in faces]


def of_type(roster: Roster, counter: Counter) -> tuple[object, ...]:
    movement, morale, armor, at = counter.faces[0][2:6]
    strength = " ".join(sides(roster, counter))
    return (counter.kind, mobility(counter), counter.size, strength, movement, morale, armor, at)


def units(roster: Roster) -> list[Counter]:
    """The counters that are no guns, headquarters or leaders; pools left out."""
    return [one for one in roster.content.counter if one.kind not in ("artillery", "hq", "leader")]


# -- formations -------------------------------------------------------------------------------------


@pytest.mark.rule("rp.formations.1a", "rp.supply.4")
def test_every_formation_is_complete(roster: Roster) -> None:
    assert set(roster.formations) == set(FORMATIONS)
    for formation, (movement, reach, count) in FORMATIONS.items():
        members = [roster.counters[unit] for unit in roster.of_parent(formation)]
        (hq,) = [one for one in members if one.kind == "hq"]
        (face,) = hq.faces
        is_airborne = "GAB" in formation
        assert face == [0, 1 if is_airborne else 2, movement, 4 if is_airborne else 3, reach], formation
        assert len(members) - 1 == count, formation


def test_nineteen_counters_belong_to_no_formation(roster: Roster) -> None:
    free = [one.id for one in roster.content.counter if not one.parent and one.kind != "leader"]
    assert len(free) == 19
    assert {"flak-school", "sapper-a", "sapper-b", "20-pontoon", "pontoon-park", "gun-bde-5"} <= set(free)


def test_a_rifle_division_is_three_regiments_of_three_battalions_and_its_guns(roster: Roster) -> None:
    for formation in (one for one in FORMATIONS if one.endswith(("RD", "Gds"))):
        members = [roster.counters[unit] for unit in roster.of_parent(formation)]
        rifles = [one for one in members if "rifle" in one.traits]
        assert Count(one.command for one in rifles) == Count(
            {f"{regiment}/{formation.removesuffix(' RD')}": 3 for regiment in "abc"}
        )
        assert sum(roster.steps(roster.index[one.id]) for one in rifles) == 18
        assert Count(one.kind for one in members) == {"infantry": 9, "at": 1, "artillery": 1, "hq": 1}


@pytest.mark.rule("rp.odds-shifts.10")
def test_german_regiments_are_the_part_of_the_name_after_the_stroke(roster: Roster) -> None:
    regiments = Count(one.command for one in roster.content.counter if one.side == "german" and one.command)
    assert regiments["GR 80"] == regiments["GR 105"] == 3
    assert {count for regiment, count in regiments.items() if regiment not in ("GR 80", "GR 105")} == {2}
    for one in roster.content.counter:
        if one.side == "german" and one.command:
            assert one.name.partition("/")[2] == one.command


# -- types ------------------------------------------------------------------------------------------


@pytest.mark.rule("rp.general.9", "rp.general.11", "rp.general.12", "rp.general.21")
@pytest.mark.parametrize("id", TYPES)
def test_a_type_of_unit_has_its_values(roster: Roster, id: str) -> None:
    *values, count = TYPES[id]
    counter = roster.counters[roster.index[id]]
    assert of_type(roster, counter) == tuple(values)
    alike = [one for one in units(roster) if of_type(roster, one) == tuple(values)]
    assert len(alike) == count


def test_every_unit_is_of_a_known_type(roster: Roster) -> None:
    known = {tuple(values[:-1]) for values in TYPES.values()}
    assert [one.id for one in units(roster) if of_type(roster, one) not in known] == []
    assert sum(values[-1] for values in TYPES.values()) == len(units(roster))


@pytest.mark.rule("rp.general.13", "rp.limbering.3", "rp.losses.8")
@pytest.mark.parametrize("id", GUNS)
def test_a_type_of_gun_has_its_values(roster: Roster, id: str) -> None:
    def values(counter: Counter) -> tuple[object, ...]:
        (face,) = counter.faces
        return (mobility(counter), counter.size, f"{face[0]}-{face[1]}", *face[2:])

    *expected, count = GUNS[id]
    assert values(roster.counters[roster.index[id]]) == tuple(expected)
    guns = [one for one in roster.content.counter if one.kind == "artillery"]
    assert sum(values(one) == tuple(expected) for one in guns) == count
    assert sum(line[-1] for line in GUNS.values()) == len(guns)


def test_heavy_guns_and_rockets_use_heavy_ammunition(roster: Roster) -> None:
    guns = {one.id: one for one in roster.content.counter if one.kind == "artillery"}
    heavy = {id for id in GUNS if "heavy" in guns[id].traits}
    assert heavy == {"iv-ar-34", "iii-pzar-19", "i-rocket-regt", "gun-bde-1", "rocket-regt-1", "rocket-bde-1"}
    assert {id for id in GUNS if "sp" in guns[id].traits} == {"i-pzar-7"}


@pytest.mark.rule("rp.losses.9", "rp.losses.10", "rp.losses.11")
def test_a_reduced_side_keeps_its_share_of_the_strength_rounded_up(roster: Roster) -> None:
    for counter in units(roster):
        faces = [tuple(map(int, side.split("-"))) for side in sides(roster, counter)]
        most = len(faces)
        assert most == roster.steps(roster.index[counter.id])
        for lost, face in enumerate(faces):
            last = named(counter, "last") if lost == most - 1 else []
            if any(pool.endswith("-rem") for pool in last):
                assert face == (1, 1), "a remnant"
            elif not last or last != named(counter, "companies"):
                assert face == tuple(ceil(full * (most - lost) / most) for full in faces[0]), counter.id


# -- companies and remnants ---------------------------------------------------------------------------


@pytest.mark.rule("rp.breakdown.4", "rp.post-move.11")
def test_companies_have_the_type_morale_and_armor_or_at_value_of_their_battalion(roster: Roster) -> None:
    seen = 0
    for counter in units(roster):
        for pool in (*named(counter, "companies"), *named(counter, "last")):
            company = roster.counters[roster.pools[pool][0]]
            assert (company.side, company.kind, company.size) == (counter.side, counter.kind, "I")
            assert company.faces[0][2:] == counter.faces[0][2:], counter.id
            assert mobility(company) == mobility(counter)
            seen += 1
    assert seen > 150


@pytest.mark.rule("rp.breakdown.3")
def test_a_company_is_worth_a_third_of_its_battalion(roster: Roster) -> None:
    for counter in units(roster):
        for pool in named(counter, "companies"):
            attack, defence = roster.counters[roster.pools[pool][0]].faces[0][:2]
            thirds = [max(1, (2 * full + 3) // 6) for full in counter.faces[0][:2]]
            assert [attack, defence] == thirds, counter.id
            assert counter.side == "german"
            assert roster.steps(roster.index[counter.id]) == 3


@pytest.mark.rule("rp.losses.12", "rp.losses.14")
def test_there_is_a_counter_for_the_last_step_of_every_battalion(roster: Roster) -> None:
    wanted = Count(pool for counter in units(roster) for pool in named(counter, "last"))
    assert all(len(roster.pools[pool]) >= count for pool, count in wanted.items())
    soviet = {pool for pool in wanted if pool.startswith("sov") and pool.endswith("-rem")}
    assert soviet == {"sov-mech-rem"}


@pytest.mark.rule("rp.post-move.13", "rp.losses.13")
def test_parachute_companies_join_to_battalions_of_their_brigade(roster: Roster) -> None:
    for brigade in "135":
        pool = f"{brigade}-gab-bns"
        assert len(roster.pools[pool]) == 4
        battalion = roster.counters[roster.pools[pool][0]]
        assert sides(roster, battalion) == ["4-4", "3-3", "1-2"]
        companies = [one for one in units(roster) if named(one, "joins") == [pool]]
        assert {one.parent for one in companies} == {f"{brigade} GAB"}
        assert len(companies) == 12


# -- who is special -----------------------------------------------------------------------------------


@pytest.mark.rule("rp.movement-allowance.18")
def test_the_infantry_of_two_divisions_comes_by_truck(roster: Roster) -> None:
    trucks = [one for one in roster.content.counter if "truck-borne" in one.traits]
    assert Count(one.parent for one in trucks) == {"255 ID": 6, "72 ID": 7}
    assert {one.kind for one in trucks} == {"infantry"}


@pytest.mark.rule("rp.movement-allowance.22")
def test_the_brigades_of_the_tank_army_are_without_fuel(roster: Roster) -> None:
    dry = [one for one in roster.content.counter if "no-fuel" in one.traits]
    brigades = Count(one.command or one.id for one in dry)
    tank = {f"{number} GTB": 3 for number in (51, 52, 53)}
    assert brigades == {"70 MB": 4, "71 MB": 4, "22 MRB": 3, **tank, "recon-6-gtc": 1, "recon-9-mc": 1}


@pytest.mark.rule("rp.general.15a", "rp.leader-return.1")
def test_leaders_and_their_adcs(roster: Roster) -> None:
    leaders = {one.id: one for one in roster.content.counter if one.kind == "leader"}
    assert set(leaders) == set(LEADERS)
    for id, (leads, hq, leader, adc) in LEADERS.items():
        formations = [name.replace("_", " ") for name in leads.split()]
        assert sorted(named(leaders[id], "leads")) == sorted(formations)
        assert named(leaders[id], "at-hq") == [hq]
        assert leaders[id].faces == [leader, adc]
        assert roster.counters[roster.index[hq]].kind == "hq"
        assert set(formations) <= set(roster.formations)


# -- how they look --------------------------------------------------------------------------------------


def test_every_side_of_every_counter_can_be_drawn(roster: Roster, looks: Looks) -> None:
    for counter in roster.counters:
        for number, face in enumerate(counter.faces):
            svg = counter_svg(face_of(counter, number), looks)
            row = looks.kind(counter.kind, counter.traits).row or looks.counters.row
            assert ">" + "-".join(str(face[place]) for place in row) + "<" in svg, counter.id
            assert ">0<" not in svg


def test_no_two_nations_look_alike(looks: Looks) -> None:
    assert set(looks.nations) == {"german", "ss", "soviet", "airborne"}
    assert len({one.ground for one in looks.nations.values()}) == 4
    assert len({one.frame for one in looks.nations.values()}) == 4
    assert len({one.pattern for one in looks.nations.values()}) == 4


def test_brigades_and_the_ss_wear_their_own(roster: Roster, looks: Looks) -> None:
    def livery(id: str) -> str:
        one = roster.counters[roster.index[id]]
        return looks.nation(one.side, one.nation, tuple(one.traits))

    assert [livery(id) for id in ("i-gr-80", "i-pzgr-d", "i-a-309", "hq-3-gab")] == [
        "german",
        "ss",
        "soviet",
        "airborne",
    ]
    assert livery("ger-ss-co-1") == "ss"


def test_every_kind_has_a_symbol_or_letters(roster: Roster, looks: Looks) -> None:
    for counter in roster.counters:
        look = looks.kind(counter.kind, counter.traits)
        assert look.symbol or look.letters
    motorized = roster.counters[roster.index["i-gr-mot-20"]]
    assert looks.kind(motorized.kind, motorized.traits).symbol == "mot"


def test_a_small_scenario_has_no_more_companies_than_its_battalions_can_need() -> None:
    roster = load_content("teaching").roster
    counts = {pool: len(slots) for pool, slots in roster.pools.items()}
    # One halftrack battalion, one on trucks, one of tanks, one of reconnaissance; three Soviet ones.
    assert counts["ger-mech-co"] == counts["ger-mot-co"] == 3
    assert counts["ger-mech-rem"] == counts["ger-mot-rem"] == 1
    assert counts["ger-tank-co"] == 4, "three companies, and one more that could be the last step"
    assert counts["sov-mech-rem"] == 3
    assert "ger-inf-co" not in counts
    whole = load_content("bukrin").roster.pools
    assert {pool: len(slots) for pool, slots in whole.items()} == {
        pool: len(slots) for pool, slots in load_counters(DATA / "units.toml").pools.items()
    }

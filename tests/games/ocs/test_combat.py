"""Ground combat: who attacks, supply, ratings, terrain, anti-tank effects, surprise and the roll."""

from fractions import Fraction

import pytest

from games.ocs.battle import announced, answer_until, battle, fight, roll, strike
from games.ocs.bench import hex, options, play, refusal, unit
from grognard.core.content.player_files import PlayerFiles
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.combat.odds import (
    attack_strength,
    combat_modifier,
    defence_strength,
    first_column,
    odds_sheet,
    surprise_modifier,
    totals,
)
from grognard.games.ocs.combat.payments import attack_price, defence_price
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.content import number_of
from grognard.games.ocs.model.position import ASTER, ATTACKED, BOREAL, EXHAUSTED, FOUGHT, LOW, OcsPosition
from grognard.games.ocs.model.scale import RE
from grognard.play.setting import open_setting


def combat_of(pos: OcsPosition, target: str, *ids: str, **more: object) -> Combat:
    """A combat with everything paid, to look at its numbers."""
    place = hex(pos, target)
    defenders = tuple(pos.combat_units_at(place, BOREAL))
    v = Combat(
        place, ASTER, attackers=tuple(unit(pos, id) for id in ids), defenders=defenders, supplied=defenders
    )
    return v._replace(**more)  # type: ignore[arg-type] # fields of the combat


# -- who ------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.combat.2",
    "ocs.combat.3a",
    "ocs.combat.3b",
    "ocs.combat.4a",
    "ocs.combat.4c",
    "ocs.combat.5",
    "ocs.basics.21a",
    "ocs.basics.22a",
)
def test_who_may_attack_what() -> None:
    units = {
        "a21": "03.02",
        "a32": "03.02",
        "a01": "02.03",
        "a22": "01.01",
        "b11": "03.03",
        "b41": {"hex": "04.03", "points": 2},
    }
    game = battle(units)
    assert options(game) == ["attack 03.03", "done"]
    assert refusal(game, "attack 04.03").rule == "ocs.combat.3"
    assert refusal(game, "attack 05.05").rule == "ocs.combat.3"
    play(game, "attack 03.03")
    assert options(game) == ["commit a21", "commit-all", "call-off"]
    assert refusal(game, "commit a32").rule == "ocs.basics.21"
    assert refusal(game, "commit a01").rule == "ocs.basics.21"
    assert refusal(game, "commit a22").rule == "ocs.combat.3"
    assert refusal(game, "commit b11").rule == "ocs.fog.2"


@pytest.mark.rule("ocs.combat.3a", "ocs.modes.18a", "ocs.modes.26b", "ocs.modes.35c", "ocs.modes.4")
def test_reserve_and_strat_do_not_attack_and_the_disorganised_do() -> None:
    units = {"a21": {"hex": "03.02", "mode": "reserve"}, "a22": {"hex": "03.02", "mode": "strat"}}
    game = battle(units | {"a23": {"hex": "03.02", "mode": "dg"}, "b11": "03.03"})
    play(game, "attack 03.03")
    assert [text for text in options(game) if text.startswith("commit ")] == ["commit a23"]


@pytest.mark.rule("ocs.combat.6a", "ocs.combat.6c", "ocs.combat.7")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    units = {"a21": "03.02", "a22": "02.03", "b11": "03.03", "b12": "04.02"}
    game = strike(battle(units), "03.03", "a21")
    assert game.pos.worked[hex(game.pos, "03.03")] & ATTACKED
    assert game.pos.flags[unit(game.pos, "a21")] & FOUGHT
    roll(game, 7, 7)
    answer_until(game, "Assault")
    assert refusal(game, "attack 03.03").rule == "ocs.combat.6"
    assert refusal(game, "attack 04.02").rule == "ocs.combat.3"  # a21 has attacked


@pytest.mark.rule("ocs.combat.8a", "ocs.combat.8b", "ocs.engineer.3c", "ocs.movement.12b")
def test_nobody_attacks_where_he_could_not_go() -> None:
    drawn = {"rivers": {"major-river": ["01.01/02.01"]}}
    tracks = battle({"a11": "01.01", "b11": "02.01"}, ["..."], map=drawn)
    assert options(tracks) == ["done"]
    assert refusal(tracks, "attack 02.01").rule == "ocs.combat.3"
    road = battle(
        {"a11": "01.01", "b11": "02.01"}, ["..."], map=drawn | {"roads": {"primary-road": ["01.01 02.01"]}}
    )
    assert "attack 02.01" in options(road)
    bridged = battle({"a11": "01.01", "a33": "01.01", "b11": "02.01"}, ["..."], map=drawn)
    assert "attack 02.01" in options(bridged)
    foot = battle({"a21": "01.01", "b11": "02.01"}, ["..."], map=drawn)
    assert "attack 02.01" in options(foot)


@pytest.mark.rule("ocs.exploitation.1a", "ocs.sequence.18", "ocs.modes.22b")
def test_who_attacks_in_the_exploitation_phase() -> None:
    start = {"procedure": "exploitation-combat", "step": "Assault"}
    units = {
        "a21": "03.02",
        "a22": {"hex": "03.02", "mode": "exploit"},
        "a23": {"hex": "03.02", "flags": 32},
        "b11": "03.03",
    }
    game = battle(units, phase="exploitation-combat", start=start)
    play(game, "attack 03.03")
    assert [text for text in options(game) if text.startswith("commit ")] == ["commit a22", "commit a23"]
    assert refusal(game, "commit a21").rule == "ocs.exploitation.1"


# -- supply ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.combat.10a", "ocs.combat.11b", "ocs.results.13a")
def test_prices_of_a_combat() -> None:
    pos = battle({"a21": {"hex": "03.02", "lost": 1}, "a11": "03.02", "b39 b33": "03.03", "b31": "03.04"}).pos
    v = combat_of(pos, "03.03", "a21", "a11")
    assert [attack_price(pos, v, one) for one in v.attackers] == [3, 1]
    assert defence_price(pos, v.defenders) == 1  # two battalions are 1 RE
    assert defence_price(pos, [*v.defenders, unit(pos, "b31")]) == 2


@pytest.mark.rule("ocs.combat.10b")
def test_a_counter_can_say_that_it_pays_one_token_whatever_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A brigade of two steps with the trait "attack:1" pays 1T, as in the desert games."""
    pos = battle({"a21 a31": "03.02", "b11": "03.03"}).pos
    v = combat_of(pos, "03.03", "a21", "a31")
    assert [attack_price(pos, v, one) for one in v.attackers] == [4, 1]
    pays = [0] * pos.content.units
    pays[unit(pos, "a21")] = number_of(frozenset({"armor", "attack:1"}), "attack")
    monkeypatch.setattr(pos.content, "attack_pays", pays)
    assert [attack_price(pos, v, one) for one in v.attackers] == [1, 1]


@pytest.mark.rule("ocs.combat.10b")
def test_a_brigade_of_a_players_own_attacks_for_one_token() -> None:
    """It has two steps, is 2 RE, and pays 1T alone or beside a division that pays for each step."""
    counter = "\n".join(
        (
            '[[counter]]\nid = "own"\nname = "Own Brigade"\nside = "aster"\nkind = "tank"\nsize = "X"',
            'faces = [[8, 4, 3, 1], [4, 4, 8, 1]]\nsteps = 2\ntraits = ["armor", "attack:1"]',
        )
    )
    text = (SYSTEM.folder / "data" / "scenarios" / "teaching.toml").read_text("utf-8")
    text = text.replace('id = "teaching"', f'id = \'desert\'\ncounters = """\n{counter}\n"""', 1)
    text = text.replace('a21 = "12.10"', 'a21 = "12.10"\nown = "12.10"', 1)
    own = PlayerFiles({"desert.toml": text}, scenario="desert.toml")
    pos = open_setting(SYSTEM, "desert", None, own).pos
    brigade = unit(pos, "own")
    assert (pos.steps(brigade), pos.content.size_quarters[brigade]) == (2, 2 * RE)
    for beside in ((), (unit(pos, "a21"),)):
        v = Combat(hex(pos, "13.10"), ASTER, attackers=(brigade, *beside))
        assert [attack_price(pos, v, one) for one in v.attackers] == [1, 4][: len(v.attackers)]


@pytest.mark.rule("ocs.combat.9", "ocs.combat.10", "ocs.combat.14a", "ocs.combat.14b")
def test_who_is_not_paid_does_not_attack() -> None:
    # Worked example 16: one token for three one-step units.
    units = {"a11 a12 a31": "03.02", "b39": "03.03"}
    game = battle(units, dumps={"aster": {"03.02": 1}, "boreal": {"03.03": 5}})
    play(game, "attack 03.03", "commit-all", "strike", "supply a31")
    assert "supply a11" not in options(game)
    assert refusal(game, "supply a11").rule == "ocs.combat.14"
    assert "stocks a11" in options(game)
    play(game, "stocks a11", "leave-out a12", "pay-defence")
    assert fight(game).attackers == (unit(game.pos, "a11"), unit(game.pos, "a31"))
    assert game.pos.stocks[unit(game.pos, "a11")] == LOW
    assert game.pos.ground_dump(hex(game.pos, "03.03"), BOREAL) == 4  # ½ RE pays 1T


@pytest.mark.rule("ocs.combat.9b", "ocs.stocks.2a", "ocs.combat.16b")
def test_without_any_supply_the_attack_is_off() -> None:
    game = battle(
        {"a31": {"hex": "03.02", "stocks": "exhausted"}, "b39": "03.03"}, dumps={"boreal": {"03.03": 5}}
    )
    play(game, "attack 03.03", "commit a31", "strike")
    assert options(game) == ["leave-out a31"]
    play(game, "leave-out a31")
    assert game.ask.step == "Assault"
    assert game.pos.ground_dump(hex(game.pos, "03.03"), BOREAL) == 5
    assert not game.pos.worked[hex(game.pos, "03.03")] & ATTACKED


@pytest.mark.rule("ocs.combat.13a", "ocs.stocks.4", "ocs.stocks.5")
def test_stocks_only_for_whom_the_map_cannot_pay() -> None:
    # 3T for a division and two one-step units: these are paid, the division uses stocks, 1T is wasted.
    game = battle({"a21 a31 a34": "03.02", "b11": "03.03"}, dumps={"aster": {"03.02": 3}})
    play(game, "attack 03.03", "commit-all", "strike")
    assert refusal(game, "stocks a31").rule == "ocs.combat.13"
    play(game, "supply a31", "supply a34")
    assert game.pos.ground_dump(hex(game.pos, "03.02"), ASTER) == 1
    play(game, "stocks a21")
    assert game.pos.ground_dump(hex(game.pos, "03.02"), ASTER) == 0
    assert game.pos.stocks[unit(game.pos, "a21")] == LOW


@pytest.mark.rule("ocs.stocks.1a", "ocs.stocks.2")
def test_stocks_last_for_two_combats() -> None:
    game = battle({"a31": {"hex": "03.02", "stocks": "low"}, "b39": "03.03"}, dumps={})
    play(game, "attack 03.03", "commit a31", "strike", "stocks a31")
    assert game.pos.stocks[unit(game.pos, "a31")] == EXHAUSTED


@pytest.mark.rule("ocs.combat.12a", "ocs.combat.15", "ocs.combat.9c")
def test_the_defender_may_decline_and_defends_at_half() -> None:
    game = battle({"a21": "03.02", "b11": "03.03"})
    play(game, "attack 03.03", "commit a21", "strike", "supply a21")
    assert options(game) == ["pay-defence", "decline"]
    play(game, "decline")
    assert options(game) == ["decline"]  # supply on the map could pay, so stocks are not for this
    play(game, "decline", "lead a21", "lead b11")
    v = fight(game)
    assert totals(game.pos, v) == (20, 6)


@pytest.mark.rule("ocs.combat.15c", "ocs.stocks.3", "ocs.combat.7", "ocs.stocks.1c", "ocs.stocks.2b")
def test_defenders_without_supply_use_their_own_stocks() -> None:
    game = battle(
        {"a21": "03.02", "b11": "03.03", "b31": {"hex": "03.03", "stocks": "exhausted"}},
        dumps={"aster": {"01.01": 9}},
    )
    play(game, "attack 03.03", "commit a21", "strike", "supply a21")
    assert options(game) == ["decline"]
    play(game, "decline")
    assert options(game) == ["stocks b11", "decline"]
    play(game, "stocks b11")
    assert refusal(game, "stocks b11").why == "31 Inf Div has its supply for this combat."
    play(game, "decline", "lead a21", "lead b11")
    assert fight(game).supplied == (unit(game.pos, "b11"),)
    assert totals(game.pos, fight(game)) == (20, Fraction(27, 2))  # 12 + 3 x 1/2


@pytest.mark.rule("ocs.combat.15d", "ocs.combat.15e", "ocs.stocks.5")
def test_too_little_for_the_defence_stays_unless_a_division_uses_stocks() -> None:
    for id, left in (("b31", 1), ("b11", 0)):
        units = {"a21": "03.02", id: "03.03"} | ({"b38": "03.03"} if id == "b31" else {})
        game = battle(units, dumps={"aster": {"01.01": 9}, "boreal": {"03.03": 1}})
        play(game, "attack 03.03", "commit a21", "strike", "supply a21", "decline", f"stocks {id}")
        assert game.pos.ground_dump(hex(game.pos, "03.03"), BOREAL) == left


@pytest.mark.rule("ocs.transport.9a", "ocs.supply.20")
def test_organic_trucks_may_be_withheld() -> None:
    units = {"a11": "03.02", "a17": {"hex": "03.02", "points": 2, "load": 8}, "b39": "03.03"}
    game = battle(units, dumps={})
    play(game, "attack 03.03", "commit a11", "strike")
    assert options(game) == ["supply a11", "stocks a11", "leave-out a11"]


# -- strengths ------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.combat.16a",
    "ocs.combat.16c",
    "ocs.basics.10",
    "ocs.trace.17d",
    "ocs.basics.7",
    "ocs.modes.19",
    "ocs.combat.12b",
    "ocs.combat.19a",
)
@pytest.mark.parametrize(
    ("entry", "supplied", "strength"),
    [
        ({}, True, 12),
        ({}, False, 6),
        ({"mode": "dg"}, True, 6),
        ({"oos": True}, True, 6),
        ({"oos": True}, False, 3),
        ({"oos": True, "mode": "dg"}, False, Fraction(3, 2)),
        ({"mode": "reserve"}, True, 6),
        ({"mode": "strat"}, True, 0),
        ({"lost": 1}, True, 12),
        ({"lost": 2}, True, 6),
    ],
)
def test_strength_in_defence(entry: dict[str, object], supplied: bool, strength: Fraction) -> None:
    pos = battle({"a21": "03.02", "b11": {"hex": "03.03", **entry}}).pos
    v = combat_of(pos, "03.03", "a21")
    v = v if supplied else v._replace(supplied=())
    assert defence_strength(pos, v, unit(pos, "b11")) == strength


@pytest.mark.rule("ocs.combat.19b", "ocs.units.9b", "ocs.units.10")
def test_headquarters_and_guns_defend_with_hidden_strengths() -> None:
    units = {"a21": "03.02", "b01": "03.03", "b32": "03.03", "b02": {"hex": "03.03", "mode": "move"}}
    pos = battle(units).pos
    v = combat_of(pos, "03.03", "a21")
    assert [defence_strength(pos, v, unit(pos, id)) for id in ("b01", "b32", "b02")] == [5, 1, 1]


@pytest.mark.rule("ocs.combat.20", "ocs.combat.23", "ocs.combat.19a")
@pytest.mark.parametrize(
    ("ground", "armor", "mech", "other"),
    [
        (".", 12, 16, 20),
        ("w", 6, 8, 20),
        ("F", 3, 8, 20),
        ("M", 2, 4, 20),
        ("s", 3, 4, 20),
        ("c", 3, 4, 20),
        ("C", 2, 4, 20),
        ("v", 6, 8, 20),
    ],
)
def test_attackers_by_terrain(ground: str, armor: int, mech: int, other: int) -> None:
    rows = ["....", f"..{ground}.", "....", "...."]
    pos = battle({"a11 a13 a21": "02.03", "b34": "03.03"}, rows).pos
    v = combat_of(pos, "03.03", "a11", "a13", "a21")
    assert [attack_strength(pos, v, one) for one in v.attackers] == [armor, mech, other]


@pytest.mark.rule(
    "ocs.combat.25a", "ocs.combat.25c", "ocs.combat.26a", "ocs.combat.26b", "ocs.combat.27b", "ocs.hedgehog.4"
)
@pytest.mark.parametrize(
    ("defender", "works", "armor", "mech"),
    [
        ("b11", {}, 12, 16),  # no anti-tank
        ("b23", {}, 12, 12),  # light: hurts the light alone
        ("b21", {}, 9, 12),  # heavy: hurts all
        ("b31", {}, 9, 12),
        ("b33", {}, 9, 12),
        ("b11", {"boreal": {"03.03": 1}}, 9, 12),  # a hedgehog is heavy
        ("b11", {"aster": {"02.03": 2}}, 12, 16),  # one of the attacker's gives nothing
    ],
)
def test_anti_tank_effects(defender: str, works: dict[str, dict[str, int]], armor: int, mech: int) -> None:
    pos = battle({"a11 a13": "02.03", defender: "03.03"}, hedgehogs=works).pos
    v = combat_of(pos, "03.03", "a11", "a13")
    assert [attack_strength(pos, v, one) for one in v.attackers] == [armor, mech]


@pytest.mark.rule("ocs.combat.25b")
def test_anti_tank_changes_nothing_but_the_doubling() -> None:
    pos = battle({"a11 a13": "02.03", "b21": "03.03"}, ["....", "..w.", "....", "...."]).pos
    v = combat_of(pos, "03.03", "a11", "a13")
    assert [attack_strength(pos, v, one) for one in v.attackers] == [6, 8]


@pytest.mark.rule("ocs.combat.20a", "ocs.combat.21b", "ocs.combat.22")
def test_the_defender_chooses_hex_or_hexside_for_each_stack() -> None:
    drawn = {"rivers": {"minor-river": ["03.02/03.03"]}}
    units = {"a11": "03.02", "a21": "02.03", "b34": "03.03"}
    game = battle(units, ["....", "..w.", "....", "...."], map=drawn)
    play(
        game,
        "attack 03.03",
        "commit-all",
        "strike",
        "supply a11",
        "supply a21",
        "pay-defence",
        "lead a11",
        "lead b34",
    )
    assert options(game) == ["take-river 03.02", "take-ground 03.02"]
    assert game.ask.usual(game.pos)[0] == "take-river"  # 6 x 1/2 is less than 6 x 1 in the woods
    assert refusal(game, "take-river 02.03").rule == "ocs.combat.20"
    play(game, "take-river 03.02")
    assert totals(game.pos, fight(game)) == (23, 2)
    assert announced(game)[5:] == (10, 1)  # 11.5 rounds to 12:1, on the row of the hex: Close


@pytest.mark.rule("ocs.combat.20")
def test_the_ground_may_be_the_better_choice() -> None:
    drawn = {"rivers": {"minor-river": ["03.02/03.03"]}}
    game = battle({"a11": "03.02", "b34": "03.03"}, ["....", "..C.", "....", "...."], map=drawn)
    play(game, "attack 03.03", "commit-all", "strike", "supply a11", "pay-defence", "lead a11", "lead b34")
    assert game.ask.usual(game.pos)[0] == "take-ground"  # 1/3 in the city, 1/2 over the river


@pytest.mark.rule("ocs.combat.23b", "ocs.combat.21")
def test_the_terrain_of_the_attackers_does_not_matter() -> None:
    pos = battle({"a11": "02.03", "b34": "03.03"}, ["....", ".C..", "....", "...."]).pos
    v = combat_of(pos, "03.03", "a11")
    assert attack_strength(pos, v, unit(pos, "a11")) == 12


# -- dice -----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.combat.17", "ocs.combat.18a", "ocs.combat.33", "ocs.hedgehog.4a", "ocs.combat.34", "ocs.combat.36"
)
def test_modifiers_of_both_rolls() -> None:
    pos = battle({"a22": "03.02", "b11": "03.03"}, hedgehogs={"boreal": {"03.03": 3}}).pos
    v = combat_of(pos, "03.03", "a22", leader=unit(pos, "a22"), rival=unit(pos, "b11"))
    assert surprise_modifier(pos, v) == 3 - 2 - 1  # one, whatever the level
    assert combat_modifier(pos, v) == 3 - 2 - 3
    open_ground = battle({"a22": {"hex": "03.02", "mode": "dg"}, "b11": "03.03"}).pos
    v = combat_of(open_ground, "03.03", "a22", leader=unit(pos, "a22"), rival=unit(pos, "b11"))
    assert surprise_modifier(open_ground, v) == combat_modifier(open_ground, v) == 0


@pytest.mark.rule("ocs.combat.34a", "ocs.combat.35", "ocs.hedgehog.4")
@pytest.mark.parametrize(("level", "dice", "found"), [(3, 9, 0), (0, 9, 1), (0, 4, -1), (0, 5, 0)])
def test_surprise_in_a_regular_attack(level: int, dice: int, found: int) -> None:
    # AR 3 against 2: with the hedgehog 9 + 1 - 1 = 9 is no surprise, without it 10 is.
    works = {"boreal": {"03.03": level}} if level else {}
    game = strike(battle({"a22": "03.02", "b11": "03.03"}, hedgehogs=works), "03.03")
    roll(game, dice)
    assert fight(game).surprise == found
    assert game.ask.step == ("RollShift" if found else "RollCombat")


@pytest.mark.rule("ocs.combat.31a", "ocs.combat.35")
def test_surprise_shifts_from_the_first_column() -> None:
    # Worked example 3: 1 against 12 in Open starts at 1:5 and ends at 3:1 with a 6.
    units = {"a33": {"hex": "03.02", "mode": "move"}, "b11": "03.03"}
    game = strike(battle(units), "03.03")
    assert announced(game)[5] == 0
    roll(game, 12, 6)
    assert fight(game).shift == 6
    assert odds_sheet(game.pos, fight(game)).total == "3:1"


@pytest.mark.rule(
    "ocs.combat.1c", "ocs.combat.29", "ocs.combat.33", "ocs.combat.35", "ocs.overrun.7a", "ocs.results.4"
)
def test_the_worked_overrun_of_a_tank_brigade() -> None:
    # Worked example 7c: 6 x 1.5 + 8 x 1.5 = 21 against 3.5 is 6:1; AR 5 - 2; 6 + 3 surprises; 4 + 3 is row 7.
    units = {"a11 a13": "02.03", "b21": {"hex": "03.03", "mode": "dg"}}
    game = battle(units, phase="movement", start={"procedure": "movement", "step": "Move"})
    play(game, "move a11", "join a13", "overrun 03.03", "fuel-unit a11", "fuel-unit a13")
    play(game, "supply a11", "supply a13", "pay-defence", "lead a11", "lead b21")
    assert announced(game) == (hex(game.pos, "03.03"), 5, 2, 21 * 12, 42, 8, 0)
    roll(game, 6, 2, 4)
    v = fight(game)
    assert (v.attacker_option, v.exploit, v.defender_owes, v.defender_option) == (1, 4, 1, 2)
    play(game, "retreat-by 0", "lose a11", "lose b21")
    assert game.pos.hex[unit(game.pos, "a11")] < 0 and game.pos.hex[unit(game.pos, "b21")] < 0
    assert game.pos.hex[unit(game.pos, "a13")] == hex(game.pos, "03.03")
    assert game.pos.spent[unit(game.pos, "a13")] == 12


@pytest.mark.rule("ocs.overrun.8", "ocs.fog.2")
def test_an_overrun_goes_on_where_the_march_is_hidden_from_the_defender() -> None:
    """The same overrun in a position drawn from what Boreal knows: who marches, and how, is not in it."""
    units = {"a11 a13": "02.03", "b21": {"hex": "03.03", "mode": "dg"}}
    game = battle(units, phase="movement", start={"procedure": "movement", "step": "Move"})
    play(game, "move a11", "join a13", "overrun 03.03", "fuel-unit a11", "fuel-unit a13")
    play(game, "supply a11", "supply a13", "pay-defence", "lead a11", "lead b21")
    roll(game, 6, 2, 4)
    play(game, "retreat-by 0", "lose a11")
    assert [frame.procedure for frame in game.pos.stack].count("march") == 1
    game.pos.stack = [frame for frame in game.pos.stack if frame.procedure != "march"]
    play(game, "lose b21")
    assert game.pos.hex[unit(game.pos, "a13")] == hex(game.pos, "03.03")
    assert game.ask.step == "Move"


@pytest.mark.rule("ocs.combat.35b", "ocs.combat.36c", "ocs.overrun.7")
def test_the_worked_overrun_at_four_to_one() -> None:
    # Worked example 4: 4:1 Open, AR 5 against 0; 8 surprises an overrun, 3 shifts to 9:1, 7 is row 12.
    units = {"a31": "02.03", "b34 b40": "03.03"}
    dumps = {"aster": {"02.02": 9}, "boreal": {"05.05": 9}}
    game = battle(units, phase="movement", start={"procedure": "movement", "step": "Move"}, dumps=dumps)
    play(
        game,
        "move a31",
        "overrun 03.03",
        "fuel-unit a31",
        "supply a31",
        "pay-defence",
        "lead a31",
        "lead b34",
    )
    assert announced(game)[3:6] == (168, 48, 7)  # 14 against 4 is 3.5, so 4:1
    roll(game, 8, 3, 7)
    v = fight(game)
    assert (v.exploit, v.defender_owes, v.defender_option) == (3, 2, 2)


@pytest.mark.rule("ocs.combat.36a")
def test_the_example_of_the_combat_table() -> None:
    # 9:1 Open, AR +1, hedgehog 2, dice 8: row 7 gives Ao1 e4 DL1o2.
    units = {"a22": "03.02", "b37": {"hex": "03.03", "lost": 0}}
    game = battle(units, hedgehogs={"boreal": {"03.03": 2}})
    strike(game, "03.03")
    roll(game, 7)
    game.pos.stack[-1] = game.pos.stack[-1]._replace(vars=fight(game)._replace(shift=3))
    roll(game, 8)
    v = fight(game)
    assert (v.attacker_option, v.exploit, v.defender_owes, v.defender_option) == (1, 4, 1, 2)


@pytest.mark.rule("ocs.modes.23a", "ocs.modes.23c", "ocs.results.7")
def test_a_result_for_the_defender_ends_reserve_and_dg_comes_first() -> None:
    units = {"a21": "03.02", "b38": {"hex": "03.03", "mode": "reserve"}}
    game = strike(battle(units), "03.03")
    roll(game, 7, 2)  # 20 against 2.5 is 8:1; row 4, column 9: Ao1 Do1
    assert game.pos.mode[unit(game.pos, "b38")] == 0
    calm = strike(battle({"a33": "03.02", "b38": {"hex": "03.03", "mode": "reserve"}}), "03.03")
    roll(calm, 7, 2)  # 2 against 2.5 and row 3: AL2
    assert calm.pos.mode[unit(calm.pos, "b38")] == 2


@pytest.mark.rule("ocs.combat.32a", "ocs.modes.26a")
def test_strat_mode_is_the_last_column() -> None:
    game = strike(battle({"a33": "03.02", "b11": {"hex": "03.03", "mode": "strat"}}), "03.03")
    assert announced(game)[4:6] == (0, 12)


@pytest.mark.rule("ocs.fog.4d", "ocs.combat.1b", "ocs.combat.9a")
def test_nothing_is_told_of_strengths_before_the_terrain_is_chosen() -> None:
    drawn = {"rivers": {"minor-river": ["03.02/03.03"]}}
    game = battle({"a21": "03.02", "b11": "03.03"}, map=drawn)
    play(game, "attack 03.03", "commit a21", "strike", "supply a21", "pay-defence", "lead a21", "lead b11")
    assert game.ask.step == "ChooseTerrain"
    assert not [event for event in game.events if event.kind == "announced"]
    play(game, "take-river 03.02")
    assert announced(game)[1:5] == (4, 2, 120, 144)


def test_first_column_is_read_from_the_totals() -> None:
    pos = battle({"a21": "03.02", "b11": "03.03"}).pos
    assert first_column(pos, combat_of(pos, "03.03", "a21")) == 5  # 20 against 12 is 2:1

"""The odds of an attack: exact, bounded, and the same as those of many real combats."""

from fractions import Fraction
from random import Random

import pytest

from games.red_parachutes.battle import (
    AM,
    ARENA,
    MIDDAY,
    NORTH,
    NORTH_EAST,
    SOUTH,
    TARGET,
    attack,
    choose,
    levels,
    no_guns,
)
from games.red_parachutes.table import Table, table
from games.red_parachutes.test_advance import SECOND, broken
from grognard.analysis.odds import DRAWS, Forecast, forecast, imagined
from grognard.core.flow.chance import CHANCE, pick
from grognard.games.battalions.table.combat_odds import GOES, STANDS
from grognard.games.red_parachutes import SYSTEM

PLAIN = ({"i-gr-80": NORTH, "ii-gr-80": NORTH}, {"i-a-309": TARGET, "ii-a-309": TARGET})
SUPPORTED = (
    {"pzr-27": NORTH, "i-pzgr-73": NORTH, "pzpi-19": NORTH_EAST},
    {"at-309": TARGET, "i-a-309": TARGET, "i-pzar-19": "0401", "art-309": "0407 seen", "kaellner": NORTH},
)
LED = (
    {"pzr-27": NORTH, "i-pzgr-73": NORTH},
    {
        "i-69-mb": f"{TARGET} seen",
        "rybalko": f"{TARGET} seen",
        "kaellner": NORTH,
        "art-309": "0407 seen ammunition=1",
    },
)
ELSEWHERE = {"corps-mg-bn": "0101", "iii-c-309": "0102"}


def named(attackers: dict[str, str], others: dict[str, str], turn: int = MIDDAY) -> Table:
    """An attack that is being named."""
    game = table(ARENA, {**attackers, **others, **ELSEWHERE}, procedure="attacks", turn=turn)
    return game.play(f"german: target {TARGET}", *(f"german: commit {id}" for id in attackers))


def worked_out(game: Table) -> Forecast:
    return forecast(SYSTEM, [game.game])


def played(game: Table, way: str, generator: Random) -> dict[str, int]:
    """One real combat with real dice, the players answering as the odds take them to."""
    trial = game.game.after(("agreed", -1))
    while any(frame.procedure in ("combat", "aftermath") for frame in trial.pos.stack):
        ask = trial.ask
        if ask.is_chance:
            outcomes = list(zip(ask.options(CHANCE).of("roll"), ask.weights, strict=True))
            trial.play(("roll", pick(outcomes, generator)), CHANCE)
        elif ask.step == "DeclareBreakthrough":
            trial.play(("done", -1), ask.side)
        else:
            trial.play(SYSTEM.odds.answer(trial.pos, ask, way), ask.side)
    return SYSTEM.odds.measure(game.pos, trial.pos)


@pytest.mark.parametrize("setting", [PLAIN, SUPPORTED, LED], ids=["plain", "supported", "led"])
@pytest.mark.parametrize("way", [STANDS, GOES])
def test_exact_odds_are_those_of_many_real_combats(
    setting: tuple[dict[str, str], dict[str, str]], way: str
) -> None:
    """The means of 400 combats lie within four standard errors, though these roll all dice there are."""
    game = named(*setting)
    found = worked_out(game).ways[way]
    generator = Random(11)
    lines = [played(game, way, generator) for _ in range(400)]
    for name in ("attacker steps lost", "defender steps lost", "hex taken"):
        exact = float(found.mean(name))
        spread = sum(float(chance) * (value - exact) ** 2 for value, chance in found.of(name).items()) ** 0.5
        drawn = sum(line[name] for line in lines) / len(lines)
        assert abs(drawn - exact) <= 4 * spread / 20 + 1e-9, (name, drawn, exact)


def test_the_odds_of_a_plain_attack_by_hand() -> None:
    """8 against 8 is 1:1, the regiment is whole: 2:1, column 6; morale 3 against 2: 1R, 3:1, column 7.

    The attacker loses a step on rolls of 2 to 8: 26 of 36. The defender has 1 on 5, 6; 2 on 7 to 9; 3 on 10
    to 12. Giving way he loses a step on 7 or more, 21 of 36; the hex is taken on 5 or more, 30 of 36.
    """
    found = worked_out(named(*PLAIN)).ways[GOES]
    assert found.is_exact
    assert float(found.mean("attacker steps lost")) == pytest.approx(26 / 36)
    assert float(found.mean("defender steps lost")) == pytest.approx(21 / 36)
    assert float(found.mean("hex taken")) == pytest.approx(30 / 36)


def plays(found: Forecast) -> int:
    """How many answers of chance were played through: lines that meet go on as one."""
    return sum(way.plays for way in found.ways.values())


def test_an_ordinary_attack_is_worked_out_in_a_few_thousand_plays() -> None:
    for setting in (PLAIN, SUPPORTED):
        assert plays(worked_out(named(*setting))) < 3_000


@pytest.mark.slow
def test_the_longest_attack_is_exact_and_bounded() -> None:
    """Seven shots, two leaders, surprise, guns on both sides."""
    attackers = {"pzr-27": NORTH, "i-pzgr-73": NORTH, "stug-239": NORTH_EAST, "i-gr-80": NORTH_EAST}
    defenders = {"at-regt-1": TARGET, "69-mb-tank": TARGET, "smg-51": TARGET, "rybalko": f"{TARGET} seen"}
    others = {"i-pzar-19": "0401", "art-309": "0407 seen ammunition=1", "kaellner": NORTH}
    found = worked_out(named(attackers, {**defenders, **others}, AM))
    assert all(way.is_exact for way in found.ways.values())
    assert plays(found) < 20_000


def test_an_attack_that_would_be_called_off_says_so() -> None:
    found = worked_out(named({"flak-school": NORTH}, PLAIN[1]))
    assert found.ways[""].mean("called off") == 1


def test_the_odds_are_the_same_in_the_middle_of_the_combat() -> None:
    """Named, begun, and at its roll: nothing that the odds assume differs from what was answered."""
    game = attack(*PLAIN)
    first = forecast(SYSTEM, [named(*PLAIN).game]).ways[GOES].mean("defender steps lost")
    assert forecast(SYSTEM, [game.game]).ways[GOES].mean("defender steps lost") == first
    levels(no_guns(choose(game)), 3, 2)
    assert forecast(SYSTEM, [game.game]).ways[GOES].mean("defender steps lost") == first


def test_guns_that_the_attacker_does_not_see_do_not_change_his_odds() -> None:
    """Two positions that differ in a hidden gun have equal odds for the attacker."""
    plain = named(PLAIN[0], {**dict.fromkeys(PLAIN[1], f"{TARGET} seen"), "iii-b-309": "0407"})
    armed = named(PLAIN[0], {**dict.fromkeys(PLAIN[1], f"{TARGET} seen"), "art-309": "0407"})
    views = [SYSTEM.knowledge.project(game.pos, 0) for game in (plain, armed)]
    found = [forecast(SYSTEM, imagined(SYSTEM, view)).ways[GOES].chances for view in views]
    assert found[0] == found[1]


def test_who_stands_unseen_beside_somebody_known_is_reckoned_with() -> None:
    """A battalion was looked at; then others came to it. Their backs lie there for all to see."""
    known = {"i-a-309": f"{TARGET} seen"}
    alone = named(PLAIN[0], known)
    joined = named(PLAIN[0], {**known, "ii-a-309": TARGET})
    twin = named(PLAIN[0], {**known, "iii-a-309": TARGET})
    found = [
        forecast(SYSTEM, imagined(SYSTEM, SYSTEM.knowledge.project(game.pos, 0)))
        for game in (alone, joined, twin)
    ]
    assert [one.draws for one in found] == [0, DRAWS, DRAWS]
    assert found[1].ways[GOES].mean("hex taken") < found[0].ways[GOES].mean("hex taken")


def test_the_sheets_name_every_modifier_before_the_roll() -> None:
    """The armor shift is foreseen: armor 4 counts 3, AT 3 cancels all of it."""
    game = named(*SUPPORTED)
    attack_sheet, defence_sheet, odds_sheet = SYSTEM.screen.explain(game.pos)
    assert attack_sheet.total == str(6 + 5 + 4)
    assert defence_sheet.total == str(2 + 4)
    assert [(term.label, term.value) for term in odds_sheet.terms][:1] == [("15 against 6", "2:1")]
    assert SYSTEM.screen.target(game.pos) == game.hex(TARGET)
    assert set(SYSTEM.screen.held(game.pos)) == {game.unit(id) for id in SUPPORTED[0]}
    assert not SYSTEM.screen.shows_attack(game.pos, 1)


def test_the_chance_of_a_breakthrough_counts_the_die_of_its_leader() -> None:
    """Kaellner has 4: on a 5 or 6 nobody attacks."""
    game = broken(SECOND)
    game.play(f"german: target {SOUTH}", "german: commit pzaa-19", "german: commit i-pzgr-73")
    before = worked_out(game)
    fights = worked_out(game.play("german: agreed", "chance: roll 4"))
    for way, found in fights.ways.items():
        assert found.at_least("hex taken", 1) > 0
        assert before.ways[way].at_least("hex taken", 1) == Fraction(4, 6) * found.at_least("hex taken", 1)

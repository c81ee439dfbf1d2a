"""Artillery support of both sides: who may fire, what it is worth, what it costs in ammunition."""

from collections.abc import Sequence

from grognard.core.chapter import (
    D6,
    NOTHING,
    Choice,
    Decision,
    Game,
    Offer,
    Options,
    Outcome,
    Policy,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    first_of,
    rule,
)
from grognard.games.battalions.combat.attack import AGREED, Combat, is_near, range_to, up
from grognard.games.battalions.model.markers import disrupt
from grognard.games.battalions.model.position import (
    BOMBARDED,
    DEMORALIZED,
    DISRUPTED,
    FIRED_THIS_TURN,
    FULL_AMMUNITION,
    SUPPORTED,
    BattalionPosition,
)
from grognard.games.battalions.model.stacking import is_battalion

ALL_GUNS: Choice = ("all-guns", NOTHING)
USES_AMMUNITION = (1, 2)
"""Rolls that cost a gun a level after it has supported a defence."""


# -- who may fire -------------------------------------------------------------------------------


def is_defence(pos: BattalionPosition, gun: int) -> bool:
    """Does this gun support a defence? The guns of the phasing side support attacks."""
    return pos.content.side[gun] != pos.phasing


def supported(pos: BattalionPosition, v: Combat, gun: int) -> tuple[int, ...]:
    """The units in the combat on whom the gun's marker could be placed."""
    return v.defenders if is_defence(pos, gun) else v.attackers


@rule(
    *("rp.defensive-support.4", "rp.defensive-support.5", "rp.defensive-support.6", "rp.defensive-support.7"),
    *("rp.defensive-support.8", "rp.attack-declare.10", "rp.defend-declare.6", "rp.attack-declare.8"),
    *("rp.bombardment.5", "rp.defensive-support.20", "rp.advance.16", "rs.bombardment.6"),
)
def fire_refusal(pos: BattalionPosition, gun: int) -> Ruling:
    """Why an artillery unit may not give support to anybody. That it has moved strategically is no bar."""
    content = pos.content
    name = content.unit_names[gun]
    if not content.fires[gun] or pos.hex[gun] < 0:
        return Refusal("rp.defensive-support.1", f"{name} is not an artillery unit on the map.")
    if pos.flags[gun] & BOMBARDED:
        rule_id = "rp.defensive-support.4" if is_defence(pos, gun) else "rp.bombardment.5"
        return Refusal(rule_id, f"{name} has bombarded in this player turn.")
    bars = content.options.get("bombard-bars-defense", False)
    if bars and is_defence(pos, gun) and pos.flags[gun] & FIRED_THIS_TURN:
        return Refusal("rp.defensive-support.20", f"{name} has bombarded in this game turn.")
    if pos.morale_state[gun] == DEMORALIZED:
        return Refusal("rp.defensive-support.5", f"{name} is demoralized.")
    if pos.zoc(1 - content.side[gun])[pos.hex[gun]] and not content.combat.fires_in_zone(pos, gun):
        rule_id = "rp.defend-declare.6" if is_defence(pos, gun) else "rp.attack-declare.10"
        return Refusal(rule_id, f"{name} is in an enemy zone of control.")
    if pos.limbered[gun]:
        return Refusal("rp.defensive-support.7", f"{name} is limbered.")
    if pos.ammunition[gun] == 0 and content.combat.spends_ammunition(pos, gun):
        return Refusal("rp.defensive-support.8", f"{name} is out of ammunition.")
    return None if is_defence(pos, gun) else content.combat.fire_bar(pos, gun)


@rule("rp.defensive-support.3", "rp.para-search.10")
def support_aim_refusal(pos: BattalionPosition, gun: int, unit: int) -> Ruling:
    """Why the gun may not support this unit."""
    content = pos.content
    name = content.unit_names[gun]
    reach = pos.value("range", gun)
    away = range_to(pos, gun, pos.hex[unit])
    if away > reach:
        why = f"{name} reaches {reach} hexes; {content.unit_names[unit]} is {away} away."
        return Refusal("rp.defensive-support.3", why)
    if pos.dispersed[unit] and pos.formation_of(gun) != pos.formation_of(unit):
        why = f"found companies are supported by guns of their own formation, not by {name}."
        return Refusal("rp.para-search.10", why)
    if support_quarters(pos, gun, unit) == 0:
        why = f"{name} belongs to another formation and is not next to the HQ of the supported one."
        return Refusal("rp.defensive-support.13", why)
    return content.combat.support_bar(pos, gun, unit)


@rule("rp.attack-declare.10")
def support_refusal(pos: BattalionPosition, v: Combat, gun: int) -> Ruling:
    """Why the gun may not support this combat at all."""
    if v.breakthrough:
        return Refusal("rp.breakthrough.6", "there is no artillery support in breakthrough combat.")
    if gun in v.attackers:
        name = pos.content.unit_names[gun]
        return Refusal("rp.attack-declare.10", f"{name} attacks with its own strength in this combat.")
    barred = fire_refusal(pos, gun)
    if barred is not None:
        return barred
    reasons = [support_aim_refusal(pos, gun, unit) for unit in supported(pos, v, gun)]
    return None if None in reasons or not reasons else reasons[0]


def guns_in_range(pos: BattalionPosition, v: Combat, side: int) -> list[int]:
    """The artillery of a side that may support this combat."""
    content = pos.content
    guns = [unit for unit in pos.on_map(side) if content.fires[unit]]
    return [gun for gun in guns if support_refusal(pos, v, gun) is None]


# -- what it is worth -----------------------------------------------------------------------------


@rule(
    *("rp.defensive-support.10", "rp.defensive-support.11", "rp.defensive-support.12"),
    *("rp.defensive-support.13", "rp.defensive-support.14"),
    *("rs.defensive-support.11", "rs.defensive-support.12"),
)
def formation_halves(pos: BattalionPosition, gun: int, unit: int) -> int:
    """How many halves of its strength a gun gives a unit: 2 its own formation, fewer a strange one.

    The table says how many each nation gives, and how many if the gun is next to the other formation's HQ.
    """
    content = pos.content
    mine, theirs = content.formation[gun], pos.formation_of(unit)
    if mine < 0 or mine == theirs:
        return 2
    hq = content.hq_of[theirs] if theirs >= 0 else NOTHING
    near = hq >= 0 and pos.hex[hq] >= 0 and is_near(pos, pos.hex[hq], pos.hex[gun])
    return content.tables["support-formations"].integer(content.nation[gun], "near-hq" if near else "strange")


@rule(
    *(
        "rp.defensive-support.15",
        "rp.defensive-support.16",
        "rp.offensive-support.4",
        "rp.offensive-support.5",
    ),
    *("rs.defensive-support.16", "rs.offensive-support.5"),
)
def support_quarters(pos: BattalionPosition, gun: int, unit: int) -> int:
    """The support strength in quarters: after the worst of its modifiers, then halved at night."""
    printed = pos.value("support", gun)
    worst = 2 * printed * formation_halves(pos, gun, unit)
    is_shaken = pos.morale_state[gun] == DISRUPTED and is_battalion(pos, gun)
    if is_shaken and not is_defence(pos, gun) and printed > 2:
        worst = min(worst, 4 * (printed - 1))
    return worst // 2 if pos.is_night else worst


@rule("rp.offensive-support.6")
def points(pos: BattalionPosition, v: Combat, gun: int, twice: bool = False) -> int:
    """What a gun gives, fractions rounded up once, at the end: to the unit that it can help most."""
    units = [unit for unit in supported(pos, v, gun) if support_aim_refusal(pos, gun, unit) is None]
    best = max((support_quarters(pos, gun, unit) for unit in units), default=0)
    return up(best * (2 if twice else 1), 4)


@rule("rp.defensive-support.2")
def marker_place(pos: BattalionPosition, v: Combat, gun: int) -> int:
    """The unit on which the gun's marker lies: the first of those that it can help most."""
    units = [unit for unit in supported(pos, v, gun) if support_aim_refusal(pos, gun, unit) is None]
    return max(units, key=lambda unit: support_quarters(pos, gun, unit))


@rule("rp.defensive-support.9", "rp.offensive-support.3")
def most_support(pos: BattalionPosition, v: Combat, side: int) -> int:
    """The limit of all artillery: the printed DS of the defenders, twice the printed AS of the attackers.

    It is worked out when the guns are committed; who is lost afterwards, to AT guns say, does not lower it.
    """
    fixed = v.attack_most if side == pos.phasing else v.defence_most
    if fixed != NOTHING:
        return fixed
    if side == pos.phasing:
        return 2 * sum(pos.attack_of(unit) for unit in v.attackers)
    return sum(pos.defence_of(unit) for unit in v.defenders)


def with_support_fixed(pos: BattalionPosition, v: Combat) -> Combat:
    """The combat with the limits of both sides' artillery as they are now, before the first unit is lost."""
    if v.attack_most != NOTHING:
        return v
    most = [most_support(pos, v, side) for side in (pos.phasing, 1 - pos.phasing)]
    return v._replace(attack_most=most[0], defence_most=most[1])


def total_support(pos: BattalionPosition, v: Combat, side: int) -> int:
    """What the guns of a side add, what is over the limit being lost."""
    guns = v.attack_guns if side == pos.phasing else v.defence_guns
    return min(sum(given for _, given in guns), most_support(pos, v, side))


def enough_guns(pos: BattalionPosition, v: Combat, side: int) -> tuple[int, ...]:
    """All guns in range, the strongest first, as long as what they add counts."""
    chosen = list(v.draft)
    total = sum(points(pos, v, gun, gun in v.twice) for gun in chosen)
    others = [gun for gun in guns_in_range(pos, v, side) if gun not in chosen]
    for gun in sorted(others, key=lambda one: (-points(pos, v, one), one)):
        if total < most_support(pos, v, side):
            chosen.append(gun)
            total += points(pos, v, gun)
    return tuple(sorted(chosen))


# -- the questions ------------------------------------------------------------------------------


def all_then_agree(pos: BattalionPosition, v: Combat, options: Options) -> Choice:
    """All that can be used, then agree."""
    return AGREED if v.draft else first_of(options, "all-guns", "agreed")


class Support(Decision[BattalionPosition, Combat]):
    """Guns are added and taken back until it is agreed."""

    policies = (
        Policy("all-in-range", "All guns in range, as long as what they add counts.", all_then_agree),
        by_verbs("none", "No artillery.", "agreed"),
    )
    is_routine = True

    def is_asked(self, v: Combat) -> bool:
        return not v.breakthrough

    def always_asks(self, pos: BattalionPosition, v: Combat) -> str:
        return "Whether a side has guns in range is not shown."

    def options(self, pos: BattalionPosition, v: Combat) -> list[Offer]:
        if not self.is_asked(v):
            return []
        side = self.side(pos, v)
        guns = [gun for gun in guns_in_range(pos, v, side) if gun not in v.draft]
        costs = [points(pos, v, gun) for gun in guns]
        offers = [Offer("support", guns, costs), Offer("withhold", v.draft)]
        if guns and len(enough_guns(pos, v, side)) > len(v.draft):
            offers.append(Offer(ALL_GUNS[0]))
        return [*offers, *self.more(pos, v), Offer(AGREED[0])]

    def more(self, pos: BattalionPosition, v: Combat) -> list[Offer]:
        return []

    def take(self, game: Game[BattalionPosition], v: Combat, choice: Choice) -> None:
        verb, noun = choice
        if choice == AGREED:
            self.commit(game, v._replace(draft=(), twice=()), self.fired(game.pos, v), v.twice)
            game.next()
        elif choice == ALL_GUNS:
            game.update(v._replace(draft=enough_guns(game.pos, v, self.side(game.pos, v))))
        elif verb == "support":
            game.update(v._replace(draft=(*v.draft, noun)))
        elif verb == "withhold":
            draft = tuple(gun for gun in v.draft if gun != noun)
            game.update(v._replace(draft=draft, twice=tuple(gun for gun in v.twice if gun != noun)))
        else:
            game.update(v._replace(twice=tuple(sorted({noun} ^ set(v.twice)))))

    def fired(self, pos: BattalionPosition, v: Combat) -> tuple[tuple[int, int], ...]:
        return tuple((gun, points(pos, v, gun, gun in v.twice)) for gun in v.draft)

    def commit(
        self,
        game: Game[BattalionPosition],
        v: Combat,
        guns: tuple[tuple[int, int], ...],
        twice: Sequence[int],
    ) -> None:
        raise NotImplementedError

    def show(self, game: Game[BattalionPosition], v: Combat, guns: Sequence[tuple[int, int]]) -> None:
        """The markers are placed: the guns are seen, and whom they help."""
        for gun, given in guns:
            game.pos.reveal(gun, 1 - game.pos.content.side[gun])
            unit = marker_place(game.pos, v, gun)
            why = "rp.defensive-support.2" if is_defence(game.pos, gun) else "rp.offensive-support.1"
            game.tell("supports", gun, unit, given, rule=why)

    def refuse(self, pos: BattalionPosition, v: Combat, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb not in ("support", "withhold", "double"):
            return None
        name = pos.content.unit_names[noun]
        if pos.content.side[noun] != self.side(pos, v):
            return Refusal(self.rules[0], f"{name} is the enemy's.")
        if verb == "support":
            taken = Refusal(self.rules[0], f"{name} is supporting already.") if noun in v.draft else None
            return taken or support_refusal(pos, v, noun)
        return (
            double_refusal(pos, v, noun)
            if verb == "double"
            else Refusal(self.rules[0], f"{name} is not supporting.")
        )


@rule("rp.defensive-support.1", "rp.defensive-support.2")
class DefensiveSupport(Support):
    title = "The defender commits artillery"

    def side(self, pos: BattalionPosition, v: Combat) -> int:
        return 1 - pos.phasing

    def commit(
        self,
        game: Game[BattalionPosition],
        v: Combat,
        guns: tuple[tuple[int, int], ...],
        twice: Sequence[int],
    ) -> None:
        self.show(game, v, guns)
        game.update(v._replace(defence_guns=guns, firing=tuple(gun for gun, _ in guns)))


def double_refusal(pos: BattalionPosition, v: Combat, gun: int) -> Ruling:
    """Why a gun may not fire double."""
    name = pos.content.unit_names[gun]
    if not pos.content.options.get("double-artillery", True):
        return Refusal("rp.offensive-support.6", "guns are not doubled in this game.")
    if is_defence(pos, gun):
        return Refusal("rp.offensive-support.6", "only the attacker may double his guns.")
    if gun not in v.draft:
        return Refusal("rp.offensive-support.6", f"{name} does not support this attack.")
    if not pos.content.combat.spends_ammunition(pos, gun):
        return Refusal("rs.offensive-support.10", f"{name} cannot fire double.")
    return None


@rule("rp.offensive-support.1", "rp.offensive-support.6")
class OffensiveSupport(Support):
    """As the defender's, but for ammunition, limit, disruption and doubling."""

    title = "The attacker commits artillery"

    def side(self, pos: BattalionPosition, v: Combat) -> int:
        return pos.phasing

    def more(self, pos: BattalionPosition, v: Combat) -> list[Offer]:
        return [Offer("double", [gun for gun in v.draft if double_refusal(pos, v, gun) is None])]

    @rule("rp.offensive-support.2", "rp.offensive-support.7", "rp.offensive-support.8")
    def commit(
        self,
        game: Game[BattalionPosition],
        v: Combat,
        guns: tuple[tuple[int, int], ...],
        twice: Sequence[int],
    ) -> None:
        pos = game.pos
        self.show(game, v, guns)
        for gun, _ in guns:
            pos.flags[gun] |= SUPPORTED
            if gun in twice:
                spend(game, gun, FULL_AMMUNITION, "rp.offensive-support.7")
                disrupt(pos, gun)
            else:
                spend(game, gun, 1, "rp.offensive-support.2")
        game.update(v._replace(attack_guns=guns))


def spend(game: Game[BattalionPosition], gun: int, levels: int, why: str) -> None:
    """A gun uses up ammunition; at level 0 it is out."""
    pos = game.pos
    if not pos.content.combat.spends_ammunition(pos, gun):
        return
    pos.ammunition[gun] = max(0, pos.ammunition[gun] - levels)
    pos.changed(gun)
    game.tell("ammunition", gun, pos.ammunition[gun], rule=why, sees=pos.viewers(gun))


@rule("rp.defensive-support.17", "rp.defensive-support.18", "rp.defensive-support.19")
class DefenderAmmunition(Roll[BattalionPosition, Combat]):
    """After the surprise: support that it cancelled was not given, and costs nothing."""

    title = "Each gun that supported the defence rolls for its ammunition"

    def outcomes(self, pos: BattalionPosition, v: Combat) -> list[Outcome]:
        return D6 if self._rolling(pos, v) else []

    def _rolling(self, pos: BattalionPosition, v: Combat) -> list[int]:
        """For the odds only guns roll that could fall silent, and lose their zone of control by it."""
        guns = [gun for gun in v.firing if pos.content.combat.spends_ammunition(pos, gun)]
        return [gun for gun in guns if pos.ammunition[gun] == 1] if v.reckoned else guns

    def roller(self, pos: BattalionPosition, v: Combat) -> int:
        return 1 - pos.phasing

    def take(self, game: Game[BattalionPosition], v: Combat, noun: int) -> None:
        gun, *rest = self._rolling(game.pos, v)
        game.tell("ammunition-roll", gun, noun, rule="rp.defensive-support.17")
        if noun in USES_AMMUNITION:
            is_last = game.pos.ammunition[gun] == 1
            spend(game, gun, 1, "rp.defensive-support.19" if is_last else "rp.defensive-support.18")
        game.goto("DefenderAmmunition", v._replace(firing=tuple(rest)))

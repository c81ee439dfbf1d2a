"""Artillery: who may fire at what, which guns, and the steps of their barrage."""

from grognard.core.chapter import (
    NOTHING,
    Action,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    first_option,
    only,
    rule,
)
from grognard.games.ocs.fire.barrage import Shelling, has_spotter, total_strength
from grognard.games.ocs.fire.facilities import BASE, PORT, UNITS, Damaging
from grognard.games.ocs.fire.shells import (
    CACHE,
    cache_hqs,
    cached_parts,
    can_pay,
    hq_sources,
    may_add_cache,
    nearest_shells,
    payers,
    price_of,
)
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.charts import barrage_cost
from grognard.games.ocs.model.position import (
    BARRAGED,
    COMBAT,
    COMBAT_BARRAGE,
    EXPLOITATION_BARRAGE,
    FIRED,
    MOVE,
    REACTION_BARRAGE,
    RELEASED,
    RESERVE,
    STRAT,
    OcsPosition,
)
from grognard.games.ocs.sequence.fog import tell_own
from grognard.games.ocs.sequence.segments import Segment, SegmentChapter, Veiled, private
from grognard.games.ocs.supply.payment import pay, take_from
from grognard.games.ocs.supply.sharing import hand_out

# -- who and what ---------------------------------------------------------------------------------


@rule("ocs.barrage.5", "ocs.barrage.34", "ocs.barrage.39", "ocs.sequence.12", "ocs.sequence.16")
@rule("ocs.sequence.17", "ocs.sequence.18", "ocs.option.11", "ocs.modes.18")
def gun_refusal(pos: OcsPosition, unit: int, target: int) -> Ruling:
    """Why an artillery unit may not fire at a hex now."""
    content = pos.content
    name = content.unit_names[unit]
    if not content.is_artillery[unit] or content.side[unit] != pos.acting or pos.hex[unit] < 0:
        return Refusal("ocs.barrage.3", f"{name} is no artillery of the acting side on the map.")
    if pos.phase not in (COMBAT_BARRAGE, REACTION_BARRAGE, EXPLOITATION_BARRAGE):
        return Refusal("ocs.sequence.12", "artillery does not fire in this segment.")
    if pos.phase != COMBAT_BARRAGE and not pos.flags[unit] & RELEASED:
        if pos.phase != REACTION_BARRAGE or not is_reactive(pos, unit):
            return Refusal("ocs.sequence.16", f"{name} was not released from Reserve in this phase.")
    if pos.mode[unit] in (RESERVE, STRAT):
        return Refusal("ocs.barrage.39", f"{name} is in Reserve or Strat Mode.")
    if pos.flags[unit] & FIRED:
        return Refusal("ocs.barrage.5", f"{name} has fired in this phase.")
    far = content.distance(pos.hex[unit], target)
    if not 1 <= far <= pos.shown(content.range, unit):
        return Refusal("ocs.barrage.34", f"{content.names[target]} is {far} hexes from {name}.")
    return None


@rule("ocs.option.11")
def is_reactive(pos: OcsPosition, unit: int) -> bool:
    """By the option guns in Combat or Move Mode fire in Reaction without having been in Reserve."""
    return pos.content.options["opt_21_9_reactive_artillery"] and pos.mode[unit] in (COMBAT, MOVE)


def guns_for(pos: OcsPosition, target: int, side: int) -> list[int]:
    """The artillery that may fire at a hex now."""
    units = [unit for unit in pos.content.combat_units[side] if pos.content.is_artillery[unit]]
    return [unit for unit in units if gun_refusal(pos, unit, target) is None]


@rule("ocs.barrage.7")
def aims_at(pos: OcsPosition, target: int, side: int) -> list[int]:
    """What can be aimed at in a hex: units, an air base, a port of the enemy's."""
    enemy = 1 - side
    found = [UNITS] if pos.is_held_by(target, enemy) else []
    found += [BASE] if pos.base[target] and pos.base_side[target] == enemy else []
    return found + ([PORT] if pos.port_side[target] == enemy else [])


@rule("ocs.barrage.6", "ocs.barrage.7")
def barrage_refusal(pos: OcsPosition, target: int, side: int) -> Ruling:
    """Why a hex may not be barraged by artillery now."""
    name = pos.content.names[target]
    if pos.calm:
        return Refusal("ocs.sequence.26", "this turn is played without fighting.")
    if pos.worked[target] & BARRAGED:
        return Refusal("ocs.barrage.6", f"{name} has had its barrage in this phase.")
    if not aims_at(pos, target, side):
        return Refusal("ocs.barrage.7", f"there is nothing to aim at in {name}.")
    guns = guns_for(pos, target, side)
    if not guns:
        return Refusal("ocs.barrage.34", f"no artillery that may fire has {name} in range.")
    if not any(can_pay(pos, (unit,), aim != UNITS) for unit in guns for aim in aims_at(pos, target, side)):
        return Refusal("ocs.barrage.35", "the shells cannot be paid for.")
    return None


# -- the steps ------------------------------------------------------------------------------------


class Gunfire(SegmentChapter):
    """Artillery barrages of a Barrage Segment, one hex at a time."""

    verbs = ("barrage",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        content = pos.content
        guns = [
            unit for unit in content.combat_units[v.side] if content.is_artillery[unit] and pos.hex[unit] >= 0
        ]
        near = {
            hex for gun in guns for hex in content.grid.within(pos.hex[gun], pos.shown(content.range, gun))
        }
        targets = [hex for hex in sorted(near) if aims_at(pos, hex, v.side)]
        return [Offer("barrage", [hex for hex in targets if barrage_refusal(pos, hex, v.side) is None])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        game.call("barrage", Barrage(choice[1], v.side))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return barrage_refusal(pos, choice[1], v.side) if choice[1] < pos.content.hexes else None


@rule("ocs.barrage.1", "ocs.barrage.7")
class Aim(Veiled[OcsPosition, Barrage]):
    title = "What is aimed at?"

    policies = (first_option("units", "The combat units, if there are any."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Barrage) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Barrage) -> list[Offer]:
        return [Offer("aim", aims_at(pos, v.target, v.side))] if v.aim == NOTHING else []

    def take(self, game: Game[OcsPosition], v: Barrage, choice: Choice) -> None:
        game.next(v._replace(aim=choice[1]))

    def why(self, pos: OcsPosition, v: Barrage, choice: Choice) -> Ruling:
        return Refusal("ocs.barrage.7", "there is no such target in the hex.")


@rule("ocs.barrage.2", "ocs.barrage.3", "ocs.barrage.5", "ocs.barrage.35")
class PickGuns(Veiled[OcsPosition, Barrage]):
    title = "Which guns fire?"

    policies = (by_verbs("all", "All guns that have the range.", "open-fire", "fire-all", "fire-with"),)

    def side(self, pos: OcsPosition, v: Barrage) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Barrage) -> list[Offer]:
        if v.ready:
            return []
        free = [gun for gun in guns_for(pos, v.target, v.side) if gun not in v.guns]
        offers = [Offer("fire-with", free)]
        if len(free) > 1 and can_pay(pos, (*v.guns, *free), v.aim != UNITS):
            offers.append(Offer("fire-all"))
        if v.guns and can_pay(pos, v.guns, v.aim != UNITS):
            offers.append(Offer("open-fire"))
        return [*offers, Offer("call-off")]

    def take(self, game: Game[OcsPosition], v: Barrage, choice: Choice) -> None:
        verb, noun = choice
        if verb == "fire-with":
            game.update(v._replace(guns=(*v.guns, noun)))
        elif verb == "fire-all":
            game.update(v._replace(guns=tuple(guns_for(game.pos, v.target, v.side))))
        elif verb == "open-fire":
            game.next(v._replace(ready=1))
        else:
            game.leave()

    def why(self, pos: OcsPosition, v: Barrage, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "fire-with":
            return gun_refusal(pos, noun, v.target) or Refusal("ocs.barrage.5", "it fires already.")
        return Refusal("ocs.barrage.35", "the shells of these guns cannot be paid for.")


@rule("ocs.barrage.10", "ocs.barrage.35", "ocs.barrage.36", "ocs.barrage.38", "ocs.supply.9")
class PayShells(Veiled[OcsPosition, Barrage]):
    title = "Through whom do the shells come?"

    policies = (by_verbs("nearest", "From the nearest dump, else through an HQ.", "draw", "from", "through"),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Barrage) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Barrage) -> list[Offer]:
        price = price_of(pos, v.guns, v.aim != UNITS)
        hqs, dumps = payers(pos, v.guns, price)
        offers = [Offer("through", hqs), Offer("from", dumps)]
        with_cache = cache_hqs(pos, v.guns)
        offers.append(Offer("through-cache", with_cache))
        if nearest_shells(pos, v.guns, price):
            offers.append(Offer("draw"))
        if with_cache and may_add_cache(pos, v):
            offers.append(Offer("more-caches"))
        return offers

    def take(self, game: Game[OcsPosition], v: Barrage, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        price = price_of(pos, v.guns, v.aim != UNITS)
        if verb == "through-cache":
            game.next(v._replace(hq=noun))
            return
        if verb == "more-caches":
            game.update(v._replace(caches=v.caches + 1))
            return
        game.goto("Fire")
        if verb == "from":
            take_from(game, v.side, noun, price)
        elif verb == "through":
            pay(game, v.side, price, hq_sources(pos, noun, v.guns))
        else:
            hand_out(game, v.side, nearest_shells(pos, v.guns, price))

    def why(self, pos: OcsPosition, v: Barrage, choice: Choice) -> Ruling:
        if choice[0] == "more-caches":
            return Refusal("ocs.option.12", "no other Supply Cache is at hand that would pay for more.")
        return Refusal("ocs.barrage.36", "all guns must be supplied through one HQ or from one dump.")


@rule("ocs.option.12")
class FireInPart(Veiled[OcsPosition, Barrage]):
    title = "With a Supply Cache: with how many points do they fire?"

    policies = (first_option("most", "With all that can be paid."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Barrage) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Barrage) -> list[Offer]:
        return [Offer("points", cached_parts(pos, v))] if v.hq != NOTHING and not v.strength else []

    def take(self, game: Game[OcsPosition], v: Barrage, choice: Choice) -> None:
        pos = game.pos
        game.next(v._replace(strength=choice[1]))
        price = barrage_cost(pos.content.tables, choice[1], v.aim != UNITS)
        for _ in range(v.caches):
            pos.put.cache[v.side] -= 1
            tell_own(game, v.side, ("cache-spent", v.side, v.hq), ("cache-gone", v.side), "ocs.option.12")
        pay(game, v.side, max(0, price - CACHE * v.caches), hq_sources(pos, v.hq, v.guns))

    def why(self, pos: OcsPosition, v: Barrage, choice: Choice) -> Ruling:
        return Refusal("ocs.option.12", "that part is not paid for, or costs no less than a greater one.")


@rule("ocs.barrage.1", "ocs.barrage.6")
class Fire(Action[OcsPosition, Barrage]):
    title = "The guns fire"

    def run(self, game: Game[OcsPosition], v: Barrage) -> None:
        pos = game.pos
        pos.put.worked[v.target] |= BARRAGED
        for gun in v.guns:
            pos.put.flags[gun] |= FIRED
        strength = v.strength or total_strength(pos, v.guns)
        game.tell("fired", v.target, v.side, strength, *v.guns, rule="ocs.barrage.1", sees=only(v.side))
        game.tell("shelled", v.target, strength, rule="ocs.fog.5", sees=only(1 - v.side))
        if v.aim == UNITS:
            spotted = int(has_spotter(pos, v.target, v.side))
            game.call("shelling", Shelling(v.target, v.side, strength, spotted=spotted))
        else:
            game.call("facility", Damaging(v.target, v.side, strength, v.aim))


barrage = Procedure(
    "barrage",
    Aim(),
    PickGuns(),
    PayShells(),
    FireInPart(),
    Fire(),
    title="Artillery fires",
    vars=Barrage,
    sees=private,
)

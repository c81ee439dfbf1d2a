"""Combat supply: who pays what for a combat, from dumps or from internal stocks."""

from collections.abc import Sequence

from grognard.core.chapter import (
    NOTHING,
    Action,
    Choice,
    Game,
    Offer,
    Options,
    Refusal,
    Ruling,
    by_verbs,
    only,
    rule,
)
from grognard.games.ocs.combat.odds import defenders_of, stacks
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.position import ATTACKED, EXHAUSTED, FOUGHT, OcsPosition
from grognard.games.ocs.model.scale import RE, supply_text
from grognard.games.ocs.sequence.segments import Veiled
from grognard.games.ocs.supply.draw_and_throw import (
    SupplyLine,
    hold_lines,
    lines_to,
    sources_of,
    tokens_of,
    total_of,
)
from grognard.games.ocs.supply.payment import pay, take_from
from grognard.games.ocs.supply.sharing import Need, Share, hand_out, hold_ways, is_choice, shared_out


@rule("ocs.combat.10", "ocs.option.3")
def attack_price(pos: OcsPosition, v: Combat, unit: int) -> int:
    """What a unit pays to attack, in tokens: one a step; by the option two, if only independents attack.

    The trait "attack:1" of a counter says that it pays so many in all, as two-step brigades of some games do.
    """
    content = pos.content
    alone = all(content.is_independent[one] for one in v.attackers)
    times = 2 if content.options["opt_21_3_independents"] and alone else 1
    return (content.attack_pays[unit] or content.cost("attack-per-step") * pos.steps(unit)) * times


@rule("ocs.combat.11")
def defence_price(pos: OcsPosition, units: Sequence[int]) -> int:
    """What a hex pays to defend: one sum, less for 1 RE or less."""
    small = pos.size_of(list(units)) <= RE
    return pos.content.cost("defence-of-1-re" if small else "defence")


def is_plain(pos: OcsPosition, source: int) -> bool:
    """Is this a dump or a landing craft, not an Organic Truck?"""
    content = pos.content
    return source < content.places or content.is_craft[source - content.places]


@rule("ocs.combat.13", "ocs.transport.9")
def plain_lines(pos: OcsPosition, unit: int, movers: Sequence[int] = ()) -> list[SupplyLine]:
    """The supply in a unit's reach without that on Organic Trucks, which may be withheld."""
    return [line for line in lines_to(pos, unit, movers) if is_plain(pos, line.source)]


def plain_supply(pos: OcsPosition, unit: int, movers: Sequence[int] = ()) -> int:
    """The same in tokens."""
    return total_of(pos, pos.content.side[unit], sources_of(plain_lines(pos, unit, movers)))


@rule("ocs.combat.13", "ocs.stocks.1", "ocs.stocks.2", "ocs.stocks.3", "ocs.option.3", "ocs.zoc.18")
def stocks_refusal(pos: OcsPosition, v: Combat, unit: int, price: int) -> Ruling:
    """Why a unit may not fight on its internal stocks."""
    name = pos.content.unit_names[unit]
    if pos.stocks[unit] == EXHAUSTED:
        return Refusal("ocs.stocks.2", f"the stocks of {name} are exhausted.")
    if plain_supply(pos, unit, movers_of(v) if unit in v.attackers else ()) >= price:
        return Refusal("ocs.combat.13", f"supply on the map can pay for {name}.")
    is_alone = pos.content.is_independent[unit]
    if unit in v.attackers and pos.content.options["opt_21_3_independents"] and is_alone:
        return Refusal("ocs.option.3", "independents do not attack on internal stocks.")
    return None


@rule("ocs.stocks.1")
def use_stocks(game: Game[OcsPosition], unit: int) -> None:
    """A unit fights on its stocks."""
    pos = game.pos
    pos.put.stocks[unit] += 1
    side = pos.content.side[unit]
    game.tell("used-stocks", unit, pos.stocks[unit], rule="ocs.stocks.1", sees=only(side))


@rule("ocs.stocks.5", "ocs.combat.13", "ocs.combat.15")
def waste_supply(game: Game[OcsPosition], unit: int, movers: Sequence[int] = ()) -> None:
    """What supply still reaches a multi-step unit that fights on its stocks is spent all the same."""
    pos = game.pos
    side = pos.content.side[unit]
    for line in plain_lines(pos, unit, movers) if pos.content.is_multi_step[unit] else ():
        tokens = tokens_of(pos, side, line.source)
        if tokens:
            take_from(game, side, line.source, tokens)


# -- the attacker ---------------------------------------------------------------------------------


def unsettled(v: Combat) -> list[int]:
    """Attackers whose supply is not settled yet."""
    return [unit for unit in v.attackers if unit not in v.settled]


@rule("ocs.combat.9", "ocs.combat.10", "ocs.combat.13", "ocs.combat.14", "ocs.combat.32", "ocs.stocks.4")
class PayAttack(Veiled[OcsPosition, Combat]):
    title = "The attacker pays combat supply"

    policies = (
        by_verbs(
            "pay",
            "Every unit is paid from the nearest dump, else fights on stocks, else stays out.",
            *("supply-all", "supply", "stocks"),
        ),
    )
    is_routine = True
    plain_text = "All are paid from the nearest dumps, if that suffices for all."

    def plain_answer(self, pos: OcsPosition, v: Combat, options: Options) -> Choice | None:
        return ("supply-all", NOTHING) if ("supply-all", NOTHING) in options else None

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        open_units = unsettled(v)
        paid = [unit for unit in open_units if self._can_pay(pos, v, unit)]
        stocks = [
            unit for unit in open_units if stocks_refusal(pos, v, unit, attack_price(pos, v, unit)) is None
        ]
        return [
            *([Offer("supply-all")] if self._for_all(pos, v) else []),
            Offer("supply", paid),
            Offer("stocks", stocks),
            Offer("leave-out", open_units),
        ]

    def _for_all(self, pos: OcsPosition, v: Combat) -> list[Share]:
        """What each gets from the nearest, if it suffices for all and would else take several answers.

        Where it does not suffice, who gets it is for the attacker to say (ocs.combat.13).
        """
        movers = movers_of(v)
        needs = [Need(unit, attack_price(pos, v, unit), lines_to(pos, unit, movers)) for unit in unsettled(v)]
        return shared_out(pos, v.side, needs) if is_choice(pos, v.side, needs) else []

    def _can_pay(self, pos: OcsPosition, v: Combat, unit: int) -> bool:
        lines = lines_to(pos, unit, movers_of(v))
        return total_of(pos, v.side, sources_of(lines)) >= attack_price(pos, v, unit)

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        pos, (verb, unit) = game.pos, choice
        if verb == "supply-all":
            shares = self._for_all(pos, v)
            game.update(v._replace(settled=v.attackers))
            hold_ways(pos, shares, movers_of(v))
            hand_out(game, v.side, shares)
            return
        if verb == "leave-out":
            game.update(v._replace(attackers=tuple(one for one in v.attackers if one != unit)))
            return
        price = attack_price(pos, v, unit)
        on_stocks = (*v.on_stocks, unit) if verb == "stocks" else v.on_stocks
        game.update(v._replace(settled=(*v.settled, unit), on_stocks=on_stocks))
        if verb == "stocks":
            use_stocks(game, unit)
        else:
            lines = lines_to(pos, unit, movers_of(v))
            hold_lines(pos, pos.hex[unit], lines[:1], movers_of(v))
            pay(game, v.side, price, sources_of(lines))

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb == "supply-all":
            return Refusal(
                "ocs.combat.13",
                "one unit is paid by name, and so is each where the supply in reach is not enough.",
            )
        if unit not in unsettled(v):
            return Refusal("ocs.combat.9", "that unit has no supply to settle.")
        price = attack_price(pos, v, unit)
        if verb == "stocks":
            return stocks_refusal(pos, v, unit, price)
        return Refusal("ocs.combat.14", f"the {supply_text(price)} that its attack costs are not in reach.")


def movers_of(v: Combat) -> tuple[int, ...]:
    """Who spends MP for this combat and so cannot negate a zone for it: those who overrun."""
    return v.attackers if v.overrun else ()


@rule("ocs.combat.6", "ocs.combat.9", "ocs.combat.13", "ocs.results.29")
class BeginCombat(Action[OcsPosition, Combat]):
    title = "The attack is made, or called off for want of supply"

    def run(self, game: Game[OcsPosition], v: Combat) -> None:
        pos = game.pos
        if not v.attackers:
            game.tell("called-off", v.target, rule="ocs.combat.9")
            game.leave()
            return
        for unit in v.on_stocks:  # only what nobody else was paid with
            waste_supply(game, unit, movers_of(v))
        if not v.overrun:
            pos.put.worked[v.target] |= ATTACKED
            for unit in v.attackers:
                pos.put.flags[unit] |= FOUGHT
        origins = tuple(stacks(pos, v.attackers))
        named = (v.target, v.side, v.overrun, *v.attackers)
        game.tell("attacked", *named, rule="ocs.combat.1", sees=only(v.side))
        game.tell("under-attack", v.target, v.overrun, *origins, rule="ocs.fog.4", sees=only(1 - v.side))
        game.update(v._replace(origins=origins, defenders=tuple(defenders_of(pos, v))))


# -- the defender ---------------------------------------------------------------------------------


@rule("ocs.combat.15")
def defence_lines(pos: OcsPosition, v: Combat) -> list[SupplyLine]:
    """The supply that reaches any unit of the target hex, nearest first."""
    best: dict[int, SupplyLine] = {}
    for unit in v.defenders:
        for line in lines_to(pos, unit):
            if line.source not in best or line.cost < best[line.source].cost:
                best[line.source] = line
    return sorted(best.values())


@rule("ocs.combat.15")
def covered_by(pos: OcsPosition, v: Combat, sources: Sequence[int]) -> tuple[int, ...]:
    """The defenders that supply from all of these sources reaches."""
    reached = {unit: sources_of(lines_to(pos, unit)) for unit in v.defenders}
    found = [unit for unit in v.defenders if all(source in reached[unit] for source in sources)]
    return tuple(found) if sources else ()


@rule("ocs.combat.15", "ocs.supply.9", "ocs.supply.14")
def paying_sources(pos: OcsPosition, v: Combat) -> list[int]:
    """The dumps that can pay for the defence, nearest first; none if the price is not in reach.

    Units of one hex have the same supply in reach, unless a divisional HQ throws to some of them alone: then
    those dumps pay that cover most units.
    """
    side, price = 1 - v.side, defence_price(pos, v.defenders)
    plain = [line.source for line in defence_lines(pos, v) if is_plain(pos, line.source)]
    parts = [[one for one in plain if one in sources_of(lines_to(pos, unit))] for unit in v.defenders]
    parts.insert(0, [one for one in plain if all(one in part for part in parts)])
    able = [part for part in parts if total_of(pos, side, part) >= price]
    return max(able, key=lambda part: len(covered_by(pos, v, part)), default=[])


@rule("ocs.combat.9", "ocs.combat.11", "ocs.combat.12", "ocs.combat.15", "ocs.transport.9")
class PayDefence(Veiled[OcsPosition, Combat]):
    title = "The defender pays combat supply, or declines"

    policies = (by_verbs("pay", "Combat supply is paid if it is in reach.", "pay-defence", "pay-organic"),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        if v.supplied:
            return []
        price, side = defence_price(pos, v.defenders), 1 - v.side
        places = pos.content.places
        rich = [one for one in paying_sources(pos, v) if tokens_of(pos, side, one)]
        offers = [Offer("pay-defence")] if rich else []
        offers.append(Offer("defence-from", [one for one in rich if one < places] if len(rich) > 1 else []))
        loaded = [line.source for line in defence_lines(pos, v) if line.source >= places]
        apart = [one for one in loaded if not is_plain(pos, one) or len(rich) > 1]
        offers.append(
            Offer("pay-organic", [one - places for one in apart if tokens_of(pos, side, one) >= price])
        )
        return [*offers, Offer("decline")]

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        if verb == "decline":
            game.next()
            return
        sources = [pos.content.places + noun] if verb == "pay-organic" else paying_sources(pos, v)
        game.next(v._replace(supplied=covered_by(pos, v, sources)))
        left = defence_price(pos, v.defenders)
        for source in sorted(sources, key=lambda source: source != noun):  # that first which was named
            tokens = min(left, tokens_of(pos, 1 - v.side, source))
            if tokens:
                take_from(game, 1 - v.side, source, tokens)
                left -= tokens

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        price = supply_text(defence_price(pos, v.defenders))
        return Refusal("ocs.combat.11", f"the {price} that the defence costs are not in reach.")


@rule("ocs.combat.12", "ocs.combat.15", "ocs.stocks.1", "ocs.stocks.2", "ocs.stocks.3", "ocs.stocks.9")
class DefendOnStocks(Veiled[OcsPosition, Combat]):
    title = "Units without supply may defend on their stocks"

    policies = (by_verbs("stocks", "Every unit that can uses its stocks.", "stocks"),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        price = defence_price(pos, v.defenders)
        ready = [
            unit
            for unit in v.defenders
            if unit not in v.supplied and stocks_refusal(pos, v, unit, price) is None
        ]
        waiting = any(unit not in v.supplied for unit in v.defenders)
        return [Offer("stocks", ready), Offer("decline")] if waiting else []

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        verb, unit = choice
        if verb == "decline":
            game.next()
            return
        game.update(v._replace(supplied=(*v.supplied, unit)))
        use_stocks(game, unit)
        waste_supply(game, unit)

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        if choice[1] not in v.defenders:
            return Refusal("ocs.stocks.3", "only defenders use their own stocks.")
        if choice[1] in v.supplied:
            name = pos.content.unit_names[choice[1]]
            return Refusal("ocs.combat.15", f"{name} has its supply for this combat.")
        return stocks_refusal(pos, v, choice[1], defence_price(pos, v.defenders))

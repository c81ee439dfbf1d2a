"""Ground combat: attackers, Action Rating units, terrain, surprise, the roll."""

from grognard.core.chapter import (
    D6,
    Action,
    Choice,
    Game,
    Offer,
    Options,
    Outcome,
    Policy,
    Refusal,
    Roll,
    Ruling,
    by_rank,
    by_verbs,
    first_of,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.core.flow.policies import clear_best
from grognard.games.ocs.combat.odds import (
    attack_factor,
    category_of,
    combat_modifier,
    first_column,
    surprise_modifier,
    totals,
)
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.charts import combat_cell, read_result, shifted, surprise
from grognard.games.ocs.model.position import (
    ATTACKED,
    COMBAT_SEGMENT,
    EXPLOIT,
    EXPLOITATION_COMBAT,
    FOUGHT,
    RELEASED,
    OcsPosition,
)
from grognard.games.ocs.model.scale import rounded
from grognard.games.ocs.model.units import action_rating, at_level_of, is_attack_capable
from grognard.games.ocs.model.zoc import has_zoc
from grognard.games.ocs.movement.modes import disorganise, lose_reserve
from grognard.games.ocs.movement.reach import could_enter
from grognard.games.ocs.sequence.fog import height_in_stack
from grognard.games.ocs.sequence.segments import Asked, Segment, SegmentChapter, Veiled

# -- who may attack what --------------------------------------------------------------------------


@rule("ocs.combat.3", "ocs.combat.4", "ocs.combat.6", "ocs.combat.8", "ocs.exploitation.1", "ocs.modes.35")
def attacker_refusal(pos: OcsPosition, unit: int, target: int) -> Ruling:
    """Why a unit may not take part in an attack on a hex."""
    content = pos.content
    name = content.unit_names[unit]
    if content.side[unit] != pos.acting or pos.hex[unit] < 0:
        return Refusal("ocs.combat.2", f"{name} is not of the attacking side, or not on the map.")
    if not content.is_adjacent(pos.hex[unit], target):
        return Refusal("ocs.combat.3", f"{name} is not next to {content.names[target]}.")
    if not is_attack_capable(pos, unit):
        return Refusal("ocs.basics.21", f"{name} is not Attack-Capable.")
    if pos.flags[unit] & FOUGHT:
        return Refusal("ocs.combat.6", f"{name} has attacked in this segment.")
    if pos.phase == EXPLOITATION_COMBAT and pos.mode[unit] != EXPLOIT and not pos.flags[unit] & RELEASED:
        return Refusal("ocs.exploitation.1", f"{name} neither exploits nor was released in this phase.")
    if not could_enter(pos, unit, target):
        return Refusal("ocs.combat.8", f"{name} could not enter {content.names[target]} by movement.")
    return None


def ready_against(pos: OcsPosition, target: int) -> list[int]:
    """The units that may attack a hex now."""
    around = pos.content.around[target]
    units = [unit for hex in around for unit in pos.combat_units_at(hex, pos.acting)]
    return sorted(unit for unit in units if attacker_refusal(pos, unit, target) is None)


@rule("ocs.combat.2", "ocs.combat.3", "ocs.combat.6")
def target_refusal(pos: OcsPosition, target: int) -> Ruling:
    """Why a hex may not be attacked in this segment."""
    name = pos.content.names[target]
    if pos.phase not in (COMBAT_SEGMENT, EXPLOITATION_COMBAT):
        return Refusal("ocs.combat.2", "attacks are made in Combat Segments.")
    if pos.calm:
        return Refusal("ocs.sequence.26", "this turn is played without fighting.")
    if not pos.is_held_by(target, 1 - pos.acting):
        return Refusal("ocs.combat.3", f"no enemy combat unit is in {name}.")
    if pos.worked[target] & ATTACKED:
        return Refusal("ocs.combat.6", f"{name} has been attacked in this segment.")
    if not ready_against(pos, target):
        return Refusal("ocs.combat.3", f"nobody who may attack is next to {name}.")
    return None


class Attacks(SegmentChapter):
    """Attacks of a Combat Segment, one hex at a time."""

    verbs = ("attack",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        enemies = pos.men_of(1 - v.side)
        held = [hex for hex in range(pos.content.hexes) if enemies[hex]]
        return [Offer("attack", [hex for hex in held if target_refusal(pos, hex) is None])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        game.call("combat", Combat(choice[1], v.side))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return target_refusal(pos, choice[1]) if choice[1] < pos.content.hexes else None


# -- step 1: the hexes ----------------------------------------------------------------------------


@rule("ocs.combat.1", "ocs.combat.5", "ocs.combat.6")
class GatherAttackers(Veiled[OcsPosition, Combat]):
    title = "Who attacks?"

    policies = (by_verbs("all", "All who may.", "commit-all", "strike"),)

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        if v.overrun or v.beach:
            return []
        free = [unit for unit in ready_against(pos, v.target) if unit not in v.attackers]
        offers = [Offer("commit", free)]
        offers += [Offer("commit-all")] if free else []
        offers += [Offer("strike")] if v.attackers else []
        return [*offers, Offer("call-off")]

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        verb, noun = choice
        if verb == "commit":
            game.update(v._replace(attackers=(*v.attackers, noun)))
        elif verb == "commit-all":
            game.update(v._replace(attackers=tuple(ready_against(game.pos, v.target))))
        elif verb == "strike":
            game.next()
        else:
            game.leave()

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "commit":
            in_it = Refusal("ocs.combat.6", "it takes part already.")
            return attacker_refusal(pos, noun, v.target) or in_it
        return Refusal("ocs.combat.1", "name the units that attack, then attack or call it off.")


# -- step 3: Action Rating units ------------------------------------------------------------------


def leader_rank(pos: OcsPosition, v: Combat, choice: Choice) -> tuple[int, int]:
    """The highest Action Rating first; of equals the one whose loss matters least."""
    unit = choice[1]
    return (-action_rating(pos, unit), -pos.steps(unit))


@rule("ocs.combat.17", "ocs.combat.1", "ocs.option.3")
def may_lead(pos: OcsPosition, v: Combat) -> list[int]:
    """The attackers that may be the Action Rating unit."""
    content = pos.content
    divisional = [unit for unit in v.attackers if not content.is_independent[unit]]
    if content.options["opt_21_3_independents"] and divisional:
        return divisional
    return list(v.attackers)


@rule("ocs.combat.17", "ocs.combat.1")
class NameLeader(Veiled[OcsPosition, Combat]):
    title = "The attacker names his Action Rating unit"

    policies = (by_rank("best", "The unit with the best rating.", leader_rank),)
    is_routine = True
    plain_text = "The unit with the best rating, if no other has it too."

    def plain_answer(self, pos: OcsPosition, v: Combat, options: Options) -> Choice | None:
        return clear_best(options, lambda choice: action_rating(pos, choice[1]))

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        return [Offer("lead", may_lead(pos, v))]

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        game.next(v._replace(leader=choice[1]))

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        return Refusal("ocs.combat.17", "the Action Rating unit must take part in the combat.")


@rule("ocs.combat.17", "ocs.combat.1")
class NameRival(Veiled[OcsPosition, Combat]):
    title = "The defender names his Action Rating unit"

    policies = (by_rank("best", "The unit with the best rating.", leader_rank),)
    is_routine = True
    plain_text = "The unit with the best rating, if no other has it too."

    def plain_answer(self, pos: OcsPosition, v: Combat, options: Options) -> Choice | None:
        return clear_best(options, lambda choice: action_rating(pos, choice[1]))

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        return [Offer("lead", v.defenders)]

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        game.next(v._replace(rival=choice[1]))

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        return Refusal("ocs.combat.17", "the Action Rating unit must take part in the combat.")


# -- step 4: terrain ------------------------------------------------------------------------------


def open_stacks(pos: OcsPosition, v: Combat) -> list[int]:
    """Attacking hexes behind a river for which the defender has not chosen."""
    open_hexes = [hex for hex in v.origins if hex not in v.chosen]
    return [hex for hex in open_hexes if v.beach or pos.content.side_kind(hex, v.target)]


def weaker(pos: OcsPosition, v: Combat, options: Options) -> Choice:
    """The terrain that leaves the stack weaker, as far as the defender sees it: by the unit on top."""
    rivers = options.of("take-river")
    if not rivers:
        return options[0]
    top = max(
        pos.combat_units_at(rivers[0], v.side),
        key=lambda unit: (has_zoc(pos, unit), height_in_stack(pos, unit)),
    )
    river = attack_factor(pos, v._replace(rivers=tuple(rivers)), top)[0]
    ground = attack_factor(pos, v._replace(rivers=()), top)[0]
    return first_of(options, "take-river" if river <= ground else "take-ground")


@rule("ocs.combat.20", "ocs.combat.21", "ocs.combat.22")
class ChooseTerrain(Asked[OcsPosition, Combat]):
    title = "The defender chooses terrain against an attacking stack"

    policies = (Policy("weaker", "What leaves the attacking stack weaker.", weaker),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        stacks = open_stacks(pos, v)[:1]
        return [Offer("take-river", stacks), Offer("take-ground", stacks)] if stacks else []

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        verb, hex = choice
        rivers = (*v.rivers, hex) if verb == "take-river" else v.rivers
        game.update(v._replace(chosen=(*v.chosen, hex), rivers=rivers))

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        return Refusal("ocs.combat.20", "one terrain is chosen for each attacking stack: hex or hexside.")


# -- steps 5 to 7: the dice -----------------------------------------------------------------------


@rule("ocs.fog.4", "ocs.combat.1", "ocs.combat.33")
class Announce(Action[OcsPosition, Combat]):
    title = "Ratings, anti-tank level and strengths are shown"

    def run(self, game: Game[OcsPosition], v: Combat) -> None:
        pos = game.pos
        attack, defence = totals(pos, v)
        ratings = (action_rating(pos, v.leader), action_rating(pos, v.rival))
        strengths = (rounded(attack * 12), rounded(defence * 12))
        shown = (v.target, *ratings, *strengths, first_column(pos, v), category_of(pos, v.target))
        game.tell("announced", *shown, rule="ocs.fog.4")
        game.tell("anti-tank", v.target, at_level_of(pos, v.target, 1 - v.side), rule="ocs.fog.4")
        game.update(v._replace(shown=shown))


@rule("ocs.combat.34", "ocs.combat.35", "ocs.overrun.7")
class RollSurprise(Roll[OcsPosition, Combat]):
    title = "Surprise"

    def outcomes(self, pos: OcsPosition, v: Combat) -> list[Outcome]:
        return dice(2)

    def take(self, game: Game[OcsPosition], v: Combat, noun: int) -> None:
        total = noun + surprise_modifier(game.pos, v)
        found = surprise(game.pos.content.tables, total, bool(v.overrun))
        game.tell("surprise", noun, total, found, rule="ocs.combat.34")
        game.update(v._replace(surprise=found))

    def roller(self, pos: OcsPosition, v: Combat) -> int:
        return v.side


@rule("ocs.combat.35", "ocs.combat.31")
class RollShift(Roll[OcsPosition, Combat]):
    title = "Columns shifted by surprise"

    def outcomes(self, pos: OcsPosition, v: Combat) -> list[Outcome]:
        return D6 if v.surprise else []

    def take(self, game: Game[OcsPosition], v: Combat, noun: int) -> None:
        game.tell("shifted", v.surprise * noun, rule="ocs.combat.35")
        game.update(v._replace(shift=v.surprise * noun))

    def roller(self, pos: OcsPosition, v: Combat) -> int:
        return v.side if v.surprise > 0 else 1 - v.side


@rule("ocs.combat.36", "ocs.combat.31", "ocs.hedgehog.4", "ocs.results.1", "ocs.basics.11")
class RollCombat(Roll[OcsPosition, Combat]):
    title = "The combat roll"

    def outcomes(self, pos: OcsPosition, v: Combat) -> list[Outcome]:
        return dice(2)

    def take(self, game: Game[OcsPosition], v: Combat, noun: int) -> None:
        pos = game.pos
        column = shifted(first_column(pos, v), v.shift)
        total = noun + combat_modifier(pos, v)
        result = read_result(combat_cell(pos.content.tables, column, total))
        game.tell("combat-roll", noun, total, column, category_of(pos, v.target), rule="ocs.combat.36")
        if result.has_defender_part:
            lose_reserve(game, v.target, 1 - v.side)
        if result.dg:
            disorganise(game, v.target, 1 - v.side, "ocs.results.7")
        game.update(
            v._replace(
                attacker_owes=result.attacker_loses,
                attacker_option=result.attacker_option,
                exploit=result.exploit,
                defender_owes=result.defender_loses,
                defender_option=result.defender_option,
            )
        )

    def roller(self, pos: OcsPosition, v: Combat) -> int:
        return v.side

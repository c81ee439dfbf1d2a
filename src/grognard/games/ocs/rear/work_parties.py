"""Work parties: who builds and demolishes, as the owner likes; and the offers of a Movement Segment."""

from typing import Final, NamedTuple

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
    rule,
)
from grognard.core.derived import derived
from grognard.games.ocs.model.position import BUILT, COMBAT, MOVEMENT, PLEDGED, OcsPosition
from grognard.games.ocs.model.scale import RE
from grognard.games.ocs.movement.modes import lose_reserve
from grognard.games.ocs.rear.construction import (
    JOBS,
    Job,
    engineers_near,
    has_workers,
    is_free,
    is_workable,
    job_refusal,
    may_use_troops,
    work_hexes,
    workers_for,
)
from grognard.games.ocs.sequence.segments import Segment, SegmentChapter, Veiled, private
from grognard.games.ocs.supply.availability import has_supply
from grognard.games.ocs.supply.draw_and_throw import hold_lines, lines_to, sources_of
from grognard.games.ocs.supply.payment import pay

REACH: Final = 2
"""No work is farther off from who does it."""


class Site(NamedTuple):
    """The units that the owner puts to a job, and which job it is, and where."""

    side: int
    team: tuple[int, ...]
    job: int = NOTHING
    hex: int = NOTHING


def job_of(v: Site) -> Job:
    """The job that is done at a site."""
    return list(JOBS.values())[v.job]


@rule("ocs.hedgehog.2", "ocs.airbase.9", "ocs.port.5", "ocs.modes.37")
def ready_troops(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """The units of a hex of which any that make 1 RE together may work; none if all of them are too few."""
    ready = [u for u in pos.combat_units_at(hex, side) if pos.mode[u] == COMBAT and is_free(pos, u)]
    return ready if pos.size_of(ready) >= RE else []


@rule("ocs.engineer.6", "ocs.engineer.7", "ocs.engineer.8", "ocs.hedgehog.2")
def can_do(pos: OcsPosition, unit: int, job: Job, hex: int) -> bool:
    """Can this unit do a job in a hex, alone as an engineer or with others as troops of the hex?"""
    side = pos.content.side[unit]
    if not is_workable(pos, hex, side) or job.refusal(pos, hex, side) is not None:
        return False
    is_near = unit in engineers_near(pos, hex, side)
    is_there = may_use_troops(pos, job, hex) and unit in ready_troops(pos, hex, side)
    return (is_near or is_there) and has_supply(pos, unit, job.price(pos, hex))


def set_to_work(game: Game[OcsPosition], v: Site) -> None:
    """The team does its job: it stays where it is in this phase, and the work is paid for."""
    pos, job, team = game.pos, job_of(v), v.team
    price = job.price(pos, v.hex)
    for unit in team:
        pos.put.flags[unit] |= PLEDGED | BUILT
    lines = lines_to(pos, team[0])
    hold_lines(pos, pos.hex[team[0]], lines[:1] if price else ())
    job.work(pos, v.hex, v.side)
    game.tell("worked", v.job, v.hex, v.side, rule=job.rule)
    if job is JOBS["dig"]:
        lose_reserve(game, v.hex, v.side)
    pay(game, v.side, price, sources_of(lines))


# -- workers of the owner's choice ----------------------------------------------------------------


@rule("ocs.engineer.6", "ocs.engineer.8", "ocs.hedgehog.2")
class ChooseJob(Veiled[OcsPosition, Site]):
    title = "Which work does it do, and where?"

    policies = (by_verbs("none", "None after all.", "stay"),)

    def side(self, pos: OcsPosition, v: Site) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Site) -> list[Offer]:
        unit = v.team[0]
        near = [hex for hex in work_hexes(pos, v.side) if pos.content.distance(hex, pos.hex[unit]) <= REACH]
        jobs = [
            Offer(verb, [hex for hex in near if can_do(pos, unit, job, hex)]) for verb, job in JOBS.items()
        ]
        return [*jobs, Offer("stay")]

    def take(self, game: Game[OcsPosition], v: Site, choice: Choice) -> None:
        pos, (verb, hex) = game.pos, choice
        if verb == "stay":
            game.leave()
            return
        v = v._replace(job=list(JOBS).index(verb), hex=hex)
        if v.team[0] in engineers_near(pos, hex, v.side):
            game.leave()
            set_to_work(game, v)
        else:
            game.next(v)

    def why(self, pos: OcsPosition, v: Site, choice: Choice) -> Ruling:
        verb, hex = choice
        if verb not in JOBS or hex >= pos.content.hexes:
            return None
        name = pos.content.unit_names[v.team[0]]
        return job_refusal(pos, verb, hex, v.side) or Refusal(
            "ocs.engineer.6", f"{name} cannot do that work there."
        )


@rule("ocs.hedgehog.2", "ocs.modes.37")
class GatherTroops(Veiled[OcsPosition, Site]):
    title = "Who works with it? Troops of the hex, until they are 1 RE"

    policies = (first_option("first", "The first that there is."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Site) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Site) -> list[Offer]:
        if pos.size_of([*v.team]) >= RE:
            return []
        return [Offer("work-with", [u for u in ready_troops(pos, v.hex, v.side) if u not in v.team])]

    def take(self, game: Game[OcsPosition], v: Site, choice: Choice) -> None:
        game.update(v._replace(team=(*v.team, choice[1])))

    def why(self, pos: OcsPosition, v: Site, choice: Choice) -> Ruling:
        return Refusal("ocs.hedgehog.2", "only fresh units in Combat Mode in the hex itself.")


class BeginWork(Action[OcsPosition, Site]):
    title = "The troops work"

    def run(self, game: Game[OcsPosition], v: Site) -> None:
        set_to_work(game, v)


site = Procedure("site", ChooseJob(), GatherTroops(), BeginWork(), title="Work", vars=Site, sees=private)


# -- the segment ----------------------------------------------------------------------------------


@derived()
def work_offers(pos: OcsPosition, side: int) -> list[Offer]:
    """What can be done where, and those of whom the owner may say who does it."""
    hexes = [hex for hex in work_hexes(pos, side) if is_workable(pos, hex, side)]
    found = [Offer(verb, _sites(pos, job, hexes, side)) for verb, job in JOBS.items()]
    sites = {hex for offer in found for hex in offer.nouns}
    return [*found, Offer("assign", _hands(pos, sites, side))]


def _sites(pos: OcsPosition, job: Job, hexes: list[int], side: int) -> list[int]:
    """The hexes where a job can be done."""
    if job.owners is not None:
        owners = job.owners(pos)
        hexes = [hex for hex in hexes if owners[hex] == side]
    return [hex for hex in hexes if job.refusal(pos, hex, side) is None and has_workers(pos, job, hex, side)]


def _hands(pos: OcsPosition, sites: set[int], side: int) -> list[int]:
    """Those of whom the owner may say who works: where there are several of them."""
    hands: set[int] = set()
    for hex in sites:
        able = {*engineers_near(pos, hex, side), *ready_troops(pos, hex, side)}
        hands |= able if len(able) > 1 else set()
    return sorted(hands)


class Construction(SegmentChapter):
    """Construction and demolition of a Movement Phase: a job by whoever is at hand, or a unit of choice."""

    verbs = (*JOBS, "assign")

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        if v.phase != MOVEMENT or pos.acting != v.side:
            return []
        return work_offers(pos, v.side)

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        if verb == "assign":
            game.call("site", Site(v.side, (noun,)))
        else:
            team = tuple(workers_for(pos, JOBS[verb], noun, v.side))
            set_to_work(game, Site(v.side, team, list(JOBS).index(verb), noun))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "assign":
            return Refusal(
                "ocs.engineer.6",
                f"there is no work for which {pos.content.unit_names[noun]} is one of several.",
            )
        return job_refusal(pos, verb, noun, v.side) if noun < pos.content.hexes else None

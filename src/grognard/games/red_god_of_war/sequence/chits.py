"""Step 7 of the Initial Segment: both sides put impulse chits in the cup, the rulebook's container."""

from collections.abc import Sequence

from grognard.core.chapter import SEAL, Choice, Game, Offer, Ruling, Sealed, first_refusal, plain, rule
from grognard.games.red_god_of_war.model.position import ARRIVED, GERMAN, SOVIET, RedGodPosition


def placeable_chits(pos: RedGodPosition, side: int) -> list[int]:
    """HQs whose chit the owner may choose: on the map, not barred, not arriving (those go in anyway)."""
    return [
        hq
        for hq in pos.content.hqs[side]
        if pos.hex[hq] >= 0 and pos.barred[hq] != pos.turn and not pos.flags[hq] & ARRIVED
    ]


@rule("rgw.turn.2", "rgw.turn.3", "rgw.turn.4")
def must_follow_last_turn(pos: RedGodPosition, side: int) -> bool:
    """Only the Soviets, and only from their second turn, must put in the same chits with one change."""
    return side == SOVIET and pos.turn > pos.content.scenario.first_turn


def repeated_chits(pos: RedGodPosition) -> list[int]:
    """Last turn's Soviet chits, which go in again."""
    return [hq for hq in placeable_chits(pos, SOVIET) if hq in pos.last_put_in and not was_barred(pos, hq)]


def was_barred(pos: RedGodPosition, hq: int) -> bool:
    """Was this HQ driven off, so that its chit had to stay out last turn?"""
    return pos.barred[hq] == pos.turn - 1 and pos.barred[hq] > 0


@rule("rgw.turn.2")
def returns_freely(pos: RedGodPosition, hq: int) -> bool:
    """Was this HQ's chit kept out of last turn's set by a bar? Its return is no change (rule:7.4).

    A chit that was not in the cup before the bar has nothing to return to: it is one more like any other.
    """
    return was_barred(pos, hq) and hq in pos.last_put_in


def chits_chosen(pos: RedGodPosition, side: int, draft: Sequence[Choice]) -> set[int]:
    """The chits that go into the cup by this secret order: its own, last turn's, those of new arrivals."""
    chosen = {hq for verb, hq in draft if verb in ("chit", "add")}
    if must_follow_last_turn(pos, side):
        chosen |= set(repeated_chits(pos)) - {hq for verb, hq in draft if verb == "drop"}
    return chosen | {hq for hq in pos.content.hqs[side] if pos.flags[hq] & ARRIVED and pos.hex[hq] >= 0}


@rule("rgw.initial.24", "rgw.initial.25", "rgw.initial.26", "rgw.initial.27")
class PlaceChits(Sealed[RedGodPosition, tuple[object, ...]]):
    title = "7. Both sides put impulse chits in the cup, in secret"

    def is_forced_openly(self, pos: RedGodPosition, v: object, side: int) -> bool:
        return not placeable_chits(pos, side)  # which HQs could put a chit in is seen on the map

    def sides(self, pos: RedGodPosition, v: object) -> tuple[int, ...]:
        return (GERMAN, SOVIET)

    def options(self, pos: RedGodPosition, v: object, side: int, draft: tuple[Choice, ...]) -> list[Offer]:
        hqs = placeable_chits(pos, side)
        if not must_follow_last_turn(pos, side):
            return plain([*(("chit", hq) for hq in hqs), SEAL])
        same = repeated_chits(pos)
        options: list[Choice] = [("chit", hq) for hq in hqs if hq not in same and returns_freely(pos, hq)]
        changes = [line for line in draft if line[0] in ("add", "drop")]
        options.extend(changes)  # a change can be taken back
        may_add = not any(verb == "add" for verb, _ in changes)
        may_drop = not any(verb == "drop" for verb, _ in changes)
        if not pos.content.options["chit-swap"]:
            may_add = may_drop = not changes
        if may_add:
            options.extend(("add", hq) for hq in hqs if hq not in same and not returns_freely(pos, hq))
        if may_drop:
            options.extend(("drop", hq) for hq in same)
        return plain([*options, SEAL])

    def refuse(self, pos: RedGodPosition, v: object, choice: Choice) -> Ruling:
        verb, hq = choice
        if verb not in ("chit", "add", "drop"):
            return None
        name = pos.content.unit_names[hq]
        driven = f"{name} was driven off; its chit stays out (house rule HQ)."
        arriving = f"{name} arrives this turn; its chit is in the cup anyway."
        return first_refusal(
            (not pos.content.is_hq[hq] or pos.hex[hq] < 0, "rgw.initial.24", f"{name} is no HQ on the map."),
            (pos.barred[hq] == pos.turn, "rgw.stacking.11", driven),
            (pos.flags[hq] & ARRIVED, "rgw.initial.27", arriving),
            (True, "rgw.turn.2", "the Soviets put in last turn's chits with one more or one fewer."),
        )

    def reveal(self, game: Game[RedGodPosition], v: object, drafts: Sequence[tuple[Choice, ...]]) -> None:
        pos = game.pos
        chits: set[int] = set()
        for side in (GERMAN, SOVIET):
            chosen = chits_chosen(pos, side, drafts[side])
            game.tell("chits", side, len(chosen), rule="rgw.initial.25")
            chits |= chosen
        pos.cup = sorted(chits)
        # Whoever is barred keeps his place in the set of chits, so that his return is no change.
        barred = {hq for hq in pos.last_put_in if pos.barred[hq] == pos.turn}
        pos.put_in = sorted(chits | barred)

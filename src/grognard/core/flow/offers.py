"""What an Ask offers: choices grouped by verb, as values that can be sent without listing them one by one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, overload

from grognard.core.position import NOTHING, Choice

_NO_NOUN: Final = (NOTHING,)
_NO_NOTES: Final[Mapping[int, str]] = {}


class Offer:
    """A verb with the nouns it may take, and where a choice has one, the cost of each.

    `nouns` may be a `range`: "1 to 64 tokens" is one offer, not 64. Costs are in the game's smallest unit.
    `notes` are words for single nouns that hang on the position, such as the load of a truck.
    """

    __slots__ = ("costs", "notes", "nouns", "verb")

    def __init__(
        self,
        verb: str,
        nouns: Sequence[int] = _NO_NOUN,
        costs: Sequence[int] | None = None,
        notes: Mapping[int, str] = _NO_NOTES,
    ) -> None:
        if costs is not None and len(costs) != len(nouns):
            raise ValueError(f"{len(nouns)} nouns of '{verb}' and {len(costs)} costs")
        self.verb = verb
        self.nouns = nouns
        self.costs = costs
        self.notes = notes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Offer) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.verb, len(self.nouns)))

    def __repr__(self) -> str:
        return f"Offer({self.verb!r}, {self.nouns!r})"

    def _key(self) -> tuple[object, ...]:
        costs = None if self.costs is None else tuple(self.costs)
        return (self.verb, tuple(self.nouns), costs, dict(self.notes))


class Options(Sequence[Choice]):
    """All that a side may answer, as a sequence of choices that is never written out."""

    __slots__ = ("_count", "offers")

    def __init__(self, offers: Iterable[Offer]) -> None:
        self.offers: list[Offer] = []
        self._count = 0
        for offer in offers:
            if count := len(offer.nouns):
                self.offers.append(offer)
                self._count += count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Choice: ...
    @overload
    def __getitem__(self, place: slice) -> list[Choice]: ...
    def __getitem__(self, place: int | slice) -> Choice | list[Choice]:
        if isinstance(place, slice):
            return list(self)[place]
        if place < 0:
            place += self._count
        if place >= 0:
            for offer in self.offers:
                if place < len(offer.nouns):
                    return (offer.verb, offer.nouns[place])
                place -= len(offer.nouns)
        raise IndexError("there is no such option")

    def __iter__(self) -> Iterator[Choice]:
        for offer in self.offers:
            verb = offer.verb
            for noun in offer.nouns:
                yield (verb, noun)

    def __contains__(self, choice: object) -> bool:
        return self.found(choice) is not None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Options):
            return self.offers == other.offers or list(self) == list(other)
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self.offers))

    def __repr__(self) -> str:
        return repr(list(self))

    def found(self, choice: object) -> Choice | None:
        """The offered choice that equals this one. An equal one may hold 1.0 or True, it has ints."""
        if isinstance(choice, tuple) and len(choice) == 2:
            verb, noun = choice
            for offer in self.offers:
                if offer.verb == verb and noun in offer.nouns:
                    is_plain = type(noun) is int
                    return (offer.verb, noun if is_plain else offer.nouns[offer.nouns.index(noun)])
        return None

    def of(self, verb: str) -> list[int]:
        """The nouns that a verb may take now."""
        return [noun for offer in self.offers if offer.verb == verb for noun in offer.nouns]

    def cost(self, choice: Choice) -> int | None:
        """What a choice costs; None where the game names no cost."""
        verb, noun = choice
        for offer in self.offers:
            if offer.verb == verb and offer.costs is not None and noun in offer.nouns:
                return offer.costs[offer.nouns.index(noun)]
        return None


NO_OPTIONS: Final = Options(())


def plain(choices: Iterable[Choice]) -> list[Offer]:
    """Choices written out one by one, as offers: runs of one verb become one."""
    offers: list[Offer] = []
    verb, nouns = "", [NOTHING]
    for name, noun in choices:
        if name == verb:
            nouns.append(noun)
        else:
            verb, nouns = name, [noun]
            offers.append(Offer(verb, nouns))
    return offers

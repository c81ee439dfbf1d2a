"""The lines of the sequence of play: what happens by itself, who decides, what is rolled, what is sealed."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from grognard.core.flow.chance import Outcome
from grognard.core.flow.events import EVERYBODY
from grognard.core.flow.offers import Offer
from grognard.core.flow.policies import Policy
from grognard.core.flow.rulings import Ruling
from grognard.core.ledger import rules_of
from grognard.core.position import NOTHING, Choice, Position

if TYPE_CHECKING:
    # The flow runs steps, and a step is handed the game that it moves on.
    from grognard.core.flow.flow import Game
    from grognard.core.flow.offers import Options

P = TypeVar("P", bound=Position)
"""A game's position."""
V = TypeVar("V", bound=tuple[Any, ...])
"""The vars of the procedure a step stands in."""

SEAL: Final[Choice] = ("seal", NOTHING)
"""The answer that closes a secret order."""
DONE: Final[Choice] = ("done", NOTHING)
"""The answer that ends a step with nothing more done in it."""
HALT: Final[Choice] = ("halt", NOTHING)
"""The answer that ends the move of what is in hand."""
CANCEL: Final[Choice] = ("cancel", NOTHING)
"""The answer that takes back what is being built."""


class Step:
    """One line of the sequence of play, with its title there.

    What its kind leaves abstract it must have. It asks for that itself: the flow looks at a step's kind
    several times an answer, and `isinstance` is slow for classes that `ABC` makes.
    """

    title: ClassVar[str] = ""

    def __init__(self) -> None:
        self.name: str = type(self).__name__
        self.rules: tuple[str, ...] = rules_of(type(self))
        if not self.title:
            raise ValueError(f"the step {self.name} has no title")
        kind = type(self)
        lacking = [one for one in dir(kind) if getattr(getattr(kind, one), "__isabstractmethod__", False)]
        if lacking:
            raise TypeError(f"the step {self.name} lacks {', '.join(lacking)}")


class Action(Step, Generic[P, V]):
    """A step that happens by itself: `run` changes the position and tells events."""

    @abstractmethod
    def run(self, game: "Game[P]", v: V) -> None:
        """What happens."""


class Decision(Step, Generic[P, V]):
    """A step at which one side chooses, again and again until `options` is empty."""

    policies: ClassVar[tuple[Policy, ...]] = ()
    """How it is usually answered, the usual way first."""
    no_policy: ClassVar[str] = ""
    """Why it has no usual answer, where it has none."""
    is_routine: ClassVar[bool] = False
    """Is it a question to be tired of? Whoever wants few of them leaves it to the usual answer."""
    is_rare: ClassVar[bool] = False
    """Is it about something rarely done? A person against computers is not asked unless it is wished for."""
    plain_text: ClassVar[str] = ""
    """What `plain_answer` does, in a sentence; nothing where no case is plain."""

    def plain_answer(self, pos: P, v: V, options: "Options") -> Choice | None:
        """The answer of a plain case, in which hardly anybody would give another; None in any other."""
        return None

    def always_asks(self, pos: P, v: V) -> str:
        """Why its only answer is not given by itself here: whether there is only one must not show."""
        return ""

    @abstractmethod
    def side(self, pos: P, v: V) -> int:
        """Who chooses."""

    @abstractmethod
    def options(self, pos: P, v: V) -> Iterable[Offer]:
        """What there is to choose from; nothing: the step is passed."""

    @abstractmethod
    def take(self, game: "Game[P]", v: V, choice: Choice) -> None:
        """What the choice changes."""

    def refuse(self, pos: P, v: V, choice: Choice) -> Ruling:
        """Why `choice` is not among the options, in this step's own words; None if it has none."""
        return None


class Roll(Step, Generic[P, V]):
    """A step at which chance answers once. No outcomes: nothing to roll, the step is passed."""

    verb: str = "roll"
    hidden: bool = False
    """Would the list of outcomes show what a player may not know, as a secret cup's does?"""

    @abstractmethod
    def outcomes(self, pos: P, v: V) -> list[Outcome]:
        """What can come, each with its weight."""

    @abstractmethod
    def take(self, game: "Game[P]", v: V, noun: int) -> None:
        """What the outcome changes."""

    def sees(self, pos: P, v: V) -> int:
        """The sides that learn the outcome, as an event mask."""
        return EVERYBODY

    def roller(self, pos: P, v: V) -> int:
        """The side whose dice these are, where players roll their own; NOTHING: whoever is at hand."""
        return NOTHING


class Sealed(Step, Generic[P, V]):
    """A step at which several sides write secret orders at once.

    Each side builds its draft from small choices it can take back, and closes it with SEAL. When all
    are closed, `reveal` carries the drafts out together.
    """

    def is_forced_openly(self, pos: P, v: V, side: int) -> bool:
        """Does everybody know that this side has only one way to seal? Then it is sealed for it."""
        return False

    @abstractmethod
    def sides(self, pos: P, v: V) -> tuple[int, ...]:
        """Who writes."""

    @abstractmethod
    def options(self, pos: P, v: V, side: int, draft: tuple[Choice, ...]) -> Iterable[Offer]:
        """What a side can write next to what it has written."""

    def write(self, pos: P, v: V, side: int, draft: tuple[Choice, ...], choice: Choice) -> tuple[Choice, ...]:
        """The draft after this choice: by default a repeated choice takes the earlier one back."""
        if choice in draft:
            return tuple(line for line in draft if line != choice)
        return (*draft, choice)

    @abstractmethod
    def reveal(self, game: "Game[P]", v: V, drafts: Sequence[tuple[Choice, ...]]) -> None:
        """What the orders of all sides come to together."""

    def refuse(self, pos: P, v: V, choice: Choice) -> Ruling:
        return None

"""The stream of updates for one side of one table. All who look through its eyes get the same bytes."""

from typing import Any, NamedTuple, Protocol

from grognard.core.position import NOTHING
from grognard.core.system import AnySystem
from grognard.server.messages.from_server import Update, encode
from grognard.server.messages.parts import AskView, Barred, Changes, Ending, Scene, Sheet
from grognard.server.table import to_wire
from grognard.server.table.seating import TableSetup
from grognard.server.table.table_match import FoughtBattle, TableMatch
from grognard.server.table.typed_dice import typing_sides


class Listener(Protocol):
    """A socket, as far as a channel knows it."""

    def send(self, text: str) -> None: ...


class Common(NamedTuple):
    """What every side sees alike."""

    waiting: list[int]
    sheets: list[Sheet]
    target: int
    """The hex under attack."""
    over: Ending | None


def common(system: AnySystem, match: TableMatch) -> Common:
    """What every side sees alike now."""
    game = match.game
    over = to_wire.ending(system, game)
    sheets = [] if over else [to_wire.sheet(said) for said in match.sheets()]
    target = system.screen.target(match.pos) if sheets else NOTHING
    return Common(to_wire.waiting(game), sheets, target, over)


class Picture(NamedTuple):
    """Everything one side sees."""

    scene: Scene
    ask: AskView | None
    waiting_for: str
    place: list[str]
    undo_barred: Barred | None
    common: Common


class Channel:
    """One side's stream: what it was last shown, and who is listening."""

    def __init__(
        self, system: AnySystem, match: TableMatch, side: int, sides: tuple[int, ...], setup: TableSetup
    ) -> None:
        self._system = system
        self._match = match
        self.side = side
        self._sides = sides
        """All sides of the seat that looks through these eyes: a hot seat types the dice of each."""
        self._setup = setup
        self.listeners: set[Listener] = set()
        self.version = 0
        self.due = 0.0
        """When a late update must go out; 0 when nothing is held back."""
        self.shown: Picture | None = None
        self._shown_at: tuple[object, ...] = ()
        """Where the game stood for the side when it was shown that."""
        self._noted: Picture | None = None
        self._log = 0
        self._rolled = 0
        self._battles = (0, False, 0)

    def picture(self, shared: Common) -> Picture:
        """What the side sees now."""
        match, side = self._match, self.side
        scene = to_wire.scene(self._system.knowledge.show(match.pos, side))
        ask = self._ask(side) if side >= 0 else None
        if ask is None and any(one in self._sides for one in typing_sides(self._setup, match)):
            ask = self._ask(-1)
        barred = to_wire.barred(match.can_undo(side)) if side >= 0 else _ONLOOKER
        place, title = to_wire.place(match.game, side)
        sentence = ask.sentence if ask is not None else title
        if shared.sheets and not self._system.screen.shows_attack(match.pos, side):
            shared = shared._replace(sheets=[], target=NOTHING)
        return Picture(scene, ask, sentence, place, barred, shared)

    def _ask(self, side: int) -> AskView | None:
        match = self._match
        return to_wire.ask_view(self._system, match.game, side, match.header.scenario)

    def look(self, shared: Common) -> Picture:
        """The whole picture for a newcomer. Others who listen stay in step with it."""
        if self.shown is None or not self.listeners or self.due:
            self.tell(shared)
        assert self.shown is not None
        return self.shown

    def note(self, shared: Common) -> None:
        """Before something is taken back: what the side would see if nothing were held back."""
        self._noted = self.picture(shared) if self.due else self.shown

    def restart(self, match: TableMatch, shared: Common) -> Picture | None:
        """Begin anew after an undo or with another match: the listeners need a whole state.

        None where the side sees nothing of it. What another side took back in secret leaves everything as it
        was: the version, and what is still held back.
        """
        self._match = match
        known, now = (self.shown, self._noted), self.picture(shared)
        self._noted = None
        if now in known:
            self._log, self._rolled = min(self._log, len(match.log)), min(self._rolled, len(match.rolled))
            return None
        self.version += 1
        self.due = 0.0
        self._show(now, shared)
        self._catch_up()
        return now

    def tell(self, shared: Common) -> None:
        """Send the listeners what is new; nothing if nothing is."""
        self.due = 0.0
        if self.shown is not None and self._is_unmoved(shared):
            return
        before, now = self.shown, self.picture(shared)
        self._show(now, shared)
        if before is None or not self.listeners:
            self._catch_up()
            return
        update = self._update(before, now)
        if update is not None:
            text = encode(update).decode()
            for listener in self.listeners:
                listener.send(text)

    def _show(self, now: Picture, shared: Common) -> None:
        self.shown, self._shown_at = now, self._stands_at(shared)

    def _is_unmoved(self, shared: Common) -> bool:
        """Does the other side write on at secret orders? Then nothing of it shows, and no picture is made."""
        return self._match.game.is_secret and self._shown_at == self._stands_at(shared)

    def _stands_at(self, shared: Common) -> tuple[object, ...]:
        match, side = self._match, self.side
        return match.pos.number_for(side), match.can_undo(side) if side >= 0 else None, shared

    def _catch_up(self) -> None:
        match = self._match
        self._log, self._rolled = len(match.log), len(match.rolled)
        self._battles = self._battles_now()

    def _battles_now(self) -> tuple[int, bool, int]:
        """How many battles there are, whether the last goes on, and its last roll."""
        fought = self._match.battles
        return len(fought), self._match.is_fought(), fought[-1].roll if fought else 0

    def _new_battles(self) -> list[FoughtBattle]:
        """The attacks that were rolled for or ended since the listeners were told."""
        count, was_on, _ = self._battles
        return self._match.battles[count - was_on :] if self._battles != self._battles_now() else []

    def _update(self, before: Picture, now: Picture) -> Update | None:
        match, side = self._match, self.side
        lines = to_wire.lines(match, side, match.log[self._log :])
        dice = to_wire.dice(match, side, match.rolled[self._rolled :])
        battles = to_wire.battles(match, side, self._new_battles())
        self._catch_up()
        parts = _differences(before, now)
        found = to_wire.changes(before.scene, now.scene)
        is_new = lines or dice or battles or parts or before.scene.number != now.scene.number
        if not is_new and found == Changes(now.scene.number):
            return None
        self.version += 1
        return Update(self.version, found, log=lines, dice=dice, battles=battles, **parts)


_ONLOOKER = Barred("core.ask.side", "onlookers answer nothing.")


def _differences(before: Picture, now: Picture) -> dict[str, Any]:
    """The parts beside the scene that are not as before."""
    parts: dict[str, Any] = {}
    if before.ask != now.ask:
        parts["ask"] = now.ask
    if before.waiting_for != now.waiting_for:
        parts["waiting_for"] = now.waiting_for
    if before.place != now.place:
        parts["place"] = now.place
    if before.undo_barred != now.undo_barred:
        parts["undo_barred"] = now.undo_barred
    old, new = before.common, now.common
    if old.waiting != new.waiting:
        parts["waiting"] = new.waiting
    if old.sheets != new.sheets:
        parts["sheets"] = new.sheets
    if old.target != new.target:
        parts["target"] = new.target
    if old.over != new.over and new.over is not None:
        parts["over"] = new.over
    return parts

"""A player who means what the staff would do, and does it with the gestures that the table has for it."""

import random
from typing import Any

from browser.hands import Hands
from grognard.ai.players import choose, make_player
from grognard.core.position import NOTHING, Choice
from grognard.play import gestures
from grognard.play.gestures import order_for
from grognard.play.header import write_choice
from grognard.play.match import Match
from grognard.play.notes import choice_notes
from grognard.play.orders import peek, role_of
from grognard.play.record import load_record
from grognard.play.standing_orders import routine_orders

_RECORD = """async ([table, token]) => {
  const headers = {Authorization: `Bearer ${token}`};
  return (await fetch(`/api/tables/${table}/record`, {headers})).text();
}"""

_STAND = """([table, token, orders]) => new Promise((done, failed) => {
  const line = new WebSocket(`ws://${location.host}/api/socket?table=${table}`);
  line.onopen = () => line.send(JSON.stringify({type: "hello", id: "standing-1", table, token}));
  line.onmessage = ({data}) => {
    for (const one of data.split("\\n").map((text) => JSON.parse(text))) {
      if (one.id === "standing-1")
        line.send(JSON.stringify({type: "set_standing", id: "standing-2", orders}));
      if (one.id === "standing-2") {
        line.close();
        if (one.type === "ok") done(); else failed(new Error(JSON.stringify(one)));
      }
    }
  };
})"""

_LET_GO = "() => !document.querySelector('[data-testid=table]').dataset.hand"


class Player:
    """Plays one side at a page. Counts what the hand does, and what the rule for gestures says of it."""

    def __init__(self, hands: Hands, made: dict[str, Any], side: int, seed: int = 1) -> None:
        self.hands = hands
        self.page = hands.page
        self.table = made["table"]
        self.side = side
        self.token = made["seats"][0]["token"]
        self.match = self._look()
        self.system = self.match.system
        self.staff = make_player("staff", self.system)
        self.mind = random.Random(seed)
        self.counted = gestures.GestureCounter(self.system)
        self.by_hand = 0
        self.answers = 0
        self.page.evaluate(_STAND, [self.table, self.token, routine_orders(self.system)])

    def _look(self) -> Match:
        return load_record(str(self.page.evaluate(_RECORD, [self.table, self.token])).encode())

    def is_asked(self) -> bool:
        """Waits until this side is asked, and looks at the game as it then stands. False once it is over."""
        if self.hands.wait_for_turn() == "over":
            return False
        self.match = self._look()
        return True

    @property
    def turn(self) -> int:
        return self.system.knowledge.project(self.match.pos, NOTHING).turn

    # -- what is meant ----------------------------------------------------------------------------

    def play_order(self) -> None:
        """The next thing that the staff would do, by hand. What closes a move is left to what follows."""
        row: list[Choice] = []
        ahead = self.match.branch(len(self.match.answers))
        while self._is_asked(ahead):
            choice = choose(self.staff, self.system, ahead.pos, ahead.ask, self.side, self.mind)
            role = self._role(choice)
            if row and self._role(row[0]) == "join" != role:
                break
            is_implied = role == "close" and not row
            self._count(ahead, choice)
            if not is_implied or not self._is_asked(ahead):
                row.append(choice)
            if not is_implied and role not in ("pick", "join"):
                break
        self.row = row
        self._do(row)

    def _count(self, ahead: Match, choice: Choice) -> None:
        order = order_for(ahead, self.side, choice)
        self.counted.count(ahead, self.side, choice, order)
        ahead.answer(self.side, choice, order=order)
        self.answers += 1

    def _is_asked(self, match: Match) -> bool:
        return not match.over and self.side in match.ask.sides

    def _role(self, choice: Choice) -> str:
        return role_of(self.system, choice[0])

    # -- how it is done ---------------------------------------------------------------------------

    def _do(self, row: list[Choice]) -> None:
        is_move = self._role(row[0]) == "pick" and self._kind(row[-1]) == "hex" and self._are_in_view(row)
        if is_move and self._is_whole_stack(row):
            self._drag(self.hands.where(self._place(row[0][1])), row)
        elif is_move and len(row) == 2:
            self._drag(self._spread_out(self.match.pos.roster.counters[row[0][1]].id), row)
        elif self._role(row[0]) == "join" and len(alike := self._alike(row)) > 1:
            self._once(self.page.locator("[data-testid=all-alike]").first.click)
            self._press_all([choice for choice in row if choice not in alike])
        elif self._role(row[0]) == "join" and len(row) > 1 + len(self._left_out(row)):
            self._once(self.page.locator("[data-testid=all-that-can]").first.click)
            for unit in self._left_out(row):
                self._once(lambda unit=unit: self._button(self._leaving(unit)))
        else:
            self._press_all(row)
        self.page.wait_for_function(_LET_GO)

    def _press_all(self, row: list[Choice]) -> None:
        for choice in row:
            self._once(lambda choice=choice: self._one(choice))

    def _once(self, gesture: Any) -> None:
        before = self.hands.state()
        gesture()
        self.by_hand += 1
        self.hands.wait_past(before)

    def _one(self, choice: Choice) -> None:
        words = self._words(choice)
        place = words.split()[1] if self._kind(choice) == "hex" else ""
        if self._role(choice) == "end":
            self.page.keyboard.press("d")
        elif place and self.hands.is_in_view(place):
            before = self.hands.state()
            self.hands.click_hex(place)
            if self.hands.wait_past_or_menu(before):
                self.by_hand += 1
                self.page.locator(f'[data-testid=menu] [data-do="{words}"]').click()
        else:
            self._button(words)

    def _button(self, words: str) -> None:
        button = self.page.locator(f'[data-testid=ask] [data-do="{words}"]')
        if not button.count():
            # What could be begun instead of what is in hand stands on the map alone.
            self._press(words.split()[1])
            return
        self.page.eval_on_selector_all("[data-testid=ask] details", "all => all.forEach(e => e.open = true)")
        button.click()

    def _press(self, id: str) -> None:
        self.page.mouse.click(*self._spread_out(id))

    def _spread_out(self, id: str) -> tuple[float, float]:
        """The stack of the counter spreads under the pointer; there the counter is."""
        where = self.hands.map("counter", id)
        self.page.mouse.move(*self.hands.on_screen(3, 3))
        self.page.mouse.move(*self.hands.on_screen(*where["at"]))
        if where["of"] > 1:
            self.page.wait_for_function(
                "name => document.querySelector('[data-testid=map]').spread() === name", arg=where["hex"]
            )
        return self.hands.on_screen(*self.hands.map("counter", id)["at"])

    def _drag(self, start: tuple[float, float], row: list[Choice]) -> None:
        """Out of a spread stack, or the whole of it before it has spread."""
        page, hands = self.page, self.hands
        (x, y), there = start, hands.where(self._words(row[-1]).split()[1])

        def pull() -> None:
            if not hands.map("spread"):
                page.mouse.move(*hands.on_screen(3, 3))
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x + 8, y + 8)
            page.mouse.move(*there, steps=2)
            page.wait_for_selector("[data-testid=in-hand]")
            page.mouse.up()

        self._once(pull)

    def _are_in_view(self, row: list[Choice]) -> bool:
        """Are both ends of the way in view?"""
        here, goal = self._place(row[0][1]), self._words(row[-1]).split()[1]
        return bool(here) and self.hands.is_in_view(here) and self.hands.is_in_view(goal)

    def _is_whole_stack(self, row: list[Choice]) -> bool:
        """Does a drag of the stack take just these counters?"""
        lies = self._lies()
        stack = {unit for unit, hex in lies.items() if hex == lies[row[0][1]]}
        options = peek(self.match, self.side, row[:1]).game.ask.options(self.side)
        taken = row[:1]
        for choice in options:
            if self._role(choice) == "join" and choice[1] in stack:
                if peek(self.match, self.side, [*taken, choice]).refusal is None:
                    taken.append(choice)
        picks = [one for one in self.match.ask.options(self.side) if self._role(one) == "pick"]
        verbs = {verb for verb, unit in picks if unit in stack}
        others = {unit for _, unit in picks if unit in stack} - {unit for _, unit in taken}
        return verbs <= {row[0][0]} and not others and {u for _, u in taken} == {u for _, u in row[:-1]}

    def _alike(self, row: list[Choice]) -> list[Choice]:
        """Those of a secret order who bear the same note, if all of them are meant."""
        if not self.match.ask.is_secret:
            return []
        notes = choice_notes(self.system, self.match.game, self.side)
        alike = [one for one in notes if one[0] == row[0][0]]
        return alike if len({notes[one] for one in alike}) == 1 and set(alike) <= set(row) else []

    def _left_out(self, row: list[Choice]) -> list[int]:
        joins = [unit for verb, unit in self.match.ask.options(self.side) if verb == row[0][0]]
        return [unit for unit in joins if (row[0][0], unit) not in row]

    def _leaving(self, unit: int) -> str:
        """The button that takes a counter out again."""
        id = self.match.pos.roster.counters[unit].id
        offered = (one.split() for one in self.hands.options())
        return next(
            f"{verb} {id}" for verb, *noun in offered if noun == [id] and self._role((verb, unit)) == "leave"
        )

    def _words(self, choice: Choice) -> str:
        return write_choice(self.system, self.match.pos, choice)

    def _kind(self, choice: Choice) -> str:
        known = self.system.words.verbs.get(choice[0])
        return known.noun if known else "none"

    def _lies(self) -> dict[int, int]:
        pieces = self.system.knowledge.show(self.match.pos, self.side).pieces
        return {piece.unit: piece.hex for piece in pieces if piece.unit >= 0}

    def _place(self, unit: int) -> str:
        """The hex of a counter by name; "" for one that is not on the map."""
        hex = self._lies().get(unit, NOTHING)
        return self.match.pos.board.place_id(hex) if hex >= 0 else ""

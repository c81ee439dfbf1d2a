"""A player's hands: opens tables, looks at the Ask, clicks on buttons and on the map."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

GAME = "red-god-of-war"
PB = "panzerblitz"
_MAKE = """async (table) => {
  const key = localStorage.getItem("grognard.key");
  const headers = {"Content-Type": "application/json", "X-Grognard-Key": key};
  const body = JSON.stringify({...table, briefed: undefined});
  const reply = await fetch("/api/tables", {method: "POST", headers, body});
  const made = await reply.json();
  localStorage.setItem("grognard.seats", JSON.stringify({[made.table]: made.seats}));
  if (!table.briefed) localStorage.setItem("grognard.briefed", JSON.stringify(["*"]));
  return made;
}"""

_REST = """async () => {
  for (let calm = 0; calm < 3; ) {
    await new Promise((done) => requestAnimationFrame(done));
    const map = document.querySelector("[data-testid=map]");
    calm = map && !map.isMoving() ? calm + 1 : 0;
  }
}"""

_STATE = """() => {
  const { number, hand, side } = document.querySelector("[data-testid=table]").dataset;
  const ask = document.querySelector("[data-testid=ask]");
  const curtain = document.querySelector("[data-testid=curtain]") ? "curtain" : "";
  return `${number} ${hand} ${side} ${ask?.dataset.number} ${curtain}`;
}"""

_IN_VIEW = """(names) => {
  const map = document.querySelector("[data-testid=map]");
  const { width, height } = map.getBoundingClientRect();
  return names.filter((name) => {
    const [x, y] = map.whereIs(name);
    return 0 < x && x < width && 0 < y && y < height;
  });
}"""

_SETTLED = """() => document.querySelector("[data-testid=table]")?.dataset.busy === "false" """
"""Nothing is under way that may still change what can be pressed. Whatever reads the page waits for it."""

_NOT_BUSY = """() => document.querySelector("[data-testid=table]")?.dataset.busy !== "true" """
"""The same of any page with a map: an example of play is never busy."""

_TURN = f"""() => {{
  if (!({_SETTLED})()) return null;
  if (document.querySelector("[data-testid=waiting] a.primary")) return {{ step: "over" }};
  const ask = document.querySelector("[data-testid=ask]");
  return ask?.querySelector("[data-do]") ? {{ step: ask.dataset.step }} : null;
}}"""

_GRAVE = "[data-testid=grave][open]"
"""What is destroyed for good is asked for once again."""

_NUMBERS = f"""() => ({_SETTLED})()
  && document.querySelector("[data-testid=card]")?.dataset.working !== "true"
  && !document.querySelector("[data-testid=card-working]")"""


def stand_between(page: Page, passed: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
    """Everything the server says goes through `passed`: it may change a message, or keep it (None)."""

    def line(here: WebSocketRoute) -> None:
        def down(frame: str | bytes) -> None:
            # A frame holds several messages, one to a line.
            for one in str(frame).splitlines():
                message = passed(json.loads(one))
                if message is not None:
                    here.send(json.dumps(message))

        here.connect_to_server().on_message(down)

    page.route_web_socket("**/socket*", line)


_OFFERED = """() => {
  const all = (what, word) => [...document.querySelectorAll(what)].map(e => e.dataset[word]);
  const buttons = all("[data-testid=ask] [data-do]", "do");
  const rows = all("[data-testid=matrix] [data-row]", "row");
  return [...new Set([...buttons, ...(rows.some(row => buttons.includes(row)) ? rows : [])])];
}"""
"""The rows of the matrix are shown before the question too, to plan by; then nothing seals them."""


class Hands:
    """Plays at one page."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    def set_up(
        self,
        sides: list[dict[str, str]],
        dice: str = "typed",
        scenario: str = "teaching",
        game: str = GAME,
        pace: int = 0,
        codes: bool = False,
        briefed: bool = False,
    ) -> dict[str, Any]:
        """A table as the form would make it, without the clicks; `briefed`: it opens with its briefing."""
        self.page.goto(self.url)
        self.page.wait_for_selector("h1")
        table = {
            "game": game,
            "scenario": scenario,
            "sides": sides,
            "options": {},
            "dice": dice,
            "pace": pace,
            "codes": codes,
            "briefed": briefed,
        }
        made: dict[str, Any] = self.page.evaluate(_MAKE, table)
        return made

    def sit_down(self, table: str, rest: str = "") -> None:
        self.page.goto(f"{self.url}#/t/{table}{rest}")
        self.page.wait_for_selector("[data-testid=map]")

    # -- looking ----------------------------------------------------------------------------------

    def number(self) -> int:
        return int(self.page.get_attribute("[data-testid=table]", "data-number") or -1)

    def step(self) -> str:
        """The step that is asked, "" while somebody else decides, "over" at the end."""
        state = self.page.evaluate(
            """() => {
              const ask = document.querySelector("[data-testid=ask]");
              if (ask) return ask.dataset.step;
              return document.querySelector("[data-testid=waiting] a.primary") ? "over" : "";
            }"""
        )
        return str(state)

    def options(self) -> list[str]:
        """What can be pressed: buttons, and rows of the matrix where one of them can be sealed now."""
        offered: list[str] = self.page.evaluate(_OFFERED)
        return offered

    def settle(self) -> None:
        """Until nothing is under way: what is read after that stays as it is, unless somebody else acts."""
        self.page.wait_for_function(_SETTLED)

    def settle_numbers(self) -> None:
        """The same, and the chances of the card are worked out."""
        self.page.wait_for_function(_NUMBERS)

    def wait_for_turn(self) -> str:
        """The step that this seat is asked, once it is; "over" at the end of the game. In one look."""
        return str(self.page.wait_for_function(_TURN).json_value()["step"])

    def wait_for_ask(self) -> None:
        assert self.wait_for_turn() != "over"

    def map(self, question: str, *told: str) -> Any:
        """What the map says of itself: `whereIs`, `counter`, `spread`, `flying`, `isMoving`."""
        return self.page.evaluate(
            "([question, told]) => document.querySelector('[data-testid=map]')[question](...told)",
            [question, list(told)],
        )

    def on_screen(self, x: float, y: float) -> tuple[float, float]:
        """A point of the map as one of the page."""
        box = self.page.locator("[data-testid=map]").bounding_box()
        assert box is not None
        return box["x"] + x, box["y"] + y

    def rest(self) -> None:
        """Until the map shows what it goes to, however slowly the machine draws."""
        self.page.wait_for_function(_NOT_BUSY)
        self.page.evaluate(_REST)

    def stop_time(self) -> None:
        """Nothing on the page moves or ends by itself; its clock was installed before it was opened."""
        self.page.clock.pause_at(self.page.evaluate("() => Date.now()") / 1000 + 60)

    def where(self, name: str) -> tuple[float, float]:
        """A hex on the screen, once the map is at rest."""
        self.rest()
        return self.on_screen(*self.map("whereIs", name))

    def in_view(self, names: list[str]) -> list[str]:
        """Those of these hexes whose middle is on the map's part of the screen, once the map is at rest."""
        self.rest()
        found: list[str] = self.page.evaluate(_IN_VIEW, names)
        return found

    def is_in_view(self, name: str) -> bool:
        return self.in_view([name]) == [name]

    # -- doing ------------------------------------------------------------------------------------

    def do(self, *choices: str) -> None:
        """Clicks the buttons of these choices, one after the other."""
        for choice in choices:
            if choice.startswith("draw "):
                self.page.locator("[data-testid=typed-draw]").fill(choice.removeprefix("draw "))
            if choice.startswith(("attack-option ", "defence-option ")):
                # The matrix is the control: its row is chosen, then sealed.
                row = self.page.locator(f'[data-testid=matrix] [data-row="{choice}"]')
                row.wait_for()
                row.click()
            button = self.page.locator(f'[data-testid=ask] [data-do="{choice}"]')
            button.wait_for(state="attached")
            self.page.eval_on_selector_all(
                "[data-testid=ask] details", "all => all.forEach(e => e.open = true)"
            )
            before = self.state()
            button.click()
            if self.wait_past_or(before, _GRAVE):
                self.page.locator("[data-testid=grave] button:not(.primary)").click()
                self.wait_past(before)

    def state(self) -> str:
        """Where the game stands and what is chosen without being sent."""
        return str(self.page.evaluate(_STATE))

    def wait_past(self, state: str) -> None:
        """Until the game or the hand has gone on, and what can be chosen next is known."""
        self.page.wait_for_function(f"before => ({_STATE})() !== before && ({_SETTLED})()", arg=state)

    def wait_past_or(self, state: str, there: str) -> bool:
        """The same, or this is on the page: True."""
        found = self.page.wait_for_function(
            f"""([before, there]) => document.querySelector(there) ? "there"
              : ({_STATE})() !== before && ({_SETTLED})() ? "past" : null""",
            arg=[state, there],
        )
        return bool(found.json_value() == "there")

    def wait_past_or_menu(self, state: str) -> bool:
        """The same, or a menu asks what a press on a hex meant: True."""
        return self.wait_past_or(state, "[data-testid=menu]")

    def answer_on_map(self, choice: str) -> None:
        """Clicks the hex of a choice, and its line in the menu where the hex offers several."""
        before = self.state()
        self.click_hex(choice.split()[1])
        if self.wait_past_or_menu(before):
            self.page.locator(f'[data-testid=menu] [data-do="{choice}"]').click()
            self.wait_past(before)

    def learn(self, title: str) -> str:
        """Opens a game's teaching scenario from the shelf. Returns what the guide says first."""
        self.page.goto(self.url)
        self.page.get_by_role("button", name=f"Learn {title}").click()
        self.wait_for_ask()
        self.begin()
        said = self.page.inner_text("[data-testid=guide]")
        self.hurry()
        return said

    def play_to_the_end(
        self, choose: Callable[[str], str], on_map: tuple[str, ...]
    ) -> tuple[dict[str, str], int]:
        """Answers every Ask, these verbs on the map: what the guide said at each step, and the clicks."""
        said: dict[str, str] = {}
        clicks = 0
        for _ in range(400):
            step = self.wait_for_turn()
            if step == "over":
                return said, clicks
            said[step] = self.page.inner_text("[data-testid=guide]")
            choice = choose(step)
            if choice.split()[0] in on_map:
                clicks += 1
                self.answer_on_map(choice)
            else:
                self.do(choice)
        raise AssertionError("the game does not end")

    def is_at_the_curtain(self) -> bool:
        """At a hot seat: does a curtain hide the next question? Waits for either."""
        found = self.page.wait_for_function(
            f"""() => document.querySelector("[data-testid=curtain]") ? "curtain" : ({_TURN})()?.step"""
        )
        return bool(found.json_value() == "curtain")

    def lift_curtain(self) -> None:
        """At a hot seat: the next question, behind the curtain or not."""
        if self.is_at_the_curtain():
            self.page.locator(".curtain .primary").click()
            self.wait_for_turn()

    def begin(self) -> None:
        """Reads the briefing and puts it away."""
        self.page.locator("[data-testid=briefing] .primary").click()
        self.page.wait_for_selector("[data-testid=briefing]", state="detached")

    def hurry(self) -> None:
        """Lets the computer answer at once."""
        self.page.get_by_text("Menu", exact=True).click()
        self.page.get_by_label("The computer plays").select_option("0")
        self.page.get_by_text("Menu", exact=True).click()

    def click_hex(self, name: str) -> None:
        self.page.mouse.click(*self.where(name))

    def to_the_draw(self) -> None:
        """From the first Ask, dice typed in, to the first chit; the coin is the Soviet player's."""
        self.do(
            "roll 3", "light 41a-hq", "light 22a-hq", "done", "done", "chit 41a-hq", "chit 22a-hq", "seal"
        )
        self.toss()

    def toss(self) -> None:
        """The coin that says who draws, if one is asked for: no need of it where the other cup is empty."""
        self.wait_for_ask()
        if "toss 1" in self.options():
            self.do("toss 1")

    def to_the_attack(self) -> None:
        """From the first Ask, dice typed in, to an attack on Berezovo with its odds on the table."""
        self.to_the_draw()
        self.do(
            "draw 41a-hq", "all", "done", "target 0303", "commit 150-rd", "commit 65-tb", "commit 17-gds-rd"
        )

    def to_the_fire(self, *way: str) -> None:
        """A hot seat of PanzerBlitz in the second Russian turn: the tank has gone this way, nobody else."""
        page = self.page
        self.sit_down(self.set_up([ME, ME], game=PB)["table"])
        for _ in range(40):
            self.lift_curtain()
            before = self.state()
            options, header = self.options(), page.inner_text("[data-testid=header]")
            if self.step() == "Fire" and header.startswith("Turn 2"):
                return
            if "move t34c-1" in options and header.startswith("Turn 1"):
                self.do("move t34c-1", *(f"go {hex}" for hex in way), "halt")
                continue
            plain = next(one for one in ("roll 3", "ready", "seal", "done") if one in options)
            page.locator(f'[data-testid=ask] [data-do="{plain}"]').click()
            self.wait_past(before)
        raise AssertionError("the tank has nothing to fire at")


COMPUTER = {"by": "computer", "level": "staff"}
RANDOM = {"by": "computer", "level": "random"}
ME = {"by": "me"}
FRIEND = {"by": "friend"}


def take_seat(page: Any, url: str) -> None:
    """A friend opens the link of an invitation and sits down."""
    page.goto(url)
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_selector("[data-testid=map]")

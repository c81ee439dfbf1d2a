"""The card at the page: the same numbers as the odds of the same view, never older than the last answer."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.conftest import Server, Watched
from browser.hands import ME, Hands
from grognard.ai.players import choose, make_player
from grognard.analysis.cards import OddsCard, card_for, cells_of, chance_of, known
from grognard.analysis.odds import forecast, imagined
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import Ask
from grognard.play.header import read_choice, write_choice
from grognard.play.match import Match
from grognard.play.record import load_record
from grognard.play.registry import find_system

Opener = Callable[..., Watched]

_RECORD = """async ([table, token]) => {
  const headers = {Authorization: `Bearer ${token}`};
  return (await fetch(`/api/tables/${table}/record`, {headers})).text();
}"""
_LINE = """([table, token]) => new Promise((done) => {
  const line = new WebSocket(`ws://${location.host}/api/socket?table=${table}`);
  window.told = {};
  window.line = line;
  line.onopen = () => line.send(JSON.stringify({type: "hello", id: "hello-1", table, token}));
  line.onmessage = ({data}) => {
    for (const one of data.split("\\n").map((text) => JSON.parse(text))) {
      if (one.id) window.told[one.id] = one;
      if (one.id === "hello-1") done();
    }
  };
})"""
_SAY = """(message) => new Promise((done) => {
  window.line.send(JSON.stringify(message));
  const wait = () => window.told[message.id] ? done(window.told[message.id]) : setTimeout(wait, 5);
  wait();
})"""
_CARD = """(numbers) => {
  const table = document.querySelector("[data-testid=table]");
  const curtain = document.querySelector("[data-testid=curtain] button");
  if (curtain) curtain.click();
  const { number: at, side } = table.dataset;
  const card = document.querySelector("[data-testid=card]");
  if (curtain || Number(at) !== numbers[Number(side)] || table.dataset.busy !== "false") return null;
  if (!card?.dataset.kind || card.dataset.working !== "false") return null;
  const row = document.querySelector("[data-testid=matrix] [aria-pressed=true]");
  return {...card.dataset, at, side, row: row?.dataset.row ?? ""};
}"""
"""The card, once the page shows the game as it stands: waited for and read in one look."""


_PIPS = """(numbers) => {
  document.querySelector("[data-testid=curtain] button")?.click();
  const { number, side } = document.querySelector("[data-testid=table]").dataset;
  const dice = [...document.querySelectorAll("[data-testid=battle-story] .dice svg")];
  const pips = dice.map((one) => Number(one.dataset.pips));
  return Number(number) === numbers[Number(side)] && pips.length > 1 && pips;
}"""
"""The dice of the battle on the panel, once the page shows the game as it stands."""


class Staffs:
    """A game between staffs at a table that one page shows to both sides, dice typed in."""

    def __init__(self, page: Page, url: str, game: str, scenario: str = "teaching") -> None:
        self.page = page
        hands = Hands(page, url)
        made = hands.set_up([ME, ME], dice="typed", game=game, scenario=scenario)
        hands.sit_down(made["table"])
        self.seat = [made["table"], made["seats"][0]["token"]]
        page.evaluate(_LINE, self.seat)
        self.generator = random.Random(7)
        self.count = 0
        self.match = self.look()
        self.staff = make_player("staff", self.match.system)

    def look(self) -> Match:
        """The game as it stands."""
        return load_record(str(self.page.evaluate(_RECORD, self.seat)).encode())

    def say(self, **message: Any) -> None:
        self.count += 1
        told = self.page.evaluate(_SAY, {"id": f"say-{self.count}", **message})
        assert told["type"] == "ok", told

    def answer(self) -> None:
        """The next answer: of chance by the test's dice, else what the staff wants."""
        match, ask = self.match, self.match.ask
        self._give(match, ask)
        # The program draws what is hidden, and gives answers that are the only ones.
        self.match = self.look()

    def _give(self, match: Match, ask: Ask) -> None:
        if ask.is_chance:
            options = ask.options(CHANCE)
            choice = self.generator.choices(list(options), ask.weights)[0]
            words = write_choice(match.system, match.pos, choice)
            self.say(type="typed_die", number=match.pos.number_for(CHANCE), choice=words)
            return
        side = ask.side
        choice = choose(self.staff, match.system, match.pos, ask, side, self.generator)
        words = write_choice(match.system, match.pos, choice)
        self.say(type="answer", number=match.pos.number_for(side), choice=words, side=side)

    def card(self) -> dict[str, str]:
        """The card of the position that the game stands at."""
        numbers = [self.match.pos.number_for(side) for side in (0, 1)]
        found: dict[str, str] = self.page.wait_for_function(_CARD, arg=numbers).json_value()
        return found


def expected(match: Match, side: int, row: str) -> tuple[float, float]:
    """What the odds of the same view are: over a row of the matrix where there is one."""
    system, view = match.system, match.system.knowledge.project(match.pos, side)
    card = card_for(system, view)
    assert card is not None
    if card.kind == "attack" and card.matrix is None:
        return chance_of(forecast(system, imagined(system, view)), card.goal)
    return (
        over_row(match, side, card, row) if card.matrix is not None else chance_of(card.forecast, card.goal)
    )


def over_row(match: Match, side: int, card: OddsCard, row: str) -> tuple[float, float]:
    assert card.matrix is not None
    now = known(match.system, match.system.knowledge.project(match.pos, side))
    chosen = read_choice(match.system, match.pos, row)
    found = [chance_of(one.forecast, card.goal) for one in cells_of(now, card.matrix, chosen)]
    return min(low for low, _ in found), max(high for _, high in found)


@pytest.mark.parametrize("game", ["red-god-of-war", "panzerblitz", "red-parachutes", "red-steel", "ocs"])
def test_at_every_roll_the_card_is_what_the_odds_of_the_same_view_are(
    server: Server, open_page: Opener, game: str
) -> None:
    table = Staffs(open_page().page, server.url, game)
    system = table.match.system
    rolled, compared, kinds = 0, 0, set[str]()
    for _ in range(MOST[game]):
        match = table.match
        if match.over or compared >= 8:
            break
        ask = match.ask
        is_chosen = ask.is_chance and ask.step not in system.odds.unchosen
        is_built = not ask.is_chance and system.odds.on_table(match.pos)
        if is_chosen or (is_built and ask.step not in kinds):
            card = table.card()
            side = int(card["side"])
            low, high = expected(match, side, card["row"])
            assert card["number"] == card["at"]
            assert (float(card["low"]), float(card["high"])) == pytest.approx((low, high)), ask.step
            compared += 1
            kinds.add(ask.step)
        rolled += is_chosen
        table.answer()
    assert rolled and compared
    print(f"{game}: {compared} cards, {rolled} rolls")


MOST = {"red-god-of-war": 120, "panzerblitz": 120, "red-parachutes": 60, "red-steel": 90, "ocs": 60}
"""Answers of a game: enough for several rolls of more than one kind."""


def to_the_options(table: Staffs) -> None:
    while table.match.ask.step != "ChooseOptions":
        table.answer()


def test_the_matrix_is_the_control_and_a_planned_gun_changes_the_sum(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    table = Staffs(page, server.url, "red-parachutes")
    to_the_options(table)
    card = table.card()
    # Every cell that is not barred says something, the chosen row first.
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-cell]')].every((one) => one.querySelector('b'))"
    )
    assert page.locator("[data-testid=matrix] [data-row]").count() == 4
    assert page.locator("[data-testid=matrix] .hatched").count() == 8
    assert page.locator("text=Not allowed: every attacker is faster").count()
    page.locator('[data-row="attack-option 3"]').click()
    chosen = table.card()
    side = int(card["side"])
    low, high = expected(table.match, side, "attack-option 3")
    assert (float(chosen["low"]), float(chosen["high"])) == pytest.approx((low, high))
    assert page.get_by_role("button", name="Seal assault").count() == 1
    # Nothing has been answered by pressing a row, and the plan for the gun changes the chance.
    assert table.look().ask.step == "ChooseOptions"
    page.locator("fieldset[data-plan] button", has_text="Double").click()
    page.wait_for_function(
        "before => { const card = document.querySelector('[data-testid=card]');"
        " return card?.dataset.working === 'false' && card.dataset.high !== before; }",
        arg=chosen["high"],
    )
    assert page.locator("text=out of ammunition and disrupted").count() == 1
    assert table.look().ask.step == "ChooseOptions"


def test_after_the_roll_the_dice_lie_as_they_fell_and_the_table_shows_its_cell(
    server: Server, open_page: Opener
) -> None:
    page = open_page().page
    hands = Hands(page, server.url)
    made = hands.set_up([ME, ME], dice="rolled", game="red-parachutes")
    hands.sit_down(made["table"])
    token = made["seats"][0]["token"]
    page.evaluate(_LINE, [made["table"], token])
    staff, generator = None, random.Random(7)
    for count in range(80):
        match = load_record(str(page.evaluate(_RECORD, [made["table"], token])).encode())
        thrown = [one for one in match.answers if len(one.faces) == 2]
        if staff is None:
            staff = make_player("staff", match.system)
        if any(line.event.kind == "rolled" for line in match.log):
            break
        side = match.ask.side
        choice = choose(staff, match.system, match.pos, match.ask, side, generator)
        words = write_choice(match.system, match.pos, choice)
        message = {"type": "answer", "number": match.pos.number_for(side), "choice": words, "side": side}
        page.evaluate(_SAY, {"id": f"say-{count}", **message})
    last = thrown[-1]
    assert sum(last.faces) == int(last.do.split()[1])
    numbers = [match.pos.number_for(side) for side in (0, 1)]
    pips = page.wait_for_function(_PIPS, arg=numbers).json_value()
    assert list(last.faces) == pips[-2:]
    page.locator("[data-testid=battle-story] .dice").get_by_role("button", name="in the table").last.click()
    page.locator("[data-testid=charts] [data-hit]").wait_for()
    assert f"Row {sum(last.faces)}, column" in page.inner_text("[data-testid=chart-hit]")
    # The same drawer by its key.
    page.keyboard.press("c")
    assert page.locator("[data-testid=charts]").count() == 0
    page.keyboard.press("c")
    page.locator("[data-testid=charts]").wait_for()


@pytest.mark.parametrize("game", ["red-god-of-war", "panzerblitz", "red-parachutes", "red-steel", "ocs"])
def test_every_table_of_the_game_is_on_its_page(server: Server, open_page: Opener, game: str) -> None:
    page = open_page().page
    page.goto(f"{server.url}#/charts/{game}")
    page.locator("[data-testid=chart]").first.wait_for()
    system = find_system(game)
    tables = system.screen.charts(system.rules.start("teaching").pos)
    shown = [one.get_attribute("data-name") for one in page.locator("[data-testid=chart]").all()]
    assert shown == [one.name for one in tables]

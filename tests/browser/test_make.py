"""The workshop: a small scenario is made over a picture, checked, kept, exported, opened again and played."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, expect

from browser.conftest import PATIENCE, Server, Watched
from browser.hands import GAME
from grognard.core.content.kit import read_kit
from grognard.draw.png import to_png
from grognard.play.registry import find_system
from grognard.play.setting import open_setting

Opener = Callable[..., Watched]
WIDTH, HEIGHT = 800, 600
LEFT, TOP, HEX = 60.0, 70.0, 90.0
"""Where the middle of hex 0101 is in the picture, and how high a hex is there."""
ACROSS = 3**0.5 / 2
RADIUS = 1 / 3**0.5
SHEET = """name,side,kind,size,command,attack,defence,movement,attack 2,defence 2,movement 2,start
1st Own Tank Brigade,soviet,tank,X,41,6,3,8,3,2,8,0202
"2nd Own, the Guards",soviet,tank,X,41,5,3,8,2,2,8,0203
"""


def drawn_map() -> bytes:
    """A picture of a map as a box might hold it, drawn by us: woods, a river, a road, a town."""
    blots = ((420, 150, 60), (460, 240, 70), (380, 95, 50), (690, 420, 55))
    woods = "".join(f'<circle cx="{x}" cy="{y}" r="{r}" fill="#9fb27c"/>' for x, y, r in blots)
    lines = "".join(
        f'<path d="{d}" stroke="{ink}" stroke-width="{width}" fill="none"/>'
        for d, ink, width in (
            ("M0 470 C200 420 420 520 560 330 S760 190 800 180", "#7fa8c4", 14),
            ("M300 0 L290 180 L300 330 L280 600", "#8a5f42", 6),
        )
    )
    town = '<path fill="#5b4a3e" d="M268 270h22v18h-22zM300 262h18v22h-18zM280 300h26v18h-26z"/>'
    return scan(woods + lines + town)


def scan(drawn: str = "") -> bytes:
    """A picture of a map: the grid is only in our heads."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
    return to_png(
        f'{head}viewBox="0 0 {WIDTH} {HEIGHT}"><rect width="100%" height="100%" fill="#e8dcb8"/>{drawn}</svg>'
    )


def in_picture(number: str) -> tuple[float, float]:
    """The middle of a hex of the scan: even columns lie lower."""
    column, row = int(number[:2]), int(number[2:])
    down = row - 1 + (0.5 if column % 2 == 0 else 0)
    return LEFT + (column - 1) * HEX * ACROSS, TOP + down * HEX


class Eye(NamedTuple):
    """Where things of the map are on the page while all of it is shown."""

    page: Page
    columns: int
    rows: int

    def view(self) -> tuple[float, float, float]:
        box = self.page.locator("[data-testid=make-map]").bounding_box()
        assert box is not None
        wide = (self.columns - 1) * ACROSS + 2 * RADIUS
        high = self.rows + 0.5
        scale = max(6, min(110, box["width"] / (wide + 0.6), box["height"] / (high + 0.6)))
        left = wide / 2 - box["width"] / scale / 2
        top = high / 2 - box["height"] / scale / 2
        return scale, box["x"] - left * scale, box["y"] - top * scale

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the map, in hex heights."""
        scale, left, top = self.view()
        return left + x * scale, top + y * scale

    def hex(self, number: str) -> tuple[float, float]:
        column, row = int(number[:2]), int(number[2:])
        return self.at(RADIUS + (column - 1) * ACROSS, row - 1 + (1 if column % 2 == 0 else 0.5))

    def press(self, number: str) -> None:
        self.page.mouse.click(*self.hex(number))

    def drag(self, *numbers: str) -> None:
        self.page.mouse.move(*self.hex(numbers[0]))
        self.page.mouse.down()
        for number in numbers[1:]:
            self.page.mouse.move(*self.hex(number), steps=8)
        self.page.mouse.up()


def begin(page: Page, url: str) -> None:
    page.goto(f"{url}#/make")
    page.locator("[data-testid=make-game] option").first.wait_for(state="attached")
    page.locator("[data-testid=make-game]").select_option(GAME)
    page.get_by_role("button", name="New scenario").click()
    page.locator("[data-testid=make-map]").wait_for()


def brush(page: Page, group: str, kind: str) -> None:
    fieldset = page.locator("fieldset", has=page.locator("legend", has_text=re.compile(f"^{group}$")))
    fieldset.get_by_role("button", name=kind, exact=True).click()


def size(page: Page, name: str) -> None:
    page.locator("fieldset", has=page.get_by_text("Brush", exact=True)).get_by_role(
        "button", name=name, exact=True
    ).click()


def lay_grid(page: Page, picture: bytes = b"") -> Eye:
    """A scan and three hexes of it; the program finds how many there are and how they are numbered."""
    before = Eye(page, 12, 9)
    page.locator("[data-testid=scan]").set_input_files(
        {"name": "My Scan.png", "mimeType": "image/png", "buffer": picture or scan()}
    )
    pixel = min((11 * ACROSS + 2 * RADIUS) / WIDTH, 9.5 / HEIGHT)
    for number in ("0101", "0901", "0605"):
        page.get_by_text(re.compile("Press the middle of")).wait_for()
        x, y = in_picture(number)
        page.mouse.click(*before.at(x * pixel, y * pixel))
        page.locator("[data-testid=hex-number]").fill(number)
        page.locator("[data-testid=hex-number]").press("Enter")
    expect(page.locator("[data-testid=fit]")).to_contain_text("10 by 6 hexes", timeout=PATIENCE)
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Show the whole map").click()
    return Eye(page, 10, 6)


def paint(page: Page, eye: Eye) -> None:
    brush(page, "Terrain", "town")
    eye.press("0403")
    brush(page, "Terrain", "light woods")
    eye.drag("0501", "0502", "0503")
    brush(page, "Hexsides", "creek")
    middle, south = eye.hex("0702"), eye.hex("0703")
    page.mouse.click((middle[0] * 0.6 + south[0] * 0.4), (middle[1] * 0.6 + south[1] * 0.4))
    brush(page, "Routes", "road")
    eye.drag("0401", "0402", "0403", "0404")
    brush(page, "Held by", "soviet")
    size(page, "Fill")
    eye.press("0101")
    brush(page, "Held by", "german")
    size(page, "19")
    eye.press("0404")
    size(page, "1")
    page.get_by_role("button", name=re.compile("^source:german")).click()
    eye.press("0506")
    page.get_by_role("button", name=re.compile("^source:soviet:")).click()
    eye.press("0101")
    brush(page, "Victory", "objective")
    eye.press("0403")


def test_a_scenario_is_made_over_a_scan_checked_kept_exported_and_played(
    server: Server, open_page: Opener, tmp_path: Path
) -> None:
    page = open_page().page
    begin(page, server.url)
    eye = lay_grid(page)
    paint(page, eye)

    # Counters out of a spreadsheet; a wrong cell is told with its row and column.
    page.get_by_role("tab", name="Counters").click()
    page.locator("[data-testid=paste]").fill(SHEET.replace("tank,X,41,6", "tonk,X,41,6"))
    page.get_by_role("button", name="Take these counters").click()
    expect(page.locator("[data-testid=sheet-faults]")).to_contain_text('"tonk" is none of')
    page.locator("[data-testid=paste]").fill(SHEET)
    page.get_by_role("button", name="Take these counters").click()
    expect(page.locator("[data-testid=counter-rows] tbody tr")).to_have_count(2)

    # Counters of the game: one is pressed and put, one is dragged.
    page.get_by_role("tab", name="Set-up").click()
    page.get_by_role("button", name="Show the whole map").click()
    page.locator("[data-testid=find-counter]").fill("41a-hq")
    page.locator("[data-counter='41a-hq']").click()
    eye.press("0101")
    page.locator("[data-testid=find-counter]").fill("2-lfd")
    x, y = eye.hex("0403")
    box = page.locator("[data-testid=make-map]").bounding_box()
    assert box is not None
    page.locator("[data-counter='2-lfd']").drag_to(
        page.locator("[data-testid=make-map]"), target_position={"x": x - box["x"], "y": y - box["y"]}
    )
    page.locator("[data-testid=find-counter]").fill("xli-pz-hq")
    page.locator("[data-counter='xli-pz-hq']").click()
    eye.press("0505")
    page.get_by_role("tab", name="Scenario").click()
    page.locator("[data-testid=fact-title]").fill("Lovetsk, October")
    page.locator("[data-testid=fact-title]").press("Tab")
    faults = page.locator("[data-testid=make-faults]")
    expect(faults).to_contain_text("No faults", timeout=PATIENCE)

    # Nothing is lost by a reload.
    expect(page.locator("[data-testid=saved]")).to_have_text("Saved")
    page.reload()
    expect(page.locator(".bench .title")).to_have_text("Lovetsk, October", timeout=PATIENCE)
    expect(faults).to_contain_text("No faults", timeout=PATIENCE)

    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "lovetsk-october.grognard"
    kit = read_kit(path)
    assert kit.pictures["map.png"] == scan()
    pos = open_setting(find_system(GAME), "", None, kit.own).pos
    board = pos.board
    index = board.grid.index
    assert (board.grid.columns, board.grid.rows) == (10, 6)
    assert [board.terrain_at(index(name)) for name in ("0403", "0502", "0202")] == [
        "town",
        "light-woods",
        "clear",
    ]
    assert board.side_between(index("0702"), index("0703")) == "creek"
    assert board.is_linked(index("0402"), index("0403"), "road")
    where = {one.id: board.grid.names[pos.hex[unit]] for unit, one in enumerate(pos.roster.counters)}
    assert where == {
        "1st-own-tank-brigade": "0202",
        "2nd-own-the-guards": "0203",
        "41a-hq": "0101",
        "2-lfd": "0403",
        "xli-pz-hq": "0505",
    }

    page.get_by_role("button", name="Play german").click()
    page.wait_for_selector("[data-testid=map]", timeout=PATIENCE)
    assert "Lovetsk, October" in page.inner_text("header h1")

    # The kit goes on where it was.
    page.goto(f"{server.url}#/make")
    page.locator("[data-testid=open-kit]").set_input_files(path)
    expect(page.locator(".bench .title")).to_have_text("Lovetsk, October", timeout=PATIENCE)


def test_strokes_are_taken_back_and_a_fault_is_told_and_gone_to(server: Server, open_page: Opener) -> None:
    page = open_page().page
    begin(page, server.url)
    eye = Eye(page, 12, 9)
    faults = page.locator("[data-testid=make-faults]")
    brush(page, "Terrain", "swamp")
    size(page, "7")
    eye.press("0505")
    terrain = page.locator("aside.right dd").first
    expect(terrain).to_have_text("swamp")
    page.keyboard.press("Control+z")
    expect(terrain).to_have_text("not painted")
    page.get_by_role("button", name="Redo").click()
    expect(terrain).to_have_text("swamp")
    page.get_by_role("tab", name="Set-up").click()
    page.locator("[data-testid=find-counter]").fill("41a-hq")
    page.locator("[data-counter='41a-hq']").click()
    eye.press("1209")
    page.get_by_role("tab", name="Scenario").click()
    page.locator("[data-testid=fact-rows]").fill("5")
    page.locator("[data-testid=fact-rows]").press("Tab")
    expect(faults).to_contain_text("setup.41a-hq", timeout=PATIENCE)
    page.locator("[data-testid=make-faults] .fault", has_text="setup.41a-hq").click()
    expect(page.get_by_role("tab", name="Set-up")).to_have_attribute("aria-selected", "true")
    assert page.get_by_role("button", name="Play german").is_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(faults).not_to_contain_text("setup.41a-hq", timeout=PATIENCE)


def test_the_keyboard_paints_too(server: Server, open_page: Opener) -> None:
    page = open_page().page
    begin(page, server.url)
    brush(page, "Terrain", "swamp")
    page.locator("[data-testid=make-map]").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-testid=make-map]")).to_have_attribute("aria-label", "0202, swamp")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("[data-testid=make-map]")).to_have_attribute("aria-label", "0202, nothing painted")

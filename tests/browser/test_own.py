"""A stranger's scenario and tables in the set-up page: every fault shown, then played."""

from collections.abc import Callable

from playwright.sync_api import Page

from browser.conftest import Server, Watched
from browser.hands import GAME, Hands
from grognard.core.content.kit import KIT_FORMAT, Kit, KitIndex, kit_bytes
from grognard.core.content.player_files import PlayerFiles
from play.test_own import BRIDGE

Opener = Callable[..., Watched]
TABLES = '[[table]]\nname = "limits"\nrows = { enemy-zoc-entry = [3] }\n'


def upload(page: Page, name: str, text: str) -> None:
    chooser = page.locator("[data-testid=own-files]")
    chooser.set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def test_all_faults_are_shown_and_the_mended_file_is_played(server: Server, open_page: Opener) -> None:
    page = open_page().page
    page.goto(f"{server.url}#/new/{GAME}")
    page.get_by_text("Your own scenario or tables").click()
    wrong = BRIDGE.replace('weather = "clear"', 'weather = "fog"').replace(
        '150-rd = "0202"', '150-rd = "0909"'
    )
    upload(page, "bridge.toml", wrong)
    faults = page.locator("[data-testid=faults] tbody tr")
    faults.first.wait_for()
    told = faults.all_inner_texts()
    assert len(told) == 2, told
    assert any("markers.weather" in one and "fog" in one for one in told)
    assert any("setup.150-rd" in one and "there is no hex '0909'" in one for one in told)
    start = page.get_by_role("button", name="Set up the table")
    assert start.is_disabled(), "nothing else is played in their place"
    upload(page, "bridge.toml", BRIDGE)
    page.wait_for_selector("[data-testid=own-card]")
    assert "The bridge at Klin" in page.inner_text("[data-testid=own-card]")
    assert not page.locator("[name=scenario]:checked, [name=scenario]:enabled").count(), "it alone is played"
    page.locator("select[aria-label='What bridge.toml is']").wait_for()
    for k in range(2):
        page.locator("fieldset select").nth(k).select_option("me")
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_selector("[data-testid=map]")
    assert "The bridge at Klin" in page.inner_text("header h1")
    Hands(page, server.url).wait_for_ask()


def test_a_kit_is_played_and_one_of_another_game_is_not(server: Server, open_page: Opener) -> None:
    own = PlayerFiles({"bridge.toml": BRIDGE}, scenario="bridge.toml")
    page = open_page().page
    page.goto(f"{server.url}#/new/{GAME}")
    page.get_by_text("Your own scenario or tables").click()
    chooser = page.locator("[data-testid=own-files]")
    for game in ("ocs", GAME):
        kit = kit_bytes(Kit(KitIndex(KIT_FORMAT, game, "bridge.toml"), own))
        chooser.set_input_files({"name": "b.grognard", "mimeType": "application/zip", "buffer": kit})
        if game != GAME:
            page.get_by_text("b.grognard is a kit for another game: ocs").wait_for()
    page.wait_for_selector("[data-testid=own-card]")
    assert "The bridge at Klin" in page.inner_text("[data-testid=own-card]")


def test_own_tables_go_with_a_scenario_of_the_game(server: Server, open_page: Opener) -> None:
    watched = open_page()
    page = watched.page
    page.goto(f"{server.url}#/new/{GAME}")
    page.get_by_text("Your own scenario or tables").click()
    upload(page, "mine.toml", TABLES.replace("enemy-zoc-entry", "enemy-zok-entry"))
    page.locator("[data-testid=faults] tbody tr").first.wait_for()
    assert "enemy-zok-entry" in page.inner_text("[data-testid=faults]")
    upload(page, "mine.toml", TABLES)
    page.wait_for_selector("[data-testid=own-card]")
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_selector("[data-testid=map]")
    record = page.evaluate(
        """async () => {
          const table = location.hash.split("/")[2].split("?")[0];
          const key = localStorage.getItem("grognard.key");
          const reply = await fetch(`/api/tables/${table}/at/-1`, {headers: {"X-Grognard-Key": key}});
          return reply.ok;
        }"""
    )
    assert record

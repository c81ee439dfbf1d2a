"""The canvas knows no names: the toy game with all of them changed paints the same pixels."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from browser.conftest import ROOT, SERVE, Server, Watched
from browser.hands import ME, Hands
from toy.nonsense import write_nonsense

Opener = Callable[..., Watched]

SERVE_TOY = f"""
from grognard.play import registry
from toy.game import SYSTEM
registry.register(SYSTEM)
{SERVE}
"""
_PIXELS = """async () => {
  const map = document.querySelector("[data-testid=map]");
  const canvas = map.querySelector("canvas");
  for (let before = ""; ; ) {
    const now = map.flying() || map.isMoving() ? "" : canvas.toDataURL();
    if (now && now === before) return now;
    before = now;
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
  }
}"""


def painted(server: Server, watched: Watched, answers: int) -> list[str]:
    """What the map shows before each of the first answers of a hot seat, once it is at rest.

    Dice are typed in. Chits are drawn at random, so it ends before the first of them is played.
    """
    page = watched.page
    hands = Hands(page, server.url)
    hands.sit_down(hands.set_up([ME, ME, ME], game="toy")["table"])
    seen: list[str] = []
    while len(seen) < answers:
        hands.lift_curtain()
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        seen.append(sha256(page.evaluate(_PIXELS).encode()).hexdigest())
        if page.locator("[data-testid=typed-draw]").count():
            page.locator("[data-testid=typed-draw]").fill("1")
        options = hands.options()
        place = options.index("seal") if "seal" in options else 5 * len(seen) % len(options)
        before = hands.state()
        page.eval_on_selector(f'[data-testid=ask] [data-do="{options[place]}"]', "button => button.click()")
        hands.wait_past(before)
    return seen


def test_names_mean_nothing_to_the_canvas(client: Path, tmp_path: Path, open_page: Opener) -> None:
    write_nonsense(tmp_path / "nonsense")
    found: list[list[str]] = []
    for name, folder in (("plain", ROOT / "tests"), ("nonsense", tmp_path / "nonsense")):
        (tmp_path / name).mkdir(exist_ok=True)
        server = Server(tmp_path / name, SERVE_TOY, str(folder))
        try:
            found.append(painted(server, open_page(), 11))
        finally:
            server.kill()
    assert len(set(found[0])) > 3, "the map has changed on the way"
    assert found[0] == found[1]

"""Looking without touching: overlays, odds, hints, replay, pictures, record, report, rules and cases."""

import json
import random
from hashlib import blake2b
from typing import Any

import msgspec
import pytest

from grognard.draw.printed import BoardScene
from grognard.play.record import verify_record
from grognard.play.registry import find_system
from grognard.server.messages.from_server import OddsShown
from grognard.server.socket.questions import odds
from server.conftest import RGW, Eyes, House


@pytest.fixture(scope="module")
def played(house: House) -> tuple[Eyes, dict[str, str]]:
    """A hot-seat game some way in, and its token."""
    made = house.table("me", "me")
    eyes = Eyes(*house.sit(made, 0))
    for turn in range(50):
        assert eyes.answer(pick=turn * 7)["type"] == "ok"
    return eyes, {"table": made["table"], "token": made["seats"][0]["token"]}


def test_overlays(played: tuple[Eyes, dict[str, str]], house: House) -> None:
    client = played[0].client
    for name in house.get(f"/api/games/{RGW}").json()["overlays"]:
        shown = client.ask("ask_overlay", name=name)
        assert shown["type"] == "overlay"
        assert all(isinstance(hex, int) and isinstance(label, str) for hex, label in shown["hexes"])
    assert client.ask("ask_overlay", name="weather map")["code"] == "unknown"


def test_the_score_comes_term_by_term(played: tuple[Eyes, dict[str, str]]) -> None:
    eyes = played[0]
    told = eyes.client.ask("score")
    shown = told["sheet"]
    track = next(one for one in eyes.state["scene"]["tracks"] if one["label"].startswith("Victory points"))
    terms = sum(int(term["value"]) for term in shown["terms"])
    assert shown["total"].startswith(track["value"]) and int(track["value"]) == terms
    # The points are Soviet less German, and Germany looks.
    assert (told["score"], told["unit"]) == (-terms if eyes.state["side"] == 0 else terms, "points")


def test_replay_shows_every_number_as_it_was_seen(house: House) -> None:
    made = house.table("me", "friend")
    eyes = [Eyes(*house.sit(made, place)) for place in (0, 1)]
    seen: dict[int, object] = {}
    watched = eyes[0]
    for turn in range(25):
        asked = next((one for one in eyes if one.ask is not None), None)
        while asked is None:
            for one in eyes:
                try:
                    one.see(one.client.next(0.02))
                except TimeoutError:
                    continue
            asked = next((one for one in eyes if one.ask is not None), None)
        if asked is watched:
            seen[watched.state["scene"]["number"]] = json.loads(json.dumps(watched.state["scene"]))
        assert asked.answer(pick=turn)["type"] == "ok"
    for number, scene in seen.items():
        shown = watched.client.ask("replay_at", n=number)
        assert shown["n"] == number
        assert shown["scene"] == scene
    last = watched.client.ask("replay_at", n=10_000)
    assert last["n"] == last["last"]
    first = watched.client.ask("replay_at", n=0)
    assert first["n"] == 0


def test_odds_are_exact_and_made_from_what_the_side_knows() -> None:
    system = find_system(RGW)
    generator = random.Random(5)
    for _ in range(30):
        game = system.rules.start("teaching")
        while not game.over and not system.odds.on_table(game.pos):
            ask = game.ask
            game.play(ask.options(ask.side)[generator.randrange(len(ask.options(ask.side)))], ask.side)
        if system.odds.on_table(game.pos):
            break
    told = odds(system, system.knowledge.project(game.pos, 1), "x")
    assert isinstance(told, OddsShown), told
    for way in told.ways:
        for name in told.names:
            assert abs(sum(share for _, share, _, _ in way.chances[name]) - 1) < 1e-9
            assert all(low == share == high for _, share, low, high in way.chances[name])
    assert told.sheets
    assert (told.yes_or_no, told.draws) == (["hex taken"], 0)
    assert odds(system, system.knowledge.project(game.pos, 1), "x") == told


def test_lines_of_sight_where_a_game_has_them(house: House, played: tuple[Eyes, dict[str, str]]) -> None:
    assert house.get("/api/games/panzerblitz").json()["has_sight"] is True
    client, state = house.sit(house.table("me", "staff", game="panzerblitz"), 0)
    names = house.get(f"/api/games/panzerblitz/settings/{state['scenario']}/board").json()["names"]
    here, there = names.index("0101"), names.index("0401")
    shown = client.ask("sight", here=here, there=there)
    assert (shown["here"], shown["there"], shown["is_clear"]) == (here, there, False)
    assert [one["blocks"] for one in shown["crossed"]].count(True) == 1
    blocking = next(one for one in shown["crossed"] if one["blocks"])
    assert {names[blocking["first"]], names[blocking["second"]]} == {"0201", "0301"}
    assert shown["sheet"]["total"] == "not seen"
    assert client.ask("sight", here=here, there=len(names))["code"] == "unknown"
    assert client.ask("sight", here=-1, there=0)["code"] == "bad-message"
    assert played[0].client.ask("sight", here=0, there=1)["code"] == "unknown", "this game has none"


def test_the_odds_of_an_attack_that_is_being_built() -> None:
    system = find_system("panzerblitz")
    generator = random.Random(3)
    seen: set[str] = set()
    for _ in range(60):
        game = system.rules.start("teaching")
        while not game.over:
            ask = game.ask
            if not ask.is_chance and system.odds.on_table(game.pos):
                seen.add(ask.step)
                told = odds(system, system.knowledge.project(game.pos, ask.side), "x")
                assert isinstance(told, OddsShown), told
                planned = getattr(game.pos.stack[-1].vars, "plans", ())
                # One die for one attack; where others on the same hex are planned before it, a die for each.
                assert [way.way for way in told.ways] == [""]
                plays = told.ways[0].plays
                assert plays == 6 if not planned else plays > 6 and plays % 6 == 0
            game.play(ask.options(ask.side)[generator.randrange(len(ask.options(ask.side)))], ask.side)
        if len(seen) == 3:
            break
    assert seen == {"AddFirers", "JoinOverrun", "JoinAssault"}


def test_odds_without_an_attack(played: tuple[Eyes, dict[str, str]]) -> None:
    told = played[0].client.ask("odds")
    assert told["type"] == "odds" or told["code"] == "not-now"


def test_a_hint_is_an_option_or_nobody_gives_one(played: tuple[Eyes, dict[str, str]]) -> None:
    eyes, _ = played
    assert eyes.ask is not None
    offered = [(option["verb"], option["noun"]) for option in eyes.ask["options"]]
    hint = eyes.client.ask("hint", level="random")["option"]
    assert (hint["verb"], hint["noun"]) in offered
    assert eyes.client.ask("hint", level="napoleon")["code"] == "unknown"


def test_a_hint_goes_on_with_what_is_in_hand(house: House) -> None:
    """Counters that are chosen and not sent: the computer says where they go, not to choose them again."""
    made = house.table("me", "random", game="red-parachutes", lesson=True)
    eyes = Eyes(*house.sit(made, 0))
    eyes.wait()
    assert eyes.ask is not None and eyes.ask["step"] == "MoveAndCross"
    pick = next(one["do"] for one in eyes.ask["options"] if one["verb"] == "move")
    after = eyes.client.ask("peek", choices=[pick])["ask"]
    offered = {offer["verb"] for offer in after["offers"]}
    assert "move" not in offered
    for _ in range(3):
        assert eyes.client.ask("hint", level="random", after=[pick])["option"]["verb"] in offered


def test_positions_pictures_and_logs_by_http(played: tuple[Eyes, dict[str, str]], house: House) -> None:
    eyes, seat = played
    base, token = f"/api/tables/{seat['table']}", seat["token"]
    now = house.get(f"{base}/at/-1", token).json()
    assert now["n"] == now["last"]
    early = house.get(f"{base}/at/3", token).json()
    assert early["n"] <= 3
    assert early["scene"]["number"] == early["n"]
    drawn = house.get(f"{base}/picture.svg", token, n=3)
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<svg")
    assert house.get(f"{base}/picture.png", token).content.startswith(b"\x89PNG")
    log = house.get(f"{base}/log", token, count=5).json()
    assert len(log["lines"]) == 5
    older = house.get(f"{base}/log", token, before=log["before"], count=5).json()
    assert older["before"] == log["before"] - 5
    eyes_log = house.get(f"{base}/log", token, count=5, side=eyes.state["side"]).json()["lines"]
    assert eyes.state["log"][-5:] == eyes_log
    assert house.get(f"{base}/log", token, side=7).status_code == 403


def test_the_record_is_a_record(played: tuple[Eyes, dict[str, str]], house: House) -> None:
    _, seat = played
    answer = house.get(f"/api/tables/{seat['table']}/record", seat["token"])
    assert "attachment" in answer.headers["content-disposition"]
    verdict = verify_record(answer.content)
    assert verdict.fault is None
    assert verdict.verified >= 50


def test_the_report_tells_losses_and_luck(played: tuple[Eyes, dict[str, str]], house: House) -> None:
    _, seat = played
    report = house.get(f"/api/tables/{seat['table']}/report", seat["token"]).json()
    assert report["turns"]
    assert report["turns"][-1]["measures"]
    assert all(0 <= roll["percentile"] <= 100 for roll in report["rolls"])
    assert sum(turn["answers"] for turn in report["turns"]) == report["answers"]


def test_the_report_is_a_page_of_its_own(played: tuple[Eyes, dict[str, str]], house: House) -> None:
    _, seat = played
    answer = house.get(f"/api/tables/{seat['table']}/report.html", seat["token"])
    assert answer.headers["content-type"].startswith("text/html")
    assert "<h2>Turn by turn</h2>" in answer.text


def test_against_the_computer_a_report_tells_only_what_the_reader_may_know(house: House) -> None:
    made = house.table("me", "random", game="panzerblitz", options={"hidden-movement": True})
    client, _ = house.sit(made, 0)
    client.until("update", "state")
    token = made["seats"][0]["token"]
    table = f"/api/tables/{made['table']}"
    assert "As far as the Russian player may know." in house.get(f"{table}/report.html", token).text
    # The Germans have set up by now, and of that nothing is told.
    assert "set-up" not in house.get(f"{table}/report", token).json()["events"]


def test_record_and_report_stay_shut_while_others_play(house: House) -> None:
    made = house.table("me", "friend")
    for seat in made["seats"]:
        for what in ("record", "report", "report.html"):
            answer = house.get(f"/api/tables/{made['table']}/{what}", seat["token"])
            assert answer.status_code == 403, (seat["kind"], what)


def test_the_shelf(house: House) -> None:
    cards = {card["id"]: card for card in house.http.get("/api/games").json()}
    card = cards[RGW]
    assert card["scenarios"][0]["id"] == "teaching"
    assert "random" in card["levels"]
    assert house.get(card["picture"]).text.startswith("<svg")
    info = house.get(f"/api/games/{RGW}").json()
    ids: set[str] = set()

    def walk(item: dict[str, Any]) -> None:
        ids.add(item["id"])
        for below in item["items"]:
            walk(below)

    for item in [info["outline"], *info["called"]]:
        walk(item)
    eyes = Eyes(*house.sit(house.table("me", "me"), 0))
    for turn in range(40):
        assert set(eyes.state["place"]) <= ids
        eyes.answer(pick=turn)


def test_board_counters_and_sprites_fit_together(house: House) -> None:
    base = f"/api/games/{RGW}/settings/teaching"
    board = house.get(f"{base}/board").json()
    hexes = board["columns"] * board["rows"]
    assert len(board["terrain"]) == len(board["names"]) == len(board["x"]) == hexes
    assert len(board["sides"]) == len(board["links"]) == 6 * hexes
    assert len(board["liveries"]) == 2
    counters = house.get(f"{base}/counters").json()
    sprites = house.get(f"{base}/sprites").json()
    assert [len(faces) for faces in sprites["svg"]] == [len(one["faces"]) for one in counters]
    assert len(sprites["unknown"]) == 2
    one = house.get(f"{base}/counters/0/0", badges="moved,isolated")
    assert "isolated" in one.text
    assert house.get(f"{base}/counters/9999/0").status_code == 404
    assert house.get("/api/games/chess/settings/teaching/board").status_code == 404
    assert house.get(f"/api/games/{RGW}/settings/moon/board").status_code in (400, 404)


def test_boxes_and_steps_of_a_board_are_sent(house: House) -> None:
    base = "/api/games/toy/settings/camp"
    board, counters = house.get(f"{base}/board").json(), house.get(f"{base}/counters").json()
    hexes = board["columns"] * board["rows"]
    assert [box["place"] for box in board["boxes"]] == [hexes, hexes + 1]
    assert board["names"][hexes:] == ["north-camp", "south-camp"]
    scene = house.get(f"{base}/scene/{board['scene']}").json()
    assert [box["name"] for box in scene["boxes"]] == [box["name"] for box in board["boxes"]]
    units = [one["id"] for one in counters]
    pips = house.get(f"{base}/sprites").json()["pips"]
    assert {units[int(unit)]: len(drawn) for unit, drawn in pips.items()} == {"n-column": 3, "s-column": 2}


def test_the_printed_board_is_sent_once_and_kept(house: House) -> None:
    base = f"/api/games/{RGW}/settings/teaching"
    name = house.get(f"{base}/board").json()["scene"]
    sent = house.get(f"{base}/scene/{name}")
    scene = sent.json()
    assert set(scene) == {field.name for field in msgspec.structs.fields(BoardScene)}
    assert "immutable" in sent.headers["cache-control"]
    assert sent.headers["content-encoding"] == "gzip"
    tagged = house.http.get(f"{base}/scene/{name}", headers={"if-none-match": sent.headers["etag"]})
    assert (tagged.status_code, tagged.content) == (304, b"")
    plain = house.http.get(f"{base}/scene/{name}", headers={"accept-encoding": "identity"})
    assert plain.json() == scene
    assert blake2b(plain.content, digest_size=10).hexdigest() == name
    old = house.get(f"{base}/scene/of-yesterday")
    assert old.json() == scene
    assert "immutable" not in old.headers["cache-control"], "whoever asks by another name asks again"
    assert house.get(f"/api/games/{RGW}/settings/moon/scene/{name}").status_code in (400, 404)


def test_rules_can_be_searched_and_cases_opened(house: House) -> None:
    everything = house.get(f"/api/games/{RGW}/rules").json()
    assert len(everything["rules"]) > 100
    found = house.get(f"/api/games/{RGW}/rules", q="zone control").json()["rules"]
    assert 0 < len(found) < len(everything["rules"])
    begun = house.get(f"/api/games/{RGW}/rules", q="zone contr").json()["rules"]
    assert [rule["id"] for rule in begun] == [rule["id"] for rule in found], (
        "the last word is still being typed"
    )
    assert house.get(f"/api/games/{RGW}/rules", q="contr zone").json()["rules"] == []
    cases = house.get(f"/api/games/{RGW}/cases").json()
    assert any(rule["cases"] for rule in everything["rules"])
    (ours,) = [rule for rule in everything["rules"] if rule["id"] == "rule:8.3"]
    assert "Retreats" in ours["text"] and "hex by hex" in ours["reading"]
    assert ours["source"] == "house"
    assert ours["chapter"] in {chapter["id"] for chapter in everything["chapters"]}
    for card in cases[:3]:
        case = house.get(f"/api/games/{RGW}/cases/{card['number']}").json()
        assert case["faults"] == []
        assert case["steps"][0]["scene"]["pieces"]
        setting = case["card"]["setting"]
        assert house.get(f"/api/games/{RGW}/settings/{setting}/board").status_code == 200
    assert house.get(f"/api/games/{RGW}/cases/{len(cases) + 1}").status_code == 404


def test_the_shortest_first_game_stands_in_front_on_the_shelf(house: House) -> None:
    shelf = house.http.get("/api/games").json()
    first = [min(scenario["minutes"] for scenario in card["scenarios"]) for card in shelf]
    assert first == sorted(first)
    ours = [card["id"] for card in shelf if card["id"] in ("ocs", "panzerblitz", "red-god-of-war")]
    assert ours == ["panzerblitz", "red-god-of-war", "ocs"]


def test_a_game_does_not_begin_with_a_question_that_has_one_answer(house: House) -> None:
    """In Bessarabia nobody can bridge anything at first: a person against the computer is not asked."""
    made = house.table("me", "staff", game="red-steel", scenario="bessarabia")
    _, state = house.sit(made, 0)
    assert state["ask"] is not None
    assert len([offer for offer in state["ask"]["offers"] if offer["verb"] != "done"]) > 0
    assert any("Answered for you" in line["text"] for line in state["log"])


def test_a_scenario_says_how_many_turns_it_has_wherever_it_begins(house: House) -> None:
    cards = {card["id"]: card for card in house.http.get("/api/games").json()}
    turns = {one["id"]: one["turns"] for one in cards["red-steel"]["scenarios"]}
    assert turns["chisinau"] == 8, "turns 51 to 58"
    assert turns["bessarabia"] == 62

"""Playing over real sockets: a whole game, refusals, repeats, undo, reconnecting, the computer."""

import contextlib
import random
from pathlib import Path

import pytest

from grognard.server.settings import Settings
from server.conftest import KEY, RGW, Eyes, House


def hear(eyes: list[Eyes]) -> None:
    """Listen in turn until somebody is asked or all know that the game is over."""
    while not any(one.ask for one in eyes) and any(one.state["over"] is None for one in eyes):
        for one in eyes:
            with contextlib.suppress(TimeoutError):
                one.see(one.client.next(0.01))


def play_out(house: House, eyes: list[Eyes], most: int, seed: int = 1) -> int:
    """Random answers of everybody who is asked; how many were given."""
    generator = random.Random(seed)
    given = 0
    while given < most:
        hear(eyes)
        asked = [one for one in eyes if one.ask is not None]
        if not asked:
            return given
        reply = asked[0].answer(pick=generator.randrange(1000))
        assert reply["type"] == "ok", reply
        given += 1
    return given


def test_two_people_play_a_whole_game_and_both_see_its_end(house: House) -> None:
    made = house.table("me", "friend")
    eyes = [Eyes(*house.sit(made, place)) for place in (0, 1)]
    play_out(house, eyes, 2_000)
    for one in eyes:
        one.wait()
        assert one.state["over"]["result"]
    # What updates made of the first state is what a newcomer sees at once.
    for place, one in enumerate(eyes):
        _, fresh = house.sit(made, place)
        assert fresh["scene"] == one.state["scene"]
        assert fresh["log"] == one.state["log"][-200:]
        assert fresh["over"] == one.state["over"]


def test_every_installed_game_plays_at_the_table(house: House) -> None:
    for card in house.http.get("/api/games").json():
        made = house.table(*["me"] * len(card["sides"]), game=card["id"])
        eyes = Eyes(*house.sit(made, 0))
        for _ in range(40):
            if eyes.state["over"] is None:
                assert eyes.ask is not None
                assert eyes.answer(pick=7)["type"] == "ok"


@pytest.fixture
def table(house: House) -> tuple[Eyes, Eyes]:
    made = house.table("me", "friend")
    return Eyes(*house.sit(made, 0)), Eyes(*house.sit(made, 1))


def asked_of(table: tuple[Eyes, Eyes]) -> tuple[Eyes, Eyes]:
    one, two = table
    return (one, two) if one.ask is not None else (two, one)


def test_a_stale_answer_is_refused_and_changes_nothing(table: tuple[Eyes, Eyes]) -> None:
    one, _ = asked_of(table)
    assert one.ask is not None
    before = one.state["scene"]["number"]
    reply = one.client.ask("answer", number=before + 7, choice=one.ask["options"][0]["do"])
    assert (reply["type"], reply["rule"]) == ("refused", "core.ask.number")
    assert one.answer()["type"] == "ok"
    assert one.state["scene"]["number"] == before + 1


def test_a_foreign_answer_is_refused(table: tuple[Eyes, Eyes]) -> None:
    one, two = asked_of(table)
    assert one.ask is not None
    words, number = one.ask["options"][0]["do"], one.ask["number"]
    if two.ask is None:
        reply = two.client.ask("answer", number=number, choice=words)
        assert (reply["type"], reply["rule"]) == ("refused", "core.ask.side")
    reply = two.client.ask("answer", number=number, choice=words, side=one.state["side"])
    assert (reply["type"], reply["rule"]) == ("refused", "core.ask.side")


def test_an_illegal_answer_is_refused_with_its_rule_and_so_are_unknown_words(
    table: tuple[Eyes, Eyes],
) -> None:
    one, _ = asked_of(table)
    assert one.ask is not None
    offered = {option["do"] for option in one.ask["options"]}
    illegal = next(f"to {name}" for name in ("0101", "0104", "0504") if f"to {name}" not in offered)
    reply = one.client.ask("answer", number=one.ask["number"], choice=illegal)
    assert reply["type"] == "refused"
    assert reply["rule"] and reply["why"]
    assert one.client.ask("answer", number=one.ask["number"], choice="fly home")["rule"] == "core.ask.words"
    ruling = one.client.ask("why", choice=illegal)
    assert (ruling["type"], ruling["allowed"], ruling["rule"]) == ("ruling", False, reply["rule"])
    assert one.client.ask("why", choice=one.ask["options"][0]["do"])["allowed"]


def test_a_repeated_message_gets_the_same_reply_and_is_done_once(house: House) -> None:
    made = house.table("me", "me")
    eyes = Eyes(*house.sit(made, 0))
    assert eyes.ask is not None
    message = {"number": eyes.ask["number"], "choice": eyes.ask["options"][0]["do"], "id": "same"}
    first = eyes.client.ask("answer", **message)
    again = eyes.client.ask("answer", **message)
    assert first == again
    assert first["type"] == "ok"
    client, state = house.sit(made, 0)
    assert client.ask("answer", **message) == first
    _, later = house.sit(made, 0)
    assert later["scene"]["number"] == state["scene"]["number"]


def test_undo_within_the_rules(house: House) -> None:
    made = house.table("me", "me")
    client, state = house.sit(made, 0)
    eyes = Eyes(client, state)
    assert client.ask("undo")["rule"].startswith("core.undo")
    first = eyes.state["scene"]
    for _ in range(30):
        if eyes.answer()["type"] == "ok" and eyes.state["undo_barred"] is None:
            break
    number = eyes.state["scene"]["number"]
    id = client.send("undo")
    assert client.reply(id)["type"] == "ok"
    eyes.see(client.until("state"))
    assert eyes.state["scene"]["number"] == number - 1
    assert first["side"] in (0, 1)
    assert client.ask("undo", id=id)["type"] == "ok"
    _, fresh = house.sit(made, 0)
    assert fresh["scene"]["number"] == number - 1


def test_a_reconnect_goes_on_without_a_lost_or_doubled_step(house: House) -> None:
    made = house.table("me", "friend")
    eyes = [Eyes(*house.sit(made, place)) for place in (0, 1)]
    for round in range(12):
        asked = next(one for one in eyes if one.ask is not None)
        place = eyes.index(asked)
        assert asked.ask is not None
        number = asked.ask["number"]
        message = {"number": number, "choice": asked.ask["options"][0]["do"], "id": f"r{round}"}
        asked.client.send("answer", **message)
        # The line breaks before the reply is read; the client does not know whether it counted.
        asked.client.socket.close()
        client, state = house.sit(made, place)
        fresh = Eyes(client, state)
        assert client.ask("answer", **message)["type"] == "ok"
        eyes[place] = fresh
        while fresh.state["scene"]["number"] == number:
            fresh.see(client.next())
        assert fresh.state["scene"]["number"] > number
        hear(eyes)


def test_the_computer_answers_at_its_pace_can_be_paused_and_stepped(house: House) -> None:
    made = house.table("random", "me")
    eyes = Eyes(*house.sit(made, 0))
    for _ in range(60):
        eyes.wait()
        if eyes.state["over"] or eyes.answer(pick=3)["type"] != "ok":
            break
    assert eyes.state["people"][0] == {
        "side": 0,
        "name": "german",
        "by": "computer",
        "level": "random",
        "online": True,
    }
    assert eyes.client.ask("pace", delay=5, paused=True)["type"] == "ok"
    assert eyes.client.ask("step")["type"] == "ok"


def test_a_paused_computer_waits_for_each_step(house: House) -> None:
    made = house.table("random", "random", pace=10_000)
    client, state = house.sit(made, 0)
    assert state["seat"] == {"kind": "watch", "sides": []}
    assert client.ask("pace", delay=0, paused=True)["type"] == "ok"
    before = state["scene"]["number"]
    seen = 0
    for _ in range(20):
        client.send("step")
        seen = max(seen, client.until("update")["changes"]["number"])
        if seen >= before + 3:
            return
    raise AssertionError("the computer did not move on")


def course(house: House, given: int) -> list[str]:
    """What the log tells of a game against a computer that plays at random, its dice rolled by the server."""
    eyes = Eyes(*house.sit(house.table("random", "me"), 0))
    for _ in range(given):
        eyes.wait()
        assert eyes.answer(pick=3)["type"] == "ok"
    eyes.wait()
    return [line["text"] for line in eyes.state["log"]]


def test_tables_repeat_themselves_where_a_seed_is_set_and_nowhere_else(
    tmp_path: Path, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    unforeseen: list[random.SystemRandom] = []

    class Kept(random.SystemRandom):
        def __init__(self) -> None:
            unforeseen.append(self)

    monkeypatch.setattr(random, "SystemRandom", Kept)
    assert course(house, 25) == course(house, 25)
    assert unforeseen == []
    usual = House(Settings(f"sqlite:///{tmp_path / 'usual.db'}"))
    try:
        course(usual, 1)
    finally:
        usual.close()
    assert len(unforeseen) == 1, "the dice of a table that people play at"


def test_hot_seats_look_through_the_eyes_of_the_side_that_is_asked(house: House) -> None:
    made = house.table("me", "me")
    eyes = Eyes(*house.sit(made, 0))
    seen = set()
    for turn in range(60):
        assert eyes.ask is not None
        assert eyes.ask["side"] == eyes.state["side"] == eyes.state["scene"]["side"]
        seen.add(eyes.state["side"])
        assert eyes.answer(pick=turn)["type"] == "ok"
    assert seen == {0, 1}
    other = 1 - eyes.state["side"]
    id = eyes.client.send("look", side=other)
    assert eyes.client.until("state")["side"] == other
    assert eyes.client.reply(id)["type"] == "ok"
    assert eyes.client.ask("look", side=5)["code"] == "not-yours"


def test_typed_dice_come_from_the_players(house: House) -> None:
    made = house.table("me", "me", dice="typed")
    eyes = Eyes(*house.sit(made, 0))
    rolled = 0
    for turn in range(300):
        assert eyes.ask is not None
        if eyes.ask.get("typed"):
            # A list of what can be drawn would tell the chits of the other side.
            assert eyes.ask["typed"] == "draw"
            assert eyes.ask["options"] == []
            assert eyes.type_die("draw 150-rd")["type"] == "refused"
            assert eyes.type_die("draw 41a-hq", "draw 22a-hq", "draw vi-hq", "draw xli-pz-hq")["type"] == "ok"
            assert rolled
            return
        if eyes.ask.get("is_chance"):
            shares = [option["share"] for option in eyes.ask["options"]]
            assert abs(sum(shares) - 1) < 1e-9
            number, words = eyes.ask["number"], eyes.ask["options"][-1]["do"]
            assert eyes.client.ask("answer", number=number, choice=words, side=-1)["code"] == "not-yours"
            assert eyes.type_die(words)["type"] == "ok"
            rolled += 1
        elif eyes.state["over"]:
            break
        else:
            eyes.answer(pick=turn * 7 + turn // 3)
    raise AssertionError("no chit was drawn")


def typed_pair(house: House) -> list[Eyes]:
    """Two people who type their dice."""
    made = house.table("me", "friend", dice="typed")
    return [Eyes(*house.sit(made, place)) for place in (0, 1)]


def play_to_a_die(eyes: list[Eyes], wanted: str) -> tuple[Eyes, Eyes]:
    """Play until dice of this step are to be typed: who is asked for them, and who is not."""
    for turn in range(400):
        hear(eyes)
        one = next(one for one in eyes if one.ask is not None)
        assert one.ask is not None
        if not one.ask.get("is_chance"):
            secret = [option["do"] for option in one.ask["options"] if option["verb"] in ("chit", "light")]
            one.answer(secret[0] if secret and not one.ask.get("draft") else None, pick=turn)
            continue
        other = eyes[1 - eyes.index(one)]
        if one.ask["step"] == wanted:
            return one, other
        words = [option["do"] for option in one.ask["options"]]
        # A cup is not listed; whoever draws from a real one knows.
        words = words or [f"draw {hq}" for hq in ("41a-hq", "22a-hq", "vi-hq", "xli-pz-hq")]
        one.type_die(*words)
    raise AssertionError(f"no {wanted}")


def test_each_side_types_its_own_dice(house: House) -> None:
    eyes = typed_pair(house)
    german, soviet = play_to_a_die(eyes, "RollGermanSupply")
    assert (german.state["side"], soviet.state["side"]) == (0, 1)
    assert german.ask is not None and soviet.ask is None
    reply = soviet.client.ask("typed_die", number=german.ask["number"], choice="roll 6")
    assert (reply["type"], reply["rule"], reply["why"]) == (
        "refused",
        "core.ask.side",
        "another side rolls these dice.",
    )
    assert german.type_die("roll 3")["type"] == "ok"
    drawer, other = play_to_a_die(eyes, "DrawChit")
    assert drawer.state["side"] == 1, "the teaching game begins with a Soviet draw"
    assert other.ask is None


def test_a_secret_cup_cannot_be_probed_in_silence(house: House) -> None:
    one, other = play_to_a_die(typed_pair(house), "DrawChit")
    assert one.ask is not None and one.ask["typed"] == "draw" and other.ask is None
    other.client.heard.clear()
    name = "german" if one.state["side"] == 0 else "soviet"
    assert one.type_die("draw 150-rd")["type"] == "refused"
    for client in (one.client, other.client):
        told = client.until("chat")
        assert (told["by"], told["text"]) == ("table", f"{name} typed “draw 150-rd”, which cannot be drawn.")
    # Words that mean nothing tell nothing, and nothing is told of them.
    assert one.type_die("draw nobody")["type"] == "refused"
    with pytest.raises(TimeoutError):
        other.client.until("chat", timeout=0.3)


def test_the_program_rolls_where_dice_are_not_typed(house: House) -> None:
    eyes = Eyes(*house.sit(house.table("me", "me"), 0))
    reply = eyes.client.ask("typed_die", number=0, choice="roll 6")
    assert (reply["type"], reply["rule"]) == ("refused", "core.ask.side")


def test_chat_and_people_reach_everybody_and_are_kept(house: House) -> None:
    made = house.table("me", "friend")
    one, _ = house.sit(made, 0)
    two, _ = house.sit(made, 1)
    watch, _ = house.sit(made, 2)
    assert one.ask("chat", text="Good luck.")["type"] == "ok"
    for client in (two, watch):
        assert client.until("chat")["text"] == "Good luck."
    _, state = house.sit(made, 2)
    told = ("table", "The invitation for soviet was taken.")
    assert [(said["by"], said["text"]) for said in state["chat"]] == [told, ("german", "Good luck.")]
    two.close()
    while True:
        people = one.until("people")
        if not people["people"][1].get("online"):
            return


def test_a_spectator_answers_nothing(house: House) -> None:
    made = house.table("me", "me")
    watch, state = house.sit(made, 1)
    assert state["ask"] is None
    assert state["side"] == -1
    assert watch.ask("answer", number=0, choice="done")["code"] == "not-yours"
    assert watch.ask("undo")["type"] == "refused"
    assert watch.ask("pace", delay=1)["code"] == "not-yours"
    assert watch.ask("hint")["code"] == "not-yours"
    assert watch.ask("why", choice="done", side=0)["code"] == "not-yours"


def test_my_games_are_listed_by_the_browsers_key_and_open_with_it(house: House) -> None:
    made = house.table("me", "friend")
    listed = house.http.get("/api/tables", headers={"X-Grognard-Key": KEY}).json()
    card = next(card for card in listed if card["table"] == made["table"])
    assert (card["game"], card["kind"], card["sides"]) == (RGW, "me", [0])
    other = {"X-Grognard-Key": "z" * 30}
    assert house.http.get("/api/tables", headers=other).json() == []
    assert house.http.get("/api/tables").json() == []
    token = made["seats"][1]["token"]
    claim = f"/api/tables/{made['table']}/claim"
    claimed = house.http.post(claim, headers={**other, "Authorization": f"Bearer {token}"}).json()
    assert (claimed["kind"], claimed["sides"]) == ("friend", [1])
    assert [card["table"] for card in house.http.get("/api/tables", headers=other).json()] == [made["table"]]
    client = house.client()
    id = client.send("hello", table=made["table"], key="z" * 30)
    assert client.until("state")["side"] == 1
    assert client.reply(id)["type"] == "ok"

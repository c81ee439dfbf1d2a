"""The toy game's camps: boxes, hexsides, pools, amounts, steps and the order of a stack at work."""

from grognard.core.flow.flow import Game
from grognard.core.position import Choice
from toy.camp import free_depots
from toy.game import SYSTEM
from toy.position import LOST, NORTH, ToyPosition

WORDS = SYSTEM.words


def camped() -> Game[ToyPosition]:
    """North acts first, in the scenario with camps."""
    game = SYSTEM.rules.start("camp")
    while game.ask.step != "Act" or game.ask.side != NORTH:
        side = game.ask.side
        options = game.ask.options(side)
        game.play(next((one for one in options if one[0] in ("seal", "pass")), options[0]), side)
    return game


def say(game: Game[ToyPosition], *texts: str) -> None:
    for text in texts:
        game.play(WORDS.read(game.pos, text))


def offered(game: Game[ToyPosition], verb: str) -> list[str]:
    return [WORDS.write(game.pos, (verb, noun)) for noun in game.ask.options(game.ask.side).of(verb)]


def test_a_counter_goes_from_a_box_to_the_map_and_home() -> None:
    game = camped()
    unit = game.pos.roster.index["n-hillmen"]
    assert game.pos.board.is_box(game.pos.at[unit])
    say(game, "muster n-hillmen")
    assert offered(game, "send") == ["send 0101", "send 0102", "send 0103"]
    say(game, "send 0101")
    assert game.pos.at[unit] == game.pos.board.find_place("0101")
    assert "muster n-hillmen" not in offered(game, "muster")
    say(game, "muster n-column")
    assert "send north-camp" in offered(game, "send")
    assert WORDS.label(game.pos, ("send", game.pos.board.find_place("north-camp"))) == "To Camp of North"


def test_a_barred_hexside_is_named_from_either_side_and_crossed_by_nobody() -> None:
    game = camped()
    assert "bar 0201/S" in offered(game, "bar")
    say(game, "bar 0202/N")
    assert offered(game, "bar").count("bar 0201/S") == 0
    say(game, "order 0201")
    assert "leg 0202" not in offered(game, "leg")
    assert "leg 0101" in offered(game, "leg")
    view = SYSTEM.knowledge.project(game.pos, NORTH)
    assert view.side_marks == {"barrier": (game.pos.board.grid.find_side("0201/S"),)}


def test_a_depot_comes_out_of_its_pool_with_an_amount_from_a_range() -> None:
    game = camped()
    tokens = game.pos.tokens[NORTH]
    say(game, "stock 0201")
    (offer,) = game.ask.options(NORTH).offers
    assert offer.nouns == range(1, tokens + 1)
    say(game, "lay 3")
    first, second = game.pos.roster.pools["n-depot"]
    assert (game.pos.amount[first], game.pos.at[second]) == (3, LOST)
    assert free_depots(game.pos, NORTH) == [second]
    shown = [piece for piece in SYSTEM.knowledge.project(game.pos, -1).pieces if piece.unit == first]
    assert [piece.amount for piece in shown] == [3]


def test_steps_are_lost_one_at_a_time_and_from_the_top() -> None:
    game = camped()
    column, hillmen = (game.pos.roster.index[id] for id in ("n-column", "n-hillmen"))
    game.pos.put(hillmen, game.pos.at[column])
    game = game.copy()
    assert offered(game, "top") == ["top n-hillmen"]
    say(game, "top n-hillmen")
    assert [game.pos.is_top(unit) for unit in (column, hillmen)] == [False, True]
    assert (game.pos.roster.steps(column), len(game.pos.roster.counters[column].faces)) == (3, 1)
    lose: Choice = ("lose", column)
    from toy.battle import Battle, LoserRemoves

    v = Battle(2, NORTH, 0, game.pos.at[column], loser=NORTH)
    assert lose not in [(o.verb, n) for o in LoserRemoves().options(game.pos, v) for n in o.nouns]
    game.call("battle", v)
    for left in (2, 1):
        LoserRemoves().take(game, v, lose)
        assert game.pos.roster.steps(column) - game.pos.hurt[column] == left
    LoserRemoves().take(game, v, lose)
    assert game.pos.at[column] == LOST


def test_nations_of_one_side_wear_their_own_livery() -> None:
    roster = camped().pos.roster
    assert [roster.nation(roster.index[id]) for id in ("n-column", "n-hillmen")] == ["north", "hills"]

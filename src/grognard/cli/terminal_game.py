"""`grognard play`: a game at the prompt, people or computers on every side."""

import random
from pathlib import Path

from grognard.ai.players import player_names, seat_player
from grognard.cli.output import console, read_options
from grognard.cli.prompt import Leave, TerminalSeat, TerminalTable
from grognard.core.content.player_files import player_tables
from grognard.core.system import AnySystem
from grognard.core.words import counted
from grognard.play.errors import InputError
from grognard.play.folders import last_game
from grognard.play.match import Match
from grognard.play.record import load_record, resume_record
from grognard.play.registry import find_system, game_ids
from grognard.play.setting import read_setting

HUMAN = "human"


def open_table(
    game: str,
    scenario: str,
    players: str,
    resume: Path | None,
    dice: str,
    seed: int | None,
    think: float,
    tables: Path | None,
    option: list[str],
    save: Path | None,
    force: bool,
) -> int:
    """Sets the game up, asking for what was not said, and plays it to its end or until somebody quits."""
    if dice not in ("rolled", "typed"):
        raise InputError(f"dice cannot be '{dice[:20]}'", "rolled or typed")
    if save is not None and (save.is_dir() or not save.absolute().parent.is_dir()):
        raise InputError(
            f"the game cannot be kept in {save.name or save}", "name a file in a folder that is there"
        )
    _check_words(game, players, tables, option)
    generator = random.Random(seed)
    try:
        if resume is not None:
            if scenario or option:
                raise InputError("a record has its scenario and options", "leave --scenario and --option out")
            is_last = str(resume) == "last"
            if is_last and not last_game().exists():
                raise InputError("no game was left without saving", "--resume FILE takes up a saved one")
            source = last_game() if is_last else resume
            match = resume_record(source, tables) if force else load_record(source, tables)
            if game not in ("", match.system.id):
                raise InputError(f"{resume.name} is a game of {match.system.title}", f"not of {game[:40]}")
            save = save or (None if is_last else resume)
        else:
            match = _new_match(game, scenario, tables, option)
        seats = _seats(match, players, resume is not None, think)
    except Leave:
        return 0
    return TerminalTable(match, seats, generator, dice == "typed", save, last_game()).run()


def _check_words(game: str, players: str, tables: Path | None, option: list[str]) -> None:
    """What is wrong with what was said is told before anything is asked. Raises InputError, ContentError."""
    read_options(option)
    player_tables(tables)
    names = [name.strip() for name in players.split(",")] if players else []
    for name in names:
        _check_player(name)
    if game and names:
        _check_count(names, find_system(game))


def _new_match(game: str, scenario: str, tables: Path | None, option: list[str]) -> Match:
    system = find_system(game) if game else _pick_game()
    chosen, own = read_setting(system, scenario or _pick_scenario(system), tables)
    return Match.new(system, chosen, read_options(option), own)


def _seats(match: Match, players: str, resumed: bool, think: float) -> list[TerminalSeat]:
    system = match.system
    if players:
        names = [name.strip() for name in players.split(",")]
    elif resumed and all(match.header.players.get(side) in (HUMAN, *player_names()) for side in system.sides):
        names = [match.header.players[side] for side in system.sides]
    else:
        names = _pick_players(system)
    _check_count(names, system)
    seats = [_seat(name, system, think) for name in names]
    match.header.players.update(zip(system.sides, names, strict=True))
    return seats


def _check_count(names: list[str], system: AnySystem) -> None:
    if len(names) != len(system.sides):
        raise InputError(
            f"{counted(len(names), 'player')} for {len(system.sides)} sides",
            f"one each: {', '.join(system.sides)}",
        )


def _check_player(name: str) -> None:
    if name not in (HUMAN, *player_names()) and ":" not in name:
        raise InputError(f"there is no player '{name[:60]}'", f"known: {HUMAN}, {', '.join(player_names())}")


def _seat(name: str, system: AnySystem, think: float) -> TerminalSeat:
    _check_player(name)
    return TerminalSeat(name, None if name == HUMAN else seat_player(name, system, think))


# -- asking for what was not said ---------------------------------------------------------------


def _pick(question: str, choices: list[tuple[str, str]]) -> str:
    """The id of one of the choices, by number or by id. Leave at the end of input."""
    out = console()
    out.print(question, style="bold")
    for number, (name, words) in enumerate(choices, 1):
        out.print(f"  {number}  {name:<20} {words}".rstrip())
    ids = [name for name, _ in choices]
    while True:
        try:
            typed = input(f"1-{len(ids)}, or q > ").strip()
        except EOFError as problem:
            raise Leave from problem
        if typed in ("q", "quit"):
            raise Leave
        if typed in ids:
            return typed
        if typed.isascii() and typed.isdigit() and 1 <= int(typed[:4]) <= len(ids):
            return ids[int(typed) - 1]
        out.print(f"'{typed[:40]}' is none of these.")


def _pick_game() -> AnySystem:
    ids = game_ids()
    if not ids:
        raise InputError("no game is installed", "pip install grognard")
    if len(ids) == 1:
        return find_system(ids[0])
    return find_system(_pick("Which game?", [(name, find_system(name).title) for name in ids]))


def _pick_scenario(system: AnySystem) -> str:
    console().print(f"{system.title}. {system.summary}", style="bold")
    listed = [(one.id, f"{one.title} ({one.minutes} min): {one.summary}") for one in system.rules.scenarios()]
    return _pick("Which scenario? (teaching is the one to begin with)", listed)


def _pick_players(system: AnySystem) -> list[str]:
    names = [(HUMAN, "you"), *((name, "the computer") for name in sorted(player_names(), reverse=True))]
    return [_pick(f"Who plays {side}?", names) for side in system.sides]

"""The command kit: look into a kit, take it apart, put one together."""

from pathlib import Path

from grognard.cli.output import console, emit
from grognard.core.content.kit import ENDING, KIT_FORMAT, Kit, KitIndex, is_kit, kit_bytes, read_kit
from grognard.core.content.player_files import read_player_files
from grognard.core.words import counted
from grognard.play.errors import InputError
from grognard.play.registry import find_system
from grognard.play.setting import open_setting, scenario_of, setting_options


def show_kit(file: Path, unpack: Path | None, json: bool) -> int:
    """Checks a kit and says what is in it; takes it apart into a folder."""
    if not is_kit(file.name):
        raise InputError(
            f"{file.name[:60]!r} is no kit", f"NAME{ENDING}; make one with --game GAME -o NAME{ENDING}"
        )
    kit = read_kit(file)
    system = find_system(kit.index.game)
    scenario = scenario_of(system, "", kit.own)
    start = open_setting(system, "", setting_options(system, "", None, kit.own), kit.own)
    if unpack is not None:
        _take_apart(kit, unpack)
    size = {"hexes": len(start.pos.board.grid.present()), "counters": len(start.pos.roster.counters)}
    if json:
        emit(
            {
                "game": system.id,
                "scenario": scenario.id,
                "title": scenario.title,
                **size,
                "files": sorted(kit.own.files),
                "pictures": sorted(kit.pictures),
            }
        )
        return 0
    out = console()
    out.print(f"{scenario.title}: a scenario of {system.title}")
    turns = f"turns {scenario.first_turn} to {scenario.turns}"
    out.print(f"{size['hexes']} hexes, {counted(size['counters'], 'counter')}, {turns}")
    out.print(f"files: {', '.join(sorted(kit.own.files))}")
    if kit.pictures:
        out.print(f"pictures: {', '.join(sorted(kit.pictures))}")
    out.print(f"No faults. Play it: grognard play {system.id} --scenario {file.name}")
    return 0


def make_kit(file: Path, game: str, output: Path) -> int:
    """Puts a scenario and the files that it names into a kit, once they can be played with."""
    system = find_system(game)
    own = read_player_files(file)
    scenario = scenario_of(system, "", own)
    open_setting(system, "", setting_options(system, "", None, own), own)
    if not is_kit(output.name):
        raise InputError(f"{output.name[:60]!r} is no name of a kit", f"end it with {ENDING}")
    index = KitIndex(KIT_FORMAT, system.id, own.scenario, title=scenario.title)
    output.write_bytes(kit_bytes(Kit(index, own)))
    console().print(f"{output.name}: {scenario.title}, {counted(len(own.files), 'file')}")
    return 0


def _take_apart(kit: Kit, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    there = [name for name in (*kit.own.files, *kit.pictures) if (folder / name).exists()]
    if there:
        raise InputError(f"{there[0]} is in that folder already", "name an empty folder")
    for name, text in kit.own.files.items():
        (folder / name).write_text(text, "utf-8")
    for name, data in kit.pictures.items():
        (folder / name).write_bytes(data)

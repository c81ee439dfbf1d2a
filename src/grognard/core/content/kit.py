"""A kit: a player's own game as one file, NAME.grognard, to keep, to send and to play with.

It is a zip of the texts, with pictures and the fit of the grid beside them. What comes from a stranger is
bounded: few entries, plain names, and no more bytes unpacked than the texts and pictures may have.
"""

import io
import zipfile
import zlib
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from grognard.core.content.faults import ContentError, Fault, raise_faults
from grognard.core.content.player_files import MAX_CHARACTERS, PlayerFiles
from grognard.core.content.read import is_file_name, is_slug, shown_name

ENDING: Final = ".grognard"
KIT_FORMAT: Final = 1
MOST_ENTRIES: Final = 64
MOST_BYTES: Final = 40_000_000
"""Bytes of a kit, packed or unpacked."""
_INDEX: Final = "kit.json"
_PICTURES: Final = "pictures/"
_PICTURE_KINDS: Final = (".png", ".jpg", ".jpeg", ".webp")
_STAMP: Final = (2020, 1, 1, 0, 0, 0)
"""Entries bear one date, so that the same kit has the same bytes."""

Number = Annotated[float, Meta(ge=-1e6, le=1e6)]


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture below the map, and where it lies: three hexes, and where their middles are in the picture."""

    picture: str
    hexes: list[str] = []
    points: list[tuple[Number, Number]] = []


class KitIndex(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a kit says of itself."""

    format: int
    game: str
    scenario: str
    """The file that is the scenario."""
    tables: str = ""
    """The file whose tables replace the game's, besides what the scenario names."""
    title: str = ""
    sheets: list[Sheet] = []


class Kit(msgspec.Struct, frozen=True):
    """A player's own game: its texts, and the pictures that lie below its map."""

    index: KitIndex
    own: PlayerFiles
    pictures: dict[str, bytes] = {}


def is_kit(name: str) -> bool:
    """Is this the name of a kit?"""
    return name.lower().endswith(ENDING)


def read_kit(source: Path | bytes, name: str = "") -> Kit:
    """The kit in a file; ContentError says what is wrong with it."""
    shown = name or (shown_name(source) if isinstance(source, Path) else "(kit)")
    try:
        entries = _entries(source, shown)
    except (OSError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as problem:
        fault = Fault(
            "", f"is no kit: {type(problem).__name__}", "a NAME.grognard that the workshop exported"
        )
        raise ContentError(shown, [fault]) from problem
    if _INDEX not in entries:
        raise ContentError(
            shown, [Fault("", f"has no {_INDEX}", "a NAME.grognard that the workshop exported")]
        )
    try:
        index = msgspec.json.decode(entries[_INDEX], type=KitIndex)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise ContentError(shown, [Fault(_INDEX, f"cannot be read: {problem}"[:200])]) from problem
    texts: dict[str, str] = {}
    pictures: dict[str, bytes] = {}
    faults = _index_faults(index, entries)
    for entry, data in entries.items():
        if is_file_name(entry):
            try:
                texts[entry] = data.decode("utf-8-sig")
            except UnicodeDecodeError:
                faults.append(Fault(entry, "is not UTF-8 text", "save it as UTF-8"))
        elif entry != _INDEX:
            pictures[entry.removeprefix(_PICTURES)] = data
    own = PlayerFiles(texts, scenario=index.scenario, tables=index.tables)
    raise_faults(shown, [*faults, *own.faults()])
    return Kit(index, own, pictures)


def kit_bytes(kit: Kit) -> bytes:
    """A kit as a file. The same kit has the same bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, _INDEX, msgspec.json.format(msgspec.json.encode(kit.index), indent=2))
        for name, text in sorted(kit.own.files.items()):
            _add(archive, name, text.encode())
        for name, data in sorted(kit.pictures.items()):
            _add(archive, _PICTURES + name, data)
    return stream.getvalue()


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _STAMP)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def _entries(source: Path | bytes, shown: str) -> dict[str, bytes]:
    """All entries, unpacked as far as they may be."""
    if isinstance(source, Path) and not source.is_file():
        raise ContentError(shown, [Fault("", "there is no such file", "check the path")])
    size = source.stat().st_size if isinstance(source, Path) else len(source)
    too_large = ContentError(shown, [Fault("", f"is larger than {MOST_BYTES:,} bytes", "smaller pictures")])
    if size > MOST_BYTES:
        raise too_large
    found: dict[str, bytes] = {}
    room = MOST_BYTES
    with zipfile.ZipFile(source if isinstance(source, Path) else io.BytesIO(source)) as archive:
        entries = archive.infolist()
        if len(entries) > MOST_ENTRIES:
            fault = Fault("", f"has {len(entries)} entries", f"at most {MOST_ENTRIES}")
            raise ContentError(shown, [fault])
        for entry in entries:
            if not _is_plain(entry.filename) or entry.filename in found:
                fix = f"NAME.toml, {_PICTURES}NAME.png and {_INDEX}, each once"
                fault = Fault(entry.filename[:60], "is nothing that a kit holds", fix)
                raise ContentError(shown, [fault])
            most = MAX_CHARACTERS * 4 if is_file_name(entry.filename) else MOST_BYTES
            with archive.open(entry) as stream:
                data = stream.read(min(most, room) + 1)
            room -= len(data)
            if room < 0 or len(data) > most:
                raise too_large
            found[entry.filename] = data
    return found


def _is_plain(name: str) -> bool:
    """Only such entries are read: a stranger's name must reach no folder."""
    picture = Path(name.removeprefix(_PICTURES))
    is_picture = picture.suffix in _PICTURE_KINDS and is_slug(picture.stem) and picture.name == str(picture)
    return name == _INDEX or is_file_name(name) or (name.startswith(_PICTURES) and is_picture)


def _index_faults(index: KitIndex, entries: dict[str, bytes]) -> list[Fault]:
    faults: list[Fault] = []
    if index.format != KIT_FORMAT:
        what = f"format {index.format}, this program reads {KIT_FORMAT}"
        faults.append(Fault(_INDEX, what, "a newer version of the program may read it"))
    if not index.scenario:
        faults.append(Fault(f"{_INDEX}: scenario", "is empty", "name the file that is the scenario"))
    faults += [
        Fault(f"{_INDEX}: sheets", f"there is no picture {sheet.picture[:60]!r}", "one of the kit's")
        for sheet in index.sheets
        if _PICTURES + sheet.picture not in entries
    ]
    return faults

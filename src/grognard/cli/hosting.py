"""The commands of whoever runs a server: backup, export, import."""

import os
import time
from pathlib import Path

from grognard.cli.output import console, emit


def make_backup(output: Path, data: str) -> int:
    """Copies all games."""
    from grognard.server.store.backup import back_up
    from grognard.server.store.database import address_of

    count = back_up(address_of(data), output)
    console().print(f"{output.name}: {count} tables")
    return 0


def show_export(table: str, output: Path | None, data: str, json: bool) -> int:
    """Writes a table into a file, or lists them."""
    from grognard.server.store.database import address_of
    from grognard.server.table.export import export_table, list_tables

    address = address_of(data)
    if not table:
        found = list_tables(address)
        if json:
            emit(found)
            return 0
        for one in found:
            made = time.strftime("%Y-%m-%d", time.gmtime(one.created))
            state = "goes on" if one.goes_on else f"{one.why}{f', needs {one.needs}' if one.needs else ''}"
            named = f"{one.game} {one.scenario}".strip() or "?"
            console().print(f"{one.table}  {made}  {named}, {one.events} events: {state}")
        return 0
    path = output or Path(f"grognard-{table}.jsonl")
    text = export_table(address, table)
    # It holds everybody's secrets.
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
        stream.write(text)
    console().print(f"{path.name}: take it up on the other machine with: grognard import {path.name}")
    return 0


def show_import(file: Path, data: str, new_links: bool) -> int:
    """Takes a table up."""
    from grognard.server.store.database import address_of
    from grognard.server.table.export import import_table

    moved = import_table(address_of(data), file, new_links)
    out = console()
    out.print(f"{moved.title}, {moved.answers} answers: taken up")
    for link in moved.links:
        out.print(f"  {link}")
    return 0

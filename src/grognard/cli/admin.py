"""The commands of whoever runs a server about its tables: `grognard admin`."""

from grognard.cli.output import console


def show_going_on(table: str, data: str) -> int:
    """Lets games of older rules go on."""
    from grognard.server.store.database import address_of
    from grognard.server.table.operator import let_go_on

    found = let_go_on(address_of(data), table)
    for one in found:
        console().print(f"{one.table}: {one.told}")
    if not found:
        console().print("every game goes on as it was")
    return 0 if all(one.goes_on for one in found) else 1


def show_deleted(table: str, data: str) -> int:
    """Deletes a table."""
    from grognard.server.store.database import address_of
    from grognard.server.table.operator import take_away

    take_away(address_of(data), table)
    console().print(f"{table}: deleted")
    return 0


def show_expired(days: int, data: str) -> int:
    """Deletes tables that nobody has opened."""
    from grognard.server.store.database import address_of
    from grognard.server.table.operator import expire

    gone = expire(address_of(data), days)
    console().print(f"{len(gone)} tables that nobody had opened were deleted")
    return 0


def show_forgotten(table: str, seat: int, data: str) -> int:
    """Deletes what was said at a table."""
    from grognard.server.store.database import address_of
    from grognard.server.table.operator import forget

    said = forget(address_of(data), table, seat)
    console().print(f"{table}: {said} lines of chat deleted; it is on none of these players' lists any more")
    return 0

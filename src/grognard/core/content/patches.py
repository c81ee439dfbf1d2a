"""A scenario or map that says only how it differs from its base: single changes, and what is taken out."""

from collections.abc import Callable
from typing import Any, Final

from grognard.core.content.faults import ContentError, Fault

MOST_BASES: Final = 8
"""How many files may stand on each other."""

Values = dict[str, Any]
Find = Callable[[str], Values]
"""The plain values of a base by its name; raises ContentError."""


def on_bases(values: Values, find: Find, file: str, join: Callable[[Values, Values, str], Values]) -> Values:
    """Plain values with all that they take over from their base, which may have one itself."""
    chain: list[Values] = [values]
    names: list[str] = []
    while base := chain[-1].get("base", ""):
        if not isinstance(base, str):
            return values  # told as a wrong type
        if base in names or len(names) == MOST_BASES:
            way = " on ".join([*names, base])[:200]
            fix = f"at most {MOST_BASES} files, none of them twice"
            raise ContentError(file, [Fault("base", f"stands on itself or on too many: {way}", fix)])
        names.append(base)
        chain.append(find(base))
    found = chain.pop()
    while chain:
        found = join(found, chain.pop(), file)
    return found


# -- scenarios ------------------------------------------------------------------------------------


def patched_scenario(base: Values, own: Values, file: str) -> Values:
    """A scenario on its base: keys replace, `changes` go into tables one by one, `remove` takes out."""
    changes, remove = own.get("changes", {}), own.get("remove", [])
    _check_shape(changes, remove, file)
    found = _copied(base) | {key: value for key, value in own.items() if key not in ("changes", "remove")}
    for name in remove:
        _take_out(found, name, file)
    more = changes.get("reinforcements", [])
    arriving = [unit for one in _tables(more) for unit in _texts(one.get("units"))]
    placed = list(changes["setup"]) if isinstance(changes.get("setup"), dict) else []
    for unit in [*arriving, *placed]:
        _withdraw(found, unit)
    found = _merged(found, {key: value for key, value in changes.items() if key != "reinforcements"})
    if more:
        found["reinforcements"] = [*found.get("reinforcements", []), *more]
    return found


def loose_faults(values: Values, file: str) -> None:
    """Raise a ContentError for changes to nothing."""
    if not values.get("base") and ("changes" in values or "remove" in values):
        where = "changes" if "changes" in values else "remove"
        raise ContentError(file, [Fault(where, "there is no base to change", 'base = "…", or leave it out')])


def _check_shape(changes: object, remove: object, file: str) -> None:
    faults: list[Fault] = []
    if not isinstance(changes, dict):
        faults.append(Fault("changes", "should be a table", "[changes.setup] and so on"))
    if not isinstance(remove, list) or not all(isinstance(name, str) for name in remove):
        faults.append(Fault("remove", "should be a list of texts", 'remove = ["150-rd"]'))
    if faults:
        raise ContentError(file, faults)


def _take_out(values: Values, name: str, file: str) -> None:
    """Take out a counter, or a key such as victory.hexes.0203."""
    if _withdraw(values, name):
        return
    *path, last = name.split(".")
    table: Any = values
    for step in path:
        table = table.get(step) if isinstance(table, dict) else None
    if not path or not isinstance(table, dict) or last not in table:
        what = f"there is neither a counter nor a key {name[:60]!r} in the base"
        raise ContentError(file, [Fault("remove", what, "a counter of the base, or TABLE.KEY")])
    del table[last]


def _withdraw(values: Values, unit: str) -> bool:
    """Take a counter out of the set-up and the reinforcements; was it there?"""
    found = False
    setup = values.get("setup")
    if isinstance(setup, dict) and unit in setup:
        del setup[unit]
        found = True
    arrivals = _tables(values.get("reinforcements"))
    for arrival in arrivals:
        units = _texts(arrival.get("units"))
        if unit in units:
            arrival["units"] = [one for one in units if one != unit]
            found = True
    if found and arrivals:
        values["reinforcements"] = [one for one in arrivals if one.get("units")]
    return found


# -- maps -----------------------------------------------------------------------------------------

_LISTED: Final = {"routes": "id", "rivers": "name", "boxes": "id"}
_NOUNS: Final = {"route": "routes", "river": "rivers", "box": "boxes", "place": "places", "area": "areas"}
_WITH_KEYS: Final = ("places", "areas", "hexes", "new_terrain", "new_hexsides", "new_routes", "layers")


def patched_map(base: Values, own: Values, file: str) -> Values:
    """A map on its base: single hexes, places, rivers, routes and so on replace those of their name."""
    remove = own.get("remove", [])
    _check_shape({}, remove, file)
    found: Values = _copied(base)
    for text in remove:
        noun, _, name = text.partition(" ")
        key = _NOUNS.get(noun, "")
        if not _drop(found, key, name):
            what = f"there is no {text[:60]!r} in the base"
            fix = f"one of {', '.join(_NOUNS)} and its name: 'route H1'"
            raise ContentError(file, [Fault("remove", what, fix)])
    for key, value in own.items():
        if key in _LISTED and isinstance(value, list):
            label = _LISTED[key]
            named = {str(one.get(label)) for one in _tables(value)}
            kept = [one for one in _tables(found.get(key)) if str(one.get(label)) not in named]
            found[key] = [*kept, *value]
        elif key in _WITH_KEYS and isinstance(value, dict):
            found[key] = {**found.get(key, {}), **value}
        elif key != "remove":
            found[key] = value
    found.pop("base", None)
    return found


def _drop(values: Values, key: str, name: str) -> bool:
    there = values.get(key)
    if isinstance(there, dict):
        return there.pop(name, None) is not None
    label = _LISTED.get(key, "")
    kept = [one for one in _tables(there) if one.get(label) != name]
    found = len(kept) < len(_tables(there))
    if found:
        values[key] = kept
    return found


# -- plain values ---------------------------------------------------------------------------------


def _merged(values: Values, changes: Values) -> Values:
    """Tables key by key, at any depth; all else replaces."""
    found = dict(values)
    for key, value in changes.items():
        old = found.get(key)
        found[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return found


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list) else value


def _tables(value: object) -> list[Values]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []

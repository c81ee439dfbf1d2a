"""A copy takes over every field, whatever stands in it, and shares no list."""

from grognard.games.red_god_of_war import SYSTEM


def test_a_copy_takes_over_every_field() -> None:
    pos = SYSTEM.start("teaching").pos
    for number, name in enumerate(pos.fields(), 1):
        value = getattr(pos, name)
        setattr(pos, name, [number, *value[1:]] if isinstance(value, list) else number)
    twin = pos.copy()
    assert twin.dump() == pos.dump()
    shared = [name for name in pos.fields() if isinstance(getattr(pos, name), list)]
    assert all(getattr(twin, name) is not getattr(pos, name) for name in shared)

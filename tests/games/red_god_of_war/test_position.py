"""A copy takes over every field, whatever stands in it, and shares no list."""

from grognard.games.red_god_of_war import SYSTEM


def test_a_copy_takes_over_every_field() -> None:
    pos = SYSTEM.rules.start("teaching").pos
    for number, name in enumerate([field.name for field in pos.declared], 1):
        value = getattr(pos, name)
        setattr(pos, name, [number, *value[1:]] if isinstance(value, list) else number)
    twin = pos.copy()
    assert twin.dump() == pos.dump()
    shared = [field.name for field in pos.declared if field.is_list]
    assert all(getattr(twin, name) is not getattr(pos, name) for name in shared)

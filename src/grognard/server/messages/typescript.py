"""TypeScript types of all messages and bodies.

python -m grognard.server.messages.typescript > web/src/net/api.ts
"""

from collections.abc import Iterable
from types import ModuleType
from typing import Any, Final

import msgspec
from msgspec import inspect

from grognard.draw import printed
from grognard.server.messages import (
    from_client,
    from_server,
    parts,
    shelf_bodies,
    table_bodies,
    workshop_bodies,
)

_HEAD: Final = """// Made by "python -m grognard.server.messages.typescript" from the types of the server.
/* eslint-disable */
"""
_PLAIN: Final[dict[type, str]] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def typescript() -> str:
    """The whole file."""
    found: dict[str, inspect.StructType] = {}
    for module in (parts, from_client, from_server, shelf_bodies, table_bodies, workshop_bodies, printed):
        for kind in _structs(module):
            _collect(inspect.type_info(kind), found)
    text = [_interface(kind) for kind in found.values()]
    text.append(_union("ClientMessage", from_client.ClientMessage))
    text.append(_union("ServerMessage", from_server.ServerMessage))
    return _HEAD + "\n" + "\n".join(text)


def _structs(module: ModuleType) -> Iterable[type[msgspec.Struct]]:
    """The public record types a module defines, in the order of the text."""
    for name, kind in vars(module).items():
        is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
        if is_struct and kind.__module__ == module.__name__ and not name.startswith("_"):
            yield kind


def _collect(kind: inspect.Type, found: dict[str, inspect.StructType]) -> None:
    """Every record that a type is made of, itself included."""
    if isinstance(kind, inspect.StructType):
        name = kind.cls.__name__
        known = found.get(name)
        if known is not None:
            if known.cls is not kind.cls:
                raise ValueError(f"two records are called {name}")
            return
        found[name] = kind
        for field in kind.fields:
            _collect(field.type, found)
    for below in _inside(kind):
        _collect(below, found)


def _inside(kind: inspect.Type) -> Iterable[inspect.Type]:
    if isinstance(kind, (inspect.ListType, inspect.VarTupleType)):
        return (kind.item_type,)
    if isinstance(kind, inspect.TupleType):
        return kind.item_types
    if isinstance(kind, inspect.DictType):
        return (kind.value_type,)
    if isinstance(kind, inspect.UnionType):
        return kind.types
    if isinstance(kind, inspect.Metadata):
        return (kind.type,)
    return ()


def _interface(kind: inspect.StructType) -> str:
    cls: Any = kind.cls
    if kind.array_like:
        places = ", ".join(f"{field.name}: {ts(field.type)}" for field in kind.fields)
        return f"/** {_summary(cls)} */\nexport type {cls.__name__} = [{places}];\n"
    lines = [f"/** {_summary(cls)} */", f"export interface {cls.__name__} {{"]
    if kind.tag is not None:
        lines.append(f'  {kind.tag_field}: "{kind.tag}";')
    # What a client may leave out, and what the server leaves out, is optional; all else is there.
    optional = cls.__struct_config__.omit_defaults or cls.__struct_config__.forbid_unknown_fields
    for field in kind.fields:
        mark = "?" if optional and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {ts(field.type)};")
    return "\n".join([*lines, "}", ""])


def _summary(cls: type) -> str:
    return " ".join((cls.__doc__ or cls.__name__).split()).replace("*/", "* /")


def ts(kind: inspect.Type) -> str:
    """A type in TypeScript's words."""
    for plain, word in _PLAIN.items():
        if isinstance(kind, plain):
            return word
    if isinstance(kind, inspect.LiteralType):
        return " | ".join(msgspec.json.encode(value).decode() for value in kind.values)
    if isinstance(kind, inspect.Metadata):
        return ts(kind.type)
    if isinstance(kind, inspect.StructType):
        return kind.cls.__name__
    if isinstance(kind, (inspect.ListType, inspect.VarTupleType)):
        inner = ts(kind.item_type)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if isinstance(kind, inspect.TupleType):
        return "[" + ", ".join(ts(one) for one in kind.item_types) + "]"
    if isinstance(kind, inspect.DictType):
        return f"Record<string, {ts(kind.value_type)}>"
    if isinstance(kind, inspect.UnionType):
        return " | ".join(ts(one) for one in kind.types)
    raise ValueError(f"no TypeScript for {kind}")


def _union(name: str, union: Any) -> str:
    info = inspect.type_info(union)
    assert isinstance(info, inspect.UnionType)
    return f"export type {name} =\n  | " + "\n  | ".join(ts(one) for one in info.types) + ";\n"


if __name__ == "__main__":
    print(typescript(), end="")

"""LLVM text of the constants that the C of `native/` reads: words, texts, structures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cutedsl.errors.frozen import frozen
from cutedsl.native.structures import Structure


@frozen
class Place:
    """An address: so many bytes behind what has a name."""

    name: str
    offset: int


def words_text(name: str, words: Iterable[int]) -> str:
    """The definition of 8-byte words.

    >>> words_text("table", [1, 2])
    '@table = private constant [2 x i64] [i64 1, i64 2], align 8'
    """
    values = [f"i64 {word}" for word in words] or ["i64 0"]
    return f"@{name} = private constant [{len(values)} x i64] [{', '.join(values)}], align 8"


def string_text(name: str, text: str) -> str:
    """The definition of a text that ends with a 0.

    >>> string_text("x", "a")
    '@x = private constant [2 x i8] c"\\\\61\\\\00"'
    """
    data = text.encode() + b"\0"
    body = "".join(f"\\{byte:02X}" for byte in data)
    return f'@{name} = private constant [{len(data)} x i8] c"{body}"'


def structure_type(structure: Structure) -> str:
    """The LLVM type of a structure without parts."""
    return "{ " + ", ".join(_type(field.type, field.count) for field in structure.fields.values()) + " }"


Value = int | str | Place | tuple[int, ...]


def structure_value(structure: Structure, values: Mapping[str, Value]) -> str:
    """A structure's value: numbers, names or places of what is pointed to, tuples of numbers; 0 where none is given."""
    parts = [
        f"{_type(field.type, field.count)} {_value(field.type, values.get(name, 0), field.count)}"
        for name, field in structure.fields.items()
    ]
    return "{ " + ", ".join(parts) + " }"


def state_text(name: str, structure: Structure) -> str:
    """The definition of a structure that is filled when the code is loaded."""
    return f'@"{name}" = global [{structure.size_bytes // 8} x i64] zeroinitializer, align 8'


def _type(kind: str, count: int) -> str:
    return kind if count == 1 else f"[{count} x {kind}]"


def _value(kind: str, value: Value, count: int) -> str:
    if isinstance(value, Place):
        return f'getelementptr (i8, ptr @"{value.name}", i64 {value.offset})'
    if isinstance(value, tuple):
        return "[" + ", ".join(f"{kind} {one}" for one in value) + "]"
    if isinstance(value, str):
        return f'@"{value}"'
    if value == 0 and (kind == "ptr" or count > 1):
        return "null" if count == 1 else "zeroinitializer"
    return str(value)

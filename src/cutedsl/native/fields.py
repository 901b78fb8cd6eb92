"""How a structure that C, generated code and Python share is written down: fields, sizes, offsets, and its C text.

All types have fixed widths, so one layout serves every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cutedsl.errors.frozen import frozen

SIZES: Final = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "ptr": 8}
_C_TYPES: Final = {"i8": "int8_t", "i16": "int16_t", "i32": "int32_t", "i64": "int64_t", "ptr": "void *"}


@frozen
class Field:
    """One field: `count` values of a type (a name of `SIZES`), or of another structure.

    `c` is the C declaration where the type alone does not say it, with `NAME` for the field.
    """

    name: str
    type: str | Structure
    doc: str
    count: int = 1
    c: str = ""

    @property
    def size_bytes(self) -> int:
        """The size of one value."""
        return SIZES[self.type] if isinstance(self.type, str) else self.type.size_bytes

    @property
    def align_bytes(self) -> int:
        """What its address is a multiple of."""
        return SIZES[self.type] if isinstance(self.type, str) else self.type.align_bytes

    @property
    def declared(self) -> str:
        """Its declaration in C."""
        kind = _C_TYPES[self.type] if isinstance(self.type, str) else self.type.name
        name = self.name + (f"[{self.count}]" if self.count > 1 else "")
        return (self.c or f"{kind} NAME").replace("NAME", name)


@frozen
class Structure:
    """A C structure; fields lie at their natural alignment, in order.

    >>> pair = Structure("Pair", (Field("first", "i32", "one"), Field("second", "i64", "two")))
    >>> pair.offset("second"), pair.size_bytes
    (8, 16)
    """

    name: str
    fields: tuple[Field, ...]
    align_bytes: int = 8
    doc: str = ""

    def places(self) -> Iterator[tuple[Field, int]]:
        """Each field with its byte offset."""
        at = 0
        for field in self.fields:
            at = -(-at // field.align_bytes) * field.align_bytes
            yield field, at
            at += field.size_bytes * field.count

    def offset(self, name: str) -> int:
        """The byte offset of a field. Raises `KeyError` for another name."""
        return self.offsets()[name]

    def offsets(self) -> dict[str, int]:
        """The byte offset of each field."""
        return {field.name: at for field, at in self.places()}

    def words(self, name: str) -> tuple[int, int]:
        """The size in bytes of one number of a field, and how many there are; structures count as 32-bit words."""
        field = next(field for field in self.fields if field.name == name)
        size = SIZES[field.type] if isinstance(field.type, str) else 4
        return size, field.count * field.size_bytes // size

    @property
    def size_bytes(self) -> int:
        """The size, a multiple of the alignment."""
        field, at = list(self.places())[-1]
        return -(-(at + field.size_bytes * field.count) // self.align_bytes) * self.align_bytes


def header(constants: dict[str, int], structures: Iterable[Structure]) -> str:
    """The C header: constants, the structures, and an assertion for each offset."""
    structures = tuple(structures)
    lines = ["/* Made by scripts/build_native.py from the structures of native/. */", "#pragma once"]
    lines += ["#include <stddef.h>", "#include <stdint.h>", ""]
    lines += [f"#define {name} INT64_C({value})" for name, value in constants.items()]
    lines += ["", *(f"typedef struct {one.name} {one.name};" for one in structures)]
    lines += ['#include "cpu/types.h"', '#include "cuda/types.h"']
    for one in structures:
        lines += ["", *([f"/* {one.doc} */"] if one.doc else []), f"struct {one.name} {{"]
        lines += [f"  {field.declared}; /* {field.doc} */" for field in one.fields]
        lines += [f"}} __attribute__((aligned({one.align_bytes})));"]
        lines += [f'_Static_assert(offsetof({one.name}, {f.name}) == {at}, "{f.name}");' for f, at in one.places()]
        lines += [f'_Static_assert(sizeof({one.name}) == {one.size_bytes}, "{one.name}");']
    return "\n".join(lines) + "\n"

"""Where the fields of the structures lie that C, generated code and Python share.

They are declared in C, in `abi/*.h`. `scripts/build_native.py` asks clang for each field's offset and writes it to
`built/structures.txt`. A structure has a line with its name, size and alignment in bytes; each field has its name,
offset, LLVM type (or structure) and count. All types have fixed widths, so one layout serves every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from cutedsl.errors.frozen import frozen
from cutedsl.native import built_file

_SIZES: Final = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "ptr": 8}


@frozen
class Field:
    """`count` values of a type, a name of LLVM's or of a structure, at a byte offset."""

    offset: int
    type: str
    count: int

    @property
    def words(self) -> tuple[int, int]:
        """The size in bytes of one number, and how many there are; structures count as 32-bit words."""
        size = _SIZES.get(self.type, 4)
        whole = size if self.type in _SIZES else structure(self.type).size_bytes
        return size, self.count * whole // size


@frozen
class Structure:
    """A C structure.

    >>> structure("NamedBarrier").offset("generation"), structure("NamedBarrier").size_bytes
    (4, 8)
    """

    size_bytes: int
    align_bytes: int
    fields: Mapping[str, Field]

    def offset(self, name: str) -> int:
        """The byte offset of a field. Raises `KeyError` for another name."""
        return self.fields[name].offset

    def offsets(self) -> dict[str, int]:
        """The byte offset of each field."""
        return {name: field.offset for name, field in self.fields.items()}


@cache
def structure(name: str) -> Structure:
    """A structure by its name in C. Raises `KeyError` for another name."""
    size, align, *fields = _lines()[name].split()
    return Structure(int(size), int(align), MappingProxyType(dict(_field(text) for text in fields)))


def _field(text: str) -> tuple[str, Field]:
    name, offset, kind, count = text.split(":")
    return name, Field(int(offset), kind, int(count))


@lru_cache(maxsize=1)
def _lines() -> dict[str, str]:
    lines = (line.partition(" ") for line in built_file("structures.txt").splitlines())
    return {name: rest for name, _, rest in lines}

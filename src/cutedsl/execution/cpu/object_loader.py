"""Places relocatable objects of x86-64 ELF in this process without LLVM, whose library takes longer to load than all
else that a stored program needs.

Only what LLVM writes for our modules is known: code, constants and zeroed data; relocations against them and against
functions of the process. Everything else is left to LLVM's own linker. Source: the System V ABI, chapters 4 and 5, and
its AMD64 supplement, 4.4.
"""

from __future__ import annotations

import ctypes
import mmap
import platform
import struct
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

_HEADER: Final = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION: Final = struct.Struct("<IIQQQQIIQQ")
_SYMBOL: Final = struct.Struct("<IBBHQQ")
_RELOCATION: Final = struct.Struct("<QQq")
_QUAD: Final = struct.Struct("<Q")
_SIGNED_QUAD: Final = struct.Struct("<q")
_SIGNED_WORD: Final = struct.Struct("<i")
_X86_64, _RELOCATABLE = 62, 1
_PROGBITS, _SYMTAB, _RELA, _NOBITS = 1, 2, 4, 8
_WRITE, _ALLOCATED, _EXECUTED, _THREAD_LOCAL = 1, 2, 4, 1024
_UNDEFINED, _RESERVED = 0, 0xFF00
_R_64, _R_PC32, _R_PLT32, _R_PC64 = 1, 2, 4, 24
_R_GOTS: Final = (9, 41, 42)
"""GOTPCREL, GOTPCRELX, REX_GOTPCRELX."""
_JUMP: Final = b"\xff\x25"
"""`jmp *offset(%rip)`."""
_ENTRY_BYTES: Final = 8
_NO_EXCEPTIONS: Final = (b".eh_frame", b".init_array", b".ctors")
"""Sections that would have to be registered."""


class Unknown(Exception):
    """The object holds something that only LLVM's linker knows."""


class _Section:
    """A section of an object; `offset` is where it lies in the memory of all objects."""

    __slots__ = ("align", "data", "flags", "offset", "size")

    def __init__(self, flags: int, data: bytes, size: int, align: int) -> None:
        self.flags, self.data, self.size, self.align = flags, data, size, align
        self.offset = 0


class _Symbol(NamedTuple):
    name: str
    section: int
    value: int
    is_local: bool


class PlacedCode:
    """Objects in memory: `placed[symbol]` is the address of an exported symbol. They go when this does."""

    def __init__(self, memory: mmap.mmap, addresses: dict[str, int]) -> None:
        self._memory = memory
        self._addresses = addresses

    def __getitem__(self, symbol: str) -> int:
        return self._addresses[symbol]


def place(images: Sequence[bytes], symbols: Sequence[str]) -> PlacedCode | None:
    """Objects, linked with each other and with this process; None where only LLVM can do it."""
    if platform.machine() != "x86_64" or sys.platform != "linux":
        return None
    try:
        return _Linker([_Object(image) for image in images]).link(symbols)
    except (Unknown, struct.error, ValueError, IndexError, OSError):
        return None


class _Object:
    """The sections and symbols of one object."""

    def __init__(self, image: bytes) -> None:
        ident, kind, machine, *_, places, _, _, _, _, size, count, names = _HEADER.unpack_from(image)
        if ident[:6] != b"\x7fELF\x02\x01" or (kind, machine) != (_RELOCATABLE, _X86_64) or size != _SECTION.size:
            raise Unknown("another kind of object")
        self.headers = [_SECTION.unpack_from(image, places + size * k) for k in range(count)]
        self.image = image
        strings = self._content(names)
        self.sections = {
            k: self._section(header, strings) for k, header in enumerate(self.headers) if header[2] & _ALLOCATED
        }
        self.symbols = [symbol for table in self._of_kind(_SYMTAB) for symbol in self._symbols(table)]

    def relocations(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Section, place in it, type, symbol and addend of each."""
        for header in self._of_kind(_RELA):
            if header[7] in self.sections:
                content = self.image[header[4] : header[4] + header[5]]
                for place, info, addend in _RELOCATION.iter_unpack(content):
                    yield header[7], place, info & 0xFFFFFFFF, info >> 32, addend

    def _of_kind(self, kind: int) -> Iterator[tuple[int, ...]]:
        return (header for header in self.headers if header[1] == kind)

    def _content(self, index: int) -> bytes:
        header = self.headers[index]
        return self.image[header[4] : header[4] + header[5]]

    def _section(self, header: tuple[int, ...], strings: bytes) -> _Section:
        name, kind, flags, _, offset, size, _, _, align, _ = header
        named = strings[name : strings.index(b"\0", name)]
        if kind not in (_PROGBITS, _NOBITS) or flags & _THREAD_LOCAL or named.startswith(_NO_EXCEPTIONS):
            raise Unknown(f"the section {named!r}")
        data = b"" if kind == _NOBITS else self.image[offset : offset + size]
        return _Section(flags, data, size, max(align, 1))

    def _symbols(self, table: tuple[int, ...]) -> Iterator[_Symbol]:
        strings = self._content(table[6])
        for name, info, _, section, value, _ in _SYMBOL.iter_unpack(self.image[table[4] : table[4] + table[5]]):
            yield _Symbol(strings[name : strings.index(b"\0", name)].decode(), section, value, info >> 4 == 0)


class _Linker:
    """Lays objects out: code and jumps to the process, then constants, then data and the addresses of symbols."""

    def __init__(self, objects: Sequence[_Object]) -> None:
        self._objects = objects
        self._process = ctypes.CDLL(None)
        self._outside: dict[str, int] = {}
        self._entries: dict[str, int] = {}
        self._jumps: dict[str, int] = {}
        self._defined = {
            symbol.name: (one, symbol)
            for one in objects
            for symbol in one.symbols
            if not symbol.is_local and symbol.section in one.sections
        }

    def link(self, symbols: Sequence[str]) -> PlacedCode:
        """Errors: `Unknown`."""
        ends = self._lay_out()
        self._memory = mmap.mmap(-1, ends[-1], flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
        pointer = ctypes.c_char.from_buffer(self._memory)
        self._base = ctypes.addressof(pointer)
        del pointer  # the memory may go when nobody holds it
        for one in self._objects:
            for section in one.sections.values():
                self._memory[section.offset : section.offset + len(section.data)] = section.data
        for name, offset in self._entries.items():
            struct.pack_into("<Q", self._memory, offset, self._address_of(name))
        for name, offset in self._jumps.items():
            self._memory[offset : offset + 2] = _JUMP
            struct.pack_into("<i", self._memory, offset + 2, self._entries[name] - offset - 6)
        for one in self._objects:
            self._relocate(one)
        self._protect(0, ends[0], mmap.PROT_READ | mmap.PROT_EXEC)
        self._protect(ends[0], ends[1], mmap.PROT_READ)
        return PlacedCode(self._memory, {symbol: self._address_of(symbol) for symbol in symbols})

    def _lay_out(self) -> list[int]:
        """Assigns an offset to every section, jump and entry; where code, constants and data end, in whole pages."""
        self._find_outside()
        ends: list[int] = []
        at = 0
        for mask in (_EXECUTED, 0, _WRITE):
            for one in self._objects:
                for section in one.sections.values():
                    if section.flags & (_EXECUTED | _WRITE) == mask:
                        at = -(-at // section.align) * section.align
                        section.offset, at = at, at + section.size
                    elif section.flags & (_EXECUTED | _WRITE) == _EXECUTED | _WRITE:
                        raise Unknown("code that may be written")
            if mask == _EXECUTED:
                for name in self._jumps:
                    self._jumps[name], at = at, at + _ENTRY_BYTES
            if mask == _WRITE:
                at = -(-at // _ENTRY_BYTES) * _ENTRY_BYTES
                for name in self._entries:
                    self._entries[name], at = at, at + _ENTRY_BYTES
            at = -(-max(at, 1) // mmap.PAGESIZE) * mmap.PAGESIZE
            ends.append(at)
        return ends

    def _find_outside(self) -> None:
        """The symbols that code reaches through an entry: those that it asks for so, and the process's functions."""
        for one in self._objects:
            for _, _, kind, index, _ in one.relocations():
                symbol = one.symbols[index]
                if symbol.section >= _RESERVED:
                    raise Unknown(f"the symbol {symbol.name!r}")
                outside = symbol.section == _UNDEFINED and symbol.name not in self._defined
                if outside:
                    self._outside[symbol.name] = self._in_process(symbol.name)
                if outside and kind == _R_PLT32:
                    self._jumps[symbol.name] = self._entries[symbol.name] = 0
                elif kind in _R_GOTS:
                    self._entries[symbol.name] = 0
                    if symbol.is_local:
                        raise Unknown("an entry for a symbol of one object")
                elif outside and kind != _R_64:
                    raise Unknown(f"data of the process: {symbol.name!r}")

    def _in_process(self, name: str) -> int:
        try:
            found = ctypes.cast(self._process[name], ctypes.c_void_p).value
        except AttributeError:
            found = None
        if not found:
            raise Unknown(f"no {name!r} in this process")
        return found

    def _address_of(self, name: str) -> int:
        if name in self._defined:
            one, symbol = self._defined[name]
            return self._base + one.sections[symbol.section].offset + symbol.value
        if name in self._outside:
            return self._outside[name]
        raise Unknown(f"no symbol {name!r}")

    def _relocate(self, one: _Object) -> None:
        """Writes the addresses that an object asks for: of a long kernel thousands, of a few symbols."""
        memory, base = self._memory, self._base
        targets: dict[tuple[int, int], int] = {}
        for section, place, kind, index, addend in one.relocations():
            target = targets.get((kind, index))
            if target is None:
                target = targets[kind, index] = self._target(one, kind, one.symbols[index])
            at = one.sections[section].offset + place
            if kind == _R_64:
                _QUAD.pack_into(memory, at, target + addend)
            elif kind == _R_PC64:
                _SIGNED_QUAD.pack_into(memory, at, target + addend - base - at)
            else:
                _SIGNED_WORD.pack_into(memory, at, target + addend - base - at)

    def _target(self, one: _Object, kind: int, symbol: _Symbol) -> int:
        """What a relocation counts from: the symbol, or the jump or entry that leads to it."""
        if kind in _R_GOTS:
            return self._base + self._entries[symbol.name]
        if kind not in (_R_64, _R_PC32, _R_PLT32, _R_PC64):
            raise Unknown(f"relocation {kind}")
        if symbol.section in one.sections:
            return self._base + one.sections[symbol.section].offset + symbol.value
        if kind == _R_PLT32 and symbol.name in self._jumps:
            return self._base + self._jumps[symbol.name]
        return self._address_of(symbol.name)

    def _protect(self, start: int, end: int, how: int) -> None:
        protect: Any = self._process.mprotect
        protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
        if protect(self._base + start, end - start, how):
            raise Unknown("the system lets no memory become code")

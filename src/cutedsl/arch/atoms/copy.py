"""The copy instructions as a table: plain loads and stores, `cp.async`, `ldmatrix` and `stmatrix`.

Layouts are (thread, bit) -> bit. Sources: BSD-3 `cute/atom/copy_traits_sm75.hpp`, `..._sm80.hpp`, `..._sm90.hpp`; PTX
ISA, "ldmatrix", "stmatrix", "cp.async" for what the headers lack.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.arch.availability import ANYWHERE, Availability
from cutedsl.errors import internal_error
from cutedsl.layout import Layout

UNIVERSAL: Final = "universal"
_ONE: Final = Layout("1:0")
_WARP: Final = Layout("32:1")
_SM75: Final = Availability((7, 5), (6, 5))
_SM80: Final = Availability((8, 0), (7, 0))
_SM90: Final = Availability((9, 0), (7, 8))
_SM100A: Final = Availability((10, 0), (8, 6), ("sm_100a", "sm_103a", "sm_120a", "sm_121a"))


def _bits(count: int) -> Layout:
    return Layout((1, count), (0, 1))


@lru_cache(maxsize=64)
def universal(bits: int) -> CopyRecord:
    """A plain load and store of `bits` by one thread; 0 bits: as wide as both sides allow.

    >>> str(universal(128).src)
    '(1,128):(0,1)'
    """
    one = _bits(max(bits, 1))
    return CopyRecord(f"{UNIVERSAL}.{bits}", _ONE, one, one, one, ANYWHERE, header=f"UniversalCopy<{bits}>")


def _cp_async(cache: str, bits: int) -> CopyRecord:
    one = _bits(bits)
    header = {"ca": "SM80_CP_ASYNC_CACHEALWAYS", "cg": "SM80_CP_ASYNC_CACHEGLOBAL"}[cache] + f"<{bits}>"
    return CopyRecord(
        f"cp.async.{cache}.{bits}",
        _ONE,
        one,
        one,
        one,
        _SM80,
        f"cp.async.{cache}.shared.global",
        reads="gmem",
        writes="smem",
        header=header,
    )


_ROWS_OF: Final = {1: "((8,4),128):((128,0),1)", 2: "((16,2),128):((128,0),1)", 4: "(32,128):(128,1)"}
_PLAIN: Final = {1: "(32,32):(32,1)", 2: "(32,(32,2)):(32,(1,1024))", 4: "(32,(32,4)):(32,(1,1024))"}
_TRANSPOSED: Final = {
    1: "((4,8),(16,2)):((256,16),(1,128))",
    2: "((4,8),(16,2,2)):((256,16),(1,128,1024))",
    4: "((4,8),(16,2,4)):((256,16),(1,128,1024))",
}


def _matrix(kind: str, count: int, transposed: bool) -> CopyRecord:
    """8x8 matrices of 16-bit elements: rows in shared memory on one side, pieces of rows in registers on the other."""
    rows = Layout(_ROWS_OF[count])
    pieces = Layout((_TRANSPOSED if transposed else _PLAIN)[count])
    loads = kind == "ldmatrix"
    words = f"U16x{2 * count}" if transposed else f"U32x{count}"
    prefix, middle = ("SM75", "LDSM") if loads else ("SM90", "STSM")
    trans = ".trans" if transposed else ""
    return CopyRecord(
        f"{kind}.x{count}{trans}",
        _WARP,
        rows if loads else pieces,
        pieces if loads else rows,
        pieces,
        _SM75 if loads else _SM90,
        f"{kind}.sync.aligned.m8n8.x{count}{trans}.shared.b16",
        reads="smem" if loads else "rmem",
        writes="rmem" if loads else "smem",
        header=f"{prefix}_{words}_{middle}_{'T' if transposed else 'N'}",
    )


def _byte_matrix(count: int) -> CopyRecord:
    """`ldmatrix` of 16x16 matrices of bytes, transposed.

    A lane has four rows of one column, then the same rows of the column 8 further. Source: BSD-3
    `cute/arch/copy_sm100.hpp`: the atom `SM100_U8x8_LDSM_T` orders bytes anew after the instruction, which this one
    does not; without that they lie as a multiply of bytes takes them.
    """
    rows = Layout({1: "((16,2),128):((128,0),1)", 2: "(32,128):(128,1)"}[count])
    values = (8, 4, 2) if count == 1 else (8, 4, 2, count)
    strides = (1, 128, 64) if count == 1 else (1, 128, 64, 2048)
    pieces = Layout(((4, 8), values), ((512, 8), strides))
    return CopyRecord(
        f"ldmatrix.m16n16.x{count}.trans",
        _WARP,
        rows,
        pieces,
        pieces,
        _SM100A,
        f"ldmatrix.sync.aligned.m16n16.x{count}.trans.shared.b8",
        reads="smem",
        writes="rmem",
        tested=False,
    )


def _packed_rows(count: int, bits: int) -> CopyRecord:
    """`ldmatrix` of 8x16 matrices of 4- or 6-bit elements, 16 bytes a row with its padding, each into a byte."""
    one = _matrix("ldmatrix", count, False)
    return replace(
        one,
        name=f"ldmatrix.m8n16.x{count}.b{bits}",
        where=_SM100A,
        ptx=f"ldmatrix.sync.aligned.m8n16.x{count}.shared.{_PACKED[bits]}",
        header=f"SM100_SU{bits}_DU8x16_x{count}_LDSM_N",
        tested=False,
    )


def _packed_bytes(count: int, bits: int) -> CopyRecord:
    """`ldmatrix` of 16x16 matrices of 4- or 6-bit elements, transposed, each into a byte."""
    one = _byte_matrix(count)
    ptx = one.ptx.removesuffix("b8") + _PACKED[bits]
    return replace(one, name=f"ldmatrix.m16n16.x{count}.trans.b{bits}", ptx=ptx)


_PACKED: Final = {4: "b8x16.b4x16_p64", 6: "b8x16.b6x16_p32"}
"""A row of 16 packed elements and the padding to 16 bytes, and what it becomes."""


def _byte_store(count: int) -> CopyRecord:
    """`stmatrix` of 16x8 matrices of bytes, transposed."""
    values = (8, 2, 2) if count == 1 else (8, 2, 2, count)
    strides = (1, 128, 64) if count == 1 else (1, 128, 64, 1024)
    pieces = Layout(((4, 8), values), ((256, 8), strides))
    return CopyRecord(
        f"stmatrix.m16n8.x{count}.trans",
        _WARP,
        pieces,
        Layout(_ROWS_OF[count]),
        pieces,
        _SM100A,
        f"stmatrix.sync.aligned.m16n8.x{count}.trans.shared.b8",
        reads="rmem",
        writes="smem",
        header=f"SM100_U8x{4 * count}_STSM_T",
        tested=False,
    )


_TABLE: Final = (
    *(universal(bits) for bits in (8, 16, 32, 64, 128)),
    *(_cp_async("ca", bits) for bits in (32, 64, 128)),
    _cp_async("cg", 128),
    *(_matrix("ldmatrix", count, t) for t in (False, True) for count in (1, 2, 4)),
    *(_matrix("stmatrix", count, t) for t in (False, True) for count in (1, 2, 4)),
    *(_byte_matrix(count) for count in (1, 2)),
    *(_packed_rows(count, bits) for bits in (4, 6) for count in (1, 2, 4)),
    *(_packed_bytes(count, bits) for bits in (4, 6) for count in (1, 2)),
    *(_byte_store(count) for count in (1, 2, 4)),
)

COPY_ATOMS: Final = MappingProxyType({one.name: one for one in _TABLE})
"""Every copy instruction by name."""


def copy_record(name: str) -> CopyRecord:
    """The record of a name that an op carries.

    >>> copy_record("ldmatrix.x4").threads
    32
    """
    found = COPY_ATOMS.get(name)
    if found is not None:
        return found
    kind, _, bits = name.partition(".")
    if kind == UNIVERSAL:
        return universal(int(bits))
    raise internal_error(f"no copy instruction {name!r}")

"""The matrix multiply-adds of one thread and of a warp as a table.

Layouts are (thread, value) -> element of A (M,K), B (N,K) and C (M,N). Sources: BSD-3 `cute/atom/mma_traits_sm80.hpp`,
`mma_traits_sm89.hpp`, `mma_traits_sm90.hpp`; PTX ISA, "Matrix Fragments for mma".
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import Final

from cutedsl.arch.atoms.blockscaled import SCALED_ATOMS
from cutedsl.arch.atoms.records import MmaRecord, layout_of
from cutedsl.arch.atoms.sparse import SPARSE_ATOMS
from cutedsl.arch.atoms.warpgroup import warpgroup_record
from cutedsl.arch.availability import ANYWHERE, Availability
from cutedsl.errors import internal_error
from cutedsl.layout import Layout

_WARP: Final = Layout("32:1")
_SM80: Final = Availability((8, 0), (7, 0))
_SM89: Final = Availability((8, 9), (8, 4))
_SM89_F16: Final = Availability((8, 9), (8, 7))
_SM90: Final = Availability((9, 0), (7, 8))

_C_16X8: Final = "((4,8),(2,2)):((32,1),(16,8))"
_C_8X8: Final = "((4,8),2):((16,1),8)"
# By shape and bits of an element: the layouts of A, B and C.
_LAYOUTS: Final = {
    ((16, 8, 8), 16): ("((4,8),(2,2)):((32,1),(16,8))", "((4,8),2):((16,1),8)", _C_16X8),
    ((16, 8, 16), 16): ("((4,8),(2,2,2)):((32,1),(16,8,128))", "((4,8),(2,2)):((16,1),(8,64))", _C_16X8),
    ((16, 8, 4), 32): ("((4,8),2):((16,1),8)", "((4,8),1):((8,1),0)", _C_16X8),
    ((16, 8, 8), 32): ("((4,8),(2,2)):((16,1),(8,64))", "((4,8),2):((8,1),32)", _C_16X8),
    ((8, 8, 16), 8): ("((4,8),4):((32,1),8)", "((4,8),4):((32,1),8)", _C_8X8),
    ((16, 8, 16), 8): ("((4,8),(4,2)):((64,1),(16,8))", "((4,8),4):((32,1),8)", _C_16X8),
    ((16, 8, 32), 8): ("((4,8),(4,2,2)):((64,1),(16,8,256))", "((4,8),(4,2)):((32,1),(8,128))", _C_16X8),
    ((8, 8, 4), 64): ("((4,8),1):((8,1),0)", "((4,8),1):((8,1),0)", _C_8X8),
    ((16, 8, 4), 64): ("((4,8),2):((16,1),8)", "((4,8),1):((8,1),0)", _C_16X8),
    ((16, 8, 8), 64): ("((4,8),(2,2)):((16,1),(8,64))", "((4,8),2):((8,1),32)", _C_16X8),
    ((16, 8, 16), 64): ("((4,8),(2,4)):((16,1),(8,64))", "((4,8),4):((8,1),32)", _C_16X8),
}
_BITS: Final = {
    "f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8, "f64": 64, "f32": 32, "s32": 32,
}  # fmt: skip


def type_bits(ptx_type: str) -> int:
    """Bits that a value of a PTX type takes in a fragment.

    >>> type_bits("tf32")
    32
    """
    return _BITS[ptx_type]


@lru_cache(maxsize=16)
def universal_fma(ptx_type: str) -> MmaRecord:
    """The multiply-add of one thread."""
    one = Layout("(1,1):(0,0)")
    name, thread = f"fma.{ptx_type}", Layout("1:0")
    return MmaRecord(
        name, "fma", (1, 1, 1), ptx_type, ptx_type, ptx_type, ptx_type, thread, one, one, one, ANYWHERE, "fma.rn"
    )


def _mma(shape: tuple[int, int, int], d: str, a: str, b: str, where: Availability, header: str = "") -> MmaRecord:
    m, n, k = shape
    layout_a, layout_b, layout_c = map(layout_of, _LAYOUTS[shape, _BITS[a]])
    spelled = f"m{m}n{n}k{k}"
    rounding = ".rn" if a == "f64" and m == 16 else ""
    saturate = ".satfinite" if header.endswith("_SATURATE") else ""
    ptx = f"mma.sync.aligned.{spelled}.row.col{rounding}{saturate}.{d}.{a}.{b}.{d}"
    name = f"mma.{spelled}.{d}.{a}.{b}{saturate}"
    return MmaRecord(name, "mma", shape, d, a, b, d, _WARP, layout_a, layout_b, layout_c, where, ptx, header)


def _header(sm: int, shape: tuple[int, int, int], *types: str) -> str:
    d, a, b = (t.upper() for t in types)
    return f"SM{sm}_{shape[0]}x{shape[1]}x{shape[2]}_{d}{a}{b}{d}_TN"


def _integer(shape: tuple[int, int, int], a: str, b: str, saturate: bool) -> MmaRecord:
    header = _header(80, shape, "s32", a, b) + ("_SATURATE" if saturate else "")
    return _mma(shape, "s32", a, b, _SM80, header)


_F16_SHAPES: Final = ((16, 8, 8), (16, 8, 16))
_TABLE: Final = (
    *(
        _mma(shape, d, ab, ab, _SM80, _header(80, shape, d, ab, ab))
        for shape in _F16_SHAPES
        for d, ab in (("f16", "f16"), ("f32", "f16"), ("f32", "bf16"))
    ),
    *(
        _mma(shape, "f32", "tf32", "tf32", _SM80, _header(80, shape, "f32", "tf32", "tf32"))
        for shape in ((16, 8, 4), (16, 8, 8))
    ),
    *(
        _mma((16, 8, 32), d, a, b, _SM89 if d == "f32" else _SM89_F16, _header(89, (16, 8, 32), d, a, b))
        for d in ("f32", "f16")
        for a in ("e4m3", "e5m2")
        for b in ("e4m3", "e5m2")
    ),
    *(
        # PTX ISA 8.7: FP8 with K = 16; the BSD-3 headers have no such atom.
        _mma((16, 8, 16), d, a, b, _SM89_F16)
        for d in ("f32", "f16")
        for a in ("e4m3", "e5m2")
        for b in ("e4m3", "e5m2")
    ),
    *(
        _integer(shape, a, b, saturate)
        for shape in ((8, 8, 16), (16, 8, 16), (16, 8, 32))
        for a in ("s8", "u8")
        for b in ("s8", "u8")
        for saturate in (False, True)
    ),
    _mma((8, 8, 4), "f64", "f64", "f64", _SM80, "SM80_8x8x4_F64F64F64F64_TN"),
    *(
        _mma((16, 8, k), "f64", "f64", "f64", _SM90, f"SM90_16x8x{k}_F64F64F64F64_TN")
        for k in (4, 8, 16)
    ),
)  # fmt: skip

MMA_ATOMS: Final = MappingProxyType({one.name: one for one in _TABLE})
"""Every warp multiply-add by name."""


def mma_record(name: str) -> MmaRecord:
    """The record of a name that an op carries.

    >>> mma_record("mma.m16n8k16.f32.f16.f16").ptx
    'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32'
    """
    found = MMA_ATOMS.get(name) or SPARSE_ATOMS.get(name) or SCALED_ATOMS.get(name)
    if found is not None:
        return found
    family, _, rest = name.partition(".")
    if family == "fma":
        return universal_fma(rest)
    if family == "wgmma":
        return warpgroup_record(name)
    raise internal_error(f"no multiply-add {name!r}")

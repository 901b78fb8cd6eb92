"""The matrix multiply-adds of tensor memory (`tcgen05.mma`): kinds, shapes, instruction and operand descriptors.

Sources: PTX ISA, "tcgen05.mma", "Instruction descriptor", "Shared memory descriptor"; BSD-3
`cute/atom/mma_traits_sm100.hpp`, `cute/arch/mma_sm100_desc.hpp`.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import Final

from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.arch.atoms.warpgroup import operand_place
from cutedsl.arch.availability import Availability
from cutedsl.errors.frozen import frozen
from cutedsl.layout import Layout, Swizzle, size

_FAMILY: Final = ("sm_100a", "sm_103a", "sm_110a")
WHERE: Final = MappingProxyType(
    {
        "f16": Availability((10, 0), (8, 6), _FAMILY),
        "tf32": Availability((10, 0), (8, 6), _FAMILY),
        "f8f6f4": Availability((10, 0), (8, 6), _FAMILY),
        "i8": Availability((10, 0), (8, 6), ("sm_100a", "sm_110a")),
        "mxf8f6f4": Availability((10, 0), (8, 6), _FAMILY),
        "mxf4": Availability((10, 0), (8, 6), _FAMILY),
        "mxf4nvf4": Availability((10, 0), (8, 7), _FAMILY),
    }
)
"""Where each kind exists."""

_TYPE_CODES: Final = MappingProxyType(
    {
        "f16": {"f16": 0, "bf16": 1},
        "tf32": {"tf32": 2},
        "f8f6f4": {"e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5},
        "i8": {"u8": 0, "s8": 1},
        "mxf8f6f4": {"e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5},
        "mxf4": {"e2m1": 1},
        "mxf4nvf4": {"e2m1": 1},
    }
)
_D_CODES: Final = MappingProxyType({"f16": 0, "f32": 1, "s32": 2})
BITS: Final = MappingProxyType(
    {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "e2m3": 6, "e3m2": 6, "e2m1": 4, "u8": 8, "s8": 8}
)


@frozen
class UmmaKind:
    """One form of `tcgen05.mma`: the kind, the types, the shape, how many blocks multiply, and where A lies.

    `shape_mnk` is that of the pair where `ctas` is 2. `scale_type` ("ue8m0", "ue4m3") and `scale_vector`, the elements
    that share a scale, are of the block-scaled kinds.
    """

    kind: str
    type_d: str
    type_a: str
    type_b: str
    shape_mnk: tuple[int, int, int]
    ctas: int
    a_in_tmem: bool = False
    a_mn_major: bool = False
    b_mn_major: bool = False
    scale_type: str = ""
    scale_vector: int = 0

    @property
    def scaled(self) -> bool:
        return bool(self.scale_type)

    @property
    def a_mode(self) -> str:
        """The layout of A in tensor memory, or what it requires of the accumulators."""
        if not self.a_in_tmem:
            return "interleaved"
        return "duplicated" if (self.ctas, self.shape_mnk[0]) == (2, 128) else "apart"

    @property
    def name(self) -> str:
        m, n, k = self.shape_mnk
        flags = ("ts" if self.a_in_tmem else "", "ta" if self.a_mn_major else "", "tb" if self.b_mn_major else "")
        scale = f"{self.scale_type}x{self.scale_vector}" if self.scaled else ""
        parts = ("tcgen05", self.kind, f"cg{self.ctas}", f"m{m}n{n}k{k}", self.type_d, self.type_a, self.type_b, scale)
        return ".".join(part for part in (*parts, *flags) if part)

    @property
    def descriptor(self) -> int:
        """The instruction descriptor without the numbers of its scales.

        >>> hex(UmmaKind("f16", "f32", "f16", "f16", (128, 256, 16), 1).descriptor)
        '0x8400010'
        """
        m, n, k = self.shape_mnk
        codes = _TYPE_CODES[self.kind]
        common = codes[self.type_a] << 7 | codes[self.type_b] << 10 | n >> 3 << 17
        transposes = int(self.a_mn_major) << 15 | int(self.b_mn_major) << 16
        if self.scaled:
            return common | transposes | int(self.scale_type == "ue8m0") << 23 | m >> 7 << 27 | int(k == 96) << 31
        return common | transposes | _D_CODES[self.type_d] << 4 | m >> 4 << 24

    def record(self) -> MmaRecord:
        """The instruction, laid over its blocks: a "thread" is one of them, and all of its elements are values."""
        m, n, k = self.shape_mnk
        c, rows, columns = self.ctas, self.shape_mnk[0] // self.ctas, self.shape_mnk[1] // self.ctas
        step = 0 if c == 1 else 1
        return MmaRecord(
            self.name,
            "tcgen05",
            self.shape_mnk,
            self.type_d,
            self.type_a,
            self.type_b,
            self.type_d,
            Layout(c),
            Layout((c, (rows, k)), (rows * step, (1, m))),
            Layout((c, (columns, k)), (columns * step, (1, n))),
            Layout((c, (rows, n)), (rows * step, (1, m))),
            WHERE[self.kind],
            f"tcgen05.mma.cta_group::{c}.kind::{self.kind}",
            tested=False,
        )


# -- operands in shared memory ---------------------------------------------------------------------------------------
_SWIZZLE_CODES: Final = MappingProxyType({(0, 4): 0, (1, 4): 6, (2, 4): 4, (3, 4): 2, (2, 5): 1})
SW128_32B: Final = Swizzle(2, 5, 2)
"""The swizzle of 128-byte rows in pieces of 32 bytes, for transposed 32-bit operands."""


@lru_cache(maxsize=1024)
def smem_descriptor(values: Layout, swizzle: Swizzle, elem_bits: int, *, mn_major: bool) -> int | None:
    """The descriptor, but for the address, of an operand that lies as `values`, (row, k) -> element; None where no
    descriptor says it.

    >>> hex(smem_descriptor(Layout("((8,16),16):((64,512),1)"), Swizzle(3, 4, 3), 16, mn_major=False))
    '0x4000404000010000'
    """
    kind = (swizzle.num_bits, swizzle.num_base if swizzle.num_bits else 4)
    if kind not in _SWIZZLE_CODES:
        return None
    if swizzle == SW128_32B:
        offsets = _offsets_of_32b(values, elem_bits) if mn_major else None
    else:
        layout, bits = (values, elem_bits) if elem_bits >= 8 else (_as_bytes(values, elem_bits), 8)
        place = None if layout is None else operand_place(layout, swizzle, bits, mn_major=mn_major)
        offsets = None if place is None else (place.lead_bytes, place.stride_bytes)
    if offsets is None:
        return None
    lead, stride = offsets
    return _SWIZZLE_CODES[kind] << 61 | 1 << 46 | (stride >> 4) << 32 | (lead >> 4) << 16


def _as_bytes(values: Layout, elem_bits: int) -> Layout | None:
    """A K-major layout of packed elements in bytes; 6-bit ones take a byte of padding for each... four share three."""
    if elem_bits != 4:
        return None
    rows, depth = size(values, [0]), size(values, [1])
    if values((0, 1)) != 1 or depth % 2:
        return None
    steps = [values((r, 0)) for r in (1, 2, 4, 8)] if rows > 8 else [values((1, 0))]
    if any(step % 2 for step in steps):
        return None
    return _halved(values)


def _halved(values: Layout) -> Layout:
    from cutedsl.layout import recast_layout

    return recast_layout(8, 4, values)


def _offsets_of_32b(values: Layout, elem_bits: int) -> tuple[int, int] | None:
    """(leading, stride) bytes of ((T,8,m),(4,k)):((1,T,LBO),(8T,SBO)), T elements in 16 bytes."""
    bytes_of, wide = elem_bits // 8, 1024 // elem_bits
    rows, depth = size(values, [0]), size(values, [1])
    lead = values((wide, 0)) * bytes_of if rows > wide else 0
    stride = values((0, 4)) * bytes_of if depth > 4 else 0
    for row in range(rows):
        if values((row, 0)) * bytes_of != row % wide * bytes_of + row // wide * lead:
            return None
    for k in range(depth):
        if values((0, k)) * bytes_of != k % 4 * 128 + k // 4 * stride:
            return None
    return lead, stride

"""The matrix multiply-adds of a warp group (`wgmma`), and the shared-memory layouts that their descriptors can hold.

Sources: BSD-3 `cute/atom/mma_traits_sm90_gmma.hpp`; PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions".
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import Final

from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.arch.availability import Availability
from cutedsl.errors import internal_error
from cutedsl.errors.frozen import frozen
from cutedsl.layout import Layout, Swizzle, size

SM90A: Final = Availability((9, 0), (8, 0), ("sm_90a",))
_SM90A_MIXED: Final = Availability((9, 0), (8, 4), ("sm_90a",))
_GROUP: Final = Layout("128:1")

# (D, A, B) by bits of an element of A; tf32 counts 32.
FLOAT_KINDS: Final = (
    ("f16", "f16", "f16"),
    ("f32", "f16", "f16"),
    ("f32", "bf16", "bf16"),
    ("f32", "tf32", "tf32"),
    *((d, a, b) for d in ("f16", "f32") for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")),
)
INT_KINDS: Final = tuple(("s32", a, b) for a in ("s8", "u8") for b in ("s8", "u8"))
K_OF: Final = MappingProxyType({"f16": 16, "bf16": 16, "tf32": 8, "e4m3": 32, "e5m2": 32, "s8": 32, "u8": 32})
_A_IN_REGISTERS: Final = MappingProxyType(
    {
        16: "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))",
        32: "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))",
        8: "((4,8,4),(2,2)):((64,1,16),(8,256))",
    }
)


def columns_of(type_a: str) -> tuple[int, ...]:
    """The N that an instruction takes: multiples of 8 up to 256; integers 8, 24 and multiples of 16."""
    if type_a in ("s8", "u8"):
        return (8, 24, *range(16, 257, 16))
    return tuple(range(8, 257, 8))


@lru_cache(maxsize=2048)
def warpgroup_record(name: str) -> MmaRecord:
    """The record of `wgmma.m64n<N>k<K>.<D>.<A>.<B>[.ra][.ta][.tb]`.

    `.ra`: A comes from registers; `.ta`, `.tb`: A or B lies MN-major in shared memory.

    >>> str(warpgroup_record("wgmma.m64n128k16.f32.bf16.bf16").c)
    '((4,8,4),(2,2,16)):((128,1,16),(64,8,512))'
    """
    _, shape, d, a, b, *flags = name.split(".")
    n = int(shape[4 : shape.index("k")])
    k = K_OF[a]
    kinds = (*FLOAT_KINDS, *INT_KINDS)
    if (
        shape != f"m64n{n}k{k}"
        or (d, a, b) not in kinds
        or n not in columns_of(a)
        or not {"ra", "ta", "tb"}.issuperset(flags)
    ):
        raise internal_error(f"no multiply-add {name!r}")
    layout_a = Layout(_A_IN_REGISTERS[k]) if "ra" in flags else Layout((128, (64, k)), (0, (1, 64)))
    return MmaRecord(
        name,
        "wgmma",
        (64, n, k),
        d,
        a,
        b,
        d,
        _GROUP,
        layout_a,
        Layout((128, (n, k)), (0, (1, n))),
        Layout(((4, 8, 4), (2, 2, n // 8)), ((128, 1, 16), (64, 8, 512))),
        _SM90A_MIXED if {a, b} == {"s8", "u8"} else SM90A,
        f"wgmma.mma_async.sync.aligned.{shape}.{d}.{a}.{b}",
        _header(n, k, (d, a, b), "ra" in flags),
    )


def _header(n: int, k: int, kinds: tuple[str, str, str], registers: bool) -> str:
    """The name in the headers; 8- and 32-bit operands are K-major only and say so."""
    types = "".join(kind.upper() for kind in kinds)
    tail = "" if k == 16 else "_TN"
    return f"SM90_64x{n}x{k}_{types}_{'RS' if registers else 'SS'}{tail}"


@frozen
class SmemAtom:
    """One of the eight shared-memory layouts that a descriptor holds: `bits` of each row, 8 rows, a byte swizzle.

    `layout_type` is the descriptor's field (PTX ISA, "Matrix Descriptor"): 0 none, 1 128 bytes, 2 64 bytes, 3 32 bytes.
    """

    name: str
    major: str
    row_bits: int
    swizzle: Swizzle
    layout_type: int

    def layout(self, elem_bits: int) -> Layout:
        """The atom in elements.

        >>> print(SMEM_ATOMS["K_SW128"].layout(16), SMEM_ATOMS["MN_SW64"].layout(16))
        (8,64):(64,1) (32,8):(1,32)
        """
        row = self.row_bits // elem_bits
        return Layout((8, row), (row, 1)) if self.major == "K" else Layout((row, 8), (1, row))


_SMEM: Final = tuple(
    SmemAtom(f"{major}_{kind}", major, row_bits, Swizzle(bits, 4, 3), layout_type)
    for major in ("MN", "K")
    for kind, row_bits, bits, layout_type in (
        ("INTER", 128, 0, 0),
        ("SW32", 256, 1, 3),
        ("SW64", 512, 2, 2),
        ("SW128", 1024, 3, 1),
    )
)
SMEM_ATOMS: Final = MappingProxyType({one.name: one for one in _SMEM})
"""The shared-memory layout atoms of warp-group multiplies, by `SmemLayoutAtomKind` name."""


@frozen
class OperandPlace:
    """Where element (row, k) of an operand lies in shared memory, as a descriptor says it.

    `lead_bytes` and `stride_bytes` are the descriptor's two offsets, `row_units` the 16-byte units of a swizzled row
    (1, 2, 4 or 8). Addresses are then swizzled by `swizzle_bits` (bits 4.. with bits 7..).
    Source: PTX ISA, "Matrix Descriptor"; BSD-3 `cute/atom/mma_traits_sm90_gmma.hpp` (the canonical layouts).
    """

    mn_major: bool
    swizzle_bits: int
    lead_bytes: int
    stride_bytes: int
    elem_bytes: int

    @property
    def row_units(self) -> int:
        return 1 << self.swizzle_bits

    @property
    def unit(self) -> int:
        """Elements in 16 bytes."""
        return 16 // self.elem_bytes

    def row_bytes(self, row: int) -> int:
        """What the row adds to an element's byte offset."""
        units, unit, size = self.row_units, self.unit, self.elem_bytes
        if not self.mn_major:
            return row % 8 * 16 * units + row // 8 * self.stride_bytes
        outer = self.stride_bytes if self.swizzle_bits == 0 else self.lead_bytes
        return row % (unit * units) * size + row // (unit * units) * outer

    def k_bytes(self, k: int) -> int:
        """What k adds to an element's byte offset."""
        if not self.mn_major:
            lead = self.lead_bytes if self.swizzle_bits == 0 else 16
            return k % self.unit * self.elem_bytes + k // self.unit * lead
        outer = self.lead_bytes if self.swizzle_bits == 0 else self.stride_bytes
        return k % 8 * 16 * self.row_units + k // 8 * outer

    @property
    def descriptor(self) -> int:
        """The descriptor's constant bits: all but the address."""
        kind = {0: 0, 1: 3, 2: 2, 3: 1}[self.swizzle_bits]
        return kind << 62 | (self.stride_bytes >> 4) << 32 | (self.lead_bytes >> 4) << 16

    @property
    def text(self) -> str:
        """The fields, as an op carries them.

        >>> OperandPlace(False, 3, 16, 1024, 2).text
        'K S<3,4,3> lead 16 stride 1024 element 2'
        """
        major = "MN" if self.mn_major else "K"
        offsets = f"lead {self.lead_bytes} stride {self.stride_bytes} element {self.elem_bytes}"
        return f"{major} S<{self.swizzle_bits},4,3> {offsets}"

    @staticmethod
    def of_text(text: str) -> OperandPlace:
        """The inverse of `text`."""
        major, swizzle, _, lead, _, stride, _, size = text.split()
        return OperandPlace(major == "MN", int(swizzle[2]), int(lead), int(stride), int(size))


@lru_cache(maxsize=1024)
def operand_place(values: Layout, swizzle: Swizzle, elem_bits: int, *, mn_major: bool) -> OperandPlace | None:
    """How a descriptor says the layout `values`, (row, k) -> element of one instruction; None where none can.

    >>> operand_place(Layout("((8,8),16):((64,512),1)"), Swizzle(3, 4, 3), 16, mn_major=False).stride_bytes
    1024
    """
    if swizzle.num_bits and (swizzle.num_base, swizzle.num_shift) != (4, 3):
        return None
    rows, depth = size(values, [0]), size(values, [1])
    bytes_of, unit = elem_bits // 8, 128 // elem_bits
    bits = swizzle.num_bits
    wide = unit << bits

    def at(row: int, k: int) -> int:
        return values((row, k)) * bytes_of if row < rows and k < depth else 0

    if mn_major:
        row_step, k_step = at(wide if bits else unit, 0), at(0, 8)
        lead, stride = (row_step, k_step) if bits else (k_step, row_step)
    else:
        lead, stride = (16 if bits else at(0, unit)), at(8, 0)
    if max(lead, stride) >> 4 >= 1 << 14 or lead % 16 or stride % 16 or min(lead, stride) < 0:
        return None
    place = OperandPlace(mn_major, bits, lead, stride, bytes_of)
    # A layout of two modes is the sum of what each gives.
    fits = all(at(r, 0) == place.row_bytes(r) for r in range(rows)) and all(
        at(0, k) == place.k_bytes(k) for k in range(depth)
    )
    return place if fits else None

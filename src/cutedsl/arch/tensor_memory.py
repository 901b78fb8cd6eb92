"""Tensor memory and the instructions on it, as data: sizes, shapes, kinds of multiplies, where each exists.

Source: PTX ISA, "TensorCore 5th Generation Family Instructions"; which targets have what was asked of ptxas 13.0.
"""

from __future__ import annotations

from enum import IntEnum
from types import MappingProxyType
from typing import Final

from cutedsl.arch.availability import Availability
from cutedsl.native.constants import LANES

COLUMN_COUNTS: Final = (32, 64, 128, 256, 512)
"""How many may be allocated at once."""

SHAPES: Final = ("32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2")
"""What one load or store moves: lanes by bits of each."""
REGISTERS: Final = MappingProxyType({"32x32b": 1, "16x64b": 1, "16x128b": 2, "16x256b": 4, "16x32bx2": 1})
"""Registers of a thread for each repetition."""
MOST_REGISTERS: Final = 128
HALVED: Final = "16x32bx2"
"""The shape that names the columns of its second half."""

COPY_SHAPES: Final = (
    *("128x256b", "4x256b", "128x128b"),
    *("64x128b.warpx2::02_13", "64x128b.warpx2::01_23", "32x128b.warpx4"),
)
UNPACKS: Final = ("b8x16.b6x16_p32", "b8x16.b4x16_p64")

DENSE_KINDS: Final = ("f16", "tf32", "f8f6f4", "i8")
SCALE_VECTORS: Final = MappingProxyType(
    {
        "mxf8f6f4": ("1X", "block32"),
        "mxf4": ("2X", "block32"),
        "mxf4nvf4": ("2X", "4X", "block32", "block16"),
    }
)
"""The sizes of blocks with one factor, by kind: as `scale_vec::1X`, or `block32`, which later targets take."""
KINDS: Final = (*DENSE_KINDS, *SCALE_VECTORS)

_ALL: Final = ("sm_100a", "sm_103a")
TCGEN05: Final = Availability((10, 0), (8, 6), _ALL)
INTEGERS: Final = Availability((10, 0), (8, 6), ("sm_100a",))
NARROWEST: Final = Availability((10, 0), (8, 7), _ALL)
"""Multiplies of kind `mxf4nvf4`."""
BLOCK_NAMES: Final = Availability((10, 0), (8, 8), _ALL)
LONG_K: Final = Availability((10, 3), (8, 8), ("sm_103a",))
"""Of multiplies of 4-bit elements whose K is 96."""
"""`block16` and `block32`."""
REDUCING: Final = Availability((10, 3), (8, 8), ("sm_103a",))
"""Loads that combine columns too."""

COLLECTORS: Final = ("fill", "use", "lastuse", "discard")
"""What a multiply does with a collector buffer: the last is what it does where it names none."""
SHIFTED_COLLECTORS: Final = ("lastuse", "discard")
"""Those of a multiply that shifts the rows of A."""
COLLECTOR_BUFFERS: Final = ("a", "b0", "b1", "b2", "b3")
"""That of A, and those of B in weight-stationary multiplies."""
MOST_SCALE_D: Final = 15


class TensorFault(IntEnum):
    """What was wrong with an instruction of tensor memory; the first `detail` of the error TENSOR.

    The further two by fault: COUNT columns; FULL columns, slices taken as bits; NO_PERMIT columns; GREW columns before
    and now; NOT_ALLOCATED address and columns; OUTSIDE column and how many; OTHER_LANES lane and warp; LANE the lane;
    NO_PAIR blocks of the cluster; MIXED_GROUPS blocks before and now; INSTRUCTION a `DescriptorField` and its value;
    DESCRIPTOR_VERSION, DESCRIPTOR_BITS and DESCRIPTOR_ABSOLUTE the descriptor; DESCRIPTOR_LAYOUT its code;
    DESCRIPTOR_OUTSIDE the byte and how many there are; DESCRIPTOR_ORDER none; LEAKED the slices as bits;
    SHIFTED_COLUMNS by how many, of how many; LANES_DIFFER none; METADATA row and bits;
    METADATA_COLUMN it and the selector; COPIES two lanes; COLLECTOR_EMPTY and COLLECTOR_OTHER the buffer and its use;
    OWN_OPERAND columns of D, the first and how many; PAIR_DIFFERS columns asked for, and by the pair's other block.
    """

    COUNT = 1
    FULL = 2
    NO_PERMIT = 3
    GREW = 4
    NOT_ALLOCATED = 5
    OUTSIDE = 6
    OTHER_LANES = 7
    LANE = 8
    NO_PAIR = 9
    MIXED_GROUPS = 10
    INSTRUCTION = 11
    DESCRIPTOR_VERSION = 12
    DESCRIPTOR_BITS = 13
    DESCRIPTOR_LAYOUT = 14
    DESCRIPTOR_ABSOLUTE = 15
    DESCRIPTOR_OUTSIDE = 16
    DESCRIPTOR_ORDER = 17
    LEAKED = 18
    SHIFTED_COLUMNS = 19
    LANES_DIFFER = 20
    METADATA = 21
    METADATA_COLUMN = 22
    COPIES = 23
    COLLECTOR_EMPTY = 24
    COLLECTOR_OTHER = 25
    OWN_OPERAND = 26
    PAIR_DIFFERS = 27


class DescriptorField(IntEnum):
    """A field of an instruction descriptor that no instruction has so."""

    RESERVED = 1
    SUMS = 2
    SATURATE = 3
    NEGATED = 4
    LONG_K = 5
    SCALE_TYPE = 6
    SCALE_ID = 7
    M = 8
    N = 9
    ORDER = 10
    SPARSE = 11
    A = 12
    B = 13
    SPARSE_M = 14


REDUCTIONS: Final = ("f32", "u32", "s32")
"""Types in which loads combine columns."""


def c_names() -> dict[str, int]:
    """What the CPU's runtime calls all this."""
    copies = [shape.replace(".warpx2::", "_").replace(".warpx4", "") for shape in COPY_SHAPES]
    return {
        "TENSOR_LANES": LANES,
        **{f"TENSOR_{shape}": number for number, shape in enumerate((*SHAPES,))},
        **{f"TENSOR_{shape}": number for number, shape in enumerate(copies)},
        **{f"TENSOR_KIND_{kind.upper()}": number for number, kind in enumerate(KINDS)},
        **{f"TENSOR_REDUCE_{kind.upper()}": number for number, kind in enumerate(REDUCTIONS)},
        "TENSOR_COLLECTORS": len(COLLECTOR_BUFFERS),
        **{f"TENSOR_COLLECTOR_{use.upper()}": number for number, use in enumerate(COLLECTORS)},
        **{f"TENSOR_{fault.name}": int(fault) for fault in TensorFault},
        **{f"TENSOR_FIELD_{field.name}": int(field) for field in DescriptorField},
    }

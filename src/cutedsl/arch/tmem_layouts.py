"""Where accumulators, operands and scales lie in tensor memory, and what the copies of its lanes move.

Layouts map to elements of a lane's words: the next lane is `lane` elements further, the next word `word`.
Sources: BSD-3 `cute/atom/mma_traits_sm100_frag.hpp`, `cute/atom/copy_traits_sm100.hpp`; PTX ISA, "Data path layout".
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.arch.availability import Availability
from cutedsl.arch.tensor_memory import LANES
from cutedsl.layout import Layout, composition, make_layout, tiled_product

_VIRTUAL_COLUMNS: Final = 16384
_LANE_BITS: Final = 1 << 21
"""A lane further, counted in bits of a column: 65536 columns of 32."""


def _placed(atom: Layout, rest: tuple[Any, ...], step: int, value_bits: int, storage_bits: int) -> Layout:
    """An atom over (lane + 128 column), repeated over `rest`, as element offsets."""
    restride = Layout((LANES, _VIRTUAL_COLUMNS), (_LANE_BITS // value_bits, storage_bits // value_bits))
    return composition(restride, tiled_product(atom, _compact(rest, step)))


def _compact(shape: tuple[Any, ...], step: int) -> Layout:
    whole = make_layout(shape)
    return whole if step == 1 else composition(Layout(_VIRTUAL_COLUMNS, step), whole)


@lru_cache(maxsize=512)
def fragment_layout(shape: tuple[Any, ...], ctas: int, mode: str, value_bits: int, storage_bits: int = 32) -> Layout:
    """((M,N),rest...) of an accumulator, or of A, in one block's tensor memory.

    `mode` is "interleaved" (64 rows use every other 16 lanes, the next tile the others), "apart" (those lanes stay
    free) or "duplicated" (A of a pair's 128 rows, twice). Elements narrower than `storage_bits` lie in words of their
    own.

    >>> print(fragment_layout(((128, 256), 1, 1), 1, "interleaved", 32))
    ((128,256),1,1):((65536,1),0,0)
    >>> print(fragment_layout(((64, 128), 1, 1), 1, "apart", 32))
    (((16,4),128),1,1):(((65536,2097152),1),0,0)
    """
    (rows, columns), rest = shape[0], shape[1:]
    step = 1
    if ctas == 1 and rows == 64:
        atom = Layout(((16, 4), columns), ((1, 32), LANES))
        step = 1 if mode == "interleaved" else 2
    elif ctas == 2 and rows == 32:
        atom = Layout((32, (columns // 4, 4)), (1, (LANES, 32)))
    elif ctas == 2 and rows == 64 and mode != "duplicated":
        atom = Layout((64, (columns // 2, 2)), (1, (LANES, 64)))
    else:
        atom = Layout((LANES, columns), (1, LANES))
    return _placed(atom, rest, step, value_bits, storage_bits)


@lru_cache(maxsize=256)
def scales_layout(shape: tuple[Any, ...], value_bits: int, *, halves: bool = False) -> Layout:
    """((rows, (vector, scales of an instruction)), rest...) of the scales of an operand, in all four quarters of lanes.

    `halves`: B's scales of a pair with 64 rows each, one half of them in two quarters.
    """
    (rows, (vector, scales)), rest = shape[0], shape[1:]
    if halves:
        lanes = Layout(((32, rows // 64), 2, 2), ((1, 4 * LANES), 64, 32))
    else:
        lanes = Layout(((32, rows // 32), 4), ((1, 4 * LANES), 32))
    along = Layout((vector, scales), (0, LANES))
    return _placed(make_layout([lanes, along]), rest, 1, value_bits, value_bits)


# -- copies ------------------------------------------------------------------------------------------------------------
_WHERE: Final = Availability((10, 0), (8, 6), ("sm_100a", "sm_103a", "sm_110a"))
_SHAPES: Final = {
    "32x32b": (32, 32),
    "16x64b": (16, 64),
    "16x128b": (16, 128),
    "16x256b": (16, 256),
    "16x32bx2": (16, 64),
}
"""Lanes, and bits of a lane that one repetition moves."""
REGISTERS: Final = {"32x32b": 1, "16x64b": 1, "16x128b": 2, "16x256b": 4, "16x32bx2": 1}
"""Registers of a thread for one repetition."""


def tmem_values(shape: str, repeat: int, *, packed: bool) -> Layout:
    """The bits of tensor memory that one copy moves: bit of the copy -> bit, lanes 2^21 bits apart.

    `packed`: the low 16 bits of each word.
    """
    lanes, bits = _SHAPES[shape]
    bits *= repeat
    if packed:
        return Layout(((16, bits // 16), lanes), ((1, 32), _LANE_BITS))
    return Layout((bits, lanes), (1, _LANE_BITS))


@lru_cache(maxsize=128)
def tmem_copy_record(shape: str, repeat: int, *, load: bool, packed: bool) -> CopyRecord:
    """The `tcgen05.ld` or `tcgen05.st` of a shape.

    >>> print(tmem_copy_record("16x256b", 2, load=True, packed=False).dst)
    ((4,8),(64,2,2)):((64,512),(1,4096,256))
    """
    lanes, unit = _SHAPES[shape]
    row = unit * repeat
    half = row * 8
    threads: dict[str, Layout] = {
        "32x32b": Layout((32, row), (row, 1)),
        "16x64b": Layout(((2, 2, 8), (32, repeat)), ((half, 32, row), (1, 64))),
        "16x128b": Layout(((4, 8), (32, 2, repeat)), ((32, row), (1, half, 128))),
        "16x256b": Layout(((4, 8), (64, 2, repeat)), ((64, row), (1, half, 256))),
        "16x32bx2": Layout(((16, 2), row // 2), ((row, row // 2), 1)),
    }
    own, whole = threads[shape], Layout((32, row * lanes), (0, 1))
    verb = "ld" if load else "st"
    tail = "" if not packed else ".pack::16b" if load else ".unpack::16b"
    return CopyRecord(
        f"tcgen05.{verb}.{shape}.x{repeat}{tail}",
        Layout(32),
        whole if load else own,
        own if load else whole,
        whole,
        _WHERE,
        f"tcgen05.{verb}.sync.aligned.{shape}.x{repeat}{tail}.b32",
        "tmem" if load else "rmem",
        "rmem" if load else "tmem",
        tested=False,
    )

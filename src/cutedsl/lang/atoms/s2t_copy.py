"""Copies of scale factors from shared to tensor memory: `tcgen05.cp` of 32 rows of 128 bits to all quarters of lanes.

Source: PTX ISA, "tcgen05.cp"; BSD-3 `cute/atom/copy_traits_sm100.hpp`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.arch.atoms.umma import smem_descriptor
from cutedsl.arch.tensor_memory import TCGEN05
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.copy_atom import CopyAtom
from cutedsl.lang.atoms.copy_ops import CopyOp
from cutedsl.lang.atoms.cta_group import CtaGroup
from cutedsl.lang.atoms.umma_operands import descriptor_of
from cutedsl.lang.blackwell import tcgen05
from cutedsl.lang.blackwell.rows_copy import RowsCopyOp, RowsTiledCopy, check_sides, make_rows_copy
from cutedsl.lang.blackwell.tmem import TmemTensor
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.intrinsics.election import elect_one
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import ComposedLayout, Layout, Swizzle, coalesce, layout_text, make_layout, rank, size
from cutedsl.staging.rewrite import staged_function

_BITS = 32 * 128
"""What `tcgen05.cp.32x128b` reads: 32 rows of 128 bits. `.warpx4` writes it to the lanes of all four warps."""
_ROWS = Layout(((8, 4), 16), ((16, 128), 1))


@frozen
class Cp4x32x128bOp(CopyOp):
    """32 rows of 128 bits in shared memory to the same 4 columns of all four quarters of lanes."""

    cta_group: CtaGroup = CtaGroup.ONE

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        blocks = self.cta_group.value
        src = Layout((blocks, (32, 128, 4)), (0, (1, 32, 0)))
        dst = Layout((blocks, 4 * _BITS), (0, 1))
        name = f"tcgen05.cp.cta_group::{blocks}.32x128b.warpx4"
        return CopyRecord(name, Layout(blocks), src, dst, dst, TCGEN05, name, "smem", "tmem", tested=False)

    def issue(
        self, atom: Any, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any], emit: Callable[..., None]
    ) -> None:
        check_sides(self, src, dst, pred, kwargs)
        staged_function(_issue)(self, src, dst)


def _issue(op: Cp4x32x128bOp, src: Tensor, dst: TmemTensor) -> None:
    with elect_one():
        _each_block(op, src, dst)


def _each_block(op: Cp4x32x128bOp, src: Tensor, dst: TmemTensor) -> None:
    blocks = [size(t.type_layout) // n for t, n in ((src, _BITS // 8), (dst, 4 * _BITS // 8))]
    if blocks[0] != blocks[1]:
        raise fail(
            "copy-shape",
            f"source and destination differ: {blocks[0]} blocks of factors in shared memory and "
            f"{blocks[1]} in tensor memory",
        )
    bits = smem_descriptor(_ROWS, Swizzle(0, 4, 3), 8, mn_major=False)
    assert bits is not None
    for block in range(blocks[0]):
        at = (None, *(0,) * (rank(src.type_layout) - 2), block)
        place: Any = dst[(None, *(0,) * (rank(dst.type_layout) - 2), block)]
        address = place.iterator.toint()
        tcgen05.copy("32x128b.warpx4", address, descriptor_of(src[at], bits), op.cta_group.value)


@methods_take_places
@frozen
class S2tCopy(CopyAtom):
    """A copy of all factors of a stage, 512 bytes at a time."""

    def get_slice(self, thr_idx: Any) -> S2tCopy:
        """The slice of a block; each block copies everything."""
        return self

    def partition_S(self, tensor: Tensor) -> Tensor:
        """((factors of 128 rows, 1), 1, 1, chunks, stages...) of a tensor ((rows, K), tiles, K, stages...).

        Chunks are in the order of tensor memory: those of all rows, then the next along K.
        Errors: copy-not-contiguous.
        """
        layout: Any = tensor.layout
        layout = layout.outer if isinstance(layout, ComposedLayout) else layout
        head = make_layout([layout[k] for k in range(3)])
        count = size(head) // (_BITS // 8)
        _check_chunks(head, count)
        stages = [layout[k] for k in range(3, rank(layout))]
        blocks = size(head, [0, 0]) // 128
        next_rows = head(((128, 0), 0, 0)) if blocks > 1 else 0
        next_k = head(((0, 0), 0, 4 // size(head, [0, 1]))) if count > blocks else 0
        chunks = Layout(((512, 1), 1, 1, (blocks, count // blocks)), ((1, 0), 0, 0, (next_rows, next_k)))
        return tensor.with_layout(make_layout([*[chunks[k] for k in range(4)], *stages]))

    def partition_D(self, tensor: Tensor) -> Tensor:
        """((factors of 128 rows in all quarters, 1), 1, 1, chunks) of a tensor in tensor memory."""
        count = size(tensor.type_layout) // (4 * _BITS // 8)
        lanes = 1 << 18
        first = Layout((((32, 16), 4), 1), (((lanes, 1), 32 * lanes), 0))
        return tensor.with_layout(make_layout([first, Layout(1, 0), Layout(1, 0), Layout(count, 16)]))

    @property
    def layout_src_tv_tiled(self) -> S2tSide:
        """What `cute.experimental.partition` takes for the source."""
        return S2tSide(self.partition_S)

    @property
    def layout_dst_tv_tiled(self) -> S2tSide:
        """What `cute.experimental.partition` takes for the destination."""
        return S2tSide(self.partition_D)

    @property
    def tiler_mn(self) -> None:
        """Nothing: a copy takes whatever factors its tensors have."""
        return None


@frozen
class S2tSide:
    """One side of a copy of scale factors, which its partition knows without a layout of threads and values."""

    partition: Callable[[Tensor], Tensor]


def _check_chunks(head: Any, count: int) -> None:
    """Chunks follow each other, each with the 4 factors of a row together and rows 16 bytes apart."""
    rows = [head(((row, 0), 0, 0)) for row in (1, 32)]
    whole = coalesce(head)
    if rows != [16, 4] or size(head) != max(head(size(head) - 1) + 1, count * 512):
        raise fail(
            "copy-not-contiguous",
            f"the scale factors must lie in chunks of 128 rows; their layout is {layout_text(whole)}",
        )


def make_s2t_copy(atom: CopyAtom, tmem_tensor: Tensor) -> S2tCopy | RowsTiledCopy:
    """The copy of scale factors, or of the rows of an operand, to a tensor in tensor memory.

    Errors: copy-space, tiled-copy-size where the copy reaches lanes or columns that the tensor does not have.
    """
    if isinstance(atom.op, RowsCopyOp) and isinstance(tmem_tensor, TmemTensor):
        return make_rows_copy(atom, tmem_tensor)
    if not isinstance(atom.op, Cp4x32x128bOp) or not isinstance(tmem_tensor, TmemTensor):
        raise fail(
            "copy-space",
            f"make_s2t_copy does not take {type(atom.op).__name__} with a tensor in {tmem_tensor.memspace}",
        )
    return S2tCopy(atom.op, atom.value_type, atom.record, atom.hints)


def get_s2t_smem_desc_tensor(atom: CopyAtom, smem_tensor: Tensor) -> Tensor:
    """The tensor that `cute.copy` takes as source: descriptors are made of its places when it copies."""
    return smem_tensor


def append_s2t_broadcast_mode(op: CopyOp, smem_tensor: Tensor) -> Tensor:
    """The tensor of scale factors to partition as the source of a copy by `op`.

    `partition_S` of the copy knows which lanes get the same factors, so this is the tensor as it was. Programs written
    for CUTLASS call it before `partition_S`.
    """
    if not isinstance(op, Cp4x32x128bOp | RowsCopyOp):
        raise fail("copy-space", f"{type(op).__name__} does not copy shared memory to tensor memory")
    return smem_tensor

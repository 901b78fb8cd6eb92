"""Partitions, copies and multiplies of `cute.experimental`. Source: names and arguments from public programs."""

from __future__ import annotations

from typing import Any

from cutedsl.lang.atoms.copy_atom import CopyAtom, make_copy_atom
from cutedsl.lang.atoms.copy_ops import CopyUniversalOp
from cutedsl.lang.atoms.mma_ops import Field
from cutedsl.lang.atoms.s2t_copy import S2tSide
from cutedsl.lang.atoms.tiled_copy import ThrCopy, TiledCopy
from cutedsl.lang.atoms.tiled_mma import MmaAtom, TiledMma
from cutedsl.lang.atoms.tmem_copy import TmemCopyOp
from cutedsl.lang.experimental.views import GlobalView
from cutedsl.lang.layouts.algebra import append
from cutedsl.lang.tensors.make import make_rmem_tensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.lang.tiles.copying import copy as copy_atoms
from cutedsl.lang.tiles.gemm import gemm
from cutedsl.layout import (
    Layout,
    composition,
    elem_less,
    flatten_to_tuple,
    make_layout,
    rank,
    size,
    zipped_divide,
)
from cutedsl.staging.scalars import Boolean
from cutedsl.types import AddressSpace


def make_tmem_layout_acc(tiled_mma: TiledMma, mma_tiler_mnk: Any, acc_stage: int) -> Layout:
    """Where the accumulators of tiles lie in tensor memory: ((M, N) of one instruction, M, N, stages)."""
    shape = tiled_mma.partition_shape_C((mma_tiler_mnk[0], mma_tiler_mnk[1]))
    return tiled_mma.make_fragment_C(append(shape, acc_stage)).type_layout


def make_t2r_rmem_layout(tiled_copy: TiledCopy, tiles: Tensor, thr_idx: Any) -> Layout:
    """The registers of one thread for one of the tiles (M, N, …) that a copy out of tensor memory moves."""
    part: Any = tiled_copy.get_slice(thr_idx).partition_D(tiles)
    first = part[(None, None, None, *(0,) * (rank(part.type_layout) - 3))]
    return make_layout(first.shape)


def partition(tensor: Tensor, thr_idx: Any, *, layout_tv: Any, tiler: Any) -> Tensor:
    """A thread's part (values, (rest…)) of a tensor, cut into tiles whose elements `layout_tv` gives to threads.

    Shapes: `layout_tv` (threads, values) to elements of the tile.
    """
    if isinstance(layout_tv, S2tSide):
        return layout_tv.partition(tensor)
    divided: Any = zipped_divide(tensor.tiled_layout, tiler)
    values = composition(divided[0], layout_tv)
    whole = make_layout([values, *[divided[k] for k in range(1, len(divided))]])
    parted: Any = tensor.with_layout(whole)
    return parted[((thr_idx, None), None)]


def copy(src: Tensor, dst: Tensor, *, copy_atom: CopyAtom) -> None:
    """Moves a thread's part, all but what lies outside of the tensor in global memory.

    Where only run time knows the extents, an atom's first element says whether it is copied: an atom must not cross the
    tensor's end. Shapes: of equal size. Errors: as `cute.copy`.
    """
    views = [tensor for tensor in (src, dst) if isinstance(tensor, GlobalView)]
    if not views:
        copy_atoms(copy_atom, src, dst)
        return
    (view,) = views
    count = size(view.type_layout)
    wide = max(copy_atom.record.bits // view.element_type.spec.storage_bits, 1)
    ordered = make_layout((wide, count // wide))
    sides = [_reorder(tensor, ordered) for tensor in (src, dst)]
    pred = make_rmem_tensor((1, count // wide), Boolean)
    elements = _reorder(view, ordered)
    extents = flatten_to_tuple(view.whole.layout.shape)
    for atom in range(count // wide):
        pred[0, atom] = elem_less(elements.coordinate((0, atom)), extents)
    copy_atoms(copy_atom, *sides, pred=pred)


def _reorder(tensor: Any, order: Layout) -> Any:
    return tensor.with_layout(composition(tensor.tiled_layout, order))


def partition_and_copy(thr_copy: ThrCopy, src: Tensor, dst: Tensor) -> None:
    """Moves a tile by all threads of a tiled copy; a thread's registers are its part already.

    A copy out of tensor memory also says which elements of a tile elsewhere a thread's registers stand for: it moves
    them between the two, one by one. Loads and stores leave out what lies outside of the tensor in global memory, as
    `copy` here does. Errors: as `cute.copy`.
    """
    spaces = (src.memspace, dst.memspace)
    if isinstance(thr_copy.op, TmemCopyOp) and AddressSpace.tmem not in spaces:
        parts = [part if _registers(part) else thr_copy.partition_D(part) for part in (src, dst)]
        copy(*parts, copy_atom=make_copy_atom(CopyUniversalOp(), dst.element_type))
        return
    source = src if _registers(src) else thr_copy.partition_S(src)
    target = dst if _registers(dst) else thr_copy.partition_D(dst)
    if _registers(src) and dst.memspace is not AddressSpace.tmem:
        source = thr_copy.retile(src)
    if isinstance(thr_copy.op, CopyUniversalOp):
        copy(source, target, copy_atom=thr_copy)
    else:
        copy_atoms(thr_copy, source, target)


def _registers(tensor: Tensor) -> bool:
    return tensor.memspace is AddressSpace.rmem


def dot(mma_atom: MmaAtom | TiledMma, a: Tensor, b: Tensor, acc: Tensor) -> None:
    """`acc = a b`, or `acc += a b` where the atom accumulates, by the tensor core. Errors: as `cute.gemm`."""
    gemm(mma_atom, acc, a, b, acc)


def dot_block_scaled(mma_atom: MmaAtom | TiledMma, a: Tensor, sfa: Tensor, b: Tensor, sfb: Tensor, acc: Tensor) -> None:
    """`dot` with scale factors for blocks of A and B, in tensor memory. Errors: as `cute.gemm`."""
    mma_atom.set(Field.SFA, sfa.iterator)
    mma_atom.set(Field.SFB, sfb.iterator)
    gemm(mma_atom, acc, a, b, acc)

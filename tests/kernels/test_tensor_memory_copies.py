"""Copies to tensor memory and back in all shapes, between columns that `cute.arch` allocates; and requests for work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
from cutedsl import cute, utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import tcgen05
from cutedsl.errors import DSLUserCodeError

ROWS = 128
LANE = 1 << 16
times = tcgen05.Repetition
pack, unpack = tcgen05.Pack.PACK_16b_IN_32b, tcgen05.Unpack.UNPACK_32b_IN_16b


@cute.kernel
def there_and_back(given: cute.Tensor, out: cute.Tensor, store: Any, load: Any, count: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    kind = given.element_type
    least, most = cute.arch.get_min_tmem_alloc_cols("sm_100"), cute.arch.get_max_tmem_alloc_cols("sm_100")
    columns = cutlass.const_expr(min(max(least, count), most))
    word = utils.SmemAllocator().allocate_array(cutlass.Int32, 1)
    if warp == 0:
        cute.arch.alloc_tmem(columns, word)
    cute.arch.sync_threads()
    pointer = cute.arch.retrieve_tmem_ptr(kind, 16, word)
    # Elements of 16 bits have words of their own.
    words = 32 // kind.width
    place = cute.make_tensor(pointer, cute.make_layout((ROWS, count), stride=(LANE * words, words)))
    assert tcgen05.find_tmem_tensor_col_offset(place) == count
    to = tcgen05.make_tmem_copy(cute.make_copy_atom(store, kind), place).get_slice(tidx)
    source = to.partition_S(cute.make_tensor(given.iterator, cute.make_ordered_layout((ROWS, count), order=(1, 0))))
    values = cute.make_rmem_tensor(source.shape, kind)
    cute.autovec_copy(source, values)
    cute.copy(to, values, to.partition_D(place))
    cute.arch.fence_view_async_tmem_store()
    cute.arch.sync_threads()
    back = tcgen05.make_tmem_copy(cute.make_copy_atom(load, kind), place).get_slice(tidx)
    result = back.partition_D(cute.make_tensor(out.iterator, cute.make_ordered_layout((ROWS, count), order=(1, 0))))
    read = cute.make_rmem_tensor(result.shape, kind)
    cute.copy(back, back.partition_S(place), read)
    cute.arch.fence_view_async_tmem_load()
    cute.autovec_copy(read, result)
    cute.arch.sync_threads()
    if warp == 0:
        cute.arch.relinquish_tmem_alloc_permit()
        cute.arch.dealloc_tmem(pointer, columns)


@cute.jit
def run(given: cute.Tensor, out: cute.Tensor, store: cutlass.Constexpr, load: cutlass.Constexpr, n: cutlass.Constexpr):
    there_and_back(given, out, store, load, n).launch(grid=1, block=ROWS)


@pytest.mark.parametrize(
    ("kind", "columns", "store", "load"),
    [
        (np.float32, 64, tcgen05.St32x32bOp(times.x64), tcgen05.Ld16x128bOp(times.x4)),
        (np.float32, 32, tcgen05.St16x64bOp(times.x4), tcgen05.Ld32x32bOp(times.x32)),
        (np.float32, 32, tcgen05.St16x128bOp(times.x8), tcgen05.Ld16x32bx2Op(times.x4)),
        (np.float32, 32, tcgen05.St16x256bOp(times.x2), tcgen05.Ld16x64bOp(times.x8)),
        (np.float32, 32, tcgen05.St32x32bOp(times.x1), tcgen05.Ld16x64bOp(times.x1)),
        (np.float32, 32, tcgen05.St16x32bx2Op(times.x1), tcgen05.Ld32x32bOp(times.x1)),
        (np.float32, 128, tcgen05.St16x32bx2Op(times.x8), tcgen05.Ld32x32bOp(times.x128)),
        (np.float16, 32, tcgen05.St32x32bOp(times.x8, unpack), tcgen05.Ld32x32bOp(times.x16, pack)),
        (np.float16, 32, tcgen05.St16x128bOp(times.x2, unpack), tcgen05.Ld16x256bOp(times.x1, pack)),
    ],
    ids=[
        "32x32b",
        "16x64b",
        "16x128b",
        "16x256b",
        "one word",
        "one of two",
        "16x32bx2",
        "halves 32x32b",
        "halves 16x128b",
    ],
)
def test_elements_stored_by_one_shape_are_loaded_by_another(kind: Any, columns: int, store: Any, load: Any) -> None:
    given = np.arange(ROWS * columns).reshape(ROWS, columns)
    given = (given % 2039).astype(kind) if kind is np.float16 else given.astype(kind)
    out = np.full_like(given, np.nan)
    cute.compile(run, given, out, store, load, columns, options="--target cpu --gpu-arch sm_100a")(given, out)
    assert (out == given).all()


@cute.kernel
def in_the_shape_of_tensor_memory(out: cute.Tensor):
    """Registers with a value for each of 32 lanes, as programs make them of the shape of the source; PTX as text."""
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    word = utils.SmemAllocator().allocate_array(cutlass.Int32, 1)
    if warp == 0:
        cute.arch.alloc_tmem(32, word)
    cute.arch.sync_threads()
    pointer = cute.arch.retrieve_tmem_ptr(cutlass.Float32, 16, word)
    place = cute.make_tensor(pointer, cute.make_layout((ROWS, 4), stride=(LANE, 1)))
    to = tcgen05.make_tmem_copy(cute.make_copy_atom(tcgen05.St32x32bOp(times.x4), cutlass.Float32), place)
    part = to.get_slice(tidx).partition_D(place)
    values = cute.make_rmem_tensor(part.shape, cutlass.Float32)
    for k in cutlass.range_constexpr(4):
        values[k] = tidx * 4.0 + k
    cute.copy(to, values, part)
    cute.arch.inline_ptx("tcgen05.wait::st.sync.aligned; tcgen05.fence::before_thread_sync;")
    cute.arch.sync_threads()
    cute.arch.inline_ptx("tcgen05.fence::after_thread_sync;")
    back = tcgen05.make_tmem_copy(cute.make_copy_atom(tcgen05.Ld32x32bOp(times.x4), cutlass.Float32), place)
    source = back.get_slice(tidx).partition_S(place)
    read = cute.make_rmem_tensor(source.shape, cutlass.Float32)
    assert cute.size(read) == 4 * 32
    cute.copy(back, source, read)
    cute.arch.inline_ptx("tcgen05.wait::ld.sync.aligned;")
    for k in cutlass.range_constexpr(4):
        out[tidx, k] = read[k]
    cute.arch.inline_ptx("tcgen05.fence::before_thread_sync;")
    cute.arch.sync_threads()
    cute.arch.inline_ptx("tcgen05.fence::after_thread_sync;")
    if warp == 0:
        cute.arch.relinquish_tmem_alloc_permit()
        cute.arch.dealloc_tmem(pointer, 32)


def test_registers_may_have_the_shape_of_their_part_of_tensor_memory() -> None:
    @cute.jit
    def host(out: cute.Tensor):
        in_the_shape_of_tensor_memory(out).launch(grid=1, block=ROWS)

    out = np.full((ROWS, 4), np.nan, np.float32)
    cute.compile(host, out, options="--target cpu --gpu-arch sm_100a")(out)
    assert (out == np.arange(ROWS * 4).reshape(ROWS, 4)).all()


@cute.kernel
def with_extremes(given: cute.Tensor, out: cute.Tensor, found: cute.Tensor, op: cutlass.Constexpr):
    """Each thread stores its row and loads it in pieces, with the extreme of each piece."""
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    kind = given.element_type
    word = utils.SmemAllocator().allocate_array(cutlass.Int32, 1)
    if warp == 0:
        cute.arch.alloc_tmem(32, word)
    cute.arch.sync_threads()
    pointer = cute.arch.retrieve_tmem_ptr(kind, 16, word)
    place = cute.make_tensor(pointer, cute.make_layout((ROWS, 16), stride=(LANE, 1)))
    to = tcgen05.make_tmem_copy(cute.make_copy_atom(tcgen05.St32x32bOp(times.x16), kind), place).get_slice(tidx)
    rows = cute.make_ordered_layout((ROWS, 16), order=(1, 0))
    source = to.partition_S(cute.make_tensor(given.iterator, rows))
    values = cute.make_rmem_tensor(source.shape, kind)
    cute.autovec_copy(source, values)
    cute.copy(to, values, to.partition_D(place))
    cute.arch.fence_view_async_tmem_store()
    cute.arch.sync_threads()
    back = tcgen05.make_tmem_copy(cute.make_copy_atom(op, kind), place)
    target = back.get_slice(tidx).partition_D(cute.make_tensor(out.iterator, rows))
    read = cute.make_rmem_tensor(target.shape, kind)
    counts = (1, target.shape[1], target.shape[2])
    # One mode holds them too.
    shape = cute.size(counts) if cutlass.const_expr(op.redOp is tcgen05.TmemLoadRedOp.MIN) else counts
    extremes = cute.make_rmem_tensor(cute.make_layout(shape), kind)
    cute.copy(back, back.get_slice(tidx).partition_S(place), (read, extremes))
    cute.autovec_copy(read, target)
    for k in cutlass.range_constexpr(cute.size(extremes)):
        found[tidx, k] = extremes[k]
    cute.arch.sync_threads()
    if warp == 0:
        cute.arch.relinquish_tmem_alloc_permit()
        cute.arch.dealloc_tmem(pointer, 32)


EXTREMES = {"MAX": np.max, "MIN": np.min, "MAXABS": lambda x, axis: np.abs(x).max(axis)}


@pytest.mark.parametrize(
    ("kind", "which"), [(np.float32, "MAX"), (np.float32, "MAXABS"), (np.int32, "MIN"), (np.uint32, "MAX")]
)
def test_a_load_gives_the_extreme_of_each_piece_too(kind: Any, which: str, ptxas: Path) -> None:
    op = tcgen05.LdRed32x32bOp(times.x8, redOp=tcgen05.TmemLoadRedOp[which])

    @cute.jit
    def host(given: cute.Tensor, out: cute.Tensor, found: cute.Tensor):
        with_extremes(given, out, found, op).launch(grid=1, block=ROWS)

    given = np.random.default_rng(2).integers(0 if kind is np.uint32 else -99, 99, (ROWS, 16)).astype(kind)
    out, found = np.zeros_like(given), np.zeros((ROWS, 2), kind)
    program = cute.compile(host, given, out, found, options="--target cpu --gpu-arch sm_103a")
    program(given, out, found)
    assert (out == given).all()
    assert (found == EXTREMES[which](given.reshape(ROWS, 2, 8), axis=2)).all()
    ptx = program.artifacts.ptx("sm_103a")
    letter = {"f": "f32", "i": "s32", "u": "u32"}[np.dtype(kind).kind]
    assert ptx.count(f"tcgen05.ld.red.sync.aligned.32x32b.x8.{tcgen05.TmemLoadRedOp[which].value}.{letter} ") == 2
    assemble(ptx, gpu_target("sm_103a"), ["-O1"], ptxas=str(ptxas))


def test_half_warps_take_the_extremes_of_their_own_columns() -> None:
    op = tcgen05.LdRed16x32bx2Op(times.x4, redOp=tcgen05.TmemLoadRedOp.MAX)

    @cute.jit
    def host(given: cute.Tensor, out: cute.Tensor, found: cute.Tensor):
        with_extremes(given, out, found, op).launch(grid=1, block=ROWS)

    given = np.random.default_rng(3).permutation(ROWS * 16).reshape(ROWS, 16).astype(np.float32)
    out, found = np.zeros_like(given), np.zeros((ROWS, 4), np.float32)
    cute.compile(host, given, out, found, options="--target cpu --gpu-arch sm_103a")(given, out, found)
    assert (out == given).all()
    assert (np.sort(found.ravel()) == np.sort(given.reshape(ROWS, 4, 4).max(2).ravel())).all()


def test_magnitudes_of_integers_are_refused() -> None:
    op = tcgen05.LdRed32x32bOp(times.x8, redOp=tcgen05.TmemLoadRedOp.MAXABS)

    @cute.jit
    def host(given: cute.Tensor):
        with_extremes(given, given, given, op).launch(grid=1, block=ROWS)

    with pytest.raises(DSLUserCodeError) as caught:
        cute.compile(host, np.zeros((ROWS, 16), np.int32), options="--target cpu --gpu-arch sm_103a")
    assert caught.value.name == "copy-type"


def test_a_copy_atom_gives_its_op_by_the_name_that_programs_print() -> None:
    op = tcgen05.Ld32x32bOp(times.x4)
    assert cute.make_copy_atom(op, cutlass.Float32)._op is op

"""Plain bulk copies (no tensor map): global to shared memory and back, to several blocks, to another block."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import cpasync
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays

ROWS, ELEMS, CLUSTER = 3, 64, 2


def storage(dtype: Any) -> tuple[Any, Any]:
    """Rows of shared memory, and a barrier."""
    smem = utils.SmemAllocator()
    rows = smem.allocate_tensor(dtype, cute.make_layout((ELEMS, ROWS), stride=(1, ELEMS)), 128)
    return rows, smem.allocate_array(cutlass.Int64, 1)


@cute.kernel
def there_and_back(x: cute.Tensor, y: cute.Tensor, bits: cutlass.Constexpr):
    """A block brings its rows, doubles them, and stores them."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    rows, barrier = storage(x.element_type)
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    load = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), x.element_type, num_bits_per_copy=bits)
    store = cute.make_copy_atom(cpasync.CopyBulkS2GOp(), x.element_type, num_bits_per_copy=bits)
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, cute.size_in_bytes(x.element_type, rows.layout))
        source, destination = x[None, None, bidx], rows
        if cutlass.const_expr(bits == 0):
            source, destination = cpasync.group_bulk_copy_modes(source, destination)
        cute.copy(load, source, destination, mbar_ptr=barrier)
    cute.arch.mbarrier_wait(barrier, 0)
    for k in cutlass.range_constexpr(ROWS):
        for i in range(tidx, ELEMS, 32):
            rows[i, k] = rows[i, k] + rows[i, k]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if tidx == 0:
        cute.copy(store, rows, y[None, None, bidx])
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def run_there_and_back(x: cute.Tensor, y: cute.Tensor, bits: cutlass.Constexpr):
    there_and_back(x, y, bits).launch(grid=(x.shape[2], 1, 1), block=(32, 1, 1))


def columns(arrays: Arrays, array: np.ndarray) -> Any:
    """(block, row, element) as the tensor (element, row, block), its strides known."""
    given = arrays.put(array)
    return cute.runtime.from_dlpack(
        given.transpose(2, 1, 0) if arrays.target == "cpu" else given.permute(2, 1, 0), assumed_align=16
    ), given


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("dtype", "bits"), [(np.float32, 0), (np.float32, 1024), (np.float16, 128)])
def test_rows_there_and_back(target: str, dtype: Any, bits: int) -> None:
    arrays = Arrays(target)
    values = np.random.default_rng(7).standard_normal((5, ROWS, ELEMS)).astype(dtype)
    (x, _), (y, out) = columns(arrays, values), columns(arrays, np.full_like(values, np.nan))
    run_there_and_back(x, y, bits)
    np.testing.assert_array_equal(arrays.get(out), values + values)


@cute.kernel
def spread(x: cute.Tensor, y: cute.Tensor):
    """Block 0 brings a row for both blocks; then each sends what it has to the other's second row."""
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    rows, barrier = storage(x.element_type)
    row_bytes = ELEMS * x.element_type.width // 8
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, row_bytes)
        if rank == 0:
            load = cute.make_copy_atom(cpasync.CopyBulkG2SMulticastOp(), x.element_type)
            cute.copy(load, x, rows[None, 0], mbar_ptr=barrier, mcast_mask=cutlass.Int16(3))
    cute.arch.mbarrier_wait(barrier, 0)
    for i in range(tidx, ELEMS, 32):
        rows[i, 1] = rows[i, 0] + (rank + 1).to(cutlass.Float32)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, row_bytes)
        send = cute.make_copy_atom(cpasync.CopyBulkS2SOp(), x.element_type)
        peer = 1 - rank
        there = cute.make_tensor(cute.arch.map_dsmem_ptr(rows[None, 2].iterator, peer), cute.make_layout(ELEMS))
        cute.copy(send, rows[None, 1], there, mbar_ptr=cute.arch.map_dsmem_ptr(barrier, peer))
    cute.arch.mbarrier_wait(barrier, 1)
    for i in range(tidx, ELEMS, 32):
        y[rank, i] = rows[i, 2]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def run_spread(x: cute.Tensor, y: cute.Tensor):
    spread(x, y).launch(grid=(CLUSTER, 1, 1), block=(32, 1, 1), cluster=(CLUSTER, 1, 1))


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_a_row_for_both_blocks_and_on_to_the_other(target: str) -> None:
    arrays = Arrays(target)
    values = np.random.default_rng(7).standard_normal(ELEMS).astype(np.float32)
    x, y = arrays.put(values), arrays.poisoned((CLUSTER, ELEMS))
    run_spread(cute.runtime.from_dlpack(x, assumed_align=16), y)
    np.testing.assert_array_equal(arrays.get(y), np.stack([values + 2, values + 1]))


def test_ptxas_assembles_it(ptxas: Any) -> None:
    values = np.zeros((5, ROWS, ELEMS), np.float32)
    x, y = (columns(Arrays("cpu"), values)[0] for _ in range(2))
    row = cute.runtime.from_dlpack(np.zeros(ELEMS, np.float32), assumed_align=16)
    programs = [
        cute.compile(run_there_and_back, x, y, 0),
        cute.compile(run_spread, row, np.zeros((CLUSTER, ELEMS), np.float32)),
    ]
    texts = [program.artifacts.ptx("sm_90a") for program in programs]
    for text in texts:
        assemble(text, gpu_target("sm_90a"), ptxas=str(ptxas))
    assert texts[0].count("cp.async.bulk.shared::cluster.global.mbarrier") == 1
    assert "cp.async.bulk.global.shared::cta.bulk_group" in texts[0]
    assert ".multicast::cluster" in texts[1] and "cp.async.bulk.shared::cluster.shared::cta" in texts[1]


@cute.kernel
def wrong(x: cute.Tensor, kind: cutlass.Constexpr):
    rows, barrier = storage(x.element_type)
    load = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), x.element_type)
    match kind:
        case "barrier":
            cute.copy(load, x[None, 0], rows[None, 0])
        case "strided":
            every_other = cute.make_layout(4, stride=2)
            cute.copy(
                load,
                cute.composition(x[None, 0], every_other),
                cute.composition(rows[None, 0], every_other),
                mbar_ptr=barrier,
            )
        case "short":
            cute.copy(
                load,
                cute.local_tile(x[None, 0], (3,), (0,)),
                cute.local_tile(rows[None, 0], (3,), (0,)),
                mbar_ptr=barrier,
            )
        case "space":
            cute.copy(load, rows[None, 0], rows[None, 0], mbar_ptr=barrier)


@cute.jit
def run_wrong(x: cute.Tensor, kind: cutlass.Constexpr):
    wrong(x, kind).launch(grid=(1, 1, 1), block=(32, 1, 1))


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("barrier", "CopyBulkG2SOp takes mbar_ptr, got none"),
        ("strided", "mode 0 of .* is not contiguous"),
        ("short", "must move a multiple of 16 bytes, got 3 elements, 12 bytes"),
        ("space", "reads gmem, the tensor is in smem"),
    ],
)
def test_a_bulk_copy_refuses_wrong_arguments(kind: str, said: str) -> None:
    x = cute.runtime.from_dlpack(np.zeros((ROWS, ELEMS), np.float32).T, assumed_align=16)
    with pytest.raises(DSLUserCodeError, match=said):
        cute.compile(run_wrong, x, kind)
    with pytest.raises(DSLUserCodeError, match="a multiple of 128 for a bulk copy"):
        cute.make_copy_atom(cpasync.CopyBulkG2SOp(), cutlass.Float32, num_bits_per_copy=32)


@cute.kernel
def exchange(x: cute.Tensor, y: cute.Tensor):
    """Each block of a cluster sends its row to the other: half by `store_async_dsmem`, half by a copy."""
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    peer = 1 - rank
    kind = x.element_type
    smem = utils.SmemAllocator()
    flat = smem.allocate_tensor(kind, cute.make_layout((4, 32, 2)), 128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 256 * kind.width // 8)
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    mine = cute.zipped_divide(x[rank, None], (4,))
    values = mine[None, tidx].load()
    cute.arch.store_async_dsmem(flat[None, tidx, 0].iterator, values, bar, peer)
    fragment = cute.make_rmem_tensor(4, kind)
    fragment.store(values + values)
    there = cute.make_tensor(cute.arch.map_dsmem_ptr(flat[None, tidx, 1].iterator, peer), cute.make_layout(4))
    atom = cute.make_copy_atom(cpasync.CopyDsmemStoreOp(), kind)
    cute.copy(atom, fragment, there, mbar_ptr=cute.arch.map_dsmem_ptr(bar, peer))
    cute.arch.mbarrier_wait(bar, 0)
    for k in cutlass.range_constexpr(2):
        for i in cutlass.range_constexpr(4):
            y[rank, k, 4 * tidx + i] = flat[i, tidx, k]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def run_exchange(x: cute.Tensor, y: cute.Tensor):
    exchange(x, y).launch(grid=(CLUSTER, 1, 1), block=(32, 1, 1), cluster=(CLUSTER, 1, 1))


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [np.float32, np.int32])
def test_registers_to_another_block(target: str, dtype: Any, ptxas: Any) -> None:
    arrays = Arrays(target)
    values = np.random.default_rng(7).integers(-99, 99, (CLUSTER, 128)).astype(dtype)
    x, y = arrays.put(values), arrays.put(np.full((CLUSTER, 2, 128), 100, dtype))
    run_exchange(x, y)
    other = values[::-1]
    np.testing.assert_array_equal(arrays.get(y), np.stack([other, other + other], axis=1))
    ptx = cute.compile(run_exchange, x, y).artifacts.ptx("sm_90a")
    assert ptx.count("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32") == 2
    assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))


@cute.jit
def run_refused(x: cute.Tensor, what: cutlass.Constexpr):
    refused(x, what).launch(grid=(CLUSTER, 1, 1), block=(32, 1, 1), cluster=(CLUSTER, 1, 1))


@cute.kernel
def refused(x: cute.Tensor, what: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    what(smem.allocate_array(x.element_type, 16), smem.allocate_array(cutlass.Int64, 1))


REMOTE = {
    "copy-bits": lambda p, bar: cute.arch.store_async_dsmem(p, (1.0, 2.0, 3.0), bar, 1),
    "copy-keyword": lambda p, bar: cute.copy(
        cute.make_copy_atom(cpasync.CopyDsmemStoreOp(), cutlass.Float32),
        cute.make_rmem_tensor(4, cutlass.Float32),
        cute.make_tensor(cute.arch.map_dsmem_ptr(p, 1), cute.make_layout(4)),
    ),
    "copy-space": lambda p, bar: cute.copy(
        cute.make_copy_atom(cpasync.CopyDsmemStoreOp(), cutlass.Float32),
        cute.make_rmem_tensor(4, cutlass.Float32),
        cute.make_tensor(p, cute.make_layout(4)),
        mbar_ptr=bar,
    ),
}


@pytest.mark.parametrize("name", REMOTE)
def test_stores_that_no_block_takes(name: str) -> None:
    with pytest.raises(DSLUserCodeError) as found:
        run_refused(np.zeros(4, np.float32), REMOTE[name])
    assert found.value.name == name

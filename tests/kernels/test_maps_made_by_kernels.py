"""Tensor maps that a kernel makes itself, each lane one, and packed tensors whose maps are given another address."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import cpasync
from cutedsl.lang.instructions import primitives_copies as copies
from tests.kernels.arrays import TARGETS, Arrays

M, K, GROUPS = 8, 64, 5
MAP = 128 // 8
"""Int64 elements of a map."""
GENERIC, TENSORMAP = copies.Proxy.GENERIC, copies.Proxy.TENSORMAP
KINDS = {"Float32": cutlass.Float32, "BFloat16": cutlass.BFloat16, "Float4E2M1FN": cutlass.Float4E2M1FN}


@cute.kernel
def maps_kernel(
    load: Any,
    numbers: cute.Tensor,
    begins: cute.Tensor,
    maps: cute.Tensor,
    layout: cutlass.Constexpr,
    changes: cutlass.Constexpr,
    primitives: cutlass.Constexpr,
) -> None:
    """Lane g makes the map of the rows of group g, or changes the map of `load` into that."""
    kind = load.value_type
    group = cute.arch.lane_idx()
    if group < GROUPS:
        begin, end = begins[group], begins[group + 1]
        rows = cute.make_tensor(
            cute.recast_ptr(numbers.iterator, dtype=kind) + begin * K, cute.make_layout((end - begin, K), stride=(K, 1))
        )
        place = maps[group, None].iterator
        if cutlass.const_expr(changes):
            cpasync.copy_tensormap(load, place)
            cpasync.update_tma_descriptor(load, rows, place)
        else:
            atom, _ = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), rows, layout, (M, K))
            cpasync.copy_tensormap(atom, place)
    if cutlass.const_expr(primitives):
        copies.fence_proxy_release("gpu", from_proxy=GENERIC, to_proxy=TENSORMAP)
    else:
        cpasync.fence_tma_desc_release()


@cute.kernel
def load_kernel(
    load: Any,
    source: cute.Tensor,
    maps: cute.Tensor,
    out: cute.Tensor,
    layout: cutlass.Constexpr,
    primitives: cutlass.Constexpr,
    turn: cutlass.Constexpr,
) -> None:
    """Block g copies a tile of group g by its map; what lies outside of the group is zero."""
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(load.value_type, layout, 1024)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    group, _, _ = cute.arch.block_idx()
    pointer = maps[group, None].iterator.align(64)
    tile = cute.group_modes(cute.local_tile(source, (M, K), (turn, 0)), 0, 2)
    s_in, t_in = cpasync.tma_partition(load, 0, cute.make_layout(1), cute.group_modes(stage, 0, 2), tile)
    size = cute.size_in_bytes(load.value_type, layout)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
        if cutlass.const_expr(primitives):
            copies.fence_proxy_acquire("gpu", pointer, from_proxy=GENERIC, to_proxy=TENSORMAP)
        else:
            cpasync.fence_tma_desc_acquire(pointer)
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, size)
        cute.copy(load, t_in, s_in, tma_bar_ptr=barrier, tma_desc_ptr=pointer)
    cute.arch.sync_threads()
    cute.arch.mbarrier_wait(barrier, 0)
    words = cute.make_tensor(cute.recast_ptr(stage.iterator, dtype=cutlass.Uint8), cute.make_layout(size))
    for k in range(cute.arch.thread_idx()[0], size, 32):
        out[group, k] = words[k]


@cute.jit
def run_maps(
    numbers: cute.Tensor,
    begins: cute.Tensor,
    maps: cute.Tensor,
    out: cute.Tensor,
    kind: cutlass.Constexpr,
    changes: cutlass.Constexpr,
    primitives: cutlass.Constexpr,
    turn: cutlass.Constexpr = 0,
) -> None:
    layout = cute.make_layout((M, K), stride=(K, 1))
    pointer = cute.recast_ptr(numbers.iterator, dtype=kind)
    anything = cute.make_tensor(pointer, cute.make_layout((cutlass.Int32(M), K), stride=(K, 1)))
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), anything, layout, (M, K))
    maps_kernel(load, numbers, begins, maps, layout, changes, primitives).launch(grid=1, block=32)
    load_kernel(load, source, maps, out, layout, primitives, turn).launch(grid=GROUPS, block=32)


def aligned(arrays: Arrays, shape: tuple[int, ...], kind: type) -> Any:
    """Zeros that begin at a multiple of 128 bytes."""
    count = int(np.prod(shape)) * np.dtype(kind).itemsize
    raw = arrays.put(np.zeros(count + 128, np.uint8))
    at = -(raw.data_ptr() if hasattr(raw, "data_ptr") else raw.ctypes.data) % 128
    part = raw[at : at + count]
    return part.view(kind).reshape(shape) if isinstance(part, np.ndarray) else part


@pytest.mark.parametrize(("changes", "primitives", "turn"), [(False, True, 0), (True, False, 1)])
@pytest.mark.parametrize("kind", list(KINDS))
def test_each_lane_makes_or_changes_a_map(kind: str, changes: bool, primitives: bool, turn: int) -> None:
    """The map of one tile, changed for a tensor of more, copies its second tile too."""
    arrays, rng = Arrays("cpu"), np.random.default_rng(7)
    begins = np.array([0, 3, 3 + M, 12, 20, 27], np.int32)
    row_bytes = K * KINDS[kind].spec.storage_bits // 8
    numbers = aligned(arrays, (int(begins[-1]), row_bytes), np.uint8)
    numbers[:] = rng.integers(0, 256, numbers.shape)
    maps, out = aligned(arrays, (GROUPS, MAP), np.int64), arrays.put(np.full((GROUPS, M * row_bytes), 77, np.uint8))
    run_maps(
        cute.runtime.from_dlpack(numbers, assumed_align=128),
        arrays.put(begins),
        cute.runtime.from_dlpack(maps, assumed_align=128),
        out,
        KINDS[kind],
        changes,
        primitives,
        turn,
    )
    want = np.zeros((GROUPS, M, row_bytes), np.uint8)
    for group, (begin, end) in enumerate(itertools.pairwise(begins)):
        rows = numbers[begin + turn * M : max(begin + turn * M, min(end, begin + M + turn * M))]
        want[group, : len(rows)] = rows
    np.testing.assert_array_equal(arrays.get(out).reshape(want.shape), want)


def test_a_map_is_written_field_by_field_on_a_gpu(ptxas: Path) -> None:
    arrays = Arrays("cpu")
    numbers, maps = aligned(arrays, (64, K * 2), np.uint8), aligned(arrays, (GROUPS, MAP), np.int64)
    tensors = [cute.runtime.from_dlpack(x, assumed_align=128) for x in (numbers, maps)]
    out, begins = np.zeros((GROUPS, M * K * 2), np.uint8), np.zeros(GROUPS + 1, np.int32)
    compiled = cute.compile(run_maps, tensors[0], begins, tensors[1], out, cutlass.BFloat16, False, False)
    assert compiled.artifacts is not None
    ptx = compiled.artifacts.ptx("sm_100a")
    fields = ("elemtype", "interleave_layout", "swizzle_mode", "fill_mode", "rank", "box_dim", "element_stride")
    for field in (*fields, "global_address", "global_dim", "global_stride"):
        assert f"tensormap.replace.tile.{field}.global.b1024" in ptx
    assert "tensormap.replace.tile.elemtype.global.b1024.b32" in ptx and "], 10;" in ptx
    assert len(assemble(ptx, gpu_target("sm_100a"), ["-O0"], ptxas=str(ptxas)).kernels) == 2


@cute.kernel
def released_kernel(x: cute.Tensor, out: cute.Tensor, turns: cutlass.Constexpr) -> None:
    """A ring whose 64 consumers count one by one: `tidx` of 0 makes each of them the lane that releases."""
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(cutlass.Int32, cute.make_layout(32), 128)
    producer, consumer = pipeline.PipelineTmaAsync.create(
        num_stages=1,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 64),
        tx_count=128,
        tidx=cutlass.Int32(0) if turns == 3 else 0,
    ).make_participants()
    thread = cute.arch.thread_idx()[0]
    if cute.arch.warp_idx() == 2:
        for turn in range(turns):
            handle = producer.acquire_and_advance()
            with cute.arch.elect_one():
                row = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), cutlass.Int32, num_bits_per_copy=1024)
                cute.copy(row, x[turn, None], stage, mbar_ptr=handle.barrier)
    else:
        for turn in range(turns):
            handle = consumer.wait_and_advance()
            out[turn, thread] = stage[thread % 32]
            handle.release()


@cute.jit
def run_released(x: cute.Tensor, out: cute.Tensor, turns: cutlass.Constexpr) -> None:
    x = cute.make_tensor(x.iterator.align(16), cute.make_layout((turns, 32), stride=(32, 1)))
    released_kernel(x, out, turns).launch(grid=1, block=96)


@pytest.mark.parametrize("turns", [2, 3])
@pytest.mark.parametrize("target", TARGETS)
def test_each_thread_releases_where_all_count_as_lane_0(target: str, turns: int) -> None:
    arrays = Arrays(target)
    x, out = np.arange(32 * turns, dtype=np.int32).reshape(turns, 32), arrays.poisoned((turns, 64), np.int32)
    run_released(arrays.put(x), out, turns)
    np.testing.assert_array_equal(arrays.get(out), np.concatenate((x, x), 1))

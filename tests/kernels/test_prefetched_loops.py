"""`cutlass.range(..., prefetch_stages=)`: copies of later turns are under way while a turn works."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import cpasync
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays

ROWS, COLUMNS, STAGES = 8, 32, 4
WIDTH = 128
FAR = {"far": 0, "far apart": 29}
"""Loops whose first turn takes the first tile wherever they begin; the step is a power of 2."""


@cute.kernel
def sums_kernel(
    load: Any,
    x: cute.Tensor,
    out: cute.Tensor,
    layout: cutlass.Constexpr,
    bounds: Any,
    ahead: cutlass.Constexpr,
    how: cutlass.Constexpr,
):
    """One warp: the sums of the columns of some tiles of 8 rows, how often it copied, and the stage after the last."""
    lane, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(cutlass.Float32, layout, 128)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=STAGES,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 1),
        tx_count=ROWS * COLUMNS * 4,
    )
    tiles = cute.local_tile(x, (ROWS, COLUMNS), (None, 0))
    s, g = cpasync.tma_partition(
        load, 0, cute.make_layout(1), cute.group_modes(stage, 0, 2), cute.group_modes(tiles, 0, 2)
    )
    into = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
    taken = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
    total, offset, last = cutlass.Float32(0), cutlass.Int32(0), cutlass.Int32(-1)
    for i in cutlass.range(*bounds, prefetch_stages=ahead, unroll=1):
        if cutlass.const_expr(how == "mixed"):
            one = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=32)
            cute.copy(
                one, cute.local_tile(out[0, None], (1,), (lane,)), cute.local_tile(stage[0, None, 0], (1,), (lane,))
            )
        if cutlass.const_expr(how == "unasked"):
            pipe.sync_object_full.arrive_and_expect_tx(into.index, ROWS * COLUMNS * 4)
        else:
            pipe.producer_acquire(into)
        tile = i.to(cutlass.Int32) + offset if how == "found" else (i - bounds[0]) >> FAR[how] if how in FAR else i
        cute.copy(load, g[None, tile], s[None, into.index], tma_bar_ptr=pipe.producer_get_barrier(into))
        into.advance()
        if cutlass.const_expr(how == "printed"):
            cute.arch.sync_threads()
            cute.copy(load, g[None, tile], s[None, into.index], tma_bar_ptr=pipe.producer_get_barrier(into))
        pipe.consumer_wait(taken)
        for row in cutlass.range_constexpr(ROWS):
            total += stage[row, lane, taken.index]
        if cutlass.const_expr(how == "found"):
            offset = (stage[0, 0, taken.index] * 0).to(cutlass.Int32)
        pipe.consumer_release(taken)
        taken.advance()
        last = i.to(cutlass.Int32) * 10
    out[0, lane], out[1, lane] = total, (into.count * 10 + into.index).to(cutlass.Float32)
    out[2, lane] = last.to(cutlass.Float32)


@cute.jit
def sums(
    x: cute.Tensor, out: cute.Tensor, first: Any, stop: Any, step: Any, ahead: cutlass.Constexpr, how: cutlass.Constexpr
):
    """The launch."""
    layout = cute.make_layout((ROWS, COLUMNS, STAGES), stride=(COLUMNS, 1, ROWS * COLUMNS))
    box = cute.slice_(layout, (None, None, 0))
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, box, (ROWS, COLUMNS))
    bounds = (first, stop, step) if how == "down" else (first, stop, 1 << FAR.get(how, 0))
    sums_kernel(load, source, out, layout, bounds, ahead, how).launch(grid=1, block=32)


def compiled(arrays: Arrays, kind: Any, ahead: int, how: str = "") -> tuple[Any, Any, Any, np.ndarray[Any, Any]]:
    """The program for counters of a type, its arrays, and the rows."""
    rows = np.random.default_rng(ahead).standard_normal((9 * ROWS, COLUMNS)).astype(np.float32)
    x, out = arrays.put(rows), arrays.put(np.zeros((3, COLUMNS), np.float32))
    return (
        cute.compile(sums, x, cute.runtime.from_dlpack(out, assumed_align=4), kind(0), kind(0), kind(0), ahead, how),
        x,
        out,
        rows,
    )


def loads(program: Any) -> int:
    """How many copies by tensor maps the program's text has."""
    return program.artifacts.ir.count("cute.tma.tile")


def agrees(arrays: Arrays, given: tuple[Any, Any, Any, np.ndarray[Any, Any]], span: range) -> None:
    """Asserts that a run over tiles of a range gives what Python gives."""
    program, x, out, rows = given
    program(x, out, span.start, span.stop, span.step)
    found = arrays.get(out)
    exact = sum((rows.reshape(-1, ROWS, COLUMNS)[i].sum(0, dtype=np.float64) for i in span), np.zeros(COLUMNS))
    np.testing.assert_allclose(found[0], exact, atol=1e-4)
    assert set(found[1]) == {len(span) * 10 + len(span) % STAGES}
    assert set(found[2]) == {span[-1] * 10 if span else -1}


@pytest.mark.parametrize("ahead", [0, 1, 2, 3])
@pytest.mark.parametrize("kind", [cutlass.Int32, cutlass.Uint32])
@pytest.mark.parametrize("target", TARGETS)
def test_turns_work_as_without_it(target: str, kind: Any, ahead: int) -> None:
    arrays = Arrays(target)
    given = compiled(arrays, kind, ahead)
    assert loads(given[0]) == (2 if ahead else 1)
    for span in (range(0), range(1), range(2, 4), range(9), range(5, 3)):
        agrees(arrays, given, span)


@pytest.mark.parametrize(
    ("how", "first", "turns"), [("far", 2**31 - 2, 5), ("far", 2**32 - 6, 5), ("far apart", 1 << 30, 5)]
)
@pytest.mark.parametrize("target", TARGETS)
def test_counters_beyond_two_to_the_31(target: str, how: str, first: int, turns: int) -> None:
    """Bounds on both sides of it, next to the last number there is, and further apart than it."""
    arrays = Arrays(target)
    program, x, out, rows = compiled(arrays, cutlass.Uint32, 2, how)
    assert loads(program) == 2
    for turns_left in (turns, 2, 1, 0):
        program(x, out, first, first + (turns_left << FAR[how]), 1)
        found = arrays.get(out)
        np.testing.assert_allclose(found[0], rows[: turns_left * ROWS].sum(0, dtype=np.float64), atol=1e-4)
        assert set(found[1]) == {turns_left * 10 + turns_left % STAGES}


@pytest.mark.parametrize(("how", "text"), [("found", 1), ("printed", 2), ("down", 1), ("unasked", 1), ("mixed", 1)])
@pytest.mark.parametrize("target", TARGETS)
def test_copies_that_cannot_run_ahead_stay_where_they_are(target: str, how: str, text: int) -> None:
    """A tile that the turn before finds, a barrier between copies, a step known at run time only, no wait for room,
    copies that no barrier counts."""
    arrays = Arrays(target)
    given = compiled(arrays, cutlass.Int32, 2, how)
    assert loads(given[0]) == text
    if how == "down":
        agrees(arrays, given, range(7, 1, -2))
    elif how in ("found", "unasked"):
        agrees(arrays, given, range(5))


@cute.kernel
def folds_kernel(
    x: cute.Tensor, out: cute.Tensor, count: cutlass.Int32, ahead: cutlass.Constexpr, how: cutlass.Constexpr
):
    """One warp: rows of 128 numbers that each lane copies its part of, into a ring or one stage."""
    lane, _, _ = cute.arch.thread_idx()
    stage = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((WIDTH, STAGES)), 16)
    warp = pipeline.CooperativeGroup(pipeline.Agent.Thread, 32)
    pipe = pipeline.PipelineCpAsync.create(num_stages=STAGES, producer_group=warp, consumer_group=warp)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout(32), cute.make_layout(4)).get_slice(lane)
    into = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
    taken = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
    sums = cute.make_rmem_tensor(4, cutlass.Float32)
    sums.fill(0.0)
    for row in cutlass.range(count, prefetch_stages=ahead, unroll=1):
        if cutlass.const_expr(how != "one stage"):
            pipe.producer_acquire(into)
        cute.copy(atom, copy.partition_S(x[row, None]), copy.partition_D(stage[None, into.index]))
        if cutlass.const_expr(how == "ring"):
            pipe.producer_commit(into)
            pipe.consumer_wait(taken)
        else:
            cute.arch.cp_async_commit_group()
            cute.arch.cp_async_wait_group(0)
            cute.arch.sync_threads()
        if cutlass.const_expr(how != "one stage"):
            into.advance()
        for k in cutlass.range_constexpr(4):
            sums[k] = sums[k] * 0.5 + stage[lane + 32 * k, taken.index]
        if cutlass.const_expr(how != "one stage"):
            pipe.consumer_release(taken)
            taken.advance()
        else:
            cute.arch.sync_threads()
    for k in cutlass.range_constexpr(4):
        out[lane + 32 * k] = sums[k]


@cute.jit
def folds(x: cute.Tensor, out: cute.Tensor, count: cutlass.Int32, ahead: cutlass.Constexpr, how: cutlass.Constexpr):
    """The launch."""
    folds_kernel(x, out, count, ahead, how).launch(grid=1, block=32)


@pytest.mark.parametrize(
    ("ahead", "how", "text"),
    [(0, "ring", 1), (1, "ring", 2), (3, "ring", 2), (2, "ring of groups", 1), (2, "one stage", 1)],
)
@pytest.mark.parametrize("target", TARGETS)
def test_copies_by_threads_are_prefetched(target: str, ahead: int, how: str, text: int) -> None:
    """`cp.async` copies that a ring's barriers count run ahead; those of groups may not, nor those into one stage."""
    arrays = Arrays(target)
    rows = np.random.default_rng(ahead).standard_normal((7, WIDTH)).astype(np.float32)
    x = cute.runtime.from_dlpack(arrays.put(rows), assumed_align=16)
    program = cute.compile(folds, x, arrays.put(np.zeros(WIDTH, np.float32)), 0, ahead, how)
    assert program.artifacts.ir.count('"cp.async.ca.128"') == text
    for count in (0, 1, 3, 7):
        out = arrays.put(np.zeros(WIDTH, np.float32))
        program(x, out, count)
        exact = np.zeros(WIDTH)
        for row in rows[:count]:
            exact = exact * 0.5 + row
        np.testing.assert_allclose(arrays.get(out), exact, atol=1e-5)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_a_ring_without_room_for_copies_ahead_is_a_deadlock() -> None:
    """The fifth copy waits for a stage that the first turn gives back: copies do run ahead."""
    program, x, out, _ = compiled(Arrays("cpu"), cutlass.Int32, STAGES + 1)
    with pytest.raises(DSLUserCodeError) as found:
        program(x, out, 0, 9, 1)
    assert found.value.name == "deadlock"


def test_the_loop_assembles(ptxas: Any) -> None:
    program, *_ = compiled(Arrays("cpu"), cutlass.Int32, 2)
    ptx = program.artifacts.ptx("sm_90a")
    report = assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills == 0 and ptx.count("cp.async.bulk.tensor") == 2

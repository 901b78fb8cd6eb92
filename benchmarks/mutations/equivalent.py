"""Why mutants that nothing tells from the original behave as it does: no GPU may run them otherwise.

Also which are not in what the CPU runs, and which predicates choose between values: every access stays in bounds,
written and ordered without them, and only the author knows which value is wanted.
"""

from __future__ import annotations

from typing import Final

from benchmarks.mutations.mutants import Mutant

_TAIL: Final = "one block a cluster: its shared memory lives until its last warp ends, so late arrivals find it"
_EITHER: Final = "the producer's tail and the cluster's last wait are for the same late arrivals: either is enough"
_STORED: Final = "in each turn the source was waited for; what is written is complete at the kernel's end"
_BOTH_STORED: Final = "the pipeline's tail and the wait for the groups are for the same stores: either is enough"
_TURNS: Final = "whose multiplies come first is a matter of speed; the ring's mbarriers order the data"
_SEEN: Final = "each block ends after the arrivals of the one that stores into it, which come after its stores"
_ALONE: Final = "one warp does all that is between these barriers"
_ONCE: Final = "no kernel of the file uses the places again before a barrier of its own"
_OWN: Final = "each thread's copies go where it has written itself"
_OWN_READS: Final = "each thread reads what it has stored itself, and one word where all have stored the same number"
_NOTHING: Final = "does nothing for a pipeline whose barriers count bytes"
_EXPECTED: Final = "no phase ends before the arrival that tells of the bytes, whoever comes first"
_WARP: Final = "a `sync_warp` of the only warp follows before another lane uses what was written"
_READS: Final = "before and after it the tile is only read"
_MET: Final = "the shuffle that follows waits for the same lanes"
_ACQUIRED: Final = (
    "each place is read by whoever acquired its last write, or has only the write before the first barrier"
)
_SENT: Final = "what comes in was waited for before, and what goes out comes from registers"
_INSIDE: Final = "only threads of the block use the mbarrier, after a barrier of the block"
_LANES: Final = "each warp loads what it has stored to its own lanes of tensor memory"
_LAST_LOADS: Final = "the last barrier of the epilogue comes after all loads from tensor memory"
_REGISTERS: Final = "what is used after it lies in registers"
_FROM_GLOBAL: Final = "what comes in was waited for before, and what goes out comes from global memory"
_RELEASED: Final = "the cluster's barrier that follows releases the initialisation"
_WAITED: Final = "the copy was waited for before, but in the test of a bug"
_REASONS: Final[dict[tuple[str, str, str], str]] = {
    ("examples/gemm/6_warp_specialised.py", "gemm_kernel", "pipe.producer_tail(state)"): _TAIL,
    ("examples/gemm/7_bulk_store.py", "gemm_kernel", "pipe.producer_tail(state)"): _TAIL,
    ("examples/gemm/8_ping_pong.py", "gemm_kernel", "pipe.producer_tail(state)"): _TAIL,
    ("examples/gemm/8_ping_pong.py", "gemm_kernel", "cute.arch.barrier(barrier_id=TURN + wg, number_of_threads=256)"): (
        _TURNS
    ),
    ("src/cutedsl/ops/gemm/grouped.py", "grouped_kernel", "pipe.producer_tail(state)"): _TAIL,
    ("src/cutedsl/ops/gemm/wgmma.py", "gemm_kernel", "pipe.producer_tail(state)"): _EITHER,
    ("src/cutedsl/ops/gemm/wgmma.py", "gemm_kernel", "cute.arch.cluster_wait()"): _EITHER,
    ("tests/kernels/op_kernels.py", "cp_async_kernel", "cute.arch.sync_threads()"): _OWN,
    ("tests/kernels/op_kernels.py", "tile_kernel", "cute.arch.sync_threads()"): _WARP,
    ("tests/kernels/op_kernels.py", "tile_kernel", "cute.arch.sync_warp()"): f"{_EXPECTED}; {_READS}",
    ("tests/kernels/test_bulk_copies.py", "exchange", "cute.arch.cluster_wait()"): _SENT,
    ("tests/kernels/test_gemm_plumbing.py", "by_cp_async", "pipe.producer_tail(state)"): _TAIL,
    ("tests/kernels/test_gemm_plumbing.py", "by_bulk_stores", "pipe.producer_tail()"): _BOTH_STORED,
    ("tests/kernels/test_gemm_plumbing.py", "by_bulk_stores", "cute.arch.cp_async_bulk_wait_group(0)"): _BOTH_STORED,
    ("tests/kernels/test_gemm_tensorop.py", "gemm_kernel", "cute.arch.sync_threads()"): _OWN,
    ("tests/kernels/test_lanes_apart.py", "ticket_kernel", "cute.arch.sync_warp()"): _MET,
    ("tests/kernels/test_lanes_apart.py", "relay_kernel", "cute.arch.sync_threads()"): _ACQUIRED,
    ("tests/kernels/test_lanes_apart.py", "phases_kernel", "cute.arch.mbarrier_init_fence()"): _INSIDE,
    ("tests/kernels/test_pipelines.py", "neighbours", "cute.arch.cluster_wait()"): _SEEN,
    ("tests/kernels/test_pipelines.py", "ring", "producer.tail()"): _TAIL,
    ("tests/kernels/test_pipelines.py", "ring", "pipe.producer_tail(state)"): _TAIL,
    ("tests/kernels/test_reductions.py", "block_reduce", "cute.arch.sync_threads()"): _ONCE,
    ("tests/kernels/test_scans.py", "block_inclusive_sum", "cute.arch.sync_threads()"): _ONCE,
    ("tests/kernels/test_tensor_maps.py", "gather_groups", "cute.arch.sync_threads()"): _ALONE,
    ("tests/kernels/test_tma.py", "shared_rows", "cute.arch.cluster_wait()"): _EITHER,
    ("tests/kernels/test_tma.py", "shared_rows", "pipe.producer_tail(state)"): _EITHER,
    ("tests/kernels/test_tma.py", "through", "cute.arch.cp_async_bulk_wait_group(0)"): _STORED,
    ("tests/kernels/test_tma.py", "through", "pipe.producer_commit(state)"): _NOTHING,
    ("tests/kernels/test_tma.py", "through", "pipe.producer_tail(state)"): _TAIL,
    ("tests/kernels/test_bulk_store_epilogue.py", "store", "cute.arch.sync_threads()"): f"{_LANES}; {_LAST_LOADS}",
    ("tests/kernels/test_copy_zeros.py", "rows", "cute.arch.sync_threads()"): _OWN,
    ("tests/kernels/test_early_exit.py", "turns_kernel", "cute.arch.sync_threads()"): _REGISTERS,
    ("tests/kernels/test_frames.py", "bytes_kernel", "cute.arch.sync_threads()"): _REGISTERS,
    ("tests/kernels/test_launch_smem.py", "sums", "cute.arch.sync_threads()"): _ONCE,
    ("tests/kernels/test_launch_smem.py", "gaps_kernel", "cute.arch.sync_threads()"): _OWN_READS,
    ("tests/kernels/test_mixed.py", "polling_kernel", "cute.arch.mbarrier_init_fence()"): _INSIDE,
    ("tests/kernels/test_pixels_by_atoms.py", "share", "cute.arch.cluster_wait()"): _FROM_GLOBAL,
    ("tests/kernels/test_pixels_by_tensor_map.py", "load_pixels", "cute.arch.mbarrier_wait(barrier, 0)"): _WAITED,
    ("tests/kernels/test_ptx_bulk.py", "kernel", "cute.arch.mbarrier_wait(bar, 0)"): _REGISTERS,
    ("tests/kernels/test_ptx_modifiers.py", "cluster_kernel", "cute.arch.mbarrier_init_fence()"): _RELEASED,
    ("tests/kernels/test_rows_by_tensor_map.py", "move_rows", "cute.arch.sync_threads()"): _READS,
    ("tests/kernels/test_rows_to_tensor_memory.py", "multiplied", "cute.arch.mbarrier_init_fence()"): _RELEASED,
    ("tests/kernels/test_tensor_map_fields.py", "other_tensor_kernel", "cute.arch.sync_threads()"): _WARP,
    ("tests/kernels/test_tensor_memory_copies.py", "in_the_shape_of_tensor_memory", "cute.arch.sync_threads()"): _LANES,
    ("tests/kernels/test_tensor_memory_copies.py", "there_and_back", "cute.arch.sync_threads()"): _LANES,
    ("tests/kernels/test_tensor_memory_copies.py", "with_extremes", "cute.arch.sync_threads()"): _LANES,
    ("tests/kernels/test_warpgroup_waits.py", "one_buffer", "cute.arch.mbarrier_init_fence()"): _INSIDE,
}
"""By file, function and deleted text."""
_GPU_ONLY: Final[frozenset[tuple[str, str]]] = frozenset(
    ("src/cutedsl/ops/attention_forward/kernel.py", f"cute.arch.{call}, number_of_threads=tiles.multipliers)")
    for call in (
        *("barrier_arrive(barrier_id=_TURN", "barrier(barrier_id=_TURN + wg"),
        *("barrier_arrive(barrier_id=_TURN + 1 - wg", "barrier(barrier_id=_TURN"),
    )
)
"""By file and deleted text: warp groups take turns on GPUs only."""
_VALUES: Final[frozenset[tuple[str, str]]] = frozenset(
    {
        ("examples/softmax/3_one_exchange.py", "own == -cutlass.Float32.inf"),
        ("src/cutedsl/ops/attention_forward/rows.py", "whole != 0.0"),
        ("src/cutedsl/ops/entropy.py", "label != ignored"),
        ("src/cutedsl/ops/reduction/folds.py", "better"),
        ("src/cutedsl/ops/scans.py", "lane % width > 0"),
        ("src/cutedsl/ops/selection.py", "found[1] == mine[1]"),
        ("src/cutedsl/ops/selection.py", "mine[2] == e"),
        ("src/cutedsl/ops/softmaxes.py", "maximum == -cutlass.Float32.inf"),
        ("tests/kernels/op_kernels.py", "tidx != 7"),
        ("tests/kernels/test_elementwise.py", "kept"),
        ("tests/kernels/test_elect.py", "thread >= 40"),
        ("tests/kernels/test_elect.py", "thread < 64"),
        ("tests/kernels/test_gather.py", "k == label"),
        ("tests/kernels/test_histograms.py", "x[i] > 0"),
        ("tests/kernels/test_matmul.py", "first + j <= query"),
        ("tests/kernels/test_sorting.py", "(keys[low] > keys[high]) == upwards"),
        ("tests/kernels/test_sorting.py", "(a > b) == upwards"),
        ("tests/kernels/test_carried_objects.py", "turn % 2 == block"),
        ("tests/kernels/test_carried_objects.py", "low < high"),
        ("tests/kernels/test_copy_zeros.py", "holds"),
        ("tests/kernels/test_early_exit.py", "leaves[thread] <= turn"),
        ("tests/kernels/test_early_exit.py", "cute.arch.warp_idx() == 2"),
        ("tests/kernels/test_early_exit.py", "thread + 8 * turn >= n"),
        ("tests/kernels/test_inline_ptx.py", "t % 4 < 3"),
        ("tests/kernels/test_prefetched_loops.py", 'how == "found"'),
        ("tests/kernels/test_prefetched_loops.py", "how in FAR"),
        ("tests/kernels/test_primitives_memory.py", "k == 1"),
        ("tests/kernels/test_primitives_of_blackwell.py", "t == 7"),
        ("tests/kernels/test_primitives_of_blackwell.py", "t < 32"),
        ("tests/kernels/test_primitives_of_blackwell.py", "t == 40"),
        ("tests/kernels/test_sequential_consistency.py", 'A.load(other, sem="seq_cst", scope="gpu") == 0'),
        ("tests/kernels/test_structured_values.py", "turn % 2 == 1"),
    }
)
"""By file and deleted text."""


def reason(file: str, mutant: Mutant) -> str:
    """Why a mutant is equivalent; "" where none is known."""
    return _REASONS.get((file, mutant.function, mutant.deleted), "")


def is_traced(file: str, mutant: Mutant) -> bool:
    """Whether what was changed is in what the CPU runs."""
    return (file, mutant.deleted) not in _GPU_ONLY


def chooses_values(file: str, mutant: Mutant) -> bool:
    """Whether a predicate does no more than choose between values."""
    return mutant.kind == "predicate" and (file, mutant.deleted) in _VALUES

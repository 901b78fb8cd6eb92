"""Why mutants that nothing tells from the original behave as it does: no GPU may run them otherwise."""

from __future__ import annotations

from typing import Final

from benchmarks.mutations.mutants import Mutant

_TAIL: Final = "one block a cluster: its shared memory lives until its last warp ends, so late arrivals find it"
_STORED: Final = "in each turn the source was waited for; what is written is complete at the kernel's end"
_ENOUGH: Final = "not tried: the example has no more tiles than stages, so nobody waits for what is released"
_REASONS: Final[dict[tuple[str, str, str], str]] = {
    ("examples/gemm/6_warp_specialised.py", "gemm_kernel", "pipe.producer_tail(state)"): _TAIL,
    ("examples/gemm/7_bulk_store.py", "gemm_kernel", "pipe.producer_tail(state)"): _TAIL,
    ("examples/gemm/5_warpgroups.py", "gemm_kernel", "pipe.consumer_release(free)"): _ENOUGH,
    ("tests/kernels/test_tma.py", "through", "cute.arch.cp_async_bulk_wait_group(0)"): _STORED,
}
"""By file, function and deleted text."""


def reason(file: str, mutant: Mutant) -> str:
    """Why a mutant is equivalent; "" where none is known."""
    return _REASONS.get((file, mutant.function, mutant.deleted), "")

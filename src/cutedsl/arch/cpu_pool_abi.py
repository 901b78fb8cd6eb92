"""The interface between the runtime's launcher of CPU kernels and the pool in Python, as data.

`codegen/llvm/launch_runtime.py` is the launcher, `execution/cpu_pool.py` fills the tables; both read this file. A word
is 8 bytes, an address where nothing else is said.

* `void cute.serve(ptr pool, ptr helper)`: what a thread of the pool runs: it waits for jobs, and never returns.
* `void cute.run_grid(ptr pool, ptr rt, ptr plan, ptr dims, ptr params, i64 helpers, ptr counter, i64 together)`: runs
  the blocks from `counter` on, on this thread and on so many helpers, fewer where they are busy; `together` is how many
  clusters a worker runs together, 0: as the plan says. The caller holds no GIL.
* `i32 cute.launch_grid(ptr rt, i32 kernel, ptr dims, i64 stream, ptr params)`: what `rt.launch` points to in a call
  that machine code makes, with the GIL. It runs what is like a launch before it by itself, and leaves others to Python.

Source: ours; CPython's `PyThread_acquire_lock_timed` and `PyEval_SaveThread`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.host_abi import FAULT_INSTALLER, SMEM_REQUEST

WORD_BYTES: Final = 8
SERVE, RUN_GRID, LAUNCH_GRID = "cute.serve", "cute.run_grid", "cute.launch_grid"
RUNTIME_SYMBOLS: Final = (FAULT_INSTALLER, SERVE, RUN_GRID, LAUNCH_GRID)
"""What a process takes once, of the first kernels that it loads."""
INLINE_BLOCKS: Final = 4
"""Grids of at most this many blocks run on the calling thread: waking another one costs more."""
THREADS_VARIABLE: Final = "CUTEDSL_NUM_THREADS"

_POOL_WORDS: Final = (
    *("acquire", "release", "save_thread", "restore_thread", "getenv", "yield"),
    *("told", "watching", "cores", "count"),
)
POOL: Final = {name: WORD_BYTES * index for index, name in enumerate(_POOL_WORDS)}
"""Byte offsets in the pool: functions of CPython and of the C library (`yield` may be 0); how many want to be told of
each launch by Python; whether the monitor is awake; how many cores this process may use; how many helpers there are.
Seats and helpers follow."""
SEATS: Final = 32
"""Launches at a time that machine code makes by itself. Its seat has the launch's shared memory."""
_SEAT_WORDS: Final = ("rt", "done", "pending", "arena", "arena_bytes")
SEAT: Final = {name: WORD_BYTES * index for index, name in enumerate(_SEAT_WORDS)}
"""Byte offsets in a seat: whose it is (0: free, `UNWATCHED`: somebody's whom the monitor knows otherwise); the lock
that the last helper releases; how many helpers are at work, `PARKED` more where the launch waits for the lock."""
SEAT_BYTES: Final = 64
UNWATCHED: Final = 1
PARKED: Final = 1 << 32
HELPERS: Final = 1023
_HELPER_WORDS: Final = ("claimed", "parked", "job", "lock", "mate", "arena", "arena_bytes")
HELPER: Final = {name: WORD_BYTES * index for index, name in enumerate(_HELPER_WORDS)}
"""Byte offsets in a helper, a thread of the pool: whether a launch has it; whether it waits for its lock; the job that
it is given; the launch's next helper."""
HELPER_BYTES: Final = 64
FIRST_SEAT: Final = 128
FIRST_HELPER: Final = FIRST_SEAT + SEATS * SEAT_BYTES
POOL_BYTES: Final = FIRST_HELPER + HELPERS * HELPER_BYTES

TABLE: Final = {"pool": 0, "python": 8, "plans": 16}
"""Byte offsets in a module's table, to which `rt.user` points: the pool; the launch by Python; the newest plan of each
kernel."""

PLAN_DIMS: Final = SMEM_REQUEST + 1
"""How many of the dims a plan is for: what is behind them is not set."""
PLAN: Final = {
    "next": 0,
    "dims": 8,
    "clusters": 8 + 4 * PLAN_DIMS,
    "cluster_blocks": 16 + 4 * PLAN_DIMS,
    "smem_bytes": 24 + 4 * PLAN_DIMS,
    "worker": 32 + 4 * PLAN_DIMS,
    "most_together": 40 + 4 * PLAN_DIMS,
}
"""Byte offsets in a plan: what the launches of a kernel with the same dims come to. `next` is an older one; nothing of
a plan changes once a table or a plan points to it."""
PLAN_BYTES: Final = 48 + 4 * PLAN_DIMS


def runtime_symbol(symbol: str, prefix: str = "") -> str:
    """The name of one of `RUNTIME_SYMBOLS` in an object whose symbols all have a prefix, or in one without.

    >>> runtime_symbol(SERVE), runtime_symbol(SERVE, "gemm")
    ('cute.serve', 'gemm_serve')
    """
    return f"{prefix}_{symbol.removeprefix('cute.')}" if prefix else symbol

"""The pool of threads that run CPU launches, as C's launcher (`cpu/launch.c`) and Python share it.

`execution/cpu/pool.py` and `execution/cpu/launch.py` fill it.

* `void cute.serve(ptr pool, ptr helper)`: what a thread of the pool runs: it waits for jobs, and never returns.
* `void cute.run_grid(ptr pool, ptr rt, ptr plan, ptr dims, ptr params, i64 helpers, ptr counter, i64 together)`: runs
  the blocks from `counter` on, on this thread and on so many helpers, fewer where they are busy; `together` is how many
  clusters a worker runs together, 0: as the plan says. The caller holds no GIL.
* `i32 cute.launch_grid(ptr rt, i32 kernel, ptr dims, i64 stream, ptr params)`: what `rt.launch` points to in a call
  that machine code makes, with the GIL. It runs what is like a launch before it by itself, and leaves others to Python.
"""

from __future__ import annotations

from typing import Final

SERVE, RUN_GRID, LAUNCH_GRID, FAULT_INSTALLER = "cute.serve", "cute.run_grid", "cute.launch_grid", "cute.install"
RUNTIME_SYMBOLS: Final = (FAULT_INSTALLER, SERVE, RUN_GRID, LAUNCH_GRID)
"""What a process takes once, of the first kernels that it loads."""

INLINE_BLOCKS: Final = 4
"""Grids of at most this many blocks run on the calling thread: waking another one costs more."""
SEATS: Final = 32
"""Launches at a time that machine code makes by itself."""
HELPERS: Final = 1023
UNWATCHED: Final = 1
"""In the place of a seat's `rt`: somebody's whom the monitor knows otherwise."""
PARKED: Final = 1 << 32
"""Added to a seat's `pending` where the launch waits for the lock."""
PLAN_DIMS: Final = 10
"""How many of the dims a plan is for: what is behind them is not set."""


def runtime_symbol(symbol: str, prefix: str = "") -> str:
    """The name of one of `RUNTIME_SYMBOLS` in an object whose symbols all have a prefix, or in one without.

    >>> runtime_symbol(SERVE), runtime_symbol(SERVE, "gemm")
    ('cute.serve', 'gemm_serve')
    """
    return f"{prefix}_{symbol.removeprefix('cute.')}" if prefix else symbol

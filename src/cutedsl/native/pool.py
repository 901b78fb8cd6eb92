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

from cutedsl.native.fields import Field, Structure

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

ROOM: Final = Structure(
    "Room",
    (
        Field("memory", "ptr", "from malloc; null for none"),
        Field("size_bytes", "i64", "how many bytes it has"),
    ),
    doc="Memory that is kept for the next launch: shared memory of blocks.",
)

SEAT: Final = Structure(
    "Seat",
    (
        Field("rt", "i64", "the context whose launch has the seat; 0: free; UNWATCHED: the monitor knows it otherwise"),
        Field("done", "ptr", "the lock that the last helper releases"),
        Field("pending", "i64", "helpers at work, PARKED more where the launch waits for the lock"),
        Field("room", ROOM, "the shared memory of the launch's own thread"),
    ),
    align_bytes=64,
    doc="One launch that is under way. Seats have cache lines of their own, as threads write them at the same time.",
)

HELPER: Final = Structure(
    "Helper",
    (
        Field("claimed", "i64", "whether a launch has it"),
        Field("parked", "i64", "whether it waits for its lock"),
        Field("job", "ptr", "the job that it is given", c="Job *NAME"),
        Field("lock", "ptr", "what it sleeps on"),
        Field("mate", "ptr", "the launch's next helper", c="Helper *NAME"),
        Field("room", ROOM, "the shared memory of the blocks that it runs"),
    ),
    align_bytes=64,
    doc="A thread of the pool.",
)

POOL: Final = Structure(
    "Pool",
    (
        Field("acquire", "ptr", "PyThread_acquire_lock_timed", c="int32_t (*NAME)(void *, int64_t, int32_t)"),
        Field("release", "ptr", "PyThread_release_lock", c="void (*NAME)(void *)"),
        Field("save_thread", "ptr", "PyEval_SaveThread", c="void *(*NAME)(void)"),
        Field("restore_thread", "ptr", "PyEval_RestoreThread", c="void (*NAME)(void *)"),
        Field("getenv", "ptr", "the C library's", c="const char *(*NAME)(const char *)"),
        Field("yield", "ptr", "sched_yield; null where there is none", c="int32_t (*NAME)(void)"),
        Field("told", "i64", "how many want to be told of each launch by Python"),
        Field("watching", "i64", "whether the monitor is awake"),
        Field("cores", "i64", "how many cores this process may use"),
        Field("count", "i64", "how many helpers there are"),
        Field("seats", SEAT, "launches under way", SEATS),
        Field("helpers", HELPER, "threads of the pool", HELPERS),
    ),
    align_bytes=64,
    doc="The process's pool.",
)

PLAN: Final = Structure(
    "Plan",
    (
        Field("next", "ptr", "an older plan of the kernel", c="Plan *NAME"),
        Field("dims", "i32", "what it is for", PLAN_DIMS),
        Field("clusters", "i64", "how many clusters the grid has"),
        Field("cluster_blocks", "i64", "blocks of a cluster"),
        Field("smem_bytes", "i64", "shared memory of a block"),
        Field("worker", "ptr", "the kernel's worker", c="Worker *NAME"),
        Field("most_together", "i64", "clusters that a worker may run together"),
    ),
    doc="What the launches of a kernel with the same dims come to; nothing changes once anything points to it.",
)

TABLE: Final = Structure(
    "Table",
    (
        Field("pool", "ptr", "the process's", c="Pool *NAME"),
        Field("python", "ptr", "the launch by Python", c="Launch *NAME"),
    ),
    doc="A module's table, to which `rt->user` points; behind it lies the newest plan of each kernel.",
)

POOL_STRUCTURES: Final = (ROOM, SEAT, HELPER, POOL, PLAN, TABLE)


def runtime_symbol(symbol: str, prefix: str = "") -> str:
    """The name of one of `RUNTIME_SYMBOLS` in an object whose symbols all have a prefix, or in one without.

    >>> runtime_symbol(SERVE), runtime_symbol(SERVE, "gemm")
    ('cute.serve', 'gemm_serve')
    """
    return f"{prefix}_{symbol.removeprefix('cute.')}" if prefix else symbol

"""Errors found while a program runs, mostly by a checked run on the CPU."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="out-of-bounds",
        base=IndexError,
        title="An access outside a tensor",
        why="The coordinate lies outside the memory that the tensor's layout covers.",
        fix="Guard the access with a comparison against the extent.",
        wrong="x[i] = 0.0                 # i goes up to the next multiple of 128",
        right="if i < n:\n    x[i] = 0.0",
    ),
    Entry(
        name="index-wraps",
        base=IndexError,
        title="A 32-bit index passes 2**31 within a warp",
        why="Int32 arithmetic wraps, so the address would lie before the tensor instead of after it.",
        fix="Compute the index with `cutlass.Int64`.",
        wrong="x[row * 65536 + tidx] = 0.0                 # row may be 32768",
        right="x[cutlass.Int64(row) * 65536 + tidx] = 0.0",
    ),
    Entry(
        name="division-by-zero",
        base=ZeroDivisionError,
        title="An integer division or remainder by zero",
        why="Integers have no value for a division by zero.",
        fix="Guard the division with `if divisor != 0`.",
        wrong="y[i] = total // count[i]",
        right="if count[i] != 0:\n    y[i] = total // count[i]",
    ),
    Entry(
        name="kernel-trap",
        base=RuntimeError,
        title="A kernel stopped itself",
        why="A thread reached `trap` or a failed `assert`, and the launch ended there.",
        fix="Look at the thread and the values in the message, and correct the condition.",
        wrong="cute.testing.assert_(i < 128)      # blocks have 256 threads",
        right="cute.testing.assert_(i < 256)",
    ),
    Entry(
        name="barrier-divergent",
        base=RuntimeError,
        title="Some threads of a block wait at a barrier that the others do not reach",
        why="A barrier waits for every thread that takes part, and some ended or wait elsewhere.",
        fix="Move the barrier out of the branch.",
        wrong="if tidx < 32:\n    cute.arch.sync_threads()",
        right="if tidx < 32:\n    s[tidx] = v\ncute.arch.sync_threads()",
    ),
    Entry(
        name="deadlock",
        base=RuntimeError,
        title="All threads of a block wait, and none can go on",
        why="Each waits for an arrival that only a waiting thread could make.",
        fix="Make each barrier's arrivals match its count, before the wait for them.",
        wrong="mbarrier_init(bar, 2)\nmbarrier_arrive(bar)      # one arrival of two\nmbarrier_wait(bar, 0)",
        right="mbarrier_init(bar, 1)\nmbarrier_arrive(bar)\nmbarrier_wait(bar, 0)",
    ),
    Entry(
        name="mbarrier-misuse",
        base=RuntimeError,
        title="An mbarrier gets what it does not count on",
        why="An mbarrier counts a fixed number of arrivals a phase, and bytes of copies, from its initialisation on.",
        fix="Initialise it with the number of arrivals of one phase, before any other use.",
        wrong="mbarrier_init(bar, 1)\nmbarrier_arrive(bar)      # in 32 threads",
        right="mbarrier_init(bar, 32)\nmbarrier_arrive(bar)",
    ),
    Entry(
        name="cluster-rank",
        base=IndexError,
        title="A block that the cluster does not have",
        why="A block reaches the shared memory of the blocks of its own cluster, numbered from 0.",
        fix="Use a rank below `cute.arch.cluster_size()`.",
        wrong="cute.arch.map_dsmem_ptr(p, rank + 1)",
        right="cute.arch.map_dsmem_ptr(p, (rank + 1) % cute.arch.cluster_size())",
    ),
    Entry(
        name="launch-timeout",
        base=RuntimeError,
        title="A launch took longer than the time it was given",
        why="The kernel did not end within `CUTEDSL_TIMEOUT_S`; often a loop never ends.",
        fix="Correct the loop that does not end, or raise `CUTEDSL_TIMEOUT_S`.",
        wrong="while flag[0] == 0:\n    pass                        # nobody sets flag",
        right="while i < n:\n    i = i + 1",
    ),
)

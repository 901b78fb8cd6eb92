"""Errors of eager runs: what the debugger and the oracle of the fuzzer do not do."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="eager-warps-wait",
        base=NotImplementedError,
        title="Warps wait for each other in an eager run",
        why="An eager run executes a block in lockstep, so warps cannot be at different places of the program.",
        fix="Run the kernel compiled for the CPU, which schedules warps one by one.",
        wrong="if warp == 0:\n    cute.arch.barrier(barrier_id=1, number_of_threads=64)   # warp 1 is elsewhere",
        right="cute.arch.sync_threads()             # all warps come to it together",
    ),
    Entry(
        name="eager-device",
        base=TypeError,
        title="Eager run got a tensor on the GPU",
        why="An eager run computes with NumPy, in CPU memory.",
        fix="Pass the array in CPU memory, as `x.cpu()`.",
        wrong="cutedsl.eager.run(f, x.cuda())",
        right="cutedsl.eager.run(f, x)",
    ),
)

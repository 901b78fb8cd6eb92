"""Errors of checked runs, and the classes of what they find that no other run can tell."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="check-target",
        base=ValueError,
        title="A checked run for a GPU",
        why="Only the CPU target can look at every access and wait of a kernel.",
        fix='Leave `--target` out of the options, or give "--target cpu".',
        wrong='cute.compile(f, x, options="--check --target cuda")',
        right='cute.compile(f, x, options="--check")',
    ),
    Entry(
        name="mark-name",
        base=ValueError,
        title="A mark without a name",
        why="A kernel notes numbers; the list of names says what they mean, so it must have all of them.",
        fix="Add the name to those that `Marks` is made with.",
        wrong='marks = Marks(("load",))\nmarks.recorder(noted).begin("store")',
        right='marks = Marks(("load", "store"))\nmarks.recorder(noted).begin("store")',
    ),
    Entry(
        name="check-limit",
        base=RuntimeError,
        title="A launch too large to be checked",
        why="A checked run remembers the accesses of each word, and tells apart a limited number of warps and engines.",
        fix="Check a smaller problem: bugs show in a few blocks.",
        wrong="check(run, x)                       # 64 GiB of tensors",
        right="check(run, x[:1024])",
    ),
    Entry(
        name="shared-race",
        base=RuntimeError,
        title="Two threads access a word of shared memory in no order, and one writes",
        why="Without a barrier between them either may come first, so the value differs from run to run.",
        fix="Put `cute.arch.sync_threads()` between the two.",
        wrong="s[tidx] = x[tidx]\ny[tidx] = s[63 - tidx]",
        right="s[tidx] = x[tidx]\ncute.arch.sync_threads()\ny[tidx] = s[63 - tidx]",
    ),
    Entry(
        name="global-race",
        base=RuntimeError,
        title="Two threads access an element in global memory in no order, and one writes",
        why="Blocks run in any order and at the same time; a barrier orders the threads of one block only.",
        fix="Let one thread own each element, or combine with an atomic such as `cute.arch.atomic_add`.",
        wrong="out[i // 2] = x[i]",
        right="if i % 2 == 0:\n    out[i // 2] = x[i]",
    ),
    Entry(
        name="uninitialised-read",
        base=RuntimeError,
        title="A read of shared memory that nothing has written",
        why="Shared memory starts with what an earlier block left there.",
        fix="Write every element before the first read, zeros where the tile has no data.",
        wrong="if tidx < n:\n    s[tidx] = x[tidx]\ncute.arch.sync_threads()\ny[tidx] = s[tidx]",
        right="s[tidx] = x[tidx] if tidx < n else 0.0\ncute.arch.sync_threads()\ny[tidx] = s[tidx]",
    ),
    Entry(
        name="copy-not-waited",
        base=RuntimeError,
        title="Shared memory is used while a `cp.async` copy into it may be under way",
        why="Such a copy has ended only after its group was committed and waited for by the threads that issued it.",
        fix="Wait with `cute.arch.cp_async_wait_group(n)` for the group, then `cute.arch.sync_threads()`.",
        wrong="cute.copy(copy_async, gX, sX)\ncute.arch.sync_threads()\nv = sX[tidx]",
        right="cute.copy(copy_async, gX, sX)\ncute.arch.cp_async_commit_group()\n"
        "cute.arch.cp_async_wait_group(0)\ncute.arch.sync_threads()\nv = sX[tidx]",
    ),
    Entry(
        name="tma-not-waited",
        base=RuntimeError,
        title="Shared memory is used while a bulk copy of it may be under way",
        why="A load ends with its mbarrier's phase; a store has read its source once its group was waited for.",
        fix="Wait for the phase with `cute.arch.mbarrier_wait`, or for the store with `cp_async_bulk_wait_group`.",
        wrong="cute.copy(tma, tAgA, tAsA, tma_bar_ptr=bar)\nv = sA[tidx]",
        right="cute.copy(tma, tAgA, tAsA, tma_bar_ptr=bar)\ncute.arch.mbarrier_wait(bar, 0)\nv = sA[tidx]",
    ),
    Entry(
        name="wgmma-not-waited",
        base=RuntimeError,
        title="Operands are overwritten while a warp group's multiply may still read them",
        why="Such a multiply has read its operands only after its group was committed and waited for.",
        fix="Wait with `cute.nvgpu.warpgroup.wait_group(n)` before the stage is given back.",
        wrong="cute.gemm(mma, tCrC, tCrA, tCrB, tCrC)\nwarpgroup.commit_group()\npipeline.consumer_release(state)",
        right="cute.gemm(mma, tCrC, tCrA, tCrB, tCrC)\nwarpgroup.commit_group()\n"
        "warpgroup.wait_group(0)\npipeline.consumer_release(state)",
    ),
    Entry(
        name="proxy-fence-missing",
        base=RuntimeError,
        title="An asynchronous engine reads what threads wrote, without a proxy fence",
        why="Bulk copies and warp group multiplies see ordinary writes only after a fence between the two proxies.",
        fix='Call `cute.arch.fence_proxy("async.shared", space="cta")` after the writes, before the barrier.',
        wrong="sC[tidx] = v\ncute.arch.sync_threads()\nif tidx == 0:\n    cute.copy(tma_store, tCsC, tCgC)",
        right="sC[tidx] = v\ncute.arch.fence_view_async_shared()\ncute.arch.sync_threads()\n"
        "if tidx == 0:\n    cute.copy(tma_store, tCsC, tCgC)",
    ),
    Entry(
        name="group-leaked",
        base=RuntimeError,
        title="A warp ends while its asynchronous copies or multiplies may be under way",
        why="Nobody waits for them any more, while the block's shared memory goes to another block.",
        fix="Wait for all groups before the kernel ends: `cute.arch.cp_async_wait_group(0)`.",
        wrong="cute.copy(copy_async, gX, sX)\ncute.arch.cp_async_commit_group()      # the end",
        right="cute.copy(copy_async, gX, sX)\ncute.arch.cp_async_commit_group()\ncute.arch.cp_async_wait_group(0)",
    ),
    Entry(
        name="not-measured",
        base=ValueError,
        title="Costs are asked of a checked run that did not measure them",
        why="Looking at every address takes time, so a checked run only does it where that is asked for.",
        fix="Call `check(..., measure=True)`.",
        wrong="assert_no_bank_conflicts(check(run, x))",
        right="assert_no_bank_conflicts(check(run, x, measure=True))",
    ),
)

"""Errors of kernels and their launches."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="launch-option",
        base=TypeError,
        title="A keyword of `launch` that it does not have, or a value that the keyword does not take",
        why="A launch is fixed by its grid, its block and a few more keywords.",
        fix="Use one of the keywords of `launch`.",
        wrong="k(x).launch(grid=4, block=128, shared=1024)",
        right="k(x).launch(grid=4, block=128, smem=1024)",
    ),
    Entry(
        name="kernel-outside-jit",
        base=RuntimeError,
        title="A kernel is called outside a `@jit` function",
        why="A kernel is launched by compiled host code, which only a `@jit` function is.",
        fix="Call and launch the kernel inside a `@jit` function.",
        wrong="add(a, b).launch(grid=[1, 1, 1], block=[128, 1, 1])",
        right="@jit\ndef run(a, b):\n    add(a, b).launch(grid=[1, 1, 1], block=[128, 1, 1])\n\nrun(a, b)",
    ),
    Entry(
        name="kernel-from-kernel",
        base=RuntimeError,
        title="A kernel calls another kernel",
        why="Kernels are launched by host code; within a kernel, work is shared by plain functions.",
        fix="Make the inner one a `@jit` function and call it.",
        wrong="@kernel\ndef outer(x):\n    inner(x).launch(grid=[1, 1, 1], block=[32, 1, 1])",
        right="@jit\ndef inner(x): ...\n\n@kernel\ndef outer(x):\n    inner(x)",
    ),
    Entry(
        name="kernel-not-launched",
        base=RuntimeError,
        title="A kernel is called and never launched",
        why="Calling a kernel only binds its arguments; `.launch(...)` runs it.",
        fix="Add `.launch(grid=..., block=...)`.",
        wrong="add(a, b, c)",
        right="add(a, b, c).launch(grid=[1, 1, 1], block=[128, 1, 1])",
    ),
    Entry(
        name="launch-invalid-grid",
        base=ValueError,
        title="A grid that cannot be launched",
        why="A grid is one to three integers, at least 1 each, at most 2147483647 in x and 65535 in y and z.",
        fix="Give the number of blocks as up to three positive integers.",
        wrong="add(x).launch(grid=[n / 128, 1, 1], block=[128, 1, 1])",
        right="add(x).launch(grid=[cute.ceil_div(n, 128), 1, 1], block=[128, 1, 1])",
    ),
    Entry(
        name="launch-invalid-block",
        base=ValueError,
        title="A block that cannot be launched",
        why="A block is one to three integers, at least 1 each.",
        fix="Give the number of threads as up to three positive integers.",
        wrong="add(x).launch(grid=[1, 1, 1], block=[0, 1, 1])",
        right="add(x).launch(grid=[1, 1, 1], block=[128, 1, 1])",
    ),
    Entry(
        name="launch-invalid-cluster",
        base=ValueError,
        title="A cluster that cannot be launched",
        why="A cluster divides the grid in each mode, and has no more blocks than the target can group.",
        fix="Use a cluster of at most 8 blocks that divides the grid.",
        wrong="add(x).launch(grid=[3, 1, 1], block=[128, 1, 1], cluster=[2, 1, 1])",
        right="add(x).launch(grid=[4, 1, 1], block=[128, 1, 1], cluster=[2, 1, 1])",
    ),
    Entry(
        name="too-many-threads",
        base=ValueError,
        title="A block with more threads than the target runs together",
        why="All threads of a block run on one multiprocessor, which holds a limited number.",
        fix="Use a smaller block and a larger grid.",
        wrong="add(x).launch(grid=[1, 1, 1], block=[64, 32, 1])",
        right="add(x).launch(grid=[2, 1, 1], block=[32, 32, 1])",
    ),
    Entry(
        name="too-much-shared-memory",
        base=ValueError,
        title="A block with more shared memory than the target has",
        why="Shared memory belongs to one multiprocessor and is limited.",
        fix="Use smaller tiles or fewer stages.",
        wrong="smem.allocate_tensor(Float32, cute.make_layout((256, 256)))   # 256 KiB",
        right="smem.allocate_tensor(Float32, cute.make_layout((128, 128)))   # 64 KiB",
    ),
    Entry(
        name="tma-limits",
        base=ValueError,
        title="A copy that the bulk copy engine cannot make",
        why="A tensor map has up to 5 modes, the first contiguous, strides of whole 16 bytes, and tiles of up to 256.",
        fix="Use a tile and a tensor within these limits, or another copy.",
        wrong="x = np.zeros((64, 63), np.float32)      # rows of 252 bytes\nmake_tiled_tma_atom(op, x, smem, (64, 32))",
        right="x = np.zeros((64, 64), np.float32)[:, :63]\nmake_tiled_tma_atom(op, x, smem, (64, 32))",
    ),
    Entry(
        name="missing-jit-decorator",
        base=TypeError,
        title="A plain Python function where a compiled one is expected",
        why="Only a function with `@jit` is rewritten so that its `if` and `for` work on run-time values.",
        fix="Put `@jit` above the function.",
        wrong="def run(a, b): ...\n\ncute.compile(run, a, b)",
        right="@jit\ndef run(a, b): ...\n\ncute.compile(run, a, b)",
    ),
    Entry(
        name="kernel-compile-target",
        base=TypeError,
        title="A kernel is compiled by itself",
        why="`cute.compile` makes host code too, so it takes the `@jit` function that launches the kernel.",
        fix="Compile the `@jit` function that launches the kernel.",
        wrong="cute.compile(add_kernel, a, b)",
        right="@jit\n"
        "def add(a, b):\n"
        "    add_kernel(a, b).launch(grid=[1, 1, 1], block=[32, 1, 1])\n"
        "\n"
        "cute.compile(add, a, b)",
    ),
    Entry(
        name="not-callable",
        base=TypeError,
        title="Something that is no function where a function is expected",
        why="A function is compiled before it is called, so the function itself is passed.",
        fix="Pass the function without calling it.",
        wrong="cute.compile(add(a, b))",
        right="cute.compile(add, a, b)",
    ),
)

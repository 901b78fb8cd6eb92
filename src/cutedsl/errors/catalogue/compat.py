"""Errors of running programs that were written for `cutlass`."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="cutlass-installed",
        base=RuntimeError,
        title="Another package named `cutlass` is installed",
        why="cutedsl-cutlass-compat makes `import cutlass` mean cutedsl everywhere; two packages cannot share a name.",
        fix="Uninstall one of them: `pip uninstall cutedsl-cutlass-compat`; `cutedsl run prog.py` needs neither.",
        wrong="pip install ./packages/cutlass-compat   # with another `cutlass` installed",
        right="cutedsl run prog.py",
    ),
    Entry(
        name="version-text",
        base=ValueError,
        title="Invalid CUDA version",
        why="A version is two numbers.",
        fix='Write it as `"12.9"`.',
        wrong='if cutlass.target_version(min_version="twelve"): ...',
        right='if cutlass.target_version(min_version="12.9"): ...',
    ),
    Entry(
        name="benchmark-arguments",
        base=ValueError,
        title="Invalid arguments of a benchmark",
        why="A timing needs at least one run, and arguments for each run.",
        fix="Pass `kernel_arguments=JitArguments(...)`, or a `workspace_generator` that makes them.",
        wrong="testing.benchmark(compiled, iterations=0)",
        right="testing.benchmark(compiled, kernel_arguments=testing.JitArguments(x, y))",
    ),
    Entry(
        name="init-config",
        base=TypeError,
        title="Initialiser and settings of a test tensor do not match",
        why="Each `TensorInitType` has its own settings class.",
        fix="Pass the settings class of that `init_type`.",
        wrong="matrix(1, 8, 8, True, Float16, TensorInitType.SCALAR, RandomInitConfig())",
        right="matrix(1, 8, 8, True, Float16, TensorInitType.SCALAR, ScalarInitConfig(1.0))",
    ),
    Entry(
        name="inline-ptx-on-cpu",
        base=NotImplementedError,
        title="Inline PTX is not supported on the CPU",
        why="Inline PTX is instructions of an NVIDIA GPU; the CPU target runs the common ones.",
        fix="Run on a GPU, or use the function of `cute.arch` or `cute.math` that does the same.",
        wrong='y = cute.arch.inline_ptx("max.relu.s32 {$w0}, {$r0}, {$r1};", ...)      # CUTEDSL_TARGET=cpu',
        right="y = max(a, b, 0)",
    ),
    Entry(
        name="inline-ptx-place",
        base=ValueError,
        title="Operands of inline PTX do not match its text",
        why="Each `{$w0}`, `{$rw0}`, `{$r0}` stands for one result or argument in a register of 16, 32 or 64 bits.",
        fix="Give a value or a result type for each place.",
        wrong='cute.arch.inline_ptx("add.s32 {$w0}, {$r0}, {$r1};", write_only_types=[Int32], read_only_args=[x])',
        right='cute.arch.inline_ptx("add.s32 {$w0}, {$r0}, {$r1};", write_only_types=[Int32], read_only_args=[x, y])',
    ),
)

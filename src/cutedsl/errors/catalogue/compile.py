"""Errors of `cute.compile` and its options."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="fragment-in-local-memory",
        base=ValueError,
        title="Fragment is in local memory, not in registers",
        why=(
            "Registers cannot be indexed at run time. If an index is not a compile-time constant, the whole "
            "fragment is in local memory for the whole kernel, which is many times slower."
        ),
        fix="Index it by constants, or in a loop with constant bounds: such loops are unrolled up to 32768 "
        "instructions. `unroll=1` keeps a loop, and is not warned of.",
        wrong="for i in range(n):\n    acc[i] = acc[i] * scale",
        right="for i in range(cute.size(acc)):\n    if i < n:\n        acc[i] = acc[i] * scale",
    ),
    Entry(
        name="unknown-compile-option",
        base=ValueError,
        title="Unknown compile option",
        why="Options are checked, so that a misspelt one is not silently without effect.",
        fix="Use an option that exists; the message names the nearest.",
        wrong='cute.compile(f, x, options="--opt-levle 3")',
        right='cute.compile(f, x, options="--opt-level 3")',
    ),
    Entry(
        name="malformed-compile-options",
        base=ValueError,
        title="Cannot parse the compile options",
        why="Options are written as on a command line: `--name value`, separated by spaces.",
        fix='Write them as `"--name value --other"`.',
        wrong='cute.compile(f, x, options="opt-level: 3")',
        right='cute.compile(f, x, options="--opt-level 3")',
    ),
    Entry(
        name="option-needs-value",
        base=ValueError,
        title="Compile option needs a value",
        why="This option is a setting, not a switch.",
        fix="Write the value after the option.",
        wrong='cute.compile(f, x, options="--gpu-arch")',
        right='cute.compile(f, x, options="--gpu-arch sm_90a")',
    ),
    Entry(
        name="invalid-opt-level",
        base=ValueError,
        title="Optimisation level must be 0 to 3",
        why="There are four levels: 0, 1, 2 and 3.",
        fix="Use a level from 0 to 3.",
        wrong="cute.compile[OptLevel(4)](f, x)",
        right="cute.compile[OptLevel(3)](f, x)",
    ),
    Entry(
        name="compile-forbidden",
        base=RuntimeError,
        title="A compilation is needed but forbidden",
        why="With `CUTEDSL_NO_COMPILE=1` only programs run that are in the cache or in a bundle already.",
        fix="Run the program once without `CUTEDSL_NO_COMPILE`, with the same `CUTEDSL_CACHE_DIR`, or put "
        "the program into a bundle (`cutedsl bundle`) and call `cutedsl.bundle.use`.",
        wrong="CUTEDSL_NO_COMPILE=1 python train.py      # never run here before",
        right="python train.py && CUTEDSL_NO_COMPILE=1 python train.py",
    ),
    Entry(
        name="setting-without-effect",
        base=ValueError,
        title="Environment variable has no effect",
        why="Programs set this variable for NVIDIA's compiler; cutedsl ignores it and says so once.",
        fix="Take the variable out; `docs/settings.md` lists those that set something.",
        wrong="CUTE_DSL_KEEP_PTK=1 python prog.py",
        right="CUTE_DSL_KEEP_PTX=1 python prog.py",
    ),
    Entry(
        name="cache-damaged",
        base=RuntimeError,
        title="Damaged file in the compile cache",
        why=(
            "The file was cut off or changed, or does not match its key. The program is compiled again and the "
            "file replaced."
        ),
        fix="Nothing is needed; if it comes back, look at the disk, or set `CUTEDSL_CACHE_DIR` to another folder.",
        wrong="truncate -s 100 ~/.cache/cutedsl/programs/*",
        right="cutedsl cache clear",
    ),
    Entry(
        name="cache-refused",
        base=RuntimeError,
        title="Compile cache is writable by others",
        why="Cached programs are executed, so cutedsl reads only regular files of this user or of root that nobody "
        "else can write, in folders where nobody else can put files. The program is compiled instead.",
        fix="Take the rights of others away (`chmod -R go-w ~/.cache/cutedsl`), or set `CUTEDSL_CACHE_DIR` to a folder "
        "of your own.",
        wrong="chmod 777 ~/.cache/cutedsl/programs",
        right="chmod 700 ~/.cache/cutedsl/programs",
    ),
)

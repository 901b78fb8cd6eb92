"""The table of environment variables: what each sets, and the reference's that set nothing here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType

from cutedsl.config.optimisations import OPTIMISATIONS
from cutedsl.config.readers import (
    MOST_CHECK_MEMORY_MIB,
    read_bool,
    read_check_memory,
    read_count,
    read_kind,
    read_kinds,
    read_level,
    read_log_level,
    read_names,
    read_not,
    read_optimisations,
    read_parts,
    read_path,
    read_seconds,
)
from cutedsl.config.variable import Alias, Variable

VARIABLES: tuple[Variable, ...] = (
    Variable(
        "CUTEDSL_DEBUG",
        "debug",
        read_level,
        "1: full tracebacks, checks of every stage, the times of each compilation; 2: its arguments and layouts too; "
        "3: the IR of each stage too; 4: LLVM, PTX and assembly too.",
        ("CUTE_DSL_DEBUG",),
    ),
    Variable("CUTEDSL_TARGET", "target", str, "`cpu` or `cuda`: what to compile for; unset: what fits the tensors."),
    Variable(
        "CUTEDSL_ARCH",
        "arch",
        str,
        "The GPU architecture, as `sm_90a`; unset: the device's.",
        ("CUTE_DSL_ARCH",),
    ),
    Variable(
        "CUTEDSL_CACHE_DIR",
        "cache_dir",
        read_path,
        "Where compiled programs are kept; unset: `$XDG_CACHE_HOME/cutedsl` or `~/.cache/cutedsl`.",
        ("CUTE_DSL_CACHE_DIR",),
    ),
    Variable(
        "CUTEDSL_CACHE",
        "cache",
        read_bool,
        "Off: every program is compiled anew, and none is kept; on by default.",
    ),
    Variable(
        "CUTEDSL_NO_CACHE",
        "no_cache",
        read_bool,
        "On: the same as CUTEDSL_CACHE=0.",
        ("CUTE_DSL_NO_CACHE",),
    ),
    Variable(
        "CUTEDSL_NO_COMPILE",
        "no_compile",
        read_bool,
        "On: a call that needs a compilation is an error, which names it; programs of the cache and of bundles run.",
        ("CUTEDSL_FORBID_COMPILE",),
    ),
    Variable(
        "CUTEDSL_LEAVE_ALONE",
        "leave_alone",
        read_parts,
        "What compiling and calling leave as it is in the process, such as `gc,turns` ([process.md](process.md)).",
    ),
    Variable(
        "CUTEDSL_WITHOUT",
        "without",
        read_optimisations,
        f"Optimisations that compiling leaves out: some of `{','.join(sorted(OPTIMISATIONS))}`, or `all`.",
    ),
    Variable("CUTEDSL_NUM_THREADS", "num_threads", read_count, "Threads of a CPU launch; unset: one a core."),
    Variable(
        "CUTEDSL_VERIFY",
        "verify",
        read_bool,
        "On: every stage checks what it made; off by default.",
        ("CUTE_DSL_VERIFY_TRACE",),
    ),
    Variable(
        "CUTEDSL_DUMP_DIR",
        "dump_dir",
        read_path,
        "Where each stage of every compilation writes what it made; unset: nowhere.",
        ("CUTE_DSL_DUMP_DIR",),
    ),
    Variable("CUTEDSL_TIMEOUT_S", "timeout_s", read_seconds, "Seconds a CPU launch may take; unset: no limit."),
    Variable("CUTEDSL_BOUNDS", "bounds", read_bool, "Off: a CPU run does not check accesses; on by default."),
    Variable("CUTEDSL_PTXAS", "ptxas", read_path, "The `ptxas` program; unset: the one found in PATH."),
    Variable(
        "CUTEDSL_PRINT_IR",
        "print_ir",
        read_bool,
        "On: the IR of each compilation goes to stderr.",
        ("CUTE_DSL_PRINT_IR",),
        calls=False,
    ),
    Variable(
        "CUTEDSL_PRINT_REWRITTEN",
        "print_rewritten",
        read_bool,
        "On: each function, as staging rewrites it, goes to stderr.",
        ("CUTE_DSL_PRINT_AFTER_PREPROCESSOR",),
        calls=False,
    ),
    Variable(
        "CUTEDSL_KEEP",
        "keep",
        read_kinds,
        "What each compilation leaves in the dump directory: some of `ir,ir-debug,ptx,cubin,sass`, or `all`.",
        (
            "CUTE_DSL_KEEP",
            Alias("CUTE_DSL_KEEP_IR", read_kind("ir")),
            Alias("CUTE_DSL_KEEP_PTX", read_kind("ptx")),
            Alias("CUTE_DSL_KEEP_CUBIN", read_kind("cubin")),
            Alias("CUTE_DSL_KEEP_SASS", read_kind("sass")),
        ),
    ),
    Variable(
        "CUTEDSL_LINEINFO",
        "lineinfo",
        read_bool,
        "On: GPU code knows the Python lines, as with `--generate-line-info`.",
        ("CUTE_DSL_LINEINFO",),
    ),
    Variable(
        "CUTEDSL_ASSERTIONS",
        "assertions",
        read_bool,
        "On: programs check `cute.testing.assert_`, as with `--enable-assertions`.",
        ("CUTE_DSL_ENABLE_ASSERTIONS",),
    ),
    Variable(
        "CUTEDSL_TIMES",
        "times",
        read_bool,
        "On: the times of each compilation go to stderr.",
        ("CUTE_DSL_JIT_TIME_PROFILING",),
        calls=False,
    ),
    Variable(
        "CUTEDSL_CHECK_MEMORY_MIB",
        "check_memory_mib",
        read_check_memory,
        f"MiB in which a checked launch remembers global memory, from 4 on; unset: {MOST_CHECK_MEMORY_MIB}, the most.",
    ),
    Variable(
        "CUTEDSL_DRYRUN",
        "dryrun",
        read_bool,
        "On: programs are traced into IR and checked, and nothing is compiled or run.",
        ("CUTE_DSL_DRYRUN",),
    ),
    Variable(
        "CUTEDSL_FRAMES",
        "frames",
        read_bool,
        "On: tracebacks keep cutedsl's own frames, as with CUTEDSL_DEBUG.",
        ("CUTE_DSL_SHOW_STACKTRACE", Alias("CUTE_DSL_FILTER_STACKTRACE", read_not)),
        calls=False,
    ),
    Variable(
        "CUTEDSL_WARNINGS_AS_ERRORS",
        "warnings_as_errors",
        read_names,
        "On: warnings of cutedsl are errors; or the names of those that are, as `many-copies`.",
        ("CUTE_DSL_WARNINGS_AS_ERRORS",),
        calls=False,
    ),
    Variable(
        "CUTEDSL_WARNINGS_IGNORE",
        "warnings_ignore",
        read_names,
        "On: cutedsl gives no warnings; or the names of those that it does not give.",
        ("CUTE_DSL_WARNINGS_IGNORE",),
        calls=False,
    ),
    Variable(
        "CUTEDSL_OPTIMIZATION_WARNINGS",
        "optimization_warnings",
        read_bool,
        "Off: no warnings of programs that are right and could be faster; on by default.",
        ("CUTE_DSL_ENABLE_OPTIMIZATION_WARNINGS",),
        calls=False,
    ),
    Variable(
        "CUTEDSL_LOG_TO_CONSOLE",
        "log_to_console",
        read_bool,
        "On: what is compiled, found, warned of and refused goes to stderr, a line each.",
        ("CUTE_DSL_LOG_TO_CONSOLE",),
        calls=False,
    ),
    Variable(
        "CUTEDSL_LOG_TO_FILE",
        "log_to_file",
        read_bool,
        "On: the same goes into `cutedsl.log` in the dump directory, or here.",
        ("CUTE_DSL_LOG_TO_FILE",),
        calls=False,
    ),
    Variable(
        "CUTEDSL_LOG_LEVEL",
        "log_level",
        read_log_level,
        "The least level of a log's lines, as in Python's logging: 10 to 50; 1 is everything (the default), 0 nothing.",
        ("CUTE_DSL_LOG_LEVEL",),
        calls=False,
    ),
    Variable(
        "CUTEDSL_DISK_CACHE",
        "disk_cache",
        read_bool,
        "Off: compiled programs are remembered in this process only; on by default.",
        (Alias("CUTE_DSL_DISABLE_FILE_CACHING", read_not),),
        calls=False,
    ),
    Variable(
        "CUTEDSL_MEMORY_PROGRAMS",
        "memory_programs",
        read_count,
        "How many compiled programs a process remembers; unset: 512.",
        ("CUTE_DSL_JIT_CACHE_MAX_ELEMS",),
        calls=False,
    ),
    Variable(
        "CUTEDSL_TVM_FFI",
        "tvm_ffi",
        read_bool,
        "On: `cute.compile` gives functions of TVM-FFI, as with `--enable-tvm-ffi`.",
        ("CUTE_DSL_ENABLE_TVM_FFI",),
        calls=False,
    ),
)
"""Every environment variable that sets something, in one table; an empty text counts as unset.

`CUTE_DSL_` is the reference's prefix. What it has and means nothing here is in `NO_EFFECT`.
"""

NO_EFFECT: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "CUTE_DSL_ENABLE_PYIR": ("0", "there is one front end, which carries objects and mutable state in any case"),
        "CUTE_DSL_AUTO_M2S": ("0", "values live in registers wherever they can; nothing is promoted from memory"),
        "CUTE_DSL_TOLERATE_M2M": ("1", "values live in registers wherever they can; nothing is promoted from memory"),
        "CUTE_DSL_COMPILER_OPT": ("", "its passes are NVIDIA's; `options=` of `cute.compile` are cutedsl's"),
        "CUTE_DSL_COMPILER_BACKEND": ("legacy", "there is one compiler: LLVM, and NVIDIA's for PTX"),
        "CUTE_DSL_LIBS": ("", "programs need no run-time library; LinkLibraries takes libraries of device code"),
        "CUTE_DSL_LOC_TRACEBACKS": ("0", "every operation has its line and column in any case"),
    }
)
"""Variables of the reference without a meaning here: the text that asks for nothing, and why there is none."""


def without_effect() -> list[tuple[str, str]]:
    """The variables of the environment that ask for what means nothing here, each with why: those of `NO_EFFECT`, and
    names with the reference's prefix that nobody knows."""
    known = {name for variable in VARIABLES for name in variable.names}
    found: list[tuple[str, str]] = []
    for name, text in sorted(os.environ.items()):
        if name in NO_EFFECT:
            nothing, why = NO_EFFECT[name]
            if text and text.strip().lower() not in _SAME.get(nothing, {nothing}):
                found.append((name, why))
        elif name.startswith("CUTE_DSL_") and text and name not in known:
            found.append((name, "no variable has this name"))
    return found


_SAME = {"0": {"0", "false", "no", "off"}, "1": {"1", "true", "yes", "on"}}
"""Other ways to write the texts of `NO_EFFECT`."""

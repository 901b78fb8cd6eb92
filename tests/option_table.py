"""Every option of `cute.compile` of the reference (3.4), and what it does here: the rows of `docs/options.md`.

`python -m tests.option_table` writes the page; `tests/unit/driver/compile/test_every_option.py` shows each row.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cutedsl import cute

PAGE = Path(__file__).resolve().parent.parent / "docs" / "options.md"


@dataclass(frozen=True, slots=True)
class Option:
    """`text` as a string (empty where there is none), `typed` in brackets (None: none), what it does, which test shows
    the effect; `error` where it is refused."""

    text: str
    typed: object
    spelled: str
    meaning: str
    shown_by: str
    error: str = ""


_EVERY = "tests/unit/driver/compile/test_every_option.py::"
OPTIONS = [
    Option(
        "--opt-level 2",
        cute.OptLevel(2),
        "OptLevel(2)",
        "0 to 3, else `invalid-opt-level`; 0 leaves out LLVM's optimiser, 1 to 3 are the same code (default 3)",
        _EVERY + "test_level_0_is_other_code",
    ),
    Option(
        "--gpu-arch sm_86",
        cute.GPUArch("sm_86"),
        'GPUArch("sm_86")',
        "the GPU that is compiled for; the one that a program for the CPU poses as",
        _EVERY + "test_the_architecture_is_chosen",
    ),
    Option(
        "--target cpu",
        cute.DeviceTarget("cpu"),
        'DeviceTarget("cpu")',
        '"cpu" or "cuda"; without it the arrays decide',
        _EVERY + "test_the_target_is_chosen",
    ),
    Option(
        "--enable-assertions",
        cute.EnableAssertions,
        "EnableAssertions",
        "`cute.testing.assert_` is checked when the program runs; it is nothing otherwise",
        _EVERY + "test_assertions_are_kept",
    ),
    Option(
        "--generate-line-info",
        cute.GenerateLineInfo,
        "GenerateLineInfo",
        "the Python lines in the PTX, for profilers",
        _EVERY + "test_lines_are_in_the_ptx",
    ),
    Option(
        "--keep-ptx",
        cute.KeepPTX,
        "KeepPTX",
        "writes the PTX into the dump directory; `compiled.__ptx__` has it in any case",
        _EVERY + "test_files_that_are_asked_for_are_kept",
    ),
    Option(
        "--keep-cubin",
        cute.KeepCUBIN,
        "KeepCUBIN",
        "the cubin (`missing-ptxas`)",
        _EVERY + "test_files_that_are_asked_for_are_kept",
    ),
    Option(
        "--keep-sass",
        cute.KeepSASS,
        "KeepSASS",
        "the assembly (`missing-nvdisasm`)",
        _EVERY + "test_files_that_are_asked_for_are_kept",
    ),
    Option(
        "--ptxas-options '-O1 -v'",
        cute.PtxasOptions("-O1 -v"),
        'PtxasOptions("-O1 -v")',
        "`ptxas` assembles with them in the place of the driver (`missing-ptxas`)",
        _EVERY + "test_options_for_ptxas_reach_it",
    ),
    Option(
        "--nvdisasm-options '-g -c'",
        cute.NvdisasmOptions("-g -c"),
        'NvdisasmOptions("-g -c")',
        "for `KeepSASS` and `compiled.__sass__`",
        _EVERY + "test_strings_and_values_say_the_same",
    ),
    Option(
        "--enable-tvm-ffi",
        cute.EnableTVMFFI,
        "EnableTVMFFI",
        "the compiled function is a `tvm_ffi.Function` too, where that package is installed",
        "tests/unit/tvm_ffi/test_tvm_ffi_function.py",
    ),
    Option(
        "--dump-dir dumped",
        cute.DumpDir("dumped"),
        'DumpDir("dumped")',
        "where files are kept",
        _EVERY + "test_files_that_are_asked_for_are_kept",
    ),
    Option(
        "--host-target linux-aarch64",
        cute.HostTarget("linux-aarch64"),
        'HostTarget("linux-aarch64")',
        "the machine whose host code `export_to_c` writes; also `qnx8-aarch64`, `llvm -mtriple=…`",
        "tests/export/test_host_targets.py",
    ),
    Option(
        "--remark-filter inline",
        cute.RemarkFilter("inline"),
        'RemarkFilter("inline")',
        "what passes of LLVM whose names match say, on stderr",
        "tests/unit/driver/compile/test_remarks.py::test_remarks_are_shown_and_filtered",
    ),
    Option(
        "--remark-output r.yaml",
        cute.RemarkOutput("r.yaml"),
        'RemarkOutput("r.yaml")',
        "that in a file of YAML",
        "tests/unit/driver/compile/test_remarks.py::test_remarks_go_to_a_file",
    ),
    Option(
        "remarks{inline}",
        cute.RemarkFilter("inline"),
        "",
        "as `--remark-filter inline`; `remarks{}` are all",
        "tests/unit/driver/compile/test_remarks.py::test_short_tokens_name_remarks",
    ),
    Option(
        "warnings{nvvm} warnings{ptx} debug{launch-check}",
        None,
        "",
        "nothing more: warnings come with errors, launches are always checked",
        "tests/unit/driver/compile/test_remarks.py::test_short_tokens_name_remarks",
    ),
    Option(
        "iket",
        None,
        "",
        "marks for NVIDIA's in-kernel tracer; ours: `cutedsl trace`",
        _EVERY + "test_bad_arguments_are_refused",
        "not-yet",
    ),
    Option(
        "",
        cute.RDC,
        "RDC",
        "`__cubin__` is an object that NVIDIA's linker takes (`missing-ptxas`)",
        _EVERY + "test_relocatable_code_differs",
    ),
    Option(
        "",
        cute.FrontendNext,
        "FrontendNext",
        "nothing more: objects go through control flow in any case",
        _EVERY + "test_options_without_effect_change_nothing",
    ),
    Option(
        "",
        cute.DisableCuteExtCompile,
        "DisableCuteExtCompile",
        "nothing: there is one way to compile",
        _EVERY + "test_options_without_effect_change_nothing",
    ),
    Option(
        "",
        cute.LinkLibraries,
        'LinkLibraries("device.bc")',
        "no way to call what a library has (`cute.ffi`) yet",
        _EVERY + "test_bad_arguments_are_refused",
        "not-yet",
    ),
    Option(
        "--check",
        None,
        "",
        "ours: a checked program ([races, bounds, deadlocks](checking.md))",
        _EVERY + "test_a_checked_program_is_compiled",
    ),
]


def page() -> str:
    """The text of `docs/options.md`."""
    return "\n".join([_HEAD, *map(_row, OPTIONS), _TAIL])


def _row(option: Option) -> str:
    text, spelled = (f"`{one}`" if one else "–" for one in (option.text, option.spelled))
    meaning = f"**{option.error}**: {option.meaning}" if option.error else option.meaning
    file, _, name = option.shown_by.partition("::")
    return f"| {text} | {spelled} | {meaning} | [{name or Path(file).name}](../{file}) |"


_HEAD = """# Options of `cute.compile`

Made by `python -m tests.option_table`; a test keeps it fresh. As a string:
`cute.compile(f, x, options="--opt-level 2 --keep-ptx")`; as values: `cute.compile[OptLevel(2), KeepPTX](f, x)`. A
direct call takes `f(x, options="...")`. What the environment sets stands in [settings.md](settings.md).

| string | value | what it does here | shown by |
|---|---|---|---|"""
_TAIL = """
An unknown option is `unknown-compile-option` with the one that was meant, bad quoting `malformed-compile-options`, a
missing value `option-needs-value`. `@cute.kernel(attributes=...)` is `not-yet`;
`launch(max_number_threads=, min_blocks_per_mp=, max_registers=)` bounds registers.
"""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

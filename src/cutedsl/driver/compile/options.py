"""Options of a compilation: as a string (`"--opt-level 2"`), typed (`compile[OptLevel(2)]`), and as one record."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import ClassVar

from cutedsl.config import config
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen


@frozen
class CompileOptions:
    """What a compilation was asked for. `opt_level` 0 to 3; `gpu_arch` such as "sm_90a"; `target` "cpu" or "cuda".

    `measure` is for checked programs: they can hand over the addresses of accesses, for costs and coverage.
    """

    opt_level: int = 3
    gpu_arch: str | None = None
    target: str | None = None
    generate_line_info: bool = False
    enable_assertions: bool = False
    enable_tvm_ffi: bool = False
    keep_ptx: bool = False
    keep_cubin: bool = False
    keep_sass: bool = False
    ptxas_options: str = ""
    nvdisasm_options: str = ""
    dump_dir: str | None = None
    check: bool = False
    measure: bool = False
    remark_filter: str = ""
    remark_output: str = ""
    host_target: str = ""
    relocatable: bool = False

    @property
    def keeps(self) -> bool:
        """Whether the compilation leaves something behind: files, or remarks."""
        return self.keep_ptx or self.keep_cubin or self.keep_sass or self.remarks != ""

    @property
    def remarks(self) -> str:
        """The optimiser's passes that give remarks: a regular expression, empty for none."""
        return self.remark_filter or (".*" if self.remark_output else "")


@frozen
class OptionValue:
    """One option in the typed form; `field` is that of `CompileOptions`, empty where there is nothing to set.

    >>> option = GPUArch("sm_90a")
    >>> isinstance(option, GPUArch), option.value, option == GPUArch("sm_90a"), option == DumpDir("sm_90a")
    (True, 'sm_90a', True, False)
    """

    value: object
    field: ClassVar[str] = ""


class _Switch(OptionValue):
    __slots__ = ()

    def __init__(self, value: bool = True) -> None:
        super().__init__(value)


class _Text(OptionValue):
    __slots__ = ()

    def __init__(self, value: str) -> None:
        super().__init__(value)


def _level(text: object) -> int:
    if str(text) not in ("0", "1", "2", "3"):
        raise fail("invalid-opt-level", f"the optimisation level must be 0, 1, 2 or 3, got {text!r}")
    return int(str(text))


class OptLevel(OptionValue):
    """Optimisation level 0 to 3. Errors: invalid-opt-level."""

    __slots__ = ()
    field: ClassVar[str] = "opt_level"

    def __init__(self, value: int = 3) -> None:
        super().__init__(_level(value))


class GPUArch(_Text):
    """The GPU architecture to compile for, such as "sm_90a"; on the CPU, the one that the program sees."""

    __slots__ = ()
    field: ClassVar[str] = "gpu_arch"


class DeviceTarget(_Text):
    """Where the program runs: "cpu" or "cuda"."""

    __slots__ = ()
    field: ClassVar[str] = "target"


class GenerateLineInfo(_Switch):
    """Puts the Python lines into the GPU code, for profilers and sanitizers."""

    __slots__ = ()
    field: ClassVar[str] = "generate_line_info"


class EnableAssertions(_Switch):
    """Keeps run-time assertions in the compiled program."""

    __slots__ = ()
    field: ClassVar[str] = "enable_assertions"


class EnableTVMFFI(_Switch):
    """Accepts arrays of any framework and the environment's stream in calls."""

    __slots__ = ()
    field: ClassVar[str] = "enable_tvm_ffi"


class KeepPTX(_Switch):
    """Writes the PTX into the dump directory."""

    __slots__ = ()
    field: ClassVar[str] = "keep_ptx"


class KeepCUBIN(_Switch):
    """Writes the assembled GPU code into the dump directory."""

    __slots__ = ()
    field: ClassVar[str] = "keep_cubin"


class KeepSASS(_Switch):
    """Writes the assembly of the GPU code into the dump directory. Errors: missing-nvdisasm."""

    __slots__ = ()
    field: ClassVar[str] = "keep_sass"


class PtxasOptions(_Text):
    """More options for `ptxas`, which then assembles the code in the place of the driver. Errors: missing-ptxas."""

    __slots__ = ()
    field: ClassVar[str] = "ptxas_options"


class NvdisasmOptions(_Text):
    """More options for `nvdisasm`, which writes the assembly of `KeepSASS`."""

    __slots__ = ()
    field: ClassVar[str] = "nvdisasm_options"


class DumpDir(_Text):
    """Where the stages of the compilation and what is kept are written."""

    __slots__ = ()
    field: ClassVar[str] = "dump_dir"


class FrontendNext(_Switch):
    """Accepted without effect: objects go through control flow in any case."""

    __slots__ = ()


class DisableCuteExtCompile(_Switch):
    """Accepted without effect: there is one way to compile."""

    __slots__ = ()


class LinkLibraries(OptionValue):
    """Device libraries to link, which is not possible yet. Errors: not-yet.

    >>> LinkLibraries("device.bc")
    Traceback (most recent call last):
      ...
    cutedsl.errors.classes.DSLUserCodeNotImplementedError: error[not-yet]: not supported yet: linking device ...
    """

    __slots__ = ()

    def __init__(self, *libraries: str) -> None:
        raise fail(
            "not-yet",
            f"linking device libraries ({', '.join(libraries)}): "
            "kernels cannot call functions of such a library (`cute.ffi`)",
            fix="Write the function as a `@cute.jit` function, or its instructions with `cute.arch.inline_ptx`.",
        )


class RDC(_Switch):
    """Relocatable device code: `__cubin__` and `KeepCUBIN` give an object that NVIDIA's linker takes.

    What runs is whole programs in any case. Errors: missing-ptxas.
    """

    __slots__ = ()
    field: ClassVar[str] = "relocatable"


class HostTarget(_Text):
    """The machine whose host code `export_to_c` writes; calls run on this one. Errors: host-target, at the export.

    "linux-aarch64", "qnx8-aarch64", or "llvm -mtriple=... -mcpu=... -mattr=...".

    >>> HostTarget("linux-aarch64").value
    'linux-aarch64'
    """

    __slots__ = ()
    field: ClassVar[str] = "host_target"


class RemarkFilter(_Text):
    """Shows what the passes of LLVM whose names match a regular expression say: what they did, and could not do."""

    __slots__ = ()
    field: ClassVar[str] = "remark_filter"


class RemarkOutput(_Text):
    """Writes those remarks, of all passes without a filter, into a YAML file."""

    __slots__ = ()
    field: ClassVar[str] = "remark_output"


_FLAGS = {
    "--enable-assertions": "enable_assertions",
    "--generate-line-info": "generate_line_info",
    "--keep-ptx": "keep_ptx",
    "--keep-cubin": "keep_cubin",
    "--keep-sass": "keep_sass",
    "--enable-tvm-ffi": "enable_tvm_ffi",
    "--check": "check",
}
_VALUES: dict[str, tuple[str, Callable[[object], object]]] = {
    "--opt-level": ("opt_level", _level),
    "--gpu-arch": ("gpu_arch", str),
    "--target": ("target", str),
    "--ptxas-options": ("ptxas_options", str),
    "--nvdisasm-options": ("nvdisasm_options", str),
    "--dump-dir": ("dump_dir", str),
    "--remark-filter": ("remark_filter", str),
    "--remark-output": ("remark_output", str),
    "--host-target": ("host_target", str),
}
_TOKEN = re.compile(r"(warnings|remarks|debug)\{([^}]*)\}|iket")


def default_options() -> CompileOptions:
    """The options that the environment asks for, where a program gives none."""
    settings = config()
    return CompileOptions(
        generate_line_info=settings.lineinfo,
        enable_assertions=settings.assertions,
        keep_ptx="ptx" in settings.keep,
        keep_cubin="cubin" in settings.keep,
        keep_sass="sass" in settings.keep,
        enable_tvm_ffi=settings.tvm_ffi,
    )


def is_option(word: str) -> bool:
    """Whether a word is an option of `cute.compile`.

    >>> is_option("--opt-level"), is_option("--speed")
    (True, False)
    """
    return word in _FLAGS or word in _VALUES


def parse_options(text: str, base: CompileOptions | None = None) -> CompileOptions:
    """The record of an option string.

    >>> parse_options("--opt-level 2 --keep-ptx").opt_level
    2

    Errors: unknown-compile-option, malformed-compile-options, option-needs-value, invalid-opt-level, not-yet.
    """
    if not text:
        return base or CompileOptions()
    if not isinstance(text, str):
        kind = with_article(type(text).__name__)  # pyright: ignore[reportUnreachable]
        fix = 'Write one text: `options="--opt-level 2 --keep-ptx"`.'
        raise fail("malformed-compile-options", f"options is {kind}", fix=fix)
    import shlex  # most programs have no option string

    try:
        words = shlex.split(text)
    except ValueError as bad:
        raise fail("malformed-compile-options", f"options={text!r}: {bad}") from bad
    options = base or CompileOptions()
    queue = list(words)
    while queue:
        word, _, inline = queue.pop(0).partition("=")
        if word in _FLAGS:
            options = replace(options, **{_FLAGS[word]: True})
        elif word in _VALUES:
            value = inline or (queue.pop(0) if queue and not _is_option(queue[0], word, text) else None)
            if value is None:
                raise fail("option-needs-value", f"`{word}` needs a value in options={text!r}")
            field, convert = _VALUES[word]
            options = replace(options, **{field: convert(value)})
        elif found := _TOKEN.fullmatch(word):
            options = _with_token(options, word, found[1], found[2])
        else:
            raise _unknown(word)
    return options


def _is_option(word: str, before: str, text: str) -> bool:
    """Whether the word after an option is an option too, not that one's value.

    ptxas has options of the same names: those for it stand in quotes, as in `--ptxas-options '--opt-level=2'`.
    """
    name = word.partition("=")[0]
    quoted = before == "--ptxas-options" and (f"'{word}'" in text or f'"{word}"' in text)
    return not quoted and (name in _FLAGS or name in _VALUES)


def _with_token(options: CompileOptions, word: str, kind: str | None, what: str | None) -> CompileOptions:
    """The options without dashes: launches are always checked, and what a tool warns of comes with its errors."""
    match kind, what:
        case ("debug", "launch-check") | ("warnings", "nvvm" | "ptx"):
            return options
        case "remarks", str():
            return replace(options, remark_filter=what or ".*")
        case None, _:
            raise fail("not-yet", f"the compile option `{word}`: profiler marks inside kernels", fix="Leave it out.")
        case _:
            raise _unknown(word)


def with_values(values: Sequence[object], base: CompileOptions | None = None) -> CompileOptions:
    """The record of typed options; a class alone stands for its default (`compile[KeepPTX]`)."""
    options = base or CompileOptions()
    names = {f.name for f in fields(CompileOptions)}
    for value in values:
        option = value() if isinstance(value, type) else value
        if not isinstance(option, OptionValue) or option.field not in {*names, ""}:
            raise _unknown(repr(value))
        if not option.field:
            continue
        options = replace(options, **{option.field: option.value})
    return options


def _unknown(word: str) -> Exception:
    from difflib import get_close_matches

    known = [*_FLAGS, *_VALUES]
    close = get_close_matches(word, known, 1)
    fix = f"Did you mean `{close[0]}`?" if close else f"Known options: {', '.join(sorted(known))}."
    return fail("unknown-compile-option", f"`{word}` is not an option of cute.compile", fix=fix)

"""Options of a compilation: as a string (`"--opt-level 2"`), typed (`compile[OptLevel(2)]`), and as one record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

from cutedsl.errors import fail


@dataclass(frozen=True, slots=True)
class CompileOptions:
    """What a compilation was asked for. `opt_level` 0 to 3; `gpu_arch` such as "sm_90a"; `target` "cpu" or "cuda"."""

    opt_level: int = 3
    gpu_arch: str | None = None
    target: str | None = None
    generate_line_info: bool = False
    enable_assertions: bool = False
    enable_tvm_ffi: bool = False
    keep_ptx: bool = False
    keep_cubin: bool = False
    ptxas_options: str = ""
    dump_dir: str | None = None


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One option in the typed form: which field of `CompileOptions`, and its value."""

    field: str
    value: object


def _level(text: object) -> int:
    if str(text) not in ("0", "1", "2", "3"):
        raise fail("invalid-opt-level", f"the optimisation level is {text!r}; it is 0, 1, 2 or 3")
    return int(str(text))


def OptLevel(level: int = 3) -> OptionValue:
    """Optimisation level 0 to 3. Errors: invalid-opt-level."""
    return OptionValue("opt_level", _level(level))


def GPUArch(arch: str) -> OptionValue:
    """The GPU architecture to compile for, such as "sm_90a"; implies the GPU as target."""
    return OptionValue("gpu_arch", arch)


def DeviceTarget(target: str) -> OptionValue:
    """Where the program runs: "cpu" or "cuda"."""
    return OptionValue("target", target)


def GenerateLineInfo(value: bool = True) -> OptionValue:
    """Puts the Python lines into the GPU code, for profilers and sanitizers."""
    return OptionValue("generate_line_info", value)


def EnableAssertions(value: bool = True) -> OptionValue:
    """Keeps run-time assertions in the compiled program."""
    return OptionValue("enable_assertions", value)


def EnableTVMFFI(value: bool = True) -> OptionValue:
    """Accepts arrays of any framework and the environment's stream in calls."""
    return OptionValue("enable_tvm_ffi", value)


def KeepPTX(value: bool = True) -> OptionValue:
    """Writes the PTX into the dump directory."""
    return OptionValue("keep_ptx", value)


def KeepCUBIN(value: bool = True) -> OptionValue:
    """Writes the assembled GPU code into the dump directory."""
    return OptionValue("keep_cubin", value)


def PtxasOptions(options: str) -> OptionValue:
    """More options for `ptxas`."""
    return OptionValue("ptxas_options", options)


_FLAGS = {
    "--enable-assertions": "enable_assertions",
    "--generate-line-info": "generate_line_info",
    "--keep-ptx": "keep_ptx",
    "--keep-cubin": "keep_cubin",
    "--enable-tvm-ffi": "enable_tvm_ffi",
}
_VALUES: dict[str, tuple[str, Callable[[object], object]]] = {
    "--opt-level": ("opt_level", _level),
    "--gpu-arch": ("gpu_arch", str),
    "--target": ("target", str),
    "--ptxas-options": ("ptxas_options", str),
    "--dump-dir": ("dump_dir", str),
}


def parse_options(text: str, base: CompileOptions | None = None) -> CompileOptions:
    """The record of an option string.

    >>> parse_options("--opt-level 2 --keep-ptx").opt_level
    2

    Errors: unknown-compile-option, malformed-compile-options, option-needs-value, invalid-opt-level.
    """
    if not text:
        return base or CompileOptions()
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
            field, convert = _VALUES[word]
            value = inline or (queue.pop(0) if queue and not queue[0].startswith("--") else None)
            if value is None:
                raise fail("option-needs-value", f"`{word}` is given without a value in options={text!r}")
            options = replace(options, **{field: convert(value)})
        else:
            raise _unknown(word)
    return options


def with_values(values: Sequence[object], base: CompileOptions | None = None) -> CompileOptions:
    """The record of typed options; a class alone stands for its default (`compile[KeepPTX]`)."""
    options = base or CompileOptions()
    names = {f.name for f in fields(CompileOptions)}
    for value in values:
        option = value() if callable(value) else value
        if not isinstance(option, OptionValue) or option.field not in names:
            raise _unknown(repr(value))
        options = replace(options, **{option.field: option.value})
    return options


def _unknown(word: str) -> Exception:
    from difflib import get_close_matches

    known = [*_FLAGS, *_VALUES]
    close = get_close_matches(word, known, 1)
    fix = f"Did you mean `{close[0]}`?" if close else f"Known options: {', '.join(sorted(known))}."
    return fail("unknown-compile-option", f"`{word}` is no option of cute.compile", fix=fix)

"""What `CUTEDSL_DEBUG` shows of each compilation: times, arguments, the IR of each stage, everything.

Level 1 shows a table of the stages' times. Level 2 adds the arguments with their layouts, and the kernels. Level 3
adds the IR of each stage. Level 4 adds the generic IR with locations, LLVM text, PTX and assembly. Texts of levels 3
and 4 go into files where a dump directory is set (then at every level, all of them), else to stderr with the rest.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

from cutedsl.config import config
from cutedsl.driver.compile.compilation import Compilation
from cutedsl.driver.compile.gpu_image import cubin, sass
from cutedsl.driver.compile.log import DEBUG, INFO, log
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.errors import DSLBaseError

TIMES, ARGUMENTS, STAGES, EVERYTHING = 1, 2, 3, 4


_STAGES: tuple[tuple[int, str, Callable[[Compilation], str]], ...] = (
    (STAGES, "1_captured.mlir", lambda c: c.ir),
    (STAGES, "2_expanded.mlir", lambda c: c.expanded_ir),
    (EVERYTHING, "3_generic.mlir", lambda c: c.generic_ir),
    (EVERYTHING, "4_llvm.ll", lambda c: c.llvm),
    (EVERYTHING, "5_kernels.ptx", lambda c: c.ptx()),
    (EVERYTHING, "6_machine.s", lambda c: c.asm),
)
_ALIAS = re.compile(r"^(!\w+) = (.*)$", re.MULTILINE)
_MEMREF = re.compile(r'!cute\.memref<(\w+), (\w+), "([^"]*)"(?:, align<(\d+)>)?>')
_WIDTH = re.compile(r"\?\{i64( ?)([^}]*)\}")


def report(compilation: Compilation) -> None:
    """Shows a finished compilation as the settings ask for, and writes the files that its options keep."""
    level = config().debug
    show_ir(compilation.name, lambda: compilation.ir, lambda: compilation.generic_ir, compilation.options)
    if level >= TIMES or config().times:
        print(time_table(compilation), file=sys.stderr)
    log(INFO, lambda: time_table(compilation))
    log(DEBUG, lambda: argument_table(compilation))
    if level >= ARGUMENTS:
        print(argument_table(compilation), file=sys.stderr)
    folder = compilation.options.dump_dir or config().dump_dir
    if folder is not None:
        _write(compilation, Path(folder))
    elif level >= STAGES:
        for least, name, text in _STAGES:
            if level >= least:
                print(f"# {compilation.name}/{name}\n{_text(compilation, text)}", file=sys.stderr)
    _keep(compilation, Path(folder or "."))


def show_ir(name: str, ir: Callable[[], str], with_places: Callable[[], str], options: CompileOptions) -> None:
    """The captured IR of a program: on stderr for PRINT_IR, in files for KEEP; `ir-debug` is the one with locations.

    Printing it takes as long as compiling does, so nothing is printed that nobody asks for.
    """
    settings = config()
    if settings.print_ir:
        print(ir(), file=sys.stderr)
    texts = {"ir": (f"{name}.mlir", ir), "ir-debug": (f"{name}.debug.mlir", with_places)}
    folder = Path(options.dump_dir or settings.dump_dir or ".")
    for kind, (file, text) in texts.items():
        if kind in settings.keep:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text(), encoding="utf-8")


def time_table(compilation: Compilation) -> str:
    """The stages of a compilation with their milliseconds and share."""
    seconds, total = compilation.times.seconds, compilation.times.total_ms
    machine = compilation.target.machine_name
    done = "compiled" if "trace" in seconds else "found in the cache"
    lines = [f"cutedsl: {done}: {compilation.name} for {machine}, {total:.1f} ms"]
    width = max(map(len, seconds), default=0)
    for stage, spent in seconds.items():
        share = 100e3 * spent / total if total else 0.0
        lines.append(f"  {stage:<{width}} {1e3 * spent:8.1f} ms {share:4.0f} %")
    return "\n".join(lines)


def argument_table(compilation: Compilation) -> str:
    """The run-time arguments of the host function with type and layout, and what each kernel takes of the device."""
    text = compilation.ir
    aliases = dict(_ALIAS.findall(text))
    found = re.search(rf"func\.func @{re.escape(compilation.name)}\((.*?)\) attributes", text)
    lines = ["  arguments:"]
    for name, kind in re.findall(r"%(\w+): ([^,]+)", found.group(1) if found else ""):
        lines.append(f"    {name}: {_readable(aliases.get(kind, kind))}")
    for kernel in compilation.source.kernels:
        block = "of any size" if kernel.block_dim is None else "x".join(map(str, kernel.block_dim))
        lines.append(f"  kernel {kernel.name}: block {block}, {kernel.smem_bytes} bytes of shared memory")
    return "\n".join(lines)


def _readable(kind: str) -> str:
    """A type as people read it: `f32 in gmem, (?,?):(?,1), aligned to 16 bytes`."""
    tensor = _MEMREF.fullmatch(kind)
    if tensor is None:
        return kind
    element, space, layout, align = tensor.groups()
    plain = _WIDTH.sub(lambda m: f"?{{{m.group(2)}}}" if m.group(2) else "?", layout)
    return f"{element} in {space}, {plain}" + (f", aligned to {align} bytes" if align else "")


def _text(compilation: Compilation, stage: Callable[[Compilation], str]) -> str:
    """The text of a stage; a target that cannot make it is said in its place."""
    try:
        return stage(compilation)
    except DSLBaseError as error:
        return f"# not available: {error}"


def _write(compilation: Compilation, folder: Path) -> None:
    """Every stage in a file `<folder>/<program>-<hash of its IR>/<stage>`."""
    place = folder / f"{compilation.name}-{zlib.crc32(compilation.ir.encode()):08x}"
    place.mkdir(parents=True, exist_ok=True)
    for _, name, text in _STAGES:
        (place / name).write_text(_text(compilation, text), encoding="utf-8")


def _keep(compilation: Compilation, folder: Path) -> None:
    """The files of `--keep-ptx`, `--keep-cubin`, `--keep-sass`: `<folder>/<program>.<arch>.ptx`, `.cubin`, `.sass`."""
    options, arch = compilation.options, compilation.target.arch
    if options.remarks:
        from cutedsl.driver.compile.remarks import show_remarks  # for those who ask

        show_remarks(compilation)
    if not (options.keep_ptx or options.keep_cubin or options.keep_sass):
        return
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{compilation.name}.{arch}"
    if options.keep_ptx:
        (folder / f"{stem}.ptx").write_text(compilation.ptx(), encoding="utf-8")
    if options.keep_cubin:
        (folder / f"{stem}.cubin").write_bytes(cubin(compilation))
    if options.keep_sass:
        (folder / f"{stem}.sass").write_text(sass(compilation), encoding="utf-8")

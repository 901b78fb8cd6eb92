"""Kernels compiled for XLA: one registered custom call for each program, under a name made from its contents.

A name always stands for the same machine code: XLA keeps its address, and XLA's caches keep the name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cutedsl.cute as cute
from cutedsl.codegen.abi.xla import XlaBuffer, XlaCall, compile_xla, dtype_code
from cutedsl.cute.runtime import RuntimeTensor, make_fake_stream
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.driver.call.watches import on_change
from cutedsl.driver.compile.jitted import Jitted
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.execution.native_calls.handler import Program as HostProgram
from cutedsl.execution.native_calls.xla import XlaHandler
from cutedsl.forks.locks import fork_safe_lock
from cutedsl.targets.devices import is_gpu

_lock = fork_safe_lock()
_registered: dict[tuple[str, str], XlaHandler] = {}
_XLA_PLATFORMS = {"cpu": "cpu", "cuda": "CUDA"}


@frozen
class Program:
    """A function with its compile-time arguments for XLA: tensors without memory, and constants.

    `aliased` are the operands whose memory results take.
    """

    function: Jitted
    operands: tuple[RuntimeTensor, ...]
    results: tuple[RuntimeTensor, ...]
    static: tuple[tuple[str, object], ...]
    takes_stream: bool
    aliased: tuple[int, ...]
    options: str
    device: str


def register(program: Program) -> str:
    """The name of the custom call of a program, which is compiled and registered at first use.

    Errors: those of compiling the function; argument-unsupported, jax-operand-written.
    """
    arguments = (*((make_fake_stream(),) if program.takes_stream else ()), *program.operands, *program.results)
    options = f"{program.options} --target {program.device}".strip()
    compiled = cute.compile(program.function, *arguments, **dict(program.static), options=options)
    _check_operands(program, compiled)
    call = _describe(program, compiled)
    name = _name(compiled, call)
    with _lock:
        if (name, program.device) not in _registered:
            handler = _load(compiled, call, name)
            import jax

            if not _registered:
                on_change(jax.clear_caches)  # a jitted function keeps what its kernels were compiled to
            jax.ffi.register_ffi_target(name, handler.capsule, platform=_XLA_PLATFORMS[program.device])
            _registered[name, program.device] = handler
    return name


def _check_operands(program: Program, compiled: CompiledFunction) -> None:
    """Refuses a program that writes an operand for itself: other parts of the JAX program read it too."""
    written = compiled.artifacts.written[int(program.takes_stream) :]
    for k in range(len(program.operands)):
        if written[k] and k not in program.aliased:
            raise fail(
                "jax-operand-written",
                f"`{program.function.__name__}` writes its operand {k}, but JAX arrays are immutable",
                fix=f"Make a result of it, `aliases={{{k}: ...}}`, or write into a result instead.",
            )


def registered_names() -> tuple[str, ...]:
    """All custom calls registered in this process."""
    with _lock:
        return tuple(dict.fromkeys(name for name, _ in _registered))


def _describe(program: Program, compiled: CompiledFunction) -> XlaCall:
    """Which slots of the host function are buffers, which one is the stream; all others are known now."""
    values = (*((0,) if program.takes_stream else ()), *program.operands, *program.results)
    groups = compiled.argument_slots(values, dict(program.static))
    starts = [sum(map(len, groups[:k])) for k in range(len(groups))]
    first = int(program.takes_stream)
    buffers = [
        XlaBuffer(dtype_code(tensor.dtype.name), start, tensor.align_bytes)
        for tensor, start in zip((*program.operands, *program.results), starts[first:], strict=False)
    ]
    count = len(program.operands)
    stream = starts[0] if program.takes_stream and is_gpu(program.device) else None  # the CPU has none
    slots = tuple(slot for group in groups for slot in group)
    return XlaCall(slots, tuple(buffers[:count]), tuple(buffers[count:]), stream, _api_version())


def _api_version() -> tuple[int, int]:
    """The version of the interface that the installed jaxlib was built with, read from its header."""
    import jax

    header = Path(jax.ffi.include_dir()) / "xla" / "ffi" / "api" / "c_api.h"
    found: dict[str, int] = {}
    for line in header.read_text(encoding="utf-8").splitlines():
        match line.split():
            case ["#define", ("XLA_FFI_API_MAJOR" | "XLA_FFI_API_MINOR") as which, number]:
                found[which] = int(number)
            case _:
                pass
    return found["XLA_FFI_API_MAJOR"], found["XLA_FFI_API_MINOR"]


def _name(compiled: CompiledFunction, call: XlaCall) -> str:
    """A name made from all that the custom call does."""
    artifacts = compiled.artifacts
    kernels = artifacts.ptx() if artifacts.target.on_gpu else ""
    parts: Sequence[Any] = (artifacts.llvm, kernels, artifacts.target.arch, call)
    return "cutedsl_" + hashlib.sha256(repr(parts).encode()).hexdigest()[:24]


def _load(compiled: CompiledFunction, call: XlaCall, name: str) -> XlaHandler:
    executable = compiled.executable
    data = compile_xla(call, name)
    host = compiled.artifacts.source.host
    return XlaHandler(data, name, HostProgram(executable.host, host, executable.launcher, executable.run_at))

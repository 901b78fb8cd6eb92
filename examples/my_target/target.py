"""The NumPy target: what the compiler asks of a machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import ModuleOp

from cutedsl.codegen.cpu.source import functions
from cutedsl.passes.expand.tensors import expand_tensors
from cutedsl.targets.protocol import Emitted, Order, Pass, Target
from my_target.emitter import Writer

if TYPE_CHECKING:
    from cutedsl.driver.compile.compilation import Compilation, StageTimes


@dataclass(frozen=True)
class NumpyTarget(Target):
    """Runs kernels as Python, for programs written for a GPU of architecture `arch`."""

    arch: str
    kind = "numpy"
    device = "cpu"  # where the arrays lie
    machine_name = "NumPy"

    def assembly(self, data: bytes, llvm_text: str, opt_level: int) -> str:
        return data.decode()

    def compiler(self) -> NumpyCompiler:
        return NumpyCompiler()

    def load(self, compilation: Compilation) -> Any:
        return NumpyExecutable(compilation.source.host, compilation.native.data.decode())


class NumpyCompiler:
    """Tensors become pointers, as for the other targets; nothing else is needed before Python is written."""

    passes = (Pass("expand", lambda module, order: expand_tensors(module)),)

    def emit(self, module: ModuleOp, order: Order, times: StageTimes) -> Emitted:
        text = PythonText(times.measure("emit", lambda: Writer().module(module)))
        (host,) = functions(module, "cute.host")
        return Emitted(PythonSource(host.sym_name.data), lambda: text, lambda times: None)


@dataclass(frozen=True)
class PythonSource:
    """The parts of a program: the function to call; there is no LLVM text, and no place that reports by number."""

    host: str
    llvm_text = ""
    kernels = sites = ()


@dataclass(frozen=True)
class PythonText:
    """What stands for machine code, also in the disk cache."""

    text: str
    opt_level = 0
    timings_ms: dict[str, float] = field(default_factory=dict)

    @property
    def data(self) -> bytes:
        return self.text.encode()

    def assembly(self) -> str:
        return self.text


class NumpyExecutable:
    """The emitted module, loaded."""

    calls_by_machine_code = is_where_arguments_are = False

    def __init__(self, host: str, text: str) -> None:
        functions: dict[str, Callable[..., None]] = {}
        exec(compile(text, f"<{host}>", "exec"), functions)
        self._run = functions[host]

    def finish_loading(self) -> None:
        """It is loaded."""

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        self._run(*slots)

    def use_streams(self, streams: object) -> None:
        """There are none."""

"""What a target brings: its passes in order, how it emits code, how it loads and launches that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from cutedsl.errors.frozen import frozen

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from cutedsl.arch.abi.call_description import PythonCall
    from cutedsl.codegen.llvm.compile import Machine
    from cutedsl.driver.compile.compilation import Compilation, HostSource, NativeCode, StageTimes
    from cutedsl.driver.compile.options import CompileOptions
    from cutedsl.execution.cpu.context import CallContext, Launcher
    from cutedsl.execution.cpu.module import CpuModule
    from cutedsl.execution.streams import Streams


@frozen
class Order:
    """What is asked of one compilation: its options, and the arguments as call code is to read them (None: it is not).

    `arch` is the GPU architecture compiled for, or posed as.
    """

    options: CompileOptions
    arch: str
    call: PythonCall | None = None


def _always(order: Order) -> bool:
    return True


@frozen
class Pass:
    """One step from the captured module to the one that is emitted; `name` is its row among the stages' times.

    **Law**: `run` gives a module of the same meaning, and changes the one that it is given only if it gives it back.
    """

    name: str
    run: Callable[[ModuleOp, Order], ModuleOp]
    wanted: Callable[[Order], bool] = _always


@frozen
class Emitted:
    """The code of one module. LLVM may still be at work on it: `finish` waits, and returns the PTX, where there is any.

    `host` gives the machine code of the host function once it is there.
    """

    source: HostSource
    host: Callable[[], NativeCode]
    finish: Callable[[StageTimes], str | None]
    has_call_code: bool = False


class Compiler(Protocol):
    """The half of a target that needs the compiler; it is imported when something is compiled."""

    @property
    def passes(self) -> tuple[Pass, ...]:
        """The passes in the order in which they run."""
        ...

    def emit(self, module: ModuleOp, order: Order, times: StageTimes) -> Emitted:
        """Code for the module that the passes gave. Errors: those of the target."""
        ...


class Executable(Protocol):
    """A compiled program in this process: what a compiled function runs."""

    @property
    def host(self) -> CpuModule:
        """The machine code of the host function."""
        ...

    @property
    def calls_by_machine_code(self) -> bool:
        """Whether call code can run it."""
        ...

    @property
    def is_where_arguments_are(self) -> bool:
        """Whether machine code that does not look which GPU its arguments are on can run it."""
        ...

    def finish_loading(self) -> None:
        """Waits until all of it is loaded. Errors: those of loading."""
        ...

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        """Calls the host function with its parameters, 8 bytes each; `values` are the arguments they come from."""
        ...

    def run_at(self, slots: int, gpu: int = -1) -> None:
        """Calls the host function with its parameters packed at an address; the tensors are on GPU `gpu` (-1: the
        current one)."""
        ...

    def launcher(self, context: CallContext, *, holds_gil: bool = False) -> Launcher:
        """The launcher used by native calls; they may run without the GIL unless `holds_gil`."""
        ...

    def use_streams(self, streams: Streams) -> None:
        """Takes the stream of launches that name none from `streams`."""
        ...


class Target(Protocol):
    """A machine that programs are compiled for. Two that are equal compile alike; importing one loads no compiler.

    What has a body here is what most targets want; they inherit it.
    """

    kind: str
    """Its name in options and settings (`--target`, `CUTEDSL_TARGET`)."""
    arch: str
    """The GPU architecture compiled for, or posed as ("sm_90a")."""
    device: str
    """Where the arrays of its programs lie, as arrays say it: "cpu" or "cuda"."""
    machine_name: str
    """What tables for people call it: "this CPU", "sm_90a"."""
    on_gpu: bool = False
    """Whether kernels run on a GPU: its driver launches them, and they compile from PTX."""
    checks: bool = False
    """Whether programs can run checked (`cutedsl check`)."""

    @property
    def label(self) -> str:
        """What lists of stored programs call it."""
        return self.kind

    def facts(self) -> str | None:
        """What else of this machine its programs depend on; part of their keys in the caches."""
        return None

    def llvm_machine(self) -> Machine | None:
        """The machine that LLVM compiles kernels for; None: LLVM does not. Loads LLVM."""
        return None

    def prepare(self, call: PythonCall | None) -> None:
        """Begins, beside the trace, what linking will need; by default nothing."""

    def kernels_in_llvm(self, compilation: Compilation) -> tuple[str, Machine] | None:
        """The kernels of a compilation as LLVM text, and the machine it is for; None: LLVM does not compile them."""
        return None

    def assembly(self, data: bytes, llvm_text: str, opt_level: int) -> str:
        """The code of a stored program as text for people, made from what is stored; by default as LLVM makes it."""
        from cutedsl.codegen.llvm.compile import NativeObject

        return NativeObject(data, llvm_text, opt_level).assembly()

    def compiler(self) -> Compiler:
        """The half that compiles. Loads the compiler."""
        ...

    def load(self, compilation: Compilation) -> Executable:
        """Links a compilation into this process. Errors: those of loading."""
        ...

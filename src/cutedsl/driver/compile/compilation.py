"""What every compilation offers, made here or read from the disk cache; loads no part of the compiler."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from cutedsl.arch.abi.host import KernelInfo, Site
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.execution.cuda.nvtx import nvtx_range
from cutedsl.targets.protocol import Target

if TYPE_CHECKING:
    from cutedsl.arch.abi.call_description import CallDescription
    from cutedsl.codegen.llvm.compile import Machine

T = TypeVar("T")


@dataclass(slots=True)
class StageTimes:
    """Seconds that each stage of one compilation took, in order."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])

    def measure(self, stage: str, work: Callable[[], T]) -> T:
        """Runs `work`, adds its time under `stage`, and marks it for a profiler."""
        start = time.perf_counter()
        with nvtx_range(f"cutedsl {stage}"):
            result = work()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - start
        return result

    @property
    def total_ms(self) -> float:
        return 1e3 * sum(self.seconds.values())


class HostSource(Protocol):
    """The program's parts: the symbol to call, kernels by launch index, places that can fail; and its LLVM text."""

    @property
    def llvm_text(self) -> str: ...
    @property
    def host(self) -> str: ...
    @property
    def kernels(self) -> tuple[KernelInfo, ...]: ...
    @property
    def sites(self) -> Sequence[Site]: ...


class NativeCode(Protocol):
    """Machine code for this CPU."""

    @property
    def data(self) -> bytes: ...
    @property
    def opt_level(self) -> int: ...
    @property
    def timings_ms(self) -> Mapping[str, float]: ...
    def assembly(self) -> str: ...


class Compilation(Protocol):
    """What one compilation made: to load and run, and for people to read."""

    @property
    def target(self) -> Target: ...
    @property
    def options(self) -> CompileOptions: ...
    @property
    def times(self) -> StageTimes: ...
    @property
    def source(self) -> HostSource: ...
    @property
    def native(self) -> NativeCode: ...
    @property
    def has_call_code(self) -> bool:
        """Whether the machine code reads arguments by itself, as `call` describes them."""
        ...

    @property
    def call(self) -> CallDescription | None: ...
    @property
    def written(self) -> Sequence[bool]:
        """For each parameter of the host function, whether the program may write memory through it."""
        ...

    @property
    def name(self) -> str: ...
    @property
    def ir(self) -> str: ...
    @property
    def generic_ir(self) -> str: ...
    @property
    def expanded_ir(self) -> str:
        """The IR as the target's code reads it; a stored program has none."""
        ...

    @property
    def llvm(self) -> str: ...
    @property
    def asm(self) -> str: ...
    def ptx(self, arch: str | None = None) -> str: ...
    def cpu_source(self, machine: Machine) -> HostSource:
        """Source for another host CPU (cross-compilation)."""
        ...

    def gpu_host(self) -> HostSource:
        """The host function as it launches on a GPU."""
        ...

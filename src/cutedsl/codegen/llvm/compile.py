"""LLVM text to machine code through llvmlite, with the process-wide options set once.

The default is the passes of O1 with code-generation level 1 and both vectorisers off: the emitters write vectors
themselves (measured: docs/design/measurements.md).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import field
from functools import lru_cache
from typing import Any, Final, TypeVar

import llvmlite
import llvmlite.binding as llvm

from cutedsl.arch.abi.host import pack_images
from cutedsl.arch.caches import USUAL_BYTES, last_level_bytes
from cutedsl.codegen.llvm import runtime
from cutedsl.codegen.llvm.half_conversions import with_half_conversions
from cutedsl.codegen.llvm.images import ImageStore, SharedImages
from cutedsl.codegen.llvm.pass_pipelines import (
    run_coroutine_passes,
    run_kernel_passes,
    run_lean_passes,
    run_passes,
    run_simple_passes,
)
from cutedsl.codegen.llvm.side_by_side import emit, keep_python, parse, verify
from cutedsl.codegen.llvm.text import COMPILES_FAST, RUNS_ONCE, RUNS_SELDOM
from cutedsl.config import config
from cutedsl.errors.frozen import frozen
from cutedsl.forks.locks import fork_safe_lock

T = TypeVar("T")

_lock = fork_safe_lock()
_ready: list[bool] = []


def prepare() -> None:
    """Initialises LLVM's targets and sets its process-wide options, once; safe from several threads."""
    with _lock:
        if _ready:
            return
        if not config().leaves_alone("llvmlite"):
            keep_python()
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        llvm.initialize_native_asmparser()
        _ready.append(True)
        if config().leaves_alone("llvm"):
            return
        # 68 % of the GPU compile time of straight-line kernels; accesses are emitted at their full width already.
        llvm.set_option("cutedsl", "-disable-nvptx-load-store-vectorizer")
        # A third of the GPU code generation of an attention's gradients. Without the pass ptxas makes as many
        # instructions of the library's kernels; a column sum of 32 registers keeps a number in memory before its loop.
        llvm.set_option("cutedsl", "-opt-disable=slsr")
        # A third of the CPU code generation of kernels with thousands of ops; what they run at does not change, and the
        # GPU's code generation has no such pass.
        llvm.set_option("cutedsl", "-enable-misched=false")
        if not config().optimises("late-sinking"):
            return
        # Both move arithmetic past barriers into the branch that alone uses its result (`if row < M: C[...] = sum`),
        # and so everything that the kernel ever loaded into local memory: 12 KB a thread for a tutorial's tiled
        # product, and half a minute of ptxas. LLVM has no other switch for either.
        llvm.set_option("cutedsl", "-instcombine-code-sinking=false")
        llvm.set_option("cutedsl", "-opt-disable=indvars")


@frozen
class Registers:
    """How large the vector registers of a machine are, and how many it has."""

    size_bytes: int
    count: int


_GATHERING: Final = frozenset(
    ("skylake", "alderlake", "raptorlake", "meteorlake", "arrowlake", "arrowlake-s", "lunarlake", "pantherlake")
)
"""CPUs without AVX-512 on which LLVM uses AVX2's gathers; on others they are slower than single loads."""
_MASKED_BYTES: Final = 4
"""The least element that AVX loads under a mask; AVX-512 has smaller ones too."""


@frozen
class Machine:
    """What code is made for: an LLVM triple, a CPU name and its features."""

    triple: str
    cpu: str
    features: str
    reloc: str = "default"
    cache_bytes: int = USUAL_BYTES
    """Its last-level cache."""

    @property
    def registers(self) -> Registers:
        """The vector registers that code may use."""
        if self._has("+avx512f"):
            return Registers(64, 32)
        if self._has("+avx"):
            return Registers(32, 16)
        return Registers(16, 32 if self.triple.startswith(("aarch64", "arm64")) else 16)

    @property
    def gathers(self) -> bool:
        """Whether LLVM has an instruction for gathers of words of 32 and 64 bits."""
        return self.scatters or self.cpu in _GATHERING

    @property
    def scatters(self) -> bool:
        """The same for scatters."""
        return self._has("+avx512f")

    def masks(self, size_bytes: int) -> bool:
        """Whether it loads and stores neighbouring elements of a size under a mask."""
        return self._has("+avx512bw" if size_bytes < _MASKED_BYTES else "+avx")

    @property
    def converts_halves(self) -> bool:
        """Whether it is known to have instructions that convert float16."""
        return not self.triple.startswith("x86_64") or self._has("+f16c")

    def _has(self, feature: str) -> bool:
        return feature in _feature_set(self.features)

    def create(self, codegen_level: int) -> Any:
        """A fresh LLVM target machine (they are not shared between threads)."""
        prepare()
        return llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=self.cpu,
            features=self.features,
            opt=codegen_level,
            reloc=self.reloc,
            codemodel="default",
            jit=True,
        )


@lru_cache(maxsize=16)
def _feature_set(features: str) -> frozenset[str]:
    return frozenset(features.split(","))


@lru_cache(maxsize=1)
def host_machine() -> Machine:
    """This machine's own CPU with all its features."""
    prepare()
    features = llvm.get_host_cpu_features().flatten()
    return Machine(llvm.get_process_triple(), llvm.get_host_cpu_name(), features, "pic", last_level_bytes())


@frozen
class Optimised:
    """A module after LLVM's passes, with the machine it is for; `timings_ms` by stage."""

    module: Any
    machine: Any
    timings_ms: dict[str, float]

    def assembly(self) -> str:
        """Assembly text (PTX for an NVIDIA target)."""
        made = _timed(self.timings_ms, "codegen", lambda: emit(self.machine, self.module, is_object=False))
        return made.decode()

    def object_bytes(self) -> bytes:
        """A relocatable object."""
        return _timed(self.timings_ms, "codegen", lambda: emit(self.machine, self.module, is_object=True))

    def ir_text(self) -> str:
        """The optimised LLVM text."""
        return str(self.module)


def _timed(timings_ms: dict[str, float], stage: str, work: Callable[[], T]) -> T:
    start = time.perf_counter()
    result = work()
    timings_ms[stage] = timings_ms.get(stage, 0.0) + (time.perf_counter() - start) * 1e3
    return result


def optimise(text: str, machine: Machine, *, opt_level: int = 1, codegen_level: int | None = None) -> Optimised:
    """Parses LLVM text and runs the `O<opt_level>` pipeline, in an LLVM context of its own (threads may overlap).

    Raises RuntimeError with LLVM's message when the text is not valid.
    """
    timings: dict[str, float] = {}
    once = bool(opt_level) and text.startswith(RUNS_ONCE)
    if codegen_level is None:
        codegen_level = 0 if once or (opt_level and text.startswith(COMPILES_FAST)) else max(1, opt_level)
    target = machine.create(codegen_level)

    def parsed() -> Any:
        module = parse(text if machine.converts_halves else with_half_conversions(text), llvm.create_context())
        module.triple = machine.triple
        module.data_layout = str(target.target_data)
        _throw_nothing(module)
        return module

    module = _timed(timings, "parse", parsed)
    _timed(timings, "verify", lambda: verify(module))  # LLVM ends the process on text that is not valid
    passes = _passes(text, opt_level, once)
    _timed(timings, "optimise", lambda: passes(module, target, opt_level))
    return Optimised(module, target, timings)


def _passes(text: str, opt_level: int, once: bool) -> Callable[[Any, Any, int], None]:
    """The passes for a text; loops unrolled by a count, and who resumes coroutines, need some of LLVM's own order."""
    simple = once or text.startswith((COMPILES_FAST, RUNS_SELDOM))
    if opt_level and "presplitcoroutine" in text:
        return run_simple_passes if simple else run_coroutine_passes
    if once:
        return run_lean_passes
    if opt_level and simple:
        return run_simple_passes
    late = "llvm.loop.unroll.count" in text or "@llvm.coro." in text
    return run_kernel_passes if opt_level and not late else run_passes


def _throw_nothing(module: Any) -> None:
    """Nothing is thrown through our functions, so they need no unwind tables, unless they ask for them (`uwtable`).

    A table would be made, linked and registered with the process's unwinder for each program.
    """
    for function in module.functions:
        if not function.is_declaration and not any(b"uwtable" in found for found in function.attributes):
            function.add_function_attribute("nounwind")


@frozen
class NativeObject:
    """Machine code of one module for this CPU; the texts are made again on demand.

    `data` holds the object images to link (`host_abi.unpack_images`).
    """

    data: bytes
    source: str = field(repr=False)
    opt_level: int = 1
    timings_ms: Mapping[str, float] = field(default_factory=dict[str, float])

    def assembly(self) -> str:
        """The assembly of `data`, as text."""
        return optimise(self.source, host_machine(), opt_level=self.opt_level).assembly()

    def ir_text(self) -> str:
        """The LLVM text after optimisation."""
        return optimise(self.source, host_machine(), opt_level=self.opt_level).ir_text()


def compile_native(text: str, *, opt_level: int = 1, more: str = "", store: ImageStore | None = None) -> NativeObject:
    """Machine code for this CPU from LLVM text, together with the runtime if the text declares it.

    `more` is text that many modules are linked with: it is compiled once a process, or once a machine with a `store`,
    beside this thread if `start_shared_images` was called.
    """
    start_shared_images(more, store)
    done = optimise(text, host_machine(), opt_level=opt_level)
    images = [done.object_bytes()]
    if "declare i1 @cute.fail(" in text:
        images.append(_timed(done.timings_ms, "runtime", _IMAGES.want(runtime.TEXT, 1, store).result))
    if "@cute.check." in text:
        from cutedsl.codegen.llvm import check_runtime  # its text is made for checked programs alone

        images.append(_timed(done.timings_ms, "check runtime", _IMAGES.want(check_runtime.TEXT, 1, store).result))
    if "@cute.check.tensor_" in text:
        from cutedsl.codegen.llvm import tensor_check_runtime  # made for checked programs on Blackwell alone

        text_of = tensor_check_runtime.TEXT
        images.append(_timed(done.timings_ms, "tensor check runtime", _IMAGES.want(text_of, 1, store).result))
    if "@cute.tensor." in text:
        from cutedsl.codegen.llvm import tensor_runtime  # its text is made for Blackwell's programs alone

        images.append(_timed(done.timings_ms, "tensor runtime", _IMAGES.want(tensor_runtime.TEXT, 1, store).result))
    if more:
        images.append(_timed(done.timings_ms, "call code", _IMAGES.want(more, 1, store).result))
    return NativeObject(pack_images(images), text, opt_level, done.timings_ms)


def start_shared_images(more: str, store: ImageStore | None = None) -> list[Future[bytes]]:
    """Begins to compile, on other threads, what many modules are linked with: the runtime, and `more` if there is any.

    A compilation calls it first, so that its own tracing and LLVM run meanwhile. What `store` holds is read, not made.
    """
    return [_IMAGES.want(text, 1, store) for text in (runtime.TEXT, more) if text]


def _toolchain() -> str:
    """What makes another image of the same text."""
    host = host_machine()
    return "\n".join((llvmlite.__version__, host.triple, host.cpu, host.features, host.reloc))


def _image(text: str, codegen_level: int) -> bytes:
    """The object of text that is already as LLVM's passes would leave it."""
    return optimise(text, host_machine(), opt_level=0, codegen_level=codegen_level).object_bytes()


_IMAGES = SharedImages(_image, _toolchain)

"""What the first compilation of a process would wait for: begun beside what it does before.

The first text that LLVM compiles and the first PTX that the driver takes cost several times what others do. Neither
needs Python's lock, so both go beside the import of the compiler, which takes longer than they do. A failure here is
nobody's: the compilation meets it again and reports it.
"""

from __future__ import annotations

from functools import cache, partial

from cutedsl.driver.compile.beside import Beside
from cutedsl.execution.cpu.pool import usable_cores
from cutedsl.execution.cuda.driver import driver
from cutedsl.execution.devices import current_device, device, gpu_available
from cutedsl.targets.protocol import Target


def begin(target: Target) -> None:
    """Begins what a compilation for a target will wait for; once a process, where a core is free for it."""
    begin_driver(target)
    begin_llvm(target)


def begin_driver(target: Target) -> None:
    """Lets the GPU's driver load its PTX compiler; once a process, where a core is free for it.

    Not for programs of an earlier process: the driver has most of those in a cache of its own.
    """
    if target.on_gpu and usable_cores() > 1 and gpu_available():
        _load_driver(current_device().ordinal)


def begin_llvm(target: Target) -> None:
    """Lets LLVM prepare itself for a target; once a process, where a core is free for it."""
    if usable_cores() > 1:
        _load_llvm(target)


@cache
def _load_driver(ordinal: int) -> Beside[None]:
    return Beside(partial(_compile_ptx, ordinal))


def _compile_ptx(ordinal: int) -> None:
    api, target = driver(), device(ordinal).target
    major, minor = target.ptx_version
    text = f".version {major}.{minor}\n.target {target.name}\n.address_size 64\n.visible .entry first() {{ ret; }}\n"
    with api.on_device(ordinal):
        api.unload_module(api.load_module(text.encode()))


@cache
def _load_llvm(target: Target) -> Beside[None]:
    from cutedsl.codegen.llvm.first_use import use_first

    def use() -> None:
        machine = target.llvm_machine()
        if machine is not None:
            use_first(machine)

    return Beside(use)

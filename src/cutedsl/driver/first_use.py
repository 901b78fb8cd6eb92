"""What the first compilation of a process would wait for: begun beside what it does before.

The first text that LLVM compiles and the first PTX that the driver takes cost several times what others do. Neither
needs Python's lock, so both are over when the program's own text comes. A failure here is nobody's: the compilation
meets it again and reports it.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from cutedsl.driver.beside import Beside
from cutedsl.driver.target import Target
from cutedsl.execution.cpu_pool import usable_cores
from cutedsl.execution.cuda_driver import driver
from cutedsl.execution.devices import current_device, device, gpu_available


def begin_driver(target: Target) -> None:
    """Lets the GPU's driver load its PTX compiler; once a process, where a core is free for it.

    Not for programs of an earlier process: the driver has most of those in a cache of its own.
    """
    if target.kind == "cuda" and usable_cores() > 1 and gpu_available():
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
    text = f".version {major}.{minor}\n.target {target.name}\n.address_size 64\n{_PTX}"
    with api.on_device(ordinal):
        api.unload_module(api.load_module(text.encode()))


_PTX: Final = """
.visible .entry first(.param .u64 from, .param .u32 count)
{
  .reg .pred %p<3>;
  .reg .b32 %r<6>;
  .reg .b64 %a<4>;
  .shared .align 4 .b32 all[32];
  ld.param.u64 %a0, [from];
  ld.param.u32 %r0, [count];
  mov.u32 %r1, %tid.x;
  mov.b32 %r2, 0f00000000;
  mul.wide.u32 %a1, %r1, 4;
  add.s64 %a0, %a0, %a1;
  setp.ge.s32 %p0, %r1, %r0;
  @%p0 bra after;
again:
  ld.global.b32 %r3, [%a0];
  add.rn.f32 %r2, %r2, %r3;
  add.s64 %a0, %a0, 512;
  add.s32 %r1, %r1, 128;
  setp.lt.s32 %p1, %r1, %r0;
  @%p1 bra again;
after:
  shfl.sync.bfly.b32 %r4, %r2, 16, 31, -1;
  add.rn.f32 %r2, %r2, %r4;
  mov.b64 %a2, all;
  st.shared.b32 [%a2], %r2;
  bar.sync 0;
  ld.shared.b32 %r5, [%a2+64];
  st.global.b32 [%a0], %r5;
  ret;
}
"""
"""A loop, shared memory, a shuffle and a barrier: the parts of the driver's compiler that kernels go through."""


@cache
def _load_llvm(target: Target) -> Beside[None]:
    from cutedsl.arch.targets import target as gpu_target
    from cutedsl.codegen.llvm.compile import host_machine
    from cutedsl.codegen.llvm.first_use import use_first
    from cutedsl.codegen.nvptx.module import machine_of

    return Beside(lambda: use_first(machine_of(gpu_target(target.arch)) if target.kind == "cuda" else host_machine()))

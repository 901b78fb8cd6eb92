"""Functions of a module for what long kernels do at many places (`KernelPlan.length`).

LLVM takes time for each vector instruction of 32 lanes: it splits it for the machine's registers, and combines the
parts. A gather of 16-bit elements takes it 10 ms. FlashAttention's example for Ampere has 630 gathers, which were 6 of
the 10 s that it compiled in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.llvm.text import FunctionText

Write = Callable[[WarpEmitter, Sequence[str]], Sequence[str]]

ACCESS_OPS: Final = 2000
"""From how many ops on a kernel shares gathers and scatters. They run as fast; a tutorial's GEMM of 4 s took 8."""
MATRIX_OPS: Final = 8000
"""From how many ops on a kernel shares matrix loads too, and writes branches once (`writes_once`). A loop around matrix
loads takes a fifth longer: inside a function, the addresses of each piece are computed each time."""


def shares_code(e: WarpEmitter, from_ops: int) -> bool:
    """Whether the code of a whole warp is being written, in a kernel of so many ops."""
    return e.plan.length >= from_ops and e.lanes == WARP_LANES and e.view.part is None and e.meetings is None


def writes_once(e: WarpEmitter) -> bool:
    """Whether what a condition decides is written once, under a mask, and not a second time for all lanes."""
    return shares_code(e, MATRIX_OPS)


def shared(
    e: WarpEmitter, name: str, given: Sequence[tuple[str, str]], results: Sequence[str], write: Write
) -> list[str]:
    """The results of what `write` writes for some values, by a call of a function that the module has once.

    `given` are LLVM types and values, `results` types; `name` says what is written, and for which types. The active
    lanes are a parameter too, where not all are.
    """
    name = f"@cute.shared.{name}"  # apart from the functions that go through the active lanes, `cute.gather.i16`
    if e.mask is not None:
        name, given = f"{name}.some", [*given, ("i32", e.mask_bits())]
    result = results[0] if len(results) == 1 else f"{{ {', '.join(results)} }}" if results else "void"
    e.module.once(name, lambda: _define(e, name, [kind for kind, _ in given], result, write))
    call = f"call {result} {name}({', '.join(f'{kind} {text}' for kind, text in given)})"
    if not results:
        e.f.do(call)
        return []
    made = e.f.op(call)
    if len(results) == 1:
        return [made]
    return [e.f.op(f"extractvalue {result} {made}, {index}") for index in range(len(results))]


def _define(e: WarpEmitter, name: str, kinds: Sequence[str], result: str, write: Write) -> None:
    """Writes a function; one that some lanes call asks first whether these are all, as they mostly are."""
    f, names = FunctionText(), [f"%given{index}" for index in range(len(kinds))]
    inner = WarpEmitter(replace(e.plan, length=0), e.module, e.sites, f)
    if e.mask is not None:
        every, some = f.label("all"), f.label("some")
        f.branch_if(f.op(f"icmp eq i32 {names[-1]}, -1"), every, some)
        f.begin(every)
        _return(f, result, write(inner, names))
        f.begin(some)
        inner.mask = f.op(f"bitcast i32 {names[-1]} to <{WARP_LANES} x i1>")
    _return(f, result, write(inner, names))
    f.lines[:0] = inner.frame.allocas
    parameters = ", ".join(f"{kind} {given}" for kind, given in zip(kinds, names, strict=True))
    e.module.define(f"internal {result} {name}({parameters}) noinline nounwind", f)


def _return(f: FunctionText, result: str, texts: Sequence[str]) -> None:
    if len(texts) < 2:
        f.do(f"ret {result} {''.join(texts)}".rstrip())
        return
    whole = "poison"
    for index, text in enumerate(texts):
        whole = f.op(f"insertvalue {result} {whole}, {result[2:-2].split(', ')[index]} {text}, {index}")
    f.do(f"ret {result} {whole}")

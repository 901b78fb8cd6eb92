"""Atomic sums, maxima and minima of bfloat16, for which the processor has compare-and-swap."""

from __future__ import annotations

from cutedsl.codegen.cpu.scalar.narrow import combined_bfloats
from cutedsl.codegen.llvm.text import FunctionText, ModuleText


def bfloat_update(module: ModuleText, kind: str) -> str:
    """The function of the module that combines the number at a place with another and gives what it found there.

    It orders as a sequentially consistent operation does, whatever the program asks for: on x86-64 and aarch64 a
    compare-and-swap costs the same.
    """
    name = f"cute.bfloat.{kind}"
    module.once(name, lambda: _define(module, name, kind))
    return name


def _define(module: ModuleText, name: str, kind: str) -> None:
    f = FunctionText()
    # Relaxed: what is read here is only a guess, which the compare-and-swap confirms.
    first = f.op("load atomic bfloat, ptr %place monotonic, align 2")
    again, done, start = f.label("again"), f.label("done"), f.block
    f.branch(again)
    f.begin(again)
    place, old = f.reserve(), f.fresh()
    new = combined_bfloats(module, f, kind, old, "%operand")
    bits = [f.op(f"bitcast bfloat {number} to i16") for number in (old, new)]
    # Sequentially consistent: PTX's `sem` may ask for that, and on the processors here weaker orders cost the same.
    pair = f.op(f"cmpxchg ptr %place, i16 {bits[0]}, i16 {bits[1]} seq_cst seq_cst, align 2")
    found = f.op(f"bitcast i16 {f.op(f'extractvalue {{ i16, i1 }} {pair}, 0')} to bfloat")
    f.fill(place, f"{old} = phi bfloat [ {first}, %{start} ], [ {found}, %{f.block} ]")
    f.branch_if(f.op(f"extractvalue {{ i16, i1 }} {pair}, 1"), done, again)
    f.begin(done)
    f.do(f"ret bfloat {old}")
    module.define(f"internal bfloat @{name}(ptr %place, bfloat %operand)", f)

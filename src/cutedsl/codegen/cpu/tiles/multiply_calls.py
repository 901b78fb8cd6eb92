"""`cute.mma` in the warp emitter: a call of the function of its instruction, written once a module."""

from __future__ import annotations

from xdsl.ir import Operation

from cutedsl.arch.atoms.mma import mma_record
from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.tiles.matrix_multiplies import dense_body
from cutedsl.codegen.cpu.tiles.scaled_multiplies import scaled_body
from cutedsl.codegen.cpu.tiles.sparse_multiplies import sparse_body
from cutedsl.codegen.cpu.values import Pointer, Val, vector_val
from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.text import ModuleText
from cutedsl.codegen.llvm.types import element_type, scalar_type, vector_size


def emit_mma(e: WarpEmitter, op: Operation) -> None:
    """Lays the fragments that are not in memory out there, and calls the instruction's function."""
    record = mma_record(string(op, "atom"))
    name = _function(e.module, record)
    slots: list[str] = []
    for value in op.operands:
        given = e.env[value]
        if isinstance(given, Pointer):
            slots.append(given.base)
            continue
        kind = scalar_type(value.type)
        slot = e.alloca(f"[{vector_size(value.type) * e.lanes} x {kind}]", 64)
        for index, val in enumerate(e.elements(value)):
            place = e.f.op(f"getelementptr <{e.lanes} x {kind}>, ptr {slot}, i32 {index}")
            e.f.do(f"store <{e.lanes} x {kind}> {e.vector(val, element_type(value.type))}, ptr {place}, align 64")
        slots.append(slot)
    e.f.do(f"call void {name}({', '.join(f'ptr {slot}' for slot in slots)})")
    result = op.results[0]
    if isinstance(e.env[op.operands[2]], Pointer):  # the plan lets C be a place only where the result is stored to it
        e.env[result] = e.env[op.operands[2]]
        return
    kind, vals = scalar_type(result.type), list[Val]()
    for index in range(vector_size(result.type)):
        place = e.f.op(f"getelementptr <{e.lanes} x {kind}>, ptr {slots[2]}, i32 {index}")
        vals.append(vector_val(e.f.op(f"load <{e.lanes} x {kind}>, ptr {place}, align 64")))
    e.env[result] = tuple(vals)


def _function(module: ModuleText, record: MmaRecord) -> str:
    """The name of the instruction's function, written once a module."""
    name = f'@"cute.{record.name}"'
    body = sparse_body if record.metadata is not None else dense_body
    more = "" if record.metadata is None else ", ptr %e"
    if record.scales is not None:
        body, more = scaled_body, f"{more}, ptr %s, ptr %t"
    header = f"internal void {name}(ptr %a, ptr %b, ptr %c{more}) noinline nounwind"

    def write() -> None:
        module.define(header, body(module, record))

    module.once(name, write)
    return name

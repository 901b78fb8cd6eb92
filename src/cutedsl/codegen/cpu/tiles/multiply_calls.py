"""`cute.mma` in the warp emitter: a call of the function of its instruction, written once a module."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from cutedsl.arch.atoms.mma import mma_record
from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.tiles.matrix_multiplies import dense_body
from cutedsl.codegen.cpu.tiles.scaled_multiplies import scaled_body
from cutedsl.codegen.cpu.tiles.sparse_multiplies import sparse_body
from cutedsl.codegen.cpu.values import Pointer, Val, vector_val
from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import element_type, scalar_type, storage_bytes, vector_size
from cutedsl.ir.ops.simt import VecPackOp

_Runs = Sequence[tuple[str, int]]
"""Where an operand lies: addresses, and how many vectors of all lanes follow one another from each on."""


def emit_mma(e: WarpEmitter, op: Operation) -> None:
    """Lays the fragments that are not in memory out there, and calls the instruction's function."""
    record = mma_record(string(op, "atom"))
    name = _function(e.module, record)
    places = [_laid_out(e, value) for value in op.operands]
    runs = [[count for _, count in place] for place in places]
    if any(len(counts) > 1 for counts in runs):
        name = _collecting(e, name, op, runs)
    e.f.do(f"call void {name}({', '.join(f'ptr {text}' for place in places for text, _ in place)})")
    result = op.results[0]
    if isinstance(e.env[op.operands[2]], Pointer):  # the plan lets C be a place only where the result is stored to it
        e.env[result] = e.env[op.operands[2]]
        return
    kind, vals = scalar_type(result.type), list[Val]()
    for index in range(vector_size(result.type)):
        place = e.f.op(f"getelementptr <{e.lanes} x {kind}>, ptr {places[2][0][0]}, i32 {index}")
        vals.append(vector_val(e.f.op(f"load <{e.lanes} x {kind}>, ptr {place}, align 64")))
    e.env[result] = tuple(vals)


def _laid_out(e: WarpEmitter, value: SSAValue) -> _Runs:
    """Where an operand lies in memory; it is stored there if it does not yet."""
    kind, count, pack = scalar_type(value.type), vector_size(value.type), value.owner
    if type(pack) is VecPackOp and pack in e.plan.in_place and isinstance(e.env[pack.operands[0]], Pointer):
        return _runs(e, [e.pointer(element) for element in pack.operands], storage_bytes(value.type))
    given = e.env[value]
    if isinstance(given, Pointer):
        return [(e.gep(given, given.offset.text), count)]
    slot = e.alloca(f"[{count * e.lanes} x {kind}]", 64)
    for index, val in enumerate(e.elements(value)):
        place = e.f.op(f"getelementptr <{e.lanes} x {kind}>, ptr {slot}, i32 {index}")
        e.f.do(f"store <{e.lanes} x {kind}> {e.vector(val, element_type(value.type))}, ptr {place}, align 64")
    return [(slot, count)]


def _runs(e: WarpEmitter, pointers: Sequence[Pointer], size: int) -> _Runs:
    """The elements of an operand, at known places of one array, as runs."""
    found: list[tuple[str, int]] = []
    before = 0
    for pointer in pointers:
        at = int(pointer.offset.text)
        if found and at == before + size * e.lanes:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((e.gep(pointer, pointer.offset.text), 1))
        before = at
    return found


def _collecting(e: WarpEmitter, name: str, op: Operation, runs: Sequence[Sequence[int]]) -> str:
    """The name of a function that puts the runs of each operand together, and multiplies."""
    label = ".".join("-".join(map(str, counts)) for counts in runs)
    full = f'{name[:-1]}.of.{label}"'

    def write() -> None:
        f, given, slots = FunctionText(), list[str](), list[str]()
        for value, counts in zip(op.operands, runs, strict=True):
            vector = f"<{e.lanes} x {scalar_type(value.type)}>"
            own = [f"%given{len(given) + index}" for index in range(len(counts))]
            given += own
            if len(own) == 1:
                slots += own
                continue
            slots.append(f.op(f"alloca [{sum(counts)} x {vector}], align 64"))
            sources = [(start, index) for start, count in zip(own, counts, strict=True) for index in range(count)]
            for to, (start, index) in enumerate(sources):
                one = f.op(f"load {vector}, ptr {f.op(f'getelementptr {vector}, ptr {start}, i32 {index}')}, align 2")
                f.do(
                    f"store {vector} {one}, ptr {f.op(f'getelementptr {vector}, ptr {slots[-1]}, i32 {to}')}, align 64"
                )
        f.do(f"call void {name}({', '.join(f'ptr {slot}' for slot in slots)})")
        f.do("ret void")
        parameters = ", ".join(f"ptr {text}" for text in given)
        e.module.define(f"internal void {full}({parameters}) noinline nounwind", f)

    e.module.once(full, write)
    return full


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

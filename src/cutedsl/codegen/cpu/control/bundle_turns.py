"""The iterations of a loop that has bundles: each is one vector, in the order that its words have in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from xdsl.ir import Block, Operation, SSAValue

from cutedsl.codegen.cpu.dispatch import emit_ops
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.memory import access
from cutedsl.codegen.cpu.plan.bundles import Bundles
from cutedsl.codegen.cpu.scalar.arithmetic import emit_vectors
from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.types import scalar_type, storage_bytes
from cutedsl.ir.fast import operands_of, ops_of
from cutedsl.ir.ops.pointer import PtrLoadOp


def emit_turn(e: WarpEmitter, block: Block, bundles: Bundles, rows: Mapping[int, tuple[str, str]]) -> None:
    """One turn; `rows` are the places of the words' bundles, each with its LLVM type."""
    turn = _Turn(e, bundles)
    for number, (place, kind) in rows.items():
        turn.texts[number] = e.f.op(f"load {kind}, ptr {place}, align 64")
    for op in ops_of(block):
        if op in bundles.places:
            turn.write(op)
        elif op not in bundles.silent:
            emit_ops(e, [op])
    for number, (place, kind) in rows.items():
        e.f.do(f"store {kind} {turn.texts[bundles.left[number]]}, ptr {place}, align 64")


@dataclass(slots=True)
class _Turn:
    """What an iteration has written: the text of each bundle, of others the members that it has come to."""

    e: WarpEmitter
    bundles: Bundles
    texts: dict[int, str] = field(default_factory=dict[int, str])
    met: dict[int, dict[int, Operation]] = field(default_factory=dict[int, "dict[int, Operation]"])
    repeated: dict[tuple[str, int], str] = field(default_factory=dict[tuple[str, int], str])

    def write(self, op: Operation) -> None:
        """A member of a bundle; the last of them writes it."""
        number, at = self.bundles.places[op]
        loads = type(op) is PtrLoadOp
        if loads:
            self._check(op)
        met = self.met.setdefault(number, {})
        met.setdefault(at, op)
        if number in self.texts or len(met) < self.bundles.sizes[number]:
            return
        length = len(met) * self.e.lanes
        if loads:
            self.texts[number] = self._load(met[0], length)
            return
        texts = [
            self._repeat(operand, length) if source is None else self.texts[source]
            for operand, source in zip(operands_of(met[0]), self.bundles.sources[met[0]], strict=True)
        ]
        self.texts[number] = emit_vectors(self.e, met[0], texts, length)

    def _check(self, op: Operation) -> None:
        e, pointer, size = self.e, self.e.pointer(operands_of(op)[0]), storage_bytes(op.results[0].type)
        site = e.sites.access(op, "load", pointer, size, string(op, "name", ""))
        access.check(e, pointer, size, site, load=op)

    def _load(self, op: Operation, length: int) -> str:
        """The words of all members, from where the first lane of the first member reads."""
        e, pointer, mlir = self.e, self.e.pointer(operands_of(op)[0]), op.results[0].type
        place = e.gep(pointer, e.add_offset(pointer, pointer.offset.text, min(pointer.offset.lanes.spread)))
        return e.f.op(f"load <{length} x {scalar_type(mlir)}>, ptr {place}, align {storage_bytes(mlir)}")

    def _repeat(self, value: SSAValue, length: int) -> str:
        """What all lanes have, as often as the bundle has elements."""
        e, text, kind = self.e, self.e.vector(self.e.val(value), value.type), scalar_type(value.type)
        found = self.repeated.get((text, length))
        if found is None:
            vector, zeros = f"<{e.lanes} x {kind}>", f"<{length} x i32> zeroinitializer"
            found = e.f.op(f"shufflevector {vector} {text}, {vector} poison, {zeros}")
            self.repeated[text, length] = found
        return found

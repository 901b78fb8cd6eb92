"""What a checked kernel notes of its tensors: where they begin, and the run-time leaves of their layouts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from xdsl.ir import Operation

from cutedsl.arch.abi.check import CONTEXT
from cutedsl.arch.abi.host import TensorNote
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.llvm.attributes import integer, string
from cutedsl.ir.types import PtrType

_PLAIN: Final = re.compile(r"|\(?\d+\)?:\(?1\)?")
"""Layouts of plain pointers and of room that is allocated: a view says more."""


def emit_tensor(e: WarpEmitter, op: Operation) -> None:
    """The pointer goes on as one into the tensor.

    It keeps pointing into its original tensor where lanes have tensors of their own. So does another view of the same
    elements that has no name.
    """
    source, *values = op.operands
    pointer, kind = e.pointer(source), source.type
    assert isinstance(kind, PtrType)
    leaves = [e.val(value) for value in values]
    if not e.plan.checks or not pointer.offset.lanes.uniform or not all(leaf.lanes.uniform for leaf in leaves):
        e.env[op.results[0]] = pointer
        return
    name = string(op, "name", "")
    note = TensorNote(name, string(op, "layout"), kind.swizzle.data, integer(op, "bits"), -1, str(kind.element))
    before = pointer.tensor
    same = before is not None and (before.elem_bits, before.swizzle) == (note.elem_bits, note.swizzle)
    if before is not None and before.element != note.element and not note.element.startswith("i"):
        same = False  # what multiplies read is compared with it
    if not name and before is not None and same:
        if not _PLAIN.fullmatch(before.layout):
            e.env[op.results[0]] = pointer
            return
        note = replace(note, name=before.name)
    note = e.sites.tensor(op, note, 0 if pointer.word_bytes else 1 + len(leaves))
    if not pointer.word_bytes:
        start = e.f.op(f"ptrtoint ptr {e.gep(pointer, pointer.offset.text)} to i64")
        _store(e, note, [start, *(leaf.text for leaf in leaves)])
    e.env[op.results[0]] = replace(pointer, name=name or pointer.name, tensor=note)


def _store(e: WarpEmitter, note: TensorNote, words: list[str]) -> None:
    f = e.f
    places = [f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT[name]}") for name in ("tensors", "tensor_words")]
    table, size = f.op(f"load ptr, ptr {places[0]}, align 8"), f.op(f"load i32, ptr {places[1]}, align 4")
    row = f.op(f"mul i32 {size}, %row")
    first = f.op(f"getelementptr i64, ptr {table}, i32 {row}")
    for index, text in enumerate(words):
        f.do(f"store i64 {text}, ptr {f.op(f'getelementptr i64, ptr {first}, i32 {note.word + index}')}, align 8")

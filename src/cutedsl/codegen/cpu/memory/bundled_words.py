"""Words of private memory that lie in the order of a `WordOrder`: read and written for some lanes or all."""

from __future__ import annotations

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.plan.word_orders import WordOrder
from cutedsl.errors.frozen import frozen


@frozen
class Words:
    """An array in private memory whose elements are of the LLVM type `kind` and `size_bytes`."""

    base: str
    order: WordOrder
    kind: str
    size_bytes: int


def places(e: WarpEmitter, words: Words, word: int, first: int, count: int) -> list[str]:
    """Where the rows that hold a word begin, a row for each part of `count` lanes from `first` on."""
    start, length, _ = words.order.places[word]
    lanes = e.plan.geometry.lanes
    at = [(start * lanes + part * length) * words.size_bytes for part in range(first, first + count, words.order.lanes)]
    return [e.f.op(f"getelementptr i8, ptr {words.base}, i32 {one}") if one else words.base for one in at]


def read_word(e: WarpEmitter, words: Words, word: int, first: int, count: int) -> str:
    """A word of `count` lanes from `first` on."""
    (_, length, index), lanes = words.order.places[word], words.order.lanes
    wide, parts = f"<{length * lanes} x {words.kind}>", list[str]()
    own = ", ".join(f"i32 {lane * length + index}" for lane in range(lanes))
    for place in places(e, words, word, first, count):
        row = e.f.op(f"load {wide}, ptr {place}, align {words.size_bytes}")
        if length > 1:
            row = e.f.op(f"shufflevector {wide} {row}, {wide} poison, <{lanes} x i32> <{own}>")
        parts.append(row)
    return e.concatenated(parts, words.kind, lanes)


def write_word(e: WarpEmitter, words: Words, word: int, first: int, count: int, vector: str) -> None:
    """The inverse of `read_word`."""
    (_, length, index), lanes = words.order.places[word], words.order.lanes
    total, full = length * lanes, f"<{count} x {words.kind}>"
    wide, size = f"<{total} x {words.kind}>", words.size_bytes
    for part, place in enumerate(places(e, words, word, first, count)):
        own = [part * lanes + n // length if n % length == index else -1 for n in range(total)]
        picked = ", ".join("i32 poison" if one < 0 else f"i32 {one}" for one in own)
        row = e.f.op(f"shufflevector {full} {vector}, {full} poison, <{total} x i32> <{picked}>")
        if length > 1:
            before = e.f.op(f"load {wide}, ptr {place}, align {size}")
            kept = ", ".join(f"i32 {n if one < 0 else total + n}" for n, one in enumerate(own))
            row = e.f.op(f"shufflevector {wide} {before}, {wide} {row}, <{total} x i32> <{kept}>")
        e.f.do(f"store {wide} {row}, ptr {place}, align {size}")

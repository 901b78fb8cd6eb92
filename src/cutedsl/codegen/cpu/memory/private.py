"""Private memory of a thread (`rmem`) in the warp emitter.

Its words are interleaved over the lanes, so that one place is a contiguous vector: byte `b` of lane `l` lies at
`b // word * 32 * word + l * word + b % word`; in a part of the lanes their number stands for 32. With
constant indices LLVM turns the whole array into registers.

Words that a loop reads and writes in step (`bundles`) lie in the order of a `WordOrder`, so that the loop has them as
it computes with them; all other accesses bring them to their lanes, and back.
"""

from __future__ import annotations

from dataclasses import replace

from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import Lanes, lanes_of
from cutedsl.codegen.cpu.memory import access
from cutedsl.codegen.cpu.memory.bundled_words import Words, read_word, write_word
from cutedsl.codegen.cpu.plan.word_orders import WordOrder
from cutedsl.codegen.cpu.values import Pointer, Val


def load(e: WarpEmitter, pointer: Pointer, kind: str, size: int, extra: int) -> str:
    """One element of `size` bytes a lane, `extra` bytes after the pointer."""
    word = pointer.word_bytes
    if pointer.order is not None:
        return read_word(e, words_of(pointer, pointer.order, kind), _word(pointer, extra), 0, e.lanes)
    if size <= word:
        return access.load_lanes(e, _interleaved_pointer(e, pointer, extra), kind, size)
    whole = f"<{e.lanes} x i{8 * size}>"
    total = ""
    for part in range(size // word):
        piece = access.load_lanes(e, _interleaved_pointer(e, pointer, extra + part * word), f"i{8 * word}", word)
        wide = e.f.op(f"zext <{e.lanes} x i{8 * word}> {piece} to {whole}")
        if part:
            shifted = e.f.op(f"shl {whole} {wide}, splat (i{8 * size} {8 * word * part})")
            wide = e.f.op(f"or {whole} {total}, {shifted}")
        total = wide
    return total if kind[0] == "i" else e.f.op(f"bitcast {whole} {total} to <{e.lanes} x {kind}>")


def store(e: WarpEmitter, pointer: Pointer, kind: str, size: int, vector: str, extra: int) -> None:
    """The inverse of `load`."""
    word = pointer.word_bytes
    if pointer.order is not None:
        _write_lanes(e, words_of(pointer, pointer.order, kind), _word(pointer, extra), vector)
        return
    if size <= word:
        access.store_lanes(e, _interleaved_pointer(e, pointer, extra), kind, size, vector)
        return
    whole = f"<{e.lanes} x i{8 * size}>"
    if kind[0] != "i":
        vector = e.f.op(f"bitcast <{e.lanes} x {kind}> {vector} to {whole}")
    for part in range(size // word):
        shifted = vector
        if part:
            shifted = e.f.op(f"lshr {whole} {vector}, splat (i{8 * size} {8 * word * part})")
        piece = e.f.op(f"trunc {whole} {shifted} to <{e.lanes} x i{8 * word}>")
        access.store_lanes(e, _interleaved_pointer(e, pointer, extra + part * word), f"i{8 * word}", word, piece)


def row_place(e: WarpEmitter, pointer: Pointer, size: int) -> Pointer | None:
    """Where an element of `size` bytes of all lanes lies as one vector, and behind it those of the next elements.

    None where they do not lie so, or where not all lanes are active.
    """
    lanes, whole = pointer.offset.lanes, pointer.word_bytes == size and pointer.order is None
    if not whole or e.mask is not None or e.lanes != WARP_LANES or not lanes.uniform:
        return None
    if (lanes.align if lanes.constant is None else lanes.constant) % size:
        return None
    return replace(_interleaved_pointer(e, pointer, 0), name=pointer.name)


def _word(pointer: Pointer, extra: int) -> int:
    at = pointer.offset.lanes.constant
    assert at is not None
    return (at + extra) // pointer.word_bytes


def words_of(pointer: Pointer, order: WordOrder, kind: str) -> Words:
    """The array that a pointer points into, whose words lie in an order."""
    return Words(pointer.base, order, kind, pointer.word_bytes)


def _write_lanes(e: WarpEmitter, words: Words, word: int, vector: str) -> None:
    """A word of the active lanes."""
    if e.mask is not None:
        full = f"<{e.lanes} x {words.kind}>"
        before = read_word(e, words, word, 0, e.lanes)
        vector = e.f.op(f"select <{e.lanes} x i1> {e.mask}, {full} {vector}, {full} {before}")
    write_word(e, words, word, 0, e.lanes, vector)


def _interleaved_pointer(e: WarpEmitter, pointer: Pointer, extra: int) -> Pointer:
    """The pointer as it lies in the interleaved array, each lane at its own word."""
    offset, word = pointer.offset, pointer.word_bytes
    if offset.lanes.known:
        bytes_of = [value + extra for value in offset.lanes.values()[: e.lanes]]
        spots = [b // word * e.lanes * word + lane * word + b % word for lane, b in enumerate(bytes_of)]
        base = spots[0]
        lanes = lanes_of(tuple(spot - base for spot in spots), 1, base, base)
        return Pointer(pointer.base, Val(str(base), lanes), "rmem")
    if offset.lanes.uniform:
        start = e.add_offset(pointer, offset.text, extra)
        whole = offset.lanes.align % word == 0 and extra % word == 0
        spot = e.f.op(f"mul i32 {start}, {e.lanes}") if whole else _interleaved(e, "i32", start, word)
        lanes = Lanes(tuple(lane * word for lane in range(e.lanes)))
        return Pointer(pointer.base, Val(spot, lanes), "rmem")
    kind = f"<{e.lanes} x i32>"
    vector = e.offset_vector(pointer)
    if extra:
        vector = e.f.op(f"add {kind} {vector}, splat (i32 {extra})")
    spots = _interleaved(e, kind, vector, word)
    own = "<" + ", ".join(f"i32 {lane * word}" for lane in range(e.lanes)) + ">"
    return Pointer(pointer.base, Val(e.f.op(f"add {kind} {spots}, {own}"), Lanes(None)), "rmem")


def _interleaved(e: WarpEmitter, kind: str, offset: str, word: int) -> str:
    """`offset // word * lanes * word + offset % word`, for a scalar or a vector of i32."""

    def number(value: int) -> str:
        return str(value) if kind == "i32" else f"splat (i32 {value})"

    start = e.f.op(f"and {kind} {offset}, {number(-word)}")
    inside = e.f.op(f"and {kind} {offset}, {number(word - 1)}")
    return e.f.op(f"add {kind} {e.f.op(f'mul {kind} {start}, {number(e.lanes)}')}, {inside}")

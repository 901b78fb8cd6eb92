"""Loads and stores whose lanes lie anywhere: the machine's gathers and scatters where it has one, else its next best.

Machines gather words of 32 and 64 bits, if any. LLVM turns any other masked access into a branch for each lane. A
kernel of 600 such accesses, of 16 bits each, became 19,000 blocks and took LLVM 40 seconds. Here

- neighbouring elements of a lane are loaded and stored as words of up to 64 bits,
- a smaller element is loaded as the aligned word of 32 bits that it lies in, which never crosses a page,
- and what is left is done by a function that goes through the active lanes, one for each size in a module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.dialects.builtin import i32, i64

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.memory.shared_code import ACCESS_OPS, shared, shares_code
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.elementwise import lane_constants

_WORD_BYTES: Final = 4
"""The least that machines gather."""
_MOST_BYTES: Final = 8
"""The most that machines gather."""

_LANES_LOOP: Final = """\
define internal void @{name}(ptr %places, ptr %values, i32 %lanes) noinline {{
entry:
  %none = icmp eq i32 %lanes, 0
  br i1 %none, label %out, label %each
each:
  %left = phi i32 [ %lanes, %entry ], [ %rest, %each ]
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less
  %of = getelementptr ptr, ptr %places, i32 %lane
  %there = load ptr, ptr %of, align 8
  %here = getelementptr {kind}, ptr %values, i32 %lane
  %value = load {kind}, ptr {source}, align {align}
  store {kind} %value, ptr {target}, align {align}
  %last = icmp eq i32 %rest, 0
  br i1 %last, label %out, label %each
out:
  ret void
}}"""


def type_suffix(kind: str) -> str:
    """A scalar LLVM type as it ends the names of intrinsics.

    >>> type_suffix("half"), type_suffix("i8")
    ('f16', 'i8')
    """
    return {"float": "f32", "double": "f64", "half": "f16", "bfloat": "bf16"}.get(kind, kind)


def lane_places(e: WarpEmitter, pointer: Pointer, extra: int) -> str:
    """Lane addresses, by 32-bit indices where they are: constants from an affine place's scalar, or elements."""
    if not pointer.offset.lanes.varying:
        place = e.gep(pointer, e.add_offset(pointer, pointer.offset.text, extra))
        offsets = lane_constants(pointer.offset.lanes.spread, i32 if pointer.offset_type == "i32" else i64)
        return e.f.op(f"getelementptr i8, ptr {place}, <{e.lanes} x {pointer.offset_type}> {offsets}")
    elements = pointer.elements
    if elements is not None and not extra:
        kind = f"i{8 * elements.size_bytes}"
        return e.f.op(f"getelementptr {kind}, ptr {pointer.base}, <{e.lanes} x i32> {elements.indices}")
    kind = f"<{e.lanes} x {pointer.offset_type}>"
    offsets = e.offset_vector(pointer)
    if extra:
        offsets = e.f.op(f"add {kind} {offsets}, splat ({pointer.offset_type} {extra})")
    return e.f.op(f"getelementptr i8, ptr {pointer.base}, {kind} {offsets}")


def gather(e: WarpEmitter, pointer: Pointer, kind: str, size: int, extra: int) -> str:
    """One element of each active lane; the others give zero."""
    return _gather_at(e, lane_places(e, pointer, extra), kind, size)


def _gather_at(e: WarpEmitter, places: str, kind: str, size: int) -> str:
    """One element of each active lane, from the lanes' addresses."""
    if _by_call(e, size, gathers=e.plan.machine.gathers):
        (found,) = shared(
            e,
            f"gather.{type_suffix(kind)}",
            [(f"<{e.lanes} x ptr>", places)],
            [f"<{e.lanes} x {kind}>"],
            lambda inner, names: [_gather_at(inner, names[0], kind, size)],
        )
        return found
    small, gathers = size < _WORD_BYTES, e.plan.machine.gathers
    if not (small and e.plan.brief):  # there a call is the shortest
        if small and gathers:
            return _of_words(e, places, kind, size, e.lanes)
        if e.mask is None or gathers:
            return _gather(e, places, kind, size, e.lanes)
    vector = f"<{e.lanes} x {kind}>"
    values = e.slot(vector)
    e.f.do(f"store {vector} zeroinitializer, ptr {values}, align 64")
    _each_lane(e, "gather", places, values, size)
    return e.f.op(f"load {vector}, ptr {values}, align 64")


def gather_repeated(e: WarpEmitter, pointer: Pointer, kind: str, size: int, period: int) -> str:
    """One element of each lane, where the places of the first `period` lanes come again; without a mask."""
    bits = f"i{8 * size}"
    places, every, few = lane_places(e, pointer, 0), f"<{e.lanes} x ptr>", f"<{period} x {bits}>"
    first = e.f.op(f"shufflevector {every} {places}, {every} poison, {_number_list(range(period))}")
    small = size < _WORD_BYTES and e.plan.machine.gathers
    loaded = _of_words(e, first, bits, size, period) if small else _gather(e, first, bits, size, period)
    again = _number_list([lane % period for lane in range(e.lanes)])
    return _as_kind(e, e.f.op(f"shufflevector {few} {loaded}, {few} poison, {again}"), kind, size, e.lanes)


def _number_list(values: Sequence[int]) -> str:
    return f"<{len(values)} x i32> <{', '.join(f'i32 {value}' for value in values)}>"


def scatter(e: WarpEmitter, pointer: Pointer, kind: str, size: int, vector: str, extra: int) -> None:
    """One element of each active lane; of lanes that share a place the last one stays.

    A store of all lanes that the machine has no instruction for is two instructions a lane, or a call in brief code.
    """
    _scatter_at(e, lane_places(e, pointer, extra), kind, size, vector)


def _scatter_at(e: WarpEmitter, places: str, kind: str, size: int, vector: str) -> None:
    """One element of each active lane, to the lanes' addresses."""
    full = f"<{e.lanes} x {kind}>"
    if _by_call(e, size, gathers=e.plan.machine.scatters):

        def write(inner: WarpEmitter, names: Sequence[str]) -> Sequence[str]:
            _scatter_at(inner, names[0], kind, size, names[1])
            return ()

        shared(e, f"scatter.{type_suffix(kind)}", [(f"<{e.lanes} x ptr>", places), (full, vector)], [], write)
        return
    scatters = size >= _WORD_BYTES and e.plan.machine.scatters
    if scatters or (e.mask is None and not e.plan.brief):
        mask = e.mask or "splat (i1 true)"
        name = f"llvm.masked.scatter.v{e.lanes}{type_suffix(kind)}.v{e.lanes}p0"
        e.module.declare(f"void @{name}({full}, <{e.lanes} x ptr>, <{e.lanes} x i1>)")
        e.f.do(f"call void @{name}({full} {vector}, <{e.lanes} x ptr> align {size} {places}, <{e.lanes} x i1> {mask})")
        return
    values = e.slot(full)
    e.f.do(f"store {full} {vector}, ptr {values}, align 64")
    _each_lane(e, "scatter", places, values, size)


def load_words(e: WarpEmitter, pointer: Pointer, kind: str, size: int, count: int) -> list[str]:
    """`count` neighbouring elements a lane, as words of as many as fit; the inverse is `store_words`."""
    together, loaded = neighbours(size, count), list[str]()
    for first in range(0, count, together):
        places = lane_places(e, pointer, first * size)
        if shares_code(e, ACCESS_OPS):
            loaded += shared(
                e,
                f"gather.{type_suffix(kind)}x{together}",
                [(f"<{e.lanes} x ptr>", places)],
                [f"<{e.lanes} x {kind}>"] * together,
                lambda inner, names: _word_at(inner, names[0], kind, size, together),
            )
        else:
            loaded += _word_at(e, places, kind, size, together)
    return loaded


def _word_at(e: WarpEmitter, places: str, kind: str, size: int, together: int) -> list[str]:
    """The elements of a word of each lane."""
    bits = 8 * size * together
    word = _gather_at(e, places, f"i{bits}", size * together)
    return [element_of(e, word, bits, kind, size, part) for part in range(together)]


def store_words(e: WarpEmitter, pointer: Pointer, kind: str, size: int, vectors: Sequence[str]) -> None:
    """Neighbouring elements of each lane, the vectors one after the other."""
    together = neighbours(size, len(vectors))
    for first in range(0, len(vectors), together):
        places, parts = lane_places(e, pointer, first * size), vectors[first : first + together]
        if shares_code(e, ACCESS_OPS):

            def write(inner: WarpEmitter, names: Sequence[str]) -> Sequence[str]:
                _store_word(inner, names[0], kind, size, names[1 : 1 + together])
                return ()

            given = [(f"<{e.lanes} x ptr>", places), *((f"<{e.lanes} x {kind}>", part) for part in parts)]
            shared(e, f"scatter.{type_suffix(kind)}x{together}", given, [], write)
        else:
            _store_word(e, places, kind, size, parts)


def _store_word(e: WarpEmitter, places: str, kind: str, size: int, vectors: Sequence[str]) -> None:
    """Elements of each lane as a word."""
    bits = 8 * size * len(vectors)
    piece, whole = f"<{e.lanes} x i{8 * size}>", f"<{e.lanes} x i{bits}>"
    word = ""
    for part, vector in enumerate(vectors):
        own = vector if kind[0] == "i" else e.f.op(f"bitcast <{e.lanes} x {kind}> {vector} to {piece}")
        own = e.f.op(f"zext {piece} {own} to {whole}")
        if part:
            moved = e.f.op(f"shl {whole} {own}, splat (i{bits} {8 * size * part})")
            own = e.f.op(f"or {whole} {word}, {moved}")
        word = own
    _scatter_at(e, places, f"i{bits}", size * len(vectors), word)


def _by_call(e: WarpEmitter, size: int, *, gathers: bool) -> bool:
    """Whether an access is a call: in long kernels where the machine has no instruction for it."""
    return shares_code(e, ACCESS_OPS) and not (gathers and size >= _WORD_BYTES)


def neighbours(size: int, count: int) -> int:
    """How many of `count` neighbouring elements of `size` bytes a word holds.

    >>> neighbours(2, 8), neighbours(4, 3), neighbours(8, 2)
    (4, 1, 1)
    """
    together = max(_MOST_BYTES // size, 1)
    while count % together:
        together //= 2
    return together


def element_of(e: WarpEmitter, word: str, bits: int, kind: str, size: int, part: int) -> str:
    """An element of each lane's word of `bits`."""
    whole, piece = f"<{e.lanes} x i{bits}>", f"<{e.lanes} x i{8 * size}>"
    if part:
        word = e.f.op(f"lshr {whole} {word}, splat (i{bits} {8 * size * part})")
    return _as_kind(e, e.f.op(f"trunc {whole} {word} to {piece}"), kind, size, e.lanes)


def _as_kind(e: WarpEmitter, bits: str, kind: str, size: int, count: int) -> str:
    return bits if kind[0] == "i" else e.f.op(f"bitcast <{count} x i{8 * size}> {bits} to <{count} x {kind}>")


def _gather(e: WarpEmitter, places: str, kind: str, align: int, count: int) -> str:
    vector, mask = f"<{count} x {kind}>", e.mask or "splat (i1 true)"
    name = f"llvm.masked.gather.v{count}{type_suffix(kind)}.v{count}p0"
    e.module.declare(f"{vector} @{name}(<{count} x ptr>, <{count} x i1>, {vector})")
    args = f"<{count} x ptr> align {align} {places}, <{count} x i1> {mask}, {vector} zeroinitializer"
    return e.f.op(f"call {vector} @{name}({args})")


def _of_words(e: WarpEmitter, places: str, kind: str, size: int, count: int) -> str:
    """Small elements of `count` lanes, out of the aligned words that they lie in."""
    f = e.f
    wide, whole = f"<{count} x i64>", f"<{count} x i32>"
    e.module.declare(f"<{count} x ptr> @llvm.ptrmask.v{count}p0.v{count}i64(<{count} x ptr>, {wide})")
    args = f"<{count} x ptr> {places}, {wide} splat (i64 {-_WORD_BYTES})"
    words = f.op(f"call <{count} x ptr> @llvm.ptrmask.v{count}p0.v{count}i64({args})")
    address = f.op(f"trunc {wide} {f.op(f'ptrtoint <{count} x ptr> {places} to {wide}')} to {whole}")
    byte = f.op(f"and {whole} {address}, splat (i32 {_WORD_BYTES - 1})")
    moved = f.op(
        f"lshr {whole} {_gather(e, words, 'i32', _WORD_BYTES, count)}, {f.op(f'shl {whole} {byte}, splat (i32 3)')}"
    )
    return _as_kind(e, f.op(f"trunc {whole} {moved} to <{count} x i{8 * size}>"), kind, size, count)


def _each_lane(e: WarpEmitter, way: str, places: str, values: str, size: int) -> None:
    """Goes through the active lanes, by a function that the module has once."""
    kind, name = f"i{8 * size}", f"cute.{way}.i{8 * size}"
    source, target = ("%there", "%here") if way == "gather" else ("%here", "%there")
    text = _LANES_LOOP.format(name=name, kind=kind, align=size, source=source, target=target)
    e.module.once(name, lambda: e.module.functions.append(text))
    e.module.declare("i32 @llvm.cttz.i32(i32, i1)")
    slot = e.slot(f"<{e.lanes} x ptr>")
    e.f.do(f"store <{e.lanes} x ptr> {places}, ptr {slot}, align 64")
    e.f.do(f"call void @{name}(ptr {slot}, ptr {values}, i32 {e.mask_bits()})")

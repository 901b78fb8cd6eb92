"""Loads and stores with an order, a scope and hints; prefetches; special registers: one PTX instruction each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.ir import Attribute, Operation

from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.types import storage_bytes, vector_size
from cutedsl.codegen.nvptx.atomics import address_of, ordering, space_of
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter, not_yet, type_name
from cutedsl.codegen.nvptx.hinted import hints_for
from cutedsl.codegen.nvptx.inline_asm import inline_asm, require
from cutedsl.codegen.nvptx.value_types import memory_type, value_type

_LETTERS: Final = {8: ("h", "i16"), 16: ("h", "i16"), 32: ("r", "i32"), 64: ("l", "i64")}
"""The asm constraint and the register type for a word of so many bits; a byte travels in 16 bits."""

_ACCESS_BITS: Final = 128
_WIDE_REGISTERS: Final = frozenset({"clock64", "globaltimer", "gridid"})
_FLOAT_REDUX: Final = frozenset({"fmin", "fmax"})


def _word(op: Operation, mlir: Attribute) -> tuple[int, int]:
    """(bits of an element, elements) of one access; refuses what no single instruction moves."""
    bits, count = 8 * storage_bytes(mlir), max(vector_size(mlir), 1)
    if bits not in _LETTERS or count not in (1, 2, 4) or bits * count > _ACCESS_BITS:
        raise not_yet(op, f"an ordered access of {type_name(mlir)} does not run on the GPU yet")
    return bits, count


def _mnemonic(e: KernelEmitter, op: Operation, verb: str, space: str, bits: int, count: int) -> str:
    vector = f".v{count}" if count > 1 else ""
    if string(op, "scope", "gpu") == "cluster":
        require(e, op, "an access in the scope of a cluster", 9)
    hints = hints_for(e, string(op, "hints", ""))
    return f"{verb}.{ordering(op)}{space}{hints}{vector}.b{bits}"


def _load(e: KernelEmitter, op: Operation) -> None:
    pointer, mlir = op.operands[0], op.results[0].type
    bits, count = _word(op, mlir)
    letter, register = _LETTERS[bits]
    names = ", ".join(f"${n}" for n in range(count))
    target = f"{{{names}}}" if count > 1 else names
    text = f"{_mnemonic(e, op, 'ld', space_of(op, pointer), bits, count)} {target}, [${count}];"
    result = register if count == 1 else "{ " + ", ".join([register] * count) + " }"
    found = inline_asm(e, text, [address_of(e, pointer)], result, ",".join([f"={letter}"] * count))
    words = [found] if count == 1 else [e.f.op(f"extractvalue {result} {found}, {n}") for n in range(count)]
    scalar = memory_type(mlir)
    values = [_of_register(e, word, register, bits, scalar) for word in words]
    if value_type(mlir) == "i1":
        e.bind(op, e.f.op(f"icmp ne i8 {values[0]}, 0"))
    elif not vector_size(mlir):
        e.bind(op, values[0])
    else:
        whole = "poison"
        for index, value in enumerate(values):
            whole = e.f.op(f"insertelement <{count} x {scalar}> {whole}, {scalar} {value}, i32 {index}")
        e.bind(op, whole)


def _of_register(e: KernelEmitter, word: str, register: str, bits: int, scalar: str) -> str:
    if register != f"i{bits}":
        word = e.f.op(f"trunc {register} {word} to i{bits}")
    return word if scalar == f"i{bits}" else e.f.op(f"bitcast i{bits} {word} to {scalar}")


def _store(e: KernelEmitter, op: Operation) -> None:
    value, pointer = op.operands
    mlir = value.type
    bits, count = _word(op, mlir)
    register, scalar = _LETTERS[bits][1], memory_type(mlir)
    text = e.text(value)
    if vector_size(mlir):
        parts = [e.f.op(f"extractelement {value_type(mlir)} {text}, i32 {n}") for n in range(count)]
    else:
        parts = [e.f.op(f"zext i1 {text} to i8") if value_type(mlir) == "i1" else text]
    words = [(register, _to_register(e, part, register, bits, scalar)) for part in parts]
    names = ", ".join(f"${n + 1}" for n in range(count))
    source = f"{{{names}}}" if count > 1 else names
    line = f"{_mnemonic(e, op, 'st', space_of(op, pointer), bits, count)} [$0], {source};"
    inline_asm(e, line, [address_of(e, pointer), *words])


def _to_register(e: KernelEmitter, part: str, register: str, bits: int, scalar: str) -> str:
    if scalar != f"i{bits}":
        part = e.f.op(f"bitcast {scalar} {part} to i{bits}")
    return part if register == f"i{bits}" else e.f.op(f"zext i{bits} {part} to {register}")


def _prefetch(e: KernelEmitter, op: Operation) -> None:
    pointer = op.operands[0]
    space = space_of(op, pointer)
    if space != ".shared":  # shared memory is as near as it gets
        line = f"prefetch{space}.{string(op, 'level')} [$0];"
        inline_asm(e, line, [address_of(e, pointer)])


def _special_register(e: KernelEmitter, op: Operation) -> None:
    name = string(op, "register")
    wide = name in _WIDE_REGISTERS
    if name == "activemask":
        e.bind(op, inline_asm(e, "activemask.b32 $0;", (), "i32"))
        return
    if name == "aggr_smem_size":
        require(e, op, "`%aggr_smem_size`", 9)
    found = inline_asm(
        e, f"mov.u{64 if wide else 32} $0, %{name};", (), "i64" if wide else "i32", "=l" if wide else "=r"
    )
    wanted = value_type(op.results[0].type)
    e.bind(op, found if wanted == ("i64" if wide else "i32") else e.f.op(f"trunc i64 {found} to {wanted}"))


def _nanosleep(e: KernelEmitter, op: Operation) -> None:
    # only a hint: the hardware sleeps between no time and twice as long, so no order follows from it
    inline_asm(e, "nanosleep.u32 $0;", [("i32", e.text(op.operands[0]))])


def _match(e: KernelEmitter, op: Operation) -> None:
    value, mask = op.operands
    kind = value_type(value.type)
    args = (("i32", e.text(mask)), (kind, e.text(value)))
    if string(op, "kind") == "any":
        e.bind(op, e.call("i32", f"llvm.nvvm.match.any.sync.{kind}", *args))
        return
    pair = e.call("{ i32, i1 }", f"llvm.nvvm.match.all.sync.{kind}p", *args)
    e.bind(op, e.f.op(f"extractvalue {{ i32, i1 }} {pair}, 0"))


def _redux(e: KernelEmitter, op: Operation) -> None:
    value, mask = op.operands
    kind = string(op, "kind")
    if kind in _FLOAT_REDUX:
        require(e, op, "`redux.sync` of floats", 10, accelerated=True)
        nan = ".NaN" if string(op, "nan", "") else ""
        args = [("float", e.text(value)), ("i32", e.text(mask))]
        e.bind(op, inline_asm(e, f"redux.sync.{kind[1:]}{nan}.f32 $0, $1, $2;", args, "float", "=f"))
        return
    if value_type(value.type) != "i32":
        raise not_yet(op, f"a reduction over a warp of {type_name(value.type)}; it takes 32-bit integers")
    e.bind(op, e.call("i32", f"llvm.nvvm.redux.sync.{kind}", ("i32", e.text(value)), ("i32", e.text(mask))))


def _permute(e: KernelEmitter, op: Operation) -> None:
    e.bind(op, e.call("i32", "llvm.nvvm.prmt", *(("i32", text) for text in e.texts(op))))


ACCESSES: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "cute.ordered_load": _load,
        "cute.ordered_store": _store,
        "cute.prefetch": _prefetch,
        "cute.special_register": _special_register,
        "cute.nanosleep": _nanosleep,
        "cute.match": _match,
        "cute.redux": _redux,
        "cute.prmt": _permute,
    }
)

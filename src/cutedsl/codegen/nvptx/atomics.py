"""Atomic read-modify-writes: relaxed, in the scope of the device (CUDA's `atomicAdd` and its like) unless said."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type, VectorType
from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.types import element_type, is_float, storage_bytes, vector_size
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter, not_yet, type_name
from cutedsl.codegen.nvptx.inline_asm import inline_asm, require, shared_address
from cutedsl.codegen.nvptx.value_types import POINTERS, value_type
from cutedsl.ir.types import PtrType

_INTEGER: Final = {kind: kind for kind in ("add", "max", "min", "umax", "umin", "and", "or", "xor")} | {
    "exch": "xchg",
    "inc": "uinc_wrap",
    "dec": "udec_wrap",
}
_FLOAT: Final = {"add": "fadd", "max": "fmax", "min": "fmin", "exch": "xchg"}
_BITS: Final = frozenset({8, 16, 32, 64})
_DEFAULT_ORDER: Final = "relaxed.gpu"
_LLVM_SCOPES: Final = {
    "gpu": 'syncscope("device") ',
    "cta": 'syncscope("block") ',
    "cluster": 'syncscope("cluster") ',
    "sys": "",
}
_LLVM_ORDERS: Final = {"relaxed": "monotonic"}
_REGISTERS: Final = {
    "half": ("i16", "h"),
    "bfloat": ("i16", "h"),
    "i32": ("i32", "r"),
    "i64": ("i64", "l"),
    "float": ("float", "f"),
    "double": ("double", "d"),
}
"""The type and the asm constraint in which a value travels."""

_SUFFIXES: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        **{(kind, f"i{n}"): f"b{n}" for kind in ("and", "or", "xor", "exch") for n in (32, 64)},
        **{(kind, f"i{n}"): f"s{n}" for kind in ("max", "min") for n in (32, 64)},
        **{(kind, f"i{n}"): f"u{n}" for kind in ("add", "umax", "umin") for n in (32, 64)},
        **{(kind, "i32"): "u32" for kind in ("inc", "dec")},
        ("add", "half"): "noftz.f16",
        ("add", "bfloat"): "noftz.bf16",
        ("add", "float"): "f32",
        ("add", "double"): "f64",
        ("exch", "float"): "b32",
        ("exch", "double"): "b64",
    }
)
"""What PTX's `atom` calls the type of each operation that it has."""

_NOT_FAR: Final = frozenset({"max", "min", "umax", "umin", "and", "or", "xor"})
"""What loses updates of 64 bits in another block's shared memory: ptxas 13.0 reads, changes and writes there."""

SPACES: Final = {"gmem": ".global", "smem": ".shared", "dsmem": ".shared::cluster", "generic": ""}
"""PTX's state spaces of pointers."""


_VECTORS_SINCE: Final = (8, 1)
"""The PTX version of atomic sums of vectors. Source: PTX ISA, `atom` and `red`."""


def space_of(op: Operation, pointer: SSAValue) -> str:
    """The state space of an access that other threads may see; a thread's own memory is refused."""
    assert isinstance(pointer.type, PtrType)
    found = SPACES.get(pointer.type.space.data)
    if found is None:
        raise not_yet(op, "an atomic or ordered access to a thread's own registers does not run on the GPU")
    return found


def address_of(e: KernelEmitter, pointer: SSAValue) -> tuple[str, str]:
    """(type, text) of a pointer as an operand of inline PTX."""
    kind = value_type(pointer.type)
    return shared_address(e, pointer) if kind in (POINTERS["smem"], POINTERS["dsmem"]) else (kind, e.text(pointer))


def _atomic(e: KernelEmitter, op: Operation) -> None:
    """One `atomicrmw`; what the hardware lacks (integers of 8 and 16 bits, float maxima) is a compare-and-swap loop."""
    pointer, value = op.operands
    kind, mlir = string(op, "kind"), value.type
    if isinstance(mlir, VectorType):
        _packed(e, op)
        return
    operation = (_FLOAT if is_float(mlir) else _INTEGER).get(kind)
    if operation is None or 8 * storage_bytes(mlir) not in _BITS:
        raise not_yet(op, f"atomic {kind} of {type_name(mlir)} does not run on the GPU yet")
    suffix, far = _SUFFIXES.get((kind, value_type(mlir))), space_of(op, pointer) == SPACES["dsmem"]
    if suffix == "noftz.bf16" and not e.target.at_least(9):
        suffix = None
    if far and kind in _NOT_FAR and storage_bytes(mlir) == 8 and suffix is not None:
        old = _by_exchange(e, op, suffix)
    elif suffix is not None and (far or ordering(op) != _DEFAULT_ORDER):
        old = _spelled(e, op, suffix)
    else:
        where = f"{_llvm_ordering(op)}, align {storage_bytes(mlir)}"
        # LLVM writes `atom` of PTX, with the scope and order that LLVM has a word for; the others are spelled above.
        old = e.f.op(f"atomicrmw {operation} {e.typed(pointer)}, {value_type(mlir)} {e.text(value)} {where}")
    if op.results:
        e.bind(op, old)


def _llvm_ordering(op: Operation) -> str:
    """The order and scope as LLVM has them: it writes those of a compare-and-swap loop."""
    scope, order = string(op, "scope", "gpu"), string(op, "sem", "relaxed")
    return f"{_LLVM_SCOPES[scope]}{_LLVM_ORDERS.get(order, order)}"


def _spelled(e: KernelEmitter, op: Operation, suffix: str) -> str:
    """One instruction with its order and scope, which LLVM 22 leaves out of the PTX it writes for those."""
    pointer, value = op.operands
    kind, llvm = string(op, "kind"), value_type(value.type)
    word, letter = _REGISTERS[llvm]
    text = f"atom.{ordering(op)}{space_of(op, pointer)}.{kind.removeprefix('u')}.{suffix} $0, [$1], $2;"
    bits = e.text(value) if word == llvm else e.f.op(f"bitcast {llvm} {e.text(value)} to {word}")
    old = inline_asm(e, text, [address_of(e, pointer), (word, bits)], word, f"={letter}")
    return old if word == llvm else e.f.op(f"bitcast {word} {old} to {llvm}")


def _by_exchange(e: KernelEmitter, op: Operation, suffix: str) -> str:
    """A compare-and-swap loop around one instruction."""
    pointer, value = op.operands
    kind = string(op, "kind").removeprefix("u")
    lines = (
        "{ .reg .pred again; .reg .b64 seen, new;",
        "ld.relaxed.cluster.shared::cluster.b64 $0, [$1];",
        "repeat:",
        f"{kind}.{suffix} new, $0, $2;",
        f"atom.{ordering(op)}.shared::cluster.cas.b64 seen, [$1], $0, new;",
        "setp.ne.b64 again, seen, $0;",
        "mov.b64 $0, seen;",
        "@again bra repeat; }",
    )
    return inline_asm(e, " ".join(lines), [address_of(e, pointer), ("i64", e.text(value))], "i64", "=&l")


def _packed(e: KernelEmitter, op: Operation) -> None:
    """A sum of several floats in one instruction: two 16-bit ones anywhere, up to 16 bytes in global memory."""
    pointer, value = op.operands
    mlir, count = value.type, vector_size(value.type)
    names = {Float16Type: "noftz.f16x2", BFloat16Type: "noftz.bf16x2", Float32Type: "f32"}
    name = names.get(type(element_type(mlir)))
    words = count // 2 if name is not None and name.endswith("x2") else count
    odd = name is None or words not in (1, 2, 4) or (words == 1 and count == 1)
    if odd or string(op, "kind") != "add" or (words > 1 and space_of(op, pointer) != SPACES["gmem"]):
        raise not_yet(op, f"atomic {string(op, 'kind')} of {type_name(mlir)} does not run on the GPU yet")
    if words > 1 or name == "noftz.bf16x2":
        require(e, op, f"an atomic sum of {type_name(mlir)}", 9)
    if words > 1:
        e.ptx_used.add(_VECTORS_SINCE)
    word, letter = ("float", "f") if name == "f32" else ("i32", "r")
    kind, whole = value_type(mlir), word if words == 1 else f"<{words} x {word}>"
    bits = e.text(value) if kind == whole else e.f.op(f"bitcast {kind} {e.text(value)} to {whole}")
    given = [bits] if words == 1 else [e.f.op(f"extractelement {whole} {bits}, i32 {k}") for k in range(words)]
    size = "" if words == 1 else f".v{words}"
    asked = bool(op.results)
    first = words if asked else 0
    old, new = (_braced(range(at, at + words)) for at in (0, first + 1))
    text = f"{'atom' if asked else 'red'}.{ordering(op)}{space_of(op, pointer)}.add{_sized(name, size)}"
    text += f" {old}, [${first}], {new};" if asked else f" [${first}], {new};"
    made = "" if not asked else word if words == 1 else f"{{ {', '.join([word] * words)} }}"
    args = [address_of(e, pointer), *((word, one) for one in given)]
    found = inline_asm(e, text, args, made, ",".join([f"={letter}"] * words))
    if asked:
        e.bind(op, _join_results(e, found, made, words, word, kind))


def _sized(name: str | None, size: str) -> str:
    """PTX writes a vector's size before the type: `.v4.f32`, `.noftz.v2.f16x2`."""
    flush, _, kind = str(name).rpartition(".")
    return f"{'.' if flush else ''}{flush}{size}.{kind}"


def _braced(numbers: range) -> str:
    listed = ", ".join(f"${k}" for k in numbers)
    return listed if len(numbers) == 1 else f"{{{listed}}}"


def _join_results(e: KernelEmitter, parts: str, made: str, words: int, word: str, kind: str) -> str:
    """What an instruction with several results gives, as one vector."""
    if words == 1:
        return parts if kind == word else e.f.op(f"bitcast {word} {parts} to {kind}")
    whole, total = f"<{words} x {word}>", "poison"
    for k in range(words):
        part = e.f.op(f"extractvalue {made} {parts}, {k}")
        total = e.f.op(f"insertelement {whole} {total}, {word} {part}, i32 {k}")
    return total if kind == whole else e.f.op(f"bitcast {whole} {total} to {kind}")


def ordering(op: Operation) -> str:
    """`relaxed.gpu` and its like; a weak or volatile access has no scope."""
    sem = string(op, "sem", "relaxed")
    return sem if sem in ("weak", "volatile") else f"{sem}.{string(op, 'scope', 'gpu')}"


def _atomic_cas(e: KernelEmitter, op: Operation) -> None:
    pointer, compared, value = op.operands
    mlir = value.type
    bits = 8 * storage_bytes(mlir)
    if isinstance(mlir, VectorType) or bits not in _BITS:
        raise not_yet(op, f"an atomic compare-and-swap of {type_name(mlir)} does not run on the GPU yet")
    kind, word = value_type(mlir), f"i{bits}"

    def as_bits(text: str) -> str:
        return text if kind == word else e.f.op(f"bitcast {kind} {text} to {word}")

    if bits == 8:
        e.bind(op, _exchanged_byte(e, op, *(as_bits(e.text(x)) for x in (compared, value))))
        return
    letter = {16: "h", 32: "r", 64: "l"}[bits]
    text = f"atom.{ordering(op)}{space_of(op, pointer)}.cas.b{bits} $0, [$1], $2, $3;"
    words = [(word, as_bits(e.text(x))) for x in (compared, value)]
    old = inline_asm(e, text, [address_of(e, pointer), *words], word, f"={letter}")
    e.bind(op, old if kind == word else e.f.op(f"bitcast {word} {old} to {kind}"))


def _exchanged_byte(e: KernelEmitter, op: Operation, compared: str, value: str) -> str:
    """A compare-and-swap of a byte: LLVM makes it one of the word around it, again while only the rest changes."""
    order = _llvm_ordering(op)
    failed = {"release": "monotonic", "acq_rel": "acquire"}.get(order.split()[-1], order.split()[-1])
    both = e.f.op(f"cmpxchg {e.typed(op.operands[0])}, i8 {compared}, i8 {value} {order} {failed}, align 1")
    return e.f.op(f"extractvalue {{ i8, i1 }} {both}, 0")


ATOMICS: Final[Mapping[str, Handler]] = MappingProxyType({"cute.atomic": _atomic, "cute.atomic_cas": _atomic_cas})

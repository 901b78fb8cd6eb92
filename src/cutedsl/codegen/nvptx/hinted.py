"""Accesses to global memory with cache operators and priorities, which LLVM's loads and stores cannot carry."""

from __future__ import annotations

from typing import Final

from xdsl.ir import Operation

from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.nvptx.emitter import KernelEmitter
from cutedsl.codegen.nvptx.inline_asm import inline_asm
from cutedsl.errors.frozen import frozen

_PRIORITIES_SINCE: Final = (7, 4)
"""The PTX version that brought priorities; for older ones they are left out, as nothing depends on them."""


def hints_for(e: KernelEmitter, hints: str) -> str:
    """The hints that the target's PTX can spell."""
    return "" if "::" in hints and e.target.ptx_version < _PRIORITIES_SINCE else hints


VOLATILE = ".volatile"
"""The hint that PTX spells before the state space."""


@frozen
class Hints:
    """What an access to global memory carries: cache operators and priorities, and the register of an L2 policy."""

    text: str = ""
    policy: str = ""

    def __bool__(self) -> bool:
        return bool(self.text or self.policy)

    def spelled(self, register: int) -> tuple[str, str, list[tuple[str, str]]]:
        """From the state space on, after the operands, and the operand that a policy in `register` is."""
        if self.text == VOLATILE:
            return f"{VOLATILE}.global", "", []
        if not self.policy:
            return f".global{self.text}", "", []
        first, prefetch, size = self.text.partition(".L2::")
        return f".global{first}.L2::cache_hint{prefetch}{size}", f", ${register}", [("i64", self.policy)]


def hints_of(e: KernelEmitter, op: Operation, operands: int) -> Hints:
    """The hints of a load or store that has `operands` operands without a policy."""
    policy = e.text(op.operands[operands]) if len(op.operands) > operands else ""
    fits = e.target.ptx_version >= _PRIORITIES_SINCE
    return Hints(hints_for(e, string(op, "hints", "")), policy if fits else "")


def hinted_load(e: KernelEmitter, hints: Hints, address: str, kind: str, bits: int) -> str:
    """Reads `bits` (8 to 128, a power of two) as a value of the LLVM type `kind`."""
    count, register, letter, suffix = _words(bits)
    names = ", ".join(f"${n}" for n in range(count))
    target = f"{{{names}}}" if count > 1 else names
    result = register if count == 1 else "{ " + ", ".join([register] * count) + " }"
    said, tail, policy = hints.spelled(count + 1)
    text = f"ld{said}{suffix} {target}, [${count}]{tail};"
    found = inline_asm(e, text, [_base_and_offset(address), *policy], result, ",".join([f"={letter}"] * count))
    if count == 1:
        return _of_word(e, found, register, kind, bits)
    whole = "poison"
    for n in range(count):
        word = e.f.op(f"extractvalue {result} {found}, {n}")
        whole = e.f.op(f"insertelement <{count} x i32> {whole}, i32 {word}, i32 {n}")
    return e.f.op(f"bitcast <{count} x i32> {whole} to {kind}")


def hinted_store(e: KernelEmitter, hints: Hints, address: str, kind: str, value: str, bits: int) -> None:
    """Writes a value of the LLVM type `kind`."""
    count, register, _, suffix = _words(bits)
    if count == 1:
        whole = value if kind == f"i{bits}" else e.f.op(f"bitcast {kind} {value} to i{bits}")
        words = [whole if bits >= 16 else e.f.op(f"zext i8 {whole} to i16")]
    else:
        whole = e.f.op(f"bitcast {kind} {value} to <{count} x i32>")
        words = [e.f.op(f"extractelement <{count} x i32> {whole}, i32 {n}") for n in range(count)]
    names = ", ".join(f"${n + 1}" for n in range(count))
    source = f"{{{names}}}" if count > 1 else names
    said, tail, policy = hints.spelled(count + 1)
    args = [_base_and_offset(address), *((register, w) for w in words), *policy]
    inline_asm(e, f"st{said}{suffix} [$0], {source}{tail};", args)


def store_by_alignment(e: KernelEmitter, address: str, kind: str, value: str) -> None:
    """Writes four elements of 32 bits of the LLVM type `kind` at once if the address is a multiple of 16 at run time.

    Predicates and no branch: on an H200 the element-wise example with strides of run time takes 3.2 us for 4.9.
    """
    words = [
        e.f.op(f"extractelement <4 x i32> {e.f.op(f'bitcast {kind} {value} to <4 x i32>')}, i32 {n}") for n in range(4)
    ]
    apart = " ".join(f"@!whole st.global.b32 [$0+{4 * n}], ${n + 1};" for n in range(4))
    text = "{ .reg .pred whole; .reg .b64 low; and.b64 low, $0, 15; setp.eq.u64 whole, low, 0;"
    text += f" @whole st.global.v4.b32 [$0], {{$1, $2, $3, $4}}; {apart} }}"
    inline_asm(e, text, [_base_and_offset(address), *(("i32", word) for word in words)])


def _words(bits: int) -> tuple[int, str, str, str]:
    """How many registers an access moves, their type and asm constraint, and the end of its mnemonic."""
    if bits <= 16:
        return 1, "i16", "h", f".b{bits}"
    count = bits // 32
    return count, "i32", "r", f".v{count}.b32" if count > 1 else ".b32"


def _of_word(e: KernelEmitter, word: str, register: str, kind: str, bits: int) -> str:
    if bits == 8:
        word = e.f.op(f"trunc {register} {word} to i8")
    return word if kind == f"i{bits}" else e.f.op(f"bitcast i{bits} {word} to {kind}")


def _base_and_offset(address: str) -> tuple[str, str]:
    kind, _, value = address.rpartition(" ")
    return kind, value

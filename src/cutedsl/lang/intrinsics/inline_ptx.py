"""`cute.arch.inline_ptx` and LLVM's inline assembly: instructions of NVIDIA's GPUs, passed through."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.tensors.pointer import Pointer, is_pointer_handle, pointer_of
from cutedsl.staging.numeric import Numeric, as_numeric, is_numeric_class
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Boolean

_LETTERS = {("int", 1): "b", ("int", 16): "h", ("int", 32): "r", ("int", 64): "l"}
_FLOAT_LETTERS = {16: "h", 32: "f", 64: "d"}
_PLACE = re.compile(r"\{\$(rw|r|w)(\d+)\}")


def asm_statement(
    text: str, constraints: str, args: Sequence[Handle], results: Sequence[type[Numeric]], *, pure: bool = False
) -> tuple[Handle, ...]:
    """One statement with LLVM's constraints; `$n` in the text counts results, then arguments.

    Errors: inline-ptx-on-cpu when the kernel is compiled for the CPU.
    """
    emitter = cute_emitter()
    attrs = {"text": text, "constraints": constraints, "effects": "none" if pure else "some"}
    return emitter.op("cute.inline_ptx", tuple(args), tuple(emitter.dtype_type(cls.spec) for cls in results), attrs)


def inline_ptx(
    code: str,
    *,
    write_only_types: Sequence[type[Numeric]] = (),
    read_only_args: Sequence[object] = (),
    read_write_args: Sequence[object] = (),
    predicate: object = None,
) -> Any:
    """PTX instructions with values of the kernel in their places.

    In `code`, `{$w0}` is the first result, `{$rw0}` the first value that is read and written, `{$r0}` the first that is
    read; `$0`, `$1`, ... count them all in this order. Returns None, one value, or a tuple: results, then values
    written; a type may be that of matrix descriptors. A pointer or an `Array` that is read, or its `llvm_ptr`, is its
    address: 32 bits in shared memory, else 64.

    Errors: inline-ptx-place for a place that has no value, inline-ptx-on-cpu. Source: CuTe DSL documentation, "arch".
    """
    reads = [_number_or_address(value) for value in read_only_args]
    both = [as_numeric(value) for value in read_write_args]
    made = [*write_only_types, *(type(value) for value in both)]
    written: list[type[Numeric]] = [getattr(cls, "word_type", cls) for cls in made]
    for cls in written:
        if not is_numeric_class(cls):
            raise fail("inline-ptx-place", f"`write_only_types` has {cls!r}, which is not a numeric type")
    letters = ["=" + _letter(cls) for cls in written] + [_letter(type(value)) for value in reads]
    letters += [str(len(write_only_types) + k) for k in range(len(both))]
    text = _llvm_template(code, len(write_only_types), len(both), len(reads))
    args = [value.ir_value() for value in (*reads, *both)]
    if predicate is not None:
        # LLVM counts results, then arguments; a tied argument has a number of its own.
        text = f"@${len(written) + len(args)} {text}"
        letters.append("b")
        args.append(as_numeric(predicate).to(Boolean).ir_value())
    handles = asm_statement(text, ",".join(letters), args, written)
    values = tuple(cls.from_handle(handle) for cls, handle in zip(made, handles, strict=True))
    return None if not values else values[0] if len(values) == 1 else values


def _number_or_address(value: Any) -> Numeric:
    """What is read in a place of the code; an array is the address of its first element."""
    if hasattr(value, "word_type"):
        return as_numeric(value.value)
    place: Any = value.data_ptr() if hasattr(value, "data_ptr") else value
    return pointer_of(place).toint() if isinstance(place, Pointer) or is_pointer_handle(place) else as_numeric(place)


def _letter(cls: type[Numeric]) -> str:
    """The constraint letter of PTX's register class."""
    spec = cls.spec
    found = _LETTERS.get(("int", spec.width)) if spec.is_integer else _FLOAT_LETTERS.get(spec.width)
    if found is None:
        raise fail(
            "inline-ptx-place",
            f"PTX has no register for {with_article(cls.__name__)}",
            fix="Convert it to a type of 16, 32 or 64 bits.",
        )
    return found


def _llvm_template(code: str, writes: int, both: int, reads: int) -> str:
    """The text with LLVM's `$n` for each named place."""
    first = {"w": (0, writes), "rw": (writes, both), "r": (writes + both, reads)}

    def number(place: re.Match[str]) -> str:
        start, count = first[place[1]]
        if int(place[2]) >= count:
            raise fail("inline-ptx-place", f"`{place[0]}` in the code has no value: {count} of that kind were given")
        return f"${start + int(place[2])}"

    return _PLACE.sub(number, code)

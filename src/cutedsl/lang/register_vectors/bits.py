"""The bits of a register vector as elements of another width; the first element has the lowest bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import Int8, Uint8, Uint16, Uint32, Uint64

_CODES: dict[int, type[Numeric]] = {4: Uint8, 8: Uint8, 16: Uint16, 32: Uint32, 64: Uint64}
"""The integers that hold elements of so many bits; those of 4 bits are the low half of a byte."""


def recast(elements: Sequence[Any], have: type[Numeric], dtype: type[Numeric]) -> list[Any]:
    """The elements of type `have` as those of `dtype`.

    Errors: numeric-cast where they fill no whole number of elements; not-yet for elements of 1, 2 or 6 bits.
    """
    width, want = have.width, dtype.width
    if len(elements) * width % want:
        raise fail(
            "numeric-cast",
            f"cannot `bitcast` {len(elements)} elements of {have.__name__} ({width} bits each) to {dtype.__name__} "
            f"({want} bits)",
        )
    for cls in (have, dtype):
        if cls.width not in _CODES:
            raise fail("not-yet", f"`bitcast` of elements of {cls.__name__}, {cls.width} bits each")
    codes: list[Any] = [code_of(e, have) if width == 4 else e.bitcast(_CODES[width]) for e in elements]
    if width > want:
        parts = [(code >> (want * k)).to(_CODES[want]) for code in codes for k in range(width // want)]
        codes = [part & 15 for part in parts] if want == 4 else parts
    elif width < want:
        ratio, wide = want // width, [code.to(_CODES[want]) for code in codes]
        codes = [_join_parts(wide[k : k + ratio], width) for k in range(0, len(wide), ratio)]
    return [from_code(code, dtype) if want == 4 else code.bitcast(dtype) for code in codes]


def _join_parts(parts: Sequence[Any], width: int) -> Any:
    total = parts[0]
    for k, part in enumerate(parts[1:], 1):
        total = total | part << (k * width)
    return total


def from_code(code: Any, dtype: type[Numeric]) -> Any:
    """The element of fewer than 8 bits that the low bits of a byte are."""
    if dtype.is_integer:
        return code.to(dtype)
    return dtype.from_handle(cute_emitter().bitcast(code.ir_value(), Uint8.spec, dtype.spec))


def code_of(element: Numeric, dtype: type[Numeric]) -> Any:
    """The inverse of `from_code`: a byte whose other bits are 0."""
    if dtype.is_integer:
        return element.to(Int8).to(Uint8) & ((1 << dtype.spec.storage_bits) - 1)
    return Uint8.from_handle(cute_emitter().bitcast(element.ir_value(), dtype.spec, Uint8.spec))
